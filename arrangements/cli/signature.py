"""``arrangements signature``: can a layer have given the rankings of a log? A ranking that the
layer cannot have given proves that the log is not from this layer.
"""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, ClassVar, cast

import typer

from arrangements.cli.bulk import BULK_METHODS, Gated, Listed, OfModel, working
from arrangements.cli.command import command
from arrangements.cli.options import Forcing, Printing, Running, Shared
from arrangements.errors import BadInput
from arrangements.running import emit
from arrangements.running.files import made_folder

if TYPE_CHECKING:
    from arrangements.layers.questions.question import Question

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
        if self.certificate is not None and not self.certificate.endswith(".npz"):
            raise BadInput(
                f"certificate must be a file that ends in .npz, not {self.certificate!r}"
            )
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
    from arrangements.audits import report, summaries
    from arrangements.audits.gate import Item, Verdict, read_baseline
    from arrangements.audits.log_cores import core
    from arrangements.audits.stated_inputs import described, stated_inputs
    from arrangements.decide.answers import answers
    from arrangements.decide.batches import evidence
    from arrangements.decide.batches.norms import laid_out
    from arrangements.decide.batches.products import DyadicMatrix
    from arrangements.decide.batches.spooled import Kept
    from arrangements.layers.layer import Layer
    from arrangements.layers.questions.logs import Line, Log, twins

    layer = request.layer(request.adapter)
    inputs = stated_inputs(layer, request.inputs, linear=request.scores is not None)
    numbers, domain = laid_out(layer.rows, inputs)
    rows = DyadicMatrix(numbers)
    if domain.empty:
        raise BadInput(f"inputs must have a point, not be empty ({request.inputs})")
    if request.scores is not None:
        inputs.demand_polyhedron("--scores")
    log = Log(
        layer.labels,
        {} if request.scores is not None else twins([layer.rows]),
        request.first,
        request.within,
        layer.scale,
    )
    about: dict[str, object] = {
        "model": request.model,
        "log": request.log,
        **described(layer, inputs),
        "labels": layer.n,
        **layer.facts,
    }
    baseline = None if request.baseline is None else read_baseline(request.baseline, about)
    deque(log.read(request.log), 0)  # all lines are read before any work
    if request.report is not None:
        made_folder(request.report)
    told = request.every or request.report is not None
    began = time.perf_counter()
    waiting: deque[Line] = deque()
    kept = Kept(domain.d + 1)
    items: list[Item] = []
    every: list[dict[str, object]] = []
    yes = total = 0
    first: dict[str, object] | None = None

    def asked() -> Iterator[Question]:
        for line in log.read(request.log):
            waiting.append(line)
            yield line.asked

    with working(request) as executor:
        decided = answers(
            Layer(layer, inputs),
            asked(),
            method=request.method,
            executor=executor,
            store=request.store,
            heard=lambda _, possible: emit(possible),
        )
        for answer in decided:
            line, outcome = waiting.popleft(), answer.in_integers[1]
            possible = outcome.possible
            yes, total = yes + possible, total + 1
            if request.certificate is not None:
                kept.append(line.asked, outcome)
            name = f"line {line.number}"
            clash = None
            if not possible and (
                first is None or total - yes <= _EXPLAINED or told or request.summary
            ):
                clash = core(line.asked, outcome, layer.labels, rows, domain)
                first = first or {"line": line.number, **clash.to_json()}
            if request.summary or request.conditions:
                items.append(Item(name, possible, clash.conditions if clash else (), label=False))
            if told:
                explanation = clash.to_json() if clash else {}
                every.append({"line": line.number, "possible": possible, **explanation})
            if request.listing is not None and possible is (request.listing is Listed.possible):
                print(line.number, flush=True)
            elif (
                clash
                and not request.as_json
                and request.listing is None
                and total - yes <= _EXPLAINED
            ):
                print(f"no\t{name}\t{clash}", flush=True)
            if request.stop and not possible:
                break
        seconds = time.perf_counter() - began
    facts: dict[str, object] = {"lines": total, "possible": yes, "impossible": total - yes}
    about = {**about, **facts}
    if request.certificate is not None:
        evidence.save(request.certificate, layer.rows, domain, kept, about)
    about["seconds"] = round(seconds, 3)
    if request.report is not None:
        report.write_log(request.report, about, every)
    verdict = Verdict.of(items, request.conditions, baseline, layer.unsure)
    for path in request.summary or ():
        summaries.write(path, {**about, "questions": total}, items, verdict)
    if request.as_json:
        gate = {"gate": verdict.to_json()} if request.summary or request.conditions else {}
        more: dict[str, object] = {"first": first, **gate}
        if request.every:
            more["answers"] = every
        print(json.dumps({**about, **more}, ensure_ascii=False))
    elif request.listing is None:
        where = "" if request.inputs is None else f", inputs {inputs.words}"
        print(f"{request.log}: {yes:,} of {total:,} lines are possible{where}, in {seconds:.1f} s")
        for doubt in layer.doubts:
            print(f"  in doubt   {doubt}")
        if first is None:
            print(f"  {request.model} can have given this log")
        else:
            print(f"  not of {request.model}, which cannot give line {first['line']}")
        for written in (request.certificate, request.report):
            if written is not None:
                print(f"  written    {written}")
    if request.conditions and not request.as_json:
        print(f"arrangements: gate: {verdict}", file=sys.stderr)
    return int(verdict.failed)
