"""Formats of other programs on the same mathematics: TOPCOM, polymake, GraphML and DOT. They hold
less than the table, or something else, and are not read back as tables.

- TOPCOM: the chirotope, ``n,r:`` and signs. It determines the sign pattern; ``points2chiro`` prints
  the same, ``arrangements chirotope - --signs`` reads it.
- polymake: a ``HyperplaneArrangement`` of application fan in polymake's JSON, with the rows as
  ``HYPERPLANES`` (rational ones only).
- GraphML and DOT: the graph of the regions for kinds sign and ranking, of faces and their facets
  for covectors and weak rankings (``nonzero`` grows upwards), the tie graph for kind ties, with
  labels as attributes.

>>> dot_text('a"b')
'"a\\\\"b"'
"""

from __future__ import annotations

import io
import json
import unicodedata
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput
from arrangements.io.tables.table import Table
from arrangements.io.tables.typeset import INVISIBLE
from arrangements.io.writers import plain
from arrangements.layers.configuration import Configuration
from arrangements.layers.patterns import (
    CovectorPattern,
    RankingPattern,
    SignPattern,
    WeakRankingPattern,
)
from arrangements.layers.patterns.pattern_graphs import (
    graph_of_rankings,
    graph_of_signs,
    poset_of_faces,
)

if TYPE_CHECKING:
    import networkx

__all__ = ["dot", "dot_text", "graph_of", "graphml", "polymake", "topcom"]


def topcom(configuration: Configuration) -> bytes:
    """The chirotope in TOPCOM's format."""
    from arrangements.matroids.chirotopes import chirotope

    return chirotope(configuration).to_topcom().encode()


def polymake(configuration: Configuration) -> bytes:
    """The arrangement as a file for polymake's ``load``."""
    return plain.polymake(configuration).encode()


def graph_of(table: Table) -> networkx.Graph:
    """The graph that belongs to the table, with vertices in canonical order."""
    if isinstance(table.body, SignPattern):
        return graph_of_signs(table.body)
    if isinstance(table.body, RankingPattern):
        return graph_of_rankings(table.body)
    if isinstance(table.body, CovectorPattern | WeakRankingPattern):
        return poset_of_faces(table.body).to_undirected()
    if table.kind != "ties":
        raise BadInput(f"kind must be of regions, of faces, or ties for a graph, not {table.kind}")
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(table.labels)
    graph.add_edges_from(table.members())
    return graph


def _named(
    table: Table,
) -> tuple[list[tuple[str, dict[str, Any]]], list[tuple[str, str, dict[str, Any]]]]:
    """Vertices n1, n2, ... with what they stand for as attribute ``label``, and edges in the order
    of their ends.
    """
    graph = graph_of(table)
    names = {vertex: f"n{i}" for i, vertex in enumerate(graph, 1)}
    place = {vertex: i for i, vertex in enumerate(graph)}
    vertices = [
        (names[vertex], {"label": vertex, **facts}) for vertex, facts in graph.nodes(data=True)
    ]
    ends = []
    for a, b, facts in graph.edges(data=True):
        low, high = sorted((place[a], place[b]))
        ends.append((low, high, facts))
    ends.sort(key=lambda edge: edge[:2])
    return vertices, [(f"n{low + 1}", f"n{high + 1}", facts) for low, high, facts in ends]


def graphml(table: Table) -> bytes:
    """The graph as GraphML; the head is the graph's attribute ``arrangements``."""
    import networkx

    vertices, edges = _named(table)
    graph = networkx.Graph(arrangements=json.dumps(table.head()))
    graph.add_nodes_from(vertices)
    graph.add_edges_from(edges)
    out = io.BytesIO()
    networkx.write_graphml_xml(graph, out, prettyprint=True)
    return out.getvalue() + b"\n"


def dot(table: Table) -> bytes:
    """The graph for Graphviz."""
    vertices, edges = _named(table)
    lines = [
        "// " + json.dumps(table.head()),
        "graph {",
        '  node [shape=box, fontname="monospace"];',
    ]
    lines += [f"  {name} [label={dot_text(facts['label'])}];" for name, facts in vertices]
    lines += [
        f"  {a} -- {b}" + (f" [label={dot_text(facts['crosses'])}];" if "crosses" in facts else ";")
        for a, b, facts in edges
    ]
    return ("\n".join([*lines, "}"]) + "\n").encode()


def dot_text(value: str) -> str:
    """A text between quotes; a backslash would begin an escape of Graphviz, and ``&`` an entity of
    HTML. Invisible characters are entities."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return (
        '"'
        + "".join(f"&#{ord(c)};" if unicodedata.category(c) in INVISIBLE else c for c in escaped)
        + '"'
    )
