"""Symmetries found from the matrix: their number where it is known, and what every one of them must
satisfy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product
from math import factorial
from pathlib import Path

import numpy as np
import pytest

from arrangements import Configuration, load
from arrangements.counting import orbit_pieces
from arrangements.counting.components import components
from arrangements.counting.images import Images, images
from arrangements.counting.orbit_pieces import _chain
from arrangements.counting.symmetry import _projected, links, symmetries
from arrangements.exact.linear import rank
from arrangements.kernels.counting.representatives import representative


def group_of(name):
    rows = load(name).reduced_rows()
    ((elements, image),) = components(next(images(rows)))
    return [rows[e] for e in elements], symmetries(image)


@pytest.mark.parametrize("prime", [101, 46_337, 2_147_483_629])
def test_the_matrix_of_a_projection_is_exact_for_every_prime(prime: int) -> None:
    """P V = V modulo the prime, where products of residues do not fit a word, too."""
    v = np.random.default_rng(5).integers(0, prime, (40, 1, 3))
    projector = _projected(Images(np.array([prime]), v))
    assert projector is not None
    p, rows = projector.tolist(), v[:, 0, :].tolist()
    for i, j in product(range(40), range(3)):
        assert (sum(p[i][k] * rows[k][j] for k in range(40)) - rows[i][j]) % prime == 0
        assert p[i][j] == p[j][i]
    assert abs(projector).max() <= prime // 2


# Signed permutations of m + 1 coordinates up to sign; permutations of d + 1 coordinates; of m
# labels; of m pairs with signs.
ORDERS = {
    "threshold:3": 2**3 * factorial(4),
    "threshold:6": 2**6 * factorial(7),
    "resonance:5": factorial(6),
    "braid:7": factorial(7),
    "braid:9": factorial(9),
    "demicube:8": 2**7 * factorial(8),
    "random:12x4:bound=9:seed=1": 1,
}


@pytest.mark.parametrize("name", ORDERS)
def test_order(name):
    assert group_of(name)[1].order == ORDERS[name]


def cycles(n, *cycles):
    """The permutation of range(n) with these cycles."""
    image = list(range(n))
    for cycle in cycles:
        for i, k in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            image[i] = k
    return image


# Generators, and the order of the group of columns that they make.
PLANTED = {
    "S4 wr S2": (
        [cycles(8, (0, 1)), cycles(8, (0, 1, 2, 3)), cycles(8, (0, 4), (1, 5), (2, 6), (3, 7))],
        1152,
    ),
    "S3 wr S3": (
        [
            cycles(9, (0, 1)),
            cycles(9, (0, 1, 2)),
            cycles(9, (0, 3), (1, 4), (2, 5)),
            cycles(9, (3, 6), (4, 7), (5, 8)),
        ],
        1296,
    ),
    "S2 wr S5": (
        [
            cycles(10, (0, 1)),
            cycles(10, (0, 2), (1, 3)),
            cycles(10, (0, 2, 4, 6, 8), (1, 3, 5, 7, 9)),
        ],
        3840,
    ),
    "S5 x S5": (
        [
            cycles(10, (0, 1)),
            cycles(10, (0, 1, 2, 3, 4)),
            cycles(10, (5, 6)),
            cycles(10, (5, 6, 7, 8, 9)),
        ],
        14400,
    ),
    "Z12": ([cycles(12, tuple(range(12)))], 12),
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_symmetry(name):
    """Rows that are random up to a group of permutations of the columns: the projector has few
    entries, and the group is found.
    """
    generators, order = PLANTED[name]
    n = len(generators[0])
    random = np.random.default_rng(20261118)
    rows = {tuple(random.integers(0, 2, n).tolist()) for _ in range(3)} | {(1, *[0] * (n - 2), 1)}
    queue = list(rows)
    for row in queue:
        new = {tuple(row[i] for i in g) for g in generators} - rows
        rows |= new
        queue += new
    configuration = Configuration(sorted(rows))
    for elements, image in components(next(images(configuration.reduced_rows()))):
        assert len(elements) == len(rows)
        assert symmetries(image).order % order == 0


@pytest.mark.parametrize(
    "name", ["threshold:2", "threshold:3", "resonance:3", "resonance:4", "braid:5", "demicube:5"]
)
def test_symmetries_preserve_every_rank(name):
    rows, group = group_of(name)
    for transversal in group.transversals:
        for permutation in transversal.values():
            assert sorted(permutation.tolist()) == list(range(len(rows)))
            for chosen in combinations(range(len(rows)), 3):
                assert rank([rows[e] for e in chosen]) == rank(
                    [rows[permutation[e]] for e in chosen]
                )


@pytest.mark.parametrize("name", ["threshold:4", "resonance:5", "braid:6", "coxeter:H3"])
def test_links_go_where_symmetries_go(name):
    ((_, image),) = components(next(images(load(name).reduced_rows())))
    found = links(image)
    for transversal in symmetries(image).transversals:
        for permutation in transversal.values():
            assert np.array_equal(found[np.ix_(permutation, permutation)], found)
    assert np.unique(found).size > 1


@pytest.mark.parametrize("name", ["threshold:4", "resonance:5", "cross-polytope:6"])
def test_transversals_form_a_chain(name):
    """At level k every element fixes the base points before and sends its own point to base point
    k.
    """
    _, group = group_of(name)
    for k, transversal in enumerate(group.transversals):
        for point, permutation in transversal.items():
            assert permutation[point] == group.base[k]
            assert all(permutation[b] == b for b in group.base[:k])
        assert np.array_equal(
            transversal[group.base[k]], np.arange(transversal[group.base[k]].size)
        )


@pytest.mark.parametrize("name", ["threshold:3", "resonance:4", "braid:5"])
def test_representatives_are_images(name):
    """The whole group, as products of one element of each transversal: a set is replaced by one of
    its images.
    """
    rows, group = group_of(name)
    n = len(rows)
    elements = [np.arange(n)]
    for transversal in group.transversals:
        elements = [permutation[g] for g in elements for permutation in transversal.values()]
    assert len({tuple(g) for g in elements}) == group.order
    chain = _chain(group, np.zeros((0, n), np.int32))
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
    """Single elements and pairs of the threshold arrangement: one orbit of elements, and pairs by
    the number of coordinates that differ.
    """
    rows, group = group_of("threshold:4")
    n = len(rows)
    chain = _chain(group, np.zeros((0, n), np.int32))
    room = np.empty((2, 64, n), np.int64), np.empty(64 * n, np.int64), np.empty(64, np.int64)
    found = set()
    for pair in combinations(range(n), 2):
        flat = np.array([*pair] + [0] * (n - 2))
        representative(flat, 2, chain, *room)
        found.add(frozenset(flat[:2].tolist()))
    assert len(found) == 2


def test_the_code_that_counts_is_hashed_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a count that a store holds are used again only where all of it is the same."""
    hashed: list[str] = []

    def of(paths: Iterable[Path]) -> str:
        hashed.extend(path.parent.name for path in paths)
        return ""

    monkeypatch.setattr(orbit_pieces, "code_hash", of)
    orbit_pieces.code_of_counting.__wrapped__()
    assert Counter(hashed).keys() == {"counting", "linear"}
    assert hashed.count("linear") >= 3
    assert hashed.count("counting") > 20  # the room, and its kernels
