"""Checks of statements about chirotopes with few elements, realizable or not, each by methods that
share nothing but the signs.

>>> chi = Chirotope.from_text("++++", 4, 3)
>>> [check(chi) == HOLDS for check in (axioms, zaslavsky, signs_and_chirotope, winners)]
[True, True, True, True]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from arrangements.layers.configuration import Configuration
from arrangements.listing import argmax
from arrangements.listing.half_topes import half_topes_of_chirotope
from arrangements.matroids.chirotopes import Chirotope, chirotope
from arrangements.sign_text import from_sets, sets
from proofs.search.determinations.instances import FAILS, HOLDS, OUTSIDE

__all__ = [
    "axioms",
    "regions_by_deletion",
    "regions_by_flats",
    "signs_and_chirotope",
    "topes",
    "winners",
    "zaslavsky",
]

Pair = tuple[int, int]  # a sign vector: the sets of its + and of its -, element e being bit e


def topes(chi: Chirotope) -> set[int]:
    """The sets of + of all topes."""
    words = (int(word) for word in half_topes_of_chirotope(chi)[:, 0])
    half = {sum((word >> (63 - e) & 1) << e for e in range(chi.n)) for word in words}
    return half | {(1 << chi.n) - 1 - word for word in half}


def axioms(member: Configuration | Chirotope) -> int:
    """The signs satisfy the axioms."""
    return _status(_of(member).violation() is None)


# Zaslavsky's count


def zaslavsky(member: Configuration | Chirotope) -> int:
    """Topes, listed, against both counts."""
    chi = _of(member)
    listed = len(topes(chi))
    return _status(listed == regions_by_flats(chi) == regions_by_deletion(chi))


def regions_by_flats(chi: Chirotope) -> int:
    """The sum of |mu(F)| over all flats, which are the intersections of hyperplanes: the zero sets
    of cocircuits.

    >>> regions_by_flats(Chirotope.from_text("+++0", 4, 3))
    12
    """
    every = (1 << chi.n) - 1
    hyperplanes = {every & ~(plus | minus) for plus, minus in _pairs(chi.cocircuits())}
    flats = level = {every}
    while level:
        level = {flat & hyperplane for flat in level for hyperplane in hyperplanes} - flats
        flats = flats | level
    least = every
    for hyperplane in hyperplanes:
        least &= hyperplane
    if least:
        return 0  # a loop
    mu: dict[int, int] = {}
    for flat in sorted(flats, key=int.bit_count):
        mu[flat] = -sum(value for lower, value in mu.items() if lower & ~flat == 0) if flat else 1
    return sum(map(abs, mu.values()))


def regions_by_deletion(chi: Chirotope) -> int:
    """Regions without an element, and regions of the others on its hyperplane.

    >>> regions_by_deletion(Chirotope.from_text("+++0", 4, 3))
    12
    """
    if chi.loops:
        return 0
    if chi.rank < 2:
        return 1 << chi.rank
    if chi.rank == 2:  # lines through a point
        parallel = sum(len(members) - 1 for members in chi.parallel_classes)
        return 2 * (chi.n - parallel)
    last = chi.n - 1
    return regions_by_deletion(chi.deletion([last])) + regions_by_deletion(chi.contraction([last]))


# Signs and chirotope


def signs_and_chirotope(member: Configuration | Chirotope) -> int:
    """The sign vectors from the circuits, the circuits from the sign vectors, and the chirotope
    from these.
    """
    chi = _of(member)
    if chi.loops:
        return OUTSIDE
    found, n = topes(chi), chi.n
    circuits = {pair for text in _pairs(chi.circuits()) for pair in (text, text[::-1])}
    if found != {
        word for word in range(1 << n) if not any(_agrees(word, pair) for pair in circuits)
    }:
        return FAILS
    missing = set(_least_missing(n, found))
    if missing != circuits:
        return FAILS
    again = (
        Chirotope.from_cocircuits(n, [from_sets(*pair, n) for pair in missing], chi.labels).dual()
        if missing
        else None
    )
    return _status(chi.same_oriented_matroid(again) if again is not None else chi.n == chi.rank)


def _least_missing(n: int, found: set[int]) -> Iterator[Pair]:
    """The least partial sign vectors that no tope extends."""
    known: list[Pair] = []
    for size in range(1, n + 1):
        new = []
        for support in combinations(range(n), size):
            mask = sum(1 << e for e in support)
            shown = {word & mask for word in found}
            if len(shown) < 1 << size:
                parts = (
                    sum(1 << e for k, e in enumerate(support) if choice >> k & 1)
                    for choice in range(1 << size)
                )
                pairs = [(plus, mask & ~plus) for plus in parts if plus not in shown]
                new += [
                    pair
                    for pair in pairs
                    if not any(p & ~pair[0] == 0 == m & ~pair[1] for p, m in known)
                ]
        yield from new
        known += new


# Winners, ties and top sets of points


def winners(member: Configuration | Chirotope) -> int:
    """First labels, ties for the top and top-k sets: from circuits and cocircuits, from topes, and
    from points if there are some.
    """
    chi = _of(member)
    if not chi.is_acyclic or chi.loops or chi.parallel_classes:
        return OUTSIDE
    if isinstance(member, Configuration) and any(row[0] != 1 for row in member.rows):
        return OUTSIDE
    methods = [_by_circuits(chi), _by_topes(chi)]
    if isinstance(member, Configuration):
        place = {label: i for i, label in enumerate(member.labels)}

        def sets(found: Iterable[Iterable[str]]) -> set[int]:
            return {sum(1 << place[label] for label in labels) for labels in found}

        every = set().union(*(sets(argmax.top_sets(member, k)) for k in range(1, member.n)))
        methods.append(
            (
                sets((label,) for label in argmax.argmax_labels(member)),
                sets(argmax.tie_pairs(member)),
                every,
            )
        )
    return _status(all(method == methods[0] for method in methods))


Winners = tuple[set[int], set[int], set[int]]


def _by_circuits(chi: Chirotope) -> Winners:
    """e is first unless in the hull of others; i, j tie iff the positive cocircuits that vanish
    there vanish nowhere else together.
    """
    n, every = chi.n, (1 << chi.n) - 1
    circuits = [pair for text in _pairs(chi.circuits()) for pair in (text, text[::-1])]
    first = {1 << e for e in range(n)} - {plus for plus, _ in circuits}
    positive = [plus or minus for plus, minus in _pairs(chi.cocircuits()) if not (plus and minus)]
    ties = set()
    for i, j in combinations(range(n), 2):
        pair, covered = 1 << i | 1 << j, 0
        for support in positive:
            if not support & pair:
                covered |= support
        if covered == every & ~pair:
            ties.add(pair)
    return (
        first,
        ties,
        {word for word in range(1, every) if not any(_agrees(word, pair) for pair in circuits)},
    )


def _by_topes(chi: Chirotope) -> Winners:
    """Top-k sets are the sets of +; {e} for e that is first; and all of {}, {i}, {j}, {i, j}, the
    others being +, for i, j that tie.
    """
    n, every = chi.n, (1 << chi.n) - 1
    found = topes(chi)
    first = {1 << e for e in range(n) if 1 << e in found}
    pairs = (1 << i | 1 << j for i, j in combinations(range(n), 2))
    # Around the face that is + but for i and j there are all four.
    ties = {
        pair
        for pair in pairs
        if {every, every & ~pair} | {every & ~(1 << e) for e in range(n) if pair >> e & 1} <= found
    }
    return first, ties, found - {0, every}


def _of(member: Configuration | Chirotope) -> Chirotope:
    return chirotope(member) if isinstance(member, Configuration) else member


def _pairs(texts: Iterable[str]) -> Iterator[Pair]:
    return map(sets, texts)


def _agrees(word: int, pair: Pair) -> bool:
    """Whether a strict sign vector is that of a circuit where that is not 0."""
    return pair[0] & ~word == 0 == pair[1] & word


def _status(good: bool) -> int:
    return HOLDS if good else FAILS
