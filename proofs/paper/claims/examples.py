"""Examples C.1 to C.3 (figures 1 and 2): every number of the text, exactly, and every statement
about the top, with a certificate.
"""

from __future__ import annotations

from fractions import Fraction

from arrangements.decide.answers import decide_tie
from arrangements.exact.numbers import Scalar, text
from arrangements.layers.configuration import Configuration
from arrangements.listing.cosines import CosineMatrix
from arrangements.loading.configurations import load
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import decided, fact

__all__ = ["CLAIMS", "prove_c_1", "prove_c_2", "prove_c_3"]


def prove_c_1(configuration: Configuration | None = None) -> Verdict:
    """Example C.1: three models with the same probabilities."""
    first = configuration or load("paper/C.1")
    a, b = first.rows[0], first.rows[1]
    to_minus = [-(x + y) / 2 for x, y in zip(a, b, strict=True)]
    to_plus = [-x + (y - x) / 2 for x, y in zip(a, b, strict=True)]
    models = {
        "second": (first.translated(to_minus), Fraction(-1)),
        "third": (first.translated(to_plus), Fraction(1)),
    }
    steps = [_cosine(first, 0, 1, Fraction(4, 5))]
    for name, (model, cosine) in models.items():
        steps.append(_cosine(model, 0, 1, cosine, f"{name} model: "))
        same = model.differences().rows == first.differences().rows
        says = f"{name} model: the probabilities are those of the first, for every x, as p(i|x) / p(j|x) = e^⟨u_i − u_j, x⟩"
        steps.append(
            fact(says, same, f"the differences u_i − u_j {'agree' if same else 'do not all agree'}")
        )
    return conclude(
        steps,
        means="exact arithmetic",
        scope="the five rows of the example",
        complete=True,
        rests_on=("lemma-3.1",),
        findings=(),
    )


def prove_c_2(configuration: Configuration | None = None) -> Verdict:
    """Example C.2: high cosine without a tie, low cosine with one."""
    c = configuration or load("paper/C.2")
    cosines = CosineMatrix.of(c)
    nearest = sorted(
        (j for j in range(c.n) if j != 2), key=lambda j: cosines.signed_squares[2][j], reverse=True
    )[:2]
    ties = [
        c.labels[j] for j in range(c.n) if j != 2 and decide_tie(c, (c.labels[2], c.labels[j]))[0]
    ]
    steps = [
        _centred(c),
        _cosine(c, 0, 1, Fraction(12, 37)),
        _tie(c, 0, 1, True),
        fact(
            "cos(1, 2) < 0",
            cosines.signed_squares[1][2] < 0,
            f"cos(1, 2) = {text(cosines.cosine(1, 2))}",
        ),
        _tie(c, 1, 2, True),
        _cosine(c, 2, 4, Fraction(4, 5)),
        _tie(c, 2, 4, False),
        fact(
            "the two nearest cosine neighbours of label 2 are 3 and 4",
            sorted(nearest) == [3, 4],
            _neighbours(cosines, 2),
        ),
        fact(
            "label 2 can tie for the top with labels 1 and 3 only",
            ties == ["1", "3"],
            f"it can with {', '.join(ties)}",
        ),
        *(_tie(c, 2, j, j in (1, 3)) for j in (0, 3)),
    ]
    return conclude(
        steps,
        means="exact arithmetic and certificates",
        scope="the five rows of the example",
        complete=True,
        rests_on=(),
        findings=(),
    )


def prove_c_3(configuration: Configuration | None = None) -> Verdict:
    """Example C.3, in Q(sqrt(39)): the same with all lengths equal."""
    c = configuration or load("paper/C.3")
    lengths = {text(sum((x * x for x in row), Fraction(0))) for row in c.rows}
    steps = [
        _centred(c),
        fact(
            "all rows have length 1",
            lengths == {"1"},
            f"squared lengths: {', '.join(sorted(lengths))}",
        ),
        _cosine(c, 0, 1, Fraction(-161, 200)),
        _tie(c, 0, 1, True),
        _cosine(c, 1, 3, Fraction(161, 200)),
        _tie(c, 1, 3, False),
    ]
    return conclude(
        steps,
        means="exact arithmetic and certificates",
        scope="the six rows of the example",
        complete=True,
        rests_on=(),
        findings=("the text speaks of five labels; the matrix has six rows",),
    )


def _cosine(
    configuration: Configuration, i: int, j: int, expected: Scalar, prefix: str = ""
) -> Step:
    found = CosineMatrix.of(configuration).cosine(i, j)
    labels = f"{configuration.labels[i]}, {configuration.labels[j]}"
    return fact(
        f"{prefix}cos({labels}) = {text(expected)}",
        found == expected,
        f"cos({labels}) = {text(found)}",
    )


def _tie(configuration: Configuration, i: int, j: int, expected: bool) -> Step:
    a, b = configuration.labels[i], configuration.labels[j]
    says = f"labels {a} and {b} {'can' if expected else 'can never'} tie for the top"
    name = f"{configuration.name.rpartition('/')[2] or 'configuration'}-tie-{a}-{b}"
    return decided(says, decide_tie(configuration, (a, b)), expected, name)


def _centred(configuration: Configuration) -> Step:
    mean = [text(sum(column) / configuration.n) for column in zip(*configuration.rows, strict=True)]
    return fact("the rows are centred", set(mean) == {"0"}, f"mean ({', '.join(mean)})")


def _neighbours(cosines: CosineMatrix, i: int) -> str:
    return ", ".join(
        f"cos({cosines.labels[i]}, {cosines.labels[j]}) = {text(cosines.cosine(i, j))}"
        for j in range(cosines.n)
        if j != i
    )


CLAIMS = (
    Claim(
        id="example-C.1",
        aliases=("Example 3.1", "Figure 1"),
        owner="paper",
        statement=(
            "`U = (1, 1/2), (1/2, 1), (−1, 2/5), (−4/5, −4/5), (9/10, −6/5)`, labels 0..4: `cos(u_0, u_1) = 4/5`; "
            "after the two translations exactly `−1` and `+1`; probabilities agree."
        ),
        conditions=(),
        prove=prove_c_1,
    ),
    Claim(
        id="example-C.2",
        aliases=("Example 3.2", "Figure 2 left"),
        owner="paper",
        statement=(
            "Centred `U = (7/5, −1), (7/5, 1), (−9/10, 3/10), (−1, 0), (−9/10, −3/10)`: `cos(0,1) = 12/37` and `cos(1,2) < 0`, yet each "
            "of these pairs can tie for the top; `cos(2,4) = 4/5`, yet labels 2 and 4 can never tie for the top. The "
            "two nearest cosine neighbours of label 2 are 3 and 4, but the labels it shares a top boundary with are 1 and 3."
        ),
        conditions=(
            Condition(
                "equal probability of two labels is read as a tie for the top, above all other labels",
                "ours",
                "any two distinct rows have equal probability at some embedding, those of labels 2 and 4 too",
            ),
        ),
        prove=prove_c_2,
    ),
    Claim(
        id="example-C.3",
        aliases=("Example 3.3", "Figure 2 right"),
        owner="paper",
        statement=(
            "Centred, all of length 1: `(19/20, s), (−19/20, s), (−1, 0), (−19/20, −s), (19/20, −s), (1, 0)` with `s = sqrt(39)/20`. "
            "`cos(0,1) = −161/200` and these can tie at the top; `cos(1,3) = +161/200` and these cannot."
        ),
        conditions=(
            Condition(
                "a tie of two labels is one above all other labels, as in C.2",
                "wording",
                "any two distinct rows have equal logits at some embedding",
            ),
        ),
        prove=prove_c_3,
    ),
)
