"""A test of numbers of regions that shares nothing with how they were counted: congruences, by
Burnside's lemma.

A group that permutes the hyperplanes permutes the regions. A region that g fixes holds a point that
g fixes (the mean of any point's images), so the regions that g fixes are those of the arrangement's
restriction to the space that g fixes, and none if that space lies in a hyperplane. The sum of their
numbers over the group must be divisible by the group's order; the quotient is the number of regions
up to symmetry. Only the identity asks for the number under test, and other elements with few cycles
for small arrangements.

- Resonance arrangement of dimension d, in the space of x_0 + .. + x_d = 0, where its hyperplanes
  are the sums over subsets: the d + 1 coordinates may be permuted. A permutation with cycles of
  lengths l fixes what is constant on each: the forms are sum m_i y_i with 0 <= m_i <= l_i, in the
  space of sum l_i y_i = 0. Regions come in opposite pairs, and minus a permutation fixes none if d
  + 1 is odd: some cycle is odd, and its coordinates would be 0.
- Threshold arrangement of dimension d, all signs of x_1, .., x_d: signed permutations. A negative
  cycle fixes zero only; positive ones of lengths l leave the forms sum m_i y_i with m_i = -l_i,
  -l_i + 2, .., l_i.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import gcd

from arrangements import Configuration
from arrangements.counting.whitney import whitney_numbers

Lengths = tuple[int, ...]  # of cycles, falling
Permutation = tuple[int, ...]

# Subgroups of the permutations of eleven letters whose elements but the identity have at most seven
# cycles, as cycles of generators. M11 has the order 7920 = 16 * 9 * 5 * 11; the others have 27, 25
# and 7.
ELEVEN = {
    "M11": (((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),), ((2, 6, 10, 7), (3, 9, 4, 5))),
    "27": (((0, 1, 2), (5, 4, 3)), ((3, 4, 5), (8, 7, 6)), ((0, 3, 6), (1, 4, 7), (2, 5, 8))),
    "25": (((0, 1, 2, 3, 4),), ((5, 6, 7, 8, 9),)),
    "7": (((0, 1, 2, 3, 4, 5, 6),),),
}


def closure(generators: Sequence[Sequence[Sequence[int]]], letters: int) -> set[Permutation]:
    """The group that permutations, given by their cycles, generate.

    >>> len(closure([[(0, 1)], [(0, 1, 2, 3)]], 4))
    24
    """
    steps = []
    for cycles in generators:
        step = list(range(letters))
        for cycle in cycles:
            for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
                step[here] = there
        steps.append(tuple(step))
    found = {tuple(range(letters))}
    fresh = found
    while fresh:
        fresh = {tuple(step[x] for x in g) for g in fresh for step in steps} - found
        found |= fresh
    return found


def cycle_types(group: set[Permutation]) -> Counter[Lengths]:
    """
    >>> sorted(cycle_types(closure([[(0, 1, 2)]], 4)).items())
    [((1, 1, 1, 1), 1), ((3, 1), 2)]
    """
    return Counter(tuple(sorted(map(len, _cycles(g)), reverse=True)) for g in group)


def _cycles(g: Permutation) -> Iterator[list[int]]:
    left = set(range(len(g)))
    while left:
        cycle = [left.pop()]
        while (following := g[cycle[-1]]) != cycle[0]:
            cycle.append(following)
            left.remove(following)
        yield cycle


def resonance_sum(group: set[Permutation], whole: int) -> int:
    """The sum over the group of the regions fixed, ``whole`` by the identity."""
    return sum(times * _resonance(lengths, whole) for lengths, times in cycle_types(group).items())


def threshold_sum(group: set[Permutation], whole: int) -> int:
    """The same with all signs: in each cycle of a permutation half of them make it negative."""
    total = 0
    for lengths, times in cycle_types(group).items():
        for count in range(1, len(lengths) + 1):
            for positive, ways in Counter(combinations(lengths, count)).items():
                total += (
                    times
                    * ways
                    * 2 ** (sum(lengths) - len(lengths))
                    * _threshold(positive, sum(lengths), whole)
                )
    return total


def _resonance(lengths: Lengths, whole: int) -> int:
    return whole if lengths[0] == 1 else resonance_restriction(lengths)


def _threshold(positive: Lengths, coordinates: int, whole: int) -> int:
    return whole if len(positive) == coordinates else threshold_restriction(positive)


@cache
def threshold_restriction(lengths: Lengths) -> int:
    """
    >>> threshold_restriction((1, 1, 1)), threshold_restriction((2, 1)), threshold_restriction((2, 2))
    (14, 6, 0)
    """
    return _regions(list(product(*(range(-length, length + 1, 2) for length in lengths))))


@cache
def resonance_restriction(lengths: Lengths) -> int:
    """
    >>> resonance_restriction((1, 1, 1)), resonance_restriction((2, 1)), resonance_restriction((3,))
    (6, 2, 0)
    """
    *free, last = lengths
    # last * (the form), where last * y_last = - sum of the others' l_i y_i.
    forms = [
        tuple(last * m - m_last * length for m, length in zip(ms, free, strict=True))
        for *ms, m_last in product(*(range(length + 1) for length in lengths))
        if any((*ms, m_last)) and (*ms, m_last) != lengths
    ]
    return _regions(forms) if free else 0


def _regions(forms: list[Lengths]) -> int:
    """Of the arrangement of these forms; none if one of them is zero."""
    if not all(any(form) for form in forms):
        return 0
    return sum(whitney_numbers(Configuration(sorted({_primitive(form) for form in forms}))))


def _primitive(form: Lengths) -> Lengths:
    scale = gcd(*form) * (1 if next(filter(None, form)) > 0 else -1)
    return tuple(x // scale for x in form)
