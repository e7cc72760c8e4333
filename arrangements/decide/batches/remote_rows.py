"""The rows of a layer where another machine finds them: workers of a cluster open the file of the
model themselves, and compare the hash of its rows.

So the layer need not be sent, and the worker that replaces a lost one opens the file again. Files
that workers do not see are sent instead.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field

from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import BadInput
from arrangements.layers.configuration import Configuration
from arrangements.layers.layer import FloatRows, Layer

__all__ = ["Elsewhere", "elsewhere", "found_by"]

_LOCK = threading.Lock()  # tasks of one process open it once
_OPENED: dict[Elsewhere, DyadicMatrix] = {}


@dataclass(frozen=True)
class Elsewhere:
    """``read`` gives rows of this hash, from the file ``path``."""

    path: str
    content_hash: str
    read: Callable[[], FloatRows] = field(compare=False)

    def rows(self) -> DyadicMatrix:
        """The rows; each process opens the file once. BadInput if the file has others."""
        with _LOCK:
            if self not in _OPENED:
                _OPENED.clear()
                _OPENED[self] = DyadicMatrix(self._loaded().rows)
            return _OPENED[self]

    def _loaded(self) -> FloatRows:
        layer = self.read()
        if layer.content_hash != self.content_hash:
            raise BadInput(
                f"model must be the same file on every worker: its rows must have the hash {self.content_hash[:16]}, not {layer.content_hash[:16]} ({self.path})"
            )
        return layer

    def there(self) -> bool:
        """Whether this machine has a file of that name."""
        return os.path.exists(self.path)


def elsewhere(layer: Layer) -> Elsewhere | None:
    """Where the rows of a layer are, if they are those of a model's file alone."""
    source = layer.source
    if isinstance(source, Configuration) or source.file is None or source.read_again is None:
        return None
    return Elsewhere(os.path.abspath(source.file), source.content_hash, source.read_again)


def found_by(executor: Executor, place: Elsewhere) -> bool:
    """Whether a worker finds the file."""
    return executor.submit(_there, place).result()


def _there(place: Elsewhere) -> bool:
    return place.there()
