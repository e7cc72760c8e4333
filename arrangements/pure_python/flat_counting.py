"""Count regions in Python alone: what ``counting.flat_counting`` does for few rows of any exact scalars.

Level by level through the lattice of flats that do not contain row 0, each with the number of ways
to reach it by rows of decreasing index, every one the least of the flat that it makes: that number
is |mu(F)|.

>>> affine_numbers([(1, 0), (0, 1), (1, 1)])
[1, 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

from arrangements.exact.numbers import Exact
from arrangements.pure_python.restriction import Rows, restricted

__all__ = ["affine_numbers"]


def affine_numbers(rows: Rows) -> list[int]:
    """b_0, .., b_(r-1), where b_k is the sum of |mu(F)| over the flats F of rank k without row 0,
    for non-zero rows of rank r.

    The whole arrangement has the Whitney numbers b_k + b_(k-1), its part where row 0 is 1 the
    numbers b_k.
    """
    level: dict[frozenset[int], list[int]] = {frozenset(): [1, len(rows)]}
    finer: dict[frozenset[int], tuple[Rows, Exact]] = {frozenset(): (rows, 1)}
    numbers = []
    for rank in range(len(rows[0])):
        numbers.append(sum(weight for weight, _ in level.values()))
        above: dict[frozenset[int], list[int]] = {}
        makers: dict[frozenset[int], tuple[frozenset[int], int]] = {}
        last = rank + 2 >= len(rows[0])
        total = 0
        for flat, (weight, least) in level.items():
            for members in _lines(finer[flat][0]):
                if not 0 < members[0] < least:
                    continue
                total += weight
                if last:
                    continue
                closure = flat.union(members)
                if closure in above:
                    above[closure][0] += weight
                else:
                    above[closure] = [weight, members[0]]
                    makers[closure] = flat, members[0]
        if last:
            return numbers + [total] * (rank + 1 < len(rows[0]))
        parts = {
            closure: restricted(finer[flat][0], j, finer[flat][1])
            for closure, (flat, j) in makers.items()
        }
        finer = {closure: (rest, pivot) for closure, (rest, _, pivot) in parts.items()}
        level = above
    return numbers


def _lines(rows: Sequence[tuple[Any, ...]]) -> list[list[int]]:
    """The rows that are not zero, by the lines that they span, in increasing order."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for i, row in enumerate(rows):
        lead = next((x for x in row if x), None)
        if lead is None:
            continue
        if type(lead) is int:
            factor = gcd(*row) if lead > 0 else -gcd(*row)
            line = tuple([x // factor for x in row])
        else:
            line = tuple([x / lead for x in row])
        found.setdefault(line, []).append(i)
    return list(found.values())
