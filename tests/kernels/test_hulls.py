"""Directions and spans that floating point suggests: what is said of vectors is so."""

import numpy as np
import pytest

from arrangements.kernels.hulls.deletions import few_backward
from arrangements.kernels.hulls.margins import separated
from arrangements.kernels.hulls.min_norm import min_norm_weights
from arrangements.kernels.hulls.pivots import pivoted
from arrangements.kernels.hulls.together import min_norm_together


@pytest.mark.parametrize("number", [30, 60, 90])
def test_what_is_said_of_many_vectors(number):
    """Normal vectors of twenty coordinates, moved forward or not; some lengths are a million."""
    draw, said = np.random.default_rng(number), []
    for turn in range(20):
        vectors = draw.normal(size=(number, 20)) + (turn % 3) * np.eye(20)[0]
        vectors *= draw.choice([1.0, 1e6], size=(number, 1))
        flags = (draw.random(number) < 0.8).astype(np.float64)
        start = (np.arange(number) == int(flags.argmax())).astype(np.float64)
        nearest = start.copy()
        min_norm_weights(vectors @ vectors.T, flags, nearest, 0.0, 5000)
        together = min_norm_together(vectors @ vectors.T, flags, start.copy(), 5000)
        assert np.allclose(together @ vectors, nearest @ vectors, atol=1e-3)
        for x, weights in (separated(vectors, flags), of_pivots(vectors, flags, start)):
            if x is not None:
                values = vectors @ x
                assert (values[flags > 0] > 0).all()
                assert (values[flags == 0] > -1e-9 * np.abs(values).max()).all()
            elif weights is not None:
                assert np.count_nonzero(weights) <= 21
                assert (weights * flags).any()
                total = np.abs(weights @ vectors).max()
                assert total < 1e-8 * (weights * np.abs(vectors).max(axis=1)).max()
            said.append((x is not None, weights is not None))
    assert ((False, True) if number > 50 else (True, True)) in said
    assert sum(map(any, said)) > len(said) // 2


def of_pivots(vectors, flags, weights):
    """The direction, or weights by a singular value decomposition of the vectors that are said to
    surround the origin.
    """
    chosen = np.flatnonzero(weights)
    x, places = pivoted(vectors, flags, chosen, weights[chosen])
    if places is None:
        return x, None
    own = np.linalg.svd(vectors[places].T)[2][-1]
    own *= np.sign(own[np.abs(own).argmax()])
    assert (own > -1e-9 * own.max()).all()
    found = np.zeros(len(vectors))
    found[places] = np.maximum(own, 0)
    return None, found


def test_zero_vectors_and_pairs_of_opposites():
    opposite = np.array([[1.0, 0], [-1, 0], [0, 1]])
    assert separated(np.zeros((3, 2)), np.ones(3)) == (None, None)
    assert pivoted(np.zeros((1, 2)), np.ones(1), np.array([0]), np.ones(1)) == (None, None)
    x, places = pivoted(opposite, np.ones(3), np.array([0]), np.ones(1))
    assert x is None
    assert places is not None
    assert places.tolist() == [0, 1]


@pytest.mark.parametrize("planted", [0, 1, 5, 12])
def test_few_point_backward(planted):
    """Of vectors on one side of a plane some are turned to the other: no more are needed."""
    draw = np.random.default_rng(planted)
    for turn in range(10):
        vectors = draw.normal(size=(300, 8))
        vectors[:, 0] = np.abs(vectors[:, 0]) + 0.05
        vectors[2 : 2 + planted] *= -1
        vectors[300 - turn :] = 0  # these do not count
        vectors[:-1] /= np.maximum(np.linalg.norm(vectors[:-1], axis=1, keepdims=True), 1e-300)
        given = turn % 3
        x = few_backward(vectors, given, 1e-5)
        products = vectors @ x
        assert (products[:given] > 0).all()
        assert np.count_nonzero(products[: 300 - turn] <= 0) <= planted


def test_few_of_no_vectors_point_backward():
    assert few_backward(np.zeros((0, 2)), 0, 1e-5).tolist() == [0, 0]
    assert few_backward(np.zeros((3, 2)), 0, 1e-5).tolist() == [0, 0]
    assert (few_backward(np.array([[0.0, 1]]), 1, 1e-5) @ [0, 1]) > 0
