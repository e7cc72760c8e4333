"""``arrangements count``: how many sign vectors or rankings there are, without listing them."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrangements.formats import RECORDS, format_of

if TYPE_CHECKING:
    from arrangements.configuration import Configuration

__all__ = ["run"]


class Kind(StrEnum):
    sign = "sign"
    ranking = "ranking"


class Road(StrEnum):
    auto = "auto"
    flats = "flats"
    orbits = "orbits"


def run(
    configuration: str = typer.Argument(help="A file, a name of the catalogue, or - for standard input."),
    kind: Annotated[Kind, typer.Option(help="Count strict sign vectors, or strict rankings.")] = Kind.sign,
    affine: bool = typer.Option(False, "--affine", help="Take the rows as points: prepend a column of ones."),
    as_floats: bool = typer.Option(False, "--as-floats", help="Round each entry to binary64 first."),
    faces: bool = typer.Option(False, "--faces", help="Count the faces of every dimension, too."),
    road: Annotated[Road, typer.Option(help="flats: visit all; orbits: one for each orbit of the symmetries.")] = Road.auto,
    timeout: float | None = typer.Option(None, help="Seconds after which to give up."),
    memory: str | None = typer.Option(None, help="Memory that the tables may take, such as 500M or 4G; by default half of all."),
    output: str | None = typer.Option(None, "--output", "-o", metavar="FILE", help="Also write the numbers as a table, by suffix."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="No progress bar."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Count sign vectors or rankings, with all Whitney numbers, without listing any.

    The count is that of the strict patterns that `patterns` lists: the regions of the arrangement of hyperplanes <row, x> = 0 (for
    rankings: <row - row, x> = 0), all through the origin. It is the sum of the Whitney numbers; the polynomial is the characteristic
    polynomial. A zero row leaves no sign vector, two equal rows no ranking: empty_because names them.

    Bounded and unbounded count the regions of R^d. They are cones, so none is bounded, unless d = 0. With --affine the rows are points p, a
    one is prepended, and the count is that of the arrangement in one dimension more. Bounded and unbounded then count the regions of the
    affine arrangement of the hyperplanes 1 + <p, x> = 0 in R^d, and affine_whitney holds its Whitney numbers.

    JSON keys: kind, labels, count, whitney, polynomial (constant term first), affine_whitney (or null), bounded, unbounded, faces (with
    --faces; of dimension 0, 1, .., with zero rows left out), seconds, empty_because (or null).
    """
    from arrangements.counting.faces import face_numbers
    from arrangements.counting.regions import count
    from arrangements.counting.whitney import label_differences
    from arrangements.reading import load
    from arrangements.running import check_timeout, limited, memory_size

    check_timeout(timeout)
    limit = None if memory is None else memory_size(memory)
    form = "" if output is None else format_of(output, among=RECORDS)
    loaded = load(configuration, affine=affine, as_floats=as_floats)
    start = time.perf_counter()
    name = loaded.name or configuration
    with _progress(quiet) as progress, limited(name, timeout=timeout, memory=limit, progress=progress):
        counted = count(loaded, kind.value, affine=affine, road=road.value)
        found = face_numbers(loaded if kind is Kind.sign else label_differences(loaded)) if faces else None
    facts: dict[str, Any] = {
        "kind": kind.value,
        "labels": list(loaded.labels),
        "count": counted.count,
        "whitney": list(counted.whitney),
        "polynomial": list(counted.polynomial),
        "affine_whitney": None if counted.affine_whitney is None else list(counted.affine_whitney),
        "bounded": counted.bounded,
        "unbounded": counted.unbounded,
        **({} if found is None else {"faces": list(found)}),
        "seconds": round(time.perf_counter() - start, 6),
        "empty_because": _emptiness(loaded, kind),
    }
    if output is not None:
        from arrangements.files import opened_atomically
        from arrangements.tables.records import whitney_records, write

        with opened_atomically(output) as file:
            write(whitney_records(facts), form, file)
    typer.echo(json.dumps(facts) if as_json else _text(facts))


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[str, float | None], None]]:
    """A bar on standard error if that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=quiet or not sys.stderr.isatty()) as bar:
        task = bar.add_task("counting", total=1.0)

        def report(step: str, part: float | None) -> None:
            bar.update(task, description=step, completed=part)

        yield report


def _emptiness(configuration: Configuration, kind: Kind) -> str | None:
    """Why there is nothing to count, with the labels that cause it."""
    labels = configuration.labels
    if kind is Kind.sign and configuration.zero_rows:
        names = ", ".join(labels[i] for i in configuration.zero_rows)
        return f"no sign vector is strict, because these rows are zero: {names}"
    if kind is Kind.ranking and configuration.equal_groups:
        names = "; ".join(" = ".join(labels[i] for i in group) for group in configuration.equal_groups)
        return f"no ranking is strict, because these rows are equal: {names}"
    return None


def _text(facts: dict[str, Any]) -> str:
    from arrangements.counting.polynomials import as_text

    def numbers(key: str) -> str:
        return " ".join(f"{number:,}" for number in facts[key])

    lines = [f"{facts['count']:,} {'sign vectors' if facts['kind'] == 'sign' else 'rankings'}"]
    if facts["empty_because"]:
        lines.append(f"  empty because      {facts['empty_because']}")
    lines += [
        f"  Whitney numbers    {numbers('whitney')}",
        f"  polynomial         {as_text(facts['polynomial'])}",
    ]
    if facts["affine_whitney"] is not None:
        lines.append(f"  affine Whitney     {numbers('affine_whitney')}")
    lines += [
        f"  bounded regions    {facts['bounded']:,}",
        f"  unbounded regions  {facts['unbounded']:,}",
    ]
    if "faces" in facts:
        lines.append(f"  faces              {numbers('faces')}")
    return "\n".join([*lines, f"  seconds            {facts['seconds']:.3f}"])
