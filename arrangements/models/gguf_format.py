"""GGUF, the files of llama.cpp: metadata, then tensors in blocks, each entry of which is exactly a
scale times an integer, plus a minimum.

Scales are float16 numbers, and integers of a block multiply them; so entries are dyadic rationals
with at most 52 bits, which float64 holds exactly (``blocks`` says why for each type). Programs that
dequantise into float32 may round them.
"""

from __future__ import annotations

import mmap
import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.arrays import natural_shape
from arrangements.models.exact_floats import fractions, normalised
from arrangements.models.model import Before, Mapped, Model, Tensor
from arrangements.models.safetensors_format import bfloats
from arrangements.running.sources import from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["open_gguf"]

_MOST_AXES = 8  # of a tensor; GGUF has four
_MOST_ITEMS = 1 << 22  # texts of an array, which are read one by one
_SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_TEXT, _ARRAY = 8, 9  # types of metadata
_TOKENS = "tokenizer.ggml.tokens"
_KINDS_OF_TOKENS = {
    1: "normal",
    2: "unknown",
    3: "control",
    4: "user-defined",
    5: "unused",
    6: "byte",
}


class _Type(NamedTuple):
    """A type of tensors: how many entries share a block, its bytes, and what makes numbers of an
    array of blocks.
    """

    name: str
    entries: int
    size: int
    numbers: Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class _Array:
    """An array among the metadata, not yet read: the type of its items, how many, and where they
    begin.
    """

    kind: int
    count: int
    begin: int


class _Reader:
    """The bytes of a file, read in order; what is not there is refused."""

    def __init__(self, raw: mmap.mmap, where: str) -> None:
        self.raw, self.where, self.place, self.order = raw, where, 0, "<"

    def take(self, size: int) -> bytes:
        if size > len(self.raw) - self.place:
            raise BadInput(
                f"GGUF must hold all that it announces, not {len(self.raw)} bytes only ({self.where})"
            )
        self.place += size
        return self.raw[self.place - size : self.place]

    def number(self, code: str) -> Any:
        return struct.unpack(self.order + code, self.take(struct.calcsize(self.order + code)))[0]

    def text(self) -> str:
        return self.take(self.number("Q")).decode("utf-8", "replace")

    def skip(self, size: int) -> None:
        if size > len(self.raw) - self.place:
            raise BadInput(
                f"GGUF must hold all that it announces, not {len(self.raw)} bytes only ({self.where})"
            )
        self.place += size

    def value(self, kind: int) -> Any:
        if kind in _SCALARS:
            return self.number(_SCALARS[kind])
        if kind == _TEXT:
            return self.text()
        if kind != _ARRAY:
            raise BadInput(f"metadata must be of a type below 13, not {kind} ({self.where})")
        inner, count = self.number("I"), self.number("Q")
        found = _Array(inner, count, self.place)
        if inner in _SCALARS:
            self.skip(count * struct.calcsize(self.order + _SCALARS[inner]))
        elif inner == _TEXT and count <= _MOST_ITEMS:
            for _ in range(count):
                self.skip(self.number("Q"))
        else:
            raise BadInput(
                f"arrays of metadata must hold numbers or at most {_MOST_ITEMS} texts ({self.where})"
            )
        return found

    def items(self, array: _Array) -> list[Any]:
        self.place = array.begin
        return [self.value(array.kind) for _ in range(array.count)]


def open_gguf(path: str) -> Model:
    with (
        from_file(path) as source,
        mmap.mmap(source.file.fileno(), 0, access=mmap.ACCESS_READ) as raw,
    ):
        facts, found = _opened(_Reader(raw, path), path)
    output = next((name for name in ("output.weight", "token_embd.weight") if name in found), None)
    labels = partial(_texts, path, _TOKENS) if isinstance(facts.get(_TOKENS), _Array) else None
    if output is not None:
        found[output] = replace(found[output], before=partial(_before, facts, dict(found)))
    return Model(path, found, output, labels, _facts(facts, found, path))


def _opened(reader: _Reader, path: str) -> tuple[dict[str, Any], dict[str, Tensor]]:
    if (magic := reader.take(4)) != b"GGUF":
        raise BadInput(
            f"GGUF must begin with its magic bytes, not with {short_repr(magic)} ({path})"
        )
    version = reader.number("I")
    if version > 0xFFFF:
        reader.order, version = ">", int.from_bytes(version.to_bytes(4, "little"), "big")
    if version not in (2, 3):
        raise BadInput(f"GGUF must be of version 2 or 3, not {version} ({path})")
    tensors, pairs = reader.number("Q"), reader.number("Q")
    facts: dict[str, Any] = {}
    for _ in range(pairs):
        key = reader.text()
        if key in facts:
            raise BadInput(
                f"metadata must name each key once, not {short_repr(key)} twice ({path})"
            )
        facts[key] = reader.value(reader.number("I"))
    heads: dict[str, tuple[tuple[int, ...], int, int]] = {}
    for _ in range(tensors):
        name, axes = reader.text(), reader.number("I")
        if axes > _MOST_AXES or name in heads:
            raise BadInput(
                f"tensor must have at most {_MOST_AXES} axes and a name of its own ({path}, tensor {short_repr(name)})"
            )
        lengths = [reader.number("Q") for _ in range(axes)]
        shape = natural_shape(lengths, f"{path}, tensor {short_repr(name)}")
        heads[name] = (shape[::-1], reader.number("I"), reader.number("Q"))
    unit = facts.get("general.alignment", 32)
    if type(unit) is not int or not 0 < unit <= 1 << 20:
        raise BadInput(f"alignment must be a positive number, not {short_repr(unit)} ({path})")
    begin = -(-reader.place // unit) * unit
    return facts, {
        name: _tensor(name, path, head, begin, len(reader.raw), reader.order)
        for name, head in heads.items()
    }


def _tensor(
    name: str, path: str, head: tuple[tuple[int, ...], int, int], begin: int, end: int, order: str
) -> Tensor:
    where = f"{path}, tensor {short_repr(name)}"
    shape, code, offset = head
    kind = _types().get(code)
    if kind is None:
        read = partial(_unread, code, where)
        return Tensor(
            name,
            _UNREAD.get(code, f"type {code}").lower(),
            shape,
            where,
            partial(read, 0, 0),
            part=read,
        )
    row = shape[-1] if shape else 1
    if row % kind.entries:
        raise BadInput(
            f"rows of {kind.name} must have a multiple of {kind.entries} entries, not {row} ({where})"
        )
    size = prod(shape) // kind.entries * kind.size
    if offset > end or begin + offset + size > end:
        raise BadInput(
            f"tensor must lie inside the file of {end} bytes, not end at {short_repr(begin + offset + size)} ({where})"
        )
    rows = partial(_rows, path, shape, kind, begin + offset, order, where)
    there = None
    if kind.name in ("F16", "F32", "BF16") and len(shape) == 2 and all(shape):
        brief = kind.name == "BF16"
        code_there = f"{order}{'u' if brief else 'f'}{kind.size}"
        there = Mapped(path, code_there, begin + offset, (shape[0], shape[1]), brief)
    read = partial(rows, 0, None)
    return Tensor(name, kind.name.lower(), shape, where, read, part=rows, mapped=there)


def _unread(code: int, where: str, start: int, stop: int) -> np.ndarray:
    names = ", ".join(kind.name for kind in _types().values())
    raise BadInput(
        f"tensor must be of one of the types {names}, not {_UNREAD.get(code, code)} ({where})"
    )


def _rows(
    path: str,
    shape: tuple[int, ...],
    kind: _Type,
    begin: int,
    order: str,
    where: str,
    start: int,
    stop: int | None,
) -> np.ndarray:
    import numpy as np

    count = shape[0] if shape else 1
    start, stop, _ = slice(start, stop).indices(count)
    wanted = (max(0, stop - start), *shape[1:])
    if not prod(wanted):
        return np.zeros(wanted, np.float32)
    if order == ">" and kind.entries > 1:
        raise BadInput(f"quantised tensors must be in little-endian files ({where})")
    step = prod(shape[1:]) // kind.entries * kind.size if len(shape) > 1 else 0
    if len(shape) > 1:
        raw = np.memmap(path, np.uint8, "r", begin + start * step, ((stop - start) * step,))
        blocks = raw.reshape(-1, kind.size)
        return _swapped(kind, blocks, order).reshape(wanted)
    whole = np.memmap(path, np.uint8, "r", begin, (count // kind.entries * kind.size,)).reshape(
        -1, kind.size
    )
    return _swapped(kind, whole, order).reshape(-1)[start:stop].reshape(wanted if shape else ())


def _swapped(kind: _Type, blocks: np.ndarray, order: str) -> np.ndarray:
    import numpy as np

    # infinities times zero: whoever uses the numbers refuses them
    with np.errstate(invalid="ignore"):
        return kind.numbers(blocks[:, ::-1] if order == ">" else blocks)


def _types() -> dict[int, _Type]:
    """The types whose entries are read, by their numbers.

    d, m are float16: integers below 2^11 times a power of two that is at least 2^-24, at most 2^16
    in all. A 6-bit scale and a weight of at most 6 bits make d times them less than 2^28, in units
    of 2^-24: 52 bits, also after subtracting a minimum times 6 bits. ``_tabled`` has its own
    reason.
    """
    import numpy as np

    def plain(dtype: str) -> Callable[[np.ndarray], np.ndarray]:
        return lambda blocks: np.ascontiguousarray(blocks).view(dtype)[:, 0]

    return {
        0: _Type("F32", 1, 4, plain("<f4")), 1: _Type("F16", 1, 2, plain("<f2")), 28: _Type("F64", 1, 8, plain("<f8")),
        30: _Type("BF16", 1, 2, lambda blocks: bfloats(plain("<u2")(blocks))),
        24: _Type("I8", 1, 1, plain("<i1")), 25: _Type("I16", 1, 2, plain("<i2")), 26: _Type("I32", 1, 4, plain("<i4")),
        27: _Type("I64", 1, 8, plain("<i8")),
        2: _Type("Q4_0", 32, 18, lambda b: _half(b, 0) * (_nibbles(b[:, 2:], 16) - 8.0)),
        3: _Type("Q4_1", 32, 20, lambda b: _half(b, 0) * _nibbles(b[:, 4:], 16) + _half(b, 2)),
        6: _Type("Q5_0", 32, 22, lambda b: _half(b, 0) * (_nibbles(b[:, 6:], 16) + 16.0 * _bits(b[:, 2:6]) - 16.0)),
        7: _Type("Q5_1", 32, 24, lambda b: _half(b, 0) * (_nibbles(b[:, 8:], 16) + 16.0 * _bits(b[:, 4:8])) + _half(b, 2)),
        8: _Type("Q8_0", 32, 34, lambda b: _half(b, 0) * b[:, 2:].view(np.int8)),
        10: _Type("Q2_K", 256, 84, _q2), 11: _Type("Q3_K", 256, 110, _q3), 12: _Type("Q4_K", 256, 144, _q4),
        13: _Type("Q5_K", 256, 176, _q5), 14: _Type("Q6_K", 256, 210, _q6),
        20: _Type("IQ4_NL", 32, 18, lambda b: _half(b, 0) * _VALUES()[_nibbles(b[:, 2:], 16)]), 23: _Type("IQ4_XS", 256, 136, _iq4),
        39: _Type("MXFP4", 32, 17, _mx4), 40: _Type("NVFP4", 64, 36, _nv4), 34: _Type("TQ1_0", 256, 54, _t1),
        35: _Type("TQ2_0", 256, 66, lambda b: _half(b, 64) * (_crumbs(b[:, :64], 32) - 1.0)),
        **{code: _Type(name, 256, size, partial(_tabled, code)) for code, (name, size) in _TABLED.items()},
    }  # fmt: skip


_UNREAD = {9: "Q8_1", 15: "Q8_K", 41: "Q1_0"}
# Types whose weights stand in tables of thousands of vectors, with the bytes of a block.
_TABLED = {
    16: ("IQ2_XXS", 66), 17: ("IQ2_XS", 74), 18: ("IQ3_XXS", 98), 19: ("IQ1_S", 50), 21: ("IQ3_S", 110), 22: ("IQ2_S", 82),
    29: ("IQ1_M", 56),
}  # fmt: skip


def _VALUES() -> np.ndarray:
    """The sixteen integers that four bits stand for in IQ4."""
    import numpy as np

    return np.array(
        [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113], np.float64
    )


def _half(blocks: np.ndarray, place: int) -> np.ndarray:
    """The float16 at a place of each block, as a column."""
    import numpy as np

    return np.ascontiguousarray(blocks[:, place : place + 2]).view("<f2").astype(np.float64)


def _nibbles(packed: np.ndarray, width: int) -> np.ndarray:
    """Of every ``width`` bytes first the low four bits of each, then the high ones."""
    import numpy as np

    parts = packed.reshape(len(packed), -1, 1, width)
    return np.concatenate([parts & 15, parts >> 4], axis=2).reshape(len(packed), -1)


def _crumbs(packed: np.ndarray, width: int) -> np.ndarray:
    """Of every ``width`` bytes first the lowest two bits of each, then the next ones, and so on."""
    import numpy as np

    parts = packed.reshape(len(packed), -1, 1, width)
    return np.concatenate([parts >> shift & 3 for shift in (0, 2, 4, 6)], axis=2).reshape(
        len(packed), -1
    )


def _bits(packed: np.ndarray) -> np.ndarray:
    """All bits, the lowest of each byte first."""
    import numpy as np

    return np.unpackbits(np.ascontiguousarray(packed), axis=1, bitorder="little")


def _slices(packed: np.ndarray) -> np.ndarray:
    """The lowest bit of each byte, then the next bit of each, and so on."""
    import numpy as np

    return np.concatenate([packed >> shift & 1 for shift in range(8)], axis=1)


def _spread(scales: np.ndarray, times: int) -> np.ndarray:
    import numpy as np

    return np.repeat(scales.astype(np.float64), times, axis=1)


def _q2(b: np.ndarray) -> np.ndarray:
    """Sixteen groups with a 4-bit scale and a 4-bit minimum each; weights of 2 bits."""
    return _half(b, 80) * _spread(b[:, :16] & 15, 16) * _crumbs(b[:, 16:80], 32) - _half(
        b, 82
    ) * _spread(b[:, :16] >> 4, 16)


def _q3(b: np.ndarray) -> np.ndarray:
    """Sixteen groups with a 6-bit scale; weights of 2 bits, and a third bit that takes 4 away where
    it is not set.
    """
    import numpy as np

    low = np.concatenate([b[:, 96:104] & 15, b[:, 96:104] >> 4], axis=1)
    high = np.concatenate([b[:, 104:108] >> shift & 3 for shift in (0, 2, 4, 6)], axis=1)
    scales = (low | high << 4).astype(np.float64) - 32
    return (
        _half(b, 108)
        * _spread(scales, 16)
        * (_crumbs(b[:, 32:96], 32) + 4.0 * _slices(b[:, :32]) - 4.0)
    )


def _sixes(b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eight scales and eight minima of six bits, packed in twelve bytes."""
    import numpy as np

    first, second, third = b[:, :4], b[:, 4:8], b[:, 8:12]
    scales = np.concatenate([first & 63, third & 15 | first >> 2 & 48], axis=1)
    minima = np.concatenate([second & 63, third >> 4 | second >> 2 & 48], axis=1)
    return scales, minima


def _q4(b: np.ndarray) -> np.ndarray:
    scales, minima = _sixes(b[:, 4:16])
    return _half(b, 0) * _spread(scales, 32) * _nibbles(b[:, 16:], 32) - _half(b, 2) * _spread(
        minima, 32
    )


def _q5(b: np.ndarray) -> np.ndarray:
    scales, minima = _sixes(b[:, 4:16])
    weights = _nibbles(b[:, 48:], 32) + 16.0 * _slices(b[:, 16:48])
    return _half(b, 0) * _spread(scales, 32) * weights - _half(b, 2) * _spread(minima, 32)


def _q6(b: np.ndarray) -> np.ndarray:
    """Sixteen groups with an 8-bit scale; weights of 6 bits less 32."""
    import numpy as np

    low = _nibbles(b[:, :128], 64)
    weights = low + 16.0 * _crumbs(b[:, 128:192], 32) - 32.0
    return _half(b, 208) * _spread(np.ascontiguousarray(b[:, 192:208]).view(np.int8), 16) * weights


def _iq4(b: np.ndarray) -> np.ndarray:
    """Eight groups with a 6-bit scale less 32; four bits stand for sixteen integers."""
    import numpy as np

    high = np.ascontiguousarray(b[:, 2:4]).view("<u2")
    low = np.stack([b[:, 4:8] & 15, b[:, 4:8] >> 4], axis=2).reshape(len(b), 8)
    scales = (low | (high >> np.arange(0, 16, 2, dtype=np.uint16) & 3) << 4).astype(np.float64) - 32
    return _half(b, 0) * _spread(scales, 32) * _VALUES()[_nibbles(b[:, 8:], 16)]


def _mx4(b: np.ndarray) -> np.ndarray:
    """A power of two for each block; four bits stand for a sign and 0, 1/2, 1, 3/2, 2, 3, 4, 6."""
    import numpy as np

    sizes = np.array([0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12], np.float64)
    return np.ldexp(sizes[_nibbles(b[:, 1:], 16)], b[:, :1].astype(np.int32) - 128)


def _nv4(b: np.ndarray) -> np.ndarray:
    """Four groups with a scale of eight bits, four of them the exponent; weights as in MXFP4."""
    import numpy as np

    exponents, digits = (b[:, :4] >> 3 & 15).astype(np.int32), (b[:, :4] & 7).astype(np.float64)
    # halves of numbers with three digits after the point; below the least exponent without a one
    scales = np.ldexp(digits + 8.0 * (exponents > 0), np.maximum(exponents, 1) - 11)
    scales[b[:, :4] == 127] = 0
    sizes = np.array([0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12], np.float64)
    return _spread(scales, 16) * sizes[_nibbles(b[:, 4:], 8)]


def _t1(b: np.ndarray) -> np.ndarray:
    """Five weights -1, 0, 1 in a byte, the digits of a fraction in base three; at the end four."""
    import numpy as np

    def digits(packed: np.ndarray, count: int) -> np.ndarray:
        powers = np.array([1, 3, 9, 27, 81][:count], np.uint8)[:, None]
        return (packed[:, None, :] * powers).reshape(len(packed), -1)

    parts = [digits(b[:, :32], 5), digits(b[:, 32:48], 5), digits(b[:, 48:52], 4)]
    weights = np.concatenate(parts, axis=1).astype(np.int64) * 3 >> 8
    return _half(b, 52) * (weights - 1.0)


def _tabled(code: int, blocks: np.ndarray) -> np.ndarray:
    """By the tables of the package ``gguf``, which computes in float32.

    Nothing is rounded there: a scale is a float16 number d of 11 bits times an odd multiple of 1/8,
    1/4 or 1 with at most 5 bits, and a weight of the tables has at most 6 bits, or is -1, 0 or 1
    plus or minus 1/8, which has 4; 22 bits are less than 24, and no product is too small.
    """
    import numpy as np

    try:
        import gguf
    except ImportError:
        name, _ = _TABLED[code]
        raise BadInput(
            f"GGUF of the type {name} needs tables: install exact-arrangements[gguf]"
        ) from None
    kind = gguf.GGMLQuantizationType(code)
    return np.asarray(gguf.dequantize(np.ascontiguousarray(blocks), kind), np.float64)


def _texts(path: str, key: str) -> list[str]:
    with (
        from_file(path) as source,
        mmap.mmap(source.file.fileno(), 0, access=mmap.ACCESS_READ) as raw,
    ):
        reader = _Reader(raw, path)
        facts, _ = _opened(reader, path)
        return reader.items(facts[key])


def _facts(facts: dict[str, Any], found: dict[str, Tensor], path: str) -> dict[str, str]:
    """Facts of the model that `show` prints."""
    about: dict[str, str] = {}
    kind = facts.get("general.architecture")
    if isinstance(kind, str):
        name = facts.get("general.name")
        about["architecture"] = kind if not isinstance(name, str) else f"{kind}, {name}"
    if "output.weight" not in found and "token_embd.weight" in found:
        about["tied"] = "token_embd.weight is the output layer, too, as there is no output.weight"
    tokens = facts.get(_TOKENS)
    if isinstance(tokens, _Array):
        about["labels"] = f"{tokens.count} tokens{_kinds_of_tokens(facts, path)}"
    after = [f"{word} {facts[key]:g}" for key, word in _after(facts)]
    if after:
        about["after the layer"] = f"{', '.join(after)}: increasing, so no answer changes"
    return about


def _after(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Functions that follow the layer: increasing ones, as their constants are positive."""
    words = (("final_logit_softcapping", "soft cap"), ("logit_scale", "scale"))
    keys = [(key, word) for end, word in words for key in facts if key.endswith(f".{end}")]
    return [(key, word) for key, word in keys if isinstance(facts[key], float) and facts[key] > 0]


def _kinds_of_tokens(facts: dict[str, Any], path: str) -> str:
    array = facts.get("tokenizer.ggml.token_type")
    if not isinstance(array, _Array) or array.kind not in (4, 5):
        return ""
    import numpy as np

    kinds = np.fromfile(path, "<i4", array.count, offset=array.begin)
    counts = Counter(_KINDS_OF_TOKENS.get(int(kind), f"kind {int(kind)}") for kind in kinds)
    return f" ({', '.join(f'{count} {kind}' for kind, count in counts.most_common(8))})"


def _before(facts: dict[str, Any], found: dict[str, Tensor]) -> Before | None:
    """The final norm."""
    gain, shift = found.get("output_norm.weight"), found.get("output_norm.bias")
    if gain is None or len(gain.shape) != 1 or (shift is not None and shift.shape != gain.shape):
        return None
    rms = any(key.endswith(".attention.layer_norm_rms_epsilon") for key in facts)
    centred = not rms and any(key.endswith(".attention.layer_norm_epsilon") for key in facts)
    gains, shifts = fractions(gain.read()), None if shift is None else fractions(shift.read())
    if shift is not None and shifts is None:
        return None
    more = "" if shift is None else f" and the shift {shift.name}"
    word = "RMSNorm" if rms else "LayerNorm" if centred else "a norm"
    return normalised(gains, shifts, centred, f"{word} with the gain {gain.name}{more}")
