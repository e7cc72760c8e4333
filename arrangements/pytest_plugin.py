"""A plugin of pytest, which finds it by itself where this package is installed: the fixture
``arrangements_audit`` audits the last layer of a model within a test.

    def test_every_label_can_win(arrangements_audit):
        arrangements_audit("model.onnx", inputs="auto", fail_on="impossible>10", baseline="audit.json")

The test fails with a table of what was found if the gate does. Options are those of ``arrangements
audit``; ``model`` may be a live model, too, or whatever else ``load_layer`` takes. Nothing of the
engine is loaded before the fixture is called.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from arrangements.audits.gate import Verdict
    from arrangements.layers.inputs import Inputs

__all__ = ["arrangements_audit"]


@pytest.fixture(scope="session")
def arrangements_audit() -> Callable[..., Verdict]:
    """Audit a layer; fail the test where the gate fails."""

    @wraps(_audited)
    def audit(*args: Any, **named: Any) -> Verdict:
        from arrangements.errors import BadInput

        __tracebackhide__ = True
        try:
            return _audited(*args, **named)
        except BadInput as error:  # at the line of the test
            raise error.with_traceback(None) from None

    return audit


def _audited(
    model: object,
    *,
    fail_on: str | Iterable[str] | None = None,
    baseline: str | os.PathLike[str] | None = None,
    questions: str | os.PathLike[str] | Iterable[str] | None = None,
    must_not_win: Iterable[str] | None = None,
    inputs: str | Inputs | None = None,
    store: str | os.PathLike[str] | None = None,
    **options: str | None,
) -> Verdict:
    """``questions``: texts, or a file; ``must_not_win``: labels; ``options``: weights, bias, labels
    and adapter, as for ``load_layer``. The verdict has the ``findings``.
    """
    from arrangements.audits.gate import Item, Verdict, condition, read_baseline
    from arrangements.audits.reasons import Reason, Reasons
    from arrangements.audits.stated_inputs import stated_inputs
    from arrangements.audits.summaries import markdown
    from arrangements.decide.answers import answers
    from arrangements.decide.batches.norms import laid_out
    from arrangements.decide.batches.products import DyadicMatrix
    from arrangements.errors import BadInput
    from arrangements.layers.layer import Layer
    from arrangements.layers.questions.parser import parsed, place_of, read_questions
    from arrangements.layers.questions.question import Question, every_label
    from arrangements.loading import OutputLayer, load_layer

    layer = model if isinstance(model, OutputLayer) else load_layer(model, **options)
    allowed = stated_inputs(layer, inputs)
    behind, domain = laid_out(layer.rows, allowed)
    reasons = Reasons(lambda: DyadicMatrix(behind), domain, layer.labels)
    forbidden = must_not_win is not None
    if forbidden and questions is not None:
        raise BadInput("must_not_win must go without questions")
    if must_not_win is not None:
        asked = [
            Question("top", (place_of("must_not_win", layer.labels, label),))
            for label in must_not_win
        ]
    elif questions is None:
        asked = every_label(layer.n)
    elif isinstance(questions, str | os.PathLike):
        asked = list(read_questions(os.fspath(questions), layer.labels))
    else:
        asked = list(parsed(questions, layer.labels))
    about: dict[str, object] = {
        "model": layer.source,
        "inputs": allowed.words,
        "ties": "strict",
        **layer.facts,
    }
    known = None if baseline is None else read_baseline(os.fspath(baseline), about)
    usual = "must-not-win" if forbidden else "impossible"
    texts = [fail_on] if isinstance(fail_on, str) else [usual] if fail_on is None else fail_on
    conditions = [condition(text) for text in texts]
    for one in conditions:
        if (one.what == "must-not-win") is not forbidden:
            raise BadInput(f"fail_on must be about {usual}, which is asked, not {one.what}")
    items = list[Item]()
    for each, answer in zip(asked, answers(Layer(layer, allowed), asked, store=store), strict=True):
        reason = Reason() if answer.outcome is None else reasons.of(each, answer.outcome)
        single = answer.label is not None
        name = answer.question if answer.label is None else answer.label
        items.append(
            Item(name, answer.possible, reason.conditions, forbidden, single, said=reason.said)
        )
    verdict = Verdict.of(items, conditions, known, layer.unsure)
    if verdict.failed:
        yes = sum(item.possible for item in items)
        counts = {"questions": len(items), "possible": yes, "impossible": len(items) - yes}
        pytest.fail(markdown({**about, **counts}, items, verdict), pytrace=False)
    return verdict
