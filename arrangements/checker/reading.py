"""Reading: a text as JSON in one way only, numbers in lowest terms; what is unreadable and what is refused.

Numbers are texts, and keys come in one order only, so that the end mark is the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import ValuesView
from math import gcd
from typing import Any, TypeAlias

__all__ = [
    "LARGEST_FILE",
    "Json",
    "Refused",
    "all_lists",
    "demand",
    "fraction",
    "keys",
    "parse",
    "readable",
    "whole",
]

Json: TypeAlias = (
    Any  # a value that json.loads has made; nothing is known of it before it is checked
)


# Characters of a file, and digits of a number.
LARGEST_FILE = 1 << 28


LONGEST_NUMBER = 200_000


PIECE = 512  # digits that Python converts whatever it has been told


NUMBER = re.compile(r"(0|-?[1-9][0-9]*)(/[1-9][0-9]*)?")


class Refused(Exception):
    """A certificate that does not prove its answer."""


def demand(condition: object, message: str) -> None:
    """Refuse a certificate that does not prove its answer."""
    if not condition:
        raise Refused(message)


def readable(condition: object, message: str) -> None:
    """Refuse a text that is no certificate, by a ValueError, which json, int and zip raise, too."""
    if not condition:
        raise ValueError(message)


def keys(value: Json, *names: str) -> ValuesView[Json]:
    """The values of an object that has these keys."""
    readable(
        isinstance(value, dict) and tuple(value) == names,
        f"an object must have the keys {', '.join(names)}, in this order",
    )
    values: ValuesView[Json] = value.values()
    return values


def all_lists(value: Json, length: int) -> bool:
    """Whether a value is a list of lists of this length."""
    return isinstance(value, list) and all(
        isinstance(item, list) and len(item) == length for item in value
    )


def whole(digits: str) -> int:
    """The integer that is written, whatever number of digits Python has been told to refuse."""
    readable(len(digits) <= LONGEST_NUMBER, "an integer must not be too long")
    if digits.startswith("-"):
        return -whole(digits[1:])
    if len(digits) <= PIECE:
        return int(digits)
    low = len(digits) // 2
    return whole(digits[:-low]) * int(10**low) + whole(digits[-low:])


def fraction(text: Json) -> tuple[int, int]:
    """Numerator and denominator."""
    readable(
        isinstance(text, str) and len(text) <= LONGEST_NUMBER and NUMBER.fullmatch(text),
        "a number must be a text such as -4/5, not too long",
    )
    over, _, under = text.partition("/")
    top, bottom = whole(over), whole(under or "1")
    readable(gcd(top, bottom) == 1 and under != "1", "a fraction must be in lowest terms")
    return top, bottom


def parse(text: str) -> Json:
    def distinct(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        readable(len({key for key, _ in pairs}) == len(pairs), "keys must be distinct")
        return dict(pairs)

    return json.loads(
        text,
        object_pairs_hook=distinct,
        parse_int=whole,
        parse_float=fraction,
        parse_constant=fraction,
    )
