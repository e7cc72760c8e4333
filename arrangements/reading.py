"""Configurations from files, standard input and names: ``load`` is the only way in, for the command and for Python.

A source is the name of a catalogue entry (``paper/H.1-A``, ``threshold:4``), a path, or ``-`` for standard input. The suffix of a path
chooses the reader: ``.json``, ``.toml``, ``.csv``, ``.tsv``, ``.npy``, ``.npz``, ``.safetensors``; without a known suffix the first bytes
do. ``file.npz:NAME`` and ``file.safetensors:NAME`` choose an array. A name goes before a file of the same name; write ``./threshold:4``
for the file.

>>> load("paper/H.1-A").labels
('1', '2', '3', '4', '5')
"""

from __future__ import annotations

import os
import re
from contextlib import AbstractContextManager
from pathlib import Path

from arrangements import catalogue
from arrangements.configuration import Configuration
from arrangements.errors import BadInput, shown
from arrangements.readers.entries import without_collection
from arrangements.readers.source import Source, Table, check_shape, from_file, from_stdin

__all__ = ["load", "read_table"]

_READERS = {f".{kind}": kind for kind in ("json", "toml", "csv", "tsv", "npy", "npz", "safetensors")}
# Comments and blank lines, then a first key of ours.
_TOML = re.compile(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:rows|labels|dimension|title|source|note)[ \t]*=")


def load(source: str | os.PathLike[str], *, affine: bool = False, as_floats: bool = False) -> Configuration:
    """The configuration that ``source`` names.

    ``affine`` takes the rows as points and prepends a column of ones. ``as_floats`` rounds entries to binary64 first, as a program that
    reads the same text into floats would have them; entries that are binary floats already stay the same. Raises ``BadInput``, naming
    file, row and column.

    >>> load("threshold:2").rows[3]
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1))
    """
    with without_collection():
        configuration = _loaded(source)
    if as_floats:
        configuration = configuration.as_floats()
    return Configuration.affine(configuration) if affine else configuration


def _loaded(source: str | os.PathLike[str]) -> Configuration:
    if isinstance(source, str) and source != "-" and catalogue.is_name(source):
        return catalogue.named(source)
    table, name = read_table(source)
    return Configuration(table.rows, table.labels, dimension=table.dimension, reading=table.reading, name=name)


def read_table(source: str | os.PathLike[str]) -> tuple[Table, str]:
    """What a file or standard input holds, entries as they stand there, and its name; for readers that want no configuration."""
    if isinstance(source, str) and source == "-":
        return _read(from_stdin(), "", "")
    if not isinstance(source, str | os.PathLike):
        raise BadInput(f"source must be a path or a name, not {shown(source)}")
    path = os.fspath(source)
    if not isinstance(path, str):
        raise BadInput(f"source must be a text path, not {shown(path)}")
    member = ""
    for suffix in (".npz:", ".safetensors:"):
        if suffix in path and not os.path.lexists(path):
            path, _, member = path.partition(suffix)
            path += suffix[:-1]
    suffix = Path(path).suffix.lower()
    if suffix not in _READERS and "\0" not in path and not os.path.lexists(path):
        if catalogue.is_name(path):
            raise BadInput(f"matrix must be in a file or on standard input, not the name {shown(path)} of the catalogue")
        near = catalogue.nearest(path)
        hint = f"; did you mean {near!r}?" if near else "; `arrangements catalogue` lists the names"
        raise BadInput(f"configuration must be a file or a name of the catalogue, not {shown(path)}{hint}")
    return _read(from_file(path), suffix, member)


def _read(opening: AbstractContextManager[Source], suffix: str, member: str) -> tuple[Table, str]:
    with opening as source:
        try:
            table = _table(source, _READERS.get(suffix) or _guess(source), member)
        except OSError as error:
            raise BadInput(f"file must be readable to its end: {error.strerror} ({source.name})") from None
        d = len(table.rows[0]) if table.rows else table.dimension or 0
        check_shape(len(table.rows), d, source.name)
        return table, source.name


def _table(source: Source, kind: str, member: str) -> Table:
    from arrangements.readers import arrays, text

    match kind:
        case "json":
            return text.read_json(source)
        case "toml":
            return text.read_toml(source)
        case "csv":
            return text.read_csv(source, ",")
        case "tsv":
            return text.read_csv(source, "\t")
        case "npy":
            return arrays.read_npy(source)
        case "npz":
            return arrays.read_npz(source, member)
        case _:
            return arrays.read_safetensors(source, member)


def _guess(source: Source) -> str:
    """The format by the first bytes, for standard input and unknown suffixes."""
    source.file.seek(0)
    head = source.file.read(4096)
    if head.startswith(b"\x93NUMPY"):
        return "npy"
    if head.startswith(b"PK\x03\x04"):
        return "npz"
    if head[8:9] == b"{" and int.from_bytes(head[:8], "little") < source.size:
        return "safetensors"
    first = head.lstrip()[:1]
    if first in (b"[", b"{"):
        return "json"
    if _TOML.match(head):
        return "toml"
    return "tsv" if b"\t" in head.partition(b"\n")[0] else "csv"
