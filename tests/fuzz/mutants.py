"""Damaged files: bytes changed, cut, doubled, spliced; and values of a text format replaced by
others that are out of place.
"""

from __future__ import annotations

import io
import random
import re
import zipfile
import zlib

_WORDS = [
    "null",
    "true",
    "-1",
    "0",
    "1e400",
    "1e-400",
    "NaN",
    "Infinity",
    "99999999999999999999",
    "a",
    "[]",
    "{}",
    "[[]]",
    "1/0",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "'",
    "#",
    "=",
    ".",
    "-",
]
_TOKENS = [word.encode() for word in _WORDS] + [
    b'""',
    b'"a"',
    b'"1/0"',
    b'"',
    b"\r",
    b"\n",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"1" * 5000,
]
_VALUE = re.compile(rb'"[^"\n]{0,80}"|-?[0-9.eE/+-]+|true|false|null|[A-Za-z_]+')


def mutant(chance: random.Random, data: bytes) -> bytes:
    """One to three wounds."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = chance.choice((_zip, _bytes, _cut, _splice, _token, _value))(chance, data)
    return data


def _bytes(chance: random.Random, data: bytes) -> bytes:
    made = bytearray(data)
    for _ in range(min(len(made), chance.choice((1, 1, 2, 8)))):
        at = chance.randrange(len(made))
        made[at] = chance.choice(
            (made[at] ^ (1 << chance.randrange(8)), chance.randrange(256), 0, 255)
        )
    return bytes(made)


def _cut(chance: random.Random, data: bytes) -> bytes:
    a, b = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
    return chance.choice((data[:a], data[a:], data[:a] + data[b:]))


def _splice(chance: random.Random, data: bytes) -> bytes:
    a, b = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
    at = chance.randint(0, len(data))
    return data[:at] + data[a : min(b, a + 2000)] * chance.choice((1, 1, 3)) + data[at:]


def _token(chance: random.Random, data: bytes) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + chance.choice(_TOKENS) + data[at:]


def _value(chance: random.Random, data: bytes) -> bytes:
    """One value replaced by a token, or by another value of the file; or a whole ``key: value``
    dropped.
    """
    places = [match.span() for match in _VALUE.finditer(data[:100_000])]
    if not places:
        return data
    a, b = chance.choice(places)
    c, d = chance.choice(places)
    return data[:a] + chance.choice((chance.choice(_TOKENS), data[c:d], b"")) + data[b:]


def _zip(chance: random.Random, data: bytes) -> bytes:
    """A damaged member in a sound archive, which its checksum would otherwise hide."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(name, archive.read(name)) for name in archive.namelist()]
    except (
        zipfile.BadZipFile,
        zlib.error,
        ValueError,
        OSError,
        NotImplementedError,
        RuntimeError,
        EOFError,
        KeyError,
        OverflowError,
    ):
        return _bytes(chance, data)
    made = io.BytesIO()
    if not members:
        return data
    at = chance.randrange(len(members))
    name, content = members[at]
    members[at] = (name, chance.choice((_bytes, _cut, _token, _value))(chance, content))
    if chance.random() < 0.1:
        members.pop(at)
    with zipfile.ZipFile(made, "w") as archive:
        for member, content in members:
            archive.writestr(member, content)
    return made.getvalue()
