"""Binary arrays: ``.npy``, ``.npz`` and ``.safetensors``, without unpickling and without allocating
what a header merely claims.

Floats (16, 32, 64 bits, bfloat16) are the dyadic rationals that they are; integers have 8 to 64
bits. The matrix must have two axes. A file that holds several arrays needs a name:
``load("model.safetensors:lm_head.weight")``.
"""

from __future__ import annotations

import ast
import json
import zipfile
from collections.abc import Callable
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers import archives
from arrangements.io.readers.entries import Entries
from arrangements.io.readers.entry_table import Table, check_shape
from arrangements.io.readers.text import unique_keys
from arrangements.running import with_progress
from arrangements.running.sources import Source

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "Header",
    "member_array",
    "natural_shape",
    "npy_header",
    "read_npy",
    "read_npz",
    "read_safetensors",
    "safetensors_index",
]

_MAX_HEADER = 1 << 24  # bytes of a safetensors header
_MAX_AXES = 32
# entries of an array, were each axis one long at least: NumPy cannot hold shapes far beyond, even
# empty ones
_MAX_CLAIM = 1 << 48


class _Kind(NamedTuple):
    """An element type: its name, its code in NumPy, its size in bytes. bfloat16 is read as the
    upper half of a float32.
    """

    name: str
    code: str
    size: int


_KINDS = {
    kind.name: kind
    for kind in (
        *(
            _Kind(f"{name}{8 * size}", f"{name[0]}{size}", size)
            for name in ("int", "uint")
            for size in (1, 2, 4, 8)
        ),
        *(_Kind(f"float{8 * size}", f"f{size}", size) for size in (2, 4, 8)),
        _Kind("bfloat16", "u2", 2),
    )
}
_NPY_NAMES = {kind.code: kind for kind in _KINDS.values() if kind.name != "bfloat16"}
_Check = Callable[[object, str], tuple[int, ...]]  # makes a shape of what a header says, or refuses
_SAFETENSORS = {"BF16": _KINDS["bfloat16"]} | {
    f"{k.name[0].upper()}{8 * k.size}": k for k in _KINDS.values() if k.name != "bfloat16"
}


def read_npy(source: Source, vector: bool = False) -> Table:
    source.file.seek(0)
    return _table(
        *_npy(source.file, source.size, source.name, _vector_shape if vector else _matrix_shape),
        source.name,
    )


def read_npz(source: Source, member: str = "", vector: bool = False) -> Table:
    """One member of a zip of ``.npy`` files; ``member`` is its name without suffix."""
    with archives.opened(source.file, source.name) as archive:
        infos = archive.infolist()
        names = [info.filename.removesuffix(".npy") for info in infos]
        info = infos[names.index(_chosen(names, member, source.name))]
        where = f"{source.name}, array {short_repr(info.filename.removesuffix('.npy'))}"
        return _table(
            *member_array(archive, info, where, _vector_shape if vector else _matrix_shape), where
        )


def member_array(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str, check: _Check
) -> tuple[np.ndarray, _Kind]:
    """An array of an archive, and its kind."""
    archives.checked(info, where)
    try:
        with archive.open(info) as file:
            return _npy(file, info.file_size, where, check)  # type: ignore[arg-type]
    except archives.BROKEN as error:
        raise archives.broken(error, where) from None


def read_safetensors(source: Source, member: str = "", vector: bool = False) -> Table:
    """One tensor; ``member`` is its name."""
    tensors = safetensors_index(source)
    key = _chosen(list(tensors), member, source.name)
    where = f"{source.name}, tensor {short_repr(key)}"
    dtype, shape, begin, stop = tensors[key]
    kind = _SAFETENSORS.get(dtype)
    if kind is None:
        raise BadInput(
            f"tensor must hold one of {', '.join(sorted(_SAFETENSORS))}, not {short_repr(dtype)} ({where})"
        )
    n, d = (_vector_shape if vector else _matrix_shape)(shape, where)
    if stop - begin != n * d * kind.size:
        raise BadInput(
            f"tensor must have {n * d * kind.size} bytes for {n} x {d} {kind.name}, not {stop - begin} ({where})"
        )
    source.file.seek(begin)
    return _table(_decoded(source.file.read(stop - begin), kind, "<", (n, d)), kind, where)


def safetensors_index(source: Source) -> dict[str, tuple[str, object, int, int]]:
    """For every tensor its type and shape as the header says them, and where its bytes begin and
    end in the file.
    """
    file, name = source.file, source.name
    file.seek(0)
    prefix = file.read(8)
    length = int.from_bytes(prefix, "little")
    if len(prefix) < 8 or length > source.size - 8:
        raise BadInput(
            f"safetensors must hold its whole header, not {source.size} bytes only ({name})"
        )
    if length > _MAX_HEADER:
        raise BadInput(
            f"safetensors header must have at most {_MAX_HEADER} bytes, not {length} ({name})"
        )
    try:
        header = json.loads(file.read(length).decode("utf-8"), object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"safetensors header must be JSON: {' '.join(str(error).split())[:100]} ({name})"
        ) from None
    if not isinstance(header, dict):
        raise BadInput(f"safetensors header must be an object, not {short_repr(header)} ({name})")
    header.pop("__metadata__", None)
    tensors = {
        key: _tensor(value, f"{name}, tensor {short_repr(key)}") for key, value in header.items()
    }
    end = 0
    for _, _, (begin, stop) in sorted(tensors.values(), key=lambda tensor: tensor[2]):
        if begin != end:
            raise BadInput(
                f"safetensors must hold its tensors end to end, not one from {begin} after {end} ({name})"
            )
        end = stop
    if end != source.size - 8 - length:
        raise BadInput(
            f"safetensors must hold {end} bytes of tensors, not {source.size - 8 - length} ({name})"
        )
    return {
        key: (dtype, shape, 8 + length + begin, 8 + length + stop)
        for key, (dtype, shape, (begin, stop)) in tensors.items()
    }


class Header(NamedTuple):
    """The header of an array. ``kind``: None if it holds no numbers; ``name``: its type, for
    messages; ``length``: bytes ahead.
    """

    kind: _Kind | None
    name: str
    order: str
    fortran: bool
    shape: tuple[int, ...]
    length: int


def npy_header(file: BinaryIO, where: str) -> Header:
    """The header at the place where the file stands; afterwards it stands at the numbers."""
    magic = file.read(8)
    width = (
        {1: 2, 2: 4, 3: 4}.get(magic[6]) if len(magic) == 8 and magic[:6] == b"\x93NUMPY" else None
    )
    if width is None:
        raise BadInput(
            f"npy must start with its magic bytes and version, not {short_repr(magic)} ({where})"
        )
    length = int.from_bytes(file.read(width), "little")
    if length > 10_000:
        raise BadInput(f"npy header must have at most 10000 bytes, not {length} ({where})")
    raw = file.read(length)
    try:
        header = ast.literal_eval(raw.decode("utf-8").strip())
        descr, fortran, shape = header["descr"], header["fortran_order"], header["shape"]
    except (ValueError, SyntaxError, TypeError, KeyError, RecursionError, MemoryError):
        raise BadInput(
            f"npy header must give descr, fortran_order and shape, not {short_repr(raw)} ({where})"
        ) from None
    if not isinstance(fortran, bool):
        raise BadInput(
            f"npy header must say True or False for fortran_order, not {short_repr(fortran)} ({where})"
        )
    kind = (
        _NPY_NAMES.get(descr[1:])
        if isinstance(descr, str) and descr[:1] in ("<", ">", "|", "=")
        else None
    )
    name = (
        kind.name
        if kind
        else "Python objects, which are never unpickled"
        if descr in ("|O", "O")
        else short_repr(descr)
    )
    order = ">" if isinstance(descr, str) and descr[:1] == ">" else "<"
    return Header(kind, name, order, fortran, natural_shape(shape, where), 8 + width + length)


def _npy(file: BinaryIO, size: int, where: str, check: _Check) -> tuple[np.ndarray, _Kind]:
    header = npy_header(file, where)
    kind = header.kind
    if kind is None:
        raise BadInput(
            f"npy must hold integers or floats of at most 64 bits, not {header.name} ({where})"
        )
    shape = check(header.shape, where)
    expected = prod(shape) * kind.size
    claim = f"npy must have {short_repr(expected)} bytes for {' x '.join(map(short_repr, shape))} {kind.name}"
    if (present := size - header.length) != expected:
        raise BadInput(f"{claim}, not {present} ({where})")
    body = file.read(expected)
    if len(body) != expected:
        raise BadInput(f"{claim}, not {len(body)} ({where})")
    return _decoded(body, kind, header.order, shape, header.fortran), kind


def _tensor(value: Any, where: str) -> tuple[str, object, tuple[int, int]]:
    if (
        not isinstance(value, dict)
        or set(value) != {"dtype", "shape", "data_offsets"}
        or not isinstance(value["dtype"], str)
    ):
        raise BadInput(
            f"tensor must have dtype, shape and data_offsets, not {short_repr(value)} ({where})"
        )
    offsets = value["data_offsets"]
    if (
        not isinstance(offsets, list)
        or len(offsets) != 2
        or not all(type(x) is int for x in offsets)
        or not 0 <= offsets[0] <= offsets[1]
    ):
        raise BadInput(
            f"data_offsets must be two ascending positions, not {short_repr(offsets)} ({where})"
        )
    return value["dtype"], value["shape"], (offsets[0], offsets[1])


def natural_shape(shape: object, where: str) -> tuple[int, ...]:
    """The shape as a tuple. An array without entries may claim any sizes: these are bounded as if
    it had some.
    """
    if not isinstance(shape, list | tuple) or not all(type(x) is int and x >= 0 for x in shape):
        raise BadInput(
            f"shape must be a list of natural numbers, not {short_repr(shape)} ({where})"
        )
    if len(shape) > _MAX_AXES or prod(x or 1 for x in shape) > _MAX_CLAIM:
        raise BadInput(
            f"shape must have at most {_MAX_AXES} axes and {_MAX_CLAIM} entries, not {short_repr(shape)} ({where})"
        )
    return tuple(shape)


def _matrix_shape(shape: object, where: str) -> tuple[int, ...]:
    natural = natural_shape(shape, where)
    if len(natural) != 2:
        raise BadInput(f"array must have 2 dimensions, not {len(natural)} ({where})")
    check_shape(natural[0], natural[1], where)
    return natural


def _vector_shape(shape: object, where: str) -> tuple[int, ...]:
    """A vector counts as one column."""
    natural = natural_shape(shape, where)
    return _matrix_shape((*natural, 1) if len(natural) == 1 else natural, where)


def _chosen(names: list[str], member: str, where: str) -> str:
    listing = ", ".join(short_repr(name) for name in names[:8]) + (
        ", ..." if len(names) > 8 else ""
    )
    if member:
        if member not in names:
            raise BadInput(
                f"array name must be one of {listing or 'none'}, not {short_repr(member)} ({where})"
            )
        return member
    if len(names) != 1:
        raise BadInput(
            f"file must hold one array, or be followed by : and a name, not {len(names)} arrays ({where}: {listing})"
        )
    return names[0]


def _decoded(
    raw: bytes, kind: _Kind, order: str, shape: tuple[int, ...], fortran: bool = False
) -> np.ndarray:
    import numpy as np

    if kind.name == "bfloat16":
        flat = (np.frombuffer(raw, f"{order}u2").astype(np.uint32) << 16).view(np.float32)
    else:
        flat = np.frombuffer(raw, order + kind.code)
    return flat.reshape(shape[::-1]).T if fortran else flat.reshape(shape)


def _table(values: np.ndarray, kind: _Kind, where: str) -> Table:
    entries = Entries()
    rows = [
        entries.row(row.tolist(), partial(_place, where, i))
        for i, row in enumerate(with_progress("reading", values), 1)
    ]
    return Table(
        rows,
        dimension=values.shape[1],
        reading=f"{kind.name}, {'dyadic' if 'float' in kind.name else 'exact'}",
    )


def _place(where: str, i: int, j: int) -> str:
    return f"{where}, row {i}, column {j + 1}"
