"""Where compiled kernels are kept, and whether one is there: known without loading the compiler.

Numba keys its cache on the file of the compiled function alone, so a change in an imported kernel
would go unnoticed. Here the key is a hash of the function's own file, of every file of this package,
folders included, and of every folder ``kernels`` in the packages that the file is in. The folder is ``arrangements`` in ``XDG_CACHE_HOME`` or ``~/.cache``.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

__all__ = ["State", "folder", "sources", "stamp", "state"]

_HERE = Path(__file__).parent

State = str  # "loaded", "kept" on the disk, or "missing"

_KEPT: set[tuple[str, str, str | None]] = set()  # kernels that were seen on the disk


@cache
def sources(file: str) -> frozenset[Path]:
    """The files whose kernels a kernel in ``file`` may call."""
    packages = [above for above in Path(file).parents if (above / "__init__.py").exists()]
    folders = {_HERE, *(package / "kernels" for package in packages)}
    return frozenset([Path(file), *(path for one in folders for path in one.rglob("*.py"))])


@cache
def stamp(file: str) -> str:
    """Hash of everything that the machine code of a kernel in ``file`` is made from."""
    digest = hashlib.sha256(version("numba").encode())
    for path in sorted(sources(file)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def folder(file: str) -> str:
    """Where the machine code of the kernels in ``file`` is kept."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "arrangements", stamp(file))


def state(module: str, kernel: str) -> State:
    """How near a kernel is: in this process, on the disk, or not yet compiled.

    >>> state("arrangements.kernels.bits", "no such kernel")
    'missing'
    """
    known = sys.modules.get(module)
    if known is not None and getattr(getattr(known, kernel, None), "overloads", None):
        return "loaded"
    place = (module, kernel, os.environ.get("XDG_CACHE_HOME"))
    if place in _KEPT:
        return "kept"
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return "missing"
    kept = Path(folder(spec.origin)).glob(f"*.{kernel}-*.nbi")
    if next(kept, None) is None:
        return "missing"
    _KEPT.add(place)
    return "kept"
