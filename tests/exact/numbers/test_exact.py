"""What is read and what is refused: a table of each. Every refusal is one line, quick and small."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from fractions import Fraction as F

import ml_dtypes
import numpy as np
import pytest
import sympy

from arrangements.errors import BadInput, LimitReached
from arrangements.exact.numbers import exact, parse, sign, text
from arrangements.exact.numbers.number_limits import MAX_DIGITS, MAX_NESTING
from tests.processes import soon

_X = sympy.Symbol("x")

RATIONALS = {
    # text, as written
    "1": F(1),
    "-0": F(0),
    "+7": F(7),
    "007": F(7),
    "-3/6": F(-1, 2),
    "-0.8": F(-4, 5),
    ".5": F(1, 2),
    "5.": F(5),
    "1e3": F(1000),
    "-1.5E-2": F(-3, 200),
    "5e-324": F(1, 2 * 10**323),
    "1e400": F(10**400),
    "10^400": F(10**400),
    "10**400": F(10**400),
    "1/3/4": F(1, 12),
    "1+2*3": F(7),
    "2^3^2": F(512),
    "-2^2": F(-4),
    "2^-1": F(1, 2),
    "(1 + 2) / 4": F(3, 4),
    "0^0": F(1),
    "8^(2/3)": F(4),
    "4^(-1/2)": F(1, 2),
    "(1/4)^" * 38 + "(1/2)": F(1, 2),
    "sqrt(4/9)": F(2, 3),
    "cbrt(-8)": F(-2),
    "root(x^2 - 4, 0, 5)": F(2),
    "root((2*x - 1)*(x^2 + 1), -9, 9)": F(1, 2),
    "cos(pi/3)": F(1, 2),
    "cos(0)": F(1),
    "cos(pi)": F(-1),
    "sin(pi/2 + pi/3)": F(1, 2),
    "sin(-7*pi/6)": F(1, 2),
    "tan(3*pi/4)": F(-1),
    "9" * MAX_DIGITS: F(10**MAX_DIGITS - 1),
    "0." + "0" * (MAX_DIGITS - 2) + "1": F(1, 10 ** (MAX_DIGITS - 1)),
    "7" * 400 + "/" + "3" * 400: F(7, 3),
    "(" * (MAX_NESTING - 1) + "1" + ")" * (MAX_NESTING - 1): F(1),
}

OBJECTS = [
    (3, F(3)),
    (10**5000, F(10**5000)),
    (F(-2, 3), F(-2, 3)),
    (0.1, F(3602879701896397, 2**55)),
    (-0.0, F(0)),
    (5e-324, F(1, 2**1074)),
    (np.float64(0.5), F(1, 2)),
    (np.float32(0.1), F(13421773, 2**27)),
    (np.float16(0.1), F(819, 2**13)),
    (np.longdouble(1) / 3, F(*map(int, (np.longdouble(1) / 3).as_integer_ratio()))),
    (ml_dtypes.bfloat16(0.1), F(205, 2**11)),
    (ml_dtypes.float8_e4m3fn(0.5), F(1, 2)),
    (np.uint64(2**64 - 1), F(2**64 - 1)),
    (np.int8(-7), F(-7)),
    (np.str_("0.1"), F(1, 10)),
    (np.array(2.5), F(5, 2)),
    (Decimal("-0.1"), F(-1, 10)),
    (Decimal("1e400"), F(10**400)),
    (sympy.Integer(5), F(5)),
    (sympy.Rational(-1, 3), F(-1, 3)),
    (
        sympy.Float("0.1", 30),
        F(sympy.Rational(sympy.Float("0.1", 30)).p, sympy.Rational(sympy.Float("0.1", 30)).q),
    ),
    (sympy.Float(0), F(0)),
    (sympy.sqrt(2) ** 2, F(2)),
]

SYMPY = {
    sympy.sqrt(8) / 3: "2*sqrt(2)/3",
    sympy.GoldenRatio: "(1+sqrt(5))/2",
    sympy.cos(2 * sympy.pi / 7): "cos(2*pi/7)",
    sympy.tan(sympy.pi / 7) - 1: "tan(pi/7)-1",
    sympy.Pow(2, sympy.Rational(-2, 3)): "1/cbrt(4)",
    sympy.CRootOf(_X**3 - _X - 1, 0): "root(x^3-x-1, 1, 2)",
    sympy.CRootOf(2 * _X**3 - 5 * _X + 1, 1): "root(2*x^3-5*x+1, 0, 1)",
    sympy.AlgebraicNumber(sympy.sqrt(3), [1, 2]): "2+sqrt(3)",
}

# Each with words that the message must have.
BAD_TEXT = {
    "": "digits",
    " ": "spaces",
    "1/0": "denominator other than 0",
    "0/0": "denominator other than 0",
    "1/(2-2)": "division by 0",
    "0^-1": "division by 0",
    "1 / 2": "without spaces",
    " 1": "without spaces",
    "1 ": "without spaces",
    "(1) ": "without spaces",
    "(1 2)": "'2' is out of place",
    "1\n": r"'\\n' is out of place",
    "\x00": "out of place",
    "--1": "'-' is out of place",
    "2*-1": "'-' is out of place",
    "1+": "complete",
    "(1": "complete",
    "1)": "out of place",
    "1,5": "decimals are written with a point",
    "1;5": "';' is out of place",
    "0x10": "'x10' is neither|out of place",
    "1_000": "'_000' is out of place",
    "1e": "out of place",
    "1.2.3": "out of place",
    "2sqrt(2)": "out of place",
    "٣": "ASCII",
    "１": "ASCII",
    "−1": "ASCII",
    "½": "ASCII",
    "1e1000000000": "10000 digits",
    "1e-1000000000": "10000 digits",
    "1e" + "9" * 5000: "10000 digits",
    "1" * (MAX_DIGITS + 1): "10000 digits",
    "1/" + "1" * (MAX_DIGITS + 1): "10000 digits",
    "1" * 10**6: "10000 digits",
    "1+" * 10**6 + "1": "100000 characters",
    "1+" * 6000 + "1": "5000 parts",
    "(" * 1000 + "1" + ")" * 1000: "40 deep",
    "(" * 10**5 + "1": "100000 characters",
    "sqrt(" * 1000 + "2" + ")" * 1000: "40 deep",
    "2^" * 2000 + "2": "40 deep",
    "10^10001": "33220 bits",
    "2^2^2^2^2^2": "33220 bits",
    "(1+sqrt(2))^10000000": "5000000 bits",
    "(1/3)^(9^99)": "33220 bits",
    "sqrt(-1)": "real",
    "(-8)^(1/3)": "real",
    "sqrt(1-sqrt(2))": "real",
    "1+2j": "out of place",
    "2*i": "real",
    "nan": "finite",
    "-inf": "finite",
    "Infinity": "finite",
    "tan(pi/2)": "finite",
    "pi": "algebraic",
    "2*pi+1": "algebraic",
    "cos(1)": "rational multiples of pi",
    "cos(pi^2)": "rational multiples of pi",
    "cos(pi/0)": "division by 0",
    "x": "free of symbols",
    "x+1": "free of symbols",
    "a": "'a' is neither",
    "e": "'e' is neither",
    "None": "'None' is neither",
    "True": "'True' is neither",
    "exp(1)": "'exp' is neither",
    "sqrt": "neither",
    "sqrt()": "out of place",
    "sqrt(2,3)": "1 argument",
    "root(x)": "3 argument",
    "root(x^2-2, -2, 2)": "2 roots are",
    "root(x^2-2, 5, 2)": "0 roots are",
    "root(x^2+1, -2, 2)": "0 roots are",
    "root(5, 0, 1)": "degree 1 or more",
    "root(x-x, 0, 1)": "degree 1 or more",
    "root(1/x, 0, 1)": "fractional or negative powers",
    "root(x^2-2, 0, sqrt(3))": "rational exponents and bounds",
    "2^sqrt(2)": "rational exponents and bounds",
    "__import__('os')": "out of place|neither",
    "().__class__": "out of place",
}

BAD_OBJECTS = [
    (None, "a real number, not None"),
    (True, "truth value"),
    (np.bool_(True), "truth value"),
    (float("nan"), "finite"),
    (float("-inf"), "finite"),
    (np.float32("inf"), "finite, not inf"),
    (np.longdouble("nan"), "finite"),
    (ml_dtypes.bfloat16("nan"), "finite"),
    (Decimal("NaN"), "finite"),
    (Decimal("sNaN"), "finite"),
    (Decimal("-Infinity"), "finite"),
    (Decimal("1e1000000000"), "10000 digits"),
    (Decimal("1e-1000000000"), "10000 digits"),
    (1 + 2j, "real"),
    (np.complex64(1), "real"),
    (b"1", "a real number"),
    ([1], "type list"),
    ("1".__add__, "a real number"),
    (np.array([1.0]), "type ndarray"),
    (np.datetime64("2020-01-01"), "a real number"),
    (np.timedelta64(1), "a real number"),
    (sympy.nan, "finite"),
    (sympy.oo, "finite"),
    (sympy.zoo, "finite"),
    (sympy.I, "real"),
    (sympy.sqrt(-2), "real"),
    (sympy.pi, "algebraic"),
    (sympy.E, "real algebraic constant"),
    (_X, "free of symbols"),
    (_X + 1, "free of symbols"),
    (sympy.exp(_X), "free of symbols"),
    (sympy.true, "real algebraic constant"),
    (sympy.Matrix([1]), "real algebraic constant"),
    (sympy.Pow(2, 10**12, evaluate=False), "33220 bits"),
    (sympy.Float((0, 1, 10**9, 1)), "33220 bits"),
    (sympy.CRootOf(_X**3 - _X - 1, 1), "real"),
]

BEYOND = {
    "cos(pi/1000003)": "degree",
    "cos(pi/" + "7" * 100 + ")": "degree",
    "2^(1/65)": "index of a root",
    "2^(1/10^50)": "index of a root",
    "root(x^65 - x - 1, 1, 2)": "degree of a polynomial",
    "root((x+1)^(10^9), 1, 2)": "degree of a polynomial",
    "+".join(f"sqrt({p})" for p in sympy.primerange(40)): "degree",
    "sqrt(1+" * 30 + "1" + ")" * 30: "degree",
    "+".join(f"cos(pi/{p})" for p in sympy.primerange(7, 60)): "degree",
    f"root({'+'.join(f'{7**300 + k}*x^{k}' for k in range(40))}, -9, 9)": "bits of a polynomial",
    # Two roots that agree in thousands of bits, as Mignotte's polynomials have.
    f"root(x^3 - 2*({10**1500}*x - 1)^2, 0, 1)": "bits",
}


def _name(value: object) -> str:
    return (
        repr(value)[:30] if isinstance(value, str) else f"{type(value).__name__}-{str(value)[:12]}"
    )


@pytest.mark.parametrize("written", RATIONALS, ids=_name)
def test_rational_text(written: str) -> None:
    value = exact(written)
    assert type(value) is F
    assert value == RATIONALS[written]
    assert parse(written) == value
    assert exact(text(value)) == value


@pytest.mark.parametrize(
    ("value", "expected"),
    OBJECTS,
    ids=[f"{type(v).__name__}-{i}" for i, (v, _) in enumerate(OBJECTS)],
)
def test_object(value: object, expected: F) -> None:
    found = exact(value)
    assert type(found) is F
    assert type(found.numerator) is int
    assert found == expected


@pytest.mark.parametrize("value", SYMPY, ids=str)
def test_sympy_constant(value: sympy.Expr) -> None:
    assert exact(value) == exact(SYMPY[value])
    assert not isinstance(exact(value), F)


def _refused(value: object, words: str, error: type[Exception] = BadInput) -> None:
    def refused() -> pytest.ExceptionInfo[Exception]:
        with pytest.raises(error, match=words) as caught:
            exact(value, "row 3, column 2")
        return caught

    caught = soon(refused, 1)
    message = str(caught.value)
    assert message.endswith(" (row 3, column 2)")
    assert "\n" not in message
    assert len(message) < 300
    assert type(caught.value) is error


@pytest.mark.parametrize("written", BAD_TEXT, ids=_name)
def test_refused_text(written: str) -> None:
    _refused(written, BAD_TEXT[written])
    with pytest.raises(BadInput, match=r"^number must be "):
        parse(written)


@pytest.mark.parametrize(
    ("value", "words"),
    BAD_OBJECTS,
    ids=[f"{type(v).__name__}-{i}" for i, (v, _) in enumerate(BAD_OBJECTS)],
)
def test_refused_object(value: object, words: str) -> None:
    _refused(value, words)


@pytest.mark.parametrize("written", BEYOND, ids=_name)
def test_beyond_the_limits(written: str) -> None:
    _refused(written, BEYOND[written], LimitReached)


def test_parse_takes_text_only() -> None:
    with pytest.raises(BadInput, match="text must be a str, not a value of type int"):
        parse(1)  # type: ignore[arg-type]


def test_sign_of_rationals() -> None:
    assert [sign(x) for x in (F(-1, 3), 0, F(0), 10**400)] == [-1, 0, 0, 1]


def test_no_setting_of_python_matters() -> None:
    before = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(640)
        assert exact("9" * 5000) == 10**5000 - 1
        assert text(F(10**20_000 - 1, 10**700)) == "9" * 20_000 + "/1" + "0" * 700
        assert len(text(exact(f"{'9' * 5000}*sqrt(2)"))) == 5000 + len("*sqrt(2)")
        _refused("9" * 5000 + "/0", "denominator")
    finally:
        sys.set_int_max_str_digits(before)


def _run(code: str, given: str = "") -> None:
    subprocess.run([sys.executable, "-c", code], input=given, text=True, check=True)


def test_rationals_import_nothing() -> None:
    _run(
        "import sys; from arrangements.exact.numbers import exact, sign, text, common_field; common_field([exact('1/2'), exact(0.5)]);"
        "exact('(1+2)/4^2'); heavy = {'flint', 'numpy', 'sympy'} & set(sys.modules); sys.exit(str(heavy) if heavy else 0)"
    )


def test_refusals_are_small() -> None:
    code = (
        "import ast, resource, sys; resource.setrlimit(resource.RLIMIT_AS, (300 * 2**20,) * 2)\n"
        "from arrangements import BadInput, LimitReached\n"
        "from arrangements.exact.numbers import exact\n"
        "for line in sys.stdin:\n"
        "    try: exact(ast.literal_eval(line))\n"
        "    except (BadInput, LimitReached): continue\n"
        "    sys.exit(line[:50])\n"
    )
    _run(code, "".join(f"{written!r}\n" for written in (*BAD_TEXT, *BEYOND)))
