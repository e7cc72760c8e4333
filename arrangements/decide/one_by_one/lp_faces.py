"""Faces by linear programs: all sign vectors with zeros, or all rankings with ties, one exact
program per branch.

Rows are added one at a time with each of the three signs, labels are put into a ranking one at a
time, into each group and each gap. What begins no face is dropped as soon as a program refutes it.
The dimension of a face is found from the rows that vanish on it, and on inputs from the
inequalities that it meets with equality only, by further programs.

>>> from arrangements.layers.configuration import Configuration
>>> list(lp_covectors(Configuration([[1, 0], [1, 1]]), 1))
['-0', '0-', '0+', '+0']
>>> list(lp_weak_rankings(Configuration([[1], [2], [1]])).strings())
['1=2=3', '1=3>2', '2>1=3']
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from arrangements.decide.one_by_one.balls import nearest
from arrangements.decide.one_by_one.prefix_tree import asked, walk
from arrangements.exact import linear
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import matched, with_offsets
from arrangements.layers.inputs.norms import substituted
from arrangements.layers.patterns.covectors import CovectorPattern
from arrangements.layers.patterns.weak_rankings import WeakRankingPattern
from arrangements.layers.questions.kinds import CERTIFIED
from arrangements.layers.questions.question import Question, conditions

__all__ = ["lp_covectors", "lp_weak_rankings"]


def lp_covectors(
    configuration: Configuration, dimension: int | None = None, inputs: Inputs | None = None
) -> CovectorPattern:
    """All sign vectors with zeros that occur on the inputs."""
    found = _of_dimension(configuration, inputs, "covectors", dimension)
    return CovectorPattern.from_strings(configuration.labels, found)


def lp_weak_rankings(
    configuration: Configuration, dimension: int | None = None, inputs: Inputs | None = None
) -> WeakRankingPattern:
    """All rankings with ties that occur on the inputs."""
    labels = configuration.labels
    found = _of_dimension(configuration, inputs, "weak rankings", dimension)
    return WeakRankingPattern.from_rankings(
        labels, ([[labels[i] for i in group] for group in part] for part in found)
    )


def _of_dimension(
    configuration: Configuration, inputs: Inputs | None, kind: str, dimension: int | None
) -> Iterator[Any]:
    """The members of a list, those of one dimension only if it is given."""
    row, n = CERTIFIED[kind], configuration.n
    members = (part for part, found in walk(configuration, row, inputs) if found.answer)
    configuration, inputs = matched(configuration, inputs)
    return (
        part
        for part in members
        if dimension is None or _dimension(configuration, inputs, asked(part, row, n)) == dimension
    )


def _dimension(configuration: Configuration, inputs: Inputs, question: Question) -> int:
    """That of the set of all inputs with these signs: of the space where its equations hold and the
    inequalities that are tight on it. Where it only touches the ball it is a point.
    """
    within = inputs.within
    configuration, around = substituted(configuration, inputs)
    inputs = inputs if around is None else around
    zero = [Fraction(0)] * configuration.d
    functions = with_offsets(configuration)
    strict: list[Any] = [(Fraction(1), *zero)]
    equal: list[Any] = [*inputs.equations]
    for plus, minus, relation in conditions(question, configuration.n):
        one, other = (
            functions[i] if i is not None else (Fraction(0), *zero) for i in (plus, minus)
        )
        {">": strict, "=": equal}[relation].append(
            tuple(a - b for a, b in zip(one, other, strict=True))
        )
    rows = [
        linear.primitive(row) if linear.is_rational([row]) else row
        for row in (*strict, *equal, *inputs.inequalities)
    ]
    strict, equal, weak = (
        rows[: len(strict)],
        rows[len(strict) : len(rows) - len(inputs.inequalities)],
        rows[len(strict) + len(equal) :],
    )
    width = configuration.d + 1
    if inputs.within is not None:
        least = nearest([*strict, *weak], equal, inputs.within)
        if least is None or least[0] >= inputs.within.square:
            return 0
    tight = [
        row
        for row in weak
        if not any(row) or not motzkin([*strict, row], equal, width, weak=weak)[0]
    ]
    # The directions in which every equation stays; of c + g z, coordinates without gain are lost,
    # of c + A z those that A loses.
    held = [row[1:] for row in (*equal, *tight)]
    if within is not None and within.matrix is not None:
        return linear.rank([*held, *within.matrix]) - linear.rank(held)
    gains = None if within is None else within.gains
    units = [
        tuple(Fraction(j == k) for k in range(configuration.d))
        for j in range(configuration.d)
        if gains is None or gains[j]
    ]
    return linear.rank([*held, *units]) - linear.rank(held) if held else len(units)
