"""``arrangements compare``: what one configuration, or table, has and another has not."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.patterns import Kind
from arrangements.errors import BadInput
from arrangements.formats import FORMATS, LINES

if TYPE_CHECKING:
    from arrangements.configuration import Configuration
    from arrangements.tables import Table
    from arrangements.tables.comparison import Comparison

__all__ = ["run"]

_Form = StrEnum("_Form", LINES)  # type: ignore[misc]  # one list of names, in formats
_NOUNS = {
    "sign": "sign vectors",
    "ranking": "rankings",
    "argmax": "winners",
    "top-k": "top sets",
    "top-k-orders": "top orders",
    "ties": "ties",
    "adjacent": "adjacent pairs",
}


def run(
    a: str = typer.Argument(help="A file, a name of the catalogue, or - for standard input; or a table that `patterns` wrote."),
    b: str = typer.Argument(help="The same."),
    kind: Annotated[Kind | None, typer.Option(help="What to compare; by default sign, or what the table holds.")] = None,
    k: Annotated[int | None, typer.Option("--k", help="How many places, for top-k and top-k-orders.")] = None,
    affine: bool = typer.Option(False, "--affine", help="Take the rows as points: prepend a column of ones."),
    as_floats: bool = typer.Option(False, "--as-floats", help="Round each entry to binary64 first."),
    limit: Annotated[int, typer.Option(min=0, help="Print so many differences of each side at most.")] = 20,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write a table (.csv, .md, .tex) or a picture (.svg, .png).")
    ] = None,
    form: Annotated[_Form | None, typer.Option("--format", help="Print such a table.")] = None,
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Print nothing; the exit code answers."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object, with all differences."),
) -> None:
    """Compare two configurations, or tables of them: what only A has, what only B has, what both have. Exit code 1 if they differ.

    The labels must be the same, in any order. The picture is for configurations of rank 1 or 2: both side by side.

    JSON keys: kind, k (where it applies), labels, a, b (their names), equal, count_a, count_b, both (a count), only_a, only_b.
    """
    from arrangements.tables.comparison import compare

    if as_json and form is not None and output is None:
        raise BadInput("--json must not be combined with --format without --output: both would go to standard output")
    one, one_table = _loaded(a, affine, as_floats)
    other, other_table = _loaded(b, affine, as_floats)
    held = next((table.kind for table in (one_table, other_table) if table is not None), "sign")
    held_k = next((table.k for table in (one_table, other_table) if table is not None), None)
    chosen, places = (held, held_k) if kind is None else (kind.value, k)
    tables = [_table(c, table, chosen, places) for c, table in ((one, one_table), (other, other_table))]
    found = compare(tables[0], tables[1])
    names = _names(a, b)
    counts = (len(tables[0]), len(tables[1]))
    if output is not None:
        _write(output, form, found, names, (one, other), chosen)
    elif form is not None:
        _print_table(found, names, form)
    if as_json:
        typer.echo(json.dumps(_report(found, names, counts)))
    elif not quiet and (form is None or output is not None):
        for line in _lines(found, names, counts, limit):
            print(line)
    if not found.equal:
        raise typer.Exit(1)


def _loaded(source: str, affine: bool, as_floats: bool) -> tuple[Configuration | None, Table | None]:
    from arrangements.reading import load
    from arrangements.tables import is_table, read_table

    if source != "-" and is_table(source):
        if affine or as_floats:
            raise BadInput(f"--{'affine' if affine else 'as-floats'} must not be used with a table, which is finished ({source})")
        return None, read_table(source)
    return load(source, affine=affine, as_floats=as_floats), None


def _table(c: Configuration | None, table: Table | None, kind: str, k: int | None) -> Table:
    from arrangements.tables import table_of

    if table is None:
        assert c is not None
        return table_of(c, kind, k)
    if (table.kind, table.k) != (kind, k):
        raise BadInput(f"--kind must be {table.kind}, which the table holds, not {kind}")
    return table


def _names(a: str, b: str) -> tuple[str, str]:
    """How to call the two sides: as given, unless that is the same."""
    return (a, b) if a != b and "both" not in (a, b) else (f"A ({a})", f"B ({b})")


def _lines(found: Comparison, names: tuple[str, str], counts: tuple[int, int], limit: int) -> list[str]:
    from arrangements.tables.comparison import member_text

    noun = _NOUNS[found.both.kind]
    lines = [
        f"{'equal' if found.equal else 'different'} {noun}: {len(found.both):,} in both, "
        f"{len(found.only_one):,} only in {names[0]}, {len(found.only_other):,} only in {names[1]}"
    ]
    for name, table in zip(names, (found.only_one, found.only_other), strict=True):
        lines += [f"  only {name}: {member}" for member in islice(member_text(table), limit)]
        if len(table) > limit:
            lines.append(f"  only {name}: ... ({len(table):,} in all)")
    return lines


def _report(found: Comparison, names: tuple[str, str], counts: tuple[int, int]) -> dict[str, object]:
    from arrangements.tables.comparison import member_text

    return {
        "kind": found.both.kind,
        **({} if found.both.k is None else {"k": found.both.k}),
        "labels": list(found.both.labels),
        "a": names[0],
        "b": names[1],
        "equal": found.equal,
        "count_a": counts[0],
        "count_b": counts[1],
        "both": len(found.both),
        "only_a": list(member_text(found.only_one)),
        "only_b": list(member_text(found.only_other)),
    }


def _print_table(found: Comparison, names: tuple[str, str], form: str) -> None:
    from arrangements.tables.comparison import sheet

    sys.stdout.flush()
    sheet(found, names).write(form, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _write(
    output: str,
    form: _Form | None,
    found: Comparison,
    names: tuple[str, str],
    pair: tuple[Configuration | None, Configuration | None],
    kind: str,
) -> None:
    """A picture or a table, as the suffix says."""
    from arrangements.files import opened_atomically
    from arrangements.tables.comparison import sheet

    suffix = PurePath(output).suffix.lower()
    if suffix in (".svg", ".png") and form is None:
        from arrangements.figures import plot_pair

        if pair[0] is None or pair[1] is None:
            raise BadInput("picture must be of two configurations, not of tables")
        if kind not in ("sign", "ranking", "argmax"):
            raise BadInput(f"--kind must be sign, ranking or argmax for a picture, not {kind}")
        plot_pair(pair[0], pair[1], kind).save(output)  # type: ignore[arg-type]
        return
    forms = [name for name in LINES if (form == name if form else suffix in FORMATS[name])]
    if not forms:
        raise BadInput(f"output must end in .csv, .md, .tex, .svg or .png, not {output!r}")
    if output == "-":
        _print_table(found, names, forms[0])
    else:
        with opened_atomically(output) as file:
            sheet(found, names).write(forms[0], file)
