"""How much time and memory work may take, or a process with all that it starts, and how large an
answer will be before it is computed.

Numbers that nobody reads digit by digit are shown by their order of magnitude.

>>> from arrangements.running import limited
>>> with limited("an example", memory=100):
...     check_memory("sign pattern", 1000, 8)
Traceback (most recent call last):
...
arrangements.errors.LimitReached: sign pattern must fit in 100 bytes (12 members), not need up to 8,000 (1,000 members)
>>> with limited("an example", memory=100):
...     check_memory("sign pattern", 3**100, 8)
Traceback (most recent call last):
...
arrangements.errors.LimitReached: sign pattern must fit in 100 bytes (12 members), not need up to 10^48 (10^47 members)
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from math import log10
from pathlib import Path, PurePosixPath

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.running.scope import current

__all__ = [
    "check_memory",
    "check_timeout",
    "die_with_parent",
    "limit_memory",
    "machine_memory",
    "memory_limit",
    "memory_size",
]

# Where version 2 and version 1 of control groups keep the limit.
_GROUPS = {
    "": ("/sys/fs/cgroup", "memory.max"),
    "memory": ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
}
_UNTOLD = 2**32


def memory_limit() -> int:
    """Bytes that an answer and the tables behind it may take: what the scope allows, else half of
    the memory of the machine.
    """
    allowed = current().memory
    return machine_memory() // 2 if allowed is None else allowed


@cache
def machine_memory() -> int:
    """The memory of the machine, or of the control group that this process runs in if that has
    less. A system that does not tell, such as Windows, is taken to have 4 GiB.
    """
    try:
        installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return _UNTOLD
    with suppress(OSError):
        return min(
            (installed, *_group_limits(Path("/proc/self/cgroup").read_text(encoding="ascii")))
        )
    return installed


def _group_limits(membership: str, root: str = "") -> Iterator[int]:
    """The limits of the groups that ``/proc/self/cgroup`` names, and of the groups around them; a
    group may not show all of these.
    """
    for line in membership.splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in set(controllers.split(",")) & set(_GROUPS):
            mount, name = _GROUPS[controller]
            inner = PurePosixPath(path.lstrip("/"))
            for group in (inner, *inner.parents):
                with suppress(OSError, ValueError):  # ValueError: "max"
                    yield int(Path(root + mount, group, name).read_text(encoding="ascii"))


def check_memory(what: str, count: int, bytes_each: int, members: str = "members") -> None:
    """Refuse, with numbers, work that does not fit. ``count`` is an upper bound on the members of
    the answer.
    """
    limit = memory_limit()
    if count * bytes_each > limit:
        raise LimitReached(
            f"{what} must fit in {limit:,} bytes ({limit // bytes_each:,} {members}), "
            f"not need up to {_shown(count * bytes_each)} ({_shown(count)} {members})"
        )


def _shown(number: int) -> str:
    """All digits below 10^18, else the power of ten at or a little below it; the digits of a vast
    number are never computed.
    """
    return f"{number:,}" if number < 10**18 else f"10^{int((number.bit_length() - 1) * log10(2))}"


def check_timeout(seconds: float | None) -> None:
    """Refuse a time that is no limit; None is no limit asked for."""
    if seconds is not None and not 0 < seconds < 10**9:
        raise BadInput(f"timeout must be a positive number of seconds below 10^9, not {seconds:g}")


def memory_size(text: str) -> int:
    """Bytes from a text such as ``500M`` or ``4G``.

    >>> memory_size("2G")
    2147483648
    """
    match = re.fullmatch(r"([1-9][0-9]{0,8})([KMGT]?)B?", text, re.ASCII | re.IGNORECASE)
    if not match:
        raise BadInput(f"memory must be a size such as 500M or 4G, not {short_repr(text)}")
    thousands = "KMGT".index(match[2].upper()) + 1 if match[2] else 0
    return int(match[1]) << (10 * thousands)


def die_with_parent() -> None:
    """On Linux, ask to be killed when the parent is; elsewhere the clock has to do."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def limit_memory(size: int) -> None:
    """Let this process, and each one that it starts, have so many bytes; whoever asks for more gets
    an error or dies. Windows knows no such limit, and macOS may refuse this one: there the
    predictions of ``check_memory`` have to do.
    """
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    size = size if hard == resource.RLIM_INFINITY else min(size, hard)
    with suppress(*(() if sys.platform == "linux" else (OSError, ValueError))):
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
