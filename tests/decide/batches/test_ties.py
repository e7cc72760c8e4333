"""Which labels are chosen where of equal ones the one listed first is, against one exact program a
label.
"""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Enclosed, IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import differences, proves
from arrangements.errors import CertificateRefused, InternalError
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, comparisons, every_label
from tests.decide.batches.test_evidence import changed
from tests.decide.batches.test_walks import layer
from tests.decide.batches.test_winners import polyhedra
from tests.decide.batches.test_winners import proves as proves_by_definition
from tests.seeds import few, fewer


def chosen(rows: DyadicMatrix, domain: Domain, label: int) -> bool:
    """By one program with strict and weak conditions."""
    plus, minus, _, weak = comparisons(Question("chosen", (label,)), rows.n)
    strict = [*differences(rows, plus, minus), [1] + [0] * (rows.k - 1)]
    others = [*domain.weak, *differences(rows, weak[:, 0], weak[:, 1])]
    return motzkin(strict, domain.equal, rows.k, weak=others)[0]


@pytest.mark.parametrize("seed", few(12, 4))
def test_every_way(seed: int, tmp_path) -> None:
    print("seed", seed)
    draw = np.random.default_rng(seed)
    d = int(draw.integers(1, 5))
    table = layer(draw, int(draw.integers(2 + 3 * d, 40)), d)
    if seed % 3 == 0:  # many ties
        table = np.rint(table)
    rows = DyadicMatrix(table)
    labels = [str(i) for i in range(rows.n)]
    for inputs in polyhedra(random.Random(seed), d):
        domain = Domain(inputs)
        if domain.empty:
            continue
        expected = [chosen(rows, domain, i) for i in range(rows.n)]
        assert any(expected)
        for method in ("bulk", "single"):
            answers = list(
                answered(rows, domain, every_label(len(labels), "chosen"), method=method)
            )
            assert [isinstance(outcome, IntegerWitness) for _, outcome in answers] == expected
            for asked, outcome in answers:
                if not isinstance(outcome, Enclosed):
                    sides = (side.tolist() for side in comparisons(asked, rows.n))
                    proves_by_definition(outcome, rows, domain, *sides)
        path = str(tmp_path / "audit.npz")
        audit_certificate.save(path, table, domain, answers, {})
        with np.load(path) as parts:
            assert json.loads(parts["about"].tobytes())["questions"] == "chosen"
        said = f"{sum(expected)} of {rows.n} labels can be chosen, "
        assert audit_certificate.recheck(path, table).startswith(said)
        changed(path, about=lambda about: about.update(questions="first"))
        strict = [outcome for _, outcome in answered(rows, domain, every_label(len(labels)))]
        if [isinstance(outcome, IntegerWitness) for outcome in strict] != expected:
            with pytest.raises(CertificateRefused, match="must"):
                audit_certificate.recheck(path, table)


def test_rules() -> None:
    """Of equal rows the first is chosen; zero rows are chosen at the origin, if they are listed
    first; a row between two others is chosen where these are equal, if it is listed before them.
    """
    everywhere = Domain(Inputs(2))

    def possible(table: list[list[float]], kind: str = "first", domain=everywhere) -> str:
        rows = DyadicMatrix(np.array(table, np.float64))
        asked = every_label(rows.n, "chosen" if kind == "first" else "top")
        outcomes = [outcome for _, outcome in answered(rows, domain, asked)]
        return "".join("-+"[isinstance(outcome, IntegerWitness)] for outcome in outcomes)

    around = [[0, 4, 0], [0, -4, 4], [0, -4, -4]]
    assert possible([[0, 0, 0], *around]) == "++++"
    assert possible([[0, 0, 0], *around], "strict") == "-+++"
    assert possible([*around, [0, 0, 0]]) == "+++-"
    away = Domain(Inputs.box([1, 1], [2, 2]))
    assert possible([[0, 0, 0], *around], domain=away) == "-+--"  # (1, 2) is a tie
    assert possible([[0, -4, 0], *around]) == "++++"
    assert possible([*around, [0, -4, 0]]) == "+++-"
    assert possible([*around, *around]) == "+++---"
    assert possible([*around, *around], "strict") == "------"
    assert possible([[0.0, 1, 1], [-0.0, 1, 1]]) == "+-"


@pytest.mark.parametrize("n", fewer(100, 200))
def test_the_first_label_at_the_origin(n: int) -> None:
    """Level with all others only at h = 0: enclosed, and yet chosen where this is an input."""
    draw = np.random.default_rng(5)
    rows = np.hstack([np.ones((n, 1)), np.round(draw.normal(size=(n, 5)) * 64) / 64])
    rows[0, 1:] = 0.125
    exact = DyadicMatrix(rows)
    for inputs, expected in (
        (Inputs(5), True),
        (Inputs.nonnegative(5), True),
        (Inputs.at_least("0.01", 5), None),
    ):
        domain = Domain(inputs)
        (_, outcome), *_ = answered(exact, domain, every_label(n, "chosen"))
        assert isinstance(outcome, IntegerWitness) is (
            chosen(exact, domain, 0) if expected is None else expected
        )


def test_a_weak_comparison_alone_refutes_nothing() -> None:
    rows, domain = DyadicMatrix(np.array([[0.0, 1], [0, 1], [0, -1]])), Domain(Inputs(1))
    sides = comparisons(Question("chosen", (0,)), 3)
    assert not proves(rows, domain, IntegerRefutation(((0, 1),), ()), *sides)
    assert proves(rows, domain, IntegerWitness((1, 1)), *sides)
    sides = comparisons(Question("chosen", (1,)), 3)
    assert proves(rows, domain, IntegerRefutation(((0, 1),), ()), *sides)
    assert not proves(rows, domain, IntegerWitness((1, 1)), *sides)


def test_an_ellipsoid_does_not_refute_what_is_chosen_at_the_origin(tmp_path) -> None:
    """A combination in the ellipsoid says that the first label is strictly ahead nowhere. At h = 0 it
    is chosen, and a certificate that says otherwise is refused by the check before it is written.
    """
    draw = np.random.default_rng(5)
    table = np.hstack([np.ones((100, 1)), np.round(draw.normal(size=(100, 5)) * 64) / 64])
    table[0, 1:] = 0.5  # no single row is larger
    rows, domain = DyadicMatrix(table), Domain(Inputs.nonnegative(5))
    (_, refuted), *_ = answered(rows, domain, every_label(100))
    assert isinstance(refuted, Enclosed)
    (asked, outcome), *others = answered(rows, domain, every_label(100, "chosen"))
    assert isinstance(outcome, IntegerWitness)
    with pytest.raises(InternalError, match="question 1 must be about a label that is not chosen"):
        audit_certificate.save(
            str(tmp_path / "a.npz"), table, domain, [(asked, refuted), *others], {}
        )
