"""Exact identities between rational functions; with SymPy, which ``matrix_symbols`` alone imports besides.

``rational_functions`` makes free real symbols. ``identity`` decides whether two expressions in them
are equal for all values: equality of rational functions is decided by normal form, and where they
differ a point is found at which they do.

>>> x, y = rational_functions(["x", "y"])
>>> identity("the square of a sum", (x + y) ** 2, x**2 + 2 * x * y + y**2).outcome
'holds'
>>> identity("a false one", (x + y) ** 2, x**2 + y**2).detail
'differ at x = 1, y = 1: 4 against 2'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from proofs.paper.verdicts.claim import Step

if TYPE_CHECKING:
    from sympy.polys.fields import FracElement
    from sympy.polys.rings import PolyElement

__all__ = [
    "Element",
    "constant",
    "evaluate",
    "identity",
    "polynomials",
    "rational_functions",
    "shortened",
]

Element: TypeAlias = "FracElement | PolyElement"


def rational_functions(names: Sequence[str]) -> tuple[Element, ...]:
    """The generators of the field of rational functions over Q in the given names."""
    from sympy.polys.domains import QQ
    from sympy.polys.fields import field

    return tuple(field(list(names), QQ)[1:])


def polynomials(names: Sequence[str]) -> tuple[Element, ...]:
    """The generators of the ring of polynomials over Z in the given names: faster than rational
    functions, and without division.
    """
    from sympy.polys.domains import ZZ
    from sympy.polys.rings import ring

    return tuple(ring(list(names), ZZ)[1:])


def constant(element: Element) -> Fraction | None:
    """The rational number that a rational function is, or None if it depends on a symbol.

    >>> x, = rational_functions(["x"])
    >>> constant((2 * x) / (3 * x)), constant(x + 1)
    (Fraction(2, 3), None)
    """
    if element.numer.is_ground and element.denom.is_ground:
        return _ground(element.numer) / _ground(element.denom)
    return None


def evaluate(element: Element, point: Mapping[Element, int]) -> Fraction:
    """The value at a point; ZeroDivisionError where the denominator vanishes."""
    at = [(generator.numer, value) for generator, value in point.items()]
    return _ground(element.numer.subs(at)) / _ground(element.denom.subs(at))


def identity(says: str, left: Element, right: Element) -> Step:
    """Decide ``left == right`` as polynomials or rational functions: for all real values of the
    symbols at which both are defined.

    A failing step names positive integer values at which the two sides differ.
    """
    if left == right:
        return Step(says, "holds", f"both sides expand to {shortened(left)}", (), symbolic=True)
    field = _field(left, right)
    left, right = field(left), field(right)
    point = _where_nonzero((left - right).numer * left.denom * right.denom, field.gens)
    where = ", ".join(f"{generator} = {value}" for generator, value in point.items())
    return Step(
        says,
        "fails",
        f"differ at {where}: {evaluate(left, point)} against {evaluate(right, point)}",
        (),
        symbolic=True,
    )


def _field(*elements: Element) -> Element:
    """The field of fractions that the first element with symbols lives in."""
    element = next(element for element in elements if hasattr(element, "parent"))
    return element.field if hasattr(element, "field") else element.ring.to_field()


def _where_nonzero(polynomial: Element, generators: Sequence[Element]) -> dict[Element, int]:
    """Positive integers at which a non-zero polynomial does not vanish; only the symbols that occur
    get a value.

    One symbol after the other gets a value that keeps it non-zero; a polynomial of degree D in one
    symbol has at most D roots, so one of 1, ..., D + 1 will do.
    """
    point: dict[Element, int] = {}
    for generator in generators:
        degree = polynomial.degree(generator.numer)
        if degree > 0:
            value = next(v for v in range(1, degree + 2) if polynomial.subs(generator.numer, v))
            polynomial = polynomial.subs(generator.numer, value)
            point[generator] = value
    return point


def _ground(polynomial: Element) -> Fraction:
    value = polynomial.coeff(1)
    return Fraction(int(value.numerator), int(value.denominator))


def shortened(expression: object, longest: int = 120) -> str:
    """The text of an expression, cut to ``longest`` characters."""
    text = str(expression)
    return text if len(text) <= longest else text[: longest - 3] + "..."
