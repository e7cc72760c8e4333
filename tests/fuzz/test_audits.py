"""Audits of small layers against the definition: all covectors of rows, differences and inputs,
which share no code with the package.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.decide.batches.driver import METHODS, answered
from arrangements.decide.batches.store import Store, identity
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, every_label
from tests.listing import brute

pytestmark = pytest.mark.attack

_ENTRIES = (
    (-2, -1, 0, 0.5, 1, 3),
    (2.0**52, 2.0**52 + 1, 1, 0, -1),
    (2.0**-60, 1, -1, 0, 2.0**60),
    (0, 0, 1),
)
_LARGE = (10**30, 10**400, 2**63, Fraction(1, 10**30), Fraction(1, 10**400), 1)


def layer(chance: random.Random, n: int, width: int) -> np.ndarray:
    """Rows of offsets and vectors; some are equal, opposite, or between two others."""
    kind, rows = chance.choice(_ENTRIES), list[list[float]]()
    for _ in range(n):
        row = [chance.choice((1, 1, -1)) * chance.choice(kind) for _ in range(width)]
        if rows and chance.random() < 0.3:
            a, b = chance.choice(rows), chance.choice(rows)
            row = chance.choice(
                ([*a], [-x for x in a], [(x + y) / 2 for x, y in zip(a, b, strict=True)])
            )
        rows.append(row)
    return np.array(rows, np.float64)


def polyhedron(chance: random.Random, d: int) -> Inputs:
    large = _LARGE if chance.random() < 0.3 else (1,)

    def condition() -> list[Fraction]:
        row = [Fraction(chance.randint(-2, 2)) * chance.choice(large) for _ in range(d + 1)]
        kept = chance.randrange(d + 1)  # half of the conditions bound one coordinate
        return (
            [x if j in (0, kept) or kept == 0 else Fraction(0) for j, x in enumerate(row)]
            if chance.random() < 0.5
            else row
        )

    plain = chance.choice(
        (
            Inputs(d),
            Inputs.nonnegative(d),
            Inputs.at_least("-0.2785", d),
            Inputs.box([-1] * d, [1] * d),
        )
    )
    more = [condition() for _ in range(chance.choice((0, 0, 1, 2)))]
    return Inputs(
        d, [*plain.inequalities, *more], [condition() for _ in range(chance.choice((0, 0, 0, 1)))]
    )


def questions(chance: random.Random, n: int) -> list[Question]:
    asked = every_label(n)
    for kind in ("top", "top set", "ranking"):
        asked.append(Question(kind, tuple(chance.sample(range(n), chance.randint(1, n)))))
    if n > 1:
        asked.append(Question("tie", tuple(chance.sample(range(n), 2))))
    asked += [
        Question("signs", tuple(chance.choice((-1, 0, 1, 2)) for _ in range(n))) for _ in range(2)
    ]
    flat: list[int] = []
    for place in chance.sample(range(n), chance.randint(1, n)):
        flat += [-1] * (bool(flat) and chance.random() < 0.5) + [place]
    return [*asked, Question("weak ranking", tuple(flat))]


def means(asked: Question, n: int, sign: list[int], order: dict[tuple[int, int], int]) -> bool:
    """Whether a covector is of this kind: ``sign`` of each row, ``order`` of each pair."""
    value = asked.positions
    if asked.kind == "signs":
        return all(s == 0 or sign[i] == (0 if s == 2 else s) for i, s in enumerate(value))
    if asked.kind == "weak ranking":
        joints = zip(value, value[1:], value[2:], strict=False)
        return all(order[a, c] > 0 for a, b, c in joints if b < 0) and all(
            order[a, b] == 0 for a, b in pairwise(value) if min(a, b) >= 0
        )
    rest = [j for j in range(n) if j not in value]
    if asked.kind == "tie":
        return order[value[0], value[1]] == 0 and all(order[value[0], j] > 0 for j in rest)
    if asked.kind == "top set":
        return all(order[i, j] > 0 for i in value for j in rest)
    return all(order[i, j] > 0 for i, j in pairwise(value)) and (
        asked.kind == "ranking" or all(order[value[-1], j] > 0 for j in rest)
    )


def truth(rows: np.ndarray, inputs: Inputs, asked: list[Question]) -> list[bool]:
    n, width = rows.shape
    exact = [[Fraction(x) for x in row] for row in rows.tolist()]
    pairs = list(combinations(range(n), 2))
    differences = [[a - b for a, b in zip(exact[i], exact[j], strict=True)] for i, j in pairs]
    positive = [Fraction(j == 0) for j in range(width)]
    weak, equal = [
        [[Fraction(x) for x in row] for row in part]
        for part in (inputs.inequalities, inputs.equations)
    ]
    found = [False] * len(asked)
    for signs in brute.covectors([positive, *weak, *equal, *exact, *differences], width):
        values = iter(signs)
        inside = next(values) > 0
        inside &= all(next(values) >= 0 for _ in weak)
        inside &= all(next(values) == 0 for _ in equal) if inside else True
        if inside:
            own, between = (
                list(signs[1 + len(weak) + len(equal) :][:n]),
                signs[1 + len(weak) + len(equal) + n :],
            )
            order = dict(zip(pairs, between, strict=True))
            order |= {(j, i): -s for (i, j), s in order.items()}
            found = [
                known or means(one, n, own, order) for known, one in zip(found, asked, strict=True)
            ]
    return found


def test_small_layers(attack, tmp_path: Path) -> None:
    def trial(chance: random.Random) -> None:
        n, width = chance.randint(1, 4), chance.randint(1, 3)
        rows, inputs = layer(chance, n, width), polyhedron(chance, width - 1)
        asked, domain = questions(chance, n), Domain(inputs)
        expected = truth(rows, inputs, asked)
        method, path = chance.choice(METHODS), tmp_path / f"{chance.getrandbits(60):x}"
        for _ in range(2):  # the second time from the store
            with Store(f"{path}.db", identity("rows", domain)) as store:
                answers = list(
                    answered(DyadicMatrix(rows), domain, asked, store=store, method=method)
                )
            assert [isinstance(outcome, IntegerWitness) for _, outcome in answers] == expected
        audit_certificate.save(f"{path}.npz", rows, domain, answers, {})
        assert audit_certificate.recheck(f"{path}.npz", rows).startswith(
            f"{sum(expected)} of {len(asked)} "
        )
        for suffix in ("db", "npz"):
            Path(f"{path}.{suffix}").unlink()

    attack(trial)


def test_larger_layers_in_batches(attack) -> None:
    """Rows so many that they are settled in batches, and one by one."""

    def trial(chance: random.Random) -> None:
        width, draw = chance.randint(2, 4), np.random.default_rng(chance.getrandbits(40))
        rows = np.round(draw.normal(size=(chance.randint(64, 90), width)), chance.choice((1, 3, 9)))
        rows[:, 0] *= chance.choice((0, 1))
        domain = Domain(polyhedron(chance, width - 1))
        labels = every_label(len(rows))
        bulk, single = (
            [
                isinstance(outcome, IntegerWitness)
                for _, outcome in answered(DyadicMatrix(rows), domain, labels, method=method)
            ]
            for method in ("bulk", "single")
        )
        assert bulk == single

    attack(trial)
