"""Makes ``tests/models/files``: one small model in every format, each written by its own library. Not a test.

    python -m venv lab && lab/bin/pip install torch safetensors onnx gguf keras h5py tensorflow-cpu fasttext skops
    PYTHONPATH=. lab/bin/python -m tests.models.make_files [torch numpy ...]

The model is a linear layer of 3 x 4 with a ReLU, and the output layer ``WEIGHTS``, ``BIAS`` of 5 x 3, whose numbers every format holds
exactly. Libraries that quantise by themselves have their own numbers; these are read back by the library and kept beside the file, in
``NAME.expected.npz``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

FILES = Path(__file__).parent / "files"
WEIGHTS = np.array([[1.5, -2.0, 0.125], [0.25, 3.0, -1.0], [-1.0, 0.0, 0.5], [0.75, 0.75, 2.0], [-0.375, 1.25, -1.5]])
BIAS = np.array([0.5, -1.0, 2.0, 0.0, -0.25])
EARLY = np.array([[1, 0, -1, 2], [0, 1, 1, -1], [2, -2, 0, 1]]) / 2
EARLY_BIAS = np.array([0.25, 0.0, -0.5])


def with_numpy() -> None:
    np.savez(FILES / "model.npz", **{"body.weight": EARLY, "body.bias": EARLY_BIAS, "head.weight": WEIGHTS, "head.bias": BIAS})
    np.save(FILES / "model.npy", WEIGHTS.astype("f2"))


def with_torch() -> None:
    import torch

    model = torch.nn.Sequential()
    model.add_module("body", torch.nn.Linear(4, 3))
    model.add_module("relu", torch.nn.ReLU())
    model.add_module("head", torch.nn.Linear(3, 5))
    for layer, weights, bias in ((model.body, EARLY, EARLY_BIAS), (model.head, WEIGHTS, BIAS)):
        layer.weight.data, layer.bias.data = torch.tensor(weights).float(), torch.tensor(bias).float()
    torch.jit.script(model).save(FILES / "script.pt")
    torch.save(model, FILES / "whole.pt")
    for name, kind in (("f64", torch.float64), ("f32", torch.float32), ("bf16", torch.bfloat16), ("f16", torch.float16)):
        state = model.to(kind).state_dict()
        torch.save(state, FILES / f"model-{name}.pt")
        torch.save(state, FILES / f"legacy-{name}.pt", _use_new_zipfile_serialization=False)
    torch.save({"state_dict": state, "epoch": 3, "rate": 0.1, "optimizer": [{"step": torch.ones(2)}]}, FILES / "checkpoint.ckpt")
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
    plain = {name: view.dequantize() if view.is_quantized else view.detach() for name, view in views.items() if name != "signed"}
    expected = {name: view.numpy() for name, view in plain.items()}
    for name, legacy in (("views", False), ("views-legacy", True)):
        torch.save(views, FILES / f"{name}.pt", _use_new_zipfile_serialization=not legacy)
        np.savez(FILES / f"{name}.pt.expected.npz", **expected)


if __name__ == "__main__":
    FILES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or [name.removeprefix("with_") for name in list(globals()) if name.startswith("with_")]:
        globals()[f"with_{name}"]()
