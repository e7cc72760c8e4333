"""Number fields: their names, one field for several numbers, and the isolation of roots under
them.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from fractions import Fraction as F

import pytest
import sympy

from arrangements.errors import LimitReached
from arrangements.exact.numbers import Algebraic, NumberField, common_field, exact, number_limits
from arrangements.exact.numbers.algebraic import element
from arrangements.exact.numbers.root_isolation import isolating_intervals, root_count, root_floor

NAMES = {
    "5*sqrt(2)/2": "Q(sqrt(2))",
    "cos(pi/4)": "Q(sqrt(2))",
    "sqrt(8)": "Q(sqrt(2))",
    "sqrt(1/2)": "Q(sqrt(2))",
    "root(x^2-2, 0, 2)": "Q(sqrt(2))",
    "tan(pi/8)": "Q(sqrt(2))",
    "sqrt(12)": "Q(sqrt(3))",
    "(1+sqrt(5))/2": "Q(sqrt(5))",
    "cos(2*pi/5)": "Q(sqrt(5))",
    "sqrt(2)*sqrt(3)": "Q(sqrt(6))",
    "sqrt(2)+sqrt(3)-sqrt(2)": "Q(sqrt(3))",
    "sqrt(3)+sqrt(2)": "Q(sqrt(2), sqrt(3))",
    "cos(2*pi/7)": "Q(cos(pi/7))",
    "cos(pi/7)": "Q(cos(pi/7))",
    "sin(pi/7)": "Q(cos(pi/14))",
    "cbrt(2)": "Q(cbrt(2))",
    "-root(x^3+2, -2, -1)": "Q(cbrt(2))",
    "sqrt(2)*cbrt(2)": "Q(sqrt(2), cbrt(2))",
    "2^(1/8)*3^(1/4)": "Q(18^(1/8))",
    "root(x^3-x-1, 1, 2)": "Q(root(x^3 - x - 1, 1, 2))",
    "sqrt(5+2*sqrt(6))": "Q(sqrt(5 + 2*sqrt(6)))",
    "sqrt(2)*cos(pi/7)": "Q(sqrt(2), cos(pi/7))",
}

# Texts and the name of their common field.
COMMON = [
    (["1", "1/2"], None),
    (["sqrt(2)", "3*sqrt(2)+1"], "Q(sqrt(2))"),
    (["sqrt(2)", "sqrt(18)", "cos(pi/4)"], "Q(sqrt(2))"),
    (["sqrt(3)", "1", "sqrt(2)"], "Q(sqrt(2), sqrt(3))"),
    (["sqrt(6)", "sqrt(2)", "sqrt(3)"], "Q(sqrt(2), sqrt(3))"),
    (["sqrt(5+2*sqrt(6))", "sqrt(3)", "sqrt(2)"], "Q(sqrt(2), sqrt(3))"),
    (["cos(pi/8)", "sqrt(2)"], "Q(cos(pi/8))"),
    (["cos(pi/7)", "root(8*x^3-4*x^2-4*x+1, -1, 0)"], "Q(cos(pi/7))"),
    (["cbrt(2)", "cbrt(4)", "1/cbrt(2)"], "Q(cbrt(2))"),
    (["cbrt(2)", "sqrt(2)"], "Q(sqrt(2), cbrt(2))"),
    # A cubic field that is not normal: two roots generate all three.
    (["root(x^3-4*x-1, -2, -1)", "root(x^3-4*x-1, -1, 0)", "root(x^3-4*x-1, 2, 3)"], None),
    (
        ["sqrt(2)", "sqrt(3)", "sqrt(5)", "sqrt(30)", "sqrt(7)", "1/3"],
        "Q(sqrt(2), sqrt(3), sqrt(5), sqrt(7))",
    ),
    (["2^(1/4)", "sqrt(2)", "2^(1/8)"], "Q(2^(1/8))"),
]


@pytest.mark.parametrize("written", NAMES)
def test_name(written: str) -> None:
    value = exact(written)
    assert isinstance(value, Algebraic)
    field = value.field
    assert str(field) == field.name == NAMES[written]
    assert repr(field) == f"NumberField({field.name!r})"


@pytest.mark.parametrize(
    ("texts", "name"), COMMON, ids=lambda x: "-".join(x)[:40] if isinstance(x, list) else ""
)
def test_common_field(texts: list[str], name: str | None) -> None:
    values = [exact(t) for t in texts]
    field, moved = common_field(values)
    if field is None:
        assert moved == values
        return
    if name is not None:
        assert field.name == name
    assert moved == values
    assert [hash(x) for x in moved] == [hash(x) for x in values]
    for value, there in zip(values, moved, strict=True):
        assert isinstance(value, F) == isinstance(there, F)
        if isinstance(there, Algebraic):
            assert there.field is field
            assert exact(str(there)) == value
    # The order does not matter, and what is in a common field stays there.
    again, back = common_field(moved[::-1])
    assert again == field
    assert back == moved[::-1]
    other, _ = common_field(values[::-1])
    assert other == field
    assert hash(other) == hash(field)
    assert other is not None
    assert other.name == field.name


def test_common_field_of_cubic_conjugates() -> None:
    field, roots = common_field([exact(f"root(x^3-4*x-1, {a}, {a + 1})") for a in (-2, -1, 2)])
    assert field is not None
    assert field.degree == 6
    assert sum(roots) == 0
    assert roots[0] * roots[1] * roots[2] == 1


def test_common_field_takes_ints() -> None:
    assert common_field([1, F(1, 2)]) == (None, [F(1), F(1, 2)])
    assert [type(x) for x in common_field([1, exact("sqrt(2)")])[1]] == [F, Algebraic]
    assert common_field([]) == (None, [])


def test_field_is_a_value() -> None:
    field = exact("cos(2*pi/7)").field  # type: ignore[union-attr]
    assert field.polynomial == (1, -2, -1, 1)  # of 2*cos(pi/7)
    assert field.interval == (F(1), F(2))
    assert field.degree == 3
    copy = pickle.loads(pickle.dumps(field))
    assert copy == field
    assert hash(copy) == hash(field)
    assert copy.name == field.name
    assert field != exact("cbrt(2)").field  # type: ignore[union-attr]
    assert field != "Q(cos(pi/7))"
    assert element(field, (F(1, 2),)) == F(1, 2)
    with pytest.raises(AttributeError, match="immutable"):
        field.degree = 2
    assert [field.root_modulo(p) for p in (2, 13)] == [None, 3]


def test_interval_isolates_theta() -> None:
    for written in ("sqrt(2)+sqrt(3)", "cos(pi/13)", "sqrt(10^40+1)", "root(x^3-3*x+1, 0, 1)"):
        field: NumberField = exact(written).field  # type: ignore[union-attr]
        low, high = field.interval
        theta = element(field, (0, 1))
        assert low < theta < high
        x = sympy.Symbol("x")
        polynomial = sympy.Poly(list(reversed(field.polynomial)), x)
        assert polynomial.is_irreducible
        assert (
            polynomial.count_roots(
                sympy.Rational(low.numerator, low.denominator),
                sympy.Rational(high.numerator, high.denominator),
            )
            == 1
        )


def test_real_roots_against_sympy() -> None:
    rng = random.Random(1)
    x = sympy.Symbol("x")
    tried = 0
    while tried < 25:
        degree, height = rng.randint(2, 9), rng.choice([2, 30, 10**12])
        polynomial = (
            *[rng.randint(-height, height) for _ in range(degree)],
            rng.randint(1, height),
        )
        poly = sympy.Poly(list(reversed(polynomial)), x)
        if not poly.is_irreducible or poly.content() != 1:
            continue
        tried += 1
        assert root_count(polynomial) == poly.count_roots(), polynomial
        intervals = isolating_intervals(polynomial)
        assert list(intervals) == sorted(intervals)
        for index, (low, high) in enumerate(intervals):
            assert (
                poly.count_roots(
                    sympy.Rational(low.numerator, low.denominator),
                    sympy.Rational(high.numerator, high.denominator),
                )
                == 1
            )
            floors = [root_floor(polynomial, index, bits) for bits in (-5, 0, 1, 7, 64, 300)]
            for bits, floor in zip((-5, 0, 1, 7, 64, 300), floors, strict=True):
                assert floor == floors[-1] >> (300 - bits)
            scale = sympy.Integer(2) ** 300
            assert poly.eval(floors[-1] / scale) * poly.eval((floors[-1] + 1) / scale) < 0


def test_a_cluster_of_roots() -> None:
    """Mignotte: x^3 - 2(ax - 1)^2 has two roots near 1/a that agree in twice as many digits as a
    has.
    """
    a = 10**40
    polynomial = (-2, 4 * a, -2 * a * a, 1)
    assert root_count(polynomial) == 3
    first, second = isolating_intervals(polynomial)[:2]
    assert first[1] <= second[0]
    assert F(1) / second[1].denominator < F(1, 10**60)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (
            lambda: number_limits.check_factored(129, 1),
            "degree of a polynomial to be factored .* not 129",
        ),
        (
            lambda: number_limits.check_adjoined(65, 1),
            "degree of a number field must be at most 64, not",
        ),
        (
            lambda: number_limits.check_adjoined(60, 10**9),
            r"degree\^4 \* bits of a common field must be",
        ),
        (
            lambda: number_limits.check_radicand(2, 100_001),
            "of a root must be at most 200000, not 200002",
        ),
        (lambda: exact("(10^9000)^(1/10)"), "index . bits of a root .* 200000, not 298980, in"),
    ],
)
def test_limits_hold_before_the_work(work: Callable[[], object], message: str) -> None:
    with pytest.raises(LimitReached, match=message):
        work()
    number_limits.check_factored(10, 2000)
    number_limits.check_adjoined(64, 8)
    number_limits.check_radicand(2, 100_000)
