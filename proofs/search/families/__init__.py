"""Families of configurations: ``family(name)`` makes one from its name.

>>> family("grid:5x3:1").matrices == 3**15
True
"""

from __future__ import annotations

from arrangements.errors import BadInput, short_repr
from proofs.search.families.family import Batch, Family, IntegerFamily, Member
from proofs.search.families.grid import Grid
from proofs.search.families.listed import Lines, Listed
from proofs.search.families.random_family import RandomFamily
from proofs.search.families.types import Oriented, Points, Rankings, read

__all__ = [
    "Batch",
    "Family",
    "Grid",
    "IntegerFamily",
    "Lines",
    "Listed",
    "Oriented",
    "Points",
    "RandomFamily",
    "Rankings",
    "family",
]

_SPELLINGS = "grid:6x2:2, grid-affine:4x2:2, random:10x4:bound=9:seed=1:count=1000, types:points:7, types:oriented:3x7, "
_SPELLINGS += "paper, threshold:1..4 or file:PATH"


def family(name: str) -> Family[Member]:
    """The family of this name; ``BadInput`` shows the spellings."""
    kind = name.partition(":")[0]
    if kind in ("grid", "grid-affine"):
        return Grid.read(name)
    if kind == "random" and ".." not in name:
        return RandomFamily.read(name)
    if kind == "types":
        return read(name)
    if kind == "file":
        return Lines.read(name)
    if kind == "paper" or ".." in name:
        return Listed.read(name)
    raise BadInput(f"family must be spelled like {_SPELLINGS}, not {short_repr(name)}")
