"""NumPy's files: ``.npy``, memory-mapped, and ``.npz``, whose members are unpacked one at a
time.
"""

from __future__ import annotations

import zipfile
from functools import partial
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers import archives
from arrangements.io.readers.arrays import Header, member_array, natural_shape, npy_header
from arrangements.models.model import Mapped, Model, Tensor
from arrangements.running import check_memory
from arrangements.running.sources import from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["open_npy", "open_npz"]


def open_npz(path: str) -> Model:
    tensors = {}
    with from_file(path) as source, archives.opened(source.file, source.name) as archive:
        for info in archive.infolist():
            key = info.filename.removesuffix(".npy")
            where = f"{path}, array {short_repr(key)}"
            archives.checked(info, where)
            try:
                with archive.open(info) as member:
                    header = npy_header(member, where)  # type: ignore[arg-type]
            except archives.BROKEN as error:
                raise archives.broken(error, where) from None
            tensors[key] = Tensor(
                key, header.name, header.shape, where, partial(_member, path, info, where)
            )
    return Model(path, tensors)


def _member(path: str, info: zipfile.ZipInfo, where: str) -> np.ndarray:
    check_memory(where, info.file_size, 1, "bytes")
    with from_file(path) as source, archives.opened(source.file, source.name) as archive:
        return member_array(archive, info, where, natural_shape)[0]


def open_npy(path: str) -> Model:
    with from_file(path) as source:
        header = npy_header(source.file, path)
        size = source.size
    name = Path(path).stem
    if header.kind is not None and (present := size - header.length) != (
        expected := prod(header.shape) * header.kind.size
    ):
        raise BadInput(
            f"npy must have {short_repr(expected)} bytes for its shape {short_repr(header.shape)}, not {present} ({path})"
        )
    there, kind = None, header.kind
    plain = kind is not None and kind.code in ("f2", "f4") and not header.fortran
    if kind is not None and plain and len(header.shape) == 2 and all(header.shape):
        n, d = header.shape
        there = Mapped(path, header.order + kind.code, header.length, (n, d))
    read = partial(_mapped, path, header)
    return Model(path, {name: Tensor(name, header.name, header.shape, path, read, mapped=there)})


def _mapped(path: str, header: Header) -> np.ndarray:
    import numpy as np

    if header.kind is None:
        raise BadInput(
            f"npy must hold integers or floats of at most 64 bits, not {header.name} ({path})"
        )
    if not prod(header.shape):
        return np.zeros(header.shape)
    return np.memmap(
        path,
        header.order + header.kind.code,
        "r",
        header.length,
        header.shape,
        "F" if header.fortran else "C",
    )
