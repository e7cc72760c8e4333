"""Cells of a central arrangement inside an open convex cone, by flats: what a polyhedron of inputs
comes down to.

``rows`` are hyperplanes <row, y> = 0 in R^k that may cut; ``constraints`` are rows that are positive on
the open cone K = {y : <f, y> > 0 for all f} and never cut. ``words_in_cone`` lists the sign words
of the rows on K off all hyperplanes (an integer a word, row 0 its top bit, 1 for +, in increasing
order), ``count_in_cone`` counts them without listing. Entries are exact scalars of one field;
anything may be zero, parallel, of low rank or contradictory.

>>> rows, quadrant = [(1, -1), (1, 1), (2, -1)], [(1, 0), (0, 1)]
>>> [f"{word:03b}" for word in words_in_cone(rows, quadrant, 2)]
['010', '011', '111']
>>> count_in_cone(rows, quadrant, 2)
3

A flat F is a set of rows that vanish on a subspace X_F; only flats whose X_F meets K occur here.
They are found downwards from K itself: the closure of K n X_F is kept by its lines and extreme
rays, and each of these by its values on all constraints and all other rows. Row j cuts K n X_F exactly
if it is positive on one generator and negative on another (a line counts as both), and one step of
double description (``exact.programs.double_description``) gives the generators of the cut. Values
on the constraints and the rows, not coordinates, are all that is needed: they tell which rows vanish on X_F, which are
parallel there, and which sign they have near which generator.

The list of F holds the cells that the rows before the least row m(F) of F cut out of K n X_F, each
as the word of one point off all rows that do not contain X_F. Cutting by j < m(F) leads to G = cl(F
+ j), if j is its least row, and adds one cell for each cell of G: the cell of F that is cut keeps
its word, its other half gets the word of the cut with the rows of G on the other side. So |T_F| = 1
+ sum |T_G|, and T_G depends on G alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrangements.exact import linear
from arrangements.exact.linear import Row
from arrangements.exact.numbers import exact, sign
from arrangements.exact.programs.double_description import Cone, Values, cut, half, space

__all__ = ["count_in_cone", "generators", "words_in_cone"]


def words_in_cone(rows: Sequence[Row], constraints: Sequence[Row], dimension: int) -> list[int]:
    """The sign words of the rows that occur on the cone, in increasing order; none if the cone is
    empty or a row vanishes on it.
    """
    cells = _Cells(rows, constraints, dimension)
    return cells.words(cells.whole, ()) if cells.whole else []


def count_in_cone(rows: Sequence[Row], constraints: Sequence[Row], dimension: int) -> int:
    """``len(words_in_cone(rows, constraints, dimension))``, without listing: the sum of |mu(F)| over the
    flats that meet the cone.
    """
    cells = _Cells(rows, constraints, dimension)
    return cells.count(cells.whole, ()) if cells.whole else 0


def generators(
    constraints: Sequence[Row], rows: Sequence[Row], dimension: int
) -> tuple[list[Values], list[Values]] | None:
    """Lines and extreme rays of the closed cone where the constraints are not negative, each by its
    values on ``rows``.

    None if they are positive nowhere together. Rows of the identity give coordinates.

    >>> generators([(1, 0, 0), (1, 1, 0)], [(1, 0, 0), (0, 1, 0), (0, 0, 1)], 3)
    ([(0, 0, 1)], [(1, -1, 0), (0, 1, 0)])
    """
    cone = _Cells(rows, constraints, dimension).whole
    if cone is None:
        return None
    lines, rays = (
        [values[len(constraints) :] for values in part] for part in (cone.lines, cone.rays)
    )
    return lines, rays


class _Cells:
    """The recursion. Rows count from ``first``, after the constraints; ``whole`` is None if the
    open cone is empty or a row is zero.
    """

    def __init__(self, rows: Sequence[Row], constraints: Sequence[Row], dimension: int) -> None:
        every = [*constraints, *rows]
        rational = linear.is_rational(every)
        # Either integers or, over a number field, no integers at all: then everything can be
        # divided.
        every = [linear.primitive(row) if rational else tuple(map(exact, row)) for row in every]
        self.first, self.end = len(constraints), len(every)
        self.whole = (
            None if any(not any(row) for row in every) else self._open_cone(every, dimension)
        )
        self._lists: dict[tuple[int, ...], list[int]] = {}
        self._counts: dict[tuple[int, ...], int] = {}

    def _open_cone(self, every: Sequence[Row], dimension: int) -> Cone | None:
        cone: Cone | None = space(every, dimension)
        for f in range(self.first):
            cone = cone and _half(cone, f)
        return cone

    def words(self, cone: Cone, flat: tuple[int, ...]) -> list[int]:
        """T_F of the flat of the rows ``flat``, where ``cone`` is the closure of K n X_F."""
        if flat not in self._lists:
            words = [self._first_word(cone)]
            for j, cut, below, together in self._cuts(cone, flat):
                words = list(
                    _merged(words, self.words(cut, below), self.end - 1 - j, self._bits(together))
                )
            self._lists[flat] = words
        return self._lists[flat]

    def count(self, cone: Cone, flat: tuple[int, ...]) -> int:
        if flat not in self._counts:
            self._counts[flat] = 1 + sum(
                self.count(cut, below) for _, cut, below, _ in self._cuts(cone, flat)
            )
        return self._counts[flat]

    def _cuts(
        self, cone: Cone, flat: tuple[int, ...]
    ) -> Iterator[tuple[int, Cone, tuple[int, ...], list[tuple[int, bool]]]]:
        """For every row j before the flat that cuts the cone and comes first in its class: j, the
        cut, its flat, and the class.

        The class of j holds the rows parallel to it on X_F, with whether they have its orientation.
        """
        known = set(flat)
        for j in range(self.first, flat[0] if flat else self.end):
            cut = _cut(cone, j, self.first)
            if cut is None:
                continue
            generators = (*cut.lines, *cut.rays)
            fresh = [
                i
                for i in range(self.first, self.end)
                if i not in known and not any(values[i] for values in generators)
            ]
            if fresh[0] == j:
                beside = next(values for values in (*cone.lines, *cone.rays) if values[j])
                yield (
                    j,
                    cut,
                    tuple(sorted(known.union(fresh))),
                    [(i, (sign(beside[i]) > 0) == (sign(beside[j]) > 0)) for i in fresh],
                )

    def _first_word(self, cone: Cone) -> int:
        """Signs at r_1 + e r_2 + e^2 r_3 + .. for small e > 0: all weights are positive, so the
        point is in the open cone.
        """
        generators = (*cone.rays, *cone.lines)
        word = 0
        for i in range(self.first, self.end):
            value = next((values[i] for values in generators if values[i]), 0)
            word = word << 1 | (sign(value) > 0)
        return word

    def _bits(self, together: list[tuple[int, bool]]) -> tuple[int, int]:
        """The words of the rows of a class with the orientation of the first, and against it."""
        same = sum(1 << (self.end - 1 - i) for i, aligned in together if aligned)
        return same, sum(1 << (self.end - 1 - i) for i, aligned in together if not aligned)


def _merged(
    words: list[int], cut: list[int], here: int, together: tuple[int, int]
) -> Iterator[int]:
    """Both lists are sorted; each word of the cut agrees with exactly one word before bit ``here``,
    which it splits.
    """
    same, opposite = together
    at = 0
    for word in words:
        if at < len(cut) and word >> (here + 1) == cut[at] >> (here + 1):
            other = cut[at] | (opposite if word >> here & 1 else same)
            yield from (word, other) if word < other else (other, word)
            at += 1
        else:
            yield word


def _cut(cone: Cone, j: int, constraints: int) -> Cone | None:
    """The part of the cone where row j vanishes; None if the row does not cut the relative
    interior. ``constraints`` bound the cone.
    """
    if not any(line[j] for line in cone.lines):
        signs = {sign(ray[j]) for ray in cone.rays}
        if not {1, -1} <= signs:
            return None
    return cut(cone, j, range(constraints))


def _half(cone: Cone, f: int) -> Cone | None:
    """The part of the cone where row f is not negative; None if it is positive nowhere."""
    if not any(line[f] for line in cone.lines) and not any(sign(ray[f]) > 0 for ray in cone.rays):
        return None
    return half(cone, f, range(f))
