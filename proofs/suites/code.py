"""Which code produced a result: a hash of everything that computes, so that results of different code never mix.

>>> len(code_hash()), libraries().partition(" ")[0]
(64, 'llvmlite')
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import arrangements
import proofs

__all__ = ["code_hash", "libraries"]

# Of the engine all but what shows results; of the proofs what computes results of suites.
_SHOWING = {"cli", "figures", "tables"}
_COMPUTING = {"families", "determinations", "invariants"}


# What computes for us: the compiler, arrays, FLINT, cddlib.
_LIBRARIES = ("llvmlite", "numba", "numpy", "pycddlib", "python-flint")


@cache
def libraries() -> str:
    """Names and versions of the libraries that results depend on."""
    return ", ".join(f"{name} {version(name)}" for name in _LIBRARIES)


@cache
def code_hash() -> str:
    """SHA-256 over these, and over names and contents of the modules that results depend on."""
    digest = sha256(libraries().encode())
    for package in (arrangements, proofs):
        root = Path(package.__file__ or "").parent
        for path in sorted(root.rglob("*.py")):
            inside = path.relative_to(root)
            if inside.parts[0] in _COMPUTING if package is proofs else inside.parts[0] not in _SHOWING:
                text = path.read_bytes()
                digest.update(f"{package.__name__}/{inside.as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()
