"""Types of GGUF that files seldom have: weights by tables of integers (IQ), with exponents for scales
(FP4), or ternary (TQ). ``arrangements.models.gguf_blocks`` loads this module by its name.

Entries are dyadic rationals that float64 holds exactly: of IQ and TQ for the reason that is given
there, or at ``_tabled``; of FP4 since scales and weights have at most four bits each.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from arrangements.errors import BadInput
from arrangements.models.gguf_blocks import BlockType, crumbs, half, nibbles, spread

__all__ = ["further_types"]

# Types whose weights stand in tables of thousands of vectors, with the bytes of a block.
_TABLED = {
    16: ("IQ2_XXS", 66), 17: ("IQ2_XS", 74), 18: ("IQ3_XXS", 98), 19: ("IQ1_S", 50), 21: ("IQ3_S", 110), 22: ("IQ2_S", 82),
    29: ("IQ1_M", 56),
}  # fmt: skip
# The sixteen integers that four bits stand for in IQ4, and twice the numbers of FP4.
_IQ4 = np.array(
    [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113], np.float64
)
_FP4 = np.array([0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12], np.float64)


def further_types() -> dict[int, BlockType]:
    """The types by their numbers."""
    return {
        20: BlockType("IQ4_NL", 32, 18, lambda b: half(b, 0) * _IQ4[nibbles(b[:, 2:], 16)]), 23: BlockType("IQ4_XS", 256, 136, _iq4),
        39: BlockType("MXFP4", 32, 17, _mx4), 40: BlockType("NVFP4", 64, 36, _nv4), 34: BlockType("TQ1_0", 256, 54, _t1),
        35: BlockType("TQ2_0", 256, 66, lambda b: half(b, 64) * (crumbs(b[:, :64], 32) - 1.0)),
        **{code: BlockType(name, 256, size, partial(_tabled, code)) for code, (name, size) in _TABLED.items()},
    }  # fmt: skip


def _iq4(b: np.ndarray) -> np.ndarray:
    """Eight groups with a 6-bit scale less 32; four bits stand for sixteen integers."""
    high = np.ascontiguousarray(b[:, 2:4]).view("<u2")
    low = np.stack([b[:, 4:8] & 15, b[:, 4:8] >> 4], axis=2).reshape(len(b), 8)
    scales = (low | (high >> np.arange(0, 16, 2, dtype=np.uint16) & 3) << 4).astype(np.float64) - 32
    return half(b, 0) * spread(scales, 32) * _IQ4[nibbles(b[:, 8:], 16)]


def _mx4(b: np.ndarray) -> np.ndarray:
    """A power of two for each block; four bits stand for a sign and 0, 1/2, 1, 3/2, 2, 3, 4, 6."""
    return np.ldexp(_FP4[nibbles(b[:, 1:], 16)], b[:, :1].astype(np.int32) - 128)


def _nv4(b: np.ndarray) -> np.ndarray:
    """Four groups with a scale of eight bits, four of them the exponent; weights as in MXFP4."""
    exponents, digits = (b[:, :4] >> 3 & 15).astype(np.int32), (b[:, :4] & 7).astype(np.float64)
    # halves of numbers with three digits after the point; below the least exponent without a one
    scales = np.ldexp(digits + 8.0 * (exponents > 0), np.maximum(exponents, 1) - 11)
    scales[b[:, :4] == 127] = 0
    return spread(scales, 16) * _FP4[nibbles(b[:, 4:], 8)]


def _t1(b: np.ndarray) -> np.ndarray:
    """Five weights -1, 0, 1 in a byte, the digits of a fraction in base three; at the end four."""

    def digits(packed: np.ndarray, count: int) -> np.ndarray:
        powers = np.array([1, 3, 9, 27, 81][:count], np.uint8)[:, None]
        return (packed[:, None, :] * powers).reshape(len(packed), -1)

    parts = [digits(b[:, :32], 5), digits(b[:, 32:48], 5), digits(b[:, 48:52], 4)]
    weights = np.concatenate(parts, axis=1).astype(np.int64) * 3 >> 8
    return half(b, 52) * (weights - 1.0)


def _tabled(code: int, blocks: np.ndarray) -> np.ndarray:
    """By the tables of the package ``gguf``, which computes in float32.

    Nothing is rounded there: a scale is a float16 number d of 11 bits times an odd multiple of 1/8,
    1/4 or 1 with at most 5 bits, and a weight of the tables has at most 6 bits, or is -1, 0 or 1
    plus or minus 1/8, which has 4; 22 bits are less than 24, and no product is too small.
    """
    try:
        import gguf
    except ImportError:
        name, _ = _TABLED[code]
        raise BadInput(
            f"GGUF of the type {name} needs tables: install exact-arrangements[gguf]"
        ) from None
    kind = gguf.GGMLQuantizationType(code)
    return np.asarray(gguf.dequantize(np.ascontiguousarray(blocks), kind), np.float64)
