"""Graphs by name or from a file, which stand for graphic arrangements: vertices with labels, and
edges with signs.

Names: those of networkx's small graphs (``petersen``), ``K5`` (complete), ``K3,4`` (complete
bipartite), ``C5`` (cycle), ``P5`` (path), ``W5`` (wheel of 5 vertices), ``Q3`` (cube). Files:
whatever ``io.readers.graph_files`` reads. An edge stands once, with its ends in order.

>>> edges_of("C3").edges
[(0, 1, 1), (0, 2, 1), (1, 2, 1)]
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.entry_table import check_shape

if TYPE_CHECKING:
    import networkx

__all__ = ["SMALL", "Graph", "edges_of"]

SMALL = (
    *(
        "bull",
        "chvatal",
        "cubical",
        "desargues",
        "diamond",
        "dodecahedral",
        "frucht",
        "heawood",
        "hoffman-singleton",
        "house",
    ),
    *(
        "icosahedral",
        "krackhardt-kite",
        "moebius-kantor",
        "octahedral",
        "pappus",
        "petersen",
        "tetrahedral",
        "truncated-cube",
    ),
    *("truncated-tetrahedron", "tutte"),
)


class Graph(NamedTuple):
    """Names of the vertices, and edges (i, j, sign) with i <= j by their places."""

    name: str
    vertices: list[str]
    edges: list[tuple[int, int, int]]


def edges_of(name: str, signed: bool = False) -> Graph:
    """The graph of this name or file. ``signed``: with loops, and with the attribute ``sign`` of
    edges, or both signs of each without.

    ValueError for what is neither a name nor a file.
    """
    graph = _made(name)
    names = [str(vertex) for vertex in graph]
    if all(name.isdecimal() for name in names) and "0" in names:
        names = [str(int(name) + 1) for name in names]
    if len(set(names)) < len(names):
        raise BadInput(f"vertices must have distinct names, not {short_repr(names)} ({name})")
    check_shape((1 + signed) * graph.number_of_edges(), len(names), name)
    place = {vertex: i for i, vertex in enumerate(graph)}
    edges: set[tuple[int, int, int]] = set()
    for a, b, facts in graph.edges(data=True):
        i, j = sorted((place[a], place[b]))
        if not signed:
            if i != j:
                edges.add((i, j, 1))
            else:
                raise BadInput(
                    f"graph must have no loop, such as that at {short_repr(names[i])} ({name})"
                )
        else:
            edges.update((i, j, sign) for sign in _signs(facts.get("sign"), i == j, name))
    return Graph(name, names, sorted(edges, key=lambda edge: (edge[0], edge[1], -edge[2])))


def _signs(given: object, loop: bool, name: str) -> tuple[int, ...]:
    if loop:
        return (1,)
    if given is None:
        return (1, -1)
    known = {"1": 1, "+": 1, "+1": 1, "-1": -1, "-": -1}
    if str(given) not in known:
        raise BadInput(f"sign of an edge must be 1 or -1, not {short_repr(given)} ({name})")
    return (known[str(given)],)


def _made(name: str) -> networkx.Graph:
    if match := re.fullmatch("([KCPWQ])([0-9]{1,3})", name):
        import networkx

        size = int(match[2])
        makers = {
            "K": networkx.complete_graph,
            "C": networkx.cycle_graph,
            "P": networkx.path_graph,
            "W": networkx.wheel_graph,
            "Q": lambda d: networkx.convert_node_labels_to_integers(networkx.hypercube_graph(d)),
        }
        if size < {"C": 3, "W": 4}.get(match[1], 1) or (match[1] == "Q" and size > 10):
            raise ValueError
        check_shape(size * size if match[1] == "K" else size, size, name)
        return makers[match[1]](size)
    if match := re.fullmatch("K([0-9]{1,3}),([0-9]{1,3})", name):
        import networkx

        check_shape(int(match[1]) * int(match[2]), int(match[1]) + int(match[2]), name)
        return networkx.complete_bipartite_graph(int(match[1]), int(match[2]))
    if name in SMALL:
        import networkx

        return getattr(networkx, f"{name.replace('-', '_')}_graph")()
    if "\0" in name or not os.path.lexists(name):
        raise ValueError
    from arrangements.io.readers.graph_files import read_graph

    return read_graph(name)
