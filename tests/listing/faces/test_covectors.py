"""All faces by two methods, by their numbers, by brute force and by the axioms."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from arrangements import (
    Chirotope,
    Configuration,
    Inputs,
    count_rankings,
    count_topes,
    covector_pattern,
    face_numbers,
    load,
    ranking_pattern,
    sign_pattern,
    weak_ranking_pattern,
)
from arrangements.errors import BadInput, LimitReached
from arrangements.kernels.listing import walls
from arrangements.layers.patterns import CovectorPattern
from arrangements.layers.patterns.covectors import composition, conforms, separation
from arrangements.matroids.chirotopes import chirotope
from arrangements.running import limited

SEED = 20240611


def drawn(generator: random.Random, offsets: bool) -> Configuration:
    n, d = generator.randrange(0, 6), generator.randrange(1, 4)
    rows = [[generator.choice([-1, 0, 0, 1, 2]) for _ in range(d)] for _ in range(n)]
    return Configuration(
        rows,
        bias=[generator.choice([-1, 0, 1]) for _ in range(n)] if offsets else None,
        dimension=d,
    )


def polyhedra(d: int) -> list[Inputs | None]:
    box = Inputs.box([-1] * d, [1] * d)
    lower = Inputs(d, [[0, *[1] * d], [0, *[-1] * d]])  # a flat, given by inequalities
    return [None, Inputs.nonnegative(d), box, Inputs.simplex(d), lower, Inputs(d, [[-1, *[0] * d]])]


@pytest.mark.parametrize("seed", range(SEED, SEED + 12))
def test_both_methods_agree_on_faces_of_every_dimension(seed: int) -> None:
    print("seed", seed)
    generator = random.Random(seed)
    c = drawn(generator, offsets=bool(seed % 2))
    inputs = polyhedra(c.d)[seed % 6]
    whole, ties = covector_pattern(c, inputs=inputs), weak_ranking_pattern(c, inputs=inputs)
    assert covector_pattern(c, "lp", inputs=inputs) == whole
    assert weak_ranking_pattern(c, "lp", inputs=inputs) == ties
    for listed, pattern in ((covector_pattern, whole), (weak_ranking_pattern, ties)):
        parts = [listed(c, dimension=k, inputs=inputs) for k in range(c.d + 1)]
        assert sum(map(len, parts)) == len(pattern)
        for k, part in enumerate(parts):
            assert part <= pattern
            assert part == listed(c, "lp", dimension=k, inputs=inputs)
    if not c.zero_rows:
        assert len(whole.topes()) == count_topes(c, inputs=inputs)
    if not c.equal_groups:
        assert len(ties.strict()) == count_rankings(c, inputs=inputs)


@pytest.mark.parametrize("name", ["threshold:3", "braid:4", "paper/H.1-A", "resonance:4"])
def test_the_face_numbers_count_them(name: str) -> None:
    c = load(name)
    assert tuple(len(covector_pattern(c, dimension=k)) for k in range(c.d + 1)) == face_numbers(c)
    assert covector_pattern(c).topes() == sign_pattern(c)


@pytest.mark.parametrize("seed", range(SEED, SEED + 6))
def test_the_face_numbers_count_them_with_offsets_too(seed: int) -> None:
    print("seed", seed)
    c = drawn(random.Random(seed), offsets=True)
    assert tuple(len(covector_pattern(c, dimension=k)) for k in range(c.d + 1)) == face_numbers(c)


# A000670
@pytest.mark.parametrize(
    ("n", "count"), [(0, 1), (1, 1), (2, 3), (3, 13), (4, 75), (5, 541), (6, 4683)]
)
def test_independent_labels_have_all_weak_orders(n: int, count: int) -> None:
    pattern = weak_ranking_pattern(
        Configuration([[int(i == j) for j in range(n)] for i in range(n)], dimension=n)
    )
    assert len(pattern) == count
    assert list(pattern) == sorted(pattern, key=_sequence)
    if n > 1:
        assert len(covector_pattern(load(f"braid:{n}"))) == count


def _sequence(groups: tuple[tuple[str, ...], ...]) -> list[int]:
    return [2 * int(label) + (k > 0) for group in groups for k, label in enumerate(group)]


def test_covectors_of_oriented_matroids_are_the_compositions_of_their_cocircuits() -> None:
    generator = random.Random(SEED)
    for n, rank in [(4, 2), (5, 3), (6, 3), (5, 4), (3, 3), (4, 1)]:
        rows = [[generator.choice([-1, 0, 1]) for _ in range(rank)] for _ in range(n)]
        chi = chirotope(Configuration(rows, dimension=rank))
        assert list(covector_pattern(chi)) == list(chi.covectors())
    rays = sorted(covector_pattern(chi, dimension=1).strings())
    assert set(rays) == {
        *chi.cocircuits(),
        *(text.translate(str.maketrans("+-", "-+")) for text in chi.cocircuits()),
    }


def test_covector_axioms_hold() -> None:
    members = list(covector_pattern(load("braid:4")))
    known = set(members)
    for x, y in product(members[::3], members[::5]):
        assert composition(x, y) in known
        assert conforms(x, composition(x, y))
        assert (composition(x, y) == composition(y, x)) == (separation(x, y) == ())


def test_rows_beyond_one_word_and_number_fields() -> None:
    wide = Configuration([[1, k // 8] for k in range(66)])
    assert len(covector_pattern(wide)) == 37 == len(covector_pattern(wide, "lp"))
    hexagon = Configuration([[1, "sqrt(2)"], ["sqrt(2)", 2], [0, 1]])
    assert covector_pattern(hexagon) == covector_pattern(hexagon, "lp")
    assert len(covector_pattern(hexagon)) == 9


def test_algebra_of_sets_of_faces() -> None:
    c = load("braid:3")
    whole, lines = covector_pattern(c), covector_pattern(c, dimension=2)
    assert whole - lines | lines == whole
    assert len(whole ^ lines) == 7
    member = next(lines.strings())
    assert len(whole.above(member)) == 3
    assert len(whole.below(next(whole.topes().strings()))) == 4
    assert whole.projected(["1-3", "1-2"]).labels == ("1-3", "1-2")
    assert (
        CovectorPattern.from_strings(c.labels, whole)
        == whole
        == CovectorPattern.of_integers(c.labels, whole.integers())
    )
    with pytest.raises(BadInput, match="covector must be 3 of the signs"):
        assert "++" in whole
    assert (0, 0, 0) in whole
    ties = weak_ranking_pattern(Configuration([[1, 0], [0, 1], [1, 1]], labels=list("abc")))
    assert list(ties.projected(["b", "a"]).strings()) == ["b>a", "b=a", "a>b"]
    assert ties.strict() <= ranking_pattern(
        Configuration([[1, 0], [0, 1], [1, 1]], labels=list("abc"))
    )


def test_what_does_not_fit_is_refused() -> None:
    with (
        limited("faces", memory=10_000),
        pytest.raises(LimitReached, match="must fit in 10,000 bytes"),
    ):
        covector_pattern(load("threshold:3"))
    with pytest.raises(BadInput, match="method must be auto or chirotope"):
        covector_pattern(Chirotope.from_text("+", 1, 1), "lp")


def test_kernels_are_their_plain_functions() -> None:
    words = np.array([[0], [1], [3], [4], [6], [7]], np.uint64) << np.uint64(61)
    flat = np.zeros(1, np.uint64)
    for classes, cells in (
        (walls.parallel_classes, walls.cells_on),
        (walls.parallel_classes.py_func, walls.cells_on.py_func),
    ):
        masks, out = np.zeros((4, 1), np.uint64), np.zeros((6, 1), np.uint64)
        with np.errstate(over="ignore"):
            assert classes(words, flat, 3, masks) == 3
            assert [cells(words, mask, out) for mask in masks[:3]] == [2, 2, 2]
