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

Coordinates are those in which the ellipsoid is a ball (``space``); ``decided_labels`` decides labels of
one layer. Between the two walks it may try weights of all rows (``exponential_weights``), where these
cost less.

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
from fractions import Fraction
from math import lcm

import numpy as np

from arrangements.decide.dyadic.outcomes import (
    Decided,
    Enclosed,
    IntegerRefutation,
    Outcome,
)
from arrangements.decide.labels.decide_one import circuit, first, on_coordinates
from arrangements.decide.labels.ellipsoid import SHARE
from arrangements.decide.labels.exponential_weights import LEAST, tilted
from arrangements.decide.labels.space import Space, as_enclosed, shortened, winning
from arrangements.decide.labels.walk_to_centre import inward
from arrangements.kernels.hulls.min_norm import min_norm_weights
from arrangements.kernels.hulls.together import min_norm_together
from arrangements.running import report_progress

__all__ = ["decided_labels", "exactly_refuted", "steps_worthwhile"]

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
_FRACTIONS = (64, 4096, 1 << 20)  # denominators of weights that are tried on the border
_MADE_UNITS = 1 << 25  # entries of units of rivals that are made for labels that walk together
_TILTS = 1000  # steps of weights of all rows at most, and
_FEW_TILTS = 12  # steps that do not help


def decided_labels(space: Space, labels: Sequence[int]) -> dict[int, Outcome]:
    """Outcomes of labels; what is missing must be settled by itself."""
    inside, ahead = inward(space, labels)
    out: dict[int, Outcome] = {**inside}
    out.update(winning(space, ahead) if ahead else ())
    labels = [label for label in labels if label not in out]
    n, width = space.table.shape
    if steps := steps_worthwhile(n, width, len(labels)):
        weighed, ahead = tilted(space, labels, steps)
        out.update(weighed)
        out.update(winning(space, ahead) if ahead else ())
        labels = [label for label in labels if label not in out]
    size = _BATCH if space.light is not None else max(1, _MADE_UNITS // (_WIDE * width**2))
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
            out.update(shortened(space, enclosed))
    return out


def steps_worthwhile(n: int, width: int, number: int = LEAST) -> int:
    """How many steps of so many labels with weights of all rows cost less than half of their walks,
    as measured; 0 if these are too few.
    """
    # seconds of a label; for few of them a step takes as long as for some
    walk, step = 1.9 * (width / 1024) ** 3.3, 6e-11 * n * width * max(1.0, LEAST / max(1, number))
    steps = int(min(_TILTS, walk / 2 / step))
    return steps if steps >= _FEW_TILTS else 0


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
            yield from winning(self.space, points)
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


def _enclosed(
    space: Space, label: int, beyond: float, rivals: np.ndarray, weights: np.ndarray
) -> Enclosed | None:
    found = as_enclosed(space, beyond, rivals, weights)
    return found if space.proves(label, found) else None


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
        for _, outcome in winning(space, [(label, found)]):
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
