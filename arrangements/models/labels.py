"""Names of the outputs of a model: one label per line, a JSON list or map, ``tokenizer.json``,
``config.json``, ONNX metadata.

Labels of real vocabularies may be equal, empty, blank or full of signs. ``distinct`` gives every
row a name of its own.

>>> distinct(["the", " ", "the", "a>b"])
['the #1', "' ' #2", 'the #3', 'a>b']
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.text import unique_keys
from arrangements.models.vocabulary import lines
from arrangements.running.sources import from_file, read_text

__all__ = ["distinct", "padded", "read_labels"]


def read_labels(path: str) -> list[str]:
    """The labels of a file in the order of the rows; ``model.onnx:KEY`` takes the lines of a
    metadata property.
    """
    if ".onnx:" in path and not os.path.lexists(path):
        from arrangements.models.onnx_format import onnx_metadata

        file, _, key = path.partition(".onnx:")
        return lines(onnx_metadata(f"{file}.onnx", key))
    if os.path.isdir(path) or path.lower().endswith((".gguf", ".ftz", ".bin")):
        from arrangements.models.opening import open_model

        model = open_model(path)
        if model.labels is None:
            raise BadInput(f"model must have labels of its own ({path})")
        return list(model.labels())
    with from_file(path) as source:
        text = read_text(source)
    if not path.lower().endswith(".json"):
        return lines(text)
    try:
        value = json.loads(text, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"labels must be valid JSON: {' '.join(str(error).split())[:80]} ({path})"
        ) from None
    return _from_json(value, path)


def _from_json(value: Any, path: str) -> list[str]:
    if isinstance(value, dict) and isinstance(value.get("model"), dict):
        pieces = value["model"].get("vocab")
        added = value.get("added_tokens") or []
        if isinstance(pieces, list) and all(
            isinstance(piece, list) and piece and isinstance(piece[0], str) for piece in pieces
        ):
            pieces = {piece[0]: place for place, piece in enumerate(pieces)}
        if (
            isinstance(pieces, dict)
            and isinstance(added, list)
            and all(
                isinstance(item, dict) and isinstance(item.get("content"), str) for item in added
            )
        ):
            return _from_map(
                {**pieces, **{item["content"]: item.get("id") for item in added}}, path
            )
    if isinstance(value, dict) and "id2label" in value:
        value = value["id2label"]
    if isinstance(value, dict):
        return _from_map(value, path)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    raise BadInput(
        f"labels must be a list of texts, a map of texts and numbers, or a tokenizer, not {short_repr(value)} ({path})"
    )


def _from_map(value: dict[Any, Any], path: str) -> list[str]:
    """Of a map from texts to numbers, or from numbers (in JSON they are texts) to texts."""
    if value and all(isinstance(item, str) for item in value.values()):
        pairs = [
            (int(key) if key.isdecimal() and len(key) < 20 else None, text)
            for key, text in value.items()
        ]
    else:
        pairs = [(place, text) for text, place in value.items()]
    places = {place: text for place, text in pairs if type(place) is int}
    if (
        len(places) != len(pairs)
        or set(places) != set(range(len(pairs)))
        or not all(isinstance(text, str) for _, text in pairs)
    ):
        raise BadInput(
            f"labels of a map must be texts with the numbers 0 to {len(pairs) - 1}, each once ({path})"
        )
    return [places[place] for place in range(len(places))]


def padded(labels: Sequence[str], n: int) -> list[str] | None:
    """The labels of a model for n rows, of which the last may be padding that no label names; None
    if there are more labels than rows.
    """
    return None if len(labels) > n else [*labels, *(["[padding]"] * (n - len(labels)))]


def distinct(labels: Sequence[str]) -> list[str]:
    """Labels as they are if that tells them apart and can be printed on one line, else with the
    number of the row, counted from 1.
    """
    seen = Counter(labels)
    names = []
    for row, label in enumerate(labels, 1):
        plain = label.isprintable() and label == label.strip() and label != ""
        names.append(
            label if plain and seen[label] == 1 else f"{label if plain else repr(label)} #{row}"
        )
    again = Counter(names)
    return [name if again[name] == 1 else f"{name} #{row}" for row, name in enumerate(names, 1)]
