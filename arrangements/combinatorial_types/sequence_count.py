"""The number of classes of allowable sequences without a list of them, by the lemma that is not
Burnside's.

The 4m readings of m changes and their mirror images, from any change and in both senses, act on the
sequences of m changes. A sequence that a reading leaves as it is consists of one part, repeated or
mirrored, and a part is a shortest path between permutations of the places. So paths are counted, by
their length and their end.

>>> [number_of_sequences(n) for n in (3, 4, 5)]
[1, 5, 155]
>>> [number_of_sequences(n, simple=True) for n in (3, 4, 5, 6)]
[1, 2, 20, 4888]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, compress, pairwise, product
from math import gcd

__all__ = ["number_of_sequences"]

Permutation = tuple[int, ...]
Paths = dict[Permutation, Counter[int]]


def _times(p: Permutation, q: Permutation) -> Permutation:
    """p(q(k))."""
    return tuple(p[k] for k in q)


def _inverse(p: Permutation) -> Permutation:
    return tuple(sorted(range(len(p)), key=p.__getitem__))


@cache
def _inversions(p: Permutation) -> int:
    return sum(a > b for a, b in combinations(p, 2))


def _changes(n: int) -> list[Permutation]:
    """All ways to reverse disjoint blocks of neighbours, as permutations."""
    changes = []
    for cuts in product((False, True), repeat=n - 1):
        ends = [0, *compress(range(1, n), cuts), n]
        changes.append(tuple(k for a, b in pairwise(ends) for k in range(a, b)[::-1]))
    return [change for change in changes if change != tuple(range(n))]


def _paths(n: int, changes: list[Permutation]) -> Paths:
    """To each permutation the numbers of products of so many changes that reverse no pair twice."""
    paths: Paths = defaultdict(Counter)
    paths[tuple(range(n))][0] = 1
    levels: dict[int, set[Permutation]] = defaultdict(set)
    levels[0] = set(paths)
    for level in range(n * (n - 1) // 2):
        for p in levels[level]:
            for change in changes:
                q = _times(p, change)
                if _inversions(q) == level + _inversions(change):
                    levels[_inversions(q)].add(q)
                    for steps, number in paths[p].items():
                        paths[q][steps + 1] += number
    return paths


@cache
def number_of_sequences(n: int, simple: bool = False) -> int:
    """How many classes of two changes or more n labels have; ``simple``: of one pair at a time."""
    full = n * (n - 1) // 2
    turned = tuple(range(n))[::-1]
    changes = _changes(n)
    symmetric = [c for c in changes if _times(turned, _times(c, turned)) == c]
    paths, narrow = _paths(n, changes), _paths(n, symmetric)
    total = 0
    for m in [full] * (full > 1) if simple else range(2, full + 1):
        fixed = sum(
            _repeated(m, gcd(shift, 2 * m), paths, narrow, turned) for shift in range(2 * m)
        )
        fixed += m * _reflected(m, paths, changes, symmetric, turned)
        if fixed % (4 * m):
            raise ArithmeticError(
                f"number of fixed sequences must be divisible by {4 * m}, not be {fixed}"
            )
        total += fixed // (4 * m)
    return total


def _repeated(m: int, period: int, paths: Paths, narrow: Paths, turned: Permutation) -> int:
    """The sequences that are the same after ``period`` changes, a divisor of 2m."""
    if m % period == 0:  # m / period equal parts, each its own mirror image
        count, ways, end = m // period, narrow, turned
    else:  # parts of half the period, each followed by its mirror image, an odd number of them
        period //= 2
        count, ways, end = m // period, paths, tuple(sorted(turned))
    total = 0
    for p, numbers in ways.items():
        if numbers[period] and _inversions(p) * count == len(turned) * (len(turned) - 1) // 2:
            factor = p if end == turned else _times(p, turned)
            whole = factor
            for _ in range(count - 1):
                whole = _times(whole, factor)
            total += numbers[period] * (whole == end)
    return total


def _reflected(
    m: int,
    paths: Paths,
    changes: list[Permutation],
    symmetric: list[Permutation],
    turned: Permutation,
) -> int:
    """The sequences that are the same backwards from a given change c: c, u, the middle if m is
    even, then u mirrored and backwards.

    The product is the opposite order if c u middle turned = u. Backwards from between two changes
    there is none: it would need a middle that turns all.
    """
    full, half = len(turned) * (len(turned) - 1) // 2, (m - 1) // 2
    middles = [tuple(sorted(turned))] if m % 2 else symmetric
    total = 0
    for u, numbers in paths.items():
        if not numbers[half]:
            continue
        for middle in middles:
            rest = full - 2 * _inversions(u) - _inversions(middle)
            # c is the one permutation for which this holds.
            c = _times(u, _inverse(_times(u, _times(middle, turned))))
            if _inversions(c) == rest and c in changes:
                total += numbers[half]
    return total
