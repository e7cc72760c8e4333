"""Three methods for the same answer: combinatorial listing, exact linear programs, counting. They
share exact arithmetic and nothing else.

A disagreement fails with the instance as a configuration file and the commands that show it.
"""

from __future__ import annotations

import json
import random
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from arrangements import (
    Configuration,
    count_rankings,
    count_topes,
    load,
    lp_rankings,
    lp_topes,
    ranking_pattern,
    sign_pattern,
)


def compare(c: Configuration, folder: Path, rankings: bool = True) -> None:
    for kind in ("sign", "ranking")[: 1 + rankings]:
        listed = (
            sign_pattern(c, method="chirotope")
            if kind == "sign"
            else ranking_pattern(c, method="chirotope")
        )
        solved = lp_topes(c) if kind == "sign" else lp_rankings(c)
        counted = count_topes(c) if kind == "sign" else count_rankings(c)
        if listed != solved or len(listed) != counted:
            path = folder / "disagreement.json"
            path.write_text(json.dumps(c.to_json()) + "\n", encoding="utf-8")
            pytest.fail(
                f"{kind} patterns: {len(listed)} by the chirotope method, {len(solved)} by linear programs, {counted} by counting\n"
                f"{path.read_text()}"
                f"arrangements patterns {path} --kind {kind} --method chirotope\n"
                f"arrangements patterns {path} --kind {kind} --method lp\n"
                f"arrangements count {path} --kind {kind}"
            )


SMALL = [(n, d) for n in range(4) for d in range(3)] + [(4, 1), (2, 3)]
LARGER = [pytest.param(*shape, marks=pytest.mark.slow) for shape in ((4, 2), (3, 3), (4, 3))]


@pytest.mark.parametrize(("n", "d"), SMALL + LARGER)
def test_every_small_matrix(n: int, d: int, tmp_path: Path) -> None:
    """Entries -1, 0, 1, up to relabelling; degenerate ones included."""
    for rows in combinations_with_replacement(product((-1, 0, 1), repeat=d), n):
        compare(Configuration(rows, dimension=d), tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        *(
            f"paper/{name}"
            for name in ("5.5-model-1", "5.5-model-2", "C.1", "C.2", "C.3", "H.1-A", "H.1-B")
        ),
        "threshold:3",
        "resonance:3",
        "braid:4",
        "demicube:4",
        "cross-polytope:4",
        "cyclic:8x4",
        "random:6x3:float32:seed=2",
    ],
)
def test_the_catalogue(name: str, tmp_path: Path) -> None:
    c = load(name)
    compare(c, tmp_path, rankings=c.n <= 8 and c.rank <= 4)


LARGE = [
    "threshold:4",
    "resonance:4",
    "resonance:5",
    "braid:5",
    "demicube:5",
    "cross-polytope:6",
    "random:16x5:bound=9",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_larger_catalogue(name: str, tmp_path: Path) -> None:
    compare(load(name), tmp_path, rankings=False)


@pytest.mark.parametrize(
    ("count", "seed"), [(60, 1), pytest.param(3000, 2, marks=pytest.mark.slow)]
)
def test_random_matrices(count: int, seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(count):
        n, d, bound = chance.randint(1, 7), chance.randint(1, 4), chance.choice([1, 2, 5, 1000])
        rows = [[chance.randint(-bound, bound) for _ in range(d)] for _ in range(n)]
        if chance.random() < 0.3:
            rows[-1] = [chance.choice([-1, 1, 2]) * c for c in rows[0]]
        compare(Configuration(rows), tmp_path, rankings=n <= 6)


@pytest.mark.parametrize(("count", "seed"), [(6, 1), pytest.param(100, 2, marks=pytest.mark.slow)])
def test_random_matrices_over_a_field(count: int, seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    chance = random.Random(seed)
    entries = ["0", "1", "-1", "sqrt(2)", "-sqrt(2)", "1+sqrt(2)", "1-sqrt(2)", "2-sqrt(2)"]
    for _ in range(count):
        n, d = chance.randint(2, 5), chance.randint(2, 3)
        compare(
            Configuration([[chance.choice(entries) for _ in range(d)] for _ in range(n)]),
            tmp_path,
            rankings=n <= 4,
        )
