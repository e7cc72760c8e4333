"""Rows of a table in batches, and rows of zeros and ones back to sign patterns. Nothing here holds
more than one batch beyond the pattern.

>>> pattern = SignPattern.from_strings("ab", ["++", "--"])
>>> sign_bits(pattern, 0, 2).tolist(), collected(("a", "b"), [sign_bits(pattern, 0, 2)]) == pattern
([[0, 0], [1, 1]], True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from arrangements.layers.patterns import SignPattern, bitset_rows
from arrangements.running import report_progress

__all__ = ["BATCH", "SMALL", "batches", "collected", "sign_bits", "sign_bytes"]

BATCH = 1 << 18  # members
SMALL = 1 << 14  # of a batch that is written as text


def batches(total: int, size: int = BATCH) -> Iterator[tuple[int, int]]:
    """Ranges that cover 0 to total; how much is done is told after each."""
    for start in range(0, total, size):
        stop = min(total, start + size)
        yield start, stop
        report_progress("writing", stop / total)


def sign_bits(pattern: SignPattern, start: int, stop: int) -> np.ndarray:
    """Members start to stop in canonical order, one row of n zeros and ones each."""
    n = len(pattern.labels)
    if n == 0:
        return np.zeros((stop - start, 0), np.uint8)
    return np.unpackbits(sign_bytes(pattern, start, stop), axis=1)[:, :n]


def sign_bytes(pattern: SignPattern, start: int, stop: int) -> np.ndarray:
    """Rows of signs, eight in a byte, the first on top."""
    return np.ascontiguousarray(pattern.all_words(start, stop).astype(">u8")).view(np.uint8)


def collected(labels: Sequence[str], parts: Iterable[np.ndarray]) -> SignPattern:
    """The pattern from all its members, in any order, given in rows of zeros and ones."""
    n = len(labels)
    width = max(1, -(-n // 64))
    words = [np.zeros((0, width), np.uint64)]
    for bits in parts:
        data = np.zeros((len(bits), 8 * width), np.uint8)
        data[:, : -(-n // 8)] = np.packbits(bits, axis=1)
        words.append(data.view(">u8").astype(np.uint64))
    return SignPattern.of_all(tuple(labels), bitset_rows.sorted_rows(np.concatenate(words)))
