"""Exact numbers as formulas of LaTeX: fractions, roots and angles set as such.

>>> print(formula("(10 + 5*sqrt(2))/4"), formula("-5*sqrt(2)/2"), formula("-1/2"))
\\frac{10 + 5\\sqrt{2}}{4} -\\frac{5\\sqrt{2}}{2} -\\frac{1}{2}
>>> print(formula("3*cos(2*pi/7)^2"), formula("cbrt(2)"), formula("owl"))
3\\cos(2\\pi/7)^{2} \\sqrt[3]{2} None
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from arrangements.exact.numbers.expressions import Expression, Name, Operation, Refused
from arrangements.exact.numbers.grammar import syntax

__all__ = ["flat", "formula"]

_NAMES = {"pi": "\\pi", "x": "x"}


def formula(text: str) -> str | None:
    """The formula of a number's text, for math mode; None for any other text."""
    try:
        return _sum(syntax(text))
    except (Refused, _Unset):
        return None


def flat(text: str) -> str:
    """A text at least as wide as the formula: the longer part of a fraction, roots as one wide
    character. For texts without a formula the text.

    >>> flat("(10 + 5*sqrt(2))/4"), flat("-12/7")
    ('10+5W2', '-12')
    """
    typeset = formula(text)
    if typeset is None:
        return text
    while (shorter := re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", _longer, typeset)) != typeset or (
        shorter := re.sub(r"\\sqrt(?:\[3\])?\{([^{}]*)\}", r"W\1", typeset)
    ) != typeset:
        typeset = shorter
    return re.sub(r"[\\{} ]", "", typeset)


def _longer(match: re.Match[str]) -> str:
    return max(match[1], match[2], key=len)


class _Unset(Exception):
    """A tree that is no number."""


def _sum(tree: Expression) -> str:
    """A tree where a sum needs no brackets."""
    if isinstance(tree, Operation) and tree.operator == "sum":
        first, *rest = map(_signed, tree.operands)
        return first + "".join(
            f" - {term[1:]}" if term.startswith("-") else f" + {term}" for term in rest
        )
    return _signed(tree)


def _signed(tree: Expression) -> str:
    if isinstance(tree, Operation) and tree.operator == "negative":
        return f"-{_product(tree.operands[0])}"
    if isinstance(tree, Fraction) and tree < 0:
        return f"-{_product(-tree)}"
    return _product(tree)


def _product(tree: Expression) -> str:
    if isinstance(tree, Fraction) and tree.denominator != 1:
        return f"\\frac{{{tree.numerator}}}{{{tree.denominator}}}"
    if not isinstance(tree, Operation) or tree.operator not in ("product", "inverse"):
        return _factor(tree)
    factors = tree.operands if tree.operator == "product" else (tree,)
    above = [f for f in factors if not _inverse(f)]
    below = [f.operands[0] for f in factors if isinstance(f, Operation) and _inverse(f)]
    if not below:
        return _times(above)
    return f"\\frac{{{_times(above) if above else '1'}}}{{{_times(below)}}}"


def _times(factors: Sequence[Expression]) -> str:
    """Factors side by side, with a dot between two numbers; one alone needs no brackets."""
    if len(factors) == 1:
        return _sum(factors[0])
    result = ""
    for tree in factors:
        part = _factor(tree)
        result += " \\cdot " * (bool(result) and part[0].isdigit()) + part
    return result


def _inverse(tree: Expression) -> bool:
    return isinstance(tree, Operation) and tree.operator == "inverse"


def _factor(tree: Expression) -> str:
    if isinstance(tree, Fraction) and tree.denominator == 1 and tree >= 0:
        return str(tree)
    if isinstance(tree, Name):
        if tree.name not in _NAMES:
            raise _Unset
        return _NAMES[tree.name]
    if isinstance(tree, Fraction) or tree.operator in ("sum", "negative", "product", "inverse"):
        return f"({_sum(tree)})"
    first, *rest = tree.operands
    if tree.operator == "sqrt":
        return f"\\sqrt{{{_sum(first)}}}"
    if tree.operator == "cbrt":
        return f"\\sqrt[3]{{{_sum(first)}}}"
    if tree.operator == "power":
        return f"{_factor(first)}^{{{_slashed(rest[0])}}}"
    if tree.operator == "root":
        where = ", ".join(map(_slashed, rest))
        return f"\\mathrm{{root}}({_sum(first)}, {where})"
    return f"\\{tree.operator}({_slashed(first)})"


def _slashed(tree: Expression) -> str:
    """With a stroke instead of a fraction: exponents and angles."""
    return re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", _sum(tree))
