"""Counting against deletion and restriction by definition, published numbers and closed
forms.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial

import pytest

from arrangements import (
    BadInput,
    Configuration,
    Inputs,
    LimitReached,
    load,
    ranking_pattern,
    sign_pattern,
)
from arrangements.counting import flat_counting
from arrangements.counting.largest_counts import ranking_bound, tope_bound
from arrangements.counting.region_counts import count_rankings, count_topes
from arrangements.counting.whitney import (
    affine_whitney_numbers,
    characteristic_polynomial,
    ranking_whitney_numbers,
    whitney_numbers,
)
from arrangements.running import limited
from tests.counting import naive_count
from tests.published import published

SEED = 20260302

NAMED = {
    "no rows": ([], 3),
    "no rows in dimension 0": ([], 0),
    "no columns": ([[], []], 0),
    "one row": ([[5]], 1),
    "one zero": ([[0]], 1),
    "zero row": ([[0, 0], [1, 2], [3, 4]], 2),
    "only zero rows": ([[0, 0], [0, 0]], 2),
    "parallel and antiparallel": ([[1, 2], [2, 4], [-1, -2], [0, 1]], 2),
    "equal": ([[1, 2, 3]] * 4, 3),
    "rank deficient": ([[1, 1, 0], [2, 2, 0], [1, -1, 0], [1, 2, 0]], 3),
    "coordinate hyperplanes": ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], 3),
    "two blocks": (
        [[1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1]],
        4,
    ),
    "one point of a plane": ([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [1, 1, 0], [1, 0, 1]], 3),
    "large entries": ([[10**30, 1, 7], [10**30 + 1, 1, 5], [3, 10**40, 2], [1, 1, 1]], 3),
    "nearly dependent": ([[10**25, 1, 0], [1, 0, 1], [10**25 + 1, 1, 1], [0, 1, 1], [1, 1, 1]], 3),
    "fractions": ([[Fraction(1, 3), Fraction(1, 2)], [Fraction(2, 3), 1], [1, 1]], 2),
}


def expected(rows, d):
    """W_0 .. W_r by definition; zeros when there is a zero row."""
    return naive_count.whitney([[Fraction(x) for x in row] for row in rows], d)


@pytest.mark.parametrize("name", NAMED)
def test_named_examples(name):
    rows, d = NAMED[name]
    configuration = Configuration(rows, dimension=d)
    numbers = expected(rows, d) or (0,) * (configuration.rank + 1)
    assert whitney_numbers(configuration) == numbers
    assert list(characteristic_polynomial(configuration)) == naive_count.polynomial(
        configuration.rows, d
    )
    assert count_topes(configuration) == sum(numbers)


def test_all_small_matrices():
    """Every multiset of up to 4 rows with entries in -1..1, in dimension 1 to 3 (with 3 rows
    there), degenerate ones included.
    """
    for d, most in ((1, 4), (2, 4), (3, 3)):
        vectors = list(product((-1, 0, 1), repeat=d))
        for n in range(1, most + 1):
            for rows in combinations_with_replacement(vectors, n):
                found = whitney_numbers(Configuration(rows))
                assert found == (expected(rows, d) or (0,) * len(found)), rows


@pytest.mark.parametrize("bound", [1, 3, 10**3, 10**7, 10**12])
def test_random_matrices_of_every_size_of_entry(bound):
    """Small entries take the tables of logarithms, larger ones one large prime, the largest
    several.
    """
    generator = random.Random(SEED + bound)
    for d in range(1, 6):
        for _ in range(6):
            n = generator.randrange(1, 10)
            rows = [[generator.randint(-bound, bound) for _ in range(d)] for _ in range(n)]
            rows += [[a + b for a, b in zip(rows[0], row, strict=True)] for row in rows[1:3]]
            found = whitney_numbers(Configuration(rows))
            assert found == (expected(rows, d) or (0,) * len(found)), (SEED, rows)


WHITNEY, TOPES = published("whitney"), published("topes")
# that every method counts in no time
PUBLISHED = [name for name in WHITNEY if name not in ("resonance:7", "resonance:8")]


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_numbers(name):
    assert whitney_numbers(load(name)) == WHITNEY[name]


@pytest.mark.parametrize("d", range(1, 7))
def test_resonance(d):
    assert count_topes(load(f"resonance:{d}")) == TOPES[f"resonance:{d}"]


@pytest.mark.slow
def test_resonance_7():
    assert whitney_numbers(load("resonance:7")) == WHITNEY["resonance:7"]


def cyclic(n, d):
    return Configuration([[t**k for k in range(d)] for t in range(1, n + 1)])


@pytest.mark.parametrize(
    ("n", "d"), [(5, 2), (70, 3), (140, 3), (66, 4), (30, 5), (12, 10), (20, 1), (9, 9)]
)
def test_general_position(n, d):
    """Any d rows are independent, so W_k = C(n, k) for k < d; n beyond 64 takes masks of several
    words.
    """
    numbers = whitney_numbers(cyclic(n, d))
    assert numbers[:-1] == tuple(comb(n, k) for k in range(d))
    assert sum(numbers) == tope_bound(n, d)


@pytest.mark.parametrize("n", range(1, 9))
def test_braid_arrangement_has_stirling_numbers(n):
    numbers = [1]
    for k in range(1, n):
        numbers = [a + k * b for a, b in zip([*numbers, 0], [0, *numbers], strict=True)]
    assert whitney_numbers(load(f"braid:{n}")) == tuple(numbers)
    assert sum(numbers) == factorial(n)


def test_direct_sums_multiply():
    """Seventy coordinate hyperplanes: 2^70 topes, beyond every machine word."""
    configuration = Configuration([[int(i == j) for j in range(70)] for i in range(70)])
    assert whitney_numbers(configuration) == tuple(comb(70, k) for k in range(71))


def test_weights_beyond_63_bits_are_counted_modulo_primes(monkeypatch):
    """An example that needs it would take hours, so the bound is raised instead."""
    monkeypatch.setattr(flat_counting, "tope_bound", lambda n, r: 2**70)
    assert whitney_numbers(load("threshold:5")) == WHITNEY["threshold:5"]


@pytest.mark.parametrize(
    "text", ["sqrt(2)", "sqrt(3)", "(1+sqrt(5))/2", "cos(pi/7)", "sqrt(2)+sqrt(3)"]
)
def test_number_fields(text):
    from arrangements.exact.numbers import exact

    generator = random.Random(SEED)
    theta = exact(text)
    for d in (2, 3, 4):
        rows = [
            [generator.randint(-2, 2) + generator.randint(-1, 1) * theta for _ in range(d)]
            for _ in range(5)
        ]
        rows.append([x * theta - y for x, y in zip(rows[0], rows[1], strict=True)])
        configuration = Configuration(rows)
        numbers = naive_count.whitney(configuration.rows, d)
        assert whitney_numbers(configuration) == (numbers or (0,) * (configuration.rank + 1)), (
            SEED,
            text,
            d,
        )


def test_affine_arrangements():
    """Generic lines; parallel lines; a line at infinity; no lines."""
    lines = Configuration([[1, k, k * k] for k in range(1, 8)])
    assert affine_whitney_numbers(lines) == (1, 7, 21)
    assert affine_whitney_numbers(Configuration([[k, 1, 0] for k in range(5)])) == (1, 5)
    assert affine_whitney_numbers(Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1]])) == (1, 2, 1)
    # A row at infinity that does not come first, in the component of infinity, beside another
    # component.
    assert affine_whitney_numbers(Configuration([[1, 1, 0], [1, -1, 0], [1, 0, 0], [1, 3, 1]])) == (
        1,
        3,
        2,
    )
    assert affine_whitney_numbers(Configuration([], dimension=3)) == (1,)
    assert affine_whitney_numbers(Configuration([[0, 0], [1, 1]])) == (0,)


@pytest.mark.parametrize("n", range(9))
def test_rankings_in_general_position(n):
    """The moment curve is in general position also for rankings when its parameters grow fast; Q(n,
    d), OEIS A071223.
    """
    for d in range(1, 6):
        points = Configuration(
            [[(3**i + i * i) ** k for k in range(1, d + 1)] for i in range(n)], dimension=d
        )
        assert count_rankings(points) == ranking_bound(n, d)


def test_random_rankings_agree_with_insertion_of_labels():
    generator = random.Random(SEED)
    for _ in range(60):
        n, d = generator.randrange(1, 7), generator.randrange(1, 4)
        rows = [[generator.randint(-2, 2) for _ in range(d)] for _ in range(n)]
        configuration = Configuration(rows)
        assert count_rankings(configuration) == naive_count.rankings(configuration.rows), (
            SEED,
            rows,
        )
        if not configuration.equal_groups and n > 1:
            assert ranking_whitney_numbers(configuration) == whitney_numbers(
                configuration.differences()
            )


def test_full_rank_gives_all_rankings():
    """Claim counting-5.2, with far too many rankings for any listing."""
    simplex = Configuration([[int(i == j) for j in range(30)] for i in range(30)])
    assert count_rankings(simplex) == factorial(30)
    assert (
        count_rankings(Configuration([], dimension=2))
        == count_rankings(Configuration([[1, 2]]))
        == 1
    )
    assert count_rankings(Configuration([[1, 2], [1, 2]])) == 0


def test_the_papers_configurations():
    for name, number in published("topes", "paper").items():
        assert count_topes(load(name)) == number
    for name, number in published("rankings", "paper").items():
        assert count_rankings(load(name)) == number


def test_rankings_of_cubes_count_subset_sums():
    """The orders of the corners are the orders of all sums of m numbers."""
    for name, number in published("rankings", "threshold").items():
        assert count_rankings(load(name)) == number


def test_parallel_rows_come_in_any_order():
    rows = [(0, 1), (1, 1), (2, 2), (1, 0), (0, -1), (1, -1), (-1, 1)]
    assert (
        whitney_numbers(rows)
        == whitney_numbers(rows[::-1])
        == whitney_numbers([(0, 1), (1, 1), (1, 0), (1, -1)])
        == (1, 4, 3)
    )


def test_memory_is_a_limit():
    with (
        pytest.raises(LimitReached, match="number of flats must fit into"),
        limited("the test", memory=1 << 20),
    ):
        whitney_numbers(load("threshold:6"), method="flats")


def test_bounds():
    assert [tope_bound(n, 3) for n in range(6)] == [1, 2, 4, 8, 14, 22]
    assert tuple(ranking_bound(5, d) for d in range(1, 5)) == published("generic_rankings")["5"]
    assert [ranking_bound(n, 0) for n in range(4)] == [1, 1, 0, 0]


@pytest.mark.parametrize("name", ["threshold:7", "threshold:8", "resonance:7"])
def test_symmetry_reaches_large_counts(name):
    assert count_topes(load(name), method="orbits") == TOPES[name]


def test_resonance_8():
    assert whitney_numbers(load("resonance:8")) == WHITNEY["resonance:8"]


@pytest.mark.slow
def test_threshold_7_without_symmetry():
    assert count_topes(load("threshold:7"), method="flats") == TOPES["threshold:7"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["threshold:9", "resonance:9"])
def test_how_far_symmetry_carries(name):
    assert count_topes(load(name)) == TOPES[name]


@pytest.mark.parametrize(
    "name", [*PUBLISHED, "resonance:5", "braid:7", "cross-polytope:5", "cyclic:9x5"]
)
def test_methods_agree_on_families(name):
    assert whitney_numbers(load(name), method="orbits") == whitney_numbers(
        load(name), method="flats"
    )


def test_methods_agree_on_random_matrices():
    """Structured ones too: orbits of signed permutations, which have symmetries, with a random row
    now and then.
    """
    generator = random.Random(SEED)
    for _ in range(25):
        d = generator.randrange(3, 6)
        rows = []
        while len(rows) < 8:
            row = [generator.randint(-2, 2) for _ in range(d)]
            cyclic_shifts = (
                [row[k:] + row[:k] for k in range(d)] if generator.random() < 0.8 else [row]
            )
            rows += [shift for shift in cyclic_shifts if any(shift)]
        assert whitney_numbers(rows, method="orbits") == whitney_numbers(rows, method="flats"), (
            SEED,
            rows,
        )


def test_method_is_checked():
    with pytest.raises(
        BadInput, match="method must be one of auto, flats, orbits, chromatic, not 'fast'"
    ):
        whitney_numbers([[1]], method="fast")


@pytest.mark.parametrize(
    ("inequalities", "equations"),
    [
        ([], [[0, 1, 0], [0, 0, 1]]),
        ([], [[0, 1, 1]]),
        ([[0, -2, -1]], []),
        ([[0, 1, 0]], [[0, 1, -1]]),
        ([[0, 1, 0], [0, 0, 1]], []),
    ],
)
def test_inputs_on_a_cone_of_rows_without_offsets(inequalities, equations):
    inputs = Inputs(2, inequalities, equations)
    for rows in ([[1, 2], [-2, 1], [2, 0], [1, -2], [-2, 1]], [[1, 3], [-2, 1], [5, 1]]):
        c = Configuration(rows)
        assert count_topes(c, inputs=inputs) == len(sign_pattern(c, inputs=inputs))
        assert count_rankings(c, inputs=inputs) == len(ranking_pattern(c, inputs=inputs))
