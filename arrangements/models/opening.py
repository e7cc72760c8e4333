"""Which module reads a model, by the name of its file and where that leaves it open by the first
bytes: every format of ``models``, ONNX graphs and folders; and ``FILE:TENSOR``.

Numbers are taken as the dyadic rationals that they are. Pickles are programs and are not run; the
message has the line that converts.

>>> split("m.safetensors:lm_head.weight"), split("m.csv")
(('m.safetensors', 'lm_head.weight'), ('m.csv', None))
>>> tensors("model.joblib")
Traceback (most recent call last):
...
arrangements.errors.BadInput: model must not be a pickle, which is a program; if you trust 'model.joblib', convert it: python -c "...
"""

from __future__ import annotations

import os
from contextlib import suppress
from math import prod
from pathlib import Path
from pkgutil import resolve_name

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.entry_table import MAX_ENTRIES
from arrangements.models.model import Model, Tensor
from arrangements.running.sources import from_file

__all__ = ["SUFFIXES", "is_model", "model_of", "open_model", "split", "tensors"]

#: Ends of the names of models.
SUFFIXES = (
    ".safetensors",
    ".index.json",
    ".npz",
    ".npy",
    ".pt",
    ".pth",
    ".jit",
    ".bin",
    ".ckpt",
    ".ftz",
    ".gguf",
    ".onnx",
    ".tflite",
    ".keras",
    ".h5",
    ".hdf5",
    ".skops",
    ".index",
    "model.json",
)
_MATRICES = (".npz", ".safetensors")  # these may as well hold one matrix
_PICKLE = """a pickle, which is a program; if you trust {0!r}, convert it: python -c "import joblib, numpy; \
m = joblib.load({0!r}); numpy.savez({1!r}, weights=m.coef_, bias=m.intercept_)\""""
_PYTHON = """a program; if you trust {0!r}, load its model as its authors say, and write the weights: \
numpy.savez({1!r}, weights=..., bias=...)"""
_SCRIPT = """a program; take the model.json and shards that {0!r} was made of, or, if you trust it, \
write them: node -e "require('fs').writeFileSync('model.json', JSON.stringify(require({2!r})))\""""
_CORE = """of Core ML, which is not read; take the model that it was converted from, or write the \
weights of the last layer of {0!r} by coremltools: numpy.savez({1!r}, weights=..., bias=...)"""
# What a model must not be, by the ends of names; {1} is the file to write, {2} the name.
_REFUSED = {
    ".joblib": _PICKLE,
    ".pkl": _PICKLE,
    ".pickle": _PICKLE,
    ".py": _PYTHON,
    ".js": _SCRIPT,
    ".mlmodel": _CORE,
    ".mlpackage": _CORE,
}


def tensors(path: str | os.PathLike[str]) -> dict[str, Tensor]:
    """All tensors of a model, by name, in the order of the file."""
    return dict(open_model(os.fspath(path)).tensors)


def open_model(path: str) -> Model:
    """A model file, an ONNX graph, or the folder of a model."""
    _refuse(path)
    name = path.lower()
    if os.path.isdir(path) and not os.path.lexists(os.path.join(path, "saved_model.pb")):
        from arrangements.models.folder import open_folder

        return open_folder(path, open_model)
    if os.path.isdir(path) or name.endswith(".index"):
        return _experimental("tensorflow_format:open_bundle", path)
    if is_tfjs(path):
        return _experimental("tensorflow_format:open_tfjs", path)
    if name.endswith(".index.json"):
        from arrangements.models.safetensors_format import open_index

        return open_index(path, open_model)
    match Path(name).suffix:
        case ".safetensors":
            from arrangements.models.safetensors_format import open_safetensors

            return open_safetensors(path)
        case ".npz":
            from arrangements.models.numpy_format import open_npz

            return open_npz(path)
        case ".npy":
            from arrangements.models.numpy_format import open_npy

            return open_npy(path)
        case ".pt" | ".pth" | ".jit" | ".bin" | ".ckpt" | ".ftz":
            from arrangements.models.fasttext_format import MAGIC, open_fasttext
            from arrangements.models.torch_format import open_torch

            return open_fasttext(path) if _begins(path, MAGIC) else open_torch(path)
        case ".gguf":
            from arrangements.models.gguf_format import open_gguf

            return open_gguf(path)
        case ".onnx":
            from arrangements.models.onnx_format import onnx_model

            return onnx_model(path)
        case ".tflite":
            from arrangements.models.tflite_format import open_tflite

            return open_tflite(path)
        case ".skops":
            return _experimental("skops_format:open_skops", path)
        case ".keras" | ".h5" | ".hdf5":
            from arrangements.models.keras_format import open_keras

            return open_keras(path)
        case _:
            raise BadInput(
                f"model must be a file that ends in one of {', '.join(SUFFIXES)}, not {short_repr(path)}"
            )


def _experimental(name: str, path: str) -> Model:
    """A file read by a function of ``arrangements.experimental``: by its name, when such a file is
    met, as no room imports that one.
    """
    model: Model = resolve_name(f"arrangements.experimental.{name}")(path)
    return model


def is_tfjs(path: str) -> bool:
    """Whether this is a ``model.json`` of tfjs."""
    if not path.lower().endswith("model.json") or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return b'"weightsManifest"' in file.read(1 << 26)


def _begins(path: str, magic: bytes) -> bool:
    with from_file(path) as source:
        return source.file.read(len(magic)) == magic


def _refuse(path: str) -> None:
    """Refuse files that only a program could read, or only their own library, with advice."""
    place = Path(path)
    advice = _REFUSED.get(place.suffix.lower())
    if advice is not None:
        made = advice.format(path, str(place.with_suffix(".npz")), f"./{place.name}")
        raise BadInput(f"model must not be {made}")


def split(source: str, suffixes: tuple[str, ...] = SUFFIXES) -> tuple[str, str | None]:
    """A file and the tensor of it that is named after a colon; None where none is named. A file
    that exists is never taken apart.
    """
    if ":" not in source or os.path.lexists(source):
        return source, None
    colons = [k for k, letter in enumerate(source) if letter == ":" and k + 1 < len(source)]
    places = [
        k for k in colons if source[:k].lower().endswith(suffixes) or os.path.isdir(source[:k])
    ]
    place = next((k for k in places if os.path.lexists(source[:k])), places[0] if places else None)
    return (source, None) if place is None else (source[:place], source[place + 1 :])


def is_model(path: str) -> bool:
    """Whether this is a model by its name, or refused as one."""
    name = path.lower()
    if name.endswith("model.json"):
        return is_tfjs(path)
    return name.endswith(SUFFIXES) or Path(name).suffix in _REFUSED or os.path.isdir(path)


def model_of(source: str) -> Model | None:
    """A file that is a model rather than one matrix; None for anything else."""
    if not is_model(source) or source.lower().endswith(".npy"):
        return None
    if not source.lower().endswith(_MATRICES):
        return open_model(source)
    with suppress(BadInput):  # whoever reads it as a matrix will say what is wrong
        model = open_model(source)
        large = any(prod(tensor.shape) > MAX_ENTRIES for tensor in model.tensors.values())
        return model if len(model.tensors) > 1 or large else None
    return None
