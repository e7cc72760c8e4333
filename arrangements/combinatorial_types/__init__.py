"""Combinatorial types: complete lists of what configurations can be, up to relabelling.

``oriented`` lists oriented matroids, realizable or not; ``points`` the order types of points in the
plane, with coordinates; ``ranking_types`` the sets of rankings of labels, which ``slopes`` refutes,
``top_sets`` the families of labels that can be first together; ``realizing`` tells whether a
chirotope has vectors, for which ``solving`` solves equations. ``types`` reads the name of a list;
``comparing`` tells whether two types are the same, and ``point_numbers`` counts crossings, holes,
k-sets and halving lines.

Nothing here needs coordinates, except to find some for a type; questions about layers are not asked.

>>> types("points:5").count(), types("oriented:3x5:uniform").count()
(3, 1)
"""

from __future__ import annotations

from arrangements.combinatorial_types.comparing import (
    canonical_forms,
    find,
    same_type,
    type_key,
)
from arrangements.combinatorial_types.oriented import Member, OrientedTypes
from arrangements.combinatorial_types.points import PointTypes
from arrangements.combinatorial_types.ranking_types import RankingTypes
from arrangements.combinatorial_types.realizing import realize
from arrangements.combinatorial_types.top_sets import TopTypes
from arrangements.errors import BadInput, short_repr
from arrangements.running.validated import validated

__all__ = [
    "Member",
    "OrientedTypes",
    "PointTypes",
    "RankingTypes",
    "TopTypes",
    "canonical_forms",
    "find",
    "realize",
    "same_type",
    "type_key",
    "types",
]


@validated
def types(name: str) -> OrientedTypes | PointTypes | RankingTypes | TopTypes:
    """The complete list of combinatorial types with this name.

    Parameters
    ----------
    name
        Such as "oriented:3x7:uniform:acyclic", "points:7", "rankings:5x2", "argmax:5x2" or
        "topk:5x2:2".

    Returns
    -------
    The list, by whose ``len``, positions and members types are counted and found.

    Raises
    ------
    BadInput
        If there is no list of this name.

    Examples
    --------
    >>> len(types("points:6")), types("points:6")[0].extreme
    (16, 6)
    """
    match name.partition(":")[0]:
        case "oriented":
            return OrientedTypes.read(name)
        case "points":
            return PointTypes.read(name)
        case "rankings":
            return RankingTypes.read(name)
        case "argmax" | "topk":
            return TopTypes.read(name)
    raise BadInput(
        f"types must be spelled like oriented:3x7:uniform:acyclic, points:7, rankings:5x2 or topk:5x2:2, not {short_repr(name)}"
    )
