"""Named oriented matroids without coordinates: famous for what no arrangement of straight
hyperplanes can do.

Each is a configuration with signs changed. A basis of sign 0 whose elements are all there is in
their hyperplane, and of which every smaller part is independent (a circuit that is a hyperplane),
can be made a basis of either sign: every exchange of one element leads to a basis, so each
Grassmann-Pluecker relation that the change meets has two terms of opposite signs already. Other
circuits that are hyperplanes stay so.

Three have four pairs of elements, spanning four lines through a point, so that the six unions of
two pairs are coplanar. Vamos takes one union out of its plane, RS(8) and EFM(8) all six, to the
same side: ``e_i`` and ``5 e_i - k (1, 1, 1, 1)`` with k = 1 or 2. That these are what the names
mean follows from the lists of all types: RS(8) is the only uniform type of rank 4 on 8 elements
with 7 mutations. Of the 24 such types without coordinates 18 have a program that cycles; EFM(8)
here is the one of them with 12 symmetries (none has more) whose cycles all go around a cube.

>>> named_matroid("matroid:vamos").is_uniform, named_matroid("matroid:vamos").violation()
(False, None)
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from arrangements.catalogue.family import Family
from arrangements.errors import BadInput, short_repr
from arrangements.layers.configuration import Configuration

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes.value import Chirotope

__all__ = ["MATROIDS", "named_matroid"]

# Two lines of three points, and where the lines that join them across meet: 7 = 15.24, 8 = 16.34, 9
# = 26.35 (Pappus: on a line).
_PAPPUS = [[1, 0, 0], [1, 2, 0], [1, 5, 0], [1, 0, 2], [1, 1, 3], [1, 4, 6]]
# Two triangles 123 and 456 in perspective from 7; 8, 9, 10 are where corresponding sides meet
# (Desargues: on a line).
_DESARGUES = [[1, 1, 0], [1, 0, 1], [1, -2, -3], [1, 3, 0], [1, 0, 2], [1, -8, -12], [1, 0, 0]]
# Pairs of points on four lines through a point, no three of the lines in a plane.
_VAMOS = [
    [1, 0, 0, 1],
    [1, 0, 0, 2],
    [0, 1, 0, 3],
    [0, 1, 0, 7],
    [0, 0, 1, 5],
    [0, 0, 1, 11],
    [1, 1, 1, 17],
    [1, 1, 1, 31],
]
_UNIONS = [(2 * i, 2 * i + 1, 2 * j, 2 * j + 1) for i, j in combinations(range(4), 2)]

_GROUP = "oriented matroids without coordinates"
_PLANE = "pseudolines that violate the theorem of"
MATROIDS = [
    Family(
        "matroid:non-pappus",
        "matroid:non-pappus",
        f"nine {_PLANE} Pappus",
        _GROUP,
        "Levi 1926; Ringel 1956",
    ),
    Family(
        "matroid:non-desargues",
        "matroid:non-desargues",
        f"ten {_PLANE} Desargues",
        _GROUP,
        "Hilbert 1899; Moulton 1902",
    ),
    Family(
        "matroid:vamos",
        "matroid:vamos",
        "eight elements of rank 4 that violate Ingleton's inequality",
        _GROUP,
        "Vamos 1968",
    ),
    Family(
        "matroid:rs8",
        "matroid:rs8",
        "RS(8): eight elements of rank 4, only seven mutations",
        _GROUP,
        "Roudneff and Sturmfels 1988",
    ),
    Family(
        "matroid:efm8",
        "matroid:efm8",
        "EFM(8): a program that cycles around a cube",
        _GROUP,
        "Edmonds and Fukuda 1982; Mandel 1982",
    ),
]


def named_matroid(name: str) -> Chirotope:
    """The oriented matroid of this name."""
    match name:
        case "matroid:non-pappus":
            points = [
                *_PAPPUS,
                *(
                    _meeting(_PAPPUS, *lines)
                    for lines in ((0, 4, 1, 3), (0, 5, 2, 3), (1, 5, 2, 4))
                ),
            ]
            return _relaxed(points, (6, 7, 8))
        case "matroid:non-desargues":
            sides = ((0, 1, 3, 4), (0, 2, 3, 5), (1, 2, 4, 5))
            return _relaxed(
                [*_DESARGUES, *(_meeting(_DESARGUES, *lines) for lines in sides)], (7, 8, 9)
            )
        case "matroid:vamos":
            return _relaxed(_VAMOS, (4, 5, 6, 7))
        case "matroid:rs8":
            return _relaxed(_on_lines(1), *_UNIONS)
        case "matroid:efm8":
            return _relaxed(_on_lines(2), *_UNIONS)
    raise BadInput(
        f"oriented matroid must be one of {', '.join(family.form for family in MATROIDS)}, not {short_repr(name)}"
    )


def _on_lines(k: int) -> list[list[int]]:
    """Pairs on four lines through (1, 1, 1, 1): the unit vectors, and what is left of each when a part
    of that point is taken away.
    """
    return [
        row
        for i in range(4)
        for row in ([int(i == j) for j in range(4)], [5 * (i == j) - k for j in range(4)])
    ]


def _meeting(points: list[list[int]], a: int, b: int, c: int, d: int) -> list[int]:
    """Where the lines ab and cd of the projective plane meet."""
    return _cross(_cross(points[a], points[b]), _cross(points[c], points[d]))


def _cross(x: list[int], y: list[int]) -> list[int]:
    return [x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3] for k in range(3)]


def _relaxed(rows: list[list[int]], *circuits: tuple[int, ...]) -> Chirotope:
    """The chirotope of the rows, with + for circuits that are hyperplanes."""
    from arrangements.matroids.chirotopes.value import Chirotope, chirotope

    made = chirotope(Configuration(rows))
    signs = made.signs.copy()
    places = {basis: k for k, basis in enumerate(combinations(range(made.n), made.rank))}
    signs[[places[circuit] for circuit in circuits]] = 1
    return Chirotope(made.n, made.rank, signs)
