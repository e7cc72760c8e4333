"""Single-element extensions.

An extension by p gives every cocircuit Y the sign of p on it. Las Vergnas (Bjoerner et al.,
Oriented Matroids, theorem 7.1.8): such signs, with sign(-Y) = -sign(Y), come from an extension if
and only if they do so on every coline, that is, in every contraction to rank 2. There the
cocircuits lie on a circle, and the signs must be all 0, or one half circle + and the opposite one
-, with 0 at both ends or at none.

>>> from arrangements.matroids.chirotopes.chirotope_texts import to_text
>>> [to_text(chi) for chi in extensions(Signs(2, 2, [1]))]
['+00', '+0-', '++-', '++0', '+++', '+0+', '+-+', '+-0', '+--']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cmp_to_key
from itertools import combinations

import numpy as np

from arrangements.matroids.chirotopes.signs import Signs

__all__ = ["extensions", "lexicographic"]

_Place = tuple[int, int]  # a hyperplane, by number, and 1 or -1 for one of its two cocircuits


def extensions(chi: Signs) -> Iterator[Signs]:
    """All extensions of the same rank by one element, the last, that have this one as their
    deletion; loops and parallels included.
    """
    places, count = _hyperplanes(chi)
    circles = _in_order_of_contact(_colines(chi, places))
    # Subsets in lexicographic order, those without the new element n and those with it.
    subsets = list(combinations(range(chi.n + 1), chi.rank))
    old = iter(chi.signs.tolist())
    known = [None if subset[-1:] == (chi.n,) else next(old) for subset in subsets]
    for signs in _localizations(circles, count):
        values = []
        for subset, sign in zip(subsets, known, strict=True):
            if sign is None:
                hyperplane, side = places.get(subset[:-1], (0, 0))
                sign = side * signs[hyperplane] if side else 0
            values.append(sign)
        yield Signs(chi.n + 1, chi.rank, values)


def lexicographic(chi: Signs, sides: Iterable[tuple[int, int]]) -> Signs:
    """The extension whose sign on each basis is that of the first of the elements that completes
    it, times its side.
    """
    sides = list(sides)
    old = iter(chi.signs.tolist())
    values = []
    for subset in combinations(range(chi.n + 1), chi.rank):
        if subset[-1:] != (chi.n,):
            values.append(next(old))
            continue
        signs = (side * chi.sign(*subset[:-1], e) for e, side in sides)
        values.append(next((sign for sign in signs if sign), 0))
    return Signs(chi.n + 1, chi.rank, values)


def _hyperplanes(chi: Signs) -> tuple[dict[tuple[int, ...], _Place], int]:
    """The hyperplane spanned by each independent (r-1)-subset S, the side on which e -> chi(S, e)
    is, and the number of hyperplanes.
    """
    numbers: dict[bytes, int] = {}
    places = {}
    for subset in combinations(range(chi.n), chi.rank - 1) if chi.rank else []:
        rows = np.array([[*subset, e] for e in range(chi.n)], np.int32)
        cocircuit = chi.signs_at(rows)
        if cocircuit.any():
            side = int(cocircuit[cocircuit.nonzero()[0][0]])
            places[subset] = numbers.setdefault((side * cocircuit).tobytes(), len(numbers)), side
    return places, len(numbers)


def _colines(chi: Signs, places: dict[tuple[int, ...], _Place]) -> list[tuple[_Place, ...]]:
    """For each flat of rank r-2 its cocircuits in the order of half a turn."""
    found: dict[frozenset[int], tuple[_Place, ...]] = {}
    for common in combinations(range(chi.n), chi.rank - 2) if chi.rank > 1 else []:
        around: dict[int, int] = {}  # one element for each hyperplane through the flat
        for e in range(chi.n):
            place = places.get(tuple(sorted({*common, e})))
            if place is not None and e not in common:
                around.setdefault(place[0], e)
        if len(around) > 1 and frozenset(around) not in found:
            found[frozenset(around)] = _half_turn(chi, common, list(around.values()), places)
    return list(found.values())


def _half_turn(
    chi: Signs, common: tuple[int, ...], elements: list[int], places: dict[tuple[int, ...], _Place]
) -> tuple[_Place, ...]:
    """Turned to the same side of the first one, the elements follow each other around the flat as
    chi(common, ., .) says.
    """
    first = elements[0]
    turned = {e: chi.sign(*common, first, e) for e in elements[1:]} | {first: 1}

    def order(e: int, f: int) -> int:
        return -chi.sign(*common, e, f) * turned[e] * turned[f]

    circle = []
    for e in [first, *sorted(elements[1:], key=cmp_to_key(order))]:
        subset = tuple(sorted([*common, e]))
        hyperplane, side = places[subset]
        # chi(common, e, .) differs from chi(subset, .) by moving e to its place.
        moved = sum(1 for x in common if x > e) % 2
        circle.append((hyperplane, side * turned[e] * (-1 if moved else 1)))
    return tuple(circle)


def _in_order_of_contact(circles: list[tuple[_Place, ...]]) -> list[tuple[_Place, ...]]:
    """Each circle shares as many hyperplanes as possible with those before it."""
    left, ordered, seen = sorted(circles, key=len), [], set[int]()
    while left:
        best = max(left, key=lambda circle: sum(1 for h, _ in circle if h in seen))
        left.remove(best)
        ordered.append(best)
        seen.update(h for h, _ in best)
    return ordered


def _localizations(circles: list[tuple[_Place, ...]], count: int) -> Iterator[list[int]]:
    """All signs of hyperplanes that have a permitted pattern on every circle."""
    signs: list[int | None] = [None] * count
    if not circles:
        # Rank 0 has no hyperplane and rank 1 has one, on no circle.
        yield from ([sign] * count for sign in (0, 1, -1)[: 1 + 2 * count])
        return

    def search(depth: int) -> Iterator[list[int]]:
        if depth == len(circles):
            yield [sign or 0 for sign in signs]
            return
        circle = circles[depth]
        fresh = [h for h, _ in circle if signs[h] is None]
        for pattern in _patterns(len(circle)):
            if all(
                signs[h] in (None, side * sign)
                for (h, side), sign in zip(circle, pattern, strict=True)
            ):
                for (h, side), sign in zip(circle, pattern, strict=True):
                    signs[h] = side * sign
                yield from search(depth + 1)
                for h in fresh:
                    signs[h] = None

    yield from search(0)


def _patterns(size: int) -> Iterator[tuple[int, ...]]:
    """Signs along half a turn: all 0, or one change at most, through 0 or not."""
    yield (0,) * size
    for sign in (1, -1):
        for k in range(size):
            yield (sign,) * k + (0,) + (-sign,) * (size - k - 1)
            yield (sign,) * (k + 1) + (-sign,) * (size - k - 1)
