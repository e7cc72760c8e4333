"""The sharp limits of what cosines determine: of the rows, directions up to isometry; of the
differences, the configuration up to similarity.

``cosines-rows`` and ``cosines-differences`` are ours; ``headline`` is what the paper's title and
discussion say of regions and boundaries; ``unit-rows`` says when the cosines of the rows suffice
for rankings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

from arrangements.decide.answers import decide_ranking, decide_signs
from arrangements.exact import linear
from arrangements.exact.numbers import Scalar
from arrangements.layers.configuration import Configuration
from arrangements.listing.cosines import CosineMatrix
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from arrangements.loading.configurations import load
from arrangements.proof.certificates import Certificate, Witness
from proofs.paper.algebra.matrices import Algebra
from proofs.paper.algebra.vectors import Space
from proofs.paper.claims.softmax import DEFINITE
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import fact, separated
from proofs.search.determinations.determination import determination
from proofs.search.invariants.keys import cosines, difference_cosines, distances

__all__ = ["CLAIMS", "prove_differences", "prove_headline", "prove_rows", "prove_unit_rows"]

Plane = tuple[tuple[Fraction, ...], ...]

# Rotations with rational entries, and an embedding of the plane in three dimensions; their rows are
# orthonormal.
_ISOMETRIES: dict[str, Plane] = {
    "a rotation": ((Fraction(3, 5), Fraction(4, 5)), (Fraction(-4, 5), Fraction(3, 5))),
    "a reflection": ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))),
    "an embedding in dimension 3": (
        (Fraction(2, 3), Fraction(2, 3), Fraction(1, 3)),
        (Fraction(-2, 3), Fraction(1, 3), Fraction(2, 3)),
    ),
}
_PLANE = ("paper/C.1", "paper/C.2", "paper/5.5-model-1")


def prove_rows(positive: int = 1) -> Verdict:
    """cosines-rows. ``positive=-1`` is the false variant with a negative factor."""
    return conclude(
        [*_gram_determines_isometry(), *_scaled_rows(positive), *_moved(positive), *_models_5_5()],
        means="identities in inner products and for matrices of any shape; instances",
        scope="all real `U`, `U'` with non-zero rows, of any two dimensions and every rank",
        complete=True,
        rests_on=(DEFINITE,),
        findings=(),
    )


def _gram_determines_isometry() -> list[Step]:
    """With N N' = M M' the map N' y -> M' y is well defined and keeps lengths: both are read off y'
    G y.
    """
    algebra = Algebra({"N": "n d", "y": "n 1", "z": "n 1"})
    N, y, z = algebra.letters("N y z")
    return [
        algebra.identity(
            (
                "⟨N′ y, N′ z⟩ = yᵀ (N Nᵀ) z: inner products in the row space are given by the Gram "
                "matrix of the rows"
            ),
            (N.T @ y).T @ (N.T @ z),
            y.T @ (N @ N.T) @ z,
        ),
    ]


def _scaled_rows(positive: int) -> list[Step]:
    space = Space("a b", "p q")
    a, b = space.vectors
    p, q = space.scalars
    return [
        space.identity(
            "cos(p a, q b)² = cos(a, b)²",
            (p * a).dot(q * b) ** 2 / ((p * a).dot(p * a) * (q * b).dot(q * b)),
            a.dot(b) ** 2 / (a.dot(a) * b.dot(b)),
        ),
        space.identity(
            "⟨p a, q b⟩ = p q ⟨a, b⟩ with p q > 0: the signs agree as well",
            (p * a).dot(positive * q * b),
            p * q * a.dot(b),
        ),
    ]


def _moved(positive: int) -> Iterator[Step]:
    """U' = D U Q on instances: the same cosines, and each region is carried to that of the same
    signs.
    """
    for name in _PLANE:
        for how, Q in _ISOMETRIES.items():
            c = load(name)
            factors = [positive if i == 1 else Fraction(i + 1, 2) for i in range(c.n)]
            moved = c.scaled(factors).transformed(Q)
            same = cosines(c) == cosines(moved)
            signs = sign_pattern(c) == sign_pattern(moved)
            says = (
                f"{name}: rows times 1/2, {positive}, 3/2, 2, ... and {how} leave the cosines and "
                "S(U)"
            )
            yield fact(
                says,
                same and signs,
                (
                    f"cosines {'equal' if same else 'different'}, S "
                    f"{'equal' if signs else 'different'}"
                ),
            )


def _models_5_5() -> Iterator[Step]:
    """The converse on an instance: from equal cosines the factors, which are rational here, and the
    isometry.
    """
    a, b = load("paper/5.5-model-1"), load("paper/5.5-model-2")
    ratios = [linear.dot(v, v) / linear.dot(u, u) for u, v in zip(a.rows, b.rows, strict=True)]
    found = (
        a.scaled([Fraction(2, 5) if ratio == Fraction(4, 25) else 1 for ratio in ratios]).rows
        == b.rows
    )
    detail = f"squared factors {', '.join(sorted({str(r) for r in ratios}))}"
    yield fact(
        "theorem 5.5: model 2 is D U with D = diag(1, 1, 2/5, 1, 1, 1, 1), and Q = 1", found, detail
    )


def prove_differences(connected: bool = True) -> Verdict:
    """cosines-differences. ``connected=False`` leaves out that points lie off every line, where the
    statement is false.
    """
    return conclude(
        [*_similar(), *_triangle(), *_edges(connected), *_exhaustive(), *_on_a_line()],
        means="identities in inner products; triangles connect all differences; all small integer configurations",
        scope="all real `U`, `U'` with pairwise distinct rows, those of `U` not on a line; on a line the order up to reversal",
        complete=True,
        rests_on=("cosines-rows for `B_n U`", DEFINITE),
        findings=(
            "theorem 5.6 has much slack: off a line the cosines of the differences tell the whole "
            "classifier up to temperature, "
            "translation and rotation, of which its rankings are a small part",
            "on a line they tell the order and no more; the smallest pair that they do not "
            "tell apart has three labels in "
            "dimension 1: 0, 1, 2 and 0, 1, 3",
        ),
    )


def _similar() -> list[Step]:
    space = Space("a b e f", "c")
    a, b, e, f = space.vectors
    (c,) = space.scalars
    s, t, scale = a - b, e - f, c
    return [
        space.identity(
            (
                "u → c u Q + v takes ⟨u_i − u_j, u_k − u_l⟩ to c² times it, so it leaves the "
                "cosines of the differences"
            ),
            (scale * s).dot(scale * t),
            c**2 * s.dot(t),
        )
    ]


def _triangle() -> list[Step]:
    space = Space("a b", "p q r")
    a, b = space.vectors
    p, q, r = space.scalars
    vector = (p - r) * a + (q - r) * b
    return [
        space.identity(
            (
                "a triangle with sides a, b, a + b: if p a + q b = r (a + b) then (p − r) a + (q − "
                "r) b = 0"
            ),
            (p * a + q * b - r * (a + b)).dot(a),
            vector.dot(a),
        ),
        space.identity(
            (
                "s a + t b = 0 gives s (|a|²|b|² − ⟨a,b⟩²) = 0, and the bracket is not 0 for "
                "independent a, b: so p = q = r"
            ),
            (p * a + q * b).dot(b.dot(b) * a - a.dot(b) * b),
            p * (a.dot(a) * b.dot(b) - a.dot(b) ** 2),
        ),
    ]


def _edges(off_lines: bool) -> Iterator[Step]:
    """The differences of points that are not on a line are joined by triangles that are not
    degenerate.
    """
    for n in (3, 4, 5):
        bound = 1 if n == 5 else 2
        points = list(product(range(-bound, bound + 1), repeat=2))
        seen, wrong = 0, ""
        for chosen in combinations(points, n):
            if off_lines and not any(_turn(*corner) for corner in combinations(chosen, 3)):
                continue
            seen += 1
            if not wrong and not _joined(chosen):
                wrong = str(chosen)
        says = (
            f"all {n} points of {{−{bound}..{bound}}}²{' not on a line' if off_lines else ''}: "
            f"triangles connect all {comb(n, 2)} differences"
        )
        yield fact(says, not wrong, wrong or f"{seen} sets of points")


def _turn(p: Sequence[int], q: Sequence[int], r: Sequence[int]) -> int:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _joined(points: Sequence[Sequence[int]]) -> bool:
    """Whether sides of triangles that are not degenerate join all pairs of points."""
    pairs = list(combinations(range(len(points)), 2))
    part = {pair: pair for pair in pairs}

    def root(pair: tuple[int, int]) -> tuple[int, int]:
        while part[pair] != pair:
            pair = part[pair]
        return pair

    for i, j, k in combinations(range(len(points)), 3):
        if _turn(points[i], points[j], points[k]):
            for side in ((i, j), (j, k)):
                part[root(side)] = root((i, k))
    return len({root(pair) for pair in pairs}) == 1


def _exhaustive() -> Iterator[Step]:
    """All small configurations of the plane: equal cosines of differences only where squared
    distances are proportional.
    """
    for n, bound in ((3, 2), (4, 1)):
        shapes: dict[object, set[object]] = {}
        seen = 0
        for rows in permutations(product(range(-bound, bound + 1), repeat=2), n):
            if rows[0] != (0, 0) or not any(_turn(*corner) for corner in combinations(rows, 3)):
                continue
            c = Configuration(rows)
            seen += 1
            lengths = [x for row in distances(c) for x in row]  # type: ignore[attr-defined]
            shapes.setdefault(difference_cosines(c), set()).add(
                tuple(x / lengths[0] for x in lengths)
            )
        wrong = sum(len(found) > 1 for found in shapes.values())
        says = (
            f"{n} points with entries −{bound}..{bound}, the first 0, not on a line: equal cosines "
            "mean proportional distances"
        )
        yield fact(
            says,
            not wrong,
            f"{seen} configurations, {len(shapes)} cosine matrices, {wrong} of several shapes",
        )


def _on_a_line() -> Iterator[Step]:
    """In dimension 1 the cosines of the differences are products of signs: the order up to
    reversal.
    """
    for n in (3, 4):
        orders: dict[object, set[object]] = {}
        for numbers in permutations(range(-2, 4), n):
            order = tuple(sorted(range(n), key=numbers.__getitem__))
            key = difference_cosines(Configuration([[x] for x in numbers]))
            orders.setdefault(key, set()).add(min(order, order[::-1]))
        good = all(len(found) == 1 for found in orders.values()) and len(orders) == len(
            {x for found in orders.values() for x in found}
        )
        yield fact(
            (
                f"{n} labels on a line: equal cosines of differences exactly for equal or opposite "
                "orders"
            ),
            good,
            f"{len(orders)} orders",
        )
    first, second = Configuration([[0], [1], [2]]), Configuration([[0], [1], [3]])
    says = "the smallest exception: rows 0, 1, 2 and 0, 1, 3, which are not similar"
    yield separated(
        says,
        determination("C(B U) -> P(U)"),
        first,
        second,
        "whitened gram",
        "cosines-differences-line",
    )


def prove_headline() -> Verdict:
    """headline: cosines-rows for U and for B_n U, put into words about regions."""
    algebra = Algebra(
        {"U": "n d", "V": "e d", "D": "n n", "w": "d 1"}, diagonal="D", orthonormal="V"
    )
    U, V, D, w = algebra.letters("U V D w")
    steps = [
        algebra.identity(
            (
                "for an isometry Q = Vᵀ, VᵀV = 1, and U′ = D U Q: U′ (V w) = D (U w), so V w is in "
                "the region of U′ where w is in that of U"
            ),
            (D @ U @ V.T) @ (V @ w),
            D @ (U @ w),
        ),
        *_gram_determines_isometry(),
        *_regions_carried(),
    ]
    return conclude(
        steps,
        means="cosines-rows for `U` and for `B_n U`; witnesses of every region carried over on instances",
        scope="all real `U`, `U'` with non-zero rows (sigmoid), with distinct rows (rankings)",
        complete=True,
        rests_on=("cosines-rows", DEFINITE),
        findings=(
            "“determine the regions” is true up to an isometry of the row spaces, and could not be "
            "more: a rotation of all rows keeps "
            "the cosines and turns the regions",
        ),
    )


def _regions_carried() -> Iterator[Step]:
    """A witness of each region, moved by Q, is a witness of the region with the same signs or the
    same order.
    """
    for name in ("paper/C.1", "paper/C.2"):
        for how, Q in _ISOMETRIES.items():
            c = load(name)
            moved = c.scaled([Fraction(i + 1, 2) for i in range(c.n)]).transformed(Q)
            turned = c.transformed(Q)
            signs = [(word, _witness(decide_signs(c, word)[1])) for word in sign_pattern(c)]
            carried = all(_word(moved, _image(x, Q)) == word for word, x in signs)
            orders = [
                (ranking, _witness(decide_ranking(c, ranking)[1])) for ranking in ranking_pattern(c)
            ]
            kept = all(_order(turned, _image(x, Q)) == tuple(ranking) for ranking, x in orders)
            says = (
                f"{name}, {how}: witnesses of all regions are carried to the regions with the same "
                "signs, and the same rankings"
            )
            yield fact(
                says, carried and kept, f"{len(signs)} label combinations, {len(orders)} rankings"
            )


def _witness(certificate: Certificate) -> Sequence[Scalar]:
    assert isinstance(certificate.evidence, Witness)
    return certificate.evidence.point


def _image(x: Sequence[object], Q: Plane) -> list[Fraction]:
    return [
        sum((Fraction(str(v)) * row[k] for v, row in zip(x, Q, strict=True)), Fraction(0))
        for k in range(len(Q[0]))
    ]


def _word(c: Configuration, x: Sequence[Fraction]) -> str:
    return "".join("+" if linear.dot(row, x) > 0 else "-" for row in c.rows)


def _order(c: Configuration, x: Sequence[Fraction]) -> tuple[str, ...]:
    return tuple(
        sorted(
            c.labels, key=lambda label: linear.dot(c.rows[c.labels.index(label)], x), reverse=True
        )
    )


def prove_unit_rows(equal_lengths: bool = True) -> Verdict:
    """unit-rows. ``equal_lengths=False`` drops the condition; theorem 5.5 refutes that."""
    space = Space("a b e f", "s", unit="a b e f")
    a, b, e, f = space.vectors
    (s,) = space.scalars
    steps = [
        space.identity(
            (
                "rows s a, s b, s e, s f of one length s: ⟨s a − s b, s e − s f⟩ = s² (cos_ae − "
                "cos_af − cos_be + cos_bf)"
            ),
            (s * (a - b)).dot(s * (e - f)),
            s**2 * (a.dot(e) - a.dot(f) - b.dot(e) + b.dot(f)),
        ),
        space.identity(
            "|s a − s b|² = 2 s² (1 − cos_ab)",
            (s * (a - b)).dot(s * (a - b)),
            2 * s**2 * (space.one - a.dot(b)),
        ),
        *_unit_instances(equal_lengths),
    ]
    return conclude(
        steps,
        means="identities in inner products, and theorem 5.6; instances",
        scope="all real `U`, `U'` with rows of one length each, pairwise distinct; every number of labels and every dimension",
        complete=True,
        rests_on=("theorem-5.6",),
        findings=(
            "if no two rows are equal, no label is ever lost: at `x = u_i` label `i` comes first",
        ),
    )


def _unit_instances(equal_lengths: bool) -> Iterator[Step]:
    five = Configuration([["3/5", "4/5"], ["-3/5", "4/5"], [1, 0], ["-4/5", "-3/5"], [0, -1]])
    pairs = [
        (
            "paper/C.3 and C.3 rotated by a right angle",
            load("paper/C.3"),
            load("paper/C.3").transformed(((0, 1), (-1, 0))),
        )
    ]
    pairs += [
        (f"five rows of length 1 and three times {how}", five, five.transformed(Q).scaled([3] * 5))
        for how, Q in _ISOMETRIES.items()
    ]
    if not equal_lengths:
        pairs.append(
            ("the models of theorem 5.5", load("paper/5.5-model-1"), load("paper/5.5-model-2"))
        )
    for name, p, q in pairs:
        same, rankings = (
            CosineMatrix.of(p) == CosineMatrix.of(q),
            (ranking_pattern(p), ranking_pattern(q)),
        )
        detail = (
            f"cosines {'equal' if same else 'different'}, {len(rankings[0])} and "
            f"{len(rankings[1])} rankings"
        )
        yield fact(
            f"{name}: equal cosines and equal rankings", same and rankings[0] == rankings[1], detail
        )


_DISTINCT = Condition(
    "the rows are pairwise distinct", "source", "the difference of equal rows has no cosines"
)

CLAIMS: tuple[Claim, ...] = (
    Claim(
        id="headline",
        owner="paper",
        statement=(
            "Cosines determine decision regions and boundaries: if `C(U) = C(U')`, an isometry of "
            "the row spaces carries the region of every "
            "label combination of `U` to that of `U'`; if `C(B_n U) = C(B_n U')`, one carries the "
            "region of every ranking."
        ),
        conditions=(
            Condition(
                "regions are taken up to an isometry of the row spaces",
                "wording",
                "a rotation keeps all cosines and turns the regions",
            ),
        ),
        prove=prove_headline,
    ),
    Claim(
        id="cosines-rows",
        owner="ours",
        statement=(
            "For `U`, `U'` with non-zero rows: `C(U) = C(U')` exactly when `U' = D U Q` for a "
            "positive diagonal `D` and a `Q` that is a linear "
            "isometry from the row space of `U` to that of `U'`."
        ),
        conditions=(Condition("no row is zero", "source", "a zero row has no cosines"),),
        prove=prove_rows,
    ),
    Claim(
        id="cosines-differences",
        owner="ours",
        statement=(
            "For `U`, `U'` with pairwise distinct rows, those of `U` not all on a line: `C(B_n U) "
            "= C(B_n U')` exactly when "
            "`U' = c U Q + 1 v^T` with `c > 0` and `Q` a linear isometry on the span of the "
            "differences. On a line `C(B_n U)` is the order up to "
            "reversal."
        ),
        conditions=(
            _DISTINCT,
            Condition(
                "the rows of `U` are not all on a line",
                "source",
                "rows 0, 1, 2 and 0, 1, 3 have the same cosines of differences",
            ),
        ),
        prove=prove_differences,
    ),
    Claim(
        id="unit-rows",
        owner="ours",
        statement=(
            "If all rows of `U` have one length and all rows of `U'` have one length, `C(U) = "
            "C(U')` implies `R(U) = R(U')`; in particular "
            "for rows of length 1."
        ),
        conditions=(
            Condition(
                "all rows of a matrix have the same length",
                "source",
                "theorem 5.5 has equal cosines and different rankings",
            ),
        ),
        prove=prove_unit_rows,
    ),
)
