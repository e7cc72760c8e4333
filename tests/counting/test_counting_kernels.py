"""The kernels that count, compiled and as plain Python, against obvious computations."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import islice, pairwise

import numpy as np
import pytest

from arrangements import Configuration, load
from arrangements.counting.components import components
from arrangements.counting.images import images, small_columns
from arrangements.counting.orbit_pieces import orbit_tables
from arrangements.exact.linear.residues import primes as primes_below
from arrangements.kernels.counting import balanced, flat_table, plane, residues
from arrangements.kernels.counting.orbit_count import Flats, Weights, finish_orbits
from arrangements.kernels.counting.small_orbits import finish_orbits_small

SEED = 20260305
LARGE = next(primes_below(1 << 50))


@pytest.mark.parametrize("run", [residues.multiply, residues.multiply.py_func])
def test_multiply(run):
    for p in (3, 7, 31):
        assert all(run(a, b, p, 1 / p) == a * b % p for a in range(p) for b in range(p))
    generator = random.Random(SEED)
    for p in islice(primes_below(1 << 50), 3):
        edge = [0, 1, 2, p // 2, p // 2 + 1, p - 2, p - 1]
        pairs = [(a, b) for a in edge for b in edge] + [
            (generator.randrange(p), generator.randrange(p)) for _ in range(2000)
        ]
        with np.errstate(over="ignore"):
            assert all(
                run(np.int64(a), np.int64(b), np.int64(p), 1 / p) == a * b % p for a, b in pairs
            ), (SEED, p)


@pytest.mark.parametrize("run", [residues.inverse, residues.inverse.py_func])
def test_inverse(run):
    for p in (3, 31, 32749):
        assert all(run(a, p) == pow(a, -1, p) for a in range(1, min(p, 500)))
    generator = random.Random(SEED)
    for a in (1, 2, LARGE - 1, *(generator.randrange(1, LARGE) for _ in range(200))):
        assert run(a, LARGE) == pow(a, -1, LARGE)


@pytest.mark.parametrize("p", [3, 5, 577, 32749])
def test_balanced_residues(p):
    """Also at the largest sizes that are promised, next to multiples of p and next to halves."""
    generator = random.Random(SEED)
    near = [
        q * p + s
        for q in (0, 1, 2**20 * p - 1, -(2**20) * p + 1)
        for s in (0, 1, -1, p // 2, p // 2 + 1, -(p // 2))
    ]
    for x in near + [generator.randrange(-(2**20) * p * p, 2**20 * p * p) for _ in range(500)]:
        found = balanced.balanced(float(x), p, 1 / p)
        assert found == int(found)
        assert abs(found) <= (p - 1) // 2
        assert (int(found) - x) % p == 0
    inverses, logs = balanced.small_tables(p)
    for x in range(1, p):
        assert int(inverses[x + p]) * x % p == int(inverses[x - p + p]) * x % p == 1
        assert logs[x + p] == logs[x]
    assert sorted(logs[p + 1 :].tolist()) == list(range(p - 1))
    assert inverses[p] == 0


@pytest.mark.parametrize("run", [plane.planar_count, plane.planar_count.py_func])
def test_planar_count(run):
    """Against rational lines: each has a set of points in which earlier lines meet it."""
    generator = random.Random(SEED)
    primes = np.array(list(islice(primes_below(1 << 50), 2)))
    for _ in range(20):
        lines = [[generator.randint(-2, 2) for _ in range(3)] for _ in range(9)]
        lines = [line for line in lines if line[0] or line[1]]
        rows = np.array([[[x % p for x in line] for p in primes.tolist()] for line in lines])
        with np.errstate(over="ignore"):
            found = run(rows, len(lines), primes, plane.plane_room(len(lines), 2))
        kept, points = [], 0
        for line in lines:
            if not any(
                _parallel(line, other) and _meet(line, other) is None and _same(line, other)
                for other in kept
            ):
                points += len({_meet(line, other) for other in kept if not _parallel(line, other)})
                kept.append(line)
        assert found == (len(kept), points, True), (SEED, lines)


def _parallel(u, v):
    return u[0] * v[1] == u[1] * v[0]


def _same(u, v):
    return u[0] * v[2] == u[2] * v[0] and u[1] * v[2] == u[2] * v[1]


def _meet(u, v):
    if _parallel(u, v):
        return None
    d = Fraction(u[0] * v[1] - u[1] * v[0])
    return (u[1] * v[2] - u[2] * v[1]) / d, (u[2] * v[0] - u[0] * v[2]) / d


def test_standard_form_and_contraction():
    """The first basis becomes unit vectors, and contraction leaves exactly the flat at zero."""
    generator = random.Random(SEED)
    for _ in range(30):
        rows = np.array([[[generator.randint(-1, 1) % 101 for _ in range(4)]] for _ in range(9)])
        basis = np.empty(4, np.int64)
        primes = np.array([101])
        with np.errstate(over="ignore"):
            rank = residues.standard_form.py_func(rows.copy(), primes, basis)
        form = rows.copy()
        assert residues.standard_form(form, primes, basis) == rank
        assert np.array_equal(form[basis[:rank], 0, :rank], np.eye(rank))
        assert not form[:, :, rank:].any()
        if rank < 2:
            continue
        out = np.empty((9, 1, rank - 1), np.int64)
        free, work = np.empty(2 * rank, np.int64), np.empty((1, rank), np.int64)
        chosen = basis[1:2]
        assert residues.contract(
            np.ascontiguousarray(form[:, :, :rank]), primes, chosen, 1, rank, free, work, out
        )
        multiples = [e for e in range(9) if not np.delete(form[e, 0, :rank], 1).any()]
        assert np.flatnonzero(~out.any(axis=(1, 2))).tolist() == multiples


def test_an_unlucky_prime_is_noticed():
    """Two rows that are dependent modulo 5 and independent modulo 7."""
    rows = np.array([[[1 % p, 2 % p] for p in (5, 7)], [[6 % p, 7 % p] for p in (5, 7)]])
    assert residues.standard_form(rows.copy(), np.array([5, 7]), np.empty(2, np.int64)) == -1
    heads = np.array([[[0, 1], [3, 1]]])
    assert not residues.normalise(
        heads,
        np.array([5, 7]),
        1,
        np.empty((1, 2), np.int64),
        np.empty(1, np.bool_),
        np.empty(1, np.int64),
    )


def test_flat_table():
    """Many keys of two words, found again after the table has grown, and no others."""
    generator = np.random.default_rng(SEED)
    keys = np.unique(generator.integers(0, 1 << 20, (3000, 2)).astype(np.uint64), axis=0)
    stored, slots = np.zeros_like(keys), np.zeros(4096, np.uint64)
    half = len(keys) // 2
    hashes = [np.uint64(flat_table.hash_of(key)) for key in keys]
    for i in range(half):
        assert flat_table.find(stored, slots, keys[i], hashes[i]) == -1
        flat_table.add(stored, slots, keys[i], hashes[i], i)
    slots = np.zeros(8192, np.uint64)
    flat_table.rehash(stored, half, slots)
    found = [flat_table.find(stored, slots, key, h) for key, h in zip(keys, hashes, strict=True)]
    assert found == list(range(half)) + [-1] * (len(keys) - half)


@pytest.mark.parametrize("name", ["braid:7", "resonance:6", "threshold:6", "random"])
def test_both_last_steps_of_orbits(name):
    """In floats for one small prime, in any order of the flats, and in integers for any primes;
    sums of parts are those of all.
    """
    generator = np.random.default_rng(SEED)
    random_rows = [row for row in generator.integers(0, 3, (25, 6)).tolist() if any(row)]
    configuration = Configuration(random_rows) if name == "random" else load(name)
    ((_, image),) = components(next(images(configuration.reduced_rows())))
    n, _, r = image.rows.shape
    *_, (work, table) = orbit_tables(image, r - 3)
    moduli = np.array(work.moduli)
    weights = Weights(
        moduli, np.array([[0] + [pow(s, -1, q) for s in range(1, n + 1)] for q in work.moduli])
    )
    columns, p, inverses, _ = small_columns(image)
    found = []
    for flats in (table, table.by_elements(), table[generator.permutation(len(table))]):
        for parts in ([0, len(flats)], [0, len(flats) // 3, len(flats)]):
            given, totals = (
                Flats(r - 3, flats.keys, flats.values),
                [np.zeros((3, moduli.size), np.int64) for _ in range(2)],
            )
            for start, stop in pairwise(parts):
                assert finish_orbits_small(
                    columns, p, inverses, given, start, stop, weights, totals[0]
                )
                assert finish_orbits(
                    image.rows, image.primes, given, start, stop, weights, totals[1]
                )
            found += [total.tolist() for total in totals]
    assert found == found[:1] * len(found), SEED
