"""Rough prices: how long a check takes for one member of a family on one core. Sizes of shards and
predictions follow from them; verdicts do not.

A price is a function of the family; each row of the table of ``checks`` has one. Prices are right
within a factor of about three on a machine of 2025.

>>> from proofs.search.determinations.determination import determination
>>> from proofs.search.families import family
>>> 1e-6 < of_determination(determination("C(U) -> S(U)"))(family("grid:6x2:2")) < 1e-5
True
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, factorial
from typing import TYPE_CHECKING

from proofs.search.determinations.records import compiled
from proofs.search.families.family import Family, IntegerFamily, Member
from proofs.search.kernels.small_topes import cover

if TYPE_CHECKING:
    from proofs.search.determinations.determination import Determination

__all__ = ["Price", "by_size", "of_determination", "of_signs", "rankings", "topes"]

Price = Callable[[Family[Member]], float]  # seconds a member

_FROM_COORDINATES = 0.015  # a chirotope and what is asked of it, in seconds
_ANY = 0.02  # a configuration of any kind, exactly


def topes(n: int, d: int) -> int:
    """The most that a member can have."""
    return cover(n, d)


def rankings(n: int, d: int) -> int:
    """Half of the most that a member can have."""
    return min(cover(comb(n, 2), d), factorial(n) // 2)


def of_signs(seconds: float = 0.008) -> Price:
    """Of a check of chirotopes: these seconds where the family consists of signs."""
    return lambda family: _FROM_COORDINATES if family.coordinates else seconds


def by_size(seconds: Callable[[int, int], float]) -> Price:
    """Of a check of configurations: on families of integer matrices by their n and d."""

    def price(family: Family[Member]) -> float:
        return seconds(family.n, family.d) if isinstance(family, IntegerFamily) else _ANY

    return price


def of_determination(what: Determination) -> Price:
    """Of a determination, by compiled code or for all relabellings of a member."""

    def price(family: Family[Member]) -> float:
        if not family.coordinates:
            return 1e-3 * family.relabellings
        if not isinstance(family, IntegerFamily):
            return _ANY
        n, d = family.n, family.d
        if not compiled(what):
            return 1e-3 * (factorial(n) if family.relabelled else 1)
        pairs, asked = comb(n, 2), {what.first.code, what.second.code}
        cost = (
            0.7
            + {
                "C": 0.15 * n,
                "CB": 0.004 * pairs**2,
                "S": 0.2 * topes(n, d),
                "XB": 0.1 * comb(pairs, d),
            }[what.first.code]
        )
        cost += 0.2 * topes(n, d) * ("S" in asked)
        cost += 0.07 * rankings(n, d) * bool(asked & {"R", "argmax"})
        return cost * 1e-6

    return price
