"""Compiled enumeration kernels: plain functions on integer arrays, each the compilation of a Python
function that also runs as it is.

``listing`` finds all topes, ``counting`` counts flats, ``chirotopes`` computes and checks signs of
minors, ``cosines`` reads patterns off cosines, ``small`` treats one small configuration in a
microsecond, for loops over millions, ``types`` one oriented matroid in some microseconds. They
share ``jit``, ``bits`` and ``siphash``.

Nothing here knows a configuration, a label or a question: arrays of integers in and out. Whoever
calls a kernel has asked the bound that its numbers fit.
"""
