"""Families that are lists: the paper's matrices, ranges of the catalogue, files with one
configuration per line.

>>> Listed.read("threshold:1..3").size
3
>>> [c.n for _, c in Listed.read("resonance:1..3").configurations(0, 3)]
[1, 3, 7]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from arrangements import catalogue
from arrangements.errors import BadInput, short_repr
from arrangements.running.sources import MAX_TEXT, Source, from_file
from proofs.search.families.family import Family, Member

if TYPE_CHECKING:
    from arrangements.layers.configuration import Configuration

__all__ = ["Lines", "Listed"]

_RANGE = re.compile(r"([a-z-]+):([0-9]{1,2})\.\.([0-9]{1,2})")


@dataclass(frozen=True)
class Listed(Family[Member]):
    """``paper`` or ``NAME:a..b``: configurations of the catalogue, in its order."""

    called: str
    members: tuple[str, ...]

    @classmethod
    def read(cls, name: str) -> Listed:
        """The family of this name."""
        if name == "paper":
            return cls(
                name, tuple(member for member in catalogue.names() if member.startswith("paper/"))
            )
        match = _RANGE.fullmatch(name)
        if (
            not match
            or not catalogue.is_name(f"{match[1]}:{match[2]}")
            or int(match[2]) > int(match[3])
        ):
            raise BadInput(
                f"range of the catalogue must be spelled like threshold:1..4, not {short_repr(name)}"
            )
        return cls(name, tuple(f"{match[1]}:{i}" for i in range(int(match[2]), int(match[3]) + 1)))

    @property
    def name(self) -> str:
        return self.called

    @property
    def source(self) -> str:
        return sha256(
            "".join(c.content_hash for _, c in self.configurations(0, self.span)).encode()
        ).hexdigest()

    @property
    def span(self) -> int:
        return len(self.members)

    def configurations(self, start: int, stop: int) -> Iterator[tuple[int, Configuration]]:
        for position in range(start, stop):
            yield position, catalogue.named(self.members[position])


@dataclass(frozen=True)
class Lines(Family[Member]):
    """``file:PATH``: JSON Lines, each line a list of rows or an object with ``rows``. The name says
    the content, not the place.
    """

    path: str
    offsets: tuple[int, ...]
    digest: str

    @classmethod
    def read(cls, name: str) -> Lines:
        """The family in this file; every line is looked at once, for its offset."""
        path = name.removeprefix("file:")
        digest, place = sha256(), 0
        offsets: list[int] = []
        with from_file(path) as source:
            for line in source.file:
                if len(line) > MAX_TEXT:
                    raise BadInput(
                        f"line must have at most {MAX_TEXT} bytes ({path}, line {len(offsets) + 1})"
                    )
                digest.update(line)
                if line.strip():
                    offsets.append(place)
                place += len(line)
        if not offsets:
            raise BadInput(f"file must not be empty ({path})")
        return cls(path, tuple(offsets), digest.hexdigest())

    @property
    def name(self) -> str:
        return f"file:{Path(self.path).name}"

    @property
    def source(self) -> str:
        return self.digest

    @property
    def span(self) -> int:
        return len(self.offsets)

    def configurations(self, start: int, stop: int) -> Iterator[tuple[int, Configuration]]:
        from arrangements.io.readers.text import read_json
        from arrangements.layers.configuration import Configuration

        if start >= stop:
            return
        with from_file(self.path) as source:
            source.file.seek(self.offsets[start])
            position = start
            for line in source.file:
                if not line.strip():
                    continue
                where = f"{self.path}, configuration {position + 1}"
                table = read_json(Source(where, BytesIO(line), len(line)))
                yield (
                    position,
                    Configuration(
                        table.rows,
                        table.labels,
                        dimension=table.dimension,
                        reading=table.reading,
                        name=where,
                    ),
                )
                position += 1
                if position == stop:
                    return
