"""Norms and softmax that a graph spells out: what is claimed of them holds for what ONNX's own
evaluator computes, in float64, also where a graph is a norm but for one step.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper, save
from onnx.reference import ReferenceEvaluator

from arrangements import Inputs, audit
from arrangements.audits.stated_inputs import stated_inputs
from arrangements.loading.inputs_of_model import spelled
from arrangements.loading.layers import load_layer
from arrangements.models.model import NOT_LOOKED_AT, Norm
from arrangements.models.opening import open_model
from tests.seeds import few

D, N = 8, 5
GAIN = np.array([1, -2, 0.5, 3, 1, 0.25, -1, 2.0])
SHIFT = np.array([0, 1, -0.5, 2, 0, 0, 3, -1.0])
WEIGHTS = (np.random.default_rng(6).normal(0, 64, (D, N))).round() / 64


class Graph:
    """A graph that is written node by node; constants become initializers of float64 or int64."""

    def __init__(self, axes: tuple[Any, ...] = ("b", D)) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.axes, self.names = axes, count()

    def __call__(self, kind: str, *inputs: Any, **attributes: Any) -> str:
        names = [self.constant(x) if not isinstance(x, str) else x for x in inputs]
        output = f"v{next(self.names)}"
        self.nodes.append(helper.make_node(kind, names, [output], **attributes))
        return output

    def constant(self, value: Any) -> str:
        name = f"c{next(self.names)}"
        values = np.asarray(value)
        values = values.astype(np.int64 if values.dtype.kind in "iu" else np.float64)
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def saved(self, path: Path, *outputs: str) -> str:
        ends = [helper.make_tensor_value_info(name, TensorProto.DOUBLE, None) for name in outputs]
        entering = helper.make_tensor_value_info("x", TensorProto.DOUBLE, list(self.axes))
        made = helper.make_graph(self.nodes, "g", [entering], ends, self.constants)
        save(helper.make_model(made, opset_imports=[helper.make_opsetid("", 18)]), str(path))
        return str(path)


def column(g: Graph, row: str) -> str:
    """A number for each row as a column, as jax2tf writes it: the batch is cut from a shape."""
    batch = g("Slice", g("Cast", g("Shape", "x"), to=6), [0], [1], [0])
    target = g("Cast", g("Concat", batch, g("Cast", g.constant([1]), to=6), axis=0), to=7)
    return g("Expand", g("Reshape", row, target), target)


def fast(g: Graph, x: str = "x", **other: Any) -> tuple[str, str]:
    """Mean and variance as E[x^2] - E[x]^2, from means."""
    squares = g("Mul", x, x)
    mean = g("ReduceMean", x, other.get("axis", [-1]), keepdims=1)
    second = g("ReduceMean", squares, [-1], keepdims=1)
    return mean, g(other.get("clamp", "Max"), 0.0, g("Sub", second, g("Mul", mean, mean)))


def jax(g: Graph, x: str = "x", share: Any = 1 / D) -> tuple[str, str]:
    """The same from sums without their axis, times a constant."""
    mean = g("Mul", g("ReduceSum", x, [1], keepdims=0), share)
    second = g("Mul", g("ReduceSum", g("Mul", x, x), [1], keepdims=0), share)
    variance = g("Max", 0.0, g("Sub", second, g("Mul", mean, mean)))
    return column(g, mean), column(g, variance)


def inverse(g: Graph, variance: str, how: str = "Reciprocal", eps: Any = 1e-6) -> str:
    more = g("Add", variance, eps)
    if how == "Pow":
        return g("Pow", more, -0.5)
    root = g("Sqrt", more)
    return g("Div", 1.0, root) if how == "Div" else g("Reciprocal", root)


def layer_norm(name: str, g: Graph) -> str:
    """Each spelling of a LayerNorm with gain and shift."""
    match name:
        case "fast variance":
            mean, variance = fast(g)
            z = g("Div", g("Sub", "x", mean), g("Sqrt", g("Add", variance, 1e-6)))
            return g("Add", g("Mul", z, GAIN), SHIFT)
        case "fast variance, casts":
            y = g("Cast", "x", to=11)
            mean, variance = fast(g, y)
            z = g("Mul", g("Sub", "x", mean), inverse(g, variance))
            return g("Add", SHIFT[None], g("Mul", GAIN[None], z))
        case "jax":
            mean, variance = jax(g)
            scale = g("Mul", inverse(g, variance), GAIN[None])
            return g("Add", g("Mul", g("Sub", "x", mean), scale), SHIFT[None])
        case "unfolded":
            mean, variance = fast(g)
            scale = g("Mul", inverse(g, variance, "Pow"), GAIN)
            return g("Add", g("Mul", "x", scale), g("Sub", SHIFT, g("Mul", mean, scale)))
        case "two passes, sums":
            mean = g("Div", g("ReduceSum", "x", [-1], keepdims=1), float(D))
            away = g("Sub", "x", mean)
            variance = g("Div", g("ReduceSum", g("Pow", away, 2.0), [-1], keepdims=1), float(D))
            return g("Add", g("Mul", g("Mul", away, inverse(g, variance, "Div")), GAIN), SHIFT)
    raise AssertionError(name)


NORMS = ["fast variance", "fast variance, casts", "jax", "unfolded", "two passes, sums"]


def loaded(g: Graph, entering: str, path: Path) -> Any:
    y = g("MatMul", entering, WEIGHTS)
    return load_layer(g.saved(path / "m.onnx", y))


def points(draw: np.random.Generator) -> np.ndarray:
    """Rows of many scales, with large sums, with one entry that is far, and constant ones."""
    many = [draw.normal(0, scale, (40, D)) for scale in (1e-4, 1, 1e3)]
    many += [draw.normal(0, 1, (40, D)) + draw.normal(0, 100, (40, 1))]
    many += [1e4 * np.eye(D), np.full((2, D), 300.0), np.outer([1e3, -1e5], np.ones(D))]
    return np.vstack(many)


def lies_in(norm: Norm, values: np.ndarray) -> None:
    """Whether rows are c + g z with |z|^2 <= d, and with sum zero, if centred; gains are not zero."""
    gains, shift = (np.array([float(x) for x in end]) for end in (norm.gains, norm.shift))
    z = (values - shift) / gains
    assert ((z**2).sum(axis=1) <= D * (1 + 1e-6)).all()
    if norm.centred:
        assert (np.abs(z.sum(axis=1)) <= 1e-5 * D).all()


@pytest.mark.parametrize("name", NORMS)
def test_layer_norm(name, tmp_path):
    g = Graph()
    entering = layer_norm(name, g)
    path = g.saved(tmp_path / "probe.onnx", entering)
    layer = loaded(g, entering, tmp_path)
    gains, shift = (tuple(map(Fraction, end.tolist())) for end in (GAIN, SHIFT))
    norm = Norm(gains, shift, True)
    assert layer.before.norm == norm
    assert layer.before.steps == ("LayerNorm",)
    inputs = stated_inputs(layer, "auto")
    assert inputs == Inputs.layernorm(norm.gains, norm.shift)
    assert inputs.name == "auto: after LayerNorm"
    given_points = points(np.random.default_rng(1))
    (values,) = ReferenceEvaluator(path).run(None, {"x": given_points})
    lies_in(norm, values)
    z = (values - SHIFT) / GAIN
    assert (z**2).sum(axis=1).max() > D * 0.99, "a bound that is far from what is reached"


@pytest.mark.parametrize("how", ["Pow", "Div", "Reciprocal"])
@pytest.mark.parametrize("summed", [False, True])
def test_rms_norm(how, summed, tmp_path):
    g = Graph()
    squares = g("Mul", "x", "x")
    mean = (
        g("Mul", g("ReduceSum", squares, [-1], keepdims=1), 1 / D)
        if summed
        else g("ReduceMean", squares, [-1], keepdims=1)
    )
    layer = loaded(g, g("Mul", GAIN, g("Mul", "x", inverse(g, mean, how))), tmp_path)
    assert layer.before.norm == Norm(tuple(map(Fraction, GAIN.tolist())), (Fraction(0),) * D, False)
    assert layer.before.steps == ("RMSNorm",)


def test_a_mean_over_rows_of_unknown_width_needs_a_gain(tmp_path):
    """The gain tells the width: a shorter row would be one entry, which the gain copies."""
    for gain in (GAIN, None):
        g = Graph()
        x = g("CumSum", "x", np.array(0))
        mean = g("ReduceMean", g("Mul", x, x), [-1], keepdims=1)
        z = g("Div", x, g("Sqrt", g("Add", mean, 1e-6)))
        if gain is None:
            before = loaded(g, z, tmp_path).before
            assert (before.norm, before.low) == (None, None)
            continue
        norm = loaded(g, g("Mul", z, gain), tmp_path).before.norm
        assert norm == Norm(tuple(map(Fraction, gain.tolist())), (Fraction(0),) * D, False)


def test_a_layer_behind_a_spelled_norm_is_audited_as_behind_the_native_one(tmp_path):
    answers = []
    for native in (False, True):
        g = Graph()
        x = g("LayerNormalization", "x", GAIN, SHIFT) if native else layer_norm("jax", g)
        layer = loaded(g, x, tmp_path)
        inputs = stated_inputs(layer, "auto")
        answers.append(
            (inputs, [answer.possible for answer in audit(layer, inputs=inputs).winners])
        )
    assert answers[0] == answers[1]


@pytest.mark.parametrize("step", [-1, 0, 1])
def test_a_share_that_is_rounded(step, tmp_path):
    """With less than 1/d for each entry the bound is larger, and the mean is not quite taken away;
    with more nothing is proved: the variance of a constant row would be negative.
    """
    share = Fraction(1, D) * (1 + Fraction(step, 1 << 20))
    assert Fraction(float(share)) == share
    g = Graph()
    mean, variance = jax(g, share=float(share))
    z = g("Mul", g("Sub", "x", mean), inverse(g, variance, eps=1e-12))
    entering = g("Mul", z, GAIN)
    path = g.saved(tmp_path / "probe.onnx", entering)
    before = loaded(g, entering, tmp_path).before
    (values,) = ReferenceEvaluator(path).run(None, {"x": points(np.random.default_rng(2))})
    if step > 0:
        assert before.norm is None
        assert spelled(before) is None
        assert (np.abs(values / GAIN).max(axis=1) > 5).any(), "where no bound holds"
        return
    assert before.norm is not None
    assert before.norm.centred is (step == 0)
    lies_in(before.norm, values)
    ratio = before.norm.gains[0]
    assert (ratio == 1) if step == 0 else (1 < ratio < 1 + Fraction(1, 1 << 19))


def wrong_norms() -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    """What is no norm, by one step each: the axes of x, and what makes z."""

    def variance_of(g: Graph, first: str, second: str) -> str:
        mean = g("ReduceMean", second, [-1], keepdims=1)
        squares = g("ReduceMean", g("Mul", first, first), [-1], keepdims=1)
        return g("Max", 0.0, g("Sub", squares, g("Mul", mean, mean)))

    def divided(g: Graph, away: str, variance: str) -> str:
        return g("Div", away, g("Sqrt", g("Add", variance, 1e-6)))

    def of_another(g: Graph) -> str:
        half = g("Mul", "x", 0.5)
        mean = g("ReduceMean", "x", [-1], keepdims=1)
        return divided(g, g("Sub", "x", mean), variance_of(g, half, half))

    def of_two(g: Graph) -> str:
        mean = g("ReduceMean", "x", [-1], keepdims=1)
        return divided(g, g("Sub", "x", mean), variance_of(g, "x", g("Mul", "x", 1.01)))

    def smaller(g: Graph) -> str:
        mean, variance = fast(g)
        return divided(g, g("Sub", "x", mean), g("Min", 0.5, variance))

    def folded(g: Graph) -> str:
        mean = g("Reshape", g("ReduceMean", "x", [-1], keepdims=0), [-1, 1])
        variance = g("ReduceMean", g("Mul", "x", "x"), [-1], keepdims=0)
        return divided(g, g("Sub", "x", mean), g("Reshape", variance, [-1, 1]))

    def unknown_width(g: Graph) -> str:
        x = g("CumSum", "x", np.array(0))  # of whose shape nothing is known
        total = g("ReduceSum", g("Mul", x, x), [-1], keepdims=1)
        return g("Div", x, g("Sqrt", g("Mul", total, 1 / D)))

    for make in (of_another, of_two, smaller):
        yield make.__name__, ("b", D), make
    yield "folded", ("b", "c", D), folded
    yield "unknown width", ("b", 1), unknown_width


@pytest.mark.parametrize(("name", "axes", "make"), list(wrong_norms()))
def test_what_is_no_norm_is_not_claimed(name, axes, make, tmp_path):
    g = Graph(axes)
    before = loaded(g, g("Mul", make(g), GAIN), tmp_path).before
    assert before is None or (before.norm, before.low, before.high) == (None, None, None)


def test_a_norm_whose_variance_lacks_a_part(tmp_path):
    """x over the root of E[x^2] - 7/8 E[x]^2: where all entries are equal it is longest, sqrt(8 d)."""
    g = Graph()
    mean = g("ReduceMean", "x", [-1], keepdims=1)
    second = g("ReduceMean", g("Mul", "x", "x"), [-1], keepdims=1)
    variance = g("Sub", second, g("Mul", g("Mul", mean, 0.875), mean))
    before = loaded(g, g("Mul", g("Div", "x", g("Sqrt", variance)), GAIN), tmp_path).before
    ratio = before.norm.gains[0]
    assert 8 <= ratio**2 < 8 + Fraction(1, 1 << 16)
    assert before.high[0] ** 2 >= 8 * D


def test_a_norm_is_moved_with_its_gain_and_shift(tmp_path):
    g = Graph()
    moved = g("Mul", g("Sub", layer_norm("fast variance", g), 0.5), -2.0)
    norm = loaded(g, g("Sub", SHIFT, moved), tmp_path).before.norm
    assert norm.gains == tuple(map(Fraction, (2 * GAIN).tolist()))
    assert norm.shift == tuple(map(Fraction, (SHIFT + 2 * (SHIFT - 0.5)).tolist()))
    assert norm.centred


SHAPES = [("b", D), ("b", "c", D), (D, D), (3, 3, 8), (D, 1), (1, D)]


def nearly(draw: random.Random, g: Graph, rank: int) -> str:
    """A norm with one or two steps that may be wrong."""
    wrong = iter(draw.sample(range(14), 2) if draw.random() < 0.9 else [])
    kinds = set(wrong)
    axis = draw.choice([[-1], [rank - 1], [1], [0]])
    keep = int(draw.random() < 0.7)
    share = draw.choice([1 / D, 1 / D, 1.0, 0.25, 1 / D + 2.0**-20, 1 / D - 2.0**-20])
    other = g("Add", "x", 1.0)

    def statistic(of: str, k: int) -> str:
        along = axis if k in kinds else [-1]
        if draw.random() < 0.5:
            made = g("ReduceMean", of, along, keepdims=keep if k + 1 in kinds else 1)
        else:
            made = g("ReduceSum", of, along, keepdims=keep if k + 1 in kinds else 1)
            made = g("Mul", made, share if k + 2 in kinds else 1 / D)
        if k + 1 in kinds and not keep and draw.random() < 0.8:
            made = draw.choice([lambda: column(g, made), lambda: g("Unsqueeze", made, [draw.choice([-1, 1, 0])]), lambda: g("Reshape", made, draw.choice([[-1, 1], [1, -1], [-1]]))])()  # fmt: skip
        return made

    mean = statistic("x" if 6 not in kinds else other, 0)
    second = statistic(g("Mul", "x", "x" if 7 not in kinds else other), 3)
    variance = g("Sub", second, g("Mul", mean, mean)) if 8 not in kinds else second
    variance = g(draw.choice(["Min", "Max", "Mul"]) if 9 in kinds else "Max", 0.0 if 10 not in kinds else 0.5, variance)  # fmt: skip
    variance = g("Add", variance, draw.choice([-0.5, 2.0, 1e-9]) if 11 in kinds else 1e-9)
    away = g("Sub", "x", mean) if 12 not in kinds else draw.choice(["x", other])
    if draw.random() < 0.5:
        z = g("Div", away, g("Sqrt", variance))
    else:
        z = g("Mul", away, inverse(g, variance, draw.choice(["Pow", "Div", "Reciprocal"]), 0.0))
    if 13 in kinds:
        z = draw.choice(
            [lambda: g("Mul", z, 1.5), lambda: g("Transpose", z), lambda: g("Relu", z)]
        )()
    return g("Mul", z, GAIN)


@pytest.mark.parametrize("seed", few(12, 4))
def test_what_is_claimed_of_what_is_nearly_a_norm_holds(seed, tmp_path):
    """Random graphs, most of them wrong: bounds, equation and norm hold where they are claimed."""
    draw = random.Random(seed)
    claimed = not_claimed = 0
    for _ in range(150):
        axes = draw.choice(SHAPES)
        g = Graph(axes)
        entering = nearly(draw, g, len(axes))
        path = g.saved(tmp_path / "probe.onnx", entering)
        before = loaded(g, entering, tmp_path).before
        if before is None or before.norm is None:
            not_claimed += 1
            continue
        claimed += 1
        sizes = {"b": draw.choice([1, 3, D]), "c": draw.choice([1, 4, D])}
        shape = [sizes.get(n, n) for n in axes]
        rows = points(np.random.default_rng(draw.getrandbits(32)))
        rows = rows[np.random.default_rng(seed).integers(0, len(rows), int(np.prod(shape[:-1])))]
        try:
            (values,) = ReferenceEvaluator(path).run(
                None, {"x": rows[:, : shape[-1]].reshape(shape).astype(np.float64)}
            )
        except (ValueError, RuntimeError):
            continue  # shapes that do not go together
        values = values.reshape(-1, D)
        lies_in(before.norm, values[np.isfinite(values).all(axis=1)])
    assert min(claimed, not_claimed) > 10


def softmax(name: str, g: Graph, y: str) -> str:
    """Each spelling of a softmax or log-softmax of y."""
    powers = y
    if "most" in name:
        powers = g("Sub", y, g("ReduceMax", y, [-1], keepdims=1))
    elif "jax" in name:
        most = g("Max", -np.inf, g("ReduceMax", y, [1], keepdims=0))
        powers = g("Sub", y, column(g, most))
    exp = g("Exp", powers)
    total = (
        column(g, g("ReduceSum", exp, [1], keepdims=0))
        if "jax" in name
        else g("ReduceSum", exp, [-1], keepdims=1)
    )
    if "log" in name:
        return g("Sub", powers, g("Log", total))
    return g("Mul", exp, g("Reciprocal", total)) if "times" in name else g("Div", exp, total)


SOFTMAX = {
    "plain": "Softmax",
    "most": "Softmax",
    "jax": "Softmax",
    "log": "LogSoftmax",
    "log, most": "LogSoftmax",
    "log, jax": "LogSoftmax",
    "times": "Exp",
}


@pytest.mark.parametrize("name", SOFTMAX)
def test_softmax_after_the_layer(name, tmp_path):
    g = Graph()
    scores = g("Add", g("MatMul", "x", WEIGHTS), np.arange(N, dtype=float)[None])
    y = softmax(name, g, scores)
    path = g.saved(tmp_path / "m.onnx", y)
    told = f"{SOFTMAX[name]}: no answer about what is first changes"
    assert open_model(path).facts == {"after the layer": told}
    layer = load_layer(path)
    assert (layer.n, layer.doubts) == (N, ())
    given_points = np.random.default_rng(4).normal(0, 1, (50, D))
    (values,) = ReferenceEvaluator(path).run(None, {"x": given_points})
    exact = given_points @ layer.rows[:, 1:].T + layer.rows[:, 0]
    assert (values.argmax(axis=1) == exact.argmax(axis=1)).all()


def wrong_softmax() -> Iterator[tuple[str, Any]]:
    """What is no softmax along the labels, by one step each."""
    yield "sum over the batch", lambda g, y: g("Div", g("Exp", y), g("ReduceSum", g("Exp", y), [0], keepdims=1))  # fmt: skip
    yield "most of the batch", lambda g, y: g("Sub", y, g("ReduceMax", y, [0], keepdims=1))
    yield "no column", lambda g, y: g("Sub", y, g("ReduceMax", y, [1], keepdims=0))
    yield "a row", lambda g, y: g("Sub", y, g("Reshape", g("ReduceMax", y, [1], keepdims=0), [1, -1]))  # fmt: skip
    yield "by a maximum", lambda g, y: g("Div", y, g("ReduceMax", y, [-1], keepdims=1))
    yield "less the scores", lambda g, y: g("Sub", g("ReduceMax", y, [-1], keepdims=1), y)
    yield "under the powers", lambda g, y: g("Div", g("ReduceSum", g("Exp", y), [-1], keepdims=1), g("Exp", y))  # fmt: skip
    yield "less others", lambda g, y: g("Sub", y, g("Exp", y))
    yield "less a vector", lambda g, y: g("Exp", g("Sub", y, np.arange(N, dtype=float)))
    yield "infinite", lambda g, y: g("Sub", y, g("Max", np.inf, g("ReduceMax", y, [-1], keepdims=1)))  # fmt: skip
    yield "softmax of the batch", lambda g, y: g("Softmax", y, axis=0)
    yield "negative", lambda g, y: g("Mul", y, g("Neg", g("ReduceSum", g("Exp", y), [-1], keepdims=1)))  # fmt: skip
    yield "absolute", lambda g, y: g("Abs", g("Sub", y, g("ReduceMax", y, [-1], keepdims=1)))


@pytest.mark.parametrize(("name", "make"), list(wrong_softmax()))
def test_what_is_no_softmax_is_not_looked_at(name, make, tmp_path):
    g = Graph()
    path = g.saved(tmp_path / "m.onnx", make(g, g("MatMul", "x", WEIGHTS)))
    assert open_model(path).facts["after the layer"].endswith(NOT_LOOKED_AT)
    assert len(load_layer(path).doubts) == 1


def test_axes_that_are_counted_from_the_front_need_the_number_of_axes(tmp_path):
    for axes, told in ((("b", D), True), (("b", "c", D), False)):
        g = Graph(axes)
        y = g("MatMul", "x", WEIGHTS)
        total = g("ReduceSum", g("Exp", y), [1], keepdims=1)
        path = g.saved(tmp_path / "m.onnx", g("Div", g("Exp", y), total))
        assert open_model(path).facts["after the layer"].startswith("Softmax: no") is told


@pytest.mark.parametrize("name", ["plain", "most", "jax"])
def test_softmax_before_the_layer(name, tmp_path):
    g = Graph()
    before = loaded(g, softmax(name, g, "x"), tmp_path).before
    assert (before.steps, before.simplex, spelled(before)) == (("softmax",), True, "simplex")
    g = Graph()
    other = g("Div", g("Exp", "x"), g("ReduceSum", g("Exp", "x"), [0], keepdims=1))
    assert not loaded(g, other, tmp_path).before.simplex


@pytest.mark.parametrize("kind", ["Add", "Mul", "Sub", "Max", "Relu"])
@pytest.mark.parametrize("after", [False, True])
def test_long_chains_end(kind, after, tmp_path):
    """A chain of 3,000 operations, before a norm or beside the scores, is not followed to its end."""
    g = Graph()
    chain = "x"
    for _ in range(3000):
        chain = g(kind, chain) if kind == "Relu" else g(kind, chain, "x")
    if after:
        y = g("MatMul", "x", WEIGHTS)
        path = g.saved(tmp_path / "m.onnx", g("Add", y, g("MatMul", chain, WEIGHTS)))
        assert open_model(path).facts["after the layer"].startswith(f"Add, {NOT_LOOKED_AT}")
        path = g.saved(tmp_path / "m.onnx", g("Add", y, g("ReduceMax", chain, [-1], keepdims=1)))
        assert open_model(path).facts["after the layer"].startswith(f"Add, {NOT_LOOKED_AT}")
        return
    mean = g("ReduceMean", chain, [-1], keepdims=1)
    away = g("Sub", chain, mean)
    variance = g("ReduceMean", g("Mul", away, away), [-1], keepdims=1)
    z = g("Mul", g("Mul", away, inverse(g, variance)), GAIN)
    assert loaded(g, g("Add", z, chain), tmp_path).before is not None
    assert loaded(g, g("Add", z, SHIFT), tmp_path).before.norm.centred
