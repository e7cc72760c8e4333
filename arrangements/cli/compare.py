"""``arrangements compare``: the differences between two configurations or tables."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, TypeAlias, get_args

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Entries, Inputting, Printing, Running, demand_no_coordinates
from arrangements.cli.patterns import Kind
from arrangements.errors import BadInput
from arrangements.io.formats import FORMATS, LINES, PICTURES, suffixes_of
from arrangements.layers.questions.kinds import KINDS, PlotKind

if TYPE_CHECKING:
    from arrangements.io.tables import Table
    from arrangements.io.tables.comparison import Comparison
    from arrangements.layers.configuration import Configuration
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["run"]

Side: TypeAlias = "Configuration | Chirotope"

_Form = StrEnum("_Form", LINES)  # type: ignore[misc]  # one list of names, in formats


class _UpTo(StrEnum):
    softmax = "softmax"


@dataclass(frozen=True, kw_only=True)
class Request(Entries, Inputting, Running, Printing):
    writes = ("output",)

    a: Annotated[
        str,
        typer.Argument(
            help="A file, a name of the catalogue, or - for standard input; or a table that `patterns` wrote."
        ),
    ]
    b: Annotated[
        str | None,
        typer.Argument(help="The second one; left out if A is the certificate of a pair."),
    ] = None
    kind: Annotated[
        Kind | None,
        typer.Option(
            help="The kind of patterns to compare; by default sign, or the kind that the table holds."
        ),
    ] = None
    k: Annotated[
        int | None, typer.Option("--k", help="The number of places, for top-k and top-k-orders.")
    ] = None
    up_to: Annotated[
        _UpTo | None,
        typer.Option(
            "--up-to",
            help="softmax: are they one softmax classifier, up to translation and invertible linear maps?",
        ),
    ] = None
    limit: Annotated[
        int, typer.Option(min=0, help="Print at most this many differences of each side.")
    ] = 20
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write a table ({', '.join(suffixes_of(LINES))}) or a picture ({', '.join(PICTURES)}).",
        ),
    ] = None
    form: Annotated[
        _Form | None,
        typer.Option("--format", help="Print the comparison as a table in this format."),
    ] = None

    @property
    def sources(self) -> tuple[str, str]:
        """The two sources that are compared: A and B, or both sides of a pair."""
        from arrangements.loading.configurations import sides

        if self.b is not None:
            return self.a, self.b
        if (pair := sides(self.a)) is None:
            raise BadInput(
                f"B must be given, the configuration or table to compare with {self.a}; only the certificate of a pair is compared alone"
            )
        return pair

    def check(self) -> None:
        super().check()
        if self.up_to is not None and (
            self.kind or self.k is not None or self.output or self.form or self.inputs
        ):
            raise BadInput(
                "--up-to must not be combined with --kind, --k, --output, --format or --inputs"
            )
        if self.as_json and self.form is not None and self.output is None:
            raise BadInput(
                "--json must not be combined with --format without --output: both would go to standard output"
            )
        if self.output is not None and not self.pictorial and self.table_form is None:
            known = ", ".join((*suffixes_of(LINES), *PICTURES))
            raise BadInput(f"output must end in one of {known}, not {self.output!r}")

    @property
    def pictorial(self) -> bool:
        """A picture is to be drawn."""
        return (
            self.output is not None
            and self.form is None
            and PurePath(self.output).suffix.lower() in PICTURES
        )

    @property
    def table_form(self) -> str | None:
        """The format that is named, or that the suffix of the output names."""
        if self.form is not None:
            return self.form.value
        suffix = PurePath(self.output or "").suffix.lower()
        return next((form for form in LINES if suffix in FORMATS[form]), None)

    @property
    def title(self) -> str:
        return f"the comparison of {self.a}" + (f" and {self.b}" if self.b else "")


@command(unread=141)
def run(request: Request) -> int:
    """Compare two configurations, chirotopes or tables: the patterns of A alone, of B alone, and
    of both. Exit code 1 if they differ.

    The labels must be the same, in any order. The picture shows both side by side; it is
    for configurations of rank 1 or 2.

    JSON keys: kind, k (where it applies), labels, a, b (their names), equal, count_a, count_b, both
    (a count), only_a, only_b; with --up-to up_to, labels, a, b, equal, and first, the first entry
    in which the projectors differ.
    """
    if request.up_to is not None:
        return _up_to_softmax(request)
    from arrangements.io.tables.comparison import compare

    sources = request.sources
    (one, one_table), (other, other_table) = (_loaded(request, source) for source in sources)
    held = next((table.kind for table in (one_table, other_table) if table is not None), "sign")
    held_k = next((table.k for table in (one_table, other_table) if table is not None), None)
    chosen, places = (held, held_k) if request.kind is None else (request.kind.value, request.k)
    _check_picture(request, one, other, chosen)
    tables = [
        _table(request, c, table, chosen, places)
        for c, table in ((one, one_table), (other, other_table))
    ]
    comparison = compare(tables[0], tables[1])
    names = _names(*sources)
    counts = (len(tables[0]), len(tables[1]))
    if request.output is not None:
        _write(request, comparison, names, (one, other), chosen)
    elif request.form is not None:
        _print_table(comparison, names, request.form.value)
    if request.as_json:
        typer.echo(json.dumps(_report(comparison, names, counts)))
    elif not request.quiet and (request.form is None or request.output is not None):
        for line in _lines(comparison, names, request.limit):
            print(line)
    return 0 if comparison.equal else 1


def _up_to_softmax(request: Request) -> int:
    """Whether the projectors onto the columns of the centred rows are equal: these are what a
    softmax classifier is.
    """
    from arrangements.exact.linear import projector
    from arrangements.exact.numbers import text
    from arrangements.layers.configuration import Configuration

    sources = request.sources
    one, other = map(request.load_any, sources)
    if not isinstance(one, Configuration) or not isinstance(other, Configuration):
        raise BadInput("--up-to softmax needs two configurations, not chirotopes")
    for c in (one, other):
        c.demand_linear("--up-to softmax")
    if set(one.labels) != set(other.labels):
        raise BadInput(
            f"labels of both must be the same, not {list(one.labels)} and {list(other.labels)}"
        )
    places = [other.labels.index(label) for label in one.labels]
    P, Q = (projector(c.centred().rows) for c in (one, other))
    n = range(one.n)
    different = [(i, j) for i in n for j in range(i + 1) if P[i][j] != Q[places[i]][places[j]]]
    first: dict[str, object] = {}
    where = ""
    if different:
        i, j = different[0]
        values = text(P[i][j]), text(Q[places[i]][places[j]])
        first = {"at": [one.labels[j], one.labels[i]], "a": values[0], "b": values[1]}
        where = f"{one.labels[j]}, {one.labels[i]}: {values[0]} and {values[1]}"
    if request.as_json:
        facts = {
            "up_to": "softmax",
            "labels": list(one.labels),
            "a": sources[0],
            "b": sources[1],
            "equal": not different,
        }
        typer.echo(json.dumps(facts | ({"first": first} if first else {})))
    elif not request.quiet and not first:
        typer.echo(
            "equal up to softmax: a translation and an invertible linear map of the rows take one to the other"
        )
    elif not request.quiet:
        typer.echo(
            "different up to softmax: no translation and linear map of the rows take one to the other"
        )
        typer.echo(f"  projectors differ, first at {where}")
    return 1 if different else 0


def _loaded(request: Request, source: str) -> tuple[Side | None, Table | None]:
    from arrangements.io.tables import is_table, read_table

    if source != "-" and is_table(source):
        if option := request.entry_option or (request.inputs and "--inputs"):
            raise BadInput(f"{option} must not be used with a table, which is finished ({source})")
        return None, read_table(source)
    return request.load_any(source), None


def _check_picture(request: Request, one: Side | None, other: Side | None, kind: str) -> None:
    from arrangements.layers.configuration import Configuration

    if request.pictorial and not (
        isinstance(one, Configuration) and isinstance(other, Configuration)
    ):
        raise BadInput("picture must be of two configurations, not of tables or chirotopes")
    if request.pictorial and kind not in get_args(PlotKind):
        drawn = " or ".join(get_args(PlotKind))
        raise BadInput(f"--kind must be {drawn} for a picture, not {kind}")


def _table(
    request: Request, c: Side | None, table: Table | None, kind: str, k: int | None
) -> Table:
    from arrangements.layers.configuration import Configuration
    from arrangements.listing.tables import table_of

    if table is None:
        assert c is not None
        if not isinstance(c, Configuration):
            demand_no_coordinates({"--inputs": request.inputs is not None})
            return table_of(c, kind, k)
        return table_of(c, kind, k, inputs=request.polyhedron(c))
    if (table.kind, table.k) != (kind, k):
        raise BadInput(f"--kind must be {table.kind}, which the table holds, not {kind}")
    return table


def _names(a: str, b: str) -> tuple[str, str]:
    """How to call the two sides: as given, unless that is the same."""
    return (a, b) if a != b and "both" not in (a, b) else (f"A ({a})", f"B ({b})")


def _lines(comparison: Comparison, names: tuple[str, str], limit: int) -> list[str]:
    from arrangements.io.tables.comparison import member_text

    noun = KINDS[comparison.both.kind].noun
    lines = [
        f"{'equal' if comparison.equal else 'different'} {noun}: {len(comparison.both):,} in both, "
        f"{len(comparison.only_one):,} only in {names[0]}, {len(comparison.only_other):,} only in {names[1]}"
    ]
    for name, table in zip(names, (comparison.only_one, comparison.only_other), strict=True):
        lines += [f"  only {name}: {member}" for member in islice(member_text(table), limit)]
        if len(table) > limit:
            lines.append(f"  only {name}: ... ({len(table):,} in all)")
    return lines


def _report(
    comparison: Comparison, names: tuple[str, str], counts: tuple[int, int]
) -> dict[str, object]:
    from arrangements.io.tables.comparison import member_text

    return {
        "kind": comparison.both.kind,
        **({} if comparison.both.k is None else {"k": comparison.both.k}),
        "labels": list(comparison.both.labels),
        "a": names[0],
        "b": names[1],
        "equal": comparison.equal,
        "count_a": counts[0],
        "count_b": counts[1],
        "both": len(comparison.both),
        "only_a": list(member_text(comparison.only_one)),
        "only_b": list(member_text(comparison.only_other)),
    }


def _print_table(comparison: Comparison, names: tuple[str, str], form: str) -> None:
    from arrangements.io.tables.comparison import sheet
    from arrangements.io.tables.lines import write

    sys.stdout.flush()
    write(sheet(comparison, names), form, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _write(
    request: Request,
    comparison: Comparison,
    names: tuple[str, str],
    pair: tuple[Side | None, Side | None],
    kind: str,
) -> None:
    """A picture or a table, as the suffix says."""
    from arrangements.io.tables.comparison import sheet
    from arrangements.io.tables.lines import save

    output = request.output or "-"
    if request.pictorial:
        from arrangements.figures import plot_pair

        plot_pair(pair[0], pair[1], kind).save(output)  # type: ignore[arg-type]
        return
    form = request.table_form or ""
    if output == "-":
        _print_table(comparison, names, form)
    else:
        save(sheet(comparison, names), form, output)
