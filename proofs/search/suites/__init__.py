"""Exhaustive suites: checks on whole families, resumable, in parallel, on a cluster when one
machine is not enough.
"""
