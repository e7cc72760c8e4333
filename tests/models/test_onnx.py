"""Products of ONNX graphs in every spelling, against ONNX's own evaluator; and what graphs prove of
the inputs of their last layer.
"""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, arb_series, ctx
from onnx import TensorProto, helper, numpy_helper, save
from onnx.reference import ReferenceEvaluator

from arrangements.audits.stated_inputs import stated_inputs
from arrangements.errors import BadInput
from arrangements.loading.inputs_of_model import proven, spelled
from arrangements.loading.layers import OutputLayer, load_layer
from arrangements.models.graph_bounds import LEAST
from arrangements.models.model import Before, Norm
from arrangements.models.opening import open_model
from tests.models.make_files import BIAS, WEIGHTS

N, D = WEIGHTS.shape
ROWS = np.column_stack([BIAS, WEIGHTS])
SEED = 5
# 5 x 3
INTEGERS = np.array([[3, -5, 7], [127, 0, -128], [1, 2, 3], [-4, 4, 0], [9, -9, 8]], np.int8)
SCALE = np.float32(0.0375)  # of 24 bits


def graph(
    nodes: list[Any],
    constants: dict[str, Any],
    path: Any,
    width: int = D,
    output: str = "y",
    opset: int = 21,
    kind: int = TensorProto.FLOAT,
) -> str:
    values = [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()]
    ends = [
        helper.make_tensor_value_info("x", kind, ["b", width]),
        helper.make_tensor_value_info(output, TensorProto.FLOAT, None),
    ]
    made = helper.make_graph(nodes, "g", ends[:1], ends[1:], values)
    imports = [helper.make_opsetid("", opset), helper.make_opsetid("com.microsoft", 1)]
    save(helper.make_model(made, opset_imports=imports), str(path))
    return str(path)


def node(kind: str, inputs: str, outputs: str = "y", domain: str = "", **given: Any) -> Any:
    return helper.make_node(
        kind,
        [name.strip() for name in inputs.split(",")],
        outputs.split(","),
        domain=domain,
        **given,
    )


F = np.float32
QUANTISED = {"w": INTEGERS.T.copy(), "s": SCALE, "z": np.int8(2), "b": BIAS.astype(F)}
EACH = {
    "w": INTEGERS.T.copy(),
    "s": np.array([0.5, 0.25, 0.1, 3, 7], F),
    "z": np.array([1, 0, -3, 2, 5], np.int8),
    "b": BIAS.astype(F),
}
SPELLINGS: dict[str, tuple[list[Any], dict[str, Any], str]] = {
    "matmul": ([node("MatMul", "x,w", "p"), node("Add", "p,b")], {"w": WEIGHTS.T.astype(F), "b": BIAS.astype(F)}, "w"),
    "offsets first": ([node("MatMul", "x,w", "p"), node("Add", "b,p")], {"w": WEIGHTS.T.astype(F), "b": BIAS[None].astype(F)}, "w"),
    "transposed": (
        [node("Transpose", "w", "t", perm=[1, 0]), node("MatMul", "x,t", "p"), node("Add", "p,b")],
        {"w": WEIGHTS.astype(F), "b": BIAS.astype(F)},
        "w",
    ),
    "reshaped": (
        [node("Reshape", "w,to", "r"), node("Identity", "r", "i"), node("Cast", "i", "c", to=1), node("MatMul", "x,c", "p"), node("Add", "p,b")],
        {"w": WEIGHTS.T.astype(np.float16).ravel(), "to": np.array([0 + D, -1]), "b": BIAS.astype(F)},
        "c",
    ),
    "squeezed": (
        [node("Squeeze", "w,at", "q"), node("Unsqueeze", "q,at", "u"), node("Flatten", "u", "f"), node("Gemm", "x,f,b", transB=1)],
        {"w": WEIGHTS[:, None, :].astype(F), "at": np.array([1]), "b": BIAS.astype(F)},
        "f",
    ),
    "gemm": ([node("Gemm", "x,w,b", transB=1)], {"w": WEIGHTS.astype(F), "b": BIAS.astype(F)}, "w"),
    "gemm with factors": (
        [node("Gemm", "x,w,b", transB=0, alpha=0.5, beta=4.0)],
        {"w": WEIGHTS.T.astype(F) * 2, "b": (BIAS / 4).astype(F)},
        "w times 0.5",
    ),
    "convolution": (
        [node("Unsqueeze", "x,last", "v"), node("Unsqueeze", "v,last", "v2"), node("Conv", "v2,w,b", "c"), node("Flatten", "c")],
        {"w": WEIGHTS[:, :, None, None].astype(F), "b": BIAS.astype(F), "last": np.array([-1])},
        "w",
    ),
    "dequantised": (
        [node("DequantizeLinear", "w,s,z", "d", axis=1), node("MatMul", "x,d", "p"), node("Add", "p,b")], QUANTISED, "d"),
    "dequantised by columns": (
        [node("DequantizeLinear", "w,s,z", "d", axis=1), node("Gemm", "x,d,b")], EACH, "d"),
    "dequantised and transposed": (
        [node("DequantizeLinear", "w,s,z", "d", axis=0), node("Transpose", "d", "t"), node("Gemm", "x,t,b")],
        EACH | {"w": INTEGERS}, "d"),
    "dequantised offsets": (
        [node("DequantizeLinear", "w,s,z", "d", axis=1), node("DequantizeLinear", "bq,s", "b"), node("Gemm", "x,d,b")],
        {key: value for key, value in QUANTISED.items() if key != "b"} | {"bq": np.array([100, -7, 0, 12345, -99999], np.int32)}, "d"),
}  # fmt: skip


@pytest.mark.parametrize("name", SPELLINGS)
def test_the_product_is_what_the_graph_computes(name, tmp_path):
    nodes, constants, weights = SPELLINGS[name]
    path = graph(nodes, constants, tmp_path / "m.onnx")
    layer = load_layer(path)
    assert layer.weights == weights
    if "quantised" not in name:
        assert np.array_equal(layer.rows, ROWS)
    evaluator = ReferenceEvaluator(path)
    # Unit vectors and zero: what the evaluator gives has no rounding but that of a single product.
    points = np.vstack([np.zeros((1, D)), np.eye(D), [[1, -1, 2]]]).astype(F)
    (got,) = evaluator.run(None, {"x": points})
    exact = points.astype(np.float64) @ layer.rows[:, 1:].T + layer.rows[:, 0]
    assert np.allclose(got.reshape(exact.shape), exact, rtol=1e-6, atol=1e-6)
    if "quantised" not in name:
        assert np.array_equal(got.reshape(exact.shape), exact)


def exact_rows(integers: np.ndarray, zero: Any, scale: Any) -> list[list[Fraction]]:
    zeros, scales = np.broadcast_to(zero, N).tolist(), np.broadcast_to(scale, N).tolist()
    return [
        [(x - zeros[i]) * Fraction(scales[i]) for x in row]
        for i, row in enumerate(integers.tolist())
    ]


@pytest.mark.parametrize("each", [False, True])
@pytest.mark.parametrize(
    "form",
    [
        "QDQ",
        "MatMulInteger",
        "QLinearMatMul",
        "QGemm",
        "DynamicQuantizeMatMul",
        "MatMulIntegerToFloat",
    ],
)
def test_quantised_entries_are_scale_times_integer_exactly(form, each, tmp_path):
    given = (EACH if each else QUANTISED) | {
        "a": F(0.02),
        "az": np.uint8(128),
        "ys": F(0.1),
        "yz": np.uint8(7),
    }
    bias: Any = BIAS
    match form:
        case "QDQ":
            nodes = [node("DequantizeLinear", "w,s,z", "d", axis=1), node("Gemm", "x,d,b")]
        case "MatMulInteger":
            nodes = [
                node("DynamicQuantizeLinear", "x", "q,qs,qz"), node("MatMulInteger", "q,w,qz,z", "m"), node("Cast", "m", "c", to=1),
                node("Mul", "qs,s", "both"), node("Mul", "c,both", "p"), node("Add", "p,b"),
            ]  # fmt: skip
        case "QLinearMatMul":
            nodes = [
                node("QuantizeLinear", "x,a,az", "q"),
                node("QLinearMatMul", "q,a,az,w,s,z,ys,yz", "m"),
                node("DequantizeLinear", "m,ys,yz"),
            ]
            bias = np.zeros(N)
        case "QGemm":
            given["bq"] = np.array([3, -4, 5, 0, 1], np.int32)
            nodes = [
                node("QuantizeLinear", "x,a,az", "q"),
                node("QGemm", "q,a,az,w,s,z,bq", domain="com.microsoft"),
            ]
            bias = [
                Fraction(x) * Fraction(float(s))
                for x, s in zip([3, -4, 5, 0, 1], np.broadcast_to(given["s"], N), strict=True)
            ]
        case "DynamicQuantizeMatMul":
            nodes = [node("DynamicQuantizeMatMul", "x,w,s,z,b", domain="com.microsoft")]
        case "MatMulIntegerToFloat":
            nodes = [
                node("QuantizeLinear", "x,a,az", "q"),
                node("MatMulIntegerToFloat", "q,w,a,s,az,z,b", domain="com.microsoft"),
            ]
    layer = load_layer(graph(nodes, given, tmp_path / "m.onnx"))
    wanted = exact_rows(INTEGERS, given["z"], given["s"])
    assert [[Fraction(x) for x in row] for row in layer.rows[:, 1:].tolist()] == wanted
    assert [Fraction(x) for x in layer.rows[:, 0].tolist()] == [Fraction(x) for x in bias]


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("zeros", [False, True])
def test_packed_weights(bits, zeros, tmp_path):
    draw = np.random.default_rng(SEED)
    n, k, block = 6, 40, 16
    count = 3
    whole = draw.integers(0, 1 << bits, (n, count * block), dtype=np.uint8)
    offsets = (
        draw.integers(0, 1 << bits, (n, 4), dtype=np.uint8)[:, :count]
        if zeros
        else np.full((n, count), 1 << (bits - 1), np.uint8)
    )
    scales = draw.normal(0, 1, (n, count)).astype(F)
    wanted = [
        [
            (int(whole[i, j]) - int(offsets[i, j // block]))
            * Fraction(float(scales[i, j // block]))
            for j in range(k)
        ]
        for i in range(n)
    ]
    packed = whole[:, ::2] | whole[:, 1::2] << 4 if bits == 4 else whole
    padded = np.pad(offsets, ((0, 0), (0, 1)))
    points = padded[:, ::2] | padded[:, 1::2] << 4 if bits == 4 else offsets
    given = {"w": packed.reshape(n, count, -1), "s": scales.ravel()} | (
        {"z": points.ravel()} if zeros else {}
    )
    made = node(
        "MatMulNBits",
        "x,w,s,z" if zeros else "x,w,s",
        domain="com.microsoft",
        K=k,
        N=n,
        bits=bits,
        block_size=block,
    )
    layer = load_layer(graph([made], given, tmp_path / "m.onnx", k))
    assert [[Fraction(x) for x in row] for row in layer.rows[:, 1:].tolist()] == wanted


def test_products_that_do_not_fit_are_refused(tmp_path):
    nodes = [node("Gemm", "x,w", transB=1, alpha=0.1)]
    with pytest.raises(BadInput, match="at most 53 bits together"):
        load_layer(graph(nodes, {"w": WEIGHTS + 2.0**-40}, tmp_path / "m.onnx"))
    with pytest.raises(BadInput, match="scales must be finite"):
        load_layer(
            graph(
                [node("DequantizeLinear", "w,s,z", "d"), node("MatMul", "x,d")],
                QUANTISED | {"s": F(np.inf)},
                tmp_path / "m.onnx",
            )
        )


def test_weights_of_a_subgraph_are_found(tmp_path):
    inner = [
        numpy_helper.from_array(WEIGHTS.astype(F), "w"),
        numpy_helper.from_array(BIAS.astype(F), "b"),
    ]
    end = [helper.make_tensor_value_info("out", TensorProto.FLOAT, None)]
    yes = helper.make_graph([node("Gemm", "x,w,b", "out", transB=1)], "yes", [], end, inner)
    no = helper.make_graph([node("Gemm", "x,w,b", "out", transB=1)], "no", [], end, inner)
    nodes = [helper.make_node("If", ["c"], ["y"], then_branch=yes, else_branch=no)]
    layer = load_layer(graph(nodes, {"c": np.array(True)}, tmp_path / "m.onnx"))
    assert (layer.weights, layer.bias) == ("w", "b")
    assert np.array_equal(layer.rows, ROWS)


def test_the_last_layer_is_the_one_before_an_output(tmp_path):
    constants = {"w": WEIGHTS.astype(F), "b": BIAS.astype(F), "v": np.eye(N, dtype=F)}
    nodes = [node("Gemm", "x,w,b", "y", transB=1), node("MatMul", "y,v", "unused")]
    assert load_layer(graph(nodes, constants, tmp_path / "m.onnx")).weights == "w"


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ([], None),
        ([node("Softmax", "p", "y")], "Softmax: no answer about what is first changes"),
        (
            [node("Mul", "p,k", "q"), node("Tanh", "q", "t"), node("Mul", "t,c", "y")],
            "Mul, Tanh: no answer about what is first changes",
        ),
        (
            [node("Mul", "p,m", "y")],
            "Mul, which is not looked at: answers are about this product alone",
        ),
        (
            [node("Gemm", "x,v", "r"), node("Add", "p,r", "y")],
            "Add, which is not looked at: answers are about this product alone",
        ),
    ],
)
def test_what_follows_the_last_layer_is_told(after, told, tmp_path):
    constants = {
        "w": WEIGHTS.T.astype(F),
        "k": F(0.5),
        "c": F(30),
        "m": F(-1),
        "v": np.ones((D, N), F),
    }
    path = graph(
        [node("MatMul", "x,w", "p"), *after],
        constants,
        tmp_path / "m.onnx",
        output="y" if after else "p",
    )
    assert open_model(path).facts.get("after the layer") == told


def test_a_graph_that_ends_in_no_matrix_product_says_so(tmp_path):
    constants = {"k": np.ones((2, 3, 3, 3), F), "b": np.ones(2, F), "s": np.array([-1])}
    nodes = [
        node("Conv", "x,k,b", "c"),
        node("Relu", "c", "r"),
        node("Conv", "r,k,b", "d"),
        node("Sigmoid", "d", "g"),
        node("Reshape", "g,s", "y"),
    ]
    path = graph(nodes, constants, tmp_path / "m.onnx", output="y")
    assert open_model(path).facts == {"it ends with": "Conv: no matrix product, so no output layer"}
    with pytest.raises(BadInput, match="must be named, as the model ends with Conv: no matrix"):
        load_layer(path)


def test_circles_of_constants(tmp_path):
    nodes = [
        node("Transpose", "u", "w"),
        node("Transpose", "w", "u"),
        node("MatMul", "x,w", "p"),
        node("Reshape", "p,p", "p"),
    ]
    with pytest.raises(BadInput, match="weights must be named"):
        load_layer(graph(nodes, {}, tmp_path / "m.onnx"))


HALF, ROOT, ONE = F(0.5), F(np.sqrt(2)), F(1)
BEFORE: dict[str, tuple[list[Any], dict[str, Any], str | None, str]] = {
    "nothing": ([], {}, None, "x"),
    "relu": ([node("Relu", "x", "h")], {}, "nonnegative", "h"),
    "relu6": ([node("Clip", "x,l,u", "h")], {"l": F(0), "u": F(6)}, "box:0.0:6.0", "h"),
    "relu, min": ([node("Relu", "x", "r"), node("Clip", "r,,u", "h")], {"u": F(6)}, "box:0.0:6.0", "h"),
    "clipped away": ([node("Relu", "x", "r"), node("Clip", "r,l,u", "h")], {"l": F(-3), "u": F(-2)}, "box:-2.0:-2.0", "h"),
    "sigmoid": ([node("Sigmoid", "x", "h")], {}, "box:0.0:1.0", "h"),
    "tanh": ([node("Tanh", "x", "h")], {}, "box:-1.0:1.0", "h"),
    "softmax": ([node("Softmax", "x", "h", axis=-1)], {}, "simplex", "h"),
    "softmax, dropout": ([node("Softmax", "x", "s", axis=-1), node("Dropout", "s", "h")], {}, "simplex", "h"),
    "softmax over another axis": ([node("Softmax", "x", "h", axis=0)], {}, "box:0.0:1.0", "h"),
    "silu": ([node("Sigmoid", "x", "s"), node("Mul", "x,s", "h")], {}, "h >= -0.2784645428", "h"),
    "silu turned": ([node("Sigmoid", "x", "s"), node("Mul", "s,x", "h")], {}, "h >= -0.2784645428", "h"),
    "swish": ([node("Mul", "x,k", "b2"), node("Sigmoid", "b2", "s"), node("Mul", "x,s", "h")], {"k": F(2)}, "h >= -0.1392322714", "h"),
    "hard swish": ([node("HardSwish", "x", "h")], {}, "h >= -0.375", "h"),
    "hard swish spelled": ([node("HardSigmoid", "x", "s", alpha=1 / 6 + 1e-8), node("Mul", "s,x", "h")], {}, "h >= -0.375", "h"),
    "mish": ([node("Softplus", "x", "p"), node("Tanh", "p", "t"), node("Mul", "x,t", "h")], {}, "h >= -0.3088434131", "h"),
    "gelu": ([node("Gelu", "x", "h")], {}, "h >= -0.1699712075", "h"),
    "gelu tanh": ([node("Gelu", "x", "h", approximate="tanh")], {}, "h >= -0.1700407506", "h"),
    "gelu spelled": (
        [node("Div", "x,r", "d"), node("Erf", "d", "e"), node("Add", "e,o", "p"), node("Mul", "x,p", "m"), node("Mul", "m,k", "h")],
        {"r": ROOT, "o": ONE, "k": HALF}, "h >= -0.1699713774712075", "h"),
    "gelu spelled, half first": (
        [node("Mul", "x,k", "m"), node("Div", "x,r", "d"), node("Erf", "d", "e"), node("Add", "e,o", "p"), node("Mul", "m,p", "h")],
        {"r": ROOT, "o": ONE, "k": HALF}, "h >= -0.1699713774712075", "h"),
    "not gelu": (
        [node("Div", "x,r", "d"), node("Erf", "d", "e"), node("Add", "e,o", "p"), node("Mul", "x,p", "m"), node("Mul", "m,k", "h")],
        {"r": F(1), "o": ONE, "k": HALF}, None, "h"),
    "elu": ([node("Elu", "x", "h", alpha=0.5)], {}, "h >= -0.5", "h"),
    "leaky": ([node("Clip", "x,l,u", "c"), node("LeakyRelu", "c", "h", alpha=0.5)], {"l": F(-4), "u": F(2)}, "box:-2.0:2.0", "h"),
    "scaled": ([node("Sigmoid", "x", "s"), node("Mul", "s,k", "m"), node("Sub", "m,o", "h")], {"k": F(-4), "o": F(1)}, "box:-5.0:-1.0", "h"),
    "gain by coordinate": ([node("Tanh", "x", "t"), node("Mul", "t,g", "h")], {"g": np.array([1, -2, 0], F)}, "auto", "h"),
    "gain, less a number": ([node("Tanh", "x", "t"), node("Mul", "t,g", "m"), node("Sub", "m,k", "h")], {"g": np.array([1, -2, 0], F), "k": F(7)}, "auto", "h"),
    "a number less gain": ([node("Tanh", "x", "t"), node("Mul", "t,g", "m"), node("Sub", "k,m", "h")], {"g": np.array([1, -2, 0], F), "k": F(7)}, "auto", "h"),
    "gain of relu": ([node("Relu", "x", "t"), node("Mul", "t,g", "h")], {"g": np.array([1, -2, 0], F)}, None, "h"),
    "sum of two": ([node("Relu", "x", "r"), node("Sigmoid", "x", "s"), node("Add", "r,s", "h")], {}, "nonnegative", "h"),
    "square": ([node("Mul", "x,x", "h")], {}, "nonnegative", "h"),
    "residual": ([node("Relu", "x", "r"), node("Add", "r,x", "h")], {}, None, "h"),
    "layer norm": ([node("LayerNormalization", "x,g,b2", "h")], {"g": np.array([1, -2, 0.5], F), "b2": np.array([0, 1, 2], F)}, "auto", "h"),
    "layer norm spelled": (
        [node("ReduceMean", "x,at", "mean"), node("Sub", "x,mean", "c"), node("Mul", "c,c", "sq"), node("ReduceMean", "sq,at", "var"),
         node("Add", "var,eps", "ve"), node("Sqrt", "ve", "root"), node("Div", "c,root", "n"), node("Mul", "n,g", "ng"), node("Add", "ng,b2", "h")],
        {"at": np.array([-1]), "eps": F(1e-5), "g": np.array([1, -2, 0.5], F), "b2": np.array([0, 1, 2], F)}, "auto", "h"),
    "l2": (
        [node("ReduceL2", "x,at", "n"), node("Max", "n,eps", "m"), node("Div", "x,m", "h")], {"at": np.array([-1]), "eps": F(1e-9)},
        "box:-1.0:1.0", "h"),
    "l2 with a divisor that may be smaller": (
        [node("ReduceL2", "x,at", "n"), node("Add", "n,eps", "m"), node("Div", "x,m", "h")], {"at": np.array([-1]), "eps": F(-0.5)}, None, "h"),
    "quantised relu": (
        [node("Relu", "x", "r"), node("QuantizeLinear", "r,s,z", "q"), node("DequantizeLinear", "q,s,z", "h")],
        {"s": F(0.25), "z": np.uint8(3)}, "box:0.0:63.0", "h"),
    "quantised silu": (
        [node("Sigmoid", "x", "g"), node("Mul", "x,g", "r"), node("QuantizeLinear", "r,s,z", "q"), node("DequantizeLinear", "q,s,z", "h")],
        {"s": F(0.25), "z": np.uint8(3)}, "box:-0.5:63.0", "h"),
    "concatenated and pooled": (
        [node("Relu", "x", "r"), node("Sigmoid", "x", "s"), node("Concat", "r,s", "c", axis=0), node("ReduceMean", "c,at", "h", keepdims=1)],
        {"at": np.array([0])}, "nonnegative", "h"),
    "quantised beyond the integers": (
        [node("Clip", "x,l,u", "r"), node("QuantizeLinear", "r,s,z", "q"), node("DequantizeLinear", "q,s,z", "h")],
        {"l": F(-3), "u": F(-2), "s": F(0.25), "z": np.uint8(3)}, None, "h"),
    "selu": ([node("Selu", "x", "h", alpha=1.5, gamma=0.5)], {}, "h >= -0.75", "h"),
    "selu turned": ([node("Selu", "x", "h", alpha=1.5, gamma=-0.5)], {}, None, "h"),
    "log softmax": ([node("LogSoftmax", "x", "h", axis=-1)], {}, "h <= 0", "h"),
    "lp": ([node("LpNormalization", "x", "h", axis=-1, p=2)], {}, "box:-1.0:1.0", "h"),
    "larger of two": ([node("Tanh", "x", "t"), node("Sigmoid", "x", "s"), node("Max", "t,s", "h")], {}, "box:0.0:1.0", "h"),
    "smaller of two": ([node("Tanh", "x", "t"), node("Sigmoid", "x", "s"), node("Min", "t,s", "h")], {}, "box:-1.0:1.0", "h"),
    "smaller with one known": ([node("Tanh", "x", "t"), node("Min", "t,x", "h")], {}, "h <= 1", "h"),
    "product of bounded": (
        [node("Tanh", "x", "t"), node("Sigmoid", "x", "s"), node("Mul", "s,k", "m"), node("Mul", "t,m", "h")],
        {"k": F(3)}, "box:-3.0:3.0", "h"),
    "product of nonnegative": ([node("Relu", "x", "r"), node("Sigmoid", "x", "s"), node("Mul", "r,s", "h")], {}, "nonnegative", "h"),
}  # fmt: skip


@pytest.mark.parametrize("name", BEFORE)
def test_bounds_before_the_last_layer(name, tmp_path):
    nodes, constants, wanted, entering = BEFORE[name]
    constants = constants | {"w": WEIGHTS.T.astype(F), "b": BIAS.astype(F)}
    path = graph([*nodes, node("Gemm", f"{entering},w,b")], constants, tmp_path / "m.onnx")
    before = load_layer(path).before
    spelling = None if before is None else spelled(before)
    assert spelling == (wanted.replace(".0", "") if wanted is not None else None)
    if before is None or spelling is None or not nodes:
        return
    # What the evaluator gives lies there, up to the rounding of float32, which the real functions
    # do not have.
    inputs = proven(before, D)
    probe = graph(nodes, constants, tmp_path / "probe.onnx", output=entering)
    draw = np.random.default_rng(SEED)
    points = np.vstack([draw.normal(0, scale, (300, D)) for scale in (0.1, 1, 3, 30)]).astype(F)
    (values,) = ReferenceEvaluator(probe).run(None, {"x": points})
    values = values[np.isfinite(values).all(axis=1)]  # its logarithms are infinite below 1e-45
    assert len(values)
    rows = np.array([[float(x) for x in row] for row in inputs.inequalities])
    assert (values.astype(float) @ rows[:, 1:].T + rows[:, 0] >= -1e-4).all()
    if inputs.equations:
        rows = np.array([[float(x) for x in row] for row in inputs.equations])
        assert np.abs(values.astype(float) @ rows[:, 1:].T + rows[:, 0]).max() < 1e-3
    if name not in ("layer norm", "layer norm spelled", "clipped away", "concatenated and pooled"):
        tight = (values.astype(float) @ rows[:, 1:].T + rows[:, 0]).min()
        assert tight < 0.2, "a bound that is far from what is reached"


@pytest.mark.parametrize(("turned", "low", "high"), [(False, -9, -5), (True, 5, 9)])
def test_differences_of_a_vector_and_a_number_are_not_turned(turned, low, high, tmp_path):
    """2 tanh(x) - 7 and 7 - 2 tanh(x), with bounds of each coordinate."""
    constants = {"w": WEIGHTS.T.astype(F), "b": BIAS.astype(F), "g": np.array([2, 1, 0], F)}
    nodes = [
        node("Tanh", "x", "t"),
        node("Mul", "t,g", "m"),
        node("Sub", "k,m" if turned else "m,k", "h"),
        node("Gemm", "h,w,b"),
    ]
    before = load_layer(graph(nodes, constants | {"k": F(7)}, tmp_path / "m.onnx")).before
    middle = (low + high) // 2
    assert before.low == (low, middle - 1, middle)
    assert before.high == (high, middle + 1, middle)


def test_an_equation_of_layer_norm_cuts(tmp_path):
    """The mean is zero, so weights that differ by a constant vector only are equal there."""
    weights = np.array([[1, 0, 0], [0, 1, 0], [2, 1, 1]], F)
    constants = {"w": weights, "g": np.ones(3, F), "b2": np.zeros(3, F)}
    path = graph(
        [node("LayerNormalization", "x,g,b2", "h"), node("Gemm", "h,w", transB=1)],
        constants,
        tmp_path / "m.onnx",
    )
    layer = load_layer(path)
    assert layer.before.equation == (0, 1, 1, 1)
    inputs = proven(layer.before, 3)
    from arrangements import audit

    assert [answer.possible for answer in audit(layer).winners] == [True, True, True]
    assert [answer.possible for answer in audit(layer, inputs=inputs).winners] == [
        False,
        True,
        False,
    ]


def test_a_norm_before_the_layer_is_what_the_audit_takes(tmp_path):
    """Auto is the norm itself, with its gains and shift, for reports, too."""
    from typer.testing import CliRunner

    from arrangements import Inputs, audit
    from arrangements.cli import app

    rng = np.random.default_rng(2)
    weights, bias = rng.normal(size=(40, 5)).astype(F), (3 * rng.normal(size=40)).astype(F)
    gains, shift = rng.normal(size=(2, 5)).astype(F)
    constants = {"w": weights, "g": gains, "b2": shift, "b": bias}
    for kind, centred in (("LayerNormalization", True), ("RMSNormalization", False)):
        names = "x,g,b2" if centred else "x,g"
        path = graph(
            [node(kind, names, "h"), node("Gemm", "h,w,b", transB=1)],
            constants,
            tmp_path / "m.onnx",
        )
        layer = load_layer(path)
        moved = [Fraction(x) for x in shift.tolist()] if centred else [Fraction(0)] * 5
        make = Inputs.layernorm if centred else Inputs.rmsnorm
        inputs = stated_inputs(layer, "auto")
        assert inputs == make([Fraction(x) for x in gains.tolist()], moved)
        assert inputs.name == f"auto: after {'LayerNorm' if centred else 'RMSNorm'}"
        run = CliRunner().invoke(app, ["audit", str(path), "--inputs", "auto", "--json"])
        assert run.exit_code == 0, run.output
        found = json.loads(run.stdout)["possible"]
        assert found == sum(answer.possible for answer in audit(layer, inputs=inputs).winners)
        box = sum(a.possible for a in audit(layer, inputs=proven(layer.before, 5)).winners)
        assert 0 < found <= box
        report = ["--report", str(tmp_path / f"report-{kind}")]
        run = CliRunner().invoke(app, ["audit", str(path), "--inputs", "auto", "--json", *report])
        assert run.exit_code == 0, run.output
        assert json.loads(run.stdout)["possible"] == found


def test_rmsnorm_before_a_layer_without_bias_changes_nothing():
    norm = Before(("RMSNorm",), norm=Norm((Fraction(1), Fraction(-2)), (Fraction(0),) * 2, False))
    head = OutputLayer(np.array([[0.0, 1, 2]]), ("a",), "m.onnx", "w", None, before=norm)
    found = stated_inputs(head, "auto")
    assert found.everything
    assert found.name == "auto: everything, after RMSNorm, which changes nothing without bias"
    assert not stated_inputs(head, "auto", lengths=True).everything
    assert not stated_inputs(replace(head, rows=np.ones((1, 3))), "auto").everything
    lost = Before(("RMSNorm",), norm=Norm((Fraction(1), Fraction(0)), (Fraction(0),) * 2, False))
    assert not stated_inputs(replace(head, before=lost), "auto").everything


def functions() -> dict[str, Any]:
    """Each function of a power series of balls, so that its derivative comes with it."""

    def sigmoid(x: arb_series) -> arb_series:
        return 1 / (1 + (-x).exp())

    def tanh(x: arb_series) -> arb_series:
        return 1 - 2 / (1 + (2 * x).exp())

    return {
        "SiLU": lambda x: x * sigmoid(x),
        "QuickGELU": lambda x: x * sigmoid(x * arb("1.702")),
        "GELU": lambda x: x * (1 + (x * (1 / arb(2).sqrt())).erf()) * arb("0.5"),
        "GELU (tanh)": lambda x: (
            x * (1 + tanh((x + x * x * x * arb("0.044715")) * (2 / arb.pi()).sqrt())) * arb("0.5")
        ),
        "Mish": lambda x: x * tanh((1 + x.exp()).log()),
    }


@pytest.mark.parametrize("name", [name for name in LEAST if name != "HardSwish"])
def test_least_values_are_just_below_and_proved(name):
    """By ball arithmetic on [-40, 0]: f(x) is in f(m) + f'(piece) (x - m). To the right f >= 0, and
    to the left |f| < 40 e^-20.
    """
    function, bound = functions()[name], LEAST[name]
    below = arb(bound.numerator) / arb(bound.denominator)
    previous, ctx.prec = ctx.prec, 128
    try:
        todo, smallest, looked = [(Fraction(-40), Fraction(0))], arb(0), 0
        while todo:
            low, high = todo.pop()
            looked += 1
            assert looked < 20_000
            middle, radius = [
                arb(x.numerator) / arb(x.denominator) for x in ((low + high) / 2, (high - low) / 2)
            ]
            piece = middle + arb(0, 1) * radius
            value = function(arb_series([middle, 1], 2))[0]
            try:
                slope = function(arb_series([piece, 1], 2))[1]
            except ValueError:  # the piece is so wide that a divisor may be zero
                slope = arb("nan")
            if value + slope * (piece - middle) > below:
                smallest = min(smallest, value, key=float)
                continue
            todo += [(low, (low + high) / 2), ((low + high) / 2, high)]
        assert smallest - below < arb("2e-10")
    finally:
        ctx.prec = previous


@pytest.mark.parametrize("slope", [None, 1.702, 1.0, 0.5, 3.25, 2.0**-20, 1e30])
def test_quick_gelu_of_any_slope(slope, tmp_path):
    """x sigmoid(a x) is least where a x is the least place of y sigmoid(y): -W(1/e) / a there."""
    told = {} if slope is None else {"alpha": slope}
    gelu = helper.make_node("QuickGelu", ["x"], ["h"], domain="com.microsoft", **told)
    constants = {"w": WEIGHTS.T.astype(F), "b": BIAS.astype(F)}
    low = load_layer(
        graph([gelu, node("Gemm", "h,w,b")], constants, tmp_path / "m.onnx")
    ).before.low
    alpha = arb("1.702") if slope is None else arb(float(F(slope)))
    true = -arb(-1).exp().lambertw() / alpha
    below = arb(low.numerator) / arb(low.denominator)
    assert below < true
    assert below > true * arb("1.000000001")


@pytest.mark.parametrize("slope", [0.0, -1.0, float("nan"), float("inf")])
def test_quick_gelu_of_no_slope(slope, tmp_path):
    gelu = helper.make_node("QuickGelu", ["x"], ["h"], domain="com.microsoft", alpha=slope)
    constants = {"w": WEIGHTS.T.astype(F), "b": BIAS.astype(F)}
    before = load_layer(graph([gelu, node("Gemm", "h,w,b")], constants, tmp_path / "m.onnx")).before
    assert before is None or (before.low, before.high) == (None, None)


def test_the_least_value_of_hard_swish():
    """x (x + 3) / 6 between -3 and 0, where its least value is in the middle."""
    assert Fraction(-3, 2) * Fraction(3, 2) / 6 == LEAST["HardSwish"]


@pytest.mark.parametrize("form", ["weights beside the model", "one file"])
def test_files_of_the_library_with_data_apart(form, tmp_path):
    import onnx

    path = graph(
        [node("Gemm", "x,w,b", transB=1)],
        {"w": WEIGHTS.astype(F), "b": BIAS.astype(F)},
        tmp_path / "m.onnx",
    )
    model = onnx.load(path)
    options = {
        "all_tensors_to_one_file": form == "one file",
        "location": "weights.bin" if form == "one file" else None,
    }
    onnx.save_model(
        model, str(tmp_path / "apart.onnx"), save_as_external_data=True, size_threshold=0, **options
    )
    found = open_model(str(tmp_path / "apart.onnx"))
    assert np.array_equal(found.tensors["w"].read(), WEIGHTS)
    assert np.array_equal(load_layer(tmp_path / "apart.onnx").rows, ROWS)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("Cast", {"to": [1, 2]}),
        ("DequantizeLinear", {"axis": ""}),
        ("Transpose", {"perm": 1}),
        ("Transpose", {"perm": ["a"]}),
        ("Flatten", {"axis": 1 << 40}),
        ("Gemm", {"alpha": float("nan")}),
        ("Gemm", {"alpha": 2}),
        ("Constant", {"value": 3}),
    ],
)
def test_operations_with_odd_attributes_are_not_known(kind, given, tmp_path):
    nodes = [node(kind, "w,w", "t", **given), node("MatMul", "x,t")]
    path = graph(nodes, {"w": WEIGHTS.T.astype(F)}, tmp_path / "m.onnx")
    assert all(tensor.last < 0 for tensor in open_model(path).tensors.values())
