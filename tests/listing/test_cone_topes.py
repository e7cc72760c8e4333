"""The algorithms for cells in a cone against each other, at sizes where more than one can run."""

import random

import numpy as np
import pytest

from arrangements import Configuration, load, sign_pattern
from arrangements.counting import cone_flats
from arrangements.exact.numbers import sign
from arrangements.kernels.listing import conic
from arrangements.listing.cone_topes import count_in_cone, topes_in_cone
from arrangements.matroids.chirotopes.cocircuit_words import words_from_rows


def integers(words, n):
    """Rows of words as integers of n bits."""
    width = words.shape[1]
    return [
        sum(int(w) << 64 * (width - 1 - k) for k, w in enumerate(row)) >> (64 * width - n)
        for row in words
    ]


@pytest.mark.parametrize("seed", range(60))
def test_fast_and_slow(seed):
    print("seed", seed)
    draw = random.Random(seed)
    k, n, m = draw.randint(1, 6), draw.randint(0, 9), draw.randint(0, 7)
    bound = draw.choice([1, 1, 2, 5, 10**25])
    rows, constraints = (
        [tuple(draw.randint(-bound, bound) for _ in range(k)) for _ in range(size)]
        for size in (n, m)
    )
    if seed % 3 == 0:
        constraints = constraints[:1] * 2 + rows[:1]
    words = topes_in_cone(rows, constraints)
    assert integers(words, n) == cone_flats.words_in_cone(rows, constraints, k)
    assert count_in_cone(rows, constraints, k) == len(words)


def test_compiled_walks_with_lines_degenerate_rows_and_many_forced_ones():
    draw = random.Random(1)
    compared = pointed = 0
    while compared < 100 or pointed < 60:
        k, n, m = draw.randint(3, 6), draw.randint(1, 9), draw.randint(1, 9)
        rows, constraints = (
            [tuple(draw.randint(-2, 2) for _ in range(k)) for _ in range(size)] for size in (n, m)
        )
        every = [*constraints, *rows]
        if Configuration(every).zero_rows or Configuration(every).rank < k:
            continue
        expected = cone_flats.words_in_cone(rows, constraints, k)
        found = cone_flats.generators(
            constraints, [tuple(int(i == j) for j in range(k)) for i in range(k)], k
        )
        if found is None:
            assert expected == []
            continue
        compared += 1
        assert [
            int(w) >> (64 - n) for w in conic.words_in_cone(constraints, rows, *found)
        ] == expected
        if not found[0]:
            pointed += 1
            rays = [
                [sign(sum(x * y for x, y in zip(ray, row, strict=True))) for row in every]
                for ray in found[1]
            ]
            words = conic.words_in_cone_of_cocircuits(m, words_from_rows(every), n + m, k, rays)
            assert [int(w) >> (64 - n) for w in words] == expected


def test_more_than_one_word():
    draw = random.Random(2)
    rows = [tuple(draw.randint(-9, 9) for _ in range(3)) for _ in range(70)]
    constraints = [tuple(draw.randint(-9, 9) for _ in range(3)) for _ in range(65)]
    constraints = [f if 2 * f[0] + f[1] > 0 else tuple(-x for x in f) for f in constraints]
    words = topes_in_cone(rows, constraints)
    assert integers(words, 70) == cone_flats.words_in_cone(rows, constraints, 3)
    assert len(words) > 1
    assert words.shape[1] == 2


def test_without_a_cone_it_is_the_whole_list():
    c = load("threshold:4")
    words = topes_in_cone(c.rows, [])
    assert len(words) == len(sign_pattern(c)) == count_in_cone(c.rows, [], c.d)
    assert (np.diff(words[:, 0].astype(object)) > 0).all()


def test_large_entries_need_the_other_method():
    assert conic.fits_cone([(1, 2, 3), (0, 1, 9)], 3)
    assert not conic.fits_cone([(1 << 20, 1, 1), (1, 1 << 20, 1)], 3)


@pytest.mark.bench
def test_bench_orthant():
    import time

    orthant = [tuple(int(i == j) for j in range(6)) for i in range(6)]
    for name in ("random:40x6:bound=9:seed=1", "random:40x6:seed=1") * 2:
        rows = load(name).integer_rows()
        start = time.perf_counter()
        inside = len(topes_in_cone(rows, orthant))
        middle = time.perf_counter()
        everywhere = len(topes_in_cone(rows, []))
        end = time.perf_counter()
        print(
            f"\northant of R^6, {name}: {inside:,} cells {middle - start:.3f} s; all of R^6: {everywhere:,} {end - middle:.3f} s"
        )
