"""A key that nobody else has, by which a program knows again what it wrote itself.

It lies in a file that this user alone can read. Whoever can read it, or put another in its place,
could change the program as well.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     key = own_key(Path(folder) / "key")
...     len(key), own_key(Path(folder) / "key") == key
(32, True)
"""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["own_key"]

_BYTES = 32  # of a key


def own_key(path: Path) -> bytes | None:
    """The key in the file, which is made if it is missing; None if there can be none, or if others
    may have read or written it.
    """
    with suppress(OSError):
        if not path.exists():
            _make(path)
        with path.open("rb") as file:
            about, found = os.fstat(file.fileno()), file.read(_BYTES + 1)
        if os.name == "posix":
            shared = about.st_uid != os.getuid() or about.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        else:
            shared = False
        if len(found) == _BYTES and not shared:
            return found
    return None


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent)  # for this user alone
    with os.fdopen(handle, "wb") as file:
        file.write(secrets.token_bytes(_BYTES))
    os.replace(temporary, path)  # whole or not at all
