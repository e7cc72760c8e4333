"""Neighbours of the members of a pattern, as networkx graphs. The pattern alone is enough: rows are
parallel iff their signs always agree or always differ.

>>> from arrangements import load, sign_pattern
>>> graph = graph_of_signs(sign_pattern(load("braid:3")))
>>> graph.number_of_edges(), sorted(graph["+++"])
(6, ['++-', '-++'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from arrangements.errors import LimitReached
from arrangements.layers.patterns.covectors import CovectorPattern
from arrangements.layers.patterns.rankings import RankingPattern
from arrangements.layers.patterns.signs import SignPattern
from arrangements.layers.patterns.weak_rankings import WeakRankingPattern
from arrangements.sign_text import as_word

if TYPE_CHECKING:
    import networkx

__all__ = [
    "MAX_FACES",
    "MAX_VERTICES",
    "demand_size",
    "graph_of_rankings",
    "graph_of_signs",
    "poset_of_faces",
]

MAX_VERTICES = 1_000_000  # vertices of a graph of regions
MAX_FACES = 5_000


def graph_of_signs(source: SignPattern, most: int = MAX_VERTICES) -> networkx.Graph:
    """The sign vectors, with an edge where two differ on one hyperplane. Attributes as in
    ``arrangements.tope_graph``.
    """
    demand_size("tope graph", "vertices", len(source), most)
    members = list(source)
    graph = _crossing(members, [as_word(m) for m in members], source.labels)
    for member, facts in graph.nodes(data=True):
        facts["positive"] = member.count("+")
    return graph


def graph_of_rankings(source: RankingPattern, most: int = MAX_VERTICES) -> networkx.Graph:
    """The rankings, with an edge where two differ by crossing one hyperplane. Attributes as in
    ``arrangements.ranking_graph``.
    """
    demand_size("ranking graph", "vertices", len(source), most)
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


def poset_of_faces(
    source: CovectorPattern | WeakRankingPattern, most: int = MAX_FACES
) -> networkx.DiGraph:
    """The members by the conformal order, as in ``arrangements.face_poset``; only members can lie
    between two.
    """
    import networkx

    demand_size("face poset", "faces", len(source), most)
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


def demand_size(what: str, things: str, count: int, most: int) -> None:
    """Raise ``LimitReached`` beyond the limit."""
    if count > most:
        raise LimitReached(f"{what} must have at most {most:,} {things}, not {count:,}")


def _sign_rows(source: CovectorPattern | WeakRankingPattern) -> Iterable[list[int]]:
    """Signs of the elements, or of all pairs of labels."""
    rows: list[list[int]] = source.integers().tolist()
    if isinstance(source, CovectorPattern):
        return rows
    return ([(a < b) - (a > b) for a, b in combinations(row, 2)] for row in rows)


def _nonzero(signs: Iterable[int]) -> int:
    """A bit for each + and one for each -."""
    return sum(1 << (2 * k + (sign < 0)) for k, sign in enumerate(signs) if sign)


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
