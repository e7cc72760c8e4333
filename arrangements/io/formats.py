"""The formats of tables and of configurations, their suffixes, and which can be read or written.

>>> format_of("signs.tex"), format_of("-", "csv")
('latex', 'csv')
>>> format_of("counts.gv", among=LINES)
Traceback (most recent call last):
...
arrangements.errors.BadInput: suffix of the output must be one of .csv, ..., not '.gv'
>>> format_of("cube.ine", among=WRITTEN), format_of("cube.txt", among=WRITTEN)
('ine', 'matrix')
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import PurePath

from arrangements.errors import BadInput, short_repr

__all__ = [
    "BINARY",
    "FORMATS",
    "GRAPHS",
    "LINES",
    "PICTURES",
    "READ_BACK",
    "RECORDS",
    "REGION_ROWS",
    "SIGNS",
    "SOURCES",
    "WRITTEN",
    "check_suffix",
    "format_of",
    "suffixes_of",
]

#: The suffixes of each format of tables; the first is the usual one.
FORMATS: dict[str, tuple[str, ...]] = {
    "csv": (".csv",),
    "json": (".json",),
    "jsonl": (".jsonl", ".ndjson"),
    "parquet": (".parquet",),
    "npz": (".npz",),
    "markdown": (".md",),
    "latex": (".tex",),
    "longtable": (),
    "topcom": (".chirotope",),
    "polymake": (".poly",),
    "graphml": (".graphml",),
    "dot": (".dot", ".gv"),
}
READ_BACK = ("csv", "json", "jsonl", "parquet", "npz")
BINARY = ("parquet", "npz")
# of chirotopes and counts
RECORDS = ("csv", "json", "jsonl", "parquet", "markdown", "latex", "longtable")
LINES = ("csv", "markdown", "latex", "longtable")  # of everything that has rows
REGION_ROWS = ("topcom", "polymake")  # the rows whose sign vectors are listed
GRAPHS = ("graphml", "dot")  # of regions, faces or ties

#: The suffixes of pictures.
PICTURES = (".svg", ".pdf", ".png", ".pgf")

#: The suffixes of each format of configurations and of oriented matroids, all of which are read.
SOURCES: dict[str, tuple[str, ...]] = {
    **{name: (f".{name}",) for name in ("json", "toml", "csv", "tsv", "npy", "npz", "safetensors")},
    "ine": (".ine",),
    "ext": (".ext",),
    "polymake": (".poly",),
    "points": (".points",),
    "sage": (".sage",),
    "macaulay2": (".m2",),
    "matrix": (".mat", ".dat", ".txt"),
    "chirotope": (".chirotope",),
    "circuits": (".circuits",),
    "cocircuits": (".cocircuits",),
}
SIGNS = ("chirotope", "circuits", "cocircuits")  # these have no coordinates
WRITTEN = ("json", "ine", "ext", "polymake", "points", "sage", "macaulay2", "matrix", *SIGNS)


def format_of(
    path: str | os.PathLike[str], name: str | None = None, among: Iterable[str] = tuple(FORMATS)
) -> str:
    """The format with this name, or without one the format of the suffix."""
    suffixes = {suffix: form for form in among for suffix in suffixes_of([form])}
    if name is not None:
        return _known(name, tuple(among), "format")
    suffix = PurePath(path).suffix.lower()
    if not suffix:
        raise BadInput(
            f"format must be given with --format, or by a suffix such as .csv, not by {short_repr(os.fspath(path))}"
        )
    return suffixes[_known(suffix, tuple(suffixes), "suffix of the output")]


def suffixes_of(forms: Iterable[str]) -> tuple[str, ...]:
    """The suffixes of these formats, in this order.

    >>> suffixes_of(("latex", "jsonl"))
    ('.tex', '.jsonl', '.ndjson')
    """
    return tuple(
        suffix for form in forms for suffix in (FORMATS[form] if form in FORMATS else SOURCES[form])
    )


def check_suffix(what: str, path: str | os.PathLike[str], suffixes: tuple[str, ...]) -> None:
    """Refuse a name that says another format than the file will have.

    >>> check_suffix("certificate", "owl.pdf", (".json",))
    Traceback (most recent call last):
    ...
    arrangements.errors.BadInput: certificate must be a file that ends in .json, not 'owl.pdf'
    """
    if PurePath(path).suffix.lower() not in ("", *suffixes):
        among = "one of " * (len(suffixes) > 1)
        raise BadInput(
            f"{what} must be a file that ends in {among}{', '.join(suffixes)}, not {short_repr(os.fspath(path))}"
        )


def _known(name: str, names: tuple[str, ...], what: str) -> str:
    if name not in names:
        near = get_close_matches(name, names, 1)
        raise BadInput(
            f"{what} must be one of {', '.join(names)}, not {short_repr(name)}{f'; did you mean {near[0]!r}?' if near else ''}"
        )
    return name
