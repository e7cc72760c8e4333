"""Constants of an ONNX graph: which are weights of a product, behind what, scaled
how, and with which offsets.

``constants`` follows tensors through ``Identity``, ``Transpose``, ``Reshape``, ``Squeeze``,
``Unsqueeze``, ``Flatten``, ``Cast`` and ``DequantizeLinear``; ``products`` finds ``MatMul``,
``Gemm``, 1 x 1 ``Conv`` and the quantised products. A quantised entry is exactly (integer - zero
point) times scale; what does not fit in 53 bits is refused when it is read. Subgraphs are searched,
too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput
from arrangements.models.exact_floats import exact_product
from arrangements.models.model import Tensor

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Graph", "Product", "last_products", "products"]

_KEEPING = ("Transpose", "Reshape", "Squeeze", "Unsqueeze", "Flatten", "Cast", "DequantizeLinear")
_LOOKED_AT = 8  # nodes that take the output of a product
_CASTS = {1: "float32", 10: "float16", 11: "float64", 3: "int8", 2: "uint8", 6: "int32", 7: "int64"}


@dataclass(frozen=True)
class Node:
    """An operation: its kind, the names of what it takes and gives, and its attributes as Python
    values.
    """

    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, Any]


@dataclass(frozen=True)
class Product:
    """Its place among the nodes, the names of its input and of its output, its weights with the
    axis of outputs, and its offsets.

    ``along_last``: coordinates of the input are along its last axis.
    """

    weights: Tensor
    bias: Tensor | None
    entering: str
    leaving: str
    place: int = -1
    along_last: bool = True


@dataclass
class Graph:
    """The nodes in order, those of subgraphs after all others; tensors by name; which node gives a
    name, and which take it.

    ``known``: names of which it is known whether they are constant. ``shapes``: of the inputs of the
    graph, None for a length that is not fixed.
    """

    nodes: list[Node]
    tensors: dict[str, Tensor]
    givers: dict[str, Node] = field(default_factory=dict)
    takers: dict[str, list[Node]] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    known: set[str] = field(default_factory=set)
    shapes: dict[str, tuple[int | None, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in self.nodes:
            for name in node.outputs:
                self.givers.setdefault(name, node)
            for name in node.inputs:
                self.takers.setdefault(name, []).append(node)

    def constant(self, name: str) -> Tensor | None:
        """The tensor that a name stands for, made from those of the file where nothing but
        constants is in it.
        """
        todo, opened = [name], set[str]()
        while todo:
            last = todo[-1]
            node = self.givers.get(last)
            if last in self.tensors or last in self.known:
                todo.pop()
            elif node is None or (node.kind != "Identity" and node.kind not in _KEEPING):
                self.known.add(todo.pop())
            elif last not in opened:
                opened.add(last)  # in a circle nothing is constant
                todo += [
                    input_name
                    for input_name in node.inputs
                    if input_name in self.givers and input_name not in opened
                ]
            else:
                self.known.add(todo.pop())
                made = self._made(node, last)
                if made is not None:
                    self.tensors[last] = made
        return self.tensors.get(name)

    def _made(self, node: Node, name: str) -> Tensor | None:
        inputs = [
            self.tensors.get(input_name) if input_name else None for input_name in node.inputs
        ]
        if (
            not inputs
            or inputs[0] is None
            or any(
                input_name and made is None
                for input_name, made in zip(node.inputs, inputs, strict=True)
            )
        ):
            return None
        source = inputs[0]
        if node.kind == "Identity":
            return source
        shape = _shape_after(node, source, inputs[1:])
        if shape is None:
            return None
        kind = "dequantised" if node.kind == "DequantizeLinear" else source.kind
        if node.kind == "Cast":
            kind = _CASTS.get(node.attributes.get("to", 0), "")
            if not kind:
                return None
        return Tensor(
            name, kind, shape, source.note, partial(_after, node, source, tuple(inputs[1:]), shape)
        )


def _shape_after(node: Node, source: Tensor, others: list[Tensor | None]) -> tuple[int, ...] | None:
    """The shape of a node's output for a constant; None if that is not told by constants."""
    shape, attributes = source.shape, node.attributes
    match node.kind:
        case "Cast" | "DequantizeLinear":
            return shape
        case "Transpose":
            order = attributes.get("perm") or list(range(len(shape)))[::-1]
            return (
                tuple(shape[k] for k in order) if sorted(order) == list(range(len(shape))) else None
            )
        case "Flatten":
            axis = attributes.get("axis", 1) % (len(shape) + 1)
            return (prod(shape[:axis]), prod(shape[axis:]))
    axes = (
        _integers(others[0])
        if others and others[0] is not None
        else attributes.get("axes", attributes.get("shape"))
    )
    match node.kind:
        case "Reshape" if axes is not None and len(axes) <= 8:
            wanted = [
                shape[k] if x == 0 and k < len(shape) and not attributes.get("allowzero") else x
                for k, x in enumerate(axes)
            ]
            known = prod(x for x in wanted if x != -1)
            if wanted.count(-1) == 1 and known > 0:
                wanted = [prod(shape) // known if x == -1 else x for x in wanted]
            return (
                tuple(wanted)
                if all(x >= 0 for x in wanted) and prod(wanted) == prod(shape)
                else None
            )
        case "Squeeze":
            gone = (
                {k % len(shape) for k in axes}
                if axes and shape
                else {k for k, x in enumerate(shape) if x == 1}
            )
            return (
                tuple(x for k, x in enumerate(shape) if k not in gone)
                if all(shape[k] == 1 for k in gone)
                else None
            )
        case "Unsqueeze" if axes is not None and len(axes) <= 8:
            rank = len(shape) + len(axes)
            new = {k % rank for k in axes}
            rest = iter(shape)
            return (
                tuple(1 if k in new else next(rest) for k in range(rank))
                if len(new) == len(axes)
                else None
            )
    return None


def _integers(tensor: Tensor) -> list[int] | None:
    return (
        [int(x) for x in tensor.read().ravel().tolist()]
        if tensor.kind == "int64" and prod(tensor.shape) <= 8
        else None
    )


def _after(
    node: Node, source: Tensor, others: tuple[Tensor | None, ...], shape: tuple[int, ...]
) -> np.ndarray:
    import numpy as np

    values = source.read()
    match node.kind:
        case "Transpose":
            return values.transpose(node.attributes.get("perm") or None)
        case "Cast":
            with np.errstate(over="ignore"):
                return values.astype(_CASTS[node.attributes["to"]])
        case "DequantizeLinear":
            attributes = node.attributes
            return _dequantised(
                values,
                others,
                int(attributes.get("axis", 1)),
                int(attributes.get("block_size", 0)),
                source.note,
            )
        case _:
            return values.reshape(shape)


def _dequantised(
    values: np.ndarray, others: tuple[Tensor | None, ...], axis: int, block: int, where: str
) -> np.ndarray:
    import numpy as np

    if not others or others[0] is None:
        raise BadInput(f"quantised tensor must have a scale ({where})")
    scale = np.asarray(others[0].read(), np.float64)
    zero = (
        np.asarray(others[1].read()).astype(np.int64)
        if len(others) > 1 and others[1] is not None
        else np.zeros((), np.int64)
    )

    def along(part: np.ndarray) -> np.ndarray:
        """One number for each place of the axis, or for each block of places."""
        if part.size == 1:
            return part.reshape(())
        if block and part.ndim == values.ndim:
            return np.repeat(part, block, axis=axis)[tuple(slice(n) for n in values.shape)]
        if (
            part.ndim != 1
            or not -values.ndim <= axis < values.ndim
            or part.size != values.shape[axis]
        ):
            raise BadInput(
                f"scales must be one, or one for each place of axis {axis}, not of shape {part.shape} ({where})"
            )
        return part.reshape([-1 if k == axis % values.ndim else 1 for k in range(values.ndim)])

    return exact_product(values.astype(np.int64) - along(zero), along(scale), where)


def products(graph: Graph) -> Iterator[Product]:
    """Each product of a graph with a constant matrix."""
    for place, node in enumerate(graph.nodes):
        product = _product(graph, node)
        if product is None or len(product.weights.shape) != 2:
            continue
        bias, leaving = product.bias, product.leaving
        if bias is None:
            bias, leaving = _added(graph, leaving, product.weights.shape[product.weights.axis or 0])
        yield replace(product, bias=bias, leaving=leaving, place=place)


def last_products(graph: Graph, places: set[int]) -> set[int]:
    """The products, of those at these places, from which an output of the graph is reached without
    another of them.
    """
    where = {id(node): place for place, node in enumerate(graph.nodes)}
    todo, seen, indices = list(graph.outputs), set[str](), set[int]()
    while todo:
        name = todo.pop()
        node = graph.givers.get(name)
        if name in seen or node is None:
            continue
        seen.add(name)
        if where[id(node)] in places:
            indices.add(where[id(node)])
        else:
            todo += node.inputs
    return indices


def _product(graph: Graph, node: Node) -> Product | None:
    """The product that a node is, with the offsets that the node itself adds."""
    names, attributes = node.inputs, node.attributes
    if len(names) < 2 or not node.outputs:
        return None
    tensors = [graph.constant(name) if name else None for name in names]
    weights: Tensor | None = None
    bias: Tensor | None = None
    entering, leaving, along_last = names[0], node.outputs[0], True

    def at(place: int) -> Tensor | None:
        return tensors[place] if place < len(tensors) else None

    match node.kind:
        case "MatMul" if tensors[1] is not None:
            weights = replace(tensors[1], axis=1)
        case "MatMul" if tensors[0] is not None:
            weights, entering, along_last = replace(tensors[0], axis=0), names[1], False
        case "Gemm" if tensors[1] is not None and not (
            len(names) > 2 and names[2] and tensors[2] is None
        ):
            weights = replace(
                scaled(tensors[1], attributes.get("alpha", 1.0)),
                axis=0 if attributes.get("transB") else 1,
            )
            bias = (
                None
                if at(2) is None
                else _vector(scaled(tensors[2] or tensors[1], attributes.get("beta", 1.0)))
            )
            along_last = not attributes.get("transA")
        case "Conv" if tensors[1] is not None:
            source = tensors[1]
            if (
                len(source.shape) > 2
                and prod(source.shape[2:]) == 1
                and attributes.get("group", 1) == 1
            ):
                weights = replace(
                    source,
                    shape=source.shape[:2],
                    read=partial(_reshaped, source, source.shape[:2]),
                    part=None,
                    axis=0,
                )
                bias, along_last = at(2), False
        case "MatMulInteger" if tensors[1] is not None:
            weights, leaving = _integer(graph, tensors[1], at(3), node)
        case "QLinearMatMul" if len(names) == 8:
            weights = _quantised(tensors[3], tensors[4], tensors[5], 1)
        case "QGemm" if len(names) >= 6 and attributes.get("alpha", 1.0) > 0:
            # alpha a b (W g + C) for integers g, W less their zero points: a layer for g, the
            # inputs in units of their scale a.
            weights = _quantised(
                tensors[3], tensors[4], tensors[5], 0 if attributes.get("transB") else 1
            )
            bias = _quantised(at(6), tensors[4], None, 0)
        case "DynamicQuantizeMatMul" if len(names) >= 3:
            weights, bias = _quantised(tensors[1], tensors[2], at(3), 1), at(4)
        case "MatMulIntegerToFloat" if len(names) >= 4:
            weights, bias = _quantised(tensors[1], tensors[3], at(5), 1), at(6)
        case "MatMulNBits" if len(names) >= 3:
            weights, bias = _packed(tensors, attributes, names), at(5)
    if weights is None or (node.kind == "Gemm" and bias is not None and len(bias.shape) != 1):
        return None
    return Product(_upright(graph, weights), bias, entering, leaving, along_last=along_last)


def _upright(graph: Graph, weights: Tensor) -> Tensor:
    """A transposed matrix of the file is that matrix, with outputs along the other axis."""
    node = graph.givers.get(weights.name)
    source = (
        graph.tensors.get(node.inputs[0])
        if node is not None and node.kind == "Transpose" and node.inputs
        else None
    )
    if (
        source is None
        or len(source.shape) != 2
        or weights.axis is None
        or node is None
        or node.attributes.get("perm") == [0, 1]
    ):
        return weights
    return replace(source, axis=1 - weights.axis)


def _vector(tensor: Tensor) -> Tensor:
    """Offsets, which may have axes of length 1."""
    length = max(tensor.shape, default=1)
    if len(tensor.shape) == 1 or prod(tensor.shape) != length:
        return tensor
    return replace(tensor, shape=(length,), read=partial(_reshaped, tensor, (length,)), part=None)


def _reshaped(tensor: Tensor, shape: tuple[int, ...]) -> np.ndarray:
    return tensor.read().reshape(shape)


def scaled(tensor: Tensor, factor: float) -> Tensor:
    """A tensor times a number."""
    if factor == 1:
        return tensor
    return replace(
        tensor,
        name=f"{tensor.name} times {factor:g}",
        read=partial(_scaled, tensor, factor),
        part=None,
    )


def _scaled(tensor: Tensor, factor: float) -> np.ndarray:
    import numpy as np

    return exact_product(tensor.read(), np.array(factor), tensor.note)


def _quantised(
    values: Tensor | None, scale: Tensor | None, zero: Tensor | None, axis: int
) -> Tensor | None:
    if values is None or scale is None:
        return None
    name = f"{values.name} dequantised"
    read = partial(_read_quantised, values, (scale, zero), axis)
    return Tensor(name, "dequantised", values.shape, values.note, read, axis)


def _read_quantised(values: Tensor, others: tuple[Tensor | None, ...], axis: int) -> np.ndarray:
    return _dequantised(values.read(), others, axis, 0, values.note)


def _integer(
    graph: Graph, weights: Tensor, zero: Tensor | None, node: Node
) -> tuple[Tensor | None, str]:
    """Integers less their zero point; a scale for each output that follows, through ``Cast`` and
    ``Mul``, belongs to the weights.
    """
    import numpy as np

    output, scale, multiplied = node.outputs[0], None, False
    for _ in range(3):
        following = graph.takers.get(output, [])
        if (
            len(following) != 1
            or following[0].kind not in ("Cast", "Mul")
            or not following[0].outputs
        ):
            break
        step = following[0]
        if step.kind == "Mul":
            others = [name for name in step.inputs if name != output]
            scale, multiplied = _scale_within(graph, others[0]) if len(others) == 1 else None, True
        output = step.outputs[0]
    if multiplied and scale is None:
        return None, output
    one = Tensor("1", "float64", (), weights.note, lambda: np.ones(()))
    return _quantised(weights, scale or one, zero, 1), output


def _scale_within(graph: Graph, name: str) -> Tensor | None:
    """The constant factor of a scale: all of it, or beside the scale of the inputs, which is a
    positive number for each input.
    """
    scale = graph.constant(name)
    if scale is not None:
        return scale
    node = graph.givers.get(name)
    if node is not None and node.kind == "Mul":
        constants = [made for made in map(graph.constant, node.inputs) if made is not None]
        if len(constants) == 1 and len(node.inputs) == 2:
            return constants[0]
    return None


def _packed(
    tensors: list[Tensor | None], given: dict[str, Any], names: tuple[str, ...]
) -> Tensor | None:
    """Weights of 4 or 8 bits, N x K in blocks along K, each block with a scale and a zero point."""
    values, scales = tensors[1], tensors[2]
    zeros = tensors[3] if len(tensors) > 3 else None
    k, n, bits, block = (given.get(key, 0) for key in ("K", "N", "bits", "block_size"))
    grouped = len(names) > 4 and names[4]
    whole = all(type(x) is int and 0 < x < 1 << 31 for x in (k, n, block))
    if values is None or scales is None or bits not in (4, 8) or grouped or not whole:
        return None
    read = partial(_unpacked, values, scales, zeros, k, n, bits, block)
    return Tensor(f"{values.name} dequantised", f"{bits} bits", (n, k), values.note, read, 0)


def _unpacked(
    values: Tensor, scales: Tensor, zeros: Tensor | None, k: int, n: int, bits: int, block: int
) -> np.ndarray:
    import numpy as np

    count = -(-k // block)

    def integers(tensor: Tensor, each: int) -> np.ndarray:
        raw = np.asarray(tensor.read())
        if raw.dtype != np.uint8:
            return raw.astype(np.float64).reshape(n, each)
        rows = raw.reshape(n, -1)
        if bits == 4:
            rows = np.stack([rows & 15, rows >> 4], axis=2).reshape(n, -1)
        return rows[:, :each].astype(np.float64)

    try:
        whole = integers(values, count * block)
        offsets = (
            np.full((n, count), float(1 << (bits - 1))) if zeros is None else integers(zeros, count)
        )
        each = np.asarray(scales.read(), np.float64).reshape(n, count)
        whole = whole.reshape(n, count, block) - offsets[:, :, None]
    except ValueError:
        raise BadInput(
            f"packed weights must be {n} x {k} in blocks of {block}, not {values.shape} ({values.note})"
        ) from None
    return exact_product(whole, each[:, :, None], values.note).reshape(n, count * block)[:, :k]


def _added(graph: Graph, output: str, n: int) -> tuple[Tensor | None, str]:
    """The constant vector that is added to an output, and the name of the sum."""
    for node in graph.takers.get(output, [])[:_LOOKED_AT]:
        if node.kind == "Add" and node.outputs:
            others = [graph.constant(name) for name in node.inputs if name != output]
            if others and others[0] is not None:
                vector = _vector(others[0])
                if len(vector.shape) == 1 and vector.shape[0] in (1, n):
                    return vector, node.outputs[0]
    return None, output
