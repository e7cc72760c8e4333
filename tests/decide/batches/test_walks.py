"""Labels settled in batches, against exact programs one by one, and the certificates of both
kinds.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Enclosed, IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels import space as spaces
from arrangements.decide.labels.decide_one import beaten, first
from arrangements.decide.labels.ellipsoid import Inner
from arrangements.decide.labels.space import Space
from arrangements.decide.labels.walks import decided_labels, exactly_refuted
from arrangements.errors import BadInput, CertificateRefused
from arrangements.exact.linear.bounds import product_error
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, every_label
from tests.decide.batches.test_evidence import changed
from tests.decide.batches.test_winners import polyhedra, proves
from tests.seeds import few


def layer(draw: np.random.Generator, n: int, d: int) -> np.ndarray:
    """Rows inside the hull of others by much and by little, on its border, equal; with offsets or
    without.
    """
    rows = np.round(draw.normal(size=(n, d)) * 256) / 256
    for i in range(n // 2):
        some = rows[draw.choice(np.arange(n // 2, n), 2, replace=False)]
        rows[i] = some.mean(axis=0) * draw.choice(
            [1, 1, 1 - 2.0**-10, 1 - 2.0**-20, 1 + 2.0**-20, 0.5, 0]
        )
    rows[n - 1] = rows[n - 2]
    offsets = np.round(draw.normal(size=(n, 1)) * 16) / 16 * draw.choice([0, 1]) + draw.choice(
        [0, 1]
    )
    return np.hstack([offsets, rows]).astype(draw.choice(["f4", "f8"]))


@pytest.mark.parametrize("seed", few(12, 4))
def test_as_one_by_one(seed: int, tmp_path) -> None:
    print("seed", seed)
    draw = np.random.default_rng(seed)
    d = int(draw.integers(1, 7))
    rows = DyadicMatrix(layer(draw, int(draw.integers(10, 60)), d))
    for inputs in polyhedra(random.Random(seed), d):
        domain = Domain(inputs)
        if domain.empty:
            continue
        asked = every_label(rows.n)
        single = [
            isinstance(outcome, IntegerWitness)
            for _, outcome in answered(rows, domain, asked, method="single")
        ]
        answers = list(answered(rows, domain, asked, method="bulk"))
        assert [isinstance(outcome, IntegerWitness) for _, outcome in answers] == single
        for i, (_, outcome) in enumerate(answers):
            if not isinstance(outcome, Enclosed):
                proves(outcome, rows, domain, *(side.tolist() for side in first(rows.n, i)))
        path = str(tmp_path / "audit.npz")
        audit_certificate.save(path, rows.floats(), domain, answers, {})
        assert audit_certificate.recheck(path, rows.floats()).startswith(
            f"{sum(single)} of {rows.n} "
        )


def planted() -> tuple[DyadicMatrix, Domain]:
    draw = np.random.default_rng(3)
    rows = np.round(draw.normal(size=(200, 6)) * 64) / 64
    rows[:50] *= 0.25
    return DyadicMatrix(np.hstack([np.round(draw.normal(size=(200, 1)) * 4) / 4, rows])), Domain(
        Inputs.at_least("-0.25", 6)
    )


def test_most_are_enclosed() -> None:
    """The bulk method is what decides, not the programs behind it."""
    rows, domain = planted()
    outcomes = [outcome for _, outcome in answered(rows, domain, every_label(rows.n))]
    by_programs = [
        outcome
        for outcome in outcomes
        if isinstance(outcome, IntegerRefutation) and len(outcome.comparisons) > 1
    ]
    assert sum(isinstance(outcome, Enclosed) for outcome in outcomes) > 20
    assert len(by_programs) <= 2


def test_one_row_that_is_larger_everywhere() -> None:
    """Equal rows, rows that are equal but for offsets, and rows that are larger at all inputs are named
    alone, whether one label is asked about or all are; no walk is made for these.
    """
    draw = np.random.default_rng(11)
    table = np.round(draw.normal(size=(300, 9)) * 64) / 64
    table[10] = table[200]  # equal
    table[11] = table[201] - np.eye(1, 9)[0] / 4  # equal but for a smaller offset
    table[12] = table[202] + np.eye(1, 9)[0] / 4  # but for a larger one: it refutes nothing
    table[13:15] = 0.0
    table[15] = table[203] - 0.5  # smaller where no input is negative
    table[16] = table[15]  # of three, the one whose offset is largest
    table[16, 0] += 0.25
    rows = DyadicMatrix(table)
    for inputs, rivals in (
        (Inputs(8), {10: 200, 11: 201, 13: 14, 14: 13, 15: 16}),
        (Inputs.nonnegative(8), {10: 200, 11: 201, 13: 14, 14: 13, 15: 16}),
        (Inputs.box([0] * 8, [1] * 8), {10: 200, 11: 201, 13: 14, 14: 13, 15: 16}),
        (Inputs.ball(3, 8), {10: 200, 11: 201, 13: 14, 14: 13, 15: 16}),
    ):
        domain = Domain(inputs)
        every = dict(zip(range(300), answered(rows, domain, every_label(300)), strict=True))
        for label, rival in rivals.items():
            (_, alone), *_ = answered(rows, domain, [Question("top", (label,))])
            for outcome in (alone, every[label][1]):
                assert isinstance(outcome, IntegerRefutation)
                ((place, _),) = outcome.comparisons
                assert place + (place >= label) == rival
    assert beaten(rows, Domain(Inputs(8)), [12, 16]) == {}
    assert [*beaten(rows, Domain(Inputs.nonnegative(8)), [16])] == [16]


def test_a_row_that_ties_is_listed_by_its_place() -> None:
    """The first of two equal rows is listed, the second is not."""
    draw = np.random.default_rng(12)
    table = np.round(draw.normal(size=(80, 5)) * 64) / 64
    table[:, 0], table[70] = 0.0, table[3]
    rows, domain = DyadicMatrix(table), Domain(Inputs(4))
    first_, last = answered(rows, domain, [Question("chosen", (3,)), Question("chosen", (70,))])
    strict = [o for _, o in answered(rows, domain, [Question("top", (3,)), Question("top", (70,))])]
    assert all(isinstance(outcome, IntegerRefutation) for outcome in strict)
    assert last[1] == IntegerRefutation(((3, 1),), ())
    alone = np.delete(table, 70, axis=0)
    ((_, wins),) = answered(DyadicMatrix(alone), domain, [Question("top", (3,))])
    assert isinstance(first_[1], IntegerWitness) is isinstance(wins, IntegerWitness)


@pytest.mark.parametrize("seed", few(40, 6))
def test_exact_refutations_of_labels_inside(seed: int) -> None:
    print("seed", seed)
    draw = np.random.default_rng(seed)
    n, d = int(draw.integers(80, 700)), int(draw.integers(2, 25))
    table = draw.normal(size=(n, d + 1)) * ([draw.choice([0.0, 0.5])] + [1.0] * d)
    table[:8, 1:] *= 0.2
    rows = DyadicMatrix(table.astype("f2").astype("f8"))
    domain = Domain(Inputs.nonnegative(d) if seed % 2 else Inputs(d))
    space = Space.of(rows, domain)
    assert space is not None
    for label, outcome in decided_labels(space, range(8)).items():
        if isinstance(outcome, Enclosed):
            found = exactly_refuted(space, label)
            assert found is not None
            assert len(found.comparisons) + len(found.domain) <= rows.k + 1
            proves(found, rows, domain, *(side.tolist() for side in first(n, label)))
        elif isinstance(outcome, IntegerWitness):
            assert exactly_refuted(space, label) is None


def _of_enclosed(change):
    def changed(rest):
        change(next(value for value in rest.values() if "beyond" in value))

    return changed


@pytest.mark.parametrize(
    "change",
    [
        {"rest": _of_enclosed(lambda value: value.update(beyond="0x1"))},
        {
            "rest": _of_enclosed(
                lambda value: value.update(beyond=hex(int(value["beyond"], 16) << 8))
            )
        },
        {"rest": _of_enclosed(lambda value: value.update(rows=[[7, "0x1"]]))},
        {"rest": _of_enclosed(lambda value: value["rows"][0].__setitem__(1, "-0x1"))},
        {"rest": _of_enclosed(lambda value: value["inputs"].append([6, "0xffffffffffff"]))},
        {"shares": lambda shares: shares * (np.arange(len(shares)) > 0)},
        {"shares": lambda shares: -shares},
        {"shares": lambda shares: shares[::-1] * np.arange(len(shares))},
        {"frame": lambda frame: frame * 2},
        {"frame": lambda frame: frame * 0},
        {"frame": lambda frame: frame * np.nan},
        {"frame": lambda frame: frame[::-1].copy() + 1},
    ],
)
def test_changed_and_refused(change, tmp_path) -> None:
    rows, domain = planted()
    path = str(tmp_path / "audit.npz")
    audit_certificate.save(
        path,
        rows.floats(),
        domain,
        list(answered(rows, domain, every_label(rows.n))),
        {},
    )
    with np.load(path) as parts:
        assert json.loads(parts["about"].tobytes())["version"] == 6
    audit_certificate.recheck(path, rows.floats())
    changed(path, **change)
    with pytest.raises(CertificateRefused, match="certificate must"):
        audit_certificate.recheck(path, rows.floats())


def test_short_vectors_are_so_for_every_row() -> None:
    """A vector that is longer than the radius is accepted by both, or by none, and only if the
    centre and it is in the hull; moved far out it is not.
    """
    draw = np.random.default_rng(8)
    rows = draw.normal(size=(60, 3))
    inner = Inner.of(rows)
    assert inner is not None
    none, far = np.zeros(400), np.ones(400)
    directions = draw.normal(size=(400, 3)) * draw.uniform(0, 1, size=(400, 1))
    seen = inner.short(rows, directions, none, far)
    lengths = np.linalg.norm(directions @ inner.frame.T, axis=1)
    assert (seen & (lengths > 1.2 * inner.radius)).sum() > 50
    images = (rows - inner.centre) @ inner.frame.T
    least = (directions @ inner.frame.T @ images.T).min(axis=1)
    assert np.array_equal(seen, (least > -0.9) | (lengths < inner.radius))
    for vector in directions[seen][:100].tolist():  # a combination of rows, exactly
        point = [Fraction(x) + Fraction(c) for x, c in zip(vector, inner.centre, strict=True)]
        exact = [[Fraction(x) for x in row] for row in rows.tolist()]
        apart = [[x - y for x, y in zip(row, point, strict=True)] for row in exact]
        assert not motzkin(apart, [], 3, weak=[])[0]


def test_numbers_of_extreme_size_are_settled_one_by_one() -> None:
    for factor in (1e-250, 1e250):
        rows = DyadicMatrix(np.random.default_rng(1).normal(size=(30, 3)) * factor)
        assert Space.of(rows, Domain(Inputs(2))) is None
    assert Inner.of(np.ones((9, 2))) is None


def test_weights_that_prove_nothing() -> None:
    """A row on the border is never proved to be inside, however near the combination is."""
    rows = np.array([[1.0, 1], [1, -1], [-1, 1], [-1, -1], [1, 0]])
    inner = Inner.of(rows)
    assert inner is not None
    for power in range(1, 40):
        weights = np.array([0.5, 0.5])
        assert not inner.proves(
            rows, 4, 2.0**-power, np.array([0, 1]), weights, np.zeros((0, 2)), np.zeros(0)
        )


@pytest.mark.parametrize("digits", [24, 53])
def test_the_bound_of_products(digits: int) -> None:
    """Never exceeded, in any order, and not by far too large."""
    kind = np.float32 if digits == 24 else np.float64
    draw, worst = np.random.default_rng(digits), 0.0
    for _ in range(300):
        terms = int(draw.integers(1, 40))
        x, y = (draw.normal(size=terms).astype(kind) for _ in range(2))
        exact = sum(a * b for a, b in zip(map(_fraction, x), map(_fraction, y), strict=True))
        size = sum(abs(a * b) for a, b in zip(map(_fraction, x), map(_fraction, y), strict=True))
        for order in (np.arange(terms), draw.permutation(terms)):
            total = kind(0)
            for a, b in zip(x[order], y[order], strict=True):
                total = kind(total + kind(a * b))
            for found in (total, kind(x[order] @ y[order])):
                off = abs(_fraction(found) - exact)
                assert off <= _fraction(product_error(terms, digits)) * size
                worst = max(worst, float(off / (_fraction(product_error(terms, digits)) * size)))
    assert worst > 0.1


def _fraction(x):
    return Fraction(float(x))


def test_methods_have_names() -> None:
    rows, domain = planted()
    with pytest.raises(BadInput, match="method must be one of auto, bulk, single, not 'quick'"):
        list(answered(rows, domain, [], method="quick"))


def test_certificates_are_short(tmp_path) -> None:
    """Weights have few bits where few are enough, and the same answers hold."""
    rows, domain = planted()
    asked, sizes, answers = every_label(rows.n), [], []
    for bits in ((), spaces._BITS):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(spaces, "_BITS", bits)
            answers.append(list(answered(rows, domain, asked, method="bulk")))
        path = tmp_path / "audit.npz"
        audit_certificate.save(str(path), rows.floats(), domain, answers[-1], {})
        assert audit_certificate.recheck(str(path), rows.floats())
        with np.load(path) as parts:
            sizes.append(parts["rest"].nbytes)
    both = [[x.possible for _, x in one] for one in answers]
    assert both[0] == both[1]
    enclosed = [x for _, x in answers[1] if isinstance(x, Enclosed)]
    assert sum(all(w % 2**24 == 0 for _, w in x.rows) for x in enclosed) > len(enclosed) // 2
    assert all(sum(w for _, w in x.rows) == 1 << 40 for x in enclosed)
    assert sizes[1] < 0.8 * sizes[0]


@pytest.mark.parametrize(("n", "d"), [(200, 24), pytest.param(300, 40, marks=pytest.mark.slow)])
def test_by_a_hair(n: int, d: int) -> None:
    """Float32 combinations of rows of a high dimension are off the border by a rounding, on one
    side or the other.
    """
    draw = np.random.default_rng(11)
    rows = draw.normal(size=(n, d))
    for i in range(60):
        some = draw.choice(np.arange(60, n), int(draw.integers(2, 12)), replace=False)
        rows[i] = (
            draw.dirichlet(np.ones(len(some)))
            @ rows[some]
            * draw.choice([1, 1, 1 - 1e-7, 1 - 1e-4])
        )
    exact = DyadicMatrix(np.hstack([np.zeros((n, 1)), rows.astype("f4")]))
    space = Space.of(exact, Domain(Inputs(d)))
    assert space is not None
    outcomes = decided_labels(space, list(range(60)))
    assert len(outcomes) >= 57  # what is left is settled by itself
    for i, outcome in outcomes.items():
        if not isinstance(outcome, Enclosed):
            proves(outcome, exact, space.domain, *(side.tolist() for side in first(n, i)))
    kinds = [
        sum(isinstance(outcome, kind) for outcome in outcomes.values())
        for kind in (IntegerWitness, Enclosed)
    ]
    assert min(kinds) > 5


@pytest.mark.parametrize(
    "change",
    [
        {"rows": ((200, 1 << 40),)},
        {"rows": ((-1, 1 << 40),)},
        {"rows": ((0, 1 << 70), (1, (1 << 40) - (1 << 70)))},
        {"rows": ()},
        {"inputs": ((99, 1),)},
        {"inputs": ((1, -(1 << 60)),)},
        {"inputs": ((1, 1 << 5000),)},
        {"beyond": 0},
        {"beyond": 1 << 5000},
    ],
)
def test_stores_may_say_anything(change) -> None:
    rows, domain = planted()
    space = Space.of(rows, domain)
    assert space is not None
    label, outcome = next(
        (i, outcome)
        for i, outcome in decided_labels(space, range(50)).items()
        if isinstance(outcome, Enclosed)
    )
    assert space.proves(label, outcome)
    assert not space.proves(label, replace(outcome, **change))


def test_every_outcome_is_heard_once() -> None:
    rows, domain = planted()
    heard = list[tuple[str, bool]]()
    asked = every_label(rows.n)
    answers = list(
        answered(
            rows,
            domain,
            asked,
            heard=lambda one, possible: heard.append((str(one), possible)),
        )
    )
    assert sorted(heard) == sorted(
        (str(one), isinstance(outcome, IntegerWitness)) for one, outcome in answers
    )
