"""Invariants of a configuration: ``table`` has one row for each invariant."""
