"""Oriented matroids up to relabelling and reorientation, one at a time: their colines, extensions,
canonical forms and topes.
"""
