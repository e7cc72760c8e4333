"""Linear programs of an oriented matroid: an element g is infinity, f is the objective, the others
are hyperplanes.

The vertices of the program (g, f) are the cocircuits with + at g; neighbours on a line are joined,
from the one to the one where f is larger, or both ways where f is constant on the line. In
coordinates f has values, so no closed walk uses an edge along which it increases. An oriented
matroid without coordinates may have one (Edmonds, Fukuda and Mandel 1982). It is Euclidean if no
program has.

>>> is_euclidean(Signs(4, 2, [1] * 6))
True

Called by the methods of ``Chirotope``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

from arrangements.errors import BadInput
from arrangements.matroids.chirotopes.sign_vectors import cocircuits
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.running import report_progress
from arrangements.sign_text import opposite

__all__ = ["cycle", "is_euclidean"]

Lines = list[list[str]]  # for each line the cocircuits on it, one of each opposite pair


def is_euclidean(chi: Signs) -> bool:
    """Whether no closed walk has an edge along which f increases, whatever g and f are."""
    lines, pairs = _lines(chi), list(permutations(range(chi.n), 2))
    for k, (g, f) in enumerate(pairs):
        report_progress("programs", k / len(pairs))
        if _cycle(lines, g, f):
            return False
    return True


def cycle(chi: Signs, g: int, f: int) -> tuple[str, ...]:
    """Vertices of the program (g, f), each joined to the next and the last to the first by edges
    that never decrease f; none if there are no such that f increases on one."""
    if g == f:
        raise BadInput(f"elements of a program must differ, not both be {g}")
    return _cycle(_lines(chi), g, f)


def _cycle(lines: Lines, g: int, f: int) -> tuple[str, ...]:
    """The shortest."""
    import networkx

    graph = networkx.DiGraph()
    rising = []
    for start, end, increases in _edges(lines, g, f):
        graph.add_edge(start, end)
        if increases:
            rising.append((start, end))
    component = {
        vertex: k
        for k, part in enumerate(networkx.strongly_connected_components(graph))
        for vertex in part
    }
    back = [
        tuple(networkx.shortest_path(graph, end, start))
        for start, end in rising
        if component[start] == component[end]
    ]
    return min(back, key=len, default=())


def _edges(lines: Lines, g: int, f: int) -> Iterator[tuple[str, str, bool]]:
    """Start, end, and whether f increases, for neighbours on a line."""
    for line in lines:
        at_infinity = [vertex for vertex in line if vertex[g] == "0"]
        if len(at_infinity) != 1:  # the line lies in g
            continue
        (way,) = at_infinity
        way = opposite(way) if way[f] == "-" else way
        vertices = [
            vertex if vertex[g] == "+" else opposite(vertex) for vertex in line if vertex[g] != "0"
        ]
        vertices.sort(
            key=lambda vertex: sum(
                sign == towards != "0" for sign, towards in zip(vertex, way, strict=True)
            )
        )
        for start, end in pairwise(vertices):
            yield start, end, way[f] != "0"
            if way[f] == "0":
                yield end, start, False


def _lines(chi: Signs) -> Lines:
    """The cocircuits that vanish on each flat of corank two."""
    vertices = cocircuits(chi)
    zeros = [sum(1 << e for e, sign in enumerate(vertex) if sign == "0") for vertex in vertices]
    flats = sorted(
        {one & other for one, other in combinations(zeros, 2)}, key=int.bit_count, reverse=True
    )
    largest: list[int] = []
    for flat in flats:
        if not any(flat & other == flat for other in largest):
            largest.append(flat)
    return [
        [vertex for vertex, zero in zip(vertices, zeros, strict=True) if zero & flat == flat]
        for flat in largest
    ]
