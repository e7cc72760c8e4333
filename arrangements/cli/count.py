"""``arrangements count``: how many sign vectors or rankings there are, without listing them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast, get_args

import typer

from arrangements.cli.checkpoint import CheckpointRequest, Group
from arrangements.cli.command import command
from arrangements.cli.options import (
    Forcing,
    Inputting,
    OneSource,
    Printing,
    Running,
    demand_no_coordinates,
)
from arrangements.errors import BadInput
from arrangements.io.formats import RECORDS, format_of, suffixes_of
from arrangements.layers.questions.kinds import KINDS, Region

if TYPE_CHECKING:
    from arrangements.counting.checkpoint import Checkpoint
    from arrangements.counting.methods import Method
    from arrangements.io.tables.records import Whitney
    from arrangements.layers.configuration import Configuration
    from arrangements.layers.inputs import Inputs
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["run"]


Kind = StrEnum("Kind", list(get_args(Region)))  # type: ignore[misc]  # one list, in the registry
_DEFAULT = Kind("sign")


@dataclass(frozen=True, kw_only=True)
class Request(OneSource, Inputting, CheckpointRequest, Forcing, Running, Printing):
    writes = ("output",)
    methods: ClassVar = {
        "flats": "visit all flats",
        "orbits": "visit one flat of each orbit of the symmetries",
        "chromatic": "colour the graph, for arrangements of graphs",
    }

    kind: Annotated[Kind, typer.Option(help="Count strict sign vectors, or strict rankings.")] = (
        _DEFAULT
    )
    faces: Annotated[
        bool,
        typer.Option(
            "--faces",
            help="Also count the faces of every dimension; with --inputs, and where there are too many flats, by listing the faces.",
        ),
    ] = False
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Also write the numbers as a table: {', '.join(suffixes_of(RECORDS))}.",
        ),
    ] = None

    def check(self) -> None:
        super().check()
        if self.output is not None:
            format_of(self.output, among=RECORDS)


@command
def run(request: Request) -> None:
    """Count sign vectors or rankings, with all Whitney numbers, without listing them.

    The count is that of the strict patterns that `patterns` lists: the regions of the arrangement
    of hyperplanes <row, x> = 0 (for rankings: <row - row, x> = 0), all through the origin. It is
    the sum of the Whitney numbers; the polynomial is the characteristic polynomial. A zero row
    leaves no sign vector, two equal rows no ranking: empty_because names them.

    Bounded and unbounded count the regions of R^d. Regions of hyperplanes through the origin are
    cones, so none is bounded, unless d = 0. With --affine the rows are points p, a one is
    prepended, and the count is that of the arrangement in one dimension more. Bounded and unbounded
    then count the regions of the affine arrangement of the hyperplanes 1 + <p, x> = 0 in R^d, and
    affine_whitney holds its Whitney numbers.

    With a bias all numbers are those of the affine arrangement of the hyperplanes <row, h> + bias =
    0 in R^d. With --inputs the count is that of the regions that the inputs meet, and no other
    number is given: whitney and polynomial are empty, bounded and unbounded null.

    JSON keys: kind, labels, count, whitney, polynomial (constant term first), affine_whitney (or
    null), bounded, unbounded, faces (with --faces; of dimension 0, 1, .., with zero rows left out),
    seconds, empty_because (or null).
    """
    from arrangements.counting.region_counts import count
    from arrangements.layers.configuration import Configuration

    kind = request.kind
    loaded = request.load_any()
    if not isinstance(loaded, Configuration):
        demand_no_coordinates(
            {"--kind ranking": kind == "ranking", "--inputs": request.inputs is not None}
        )
        _finish(request, _of_chirotope(loaded, request.faces))
        return
    inputs = request.polyhedron(loaded)
    start = time.perf_counter()
    with _checkpoint(request) as checkpoint:
        counted = count(
            loaded,
            cast("Region", kind.value),
            affine=request.affine,
            method="auto" if checkpoint else cast("Method", request.method),
            checkpoint=checkpoint,
            inputs=inputs,
        )
    found = None
    if request.faces:
        found = _faces(loaded, kind, inputs)
    facts: dict[str, Any] = {
        "kind": kind.value,
        "labels": list(loaded.labels),
        "count": counted.count,
        "whitney": list(counted.whitney),
        "polynomial": list(counted.polynomial),
        "affine_whitney": None if counted.affine_whitney is None else list(counted.affine_whitney),
        "bounded": counted.bounded,
        "unbounded": counted.unbounded,
        "relatively_bounded": counted.relatively_bounded,
        **({} if found is None else {"faces": list(found)}),
        "seconds": round(time.perf_counter() - start, 6),
        "empty_because": _emptiness(loaded, inputs, kind),
    }
    _finish(request, facts)


def _faces(configuration: Configuration, kind: Kind, inputs: Inputs | None) -> tuple[int, ...]:
    """By flats; by listing the faces on inputs, and where there are too many flats."""
    from arrangements.counting.face_counts import face_numbers
    from arrangements.counting.whitney import label_differences
    from arrangements.errors import LimitReached
    from arrangements.listing.faces import listed_face_numbers

    if inputs is None:
        try:
            return face_numbers(
                configuration if kind == "sign" else label_differences(configuration)
            )
        except LimitReached:
            pass
    return listed_face_numbers(configuration, cast("Region", kind.value), inputs)


@contextmanager
def _checkpoint(request: Request) -> Iterator[Checkpoint | None]:
    """With a store the count goes from orbit to orbit and is kept; to visit all flats is then to
    use no symmetry.
    """
    if not request.is_kept:
        yield None
        return
    if request.method == "chromatic":
        raise BadInput("method must be auto, flats or orbits with a store, not chromatic")
    group = Group.trivial if request.method == "flats" else request.group
    with request.checkpoint(group.value, request.quiet) as checkpoint:
        yield checkpoint


def _of_chirotope(chi: Chirotope, faces: bool) -> dict[str, Any]:
    """The numbers of an oriented matroid without coordinates, by its flats."""
    from arrangements.geometry.flats import intersections

    start = time.perf_counter()
    poset = intersections(chi)
    numbers, polynomial = poset.poincare_polynomial(), poset.characteristic_polynomial()
    if chi.loops:
        numbers, polynomial = (0,) * len(numbers), (0,) * len(polynomial)
    return {
        "kind": "sign",
        "labels": list(chi.labels),
        "count": sum(numbers),
        "whitney": list(numbers),
        "polynomial": list(polynomial),
        "affine_whitney": None,
        "bounded": None,
        "unbounded": None,
        "relatively_bounded": None,
        **({"faces": list(poset.face_numbers())} if faces else {}),
        "seconds": round(time.perf_counter() - start, 6),
        "empty_because": f"no sign vector is strict, because these are loops: {', '.join(chi.labels[e] for e in chi.loops)}"
        if chi.loops
        else None,
    }


def _finish(request: Request, facts: dict[str, Any]) -> None:
    output = request.output
    if output is not None:
        from arrangements.io.tables.lines import save
        from arrangements.io.tables.records import whitney_records

        save(whitney_records(cast("Whitney", facts)), format_of(output, among=RECORDS), output)
    typer.echo(json.dumps(facts) if request.as_json else _text(facts))


def _emptiness(configuration: Configuration, inputs: Inputs | None, kind: Kind) -> str | None:
    """Why there is nothing to count, with the labels that cause it."""
    from arrangements.decide.one_by_one.spanning import spanning
    from arrangements.layers.inputs.homogenised import homogenised

    because = homogenised(*spanning(configuration, inputs)).reason(kind.value)
    if because is None:
        return None
    return f"no {KINDS[kind].strict}, because {because.replace(' (--merge makes them one)', '')}"


def _text(facts: dict[str, Any]) -> str:
    from arrangements.counting.polynomials import as_text

    def numbers(key: str) -> str:
        return " ".join(f"{number:,}" for number in facts[key])

    lines = [f"{facts['count']:,} {KINDS[facts['kind']].noun}"]
    if facts["empty_because"]:
        lines.append(f"  empty because      {facts['empty_because']}")
    if facts["whitney"]:
        lines += [
            f"  Whitney numbers    {numbers('whitney')}",
            f"  polynomial         {as_text(facts['polynomial'])}",
        ]
    if facts["affine_whitney"] is not None:
        lines.append(f"  affine Whitney     {numbers('affine_whitney')}")
    if facts["bounded"] is not None:
        lines += [
            f"  bounded regions    {facts['bounded']:,}",
            f"  unbounded regions  {facts['unbounded']:,}",
        ]
    if facts["relatively_bounded"] != facts["bounded"]:
        lines.append(f"  relatively bounded {facts['relatively_bounded']:,}")
    if "faces" in facts:
        lines.append(f"  faces              {numbers('faces')}")
    return "\n".join([*lines, f"  seconds            {facts['seconds']:.3f}"])
