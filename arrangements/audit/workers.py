"""Worker processes for an audit. Each has one thread for products: several processes of several threads would only wait for each other.

>>> with processes(1) as executor:
...     executor.submit(pow, 2, 10).result()
1024
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

__all__ = ["processes"]

_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@contextmanager
def processes(number: int) -> Iterator[Executor]:
    """``number`` processes that start when the first work comes."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))  # read when NumPy is loaded, which spawned processes do anew
    executor = ProcessPoolExecutor(number, mp_context=get_context("spawn"))
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
