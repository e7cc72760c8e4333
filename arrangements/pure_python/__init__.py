"""Small work in Python alone, which need not wait for compiled code.

``topes`` lists and ``flat_counting`` counts: a hundred times slower than ``kernels``, but without loading
or compiling anything. ``choice`` decides between the two.

Nothing here knows labels or questions.
"""
