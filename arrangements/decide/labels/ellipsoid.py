"""An ellipsoid inside the convex hull of all rows, and with it proofs that a row is dominated from
weights that are only nearly right.

**The ellipsoid.** Shares w_j > 0 of the rows r_j add up to 1, their centre is c, M is the sum of
w_j (r_j - c)(r_j - c)', and B any matrix (the frame). For a vector y the weights w_j (1 + y'B(r_j -
c)) add up to 1 and give the point c + M B'y; they are positive if |y| < 1 / max |B(r_j - c)|. Let F
= B M B' differ from the identity by a matrix of norm at most e < 1. Then every vector z is M B'y
with y = F^-1 B z (both sides have the same product with B, which has an inverse as F has), and |y|
<= |B z| / (1 - e). So every c + z with |B z| < (1 - e) / max |B(r_j - c)| is a combination of all
rows with positive weights. For one vector z, y'B(r_j - c) > -1 for each row suffices, where y differs
from B z by at most e / (1 - e) |B z|: of many rows none is as far in the direction of y as the
farthest is from the centre, so that z may be several times as long.

**Dominated rows.** Row i is never strictly first on inputs x with <a_k, x> >= 0 if weights p_j >= 0
of the rows, adding up to 1, weights v_k >= 0 of the conditions, and some t > 0 have |B E| < t (1 -
e) / max |B(r_j - c)|, where

    E = (1 + t) r_i - sum of p_j r_j - t c + sum of v_k a_k.

For let z = E / t: then (1 + t) r_i + sum of v_k a_k = sum of p_j r_j + t (c + z), where c + z is a
combination of all rows with positive weights. Where i is first, and there is another row, the left
side has the larger product with x. The p_j may include i.

Everything is computed in float64, and all rounding is bounded (``product_error``), so that what is
accepted holds.

>>> rows = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1], [0, 0]])
>>> inner, none = Inner.of(rows), (np.zeros((0, 2)), np.zeros(0))
>>> inner.proves(rows, 4, 0.125, np.array([0, 1]), np.array([0.5078125, 0.4921875]), *none)  # nearly right is enough
True
>>> inner.proves(rows, 0, 0.125, np.array([2, 3]), np.array([0.5, 0.5]), *none)
False
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np

from arrangements.exact.linear.bounds import product_error
from arrangements.running import report_progress

__all__ = ["SHARE", "Inner", "combined", "whole_shares"]

SHARE = 2.0**-40  # shares and weights are multiples
_TURNS = 4  # of the shares towards rows that are far out
_ROUND = 1.5  # how much longer than the mean the longest may be, squared, to need no turn
_PART = 1 << 22  # entries looked at together
_TOGETHER = 16  # labels at least that are proved together
_USED = 0.45  # of the radius: checkers, with bounds of their own, use a half
_MOST = 0.9  # of 1, where each row is looked at: checkers use 0.95
_LEAST_ROWS = 1.0  # in the direction of a vector some row is farther than that from the centre
_EXACT = 0.01  # rounding that is taken, and a few times as much by checkers
_AMPLE = 4  # times the bound on rounding, for the same reason
_UP = 1 + 2.0**-20  # more than the rounding of a few operations on bounds
# moduli between its inverse and itself, or zero, neither overflow nor underflow in any product here
_RANGE = 2.0**200


@dataclass(frozen=True)
class Inner:
    """``shares``, ``centre`` (c, rounded), ``frame`` (B) as above; ``radius`` and ``slack`` are
    proven.

    ``slack`` bounds |B(c - centre)|.
    """

    shares: np.ndarray
    centre: np.ndarray
    frame: np.ndarray
    radius: float
    slack: float
    away: float  # e
    farthest: float  # max |B(r_j - c)|
    size: float  # of the frame, the root of the sum of the squares of its entries
    longest: float  # the length of a row
    lengths: np.ndarray  # of B(r_j - c), nearly

    @classmethod
    def of(cls, rows: np.ndarray) -> Inner | None:
        """A large ellipsoid; None if the rows do not span their space, as far as floating point can
        tell, or are too large or small.
        """
        n, width = rows.shape
        if not 0 < width < n or not all(_moderate(part) for _, part in _parts(rows)):
            return None
        weights = np.full(n, 1 / n)
        for turn in range(_TURNS):
            centre, form = combined(weights[None], rows)[0], np.zeros((width, width))
            for start, part in _parts(rows):
                report_progress("looking for the inside", (turn + start / n / 2) / _TURNS)
                # a product of a matrix with itself takes half of the time of others
                moved = (part - centre) * np.sqrt(weights[start : start + len(part), None])
                form += moved.T @ moved
            try:
                frame = np.linalg.inv(np.linalg.cholesky(form))
            except np.linalg.LinAlgError:
                return None
            if not np.isfinite(frame).all():
                return None
            if turn == _TURNS - 1:
                break
            lengths, short = np.zeros(n), rows.dtype.itemsize < 8
            light = _light(frame) if short else frame
            for start, part in _parts(rows):
                report_progress("looking for the inside", (turn + (1 + start / n) / 2) / _TURNS)
                with np.errstate(over="ignore", invalid="ignore"):
                    far = np.square((part - centre).astype(light.dtype) @ light.T).sum(axis=1)
                lengths[start : start + len(part)] = far
            # Of weights w the mean of the squares is the width.
            if not np.isfinite(lengths).all() or lengths.max() < _ROUND * width:
                break
            weights = weights * lengths
            weights /= weights.sum()
        # Certificates hold the frame in float32; one that it cannot hold is none.
        return cls.proved(rows, whole_shares(weights), _light(frame).astype(np.float64))

    @classmethod
    def proved(cls, rows: np.ndarray, shares: np.ndarray, frame: np.ndarray) -> Inner | None:
        """With the radius and the slack that hold for the shares and the frame; None if there is no
        radius.
        """
        n, width = rows.shape
        if not all(_moderate(part) for _, part in _parts(rows)) or not _moderate(frame):
            return None
        if (shares <= 0).any() or shares.sum() != 1:
            return None
        centre = combined(shares[None], rows)[0]
        size = float(np.sqrt(np.square(frame).sum())) * _UP
        lengths = _lengths(rows) * _UP
        # |centre - c| is at most that factor times the longest row
        slack = product_error(n + 1) * size * float(lengths.max()) * _UP
        base = frame @ centre
        # of B(r - c) as computed, in length
        error = product_error(width + 3) * size * (lengths + lengths.max()) * _UP + slack
        form, farthest, spread = np.zeros((width, width)), 0.0, 0.0
        images = np.zeros(n)
        for start, every in _parts(rows):
            report_progress("looking at the inside", start / n)
            part = every @ frame.T - base
            own, off = shares[start : start + len(part)], error[start : start + len(part)]
            far = np.sqrt(np.square(part).sum(axis=1)) * _UP
            images[start : start + len(part)] = far
            part *= np.sqrt(own)[:, None]
            form += part.T @ part
            farthest = max(farthest, float((far + off).max()))
            # How much the true sum of w_j B(r_j - c)(r_j - c)'B' may differ from the computed one.
            spread += (
                # a term has been rounded five times before it is added: roots, their products with
                # the images, and the products of these
                float(own @ (2 * far * off + off * off + product_error(n + 6) * far * far)) * _UP
            )
        away = (
            float(np.sqrt(np.square(form - np.eye(width)).sum())) + spread
        ) * _UP + width * 2.0**-50
        if not (away < _EXACT and float(error.max()) < _EXACT * farthest):
            return None
        radius, longest = _USED * (1 - away) / farthest / _UP, float(lengths.max())
        return cls(shares, centre, frame, radius, slack, away, farthest, size, longest, images)

    def to_bytes(self) -> bytes:
        """As ``read`` takes it."""
        file = BytesIO()
        np.savez(file, **vars(self) | {"frame": _light(self.frame)})
        return file.getvalue()

    @classmethod
    def read(cls, data: bytes) -> Inner:
        """From bytes of ``to_bytes``, which nobody else has touched: nothing is proved again."""
        with np.load(BytesIO(data), allow_pickle=False) as found:
            parts: dict[str, Any] = dict(found)
        # all in float64, and numbers without dimensions
        return cls(**{name: part.astype(np.float64)[()] for name, part in parts.items()})

    def proves(
        self,
        rows: np.ndarray,
        label: int,
        t: float,
        places: np.ndarray,
        weights: np.ndarray,
        conditions: np.ndarray,
        amounts: np.ndarray,
    ) -> bool:
        """Whether the weights of the rows at ``places``, and the amounts of the conditions, prove
        that a row is dominated.
        """
        made = self.vector(rows, label, t, places, weights, conditions, amounts)
        if made is None:
            return False
        found, error = made
        return bool(self.short(rows, found[None], np.array([error]), np.array([t]))[0])

    def vector(
        self,
        rows: np.ndarray,
        label: int,
        t: float,
        places: np.ndarray,
        weights: np.ndarray,
        conditions: np.ndarray,
        amounts: np.ndarray,
    ) -> tuple[np.ndarray, float] | None:
        """The vector E, and a bound on what the frame times it is off by; None if weights are none,
        or too large or small.
        """
        if (
            not 2.0**-40 <= t <= 2.0**20
            or (weights < 0).any()
            or weights.sum() != 1
            or (amounts < 0).any()
        ):
            return None
        if (np.ldexp(weights, 40) % 1).any() or not (_moderate(conditions) and _moderate(amounts)):
            return None
        own, others = rows[label].astype(np.float64), rows[places].astype(np.float64)
        found = (1 + t) * own - weights @ others - t * self.centre + amounts @ conditions
        sizes = (
            (1 + t) * np.abs(own)
            + weights @ np.abs(others)
            + t * np.abs(self.centre)
            + amounts @ np.abs(conditions)
        )
        terms = len(places) + len(amounts) + 8
        # The vector is off by at most gamma times its sizes, and the product with the frame by
        # another gamma.
        error = (
            product_error(terms + len(own) + 4)
            * np.sqrt(np.square(np.abs(self.frame) @ sizes).sum())
            * _UP
        )
        return found, float(error)

    def short(
        self, rows: np.ndarray, found: np.ndarray, error: np.ndarray, t: np.ndarray
    ) -> np.ndarray:
        """Whether vectors E, times the frame off by so much, prove that rows are dominated."""
        images = found @ self.frame.T
        length, doubt = np.sqrt(np.square(images).sum(axis=1)), _AMPLE * error + t * self.slack
        good = length * _UP + doubt * _UP < t * self.radius
        left = np.flatnonzero(~good & (length * _LEAST_ROWS < t) & np.isfinite(doubt))
        if len(left):
            turned, least = images[left] @ self.frame, np.full(len(left), np.inf)
            base = turned @ self.centre
            for _, every in _parts(rows):
                least = np.minimum(least, (turned @ every.T).min(axis=1) - base)
            length, doubt, t = length[left], doubt[left], t[left]
            slack = (doubt + self.away / (1 - self.away) * (length + doubt)) * self.farthest
            slack += product_error(2 * rows.shape[1] + 8) * length * self.size * 2 * self.longest
            slack += length * self.slack
            good[left] = least - _AMPLE * slack > -_MOST * t
        return np.asarray(good)

    def proves_tilted(
        self, rows: np.ndarray, labels: np.ndarray, beyond: np.ndarray, vectors: np.ndarray
    ) -> np.ndarray:
        """Whether the weights that vectors y give to all rows prove, each, that a row is dominated.

        Whatever the weights are, they are taken as float64 computes them, so that only sums and
        what follows is rounded. Weights below 2^-60 of the largest count as none, against
        underflow.
        """
        n, width = rows.shape
        lengths = _lengths(rows) * _UP
        norm = float(np.sqrt(np.square(self.frame).sum())) * _UP
        middle = float(np.sqrt(np.square(self.centre).sum())) * _UP
        logarithms, out = np.log(self.shares), np.zeros(len(labels), bool)
        step = max(_TOGETHER, _PART // n)
        for start in range(0, len(labels), step):
            part = slice(start, start + step)
            t, own = beyond[part, None], rows[labels[part]].astype(np.float64)
            turned = vectors[part] @ self.frame
            weights = np.hstack([turned @ every.T for _, every in _parts(rows)])
            weights += logarithms
            weights -= weights.max(axis=1, keepdims=True)
            np.exp(weights, out=weights)
            weights[~(weights > 2.0**-60)] = 0.0
            total = weights.sum(axis=1, keepdims=True)
            found = (1 + t) * own - combined(weights, rows) / total - t * self.centre
            sizes = (1 + t[:, 0]) * lengths[labels[part]] + t[:, 0] * middle
            sizes += (weights @ lengths) / total[:, 0] * _UP
            error = product_error(2 * n + width + 12) * norm * sizes * _UP
            t = t[:, 0]
            fits = (t >= 2.0**-40) & (t <= 2.0**20)
            out[part] = fits & self.short(rows, found, error, t)
        return out


def _parts(rows: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """The rows in float64, some at a time, with the position of the first."""
    step = max(1, _PART // max(1, rows.shape[1]))
    for start in range(0, len(rows), step):
        yield start, rows[start : start + step].astype(np.float64, copy=False)


def _light(frame: np.ndarray) -> np.ndarray:
    """The frame in float32; infinite where that is too short for it."""
    with np.errstate(over="ignore"):
        return frame.astype(np.float32)


def combined(weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Sums of the rows with weights, one for each line of weights, in float64. Any sum of n terms
    is as near, whatever the order.
    """
    found = np.zeros((len(weights), rows.shape[1]))
    for start, part in _parts(rows):
        found += weights[:, start : start + len(part)] @ part
    return found


def _lengths(rows: np.ndarray) -> np.ndarray:
    return np.concatenate([np.sqrt(np.square(part).sum(axis=1)) for _, part in _parts(rows)])


def whole_shares(weights: np.ndarray, least: float = 1.0) -> np.ndarray:
    """Multiples of 2^-40 near the weights, at least ``least`` of them each, that add up to one
    exactly.
    """
    counts = np.maximum(np.rint(weights / weights.sum() / SHARE), least)
    counts[counts.argmax()] += 1 / SHARE - counts.sum()
    return counts * SHARE


def _moderate(values: np.ndarray) -> bool:
    sizes = np.abs(values)
    return bool(((sizes == 0) | ((sizes > 1 / _RANGE) & (sizes < _RANGE))).all())
