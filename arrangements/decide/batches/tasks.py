"""What a worker does: it settles a batch of questions, and chooses the method for each of them.

Labels that one other row keeps from being first are found at once. Labels, orders of labels, sets of
signs and scores that are many are settled in batches (``walks``, ``rankings``, ``label_sets``,
``log_scores``), the others one by one (``decide_one``). A worker gets the rows with the first task, from
memory that it shares with others or from the file of the model (``remote_rows``).

>>> from arrangements.layers.inputs import Inputs
>>> rows, domain = DyadicMatrix(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1]])), Domain(Inputs(2))
>>> batch = [(7, Question("top", (2,))), (9, Question("ranking", (0, 1)))]
>>> [type(outcome).__name__ for outcome in settle((rows, domain, []), False, False, batch)]
['IntegerWitness', 'IntegerWitness']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from arrangements.decide.batches.label_sets import decided_signs
from arrangements.decide.batches.log_scores import decided_in_batches, decided_scores
from arrangements.decide.batches.rankings import decided_rankings
from arrangements.decide.batches.remote_rows import Elsewhere
from arrangements.decide.batches.search import Labels, tried
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Outcome
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.dyadic.row_directions import Aims
from arrangements.decide.labels.decide_one import beaten, decide_one, lowest, refutes_lowest
from arrangements.decide.labels.ellipsoid import Inner
from arrangements.decide.labels.space import space_of
from arrangements.decide.labels.walks import decided_labels
from arrangements.layers.questions.kinds import ORDERS
from arrangements.layers.questions.question import ZERO, Question, comparisons
from arrangements.running import with_progress
from arrangements.running.sharing import opened

__all__ = [
    "by_size",
    "is_plain",
    "is_ranking",
    "sets_together",
    "settle",
    "task_size",
    "together",
    "try_directions",
]

_SMALL = 64  # rows from which labels are settled in batches
_ALONE = 4  # questions from which a batch is made, and
_HEAVY = 1 << 17  # their number times the entries of all rows
_SHARE = 1 << 16  # comparisons that a worker settles at a time, about
_TOGETHER = 256  # labels that a worker settles at a time in batches
_WIDE = 1 << 17  # and so many numbers of their rows, but
_FEWEST = 32  # labels at least
_MOST = 3000  # rows and conditions whose products are kept, 72 MB


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


def task_size(rows: DyadicMatrix, number: int, bulk: bool = True) -> int:
    """How many of a number of hard questions a worker settles at a time."""
    if not bulk:
        return max(1, min(_SHARE // max(1, rows.n), number // 16))
    most = max(_FEWEST, min(_TOGETHER, _WIDE // rows.k))
    return max(2 * _ALONE, min(most, number // 16))


def sets_together(rows: DyadicMatrix, domain: Domain) -> bool:
    """Whether label sets are settled together: there are no equations, and not too many rows and
    conditions.
    """
    return not domain.equal and rows.n + len(domain.weak) < _MOST


def is_plain(question: Question) -> bool:
    """Whether a question asks for signs, none of them zero."""
    return question.kind == "signs" and ZERO not in question.positions and any(question.positions)


def is_ranking(question: Question) -> bool:
    """Whether a question is about an order of several labels."""
    return question.kind in ORDERS and question.label is None


def settle(
    common: object, bulk: bool, sets: bool, pairs: Sequence[tuple[int, Question]]
) -> list[Outcome]:
    """Outcomes of questions, each of which comes with its place in the list of all. ``bulk``, ``sets``:
    whether labels and orders, or label sets, may be settled in batches.
    """
    rows, domain, inner = _opened(common)
    batch = [asked for _, asked in pairs]
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


def try_directions(
    common: object, centre: np.ndarray, power: int, lowest: bool, labels: Labels
) -> list[int]:
    """Labels that win in the directions of their rows, as ``search`` tries them."""
    rows, domain, _ = _opened(common)
    return tried(Aims(rows, domain, centre), power, labels, lowest)


def _opened(common: object) -> tuple[DyadicMatrix, Domain, list[Inner]]:
    rows, domain, inner = cast(
        "tuple[DyadicMatrix | Elsewhere, Domain, list[Inner]]", opened(common)
    )
    return rows.rows() if isinstance(rows, Elsewhere) else rows, domain, inner
