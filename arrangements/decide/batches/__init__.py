"""The methods ``bulk`` and ``single`` of ``decide.answers``, for layers of real models: which answers
can never be given? Exact, certified, at real sizes.

``products`` multiplies exactly at the speed of floating point, ``integer_inputs`` makes exact inputs,
``search`` finds witnesses in bulk, ``walks`` decides labels in batches, ``decide_one`` one question at
a time, ``audit`` puts them together; ``outcomes`` are the answers, ``evidence`` their certificate.

The command, pattern tables and pictures are not imported; ``checker`` imports nothing of the project.
"""
