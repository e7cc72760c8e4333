"""Which module reads a model, by the name of its file and where that leaves it open by the first
bytes; and ``FILE:TENSOR``.

>>> split("m.safetensors:lm_head.weight"), split("m.csv")
(('m.safetensors', 'lm_head.weight'), ('m.csv', None))
>>> open_model("model.pkl")
Traceback (most recent call last):
...
arrangements.errors.BadInput: model must not be a pickle, which is a program; if you trust 'model.pkl', convert it: python -c "...
"""

from __future__ import annotations

import os
from pathlib import Path

from arrangements.errors import BadInput, short_repr
from arrangements.models.model import Model
from arrangements.running.sources import from_file

__all__ = ["REFUSED", "SUFFIXES", "open_model", "refuse", "split"]

#: Files that hold tensors.
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
)
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
REFUSED = tuple(_REFUSED)


def open_model(path: str) -> Model:
    """The model in a file."""
    refuse(path)
    if os.path.isdir(path):
        from arrangements.models.folder import open_folder

        return open_folder(path, open_model)
    name = path.lower()
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
        case _:
            raise BadInput(
                f"model must be a file that ends in one of {', '.join(SUFFIXES)}, not {short_repr(path)}"
            )


def _begins(path: str, magic: bytes) -> bool:
    with from_file(path) as source:
        return source.file.read(len(magic)) == magic


def refuse(path: str) -> None:
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
