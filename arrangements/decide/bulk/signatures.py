"""Which few labels of an observed ranking clash.

A refutation of "these labels come first, in this order" weighs comparisons of neighbours; added up,
they weigh labels. The labels whose weights are not zero clash by themselves: no input has them in
the order that was observed, whatever the others are.

>>> asked = Question("top", (3, 0, 1))
>>> found = core(asked, IntegerRefutation(((0, 1), (1, 1), (2, 1)), ()), "abcd")
>>> str(found), found.conditions
('d>c', ('d > c',))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrangements.decide.bulk.outcomes import IntegerRefutation, Outcome
from arrangements.questions.question import Question, comparisons
from arrangements.ranking_text import joined, quoted

__all__ = ["Core", "core"]


@dataclass(frozen=True)
class Core:
    """``groups``: the labels that clash, those of a group in any order; ``conditions``: comparisons
    that contradict each other, heaviest first.
    """

    groups: tuple[tuple[str, ...], ...]
    conditions: tuple[str, ...]

    def __str__(self) -> str:
        return joined(self.groups)

    def to_json(self) -> dict[str, object]:
        return {
            "core": [group[0] if len(group) == 1 else list(group) for group in self.groups],
            "clash": list(self.conditions),
        }


def core(asked: Question, outcome: Outcome, labels: Sequence[str], conditions: int = 0) -> Core:
    """Of a question that is refuted; all its labels where the proof weighs all rows at once.
    ``conditions``: how many the inputs have.
    """
    if not isinstance(outcome, IntegerRefutation):
        return Core(tuple(tuple(labels[k] for k in group) for group in asked.groups), ())
    if asked.kind == "scores":
        return _of_scores(asked, outcome, labels, conditions)
    plus, minus, *_ = comparisons(asked, len(labels))
    weights: dict[int, int] = {}
    for k, weight in outcome.comparisons:
        for place, signed in ((int(plus[k]), weight), (int(minus[k]), -weight)):
            weights[place] = weights.get(place, 0) + signed
    named = [[place for place in group if weights.get(place)] for group in asked.groups]
    inside = {place for group in asked.groups for place in group}
    below = sorted(place for place, weight in weights.items() if weight and place not in inside)
    groups = [group for group in (*named, below) if group]
    # What labels weigh less than zero, labels of groups before them weigh more.
    pairs: list[tuple[int, int, int]] = []
    above: list[list[int]] = []
    for group in groups:
        for place in group:
            left = -weights[place]
            while left > 0:
                part = min(above[-1][1], left)
                pairs.append((part, above[-1][0], place))
                above[-1][1] -= part
                left -= part
                if not above[-1][1]:
                    above.pop()
        above += [[place, weights[place]] for place in group if weights[place] > 0]
    pairs.sort(key=lambda pair: -pair[0])
    return Core(
        tuple(tuple(labels[place] for place in group) for group in groups),
        tuple(f"{quoted(labels[i])} > {quoted(labels[j])}" for _, i, j in pairs),
    )


def _of_scores(
    asked: Question, outcome: IntegerRefutation, labels: Sequence[str], conditions: int
) -> Core:
    """The labels whose scores are weighed, in the order of the line, and others that were above."""
    unit, named = asked.bounds
    number, weighed = len(named), list[tuple[int, str]]()
    used = set[int]()
    for k, weight in outcome.domain:
        if k >= conditions:
            (i, _, high), (j, low, _) = (named[x] for x in divmod(k - conditions, number))
            used |= {i, j}
            weighed.append(
                (
                    weight,
                    f"{quoted(labels[i])} - {quoted(labels[j])} <= {Fraction(high - low, unit)}",
                )
            )
    weak = comparisons(asked, len(labels)).weak
    last, below = named[-1][0], []
    for k, weight in outcome.comparisons:
        used.add(last)
        below.append(int(weak[k, 1]))
        weighed.append((weight * unit, f"{quoted(labels[last])} >= {quoted(labels[below[-1]])}"))
    weighed.sort(key=lambda pair: -pair[0])
    groups: list[tuple[str, ...]] = [(labels[i],) for i, *_ in named if i in used]
    if below:
        groups.append(tuple(labels[j] for j in below))
    return Core(tuple(groups), tuple(text for _, text in weighed))
