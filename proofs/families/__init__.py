"""Families of configurations: ``family(name)`` makes one from its name.

>>> family("grid:5x3:1").matrices == 3**15
True
"""

from __future__ import annotations

from arrangements.errors import BadInput, shown
from proofs.families.family import Batch, Family
from proofs.families.grid import Grid

__all__ = ["Batch", "Family", "Grid", "family"]


def family(name: str) -> Family:
    """The family of this name; BadInput lists the spellings."""
    if name.startswith("grid"):
        return Grid.read(name)
    raise BadInput(f"family must be spelled grid:NxD:K or grid-affine:NxD:K, not {shown(name)}")
