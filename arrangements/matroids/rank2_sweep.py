"""Sign vectors of rows in rank 1 and 2, and rankings of labels whose differences have rank 1 and 2,
by sorting directions.

Exact for all scalars, since it only asks for signs of cross products; any number of rows. In rank 2
the inputs x turn once around the origin: half a turn meets the line of every row once, and the rest
is its mirror image.

>>> sweep_signs([(1, 0), (0, 1), (-1, 1)])
[4, 6, 7]
>>> sweep_rankings([(0, 0), (1, 0), (0, 1), (1, 1)])
[[1, 0, 3, 2], [1, 3, 0, 2], [3, 1, 2, 0], [3, 2, 1, 0]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from arrangements.exact.linear import Row
from arrangements.exact.numbers import Exact, sign

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["sweep_chirotope", "sweep_rankings", "sweep_signs"]

T = TypeVar("T")


def _cross(u: Row, v: Row) -> Exact:
    return u[0] * v[1] - u[1] * v[0]


def _turning(items: Iterable[T], compare: Callable[[T, T], int]) -> Iterator[list[T]]:
    """Sort and group: what compares equal is met at the same moment of the turn."""
    key = cmp_to_key(compare)
    for _, group in groupby(sorted(items, key=key), key):
        yield list(group)


def sweep_signs(rows: Sequence[Row]) -> list[int]:
    """Topes of n non-zero rows of length 1 or 2 with row 0 positive, as n-bit integers with row 0
    on top, in the order of the turn.
    """
    planar = [(*row, 0)[:2] for row in rows]

    def aligned(i: int) -> bool:
        return sign(planar[0][0] * planar[i][0] + planar[0][1] * planar[i][1]) > 0

    return _sweep(len(rows), lambda i, j: sign(_cross(planar[i], planar[j])), aligned)


def sweep_chirotope(chirotope: Chirotope) -> list[int]:
    """The sweep of a chirotope of rank 1 or 2 without loops."""
    crossing = (
        (lambda i, j: 0)
        if chirotope.rank == 1
        else (lambda i, j: 0 if i == j else chirotope.sign(i, j))
    )
    return _sweep(chirotope.n, crossing, lambda i: chirotope.orientation(0, i) > 0)


def _sweep(
    n: int, crossing: Callable[[int, int], int], aligned: Callable[[int], bool]
) -> list[int]:
    """``crossing(i, j)`` is the sign of the turn from i to j; ``aligned(i)`` tells whether i,
    parallel to 0, points the same way.
    """
    side = [crossing(0, i) for i in range(n)]
    # Just after the turn enters the half plane where 0 is positive, what is to its right is
    # positive, what is to its left negative.
    word = sum((side[i] < 0 or (side[i] == 0 and aligned(i))) << (n - 1 - i) for i in range(n))
    words = [word]
    for group in _turning(
        (i for i in range(n) if side[i]), lambda i, j: -crossing(i, j) * side[i] * side[j]
    ):
        for i in group:
            word ^= 1 << (n - 1 - i)
        words.append(word)
    return words


def sweep_rankings(points: Sequence[Row]) -> list[list[int]]:
    """Rankings of distinct points of length 0, 1 or 2, best first, by the functions (cos t, sin t),
    -90 < t < 90 degrees: half of all.

    Points tie where the function is perpendicular to their difference; the turn past that direction
    reverses every block of tied points.
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
    for tied in _turning(ties, lambda a, b: -sign(_cross(a[1], b[1]))):
        for first, last in _blocks(
            (min(place[i], place[j]), max(place[i], place[j])) for (i, j), _ in tied
        ):
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
