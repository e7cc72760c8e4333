"""``arrangements patterns``: list which sign vectors, rankings, winners, top sets and ties
occur.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Annotated, ClassVar, cast

import typer

from arrangements.cli.command import command
from arrangements.cli.options import (
    Forcing,
    Inputting,
    Merging,
    Printing,
    Running,
    demand_no_coordinates,
)
from arrangements.errors import BadInput
from arrangements.io.formats import (
    FORMATS,
    GRAPHS,
    READ_BACK,
    RECORDS,
    REGION_ROWS,
    format_of,
    suffixes_of,
)
from arrangements.layers.questions.kinds import KINDS, kind_names
from arrangements.layers.questions.kinds import Kind as Row
from arrangements.ranking_text import quoted
from arrangements.running import report_progress

if TYPE_CHECKING:
    from arrangements.io.tables import Table
    from arrangements.layers.configuration import Configuration
    from arrangements.layers.inputs import Inputs
    from arrangements.listing.patterns import Method
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["run"]


_ANY_KIND = suffixes_of(form for form in FORMATS if form in {*READ_BACK, *RECORDS})
Kind = StrEnum("Kind", list(KINDS))  # type: ignore[misc]  # one list, in the registry
_DEFAULT = Kind("sign")


@dataclass(frozen=True, kw_only=True)
class Request(Merging, Inputting, Forcing, Running, Printing):
    writes = ("output", "provenance", "certificate")
    suffixes: ClassVar = {"certificate": (".json",), "provenance": (".json",)}
    methods: ClassVar = {
        "chirotope": "combinatorially",
        "lp": "by exact linear programs, of which cddlib decides one in 16 as well",
    }

    kind: Annotated[Kind, typer.Option(help="The kind of patterns to list.")] = _DEFAULT
    k: Annotated[
        int | None, typer.Option("--k", help="The number of places, for top-k and top-k-orders.")
    ] = None
    dimension: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="Only faces of this dimension, for covectors and weak-rankings; by default all.",
        ),
    ] = None
    limit: Annotated[
        int | None, typer.Option(min=0, help="Print at most this many; the count is that of all.")
    ] = None
    certificate: Annotated[
        str | None,
        typer.Option(
            help="Write a proof of the whole list of regions or faces; - prints it alone."
        ),
    ] = None
    witnesses: Annotated[
        bool, typer.Option("--witnesses", help="Add a point x of each region or face.")
    ] = False
    facts: Annotated[
        bool,
        typer.Option(
            "--facts",
            help="Add the number of facets of each region, and the regions behind them (tables only).",
        ),
    ] = False
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write a table to this file; the suffix chooses the format: {', '.join(_ANY_KIND)}; "
            f"of sign vectors also {', '.join(suffixes_of(REGION_ROWS))}; {', '.join(suffixes_of(GRAPHS))} are "
            "the graph of the regions, faces or ties.",
        ),
    ] = None
    form: Annotated[
        str | None, typer.Option("--format", help=f"The table's format: {', '.join(FORMATS)}.")
    ] = None
    provenance: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the method, the time and the SHA-256 of the table to this file.",
        ),
    ] = None

    @property
    def tabular(self) -> bool:
        return self.output is not None or self.form is not None

    @property
    def row(self) -> Row:
        """The row of the registry for the kind."""
        return KINDS[self.kind]

    @property
    def title(self) -> str:
        return f"the {self.kind} patterns of {self.configuration}"

    def check(self) -> None:
        kind, k, row = self.kind, self.k, self.row
        if (k is None) == (row.takes == "k"):
            given = "left out" if k is None else f"be {k}"
            sized = kind_names(lambda row: row.takes == "k")
            raise BadInput(f"--k must be given with --kind {sized}, and only then, not {given}")
        if self.dimension is not None and not row.faces:
            faces = kind_names(lambda row: row.faces)
            raise BadInput(f"--dimension must be used with --kind {faces}, not {kind}")
        pointed = kind_names(lambda row: row.certified)
        if self.witnesses and not row.certified:
            raise BadInput(f"--witnesses must be used with --kind {pointed}, not {kind}")
        if self.certificate is not None and (not row.certified or self.dimension is not None):
            given = kind if self.dimension is None else "--dimension"
            raise BadInput(f"--certificate must be given with --kind {pointed} only, not {given}")
        if self.tabular:
            self._check_table()
        elif self.facts or self.provenance is not None:
            raise BadInput(
                f"--{'facts' if self.facts else 'provenance'} must be used with a table: --output FILE or --format"
            )
        super().check()

    def _check_table(self) -> None:
        kind, chosen = self.kind, format_of(self.output or "-", self.form)
        if chosen == "parquet":
            from arrangements.io.tables.parquet import check_installed

            check_installed()
        row = self.row
        if chosen in REGION_ROWS and not (row.regions and row.member == "signs"):
            raise BadInput(f"--kind must be sign for {chosen}, not {kind}")
        if chosen in GRAPHS and not (row.certified or row.pairs == "tie"):
            raise BadInput(f"--kind must be of regions, of faces, or ties for a graph, not {kind}")
        if self.limit is not None:
            raise BadInput("--limit must not be used with a table, which is complete")
        if self.as_json:
            raise BadInput("--json must not be used with a table; --format json is a table as JSON")
        if self.facts and not row.regions:
            regions = kind_names(lambda row: row.regions)
            raise BadInput(f"--facts must be used with --kind {regions}, not {kind}")
        if self.provenance is not None and self.output in (None, "-"):
            raise BadInput("--provenance must be used with --output FILE")

    def partial(self, emitted: Sequence[object]) -> str | None:
        """Winners, top sets and orders, and ties are settled one by one; a table is complete or not
        at all.
        """
        if not emitted:
            return None
        wanted = not self.row.negated
        known = cast("Sequence[tuple[Iterable[str], object]]", emitted)
        possible = [tuple(member) for member, answer in known if bool(answer) is wanted]
        remark = f"partial: {len(emitted)} were settled by then, {len(possible)} of them {'possible' if wanted else 'impossible'}"
        if self.tabular:
            return f"{remark}; a table is complete, so none was written"
        texts = [(self.row.joint or ",").join(map(quoted, member)) for member in possible][
            : self.limit
        ]
        if self.as_json:
            asked = {
                "kind": self.kind.value,
                **({} if self.k is None else {"k": self.k}),
                "partial": True,
            }
            print(
                json.dumps(
                    asked | {"settled": len(emitted), "count": len(possible), "patterns": texts}
                )
            )
        else:
            sys.stdout.write("".join(f"{text}\n" for text in texts))
        return remark


@command
def run(request: Request) -> None:
    """List all patterns of one kind, one per line, or write them as a table.

    Sign vectors are strings of + and -, in the order of the rows; rankings are labels best first,
    joined by >; sets and pairs are labels joined by commas. Covectors are the faces of all
    dimensions, or of --dimension: strings of + - 0; weak rankings, likewise, have labels that tie
    joined by =. A chirotope has sign vectors and covectors, too.

    A zero row leaves no sign vector, two equal rows no ranking: a line on standard error names
    them. A row with its offset is the function <row, h> + bias of the inputs h, which are all of
    R^d or those of --inputs. With --witnesses each line goes on with a tabulator and the coordinates of a point.

    The tables of equal answers are equal bytes, whatever the method, which captions of LaTeX
    alone name. `compare` reads tables back.

    JSON keys: kind, k and dimension (where they apply), labels, method, count, patterns (as printed),
    seconds (of the enumeration), empty_because (or null), witnesses (with --witnesses; one list of
    texts for each pattern). If the time is over before all winners, top sets or ties are settled,
    those that are settled and possible are printed, with exit code 3 and the keys partial (true),
    settled (how many), count and patterns.
    """
    from arrangements.layers.configuration import Configuration
    from arrangements.listing.tables import table_of

    kind, certificate, method = request.kind, request.certificate, request.method
    matrix = request.load_any()
    if not isinstance(matrix, Configuration):
        _list_chirotope(request, matrix)
        return
    _import_engine(method)
    start = time.perf_counter()
    inputs = request.polyhedron(matrix)
    report_progress(f"listing {request.title.removeprefix('the ')}")
    table = table_of(
        matrix,
        kind.value,
        request.k,
        method=cast("Method", method),
        inputs=inputs,
        dimension=request.dimension,
    )
    seconds = time.perf_counter() - start
    if certificate is not None:
        _certify(matrix, inputs, request.row, len(table), certificate)
        if certificate == "-":
            return
    _show(request, table, matrix, seconds, _emptiness(matrix, inputs, request.row, len(table)))


def _list_chirotope(request: Request, chi: Chirotope) -> None:
    """The topes or covectors of an oriented matroid without coordinates."""
    from arrangements.listing.tables import table_of

    asked = {
        "--witnesses": request.witnesses,
        "--certificate": request.certificate is not None,
        "--inputs": request.inputs is not None,
    }
    demand_no_coordinates(asked)
    start = time.perf_counter()
    table = table_of(
        chi,
        request.kind.value,
        request.k,
        method=cast("Method", request.method),
        dimension=request.dimension,
    )
    reason = (
        f"no sign vector is strict, because these are loops: {', '.join(chi.labels[e] for e in chi.loops)}"
        if chi.loops
        else None
    )
    _show(
        request,
        table,
        None,
        time.perf_counter() - start,
        reason if request.row.regions else None,
    )


def _show(
    request: Request, table: Table, matrix: Configuration | None, seconds: float, reason: str | None
) -> None:
    """Print the list, or write it as a table."""
    kind, method = request.kind, request.method
    if request.tabular:
        if reason and not request.quiet:
            print(f"arrangements: {reason}", file=sys.stderr)
        _write(table, matrix, request)
        if request.provenance is not None:
            _write_provenance(
                request.provenance,
                request.configuration,
                table,
                method,
                seconds,
                request.output or "-",
            )
        return
    texts: Iterator[str] = islice(_texts(table), request.limit)
    points = (
        islice(_points(matrix, table), request.limit)
        if request.witnesses and matrix is not None
        else None
    )
    if request.as_json:
        asked = {
            "kind": kind.value,
            **({} if request.k is None else {"k": request.k}),
            "labels": list(table.labels),
            "method": method,
        }
        if request.dimension is not None:
            asked["dimension"] = request.dimension
        answer = {
            "count": len(table),
            "patterns": texts,
            "seconds": seconds,
            "empty_because": reason,
        }
        _write_json(asked | answer | ({} if points is None else {"witnesses": points}))
        return
    if reason and not request.quiet:
        print(f"arrangements: {reason}", file=sys.stderr)
    if request.limit == 0:
        print(len(table))
    if points is not None:
        texts = (
            "\t".join((text, " ".join(point))) for text, point in zip(texts, points, strict=True)
        )
    while chunk := list(islice(texts, 4096)):
        sys.stdout.write("\n".join(chunk) + "\n")


def _write_json(report: dict[str, object]) -> None:
    """One object on one line; its iterators become lists, of which only a piece is in memory."""
    separator = "{"
    for key, value in report.items():
        sys.stdout.write(f"{separator}{json.dumps(key)}: ")
        separator = ", "
        if not isinstance(value, Iterator):
            sys.stdout.write(json.dumps(value))
            continue
        sys.stdout.write("[")
        between = ""
        while chunk := list(islice(value, 4096)):
            sys.stdout.write(between + json.dumps(chunk)[1:-1])
            between = ", "
        sys.stdout.write("]")
    sys.stdout.write("}\n")


def _import_engine(method: str) -> None:
    """Before the clock starts: imports are no part of the enumeration."""
    for module in (
        "io.tables",
        "listing.argmax",
        *(("decide.one_by_one.lp_listing",) if method == "lp" else ()),
    ):
        import_module(f"arrangements.{module}")


def _write(table: Table, matrix: Configuration | None, request: Request) -> None:
    from arrangements.io.tables import write_table
    from arrangements.listing.tables import table_of

    if request.witnesses or request.facts:
        table = table_of(
            table.pattern,
            configuration=matrix,
            witnesses=request.witnesses,
            facts=request.facts,
            inputs=table.inputs,
        )
    method = request.method
    if method == "auto":
        ball = table.inputs is not None and table.inputs.within is not None
        method = ("lp" if ball else "chirotope") if request.row.regions else ""
    write_table(table, request.output or "-", request.form, configuration=matrix, method=method)


def _write_provenance(
    path: str, source: str, table: Table, method: str, seconds: float, output: str
) -> None:
    """How the table came about: what must not be in it, because it differs where the answer does
    not.
    """
    from hashlib import file_digest

    from arrangements.cli.versions import versions
    from arrangements.running.files import write_atomically

    with open(output, "rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    facts = {
        "source": source,
        "content_hash": table.content_hash,
        "kind": table.kind,
        "count": len(table),
    }
    how = {
        "method": method,
        "seconds": round(seconds, 6),
        "table": output,
        "sha256": digest,
        "versions": versions(),
    }
    write_atomically(path, json.dumps(facts | how, indent=2) + "\n")


def _certify(matrix: Configuration, inputs: Inputs | None, row: Row, count: int, path: str) -> None:
    """A witness for each member, by exact linear programs, and a count that the checker makes
    itself. For thousands, not for millions.
    """
    from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
    from arrangements.errors import InternalError

    proof = certify_pattern(matrix, row.certified, inputs=inputs)
    if proof.answer != count:
        raise InternalError(
            f"the list must have as many members by every method, not {count} and {proof.answer}"
        )
    if path == "-":
        sys.stdout.write(proof.to_text())
    else:
        proof.save(path)


def _texts(table: Table) -> Iterable[str]:
    from arrangements.layers.patterns.common import Pattern

    if isinstance(table.body, Pattern):
        return table.body.strings()
    joint = KINDS[table.kind].joint or ","
    return (joint.join(map(quoted, map(str, member))) for member in table.members())


def _points(matrix: Configuration, table: Table) -> Iterator[list[str]]:
    from arrangements.exact.numbers import text
    from arrangements.listing.region_points import interior_points

    for _, point in interior_points(matrix, table.pattern, inputs=table.inputs):
        yield [text(x) for x in point]


def _emptiness(matrix: Configuration, inputs: Inputs | None, row: Row, count: int) -> str | None:
    """Why there is nothing to list, where a degeneracy leaves nothing."""
    if count or not row.strict:
        return None
    from arrangements.decide.one_by_one.spanning import spanning
    from arrangements.layers.inputs.homogenised import homogenised

    because = homogenised(*spanning(matrix, inputs)).reason(
        "sign" if row.member == "signs" else "ranking"
    )
    return None if because is None else f"no {row.strict}, because {because}"
