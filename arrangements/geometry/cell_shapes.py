"""Faces as polyhedra: each by its inequalities and equations, and by its points, rays and lines.

>>> from arrangements import Configuration
>>> triangle = Configuration([[1, 0], [0, 1], [-1, -1]], ["a", "b", "c"], bias=[0, 0, 1])
>>> (inside,) = cells(triangle, bounded=True)
>>> inside.signs, [[str(x) for x in point] for point in inside.points], inside.walls
('+++', [['0', '0'], ['0', '1'], ['1', '0']], (('a',), ('b',), ('c',)))
>>> [[str(x) for x in vertex] for vertex in vertices(triangle)]
[['0', '0'], ['0', '1'], ['1', '0']]

Generators are found by double description, of cddlib where rows are rational and fit, else in the
field of the rows; both are exact. A cell that contains lines has no corners; its points and rays
are then some that do with its lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Literal, get_args

from arrangements.errors import BadInput, short_repr
from arrangements.exact import linear
from arrangements.exact.numbers import Scalar, sign
from arrangements.exact.programs.double_description import dual_cone
from arrangements.geometry.flats import intersections
from arrangements.geometry.operations import centre
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs.homogenised import with_offsets
from arrangements.listing.faces import covector_pattern
from arrangements.running.validated import one_of, validated
from arrangements.sign_text import is_sign_text, text_of

__all__ = ["Cell", "cell", "cells", "lineality", "rays", "vertices"]

Point = tuple[Scalar, ...]
Method = Literal["auto", "cdd", "field"]


@dataclass(frozen=True)
class Cell:
    """The closure of the set of all h with these signs. A condition is a row (c, a), c + <a, h> >=
    0, or = 0 for ``equations``.

    ``walls``: for each inequality the labels of the rows that it comes from; no inequality follows
    from the others.
    """

    signs: str
    dimension: int
    inequalities: tuple[Point, ...]
    walls: tuple[tuple[str, ...], ...]
    equations: tuple[Point, ...]
    points: tuple[Point, ...]
    rays: tuple[Point, ...]
    lines: tuple[Point, ...]

    @property
    def bounded(self) -> bool:
        """Whether the cell has no rays and no lines."""
        return not self.rays and not self.lines

    @property
    def relatively_bounded(self) -> bool:
        """Whether the cell has no rays: it is bounded up to the directions that all hyperplanes
        share.
        """
        return not self.rays

    @property
    def is_simplicial(self) -> bool:
        """Whether the cell is a simplex or a cone over one, up to its lines: it has no more points
        and rays than its dimension takes.
        """
        return len(self.points) + len(self.rays) + len(self.lines) == self.dimension + 1


@validated(method=one_of(*get_args(Method)))
def cell(configuration: Configuration, signs: str, method: Method = "auto") -> Cell:
    """The face of these signs, + - or 0 for each row. ``BadInput`` if there is none.

    >>> quadrant = cell(Configuration([[1, 0], [0, 1]]), "+-")
    >>> [[str(x) for x in ray] for ray in quadrant.rays], quadrant.bounded
    ([['0', '-1'], ['1', '0']], False)
    """
    if not is_sign_text(signs, configuration.n):
        raise BadInput(f"signs must be {configuration.n} of + - 0, not {short_repr(signs)}")
    rows = with_offsets(configuration)
    sided = [
        tuple(-x for x in row) if s == "-" else row for row, s in zip(rows, signs, strict=True)
    ]
    width = configuration.d + 1
    infinity = (Fraction(1), *[Fraction(0)] * configuration.d)
    weak = [row for row, s in zip(sided, signs, strict=True) if s != "0"]
    extreme, lines = _generators(
        [infinity, *weak],
        [row for row, s in zip(rows, signs, strict=True) if s == "0"],
        width,
        method,
    )
    inner = [sum(column) for column in zip(*extreme, strict=True)] if extreme else [0] * width
    if not inner[0] or signs != text_of(sign(sum(map(mul, row, inner))) for row in rows):
        raise BadInput(f"signs must be those of a face, not {signs}")
    dimension = linear.rank([*extreme, *lines]) - 1
    walls: dict[tuple[int, ...], list[int]] = {}
    for i, s in enumerate(signs):
        tight = tuple(k for k, ray in enumerate(extreme) if not sum(map(mul, sided[i], ray)))
        if (
            s != "0"
            and any(extreme[k][0] for k in tight)
            and linear.rank([*(extreme[k] for k in tight), *lines]) == dimension
        ):
            walls.setdefault(tight, []).append(i)
    return Cell(
        signs,
        dimension,
        tuple(_row(sided[group[0]]) for group in walls.values()),
        tuple(tuple(configuration.labels[i] for i in group) for group in walls.values()),
        tuple(_row(row) for row, s in zip(rows, signs, strict=True) if s == "0" and any(row)),
        tuple(sorted(tuple(linear.over(x, ray[0]) for x in ray[1:]) for ray in extreme if ray[0])),
        tuple(sorted(_row(ray[1:]) for ray in extreme if not ray[0])),
        tuple(sorted(_row(line[1:]) for line in lines)),
    )


@validated
def cells(
    configuration: Configuration, dimension: int | None = None, *, bounded: bool | None = None
) -> Iterator[Cell]:
    """All faces of one dimension, as polyhedra.

    Parameters
    ----------
    configuration
        The hyperplanes; zero rows have the sign 0 everywhere.
    dimension
        By default that of the space.
    bounded
        True for those alone that are relatively bounded, False for the others alone.

    Yields
    ------
    Each face by its signs, its inequalities and equations, and its points, rays and lines.

    Raises
    ------
    BadInput
        If an argument is not what it must be.
    LimitReached
        If the sign vectors do not fit into memory (``limited``).

    Examples
    --------
    >>> [cell.signs for cell in cells(Configuration([[1], [1]], bias=[0, 1]), bounded=True)]
    ['-+']
    """
    for signs in covector_pattern(
        configuration, dimension=configuration.d if dimension is None else dimension
    ):
        shape = cell(configuration, signs)
        if bounded is None or shape.relatively_bounded is bounded:
            yield shape


@validated
def vertices(configuration: Configuration) -> tuple[Point, ...]:
    """The points that are intersections of hyperplanes, sorted."""
    poset = intersections(configuration)
    bases = (
        centre(configuration.restricted_to(flat.labels))
        for flat in poset.flats
        if flat.dimension == 0
    )
    return tuple(sorted(base[0] for base in bases if base is not None))


@validated
def rays(configuration: Configuration) -> tuple[Point, ...]:
    """The directions in which faces of dimension one reach to infinity, and their opposites; up to
    ``lineality``.

    >>> [[str(x) for x in ray] for ray in rays(Configuration([[1, 0], [1, 1]], bias=[0, 5]))]
    [['-1', '1'], ['0', '-1'], ['0', '1'], ['1', '-1']]
    """
    columns = configuration.column_basis
    central = Configuration(
        [[row[c] for c in columns] for row in configuration.rows],
        configuration.labels,
        dimension=len(columns),
    )
    directions = set()
    for flat in intersections(central).flats:
        if flat.dimension == 1:
            (direction,) = linear.kernel(
                [central.rows[central.labels.index(label)] for label in flat.labels], central.d
            )
            for turned in (direction, [-x for x in direction]):
                whole: list[Scalar] = [Fraction(0)] * configuration.d
                for c, x in zip(columns, _row(turned), strict=True):
                    whole[c] = x
                directions.add(tuple(whole))
    return tuple(sorted(directions))


@validated
def lineality(configuration: Configuration) -> tuple[Point, ...]:
    """A basis of the directions that all hyperplanes share.

    >>> lineality(Configuration([[1, 1]], bias=[3]))
    ((Fraction(-1, 1), Fraction(1, 1)),)
    """
    return tuple(tuple(v) for v in linear.kernel(configuration.rows, configuration.d))


def _row(row: linear.Row) -> Point:
    return linear.scalars(linear.scaled(row))


def _generators(
    weak: linear.Matrix, equal: linear.Matrix, width: int, method: Method
) -> tuple[linear.Matrix, linear.Matrix]:
    """Extreme rays and lines of the cone over the cell."""
    if method == "cdd" and not linear.is_rational([*weak, *equal]):
        raise BadInput("method must be auto or field for rows over a number field, not cdd")
    return dual_cone(weak, equal, width, "own" if method == "field" else method)
