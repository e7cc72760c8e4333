"""``kernel``: numba's ``njit`` with a cache that cannot be stale (``cache``).

A kernel may call kernels from nowhere but its own file and this package (checked), which the key of
the cache is made from. A cache that cannot be read is ignored and one that cannot be written is not
written.

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

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import (
    InlineOverloads,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    InlineInlinables,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

from arrangements.errors import InternalError
from arrangements.kernels.cache import folder, sources, stamp
from arrangements.running import report_progress

__all__ = ["kernel"]


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
        # a truncated or foreign cache file; numba raises whatever unpickling raises
        with suppress(Exception):
            found = super().load_overload(sig, target_context)
        if found is None:
            report_progress(f"compiling {self._py_func.__name__.strip('_')}")
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
            if file not in sources(own):
                where = f"in its own file or in a folder of kernels, not in {file.name}"
                raise InternalError(f"a kernel called by {function.__name__} must be {where}")


class _Part(JITCodeLibrary):
    """Code that others are linked with and optimised with, and that is no machine code by
    itself.
    """

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Nothing: there is no machine code that might use it."""


_PASSES = (
    *(
        TranslateByteCode,
        FixupArgs,
        IRProcessing,
        GenericRewrites,
        InlineInlinables,
        ReconstructSSA,
    ),
    *(
        NopythonTypeInference,
        PreLowerStripPhis,
        InlineOverloads,
        IRLegalization,
        NativeLowering,
        NoPythonBackend,
    ),
)


class _Compiler(CompilerBase):
    """The passes that kernels need: no closures, no literal arguments, no array expressions."""

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("kernel")
        for step in _PASSES:
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


class _PartCompiler(_Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library, *rest)
        self.state.library = _Part(target.codegen(), "part")


class _Kernel(CPUDispatcher):
    """The function by which calls from Python find compiled code; kernels that call this one are
    linked with a part, half the time to compile.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_Compiler)
        self._part = CPUDispatcher(
            function,
            targetoptions=options | {"no_cpython_wrapper": True},
            pipeline_class=_PartCompiler,
        )

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._part.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self._part.get_overload(sig)

    @property
    def is_compiling(self) -> bool:
        return bool(self._compiling_counter or self._part.is_compiling)


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile on first call; options as for ``numba.njit`` (``parallel=True``, ``inline="always"``,
    ...). The GIL is released.
    """
    if function is None:
        return lambda f: kernel(f, **options)
    _check_callees(function)
    compiled = _Kernel(
        function, {"nopython": True, "nogil": True, "no_cfunc_wrapper": True, **options}
    )
    if os.path.exists(function.__code__.co_filename):  # not for functions typed at a prompt
        compiled._cache = _Cache(function)
    return compiled
