"""Quantised matrices of fastText (``.ftz``), for ``arrangements.models.fasttext_format``, which loads this
module by its name.

A row is put together from centroids and, perhaps, multiplied by a norm: both are float32, so their
product is exact in float64.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import NamedTuple

import numpy as np

from arrangements.errors import BadInput
from arrangements.models.fasttext_format import Reader
from arrangements.models.model import Tensor

__all__ = ["quantised_matrix"]


class _Codes(NamedTuple):
    """A quantised matrix: where its codes begin, its parts, and the same of its norms, if it has
    any.
    """

    codes: int
    parts: int
    width: int
    last: int
    centroids: int
    norms: tuple[int, int] | None


def quantised_matrix(reader: Reader, path: str, name: str) -> Tensor:
    """The matrix that begins where the reader is."""
    where = f"{path}, matrix {name}"
    (normed,) = reader.numbers("?")
    n, d, size = reader.numbers("qqi")
    codes = reader.skip(size)
    parts, width, last, centroids = _centroids(reader, d, where)
    norms = None
    if normed:
        place = reader.skip(n)
        norms = (place, _centroids(reader, 1, where)[3])
    if not (0 <= n < 1 << 40) or size != n * parts or (parts - 1) * width + last != d:
        raise BadInput(
            f"quantised matrix must have a code for each part of its {n} rows of {d}, not {size} ({where})"
        )
    chosen = partial(_unpacked, path, _Codes(codes, parts, width, last, centroids, norms), d, n)
    return Tensor(name, "quantised", (n, d), where, partial(chosen, 0, n), part=chosen)


def _centroids(reader: Reader, dimension: int, where: str) -> tuple[int, int, int, int]:
    """How many parts a row has, the length of each and of the last, and where the 256 centroids of
    each begin.
    """
    d, parts, width, last = reader.numbers("4i")
    if (
        d != dimension
        or parts < 1
        or width < 1
        or not 0 < last <= width
        or (parts - 1) * width + last != d
    ):
        raise BadInput(
            f"parts of a quantised row must make up its {dimension} entries, not {parts} of {width} and {last} ({where})"
        )
    return parts, width, last, reader.skip(4 * 256 * d)


def _unpacked(path: str, how: _Codes, d: int, n: int, start: int, stop: int) -> np.ndarray:
    start, stop, _ = slice(start, stop).indices(n)
    if start >= stop:
        return np.zeros((0, d))

    def bytes_from(place: int, shape: tuple[int, ...], code: str = "u1") -> np.ndarray:
        with np.errstate(invalid="ignore"):
            return (
                np.fromfile(path, code, prod(shape), offset=place)
                .astype(np.float64 if code == "<f4" else code)
                .reshape(shape)
            )

    codes = bytes_from(how.codes + start * how.parts, (stop - start, how.parts))
    centroids = bytes_from(how.centroids, (256 * d,), "<f4")
    rows = np.zeros((stop - start, d))
    for part in range(how.parts):
        width = how.last if part == how.parts - 1 else how.width
        # Centroids of a part stand one after another; those of the last part may be shorter.
        begin = part * 256 * how.width
        table = centroids[begin : begin + 256 * width].reshape(256, width)
        rows[:, part * how.width : part * how.width + width] = table[codes[:, part]]
    if how.norms is not None:
        norms = bytes_from(how.norms[1], (256,), "<f4")
        with np.errstate(invalid="ignore"):
            rows *= norms[bytes_from(how.norms[0] + start, (stop - start,))][:, None]
    return rows
