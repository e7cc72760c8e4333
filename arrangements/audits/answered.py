"""``Answered``: answers to what was asked of an audit, in order, settled as they are looked at, and
then kept; with the set of inputs that all of them are about, and what is written of them.

``Answers`` (``model_audit``) and ``LogAnswers`` (``log_answers``) are its two kinds.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from arrangements.audits import summaries
from arrangements.audits.gate import Condition, Item, Verdict, condition, read_baseline
from arrangements.audits.stated_inputs import described, stated_inputs
from arrangements.decide.answers import answers, chosen
from arrangements.decide.dyadic.integer_inputs import Domain, laid_out
from arrangements.errors import BadInput
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import Question
from arrangements.running.files import made_folder

if TYPE_CHECKING:
    import numpy as np

    from arrangements.audits.model_audit import Audit
    from arrangements.loading.layers import OutputLayer

__all__ = ["Answered", "OnAnswer", "One"]

EXPLAINED = 1000  # findings of which it is said why, where nobody asks for more

OnAnswer = Callable[[Question, bool], None]


class One(Protocol):
    """One answer."""

    @property
    def name(self) -> str: ...
    @property
    def possible(self) -> bool: ...


A = TypeVar("A", bound=One)


class Answered(ABC, Generic[A]):
    """``linear``, ``lengths``: as for ``stated_inputs``."""

    what = "answers"
    forbidden = False  # whether a yes is a finding, not a no

    def __init__(self, asked_of: Audit, *, linear: bool = False, lengths: bool = False) -> None:
        self.audit = asked_of
        self._keep, self._certified, self._told = True, False, True
        self._on_answer: OnAnswer | None = None
        self.inputs = stated_inputs(
            asked_of.model,
            asked_of.asked_inputs,
            linear=linear,
            lengths=lengths,
            spheres=asked_of.forced,
        )
        self._exactly = _exactly(asked_of, self.inputs)
        self._source = asked_of.model if self._exactly else asked_of.layer
        self._layer = Layer(self._source, self.inputs)
        if self._empty:
            raise BadInput(f"inputs must have a point, not be empty ({self.inputs.words})")
        self._begun = self._done = False
        self.total = self.yes = 0
        self.seconds = 0.0  # until the last answer

    def prepare(
        self,
        *,
        certificate: str | os.PathLike[str] | None = None,
        report: str | os.PathLike[str] | None = None,
        summary: Iterable[str | os.PathLike[str]] = (),
        baseline: str | os.PathLike[str] | None = None,
        keep: bool = True,
        on_answer: OnAnswer | None = None,
    ) -> None:
        """Say beforehand what will be written; refuse before any work what cannot be.

        Parameters
        ----------
        certificate
            A file for ``save``.
        report
            A folder for ``report``, which is made.
        summary
            Files for ``summary``.
        baseline
            A file for ``verdict``.
        keep
            Answers stay to be looked at again, and to be written.
        on_answer
            Called with each question and its answer as soon as it is known, possibly out of order.

        Raises
        ------
        BadInput
            If a file has another suffix, answers are none for it, or the baseline is another's.
        """
        if certificate is not None:
            self._check_certificate(os.fspath(certificate))
        if report is not None:
            self._check_report()
            made_folder(os.fspath(report))
        paths = [os.fspath(path) for path in summary]
        for path in paths:
            summaries.check(path)
        if baseline is not None:
            read_baseline(os.fspath(baseline), self.about)
        self._certified, self._told = certificate is not None, report is not None or bool(paths)
        self._keep, self._on_answer = keep, on_answer

    @abstractmethod
    def _check_certificate(self, path: str) -> None:
        """Refuse a file that no certificate of these answers can be."""

    def _check_report(self) -> None:
        """Refuse answers of which there is no report."""

    @property
    def _empty(self) -> bool:
        if not self._exactly:
            return self.domain.empty
        anything = Question("signs", (0,) * self._layer.n)
        return not next(answers(self._layer, [anything], method="exact")).possible

    def _demand_floats(self) -> None:
        """Refuse what exact programs do not answer."""
        if self._exactly:
            raise BadInput(
                "answers by exact programs must be used one by one, each with its own certificate; places, probabilities, thresholds, logs, reports and certificates in .npz need rows and inputs that floats hold, and another method"
            )

    @cached_property
    def _in_integers(self) -> tuple[np.ndarray, Domain]:
        self._demand_floats()
        return laid_out(self.audit.layer.rows, self.inputs)

    @property
    def layer(self) -> OutputLayer:
        """The layer in floats, if these answer."""
        self._demand_floats()
        return self.audit.layer

    @property
    def numbers(self) -> np.ndarray:
        """The rows in floats, behind the norm if there is one."""
        return self._in_integers[0]

    @property
    def domain(self) -> Domain:
        """The inputs in integers, behind the norm if there is one."""
        return self._in_integers[1]

    @abstractmethod
    def _settle(self) -> Iterator[A]:
        """All answers, which are kept as they come if they are to be kept."""

    @abstractmethod
    def _again(self) -> Iterator[A]:
        """The answers that were kept."""

    @abstractmethod
    def item(self, one: A, explained: bool = True) -> Item:
        """An answer as gates and summaries take it."""

    @property
    def _all_explained(self) -> bool:
        return False

    @cached_property
    def items(self) -> list[Item]:
        """All answers as gates and summaries take them; the first thousand findings are explained."""
        found, refuted = list[Item](), 0
        for one in self:
            refuted += not one.possible
            found.append(self.item(one, refuted <= EXPLAINED or self._all_explained))
        return found

    @property
    @abstractmethod
    def facts(self) -> dict[str, object]:
        """How many answers are yes, and what else was found."""

    @property
    def about(self) -> dict[str, object]:
        """The layer and the inputs, for certificates, reports and summaries."""
        return {"model": self.audit.name, **described(self._source, self.inputs)}

    def __repr__(self) -> str:
        what = f"{self.total:,} {self.what}" if self._done else f"{self.what}, not settled yet"
        return f"<{type(self).__name__}: {what}, inputs {self.inputs.words}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>"

    def __iter__(self) -> Iterator[A]:
        if self._begun:
            self.finish()
            if not self._keep:
                raise BadInput(f"{self.what} must be kept to be looked at again")
            yield from self._again()
            return
        self._begun = True
        began = time.perf_counter()
        for one in self._settle():
            self.total, self.yes = self.total + 1, self.yes + one.possible
            self.seconds = time.perf_counter() - began
            yield one
        self.seconds = time.perf_counter() - began
        self._done = True

    def __len__(self) -> int:
        self.finish()
        return self.total

    def finish(self) -> None:
        """Settle every question that is not settled.

        Raises
        ------
        BadInput
            If some answers were looked at, and not to the last.
        """
        if not self._begun:
            for _ in self:
                pass
        if not self._done:
            raise BadInput(f"{self.what} must be looked at to the last before they are used")

    def stop(self) -> None:
        """Ask no more: these are the answers that were looked at."""
        self._done = True

    @property
    def possible(self) -> tuple[str, ...]:
        """The names of what is possible."""
        return tuple(one.name for one in self if one.possible)

    @property
    def impossible(self) -> tuple[str, ...]:
        """The names of what is not."""
        return tuple(one.name for one in self if not one.possible)

    @property
    def whole(self) -> dict[str, object]:
        """``about`` with ``facts`` and the time, as JSON has them."""
        self.finish()
        return {**self.about, **self.facts, "seconds": round(self.seconds, 3)}

    def verdict(
        self,
        fail_on: str | Iterable[str | Condition] | None = None,
        baseline: str | os.PathLike[str] | None = None,
    ) -> Verdict:
        """The verdict of a gate on the answers.

        Parameters
        ----------
        fail_on
            The conditions on which it fails, such as "impossible>10"; by default any finding.
        baseline
            A JSON summary of an earlier audit: only findings that are new count.

        Returns
        -------
        Whether the gate fails, with its findings; its text is one line.

        Raises
        ------
        BadInput
            If a condition is about something that was not asked, or the baseline is another's.
        """
        usual = "must-not-win" if self.forbidden else "impossible"
        texts = [fail_on] if isinstance(fail_on, str) else [usual] if fail_on is None else fail_on
        conditions = [condition(one) if isinstance(one, str) else one for one in texts]
        for one in conditions:
            if (one.what == "must-not-win") is not self.forbidden:
                raise BadInput(f"fail_on must be about {usual}, which is asked, not {one.what}")
        known = None if baseline is None else read_baseline(os.fspath(baseline), self.about)
        return Verdict.of(self.items, conditions, known, self.audit.unsure)

    def summary(self, path: str | os.PathLike[str], verdict: Verdict | None = None) -> None:
        """Write a summary for people or for other programs.

        Parameters
        ----------
        path
            A file that ends in .json, .md, .sarif, .xml (JUnit) or .svg (a badge).
        verdict
            The verdict that it tells; by default that of a gate without conditions.

        Raises
        ------
        BadInput
            If the file has another suffix.
        """
        name = os.fspath(path)
        summaries.check(name)
        judged = self.verdict([]) if verdict is None else verdict
        summaries.write(name, {**self.whole, "questions": self.total}, self.items, judged)


def _exactly(asked_of: Audit, inputs: Inputs) -> bool:
    """Whether exact programs answer: by their method, or as floats do not hold a ``Configuration``
    or its inputs.
    """
    if asked_of.method != "auto" or not isinstance(asked_of.model, Configuration):
        return asked_of.forced
    try:
        layer = Layer(asked_of.layer, inputs)
    except BadInput:
        return True
    return chosen(layer) == "exact"
