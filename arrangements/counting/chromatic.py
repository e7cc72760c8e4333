"""Whitney numbers of a graphical arrangement, whose rows are multiples of e_i - e_j: the
coefficients of the chromatic polynomial.

Vertices are coloured one after the other. The rest of the graph depends only on which of the
vertices with neighbours to come have equal colours: a partition of these few, and for each
partition the number of colourings, a polynomial in the number t of colours. A new vertex gets the
colour of a class in which it has no neighbour, or one of the t - k others. So the work goes by the
vertices that are open at one time, not by flats: the dodecahedral graph has 481,745,520 acyclic
orientations, and at no time more than a few hundred partitions.

>>> whitney_numbers([(1, -1, 0), (0, 2, -2), (-3, 0, 3)], 3)
(1, 3, 2)
>>> whitney_numbers([(1, 1, 0)], 3) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arrangements.exact.numbers import Exact
from arrangements.running import report_progress

__all__ = ["MOST_PARTITIONS", "chromatic_polynomial", "edges_of_rows", "whitney_numbers"]

MOST_PARTITIONS = 100_000  # at one time: some seconds
_BEGINNINGS = 64  # vertices that an order is begun with


def whitney_numbers(
    rows: Iterable[Sequence[Exact]], d: int, most: int = MOST_PARTITIONS
) -> tuple[int, ...] | None:
    """W_0, .., W_r; None if the rows are not those of a graph on d vertices, or if more than
    ``most`` partitions are open at one time.
    """
    edges = edges_of_rows(rows)
    polynomial = None if edges is None else chromatic_polynomial(d, edges, most)
    if polynomial is None:
        return None
    numbers = [abs(c) for c in reversed(polynomial)]
    while not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def edges_of_rows(rows: Iterable[Sequence[Exact]]) -> set[tuple[int, int]] | None:
    """The edges i < j of the rows, if each is a multiple of e_i - e_j."""
    edges = set()
    for row in rows:
        ends = [k for k, x in enumerate(row) if x]
        if len(ends) != 2 or row[ends[0]] != -row[ends[1]]:
            return None
        edges.add((ends[0], ends[1]))
    return edges


def chromatic_polynomial(
    n: int, edges: set[tuple[int, int]], most: int = MOST_PARTITIONS
) -> tuple[int, ...] | None:
    """The coefficients, constant term first; None if more than ``most`` partitions are open at one
    time.
    """
    neighbours: list[set[int]] = [set() for _ in range(n)]
    for i, j in edges:
        neighbours[i].add(j)
        neighbours[j].add(i)
    # The value at one large t holds all coefficients: in size these are below 2^edges, the sum of
    # all being at most that.
    bits = len(edges) + 2
    t = 1 << bits
    counts: dict[tuple[tuple[int, ...], ...], int] = {(): 1}
    done: set[int] = set()
    for k, v in enumerate(_order(neighbours)):
        report_progress("partitions of open vertices", k / n)
        done.add(v)
        closed = {u for u in {v, *neighbours[v]} if u in done and neighbours[u] <= done}
        after: dict[tuple[tuple[int, ...], ...], int] = {}
        for classes, count in counts.items():
            free = [c for c in classes if neighbours[v].isdisjoint(c)]
            for chosen in [None, *free]:
                joined = [(*c, v) if c is chosen else c for c in classes] + (
                    [(v,)] if chosen is None else []
                )
                cliques = sorted(tuple(sorted(u for u in c if u not in closed)) for c in joined)
                key = tuple(c for c in cliques if c)
                after[key] = after.get(key, 0) + (
                    count * (t - len(classes)) if chosen is None else count
                )
        counts = after
        if len(counts) > most:
            return None
    (value,) = counts.values()
    coefficients = []
    for _ in range(n + 1):
        low = value & (t - 1)
        low -= t if low >> (bits - 1) else 0
        coefficients.append(low)
        value = (value - low) >> bits
    return tuple(coefficients)


def _order(neighbours: Sequence[set[int]]) -> list[int]:
    """All vertices, each chosen so that few are open after it, and of these the one longest known;
    the best of all beginnings.
    """
    n = len(neighbours)
    orders = (_begun_with(start, neighbours) for start in range(min(n, _BEGINNINGS)))
    return min(orders, default=(0, []))[1]


def _begun_with(start: int, neighbours: Sequence[set[int]]) -> tuple[int, list[int]]:
    """The cost of an order of vertices, about, and the order."""
    n = len(neighbours)
    left = [len(near) for near in neighbours]  # neighbours to come
    order: dict[int, None] = {}
    known = {start: 0}  # when a vertex was first next to a chosen one

    def opened(v: int) -> int:
        """How many more vertices are open once this one is chosen."""
        return (left[v] > 0) - sum(left[w] == 1 for w in neighbours[v] if w in order)

    size = cost = 0
    while len(order) < n:
        if not known:  # another component
            known = {next(v for v in range(n) if v not in order): 0}
        v = min(known, key=lambda u: (opened(u), known[u], u))
        size += opened(v)
        cost += 3**size
        order[v] = None
        del known[v]
        for w in neighbours[v]:
            left[w] -= 1
            if w not in order:
                known.setdefault(w, len(order))
    return cost, list(order)
