"""Questions about a layer, as an iterator: every answer exact, with a certificate for whoever
asks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property, partial

from arrangements.configuration import Configuration
from arrangements.decide.bulk.audit import Outcome, answered
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.decide.bulk.settle import Found
from arrangements.decide.bulk.single import certificate_of
from arrangements.decide.bulk.store import Store, identity
from arrangements.decide.bulk.together import exact_rows
from arrangements.decide.certificates import Certificate
from arrangements.decide.decide import decide
from arrangements.errors import BadInput
from arrangements.exact.linear import is_rational
from arrangements.io.models.layers import OutputLayer, load_layer
from arrangements.questions.inputs import Inputs
from arrangements.questions.parser import parsed
from arrangements.questions.question import Question, every_label
from arrangements.running.validated import validated

__all__ = ["Answer", "answers", "audit_layer"]


@dataclass(frozen=True)
class Answer:
    """Of ``question``; ``label`` is the label that is asked to be first, if that is all that is
    asked.

    >>> answer = next(audit_layer(Configuration([[1], [2]]), ["ranking 1>2"]))
    >>> answer, bool(answer), answer.certificate.answer
    (Answer(question='ranking 1>2', label=None, possible=True), True, True)
    """

    question: str
    label: str | None
    possible: bool
    prove: Callable[[], Certificate] = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.possible

    @cached_property
    def certificate(self) -> Certificate:
        """Proves the answer, whichever it is."""
        return self.prove()


@validated
def audit_layer(
    layer: object,
    questions: Iterable[str] | None = None,
    *,
    inputs: Inputs | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    method: str = "auto",
) -> Iterator[Answer]:
    """Settle questions, in their order, as they come; without questions, whether each label can be
    strictly first.

    ``layer`` is a ``Configuration``, or whatever ``load_layer`` takes: an ``OutputLayer``, a file,
    a live model.

    Questions are texts as in the files of ``arrangements audit``, such as ``top-set a,b``. An
    ``executor`` shares the work: processes, or a Dask cluster's ``get_executor``. A ``store`` is a
    file that keeps what is settled for the next time. Hard labels are settled in batches where
    there are many (``method`` "bulk"), or each with exact programs ("single").

    >>> square = Configuration([[0, 0], [1, 0], [0, 1], [1, 1], ["1/2", "1/2"]], labels=list("abcde"))
    >>> [answer.label for answer in audit_layer(square) if not answer.possible]
    ['e']
    >>> [bool(answer) for answer in audit_layer(square, ["top-set a,b", "tie a,d", "signs 0+++?"])]
    [True, False, True]
    """
    if not isinstance(layer, OutputLayer | Configuration):
        layer = load_layer(layer)
    labels = layer.labels
    asked = every_label(layer.n) if questions is None else parsed(questions, labels)
    yield from answers(layer, asked, inputs=inputs, executor=executor, store=store, method=method)


def answers(
    layer: OutputLayer | Configuration,
    asked: Iterable[Question],
    *,
    inputs: Inputs | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    method: str = "auto",
) -> Iterator[Answer]:
    """The same for questions that have been read. Rows that need single decisions are settled by
    this process alone.
    """
    labels, given = layer.labels, Inputs(layer.d) if inputs is None else inputs
    if given.dimension != layer.d:
        raise BadInput(f"inputs must have dimension {layer.d}, not {given.dimension}")
    rows = _rows(layer, given)
    if rows is None:
        if store is not None:
            raise BadInput("rows must be rational with at most 53 bits, or settled without a store")
        for one in asked:
            if one.lowest:
                raise BadInput(
                    "rows must be rational with at most 53 bits for `chosen`, not others"
                )
            found, proof = decide(layer, one, inputs=inputs)  # type: ignore[arg-type]
            yield Answer(one.text(labels), _label(one, labels), found, partial(_itself, proof))
        return
    domain = Domain(given)
    with ExitStack() as stack:
        kept = (
            None
            if store is None
            else stack.enter_context(Store(os.fspath(store), identity(layer.content_hash, domain)))
        )
        for one, outcome in answered(
            rows, domain, asked, executor=executor, store=kept, method=method
        ):
            yield Answer(
                one.text(labels),
                _label(one, labels),
                isinstance(outcome, Found),
                partial(_proved, layer, inputs, domain, one, outcome),
            )


def _rows(layer: OutputLayer | Configuration, inputs: Inputs) -> DyadicMatrix | None:
    """None where single decisions must do."""
    if isinstance(layer, OutputLayer):
        return DyadicMatrix(layer.rows)
    return (
        exact_rows(layer)
        if layer.n and is_rational([*inputs.inequalities, *inputs.equations])
        else None
    )


def _label(asked: Question, labels: Sequence[str]) -> str | None:
    return None if asked.label is None else labels[asked.label]


def _itself(certificate: Certificate) -> Certificate:
    return certificate


def _proved(
    layer: OutputLayer | Configuration,
    inputs: Inputs | None,
    domain: Domain,
    asked: Question,
    outcome: Outcome,
) -> Certificate:
    # about its numbers as they were written, not times an integer
    if isinstance(layer, Configuration):
        return decide(layer, asked, inputs=inputs)[1]
    return certificate_of(layer.rows, layer.labels, domain, [(asked, outcome)])
