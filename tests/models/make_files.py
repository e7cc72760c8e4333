"""Makes ``tests/models/files``: one small model in every format, each written by its own
library. Not a test.

    python -m venv lab && lab/bin/pip install torch safetensors onnx gguf keras h5py tensorflow-cpu
    fasttext skops PYTHONPATH=. lab/bin/python -m tests.models.make_files [torch numpy ...]

The model is a linear layer of 3 x 4 with a ReLU, and the output layer ``WEIGHTS``, ``BIAS`` of 5 x
3, whose numbers every format holds exactly. Libraries that quantise by themselves have their own
numbers; these are read back by the library and kept beside the file, in ``NAME.expected.npz``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

FILES = Path(__file__).parent / "files"
WEIGHTS = np.array(
    [
        [1.5, -2.0, 0.125],
        [0.25, 3.0, -1.0],
        [-1.0, 0.0, 0.5],
        [0.75, 0.75, 2.0],
        [-0.375, 1.25, -1.5],
    ]
)
BIAS = np.array([0.5, -1.0, 2.0, 0.0, -0.25])
EARLY = np.array([[1, 0, -1, 2], [0, 1, 1, -1], [2, -2, 0, 1]]) / 2
EARLY_BIAS = np.array([0.25, 0.0, -0.5])


def with_numpy() -> None:
    np.savez(
        FILES / "model.npz",
        **{
            "body.weight": EARLY,
            "body.bias": EARLY_BIAS,
            "head.weight": WEIGHTS,
            "head.bias": BIAS,
        },
    )
    np.save(FILES / "model.npy", WEIGHTS.astype("f2"))


def with_torch() -> None:
    import torch

    model = torch.nn.Sequential()
    model.add_module("body", torch.nn.Linear(4, 3))
    model.add_module("relu", torch.nn.ReLU())
    model.add_module("head", torch.nn.Linear(3, 5))
    for layer, weights, bias in ((model.body, EARLY, EARLY_BIAS), (model.head, WEIGHTS, BIAS)):
        layer.weight.data, layer.bias.data = (
            torch.tensor(weights).float(),
            torch.tensor(bias).float(),
        )
    torch.jit.script(model).save(FILES / "script.pt")
    torch.save(model, FILES / "whole.pt")
    for name, kind in (
        ("f64", torch.float64),
        ("f32", torch.float32),
        ("bf16", torch.bfloat16),
        ("f16", torch.float16),
    ):
        state = model.to(kind).state_dict()
        torch.save(state, FILES / f"model-{name}.pt")
        torch.save(state, FILES / f"legacy-{name}.pt", _use_new_zipfile_serialization=False)
    torch.save(
        {"state_dict": state, "epoch": 3, "rate": 0.1, "optimizer": [{"step": torch.ones(2)}]},
        FILES / "checkpoint.ckpt",
    )
    numbers = torch.arange(24.0).reshape(4, 6)
    views = {
        "slice": numbers[1:3, ::2],
        "transposed": numbers.t(),
        "expanded": torch.ones(1).expand(3, 4),
        "parameter": torch.nn.Parameter(numbers),
        "empty": torch.zeros(0, 3),
        "integers": torch.arange(6).reshape(2, 3),
        "scalar": torch.tensor(2.5),
        "signed": torch.quantize_per_tensor(numbers, 0.1, 3, torch.qint8),
        "unsigned": torch.quantize_per_tensor(numbers, 0.5, 3, torch.quint8),
    }
    plain = {
        name: view.dequantize() if view.is_quantized else view.detach()
        for name, view in views.items()
        if name != "signed"
    }
    expected = {name: view.numpy() for name, view in plain.items()}
    for name, legacy in (("views", False), ("views-legacy", True)):
        torch.save(views, FILES / f"{name}.pt", _use_new_zipfile_serialization=not legacy)
        np.savez(FILES / f"{name}.pt.expected.npz", **expected)


def with_gguf() -> None:
    import gguf

    def writer(name: str) -> gguf.GGUFWriter:
        made = gguf.GGUFWriter(FILES / name, "llama")
        made.add_name("small")
        made.add_layer_norm_rms_eps(1e-5)
        made.add_float32("llama.final_logit_softcapping", 30.0)
        made.add_token_list(["<unk>", "<0x00>", "the", " of", "ё"])
        made.add_token_types([2, 6, 1, 1, 5])
        return made

    def written(made: gguf.GGUFWriter) -> None:
        made.write_header_to_file()
        made.write_kv_data_to_file()
        made.write_tensors_to_file()
        made.close()

    for short, kind in (("f32", "f4"), ("f16", "f2"), ("f64", "f8")):
        made = writer(f"model-{short}.gguf")
        made.add_tensor("blk.0.ffn_up.weight", EARLY.astype(kind))
        made.add_tensor("output_norm.weight", np.array([1.0, -0.5, 2.0], "f4"))
        made.add_tensor("output.weight", WEIGHTS.astype(kind))
        made.add_tensor("output.bias", BIAS.astype(kind))
        written(made)
    made = writer("tied.gguf")
    made.add_tensor("token_embd.weight", WEIGHTS.astype("f4"))
    written(made)

    # Blocks of random bytes, with scales that are finite; every type, every byte value.
    draw, made, expected = np.random.default_rng(32), writer("quantised.gguf"), {}
    scales = {
        "Q2_K": (80, 82),
        "Q3_K": (108,),
        "Q6_K": (208,),
        "Q4_1": (0, 2),
        "Q5_1": (0, 2),
        "Q4_K": (0, 2),
        "Q5_K": (0, 2),
        "MXFP4": (),
    }
    for name in (
        "Q4_0",
        "Q4_1",
        "Q5_0",
        "Q5_1",
        "Q8_0",
        "Q2_K",
        "Q3_K",
        "Q4_K",
        "Q5_K",
        "Q6_K",
        "IQ4_NL",
        "IQ4_XS",
        "MXFP4",
    ):
        kind = gguf.GGMLQuantizationType[name]
        size = gguf.GGML_QUANT_SIZES[kind][1]
        blocks = draw.integers(0, 256, (6, size), dtype=np.uint8)
        for place in scales.get(name, (0,)):
            blocks[:, place : place + 2] = (
                draw.normal(0, [[1e-6], [1e-3], [1e-2], [1], [100], [1e3]], (6, 1))
                .astype("<f2")
                .view(np.uint8)
            )
            blocks[5, place : place + 2] = [0xFF, 0x7B]  # the largest
            blocks[0, place : place + 2] = [0x01, 0x80]  # the smallest, negative
        made.add_tensor(name, blocks.reshape(3, 2 * size), raw_dtype=kind)
        expected[name] = gguf.dequantize(blocks.reshape(3, 2 * size), kind)
    words = draw.integers(0, 1 << 16, (3, 4), dtype=np.uint16)
    words[(words & 0x7F80) == 0x7F80] = 0
    made.add_tensor("BF16", words.view(np.uint8), raw_dtype=gguf.GGMLQuantizationType.BF16)
    expected["BF16"] = gguf.dequantize(words.view(np.uint8), gguf.GGMLQuantizationType.BF16)
    made.add_tensor("I8", np.arange(-6, 6, dtype=np.int8).reshape(3, 4))
    expected["I8"] = np.arange(-6, 6).reshape(3, 4)
    written(made)
    np.savez_compressed(FILES / "quantised.gguf.expected.npz", **expected)


def with_onnx() -> None:
    import torch
    from onnx import TensorProto, helper, numpy_helper, save

    def saved(name: str, nodes: list[object], **constants: np.ndarray) -> None:
        values = [
            numpy_helper.from_array(np.asarray(value), key) for key, value in constants.items()
        ]
        ends = [
            helper.make_tensor_value_info(key, TensorProto.FLOAT, ["b", size])
            for key, size in (("x", 4), ("y", 5))
        ]
        graph = helper.make_graph(nodes, "small", ends[:1], ends[1:], values)
        save(
            helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)]), str(FILES / name)
        )

    plain = {
        "body.weight": EARLY.astype("f4"),
        "body.bias": EARLY_BIAS.astype("f4"),
        "head.bias": BIAS.astype("f4"),
    }
    body = [
        helper.make_node("Gemm", ["x", "body.weight", "body.bias"], ["a"], transB=1),
        helper.make_node("Relu", ["a"], ["h"]),
    ]
    saved(
        "model-f32.onnx",
        [*body, helper.make_node("Gemm", ["h", "head.weight", "head.bias"], ["y"], transB=1)],
        **plain,
        **{"head.weight": WEIGHTS.astype("f4")},
    )
    half = [
        helper.make_node("Cast", ["half"], ["wide"], to=1),
        helper.make_node("Transpose", ["wide"], ["head"]),
    ]
    saved(
        "model-f16.onnx",
        [
            *body,
            *half,
            helper.make_node("MatMul", ["h", "head"], ["p"]),
            helper.make_node("Add", ["p", "head.bias"], ["y"]),
        ],
        **plain,
        half=WEIGHTS.astype("f2"),
    )
    eighths = [helper.make_node("DequantizeLinear", ["q", "s", "z"], ["head.weight"], axis=0)]
    saved(
        "model-int8.onnx",
        [
            *body,
            *eighths,
            helper.make_node("Gemm", ["h", "head.weight", "head.bias"], ["y"], transB=1),
        ],
        **plain,
        q=(WEIGHTS * 8 + 3).astype("i1"),
        s=np.float32(0.125),
        z=np.int8(3),
    )
    model = torch.nn.Sequential(
        torch.nn.Linear(4, 3), torch.nn.SiLU(), torch.nn.Linear(3, 5)
    ).eval()
    for layer, weights, bias in ((model[0], EARLY, EARLY_BIAS), (model[2], WEIGHTS, BIAS)):
        layer.weight.data, layer.bias.data = (
            torch.tensor(weights).float(),
            torch.tensor(bias).float(),
        )
    torch.onnx.export(
        model,
        (torch.zeros(1, 4),),
        FILES / "torch.onnx",
        dynamo=False,
        input_names=["x"],
        output_names=["y"],
    )


def with_fasttext() -> None:
    import fasttext

    draw = np.random.default_rng(32)
    lines = [
        f"__label__{'abcde'[k % 5]} {' '.join(f'w{5 * draw.integers(60) + k % 5}' for _ in range(8))}"
        for k in range(600)
    ]
    (FILES / "text").write_text("\n".join(lines))
    for name, loss in (
        ("softmax.bin", "softmax"),
        ("tree.bin", "hs"),
        ("softmax.ftz", "softmax"),
        ("each.bin", "ova"),
    ):
        made = fasttext.train_supervised(
            str(FILES / "text"), dim=6, epoch=5, bucket=0, loss=loss, thread=1, verbose=0
        )
        if name.endswith(".ftz"):
            made.quantize(input=str(FILES / "text"), qout=False, qnorm=True, dsub=4, retrain=False)
        made.save_model(str(FILES / name))
        if loss != "hs" and not name.endswith(".ftz"):
            np.savez(FILES / f"{name}.expected.npz", output=made.get_output_matrix())
        if name.endswith(".ftz"):
            words = made.get_words()
            vectors = np.array([made.get_word_vector(word) for word in words])
            np.savez(FILES / f"{name}.expected.npz", input=vectors)
    (FILES / "text").unlink()


def with_folders() -> None:
    import json
    import shutil

    import torch
    from peft import LoraConfig, get_peft_model
    from transformers import (
        BertConfig,
        BertForSequenceClassification,
        LlamaConfig,
        LlamaForCausalLM,
    )

    torch.manual_seed(32)
    small = {
        "hidden_size": 3,
        "num_hidden_layers": 1,
        "num_attention_heads": 1,
        "intermediate_size": 4,
    }
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=8, head_dim=4, num_key_value_heads=1, tie_word_embeddings=False, **small
        )
    )
    for part in model.parameters():
        part.data = torch.round(part.data * 64) / 64
    model.lm_head.weight.data[:5] = torch.tensor(WEIGHTS).float()
    model.model.norm.weight.data = torch.tensor([1.0, -0.5, 2.0])
    model.save_pretrained(FILES / "llama")
    vocab = {"<unk>": 0, "a": 1, "b": 3}
    tokenizer = {
        "model": {"type": "BPE", "vocab": vocab, "merges": []},
        "added_tokens": [{"id": 4, "content": "<end>", "special": True}],
    }
    (FILES / "llama" / "tokenizer.json").write_text(json.dumps(tokenizer))
    (FILES / "llama" / "generation_config.json").unlink(missing_ok=True)

    adapted = get_peft_model(model, LoraConfig(r=2, lora_alpha=3, target_modules=["lm_head"]))
    for name, part in adapted.named_parameters():
        if "lora_" in name:
            part.data = torch.round(torch.randn_like(part) * 8) / 16
    adapted.save_pretrained(FILES / "adapter")
    for name in ("README.md",):
        (FILES / "adapter" / name).unlink(missing_ok=True)
    merged = adapted.double().merge_and_unload()
    np.savez(FILES / "adapter" / "merged.npz", merged=merged.lm_head.weight.detach().numpy())

    names = {0: "no", 1: "yes", 2: "maybe", 3: "later", 4: "never"}
    bert = BertForSequenceClassification(
        BertConfig(vocab_size=8, max_position_embeddings=4, num_labels=5, id2label=names, **small)
    )
    bert.classifier.weight.data, bert.classifier.bias.data = (
        torch.tensor(WEIGHTS).float(),
        torch.tensor(BIAS).float(),
    )
    bert.save_pretrained(FILES / "bert", max_shard_size="1KB")

    import mlx.core as mx

    for bits, group in ((4, 32), (8, 64), (2, 32)):
        folder = FILES / f"mlx-{bits}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        words, scales, biases = mx.quantize(
            mx.array(np.round(np.random.default_rng(32).normal(0, 1, (6, 128)) * 64) / 64),
            group,
            bits,
        )
        scales, biases = mx.round(scales * 1024) / 1024, mx.round(biases * 1024) / 1024
        mx.save_safetensors(
            str(folder / "model.safetensors"),
            {"lm_head.weight": words, "lm_head.scales": scales, "lm_head.biases": biases},
        )
        (folder / "config.json").write_text(
            json.dumps({"model_type": "llama", "quantization": {"group_size": group, "bits": bits}})
        )
        np.savez(
            FILES / f"mlx-{bits}.expected.npz",
            **{"lm_head.weight": np.array(mx.dequantize(words, scales, biases, group, bits))},
        )


def with_tensorflow() -> None:
    import shutil

    import keras
    import tensorflow as tf

    def network(activation: str) -> object:
        body, head = (
            keras.layers.Dense(3, activation=activation, name="body"),
            keras.layers.Dense(5, activation="softmax", name="head"),
        )
        model = keras.Sequential([keras.Input((4,), batch_size=1), body, head])
        body.set_weights([EARLY.T, EARLY_BIAS])
        head.set_weights([WEIGHTS.T, BIAS])
        return model

    model = network("relu")
    model.save(FILES / "model.keras")  # type: ignore[attr-defined]
    model.save(FILES / "model.h5")  # type: ignore[attr-defined]
    model.save_weights(FILES / "model.weights.h5")  # type: ignore[attr-defined]
    for folder in ("saved", "text"):
        shutil.rmtree(FILES / folder, ignore_errors=True)
    tf.saved_model.save(model, str(FILES / "saved"))
    for name in ("fingerprint.pb",):
        (FILES / "saved" / name).unlink(missing_ok=True)

    def points() -> object:
        draw = np.random.default_rng(32)
        for _ in range(50):
            yield [draw.normal(0, 1, (1, 4)).astype("f4")]

    for name, activation in (
        ("model-f32", "relu"),
        ("model-f16", "relu6"),
        ("model-int8", "relu"),
        ("model-hybrid", "sigmoid"),
    ):
        made = tf.lite.TFLiteConverter.from_keras_model(network(activation))
        if name != "model-f32":
            made.optimizations = [tf.lite.Optimize.DEFAULT]
        if name == "model-f16":
            made.target_spec.supported_types = [tf.float16]
        if name == "model-int8":
            made.representative_dataset = points
            made.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        (FILES / f"{name}.tflite").write_bytes(made.convert())
    interpreter = tf.lite.Interpreter(str(FILES / "model-int8.tflite"))
    interpreter.allocate_tensors()
    expected = {}
    for told in interpreter.get_tensor_details():
        scales = told["quantization_parameters"]["scales"]
        if told["shape"].tolist() in ([5, 3], [3, 4]):
            expected[told["name"]] = interpreter.get_tensor(told["index"]).astype(
                "f8"
            ) * np.reshape(scales.astype("f8"), (-1, 1))
    np.savez(FILES / "model-int8.tflite.expected.npz", **expected)


def with_skops() -> None:
    import skops.io
    from sklearn.linear_model import LogisticRegression
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import LinearSVC

    points, targets = np.random.default_rng(32).normal(0, 1, (60, 3)), np.array(list("abcde") * 12)
    model = LogisticRegression().fit(points, targets)
    model.coef_, model.intercept_ = WEIGHTS, BIAS
    skops.io.dump(model, FILES / "model.skops")
    skops.io.dump(
        make_pipeline(StandardScaler(), OneVsRestClassifier(LinearSVC())).fit(points, targets),
        FILES / "pipeline.skops",
    )
    skops.io.dump(MultinomialNB().fit(np.abs(points), targets), FILES / "counts.skops")


def with_tfjs() -> None:
    """By hand, as the format is described: the converter cannot be installed beside the others."""
    import json

    dense = [
        {"class_name": "Dense", "config": {"name": name, "activation": word}}
        for name, word in (("body", "relu"), ("head", "softmax"))
    ]
    topology = {"model_config": {"class_name": "Sequential", "config": {"layers": dense}}}
    arrays = {
        "body/kernel": EARLY.T,
        "body/bias": EARLY_BIAS,
        "head/kernel": WEIGHTS.T,
        "head/bias": BIAS,
    }
    for folder, kind in (("tfjs", "f4"), ("tfjs-f16", "f2"), ("tfjs-u8", "u1")):
        (FILES / folder).mkdir(exist_ok=True)
        raw, told = b"", []
        for name, array in arrays.items():
            entry = {"name": name, "shape": list(array.shape), "dtype": "float32"}
            if kind == "f2":
                entry["quantization"] = {"dtype": "float16"}
            if kind == "u1":
                entry["quantization"] = {
                    "dtype": "uint8",
                    "scale": 0.125,
                    "min": -4.0,
                    "original_dtype": "float32",
                }
                array = (array + 4) * 8
            raw += np.ascontiguousarray(array).astype(kind).tobytes()
            told.append(entry)
        parts = [raw[:25], raw[25:]]
        for number, part in enumerate(parts, 1):
            (FILES / folder / f"group1-shard{number}of2.bin").write_bytes(part)
        manifest = [
            {"paths": [f"group1-shard{number}of2.bin" for number in (1, 2)], "weights": told}
        ]
        whole = {"format": "layers-model", "modelTopology": topology, "weightsManifest": manifest}
        (FILES / folder / "model.json").write_text(json.dumps(whole))


if __name__ == "__main__":
    FILES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or [
        name.removeprefix("with_") for name in list(globals()) if name.startswith("with_")
    ]:
        globals()[f"with_{name}"]()
