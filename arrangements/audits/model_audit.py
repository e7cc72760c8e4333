"""``Audit``: the output layer of a model with the set that its inputs come from, and everything that
is asked of both. The command, the fixture of pytest and Python callers use this one object.

``Answers`` are the answers to one thing that was asked: every answer with its question, the set of
inputs that all of them are about (``inputs``, in words and as data), and what is written of them:
a certificate, a report, a summary, the verdict of a gate.

>>> from arrangements import Configuration
>>> square = Configuration([[0, 0], [1, 0], [0, 1], [1, 1], ["1/2", "1/2"]], labels=list("abcde"))
>>> seen = audit(square)
>>> seen, seen.never
(<Audit of the configuration: 5 labels in dimension 2, inputs everything>, ('e',))
>>> seen.best_places(5).places["e"]
(3, 3)
>>> found = seen.ask(["top-set a,b", "tie a,d"])
>>> found, [(answer.name, answer.possible) for answer in found]
(<Answers: 2 questions, inputs everything>, [('top set a, b', True), ('tie a=d', False)])
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from itertools import starmap
from typing import TYPE_CHECKING, cast

from arrangements.audits.answered import Answered
from arrangements.audits.gate import Item
from arrangements.audits.log_answers import LogAnswers
from arrangements.audits.reasons import Reason, Reasons
from arrangements.audits.stated_inputs import stated_inputs
from arrangements.decide.answers import METHODS, Answer
from arrangements.decide.answers import answers as answers_to
from arrangements.decide.batches.driver import METHODS as BATCHES
from arrangements.decide.batches.log_thresholds import Rule
from arrangements.decide.batches.store import Store, identity
from arrangements.decide.batches.thresholds import in_bulk
from arrangements.decide.dyadic.outcomes import IntegerWitness, Outcome
from arrangements.decide.dyadic.products import DyadicMatrix, alike, twins
from arrangements.decide.one_by_one.softmax_probability import read_temperature
from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import Number, exact
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.kinds import TIES
from arrangements.layers.questions.parser import parsed, place_of, question_of, read_questions
from arrangements.layers.questions.question import Question, every_label, under
from arrangements.loading.layers import OutputLayer, load_layer
from arrangements.proof.certificates import Certificate
from arrangements.running.validated import (
    ANYTHING,
    CONFIGURATION,
    INPUTS,
    INTEGER,
    PATH,
    SCALAR,
    TEXT,
    TRUTH,
    a,
    either,
    one_of,
    optional,
    some,
    validated,
)

if TYPE_CHECKING:
    import pandas

    from arrangements.audits.least_change import Change, LeastChange
    from arrangements.audits.repair.change_programs import Measure
    from arrangements.decide.batches.ranks import Ranked
    from arrangements.decide.batches.softmax_bounds import Sure

__all__ = ["Answers", "Audit", "Settled", "audit", "label_questions"]

_SHARES = (0.001, 0.01, 0.1, 0.5)  # of which it is said how many labels never get more

# For rules, what to ask in a ball or behind a norm.
_INSTEAD = {
    "min-p": (
        "--min-p",
        "min-p sampling at M keeps a label whose largest margin in `decide --confidence LABEL` is above log M",
    ),
    "threshold": (
        "--threshold",
        "the probability of a sigmoid is that in `decide --confidence LABEL` of the row of the label and a row of zeros",
    ),
}


@dataclass(frozen=True, eq=False, repr=False)
class Settled(Answer):
    """One answer of an audit; its truth value is whether it is yes.

    Attributes
    ----------
    question
        The question in words.
    label
        The label that is asked to be first, if the question asks no more; else None.
    possible
        Whether the answer is yes.
    prove
        A function that makes the certificate, which the property ``certificate`` calls once.
    asked
        The question as a value.
    outcome
        What proves the answer, in integers; None where an exact program answered.
    name
        The label that is asked about, or the words of the question.
    explain
        A function that says why the answer is no, which the property ``reason`` calls once.

    Examples
    --------
    >>> from arrangements import Configuration, audit
    >>> one, other = audit(Configuration([["sqrt(2)"], ["sqrt(2)"]])).ask(["1", "ranking 1=2"])
    >>> one, bool(one), other.name, other.certificate.answer
    (<no: 1>, False, 'ranking 1=2', True)
    """

    name: str = field(kw_only=True)
    explain: Callable[[], Reason] = field(kw_only=True)

    @cached_property
    def reason(self) -> Reason:
        """Of a no: why; no reason of one by exact programs, which has its certificate alone."""
        return self.explain()

    def __repr__(self) -> str:
        return f"<{'yes' if self.possible else 'no'}: {short_repr(self.name)[1:-1]}>"


class Audit:
    """A layer, the inputs that are asked for, and how questions are settled.

    Parameters
    ----------
    model
        The output layer, as ``load_layer`` returns it, or a ``Configuration``, of numbers of any kind.
    inputs
        The set that h comes from: a text as ``--inputs`` takes it ("auto": what the model proves),
        or ``Inputs``; all of R^d without.
    name
        The name of the model in reports; by default that of its source.
    ties
        "strict", where a label is first if its score is above all others, or "first", where of
        equal scores the label listed first wins.
    method
        "bulk" (hard labels are settled in batches), "single" (floats suggest, integers conclude, one
        question after the other), "exact" (one exact program for each question; "pivot" and "cdd"
        name the program), or "auto", which chooses by size.
    executor
        Whose workers settle hard questions: processes, or a Dask cluster's ``get_executor``.
    store
        A file that keeps what is settled.

    Raises
    ------
    BadInput
        If the layer has no rows, or an argument is not what it must be.

    Notes
    -----
    Questions are settled when their answers are looked at. All answers are exact, and each has its
    certificate; all of them together can be saved as one.

    Where floats do not hold the numbers of a ``Configuration``, or of its inputs, "auto" is "exact".
    Exact programs answer labels and other questions, on spheres, too; other methods answer for the
    ball and say so. Places, probabilities, thresholds, logs and repairs need the other methods, as
    reports and certificates of all answers do.

    Examples
    --------
    >>> from arrangements import Configuration, load_layer
    >>> seen = Audit(load_layer(Configuration([[1, 0], [-1, 0], [0, 1]])), "nonnegative")
    >>> seen.possible, seen.inputs.words
    (('1', '3'), 'nonnegative')
    """

    def __init__(
        self,
        model: OutputLayer | Configuration,
        inputs: str | Inputs | None = None,
        *,
        name: str | None = None,
        ties: str = "strict",
        method: str = "auto",
        executor: Executor | None = None,
        store: str | os.PathLike[str] | None = None,
    ) -> None:
        for word, value, check in (
            ("model", model, either(a("OutputLayer"), CONFIGURATION)),
            ("inputs", inputs, optional(TEXT, INPUTS)),
            ("name", name, optional(TEXT)),
            ("ties", ties, one_of(*TIES)),
            ("method", method, one_of(*METHODS)),
            ("executor", executor, optional(a("Executor"))),
            ("store", store, optional(TEXT, PATH)),
        ):
            if not check.fits(value):
                raise BadInput(f"{word} must be {check.words}, not {short_repr(value)}")
        source = model.source if isinstance(model, OutputLayer) else model.name
        self.name = (source or "the configuration") if name is None else name
        if not model.n:
            raise BadInput(f"layer must have rows ({self.name})")
        self.model, self.asked_inputs, self.ties = model, inputs, ties
        self.method, self.executor, self.store = method, executor, store
        self.forced = method not in BATCHES  # one of the exact programs

    def __repr__(self) -> str:
        n, d, words = self.model.n, self.model.d, self.inputs.words
        return f"<Audit of {self.name}: {n:,} labels in dimension {d:,}, inputs {words}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>"

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the layer, in the order of its rows."""
        return self.model.labels

    @cached_property
    def layer(self) -> OutputLayer:
        """The layer in floats.

        Raises
        ------
        BadInput
            If floats do not hold its rows.
        """
        return load_layer(self.model)

    @property
    def unsure(self) -> tuple[str, ...]:
        """Why the layer may not be the output layer of the model, unless the caller named it."""
        return self.model.unsure if isinstance(self.model, OutputLayer) else ()

    @cached_property
    def inputs(self) -> Inputs:
        """The set that answers about first labels, places and rankings are about."""
        return stated_inputs(self.model, self.asked_inputs, spheres=self.forced)

    # What is asked

    @cached_property
    def winners(self) -> Answers:
        """Whether each label can be first."""
        return Answers(self, label_questions(self))

    @property
    def never(self) -> tuple[str, ...]:
        """The labels that can never be first."""
        return self.winners.impossible

    @property
    def possible(self) -> tuple[str, ...]:
        """The labels that can be first."""
        return self.winners.possible

    @cached_property
    def tied(self) -> dict[str, tuple[str, ...]]:
        """The labels whose rows equal those of others, each with all labels of its row.

        At every input they are level, so that none of them is ever strictly first.

        Examples
        --------
        >>> from arrangements import Configuration
        >>> audit(Configuration([[1], [2], [1]], labels=list("abc"))).tied
        {'a': ('a', 'c'), 'c': ('a', 'c')}
        """
        labels, model = self.labels, self.model
        if isinstance(model, Configuration):
            same = alike(model.functions)
        else:
            same = twins(model.blocks())
        return {
            labels[place]: tuple(labels[other] for other in group)
            for place, group in sorted(same.items())
        }

    @validated(labels=some(TEXT))
    def first(self, labels: Iterable[str]) -> Answers:
        """Ask whether each of these labels can be first.

        Parameters
        ----------
        labels
            The labels.

        Returns
        -------
        One answer per label.

        Raises
        ------
        BadInput
            If a label is unknown.
        """
        return Answers(self, label_questions(self, self._named(labels)))

    @validated(labels=some(TEXT))
    def must_not_win(self, labels: Iterable[str]) -> Answers:
        """Ask whether each of these labels can be first, which is a finding if it can.

        Parameters
        ----------
        labels
            The labels.

        Returns
        -------
        One answer per label; its gate fails on a yes.

        Raises
        ------
        BadInput
            If a label is unknown.
        """
        asked = self._named(labels, "must_not_win")
        return Answers(self, label_questions(self, asked), forbidden=True)

    @validated(questions=either(TEXT, PATH, some(TEXT)), threshold=optional(SCALAR, some(SCALAR)))
    def ask(
        self,
        questions: str | os.PathLike[str] | Iterable[str],
        *,
        threshold: Number | Sequence[Number] | None = None,
    ) -> Answers:
        """Ask other questions.

        Parameters
        ----------
        questions
            Texts as in the files of ``arrangements audit --questions``, or such a file.
        threshold
            Of a multi-label layer, as ``on`` takes it.

        Returns
        -------
        One answer per question.

        Raises
        ------
        BadInput
            If a question cannot be read, or the threshold is none.
        """
        rule = None if threshold is None else self._thresholds(threshold)
        return Answers(self, self._read(questions), rule=rule, of_labels=False)

    @validated(up_to=INTEGER, labels=optional(some(TEXT)))
    def best_places(self, up_to: int, labels: Iterable[str] | None = None) -> Answers:
        """Ask for the best place that each label can reach.

        Parameters
        ----------
        up_to
            Places beyond this one are not told apart.
        labels
            The labels; by default all.

        Returns
        -------
        One answer per label, with ``places``.

        Raises
        ------
        BadInput
            If a label is unknown, or the place is not a positive integer.
        """
        _demand_count("up_to", up_to)
        return Answers(self, label_questions(self, self._named(labels)), up_to=up_to)

    @validated
    def confidence(self, temperature: Number = 1) -> Answers:
        """Ask for the largest softmax probability of each label, in a ball or behind a norm.

        Parameters
        ----------
        temperature
            That of the softmax, a positive rational number.

        Returns
        -------
        One answer per label, with ``probabilities``.

        Raises
        ------
        BadInput
            If the temperature is none. ``Answers.probabilities`` refuses inputs that are not a
            ball or a norm, or have inequalities besides.
        """
        heat = read_temperature(temperature)
        return Answers(self, label_questions(self), temperature=heat)

    @validated(threshold=either(SCALAR, some(SCALAR)), labels=optional(some(TEXT)))
    def on(
        self, threshold: Number | Sequence[Number], labels: Iterable[str] | None = None
    ) -> Answers:
        """Ask whether each label of a multi-label layer can be on.

        Parameters
        ----------
        threshold
            A label is on if its probability is above this number between 0 and 1, or above its own
            of one for each label.
        labels
            The labels; by default all.

        Returns
        -------
        One answer per label.

        Raises
        ------
        BadInput
            If a label is unknown, a threshold is not between 0 and 1, or inputs are in a ball.
        """
        rule = self._thresholds(threshold)
        return Answers(self, label_questions(self, self._named(labels), "on"), rule=rule)

    @validated(share=SCALAR, labels=optional(some(TEXT)))
    def kept(self, share: Number, labels: Iterable[str] | None = None) -> Answers:
        """Ask whether min-p sampling can keep each label.

        Parameters
        ----------
        share
            A label is kept if its probability is above this share of the largest one.
        labels
            The labels; by default all.

        Returns
        -------
        One answer per label.

        Raises
        ------
        BadInput
            If a label is unknown, the share is not between 0 and 1, or inputs are in a ball.
        """
        return Answers(
            self,
            label_questions(self, self._named(labels)),
            rule=Rule.min_p(_share("share", share)),
        )

    @validated(sets=some(some(TEXT)), threshold=optional(SCALAR, some(SCALAR)))
    def sets(
        self,
        sets: Iterable[Iterable[str]],
        *,
        threshold: Number | Sequence[Number] | None = None,
    ) -> Answers:
        """Ask whether a multi-label layer can give each of these sets of labels.

        Parameters
        ----------
        sets
            Sets of labels that are on while all others are off.
        threshold
            A label is on if its probability is above this, as for ``on``; by default if its score
            is above 0.

        Returns
        -------
        One answer per set.

        Raises
        ------
        BadInput
            If a label is unknown, or the threshold is none.
        """
        rule = None if threshold is None else self._thresholds(threshold)
        asked = [question_of("labels", self.labels, [*one]) for one in sets]
        return Answers(self, asked, rule=rule, of_labels=False)

    @validated(first=optional(INTEGER), scores=optional(SCALAR))
    def log(
        self,
        path: str | os.PathLike[str],
        *,
        first: int | None = None,
        scores: Number | None = None,
    ) -> LogAnswers:
        """Ask whether the layer can have given each line of a log: its first labels, in this order.

        Parameters
        ----------
        path
            The log: one output per line, as .jsonl, .csv, or texts a>b>c.
        first
            Only so many labels of each line count.
        scores
            The scores of the log count, too, which may be off by so much, or, with 0, by the digits
            that are not written.

        Returns
        -------
        One answer per line.

        Raises
        ------
        BadInput
            If the log cannot be read or names an unknown label, or an argument is not what it must
            be.
        """
        if first is not None:
            _demand_count("first", first)
        off = None if scores is None else _rational("scores", scores)
        if off is not None and off < 0:
            raise BadInput(f"scores must be off by a number from 0 on, not by {short_repr(scores)}")
        return LogAnswers(self, path, first=first, scores=off)

    @validated(
        questions=optional(TEXT, PATH, some(TEXT)),
        change=one_of("offsets", "factors", "rows"),
        least=optional(one_of("largest", "sum", "number")),
        margin=SCALAR,
        at_most=optional(INTEGER),
        skip_equal=TRUTH,
    )
    def repair(
        self,
        questions: str | os.PathLike[str] | Iterable[str] | None = None,
        *,
        change: Change = "offsets",
        least: Measure | None = None,
        margin: Number = 0,
        at_most: int | None = None,
        skip_equal: bool = False,
    ) -> LeastChange:
        """The least change after which questions are possible, or the proof that there is none.

        Parameters
        ----------
        questions
            The questions that must become possible, as ``ask`` takes them; by default that each
            label is first.
        change
            "offsets", "factors" (each row with its offset by a factor) or "rows" (entries of rows).
        least
            The measure that is least: the "sum" of all changes, which is the default, the "largest"
            change, or the "number" of changed offsets.
        margin
            How far ahead each label must be at some input, by default by any amount; for factors
            and rows, how far the change goes beyond the least change.
        at_most
            How many offsets may change, with ``least="number"``.
        skip_equal
            Whether labels are left out whose rows equal earlier rows (are multiples of earlier rows,
            for factors), since no such change makes them first.

        Returns
        -------
        The change, rounded to the numbers that the file can hold; or the proof, where none suffices.

        Raises
        ------
        BadInput
            If a change has no such measure, or inputs are a ball.
        LimitReached
            If the search ends without a repair, or with more offsets than may change.

        Notes
        -----
        Executor and inputs are those of the audit; the store is not used.

        Examples
        --------
        >>> from arrangements import Configuration
        >>> layer = Configuration([[1], [-1], ["1/2"]], bias=[0, 1, -1])
        >>> found = audit(layer).repair(least="largest")
        >>> bool(found), found.facts["changed"]
        (True, 3)
        """
        from arrangements.audits.least_change import least_change

        ahead = _rational("margin", margin)
        if ahead < 0:
            raise BadInput(f"margin must be a rational number from 0 on, not {short_repr(margin)}")
        asked = label_questions(self) if questions is None else self._read(questions)
        return least_change(
            self,
            list(asked),
            of_labels=questions is None,
            change=change,
            least=least,
            at_most=at_most,
            margin=ahead,
            skip_equal=skip_equal,
        )

    def _read(self, questions: str | os.PathLike[str] | Iterable[str]) -> Iterable[Question]:
        if isinstance(questions, str | os.PathLike):
            return read_questions(os.fspath(questions), self.labels)
        return list(parsed(questions, self.labels))

    def _thresholds(self, threshold: Number | Sequence[Number]) -> Rule:
        """One threshold for all labels, or one for each."""
        if isinstance(threshold, Sequence) and not isinstance(threshold, str):
            numbers = [_share("threshold", number) for number in threshold]
        else:
            numbers = [_share("threshold", threshold)] * self.model.n
        if len(numbers) != self.model.n:
            raise BadInput(
                f"thresholds must be {self.model.n}, one for each label, not {len(numbers)}"
            )
        return Rule.thresholds(numbers)

    def _named(self, labels: Iterable[str] | None, word: str = "labels") -> list[Question] | None:
        if labels is None:
            return None
        places = {label: place for place, label in enumerate(self.labels)}
        return [
            Question("top", (places[x] if x in places else place_of(word, self.labels, x),))
            for x in labels
        ]


def label_questions(
    asked_of: Audit, questions: Iterable[Question] | None = None, kind: str | None = None
) -> Iterator[Question]:
    """Questions whether labels are first, by default one for each label, as ties are decided, or as
    ``kind`` says.
    """
    every = every_label(asked_of.model.n) if questions is None else questions
    return under(TIES[asked_of.ties] if kind is None else kind, every)


def _of_logarithms() -> Certificate:
    raise BadInput(
        "certificate of answers that depend on logarithms must be a file that ends in .npz, of all of them"
    )


def _demand_count(name: str, number: int) -> None:
    if not INTEGER.fits(number) or number < 1:
        raise BadInput(f"{name} must be a positive integer, not {short_repr(number)}")


def _rational(name: str, number: Number) -> Fraction:
    found = exact(number)
    if not isinstance(found, Fraction):
        raise BadInput(f"{name} must be a rational number, not {found}")
    return found


def _share(name: str, number: Number) -> Fraction:
    found = _rational(name, number)
    if not 0 < found < 1:
        raise BadInput(
            f"{name} must be a rational number between 0 and 1, not {short_repr(number)}"
        )
    return found


class Answers(Answered[Settled]):
    """The answers to what was asked of an audit, in order.

    They are settled as they are looked at, and then kept.

    Parameters
    ----------
    asked_of
        The audit; its methods make these answers.
    questions
        The questions.
    rule
        By which labels are decided, if not by being first.
    up_to
        Best places are asked, up to that one.
    temperature
        Probabilities are asked.
    forbidden
        A yes is a finding.
    of_labels
        Whether the questions are those of ``label_questions``.

    Attributes
    ----------
    inputs
        The set that all answers are about.

    Raises
    ------
    BadInput
        If the inputs are empty, or what is asked cannot be asked of them.

    Examples
    --------
    >>> from arrangements import Configuration, audit
    >>> found = audit(Configuration([[1], [2], [3]], labels=list("abc"))).best_places(3)
    >>> found.possible, found.places["b"], str(found.verdict())
    (('a', 'c'), (2, 2), '1 impossible, at most 0 let through: failed')
    """

    what = "questions"

    def __init__(
        self,
        asked_of: Audit,
        questions: Iterable[Question],
        *,
        rule: Rule | None = None,
        up_to: int | None = None,
        temperature: Fraction | None = None,
        forbidden: bool = False,
        of_labels: bool = True,
    ) -> None:
        super().__init__(asked_of, linear=rule is not None, lengths=temperature is not None)
        if asked_of.ties != "strict" and rule is not None:
            raise BadInput("ties other than strict must go without --threshold and --min-p")
        if asked_of.ties != "strict" and not of_labels:
            raise BadInput(
                "ties must be strict with --questions, where `chosen LABEL` asks so, but for best places"
            )
        if rule is not None and self.inputs.within is not None:
            option, instead = _INSTEAD[rule.kind]
            raise BadInput(
                f"{option} must be used with linear conditions alone, not in a ball or behind a norm; {instead}"
            )
        self.rule, self.up_to, self.temperature = rule, up_to, temperature
        self.forbidden, self.of_labels = forbidden, of_labels
        if rule is not None or up_to is not None or temperature is not None:
            self._demand_floats()
        self._questions = questions
        self._list: list[Answer] = []
        self._known: dict[int, Reason] = {}  # reasons, by the places of answers

    def _settle(self) -> Iterator[Settled]:
        for place, one in enumerate(self._answers()):
            if self._keep:
                self._list.append(one)
            yield self._settled(place, one)

    def _again(self) -> Iterator[Settled]:
        return starmap(self._settled, enumerate(self._list))

    def _settled(self, place: int, one: Answer) -> Settled:
        asked = one.asked
        name = self.audit.labels[asked.positions[0]] if asked.single else one.question
        return Settled(
            one.question,
            one.label,
            one.possible,
            one.prove,
            asked,
            one.outcome,
            name=name,
            explain=partial(self._reason, place, asked, one.outcome),
        )

    @cached_property
    def reasons(self) -> Reasons:
        """Why answers are no."""
        numbers = self.numbers
        return Reasons(lambda: DyadicMatrix(numbers), self.domain, self.audit.labels, self.rule)

    def _reason(self, place: int, asked: Question, outcome: Outcome | None) -> Reason:
        if outcome is None:
            return Reason()
        if place not in self._known:
            self._known[place] = self.reasons.of(asked, outcome)
        return self._known[place]

    def _answers(self) -> Iterator[Answer]:
        of, hear = self.audit, self._on_answer
        if self.rule is None:
            yield from answers_to(
                self._layer,
                self._questions,
                method="exact" if self._exactly and not of.forced else of.method,
                executor=of.executor,
                store=of.store,
                heard=hear,
                certified=self._certified,
            )
            return
        with ExitStack() as stack:
            known_as = identity(
                f"{of.layer.content_hash} {of.layer.scale} {self.rule.key}", self.domain
            )
            store = (
                None
                if of.store is None
                else stack.enter_context(Store(os.fspath(of.store), known_as))
            )
            for asked, outcome in in_bulk(
                of.layer,
                self._questions,
                self.rule,
                self.inputs,
                executor=of.executor,
                store=store,
                heard=None if hear is None else lambda asked, one: hear(asked, one.possible),
            ):
                words = asked.text(of.labels)
                yield Answer(words, None, outcome.possible, _of_logarithms, asked, outcome)

    # What was found

    @property
    def outcomes(self) -> Sequence[tuple[Question, Outcome]]:
        """Questions with what proves their answers, in integers."""
        self._demand_floats()
        self.finish()
        return [one.in_integers for one in self._list]

    @cached_property
    def ranks(self) -> dict[int, Ranked] | None:
        """By position: the best place of every label that was asked about."""
        if self.up_to is None:
            return None
        from arrangements.decide.batches.ranks import ranked

        of = self.audit
        first = {
            asked.positions[0]: tuple(map(int, outcome.point))
            for asked, outcome in self.outcomes
            if isinstance(outcome, IntegerWitness)
        }
        labels = [*dict.fromkeys(asked.positions[0] for asked, _ in self.outcomes)]
        with ExitStack() as stack:
            store = None
            if of.store is not None:
                about = identity(of.layer.content_hash, self.domain)
                store = stack.enter_context(Store(os.fspath(of.store), about))
            rows = DyadicMatrix(self.numbers)
            listed = of.ties == "first"
            found = ranked(rows, self.domain, first, labels, self.up_to, of.executor, store, listed)
            return dict(zip(labels, found, strict=True))

    @property
    def places(self) -> dict[str, tuple[int, int]]:
        """By label: the two places between which its best place is, which mostly are one.

        Raises
        ------
        BadInput
            If best places were not asked for.
        """
        if self.ranks is None:
            raise BadInput("best places must be asked for: audit.best_places(up_to)")
        return {self.audit.labels[i]: found[:2] for i, found in self.ranks.items()}

    @cached_property
    def sure(self) -> Sure | None:
        """How large the probability of every label can be, with its margin."""
        if self.temperature is None:
            return None
        from arrangements.decide.batches.softmax_bounds import surest

        scale = self.audit.layer.scale
        return surest(
            DyadicMatrix(self.numbers),
            self.domain,
            self.temperature * scale,
            scale if self._told else None,
        )

    @property
    def probabilities(self) -> dict[str, tuple[float, float]]:
        """By label: two bounds of its largest probability.

        Raises
        ------
        BadInput
            If probabilities were not asked for, or inputs are not a ball or a norm.
        """
        if self.sure is None:
            raise BadInput("probabilities must be asked for: audit.confidence(temperature)")
        found = {label: self.sure.probability(k) for k, label in enumerate(self.audit.labels)}
        return {label: (low, high) for label, (low, high) in found.items()}

    @property
    def about(self) -> dict[str, object]:
        """The layer, the inputs and the rule, for certificates, reports and summaries."""
        rule = {} if self.rule is None else {"threshold": str(self.rule)}
        return {**super().about, "ties": self.audit.ties, **rule}

    @property
    def facts(self) -> dict[str, object]:
        """How many answers are yes and no, and what else was asked, as JSON has them."""
        self.finish()
        model = self.audit.model
        return {
            "labels": model.n,
            "questions": self.total,
            "possible": self.yes,
            "impossible": self.total - self.yes,
            **(model.facts if isinstance(model, OutputLayer) else {}),
            **({} if self.ranks is None else {"ranks": self._histogram(self.ranks)}),
            **({} if self.sure is None else {"confidence": self._at_most(self.sure)}),
        }

    def _histogram(self, ranks: Mapping[int, Ranked]) -> dict[str, object]:
        """How many labels have each best place up to that one, as far as it is known."""
        up_to = cast("int", self.up_to)
        places = Counter(x.least for x in ranks.values() if x.least == x.most <= up_to)
        beyond = sum(x.least > up_to for x in ranks.values())
        return {
            "up_to": up_to,
            "places": {str(k): places[k] for k in range(1, up_to + 1)},
            "beyond": beyond,
            "open": len(ranks) - beyond - sum(places.values()),
        }

    def _at_most(self, sure: Sure) -> dict[str, object]:
        """How many labels never get more than some probabilities, and which gets least."""
        labels = self.audit.labels
        most = [sure.probability(k)[1] for k in range(len(labels))]
        least = min(range(len(most)), key=most.__getitem__)
        counts = {str(p): sum(x <= p for x in most) for p in _SHARES}
        return {
            "never_more_than": counts,
            "least": {"label": labels[least], "at_most": most[least]},
        }

    # What is written

    def item(self, one: Settled, explained: bool = True) -> Item:
        """An answer as gates and summaries take it.

        Parameters
        ----------
        one
            The answer.
        explained
            Whether the reason of a no is worked out.

        Returns
        -------
        The item.
        """
        reason = one.reason if explained else Reason()
        sure = None if self.sure is None else self.sure.record(one.asked.positions[0])
        return Item(
            one.name,
            one.possible,
            reason.conditions,
            self.forbidden,
            one.asked.single,
            sure,
            reason.said,
        )

    @property
    def _all_explained(self) -> bool:
        return not self.of_labels

    def to_json(self) -> list[dict[str, object]]:
        """All answers as JSON has them; each no is explained, unless labels were asked about."""
        found = list[dict[str, object]]()
        for one in self:
            place = one.asked.positions[0] if one.asked.single else -1
            reason = Reason() if self.of_labels else one.reason
            told = {
                "label" if one.asked.single else "question": one.name,
                "possible": one.possible,
                "clash": list(reason.conditions),
                "proved": reason.said,
                "best_place": [] if self.ranks is None else list(self.ranks[place][:2]),
                "probability": [] if self.sure is None else self.sure.probability(place),
            }
            found.append({key: value for key, value in told.items() if value not in ("", [])})
        return found

    def _check_certificate(self, path: str) -> None:
        if not path.endswith((".npz", ".json")):
            raise BadInput(f"certificate must be a file that ends in .npz or .json, not {path!r}")
        if path.endswith(".npz"):
            self._demand_floats()
            return
        if self.rule is not None:
            _of_logarithms()
        if self.up_to is not None or self.temperature is not None:
            what, option = (
                ("places", "best-rank") if self.up_to else ("probabilities", "confidence")
            )
            raise BadInput(
                f"certificate of {what} must be a file that ends in .npz, not {path!r}; `decide --{option}` writes .json"
            )
        from arrangements.decide.batches.as_certificate import demand_single

        if not self._begun:
            self._questions = list(self._questions)
            demand_single(self._questions)
        else:
            demand_single([one.asked for one in self])

    def _check_report(self) -> None:
        if not self.of_labels:
            raise BadInput("--report must be about labels, not about --questions")
        if self.audit.ties != "strict":
            raise BadInput("ties must be strict with --report")
        self._demand_floats()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate of all answers.

        Parameters
        ----------
        path
            A file that ends in .npz; of a single answer also in .json.

        Raises
        ------
        BadInput
            If the file has another suffix.
        """
        from arrangements.audits import audit_certificate

        name, about = os.fspath(path), self.about
        self._check_certificate(name)
        if name.endswith(".json"):
            next(iter(self)).certificate.save(name)
            return
        layer = self.layer
        if self.sure is not None:
            audit_certificate.save_sure(name, layer.rows, self.domain, self.sure, about)
        elif self.ranks is not None:
            places, listed = list(self.ranks.items()), self.audit.ties == "first"
            audit_certificate.save_ranks(name, layer.rows, self.domain, places, about, listed)
        else:
            by = None if self.rule is None else (self.rule, layer.scale)
            audit_certificate.save(name, layer.rows, self.domain, self.outcomes, about, by)

    def report(self, folder: str | os.PathLike[str]) -> None:
        """Write a page, JSON and Parquet about all labels.

        Parameters
        ----------
        folder
            Where they are written.
        """
        from arrangements.audits import report

        self._check_report()
        layer, heat = self.layer, self.temperature
        report.write(
            os.fspath(folder),
            layer.rows,
            layer.labels,
            self.domain,
            self.outcomes,
            {
                **self.about,
                **self.facts,
                **({} if heat is None else {"temperature": str(heat)}),
            },
            self.audit.executor,
            None if self.rule is None else (self.rule, layer.scale),
            None if self.ranks is None else {i: found[:2] for i, found in self.ranks.items()},
            self.sure,
        )

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each answer: its name and whether it is possible, and what else was asked."""
        from arrangements.layers.patterns.displays import frame

        found = list(self)
        columns: dict[str, object] = {
            "label" if all(one.asked.single for one in found) else "question": [
                one.name for one in found
            ],
            "possible": [one.possible for one in found],
        }
        if self.ranks is not None:
            ends = [self.ranks[one.asked.positions[0]] for one in found]
            columns["best_place_least"] = [end.least for end in ends]
            columns["best_place_most"] = [end.most for end in ends]
        if self.sure is not None:
            pairs = [self.sure.probability(one.asked.positions[0]) for one in found]
            columns["probability_least"] = [low for low, _ in pairs]
            columns["probability_most"] = [high for _, high in pairs]
        return frame(columns)


@validated(
    model=ANYTHING,
    inputs=optional(TEXT, INPUTS),
    bias=optional(TEXT),
    labels=optional(TEXT, PATH, some(TEXT, of=Sequence)),
    method=TEXT,
)
def audit(
    model: object,
    *,
    inputs: str | Inputs | None = None,
    weights: str | None = None,
    bias: str | None = None,
    labels: str | os.PathLike[str] | Sequence[str] | None = None,
    adapter: str | os.PathLike[str] | None = None,
    ties: str = "strict",
    method: str = "auto",
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
) -> Audit:
    """Audit the output layer of a model, to find the answers that it can never give.

    Parameters
    ----------
    model
        Whatever ``load_layer`` takes: a file, a matrix, a live model; or a ``Configuration`` of
        numbers of any kind.
    inputs
        As for ``Audit``.
    weights, bias, labels, adapter
        As for ``load_layer``.
    ties, method, executor, store
        As for ``Audit``.

    Returns
    -------
    The audit, of which everything is asked.

    Raises
    ------
    BadInput
        If there is no such layer, or an argument is not what it must be.

    Examples
    --------
    >>> from arrangements import Configuration
    >>> seen = audit(Configuration([[1, 0], [0, 1], [-1, -1], ["1/4", "1/4"]], labels=list("abcd")))
    >>> seen.never, seen.must_not_win(["d"]).verdict().failed
    (('d',), False)
    """
    options = (weights, bias, labels, adapter)
    layer: OutputLayer | Configuration = (
        model
        if isinstance(model, Configuration) and options == (None,) * 4
        else load_layer(model, weights=weights, bias=bias, labels=labels, adapter=adapter)
    )
    name = os.fspath(model) if isinstance(model, str | os.PathLike) else None
    return Audit(layer, inputs, name=name, ties=ties, method=method, executor=executor, store=store)
