"""Statistics that a graph computes of the rows of a value, along its last axis: sums, means, their
roots; and the shapes of values, as far as constants and the inputs of the graph tell them.

Norms and softmax that a graph spells out are recognised by these. A *row* of a value is one vector
along its last axis. ``kept``: the statistic has that axis with length 1, so that it is put beside
the row that it is of; nothing is concluded from other positions.

>>> from arrangements.models.onnx_graph import Graph, Node
>>> square, mean = Node("Mul", ("x", "x"), ("s",), {}), Node("ReduceMean", ("s",), ("m",), {"axes": [-1]})
>>> Rows(Graph([square, mean], {}), 4).of("m")
Row(of='x', kept=True, kind='quadratic', squares=Fraction(1, 4), sums=Fraction(0, 1), summed=False)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, prod
from typing import TypeAlias

from arrangements.models.exact_floats import fractions
from arrangements.models.model import Tensor
from arrangements.models.onnx_graph import Graph, Node

__all__ = ["DEEPEST", "Row", "Rows", "Shape", "number"]

Shape: TypeAlias = tuple[int | None, ...] | None

DEEPEST = 60  # nodes before a value that are looked at, one after the other
_AXES = 8  # of a shape that is looked at
_UNARY = frozenset(
    ("Identity", "Cast", "Dropout", "Relu", "LeakyRelu", "Sigmoid", "HardSigmoid", "Tanh", "Exp", "Log", "Sqrt", "Rsqrt", "Reciprocal", "Neg",
     "Abs", "Erf", "Softplus", "Softsign", "Clip", "Elu", "Celu", "Selu", "Gelu", "FastGelu", "HardSwish", "Mish", "Softmax", "LogSoftmax",
     "LayerNormalization", "RMSNormalization", "SimplifiedLayerNormalization", "Square", "Floor", "Ceil", "Round", "Sign")
)  # fmt: skip
_BINARY = frozenset(("Add", "Sub", "Mul", "Div", "Max", "Min", "Pow", "SquaredDifference"))
_REDUCED = frozenset(
    ("ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceL2", "ReduceLogSumExp")
)
_FLOATS = (1, 10, 11, 16)  # types that a cast keeps numbers in, up to rounding


@dataclass(frozen=True)
class Row:
    """One number for each row of the value ``of``, which has the sum S and the sum of squares Q.

    By ``kind``: ``linear`` is sums S; ``quadratic`` is squares Q + sums S^2; ``above`` is at least that,
    ``root`` is positive with a square of at least that, ``inverse`` is 1 / such a root. ``summed``: a
    sum is among them, so that the numbers depend on how long a row is.
    """

    of: str
    kept: bool
    kind: str
    squares: Fraction = Fraction(0)
    sums: Fraction = Fraction(0)
    summed: bool = False


class Rows:
    """Statistics and shapes of the values of a graph; ``width``: the length of a row, by which a
    mean divides a sum.
    """

    def __init__(self, graph: Graph, width: int) -> None:
        self.graph, self.width = graph, width
        self._rows: dict[str, Row | None] = {}
        self._shapes: dict[str, Shape] = {}
        self._depth = 0

    def giver(self, name: str) -> Node | None:
        return self.graph.givers.get(name)

    def number(self, name: str) -> Fraction | None:
        return number(self.graph.constant(name)) if name else None

    def of(self, name: str) -> Row | None:
        """The statistic of the rows of another value that this is; None where that is not known."""
        if name not in self._rows and self._depth < DEEPEST:
            self._rows[name] = None  # for a circle
            node = self.giver(name)
            self._depth += 1
            self._rows[name] = None if node is None else self._row(node)
            self._depth -= 1
        return self._rows.get(name)

    def source(self, name: str) -> str:
        """The value that this is, but for casts between floats."""
        for _ in range(_AXES):
            node = self.giver(name)
            if node is None or not node.inputs or not _is_same(node):
                break
            name = node.inputs[0]
        return name

    def last_axis(self, node: Node) -> bool:
        """Whether a reduction is along the last axis, and no other."""
        if node.kind not in _REDUCED or not node.inputs:
            return False
        axes = self._axes(node)
        if axes == [-1]:
            return True
        shape = self.shape(node.inputs[0])
        return shape is not None and axes == [len(shape) - 1]

    def is_kept(self, node: Node) -> bool:
        return bool(node.attributes.get("keepdims", 1) == 1)

    def beside(self, node: Node, of: str, kept: bool) -> bool | None:
        """Of a statistic of the rows of a value that is moved: whether it is then beside its rows;
        None if that is not known.
        """
        shape = self.shape(of)
        if node.kind == "Expand":
            return True if kept else None
        if node.kind == "Unsqueeze" and not kept:
            axes = self._axes(node)
            last = shape is not None and axes == [len(shape) - 1]
            return True if axes == [-1] or last else None
        if node.kind == "Reshape" and len(node.inputs) > 1:
            # one number for each row, and one row for each place of the first axis
            target = self.integers(node.inputs[1])
            column = target is not None and len(target) == 2 and target[1] == 1
            return True if column and shape is not None and len(shape) == 2 else None
        return None

    def _axes(self, node: Node) -> list[int] | None:
        axes = node.attributes.get("axes")
        if len(node.inputs) > 1:
            constant = self.graph.constant(node.inputs[1])
            if constant is None or prod(constant.shape) > _AXES:
                return None
            axes = [int(x) for x in constant.read().ravel().tolist()]
        return axes if isinstance(axes, list) else None

    def _row(self, node: Node) -> Row | None:
        inputs, kind = node.inputs, node.kind
        if not inputs:
            return None
        if kind in ("ReduceMean", "ReduceSum") and self.last_axis(node):
            share = Fraction(1) if kind == "ReduceSum" else Fraction(1, self.width)
            kept, summed = self.is_kept(node), kind == "ReduceSum"
            squared = self._square_of(inputs[0])
            if squared is not None:
                return Row(squared, kept, "quadratic", share, summed=summed)
            return Row(self.source(inputs[0]), kept, "linear", sums=share, summed=summed)
        if kind == "ReduceL2" and self.last_axis(node):
            of = self.source(inputs[0])
            return Row(of, self.is_kept(node), "root", Fraction(1), summed=True)
        if kind in ("Expand", "Unsqueeze", "Reshape"):
            row = self.of(inputs[0])
            beside = None if row is None else self.beside(node, row.of, row.kept)
            return None if row is None or beside is None else replace(row, kept=beside)
        if _is_same(node):
            return self.of(inputs[0])
        if kind in ("Mul", "Div", "Add", "Sub", "Max", "Clip", "Relu", "Abs", "Pow"):
            return self._arithmetic(node)
        row = self.of(inputs[0])
        if row is None:
            return None
        if kind == "Sqrt" and row.kind in ("quadratic", "above"):
            return replace(row, kind="root")
        if (kind == "Rsqrt" and row.kind in ("quadratic", "above")) or (
            kind == "Reciprocal" and row.kind == "root"
        ):
            return replace(row, kind="inverse")
        return None

    def _square_of(self, name: str) -> str | None:
        """The value of which this is the square, entry by entry."""
        node = self.giver(self.source(name))
        if node is None or not node.inputs:
            return None
        first, *others = map(self.source, node.inputs)
        if (
            (node.kind == "Square" and not others)
            or (node.kind == "Mul" and others == [first])
            or (node.kind == "Pow" and len(others) == 1 and self.number(others[0]) == 2)
        ):
            return first
        return None

    def _arithmetic(self, node: Node) -> Row | None:
        kind, inputs = node.kind, node.inputs
        if kind == "Clip":
            low = [name for name in inputs[1:2] if name]
            bounded = len(inputs) > 2 or "max" in node.attributes
            row = self.of(inputs[0])
            constant = row is not None and (
                self.beside_rows(low[0], row.kept) if low else "min" in node.attributes
            )
            return self._raised(row) if constant and not bounded else None
        if kind in ("Relu", "Abs"):
            return self._raised(self.of(inputs[0]))
        if len(inputs) != 2:
            return None
        a, b = (self.of(name) for name in inputs)
        if a is not None and b is not None:
            return self._of_two(kind, a, b)
        if (a is None) is (b is None):
            return None
        row, other = (a, inputs[1]) if a is not None else (b, inputs[0])
        if row is None or not self.beside_rows(other, row.kept):
            return None
        value = self.number(other)
        if kind == "Max":
            return self._raised(row)
        if value is None:
            return None
        match kind:
            case "Add" if value >= 0:
                return self._raised(row)
            case "Mul" | "Div" if row.kind in ("linear", "quadratic") and value != 0:
                if kind == "Div":
                    if row is not a:
                        return None
                    value = 1 / value
                return replace(row, squares=row.squares * value, sums=row.sums * value)
            case "Div" if row.kind == "root" and row is b and value == 1:
                return replace(row, kind="inverse")
            case "Pow" if row.kind in ("quadratic", "above") and row is a:
                words = {Fraction(1, 2): "root", Fraction(-1, 2): "inverse"}
                return replace(row, kind=words[value]) if value in words else None
        return None

    def _of_two(self, kind: str, a: Row, b: Row) -> Row | None:
        """Products and differences of statistics of the same rows."""
        if (a.of, a.kept) != (b.of, b.kept):
            return None
        summed = a.summed or b.summed
        if kind == "Mul" and a.kind == b.kind == "linear":
            return Row(a.of, a.kept, "quadratic", sums=a.sums * b.sums, summed=summed)
        if kind in ("Add", "Sub") and a.kind == b.kind == "quadratic":
            sign = 1 if kind == "Add" else -1
            squares, sums = a.squares + sign * b.squares, a.sums + sign * b.sums
            return Row(a.of, a.kept, "quadratic", squares, sums, summed)
        return None

    def _raised(self, row: Row | None) -> Row | None:
        """Of a statistic that may only have become larger."""
        if row is None or row.kind not in ("quadratic", "above", "root"):
            return None
        return replace(row, kind="root" if row.kind == "root" else "above")

    def beside_rows(self, name: str, kept: bool) -> bool:
        """Whether this is one constant below infinity, without axes that would move rows."""
        tensor = self.graph.constant(name)
        if tensor is None or prod(tensor.shape) != 1 or (len(tensor.shape) > 1 and not kept):
            return False
        values = tensor.read().ravel().tolist()
        return bool(values[0] < inf)

    def integers(self, name: str) -> Shape:
        """A list of integers, such as a shape, as far as it is known."""
        made = self.graph.constant(name)
        if made is not None:
            if prod(made.shape) > _AXES or len(made.shape) > 1:
                return None
            return tuple(int(x) for x in made.read().ravel().tolist())
        node = self.giver(name)
        if node is None or not node.inputs:
            return None
        match node.kind:
            case "Identity" | "Cast":
                return self.integers(node.inputs[0])
            case "Shape" if not {"start", "end"} & node.attributes.keys():
                return self.shape(node.inputs[0])
            case "Concat" if len(node.inputs) <= _AXES:
                parts = [self.integers(part) for part in node.inputs]
                if any(part is None for part in parts):
                    return None
                return tuple(x for part in parts for x in part or ())
            case "Slice" if 3 <= len(node.inputs) <= 5:
                whole = self.integers(node.inputs[0])
                ends = [self.integers(part) for part in node.inputs[1:]]
                one = all(end is not None and len(end) == 1 for end in ends)
                values = [end[0] for end in ends if end is not None] if one else []
                if whole is None or None in values or values[2:] not in ([], [0], [0, 1]):
                    return None
                return whole[values[0] : values[1]]
        return None

    def shape(self, name: str, depth: int = 0) -> Shape:
        """The lengths of the axes of a value, None for a length that is not known; None if not even
        their number is.
        """
        if name in self._shapes or depth > DEEPEST:
            return self._shapes.get(name)
        made = self.graph.constant(name)
        if made is not None:
            found: Shape = made.shape
        elif name in self.graph.shapes:
            found = self.graph.shapes[name]
        else:
            self._shapes[name] = None  # for a circle
            node = self.giver(name)
            found = None if node is None or not node.inputs else self._shape(node, name, depth)
        self._shapes[name] = found
        return found

    def _shape(self, node: Node, name: str, depth: int) -> Shape:
        if node.outputs[:1] != (name,):
            return None
        kind, attributes = node.kind, node.attributes
        constant = self.graph.constant(node.inputs[1]) if len(node.inputs) > 1 else None
        if kind == "Gemm":
            if constant is None or len(constant.shape) != 2:
                return None
            return (None, constant.shape[0 if attributes.get("transB") else 1])
        x = self.shape(node.inputs[0], depth + 1)
        if kind == "Conv":
            if constant is None or len(constant.shape) < 3:
                return None
            return (None, constant.shape[0], *[None] * (len(constant.shape) - 2))
        if x is None or len(x) > _AXES:
            return None
        if kind in _UNARY:
            return x
        if kind in _BINARY:
            others = [self.shape(other, depth + 1) for other in node.inputs[1:]]
            return _broadcast([x, *others])
        if kind in _REDUCED:
            axes = self._axes(node)
            if axes is None or not all(-len(x) <= axis < len(x) for axis in axes) or not axes:
                return None
            gone = {axis % len(x) for axis in axes}
            if self.is_kept(node):
                return tuple(1 if k in gone else n for k, n in enumerate(x))
            return tuple(n for k, n in enumerate(x) if k not in gone)
        match kind:
            case "MatMul" if constant is not None and len(constant.shape) == 2 and len(x) >= 2:
                return (*x[:-1], constant.shape[1])
            case "GlobalMaxPool" | "GlobalAveragePool" if len(x) >= 2:
                return (*x[:2], *[1] * (len(x) - 2))
            case "MaxPool" | "AveragePool" if len(x) >= 2:
                return (*x[:2], *[None] * (len(x) - 2))
            case "Transpose":
                order = attributes.get("perm") or list(range(len(x)))[::-1]
                return tuple(x[k] for k in order) if sorted(order) == [*range(len(x))] else None
            case "Flatten" if attributes.get("axis", 1) == 1 and len(x) > 1:
                rest = [n for n in x[1:] if n is not None]
                return (x[0], prod(rest) if len(rest) == len(x) - 1 else None)
            case "Squeeze" | "Unsqueeze":
                axes = self._axes(node)
                rank = len(x) + (len(axes or ()) if kind == "Unsqueeze" else 0)
                if not axes or not all(-rank <= axis < rank for axis in axes):
                    return None
                places = {axis % rank for axis in axes}
                if len(places) != len(axes):
                    return None
                if kind == "Squeeze":
                    return tuple(n for k, n in enumerate(x) if k not in places)
                rest_of = iter(x)
                return tuple(1 if k in places else next(rest_of) for k in range(rank))
            case "Slice":
                return (None,) * len(x)
            case "Expand" if len(node.inputs) > 1:
                return _broadcast([x, self.integers(node.inputs[1])])
            case "Reshape" if len(node.inputs) > 1 and not attributes.get("allowzero"):
                target = self.integers(node.inputs[1])
                if target is None or any(n == 0 and k >= len(x) for k, n in enumerate(target)):
                    return None
                return tuple(
                    x[k] if n == 0 else None if n == -1 else n for k, n in enumerate(target)
                )
        return None


def _is_same(node: Node) -> bool:
    """Whether a node gives what it takes, but for rounding."""
    return node.kind in ("Identity", "Dropout") or (
        node.kind == "Cast" and node.attributes.get("to") in _FLOATS
    )


def _broadcast(shapes: Sequence[Shape]) -> Shape:
    """The shape of a value that is made of values of these shapes, entry by entry."""
    known = [shape for shape in shapes if shape is not None]
    if len(known) != len(shapes):
        return None
    rank = max(map(len, known))
    lengths = list[int | None]()
    for k in range(rank):
        ends = [shape[k - rank + len(shape)] for shape in known if k - rank + len(shape) >= 0]
        longer = [n for n in ends if n != 1]
        # A length that is not known may be 1; another that is longer decides.
        certain = [n for n in longer if n is not None]
        lengths.append(certain[0] if certain else None if longer else 1)
    return tuple(lengths)


def number(tensor: Tensor | None) -> Fraction | None:
    """The value of a constant of one entry."""
    if tensor is None or prod(tensor.shape) != 1:
        return None
    values = fractions(tensor.read())
    return values[0] if values else None
