"""Copies of model files with other offsets, or other weights, of the output layer: all other
tensors stay as they are, byte by byte.

safetensors and npz are written as they are read. Of all other formats the layer alone is written,
as safetensors; of an npy file, which holds one array, weights and offsets as npz.

>>> import numpy as np, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     np.savez(folder + "/m.npz", weight=np.eye(2, dtype=np.float32), other=np.arange(3))
...     form = form_of(folder + "/m.npz", "float32", None)
...     path = form.write(folder + "/new", "weight", "bias", np.array([0.5, 0.0]), lambda: np.eye(2))
...     with np.load(path) as new:
...         form.description, sorted(new), new["bias"].tolist(), str(new["bias"].dtype)
('npz', ['bias', 'other', 'weight'], [0.5, 0.0], 'float32')
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from arrangements.errors import BadInput
from arrangements.io.readers import archives
from arrangements.io.readers.arrays import safetensors_index
from arrangements.io.readers.text import unique_keys
from arrangements.running.files import opened_atomically
from arrangements.running.sources import from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["KINDS", "Form", "form_of", "write_layer"]

# By the type in NumPy: its name in safetensors, and how it is called in the types of tensors.
_NAMES = {"float16": "F16", "bfloat16": "BF16", "float32": "F32", "float64": "F64"}
#: The types of offsets that can be written: bits, exponent of the least, and beyond the largest.
KINDS = {
    "float16": (11, -24, 16),
    "bfloat16": (8, -133, 128),
    "float32": (24, -149, 128),
    "float64": (53, -1074, 1024),
}
_CHUNK = 1 << 24
_Entry = tuple[str, str, tuple[int, ...], Callable[[], Iterable[bytes]]]


@dataclass(frozen=True)
class Form:
    """``kind``: type of the offsets, ``of_weights``: of the weights; ``description``: the format in
    words; ``source``: the file that is copied but for these, or None where the layer is written
    alone.
    """

    suffix: str
    kind: str
    description: str
    source: str | None
    of_weights: str = "float32"

    def write(
        self,
        path: str,
        weights: str,
        bias: str | None,
        offsets: np.ndarray,
        rows: Callable[[], np.ndarray],
        changed: Callable[[], np.ndarray] | None = None,
    ) -> str:
        """Write the file, and give its path, with the suffix. ``rows``: of the layer, where it is
        written alone; ``changed``: the new tensor of the weights, as the file has it, if that is
        changed. Without the name of a bias no offsets are written.
        """
        target = path + self.suffix
        own: dict[str, tuple[str, np.ndarray]] = {}
        if changed is not None and self.source is not None:
            own[weights] = self.of_weights, changed()
        if bias is not None:
            own[bias] = self.kind, offsets
        with opened_atomically(target) as file:
            if self.suffix == ".npz":
                _write_npz(file, self.source, weights, own, rows)
            else:
                if self.source is not None:
                    entries, about = _entries(self.source)
                else:
                    entries, about = [_rows_entry(weights, rows())], None
                for name, (kind, values) in own.items():
                    names = [known for known, *_ in entries]
                    entry = (name, _NAMES[kind], values.shape, partial(_listed, values, kind))
                    if name in names:
                        entries[names.index(name)] = entry
                    else:
                        entries.append(entry)
                _write_safetensors(file, entries, about)
        return target


def form_of(path: str, weights: str, bias: str | None) -> Form:
    """How a model file is written again; ``weights``, ``bias``: the types of these tensors, as
    readers call them, None for no offsets.
    """
    kind = next((known for given in (bias, weights) if (known := _known(given))), "float32")
    copied = path.lower().endswith((".safetensors", ".npz"))
    if copied and bias is not None and _known(bias) is None:
        raise BadInput(
            f"offsets must be floats of 16, 32 or 64 bits to be written again, not {bias} ({path})"
        )
    lower = path.lower()
    of_weights = _known(weights) or "float32"
    if lower.endswith(".safetensors"):
        return Form(".safetensors", kind, "safetensors", path, of_weights)
    if lower.endswith(".npz"):
        return Form(".npz", kind, "npz", path, of_weights)
    if lower.endswith(".npy"):
        return Form(".npz", kind, "npz, weights and offsets, as npy holds one array", None)
    return Form(".safetensors", kind, "safetensors, the output layer alone", None)


def write_layer(path: str, kind: str, weight: np.ndarray, bias: np.ndarray | None) -> None:
    """A layer alone as safetensors, ``weight`` and ``bias``, in numbers of the type."""
    arrays = {"weight": weight, **({} if bias is None else {"bias": bias})}
    entries: list[_Entry] = [
        (name, _NAMES[kind], values.shape, partial(_listed, values, kind))
        for name, values in arrays.items()
    ]
    with opened_atomically(path) as file:
        _write_safetensors(file, entries, None)


def _known(kind: str | None) -> str | None:
    lower = (kind or "").lower()
    short = {short.lower(): name for name, short in _NAMES.items()}
    words = {"half": "float16", "float": "float32", "double": "float64"}
    return lower if lower in _NAMES else short.get(lower) or words.get(lower)


def _bytes(values: np.ndarray, kind: str) -> bytes:
    """The numbers, which are of the type, as little-endian bytes."""
    import numpy as np

    if kind == "bfloat16":
        return (values.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
    return values.astype(np.dtype(kind).newbyteorder("<")).tobytes()


def _listed(values: np.ndarray, kind: str) -> list[bytes]:
    return [_bytes(values, kind)]


def _rows_entry(name: str, rows: np.ndarray) -> _Entry:
    """Float32 where that is exact."""
    import numpy as np

    kind = "float32" if (rows.astype(np.float32).astype(np.float64) == rows).all() else "float64"
    return name, _NAMES[kind], rows.shape, lambda: [_bytes(rows, kind)]


def _entries(path: str) -> tuple[list[_Entry], object]:
    """Of each tensor the type, the shape and the bytes, in the order of the file; and what the file
    says about itself.
    """
    with from_file(path) as source:
        index = safetensors_index(source)
        source.file.seek(0)
        length = int.from_bytes(source.file.read(8), "little")
        about = json.loads(source.file.read(length), object_pairs_hook=unique_keys)

    def copied(begin: int, stop: int) -> Iterator[bytes]:
        with open(path, "rb") as file:
            file.seek(begin)
            while begin < stop:
                part = file.read(min(_CHUNK, stop - begin))
                if not part:
                    raise BadInput(
                        f"safetensors file must keep its length while it is copied ({path})"
                    )
                begin += len(part)
                yield part

    def entry(name: str, kind: str, shape: object, begin: int, stop: int) -> _Entry:
        return name, kind, tuple(shape), lambda: copied(begin, stop)  # type: ignore[arg-type]

    ordered = sorted(index.items(), key=lambda item: item[1][2])
    return [entry(name, *rest) for name, rest in ordered], about.get("__metadata__")


def _write_safetensors(file: BinaryIO, entries: list[_Entry], about: object) -> None:
    """The header comes first, so the lengths are needed before the bytes."""
    header: dict[str, object] = {} if about is None else {"__metadata__": about}
    place = 0
    lengths = [sum(map(len, parts())) for *_, parts in entries]
    for (name, kind, shape, _), length in zip(entries, lengths, strict=True):
        header[name] = {
            "dtype": kind,
            "shape": list(shape),
            "data_offsets": [place, place + length],
        }
        place += length
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    file.write(len(text).to_bytes(8, "little") + text)
    for *_, parts in entries:
        for part in parts():
            file.write(part)


def _write_npz(
    file: BinaryIO,
    source: str | None,
    weights: str,
    own: Mapping[str, tuple[str, np.ndarray]],
    rows: Callable[[], np.ndarray],
) -> None:
    import numpy as np

    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as new:

        def put(name: str, values: np.ndarray) -> None:
            held = io.BytesIO()
            np.lib.format.write_array(held, values, allow_pickle=False)
            new.writestr(zipfile.ZipInfo(f"{name}.npy"), held.getvalue())

        if source is None:
            exact = rows()
            short = exact.astype(np.float32)
            put(weights, short if (short.astype(np.float64) == exact).all() else exact)
        else:
            with from_file(source) as opened, archives.opened(opened.file, opened.name) as old:
                for info in old.infolist():
                    if info.filename.removesuffix(".npy") not in own:
                        archives.checked(info, source)
                        new.writestr(zipfile.ZipInfo(info.filename), old.read(info))
        for name, (kind, values) in own.items():
            typed = np.dtype(kind if kind != "bfloat16" else "uint16")
            put(name, np.frombuffer(_bytes(values, kind), typed).reshape(values.shape))
