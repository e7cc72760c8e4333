"""The least set that meets all of some sets: how refutations bound a rank from below.

Of the labels of each set at least one is never below a label. So at every input at least as many
labels are not below it as are needed to meet all sets: as many as there are sets if these are
disjoint, and more than any disjoint ones of them in general.

>>> pentagon = [frozenset({k, (k + 2) % 5, (k + 3) % 5}) for k in range(5)]
>>> len(disjoint(pentagon)), len(smallest(pentagon))
(1, 2)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

__all__ = ["disjoint", "needed", "smallest"]

Set = frozenset[int]


def disjoint(sets: Sequence[Set]) -> list[int]:
    """Positions of sets no two of which have an element in common, small ones first; not always as
    many as there could be.
    """
    taken: set[int] = set()
    chosen = []
    for k in sorted(range(len(sets)), key=lambda k: len(sets[k])):
        if taken.isdisjoint(sets[k]):
            taken |= sets[k]
            chosen.append(k)
    return sorted(chosen)


def smallest(sets: Sequence[Set], most: int = 1_000_000) -> Set | None:
    """A set of least size that meets all of the sets, none of which may be empty. None after
    ``most`` cases.

    Cases: which element of a smallest set is the first to be chosen, the others before it being
    left out. A case ends where as many disjoint sets are left as the best known has elements.
    """
    best = _greedy(sets)
    left = [most]

    def search(sets: list[Set], chosen: list[int]) -> None:
        nonlocal best
        if not sets:
            best = frozenset(chosen)
            return
        left[0] -= 1
        if left[0] < 0 or len(chosen) + len(disjoint(sets)) >= len(best):
            return
        shortest = min(sets, key=len)
        count = Counter(x for one in sets for x in one)
        out: set[int] = set()
        for x in sorted(shortest, key=lambda x: (-count[x], x)):
            rest = [one - out for one in sets if x not in one]
            if all(rest):
                search(_essential(rest), [*chosen, x])
            out.add(x)

    search(_essential(sets), [])
    return None if left[0] < 0 else best


def needed(sets: Sequence[Set], least: int, most: int = 1_000_000) -> list[int] | None:
    """Positions of sets that ``least`` elements are needed to meet, disjoint ones if they suffice,
    else none that can be left out; None if all of them do not suffice.
    """
    if len(apart := disjoint(sets)) >= least:
        return apart[:least]
    kept = list(range(len(sets)))
    found = smallest(sets, most)
    if found is None or len(found) < least:
        return None
    for k in range(len(sets)):
        rest = [j for j in kept if j != k]
        found = smallest([sets[j] for j in rest], most)
        if found is not None and len(found) >= least:
            kept = rest
    return kept


def _essential(sets: Sequence[Set]) -> list[Set]:
    """The sets without elements in whose place another one meets as many of them."""
    where: dict[int, int] = {}
    for place, one in enumerate(sets):
        for x in one:
            where[x] = where.get(x, 0) | 1 << place
    least = {bits: x for x, bits in sorted(where.items(), reverse=True)}
    kept = frozenset(
        x for bits, x in least.items() if not any(bits & other == bits != other for other in least)
    )
    return [one & kept for one in sets]


def _greedy(sets: Sequence[Set]) -> Set:
    """A hitting set by an element of most of the sets that are left, again and again."""
    chosen: set[int] = set()
    while rest := [one for one in sets if chosen.isdisjoint(one)]:
        count = Counter(x for one in rest for x in one)
        chosen.add(max(count, key=lambda x: (count[x], -x)))
    return frozenset(chosen)
