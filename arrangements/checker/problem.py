"""A problem: the rows of a configuration and the conditions on its inputs, read and put on one scale.

Rows are functions b_i + <u_i, h>. Inputs h may be confined by inequalities c + <a, h> >= 0, by equations,
and to what an affine map h = c + A z makes of the ball |z|^2 <= square, or of its sphere. A is a matrix,
or has the gains of a norm as its diagonal, or is the identity. The map is applied once, here: from then
on everything is a function of z, a point is x = (z, 1), and there is one kind of ball. Where there is no
ball, z is h. Where there are neither offsets nor inputs, rows are linear functions of x = h itself.
"""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple, TypeAlias

from arrangements.checker.numbers import (
    Number,
    Root,
    Rows,
    Vector,
    dot,
    integral,
    plain,
    sign,
    vector,
)
from arrangements.checker.reading import LARGEST_FILE, Json, all_lists, demand, keys, readable

__all__ = [
    "ALLOWED",
    "Ball",
    "Condition",
    "Problem",
    "fingerprint",
    "meets",
    "named",
    "numbers_of",
    "point",
    "problems_of",
]

Condition: TypeAlias = tuple[Vector, str]  # (v, relation): of v . x, see ALLOWED

# The signs that v . x may have.
ALLOWED = {">": (1,), "=": (0,), "≥": (0, 1), "": (-1, 0, 1)}


class Ball(NamedTuple):
    """The points z with one |z|^2 <= square; on its sphere with = for <=."""

    one: Number
    square: Number
    sphere: bool

    def apart(self, x: Vector) -> int:
        """1 if x / x_last is beyond the ball, 0 if it is on its border, -1 if it is inside."""
        *z, last = x
        return sign(self.one * dot(z, z) - self.square * last * last)


class Problem(NamedTuple):
    """Rows and the conditions on all points, on one scale.

    ``rows`` and every x have ``width`` entries. ``common`` are the conditions that every x meets:
    inequalities, equations, and 1 > 0; none where x is linear. ``vectors`` are the u_i as they stand in
    the file, and ``stated`` are offsets and inputs as they stand there.
    """

    labels: list[str]
    rows: Rows
    width: int
    root: Root | None
    common: list[Condition]
    ball: Ball | None
    vectors: Rows
    dimension: int
    stated: Json
    hash: str


def problems_of(values: Json, outside: Json) -> list[Problem]:
    """The problems of a proof, in one field. ``outside``: a configuration for those that leave theirs
    out, or None.
    """
    readable(isinstance(values, list) and values, "a proof must have problems")
    parts = [[*keys(value, "hash", "configuration", "inputs")] for value in values]
    if outside is not None:
        parts = [[h, outside if c is None else c, inputs] for h, c, inputs in parts]
        demand(
            outside in [c for _, c, _ in parts],
            "the configuration given must be the one in the proof",
        )
    for _, configuration, _ in parts:
        check_form(configuration)
    field = parts[0][1]["field"]
    readable(
        all(configuration["field"] == field for _, configuration, _ in parts),
        "the configurations of a proof must be in one field",
    )
    root = None if field is None else Root(field)
    stated = [tables_of(value, inputs, root) for _, value, inputs in parts]
    # on one scale, so that rows of two problems can be compared
    scaled = iter(integral([table for tables, *_ in stated for table in tables], root))
    problems = [
        problem_of(value, inputs, root, shape, [next(scaled) for _ in tables])
        for (_, value, inputs), (tables, *shape) in zip(parts, stated, strict=True)
    ]
    for (said, _, _), problem in zip(parts, problems, strict=True):
        demand(said == problem.hash, "the hash must be that of the configuration")
    return problems


def check_form(value: Json) -> None:
    """Whether a configuration has all its parts."""
    bias = isinstance(value, dict) and "bias" in value
    names = ("bias", "dimension", "field", "labels", "rows")
    *offsets, dimension, _, labels, rows = keys(value, *names[not bias :])
    readable(isinstance(rows, list), "rows must be a list")
    readable(not bias or all_lists(offsets, len(rows)), "offsets must be one for each row")
    readable(
        isinstance(labels, list) and all(isinstance(x, str) and x for x in labels),
        "labels must be texts",
    )
    readable(
        type(dimension) is int and 0 <= dimension <= LARGEST_FILE and all_lists(rows, dimension),
        "rows must fit the dimension",
    )
    readable(
        len(set(labels)) == len(labels) == len(rows), "labels must be distinct, one for each row"
    )


def fingerprint(configuration: dict[str, object]) -> str:
    """The hash of a configuration as it stands in a proof; without the field where that is null."""
    content = json.dumps(
        {key: value for key, value in configuration.items() if value is not None},
        separators=(",", ":"),
    )
    return hashlib.sha256(content.encode()).hexdigest()


def tables_of(value: Json, inputs: Json, root: Root | None) -> tuple[list[Json], str, Json]:
    """The numbers of a problem, all of which are put on one scale: functions, centre and 1, the diagonal
    of A or its columns, the square. And the relations of the conditions, and the ball.
    """
    dimension = value["dimension"]
    zero, unit = plain("0", root), plain("1", root)
    weak, equal, ball = (
        ([], [], None) if inputs is None else keys(inputs, "inequalities", "equations", "ball")
    )
    readable(
        all(all_lists(part, dimension + 1) for part in (weak, equal)),
        "conditions of the inputs must fit the dimension",
    )
    offsets = value.get("bias", [zero] * len(value["rows"]))
    rows = [[*u, b] for u, b in zip(value["rows"], offsets, strict=True)]
    conditions = [*([*a, c] for c, *a in [*weak, *equal]), [*[zero] * dimension, unit]]
    relations = "≥" * len(weak) + "=" * len(equal) + ">"
    if ball is None:
        return [[*rows, *conditions]], relations, None
    square, centre, scale, *shape = ball_of(ball, dimension, root)
    return [[*rows, *conditions], [[*centre, unit]], scale, [[square]]], relations, shape


def problem_of(
    value: Json, inputs: Json, root: Root | None, shape: Json, tables: list[Rows]
) -> Problem:
    """One problem, of its numbers on one scale."""
    relations, ball = shape
    number, dimension = len(value["rows"]), value["dimension"]
    functions, *others = tables
    vectors = [v[:dimension] for v in functions[:number]]
    round_, centred = None, False
    if ball is not None:
        diagonal, centred, sphere = ball
        [[*centre, one]], scale, [[square]] = others
        functions = [composed(v, scale, diagonal, centre, one) for v in functions]
        dimension = len(functions[-1]) - 1
        round_ = Ball(one * one, one * square, sphere)
    common = [*zip(functions[number:], relations, strict=True)]
    if round_ is not None and centred:
        common.insert(-1, ([*[round_.one] * dimension, round_.one * 0], "="))
    affine = "bias" in value or inputs is not None
    return Problem(
        labels=value["labels"],
        rows=functions[:number] if affine else vectors,
        width=dimension + affine,
        root=root,
        common=common if affine else [],
        ball=round_,
        vectors=vectors,
        dimension=value["dimension"],
        stated=[value.get("bias"), inputs],
        hash=fingerprint(value),
    )


def ball_of(
    ball: Json, dimension: int, root: Root | None
) -> tuple[Json, Json, list[Json], bool, bool, bool]:
    """Square and centre; the diagonal of A, or its columns, and whether it is the diagonal; whether the
    coordinates of z have the sum 0, and whether it is the sphere.
    """
    square, centre, gains, matrix, centred, sphere = keys(
        ball, "square", "centre", "gains", "matrix", "centred", "sphere"
    )
    readable(
        isinstance(centred, bool) and isinstance(sphere, bool),
        "a ball must be centred or not, and its sphere or not",
    )
    readable(all_lists([centre], dimension), "the centre of a ball must fit the dimension")
    readable(gains is None or matrix is None, "a ball must not have gains and a matrix")
    readable(not centred or gains is not None, "what is centred must have gains")
    if matrix is None:
        gains = [plain("1", root)] * dimension if gains is None else gains
        readable(all_lists([gains], dimension), "gains must fit the dimension")
        return square, centre, [gains], True, centred, sphere
    readable(
        isinstance(matrix, list) and len(matrix) == dimension,
        "a matrix must have one row for each coordinate",
    )
    readable(
        all(isinstance(row, list) and len(row) == len(matrix[0]) for row in matrix),
        "the rows of a matrix must be lists of one length",
    )
    columns = [[*column] for column in zip(*matrix, strict=True)]
    return square, centre, columns, False, centred, sphere


def composed(function: Vector, scale: Rows, diagonal: bool, centre: Vector, one: Number) -> Vector:
    """The function (u, b) of h = c + A z as a function of z, (A'u, b + u c)."""
    *u, b = function
    if diagonal:
        slope = [a * g for a, g in zip(u, scale[0], strict=True)]
    else:
        slope = [dot(u, column) for column in scale]
    return [*slope, one * b + dot(u, centre)]


def named(value: Json, labels: list[str], least: int = 1) -> list[int]:
    """Distinct labels as positions."""
    readable(
        isinstance(value, list) and all(isinstance(x, str) for x in value), "labels must be texts"
    )
    readable(
        least <= len(value) == len(set(value)) and set(value) <= set(labels),
        "labels must be distinct labels of the configuration",
    )
    return [labels.index(x) for x in value]


def numbers_of(pairs: Json, number: int, root: Root | None) -> tuple[list[int], Vector]:
    """Positions below a number, increasing, and the number that each has, all times a positive one."""
    readable(
        all_lists(pairs, 2) and all(type(place) is int for place, _ in pairs),
        "weights must be pairs",
    )
    places = [place for place, _ in pairs]
    weights = vector([weight for _, weight in pairs], root, len(pairs))
    demand(
        places == sorted({*places} & {*range(number)}),
        "weights must name conditions, in increasing order",
    )
    return places, weights


def point(problem: Problem, value: Json) -> Vector:
    """A positive multiple of the x of a point."""
    if problem.common and isinstance(value, list):
        value = [*value, plain("1", problem.root)]
    return vector(value, problem.root, problem.width)


def meets(conditions: list[Condition], problem: Problem, x: Vector, ball: Ball | None) -> bool:
    """Whether x meets the conditions and those on all points, and is in the ball, if one is named."""
    return all(
        sign(dot(v, x)) in ALLOWED[relation] for v, relation in conditions + problem.common
    ) and (ball is None or ball.apart(x) <= 0)
