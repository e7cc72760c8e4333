"""Where bytes come from: regular files and standard input, with their limits."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

from arrangements.errors import BadInput, short_repr

__all__ = [
    "MAX_TEXT",
    "MAX_TOML",
    "Source",
    "from_file",
    "from_stdin",
    "read_text",
]

# At these limits the worst file of each kind takes ten seconds and 1 GiB at most;
# ``tests/io/readers/test_worst.py`` has them.
MAX_TEXT = 1 << 26  # bytes of a text file, or of standard input: 64 MiB
MAX_TOML = 1 << 23  # bytes of a TOML file, whose parser is slow: 8 MiB


@dataclass(frozen=True)
class Source:
    """An open binary file that can seek, its size in bytes, and its name for messages."""

    name: str
    file: BinaryIO
    size: int


@contextmanager
def from_file(path: str) -> Iterator[Source]:
    """Open a regular file; anything else is refused before a byte is read."""
    name = path if path.isprintable() else short_repr(path)
    try:
        # Looking first keeps devices and pipes from being opened at all; O_NONBLOCK guards against
        # a change in between.
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            raise BadInput(f"file must be a regular file, not {_kind(mode)} ({name})")
        descriptor = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
    except FileNotFoundError:
        raise BadInput(f"file must exist ({name})") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"file must be readable: {_reason(error)} ({name})") from None
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise BadInput(f"file must be a regular file, not {_kind(status.st_mode)} ({name})")
        if not status.st_size:
            raise BadInput(f"file must not be empty ({name})")
        yield Source(name, file, status.st_size)


@contextmanager
def from_stdin() -> Iterator[Source]:
    """All of standard input, up to ``MAX_TEXT`` bytes."""
    name = "standard input"
    if sys.stdin is None:
        raise BadInput("standard input must be open")
    try:
        raw = sys.stdin.buffer.read(MAX_TEXT + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"standard input must be readable: {_reason(error)}") from None
    if not raw:
        raise BadInput("standard input must not be empty")
    if len(raw) > MAX_TEXT:
        raise BadInput(f"standard input must have at most {MAX_TEXT} bytes; write it to a file")
    yield Source(name, io.BytesIO(raw), len(raw))


def read_text(source: Source, most: int = MAX_TEXT) -> str:
    """The whole source as text: UTF-8 without byte order mark, without NUL."""
    if source.size > most:
        raise BadInput(
            f"text file of this kind must have at most {most} bytes, not {source.size} ({source.name})"
        )
    source.file.seek(0)
    raw = source.file.read(most + 1)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(f"text must be UTF-8, not UTF-16 ({source.name})")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise BadInput(f"text must be UTF-8 without a byte order mark ({source.name})")
    if (nul := raw.find(0)) >= 0:
        raise BadInput(
            f"text must not contain a NUL byte ({source.name}, line {raw.count(10, 0, nul) + 1})"
        )
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(10, 0, error.start) + 1
        raise BadInput(
            f"text must be UTF-8, not the byte 0x{raw[error.start]:02x} ({source.name}, line {line})"
        ) from None
    if not text.strip():
        raise BadInput(f"file must not be empty ({source.name})")
    return text


def _kind(mode: int) -> str:
    kinds = (
        (stat.S_ISDIR, "a directory"),
        (stat.S_ISFIFO, "a pipe (use - for standard input)"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((name for test, name in kinds if test(mode)), "a special file")


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).lower()
