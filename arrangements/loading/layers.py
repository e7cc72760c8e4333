"""The output layer of a model: its rows with their offsets as one array of exact numbers, its
labels, and a hash that names it.

Row i of ``rows`` is (b_i, u_i): the function b_i + <u_i, h> of the input h. ``load_layer`` chooses
the tensors or takes the names given.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from hashlib import sha256
from math import lcm
from typing import TYPE_CHECKING, Any, cast

from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import text
from arrangements.io.readers.entry_table import check_shape
from arrangements.layers.configuration import Configuration
from arrangements.models.exact_floats import exact_product
from arrangements.models.folder import with_adapter
from arrangements.models.guess_output_layer import Chosen, chosen_layer, proposed, size
from arrangements.models.labels import distinct, padded, read_labels
from arrangements.models.model import NOT_LOOKED_AT, Before, Mapped, Model, Tensor
from arrangements.models.objects import live_layer
from arrangements.models.opening import is_model, open_model, split
from arrangements.running import check_memory
from arrangements.running.validated import ANYTHING, PATH, TEXT, optional, some, validated

if TYPE_CHECKING:
    import numpy as np

__all__ = ["OutputLayer", "load_layer"]

_COPIES = 4  # of the rows that an audit has in memory at a time
_LARGE = 1 << 23  # entries from which a layer stays in float32 if that holds them, 32 MB
_IN_FILE = 1 << 26  # entries from which such a layer stays in its file, 256 MB


@dataclass(frozen=True, eq=False)
class OutputLayer:
    """The output layer of a model: its rows with their offsets, its labels, and where it is from.

    Attributes
    ----------
    rows
        An array of n x (1 + d): the offset of each row before its weights, times ``scale``. It is
        float64, or float32 where the layer is large and float32 holds every entry; still larger
        ones stay in their file (``in_file``).
    labels
        Distinct names, in the order of the rows.
    source
        The file, or the kind of object.
    weights
        The name of the tensor of the weights.
    bias
        The name of the tensor of the offsets, None if there are none.
    scale
        A positive integer by which the rows are multiplied.
    before
        The inputs of the layer, as far as the model tells them.
    file
        A file or folder that gives the same rows by these names, if there is one.
    checked
        Of a live object, how it was asked whether it predicts as this layer does, or why it was
        not.
    doubts
        Why the outputs of this layer may not be those of the model.
    named
        Whether the caller named the layer.

    Examples
    --------
    >>> import numpy as np
    >>> layer = OutputLayer(np.array([[0.5, 1, 2], [0, 3, 4]]), ("yes", "no"), "by hand", "weight", "bias")
    >>> layer.n, layer.d, layer.content_hash[:8]
    (2, 2, '4649a433')
    """

    rows: np.ndarray
    labels: tuple[str, ...]
    source: str
    weights: str
    bias: str | None
    scale: int = 1
    before: Before | None = None
    file: str | None = None
    checked: str | None = None
    doubts: tuple[str, ...] = ()
    named: bool = False

    def __repr__(self) -> str:
        bias = "" if self.bias is None else f", bias {self.bias}"
        what = f"{self.weights}, {self.n:,} labels in dimension {self.d:,}{bias}"
        return f"<OutputLayer of {self.source}: {what}>"

    @property
    def facts(self) -> dict[str, object]:
        """How the layer was checked, and doubts about it, for JSON and reports."""
        told = {"checked": self.checked, "doubts": list(self.doubts)}
        return {key: value for key, value in told.items() if value}

    @property
    def unsure(self) -> tuple[str, ...]:
        """The doubts, unless the layer was named: a gate lets no such layer pass."""
        return () if self.named else self.doubts

    @property
    def read_again(self) -> Callable[[], OutputLayer] | None:
        """Reads the same rows from their file, here or on another machine; None if no file has them."""
        if self.file is None:
            return None
        path = os.path.abspath(self.file)
        return partial(load_layer, path, weights=self.weights, bias=self.bias or "none")

    @property
    def n(self) -> int:
        """The number of rows."""
        return int(self.rows.shape[0])

    @property
    def d(self) -> int:
        """The number of inputs, which is that of columns without the offset."""
        return int(self.rows.shape[1]) - 1

    def configuration(self) -> Configuration:
        """The rows, offsets and labels as exact numbers that every question takes.

        It is for layers that are not large.

        Raises
        ------
        BadInput
            If the layer is too large.

        Examples
        --------
        >>> load_layer(Configuration([[1, 2], [3, 4]], bias=[0, "1/2"])).configuration().functions[1]
        (Fraction(1, 2), Fraction(3, 1), Fraction(4, 1))
        """
        check_shape(self.n, self.d, self.source)
        rows = [[Fraction(x) / self.scale for x in row] for row in self.rows.tolist()]
        offsets = [row[0] for row in rows] if self.bias is not None else None
        reading = f"{self.weights}, dyadic"
        return Configuration(
            [row[1:] for row in rows],
            self.labels,
            bias=offsets,
            dimension=self.d,
            reading=reading,
            name=self.source,
        )

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of the shape and of the rows, as little-endian float64 without negative zeros."""

        digest = sha256(f"{self.n} {self.d + 1}\n".encode())
        for block in self.blocks():
            digest.update(block.astype("<f8").tobytes())
        return digest.hexdigest()

    def blocks(self) -> Iterator[np.ndarray]:
        """The rows without negative zeros, a million numbers at a time."""
        step = max(1, (1 << 20) // (self.d + 1))
        for start in range(0, self.n, step):
            yield self.rows[start : start + step] + 0.0


@validated(
    source=ANYTHING, bias=optional(TEXT), labels=optional(TEXT, PATH, some(TEXT, of=Sequence))
)
def load_layer(
    source: object,
    *,
    weights: str | None = None,
    bias: str | None = None,
    labels: str | os.PathLike[str] | Sequence[str] | None = None,
    adapter: str | os.PathLike[str] | None = None,
) -> OutputLayer:
    """Read the output layer of a model or matrix file, or of a live object.

    Parameters
    ----------
    source
        A file or folder, a PyTorch module, a Keras layer or model, an estimator of scikit-learn, a
        model of transformers, a pair of arrays, a matrix, a data frame, or a ``Configuration``.
        ``FILE:TENSOR`` names the weights, too.
    weights
        The name of a tensor; by default the likely one is taken.
    bias
        The name of a tensor; by default the likely one is taken, and "none" takes none.
    labels
        A file or a list; by default the labels are those of the model, if it has any, else the
        numbers of the rows.
    adapter
        The folder of a LoRA adapter, which is merged exactly.

    Returns
    -------
    The layer, its rows exact.

    Raises
    ------
    BadInput
        If there is no such file or tensor, or labels are not as many as rows.
    LimitReached
        If the rows do not fit into memory.

    Examples
    --------
    >>> import numpy as np, tempfile, os
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "m.npz")
    >>> np.savez(path, weight=np.array([[1, 2], [3, 4], [5, 6]], np.float16), bias=np.array([1, 0, 0.5], np.float16))
    >>> layer = load_layer(path)
    >>> layer.rows.tolist(), layer.labels, layer.weights, layer.bias
    ([[1.0, 1.0, 2.0], [0.0, 3.0, 4.0], [0.5, 5.0, 6.0]], ('1', '2', '3'), 'weight', 'bias')
    >>> folder.cleanup()
    """
    import numpy as np

    names = (
        None
        if labels is None
        else read_labels(os.fspath(labels))
        if isinstance(labels, str | os.PathLike)
        else list(labels)
    )
    if not isinstance(source, str | os.PathLike):
        if adapter is not None:
            raise BadInput(
                f"adapter must go with the file or folder of a model, not with a {type(source).__name__}"
            )
        return _of_object(source, weights, bias, names)
    path, weights = _tensor_named(os.fspath(source), weights)
    if not is_model(path):
        return _from_configuration(path, weights, bias, names)
    model, scale = open_model(path), 1
    if adapter is not None:
        model, scale = with_adapter(model, os.fspath(adapter), open_model)
    chosen = chosen_layer(model, weights, bias, None if names is None else len(names))
    n, d = chosen.n, chosen.d
    if names is not None and len(names) != n:
        raise BadInput(
            f"labels must be {n}, one for each row of {chosen.description}, not {len(names)} ({_described(labels)})"
        )
    shifts = None if chosen.bias is None else _numbers(chosen.bias.read(), chosen.bias)
    kind = _kind(chosen.weights, shifts, n * d)
    mapped = chosen.weights.mapped
    if mapped is not None and chosen.axis == 0 and kind.itemsize == 4 and n * d >= _IN_FILE:
        rows = _in_file(chosen.weights, mapped, shifts)
    else:
        rows = _in_memory(chosen, shifts, kind)
    if scale != 1 and chosen.weights.kind == "merged":  # the weights came times it
        rows[:, 0] = exact_product(rows[:, 0], np.array(float(scale)), path)
    else:
        scale = 1
    if names is None and model.labels is not None and chosen.weights is proposed(model):
        names = padded(model.labels(), n)
    before = None if chosen.weights.before is None else chosen.weights.before()
    offsets = None if chosen.bias is None else chosen.bias.name
    texts, file = _labels(names, n), path if adapter is None else None
    return OutputLayer(
        rows,
        texts,
        path,
        chosen.weights.name,
        offsets,
        scale,
        before,
        file,
        checked=model.facts.get("checked"),
        doubts=_doubts(model, chosen),
        named=weights is not None,
    )


def _doubts(model: Model, chosen: Chosen) -> tuple[str, ...]:
    """Why the outputs of a layer may not be those of the model."""
    after = model.facts.get("after the layer", "")
    among = len(model.tensors) > 1 or chosen.weights.last >= 0
    doubts = ["the layer has one output"] if chosen.n == 1 and among else []
    if after.endswith(NOT_LOOKED_AT) and chosen.weights is proposed(model):
        doubts.append(f"after the layer {after}")
    return tuple(doubts)


def _in_memory(chosen: Chosen, shifts: np.ndarray | None, kind: np.dtype) -> np.ndarray:
    """The offsets and the weights, converted."""
    import numpy as np

    n, d = chosen.n, chosen.d
    check_memory(f"layer {size((n, d))}", n, kind.itemsize * _COPIES * (d + 1), "rows")
    rows = np.zeros((n, 1 + d), kind)
    place = 0
    for block in chosen.weights.blocks():
        part = _numbers(block, chosen.weights, place)
        if chosen.axis == 0:
            rows[place : place + len(part), 1:] = part
        else:
            rows[:, 1 + place : 1 + place + len(part)] = part.T
        place += len(part)
    if shifts is not None:
        rows[:, 0] = shifts
    return rows


def _in_file(weights: Tensor, mapped: Mapped, shifts: np.ndarray | None) -> np.ndarray:
    """Rows that stay in the file, and are converted where they are looked at."""
    import numpy as np

    from arrangements.models.in_file import RowsInFile

    place = 0
    for block in weights.blocks():
        place += len(_numbers(block, weights, place))
    offsets = np.zeros(place, np.float32) if shifts is None else shifts.astype(np.float32)
    return cast("np.ndarray", RowsInFile(mapped, offsets))


def _kind(weights: Tensor, offsets: np.ndarray | None, entries: int) -> np.dtype:
    """The type of rows: float32 for a large layer whose tensor has it, or a shorter one, if offsets
    are such numbers, too.
    """
    import numpy as np

    if entries < _LARGE or weights.kind == "merged":
        return np.dtype(np.float64)
    first = weights.rows(0, min(1, weights.shape[0])).dtype
    short = first.kind == "f" and first.itemsize <= 4
    if offsets is not None:
        short = short and bool(np.array_equal(offsets.astype(np.float32), offsets))
    return np.dtype(np.float32 if short else np.float64)


def _described(labels: object) -> str:
    return os.fspath(labels) if isinstance(labels, str | os.PathLike) else "the list"


def _of_object(
    source: object, weights: str | None, bias: str | None, names: list[str] | None
) -> OutputLayer:
    if isinstance(source, OutputLayer):
        return source if names is None else replace(source, labels=_labels(names, source.n))
    if isinstance(source, Configuration):
        return _of_configuration(source, source.name or "the configuration", bias, names)
    live = live_layer(source, weights, bias)
    if live is None:
        raise BadInput(f"layer must be a file, a matrix or a model, not {type(source).__name__}")
    n = len(live.rows)
    if names is not None and len(names) != n:
        raise BadInput(f"labels must be {n}, one for each row, not {len(names)}")
    texts = _labels(names if names is not None else live.labels, n)
    return OutputLayer(
        live.rows,
        texts,
        _with_article(type(source).__name__),
        live.weights,
        live.bias,
        before=live.before,
        checked=live.checked,
        doubts=("the layer has one output",) if live.picked and n == 1 else (),
        named=weights is not None,
    )


def _tensor_named(source: str, weights: str | None) -> tuple[str, str | None]:
    """The file, and the name of the weights, which may stand after the file and a colon."""
    path, member = split(source)
    if member is not None and weights is not None:
        raise BadInput(
            f"weights must be named once, not by {short_repr(source)} and by {short_repr(weights)} too"
        )
    return path, weights if member is None else member


def _numbers(values: np.ndarray, tensor: Tensor, start: int = 0) -> np.ndarray:
    """Some rows of a tensor, from ``start`` on: finite, of a type that float64 holds exactly."""
    import numpy as np

    if values.dtype.kind not in "fiu" or values.dtype.itemsize > 8:
        raise BadInput(
            f"tensor must hold integers, or floats of at most 64 bits, not {values.dtype.name} ({tensor.note})"
        )
    if values.dtype.kind == "f":
        if not np.isfinite(values).all():
            wrong = np.argwhere(~np.isfinite(values))[0]
            place = ", ".join(
                str(int(k) + 1 + (start if axis == 0 else 0)) for axis, k in enumerate(wrong)
            )
            more = sum(int((~np.isfinite(block)).sum()) for block in tensor.blocks()) - 1
            kind = "NaN" if np.isnan(values[tuple(wrong)]) else "infinity"
            raise BadInput(
                f"entries must be finite, not {kind} at ({place}) and {more} more such ({tensor.note})"
            )
    elif values.size and max(abs(int(values.min())), abs(int(values.max()))) > 1 << 53:
        raise BadInput(f"integers must be at most 2^53 in modulus, not larger ({tensor.note})")
    return values


def _from_configuration(
    path: str, weights: str | None, bias: str | None, names: list[str] | None
) -> OutputLayer:
    """A text file or a name of the catalogue; its numbers times one integer, so that they are
    floats.
    """
    from arrangements.loading.configurations import load

    if weights is not None:
        raise BadInput(f"weights must be named in files of several tensors only ({path})")
    return _of_configuration(load(path, bias=None if bias == "none" else bias), path, bias, names)


def _of_configuration(
    c: Configuration, path: str, bias: str | None, names: list[str] | None
) -> OutputLayer:
    import numpy as np

    from arrangements.exact.linear import is_rational

    table: Any = [(0, *row) for row in c.rows] if c.bias is None or bias == "none" else c.functions
    if not is_rational(table):
        raise BadInput(f"entries of a layer must be rational ({path})")
    if names is not None and len(names) != c.n:
        raise BadInput(f"labels must be {c.n}, one for each row, not {len(names)}")
    scale = 1
    if _inexact(table) is not None:
        scale = lcm(*(x.denominator for row in table for x in row))
        table = [[x * scale for x in row] for row in table]
    wrong = _inexact(table)
    if wrong is not None:
        entry = short_repr(text(wrong / scale))
        raise BadInput(
            f"entries must be floats, or have a common denominator with which they are, not {entry} ({path})"
        )
    rows = np.array([[float(x) for x in row] for row in table], np.float64).reshape(c.n, c.d + 1)
    own = c.labels if names is None else _labels(names, c.n)
    return OutputLayer(rows, own, path, "rows", None if c.bias is None else "bias", scale)


def _inexact(table: Any) -> Fraction | None:
    """An entry that is no float."""
    for x in (x for row in table for x in row):
        try:
            if (x.numerator / x.denominator).as_integer_ratio() != (x.numerator, x.denominator):
                return Fraction(x)
        except OverflowError:
            return Fraction(x)
    return None


def _with_article(name: str) -> str:
    """
    >>> _with_article("ndarray"), _with_article("LogisticRegression"), _with_article("Embedding")
    ('an ndarray', 'a LogisticRegression', 'an Embedding')
    """
    return f"an {name}" if name[0] in "AEIOaeio" or name == "ndarray" else f"a {name}"


def _labels(names: list[str] | None, n: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, n + 1))) if names is None else tuple(distinct(names))
