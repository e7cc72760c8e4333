"""Rules that choose outputs from logits (temperature and soft cap, min-p, nucleus), and how far
rankings determine their outputs.

Logits z_1, ..., z_n are those of one input, best first where it says so; E_i = e^(z_i), and
probabilities are E_i / (E_1 + ... + E_n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil

from arrangements.decide.answers import decide_ranking
from arrangements.exact.linear import dot
from arrangements.listing.patterns import ranking_pattern
from arrangements.loading.configurations import load
from arrangements.proof.certificates import Witness
from proofs.paper.algebra.polynomials import Element, identity, rational_functions
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import fact

__all__ = ["CLAIMS", "prove_min_p", "prove_monotone", "prove_nucleus"]

_RATIONAL = ("paper/C.1", "paper/C.2", "paper/H.1-A")
_INTEGER = {
    "four rows in the plane": ((0, 0), (2, 0), (0, 2), (1, 1)),
    "five rows in the plane": ((1, 0), (0, 1), (-1, -1), (2, 1), (-1, 2)),
    "four rows in dimension 3": ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)),
}


def prove_monotone(
    cap: Callable[[Element], Element] = lambda E: (E**2 - 1) / (E**2 + 1),
) -> Verdict:
    """rule-monotone. ``cap`` is tanh(z/c) as a function of E = e^(z/c); another one need not be
    increasing.
    """
    z, w, T, E, F = rational_functions(["z", "w", "T", "E", "F"])
    steps = [
        identity(
            "temperature T > 0: z/T − w/T = (z − w)/T has the sign of z − w",
            z / T - w / T,
            (z - w) / T,
        ),
        identity(
            (
                "soft cap: tanh(z/c) − tanh(w/c) = 2 (E² − F²) / ((E² + 1)(F² + 1)), positive iff "
                "E > F, for E = e^(z/c), F = e^(w/c)"
            ),
            cap(E) - cap(F),
            2 * (E**2 - F**2) / ((E**2 + 1) * (F**2 + 1)),
        ),
    ]
    return conclude(
        steps,
        means="identities; the ranking at an input is the order of its logits",
        scope="all logits, every number of labels, `T > 0`, `c > 0`, and every other strictly increasing function",
        complete=True,
        rests_on=("`tanh t = (e^(2t) − 1) / (e^(2t) + 1)`", "`e^t` increases"),
        findings=(),
    )


def prove_min_p(at_most: bool = True) -> Verdict:
    """rule-min-p. ``at_most=False`` puts the limit on the wrong side."""
    E, M, rest, p = rational_functions(["E", "M", "R", "p"])
    total = E + M + rest
    sign = 1 if at_most else -1
    steps = [
        identity(
            (
                "p_i − p p_max = (E_i − p E_max) / (E_1 + … + E_n): label i is in the support iff "
                "E_i ≥ p E_max, that is z_i − z_max ≥ log p"
            ),
            E / total - sign * p * (M / total),
            (E - p * M) / total,
        ),
        *_supports(),
    ]
    return conclude(
        steps,
        means="identity; along rays every prefix of every ranking is a support, exactly, on instances",
        scope="all logits and `0 < p ≤ 1`; without offsets and for all inputs of `R^d` the supports are the top-k sets",
        complete=True,
        rests_on=("`log` increases",),
        findings=(
            "for inputs from all of `R^d` and without offsets the margin `−log p` cannot be seen: "
            "the supports that occur where no two "
            "logits are equal are all top-k sets, for every `p < 1`; it can be seen on a ball, "
            "a box, or with offsets",
        ),
    )


def _witnesses() -> Iterator[tuple[str, str, list[Fraction]]]:
    """For each ranking of some configurations the logits of a witness, best first."""
    for name in _RATIONAL:
        c = load(name)
        for ranking in ranking_pattern(c):
            evidence = decide_ranking(c, ranking)[1].evidence
            assert isinstance(evidence, Witness)
            logits = [
                Fraction(str(dot(c.rows[c.labels.index(label)], evidence.point)))
                for label in ranking
            ]
            yield name, ">".join(ranking), logits


def _supports() -> Iterator[Step]:
    """With t = −log p > 0 and logits s z, s > 0: the first k are the support iff s (z_1 − z_k) ≤ t
    < s (z_1 − z_(k+1)).
    """
    seen: dict[str, list[str]] = {name: [] for name in _RATIONAL}
    for name, ranking, z in _witnesses():
        for k in range(1, len(z)):
            s = (
                1 / (z[0] - z[k]) + (1 / (z[0] - z[k - 1]) if k > 1 else 1 / (z[0] - z[k]) + 2)
            ) / 2
            good = s * (z[0] - z[k - 1]) <= 1 < s * (z[0] - z[k])
            seen[name].append("" if good else f"{ranking}, k = {k}")
    for name, results in seen.items():
        wrong = [text for text in results if text]
        says = (
            f"{name}: for every ranking and every k < n the input of a witness, rescaled, has the "
            "first k as support (t = 1)"
        )
        yield fact(
            says,
            not wrong,
            wrong[0] if wrong else f"{len(results)} pairs of a ranking and k; k = n at the input 0",
        )


def prove_nucleus(level: Fraction = Fraction(4, 5)) -> Verdict:
    """rule-nucleus, with the smallest examples."""
    first, second = (Fraction(2, 3), Fraction(1, 3)), (Fraction(9, 10), Fraction(1, 10))
    steps = [
        fact(
            (
                "two labels with probabilities 2/3, 1/3 and 9/10, 1/10 (logits log 2, 0 and log "
                f"9, 0): one ranking, two nuclei of level {level}"
            ),
            _nucleus(first, level) != _nucleus(second, level),
            f"the first {_nucleus(first, level)} and the first {_nucleus(second, level)}",
        ),
        fact(
            "one label has one nucleus: two labels are the least",
            _nucleus((Fraction(1),), level) == 1,
            "probability 1",
        ),
        *_odds(),
        *_nuclei(),
    ]
    return conclude(
        steps,
        means="exact examples; identity; along rays every nucleus, exactly, on instances",
        scope="two labels for the counter-example; all `U` with distinct rows, `0 < p < 1`, for the set of nuclei",
        complete=True,
        rests_on=(
            "a continuous function takes all values between two of its values",
            "`e^t` is continuous and increases to infinity",
        ),
        findings=(
            "what the ranking does not tell is the nucleus at an input. The set of nuclei over all "
            "inputs of `R^d` is told, and by less: "
            "where no two logits are equal the nuclei are the top-k sets with `k ≤ ⌈n p⌉`. With "
            "offsets it is not: rows without "
            "coordinates, offsets `log 2, 0` and `log 9, 0`, have one ranking and different nuclei",
        ),
    )


def _nucleus(probabilities: Sequence[Fraction], level: Fraction) -> int:
    """How many of the probabilities, the largest first, sum to at least the level."""
    total, ordered = Fraction(0), sorted(probabilities, reverse=True)
    for k, probability in enumerate(ordered, 1):
        total += probability
        if total >= level:
            return k
    return len(ordered)


def _odds() -> list[Step]:
    """Along a ray each term e^(s (z_j − z_i)), j before i, increases; so the odds of the last n − k
    against the first k decrease.
    """
    E = rational_functions(["E1", "E2", "E3", "E4"])
    steps = []
    for k in (1, 2, 3):
        left = sum(E[k:]) / sum(E[:k])
        right = sum(1 / sum(E[j] / E[i] for j in range(k)) for i in range(k, 4))
        steps.append(
            identity(
                (
                    f"odds of the last {4 - k} of 4 against the first {k}: Σ_i 1 / Σ_j e^(z_j − "
                    f"z_i), i > {k} ≥ j"
                ),
                left,
                right,
            )
        )
    return steps


def _nuclei() -> Iterator[Step]:
    """Integer logits z, inputs on a ray: E_i = t^(z_i) for rational t > 1 gives exact
    probabilities; t = 1 is the input 0.
    """
    for name, rows in _INTEGER.items():
        for level in (Fraction(1, 2), Fraction(9, 10)):
            n, wrong, seen = len(rows), "", 0
            for x in product(range(-2, 3), repeat=len(rows[0])):
                logits = sorted(
                    (sum(a * b for a, b in zip(row, x, strict=True)) for row in rows), reverse=True
                )
                if len(set(logits)) < n:
                    continue
                seen, sizes = seen + 1, _sizes([z - logits[-1] for z in logits], level)
                if sizes != set(range(1, ceil(n * level) + 1)):
                    wrong = wrong or f"x = {x}: sizes {sorted(sizes)}"
            says = (
                f"{name}, p = {level}: on the ray of each input the nuclei are the first k, for k "
                f"= 1, …, ⌈n p⌉ = {ceil(n * level)}"
            )
            yield fact(says, not wrong, wrong or f"{seen} inputs with entries −2..2")


def _sizes(z: Sequence[int], level: Fraction) -> set[int]:
    """The sizes of nuclei at t = 1 + j/64 for j = 1, 2, ..., until one label is enough."""
    sizes, j = set[int](), 0
    while 1 not in sizes:
        j += 1 + j // 16
        powers = [(64 + j) ** k * 64 ** (z[0] - k) for k in z]
        sizes.add(_nucleus([Fraction(x, sum(powers)) for x in powers], level))
    return sizes


CLAIMS: tuple[Claim, ...] = (
    Claim(
        id="rule-monotone",
        owner="ours",
        statement=(
            "Temperature (`z/T`, `T > 0`), soft-capping (`c tanh(z/c)`, `c > 0`) and every other "
            "strictly increasing function of the logits "
            "leave the ranking at every input, so `R(U)`, the argmax labels and all top-k sets."
        ),
        conditions=(),
        prove=prove_monotone,
    ),
    Claim(
        id="rule-min-p",
        owner="ours",
        statement=(
            "For `0 < p ≤ 1` the min-p support `{i : p_i ≥ p max_j p_j}` is `{i : z_i − max_j z_j "
            "≥ log p}`: which supports occur is a question "
            "of linear conditions with a margin. For all inputs of `R^d`, without offsets and for "
            "`p < 1`, those that occur where no two logits "
            "are equal are exactly the top-k sets."
        ),
        conditions=(
            Condition(
                "no offsets, all inputs of `R^d`, for the last sentence",
                "source",
                "a ball of inputs bounds all margins",
            ),
        ),
        prove=prove_min_p,
    ),
    Claim(
        id="rule-nucleus",
        owner="ours",
        statement=(
            "The nucleus of level `p`, the least beginning of the ranking with probability at "
            "least `p`, is not determined by the ranking: two "
            "labels, probabilities 2/3, 1/3 and 9/10, 1/10, `p = 4/5`. But the nuclei that occur "
            "over all inputs of `R^d`, where no two "
            "logits are equal, are exactly the top-k sets with `k ≤ ⌈n p⌉`."
        ),
        conditions=(
            Condition(
                "no offsets, distinct rows and `0 < p < 1` for the last sentence",
                "source",
                "offsets alone can fix all probabilities",
            ),
        ),
        prove=prove_nucleus,
    ),
)
