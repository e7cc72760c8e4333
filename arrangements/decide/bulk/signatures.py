"""Which few labels of an observed ranking clash.

A refutation of "these labels come first, in this order" weighs comparisons of neighbours; added up,
they weigh labels. The labels whose weights are not zero clash by themselves: no input has them in
the order that was observed, whatever the others are.

>>> asked = Question("top", (3, 0, 1))
>>> found = core(asked, Refuted(((0, 1), (1, 1), (2, 1)), ()), "abcd")
>>> str(found), found.conditions
('d>c', ('d > c',))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arrangements.decide.bulk.settle import Outcome, Refuted
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


def core(asked: Question, outcome: Outcome, labels: Sequence[str]) -> Core:
    """Of a question that is refuted; all its labels where the proof weighs all rows at once."""
    if not isinstance(outcome, Refuted):
        return Core(tuple(tuple(labels[k] for k in group) for group in asked.groups), ())
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
