"""fastText's models (``.bin``, quantised ``.ftz``): the output matrix has one row for each label of
a supervised model.

Quantised matrices are read by ``arrangements.experimental.quantised_fasttext``, which is loaded by its
name when a file has one. Hierarchical softmax decides along a binary tree whose inner
nodes have the rows, and is refused.
"""

from __future__ import annotations

import struct
from functools import partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from arrangements.errors import BadInput
from arrangements.models.model import Before, Model, Tensor
from arrangements.running.sources import Source, from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MAGIC", "Reader", "open_fasttext"]

MAGIC = struct.pack("<i", 793712314)  # the first bytes of a file
_LOSSES = {1: "hierarchical softmax", 2: "negative sampling", 3: "softmax", 4: "one versus all"}
_SUPERVISED = 3  # among the kinds of models: 1 cbow, 2 skip-gram
_LONGEST = 1 << 16  # bytes of a word
_LABEL = "__label__"


class Reader:
    """The numbers and words of a file, read in order; what is not there is refused."""

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
        place, text = self.file.tell(), b""
        while (end := text.find(b"\0")) < 0:
            part = self.file.read(64 if len(text) < 64 else 4096)
            text += part
            if not part or len(text) > _LONGEST:
                raise BadInput(f"words must end, within {_LONGEST} bytes ({self.name})")
        self.file.seek(place + end + 1)
        return text[:end].decode("utf-8", "replace")


def open_fasttext(path: str) -> Model:
    with from_file(path) as source:
        reader = Reader(source)
        magic, version = reader.numbers("ii")
        if struct.pack("<i", magic) != MAGIC or version not in (11, 12):
            raise BadInput(f"fastText model must be of version 11 or 12, not {version} ({path})")
        dimension, *_, loss, kind, _, _, _, _ = reader.numbers("12i")
        reader.skip(8)
        labels, words = _dictionary(reader, path)
        packed = bool(reader.numbers("?")[0])
        tensors = {"input": _matrix(reader, path, "input", packed)}
        packed = bool(reader.numbers("?")[0]) and packed
        tensors["output"] = _matrix(reader, path, "output", packed)
    if loss == 1 and kind == _SUPERVISED:
        read = partial(_refused, path)
        tensors["output"] = Tensor(
            "output", "tree", tensors["output"].shape, path, partial(read, 0, 0), part=read
        )
    facts = {
        "architecture": f"fastText, {_LOSSES.get(loss, f'loss {loss}')}",
        "labels": f"{len(labels)} labels, {words} words",
    }
    if tensors["output"].shape != (
        (len(labels) if kind == _SUPERVISED else tensors["output"].shape[0]),
        dimension,
    ):
        raise BadInput(
            f"output must be a matrix with a row of {dimension} for each label, not {tensors['output'].shape} ({path})"
        )
    names = [label.removeprefix(_LABEL) for label in labels]
    before = Before(("mean of word vectors",))
    tensors["output"] = Tensor(**{**vars(tensors["output"]), "axis": 0, "before": lambda: before})
    return Model(path, tensors, "output", (lambda: names) if kind == _SUPERVISED else None, facts)


def _refused(path: str, start: int, stop: int) -> np.ndarray:
    reason = "hierarchical softmax decides along a tree, and its rows belong to inner nodes, not to labels"
    raise BadInput(
        f"fastText model must have the loss softmax or one versus all: {reason} ({path})"
    )


def _dictionary(reader: Reader, path: str) -> tuple[list[str], int]:
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


def _matrix(reader: Reader, path: str, name: str, packed: bool) -> Tensor:
    if packed:
        tensor: Tensor = resolve_name(
            "arrangements.experimental.quantised_fasttext:quantised_matrix"
        )(reader, path, name)
        return tensor
    where = f"{path}, matrix {name}"
    n, d = reader.numbers("qq")
    if not (0 <= n < 1 << 40 and 0 <= d < 1 << 31):
        raise BadInput(
            f"matrix must have natural numbers of rows and columns, not {n} and {d} ({where})"
        )
    rows = partial(_rows, path, reader.skip(4 * n * d), d, n)
    return Tensor(name, "float32", (n, d), where, partial(rows, 0, n), part=rows)


def _rows(path: str, begin: int, d: int, n: int, start: int, stop: int) -> np.ndarray:
    import numpy as np

    start, stop, _ = slice(start, stop).indices(n)
    if start >= stop or not d:
        return np.zeros((max(0, stop - start), d), np.float32)
    return np.memmap(path, "<f4", "r", begin + 4 * d * start, (stop - start, d))
