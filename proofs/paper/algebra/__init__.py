"""Symbols that stand for all values: the identities of the symbolic proofs, decided by normal forms
and refuted by small examples.
"""
