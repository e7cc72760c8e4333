"""Rows, inputs and answers as integers times a power of two: what the methods for real layers compute with.

``products`` multiplies exactly at the speed of floating point, ``integer_inputs`` makes exact
inputs, in ``balls`` and behind ``norms`` too; ``outcomes`` are the answers, ``spooled`` keeps them
short, ``row_directions`` tries inputs along rows. No method is known here: ``labels`` and
``batches`` are not imported.
"""
