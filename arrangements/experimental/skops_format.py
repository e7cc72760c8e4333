"""skops, the files of scikit-learn that are no pickles: a tree in JSON, and arrays. Objects become
bare attributes; nothing is imported.

What the estimator is to ``objects`` the file is here: rows with their offsets, classes as labels,
counts that are not negative.
"""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers import archives
from arrangements.io.readers.arrays import member_array, natural_shape, npy_header
from arrangements.io.readers.text import unique_keys
from arrangements.models.model import Model, Tensor
from arrangements.models.objects import live_layer
from arrangements.running import check_memory
from arrangements.running.sources import from_file

if TYPE_CHECKING:
    import numpy as np

__all__ = ["open_skops"]

_MAX_SCHEMA = 1 << 23  # bytes of the tree
_KIND = "skops file"
_DEEPEST = 100  # objects within objects
_UNCHECKED = "unchecked: a file is read without running its estimator, which would predict"


class _Bare:
    """An object of a class that is known by its name only."""


@dataclass
class _Tree:
    archive: zipfile.ZipFile
    where: str
    seen: dict[int, Any] = field(default_factory=dict)

    def value(self, node: Any, depth: int = 0) -> Any:
        """The value that a node stands for; None for what no layer needs."""
        if not isinstance(node, dict) or depth > _DEEPEST:
            return None
        made = self._made(node, node.get("content"), depth)
        if isinstance(node.get("__id__"), int):
            self.seen.setdefault(node["__id__"], made)
        return made

    def _made(self, node: dict[str, Any], content: Any, depth: int) -> Any:
        match node.get("__loader__"):
            case "ObjectNode":
                name = str(node.get("__class__"))
                made = type(name if name.isidentifier() else "object", (_Bare,), {})()
                attributes = self.value(content, depth + 1)
                if isinstance(attributes, dict):
                    vars(made).update(
                        {key: item for key, item in attributes.items() if isinstance(key, str)}
                    )
                return made
            case "DictNode" if isinstance(content, dict):
                return {key: self.value(item, depth + 1) for key, item in content.items()}
            case "ListNode" | "TupleNode" if isinstance(content, list):
                return [self.value(item, depth + 1) for item in content]
            case "JsonNode" if isinstance(content, str):
                return json.loads(content)
            case "CachedNode":
                return self.seen.get(node.get("__id__", 0))
            case "NdArrayNode" if node.get("type") == "numpy":
                return self._array(str(node.get("file")))
            case "NdArrayNode" if isinstance(content, list | dict):  # an array of objects
                return (
                    self.value(content, depth + 1)
                    if isinstance(content, dict)
                    else [self.value(item, depth + 1) for item in content]
                )
        return None

    def _array(self, name: str) -> np.ndarray:
        import numpy as np

        where = f"{self.where}, {short_repr(name)}"
        try:
            info = self.archive.getinfo(name)
        except KeyError:
            raise BadInput(
                f"skops file must hold all arrays that it names, not lack {short_repr(name)} ({self.where})"
            ) from None
        check_memory(where, info.file_size, 4, "bytes")
        archives.checked(info, where, _KIND)
        try:
            with self.archive.open(info) as file:
                header = npy_header(file, where)  # type: ignore[arg-type]
                if header.kind is not None or not re.fullmatch(r"'<U[0-9]{1,4}'", header.name):
                    return member_array(self.archive, info, where, natural_shape)[0]
                size = int(header.name[3:-1]) * 4 * prod(header.shape)
                if size != info.file_size - header.length:
                    raise BadInput(
                        f"npy must have {size} bytes, not {info.file_size - header.length} ({where})"
                    )
                return np.frombuffer(file.read(size), header.name[1:-1]).reshape(header.shape)
        except archives.BROKEN as error:
            raise archives.broken(error, where, _KIND) from None


def open_skops(path: str) -> Model:
    with from_file(path) as source, archives.opened(source.file, source.name, _KIND) as archive:
        try:
            info = archive.getinfo("schema.json")
        except KeyError:
            raise BadInput(f"skops file must hold schema.json ({path})") from None
        archives.checked(info, path, _KIND)
        if info.file_size > _MAX_SCHEMA:
            raise BadInput(
                f"schema.json must have at most {_MAX_SCHEMA} bytes, not {info.file_size} ({path})"
            )
        try:
            with archive.open(info) as member:
                tree = json.loads(member.read(_MAX_SCHEMA), object_pairs_hook=unique_keys)
            thing = _Tree(archive, path).value(tree)
        except archives.BROKEN as error:
            raise BadInput(
                f"schema.json must be valid JSON: {' '.join(str(error).split())[:80]} ({path})"
            ) from None
        except RecursionError:
            raise BadInput(f"schema.json must not be nested too deeply ({path})") from None
    found = None if thing is None else _found(thing, path)
    if found is None:
        raise BadInput(
            f"skops file must hold a fitted linear estimator, not {short_repr(type(thing).__name__)} ({path})"
        )
    offsets, matrix, before = found.rows[:, 0], found.rows[:, 1:], found.before
    tensors = {
        found.weights: Tensor(
            found.weights, "float64", matrix.shape, path, lambda: matrix, 0, bias=found.bias
        )
    }
    if before is not None:
        tensors[found.weights] = Tensor(
            **{**vars(tensors[found.weights]), "before": lambda: before}
        )
    if found.bias is not None:
        tensors[found.bias] = Tensor(found.bias, "float64", offsets.shape, path, lambda: offsets)
    labels = found.labels
    facts = {"architecture": type(thing).__name__, "checked": _UNCHECKED}
    return Model(path, tensors, found.weights, None if labels is None else (lambda: labels), facts)


def _found(thing: object, path: str) -> Any:
    try:
        return live_layer(thing)
    except (BadInput, AttributeError, TypeError, ValueError, IndexError) as error:
        raise BadInput(
            f"estimator must be fitted and complete: {' '.join(str(error).split())[:120]} ({path})"
        ) from None
