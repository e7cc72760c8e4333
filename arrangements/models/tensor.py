"""``Tensor``: one array of a model file, known by name and shape, and read when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Tensor"]


@dataclass(frozen=True)
class Tensor:
    """``read`` gives the array, memory-mapped where that is possible. ``axis``: which axis counts outputs, if a graph says so.

    ``note``: where it is, for messages. ``last``: place among the products of the graph, the last one highest, -1 for none. ``bias``: the
    vector that the graph adds.
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    note: str
    read: Callable[[], np.ndarray]
    axis: int | None = None
    last: int = -1
    bias: str | None = None
