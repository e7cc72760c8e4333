"""Which maximal minors vanish, decided in bulk modulo primes.

An integer of size at most B is zero if and only if its residues vanish modulo primes whose product exceeds B. A residue that is not zero
proves that the minor is not.

>>> nonzero_minors([(1, 2), (2, 4), (1, 3)], 10).tolist()
[False, True, True]
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, isqrt

import numpy as np

from arrangements.chirotope.carriers import IntegerRows
from arrangements.chirotope.expansion import colex_minor_signs, split

__all__ = ["nonzero_minors", "primes"]


def largest_modulus(r: int) -> int:
    """The largest m such that r-minors can be expanded over residues below m: as many products as terms add up to less than 2^63."""
    terms = max(r, comb(r, split(r)[0]))
    return isqrt((2**63 - 1) // terms)


def is_prime(m: int) -> bool:
    """Miller's test with bases 2, 3, 5, 7, which is exact below 3,215,031,751 (Pomerance, Selfridge and Wagstaff 1980)."""
    if m < 11 or m % 2 == 0:
        return m in (2, 3, 5, 7)
    odd, twos = m - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        power = pow(base, odd, m)
        if power not in (1, m - 1) and all((power := power * power % m) != m - 1 for _ in range(twos - 1)):
            return False
    return True


def primes(below: int) -> Iterator[int]:
    """The primes below a number (at most 3,215,031,751), largest first."""
    return (m for m in range(below - 1, 1, -1) if is_prime(m))


def nonzero_minors(rows: IntegerRows, bound: int) -> np.ndarray:
    """For each r-subset in colexicographic order whether its minor is not zero, given that those in question are at most ``bound`` in size.

    A minor larger than the bound may be reported either way.
    """
    r = len(rows[0])
    nonzero = np.zeros(comb(len(rows), r), np.bool_)
    product = 1
    supply = primes(min(largest_modulus(r), 3_215_031_751))
    while product <= bound:
        prime = next(supply)
        product *= prime
        residues = np.array([[entry % prime for entry in row] for row in rows], np.int64)
        nonzero |= colex_minor_signs(residues, modulus=prime) != 0
    return nonzero
