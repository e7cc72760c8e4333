"""Refutations of allowable sequences by the slopes of lines through two points.

Points that have a sequence have x_1 < x_2 < ... in its first order, and the slopes of their lines
increase from each change to the next. For i < j < k

    (x_j - x_i) (slope_ik - slope_ij) = (x_k - x_j) (slope_jk - slope_ik).

Both sides are sums of products of two steps, one from an x to the next, one from a slope to the
next, all with one sign. If multiples of these identities add up to a polynomial in the steps
without negative coefficients, and not 0, no points have the sequence, as all steps are positive.
The factors are polynomials in the steps, of given degrees; an exact linear program finds them or
says that there are none. That proves nothing: other degrees, or another change to begin with, may
do.

>>> from arrangements.combinatorial_types.sequences import allowable_sequences
>>> half = allowable_sequences(5)[54]
>>> found = refutation(half, (1, 0), start=2)
>>> found.written()
'01234:2 1*013:0: -1*014:0: -1*014:2: -1*023:0: -1*023:1: -1*023:2: 1*024:0:'
>>> found.certificate(half).check().endswith("is not realizable")
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, pairwise, product

from arrangements.combinatorial_types.realizing import Realizability
from arrangements.combinatorial_types.sequences import Sequence, chirotope
from arrangements.exact.programs.motzkin import motzkin

__all__ = ["Slopes", "refutation"]

Monomial = tuple[tuple[int, ...], tuple[int, ...]]  # steps of x, and steps of slopes, sorted
Term = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Slopes:
    """A refutation: the labels that it needs, the change to begin with, and for each term an
    integer, three places of labels, and the steps that it is multiplied with.
    """

    labels: tuple[int, ...]
    start: int
    terms: tuple[Term, ...]

    def written(self) -> str:
        """One word for the labels and the change, then one for each term, such as -2*134:0:35.

        >>> Slopes((0, 1, 2, 4), 0, ((-2, 0, 1, 3, (0,), (2, 4)),)).written()
        '0124:0 -2*013:0:2,4'
        """
        words = [f"{''.join(map(str, self.labels))}:{self.start}"]
        for c, i, j, k, widths, rises in self.terms:
            words.append(f"{c}*{i}{j}{k}:{_listed(widths)}:{_listed(rises)}")
        return " ".join(words)

    @classmethod
    def read(cls, text: str) -> Slopes:
        """The refutation that ``written`` has written.

        >>> Slopes.read('0124:0 -2*013:0:2,4').terms
        ((-2, 0, 1, 3, (0,), (2, 4)),)
        """
        first, *words = text.split()
        labels, start = first.split(":")
        terms = []
        for word in words:
            places, widths, rises = word.split(":")
            c, _, digits = places.partition("*")
            i, j, k = map(int, digits)
            terms.append((int(c), i, j, k, _numbers(widths), _numbers(rises)))
        return cls(tuple(map(int, labels)), int(start), tuple(terms))

    def certificate(self, half: Sequence) -> Realizability:
        """The proof about ``sequences.chirotope``."""
        chi, n = chirotope(half), len(half[0])
        points, changes = _frame(half, self.labels, self.start)
        return Realizability(
            chi.n,
            3,
            chi.text(),
            False,
            self.terms,
            frame=(points, tuple(n + c for c in changes), tuple(range(n, n + self.start))),
        )


def _listed(steps: Iterable[int]) -> str:
    return ",".join(map(str, steps))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def _frame(
    half: Sequence, labels: Iterable[int], start: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The labels in the order before change ``start``, and the changes from there on, half a turn
    long, that reverse two of them.
    """
    chosen = set(labels)
    points = tuple(label for label in half[start] if label in chosen)
    kept = [tuple(label for label in order if label in chosen) for order in half]
    m = len(half) - 1
    turn = (*range(start, m), *range(start))
    return points, tuple(c for c in turn if kept[c] != kept[c + 1])


def _slopes(
    half: Sequence, points: tuple[int, ...], changes: tuple[int, ...]
) -> dict[tuple[int, int], int]:
    """To two places of points the place of the change that reverses them."""
    slopes = {}
    for c, (before, after) in enumerate(pairwise(half)):
        for i, j in combinations(range(len(points)), 2):
            p, q = points[i], points[j]
            if (before.index(p) < before.index(q)) != (after.index(p) < after.index(q)):
                slopes[i, j] = changes.index(c)
    return slopes


def _identity(
    slope: dict[tuple[int, int], int], i: int, j: int, k: int
) -> Counter[tuple[int, int]]:
    """Left side minus right side, to each step of x and of slopes the factor of their product."""
    sums: Counter[tuple[int, int]] = Counter()
    for across, first, last, side in (
        (range(i, j), slope[i, j], slope[i, k], 1),
        (range(j, k), slope[i, k], slope[j, k], -1),
    ):
        way = side if first < last else -side
        for step in product(across, range(*sorted((first, last)))):
            sums[step] += way
    return sums


def refutation(
    half: Sequence,
    degrees: tuple[int, int],
    labels: Iterable[int] | None = None,
    start: int = 0,
) -> Slopes | None:
    """A refutation with factors of these degrees in steps of x and of slopes, if there is one."""
    chosen = tuple(range(len(half[0])) if labels is None else labels)
    points, changes = _frame(half, chosen, start)
    slope = _slopes(half, points, changes)
    place: dict[Monomial, int] = {}
    rows: list[Counter[int]] = []
    factors: list[tuple[int, int, int, tuple[int, ...], tuple[int, ...]]] = []
    for i, j, k in combinations(range(len(points)), 3):
        sums = _identity(slope, i, j, k)
        if not sums:  # on one line
            continue
        for widths, rises in product(
            combinations_with_replacement(range(len(points) - 1), degrees[0]),
            combinations_with_replacement(range(len(changes) - 1), degrees[1]),
        ):
            row: Counter[int] = Counter()
            for (x, s), c in sums.items():
                monomial = tuple(sorted((*widths, x))), tuple(sorted((*rises, s)))
                row[place.setdefault(monomial, len(place))] += c
            rows.append(row)
            factors.append((i, j, k, widths, rises))
    if not rows:
        return None
    size = len(place)
    # Numbers for the monomials, all positive, with which the identities hold, or weights.
    possible, weights = motzkin(
        [[int(k == at) for k in range(size)] for at in range(size)],
        [[row[k] for k in range(size)] for row in rows],
        size,
    )
    if possible:
        return None
    # Weighted, the monomials and the identities cancel each other.
    return Slopes(
        chosen,
        start,
        tuple(
            (-int(str(w)), *factor) for w, factor in zip(weights[size:], factors, strict=True) if w
        ),
    )
