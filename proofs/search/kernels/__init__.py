"""Compiled loops over the members of a family, one small configuration at a time: patterns, orders of
labels, exact cosines, with all scratch in one workspace.

``small_topes`` lists topes, ``relabelling`` finds the least form under relabelling, ``cosine_codes``
reads patterns off cosines, ``siphash`` hashes records. Arrays of integers in and out: nothing here
knows a family or an invariant, and nothing is imported but ``arrangements.kernels``.
"""
