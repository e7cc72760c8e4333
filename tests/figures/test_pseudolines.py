"""Pseudolines as wires: every crossing is a cocircuit of the wires that cross there, and every
cocircuit is crossed once.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from arrangements import BadInput, Chirotope, Configuration, load_chirotope, plot
from arrangements.combinatorial_types import OrientedTypes
from arrangements.figures.pseudolines import sweep
from arrangements.matroids.chirotopes import chirotope


def check(chi: Chirotope) -> None:
    found = sweep(chi)
    order = list(found.wires)
    met = []
    for first, last in found.crossings:
        met.append(frozenset(e for wire in order[first : last + 1] for e in wire))
        order[first : last + 1] = order[first : last + 1][::-1]
    apart = [
        frozenset(e for e, sign in enumerate(text) if sign == "0") - set(chi.loops)
        for text in chi.cocircuits()
        if text[found.infinity[0]] != "0"
    ]
    assert sorted(map(sorted, met)) == sorted(map(sorted, apart))
    # Wires that meet at infinity keep their order, all others change it.
    for one, other in product(found.wires, repeat=2):
        parallel = any(
            text[one[0]] == text[other[0]] == text[found.infinity[0]] == "0"
            for text in chi.cocircuits()
        )
        before, after = (
            (found.wires.index(one) < found.wires.index(other)),
            order.index(one) < order.index(other),
        )
        assert one == other or (before == after) == parallel


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_all_types(n: int) -> None:
    for member in OrientedTypes(3, n):
        check(member.chirotope)


@pytest.mark.parametrize("name", ["matroid:non-pappus", "matroid:non-desargues"])
def test_named(name: str) -> None:
    check(load_chirotope(name))


def test_lines_at_random() -> None:
    """Parallel, equal, opposite and zero rows among them."""
    seed = 3
    draw = random.Random(seed)
    done = 0
    while done < 60:
        rows = [[draw.randint(-1, 1) for _ in range(3)] for _ in range(draw.randint(3, 8))]
        chi = chirotope(Configuration(rows))
        if chi.rank == 3:
            check(chi)
            done += 1


def test_pictures_of_chirotopes() -> None:
    chi = load_chirotope("matroid:non-pappus")
    assert (
        plot(chi).title == plot(chi, "wiring").title == "9 pseudolines, 1 at infinity, 15 crossings"
    )
    with pytest.raises(
        BadInput, match="chirotope must be of rank 3 to be drawn as pseudolines, not of rank 4"
    ):
        plot(load_chirotope("matroid:vamos"))
    with pytest.raises(
        BadInput,
        match="kind must be regions or wiring for a chirotope, which has no coordinates, not ties",
    ):
        plot(chi, "ties")
