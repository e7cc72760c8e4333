"""Theorems for every n and d, checked by Coq: the .v files, their table, and what compiles, checks
and reports them.

The engine and the other proofs are not imported: what is compared here with a theorem is text.
"""
