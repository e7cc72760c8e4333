"""Which maximal minors vanish, decided in bulk modulo primes (``exact.linear.residues``).

>>> from arrangements.matroids.chirotopes.scaled_matrices import exact_matrix
>>> nonzero_minors(exact_matrix([(1, 2), (2, 4), (1, 3)]), 10).tolist()
[False, True, True]
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from arrangements.exact.linear import bounds, residues
from arrangements.matroids.chirotopes.expansion import colex_minor_signs, split

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes.scaled_matrices import ExactMatrix

__all__ = ["nonzero_minors"]


def nonzero_minors(matrix: ExactMatrix, small: int) -> np.ndarray:
    """For each r-subset in colexicographic order whether its minor is not zero, given that those in
    question are at most ``small`` in size.

    A larger minor may be reported either way.
    """
    r = matrix.width
    nonzero = np.zeros(comb(len(matrix.rows), r), np.bool_)
    rows = [residues.polynomials(row) for row in matrix.rows]
    bound = small if matrix.field is None else bounds.norm(rows, matrix.field.polynomial, r, small)
    # the terms of the longest expansion
    modulus = bounds.largest_modulus(max(r, comb(r, split(r)[0])))
    product = 1
    for prime, root in residues.homomorphisms(matrix.field, modulus):
        if product > bound:
            break
        product *= prime
        image = np.array(residues.image(rows, prime, root), np.int64)
        nonzero |= colex_minor_signs(image, modulus=prime) != 0
    return nonzero
