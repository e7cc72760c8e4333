"""Invariants of configurations, computed again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from arrangements.checker.numbers import (
    Number,
    Rows,
    determinant,
    differences,
    dot,
    minus,
    sign,
    vanishes,
)
from arrangements.checker.reading import demand, readable
from arrangements.checker.regions import regions

__all__ = ["agree", "centred"]


def independent(rows: Rows, width: int) -> Iterable[tuple[int, tuple[int, ...]]]:
    """Each choice of columns that could be a basis, with its number, the largest first."""
    for rank in range(min(len(rows), width), -1, -1):
        for columns in combinations(range(width), rank):
            yield rank, columns


def chirotope(rows: Rows, width: int) -> tuple[int, list[int]]:
    """The rank and the signs of the maximal minors on some independent columns, with the first sign
    that is not 0 made positive.
    """
    for rank, columns in independent(rows, width):
        signs = [
            sign(determinant([[u[k] for k in columns] for u in choice]))
            for choice in combinations(rows, rank)
        ]
        if any(signs):
            return rank, [s * next(filter(None, signs)) for s in signs]
    raise AssertionError("the minor without rows is 1")


def projector(rows: Rows, width: int) -> tuple[Rows, Number]:
    """The orthogonal projector onto the span of the columns, times the positive number D =
    det(K'K), and D. K are independent columns, as many as there can be. The entry at i, j is D
    times row i of K, the inverse of K'K, and row j of K: minus the determinant of K'K with these
    two rows as border.
    """
    for _, columns in independent(rows, width):
        inner = [
            [dot([u[a] for u in rows], [u[b] for u in rows]) for b in columns] for a in columns
        ]
        scale = determinant(inner)
        if sign(scale):
            K = [[u[k] for k in columns] for u in rows]
            borders = [[[*row, c] for row, c in zip(inner, v, strict=True)] for v in K]
            return [[determinant([*border, [*u, 0]]) * -1 for border in borders] for u in K], scale
    raise AssertionError("the determinant without rows is 1")


def agree(name: str, first: Rows, second: Rows, widths: tuple[int, int]) -> bool:
    """Whether two configurations, of vectors with so many entries, have the same rows, gram matrix,
    norms, cosines, chirotope or number of regions. After "difference" or "centred" the same is
    asked of the differences of rows (norms: distances; regions: rankings) or of the rows minus
    their mean. After "whitened" gram matrix and cosines are those of rows whose gram matrix is the
    projector onto the columns of the centred rows.
    """
    view, _, base = name.rpartition(" ")
    known = view in ("", "centred", "difference") or (
        view == "whitened" and base in ("gram", "cosines")
    )
    readable(known, "an invariant must be a known one")
    if view == "difference":
        first, second = differences(first), differences(second)
    elif view in ("centred", "whitened"):
        first, second = centred(first), centred(second)

    if base == "regions":
        return regions(first) == regions(second)
    if base == "chirotope":
        return chirotope(first, widths[0]) == chirotope(second, widths[1])
    if base == "rows":
        return widths[0] == widths[1] and all(
            vanishes(minus(u, v)) for u, v in zip(first, second, strict=True)
        )

    if view == "whitened":
        (g, scale), (h, other) = projector(first, widths[0]), projector(second, widths[1])
        g = [[other * c for c in u] for u in g]
        h = [[scale * c for c in u] for u in h]
    else:
        g = [[dot(u, v) for v in first] for u in first]
        h = [[dot(u, v) for v in second] for u in second]
    if base == "cosines":
        return equal_cosines(g, h)
    readable(base in ("gram", "norms"), "an invariant must be a known one")
    places = ((i, j) for i in range(len(g)) for j in range(i + 1))
    return not any(sign(g[i][j] - h[i][j]) for i, j in places if base == "gram" or i == j)


def centred(rows: Rows) -> Rows:
    """The rows minus their mean, times their number."""
    total = [dot([1] * len(rows), [*column]) for column in zip(*rows, strict=True)]
    return [minus([len(rows) * c for c in u], total) for u in rows]


def equal_cosines(g: Rows, h: Rows) -> bool:
    """Whether two Gram matrices have equal cosines: equal signs and equal squares."""
    demand(
        all(sign(m[i][i]) for m in (g, h) for i in range(len(m))),
        "cosines must be of non-zero rows",
    )
    places = [(i, j) for i in range(len(g)) for j in range(i + 1)]
    return all(sign(g[i][j]) == sign(h[i][j]) for i, j in places) and not any(
        sign(g[i][j] * g[i][j] * h[i][i] * h[j][j] - h[i][j] * h[i][j] * g[i][i] * g[j][j])
        for i, j in places
    )
