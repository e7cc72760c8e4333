"""Arrangements of hyperplanes as geometry: what a configuration with or without offsets cuts R^d
into.

The hyperplane of row i is where <u_i, h> + b_i = 0. Modules: ``flats`` (the intersection poset and
its polynomials), ``cell_shapes`` (faces as polyhedra, vertices, rays), ``operations`` (deletion,
restriction, cones, products), ``regions`` (distances, simplicial arrangements),
``free_arrangements`` (modular chains, formal and free arrangements, bases), ``derivations`` (their
modules, Saito's determinant), ``zonotopes`` (rows as segments); resolutions of derivations, the
Orlik-Solomon algebra and toric arrangements are in ``arrangements.experimental``. The SageMath page
of the documentation lists them against Sage's methods.

Pattern tables, pictures and the command are not imported.

>>> import arrangements
>>> arrangements.geometry.operations.cone(arrangements.load("shi:2")).labels
('1-2=0', '1-2=1', 'infinity')
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

__all__ = [
    "cell_shapes",
    "derivations",
    "flats",
    "free_arrangements",
    "operations",
    "regions",
    "zonotopes",
]


def __getattr__(name: str) -> ModuleType:
    """The modules, which are imported when they are used: ``arrangements.geometry.flats`` needs no
    import of its own.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return __all__
