"""The output layer of a model: its rows with their offsets as one array of exact numbers, its labels, and a hash that names it.

Row i of ``rows`` is (b_i, u_i): the function b_i + <u_i, h> of the input h. ``load_layer`` chooses the tensors or takes the names given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from hashlib import sha256
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, shown
from arrangements.models.labels import distinct, read_labels
from arrangements.models.tensor import Tensor
from arrangements.models.tensors import PICKLES, SUFFIXES, tensors
from arrangements.running import demand_room
from arrangements.signatures import held

if TYPE_CHECKING:
    import numpy as np

__all__ = ["OutputLayer", "bias_of", "load_layer", "proposed"]

_LAST = (
    "lm_head.weight", "classifier.out_proj.weight", "classifier.weight", "score.weight", "head.weight", "fc.weight", "output.weight",
    "cls.predictions.decoder.weight", "embed_out.weight",
)  # fmt: skip
_TIED = ("word_embeddings.weight", "embed_tokens.weight", "wte.weight", "tok_embeddings.weight", "shared.weight")
_OFFSETS = ("cls.predictions.bias", "lm_head.bias", "final_logits_bias")
_COPIES = 4  # of the rows in float64 that an audit has in memory at a time


@dataclass(frozen=True, eq=False)
class OutputLayer:
    """``rows``: float64, n x (1 + d), times ``scale``; ``labels``: distinct names; ``source``, ``weights``, ``bias``: where it is from.

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

    @property
    def n(self) -> int:
        return int(self.rows.shape[0])

    @property
    def d(self) -> int:
        return int(self.rows.shape[1]) - 1

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of the shape and of the rows, as little-endian float64 without negative zeros."""
        import numpy as np

        digest = sha256(f"{self.n} {self.d + 1}\n".encode())
        for part in np.array_split(self.rows, max(1, self.rows.size >> 20)):
            digest.update((part + 0.0).astype("<f8").tobytes())
        return digest.hexdigest()


@held
def load_layer(
    source: str | os.PathLike[str], *, weights: str | None = None, bias: str | None = None, labels: str | os.PathLike[str] | None = None
) -> OutputLayer:
    """The output layer of a model or matrix file.

    ``weights`` and ``bias`` name tensors; without them the likely ones are taken, and ``bias="none"`` takes none. ``labels`` is a file.

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

    path = os.fspath(source)
    names = None if labels is None else read_labels(os.fspath(labels))
    if not path.lower().endswith(SUFFIXES) and Path(path).suffix.lower() not in PICKLES:
        return _from_configuration(path, weights, bias, names)
    found = tensors(path)
    matrix = _named(found, weights, path, "weights") if weights is not None else proposed(found)
    if matrix is None:
        raise BadInput(f"weights must be named, as no tensor is plainly the output layer; `arrangements show {path}` lists them")
    if len(matrix.shape) != 2:
        raise BadInput(f"weights must have 2 dimensions, not {_size(matrix.shape)} ({matrix.note})")
    offsets = None if bias == "none" else _named(found, bias, path, "bias") if bias else bias_of(matrix, found)
    length = None if offsets is None else offsets.shape[0] if len(offsets.shape) == 1 else -1
    axis = _output_axis(matrix, length, None if names is None else len(names))
    n, d = matrix.shape if axis == 0 else matrix.shape[::-1]
    told = f"weights {shown(matrix.name)} of {_size(matrix.shape)}{', transposed' if axis else ''}"
    if offsets is not None and length != n:
        raise BadInput(f"bias must have {n} entries, one for each row of {told}, not {_size(offsets.shape)} ({offsets.note})")
    if names is not None and len(names) != n:
        raise BadInput(f"labels must be {n}, one for each row of {told}, not {len(names)} ({os.fspath(labels or '')})")
    demand_room(f"layer {_size((n, d))}", n, 8 * _COPIES * (d + 1), "rows")
    rows = np.zeros((n, 1 + d))
    rows[:, 1:] = _numbers(matrix) if axis == 0 else _numbers(matrix).T
    if offsets is not None:
        rows[:, 0] = _numbers(offsets)
    return OutputLayer(rows, _labels(names, n), path, matrix.name, None if offsets is None else offsets.name)


def proposed(found: Mapping[str, Tensor]) -> Tensor | None:
    """The tensor that is likely to be the output layer: the last product of a graph, a usual name, tied embeddings, the only matrix."""
    matrices = {name: tensor for name, tensor in found.items() if len(tensor.shape) == 2 and min(tensor.shape) > 0}
    multiplied = [tensor for tensor in matrices.values() if tensor.last >= 0]
    if multiplied:
        return max(multiplied, key=lambda tensor: tensor.last)
    for endings in (_LAST, _TIED):
        for ending in endings:
            for name, tensor in matrices.items():
                if name == ending or name.endswith(f".{ending}"):
                    return tensor
    return next(iter(matrices.values())) if len(matrices) == 1 else None


def bias_of(matrix: Tensor, found: Mapping[str, Tensor]) -> Tensor | None:
    """The vector that goes with a matrix, by the graph or by its name."""
    if matrix.bias is not None:
        return found[matrix.bias]
    stem = matrix.name.removesuffix("weight").removesuffix("kernel")
    names = [f"{stem}bias"] if stem != matrix.name else ["bias", "b"] if len(found) == 2 else []
    for name in names:
        if name in found and len(found[name].shape) == 1:  # of another length it is refused, not passed over
            return found[name]
    for name in _OFFSETS if matrix.name.endswith((*_LAST[:1], *_TIED, "cls.predictions.decoder.weight")) else ():
        if name in found and len(found[name].shape) == 1 and found[name].shape[0] in matrix.shape:
            return found[name]
    return None


def _output_axis(matrix: Tensor, bias: int | None, labels: int | None) -> int:
    """Which axis counts outputs: as the graph says, else where the bias or the labels fit, else the first."""
    if matrix.axis is not None:
        return matrix.axis
    first, second = matrix.shape
    fitting = [size for size in (bias, labels) if size in (first, second)]
    return int(bool(fitting) and first not in fitting and second in fitting)


def _named(found: Mapping[str, Tensor], name: str, path: str, what: str) -> Tensor:
    if name not in found:
        near = get_close_matches(name, list(found), 1, 0.0)
        hint = f" (nearest: {near[0]})" if near else ""
        raise BadInput(f"{what} must name one of the {len(found)} tensors of {path}, not {shown(name)}{hint}")
    return found[name]


def _numbers(tensor: Tensor) -> np.ndarray:
    """The array, finite, of a type that float64 holds exactly."""
    import numpy as np

    values = tensor.read()
    if values.dtype.kind not in "fiu" or values.dtype.itemsize > 8:
        raise BadInput(f"tensor must hold integers, or floats of at most 64 bits, not {values.dtype.name} ({tensor.note})")
    if values.dtype.kind == "f":
        wrong = ~np.isfinite(values)
        if wrong.any():
            place = ", ".join(str(int(k) + 1) for k in np.argwhere(wrong)[0])
            kind = "NaN" if np.isnan(values[wrong][0]) else "infinity"
            raise BadInput(f"entries must be finite, not {kind} at ({place}) and {int(wrong.sum()) - 1} more such ({tensor.note})")
    elif values.size and max(abs(int(values.min())), abs(int(values.max()))) > 1 << 53:
        raise BadInput(f"integers must be at most 2^53 in modulus, not larger ({tensor.note})")
    return values


def _from_configuration(path: str, weights: str | None, bias: str | None, names: list[str] | None) -> OutputLayer:
    """A text file or a name of the catalogue; its numbers times one integer, so that they are floats."""
    import numpy as np

    from arrangements.linear import is_rational
    from arrangements.reading import load

    if weights is not None:
        raise BadInput(f"weights must be named in files of several tensors only ({path})")
    c = load(path, bias=None if bias == "none" else bias)
    table: Any = [(0, *row) for row in c.rows] if c.bias is None or bias == "none" else c.functions
    if not is_rational(table):
        raise BadInput(f"entries of a layer must be rational ({path})")
    if names is not None and len(names) != c.n:
        raise BadInput(f"labels must be {c.n}, one for each row, not {len(names)}")
    scale = lcm(*(x.denominator for row in table for x in row)) if table else 1
    whole = [[int(x * scale) for x in row] for row in table]
    scale = scale if any(not _exact(x.numerator, x.denominator) for row in table for x in row) else 1
    if scale > 1 and any(abs(x) > 1 << 53 for row in whole for x in row):
        raise BadInput(f"entries must have a common denominator with which they stay below 2^53, or be floats ({path})")
    rows = np.array([[float(x) for x in row] for row in (whole if scale > 1 else table)], np.float64).reshape(c.n, c.d + 1)
    own = c.labels if names is None else _labels(names, c.n)
    return OutputLayer(rows, own, path, "rows", None if c.bias is None else "bias", scale)


def _exact(numerator: int, denominator: int) -> bool:
    try:
        return (numerator / denominator).as_integer_ratio() == (numerator, denominator)
    except OverflowError:
        return False


def _labels(names: list[str] | None, n: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, n + 1))) if names is None else tuple(distinct(names))


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) or "no dimensions"
