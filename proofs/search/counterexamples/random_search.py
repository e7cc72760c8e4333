"""Many counter-examples of one shape: random configurations, each changed by moves that keep P.

Everything depends on the seed alone. No two pairs are the same up to relabelling, both
configurations relabelled at once, in either order: for rankings because the two ranking patterns of
one pair are not those of the other, which is seen from how often each label has each place; for
other Q's because the rows are not.

>>> from proofs.search.determinations.determination import determination
>>> pairs = list(draw(determination("C -> R"), n=4, d=2, count=2, seed=1))
>>> len(pairs), all(pair.certificate.check() for pair in pairs)
(2, True)
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from arrangements.errors import LimitReached
from arrangements.layers.configuration import Configuration
from arrangements.running import report_progress
from proofs.search.counterexamples.compare import unit_vectors
from proofs.search.counterexamples.moves import DENOMINATORS, serving
from proofs.search.counterexamples.pairs import Pair, make
from proofs.search.determinations.determination import Determination, Domain
from proofs.search.families import RandomFamily
from proofs.search.invariants.table import Invariant, ranking_places, relabelled_keys

__all__ = ["draw"]

_DRAWS = 1_000_000
_MOST_ENTRIES = 2_000  # of a matrix that is drawn
_MOVES_EACH = 3  # changes tried of one drawn configuration
_FEW = 6  # labels whose relabellings are tried one by one


def draw(
    what: Determination, *, n: int, d: int, count: int, relabelling: bool = False, entries: int = 9, seed: int = 1, bounded: bool = False,
    integer: bool = False, deadline: float = float("inf"),
) -> Iterator[Pair]:  # fmt: skip
    """Up to ``count`` pairs of n labels in dimension d (affine: d is the dimension of the points),
    entries drawn from -entries..entries.

    ``bounded``: entries of both configurations stay in this range, which the moves may leave
    otherwise; of rows of length 1 it is the range of their denominators. ``integer``: all entries
    are integers. With ``relabelling`` no relabelling makes the two Q's of a pair equal. Ends early
    at the deadline, on the clock of ``time.monotonic``.
    """
    if n * d > _MOST_ENTRIES:
        raise LimitReached(
            f"entries of drawn configurations must number at most {_MOST_ENTRIES:,}, not {n * d:,}"
        )
    seen: set[Hashable] = set()
    q = what.second
    for first, second in _candidates(what, n, d, entries, seed, deadline):
        both: list[Any] = [x for c in (first, second) for row in c.rows for x in row]
        if bounded and any(
            (x.denominator if what.domain.unit_rows else abs(x)) > entries for x in both
        ):
            continue
        if integer and any(x.denominator != 1 for x in both):
            continue
        if relabelling and not _apart(q, first, second):
            continue
        if (mark := _mark(q, first, second)) not in seen:
            seen.add(mark)
            yield make(what, first, second)
            if len(seen) == count:
                return


def _candidates(
    what: Determination, n: int, d: int, entries: int, seed: int, deadline: float
) -> Iterator[tuple[Configuration, Configuration]]:
    """Pairs with equal P and different Q."""
    random, moves = Random(seed), serving(what)
    p, q, inside = (
        what.first,
        what.second,
        replace(what, domain=Domain(unit_rows=what.domain.unit_rows)).admits,
    )
    # Every P has a move: those that are not certain are tried for all.
    for k, drawn in RandomFamily(n, d, entries, seed, _DRAWS).configurations(0, _DRAWS):
        report_progress(f"{what} at random; {k + 1:,} drawn")
        if time.monotonic() > deadline:
            return
        if what.domain.unit_rows:
            first = Configuration(random.choices(unit_vectors(d, min(entries, DENOMINATORS)), k=n))
        else:
            first = (
                Configuration.affine(drawn.rows)
                if what.domain.affine
                else Configuration(drawn.rows)
            )
        if not inside(first):
            continue
        for move in random.sample(moves, len(moves)) * _MOVES_EACH:
            second = move.make(first, random)
            if (
                second is None
                or not inside(second)
                or (not move.certain and p.key(first) != p.key(second))
            ):
                continue
            if q.key(first) != q.key(second):
                yield first, second
                break


def _mark(q: Invariant, first: Configuration, second: Configuration) -> Hashable:
    """Different marks: different up to relabelling both at once and exchanging them."""
    if q.name == "R(U)":
        places = ranking_places(first), ranking_places(second)
        return frozenset(tuple(sorted(zip(*pair, strict=True))) for pair in (places, places[::-1]))
    return frozenset(
        tuple(sorted(zip(*pair, strict=True)))
        for pair in ((first.rows, second.rows), (second.rows, first.rows))
    )


def _apart(q: Invariant, first: Configuration, second: Configuration) -> bool:
    """Whether surely no relabelling makes the two Q's equal."""
    if q.name == "R(U)":
        return sorted(ranking_places(first)) != sorted(ranking_places(second))
    return first.n <= _FEW and q.key(first) not in relabelled_keys(q, second)
