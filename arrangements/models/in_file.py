"""Rows of a layer that stay in the file of the model: blocks are converted when they are looked at.

``RowsInFile`` stands where an array of float32 would: shape, rows by a slice or by their numbers,
columns by a slice. The file is mapped into memory, and bfloat16, float16 or float32 as it is there;
the offsets are a column before the first. It is pickled as the name of the file, so that workers map
the same. Whatever else an array has is asked of all rows, converted for the purpose.

>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "words")
...     np.array([[0x3F80, 0x4000], [0x4040, 0xBF80]], "<u2").tofile(path)
...     rows = RowsInFile(Mapped(path, "<u2", 0, (2, 2), brief=True), np.array([0.5, 0], np.float32))
...     rows.shape, rows[1].tolist(), rows[:, 1:][[1, 0]].tolist(), float(rows.max())
((2, 3), [0.0, 3.0, -1.0], [[3.0, -1.0], [1.0, 2.0]], 3.0)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, cast

import numpy as np

from arrangements.models.model import Mapped

__all__ = ["RowsInFile"]

_PART = 1 << 20  # entries looked at together


class RowsInFile(np.lib.mixins.NDArrayOperatorsMixin):
    """``offsets``: the first column, if it is not left out; ``columns``: those of the file that are
    taken.
    """

    ndim, dtype = 2, np.dtype(np.float32)

    def __init__(
        self, mapped: Mapped, offsets: np.ndarray | None, columns: tuple[int, int] | None = None
    ) -> None:
        self.mapped, self.offsets = mapped, offsets
        self.columns = (0, mapped.shape[1]) if columns is None else columns
        self.words = mapped.entries()
        width = self.columns[1] - self.columns[0] + (offsets is not None)
        self.shape = (mapped.shape[0], width)
        self.size = mapped.shape[0] * width

    def __reduce__(
        self,
    ) -> tuple[type[RowsInFile], tuple[Mapped, np.ndarray | None, tuple[int, int]]]:
        return RowsInFile, (self.mapped, self.offsets, self.columns)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: object) -> np.ndarray:
        if not isinstance(key, tuple):
            return self._taken(key)
        chosen, *columns = key
        if len(columns) == 1 and isinstance(chosen, slice) and chosen == slice(None):
            return self._side(columns[0])
        return np.asarray(self._taken(chosen)[(..., *columns)])

    def _taken(self, chosen: Any) -> np.ndarray:
        """Some rows, or one, as an array."""
        start, stop = self.columns
        words = np.asarray(self.words[chosen])[..., start:stop]
        extra = int(self.offsets is not None)
        numbers = np.empty((*words.shape[:-1], stop - start + extra), np.float32)
        if self.offsets is not None:
            numbers[..., 0] = self.offsets[chosen]
        if self.mapped.brief:
            np.left_shift(words, 16, out=numbers.view(np.uint32)[..., extra:], dtype=np.uint32)
        else:
            numbers[..., extra:] = words
        return numbers

    def _side(self, column: Any) -> np.ndarray:
        """One column of all rows, or some neighbouring ones, which stay in the file."""
        places = range(self.shape[1])[column]
        if isinstance(places, int):
            if self.offsets is not None and places == 0:
                return self.offsets
            return np.concatenate([part[:, places] for part in self._parts()])
        if not places or places.step != 1:
            return self._taken(slice(None))[:, column]
        extra = int(self.offsets is not None)
        start, stop = (max(0, k - extra) for k in (places.start, places.stop))
        keeping = self.offsets if places.start == 0 else None
        begin = self.columns[0]
        part = RowsInFile(self.mapped, keeping, (begin + start, begin + stop))
        return cast("np.ndarray", part)

    def _parts(self) -> Iterator[np.ndarray]:
        step = max(1, _PART // max(1, self.shape[1]))
        for start in range(0, len(self), step):
            yield self._taken(slice(start, start + step))

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: object, **more: object
    ) -> object:
        whole = [np.asarray(x) if isinstance(x, RowsInFile) else x for x in inputs]
        return getattr(ufunc, method)(*whole, **more)

    def __array__(self, dtype: np.dtype | None = None, copy: bool | None = None) -> np.ndarray:
        numbers = self._taken(slice(None))
        return numbers if dtype is None else numbers.astype(dtype, copy=False)

    @cached_property
    def _ends(self) -> tuple[float, float]:
        least, most = np.inf, -np.inf
        for part in self._parts():
            # Of entries with a NaN both are NaN.
            least, most = np.minimum(least, part.min()), np.maximum(most, part.max())
        return float(least), float(most)

    def max(self, **more: object) -> float:
        return self._ends[1] if self.size and "axis" not in more else self._end("max", more)

    def min(self, **more: object) -> float:
        return self._ends[0] if self.size and "axis" not in more else self._end("min", more)

    def _end(self, name: str, more: dict[str, object]) -> float:
        return cast("float", getattr(np.asarray(self), name)(**more))

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(np.asarray(self), name)
