"""Which labels win somewhere: witnesses in bulk. Floating point suggests inputs, exact products
conclude.

``winners(rows, domain)`` maps labels (positions) to outcomes with points where they are strictly
first. It finds nearly all that can win, by directions that are cheap to make for all labels at once:
away from the mean of the rows (``aims``: of these points nothing but a power of two is kept), the
same after whitening, then by letting every undecided label push its own point away from the label
that beats it (a perceptron). A label that is missing is not impossible, only hard: ``decide``
settles it.

>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5]]))
>>> sorted(winners(rows, Domain(Inputs(2))))
[0, 1, 2]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain
from typing import TypeAlias

import numpy as np

from arrangements.decide.batches.store import Store
from arrangements.decide.dyadic.balls import rivals
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.dyadic.row_directions import Aimed, Aims
from arrangements.running import report_progress

__all__ = ["Labels", "Spread", "tried", "winners"]

_ROUNDS = 60
_LEAST = 1024  # points at least, and
_TOGETHER = 1 << 23  # numbers of points or products at a time
_TURNED = 1 << 25  # entries of rows beyond which whitening is left to others
_FAR = 1e3  # length of a far input, where the bias hardly counts
# whose code says which labels win
_MADE_BY = (
    "decide/dyadic/row_directions.py",
    "decide/dyadic/integer_inputs.py",
    "decide/dyadic/products.py",
    "decide/batches/search.py",
    "exact/linear/bounds.py",
)

Labels: TypeAlias = tuple[int, ...]
# a centre, a power and labels, some at a time: the same labels, with those of them that win
Spread: TypeAlias = Callable[[np.ndarray, int, list[Labels]], Iterable[tuple[Labels, list[int]]]]


def winners(
    rows: DyadicMatrix,
    domain: Domain,
    pushing: bool = True,
    lowest: bool = False,
    spread: Spread | None = None,
    told: Callable[[int, int], str] = lambda tried, won: "",
    store: Store | None = None,
) -> dict[int, IntegerWitness]:
    """Labels that are strictly first at some point of the domain, each with such a point;
    ``pushing``: by all means; ``lowest``: where rows tie the lowest position is first. ``spread``
    gives ``tried`` to others, in any order. ``told``: what to report after so many labels were
    tried first, so many of them with success. ``store``: labels that were tried before are not tried
    again.
    """
    found: dict[int, IntegerWitness] = dict(_aimed(rows, domain, lowest, spread, told, store))
    for points in _suggestions(rows, domain, found, pushing):
        whole, inside = domain.near(points)
        whole = whole[inside]
        for point, leader in zip(whole, rows.leaders(whole, lowest).tolist(), strict=True):
            if leader >= 0 and leader not in found:
                found[leader] = IntegerWitness(tuple(point.tolist()))
    return found


def tried(aims: Aims, power: int, labels: Labels, lowest: bool) -> list[int]:
    """The labels, of those given, that are first at their points."""
    asked = np.array(labels, np.int64)
    points = aims.points(asked, power)
    inside = aims.domain.contains(points)
    whole = np.where(inside[:, None], points, 0)
    won = inside & (aims.rows.leaders(whole, lowest) == asked)
    return [int(label) for label in asked[won]]


def _aimed(
    rows: DyadicMatrix,
    domain: Domain,
    lowest: bool,
    spread: Spread | None,
    told: Callable[[int, int], str],
    store: Store | None,
) -> Iterator[tuple[int, IntegerWitness]]:
    """Labels that are first in the direction of their own rows from the mean, at points that need
    not be kept.
    """
    aims = Aims.of(rows, domain)
    if aims is None:
        return
    left = np.arange(rows.n)
    step = max(_LEAST, _TOGETHER // max(rows.n, rows.k))
    for power in aims.powers:
        tasks = [tuple(left[k : k + step].tolist()) for k in range(0, len(left), step)]
        names = {task: _name(aims, power, task, lowest) for task in tasks}
        known = {} if store is None else _known(store, names)
        won, number = sorted(chain(*known.values())), sum(map(len, known))
        yield from ((label, Aimed(aims, label, power)) for label in won)
        tasks = [task for task in tasks if task not in known]
        for done, (task, some) in enumerate(
            ((task, tried(aims, power, task, lowest)) for task in tasks)
            if spread is None
            else spread(aims.centre, power, tasks)
        ):
            if store is not None:
                store.keep(names[task], np.array(some, "<i8").tobytes(), _MADE_BY)
            won += some
            number += len(task)
            words = f"trying the direction of each row; {len(won):,} possible, {number - len(won):,} not yet"
            words += told(number, len(won)) if len(left) == rows.n else ""
            report_progress(words, (done + 1) / len(tasks))
            yield from ((label, Aimed(aims, label, power)) for label in some)
        left = np.setdiff1d(left, won)


def _name(aims: Aims, power: int, labels: Labels, lowest: bool) -> str:
    """By which a store knows labels that were tried in these directions."""
    digest = sha256(np.array(labels, "<i8").tobytes() + aims.centre.astype("<f8").tobytes())
    return f"directions {power} {int(lowest)} {digest.hexdigest()}"


def _known(store: Store, names: Mapping[Labels, str]) -> dict[Labels, list[int]]:
    """Labels that were tried before, with those of them that win."""
    kept = ((task, store.kept(name, _MADE_BY)) for task, name in names.items())
    return {task: np.frombuffer(won, "<i8").tolist() for task, won in kept if won is not None}


def _suggestions(
    rows: DyadicMatrix, domain: Domain, found: Mapping[int, IntegerWitness], pushing: bool
) -> Iterator[np.ndarray]:
    """Points to try, in floating point; each batch for the labels that are not in ``found`` by
    then.
    """
    start = np.zeros(rows.k - 1) if domain.ball is None else domain.ball.middle
    reach = 10.0 if domain.ball is None else domain.ball.radius

    def left() -> np.ndarray:
        return np.array([i for i in range(rows.n) if i not in found], np.int64)

    # Without offsets and conditions only the direction counts.
    sizes = (_FAR, 10.0) if domain.weak or domain.equal or rows.has_offsets else (10.0,)
    if domain.ball is not None:
        sizes = (reach, reach / 4)
    if not len(left()):
        return
    middle = sum((part[:, 1:].sum(axis=0) for _, part in rows.parts()), start * 0.0) / rows.n

    def apart(labels: np.ndarray) -> np.ndarray:
        return rows.floats(labels.tolist())[:, 1:] - middle

    ways: list[Callable[[np.ndarray], np.ndarray]] = [apart]
    if pushing or rows.n * rows.k <= _TURNED:  # else those who walk begin with it
        ways.append(_turned(rows, middle))
    for step, made in enumerate(ways):
        for size in sizes:
            if len(missing := left()):
                report_progress("trying directions", (2 * step + (size < sizes[0])) / 4)
                yield start + _units(made(missing)) * size
    missing = left()
    if not pushing:
        return
    if domain.ball is not None:  # what one rival exceeds everywhere wins nowhere
        beaten = rivals(rows, domain, missing.tolist())
        missing = np.array([i for i in missing.tolist() if i not in beaten], np.int64)
    if not len(missing):
        return
    # Each label moves its own point towards itself and away from whatever is first there.
    every = rows.floats()
    vectors, offsets = every[:, 1:], every[:, 0]
    centred = vectors - middle
    points = domain.moved_in(start + _units(centred[missing]) * reach)
    light, shift = vectors.astype(np.float32), offsets.astype(np.float32)
    scale = float(np.linalg.norm(centred, axis=1).mean()) or 1.0
    best, depth = points.copy(), np.full(len(missing), -np.inf)
    for turn in range(_ROUNDS):
        report_progress("pushing", turn / _ROUNDS)
        # inputs that begin beyond float32; what is no number wins nothing
        with np.errstate(over="ignore", invalid="ignore"):
            logits = points.astype(np.float32) @ light.T + shift
        own = logits[np.arange(len(missing)), missing].copy()
        logits[np.arange(len(missing)), missing] = -np.inf
        rival = logits.argmax(axis=1)
        with np.errstate(invalid="ignore"):
            margin = own - logits[np.arange(len(missing)), rival]
        better = margin > depth
        best[better], depth[better] = points[better], margin[better]
        won = margin > 0
        if won.any():
            yield points[won]
            keep = ~won
            missing, points, best, depth, rival = (
                missing[keep],
                points[keep],
                best[keep],
                depth[keep],
                rival[keep],
            )
        if not len(missing):
            return
        push = vectors[missing] - vectors[rival]
        points = domain.moved_in(points + push * (reach / scale / (1 + turn / 10)))


def _turned(rows: DyadicMatrix, middle: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """The directions of some labels after whitening: times the inverse of the covariance of the
    rows.
    """
    n, width = rows.n, rows.k - 1
    if n < width:
        # (C'C / n + r)^-1 C' = C' (C C' / n + r)^-1, with a matrix of the smaller side
        centred = rows.floats()[:, 1:] - middle
        products = centred @ centred.T / n
        ridge = _ridge(float(np.trace(products)), width)
        turned = np.linalg.solve(products + ridge * np.eye(n), centred)
        return lambda labels: np.asarray(turned[labels])
    covariance = np.zeros((width, width))
    for _, part in rows.parts():
        moved = part[:, 1:] - middle
        covariance += moved.T @ moved / n
    covariance += _ridge(float(np.trace(covariance)), width) * np.eye(width)
    return lambda labels: np.asarray(
        np.linalg.solve(covariance, (rows.floats(labels.tolist())[:, 1:] - middle).T).T
    )


def _ridge(trace: float, width: int) -> float:
    return 1e-6 * (trace / max(1, width) or 1.0)


def _units(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-300)
