"""GGUF, the files of llama.cpp: metadata, then tensors in blocks, each entry of which is exactly a
scale times an integer, plus a minimum.

Scales are float16 numbers, and integers of a block multiply them; so entries are dyadic rationals
with at most 52 bits, which float64 holds exactly (``gguf_blocks`` says why for each type). Programs that
dequantise into float32 may round them.
"""

from __future__ import annotations

import mmap
import struct
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.arrays import natural_shape
from arrangements.models.exact_floats import fractions, normalised
from arrangements.models.gguf_blocks import UNREAD, BlockType, block_type, type_names
from arrangements.models.model import Before, Mapped, Model, Tensor
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
        self.skip(size)
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
        array = _Array(inner, count, self.place)
        if inner in _SCALARS:
            self.skip(count * struct.calcsize(self.order + _SCALARS[inner]))
        elif inner == _TEXT and count <= _MOST_ITEMS:
            for _ in range(count):
                self.skip(self.number("Q"))
        else:
            raise BadInput(
                f"arrays of metadata must hold numbers or at most {_MOST_ITEMS} texts ({self.where})"
            )
        return array

    def items(self, array: _Array) -> list[Any]:
        self.place = array.begin
        return [self.value(array.kind) for _ in range(array.count)]


def open_gguf(path: str) -> Model:
    with (
        from_file(path) as source,
        mmap.mmap(source.file.fileno(), 0, access=mmap.ACCESS_READ) as raw,
    ):
        facts, tensors = _opened(_Reader(raw, path), path)
    output = next(
        (name for name in ("output.weight", "token_embd.weight") if name in tensors), None
    )
    labels = partial(_texts, path, _TOKENS) if isinstance(facts.get(_TOKENS), _Array) else None
    if output is not None:
        tensors[output] = replace(tensors[output], before=partial(_before, facts, dict(tensors)))
    return Model(path, tensors, output, labels, _facts(facts, tensors, path))


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
    kind = block_type(code)
    if kind is None:
        read = partial(_unread, code, where)
        return Tensor(
            name,
            UNREAD.get(code, f"type {code}").lower(),
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
    names = ", ".join(type_names())
    raise BadInput(
        f"tensor must be of one of the types {names}, not {UNREAD.get(code, code)} ({where})"
    )


def _rows(
    path: str,
    shape: tuple[int, ...],
    kind: BlockType,
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


def _swapped(kind: BlockType, blocks: np.ndarray, order: str) -> np.ndarray:
    import numpy as np

    # infinities times zero: whoever uses the numbers refuses them
    with np.errstate(invalid="ignore"):
        return kind.numbers(blocks[:, ::-1] if order == ">" else blocks)


def _texts(path: str, key: str) -> list[str]:
    with (
        from_file(path) as source,
        mmap.mmap(source.file.fileno(), 0, access=mmap.ACCESS_READ) as raw,
    ):
        reader = _Reader(raw, path)
        facts, _ = _opened(reader, path)
        return reader.items(facts[key])


def _facts(facts: dict[str, Any], tensors: dict[str, Tensor], path: str) -> dict[str, str]:
    """Facts of the model that `show` prints."""
    about: dict[str, str] = {}
    kind = facts.get("general.architecture")
    if isinstance(kind, str):
        name = facts.get("general.name")
        about["architecture"] = kind if not isinstance(name, str) else f"{kind}, {name}"
    if "output.weight" not in tensors and "token_embd.weight" in tensors:
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


def _before(facts: dict[str, Any], tensors: dict[str, Tensor]) -> Before | None:
    """The final norm."""
    gain, shift = tensors.get("output_norm.weight"), tensors.get("output_norm.bias")
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
