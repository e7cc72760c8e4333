"""``LogAnswers``: can a layer have given the rankings of a log? A ranking that the layer cannot have
given proves that the log is not from this layer; a *core* names a few labels that clash there.

>>> import json, tempfile
>>> from arrangements.audits.model_audit import audit
>>> from arrangements.layers.configuration import Configuration
>>> with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
...     _ = file.write("\\n".join(map(json.dumps, [["a", "b", "c"], ["a", "c", "b"]])))
...     file.flush()
...     found = audit(Configuration([[1], [2], [3]], labels=list("abc"))).log(file.name)
...     [line.possible for line in found], str(found.first.core)
([True, False], 'a>c>b')
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from arrangements.audits import audit_certificate, report
from arrangements.audits.answered import Answered
from arrangements.audits.gate import Item
from arrangements.audits.log_cores import Core, core
from arrangements.decide.answers import answers as answers_to
from arrangements.decide.dyadic.outcomes import Outcome
from arrangements.decide.dyadic.products import DyadicMatrix, twins
from arrangements.decide.dyadic.spooled import Kept
from arrangements.errors import BadInput
from arrangements.layers.patterns.displays import frame
from arrangements.layers.questions.logs import Line, Log
from arrangements.layers.questions.question import Question

if TYPE_CHECKING:
    import pandas

    from arrangements.audits.model_audit import Audit

__all__ = ["LogAnswers", "LogLine"]


@dataclass(frozen=True, eq=False)
class LogLine:
    """One line of the log: ``number`` from 1 on."""

    number: int
    asked: Question
    outcome: Outcome
    explain: Callable[[LogLine], Core]

    @property
    def possible(self) -> bool:
        return self.outcome.possible

    @property
    def name(self) -> str:
        return f"line {self.number}"

    @cached_property
    def core(self) -> Core | None:
        """Of a line that is impossible: a few of its conditions that contradict each other."""
        return None if self.possible else self.explain(self)

    def to_json(self) -> dict[str, object]:
        explained = {} if self.core is None else self.core.to_json()
        return {"line": self.number, "possible": self.possible, **explained}

    def __bool__(self) -> bool:
        return self.possible

    def __repr__(self) -> str:
        return f"<{'yes' if self.possible else 'no'}: {self.name}>"


class LogAnswers(Answered[LogLine]):
    """The lines of a log with their answers, in order.

    They are settled as they are looked at, and then kept.

    Parameters
    ----------
    asked_of
        The audit; its method ``log`` makes these answers.
    path
        One output per line, .jsonl, .csv, or texts a>b>c.
    first
        Only the first labels of each line count.
    scores
        By how much the scores of the log may be off, 0 for as they are written; None does not look
        at scores.

    Attributes
    ----------
    inputs
        The set that all answers are about.

    Raises
    ------
    BadInput
        If the log cannot be read, or scores are asked about in a ball.

    Examples
    --------
    >>> import tempfile
    >>> from arrangements import Configuration, audit
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     _ = file.write("a>b>c\\na>c>b\\n")
    ...     file.flush()
    ...     audit(Configuration([[1], [2], [3]], labels=list("abc"))).log(file.name).impossible
    ('line 2',)
    """

    what = "lines"

    def __init__(
        self,
        asked_of: Audit,
        path: str | os.PathLike[str],
        *,
        first: int | None = None,
        scores: Fraction | None = None,
    ) -> None:
        super().__init__(asked_of, linear=scores is not None)
        self._rows = DyadicMatrix(self.numbers)
        if scores is not None:
            self.inputs.demand_polyhedron("scores")
        self.path, layer = os.fspath(path), asked_of.layer
        equal = {} if scores is not None else twins(layer.blocks())
        self._log = Log(layer.labels, equal, first, scores, layer.scale)
        deque(self._log.read(self.path), 0)  # all lines are read before any work
        self._kept = Kept(self.domain.d + 1)
        self._places: list[int] = []  # numbers of the lines that were kept
        self._cores: dict[int, Core] = {}  # by the numbers of lines
        self.first: LogLine | None = None  # that is impossible

    def _settle(self) -> Iterator[LogLine]:
        waiting: deque[Line] = deque()

        def questions() -> Iterator[Question]:
            for line in self._log.read(self.path):
                waiting.append(line)
                yield line.asked

        of = self.audit
        decided = answers_to(
            self._layer,
            questions(),
            method=of.method,
            executor=of.executor,
            store=of.store,
            heard=self._on_answer,
        )
        for answer in decided:
            line, outcome = waiting.popleft(), answer.in_integers[1]
            if self._keep:
                self._kept.append(line.asked, outcome)
                self._places.append(line.number)
            found = self._line(line.number, line.asked, outcome)
            if self.first is None and not outcome.possible:
                self.first = found
            yield found

    def _again(self) -> Iterator[LogLine]:
        for number, (asked, outcome) in zip(self._places, self._kept, strict=True):
            yield self._line(number, asked, outcome)

    def _line(self, number: int, asked: Question, outcome: Outcome) -> LogLine:
        return LogLine(number, asked, outcome, self._core)

    def _core(self, line: LogLine) -> Core:
        if line.number not in self._cores:
            found = core(line.asked, line.outcome, self.audit.labels, self._rows, self.domain)
            self._cores[line.number] = found
        return self._cores[line.number]

    @property
    def about(self) -> dict[str, object]:
        """The layer, the inputs and the log, for certificates, reports and summaries."""
        layer = self.audit.layer
        return {**super().about, "log": self.path, "labels": layer.n, **layer.facts}

    @property
    def facts(self) -> dict[str, object]:
        """How many lines are possible and impossible."""
        return {"lines": self.total, "possible": self.yes, "impossible": self.total - self.yes}

    def item(self, line: LogLine, explained: bool = True) -> Item:
        """A line as gates and summaries take it.

        Parameters
        ----------
        line
            The line with its answer.
        explained
            Whether the core of a no is worked out.

        Returns
        -------
        The item.
        """
        core = line.core if explained else None
        return Item(line.name, line.possible, core.conditions if core else (), label=False)

    @property
    def _all_explained(self) -> bool:
        return self._told

    def _check_certificate(self, path: str) -> None:
        if not path.endswith(".npz"):
            raise BadInput(f"certificate must be a file that ends in .npz, not {path!r}")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate of all lines.

        Parameters
        ----------
        path
            A file that ends in .npz.

        Raises
        ------
        BadInput
            If the file has another suffix.
        """
        self._check_certificate(os.fspath(path))
        self.finish()
        audit_certificate.save(
            os.fspath(path),
            self.audit.layer.rows,
            self.domain,
            self._kept,
            {**self.about, **self.facts},
        )

    def report(self, folder: str | os.PathLike[str]) -> None:
        """Write a page, JSON and Parquet about all lines.

        Parameters
        ----------
        folder
            Where they are written.
        """
        report.write_log(os.fspath(folder), self.whole, self.to_json())

    def to_json(self) -> list[dict[str, object]]:
        """All lines as JSON has them, with the core of each no."""
        return [line.to_json() for line in self]

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each line: its number, whether it is possible, and the core of a no."""
        found = list(self)
        return frame(
            {
                "line": [line.number for line in found],
                "possible": [line.possible for line in found],
                "core": [None if line.core is None else str(line.core) for line in found],
            }
        )
