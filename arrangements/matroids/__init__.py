"""Oriented matroids: chirotopes, and complete lists of combinatorial types.

Nothing here needs coordinates, except to find some for a type.
"""
