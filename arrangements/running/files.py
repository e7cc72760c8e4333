"""Files that appear complete or not at all, and those that come with the project.

>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> write_atomically(Path(folder.name) / "answer.txt", "yes")
>>> [path.name for path in Path(folder.name).iterdir()]
['answer.txt']
>>> folder.cleanup()
"""

from __future__ import annotations

import errno
import os
import secrets
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from arrangements.errors import ArrangementsError, BadInput, LimitReached, short_repr

__all__ = [
    "check_writable",
    "made_folder",
    "opened_atomically",
    "shipped",
    "write_atomically",
]

# SIGHUP is unknown to Windows
_ENDING = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
# suffixes of files, which no folder that is made here may have
_FILES = frozenset(
    [
        ".csv",
        ".html",
        ".json",
        ".jsonl",
        ".md",
        ".npy",
        ".npz",
        ".parquet",
        ".pdf",
        ".png",
        ".safetensors",
        ".sarif",
        ".svg",
        ".tex",
        ".txt",
        ".xml",
    ]
)
# the disk, the share of this user, the limit on a file's size
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def write_atomically(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file under a temporary name in its folder, then rename it. Text is written as
    UTF-8.
    """
    with opened_atomically(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def opened_atomically(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to be filled under a temporary name, its ``name``, in the folder of ``path``; renamed
    if the block ends well, else removed.

    It is renamed when all of it is on the disk: what was there before is never replaced by a part.
    """
    target = Path(path)
    with _temporary(target) as temporary:
        try:
            with open(temporary, "wb") as file:
                yield file
                size = file.seek(0, os.SEEK_END)
                file.flush()
                os.fsync(file.fileno())
            if os.stat(temporary).st_size != size:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, target)
        except OSError as error:
            raise _refusal(target, error) from None


def shipped(name: str) -> Path:
    """A file or folder of ``data``: beside the package in a checkout, inside it when installed from
    a wheel.

    >>> shipped("types/points-5.txt").is_file()
    True
    """
    package = Path(__file__).parents[1]
    installed = package / "_data"
    return (installed if installed.is_dir() else package.parent / "data") / name


def made_folder(path: str | os.PathLike[str], what: str = "report folder") -> Path:
    """The folder, made if it is missing. ``what`` is its name in the error if that is not possible, or
    if its name is one of a file.
    """
    if Path(path).suffix.lower() in _FILES and not Path(path).is_dir():
        raise BadInput(f"{what} must have the name of a folder, not {short_repr(os.fspath(path))}")
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadInput(
            f"{what} must be writable, not {short_repr(os.fspath(path))} ({getattr(error, 'strerror', error)})"
        ) from None
    return Path(path)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a path now that could not be written later."""
    with _temporary(Path(path)):
        pass


@contextmanager
def _temporary(target: Path) -> Iterator[str]:
    """The name of a new file beside the target, which is gone afterwards, however the block ends; also
    if SIGTERM or SIGHUP ends the process meanwhile, which then goes on to do so.
    """
    name = str(target.parent / f".{target.name}.{secrets.token_hex(8)}.part")
    before: dict[int, Any] = {}
    owner = os.getpid()

    def end(number: int, _: object) -> None:
        if os.getpid() == owner:  # not a process that was forked meanwhile
            _unlink(name)
        signal.signal(number, before[number])
        os.kill(os.getpid(), number)

    # Only the main thread hears signals. Whoever hears them otherwise goes on, or unwinds the block.
    if threading.current_thread() is threading.main_thread():
        for number in _ENDING:
            handler = signal.getsignal(number)
            if handler is signal.SIG_DFL or getattr(handler, "__code__", None) is end.__code__:
                before[number] = handler
                signal.signal(number, end)
    try:
        try:
            os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except (OSError, ValueError) as error:
            raise _refusal(target, error) from None
        yield name
    finally:
        _unlink(name)
        for number, handler in before.items():
            signal.signal(number, handler)


def _unlink(name: str) -> None:
    with suppress(OSError, ValueError):
        os.unlink(name)


def _refusal(target: Path, error: Exception) -> ArrangementsError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if isinstance(error, OSError) and error.errno in _FULL:
        return LimitReached(f"disk must have room for {short_repr(str(target))}, not say: {reason}")
    return BadInput(f"file must be writable, not {short_repr(str(target))} ({reason})")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
