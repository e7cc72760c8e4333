"""Whitney numbers with the help of symmetry: one flat for each orbit, rank by rank.
``kernels.counting.orbit_count`` says how.

The flats of a rank are cut into pieces, each of which contributes to the rank above whatever the
others do; an executor computes them and a store keeps what they contribute. So a count that was
stopped goes on where it was, and its answer depends neither on who computed what nor on the order.

Not checked here: no zero rows, no two parallel rows, rank r = number of columns, at least 3, fewer
than 2^15 rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from typing import NamedTuple

import numpy as np

from arrangements.counting.checkpoint import Checkpoint
from arrangements.counting.flat_tables import Table, chinese
from arrangements.counting.forecast import Forecast, duration
from arrangements.counting.images import BadPrime, Images
from arrangements.counting.orbit_pieces import Description, closure, code_of_counting, expansion
from arrangements.counting.orbit_store import Damaged, Piece, Rank, Store
from arrangements.errors import BadInput, InternalError, LimitReached
from arrangements.running import memory_limit, report_progress
from arrangements.running.executors import Inline, run

__all__ = ["whitney_by_orbits"]

_PARTS = 256  # of a rank, at most
_PAIRS = 1 << 18  # in a piece of work where nothing is kept, at least


def whitney_by_orbits(image: Images, checkpoint: Checkpoint | None = None) -> list[int]:
    """W_0, .., W_r of a connected configuration; ``BadPrime`` if the primes are, ``LimitReached``
    if the flats do not fit.
    """
    if checkpoint is None:
        few = _without_store(Description.of(image))
        if few is not None:
            return few
        import numba

        # Larger pieces share more work, smaller ones end together.
        pairs = _PAIRS if numba.get_num_threads() > 1 else 8 * _PAIRS
        with Store(None) as store:
            return whitney_by_orbits(image, Checkpoint(store, pairs=pairs))
    work = Description.of(image, checkpoint.group, checkpoint.seed)
    if not checkpoint.store.open(work):
        raise BadPrime
    try:
        with checkpoint.executor() as executor:
            return _Count(work, checkpoint, executor).whitney()
    except BadPrime:
        checkpoint.store.forsake(work)
        raise


def _without_store(work: Description) -> list[int] | None:
    """The Whitney numbers at once, where each rank is a single piece of work; otherwise None, when
    what has been done was little.
    """
    n, _, r = work.shape
    table = Table.of_the_empty_flat(len(work.moduli))
    numbers = [1]
    report_progress("orbits")
    for rank in range(r - 3):
        if len(table) * n > _PAIRS or table.nbytes > memory_limit() // 2:
            return None
        table, _, incidences = expansion(work, rank, table)
        _demand_incidences(work, numbers, incidences)
        numbers.append(chinese(table.sums(np.array(work.moduli)), work.moduli))
    if len(table) > _to_close(_PAIRS, n) or table.nbytes > memory_limit() // 2:
        return None
    *last, incidences = closure(work, table)
    _demand_incidences(work, numbers, incidences)
    return _with_last([*numbers, *(chinese(some, work.moduli) for some in last)])


def _incidences(n: int, numbers: Sequence[int]) -> int:
    """The sum of |mu| times the number of elements over the flats of the rank of the last number,
    from the numbers before it.
    """
    return int(n * sum((-1) ** k * number for k, number in enumerate(reversed(numbers[:-1]))))


def _demand_incidences(
    work: Description, numbers: Sequence[int], incidences: Sequence[int]
) -> None:
    expected = _incidences(work.shape[0], numbers)
    if list(incidences) != [expected % q for q in work.moduli]:
        raise InternalError(
            f"incidences of the flats of rank {len(numbers) - 1} must be {expected}, not others"
        )


def _to_close(pairs: int, n: int) -> int:
    """How many flats of rank r - 3 make a piece of work: a plane has at most n^2 / 2 pairs of
    lines, seldom more than a tenth of them, each some hundred times as fast as a representative."""
    return max(1, 4096 * pairs // n**2)


def _with_last(whitney: list[int]) -> list[int]:
    """The characteristic polynomial vanishes at 1."""
    return [*whitney, abs(sum((-1) ** k * number for k, number in enumerate(whitney)))]


class _Result(NamedTuple):
    """The contribution of a piece of work, with a table for each part one rank up, except in the
    last step. And by which code.
    """

    code: str
    piece: Piece
    tables: Sequence[Table] = ()


def _expansion(work: Description, rank: int, parts: int, table: Table) -> _Result:
    start = time.thread_time()
    above, pairs, incidences = expansion(work, rank, table)
    tables = above.split(parts, work.seed)
    sums = above.sums(np.array(work.moduli))
    return _Result(
        code_of_counting(), Piece(pairs, time.thread_time() - start, incidences, sums), tables
    )


def _closure(work: Description, table: Table) -> _Result:
    start = time.thread_time()
    sums, sums_above, incidences = closure(work, table)
    return _Result(
        code_of_counting(), Piece(0, time.thread_time() - start, incidences, sums, sums_above)
    )


class _Count:
    """One count of one component."""

    def __init__(self, work: Description, checkpoint: Checkpoint, executor: Executor) -> None:
        self.work, self.checkpoint, self.store, self.executor = (
            work,
            checkpoint,
            checkpoint.store,
            executor,
        )
        self.n, _, self.r = work.shape
        self.forecast = Forecast(work)
        self._loaded: tuple[int, int, Table] | None = None

    def whitney(self) -> list[int]:
        """The Whitney numbers: stored ranks that agree with themselves are used, all others
        computed.
        """
        try:
            return self._whitney()
        except Damaged:
            if self.checkpoint.show:
                raise BadInput(
                    "store must be undamaged to be shown; a run without --show mends it"
                ) from None
            self._forget(0)
        # Begun with nothing: if this does not agree, neither memory nor disk keep what is written,
        # or the code is wrong.
        try:
            return self._whitney()
        except Damaged:
            raise InternalError(
                "flats of a rank must agree with the ranks before it, not differ"
            ) from None

    def _whitney(self) -> list[int]:
        self.ranks: list[Rank] = []
        self._loaded, self.forecast = None, Forecast(self.work)
        for found in self._kept():
            self._hear(found)
        if self.checkpoint.show and len(self.ranks) < self.r:
            self._show()
        if not self.ranks:
            self._begin()
        while len(self.ranks) < self.r - 2:
            self._expand(len(self.ranks))
        if len(self.ranks) < self.r:
            self._close()
        return _with_last([found.total or 0 for found in self.ranks])

    def _kept(self) -> list[Rank]:
        """The whole ranks from which the count can go on. What does not belong to them, or to the
        next one, is forgotten.
        """
        ranks = self.store.whole(self.work, self.r)
        # Flats are there for the last of them; the last two numbers are found together, and end the
        # count.
        try:
            if len(ranks) == self.r - 1:
                raise Damaged
            if 0 < len(ranks) < self.r:
                for part in range(ranks[-1].parts):
                    self._part(len(ranks) - 1, part)
        except Damaged:
            ranks = []
        begun = len(ranks) < self.r and self.store.agrees(
            self.work, len(ranks), ranks[-1].seal if ranks else ""
        )
        if not self.checkpoint.show:
            self._forget(len(ranks) + begun)
        return ranks

    def _forget(self, rank: int) -> None:
        """Forget the stored flats of this rank and of higher ones, which cannot be used."""
        if self.store.forget(self.work, rank) and self.checkpoint.warn is not None:
            self.checkpoint.warn(
                f"what the store holds of rank {rank} and above is not all that was written; it is computed anew"
            )

    def _hear(self, numbers: Rank) -> None:
        rank = len(self.ranks)
        self.ranks.append(numbers)
        self.forecast.know(rank, numbers)
        if self.checkpoint.heard is not None:
            self.checkpoint.heard(self.work, rank, numbers)

    def _show(self) -> None:
        """Print the time left, and end."""
        rank = len(self.ranks)
        if rank == 0:
            raise LimitReached("store must hold some of this count to show it, not nothing")
        sizes = self.store.sizes(self.work, rank - 1)
        pieces, done, state = 1, 0, "no piece yet"
        if self.store.agrees(self.work, rank, self.ranks[-1].seal):
            pieces = sum(-(-size // self._rank(rank).step) for size in sizes)
            done = len(self.store.done(self.work, rank))
            state = f"{done} of {pieces} pieces"
        self.forecast.begin(
            rank, partial(self._part, rank - 1, sizes.index(max(sizes))), pieces, done, 1
        )
        raise LimitReached(
            f"rank {rank} of {self.r} must be whole, not {state}; {duration(self.forecast.left)} of work left"
        )

    def _rank(self, rank: int) -> Rank:
        numbers = self.store.rank(self.work, rank)
        if numbers is None:
            raise Damaged
        return numbers

    def _begin(self) -> None:
        """The empty flat."""
        self.store.begin(self.work, 0, 1, 1, code_of_counting(), "")
        table = Table.of_the_empty_flat(len(self.work.moduli))
        self.store.add(self.work, 0, 0, Piece(sums=table.sums(np.array(self.work.moduli))), [table])
        self.store.finish(self.work, 0, 1, 0)
        self._hear(self._rank(0))

    def _expand(self, rank: int) -> None:
        pairs = sum(self.store.sizes(self.work, rank - 1)) * self.n
        parts = min(_PARTS, 1 << (pairs // self.checkpoint.part).bit_length())
        step = self._begun(rank, parts, max(1, self.checkpoint.pairs // self.n))
        self._run(rank, step, partial(_expansion, self.work, rank - 1, self._rank(rank).parts))
        self._hear(self._rank(rank))

    def _close(self) -> None:
        """The two ranks above r - 3 in one step, without their flats."""
        rank = self.r - 2
        step = self._begun(rank, 0, _to_close(self.checkpoint.pairs, self.n))
        self._run(rank, step, partial(_closure, self.work))
        for numbers in (self._rank(rank), self._rank(rank + 1)):
            self._hear(numbers)

    def _begun(self, rank: int, parts: int, step: int) -> int:
        """Begin a rank, or continue a rank that was begun; how many flats make a piece."""
        numbers = self.store.rank(self.work, rank)
        # All pieces must share out |mu| in the same way, so another version of the code begins
        # anew.
        if numbers is None or numbers.code != code_of_counting():
            self.store.begin(self.work, rank, parts, step, code_of_counting(), self.ranks[-1].seal)
        return self._rank(rank).step

    def _run(self, rank: int, step: int, work: Callable[[Table], _Result]) -> None:
        """All pieces of the flats one rank down that are not done; then the rank is whole."""
        name = f"rank {rank} of {self.r}"
        sizes = self.store.sizes(self.work, rank - 1)
        pieces = [
            (part, start) for part, size in enumerate(sizes) for start in range(0, size, step)
        ]
        done = self.store.done(self.work, rank)
        todo = [piece for piece in range(len(pieces)) if piece not in done]
        if not pieces:
            raise Damaged
        # Starting workers for a single piece costs more than it saves.
        executor = self.executor if len(todo) > 1 else Inline()
        largest = max(range(len(sizes)), key=sizes.__getitem__, default=0)
        self.forecast.begin(
            rank,
            lambda: self._part(rank - 1, largest),
            len(pieces),
            len(done),
            getattr(executor, "width", 1),
        )
        report_progress(name, self.forecast.part)

        def submit(piece: int) -> Future[_Result]:
            part, start = pieces[piece]
            return executor.submit(work, self._part(rank - 1, part)[start : start + step])

        def keep(piece: int, result: _Result) -> None:
            if result.code != code_of_counting():
                raise BadInput(
                    f"workers must run this version of the code ({code_of_counting()}), not {result.code}"
                )
            self.store.add(self.work, rank, piece, result.piece, result.tables)
            self.forecast.done(result.piece.seconds)
            report_progress(f"{name}; {self.forecast}", self.forecast.part)

        def lose(piece: int, reason: str) -> None:
            raise LimitReached(
                f"piece {piece} of rank {rank} must be computed, but {reason}; run again to go on"
            )

        run(todo, executor, submit, keep, lose)
        below = [numbers.total or 0 for numbers in self.ranks]
        self.store.finish(self.work, rank, len(pieces), _incidences(self.n, below))

    def _part(self, rank: int, part: int) -> Table:
        if self._loaded is None or self._loaded[:2] != (rank, part):
            self._loaded = (rank, part, self.store.part(self.work, rank, part))
        return self._loaded[2]
