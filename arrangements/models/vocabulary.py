"""The tokens of a vocabulary in the order of their numbers: ``tokenizer.json``, ``vocab.txt``, a
JSON list or map, one word per line.

Vocabularies of real models have holes, and fewer tokens than the matrix has rows: ``vocabulary``
names what no token has.
"""

from __future__ import annotations

import json
from typing import Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.text import unique_keys
from arrangements.running.sources import from_file, read_text

__all__ = ["lines", "tokens_of", "vocabulary"]


def vocabulary(path: str, n: int) -> list[str]:
    """A name for each of n rows: the token of that number, or ``[unused K]`` where there is
    none.
    """
    with from_file(path) as source:
        text = read_text(source)
    if path.endswith(".json"):
        try:
            value = json.loads(text, object_pairs_hook=unique_keys)
        except (ValueError, RecursionError) as error:
            raise BadInput(
                f"vocabulary must be valid JSON: {' '.join(str(error).split())[:80]} ({path})"
            ) from None
        places = tokens_of(value)
        if places is None:
            raise BadInput(
                f"vocabulary must be a tokenizer, or a map of tokens and numbers ({path})"
            )
    else:
        places = dict(enumerate(lines(text)))
    names = [f"[unused {k + 1}]" for k in range(n)]
    for place, token in places.items():
        if 0 <= place < n:
            names[place] = token
    return names


def tokens_of(source: object) -> dict[int, str] | None:
    """Of a tokenizer or of a map, the tokens by their numbers; None if it is neither."""
    value: Any = source
    added: Any = []
    if isinstance(value, dict) and isinstance(value.get("model"), dict):
        added = value.get("added_tokens") or []
        value = value["model"].get("vocab")
    if isinstance(value, list) and all(
        isinstance(piece, list) and piece and isinstance(piece[0], str) for piece in value
    ):
        tokens = {place: piece[0] for place, piece in enumerate(value)}
    elif isinstance(value, dict) and all(type(place) is int for place in value.values()):
        tokens = {place: token for token, place in value.items()}
    else:
        return None
    if not isinstance(added, list):
        return None
    for item in added:
        if (
            not isinstance(item, dict)
            or type(item.get("id")) is not int
            or not isinstance(item.get("content"), str)
        ):
            raise BadInput(f"added token must have an id and a content, not {short_repr(item)}")
        tokens[item["id"]] = item["content"]
    return tokens


def lines(text: str) -> list[str]:
    """Only line feeds end a line: a vocabulary may well contain the other separators of Unicode."""
    parts = text.split("\n")
    return [line.removesuffix("\r") for line in (parts[:-1] if parts[-1] == "" else parts)]
