"""Expression trees to exact scalars.

Rational trees need nothing but integers. The first irrational function reaches for ``roots``, and with it for python-flint.

>>> from arrangements.numbers.grammar import syntax
>>> evaluate(syntax("(1 + 2)/4"))
Fraction(3, 4)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from arrangements.errors import LimitReached
from arrangements.numbers.expressions import Expression, Name, Operation, refusal
from arrangements.numbers.fields import Algebraic, Scalar
from arrangements.numbers.limits import MAX_BITS, MAX_FIELD_DEGREE

__all__ = ["evaluate"]


def evaluate(tree: Expression) -> Scalar:
    """The value of a tree. BadInput where it has none, is not real or is too large; LimitReached beyond the degree of a number field."""
    if isinstance(tree, Fraction):
        return tree
    if isinstance(tree, Name):
        if tree.name == "pi":
            raise refusal("algebraic (pi is read inside cos, sin and tan only)", tree.name)
        raise refusal("free of symbols", tree.name)
    return _bounded(_operation(tree))


def _operation(tree: Operation) -> Scalar:
    operator, operands = tree.operator, tree.operands
    if operator in ("cos", "sin", "tan"):
        from arrangements.numbers import roots

        return roots.trigonometric(operator, _angle(operands[0]))
    if operator == "root":
        from arrangements.numbers import roots

        low, high = evaluate(operands[1]), evaluate(operands[2])
        if not isinstance(low, Fraction) or not isinstance(high, Fraction):
            raise refusal("a root between rational bounds", "root")
        return roots.root_between(_polynomial(operands[0], "x"), low, high)
    if operator == "power":
        exponent = evaluate(operands[1])
        if not isinstance(exponent, Fraction):
            raise refusal("a power with a rational exponent", exponent)
        return _power(evaluate(operands[0]), exponent)
    values = [evaluate(operand) for operand in operands]
    if operator == "sum":
        return _fold(values, Fraction(0), lambda a, b: a + b)
    if operator == "product":
        return _fold(values, Fraction(1), lambda a, b: a * b)
    value = values[0]
    if operator == "negative":
        return -value
    if operator == "inverse":
        if value == 0:
            raise refusal("free of division by 0", 0)
        return 1 / value
    if operator == "sqrt":
        return _root(value, 2)
    if operator == "cbrt":
        return _root(value, 3)
    raise ValueError(operator)


def _fold(values: list[Scalar], start: Scalar, combine: Callable[[Any, Any], Scalar]) -> Scalar:
    """Combine rationals first, so that irrationals meet in one field once; every partial result is bounded."""
    for value in sorted(values, key=lambda value: isinstance(value, Algebraic)):
        start = _bounded(combine(start, value))
    return start


def _bounded(value: Scalar) -> Scalar:
    if isinstance(value, Fraction):
        bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    else:
        bits = value.height_bits()
    if bits > MAX_BITS:
        raise refusal(f"made of intermediate results of at most {MAX_BITS} bits", bits)
    return value


def _power(base: Scalar, exponent: Fraction) -> Scalar:
    if exponent.denominator != 1:
        if base < 0:
            raise refusal("real (a root of a negative number is not)", base)
        base = _root(base, exponent.denominator)
    power = exponent.numerator
    if power < 0 and base == 0:
        raise refusal("free of division by 0", 0)
    if isinstance(base, Fraction):
        height = max(base.numerator.bit_length(), base.denominator.bit_length()) - 1
    else:
        height = max(1, base.height_bits())
    if abs(power) * height > MAX_BITS:
        raise refusal(f"made of intermediate results of at most {MAX_BITS} bits", abs(power) * height)
    return base**power


def _root(value: Scalar, index: int) -> Scalar:
    if index > MAX_FIELD_DEGREE:
        raise LimitReached(f"index of a root must be at most {MAX_FIELD_DEGREE}, not {index}")
    if value < 0 and index % 2 == 0:
        raise refusal("real (a square root of a negative number is not)", value)
    from arrangements.numbers import roots

    return roots.nth_root(value, index)


def _angle(tree: Expression) -> Fraction:
    """The q of an angle q*pi."""
    coefficients = [*_polynomial(tree, "pi"), Fraction(0), Fraction(0)]
    if coefficients[0] != 0 or any(coefficients[2:]):
        raise refusal("cos, sin or tan of a rational multiple of pi", "another angle")
    return coefficients[1]


def _polynomial(tree: Expression, name: str) -> list[Fraction]:
    """The coefficients, low degree first, of a tree that is a polynomial with rational coefficients in one name."""
    if isinstance(tree, Name) and tree.name == name:
        return [Fraction(0), Fraction(1)]
    if isinstance(tree, Operation) and tree.operator in ("sum", "product", "negative", "inverse", "power"):
        if tree.operator == "power":
            exponent = evaluate(tree.operands[1])
            return _polynomial_power(_polynomial(tree.operands[0], name), exponent)
        parts = [_polynomial(operand, name) for operand in tree.operands]
        if tree.operator == "sum":
            total: list[Fraction] = []
            for part in parts:
                longer, shorter = (total, part) if len(total) >= len(part) else (part, total)
                total = _trimmed([a + b for a, b in zip(longer, shorter, strict=False)] + longer[len(shorter) :])
            return total
        if tree.operator == "product":
            result = [Fraction(1)]
            for part in parts:
                result = _times(result, part)
            return result
        if tree.operator == "negative":
            return [-a for a in parts[0]]
        return _polynomial_power(parts[0], Fraction(-1))
    value = evaluate(tree)
    if not isinstance(value, Fraction):
        raise refusal(f"a polynomial in {name} with rational coefficients", value)
    return _trimmed([value])


def _polynomial_power(base: list[Fraction], exponent: Scalar) -> list[Fraction]:
    if len(base) <= 1:
        return _trimmed([_require_rational(_power(base[0] if base else Fraction(0), _require_rational(exponent)))])
    if not isinstance(exponent, Fraction) or exponent.denominator != 1 or exponent < 0:
        raise refusal("a polynomial", f"a power with exponent {exponent}")
    if exponent * (len(base) - 1) > MAX_FIELD_DEGREE:
        raise LimitReached(f"degree of a polynomial must be at most {MAX_FIELD_DEGREE}, not {exponent * (len(base) - 1)}")
    result = [Fraction(1)]
    for _ in range(int(exponent)):
        result = _times(result, base)
    return result


def _require_rational(value: Scalar) -> Fraction:
    if not isinstance(value, Fraction):
        raise refusal("a polynomial with rational coefficients", value)
    return value


def _times(left: list[Fraction], right: list[Fraction]) -> list[Fraction]:
    if not left or not right:
        return []
    if len(left) + len(right) - 2 > MAX_FIELD_DEGREE:
        raise LimitReached(f"degree of a polynomial must be at most {MAX_FIELD_DEGREE}, not {len(left) + len(right) - 2}")
    result = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] += a * b
    return [_require_rational(_bounded(c)) for c in result]


def _trimmed(coefficients: list[Fraction]) -> list[Fraction]:
    """Without trailing zeros; [] is the polynomial 0."""
    while coefficients and coefficients[-1] == 0:
        coefficients.pop()
    return coefficients
