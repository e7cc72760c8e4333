"""The pseudolines of an oriented matroid of rank 3 as a wiring diagram, realizable or not.

The first line is the one at infinity; every other is a wire. Where wires cross they share a
cocircuit, and parallel wires meet at infinity. From left to right the second line increases, or
what comes of it by turning it a little towards a line that is not parallel: in rank 3 a program
never cycles (``matroids.chirotopes.programs``), so there is an order of crossings. Elements
on the same line are one wire.

>>> from arrangements import Chirotope
>>> sweep(Chirotope.from_text("++++", 4, 3))
Sweep(infinity=(0,), wires=[(2,), (3,), (1,)], crossings=[(1, 2), (0, 1), (1, 2)])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arrangements.errors import BadInput, LimitReached
from arrangements.figures.canvas import Picture
from arrangements.figures.wiring import MAX_WIRES, wired
from arrangements.sign_text import opposite

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["Sweep", "pseudoline_picture", "sweep"]


class Sweep(NamedTuple):
    """Elements at infinity, those of each wire from the top on the left, and first and last of the
    places that each crossing reverses.
    """

    infinity: tuple[int, ...]
    wires: list[tuple[int, ...]]
    crossings: list[tuple[int, int]]


def pseudoline_picture(chi: Chirotope) -> Picture:
    """The wiring diagram of the pseudolines."""
    passage = sweep(chi)
    labels = ["=".join(chi.labels[e] for e in wire) for wire in passage.wires]
    infinity, count = "=".join(chi.labels[e] for e in passage.infinity), len(passage.crossings)
    title = f"{chi.n} pseudolines, {infinity} at infinity, {count} crossings"
    return wired(
        labels, range(len(labels)), [[crossing] for crossing in passage.crossings], title, count
    )


def sweep(chi: Chirotope) -> Sweep:
    """The wires and their crossings, from left to right."""
    if chi.rank != 3:
        raise BadInput(
            f"chirotope must be of rank 3 to be drawn as pseudolines, not of rank {chi.rank}"
        )
    names = _lines(chi)
    if len(names) > MAX_WIRES + 1:
        raise LimitReached(
            f"wiring diagram must have at most {MAX_WIRES} wires, not {len(names) - 1}"
        )
    g, f, *others = names
    wires = [f, *others]
    ends = [text for one in chi.cocircuits() for text in (one, opposite(one))]
    vertices = [text for text in ends if text[g] == "+"]
    ends = [text for text in ends if text[g] == "0"]
    # The sweeping line is f turned a little: what is parallel to f is met on the side where
    # ``tilt`` is positive.
    tilt = next(e for e in others if all(text[e] != "0" for text in ends if text[f] == "0"))
    ends = [text for text in ends if (text[f] if text[f] != "0" else text[tilt]) == "+"]
    right = {e: next(text for text in ends if text[e] == "0") for e in wires}
    # Far up on the sweeping line, next to where f meets infinity.
    top = right[f]
    slope = right[tilt]
    up = {e: top[e] if top[e] != "0" else opposite(slope[e]) for e in wires}
    order = sorted(
        wires,
        key=lambda e: sum(_on_the_left(i, e, right, vertices) == up[e] for i in wires if i != e),
    )
    return Sweep(names[g], [names[e] for e in order], list(_crossings(order, right, vertices)))


def _lines(chi: Chirotope) -> dict[int, tuple[int, ...]]:
    """The elements of each line, by the first of them; loops aside."""
    classes = {members[0]: members for members in chi.parallel_classes}
    rest = {e for members in chi.parallel_classes for e in members[1:]} | set(chi.loops)
    return {e: classes.get(e, (e,)) for e in range(chi.n) if e not in rest}


def _on_the_left(wire: int, e: int, right: dict[int, str], vertices: list[str]) -> str:
    """The sign of e on a wire, far on the left."""
    sign = opposite(right[wire][e])
    return sign if sign != "0" else next(vertex[e] for vertex in vertices if vertex[wire] == "0")


def _crossings(
    order: list[int], right: dict[int, str], vertices: list[str]
) -> list[tuple[int, int]]:
    """Each crossing when it is the next one on all its wires, the topmost of those first."""
    along = {}
    for e in order:
        way = right[e]
        met = [vertex for vertex in vertices if vertex[e] == "0"]
        along[e] = sorted(
            met, key=lambda vertex: -sum(a == b != "0" for a, b in zip(vertex, way, strict=True))
        )
    through = {vertex: [e for e in order if vertex[e] == "0"] for vertex in vertices}
    wires, crossings = list(order), []
    while any(along.values()):
        e = next(
            e
            for e in wires
            if along[e] and all(along[i][-1] == along[e][-1] for i in through[along[e][-1]])
        )
        together = through[along[e][-1]]
        first, last = wires.index(e), wires.index(e) + len(together) - 1
        crossings.append((first, last))
        for i in together:
            along[i].pop()
        wires[first : last + 1] = wires[first : last + 1][::-1]
    return crossings
