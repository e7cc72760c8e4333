"""Patterns: the finite sets of sign vectors and of rankings that a configuration produces, as values with set algebra."""

from arrangements.patterns.rankings import RankingPattern
from arrangements.patterns.signs import SignPattern

__all__ = ["RankingPattern", "SignPattern"]
