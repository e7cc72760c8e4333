"""fastText's models (``.bin``, quantised ``.ftz``): the output matrix has one row for each label of
a supervised model.

A quantised row is put together from centroids and, perhaps, multiplied by a norm: both are float32,
so their product is exact in float64. Hierarchical softmax decides along a binary tree whose inner
nodes have the rows, and is refused.
"""

from __future__ import annotations

import struct
from functools import partial
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from arrangements.errors import BadInput
from arrangements.models.model import Before, Model, Tensor
from arrangements.running.sources import Source, from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MAGIC", "open_fasttext"]

MAGIC = struct.pack("<i", 793712314)  # the first bytes of a file
_LOSSES = {1: "hierarchical softmax", 2: "negative sampling", 3: "softmax", 4: "one versus all"}
_SUPERVISED = 3  # among the kinds of models: 1 cbow, 2 skip-gram
_LONGEST = 1 << 16  # bytes of a word
_LABEL = "__label__"


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


class _Reader:
    def __init__(self, source: Source) -> None:
        self.file, self.size, self.name = source.file, source.size, source.name

    def numbers(self, form: str) -> tuple[int, ...]:
        wanted = struct.calcsize(f"<{form}")
        raw = self.file.read(wanted)
        if len(raw) != wanted:
            raise BadInput(
                f"fastText model must hold all that it announces, not {self.size} bytes only ({self.name})"
            )
        return struct.unpack(f"<{form}", raw)

    def skip(self, count: int) -> int:
        """Where these bytes begin, which must be there."""
        place = self.file.tell()
        if count < 0 or count > self.size - place:
            raise BadInput(
                f"fastText model must hold all that it announces, not {self.size} bytes only ({self.name})"
            )
        self.file.seek(place + count)
        return place

    def word(self) -> str:
        """Up to the next NUL."""
        place, found = self.file.tell(), b""
        while (end := found.find(b"\0")) < 0:
            part = self.file.read(64 if len(found) < 64 else 4096)
            found += part
            if not part or len(found) > _LONGEST:
                raise BadInput(f"words must end, within {_LONGEST} bytes ({self.name})")
        self.file.seek(place + end + 1)
        return found[:end].decode("utf-8", "replace")


def open_fasttext(path: str) -> Model:
    with from_file(path) as source:
        reader = _Reader(source)
        magic, version = reader.numbers("ii")
        if struct.pack("<i", magic) != MAGIC or version not in (11, 12):
            raise BadInput(f"fastText model must be of version 11 or 12, not {version} ({path})")
        dimension, *_, loss, kind, _, _, _, _ = reader.numbers("12i")
        reader.skip(8)
        labels, words = _dictionary(reader, path)
        packed = bool(reader.numbers("?")[0])
        found = {"input": _matrix(reader, path, "input", packed)}
        packed = bool(reader.numbers("?")[0]) and packed
        found["output"] = _matrix(reader, path, "output", packed)
    if loss == 1 and kind == _SUPERVISED:
        read = partial(_refused, path)
        found["output"] = Tensor(
            "output", "tree", found["output"].shape, path, partial(read, 0, 0), part=read
        )
    facts = {
        "architecture": f"fastText, {_LOSSES.get(loss, f'loss {loss}')}",
        "labels": f"{len(labels)} labels, {words} words",
    }
    if found["output"].shape != (
        (len(labels) if kind == _SUPERVISED else found["output"].shape[0]),
        dimension,
    ):
        raise BadInput(
            f"output must be a matrix with a row of {dimension} for each label, not {found['output'].shape} ({path})"
        )
    names = [label.removeprefix(_LABEL) for label in labels]
    before = Before(("mean of word vectors",))
    found["output"] = Tensor(**{**vars(found["output"]), "axis": 0, "before": lambda: before})
    return Model(path, found, "output", (lambda: names) if kind == _SUPERVISED else None, facts)


def _refused(path: str, start: int, stop: int) -> np.ndarray:
    reason = "hierarchical softmax decides along a tree, and its rows belong to inner nodes, not to labels"
    raise BadInput(
        f"fastText model must have the loss softmax or one versus all: {reason} ({path})"
    )


def _dictionary(reader: _Reader, path: str) -> tuple[list[str], int]:
    size, words, count, _, pruned = reader.numbers("iiiqq")
    if not 0 <= size <= reader.size // 10 or words + count != size:
        raise BadInput(
            f"dictionary must hold its {size} words and labels, not {words} and {count} ({path})"
        )
    labels = []
    for _ in range(size):
        word = reader.word()
        _, kind = reader.numbers("qb")
        if kind == 1:
            labels.append(word)
    if len(labels) != count:
        raise BadInput(f"dictionary must hold {count} labels, not {len(labels)} ({path})")
    reader.skip(8 * max(0, pruned))
    return labels, words


def _matrix(reader: _Reader, path: str, name: str, packed: bool) -> Tensor:
    where = f"{path}, matrix {name}"
    if not packed:
        n, d = reader.numbers("qq")
        if not (0 <= n < 1 << 40 and 0 <= d < 1 << 31):
            raise BadInput(
                f"matrix must have natural numbers of rows and columns, not {n} and {d} ({where})"
            )
        rows = partial(_rows, path, reader.skip(4 * n * d), d, n)
        return Tensor(name, "float32", (n, d), where, partial(rows, 0, n), part=rows)
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


def _centroids(reader: _Reader, dimension: int, where: str) -> tuple[int, int, int, int]:
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


def _rows(path: str, begin: int, d: int, n: int, start: int, stop: int) -> np.ndarray:
    import numpy as np

    start, stop, _ = slice(start, stop).indices(n)
    if start >= stop or not d:
        return np.zeros((max(0, stop - start), d), np.float32)
    return np.memmap(path, "<f4", "r", begin + 4 * d * start, (stop - start, d))


def _unpacked(path: str, how: _Codes, d: int, n: int, start: int, stop: int) -> np.ndarray:
    import numpy as np

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
