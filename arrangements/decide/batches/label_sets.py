"""Many label sets of one layer: which rows are positive and which negative, asked thousands of
times.

All sets share the rows and their products: a set only changes signs. Where there are many columns
all sets of a batch first look for an input together, downhill on the squares of what their rows
lack, by products of matrices. For the others the point of the convex hull of the signed rows that is
nearest to the origin (``kernels.hulls.min_norm``) is an input, if it is not the origin, and then the
deepest one; otherwise the rows that span the origin refute: where these are one more than there are
columns, by bounds on the rounding of their weights, all at once (``exact.linear.positive_weights``), else by
integers (``decide_one.circuit``). Inputs are rounded, and put into all rows by exact products. Sets that
neither decides are missing; they are settled by themselves.

>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 1, 0], [0, 0, 1], [1, -1, -1]]))
>>> found = decided_signs(rows, Domain(Inputs(2)), [(1, 1, 1), (-1, -1, -1), (0, -1, -1)])
>>> {place: type(outcome).__name__ for place, outcome in sorted(found.items())}
{0: 'IntegerWitness', 1: 'Clash', 2: 'IntegerWitness'}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Clash,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
)
from arrangements.decide.dyadic.products import POINT_BITS, DyadicMatrix
from arrangements.decide.labels.decide_one import circuit, decide_one
from arrangements.exact.linear import unit
from arrangements.exact.linear.positive_weights import shown_positive
from arrangements.kernels.hulls.min_norm import min_norm_of_signs
from arrangements.layers.inputs.ends import Ends
from arrangements.layers.questions.question import Question, comparisons
from arrangements.running import report_progress

__all__ = ["decided_signs", "proves_surrounded", "weighted"]

_STEPS = 20  # of a walk, times the width
_SHORT = 1e-20  # a square of a distance taken for zero, where rows have length 1
_BLUR = 1e-12  # a square that rounding may make of it
_SOME = 1e-12  # a weight that counts
_TOGETHER = 1 << 22  # weights of sets that walk one after another, and are proved together
_WIDE = 32  # columns from which inputs are looked for downhill
_TURNS = 60  # downhill
_KEPT = 8  # steps that are remembered there
_FAR = 1e-4  # beyond each row, relative to lengths: what is offered as an input
_AMPLE = 4.0  # times the bound on rounding: whoever proves it again may round otherwise


@dataclass(frozen=True)
class _Cone:
    """``vectors``: the rows, q > 0 and the conditions, of length 1 but for those that are ``odd``,
    with their ``products``; ``round_``: the same as wide in all directions, in float32, and
    ``frame`` turns what is found there back; None if they do not span.
    """

    vectors: np.ndarray
    products: np.ndarray
    odd: np.ndarray
    round_: np.ndarray | None
    frame: np.ndarray | None

    @classmethod
    def of(cls, rows: DyadicMatrix, domain: Domain) -> _Cone:
        vectors = np.vstack([rows.floats(), np.eye(1, rows.k), _conditions(domain)])
        lengths = np.sqrt(np.square(vectors).sum(axis=1))
        odd = ~((lengths > 1e-100) & (lengths < 1e100))
        vectors = np.where(odd[:, None], 0.0, vectors / np.where(odd, 1.0, lengths)[:, None])
        round_ = frame = None
        if rows.k >= _WIDE:
            try:
                frame = np.linalg.inv(np.linalg.cholesky(vectors.T @ vectors))
            except np.linalg.LinAlgError:
                frame = None
        if frame is not None and np.isfinite(frame).all():
            turned = vectors @ frame.T
            sizes = np.maximum(np.sqrt(np.square(turned).sum(axis=1)), 1e-30)
            round_ = (turned / sizes[:, None]).astype(np.float32)
        return cls(vectors, vectors @ vectors.T, odd, round_, frame)


_CONES: dict[str, _Cone] = {}  # of this process: workers get many batches of one layer


def _cone(rows: DyadicMatrix, domain: Domain) -> _Cone:
    key = f"{rows.key} {domain.key}"
    if key not in _CONES:
        _CONES.clear()
        _CONES[key] = _Cone.of(rows, domain)
    return _CONES[key]


def decided_signs(
    rows: DyadicMatrix, domain: Domain, sets: Sequence[Sequence[int]]
) -> dict[int, Outcome]:
    """Outcomes of sets, by their positions in the list; signs are 1, -1, or 0 for free."""
    cone, n, out = _cone(rows, domain), rows.n, dict[int, Outcome]()
    if cone.odd[n:].any():
        return {}
    asked = np.ones((len(sets), len(cone.vectors)), np.int8)
    asked[:, :n] = np.array(sets, np.int8)
    left = np.flatnonzero(~(asked[:, cone.odd] != 0).any(axis=1) & asked[:, :n].any(axis=1))
    if cone.round_ is not None and cone.frame is not None:
        report_progress("looking for inputs of label sets")
        points = _downhill(cone.round_, asked[left]) @ cone.frame
        found = _verified(rows, domain, asked[left, :n], points)
        out.update((int(left[k]), outcome) for k, outcome in found.items())
        left = np.array([k for k in left.tolist() if k not in out], np.int64)
    step = max(1, _TOGETHER // (len(cone.vectors) + (rows.k + 1) ** 2))
    for start in range(0, len(left), step):
        report_progress("settling label sets", start / len(left))
        part = left[start : start + step]
        ended = _walked(rows, domain, cone, asked[part])
        out.update((int(part[k]), outcome) for k, outcome in ended)
    return out


def _walked(
    rows: DyadicMatrix, domain: Domain, cone: _Cone, asked: np.ndarray
) -> Iterator[tuple[int, Outcome]]:
    """Outcomes by the nearest points of hulls."""
    n, steps = rows.n, _STEPS * rows.k
    weights, squares, done = min_norm_of_signs(cone.products, asked.astype(np.float64), steps)
    points = (weights * asked) @ cone.vectors  # shows what squares do not
    short = np.square(points).sum(axis=1)
    yield from _verified(
        rows, domain, asked[:, :n], np.where((done & (short > _SHORT))[:, None], points, 0.0)
    ).items()
    spans: dict[int, list[int]] = {}
    for place in np.flatnonzero(~(done & (short > _SHORT)) & (squares < _BLUR)).tolist():
        used = np.flatnonzero(weights[place] > _SOME)
        spans[place] = used[np.argsort(-weights[place, used], kind="stable")].tolist()
    proved = _surrounding(rows, domain, [(asked[k, :n], span) for k, span in spans.items()])
    for (place, span), shown in zip(spans.items(), proved, strict=True):
        pairs = tuple((k, -1) if asked[place, k] > 0 else (-1, k) for k in span if k < n)
        around = Clash(pairs, tuple(k - n for k in span if k >= n))
        outcome: Outcome | None = around
        if not shown:
            question = Question("signs", tuple(asked[place, :n].tolist()))
            outcome = _circuit(rows, domain, around, question)
        if outcome is not None:
            yield place, outcome


def _surrounding(
    rows: DyadicMatrix,
    domain: Domain,
    spans: Sequence[tuple[np.ndarray, Sequence[int]]],
    ample: float = _AMPLE,
) -> list[bool]:
    """Of signs and positions of rows and conditions whether these have positive weights that add up
    to zero; False also where bounds on rounding do not show it.
    """
    out = [False] * len(spans)
    if not spans:
        return out
    table = rows.floats()
    conditions = domain.floats(range(1 + len(domain.weak)))
    for size in (rows.k, rows.k + 1):  # without constants, and with them
        chosen = [k for k, (_, span) in enumerate(spans) if len(span) == size]
        if not chosen:
            continue
        signs = np.array([spans[k][0] for k in chosen])
        at = np.array([sorted(spans[k][1]) for k in chosen], np.int64)
        strict = (at <= rows.n).any(axis=1)
        vectors = np.vstack([table, conditions])[at]
        signed = at < rows.n
        vectors[signed] *= signs[np.nonzero(signed)[0], at[signed]][:, None]
        level = ~vectors[:, :, 0].any(axis=1)
        if size == rows.k:
            vectors = vectors[:, :, 1:]
        shown = strict & shown_positive(vectors.transpose(0, 2, 1), ample)
        if size == rows.k:
            shown &= level
        for k, holds in zip(chosen, shown.tolist(), strict=True):
            out[k] = holds
    return out


def proves_surrounded(rows: DyadicMatrix, domain: Domain, outcome: Clash, asked: Question) -> bool:
    """Whether the conditions, wherever they come from, refute a label set."""
    signs = np.array(asked.positions, np.int8)
    most = 1 + len(domain.weak)
    if domain.equal or domain.ball is not None or len(signs) != rows.n:
        return False
    if not all(min(pair) == -1 < max(pair) < rows.n for pair in outcome.pairs):
        return False
    if not all(signs[max(pair)] == (1 if pair[1] == -1 else -1) for pair in outcome.pairs):
        return False
    if not all(0 <= k < most for k in outcome.inputs):
        return False
    span = [max(pair) for pair in outcome.pairs] + [rows.n + k for k in outcome.inputs]
    return len(set(span)) == len(span) and _surrounding(rows, domain, [(signs, span)], 2.0)[0]


def weighted(rows: DyadicMatrix, domain: Domain, outcome: Clash, asked: Question) -> Outcome:
    """The refutation of a label set by a clash, with exact weights."""
    found = _circuit(rows, domain, outcome, asked)
    return found or decide_one(rows, domain, *comparisons(asked, rows.n))


def _circuit(
    rows: DyadicMatrix, domain: Domain, around: Clash, asked: Question
) -> IntegerRefutation | None:
    """Exact weights of the conditions of a clash, if they have them."""
    plus, minus, *_ = comparisons(asked, rows.n)
    chosen = np.flatnonzero(asked.positions)
    among = np.searchsorted(chosen, [max(pair) for pair in around.pairs]).tolist()
    span = [*among, *(len(plus) + k for k in around.inputs)]
    return circuit(rows, domain, plus, minus, span)


def _downhill(vectors: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """For each line of signs a point at which the vectors, times these, are positive, as far as
    one is found; else zeros.

    The function is the sum of the squares of what products lack to 1. All points move together, by
    the method of Broyden, Fletcher, Goldfarb and Shanno with limited memory.
    """
    own = signs.astype(np.float32)
    out = np.zeros((len(own), vectors.shape[1]))
    alive = np.arange(len(own))
    base = own @ vectors
    base /= np.maximum(((base @ vectors.T) * own).mean(axis=1), 1e-6)[:, None]
    along, length = np.zeros_like(base), np.ones(len(own), np.float32)
    slopes, values = np.zeros_like(base), np.full(len(own), np.inf, np.float32)
    moves, turns = np.zeros((2, _KEPT, *base.shape), np.float32)
    inverse, known = np.zeros((_KEPT, len(own)), np.float32), np.zeros(len(own), np.int64)
    for _ in range(_TURNS):
        k = alive
        if not len(k):
            break
        x = base[k] + length[k, None] * along[k]
        products = x @ vectors.T
        products *= own[k]
        # what is left out is far enough
        least = np.where(own[k] == 0, np.inf, products).min(axis=1)
        won = least > _FAR * np.sqrt(np.square(x).sum(axis=1))
        out[k[won]] = x[won]
        lack = np.maximum(1 - products, 0)
        lack *= own[k]
        value = np.square(lack).sum(axis=1) / 2
        slope = -lack @ vectors
        fall = np.einsum("ij,ij->i", slopes[k], x - base[k])
        good = ~(value > values[k] + 1e-4 * np.minimum(fall, 0) + 1e-6 * value)
        at = k[good]
        move, turn = x[good] - base[at], slope[good] - slopes[at]
        product = np.einsum("ij,ij->i", move, turn)
        some = (product > 1e-12) & np.isfinite(values[at])
        place, kept = known[at[some]] % _KEPT, at[some]
        moves[place, kept], turns[place, kept] = move[some], turn[some]
        inverse[place, kept] = 1 / product[some]
        known[kept] += 1
        base[at], slopes[at], values[at] = x[good], slope[good], value[good]
        length[k] = np.where(good, 1.0, 0.4 * length[k])
        along[k] = -_bent(slopes[k], moves[:, k], turns[:, k], inverse[:, k], known[k])
        alive = k[~won]
    return out


def _bent(
    slope: np.ndarray,
    moves: np.ndarray,
    turns: np.ndarray,
    inverse: np.ndarray,
    known: np.ndarray,
) -> np.ndarray:
    """The slopes, times what the pairs that are remembered say of the inverse of the second
    derivatives.
    """
    line, parts = np.arange(len(slope)), []
    slope = slope.copy()
    for back in range(1, _KEPT + 1):
        place, used = (known - back) % _KEPT, known >= back
        part = inverse[place, line] * np.einsum("ij,ij->i", moves[place, line], slope)
        part = np.where(used, part, 0.0).astype(np.float32)
        slope -= part[:, None] * turns[place, line]
        parts.append((place, used, part))
    newest = (known - 1) % _KEPT
    size = np.square(turns[newest, line]).sum(axis=1) * inverse[newest, line]
    scale = np.full(len(slope), slope.shape[1] / max(1, slope.shape[1] * 4), np.float32)
    np.divide(1.0, size, out=scale, where=size > 0)
    slope *= scale[:, None]
    for place, used, part in reversed(parts):
        rest = part - inverse[place, line] * np.einsum("ij,ij->i", turns[place, line], slope)
        slope += np.where(used, rest, 0.0).astype(np.float32)[:, None] * moves[place, line]
    return slope


def _conditions(domain: Domain) -> np.ndarray:
    """Conditions of the domain, scaled to length near 1."""
    found = np.zeros((len(domain.weak), domain.d + 1))
    if isinstance(domain.weak, Ends):
        for row, (constant, place, factor) in zip(found, domain.weak.entries, strict=True):
            row[[0, place + 1]] = unit([constant, factor])
    else:
        for row, values in zip(found, domain.weak, strict=True):
            row[:] = unit(values)
    return found


def _verified(
    rows: DyadicMatrix, domain: Domain, signs: np.ndarray, points: np.ndarray
) -> dict[int, IntegerWitness]:
    """The points that are inputs and give the signs, rounded to integers."""
    sizes = np.abs(points).max(axis=1, keepdims=True)
    shares = np.divide(points, sizes, out=np.zeros_like(points), where=sizes > 0)
    whole = np.rint(shares * (1 << (POINT_BITS - 1))).astype(np.int64)
    places = np.flatnonzero(domain.contains(whole))
    whole, signs = whole[places], signs[places]
    values = rows.products(whole) * signs
    slack = 2 * np.abs(whole).sum(axis=1, keepdims=True) if rows.shift else 0
    asked = signs != 0
    good = ~(asked & (values <= -slack)).any(axis=1)
    close = asked & (values <= slack) & good[:, None]
    for p in np.flatnonzero(close.any(axis=1)).tolist():
        some = np.flatnonzero(close[p])
        exact = rows.exact(some, whole[p].tolist())
        good[p] = all(x * s > 0 for x, s in zip(exact, signs[p, some].tolist(), strict=True))
    return {
        int(place): IntegerWitness(tuple(point))
        for place, point, holds in zip(places.tolist(), whole.tolist(), good.tolist(), strict=True)
        if holds
    }
