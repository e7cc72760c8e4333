"""Rough prices: how long one member takes on one core. Sizes of shards and predictions follow from
them; verdicts do not.

>>> from proofs.search.determinations.checks import find
>>> from proofs.search.families import family
>>> 1e-6 < price(find("lemma-5.3"), family("grid:6x2:2")) < 1e-5
True
"""

from __future__ import annotations

from math import comb, factorial

from arrangements.kernels.small.topes import cover
from proofs.search.determinations.checks import Check
from proofs.search.determinations.shards import runs_compiled
from proofs.search.families import Family, IntegerFamily
from proofs.search.families.family import Member

__all__ = ["price"]


def price(check: Check, family: Family[Member]) -> float:
    """Seconds a member, within a factor of about three on a machine of 2025."""
    if not family.coordinates:
        return (
            1e-3 * family.relabellings if check.what else 0.0005 if check.id == "axioms" else 0.008
        )
    if (check.of_chirotopes and not check.what) or check.id == "order-types":
        return 0.015
    if not isinstance(family, IntegerFamily):
        return 0.02
    n, d = family.n, family.d
    pairs = comb(n, 2)
    topes = cover(n, d)
    rankings = min(cover(pairs, d), factorial(n) // 2)
    if check.id == "three-methods":
        return 60e-6 * (topes + rankings)
    if check.id == "counting":
        return 0.035e-6 * (1 << pairs)
    if check.what and not runs_compiled(check, family):
        return 1e-3 * (factorial(n) if family.relabelled else 1)
    cost = 0.7
    asked = {check.what.first.code, check.what.second.code} if check.what else set()
    if check.what:
        cost += {
            "C": 0.15 * n,
            "CB": 0.004 * pairs**2,
            "S": 0.2 * topes,
            "XB": 0.1 * comb(pairs, d),
        }[check.what.first.code]
    if check.id == "lemma-5.3:instances" or "S" in asked:
        cost += 0.2 * topes
    if check.id in ("theorem-5.6:instances", "argmax-G.1") or asked & {"R", "argmax"}:
        cost += 0.07 * rankings
    return cost * 1e-6
