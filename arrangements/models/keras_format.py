"""Keras: ``.keras`` archives, ``.h5`` files of models and of weights (read by h5py), and the list
of layers in their configuration.

Nothing is executed: the configuration is JSON, and ``Lambda`` layers, whose code is a program, are
refused. Links that lead to other files, and data that lie in other files, are refused, too.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from arrangements.errors import BadInput, InternalError, short_repr
from arrangements.io.readers import archives
from arrangements.io.readers.arrays import natural_shape
from arrangements.models.model import NOT_LOOKED_AT, Before, Model, Tensor
from arrangements.models.objects import preceding
from arrangements.running import check_memory
from arrangements.running.isolation import isolated
from arrangements.running.sources import Source, from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["last_layer", "layers_of", "open_keras"]

_FINAL = ("Activation", "Softmax", "Dropout", "Flatten", "Reshape")
_MAX_CONFIG = 1 << 24  # bytes of a configuration
_MOST = 1 << 16  # groups and arrays of a file
_SECONDS = 20.0  # that the library may take for one file
_LOOKING = (
    4  # seconds of processor time to find the arrays of a file: honest ones take less than one
)
_SMALL = 1 << 20  # entries of all arrays that are read as soon as a file is looked at
_NUMBERS = re.compile(r"u?int(8|16|32|64)|float(16|32|64)")
_BROKEN = (
    OSError,
    RuntimeError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    UnicodeError,
    OverflowError,
    MemoryError,
)
T = TypeVar("T")


def open_keras(path: str) -> Model:
    """A ``.keras`` archive or an HDF5 file."""
    with from_file(path) as source:
        if source.file.read(4) == b"PK\x03\x04":
            config, tensors = _archive(source, path)
        else:
            config, tensors = _tree(path, None)
    layers = layers_of(config, path)
    names = [name for name, tensor in tensors.items() if len(tensor.shape) == 2]
    name, before = last_layer(layers)
    weights = _weights(name, layers, names)
    if weights is None:
        return Model(path, tensors)
    bias = next(
        (
            other
            for other in (weights.removesuffix("kernel") + "bias", weights.removesuffix("0") + "1")
            if other in tensors
        ),
        None,
    )
    preceding = None if before is None else (lambda: before)
    tensors[weights] = replace(
        tensors[weights], axis=1, bias=bias if bias != weights else None, before=preceding
    )
    return Model(path, tensors, weights, facts=_after(layers))


def _after(layers: list[tuple[str, str, str]]) -> dict[str, str]:
    """The activations of the last layers."""
    place = max(
        (k for k, (kind, _, _) in enumerate(layers) if kind == "Dense"), default=len(layers)
    )
    words = [activation for _, _, activation in layers[place:] if activation != "linear"]
    other = [word for word in words if word not in ("softmax", "sigmoid", "tanh", "log_softmax")]
    if other:
        return {"after the layer": f"{other[0]}, {NOT_LOOKED_AT}"}
    return (
        {"after the layer": f"{', '.join(words)}: no answer about what is first changes"}
        if words
        else {}
    )


def _archive(source: Source, path: str) -> tuple[Any, dict[str, Tensor]]:
    with archives.opened(source.file, source.name, "Keras file") as archive:
        infos = {info.filename: info for info in archive.infolist()}
        raws = []
        for name, most in (("config.json", _MAX_CONFIG), ("model.weights.h5", None)):
            if name not in infos:
                raise BadInput(f"Keras file must hold {name} ({path})")
            info = infos[name]
            archives.checked(info, path, "Keras file")
            if most is not None and info.file_size > most:
                raise BadInput(
                    f"{name} must have at most {most} bytes, not {info.file_size} ({path})"
                )
            check_memory(f"{path}, {name}", info.file_size, 2, "bytes")
            try:
                with archive.open(info) as member:
                    raws.append(member.read(info.file_size))
            except archives.BROKEN as error:
                raise archives.broken(error, path, "Keras file") from None
    _, tensors = _tree(path, raws[1])
    return _parsed(raws[0], path), tensors


def _parsed(raw: bytes | str, path: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"configuration must be valid JSON: {' '.join(str(error).split())[:80]} ({path})"
        ) from None


def _h5py() -> Any:
    try:
        import h5py
    except ImportError:
        raise BadInput("HDF5 files need a reader: install exact-arrangements[keras]") from None
    return h5py


class _Array(NamedTuple):
    """An array of a file: its path there, type and shape; ``plain``: whether its data are in the
    file; ``values``, if it is small.
    """

    path: str
    kind: str
    shape: tuple[int, ...]
    plain: bool
    values: np.ndarray | None


def _apart(
    function: Callable[..., T], *arguments: object, instance: str, processor: int | None = None
) -> T:
    """Call a function in a process of its own: damaged files send the library into endless loops,
    and may end it.
    """
    try:
        return isolated(
            function, *arguments, instance=instance, timeout=_SECONDS, processor=processor
        )
    except InternalError:
        raise BadInput(
            f"HDF5 must be a file at which its library does not crash ({instance})"
        ) from None


def _tree(path: str, raw: bytes | None) -> tuple[Any, dict[str, Tensor]]:
    """The configuration, if the file has one, and its arrays by their paths."""
    _h5py()
    config, arrays = _apart(_looked, path, raw, instance=path, processor=_LOOKING)
    tensors = {}
    for array in arrays:
        name = array.path.removeprefix("model_weights/")
        where = f"{path}, {short_repr(name)}"
        read = partial(_read, path, raw, array, where)
        tensors[name] = Tensor(name, array.kind, array.shape, where, read)
    ordered = dict(
        sorted(
            tensors.items(),
            key=lambda pair: [(len(part), part) for part in re.split(r"(\d+)", pair[0])],
        )
    )
    return None if config is None else _parsed(config, path), ordered


def _looked(path: str, raw: bytes | None) -> tuple[str | None, list[_Array]]:
    """The activation and the arrays that a file holds; only links within it are followed, each
    once.
    """
    import numpy as np

    h5py = _h5py()
    arrays: list[_Array] = []
    left = _SMALL
    try:
        with h5py.File(path if raw is None else io.BytesIO(raw), "r") as file:
            config = file.attrs.get("model_config")
            todo, seen = [("", file)], set[int]()
            while todo:
                stem, group = todo.pop()
                for key in list(group)[:_MOST]:
                    if not isinstance(group.get(key, getlink=True), h5py.HardLink):
                        raise BadInput(
                            f"links of HDF5 must be to its own objects, not {short_repr(key)} ({path})"
                        )
                    item = group[key]
                    address = h5py.h5o.get_info(item.id).addr
                    if address in seen or len(seen) > _MOST:
                        continue
                    seen.add(address)
                    name = f"{stem}/{key}".lstrip("/")
                    if isinstance(item, h5py.Group):
                        todo.append((name, item))
                    elif isinstance(item, h5py.Dataset):
                        lengths = [int(n) for n in item.shape or ()]
                        shape = natural_shape(lengths, f"{path}, array {short_repr(name)}")
                        kind = getattr(item.dtype, "name", "object")
                        plain = item.external is None and not item.is_virtual
                        values = None
                        if plain and _NUMBERS.fullmatch(kind) and prod(shape) <= left:
                            values, left = np.asarray(item[()]), left - prod(shape)
                        arrays.append(_Array(name, kind, shape, plain, values))
    except BadInput:
        raise
    except _BROKEN as error:
        raise BadInput(
            f"HDF5 must be a complete file: {' '.join(str(error).split())[:100]} ({path})"
        ) from None
    text = config.decode("utf-8", "replace") if isinstance(config, bytes) else config
    return text if isinstance(text, str) else None, arrays


def _read(path: str, raw: bytes | None, array: _Array, where: str) -> np.ndarray:
    if not array.plain:
        raise BadInput(f"data of HDF5 must lie in the file itself ({where})")
    if not _NUMBERS.fullmatch(array.kind):
        raise BadInput(
            f"tensor must hold floats or integers of at most 64 bits, not {array.kind} ({where})"
        )
    if array.kind == "int8":
        raise BadInput(
            f"kernel must not be quantised by Keras, whose scales are no powers of two ({where})"
        )
    if array.values is not None:
        return array.values.reshape(array.shape)
    check_memory(where, prod(array.shape), 16, "entries")
    return _apart(_whole, path, raw, array.path, where, instance=where).reshape(array.shape)


def _whole(path: str, raw: bytes | None, name: str, where: str) -> np.ndarray:
    import numpy as np

    h5py = _h5py()
    try:
        with h5py.File(path if raw is None else io.BytesIO(raw), "r") as file:
            return np.asarray(file[name][()])
    except _BROKEN as error:
        raise BadInput(
            f"HDF5 must hold the whole array: {' '.join(str(error).split())[:100]} ({where})"
        ) from None


def layers_of(given: object, path: str) -> list[tuple[str, str, str]]:
    """Class, name and activation of each layer of a configuration, in order; ``Lambda`` layers are
    refused.
    """
    config: Any = given
    for key in ("model_config", "config"):
        if isinstance(config, dict) and isinstance(config.get(key), dict):
            config = config[key]
    layers = config.get("layers") if isinstance(config, dict) else None
    names = []
    for layer in layers if isinstance(layers, list) else ():
        inner = layer.get("config") if isinstance(layer, dict) else None
        if not isinstance(inner, dict):
            continue
        kind, activation = str(layer.get("class_name")), inner.get("activation", "linear")
        if kind == "Lambda":
            raise BadInput(
                f"model must have no Lambda layers, whose code is a program; save its weights alone, by save_weights ({path})"
            )
        activation = (
            activation.get("config", "linear") if isinstance(activation, dict) else activation
        )
        names.append(
            (kind, str(inner.get("name")), activation if isinstance(activation, str) else "linear")
        )
    return names


def last_layer(layers: list[tuple[str, str, str]]) -> tuple[str | None, Before | None]:
    """The name of the last dense layer, if only activations and the like follow, and proved bounds
    of its inputs.
    """
    places = [k for k, (kind, _, _) in enumerate(layers) if kind == "Dense"]
    if not places or any(kind not in _FINAL for kind, _, _ in layers[places[-1] + 1 :]):
        return None, None
    words = []
    for kind, _, activation in layers[: places[-1]]:
        words += [kind, *([activation] if activation != "linear" else [])]
    return layers[places[-1]][1], preceding(words)


def _weights(
    name: str | None, layers: list[tuple[str, str, str]], names: Iterable[str]
) -> str | None:
    """The kernel of a layer: under its name, or where layers are numbered by class, under its class
    and number; else the last one.
    """
    matrices = [
        other
        for other in names
        if other.endswith(("/kernel", "/kernel:0", "vars/0")) and "optimizer" not in other
    ]
    if name is not None:
        own = [other for other in matrices if other.startswith(f"{name}/") or f"/{name}/" in other]
        if own:
            return own[-1]
        number = sum(kind == "Dense" for kind, _, _ in layers) - 1
        numbered = f"layers/dense{f'_{number}' if number else ''}/vars/0"
        return numbered if numbered in matrices else None
    places = {
        int(match[1] or 0): other
        for other in matrices
        if (match := re.fullmatch(r"layers/dense(?:_(\d+))?/vars/0", other))
    }
    return places[max(places)] if places and not layers else None
