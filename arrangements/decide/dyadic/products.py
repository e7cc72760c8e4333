"""Exact logits at the speed of floating point: every row of a real layer at an input, or at
thousands of inputs, without an epsilon.

``DyadicMatrix`` holds n rows of k numbers as they came, floats of any kind or integers, each the
exact dyadic number that it is, and reads them as integers of one scale: entry = m 2^-scale. An
integer m is split, m = top 2^shift + low with |low| < 2^shift, into parts so small that a float64
matrix product of the tops with integer points never leaves the integers below 2^53
(``exact_product``): it is then exact in whatever order it is summed. What ``low`` contributes to a
difference of two products is below twice the sum of the |x_j|; so where the tops differ by that
much the rows differ in the same sense. The few pairs that are closer are compared as whole
integers.

Most points need not even that: a float32 product shows which row is first wherever it leads by more
than ``product_error`` says that rounding can do, and only the points that it leaves open are
multiplied in float64. Rows stay in the type in which they came; nothing else of their size is kept
but, of small matrices, the tops.

>>> rows = DyadicMatrix(np.array([[1.0, 0.5], [1.0, 0.75], [0.0, -3.0]]))
>>> rows.scale, rows.integers([1])
(2, [[4, 3]])
>>> rows.leaders(np.array([[1, 1], [1, -1], [4, 0]])).tolist()   # -1: a tie
[1, 2, -1]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256

import numpy as np

from arrangements.errors import BadInput, InternalError
from arrangements.exact.linear.bounds import product_error

__all__ = ["POINT_BITS", "DyadicMatrix", "alike", "exact_product", "twins"]

POINT_BITS = 17  # of the coordinates of a point, sign apart
_RANGE = 900  # float32 has 277; beyond 1,000 a float64 itself underflows
_FEW = 1 << 14  # entries up to which all are kept as integers
# bytes of products at a time; they should stay in the cache of the processor, or near
_CHUNK = 1 << 25
_LEAST = 1024  # points at least that are multiplied together in float32
_BLOCK = 1 << 22  # of these products at a time, and entries of rows
_KEPT = 1 << 25  # entries up to which tops are kept, 256 MB
_PART = 1 << 22  # entries of other rows that are looked at together
_WIDEST = 1 << 20  # columns, and
_MADE = ("_top", "alike", "light", "lengths", "_light_error")
_RANGE_LIGHT = 60  # binary digits of the largest entry on either side of 1, for products in float32


def exact_product(largest_row: int, largest_point: int) -> bool:
    """Whether float64 computes the products of integer rows and points exactly, in any order of
    summation.

    ``largest_row`` bounds the sum of the moduli of a row, ``largest_point`` the moduli of the
    coordinates: no partial sum exceeds their product, and float64 adds integers up to 2^53 without
    rounding.

    >>> exact_product(2**36, 2**17), exact_product(2**36 + 1, 2**17)
    (True, False)
    """
    return largest_row * largest_point <= 1 << 53


class DyadicMatrix:
    """Rows of finite numbers. Points are integer vectors with entries below 2^17 in modulus for
    products in bulk, of any size for one.

    ``scale``: all entries times 2^scale are integers.
    """

    def __init__(self, rows: np.ndarray) -> None:
        if rows.ndim != 2 or rows.dtype.kind not in "fiu":
            raise BadInput(
                f"rows must be a two-dimensional array of floats or integers, not {rows.ndim}-dimensional of {rows.dtype}"
            )
        if (
            rows.dtype.kind != "f"
            and rows.size
            and max(abs(int(rows.min())), abs(int(rows.max()))) > 1 << 53
        ):
            raise BadInput(
                "integers must be at most 2^53 in modulus, not larger; give them as text"
            )
        if rows.dtype.itemsize > 8:
            raise BadInput(f"floats must have at most 64 bits, not {8 * rows.dtype.itemsize}")
        self._rows = rows
        self.n, self.k = rows.shape
        self.scale, bits = _grid(rows)
        if bits > _RANGE:
            raise BadInput(f"entries must fit in {_RANGE} bits on one scale, not {bits}")
        self._bits = bits
        self._few = self._integers(slice(None)) if self._rows.size <= _FEW else None
        # The tops are as large as the bound allows: each is below 2^(bits - shift).
        self.shift = max(0, bits - (53 - POINT_BITS - max(0, self.k - 1).bit_length()))
        while not exact_product(self.k << max(0, bits - self.shift), 1 << POINT_BITS):
            self.shift += 1

    def __getstate__(self) -> dict[str, object]:
        """Without the tops, which are made again where they are needed."""
        return {key: value for key, value in self.__dict__.items() if key not in _MADE}

    @property
    def has_offsets(self) -> bool:
        """Whether not all offsets are equal, the first entries of the rows."""
        return bool(self.n and (self._rows[:, 0] != self._rows[0, 0]).any())

    def whole(self) -> DyadicMatrix:
        """These rows in memory, if they stay in a file."""
        return self if isinstance(self._rows, np.ndarray) else DyadicMatrix(np.asarray(self._rows))

    def holds(self, rows: np.ndarray) -> bool:
        """Whether these are its rows, the same object."""
        return rows is self._rows

    def parts(self) -> Iterator[tuple[int, np.ndarray]]:
        """All rows in float64, some at a time, with the position of the first."""
        step = max(1, _PART // max(1, self.k))
        for start in range(0, self.n, step):
            yield start, self.floats(slice(start, start + step))

    @cached_property
    def key(self) -> str:
        """A hash of the entries."""
        digest = sha256()
        for part in _slices(self._rows):
            digest.update(np.ascontiguousarray(part).data)
        return f"{self.n} {self.k} {digest.hexdigest()}"

    @cached_property
    def alike(self) -> dict[int, tuple[int, ...]]:
        """For each row that equals another but for the first entries, the offsets, the positions of
        all that do.
        """
        return twins(part[:, 1:] for _, part in self.parts())

    @cached_property
    def _top(self) -> np.ndarray:
        return self._tops(slice(None))

    def _tops(self, chosen: slice | np.ndarray) -> np.ndarray:
        """The entries times 2^scale, without their last ``shift`` bits."""
        return np.trunc(np.ldexp(self.floats(chosen), self.scale - self.shift))

    @cached_property
    def light(self) -> np.ndarray:
        """The rows in float32, each entry rounded to the nearest; themselves if they came so."""
        return self._rows if self._rows.dtype == np.float32 else self._rows.astype(np.float32)

    @property
    def table(self) -> np.ndarray:
        """The rows in float32 if they came so, else in float64."""
        return self._rows if self._rows.dtype == np.float32 else self.floats()

    @cached_property
    def lengths(self) -> np.ndarray:
        """The lengths of the rows, rounded up."""
        found = np.zeros(self.n)
        for start, part in self.parts():
            found[start : start + len(part)] = np.sqrt(np.square(part).sum(axis=1))
        return found * (1 + 2.0**-30)

    @cached_property
    def _light_error(self) -> float:
        """Times the length of an integer point below 2^24: more than a float32 product of it with
        any row can be off; infinite where entries are so large or small that it says nothing.

        An entry is rounded once before, so that a term meets k + 1 roundings. The largest entry is
        at least 2^-60: products that underflow, and entries that are flushed to zero, make up less
        than 2^-18 of the bound.
        """
        size = self._bits - self.scale  # the largest entry is below 2^size, at least half of that
        if not (abs(size) < _RANGE_LIGHT and self._bits and 0 < self.k < _WIDEST):
            return np.inf
        return product_error(self.k + 1, 24) * float(self.lengths.max(initial=0)) * (1 + 2.0**-16)

    def floats(self, chosen: Sequence[int] | np.ndarray | slice = slice(None)) -> np.ndarray:
        """The chosen rows in float64, which holds them exactly."""
        return np.asarray(self._rows[chosen], np.float64)

    def integers(self, chosen: Sequence[int]) -> list[list[int]]:
        """The chosen rows times 2^scale."""
        if self._few is not None and len(chosen):
            return [self._few[k] for k in chosen]
        return self._integers(list(chosen))

    def _integers(self, chosen: Sequence[int] | slice) -> list[list[int]]:
        # A float times a power of two is that float with another exponent; as an integer it may
        # have many digits.
        return [[_times_power(x, self.scale) for x in row] for row in self.floats(chosen).tolist()]

    def products(self, points: np.ndarray) -> np.ndarray:
        """The tops times the points: one row per point, exact integers in float64."""
        _demand_short(points)
        whole = np.asarray(points, np.float64)
        if self._rows.size <= _KEPT:
            return whole @ self._top.T
        found = np.empty((len(whole), self.n))
        step = max(1, _PART // max(1, self.k))
        for start in range(0, self.n, step):
            part = slice(start, start + step)
            found[:, part] = whole @ self._tops(part).T
        return found

    def picked(self, chosen: np.ndarray, point: np.ndarray) -> np.ndarray:
        """The tops of some rows times one point, exact integers in float64."""
        made = self.__dict__.get("_top")
        tops = self._tops(chosen) if made is None else made[chosen]
        return np.asarray(tops @ np.asarray(point, np.float64))

    def reaching(self, points: np.ndarray, floors: np.ndarray) -> list[np.ndarray]:
        """For every point the rows whose tops times the point may be at least a floor, among few
        others: by products in float32 and a bound on their rounding, if that says something.
        """
        if not (self.n > 1 and np.isfinite(self._light_error)):
            return [
                np.flatnonzero(own >= least)
                for own, least in zip(self.products(points), floors, strict=True)
            ]
        _demand_short(points)
        whole = points.astype(np.float64)
        lengths = np.sqrt(np.square(whole).sum(axis=1)) * (1 + 2.0**-30)
        # What a top leaves out, times the point, is less than the sum of the moduli.
        least = floors - np.abs(whole).sum(axis=1)
        least -= 2.0**-40 * np.abs(least)
        bounds = np.ldexp(least, self.shift - self.scale) - self._light_error * lengths * (
            1 + 2.0**-20
        )
        bounds = np.nextafter(bounds.astype(np.float32), np.float32(-np.inf))
        shorter = points.astype(np.float32)
        found: list[list[np.ndarray]] = [[] for _ in points]
        step = max(1, _BLOCK // max(self.k, len(points), 1))
        for start in range(0, self.n, step):
            near = shorter @ self.light[start : start + step].T >= bounds[:, None]
            place, row = np.nonzero(near)
            ends = np.searchsorted(place, np.arange(len(points) + 1))
            for k in np.flatnonzero(np.diff(ends)).tolist():
                found[k].append(start + row[ends[k] : ends[k + 1]])
        return [np.concatenate(own) if own else np.zeros(0, np.int64) for own in found]

    def leaders(self, points: np.ndarray, lowest: bool = False) -> np.ndarray:
        """For every point the row with the strictly largest product; where rows tie -1, or the
        ``lowest`` of them. Entries at most 2^17 in modulus.
        """
        out = np.empty(len(points), np.int64)
        step = max(1, _CHUNK // max(1, 8 * self.n))
        light = self.n > 1 and np.isfinite(self._light_error)
        left: list[np.ndarray] = []
        wide = max(_LEAST, 2 * step)
        for start in range(0, len(points), wide) if light else ():
            first, sure = self._surely(points[start : start + wide])
            out[start : start + wide] = first
            left.append(start + np.flatnonzero(~sure))
        open_ = np.concatenate(left) if light and left else np.arange(len(points))
        for start in range(0, len(open_), step):
            chosen = open_[start : start + step]
            part = points[chosen]
            products = self.products(part)
            first = products.argmax(axis=1)
            best = products[np.arange(len(part)), first]
            # Without low limbs only equal products are close.
            room = np.maximum(2 * np.abs(part).sum(axis=1) - 1, 0) if self.shift else 0
            near = products >= (best - room)[:, None]
            close = np.count_nonzero(near, axis=1)
            for p in np.flatnonzero(close > 1):
                first[p] = self._leader_among(np.flatnonzero(near[p]), part[p], lowest)
            out[chosen] = first
        return out

    def _surely(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The row that is first in float32, and whether rounding cannot have made it so."""
        _demand_short(points)
        line, shorter = np.arange(len(points)), points.astype(np.float32)
        first = np.zeros(len(points), np.int64)
        best, second = np.full((2, len(points)), -np.inf, np.float32)
        step = max(1, _BLOCK // max(self.k, len(points)))
        for start in range(0, self.n, step):
            products = shorter @ self.light[start : start + step].T
            place = products.argmax(axis=1)
            own = products[line, place]
            products[line, place] = -np.inf
            second = np.maximum(second, products.max(axis=1))
            better = own > best
            second = np.maximum(second, np.where(better, best, own))
            first[better], best = start + place[better], np.where(better, own, best)
        # of integers below 2^17 the squares add up without rounding worth a name
        lengths = np.sqrt(np.square(points.astype(np.float64)).sum(axis=1)) * (1 + 2.0**-30)
        apart = best.astype(np.float64) - second.astype(np.float64)
        return first, apart > 2 * self._light_error * lengths * (1 + 2.0**-30)

    def _leader_among(self, chosen: np.ndarray, point: np.ndarray, lowest: bool) -> int:
        values = self.exact(chosen, [int(x) for x in point])
        best = max(values)
        return int(chosen[values.index(best)]) if lowest or values.count(best) == 1 else -1

    def exact(self, chosen: Sequence[int] | np.ndarray, point: Sequence[int]) -> list[int]:
        """The products of the chosen rows, times 2^scale, with one integer point of any size."""
        return [
            sum(a * b for a, b in zip(row, point, strict=True) if b)
            for row in self.integers(list(chosen))
        ]

    def values(self, point: Sequence[int]) -> np.ndarray:
        """The products of all rows, times 2^scale, with one integer point of any size: Python
        integers, by exact products of limbs.
        """
        pieces = _pieces(point)
        step = self.n if self._rows.size <= _KEPT else max(1, _PART // max(1, self.k))
        parts = [
            self._values(slice(start, start + step), pieces) for start in range(0, self.n, step)
        ]
        return np.concatenate(parts) if parts else np.zeros(0, object)

    def _values(self, chosen: slice, pieces: list[np.ndarray]) -> np.ndarray:
        shift = self.shift
        limb = self._top if self._rows.size <= _KEPT else self._tops(chosen)
        total = np.zeros(len(limb), object)
        # In units of 2^shift; what is left of them is below 1, and exact, as it is part of a float.
        rest = np.ldexp(self.floats(chosen), self.scale - shift) - limb if shift else limb
        while True:
            for place, piece in enumerate(pieces):
                total += (limb @ piece).astype(np.int64).astype(object) << (
                    shift + POINT_BITS * place
                )
            if not shift:
                return total
            step = min(shift, 53 - POINT_BITS - self.k.bit_length())
            shift, rest = shift - step, np.ldexp(rest, step)
            limb = np.trunc(rest)
            rest = rest - limb


def twins(parts: Iterable[np.ndarray]) -> dict[int, tuple[int, ...]]:
    """For each row that is equal to another the positions of all that are; the rows come in parts,
    one after the other.
    """
    every = (row for part in parts for row in np.ascontiguousarray(part + 0.0))  # no negative zeros
    return alike(sha256(row.data).digest() for row in every)


def alike(values: Iterable[Hashable]) -> dict[int, tuple[int, ...]]:
    """For each value that is equal to another the positions of all that are."""
    same: dict[Hashable, list[int]] = {}
    for place, value in enumerate(values):
        same.setdefault(value, []).append(place)
    return {place: tuple(places) for places in same.values() if len(places) > 1 for place in places}


def _demand_short(points: np.ndarray) -> None:
    if np.abs(points).max(initial=0) > 1 << POINT_BITS:
        raise InternalError(
            f"points must have entries of at most 2^{POINT_BITS}, or their products may be rounded"
        )


def _pieces(point: Sequence[int]) -> list[np.ndarray]:
    """Vectors p_0, p_1, .. below 2^17 in modulus with point = p_0 + 2^17 p_1 + .."""
    pieces: list[np.ndarray] = []
    rest = [abs(x) for x in point]
    signs = [-1 if x < 0 else 1 for x in point]
    while any(rest) or not pieces:
        pieces.append(
            np.array(
                [s * (x & ((1 << POINT_BITS) - 1)) for s, x in zip(signs, rest, strict=True)],
                np.float64,
            )
        )
        rest = [x >> POINT_BITS for x in rest]
    return pieces


def _times_power(x: float, power: int) -> int:
    numerator, denominator = x.as_integer_ratio()
    return (numerator << power) // denominator if power >= 0 else numerator >> -power


def _slices(rows: np.ndarray) -> Iterator[np.ndarray]:
    """The rows, some at a time."""
    step = max(1, _PART // 4 // max(1, rows.shape[1]))
    for start in range(0, len(rows), step):
        yield rows[start : start + step]


def _grid(rows: np.ndarray) -> tuple[int, int]:
    """The least s such that all entries times 2^s are integers, and the bits of the largest of
    these.
    """
    largest = max((abs(float(rows.max(initial=0))), abs(float(rows.min(initial=0)))))
    # NumPy's largest and least of entries with a NaN are NaN.
    if not np.isfinite(largest):
        raise BadInput("entries must be finite")
    if not largest:
        return 0, 0
    scale = 0
    for part in _slices(rows):
        values = np.asarray(part, np.float64)
        mantissas, exponents = np.frexp(values)
        whole = np.ldexp(mantissas, 53).astype(np.int64)
        # The lowest set bit of m 2^-53 2^e is 2^(tz(m) + e - 53).
        low = whole & -whole
        lowest = (
            exponents[values != 0]
            - 53
            + np.log2(low[values != 0].astype(np.float64)).astype(np.int64)
        )
        scale = max(scale, -int(lowest.min(initial=0)))
    return scale, int(np.frexp(largest)[1]) + scale
