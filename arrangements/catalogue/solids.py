"""Simplicial arrangements of lines in the real projective plane, and the arrangements of the facets
of the regular polytopes.

A line a x + b y + c z = 0 of the projective plane is a row (a, b, c): regions of the plane are
pairs of opposite regions in space. ``A(2m,1)`` are the sides of a regular m-gon and its m axes,
``A(4m+1,1)`` those of a regular 2m-gon and the line at infinity, all in coordinates along two
normals, which need the field of cos(2 pi / m) only. Three sporadic ones are made here, the other 92
that are known are in ``data/simplicial.json``.
Facets are the hyperplanes 1 + <v, x> = 0 for the vertices v of the dual polytope, so the polytope
(with the origin inside) is where all signs are +.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

from arrangements.catalogue.family import Family, Made, Maker
from arrangements.catalogue.root_systems import even_permutations, positive_roots
from arrangements.catalogue.vector_families import near_pencil
from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import Number, Scalar, exact
from arrangements.running.files import shipped

__all__ = ["FAMILIES", "SOLIDS"]

_MOST_LINES = 121  # of a simplicial arrangement by its parameters
_ROOT, _TAU = "sqrt(5)", "1/2*sqrt(5)+1/2"

SOLIDS = (
    "tetrahedron",
    "cube",
    "octahedron",
    "dodecahedron",
    "icosahedron",
    "5-cell",
    "8-cell",
    "16-cell",
    "24-cell",
    "120-cell",
    "600-cell",
)


def _simplicial(parameter: str) -> Made:
    match = re.fullmatch(r"A\(([0-9]{1,4}),([0-9])\)", parameter)
    if not match:
        raise ValueError
    n, k = int(match[1]), int(match[2])
    if n > _MOST_LINES:
        raise BadInput(f"number of lines must be at most {_MOST_LINES}, not {n}")
    if k == 0 and n >= 3:
        return near_pencil(str(n))
    if k == 1 and n >= 6 and n % 2 == 0:
        return Made(_polygon(n // 2), 3)
    if k == 1 and n >= 9 and n % 4 == 1:
        return Made([*_polygon(n // 2), (0, 0, 1)], 3)
    sporadic: dict[tuple[int, int], Callable[[], Sequence[Sequence[Number]]]] = {
        (7, 1): _seven,
        (13, 2): _thirteen,
        (15, 1): lambda: positive_roots("H3"),
    }
    if (n, k) in sporadic:
        return Made(sporadic[n, k](), 3)
    if parameter in (known := _sporadic()):
        rows, root = known[parameter]["rows"], known[parameter].get("t")
        return Made(rows if root is None else _in_terms_of(root, rows), 3)
    same = [name for name in known if name.startswith(f"A({n},")]
    named = f"{', '.join(same)} or a family, " if same else "sporadic, or "
    raise BadInput(
        f"simplicial arrangement must be {named}A(n,0), A(2m,1), A(4m+1,1), A(7,1), A(13,2), A(15,1), not {short_repr(parameter)}"
    )


@cache
def _sporadic() -> dict[str, Any]:
    """Rows, and how many points are on so many lines, by name."""
    normals: dict[str, Any] = json.loads(shipped("simplicial.json").read_text("utf-8"))[
        "arrangements"
    ]
    return normals


def _in_terms_of(root: str, rows: list[list[str]]) -> list[list[Number]]:
    return [[entry.replace("t", root) for entry in row] for row in rows]


def _polygon(m: int) -> list[tuple[Number, ...]]:
    """Sides and axes of the regular m-gon, as combinations of n_0 and n_2, where n_k is the
    direction at the angle k t, t = pi / m.

    The sides have the normals n_0, n_2, n_4, ...; the axes are the lines through the centre along
    n_0, n_1, ..., n_(m-1).
    """
    # n_k = (sin((2 - k) t) n_0 + sin(k t) n_2) / sin(2 t)
    sides = [(_ratio(2 - k, m), _ratio(k, m), -1) for k in range(0, 2 * m, 2)]
    # c_0 n_0 + c_2 n_2 is orthogonal to n_k if c_0 cos(k t) + c_2 cos((k - 2) t) = 0.
    axes = [(_cosine(k - 2, m), -_cosine(k, m), 0) for k in range(m)]
    return [*sides, *axes]


def _cosine(k: int, m: int) -> Scalar:
    return exact(f"cos({abs(k)}*pi/{m})")


def _ratio(k: int, m: int) -> Number:
    """sin(k pi / m) / sin(2 pi / m) for even k: 1 + 2 (cos + ...), the Chebyshev polynomial of the
    second kind in cos(2 pi / m).
    """
    sign, count = (1, k // 2) if k >= 0 else (-1, -k // 2)
    x, before, value = 2 * exact(f"cos(2*pi/{m})"), exact(0), exact(1)
    if not count:
        return before
    for _ in range(count - 1):
        before, value = value, x * value - before
    return sign * value


def _seven() -> list[tuple[Number, ...]]:
    """The six planes x_i = +-x_j of three coordinates, and one coordinate plane."""
    return [*positive_roots("D3"), (1, 0, 0)]


def _thirteen() -> list[tuple[Number, ...]]:
    """The nine planes of B3, and the four x_1 +- x_2 +- x_3 = 0."""
    return [*positive_roots("B3"), *((1, s, t) for s in (1, -1) for t in (1, -1))]


def _facets(parameter: str) -> Made:
    if parameter not in SOLIDS:
        raise ValueError
    normals = _normals(parameter)
    return Made(normals, len(normals[0]), bias=[1] * len(normals))


def _normals(solid: str) -> list[tuple[Number, ...]]:
    """The vertices of the dual polytope."""
    match solid:
        case "tetrahedron":
            return [x for x in product((1, -1), repeat=3) if x.count(-1) % 2 == 0]
        case "5-cell":
            return [*(tuple(int(i == k) for k in range(4)) for i in range(4)), (-1, -1, -1, -1)]
        case "cube" | "8-cell":
            return _with_signs([_unit(3 if solid == "cube" else 4)])
        case "octahedron" | "16-cell":
            return list(product((1, -1), repeat=3 if solid == "octahedron" else 4))
        case "dodecahedron":
            return _with_signs([_along((0, 1, _TAU), p) for p in even_permutations(3)])
        case "icosahedron":
            inverse = f"({_TAU})-1"
            return [
                *product((1, -1), repeat=3),
                *_with_signs([_along((0, inverse, _TAU), p) for p in even_permutations(3)]),
            ]
        case "24-cell":
            return [*_with_signs([_unit(4)]), *product(*[("1/2", "-1/2")] * 4)]
        case "120-cell":
            return [
                root
                for pair in positive_roots("H4")
                for root in (pair, tuple(_negative(x) for x in pair))
            ]
        case _:
            return _vertices_of_120_cell()


def _unit(n: int) -> tuple[Number, ...]:
    return (1, *[0] * (n - 1))


def _vertices_of_120_cell() -> list[tuple[Number, ...]]:
    """The 600 vertices on the sphere of squared radius 8 (Coxeter 1973, section 8.7)."""
    tau = exact(_TAU)
    one, two, five = exact(1), exact(2), exact(_ROOT)
    square, inverse = tau * tau, tau - 1
    inverse_square = inverse * inverse
    zero = exact(0)
    every = [
        (two, two, zero, zero),
        (five, one, one, one),
        (inverse_square, tau, tau, tau),
        (square, inverse, inverse, inverse),
    ]
    even = [
        (square, inverse_square, one, zero),
        (five, inverse, tau, zero),
        (two, one, tau, inverse),
    ]
    vectors = [_along(v, p) for v in every for p in permutations(range(4))] + [
        _along(v, p) for v in even for p in even_permutations(4)
    ]
    return _with_signs(vectors)


def _along(values: Sequence[Number], p: Sequence[int]) -> tuple[Number, ...]:
    return tuple(values[i] for i in p)


def _with_signs(vectors: Iterable[tuple[Number, ...]]) -> list[tuple[Number, ...]]:
    """Each vector with all signs of its entries, without repetitions; a single vector also with its
    entries turned around.
    """
    found: dict[tuple[Number, ...], None] = {}
    vectors = list(vectors)
    if len(vectors) == 1:
        vectors = [
            vectors[0][-k:] + vectors[0][:-k] if k else vectors[0] for k in range(len(vectors[0]))
        ]
    for vector in vectors:
        found |= dict.fromkeys(product(*((x, _negative(x)) if x != 0 else (x,) for x in vector)))
    return list(found)


def _negative(x: Any) -> Any:
    if isinstance(x, str):
        return x[1:] if x.startswith("-") else f"-({x})"
    return -x


_PLANE, _SOLID = "simplicial arrangements of the plane", "facets of regular polytopes"

FAMILIES: list[tuple[Family, Maker]] = [
    (
        Family(
            "simplicial:A(N,K)",
            "simplicial:A(13,2)",
            "every region a triangle: A(n,0), A(2m,1), A(4m+1,1), and 95 sporadic ones from A(7,1) to A(37,3)",
            _PLANE,
            "Gruenbaum 2009, Ars Math. Contemp. 2; Cuntz 2012; Cuntz, Elia, Labbe 2022",
        ),
        _simplicial,
    ),
    (
        Family(
            "facets:SOLID",
            "facets:24-cell",
            f"hyperplanes of the facets of {', '.join(SOLIDS)}",
            _SOLID,
            "Coxeter 1973",
        ),
        _facets,
    ),
]
