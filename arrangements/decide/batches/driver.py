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
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from itertools import islice
from time import monotonic
from typing import cast

import numpy as np

from arrangements.decide.batches.forecast import Forecast
from arrangements.decide.batches.kept_refutations import clashes_of
from arrangements.decide.batches.label_sets import decided_signs, is_plain, proves_surrounded, taken
from arrangements.decide.batches.log_scores import decided_in_batches, decided_scores, proves_scores
from arrangements.decide.batches.rankings import decided_rankings, is_ranking, witnessed
from arrangements.decide.batches.remote_rows import Elsewhere, found_by
from arrangements.decide.batches.search import Labels, tried, winners
from arrangements.decide.batches.store import Store
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Enclosed,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.dyadic.row_directions import Aims
from arrangements.decide.dyadic.spooled import is_short
from arrangements.decide.labels.decide_one import (
    beaten,
    decide_one,
    lowest,
    proves,
    refutes_lowest,
)
from arrangements.decide.labels.ellipsoid import Inner
from arrangements.decide.labels.walks import Space, decided_labels, space_of
from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.layers.questions.question import Question, comparisons
from arrangements.running import report_progress, with_progress
from arrangements.running.executors import Cluster, Inline, Processes
from arrangements.running.runner import finished
from arrangements.running.sharing import opened, shared

__all__ = ["METHODS", "answered", "by_size", "given_up", "task_size", "together"]

METHODS = ("auto", "bulk", "single")

_PART = 4096  # questions that are looked at together, but
_LABELS = 1 << 18  # questions about labels, so that workers need not wait for each other
_SHARE = 1 << 16  # comparisons that a worker settles at a time, about
_TOGETHER = 256  # labels that a worker settles at a time in batches
_WIDE = 1 << 17  # and so many numbers of their rows, but
_FEWEST = 32  # labels at least
# hard questions, times rows, times columns twice: settled while processes would start
_LITTLE = 1 << 22
_SMALL = 64  # rows from which labels are settled in batches
_ALONE = 4  # questions from which a batch is made, and
_HEAVY = 1 << 17  # their number times the entries of all rows
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
    heard: Callable[[Question, Outcome], None] | None = None,
    place: Elsewhere | None = None,
    certified: bool = False,
) -> Iterator[tuple[Question, Outcome]]:
    """Every question with its outcome, in order, as they come; hard ones are settled by the workers
    of the executor, if there is one; those of a cluster open the file at its ``place``, if they
    find it.

    ``heard`` is told every outcome as soon as it is known, before others that precede it.
    ``method``: labels are decided in batches (``bulk``, see ``walks``), one by one with exact
    programs (``single``), or as seems best. ``certified``: a certificate is written afterwards, which
    takes its time, too.
    """
    if method not in METHODS:
        raise BadInput(f"method must be one of {', '.join(METHODS)}, not {short_repr(method)}")
    bulk = (by_size(rows.n) if method == "auto" else method) == "bulk"
    sets = method != "single" and taken(rows, domain)
    executor = Inline() if executor is None else executor
    found: dict[bool, dict[int, Outcome]] = {}  # by the rule for ties
    stream = iter(questions)
    forecast = Forecast(rows.n, rows.k, getattr(executor, "width", 1), certified=certified)
    inner: list[Inner] = []  # what this process finds, and workers need not find again
    with ExitStack() as stack:
        common: object
        if isinstance(executor, Cluster) and found_by(executor, place):
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

            def submit(doer: Executor, batch: list[Question]) -> Future[list[Outcome]]:
                return doer.submit(_decide_batch, common, bulk, sets, batch)

            heard = _unheard if heard is None else heard
            yield from _decided(
                rows, domain, bulk or sets, part, found, executor, submit, store, heard, forecast
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
        lambda task: executor.submit(_tried, common, centre, power, task, lowest),
        given_up,
        lambda: report_progress("trying the direction of each row", 0.0),
    )


def _tried(
    common: object, centre: np.ndarray, power: int, labels: Labels, lowest: bool
) -> list[int]:
    rows, domain, _ = _opened(common)
    return tried(Aims(rows, domain, centre), power, labels, lowest)


def _opened(common: object) -> tuple[DyadicMatrix, Domain, list[Inner]]:
    rows, domain, inner = cast(
        "tuple[DyadicMatrix | Elsewhere, Domain, list[Inner]]", opened(common)
    )
    return rows.rows() if isinstance(rows, Elsewhere) else rows, domain, inner


def by_size(n: int) -> str:
    """The method for so many rows."""
    return "bulk" if n >= _SMALL else "single"


def together(rows: DyadicMatrix, number: int, prepared: bool = False) -> bool:
    """Whether so many questions of one kind are settled in a batch, not one by one: if they are many,
    or the rows are so long and so many that a single walk among them takes longer than what a batch
    does once. ``prepared``: that has been done.

    >>> small, large = DyadicMatrix(np.ones((64, 9))), DyadicMatrix(np.ones((4096, 65)))
    >>> [together(rows, number) for rows in (small, large) for number in (0, 1, 4)]
    [False, False, True, False, True, True]
    """
    work = number * rows.n * rows.k
    return number >= _ALONE or work >= _HEAVY or (prepared and number > 0)


def _unheard(asked: Question, outcome: Outcome) -> None:
    """Nobody listens."""


def _decided(
    rows: DyadicMatrix,
    domain: Domain,
    bulk: bool,
    part: list[Question],
    found: dict[bool, dict[int, Outcome]],
    executor: Executor,
    submit: Callable[[Executor, list[Question]], Future[list[Outcome]]],
    store: Store | None,
    heard: Callable[[Question, Outcome], None],
    forecast: Forecast,
) -> Iterator[tuple[Question, Outcome]]:
    known: dict[int, Outcome] = {}
    for place, asked in enumerate(part):
        tried = found.get(asked.lowest, {})
        outcome = tried.get(asked.label) if asked.label is not None else None
        if outcome is not None:
            known[place] = outcome
            heard(asked, outcome)
    if store is not None:
        left = [place for place in range(len(part)) if place not in known]
        for place, outcome in _kept(rows, domain, [(k, part[k]) for k in left], store):
            known[place] = outcome
            heard(part[place], outcome)
    hard = [place for place in range(len(part)) if place not in known]
    size = task_size(rows, len(hard), bulk)
    little = len(hard) * rows.n * rows.k**2 <= _LITTLE
    doer = (
        Inline() if little and isinstance(executor, Processes) and not executor.asked else executor
    )
    # What is settled first takes the start of the workers, too: the forecast is from then on.
    began, begun_with, warm = monotonic(), 0, getattr(doer, "width", 1)
    batches = [tuple(hard[k : k + size]) for k in range(0, len(hard), size)]
    done, settled, yes = 0, 0, sum(outcome.possible for outcome in known.values())
    never = len(known) - yes
    decided = finished(
        batches,
        doer,
        lambda batch: submit(doer, [part[place] for place in batch]),
        given_up,
        lambda: report_progress(
            f"settling; {yes:,} possible, {never:,} not, {len(hard) - settled:,} left"
            + forecast.settling(monotonic() - began, settled - begun_with, len(hard) - begun_with),
            done / len(batches),
        ),
    )
    with closing(decided):
        for place, asked in enumerate(part):
            while place not in known:
                batch, outcomes = next(decided)
                known.update(zip(batch, outcomes, strict=True))
                if store is not None:
                    store.put(
                        (_key(part[k]), outcome) for k, outcome in zip(batch, outcomes, strict=True)
                    )
                for k, outcome in zip(batch, outcomes, strict=True):
                    heard(part[k], outcome)
                done, settled = done + 1, settled + len(batch)
                yes += (possible := sum(outcome.possible for outcome in outcomes))
                never += len(batch) - possible
                if done == warm and len(batches) > 4 * warm:
                    began, begun_with = monotonic(), settled
            yield asked, known.pop(place)


def task_size(rows: DyadicMatrix, number: int, bulk: bool = True) -> int:
    """How many of a number of hard questions a worker settles at a time."""
    if not bulk:
        return max(1, min(_SHARE // max(1, rows.n), number // 16))
    most = max(_FEWEST, min(_TOGETHER, _WIDE // rows.k))
    return max(2 * _ALONE, min(most, number // 16))


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


def _decide_batch(
    common: object, bulk: bool, sets: bool, batch: Sequence[Question]
) -> list[Outcome]:
    rows, domain, inner = _opened(common)
    decided: dict[int, Outcome] = {}
    signs = [place for place, asked in enumerate(batch) if sets and is_plain(asked)]
    if together(rows, len(signs)):
        found = decided_signs(rows, domain, [batch[place].positions for place in signs])
        decided = {signs[k]: outcome for k, outcome in found.items()}
    known = _beaten(rows, domain, [asked for asked in batch if asked.label is not None])
    labels = [asked.label for asked in batch if asked.label is not None]
    labels = [label for label in labels if label not in known]
    orders = [place for place, asked in enumerate(batch) if bulk and is_ranking(asked)]
    some = bulk and together(rows, len(labels), bool(inner))
    if some or (bulk and together(rows, len(orders))):
        space = space_of(rows, domain, inner[0] if inner else None)
        if space is not None and some:
            known.update(decided_labels(space, labels))
        if space is not None and together(rows, len(orders)):
            walked = decided_rankings(space, [batch[place] for place in orders])
            decided.update((orders[k], outcome) for k, outcome in walked.items())
    scored = [place for place, asked in enumerate(batch) if bulk and asked.kind == "scores"]
    if together(rows, len(scored)):
        inside = decided_in_batches(rows, domain, [batch[place] for place in scored])
        decided.update((scored[k], outcome) for k, outcome in inside.items())
    out: list[Outcome] = []
    for place, asked in enumerate(with_progress("settling one by one", batch)):
        outcome = known.get(asked.label) if asked.label is not None else decided.get(place)
        if outcome is None:
            outcome = (
                decided_scores(rows, domain, asked)
                if asked.kind == "scores"
                else decide_one(rows, domain, *comparisons(asked, rows.n))
            )
        elif asked.lowest and asked.label is not None:
            outcome = lowest(rows, domain, asked.label, outcome)
        out.append(outcome)
    return out


def _beaten(rows: DyadicMatrix, domain: Domain, asked: Sequence[Question]) -> dict[int, Outcome]:
    """Labels that one other row keeps from being first, by what they are asked."""
    listed = {one.label for one in asked if one.lowest}
    found = beaten(rows, domain, [one.label for one in asked if one.label is not None])
    return {
        label: outcome
        for label, outcome in found.items()
        if label not in listed or refutes_lowest(rows, domain, label, outcome)
    }
