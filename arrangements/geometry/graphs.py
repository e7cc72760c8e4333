"""Neighbours of topes, rankings, labels and faces, as networkx graphs: regions across a hyperplane,
labels that tie for the top, flats below flats.

- ``tope_graph``: one vertex for each sign vector, an edge where two regions share a wall. Connected
  and bipartite; in rank 2 a cycle; the degree of a vertex is the number of walls of its region, at
  least the rank.
- ``ranking_graph``: the same for rankings. For n labels whose rows are affinely independent it is
  the permutohedron: n! vertices of degree n - 1.
- ``tie_graph``: one vertex for each label, an edge where two labels can tie for the top, ahead of
  all others. In the plane a cycle of the corners of the convex hull.
- ``face_poset``: the faces, with an edge from each to those around it that it is a facet of.
- ``flat_lattice``: the flats of a configuration and their covering relation, upwards. Its Möbius
  function gives the Whitney numbers.

Vertices are texts ("+-+", "a>c>b", labels); those of the lattice are tuples of labels. Attributes
are texts, numbers and truth values, so GraphML takes them.

>>> from arrangements import Configuration
>>> triangle = Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "c"])
>>> graph = tope_graph(triangle)
>>> sorted(graph["+++"]), graph.edges["+++", "-++"]
(['+-+', '-++'], {'crosses': 'a'})
>>> sorted(ranking_graph(triangle)["c>a>b"].items())
[('a>c>b', {'crosses': 'a-c'}), ('c>b>a', {'crosses': 'a-b'})]
>>> sorted(tie_graph(triangle).edges)
[('a', 'b'), ('a', 'c'), ('b', 'c')]
>>> [(flat, facts["rank"], facts["mobius"]) for flat, facts in flat_lattice(triangle).nodes(data=True)]
[((), 0, 1), (('a',), 1, -1), (('b',), 1, -1), (('c',), 1, -1), (('a', 'b', 'c'), 2, 2)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from arrangements.errors import LimitReached
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.patterns import (
    CovectorPattern,
    RankingPattern,
    SignPattern,
    WeakRankingPattern,
)
from arrangements.running.validated import CHIROTOPE, CONFIGURATION, a, either, validated
from arrangements.sign_text import as_word

if TYPE_CHECKING:
    import networkx

    from arrangements.matroids.chirotope import Chirotope

__all__ = [
    "MAX_FACES",
    "MAX_FLATS",
    "MAX_VERTICES",
    "face_poset",
    "flat_lattice",
    "ranking_graph",
    "tie_graph",
    "tope_graph",
]

MAX_VERTICES = 1_000_000  # vertices of a graph of regions
MAX_FLATS = 100_000
MAX_FACES = 5_000


@validated(source=either(CONFIGURATION, CHIROTOPE, a("SignPattern")))
def tope_graph(
    source: Configuration | Chirotope | SignPattern,
    most: int = MAX_VERTICES,
    *,
    inputs: Inputs | None = None,
) -> networkx.Graph:
    """The graph of the strict sign vectors: an edge where they differ on one hyperplane.

    Vertex attribute ``positive``: the number of + signs. Edge attribute ``crosses``: the label of
    the hyperplane that lies between, or labels joined by ", " where rows are parallel. The pattern
    alone is enough: rows are parallel iff their signs always agree or always differ.

    >>> from arrangements import load
    >>> tope_graph(load("braid:3")).number_of_edges()
    6
    """
    if not isinstance(source, SignPattern):
        from arrangements.counting.regions import count_topes
        from arrangements.listing.patterns import sign_pattern

        if isinstance(source, Configuration):
            _demand("tope graph", "vertices", count_topes(source, inputs=inputs), most)
        source = sign_pattern(source, inputs=inputs)
    _demand("tope graph", "vertices", len(source), most)
    members = list(source)
    graph = _crossing(members, [as_word(m) for m in members], source.labels)
    for member, facts in graph.nodes(data=True):
        facts["positive"] = member.count("+")
    return graph


@validated(source=either(CONFIGURATION, a("RankingPattern")))
def ranking_graph(
    source: Configuration | RankingPattern,
    most: int = MAX_VERTICES,
    *,
    inputs: Inputs | None = None,
) -> networkx.Graph:
    """The graph of the strict rankings: an edge where they differ by crossing one hyperplane <u_i -
    u_j, x> = 0.

    Vertex attribute ``winner``. Edge attribute ``crosses``: the pair "a-b" that changes places, or
    pairs joined by ", " where several differences are parallel.

    >>> from arrangements import load
    >>> len(ranking_graph(load("paper/H.1-A")))
    14
    """
    if isinstance(source, Configuration):
        from arrangements.counting.regions import count_rankings
        from arrangements.listing.patterns import ranking_pattern

        _demand("ranking graph", "vertices", count_rankings(source, inputs=inputs), most)
        source = ranking_pattern(source, inputs=inputs)
    _demand("ranking graph", "vertices", len(source), most)
    pairs = list(combinations(range(len(source.labels)), 2))
    words = []
    for ranking in source.indices().tolist():
        place = {label: k for k, label in enumerate(ranking)}
        words.append(int("0" + "".join("1" if place[i] < place[j] else "0" for i, j in pairs), 2))
    members = list(source.strings())
    graph = _crossing(members, words, [f"{source.labels[i]}-{source.labels[j]}" for i, j in pairs])
    for member, ranking in zip(members, source, strict=True):
        graph.nodes[member]["winner"] = ranking[0] if ranking else ""
    return graph


@validated(source=either(CONFIGURATION, a("RankingPattern")))
def tie_graph(
    source: Configuration | RankingPattern, *, inputs: Inputs | None = None
) -> networkx.Graph:
    """The graph of the labels that can tie for the top: their decision regions share a boundary.

    Vertex attribute ``argmax``: whether the label can be first at all. From a configuration by
    exact linear programs, one for each pair of labels that can be first, in any dimension; from a
    pattern by its first two places.

    >>> from arrangements import load
    >>> sorted(tie_graph(load("paper/C.2"))["2"])
    ['1', '3']
    """
    import networkx

    graph = networkx.Graph()
    if isinstance(source, RankingPattern):
        first = set(source.argmax_labels())
        ties: Iterable[tuple[str, str]] = source.ties()
    else:
        from arrangements.decide import decide_argmax, decide_tie

        first = {label for label in source.labels if decide_argmax(source, label, inputs=inputs)[0]}
        # On the border of inputs a label may tie that is first nowhere.
        candidates = combinations(
            [label for label in source.labels if label in first or inputs is not None], 2
        )
        ties = [pair for pair in candidates if decide_tie(source, pair, inputs=inputs)[0]]
    graph.add_nodes_from((label, {"argmax": label in first}) for label in source.labels)
    graph.add_edges_from(ties)
    return graph


@validated(source=either(CONFIGURATION, a("CovectorPattern"), a("WeakRankingPattern")))
def face_poset(
    source: Configuration | CovectorPattern | WeakRankingPattern, most: int = MAX_FACES
) -> networkx.DiGraph:
    """The faces by the conformal order: a face lies on the border of another if its signs are those
    of the other with more zeros.

    Of a configuration the sign vectors with zeros; of a pattern its members, where only members can
    lie between two. Vertex attribute ``nonzero``: how many signs are not 0, or how many pairs of
    labels do not tie.

    >>> from arrangements import load
    >>> poset = face_poset(load("braid:3"))
    >>> sorted(poset["000"]), poset.number_of_edges()
    (['++0', '+0-', '--0', '-0+', '0++', '0--'], 18)
    """
    import networkx

    if isinstance(source, Configuration):
        from arrangements.listing.faces import covector_pattern

        source = covector_pattern(source)
    _demand("face poset", "faces", len(source), most)
    graph = networkx.DiGraph()
    lower: list[tuple[int, str]] = []
    for word, member in sorted(
        zip(map(_nonzero, _sign_rows(source)), source.strings(), strict=True),
        key=lambda item: item[0].bit_count(),
    ):
        covered: list[int] = []
        graph.add_node(member, nonzero=word.bit_count())
        for other, name in reversed(lower):
            if not other & ~word and not any(not other & ~cover for cover in covered):
                covered.append(other)
                graph.add_edge(name, member)
        lower.append((word, member))
    return graph


def _sign_rows(source: CovectorPattern | WeakRankingPattern) -> Iterable[list[int]]:
    """Signs of the elements, or of all pairs of labels."""
    rows: list[list[int]] = source.integers().tolist()
    if isinstance(source, CovectorPattern):
        return rows
    return ([(a < b) - (a > b) for a, b in combinations(row, 2)] for row in rows)


def _nonzero(signs: Iterable[int]) -> int:
    """A bit for each + and one for each -."""
    return sum(1 << (2 * k + (sign < 0)) for k, sign in enumerate(signs) if sign)


@validated
def flat_lattice(configuration: Configuration, most: int = MAX_FLATS) -> networkx.DiGraph:
    """The flats, non-empty intersections of hyperplanes, with an edge from each to those next to it
    that are contained in it.

    Vertices are tuples of the labels of the rows that vanish there, by increasing rank. Attributes
    ``rank``; ``mobius``, the Möbius function from the least flat, whose absolute sums over each
    rank are the Whitney numbers; ``members``, the labels joined by ", ". Zero rows lie in the least
    flat, and the graph then describes the configuration without them. Without offsets it is a
    lattice.

    >>> from arrangements import load
    >>> len(flat_lattice(load("braid:4")))
    15
    """
    import networkx

    from arrangements.geometry.flats import intersections

    poset = intersections(configuration, most)
    graph = networkx.DiGraph()
    for flat in poset.flats:
        graph.add_node(
            flat.labels, rank=flat.rank, mobius=flat.mobius, members=", ".join(flat.labels)
        )
    graph.add_edges_from((lower.labels, upper.labels) for lower, upper in poset.covers())
    return graph


def _demand(what: str, things: str, count: int, most: int) -> None:
    if count > most:
        raise LimitReached(f"{what} must have at most {most:,} {things}, not {count:,}")


def _crossing(members: Sequence[str], words: Sequence[int], names: Sequence[str]) -> networkx.Graph:
    """The graph on the members, adjacent where their words differ on all bits of one class of names
    and on no other.
    """
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(members)
    at = dict(zip(words, members, strict=True))
    for mask, crosses in _classes(words, names):
        for word, member in at.items():
            if word & mask < (word ^ mask) & mask and (other := at.get(word ^ mask)) is not None:
                graph.add_edge(member, other, crosses=crosses)
    return graph


def _classes(words: Sequence[int], names: Sequence[str]) -> list[tuple[int, str]]:
    """Bits that always agree or always differ belong to one hyperplane: its mask, and its names."""
    n = len(names)
    if not words or not names:
        return []
    # The column of a bit over all words, complemented if it starts with 1.
    columns: dict[int, list[int]] = {}
    texts = [f"{word ^ words[0]:0{n}b}" for word in words]
    for k, column in enumerate(zip(*texts, strict=True)):
        columns.setdefault(int("".join(column), 2), []).append(k)
    return [
        (sum(1 << (n - 1 - k) for k in group), ", ".join(names[k] for k in group))
        for group in columns.values()
    ]
