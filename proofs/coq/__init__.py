"""Theorems for every n and d, checked by Coq: the .v files, their table, and what compiles, checks
and reports them.
"""
