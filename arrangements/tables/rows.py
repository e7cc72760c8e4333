"""Rows of a table in batches, and rows of zeros and ones back to sign patterns. Nothing here holds more than one batch beyond the pattern.

>>> pattern = SignPattern.from_strings("ab", ["++", "--"])
>>> sign_bits(pattern, 0, 2).tolist(), collected(("a", "b"), [sign_bits(pattern, 0, 2)]) == pattern
([[0, 0], [1, 1]], True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from arrangements import wordsets
from arrangements.errors import BadInput
from arrangements.patterns import SignPattern

__all__ = ["BATCH", "Progress", "batches", "collected", "sign_bits", "sign_bytes", "unseen"]

BATCH = 1 << 18  # members

Progress = Callable[[int, int], None]  # members done, members in all


def unseen(done: int, total: int) -> None:
    """Progress that nobody looks at."""


def batches(total: int, progress: Progress, size: int = BATCH) -> Iterator[tuple[int, int]]:
    """Ranges that cover 0 to total; progress is told after each."""
    for start in range(0, total, size):
        stop = min(total, start + size)
        yield start, stop
        progress(stop, total)


def sign_bits(pattern: SignPattern, start: int, stop: int) -> np.ndarray:
    """Members start to stop in canonical order, one row of n zeros and ones each: the opposites of the stored half, then the half."""
    n = len(pattern.labels)
    if n == 0:
        return np.zeros((stop - start, 0), np.uint8)
    return np.unpackbits(sign_bytes(pattern, start, stop), axis=1)[:, :n]


def sign_bytes(pattern: SignPattern, start: int, stop: int) -> np.ndarray:
    """The same in eight signs a byte, the first on top; the bits after the last sign mean nothing."""
    half = len(pattern.words)
    low = pattern.words[max(0, half - stop) : max(0, half - start)][::-1]
    high = pattern.words[max(0, start - half) : max(0, stop - half)]
    words = np.concatenate([~low, high]) if len(low) else high
    return np.ascontiguousarray(words.astype(">u8")).view(np.uint8)


def collected(labels: Sequence[str], parts: Iterable[np.ndarray]) -> SignPattern:
    """The pattern from all its members, in any order, given in rows of zeros and ones."""
    n = len(labels)
    width = max(1, -(-n // 64))
    positive: list[np.ndarray] = []
    negative: list[np.ndarray] = []
    for bits in parts:
        if n == 0:
            return SignPattern(labels, np.zeros((1, 1), np.uint64)) if len(bits) else SignPattern(labels, np.zeros((0, 1), np.uint64))
        first = bits[:, 0] == 1
        for chosen, sink in ((bits[first], positive), (1 - bits[~first], negative)):
            data = np.zeros((len(chosen), 8 * width), np.uint8)
            data[:, : -(-n // 8)] = np.packbits(chosen, axis=1)
            sink.append(data.view(">u8").astype(np.uint64))
    empty = np.zeros((0, width), np.uint64)
    half = wordsets.sorted_rows(np.concatenate([empty, *positive]))
    if not np.array_equal(half, wordsets.sorted_rows(np.concatenate([empty, *negative]))):
        raise BadInput("sign pattern must contain the opposite of every member")
    return SignPattern(labels, half)
