"""Sequences of small numbers packed into words of 64 bits: a fixed number of bits per place, the
first place on top.

Packed sequences sort as sequences. What the words of rankings are made of.

>>> words = pack(np.array([[2, 0, 1], [0, 1, 2]]), 3)
>>> [f"{int(word):016x}"[:3] for word in words.ravel()], unpack(words, 3, 2).tolist()
(['201', '012'], [[2, 0], [0, 1]])
>>> unpack(reverse(words, 3, 3), 3, 3).tolist()
[[1, 0, 2], [2, 1, 0]]
"""

from __future__ import annotations

import numpy as np

__all__ = ["pack", "place_bits", "reverse", "unpack", "width"]

_CHUNK = 1 << 13  # sequences at a time: few enough for the cache


def place_bits(symbols: int) -> int:
    """Bits for one place if there are so many symbols: 4, 8 or 16."""
    return 4 if symbols <= 16 else 8 if symbols <= 256 else 16


def width(symbols: int, places: int) -> int:
    """Words for a sequence."""
    return max(1, -(-places * place_bits(symbols) // 64))


def pack(sequences: np.ndarray, symbols: int) -> np.ndarray:
    """The words of sequences given as rows of numbers below ``symbols``."""
    bits = place_bits(symbols)
    words = np.empty((len(sequences), width(symbols, sequences.shape[1])), np.uint64)
    for start in range(0, len(words), _CHUNK):
        part = slice(start, start + _CHUNK)
        words[part] = _joined(sequences[part], bits)
    return words


def unpack(words: np.ndarray, symbols: int, places: int) -> np.ndarray:
    """The first ``places`` numbers of every sequence, one row each."""
    out = np.empty((len(words), places), np.int64)
    for start in range(0, len(words), _CHUNK):
        part = slice(start, start + _CHUNK)
        out[part] = _split(words[part], place_bits(symbols))[:, :places]
    return out


def reverse(words: np.ndarray, symbols: int, places: int) -> np.ndarray:
    """Every sequence of so many places from its end to its beginning."""
    bits = place_bits(symbols)
    out = np.empty_like(words)
    for start in range(0, len(words), _CHUNK):
        part = slice(start, start + _CHUNK)
        out[part] = _joined(_split(words[part], bits)[:, :places][:, ::-1], bits)
    return out


def _split(words: np.ndarray, bits: int) -> np.ndarray:
    places = np.ascontiguousarray(words, ">u8").view("u1" if bits < 16 else ">u2")
    if bits > 4:
        return places
    halves = np.empty((len(places), 2 * places.shape[1]), np.uint8)
    np.right_shift(places, 4, out=halves[:, ::2])
    np.bitwise_and(places, 15, out=halves[:, 1::2])
    return halves


def _joined(places: np.ndarray, bits: int) -> np.ndarray:
    words = max(1, -(-places.shape[1] * bits // 64))
    padded = np.zeros((len(places), words * 64 // bits), np.uint8 if bits < 16 else ">u2")
    padded[:, : places.shape[1]] = places
    if bits == 4:
        padded = padded[:, ::2] << 4 | padded[:, 1::2]
    return padded.view(">u8").astype(np.uint64)
