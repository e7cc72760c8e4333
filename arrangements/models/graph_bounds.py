"""Bounds that a graph proves of the inputs of a matrix: bounds that follow from the functions
before it, exactly, in rational numbers.

Every function is taken as the real function that its name means; what floating point makes of it is
not considered. The least values of SiLU, GELU, Mish and HardSwish are irrational or awkward:
``LEAST`` has rationals just below them, which a test proves by ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import inf, isqrt, prod
from typing import Any, TypeAlias

from arrangements.models.exact_floats import fractions, normalised, root_above
from arrangements.models.model import NOT_LOOKED_AT, Before, Model, Norm, Tensor
from arrangements.models.onnx_graph import Graph, Node, last_products, products
from arrangements.models.onnx_rows import Rows
from arrangements.models.onnx_rows import number as _number
from arrangements.models.onnx_spelled import Order, norm_of, sums_to_one

__all__ = ["LEAST", "before_of", "model_of"]

#: A rational just below the least value of each function, at most 10^-10 away.
LEAST = {
    "SiLU": Fraction("-0.2784645428"),
    "GELU": Fraction("-0.1699712075"),
    "GELU (tanh)": Fraction("-0.1700407506"),
    "QuickGELU": Fraction("-0.1636101897"),
    "Mish": Fraction("-0.3088434131"),
    "HardSwish": Fraction(-3, 8),
}
_FARTHEST = 200  # nodes that are looked at
_DEEPEST = 60  # nodes one after the other, as each takes four frames of Python's stack
_LARGEST = 1 << 22  # entries of a constant whose extremes are looked for
_WIDEST = 1 << 14  # entries of a constant that bounds each coordinate by itself
_STEPS = 6  # functions that are named
_KEPT = frozenset(
    ("Identity", "Dropout", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose", "Cast", "Slice", "Gather", "GatherND", "Split",
     "Expand", "Tile", "MaxPool", "GlobalAveragePool", "GlobalMaxPool", "ReduceMean", "ReduceMax", "ReduceMin", "DepthToSpace",
     "SpaceToDepth")
)  # fmt: skip
_SILENT = (
    "Identity",
    "Dropout",
    "Reshape",
    "Flatten",
    "Squeeze",
    "Unsqueeze",
    "Transpose",
    "Cast",
    "Gather",
    "Slice",
    "Expand",
)
# These keep the order of outputs, or only move them; Softmax and the like compare them.
_HARMLESS = frozenset(
    (
        *_SILENT,
        "Softmax",
        "LogSoftmax",
        "Sigmoid",
        "Tanh",
        "ArgMax",
        "TopK",
        "QuantizeLinear",
        "DequantizeLinear",
    )
)
_NORMS = {  # the places of gain and shift
    "LayerNormalization": (1, 2), "SkipLayerNormalization": (2, 3), "RMSNormalization": (1, None),
    "SimplifiedLayerNormalization": (1, None), "SkipSimplifiedLayerNormalization": (2, None),
}  # fmt: skip
_ONE = Fraction(1)
End: TypeAlias = Fraction | tuple[Fraction, ...] | None


@dataclass(frozen=True)
class _Known:
    low: End = None
    high: End = None
    steps: tuple[str, ...] = ()
    simplex: bool = False
    equation: tuple[Fraction, ...] | None = None
    norm: Norm | None = None


def model_of(path: str, graph: Graph) -> Model:
    """The tensors of a graph; those that are multiplied say which axis counts outputs, which vector
    is added, and with what.
    """
    tensors = dict(graph.tensors)
    made = list(products(graph))
    final = last_products(graph, {product.place for product in made})
    for product in made:
        weights, bias = product.weights, product.bias
        if bias is not None:
            tensors[bias.name] = bias
        last = product.place + len(graph.nodes) * (product.place in final)
        before = partial(
            before_of,
            graph,
            product.entering,
            weights.shape[1 - (weights.axis or 0)],
            product.along_last,
        )
        tensors[weights.name] = replace(
            weights, last=last, bias=None if bias is None else bias.name, before=before
        )
    chosen = max(
        (product for product in made),
        key=lambda product: (product.place in final, product.place),
        default=None,
    )
    if chosen is None:
        return Model(path, tensors, facts=_ends(graph))
    after = _after(graph, chosen.leaving, chosen.along_last)
    return Model(path, tensors, facts={} if not after else {"after the layer": after})


def _ends(graph: Graph) -> dict[str, str]:
    """Of a graph without a product of weights: with which operation that has weights it ends."""
    todo, seen = list(graph.outputs), set[str]()
    kinds: dict[str, None] = {}
    while todo and len(seen) < _FARTHEST:
        name = todo.pop()
        node = graph.givers.get(name)
        if name in seen or node is None:
            continue
        seen.add(name)
        if node.kind not in (*_SILENT, *_HARMLESS) and any(map(graph.constant, node.inputs[1:])):
            kinds |= {node.kind: None}
        else:
            todo += node.inputs
    if not kinds:
        return {}
    return {"it ends with": f"{', '.join(kinds)}: no matrix product, so no output layer"}


def _after(graph: Graph, name: str, along_last: bool) -> str:
    """The nodes after the last product, as far as the outputs of the graph: whether it can change
    which output is first. ``along_last``: outputs of the product are along its last axis.
    """
    todo, seen, words, other = [name], set[str](), dict[str, None](), ""
    order, spelled = Order(graph, name) if along_last else None, set[str]()
    while todo and len(seen) < _FARTHEST:
        value = todo.pop()
        for node in graph.takers.get(value, []) if value not in seen else ():
            positive = (
                node.kind in ("Mul", "Div") and len(node.inputs) == 2 and node.inputs[0] == value
            )
            factor = _number(graph.constant(node.inputs[1])) if positive else None
            if node.kind == "Shape":
                continue
            across = (
                node.kind in ("Softmax", "LogSoftmax")
                and order is not None
                and order.keeps(value)
                and not order.along(node)
            )
            if (node.kind in _HARMLESS and not across) or (factor is not None and factor > 0):
                words |= (
                    {}
                    if node.kind in (*_SILENT, "QuantizeLinear", "DequantizeLinear")
                    else {node.kind: None}
                )
                todo += node.outputs[:1]
            elif order is not None and node.outputs and order.knows(node.outputs[0]):
                spelled.add(node.kind)
                todo += node.outputs[:1]
            else:
                other = other or node.kind
        seen.add(value)
    if other or not seen.issuperset(todo):
        return f"{other or 'so long a graph'}, {NOT_LOOKED_AT}"
    if "Exp" in spelled:
        kinds = [kind for kind, by in (("LogSoftmax", "Log"), ("Softmax", "Div")) if by in spelled]
        words |= {[*kinds, "Exp"][0]: None}
    return f"{', '.join(words)}: no answer about what is first changes" if words else ""


def before_of(graph: Graph, name: str, width: int, along_last: bool) -> Before | None:
    """Bounds of the value of this name, of so many coordinates; ``along_last``: these are
    along its last axis.
    """
    known = _Walk(graph, width).of(name)
    if not known.steps:
        return None
    if not along_last or any(
        isinstance(end, tuple) and len(end) != width for end in (known.low, known.high)
    ):
        known = replace(_uniform(known), simplex=False)
    if known.equation is not None and len(known.equation) != width + 1:
        known = replace(known, equation=None)
    return Before(
        known.steps, known.low, known.high, known.simplex, known.equation, _of_width(known, width)
    )


def _of_width(known: _Known, width: int) -> Norm | None:
    return known.norm if known.norm is not None and len(known.norm.gains) == width else None


class _Walk:
    """Looks at the nodes before a value, each once, at most ``_FARTHEST``, and ``_DEEPEST`` in a row."""

    def __init__(self, graph: Graph, width: int) -> None:
        self.graph, self.width, self.rows = graph, width, Rows(graph, width)
        self.seen: dict[str, _Known] = {}

    def of(self, name: str, depth: int = 0) -> _Known:
        if name in self.seen or len(self.seen) > _FARTHEST or depth > _DEEPEST:
            return self.seen.get(name, _Known())
        self.seen[name] = _Known()  # for a circle
        made = self.graph.constant(name)
        node = self.graph.givers.get(name)
        found = (
            _of_constant(made)
            if made is not None
            else _Known()
            if node is None
            else self._after(node, name, depth)
        )
        self.seen[name] = replace(found, steps=found.steps[:_STEPS])
        return self.seen[name]

    def _after(self, node: Node, name: str, depth: int) -> _Known:
        def given(place: int = 0) -> _Known:
            return (
                self.of(node.inputs[place], depth + 1)
                if place < len(node.inputs) and node.inputs[place]
                else _Known()
            )

        def after(found: _Known, word: str | None = None) -> _Known:
            return replace(found, steps=(word or node.kind, *given().steps))

        kind = node.kind
        if (found := self._swish(node)) is not None:
            return _Known(found[1], None, (found[0],))
        if kind in _NORMS:
            return self._norm(node)
        if kind in _KEPT:
            x = given()
            if kind == "Cast" and node.attributes.get("to") not in (1, 10, 11, 16):  # to integers
                return _Known(steps=(kind,))
            if kind in ("Identity", "Dropout", "Cast"):
                return x
            # Coordinates are moved or mixed: what holds for all of them still does.
            x = replace(_uniform(x), simplex=False)
            return x if kind in _SILENT else after(x)
        match kind:
            case "Relu":
                return after(
                    _Known(_apply(max, given().low, Fraction(0)), _clamped(given().high)), "ReLU"
                )
            case "Clip":
                return after(self._clip(node, given()))
            case "LeakyRelu" if 0 <= node.attributes.get("alpha", 0.01) <= 1:
                alpha = Fraction(node.attributes.get("alpha", 0.01))
                x = given()
                return after(
                    _Known(
                        _map(lambda v: v if v >= 0 else alpha * v, x.low),
                        _map(lambda v: v if v >= 0 else alpha * v, x.high),
                    )
                )
            case "Elu" | "Celu" if node.attributes.get("alpha", 1.0) > 0:
                return after(_Known(-Fraction(node.attributes.get("alpha", 1.0))))
            case "Selu":
                gamma, alpha = (
                    node.attributes.get("gamma", 1.0507010221481323),
                    node.attributes.get("alpha", 1.6732631921768188),
                )
                return after(
                    _Known(-Fraction(gamma) * Fraction(alpha))
                    if gamma > 0 and alpha > 0
                    else _Known()
                )
            case "Sigmoid" | "HardSigmoid":
                return after(_Known(Fraction(0), Fraction(1)))
            case "Tanh" | "Softsign" | "Sin" | "Cos" | "Erf":
                return after(
                    _Known(Fraction(-1), Fraction(1)), kind.lower() if kind == "Tanh" else None
                )
            case "Softplus" | "Exp" | "Sqrt" | "ReduceL2" | "ReduceL1" | "ReduceSumSquare" | "Abs":
                return after(_Known(Fraction(0)))
            case "Softmax":
                return after(
                    _Known(Fraction(0), Fraction(1), simplex=node.attributes.get("axis") == -1),
                    "softmax",
                )
            case "LogSoftmax":
                return after(_Known(None, Fraction(0)))
            case "Gelu" | "FastGelu" | "BiasGelu":
                tanh = kind == "FastGelu" or node.attributes.get("approximate") == "tanh"
                return after(_Known(LEAST["GELU (tanh)" if tanh else "GELU"]), "GELU")
            # x sigmoid(a x) is 1/a times y sigmoid(y): the least value for any a > 0
            case "QuickGelu" if 0 < (alpha := node.attributes.get("alpha", 1.702)) < inf:
                least = LEAST["QuickGELU"] * Fraction("1.702") / Fraction(alpha)
                return after(_Known(least), "QuickGELU")
            case "Swish" if node.attributes.get("alpha", 1.0) == 1:
                return after(_Known(LEAST["SiLU"]), "SiLU")
            case "HardSwish" | "Mish":
                return after(_Known(LEAST[kind]))
            case "LpNormalization" if node.attributes.get("p", 2) == 2:
                return after(_Known(Fraction(-1), Fraction(1)), "L2 normalisation")
            case "AveragePool":
                x = _uniform(given())
                return after(
                    _Known(
                        _extreme(min, [x.low, Fraction(0)]), _extreme(max, [x.high, Fraction(0)])
                    )
                )
            # as the numbers that the integers stand for: zero stays zero
            case "QuantizeLinear" | "DynamicQuantizeLinear":
                x = _uniform(given())
                return replace(
                    x,
                    low=Fraction(0) if x.low is not None and x.low >= 0 else None,  # type: ignore[operator]
                    high=None,
                    simplex=False,
                )
            case "DequantizeLinear":
                return self._dequantised(node, depth)
            case "Concat" | "Where" | "Max" | "Min":
                return self._joined(node, depth)
            case "Add" | "Sub" | "Mul" | "Div" if len(node.inputs) == 2:
                return self._arithmetic(node, depth)
        return _Known(steps=(kind,))

    def _dequantised(self, node: Node, depth: int) -> _Known:
        """scale times (integer - zero point), of all integers of the type, or of those that a
        bounded value is rounded to.
        """
        constants = [self.graph.constant(name) if name else None for name in node.inputs[1:3]]
        scale, zero = (
            _number(constants[0]) if constants else None,
            _number(constants[1]) if len(constants) > 1 else Fraction(0),
        )
        ends = {"uint8": (0, 255), "int8": (-128, 127)}.get(
            constants[1].kind if len(constants) > 1 and constants[1] else "uint8"
        )
        x = self.of(node.inputs[0], depth + 1)
        if scale is None or zero is None or ends is None or scale <= 0:
            return _Known(steps=x.steps or (node.kind,))
        low, high = (scale * (end - zero) for end in ends)
        giver = self._giver(node.inputs[0])
        if (
            giver is not None
            and giver.kind == "QuantizeLinear"
            and giver.inputs[1:] == node.inputs[1:]
        ):
            inner = _uniform(self.of(giver.inputs[0], depth + 2))
            if isinstance(inner.low, Fraction):
                low = max(low, scale * (inner.low // scale))
            if isinstance(inner.high, Fraction):
                high = min(high, -scale * (-inner.high // scale))
            if low > high:  # all values are beyond the integers of the type
                return _Known(steps=inner.steps)
        return _Known(low, high, x.steps or (node.kind,))

    def _joined(self, node: Node, depth: int) -> _Known:
        inputs = node.inputs[1:] if node.kind == "Where" else node.inputs
        parts = [_uniform(self.of(name, depth + 1)) for name in inputs]
        if not parts:
            return _Known()
        steps = (node.kind, *next((part.steps for part in parts if part.steps), ()))
        lows, highs = [part.low for part in parts], [part.high for part in parts]
        if node.kind == "Max":
            known: list[Any] = [x for x in lows if x is not None]
            return _Known(max(known) if known else None, _extreme(max, highs), steps)
        if node.kind == "Min":
            known = [x for x in highs if x is not None]
            return _Known(_extreme(min, lows), min(known) if known else None, steps)
        return _Known(_extreme(min, lows), _extreme(max, highs), steps)

    def _arithmetic(self, node: Node, depth: int) -> _Known:
        if node.kind == "Div" and (norm := self._normalised(node)) is not None:
            return norm
        if (norm := self._spelled(node)) is not None:
            return norm
        if sums_to_one(self.rows, node):
            return _Known(Fraction(0), Fraction(1), ("softmax",), simplex=True)
        a, b = (self.of(name, depth + 1) for name in node.inputs)
        steps = a.steps or b.steps or (node.kind,)
        match node.kind:
            case "Add":
                return _plus(a, b, steps)
            case "Sub":
                return _plus(a, _times(b, _Known(-_ONE, -_ONE), b.steps), steps)
            case "Mul":
                if node.inputs[0] == node.inputs[1]:
                    return _Known(Fraction(0), None, steps)
                return _times(a, b, steps)
        if b.low is not None and b.low == b.high and not isinstance(b.low, tuple) and b.low != 0:
            return _times(a, _Known(1 / b.low, 1 / b.low), steps)
        return _Known(steps=(node.kind,))

    def _normalised(self, node: Node) -> _Known | None:
        """z / |z|, whose entries are at most 1, along whatever axes."""
        top, name = node.inputs
        root = self._giver(name)
        for _ in range(6):  # what may only make the divisor larger
            if root is None or root.kind not in ("Identity", "Cast", "Clip", "Max", "Add"):
                break
            inner = [given for given in root.inputs if self.graph.constant(given) is None]
            constants = [
                _number(self.graph.constant(given))
                for given in root.inputs
                if given not in inner and given
            ]
            if len(inner) != 1 or (
                root.kind == "Clip" and (len(root.inputs) > 2 or "max" in root.attributes)
            ):
                return None
            if root.kind == "Add" and any(c is None or c < 0 for c in constants):
                return None
            root = self._giver(inner[0])
        if root is None or not root.inputs or root.attributes.get("keepdims", 1) != 1:
            return None
        unit = _Known(Fraction(-1), Fraction(1), ("L2 normalisation",))
        if root.kind == "ReduceL2":
            return unit if root.inputs[0] == top else None
        total = self._giver(root.inputs[0]) if root.kind == "Sqrt" else None
        if (
            total is None
            or total.kind != "ReduceSum"
            or not total.inputs
            or total.attributes.get("keepdims", 1) != 1
        ):
            return None
        square = self._giver(total.inputs[0])
        if (
            square is None
            or square.kind not in ("Pow", "Mul")
            or len(square.inputs) != 2
            or square.inputs[0] != top
        ):
            return None
        if square.inputs[1] != top and (
            square.kind == "Mul" or _number(self.graph.constant(square.inputs[1])) != 2
        ):
            return None
        return unit

    def _spelled(self, node: Node) -> _Known | None:
        """A norm in sums, squares and roots, with its gain and shift, if they are in it."""
        found = norm_of(self.rows, node)
        if found is None:
            return None
        d, most = self.width, found.most
        bound = root_above(d) if most == d else _root(most)
        ratio = Fraction(1) if most <= d else _root(most / d)
        known = _Known(
            -bound,
            bound,
            ("LayerNorm" if found.plain else "RMSNorm",),
            equation=(Fraction(0), *[Fraction(1)] * d) if found.centred else None,
            norm=Norm((ratio,) * d, (Fraction(0),) * d, found.centred),
        )
        gain, shift = (
            None if name is None else self.graph.constant(name)
            for name in (found.gain, found.shift)
        )
        known = known if gain is None else _times(known, _of_constant(gain), known.steps)
        return known if shift is None else _plus(known, _of_constant(shift), known.steps)

    def _norm(self, node: Node) -> _Known:
        gain_place, shift_place = _NORMS[node.kind]
        if node.attributes.get("axis", -1) != -1 or node.attributes.get("epsilon", 0) < 0:
            return _Known(steps=(node.kind,))
        gain = (
            self.graph.constant(node.inputs[gain_place]) if len(node.inputs) > gain_place else None
        )
        has_shift = (
            shift_place is not None and len(node.inputs) > shift_place and node.inputs[shift_place]
        )
        shift = (
            self.graph.constant(node.inputs[shift_place])
            if has_shift and shift_place is not None
            else None
        )
        if (
            gain is None
            or gain.shape != (self.width,)
            or (has_shift and (shift is None or shift.shape != (self.width,)))
        ):
            return _Known()
        gains = _fractions(gain)
        shifts = _fractions(shift) if shift is not None else [Fraction(0)] * self.width
        if gains is None or shifts is None:
            return _Known()
        centred = node.kind in ("LayerNormalization", "SkipLayerNormalization")
        known = normalised(gains, shifts, centred, "LayerNorm" if centred else "RMSNorm")
        if known is None:
            return _Known(steps=(node.kind,))
        return _Known(known.low, known.high, known.steps, equation=known.equation, norm=known.norm)

    def _clip(self, node: Node, x: _Known) -> _Known:
        ends = [_number(self.graph.constant(name)) if name else None for name in node.inputs[1:3]]
        low, high = [*ends, None, None][:2]
        low = Fraction(node.attributes["min"]) if low is None and "min" in node.attributes else low
        high = (
            Fraction(node.attributes["max"]) if high is None and "max" in node.attributes else high
        )
        if low is not None and high is not None and low > high:
            return _Known()

        def clipped(value: Fraction) -> Fraction:
            value = value if low is None else max(value, low)
            return value if high is None else min(value, high)

        return _Known(
            low if x.low is None else _map(clipped, x.low),
            high if x.high is None else _map(clipped, x.high),
        )

    def _giver(self, name: str) -> Node | None:
        return self.graph.givers.get(name)

    def _swish(self, node: Node) -> tuple[str, Fraction] | None:
        """x times a gate of x: SiLU, and GELU as exporters spell it."""
        if node.kind != "Mul" or len(node.inputs) != 2:
            return None
        for x, other in (node.inputs, node.inputs[::-1]):
            gate = self._giver(other)
            if gate is None or not gate.inputs:
                continue
            beta = self._factor(gate.inputs[0], x) if gate.kind == "Sigmoid" else None
            # x sigmoid(beta x), whose least value is that of SiLU over beta
            if beta is not None and beta > 0:
                return ("SiLU" if beta == 1 else f"SiLU of {float(beta):g} x"), LEAST["SiLU"] / beta
            if gate.kind == "HardSigmoid" and gate.inputs[0] == x:
                alpha, offset = gate.attributes.get("alpha", 0.2), gate.attributes.get("beta", 0.5)
                # the least value is -1 / (16 alpha)
                if offset == 0.5 and Fraction(1, 6) <= Fraction(alpha) <= 1:
                    return "HardSwish", LEAST["HardSwish"]
            plus = self._giver(gate.inputs[0]) if gate.kind == "Tanh" else None
            if plus is not None and plus.kind == "Softplus" and plus.inputs[:1] == (x,):
                return "Mish", LEAST["Mish"]
        return self._gelu(node)

    def _factor(self, name: str, x: str) -> Fraction | None:
        """The number by which x is multiplied to make a value; 1 for x itself, None for any other
        value.
        """
        if name == x:
            return Fraction(1)
        node = self._giver(name)
        if node is None or node.kind != "Mul" or len(node.inputs) != 2 or x not in node.inputs:
            return None
        return _number(
            self.graph.constant(node.inputs[1] if node.inputs[0] == x else node.inputs[0])
        )

    def _gelu(self, node: Node) -> tuple[str, Fraction] | None:
        """The product of x, 1/2 and 1 + erf(x / sqrt 2), in either order of the two products."""
        factors, todo = list[str](), list(node.inputs)
        while todo and len(factors) < 4:
            name = todo.pop()
            inner = self._giver(name)
            if (
                inner is not None
                and inner.kind == "Mul"
                and len(inner.inputs) == 2
                and len(factors) + len(todo) < 3
            ):
                todo += inner.inputs
            else:
                factors.append(name)
        halves = [name for name in factors if _number(self.graph.constant(name)) == Fraction(1, 2)]
        rest = [name for name in factors if name not in halves]
        if len(halves) != 1 or len(rest) != 2:
            return None
        for x, other in (rest, rest[::-1]):
            plus = self._giver(other)
            if plus is None or plus.kind != "Add" or len(plus.inputs) != 2:
                continue
            others = [name for name in plus.inputs if _number(self.graph.constant(name)) != 1]
            error = self._giver(others[0]) if len(others) == 1 else None
            scale = (
                self._giver(error.inputs[0])
                if error is not None and error.kind == "Erf" and error.inputs
                else None
            )
            if (
                scale is None
                or scale.kind not in ("Div", "Mul")
                or len(scale.inputs) != 2
                or scale.inputs[0] != x
            ):
                continue
            factor = _number(self.graph.constant(scale.inputs[1]))
            square = None if not factor else factor**2 if scale.kind == "Div" else 1 / factor**2
            if square is not None and abs(square - 2) < Fraction(1, 10**6):
                # A divisor c in place of sqrt 2 makes the least value c / sqrt 2 times what it is.
                return "GELU", LEAST["GELU"] * (1 + Fraction(1, 10**6))
        return None


def _of_constant(tensor: Tensor) -> _Known:
    """Bounds of a constant: itself if it is one number or a vector, else its extremes."""
    if prod(tensor.shape) > _LARGEST:
        return _Known()
    values = tensor.read()
    if not values.size or values.dtype.kind not in "fiu":
        return _Known()
    ends = fractions(values.min(keepdims=True)), fractions(values.max(keepdims=True))
    if ends[0] is None or ends[1] is None:  # NaN is the least and the largest, too
        return _Known()
    if 1 < values.size <= _WIDEST and values.size == values.shape[-1]:
        each = tuple(Fraction(x) for x in values.ravel().tolist())
        return _Known(each, each)
    return _Known(ends[0][0], ends[1][0])


def _fractions(tensor: Tensor) -> list[Fraction] | None:
    return fractions(tensor.read())


def _uniform(x: _Known) -> _Known:
    """One pair of bounds that holds for every coordinate."""
    low = min(x.low) if isinstance(x.low, tuple) else x.low
    high = max(x.high) if isinstance(x.high, tuple) else x.high
    return replace(x, low=low, high=high, equation=None, norm=None)


def _clamped(end: End) -> End:
    return None if end is None else _map(lambda v: max(v, Fraction(0)), end)


def _map(function: Callable[[Fraction], Fraction], end: End) -> End:
    if end is None:
        return None
    return tuple(map(function, end)) if isinstance(end, tuple) else function(end)


def _apply(function: Callable[..., Fraction], a: End, b: End) -> End:
    """Of two ends, coordinate by coordinate. Where an end is open, ``max`` and ``min`` keep the
    other, sums are open.
    """
    if a is None or b is None:
        return (b if a is None else a) if function in (max, min) else None
    if isinstance(a, tuple) and isinstance(b, tuple):
        return tuple(map(function, a, b)) if len(a) == len(b) else None
    if isinstance(a, tuple):
        return tuple(function(x, b) for x in a)
    return tuple(function(a, x) for x in b) if isinstance(b, tuple) else function(a, b)


def _sum(a: Fraction, b: Fraction) -> Fraction:
    return a + b


def _plus(a: _Known, b: _Known, steps: tuple[str, ...]) -> _Known:
    """The sum of two values; with a constant, of what else is known, too."""
    equation, norm = None, None
    for one, constant in ((a, b), (b, a)):
        if constant.low is None or constant.low != constant.high:
            continue
        if one.equation is not None:
            equation = _shifted(one.equation, constant.low)
        if one.norm is not None:
            moved = _apply(_sum, one.norm.shift, constant.low)
            norm = replace(one.norm, shift=moved) if isinstance(moved, tuple) else None
    return _Known(
        _apply(_sum, a.low, b.low), _apply(_sum, a.high, b.high), steps, False, equation, norm
    )


def _extreme(function: Callable[[Sequence[Any]], Any], ends: list[End]) -> End:
    return None if any(end is None for end in ends) else function(ends)


def _shifted(equation: tuple[Fraction, ...], shift: End) -> tuple[Fraction, ...] | None:
    """The equation of h + shift, from that of h."""
    values = shift if isinstance(shift, tuple) else (shift,) * (len(equation) - 1)
    if len(values) != len(equation) - 1:
        return None
    return (
        equation[0] - sum(a * (x or 0) for a, x in zip(equation[1:], values, strict=True)),
        *equation[1:],
    )


def _times(a: _Known, b: _Known, steps: tuple[str, ...]) -> _Known:
    """The product of two values; also where one is a constant and the other open on one side."""
    constant, other = (a, b) if a.low is not None and a.low == a.high else (b, a)
    if constant.low is not None and constant.low == constant.high:
        factors = constant.low if isinstance(constant.low, tuple) else (constant.low,)
        width = max(
            [len(factors), *[len(end) for end in (other.low, other.high) if isinstance(end, tuple)]]
        )
        if any(
            isinstance(end, tuple) and len(end) != width
            for end in (factors if len(factors) > 1 else 0, other.low, other.high)
        ):
            return _Known(steps=steps)
        lows, highs = [], []
        for k in range(width):
            factor = factors[k if len(factors) > 1 else 0]
            low, high = (
                end[k] if isinstance(end, tuple) else end for end in (other.low, other.high)
            )
            low, high = (low, high) if factor >= 0 else (high, low)
            zero = Fraction(0) if factor == 0 else None
            lows.append(zero if low is None else factor * low)
            highs.append(zero if high is None else factor * high)
        equation = None
        if other.equation is not None and all(factors):
            every = factors if len(factors) > 1 else factors * (len(other.equation) - 1)
            if len(every) == len(other.equation) - 1:
                equation = (
                    other.equation[0],
                    *(x / f for x, f in zip(other.equation[1:], every, strict=True)),
                )
        norm = None
        if other.norm is not None and len(factors) in (1, len(other.norm.gains)):
            every = factors * len(other.norm.gains) if len(factors) == 1 else factors
            norm = replace(
                other.norm,
                gains=tuple(map(_product, other.norm.gains, every)),
                shift=tuple(map(_product, other.norm.shift, every)),
            )
        return _Known(_gathered(lows), _gathered(highs), steps, equation=equation, norm=norm)
    ends = [end for end in (a.low, a.high, b.low, b.high) if end is None or isinstance(end, tuple)]
    if ends:
        low = (
            Fraction(0)
            if a.low is not None and b.low is not None and _least(a.low) >= 0 and _least(b.low) >= 0
            else None
        )
        return _Known(low, None, steps)
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]  # type: ignore[operator]
    return _Known(min(corners), max(corners), steps)


def _product(a: Fraction, b: Fraction) -> Fraction:
    return a * b


def _root(number: Fraction) -> Fraction:
    """A rational with denominator 2^20 that is at least the square root."""
    return Fraction(isqrt((number.numerator << 40) // number.denominator) + 1, 1 << 20)


def _least(end: Fraction | tuple[Fraction, ...]) -> Fraction:
    return min(end) if isinstance(end, tuple) else end


def _gathered(ends: list[Fraction | None]) -> End:
    """One number where all are equal, None where one is open."""
    if any(end is None for end in ends):
        return None
    first = ends[0]
    return (
        first
        if all(end == first for end in ends)
        else tuple(end for end in ends if end is not None)
    )
