"""NumPy ``.npz``: the words of the pattern as they are stored, bit-packed, and no pickles.

Members of the archive: ``head``, UTF-8 JSON as bytes; ``words``, uint64, those of any pattern, or
``rows``, label indices, for other kinds; ``starts`` and ``adjacent`` with facts, ``points``, UTF-8
JSON, with coordinates.

The bits of a sign pattern are ``numpy.unpackbits(words.astype(">u8").view("u1"), axis=1)[:, :n]``,
for all its members; or, where the count is twice as large, for those with + at the first label, and
the others are their opposites.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, BinaryIO, cast

import numpy as np

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.io.readers import archives
from arrangements.io.readers.arrays import member_array, natural_shape
from arrangements.io.tables.heads import Head, RowReader, index_body, parsed_head
from arrangements.io.tables.region_facts import checked_facts
from arrangements.io.tables.table import Table
from arrangements.layers.patterns import RankingPattern, SignPattern
from arrangements.layers.patterns.common import IntegerPattern, Pattern
from arrangements.running import memory_limit

__all__ = ["read", "write"]


def write(table: Table, file: BinaryIO) -> None:
    """Write the table."""
    arrays: dict[str, Any] = {"head": _bytes(table.head())}
    if isinstance(table.body, np.ndarray):
        arrays["rows"] = table.body.astype("<i8")
    else:
        arrays["words"] = table.body.words.astype("<u8", copy=False)
    if table.facts is not None:
        arrays |= {
            "starts": table.facts.starts.astype("<i8"),
            "adjacent": table.facts.adjacent.astype("<i8"),
        }
    if table.points is not None:
        arrays["points"] = _bytes(table.points)
    np.savez(file, **arrays)


def _bytes(value: Any) -> np.ndarray:
    return np.frombuffer(json.dumps(value).encode(), np.uint8)


def read(file: BinaryIO, name: str) -> Table:
    """The table in a file."""
    arrays = _arrays(file, name)
    try:
        head = parsed_head(arrays["head"].tobytes().decode(), name)
        empty = RowReader(head, name).empty
        if isinstance(empty.body, np.ndarray):
            rows = arrays["rows"]
            indices = rows[:, :1] if empty.placed and rows.ndim == 2 else rows
            within = not rows.size or 0 <= indices.min() <= indices.max() < len(empty.labels)
            if empty.placed and rows.size and rows.ndim == 2:
                within = within and 1 <= rows[:, 1:].min() <= rows.max() <= len(empty.labels)
            if rows.dtype != np.int64 or rows.shape != (head["count"], empty.width) or not within:
                raise BadInput(
                    f"rows must be {head['count']} x {empty.width} indices of labels ({name})"
                )
            body: Any = index_body(head, rows, name)
        else:
            body = _pattern(empty, arrays["words"], head, name)
        points, facts = None, None
        if head["coordinates"] is not None:
            points = tuple(map(tuple, json.loads(arrays["points"].tobytes())))
            if len(points) != head["count"] or not all(
                len(p) == head["coordinates"] and set(map(type, p)) <= {str} for p in points
            ):
                raise BadInput(
                    f"points must be {head['count']} x {head['coordinates']} texts ({name})"
                )
        if head["facts"]:
            facts = checked_facts(arrays["starts"], arrays["adjacent"], head["count"], name)
        return replace(empty, body=body, points=points, facts=facts)
    except (KeyError, ValueError, TypeError, RecursionError):
        raise BadInput(
            f"npz table must hold the arrays that `arrangements patterns` writes ({name})"
        ) from None


def _arrays(file: BinaryIO, name: str) -> dict[str, np.ndarray]:
    """The arrays of the archive: bytes, words or indices."""
    with archives.opened(file, name) as archive:
        size = sum(info.file_size for info in archive.infolist())
        if size > memory_limit():
            raise LimitReached(
                f"table must fit into {memory_limit():,} bytes, not {size:,} ({name})"
            )
        arrays = {}
        for info in archive.infolist():
            key = info.filename.removesuffix(".npy")
            array, _ = member_array(
                archive, info, f"{name}, array {short_repr(key)}", natural_shape
            )
            arrays[key] = array.astype(array.dtype.newbyteorder("="), copy=False)
        return arrays


def _pattern(empty: Table, words: np.ndarray, head: Head, name: str) -> Pattern:
    """The pattern of these words: right shape, sorted, distinct, no bits where there must be
    none.
    """
    n = len(empty.labels)
    assert isinstance(empty.body, Pattern)
    expected = empty.body.words
    if words.dtype != np.uint64 or words.ndim != 2 or words.shape[1] != expected.shape[1]:
        raise BadInput(f"words must be uint64 in {expected.shape[1]} columns ({name})")
    words = np.ascontiguousarray(words.astype(np.uint64))
    if isinstance(empty.body, RankingPattern | IntegerPattern):
        # Words that are none of a pattern do not come back from the rows that they are taken for.
        rows = replace(empty, body=type(empty.body)(empty.labels, words.copy())).index_rows(
            0, len(words)
        )
        pattern = cast("Pattern", index_body(head, rows, name))
        good = np.array_equal(pattern.words, words)
    else:
        from arrangements.layers.patterns.bitset_rows import sorted_rows

        spare = np.uint64((1 << (-n % 64)) - 1) if n else np.uint64(2**64 - 1)
        good = not (words[:, -1] & spare).any() and np.array_equal(sorted_rows(words), words)
        if n and len(words) == head["count"]:
            pattern = SignPattern.of_all(empty.labels, words)
            good = good and (not pattern.antipodal or not len(words))
        else:
            pattern = SignPattern(empty.labels, words)
            good = (
                good
                and (n == 0 or bool((words[:, 0] >> np.uint64(63) == 1).all()))
                and len(pattern) == head["count"]
            )
    if not good:
        raise BadInput(f"words must be sorted, distinct and as many as the head says ({name})")
    return pattern
