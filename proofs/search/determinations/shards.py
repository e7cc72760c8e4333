"""``evaluate``: one check on one range of one family. A pure function, and the only thing that
workers do.

>>> from proofs.search.determinations.checks import find
>>> from proofs.search.families import family
>>> part = evaluate(find("lemma-5.3"), family("grid:3x2:1"), 0, 40)
>>> part.members, part.matrices, part.inside, part.failures, part.records.shape[1]
(19, 520, 15, (), 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arrangements.errors import BadInput, InternalError, LimitReached
from arrangements.exact.programs.second_opinion import second_opinions
from arrangements.layers.configuration import Configuration
from proofs.search.determinations import exact, groups, instances
from proofs.search.determinations.checks import Check
from proofs.search.determinations.determination import Determination
from proofs.search.determinations.records import (
    INSIDE,
    check_bounds,
    compiled,
    least_orders,
    records,
)
from proofs.search.families.family import Family, IntegerFamily, Member

__all__ = ["FAILURES", "Part", "evaluate", "exhibit", "refuse_early", "runs_compiled"]

FAILURES = 20
_MOST_IMAGES = 50_000  # of one member under relabellings


@dataclass(frozen=True, eq=False)
class Part:
    """The findings in a range: ``members`` seen and the ``matrices`` they stand for; the same of
    those ``inside`` the domain.

    ``failed`` members contradict a statement about single configurations; ``failures`` are the
    positions of the first of them. ``large`` members were too large for compiled code and were
    decided with big integers. ``records`` is a table of ``groups``. Of the exact ``programs`` that
    ran, cddlib ``seconded`` the fixed share of ``second_opinion``, with the same answers.
    """

    members: int
    matrices: int
    inside: int
    inside_matrices: int
    large: int
    failed: int
    failures: tuple[int, ...]
    records: np.ndarray
    programs: int = 0
    seconded: int = 0


def runs_compiled(check: Check, family: Family[Member]) -> bool:
    """Whether compiled code runs the check on the family."""
    return isinstance(family, IntegerFamily) and (
        compiled(check.what) if check.what else check.compiled is not None
    )


def refuse_early(check: Check, family: Family[Member]) -> None:
    """``LimitReached`` if the check cannot run on the family, before a shard is started."""
    if not family.coordinates and not check.of_chirotopes:
        raise BadInput(
            f"check must speak of chirotopes alone on {family.name}, which has no coordinates, not be {check.id}"
        )
    if check.what is None:
        return
    if isinstance(family, IntegerFamily) and compiled(check.what):
        check_bounds(check.what.first, family.n, family.d, family.bound, family.name)
    elif family.relabellings > _MOST_IMAGES:
        raise LimitReached(
            f"relabellings of a member of {family.name} must number at most {_MOST_IMAGES}, not {family.relabellings}"
        )


def evaluate(check: Check, family: Family[Member], start: int, stop: int) -> Part:
    """Run the check on the members at positions ``start <= p < stop``."""
    if not 0 <= start <= stop <= family.span:
        raise BadInput(
            f"range must lie within the {family.span} positions of {family.name}, not {start} to {stop}"
        )
    with second_opinions() as opinions:
        run = _compiled if runs_compiled(check, family) else _exact
        part = run(check, family, start, stop)
    return replace(part, programs=opinions.programs, seconded=opinions.given)


def _compiled(check: Check, family: Any, start: int, stop: int) -> Part:
    members = matrices = inside = inside_matrices = large = failed = 0
    failures: list[int] = []
    tables: list[np.ndarray] = []
    for batch in family.batches(start, stop, check.batch(family.n)):
        if check.what:
            rows, status = records(check.what, batch.positions, batch.rows)
            good = status == INSIDE
            tables.append(groups.collapse(rows))
            if len(tables) == 16:
                tables = [groups.merge(tables)]
        elif check.compiled:
            status = check.compiled(batch.rows)
            for i in np.flatnonzero(status == instances.LARGE):
                status[i] = check.status(_configuration(batch.rows[i]))
                large += 1
            good = status != instances.OUTSIDE
            bad = batch.positions[status == instances.FAILS]
            failed += len(bad)
            failures += bad[: FAILURES - len(failures)].tolist()
        members += len(batch)
        matrices += total(batch.orbits)
        inside += int(good.sum())
        inside_matrices += total(batch.orbits[good])
    return Part(
        members,
        matrices,
        inside,
        inside_matrices,
        large,
        failed,
        tuple(failures),
        groups.merge(tables),
    )


def _exact(check: Check, family: Family[Member], start: int, stop: int) -> Part:
    members = matrices = inside = inside_matrices = failed = 0
    failures: list[int] = []
    rows: list[np.ndarray] = []
    # Members of grids are matrices of their own here; the numbers of matrices come from the orbits.
    for position, member, orbit in _members(family, start, stop):
        members += 1
        matrices += orbit
        if check.what:
            good = not isinstance(member, Configuration) or check.what.admits(member)
            if good:
                rows.append(
                    exact.record(check.what, position, family.images(member, _turned(check.what)))
                )
        else:
            status = check.status(member)
            good = status != instances.OUTSIDE
            if status == instances.FAILS:
                failed += 1
                failures += [position][: FAILURES - len(failures)]
        inside += good
        inside_matrices += orbit * good
    table = groups.collapse(np.array(rows, np.uint64).reshape(len(rows), groups.COLUMNS - 1))
    return Part(members, matrices, inside, inside_matrices, members, failed, tuple(failures), table)


def _members(family: Family[Member], start: int, stop: int) -> Iterator[tuple[int, Member, int]]:
    if isinstance(family, IntegerFamily):
        for batch in family.batches(start, stop):
            for position, rows, orbit in zip(
                batch.positions.tolist(), batch.rows, batch.orbits.tolist(), strict=True
            ):
                yield position, _configuration(rows), orbit
    else:
        members: Iterator[tuple[int, Member]] = (
            family.configurations if family.coordinates else family.chirotopes
        )(start, stop)
        for position, member in members:
            yield position, member, 1


def _configuration(rows: np.ndarray) -> Configuration:
    return Configuration(rows.tolist(), dimension=rows.shape[1])


def exhibit(what: Determination, family: Family[Member], a: int, b: int) -> tuple[Member, Member]:
    """The pair at these positions as labelled members with equal P and different Q; a collision of
    hashes is an error.
    """
    one, other = family.at(a), family.at(b)
    others: Iterable[Member] = family.images(other, _turned(what))
    if (
        isinstance(family, IntegerFamily)
        and compiled(what)
        and isinstance(one, Configuration)
        and isinstance(other, Configuration)
    ):
        mine, theirs = (least_orders(what.first, np.array(c.rows, np.int64)) for c in (one, other))
        one = Configuration([one.rows[i] for i in mine[0]])
        others = (Configuration([other.rows[i] for i in order]) for order in theirs)
    if (pair := exact.exhibit(what, one, others)) is None:
        where = f"members {a} and {b} of {family.name}"
        raise InternalError(
            f"{where} must have equal {what.first} and different {what.second}, not a collision of hashes"
        )
    return pair


def _turned(what: Determination) -> bool:
    return not (what.first.turns and what.second.turns)


def total(numbers: np.ndarray) -> int:
    """The exact sum of non-negative int64 numbers, as a Python integer."""
    low = np.int64((1 << 31) - 1)
    return (int((numbers >> 31).sum()) << 31) + int((numbers & low).sum())
