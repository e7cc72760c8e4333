"""Linear conditions that tell what is equal on all inputs, of inputs that a ball or a norm bounds.

>>> from arrangements import Configuration, Inputs
>>> touching = Inputs.ball(2, 1) & Inputs.at_least(2, 1)
>>> spanning(Configuration([[1], [2]]), touching)[1].equations
((Fraction(-2, 1), Fraction(1, 1)),)
"""

from __future__ import annotations

from arrangements.decide.one_by_one.balls import nearest
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.norms import substituted

__all__ = ["spanning"]


def spanning(
    configuration: Configuration, inputs: Inputs | None
) -> tuple[Configuration, Inputs | None]:
    """A layer on linear conditions that tells what is equal on all inputs of this one."""
    configuration, inputs = substituted(configuration, inputs)
    return configuration, None if inputs is None else _spanning(inputs)


def _spanning(inputs: Inputs) -> Inputs:
    """Linear conditions that have no point if the inputs have none, one if these have one, and
    otherwise as many dimensions: rows are equal on all inputs if they are there.

    >>> _spanning(Inputs.ball(2, 1) & Inputs.at_least(2, 1)).equations
    ((Fraction(-2, 1), Fraction(1, 1)),)
    """
    ball, d = inputs.within, inputs.dimension
    if ball is None:
        return inputs
    least = nearest(inputs.inequalities, inputs.equations, ball)
    if least is None or least[0] > ball.square:
        return Inputs(d, (), [[-1, *[0] * d]], inputs.name)
    if least[0] == ball.square:  # a ball without inside has one point, too
        units = [[int(j == k) for k in range(d)] for j in range(d)]
        return Inputs(
            d, (), [[-x, *unit] for x, unit in zip(least[1], units, strict=True)], inputs.name
        )
    return Inputs(d, inputs.inequalities, inputs.equations, inputs.name)
