"""The words about a claim beside its statement: the place of its source, its range in a few words, its symbols, and its
proof in numbered steps.

The texts are in ``words.toml``; formulas stand between backquotes. They are for people: no verdict
rests on them.

>>> words_of("lemma-5.3").range
'all U with non-zero rows'
>>> len(words_of("lemma-5.3").proof)
5
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["LONGEST_RANGE", "Words", "every", "words_of"]

LONGEST_RANGE = 39


@dataclass(frozen=True)
class Words:
    """One claim in words; ``of`` is the place of the source that the statement words, empty for a
    claim of ours.
    """

    of: str
    range: str
    symbols: str
    proof: tuple[str, ...]


@cache
def every() -> dict[str, Words]:
    """All texts by the id of the claim."""
    read = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
    return {
        id: Words(text.get("of", ""), text["range"], text["symbols"], tuple(text["proof"]))
        for id, text in read.items()
    }


def words_of(id: str) -> Words:
    """The texts of one claim."""
    return every()[id]
