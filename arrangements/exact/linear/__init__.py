"""Exact linear algebra, the one home of every elimination and of every bound that an exact fast
path rests on.

- ``dense``: rank, bases, determinant, kernel, solutions, inverse of rows of scalars;
- ``residues``: primes, images of rows over prime fields, rank, bases and solutions there;
- ``bounds``: how large minors and norms can be, and how wrong a float;
- ``positive_weights``: vectors that add up to zero with positive weights, many at once;
- ``flint_matrices``: the adapter for FLINT's matrices.

Three algorithms keep eliminations of their own, because their worth is that they agree with the others:
the exact linear program over a field (``exact.programs.pivoting``) solves its own systems, the
checker of certificates imports nothing of the project, and the brute force of the tests is written
out there. The compiled kernels eliminate in place, in arrays; that nothing overflows there is
proved by ``bounds``.
"""

from arrangements.exact.linear.dense import (
    cleared,
    column_basis,
    columns_of,
    determinant,
    inverse,
    kernel,
    negative_minor,
    primitive,
    product,
    projector,
    rank,
    row_basis,
    scaled,
    solve,
)
from arrangements.exact.linear.vectors import (
    Matrix,
    Row,
    cross,
    dot,
    is_integral,
    is_rational,
    largest,
    minus,
    over,
    scalars,
    unit,
)

__all__ = [
    "Matrix",
    "Row",
    "cleared",
    "column_basis",
    "columns_of",
    "cross",
    "determinant",
    "dot",
    "inverse",
    "is_integral",
    "is_rational",
    "kernel",
    "largest",
    "minus",
    "negative_minor",
    "over",
    "primitive",
    "product",
    "projector",
    "rank",
    "row_basis",
    "scalars",
    "scaled",
    "solve",
    "unit",
]
