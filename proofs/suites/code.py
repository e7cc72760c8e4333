"""Which code produced a result: a hash of everything that computes, so that results of different code never mix.

>>> len(code_hash())
64
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import arrangements
import proofs

__all__ = ["code_hash"]

# What only shows results does not count.
_SHOWING = {"cli", "figures", "tables", "formal", "suites"}


@cache
def code_hash() -> str:
    """SHA-256 over names and contents of the modules of both packages, without those that only show or schedule."""
    digest = sha256()
    for package in (arrangements, proofs):
        root = Path(package.__file__ or "").parent
        for path in sorted(root.rglob("*.py")):
            inside = path.relative_to(root)
            if not _SHOWING & set(inside.parts):
                text = path.read_bytes()
                digest.update(f"{package.__name__}/{inside.as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()
