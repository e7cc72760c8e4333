"""The tensors of a model file, by name, without reading them: safetensors (one file, or the index of several), ONNX, npy, npz.

Numbers are taken as the dyadic rationals that they are. Pickles are programs and are not run; the message has the line that converts.

>>> tensors("model.pt")
Traceback (most recent call last):
...
arrangements.errors.BadInput: model must not be a pickle, which is a program; if you trust model.pt, convert it: python -c "...
"""

from __future__ import annotations

import json
import os
import zipfile
from contextlib import suppress
from functools import partial
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from arrangements.errors import BadInput, shown
from arrangements.models.tensor import Tensor
from arrangements.readers import archives
from arrangements.readers.arrays import member_array, natural_shape, safetensors_index
from arrangements.readers.source import from_file, read_text
from arrangements.readers.text import unique_keys
from arrangements.running import demand_room

if TYPE_CHECKING:
    import numpy as np

__all__ = ["PICKLES", "SUFFIXES", "tensors", "tensors_of"]

SUFFIXES = (".safetensors", ".index.json", ".onnx", ".npz", ".npy")
_TYPES = {"F16": "f2", "F32": "f4", "F64": "f8", "I8": "i1", "I16": "i2", "I32": "i4", "I64": "i8", "U8": "u1", "U16": "u2", "U32": "u4"}
_TORCH = (
    "import torch, safetensors.torch as s; m = torch.load({0!r}, map_location='cpu', weights_only=True); "
    "s.save_file({{k: v.contiguous().clone() for k, v in m.get('state_dict', m).items()}}, {1!r})"
)
_JOBLIB = "import joblib, numpy; m = joblib.load({0!r}); numpy.savez({1!r}, weights=m.coef_, bias=m.intercept_)"
PICKLES = {
    **dict.fromkeys((".pt", ".pth", ".bin", ".ckpt"), (_TORCH, ".safetensors")),
    **dict.fromkeys((".joblib", ".pkl", ".pickle"), (_JOBLIB, ".npz")),
}


def tensors(path: str | os.PathLike[str]) -> dict[str, Tensor]:
    """All tensors of a model, by name, in the order of the file."""
    name = os.fspath(path)
    suffix = Path(name).suffix.lower()
    if suffix in PICKLES:
        script, ending = PICKLES[suffix]
        line = f'python -c "{script.format(name, str(Path(name).with_suffix(ending)))}"'
        raise BadInput(f"model must not be a pickle, which is a program; if you trust {name}, convert it: {line}")
    if name.lower().endswith(".index.json"):
        found = _shards(name)
    elif suffix == ".safetensors":
        found = _safetensors(name)
    elif suffix == ".onnx":
        from arrangements.models.onnx_format import onnx_tensors

        found = onnx_tensors(name)
    elif suffix == ".npz":
        found = _npz(name)
    elif suffix == ".npy":
        found = _npy(name)
    else:
        raise BadInput(f"model must be a file that ends in one of {', '.join(SUFFIXES)}, not {shown(name)}")
    return found


def tensors_of(source: str) -> dict[str, Tensor] | None:
    """The tensors of a file that is a model rather than one matrix; None for anything else."""
    if Path(source).suffix.lower() in PICKLES or source.lower().endswith((".index.json", ".onnx")):
        return tensors(source)
    if Path(source).suffix.lower() not in (".safetensors", ".npz"):
        return None
    with suppress(BadInput):  # whoever reads it as a matrix will say what is wrong
        found = tensors(source)
        return found if len(found) > 1 else None
    return None


def _safetensors(path: str) -> dict[str, Tensor]:
    with from_file(path) as source:
        index = safetensors_index(source)
    found = {}
    for key, (kind, shape, begin, stop) in index.items():
        where = f"{path}, tensor {shown(key)}"
        size = natural_shape(shape, where)
        code = "u2" if kind == "BF16" else _TYPES.get(kind)
        if code is not None and prod(size) * int(code[1]) != stop - begin:
            raise BadInput(f"tensor must have {prod(size) * int(code[1])} bytes, not {stop - begin} ({where})")
        found[key] = Tensor(key, kind.lower(), size, where, partial(_mapped, path, kind, begin, size, where))
    return found


def _mapped(path: str, kind: str, begin: int, shape: tuple[int, ...], where: str) -> np.ndarray:
    import numpy as np

    code = "u2" if kind == "BF16" else _TYPES.get(kind)
    if code is None:
        raise BadInput(f"tensor must hold floats or integers ({', '.join(['BF16', *_TYPES])}), not {shown(kind)} ({where})")
    if not prod(shape):
        return np.zeros(shape, np.float32)
    values = np.memmap(path, f"<{code}", "r", begin, shape)
    # A bfloat16 is the upper half of a float32.
    return (values.astype(np.uint32) << 16).view(np.float32) if kind == "BF16" else values


def _shards(path: str) -> dict[str, Tensor]:
    """The tensors of a model in several files, as its index says."""
    with from_file(path) as source:
        try:
            places = json.loads(read_text(source), object_pairs_hook=unique_keys)["weight_map"]
            pairs = [(key, os.fspath(file)) for key, file in places.items()]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise BadInput(f"index must be a JSON object whose `weight_map` names a file for each tensor ({path})") from None
    folder, opened, found = Path(path).parent, dict[str, dict[str, Tensor]](), {}
    for key, file in pairs:
        if Path(file).name != file:
            raise BadInput(f"files of an index must lie beside it, not at {shown(file)} ({path})")
        if file not in opened:
            opened[file] = _safetensors(str(folder / file))
        if key not in opened[file]:
            raise BadInput(f"tensor {shown(key)} must be in {file}, where the index says ({path})")
        found[key] = opened[file][key]
    return found


def _npz(path: str) -> dict[str, Tensor]:
    import io

    import numpy as np

    found = {}
    with from_file(path) as source, archives.opened(source.file, source.name) as archive:
        for info in archive.infolist():
            key = info.filename.removesuffix(".npy")
            where = f"{path}, array {shown(key)}"
            with archive.open(info) as member:
                head = io.BytesIO(member.read(10_128))
            try:
                version = np.lib.format.read_magic(head)
                read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
                shape, _, kind = read(head)
            except (ValueError, OSError) as error:
                raise BadInput(f"array must have the header of npy: {' '.join(str(error).split())[:80]} ({where})") from None
            found[key] = Tensor(key, kind.name, shape, where, partial(_member, path, info, where))
    return found


def _member(path: str, info: zipfile.ZipInfo, where: str) -> np.ndarray:
    demand_room(where, info.file_size, 1, "bytes")
    with from_file(path) as source, archives.opened(source.file, source.name) as archive:
        return member_array(archive, info, where, natural_shape)[0]


def _npy(path: str) -> dict[str, Tensor]:
    import numpy as np

    with from_file(path):
        try:
            values = np.load(path, mmap_mode="r", allow_pickle=False)
        except (ValueError, OSError, EOFError) as error:
            raise BadInput(f"npy must be an array of numbers: {' '.join(str(error).split())[:100]} ({path})") from None
    name = Path(path).stem
    return {name: Tensor(name, values.dtype.name, values.shape, path, lambda: values)}
