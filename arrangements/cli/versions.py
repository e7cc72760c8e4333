"""Which versions are at work: of this package, and of the libraries that its exact answers rest
on.
"""

from __future__ import annotations

import platform
from contextlib import suppress
from importlib import metadata

from arrangements import __version__

__all__ = ["versions"]

# Distributions, by what they do here.
_LIBRARIES = ("python-flint", "pycddlib", "sympy", "numpy", "numba", "networkx")


def versions() -> dict[str, str]:
    """Names and versions, this package first. Nothing is imported.

    >>> list(versions())[:3]
    ['arrangements', 'python', 'python-flint']
    """
    releases = {"arrangements": __version__, "python": platform.python_version()}
    for name in _LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            releases[name] = metadata.version(name)
    return releases
