"""Best places of the labels of a real layer, up to some place: for each an input with few labels
that are not below, and sets of others that are never all below.

Labels that can be first have place 1 at once. For the others, floating point moves points so that
few rows are ahead, all labels in batches, and then leaves out rows for each label until all others
are below (``kernels.hulls.deletions``); exact products count the rows ahead. Then sets are packed
(``best_places.bracket``): rows around the label, at most as many as there are columns and one more,
are taken out, and again. Each set is proved by bounds on the rounding of a solution of linear
equations (``contradict``), or by exact weights where rows are in special position, and in a
ball, where sets that are never all below on linear conditions alone are looked for first.

Which rows count: those that are not below, level ones included; or, where of equal labels the one
listed first is chosen, level ones only if they are listed before the label (``listed``).

>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5]]))
>>> [found[:2] for found in ranked(rows, Domain(Inputs(2)), {0: (1, 1, 0)}, [0, 3], 10)]
[(1, 1), (2, 2)]
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from typing import NamedTuple, cast

import numpy as np

from arrangements.decide.batches.driver import given_up
from arrangements.decide.batches.kept_refutations import contradict
from arrangements.decide.batches.store import Store
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import decide_one, last_point, proves
from arrangements.decide.one_by_one.best_places import bracket
from arrangements.decide.one_by_one.hitting_sets import needed
from arrangements.errors import InternalError
from arrangements.exact.hints.min_norm_point import min_norm_point
from arrangements.kernels.hulls.deletions import few_backward
from arrangements.kernels.hulls.min_norm import min_norm_weights
from arrangements.running import check_memory, report_progress
from arrangements.running.executors import Inline, finished
from arrangements.running.sharing import opened, shared

__all__ = ["Never", "Ranked", "heights", "ranked"]

_TURNS = 60  # of a point
_LOOK = 10  # turns after which the rows that are ahead are counted
_WIDE, _NARROW = 0.5, 0.01  # what counts as nearly level, first and last
_LONG, _MARGIN, _INTO = 0.3, 2.0**-10, 10.0  # steps, and how they lead back into the inputs
_TOGETHER = 256  # labels whose points move together
_BATCH = 8  # labels that a worker brackets at a time
_PROGRAMS = 30  # for one label
_CASES = 3000  # of a search for a smallest set, as hopeless ones take minutes
_FIRST = 3  # rows in a walk at first, times the width
_WIDEST = 5  # rows in a walk, times the width, above which those without weight leave
_JOIN = 64  # rows that join it in a round
_ROUNDS = 1000
_STEPS = 20  # of a walk, for each row
_FLAT = 1e-5  # of the square of a direction in which few rows are to be ahead
_FEW_LARGE = 1e11  # multiplications of one step to such a direction, above which none is looked for
_SHORT = 1e-13  # of the length of a row: a point that is taken for the origin
_BLUR = 1e-9  # and one that is, where as many rows have weights as a set has, or one fewer
_BITS = (16, 40)  # of coordinates


class Never(NamedTuple):
    """Rows that are never all below a label, by position. Without weights, ``inputs`` are
    conditions with them, 0 for q > 0, k for the inequality k - 1. With weights, which follow in
    this order, they are inequalities and equations. In a ball rows may have the weight 0.
    """

    rows: tuple[int, ...]
    inputs: tuple[int, ...]
    weights: tuple[int, ...] = ()


class Ranked(NamedTuple):
    """A best place from ``least`` to ``most``: an integer point at which the label has the place
    ``most``, and sets that ``least`` - 1 rows are needed to meet.
    """

    least: int
    most: int
    point: tuple[int, ...]
    never: tuple[Never, ...]


def ranked(
    rows: DyadicMatrix,
    domain: Domain,
    first: Mapping[int, tuple[int, ...]],
    labels: Sequence[int],
    up_to: int,
    executor: Executor | None = None,
    store: Store | None = None,
    listed: bool = False,
) -> Iterator[Ranked]:
    """One for each label, in order. ``first``: of labels that can be first (or chosen) a point. A
    label that is proved to be beyond the place ``up_to`` is not looked at any more. ``store``: keeps
    places, and goes on from those that it has, once they are proved again.
    """
    view = _View(rows, domain, listed)
    others = [label for label in labels if label not in first]
    known = {} if store is None else _kept(view, others, up_to, store)
    others = [label for label in others if label not in known]
    starts = heights(view, others)
    workers = Inline() if executor is None else executor
    batches = [tuple(others[k : k + _BATCH]) for k in range(0, len(others), _BATCH)]
    done, number = 0, len(others) + len(known)
    with ExitStack() as stack:
        common = stack.enter_context(shared(workers, (rows, domain)))
        decided = finished(
            batches,
            workers,
            lambda batch: workers.submit(
                _bracketed, common, [(label, starts[label]) for label in batch], up_to, listed
            ),
            given_up,
            lambda: report_progress(
                f"best places; {number - len(others) + min(done * _BATCH, len(others)):,} of {number:,} labels",
                done / len(batches),
            ),
        )
        stack.enter_context(closing(decided))
        for label in labels:
            if label in first:
                yield Ranked(1, 1, first[label], ())
                continue
            while label not in known:
                batch, found = next(decided)
                known.update(zip(batch, found, strict=True))
                if store is not None:
                    store.put_texts(
                        (_key(k, up_to, listed), _text(one))
                        for k, one in zip(batch, found, strict=True)
                    )
                done += 1
            yield known.pop(label)


# In a store


def _key(label: int, up_to: int, listed: bool) -> str:
    return f"{('chosen rank' if listed else 'rank')} {up_to} {label}"


def _text(found: Ranked) -> str:
    """Integers in hexadecimal, as decimal digits of long ones take quadratic time."""
    never = [[one.rows, one.inputs, [*map(hex, one.weights)]] for one in found.never]
    return json.dumps([found.least, found.most, [*map(hex, found.point)], never])


def _read(text: bytes) -> Ranked | None:
    try:
        least, most, point, never = json.loads(text)
        found = Ranked(
            least,
            most,
            tuple(int(x, 16) for x in point),
            tuple(
                Never(tuple(rows), tuple(inputs), tuple(int(x, 16) for x in weights))
                for rows, inputs, weights in never
            ),
        )
    except (ValueError, TypeError, RecursionError):
        return None
    places = [least, most, *(k for one in found.never for k in (*one.rows, *one.inputs))]
    return found if all(type(k) is int and k >= 0 for k in places) else None


def _kept(view: _View, labels: Sequence[int], up_to: int, store: Store) -> dict[int, Ranked]:
    """Places that the store has, of those that are proved."""
    found = dict[int, Ranked]()
    for label in labels:
        text = store.text(_key(label, up_to, view.listed))
        one = None if text is None else _read(text)
        if one is not None and view.proves(label, one):
            found[label] = one
    return found


# Points where few rows are ahead


def ahead(rows: DyadicMatrix, label: int, point: Sequence[int], listed: bool = False) -> np.ndarray:
    """The other rows that are not below at a point, in integers."""
    if max(map(abs, point)) < 1 << 17:
        whole = np.array([point])
        products = rows.products(whole)[0]
        slack = 2 * int(np.abs(whole).sum()) if rows.shift else 0
        near = np.flatnonzero(np.abs(products - products[label]) <= slack)
        over = products > products[label] + slack
        values = rows.exact(near, list(point))
        own = values[int(np.searchsorted(near, label))]
        over[[j for j, value in zip(near.tolist(), values, strict=True) if value > own]] = True
        level = [j for j, value in zip(near.tolist(), values, strict=True) if value == own]
    else:
        every = rows.values(point)
        over = np.asarray(every > every[label], bool)
        level = np.flatnonzero(every == every[label]).tolist()
    over[[j for j in level if not (listed and j > label)]] = True
    over[label] = False
    return np.flatnonzero(over)


def heights(view: _View, labels: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """For each label a point of the domain at which few rows are ahead, as far as floating point
    sees: rows that are ahead push a point away, those that are nearly level most, as time goes by.
    """
    rows, domain, best = view.rows, view.domain, dict[int, tuple[int, tuple[int, ...]]]()
    light, cone = view.seen.astype(np.float32), view.unit_cone.astype(np.float32)
    for start in range(0, len(labels), _TOGETHER):
        chosen = np.array(labels[start : start + _TOGETHER], np.int64)
        line, own = np.arange(len(chosen)), light[chosen]
        points = _units(own - light.mean(axis=0) + cone.mean(axis=0))
        for step in range(_TURNS):
            report_progress(
                "looking for high places", (start + len(chosen) * step / _TURNS) / len(labels)
            )
            part = step / _TURNS
            products = points @ light.T
            margins = products[line, chosen][:, None] - products
            margins /= _WIDE * (_NARROW / _WIDE) ** part
            weights = 1 / (1 + np.exp(np.clip(margins, -60, 60)))
            weights[line, chosen] = 0
            push = weights.sum(axis=1)[:, None] * own - weights @ light
            short = np.maximum(_MARGIN - points @ cone.T, 0)
            push = _units(push) + short @ cone * _INTO
            points = _units(points + push * (_LONG * (1 - part) ** 2 + _MARGIN))
            if step % _LOOK == _LOOK - 1:
                _offer(view, chosen, points.astype(np.float64), best)
    for label in labels:
        if label not in best:  # any point of the domain
            somewhere = decide_one(rows, domain, *(np.zeros(0, np.int64),) * 2)
            best[label] = (rows.n, cast("IntegerWitness", somewhere).point)
    return {label: point for label, (_, point) in best.items()}


def _offer(
    view: _View,
    chosen: np.ndarray,
    points: np.ndarray,
    best: dict[int, tuple[int, tuple[int, ...]]],
) -> None:
    """Points near these, rounded, with the number of rows that seem not to be below there."""
    rows, whole = view.rows, view.back(points)
    sizes = np.abs(whole[:, 1:]).max(axis=1, initial=1e-300)
    heads = np.where(view.level, sizes / 10, np.maximum(whole[:, 0], sizes * 2.0**-14))
    near, inside = view.domain.near(whole[:, 1:] / heads[:, None])
    products = rows.products(np.where(inside[:, None], near, 0))
    counts = (products >= products[np.arange(len(chosen)), chosen][:, None]).sum(axis=1)
    for label, point, count, good in zip(
        chosen.tolist(), near.tolist(), counts.tolist(), inside.tolist(), strict=True
    ):
        if good and (label not in best or count < best[label][0]):
            best[label] = (count, tuple(point))


def _units(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-30)


# Brackets


def _bracketed(
    common: object, batch: Sequence[tuple[int, tuple[int, ...]]], up_to: int, listed: bool
) -> list[Ranked]:
    rows, domain = cast("tuple[DyadicMatrix, Domain]", opened(common))
    view = _View(rows, domain, listed)
    return [view.bracket(label, point, up_to) for label, point in batch]


class _Hull:
    """The nearest point of the hull of vectors of length 1 that join one after the other, the first
    ``given`` of them conditions; with their products, and the weights that were found before.
    """

    def __init__(self, given: np.ndarray) -> None:
        self.given, self.vectors, self.names = len(given), given, np.full(len(given), -1)
        self.gram, self.weights = given @ given.T, np.zeros(len(given))
        self.weights[0] = 1.0

    def join(self, vectors: np.ndarray, names: np.ndarray) -> None:
        """Further vectors; those without weight leave, if there are many."""
        if len(self.vectors) > self.given + _WIDEST * vectors.shape[1]:
            kept = self.weights > 0
            kept[: self.given] = True
            self.vectors, self.names = self.vectors[kept], self.names[kept]
            self.gram, self.weights = self.gram[np.ix_(kept, kept)], self.weights[kept]
        across = vectors @ self.vectors.T
        self.gram = np.block([[self.gram, across.T], [across, vectors @ vectors.T]])
        self.vectors = np.vstack([self.vectors, vectors])
        self.names = np.append(self.names, names)
        self.weights = np.append(self.weights, np.zeros(len(vectors)))

    def nearest(self) -> tuple[np.ndarray, list[int]]:
        """The point, none if that seems to be the origin, and the positions that span it then."""
        vectors, number = self.vectors, len(self.vectors)
        min_norm_weights(self.gram, np.ones(number), self.weights, 0.0, _STEPS * number)
        place = self.weights @ vectors
        if float(place @ place) > _SHORT**2 and (vectors @ place).min() > 0:
            return place, []
        used = np.flatnonzero(self.weights)
        if vectors.shape[1] <= len(used) and float(place @ place) <= _BLUR**2:
            return place[:0], used.tolist()
        point, span = min_norm_point(vectors, [], vectors.shape[1], short=_SHORT)
        return np.array(point), span


def _frame(rows: np.ndarray) -> np.ndarray | None:
    """Coordinates in which rows are about as wide in all directions, if there are any."""
    centred = rows - rows.mean(axis=0)
    form = centred.T @ centred / len(rows)
    ridge = 1e-9 * (float(np.trace(form)) / len(form) or 1.0)
    try:
        frame = np.linalg.inv(np.linalg.cholesky(form + ridge * np.eye(len(form))))
    except np.linalg.LinAlgError:
        return None
    return frame if np.isfinite(frame).all() else None


class _View:
    """Rows and conditions in coordinates in which the rows are about as wide in all directions,
    where walks are short.
    """

    def __init__(self, rows: DyadicMatrix, domain: Domain, listed: bool = False) -> None:
        self.rows, self.domain, self.every, self.listed = rows, domain, rows.floats(), listed
        check_memory("best places", (len(domain.weak) + 2 * rows.k + 6 * rows.n) * rows.k, 8)
        self.conditions = domain.floats(range(1 + len(domain.weak)))
        self.frame = _frame(self.every) if rows.n > rows.k else None
        self.seen, cone = self.every, self.conditions
        if self.frame is not None:
            self.seen, cone = self.seen @ self.frame.T, cone @ self.frame.T
        self.unit_cone = _units(cone)
        # Only the direction of an input counts.
        self.level = not domain.weak and not domain.equal and not np.ptp(self.every[:, 0])
        self.order = np.random.default_rng(0).permutation(rows.n)
        # Of labels that are looked at: the best point known, and the rows that are ahead there; and
        # the rows that join walks last.
        self._best: dict[int, tuple[tuple[int, ...], frozenset[int]]] = {}
        self._last: dict[int, np.ndarray] = {}

    def back(self, points: np.ndarray) -> np.ndarray:
        """Points, or one, in the coordinates of the inputs."""
        return points if self.frame is None else np.asarray(points @ self.frame)

    def bracket(self, label: int, point: tuple[int, ...], up_to: int) -> Ranked:
        start = self._ahead(label, point)
        self._best[label] = point, start
        self._offer(label, self._lowered(label))
        self._last[label] = np.array([*start | self._best[label][1]], np.int64)
        found = bracket(
            self.rows.n,
            label,
            lambda wanted: self._asked(label, np.array(wanted, np.int64)),
            _PROGRAMS,
            self._best[label],
            up_to,
            _CASES,
            lambda: self._best[label],
        )
        return Ranked(found.least, len(found.above) + 1, found.point, found.proofs)

    def _lowered(self, label: int) -> tuple[int, ...] | None:
        """A point at which few rows are ahead, as far as floating point sees."""
        given, (n, width) = len(self.unit_cone), self.seen.shape
        if n * width**2 > _FEW_LARGE:
            return None
        vectors = np.empty((given + n, width))
        vectors[:given] = self.unit_cone
        apart = np.subtract(self.seen[label], self.seen, out=vectors[given:])
        apart /= np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), 1e-300)
        best = dict[int, tuple[int, tuple[int, ...]]]()
        _offer(self, np.array([label]), few_backward(vectors, given, _FLAT)[None], best)
        return best[label][1] if label in best else None

    def proves(self, label: int, found: Ranked) -> bool:
        """Whether the point has that place, and the sets are never all below, and bound it."""
        rows, (least, most, point, never) = self.rows, found
        return (
            len(point) == rows.k
            and point[0] > 0
            and self.domain.holds(list(point))
            and len(self._ahead(label, point)) == most - 1
            and all(self._holds(label, one) for one in never)
            and (
                least <= 1
                or needed([frozenset(one.rows) for one in never], least - 1, _CASES) is not None
            )
        )

    def _holds(self, label: int, one: Never) -> bool:
        places, number = list(one.rows), len(one.rows)
        if label in places or max(places, default=-1) >= self.rows.n:
            return False
        if not one.weights:
            if max(one.inputs, default=-1) >= len(self.conditions):
                return False
            around = self.every[label] - self.every[places]
            return self._strict(label, places, one.inputs) and contradict(
                around, self.conditions[list(one.inputs)]
            )
        if len(one.weights) != number + len(one.inputs):
            return False
        strict = [k for k, j in enumerate(places) if not self._weakly(label, j)]
        order = [*strict, *(k for k, j in enumerate(places) if self._weakly(label, j))]
        refuted = IntegerRefutation(
            tuple((k, w) for k, at in enumerate(order) if (w := one.weights[at])),
            tuple(zip(one.inputs, one.weights[number:], strict=True)),
        )
        return proves(
            self.rows, self.domain, refuted, *self._sides(label, np.array(places, np.int64)[order])
        )

    def _ahead(self, label: int, point: Sequence[int]) -> frozenset[int]:
        return frozenset(ahead(self.rows, label, point, self.listed).tolist())

    def _weakly(self, label: int, other: int) -> bool:
        """Whether a row that is level with the label is below it."""
        return self.listed and other > label

    def _strict(self, label: int, places: Sequence[int], inputs: Sequence[int]) -> bool:
        """Whether one of these conditions is strict; 0 is q > 0."""
        return 0 in inputs or not all(self._weakly(label, j) for j in places)

    def _sides(
        self, label: int, others: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The comparisons that make all of these rows below a label, those that are strict first."""
        weakly = others > label if self.listed else np.zeros(len(others), bool)
        minus, above = others[~weakly], others[weakly]
        weak = np.column_stack([np.full(len(above), label), above])
        return np.full(len(minus), label), minus, np.zeros((0, 2), np.int64), weak

    def _asked(
        self, label: int, wanted: np.ndarray
    ) -> tuple[bool, tuple[int, ...] | Never, frozenset[int]]:
        """A point at which all of the rows wanted are below, or some of them that never all are."""
        rows, domain = self.rows, self.domain
        suggested = None if domain.equal or not len(wanted) else self._walked(label, wanted)
        if isinstance(suggested, Never):
            return False, suggested, frozenset(suggested.rows)
        if suggested is None:
            sides = self._sides(label, wanted)
            outcome = decide_one(rows, domain, *sides)
            if not isinstance(outcome, IntegerWitness):
                others = np.append(sides[1], sides[3][:, 1])
                never = self._weighed(label, others, outcome)
                return False, never, frozenset(never.rows)
            suggested = outcome.point
        self._offer(label, suggested)
        return True, suggested, self._ahead(label, suggested)

    def _weighed(self, label: int, others: np.ndarray, outcome: IntegerRefutation) -> Never:
        """The rows of a refutation, ``others`` by the positions of comparisons. In a ball weights
        may leave one point, at which one more row may be needed that is not below.
        """
        found = {int(others[k]): w for k, w in outcome.comparisons}
        inputs, weights = zip(*outcome.domain, strict=True) if outcome.domain else ((), ())
        never = self._of(found, inputs, weights)
        if self.domain.ball is not None and not self._holds(label, never):
            only = last_point(self.rows, self.domain, label, found, outcome.domain)
            failing = self._ahead(label, only) & {*others.tolist()}
            if not failing:
                raise InternalError("a point of the labels asked must have one that is not below")
            never = self._of({**found, min(failing): 0}, inputs, weights)
        return never

    @staticmethod
    def _of(found: Mapping[int, int], inputs: Sequence[int], weights: Sequence[int]) -> Never:
        places = sorted(found)
        return Never(tuple(places), tuple(inputs), (*(found[j] for j in places), *weights))

    def _walked(self, label: int, wanted: np.ndarray) -> Never | tuple[int, ...] | None:
        """A point at which all of the rows wanted are below, or a set that a walk in floating point
        refutes; None if it cannot tell.

        Rows that are ahead at points where few are join last, and one by one: at such a point all
        others are below, so that each set has one of them, and more sets are disjoint the fewer
        each has. On the way points are met at which fewer rows are ahead.
        """
        if self.listed:  # equal rows that are listed after the label are below it everywhere
            wanted = wanted[(wanted < label) | ~np.isin(wanted, self._equal(label))]
        if not len(wanted) or np.isin(wanted, self._equal(label)).any():
            return None
        last = np.isin(wanted, self._last[label])
        hull = _Hull(self.unit_cone)
        mixed = self.order[self.order < len(wanted)]
        first = mixed[~last[mixed]][: _FIRST * self.rows.k]
        self._join(hull, label, wanted, first if len(first) else mixed[:1])
        for _ in range(_ROUNDS):
            place, span = hull.nearest()
            if not len(place):
                return self._around(label, wanted, hull, span)
            scores = self.seen @ place
            margins = scores[label] - scores[wanted]
            failing = np.flatnonzero(margins <= 0)
            if not len(failing):
                return self._rounded(label, wanted, self.back(place))
            others = failing[~last[failing]]
            if not len(others) and (scores >= scores[label]).sum() <= len(self._best[label][1]):
                below = np.delete(wanted, failing)
                self._offer(label, self._rounded(label, below, self.back(place)))
            joining = others if len(others) else failing
            lengths = np.linalg.norm(self.seen[label] - self.seen[wanted[joining]], axis=1)
            order = np.argsort(margins[joining] / lengths, kind="stable")
            joining = joining[order[: _JOIN if len(others) else 1]]
            if np.isin(joining, hull.names).all():
                return None
            self._join(hull, label, wanted, joining)
        return None

    def _around(
        self, label: int, wanted: np.ndarray, hull: _Hull, span: Sequence[int]
    ) -> Never | None:
        """The set of rows that span the origin, if that is proved."""
        near = sorted(int(wanted[hull.names[k]]) for k in span if k >= hull.given)
        given = sorted(k for k in span if k < hull.given)
        around = self.every[label] - self.every[near]
        shown = self._strict(label, near, given) and contradict(around, self.conditions[given])
        return Never(tuple(near), tuple(given)) if shown else None

    def _join(self, hull: _Hull, label: int, wanted: np.ndarray, names: np.ndarray) -> None:
        names = names[~np.isin(names, hull.names)]
        hull.join(_units(self.seen[label] - self.seen[wanted[names]]), names)

    def _equal(self, label: int) -> np.ndarray:
        """The rows that are equal to that of the label."""
        near = np.flatnonzero(self.every[:, 0] == self.every[label, 0])
        near = near[(self.every[near] == self.every[label]).all(axis=1)]
        return near[near != label]

    def _offer(self, label: int, point: tuple[int, ...] | None) -> None:
        """Keep a point if fewer rows are ahead there than at the best one known."""
        if point is not None:
            found = self._ahead(label, point)
            if len(found) < len(self._best[label][1]):
                self._best[label] = point, found

    def _rounded(self, label: int, wanted: np.ndarray, place: np.ndarray) -> tuple[int, ...] | None:
        """An integer point near, if all of the rows wanted are below there."""
        if self.domain.ball is not None:
            head = place[0] if not self.level and place[0] > 0 else np.abs(place).max() * 2.0**-9
            (near,), (inside,) = self.domain.near(place[None, 1:] / head)
            tried = [near.tolist()] if inside else []
        else:
            sized = place / np.abs(place).max()
            tried = [[round(x) for x in (sized * 2.0**bits).tolist()] for bits in _BITS]
        for point in tried:
            if point[0] > 0 and self.domain.holds(point):
                over = ahead(self.rows, label, point, self.listed)
                if not np.isin(over, wanted).any():
                    return tuple(point)
        return None
