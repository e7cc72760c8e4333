"""List all topes of any number of elements of rank at least 3, many words per tope: the driver
of ``blocks`` and ``trees``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import comb

import numba
import numpy as np

from arrangements.errors import InternalError
from arrangements.kernels import sorting
from arrangements.kernels.bits import WIDTH
from arrangements.kernels.listing import blocks, trees
from arrangements.kernels.listing.blocks import Block
from arrangements.kernels.listing.wide_words import Cut, first_word_wide, restrict_wide

__all__ = ["half_topes_of_cocircuits_wide", "half_topes_wide"]

Words = np.ndarray  # of uint64, one row per tope or a set of elements


def half_topes_wide(rows: Sequence[Sequence[int]]) -> Words:
    """Topes of n non-zero integer rows of length r >= 3, the rank, with element 0 positive, sorted;
    ``narrow.fits_float64`` must hold.
    """
    n, rank = len(rows), len(rows[0])
    width = -(-n // WIDTH)
    space = np.zeros((rank, width * WIDTH))
    space[:, :n] = np.array(rows, np.float64).T
    space = np.ascontiguousarray(space.reshape(rank, width, WIDTH)[:, :, ::-1].reshape(rank, -1))
    return _list(space, _words(np.logical_not(space.any(axis=0))), n)


def _words(members: np.ndarray) -> np.ndarray:
    """The set of the columns for which ``members`` holds, as words."""
    return (
        np.packbits(members.reshape(-1, WIDTH)[:, ::-1], axis=1).view(">u8").astype(np.uint64)[:, 0]
    )


def _list(rows: np.ndarray, flat: Words, n: int) -> Words:
    """The sorted list of the empty flat: its cuts one by one, each with the time of a thread of its
    own.
    """
    if len(rows) == 3:
        return sorting.sorted_rows(blocks.list_wide(rows, 1.0, flat, n))
    if numba.get_num_threads() == 1:
        return blocks.list_wide(rows, 1.0, flat, n)
    first = np.empty(len(flat), np.uint64)
    first_word_wide(rows, flat, first)

    def solve(j: int) -> tuple[Cut, Words] | None:
        finer, sets = np.empty((len(rows) - 1, rows.shape[1])), np.empty((3, len(flat)), np.uint64)
        pivot = restrict_wide(rows, 1.0, flat, j, finer, *sets)
        return (
            (Cut(j, sets[1], sets[2]), blocks.list_wide(finer, pivot, sets[0], j))
            if pivot
            else None
        )

    with ThreadPoolExecutor(numba.get_num_threads()) as pool:
        # The last cuts are the largest: begin with them.
        solved = [pair for pair in pool.map(solve, range(n - 1, 0, -1)) if pair][::-1]
    return _inserted(first, solved, n, len(rows))


def _inserted(
    first: Words, solved: Sequence[tuple[Cut, Words]], below: int, dimension: int
) -> Words:
    """The list of a flat from one of its topes and its cuts with their lists."""
    listed = first[None]
    for low, high in pairwise(blocks.borders(below, dimension)):
        pairs = [pair for pair in solved if low <= pair[0].j < high]
        if pairs:
            sides = np.zeros((high - low, 2, len(first)), np.uint64)
            for cut, _ in pairs:
                sides[cut.j - low] = cut.same, cut.opposite
            topes = np.concatenate([words for _, words in pairs])
            by = np.repeat(
                np.array([cut.j for cut, _ in pairs], np.int32), [len(words) for _, words in pairs]
            )
            out = np.empty((len(listed) + len(topes), len(first)), np.uint64)
            if not blocks.insert_block(listed, Block(low, topes, by, sides), out):
                raise InternalError("a cut of a cell must match a cell; a list contradicts itself")
            listed = out
    return listed


def _sorted(words: Words, tree: np.ndarray, size: int) -> Words:
    out = np.empty((size, words.shape[1]), np.uint64)
    if trees.in_order(tree, words, out) != size:
        raise InternalError("every tope must be a leaf of its tree")
    return out


def _least(members: Words) -> int:
    """The first element of a set that is not empty."""
    k = int(np.flatnonzero(members)[0])
    return WIDTH * k + WIDTH - int(members[k]).bit_length()


def half_topes_of_cocircuits_wide(positive: Words, nonzero: Words, n: int, rank: int) -> Words:
    """Half of the topes from the words of the cocircuits of all (rank - 1)-subsets in
    colexicographic order; no element is a loop.
    """
    return _Cocircuits(positive, nonzero, n, rank).solve((), _some_basis(nonzero, n, rank), n)


def _some_basis(nonzero: Words, n: int, rank: int) -> tuple[int, ...]:
    number = int(np.flatnonzero(nonzero.any(axis=1))[0])
    basis = [_least(nonzero[number])]
    for place in range(rank - 1, 0, -1):
        last = next(a for a in range(n - 1, -1, -1) if comb(a, place) <= number)
        basis.append(last)
        number -= comb(last, place)
    return tuple(basis)


class _Cocircuits:
    """The recursion of ``_list`` on signs alone; flats are given as in ``cocircuit_levels``, by a
    basis of theirs and a completion.
    """

    def __init__(self, positive: Words, nonzero: Words, n: int, rank: int) -> None:
        self._positive, self._nonzero, self._rank = positive, nonzero, rank

    def _number(self, members: Iterable[int]) -> int:
        return sum(comb(e, i) for i, e in enumerate(sorted(members), 1))

    def _rays(self, inside: tuple[int, ...], outside: tuple[int, ...]) -> list[int]:
        """The cocircuits that leave out one element of ``outside`` each."""
        return [
            self._number((*inside, *outside[:i], *outside[i + 1 :])) for i in range(len(outside))
        ]

    def _flat(self, rays: Sequence[int]) -> Words:
        """The elements that vanish on all these rays, padding included."""
        return ~np.bitwise_or.reduce(self._nonzero[rays], axis=0)

    def solve(self, inside: tuple[int, ...], outside: tuple[int, ...], below: int) -> Words:
        """The list of the flat spanned by ``inside``, of dimension 3 or more."""
        width = self._positive.shape[1]
        rays = self._rays(inside, outside)
        flat = self._flat(rays)
        first = np.empty(width, np.uint64)
        trees.compose_wide(self._positive, self._nonzero, np.array(rays), flat, first)
        small = len(outside) == 3
        if small:
            words, tree = (
                np.empty((2 + below * (below - 1) // 2, width), np.uint64),
                np.empty((2 + below * (below - 1) // 2, 3), np.int32),
            )
            words[0] = first
            trees.plant(tree)
            size = 1
        pairs: list[tuple[Cut, Words]] = []
        for j in range(1, below):
            at, bit = j // WIDTH, np.uint64(1 << (63 - j % WIDTH))
            place = next((i for i, ray in enumerate(rays) if self._nonzero[ray, at] & bit), None)
            if place is None:
                continue
            others = outside[:place] + outside[place + 1 :]
            finer = self._rays((*inside, j), others)
            plane = self._flat(finer)
            parallel = plane & ~flat
            if _least(parallel) < j:
                continue
            cut = Cut(j, np.empty(width, np.uint64), np.empty(width, np.uint64))
            trees.oriented(self._positive, rays[place], j, parallel, cut.same, cut.opposite)
            if small:
                start = sum(comb(e, i) for i, e in enumerate(sorted((*inside, j)), 2))
                size = trees.turn_signs_wide(
                    self._positive,
                    self._nonzero,
                    (start, finer[0], finer[1]),
                    plane,
                    cut,
                    words,
                    size,
                    tree,
                )
            else:
                pairs.append((cut, self.solve((*inside, j), others, j)))
        return _sorted(words, tree, size) if small else _inserted(first, pairs, below, len(outside))
