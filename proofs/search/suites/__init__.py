"""Exhaustive suites: checks on whole families, resumable, in parallel, on a cluster when one
machine is not enough.

Nothing here knows what a check means: it is one row of ``determinations.checks``.
"""
