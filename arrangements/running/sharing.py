"""Values that all tasks of a batch share, such as the rows of a layer, sent to each worker once.

``shared`` gives what is put into the arguments of tasks in its place, ``opened`` what it stands for.
Processes of this machine read it from memory that they map, so that its arrays exist once; on a
Dask cluster it is scattered; any other executor gets the value itself.

>>> from arrangements.running.executors import Inline
>>> with Inline() as executor, shared(executor, [1, 2]) as common:
...     executor.submit(lambda common: sum(opened(common)), common).result()
3
"""

from __future__ import annotations

import mmap
import os
import pickle
import secrets
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, NamedTuple, cast

from arrangements.running.executors import Cluster, Processes

__all__ = ["Shared", "opened", "shared"]

_ALIGNED = 64  # bytes: where an array may begin
_KEY = 16  # bytes
_READ: dict[bytes, Any] = {}  # of this process, which works for one batch at a time


class Shared:
    """A value that is pickled as the name of a file, written when that happens first."""

    def __init__(self, value: object) -> None:
        self.value = value
        self._lock = threading.Lock()
        self._file: BinaryIO | None = None
        self._name = ""
        # Names of files in memory are given again: this is not.
        self._key = secrets.token_bytes(_KEY)

    def __reduce__(self) -> tuple[type[_There], tuple[str, bytes]]:
        with self._lock:
            if self._file is None:
                self._file, self._name = _file()
                _write(self.value, self._key, self._file)
        return _There, (self._name, self._key)

    def close(self) -> None:
        """The file is gone, and whoever has not read it cannot any more."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                if not self._name.startswith("/proc/"):
                    with suppress(OSError):
                        os.unlink(self._name)


class _There(NamedTuple):
    """Where a task finds the value, which it reads when it is opened."""

    name: str
    key: bytes


@contextmanager
def shared(executor: Executor, value: object) -> Iterator[object]:
    """A stand-in for the value in the arguments of tasks, until the block ends."""
    if isinstance(executor, Cluster):
        yield executor.scattered(value)
    elif isinstance(executor, Processes | ProcessPoolExecutor):
        common = Shared(value)
        try:
            yield common
        finally:
            common.close()
    else:
        yield value


def opened(common: object) -> object:
    """The value, in a task."""
    if isinstance(common, _There):
        return _read(*common)
    return common.value if isinstance(common, Shared) else common


def _file() -> tuple[BinaryIO, str]:
    """A file that workers can open by its name; in memory, without a trace, where that is possible."""
    if hasattr(os, "memfd_create"):
        with suppress(OSError):
            file = cast("BinaryIO", os.fdopen(os.memfd_create("shared"), "w+b"))
            name = f"/proc/{os.getpid()}/fd/{file.fileno()}"
            if os.access(name, os.R_OK):
                return file, name
            file.close()
    handle, name = tempfile.mkstemp(prefix="arrangements-")
    return cast("BinaryIO", os.fdopen(handle, "w+b")), name


def _write(value: object, key: bytes, file: BinaryIO) -> None:
    """The arrays of a value one after another, the rest of it with where they are, the key."""
    buffers: list[pickle.PickleBuffer] = []
    rest = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    places = []
    for buffer in buffers:
        raw = buffer.raw()
        file.seek(-file.tell() % _ALIGNED, os.SEEK_CUR)
        places.append((file.tell(), raw.nbytes))
        file.write(raw)
    end = file.tell()
    pickle.dump((places, rest), file, protocol=5)
    file.write(end.to_bytes(8, "little") + key)
    file.flush()


def _read(name: str, key: bytes) -> Any:
    if key not in _READ:
        with open(name, "rb") as file:
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if whole[-_KEY:] != key:
            raise FileNotFoundError(f"what tasks have in common must still be there ({name})")
        end = int.from_bytes(whole[-_KEY - 8 : -_KEY], "little")
        places, rest = pickle.loads(whole[end : -_KEY - 8])
        buffers = [whole[start : start + size] for start, size in places]
        _READ.clear()
        _READ[key] = pickle.loads(rest, buffers=buffers)
    return _READ[key]
