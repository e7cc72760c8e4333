"""NumPy ``.npz``: the words of the pattern as they are stored, bit-packed, and no pickles.

Members of the archive: ``head``, UTF-8 JSON as bytes; ``words``, uint64, a sign pattern or the packed rankings, or
``rows``, label indices, for other kinds; ``starts`` and ``adjacent`` with facts, ``points``, UTF-8 JSON, with coordinates.

The bits of a sign pattern are ``numpy.unpackbits(words.astype(">u8").view("u1"), axis=1)[:, :n]``, for all its members; or, where the count
is twice as large, for those with + at the first label, and the others are their opposites.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from typing import Any, BinaryIO

import numpy as np

from arrangements.errors import BadInput, LimitReached
from arrangements.patterns import RankingPattern, SignPattern
from arrangements.running import memory_limit
from arrangements.tables.heads import RowReader, index_body, parsed_head
from arrangements.tables.regions import Facts
from arrangements.tables.rows import Progress
from arrangements.tables.table import Table

__all__ = ["read", "write"]


def write(table: Table, file: BinaryIO, progress: Progress) -> None:
    """Write the table."""
    arrays: dict[str, Any] = {"head": _bytes(table.head())}
    if isinstance(table.body, np.ndarray):
        arrays["rows"] = table.body.astype("<i8")
    else:
        arrays["words"] = table.body.words.astype("<u8", copy=False)
    if table.facts is not None:
        arrays |= {"starts": table.facts.starts.astype("<i8"), "adjacent": table.facts.adjacent.astype("<i8")}
    if table.points is not None:
        arrays["points"] = _bytes(table.points)
    np.savez(file, **arrays)
    progress(len(table), len(table))


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
            within = not rows.size or 0 <= rows.min() <= rows.max() < len(empty.labels)
            if rows.dtype != np.int64 or rows.shape != (head["count"], empty.width) or not within:
                raise BadInput(f"rows must be {head['count']} x {empty.width} indices of labels ({name})")
            body: Any = index_body(head, rows, name)
        else:
            body = _pattern(empty, arrays["words"], head, name)
        points, facts = None, None
        if head["coordinates"] is not None:
            points = tuple(tuple(map(str, point)) for point in json.loads(arrays["points"].tobytes()))
        if head["facts"]:
            facts = Facts(arrays["starts"].astype(np.int64), arrays["adjacent"].astype(np.int64))
        if (points is not None and len(points) != head["count"]) or (facts is not None and len(facts.starts) != head["count"] + 1):
            raise BadInput(f"facts and points must be as many as the members ({name})")
        return replace(empty, body=body, points=points, facts=facts)
    except (KeyError, ValueError, TypeError):
        raise BadInput(f"npz table must hold the arrays that `arrangements patterns` writes ({name})") from None


def _arrays(file: BinaryIO, name: str) -> dict[str, np.ndarray]:
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            if len({entry.filename for entry in entries}) != len(entries):
                raise BadInput(f"members of the archive must have distinct names ({name})")
            size = sum(entry.file_size for entry in entries)
            if size > memory_limit():
                raise LimitReached(f"table must fit into {memory_limit():,} bytes, not {size:,} ({name})")
        file.seek(0)
        with np.load(file, allow_pickle=False) as loaded:
            return {key: loaded[key] for key in loaded.files}
    except (zipfile.BadZipFile, ValueError, EOFError, OSError) as error:
        raise BadInput(f"npz table must be readable: {' '.join(str(error).split())[:200]} ({name})") from None


def _pattern(empty: Table, words: np.ndarray, head: dict[str, Any], name: str) -> SignPattern | RankingPattern:
    """The pattern of these words: right shape, sorted, distinct, no bits where there must be none."""
    n = len(empty.labels)
    expected = empty.pattern.words
    if words.dtype != np.uint64 or words.ndim != 2 or words.shape[1] != expected.shape[1]:
        raise BadInput(f"words must be uint64 in {expected.shape[1]} columns ({name})")
    words = np.ascontiguousarray(words.astype(np.uint64))
    if isinstance(empty.body, RankingPattern):
        rows = RankingPattern(empty.labels, words.copy()).indices()
        pattern: SignPattern | RankingPattern = index_body(head, rows, name)
        good = np.array_equal(pattern.words, words)
    else:
        from arrangements.wordsets import sorted_rows

        spare = np.uint64((1 << (-n % 64)) - 1) if n else np.uint64(2**64 - 1)
        good = not (words[:, -1] & spare).any() and np.array_equal(sorted_rows(words), words)
        if n and len(words) == head["count"]:
            pattern = SignPattern.of_all(empty.labels, words)
            good = good and (not pattern.antipodal or not len(words))
        else:
            pattern = SignPattern(empty.labels, words)
            good = good and (n == 0 or bool((words[:, 0] >> np.uint64(63) == 1).all())) and len(pattern) == head["count"]
    if not good:
        raise BadInput(f"words must be sorted, distinct and as many as the head says ({name})")
    return pattern
