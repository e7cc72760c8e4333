"""Which code produced a result: a hash of the modules and of the libraries that it depends on.

>>> len(code_hash([Path(__file__)])), libraries().partition(" ")[0]
(64, 'llvmlite')
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import arrangements

__all__ = ["code_hash", "libraries"]

# What computes for us: the compiler, arrays, FLINT, cddlib.
_LIBRARIES = ("llvmlite", "numba", "numpy", "pycddlib", "python-flint")


@cache
def libraries() -> str:
    """Names and versions of the libraries that results depend on."""
    return ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # pycddlib, which all but the method cdd does without
        return "not installed"


def code_hash(files: Iterable[Path]) -> str:
    """SHA-256 over these, and over names and contents of the files, which lie beside this package
    or in it.
    """
    digest = sha256(libraries().encode())
    beside = Path(arrangements.__file__ or "").parent.parent
    for path in files:
        text = path.read_bytes()
        digest.update(f"{path.relative_to(beside).as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()
