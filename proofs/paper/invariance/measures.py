"""Measures of two vectors: identities for all vectors of every dimension, or two small vectors for
which the value changes.

A measure is a function of the inner products ⟨x,x⟩, ⟨x,y⟩, ⟨y,y⟩ and the lengths |x|, |y|. A change
turns these five numbers into five others, some of them known multiples of the old ones and the rest
new symbols. If the measure of the new numbers is identical to that of the old ones, it is
invariant; if not, an example is searched for.

Query-normalised similarity is (c_i − m) / s: c_i is the cosine of the query q and row x_i, m is the
mean of c_1, ..., c_n over all rows, and s² = ((c_1 − m)² + ... + (c_n − m)²) / n; it is not defined
where s = 0. (Dividing by n − 1 instead multiplies all values by √((n − 1)/n), so the table is the
same.) The query is changed with the rows; it may be one of the rows or not, and the examples hold
in both cases.

>>> cell(MEASURES[0], "rescaling").verdict
'invariant'
>>> cell(MEASURES[0], "translation").evidence
'x = (1, 0), y = (0, 1), v = (1, 0): 0 becomes sqrt(2)/2'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from arrangements.exact.numbers import Algebraic, Exact, Scalar, exact, sign, text
from proofs.paper.algebra.matrices import Algebra
from proofs.paper.algebra.polynomials import Element, rational_functions
from proofs.paper.invariance.cells import Cell, Vector, changed, vector_text

__all__ = ["MEASURES", "Measure", "cell", "root_text"]

Five = tuple[Element, Element, Element, Element, Element]  # <x,x>, <x,y>, <y,y>, |x|, |y|


@dataclass(frozen=True)
class Measure:
    """``parts(xx, xy, yy, |x|, |y|)`` are numbers that determine the measure; if exactly one of
    them changes, so does the measure. ``value`` is its exact value as text, made of the parts.

    A ``weighted`` measure takes x'S y for the inner product, with a given positive semidefinite S.
    A ``standardised`` one is (part − mean) / deviation, mean and deviation of the part over all
    rows y.
    """

    id: str
    text: str
    parts: Callable[..., tuple[Element, ...]]
    value: Callable[..., str] = lambda part: text(part)
    weighted: bool = False
    standardised: bool = False


MEASURES = (
    Measure("cosine", "⟨x,y⟩ / (|x| |y|)", lambda xx, xy, yy, lx, ly: (xy / (lx * ly),)),
    Measure("dot product", "⟨x,y⟩", lambda xx, xy, yy, lx, ly: (xy,)),
    Measure(
        "Euclidean distance",
        "|x − y|",
        lambda xx, xy, yy, lx, ly: (xx - 2 * xy + yy,),
        lambda square: root_text(square),
    ),
    Measure(
        "norm-scaled cosine",
        "a cos + (1 − a)(|x| + |y|), 0 < a < 1",
        lambda xx, xy, yy, lx, ly: (xy / (lx * ly), lx + ly),
        lambda cos, lengths: _sum_text((lengths, ""), (cos - lengths, "a")),
    ),
    Measure(
        "word rotator's distance",
        "|x| − |y| + l arccos(cos), l > 0",
        lambda xx, xy, yy, lx, ly: (xy / (lx * ly), lx - ly),
        lambda cos, lengths: _sum_text((lengths, ""), _angle(cos)),
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
            measure.id,
            change,
            "invariant",
            f"identity, before and after: {', '.join(map(str, after))}{every}",
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
            different = sum(a != b for a, b in zip(before, after, strict=True))
            if different == 1:
                weight = ", S = diag(1, 4)" if measure.weighted else ""
                return f"x = {vector_text(x)}, y = {vector_text(y)}, {how}{weight}: {measure.value(*before)} becomes {measure.value(*after)}"
    return ""


def root_text(square: Scalar) -> str:
    """The root of a number that is not negative, with the sign in front for a signed square.

    >>> root_text(Fraction(2)), root_text(Fraction(-4, 9))
    ('sqrt(2)', '-2/3')
    """
    size = -square if sign(square) < 0 else square
    root = text(exact(f"sqrt({size})")) if isinstance(size, Fraction) else f"sqrt({text(size)})"
    return f"-{root}" if sign(square) < 0 else root


# l arccos(cos) is this multiple of l pi where 4 cos |cos| is the key.
_ANGLES: dict[Exact, Fraction] = {
    4: Fraction(0),
    3: Fraction(1, 6),
    2: Fraction(1, 4),
    1: Fraction(1, 3),
    0: Fraction(1, 2),
    -1: Fraction(2, 3),
    -2: Fraction(3, 4),
    -3: Fraction(5, 6),
    -4: Fraction(1),
}


def _angle(cos: Scalar) -> tuple[Scalar, str]:
    """l arccos(cos) as a coefficient and a symbol."""
    square = 4 * sign(cos) * cos * cos
    if square in _ANGLES:
        return _ANGLES[square], "l pi"
    return Fraction(1), f"l arccos({text(cos)})"


def _sum_text(*terms: tuple[Scalar, str]) -> str:
    """A sum of numbers times symbols, without zero terms.

    >>> _sum_text((Fraction(4), ""), (Fraction(-3), "a")), _sum_text((Fraction(0), ""), (Fraction(3, 4), "l pi"))
    ('4 - 3 a', '3 l pi/4')
    """
    result = ""
    for factor, symbol in terms:
        if not factor:
            continue
        minus = isinstance(factor, Fraction) and factor < 0
        result += (" - " if minus else " + ") if result else "-" * minus
        size = -factor if minus else factor
        if not symbol:
            result += text(size)
        elif isinstance(size, Fraction):
            result += f"{size.numerator} " * (size.numerator != 1) + symbol
            result += f"/{size.denominator}" * (size.denominator != 1)
        else:
            result += f"({text(size)}) {symbol}"
    return result or "0"


def _standardised_example(change: str, vectors: list[Vector]) -> str:
    """A small query q and the first three small rows x, y, z for which the value of q and x
    changes, where q is not one of the rows, and where it is.
    """
    for q, *rows in sorted(
        permutations(vectors, 4), key=lambda rows: sum(abs(c) for v in rows for c in v)
    ):
        before = _with_and_without(q, rows)
        if None in before:
            continue
        for how, (moved, *others) in changed(change, (q, *rows)):
            after = _with_and_without(moved, others)
            if None not in after and all(a != b for a, b in zip(before, after, strict=True)):
                return (
                    f"q = {vector_text(q)}, rows "
                    + ", ".join(f"{n} = {vector_text(v)}" for n, v in zip("xyz", rows, strict=True))
                    + f", {how}: value of q and x: {root_text(before[0])} becomes {root_text(after[0])}"
                    + f"; with q as a fourth row {root_text(before[1])} becomes {root_text(after[1])}"
                )
    return ""


def _with_and_without(q: Vector, rows: Sequence[Vector]) -> tuple[Any, Any]:
    return _standardised(q, rows), _standardised(q, [*rows, q])


def _standardised(q: Vector, rows: Sequence[Vector]) -> Scalar | None:
    """(c − m)|c − m| / s² of the query and the first row; None if s = 0 or the cosines lie in
    several fields.
    """
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
    return sign(cosines[0] - mean) * (cosines[0] - mean) ** 2 / variance if variance else None


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
