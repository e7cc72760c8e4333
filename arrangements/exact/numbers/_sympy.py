"""SymPy constants to expression trees, by structure. Nothing is evaluated by SymPy, and it is not
imported: the caller already did.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from arrangements.errors import LimitReached
from arrangements.exact.numbers.expressions import Expression, Name, Operation, Refused
from arrangements.exact.numbers.number_limits import (
    MAX_BITS,
    MAX_FIELD_DEGREE,
    MAX_NESTING,
    MAX_TOKENS,
)

if TYPE_CHECKING:
    from sympy import Basic

__all__ = ["tree_of"]


def tree_of(value: Basic) -> Expression:
    """The tree of a SymPy number, or of sums, products, rational powers, cos, sin, tan and real
    CRootOf of such. Refused for the rest.
    """
    return _Reader().tree(value, 0)


class _Reader:
    def __init__(self) -> None:
        self.parts = 0

    def tree(self, value: Basic, depth: int) -> Expression:
        self.parts += 1
        if depth > MAX_NESTING:
            raise Refused(f"nested at most {MAX_NESTING} deep")
        if self.parts > MAX_TOKENS:
            raise Refused(f"an expression of at most {MAX_TOKENS} parts")
        if getattr(value, "is_Rational", False):
            return Fraction(int(value.p), int(value.q))
        if getattr(value, "is_Float", False):
            return self.binary(value)
        kind = type(value).__name__
        if kind == "Pi":
            return Name("pi")
        if kind == "GoldenRatio":
            return Operation(
                "product",
                (
                    Fraction(1, 2),
                    Operation("sum", (Fraction(1), Operation("sqrt", (Fraction(5),)))),
                ),
            )
        if kind in ("NaN", "Infinity", "NegativeInfinity", "ComplexInfinity"):
            raise Refused("finite")
        if kind in ("ImaginaryUnit", "ComplexRootOf") and not getattr(value, "is_real", False):
            raise Refused("real")
        if kind == "ComplexRootOf":
            return self.root(value)
        if kind == "AlgebraicNumber":
            return self.tree(value.as_expr(), depth + 1)
        operator = {
            "Add": "sum",
            "Mul": "product",
            "Pow": "power",
            "cos": "cos",
            "sin": "sin",
            "tan": "tan",
        }.get(kind)
        if operator is None:
            raise Refused(
                "free of symbols"
                if getattr(value, "free_symbols", None)
                else "a real algebraic constant"
            )
        return Operation(operator, tuple(self.tree(argument, depth + 1) for argument in value.args))

    def binary(self, value: Basic) -> Fraction:
        sign, mantissa, exponent, _ = value._mpf_
        if mantissa == 0 and exponent != 0:
            raise Refused("finite")
        if int(mantissa).bit_length() + abs(int(exponent)) > MAX_BITS:
            raise Refused(f"made of intermediate results of at most {MAX_BITS} bits")
        size = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
        return -size if sign else size

    def root(self, value: Basic) -> Expression:
        """The root with SymPy's index, which counts the real roots upwards first, between bounds
        that hold no other.
        """
        from arrangements.exact.numbers.root_isolation import isolating_intervals

        if value.poly.degree() > MAX_FIELD_DEGREE:
            raise LimitReached(
                f"degree of a number field must be at most {MAX_FIELD_DEGREE}, not {value.poly.degree()}"
            )
        coefficients = tuple(int(c) for c in reversed(value.poly.clear_denoms()[1].all_coeffs()))
        low, high = isolating_intervals(coefficients)[value.index]
        terms = (
            Operation("product", (Fraction(c), Operation("power", (Name("x"), Fraction(k)))))
            for k, c in enumerate(coefficients)
        )
        return Operation("root", (Operation("sum", tuple(terms)), low, high))
