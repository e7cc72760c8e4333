"""``kernel``: numba's ``njit`` with a cache that cannot be stale (``cache``).

A kernel may call kernels from nowhere but its own file and this package (checked), which the key of the cache is made from. A cache that
cannot be read is ignored and one that cannot be written is not written.

>>> @kernel
... def double(x):
...     return 2 * x
>>> int(double(21)), double.py_func(21)
(42, 42)
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.dispatcher import Dispatcher

from arrangements.errors import InternalError
from arrangements.kernels.cache import folder, stamp
from arrangements.running import tell

__all__ = ["kernel"]

_HERE = Path(__file__).parent


class _Locator(_CacheLocator):
    def __init__(self, file: str, line: int) -> None:
        self._file, self._line = file, line

    def get_cache_path(self) -> str:
        return folder(self._file)

    def get_source_stamp(self) -> str:
        return stamp(self._file)

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator:
        return cls(py_file, py_func.__code__.co_firstlineno)


class _Implementation(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 -- the name and type are numba's


class _Cache(FunctionCache):
    _impl_class = _Implementation

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = None
        with suppress(Exception):  # a truncated or foreign cache file; numba raises whatever unpickling raises
            found = super().load_overload(sig, target_context)
        if found is None:
            tell(f"compiling {self._py_func.__name__.strip('_')}")
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception:  # read-only or full disk, or an index that cannot be unpickled: start afresh where possible
            with suppress(OSError):
                self.flush()


def _check_callees(function: Any) -> None:
    """Refuse calls to kernels whose file is not part of the key."""
    own = function.__code__.co_filename
    for name in function.__code__.co_names:
        callee = function.__globals__.get(name)
        if isinstance(callee, Dispatcher):
            file = Path(callee.py_func.__code__.co_filename)
            if str(file) != own and _HERE not in file.parents:
                where = f"in its own file or in arrangements.kernels, not in {file.name}"
                raise InternalError(f"a kernel called by {function.__name__} must be {where}")


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile on first call; options as for ``numba.njit`` (``parallel=True``, ``inline="always"``, ...). The GIL is released."""
    if function is None:
        return lambda f: kernel(f, **options)
    _check_callees(function)
    compiled = numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    if os.path.exists(function.__code__.co_filename):  # not for functions typed at a prompt
        compiled._cache = _Cache(function)
    return compiled
