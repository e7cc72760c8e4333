"""Convex hulls in floating point: suggestions only, for whoever proves them with a bound or with
integers.
"""
