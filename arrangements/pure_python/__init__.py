"""Small work in Python alone: what need not wait for compiled code.

``topes`` lists and ``flats`` counts, a hundred times slower than ``kernels`` and at once.
``choice`` says when.

Nothing here knows labels or questions.
"""
