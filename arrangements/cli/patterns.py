"""``arrangements patterns``: list which sign vectors, rankings, winners, top sets and ties occur."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sized
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.errors import BadInput

if TYPE_CHECKING:
    from arrangements.configuration import Configuration

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
    as_floats: bool = typer.Option(False, "--as-floats", help="Round each entry to binary64 first."),
    road: Annotated[Road, typer.Option(help="chirotope: combinatorially; lp: by exact linear programs.")] = Road.auto,
    limit: Annotated[int | None, typer.Option(min=0, help="Print so many at most; the count is that of all.")] = None,
    memory: Annotated[str | None, typer.Option(help="Memory that the list may take, such as 500M or 4G; by default half of all.")] = None,
    certificate: Annotated[str | None, typer.Option(help="Write a proof of the whole list to this file (sign and ranking).")] = None,
    witnesses: bool = typer.Option(False, "--witnesses", help="With each sign vector or ranking a point x that has it."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """List all patterns of one kind, one a line.

    Sign vectors are strings of + and -, in the order of the rows; rankings are labels best first, joined by >; sets and pairs are labels
    joined by commas. A zero row leaves no sign vector, two equal rows no ranking: a line on standard error names them. With
    --witnesses a line goes on with a tabulator and the coordinates of a point.

    JSON keys: kind, k (where it applies), labels, road, count, patterns (as printed), seconds (of the enumeration), empty_because (or
    null), witnesses (with --witnesses; one list of texts for each pattern).
    """
    from arrangements.reading import load

    matrix = load(configuration, affine=affine, as_floats=as_floats)
    if (k is None) == (kind in (Kind.top_sets, Kind.top_orders)):
        raise BadInput(f"--k must be given with --kind top-k or top-k-orders, and only then, not {'left out' if k is None else f'be {k}'}")
    if witnesses and kind not in (Kind.sign, Kind.ranking):
        raise BadInput(f"--witnesses must be used with --kind sign or ranking, not {kind}")
    start = time.perf_counter()
    found = _listed(matrix, kind, k, road, memory)
    seconds = time.perf_counter() - start
    if certificate is not None:
        _certify(matrix, kind, len(found), certificate)
    reason = _emptiness(matrix, kind)
    texts: Iterator[str] = islice(_texts(found, kind), limit)
    points = islice(_points(matrix, found), limit) if witnesses else None
    if as_json:
        head = {"kind": kind.value, **({} if k is None else {"k": k}), "labels": list(matrix.labels), "road": road.value}
        tail = {} if points is None else {"witnesses": list(points)}
        body = {"count": len(found), "patterns": list(texts), "seconds": seconds, "empty_because": reason}
        json.dump({**head, **body, **tail}, sys.stdout)
        sys.stdout.write("\n")
        return
    if reason:
        print(f"arrangements: {reason}", file=sys.stderr)
    if limit == 0:
        print(len(found))
    if points is not None:
        texts = ("\t".join((text, " ".join(point))) for text, point in zip(texts, points, strict=True))
    while chunk := list(islice(texts, 4096)):
        sys.stdout.write("\n".join(chunk) + "\n")


def _listed(matrix: Configuration, kind: Kind, k: int | None, road: Road, memory: str | None) -> Sized:
    from arrangements import listing, tops
    from arrangements.feasibility.isolation import memory_size

    limit = None if memory is None else memory_size(memory)
    name: listing.Road = road.value
    match kind:
        case Kind.sign:
            return listing.sign_pattern(matrix, name, limit)
        case Kind.ranking:
            return listing.ranking_pattern(matrix, name, limit)
        case Kind.argmax:
            return tops.argmax_labels(matrix, name)
        case Kind.top_sets | Kind.top_orders:
            if k is None:
                raise BadInput("--k must be given")
            return (tops.top_sets if kind is Kind.top_sets else tops.top_orders)(matrix, k, name)
        case Kind.ties:
            return tops.tie_pairs(matrix, name)
        case Kind.adjacent:
            return tops.adjacent_pairs(matrix, name)


def _certify(matrix: Configuration, kind: Kind, count: int, path: str) -> None:
    """A witness for each member, by exact linear programs, and a count that the checker makes itself. For thousands, not for millions."""
    from arrangements.errors import InternalError
    from arrangements.feasibility import certify_pattern

    if kind not in (Kind.sign, Kind.ranking):
        raise BadInput(f"--certificate must be given with --kind sign or ranking only, not {kind.value}")
    proof = certify_pattern(matrix, f"{kind.value} pattern")
    if proof.answer != count:
        raise InternalError(f"the list must have as many members by every road, not {count} and {proof.answer}")
    proof.save(path)


def _texts(found: object, kind: Kind) -> Iterable[str]:
    from arrangements.patterns.common import Pattern

    if isinstance(found, Pattern):
        return found.strings()
    joint = ">" if kind is Kind.top_orders else ","
    return (item if isinstance(item, str) else joint.join(item) for item in found)  # type: ignore[attr-defined]


def _points(matrix: Configuration, found: Sized) -> Iterator[list[str]]:
    from arrangements.interior import interior_points
    from arrangements.numbers import text
    from arrangements.patterns import RankingPattern, SignPattern

    if isinstance(found, SignPattern | RankingPattern):
        for _, point in interior_points(matrix, found):
            yield [text(x) for x in point]


def _emptiness(matrix: Configuration, kind: Kind) -> str | None:
    """Why there is nothing to list, where a degeneracy leaves nothing."""
    if kind is Kind.sign and matrix.zero_rows:
        names = ", ".join(matrix.labels[i] for i in matrix.zero_rows)
        return f"no sign vector is strict, because these rows are zero: {names}"
    if kind in (Kind.ranking, Kind.adjacent) and matrix.equal_groups:
        names = "; ".join(" = ".join(matrix.labels[i] for i in group) for group in matrix.equal_groups)
        return f"no ranking is strict, because these rows are equal: {names}"
    return None
