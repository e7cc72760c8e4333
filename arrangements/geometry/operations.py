"""New arrangements from old ones. All of them are configurations, whose rows keep their labels.

>>> from arrangements import Configuration
>>> c = Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "c"], bias=[0, 0, -1])
>>> deletion(c, ["a"]).labels, restriction(c, ["a"]).functions == Configuration([[1], [1]], bias=[0, -1]).functions
(('b', 'c'), True)
>>> cone(c).rows == Configuration([[0, 1, 0], [0, 0, 1], [-1, 1, 1], [1, 0, 0]]).rows, decone(cone(c), "infinity") == c
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import mul

from arrangements.errors import BadInput, short_repr
from arrangements.exact import linear
from arrangements.exact.input_checks import Element, place_of, places_of
from arrangements.exact.numbers import Exact, Scalar, common_field, text
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs.homogenised import with_offsets
from arrangements.running.validated import ELEMENT, some, validated

__all__ = [
    "adjoint",
    "centre",
    "cone",
    "decone",
    "defining_polynomial",
    "deletion",
    "essentialised",
    "localisation",
    "product",
    "restriction",
    "simplified",
    "union",
]


@validated
def defining_polynomial(configuration: Configuration) -> str:
    """The product of the functions of all hyperplanes, as a text that SymPy and SageMath read; each
    row as often as it occurs.

    >>> from arrangements import Configuration
    >>> defining_polynomial(Configuration([[1, -1], [0, "1/2"]], bias=[0, 3]))
    '(x1 - x2)*(1/2*x2 + 3)'
    """
    forms = []
    for (offset, *normal), row in zip(with_offsets(configuration), configuration.rows, strict=True):
        if any(row):
            parts = [(x, f"*x{k}") for k, x in enumerate(normal, 1) if x]
            terms = [
                f"{_factor(x)}{name}".replace("1*", "", 1)
                if x in (1, -1)
                else f"{_factor(x)}{name}"
                for x, name in parts
            ]
            forms.append(
                " + ".join([*terms, *([_factor(offset)] if offset else [])]).replace("+ -", "- ")
            )
    return "*".join(f"({form})" for form in forms) or "1"


def _factor(x: Scalar) -> str:
    written = text(x)
    return written if isinstance(x, Fraction) else f"({written})"


@validated(labels=some(ELEMENT))
def deletion(configuration: Configuration, labels: Iterable[Element]) -> Configuration:
    """Without some hyperplanes."""
    gone = set(places_of(configuration.labels, labels, "labels"))
    return configuration.restricted_to(i for i in range(configuration.n) if i not in gone)


@validated(labels=some(ELEMENT))
def restriction(configuration: Configuration, labels: Iterable[Element]) -> Configuration:
    """The other hyperplanes on the intersection of these, in coordinates of that flat.

    A hyperplane that contains the flat, or does not meet it, is left out. Two hyperplanes may cut
    the flat alike: see ``simplified``.
    """
    flat = [
        with_offsets(configuration)[i] for i in places_of(configuration.labels, labels, "labels")
    ]
    base = _common_point(flat, configuration.d)
    if base is None:
        raise BadInput(f"hyperplanes must have a common point, not {short_repr(list(labels))}")
    directions = linear.kernel([row[1:] for row in flat], configuration.d)
    rows, bias, names = [], [], []
    for (offset, *normal), label in zip(
        with_offsets(configuration), configuration.labels, strict=True
    ):
        row = [sum(map(mul, normal, v)) for v in directions]
        if any(row):
            rows.append(row)
            bias.append(offset + sum(map(mul, normal, base)))
            names.append(label)
    return Configuration(rows, names, bias=bias, dimension=len(directions))


@validated(labels=some(ELEMENT))
def localisation(configuration: Configuration, labels: Iterable[Element]) -> Configuration:
    """The hyperplanes that contain the intersection of these."""
    flat = [
        with_offsets(configuration)[i] for i in places_of(configuration.labels, labels, "labels")
    ]
    if _common_point(flat, configuration.d) is None:
        raise BadInput(f"hyperplanes must have a common point, not {short_repr(list(labels))}")
    rank = linear.rank(flat) if flat else 0
    inside = [
        i for i, row in enumerate(with_offsets(configuration)) if linear.rank([*flat, row]) == rank
    ]
    return configuration.restricted_to(inside)


@validated
def cone(configuration: Configuration, label: str = "infinity") -> Configuration:
    """The central arrangement in one dimension more: <u_i, h> + b_i t = 0, coordinate t first, and
    last the hyperplane t = 0.
    """
    rows = [*with_offsets(configuration), (1, *[0] * configuration.d)]
    return Configuration(rows, [*configuration.labels, label], dimension=configuration.d + 1)


@validated(label=ELEMENT)
def decone(configuration: Configuration, label: Element) -> Configuration:
    """The affine arrangement that the others make where the row of this label is 1; without that
    row.
    """
    configuration.demand_linear("deconing")
    at = place_of(configuration.labels, label, "label")
    infinity = configuration.rows[at]
    lead = next((k for k, x in enumerate(infinity) if x), None)
    if lead is None:
        raise BadInput(f"row must not be zero to be put at infinity ({label})")
    others = [row for i, row in enumerate(configuration.rows) if i != at]
    bias = [row[lead] / infinity[lead] for row in others]
    # Where <infinity, x> = 1 the coordinate of the lead follows from the others.
    rows = [
        [row[k] - b * infinity[k] for k in range(configuration.d) if k != lead]
        for row, b in zip(others, bias, strict=True)
    ]
    names = [name for i, name in enumerate(configuration.labels) if i != at]
    return Configuration(rows, names, bias=bias, dimension=configuration.d - 1)


@validated
def essentialised(configuration: Configuration) -> Configuration:
    """The arrangement without the directions that all hyperplanes share: as many coordinates
    as the rank of the normal vectors.
    """
    columns = configuration.column_basis
    rows = [[row[c] for c in columns] for row in configuration.rows]
    return Configuration(
        rows, configuration.labels, bias=configuration.bias, dimension=len(columns)
    )


@validated
def product(one: Configuration, other: Configuration) -> Configuration:
    """In the product of the two spaces, the hyperplanes of both. Labels that both have get 1. and
    2. in front.
    """
    left = [[*row, *[0] * other.d] for row in one.rows]
    right = [[*[0] * one.d, *row] for row in other.rows]
    return _together(one, other, left, right, one.d + other.d)


@validated
def union(one: Configuration, other: Configuration) -> Configuration:
    """The hyperplanes of both in one space. Labels that both have get 1. and 2. in front."""
    if one.d != other.d:
        raise BadInput(f"dimensions must be equal for a union, not {one.d} and {other.d}")
    return _together(one, other, one.rows, other.rows, one.d)


@validated
def simplified(configuration: Configuration) -> Configuration:
    """Each hyperplane once, with the first of its rows and all its labels joined by =; without rows
    that are no hyperplane.
    """
    groups: dict[tuple[Exact, ...], list[int]] = {}
    for i, (line, _) in enumerate(configuration.directions):
        if any(configuration.rows[i]):
            groups.setdefault(line, []).append(i)
    representatives = configuration.restricted_to(group[0] for group in groups.values())
    names = ["=".join(configuration.labels[i] for i in group) for group in groups.values()]
    return Configuration(
        representatives.rows,
        names,
        bias=representatives.bias,
        dimension=representatives.d,
        name=configuration.name,
    )


@validated
def adjoint(configuration: Configuration) -> Configuration:
    """The hyperplanes orthogonal to the lines in which the hyperplanes of an essential arrangement
    meet: for each such line a row along it, with the labels of the hyperplanes through it. What is
    not essential is made so first.

    >>> from arrangements import Configuration
    >>> adjoint(Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]])).labels
    ('1,2,4', '1,3', '2,3', '3,4')
    """
    from arrangements.geometry.flats import intersections

    configuration.demand_linear("adjoint")
    plain = essentialised(configuration)
    rows, names = [], []
    for flat in intersections(plain).flats:
        if flat.rank == plain.d - 1:
            through = [row for i, row in enumerate(plain.rows) if flat.rows >> i & 1]
            rows += linear.kernel(through, plain.d)
            names.append(",".join(flat.labels) or "none")
    return Configuration(rows, names, dimension=plain.d)


@validated
def centre(
    configuration: Configuration,
) -> tuple[tuple[Scalar, ...], tuple[tuple[Scalar, ...], ...]] | None:
    """The intersection of all hyperplanes, as a point and directions; None if it is empty.

    >>> from arrangements import Configuration
    >>> centre(Configuration([[1, 1]], bias=[-1]))
    ((Fraction(1, 1), Fraction(0, 1)), ((Fraction(-1, 1), Fraction(1, 1)),))
    """
    base = _common_point(with_offsets(configuration), configuration.d)
    if base is None:
        return None
    return tuple(base), tuple(tuple(v) for v in linear.kernel(configuration.rows, configuration.d))


def _together(
    one: Configuration, other: Configuration, left: linear.Matrix, right: linear.Matrix, d: int
) -> Configuration:
    names: list[str] = []
    shared = {*one.labels} & {*other.labels}
    for place, part in enumerate((one, other), 1):
        names += [f"{place}.{label}" if label in shared else label for label in part.labels]
    bias = [*(one.bias or [Fraction(0)] * one.n), *(other.bias or [Fraction(0)] * other.n)]
    _, entries = common_field([x for row in (*left, *right) for x in row])
    stream = iter(entries)
    rows = [[next(stream) for _ in range(d)] for _ in range(one.n + other.n)]
    return Configuration(rows, names, bias=bias, dimension=d)


def _common_point(functions: Sequence[tuple[Scalar, ...]], d: int) -> list[Scalar] | None:
    """A point where all functions vanish."""
    if not functions:
        return [Fraction(0)] * d
    if not d:
        return None if any(b for b, *_ in functions) else []
    return linear.solve([list(normal) for _, *normal in functions], [-b for b, *_ in functions])
