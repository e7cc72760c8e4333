"""Observed rankings of one layer in batches: which labels come first, in which order, asked
thousands of times.

A line of k labels means k - 1 comparisons of neighbours and one of the last label with every other.
Few of them matter. Each line keeps these few, and walks towards the nearest point of the convex
hull of their differences (``kernels.hulls.min_norm``), in the coordinates of ``walks.Space``, where
the rows are round; of a line that is longer than these are many all count at once (``separated``).
One product of the directions of all lines with all rows then shows which other comparisons fail,
and the worst of them join. Where the hull comes too near to the origin for squares of distances,
the line goes on by pivots (``pivots``). It ends with a direction in which all hold, which is
rounded to integers and put into all rows, by products in float32 with a bound on their rounding and
exact ones of the few rows that are near; or with comparisons whose differences span the origin,
which refute it: by a bound on rounding where there is one more than coordinates (``kept_refutations``), else
by integers (``decide_one.circuit``). Lines that neither decides are missing; they are settled by
themselves. What has refuted a line is looked at before others walk.

A walk begins with a hint that is no comparison: the mean of the labels of the line is above that of
all rows. A line that the hint alone would refute goes on without it.

>>> import numpy as np
>>> from arrangements.decide.dyadic.integer_inputs import Domain
>>> from arrangements.decide.dyadic.products import DyadicMatrix
>>> from arrangements.layers.inputs import Inputs
>>> rows = np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 1, 1.5], [0, 0.5, 0]])
>>> space = Space.of(DyadicMatrix(rows), Domain(Inputs(2)))
>>> asked = [Question("top", (0, 3, 1)), Question("top", (0, 1)), Question("top", (2, 1, 4))]
>>> found = decided_rankings(space, asked)
>>> [type(found[place]).__name__ for place in range(3)]
['IntegerWitness', 'Clash', 'IntegerWitness']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from arrangements.decide.batches.kept_refutations import Clashes, clashes_of
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Clash, Decided, IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import POINT_BITS, DyadicMatrix
from arrangements.decide.labels.decide_one import circuit, proves
from arrangements.decide.labels.space import Space
from arrangements.kernels.hulls.margins import separated
from arrangements.kernels.hulls.pivots import pivoted
from arrangements.kernels.hulls.together import min_norm_together
from arrangements.layers.questions.question import Question, comparisons
from arrangements.running import report_progress

__all__ = ["decided_rankings", "witnessed"]

_BATCH = 256  # lines that walk together
_ENTRIES = 1 << 24  # products of a round
_ROUNDS = 200
_JOIN = 12  # comparisons of each sort at least that join a line in a round, and
_PER_JOIN = 8  # one for so many coordinates
_TURNS = 8  # in which a line goes on by pivots
_MANY = 1.2  # times the width: new comparisons that all count at once
_WIDE = 3  # times the width: comparisons of a line above which those without weight are dropped
_STEPS = 20  # of a walk, times the width
_GAP = 0.03  # by how much comparisons are to hold, where the hint holds by 1
_SHORT = 1e-7  # of the length of what is in play: a distance taken for zero
_SOME = 1e-12  # a weight that counts
_LONG = 40  # bits of a point that 17 do not suffice for
_NONE = np.empty(0, np.int64)


def decided_rankings(space: Space, questions: Sequence[Question]) -> dict[int, Decided | Clash]:
    """Outcomes of questions, by their positions in the list."""
    out: dict[int, Decided | Clash] = {}
    clashes = clashes_of(space.rows, space.domain)
    step = max(1, min(_BATCH, _ENTRIES // len(space.units)))
    mean = space.table.mean(axis=0, dtype=np.float64) - space.inner.centre
    centre = mean @ space.inner.frame.T
    for start in range(0, len(questions), step):
        lines = [
            _Line(space, place, asked, centre)
            for place, asked in enumerate(questions[start : start + step], start)
            if not _known(clashes, asked, place, out)
        ]
        for turn in range(_ROUNDS):
            if not lines:
                break
            report_progress("walking", turn / _ROUNDS)
            ended, lines = _round(space, lines)
            for line, outcome in _verified(space, [line for line in ended if line.span is None]):
                out[line.place] = outcome
            new = False
            for line in ended:
                if line.span is None or _known(clashes, line.asked, line.place, out):
                    continue
                refuted = line.refuted(clashes)
                if refuted is None and not line.pivots():
                    lines.append(line)
                    continue
                if refuted is None and line.span is not None:
                    refuted = line.refuted(clashes)
                if refuted is not None:
                    out[line.place] = refuted
                    new = new or isinstance(refuted, Clash)
            if new:
                lines = [line for line in lines if not _known(clashes, line.asked, line.place, out)]
    return out


def _known(clashes: Clashes, asked: Question, place: int, out: dict[int, Decided | Clash]) -> bool:
    """Whether the question at this place is refuted by what has refuted another."""
    found = clashes.of(asked)
    if found is not None:
        out[place] = found
    return found is not None


def _round(space: Space, lines: list[_Line]) -> tuple[list[_Line], list[_Line]]:
    """One product with all rows: the lines that end, and those that walk on."""
    ended, left = [line for line in lines if line.span is not None], list[_Line]()
    lines = [line for line in lines if line.span is None and line.alive]
    if not lines:
        return ended, left
    vectors = np.array([line.vector for line in lines])
    scores = space.ahead(vectors)
    slopes = vectors @ space.cone.T
    for line, own, slope in zip(lines, scores, slopes, strict=True):
        joining = line.failing(own, slope)
        if joining is None or (line.walk(joining) and line.span is not None):
            ended.append(line)
        elif line.alive:
            left.append(line)
    return ended, left


class _Order:
    """A question about an order: its ``labels``, the number of the ``group`` of each, and whether all
    others are to be below.
    """

    def __init__(self, asked: Question, n: int) -> None:
        self.groups = asked.groups if asked.kind != "top set" else (asked.positions,)
        self.labels = np.array([i for group in self.groups for i in group], np.int64)
        sizes = [len(group) for group in self.groups]
        self.group = np.repeat(np.arange(len(sizes)), sizes)
        self.open = asked.kind != "ranking" and len(self.labels) < n


class _Line(_Order):
    """One question on its way. ``pairs``: comparisons, (i, j) for rows, (-1, k) for the condition k
    of the space, (-2, 0) for the hint; ``span``: those that refute it.
    """

    def __init__(self, space: Space, place: int, asked: Question, centre: np.ndarray) -> None:
        super().__init__(asked, len(space.units))
        self.space, self.place, self.asked = space, place, asked
        self.alive, self.turns = True, 0
        self.span: list[tuple[int, int]] | None = None
        self.pairs: list[tuple[int, int]] = []
        self.known: set[tuple[int, int]] = set()
        self.seen: set[tuple[int, int]] = set()  # a span that refuted nothing
        self.vectors = np.zeros((0, len(space.inner.frame)))
        self.weights, self.gram = np.zeros(0), np.zeros((0, 0))
        own = self.own = np.asarray(space.units[self.labels])
        half = (len(own) + 1) // 2
        if self.open:
            self.hint = own.mean(axis=0) - centre
        else:
            self.hint = own[:half].mean(axis=0) - own[half:].mean(axis=0)
        heads = [group[0] for group in self.groups]
        step = max(1, len(heads) // (2 * own.shape[1]))
        first = heads[::step]
        self.walk([*([(-2, 0)] if self.hint.any() else []), *pairwise(first)] or [(-2, 0)])

    def failing(self, scores: np.ndarray, slopes: np.ndarray) -> list[tuple[int, int]] | None:
        """Comparisons that do not hold in this direction, the worst of them; None if all do."""
        space, join = self.space, max(_JOIN, self.vectors.shape[1] // _PER_JOIN)
        values = self.own @ self.vector
        blur = 1e-12 * float(np.abs(values).max(initial=0.0))
        found: list[tuple[int, int]] = []
        ends = np.flatnonzero(np.diff(self.group)) + 1  # where groups begin
        if len(ends):
            lowest = np.minimum.accumulate(values)
            before = np.concatenate([[0], ends])[self.group]  # where the group of a label begins
            later = np.flatnonzero(before > 0)
            lack = values[later] - lowest[before[later] - 1]
            worst = later[lack >= -blur]
            worst = worst[np.argsort(-(values[worst] - lowest[before[worst] - 1]))][:join]
            for j in worst.tolist():
                i = int(values[: before[j]].argmin())
                found.append((int(self.labels[i]), int(self.labels[j])))
        if self.open:
            last = self.labels[self.group == self.group[-1]]
            low = values[-len(last) :]
            i, least = int(last[low.argmin()]), float(low.min())
            scores[self.labels] = -np.inf
            near = np.flatnonzero(scores >= least - 1e-5 * abs(least))
            if len(near) > 4 * join:
                near = near[np.argpartition(-scores[near], 4 * join)[: 4 * join]]
            exact = np.asarray(space.units[near]) @ self.vector
            order = np.argsort(-exact)
            found += [(i, int(near[k])) for k in order[:join].tolist() if exact[k] >= least - blur]
        tight = np.flatnonzero(slopes < -1e-12 * float(np.sqrt(self.vector @ self.vector)))
        found += [(-1, int(k)) for k in tight[np.argsort(slopes[tight])[: 2 * join]]]
        return found or None

    def walk(self, joining: list[tuple[int, int]]) -> bool:
        """Go on with these comparisons, too. Whether the line ends here, which it may without an
        answer.
        """
        new = [pair for pair in joining if pair not in self.known]
        if not new:
            return self.pivots()
        if len(self.pairs) > _WIDE * self.vectors.shape[1]:
            self._keep(self.weights > 0)
        more = np.array([self._vector(pair) for pair in new])
        self.pairs += new
        self.known.update(new)
        self.vectors = np.vstack([self.vectors, more])
        self.weights = np.append(self.weights, np.zeros(len(new)))
        return self._walked(
            len(new) > _MANY * self.vectors.shape[1] and len(new) == len(self.pairs)
        )

    def _walked(self, many: bool) -> bool:
        """Whether the line ends here, see ``walk``; ``many``: far more pairs than coordinates have
        come in at once.
        """
        while True:
            flags = np.array([pair[0] != -1 for pair in self.pairs], np.float64)
            if not flags.any():
                self.alive = False
                return True
            chosen = self._at_once(flags) if many else []
            if chosen is not None and not chosen:
                chosen = self._nearest(flags)
            if not chosen:
                return False
            if (-2, 0) not in chosen:
                self.span = chosen
                return True
            # The hint is no comparison; what it is the mean of are.
            self._keep(np.array([pair != (-2, 0) for pair in self.pairs]))

    def pivots(self) -> bool:
        """Where the origin is so near that squares of distances do not show more: go on by the dual
        simplex method, from the pairs with weights. Whether the line ends here, see ``walk``.
        """
        if self.span is not None:  # it refutes nothing
            if set(self.span) == self.seen:
                self.span, self.alive = None, False
                return True
            self.seen = set(self.span)
        self.span, self.turns = None, self.turns + 1
        if not self.weights.any() and self.turns <= _TURNS:
            return self._walked(False)
        chosen = np.flatnonzero(self.weights > _SOME)
        self.alive = 0 < len(chosen) <= self.vectors.shape[1] and self.turns <= _TURNS
        if not self.alive:
            return True
        flags = np.array([pair[0] != -1 for pair in self.pairs], np.float64)
        direction, places = pivoted(self.vectors, flags, chosen, self.weights[chosen])
        if direction is not None:
            self.vector = direction
            return False
        span = [] if places is None else [self.pairs[k] for k in places.tolist()]
        if (-2, 0) in span:
            self._keep(np.array([pair != (-2, 0) for pair in self.pairs]))
            return self._walked(False)
        self.span, self.alive = span or None, bool(span)
        return True

    def _at_once(self, flags: np.ndarray) -> list[tuple[int, int]] | None:
        """Of many pairs those that refute the line, or none of them if that is not shown so; None
        if there is a direction instead.
        """
        direction, weights = separated(self.vectors, flags)
        if weights is not None and weights.any():
            self.weights = weights
        if direction is None:
            return [] if weights is None else [self.pairs[k] for k in np.flatnonzero(weights)]
        self.vector = direction
        return None

    def _nearest(self, flags: np.ndarray) -> list[tuple[int, int]]:
        """Go to the nearest point; the pairs that refute the line, if it is the origin."""
        if not (self.weights * flags).any():
            self.weights[int(flags.argmax())] = 1.0
        more = self.vectors[len(self.gram) :]
        across = more @ self.vectors[: len(self.gram)].T
        self.gram = np.block([[self.gram, across.T], [across, more @ more.T]])
        steps = _STEPS * self.vectors.shape[1]
        self.weights = min_norm_together(self.gram, flags, self.weights, steps)
        self.vector = self.weights @ self.vectors
        used = self.weights > _SOME
        size = float((self.weights[used] * np.sqrt(np.diag(self.gram)[used])).max(initial=0.0))
        if float(np.sqrt(self.vector @ self.vector)) > _SHORT * size:
            return []
        return [pair for pair, some in zip(self.pairs, used, strict=True) if some]

    def _keep(self, kept: np.ndarray) -> None:
        self.pairs = [pair for pair, keep in zip(self.pairs, kept, strict=True) if keep]
        self.known = {*self.pairs, (-2, 0)}
        self.vectors, self.weights = self.vectors[kept], self.weights[kept]
        known = kept[: len(self.gram)]
        self.gram = self.gram[np.ix_(known, known)]

    def _vector(self, pair: tuple[int, int]) -> np.ndarray:
        i, j = pair
        if i == -2:
            return self.hint
        if i == -1:
            return np.asarray(self.space.cone[j])
        return np.asarray(self.space.units[i] - self.space.units[j]) / _GAP

    def margin(self) -> float:
        """By how much the comparisons of the walk hold, at least."""
        rows = np.array([pair[0] >= 0 for pair in self.pairs], bool)
        return float((self.vectors[rows] @ self.vector).min(initial=np.inf)) * _GAP

    def refuted(self, clashes: Clashes) -> IntegerRefutation | Clash | None:
        """By the comparisons of the span, if they have one dependency."""
        assert self.span is not None
        space = self.space
        pairs = [pair for pair in self.span if pair[0] >= 0]
        if len(self.span) == self.vectors.shape[1] + 1:
            inputs = [space.kept[k] + 1 for i, k in self.span if i == -1]
            if (clash := clashes.proved(pairs, inputs)) is not None:
                return clash
        plus, minus = np.array(pairs, np.int64).reshape(-1, 2).T
        number = len(pairs)
        places = [*range(number), *(number + 1 + space.kept[k] for i, k in self.span if i == -1)]
        found = circuit(space.rows, space.domain, plus, minus, places)
        if found is None:
            return None
        whole = self._expanded([(pairs[k], weight) for k, weight in found.comparisons])
        refuted = IntegerRefutation(whole, found.domain)
        asked = comparisons(self.asked, len(space.units))
        return refuted if proves(space.rows, space.domain, refuted, *asked) else None

    def _expanded(
        self, weighed: Sequence[tuple[tuple[int, int], int]]
    ) -> tuple[tuple[int, int], ...]:
        """The weights of a refutation on the comparisons that the question itself has: of groups
        that follow each other, and of the last one with all others.
        """
        where = {int(label): k for k, label in enumerate(self.labels)}
        sizes = [len(group) for group in self.groups]
        begins = np.cumsum([0, *(a * b for a, b in pairwise(sizes))]).tolist()
        inside = [k for group in self.groups for k in range(len(group))]
        rest = len(self.space.units) - len(self.labels)
        named = np.sort(self.labels)
        total: dict[int, int] = {}
        for (i, j), weight in weighed:
            a, k = int(self.group[where[i]]), inside[where[i]]
            b = int(self.group[where[j]]) if j in where else len(sizes)
            for step in range(a, b):
                last = step == b - 1
                if step == len(sizes) - 1:
                    place = begins[-1] + k * rest + j - int(np.searchsorted(named, j))
                else:
                    h = inside[where[j]] if last and j in where else 0
                    place = begins[step] + k * sizes[step + 1] + h
                    k = h
                total[place] = total.get(place, 0) + weight
        return tuple(sorted(total.items()))


def _verified(space: Space, lines: Sequence[_Line]) -> Iterator[tuple[_Line, IntegerWitness]]:
    """Inputs in the directions of the lines, put into all rows exactly."""
    if not lines:
        return
    rows, domain = space.rows, space.domain
    directions = np.array([line.vector for line in lines]) @ space.inner.frame
    if space.used.start:
        sizes = np.maximum(np.abs(directions).max(axis=1, keepdims=True), 1e-300)
        points = directions / sizes
        tried = [points] if not domain.weak else [points, points * 2.0**-8]
    else:
        spread = float(np.ptp(space.table[:, 0])) or 1.0
        least = np.array([line.margin() for line in lines]) / (2 * spread)
        q = np.maximum(directions[:, 0], np.where(np.isfinite(least), least, 0.0))
        tried = [directions[:, 1:] / np.maximum(q, 1e-300)[:, None]]
    left = np.arange(len(lines))
    for points in tried:
        whole, inside = domain.near(points[left])
        held = inside.copy()
        held[inside] = _held(rows, [lines[k] for k in left[inside].tolist()], whole[inside])
        for k in np.flatnonzero(held).tolist():
            yield lines[left[k]], IntegerWitness(tuple(whole[k].tolist()))
        left = left[~held]
    for k in left.tolist():
        h = tried[0][k]
        size = max(1.0, float(np.abs(h).max(initial=0.0)))
        longer = IntegerWitness(tuple(round(x / size * 2**_LONG) for x in (1.0, *h.tolist())))
        if proves(rows, domain, longer, *comparisons(lines[k].asked, rows.n)):
            yield lines[k], longer


def witnessed(
    rows: DyadicMatrix, domain: Domain, pairs: Sequence[tuple[Question, IntegerWitness]]
) -> list[bool]:
    """Which questions about an order short points, wherever they come from, answer with yes."""
    out = [False] * len(pairs)
    fits = [
        k
        for k, (_, found) in enumerate(pairs)
        if len(found.point) == rows.k and max(map(abs, found.point)) <= 1 << POINT_BITS
    ]
    for start in range(0, len(fits), _BATCH):
        part = fits[start : start + _BATCH]
        whole = np.array([pairs[k][1].point for k in part], np.int64)
        inside = np.flatnonzero(domain.contains(whole)).tolist()
        orders = [_Order(pairs[part[k]][0], rows.n) for k in inside]
        for k, holds in zip(inside, _held(rows, orders, whole[inside]), strict=True):
            out[part[k]] = holds
    return out


def _held(rows: DyadicMatrix, orders: Sequence[_Order], whole: np.ndarray) -> list[bool]:
    """Whether orders hold at integer points, exactly."""
    slack = 2 * np.abs(whole).sum(axis=1) if rows.shift else np.zeros(len(whole))
    values = [rows.picked(one.labels, point) for one, point in zip(orders, whole, strict=True)]
    open_ = [k for k, one in enumerate(orders) if one.open]
    floors = np.array([values[k].min() for k in open_]) - slack[open_]
    near = dict(zip(open_, rows.reaching(whole[open_], floors), strict=True)) if open_ else {}
    return [
        _holds(
            rows,
            one,
            whole[k],
            values[k],
            np.setdiff1d(near.get(k, _NONE), one.labels),
            float(slack[k]),
        )
        for k, one in enumerate(orders)
    ]


def _holds(
    rows: DyadicMatrix,
    line: _Order,
    point: np.ndarray,
    values: np.ndarray,
    others: np.ndarray,
    slack: float,
) -> bool:
    """Whether the comparisons hold at a point: by products of the labels of the line, and of others
    that may be above the last, whose differences are off by less than the slack; and those that are
    closer by integers.
    """
    pairs: list[tuple[int, int]] = []
    ends = np.flatnonzero(np.diff(line.group)) + 1
    begins = np.concatenate([[0], ends, [len(values)]])
    for a, b, c in zip(begins, begins[1:], begins[2:], strict=False):
        apart = values[a:b, None] - values[None, b:c]
        if (apart < -slack).any():
            return False
        for i, j in np.argwhere(apart <= slack).tolist():
            pairs.append((int(line.labels[a + i]), int(line.labels[b + j])))
    if line.open and len(others):
        products = rows.picked(others, point)
        for i, own in zip(
            line.labels[begins[-2] :].tolist(), values[begins[-2] :].tolist(), strict=True
        ):
            if products.max() > own + slack:
                return False
            pairs += [(i, int(j)) for j in others[products >= own - slack]]
    if not pairs:
        return True
    needed = sorted({place for pair in pairs for place in pair})
    exact = dict(zip(needed, rows.exact(needed, point.tolist()), strict=True))
    return all(exact[i] > exact[j] for i, j in pairs)
