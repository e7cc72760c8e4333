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

if TYPE_CHECKING:
    from arrangements.configuration import Configuration

__all__ = ["run"]


class _Kind(StrEnum):
    sign = "sign"
    ranking = "ranking"


class _Road(StrEnum):
    auto = "auto"
    flats = "flats"
    orbits = "orbits"


def run(
    configuration: str = typer.Argument(help="A file, a name of the catalogue, or - for standard input."),
    kind: Annotated[_Kind, typer.Option(help="Count strict sign vectors, or strict rankings.")] = _Kind.sign,
    affine: bool = typer.Option(False, "--affine", help="Take the rows as points: prepend a column of ones."),
    road: Annotated[_Road, typer.Option(help="Visit all flats, or one for each orbit of the symmetries that are found.")] = _Road.auto,
    memory: float = typer.Option(6.0, min=0.001, help="Gibibytes that the tables may take."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Count sign vectors or rankings, with all Whitney numbers, without listing any.

    The count is that of the strict patterns that `patterns` lists: the regions of the arrangement of hyperplanes <row, x> = 0 (for
    rankings: <row - row, x> = 0), all through the origin. It is the sum of the Whitney numbers; the polynomial is the characteristic
    polynomial.

    Bounded and unbounded count the regions of R^d. They are cones, so none is bounded, unless d = 0. With --affine the rows are points p, a
    one is prepended, and the count is that of the arrangement in one dimension more. Bounded and unbounded then count the regions of the
    affine arrangement of the hyperplanes 1 + <p, x> = 0 in R^d, and affine_whitney holds its Whitney numbers.

    JSON keys: kind, labels, count, whitney, polynomial (constant term first), affine_whitney, bounded, unbounded, reason, seconds.
    """
    from arrangements.counting.regions import count
    from arrangements.reading import load

    loaded = load(configuration, affine=affine)
    start = time.perf_counter()
    with _progress(as_json) as progress:
        counted = count(loaded, kind.value, affine=affine, road=road.value, memory=int(memory * 2**30), progress=progress)
    facts: dict[str, Any] = {
        "kind": counted.kind,
        "labels": list(loaded.labels),
        "count": counted.count,
        "whitney": list(counted.whitney),
        "polynomial": list(counted.polynomial),
        "affine_whitney": None if counted.affine_whitney is None else list(counted.affine_whitney),
        "bounded": counted.bounded,
        "unbounded": counted.unbounded,
        "reason": _reason(loaded, kind),
        "seconds": round(time.perf_counter() - start, 6),
    }
    typer.echo(json.dumps(facts) if as_json else _text(facts))


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[str, float], None] | None]:
    """A bar on standard error, if that is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("counting", total=1.0)
        yield lambda step, part: bar.update(task, description=step, completed=part)


def _reason(configuration: Configuration, kind: _Kind) -> str | None:
    """Why there is nothing to count, with the labels that cause it."""
    labels = configuration.labels
    if kind is _Kind.sign and configuration.zero_rows:
        names = ", ".join(labels[i] for i in configuration.zero_rows)
        return f"zero rows have no strict sign, so no sign vector is strict: {names}"
    if kind is _Kind.ranking and configuration.equal_groups:
        groups = "; ".join(" = ".join(labels[i] for i in group) for group in configuration.equal_groups)
        return f"equal rows always tie, so no ranking is strict (merge them): {groups}"
    return None


def _text(facts: dict[str, Any]) -> str:
    from arrangements.counting.polynomials import as_text

    what = "sign vectors" if facts["kind"] == "sign" else "rankings"
    lines = [f"{facts['count']:,} {what}"]
    if facts["reason"]:
        lines.append(f"  reason             {facts['reason']}")
    lines += [
        f"  Whitney numbers    {' '.join(f'{w:,}' for w in facts['whitney'])}",
        f"  polynomial         {as_text(facts['polynomial'])}",
    ]
    if facts["affine_whitney"] is not None:
        lines.append(f"  affine Whitney     {' '.join(f'{w:,}' for w in facts['affine_whitney'])}")
    lines += [
        f"  bounded regions    {facts['bounded']:,}",
        f"  unbounded regions  {facts['unbounded']:,}",
        f"  seconds            {facts['seconds']:.3f}",
    ]
    return "\n".join(lines)
