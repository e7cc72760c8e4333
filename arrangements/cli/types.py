"""``arrangements types``: complete lists of combinatorial types."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Printing, Request, Running
from arrangements.errors import BadInput, needs, short_repr
from arrangements.io.formats import PICTURES, RECORDS, format_of, suffixes_of
from arrangements.running import emit, report_progress
from arrangements.running.files import made_folder

if TYPE_CHECKING:
    from arrangements.combinatorial_types import Member

__all__ = ["run"]


@dataclass(frozen=True, kw_only=True)
class TypesRequest(Running, Printing, Request):
    writes = ("output",)

    name: Annotated[
        str,
        typer.Argument(
            metavar="TYPES",
            help="The name of a list: oriented:3x7, points:7, rankings:5x2, argmax:5x2, topk:5x2:2, ...",
        ),
    ]
    uniform: Annotated[bool, typer.Option("--uniform", help="Only types without a sign 0.")] = False
    acyclic: Annotated[
        bool, typer.Option("--acyclic", help="Only types without a positive circuit.")
    ] = False
    neighbourly: Annotated[
        bool,
        typer.Option(
            "--neighbourly",
            help="Only types in which every (rank - 1) / 2 points are the vertices of a face.",
        ),
    ] = False
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="Only types with a symmetry besides the identity.")
    ] = False
    extreme: Annotated[
        int | None, typer.Option(metavar="K", help="Only types with K extreme points.")
    ] = None
    mutations: Annotated[
        int | None,
        typer.Option(metavar="M", help="Only uniform types with M bases that can change sign."),
    ] = None
    numbers: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=M,..",
            help="Only point sets with these numbers: crossings, halving-lines, convex:K, holes:K, k-sets:K.",
        ),
    ] = None
    by: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Count the types for each value of a number: of --numbers, extreme, mutations or symmetries.",
        ),
    ] = None
    find: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Only the type of the points, vectors or signs in this file."
        ),
    ] = None
    limit: Annotated[
        int | None, typer.Option(min=0, help="Print at most this many; the count is that of all.")
    ] = None
    certificates: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="For sets of rankings in the plane: write for each a proof that points have this set, or that no points have it.",
        ),
    ] = None
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write a table ({', '.join(suffixes_of(RECORDS))}) or a sheet of points ({', '.join(PICTURES)}).",
        ),
    ] = None

    @property
    def title(self) -> str:
        return self.name

    @property
    def pictured(self) -> bool:
        return self.output is not None and self.output.endswith(PICTURES)

    def check(self) -> None:
        if self.output is not None and not self.pictured:
            format_of(self.output, among=RECORDS)
        if self.by is not None and self.output is not None:
            raise BadInput("--by must not be used with --output")
        self.wanted_numbers()
        super().check()

    def wanted_numbers(self) -> list[tuple[str, int]]:
        """The pairs of ``--numbers``."""
        wanted = []
        for part in (self.numbers or "").split(",") if self.numbers is not None else []:
            name, equals, value = part.strip().partition("=")
            if not equals or not (value.isascii() and value.isdecimal() and len(value) < 19):
                raise BadInput(
                    f"numbers must be like crossings=36,holes:5=0, not {short_repr(self.numbers)}"
                )
            wanted.append((name, int(value)))
        return wanted

    def partial(self, emitted: Sequence[object]) -> str | None:
        """The types that were listed by then; a file is complete or not written."""
        if (self.output, self.certificates, self.by) != (None, None, None):
            return None
        known = [facts for facts in emitted if isinstance(facts, dict)]
        if self.as_json:
            print(json.dumps({"partial": True, "count": len(emitted), "types": known}))
        else:
            sys.stdout.writelines(f"{_line(facts)}\n" for facts in known)
        return f"partial: {len(emitted)} types were listed by then, and there may be more"

    def wants(self, member: Member) -> bool:
        """Whether a type has everything that was asked for."""
        if (self.acyclic or self.neighbourly or self.extreme is not None) and not member.signed:
            asked = "acyclic" if self.acyclic else "neighbourly" if self.neighbourly else "extreme"
            raise BadInput(
                f"--{asked} needs types up to relabelling alone, such as {self.name}:acyclic, not {self.name}"
            )
        return (
            (not self.uniform or member.is_uniform)
            and (not self.acyclic or member.is_acyclic)
            and (not self.symmetric or member.symmetries > 1)
            and (not self.neighbourly or member.is_neighbourly)
            and (self.extreme is None or member.extreme == self.extreme)
            and (self.mutations is None or member.mutations == self.mutations)
            and all(self.value(name, member) == value for name, value in self.wanted_numbers())
        )

    def value(self, name: str, member: Member) -> int:
        """A number of a type by its name."""
        from arrangements.combinatorial_types.point_numbers import PointNumbers, number_named

        if name in ("extreme", "mutations", "symmetries"):
            found: int | None = getattr(member, name)
            if found is None:
                raise BadInput(f"{needs(name)} types that have such a number, not {self.name}")
            return found
        number = number_named(name)
        if not (member.rank == 3 and member.is_uniform and member.is_acyclic):
            raise BadInput(
                f"{needs(name)} points with no three on a line, such as points:{member.n}, not {self.name}"
            )
        return number(PointNumbers(member.n, member.colex))

    @property
    def filtered(self) -> bool:
        asked = (self.extreme, self.mutations, self.numbers, self.by, self.find)
        return (
            self.uniform
            or self.acyclic
            or self.symmetric
            or self.neighbourly
            or asked != (None,) * 5
        )


@command
def run(request: TypesRequest) -> None:
    """List every type of oriented matroids, of points in the plane, or of sets of rankings, up to
    relabelling: each type once, and none is missing.

    oriented:RxN: simple oriented matroids of rank R on N elements, up to relabelling and
    reorientation; with :uniform those without a sign 0, with :signed up to relabelling alone, with
    :acyclic the signed ones without a positive circuit (abstract order types). points:N: order
    types with coordinates (N up to 9); points:N:collinear: also order types with three points on a
    line (N up to 7). rankings:NxD: the sets of rankings of N distinct labels that span dimension D:
    1, 2 (N up to 6), N - 2 (N up to 6), N - 1. For D = 2 these are the allowable sequences; a
    sequence that no points have is marked. argmax:NxD and topk:NxD:K: the families of sets of K
    labels that can be first together.

    JSON keys: count, types, seconds. Each type has position, signs (lexicographic), symmetries,
    extreme and mutations (null where they have no meaning), and points where it has coordinates; or
    position, rankings (one of each two opposite ones), realizable, points; or position, size, sets,
    points. With --by the list of types is empty, and by has each value with its count. When the time
    of --timeout is over, the types listed so far are printed, with exit code 3: partial (true),
    count and types.
    """
    from arrangements.combinatorial_types import RankingTypes, types

    start = time.perf_counter()
    listed: Any = types(request.name)
    if request.filtered and not request.name.startswith(("oriented", "points")):
        raise BadInput(f"filters must be for oriented matroids and points, not for {request.name}")
    if request.certificates is not None:
        _certify(request, listed, start)
        return
    if request.limit == 0 and not request.filtered and request.output is None:
        _print(request, listed.count(), [], start)
        return
    members = iter(listed) if request.find is None else _found(listed, request.find)
    # Each set of rankings is checked as it is made, which takes minutes for all of six labels.
    first = isinstance(listed, RankingTypes) and request.output is None
    if first:
        members = islice(members, request.limit)
    wanted = (member for member in members if request.wants(member))
    if request.by is not None:
        _tally(request, request.by, wanted, start)
        return
    if request.output is not None:
        _write(request, listed, list(wanted), start)
        return
    type_facts, count = [], 0
    for member in wanted:
        count += 1
        facts = listed.facts(member) if request.limit is None or count <= request.limit else None
        # Under a clock a type is handed on as settled, and printed when the list ends or the time
        # is over.
        if request.timeout is not None:
            emit(facts)
        if facts is not None and (request.as_json or request.timeout is not None):
            type_facts.append(facts)
        elif facts is not None:
            sys.stdout.write(_line(facts) + "\n")
    _print(request, listed.count() if first else count, type_facts, start)


def _found(types: Any, source: str) -> Iterator[Any]:
    """The type of the configuration in a file, if the list has it."""
    from arrangements.combinatorial_types import OrientedTypes, PointTypes, find
    from arrangements.loading.configurations import load_any

    if not isinstance(types, OrientedTypes | PointTypes):
        raise BadInput(f"types must be oriented matroids or points for --find, not {types.name}")
    member = find(types, load_any(source))
    return iter(() if member is None else (member,))


def _tally(request: TypesRequest, by: str, wanted: Iterator[Any], start: float) -> None:
    """How many types have each value of a number."""
    counts = Counter(request.value(by, member) for member in wanted)
    if request.as_json:
        table = [{"value": value, "count": count} for value, count in sorted(counts.items())]
        numbers = {
            "count": counts.total(),
            "types": [],
            "by": table,
            "seconds": round(time.perf_counter() - start, 6),
        }
        typer.echo(json.dumps(numbers))
        return
    for value, count in sorted(counts.items()):
        typer.echo(f"{by} {value}  {_number(count)}")
    _print(request, counts.total(), [], start)


def _certify(request: TypesRequest, types: Any, start: float) -> None:
    """A certificate for each type, numbered by position."""

    from arrangements.combinatorial_types import RankingTypes

    if not isinstance(types, RankingTypes):
        raise BadInput(f"types must be rankings for --certificates, not {request.name}")
    count = types.count()
    types.certificate(0)  # or refuse them all, before there is a folder
    folder = made_folder(str(request.certificates), "folder of the certificates")
    for position in range(count):
        report_progress("writing certificates", position / count)
        certificate = types.certificate(position)
        certificate.save(str(folder / f"{position:0{max(3, len(str(count - 1)))}}.json"))
    _print(request, count, [], start)


def _line(facts: dict[str, Any]) -> str:
    """A type in one line: position, signs, and what else has a meaning."""
    return "  ".join(_texts(facts))


def _texts(facts: dict[str, Any]) -> Iterator[str]:
    for key, value in facts.items():
        if key in ("position", "signs"):
            yield str(value)
        elif key == "rankings":
            yield " ".join(value)
        elif key == "realizable":
            yield from [] if value else ["not realizable"]
        elif key == "points" and value is not None:
            yield " ".join(",".join(map(str, point)) for point in value)
        elif value is not None:
            yield f"{key} {' '.join(value) if isinstance(value, list) else value}"


def _print(
    request: TypesRequest, count: int, type_facts: list[dict[str, Any]], start: float
) -> None:
    if request.as_json:
        typer.echo(
            json.dumps(
                {
                    "count": count,
                    "types": type_facts,
                    "seconds": round(time.perf_counter() - start, 6),
                }
            )
        )
        return
    sys.stdout.writelines(f"{_line(facts)}\n" for facts in type_facts)
    if not request.quiet or request.limit == 0:
        typer.echo(_number(count))


def _number(count: int) -> str:
    return f"{count} type{'s' * (count != 1)}"


def _write(request: TypesRequest, types: Any, members: list[Member], start: float) -> None:
    from arrangements.combinatorial_types import PointTypes

    output = str(request.output)
    if request.pictured:
        from arrangements.figures.order_types import order_type_sheet

        if not isinstance(types, PointTypes):
            raise BadInput(f"types must have points to be drawn, not be {request.name}")
        order_type_sheet(types, members).save(output)
    else:
        from arrangements.io.tables.lines import save
        from arrangements.io.tables.records import type_records

        save(
            type_records(request.name, [types.facts(member) for member in members]),
            format_of(output, among=RECORDS),
            output,
        )
    _print(request, len(members), [], start)
