"""TensorFlow Lite: tensors and operations of the first subgraph, read from the flat buffer by hand,
each reference inside the file.

A quantised tensor is exactly scale times (integer - zero point), with one scale or one for each
place of an axis. Operations become nodes of a ``Graph``, so that the same rules find the last
product and prove bounds before it; a quantised result is rounded to its scale.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers import archives
from arrangements.io.readers.arrays import natural_shape
from arrangements.models.exact_floats import exact_product
from arrangements.models.graph_bounds import model_of
from arrangements.models.model import Model, Tensor
from arrangements.models.onnx_graph import Graph, Node
from arrangements.models.vocabulary import lines
from arrangements.running.sources import from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["open_tflite"]

_TYPES = {
    0: "<f4",
    1: "<f2",
    2: "<i4",
    3: "u1",
    4: "<i8",
    7: "<i2",
    9: "i1",
    10: "<f8",
    12: "<u8",
    15: "<u4",
    16: "<u2",
}
_NAMES = {
    0: "float32", 1: "float16", 2: "int32", 3: "uint8", 4: "int64", 5: "string", 6: "bool", 7: "int16", 9: "int8", 10: "float64", 17: "int4",
}  # fmt: skip
_KINDS: dict[int, tuple[str, dict[str, Any]]] = {
    0: ("Add", {}), 1: ("AveragePool", {}), 2: ("Concat", {}), 6: ("Identity", {}), 11: ("LpNormalization", {"p": 2}), 14: ("Sigmoid", {}),
    17: ("MaxPool", {}), 18: ("Mul", {}), 19: ("Relu", {}), 21: ("Clip", {"min": 0.0, "max": 6.0}), 22: ("Reshape", {}),
    25: ("Softmax", {"axis": -1}), 28: ("Tanh", {}), 39: ("Transpose", {"perm": [0]}), 40: ("ReduceMean", {}), 41: ("Sub", {}),
    43: ("Squeeze", {}), 45: ("Slice", {}), 70: ("Unsqueeze", {}), 111: ("Elu", {"alpha": 1.0}), 114: ("Identity", {}),
    117: ("HardSwish", {}), 150: ("Gelu", {"approximate": "tanh"}), 42: ("Div", {}), 47: ("Exp", {}), 50: ("LogSoftmax", {"axis": -1}),
    55: ("Max", {}), 59: ("Neg", {}), 73: ("Log", {}), 74: ("ReduceSum", {}), 75: ("Sqrt", {}), 76: ("Rsqrt", {}), 78: ("Pow", {}),
    82: ("ReduceMax", {}), 92: ("Square", {}),
}  # fmt: skip
_REDUCED = (40, 74, 82)  # along the axes that they take
_FUSED = {
    1: ("Relu", {}),
    2: ("Clip", {"min": -1.0, "max": 1.0}),
    3: ("Clip", {"min": 0.0, "max": 6.0}),
    4: ("Tanh", {}),
}
_FULLY_CONNECTED, _CONVOLUTION = 9, 3  # operations with weights
# which field of the options is the fused activation
_FUSED_AT = {0: 0, 1: 5, 2: 1, 3: 3, 9: 0, 17: 5, 18: 0, 41: 0, 42: 0}
_MOST = 1 << 20  # entries of all lists of the buffer that are read


class _Buffer:
    """Tables, lists and numbers of a flat buffer; what lies outside is refused."""

    def __init__(self, raw: mmap.mmap, where: str) -> None:
        self.raw, self.where, self.left = raw, where, _MOST

    def number(self, form: str, place: int) -> Any:
        size = struct.calcsize(f"<{form}")
        if place < 0 or place + size > len(self.raw):
            raise BadInput(
                f"TFLite must hold all that it refers to, not {len(self.raw)} bytes only ({self.where})"
            )
        return struct.unpack_from(f"<{form}", self.raw, place)[0]

    def field(self, table: int, number: int) -> int | None:
        """Where a field of a table is; None if the table has it not."""
        layout = table - self.number("i", table)
        size = self.number("H", layout)
        offset = self.number("H", layout + 4 + 2 * number) if 6 + 2 * number <= size else 0
        return table + offset if offset else None

    def value(self, table: int, number: int, form: str, otherwise: Any) -> Any:
        place = self.field(table, number)
        return otherwise if place is None else self.number(form, place)

    def inner(self, table: int, number: int) -> int | None:
        """Where the table or list is that a field refers to."""
        place = self.field(table, number)
        return None if place is None else place + self.number("I", place)

    def items(self, table: int, number: int, form: str) -> list[Any]:
        place = self.inner(table, number)
        if place is None:
            return []
        count, size = self.number("I", place), struct.calcsize(f"<{form}")
        self.left -= count  # of all lists together: one list may be referred to many times
        if self.left < 0 or place + 4 + count * size > len(self.raw):
            raise BadInput(
                f"lists of TFLite must lie in the file and have at most {_MOST} entries together ({self.where})"
            )
        return list(struct.unpack_from(f"<{count}{form}", self.raw, place + 4))

    def tables(self, table: int, number: int) -> Iterator[int]:
        place = self.inner(table, number)
        if place is not None:
            for k, offset in enumerate(self.items(table, number, "I")):
                yield place + 4 + 4 * k + offset

    def span(self, table: int, number: int) -> tuple[int, int]:
        """Where the bytes of a list begin, and how many there are."""
        place = self.inner(table, number)
        if place is None:
            return 0, 0
        count = self.number("I", place)
        if place + 4 + count > len(self.raw):
            raise BadInput(
                f"TFLite must hold all that it refers to, not {len(self.raw)} bytes only ({self.where})"
            )
        return place + 4, count

    def text(self, table: int, number: int) -> str:
        begin, count = self.span(table, number)
        return self.raw[begin : begin + min(count, 4096)].decode("utf-8", "replace")


def open_tflite(path: str) -> Model:
    with (
        from_file(path) as source,
        mmap.mmap(source.file.fileno(), 0, access=mmap.ACCESS_READ) as raw,
    ):
        buffer = _Buffer(raw, path)
        if raw[4:8] != b"TFL3":
            raise BadInput(
                f"TFLite must have its magic bytes TFL3, not {short_repr(raw[4:8])} ({path})"
            )
        graph = _graph(buffer, path)
        labels = _labels(path)
    invented = {
        name for node in graph.nodes if node.kind == "DequantizeLinear" for name in node.inputs[1:]
    }
    model = model_of(path, graph)
    tensors = {name: tensor for name, tensor in model.tensors.items() if name not in invented}
    return Model(
        path, tensors, facts=model.facts, labels=None if labels is None else (lambda: labels)
    )


def _graph(buffer: _Buffer, path: str) -> Graph:
    root = buffer.number("I", 0)
    codes = [
        max(buffer.value(code, 0, "b", 0), buffer.value(code, 3, "i", 0))
        for code in buffer.tables(root, 1)
    ]
    buffers = list(buffer.tables(root, 4))
    subgraph = next(buffer.tables(root, 2), None)
    if subgraph is None:
        raise BadInput(f"TFLite must hold a graph ({path})")
    tensors: dict[str, Tensor] = {}
    names: list[str] = []
    known: set[str] = set()
    rounding: dict[str, tuple[str, str]] = {}
    for number, table in enumerate(buffer.tables(subgraph, 0)):
        name = buffer.text(table, 3) or f"tensor {number}"
        name = name if name not in known else f"{name} #{number}"
        known.add(name)
        names.append(name)
        kind, place = buffer.value(table, 1, "b", 0), buffer.value(table, 2, "I", 0)
        how = buffer.inner(table, 4)
        scales, zeros = (
            ([], []) if how is None else (buffer.items(how, 2, "f"), buffer.items(how, 3, "q"))
        )
        axis = 0 if how is None else buffer.value(how, 6, "i", 0)
        begin, size = buffer.span(buffers[place], 0) if place < len(buffers) else (0, 0)
        # beyond the flat buffer
        if place < len(buffers) and not size and buffer.value(buffers[place], 1, "Q", 0) > 1:
            begin, size = (
                buffer.value(buffers[place], 1, "Q", 0),
                buffer.value(buffers[place], 2, "Q", 0),
            )
        if size:
            shape = tuple(buffer.items(table, 0, "i"))
            tensors[name] = _tensor(
                name, path, kind, shape, (begin, size), (scales, zeros, axis), len(buffer.raw)
            )
        elif len(scales) == 1 and kind in (3, 9):
            rounding[name] = _rounded(
                tensors, name, kind, scales[0], zeros[0] if zeros else 0, path
            )
    nodes = list(_nodes(buffer, subgraph, codes, names, rounding, tensors))
    outputs = tuple(names[k] for k in buffer.items(subgraph, 2, "i") if 0 <= k < len(names))
    return Graph(nodes, tensors, outputs=outputs)


def _rounded(
    tensors: dict[str, Tensor], name: str, kind: int, scale: float, zero: int, path: str
) -> tuple[str, str]:
    """The scale and the zero point of a tensor of a graph, as constants of two names."""
    import numpy as np

    pair = (f"{name} scale", f"{name} zero")
    if not -(1 << 31) <= zero < 1 << 31:
        raise BadInput(f"zero point must be an integer of 32 bits, not {zero} ({path})")
    for key, value, kind_text in zip(
        pair, (np.float64(scale), np.int64(zero)), ("float64", _NAMES[kind]), strict=True
    ):
        tensors[key] = Tensor(key, kind_text, (), path, partial(np.asarray, value))
    return pair


def _tensor(
    name: str,
    path: str,
    kind: int,
    shape: tuple[int, ...],
    span: tuple[int, int],
    how: tuple[Any, Any, int],
    end: int,
) -> Tensor:
    where = f"{path}, tensor {short_repr(name)}"
    kind_text = _NAMES.get(kind, f"type {kind}")
    natural_shape(shape, where)
    scales, zeros, axis = how
    if scales and kind in _TYPES and kind not in (0, 1, 10):
        kind_text = f"{kind_text}, dequantised"
    if span[0] + span[1] > end:
        raise BadInput(f"tensor must lie inside the file of {end} bytes ({where})")
    return Tensor(
        name,
        kind_text,
        shape,
        where,
        partial(_read, path, kind, shape, span, (scales, zeros, axis), where),
    )


def _read(
    path: str,
    kind: int,
    shape: tuple[int, ...],
    span: tuple[int, int],
    how: tuple[Any, Any, int],
    where: str,
) -> np.ndarray:
    import numpy as np

    code = _TYPES.get(kind)
    if code is None:
        raise BadInput(
            f"tensor must hold floats or integers of 8 bits or more, not {_NAMES.get(kind, kind)} ({where})"
        )
    if prod(shape) * np.dtype(code).itemsize != span[1]:
        raise BadInput(
            f"tensor must have {prod(shape) * np.dtype(code).itemsize} bytes, not {span[1]} ({where})"
        )
    values = np.memmap(path, code, "r", span[0], shape) if span[1] else np.zeros(shape, code)
    scales, zeros, axis = how
    if not scales or code[1] == "f":
        return values
    zeros = zeros or [0] * len(scales)
    if len(zeros) not in (1, len(scales)) or (
        len(scales) > 1 and not (0 <= axis < len(shape) and shape[axis] == len(scales))
    ):
        raise BadInput(
            f"scales must be one, or one for each place of axis {axis}, not {len(scales)} ({where})"
        )
    along = (
        [len(scales) if k == axis else 1 for k in range(len(shape))]
        if len(scales) > 1
        else [1] * len(shape)
    )
    scale = np.array(scales, np.float64).reshape(along)
    zero = np.broadcast_to(np.array([float(x) for x in zeros]), (len(scales),)).reshape(along)
    return exact_product(values.astype(np.float64) - zero, scale, where)


def _nodes(
    buffer: _Buffer,
    subgraph: int,
    codes: list[int],
    names: list[str],
    rounding: dict[str, tuple[str, str]],
    tensors: dict[str, Tensor],
) -> Iterator[Node]:
    for operation in buffer.tables(subgraph, 3):
        place = buffer.value(operation, 0, "I", 0)
        code = codes[place] if place < len(codes) else -1
        taken, outputs = (
            tuple(
                names[k] if 0 <= k < len(names) else ""
                for k in buffer.items(operation, number, "i")
            )
            for number in (1, 2)
        )
        if not outputs:
            continue
        options = buffer.inner(operation, 4)
        result, steps = outputs[0], list[tuple[str, dict[str, Any], tuple[str, ...]]]()
        fused = (
            buffer.value(options, _FUSED_AT[code], "b", 0)
            if options is not None and code in _FUSED_AT
            else 0
        )
        kind, attributes = _KINDS.get(code, (f"operation {code}", {}))
        if code in (_FULLY_CONNECTED, _CONVOLUTION) and len(taken) > 1:
            weights = tensors.get(taken[1])
            if code == _CONVOLUTION and weights is not None:
                weights = _pointwise(weights)
                if weights is not None:
                    tensors[taken[1]] = weights
            if weights is not None or code == _FULLY_CONNECTED:
                kind, attributes = "Gemm", {"transB": 1}
            else:
                kind = "convolution"
        elif code == 98 and options is not None:  # leaky ReLU
            kind, attributes = "LeakyRelu", {"alpha": buffer.value(options, 0, "f", 0.0)}
        elif code == 150 and options is not None and not buffer.value(options, 0, "b", 0):
            attributes = {}
        elif code in _REDUCED:
            keep = options is not None and buffer.value(options, 0, "b", 0)
            attributes = {"keepdims": int(bool(keep))}
        if kind in ("Reshape", "Squeeze", "Unsqueeze", "Transpose", "Slice"):
            taken = taken[:1]  # what else they take moves coordinates only
        steps.append((kind, attributes, taken))
        if fused in _FUSED:
            steps.append((*_FUSED[fused], ()))
        if result in rounding:
            steps += [
                ("QuantizeLinear", {}, rounding[result]),
                ("DequantizeLinear", {}, rounding[result]),
            ]
        before: tuple[str, ...] = ()
        for number, (word, how, more) in enumerate(steps):
            last = result if number == len(steps) - 1 else f"{result} step {number}"
            yield Node(word, (*before, *more), (last, *outputs[1:]) if not number else (last,), how)
            before = (last,)


def _pointwise(weights: Tensor) -> Tensor | None:
    """The matrix of a convolution of 1 x 1, whose channels are along the last axis."""
    shape = weights.shape
    if len(shape) != 4 or shape[1:3] != (1, 1):
        return None
    flat = (shape[0], shape[3])
    return Tensor(
        weights.name, weights.kind, flat, weights.note, lambda: weights.read().reshape(flat)
    )


def _labels(path: str) -> list[str] | None:
    """Of a list of labels that is packed behind the buffer, if there is one."""
    import zipfile

    with from_file(path) as source:
        try:
            if not zipfile.is_zipfile(source.file):
                return None
            with archives.opened(source.file, source.name, "packed labels") as archive:
                infos = [
                    info
                    for info in archive.infolist()
                    if info.filename.endswith(".txt") and info.file_size < 1 << 22
                ]
                if len(infos) != 1:
                    return None
                with archive.open(infos[0]) as member:
                    return lines(member.read(1 << 22).decode("utf-8", "replace"))
        except (BadInput, *archives.BROKEN):
            return None
