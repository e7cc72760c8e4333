"""Plain Python against compiled code and against linear programs, which share nothing with it."""

from __future__ import annotations

import random
from typing import get_args

import numpy as np
import pytest

from arrangements import Configuration, load, ranking_pattern, sign_pattern, whitney_numbers
from arrangements.counting.polynomials import product
from arrangements.counting.whitney import ranking_whitney_numbers
from arrangements.kernels.packed_permutations import pack, place_bits, reverse, unpack
from arrangements.listing.half_topes import half_topes, words_of_integers
from arrangements.listing.pairs_to_rankings import Method, ranked
from arrangements.pure_python import flat_counting, many_flats, topes
from arrangements.pure_python.choice import PRICES, pure_python, steps
from tests.published import published

NAMES = [
    "threshold:3",
    "threshold:4",
    "resonance:4",
    "braid:5",
    "cyclic:7x4",
    "random:70x3:bound=2:seed=1",
    "random:9x5:bound=9:seed=2",
]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process in which nothing has been done, on a machine where nothing is compiled."""
    monkeypatch.setattr(pure_python, "spent", 0)
    monkeypatch.setattr("arrangements.pure_python.choice.state", lambda module, kernel: "missing")


@pytest.mark.parametrize("name", NAMES)
def test_lists_and_counts_like_compiled_code(name: str) -> None:
    rows = [tuple(row) for row in load(name).reduced_rows()]
    assert np.array_equal(words_of_integers(topes.half_topes(rows), len(rows)), half_topes(rows))
    assert product(tuple(flat_counting.affine_numbers(rows)), (1, 1)) == whitney_numbers(rows)


ENOUGH = 10**7


@pytest.mark.parametrize(
    "name",
    [
        *NAMES[:-2],
        "resonance:5",
        "braid:3",
        "random:40x4:bound=2:seed=3",
        "random:12x6:bound=9:seed=1",
    ],
)
def test_many_flats_like_one_by_one(name: str) -> None:
    rows = [tuple(row) for row in load(name).reduced_rows()]
    assert many_flats.fits(rows)
    found, seen = many_flats.affine_numbers(rows, ENOUGH)
    assert found == flat_counting.affine_numbers(rows)
    stopped, less = many_flats.affine_numbers(rows, seen - 1)
    assert stopped is None
    assert less < seen


def test_many_flats_of_random_degenerate_rows() -> None:
    for seed in range(60):
        random_rows = random.Random(seed)
        n, d = random_rows.randint(1, 9), random_rows.randint(1, 5)
        rows = [[random_rows.choice((-2, -1, 0, 0, 1, 3)) for _ in range(d)] for _ in range(n)]
        configuration = Configuration([row for row in rows if any(row)] or [[1] * d])
        reduced = [tuple(row) for row in configuration.reduced_rows()]
        assert many_flats.affine_numbers(reduced, ENOUGH)[0] == flat_counting.affine_numbers(
            reduced
        ), f"seed {seed}"


def test_many_flats_only_where_products_of_minors_fit() -> None:
    assert many_flats.fits([(2**15, 0), (0, 2**15)])
    assert not many_flats.fits([(2**16, 0), (0, 2**16)])
    assert not many_flats.fits([(1, k) for k in range(65)])
    edge = [(2**14, 3, 1), (5, 2**14 - 1, 2), (7, 11, 30), (2**13, 1, 1), (1, 1, 0)]
    assert many_flats.affine_numbers(edge, ENOUGH)[0] == flat_counting.affine_numbers(edge)


@pytest.mark.usefixtures("fresh")
def test_counts_below_a_million_need_no_compiled_code() -> None:
    assert sum(whitney_numbers(load("resonance:5"))) == published("topes")["resonance:5"]
    assert 0 < pure_python.spent < PRICES["missing"]


def test_published_counts() -> None:
    for name, count in [
        ("threshold:4", published("topes")["threshold:4"]),
        ("resonance:5", published("topes")["resonance:5"]),
    ]:
        rows = load(name).reduced_rows()
        assert (
            2 * len(topes.half_topes(rows)) == 2 * sum(flat_counting.affine_numbers(rows)) == count
        )


def test_random_degenerate_rows() -> None:
    seed = random.randrange(10**6)
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(60):
        d = rng.choice([3, 3, 4, 5])
        bound = rng.choice([1, 2, 10**12])
        rows = [
            [rng.randint(-bound, bound) for _ in range(d)] for _ in range(rng.randint(d, d + 5))
        ]
        rows += [[-2 * x for x in rows[0]], rows[1]]
        reduced = [
            tuple(row) for row in Configuration([row for row in rows if any(row)]).reduced_rows()
        ]
        if len(reduced[0]) >= 3:
            assert np.array_equal(
                words_of_integers(topes.half_topes(reduced), len(reduced)), half_topes(reduced)
            )
        assert product(tuple(flat_counting.affine_numbers(reduced)), (1, 1)) == whitney_numbers(
            reduced
        )


@pytest.mark.usefixtures("fresh")
def test_number_fields() -> None:
    rows = Configuration(
        [
            [1, "sqrt(5)", 0],
            [0, 1, "sqrt(5)"],
            ["sqrt(5)", 0, 1],
            [1, 1, 1],
            ["-sqrt(5)", -5, 0],
            [0, 0, 1],
        ]
    )
    pattern = sign_pattern(rows)
    assert pattern == sign_pattern(rows, method="lp")
    assert sum(whitney_numbers(rows)) == len(pattern)
    assert pure_python.spent > 0


@pytest.mark.usefixtures("fresh")
def test_rankings() -> None:
    for name in ("random:6x3:bound=3:seed=1", "random:5x4:bound=1:seed=2", "cyclic:6x3"):
        matrix = load(name)
        found = ranking_pattern(matrix)
        assert found == ranking_pattern(matrix, method="lp")
        assert sum(ranking_whitney_numbers(matrix)) == len(found)
    assert pure_python.spent > 0


def test_plain_python_only_while_it_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [[1, k, k * k] for k in range(20)]
    monkeypatch.setattr(pure_python, "spent", 0)
    for nearness, price in PRICES.items():
        monkeypatch.setattr(
            "arrangements.pure_python.choice.state",
            lambda module, kernel, nearness=nearness: nearness,
        )
        before = pure_python.spent
        times = 0
        while pure_python.takes(rows, "a module", "a kernel"):
            times += 1
            assert pure_python.spent <= price
        assert times == (price - before) // (300 + 2 * steps(20, 3))
    assert not pure_python.takes(
        [[10**20 * k + (j == k) for j in range(12)] for k in range(40)], "a module", "a kernel"
    )


@pytest.mark.parametrize(("labels", "places"), [(3, 3), (16, 16), (17, 17), (40, 5), (300, 7)])
def test_packed_sequences(labels: int, places: int) -> None:
    sequences = np.random.default_rng(labels).integers(0, labels, (9000, places))
    words = pack(sequences, labels)
    assert words.shape == (9000, -(-places * place_bits(labels) // 64))
    assert unpack(words, labels, places).tolist() == sequences.tolist()
    assert (
        unpack(reverse(words, labels, places), labels, places).tolist()
        == sequences[:, ::-1].tolist()
    )
    order = [tuple(words[k].tolist()) for k in range(50)]
    assert sorted(range(50), key=order.__getitem__) == sorted(
        range(50), key=lambda k: tuple(sequences[k])
    )


def test_rankings_of_pairs_by_both_methods() -> None:
    orders = np.array([np.random.default_rng(k).permutation(14) for k in range(40)])
    places = np.argsort(orders, axis=1)
    signs = np.array([[row[i] < row[j] for j in range(14) for i in range(j)] for row in places])
    words = (
        np.packbits(np.pad(signs, ((0, 0), (0, 128 - 91))), axis=1).view(">u8").astype(np.uint64)
    )
    for method in get_args(Method):
        assert unpack(ranked(words, 14, method), 14, 14).tolist() == orders.tolist()
