"""PyTorch's files (``.pt``, ``.pth``, ``.bin``, ``.ckpt``): zip archives since 1.6, sequences of
pickles before. Nothing is executed.

A tensor is a view of a storage: an offset, sizes and strides. Storages lie unpacked in the file and
are memory-mapped. A checkpoint is a tree of dictionaries; a tensor's name is its path, of which
``state_dict`` and its like are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import prod
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers import archives
from arrangements.io.readers.arrays import natural_shape
from arrangements.models.exact_floats import exact_product
from arrangements.models.model import Mapped, Model, Tensor
from arrangements.models.pickles import Inert, unpickled
from arrangements.models.safetensors_format import bfloats
from arrangements.running.sources import Source, from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["open_torch"]

_MAX_PICKLE = 1 << 24  # bytes of the pickle of a file
_MAGIC = 0x1950A86A20F9469CFC6C  # the first value of a file of several pickles
_KINDS = {
    "double": "f8", "float": "f4", "half": "f2", "bfloat16": "u2", "long": "i8", "int": "i4", "short": "i2", "char": "i1", "byte": "u1",
    "bool": "?", "qint8": "i1", "quint8": "u1", "qint32": "i4", "complexfloat": "c8", "complexdouble": "c16",
}  # fmt: skip
_STORAGES = {
    f"torch.{name}Storage": name.lower()
    for name in (
        "Double", "Float", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte", "Bool", "QInt8", "QUInt8", "QInt32",
        "ComplexFloat", "ComplexDouble",
    )
}  # fmt: skip
_DTYPES = {
    "float64": "double", "float32": "float", "float16": "half", "bfloat16": "bfloat16", "int64": "long", "int32": "int", "int16": "short",
    "int8": "char", "uint8": "byte", "bool": "bool", "qint8": "qint8", "quint8": "quint8", "qint32": "qint32",
    "complex64": "complexfloat", "complex128": "complexdouble",
}  # fmt: skip
_LISTS = (
    "build_intlist",
    "build_doublelist",
    "build_boollist",
    "build_tensorlist",
    "restore_type_tag",
)
_WRAPPED = (
    "state_dict",
    "model_state_dict",
    "model_state",
    "model",
    "module",
    "net",
    "network",
    "params",
    "weights",
)


@dataclass(frozen=True)
class _Storage:
    """Numbers that tensors are views of. ``kind``: None where each tensor says what the bytes are;
    ``count``: of these, or of bytes.
    """

    key: str
    kind: str | None
    count: int


@dataclass(frozen=True)
class _View:
    """A tensor: each sum of ``offset`` and indices times ``strides`` is a place in the storage.
    ``scale``, ``zero``: of quantised ones.
    """

    storage: _Storage
    kind: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    scale: float | None = None
    zero: int = 0


@dataclass
class _File:
    """Where the storages of a file lie. ``order``: of bytes."""

    path: str
    order: str = "<"
    places: dict[str, tuple[int, int]] = field(default_factory=dict)  # by key: first byte, bytes


def open_torch(path: str) -> Model:
    with from_file(path) as source:
        head = source.file.read(4)
        file = _File(path)
        root = _zipped(source, file) if head == b"PK\x03\x04" else _legacy(source, file)
    tensors = {name: _tensor(name, view, file) for name, view in _leaves(root, path).items()}
    if not tensors:
        raise BadInput(f"model must hold tensors, not none ({path})")
    return Model(path, tensors)


def _zipped(source: Source, file: _File) -> Any:
    with archives.opened(source.file, source.name, "PyTorch file") as archive:
        infos = {info.filename: info for info in archive.infolist()}
        pickle = next((name for name in infos if PurePosixPath(name).name == "data.pkl"), None)
        if pickle is None:
            raise BadInput(
                f"PyTorch file must hold data.pkl, as an archive of torch.save does ({source.name})"
            )
        stem = str(PurePosixPath(pickle).parent)

        def small(name: str, most: int) -> bytes:
            info = infos[name]
            archives.checked(info, source.name, "PyTorch file")
            if info.file_size > most:
                raise BadInput(
                    f"{name} must have at most {most} bytes, not {info.file_size} ({source.name})"
                )
            try:
                with archive.open(info) as member:
                    return member.read(most)
            except archives.BROKEN as error:
                raise archives.broken(error, source.name, "PyTorch file") from None

        order = f"{stem}/byteorder"
        file.order = ">" if order in infos and small(order, 16).strip() == b"big" else "<"
        raw = small(pickle, _MAX_PICKLE)
        for name, info in infos.items():
            inner = PurePosixPath(name)
            if (
                str(inner.parent) == f"{stem}/data"
                and info.compress_type == 0
                and info.compress_size == info.file_size
            ):
                file.places[inner.name] = (_data_of(source, info.header_offset), info.file_size)
    for begin, size in file.places.values():
        if begin + size > source.size:
            raise BadInput(
                f"PyTorch file must hold all its storages, not {source.size} bytes only ({source.name})"
            )
    return unpickled(raw, _known(), _storage, f"{source.name}, {pickle}", ("__torch__.",))[0]


def _data_of(source: Source, header: int) -> int:
    """Where the bytes of a member begin: after its local header, whose length the list of members
    does not tell.
    """
    source.file.seek(max(header, 0))
    local = source.file.read(30) if header >= 0 else b""
    if len(local) < 30 or local[:4] != b"PK\x03\x04":
        raise BadInput(
            f"PyTorch file must hold the members that it lists, none is at {header} ({source.name})"
        )
    return (
        header
        + 30
        + int.from_bytes(local[26:28], "little")
        + int.from_bytes(local[28:30], "little")
    )


def _legacy(source: Source, file: _File) -> Any:
    """Five pickles (a magic number, the version, facts about the machine, the tree, the keys of the
    storages), then the storages.
    """
    source.file.seek(0)
    raw = source.file.read(_MAX_PICKLE)
    if raw[:1] != b"\x80":
        raise BadInput(
            f"model must be a file of torch.save, not one that begins with {short_repr(raw[:8])} ({source.name})"
        )
    storages: dict[str, _Storage] = {}

    def stored(name: object) -> object:
        made = _storage(name)
        before = storages.setdefault(made.key, made)
        if before != made:
            raise ValueError("a storage must have one size")
        return made

    values: list[Any] = []
    place = 0
    for number in range(5):
        value, length = unpickled(raw[place:], _known(), stored, source.name)
        values.append(value)
        place += length
        if number == 0 and value != _MAGIC:
            raise BadInput(f"pickle must be one of torch.save, which holds tensors ({source.name})")
    _, version, machine, root, keys = values
    if (
        version != 1001
        or not isinstance(machine, dict)
        or not isinstance(keys, list)
        or not all(isinstance(key, str) for key in keys)
    ):
        raise BadInput(f"PyTorch file must be of version 1001, not of another ({source.name})")
    file.order = "<" if machine.get("little_endian", True) else ">"
    for key in keys:
        storage = storages.get(key)
        source.file.seek(place)
        count = int.from_bytes(source.file.read(8), "little" if file.order == "<" else "big")
        if storage is None or storage.kind is None or storage.count != count:
            raise BadInput(
                f"storage {short_repr(key)} must be one that tensors use, of the same size ({source.name})"
            )
        size = count * _width(storage.kind)
        if place + 8 + size > source.size:
            raise BadInput(
                f"PyTorch file must hold all its storages, not {source.size} bytes only ({source.name})"
            )
        file.places[key] = (place + 8, size)
        place += 8 + size
    return root


def _width(kind: str) -> int:
    code = _KINDS[kind]
    return int(code[1:]) if code[1:] else 1


def _known() -> dict[str, Callable[[tuple[Any, ...]], object]]:
    """The values of the names that files of tensors use; every other name is refused."""
    made: dict[str, Callable[[tuple[Any, ...]], object]] = {
        "collections.OrderedDict": _ordered,
        "torch._utils._rebuild_tensor": lambda a: _view(*a[:4]),
        "torch._utils._rebuild_tensor_v2": lambda a: _view(*a[:4]),
        "torch._utils._rebuild_tensor_v3": lambda a: _view(a[0], a[1], a[2], a[3], dtype=a[6]),
        "torch._utils._rebuild_parameter": lambda a: _same(a[0]),
        "torch._utils._rebuild_parameter_with_state": lambda a: _same(a[0]),
        "torch._utils._rebuild_qtensor": lambda a: _view(a[0], a[1], a[2], a[3], quantised=a[4]),
        "torch._tensor._rebuild_from_type_v2": _refused,
        **{f"torch.jit._pickle.{name}": lambda a: a[0] for name in _LISTS},
        "torch.Size": lambda a: a[0] if a else (),
        "torch.device": lambda a: None,
        "torch.storage._load_from_bytes": _refused,
        "torch.per_tensor_affine": _refused,
        "torch.per_channel_affine": _refused,
        "torch.storage.UntypedStorage": _refused,
    }
    made |= dict.fromkeys(_STORAGES, _refused)
    return made | {f"torch.{name}": _refused for name in _DTYPES}


def _refused(arguments: tuple[Any, ...]) -> object:
    raise ValueError("it calls something that is not a function of tensors")


def _ordered(arguments: tuple[Any, ...]) -> dict[Any, Any]:
    pairs = arguments[0] if arguments else []
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs
    ):
        raise ValueError("a dictionary must have pairs")
    if not all(isinstance(key, str) for key, _ in pairs):
        raise ValueError("keys must be texts")
    return dict(pairs)


def _same(value: object) -> object:
    if not isinstance(value, _View):
        raise ValueError("a parameter must be a tensor")
    return value


def _storage(name: object) -> _Storage:
    """('storage', class, key, device, count) and sometimes where in another storage, which nothing
    writes any more.
    """
    if (
        not isinstance(name, tuple)
        or len(name) not in (5, 6)
        or name[0] != "storage"
        or not isinstance(name[1], Inert)
    ):
        raise ValueError("a persistent name must be that of a storage")
    kind, key, count = name[1].name, name[2], name[4]
    if (
        not isinstance(key, str)
        or type(count) is not int
        or not 0 <= count < 1 << 60
        or (len(name) == 6 and name[5] is not None)
    ):
        raise ValueError("a storage must have a key and a size")
    if kind != "torch.storage.UntypedStorage" and kind not in _STORAGES:
        raise ValueError("a storage must be of a class that is known")
    return _Storage(key, _STORAGES.get(kind), count)


def _view(
    storage: Any, offset: Any, shape: Any, strides: Any, dtype: Any = None, quantised: Any = None
) -> _View:
    whole = (offset, *shape, *strides)
    if (
        not isinstance(storage, _Storage)
        or not all(type(x) is int and 0 <= x < 1 << 60 for x in whole)
        or len(shape) != len(strides)
    ):
        raise ValueError(
            "a tensor must be a view of a storage, with natural numbers for its sizes and strides"
        )
    kind = storage.kind
    if kind is None:
        kind = _DTYPES.get(dtype.name.removeprefix("torch.")) if isinstance(dtype, Inert) else None
    if kind is None:
        raise ValueError("a tensor must be of a type that is known")
    count = storage.count if storage.kind is not None else storage.count // _width(kind)
    if (
        prod(shape)
        and offset + sum((n - 1) * step for n, step in zip(shape, strides, strict=True)) >= count
    ):
        raise ValueError("a tensor must lie inside its storage")
    scale, zero = None, 0
    if quantised is not None:
        if (
            not isinstance(quantised, tuple)
            or not isinstance(quantised[0], Inert)
            or quantised[0].name != "torch.per_tensor_affine"
        ):
            raise BadInput(
                "tensor must be quantised by one scale, not one for each channel; dequantize it before saving"
            )
        _, scale, zero = quantised
        if type(scale) is not float or type(zero) is not int:
            raise ValueError("a scale must be a number")
    return _View(storage, kind, offset, tuple(shape), tuple(strides), scale, zero)


def _leaves(root: Any, path: str) -> dict[str, _View]:
    """The tensors of a tree, by their paths. What stands in several places is taken where it comes
    first.
    """
    views: dict[str, _View] = {}
    seen: set[int] = set()
    todo: list[tuple[tuple[str, ...], Any]] = [((), root)]
    while todo:
        names, value = todo.pop()
        if isinstance(value, _View):
            short = names[1:] if len(names) > 1 and names[0] in _WRAPPED else names
            key = ".".join(short) or "tensor"
            views[key if key not in views else ".".join(names)] = value
            continue
        value = value.state if isinstance(value, Inert) else value
        if not isinstance(value, dict | list | tuple) or id(value) in seen:
            continue
        seen.add(id(value))  # the tree keeps it alive
        if len(names) > 64:
            raise BadInput(f"tensors must be at most 64 dictionaries deep ({path})")
        items = value.items() if isinstance(value, dict) else enumerate(value)
        todo += [((*names, str(key)), item) for key, item in items][::-1]
    return views


def _tensor(name: str, view: _View, file: _File) -> Tensor:
    where = f"{file.path}, tensor {short_repr(name)}"
    rows = partial(_rows, view, file, where)
    kind = next(name for name, kind in _DTYPES.items() if kind == view.kind)
    shape = natural_shape(view.shape, where)
    there = _mapped(view, file)
    return Tensor(name, kind, shape, where, partial(rows, 0, None), part=rows, mapped=there)


def _mapped(view: _View, file: _File) -> Mapped | None:
    """Where a matrix of short floats lies in the file, row after row, if it does."""
    if view.kind not in ("float", "half", "bfloat16") or len(view.shape) != 2:
        return None
    n, d = view.shape
    if not n * d or view.strides != (d, 1) or view.storage.key not in file.places:
        return None
    begin, size = file.places[view.storage.key]
    width = _width(view.kind)
    if (view.offset + n * d) * width > size:
        return None  # refused when it is read
    code = f"{file.order}{_KINDS[view.kind]}"
    return Mapped(file.path, code, begin + view.offset * width, (n, d), view.kind == "bfloat16")


def _rows(view: _View, file: _File, where: str, start: int, stop: int | None) -> np.ndarray:
    import numpy as np

    code = _KINDS[view.kind]
    if code[0] in "?c":
        raise BadInput(f"tensor must hold floats or integers, not {view.kind} ({where})")
    if not prod(view.shape):
        return np.zeros(view.shape, np.float32)[start:stop]
    if view.storage.key not in file.places:
        raise BadInput(
            f"storage {short_repr(view.storage.key)} must be in the file, not packed ({where})"
        )
    begin, size = file.places[view.storage.key]
    width = _width(view.kind)
    if (view.storage.count * width if view.storage.kind is not None else view.storage.count) > size:
        raise BadInput(
            f"storage must have {view.storage.count} entries, not {size} bytes ({where})"
        )
    numbers = np.memmap(file.path, f"{file.order}{code}", "r", begin, (size // width,))
    steps = [width * step for step in view.strides]
    seen: np.ndarray = np.lib.stride_tricks.as_strided(
        numbers[view.offset :], view.shape, steps, writeable=False
    )
    values = seen[start:stop] if view.shape else seen
    if view.kind == "bfloat16":
        return bfloats(values)
    return (
        values
        if view.scale is None
        else exact_product(values.astype(np.float64) - view.zero, np.array(view.scale), where)
    )
