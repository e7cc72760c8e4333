"""``evaluate``: one check on one range of one family. A pure function, and the only thing that workers do.

>>> from proofs.determinations.checks import find
>>> from proofs.families import family
>>> part = evaluate(find("lemma-5.3"), family("grid:3x2:1"), 0, 40)
>>> part.members, part.matrices, part.inside, part.failures, part.records.shape[1]
(19, 520, 15, (), 6)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb

import numpy as np

from arrangements.configuration import Configuration
from arrangements.errors import BadInput
from proofs.determinations import exact, groups, instances
from proofs.determinations.checks import Check
from proofs.determinations.grouping import INSIDE, check_bounds, records
from proofs.families import Family, IntegerFamily

__all__ = ["FAILURES", "Part", "evaluate", "refuse_early"]

_COMPILED: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "lemma-5.3:instances": instances.cosine_signs,
    "theorem-5.6:instances": instances.cosine_rankings,
    "argmax-G.1": instances.argmax,
    "counting": instances.counting,
}
FAILURES = 20


@dataclass(frozen=True, eq=False)
class Part:
    """What was found in a range: ``members`` seen and the ``matrices`` they stand for; the same of those ``inside`` the domain.

    ``failed`` members contradict a statement about single configurations; ``failures`` are the positions of the first of them.
    ``large`` members were too large for compiled code and were decided with big integers. ``records`` is a table of ``groups``.
    """

    members: int
    matrices: int
    inside: int
    inside_matrices: int
    large: int
    failed: int
    failures: tuple[int, ...]
    records: np.ndarray


def refuse_early(check: Check, family: Family) -> None:
    """``LimitReached`` if the check cannot run on the family, before anything is started."""
    if check.groups and isinstance(family, IntegerFamily):
        check_bounds(check.first, family.n, family.d, family.bound, family.name)


def evaluate(check: Check, family: Family, start: int, stop: int) -> Part:
    """Run the check on the members at positions ``start <= p < stop``."""
    if not 0 <= start <= stop <= family.span:
        raise BadInput(f"range must lie within the {family.span} positions of {family.name}, not {start} to {stop}")
    if isinstance(family, IntegerFamily) and (check.groups or check.id in _COMPILED):
        return _compiled(check, family, start, stop)
    return _exact(check, family, start, stop)


def _compiled(check: Check, family: IntegerFamily, start: int, stop: int) -> Part:
    members = matrices = inside = inside_matrices = large = failed = 0
    failures: list[int] = []
    tables: list[np.ndarray] = []
    for batch in family.batches(start, stop, _batch(check, family.n)):
        if check.groups:
            rows, status = records(check.first, check.second, batch.positions, batch.rows)
            good = status == INSIDE
            tables.append(groups.collapse(rows))
            if len(tables) == 16:
                tables = [groups.merge(tables)]
        else:
            status = _COMPILED[check.id](batch.rows)
            for i in np.flatnonzero(status == instances.LARGE):
                status[i] = exact.check(check.id, _configuration(batch.rows[i]))
                large += 1
            good = status != instances.OUTSIDE
            bad = batch.positions[status == instances.FAILS]
            failed += len(bad)
            failures += bad[: FAILURES - len(failures)].tolist()
        members += len(batch)
        matrices += total(batch.orbits)
        inside += int(good.sum())
        inside_matrices += total(batch.orbits[good])
    return Part(members, matrices, inside, inside_matrices, large, failed, tuple(failures), groups.merge(tables))


def _batch(check: Check, n: int) -> int:
    """Members a call, so that no call takes much longer than a quarter of a second and interrupts are served in between."""
    return min(4096, max(16, (1 << 22) >> comb(n, 2))) if check.id == "counting" else 4096


def _exact(check: Check, family: Family, start: int, stop: int) -> Part:
    members = matrices = inside = inside_matrices = failed = 0
    failures: list[int] = []
    rows: list[np.ndarray] = []
    # Members of grids are matrices of their own here; the numbers of matrices come from the orbits.
    for position, configuration, orbit in _members(family, start, stop):
        members += 1
        matrices += orbit
        if check.groups:
            good = exact.in_domain(check.first, check.second, configuration)
            if good:
                rows.append(exact.record(check.first, check.second, position, configuration))
        else:
            status = exact.check(check.id, configuration)
            good = status != instances.OUTSIDE
            if status == instances.FAILS:
                failed += 1
                failures += [position][: FAILURES - len(failures)]
        inside += good
        inside_matrices += orbit * good
    table = groups.collapse(np.array(rows, np.uint64).reshape(len(rows), groups.COLUMNS - 1))
    return Part(members, matrices, inside, inside_matrices, members, failed, tuple(failures), table)


def _members(family: Family, start: int, stop: int) -> Iterator[tuple[int, Configuration, int]]:
    if isinstance(family, IntegerFamily):
        for batch in family.batches(start, stop):
            for position, rows, orbit in zip(batch.positions.tolist(), batch.rows, batch.orbits.tolist(), strict=True):
                yield position, _configuration(rows), orbit
    else:
        for position, configuration in family.configurations(start, stop):
            yield position, configuration, 1


def _configuration(rows: np.ndarray) -> Configuration:
    return Configuration(rows.tolist(), dimension=rows.shape[1])


def total(numbers: np.ndarray) -> int:
    """The exact sum of non-negative int64 numbers, as a Python integer."""
    low = np.int64((1 << 31) - 1)
    return (int((numbers >> 31).sum()) << 31) + int((numbers & low).sum())
