"""Counter-examples near a given configuration: one row is changed, as little as possible.

Rows change along straight lines: a row is made longer or shorter (which keeps the cosines), or a
point is moved. The minors of U are linear in each row, and those of the differences B U too, for
the row can be subtracted from all other rows but one. So everything that happens on a line happens
at the roots of linear functions, which are found exactly, in the field of the configuration.

>>> from arrangements import load
>>> lengths = argmax_lengths(load("paper/5.5-model-1"), "3")
>>> str(lengths.ends[1]), str(lengths), lengths.minors
('5*sqrt(2)/2', 'label 3 is an argmax label exactly for lengths > 5*sqrt(2)/2', 105)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from arrangements.decide.answers import decide_argmax
from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.exact import linear
from arrangements.exact.numbers import Scalar, common_field, sign, text
from arrangements.exact.numbers.roots import nth_root
from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.parser import question_of
from proofs.search.counterexamples.arrows import chain
from proofs.search.counterexamples.pairs import Pair, make
from proofs.search.determinations.determination import Determination, Domain

__all__ = ["Lengths", "Near", "argmax_lengths", "lose_argmax", "nearest"]

_MOST_MINORS = 50_000  # that are held while an entry moves
LEAST = "the least change"
_BETWEEN = "no least change: all factors"
Vector = Sequence[Any]


@dataclass(frozen=True)
class Near:
    """A pair whose second configuration differs from the first in one row: how, and how small the
    change is.
    """

    pair: Pair
    label: str
    change: str
    size: str


@dataclass(frozen=True)
class Lengths:
    """The lengths of one row, its direction kept, for which its label can come first: all but those
    of a closed interval, the gap.

    ``factors`` are the ends of the gap in units of the present ``length``; 0 is no length, and the
    gap starts after it. (None, None): there is no gap. ``minors`` were examined.
    """

    label: str
    factors: tuple[Scalar | None, Scalar | None]
    length: Scalar
    minors: int

    @property
    def ends(self) -> tuple[Scalar | None, Scalar | None]:
        """The ends of the gap as lengths."""
        low, high = self.factors
        return (
            (None, None)
            if low is None or high is None
            else (_product(low, self.length), _product(high, self.length))
        )

    def __str__(self) -> str:
        low, high = self.ends
        if high is None:
            return f"label {self.label} is an argmax label for every length"
        outside = f"lengths < {text(low)} or > {text(high)}" if low else f"lengths > {text(high)}"
        return f"label {self.label} is an argmax label exactly for {outside}"

    def to_json(self) -> dict[str, object]:
        low, high = (None if end is None else text(end) for end in self.ends)
        return {
            "label": self.label,
            "length": text(self.length),
            "not_argmax_from": low,
            "not_argmax_to": high,
        }


def _product(a: Scalar, b: Scalar) -> Scalar:
    """The product of two numbers, which may lie in different fields."""
    _, (x, y) = common_field([a, b])
    return x * y


def argmax_lengths(configuration: Configuration, label: str) -> Lengths:
    """For which lengths of its row the label can come first; the others are all as they are.

    The lengths for which it cannot are those that put the row into the convex hull of the others: a
    closed interval, whose ends other than 0 are roots of minors of the differences.
    """
    i = _index(configuration, label)
    row = configuration.rows[i]
    if not any(row):
        raise BadInput(f"row must be non-zero to have other lengths (label {short_repr(label)})")
    roots, minors = _roots(configuration, i, row)
    positive = sorted(1 + t for t in roots if sign(1 + t) > 0)
    inside = [f for f in positive if not decide_argmax(_scaled(configuration, i, f), label)[0]]
    square: Any = sum(x * x for x in row)
    length = nth_root(square, 2)
    if not inside:
        return Lengths(label, (None, None), length, minors)
    from_zero = not decide_argmax(_scaled(configuration, i, positive[0] / 2), label)[0]
    return Lengths(label, (Fraction(0) if from_zero else inside[0], inside[-1]), length, minors)


def lose_argmax(
    what: Determination, configuration: Configuration, label: str
) -> tuple[Lengths, Near | None]:
    """The lengths, and the configuration with the nearest length for which the label cannot come
    first.
    """
    if chain("C(U)", what.first.name) is None:
        raise BadInput(
            f"first invariant must be kept when a row is scaled, as C(U) is, not {what.first}"
        )
    lengths = argmax_lengths(configuration, label)
    low, high = lengths.factors
    if not decide_argmax(configuration, label)[0]:
        raise BadInput(
            f"label must be an argmax label of the configuration to lose this, not {short_repr(label)}, "
            f"which loses in both: its length is {text(lengths.length)}, and {lengths}"
        )
    if high is None:
        return lengths, None
    # The label comes first at factor 1, so that the gap lies on one side of it.
    goal: Any = high if high < 1 else low
    changed = _scaled(configuration, _index(configuration, label), goal)
    pair = make(what, configuration, changed, question_of("argmax", configuration.labels, label))
    change = f"length {text(lengths.length)} -> {text(_product(goal, lengths.length))}"
    return lengths, Near(
        pair, label, change, f"{LEAST}: the label comes first at all lengths between"
    )


def nearest(what: Determination, configuration: Configuration) -> Near | None:
    """Change one row so that P stays and Q does not.

    Affine: one point is moved, by the least Euclidean distance; P must be kept by whatever keeps
    the chirotope. Otherwise one row is scaled, by the factor nearest to 1; P must be kept by
    whatever keeps the cosines. Q must follow from the chirotope of the differences.
    """
    p, q, affine = what.first, what.second, what.domain.affine
    if chain("X(B U)", q.name) is None:
        raise BadInput(
            f"second invariant must follow from the rankings to be lost by a small change, not {q}"
        )
    kept = "X(U)" if affine else "C(U)"
    if chain(kept, p.name, Domain(affine=affine)) is None:
        raise BadInput(
            f"first invariant must follow from {kept} to be kept by a change of one row, not {p}"
        )
    value = q.key(configuration)
    candidates = sorted(
        _moved(configuration) if affine else _rescaled(configuration), key=lambda item: item[0]
    )
    skipped = False
    for size, i, row, why in candidates:
        changed = _with_row(configuration, i, row)
        if (
            changed.equal_groups
            or changed.zero_rows
            or (affine and p.key(changed) != p.key(configuration))
        ):
            skipped = True
        elif q.key(changed) != value:
            # Rankings change on every hyperplane; what they determine may change beyond it only.
            sure = not affine or (not skipped and chain(q.name, "X(B U)") is not None)
            how = (
                why
                if not size or why.startswith(_BETWEEN)
                else f"{LEAST}{'' if sure else ' found'}: {why}"
            )
            pair = make(what, configuration, changed)
            return Near(
                pair, configuration.labels[i], _change(configuration.rows[i], row, affine), how
            )
    return None


def _change(before: Vector, after: Vector, affine: bool) -> str:
    if affine:
        return " -> ".join(f"({', '.join(text(x) for x in row[1:])})" for row in (before, after))
    return f"row scaled by {text(next(x / y for x, y in zip(after, before, strict=True) if y))}"


# Lines and their roots


def _index(configuration: Configuration, label: str) -> int:
    if label not in configuration.labels:
        raise BadInput(f"label must be one of the configuration, not {short_repr(label)}")
    return configuration.labels.index(label)


def _with_row(configuration: Configuration, i: int, row: Vector) -> Configuration:
    return Configuration(
        [row if k == i else other for k, other in enumerate(configuration.rows)],
        configuration.labels,
    )


def _scaled(configuration: Configuration, i: int, factor: Any) -> Configuration:
    return configuration.scaled([factor if k == i else 1 for k in range(configuration.n)])


def _minors(
    configuration: Configuration, i: int, direction: Vector | None = None
) -> Iterator[list[tuple[Any, Any]]]:
    """The maximal minors with row i, as functions of this row: for each a list of (value now,
    coefficient of each coordinate).

    Without a direction those of U; with one those of B U, of the rank that B U has almost
    everywhere along the direction.
    """
    c = configuration
    groups: list[tuple[int, ...]] = (
        [(k,) for k in range(c.n)] if direction is None else list(combinations(range(c.n), 2))
    )
    bases = [c.column_basis]
    if direction is not None:
        # A minor that vanishes at two values of t vanishes everywhere.
        moved = ([x + t * y for x, y in zip(c.rows[i], direction, strict=True)] for t in (0, 1))
        bases = [_with_row(c, i, row).differences().column_basis for row in moved]
    basis = max(bases, key=len)
    if comb(len(groups), len(basis)) > _MOST_MINORS:
        raise LimitReached(
            f"minors must number at most {_MOST_MINORS:,}, not {comb(len(groups), len(basis)):,}"
        )
    for choice in combinations(groups, len(basis)):
        if any(i in group for group in choice):
            now = _minor(c.rows, choice, basis)
            slopes = []
            for j in range(c.d):
                stepped = [
                    *c.rows[:i],
                    [x + (k == j) for k, x in enumerate(c.rows[i])],
                    *c.rows[i + 1 :],
                ]
                slopes.append(_minor(stepped, choice, basis) - now if j in basis else Fraction(0))
            yield [(now, slope) for slope in slopes]


def _minor(rows: Sequence[Any], choice: Sequence[tuple[int, ...]], basis: Sequence[int]) -> Any:
    """The minor on these columns of the rows, or differences of two rows, that are named by
    index.
    """
    chosen = (
        rows[a] if not b else [x - y for x, y in zip(rows[a], rows[b[0]], strict=True)]
        for a, *b in choice
    )
    return linear.determinant([[row[j] for j in basis] for row in chosen])


def _roots(configuration: Configuration, i: int, direction: Vector) -> tuple[set[Any], int]:
    """Where minors of the differences vanish when t times the direction is added to row i, and how
    many minors there are.
    """
    found, number = set(), 0
    for minor in _minors(configuration, i, direction):
        number += 1
        slope = sum(s * x for (_, s), x in zip(minor, direction, strict=True))
        if slope:
            found.add(-minor[0][0] / slope)
    return found, number


def _rescaled(configuration: Configuration) -> Iterator[tuple[Any, int, Vector, str]]:
    """(|factor - 1|, row index, new row, reason) for every root, and for a point between every two
    roots.
    """
    for i, row in enumerate(configuration.rows):
        found = _roots(configuration, i, row)[0]
        roots = sorted({Fraction(-1), Fraction(0), *(t for t in found if sign(1 + t) > 0)})
        at_root = "a minor of the differences vanishes at this factor"
        steps = [(abs(t), t, at_root) for t in roots if t in found]
        for low, high in zip(roots, [*roots[1:], roots[-1] + 1], strict=True):
            ends = f"from {text(1 + low)}" + (f" to {text(1 + high)}" if high in roots else "")
            between = (
                f"{_BETWEEN} {ends} do, the ends aside: no minor of the differences vanishes there"
            )
            steps.append((min(abs(low), abs(high)), (low + high) / 2, between))
        for size, t, why in steps:
            if t in (0, -1):
                continue
            yield size, i, [x * (1 + t) for x in row], why


def _moved(configuration: Configuration) -> Iterator[tuple[Any, int, Vector, str]]:
    """(squared distance, index, new row, reason): the feet of perpendiculars on the hyperplanes
    where a minor of the differences vanishes.

    Directions are those that keep the minors of U that vanish now, and the column of ones.
    """
    for i, row in enumerate(configuration.rows):
        held: list[list[Any]] = [[Fraction(int(k == 0)) for k in range(configuration.d)]]
        for minor in _minors(configuration, i):
            if not minor[0][0]:
                held.append([slope for _, slope in minor])
        basis = _orthogonal(held)
        for minor in _minors(configuration, i, [Fraction(0)] * configuration.d):
            normal = _without([slope for _, slope in minor], basis)
            square = sum(x * x for x in normal)
            if not square:
                continue
            t = -minor[0][0] / square
            if t:
                why = "a perpendicular on a hyperplane where a minor of the differences vanishes"
                yield t * t * square, i, [x + t * y for x, y in zip(row, normal, strict=True)], why
            else:
                why = "arbitrarily small changes do: the point lies on a hyperplane where a minor of the differences vanishes"
                for part in (100, 10_000, 1_000_000):
                    step = Fraction(1, part) / max(1, *map(abs, normal))
                    yield (
                        Fraction(0),
                        i,
                        [x + step * y for x, y in zip(row, normal, strict=True)],
                        why,
                    )


def _orthogonal(vectors: Sequence[Vector]) -> list[list[Any]]:
    """Gram-Schmidt without normalisation."""
    basis: list[list[Any]] = []
    for vector in vectors:
        rest = _without(vector, basis)
        if any(rest):
            basis.append(rest)
    return basis


def _without(vector: Vector, basis: Sequence[Vector]) -> list[Any]:
    """The component orthogonal to all of an orthogonal basis."""
    rest = list(vector)
    for b in basis:
        factor = sum(x * y for x, y in zip(rest, b, strict=True)) / sum(x * x for x in b)
        rest = [x - factor * y for x, y in zip(rest, b, strict=True)]
    return rest
