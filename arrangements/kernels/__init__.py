"""Compiled enumeration kernels: plain functions on integer arrays, each the compilation of a Python
function that also runs as it is.

``listing`` finds all topes, ``counting`` counts flats, ``chirotopes`` computes and checks signs of
minors, ``combinatorial_types`` treats one oriented matroid in some microseconds, ``hulls`` suggests
points and weights. They share ``jit``, ``bits`` and ``sorting``. Kernels that searches over
families alone use are in ``proofs.search.kernels``.

Nothing here knows a configuration, a label or a question: arrays of integers in and out. Whoever
calls a kernel has asked the bound that its numbers fit.
"""
