"""The tensors of a model file, by name, without reading them: every format of
``models``, and ONNX graphs.

Numbers are taken as the dyadic rationals that they are. Pickles are programs and are not run; the
message has the line that converts.

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

from arrangements.errors import BadInput
from arrangements.io.readers.table import MAX_ENTRIES
from arrangements.models import opening
from arrangements.models.model import Model, Tensor

__all__ = ["SUFFIXES", "is_model", "model_of", "open_model", "split", "tensors"]

SUFFIXES = (
    *opening.SUFFIXES,
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


def tensors(path: str | os.PathLike[str]) -> dict[str, Tensor]:
    """All tensors of a model, by name, in the order of the file."""
    return dict(open_model(os.fspath(path)).tensors)


def open_model(path: str) -> Model:
    """A model file, an ONNX graph, or the folder of a model."""
    opening.refuse(path)
    if os.path.isdir(path) and not os.path.lexists(os.path.join(path, "saved_model.pb")):
        from arrangements.models.folder import open_folder

        return open_folder(path, open_model)
    if os.path.isdir(path) or path.lower().endswith(".index"):
        return _experimental("tensorflow_format:open_bundle", path)
    if path.lower().endswith(".onnx"):
        from arrangements.models.onnx_format import onnx_model

        return onnx_model(path)
    if path.lower().endswith(".tflite"):
        from arrangements.models.tflite_format import open_tflite

        return open_tflite(path)
    if path.lower().endswith(".skops"):
        return _experimental("skops_format:open_skops", path)
    if path.lower().endswith((".keras", ".h5", ".hdf5")):
        from arrangements.models.keras_format import open_keras

        return open_keras(path)
    if is_tfjs(path):
        return _experimental("tensorflow_format:open_tfjs", path)
    return opening.open_model(path)


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


def split(source: str) -> tuple[str, str | None]:
    """A file and the tensor of it that is named after a colon; None where none is named."""
    return opening.split(source, SUFFIXES)


def is_model(path: str) -> bool:
    """Whether this is a model by its name, or refused as one."""
    name = path.lower()
    if name.endswith("model.json"):
        return is_tfjs(path)
    return name.endswith(SUFFIXES) or Path(name).suffix in opening.REFUSED or os.path.isdir(path)


def model_of(source: str) -> Model | None:
    """A file that is a model rather than one matrix; None for anything else."""
    if not is_model(source) or source.lower().endswith(".npy"):
        return None
    if not source.lower().endswith(_MATRICES):
        return open_model(source)
    with suppress(BadInput):  # whoever reads it as a matrix will say what is wrong
        found = open_model(source)
        large = any(prod(tensor.shape) > MAX_ENTRIES for tensor in found.tensors.values())
        return found if len(found.tensors) > 1 or large else None
    return None
