"""The map of what determines what: a verdict for every ordered pair of invariants.

A verdict is *determines*, by a chain of proved arrows; *does not*, by the smallest counter-example, which is found anew; or *open*, with
how far was searched. ``draw`` gives the Hasse diagram: invariants that determine each other share a box, an arrow means "determines", and
what follows from other arrows is left out.

>>> verdict = settle("X(U)", "C(U)")
>>> verdict.status, verdict.pair.first.n, verdict.pair.first.d, verdict.least
('does not', 2, 2, True)
>>> settle("D(U)", "R(U)").reason
'D(U) -> C(B U) -> R(U)'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from proofs.arrows import ARROWS, Arrow, Range, chain
from proofs.counterexamples.exhaustive import smallest
from proofs.counterexamples.pairs import Pair
from proofs.invariants import MAPPED, find

if TYPE_CHECKING:
    import networkx

__all__ = ["Verdict", "as_json", "boxes", "diagram", "markdown", "settle", "settle_all", "unproved"]

SECONDS = 60.0  # for the search behind one verdict


@dataclass(frozen=True)
class Verdict:
    """``arrows`` for "determines", ``pair`` for "does not"; ``smaller``: why no smaller shape has one; ``least``: this is proved."""

    first: str
    second: str
    status: str
    reason: str
    arrows: tuple[Arrow, ...]
    pair: Pair | None
    smaller: tuple[str, ...]
    least: bool


@cache
def unproved() -> frozenset[Arrow]:
    """The arrows whose proof did not come out when computed again; none, unless something is broken. Takes some ten seconds."""
    return frozenset(arrow for arrow in ARROWS if any(step.outcome != "holds" for step in arrow.settle()))


def settle(first: str, second: str, affine: bool = False, seconds: float = SECONDS, without: Container[Arrow] = ()) -> Verdict:
    """The verdict for one ordered pair of names. ``without``: arrows not to rest on, such as ``unproved()``."""
    arrows = chain(first, second, Range(affine=affine), without)
    if arrows is not None:
        route = " -> ".join([first, *(arrow.second for arrow in arrows)])
        return Verdict(first, second, "determines", route, arrows, None, (), True)
    found = smallest(find(first), find(second), Range(affine=affine), deadline=time.monotonic() + seconds)
    if found.pair:
        return Verdict(first, second, "does not", f"{found.grid}", (), found.pair, found.smaller, found.proved)
    return Verdict(first, second, "open", found.smaller[-1], (), None, found.smaller, False)


def settle_all(
    names: Iterable[str] = MAPPED, affine: bool = False, seconds: float = SECONDS, without: Container[Arrow] = ()
) -> tuple[Verdict, ...]:
    """All ordered pairs, in the order of the names."""
    return tuple(settle(first, second, affine, seconds, without) for first, second in permutations(names, 2))


def boxes(verdicts: Iterable[Verdict]) -> list[tuple[str, ...]]:
    """The invariants, those that determine each other together."""
    verdicts = tuple(verdicts)
    good = {(v.first, v.second) for v in verdicts if v.status == "determines"}
    names = list(dict.fromkeys(v.first for v in verdicts))
    groups = {name: tuple(o for o in names if o == name or {(name, o), (o, name)} <= good) for name in names}
    return list(dict.fromkeys(groups.values()))


def diagram(verdicts: Iterable[Verdict]) -> networkx.DiGraph:
    """The Hasse diagram: vertices are boxes (texts such as "X(U) = S(U)"), edges what does not follow from other edges."""
    import networkx

    verdicts = tuple(verdicts)
    box = {name: " = ".join(group) for group in boxes(verdicts) for name in group}
    graph = networkx.DiGraph()
    graph.add_nodes_from(box.values())
    graph.add_edges_from((box[v.first], box[v.second]) for v in verdicts if v.status == "determines" and box[v.first] != box[v.second])
    return networkx.transitive_reduction(graph)


def as_json(verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """Invariants, arrows of the diagram, and one object for each ordered pair; pairs with their certificates."""
    verdicts = tuple(verdicts)
    names = list(dict.fromkeys(v.first for v in verdicts))
    used = {str(arrow): arrow for v in verdicts for arrow in v.arrows}
    return {
        "domain": "rows non-zero and pairwise distinct",
        "invariants": [{"name": name, "means": find(name).means} for name in names],
        "diagram": [list(edge) for edge in diagram(verdicts).edges],
        "arrows": [
            {"first": a.first, "second": a.second, "because": a.because, "claim": a.claim or None, "steps": [s.says for s in a.settle()]}
            for a in used.values()
        ],
        "verdicts": [
            {
                "first": v.first,
                "second": v.second,
                "status": v.status,
                "reason": v.reason,
                "least": v.least,
                "smaller": list(v.smaller),
                "pair": v.pair and v.pair.to_json(),
            }
            for v in verdicts
        ],
    }


def markdown(verdicts: Iterable[Verdict], link: Callable[[Verdict], str] | None = None) -> str:
    """The table of verdicts, and the reasons. ``link`` gives the address of a non-arrow's pair."""
    verdicts = tuple(verdicts)
    names = list(dict.fromkeys(v.first for v in verdicts))
    at = {(v.first, v.second): v for v in verdicts}

    def cell(first: str, second: str) -> str:
        if first == second:
            return "="
        v = at[first, second]
        if not v.pair:
            return "yes" if v.status == "determines" else "open"
        size = f"n={v.pair.first.n}, d={v.pair.first.d}{'' if v.least else '?'}"
        return f"[{size}]({link(v)})" if link else size

    lines = [
        "# What determines what",
        "",
        "Row determines column: *yes*; otherwise the shape of the smallest counter-example, with ? where nobody proved that it is the",
        "smallest. Domain: rows non-zero and pairwise distinct.",
        "",
        "| | " + " | ".join(names) + " |",
        "|---" * (len(names) + 1) + "|",
        *(f"| **{first}** | " + " | ".join(cell(first, second) for second in names) + " |" for first in names),
        "",
        "## Arrows",
        "",
        *(f"- {a}: {a.because}" for a in {str(a): a for v in verdicts for a in v.arrows}.values()),
        "",
        "## Counter-examples",
        "",
        *(f"- {v.first} -> {v.second}: {_shown(v.pair)}" for v in verdicts if v.pair),
        *(f"- {v.first} -> {v.second}: open; {'; '.join(v.smaller)}" for v in verdicts if v.status == "open"),
    ]
    return "\n".join(lines) + "\n"


def _shown(pair: Pair) -> str:
    sides = ["(" + "; ".join(", ".join(row) for row in rows) + ")" for rows in (pair.to_json()["first"], pair.to_json()["second"])]
    return " against ".join(sides)
