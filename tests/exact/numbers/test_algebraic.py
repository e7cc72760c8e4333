"""Irrational numbers: zeros are found to be zero, everything else agrees with mpmath to many
digits.
"""

from __future__ import annotations

import operator
import pickle
import random
from collections.abc import Callable
from fractions import Fraction as F
from math import ceil, floor
from typing import Any

import mpmath
import pytest

from arrangements.exact.numbers import Algebraic, Scalar, exact, sign, text
from arrangements.exact.numbers.algebraic import element

# Identities: every text is the number on the right.
RATIONAL = {
    "sqrt(2)+sqrt(3)-sqrt(5+2*sqrt(6))": F(0),
    "sqrt(5+2*sqrt(6))-sqrt(2)-sqrt(3)": F(0),
    "sqrt(2)*sqrt(3)-sqrt(6)": F(0),
    "sqrt(8)-2*sqrt(2)": F(0),
    "sqrt(2)^2": F(2),
    "(1+sqrt(5))/2*(1-sqrt(5))/2": F(-1),
    "1/(sqrt(2)-1)-sqrt(2)": F(1),
    "cos(pi/5)-(1+sqrt(5))/4": F(0),
    "2*cos(pi/5)-1/(2*cos(pi/5))": F(1),
    "cos(pi/7)-cos(2*pi/7)+cos(3*pi/7)": F(1, 2),
    "8*cos(2*pi/7)^3+4*cos(2*pi/7)^2-4*cos(2*pi/7)-1": F(0),
    "root(8*x^3+4*x^2-4*x-1, 0, 1)-cos(2*pi/7)": F(0),
    "cos(pi/17)*cos(2*pi/17)*cos(4*pi/17)*cos(8*pi/17)*16-1": F(0),
    "sin(pi/10)-(sqrt(5)-1)/4": F(0),
    "sin(pi/7)^2+cos(pi/7)^2": F(1),
    "tan(pi/8)-sqrt(2)": F(-1),
    "tan(pi/5)-sqrt(5-2*sqrt(5))": F(0),
    "tan(3*pi/11)+4*sin(2*pi/11)-sqrt(11)": F(0),
    "sqrt(2+sqrt(2+sqrt(2)))-2*cos(pi/16)": F(0),
    "cbrt(2+sqrt(5))+cbrt(2-sqrt(5))": F(1),
    "cbrt(cbrt(2)-1)-cbrt(1/9)+cbrt(2/9)-cbrt(4/9)": F(0),
    "sqrt(cbrt(28)-3)-(cbrt(98)-cbrt(28)-1)/3": F(0),
    "root(x^3-x-1, 1, 2)^3-root(x^3-x-1, 1, 2)": F(1),
    "root(x^5-x-1, 1, 2)*(root(x^5-x-1, 1, 2)^4-1)": F(1),
    "2^(1/2)-sqrt(2)": F(0),
    "4^(1/6)-cbrt(2)": F(0),
    "((3^(1/4))^2)^2": F(3),
    "sqrt(sqrt(16))": F(2),
    "sqrt(4-2*sqrt(3))-sqrt(3)": F(-1),
    "sqrt(2)+sqrt(3)+sqrt(5)-sqrt(10+2*sqrt(6)+2*sqrt(10)+2*sqrt(15))": F(0),
}

SAMPLES = [
    "sqrt(2)",
    "-5*sqrt(2)/2",
    "(1+sqrt(5))/2",
    "sqrt(2)+sqrt(3)",
    "sqrt(6)-sqrt(3)/7+1/2",
    "cos(2*pi/7)",
    "tan(pi/7)",
    "sin(pi/9)",
    "cos(pi/15)-cos(pi/5)",
    "cbrt(2)^2-cbrt(2)/3",
    "root(x^3-x-1, 1, 2)",
    "root(2*x^4-5*x-1, -1, 0)",
    "sqrt(1+cbrt(2))",
    "(1+sqrt(2))^(3/5)",
    "18^(1/8)",
    "2^(1/32)+sqrt(2)",
    "sqrt(2)*cbrt(5)+cbrt(5)",
    "sqrt(2)*root(x^3-x-1, 1, 2)",
    "sqrt(10^60+1)-10^30",
    "sqrt(7" + "0" * 100 + "1)/3",
    "10^400*sqrt(2)",
    "sqrt(3)/10^400",
]


@pytest.mark.parametrize("written", RATIONAL)
def test_rational_result(written: str) -> None:
    value = exact(written)
    assert type(value) is F
    assert value == RATIONAL[written]


@pytest.mark.parametrize("written", SAMPLES)
def test_sample(written: str) -> None:
    value = exact(written)
    assert isinstance(value, Algebraic)
    assert sum(c != 0 for c in value.coefficients[1:]) > 0
    assert len(value.coefficients) == value.field.degree

    # Text, pickle and coefficients are three ways to the same value.
    for copy in (
        exact(str(value)),
        pickle.loads(pickle.dumps(value)),
        Algebraic(value.field, value.coefficients),
    ):
        assert copy == value
        assert hash(copy) == hash(value)
        assert sign(value - copy) == 0
    assert str(exact(str(value))) == str(value)
    assert text(value) == str(value)
    assert repr(value) == f"Algebraic({str(value)!r})"

    low, high = value.enclosure(100)
    assert low < value < high
    assert high - low <= F(1, 2**100)
    assert value.sign() == (1 if high > 0 else -1) == -(-value).sign()
    assert abs(value) == value * value.sign()
    m, e = value.leading_bits()
    assert abs(m).bit_length() == 64
    assert F(abs(m)) <= abs(value) * F(2) ** e < F(abs(m) + 1)

    polynomial, index = value.minimal()
    assert sum((value**k * c for k, c in enumerate(polynomial)), start=F(0)) == 0
    # exact() leaves a number in the field that it generates
    assert len(polynomial) - 1 == value.field.degree
    assert 0 <= index < len(polynomial) - 1

    assert value + 0 == value * 1 == +value == value / 1 == value
    assert value - value == 0 * value == 0
    assert value / value == value * value.inverse() == value**0 == 1
    assert 1 / value == value**-1
    assert value != 1
    assert F(1, 2) - value == -(value - F(1, 2))
    assert bool(value)


def test_float_is_the_nearest() -> None:
    with mpmath.workdps(100):
        assert float(exact("sqrt(2)")) == float(mpmath.sqrt(2))
        assert float(exact("-cbrt(3)/7")) == float(-mpmath.cbrt(3) / 7)
        assert float(exact("cos(2*pi/7)")) == float(mpmath.cos(2 * mpmath.pi / 7))
    assert float(exact("sqrt(10^60+1)-10^30")) == 5e-31
    assert float(exact("sqrt(3)/10^400")) == 0
    with pytest.raises(OverflowError):
        float(exact("10^400*sqrt(2)"))


def test_order_across_fields() -> None:
    texts = [
        "-sqrt(3)",
        "-1",
        "cos(pi/7)",
        "1",
        "2^(1/8)",
        "root(x^3-x-1, 1, 2)",
        "sqrt(2)",
        "3/2",
        "cbrt(5)",
        "sqrt(3)",
    ]
    values = [exact(t) for t in texts]
    shuffled = values[:]
    random.Random(1).shuffle(shuffled)
    assert sorted(shuffled) == values  # type: ignore[type-var]
    a, b = exact("sqrt(2)"), exact("root(x^4-2*x^2, 1, 2)")
    assert a == b
    assert a <= b <= a
    assert not a < b
    assert {a, b, exact("sqrt(2)+sqrt(3)") - exact("sqrt(3)")} == {a}  # type: ignore[operator]


def test_foreign_operands() -> None:
    root = exact("sqrt(2)")
    assert root != "sqrt(2)"
    assert root.__eq__(1.5) is NotImplemented
    for operation in (
        operator.add,
        operator.mul,
        operator.sub,
        operator.truediv,
        operator.lt,
        operator.pow,
    ):
        with pytest.raises(TypeError):
            operation(root, 1.5)
    with pytest.raises(ZeroDivisionError):
        root / 0
    with pytest.raises(ValueError, match="irrational number, not of 3"):
        Algebraic(root.field, (3,))  # type: ignore[union-attr]


_Grown = tuple[str, Callable[[], Any]]


def _grow(rng: random.Random, depth: int) -> _Grown:
    """A random expression: its text, and how mpmath computes it."""
    if depth == 0:
        n, d = rng.randint(-9, 9), rng.randint(1, 5)
        p = rng.choice([2, 3, 5, 6, 8])
        k, q = rng.randint(1, 9), rng.choice([3, 4, 5, 7, 8])
        return rng.choice(
            [
                (f"({n}/{d})", lambda: mpmath.mpf(n) / d),
                (f"sqrt({p})", lambda: mpmath.sqrt(p)),
                (f"cos({k}*pi/{q})", lambda: mpmath.cos(k * mpmath.pi / q)),
            ]
        )
    a, f = _grow(rng, depth - 1)
    b, g = _grow(rng, depth - 1)
    return rng.choice(
        [
            (f"({a}+{b})", lambda: f() + g()),
            (f"({a}-{b})", lambda: f() - g()),
            (f"({a}*{b})", lambda: f() * g()),
            (f"sqrt(({a})^2+1/3)", lambda: mpmath.sqrt(f() ** 2 + mpmath.mpf(1) / 3)),
            (f"(1/(7+({a})^2))", lambda: 1 / (7 + f() ** 2)),
        ]
    )


def _close(value: Scalar, expected: Any) -> bool:
    low, high = value.enclosure(250) if isinstance(value, Algebraic) else (value, value)
    size = mpmath.mpf(10) ** -60 * (1 + abs(expected))
    return bool(
        mpmath.mpf(low.numerator) / low.denominator - size
        <= expected
        <= mpmath.mpf(high.numerator) / high.denominator + size
    )


def test_random_expressions_agree_with_mpmath() -> None:
    rng = random.Random(1)
    with mpmath.workdps(80):
        for _ in range(60):
            written, compute = _grow(rng, 2)
            value, expected = exact(written), compute()
            assert _close(value, expected), written
            assert sign(value) == (
                0 if abs(expected) < mpmath.mpf(10) ** -60 else mpmath.sign(expected)
            ), written
            assert exact(text(value)) == value, written


def test_random_arithmetic_in_one_field() -> None:
    rng = random.Random(1)
    for generator in ("sqrt(2)", "cbrt(3)", "cos(pi/9)", "sqrt(2)+sqrt(3)"):
        field = exact(generator).field  # type: ignore[union-attr]

        def drawn(field: Any = field) -> Any:
            return element(
                field,
                tuple(F(rng.randint(-20, 20), rng.randint(1, 9)) for _ in range(field.degree)),
            )

        for _ in range(25):
            a, b, c = drawn(), drawn(), drawn()
            assert (a + b) * c == a * c + b * c
            assert a * (b * c) == (a * b) * c
            assert (a < b) == (float(a) < float(b)) or abs(float(a) - float(b)) < 1e-9
            if b != 0:
                assert a / b * b == a
            if isinstance(a, Algebraic):
                assert floor(float(a)) - 1 < a < ceil(float(a)) + 1
