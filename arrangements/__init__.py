"""Exact hyperplane arrangements, sign patterns and rankings, with certificates.

``__init__.pyi`` lists the names and the module of each. A module is imported when one of its names
is used first.

The package lazy_loader (SPEC 1) reads the same stub, and importing takes no longer with it (22 ms against 29 ms
of processor time); its errors do not say what Python's say ("No arrangements attribute x"), its
``dir`` has no ``__version__``, and it would be one more package to install for twenty lines.
"""

from __future__ import annotations

from ast import ImportFrom, parse
from importlib import import_module
from pkgutil import get_data

__version__ = "1.0.0.dev0"

_HOMES = {
    alias.name: f"{__name__}.{statement.module}"
    for statement in parse(get_data(__name__, "__init__.pyi") or b"").body
    if isinstance(statement, ImportFrom)
    for alias in statement.names
}
# from . import geometry
_ROOMS = {name for name, home in _HOMES.items() if home == f"{__name__}.None"}

__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'arrangements' has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value  # so that it is asked for once
    return value


def __dir__() -> list[str]:
    return __all__
