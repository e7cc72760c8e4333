"""The counting road: how many topes and rankings there are, without listing one. It certifies that a listing is complete.

``whitney`` holds the public functions; ``images`` turns exact rows into residues that decide which minors vanish, ``components`` splits
what falls apart, ``flats`` counts what is connected, ``regions`` puts all numbers together; ``bounds`` predicts.

>>> from arrangements import load
>>> count_topes(load("threshold:4")), count_rankings(load("paper/H.1-A"))
(1882, 14)
"""

from __future__ import annotations

from arrangements.counting.bounds import ranking_bound, tope_bound
from arrangements.counting.faces import face_numbers
from arrangements.counting.regions import Count, count
from arrangements.counting.whitney import (
    affine_whitney_numbers,
    characteristic_polynomial,
    count_rankings,
    count_topes,
    ranking_whitney_numbers,
    whitney_numbers,
)

__all__ = [
    "Count",
    "affine_whitney_numbers",
    "characteristic_polynomial",
    "count",
    "count_rankings",
    "count_topes",
    "face_numbers",
    "ranking_bound",
    "ranking_whitney_numbers",
    "tope_bound",
    "whitney_numbers",
]
