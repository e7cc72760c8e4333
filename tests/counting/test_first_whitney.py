"""What is known in advance about the Whitney numbers of threshold and resonance arrangements:
closure forms, divisibility, and one another.

The numbers are the published ones, the program's own beyond them (``data/counts.toml``), and what
it finds now.
"""

from __future__ import annotations

import tomllib
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
import pytest

from arrangements import load
from arrangements.counting.components import components
from arrangements.counting.flat_tables import Table, chinese
from arrangements.counting.images import images
from arrangements.counting.orbit_pieces import Description, expansion
from arrangements.counting.whitney import whitney_numbers
from tests.published import published

COUNTS = {
    entry["name"]: entry
    for entry in tomllib.loads(Path("data/counts.toml").read_text("utf-8"))["counts"]
}
FOUND = {name: tuple(entry["whitney"]) for name, entry in COUNTS.items()}


@cache
def stirling(n: int, k: int) -> int:
    if n == 0 or k == 0:
        return int(n == k)
    return stirling(n - 1, k - 1) + k * stirling(n - 1, k)


def threshold(m: int) -> list[int]:
    """W_0 to W_3. A line has two corners of the cube, and a plane three or the four of a rectangle,
    in which two pairs have the same sum.

    Pairs with a given sum that is 1 in k coordinates number 2^(k-1).
    """
    n = 2**m
    rectangles = sum(comb(m, k) * 2 ** (m - k) * comb(2 ** (k - 1), 2) for k in range(1, m + 1))
    return [1, n, comb(n, 2), comb(n, 3) - rectangles]


def resonance(d: int) -> list[int]:
    """W_0 to W_3: Kühne, The universality of the resonance arrangement and its Betti numbers,
    Combinatorica 43, 2023.
    """
    s = [stirling(d + 1, k) for k in range(9)]
    return [
        1,
        2**d - 1,
        2 * s[3] + 3 * s[4],
        9 * s[4] + 80 * s[5] + 345 * s[6] + 840 * s[7] + 840 * s[8],
    ]


CLOSED = {"threshold": threshold, "resonance": resonance}


@pytest.mark.parametrize(
    "name", [f"threshold:{m}" for m in range(2, 9)] + [f"resonance:{d}" for d in range(3, 9)]
)
def test_closed_forms(name: str) -> None:
    family, _, size = name.partition(":")
    numbers = whitney_numbers(load(name), method="orbits")
    assert list(numbers[:4]) == CLOSED[family](int(size))[: len(numbers)]
    assert sum(numbers) == published("topes")[name]


@pytest.mark.parametrize("name", FOUND)
def test_closed_forms_beyond(name: str) -> None:
    family, _, size = name.partition(":")
    assert list(FOUND[name][:4]) == CLOSED[family](int(size))
    # the last three numbers come without a list of flats
    last_step = 3 if COUNTS[name]["whole"] else 0
    assert len(FOUND[name]) == len(COUNTS[name]["orbits"]) + last_step


def test_pairs_of_disjoint_sets() -> None:
    """W_2 of the resonance arrangement without a source: rank 2 flats have two elements, or three
    of which one is the sum of the others.
    """
    for d in range(2, 12):
        disjoint = (3**d - 2 * 2**d + 1) // 2
        assert resonance(d)[2] == comb(2**d - 1, 2) - disjoint


@pytest.mark.parametrize(("group", "seed", "top"), [("whole", 4, 4), ("stabiliser", 7, 2)])
@pytest.mark.parametrize("name", FOUND)
def test_again(name: str, group: str, seed: int, top: int) -> None:
    """The low ranks again, with other primes, another order of the rows, another base, and with a
    smaller group.
    """
    ((_, image),) = components(next(images(load(name).reduced_rows(), skip=seed)))
    work = Description.of(image, group, seed)
    table, modulus = Table.of_the_empty_flat(len(work.moduli)), np.array(work.moduli)
    for rank in range(1, top + 1):
        table = expansion(work, rank - 1, table).table
        assert chinese(table.sums(modulus), work.moduli) == FOUND[name][rank]
        orbits = COUNTS[name]["orbits"][rank]
        assert len(table) == orbits if group == "whole" else len(table) > orbits


def test_signs_of_the_inputs() -> None:
    """A function that depends on exactly k inputs is one of 2^k, by the signs of these: A002079
    comes out of A000609, in integers.
    """
    regions = [published("topes")[f"threshold:{m}"] for m in range(10)]
    regions += [
        sum(numbers)
        for name, numbers in FOUND.items()
        if name.startswith("threshold") and COUNTS[name]["whole"]
    ]
    essential: list[int] = []
    for m, number in enumerate(regions):
        rest = number - sum(comb(m, k) * 2**k * essential[k] for k in range(m))
        assert rest >= 0
        assert rest % 2**m == 0
        essential.append(rest >> m)
    # OEIS A002079
    assert essential[:5] == [2, 1, 2, 9, 96]


@pytest.mark.parametrize(
    "name", [name for name in FOUND if COUNTS[name]["whole"]] + ["threshold:7", "resonance:7"]
)
def test_whole_polynomials(name: str) -> None:
    """The polynomial vanishes at 1; regions come in opposite pairs; the numbers rise to a single
    top and fall, log-concave (Huh 2012).
    """
    numbers = FOUND[name] if name in FOUND else whitney_numbers(load(name))
    assert sum((-1) ** k * number for k, number in enumerate(numbers)) == 0
    assert sum(numbers) % 2 == 0
    assert all(b * b >= a * c for a, b, c in zip(numbers, numbers[1:], numbers[2:], strict=False))


@pytest.mark.parametrize("name", FOUND)
def test_log_concave(name: str) -> None:
    numbers = FOUND[name]
    assert all(b * b >= a * c for a, b, c in zip(numbers, numbers[1:], numbers[2:], strict=False))
