"""Whether a chirotope is that of vectors: coordinates, or a proof that there are none, or neither.

``realize`` asks, after a few attempts to place vectors, for a bi-quadratic final polynomial
(Bokowski and Richter-Gebert 1990). In
[Xab][Xcd] + [Xad][Xbc] = [Xac][Xbd] the signs often say that one product is smaller in size than
another; of the logarithms of the minors these are linear inequalities, and if they contradict each
other there are no vectors. The contradiction is found by the exact program of
``exact.programs.motzkin``.

Vectors are placed one after another, each in the cell that the signs leave for it, cells
again being found exactly; where there is none, vectors placed before are moved within their cells,
by chance. ``most`` attempts are made. Where signs are 0, equations between coordinates are solved,
too, in a number field if need be (``solving``). An answer, of either kind, is a certificate that ``checker``
accepts, a file that needs nothing of the project; None says that neither was found, which proves
nothing.

>>> from arrangements.matroids.chirotopes import Chirotope
>>> answer, certificate = realize(Chirotope.from_text("+++++-++++", 5, 3))
>>> answer, certificate.check()
(True, '5,3:+++++-++++ is realizable')
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import cast

from arrangements.checker import realizability as checker
from arrangements.combinatorial_types.solving import solve
from arrangements.combinatorial_types.vector_cells import cell
from arrangements.errors import BadInput, CertificateRefused, MalformedCertificate
from arrangements.exact.linear import Row, primitive, scalars
from arrangements.exact.numbers import Algebraic, Exact, Scalar, common_field
from arrangements.exact.numbers.roots import root_between
from arrangements.exact.programs.motzkin import motzkin
from arrangements.matroids.chirotopes import Chirotope
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.running import report_progress
from arrangements.running.files import write_atomically

__all__ = [
    "Comparison",
    "Realizability",
    "Root",
    "at_root",
    "comparisons",
    "final_polynomial",
    "place",
    "realize",
    "recheck",
]

Comparison = tuple[int, ...]
# a monic polynomial, constant term first, and an interval (a, b, q) from a/q to b/q
Root = tuple[tuple[int, ...], tuple[int, int, int]]
_ATTEMPTS = 200
_FIRST = 8  # attempts before a final polynomial is looked for, which takes longer


@dataclass(frozen=True)
class Realizability:
    """The result of ``realize``: integer rows, one for each element, or comparisons (X, a, b, c, d,
    weight) that contradict each other.

    With a root, a polynomial and an interval (a, b, q), entries of rows may be polynomials in it,
    their coefficients from the constant on. With a frame, points, directions and elements turned to
    their opposites, evidence against vectors are terms of ``slopes``.
    """

    elements: int
    rank: int
    signs: str
    realizable: bool
    evidence: tuple[tuple[object, ...], ...]
    root: Root | None = None
    frame: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] | None = None

    def to_text(self) -> str:
        """The certificate as a JSON object, a line for each piece of evidence."""
        facts = {"format": checker.FORMAT, "version": 1, **asdict(self)}
        lines = ",\n  ".join(json.dumps(piece) for piece in facts.pop("evidence"))
        evidence, root, frame = f"[\n  {lines}\n]", facts.pop("root"), facts.pop("frame")
        if frame is not None:
            points, directions, turned = map(json.dumps, frame)
            evidence = f'{{"points": {points}, "directions": {directions}, "turned": {turned}, "terms": {evidence}}}'
        if root is not None:
            evidence = f'{{"polynomial": {json.dumps(root[0])}, "interval": {json.dumps(root[1])}, "rows": {evidence}}}'
        return f'{json.dumps(facts)[:-1]}, "evidence": {evidence}, "end": {json.dumps(checker.END)}}}\n'

    @classmethod
    def from_text(cls, text: str) -> Realizability:
        """The value that ``to_text`` wrote, if the checker accepts it."""
        recheck(text)
        value = json.loads(text)
        evidence, root, frame = value["evidence"], None, None
        if isinstance(evidence, dict) and value["realizable"]:
            root = tuple(evidence["polynomial"]), tuple(evidence["interval"])
            evidence = evidence["rows"]
        elif isinstance(evidence, dict):
            points, directions, turned = (
                tuple(evidence[key]) for key in ("points", "directions", "turned")
            )
            frame = points, directions, turned
            evidence = evidence["terms"]
        return cls(
            value["elements"],
            value["rank"],
            value["signs"],
            value["realizable"],
            tuple(map(tuple, evidence)),
            root,
            frame,
        )

    @property
    def rows(self) -> tuple[tuple[Scalar, ...], ...] | None:
        """The rows as numbers; None if there are none."""
        if not self.realizable:
            return None
        if self.root is None:
            return tuple(scalars(cast("Row", row)) for row in self.evidence)
        return at_root(self.root, self.evidence)

    def save(self, path: str) -> None:
        write_atomically(path, self.to_text())

    def check(self) -> str:
        """The statement that the checker accepts as proved."""
        return recheck(self.to_text())


def at_root(root: Root, rows: Iterable[Sequence[object]]) -> tuple[tuple[Scalar, ...], ...]:
    """Rows whose entries are integers, or polynomials in a root, by their coefficients.

    >>> at_root(((-2, 0, 1), (1, 2, 1)), [(3, (1, 1))])
    ((Fraction(3, 1), Algebraic('1 + sqrt(2)')),)
    """
    polynomial, (low, high, below) = root
    t = root_between(list(map(Fraction, polynomial)), Fraction(low, below), Fraction(high, below))
    powers = [t**k for k in range(len(polynomial))]

    def number(entry: object) -> Scalar:
        coefficients = [entry] if isinstance(entry, int) else cast("Sequence[int]", entry)
        return sum((p * c for c, p in zip(coefficients, powers, strict=False)), Fraction(0))

    return tuple(tuple(map(number, row)) for row in rows)


def recheck(text: str) -> str:
    """Let the checker judge the text of a certificate."""
    try:
        return checker.check(text)
    except checker.Refused as error:
        raise CertificateRefused(f"certificate must prove its answer: {error}") from None
    except (ValueError, RecursionError) as error:
        raise MalformedCertificate(f"certificate must be readable: {error}") from None


def realize(
    chi: Chirotope, most: int = _ATTEMPTS, seed: int = 1
) -> tuple[bool | None, Realizability | None]:
    """Whether vectors have this chirotope, with a certificate; (None, None) if this was not
    decided. The vectors may be over a number field, of degree at most 4.
    """
    violation = chi.violation()
    if violation is not None:
        raise BadInput(f"signs must satisfy the axioms of a chirotope, but {violation}")
    rows: Sequence[Row] | None = None
    if most > 0 and chi.rank > 2 and not chi.is_uniform:
        rows = solve(chi, seed)
    rows = rows or place(chi, min(most, _FIRST), seed)
    refutation = final_polynomial(chi) if rows is None else None
    if refutation is not None:
        return False, Realizability(chi.n, chi.rank, chi.text(), False, tuple(refutation))
    rows = place(chi, most, seed) if rows is None and most > _FIRST else rows
    return (None, None) if rows is None else (True, _with_rows(chi, rows))


def _with_rows(chi: Chirotope, rows: Sequence[Row]) -> Realizability:
    """The certificate of these rows: integers, or integer polynomials in the number that generates
    their field.
    """
    field, _ = common_field(x for row in rows for x in row)
    if field is None:
        evidence = tuple(primitive(row) for row in rows)
        return Realizability(chi.n, chi.rank, chi.text(), True, evidence)
    low, high = field.interval
    below = lcm(low.denominator, high.denominator)
    return Realizability(
        chi.n,
        chi.rank,
        chi.text(),
        True,
        tuple(_in_powers(row, field.degree) for row in rows),
        (field.polynomial, (int(low * below), int(high * below), below)),
    )


def _in_powers(row: Row, degree: int) -> tuple[tuple[int, ...], ...]:
    """A positive multiple of the row, each entry by its coefficients of the powers of the number
    that generates the field.
    """
    parts = [x.coefficients if isinstance(x, Algebraic) else (x, *[0] * (degree - 1)) for x in row]
    whole = primitive([c for part in parts for c in part])
    return tuple(whole[k : k + degree] for k in range(0, len(whole), degree))


# Final polynomials


def comparisons(chi: Signs) -> Iterator[tuple[bool, Comparison]]:
    """(X, a, b, c, d), each with whether [Xab][Xcd] is smaller in size than [Xac][Xbd], by the
    signs; otherwise the two are equal.
    """
    if chi.rank < 2:
        return
    sign = {
        subset: int(s)
        for subset, s in zip(combinations(range(chi.n), chi.rank), chi.signs.tolist(), strict=True)
    }

    def of(common: tuple[int, ...], i: int, j: int) -> int:
        elements = (*common, i, j)
        turns = sum(x > y for x, y in combinations(elements, 2))
        return -sign[tuple(sorted(elements))] if turns % 2 else sign[tuple(sorted(elements))]

    for common in combinations(range(chi.n), chi.rank - 2):
        others = [e for e in range(chi.n) if e not in common]
        for a, b, c, d in combinations(others, 4):
            # Each two of the three products, in both ways; what is equal is so in both.
            orders = (
                ((a, b, c, d), (a, b, d, c), (a, c, d, b)),
                ((a, c, b, d), (a, d, b, c), (a, d, c, b)),
            )
            for number, (w, x, y, z) in enumerate((*orders[0], *orders[1])):
                first = of(common, w, x) * of(common, y, z)
                second = of(common, w, z) * of(common, x, y)
                last = of(common, w, y) * of(common, x, z)
                if first * last > 0 and (second == first or (second == 0 and number < 3)):
                    yield second != 0, (*common, w, x, y, z)


def final_polynomial(chi: Signs) -> list[tuple[int, ...]] | None:
    """Comparisons (X, a, b, c, d, weight) that contradict each other; None if none do."""
    strict: dict[tuple[int, ...], Comparison] = {}
    equal: dict[tuple[int, ...], Comparison] = {}
    number = {frozenset(basis): k for k, basis in enumerate(chi.bases.tolist())}
    for smaller, comparison in comparisons(chi):
        *common, a, b, c, d = comparison
        row = [0] * len(number)
        for pair, side in (((a, c), 1), ((b, d), 1), ((a, b), -1), ((c, d), -1)):
            row[number[frozenset([*common, *pair])]] += side
        (strict if smaller else equal).setdefault(tuple(row), comparison)
    if not strict:
        return None
    report_progress("looking for a final polynomial", 0.0)
    possible, weights = motzkin(list(strict), list(equal), len(number))
    if possible:
        return None
    used = zip((*strict.values(), *equal.values()), primitive(weights), strict=True)
    return [(*comparison, weight) for comparison, weight in used if weight]


# Coordinates


def place(chi: Signs, most: int = _ATTEMPTS, seed: int = 1) -> list[tuple[int, ...]] | None:
    """Integer rows with these signs, or None after so many attempts."""
    chance = random.Random(seed)
    r = chi.rank
    if r == 0:
        return [()] * chi.n
    for attempt in range(most):
        report_progress("placing vectors", attempt / most)
        basis = chance.choice(chi.bases.tolist())
        rows: dict[int, list[Exact]] = {
            e: [int(i == k) for k in range(r)] for i, e in enumerate(basis)
        }
        if chi.sign(*basis) < 0:
            rows[basis[-1]] = [-c for c in rows[basis[-1]]]
        left = [e for e in range(chi.n) if e not in basis]
        chance.shuffle(left)
        trials = 4 * chi.n if attempt else 0
        while left:
            row = cell(chi, rows, left[-1], chance, attempt > 0)
            if row is not None:
                rows[left.pop()] = row
                continue
            if trials == 0:
                break
            trials -= 1
            # Move some vectors that are there, each within its own cell.
            for e in chance.sample(sorted(rows), min(len(rows), 3)):
                before = rows.pop(e)
                rows[e] = cell(chi, rows, e, chance, True) or before
        if not left:
            return [primitive(rows[e]) for e in range(chi.n)]
    return None
