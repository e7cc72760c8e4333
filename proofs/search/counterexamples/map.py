"""The map of invariants: a verdict for every ordered pair of invariants.

A verdict is *determines*, by a chain of proved arrows; *does not*, by the smallest counter-example,
which is found anew; or *open*, with how far was searched. ``diagram`` gives the Hasse diagram:
invariants that determine each other share a box, an arrow means "determines", and what follows from
other arrows is left out.

>>> (first, _, second, *_) = search_all(["D(U)", "R(U)", "C(B U)"])
>>> reason(first), second.status, shape(second)
('D(U) -> C(B U) -> R(U)', 'does not', 'n=2, d=1')
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable
from functools import cache
from io import BytesIO
from itertools import permutations
from typing import TYPE_CHECKING, cast

from arrangements.running import with_progress
from proofs.paper.verdicts.claim import Step
from proofs.search.counterexamples.answer import SECONDS, determines
from proofs.search.counterexamples.arrows import ARROWS, Arrow
from proofs.search.counterexamples.pairs import Answer, Pair
from proofs.search.determinations.determination import Determination, Domain
from proofs.search.invariants.table import MAPPED, find

if TYPE_CHECKING:
    import networkx

__all__ = [
    "as_json",
    "boxes",
    "diagram",
    "markdown",
    "names_of",
    "reason",
    "rows_text",
    "search_all",
    "shape",
    "slug",
    "table",
    "unproved",
]

DOMAIN = "rows non-zero and pairwise distinct"


@cache
def _proved(arrow: Arrow) -> tuple[Step, ...]:
    """The steps of its proof, computed again once in each process."""
    return arrow.prove()


@cache
def unproved() -> frozenset[Arrow]:
    """The arrows whose proof did not come out when computed again; none, unless something is
    broken. Takes some ten seconds.
    """
    return frozenset(
        arrow
        for arrow in with_progress("proving arrows again", ARROWS)
        if any(step.outcome != "holds" for step in _proved(arrow))
    )


def search_all(
    names: Iterable[str] = MAPPED,
    affine: bool = False,
    seconds: float = SECONDS,
    without: Container[Arrow] = (),
) -> tuple[Answer, ...]:
    """All ordered pairs, in the order of the names. ``without``: arrows not to rest on, such as
    ``unproved()``.
    """
    asked = [
        Determination(first, second, Domain(affine=affine))
        for first, second in permutations(map(find, names), 2)
    ]
    return tuple(
        determines(what, deadline=time.monotonic() + seconds, without=without)
        for what in with_progress("settling pairs", asked)
    )


def reason(v: Answer) -> str:
    """In a few words: the chain, where the counter-example was found, or how far was searched."""
    if v.arrows is not None:
        return " -> ".join([v.what.first.name, *(arrow.second for arrow in v.arrows)])
    return str(v.grid) if v.grid else v.smaller[-1]


def names_of(verdicts: Iterable[Answer]) -> list[str]:
    """The invariants, in order."""
    return list(dict.fromkeys(v.what.first.name for v in verdicts))


def boxes(verdicts: Iterable[Answer]) -> list[tuple[str, ...]]:
    """The invariants, those that determine each other together."""
    verdicts = tuple(verdicts)
    good = {v.what.names for v in verdicts if v.status == "determines"}
    names = names_of(verdicts)
    groups = {
        name: tuple(o for o in names if o == name or {(name, o), (o, name)} <= good)
        for name in names
    }
    return list(dict.fromkeys(groups.values()))


def diagram(verdicts: Iterable[Answer]) -> networkx.DiGraph:
    """The Hasse diagram: vertices are boxes (texts such as "X(U) = S(U)"), edges what does not
    follow from other edges.
    """
    import networkx

    verdicts = tuple(verdicts)
    box = {name: " = ".join(group) for group in boxes(verdicts) for name in group}
    pairs = dict.fromkeys(
        (box[a], box[b])
        for a, b in (v.what.names for v in verdicts if v.status == "determines")
        if box[a] != box[b]
    )
    needed = networkx.transitive_reduction(networkx.DiGraph(pairs.keys())).edges
    graph = networkx.DiGraph()
    graph.add_nodes_from(box.values())
    graph.add_edges_from(pair for pair in pairs if pair in needed)  # in the order of the names
    return graph


def as_json(verdicts: Iterable[Answer]) -> dict[str, object]:
    """Invariants, arrows of the diagram, and one object for each ordered pair; pairs with their
    certificates.
    """
    verdicts = tuple(verdicts)
    names = names_of(verdicts)
    used = {str(arrow): arrow for v in verdicts for arrow in v.arrows or ()}
    return {
        "domain": DOMAIN,
        "invariants": [{"name": name, "means": find(name).means} for name in names],
        "diagram": [list(edge) for edge in diagram(verdicts).edges],
        "arrows": [
            {
                "first": a.first,
                "second": a.second,
                "because": a.because,
                "claim": a.claim or None,
                "types": list(a.types),
                "steps": [s.says for s in _proved(a)],
            }
            for a in used.values()
        ],
        "verdicts": [
            {
                "first": v.what.first.name,
                "second": v.what.second.name,
                "status": v.status,
                "reason": reason(v),
                "least": v.least or v.arrows is not None,
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
    short = [
        name.replace("(B U)", "B").replace("(U)", "").replace(" U)", "").replace("(", "-")
        for name in (first, second)
    ]
    return "-to-".join(short)


def markdown(verdicts: Iterable[Answer], files: bool = False) -> str:
    """The table of verdicts, the arrows with their reasons, the counter-examples. ``files``: link
    to the files of the gallery.
    """
    from arrangements.io.tables.lines import write
    from arrangements.io.tables.sheet import Sheet

    verdicts = tuple(verdicts)
    names = names_of(verdicts)
    at = {v.what.names: v for v in verdicts}

    def cell(first: str, second: str) -> str:
        if first == second:
            return "="
        return (
            f"[{shape(at[first, second])}](#{slug(first, second)})"
            if at[first, second].pair
            else shape(at[first, second])
        )

    grid = BytesIO()
    cells = [[f"**{first}**", *(cell(first, second) for second in names)] for first in names]
    write(
        Sheet(("", *names), len(names), lambda style, start, stop: cells[start:stop]),
        "markdown",
        grid,
    )
    lines = [
        "# What determines what",
        "",
        f"Domain: {DOMAIN}. Does the row determine the column? *Yes*, or the number of labels n and the dimension d of the smallest",
        "counter-example, with ? where it is not proved that there is no smaller one.",
        "",
        *(f"- {name}: {find(name).means}" for name in names),
        "",
        grid.getvalue().decode(),
        "## Arrows",
        "",
        *(
            f"- {a}: {a.because}{_on_types(a)}"
            for a in {str(a): a for v in verdicts for a in v.arrows or ()}.values()
        ),
        "",
        "## Counter-examples",
        "",
    ]
    for v in verdicts:
        name = slug(*v.what.names)
        if v.pair:
            links = f" ([certificate]({name}.json), [figure]({name}.svg))" if files else ""
            why = "".join(f"\n  - {reason}" for reason in v.smaller)
            lines.append(f'- <a id="{name}"></a>{v.what}: {rows_text(v.pair)}{links}{why}')
        elif v.status == "open":
            lines.append(f"- {v.what}: open; {'; '.join(v.smaller)}")
    return "\n".join(lines) + "\n"


def _on_types(arrow: Arrow) -> str:
    return f"; settled one by one, too, on all of {', '.join(arrow.types)}" if arrow.types else ""


def table(verdicts: Iterable[Answer]) -> list[str]:
    """The table for a terminal, and how many verdicts of each kind there are."""
    verdicts = tuple(verdicts)
    names = names_of(verdicts)
    cells = {v.what.names: shape(v).replace("n=", "").replace(" d=", "") for v in verdicts}
    # Columns have the numbers of the rows, so that the table fits 80 columns.
    heads = [f"{k:2} {name}" for k, name in enumerate(names, 1)]
    width = max(map(len, heads), default=0)
    lines = [" ".join(["".ljust(width), *(str(k).rjust(3) for k in range(1, len(names) + 1))])]
    lines += [
        " ".join([head.ljust(width), *(cells.get((a, b), "=").rjust(3) for b in names)])
        for head, a in zip(heads, names, strict=True)
    ]
    counts = {
        status: sum(v.status == status for v in verdicts)
        for status in ("determines", "does not", "open")
    }
    proved = sum(v.status == "does not" and v.least for v in verdicts)
    arrows = [f"{a} -> {b}" for a, b in diagram(verdicts).edges]
    confirmed: dict[tuple[str, ...], dict[str, None]] = {}
    for arrow in (a for v in verdicts for a in v.arrows or () if a.types):
        confirmed.setdefault(arrow.types, {})[str(arrow)] = None
    return [
        *lines,
        f"{counts['determines']} determine, {counts['does not']} do not ({proved} with a proved smallest pair), "
        f"{counts['open']} are open",
        *_wrapped("arrows:", arrows),
        *(
            line
            for types, them in confirmed.items()
            for line in (
                *_wrapped("settled one by one, too:", them),
                *_wrapped("  on all of", types),
            )
        ),
    ]


def _wrapped(head: str, items: Iterable[str]) -> list[str]:
    """Lines of at most 80 columns where items allow; no item is broken."""
    lines = [head]
    for item in items:
        if len(lines[-1]) + len(item) > 78:
            lines.append(" ")
        lines[-1] += f" {item},"
    return [*lines[:-1], lines[-1].removesuffix(",")]


def shape(verdict: Answer) -> str:
    """The cell of a table: "yes", "open", or the size of the counter-example; for points d is the
    dimension of the points.
    """
    if not verdict.grid:
        return "yes" if verdict.status == "determines" else "open"
    return f"n={verdict.grid.n}, d={verdict.grid.dimension}{'' if verdict.least else '?'}"


def rows_text(pair: Pair) -> str:
    """The rows of both configurations on one line."""
    sides = [
        "; ".join(", ".join(row) for row in cast("list[list[str]]", pair.to_json()[name]))
        for name in ("first", "second")
    ]
    return f"({sides[0]}) against ({sides[1]})"
