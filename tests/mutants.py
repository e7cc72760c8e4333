"""Damaged files: mutants of a good one, byte by byte and, for JSON, value by value.

``mutants(content, count, seed)`` changes bytes, drops, doubles and moves pieces, cuts the file, and
puts numbers and words that hurt where numbers and words stand. ``counted`` says what comes out of a
reader for each, and lets nothing but the family through.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from arrangements.errors import ArrangementsError, InternalError

__all__ = ["counted", "json_mutants", "mutants"]

_NUMBERS = [
    b"0",
    b"-1",
    b"1",
    b"2",
    b"255",
    b"65536",
    b"4294967296",
    b"9223372036854775808",
    b"1e400",
    b"0.5",
    b"NaN",
    b"9" * 5000,
    b"-0",
]
_WORDS = [
    b"null", b"true", b"[]", b"{}", b'""', b'"\\ud800"', b"\xff\xfe", b"\x00", b"'", b'"', b",", b"\n", b"\r", b"=", b"[[", b"[" * 3000,
]  # fmt: skip
_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    1 << 63,
    1 << 64,
    10**30,
    0.5,
    1e308,
    "",
    "x",
    "\ud800",
    "1",
    "0" * 200,
]
_VALUES += [[], {}, [[]], [None], {"a": 1}]


def mutants(content: bytes, count: int, seed: int) -> Iterator[bytes]:
    """So many damaged versions of a file."""
    draw = random.Random(seed)
    numbers = [match.span() for match in re.finditer(rb"[0-9]+", content)]
    for _ in range(count):
        damaged = content
        for _ in range(draw.choice((1, 1, 1, 2, 4))):
            damaged = _damaged(damaged, numbers, draw)
        yield damaged


def _damaged(content: bytes, numbers: list[tuple[int, int]], draw: random.Random) -> bytes:
    at, length = (
        draw.randrange(len(content) + 1),
        min(draw.choice((1, 1, 2, 4, 8, 64)), len(content)),
    )
    match draw.randrange(9):
        case 0:
            return content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :]
        case 1:
            flipped = content[at : at + 1]
            return (
                content[:at]
                + bytes(b ^ 1 << draw.randrange(8) for b in flipped)
                + content[at + 1 :]
            )
        case 2:
            return content[:at] + content[at + length :]
        case 3:
            return content[:at] + content[at : at + length] + content[at:]
        case 4:
            return (
                content[:at]
                if draw.randrange(4) == 0
                else content[:at] + bytes(length) + content[at + length :]
            )
        case 5:
            other = draw.randrange(len(content) + 1)
            return content[:at] + content[other : other + length] + content[at + length :]
        case 6:
            return content[:at] + draw.choice(_WORDS) + content[at + draw.randrange(2) :]
        case 7:
            size = draw.choice((1, 2, 4, 8))
            value = draw.choice(
                (0, 1, (1 << 8 * size) - 1, 1 << (8 * size - 1), (1 << (8 * size - 1)) - 1)
            )
            return (
                content[:at]
                + value.to_bytes(size, draw.choice(("little", "big")))
                + content[at + size :]
            )
        case _:
            start, stop = draw.choice(numbers) if numbers else (at, at)
            return content[:start] + draw.choice(_NUMBERS) + content[stop:]


def json_mutants(value: Any, count: int, seed: int) -> Iterator[Any]:
    """So many versions of a JSON value with keys dropped or renamed, items dropped or doubled, and
    values that do not belong.
    """
    draw = random.Random(seed)
    text = json.dumps(value)
    for _ in range(count):
        root = [json.loads(text)]
        for _ in range(draw.choice((1, 1, 2))):
            spots = list(_spots(root))
            parent, key = draw.choice(spots[:200] if draw.randrange(2) else spots)
            match draw.randrange(4):
                case 0 if parent is not root:
                    del parent[key]
                case 1 if isinstance(parent, dict):
                    parent[draw.choice(("", "x", str(key).upper(), *parent))] = parent.pop(key)
                case 2 if isinstance(parent, list) and parent is not root:
                    parent.insert(key, draw.choice((parent[key], *draw.sample(_VALUES, 2))))
                case _:
                    parent[key] = draw.choice(_VALUES)
        yield root[0]


def _spots(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _spots(value[key])


def counted(
    read: Callable[[bytes], Any], files: Iterator[bytes], *more: type[Exception]
) -> Counter[str]:
    """How many are read and how many refused; any exception outside the family is the test's
    failure, and so is an internal error.
    """
    seen: Counter[str] = Counter()
    for content in files:
        try:
            read(content)
            seen["read"] += 1
        except (ArrangementsError, *more) as error:
            if isinstance(error, InternalError) or "\n" in str(error):
                raise AssertionError(f"{error!r} for {content[:3000]!r}") from error
            seen["refused"] += 1
        except BaseException as error:
            raise AssertionError(
                f"{type(error).__name__}: {error} for {content[:3000]!r}"
            ) from error
    return seen
