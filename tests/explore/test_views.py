"""The regions of the pictures are the patterns that other methods list, neighbours are neighbours,
and points are where they say.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from arrangements import Configuration, Inputs, load, ranking_pattern, sign_pattern
from arrangements.exact.numbers import parse
from arrangements.explore.sphere import largest_machine_entry, subdivision
from arrangements.explore.views import view
from arrangements.listing.argmax import argmax_labels
from tests.processes import SLOWER, soon

KINDS = ("sign", "ranking", "argmax")


def listed(c: Configuration, inputs: Inputs | None, regions: str) -> list[str]:
    if regions == "sign":
        return sorted(sign_pattern(c, inputs=inputs).strings())
    if regions == "ranking":
        return sorted(ranking_pattern(c, inputs=inputs).strings())
    return sorted(argmax_labels(c, inputs=inputs))


def drawn(random: Random, n: int, d: int, bound: int, bias: bool) -> Configuration:
    rows = [[random.randint(-bound, bound) for _ in range(d)] for _ in range(n)]
    return Configuration(
        rows, dimension=d, bias=[random.randint(-bound, bound) for _ in range(n)] if bias else None
    )


# Small bounds make zero, equal, parallel rows and small ranks; the last has products beyond 64
# bits.
SHAPES = [*product((1, 2, 4, 5), (1, 2, 3), (1, 3), (False, True)), (4, 3, 10**8, False)]


@pytest.mark.parametrize(("n", "d", "bound", "bias"), SHAPES)
def test_regions_are_the_patterns(n: int, d: int, bound: int, bias: bool) -> None:
    seed = f"{n} {d} {bound} {bias}"
    print("seed", seed)
    random = Random(seed)
    for _ in range(3):
        c = drawn(random, n, d, bound, bias)
        for inputs in (None, Inputs.nonnegative(d), Inputs.box([-1] * d, [2] * d)):
            for regions in KINDS:
                seen = view(c, inputs, regions)
                if seen.kind != "none":
                    assert seen.names() == listed(c, inputs, regions), (
                        c.to_json(),
                        inputs,
                        regions,
                    )
                    for name in seen.names():
                        for wall, behind in seen.neighbours(name):
                            assert behind is None or (wall, name) in seen.neighbours(behind)
                elif "drawn" not in seen.why and "plane to draw" not in seen.why:
                    assert regions == "argmax" or not listed(c, inputs, regions), seen.why


@pytest.mark.parametrize(
    "name",
    ["paper/C.1", "paper/C.3", "paper/5.5-model-1", "paper/5.5-model-2", "paper/H.1-A", "braid:4"],
)
@pytest.mark.parametrize("regions", KINDS)
def test_points_are_in_their_regions(name: str, regions: Any) -> None:
    c = load(name)
    seen = view(c, None, regions)
    assert seen.kind in ("plane", "sphere")
    assert seen.names() == listed(c, None, regions)
    for region in seen.regions:
        point: list[Any] = [parse(x, "point") for x in region.point[1:-1].split(", ")]
        values = [
            sum((x * y for x, y in zip(row, point, strict=True)), Fraction(0)) for row in c.rows
        ]
        if regions == "sign":
            assert region.name == "".join("+" if v > 0 else "-" for v in values)
        else:
            best = [c.labels[i] for i in sorted(range(c.n), key=values.__getitem__, reverse=True)]
            assert region.name == (">".join(best) if regions == "ranking" else best[0])


@pytest.mark.parametrize("big", [False, True])
def test_machine_and_long_integers_agree(big: bool) -> None:
    rows = [(3, -1, 2), (1, 4, -5), (2, 2, 7), (-1, 6, 1), (5, 1, 1)]
    scale = largest_machine_entry() if big else 1
    shifted = [tuple(x * scale + k for k, x in enumerate(row)) for row in rows]
    fast, slow = subdivision(rows), subdivision([tuple(Fraction(x) for x in row) for row in rows])
    assert sorted(fast.signs.tolist()) == sorted(slow.signs.tolist())
    assert len(subdivision(shifted).signs) == len(sign_pattern(Configuration(shifted)))
    # Euler: corners - edges + regions = 2.
    assert len(fast.corners) - len(fast.edges) + len(fast.signs) == 2


def test_labels_that_look_like_rankings_are_told_apart() -> None:
    c = Configuration([[0, 1], [1, 0], [-1, -1]], labels=["a", "b", "a>b"])
    assert view(c, None, "ranking").names() == sorted(s.replace("3", "#3").replace("1", "a").replace("2", "b")
                                                      for s in ranking_pattern(Configuration(c.rows)).strings())  # fmt: skip


@pytest.mark.parametrize(("rows", "bias", "why"), [
    ([[0, 0], [1, 0]], None, "zero"), ([[1, 0], [1, 0]], None, "equal"), ([[1, 0, 0, 0]] * 2, None, "equal"),
    ([[1, 0, 0], [0, 1, 0]], [1, 2], "dimension 1 and 2"),
])  # fmt: skip
def test_reasons_are_said(rows: Any, bias: Any, why: str) -> None:
    c = Configuration(rows, bias=bias)
    assert any(why in view(c, None, regions).why for regions in ("sign", "ranking"))
    assert view(Configuration([], dimension=2), None, "sign").why == "there are no labels"


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("regions", KINDS)
def test_ten_labels_follow_a_hand(d: int, regions: Any) -> None:
    """30 ms on a quiet machine; twice that is allowed here, in time of this process."""
    random = Random(7)

    def move() -> None:
        c = Configuration(
            [[Fraction(random.randint(-60, 60), 20) for _ in range(d)] for _ in range(10)]
        )
        view(c, None, regions)

    soon(move, 0.06 * SLOWER)
