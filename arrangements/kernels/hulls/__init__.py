"""Convex hulls in floating point: suggestions only, which the callers prove with a bound or with
integers.
"""
