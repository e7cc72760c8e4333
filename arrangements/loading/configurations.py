"""Configurations from files, standard input and names: ``load`` is the only way in, for the command
and for Python.

A source is the name of a catalogue entry (``paper/H.1-A``, ``threshold:4``), a path, or ``-`` for
standard input. The suffix of a path chooses the reader (``formats.SOURCES``); without a known
suffix the first bytes do. ``file.npz:NAME`` and ``file.safetensors:NAME`` choose an array. A name
goes before a file of the same name; write ``./threshold:4`` for the file.

Oriented matroids without coordinates (names ``matroid:...``, files of signs) are read by
``load_chirotope``, which takes every configuration too; ``load_any`` returns whichever of the two
the source is, and ``load_signs`` takes a file for signs whatever its suffix.

>>> load("paper/H.1-A").labels
('1', '2', '3', '4', '5')
"""

from __future__ import annotations

import io
import json
import os
import re
import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from arrangements import catalogue
from arrangements.errors import BadInput, ReadingWarning, short_repr
from arrangements.exact.numbers import Scalar
from arrangements.io.formats import SIGNS, SOURCES
from arrangements.io.readers.entries import without_collection
from arrangements.io.readers.entry_table import Table, check_shape
from arrangements.layers.configuration import Configuration
from arrangements.models.opening import SUFFIXES, split
from arrangements.running.sources import Source, from_file, from_stdin, read_text
from arrangements.running.validated import PATH, TEXT, optional, validated

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes.value import Chirotope

T = TypeVar("T", Configuration, Table)

__all__ = ["load", "load_any", "load_chirotope", "load_signs", "load_text", "read_table", "sides"]

_SEPARATORS = {"csv": ",", "tsv": "\t", "blanks": " "}
# A matrix as text is known by its first line, as any file of an unknown suffix.
_READERS = {
    suffix: kind for kind, suffixes in SOURCES.items() for suffix in suffixes if kind != "matrix"
}
_HEADS = {
    "polymake": re.compile(
        rb'\{\s*"(?:_id|_ns|_type|_info|_attrs)"|(?:#[^\n]*\n|_\w+ [^\n]*\n|\s)*(?:HYPERPLANES|VECTORS|POINTS)\s*\n'
    ),
    "ine": re.compile(rb"(?:[^\n]*\n)*?(?:[HV]-representation|begin)[ \t]*\r?\n"),
    "sage": re.compile(
        rb"(?:#[^\n]*\n|\s)*\[?\(?(?:Arrangement|Hyperplane) |# (?:labels: [^\n]*\n# )?An arrangement for SageMath"
    ),
    "macaulay2": re.compile(
        rb"(?:--[^\n]*\n|\s)*(?:needsPackage|new (?:Central)?Arrangement|R = QQ|A = arrangement)"
    ),
}
_SIGNS = re.compile(rb"\s*[0-9]{1,5}\s*,\s*[0-9]{1,5}\s*:")
_MOST_SIGNS = 1 << 30  # bytes of a file of signs
_PAIR = re.compile(rb'\s*\{\s*"format"\s*:\s*"arrangements proof"')
# Comments and blank lines, then a first key of ours.
_TOML = re.compile(
    rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:rows|labels|bias|dimension|title|source|note)[ \t]*="
)


@validated(bias=optional(TEXT, PATH))
def load(
    source: str | os.PathLike[str],
    *,
    bias: str | os.PathLike[str] | None = None,
    label_column: str | None = None,
    affine: bool = False,
    as_floats: bool = False,
) -> Configuration:
    """Read the configuration that a name or a file holds.

    Parameters
    ----------
    source
        The name of a catalogue entry, a path, or "-" for standard input. A name goes before a file
        of the same name.
    bias
        Where offsets come from, if not from a column or a key ``bias`` of the file: another file, a
        vector, or the header of the column.
    label_column
        The column of a CSV or TSV file that holds the labels, if the header does not call it
        ``label``, ``labels``, ``name`` or nothing. Any other column is a coordinate; a
        ``ReadingWarning`` tells if one merely numbers the rows.
    affine
        Take the rows as points and prepend a column of ones.
    as_floats
        Round entries to binary64 first, as a program that reads the same text into floats would
        have them; entries that are binary floats already stay the same.

    Returns
    -------
    The rows as exact numbers, with labels and offsets.

    Raises
    ------
    BadInput
        If there is no such name or file, or it holds no configuration; the message names file, row
        and column.

    Notes
    -----
    Text is read as written: -0.8 is -4/5. A binary float is the dyadic rational that it is.

    Examples
    --------
    >>> load("threshold:2").rows[3]
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1))
    """
    with without_collection():
        loaded = _loaded(source, bias, label_column)
    return _viewed(_with_rows(loaded, source), affine, as_floats)


def load_any(
    source: str | os.PathLike[str],
    *,
    bias: str | os.PathLike[str] | None = None,
    label_column: str | None = None,
    affine: bool = False,
    as_floats: bool = False,
) -> Configuration | Chirotope:
    """The configuration that ``load`` returns, or the oriented matroid if the source has signs
    instead of rows.

    >>> load_any("threshold:1")
    <Configuration threshold:1: 2 labels, dimension 2>
    """
    with without_collection():
        loaded = _loaded(source, bias, label_column)
    if isinstance(loaded, Configuration):
        return _viewed(loaded, affine, as_floats)
    options = {
        "bias": bias,
        "label_column": label_column,
        "affine": affine or None,
        "as_floats": as_floats or None,
    }
    option = next((name for name, value in options.items() if value is not None), None)
    if option is not None:
        raise BadInput(
            f"{option} must not be given for signs, which have no rows ({os.fspath(source)})"
        )
    return loaded


def sides(source: str) -> tuple[str, str] | None:
    """The two sides of a pair, as sources, if the file is the certificate of one; else None.

    >>> sides("paper/C.2") is None
    True
    """
    if not source.lower().endswith(".json") or not os.path.isfile(source):
        return None
    try:
        with from_file(source) as file:
            if _PAIR.match(file.file.read(200)) is None:
                return None
            problems = json.loads(read_text(file)).get("problems")
    except (ValueError, OSError, AttributeError, RecursionError):
        return None
    pair = isinstance(problems, list) and len(problems) == 2
    return (f"{source}:first", f"{source}:second") if pair else None


def _viewed(configuration: Configuration, affine: bool, as_floats: bool) -> Configuration:
    configuration = configuration.as_floats() if as_floats else configuration
    return Configuration.affine(configuration) if affine else configuration


def _with_rows(loaded: T | Chirotope, source: object) -> T:
    """A configuration, not a chirotope."""
    if hasattr(loaded, "signs"):
        raise BadInput(
            f"configuration must have rows, not signs alone, as load_chirotope takes them ({source})"
        )
    return loaded


@validated
def load_chirotope(source: str | os.PathLike[str]) -> Chirotope:
    """Read the oriented matroid of a file of signs, or that of a configuration.

    Parameters
    ----------
    source
        A file (``.chirotope``, ``.circuits``, ``.cocircuits``), a name such as "matroid:vamos", or
        all that ``load`` takes.

    Returns
    -------
    The chirotope, which need not be that of a configuration.

    Raises
    ------
    BadInput
        If there is no such name or file, or its signs violate the axioms; the message says which
        one.

    Examples
    --------
    >>> load_chirotope("paper/H.1-A").text()
    '----0+-+++'
    """
    loaded = load_any(source)
    if isinstance(loaded, Configuration):
        from arrangements.matroids.chirotopes.value import chirotope

        return chirotope(loaded)
    return loaded


def load_signs(source: str) -> Chirotope:
    """The oriented matroid of a file in TOPCOM's format, or of standard input, with any suffix."""
    with from_stdin() if source == "-" else from_file(source) as opened:
        return _signs(opened, _READERS.get(Path(source).suffix.lower(), "chirotope"))


def _signs(source: Source, kind: str) -> Chirotope:
    from arrangements.matroids.chirotopes.value import Chirotope

    text = read_text(source, _MOST_SIGNS)
    try:
        if kind in ("circuits", "cocircuits"):
            chi = Chirotope.from_topcom_vectors(text, kind)  # type: ignore[arg-type]
        else:
            chi = Chirotope.from_topcom(text)
    except BadInput as error:
        raise BadInput(f"{error} ({source.name})") from None
    violation = chi.violation()
    if violation is not None:
        raise BadInput(
            f"signs must satisfy the axioms of a chirotope, but {violation} ({source.name})"
        )
    return chi


def _loaded(
    source: str | os.PathLike[str], bias: str | os.PathLike[str] | None, label_column: str | None
) -> Configuration | Chirotope:
    if isinstance(source, str) and source.startswith("matroid:"):
        from arrangements.catalogue.matroids import named_matroid

        return named_matroid(source)
    if isinstance(source, str) and source != "-" and catalogue.is_name(source):
        if label_column is not None:
            raise BadInput(
                f"label column must be of a file with a header, not of {short_repr(source)}"
            )
        named = catalogue.named(source)
        if bias is None:
            return named
        return Configuration(
            named.rows,
            named.labels,
            bias=_vector(bias, named.labels),
            dimension=named.d,
            name=named.name,
        )
    table, name = _found(source, False, label_column)
    return _made(table, name, bias) if isinstance(table, Table) else table


def load_text(content: str) -> Configuration:
    """The configuration that a text holds, in the formats of text files; nothing is looked up.

    >>> load_text("label,x,y\\na,1/2,0\\nb,0,1").labels
    ('a', 'b')
    """
    raw = content.encode()
    if not raw.strip():
        raise BadInput("text must not be empty")
    with without_collection():
        table, name = _read(
            nullcontext(Source("the text", io.BytesIO(raw), len(raw))), "", "", False, None
        )
        return _made(_with_rows(table, name), name, None)


def _made(table: Table, name: str, bias: str | os.PathLike[str] | None) -> Configuration:
    rows, reading, offsets = table.rows, table.reading, table.bias
    if table.columns is not None:
        reading += (
            f", labels from the column {short_repr(table.labelled)}"
            if table.labels is not None
            else ", labels from no column"
        )
    if table.counting is not None:
        hint = f"--label-column {table.counting} (in Python label_column=) takes it for the labels"
        warnings.warn(
            f"column {short_repr(table.counting)} numbers the rows and was read as coordinates; {hint} ({name})",
            ReadingWarning,
            4,
        )
    place = _bias_column(table, bias, name)
    if place is not None:
        rows, offsets = (
            [(*row[:place], *row[place + 1 :]) for row in table.rows],
            [row[place] for row in table.rows],
        )
        reading += f", offsets from the column {short_repr((table.columns or [])[place])}"
    elif bias is not None:
        if offsets is not None:
            raise BadInput(
                f"bias must be given once, not by the key `bias` and by {short_repr(os.fspath(bias))} too ({name})"
            )
        offsets = _vector(bias, table.labels)
        reading += f", offsets from {os.fspath(bias)}"
    elif offsets is not None:
        reading += ", offsets from the key `bias`"
    dimension = table.dimension if place is None else len(table.columns or []) - 1
    return Configuration(
        rows, table.labels, bias=offsets, dimension=dimension, reading=reading, name=name
    )


def _bias_column(table: Table, bias: str | os.PathLike[str] | None, name: str) -> int | None:
    """Which column holds the offsets: the one that ``bias`` names, or else the one that is called
    bias.
    """
    wanted = "bias" if bias is None else bias
    if bias is not None and (not isinstance(bias, str) or os.path.lexists(bias)):
        wanted = ""
    places = [
        j
        for j, column in enumerate(table.columns or [])
        if column == wanted or (bias is None and column.lower() == "bias")
    ]
    if len(places) > 1:
        raise BadInput(
            f"column {short_repr(wanted)} must occur once in the header, not {len(places)} times ({name})"
        )
    if (
        bias is not None
        and not places
        and any(column.lower() == "bias" for column in table.columns or [])
    ):
        raise BadInput(
            f"bias must be given once, not by the column `bias` and by {short_repr(os.fspath(bias))} too ({name})"
        )
    return places[0] if places else None


def _vector(source: str | os.PathLike[str], labels: Sequence[str] | None) -> list[Scalar]:
    """The numbers of a file that holds a vector: a column or a row, with the same labels if it has
    any.
    """
    table, name = read_table(source, vector=True)
    if labels is not None and table.labels is not None and list(labels) != table.labels:
        raise BadInput(
            f"labels of the bias must be those of the rows, {short_repr(list(labels))}, not {short_repr(table.labels)} ({name})"
        )
    if table.rows and len(table.rows) > 1 and any(len(row) != 1 for row in table.rows):
        raise BadInput(
            f"bias must be a vector, not a matrix of {len(table.rows)} x {len(table.rows[0])} ({name})"
        )
    return [x for row in table.rows for x in row]


def read_table(
    source: str | os.PathLike[str], vector: bool = False, label_column: str | None = None
) -> tuple[Table, str]:
    """The table in a file or on standard input, entries as they stand there, and its name; for
    readers that want no configuration.

    ``vector``: a list of numbers, or an array of one dimension, is a matrix of one column.
    """
    table, name = _found(source, vector, label_column)
    return _with_rows(table, name), name


def _found(
    source: str | os.PathLike[str], vector: bool, label_column: str | None
) -> tuple[Table | Chirotope, str]:
    if isinstance(source, str) and source == "-":
        return _read(from_stdin(), "", "", vector, label_column)
    if not isinstance(source, str | os.PathLike):
        raise BadInput(f"source must be a path or a name, not {short_repr(source)}")
    path = os.fspath(source)
    if not isinstance(path, str):
        raise BadInput(f"source must be a text path, not {short_repr(path)}")
    path, member = split(path)
    if member is None:
        path, member = split(path, (".json",))  # one side of a pair
    suffix = Path(path).suffix.lower()
    if suffix not in _READERS and path.lower().endswith(SUFFIXES) and os.path.lexists(path):
        raise BadInput(
            f"configuration must be a matrix, not a model; load_layer({short_repr(path)}).configuration() takes its output layer"
        )
    if suffix not in _READERS and "\0" not in path and not os.path.lexists(path):
        if catalogue.is_name(path):
            raise BadInput(
                f"matrix must be in a file or on standard input, not the name {short_repr(path)} of the catalogue"
            )
        near = catalogue.nearest(path)
        hint = f"; did you mean {near!r}?" if near else "; `arrangements catalogue` lists the names"
        raise BadInput(
            f"configuration must be a file or a name of the catalogue, not {short_repr(path)}{hint}"
        )
    return _read(from_file(path), suffix, member or "", vector, label_column)


def _read(
    opening: AbstractContextManager[Source],
    suffix: str,
    member: str,
    vector: bool,
    label_column: str | None,
) -> tuple[Table | Chirotope, str]:
    with opening as source:
        kind = _READERS.get(suffix) or _guess(source)
        if kind in SIGNS:
            return _signs(source, kind), source.name
        try:
            table = _table(source, kind, member, vector, label_column)
        except OSError as error:
            raise BadInput(
                f"file must be readable to its end: {error.strerror} ({source.name})"
            ) from None
        d = len(table.rows[0]) if table.rows else table.dimension or 0
        check_shape(len(table.rows), d, source.name)
        return table, f"{source.name}:{member}" if kind == "json" and member else source.name


def _table(source: Source, kind: str, member: str, vector: bool, label_column: str | None) -> Table:
    from arrangements.io.readers import arrays, polyhedral, polymake, printed_forms, text

    if kind in _SEPARATORS:
        return text.read_csv(source, _SEPARATORS[kind], label_column)
    if label_column is not None:
        raise BadInput(
            f"label column must be of a text file with a header, not of {kind} ({source.name})"
        )

    match kind:
        case "json":
            return text.read_json(source, vector, member)
        case "toml":
            return text.read_toml(source)
        case "npy":
            return arrays.read_npy(source, vector)
        case "npz":
            return arrays.read_npz(source, member, vector)
        case "safetensors":
            return arrays.read_safetensors(source, member, vector)
        case "ine" | "ext":
            return polyhedral.read_cdd(source)
        case "polymake":
            return polymake.read_polymake(source)
        case "points":
            return printed_forms.read_points(source)
        case "sage":
            return printed_forms.read_sage(source)
        case _:
            return printed_forms.read_macaulay2(source)


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
    for kind, form in _HEADS.items():
        if form.match(head):
            return kind
    if _SIGNS.match(head):
        return "chirotope"
    first = head.lstrip()[:1]
    if first in (b"[", b"{"):
        return "json"
    if _TOML.match(head):
        return "toml"
    line = next((line for line in head.splitlines() if not line.startswith(b"#")), b"")
    return (
        "tsv" if b"\t" in line else "csv" if b"," in line or b" " not in line.strip() else "blanks"
    )
