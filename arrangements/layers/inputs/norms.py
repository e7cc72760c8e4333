"""The outputs of a norm, and ellipsoids, by substitution: inputs h = c + g z, coordinate by
coordinate, or h = c + A z, of vectors z of bounded length.

A ball has gains g where a norm is meant (``Ball``): z lies in |z|^2 <= square, and with ``centred``
the sum of its coordinates is 0. Row (b, u) at h is the function b + <u, c> of (g u) at z, and a
condition on h is one on z likewise; so every question about h is one about z in a ball around 0,
with rational numbers if all were. Gains may be zero. Of an ellipsoid the row is the function b +
<u, c> of A' u at z, and z may have more or fewer coordinates than h.

>>> from arrangements.layers.inputs import Inputs
>>> norm = Inputs.layernorm([1, 2], [0, 3])
>>> layer, around = substituted(Configuration([[1, 1]], bias=[5]), norm)
>>> [[str(x) for x in row] for row in layer.functions], around.within.square
([['8', '1', '2']], Fraction(2, 1))
>>> around.equations
((Fraction(0, 1), Fraction(1, 1), Fraction(1, 1)),)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from arrangements.exact.linear import Row, dot, scalars
from arrangements.exact.numbers.algebraic import Scalar
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs.ends import Ends
from arrangements.layers.inputs.homogenised import matched, with_offsets
from arrangements.layers.inputs.polyhedra import Ball, Inputs

__all__ = ["conditions_on", "input_of", "substituted"]


def substituted(
    configuration: Configuration, inputs: Inputs | None
) -> tuple[Configuration, Inputs | None]:
    """The layer and its inputs as functions of z; as they are where there is no norm."""
    if inputs is None or inputs.within is None or inputs.within.plain:
        return configuration, inputs
    return _substituted(*matched(configuration, inputs))


@lru_cache(maxsize=16)
def _substituted(configuration: Configuration, inputs: Inputs) -> tuple[Configuration, Inputs]:
    assert inputs.within is not None
    rows = [_through(row, inputs.within) for row in with_offsets(configuration)]
    layer = Configuration(
        [row[1:] for row in rows],
        configuration.labels,
        bias=[row[0] for row in rows],
        dimension=inputs.within.width,
        reading=configuration.reading,
        name=configuration.name,
    )
    return layer, conditions_on(inputs)


def conditions_on(inputs: Inputs) -> Inputs:
    """The conditions on z; as they are where there is no norm. The one of ``centred`` is the last
    equation.
    """
    norm = inputs.within
    if norm is None or norm.plain:
        return inputs
    d = norm.width
    level = [(Fraction(0), *[Fraction(1)] * d)] if norm.centred else []
    weak: Sequence[Row]
    if inputs.ends is not None and norm.gains is not None and all(norm.gains):
        entries = [
            (c + a * norm.centre[j], j, a * norm.gains[j]) for c, j, a in inputs.ends.entries
        ]
        weak = Ends(d + 1, entries)
    else:
        weak = [_through(row, norm) for row in inputs.inequalities]
    return Inputs(
        d,
        weak,
        [*(_through(row, norm) for row in inputs.equations), *level],
        inputs.name,
        within=Ball((Fraction(0),) * d, norm.square, sphere=norm.sphere),
    )


def input_of(inputs: Inputs | None, z: Sequence[Scalar]) -> tuple[Scalar, ...]:
    """The input h that a witness stands for; itself where there is no norm."""
    norm = None if inputs is None else inputs.within
    if norm is None or norm.plain:
        return tuple(z)
    if norm.matrix is not None:
        return scalars([c + dot(row, z) for c, row in zip(norm.centre, norm.matrix, strict=True)])
    assert norm.gains is not None
    return scalars([c + g * x for c, g, x in zip(norm.centre, norm.gains, z, strict=True)])


def _through(row: Row, norm: Ball) -> tuple[Scalar, ...]:
    constant = row[0] + dot(row[1:], norm.centre)
    if norm.matrix is not None:
        columns = zip(*norm.matrix, strict=True)
        return scalars([constant, *(dot(row[1:], column) for column in columns)])
    assert norm.gains is not None
    return scalars([constant, *(a * g for a, g in zip(row[1:], norm.gains, strict=True))])
