"""The point nearest to the origin in a convex hull plus a cone, from the products of its
generators: Wolfe's method, in floating point.

Generators v_j with ``flags[j]`` 1 span the hull, those with 0 the cone. ``min_norm_weights(gram,
flags, weights, stop, steps)`` takes the matrix of their products and changes the weights, none
negative, those of the hull adding up to one, so that the sum x of w_j v_j comes nearest to the
origin. The weights given name a first set of generators; at least one of the hull has a weight. It
never concludes.

Returned are the square of |x| and whether it is the least (up to rounding) or at most ``stop``,
where the walk ends early.

>>> rows = np.array([[1.0, 1], [1, -1], [3, 0]])
>>> weights = np.array([0.0, 0, 1])
>>> square, done = min_norm_weights(rows @ rows.T, np.ones(3), weights, 0.0, 100)
>>> round(square, 9), done, weights.round(9).tolist()
(1.0, True, [0.5, 0.5, 0.0])
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["min_norm_continued", "min_norm_of_signs", "min_norm_weights", "nearest_in_span"]

_LEAST = 1e-13  # a weight below is taken for rounding
# of the square of a generator: what is left of it beside the others, below which they are dependent
_FLAT = 1e-11
# of the squares in play: by how much a generator must be below the hull found so far, to join
_LEVEL = 1e-10


@kernel(fastmath={"reassoc", "contract"})
def min_norm_weights(gram, flags, weights, stop, steps):
    m = len(weights)
    active = np.empty(m, np.int64)
    # upper triangular U with U'U = gram + flags flags' of the active generators
    factor = np.zeros((m, m))
    right = np.empty(m)
    k = 0
    for j in range(m):
        if weights[j] > 0:
            if _joined(gram, flags, factor, active, k, j, right):
                k += 1
            else:
                weights[j] = 0.0
    return _walked(gram, flags, weights, stop, steps, factor, active, k)


@kernel
def min_norm_continued(gram, flags, weights, stop, steps, upper):
    """The nearest point from generators that are independent, with the upper triangular matrix U that is
    known of those with weights: U'U = gram + flags flags'.
    """
    m, k = len(weights), len(upper)
    active = np.empty(m, np.int64)
    factor = np.zeros((m, m))
    here = 0
    for j in range(m):
        if weights[j] > 0:
            active[here] = j
            here += 1
    for i in range(k):
        for h in range(i, k):
            factor[i, h] = upper[i, h]
    return _walked(gram, flags, weights, stop, steps, factor, active, k)


@kernel
def nearest_in_span(flags, upper):
    """The weights of the nearest point of the affine hull of all generators, with the upper triangular
    matrix U of U'U = gram + flags flags'; all zero if there is none.
    """
    k = len(flags)
    found, active = np.empty(k), np.arange(k)
    total = _affine(flags, upper, active, k, found)
    if not total > 0:
        return np.zeros(k)
    for i in range(k):
        found[i] /= total
    return found


@kernel(fastmath={"reassoc", "contract"})
def _walked(gram, flags, weights, stop, steps, factor, active, k):
    """From the first ``k`` of the active generators, with their factor."""
    m = len(weights)
    banned = np.zeros(m, np.bool_)
    products = np.zeros(m)  # <v_j, x>
    right = np.empty(m)
    if not _normed(flags, weights):
        return np.inf, False
    square = np.inf
    for _ in range(steps):
        # The nearest point of the affine hull of the active generators, and the way there until a
        # weight vanishes.
        while True:
            total = _affine(flags, factor, active, k, right)
            if not total > 0:
                return np.inf, False
            part, leaving = 1.0, -1
            for i in range(k):
                goal = right[i] / total
                if goal <= _LEAST:
                    own = weights[active[i]]
                    here = own / (own - goal) if own > goal else 0.0
                    if here < part or leaving < 0:
                        part, leaving = here, i
            for i in range(k):
                weights[active[i]] += part * (right[i] / total - weights[active[i]])
            if leaving < 0:
                break
            weights[active[leaving]] = 0.0
            k = _left(factor, active, k, leaving)
        for j in range(m):
            products[j] = 0.0
        for i in range(k):
            own = weights[active[i]]
            row = gram[active[i]]
            for j in range(m):
                products[j] += own * row[j]
        before, square = square, 0.0
        for i in range(k):
            square += weights[active[i]] * products[active[i]]
        if square <= stop:
            return max(square, 0.0), True
        if square < before * (1 - 1e-12):
            for j in range(m):
                banned[j] = False
        for i in range(k):
            banned[active[i]] = True
        worst, entering = 0.0, -1
        for j in range(m):
            if not banned[j]:
                lack = (flags[j] * square - products[j]) / np.sqrt(
                    gram[j, j] + flags[j] * 1e-300 + 1e-300
                )
                if lack > worst and flags[j] * square - products[j] > _LEVEL * (
                    square + 1e-6 * np.sqrt(square * gram[j, j])
                ):
                    worst, entering = lack, j
        for i in range(k):
            banned[active[i]] = False
        if entering < 0:
            return square, True
        if _joined(gram, flags, factor, active, k, entering, right):
            k += 1
        else:
            banned[entering] = True
            # Nothing moved: look for the next one from here.
            before = square
    return square, False


@kernel
def min_norm_of_signs(products, signs, steps):
    """The weights of the nearest points in the hulls of vectors times signs, for each line of
    signs, where 0 leaves a vector out: ``products`` are those of the vectors. Weights, squares, and
    whether these are least.
    """
    number, m = signs.shape
    weights = np.zeros((number, m))
    squares, done = np.full(number, np.inf), np.zeros(number, np.bool_)
    used, own = np.empty(m, np.int64), np.empty(m)
    for place in range(number):
        k = 0
        for j in range(m):
            if signs[place, j] != 0:
                used[k], own[k] = j, signs[place, j]
                k += 1
        if k == 0:
            continue
        gram, best, start = np.empty((k, k)), np.inf, 0
        for i in range(k):
            total = 0.0
            for j in range(k):
                gram[i, j] = products[used[i], used[j]] * own[i] * own[j]
                total += gram[i, j]
            if total < best:
                best, start = total, i
        found = np.zeros(k)
        found[start] = 1.0
        squares[place], done[place] = min_norm_weights(gram, np.ones(k), found, 0.0, steps)
        for i in range(k):
            weights[place, used[i]] = found[i]
    return weights, squares, done


@kernel(fastmath={"reassoc", "contract"})
def _joined(gram, flags, factor, active, k, j, right):
    """One more column of the factor; not for a generator that depends on the others."""
    row = gram[j]
    size = row[j] + flags[j] * flags[j]
    rest = size
    for i in range(k):
        right[i] = row[active[i]] + flags[j] * flags[active[i]]
    for i in range(k):
        own = right[i] / factor[i, i]
        factor[i, k] = own
        rest -= own * own
        line = factor[i]
        for h in range(i + 1, k):
            right[h] -= own * line[h]
    if rest <= _FLAT * size:
        return False
    factor[k, k] = np.sqrt(rest)
    active[k] = j
    return True


@kernel(fastmath={"reassoc", "contract"})
def _left(factor, active, k, place):
    """The factor without one column, by rotations of neighbouring rows."""
    for i in range(place, k - 1):
        active[i] = active[i + 1]
    for i in range(k):
        line = factor[i]
        for h in range(max(place, i - 1), k - 1):
            line[h] = line[h + 1]
    for i in range(place, k - 1):
        upper, lower = factor[i], factor[i + 1]
        a, b = upper[i], lower[i]
        size = np.sqrt(a * a + b * b)
        c, s = a / size, b / size
        for h in range(i, k - 1):
            x, y = upper[h], lower[h]
            upper[h] = c * x + s * y
            lower[h] = c * y - s * x
    return k - 1


@kernel(fastmath={"reassoc", "contract"})
def _affine(flags, factor, active, k, right):
    """The solution z of U'U z = flags in ``right``, and its product with the flags."""
    for i in range(k):
        right[i] = flags[active[i]]
    for i in range(k):
        own = right[i] / factor[i, i]
        right[i] = own
        line = factor[i]
        for h in range(i + 1, k):
            right[h] -= own * line[h]
    total = 0.0
    for back in range(k):
        i = k - 1 - back
        line = factor[i]
        rest = right[i]
        for h in range(i + 1, k):
            rest -= line[h] * right[h]
        right[i] = rest / line[i]
        total += flags[active[i]] * right[i]
    return total


@kernel
def _normed(flags, weights):
    total = 0.0
    for j in range(len(weights)):
        total += flags[j] * weights[j]
    if not total > 0:
        return False
    for j in range(len(weights)):
        weights[j] /= total
    return True
