"""ONNX graphs: initialisers and constants as tensors, which of them are multiplied last, the metadata. Only this module imports onnx.

A graph is hostile input: its names may lead in circles, its nodes may lack what their kind must have, its data may claim to lie anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, shown
from arrangements.models.tensor import Tensor
from arrangements.readers.arrays import natural_shape
from arrangements.readers.source import from_file
from arrangements.running import demand_room

if TYPE_CHECKING:
    import numpy as np

__all__ = ["onnx_metadata", "onnx_tensors"]

# Types of elements that are read: their names in ONNX, and their codes in NumPy. A bfloat16 is the upper half of a float32.
_TYPES = {"float16": "<f2", "float": "<f4", "double": "<f8", "bfloat16": "<u2", "int8": "<i1", "int16": "<i2", "int32": "<i4"}
_TYPES |= {"int64": "<i8", "uint8": "<u1", "uint16": "<u2", "uint32": "<u4", "uint64": "<u8"}


def onnx_tensors(path: str) -> dict[str, Tensor]:
    """Tensors by name; products say which axis counts outputs, and which vector is added to them."""
    graph = _model(path).graph
    protos: dict[str, Any] = {}
    same: dict[str, str] = {}
    adding: dict[str, list[str]] = {}  # for an input of a sum, the inputs of the first such sum
    for item in graph.initializer:
        _add(protos, item.name, item, path)
    for node in graph.node:
        if node.op_type == "Constant" and node.output:
            for item in node.attribute:
                if item.name == "value":
                    _add(protos, node.output[0], item.t, path)
        elif node.op_type == "Identity" and node.input and node.output:
            same[node.output[0]] = node.input[0]
        elif node.op_type == "Add":
            for name in node.input:
                adding.setdefault(name, list(node.input))
    source = _sources(protos, same)

    def added(outputs: Any) -> str | None:
        """The constant vector that is added to the output of a node."""
        for name in [other for output in outputs[:1] for other in adding.get(output, []) if other != output][:1]:
            if source(name) in protos and len(protos[source(name)].dims) == 1:
                return source(name)
        return None

    products: dict[str, tuple[int, int, str | None]] = {}
    for place, node in enumerate(graph.node):
        if node.op_type in ("MatMul", "Gemm") and len(node.input) > 1 and source(node.input[1]) in protos:
            across = node.op_type == "Gemm" and any(item.name == "transB" and item.i for item in node.attribute)
            bias = source(node.input[2]) if node.op_type == "Gemm" and len(node.input) > 2 else None
            products[source(node.input[1])] = (0 if across else 1, place, bias if bias in protos else added(node.output))
    found = {}
    for name, proto in protos.items():
        axis, place, bias = products.get(name, (None, -1, None))
        where = f"{path}, tensor {shown(name)}"
        shape = natural_shape(tuple(proto.dims), where)
        found[name] = Tensor(name, _kind(proto), shape, where, partial(_array, proto, shape, path, where), axis, place, bias)
    return found


def _add(protos: dict[str, Any], name: str | bytes, proto: Any, path: str) -> None:
    if isinstance(name, bytes):  # as the library gives a name that is no UTF-8
        raise BadInput(f"tensor name must be UTF-8, not {shown(name)} ({path})")
    if name in protos:
        raise BadInput(f"tensor name must be unique, not a second {shown(name)} ({path})")
    protos[name] = proto


def _sources(protos: dict[str, Any], same: dict[str, str]) -> Callable[[str], str]:
    """The tensor that a name stands for, through any number of ``Identity`` nodes; a name that stands for itself is left alone."""
    known: dict[str, str] = {}

    def source(name: str) -> str:
        passed: dict[str, None] = {}
        while name in same and name not in protos and name not in passed and name not in known:
            passed[name] = None
            name = same[name]
        name = known.get(name, name)
        known.update(dict.fromkeys(passed, name))
        return name

    return source


def onnx_metadata(path: str, key: str) -> str:
    """A text among the metadata of the model."""
    properties = {item.key: item.value for item in _model(path).metadata_props}
    if key not in properties:
        raise BadInput(f"metadata must be one of {', '.join(map(shown, properties)) or 'none'}, not {shown(key)} ({path})")
    value = properties[key]
    if isinstance(value, bytes):
        raise BadInput(f"metadata must be UTF-8, not {shown(value)} ({path})")
    return str(value)


def _model(path: str) -> Any:
    try:
        import onnx
        from google.protobuf.message import DecodeError
    except ImportError:
        raise BadInput("ONNX files must have their reader: install arrangements[onnx]") from None
    with from_file(path) as source:
        demand_room(path, source.size, 2, "bytes")
        raw = source.file.read(source.size)
    model = onnx.ModelProto()
    try:
        model.ParseFromString(raw)
    except (DecodeError, ValueError) as error:
        raise BadInput(f"ONNX must be a complete model: {' '.join(str(error).split())[:80]} ({path})") from None
    return model


def _kind(proto: Any) -> str:
    import onnx

    try:
        return onnx.TensorProto.DataType.Name(proto.data_type).lower()
    except ValueError:
        return f"type {proto.data_type}"


def _array(proto: Any, shape: tuple[int, ...], path: str, where: str) -> np.ndarray:
    import numpy as np

    kind = _kind(proto)
    if kind not in _TYPES:
        raise BadInput(f"tensor must hold floats or integers ({', '.join(_TYPES)}), not {kind} ({where})")
    code = np.dtype(_TYPES[kind])
    if proto.data_location == proto.EXTERNAL:
        values = _outside(proto, code, shape, path, where)
    elif proto.HasField("raw_data"):
        _check_size(len(proto.raw_data), prod(shape) * code.itemsize, "bytes", where)
        values = np.frombuffer(proto.raw_data, code).reshape(shape)
    else:
        values = _listed(proto, kind, code, shape, where)
    return (values.astype(np.uint32) << 16).view(np.float32) if kind == "bfloat16" else values


def _listed(proto: Any, kind: str, code: np.dtype, shape: tuple[int, ...], where: str) -> np.ndarray:
    """Entries as numbers of the message rather than as bytes; those of 16 bits are the lower halves of integers of 32 bits."""
    import numpy as np

    fields = {"float": "float", "double": "double", "int64": "int64", "uint32": "uint64", "uint64": "uint64"}
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


def _outside(proto: Any, code: np.dtype, shape: tuple[int, ...], path: str, where: str) -> np.ndarray:
    """The array from a file beside the model, or below; in a cache of downloads both may be links into one folder."""
    import numpy as np

    told = {item.key: item.value for item in proto.external_data if isinstance(item.value, str)}
    location, offset, length = told.get("location", ""), told.get("offset", "0"), told.get("length")
    own = os.path.abspath(path)
    try:
        target = os.path.realpath(os.path.join(os.path.dirname(own), location))
    except ValueError:
        target = ""
    folders = {os.path.realpath(os.path.dirname(own)), os.path.dirname(os.path.realpath(own))}
    if not location or not any(target.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders):
        raise BadInput(f"external data must lie beside the model, not at {shown(location)} ({where})")
    expected = prod(shape) * code.itemsize
    if not _natural(offset) or not (length is None or _natural(length)):
        raise BadInput(f"offset and length of external data must be natural numbers, not {shown(offset)} and {shown(length)} ({where})")
    with from_file(target) as source:
        present = source.size - int(offset) if length is None else int(length)
        if int(offset) + present > source.size or present != expected:
            raise BadInput(f"external data must have {expected} bytes from {offset} on, not {present} of {source.size} ({where})")
    return np.memmap(target, code, "r", int(offset), shape) if expected else np.zeros(shape, code)


def _natural(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20


def _check_size(present: int, expected: int, what: str, where: str) -> None:
    if present != expected:
        raise BadInput(f"tensor must have {shown(expected)} {what}, not {present} ({where})")
