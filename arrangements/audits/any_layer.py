"""Questions about whatever has rows: a ``Configuration``, or anything that ``load_layer`` takes, as an
``OutputLayer``, a file, a live model. The engine, ``decide``, is given a ``Layer``.

>>> square = Configuration([[0, 0], [2, 0], [0, 2], [2, 2], [1, 1]], labels=list("abcde"))
>>> best_rank(square, "a"), best_rank(square, "e")
(BestRank(label='a', least=1, most=1), BestRank(label='e', least=3, most=3))
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor

from arrangements.decide.answers import Answer, answers
from arrangements.decide.one_by_one.best_places import PROGRAMS, BestRank, best_place
from arrangements.decide.one_by_one.softmax_probability import Confidence, confidence_of
from arrangements.exact.numbers import Number
from arrangements.exact.programs.motzkin import METHODS, Method
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.layer import Layer
from arrangements.layers.questions.parser import parsed
from arrangements.layers.questions.question import every_label
from arrangements.loading.layers import load_layer
from arrangements.running.validated import INPUTS, TEXT, one_of, validated

__all__ = ["audit_layer", "best_rank", "confidence"]


def _layer(rows: object, inputs: Inputs | None) -> Layer:
    return Layer(rows if isinstance(rows, Configuration) else load_layer(rows), inputs)


@validated(method=one_of(*METHODS))
def best_rank(
    layer: object,
    label: str,
    *,
    inputs: Inputs | None = None,
    ties: str = "strict",
    method: Method = "auto",
    programs: int = PROGRAMS,
) -> BestRank:
    """The best place of a label, or a bracket of it, with its certificate.

    Parameters
    ----------
    layer
        A ``Configuration``, or whatever ``load_layer`` takes.
    label
        The label.
    inputs
        The set that h comes from; all of R^d without.
    ties
        "strict", where labels that are level count as above, or "first", where only those that are
        listed before do.
    method
        "auto", or an exact program, "pivot" or "cdd".
    programs
        How many exact programs may be run before the bracket stays open.

    Returns
    -------
    Two places between which the best place is, which mostly are one.

    Raises
    ------
    BadInput
        If the label is unknown, or another argument is not what it must be.

    Examples
    --------
    >>> layer = Configuration([[1, 0], [0, 1], [-1, -1], [0, 0]], labels=["a", "b", "c", "zero"])
    >>> best_rank(layer, "zero"), best_rank(layer, "zero", inputs=Inputs.nonnegative(2)).above
    (BestRank(label='zero', least=2, most=2), ('a', 'b'))
    """
    return best_place(_layer(layer, inputs), label, ties=ties, method=method, programs=programs)


@validated(inputs=INPUTS)
def confidence(layer: object, label: str, *, inputs: Inputs, temperature: Number = 1) -> Confidence:
    """The largest margin and the largest probability of a label, with their certificate.

    Parameters
    ----------
    layer
        A ``Configuration``, or whatever ``load_layer`` takes, of rational rows.
    label
        The label.
    inputs
        A ball, or what a norm puts out; other conditions may join it.
    temperature
        That of the softmax, a positive rational number.

    Returns
    -------
    Two ends of each, which are nearly equal except where the inputs are nearly flat.

    Raises
    ------
    BadInput
        If the label is unknown or has no rival, inputs are in no ball, or the temperature is none.

    Notes
    -----
    Floats suggest points and weights; what these prove is computed exactly.

    Examples
    --------
    >>> rows = Configuration([[1, 0], [0, 1], [1, 1]], bias=[0, 0, -3])
    >>> confidence(rows, "3", inputs=Inputs.layernorm([1, 1], [1, 1])).margin
    (Fraction(-2, 1), Fraction(-2, 1))
    """
    return confidence_of(_layer(layer, inputs), label, temperature)


@validated(method=TEXT)
def audit_layer(
    layer: object,
    questions: Iterable[str] | None = None,
    *,
    inputs: Inputs | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    method: str = "auto",
) -> Iterator[Answer]:
    """Settle many questions about a layer, in their order, as they come.

    Parameters
    ----------
    layer
        A ``Configuration``, or whatever ``load_layer`` takes: an ``OutputLayer``, a file, a live
        model.
    questions
        Texts as in the files of ``arrangements audit``, such as ``top-set a,b``; without them it is
        asked whether each label can be strictly first.
    inputs
        The set that h comes from; all of R^d without.
    executor
        Shares the work: processes, or a Dask cluster's ``get_executor``.
    store
        A file that keeps what is settled for the next time.
    method
        "bulk" (hard labels are settled in batches where there are many), "single" (floats suggest,
        integers conclude, one question after the other), "exact" (one exact program for each
        question), or "auto", which chooses by size.

    Yields
    ------
    One answer per question.

    Raises
    ------
    BadInput
        If a question cannot be read, or another argument is not what it must be.

    Examples
    --------
    >>> square = Configuration([[0, 0], [1, 0], [0, 1], [1, 1], ["1/2", "1/2"]], labels=list("abcde"))
    >>> [answer.label for answer in audit_layer(square) if not answer.possible]
    ['e']
    >>> [bool(answer) for answer in audit_layer(square, ["top-set a,b", "tie a,d", "signs 0+++?"])]
    [True, False, True]
    """
    loaded = _layer(layer, inputs)
    asked = every_label(loaded.n) if questions is None else parsed(questions, loaded.labels)
    yield from answers(loaded, asked, executor=executor, store=store, method=method)
