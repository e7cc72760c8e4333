"""Sign vectors of rows in rank 1 and 2, and rankings of labels whose differences have rank 1 and 2, by sorting directions.

Exact for all scalars, since it only asks for signs of cross products; any number of rows. In rank 2 the inputs x turn once around the
origin: half a turn meets the line of every row once, and the rest is its mirror image.

>>> sweep_signs([(1, 0), (0, 1), (-1, 1)])
[4, 6, 7]
>>> sweep_rankings([(0, 0), (1, 0), (0, 1), (1, 1)])
[[1, 0, 3, 2], [1, 3, 0, 2], [3, 1, 2, 0], [3, 2, 1, 0]]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cmp_to_key
from itertools import groupby
from typing import Any

from arrangements.numbers import sign

__all__ = ["sweep_rankings", "sweep_signs"]

Row = Sequence[Any]


def _cross(u: Row, v: Row) -> Any:
    return u[0] * v[1] - u[1] * v[0]


def _turning(lines: Iterable[tuple[Any, Row]]) -> Iterator[list[Any]]:
    """Group items by their direction, a vector in an open half plane, and yield the groups counterclockwise."""

    def compare(a: tuple[Any, Row], b: tuple[Any, Row]) -> int:
        return -sign(_cross(a[1], b[1]))

    key = cmp_to_key(compare)
    for _, group in groupby(sorted(lines, key=key), key):
        yield [item for item, _ in group]


def sweep_signs(rows: Sequence[Row]) -> list[int]:
    """Topes of n non-zero rows of length 1 or 2 with row 0 positive, as n-bit integers with row 0 on top, in the order of the turn."""
    n = len(rows)
    if len(rows[0]) == 1:
        rows = [(row[0], 0) for row in rows]
    side = [sign(_cross(rows[0], row)) for row in rows]
    # Just after the turn enters the half plane where row 0 is positive, rows to its right are positive, rows to its left negative.
    word = 0
    for i, row in enumerate(rows):
        positive = side[i] < 0 or (side[i] == 0 and sign(row[0] * rows[0][0] + row[1] * rows[0][1]) > 0)
        word |= positive << (n - 1 - i)
    words = [word]
    lines = ((i, row if side[i] > 0 else tuple(-x for x in row)) for i, row in enumerate(rows) if side[i])
    for group in _turning(lines):
        for i in group:
            word ^= 1 << (n - 1 - i)
        words.append(word)
    return words


def sweep_rankings(points: Sequence[Row]) -> list[list[int]]:
    """Rankings of distinct points of length 0, 1 or 2, best first, by the functions (cos t, sin t), -90 < t < 90 degrees: half of all.

    Points tie where the function is perpendicular to their difference; the turn past that direction reverses every block of tied points.
    """
    n = len(points)
    planar = [(*point, 0, 0)[:2] for point in points]

    def compare(i: int, j: int) -> int:
        # Just above -90 degrees the smaller second coordinate wins, then the larger first one.
        return sign(planar[i][1] - planar[j][1]) or sign(planar[j][0] - planar[i][0])

    ranking = sorted(range(n), key=cmp_to_key(compare))
    rankings = [ranking[:]]
    place = {label: at for at, label in enumerate(ranking)}
    ties = []
    for i, p in enumerate(planar):
        for j, q in enumerate(planar[:i]):
            up = sign(p[1] - q[1])
            if up:
                ties.append(((i, j), (up * (p[1] - q[1]), up * (q[0] - p[0]))))
    for pairs in _turning(ties):
        for first, last in _blocks((min(place[i], place[j]), max(place[i], place[j])) for i, j in pairs):
            ranking[first : last + 1] = ranking[first : last + 1][::-1]
            place.update({ranking[at]: at for at in range(first, last + 1)})
        rankings.append(ranking[:])
    return rankings


def _blocks(intervals: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Unite intervals that share a point."""
    blocks: list[tuple[int, int]] = []
    for first, last in sorted(intervals):
        if blocks and first <= blocks[-1][1]:
            blocks[-1] = blocks[-1][0], max(blocks[-1][1], last)
        else:
            blocks.append((first, last))
    return blocks
