"""One question about a large layer: the method that answers it, and its certificate of its own."""

from __future__ import annotations

import json

import numpy as np
import pytest

from arrangements.decide.batches import as_certificate, driver, tasks
from arrangements.decide.batches.as_certificate import certificate_of
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Clash, Enclosed, IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import LimitReached
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question
from arrangements.proof.certificates import recheck


def layer(n: int = 4400, d: int = 60) -> np.ndarray:
    """Rows of which the first ten are inside, and some are equal."""
    draw = np.random.default_rng(4)
    table = np.hstack([np.zeros((n, 1)), draw.normal(size=(n, d))])
    table[:10] *= 0.1
    table[20], table[21] = table[30], 0.0
    return table.astype("f2").astype("f8")


def _never(*_: object) -> None:
    raise AssertionError("this method must not be called")


LABELS = [f"label {k}" for k in range(4400)]
LINE = tuple(np.argsort(-layer() @ np.random.default_rng(1).normal(size=61))[:40].tolist())


@pytest.mark.parametrize(
    ("question", "kind", "unused"),
    [
        (Question("top", (20,)), IntegerRefutation, ("decide_one", "decided_labels", "space_of")),
        (Question("top", (3,)), Enclosed, ("decide_one",)),
        (Question("top", (40,)), IntegerWitness, ("decide_one",)),
        (Question("chosen", (3,)), Enclosed, ("decide_one",)),
        (Question("top", LINE), IntegerWitness, ("decide_one",)),
        (Question("top", LINE[::-1]), Clash, ("decide_one",)),
    ],
)
def test_the_method_goes_by_the_work(question, kind, unused, monkeypatch) -> None:
    """A single question about many long rows is settled as many are, and not by a walk of its own."""
    rows, domain = DyadicMatrix(layer()), Domain(Inputs(60))
    for name in unused:
        monkeypatch.setattr(tasks, name, _never)
        monkeypatch.setattr(driver, name, _never, raising=False)
    ((_, outcome),) = driver.answered(rows, domain, [question])
    assert isinstance(outcome, kind)


@pytest.mark.parametrize(
    "question",
    [
        Question("top", (20,)),
        Question("top", (3,)),
        Question("top", LINE[::-1]),
        Question("top set", (3, 20)),
        Question("ranking", (5, 20, 30)),
        Question("tie", (3, 20)),
    ],
)
def test_a_no_is_about_the_rows_that_matter(question, monkeypatch) -> None:
    """No more rows are in the certificate than its proof needs, and those of the question."""
    monkeypatch.setattr(as_certificate, "_WHOLE", 0)
    table, domain = layer(), Domain(Inputs(60))
    answers = list(driver.answered(DyadicMatrix(table), domain, [question]))
    certificate = certificate_of(table, LABELS, domain, answers)
    assert certificate.answer is False
    (about,) = certificate.configurations
    named = {LABELS[k] for k in question.positions}
    assert named <= {*about.labels}
    assert about.n <= len(named) + 62
    for label, row in zip(about.labels, about.rows, strict=True):
        assert [*map(float, row)] == table[LABELS.index(label), 1:].tolist()
    text = certificate.to_text()
    assert "has the answer false" in recheck(text)
    changed = json.loads(text)
    weights = changed["steps"][0]["of"][0][1]
    changed["steps"][0]["of"][0][1] = [[weights[0][0], "-1"], *weights[1:]]
    with pytest.raises(Exception, match="certificate must prove its answer"):
        recheck(json.dumps(changed))
    monkeypatch.setattr(as_certificate, "_WHOLE", 1 << 20)
    if len(question.positions) == 1:
        assert certificate_of(table, LABELS, domain, answers).configurations[0].n == 4400


def test_inputs_have_weights_in_it_too(monkeypatch) -> None:
    """Conditions on inputs, offsets, and signs of rows."""
    monkeypatch.setattr(as_certificate, "_WHOLE", 0)
    draw = np.random.default_rng(9)
    table = np.round(draw.normal(size=(90, 5)) * 16) / 16
    table[2] = table[80] - 0.5
    table[3] *= 0.01
    domain = Domain(Inputs.at_least("-1/4", 4))
    signs = tuple(int(x) for x in draw.choice([-1, 1], 90))
    for question in (Question("top", (2,)), Question("top", (3,)), Question("signs", signs)):
        ((_, outcome),) = answers = list(driver.answered(DyadicMatrix(table), domain, [question]))
        assert not outcome.possible
        labels = [f"{k}" for k in range(90)]
        certificate = certificate_of(table, labels, domain, answers)
        assert certificate.configurations[0].n < 20
        assert certificate.answer is False


def test_a_yes_is_about_all_rows(monkeypatch) -> None:
    table, domain = layer(200, 5), Domain(Inputs(5))
    answers = list(driver.answered(DyadicMatrix(table), domain, [Question("top", (40,))]))
    assert certificate_of(table, LABELS[:200], domain, answers).configurations[0].n == 200
    monkeypatch.setattr(as_certificate, "_MOST", 1000)
    with pytest.raises(
        LimitReached, match=r"at most 1,000 numbers in its rows, not 1,200; an .npz"
    ):
        certificate_of(table, LABELS[:200], domain, answers)
