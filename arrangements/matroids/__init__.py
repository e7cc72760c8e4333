"""Oriented matroids: chirotopes with all that signs determine, and the sweep of rank 2.

Nothing here needs coordinates, except to make the signs; the lists of types are
``arrangements.combinatorial_types``.
"""
