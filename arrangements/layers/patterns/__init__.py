"""Patterns: the finite sets of sign vectors and of rankings, strict or not, that a configuration
produces, as values with set algebra.

Nothing here lists or decides: questions, inputs and enumeration are not
imported.
"""

from typing import TypeAlias

from arrangements.layers.patterns.covectors import CovectorPattern
from arrangements.layers.patterns.rankings import RankingPattern
from arrangements.layers.patterns.signs import SignPattern
from arrangements.layers.patterns.weak_rankings import WeakRankingPattern

ListedPattern: TypeAlias = CovectorPattern | RankingPattern | SignPattern | WeakRankingPattern

__all__ = [
    "CovectorPattern",
    "ListedPattern",
    "RankingPattern",
    "SignPattern",
    "WeakRankingPattern",
]
