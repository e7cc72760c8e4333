"""The files of cddlib and lrs: ``.ine`` (inequalities b + <a, x> >= 0, rows b a) and ``.ext``
(points 1 p and rays 0 r).

A polyhedron is read as ``Polyhedral``. As a configuration, an H-representation is the arrangement
of its hyperplanes, b their offsets; a V-representation is the rows (1, p) and (0, r) themselves. A
comment ``* labels: [...]`` names the rows.

>>> parse("H-representation\\nbegin\\n1 3 rational\\n1/2 0 1\\nend\\n", "square.ine").rows
[(Fraction(1, 2), Fraction(0, 1), Fraction(1, 1))]
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import partial

from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import Scalar
from arrangements.io.readers.entries import Entries
from arrangements.io.readers.entry_table import Table, check_shape
from arrangements.running.sources import Source, read_text

__all__ = ["Polyhedral", "parse", "read_cdd", "written_labels"]

_KINDS = ("h-representation", "v-representation")
# ***** 3 rational is the size of a file of lrs
_COMMENT = re.compile(r"\s*(?:\*(?!\*{4} [0-9])|#)")
_LABELS = re.compile(r"^[ \t]*(?:\*|#|--)[ \t]*labels: (\[.*\])[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Polyhedral:
    """Rows as they stand, whether they are generators (or else inequalities), and which of them are
    linear, counted from 0.
    """

    rows: list[tuple[Scalar, ...]]
    width: int
    generators: bool
    linear: frozenset[int]


def parse(text: str, name: str) -> Polyhedral:
    """The one representation of a file."""
    lines = [
        (i, line.split())
        for i, line in enumerate(text.splitlines(), 1)
        if line.strip() and not _COMMENT.match(line)
    ]
    heads = [words[0].lower() for _, words in lines]
    kinds = [head for head in heads if head in _KINDS]
    if heads.count("begin") != 1 or heads.count("end") != 1 or len(kinds) > 1:
        raise BadInput(f"file of cddlib must have one representation, a begin and an end ({name})")
    begin, end = heads.index("begin"), heads.index("end")
    linear = next(
        (
            words
            for (_, words), head in zip(lines[:begin], heads, strict=False)
            if head == "linearity"
        ),
        ["linearity", "0"],
    )
    size, body = lines[begin + 1][1] if end > begin + 1 else [], lines[begin + 2 : end]
    plain = re.fullmatch(
        r"([0-9]{1,7}|\*{5}) [1-9][0-9]{0,6} (integer|rational|real)", " ".join(size)
    )
    if not plain or not all(re.fullmatch("[0-9]{1,7}", x) for x in linear[1:]):
        raise BadInput(
            f"file of cddlib must give rows, columns and the type of its numbers, not {short_repr(' '.join(size))} ({name})"
        )
    # lrs does not know how many rows it will print when it begins.
    count = len(body) if size[0].startswith("*") else int(size[0])
    width, free = int(size[1]), frozenset(int(x) - 1 for x in linear[2:])
    if (
        len(body) != count
        or any(len(words) != width for _, words in body)
        or not free <= set(range(count))
    ):
        raise BadInput(
            f"file of cddlib must have {count} rows of {width} numbers, as it says ({name})"
        )
    check_shape(count, width, name)
    entries = Entries()
    rows = [entries.row(words, partial(_place, name, number)) for number, words in body]
    generators = "v-representation" in kinds
    if generators and any(row[0] not in (0, 1) for row in rows):
        raise BadInput(f"rows of a V-representation must begin with 1 or 0 ({name})")
    return Polyhedral(rows, width, generators, free)


def read_cdd(source: Source) -> Table:
    """The configuration that the file stands for."""
    text = read_text(source)
    system = parse(text, source.name)
    labels = written_labels(text, source.name)
    if system.generators:
        return Table(system.rows, labels, system.width, reading="exact, points and rays")
    rows = [row[1:] for row in system.rows]
    return Table(
        rows,
        labels,
        system.width - 1,
        reading="exact, inequalities",
        bias=[row[0] for row in system.rows],
    )


def written_labels(text: str, name: str) -> list[str] | None:
    """The labels that our writers put into a comment."""
    match = _LABELS.search(text)
    if match is None:
        return None
    try:
        labels = json.loads(match[1])
    except (ValueError, RecursionError):
        raise BadInput(
            f"labels in a comment must be a list of texts, not {short_repr(match[1])} ({name})"
        ) from None
    if not all(isinstance(label, str) for label in labels):
        raise BadInput(
            f"labels in a comment must be a list of texts, not {short_repr(match[1])} ({name})"
        )
    return list(labels)


def _place(name: str, number: int, j: int) -> str:
    return f"{name}, line {number}, number {j + 1}"
