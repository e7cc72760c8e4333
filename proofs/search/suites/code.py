"""The code that produced the results of a suite, as a hash of everything that computes, so that
results of different code never mix.

>>> len(code_hash())
64
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import arrangements
import proofs
from arrangements.running import code
from arrangements.running.code import libraries

__all__ = ["code_hash", "libraries"]

# Of the engine all but what shows results; of the proofs what computes results of suites.
_SHOWING = ("cli", "figures", "explore", "io/tables")
_COMPUTING = (
    "search/determinations",
    "search/families",
    "search/invariants",
    "search/kernels",
)


@cache
def code_hash() -> str:
    """SHA-256 over the libraries, and over names and contents of the modules that results depend
    on.
    """
    return code.code_hash(_modules())


def _modules() -> Iterator[Path]:
    for package, folders in ((arrangements, _SHOWING), (proofs, _COMPUTING)):
        root = Path(package.__file__ or "").parent
        for path in sorted(root.rglob("*.py")):
            inside = any(path.is_relative_to(root / folder) for folder in folders)
            if inside is (package is proofs):
                yield path
