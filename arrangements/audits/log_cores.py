"""Which few comparisons of an observed ranking clash, and how few.

A refutation of "these labels come first, in this order" weighs comparisons of neighbours; added up,
they weigh labels. What the labels of a line weigh more, labels below them weigh less, which makes
pairs: a label, and one that is to be below. These pairs clash by themselves, whatever the others are.

Such a *core* is minimal if each pair can be left out of it, so that what is left is possible. That is
so where its vectors add up to zero in one way only and inputs may be anything; else each pair is left
out in turn, and the rest is decided exactly. It is smallest if no fewer pairs of the line clash, which
is said only where all sets of fewer pairs have been tried: if these are few, or a single pair would
have to be of equal rows.

>>> import numpy as np
>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 1, 1]]))
>>> asked = Question("top", (0, 1, 3, 2))
>>> found = core(asked, IntegerRefutation(((1, 2), (0, 1)), ()), "abcd", rows, Domain(Inputs(2)))
>>> str(found), found.conditions, found.size
('a>b>d', ('b > d', 'a > d'), 'smallest')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from arrangements.audits.reasons import conditions_used
from arrangements.decide.batches.kept_refutations import heights
from arrangements.decide.batches.rankings import decided_rankings
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Clash, Enclosed, IntegerRefutation, Outcome, Tilted
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import decide_one, failing_at, last_point
from arrangements.decide.labels.space import space_of
from arrangements.errors import InternalError
from arrangements.layers.questions.question import Question, comparisons
from arrangements.ranking_text import joined, quoted

__all__ = ["Core", "core"]

_FEW = 40  # pairs of which each is left out in turn
_TRIED = 2000  # sets of fewer pairs that are tried

Pair = tuple[int, int]


@dataclass(frozen=True)
class Core:
    """``groups``: the labels that clash, those of a group in any order; ``conditions``: comparisons
    that contradict each other, heaviest first, with the conditions of the inputs that take part after
    them. ``size``: "smallest" if no fewer comparisons of the line clash, "minimal" if none of them can
    be left out, else "some".
    """

    groups: tuple[tuple[str, ...], ...]
    conditions: tuple[str, ...]
    size: str = "some"

    def __str__(self) -> str:
        return joined(self.groups)

    def to_json(self) -> dict[str, object]:
        return {
            "core": [group[0] if len(group) == 1 else list(group) for group in self.groups],
            "clash": list(self.conditions),
            "size": self.size,
        }


def core(
    asked: Question, outcome: Outcome, labels: Sequence[str], rows: DyadicMatrix, domain: Domain
) -> Core:
    """Of a question that is refuted; all its labels where the proof weighs all rows at once."""
    if isinstance(outcome, Enclosed | Tilted):
        space = space_of(rows, domain)
        found = {} if space is None else decided_rankings(space, [asked])
        outcome = found.get(0, outcome)
    if not isinstance(outcome, IntegerRefutation | Clash):
        return Core(tuple(tuple(labels[k] for k in group) for group in asked.groups), ())
    if asked.kind == "scores":
        return (
            _of_ends(asked, outcome, labels, domain)
            if isinstance(outcome, Clash)
            else _of_scores(asked, outcome, labels, domain)
        )
    free = not (domain.weak or domain.equal) and domain.ball is None
    if isinstance(outcome, Clash):
        pairs, minimal, given = list(outcome.pairs), free, _of_clash(outcome, domain)
    else:
        pairs, minimal, given = _pairs(asked, outcome, rows.n), False, _of_inputs(outcome, domain)
        if not pairs:
            plus, minus, *_ = comparisons(asked, rows.n)
            pairs = [_failing_alone(rows, domain, plus, minus, outcome)]
    if not minimal:
        pairs, minimal = _filtered(rows, domain, pairs)
    size = "minimal" if minimal else "some"
    if minimal and (fewer := _fewest(asked, rows, domain, pairs, free)) is not None:
        pairs, size = fewer, "smallest"
    if minimal and not free:
        few = decide_one(rows, domain, *np.array(pairs, np.int64).T)
        if not isinstance(few, IntegerRefutation):
            raise InternalError("comparisons of a core must contradict each other")
        given = _of_inputs(few, domain)
    inside = {place for group in asked.groups for place in group}
    used = {place for pair in pairs for place in pair}
    below = tuple(sorted(used - inside))
    groups = [tuple(place for place in group if place in used) for group in (*asked.groups, below)]
    return Core(
        tuple(tuple(labels[place] for place in group) for group in groups if group),
        (*(f"{quoted(labels[i])} > {quoted(labels[j])}" for i, j in pairs), *given),
        size,
    )


def _of_inputs(outcome: IntegerRefutation, domain: Domain) -> list[str]:
    """The conditions of the inputs that take part in a refutation."""
    given = len(domain.weak) + len(domain.equal)
    used = [k for k, _ in outcome.domain if k < given]
    return conditions_used(domain, used, domain.ball is not None)


def _of_clash(outcome: Clash, domain: Domain) -> list[str]:
    return conditions_used(domain, [k - 1 for k in outcome.inputs if k])


def _pairs(asked: Question, outcome: IntegerRefutation, n: int) -> list[Pair]:
    """Pairs with positive weights, heaviest first, that add up to the same as the comparisons."""
    plus, minus, *_ = comparisons(asked, n)
    weights: dict[int, int] = {}
    for k, weight in outcome.comparisons:
        for place, signed in ((int(plus[k]), weight), (int(minus[k]), -weight)):
            weights[place] = weights.get(place, 0) + signed
    inside = {place for group in asked.groups for place in group}
    groups = [*asked.groups, [place for place in sorted(weights) if place not in inside]]
    pairs: list[tuple[int, int, int]] = []
    above: list[list[int]] = []
    for group in groups:
        for place in group:
            left = -weights.get(place, 0)
            while left > 0:
                part = min(above[-1][1], left)
                pairs.append((part, above[-1][0], place))
                above[-1][1] -= part
                left -= part
                if not above[-1][1]:
                    above.pop()
        above += [[place, weights[place]] for place in group if weights.get(place, 0) > 0]
    if not pairs:  # equal rows, or conditions of the inputs do the rest
        pairs = [(w, int(plus[k]), int(minus[k])) for k, w in outcome.comparisons]
    return [(i, j) for _, i, j in sorted(pairs, key=lambda pair: -pair[0])]


def _filtered(rows: DyadicMatrix, domain: Domain, pairs: list[Pair]) -> tuple[list[Pair], bool]:
    """Pairs of which none can be left out, and whether that was tried."""
    if len(pairs) > _FEW:
        return pairs, False
    needed = 0  # the first so many cannot be left out
    while needed < len(pairs):
        rest = pairs[:needed] + pairs[needed + 1 :]
        fewer = _clashing(rows, domain, rest)
        if fewer is None:
            needed += 1
        else:
            pairs = fewer
    return pairs, True


def _clashing(rows: DyadicMatrix, domain: Domain, pairs: Sequence[Pair]) -> list[Pair] | None:
    """The labels that clash, if some do; in their order."""
    if not pairs:
        return None
    plus, minus = np.array(pairs, np.int64).T
    outcome = decide_one(rows, domain, plus, minus)
    if not isinstance(outcome, IntegerRefutation):
        return None
    if not outcome.comparisons:
        return [_failing_alone(rows, domain, plus, minus, outcome)]
    return [pairs[k] for k, _ in sorted(outcome.comparisons)]


def _failing_alone(
    rows: DyadicMatrix,
    domain: Domain,
    plus: np.ndarray,
    minus: np.ndarray,
    outcome: IntegerRefutation,
) -> Pair:
    """The comparison that fails by most at the only point of the inputs; ``outcome`` shows that a
    ball has no other.
    """
    only = last_point(rows, domain, 0, {}, outcome.domain)
    worst = failing_at(rows, plus, minus, only)[0]
    return int(plus[worst]), int(minus[worst])


def _fewest(
    asked: Question, rows: DyadicMatrix, domain: Domain, pairs: list[Pair], free: bool
) -> list[Pair] | None:
    """As few pairs as clash; None if that would take long to tell."""
    if len(pairs) == 1:
        return pairs
    places = heights(asked, rows.n)
    if free and len(pairs) == 2 and not _level(rows, places, asked):
        return pairs
    named = [place for group in asked.groups for place in group]
    number = sum(int((places[i] < places).sum()) for i in named)
    while comb(number, len(pairs) - 1) <= _TRIED:
        every = [(i, int(j)) for i in named for j in np.flatnonzero(places[i] < places)]
        for some in combinations(every, len(pairs) - 1):
            if (fewer := _clashing(rows, domain, some)) is not None:
                pairs = fewer
                break
        else:
            return pairs
        if len(pairs) == 1:
            return pairs
    return None


def _level(rows: DyadicMatrix, places: np.ndarray, asked: Question) -> bool:
    """Whether a row that is asked to be larger than another never is, where inputs may be anything."""
    for i in asked.positions:
        if i < 0:
            continue
        own = rows.floats([i])[0]
        for start, part in rows.parts():
            below = (places[i] < places[start : start + len(part)]) & (part[:, 0] >= own[0])
            for j in range(1, rows.k):
                below &= part[:, j] == own[j]
                if not below.any():
                    break
            if below.any():
                return True
    return False


def _of_ends(asked: Question, clash: Clash, labels: Sequence[str], domain: Domain) -> Core:
    """The labels with ends of intervals that contradict each other, up to a common constant."""
    unit, named = asked.bounds
    ends = {i: (Fraction(low, unit), Fraction(high, unit)) for i, low, high in named}
    used = {place for pair in clash.pairs for place in pair}
    below = tuple(labels[j] for _, j in clash.pairs if j >= 0 and j not in ends)
    compared_texts = [
        f"{quoted(labels[j])} <= {ends[j][1]}"
        if i == -1
        else f"{quoted(labels[i])} >= {ends[i][0] if j == -1 else quoted(labels[j])}"
        for i, j in clash.pairs
    ]
    groups = [(labels[i],) for i in ends if i in used]
    free = not (domain.weak or domain.equal)
    return Core(
        (*groups, *([below] if below else [])),
        (*compared_texts, *_of_clash(clash, domain)),
        "minimal" if free else "some",
    )


def _of_scores(
    asked: Question, outcome: IntegerRefutation, labels: Sequence[str], domain: Domain
) -> Core:
    """The labels whose scores are weighed, in the order of the line, and others that were above."""
    unit, named = asked.bounds
    number, weighed = len(named), list[tuple[int, str]]()
    used, conditions = set[int](), len(domain.weak) + len(domain.equal)
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
    return Core(tuple(groups), (*(text for _, text in weighed), *_of_inputs(outcome, domain)))
