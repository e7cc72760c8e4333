"""word2vec (appendix E.1) is a sigmoid classifier: its loss is the log-likelihood of an incomplete label assignment.

With E = e^z for the logit z of a label, σ(z) = E / (1 + E) is a rational function, and likelihoods are products with one factor a label.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.algebra.polynomials import Element, evaluate, identity, rational_functions
from proofs.verdicts.claim import Claim, Condition, Step, Verdict, conclude

__all__ = ["CLAIM", "settle"]


def settle(sigmoid: Callable[[Element], Element] = lambda E: E / (1 + E)) -> Verdict:
    """Appendix E.1, label by label; the number of negative and of unobserved labels is free because every label has its own factor."""
    (E,) = rational_functions(["E"])
    assigned, refused = sigmoid(E), 1 - sigmoid(E)
    steps = [
        identity(
            "a negative sample k contributes σ(−z_k) = 1 − σ(z_k), the probability that label k is not assigned", sigmoid(1 / E), refused
        ),
        identity(
            "σ(z) − 1/2 = (e^z − 1) / (2 (e^z + 1)): a label is likelier assigned than not iff z > 0",
            sigmoid(E) - E**0 / 2,
            (E - 1) / (2 * (E + 1)),
        ),
        identity("a label that is not observed sums out: σ(z) + (1 − σ(z)) = 1", assigned + refused, E**0),
        _repeated(E, sigmoid),
    ]
    return conclude(
        steps,
        means="rational functions of `e^z`, one factor a label",
        scope="all real `U` and `x`; every number of labels, negatives and dimensions; negatives distinct and not the observed label",
        complete=True,
        rests_on=(
            "labels of a sigmoid classifier are assigned independently, so the likelihood is a product",
            "log of a product is a sum of logs",
        ),
        findings=(
            "negatives are drawn with replacement and may hit the observed label; then the loss contains `σ(z)(1 − σ(z))`, at most 1/4, "
            "which is the likelihood of repeated observations and of no label assignment",
        ),
    )


def _repeated(E: Element, sigmoid: Callable[[Element], Element]) -> Step:
    """The side condition is needed: at z = 0 a label seen both as positive and as negative has the factor 1/4, an assignment 1/2 or 1."""
    factor = evaluate(sigmoid(E) * (1 - sigmoid(E)), {E: 1})
    single = sorted({evaluate(sigmoid(E), {E: 1}), evaluate(1 - sigmoid(E), {E: 1}), evaluate(E**0, {E: 1})})
    text = ", ".join(str(value) for value in single)
    says = "the condition is needed: at z = 0 a label drawn both as positive and as negative has a factor that no assignment has"
    return Step(says, "fails" if factor in single else "holds", f"factor {factor}; assigned, refused or unobserved: {text}", ())


CLAIM = Claim(
    id="word2vec-E.1",
    source="A",
    statement="Skip-gram with negative sampling is a sigmoid classifier: its loss is the log-likelihood of an incomplete label assignment.",
    conditions=(
        Condition(
            "the negative samples are distinct and differ from the observed label",
            False,
            "a label drawn twice contributes two factors, and no label assignment has that likelihood",
        ),
    ),
    settle=settle,
)
