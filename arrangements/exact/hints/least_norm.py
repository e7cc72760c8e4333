"""The shortest vector that satisfies linear conditions, exactly: where a ball around the origin
first touches a polyhedron.

For rational conditions the shortest vector is rational, and so are its multipliers, by which it is
proved to be shortest: it is the sum of the gradients of conditions that hold with equality, each
times its multiplier, not negative for an inequality. The dual method of Goldfarb and Idnani (1983)
adds violated conditions one by one, and drops those whose multipliers would turn negative; the norm
grows with every condition that is added, so no set of conditions comes back. All arithmetic is
exact, over the rationals or one number field.

>>> shortest([(-2, 1, 1)], [], 2)
Shortest(point=(Fraction(1, 1), Fraction(1, 1)), weights=(Fraction(1, 1),))
>>> shortest([(-1, 1), (-1, -1)], [], 1) is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrangements.exact.linear import Row, dot, over, scalars, solve
from arrangements.exact.numbers.algebraic import Exact, Scalar

__all__ = ["Shortest", "shortest"]


@dataclass(frozen=True)
class Shortest:
    """``weights``: for each inequality, then for each equation."""

    point: tuple[Scalar, ...]
    weights: tuple[Scalar, ...]


def shortest(inequalities: Sequence[Row], equations: Sequence[Row], width: int) -> Shortest | None:
    """The z of least norm with b + <a, z> >= 0 for every inequality (b, a) and = 0 for every
    equation; None if there is no z.
    """
    number = len(inequalities)
    rows = [*inequalities, *equations]
    z: list[Scalar] = [Fraction(0)] * width
    active: list[int] = []
    weights: list[Scalar] = []
    # equations are inequalities of one side, or of the other, until they are reached
    turned: dict[int, int] = {}
    while (new := _violated(rows, number, z, active)) is not None:
        sign = turned[new] = 1 if _value(rows[new], z) < 0 else -1
        gradient = [sign * c for c in rows[new][1:]]
        weight: Scalar = Fraction(0)
        while True:
            shares, rest = _parts(gradient, [[turned[k] * c for c in rows[k][1:]] for k in active])
            length = dot(rest, gradient)
            # The multiplier that turns negative first, and the step at which it does; the step at
            # which the new condition holds.
            falling = [
                (over(weights[j], shares[j]), j)
                for j, k in enumerate(active)
                if k < number and shares[j] > 0
            ]
            blocked, first = min(falling, default=(None, -1))
            whole = over(-sign * _value(rows[new], z), length) if length else None
            step = blocked if whole is None or (blocked is not None and blocked < whole) else whole
            if step is None:
                return None
            z = [x + step * c for x, c in zip(z, rest, strict=True)]
            weights = [w - step * share for w, share in zip(weights, shares, strict=True)]
            weight = weight + step
            if step == whole:
                active.append(new)
                weights.append(weight)
                break
            del active[first], weights[first]
    found: list[Scalar] = [Fraction(0)] * len(rows)
    for k, w in zip(active, weights, strict=True):
        found[k] = turned[k] * w
    return Shortest(scalars(z), scalars(found))


def _violated(
    rows: Sequence[Row], number: int, z: Sequence[Scalar], active: Sequence[int]
) -> int | None:
    """An equation that does not hold, else the inequality that is violated most; active conditions
    hold.
    """
    for k in range(number, len(rows)):
        if k not in active and _value(rows[k], z):
            return k
    values = [(_value(row, z), k) for k, row in enumerate(rows[:number]) if k not in active]
    value, k = min(values, default=(Fraction(0), -1))
    return k if value < 0 else None


def _value(row: Row, z: Sequence[Scalar]) -> Exact:
    return row[0] + dot(row[1:], z)


def _parts(
    vector: Sequence[Exact], independent: Sequence[Sequence[Exact]]
) -> tuple[list[Scalar], list[Scalar]]:
    """The shares of independent vectors in the projection of a vector to their span, and the rest
    of it, which is orthogonal to them.
    """
    if not independent:
        return [], list(scalars(vector))
    products = [[dot(a, b) for b in independent] for a in independent]
    shares = solve(products, [dot(a, vector) for a in independent]) or []
    rest = [
        c - sum(s * a[j] for s, a in zip(shares, independent, strict=True))
        for j, c in enumerate(vector)
    ]
    return list(scalars(shares)), list(scalars(rest))
