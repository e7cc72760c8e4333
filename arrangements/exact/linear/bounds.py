"""Bounds that are known before any computation. Each is stated once, here, and every exact fast
path names the one that it rests on.

What bounds a size from above rounds up, so that it is never too small; a largest modulus rounds
down. Integers and ``Fraction`` only: no bound is itself a guess in floating point.

>>> hadamard([25, 1, 169], 2), hadamard([2, 2], 2), hadamard([3, 1], 2)
(65, 2, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import factorial, isqrt, nextafter, prod

__all__ = [
    "expansion_error",
    "expansion_roundings",
    "hadamard",
    "hadamard_square",
    "largest_modulus",
    "leverage",
    "norm",
    "permanent",
]
__all__ += ["logarithm", "product_error", "root_size"]


def hadamard_square(squares: Iterable[int], r: int) -> int:
    """No square of an r-minor exceeds this, given the squares of the Euclidean row norms: the
    product of the r largest. Exact.

    Norms below 1 count as 1, so that the number also bounds the square of every entry (r > 0) and
    of every smaller minor.
    """
    return prod(sorted([square or 1 for square in squares], reverse=True)[:r])


def hadamard(squares: Iterable[int], r: int) -> int:
    """An integer that no minor of size at most r exceeds: the root of ``hadamard_square``, rounded
    up.
    """
    square = hadamard_square(squares, r)
    root = isqrt(square)
    return root + (root * root < square)


def leverage(determinant: int, forms: Iterable[int], r: int) -> int:
    """An integer that no maximal minor of rows v_i of rank r, in r columns, exceeds: Hadamard's
    inequality in their own metric. Rounds up.

    ``determinant`` is that of V'V, ``forms`` are the v_i adj(V'V) v_i'. With h_i = v_i (V'V)^-1
    v_i', the leverages, the square of the minor of rows I is det(V'V) times that of a Gram matrix
    with the diagonal h_i, i in I. No column is longer than another in this metric: 0/1 rows, say,
    have much smaller minors than their lengths allow.

    >>> leverage(16, [8, 8, 8, 8], 2)  # (1, 1), (1, -1) and their opposites: all leverages 1/2
    2
    """
    square = prod(sorted(forms, reverse=True)[:r])
    quotient = -(-square // determinant ** (r - 1))
    root = isqrt(quotient)
    return int(root + (root * root < quotient))


def root_size(polynomial: Sequence[int]) -> int:
    """An integer R >= 1 that no complex root exceeds in size: the least with |c_k| R^k >= sum of
    |c_i| R^i over i < k (Cauchy). Rounds up.

    >>> root_size((-2, 0, 1))
    2
    """

    def holds(size: int) -> bool:
        return bool(
            abs(polynomial[-1]) * size ** (len(polynomial) - 1)
            >= sum(abs(c) * size**i for i, c in enumerate(polynomial[:-1]))
        )

    high = 1
    while not holds(high):
        high *= 2
    low = high // 2  # does not hold, or is 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def norm(
    rows: Sequence[Sequence[Sequence[int]]],
    polynomial: Sequence[int],
    r: int,
    size: int | None = None,
) -> int:
    """A product of distinct primes beyond this does not divide a minor that is not zero, of size at
    most r. Rounds up.

    Entries are integer polynomials in theta, a root of the polynomial with leading coefficient c
    and degree D. A k-minor M has degree at most k (D - 1) in theta, so c^(k (D - 1)) M lies in the
    ring Z[c theta], and its norm is an integer that every prime divides whose homomorphism maps M
    to 0. The norm is the product over the D complex roots (``root_size``), where the conjugates of
    M obey Hadamard's bound; M itself is at most ``size``, if that is given.

    >>> norm([[[0, 1], [1]], [[1], [0, 1]]], (-2, 0, 1), 2)
    25
    """
    lead, degree = abs(polynomial[-1]), len(polynomial) - 1
    root = root_size(polynomial)
    conjugate = hadamard(
        [sum(sum(abs(c) * root**k for k, c in enumerate(x)) ** 2 for x in row) for row in rows], r
    )
    powers: int = lead ** (r * (degree - 1) * degree) * conjugate ** (degree - 1)
    return powers * (conjugate if size is None else size)


def largest_modulus(terms: int) -> int:
    """The largest m for which that many products of residues below m add up to less than 2^63.
    Rounds down.
    """
    return isqrt((2**63 - 1) // terms)


def permanent(rows: Sequence[Sequence[float]], r: int) -> Fraction:
    """Bounds the permanent of the sizes of any r scaled rows: r! or the product of the r largest
    1-norms, each at least 1/2. Rounds up.

    Rows have entries of size at most 1, each rounded at most twice.
    """
    slack = 1 + Fraction(1, 2**50)  # more than two roundings of each entry
    norms = sorted(
        (max(Fraction(1, 2), slack * sum(map(Fraction, map(abs, row)))) for row in rows),
        reverse=True,
    )
    return min(Fraction(factorial(r)), prod(norms[:r], start=Fraction(1)))


def product_error(terms: int, digits: int = 53) -> float:
    """g with |computed - exact| <= g * sum of |x_k y_k| for a sum of that many products x_k y_k in
    floating point. Rounds up.

    ``digits``: of the significand, 53 for float64 and 24 for float32, with rounding to nearest. In
    whatever order the terms are added, with or without fused multiplication, a term meets at most
    ``terms`` roundings: g = k u / (1 - k u), u = 2^-digits (Higham, Accuracy and Stability, section
    3.1). Nothing may overflow. Underflow adds less than ``terms`` times twice the least normal
    number, even where subnormal numbers are flushed to zero: who uses this adds that, or has no
    entries so small.

    >>> product_error(2), product_error(2, 24) > 2 * 2.0**-24
    (2.220446049250314e-16, True)
    """
    unit = Fraction(terms, 2**digits)
    if unit >= Fraction(1, 2):
        raise ValueError(f"terms must be fewer than {2 ** (digits - 1)}, not {terms}")
    bound = unit / (1 - unit)
    found = float(bound)
    return found if Fraction(found) >= bound else nextafter(found, 1)


def expansion_roundings(b: int, a: int, terms: int) -> int:
    """At most how many roundings enter any one product of entries when a (b+a)-minor is expanded
    with that many terms.

    A k-minor from (k-1)-minors: two of the entry itself, one of a product and at most k of
    additions; the last expansion: one product, and as many additions as terms.
    """
    return sum(k + 3 for k in range(1, b + 1)) + sum(k + 3 for k in range(1, a + 1)) + 1 + terms


def expansion_error(permanent: Fraction, roundings: int) -> float:
    """Twice gamma * permanent with gamma = k u / (1 - k u), u = 2^-53: a bound on the error of a
    computed minor, underflow included.

    ``permanent`` bounds the sum of the sizes of the products of true entries that make up the
    minor. Each product appears once in the expansion and carries at most ``roundings`` factors 1 +
    delta, |delta| <= u (Higham, Accuracy and Stability, section 3.1). That gives gamma * permanent.
    The factor two covers the rounding of this number itself and underflow, which adds less than
    2^-900 (at most 2^40 operations, each off by 2^-1075 and then multiplied by less than 2^100) to
    something that is at least 2^-200. This holds for r <= 28, and beyond that no table of minors
    fits in any memory.
    """
    unit = Fraction(roundings, 2**53)
    return float(2 * permanent * unit / (1 - unit))


def logarithm(q: int, bits: int) -> tuple[Fraction, Fraction]:
    """Rationals below and above log q, less than 2^-bits times the number of digits of q apart: q =
    2^k m with m in [1, 2).

    log m = 2 (z + z^3/3 + z^5/5 + ..) with z = (m - 1) / (m + 1) <= 1/3. Powers of z are rounded
    down to multiples of a unit, each from the one before: they are less than 2 units too small, as
    2 z^2 + 1 < 2, and a term less than 3. The terms that are left out, when a power has become
    zero, make up less than 9/8 of that power, which is less than 2 units.

    >>> low, high = logarithm(10, 40)
    >>> float(low), high - low < Fraction(1, 2**38)
    (2.3025850929940455, True)
    """
    if q < 1:
        raise ValueError(f"logarithm must be of a positive integer, not {q}")
    guard = bits + 2 * bits.bit_length() + 8
    power = q.bit_length() - 1
    parts = [(Fraction(q - (1 << power), q + (1 << power)), 1), (Fraction(1, 3), power)]
    low = high = Fraction(0)
    for z, times in parts:
        total, missing, j = 0, 3 if z else 0, 1
        square, scaled = z * z, (z.numerator << guard) // z.denominator
        while scaled:
            total, missing = total + scaled // j, missing + 3
            scaled = scaled * square.numerator // square.denominator
            j += 2
        low += Fraction(2 * times * total, 1 << guard)
        high += Fraction(2 * times * (total + missing), 1 << guard)
    return low, high
