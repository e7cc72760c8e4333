"""``Model``: what a model file holds, and ``Tensor``: one array of it, known by name and shape, and
read when it is asked for.

>>> import numpy as np
>>> tensor = Tensor("w", "float32", (3, 2), "m.npy", lambda: np.arange(6.0).reshape(3, 2))
>>> [block.tolist() for block in tensor.blocks(4)]
[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0]]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

__all__ = ["NOT_LOOKED_AT", "Before", "Mapped", "Model", "Tensor"]

#: What is said of an operation after the layer that may change every answer.
NOT_LOOKED_AT = "which is not looked at: answers are about this product alone"


class Mapped(NamedTuple):
    """A matrix that lies in a file as it is, from a byte on, row after row; ``brief``: its entries
    are the upper halves of float32, bfloat16.
    """

    path: str
    code: str
    begin: int
    shape: tuple[int, int]
    brief: bool = False

    def entries(self) -> np.ndarray:
        """They, or their words, memory-mapped."""
        import numpy as np

        return np.memmap(self.path, self.code, "r", self.begin, self.shape)


@dataclass(frozen=True)
class Tensor:
    """``read`` gives the array, memory-mapped where that is possible; ``rows`` gives some of its
    rows alone.

    Arrays hold floats of at most 64 bits or integers, each the number that it stands for, never a
    rounded one: a format whose numbers do not fit is refused by its reader. Whether floats are
    finite is not checked here. ``axis``: which axis counts outputs, if a graph says so. ``note``:
    where it is, for messages. ``last``: place among the products of the graph, the last one
    highest, -1 for none. ``bias``: the vector that the graph adds. ``part``: reads rows from, up
    to, for formats that need not read all of them. ``before``: tells what the inputs of this matrix
    are, if the model says. ``mapped``: where its floats of at most 32 bits are, if they lie in a
    file as they are.
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    note: str
    read: Callable[[], np.ndarray]
    axis: int | None = None
    last: int = -1
    bias: str | None = None
    part: Callable[[int, int], np.ndarray] | None = None
    before: Callable[[], Before | None] | None = None
    mapped: Mapped | None = None

    def rows(self, start: int, stop: int) -> np.ndarray:
        """The rows from ``start`` up to ``stop``, along the first axis."""
        return self.read()[start:stop] if self.part is None else self.part(start, stop)

    def blocks(self, entries: int = 1 << 22) -> Iterator[np.ndarray]:
        """All rows in order, in blocks of at most so many entries (or of one row)."""
        whole = self.read() if self.part is None else None
        step = max(1, entries // max(1, prod(self.shape[1:])))
        for start in range(0, self.shape[0], step):
            stop = min(start + step, self.shape[0])
            yield self.rows(start, stop) if whole is None else whole[start:stop]


@dataclass(frozen=True)
class Before:
    """The inputs of the last layer, as far as the model tells: ``steps`` in words, the
    last one first, and what they prove.

    ``low``, ``high``: rational bounds of every coordinate, or of each; None where nothing is
    proved. ``simplex``: coordinates are not negative and have the sum 1. ``equation``: (c, a_1, ..,
    a_d) with c + <a, h> = 0. ``norm``: the norm that comes last, of which all that follows.
    """

    steps: tuple[str, ...]
    low: Fraction | tuple[Fraction, ...] | None = None
    high: Fraction | tuple[Fraction, ...] | None = None
    simplex: bool = False
    equation: tuple[Fraction, ...] | None = None
    norm: Norm | None = None


@dataclass(frozen=True)
class Norm:
    """Inputs c + g z with |z|^2 <= d; ``centred``: the sum of z is zero."""

    gains: tuple[Fraction, ...]
    shift: tuple[Fraction, ...]
    centred: bool


@dataclass(frozen=True)
class Model:
    """``tensors`` by name, in the order of the file. ``labels`` gives those that the file itself
    has, one for each output.

    ``output``: the tensor that the file says is the output layer, if it does say. ``facts``: what
    there is to tell about the model, by what it is about (``architecture``, ``after the layer``,
    ...).
    """

    source: str
    tensors: Mapping[str, Tensor]
    output: str | None = None
    labels: Callable[[], Sequence[str]] | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
