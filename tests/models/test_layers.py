"""Output layers of model files as other programs write them, against the numbers that were put in."""

import json

import ml_dtypes
import numpy as np
import pytest
from safetensors.numpy import save_file

from arrangements.errors import BadInput
from arrangements.models import load_layer, tensors
from arrangements.models.labels import distinct, read_labels

WEIGHTS = np.array([[1.5, -2.0], [0.25, 3.0], [-1.0, 0.0]])
BIAS = np.array([0.5, -1.0, 2.0])
ROWS = np.column_stack([BIAS, WEIGHTS])
PLAIN = np.column_stack([np.zeros(3), WEIGHTS])


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "bfloat16"])
def test_safetensors(kind, tmp_path):
    dtype = ml_dtypes.bfloat16 if kind == "bfloat16" else kind
    path = tmp_path / "model.safetensors"
    other = np.zeros((4, 4), dtype)
    save_file({"encoder.weight": other, "lm_head.weight": WEIGHTS.astype(dtype), "lm_head.bias": BIAS.astype(dtype)}, path)
    layer = load_layer(path)
    assert (layer.weights, layer.bias, layer.labels) == ("lm_head.weight", "lm_head.bias", ("1", "2", "3"))
    assert np.array_equal(layer.rows, ROWS)
    assert np.array_equal(load_layer(path, bias="none").rows, PLAIN)
    assert load_layer(path, weights="encoder.weight").bias is None


def test_shards(tmp_path):
    save_file({"a.weight": np.zeros((2, 2), "f4")}, tmp_path / "1.safetensors")
    save_file({"classifier.weight": WEIGHTS.astype("f4"), "classifier.bias": BIAS.astype("f4")}, tmp_path / "2.safetensors")
    index = tmp_path / "model.safetensors.index.json"
    places = {"a.weight": "1.safetensors", "classifier.weight": "2.safetensors", "classifier.bias": "2.safetensors"}
    index.write_text(json.dumps({"weight_map": places}))
    assert np.array_equal(load_layer(index).rows, ROWS)
    index.write_text(json.dumps({"weight_map": {"x": "../2.safetensors"}}))
    with pytest.raises(BadInput, match="beside it"):
        load_layer(index)
    index.write_text(json.dumps({"weight_map": {"x": "2.safetensors"}}))
    with pytest.raises(BadInput, match="where the index says"):
        load_layer(index)


@pytest.mark.parametrize("form", ["matmul", "gemm", "gemm transposed", "constants"])
def test_onnx(form, tmp_path):
    from onnx import TensorProto, helper, numpy_helper, save

    across = form == "gemm transposed"
    weights = numpy_helper.from_array(WEIGHTS.astype("f4") if across else WEIGHTS.T.astype("f4").copy(), "w")
    bias, early = numpy_helper.from_array(BIAS.astype("f4"), "b"), numpy_helper.from_array(np.zeros((2, 2), "f4"), "early")
    nodes, given = [helper.make_node("MatMul", ["x", "early"], ["h"])], [weights, bias, early]
    if form == "constants":
        given = [early]
        for item in (weights, bias):
            nodes.append(helper.make_node("Constant", [], [f"{item.name}_c"], value=item))
            nodes.append(helper.make_node("Identity", [f"{item.name}_c"], [item.name]))
    if form.startswith("gemm"):
        nodes.append(helper.make_node("Gemm", ["h", "w", "b"], ["y"], transB=int(across)))
    else:
        nodes += [helper.make_node("MatMul", ["h", "w"], ["z"]), helper.make_node("Add", ["z", "b"], ["y"])]
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [None, size]) for name, size in (("x", 2), ("y", 3))]
    model = helper.make_model(helper.make_graph(nodes, "g", values[:1], values[1:], given))
    model.metadata_props.add(key="names", value="α\n β\nγ\n")
    path = str(tmp_path / "m.onnx")
    save(model, path)
    layer = load_layer(path, labels=f"{path}:names")
    assert np.array_equal(layer.rows, ROWS)
    assert layer.labels == ("α", "' β' #2", "γ")
    (tmp_path / "m.onnx").write_bytes(b"\x00\xff" * 50)
    with pytest.raises(BadInput, match="ONNX must be a complete model"):
        load_layer(path)


def test_arrays_and_text(tmp_path):
    np.save(tmp_path / "m.npy", WEIGHTS.astype(">f4"))
    assert np.array_equal(load_layer(tmp_path / "m.npy").rows, PLAIN)
    np.savez(tmp_path / "m.npz", coef=WEIGHTS.T, bias=BIAS)
    assert np.array_equal(load_layer(tmp_path / "m.npz", weights="coef", bias="bias").rows, ROWS)  # transposed, as the bias fits
    (tmp_path / "m.csv").write_text("label,x,y,bias\na,1/3,-2,0\nb,0.25,3,1/7\n")
    layer = load_layer(tmp_path / "m.csv")
    assert (layer.scale, layer.labels) == (84, ("a", "b"))
    assert layer.rows.tolist() == [[0, 28, -168], [12, 21, 252]]


@pytest.mark.parametrize(
    ("arrays", "options", "message"),
    [
        ({"w": WEIGHTS, "b": np.zeros(7)}, {"weights": "w", "bias": "b"}, "3 entries, one for each row of weights 'w' of 3 x 2, not 7"),
        ({"w": WEIGHTS}, {"weights": "v"}, "weights must name one of the 1 tensors of .*not 'v' .nearest: w"),
        ({"w": np.zeros(3)}, {"weights": "w"}, "weights must have 2 dimensions, not 3"),
        ({"w": np.zeros((2, 2)), "v": np.ones((2, 2))}, {}, "weights must be named"),
        ({"w": np.array([[1, np.nan], [np.inf, np.nan]])}, {}, r"not NaN at \(1, 2\) and 2 more such"),
        ({"w": np.array([[1, 2**60]])}, {}, "at most 2.53"),
        ({"w": np.array([[1j]])}, {}, "complex|integers or floats|floats of at most"),
    ],
)
def test_refused(arrays, options, message, tmp_path):
    np.savez(tmp_path / "m.npz", **arrays)
    with pytest.raises(BadInput, match=message):
        load_layer(tmp_path / "m.npz", **options)


def test_pickles_are_refused_with_the_line_that_converts():
    for name, words in (("m.pt", "torch.load.*weights_only=True.*m.safetensors"), ("m.joblib", "joblib.load.*m.npz")):
        with pytest.raises(BadInput, match=words):
            tensors(name)


def test_labels(tmp_path):
    def read(name, text):
        (tmp_path / name).write_bytes(text.encode())
        return read_labels(str(tmp_path / name))

    assert read("vocab.txt", "a\n b \n\nc\u2028d\n") == ["a", " b ", "", "c\u2028d"]
    assert read("list.json", '["x", "x"]') == ["x", "x"]
    assert read("vocab.json", '{"b": 1, "a": 0}') == ["a", "b"]
    assert read("config.json", '{"id2label": {"0": "no", "1": "yes", "2": "no"}}') == ["no", "yes", "no"]
    bpe = {"model": {"vocab": {"a": 0, "b": 1}}, "added_tokens": [{"id": 2, "content": "<s>"}]}
    assert read("tokenizer.json", json.dumps(bpe)) == ["a", "b", "<s>"]
    assert read("unigram.json", json.dumps({"model": {"vocab": [["a", -1.0], ["b", -2.0]]}})) == ["a", "b"]
    assert distinct(["a", "a", "a #1", "", "\t"]) == ["a #1 #1", "a #2", "a #1 #3", "'' #4", "'\\t' #5"]
    for text in ('{"a": 0, "b": 2}', '{"a": 0, "b": 0}', "[1]", "3"):
        with pytest.raises(BadInput, match="labels"):
            read("bad.json", text)
    with pytest.raises(BadInput, match="valid JSON"):
        read("bad.json", "{")
