"""Every label of a layer settled: where it is strictly first, or why it never is.

>>> import numpy as np
>>> from arrangements.inputs import Inputs
>>> rows = ExactRows(np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5]]))
>>> [type(outcome).__name__ for outcome in winners_and_others(rows, Domain(Inputs(2)))]
['Found', 'Found', 'Found', 'Refuted']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor

from arrangements.audit.domains import Domain
from arrangements.audit.products import ExactRows
from arrangements.audit.search import winners
from arrangements.audit.settle import Found, Refuted, first, settle
from arrangements.running import told

__all__ = ["Outcome", "winners_and_others"]

Outcome = Found | Refuted
_BATCH = 8  # hard labels that a worker settles at a time


def winners_and_others(rows: ExactRows, domain: Domain, executor: Executor | None = None) -> list[Outcome]:
    """For every row the outcome of "strictly first"; hard ones are settled by the workers of the executor, if there is one."""
    found = winners(rows, domain)
    hard = [i for i in range(rows.n) if i not in found]
    outcomes: dict[int, Outcome] = {i: Found(tuple(map(int, point))) for i, point in found.items()}
    batches = [hard[k : k + _BATCH] for k in range(0, len(hard), _BATCH)]
    for batch, settled in zip(told("settling hard labels", batches), _settled(rows, domain, batches, executor), strict=True):
        outcomes.update(zip(batch, settled, strict=True))
    return [outcomes[i] for i in range(rows.n)]


def _settled(rows: ExactRows, domain: Domain, batches: Sequence[Sequence[int]], executor: Executor | None) -> Iterator[list[Outcome]]:
    if executor is None:
        return (_settle_batch(rows, domain, batch) for batch in batches)
    return iter(executor.map(_settle_batch, [rows] * len(batches), [domain] * len(batches), batches))


def _settle_batch(rows: ExactRows, domain: Domain, batch: Sequence[int]) -> list[Outcome]:
    return [settle(rows, domain, *first(rows.n, i)) for i in batch]
