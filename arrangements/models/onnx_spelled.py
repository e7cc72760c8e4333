"""Norms and softmax that a graph spells out, in sums, squares, roots and powers.

A norm is (x - m) / r, with m linear in the sum of a row and r a root of at least a quadratic form in
its sum and its sum of squares; ``norm_of`` gives an exact bound of its length for all rows. The
variance E[x^2] - E[x]^2, which jax computes, is one such form, and what keeps it from being negative
makes r only larger.

``Order`` tells which values have their entries in the order of those of another value, in each row:
what is first does not change in a softmax, however it is spelled.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

from arrangements.models.onnx_graph import Graph, Node
from arrangements.models.onnx_rows import DEEPEST, Row, Rows, number

__all__ = ["Order", "SpelledNorm", "norm_of", "sums_to_one"]

_RISING = frozenset(
    ("Identity", "Cast", "Dropout", "Exp", "Sigmoid", "Tanh", "Softplus", "Softsign", "Erf")
)
_POSITIVE = frozenset(("Exp", "Sigmoid", "Softplus"))
_REDUCTIONS = ("ReduceMax", "ReduceMin", "ReduceSum", "ReduceMean", "ReduceLogSumExp")


class SpelledNorm(NamedTuple):
    """Rows z with |z|^2 <= ``most``, times the constant ``gain`` and plus ``shift``, if there are
    any; ``centred``: the sum of z is zero. ``plain``: a mean is taken away, as LayerNorm does.
    """

    most: Fraction
    centred: bool
    plain: bool
    gain: str | None = None
    shift: str | None = None


def norm_of(rows: Rows, node: Node) -> SpelledNorm | None:
    """The norm that a node is, if it is one, of rows of the width of ``rows``."""
    if len(node.inputs) != 2:
        return None
    a, b = node.inputs
    if node.kind == "Div":
        return _divided(rows, node, a, rows.of(b), "root", None)
    if node.kind == "Mul":
        for top, factor in ((a, b), (b, a)):
            inverse, gain = _scale(rows, factor)
            divided = _divided(rows, node, top, inverse, "inverse", gain)
            if divided is not None:
                return divided
    if node.kind == "Add":
        for product, rest in ((a, b), (b, a)):
            if (divided := _unfolded(rows, product, rest)) is not None:
                return divided
    return None


def _scale(rows: Rows, name: str) -> tuple[Row | None, str | None]:
    """The statistic that a factor is, and the gain that it has been multiplied by."""
    row = rows.of(name)
    node = rows.giver(name)
    if row is not None or node is None or node.kind != "Mul" or len(node.inputs) != 2:
        return row, None
    for inner, gain in (node.inputs, node.inputs[::-1]):
        row = rows.of(inner)
        if row is not None and _is_vector(rows, gain):
            return row, gain
    return None, None


def _is_vector(rows: Rows, name: str) -> bool:
    """Whether this is one constant for each coordinate."""
    tensor = rows.graph.constant(name)
    return tensor is not None and tensor.shape[-1:] == (rows.width,) == (prod(tensor.shape),)


def _divided(
    rows: Rows, node: Node, top: str, row: Row | None, kind: str, gain: str | None
) -> SpelledNorm | None:
    """A value over a root of its squares, with what is known of the two."""
    if row is None or row.kind != kind or not row.kept or row.squares <= 0:
        return None
    top = rows.source(top)
    taken, source = Fraction(0), top
    summed = row.summed
    if top != row.of:
        away = _mean_away(rows, top)
        if away is None or away[0] != row.of:
            return None
        source, taken, summed = away[0], away[1].sums, summed or away[1].summed
        centred = taken * rows.width == 1
    else:
        own = _mean_away(rows, top)
        centred = own is not None and own[1].sums * rows.width == 1
        summed = summed or (own is not None and own[1].summed)
    if not _has_width(rows, node, source, gain, summed):
        return None
    most = _most(row, taken, rows.width)
    plain = top != row.of or _mean_away(rows, top) is not None
    return None if most is None else SpelledNorm(most, centred, plain, gain)


def _mean_away(rows: Rows, name: str) -> tuple[str, Row] | None:
    """The value x and the statistic m of its rows, where this is x - m."""
    node = rows.giver(name)
    if node is None or node.kind != "Sub" or len(node.inputs) != 2:
        return None
    source, row = rows.source(node.inputs[0]), rows.of(node.inputs[1])
    if row is None or (row.kind, row.kept, row.of) != ("linear", True, source):
        return None
    return source, row


def _most(row: Row, taken: Fraction, width: int) -> Fraction | None:
    """The least K with |x - c S|^2 <= K (p Q + q S^2) for all rows x, where S is their sum, Q that of
    their squares; both sides are linear in S^2, which is between 0 and d Q.
    """
    p, q, d = row.squares, row.sums, width
    rest, ahead = (1 - d * taken) ** 2, p + d * q
    if ahead > 0:
        return max(1 / p, rest / ahead)
    return 1 / p if ahead == 0 == rest else None


def _has_width(rows: Rows, node: Node, source: str, gain: str | None, summed: bool) -> bool:
    """Whether rows have the width that is meant: by their shape, or, of means, by the gain that
    comes next; a row of one entry, which a gain would copy, has the mean itself and becomes zero or
    a sign.
    """
    shape = rows.shape(source)
    if shape and shape[-1] is not None:
        return shape[-1] == rows.width
    if summed:
        return False
    if gain is not None:
        return True
    takers = rows.graph.takers.get(node.outputs[0], [])
    return any(_is_vector(rows, other) for taker in takers for other in taker.inputs)


def _unfolded(rows: Rows, product: str, rest: str) -> SpelledNorm | None:
    """x s + (b - m s), which is (x - m) s + b."""
    node, other = rows.giver(product), rows.giver(rest)
    if node is None or other is None or node.kind != "Mul" or len(node.inputs) != 2:
        return None
    if other.kind != "Sub" or len(other.inputs) != 2 or not _is_vector(rows, other.inputs[0]):
        return None
    inner = rows.giver(other.inputs[1])
    if inner is None or inner.kind != "Mul" or len(inner.inputs) != 2:
        return None
    for x, factor in (node.inputs, node.inputs[::-1]):
        means = [name for name in inner.inputs if name != factor]
        row, gain = _scale(rows, factor)
        if len(means) != 1 or row is None or row.kind != "inverse" or not row.kept:
            continue
        mean = rows.of(means[0])
        source = rows.source(x)
        if mean is None or (mean.kind, mean.kept, mean.of) != ("linear", True, source):
            continue
        if row.of != source or row.squares <= 0:
            continue
        summed = row.summed or mean.summed
        if not _has_width(rows, node, x, gain or other.inputs[0], summed):
            continue
        most = _most(row, mean.sums, rows.width)
        if most is not None:
            centred = mean.sums * rows.width == 1
            return SpelledNorm(most, centred, True, gain, other.inputs[0])
    return None


def sums_to_one(rows: Rows, node: Node) -> bool:
    """Whether a node is exp(x) over its sum along the last axis."""
    if node.kind != "Div" or len(node.inputs) != 2:
        return False
    name = rows.source(node.inputs[0])
    top, row = rows.giver(name), rows.of(node.inputs[1])
    return (
        top is not None
        and top.kind == "Exp"
        and row is not None
        and (row.of, row.kept, row.kind) == (name, True, "linear")
        and row.sums == 1
        and row.summed
    )


@dataclass(frozen=True)
class _Ordered:
    """A value whose entries are in the order of those that are looked at (``row`` false), or one
    number for each row; ``positive``: it is above zero.
    """

    row: bool
    positive: bool = False
    kept: bool = True


class Order:
    """Which values have the entries of each row in the order of those of ``first``, along its last
    axis.
    """

    def __init__(self, graph: Graph, first: str) -> None:
        self.graph, self.rows = graph, Rows(graph, 1)
        self._first, self._depth = first, 0
        self._known: dict[str, _Ordered | None] = {first: _Ordered(row=False)}

    def keeps(self, name: str) -> bool:
        """Whether entries are in the order of the first value."""
        found = self._of(name)
        return found is not None and not found.row

    def knows(self, name: str) -> bool:
        """Whether this is in that order, or one number for each row, by which no order changes."""
        return self._of(name) is not None

    def along(self, node: Node) -> bool:
        """Whether a softmax of the graph may be along the last axis."""
        axis, shape = node.attributes.get("axis", -1), self.rows.shape(node.inputs[0])
        return axis == -1 or shape is None or axis == len(shape) - 1

    def _of(self, name: str) -> _Ordered | None:
        if name not in self._known and self._depth < DEEPEST:
            self._known[name] = None
            node = self.graph.givers.get(name)
            self._depth += 1
            if node is not None and node.inputs and node.outputs[:1] == (name,):
                self._known[name] = self._after(node)
            self._depth -= 1
        return self._known.get(name)

    def _after(self, node: Node) -> _Ordered | None:
        kind, inputs = node.kind, node.inputs
        x = self._of(inputs[0])
        if kind in _REDUCTIONS and x is not None and not x.row and self.rows.last_axis(node):
            positive = x.positive and kind != "ReduceLogSumExp"
            return _Ordered(row=True, positive=positive, kept=self.rows.is_kept(node))
        if len(inputs) == 2 and kind in ("Add", "Sub", "Mul", "Div", "Max"):
            return self._of_two(node)
        if x is None:
            return None
        if kind in ("Expand", "Unsqueeze", "Reshape"):
            kept = self.rows.beside(node, self._first, x.kept) if x.row else None
            return None if kept is None else _Ordered(row=True, positive=x.positive, kept=kept)
        if kind in _RISING and (kind != "Cast" or node.attributes.get("to") in (1, 10, 11, 16)):
            same = kind in ("Identity", "Cast", "Dropout")
            positive = x.positive if same else kind in _POSITIVE
            return _Ordered(x.row, positive, x.kept)
        if kind == "Log" and x.positive:
            return _Ordered(x.row, False, x.kept)
        if kind == "Neg" and x.row:
            return _Ordered(row=True, kept=x.kept)
        if kind == "Reciprocal" and x.row and x.positive:
            return x
        return None

    def _of_two(self, node: Node) -> _Ordered | None:
        kind = node.kind
        a, b = (self._of(name) for name in node.inputs)
        if a is None and b is None:
            return None
        if a is not None and b is not None:
            if a.row and b.row and a.kept is b.kept and kind in ("Add", "Sub"):
                return _Ordered(row=True, kept=a.kept)
            if a.row and not b.row:
                a, b = (b, a) if kind in ("Add", "Mul") else (a, b)
            if a.row or not b.row or not b.kept:
                return None
            if kind in ("Add", "Sub"):
                return _Ordered(row=False)
            return a if kind in ("Mul", "Div") and b.positive else None
        one, other = (a, node.inputs[1]) if a is not None else (b, node.inputs[0])
        if one is None:
            return None
        if kind == "Max":
            return one if one.row and self.rows.beside_rows(other, one.kept) else None
        value = number(self.graph.constant(other))
        if value is None or not self.rows.beside_rows(other, one.kept):
            return None
        if kind == "Add" or (kind == "Sub" and a is not None):
            return _Ordered(one.row, one.positive and kind == "Add" and value >= 0, one.kept)
        if kind in ("Mul", "Div") and a is not None and value > 0:
            return one
        return one if kind == "Mul" and value > 0 else None
