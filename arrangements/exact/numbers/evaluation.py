"""Expression trees to exact scalars.

Rational trees need nothing but integers. The first irrational function reaches for ``roots``, and
with it for python-flint. Arithmetic between irrational numbers is done in their common field, once
for a whole expression; the result is written in the field that it generates.

>>> from arrangements.exact.numbers.grammar import syntax
>>> evaluate(syntax("(1 + 2)/4"))
Fraction(3, 4)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrangements.errors import LimitReached
from arrangements.exact.numbers.algebraic import Algebraic, Scalar, common_field
from arrangements.exact.numbers.expressions import Expression, Name, Operation, Refused
from arrangements.exact.numbers.number_limits import MAX_BITS, MAX_ELEMENT_BITS, MAX_FIELD_DEGREE

__all__ = ["evaluate"]

_Polynomial = list[Fraction]  # low degree first, without trailing zeros; [] is 0


def evaluate(tree: Expression) -> Scalar:
    """The value of a tree. Refused where it has none, is not real or is too large; LimitReached
    beyond the degree of a number field.
    """
    return _in_own_field(_in_common_field(tree))


def _in_own_field(value: Scalar) -> Scalar:
    """The value in the field that it generates."""
    if isinstance(value, Algebraic):
        from arrangements.exact.numbers.roots import in_own_field

        return in_own_field(value)
    return value


def _in_common_field(tree: Expression) -> Scalar:
    """The value in the common field of all that occurs in the tree."""
    leaves: list[_Leaf] = []
    polynomial = _over_leaves(tree, leaves)
    if any(isinstance(leaf.value, Algebraic) for leaf in leaves):
        _, values = common_field([leaf.value for leaf in leaves])
        for leaf, value in zip(leaves, values, strict=True):
            leaf.value = value
    return _computed(polynomial)


# Polynomials in leaves. Functions, fractional powers and inverses are leaves: each is computed in a
# smaller field first.


@dataclass
class _Leaf:
    value: Scalar


@dataclass(frozen=True)
class _Node:
    """A sum, a product, or a power, which has one operand and an exponent >= 0."""

    operator: str
    operands: list[_Leaf | _Node]
    exponent: int = 1


def _over_leaves(tree: Expression, leaves: list[_Leaf]) -> _Leaf | _Node:
    """The tree as a polynomial in leaves, which are added to the list."""
    if isinstance(tree, Operation):
        operator, operands = tree.operator, tree.operands
        if operator in ("sum", "product"):
            return _Node(operator, [_over_leaves(operand, leaves) for operand in operands])
        if operator == "negative":
            return _Node("product", [_Leaf(Fraction(-1)), _over_leaves(operands[0], leaves)])
        if operator == "power":
            exponent = _rational(operands[1])
            if exponent.denominator == 1 and exponent >= 0:
                return _Node("power", [_over_leaves(operands[0], leaves)], int(exponent))
            # with its exponent evaluated once and for all
            tree = Operation("power", (operands[0], exponent))
    leaves.append(_Leaf(_leaf_value(tree)))
    return leaves[-1]


def _computed(node: _Leaf | _Node) -> Scalar:
    if isinstance(node, _Leaf):
        return node.value
    if node.operator == "power":
        return _power(_computed(node.operands[0]), node.exponent)
    total: Scalar = Fraction(node.operator == "product")
    for operand in node.operands:
        value = _computed(operand)
        total = _bounded(total + value if node.operator == "sum" else total * value)
    return total


def _power(base: Scalar, exponent: int) -> Scalar:
    if exponent < 0 and base == 0:
        raise Refused("free of division by 0")
    # About the bits that one more factor adds; the true ones are left to _bounded.
    growth = _height(base) - 1
    if isinstance(base, Algebraic):
        if exponent < 0:
            growth *= base.field.degree
        if abs(exponent) > 1:
            growth += base.field.degree * (
                2 + max(abs(c).bit_length() for c in base.field.polynomial)
            )
    _check(abs(exponent) * growth, base)
    return _bounded(base**exponent)


def _bounded(value: Scalar) -> Scalar:
    _check(_height(value), value)
    return value


def _height(value: Scalar) -> int:
    """Bits of the largest integer in a value."""
    if isinstance(value, Fraction):
        return max(value.numerator.bit_length(), value.denominator.bit_length())
    return value.height_bits()


def _check(height: int, value: Scalar) -> None:
    """Refuse a height that is too large for values of this kind."""
    if isinstance(value, Algebraic):
        if height * value.field.degree > MAX_ELEMENT_BITS:
            raise Refused(
                f"made of irrational intermediate results of at most {MAX_ELEMENT_BITS} bits"
            )
    elif height > MAX_BITS:
        raise Refused(f"made of rational intermediate results of at most {MAX_BITS} bits")


# Leaves: numbers, roots and trigonometric functions, each in the field that it generates.


def _leaf_value(tree: Expression) -> Scalar:
    if isinstance(tree, Fraction):
        return tree
    if isinstance(tree, Name):
        raise Refused(
            "algebraic (pi is read inside cos, sin and tan only)"
            if tree.name == "pi"
            else "free of symbols"
        )
    operator, operands = tree.operator, tree.operands
    if operator in ("cos", "sin", "tan"):
        from arrangements.exact.numbers.roots import trigonometric

        return trigonometric(operator, _angle(operands[0]))
    if operator == "root":
        from arrangements.exact.numbers.roots import root_between

        return root_between(
            _polynomial(operands[0], "x"), _rational(operands[1]), _rational(operands[2])
        )
    if operator in ("sqrt", "cbrt"):
        return _root(evaluate(operands[0]), {"sqrt": 2, "cbrt": 3}[operator])
    exponent = _rational(operands[1]) if operator == "power" else Fraction(-1)
    if exponent.denominator == 1:
        return _power(_in_common_field(operands[0]), exponent.numerator)
    base = evaluate(operands[0])
    if base < 0:
        raise Refused("real (a fractional power of a negative number is not)")
    return _power(_root(base, exponent.denominator), exponent.numerator)


def _root(value: Scalar, index: int) -> Scalar:
    if index > MAX_FIELD_DEGREE:
        raise LimitReached(f"index of a root must be at most {MAX_FIELD_DEGREE}")
    if index % 2 == 0 and value < 0:
        raise Refused("real (an even root of a negative number is not)")
    from arrangements.exact.numbers.roots import nth_root

    return nth_root(value, index)


def _rational(tree: Expression) -> Fraction:
    value = evaluate(tree)
    if not isinstance(value, Fraction):
        raise Refused("made with rational exponents and bounds of roots")
    return value


# Polynomials: the angle is one in pi, and ``root`` takes one in x.


def _angle(tree: Expression) -> Fraction:
    """The q of an angle q*pi."""
    coefficients = _polynomial(tree, "pi")
    if len(coefficients) > 2 or any(coefficients[:1]):
        raise Refused("made of cos, sin and tan of rational multiples of pi")
    return coefficients[1] if coefficients else Fraction(0)


def _polynomial(tree: Expression, name: str) -> _Polynomial:
    """The coefficients of a tree that is a polynomial with rational coefficients in one name."""
    if isinstance(tree, Name) and tree.name == name:
        return [Fraction(0), Fraction(1)]
    operator = tree.operator if isinstance(tree, Operation) else ""
    if not isinstance(tree, Operation) or operator not in (
        "sum",
        "product",
        "negative",
        "inverse",
        "power",
    ):
        return _trimmed([_rational(tree)])
    if operator == "power":
        return _polynomial_power(_polynomial(tree.operands[0], name), _rational(tree.operands[1]))
    parts = [_polynomial(operand, name) for operand in tree.operands]
    if operator == "negative":
        return [-a for a in parts[0]]
    if operator == "inverse":
        return _polynomial_power(parts[0], Fraction(-1))
    total = [] if operator == "sum" else [Fraction(1)]
    for part in parts:
        total = _plus(total, part) if operator == "sum" else _times(total, part)
    return total


def _polynomial_power(base: _Polynomial, exponent: Fraction) -> _Polynomial:
    if len(base) <= 1:
        return _trimmed(
            [_rational(Operation("power", (base[0] if base else Fraction(0), exponent)))]
        )
    if exponent.denominator != 1 or exponent < 0:
        raise Refused("made of polynomials in x without fractional or negative powers")
    _check_degree(int(exponent) * (len(base) - 1))
    result = [Fraction(1)]
    for _ in range(int(exponent)):
        result = _times(result, base)
    return result


def _plus(left: _Polynomial, right: _Polynomial) -> _Polynomial:
    size = max(len(left), len(right))
    left, right = (side + [Fraction(0)] * (size - len(side)) for side in (left, right))
    return _trimmed([_checked(a + b) for a, b in zip(left, right, strict=True)])


def _times(left: _Polynomial, right: _Polynomial) -> _Polynomial:
    if not left or not right:
        return []
    _check_degree(len(left) + len(right) - 2)
    result = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] = _checked(result[i + j] + a * b)
    return result


def _checked(value: Fraction) -> Fraction:
    _bounded(value)
    return value


def _check_degree(degree: int) -> None:
    if degree > MAX_FIELD_DEGREE:
        raise LimitReached(f"degree of a polynomial must be at most {MAX_FIELD_DEGREE}")


def _trimmed(coefficients: _Polynomial) -> _Polynomial:
    while coefficients and coefficients[-1] == 0:
        coefficients.pop()
    return coefficients
