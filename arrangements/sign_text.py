"""Sign vectors as texts of + - 0: the one place that makes and reads them, but for arrays of many
(``patterns``) and for the checkers, which stand alone.

A sign vector is also a pair of integers, the set of its + and the set of its -, element e being bit
e; or, without zeros, an integer whose top bit is the first sign, 1 for +.

>>> text_of([1, 0, -1]), opposite("+0-"), sets("+0-"), from_sets(1, 4, 3), as_word("+--")
('+0-', '-0+', (1, 4), '+0-', 4)
>>> sorted(["+0", "-+", "0-", "-0"], key=order)
['-0', '-+', '0-', '+0']
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["as_word", "from_sets", "is_sign_text", "opposite", "order", "sets", "text_of"]

_OPPOSITE = str.maketrans("+-", "-+")
_ORDER = str.maketrans("-0+", "012")
_BITS = str.maketrans("+-", "10")


def text_of(signs: Iterable[int]) -> str:
    """The text of signs that are 1, 0 or -1."""
    return "".join("0+-"[sign] for sign in signs)


def is_sign_text(text: object, n: int, signs: str = "+-0") -> bool:
    """Whether this is a text of n of the signs."""
    return isinstance(text, str) and len(text) == n and not set(text) - {*signs}


def opposite(text: str) -> str:
    """Every + made - and the other way round."""
    return text.translate(_OPPOSITE)


def order(text: str) -> str:
    """A key by which texts are sorted as patterns are: - before 0 before +, the first sign first."""
    return text.translate(_ORDER)


def sets(text: str) -> tuple[int, int]:
    """The set of the + and the set of the -."""
    plus = sum(1 << e for e, sign in enumerate(text) if sign == "+")
    return plus, sum(1 << e for e, sign in enumerate(text) if sign == "-")


def from_sets(plus: int, minus: int, n: int) -> str:
    """The text of n signs with these sets of + and of -."""
    return "".join("+" if plus >> e & 1 else "-" if minus >> e & 1 else "0" for e in range(n))


def as_word(text: str) -> int:
    """The integer of a text without zeros."""
    return int("0" + text.translate(_BITS), 2)
