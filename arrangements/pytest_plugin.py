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
from collections.abc import Callable, Iterable, Sequence
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
    weights: str | None = None,
    bias: str | None = None,
    labels: str | os.PathLike[str] | Sequence[str] | None = None,
    adapter: str | os.PathLike[str] | None = None,
) -> Verdict:
    """``questions``: texts, or a file; ``must_not_win``: labels; ``weights``, ``bias``, ``labels`` and
    ``adapter`` as for ``load_layer``. The verdict has the ``findings``.
    """
    from arrangements.audits.model_audit import audit
    from arrangements.audits.summaries import markdown
    from arrangements.errors import BadInput

    if must_not_win is not None and questions is not None:
        raise BadInput("must_not_win must go without questions")
    asked = audit(
        model,
        inputs=inputs,
        store=store,
        weights=weights,
        bias=bias,
        labels=labels,
        adapter=adapter,
    )
    if must_not_win is not None:
        found = asked.must_not_win(must_not_win)
    else:
        found = asked.winners if questions is None else asked.ask(questions)
    verdict = found.verdict(fail_on, baseline)
    if verdict.failed:
        pytest.fail(markdown(found.whole, found.items, verdict), pytrace=False)
    return verdict
