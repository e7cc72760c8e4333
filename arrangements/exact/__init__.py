"""Exact arithmetic: scalars, linear algebra with its bounds, linear programs, and the checks of the
arguments that callers give.

Nothing here knows what rows mean: configurations, labels and questions are not imported.
"""
