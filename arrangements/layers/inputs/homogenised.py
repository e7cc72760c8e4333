"""A configuration on its inputs, in homogeneous coordinates: homogeneous rows on an open cone. The one
form that every method works on.

Row i is the function <u_i, h> + b_i of the inputs h in the polyhedron P. Write (t, h) for the
points of the cone over P, with t = 1 on P itself, and let L y run over the linear span of that
cone. Then row i is the homogeneous row r_i = (b_i, u_i) L, and the relative interior of P is the set of
all y with <f, y> > 0 for every *constraint* f: t, and the inequalities that do not vanish on all of
P (exact programs find those that do). So the sign vectors of a layer are those of the rows r_i on
the open cone of the constraints, its rankings those of their differences. Without offsets a cone P
needs no t; without conditions either there are no constraints, and the whole central arrangement counts.

>>> relu = homogenised(Configuration([[1, -1], [-1, 0]], bias=[0, "1/2"]), Inputs.nonnegative(2))
>>> relu.homogeneous.integer_rows(), relu.constraints
(((0, 1, -1), (1, -2, 0)), ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
>>> [str(x) for x in relu.point((2, 1, 0))]
['1/2', '0']
>>> homogenised(Configuration([[1, 1], [1, 0]]), Inputs(2, [[0, 1, 1], [0, -1, -1]])).reason("sign")
'these rows are zero on all inputs: 1'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import mul

from arrangements.errors import BadInput, short_repr
from arrangements.exact import linear
from arrangements.exact.numbers.algebraic import Exact, Scalar, common_field
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs.polyhedra import Inputs

__all__ = ["Homogenised", "homogenised", "matched", "with_offsets"]

Row = tuple[Exact, ...]


@dataclass(frozen=True)
class Homogenised:
    """``configuration`` and ``inputs`` as given, in one field; ``homogeneous``: the rows r_i, with the
    same labels; ``constraints``: rows f.

    ``basis``: the columns of L, vectors (t, h), or vectors h if there is no t (``affine`` is
    false); None for the identity. ``empty``: P has no point.
    """

    configuration: Configuration
    inputs: Inputs
    homogeneous: Configuration
    constraints: tuple[Row, ...]
    basis: tuple[Row, ...] | None
    affine: bool
    empty: bool = False

    def point(self, y: linear.Row) -> tuple[Scalar, ...]:
        """The input h at homogeneous coordinates y in the open cone."""
        x = list(y)
        if self.basis is not None:
            x = [sum(map(mul, y, column)) for column in zip(*self.basis, strict=True)] or [0] * (
                self.inputs.dimension + self.affine
            )
        if not self.affine:
            return linear.scalars(x)
        return tuple(linear.over(c, x[0]) for c in x[1:])

    def reason(self, kind: str) -> str | None:
        """Why nothing of a kind is strict: "sign", "ranking", or anything else for what is strictly
        ahead. None if something may be.
        """
        if self.empty:
            return "there is no input"
        labels, everywhere = (
            self.homogeneous.labels,
            " on all inputs" if self.constraints or self.basis is not None else "",
        )
        if kind == "sign" and self.homogeneous.zero_rows:
            return f"these rows are zero{everywhere}: {', '.join(labels[i] for i in self.homogeneous.zero_rows)}"
        if kind != "sign" and self.homogeneous.equal_groups:
            groups = "; ".join(
                " = ".join(labels[i] for i in group) for group in self.homogeneous.equal_groups
            )
            merging = "" if everywhere else " (--merge makes them one)"
            return f"these rows are equal{everywhere}{merging}: {groups}"
        return None


def homogenised(configuration: Configuration, inputs: Inputs | None = None) -> Homogenised:
    """The layer of a configuration; without ``inputs`` they are all of R^d."""
    if inputs is None and configuration.bias is None:
        return Homogenised(
            configuration, _everywhere(configuration.d), configuration, (), None, affine=False
        )
    if isinstance(inputs, Inputs):
        inputs.demand_polyhedron("what a whole layer does")
    return _homogenised(*matched(configuration, inputs))


@lru_cache
def _everywhere(d: int) -> Inputs:
    return Inputs(d)


@lru_cache(maxsize=16)
def _homogenised(configuration: Configuration, inputs: Inputs) -> Homogenised:
    inequalities, equations = inputs.inequalities, inputs.equations
    affine = configuration.bias is not None or any(row[0] for row in (*inequalities, *equations))
    d = configuration.d
    if not affine:
        functions: linear.Matrix = configuration.rows
        weak, equal = [row[1:] for row in inequalities], [row[1:] for row in equations]
    else:
        functions = with_offsets(configuration)
        weak, equal = [*inequalities], [*equations]
    if not affine and inputs.everything:
        return Homogenised(configuration, inputs, configuration, (), None, affine)
    split = _split(weak, equal, d, affine)
    if split is None:
        return Homogenised(
            configuration,
            inputs,
            _with_rows(configuration, [()] * configuration.n, 0),
            ((),),
            (),
            affine,
            empty=True,
        )
    strict, implicit = split
    if affine:
        strict = [(Fraction(1), *[Fraction(0)] * d), *strict]
    if not equal and not implicit:
        return Homogenised(
            configuration,
            inputs,
            _with_rows(configuration, functions, d + affine),
            _distinct(strict),
            None,
            affine,
        )
    basis = tuple(map(tuple, linear.kernel([*equal, *implicit], d + affine)))
    homogeneous = _with_rows(configuration, _on(functions, basis), len(basis))
    return Homogenised(
        configuration, inputs, homogeneous, _distinct(_on(strict, basis)), basis, affine
    )


def with_offsets(configuration: Configuration) -> tuple[tuple[Scalar, ...], ...]:
    """The coefficients (b_i, u_i) of the functions of the rows, b_i = 0 where there are no
    offsets.
    """
    return (
        configuration.functions
        if configuration.bias is not None
        else tuple((Fraction(0), *row) for row in configuration.rows)
    )


def _split(
    weak: Sequence[Row], equal: Sequence[Row], d: int, affine: bool
) -> tuple[list[Row], list[Row]] | None:
    """The inequalities that are strict somewhere on the cone over P where t > 0, and those that
    vanish there; None if P is empty.
    """
    from arrangements.exact.programs.motzkin import motzkin

    width = d + affine
    rows, equations = list(map(linear.scaled, weak)), list(map(linear.scaled, equal))
    one = [(1, *[0] * d)] if affine else []
    if not rows and not equations:
        return [], []
    if one and not motzkin(one, equations, width, weak=rows)[0]:
        return None
    open_, unknown = set[int](), [k for k, row in enumerate(rows) if any(row)]
    if unknown and motzkin([*one, *(rows[k] for k in unknown)], equations, width)[0]:
        open_ = set(unknown)
    else:
        for k in unknown:
            if k not in open_:
                outcome, x = motzkin([*one, rows[k]], equations, width, weak=rows)
                if outcome:
                    open_ |= {j for j in unknown if sum(map(mul, rows[j], x)) > 0}
    return [weak[k] for k in unknown if k in open_], [weak[k] for k in unknown if k not in open_]


def _with_rows(configuration: Configuration, rows: linear.Matrix, width: int) -> Configuration:
    return Configuration(
        rows,
        configuration.labels,
        dimension=width,
        reading=configuration.reading,
        name=configuration.name,
    )


def _on(rows: linear.Matrix, basis: Sequence[Row]) -> list[Row]:
    """The rows on the coordinates y."""
    columns: linear.Matrix = (
        list(zip(*basis, strict=True)) if basis else [()] * (len(rows[0]) if rows else 0)
    )
    return [tuple(row) for row in linear.product(rows, columns, len(basis))]


def _distinct(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Without positive multiples."""
    return tuple(dict.fromkeys(map(linear.scaled, rows)))


def matched(configuration: Configuration, inputs: Inputs | None) -> tuple[Configuration, Inputs]:
    """Both in one field; BadInput if they do not fit. No inputs are all of R^d."""
    if inputs is None:
        inputs = _everywhere(configuration.d)
    if not isinstance(inputs, Inputs):
        raise BadInput(f"inputs must be Inputs, not {short_repr(inputs)}")
    if inputs.dimension != configuration.d:
        raise BadInput(
            f"inputs must have dimension {configuration.d}, that of the rows, not {inputs.dimension}"
        )
    ball = () if inputs.within is None else (inputs.within.numbers,)
    table = (*configuration.functions, *inputs.inequalities, *inputs.equations, *ball)
    if linear.is_rational(table) or inputs.everything:
        return configuration, inputs
    _, scalars = common_field([x for row in table for x in row])
    stream = iter(scalars)
    same = [[next(stream) for _ in row] for row in table]
    n, m = configuration.n, len(inputs.inequalities)
    rows, bias = same[:n], None
    if configuration.bias is not None:
        rows, bias = [row[1:] for row in rows], [row[0] for row in rows]
    plain = Configuration(
        rows,
        configuration.labels,
        bias=bias,
        dimension=configuration.d,
        reading=configuration.reading,
        name=configuration.name,
    )
    k = n + m + len(inputs.equations)
    within = inputs.within
    if within is not None:
        within = within.with_numbers(same[k])
    return plain, Inputs(
        inputs.dimension, same[n : n + m], same[n + m : k], inputs.name, within=within
    )
