"""Zip files of NumPy arrays, opened as hostile input: for matrices in ``.npz`` files and for
tables.

>>> import io
>>> opened(io.BytesIO(b"PK"), "m.npz")
Traceback (most recent call last):
...
arrangements.errors.BadInput: npz must be a complete zip file: file is not a zip file (m.npz)
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import BinaryIO

from arrangements.errors import BadInput, short_repr

__all__ = ["BROKEN", "broken", "checked", "opened"]

#: What ``zipfile`` raises for damaged archives.
BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError, struct.error, OverflowError,
)  # fmt: skip
# bytes of the list of members, of which ``zipfile`` makes objects one by one
_MAX_DIRECTORY = 1 << 20


class _Capped(io.RawIOBase):
    """A file of which no large piece is read at once, as ``zipfile`` reads the whole list of
    members.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.cap = _MAX_DIRECTORY

    def read(self, size: int = -1) -> bytes:
        if size > self.cap:
            raise zipfile.BadZipFile(f"its list of members has more than {_MAX_DIRECTORY} bytes")
        return self._file.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def opened(file: BinaryIO, name: str, kind: str = "npz") -> zipfile.ZipFile:
    """The archive; its members must have distinct names, without ``.npy``. ``kind``: what it is
    called in messages.
    """
    capped = _Capped(file)
    try:
        archive = zipfile.ZipFile(capped)
    except BROKEN as error:
        raise broken(error, name, kind) from None
    capped.cap = 1 << 62
    seen: set[str] = set()
    for info in archive.infolist():
        key = info.filename.removesuffix(".npy")
        if key in seen:
            raise BadInput(f"array name must be unique, not a second {short_repr(key)} ({name})")
        seen.add(key)
    return archive


def checked(info: zipfile.ZipInfo, where: str, kind: str = "npz") -> None:
    """Refuse a member that is packed by a method with other rules than the usual ones."""
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadInput(
            f"{kind} must be stored or deflated, not compressed by method {info.compress_type} ({where})"
        )


def broken(error: Exception, name: str, kind: str = "npz") -> BadInput:
    """The message for an archive that ``zipfile`` cannot read."""
    reason = " ".join(str(error).split())[:100].lower() or "truncated"
    return BadInput(f"{kind} must be a complete zip file: {reason} ({name})")
