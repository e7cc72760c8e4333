"""Counting by definition, for tests: no code shared with the package, Fractions (or any exact
field) only.
"""

from __future__ import annotations


def polynomial(rows, d):
    """chi(A) = chi(A - h) - chi(A restricted to h), constant term first; a zero row is a hyperplane
    that is everything.
    """
    rows = list(rows)
    if not rows:
        return [0] * d + [1]
    if any(not any(row) for row in rows):
        return [0] * (d + 1)
    *others, h = rows
    if any(parallel(h, row) for row in others):
        return polynomial(others, d)
    deleted = polynomial(others, d)
    restricted = polynomial([restrict(row, h) for row in others], d - 1)
    return [a - b for a, b in zip(deleted, [*restricted, 0], strict=True)]


def parallel(u, v):
    return all(u[i] * v[j] == u[j] * v[i] for i in range(len(u)) for j in range(i))


def restrict(row, h):
    """The functional on the hyperplane h, in the coordinates other than the first one in which h is
    not zero.
    """
    p = next(i for i, x in enumerate(h) if x)
    return [h[p] * row[i] - row[p] * h[i] for i in range(len(h)) if i != p]


def whitney(rows, d):
    """|coefficients| from the top down to the last one that is not zero; for a zero polynomial,
    nothing.
    """
    numbers = [abs(c) for c in reversed(polynomial(rows, d))]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def rankings(points):
    """Cover's recursion: the rankings of all labels but the last, and for each place where the last
    meets label p, the rankings of the others seen along that difference."""
    if len(points) < 2:
        return 1
    if len({tuple(p) for p in points}) < len(points):
        return 0
    *others, new = points
    total = rankings(others)
    for p in others:
        direction = [a - b for a, b in zip(new, p, strict=True)]
        total += rankings([restrict(q, direction) for q in others])
    return total
