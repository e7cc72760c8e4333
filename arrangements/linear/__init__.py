"""Exact linear algebra: ``dense`` works on rows of scalars."""

from arrangements.linear.dense import Matrix, Row, column_basis, determinant, is_rational, kernel, primitive, product, rank, row_basis

__all__ = ["Matrix", "Row", "column_basis", "determinant", "is_rational", "kernel", "primitive", "product", "rank", "row_basis"]
