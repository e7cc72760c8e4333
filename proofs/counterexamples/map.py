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
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from proofs.counterexamples.exhaustive import Grid, smallest
from proofs.counterexamples.pairs import Pair
from proofs.determinations.arrows import ARROWS, Arrow, Range, chain
from proofs.invariants.table import MAPPED, find

if TYPE_CHECKING:
    import networkx

__all__ = ["Verdict", "as_json", "boxes", "diagram", "markdown", "rows_text", "settle", "settle_all", "shape", "slug", "table", "unproved"]

DOMAIN = "rows non-zero and pairwise distinct"
SECONDS = 60.0  # for the search behind one verdict


@dataclass(frozen=True)
class Verdict:
    """``arrows`` for "determines", ``pair`` for "does not", found in ``grid``; ``smaller``: why no smaller shape has one, ``least``: which
    is proved.
    """

    first: str
    second: str
    status: str
    reason: str
    arrows: tuple[Arrow, ...]
    pair: Pair | None
    grid: Grid | None
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
        return Verdict(first, second, "determines", route, arrows, None, None, (), True)
    found = smallest(find(first), find(second), Range(affine=affine), deadline=time.monotonic() + seconds)
    if found.pair:
        return Verdict(first, second, "does not", f"{found.grid}", (), found.pair, found.grid, found.smaller, found.proved)
    return Verdict(first, second, "open", found.smaller[-1], (), None, None, found.smaller, False)


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
    pairs = dict.fromkeys((box[v.first], box[v.second]) for v in verdicts if v.status == "determines" and box[v.first] != box[v.second])
    needed = networkx.transitive_reduction(networkx.DiGraph(pairs.keys())).edges
    graph = networkx.DiGraph()
    graph.add_nodes_from(box.values())
    graph.add_edges_from(pair for pair in pairs if pair in needed)  # in the order of the names
    return graph


def as_json(verdicts: Iterable[Verdict]) -> dict[str, Any]:
    """Invariants, arrows of the diagram, and one object for each ordered pair; pairs with their certificates."""
    verdicts = tuple(verdicts)
    names = list(dict.fromkeys(v.first for v in verdicts))
    used = {str(arrow): arrow for v in verdicts for arrow in v.arrows}
    return {
        "domain": DOMAIN,
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


def slug(first: str, second: str) -> str:
    """A name for files and anchors.

    >>> slug("C(B U)", "argmax(U)")
    'CB-to-argmax'
    """
    short = [name.replace("(B U)", "B").replace("(U)", "") for name in (first, second)]
    return "-to-".join(short)


def markdown(verdicts: Iterable[Verdict], files: bool = False) -> str:
    """The table of verdicts, the arrows with their reasons, the counter-examples. ``files``: link to the files of the gallery."""
    verdicts = tuple(verdicts)
    names = list(dict.fromkeys(v.first for v in verdicts))
    at = {(v.first, v.second): v for v in verdicts}

    def cell(first: str, second: str) -> str:
        if first == second:
            return "="
        return f"[{shape(at[first, second])}](#{slug(first, second)})" if at[first, second].pair else shape(at[first, second])

    lines = [
        "# What determines what",
        "",
        f"Domain: {DOMAIN}. Does the row determine the column? *Yes*, or the number of labels n and the dimension d of the smallest",
        "counter-example, with ? where it is not proved that there is no smaller one.",
        "",
        *(f"- {name}: {find(name).means}" for name in names),
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
    ]
    for v in verdicts:
        name = slug(v.first, v.second)
        if v.pair:
            links = f" ([certificate]({name}.json), [figure]({name}.svg))" if files else ""
            why = "".join(f"\n  - {reason}" for reason in v.smaller)
            lines.append(f'- <a id="{name}"></a>{v.first} -> {v.second}: {rows_text(v.pair)}{links}{why}')
        elif v.status == "open":
            lines.append(f"- {v.first} -> {v.second}: open; {'; '.join(v.smaller)}")
    return "\n".join(lines) + "\n"


def table(verdicts: Iterable[Verdict]) -> list[str]:
    """The table for a terminal, and how many verdicts of each kind there are."""
    verdicts = tuple(verdicts)
    names = list(dict.fromkeys(v.first for v in verdicts))
    cells = {(v.first, v.second): shape(v).replace("n=", "").replace(" d=", "") for v in verdicts}
    width = max(map(len, names))
    lines = [" ".join(["".ljust(width), *(name.rjust(9) for name in names)])]
    lines += [" ".join([a.ljust(width), *(cells.get((a, b), "=").rjust(9) for b in names)]) for a in names]
    counts = {status: sum(v.status == status for v in verdicts) for status in ("determines", "does not", "open")}
    proved = sum(v.status == "does not" and v.least for v in verdicts)
    arrows = ", ".join(f"{a} -> {b}" for a, b in diagram(verdicts).edges)
    return [
        *lines,
        f"{counts['determines']} determine, {counts['does not']} do not ({proved} with a smallest counter-example, as proved), "
        f"{counts['open']} are open",
        f"arrows: {arrows}",
    ]


def shape(verdict: Verdict) -> str:
    """The cell of a table: "yes", "open", or the size of the counter-example; for points d is the dimension of the points."""
    if not verdict.grid:
        return "yes" if verdict.status == "determines" else "open"
    return f"n={verdict.grid.n}, d={verdict.grid.d}{'' if verdict.least else '?'}"


def rows_text(pair: Pair) -> str:
    """The rows of both configurations on one line."""
    sides = ["; ".join(", ".join(row) for row in pair.to_json()[name]) for name in ("first", "second")]
    return f"({sides[0]}) against ({sides[1]})"
