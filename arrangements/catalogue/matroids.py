"""Named oriented matroids without coordinates: famous for what no arrangement of straight hyperplanes can do.

Each is a configuration with one sign changed. A basis of sign 0 whose elements are all there is in their hyperplane, and of which every
smaller part is independent (a circuit that is a hyperplane), can be made a basis of either sign: every exchange of one element leads to a
basis, so each Grassmann-Pluecker relation that the change meets has two terms of opposite signs already.

>>> named_matroid("matroid:vamos").is_uniform, named_matroid("matroid:vamos").violation()
(False, None)
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from arrangements.catalogue.family import Family
from arrangements.configuration import Configuration
from arrangements.errors import BadInput, shown

if TYPE_CHECKING:
    from arrangements.chirotope import Chirotope

__all__ = ["MATROIDS", "is_matroid", "named_matroid"]

# Two lines of three points, and where the lines that join them across meet: 7 = 15.24, 8 = 16.34, 9 = 26.35 (Pappus: on a line).
_PAPPUS = [[1, 0, 0], [1, 2, 0], [1, 5, 0], [1, 0, 2], [1, 1, 3], [1, 4, 6]]
# Two triangles 123 and 456 in perspective from 7; 8, 9, 10 are where corresponding sides meet (Desargues: on a line).
_DESARGUES = [[1, 1, 0], [1, 0, 1], [1, -2, -3], [1, 3, 0], [1, 0, 2], [1, -8, -12], [1, 0, 0]]
# Pairs of points on four lines through a point, no three of the lines in a plane.
_VAMOS = [[1, 0, 0, 1], [1, 0, 0, 2], [0, 1, 0, 3], [0, 1, 0, 7], [0, 0, 1, 5], [0, 0, 1, 11], [1, 1, 1, 17], [1, 1, 1, 31]]

_GROUP = "oriented matroids without coordinates"
_PLANE = "pseudolines that violate the theorem of"
MATROIDS = [
    Family("matroid:non-pappus", "matroid:non-pappus", f"nine {_PLANE} Pappus", _GROUP, "Levi 1926; Ringel 1956"),
    Family("matroid:non-desargues", "matroid:non-desargues", f"ten {_PLANE} Desargues", _GROUP, "Hilbert 1899; Moulton 1902"),
    Family("matroid:vamos", "matroid:vamos", "eight elements of rank 4 that violate Ingleton's inequality", _GROUP, "Vamos 1968"),
]


def is_matroid(name: str) -> bool:
    """Whether the text is meant for this part of the catalogue."""
    return name.startswith("matroid:")


def named_matroid(name: str) -> Chirotope:
    """The oriented matroid of this name."""
    match name:
        case "matroid:non-pappus":
            points = [*_PAPPUS, *(_meeting(_PAPPUS, *lines) for lines in ((0, 4, 1, 3), (0, 5, 2, 3), (1, 5, 2, 4)))]
            return _relaxed(points, (6, 7, 8))
        case "matroid:non-desargues":
            sides = ((0, 1, 3, 4), (0, 2, 3, 5), (1, 2, 4, 5))
            return _relaxed([*_DESARGUES, *(_meeting(_DESARGUES, *lines) for lines in sides)], (7, 8, 9))
        case "matroid:vamos":
            return _relaxed(_VAMOS, (4, 5, 6, 7))
    raise BadInput(f"oriented matroid must be one of {', '.join(family.form for family in MATROIDS)}, not {shown(name)}")


def _meeting(points: list[list[int]], a: int, b: int, c: int, d: int) -> list[int]:
    """Where the lines ab and cd of the projective plane meet."""
    return _cross(_cross(points[a], points[b]), _cross(points[c], points[d]))


def _cross(x: list[int], y: list[int]) -> list[int]:
    return [x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3] for k in range(3)]


def _relaxed(rows: list[list[int]], circuit: tuple[int, ...]) -> Chirotope:
    """The chirotope of the rows, with + for the circuit that is a hyperplane."""
    from arrangements.chirotope import Chirotope, chirotope

    made = chirotope(Configuration(rows))
    signs = made.signs.copy()
    signs[list(combinations(range(made.n), made.rank)).index(circuit)] = 1
    return Chirotope(made.n, made.rank, signs)
