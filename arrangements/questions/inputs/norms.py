"""The outputs of a norm, by substitution: inputs h = c + g z, coordinate by coordinate, of vectors
z of bounded length.

A ball has gains g where a norm is meant (``Ball``): z lies in |z|^2 <= square, and with ``centred``
the sum of its coordinates is 0. Row (b, u) at h is the function b + <u, c> of (g u) at z, and a
condition on h is one on z likewise; so every question about h is one about z in a ball around 0,
with rational numbers if all were. Gains may be zero.

>>> from arrangements.questions.inputs import Inputs
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

from arrangements.configuration import Configuration
from arrangements.exact.linear import Row, dot, scalars
from arrangements.exact.numbers import Scalar
from arrangements.questions.inputs.ends import Ends
from arrangements.questions.inputs.homogenised import matched, with_offsets
from arrangements.questions.inputs.polyhedra import Ball, Inputs

__all__ = ["conditions_on", "input_of", "substituted"]


def substituted(
    configuration: Configuration, inputs: Inputs | None
) -> tuple[Configuration, Inputs | None]:
    """The layer and its inputs as functions of z; as they are where there is no norm."""
    if inputs is None or inputs.within is None or inputs.within.gains is None:
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
        dimension=configuration.d,
        reading=configuration.reading,
        name=configuration.name,
    )
    return layer, conditions_on(inputs)


def conditions_on(inputs: Inputs) -> Inputs:
    """The conditions on z; as they are where there is no norm. The one of ``centred`` is the last
    equation.
    """
    norm, d = inputs.within, inputs.dimension
    if norm is None or norm.gains is None:
        return inputs
    level = [(Fraction(0), *[Fraction(1)] * d)] if norm.centred else []
    weak: Sequence[Row]
    if inputs.ends is not None and all(norm.gains):
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
    if norm is None or norm.gains is None:
        return tuple(z)
    return scalars([c + g * x for c, g, x in zip(norm.centre, norm.gains, z, strict=True)])


def _through(row: Row, norm: Ball) -> tuple[Scalar, ...]:
    assert norm.gains is not None
    return scalars(
        [
            row[0] + dot(row[1:], norm.centre),
            *(a * g for a, g in zip(row[1:], norm.gains, strict=True)),
        ]
    )
