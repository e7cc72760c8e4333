"""Measures of two vectors: identities for all vectors of every dimension, or two small vectors for
which the value changes.

A measure is a function of the inner products ⟨x,x⟩, ⟨x,y⟩, ⟨y,y⟩ and the lengths |x|, |y|. A change
turns these five numbers into five others, some of them known multiples of the old ones and the rest
new symbols. If the measure of the new numbers is identical to that of the old ones, it is
invariant; if not, an example is searched for.

Query-normalised similarity is (c_i − m) / s: c_i is the cosine of the query q and row x_i, m is the
mean of c_1, ..., c_n over all rows, and s² = ((c_1 − m)² + ... + (c_n − m)²) / n; it is not defined
where s = 0. (Dividing by n − 1 instead multiplies all values by √((n − 1)/n), so the table is the
same.) The query is changed with the rows; in the examples it is one of them.

>>> cell(MEASURES[0], "rescaling").verdict
'invariant'
>>> cell(MEASURES[0], "translation").evidence
'x = (1, 0), y = (0, 1), v = (1, 0): 0 becomes sqrt(2)/2'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from arrangements.exact.numbers import Algebraic, Scalar, exact, sign, text
from proofs.paper.algebra.matrices import Algebra
from proofs.paper.algebra.polynomials import Element, rational_functions
from proofs.paper.invariance.cells import Cell, Vector, changed, vector_text

__all__ = ["MEASURES", "Measure", "cell"]

Five = tuple[Element, Element, Element, Element, Element]  # <x,x>, <x,y>, <y,y>, |x|, |y|


@dataclass(frozen=True)
class Measure:
    """``parts(xx, xy, yy, |x|, |y|)`` are numbers that determine the measure; if exactly one of
    them changes, so does the measure.

    A ``weighted`` measure takes x'S y for the inner product, with a given positive semidefinite S.
    A ``standardised`` one is (part − mean) / deviation, mean and deviation of the part over all
    rows y.
    """

    id: str
    text: str
    parts: Callable[..., tuple[Element, ...]]
    weighted: bool = False
    standardised: bool = False


MEASURES = (
    Measure("cosine", "⟨x,y⟩ / (|x| |y|)", lambda xx, xy, yy, lx, ly: (xy / (lx * ly),)),
    Measure("dot product", "⟨x,y⟩", lambda xx, xy, yy, lx, ly: (xy,)),
    Measure(
        "Euclidean distance",
        "|x − y|, here squared",
        lambda xx, xy, yy, lx, ly: (xx - 2 * xy + yy,),
    ),
    Measure(
        "norm-scaled cosine",
        "α cos + (1 − α)(|x| + |y|), 0 < α < 1, here cos and |x| + |y|",
        lambda xx, xy, yy, lx, ly: (xy / (lx * ly), lx + ly),
    ),
    Measure(
        "word rotator's distance",
        "|x| − |y| + c arccos(cos), c > 0, here cos and |x| − |y|",
        lambda xx, xy, yy, lx, ly: (xy / (lx * ly), lx - ly),
    ),
    Measure(
        "soft cosine",
        "x^T S y / √(x^T S x · y^T S y), S given",
        lambda xx, xy, yy, lx, ly: (xy / (lx * ly),),
        weighted=True,
    ),
    Measure(
        "query-normalised similarity",
        "(cos(q, x) − mean_q) / std_q, mean and deviation of the cosines over all rows x",
        lambda xx, xy, yy, lx, ly: (xy / (lx * ly),),
        standardised=True,
    ),
)

# The S of the examples; the identities hold for every S.
_WEIGHTS = (Fraction(1), Fraction(4))


def cell(measure: Measure, change: str) -> Cell:
    """Decide one cell."""
    old, new = _five(), _five_after(change, measure.weighted)
    before, after = measure.parts(*old), measure.parts(*new)
    if before == after:
        every = (
            " of the query and every row, so the mean and the deviation"
            if measure.standardised
            else ""
        )
        return Cell(
            measure.id, change, "invariant", f"identity: {', '.join(map(str, after))}{every}"
        )
    example = _example(measure, change)
    return Cell(measure.id, change, "changes" if example else "open", example or "no small example")


_NAMES = (
    "xx",
    "xy",
    "yy",
    "lx",
    "ly",
    "xv",
    "yv",
    "vv",
    "t",
    "p",
    "q",
    "mxx",
    "mxy",
    "myy",
    "mlx",
    "mly",
)


def _symbols() -> dict[str, Element]:
    return dict(zip(_NAMES, rational_functions(_NAMES), strict=True))


def _five() -> Five:
    s = _symbols()
    return s["xx"], s["xy"], s["yy"], s["lx"], s["ly"]


def _five_after(change: str, weighted: bool) -> Five:
    """The five numbers after the change, as far as they are determined; t = |t|, p, q are positive,
    m.. are unknown.
    """
    s = _symbols()
    xx, xy, yy, lx, ly = _five()
    unknown = s["mxx"], s["mxy"], s["myy"], s["mlx"], s["mly"]
    if change == "rescaling":
        t = s["t"]
        return t**2 * xx, t**2 * xy, t**2 * yy, t * lx, t * ly
    if change == "row scaling":
        p, q = s["p"], s["q"]
        return p**2 * xx, p * q * xy, q**2 * yy, p * lx, q * ly
    if change == "translation":
        xv, yv, vv = s["xv"], s["yv"], s["vv"]
        return xx + 2 * xv + vv, xy + xv + yv + vv, yy + 2 * yv + vv, *unknown[3:]
    if change == "rotation" and not weighted and _rotations_keep_inner_products():
        return xx, xy, yy, lx, ly
    return unknown


def _rotations_keep_inner_products() -> bool:
    algebra = Algebra({"Q": "d d", "x": "d 1", "y": "d 1"}, orthogonal="Q")
    Q, x, y = algebra.letters("Q x y")
    return algebra.identity("(Qx)'(Qy) = x'y", (Q @ x).T @ (Q @ y), x.T @ y).outcome == "holds"


def _example(measure: Measure, change: str) -> str:
    """The first small vectors in the plane for which exactly one part of the measure changes."""
    vectors: list[Vector] = [
        (Fraction(a), Fraction(b)) for a, b in product((1, 0, 2, 3, -1), repeat=2) if a or b
    ]
    if measure.standardised:
        return _standardised_example(change, vectors[:8])
    for x, y in sorted(
        product(vectors, repeat=2), key=lambda pair: sum(abs(c) for v in pair for c in v)
    ):
        for how, rows in changed(change, (x, y)):
            if not all(any(row) for row in rows):
                continue
            before, after = _values(measure, (x, y)), _values(measure, rows)
            different = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
            if len(different) == 1:
                ((a, b),) = different
                weight = ", S = diag(1, 4)" if measure.weighted else ""
                return f"x = {vector_text(x)}, y = {vector_text(y)}, {how}{weight}: {text(a)} becomes {text(b)}"
    return ""


def _standardised_example(change: str, vectors: list[Vector]) -> str:
    """The first three small rows, the first of which is the query, where the value of the query and
    the second row changes.
    """
    for rows in sorted(
        permutations(vectors, 3), key=lambda rows: sum(abs(c) for v in rows for c in v)
    ):
        if (before := _standardised(rows)) is None:
            continue
        for how, other in changed(change, rows):
            if (after := _standardised(other)) is not None and before != after:
                q, x, z = map(vector_text, rows)
                return f"rows q = {q}, x = {x}, z = {z}, {how}: signed square of the value of q and x: {text(before)} becomes {text(after)}"
    return ""


def _standardised(rows: tuple[Vector, ...]) -> Scalar | None:
    """(c − m)|c − m| / s² of the query, the first row, and the second one; None if s = 0 or the
    cosines lie in several fields.
    """
    q = rows[0]
    inner = [(_dot(q, row), _dot(q, q) * _dot(row, row)) for row in rows]
    roots = [exact(f"sqrt({lengths})") for _, lengths in inner]
    if (
        not all(roots)
        or len({str(root.field) for root in roots if isinstance(root, Algebraic)}) > 1
    ):
        return None
    cosines: list[Any] = [product / root for (product, _), root in zip(inner, roots, strict=True)]
    mean = sum(cosines) / len(cosines)
    variance = sum((c - mean) ** 2 for c in cosines) / len(cosines)
    return sign(cosines[1] - mean) * (cosines[1] - mean) ** 2 / variance if variance else None


def _dot(v: Vector, w: Vector) -> Fraction:
    return sum((a * b for a, b in zip(v, w, strict=True)), Fraction(0))


def _values(measure: Measure, rows: tuple[Vector, ...]) -> tuple[Scalar, ...]:
    x, y = rows
    weights = _WEIGHTS if measure.weighted else (Fraction(1), Fraction(1))

    def inner(v: Vector, w: Vector) -> Fraction:
        return sum((s * a * b for s, a, b in zip(weights, v, w, strict=True)), Fraction(0))

    return measure.parts(
        inner(x, x),
        inner(x, y),
        inner(y, y),
        exact(f"sqrt({inner(x, x)})"),
        exact(f"sqrt({inner(y, y)})"),
    )
