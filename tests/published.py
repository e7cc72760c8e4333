"""Published numbers, from ``data/published.toml`` alone."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "data" / "published.toml"


@cache
def blocks() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(FILE.read_text("utf-8"))


def published(kind: str, start: str = "") -> dict[str, Any]:
    """The numbers of this kind by name, of names that start so; lists as tuples."""
    pairs = [
        (name, number)
        for block in blocks()[kind]
        for name, number in block["numbers"]
        if name.startswith(start)
    ]
    assert len(dict(pairs)) == len(pairs) > 0
    return {name: tuple(number) if isinstance(number, list) else number for name, number in pairs}
