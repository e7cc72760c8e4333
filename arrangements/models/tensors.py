"""The tensors of a model file, by name, without reading them: every format of ``readers.models``, and ONNX graphs.

Numbers are taken as the dyadic rationals that they are. Pickles are programs and are not run; the message has the line that converts.

>>> tensors("model.joblib")
Traceback (most recent call last):
...
arrangements.errors.BadInput: model must not be a pickle, which is a program; if you trust model.joblib, convert it: python -c "...
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from arrangements.errors import BadInput
from arrangements.readers.models import opening
from arrangements.readers.models.model import Model, Tensor

__all__ = ["SUFFIXES", "is_model", "model_of", "open_model", "split", "tensors"]

SUFFIXES = (*opening.SUFFIXES, ".onnx")
_MATRICES = (".npz", ".safetensors")  # these may as well hold one matrix


def tensors(path: str | os.PathLike[str]) -> dict[str, Tensor]:
    """All tensors of a model, by name, in the order of the file."""
    return dict(open_model(os.fspath(path)).tensors)


def open_model(path: str) -> Model:
    """A model file, an ONNX graph, or the folder of a model."""
    if os.path.isdir(path):
        from arrangements.readers.models.folder import open_folder

        return open_folder(path, open_model)
    if path.lower().endswith(".onnx"):
        from arrangements.models.onnx_format import onnx_model

        return onnx_model(path)
    return opening.open_model(path)


def split(source: str) -> tuple[str, str | None]:
    """A file and the tensor of it that is named after a colon; None where none is named."""
    return opening.split(source, SUFFIXES)


def is_model(path: str) -> bool:
    """Whether this is a model by its name, or a program that is refused as one."""
    return path.lower().endswith(SUFFIXES) or Path(path).suffix.lower() in opening.PROGRAMS or os.path.isdir(path)


def model_of(source: str) -> Model | None:
    """A file that is a model rather than one matrix; None for anything else."""
    if not is_model(source) or source.lower().endswith(".npy"):
        return None
    if not source.lower().endswith(_MATRICES):
        return open_model(source)
    with suppress(BadInput):  # whoever reads it as a matrix will say what is wrong
        found = open_model(source)
        return found if len(found.tensors) > 1 else None
    return None
