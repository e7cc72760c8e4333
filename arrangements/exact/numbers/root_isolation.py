"""The real roots of irreducible polynomials over the integers: isolated by Descartes' rule, refined
by secants, exact throughout.

A root is a polynomial (primitive, low degree first) and an index, which counts its real roots
upwards from 0. ``root_floor`` gives floor(root * 2^bits) to any precision; that orders, isolates
and approximates. Irrational roots are never equal to a dyadic number, so all comparisons here are
decided by narrowing. Degree 1 is allowed, and then the root is rational.

FLINT's ``complex_roots`` are certified, too, but it looks for all complex roots: from degree 16 on it
took 9 to 85 times as long, on x^16 - 2 (10^20 x - 1)^2 14 times, and nothing bounds or ends its work.

>>> isolating_intervals((-2, 0, 1)), root_floor((-2, 0, 1), 1, 20)
(((Fraction(-2, 1), Fraction(-1, 1)), (Fraction(1, 1), Fraction(2, 1))), 1482910)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from arrangements.errors import LimitReached
from arrangements.exact.numbers import _flint
from arrangements.exact.numbers.number_limits import MAX_ISOLATION_BITS

__all__ = ["isolating_intervals", "locate", "reach", "root_count", "root_floor"]

# (m, k) stands for the interval between m/2^k and (m+1)/2^k; k may be negative
_Cell = tuple[int, int]


def root_count(polynomial: tuple[int, ...]) -> int:
    """The number of real roots."""
    return len(_cells(polynomial))


def root_floor(polynomial: tuple[int, ...], index: int, bits: int) -> int:
    """floor(root * 2^bits), exact."""
    if len(polynomial) == 2:
        return (-polynomial[0] << bits) // polynomial[1]
    m, k = _cells(polynomial)[index]
    return m >> (k - bits) if k >= bits else _refined(polynomial, index, bits)


@lru_cache(maxsize=1024)
def isolating_intervals(polynomial: tuple[int, ...]) -> tuple[tuple[Fraction, Fraction], ...]:
    """For every real root the interval [m/2^k, (m+1)/2^k] with the smallest k >= 0 that holds no
    other root.
    """
    count, bits = root_count(polynomial), 4
    while len(set(floors := [root_floor(polynomial, i, bits) for i in range(count)])) < count:
        bits *= 2
    intervals = []
    for i, floor in enumerate(floors):
        others = floors[max(i - 1, 0) : i] + floors[i + 1 : i + 2]
        k = 0
        while any(floor >> (bits - k) == other >> (bits - k) for other in others):
            k += 1
        m = floor >> (bits - k)
        intervals.append((Fraction(m, 2**k), Fraction(m + 1, 2**k)))
    return tuple(intervals)


def locate(
    polynomials: Sequence[tuple[int, ...]], enclosure: Callable[[int], tuple[Fraction, Fraction]]
) -> tuple[tuple[int, ...], int]:
    """Which root of which polynomial a number is that is known to be one of them;
    ``enclosure(bits)`` must shrink to it.

    The roots of the polynomials must all be distinct.
    """
    roots = [
        (polynomial, index) for polynomial in polynomials for index in range(root_count(polynomial))
    ]
    bits = 8
    while len(roots) > 1:
        low, high = enclosure(bits)
        floors = [root_floor(*root, bits) for root in roots]
        roots = [
            root
            for root, floor in zip(roots, floors, strict=True)
            if floor <= high * 2**bits and floor + 1 >= low * 2**bits
        ]
        bits *= 2
    return roots[0]


@lru_cache(maxsize=4096)
def _cells(polynomial: tuple[int, ...]) -> tuple[_Cell, ...]:
    """For every real root, ascending, a cell that holds no other."""
    if len(polynomial) == 2:
        return ((root_floor(polynomial, 0, 0), 0),)
    mirrored = tuple(-c if k % 2 else c for k, c in enumerate(polynomial))
    negative = [(-m - 1, k) for m, k in _positive_cells(mirrored)]
    return (*reversed(negative), *_positive_cells(polynomial))


def reach(polynomial: tuple[int, ...]) -> int:
    """B such that all complex roots are below 2^B in absolute value (Fujiwara): 2 max
    |c_(d-i)/c_d|^(1/i).
    """
    lead = abs(polynomial[-1]).bit_length()
    return 2 + max(
        -((lead - 1 - abs(c).bit_length()) // i)
        for i, c in enumerate(reversed(polynomial[:-1]), start=1)
        if c
    )


def _positive_cells(polynomial: tuple[int, ...]) -> list[_Cell]:
    """Bisect (0, 2^far). On a stack are cells with polynomials whose roots in (0, 1) are those in
    the cell.
    """
    degree, far = len(polynomial) - 1, reach(polynomial)
    spread = [
        c << far * k if far >= 0 else c << -far * (degree - k) for k, c in enumerate(polynomial)
    ]
    stack, found, work = [(_flint.polynomial(spread), 0, -far)], [], 0
    while stack:
        local, m, k = stack.pop()
        work += degree * local.height_bits()
        if work > MAX_ISOLATION_BITS:
            raise LimitReached(
                f"roots of a polynomial must be apart within {MAX_ISOLATION_BITS} bits of bisection"
            )
        left = _flint.polynomial([c << (degree - i) for i, c in enumerate(local.coeffs())])
        halves = [(left(_flint.SHIFT), 2 * m + 1, k + 1), (left, 2 * m, k + 1)]
        for half in halves:
            variations = _variations(half[0])
            if variations == 1:
                found.append(half[1:])
            elif (
                variations > 1
            ):  # only these are kept: a long way to a cluster of roots needs no more room than a short one
                stack.append(half)
    return sorted(found, key=lambda cell: Fraction(cell[0]) / Fraction(2) ** cell[1])


def _variations(poly: _flint.Whole) -> int:
    """The sign variations of (1+x)^d p(1/(1+x)). They exceed the number of roots in (0, 1) by an
    even number (Descartes, Budan).
    """
    signs = [c > 0 for c in _flint.polynomial(poly.coeffs()[::-1])(_flint.SHIFT).coeffs() if c != 0]
    return sum(a != b for a, b in pairwise(signs))


@lru_cache(maxsize=4096)
def _refined(polynomial: tuple[int, ...], index: int, bits: int) -> int:
    """floor(root * 2^bits), from the isolating cell by secants whose reach doubles when they hit
    (quadratic interval refinement).
    """
    m, k = _cells(polynomial)[index]
    poly = _flint.polynomial(polynomial)
    low, high = _flint.at_dyadic(poly, m, k), _flint.at_dyadic(poly, m + 1, k)
    jump = 1
    while k < bits:  # low and high, values at the ends of the cell (m, k), have different signs
        jump = min(jump, bits - k)
        # where the line between the values crosses 0
        guess = (m << jump) + int((low << jump) // (low - high))
        start, end = (
            _flint.at_dyadic(poly, guess, k + jump),
            _flint.at_dyadic(poly, guess + 1, k + jump),
        )
        if jump == 1 and (start > 0) == (end > 0):  # the other half, then
            guess = 4 * m + 1 - guess
            start, end = (
                _flint.at_dyadic(poly, guess, k + 1),
                _flint.at_dyadic(poly, guess + 1, k + 1),
            )
        if (start > 0) != (end > 0):
            m, k, low, high, jump = guess, k + jump, start, end, 2 * jump
        else:
            jump //= 2
    return m
