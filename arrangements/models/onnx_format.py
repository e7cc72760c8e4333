"""ONNX graphs: initialisers and constants as tensors, which of them are multiplied last, the
metadata. Only this module imports onnx.

A graph is hostile input: its names may lead in circles, its nodes may lack what their kind must
have, its data may claim to lie anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from math import isfinite, prod
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.arrays import natural_shape
from arrangements.models.graph_bounds import model_of
from arrangements.models.model import Model, Tensor
from arrangements.models.onnx_graph import Graph, Node
from arrangements.running import check_memory
from arrangements.running.sources import from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["onnx_metadata", "onnx_model"]

# Types of elements that are read: their names in ONNX, and their codes in NumPy. A bfloat16 is the
# upper half of a float32.
_TYPES = {
    "float16": "<f2",
    "float": "<f4",
    "double": "<f8",
    "bfloat16": "<u2",
    "int8": "<i1",
    "int16": "<i2",
    "int32": "<i4",
}
_DEEPEST = 32  # subgraphs within subgraphs
_INTEGERS = frozenset(
    [
        "axis",
        "to",
        "allowzero",
        "transA",
        "transB",
        "block_size",
        "group",
        "keepdims",
        "K",
        "N",
        "bits",
        "p",
    ]
)
_NUMBERS = frozenset(["alpha", "beta", "gamma", "epsilon", "min", "max"])
_LISTS = frozenset(("perm", "axes", "shape"))
_TYPES |= {"int64": "<i8", "uint8": "<u1", "uint16": "<u2", "uint32": "<u4", "uint64": "<u8"}


def onnx_model(path: str) -> Model:
    """Tensors by name; those that are multiplied say which axis counts outputs, which vector is
    added, and with what.
    """
    return model_of(path, _graph(path))


def _graph(path: str) -> Graph:
    """The nodes of a model and of its subgraphs; constants as tensors."""
    protos: dict[str, Any] = {}
    nodes: list[Node] = []
    inner: list[tuple[Any, int]] = [(_model(path).graph, 0)]
    outputs = tuple(item.name for item in inner[0][0].output)
    shapes = dict(_shapes(inner[0][0].input))
    while inner:
        graph, depth = inner.pop()
        for item in graph.initializer:
            if not depth or item.name not in protos:
                _add(protos, item.name, item, path)
        for node in graph.node:
            attributes = {item.name: _value(item) for item in node.attribute}
            if (
                node.op_type == "Constant"
                and node.output
                and type(attributes.get("value")).__name__ == "TensorProto"
                and (not depth or node.output[0] not in protos)
            ):
                _add(protos, node.output[0], attributes["value"], path)
            elif depth < _DEEPEST:
                parts = [
                    item
                    for value in attributes.values()
                    for item in (value if isinstance(value, list) else [value])
                ]
                inner += [(item, depth + 1) for item in parts if _is_graph(item)]
            names = [
                tuple(_name(name, path) for name in part) for part in (node.input, node.output)
            ]
            plain = {key: value for key, value in attributes.items() if not _is_graph(value)}
            # An operation whose attributes are of another type than they must be is no known operation.
            usual = all(_fits(key, value) for key, value in plain.items())
            nodes.append(
                Node(node.op_type if usual else f"odd {node.op_type}", names[0], names[1], plain)
            )
    tensors = {}
    for name, proto in protos.items():
        where = f"{path}, tensor {short_repr(name)}"
        shape = natural_shape(tuple(proto.dims), where)
        tensors[name] = Tensor(
            name, _kind(proto), shape, where, partial(_array, proto, shape, path, where)
        )
    return Graph(nodes, tensors, outputs=outputs, shapes=shapes)


def _shapes(inputs: Any) -> Iterator[tuple[str, tuple[int | None, ...]]]:
    """The shapes of the inputs that the model demands."""
    for item in inputs:
        if isinstance(item.name, str) and item.type.tensor_type.HasField("shape"):
            axes = item.type.tensor_type.shape.dim
            yield (
                item.name,
                tuple(axis.dim_value if axis.HasField("dim_value") else None for axis in axes),
            )


def _fits(key: str, value: object) -> bool:
    """Whether an attribute that is looked at is of the type that it must have."""
    if key in _INTEGERS:
        return isinstance(value, int) and abs(value) < 1 << 31
    if key in _NUMBERS:
        return isinstance(value, float) and isfinite(value)
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(x, int) for x in value)
    return key != "approximate" or isinstance(value, str)


def _is_graph(value: object) -> bool:
    return type(value).__name__ == "GraphProto"


def _value(item: Any) -> Any:
    """An attribute as a plain value: numbers, texts and lists of numbers; tensors and graphs as
    they are.
    """
    match item.type:
        case 1:
            return float(item.f)
        case 2:
            return int(item.i)
        case 3:
            return bytes(item.s).decode("utf-8", "replace")
        case 4:
            return item.t
        case 5:
            return item.g
        case 6:
            return [float(x) for x in item.floats]
        case 7:
            return [int(x) for x in item.ints]
        case 10:
            return list(item.graphs)
        case _:  # without a type, as old writers left them
            return item.t if item.HasField("t") else int(item.i) if item.HasField("i") else None


def _name(name: str | bytes, path: str) -> str:
    if isinstance(name, bytes):
        raise BadInput(f"name must be UTF-8, not {short_repr(name)} ({path})")
    return name


def _add(protos: dict[str, Any], name: str | bytes, proto: Any, path: str) -> None:
    if isinstance(name, bytes):  # as the library gives a name that is no UTF-8
        raise BadInput(f"tensor name must be UTF-8, not {short_repr(name)} ({path})")
    if name in protos:
        raise BadInput(f"tensor name must be unique, not a second {short_repr(name)} ({path})")
    protos[name] = proto


def onnx_metadata(path: str, key: str) -> str:
    """A text among the metadata of the model."""
    properties = {item.key: item.value for item in _model(path).metadata_props}
    if key not in properties:
        raise BadInput(
            f"metadata must be one of {', '.join(map(short_repr, properties)) or 'none'}, not {short_repr(key)} ({path})"
        )
    value = properties[key]
    if isinstance(value, bytes):
        raise BadInput(f"metadata must be UTF-8, not {short_repr(value)} ({path})")
    return str(value)


def _model(path: str) -> Any:
    try:
        import onnx
        from google.protobuf.message import DecodeError
    except ImportError:
        raise BadInput("ONNX files need a reader: install exact-arrangements[onnx]") from None
    with from_file(path) as source:
        check_memory(path, source.size, 2, "bytes")
        raw = source.file.read(source.size)
    model = onnx.ModelProto()
    try:
        model.ParseFromString(raw)
    except (DecodeError, ValueError) as error:
        raise BadInput(
            f"ONNX must be a complete model: {' '.join(str(error).split())[:80]} ({path})"
        ) from None
    return model


def _kind(proto: Any) -> str:
    import onnx

    try:
        return str(onnx.TensorProto.DataType.Name(proto.data_type).lower())
    except ValueError:
        return f"type {proto.data_type}"


def _array(proto: Any, shape: tuple[int, ...], path: str, where: str) -> np.ndarray:
    import numpy as np

    kind = _kind(proto)
    if kind not in _TYPES:
        raise BadInput(
            f"tensor must hold floats or integers ({', '.join(_TYPES)}), not {kind} ({where})"
        )
    code = np.dtype(_TYPES[kind])
    if proto.data_location == proto.EXTERNAL:
        values = _outside(proto, code, shape, path, where)
    elif proto.HasField("raw_data"):
        _check_size(len(proto.raw_data), prod(shape) * code.itemsize, "bytes", where)
        values = np.frombuffer(proto.raw_data, code).reshape(shape)
    else:
        values = _listed(proto, kind, code, shape, where)
    return (values.astype(np.uint32) << 16).view(np.float32) if kind == "bfloat16" else values


def _listed(
    proto: Any, kind: str, code: np.dtype, shape: tuple[int, ...], where: str
) -> np.ndarray:
    """Entries as numbers of the message rather than as bytes; those of 16 bits are the lower halves
    of integers of 32 bits.
    """
    import numpy as np

    fields = {
        "float": "float",
        "double": "double",
        "int64": "int64",
        "uint32": "uint64",
        "uint64": "uint64",
    }
    field = fields.get(kind, "int32")
    entries = getattr(proto, f"{field}_data")
    _check_size(len(entries), prod(shape), "entries", where)
    wide = np.array(entries, field if field != "float" else "f4")
    if kind in ("float16", "bfloat16"):
        return wide.astype(np.uint16).view(code).reshape(shape)
    values = wide.astype(code)
    if not np.array_equal(values, wide) and code.kind != "f":
        raise BadInput(f"entries must be of the type {kind}, not beyond it ({where})")
    return values.reshape(shape)


def _outside(
    proto: Any, code: np.dtype, shape: tuple[int, ...], path: str, where: str
) -> np.ndarray:
    """The array from a file beside the model, or below; in a cache of downloads both may be links
    into one folder.
    """
    import numpy as np

    external = {item.key: item.value for item in proto.external_data if isinstance(item.value, str)}
    location, offset, length = (
        external.get("location", ""),
        external.get("offset", "0"),
        external.get("length"),
    )
    own = os.path.abspath(path)
    try:
        target = os.path.realpath(os.path.join(os.path.dirname(own), location))
    except ValueError:
        target = ""
    folders = {os.path.realpath(os.path.dirname(own)), os.path.dirname(os.path.realpath(own))}
    if not location or not any(
        target.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders
    ):
        raise BadInput(
            f"external data must lie beside the model, not at {short_repr(location)} ({where})"
        )
    expected = prod(shape) * code.itemsize
    if not _natural(offset) or not (length is None or _natural(length)):
        raise BadInput(
            f"offset and length of external data must be natural numbers, not {short_repr(offset)} and {short_repr(length)} ({where})"
        )
    with from_file(target) as source:
        present = source.size - int(offset) if length is None else int(length)
        if int(offset) + present > source.size or present != expected:
            raise BadInput(
                f"external data must have {expected} bytes from {offset} on, not {present} of {source.size} ({where})"
            )
    return np.memmap(target, code, "r", int(offset), shape) if expected else np.zeros(shape, code)


def _natural(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20


def _check_size(present: int, expected: int, what: str, where: str) -> None:
    if present != expected:
        raise BadInput(f"tensor must have {short_repr(expected)} {what}, not {present} ({where})")
