"""Questions about a layer, all decided: where the answer is yes a point, where it is no weights
that prove it.

>>> import numpy as np
>>> from arrangements.layers.questions.question import every_label
>>> from arrangements.layers.inputs import Inputs
>>> rows = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5]]))
>>> [type(outcome).__name__ for _, outcome in answered(rows, Domain(Inputs(2)), every_label(4))]
['IntegerWitness', 'IntegerWitness', 'IntegerWitness', 'IntegerRefutation']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from itertools import islice

import numpy as np

from arrangements.decide.batches.forecast import Forecast, Settling
from arrangements.decide.batches.kept_refutations import clashes_of
from arrangements.decide.batches.label_sets import proves_surrounded
from arrangements.decide.batches.log_scores import proves_scores
from arrangements.decide.batches.rankings import witnessed
from arrangements.decide.batches.remote_rows import elsewhere, found_by
from arrangements.decide.batches.search import Labels, winners
from arrangements.decide.batches.store import Store
from arrangements.decide.batches.tasks import (
    by_size,
    is_plain,
    is_ranking,
    sets_together,
    settle,
    task_size,
    try_directions,
)
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Enclosed,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.dyadic.spooled import is_short
from arrangements.decide.labels.decide_one import lowest, proves
from arrangements.decide.labels.ellipsoid import Inner
from arrangements.decide.labels.space import Space, space_of
from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import Question, comparisons
from arrangements.running import report_progress, with_progress
from arrangements.running.executors import Cluster, Inline, Processes, finished, submitter
from arrangements.running.sharing import shared

__all__ = ["METHODS", "answered", "given_up"]

METHODS = ("auto", "bulk", "single")

_PART = 4096  # questions that are looked at together, but
_LABELS = 1 << 18  # questions about labels, so that workers need not wait for each other
_TOGETHER = 256  # labels that a worker settles at a time in batches
# hard questions, times rows, times columns twice: settled while processes would start
_LITTLE = 1 << 22
_MANY = 50  # questions of a first label from which all labels are tried at once
_LONG = 1e11  # multiplications of all rows with all from which a cluster does these, too
_SHORT = 1 << 22  # bytes that go with every task to a cluster
_ELLIPSOID = ("decide/labels/ellipsoid.py", "exact/linear/bounds.py")  # whose code finds it
_SOME = 8  # and these, if they are of half of the labels


def answered(
    rows: DyadicMatrix,
    domain: Domain,
    questions: Iterable[Question],
    *,
    executor: Executor | None = None,
    store: Store | None = None,
    method: str = "auto",
    heard: Callable[[Question, bool], None] | None = None,
    layer: Layer | None = None,
    certified: bool = False,
) -> Iterator[tuple[Question, Outcome]]:
    """Every question with its outcome, in order, as they come; hard ones are settled by the workers
    of the executor, if there is one; those of a cluster open the file of the ``layer``, if they find
    it.

    ``heard`` is told every answer as soon as it is known, before others that precede it.
    ``method``: labels are decided in batches (``bulk``, see ``walks``), one by one with exact
    programs (``single``), or as seems best. ``certified``: a certificate is written afterwards, which
    takes its time, too.
    """
    if method not in METHODS:
        raise BadInput(f"method must be one of {', '.join(METHODS)}, not {short_repr(method)}")
    bulk = (by_size(rows.n) if method == "auto" else method) == "bulk"
    sets = method != "single" and sets_together(rows, domain)
    executor = Inline() if executor is None else executor
    found: dict[bool, dict[int, Outcome]] = {}  # by the rule for ties
    stream = iter(questions)
    forecast = Forecast(rows.n, rows.k, getattr(executor, "width", 1), certified=certified)
    inner: list[Inner] = []  # what this process finds, and workers need not find again
    with ExitStack() as stack:
        common: object
        place = elsewhere(layer) if layer is not None and isinstance(executor, Cluster) else None
        if place is not None and found_by(executor, place):
            space = _space(rows, domain, store) if bulk else None
            inner = [] if space is None else [space.inner]
            own = (place, domain, inner)
            # What is short goes with every task, so that nothing is lost with a worker.
            large = sum(x.frame.nbytes + x.shares.nbytes for x in inner) > _SHORT
            common = stack.enter_context(shared(executor, own)) if large else own
        else:
            # Another machine may not have the file in which rows stay.
            near = isinstance(executor, Inline | Processes | ProcessPoolExecutor)
            sent = rows if near else rows.whole()
            common = stack.enter_context(shared(executor, (sent, domain, inner)))
        while part := _some(stream):
            for rule in (False, True):
                asked_of = [
                    asked for asked in part if asked.label is not None and asked.lowest is rule
                ]
                if rule not in found and len(asked_of) > min(_MANY, max(_SOME, rows.n // 2)):
                    space = _space(rows, domain, store) if bulk else None
                    inner[:] = [] if space is None else [space.inner]
                    pushing = space is None
                    spread = None
                    if isinstance(executor, Cluster) and rows.n**2 * rows.k > _LONG:
                        spread = partial(_spread, executor, common, rule)
                    found[rule] = {
                        **winners(rows, domain, pushing, rule, spread, forecast.trying, store)
                    }

            heard = _unheard if heard is None else heard
            yield from _decided(
                rows, domain, bulk, sets, part, found, executor, common, store, heard, forecast
            )


def _some(stream: Iterator[Question]) -> list[Question]:
    """The next questions."""
    part = list(islice(stream, _PART))
    while part and len(part) < _LABELS and part[-1].label is not None:
        part += (more := list(islice(stream, _PART)))
        if not more:
            break
    return part


def _spread(
    executor: Executor,
    common: object,
    lowest: bool,
    centre: np.ndarray,
    power: int,
    tasks: list[Labels],
) -> Iterator[tuple[Labels, list[int]]]:
    """Directions of rows, tried by workers."""
    return finished(
        tasks,
        executor,
        submitter(executor, try_directions, common, centre, power, lowest),
        given_up,
        partial(report_progress, "trying the direction of each row", 0.0),
    )


def _unheard(asked: Question, possible: bool) -> None:
    """Nobody listens."""


def _decided(
    rows: DyadicMatrix,
    domain: Domain,
    bulk: bool,
    sets: bool,
    part: list[Question],
    found: dict[bool, dict[int, Outcome]],
    executor: Executor,
    common: object,
    store: Store | None,
    heard: Callable[[Question, bool], None],
    forecast: Forecast,
) -> Iterator[tuple[Question, Outcome]]:
    known: dict[int, Outcome] = {}
    for place, asked in enumerate(part):
        tried = found.get(asked.lowest, {})
        outcome = tried.get(asked.label) if asked.label is not None else None
        if outcome is not None:
            known[place] = outcome
            heard(asked, outcome.possible)
    if store is not None:
        left = [place for place in range(len(part)) if place not in known]
        for place, outcome in _kept(rows, domain, [(k, part[k]) for k in left], store):
            known[place] = outcome
            heard(part[place], outcome.possible)
    hard = [(place, asked) for place, asked in enumerate(part) if place not in known]
    size = task_size(rows, len(hard), bulk or sets)
    little = len(hard) * rows.n * rows.k**2 <= _LITTLE
    doer = (
        Inline() if little and isinstance(executor, Processes) and not executor.asked else executor
    )
    batches = [tuple(hard[k : k + size]) for k in range(0, len(hard), size)]
    progress = Settling(forecast, len(hard), len(batches), getattr(doer, "width", 1))
    progress.learn(known.values())
    submit = submitter(doer, settle, common, bulk, sets)
    decided = finished(batches, doer, submit, given_up, progress.report)
    with closing(decided):
        for place, asked in enumerate(part):
            while place not in known:
                batch, outcomes = next(decided)
                if store is not None:
                    store.put(
                        (_key(one), outcome)
                        for (_, one), outcome in zip(batch, outcomes, strict=True)
                    )
                for (k, one), outcome in zip(batch, outcomes, strict=True):
                    known[k] = outcome
                    heard(one, outcome.possible)
                progress.settled(outcomes)
            yield asked, known.pop(place)


def _kept(
    rows: DyadicMatrix, domain: Domain, asked: Sequence[tuple[int, Question]], store: Store
) -> Iterator[tuple[int, Outcome]]:
    """The outcomes in the store that answer their questions; anything else is settled anew."""
    within = list[tuple[int, Question, Enclosed | Tilted]]()
    orders = list[tuple[int, Question, IntegerWitness]]()  # looked at together
    for place, one in with_progress("looking into the store", asked):
        outcome = store.get(_key(one))
        if isinstance(outcome, Enclosed | Tilted):
            within.append((place, one, outcome))
        elif isinstance(outcome, IntegerWitness) and is_ranking(one):
            orders.append((place, one, outcome))
            if len(orders) == _TOGETHER:
                yield from _orders(rows, domain, orders)
                orders = []
        elif outcome is not None and _answers(rows, domain, one, outcome):
            yield place, outcome
    yield from _orders(rows, domain, orders)
    within = [(place, one, found) for place, one, found in within if one.label is not None]
    space = _space(rows, domain, store) if within else None
    if space is None:
        return
    for start in range(0, len(within), _TOGETHER):
        report_progress("putting the store to its questions", start / len(within))
        part = within[start : start + _TOGETHER]
        labels = [one.positions[0] for _, one, _ in part]
        pairs = list(zip(labels, (x for *_, x in part), strict=True))
        shown = iter(space.proves_enclosed([(i, x) for i, x in pairs if isinstance(x, Enclosed)]))
        more = iter(space.proves_tilted([(i, x) for i, x in pairs if isinstance(x, Tilted)]))
        for place, one, found in part:
            holds = next(shown if isinstance(found, Enclosed) else more)
            level = not one.lowest or lowest(rows, domain, one.positions[0], found) is found
            if holds and level:
                yield place, found


def _orders(
    rows: DyadicMatrix, domain: Domain, found: Sequence[tuple[int, Question, IntegerWitness]]
) -> Iterator[tuple[int, Outcome]]:
    """The points that answer their questions about an order; long ones are looked at one by one."""
    shown = witnessed(rows, domain, [pair[1:] for pair in found])
    for (place, one, outcome), holds in zip(found, shown, strict=True):
        if holds or (not is_short(outcome.point) and _answers(rows, domain, one, outcome)):
            yield place, outcome


def _space(rows: DyadicMatrix, domain: Domain, store: Store | None) -> Space | None:
    """``space_of``, with an ellipsoid that is kept in the store."""
    if store is None:
        return space_of(rows, domain)
    kept = store.kept("ellipsoid", _ELLIPSOID)
    space = space_of(rows, domain, None if kept is None else Inner.read(kept))
    if kept is None and space is not None:
        store.keep("ellipsoid", space.inner.to_bytes(), _ELLIPSOID)
    return space


def _answers(rows: DyadicMatrix, domain: Domain, asked: Question, outcome: Outcome) -> bool:
    """Whether the outcome, wherever it comes from, answers the question; not one that needs an
    ellipsoid.
    """
    match outcome:
        case Enclosed() | Tilted():
            return False
        case _ if asked.kind == "scores":
            return proves_scores(rows, domain, outcome, asked)
        case Clash() if is_plain(asked):
            return proves_surrounded(rows, domain, outcome, asked)
        case Clash():
            return clashes_of(rows, domain).proves(asked, outcome)
        case _:
            return proves(rows, domain, outcome, *comparisons(asked, rows.n))


def given_up(task: object, reason: str) -> None:
    """Answers are complete or there are none."""
    raise LimitReached(
        f"worker must live until its questions are settled, but {reason}; with fewer workers each has more memory"
    )


def _key(asked: Question) -> str:
    return f"{asked.kind} {','.join(map(str, asked.positions))}"
