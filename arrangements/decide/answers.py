"""``answers``: the one place where questions about a layer are answered. A single decision is a batch
of one.

Methods, each of which can be forced by name; ``chosen`` chooses, by size:

- ``bulk``: exact products find where labels win, walks settle the hard ones in batches; whatever is
  left is settled as by
- ``single``: floating point suggests a point or weights for one question after the other, integers
  conclude (``decide.batches``);
- ``exact``: one exact program for each question (``decide.one_by_one.decide``), for numbers of any kind.
  ``pivot`` and ``cdd`` are the same with an exact program of that name.

>>> square = Configuration([[0, 0], [1, 0], [0, 1], [1, 1], ["1/2", "1/2"]], labels=list("abcde"))
>>> from arrangements.layers.questions.question import every_label
>>> [answer.label for answer in answers(Layer(square), every_label(5)) if not answer]
['e']
>>> from arrangements.layers.questions.parser import parsed
>>> found = list(answers(Layer(square), parsed(["top-set a,b", "tie a,d"], square.labels), method="exact"))
>>> [(answer.question, answer.possible) for answer in found], found[0].certificate.answer
([('top set a, b', True), ('tie a=d', False)], True)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property, partial
from inspect import Parameter, signature
from typing import TYPE_CHECKING, TypedDict, TypeVar, Unpack, cast

from arrangements.decide.one_by_one.decide import Decision, decide
from arrangements.errors import BadInput, InternalError, short_fields, short_repr
from arrangements.exact.programs.motzkin import METHODS as PROGRAMS
from arrangements.exact.programs.motzkin import Method
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.layer import Layer
from arrangements.layers.questions.parser import question_of
from arrangements.layers.questions.question import Question
from arrangements.proof.certificates import Certificate
from arrangements.running.validated import TEXT, either, one_of, some, validated

if TYPE_CHECKING:
    import numpy as np

    from arrangements.decide.dyadic.outcomes import Outcome

__all__ = [
    "METHODS",
    "Answer",
    "answers",
    "chosen",
    "decide_argmax",
    "decide_ranking",
    "decide_signs",
    "decide_tie",
    "decide_top",
    "decide_top_set",
]

F = TypeVar("F", bound=Callable[..., object])
METHODS = ("auto", "bulk", "single", "exact", *PROGRAMS[1:])


@dataclass(frozen=True)
class Answer:
    """The answer to one of many questions; its truth value is whether it is yes.

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

    Examples
    --------
    >>> from arrangements.layers.questions.parser import parsed
    >>> layer = Layer(Configuration([[1], [2]]))
    >>> answer = next(answers(layer, parsed(["ranking 1>2"], layer.labels)))
    >>> answer, bool(answer), answer.certificate.answer
    (Answer(question='ranking 1>2', label=None, possible=True), True, True)
    """

    question: str
    label: str | None
    possible: bool
    prove: Callable[[], Certificate] = field(repr=False, compare=False)
    asked: Question = field(repr=False, compare=False)
    outcome: Outcome | None = field(repr=False, compare=False, default=None)

    def __repr__(self) -> str:
        return short_fields(self)

    def __bool__(self) -> bool:
        return self.possible

    @property
    def in_integers(self) -> tuple[Question, Outcome]:
        """The question with its outcome, as certificates in bulk hold both.

        Answers of exact programs have none.
        """
        if self.outcome is None:
            raise InternalError(f"an answer by exact programs has no outcome in integers ({self})")
        return self.asked, self.outcome

    @cached_property
    def certificate(self) -> Certificate:
        """Proves the answer, whichever it is."""
        return self.prove()


def chosen(layer: Layer, method: str = "auto") -> str:
    """The method that is forced, or that of the size of the layer.

    >>> chosen(Layer(Configuration([[1], [2]]))), chosen(Layer(Configuration([["sqrt(2)"], [1]])))
    ('single', 'exact')
    """
    if method not in METHODS:
        raise BadInput(f"method must be one of {', '.join(METHODS)}, not {short_repr(method)}")
    if method != "auto":
        return method
    sphere = layer.inputs.within is not None and layer.inputs.within.sphere
    if sphere or not layer.in_floats or not _fits(layer):
        return "exact"
    from arrangements.decide.batches.tasks import by_size

    return by_size(layer.n)


def _fits(layer: Layer) -> bool:
    """Whether floats hold the layer behind its norm, if there is one."""
    if layer.inputs.within is None or layer.inputs.within.plain:
        return True
    from arrangements.decide.dyadic.norms import fits

    return fits(cast("np.ndarray", layer.numbers), layer.inputs)


def answers(
    layer: Layer,
    questions: Iterable[Question],
    *,
    method: str = "auto",
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    heard: Callable[[Question, bool], None] | None = None,
    deep: bool = False,
    minimal: bool = False,
    certified: bool = False,
) -> Iterator[Answer]:
    """Every question with its answer, in order, as they come.

    ``executor``: whose workers settle hard questions; ``store``: a file that keeps what is settled.
    ``heard`` is told every answer as soon as it is known, before others that precede it. ``deep``
    and ``minimal`` are about the certificates of the method ``exact``, which works in this process
    and keeps nothing. ``certified``: a certificate of all of them is written afterwards, which
    takes its time, too.
    """
    given, method = method, chosen(layer, method)
    if method not in ("bulk", "single"):
        if store is not None:
            raise BadInput(
                "rows must be rational with at most 53 bits for a store; without a store others are settled, too"
            )
        yield from _exactly(layer, questions, method, heard, deep, minimal)
        return
    if not layer.in_floats:
        raise BadInput(
            f"rows must be rational with at most 53 bits for method {method}, and inputs a rational polyhedron"
        )
    from arrangements.decide.batches.driver import answered
    from arrangements.decide.batches.store import Store, identity
    from arrangements.decide.dyadic.integer_inputs import laid_out
    from arrangements.decide.dyadic.products import DyadicMatrix

    numbers, domain = laid_out(cast("np.ndarray", layer.numbers), layer.inputs)
    rows = DyadicMatrix(numbers)

    with ExitStack() as stack:
        kept = None
        if store is not None:
            about = identity(layer.content_hash, domain)
            kept = stack.enter_context(Store(os.fspath(store), about))
        for one, outcome in answered(
            rows,
            domain,
            questions,
            executor=executor,
            store=kept,
            method=given,  # few rows may have many label sets
            heard=heard,
            layer=layer if numbers is layer.numbers else None,
            certified=certified,
        ):
            prove = partial(_proved, layer, one, outcome)
            yield _answer(layer, one, outcome.possible, prove, outcome)


def _exactly(
    layer: Layer,
    questions: Iterable[Question],
    method: str,
    heard: Callable[[Question, bool], None] | None,
    deep: bool,
    minimal: bool,
) -> Iterator[Answer]:
    program: Method = method if method in PROGRAMS else "auto"
    for one in questions:
        if one.kind in ("chosen", "on", "listed", "scores"):
            raise BadInput(f"rows must be rational with at most 53 bits for `{one.kind}`")
        found, proof = decide(
            layer.configuration, one, inputs=layer.given, deep=deep, minimal=minimal, method=program
        )
        if heard is not None:
            heard(one, found)
        yield _answer(layer, one, found, partial(_itself, proof), None)


def _answer(
    layer: Layer,
    asked: Question,
    possible: bool,
    prove: Callable[[], Certificate],
    outcome: Outcome | None,
) -> Answer:
    label = None if asked.label is None else layer.labels[asked.label]
    return Answer(asked.text(layer.labels), label, possible, prove, asked, outcome)


def _itself(certificate: Certificate) -> Certificate:
    return certificate


def _proved(layer: Layer, asked: Question, outcome: Outcome) -> Certificate:
    # about its numbers as they were written, not times an integer
    if isinstance(layer.source, Configuration):
        return decide(layer.source, asked, inputs=layer.given)[1]
    from arrangements.decide.batches.as_certificate import certificate_of
    from arrangements.decide.dyadic.integer_inputs import laid_out

    source = layer.source
    _, domain = laid_out(source.rows, layer.inputs)
    return certificate_of(source.rows, layer.labels, domain, [(asked, outcome)], source.scale)


# One question about a configuration


class How(TypedDict, total=False):
    """How a single question is decided: the keyword arguments of ``decide``."""

    inputs: Inputs | None
    deep: bool
    minimal: bool
    method: Method


def _family(function: F) -> F:
    """One of the functions below, which shows the keyword arguments of ``decide``."""
    own = signature(function)
    named = [
        parameter
        for parameter in signature(decide).parameters.values()
        if parameter.kind is Parameter.KEYWORD_ONLY
    ]
    checked = validated(method=one_of(*PROGRAMS), order=either(TEXT, some(TEXT, of=Sequence)))
    visible = [p for p in own.parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
    function.__signature__ = own.replace(parameters=[*visible, *named])  # type: ignore[attr-defined]
    return checked(function)


def _one(word: str, configuration: Configuration, value: str | Sequence[str], how: How) -> Decision:
    """One question, as the method ``exact`` answers each of a batch; in bulk only if that is asked."""
    method, asked = how.get("method", "auto"), question_of(word, configuration.labels, value)
    if how.get("inputs") is None and method in PROGRAMS:
        return decide(configuration, asked, **how)
    (answer,) = answers(
        Layer(configuration, how.get("inputs")),
        [asked],
        method="exact" if method == "auto" else method,
        deep=how.get("deep", False),
        minimal=how.get("minimal", False),
    )
    return Decision(answer.possible, answer.certificate)


@_family
def decide_signs(configuration: Configuration, signs: str, **how: Unpack[How]) -> Decision:
    """Decide whether there is an x with these signs of <u_i, x> + b_i.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    signs
        One of + - 0 ? for each row; ``0`` is on the boundary, ``?`` is free.
    inputs
        The set that x comes from; all of R^d without.
    deep
        Ask for a witness far from all boundaries instead of a short one.
    minimal
        Ask for a refutation of minimal support, a signed circuit of the conditions.
    method
        "auto", or an exact program for rational rows, "pivot" or "cdd".

    Returns
    -------
    The answer, as its truth value, and its certificate.

    Raises
    ------
    BadInput
        If the signs are not as many as rows, or another argument is not what it must be.
    LimitReached
        If a question on a sphere has too many vertices to look at.

    Notes
    -----
    Decided exactly; the certificate was verified before it is returned.

    Examples
    --------
    >>> from arrangements import load
    >>> decide_signs(load("braid:3"), "++-")[0], decide_signs(load("braid:3"), "+-+")[0]
    (True, False)
    """
    return _one("signs", configuration, signs, how)


@_family
def decide_ranking(
    configuration: Configuration, ranking: str | Sequence[str], **how: Unpack[How]
) -> Decision:
    """Decide whether there is an x that orders these labels strictly so.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    ranking
        Labels best first, as a sequence or joined by >; labels left out may be anywhere.
    inputs
        The set that x comes from; all of R^d without.
    deep
        Ask for a witness far from all boundaries instead of a short one.
    minimal
        Ask for a refutation of minimal support, a signed circuit of the conditions.
    method
        "auto", or an exact program for rational rows, "pivot" or "cdd".

    Returns
    -------
    The answer, as its truth value, and its certificate.

    Raises
    ------
    BadInput
        If a label is unknown or repeated, or another argument is not what it must be.
    LimitReached
        If a question on a sphere has too many vertices to look at.

    Examples
    --------
    >>> from arrangements import load
    >>> decide_ranking(load("paper/H.1-A"), "4>1>3>2>5")[0]
    True
    """
    return _one("ranking", configuration, ranking, how)


@_family
def decide_argmax(configuration: Configuration, label: str, **how: Unpack[How]) -> Decision:
    """Decide whether there is an x for which this label is strictly the best.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    label
        The label.
    inputs
        The set that x comes from; all of R^d without.
    deep
        Ask for a witness far from all boundaries instead of a short one.
    minimal
        Ask for a refutation of minimal support, a signed circuit of the conditions.
    method
        "auto", or an exact program for rational rows, "pivot" or "cdd".

    Returns
    -------
    The answer, as its truth value, and its certificate.

    Raises
    ------
    BadInput
        If the label is unknown, or another argument is not what it must be.
    LimitReached
        If a question on a sphere has too many vertices to look at.

    Examples
    --------
    >>> from arrangements import load
    >>> decide_argmax(load("paper/5.5-model-2"), "3")[0]
    False
    """
    return _one("argmax", configuration, label, how)


@_family
def decide_tie(
    configuration: Configuration, pair: str | Sequence[str], **how: Unpack[How]
) -> Decision:
    """Decide whether there is an x for which two labels tie, strictly better than all others.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    pair
        The labels, as a sequence or joined by a comma.
    inputs
        The set that x comes from; all of R^d without.
    deep
        Ask for a witness far from all boundaries instead of a short one.
    minimal
        Ask for a refutation of minimal support, a signed circuit of the conditions.
    method
        "auto", or an exact program for rational rows, "pivot" or "cdd".

    Returns
    -------
    The answer, as its truth value, and its certificate.

    Raises
    ------
    BadInput
        If a label is unknown or repeated, or another argument is not what it must be.
    LimitReached
        If a question on a sphere has too many vertices to look at.

    Examples
    --------
    >>> from arrangements import load
    >>> decide_tie(load("paper/C.2"), ["2", "4"])[0]
    False
    """
    return _one("tie", configuration, pair, how)


@_family
def decide_top(
    configuration: Configuration, order: str | Sequence[str], **how: Unpack[How]
) -> Decision:
    """Decide whether there is an x that puts these labels first, in this order.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    order
        Labels best first, as a sequence or joined by >.
    inputs
        The set that x comes from; all of R^d without.
    deep
        Ask for a witness far from all boundaries instead of a short one.
    minimal
        Ask for a refutation of minimal support, a signed circuit of the conditions.
    method
        "auto", or an exact program for rational rows, "pivot" or "cdd".

    Returns
    -------
    The answer, as its truth value, and its certificate.

    Raises
    ------
    BadInput
        If a label is unknown or repeated, or another argument is not what it must be.
    LimitReached
        If a question on a sphere has too many vertices to look at.

    Examples
    --------
    >>> from arrangements import load
    >>> decide_top(load("paper/C.2"), ["0", "1"])[0]
    True
    """
    return _one("top", configuration, order, how)


@_family
def decide_top_set(
    configuration: Configuration, members: str | Sequence[str], **how: Unpack[How]
) -> Decision:
    """Decide whether there is an x that puts these labels before all others, in any order.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    members
        The labels, as a sequence or joined by commas.
    inputs
        The set that x comes from; all of R^d without.
    deep
        Ask for a witness far from all boundaries instead of a short one.
    minimal
        Ask for a refutation of minimal support, a signed circuit of the conditions.
    method
        "auto", or an exact program for rational rows, "pivot" or "cdd".

    Returns
    -------
    The answer, as its truth value, and its certificate.

    Raises
    ------
    BadInput
        If a label is unknown or repeated, or another argument is not what it must be.
    LimitReached
        If a question on a sphere has too many vertices to look at.

    Examples
    --------
    >>> from arrangements import load
    >>> decide_top_set(load("paper/C.2"), ["2", "4"])[0]
    False
    """
    return _one("top-set", configuration, members, how)
