"""What is told of a claim beside its statement: its range in a few words, its symbols, and its
proof in numbered steps.

The texts are in ``told.toml``; formulas stand between backquotes. They are for people: no verdict
rests on them.

>>> told("lemma-5.3").range
'all U with non-zero rows'
>>> len(told("lemma-5.3").proof)
5
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["LONGEST_RANGE", "Told", "every", "told"]

LONGEST_RANGE = 40


@dataclass(frozen=True)
class Told:
    """One claim in words."""

    range: str
    symbols: str
    proof: tuple[str, ...]


@cache
def every() -> dict[str, Told]:
    """All texts by the id of the claim."""
    read = tomllib.loads((Path(__file__).parent / "told.toml").read_text(encoding="utf-8"))
    return {
        id: Told(text["range"], text["symbols"], tuple(text["proof"])) for id, text in read.items()
    }


def told(id: str) -> Told:
    """The texts of one claim."""
    return every()[id]
