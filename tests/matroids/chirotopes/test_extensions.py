"""Single-element extensions against all sign maps, and published numbers of oriented matroids."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from arrangements import Configuration
from arrangements.errors import BadInput
from arrangements.matroids.chirotopes import Chirotope, chirotope
from tests.published import published


def all_extensions(chi: Chirotope) -> set[Chirotope]:
    subsets = list(combinations(range(chi.n + 1), chi.rank))
    new = [i for i, subset in enumerate(subsets) if chi.n in subset]
    old = [i for i, subset in enumerate(subsets) if chi.n not in subset]
    found = set()
    for signs in product((-1, 0, 1), repeat=len(new)):
        values = dict(zip(old, chi.signs.tolist(), strict=True)) | dict(
            zip(new, signs, strict=True)
        )
        candidate = Chirotope(chi.n + 1, chi.rank, [values[i] for i in range(len(subsets))])
        if candidate.violation() is None:
            found.add(candidate)
    return found


@pytest.mark.parametrize(
    ("n", "rank", "text"),
    [
        (0, 0, "+"),
        (2, 0, "-"),
        (1, 1, "+"),
        (3, 1, "+0-"),
        (2, 2, "+"),
        (3, 2, "+0-"),
        (4, 2, "+0++--"),
        (3, 3, "-"),
        (4, 3, "++0-"),
        (4, 3, "++++"),
    ],
)
def test_against_all_sign_maps(n: int, rank: int, text: str) -> None:
    chi = Chirotope.from_text(text, n, rank)
    assert chi.violation() is None
    listed = list(chi.extensions())
    assert len(listed) == len(set(listed))
    assert set(listed) == all_extensions(chi)
    assert all(extended.deletion([n]).same_oriented_matroid(chi) for extended in listed)


def test_label() -> None:
    chi = Chirotope.from_text("+", 1, 1, labels=["a"])
    assert next(chi.extensions("b")).labels == ("a", "b")
    with pytest.raises(BadInput, match="label must be new, not 'a'"):
        next(chi.extensions("a"))


def simple_classes(n: int, rank: int) -> tuple[Chirotope, ...]:
    """One of each class, canonical, of the oriented matroids without loops and parallel elements,
    up to relabelling and reorientation.

    Every one of them with n > rank has an element outside of some basis, and without that element
    it is one again; so extensions of the smaller ones reach them all.
    """
    if n < rank or rank < 2:
        return (Chirotope(n, rank, [1]),) if n == rank else ()
    found = {Chirotope(rank, rank, [1])}
    for _ in range(rank, n):
        found = {
            more.canonical()[0]
            for chi in found
            for more in chi.extensions()
            if not more.loops and not more.parallel_classes
        }
    return tuple(sorted(found, key=lambda chi: chi.text("revlex")))


def counts(n: int, rank: int) -> tuple[int, int]:
    classes = simple_classes(n, rank)
    assert all(chi.violation() is None and chi.canonical()[0] == chi for chi in classes[:50])
    return len(classes), sum(chi.is_uniform for chi in classes)


PUBLISHED = [
    (n, 3, (published("matroids")[f"3x{n}"], published("uniform_matroids")[f"3x{n}"]))
    for n in range(3, 8)
]


OTHERS = [(6, 2, (1, 1)), (5, 4, (3, 1)), (2, 3, (0, 0)), (1, 1, (1, 1))]


@pytest.mark.parametrize(
    ("n", "rank", "expected"), [*(case for case in PUBLISHED if case[0] < 7), *OTHERS]
)
def test_numbers_of_classes(n: int, rank: int, expected: tuple[int, int]) -> None:
    assert counts(n, rank) == expected


@pytest.mark.slow
def test_numbers_of_classes_on_seven_elements() -> None:
    assert (7, 3, counts(7, 3)) in PUBLISHED


def classes_of_all_sign_maps(n: int, rank: int) -> set[Chirotope]:
    size = len(list(combinations(range(n), rank)))
    candidates = (
        Chirotope(n, rank, signs) for signs in product((-1, 0, 1), repeat=size) if any(signs)
    )
    simple = (chi for chi in candidates if not chi.loops and not chi.parallel_classes)
    return {chi.canonical()[0] for chi in simple if chi.violation() is None}


@pytest.mark.parametrize(
    ("n", "rank"), [(3, 2), (4, 2), (3, 3), (4, 3), pytest.param(5, 3, marks=pytest.mark.slow)]
)
def test_classes_of_all_sign_maps(n: int, rank: int) -> None:
    assert classes_of_all_sign_maps(n, rank) == set(simple_classes(n, rank))


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 2, 3]],
        [[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 3, 2], [1, -1, 2]],
        [[1, 2, 0], [-2, -4, 0], [0, 0, 0], [0, 1, 1], [3, 1, 1]],
    ],
)
def test_lexicographic_extensions(rows: list[list[int]]) -> None:
    """Each is one of all extensions, and what small multiples of vectors make."""
    made = chirotope(Configuration(rows))
    every = set(made.extensions())
    for chosen in permutations(made.labels, 3):
        for sides in ("+++", "+-+", "--+"):
            assert made.lexicographic_extension(chosen, sides) in every
    small = Fraction(1, 10**6)
    for a, b, c in permutations(range(5), 3):
        new = [
            x - y * small + z * small**2 for x, y, z in zip(rows[a], rows[b], rows[c], strict=True)
        ]
        assert made.lexicographic_extension([a, b, c], "+-+") == chirotope(
            Configuration([*rows, new])
        )


def test_lexicographic_extensions_that_are_refused() -> None:
    chi = Chirotope.from_text("+++", 3, 2)
    with pytest.raises(
        BadInput, match=r"signs must be \+ or -, one for each of 2 elements, not '.'"
    ):
        chi.lexicographic_extension(["1", "2"], "+")
    with pytest.raises(BadInput, match="label must be new, not '3'"):
        chi.lexicographic_extension(["1"], "+", "3")
    assert chi.lexicographic_extension([], "").loops == (3,)
