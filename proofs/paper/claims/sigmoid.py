"""word2vec (appendix E.1) is a sigmoid classifier: its loss is the log-likelihood of an incomplete
label assignment.

A window holds several positive labels; negatives are drawn besides. With E = e^z for the logit z of
a label, σ(z) = E / (1 + E) is a rational function, and likelihoods are products with one factor a
label.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod

from proofs.paper.algebra.polynomials import Element, evaluate, identity, rational_functions
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude

__all__ = ["CLAIM", "prove"]


def prove(sigmoid: Callable[[Element], Element] = lambda E: E / (1 + E)) -> Verdict:
    """Appendix E.1, label by label: every label has its own factor, so the numbers of positive and
    negative labels are free.
    """
    (E,) = rational_functions(["E"])
    assigned, refused = sigmoid(E), 1 - sigmoid(E)
    steps = [
        identity(
            "a negative sample k contributes σ(−z_k) = 1 − σ(z_k), the probability that label k is not assigned",
            sigmoid(1 / E),
            refused,
        ),
        identity(
            "σ(z) − 1/2 = (e^z − 1) / (2 (e^z + 1)): a label is likelier assigned than not iff z > 0",
            sigmoid(E) - E**0 / 2,
            (E - 1) / (2 * (E + 1)),
        ),
        identity(
            "a label that is not observed sums out: σ(z) + (1 − σ(z)) = 1", assigned + refused, E**0
        ),
        *(_window(*numbers, sigmoid) for numbers in ((1, 1, 1), (2, 1, 2), (2, 2, 1), (3, 2, 0))),
        _repeated(E, sigmoid),
        _twice(E, sigmoid),
    ]
    return conclude(
        steps,
        means="rational functions of `e^z`, one factor per label",
        scope="all real `U` and `x`; every number of labels, positive or negative or unobserved, all distinct, and of dimensions",
        complete=True,
        rests_on=(
            "labels of a sigmoid classifier are assigned independently, so the likelihood is a product",
            "log of a product is a sum of logs",
        ),
        findings=(
            "where window and negatives are not distinct the loss contains `σ(z)(1 − σ(z))` or `σ(z)^2`, which is the likelihood "
            "of repeated observations and of no label assignment; the footnote of the source excludes it",
        ),
    )


def _window(
    positive: int, negative: int, unobserved: int, sigmoid: Callable[[Element], Element]
) -> Step:
    """The sum over all complete assignments, term by term, against the product that the loss is
    made of.
    """
    E = rational_functions([f"e{i}" for i in range(positive + negative + unobserved)])
    on = [sigmoid(e) for e in E]
    observed = (True,) * positive + (False,) * negative
    complete = sum(
        prod(s if yes else 1 - s for s, yes in zip(on, observed + rest, strict=True))
        for rest in product((True, False), repeat=unobserved)
    )
    loss = prod(on[:positive]) * prod(sigmoid(1 / e) for e in E[positive : positive + negative])
    says = (
        f"{positive} positive, {negative} negative, {unobserved} unobserved: the likelihood of the observed labels, summed over all "
        f"{2**unobserved} complete assignments, is Π σ(z_w) Π σ(−z_k)"
    )
    return identity(says, complete, loss)


def _repeated(E: Element, sigmoid: Callable[[Element], Element]) -> Step:
    """The side condition is needed: at z = 0 a label seen both as positive and as negative has the
    factor 1/4, an assignment 1/2 or 1.
    """
    factor = evaluate(sigmoid(E) * (1 - sigmoid(E)), {E: 1})
    single = sorted(
        {evaluate(sigmoid(E), {E: 1}), evaluate(1 - sigmoid(E), {E: 1}), evaluate(E**0, {E: 1})}
    )
    text = ", ".join(str(value) for value in single)
    says = "the condition is needed: at z = 0 a label drawn both as positive and as negative has a factor that no assignment has"
    return Step(
        says,
        "fails" if factor in single else "holds",
        f"factor {factor}; assigned, refused or unobserved: {text}",
        (),
    )


def _twice(E: Element, sigmoid: Callable[[Element], Element]) -> Step:
    """A label twice in the window has the factor σ(z)², 1/4 at z = 0 as well."""
    factor = evaluate(sigmoid(E) ** 2, {E: 1})
    single = evaluate(sigmoid(E), {E: 1})
    says = "the condition is needed: at z = 0 a label that is twice in the window has not the factor of an assigned label"
    return Step(
        says, "fails" if factor == single else "holds", f"factor {factor}; assigned: {single}", ()
    )


CLAIM = Claim(
    id="word2vec-E.1",
    aliases=("Appendix E.1",),
    owner="paper",
    statement=(
        "Skip-gram with negative sampling is a sigmoid classifier: with a window `W` of several positive labels and negatives "
        "`N`, all distinct, its loss `−Σ_(w ∈ W) log σ(z_w) − Σ_(k ∈ N) log σ(−z_k)` is the negative log-likelihood of an "
        "incomplete label assignment: those of `W` assigned, those of `N` not, the others not observed."
    ),
    conditions=(
        Condition(
            "the labels of the window and the negatives are distinct",
            "source",
            "a label drawn twice contributes two factors, and no label assignment has that likelihood",
        ),
    ),
    prove=prove,
)
