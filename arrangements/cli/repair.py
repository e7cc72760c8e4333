"""``arrangements repair``: the least change of the offsets, or of the rows, after which every label,
or every question of a file, is possible.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.bulk import OfModel
from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running, Workers
from arrangements.exact.numbers.one_sided import at_least, at_most

if TYPE_CHECKING:
    from arrangements.audits.least_change import Change, LeastChange
    from arrangements.audits.repair.bias import Repair
    from arrangements.audits.repair.change_programs import Measure
    from arrangements.audits.repair.row_changes import RowRepair

__all__ = ["run"]

_NAMED = 4  # questions that contradict each other


class _What(StrEnum):
    offsets = "offsets"
    factors = "factors"
    rows = "rows"


class _Measure(StrEnum):
    largest = "largest"
    sum = "sum"
    number = "number"


@dataclass(frozen=True, kw_only=True)
class Request(OfModel, Workers, Running, Printing):
    questions: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The questions that must become possible: one per line, or a CSV of label sets; by default that each label is first.",
        ),
    ] = None
    change: Annotated[
        _What,
        typer.Option(
            help="The numbers to change: offsets; factors (each row with its offset by a factor); or rows (entries of rows)."
        ),
    ] = _What.offsets
    skip_equal: Annotated[
        bool,
        typer.Option(
            "--skip-equal",
            help="Leave out each label whose row equals an earlier row (with --change factors: is a multiple of an earlier row), since no such change makes the label first.",
        ),
    ] = False
    least: Annotated[
        _Measure | None,
        typer.Option(
            help="Minimise the sum of all changes (the default), the largest change, or the number of changes; the factors found are least in all three ways."
        ),
    ] = None
    at_most: Annotated[
        int | None,
        typer.Option(
            metavar="M",
            min=0,
            help="Change at most M offsets, with --least number; exit code 1, with a proof, if more changes are needed.",
        ),
    ] = None
    margin: Annotated[
        str | None,
        typer.Option(
            metavar="M",
            help="How far ahead each label must be at some input, by default by any amount; for factors and rows, how far the change goes beyond the least change.",
        ),
    ] = None
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER|FILE",
            help="Write the repaired tensors into this folder, with certificates, the changes and a report; or into this file, without them.",
        ),
    ] = None

    @property
    def title(self) -> str:
        return f"the repair of {self.model}"


@command(unread=141)
def run(request: Request) -> int:
    """Find the least change of the offsets, or of the rows, after which every label can be strictly
    first, or every question of a file is possible; write the repaired tensors.

    The new numbers are rounded to the type of the file, and all labels are audited again with the
    rounded numbers. A certificate proves that no smaller change suffices. Exit code 0: the layer
    is repaired, or needed no repair; 1: no such change suffices, with a proof.
    """
    from arrangements.audits.least_change import demand_measure, form_and_grid, prepared
    from arrangements.audits.model_audit import Audit
    from arrangements.running.executors import workers_for

    what: Change = request.change.value
    least: Measure | None = None if request.least is None else request.least.value
    demand_measure(what, least, request.at_most)
    layer = request.layer()
    if request.output is not None:
        prepared(form_and_grid(layer, what)[0], request.output)  # refused before any work
    with workers_for(request.workers, None) as executor:
        audit = Audit(layer, request.inputs, name=request.model, executor=executor)
        found = audit.repair(
            request.questions,
            change=what,
            least=least,
            margin=request.margin or 0,
            at_most=request.at_most,
            skip_equal=request.skip_equal,
        )
    written = {} if request.output is None else found.save(request.output)
    if request.as_json:
        took = {"seconds": round(found.seconds, 3)} if found.repaired else {}
        print(json.dumps({**found.facts, "written": written, **took}, ensure_ascii=False))
    else:
        if request.inputs is not None:
            print(f"inputs   {found.domain.stated.words}")
        (_print_change if found.repaired else _print_no)(found, written)
    return 0 if found.repaired else 1


def _print_change(repair: LeastChange, written: dict[str, str]) -> None:
    from arrangements.audits.least_change import form_and_grid

    found, asked = repair.found, len(repair.questions)
    things = "labels can be first" if repair.of_labels else "questions are possible"
    print(f"before   {asked - found.before:,} of {asked:,} {things}")
    if repair.skipped:
        alike = "is a multiple of" if repair.change == "factors" else "equals"
        print(f"skipped  {repair.skipped:,} whose row {alike} an earlier one")
    for line in _told(found):
        print(line)
    numbers = "offsets" if repair.change == "offsets" else "rows"
    print(f"after    {asked:,} of {asked:,} {things}, audited with the rounded {numbers}")
    if written:
        form, _ = form_and_grid(repair.audit.layer, repair.change)
        suffix = PurePath(written["model"]).suffix[1:].upper()
        how = f"{suffix}, with decimals" if form is None else form.description
        added = ""
        if form is not None and repair.change == "offsets":
            how += f", offsets in {form.kind}"
            added = (
                ""
                if repair.audit.layer.bias is not None
                else "; the model must add the new offsets"
            )
        elif form is not None and form.source is not None:
            how += f", weights in {form.of_weights}"
        print(f"written  {written['model']} ({how}{added})")
        more = [Path(path).name for key, path in written.items() if key != "model"]
        if more:
            print(f"         {', '.join(more)}")


def _print_no(repair: LeastChange, written: dict[str, str]) -> None:
    """Why no change suffices."""
    from arrangements.audits.repair.row_changes import NoFactors

    without_0 = isinstance(repair.outcome, NoFactors) and repair.outcome.always is None
    where = " above 0" if without_0 else ""
    clash, fewest = repair.contradiction, repair.needed
    if fewest is not None:
        print(f"no: every repair changes at least {fewest:,} offset{'s' * (fewest != 1)} (proved)")
    elif repair.change == "offsets":
        more = f" and {len(clash) - _NAMED} more" if len(clash) > _NAMED else ""
        print(
            f"no: no change of the offsets makes these possible together: {'; '.join(clash[:_NAMED])}{more}"
        )
        if repair.of_twins:
            print("  their rows are equal: --skip-equal leaves out all but the first of them")
    elif len(clash) == 1:
        print(f"no: no factors make {clash[0]} first{where}: its logit is never positive")
    else:
        print(f"no: no factors make these first{where}: {', '.join(clash)}")
        if repair.of_twins:
            print(
                "  their rows are multiples of each other: --skip-equal leaves out all but the first"
            )
    if written:
        print(f"  certificate  {written['bound']}")


def _told(found: Repair | RowRepair) -> list[str]:
    """The change, and the bound that is proved."""
    from arrangements.audits.repair.bias import Repair

    if isinstance(found, Repair):
        return _of_offsets(found)
    if not found.before:
        return ["change   none is needed"]
    if found.what == "factors":
        factors = [Fraction(f) for f in found.factors.values()]
        number, floors = len(factors), dict[int, Fraction]()
        for step in found.steps:
            floors[step.label] = max(floors.get(step.label, Fraction(1)), step.factor)
        where = "" if found.always is not None else " with which labels are first above 0"
        return [
            f"change   {number:,} row{'s' * (number != 1)}, times {at_least(min(factors))} to {at_most(max(factors))}",
            f"least    every choice of factors{where} has {len(floors):,} above the smallest one, up to {at_least(max(floors.values(), default=Fraction(1)))} times as large (proved)",
        ]
    sizes = [abs(Fraction(x)) for moved in found.entries.values() for _, x in moved]
    number = len(sizes)
    return [
        f"change   {number:,} entr{'ies' if number != 1 else 'y'} of {len(found.entries):,} row{'s' * (len(found.entries) != 1)}, the largest by {at_most(max(sizes))}, in all by {at_most(sum(sizes))}",
        f"least    every repair has a {_named(found.measure)} above {at_least(found.least)} (proved)"
        if found.least
        else "least    no bound is proved",
    ]


def _of_offsets(found: Repair) -> list[str]:
    if not found.changes:
        return ["change   none is needed"]
    number, sizes = len(found.changes), [Fraction(abs(x)) for x in found.changes.values()]
    least = Fraction(found.least)
    return [
        f"change   {number:,} offset{'s' * (number != 1)}, the largest by {at_most(max(sizes))}, in all by {at_most(sum(sizes))}",
        f"least    every repair changes at least {int(least) + 1:,} (proved)"
        if found.measure == "number"
        else f"least    every repair has a {_named(found.measure)} above {at_least(least)} (proved)"
        if least
        else "least    as small as you like: without a margin, any positive change may do",
    ]


def _named(measure: str) -> str:
    return "largest change" if measure == "largest" else "sum of changes"
