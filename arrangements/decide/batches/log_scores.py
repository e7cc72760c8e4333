"""Lines of a log with scores: is there an input whose scores are these, up to a common constant and
as far as they were written, and all other labels are not above the last?

Scores s_i + c lie between l_i and h_i for some c if and only if s_i - s_j <= h_i - l_j for every two
labels: intervals of a line have a common point if every two have one.

In batches (``decided_in_batches``) a line begins with the scores in the middle, by least squares. From
there, in steps as wide as its narrowest interval, it looks for the shortest way into all intervals
(``kernels.hulls.min_norm``); one product with all rows shows which other labels are above the last,
and these join. It ends with an input, which is rounded and put into all rows exactly, or with ends of
intervals that contradict each other (``contradict``). Lines that are left are decided one by
one (``decided_scores``): there the inequalities join an exact program as they fail.

>>> import numpy as np
>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, 1, 1.25], [0, -1, -1]]))
>>> lines = [(10, 0, 20, 21, 2, low, low + 1, 1, 4, 5, 3, -13, -12) for low in (13, 15)]
>>> asked = [Question("scores", line) for line in lines]
>>> [type(decided_scores(rows, Domain(Inputs(2)), one)).__name__ for one in asked]
['IntegerWitness', 'IntegerRefutation']
>>> found = decided_in_batches(rows, Domain(Inputs(2)), asked)
>>> [type(found[place]).__name__ for place in range(2)]
['IntegerWitness', 'Clash']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arrangements.decide.batches.kept_refutations import contradict
from arrangements.decide.dyadic.integer_inputs import Domain, quotient
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Decided,
    IntegerRefutation,
    IntegerWitness,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import differences
from arrangements.errors import BadInput, InternalError
from arrangements.exact.linear import primitive
from arrangements.exact.linear.bounds import product_error
from arrangements.exact.programs.motzkin import motzkin
from arrangements.kernels.hulls.min_norm import min_norm_weights
from arrangements.layers.questions.question import Question, comparisons
from arrangements.running import report_progress

__all__ = ["decided_in_batches", "decided_scores", "proves_scores"]

_JOIN = 20  # inequalities that join at a time
_BATCH = 256  # lines that walk together
_ENTRIES = 1 << 24  # products of a round
_ROUNDS = 100
_STEPS = 20  # of a walk, times the coordinates
_INSIDE = 0.01  # of the narrowest interval: how far inside of all a point is looked for
_SHORT = 1e-7  # a distance taken for zero, relative to what is in play
_SOME = 1e-12  # a weight that counts
_DIGITS = 50  # bits of a point

Pair = tuple[int, int]


def _bound(
    rows: DyadicMatrix, asked: Question, whole: Sequence[Sequence[int]], k: int
) -> list[int]:
    """The inequality k of the inputs, of two labels, on the scale of the rows times the unit.
    ``whole``: the rows of the labels.
    """
    unit, named = asked.bounds
    i, j = divmod(k, len(named))
    vector = [unit * (b - a) for a, b in zip(whole[i], whole[j], strict=True)]
    vector[0] += (named[i][2] - named[j][1]) << rows.scale
    return vector


def _whole(rows: DyadicMatrix, asked: Question) -> list[list[int]]:
    return rows.integers([place for place, *_ in asked.bounds[1]])


def _ends(
    rows: DyadicMatrix, asked: Question, whole: Sequence[Sequence[int]], point: Sequence[int]
) -> tuple[list[int], list[int]]:
    """For each label its ends at a point: one is to be at most a constant, the other at least."""
    unit, named = asked.bounds
    low, high = [], []
    for row, (_, a, b) in zip(whole, named, strict=True):
        value, one = unit * _at(row, point), point[0] << rows.scale
        low.append(a * one - value)
        high.append(b * one - value)
    return low, high


def decided_scores(rows: DyadicMatrix, domain: Domain, asked: Question) -> Decided:
    """The outcome. Weights of a refutation are of comparisons with the last label; then of
    inequalities and equations of the domain, and after them of the bounds of every two labels.
    """
    if domain.ball is not None:
        raise BadInput("scores need inputs with linear conditions alone, not a ball")
    whole, weak = _whole(rows, asked), comparisons(asked, rows.n).weak
    number = len(whole)
    used = {i * number + j for i in range(number) for j in (i - 1, i, i + 1) if 0 <= j < number}
    others = set[int]()
    positive = (1, *[0] * (rows.k - 1))
    while True:
        own, more = sorted(used), sorted(others)
        compared = differences(rows, weak[more, 0], weak[more, 1]) if more else []
        closed = [*domain.weak, *(_bound(rows, asked, whole, k) for k in own), *compared]
        answer, found = motzkin([positive], domain.equal, rows.k, weak=closed)
        values = list(map(int, primitive(found)))
        if not answer:
            equations, inequalities = len(domain.equal), len(domain.weak)
            level, rest = values[1 : 1 + equations], values[1 + equations :]
            within = dict(enumerate([*rest[:inequalities], *level]))
            for k, weight in zip(own, rest[inequalities:], strict=False):
                within[inequalities + equations + k] = weight
            outside = rest[inequalities + len(own) :]
            return IntegerRefutation(
                tuple((k, w) for k, w in zip(more, outside, strict=True) if w),
                tuple((k, w) for k, w in sorted(within.items()) if w),
            )
        low, high = _ends(rows, asked, whole, values)
        # The first of a pair is at its upper end, the second at its lower one.
        lower = sorted(range(number), key=lambda j: -low[j])[:_JOIN]
        upper = sorted(range(number), key=lambda i: high[i])[:_JOIN]
        failing = sorted(
            (high[i] - low[j], i * number + j) for i in upper for j in lower if high[i] < low[j]
        )[:_JOIN]
        every = np.append(rows.values(values), 0)
        beyond = every[weak[:, 0]] - every[weak[:, 1]]
        above = sorted(np.flatnonzero(beyond < 0).tolist(), key=lambda k: beyond[k])
        if not failing and not above:
            return IntegerWitness(tuple(values))
        if not ({k for _, k in failing} - used or set(above) - others):
            raise InternalError("a point of the inequalities asked must satisfy them")
        used |= {k for _, k in failing}
        others |= set(above[:_JOIN])


def proves_scores(
    rows: DyadicMatrix, domain: Domain, outcome: Decided | Clash, asked: Question
) -> bool:
    """Whether an outcome, wherever it comes from, answers the question."""
    if isinstance(outcome, Clash):
        return _clashes(rows, domain, outcome, asked)
    whole, weak = _whole(rows, asked), comparisons(asked, rows.n).weak
    if isinstance(outcome, IntegerWitness):
        if len(outcome.point) != rows.k or not domain.holds(outcome.point):
            return False
        values = rows.values(outcome.point)
        low, high = _ends(rows, asked, whole, outcome.point)
        return max(low) <= min(high) and bool(np.all(values[weak[:, 0]] >= values[weak[:, 1]]))
    known = [*domain.weak, *domain.equal]
    number = len(known) + len(whole) ** 2
    free = range(len(domain.weak), len(known))
    if not all(0 <= k < len(weak) and w > 0 for k, w in outcome.comparisons):
        return False
    if not all(0 <= k < number and (w > 0 or k in free) for k, w in outcome.domain):
        return False
    chosen = [k for k, _ in outcome.comparisons]
    compared = differences(rows, weak[chosen, 0], weak[chosen, 1]) if chosen else []
    terms = [
        *((w, row) for (_, w), row in zip(outcome.comparisons, compared, strict=True)),
        *(
            (w, known[k] if k < len(known) else _bound(rows, asked, whole, k - len(known)))
            for k, w in outcome.domain
        ),
    ]
    total = [sum(w * row[j] for w, row in terms) for j in range(rows.k)]
    return not any(total[1:]) and total[0] < 0


def _at(row: Sequence[int], point: Sequence[int]) -> int:
    return sum(a * x for a, x in zip(row, point, strict=True))


def _clashes(rows: DyadicMatrix, domain: Domain, clash: Clash, asked: Question) -> bool:
    """Whether ends of intervals, comparisons with the last label and inequalities contradict each
    other.
    """
    _, named = asked.bounds
    inside = {place for place, *_ in named}
    pairs, last = clash.pairs, named[-1][0]
    fits = all(
        (i in inside if j == -1 else j in inside if i == -1 else i == last and j not in inside)
        and max(i, j) < rows.n
        for i, j in pairs
    )
    if not fits or 0 not in clash.inputs or not all(min(pair) >= -1 for pair in pairs):
        return False
    if len(set(pairs)) < len(pairs) or len(set(clash.inputs)) < len(clash.inputs):
        return False
    if not all(0 <= k <= len(domain.weak) for k in clash.inputs):
        return False
    chosen = sorted({k for pair in pairs for k in pair} - {-1})
    floats = dict(zip(chosen, rows.floats(chosen), strict=True))
    conditions = np.column_stack([domain.floats(clash.inputs), np.zeros(len(clash.inputs))])
    return contradict(_of_pairs(asked, floats, pairs), conditions)


def _of_pairs(
    asked: Question, floats: Mapping[int, np.ndarray], pairs: Sequence[Pair]
) -> np.ndarray:
    """The conditions of pairs on (q, q h, q c), each entry rounded once: as ``_Line`` has them, without
    those of the domain.
    """
    unit, named = asked.bounds
    scores = {label: (Fraction(low, unit), Fraction(high, unit)) for label, low, high in named}

    def beyond(label: int, end: Fraction, side: int) -> list[float]:
        """A score is on this side of an end."""
        row = floats[label]
        constant = Fraction(float(row[0])) - end
        return [
            side * quotient(constant.numerator, constant.denominator),
            *(side * row[1:]),
            float(side),
        ]

    lines = [
        beyond(below, scores[below][1], -1)
        if above == -1
        else beyond(above, scores[above][0], 1)
        if below == -1
        else [*(floats[above] - floats[below]), 0.0]
        for above, below in pairs
    ]
    return np.array(lines)


@dataclass(frozen=True)
class _Space:
    """``units``: the vectors of all rows less their mean, in coordinates where these are about as
    wide in all directions, in float32 or float64; ``cone``: the inequalities of the domain there.
    """

    rows: DyadicMatrix
    domain: Domain
    frame: np.ndarray
    mean: np.ndarray
    units: np.ndarray
    offsets: np.ndarray
    cone: np.ndarray

    @classmethod
    def of(cls, rows: DyadicMatrix, domain: Domain) -> _Space | None:
        """None where lines must be decided one by one."""
        if domain.equal or domain.ball is not None or rows.n <= rows.k or rows.k < 2:
            return None
        if any(abs(x) > 1 << 200 for row in domain.weak for x in row):
            return None
        vectors = rows.table[:, 1:]
        mean = vectors.mean(axis=0, dtype=np.float64)
        form = np.zeros((rows.k - 1, rows.k - 1))
        for _, part in rows.parts():
            moved = part[:, 1:] - mean
            form += moved.T @ moved
        try:
            frame = np.linalg.inv(np.linalg.cholesky(form / rows.n))
        except np.linalg.LinAlgError:
            return None
        if not np.isfinite(frame).all():
            return None
        units = np.vstack(
            [((part[:, 1:] - mean) @ frame.T).astype(rows.table.dtype) for _, part in rows.parts()]
        )
        weak = np.array(domain.weak, np.float64).reshape(-1, rows.k)
        cone = np.column_stack([weak[:, 0], weak[:, 1:] @ frame.T])
        sizes = np.sqrt(np.square(cone[:, 1:]).sum(axis=1))
        if not (np.isfinite(sizes) & (sizes > 0)).all():
            return None
        offsets = rows.floats()[:, 0].copy()
        return cls(rows, domain, frame, mean, units, offsets, cone / sizes[:, None])


def _space_of(rows: DyadicMatrix, domain: Domain) -> _Space | None:
    key = f"{rows.key} {domain.key}"
    if key not in _KEPT:
        _KEPT.clear()
        _KEPT[key] = _Space.of(rows, domain)
    return _KEPT[key]


_KEPT: dict[str, _Space | None] = {}  # of this process: workers get many batches of one layer


def decided_in_batches(
    rows: DyadicMatrix, domain: Domain, questions: Sequence[Question]
) -> dict[int, IntegerWitness | Clash]:
    """Outcomes of questions, by their positions in the list; those that are missing must be decided
    one by one.
    """
    out: dict[int, IntegerWitness | Clash] = {}
    space = _space_of(rows, domain)
    if space is None:
        return out
    step = max(1, min(_BATCH, _ENTRIES // rows.n))
    for start in range(0, len(questions), step):
        lines = [
            _Line(space, place, asked)
            for place, asked in enumerate(questions[start : start + step], start)
        ]
        inputs: list[_Line] = []
        for turn in range(_ROUNDS):
            report_progress("walking", turn / _ROUNDS)
            for line in lines:
                if line.span is not None and (clash := line.clash()) is not None:
                    out[line.place] = clash
            lines = [line for line in lines if line.alive]
            if not lines:
                break
            points = np.array([line.point for line in lines]).astype(space.units.dtype)
            products = (points @ space.units.T) + space.offsets.astype(space.units.dtype)
            left = []
            for line, scores in zip(lines, products, strict=True):
                joining = line.failing(scores)
                if joining:
                    line.walk(joining)
                    left.append(line)
                else:
                    inputs.append(line)
            lines = left
        for line, witness in _verified(space, inputs):
            out[line.place] = witness
    return out


class _Line:
    """One question on its way. Conditions are pairs: (-1, i) and (i, -1) that a score is below its
    upper end and above its lower one, (last, j) that another label is not above the last, (-2, k) an
    inequality of the domain, (-3, 0) that q > 0. ``point``: z, where units times z are scores.
    """

    def __init__(self, space: _Space, place: int, asked: Question) -> None:
        self.space, self.place, self.asked = space, place, asked
        unit, named = asked.bounds
        self.labels = np.array([i for i, *_ in named])
        low = np.array([quotient(a, unit) for _, a, _ in named])
        high = np.array([quotient(b, unit) for *_, b in named])
        self.where = {int(label): k for k, label in enumerate(self.labels)}
        own = self.own = space.units[self.labels].astype(np.float64)
        goal = (low + high) / 2 - space.offsets[self.labels]
        self.start, *_ = np.linalg.lstsq(own - own.mean(axis=0), goal - goal.mean(), rcond=1e-12)
        self.constant = float((goal - own @ self.start).mean())
        here = own @ self.start + self.constant + space.offsets[self.labels]
        self.width = max(float((high - low).min()) / 2, 1e-300)
        self.room = np.array([high - here, here - low]) / self.width
        self.alive, self.span = True, None
        self.pairs: list[Pair] = [(-3, 0)]
        self.vectors = self._vectors(self.pairs)
        self.gram, self.weights = np.ones((1, 1)), np.ones(1)
        ends = [pair for i in self.labels.tolist() for pair in ((-1, i), (i, -1))]
        self.walk([*ends, *((-2, k) for k in range(len(space.cone)))])

    span: list[Pair] | None

    def walk(self, joining: Sequence[Pair]) -> None:
        """Go on with these conditions, too."""
        known = set(self.pairs)
        new = [pair for pair in joining if pair not in known]
        if not new:
            self.alive = False
            return
        more = _inside(self._vectors(new), _INSIDE)
        across = more @ self.vectors.T
        self.gram = np.block([[self.gram, across.T], [across, more @ more.T]])
        self.pairs += new
        self.vectors = np.vstack([self.vectors, more])
        self.weights = np.append(self.weights, np.zeros(len(new)))
        inside = self._nearest(self.gram, self.vectors)
        if inside is not None:
            self.point = self.start + self.width * inside[1:-1] / inside[0]
            return
        self.alive = False
        every = np.vstack([self.vectors[:1], _inside(self._vectors(self.pairs[1:]), 0.0)])
        if self._nearest(every @ every.T, every) is None:
            self.span = [
                pair for pair, w in zip(self.pairs, self.weights, strict=True) if w > _SOME
            ]

    def _nearest(self, gram: np.ndarray, vectors: np.ndarray) -> np.ndarray | None:
        """(q, d, c) that meets all conditions; None if there is none."""
        flags = np.zeros(len(vectors))
        flags[0] = self.weights[0] = 1.0
        min_norm_weights(gram, flags, self.weights, 0.0, _STEPS * vectors.shape[1])
        found = self.weights @ vectors
        used = self.weights > _SOME
        size = float(self.weights[used].max(initial=1.0))
        return found if float(np.sqrt(found @ found)) > _SHORT * size else None

    def _vectors(self, pairs: Sequence[Pair]) -> np.ndarray:
        space, last = self.space, int(self.labels[-1])
        found = np.zeros((len(pairs), self.own.shape[1] + 2))
        for line, (i, j) in zip(found, pairs, strict=True):
            if i == -3:
                line[0] = 1.0
            elif i == -2:
                line[1:-1] = space.cone[j, 1:]
                line[0] = (space.cone[j, 0] + space.cone[j, 1:] @ self.start) / self.width
            elif j == -1:
                k = self.where[i]
                line[0], line[1:-1], line[-1] = self.room[1, k], self.own[k], 1.0
            elif i == -1:
                k = self.where[j]
                line[0], line[1:-1], line[-1] = self.room[0, k], -self.own[k], -1.0
            else:
                line[1:-1] = self.own[-1] - space.units[j]
                apart = line[1:-1] @ self.start + space.offsets[last] - space.offsets[j]
                line[0] = apart / self.width
        return found

    def failing(self, scores: np.ndarray) -> list[Pair]:
        """Other labels that are above the last, the worst of them."""
        last = int(self.labels[-1])
        own = float(self.own[-1] @ self.point) + float(self.space.offsets[last])
        scores[self.labels] = -np.inf
        near = np.flatnonzero(scores > own - 1e-5 * abs(own))
        if len(near) > 4 * _JOIN:
            near = near[np.argpartition(-scores[near], 4 * _JOIN)[: 4 * _JOIN]]
        exact = self.space.units[near].astype(np.float64) @ self.point + self.space.offsets[near]
        order = np.argsort(-exact)[:_JOIN]
        least = own - _INSIDE * self.width / 2
        return [(last, int(near[k])) for k in order.tolist() if exact[k] > least]

    def clash(self) -> Clash | None:
        """That of the span, if bounds on rounding prove it."""
        pairs, inputs = list[Pair](), list[int]()
        for i, j in self.span or ():
            if i == -3:
                inputs.append(0)
            elif i == -2:
                inputs.append(j + 1)
            else:
                pairs.append((i, j))
        found = Clash(tuple(sorted(pairs)), tuple(sorted(inputs)))
        return found if _clashes(self.space.rows, self.space.domain, found, self.asked) else None


def _inside(vectors: np.ndarray, inside: float) -> np.ndarray:
    """Conditions that are to hold by so much, as vectors of length 1."""
    vectors[:, 0] -= inside
    return vectors / np.sqrt(np.square(vectors).sum(axis=1))[:, None]


def _verified(space: _Space, lines: Sequence[_Line]) -> Iterator[tuple[_Line, IntegerWitness]]:
    """Inputs near the points of the lines, put into all rows exactly."""
    rows, domain = space.rows, space.domain
    points: list[list[int]] = []
    for h in (line.point @ space.frame for line in lines):
        size = max(1.0, float(np.abs(h).max(initial=0.0)))
        power = max(0, _DIGITS - int(np.frexp(size)[1]))
        points.append([1 << power, *(round(x) for x in np.ldexp(h, power).tolist())])
    step = max(1, min(_BATCH, _ENTRIES // rows.n))
    largest = float(rows.lengths.max(initial=0.0))
    for start in range(0, len(lines), step):
        whole = np.array(points[start : start + step], np.float64)  # exact: below 2^53
        if np.abs(whole).max(initial=0.0) > 2.0**52:
            continue
        products = np.hstack([whole @ part.T for _, part in rows.parts()])
        error = 2 * product_error(rows.k + 2) * largest * np.abs(whole).sum(axis=1)
        for line, point, values, off in zip(
            lines[start:], points[start:], products, error, strict=False
        ):
            if not domain.holds(point):
                continue
            low, high = _ends(rows, line.asked, _whole(rows, line.asked), point)
            if max(low) > min(high):
                continue
            last = int(line.labels[-1])
            near = ~(values < values[last] - off)
            near[line.labels] = False
            near[last] = True
            close = np.flatnonzero(near)
            exact = dict(zip(close.tolist(), rows.exact(close, point), strict=True))
            if max(exact.values()) <= exact[last]:
                yield line, IntegerWitness(tuple(point))
