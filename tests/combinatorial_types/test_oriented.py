"""Types of oriented matroids: against published numbers, against all sign maps, and cut
anywhere.
"""

from __future__ import annotations

import random
from itertools import pairwise, permutations, product
from math import comb

import numpy as np
import pytest

from arrangements.combinatorial_types import OrientedTypes
from arrangements.combinatorial_types.oriented import tables
from arrangements.errors import BadInput
from arrangements.kernels.combinatorial_types import children, localizations
from arrangements.matroids.chirotopes import Chirotope
from tests.published import published

SEED = 20261118
CLASSES = [(name, number, False) for name, number in published("matroids").items()]
CLASSES += [(name, number, True) for name, number in published("uniform_matroids").items()]


def _marked(cases: list[tuple[str, int, bool]], most: int) -> list[object]:
    return [
        pytest.param(*case, marks=[pytest.mark.slow] if case[1] > most else []) for case in cases
    ]


@pytest.mark.parametrize(("name", "number", "uniform"), _marked(CLASSES, 5000))
def test_published_numbers_of_classes(name: str, number: int, uniform: bool) -> None:
    assert OrientedTypes.read(f"oriented:{name}{':uniform' * uniform}").count() == number


ORDER_TYPES = [(n, number, True) for n, number in published("order_types").items()]
ORDER_TYPES += [(n, number, False) for n, number in published("order_types_with_lines").items()]


@pytest.mark.parametrize(("n", "number", "uniform"), _marked(ORDER_TYPES, 4000))
def test_published_numbers_of_order_types(n: str, number: int, uniform: bool) -> None:
    assert OrientedTypes(3, int(n), uniform, acyclic=True).count() == number


def _class(chi: Chirotope) -> Chirotope:
    """The least image under relabelling and negation, by trying everything."""
    images = (
        Chirotope(chi.n, chi.rank, chi.reordered(order).signs)
        for order in permutations(range(chi.n))
    )
    return min(
        (image for made in images for image in (made, -made)), key=lambda image: image.text()
    )


@pytest.mark.parametrize(
    ("n", "rank"), [(3, 2), (4, 2), (3, 3), (4, 3), pytest.param(5, 3, marks=pytest.mark.slow)]
)
def test_against_all_sign_maps(n: int, rank: int) -> None:
    maps = (
        Chirotope(n, rank, signs)
        for signs in product((-1, 0, 1), repeat=comb(n, rank))
        if any(signs)
    )
    simple = [
        chi
        for chi in maps
        if not chi.loops and not chi.parallel_classes and chi.violation() is None
    ]
    expected = {_class(chi) for chi in simple}
    listed = [_class(member.chirotope) for member in OrientedTypes(rank, n, signed=True)]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected
    acyclic = [_class(member.chirotope) for member in OrientedTypes(rank, n, acyclic=True)]
    assert sorted(chi.text() for chi in acyclic) == sorted(
        chi.text() for chi in expected if chi.is_acyclic
    )
    # Every labelled map is in one class; a class has as many as there are relabellings and
    # negations for one symmetry.
    total = 0
    for member in OrientedTypes(rank, n, signed=True):
        chi = member.chirotope
        images = {
            Chirotope(n, rank, chi.reordered(order).signs) for order in permutations(range(n))
        }
        images |= {-image for image in images}
        total += len(images)
        assert len(images) == 2 * len(list(permutations(range(n)))) / member.symmetries
    assert total == len(simple)


@pytest.mark.parametrize(
    "name", ["oriented:3x6", "oriented:4x6:uniform", "oriented:5x6", "oriented:2x6"]
)
def test_classes_are_different_chirotopes(name: str) -> None:
    members = list(OrientedTypes.read(name))
    assert all(member.chirotope.violation() is None for member in members)
    assert len({member.chirotope.canonical()[0] for member in members}) == len(members)


def test_cut_anywhere() -> None:
    print("seed", SEED)
    types = OrientedTypes(3, 7)
    whole = [(member.position, member.colex.tobytes()) for member in types]
    cuts = [0, *sorted(random.Random(SEED).sample(range(types.span), 9)), types.span]
    parts = [types.members(*pair) for pair in pairwise(cuts)]
    assert [(member.position, member.colex.tobytes()) for part in parts for member in part] == whole
    assert len({position for position, _ in whole}) == len(whole) == 143


def test_the_kernels_are_what_their_text_says() -> None:
    before, after = tables(5, 3), tables(6, 3)
    for member in OrientedTypes(3, 5):
        new, again = np.empty((2, 200, len(before.middle)), np.int8)
        count = localizations.extensions(member.colex, before, False, True, new)
        assert localizations.extensions.py_func(member.colex, before, False, True, again) == count
        assert (new[:count] == again[:count]).all()
        out, repeated = np.empty((2, count, len(after.bases)), np.int8)
        found = children.children(member.colex, new[:count], after, out)
        with np.errstate(over="ignore"):
            assert children.children.py_func(member.colex, new[:count], after, repeated) == found
        assert (out[:found] == repeated[:found]).all()


def test_facts_of_members() -> None:
    extreme = [0] * 7
    for member in OrientedTypes(3, 6, uniform=True, acyclic=True):
        chi = member.chirotope
        assert chi.is_acyclic
        # An element is extreme if it can be reversed and the whole stays acyclic.
        assert member.extreme == sum(chi.reorientation([e]).is_acyclic for e in range(6))
        assert member.is_neighbourly == (member.extreme == 6)
        extreme[member.extreme] += 1
        flipped = 0
        for place in range(20):
            signs = chi.signs.copy()
            signs[place] *= -1
            flipped += Chirotope(6, 3, signs).violation() is None
        assert member.mutations == flipped
    assert extreme == [0, 0, 0, 6, 6, 3, 1]
    # Of rank 5 neighbourly: every two elements are an edge; one alternating type on 6 elements
    # (Gale 1963).
    assert (
        sum(member.is_neighbourly for member in OrientedTypes(5, 6, uniform=True, acyclic=True))
        == 1
    )
    assert OrientedTypes(3, 4).count() == 2
    assert [member.mutations for member in OrientedTypes(3, 4)].count(None) == 1


@pytest.mark.parametrize(
    "name", ["oriented:3", "oriented:3x7:round", "oriented:3x7:uniform:uniform", "points:7"]
)
def test_spelling(name: str) -> None:
    with pytest.raises(BadInput, match=r"types must be spelled like oriented:3x7"):
        OrientedTypes.read(name)


def test_sizes() -> None:
    with pytest.raises(
        BadInput, match="rank must be between 2 and the number of elements, 4, not 5"
    ):
        OrientedTypes(5, 4)
    with pytest.raises(BadInput, match="number of elements must be at most 15, not 16"):
        OrientedTypes(3, 16)
