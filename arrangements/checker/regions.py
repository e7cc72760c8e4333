"""Counting regions and faces of central arrangements, by deletion and restriction."""

from __future__ import annotations

from arrangements.checker.numbers import Rows, Vector, sign, vanishes

__all__ = ["faces", "regions"]


def traced(u: Vector, rows: Rows) -> Rows:
    """The rows on the hyperplane of u, without a coordinate in which u is not 0; those parallel to
    u become zero.
    """
    k = next(k for k, c in enumerate(u) if sign(c))
    return [[u[k] * v[j] - v[k] * u[j] for j in range(len(u)) if j != k] for v in rows]


def regions(rows: Rows) -> int:
    """The regions of a central arrangement: one, and for each row as many as the rows before it
    have on its hyperplane.
    """
    total = 1
    seen: Rows = []
    for u in rows:
        if vanishes(u):
            return 0  # every x lies on it
        traces = traced(u, seen)
        if not any(map(vanishes, traces)):  # a row parallel to an earlier one cuts nothing
            total += regions(traces)
            seen.append(u)
    return total


def faces(rows: Rows) -> int:
    """The faces of a central arrangement: the regions on each flat, an intersection of hyperplanes,
    known by the rows that vanish there.
    """
    total = 0
    flats: set[tuple[bool, ...]] = set()
    todo = [rows]
    while todo:
        here = todo.pop()
        flat = tuple(map(vanishes, here))
        if flat not in flats:
            flats.add(flat)
            cutting = [u for u, lost in zip(here, flat, strict=True) if not lost]
            total += regions(cutting)
            todo += [traced(u, here) for u in cutting]
    return total
