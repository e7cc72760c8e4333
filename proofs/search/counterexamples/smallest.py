"""The smallest counter-example: least number of labels, then dimension, then entries.

>>> from proofs.search.determinations.determination import determination
>>> found = smallest(determination("C -> R", Domain()))
>>> found.pair.first.n, found.pair.first.d, found.least
(3, 1, True)
"""

from __future__ import annotations

import time
from dataclasses import replace

from proofs.search.counterexamples.arrows import because, chain, one_orbit
from proofs.search.counterexamples.compare import MOST, compare, size
from proofs.search.counterexamples.pairs import Answer
from proofs.search.determinations.determination import Determination, Domain
from proofs.search.families import Grid

__all__ = ["LARGEST_ENTRY", "MOST_LABELS", "smallest"]

LARGEST_ENTRY = 4
MOST_LABELS = 6


def smallest(
    what: Determination,
    *,
    relabelling: bool = False,
    entries: int = LARGEST_ENTRY,
    deadline: float = float("inf"),
) -> Answer:
    """Numbers that the domain fixes are not varied. Shapes with a proof of "none" are not
    searched.
    """
    said: list[str] = []
    where, proved = what.domain, True
    for n in (where.labels,) if where.labels else range(1, MOST_LABELS + 1):
        if where.dimension is None and (
            reason := _none(what, replace(where, labels=n), relabelling)
        ):
            said.append(f"{_labels(n)}: none, because {reason}")
            continue
        for d in (where.dimension,) if where.dimension else range(1, max(1, n - where.affine) + 1):
            shape = replace(where, labels=n, dimension=d)
            if reason := _none(what, shape, relabelling):
                said.append(f"{_labels(n)} in dimension {d}: none, because {reason}")
                continue
            compared, searched, count = None, 0, 0
            for k in range(1, entries + 1):
                grid = Grid(n, d, k, where.affine)
                if size(grid, where) == count:  # no vectors of length 1 with this denominator
                    searched = k
                    continue
                count = size(grid, where)
                if size(grid, where) > MOST or time.monotonic() > deadline:
                    break
                compared = compare(what, grid, relabelling=relabelling, deadline=deadline)
                if compared.pairs:
                    return Answer(
                        what, compared.pairs, grid=grid, smaller=tuple(said), least=proved
                    )
                if not compared.complete:
                    break
                searched = k
            proved = False
            reach = (
                f"denominators up to {searched}"
                if where.unit_rows
                else f"entries -{searched}..{searched}"
            )
            far = f"none with {reach}, all compared" if searched else "nothing compared completely"
            said.append(f"{_labels(n)} in dimension {d}: {far}")
            if time.monotonic() > deadline:
                return Answer(what, smaller=tuple(said))
    return Answer(what, smaller=tuple(said))


def _none(what: Determination, where: Domain, relabelling: bool) -> str | None:
    """Why this shape has no counter-example."""
    if arrows := chain(what.first.name, what.second.name, where):
        return because(arrows)
    if (
        where.kind == "unit"
        and where.dimension == 1
        and (where.labels or 0) > 2
        and not where.equal_rows
    ):
        return "only 1 and -1 have length 1"
    return one_orbit(what.second.name, where) if relabelling else None


def _labels(n: int) -> str:
    return f"{n} label{'' if n == 1 else 's'}"
