"""Symmetries found from the matrix: their number where it is known, and what every one of them must satisfy."""

from __future__ import annotations

from itertools import combinations
from math import factorial

import numpy as np
import pytest

from arrangements import load
from arrangements.counting.components import components
from arrangements.counting.images import images
from arrangements.counting.orbit_pieces import _chain
from arrangements.counting.symmetry import symmetries
from arrangements.kernels.counting.representatives import representative
from arrangements.linear import rank


def group_of(name):
    rows = load(name).reduced_rows()
    ((elements, image),) = components(next(images(rows)))
    return [rows[e] for e in elements], symmetries(image)


# Signed permutations of m + 1 coordinates up to sign; permutations of d + 1 coordinates; of m labels; of m pairs with signs.
ORDERS = {
    "threshold:3": 2**3 * factorial(4),
    "threshold:6": 2**6 * factorial(7),
    "resonance:5": factorial(6),
    "braid:7": factorial(7),
    "random:12x4:bound=9:seed=1": 1,
}


@pytest.mark.parametrize("name", ORDERS)
def test_order(name):
    assert group_of(name)[1].order == ORDERS[name]


@pytest.mark.parametrize("name", ["threshold:2", "threshold:3", "resonance:3", "resonance:4", "braid:5", "demicube:5"])
def test_symmetries_preserve_every_rank(name):
    rows, group = group_of(name)
    for transversal in group.transversals:
        for permutation in transversal.values():
            assert sorted(permutation.tolist()) == list(range(len(rows)))
            for chosen in combinations(range(len(rows)), 3):
                assert rank([rows[e] for e in chosen]) == rank([rows[permutation[e]] for e in chosen])


@pytest.mark.parametrize("name", ["threshold:4", "resonance:5", "cross-polytope:6"])
def test_transversals_form_a_chain(name):
    """At level k every element fixes the base points before and sends its own point to base point k."""
    _, group = group_of(name)
    for k, transversal in enumerate(group.transversals):
        for point, permutation in transversal.items():
            assert permutation[point] == group.base[k]
            assert all(permutation[b] == b for b in group.base[:k])
        assert np.array_equal(transversal[group.base[k]], np.arange(transversal[group.base[k]].size))


@pytest.mark.parametrize("name", ["threshold:3", "resonance:4", "braid:5"])
def test_representatives_are_images(name):
    """The whole group, as products of one element of each transversal: a set is replaced by one of its images."""
    rows, group = group_of(name)
    n = len(rows)
    elements = [np.arange(n)]
    for transversal in group.transversals:
        elements = [permutation[g] for g in elements for permutation in transversal.values()]
    assert len({tuple(g) for g in elements}) == group.order
    chain = _chain(group, n)
    generator = np.random.default_rng(20260306)
    room = np.empty((2, 64, n), np.int64), np.empty(64 * n, np.int64), np.empty(64, np.int64)
    for run in (representative, representative.py_func):
        for size in (1, 2, n // 2, n):
            chosen = generator.permutation(n)[:size]
            flat = np.concatenate([chosen, np.zeros(n - size, np.int64)])
            with np.errstate(over="ignore"):
                run(flat, size, chain, *room)
            # The elements move together: the first stays the image of the first.
            assert any(np.array_equal(g[chosen], flat[:size]) for g in elements)


def test_equal_orbits_have_one_representative():
    """Single elements and pairs of the threshold arrangement: one orbit of elements, and pairs by the number of coordinates that differ."""
    rows, group = group_of("threshold:4")
    n = len(rows)
    chain = _chain(group, n)
    room = np.empty((2, 64, n), np.int64), np.empty(64 * n, np.int64), np.empty(64, np.int64)
    found = set()
    for pair in combinations(range(n), 2):
        flat = np.array([*pair] + [0] * (n - 2))
        representative(flat, 2, chain, *room)
        found.add(frozenset(flat[:2].tolist()))
    assert len(found) == 2
