"""What a repair of rows is: the factors or the changed entries, with the weights which prove that
less does not suffice. ``arrangements.experimental.row_repairs`` finds it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from arrangements.audits.repair.change_programs import Measure
from arrangements.decide.dyadic.outcomes import IntegerRefutation, Outcome
from arrangements.errors import short_fields
from arrangements.layers.questions.question import Question
from arrangements.loading.layers import OutputLayer

__all__ = ["Move", "NoFactors", "RowRepair", "Step", "What"]

What = Literal["factors", "rows"]


class Step(NamedTuple):
    """The factor of the row of a label exceeds ``factor``: ``own`` times the row is the sum of the
    weighted ``rows``, each with its own factor so far, less the weighted conditions of the inputs,
    less a constant that is not negative.
    """

    label: int
    own: int
    rows: tuple[tuple[int, int], ...]
    inputs: tuple[tuple[int, int], ...]
    factor: Fraction  # a number of few bits that is not above own / the sum of the weights


class Move(NamedTuple):
    """``own`` times the row of a label, moved by ``side`` / 2^scale of coordinate k times ``far``, is
    such a sum.
    """

    label: int
    coordinate: int
    side: int
    own: int
    far: int
    rows: tuple[tuple[int, int], ...]
    inputs: tuple[tuple[int, int], ...]


class NoFactors(Exception):
    """No positive factors make all labels possible: the logit of the label of the one step is never
    positive, or each step is about the row of the next one, and their factors contradict each
    other.
    """

    def __init__(self, steps: Sequence[Step], always: IntegerRefutation | None) -> None:
        super().__init__("no factors suffice")
        self.steps, self.always = tuple(steps), always


@dataclass(frozen=True)
class RowRepair:
    """``rows``: of the repaired layer; ``answers``: those of the last audit, all possible."""

    layer: OutputLayer
    what: What
    repaired: OutputLayer
    factors: Mapping[int, Fraction]
    entries: Mapping[int, Sequence[tuple[int, Fraction]]]
    steps: tuple[Step, ...]
    always: IntegerRefutation | None
    moves: tuple[Move, ...]
    weights: Mapping[int, Fraction]
    least: Fraction
    answers: tuple[tuple[Question, Outcome], ...] = field(repr=False)
    audits: int = 0
    before: int = 0
    measure: Measure = "sum"  # of changes of entries

    def __repr__(self) -> str:
        return short_fields(self)

    def largest(self) -> Fraction:
        """The largest change of an entry."""
        return max(
            (abs(x) for moved in self.entries.values() for _, x in moved), default=Fraction(0)
        )
