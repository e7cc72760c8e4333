"""Sorted tope lists of many words per tope: cuts inserted block by block.

The recursion is that of ``levels``. A sorted list of the cells of all elements before ``low`` is
cut by a block of up to 64 elements at once. Each tope of a cut lies in one of the cells. Both are
divided into groups that agree in their first bits, and a group is done in the cache: its topes are
collected, a hash finds the cell of each, and the cells are refined one after the other, each by the
few cuts that it meets, and written in order. Lists of cuts need no order. Element i is bit 63 - i %
64 of word i // 64.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arrangements.kernels.jit import kernel
from arrangements.kernels.listing.plane_topes import walk_space
from arrangements.kernels.listing.wide_words import first_word_wide, restrict_wide

__all__ = ["Block", "borders", "insert_block", "list_wide"]

NONE = np.uint64(0)
ONE = np.uint64(1)
ALL = ~NONE
MIX = np.uint64(0x9E3779B97F4A7C15)
_FEW = 40  # cells, so few that inserting them one by one is the fastest way to sort them


class Block(NamedTuple):
    """Cuts by the elements from ``low`` on: ``topes[t]`` is one of the restriction to ``by[t]``,
    which does not decrease.

    ``sides[j - low]`` are the elements parallel to j and those antiparallel to it.
    """

    low: int
    topes: np.ndarray
    by: np.ndarray
    sides: np.ndarray


@kernel
def borders(below, dimension):
    """Where blocks of elements begin and end, from 1 on: none is longer than 64, and none
    multiplies the cells by more than about eight.
    """
    found = [below]
    while found[-1] > 1:
        high = found[-1]
        low = np.int64(np.ceil(high / 8.0 ** (1.0 / (dimension - 1))))
        found.append(max(1, high - 64, min(high - 1, low)))
    return found[::-1]


@kernel
def _has_same_cell(cells, k, topes, t, whole, mask):
    for c in range(whole):
        if cells[k, c] != topes[t, c]:
            return False
    return (cells[k, whole] ^ topes[t, whole]) & mask == NONE


@kernel
def _slot(words, row, whole, mask):
    h = words[row, whole] & mask
    for c in range(whole):
        h ^= words[row, c] * (MIX + np.uint64(2 * c))
    # Often only the upper bits differ, and a product moves bits up alone.
    h = (h ^ (h >> np.uint64(32))) * MIX
    return h ^ (h >> np.uint64(32))


@kernel
def _find_cells(listed, start, stop, topes, size, whole, mask, table, found):
    """Which of the cells from ``start`` to ``stop`` each tope lies in; False if there is one that
    lies in none.
    """
    room = 2
    while room < 2 * (stop - start):
        room *= 2
    last = np.uint64(room - 1)
    for slot in range(room):
        table[slot] = -1
    for k in range(start, stop):
        slot = _slot(listed, k, whole, mask) & last
        while table[slot] >= 0:
            slot = (slot + ONE) & last
        table[slot] = k - start
    for t in range(size):
        slot = _slot(topes, t, whole, mask) & last
        while table[slot] >= 0 and not _has_same_cell(
            listed, start + table[slot], topes, t, whole, mask
        ):
            slot = (slot + ONE) & last
        if table[slot] < 0:
            return False
        found[t] = table[slot]
    return True


@kernel
def _bits_from(words, row, whole, shift):
    """The 64 bits from bit ``shift`` of a word on."""
    bits = words[row, whole] << shift
    if shift != NONE and whole + 1 < words.shape[1]:
        bits |= words[row, whole + 1] >> (np.uint64(64) - shift)
    return bits


@kernel
def _sort(keys, rows, count):
    if count > _FEW:
        turn = np.argsort(keys[:count])
        keys[:count], rows[:count] = keys[:count][turn], rows[:count][turn]
        return
    for k in range(1, count):
        key, row = keys[k], rows[k]
        place = k
        while place > 0 and keys[place - 1] > key:
            keys[place], rows[place] = keys[place - 1], rows[place - 1]
            place -= 1
        keys[place], rows[place] = key, row


@kernel
def _groups(listed, topes, mask, group_of):
    """Divide cells and topes by some of their first bits: where each group of cells begins, and the
    group of each tope, or False.
    """
    starts = np.empty(len(listed) + 1, np.int64)
    groups = 0
    for k in range(len(listed)):
        if k == 0 or (listed[k, 0] ^ listed[k - 1, 0]) & mask != NONE:
            starts[groups] = k
            groups += 1
    starts[groups] = len(listed)
    room = 2
    while room < 4 * groups:
        room *= 2
    last = np.uint64(room - 1)
    table = np.full(room, -1, np.int32)
    for group in range(groups):
        slot = _slot(listed, starts[group], 0, mask) & last
        while table[slot] >= 0:
            slot = (slot + ONE) & last
        table[slot] = group
    for t in range(len(topes)):
        slot = _slot(topes, t, 0, mask) & last
        while table[slot] >= 0 and (listed[starts[table[slot]], 0] ^ topes[t, 0]) & mask != NONE:
            slot = (slot + ONE) & last
        if table[slot] < 0:
            return starts[:1], False
        group_of[t] = table[slot]
    return starts[: groups + 1], True


@kernel
def _collect(group_of, groups, order):
    """Put the topes of a group next to each other, in their order; returns where each group
    ends.
    """
    ends = np.zeros(groups + 1, np.int64)
    for group in group_of:
        ends[group + 1] += 1
    for group in range(groups):
        ends[group + 1] += ends[group]
    for t in range(len(group_of)):
        order[ends[group_of[t]]] = t
        ends[group_of[t]] += 1
    return ends


@kernel
def insert_block(listed, block, out):
    """Cut a sorted list of the cells of the elements before ``block.low``; False on a
    contradiction.
    """
    low, topes, by, sides = block
    width = listed.shape[1]
    whole, shift = low >> 6, np.uint64(low & 63)
    mask = ~(ALL >> shift)
    group_of, order_of_all = np.empty(len(topes), np.int32), np.empty(len(topes), np.int32)
    # With the first quarter of the elements a group is some dozens of cells.
    starts, found_all = _groups(
        listed, topes, ALL << np.uint64(64 - min(63, (low + 3) // 4)), group_of
    )
    if not found_all:
        return False
    ends_of_all = _collect(group_of, len(starts) - 1, order_of_all)
    most = cells = begin_of_group = 0
    for group in range(len(starts) - 1):
        most, cells = (
            max(most, ends_of_all[group] - begin_of_group),
            max(cells, starts[group + 1] - starts[group]),
        )
        begin_of_group = ends_of_all[group]
    own, cuts = np.empty((most, width), np.uint64), np.empty(most, np.int64)
    found, order = np.empty(most, np.int32), np.empty(most, np.int32)
    table = np.empty(4 * cells + 2, np.int64)
    parts, rows = np.empty(most + 1, np.uint64), np.empty(most + 1, np.int64)
    at = begin_of_group = 0
    for group in range(len(starts) - 1):
        start, stop = starts[group], starts[group + 1]
        count = ends_of_all[group] - begin_of_group
        for i in range(count):
            t = order_of_all[begin_of_group + i]
            cuts[i] = by[t]
            for c in range(width):
                own[i, c] = topes[t, c]
        begin_of_group += count
        if not _find_cells(listed, start, stop, own, count, whole, mask, table, found):
            return False
        ends = _collect(found[:count], stop - start, order)
        begin = 0
        for k in range(start, stop):
            end = ends[k - start]
            parts[0], rows[0] = _bits_from(listed, k, whole, shift), -1
            size = 1
            for place in range(begin, end):
                t = order[place]
                j = cuts[t]
                bit = np.uint64(63 - (j - low))
                sign = _bits_from(own, t, whole, shift)
                part = size - 1
                while part >= 0 and ((parts[part] ^ sign) >> bit) >> ONE != NONE:
                    part -= 1
                if part < 0 or (rows[part] >= 0 and cuts[rows[part]] == j):
                    return False
                side = 1 if (parts[part] >> bit) & ONE else 0
                for c in range(whole, width):
                    own[t, c] |= sides[j - low, side, c]
                parts[size], rows[size] = _bits_from(own, t, whole, shift), t
                size += 1
            begin = end
            _sort(parts, rows, size)
            for part in range(size):
                t = rows[part]
                for c in range(width):
                    out[at, c] = listed[k, c] if t < 0 else own[t, c]
                at += 1
    return True


@kernel
def list_wide(rows, previous, flat, below):
    """The list of one flat of dimension 3 or more, from its restricted rows: sorted, but in
    dimension 3.
    """
    dimension, columns = rows.shape
    width = len(flat)
    if dimension == 3:
        words = np.empty((1 + below * (below - 1) // 2, width), np.uint64)
        return words[: walk_space(rows, previous, flat, below, words)]
    listed = np.empty((1, width), np.uint64)
    first_word_wide(rows, flat, listed[0])
    finer, vanish = np.empty((dimension - 1, columns)), np.empty(width, np.uint64)
    ends = borders(below, dimension)
    for b in range(1, len(ends)):
        low, high = ends[b - 1], ends[b]
        sides = np.empty((high - low, 2, width), np.uint64)
        room = 0
        for j in range(low, high):
            room += 1 + j * (j - 1) // 2 if dimension == 4 else 64
        topes, by = np.empty((room, width), np.uint64), np.empty(room, np.int32)
        size = 0
        for j in range(low, high):
            pivot = restrict_wide(
                rows, previous, flat, j, finer, vanish, sides[j - low, 0], sides[j - low, 1]
            )
            if pivot == 0.0:
                continue
            if dimension == 4:
                count = walk_space(finer, pivot, vanish, j, topes[size:])
                by[size : size + count] = j
                size += count
                continue
            cut = list_wide(finer, pivot, vanish, j)
            if size + len(cut) > room:
                room = 2 * (size + len(cut))
                more_topes, more_by = np.empty((room, width), np.uint64), np.empty(room, np.int32)
                more_topes[:size], more_by[:size] = topes[:size], by[:size]
                topes, by = more_topes, more_by
            topes[size : size + len(cut)], by[size : size + len(cut)] = cut, j
            size += len(cut)
        out = np.empty((len(listed) + size, width), np.uint64)
        if not insert_block(listed, Block(low, topes[:size], by[:size], sides), out):
            raise RuntimeError("a cut of a cell must match a cell")
        listed = out
    return listed
