"""Numbers that follow from those of threshold functions: of classes, of functions of exactly n
variables, of self-dual functions, and the mean specification numbers.

Let T(n) be the number of threshold functions of n variables, the regions of ``threshold:N`` (OEIS
A000609). A function of n variables depends on some k of them; negating these makes 2^k different
functions of it; and a self-dual function of n + 1 variables is told by its values where the last
one is 1, any threshold function of n (A. D. King, in OEIS).

>>> found = numbers_from([2, 4, 14, 104, 1882])
>>> found["A000615"], found["A002079"], found["A002078"]
([2, 2, 8, 72, 1536], [2, 1, 2, 9, 96], [2, 3, 6, 20, 150])
>>> found["A002077"], found["A002080"]
([1, 0, 1, 4, 46], [1, 2, 4, 12, 81])
>>> [str(mean) for mean in mean_specification_numbers([2, 4, 14, 104, 1882], [2, 6, 32, 370])]
['2', '24/7', '64/13', '5920/941']
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from arrangements.errors import InternalError

__all__ = ["SEQUENCES", "mean_specification_numbers", "numbers_from"]

SEQUENCES = {
    "A000615": "threshold functions of exactly n variables",
    "A002079": "the same, up to negating variables",
    "A002078": "threshold functions of n or fewer variables, up to negating and naming variables apart",
    "A002077": "self-dual threshold functions of exactly n variables, up to negating variables",
    "A002080": "the same of n or fewer variables",
}


def numbers_from(threshold: Sequence[int]) -> dict[str, list[int]]:
    """The sequences by name. ``threshold``: T(0), T(1), ...; A002077 and A002080 begin with n = 1
    and end one later than T.
    """
    exactly = _inverted(threshold)
    classes = [_divided(a, 1 << n) for n, a in enumerate(exactly)]
    # S(n), self-dual functions of n variables; there is none of no variables.
    self_dual = _inverted([0, *threshold])
    own = [_divided(a, 1 << n) for n, a in enumerate(self_dual)]
    return {
        "A000615": exactly,
        "A002079": classes,
        "A002078": _summed(classes),
        "A002077": own[1 : len(threshold) + 1],
        "A002080": _summed(own)[1 : len(threshold) + 1],
    }


def mean_specification_numbers(
    threshold: Sequence[int], resonance: Sequence[int]
) -> list[Fraction]:
    """For n = 1, 2, .. how many values of a threshold function of n variables tell it from all
    others, on average.

    These are the walls of its region (Anthony, Brightwell and Shawe-Taylor 1995): each of the 2^n
    hyperplanes is cut by the others into as many parts as ``resonance:N`` has regions (OEIS
    A034997), and each part is a wall of two (Anthony, arXiv 2606.29477, has this mean, too, and that
    it is at most 2n).
    """
    return [
        Fraction((2 << n) * parts, threshold[n])
        for n, parts in enumerate(resonance, 1)
        if n < len(threshold)
    ]


def _inverted(totals: Sequence[int]) -> list[int]:
    """Of all functions of n variables those that depend on all of them (binomial inversion)."""
    return [
        sum((-1) ** (n - k) * comb(n, k) * totals[k] for k in range(n + 1))
        for n in range(len(totals))
    ]


def _summed(exactly: Sequence[int]) -> list[int]:
    return [sum(comb(n, k) * exactly[k] for k in range(n + 1)) for n in range(len(exactly))]


def _divided(a: int, b: int) -> int:
    quotient, rest = divmod(a, b)
    if rest:
        raise InternalError(f"number of functions must be a multiple of {b}, not {a}")
    return quotient
