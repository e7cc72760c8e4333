"""Hard labels in batches: for each a point where it is first, or weights that prove that it never
is. Floating point, until the proof.

First each label walks towards few rows and the centre of an ellipsoid in the hull (``walk_to_centre``), which
refutes most that are inside. For the others the border is near.

A label i is first somewhere if the rows r_i - r_j, together with the cone of the conditions on
inputs, have a common open half-space. All undecided labels of a batch walk together, each towards
the nearest point of the convex hull of its own few rivals plus the cone
(``kernels.hulls.min_norm``); one product with all rows a round then shows for every label which
other rows would come nearer, and these join. A label ends with a direction in which it beats all
rows, or near the inside of the hull. There an ellipsoid that the hull contains (``ellipsoid``) turns a
combination of rows that is nearly right into a proof: the walk aims not at the row itself but
beyond it, at (1 + t)(r_i - c) from the centre c, and how far beyond it may be is learnt from the
directions in which it is not. What lies on the border of the hull within rounding is tried as a
combination of small fractions, checked in integers.

Coordinates are those in which the ellipsoid is a ball. ``Space`` holds them; ``decided_labels`` decides
labels of one layer.

>>> from arrangements.decide.dyadic.integer_inputs import Domain
>>> from arrangements.decide.dyadic.products import DyadicMatrix
>>> from arrangements.layers.inputs import Inputs
>>> rows = np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.25, 0.25], [0, 1, 1]])
>>> space = Space.of(DyadicMatrix(rows), Domain(Inputs(2)))
>>> {label: type(outcome).__name__ for label, outcome in sorted(decided_labels(space, [2, 3, 4]).items())}
{2: 'IntegerWitness', 3: 'Enclosed', 4: 'IntegerRefutation'}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Decided,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import circuit, first, on_coordinates
from arrangements.decide.labels.ellipsoid import SHARE, Inner, whole_shares
from arrangements.decide.labels.exponential_weights import steps_worthwhile, tilted
from arrangements.decide.labels.walk_to_centre import Combination, inward
from arrangements.exact.linear.bounds import product_error
from arrangements.kernels.hulls.min_norm import min_norm_weights
from arrangements.kernels.hulls.together import min_norm_together
from arrangements.running import report_progress

__all__ = ["Space", "decided_labels", "exactly_refuted", "space_of"]

_BATCH = 512  # labels that walk together
_JOIN = 32  # rivals that join a label in a round
_PER_JOIN = 8  # of an exact refutation: one for so many coordinates, if these are more
_LIGHT = 1e-12  # a weight below is taken for rounding
_WIDE = 3  # times the width: rivals of a label above which those without weight are dropped
_FIRST = 2.0**-5  # the first t
_LAST = 2.0**-33  # below this t, a row counts as on the border
_ROUNDS = 300
_STEPS = 20  # of a walk, times the width
_WINS = 1e-6  # by how much, relative to lengths, a label must be ahead to be offered as a winner
_ABOVE = 1e-9  # and a rival above the hull so far, to join
_SAME = 1e-7  # relative to lengths: a distance taken for zero
_BLUR = 1e-4  # relative to lengths: a distance that squares show badly
_FINEST = 1e-13  # and one that float64 does not show
_MUCH = 1e-4  # of the largest weight: generators of a face
_TRIES = 12  # with points beyond a row on the border
_NEAR = 100  # rounds of a label on the border
_DIGITS = 50  # of coordinates where 17 are too few
_BITS = (8, 10, 12, 16, 20, 24, 28)  # of weights that are tried for a certificate that is short
_FRACTIONS = (64, 4096, 1 << 20)  # denominators of weights that are tried on the border
_KEPT_UNITS = 1 << 25  # entries up to which units are kept, 384 MB
_PART_OF_UNITS = 1 << 22  # entries made together


@dataclass(frozen=True)
class Space:
    """``units``: the rows less the centre, in coordinates where the ellipsoid is a ball; ``cone``:
    the conditions there, of unit length.

    Of a large layer units are made where they are used, and ``light``, the same in float32, is
    None. ``used`` are the coordinates (q, q h) that count: without q if all offsets are equal.
    ``conditions`` are those of the domain, first q > 0, on these coordinates; ``kept`` are their
    positions among the inequalities of the domain (-1: q > 0).
    """

    rows: DyadicMatrix
    domain: Domain
    used: slice
    table: np.ndarray
    inner: Inner
    units: np.ndarray | Units
    light: np.ndarray | None
    conditions: np.ndarray
    kept: tuple[int, ...]
    cone: np.ndarray
    sizes: np.ndarray
    lengths: np.ndarray = field(repr=False)
    logarithms: np.ndarray = field(repr=False)  # of the shares

    @classmethod
    def of(cls, rows: DyadicMatrix, domain: Domain, inner: Inner | None = None) -> Space | None:
        """None where labels must be settled one by one: inputs on a flat, rows that do not span, or
        numbers of extreme size.
        """
        if domain.equal or rows.n <= rows.k - 1:
            return None
        if any(abs(x) > 1 << 200 for row in domain.weak for x in row):
            return None
        level = not rows.has_offsets
        weak = np.array(domain.weak, np.float64).reshape(-1, rows.k)
        if level and (weak[:, 0] < 0).any():
            return None
        # Where all offsets are equal, q may be as large as one likes, and conditions with c > 0
        # always hold there.
        kept = [k for k, row in enumerate(weak) if row[1:].any() and not (level and row[0] > 0)]
        conditions = weak[kept]
        if not level:
            kept, conditions = [-1, *kept], np.vstack([np.eye(1, rows.k), conditions])
        used = slice(1 if level else 0, rows.k)
        table, conditions = rows.table[:, used], conditions[:, used]
        inner = Inner.of(table) if inner is None else inner
        if inner is None:
            return None
        made, light = Units(table, inner), None
        units: np.ndarray | Units = made
        if table.size <= _KEPT_UNITS:
            units = np.vstack(list(made.parts()))
            light = units.astype(np.float32)
        cone = conditions @ inner.frame.T
        sizes = np.sqrt(np.square(cone).sum(axis=1))
        if not (np.isfinite(sizes) & (sizes > 0)).all():
            return None
        cone = cone / sizes[:, None]
        return cls(
            rows,
            domain,
            used,
            table,
            inner,
            units,
            light,
            conditions,
            tuple(kept),
            cone,
            sizes,
            inner.lengths,
            np.log(inner.shares).astype(np.float32),
        )

    def ahead(self, directions: np.ndarray) -> np.ndarray:
        """The products of all units with some directions, in float32."""
        if self.light is not None:
            return np.asarray(directions.astype(np.float32) @ self.light.T)
        turned = directions @ self.inner.frame
        shorter = turned.astype(np.float32)
        found = np.empty((len(turned), len(self.table)), np.float32)
        for start, part in self._parts():
            found[:, start : start + len(part)] = shorter @ part.T
        found -= (turned @ self.inner.centre)[:, None].astype(np.float32)
        return found

    def _parts(self) -> Iterator[tuple[int, np.ndarray]]:
        """The table, some rows at a time, with the position of the first."""
        step = max(1, _PART_OF_UNITS // max(1, self.table.shape[1]))
        for start in range(0, len(self.table), step):
            yield start, self.table[start : start + step]

    def vectors(self, chosen: np.ndarray) -> np.ndarray:
        """The units of some rows; of a large layer in float32."""
        return (
            self.units[chosen] if isinstance(self.units, np.ndarray) else self.units.light(chosen)
        )

    def combined(self, weights: np.ndarray, total: np.ndarray) -> np.ndarray:
        """Units with weights in float32, divided by the sums of the weights."""
        if self.light is not None:
            return np.asarray((weights @ self.light) / total[:, None])
        middle = sum(weights[:, k : k + len(part)] @ part for k, part in self._parts())
        middle = middle / total[:, None] - self.inner.centre
        return np.asarray(middle @ self.inner.frame.T)

    def proves_tilted(self, outcomes: Sequence[tuple[int, Tilted]]) -> list[bool]:
        """Which labels are refuted by weights of all rows, wherever the weights come from."""
        n, width = self.table.shape
        fits = [
            0 <= label < n
            and len(found.vector) == width
            and all(-(1 << 15) < x < 1 << 15 for x in found.vector)
            and -64 <= found.power <= 64
            and 0 < found.beyond <= 1 << 60
            for label, found in outcomes
        ]
        kept = [pair for pair, fit in zip(outcomes, fits, strict=True) if fit]
        if kept:
            labels = np.array([label for label, _ in kept], np.int64)
            beyond = np.array([found.beyond * SHARE for _, found in kept])
            vectors = np.array([found.vector for _, found in kept], np.float64)
            vectors = np.ldexp(vectors, -np.array([[found.power] for _, found in kept]))
            proved = iter(self.inner.proves_tilted(self.table, labels, beyond, vectors).tolist())
            return [fit and next(proved) for fit in fits]
        return fits

    def proves(self, label: int, outcome: Enclosed) -> bool:
        """Whether the weights, wherever they come from, prove with the ellipsoid of this space that
        the label is never strictly first.
        """
        return self.proves_enclosed([(label, outcome)])[0]

    def proves_enclosed(self, outcomes: Sequence[tuple[int, Enclosed]]) -> list[bool]:
        """Which of many labels are refuted, whose vectors are looked at together."""
        made = [self._vector(label, outcome) for label, outcome in outcomes]
        out, some = [False] * len(made), [k for k, one in enumerate(made) if one is not None]
        step = max(1, _PART_OF_UNITS // max(self.table.shape))
        for start in range(0, len(some), step):
            part = [(k, one) for k in some[start : start + step] if (one := made[k]) is not None]
            vectors = np.array([one[0] for _, one in part])
            error, beyond = np.array([one[1:] for _, one in part]).T
            shown = self.inner.short(self.table, vectors, error, beyond)
            for (k, _), holds in zip(part, shown.tolist(), strict=True):
                out[k] = holds
        return out

    def _vector(self, label: int, outcome: Enclosed) -> tuple[np.ndarray, float, float] | None:
        """The vector that must be short, see ``Inner.vector``, and T."""
        most = 1 << 62
        if (
            not all(
                0 <= place < self.rows.n and 0 < weight < most for place, weight in outcome.rows
            )
            or not 0 < outcome.beyond < most
        ):
            return None
        if not all(0 < weight < most << self.rows.scale for _, weight in outcome.inputs):
            return None
        if (
            not all(0 <= k < self.rows.n and 0 < w <= 1 / SHARE for k, w in outcome.rows)
            or not 0 < outcome.beyond <= 1 / SHARE
        ):
            return None
        places, weights = np.array(outcome.rows, np.int64).reshape(-1, 2).T
        unit = int(1 / SHARE) << self.rows.scale
        where = {kept + 1: place for place, kept in enumerate(self.kept)}
        if not {k for k, _ in outcome.inputs} <= set(where):
            return None
        conditions = self.conditions[[where[k] for k, _ in outcome.inputs]].reshape(
            -1, self.table.shape[1]
        )
        if not all(0 < v < unit << 200 for _, v in outcome.inputs):
            return None
        amounts = np.array([float(Fraction(v, unit)) for _, v in outcome.inputs])
        beyond = outcome.beyond * SHARE
        made = self.inner.vector(
            self.table, label, beyond, places, weights * SHARE, conditions, amounts
        )
        return None if made is None else (*made, beyond)


class Units:
    """Rows less the centre, in coordinates where the ellipsoid is a ball, made when they are looked
    at.
    """

    def __init__(self, table: np.ndarray, inner: Inner) -> None:
        self.table, self.inner = table, inner

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, chosen: int | slice | np.ndarray) -> np.ndarray:
        rows = self.table[chosen].astype(np.float64) - self.inner.centre
        return np.asarray(rows @ self.inner.frame.T)

    def light(self, chosen: np.ndarray) -> np.ndarray:
        """Some of them in float32, in half of the time."""
        rows = self.table[chosen].astype(np.float64) - self.inner.centre
        return np.asarray(rows.astype(np.float32) @ self._light.T)

    @cached_property
    def _light(self) -> np.ndarray:
        return self.inner.frame.astype(np.float32)  # exactly, as certificates hold it so

    def __matmul__(self, direction: np.ndarray) -> np.ndarray:
        turned, step = direction @ self.inner.frame, self._step
        starts = range(0, len(self), step)
        parts = (self.table[k : k + step].astype(np.float64) - self.inner.centre for k in starts)
        return np.concatenate([part @ turned for part in parts])

    @property
    def _step(self) -> int:
        """Rows that are looked at together."""
        return max(1, _PART_OF_UNITS // max(1, self.table.shape[1]))

    def parts(self) -> Iterator[np.ndarray]:
        """All rows, some at a time."""
        for start in range(0, len(self), self._step):
            yield self[start : start + self._step]


def space_of(rows: DyadicMatrix, domain: Domain, inner: Inner | None = None) -> Space | None:
    """``Space.of``, kept for the next batch of the same layer; None where inputs are in a ball.
    ``inner``: what another process has found for this layer.
    """
    if domain.ball is not None:
        return None
    key = f"{rows.key} {domain.key}"
    if key not in _KEPT:
        _KEPT.clear()
        _KEPT[key] = Space.of(rows, domain, inner)
    return _KEPT[key]


_KEPT: dict[str, Space | None] = {}  # of this process: workers get many batches of one layer


def decided_labels(space: Space, labels: Sequence[int]) -> dict[int, Outcome]:
    """Outcomes of labels; what is missing must be settled by itself."""
    out: dict[int, Outcome] = {}

    def proves(combinations: Sequence[tuple[int, Combination]]) -> list[bool]:
        outcomes = list[tuple[int, Enclosed]]()
        for label, one in combinations:
            # With any weight of its own row a combination leaves the same.
            places, weights = np.append(one.places, label), np.append(one.weights, one.centre)
            outcomes.append((label, _as_enclosed(space, one.inside, places, weights)))
        shown = space.proves_enclosed(outcomes)
        held = [pair for pair, holds in zip(outcomes, shown, strict=True) if holds]
        out.update(_shortened(space, held))
        return shown

    ahead = inward(space, labels, proves)
    out.update(_winning(space, ahead) if ahead else ())
    labels = [label for label in labels if label not in out]
    n, width = space.table.shape
    if steps := steps_worthwhile(n, width, len(labels)):
        inside, ahead = tilted(space, labels, steps)
        out.update(inside)
        out.update(_winning(space, ahead) if ahead else ())
        labels = [label for label in labels if label not in out]
    size = _BATCH if space.light is not None else max(1, _KEPT_UNITS // (_WIDE * width**2))
    for start in range(0, len(labels), size):
        batch = _Batch(space, np.array(labels[start : start + size], np.int64))
        for turn in range(_ROUNDS):
            if not len(batch.alive):
                break
            report_progress("walking", turn / _ROUNDS)
            batch.round(turn)
            proved = dict(batch.proved())
            out.update(proved)
            enclosed = [(k, x) for k, x in proved.items() if isinstance(x, Enclosed)]
            out.update(_shortened(space, enclosed))
    return out


def exactly_refuted(space: Space, label: int) -> IntegerRefutation | None:
    """Weights, exact ones, of at most one row or condition more than there are coordinates, that refute
    a label that is plainly inside; None if it is not, or so near the border that floating point does
    not find them.

    A walk from the row itself towards the origin, in differences with rows. It ends where the
    generators with weights surround the origin, which are independent but for one sum.
    """
    n, own = len(space.table), np.asarray(space.units[np.array([label])])[0]
    length = space.lengths[label]
    places, vectors, weights = np.zeros(0, np.int64), np.zeros((0, len(own))), np.zeros(0)
    gram, left = np.zeros((0, 0)), own
    join = min(max(_JOIN, len(own) // _PER_JOIN), n - 1)
    for turn in range(_ROUNDS):
        report_progress("an exact refutation", turn / _ROUNDS)
        products = space.ahead(left[None])[0]
        products[label] = -np.inf
        near = np.argpartition(products, n - join)[n - join :]
        slopes = space.cone @ left
        tight = np.flatnonzero(slopes < 0)
        tight = tight[np.argsort(slopes[tight])[: 2 * _JOIN]]
        new = np.setdiff1d(np.concatenate([near, n + tight]), places)
        if not len(new):
            return None
        more = np.where(new[:, None] < n, own - space.units[np.minimum(new, n - 1)], 0.0)
        more[new >= n] = space.cone[new[new >= n] - n]
        across = more @ vectors.T
        gram = np.block([[gram, across.T], [across, more @ more.T]])
        places, vectors = np.append(places, new), np.vstack([vectors, more])
        weights = np.append(weights, np.zeros(len(new)))
        flags = (places < n).astype(np.float64)
        if not (weights * flags).any():
            weights[int(flags.argmax())] = 1.0
        weights = min_norm_together(gram, flags, weights, _STEPS * len(places))
        left = weights @ vectors
        if float(np.sqrt(left @ left)) <= _SAME * length:
            return _circuit(space, label, places[weights > _LIGHT])
        if len(places) > _WIDE * len(own):
            kept = weights > 0
            places, vectors, weights = places[kept], vectors[kept], weights[kept]
            gram = gram[np.ix_(kept, kept)]
    return None


class _Batch:
    """Labels on their way. Per label: the sets of rivals, their weights, what is beyond it, the
    vector from the hull to it.
    """

    def __init__(self, space: Space, labels: np.ndarray) -> None:
        self.space, self.labels = space, labels
        number = len(labels)
        self.alive = np.arange(number)
        self.beyond = np.full(number, _FIRST)
        self.vectors = np.array(space.units[labels])
        self.rivals = [np.zeros(0, np.int64)] * number  # rows; from n on conditions
        self.weights = [np.zeros(0)] * number
        self.made = [np.zeros((0, space.table.shape[1]))] * number  # units of rivals, if not kept
        self.points: list[tuple[int, np.ndarray]] = []
        self.combined: list[int] = []
        self.edges: list[int] = []

    def round(self, turn: int) -> None:
        """One product with all rows, and a walk of every label among its rivals."""
        space, alive = self.space, self.alive
        line, own = np.arange(len(alive)), self.labels[alive]
        ahead = space.ahead(self.vectors[alive])
        mine = ahead[line, own].copy()
        ahead[line, own] = -np.inf
        number = min(_JOIN, len(space.table) - 1)
        near = np.argpartition(ahead, ahead.shape[1] - number, axis=1)[:, ahead.shape[1] - number :]
        best = np.take_along_axis(ahead, near, 1).max(axis=1)
        slopes = self.vectors[alive] @ space.cone.T
        left: list[int] = []
        for place, k in enumerate(alive.tolist()):
            x = self.vectors[k]
            length = float(np.sqrt(x @ x))
            reach = length * space.lengths[own[place]]
            inside = not slopes.shape[1] or float(slopes[place].min()) >= -_ABOVE * length
            if mine[place] - best[place] > _WINS * reach and inside:
                self.points.append((k, x))
            elif self._walk(k, near[place], slopes[place], length):
                left.append(k)
        self.alive = np.array(left, np.int64)

    def _walk(self, k: int, near: np.ndarray, slopes: np.ndarray, length: float) -> bool:
        """Whether the label is still undecided."""
        space, x, n = self.space, self.vectors[k], len(self.space.units)
        rivals, weights, label = self.rivals[k], self.weights[k], int(self.labels[k])
        made = self._units(k, rivals)
        values = space.units[near] @ x
        if len(rivals):
            flags = rivals < n
            level = float(weights[flags] @ (made[flags] @ x))
            joining = near[values > level + _ABOVE * length * space.lengths[near].max()]
        else:
            joining = near
        tight = np.flatnonzero(slopes < -_ABOVE * length)
        tight = tight[np.argsort(slopes[tight])[: 2 * _JOIN]]
        new = np.setdiff1d(np.concatenate([joining, n + tight]), rivals)
        if not len(new) and not self._nearer(k, float(space.units[label] @ x), level, length):
            return False
        if len(rivals) > _WIDE * len(x):
            rivals, weights, made = rivals[weights > 0], weights[weights > 0], made[weights > 0]
        first = not len(rivals)
        rivals, weights, made = (
            np.concatenate([rivals, new]),
            np.concatenate([weights, np.zeros(len(new))]),
            np.concatenate([made, space.units[np.minimum(new, n - 1)]]),
        )
        if first:
            weights[int(np.where(rivals < n, made @ x, -np.inf).argmax())] = 1.0
        if space.light is None:
            self.made[k] = made
        flags = (rivals < n).astype(np.float64)
        vectors = (1 + self.beyond[k]) * space.units[label] - made
        conditions = np.flatnonzero(rivals >= n)
        vectors[conditions] = space.cone[rivals[conditions] - n]
        goal = self.beyond[k] * space.inner.radius
        min_norm_weights(vectors @ vectors.T, flags, weights, (goal / 4) ** 2, _STEPS * len(x))
        self.rivals[k], self.weights[k], self.vectors[k] = rivals, weights, weights @ vectors
        away = float(np.sqrt(np.square(self.vectors[k]).sum()))
        if goal / 2 <= away < _BLUR * space.lengths[label]:
            # Squares do not show what is left; the generators themselves do.
            weights = _polished(vectors, flags, weights)
            polished = weights @ vectors
            away = float(np.sqrt(np.square(polished).sum()))
            if away < goal / 2:
                self.weights[k], self.vectors[k] = weights, polished
        if away < goal / 2:
            self.combined.append(k)
            return False
        if away < _SAME * space.lengths[label] and self.beyond[k] <= _LAST:
            self.edges.append(k)
            return False
        return True

    def _units(self, k: int, rivals: np.ndarray) -> np.ndarray:
        """The units of the rivals of a label; those of conditions have no meaning."""
        if self.space.light is None:
            return self.made[k]
        return self.space.units[np.minimum(rivals, len(self.space.units) - 1)]

    def _nearer(self, k: int, own: float, level: float, length: float) -> bool:
        """No row comes nearer: the point beyond the row is outside, and the direction says how far
        at most the inside reaches.
        """
        most = level / own - 1 if own > 0 else -1.0
        space_length = self.space.lengths[self.labels[k]]
        before = self.beyond[k]
        if length < _SAME * space_length:
            self.edges.append(k)
            return False
        if most < -_SAME or before <= 0:
            self.points.append((k, self.vectors[k]))
            return False
        self.beyond[k] = np.floor(min(most / 2, before / 4) / SHARE) * SHARE
        if self.beyond[k] < _LAST:
            self.beyond[k] = 0.0
        return True

    def proved(self) -> Iterator[tuple[int, Decided | Enclosed]]:
        """Outcomes of the labels that ended, as far as they can be proved."""
        if self.points:
            points = [(int(self.labels[k]), x) for k, x in self.points]
            yield from _winning(self.space, points)
        for k in self.combined:
            ended = (
                self.space,
                int(self.labels[k]),
                float(self.beyond[k]),
                self.rivals[k],
                self.weights[k],
            )
            if (outcome := _enclosed(*ended) or _at_border(*ended)) is not None:
                yield int(self.labels[k]), outcome
        for k in self.edges:
            report_progress("looking at the border")
            ended = (
                self.space,
                int(self.labels[k]),
                float(self.beyond[k]),
                self.rivals[k],
                self.weights[k],
            )
            if (outcome := _at_border(*ended)) is not None:
                yield int(self.labels[k]), outcome
        self.points, self.combined, self.edges = [], [], []


def _winning(
    space: Space, points: Sequence[tuple[int, np.ndarray]]
) -> Iterator[tuple[int, IntegerWitness]]:
    """Points of the domain in these directions, put into all rows exactly."""
    directions = np.array([x for _, x in points]) @ space.inner.frame
    labels = np.array([label for label, _ in points])
    for homogeneous in _inputs(space, labels, directions):
        whole, inside = space.domain.near(homogeneous)
        won = inside & (space.rows.leaders(np.where(inside[:, None], whole, 0)) == labels)
        yield from (
            (int(label), IntegerWitness(tuple(map(int, point))))
            for label, point in zip(labels[won], whole[won], strict=True)
        )
        labels, directions, homogeneous = labels[~won], directions[~won], homogeneous[~won]
        for label, point in zip(labels.tolist(), homogeneous, strict=True):
            longer = _longer(point)
            if space.domain.holds(longer) and _leads(space, label, longer):
                yield label, IntegerWitness(longer)


def _longer(point: np.ndarray) -> tuple[int, ...]:
    """(q, q h) in integers of about 50 bits."""
    size = max(1.0, float(np.abs(point).max(initial=0)))
    power = _DIGITS - int(np.frexp(size)[1])
    return (
        1 << power if power >= 0 else 1,
        *(round(x) for x in np.ldexp(point, max(power, 0)).tolist()),
    )


def _leads(space: Space, label: int, point: Sequence[int]) -> bool:
    """Whether the label is strictly first: where the bound on rounding does not tell, by
    integers.
    """
    x = np.array(point, np.float64)  # exact, as they have fewer than 53 bits
    values = np.concatenate([part @ x for _, part in space.rows.parts()])
    values = values[label] - values
    largest = float(space.rows.lengths.max(initial=0))  # no entry is larger
    error = 2 * product_error(len(x) + 2) * largest * float(np.abs(x).sum())
    close = np.flatnonzero(~(values > error))
    exact = space.rows.exact(close, point)
    own = exact[int(np.flatnonzero(close == label)[0])]
    return all(value < own for k, value in zip(close.tolist(), exact, strict=True) if k != label)


def _inputs(space: Space, labels: np.ndarray, directions: np.ndarray) -> Iterator[np.ndarray]:
    if space.used.start:
        sizes = np.maximum(np.abs(directions).max(axis=1, keepdims=True), 1e-300)
        yield directions / sizes * _scale(space)
        return
    spread = float(np.ptp(space.table[:, 0])) or 1.0
    best = np.einsum("ij,ij->i", space.table[labels], directions)
    rest = np.vstack([part[:, space.used] @ directions.T for _, part in space.rows.parts()])
    rest[labels, np.arange(len(labels))] = -np.inf
    least = (best - rest.max(axis=0)) / (2 * spread)  # more q than that changes half of the margin
    q = np.maximum(directions[:, 0], least)
    yield directions[:, 1:] / np.maximum(q, 1e-300)[:, None]


def _scale(space: Space) -> float:
    """Small where offsets do not count and conditions with c > 0 must hold."""
    left = [row for k, row in enumerate(space.domain.weak) if k not in space.kept and any(row[1:])]
    return min([1.0, *(float(Fraction(row[0], 2 * sum(map(abs, row[1:])))) for row in left)])


def _enclosed(
    space: Space, label: int, beyond: float, rivals: np.ndarray, weights: np.ndarray
) -> Enclosed | None:
    found = _as_enclosed(space, beyond, rivals, weights)
    return found if space.proves(label, found) else None


def _as_enclosed(space: Space, beyond: float, rivals: np.ndarray, weights: np.ndarray) -> Enclosed:
    """The weights in integers; those of rows add up to 1."""
    n = len(space.table)
    rows, others = (rivals < n) & (weights > SHARE), (rivals >= n) & (weights > 0)
    places, shares = rivals[rows], whole_shares(weights[rows], 0.0)
    places, shares = places[shares > 0], shares[shares > 0]
    used = rivals[others] - n
    # Conditions have unit length in the coordinates of the space, and weights of integers on the
    # scale of the rows in certificates.
    amounts = [Fraction(x) for x in (weights[others] / space.sizes[used]).tolist()]
    unit = int(1 / SHARE) << space.rows.scale
    inputs = [
        (space.kept[k] + 1, v)
        for k, x in zip(used.tolist(), amounts, strict=True)
        if (v := round(x * unit)) > 0
    ]
    return Enclosed(
        tuple(
            sorted(zip(places.tolist(), (shares / SHARE).astype(np.int64).tolist(), strict=True))
        ),
        tuple(sorted(inputs)),
        round(beyond / SHARE),
    )


def _shortened(
    space: Space, outcomes: Sequence[tuple[int, Enclosed]]
) -> Iterator[tuple[int, Enclosed]]:
    """Outcomes with weights of few bits, as far as these are enough: rows of little weight are left
    out.
    """
    left = list(outcomes)
    for bits in _BITS:
        tried = [(label, _rounded(label, one, 1 << bits)) for label, one in left]
        shown = space.proves_enclosed(tried)
        yield from (pair for pair, holds in zip(tried, shown, strict=True) if holds)
        left = [pair for pair, holds in zip(left, shown, strict=True) if not holds]
    yield from left


def _rounded(label: int, outcome: Enclosed, unit: int) -> Enclosed:
    """With weights that are multiples of a part of one; what lacks is the weight of the label, which
    counts for nothing.
    """
    size = int(1 / SHARE) // unit
    weights = {k: (w + size // 2) // size * size for k, w in outcome.rows}
    weights[label] = weights.get(label, 0) + int(1 / SHARE) - sum(weights.values())
    if weights[label] < 0:
        heaviest = max(weights, key=weights.__getitem__)
        weights[heaviest] += weights.pop(label)
    return Enclosed(
        tuple(sorted((k, w) for k, w in weights.items() if w > 0)),
        tuple((k, max(1, (v + size // 2) // size) * size) for k, v in outcome.inputs),
        max(1, (outcome.beyond + size // 2) // size) * size,
    )


def _polished(vectors: np.ndarray, flags: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Weights of the same generators that leave less, by their entries and not by their products:
    changed by small parts of themselves.
    """
    active = np.flatnonzero(weights > 0)
    for _ in range(2):
        own = weights[active]
        size = float(np.abs(vectors[active]).max())
        system = np.vstack([vectors[active].T * own, size * flags[active] * own])
        parts, *_ = np.linalg.lstsq(
            system, -np.append(own @ vectors[active], size * (flags[active] @ own - 1)), rcond=None
        )
        if not (parts > -1).all():
            break
        weights = weights.copy()
        weights[active] = own * (1 + parts)
        if np.abs(parts).max() < _SAME:
            break
    return weights / float(flags @ weights)


def _at_border(
    space: Space, label: int, beyond: float, rivals: np.ndarray, weights: np.ndarray
) -> Decided | Enclosed | None:
    """A label so near the border of the hull that squares do not show on which side it is."""
    if (refuted := _on_border(space, label, rivals, weights)) is not None:
        return refuted
    last = False
    for _ in range(_TRIES):
        found = _near_face(space, label, beyond, rivals, weights)
        if found is None:
            return None
        if not isinstance(found, np.ndarray):
            places, combined = found
            if (
                beyond > 0
                and (enclosed := _enclosed(space, label, beyond, places, combined)) is not None
            ):
                return enclosed
            if last or beyond > 0:
                return _circuit(space, label, places[combined > 0])
            rivals, weights, beyond, last = places, combined, _LAST, True
            continue
        for _, outcome in _winning(space, [(label, found)]):
            return outcome
        ahead = space.units @ found
        most = float(np.delete(ahead, label).max() / ahead[label] - 1) if ahead[label] > 0 else -1.0
        if beyond <= 0:
            return None
        lower = float(np.floor(min(most / 2, beyond / 16) / SHARE)) * SHARE
        beyond = lower if lower >= _LAST else 0.0
    return None


def _circuit(space: Space, label: int, places: np.ndarray) -> IntegerRefutation | None:
    """An exact refutation by these rows and conditions, if they have just one dependency."""
    n = len(space.units)
    span = [j - (j > label) if j < n else n + space.kept[j - n] for j in places.tolist()]
    return circuit(space.rows, space.domain, *first(n, label), span)


def _near_face(
    space: Space, label: int, beyond: float, rivals: np.ndarray, weights: np.ndarray
) -> np.ndarray | tuple[np.ndarray, np.ndarray] | None:
    """From a combination that is nearly the point beyond a row: the direction in which this is
    outside, or a combination that is nearer.

    The generators with much weight span a face. Near it all others are a cone across it, and what
    is left of the combination, made longer, shows in squares again.
    """
    n = len(space.units)
    face = weights > _MUCH * weights.max()
    places, amounts = rivals[face], weights[face]
    if not (places < n).any():  # conditions alone weigh so much that no row is near
        return None
    amounts = amounts / amounts[places < n].sum()

    def generators(chosen: np.ndarray) -> np.ndarray:
        rows = (1 + beyond) * space.units[label] - space.units[np.minimum(chosen, n - 1)]
        rows[chosen >= n] = space.cone[chosen[chosen >= n] - n]
        return rows

    vectors = generators(places)
    base = vectors[places < n][0]
    _, sizes, axes = np.linalg.svd(
        vectors - np.where(places < n, 1.0, 0.0)[:, None] * base, full_matrices=False
    )
    axes = axes[sizes > _MUCH**2 * max(1.0, float(sizes.max(initial=0)))]

    def across(rows: np.ndarray) -> np.ndarray:
        return rows - rows @ axes.T @ axes

    start = across(base)
    size = float(np.sqrt(start @ start))
    if size < _FINEST * space.lengths[label]:
        return None
    start = across(start / size)  # once more, as what is left is short
    pulls, reach, pulling, ones = (
        np.zeros((0, len(start))),
        np.zeros(0),
        np.zeros(0, np.int64),
        np.ones(1),
    )
    for _ in range(_NEAR):
        spanning = np.vstack([start, pulls])
        flags = (np.arange(len(spanning)) == 0).astype(np.float64)
        square, done = min_norm_weights(
            spanning @ spanning.T, flags, ones, 1e-10 if beyond > 0 else 1e-14, _STEPS * len(start)
        )
        found = ones @ spanning
        if square <= (1e-10 if beyond > 0 else 1e-14):
            combined = np.concatenate([amounts, size * ones[1:] / reach])
            joined = np.concatenate([places, pulling])
            used = combined > 0
            # The face gives way to what joins it.
            return joined[used], _polished(
                generators(joined[used]), (joined[used] < n).astype(np.float64), combined[used]
            )
        if (pulled := pulls[ones[1:] > 0]).size:
            # What pulls is perpendicular to the direction, more exactly than squares show.
            found = across(start - pulled.T @ np.linalg.lstsq(pulled.T, start, rcond=None)[0])
        ahead = (
            (1 + beyond) * float(space.units[label] @ found)
            - space.units @ found
            - float(base @ found)
        )
        slopes = space.cone @ found
        known = np.concatenate([places, pulling])
        ahead[[label, *known[known < n]]] = np.inf
        slopes[known[known >= n] - n] = np.inf
        limit = -_FINEST * float(np.sqrt(square)) * space.lengths[label]
        behind, tight = np.argsort(ahead)[:_JOIN], np.argsort(slopes)[:_JOIN]
        new = np.concatenate([behind[ahead[behind] < limit], n + tight[slopes[tight] < limit]])
        if not len(new) or not done:
            return found if done else None
        more = across(generators(new) - np.where(new < n, 1.0, 0.0)[:, None] * base)
        lengths = np.maximum(np.sqrt(np.square(more).sum(axis=1)), 1e-300)
        pulls, reach = np.vstack([pulls, more / lengths[:, None]]), np.append(reach, lengths)
        pulling, ones = np.append(pulling, new), np.append(ones, np.zeros(len(new)))
    return None


def _on_border(
    space: Space, label: int, rivals: np.ndarray, weights: np.ndarray
) -> IntegerRefutation | None:
    """The row as a combination with small fractions, less conditions on single coordinates, in
    integers.
    """
    n = len(space.table)
    chosen = np.flatnonzero((rivals < n) & (weights > 1e-6))
    if not len(chosen):
        return None
    places = rivals[chosen].tolist()
    (own, *others) = space.rows.integers([label, *places])
    for most in _FRACTIONS:
        fractions = [Fraction(w).limit_denominator(most) for w in weights[chosen].tolist()]
        if sum(fractions) != 1:
            continue
        common = lcm(*(x.denominator for x in fractions))
        whole = [int(x * common) for x in fractions]
        above = [
            sum(w * x for w, x in zip(whole, column, strict=True)) - common * y
            for *column, y in zip(*others, own, strict=True)
        ]
        if (conditions := on_coordinates(space.domain, above)) is not None:
            factor = lcm(*(v.denominator for _, v in conditions))
            rows = sorted(
                (j - (j > label), w * factor) for j, w in zip(places, whole, strict=True) if w
            )
            return IntegerRefutation(
                tuple(rows), tuple((k, int(v * factor)) for k, v in conditions)
            )
    return None
