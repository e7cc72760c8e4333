"""Whitney numbers with the help of symmetry: one flat for each orbit, rank by rank. ``kernels.counting.orbit_count`` says how.

The flats of a rank are cut into pieces, each of which contributes to the rank above whatever the others do; an executor computes them
and a store keeps what they contribute. So a count that was stopped goes on where it was, and its answer depends neither on who computed
what nor on the order.

Not checked here: no zero rows, no two parallel rows, rank r = number of columns, at least 3, fewer than 2^15 rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from typing import NamedTuple

import numpy as np

from arrangements.counting.flat_tables import Table, chinese
from arrangements.counting.forecast import Forecast, duration
from arrangements.counting.images import Images, Unlucky
from arrangements.counting.keeping import Keeping
from arrangements.counting.orbit_pieces import Description, closed, code_of_counting, expanded
from arrangements.counting.orbit_store import Rank, Store
from arrangements.errors import BadInput, InternalError, LimitReached
from arrangements.running import memory_limit, tell
from arrangements.running.executors import Inline
from arrangements.running.runner import run

__all__ = ["whitney_by_orbits"]

_PARTS = 256  # of a rank, at most
_PAIRS = 1 << 18  # in a piece of work where nothing is kept, at least


def whitney_by_orbits(image: Images, keeping: Keeping | None = None) -> list[int]:
    """W_0, .., W_r of a connected configuration; ``Unlucky`` if the primes are, ``LimitReached`` if the flats do not fit."""
    if keeping is None:
        few = _without_store(Description.of(image))
        if few is not None:
            return few
        import numba

        # Larger pieces share more work, smaller ones end together.
        pairs = _PAIRS if numba.get_num_threads() > 1 else 8 * _PAIRS
        with Store(None) as store:
            return whitney_by_orbits(image, Keeping(store, pairs=pairs))
    work = Description.of(image, keeping.group, keeping.seed)
    if not keeping.store.open(work):
        raise Unlucky
    try:
        with keeping.executor() as executor:
            return _Count(work, keeping, executor).whitney()
    except Unlucky:
        keeping.store.forsake(work)
        raise


def _without_store(work: Description) -> list[int] | None:
    """The same at once, where each rank is a single piece of work; otherwise None, when what has been done was little."""
    n, _, r = work.shape
    table = Table.of_the_empty_flat(len(work.moduli))
    sums = [table.sums(np.array(work.moduli))]
    tell("orbits")
    for rank in range(r - 3):
        if len(table) * n > _PAIRS or table.nbytes > memory_limit() // 2:
            return None
        table = expanded(work, rank, table).table
        sums.append(table.sums(np.array(work.moduli)))
    if len(table) > _to_close(_PAIRS, n) or table.nbytes > memory_limit() // 2:
        return None
    return _with_last([chinese(some, work.moduli) for some in (*sums, *closed(work, table))])


def _to_close(pairs: int, n: int) -> int:
    """How many flats of rank r - 3 make a piece of work: a plane has at most n^2 / 2 pairs of lines, seldom more than a tenth of them, each
    some hundred times as fast as a representative."""
    return max(1, 4096 * pairs // n**2)


def _with_last(whitney: list[int]) -> list[int]:
    """The characteristic polynomial vanishes at 1."""
    return [*whitney, abs(sum((-1) ** k * number for k, number in enumerate(whitney)))]


class _Result(NamedTuple):
    """What a piece of work contributes: a table for each part one rank up, or, in the last step, totals. And who found it in what time."""

    code: str
    seconds: float
    pairs: int = 0
    tables: Sequence[Table] = ()
    totals: list[list[int]] | None = None


def _expanded(work: Description, rank: int, parts: int, table: Table) -> _Result:
    start = time.thread_time()
    above, pairs = expanded(work, rank, table)
    tables = above.split(parts, work.seed)
    return _Result(code_of_counting(), time.thread_time() - start, pairs, tables)


def _closed(work: Description, table: Table) -> _Result:
    start = time.thread_time()
    totals = closed(work, table)
    return _Result(code_of_counting(), time.thread_time() - start, totals=totals)


class _Count:
    """One count of one component."""

    def __init__(self, work: Description, keeping: Keeping, executor: Executor) -> None:
        self.work, self.keeping, self.store, self.executor = work, keeping, keeping.store, executor
        self.n, _, self.r = work.shape
        self.forecast = Forecast(work)
        self._loaded: tuple[int, int, Table] | None = None

    def whitney(self) -> list[int]:
        if not self._is_ready(0):
            self._begin()
        for rank in range(1, self.r - 2):
            if not self._is_ready(rank):
                self._expand(rank)
        if not self._is_ready(self.r - 2):
            self._close()
        self._is_whole(self.r - 1)
        return _with_last([self._rank(rank).total or 0 for rank in range(self.r)])

    def _rank(self, rank: int) -> Rank:
        found = self.store.rank(self.work, rank)
        if found is None:
            raise InternalError(f"rank {rank} must have been begun")
        return found

    def _is_whole(self, rank: int) -> bool:
        found = self.store.rank(self.work, rank)
        if found is None or found.total is None:
            return False
        self.forecast.know(rank, found)
        if self.keeping.heard is not None:
            self.keeping.heard(self.work, rank, found)
        return True

    def _is_ready(self, rank: int) -> bool:
        """The same, but where the store is only shown, a rank that is not whole ends it."""
        whole = self._is_whole(rank)
        if whole or not self.keeping.show:
            return whole
        if rank == 0:
            raise LimitReached("store must hold some of this count to show it, not nothing")
        begun = self.store.rank(self.work, rank)
        sizes = self.store.sizes(self.work, rank - 1)
        pieces = sum(-(-size // begun.step) for size in sizes) if begun else 1
        done = len(self.store.done(self.work, rank))
        self.forecast.begin(rank, partial(self._part, rank - 1, sizes.index(max(sizes))), pieces, done, 1)
        state = f"{done} of {pieces} pieces" if begun else "no piece yet"
        raise LimitReached(f"rank {rank} of {self.r} must be whole, not {state}; {duration(self.forecast.left)} of work left")

    def _finish(self, rank: int, sums: list[int] | None = None) -> None:
        self.store.finish(self.work, rank, sums)
        self._is_whole(rank)

    def _begin(self) -> None:
        """The empty flat."""
        self.store.begin(self.work, 0, 1, 1)
        if not self.store.done(self.work, 0):
            self.store.add(self.work, 0, 0, [Table.of_the_empty_flat(len(self.work.moduli))])
        self._finish(0)

    def _expand(self, rank: int) -> None:
        pairs = sum(self.store.sizes(self.work, rank - 1)) * self.n
        parts = min(_PARTS, 1 << (pairs // self.keeping.part).bit_length())
        begun = self.store.rank(self.work, rank)
        # All pieces must share out |mu| in the same way, so another version of the code begins anew.
        if begun and begun.code not in ([], [code_of_counting()]):
            self.store.forget(self.work, rank)
        self.store.begin(self.work, rank, parts, max(1, self.keeping.pairs // self.n))
        self._run(rank, partial(_expanded, self.work, rank - 1, self._rank(rank).parts))
        self._finish(rank)

    def _close(self) -> None:
        """The two ranks above r - 3 in one step, without their flats."""
        rank = self.r - 2
        self.store.begin(self.work, rank, 0, _to_close(self.keeping.pairs, self.n))
        self._run(rank, partial(_closed, self.work))
        sums = [[0] * len(self.work.moduli) for _ in range(2)]
        for totals in self.store.done(self.work, rank).values():
            for row, more in zip(sums, totals or (), strict=True):
                row[:] = [(a + b) % q for a, b, q in zip(row, more, self.work.moduli, strict=True)]
        # The pieces are forgotten with the first of these, so it comes last.
        self.store.begin(self.work, rank + 1, 0, 1)
        self.store.finish(self.work, rank + 1, sums[1])
        self._finish(rank, sums[0])

    def _run(self, rank: int, work: Callable[[Table], _Result]) -> None:
        """All pieces of the flats one rank down that are not done."""
        step, name = self._rank(rank).step, f"rank {rank} of {self.r}"
        sizes = self.store.sizes(self.work, rank - 1)
        pieces = [(part, start) for part, size in enumerate(sizes) for start in range(0, size, step)]
        done = self.store.done(self.work, rank)
        todo = [piece for piece in range(len(pieces)) if piece not in done]
        # Starting workers for a single piece costs more than it saves.
        executor = self.executor if len(todo) > 1 else Inline()
        if not pieces:
            return
        largest = max(range(len(sizes)), key=sizes.__getitem__, default=0)
        self.forecast.begin(rank, lambda: self._part(rank - 1, largest), len(pieces), len(done), getattr(executor, "width", 1))
        tell(name, self.forecast.part)

        def submit(piece: int) -> Future[_Result]:
            part, start = pieces[piece]
            return executor.submit(work, self._part(rank - 1, part)[start : start + step])

        def keep(piece: int, result: _Result) -> None:
            if result.code != code_of_counting():
                raise BadInput(f"workers must run this version of the code ({code_of_counting()}), not {result.code}")
            self.store.add(
                self.work, rank, piece, result.tables,
                pairs=result.pairs, seconds=result.seconds, code=result.code, totals=result.totals,
            )  # fmt: skip
            self.forecast.done(result.seconds)
            tell(f"{name}; {self.forecast}", self.forecast.part)

        def lose(piece: int, reason: str) -> None:
            raise LimitReached(f"piece {piece} of rank {rank} must be computed, but {reason}; run again to go on")

        run(todo, executor, submit, keep, lose)

    def _part(self, rank: int, part: int) -> Table:
        if self._loaded is None or self._loaded[:2] != (rank, part):
            self._loaded = (rank, part, self.store.part(self.work, rank, part))
        return self._loaded[2]
