"""The coordinates in which labels are settled: an ellipsoid that the hull of all rows contains is a
ball there; and exact proofs of what floating point finds in them.

``Space`` holds the coordinates of one layer. ``winning`` rounds directions to points that prove that
labels are first somewhere. Weights become integers (``as_enclosed``) that prove with the ellipsoid
(``Space.proves_enclosed``) that labels never are, and lose the bits that no proof needs (``shortened``).

>>> from arrangements.layers.inputs import Inputs
>>> rows = np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.25, 0.25], [0, 1, 1]])
>>> space = Space.of(DyadicMatrix(rows), Domain(Inputs(2)))
>>> space.units.shape, [label for label, _ in winning(space, [(2, np.array([-1.0, -1.0]))])]
((5, 2), [2])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Enclosed, IntegerWitness, Tilted
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.ellipsoid import SHARE, Inner, whole_shares
from arrangements.exact.linear.bounds import product_error

__all__ = ["Space", "Units", "as_enclosed", "shortened", "space_of", "winning"]

_DIGITS = 50  # of coordinates where 17 are too few
_BITS = (8, 10, 12, 16, 20, 24, 28)  # of weights that are tried for a certificate that is short
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


def winning(
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


def as_enclosed(space: Space, beyond: float, rivals: np.ndarray, weights: np.ndarray) -> Enclosed:
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


def shortened(
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
