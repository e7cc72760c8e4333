"""Exact linear programs: is there an x with A x > 0, B x = 0, C x >= 0? A point, or weights that
prove that there is none.

``motzkin`` chooses the method and verifies its answer: ``min_norm_point`` guesses in floating point,
``pivoting`` concludes, ``_cdd`` is a second opinion, by cddlib. ``witnesses`` and ``circuits``
improve what was found. Rows of numbers in, rows of numbers out: nothing here knows what the rows
mean.
"""
