"""The grammar of numbers: text to an expression tree, by tokens and recursive descent.

    expression = [sign] product {("+" | "-") product} product    = power {("*" | "/") power} power
    = atom [("^" | "**") [sign] power] atom       = decimal | "(" expression ")" | function "("
    expression {"," expression} ")" | "pi" | "x" decimal    = digits ["." [digits]] [exponent] | "."
    digits [exponent] exponent   = ("e" | "E") [sign] digits

The functions are ``sqrt(a)``, ``cbrt(a)``; ``cos``, ``sin``, ``tan`` of a rational multiple of
``pi``; and ``root(p, low, high)``, the one real root of the polynomial p in ``x`` between two
rationals. Powers have rational exponents.

A sign stands only at the beginning of an expression or of an exponent, so ``--1`` and ``2*-1`` are
refused; ``-2^2`` is -4 and ``2^3^2`` is 2^9. Spaces (U+0020) may stand between the parts of a text
that has a bracket, ``(1 + sqrt(5)) / 2``. A text without brackets has none: ``1 / 2`` is more often
two cells run together than a half. Only ASCII is read. Nothing is ever evaluated as code.

>>> syntax("(1 + 2)/4")
Operation(operator='product', operands=(Operation(operator='sum', ...
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd

from arrangements.exact.numbers.digits import integer
from arrangements.exact.numbers.expressions import FUNCTIONS, Expression, Name, Operation, Refused
from arrangements.exact.numbers.number_limits import MAX_DIGITS, MAX_NESTING, MAX_TEXT, MAX_TOKENS

__all__ = ["coprime", "rational", "scaled", "syntax"]

_PLAIN = re.compile(r"([+-]?)([0-9]+)(?:/([0-9]+)|(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,9}))?)")
_DECIMAL = re.compile(r"([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")
_SIGNS = ("+", "-")
_POWERS = [10**k for k in range(25)]
_TOKEN = re.compile(
    r" +|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[A-Za-z_][A-Za-z_0-9]*|\*\*|[-+*/^(),]"
)
_NOT_FINITE = {"nan", "inf", "infinity", "oo", "zoo"}
_NOT_REAL = {"i", "j"}


def rational(text: str) -> Fraction | None:
    """The value of a plain integer, fraction or decimal such as ``-12/35`` or ``2.5e-3``; None when
    the text is something else.
    """
    before, _, after = text.partition(".")
    whole = before[1:] if before[:1] in _SIGNS else before
    # most entries of most files
    if (
        whole.isdigit()
        and (not after or after.isdigit())
        and len(text) < len(_POWERS)
        and text.isascii()
    ):
        mantissa, below = int(before + after), _POWERS[len(after)]
        common = gcd(mantissa, below)
        return coprime(mantissa // common, below // common)
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    sign, digits, lower, after, exponent = match.groups()
    if lower is not None:
        if max(len(digits), len(lower)) > MAX_DIGITS:
            raise Refused(f"written with at most {MAX_DIGITS} digits")
        below = integer(lower)
        if below == 0:
            raise Refused("a fraction with a denominator other than 0")
        value = Fraction(integer(digits), below)
        return -value if sign == "-" else value
    value = scaled(digits + (after or ""), int(exponent or 0) - len(after or ""))
    return -value if sign == "-" else value


def syntax(text: str) -> Expression:
    """The expression tree of a text. Refused when it is none, or when it is longer, deeper or
    larger than the limits.
    """
    return _Parser(text).whole()


def _decimal(token: str) -> Fraction:
    match = _DECIMAL.fullmatch(token)
    if match is None:
        raise Refused("written with digits")
    before, after, exponent = match.group(1), match.group(2) or "", match.group(3) or "0"
    if len(exponent) > 9:
        raise Refused(f"written with at most {MAX_DIGITS} digits")
    return scaled(before + after, int(exponent) - len(after))


def scaled(digits: str, shift: int) -> Fraction:
    """digits * 10^shift. Refused, before the power is computed, when the numerator or the
    denominator would be too long.
    """
    if (
        len(digits) + abs(shift) >= MAX_DIGITS
        and max(len(digits) + max(shift, 0), 1 - shift) > MAX_DIGITS
    ):
        raise Refused(f"written with at most {MAX_DIGITS} digits")
    mantissa = integer(digits)
    if shift >= 0:
        return coprime(mantissa * 10**shift, 1)
    below = 10**-shift
    common = gcd(mantissa, below)
    return coprime(mantissa // common, below // common)


def coprime(numerator: int, denominator: int) -> Fraction:
    """The fraction of two coprime integers, the second positive; ``Fraction`` would look for a
    common divisor, at five times the cost.

    >>> coprime(-3, 4) == Fraction(-3, 4)
    True
    """
    value = object.__new__(Fraction)
    value._numerator, value._denominator = numerator, denominator  # type: ignore[attr-defined]
    return value


class _Parser:
    """Recursive descent over a list of tokens; ``position`` is the next one, "" stands for the
    end.
    """

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.position = 0
        self.depth = 0

    def whole(self) -> Expression:
        tree = self.sum()
        if self.next:
            raise self.unexpected()
        return tree

    @property
    def next(self) -> str:
        return self.tokens[self.position]

    def take(self) -> str:
        self.position += 1
        return self.tokens[self.position - 1]

    def unexpected(self) -> Refused:
        if not self.next:
            return Refused("complete")
        if self.next == ",":
            return Refused("one number (decimals are written with a point)")
        return Refused(f"a number or an expression ({self.next[:20]!r} is out of place)")

    def expect(self, token: str) -> None:
        if self.next != token:
            raise self.unexpected()
        self.position += 1

    def sum(self) -> Expression:
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise Refused(f"nested at most {MAX_NESTING} deep")
        sign = self.take() if self.next in ("+", "-") else "+"
        terms = [_signed(sign, self.product())]
        while self.next in ("+", "-"):
            terms.append(_signed(self.take(), self.product()))
        self.depth -= 1
        return terms[0] if len(terms) == 1 else Operation("sum", tuple(terms))

    def product(self) -> Expression:
        factors = [self.power()]
        while self.next in ("*", "/"):
            factors.append(
                self.power() if self.take() == "*" else Operation("inverse", (self.power(),))
            )
        return factors[0] if len(factors) == 1 else Operation("product", tuple(factors))

    def power(self) -> Expression:
        base = self.atom()
        if self.next not in ("^", "**"):
            return base
        self.take()
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise Refused(f"nested at most {MAX_NESTING} deep")
        sign = self.take() if self.next in ("+", "-") else "+"
        exponent = _signed(sign, self.power())
        self.depth -= 1
        return Operation("power", (base, exponent))

    def atom(self) -> Expression:
        token = self.next
        if token == "(":
            self.take()
            tree = self.sum()
            self.expect(")")
            return tree
        if token[:1].isdigit() or token[:1] == ".":
            return _decimal(self.take())
        if token[:1].isalpha() or token[:1] == "_":
            return self.named(self.take())
        raise self.unexpected()

    def named(self, name: str) -> Expression:
        if name in FUNCTIONS and self.next == "(":
            self.take()
            arguments = [self.sum()]
            while self.next == ",":
                self.take()
                arguments.append(self.sum())
            self.expect(")")
            if len(arguments) != FUNCTIONS[name]:
                raise Refused(f"written with {FUNCTIONS[name]} argument(s) of {name}")
            return Operation(name, tuple(arguments))
        if name in ("pi", "x"):
            return Name(name)
        if name.lower() in _NOT_FINITE:
            raise Refused("finite")
        if name.lower() in _NOT_REAL:
            raise Refused("real")
        raise Refused(f"made of numbers and {', '.join(FUNCTIONS)} ({name[:20]!r} is neither)")


def _signed(sign: str, tree: Expression) -> Expression:
    if sign == "+":
        return tree
    return -tree if isinstance(tree, Fraction) else Operation("negative", (tree,))


def _tokens(text: str) -> list[str]:
    if not text:
        raise Refused("written with digits")
    if len(text) > MAX_TEXT:
        raise Refused(f"written with at most {MAX_TEXT} characters")
    if not text.isascii():
        raise Refused("written in ASCII")
    tokens, position = [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise Refused(f"a number or an expression ({text[position]!r} is out of place)")
        tokens.append(match.group())
        position = match.end()
        if len(tokens) > MAX_TOKENS:
            raise Refused(f"an expression of at most {MAX_TOKENS} parts")
    if any(token[0] == " " for token in tokens):
        if tokens[0][0] == " " or tokens[-1][0] == " " or "(" not in tokens:
            raise Refused("written without spaces")
        tokens = [token for token in tokens if token[0] != " "]
    return [*tokens, ""]
