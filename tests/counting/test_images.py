"""Bounds, primes and residues: what makes counting exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, islice
from math import prod

import pytest

from arrangements import Configuration
from arrangements.counting import flat_counting, images, orbit_pieces
from arrangements.counting.whitney import whitney_numbers
from arrangements.errors import Undecided
from arrangements.exact.linear import determinant
from arrangements.exact.linear.residues import primes
from arrangements.exact.numbers import exact
from tests.counting import naive_count


def test_primes_exceed_the_bound():
    for size in (1, 10**3, 10**9, 10**30):
        rows = [(size, 1, 2), (3, size, 1), (1, 1, size), (1, 2, 3)]
        for image in islice(images.images(rows), 3):
            assert prod(image.primes.tolist()) > max(
                abs(determinant(chosen)) for chosen in combinations(rows, 3)
            )
            assert (image.rows >= 0).all()
            assert (image.rows < image.primes[:, None]).all()


def test_roots_are_homomorphisms():
    """Residues of sums and products are sums and products of residues."""
    a, b = exact("sqrt(2)+sqrt(3)"), exact("1/3-sqrt(6)")
    rows = Configuration([[a, b], [a + b, a * b], [1, 0]]).rows
    image = next(images.images([[*row, 1] for row in rows]))
    # Rows are cleared of denominators, so compare ratios within each row with those of exact
    # multiples.
    for k, p in enumerate(image.primes.tolist()):
        (x, y, one), (s, t, unit) = image.rows[0, k].tolist(), image.rows[1, k].tolist()
        x, y = x * pow(one, -1, p), y * pow(one, -1, p)
        s, t = s * pow(unit, -1, p), t * pow(unit, -1, p)
        assert (x + y - s) % p == (x * y - t) % p == 0


P, Q = islice(primes(1 << 50), 2)


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 0], [0, 1], [P, 1], [1, 1]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, P, Q], [P, Q, 1], [1, 1, 1]],
        [[P, 1, 0], [1, P, 0], [0, 1, P], [P, P, 1], [1, Q, P], [Q, Q, Q], [1, 1, 1]],
        [
            [P, 0, 0, 1],
            [0, Q, 0, 1],
            [0, 0, P, 1],
            [P, Q, P, 1],
            [1, 1, 1, 1],
            [P, 1, Q, 1],
            [1, P, P, P],
        ],
        [[P * Q, 1], [1, 0], [0, 1]],
    ],
)
def test_entries_that_are_multiples_of_the_primes(rows):
    """Numbers that vanish modulo one prime and not modulo the other: other primes are taken, and
    the answer is right.
    """
    expected = naive_count.whitney([[Fraction(x) for x in row] for row in rows], len(rows[0]))
    assert whitney_numbers(rows, method="flats") == expected
    assert whitney_numbers(rows, method="orbits") == expected


def test_bad_luck_has_an_end():
    def fail(image):
        raise images.BadPrime

    with pytest.raises(Undecided, match="primes must not divide a minor"):
        images.with_images([(1, 2), (3, 4)], fail)


NAMES = [
    "threshold:4",
    "resonance:5",
    "braid:6",
    "demicube:5",
    "cyclic:9x5",
    "random:12x5:bound=1:seed=3",
]


@pytest.mark.parametrize("name", NAMES)
def test_small_and_large_primes_agree(name, monkeypatch):
    """The kernels in floats, the general ones with the same prime, and the general ones with a
    large prime and with several.
    """
    from arrangements import load

    rows = load(name).reduced_rows()
    fast = [whitney_numbers(rows, method=method) for method in ("flats", "orbits")]
    for module in (flat_counting, orbit_pieces):
        monkeypatch.setattr(module, "small_columns", lambda image: None)
    orbit_pieces._tables.cache_clear()
    general = [whitney_numbers(rows, method=method) for method in ("flats", "orbits")]
    for limit in (1 << 50, 1 << 12):
        monkeypatch.setattr(images, "SMALL", 0)
        monkeypatch.setattr(images, "LARGEST", limit)
        # Primes below 4096: two or three of them, and bad luck now and then.
        general += [whitney_numbers(rows, method=method) for method in ("flats", "orbits")]
    orbit_pieces._tables.cache_clear()
    assert set(fast) == set(general)
    assert len(set(fast)) == 1
