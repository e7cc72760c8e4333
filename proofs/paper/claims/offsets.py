"""Layers with a bias, beyond the paper: what survives of lemma 5.3 and theorem 5.6 for logits <u_i,
h> + b_i.

Row i is the function of (b_i, u_i) on the points (1, h), so the cosines that count are those of the
rows (b_i, u_i) together with e_0 = (1, 0), which says where t > 0 is: lemma 5.3 gives the sign
vectors of all these rows, and those that are + at e_0 are the affine ones. For rankings the same is
done with the differences. The cosines of the u_i and the offsets, taken apart, do not suffice.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrangements.decide.answers import decide_ranking, decide_signs
from arrangements.exact.input_checks import Matrix
from arrangements.layers.configuration import Configuration
from arrangements.layers.patterns import SignPattern
from arrangements.listing.cosines import CosineMatrix, patterns_from_cosines
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from proofs.paper.algebra.polynomials import identity, rational_functions
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import decided, fact

__all__ = ["CLAIMS", "prove_apart", "prove_rankings", "prove_signs"]

LAYERS: dict[str, tuple[Matrix, list[int | str]]] = {
    "the layer of the first screen": ([[2, 0], [0, 2], [-2, -1], ["1/2", "1/2"]], [0, 0, 0, -1]),
    "parallel lines": ([[1, 1], [2, 2], [-1, -1]], [0, 1, 3]),
    "a row that is constant": ([[0, 0], [1, 0], [0, 1]], [1, -1, 2]),
    "three lines through one point": ([[1, 0], [0, 1], [1, 1]], [-1, -2, -3]),
    "irrational offsets": ([[1], [1], [-2]], ["sqrt(2)", "-sqrt(2)", 1]),
    "a rank below the dimension": ([[1, 2, 3], [2, 4, 6], [-1, -2, -3]], [1, 1, "1/2"]),
    "one label": ([[7]], [3]),
}


def lifted(c: Configuration) -> Configuration:
    """e_0, and the rows (b_i, u_i)."""
    functions = [(b, *row) for b, row in zip(c.bias or (0,) * c.n, c.rows, strict=True)]
    return Configuration([(1, *[0] * c.d), *functions], ["e_0", *c.labels])


def prove_signs(positive: int = 1) -> Verdict:
    """``positive`` is the side of e_0 that the inputs are on; the other side gives the
    negatives.
    """
    steps = [*_homogeneous(), *_recovered(positive)]
    return conclude(
        steps,
        means="homogeneous coordinates and lemma 5.3; patterns recovered from cosines on instances",
        scope="all real rows and offsets with `(b_i, u_i) ≠ 0`, every number of labels, dimension and rank",
        complete=True,
        rests_on=(
            "lemma-5.3",
            "definition: the affine sign pattern holds the sign vectors of `U h + b` without zeros, `h` in `R^d`",
        ),
        findings=(
            "the number of affine sign vectors is half of the number of sign vectors of the rows with `e_0`",
        ),
    )


def _homogeneous() -> Iterator[Step]:
    b, t, u, h = rational_functions(["b", "t", "u", "h"])
    yield identity(
        "a logit is linear in (1, h): b + u h, one coordinate for all", b * 1 + u * h, u * h + b
    )
    yield identity(
        "for t > 0 the point (t, h) gives t times the logit at h / t, so the same signs",
        b * t + u * h,
        t * (b + u * (h / t)),
    )
    yield identity(
        "e_0 is positive at (t, h) exactly where t is: the sign vectors with + at e_0 are those of the layer",
        1 * t + 0 * h,
        t,
    )


def _recovered(positive: int) -> Iterator[Step]:
    for name, (rows, bias) in LAYERS.items():
        c = Configuration(rows, bias=bias)
        found = _restricted(patterns_from_cosines(_reread(lifted(c))), "+" if positive > 0 else "-")
        expected = set(sign_pattern(c, method="lp").strings())
        says = f"{name}: the cosines of the rows (b_i, u_i) and e_0 alone give the sign vectors of the layer"
        yield fact(says, found == expected, f"{len(found)} and {len(expected)} sign vectors")


def _restricted(pattern: SignPattern, mark: str) -> set[str]:
    return {signs[1:] for signs in pattern.strings() if signs[0] == mark}


def _reread(c: Configuration) -> CosineMatrix:
    """The cosine matrix through its radicals, as if read from a file."""
    cosines = CosineMatrix.of(c)
    return CosineMatrix.from_cosines(
        [[cosines.cosine(i, j) for j in range(cosines.n)] for i in range(cosines.n)], cosines.labels
    )


def prove_rankings() -> Verdict:
    """Rankings and offsets: the claim for the differences of the rows."""
    return conclude(
        [*_homogeneous(), *_recovered_rankings()],
        means="homogeneous coordinates and lemma 5.3 for the differences; rankings recovered from cosines on instances",
        scope="all real rows and offsets with pairwise distinct `(b_i, u_i)`, every number of labels, dimension and rank",
        complete=True,
        rests_on=(
            "lemma-5.3",
            "offsets-signs",
            "definition: a ranking is a sign vector of the differences of the logits",
        ),
        findings=(),
    )


def _recovered_rankings() -> Iterator[Step]:
    for name, (rows, bias) in LAYERS.items():
        c = Configuration(rows, bias=bias)
        found = _restricted(patterns_from_cosines(_reread(lifted(c.differences()))), "+")
        expected = {
            _signs_of(ranking.split(">"), c.labels)
            for ranking in ranking_pattern(c, method="lp").strings()
        }
        says = f"{name}: the cosines of the differences (b_i - b_j, u_i - u_j) and e_0 alone give the rankings of the layer"
        yield fact(says, found == expected, f"{len(found)} and {len(expected)} rankings")


def _signs_of(ranking: list[str], labels: tuple[str, ...]) -> str:
    place = {label: k for k, label in enumerate(ranking)}
    return "".join(
        "+" if place[a] < place[b] else "-" for i, a in enumerate(labels) for b in labels[i + 1 :]
    )


def prove_apart(first: Configuration | None = None, second: Configuration | None = None) -> Verdict:
    """Two labels, one dimension, the same directions and the same offsets: other sign vectors and
    other rankings.
    """
    a = first or Configuration([[1], [1]], bias=[1, 2])
    b = second or Configuration([[1], [4]], bias=[1, 2])
    linear = [Configuration(c.rows, c.labels) for c in (a, b)]
    steps = [
        fact(
            "the cosines of the rows agree",
            CosineMatrix.of(linear[0]) == CosineMatrix.of(linear[1]),
            "all are 1",
        ),
        fact("the offsets agree", a.bias == b.bias, ", ".join(map(str, a.bias or ()))),
        decided(
            "label 2 alone can be assigned in the first layer",
            decide_signs(a, "-+"),
            True,
            "offsets-first-signs",
        ),
        decided(
            "label 2 alone cannot be assigned in the second",
            decide_signs(b, "-+"),
            False,
            "offsets-second-signs",
        ),
        decided(
            "label 1 before 2 is impossible in the first layer",
            decide_ranking(a, "1>2"),
            False,
            "offsets-first-ranking",
        ),
        decided(
            "label 1 before 2 is possible in the second",
            decide_ranking(b, "1>2"),
            True,
            "offsets-second-ranking",
        ),
        *_smallest(),
    ]
    return conclude(
        steps,
        means="counter-example over Q, with certificates",
        scope="the two layers named; that none is smaller: every layer with one label",
        complete=True,
        rests_on=(
            "with no input dimension the cosines say nothing, and two labels are the fewest that have a ranking",
        ),
        findings=(
            "two labels and one dimension are the least: with one label of non-zero row all that `b` does is to move its boundary",
        ),
    )


def _smallest() -> Iterator[Step]:
    """One label with a non-zero row has both signs, whatever its offset is."""
    u, b, target = rational_functions(["u", "b", "s"])
    yield identity(
        "one label: u ≠ 0 takes the value s at h = (s - b) / u, of either sign",
        u * ((target - b) / u) + b,
        target,
    )


CLAIMS = (
    Claim(
        id="offsets-signs",
        owner="ours",
        statement=(
            "For logits `⟨u_i, h⟩ + b_i` with `(b_i, u_i) ≠ 0`, the cosines of the rows `(b_i, u_i)` together with `e_0 = (1, 0)` "
            "determine the label combinations of the layer."
        ),
        conditions=(
            Condition("no row `(b_i, u_i)` is zero", "source", "a zero row has no cosines"),
        ),
        prove=prove_signs,
    ),
    Claim(
        id="offsets-rankings",
        owner="ours",
        statement=(
            "For logits `⟨u_i, h⟩ + b_i` with pairwise distinct `(b_i, u_i)`, the cosines of the differences "
            "`(b_i − b_j, u_i − u_j)` together with `e_0` determine the rankings of the layer."
        ),
        conditions=(
            Condition(
                "the rows `(b_i, u_i)` are pairwise distinct",
                "source",
                "the difference of equal rows has no cosines",
            ),
        ),
        prove=prove_rankings,
    ),
    Claim(
        id="offsets-apart",
        owner="ours",
        statement=(
            "`C(U)` and `b`, taken apart, determine neither the label combinations nor the rankings of a layer with offsets. Witness: "
            "`u = (1), (1)` and `u = (1), (4)`, both with `b = (1, 2)`."
        ),
        conditions=(),
        prove=prove_apart,
    ),
)
