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

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.patterns import (
    CovectorPattern,
    RankingPattern,
    SignPattern,
    WeakRankingPattern,
)
from arrangements.layers.patterns.pattern_graphs import (
    MAX_FACES,
    MAX_VERTICES,
    demand_size,
    graph_of_rankings,
    graph_of_signs,
    poset_of_faces,
)
from arrangements.running.validated import CHIROTOPE, CONFIGURATION, a, either, validated

if TYPE_CHECKING:
    import networkx

    from arrangements.matroids.chirotopes import Chirotope

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

MAX_FLATS = 100_000


@validated(source=either(CONFIGURATION, CHIROTOPE, a("SignPattern")))
def tope_graph(
    source: Configuration | Chirotope | SignPattern,
    most: int = MAX_VERTICES,
    *,
    inputs: Inputs | None = None,
) -> networkx.Graph:
    """The graph of the strict sign vectors: an edge where they differ on one hyperplane.

    Parameters
    ----------
    source
        A configuration, an oriented matroid, or a sign pattern alone: rows are parallel iff their
        signs always agree or always differ.
    most
        How many vertices there may be.
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    A graph of texts. Vertex attribute *positive*: the number of + signs. Edge attribute *crosses*:
    the label of the hyperplane between, or labels joined by ", " where rows are parallel.

    Raises
    ------
    BadInput
        If an argument is not what it must be.
    LimitReached
        If there are more than ``most`` vertices.

    Examples
    --------
    >>> from arrangements import load
    >>> tope_graph(load("braid:3")).number_of_edges()
    6
    """
    if not isinstance(source, SignPattern):
        from arrangements.counting.region_counts import count_topes
        from arrangements.listing.patterns import sign_pattern

        if isinstance(source, Configuration):
            demand_size("tope graph", "vertices", count_topes(source, inputs=inputs), most)
        source = sign_pattern(source, inputs=inputs)
    return graph_of_signs(source, most)


@validated(source=either(CONFIGURATION, a("RankingPattern")))
def ranking_graph(
    source: Configuration | RankingPattern,
    most: int = MAX_VERTICES,
    *,
    inputs: Inputs | None = None,
) -> networkx.Graph:
    """The graph of the strict rankings: an edge where they differ on one hyperplane of a tie.

    Parameters
    ----------
    source
        A configuration, or a ranking pattern alone.
    most
        How many vertices there may be.
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    A graph of texts. Vertex attribute *winner*. Edge attribute *crosses*: the pair "a-b" that
    changes places across <u_a - u_b, x> = 0, or pairs joined by ", " where several differences are
    parallel.

    Raises
    ------
    BadInput
        If an argument is not what it must be.
    LimitReached
        If there are more than ``most`` vertices.

    Examples
    --------
    >>> from arrangements import load
    >>> len(ranking_graph(load("paper/H.1-A")))
    14
    """
    if isinstance(source, Configuration):
        from arrangements.counting.region_counts import count_rankings
        from arrangements.listing.patterns import ranking_pattern

        demand_size("ranking graph", "vertices", count_rankings(source, inputs=inputs), most)
        source = ranking_pattern(source, inputs=inputs)
    return graph_of_rankings(source, most)


@validated(source=either(CONFIGURATION, a("RankingPattern")))
def tie_graph(
    source: Configuration | RankingPattern, *, inputs: Inputs | None = None
) -> networkx.Graph:
    """The graph of the labels that can tie for the top: their decision regions share a boundary.

    Parameters
    ----------
    source
        A configuration of any dimension, by exact linear programs, or a ranking pattern, by its
        first two places.
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    A graph of labels. Vertex attribute ``argmax``: whether the label can be first at all.

    Raises
    ------
    BadInput
        If an argument is not what it must be.

    Examples
    --------
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
        from arrangements.decide.answers import decide_argmax, decide_tie

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
    """The faces by the conformal order: a face is on the border of another, with more zeros.

    Parameters
    ----------
    source
        A configuration, for its sign vectors with zeros, or a pattern, where only members can lie
        between two.
    most
        How many faces there may be.

    Returns
    -------
    A graph of texts, with an edge from each face to those that it is a facet of. Vertex attribute
    ``nonzero``: how many signs are not 0, or how many pairs of labels do not tie.

    Raises
    ------
    BadInput
        If an argument is not what it must be.
    LimitReached
        If there are more than ``most`` faces.

    Examples
    --------
    >>> from arrangements import load
    >>> poset = face_poset(load("braid:3"))
    >>> sorted(poset["000"]), poset.number_of_edges()
    (['++0', '+0-', '--0', '-0+', '0++', '0--'], 18)
    """
    if isinstance(source, Configuration):
        from arrangements.listing.faces import covector_pattern

        source = covector_pattern(source)
    return poset_of_faces(source, most)


@validated
def flat_lattice(configuration: Configuration, most: int = MAX_FLATS) -> networkx.DiGraph:
    """The flats, non-empty intersections of hyperplanes, by reverse inclusion.

    Parameters
    ----------
    configuration
        The hyperplanes; zero rows lie in the least flat, and the rest is as without them.
    most
        How many flats there may be.

    Returns
    -------
    A graph of tuples of labels, of the rows that vanish on the flat, by increasing rank, with an
    edge from each flat to those next to it that are contained in it. Attributes ``rank``;
    ``mobius``, the Möbius function from the least flat, whose absolute sums over each rank are the
    Whitney numbers; ``members``, the labels joined by ", ".

    Raises
    ------
    BadInput
        If an argument is not what it must be.
    LimitReached
        If there are more than ``most`` flats.

    Notes
    -----
    Without offsets it is a lattice.

    Examples
    --------
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
