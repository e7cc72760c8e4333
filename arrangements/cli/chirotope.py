"""``arrangements chirotope``: the signs of all maximal minors, and what follows from them alone."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrangements.cli.command import command
from arrangements.cli.options import OneSource, Printing, Running
from arrangements.errors import BadInput, LimitReached
from arrangements.formats import FORMATS, RECORDS

if TYPE_CHECKING:
    from arrangements.chirotope import Chirotope

__all__ = ["is_chirotope", "read_chirotope", "run"]

_MOST_TEXT = 2**30  # letters of a chirotope that is printed
_VECTOR_FILES = (".circuits", ".cocircuits")
_VECTORS = ("circuits", "cocircuits", "covectors", "extensions")
_ASKED = ("dual", "canonical", "isomorphism", *_VECTORS)


class _Format(StrEnum):
    lex = "lex"
    revlex = "revlex"
    topcom = "topcom"
    json = "json"


@dataclass(frozen=True, kw_only=True)
class Request(OneSource, Running, Printing):
    signs: Annotated[bool, typer.Option("--signs", help="The input is a chirotope in TOPCOM's format, whatever its suffix.")] = False
    dual: Annotated[bool, typer.Option("--dual", help="The dual.")] = False
    circuits: Annotated[
        bool, typer.Option("--circuits", help="The circuits, one a line; of each opposite pair the one that starts with +.")
    ] = False
    cocircuits: Annotated[bool, typer.Option("--cocircuits", help="The cocircuits, likewise.")] = False
    canonical: Annotated[
        bool, typer.Option("--canonical", help="The canonical form under relabelling and reorientation (few elements).")
    ] = False
    covectors: Annotated[bool, typer.Option("--covectors", help="All covectors, with zeros: the faces.")] = False
    extensions: Annotated[bool, typer.Option("--extensions", help="The chirotopes with one element more, the last.")] = False
    isomorphism: Annotated[
        str | None, typer.Option(metavar="OTHER", help="How it becomes another by reordering, reorientation and negation.")
    ] = None
    format_: Annotated[_Format, typer.Option("--format", help="Order of the bases, TOPCOM's format, or JSON.")] = _Format.lex
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there; .csv, .jsonl, .parquet, .md, .tex: a table.")
    ] = None

    @property
    def asked(self) -> list[str]:
        return [name for name in _ASKED if getattr(self, name)]

    @property
    def form(self) -> _Format:
        return _Format.json if self.as_json else self.format_

    @property
    def outputs(self) -> tuple[str | None, ...]:
        return (None if self.output is None else str(self.output),)

    def check(self) -> None:
        super().check()
        asked = self.asked
        if len(asked) > 1:
            raise BadInput(f"--{asked[0]} must not be combined with --{asked[1]}")
        if self.signs and self.entry_option:
            raise BadInput(f"{self.entry_option} must not be combined with --signs, which has no rows")
        if self.form is _Format.topcom and asked and asked[0] in (*_VECTORS, "isomorphism"):
            raise BadInput(f"--format must be lex or json for {asked[0]}, not topcom")


@command
def run(request: Request) -> None:
    """Print the chirotope: the signs of all r x r minors of the rows, r their rank, as one text of + - 0.

    The bases are in lexicographic order (123, 124, 125, ...), or with --format revlex in reverse lexicographic order, which compares
    largest elements first (123, 124, 134, 234, ...). A file .chirotope, .circuits or .cocircuits of TOPCOM (any file with --signs)
    need not be realizable, but must satisfy the axioms; its labels are 1 to n.

    JSON keys: kind, n, rank, labels, signs (in lexicographic order), seconds; for circuits, cocircuits, covectors and extensions (their
    signs) count and vectors instead of signs; for isomorphism isomorphic; for it and the canonical form also order, reversed and negated:
    how it is made from the chirotope, elements counted from 0.
    """
    from arrangements.files import opened_atomically, write_atomically

    asked, form, output = request.asked, request.form, request.output
    chi, start = _chirotope(request, request.configuration)
    if request.isomorphism is not None:
        facts, lines = _isomorphism(chi, _chirotope(request, request.isomorphism)[0])
    else:
        facts, lines = _answer(chi, asked[0] if asked else "chirotope", form)
    if form is _Format.json:
        facts["seconds"] = round(time.perf_counter() - start, 6)
        lines = [json.dumps(facts)]
    text = "".join(f"{line}\n" for line in lines)
    plain = output is None or form is not _Format.lex or {*asked} & {"canonical", "isomorphism", "extensions"}
    table = None if plain or output is None else _table_format(output)
    if table is not None and output is not None:
        from arrangements.tables.lines import write
        from arrangements.tables.records import basis_records, vector_records

        vectors = bool(asked) and asked[0] in _VECTORS
        records = vector_records(chi, asked[0], lines) if vectors else basis_records(chi.dual() if asked else chi)
        with opened_atomically(output) as file:
            write(records, table, file)
    elif output is None or str(output) == "-":
        sys.stdout.write(text)
    else:
        write_atomically(output, text)


def _table_format(output: Path) -> str | None:
    """The format of a table that the suffix names, if it names one; JSON is the answer itself."""
    forms = [form for form in RECORDS if output.suffix.lower() in FORMATS[form] and form != "json"]
    return forms[0] if forms else None


def _chirotope(request: Request, source: str) -> tuple[Chirotope, float]:
    """The chirotope, and the moment when the input had been read."""
    from arrangements.chirotope import Chirotope, chirotope

    if not request.signs and not is_chirotope(source):
        loaded = request.load_any(source)
        start = time.perf_counter()
        return loaded if isinstance(loaded, Chirotope) else chirotope(loaded), start
    if request.entry_option:
        raise BadInput(f"{request.entry_option} must not be used with signs, which have no rows ({source})")
    start = time.perf_counter()
    return read_chirotope(source), start


def is_chirotope(source: str) -> bool:
    """Whether a source has signs instead of rows: by the suffix of a file, or a name of the catalogue."""
    return source.endswith((".chirotope", *_VECTOR_FILES)) or source.startswith("matroid:")


def read_chirotope(source: str) -> Chirotope:
    """The oriented matroid of a file in TOPCOM's format, which must satisfy the axioms."""
    from arrangements.chirotope import Chirotope

    if source.endswith(_VECTOR_FILES) or source.startswith("matroid:"):
        from arrangements.reading import load_chirotope

        return load_chirotope(source)
    text = _read(source)
    chi = Chirotope.from_topcom(text)
    violation = chi.violation()
    if violation is not None:
        raise BadInput(f"signs must satisfy the axioms of a chirotope, but {violation} ({source})")
    return chi


def _isomorphism(chi: Chirotope, other: Chirotope) -> tuple[dict[str, Any], list[str]]:
    how = chi.isomorphism(other)
    facts: dict[str, Any] = {"kind": "isomorphism", "n": chi.n, "rank": chi.rank, "labels": list(chi.labels), "isomorphic": how is not None}
    if how is None:
        return facts, ["not isomorphic"]
    facts |= {"order": list(how.order), "reversed": list(how.reversed), "negated": how.negated}
    order, turned = (", ".join(chi.labels[e] for e in elements) for elements in (how.order, how.reversed))
    parts = [f"order {order}", f"reversed {turned}" if turned else "", "negated" * how.negated]
    return facts, [f"isomorphic: {'; '.join(filter(None, parts))}"]


def _read(source: str) -> str:
    from arrangements.readers.source import from_file

    try:
        if source == "-":
            text = sys.stdin.read(_MOST_TEXT + 1)
        else:
            with from_file(source) as opened:
                text = opened.file.read(_MOST_TEXT + 1).decode("ascii")
    except UnicodeDecodeError:
        raise BadInput(f"signs must be ASCII text ({source})") from None
    if len(text) > _MOST_TEXT:
        raise LimitReached(f"text of signs must have at most {_MOST_TEXT} characters ({source})")
    return text


def _vectors(chi: Chirotope, kind: str) -> list[str]:
    match kind:
        case "circuits":
            return list(chi.circuits())
        case "cocircuits":
            return list(chi.cocircuits())
        case "extensions":
            return [larger.text() for larger in chi.extensions()]
        case _:
            from arrangements.faces import covector_pattern

            return list(covector_pattern(chi).strings())


def _answer(chi: Chirotope, kind: str, form: _Format) -> tuple[dict[str, Any], list[str]]:
    """The answer as an object and as lines."""
    if kind in _VECTORS:
        vectors = _vectors(chi, kind)
        facts = {"kind": kind, "n": chi.n, "rank": chi.rank, "labels": list(chi.labels), "count": len(vectors), "vectors": list(vectors)}
        return facts, list(vectors)
    extra: dict[str, Any] = {}
    if kind == "dual":
        chi = chi.dual()
    if kind == "canonical":
        chi, how = chi.canonical()
        extra = {"order": list(how.order), "reversed": list(how.reversed), "negated": how.negated}
    if form is _Format.json:
        return {"kind": kind, **chi.to_json(), **extra}, []
    return {}, [chi.to_topcom().rstrip("\n") if form is _Format.topcom else chi.text(form.value)]
