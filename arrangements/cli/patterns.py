"""``arrangements patterns``: list which sign vectors, rankings, winners, top sets and ties occur."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrangements.errors import BadInput
from arrangements.formats import FORMATS, format_of

if TYPE_CHECKING:
    from arrangements.configuration import Configuration
    from arrangements.tables import Table

__all__ = ["run"]



class Kind(StrEnum):
    sign = "sign"
    ranking = "ranking"
    argmax = "argmax"
    top_sets = "top-k"
    top_orders = "top-k-orders"
    ties = "ties"
    adjacent = "adjacent"


class Road(StrEnum):
    auto = "auto"
    chirotope = "chirotope"
    lp = "lp"


def run(
    configuration: str = typer.Argument(help="A file, a name of the catalogue, or - for standard input."),
    kind: Annotated[Kind, typer.Option(help="What to list.")] = Kind.sign,
    k: Annotated[int | None, typer.Option("--k", help="How many places, for top-k and top-k-orders.")] = None,
    affine: bool = typer.Option(False, "--affine", help="Take the rows as points: prepend a column of ones."),
    merge: bool = typer.Option(False, "--merge", help="Make equal rows one row, with their labels joined by =."),
    as_floats: bool = typer.Option(False, "--as-floats", help="Round each entry to binary64 first."),
    road: Annotated[Road, typer.Option(help="chirotope: combinatorially; lp: by exact linear programs.")] = Road.auto,
    limit: Annotated[int | None, typer.Option(min=0, help="Print so many at most; the count is that of all.")] = None,
    memory: Annotated[str | None, typer.Option(help="Memory that the list may take, such as 500M or 4G; by default half of all.")] = None,
    timeout: Annotated[float | None, typer.Option(help="Seconds after which to give up listing and proving.")] = None,
    certificate: Annotated[str | None, typer.Option(help="Write a proof of the whole list (sign and ranking); - prints it alone.")] = None,
    witnesses: bool = typer.Option(False, "--witnesses", help="With each sign vector or ranking a point x that has it."),
    facts: bool = typer.Option(False, "--facts", help="With each region its number of facets and the regions behind them (tables)."),
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Write a table; the suffix says which.")] = None,
    form: Annotated[str | None, typer.Option("--format", help=f"The table's format: {', '.join(FORMATS)}.")] = None,
    provenance: Annotated[str | None, typer.Option(metavar="FILE", help="Write road, time and the SHA-256 of the table there.")] = None,
    quiet: bool = typer.Option(False, "--quiet", "-q", help="No progress bar and no remarks."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """List all patterns of one kind, one a line, or write them as a table.

    Sign vectors are strings of + and -, in the order of the rows; rankings are labels best first, joined by >; sets and pairs are labels
    joined by commas. A zero row leaves no sign vector, two equal rows no ranking: a line on standard error names them. With
    --witnesses a line goes on with a tabulator and the coordinates of a point.

    A table is .csv, .json, .jsonl, .parquet, .npz, .md or .tex; for sign vectors also .chirotope (TOPCOM) and .poly (polymake);
    .graphml and .dot are the graph of the regions or ties. The same answer is the same bytes by every road. `compare` reads tables back.

    JSON keys: kind, k (where it applies), labels, road, count, patterns (as printed), seconds (of the enumeration), empty_because (or
    null), witnesses (with --witnesses; one list of texts for each pattern).
    """
    from arrangements.reading import load
    from arrangements.running import check_timeout

    check_timeout(timeout)
    matrix = load(configuration, affine=affine, as_floats=as_floats)
    if merge:
        matrix = matrix.merged()
    if (k is None) == (kind in (Kind.top_sets, Kind.top_orders)):
        raise BadInput(f"--k must be given with --kind top-k or top-k-orders, and only then, not {'left out' if k is None else f'be {k}'}")
    if witnesses and kind not in (Kind.sign, Kind.ranking):
        raise BadInput(f"--witnesses must be used with --kind sign or ranking, not {kind}")
    if certificate is not None and kind not in (Kind.sign, Kind.ranking):
        raise BadInput(f"--certificate must be given with --kind sign or ranking only, not {kind}")
    tabular = output is not None or form is not None
    if tabular:
        _check_table(form, output, kind, limit, as_json)
        if facts and kind not in (Kind.sign, Kind.ranking):
            raise BadInput(f"--facts must be used with --kind sign or ranking, not {kind}")
        if provenance is not None and output in (None, "-"):
            raise BadInput("--provenance must be used with --output FILE")
    elif facts or provenance is not None:
        raise BadInput(f"--{'facts' if facts else 'provenance'} must be used with a table: --output FILE or --format")
    _import_engine(matrix.rank, road)
    start = time.perf_counter()
    name = matrix.name or configuration
    found = _within(timeout, f"the {kind} patterns of {name}", _listed, matrix, kind, k, road, memory)
    seconds = time.perf_counter() - start
    if certificate is not None:
        _certify(matrix, kind, len(found), certificate, timeout)
        if certificate == "-":
            return
    reason = _emptiness(matrix, kind, len(found))
    if tabular:
        if reason and not quiet:
            print(f"arrangements: {reason}", file=sys.stderr)
        _write(found, matrix, witnesses, facts, output or "-", form, quiet)
        if provenance is not None:
            _write_provenance(provenance, configuration, found, road, seconds, output or "-")
        return
    texts: Iterator[str] = islice(_texts(found), limit)
    points = islice(_points(matrix, found), limit) if witnesses else None
    if as_json:
        asked = {"kind": kind.value, **({} if k is None else {"k": k}), "labels": list(matrix.labels), "road": road.value}
        answer = {"count": len(found), "patterns": texts, "seconds": seconds, "empty_because": reason}
        _write_json(asked | answer | ({} if points is None else {"witnesses": points}))
        return
    if reason and not quiet:
        print(f"arrangements: {reason}", file=sys.stderr)
    if limit == 0:
        print(len(found))
    if points is not None:
        texts = ("\t".join((text, " ".join(point))) for text, point in zip(texts, points, strict=True))
    while chunk := list(islice(texts, 4096)):
        sys.stdout.write("\n".join(chunk) + "\n")


def _write_json(report: dict[str, Any]) -> None:
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


def _check_table(form: str | None, output: str | None, kind: Kind, limit: int | None, as_json: bool) -> None:
    """Complain before there is anything to wait for."""
    chosen = format_of(output or "-", form)
    if chosen == "parquet":
        from arrangements.tables.parquet import check_installed

        check_installed()
    if chosen in ("topcom", "polymake") and kind is not Kind.sign:
        raise BadInput(f"--kind must be sign for {chosen}, not {kind}")
    if chosen in ("graphml", "dot") and kind not in (Kind.sign, Kind.ranking, Kind.ties):
        raise BadInput(f"--kind must be sign, ranking or ties for a graph, not {kind}")
    if limit is not None:
        raise BadInput("--limit must not be used with a table, which is complete")
    if as_json:
        raise BadInput("--json must not be used with a table; --format json is a table as JSON")


def _import_engine(rank: int, road: Road) -> None:
    """Before the clock starts: imports are no part of the enumeration."""
    compiled = ("kernels.listing.narrow", "kernels.listing.wide", "kernels.listing.rankings") if rank > 2 else ()
    for module in ("tables", "tops", *(("feasibility.lp_road",) if road is Road.lp else compiled)):
        import_module(f"arrangements.{module}")


def _within(timeout: float | None, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """In a child process if there is a limit: compiled code does not listen to a clock."""
    from arrangements.running.isolation import isolated

    return function(*arguments) if timeout is None else isolated(function, *arguments, instance=what, timeout=timeout)


def _listed(matrix: Configuration, kind: Kind, k: int | None, road: Road, memory: str | None) -> Table:
    from arrangements.running import limited, memory_size
    from arrangements.tables import table_of

    with limited(matrix.name or "the list", memory=None if memory is None else memory_size(memory)):
        return table_of(matrix, kind.value, k, road=road.value)


def _write(table: Table, matrix: Configuration, witnesses: bool, facts: bool, output: str, form: str | None, quiet: bool) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from arrangements.running import limited
    from arrangements.tables import export, table_of

    if witnesses or facts:
        table = table_of(table.pattern, configuration=matrix, witnesses=witnesses, facts=facts)
    with Progress(console=Console(stderr=True), transient=True, disable=quiet or not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"writing {len(table):,} members", total=len(table))
        with limited("the table", progress=lambda _, part: bar.update(task, completed=(part or 0) * len(table))):
            export(table, output, form, configuration=matrix)


def _write_provenance(path: str, source: str, table: Table, road: Road, seconds: float, output: str) -> None:
    """How the table came about: what must not be in it, because it differs where the answer does not."""
    from hashlib import file_digest

    from arrangements.cli.versions import versions
    from arrangements.files import write_atomically

    with open(output, "rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    facts = {"source": source, "content_hash": table.content_hash, "kind": table.kind, "count": len(table)}
    how = {"road": road.value, "seconds": round(seconds, 6), "table": output, "sha256": digest, "versions": versions()}
    write_atomically(path, json.dumps(facts | how, indent=2) + "\n")


def _certify(matrix: Configuration, kind: Kind, count: int, path: str, timeout: float | None) -> None:
    """A witness for each member, by exact linear programs, and a count that the checker makes itself. For thousands, not for millions."""
    from arrangements.errors import InternalError
    from arrangements.feasibility import certify_pattern

    proof = _within(timeout, f"the certificate of {matrix.name or path}", certify_pattern, matrix, f"{kind.value} pattern")
    if proof.answer != count:
        raise InternalError(f"the list must have as many members by every road, not {count} and {proof.answer}")
    if path == "-":
        sys.stdout.write(proof.to_text())
    else:
        proof.save(path)


def _texts(table: Table) -> Iterable[str]:
    from arrangements.patterns.common import Pattern

    if isinstance(table.body, Pattern):
        return table.body.strings()
    joint = ">" if table.kind == Kind.top_orders else ","
    return map(joint.join, table.members())


def _points(matrix: Configuration, table: Table) -> Iterator[list[str]]:
    from arrangements.interior import interior_points
    from arrangements.numbers import text

    for _, point in interior_points(matrix, table.pattern):
        yield [text(x) for x in point]


def _emptiness(matrix: Configuration, kind: Kind, count: int) -> str | None:
    """Why there is nothing to list, where a degeneracy leaves nothing."""
    if count:
        return None
    if kind is Kind.sign and matrix.zero_rows:
        names = ", ".join(matrix.labels[i] for i in matrix.zero_rows)
        return f"no sign vector is strict, because these rows are zero: {names}"
    if kind is not Kind.sign and matrix.equal_groups:
        what = "ranking is strict" if kind in (Kind.ranking, Kind.adjacent) else "label is strictly ahead"
        names = "; ".join(" = ".join(matrix.labels[i] for i in group) for group in matrix.equal_groups)
        return f"no {what}, because these rows are equal (--merge makes them one): {names}"
    return None
