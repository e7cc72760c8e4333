"""Cosines after a repair of the whole matrix: mean-centring, whitening, removal of the top k
principal components.

U has the labels as rows; Z = J U is the centred matrix, J = 1 − f f' with f = (1, ..., 1)/√n; P =
Z'Z. Whitening replaces Z by Z P^(−1/2), which has Gram matrix Z P⁻¹ Z'; removal of the top k
principal components replaces Z by Z (1 − V V') with V'V = 1 and P V = V L, L the k largest
eigenvalues. A change acts on Z as Z → t Z X. It leaves the cosines alone if it multiplies the Gram
matrix of the repaired rows by t².

>>> cell("whitening", "linear").verdict, cell("mean-centring", "linear").verdict
('invariant', 'changes')
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import isqrt
from typing import Any

from proofs.paper.algebra.matrices import Algebra, Matrix
from proofs.paper.algebra.polynomials import rational_functions
from proofs.paper.algebra.trials import multiply, right_inverse, transpose
from proofs.paper.invariance.cells import Cell, Vector, changed, row_factors, vector_text
from proofs.paper.invariance.measures import root_text
from proofs.paper.verdicts.claim import Step
from proofs.paper.verdicts.evidence import fact

__all__ = ["REPAIRS", "cell", "more_components", "whitened_simplex"]

REPAIRS = {
    "mean-centring": "cosine of the rows of Z = U − mean",
    "whitening": "cosine of the rows of Z P^−1/2, P = Z^T Z invertible",
    "removal of the top k principal components": "cosine of the rows of Z (1 − V V^T), V the first k eigenvectors of P, a gap after them",
}

_SHAPES = {
    "U": "n d",
    "f": "n 1",
    "w": "d 1",
    "Z": "n d",
    "P": "d d",
    "V": "d k",
    "A": "d d",
    "D": "d d",
    "Q": "d d",
    "L": "n n",
}


def cell(repair: str, change: str) -> Cell:
    """Decide one cell."""
    steps = _identities(repair, change)
    if steps and all(step.outcome == "holds" for step in steps):
        return Cell(
            repair, change, "invariant", "identity: " + "; ".join(step.says for step in steps)
        )
    example = _example(repair, change)
    return Cell(repair, change, "changes" if example else "open", example or "no small example")


def _identities(repair: str, change: str) -> list[Step]:
    """Identities that would make the repaired cosines invariant; tried for every cell, and not all
    of them hold.
    """
    algebra = Algebra(
        _SHAPES,
        symmetric="P",
        diagonal="D L",
        invertible="A D P",
        orthonormal="f V",
        orthogonal="Q",
    )
    U, f, w, Z, P, V, A, D, Q, L = algebra.letters("U f w Z P V A D Q L")
    (t,) = rational_functions(["t"])
    one = algebra.one("d")
    J = algebra.one("n") - f @ f.T
    # The changed matrix, and the X and the factor t with which it should act on Z.
    after, X, factor = {
        "translation": (U + f @ w.T, one, t**0),
        "linear": (U @ A, A, t**0),
        "rescaling": (t * U, one, t),
        "row scaling": (L @ U, one, t**0),
        "diagonal": (U @ D, D, t**0),
        "rotation": (U @ Q, Q, t**0),
    }[change]
    steps = [algebra.identity("centring: Z becomes t Z X", J @ after, factor * (J @ U @ X))]
    moved = factor * (Z @ X)
    if repair == "mean-centring":
        steps.append(
            algebra.identity("(t Z X)(t Z X)' = t² Z Z'", moved @ moved.T, factor**2 * (Z @ Z.T))
        )
    elif repair == "whitening":
        inverse = _inverse(X) @ P.inv @ _inverse(X).T
        says = "(Z X)(X'P X)⁻¹(Z X)' = Z P⁻¹ Z' with (Z X)'(Z X) = X'P X"
        steps.append(algebra.identity(says, (Z @ X) @ inverse @ (Z @ X).T, Z @ P.inv @ Z.T))
    else:
        removed, removed_before = one - X.T @ V @ V.T @ X, one - V @ V.T
        steps.append(
            algebra.identity(
                "(X'P X)(X'V) = X'P V: X'V are the eigenvectors after the change",
                X.T @ P @ X @ X.T @ V,
                X.T @ P @ V,
            )
        )
        gram = moved @ removed @ (moved @ removed).T
        steps.append(
            algebra.identity(
                "the Gram matrix is multiplied by t²",
                gram,
                factor**2 * (Z @ removed_before @ removed_before.T @ Z.T),
            )
        )
    return steps


def whitened_simplex() -> Step:
    """Three labels in the plane: centred and whitened, all their cosines are -1/2, whatever they
    were.
    """
    zero, one, two, five = (Fraction(c) for c in (0, 1, 2, 5))
    found = set()
    for rows in (((zero, zero), (one, zero), (zero, one)), ((one, two), (two, five), (zero, one))):
        squares = _after_whitening(rows)
        found |= {squares[i][j] for i, j in combinations(range(3), 2)} if squares else set()
    detail = f"cosines of all pairs: {', '.join(map(root_text, sorted(found)))}"
    return fact(
        "whitened cosines of any three labels that span the plane are −1/2 (two examples)",
        found == {Fraction(-1, 4)},
        detail,
    )


def more_components(change: str, k: int = 2) -> Step:
    """From the example for k = 1 one for every k: each row with every choice of signs in k − 1 more
    columns ±M.

    The covariance stays that of the plane beside a large multiple of the identity, so the top k
    components are the new axes and the first one of the plane; what is left are the rows that were
    left, each several times.
    """
    name = f"removal of the top {k} principal components under {change}: changes"
    found = _changing("removal of the top k principal components", change)
    if found is None:
        return Step(name, "open", "no small example", ())
    rows, number, how, i, j = found
    far = Fraction(1000)
    signs = tuple(product((far, -far), repeat=k - 1))
    copies = [(row, extra) for row in rows for extra in signs]
    before = [(*row, *extra) for row, extra in copies]
    scaled = changed(change, rows)[number][1]
    factors = (
        row_factors(number, len(rows)) if change == "row scaling" else (Fraction(1),) * len(rows)
    )
    after = [
        (*row, *(f * x for x in extra))
        for row, f in zip(scaled, factors, strict=True)
        for extra in signs
    ]
    values = [_after_top_removal(tuple(side)) for side in (before, after)]
    at = (i * len(signs), j * len(signs))
    entries = [side[at[0]][at[1]] if side else None for side in values]
    text = f"U = {', '.join(map(vector_text, rows))}, each with ±{far} in {k - 1} more column(s), {how}: cosine of the copies of rows "
    text += f"{i + 1}, {j + 1}: {' becomes '.join('none' if e is None else root_text(e) for e in entries)}"
    return fact(name, None not in entries and entries[0] != entries[1], text)


def _after_top_removal(rows: tuple[Vector, ...]) -> Squares | None:
    """Where the columns beyond the second are principal axes with larger eigenvalues than the plane
    has.
    """
    Z = _centred(rows)
    P = multiply(transpose(Z), Z)
    d = range(len(P))
    if any(P[a][b] for a in d for b in d if a != b and max(a, b) > 1) or any(
        P[a][a] <= P[0][0] + P[1][1] for a in d[2:]
    ):
        return None
    return _after_removal(tuple(row[:2] for row in Z))


def _inverse(X: Matrix) -> Matrix:
    (word,) = X.terms
    return X.T if word and word[0][0] == "Q" else X.inv


def _example(repair: str, change: str) -> str:
    """The first small rows in the plane for which a repaired cosine changes."""
    if (found := _changing(repair, change)) is None:
        return ""
    rows, number, how, i, j = found
    before, after = (
        _GRAMS[repair](side)[i][j] for side in (rows, changed(change, rows)[number][1])
    )
    case = " (k = 1)" if "top k" in repair else ""
    return f"U = {', '.join(map(vector_text, rows))}, {how}{case}: cosine of rows {i + 1}, {j + 1}: {root_text(before)} becomes {root_text(after)}"


def _changing(repair: str, change: str) -> tuple[tuple[Vector, ...], int, str, int, int] | None:
    """Rows, the number of an instance of the change with its text, and two rows whose repaired
    cosine it changes.
    """
    gram = _GRAMS[repair]
    points = [(Fraction(a), Fraction(b)) for a, b in product((0, 1, 2, -1), repeat=2)]
    for size in (3, 4):
        for rows in combinations(points, size):
            before = gram(rows)
            if before is None:
                continue
            for number, (how, other) in enumerate(changed(change, rows)):
                after = gram(other)
                if after is None:
                    continue
                for i, j in combinations(range(size), 2):
                    if before[i][j] != after[i][j]:
                        return rows, number, how, i, j
    return None


Squares = tuple[tuple[Fraction, ...], ...]


def _centred(rows: tuple[Vector, ...]) -> tuple[Vector, ...]:
    mean = [sum(column, Fraction(0)) / len(rows) for column in transpose(rows)]
    return tuple(tuple(x - m for x, m in zip(row, mean, strict=True)) for row in rows)


def _signed_squares(gram: Squares) -> Squares | None:
    n = range(len(gram))
    if not all(gram[i][i] for i in n):
        return None  # a zero row has no cosines
    return tuple(
        tuple(gram[i][j] * abs(gram[i][j]) / (gram[i][i] * gram[j][j]) for j in n) for i in n
    )


def _after_centring(rows: tuple[Vector, ...]) -> Squares | None:
    Z = _centred(rows)
    return _signed_squares(multiply(Z, transpose(Z)))


def _after_whitening(rows: tuple[Vector, ...]) -> Squares | None:
    Z = _centred(rows)
    try:
        return _signed_squares(
            multiply(multiply(Z, right_inverse(multiply(transpose(Z), Z))), transpose(Z))
        )
    except ZeroDivisionError:
        return None


def _after_removal(rows: tuple[Vector, ...]) -> Squares | None:
    """Only where the first eigenvector of P is simple and rational."""
    Z = _centred(rows)
    (a, b), (_, c) = multiply(transpose(Z), Z)
    spread = (a - c) * (a - c) + 4 * b * b
    root = Fraction(isqrt(spread.numerator), isqrt(spread.denominator))
    if not spread or root * root != spread:
        return None
    first = (
        (((a - c) + root) / 2, b)
        if b
        else ((Fraction(1), Fraction(0)) if a > c else (Fraction(0), Fraction(1)))
    )
    other = (-first[1], first[0])
    kept: tuple[Vector, ...] = tuple((row[0] * other[0] + row[1] * other[1],) for row in Z)
    return _signed_squares(multiply(kept, transpose(kept)))


_GRAMS: dict[str, Callable[[tuple[Vector, ...]], Any]] = {
    "mean-centring": _after_centring,
    "whitening": _after_whitening,
    "removal of the top k principal components": _after_removal,
}
