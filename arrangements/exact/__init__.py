"""Exact arithmetic: scalars, linear algebra with its bounds, linear programs, and the checks of
what a caller gives.

Nothing here knows what rows mean: configurations, labels and questions are not imported.
"""
