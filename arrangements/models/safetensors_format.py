"""safetensors: a header in JSON and the bytes of the tensors, which are memory-mapped. One file, or
the index of several.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.arrays import natural_shape, safetensors_index
from arrangements.io.readers.text import unique_keys
from arrangements.models.model import Mapped, Model, Tensor
from arrangements.running.sources import from_file, read_text

if TYPE_CHECKING:
    import numpy as np

__all__ = ["bfloats", "open_index", "open_safetensors", "weight_map"]

#: The types of the format whose numbers are read: how NumPy reads the bytes, and what makes numbers of these.
_TYPES = {
    "F16": "f2", "F32": "f4", "F64": "f8", "BF16": "u2", "F8_E4M3": "u1", "F8_E5M2": "u1",
    "I8": "i1", "I16": "i2", "I32": "i4", "I64": "i8", "U8": "u1", "U16": "u2", "U32": "u4", "U64": "u8",
}  # fmt: skip


def open_safetensors(path: str) -> Model:
    with from_file(path) as source:
        index = safetensors_index(source)
    tensors = {}
    for key, (kind, shape, begin, stop) in index.items():
        where = f"{path}, tensor {short_repr(key)}"
        size = natural_shape(shape, where)
        code = _TYPES.get(kind)
        if code is not None and prod(size) * int(code[1]) != stop - begin:
            raise BadInput(
                f"tensor must have {short_repr(prod(size) * int(code[1]))} bytes, not {stop - begin} ({where})"
            )
        rows = partial(_rows, path, kind, begin, size, where)
        there = None
        if kind in ("F16", "F32", "BF16") and len(size) == 2 and all(size):
            there = Mapped(path, f"<{_TYPES[kind]}", begin, (size[0], size[1]), kind == "BF16")
        read = partial(rows, 0, None)
        tensors[key] = Tensor(key, kind.lower(), size, where, read, part=rows, mapped=there)
    return Model(path, tensors)


def _rows(
    path: str,
    kind: str,
    begin: int,
    shape: tuple[int, ...],
    where: str,
    start: int,
    stop: int | None,
) -> np.ndarray:
    import numpy as np

    if kind not in _TYPES:
        raise BadInput(
            f"tensor must hold floats or integers ({', '.join(_TYPES)}), not {short_repr(kind)} ({where})"
        )
    if not prod(shape):
        return np.zeros((len(range(*slice(start, stop).indices(shape[0]))), *shape[1:]), np.float32)
    values: np.ndarray = np.memmap(path, f"<{_TYPES[kind]}", "r", begin, shape)
    if shape:
        values = values[start:stop]
    match kind:
        case "BF16":
            return bfloats(values)
        case "F8_E4M3":
            return _quarters()[values]
        case "F8_E5M2":  # the upper half of a float16
            return (values.astype(np.uint16) << 8).view(np.float16)
        case _:
            return values


def bfloats(words: np.ndarray) -> np.ndarray:
    """bfloat16 is the upper half of a float32."""
    import numpy as np

    return (words.astype(np.uint32) << 16).view(np.float32)


def _quarters() -> np.ndarray:
    """All 256 numbers of one sign, four exponent and three mantissa bits, without infinities."""
    import numpy as np

    codes = np.arange(256)
    exponent, mantissa = codes >> 3 & 15, codes & 7
    sizes = np.where(
        exponent > 0,
        np.ldexp(8.0 + mantissa, exponent - 10),
        np.ldexp(mantissa.astype(np.float64), -9),
    )
    sizes[codes & 127 == 127] = np.nan
    return np.where(codes & 128, -sizes, sizes).astype(np.float32)


def open_index(path: str, shard: Callable[[str], Model]) -> Model:
    """The tensors of a model in several files, as its index says; ``shard`` opens one of them."""
    folder, opened, tensors = Path(path).parent, dict[str, Model](), {}
    for key, file in weight_map(path):
        if Path(file).name != file or file.lower().endswith(".index.json"):
            raise BadInput(
                f"files of an index must be files of tensors beside it, not {short_repr(file)} ({path})"
            )
        if file not in opened:
            opened[file] = shard(str(folder / file))
        if key not in opened[file].tensors:
            raise BadInput(
                f"tensor {short_repr(key)} must be in {file}, where the index says ({path})"
            )
        tensors[key] = opened[file].tensors[key]
    return Model(path, tensors)


def weight_map(path: str) -> list[tuple[str, str]]:
    """Each tensor with its file, as an index says."""
    with from_file(path) as source:
        try:
            places = json.loads(read_text(source), object_pairs_hook=unique_keys)["weight_map"]
            return [(key, os.fspath(file)) for key, file in places.items()]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise BadInput(
                f"index must be a JSON object whose `weight_map` names a file for each tensor ({path})"
            ) from None
