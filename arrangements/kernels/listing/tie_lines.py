"""All rankings of many labels in space, along the lines on which two of them tie.

Labels are distinct integer points w of rank 3, and x ranks them by w . x. One line of ties, that of
labels 0 and 1, is put at infinity: half of all rankings are the regions into which the other lines
cut a plane, the rest are their opposites. A region that is not the leftmost one has a lowest point,
or a lowest end, and going up from there has a line on its left. So each line L is walked from
below, with the ranking just to the right of it. A region begins there at the lower end of L, and at
every point where another line goes on to the right of L. Nothing is matched and nothing comes
twice, however many lines meet in a point or are parallel.

On L labels tie in groups, those on one line in the direction of L's normal, and keep the order that
they have to the right. At a point where lines cross L every maximal block of tied labels is
reversed, group by group.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numba
import numpy as np

from arrangements.errors import InternalError
from arrangements.kernels import packed_permutations
from arrangements.kernels.jit import kernel

__all__ = ["rankings"]

_PART = 32  # lines that are walked at a time


class Lines(NamedTuple):
    """The lines of ties but the one at infinity, whose normal is ``infinity``: line k has the
    direction ``up[k]``.

    ``right[k]`` is the normal of line k that is positive to its right; a line goes on to the right
    of those with a greater ``angle``. ``angles[p]`` is the angle of the line of pair p; pairs are
    in the order (0,1), (0,2), (1,2), (0,3), ...
    """

    infinity: np.ndarray
    right: np.ndarray
    up: np.ndarray
    angle: np.ndarray
    angles: np.ndarray


def rankings(points: Sequence[Sequence[int]]) -> np.ndarray:
    """The rankings of at most 256 distinct labels of rank 3, unsorted, as words of
    ``packed_permutations`` with a byte for each place.

    ``narrow.fits_float64`` must hold for the differences of the points. Then quotients of their
    2-minors compare exactly in float64, and int64 holds every product of the norms of four
    differences.
    """
    w = np.array(
        [[x - y for x, y in zip(point, points[0], strict=True)] for point in points], np.int64
    )
    lines = _lines(w)

    def walk(first: int) -> np.ndarray:
        part = slice(first, first + _PART)
        own = lines._replace(right=lines.right[part], up=lines.up[part], angle=lines.angle[part])
        slopes = np.empty((len(own.angle), len(lines.angles)))
        slopes_on_lines(w, own.right, slopes)
        words = np.empty((2 * slopes.size + 2 * len(slopes), -(-len(w) // 8)), np.uint64)
        size = walk_lines(w, own, slopes, np.argsort(slopes, axis=1), words)
        if size < 0:
            raise InternalError(
                "labels that tie must be neighbours; a walk along a line contradicts itself"
            )
        return words[:size].copy()

    starts = range(0, len(lines.angle), _PART)
    with ThreadPoolExecutor(numba.get_num_threads()) as pool:
        walked = pool.map(walk, starts) if numba.get_num_threads() > 1 else map(walk, starts)
        return np.concatenate([_leftmost(w, lines), *walked])


def _lines(w: np.ndarray) -> Lines:
    second, first = np.tril_indices(len(w), -1)
    normals = w[first] - w[second]
    normals //= np.gcd.reduce(normals, axis=1)[:, None]
    leading = np.take_along_axis(normals, np.argmax(normals != 0, axis=1)[:, None], axis=1)
    normals, line_of_pair = np.unique(normals * np.sign(leading), axis=0, return_inverse=True)
    far = int(line_of_pair[0])
    infinity = normals[far]
    # Directions of lines lie in the plane of ``infinity``; up is where the first of two coordinates
    # that span it grows, or else the second.
    pivot = int(np.argmax(infinity != 0))
    k, m = (c for c in range(3) if c != pivot)
    up = np.cross(infinity, normals)
    sense = np.where(up[:, k] != 0, np.sign(up[:, k]), np.sign(up[:, m]))[:, None]
    up *= sense
    right = normals * sense * (np.sign(infinity[pivot]) * (-1 if pivot == 1 else 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = np.where(up[:, k] != 0, up[:, m] / up[:, k], np.inf)
    angle = np.unique(slopes, return_inverse=True)[1]
    near = np.arange(len(normals)) != far
    return Lines(infinity, right[near], up[near], angle[near], angle[line_of_pair])


def _leftmost(w: np.ndarray, lines: Lines) -> np.ndarray:
    """The ranking of the region to the left of all lines, and its opposite: at the lower ends of
    the lines, before the first of them.
    """
    first, second = np.empty((2, len(w)))
    on_plane(w, lines.infinity, first, second)
    order = np.lexsort((-w @ lines.infinity, first, -second))
    return packed_permutations.pack(np.array([order, order[::-1]]), 256)


@kernel
def on_plane(vectors, normal, first, second):
    """The values of vectors on a basis of the plane with this normal; returns three coordinates, of
    which it does not vanish in the first.

    Up to a positive number, the point with coordinates (s, t) has s and t for its own second and
    third of them.
    """
    c = 0
    while normal[c] == 0:
        c += 1
    d, e = (1 if c == 0 else 0), (1 if c == 2 else 2)
    p = abs(normal[c])
    a, b = (normal[d], normal[e]) if normal[c] > 0 else (-normal[d], -normal[e])
    for i in range(len(vectors)):
        first[i] = p * vectors[i, d] - a * vectors[i, c]
        second[i] = p * vectors[i, e] - b * vectors[i, c]
    return c, d, e


@kernel(error_model="numpy")
def slopes_on_lines(w, normals, slopes):
    """Where the lines of all pairs cross each line: t / s for the point (s, t) of ``on_plane``; NaN
    for the pairs that tie all along.
    """
    first, second = np.empty(len(w)), np.empty(len(w))
    for k in range(len(normals)):
        on_plane(w, normals[k], first, second)
        pair = 0
        for b in range(1, len(w)):
            for a in range(b):
                x, y = first[a] - first[b], second[a] - second[b]
                slope = -x / y
                slopes[k, pair] = abs(slope) if y == 0.0 else slope
                pair += 1


@kernel
def _dot(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


@kernel
def _lower_end(w, right, up, infinity, order):
    """The ranking at the lower end of a line, a little up and a little to the right, by
    insertion.
    """
    along = np.empty(3, np.int64)
    for c in range(3):
        along[c] = up[c - 2] * right[c - 1] - up[c - 1] * right[c - 2]
    sign = 1 if _dot(along, infinity) > 0 else -1
    keys = np.empty((len(w), 3), np.int64)
    for a in range(len(w)):
        keys[a, 0], keys[a, 1], keys[a, 2] = (
            -_dot(up, w[a]),
            sign * _dot(along, w[a]),
            _dot(right, w[a]),
        )
        at = a
        while at > 0:
            before = order[at - 1]
            c = 0
            while c < 2 and keys[before, c] == keys[a, c]:
                c += 1
            if keys[before, c] >= keys[a, c]:
                break
            order[at] = before
            at -= 1
        order[at] = a


@kernel
def _groups(first, second, group):
    """Number the labels that tie all along a line by the first of them."""
    for a in range(len(group)):
        group[a] = a
        for b in range(a):
            if first[a] == first[b] and second[a] == second[b]:
                group[a] = group[b]
                break


@kernel
def _reverse(order, low, high):
    while low < high:
        order[low], order[high] = order[high], order[low]
        low += 1
        high -= 1


@kernel
def _reverse_blocks(order, group, ties):
    """Reverse every block of labels that tie, but not within groups. ``ties[at]`` says that places
    at and at + 1 do; it is cleared.
    """
    last = len(order) - 1
    for low in range(last):
        if not ties[low]:
            continue
        start, stop = low, low + 1
        while start > 0 and group[order[start - 1]] == group[order[start]]:
            start -= 1
        while stop < last and (ties[stop] or group[order[stop]] == group[order[stop + 1]]):
            stop += 1
        ties[start:stop] = False
        _reverse(order, start, stop)
        at = start
        while at <= stop:
            end = at
            while end < stop and group[order[end + 1]] == group[order[at]]:
                end += 1
            _reverse(order, at, end)
            at = end + 1


@kernel
def _put(order, place, best_first, worst_first):
    """Where the labels are, and the bytes of the ranking and its opposite: eight to a word, the
    first on top.
    """
    last = len(order) - 1
    for at in range(len(order)):
        place[order[at]] = at
        best_first[at ^ 7] = order[at]
        worst_first[(last - at) ^ 7] = order[at]


@kernel(error_model="numpy")
def walk_lines(w, lines, slopes, turn, words):
    """Write the rankings that begin along these lines, and their opposites; returns how many (-1: a
    contradiction).

    ``turn[k]`` are the pairs by increasing slope on line l.
    """
    infinity, right, up, angle, angles = lines
    labels, width = len(w), words.shape[1]
    last = labels - 1
    one, other = np.empty(len(angles), np.int64), np.empty(len(angles), np.int64)
    for b in range(1, labels):
        for a in range(b):
            one[b * (b - 1) // 2 + a], other[b * (b - 1) // 2 + a] = a, b
    order, place, group = (
        np.empty(labels, np.int64),
        np.empty(labels, np.int64),
        np.empty(labels, np.int64),
    )
    first, second, ties = np.empty(labels), np.empty(labels), np.zeros(labels, np.bool_)
    best_first, worst_first = np.zeros(8 * width, np.uint8), np.zeros(8 * width, np.uint8)
    word, opposite = best_first.view(np.uint64), worst_first.view(np.uint64)
    far = np.empty((1, 3), np.int64)
    far[0] = infinity
    x, y = np.empty(1), np.empty(1)
    size = 0
    for k in range(len(angle)):
        on_plane(far, right[k], x, y)
        _, d, e = on_plane(w, right[k], first, second)
        _groups(first, second, group)
        _lower_end(w, right[k], up[k], infinity, order)
        _put(order, place, best_first, worst_first)
        words[size], words[size + 1] = word, opposite
        size += 2
        slope = abs(x[0] / y[0]) if y[0] == 0.0 else -x[0] / y[0]
        own, by = slopes[k], turn[k]
        low = 0
        while own[by[low]] < slope:
            low += 1
        high = low
        while high < len(by) and own[by[high]] == slope:
            high += 1
        count = len(by)
        while np.isnan(own[by[count - 1]]):
            count -= 1
        # What the line at infinity has to the point (s, t): from the lower end to the upper one
        # through where it is positive.
        rising = up[k, e] * x[0] > up[k, d] * y[0]
        step, at = (1, high) if rising else (-1, low - 1)
        left = count - (high - low)
        while left > 0:
            at %= count
            pair = by[at]
            a, b = one[pair], other[pair]
            p, q = place[a], place[b]
            begins = angles[pair] < angle[k]
            following = by[(at + step) % count]
            if left == 1 or own[following] != own[pair]:
                if p - q != 1 and q - p != 1:
                    return -1
                order[p], order[q], place[a], place[b] = b, a, q, p
                best_first[p ^ 7], best_first[q ^ 7] = b, a
                worst_first[(last - p) ^ 7], worst_first[(last - q) ^ 7] = b, a
                left -= 1
                at += step
            else:
                here = own[pair]
                while left > 0 and own[by[at % count]] == here:
                    pair = by[at % count]
                    begins |= angles[pair] < angle[k]
                    p, q = place[one[pair]], place[other[pair]]
                    if abs(p - q) == 1:
                        ties[min(p, q)] = True
                    left -= 1
                    at += step
                _reverse_blocks(order, group, ties)
                _put(order, place, best_first, worst_first)
            if begins:
                words[size], words[size + 1] = word, opposite
                size += 2
    return size
