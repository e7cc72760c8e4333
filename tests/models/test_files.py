"""One model in every format, written by the format's own library (``make_files.py``), read bit for
bit; equal models have equal hashes.
"""

import importlib
import json
import shutil
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from safetensors.numpy import save_file

from arrangements import load
from arrangements.errors import BadInput
from arrangements.loading.layers import load_layer
from arrangements.models import tensors
from arrangements.models.exact_floats import root_above
from arrangements.models.labels import read_labels
from arrangements.models.opening import open_model
from tests.models.make_files import BIAS, EARLY, FILES, WEIGHTS
from tests.processes import soon

ROWS = np.column_stack([BIAS, WEIGHTS])


class Row(NamedTuple):
    """A file with the model of ``make_files.py``: the names of its output layer, and its first
    layer if it is there.
    """

    file: str
    weights: str
    bias: str | None
    kind: str
    early: str | None = None


ROWS_OF_FORMATS = [
    Row("model.npz", "head.weight", "head.bias", "float64", "body.weight"),
    *(Row(f"{stem}-{short}.pt", "head.weight", "head.bias", kind, "body.weight")
      for stem in ("model", "legacy")
      for short, kind in (("f64", "float64"), ("f32", "float32"), ("bf16", "bfloat16"), ("f16", "float16"))),
    *(Row(f"model-{short}.gguf", "output.weight", "output.bias", kind, "blk.0.ffn_up.weight")
      for short, kind in (("f64", "f64"), ("f32", "f32"), ("f16", "f16"))),
    *(Row(f"model-{short}.tflite", f"{k}/head_1/MatMul", f"{k}/head_1/BiasAdd", kind, f"{k}/body_1/MatMul")
      for short, k, kind in (("f32", "sequential_1_1", "float32"), ("f16", "sequential_2_1", "float16"))),
    Row("model.skops", "coef_", "intercept_", "float64"),
    Row("tfjs/model.json", "head/kernel", "head/bias", "float32", "body/kernel"),
    Row("tfjs-f16/model.json", "head/kernel", "head/bias", "float32 of float16", "body/kernel"),
    Row("tfjs-u8/model.json", "head/kernel", "head/bias", "float32 of uint8", "body/kernel"),
    Row("model.keras", "layers/dense_1/vars/0", "layers/dense_1/vars/1", "float32", "layers/dense/vars/0"),
    Row("model.weights.h5", "layers/dense_1/vars/0", "layers/dense_1/vars/1", "float32", "layers/dense/vars/0"),
    Row("model.h5", "head/sequential/head/kernel", "head/sequential/head/bias", "float32", "body/sequential/body/kernel"),
    Row("saved", "_layers/2/_kernel", "_layers/2/bias", "float32", "_layers/1/_kernel"),
    Row("model-f32.onnx", "head.weight", "head.bias", "float", "body.weight"),
    Row("model-f16.onnx", "wide", "head.bias", "float32", "body.weight"),
    Row("model-int8.onnx", "head.weight", "head.bias", "dequantised", "body.weight"),
    Row("torch.onnx", "2.weight", "2.bias", "float", "0.weight"),
    Row("script.pt", "head.weight", "head.bias", "float32", "body.weight"),
    Row("checkpoint.ckpt", "head.weight", "head.bias", "float16", "body.weight"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS_OF_FORMATS, ids=lambda row: row.file)
def test_the_model_is_the_same_in_every_format(row):
    layer = soon(lambda: load_layer(FILES / row.file), 1)
    assert (layer.weights, layer.bias) == (row.weights, row.bias)
    assert np.array_equal(layer.rows, ROWS)
    assert layer.content_hash == load_layer(FILES / "model.npz").content_hash
    found = soon(lambda: tensors(FILES / row.file), 1)
    assert found[row.weights].kind == row.kind
    if row.early is not None:
        early = found[row.early].read()
        assert np.array_equal(early, EARLY) or np.array_equal(early.T, EARLY)


EXPECTED = sorted(FILES.glob("*.expected.npz"))


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.name.removesuffix(".expected.npz"))
def test_numbers_are_those_of_the_library(path):
    found = tensors(path.with_name(path.name.removesuffix(".expected.npz")))
    with np.load(path) as expected:
        assert set(expected) <= set(found)
        assert len(expected) > 0
        for name in expected:
            ours = found[name].read()
            assert ours.shape == expected[name].shape == found[name].shape, name
            # Where the library rounds into float32, ours are rounded once.
            assert np.array_equal(ours.astype(expected[name].dtype), expected[name]), name
            if ours.ndim:
                assert np.array_equal(
                    np.concatenate([found[name].rows(0, 1), found[name].rows(1, len(ours))]), ours
                ), name


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (
            "whole.pt",
            "tensors only, not 'torch.nn.modules.container.Sequential'; save its state_dict",
        ),
        ("views.pt:signed", "entries times scales must have at most 53 bits"),
    ],
)
def test_what_cannot_be_read_exactly_is_refused_in_one_line(file, message):
    with pytest.raises(BadInput, match=message) as refused:
        load_layer(str(FILES / file))
    assert "\n" not in str(refused.value)


def test_the_library_reads_the_same():
    """Where the library is installed, without the files that were kept."""
    torch = (
        importlib.import_module("torch")
        if importlib.util.find_spec("torch")
        else pytest.skip("torch is not installed")
    )
    for name in ("model-f32.pt", "legacy-bf16.pt", "views.pt"):
        for key, value in torch.load(Path(FILES / name), weights_only=True).items():
            if not value.is_quantized:
                assert np.array_equal(
                    tensors(FILES / name)[key].read(), value.detach().double().numpy()
                ), key


def test_shards_of_pytorch(tmp_path):
    for name in ("model-f16.pt", "legacy-f32.pt"):
        (tmp_path / f"{name}.bin").write_bytes((FILES / name).read_bytes())
    index = tmp_path / "pytorch_model.bin.index.json"
    places = {
        "body.weight": "model-f16.pt.bin",
        "head.weight": "legacy-f32.pt.bin",
        "head.bias": "model-f16.pt.bin",
    }
    index.write_text(json.dumps({"metadata": {}, "weight_map": places}))
    assert np.array_equal(load_layer(index).rows, ROWS)
    assert np.array_equal(load_layer(f"{index}:head.weight", bias="none").rows[:, 1:], WEIGHTS)
    for other in (
        "pytorch_model.bin.index.json",
        "../model-f16.pt.bin",
        "/etc/passwd",
        "folder/m.bin",
    ):
        index.write_text(json.dumps({"weight_map": {"head.weight": other}}))
        with pytest.raises(BadInput, match="files of tensors beside it"):
            load_layer(index)


def test_folders_of_hugging_face():
    model = open_model(str(FILES / "llama"))
    layer = load_layer(FILES / "llama")
    assert np.array_equal(layer.rows[:5, 1:], WEIGHTS)
    assert layer.labels == (
        "<unk>",
        "a",
        "[unused 3]",
        "b",
        "<end>",
        "[unused 6]",
        "[unused 7]",
        "[unused 8]",
    )
    assert layer.before.high == (root_above(3), root_above(3) / 2, 2 * root_above(3))
    assert layer.before.equation is None  # RMSNorm does not take away the mean
    assert model.facts["architecture"] == "LlamaForCausalLM"
    assert np.array_equal(
        load_layer(f"{FILES / 'llama'}:model.embed_tokens.weight").rows.shape, (8, 4)
    )
    classes = load_layer(FILES / "bert")  # several shards
    assert np.array_equal(classes.rows, ROWS)
    assert classes.labels == ("no", "yes", "maybe", "later", "never")
    assert (classes.before.steps, classes.before.low, classes.before.high) == (("tanh",), -1, 1)


def test_an_adapter_is_merged_exactly():
    layer = load_layer(FILES / "llama", adapter=FILES / "adapter")
    with np.load(FILES / "adapter" / "merged.npz") as expected:
        assert layer.scale == 2
        assert np.array_equal(layer.rows[:, 1:] / 2, expected["merged"])
    assert not np.array_equal(layer.rows[:, 1:] / 2, load_layer(FILES / "llama").rows[:, 1:])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"use_dora": True}, "plain LoRA, not 'DoRA"),
        ({"peft_type": "IA3"}, "plain LoRA, not 'IA3'"),
        ({"use_rslora": True}, "must be rational, not alpha / sqrt.2"),
        ({"r": 0}, "must state r and lora_alpha"),
        ({"lora_alpha": 1e300}, "must state r and lora_alpha"),
        ({"lora_alpha": 0.123456789123456}, "merged entries must fit in 53 bits on one scale, not"),
    ],
)
def test_adapters_that_are_refused(change, message, tmp_path):
    shutil.copytree(FILES / "adapter", tmp_path / "adapter")
    config = json.loads((tmp_path / "adapter" / "adapter_config.json").read_text())
    (tmp_path / "adapter" / "adapter_config.json").write_text(json.dumps({**config, **change}))
    with pytest.raises(BadInput, match=message):
        load_layer(FILES / "llama", adapter=tmp_path / "adapter")


def test_an_adapter_that_would_be_rounded_is_refused(tmp_path):
    shutil.copytree(FILES / "adapter", tmp_path / "adapter")
    name = "base_model.model.lm_head.lora_"
    draw = np.random.default_rng(5)
    parts = {
        f"{name}A.weight": draw.normal(size=(2, 3)).astype("f4"),
        f"{name}B.weight": draw.normal(size=(8, 2)).astype("f4"),
    }
    save_file(parts, tmp_path / "adapter" / "adapter_model.safetensors")
    with pytest.raises(
        BadInput, match=r"merged entries must fit in 53 bits on one scale, not [5-9]"
    ):
        load_layer(FILES / "llama", adapter=tmp_path / "adapter")
    with pytest.raises(BadInput, match="given together with its base"):
        load_layer(tmp_path / "adapter")


def test_labels_of_models():
    assert read_labels(str(FILES / "bert")) == ["no", "yes", "maybe", "later", "never"]
    assert read_labels(str(FILES / "model-f16.gguf"))[2] == "the"
    assert sorted(read_labels(str(FILES / "softmax.bin"))) == list("abcde")


def test_every_command_takes_a_model_and_a_tensor_of_it(run):
    for file in (
        "model-f32.gguf",
        "model-f16.pt",
        "model-f32.onnx",
        "model-f32.tflite",
        "model.keras",
        "softmax.bin",
        "saved",
        "llama",
    ):
        code, out, err = run("decide", FILES / file, "--signs", "?" * (8 if file == "llama" else 5))
        assert (code, out.splitlines()[0][:3]) == (0, "yes"), (file, err)
    code, out, _ = run("decide", f"{FILES / 'model-f16.pt'}:body.weight", "--ranking", "1>2>3")
    assert (code, out[:3]) == (0, "yes")
    for file in ("model-f16.pt", "model-f32.onnx", "model-f32.tflite", "model.keras"):
        with pytest.raises(BadInput, match="not a model; load_layer"):
            load(FILES / file)
    code, _, err = run("decide", f"{FILES / 'model-f16.pt'}:body.wait", "--ranking", "1>2>3")
    assert (code, "nearest: body.weight" in err) == (2, True)


def test_an_estimator_in_a_file_is_said_to_be_unchecked(run):
    told = "unchecked: a file is read without running its estimator, which would predict"
    for name in ("model.skops", "pipeline.skops", "counts.skops"):
        path = str(FILES / name)
        assert open_model(path).facts["checked"] == told
        assert told in run("show", path)[1]
        assert json.loads(run("show", path, "--json")[1])["facts"]["checked"] == told
        assert load_layer(path).checked == told
        assert json.loads(run("audit", path, "--json")[1])["checked"] == told
        assert told in run("audit", path)[1]


def test_weights_of_tfjs_behind_texts(tmp_path):
    """Texts, each after its length, lie between the numbers of tfjs; they are passed over."""
    texts = [b"cat", b"", b"a longer word"]
    raw = b"".join(len(text).to_bytes(4, "little") + text for text in texts)
    raw += raw[:7] + WEIGHTS.T.astype("<f4").tobytes() + BIAS.astype("<f4").tobytes()
    (tmp_path / "shard.bin").write_bytes(raw)
    entries = [
        {"name": "words", "shape": [3], "dtype": "string"},
        {"name": "one word", "shape": [], "dtype": "string"},
        {"name": "head/kernel", "shape": list(WEIGHTS.T.shape), "dtype": "float32"},
        {"name": "head/bias", "shape": list(BIAS.shape), "dtype": "float32"},
    ]
    dense = {"class_name": "Dense", "config": {"name": "head", "activation": "softmax"}}
    topology = {"model_config": {"class_name": "Sequential", "config": {"layers": [dense]}}}
    manifest = [{"paths": ["shard.bin"], "weights": entries}]
    whole = {"format": "layers-model", "modelTopology": topology, "weightsManifest": manifest}
    (tmp_path / "model.json").write_text(json.dumps(whole))
    assert np.array_equal(
        load_layer(tmp_path / "model.json").rows, np.column_stack([BIAS, WEIGHTS])
    )


def tfjs_graph(nodes, arrays, folder):
    """A graph of TensorFlow: operations (name, op, inputs, attributes) and constants, as tfjs has them."""
    kinds = {"float32": "<f4", "int32": "<i4"}
    entries, raw = [], b""
    for name, values in arrays.items():
        kind = "int32" if np.asarray(values).dtype.kind == "i" else "float32"
        entries.append({"name": name, "shape": list(np.shape(values)), "dtype": kind})
        raw += np.ascontiguousarray(values).astype(kinds[kind]).tobytes()
    (folder / "shard.bin").write_bytes(raw)
    given = [{"name": name, "op": "Const"} for name in arrays]
    given += [
        {"name": name, "op": op, "input": inputs, "attr": attributes}
        for name, op, inputs, attributes in nodes
    ]
    whole = {
        "format": "graph-model",
        "modelTopology": {"node": given},
        "weightsManifest": [{"paths": ["shard.bin"], "weights": entries}],
    }
    (folder / "model.json").write_text(json.dumps(whole))
    return load_layer(folder / "model.json")


LAST = ("y", "MatMul", ["h", "w"], {})
OF_GRAPHS = {
    "largest": ([("h", "Max", ["x", "one"], {"keep_dims": {"b": True}})], (None, None)),
    "least": ([("h", "Min", ["x", "one"], {"keep_dims": {"b": True}})], (None, None)),
    "larger": ([("h", "Maximum", ["x", "nine"], {})], (9, None)),
    "split": ([("h", "Split", ["one", "x"], {})], (None, None)),
    "split relu": ([("r", "Relu", ["x"], {}), ("h", "Split", ["one", "r"], {})], (0, None)),
    "leaky": (
        [("t", "Tanh", ["x"], {}), ("h", "LeakyRelu", ["t"], {"alpha": {"f": 0.5}})],
        (-0.5, 1),
    ),
    "leaky as usual": ([("t", "Tanh", ["x"], {}), ("h", "LeakyRelu", ["t"], {})], (-0.2, 1)),
    "leaky, odd": (
        [("t", "Tanh", ["x"], {}), ("h", "LeakyRelu", ["t"], {"alpha": {"f": "a"}})],
        (None, None),
    ),
}


@pytest.mark.parametrize("name", OF_GRAPHS)
def test_operations_of_tensorflow_that_are_called_as_others_in_onnx(name, tmp_path):
    """TensorFlow's Max and Min are along an axis, Split has its axis first, LeakyRelu another slope."""
    nodes, (low, high) = OF_GRAPHS[name]
    arrays = {"w": WEIGHTS.T, "one": np.array(1), "nine": np.array(9.0)}
    before = tfjs_graph([("x", "Placeholder", [], {}), *nodes, LAST], arrays, tmp_path).before
    ends = (None, None) if before is None else (before.low, before.high)
    assert ends == (low, high)


def test_a_norm_and_a_softmax_of_tensorflow(tmp_path):
    kept = {"keep_dims": {"b": True}}
    nodes = [
        ("x", "Placeholder", [], {}),
        ("mean", "Mean", ["x", "last"], kept),
        ("away", "Sub", ["x", "mean"], {}),
        ("square", "Mul", ["away", "away"], {}),
        ("variance", "Mean", ["square", "last"], kept),
        ("more", "AddV2", ["variance", "eps"], {}),
        ("inverse", "Rsqrt", ["more"], {}),
        ("scale", "Mul", ["inverse", "gain"], {}),
        ("h", "Mul", ["away", "scale"], {}),
        LAST,
        ("e", "Exp", ["y"], {}),
        ("s", "Sum", ["e", "last"], kept),
        ("p", "RealDiv", ["e", "s"], {}),
    ]
    gain = np.array([1.0, 2, -3])
    arrays = {"w": WEIGHTS.T, "last": np.array([-1]), "eps": np.array(2.0**-20), "gain": gain}
    layer = tfjs_graph(nodes, arrays, tmp_path)
    assert layer.before.steps == ("LayerNorm",)
    assert (layer.before.norm.gains, layer.before.norm.centred) == ((1, 2, -3), True)
    told = "Softmax: no answer about what is first changes"
    assert open_model(str(tmp_path / "model.json")).facts["after the layer"] == told
    nodes[1] = ("mean", "Mean", ["x", "last"], {})
    assert tfjs_graph(nodes, arrays, tmp_path).before.norm.centred is False
