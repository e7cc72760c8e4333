"""Which invariant determines which for layers with a bias, beyond the paper: every ordered pair of
seven invariants has a verdict.

Arrows are proved by the claims of ``offsets`` or hold by definition. For every other pair the first
two layers of a small exhaustive family that agree in one and differ in the other are found and
compared anew: least number of labels first, then entries in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import permutations, product

from arrangements.layers.configuration import Configuration
from arrangements.listing.argmax import argmax_labels
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from proofs.paper.claims.offsets import lifted
from proofs.paper.verdicts.claim import Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import fact
from proofs.search.invariants import keys

__all__ = ["ARROWS", "CLAIM", "INVARIANTS", "prove"]

# V has the rows (b_i, u_i).
INVARIANTS: dict[str, Callable[[Configuration], Hashable]] = {
    "(U, b)": lambda c: (c.rows, c.bias),
    "C(e_0, V)": lambda c: keys.cosines(lifted(c)),
    "C(e_0, B V)": lambda c: keys.cosines(lifted(c.differences())),
    "(C(U), b)": lambda c: (keys.cosines(Configuration(c.rows)), c.bias),
    "S": lambda c: sign_pattern(c).words.tobytes(),
    "R": lambda c: ranking_pattern(c).words.tobytes(),
    "argmax": argmax_labels,
}
ARROWS = {
    ("C(e_0, V)", "S"): "offsets-signs",
    ("C(e_0, B V)", "R"): "offsets-rankings",
    ("R", "argmax"): "the argmax labels are those that some ranking begins with",
    (
        "C(e_0, B V)",
        "argmax",
    ): "offsets-rankings, and the argmax labels are those that some ranking begins with",
    **{
        ("(U, b)", other): "a function of the rows and the offsets"
        for other in INVARIANTS
        if other != "(U, b)"
    },
}


def family(most: int = 3) -> Iterator[Configuration]:
    """Layers in dimension 1 of up to ``most`` labels: rows -1, 1, 2, offsets -1..2, no two labels
    alike.
    """
    functions = list(product((-1, 0, 1, 2), (-1, 1, 2)))
    for n in range(1, most + 1):
        for chosen in permutations(functions, n):
            yield Configuration([[u] for _, u in chosen], bias=[b for b, _ in chosen])


def prove(arrows: dict[tuple[str, str], str] | None = None, most: int = 3) -> Verdict:
    """``arrows`` are the pairs claimed to be proved; all others must be separated."""
    proved = ARROWS if arrows is None else arrows
    pairs = list(permutations(INVARIANTS, 2))
    found = _separated(most)
    steps = []
    for pair in pairs:
        says = (
            f"{pair[0]} determines {pair[1]}"
            if pair in proved
            else f"{pair[0]} does not determine {pair[1]}"
        )
        if pair in proved:
            apart = found.get(pair)
            detail = proved[pair] if apart is None else f"but not for {_shown(*apart)}"
            steps.append(fact(says, apart is None, detail))
        elif pair in found:
            steps.append(_compared(says, pair, *found[pair]))
        else:
            steps.append(Step(says, "open", f"no two of the {most}-label family tell", ()))
    return conclude(
        steps,
        means="arrows by the claims on offsets; counter-examples over Q, the least of an exhaustive family",
        scope=f"all {len(pairs)} ordered pairs of {', '.join(INVARIANTS)}",
        complete=True,
        rests_on=("offsets-signs", "offsets-rankings"),
        findings=(
            f"{len(proved)} pairs determine, {len(pairs) - len(proved)} do not; three labels in dimension 1 tell these apart",
        ),
    )


def _separated(most: int) -> dict[tuple[str, str], tuple[Configuration, Configuration]]:
    """For each pair the first two layers with equal first and different second invariant."""
    seen: dict[str, dict[Hashable, tuple[Configuration, dict[str, Hashable]]]] = {
        name: {} for name in INVARIANTS
    }
    found: dict[tuple[str, str], tuple[Configuration, Configuration]] = {}
    for c in family(most):
        values: dict[str, Hashable] = {name: (c.n, key(c)) for name, key in INVARIANTS.items()}
        for first, known in seen.items():
            before, others = known.setdefault(values[first], (c, values))
            for second in INVARIANTS:
                if others[second] != values[second]:
                    found.setdefault((first, second), (before, c))
    return found


def _compared(says: str, pair: tuple[str, str], one: Configuration, other: Configuration) -> Step:
    same, differ = (INVARIANTS[name] for name in pair)
    return fact(says, same(one) == same(other) and differ(one) != differ(other), _shown(one, other))


def _shown(one: Configuration, other: Configuration) -> str:
    def text(c: Configuration) -> str:
        return ", ".join(
            f"{u}h{'+' if b >= 0 else '-'}{abs(b)}"
            for (u,), b in zip(c.rows, c.bias or (0,) * c.n, strict=True)
        )

    return f"logits {text(one)} against {text(other)}"


CLAIM = Claim(
    id="offsets-map",
    owner="ours",
    statement=(
        "For layers with offsets, `V` the rows `(b_i, u_i)`, every ordered pair of `(U, b)`, `C(e_0, V)`, `C(e_0, B V)`, `(C(U), b)`, `S`, "
        "`R` and the argmax labels has a verdict: it is an arrow of `(U, b) →` everything, `C(e_0, V) → S`, `C(e_0, B V) → R → argmax`, or "
        "there are two layers that refute it."
    ),
    conditions=(
        Condition(
            "the rows `(b_i, u_i)` are pairwise distinct and no `u_i` is zero",
            "source",
            "some of the cosines do not exist",
        ),
    ),
    prove=prove,
)
