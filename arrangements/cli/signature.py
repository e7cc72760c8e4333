"""``arrangements signature``: can a layer have given the rankings of a log? A ranking that the
layer cannot have given proves that the log is not from this layer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar, cast

import typer

from arrangements.cli.bulk import BULK_METHODS, Gated, Listed, OfModel, working
from arrangements.cli.command import command
from arrangements.cli.options import Forcing, Printing, Running, Shared
from arrangements.errors import BadInput
from arrangements.running import emit

__all__ = ["run"]

_EXPLAINED = 20  # impossible lines that are printed


@dataclass(frozen=True, kw_only=True)
class Request(OfModel, Gated, Shared, Forcing, Running, Printing):
    writes = ("certificate",)
    methods: ClassVar = BULK_METHODS

    log: Annotated[
        str,
        typer.Argument(
            metavar="LOG",
            help="The log, with the first labels of one output per line: .jsonl, .csv, or texts a>b>c.",
        ),
    ]
    adapter: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER", help="The folder of a LoRA adapter, which is merged exactly."
        ),
    ] = None
    first: Annotated[
        int | None,
        typer.Option(min=1, metavar="K", help="Use only the first K labels of each line."),
    ] = None
    scores: Annotated[
        str | None,
        typer.Option(
            metavar="E",
            help="Use the scores of the log: right to within E, up to a constant per line; or, with the word rounded, right to the digits that are written.",
        ),
    ] = None
    stop: Annotated[
        bool, typer.Option("--stop", help="Stop at the first line that is impossible.")
    ] = False
    certificate: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write all proofs to this .npz file.")
    ] = None
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write a page, JSON and Parquet about all lines into this folder.",
        ),
    ] = None

    def check(self) -> None:
        super().check()
        self.within  # noqa: B018 - refuses
        if any(condition.what != "impossible" for condition in self.conditions):
            raise BadInput("--fail-on must be impossible, or such as 'impossible>10'")
        if self.listing is not None and self.as_json:
            raise BadInput("--list must not be used with --json; --all gives the answers")

    @property
    def within(self) -> Fraction | None:
        """By how much scores may be off; 0 for as they are written."""
        if self.scores is None or self.scores == "rounded":
            return None if self.scores is None else Fraction(0)
        from arrangements.exact.numbers import parse

        found = parse(self.scores, "scores")
        if not isinstance(found, Fraction) or found <= 0:
            raise BadInput(f"--scores must be a positive number, or rounded, not {self.scores!r}")
        return found

    def partial(self, emitted: Sequence[object]) -> str | None:
        """Lines are settled in parts, not in their order."""
        if not emitted:
            return None
        possible = sum(cast("Sequence[bool]", emitted))
        if self.as_json:
            counts = {"settled": len(emitted), "possible": possible}
            counts["impossible"] = len(emitted) - possible
            print(json.dumps({"model": self.model, "log": self.log, "partial": True, **counts}))
        kept = "" if self.store is None else f"; they are kept in {self.store}"
        return f"partial: {len(emitted):,} lines were settled by then, {possible:,} of them possible, {len(emitted) - possible:,} not{kept}"

    @property
    def title(self) -> str:
        return f"the signature of {self.log}"


@command
def run(request: Request) -> int:
    """Decide for each line of a log, exactly, whether this layer can have put the labels of the line
    first, in this order; for an impossible line, name a few labels that clash.

    The exit code is 0 for every answer, unless --fail-on or --baseline asks for another.
    """
    from arrangements.audits.model_audit import Audit

    layer = request.layer(request.adapter)
    gated = bool(request.summary or request.conditions)
    refuted = 0
    with working(request) as executor:
        audit = Audit(
            layer,
            request.inputs,
            name=request.model,
            method=request.method,
            executor=executor,
            store=request.store,
        )
        found = audit.log(request.log, first=request.first, scores=request.within)
        found.prepare(
            certificate=request.certificate,
            report=request.report,
            summary=request.summary or (),
            baseline=request.baseline,
            keep=bool(request.certificate or request.report or request.every or gated),
            on_answer=lambda _, possible: emit(possible),
        )
        for line in found:
            refuted += not line.possible
            if request.listing is not None and line.possible is (
                request.listing is Listed.possible
            ):
                print(line.number, flush=True)
            elif (
                not (line.possible or request.as_json or request.listing) and refuted <= _EXPLAINED
            ):
                print(f"no\t{line.name}\t{line.core}", flush=True)
            if request.stop and not line.possible:
                found.stop()
                break
        if request.certificate is not None:
            found.save(request.certificate)
    if request.report is not None:
        found.report(request.report)
    verdict = found.verdict(request.conditions, request.baseline) if gated else None
    for path in request.summary or ():
        found.summary(path, verdict)
    first = found.first
    if request.as_json:
        gate = {} if verdict is None else {"gate": verdict.to_json()}
        told_first = None if first is None else first.to_json()
        if told_first is not None:
            del told_first["possible"]
        more: dict[str, object] = {"first": told_first, **gate}
        if request.every:
            more["answers"] = found.to_json()
        print(json.dumps({**found.whole, **more}, ensure_ascii=False))
    elif request.listing is None:
        where = "" if request.inputs is None else f", inputs {found.inputs.words}"
        print(
            f"{request.log}: {found.yes:,} of {found.total:,} lines are possible{where}, in {found.seconds:.1f} s"
        )
        for doubt in layer.doubts:
            print(f"  in doubt   {doubt}")
        if first is None:
            print(f"  {request.model} can have given this log")
        else:
            print(f"  not of {request.model}, which cannot give {first.name}")
        for written in (request.certificate, request.report):
            if written is not None:
                print(f"  written    {written}")
    if verdict is not None and request.conditions and not request.as_json:
        print(f"arrangements: gate: {verdict}", file=sys.stderr)
    return int(verdict is not None and verdict.failed)
