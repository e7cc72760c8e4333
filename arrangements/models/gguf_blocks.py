"""GGUF's types of tensors: numbers in blocks, each entry of which is exactly a scale times an integer,
plus a minimum.

Types that files seldom have are in ``arrangements.experimental.gguf_types``, which is loaded by its
name when a tensor has a type that is not among those here.
"""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name
from typing import NamedTuple

import numpy as np

from arrangements.models.safetensors_format import bfloats

__all__ = ["UNREAD", "BlockType", "block_type", "crumbs", "half", "nibbles", "spread", "type_names"]

# Types that no library reads to compare with, or that are not for files.
UNREAD = {9: "Q8_1", 15: "Q8_K", 41: "Q1_0"}


class BlockType(NamedTuple):
    """A type of tensors: how many entries share a block, its bytes, and what makes numbers of an
    array of blocks.
    """

    name: str
    entries: int
    size: int
    numbers: Callable[[np.ndarray], np.ndarray]


def block_type(code: int) -> BlockType | None:
    """The type with this number; None if its entries are not read."""
    return _types().get(code) or _further_types().get(code)


def type_names() -> list[str]:
    """The types whose entries are read."""
    return [kind.name for kind in (*_types().values(), *_further_types().values())]


def _further_types() -> dict[int, BlockType]:
    types: dict[int, BlockType] = resolve_name(
        "arrangements.experimental.gguf_types:further_types"
    )()
    return types


def _types() -> dict[int, BlockType]:
    """The types whose entries are read, by their numbers.

    d, m are float16: integers below 2^11 times a power of two that is at least 2^-24, at most 2^16
    in all. A 6-bit scale and a weight of at most 6 bits make d times them less than 2^28, in units
    of 2^-24: 52 bits, also after subtracting a minimum times 6 bits.
    """

    def plain(dtype: str) -> Callable[[np.ndarray], np.ndarray]:
        return lambda blocks: np.ascontiguousarray(blocks).view(dtype)[:, 0]

    return {
        0: BlockType("F32", 1, 4, plain("<f4")), 1: BlockType("F16", 1, 2, plain("<f2")), 28: BlockType("F64", 1, 8, plain("<f8")),
        30: BlockType("BF16", 1, 2, lambda blocks: bfloats(plain("<u2")(blocks))),
        24: BlockType("I8", 1, 1, plain("<i1")), 25: BlockType("I16", 1, 2, plain("<i2")), 26: BlockType("I32", 1, 4, plain("<i4")),
        27: BlockType("I64", 1, 8, plain("<i8")),
        2: BlockType("Q4_0", 32, 18, lambda b: half(b, 0) * (nibbles(b[:, 2:], 16) - 8.0)),
        3: BlockType("Q4_1", 32, 20, lambda b: half(b, 0) * nibbles(b[:, 4:], 16) + half(b, 2)),
        6: BlockType("Q5_0", 32, 22, lambda b: half(b, 0) * (nibbles(b[:, 6:], 16) + 16.0 * _bits(b[:, 2:6]) - 16.0)),
        7: BlockType("Q5_1", 32, 24, lambda b: half(b, 0) * (nibbles(b[:, 8:], 16) + 16.0 * _bits(b[:, 4:8])) + half(b, 2)),
        8: BlockType("Q8_0", 32, 34, lambda b: half(b, 0) * b[:, 2:].view(np.int8)),
        10: BlockType("Q2_K", 256, 84, _q2), 11: BlockType("Q3_K", 256, 110, _q3), 12: BlockType("Q4_K", 256, 144, _q4),
        13: BlockType("Q5_K", 256, 176, _q5), 14: BlockType("Q6_K", 256, 210, _q6),
    }  # fmt: skip


def half(blocks: np.ndarray, place: int) -> np.ndarray:
    """The float16 at a place of each block, as a column."""
    return np.ascontiguousarray(blocks[:, place : place + 2]).view("<f2").astype(np.float64)


def nibbles(packed: np.ndarray, width: int) -> np.ndarray:
    """Of every ``width`` bytes first the low four bits of each, then the high ones."""
    parts = packed.reshape(len(packed), -1, 1, width)
    return np.concatenate([parts & 15, parts >> 4], axis=2).reshape(len(packed), -1)


def crumbs(packed: np.ndarray, width: int) -> np.ndarray:
    """Of every ``width`` bytes first the lowest two bits of each, then the next ones, and so on."""
    parts = packed.reshape(len(packed), -1, 1, width)
    return np.concatenate([parts >> shift & 3 for shift in (0, 2, 4, 6)], axis=2).reshape(
        len(packed), -1
    )


def _bits(packed: np.ndarray) -> np.ndarray:
    """All bits, the lowest of each byte first."""
    return np.unpackbits(np.ascontiguousarray(packed), axis=1, bitorder="little")


def _slices(packed: np.ndarray) -> np.ndarray:
    """The lowest bit of each byte, then the next bit of each, and so on."""
    return np.concatenate([packed >> shift & 1 for shift in range(8)], axis=1)


def spread(scales: np.ndarray, times: int) -> np.ndarray:
    return np.repeat(scales.astype(np.float64), times, axis=1)


def _q2(b: np.ndarray) -> np.ndarray:
    """Sixteen groups with a 4-bit scale and a 4-bit minimum each; weights of 2 bits."""
    return half(b, 80) * spread(b[:, :16] & 15, 16) * crumbs(b[:, 16:80], 32) - half(
        b, 82
    ) * spread(b[:, :16] >> 4, 16)


def _q3(b: np.ndarray) -> np.ndarray:
    """Sixteen groups with a 6-bit scale; weights of 2 bits, and a third bit that takes 4 away where
    it is not set.
    """
    low = np.concatenate([b[:, 96:104] & 15, b[:, 96:104] >> 4], axis=1)
    high = np.concatenate([b[:, 104:108] >> shift & 3 for shift in (0, 2, 4, 6)], axis=1)
    scales = (low | high << 4).astype(np.float64) - 32
    return (
        half(b, 108)
        * spread(scales, 16)
        * (crumbs(b[:, 32:96], 32) + 4.0 * _slices(b[:, :32]) - 4.0)
    )


def _sixes(b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eight scales and eight minima of six bits, packed in twelve bytes."""
    first, second, third = b[:, :4], b[:, 4:8], b[:, 8:12]
    scales = np.concatenate([first & 63, third & 15 | first >> 2 & 48], axis=1)
    minima = np.concatenate([second & 63, third >> 4 | second >> 2 & 48], axis=1)
    return scales, minima


def _q4(b: np.ndarray) -> np.ndarray:
    scales, minima = _sixes(b[:, 4:16])
    return half(b, 0) * spread(scales, 32) * nibbles(b[:, 16:], 32) - half(b, 2) * spread(
        minima, 32
    )


def _q5(b: np.ndarray) -> np.ndarray:
    scales, minima = _sixes(b[:, 4:16])
    weights = nibbles(b[:, 48:], 32) + 16.0 * _slices(b[:, 16:48])
    return half(b, 0) * spread(scales, 32) * weights - half(b, 2) * spread(minima, 32)


def _q6(b: np.ndarray) -> np.ndarray:
    """Sixteen groups with an 8-bit scale; weights of 6 bits less 32."""
    low = nibbles(b[:, :128], 64)
    weights = low + 16.0 * crumbs(b[:, 128:192], 32) - 32.0
    return half(b, 208) * spread(np.ascontiguousarray(b[:, 192:208]).view(np.int8), 16) * weights
