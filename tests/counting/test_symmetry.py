"""Symmetries found from the matrix: their number where it is known, and what every one of them must satisfy."""

from __future__ import annotations

from itertools import combinations
from math import factorial

import numpy as np
import pytest

from arrangements import load
from arrangements.counting.components import components
from arrangements.counting.images import images
from arrangements.counting.symmetry import symmetries
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
