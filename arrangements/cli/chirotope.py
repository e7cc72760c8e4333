"""``arrangements chirotope``: the signs of all maximal minors, and what follows from them alone."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from arrangements.cli.chirotope_answers import SIGNS, VECTORS
from arrangements.cli.command import command
from arrangements.cli.options import OneSource, Printing, Running
from arrangements.errors import BadInput
from arrangements.io.formats import FORMATS, RECORDS, suffixes_of

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["run"]

_OTHER = ("isomorphism", "weak_map")
_ASKED = (*SIGNS[1:], *VECTORS, "mutations", "extreme", "hull", "cycle", *_OTHER)


class _Format(StrEnum):
    lex = "lex"
    revlex = "revlex"
    topcom = "topcom"
    json = "json"


_TABLES = suffixes_of(form for form in RECORDS if form != "json")


@dataclass(frozen=True, kw_only=True)
class Request(OneSource, Running, Printing):
    writes = ("output",)
    suffixes: ClassVar = {
        "output": (".txt", ".json", ".chirotope", ".circuits", ".cocircuits", *_TABLES)
    }

    signs: Annotated[
        bool,
        typer.Option(
            "--signs", help="The input is a chirotope in TOPCOM's format, whatever its suffix."
        ),
    ] = False
    dual: Annotated[bool, typer.Option("--dual", help="The dual.")] = False
    circuits: Annotated[
        bool,
        typer.Option(
            "--circuits",
            help="The circuits, one per line; of each opposite pair the one that starts with +.",
        ),
    ] = False
    cocircuits: Annotated[bool, typer.Option("--cocircuits", help="The cocircuits, likewise.")] = (
        False
    )
    canonical: Annotated[
        bool,
        typer.Option(
            "--canonical",
            help="The canonical form under relabelling and reorientation (few elements).",
        ),
    ] = False
    covectors: Annotated[
        bool, typer.Option("--covectors", help="All covectors, with zeros: the faces.")
    ] = False
    vectors: Annotated[
        bool,
        typer.Option(
            "--vectors", help="All vectors, the covectors of the dual: signs of linear dependences."
        ),
    ] = False
    extensions: Annotated[
        bool,
        typer.Option(
            "--extensions", help="All chirotopes with one more element, which comes last."
        ),
    ] = False
    mutations: Annotated[
        bool,
        typer.Option(
            "--mutations",
            help="The bases whose sign alone can be turned: in the uniform case the simplicial topes.",
        ),
    ] = False
    extreme: Annotated[
        bool,
        typer.Option(
            "--extreme", help="The elements that are not in the convex hull of the others."
        ),
    ] = False
    hull: Annotated[
        str | None,
        typer.Option(metavar="LABELS", help="The elements in the convex hull of these elements."),
    ] = None
    cycle: Annotated[
        str | None,
        typer.Option(
            metavar="G,F",
            help="A cycle of the linear program with G at infinity and the objective F, if it has one.",
        ),
    ] = None
    weak_map: Annotated[
        str | None,
        typer.Option(
            metavar="OTHER",
            help="Whether another chirotope arises from this one by making signs 0.",
        ),
    ] = None
    isomorphism: Annotated[
        str | None,
        typer.Option(
            metavar="OTHER",
            help="How this chirotope becomes another by reordering, reorientation and negation.",
        ),
    ] = None
    delete: Annotated[
        str | None, typer.Option(metavar="LABELS", help="First delete these elements.")
    ] = None
    contract: Annotated[
        str | None,
        typer.Option(
            metavar="LABELS", help="First contract these elements: for rows, project along them."
        ),
    ] = None
    reorient: Annotated[
        str | None,
        typer.Option(metavar="LABELS", help="First reverse the signs of these elements."),
    ] = None
    format_: Annotated[
        _Format, typer.Option("--format", help="Order of the bases, TOPCOM's format, or JSON.")
    ] = _Format.lex
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write to this file; {', '.join(_TABLES)} are tables.",
        ),
    ] = None

    @property
    def asked(self) -> list[str]:
        """The questions that are asked, by their options without dashes in front."""
        return [
            name.replace("_", "-") for name in _ASKED if getattr(self, name) not in (None, False)
        ]

    @property
    def form(self) -> _Format:
        return _Format.json if self.as_json else self.format_

    def check(self) -> None:
        super().check()
        asked = self.asked
        if len(asked) > 1:
            raise BadInput(f"--{asked[0]} must not be combined with --{asked[1]}")
        if self.signs and self.entry_option:
            raise BadInput(
                f"{self.entry_option} must not be combined with --signs, which has no rows"
            )
        if self.form is _Format.topcom and asked and asked[0] not in SIGNS:
            raise BadInput(f"--format must be lex or json for {asked[0]}, not topcom")


@command
def run(request: Request) -> None:
    """Print the chirotope: the signs of all r x r minors of the rows, r their rank, as one text of
    + - 0.

    The bases are in lexicographic order (123, 124, 125, ...), or with --format revlex in reverse
    lexicographic order, which compares largest elements first (123, 124, 134, 234, ...). A file
    .chirotope, .circuits or .cocircuits of TOPCOM (any file with --signs) need not be realizable,
    but must satisfy the axioms; its labels are 1 to n.

    JSON keys: kind, n, rank, labels, signs (in lexicographic order), seconds; for circuits,
    cocircuits, vectors, covectors, extensions (their signs) and cycle count and vectors instead of
    signs; for mutations count and bases; for extreme and hull elements; for weak-map weak_map; for
    isomorphism isomorphic. An isomorphism and the canonical form also have order, reversed and
    negated, which say how the result is made from the chirotope, with elements counted from 0.
    """
    from arrangements.cli.chirotope_answers import answer, compared, minor
    from arrangements.running.files import write_atomically

    form, output = request.form, request.output
    asked = request.asked[0] if request.asked else "chirotope"
    chi, start = _chirotope(request, request.configuration)
    chi = minor(chi, request.delete, request.contract, request.reorient)
    if (second := request.isomorphism or request.weak_map) is not None:
        facts, lines = compared(chi, _chirotope(request, second)[0], asked)
    else:
        facts, lines = answer(chi, asked, request.hull or request.cycle or "", form)
    if form is _Format.json:
        facts["seconds"] = round(time.perf_counter() - start, 6)
        lines = [json.dumps(facts)]
    text = "".join(f"{line}\n" for line in lines)
    tabular = asked in ("chirotope", "dual") or (asked in VECTORS and asked != "extensions")
    table = (
        None if output is None or form is not _Format.lex or not tabular else _table_format(output)
    )
    if table is not None and output is not None:
        from arrangements.io.tables.lines import save
        from arrangements.io.tables.records import basis_records, vector_records

        records = (
            vector_records(chi, asked, lines)
            if asked in VECTORS
            else basis_records(chi.dual() if asked == "dual" else chi)
        )
        save(records, table, output)
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
    from arrangements.layers.configuration import Configuration
    from arrangements.loading.configurations import load_signs
    from arrangements.matroids.chirotopes import chirotope

    loaded = load_signs(source) if request.signs else request.load_any(source)
    start = time.perf_counter()
    return chirotope(loaded) if isinstance(loaded, Configuration) else loaded, start
