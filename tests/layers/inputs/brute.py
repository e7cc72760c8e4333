"""Brute force: a point of every face of the arrangement of all hyperplanes in sight, by sums of
extreme rays. Small integers only.

Work in R^(d+1) with x = (t, h). Take the rows (b_i, u_i), their differences, the conditions of the
polyhedron, t and the coordinates as one central arrangement. It is essential, so every face is a
pointed cone, and some of its extreme rays, as many as its dimension, have their sum inside. Extreme
rays are lines in which d hyperplanes meet. So the sums of at most d + 1 of them visit every face;
those on which t > 0 and the conditions hold are points of the polyhedron, one at least in every
face of it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, permutations

import numpy as np

Rows = list[list[int]]


def face_values(
    rows: Rows, bias: list[int], inequalities: Rows, equations: Rows, d: int
) -> set[tuple[Fraction, ...]]:
    """The values u_i . h + b_i, for all rows, at points h of the polyhedron: at least one in every
    face.
    """
    functions = [[b, *row] for b, row in zip(bias, rows, strict=True)]
    unit = [[int(i == j) for j in range(d + 1)] for i in range(d + 1)]
    differences = [
        [x - y for x, y in zip(u, v, strict=True)] for u, v in combinations(functions, 2)
    ]
    lines = [
        normal(choice)
        for choice in combinations(
            distinct([*functions, *differences, *inequalities, *equations, *unit]), d
        )
    ]
    rays = np.array(
        sorted(
            {
                ray
                for line in lines
                if any(line)
                for ray in (reduced(line), reduced([-x for x in line]))
            }
        )
    )
    good = rays[:, 0] >= 0
    for row in inequalities:
        good &= rays @ np.array(row) >= 0
    for row in equations:
        good &= rays @ np.array(row) == 0
    rays = rays[good]
    sums = [
        sum(rays[list(column)] for column in columns) for columns in index_columns(len(rays), d + 1)
    ]
    points = np.concatenate([np.empty((0, d + 1), np.int64), *sums])
    inside = points[points[:, 0] > 0]
    values = inside @ np.array(functions).reshape(len(rows), d + 1).T
    return {
        tuple(Fraction(int(v), int(t)) for v in row)
        for row, t in zip(values, inside[:, 0], strict=True)
    }


def index_columns(count: int, most: int) -> list[list[tuple[int, ...]]]:
    """For every size the columns of all subsets of this size."""
    return [
        list(zip(*combinations(range(count), size), strict=True))
        for size in range(1, min(most, count) + 1)
    ]


def normal(rows: tuple[list[int], ...]) -> list[int]:
    """The vector of signed minors, orthogonal to all rows."""
    width = len(rows) + 1
    return [
        (-1) ** j
        * round(np.linalg.det(np.array([[row[k] for k in range(width) if k != j] for row in rows])))
        for j in range(width)
    ]


def distinct(rows: Rows) -> Rows:
    return [
        list(row)
        for row in sorted(
            {max(reduced(row), reduced([-x for x in row])) for row in rows if any(row)}
        )
    ]


def reduced(row: list[int]) -> tuple[int, ...]:
    divisor = int(np.gcd.reduce(row))
    return tuple(int(x) // divisor for x in row)


def strict_signs(values: set[tuple[Fraction, ...]]) -> set[str]:
    return {"".join("+" if v > 0 else "-" for v in point) for point in values if all(point)}


def strict_rankings(values: set[tuple[Fraction, ...]], labels: str) -> set[tuple[str, ...]]:
    return {
        tuple(x for _, x in sorted(zip(point, labels, strict=True), reverse=True))
        for point in values
        if len(set(point)) == len(point)
    }


def winners(values: set[tuple[Fraction, ...]], labels: str) -> set[str]:
    return {
        labels[point.index(max(point))]
        for point in values
        if point and point.count(max(point)) == 1
    }


def top_orders(values: set[tuple[Fraction, ...]], labels: str, k: int) -> set[tuple[str, ...]]:
    found = set()
    for point in values:
        for order in permutations(range(len(labels)), k):
            chain = [point[i] for i in order] + [
                max((v for i, v in enumerate(point) if i not in order), default=Fraction(-(10**9)))
            ]
            if all(a > b for a, b in pairwise(chain)):
                found.add(tuple(labels[i] for i in order))
    return found


def top_sets(values: set[tuple[Fraction, ...]], labels: str, k: int) -> set[tuple[str, ...]]:
    found = set()
    for point in values:
        for members in combinations(range(len(labels)), k):
            rest = [v for i, v in enumerate(point) if i not in members]
            if not rest or not members or min(point[i] for i in members) > max(rest):
                found.add(tuple(labels[i] for i in members))
    return found


def ties(values: set[tuple[Fraction, ...]], labels: str) -> set[tuple[str, str]]:
    """On the closed polyhedron: two labels share the top."""
    return {
        (labels[i], labels[j])
        for point in values
        for i, j in combinations(range(len(labels)), 2)
        if point[i] == point[j]
        and all(v < point[i] for k, v in enumerate(point) if k not in (i, j))
    }
