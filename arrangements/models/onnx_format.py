"""ONNX graphs: initialisers and constants as tensors, which of them are multiplied last, the metadata. Only this module imports onnx."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, shown
from arrangements.models.tensor import Tensor
from arrangements.readers.source import from_file
from arrangements.running import demand_room

if TYPE_CHECKING:
    import numpy as np

__all__ = ["onnx_metadata", "onnx_tensors"]


def onnx_tensors(path: str) -> dict[str, Tensor]:
    """Tensors by name; products say which axis counts outputs, and which vector is added to them."""
    graph = _model(path).graph
    protos: dict[str, Any] = {item.name: item for item in graph.initializer}
    same: dict[str, str] = {}
    for node in graph.node:
        if node.op_type == "Constant":
            protos.update((node.output[0], item.t) for item in node.attribute if item.name == "value")
        elif node.op_type == "Identity":
            same[node.output[0]] = node.input[0]

    def source(name: str) -> str:
        while name not in protos and name in same:
            name = same[name]
        return name

    products: dict[str, tuple[int, int, str | None]] = {}
    for place, node in enumerate(graph.node):
        inputs = [source(name) for name in node.input]
        if node.op_type == "MatMul" and inputs[1] in protos:
            products[inputs[1]] = (1, place, _added(graph, node.output[0], protos, source))
        elif node.op_type == "Gemm" and inputs[1] in protos:
            across = any(item.name == "transB" and item.i for item in node.attribute)
            bias = inputs[2] if len(inputs) > 2 and inputs[2] in protos else _added(graph, node.output[0], protos, source)
            products[inputs[1]] = (0 if across else 1, place, bias)
    found = {}
    for name, proto in protos.items():
        axis, place, bias = products.get(name, (None, -1, None))
        where = f"{path}, tensor {shown(name)}"
        found[name] = Tensor(name, _kind(proto), tuple(proto.dims), where, partial(_array, proto, path, where), axis, place, bias)
    return found


def onnx_metadata(path: str, key: str) -> str:
    """A text among the metadata of the model."""
    properties = {item.key: item.value for item in _model(path).metadata_props}
    if key not in properties:
        raise BadInput(f"metadata must be one of {', '.join(map(shown, properties)) or 'none'}, not {shown(key)} ({path})")
    return properties[key]


def _model(path: str) -> Any:
    try:
        import onnx
        from google.protobuf.message import DecodeError
    except ImportError:
        raise BadInput("ONNX files must have their reader: install arrangements[onnx]") from None
    with from_file(path) as source:
        demand_room(path, source.size, 2, "bytes")
    try:
        return onnx.load(path, load_external_data=False)
    except (DecodeError, ValueError) as error:
        raise BadInput(f"ONNX must be a complete model: {' '.join(str(error).split())[:80]} ({path})") from None


def _added(graph: Any, output: str, protos: dict[str, Any], source: Any) -> str | None:
    """The constant vector that is added to an output."""
    for node in graph.node:
        if node.op_type == "Add" and output in node.input:
            others = [source(name) for name in node.input if name != output]
            if others and others[0] in protos and len(protos[others[0]].dims) == 1:
                return others[0]
    return None


def _kind(proto: Any) -> str:
    import onnx

    return onnx.TensorProto.DataType.Name(proto.data_type).lower()


def _array(proto: Any, path: str, where: str) -> np.ndarray:
    import numpy as np
    from onnx import numpy_helper
    from onnx.external_data_helper import load_external_data_for_tensor

    try:
        if proto.HasField("data_location") and proto.data_location == 1:
            load_external_data_for_tensor(proto, os.path.dirname(os.path.abspath(path)))
        values = numpy_helper.to_array(proto)
    except (ValueError, TypeError, OSError, RuntimeError) as error:
        raise BadInput(f"tensor must be complete: {' '.join(str(error).split())[:80]} ({where})") from None
    return values.astype(np.float32) if values.dtype.name == "bfloat16" else values
