"""TensorFlow: the variables of a SavedModel or of a checkpoint (a sorted table and its data), and
tfjs's ``model.json`` with its shards.

The program of a SavedModel is not looked at. Quantised weights of tfjs are what tfjs itself
computes from them: q * scale + min in float64, rounded to float32; these are the numbers that its
layers multiply with.
"""

from __future__ import annotations

import base64
import json
import os
import re
from dataclasses import replace
from functools import partial
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.arrays import natural_shape
from arrangements.io.readers.text import unique_keys
from arrangements.models.graph_bounds import model_of
from arrangements.models.keras_format import last_layer, layers_of
from arrangements.models.model import Model, Tensor
from arrangements.models.onnx_graph import Graph, Node
from arrangements.models.safetensors_format import bfloats
from arrangements.running.sources import from_file, read_text

if TYPE_CHECKING:
    import numpy as np

__all__ = ["open_bundle", "open_tfjs"]

_TABLE = 0xDB4775248B80FB57  # the magic number at the end of a sorted table
_MAX_INDEX = 1 << 26  # bytes of a table
_TYPES = {
    1: "<f4",
    2: "<f8",
    3: "<i4",
    4: "u1",
    5: "<i2",
    6: "i1",
    9: "<i8",
    14: "<u2",
    17: "<u2",
    19: "<f2",
    22: "<u4",
    23: "<u8",
}
_VALUE = "/.ATTRIBUTES/VARIABLE_VALUE"
_KERNEL = re.compile(r"(?:.*/)?(?:layer_with_weights-|_?layers/)(\d+)/_?kernel")


def open_bundle(path: str) -> Model:
    """The variables of a folder with ``variables/variables.index``, or of ``NAME.index``."""
    index = os.path.join(path, "variables", "variables.index") if os.path.isdir(path) else path
    with from_file(index) as source:
        if source.size > _MAX_INDEX:
            raise BadInput(
                f"table must have at most {_MAX_INDEX} bytes, not {source.size} ({index})"
            )
        raw = source.file.read(source.size)
    try:
        entries = dict(_entries(raw, index))
        shards = dict(_fields(entries.pop(b"", b""))).get(1, 1)
        tensors = {}
        for key, value in entries.items():
            name = key.decode("utf-8", "replace")
            if name.startswith("_CHECKPOINTABLE") or ".OPTIMIZER_SLOT" in name:
                continue
            tensor = _variable(name.removesuffix(_VALUE), value, index, int(shards))
            if tensor is not None:
                tensors[tensor.name] = tensor
    except (IndexError, ValueError, TypeError, OverflowError) as error:
        raise BadInput(
            f"table of variables must be complete: {' '.join(str(error).split())[:80]} ({index})"
        ) from None
    kernels = {
        int(match[1]): name
        for name in tensors
        if (match := _KERNEL.fullmatch(name)) and len(tensors[name].shape) == 2
    }
    if not kernels:
        return Model(path, tensors)
    output = kernels[max(kernels)]
    bias = re.sub("_?kernel$", "bias", output)
    tensors[output] = replace(tensors[output], axis=1, bias=bias if bias in tensors else None)
    return Model(path, tensors, output)


def _varint(raw: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = raw[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return value, place
        if shift > 63:
            raise ValueError("a number has more than 64 bits")


def _entries(raw: bytes, where: str) -> list[tuple[bytes, bytes]]:
    """All pairs of a sorted table, whose blocks are not compressed."""
    if len(raw) < 48 or int.from_bytes(raw[-8:], "little") != _TABLE:
        raise BadInput(f"table of variables must end with its magic number ({where})")
    place = len(raw) - 48
    _, place = _varint(raw, place)
    _, place = _varint(raw, place)
    begin, place = _varint(raw, place)
    size, place = _varint(raw, place)
    entries: list[tuple[bytes, bytes]] = []
    for _, handle in _block(raw, begin, size, where):
        start, after = _varint(handle, 0)
        entries += _block(raw, start, _varint(handle, after)[0], where)
    if len({key for key, _ in entries}) != len(entries):
        raise ValueError("a name occurs twice")
    return entries


def _block(raw: bytes, begin: int, size: int, where: str) -> list[tuple[bytes, bytes]]:
    if begin + size + 5 > len(raw) or size < 4:
        raise ValueError("a block lies outside")
    if raw[begin + size] != 0:
        raise BadInput(f"blocks of the table must not be compressed ({where})")
    block = raw[begin : begin + size]
    restarts = int.from_bytes(block[-4:], "little")
    end = size - 4 - 4 * restarts
    place, key, entries = 0, b"", []
    while place < end:
        shared, place = _varint(block, place)
        fresh, place = _varint(block, place)
        length, place = _varint(block, place)
        if shared > len(key) or place + fresh + length > end or shared + fresh > 1 << 16:
            raise ValueError("an entry lies outside")
        key = key[:shared] + block[place : place + fresh]
        entries.append((key, block[place + fresh : place + fresh + length]))
        place += fresh + length
    return entries


def _fields(raw: bytes) -> list[tuple[int, Any]]:
    """Numbers and bytes of a message, by the number of the field."""
    place, fields = 0, list[tuple[int, Any]]()
    while place < len(raw):
        tag, place = _varint(raw, place)
        value: Any
        match tag & 7:
            case 0:
                value, place = _varint(raw, place)
            case 2:
                length, place = _varint(raw, place)
                if place + length > len(raw):
                    raise ValueError("a message lies outside")
                value, place = raw[place : place + length], place + length
            case 5:
                value, place = raw[place : place + 4], place + 4
            case 1:
                value, place = raw[place : place + 8], place + 8
            case _:
                raise ValueError("a message has groups")
        fields.append((tag >> 3, value))
    return fields


def _variable(name: str, entry: bytes, index: str, shards: int) -> Tensor | None:
    fields = _fields(entry)
    values = dict(fields)
    shape = tuple(
        dict(_fields(dim)).get(1, 0) for number, dim in _fields(values.get(2, b"")) if number == 2
    )
    kind, shard, offset, size = (values.get(k, 0) for k in (1, 3, 4, 5))
    where = f"{index}, variable {short_repr(name)}"
    if kind == 7:  # texts
        return None
    if any(n >= 1 << 62 for n in (*shape, offset, size)) or not 0 <= shard < shards < 1 << 20:
        raise ValueError("a variable has an impossible size")
    natural_shape(shape, where)
    data = f"{index.removesuffix('.index')}.data-{shard:05d}-of-{shards:05d}"
    read = partial(_bytes, data, _TYPES.get(kind), kind, shape, offset, size, where)
    code = {1: "float32", 2: "float64", 14: "bfloat16", 19: "float16"}.get(
        kind, _TYPES.get(kind, f"type {kind}")
    )
    return Tensor(name, code, shape, where, read)


def _bytes(
    data: str,
    code: str | None,
    kind: int,
    shape: tuple[int, ...],
    offset: int,
    size: int,
    where: str,
) -> np.ndarray:
    import numpy as np

    if code is None:
        raise BadInput(
            f"variable must hold floats or integers, not numbers of the type {kind} ({where})"
        )
    expected = prod(shape) * np.dtype(code).itemsize
    with from_file(data) as source:
        if size != expected or offset + size > source.size:
            raise BadInput(
                f"variable must have {short_repr(expected)} bytes in {data}, not {size} from {offset} of {source.size} ({where})"
            )
    values: np.ndarray = (
        np.memmap(data, code, "r", offset, shape) if expected else np.zeros(shape, code)
    )
    return bfloats(values) if kind == 14 else values


def open_tfjs(path: str) -> Model:
    with from_file(path) as source:
        try:
            value = json.loads(read_text(source), object_pairs_hook=unique_keys)
            groups = [(group["paths"], group["weights"]) for group in value["weightsManifest"]]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadInput(
                f"model.json must have a weightsManifest: {' '.join(str(error).split())[:80]} ({path})"
            ) from None
    folder, tensors = Path(path).parent, dict[str, Tensor]()
    for paths, weights in groups:
        if not isinstance(paths, list) or not all(
            isinstance(name, str) and Path(name).name == name and name != ".." for name in paths
        ):
            raise BadInput(
                f"paths of the weights must be files beside model.json, not {short_repr(paths)} ({path})"
            )
        files = tuple(str(folder / name) for name in paths)
        place = 0
        for entry in weights if isinstance(weights, list) else ():
            if isinstance(entry, dict) and entry.get("dtype") == "string":
                place += _texts_size(files, place, entry.get("shape"), path)
                continue
            tensor, size = _weight(entry, files, place, path)
            if tensor.name in tensors:
                raise BadInput(
                    f"weights must have names of their own, not {short_repr(tensor.name)} twice ({path})"
                )
            tensors[tensor.name] = tensor
            place += size
    topology = value.get("modelTopology")
    if isinstance(topology, dict) and isinstance(topology.get("node"), list):
        return model_of(path, _graph(topology["node"], tensors))
    name, before = last_layer(layers_of(topology, path) if isinstance(topology, dict) else [])
    kernels = [
        key for key, tensor in tensors.items() if len(tensor.shape) == 2 and key.endswith("/kernel")
    ]
    own = [
        key
        for key in kernels
        if name is not None and (key == f"{name}/kernel" or f"/{name}/" in f"/{key}")
    ]
    if not own:
        return Model(path, tensors)
    bias = own[-1].removesuffix("kernel") + "bias"
    entry = None if before is None else (lambda: before)
    tensors[own[-1]] = replace(
        tensors[own[-1]], axis=1, bias=bias if bias in tensors else None, before=entry
    )
    return Model(path, tensors, own[-1])


_OPERATIONS: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, {}) for name in ("MatMul", "Relu", "Sigmoid", "Tanh", "Identity", "MaxPool", "Mul", "Sub", "LogSoftmax", "Elu", "Add")},
    "BiasAdd": ("Add", {}), "AddV2": ("Add", {}), "RealDiv": ("Div", {}), "Maximum": ("Max", {}), "Minimum": ("Min", {}),
    "Relu6": ("Clip", {"min": 0.0, "max": 6.0}), "Softmax": ("Softmax", {"axis": -1}), "AvgPool": ("AveragePool", {}),
    "Reshape": ("Reshape", {}), "Squeeze": ("Squeeze", {}), "ExpandDims": ("Unsqueeze", {}), "Mean": ("ReduceMean", {}),
    "ConcatV2": ("Concat", {}), "Sum": ("ReduceSum", {}), "Max": ("ReduceMax", {}), "Min": ("ReduceMin", {}), "BroadcastTo": ("Expand", {}), "Div": ("Div", {}),
    **{name: (name, {}) for name in ("Exp", "Log", "Sqrt", "Rsqrt", "Square", "Neg", "Pow")},
}  # fmt: skip
_REDUCED = ("ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin")
_FUSED = {b"BiasAdd": "Add", b"Relu": "Relu", b"Relu6": "Relu6", b"Elu": "Elu"}


def _graph(given: list[Any], tensors: dict[str, Tensor]) -> Graph:
    """The nodes of a graph of TensorFlow; of those that are not known only the name of the
    operation.
    """
    nodes: list[Node] = []

    def add(kind: str, inputs: list[str], output: str, given: dict[str, Any]) -> None:
        word, attributes = _OPERATIONS.get(kind, (kind, {}))
        kept = (
            inputs[:-1]
            if kind == "ConcatV2"
            else inputs[1:]
            if kind == "Split"  # whose axis comes first
            else inputs[:1]
            if word in ("Reshape", "Squeeze", "Unsqueeze")
            else inputs
        )
        if word in _REDUCED:
            keep = given.get("keep_dims")
            attributes = {"keepdims": int(isinstance(keep, dict) and keep.get("b") is True)}
        if kind == "LeakyRelu":
            slope = given.get("alpha", {"f": 0.2})
            number = slope.get("f") if isinstance(slope, dict) else None
            # of any other number nothing is known
            attributes = {"alpha": float(number) if isinstance(number, int | float) else -1.0}
        nodes.append(Node(word, tuple(kept), (output,), dict(attributes)))

    for entry in given:
        if (
            not isinstance(entry, dict)
            or not isinstance(entry.get("name"), str)
            or not isinstance(entry.get("op"), str)
        ):
            continue
        name, kind = entry["name"], entry["op"]
        names = [
            str(other).removesuffix(":0")
            for other in entry.get("input") or []
            if not str(other).startswith("^")
        ]
        attributes: Any = entry.get("attr") if isinstance(entry.get("attr"), dict) else {}
        if kind == "Const" or (
            kind not in ("_FusedMatMul", "_FusedConv2D", "Conv2D", "MatMul") and name in tensors
        ):
            continue
        if kind not in ("_FusedMatMul", "_FusedConv2D", "Conv2D", "MatMul") or len(names) < 2:
            add(kind, names, name, attributes)
            continue
        fused = _fused(attributes)
        steps = [name if k == len(fused) else f"{name} step {k}" for k in range(len(fused) + 1)]
        weights = tensors.get(names[1])
        if (
            "Conv" in kind
            and weights is not None
            and len(weights.shape) == 4
            and weights.shape[:2] == (1, 1)
        ):
            tensors[names[1]] = weights = replace(
                weights,
                shape=weights.shape[2:],
                read=partial(_reshaped, weights, weights.shape[2:]),
            )
        across = (
            bool((attributes.get("transpose_b") or {}).get("b"))
            if isinstance(attributes.get("transpose_b"), dict)
            else False
        )
        plain = weights is not None and len(weights.shape) == 2
        nodes.append(
            Node("Gemm" if plain else kind, tuple(names[:2]), (steps[0],), {"transB": int(across)})
        )
        for place, step in enumerate(fused):
            more = names[2:3] if step == b"BiasAdd" else []
            add(
                _FUSED.get(step, step.decode("ascii", "replace")),
                [steps[place], *more],
                steps[place + 1],
                {},
            )
    taken = {other for node in nodes for other in node.inputs}
    return Graph(
        nodes,
        tensors,
        outputs=tuple(output for node in nodes for output in node.outputs if output not in taken),
    )


def _reshaped(tensor: Tensor, shape: tuple[int, ...]) -> np.ndarray:
    return tensor.read().reshape(shape)


def _fused(attributes: dict[str, Any]) -> list[bytes]:
    try:
        return [base64.b64decode(text) for text in attributes["fused_ops"]["list"]["s"]][:4]
    except (KeyError, TypeError, ValueError):
        return []


def _texts_size(files: tuple[str, ...], place: int, shape: Any, path: str) -> int:
    """The bytes of texts, each after its length."""
    if (
        not isinstance(shape, list)
        or not all(type(n) is int and 0 <= n < 1 << 20 for n in shape)
        or prod(shape) > 1 << 16
    ):
        raise BadInput(
            f"weights that are texts must have a small shape, not {short_repr(shape)} ({path})"
        )
    size = 0
    for _ in range(prod(shape)):
        size += 4 + int.from_bytes(
            _from_files(files, place + size, 4, "uint8", (4,), None, path).tobytes(), "little"
        )
    return size


def _weight(entry: Any, files: tuple[str, ...], place: int, path: str) -> tuple[Tensor, int]:
    try:
        name, shape, kind, how = (
            entry["name"],
            tuple(entry["shape"]),
            entry["dtype"],
            entry.get("quantization"),
        )
        stored = how["dtype"] if how else kind
    except (KeyError, TypeError):
        raise BadInput(
            f"weights must have a name, a shape and a dtype, not {short_repr(entry)} ({path})"
        ) from None
    where = f"{path}, weights {short_repr(name)}"
    widths = {"float32": 4, "int32": 4, "uint8": 1, "uint16": 2, "float16": 2, "bool": 1}
    if (
        not isinstance(name, str)
        or stored not in widths
        or not all(type(n) is int and 0 <= n < 1 << 40 for n in shape)
    ):
        raise BadInput(
            f"weights must be of one of the types {', '.join(widths)}, with natural sizes, not {short_repr(stored)} ({where})"
        )
    natural_shape(shape, where)
    size = prod(shape) * widths[stored]
    if size >= 1 << 50:
        raise BadInput(
            f"weights must lie in the files beside, not take {short_repr(size)} bytes ({where})"
        )
    read = partial(
        _from_files,
        files,
        place,
        size,
        stored,
        shape,
        how if stored in ("uint8", "uint16") and how else None,
        where,
    )
    return Tensor(name, kind if how is None else f"{kind} of {stored}", shape, where, read), size


def _from_files(
    files: tuple[str, ...],
    place: int,
    size: int,
    kind: str,
    shape: tuple[int, ...],
    how: Any,
    where: str,
) -> np.ndarray:
    """Bytes that run on from file to file."""
    import numpy as np

    if kind == "bool":
        raise BadInput(f"weights must hold floats or integers, not bool ({where})")
    raw = bytearray()
    for file in files:
        with from_file(file) as source:
            if place < source.size and size > len(raw):
                source.file.seek(place)
                raw += source.file.read(min(size - len(raw), source.size - place))
                place = 0
            else:
                place -= source.size if size > len(raw) else 0
    if len(raw) != size:
        raise BadInput(f"weights must have {size} bytes in their files, not {len(raw)} ({where})")
    values = np.frombuffer(bytes(raw), np.dtype(kind).newbyteorder("<")).reshape(shape)
    if how is None:
        return values
    scale, least = how.get("scale", 1), how.get("min", 0)
    if not all(
        isinstance(x, int | float) and not isinstance(x, bool) and abs(x) < 1e300
        for x in (scale, least)
    ):
        raise BadInput(f"quantization must have a scale and a min, not {short_repr(how)} ({where})")
    with np.errstate(over="ignore"):
        return (values.astype(np.float64) * float(scale) + float(least)).astype(np.float32)
