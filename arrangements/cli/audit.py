"""``arrangements audit``: which answers can the output layer of a model never give? Every one is
settled, with certificates.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

import typer

from arrangements.cli.bulk import BULK_METHODS, Bulk, Gated, Listed, OfModel, working
from arrangements.cli.command import command
from arrangements.cli.options import Forcing, Printing, Running
from arrangements.errors import BadInput
from arrangements.ranking_text import quoted
from arrangements.running import emit

if TYPE_CHECKING:
    from arrangements.audits.model_audit import Answers, Audit

__all__ = ["run"]


@dataclass(frozen=True, kw_only=True)
class Request(OfModel, Gated, Bulk, Forcing, Running, Printing):
    writes = ("certificate",)
    methods: ClassVar = BULK_METHODS

    adapter: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER", help="The folder of a LoRA adapter, which is merged exactly."
        ),
    ] = None
    threshold: Annotated[
        str | None,
        typer.Option(
            metavar="T",
            help="For a multi-label layer, where a label is on if p > T: a number, or a file with one number per label.",
        ),
    ] = None
    min_p: Annotated[
        str | None,
        typer.Option(
            "--min-p",
            metavar="M",
            help="Ask which labels min-p sampling can keep: those with p > M times the largest probability.",
        ),
    ] = None
    rank: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            min=1,
            help="Ask for the best place that each label can reach, up to place K.",
        ),
    ] = None
    confidence: Annotated[
        bool,
        typer.Option(
            "--confidence",
            help="In a ball or behind a norm: ask for the largest softmax probability of each label.",
        ),
    ] = False
    temperature: Annotated[
        str,
        typer.Option(
            metavar="T",
            help="For --confidence: the number by which scores are divided before softmax.",
        ),
    ] = "1"
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL", help="Ask about this label alone; may be repeated."),
    ] = None
    must_not_win: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|LABELS",
            help="Ask about these labels alone (a file with one label per line, or a,b): for each an input where the label wins, or a proof that there is no such input.",
        ),
    ] = None
    ties: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help="strict: a label wins if its score is above all others. first: among equal scores the label listed first wins.",
        ),
    ] = "strict"
    certificate: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write all proofs to this .npz file; the proof of a single question also as .json.",
        ),
    ] = None
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write a page, JSON and Parquet about all labels into this folder.",
        ),
    ] = None

    def check(self) -> None:
        super().check()
        if self.questions is not None and self.only:
            raise BadInput("questions must come from --questions or from --only, not from both")
        from arrangements.layers.questions.kinds import TIES

        if self.ties not in TIES:
            raise BadInput(f"ties must be one of {', '.join(TIES)}, not {self.ties!r}")
        if self.must_not_win is not None and (self.questions is not None or self.only):
            raise BadInput("--must-not-win must go without --questions and --only")
        if self.must_not_win is not None and (self.threshold is not None or self.min_p is not None):
            raise BadInput("must-not-win must go without --threshold and --min-p")
        if self.rank is not None and (
            self.threshold is not None
            or self.min_p is not None
            or self.must_not_win is not None
            or self.listing is not None
        ):
            raise BadInput("--rank must go without --threshold, --min-p, --must-not-win and --list")
        if self.confidence and (
            self.questions is not None
            or self.only
            or self.must_not_win is not None
            or self.threshold is not None
            or self.min_p is not None
            or self.rank is not None
        ):
            raise BadInput(
                "--confidence must be about all labels, without --questions, --only, --must-not-win, --threshold, --min-p and --rank; `decide --confidence` takes one label"
            )
        if not self.confidence and self.temperature != "1":
            raise BadInput("--temperature must be used with --confidence")
        if self.min_p is not None and (self.questions or self.threshold):
            raise BadInput(
                "min-p must go alone or with --only, not with --questions or --threshold"
            )
        for what in {condition.what for condition in self.conditions}:
            if (what == "must-not-win") is (self.must_not_win is None):
                raise BadInput(
                    f"--fail-on {what} must go {'with' if self.must_not_win is None else 'without'} --must-not-win"
                )
        if self.listing is not None and self.as_json:
            raise BadInput(
                "--list must not be used with --json, whose keys impossible and possible count; --all gives the answers"
            )

    def partial(self, emitted: Sequence[object]) -> str | None:
        """Answers are settled one by one, not in their order; a certificate or a report is complete
        or not at all.
        """
        if not emitted:
            return None
        possible = sum(answer for _, answer in cast("Sequence[tuple[str, bool]]", emitted))
        if self.as_json:
            counts = {
                "settled": len(emitted),
                "possible": possible,
                "impossible": len(emitted) - possible,
            }
            print(json.dumps({"model": self.model, "partial": True, **counts}))
        kept = "" if self.store is None else f"; the hard ones are kept in {self.store}"
        return f"partial: {len(emitted):,} were settled by then, {possible:,} of them possible, {len(emitted) - possible:,} not{kept}"

    @property
    def usual(self) -> str:
        """A condition that is meant where there is a baseline and no condition."""
        return "impossible" if self.must_not_win is None else "must-not-win"

    @property
    def gated(self) -> bool:
        """Whether a gate or a summary takes the answers."""
        return bool(self.summary or self.conditions)

    @property
    def title(self) -> str:
        return f"the audit of {self.model}"


@command
def run(request: Request) -> int:
    """Decide for every label of a layer, exactly, whether the label can be strictly first; or answer
    other questions, thousands at once.

    The exit code is 0 for every answer, unless --fail-on or --baseline asks for another.
    """
    from arrangements.audits.model_audit import Audit
    from arrangements.layers.questions.parser import read_placed

    layer = request.layer(request.adapter)
    placed = None if request.questions is None else read_placed(request.questions, layer.labels)
    if placed is not None:
        request = _of_places(request, layer.n)
    elif request.questions is not None and request.rank is not None:
        raise BadInput("--rank must be about labels, or --questions that are all `best-rank LABEL`")
    written = request.certificate or request.report or request.every or request.gated
    with working(request) as executor:
        audit = Audit(
            layer,
            request.inputs,
            name=request.model,
            ties=request.ties,
            method=request.method,
            executor=executor,
            store=request.store,
        )
        found = _asked(request, audit, placed)
        found.prepare(
            certificate=request.certificate,
            report=request.report,
            summary=request.summary or (),
            baseline=request.baseline,
            keep=bool(written or not request.questions),
            on_answer=lambda asked, possible: emit((asked.text(layer.labels), possible)),
        )
        _print_as_they_come(request, found)
        found.ranks, found.sure  # noqa: B018 - settled while there are workers
        if request.certificate is not None:
            found.save(request.certificate)
        if request.report is not None:
            found.report(request.report)
    verdict = found.verdict(request.conditions, request.baseline) if request.gated else None
    for path in request.summary or ():
        found.summary(path, verdict)
    if request.as_json:
        whole = {"answers": found.to_json()} if request.every else {}
        gate = {} if verdict is None else {"gate": verdict.to_json()}
        told = {**found.whole, **gate, **whole, **_forbidden(request, found)}
        print(json.dumps(told, ensure_ascii=False))
    elif placed is not None:
        for label in placed:
            print(f"{_place(found, label)}\tbest-rank {quoted(layer.labels[label])}")
    elif request.listing is None:
        _print(request, found)
    if verdict is not None and request.conditions and not request.as_json:
        print(f"arrangements: gate: {verdict}", file=sys.stderr)
    return int(verdict is not None and verdict.failed)


def _asked(request: Request, audit: Audit, placed: Sequence[int] | None) -> Answers:
    """The answers, not yet settled."""
    from arrangements.decide.batches.thresholds import read_thresholds
    from arrangements.layers.questions.parser import named, parsed

    labels, only = audit.labels, None
    if placed is not None:
        only = [labels[place] for place in dict.fromkeys(placed)]
    elif request.only:
        only = [labels[asked.positions[0]] for asked in parsed(request.only, labels, "--only")]
    thresholds = None if request.threshold is None else read_thresholds(request.threshold, labels)
    if request.questions is not None:
        return audit.ask(Path(request.questions), threshold=thresholds)
    if request.must_not_win is not None:
        forbidden = named(request.must_not_win, labels)
        return audit.must_not_win([labels[asked.positions[0]] for asked in forbidden])
    if request.min_p is not None:
        (share,) = read_thresholds(request.min_p, labels[:1])
        return audit.kept(share, only)
    if thresholds is not None:
        return audit.on(thresholds, only)
    if request.rank is not None:
        return audit.best_places(request.rank, only)
    if request.confidence:
        return audit.confidence(request.temperature)
    return audit.winners if only is None else audit.first(only)


def _print_as_they_come(request: Request, found: Answers) -> None:
    """All answers are settled, and printed if they are printed as they come."""
    printed = request.questions is not None and not request.as_json and request.listing is None
    for one in found:
        if printed:
            why = one.reason.said or ", ".join(one.reason.conditions)
            line = f"{'yes' if one.possible else 'no'}\t{one.question}"
            print(line, *([why] if why else []), sep="\t", flush=True)
        elif request.listing is not None and one.possible is (request.listing is Listed.possible):
            print(one.name, flush=True)


def _of_places(request: Request, n: int) -> Request:
    """The request of a file of questions for best places, about the labels of the file."""
    if request.threshold is not None or request.listing is not None:
        raise BadInput("best-rank in --questions must go without --threshold and --list")
    return replace(request, questions=None, rank=request.rank or n)


def _place(found: Answers, label: int) -> str:
    """A place as it is printed, or the two between which it is."""
    least, most = found.places[found.audit.labels[label]]
    return str(least) if least == most else f"{least} to {most}"


def _forbidden(request: Request, found: Answers) -> dict[str, object]:
    """Of labels that must not win: an input where each wins, if there is one."""
    from arrangements.decide.dyadic.outcomes import IntegerWitness

    if request.must_not_win is None:
        return {}
    listed = list[dict[str, object]]()
    for one in found:
        listed.append({"label": one.name, "possible": one.possible})
        if isinstance(one.outcome, IntegerWitness):
            listed[-1]["input"] = [str(x) for x in found.domain.input(one.outcome.point)]
    return {"must_not_win": listed}


def _print(request: Request, found: Answers) -> None:
    layer, facts, seconds = found.audit.layer, found.facts, found.seconds
    said = f"{layer.weights} ({layer.n} x {layer.d}{f', bias {layer.bias}' if layer.bias else ''}), inputs {found.inputs.words}"
    rule = found.rule
    by = "" if rule is None else f", {rule}"
    if request.questions is not None:
        print(
            f"arrangements: {facts['possible']} of {facts['questions']} are possible{by}, {said}, {seconds:.1f} s",
            file=sys.stderr,
        )
        for doubt in layer.doubts:
            print(f"arrangements: in doubt: {doubt}", file=sys.stderr)
        return
    if rule is not None:
        what = f"{'be on' if rule.kind == 'threshold' else 'be kept'}{by}"
    else:
        what = "be first" if request.ties == "strict" else "be chosen, ties broken by order"
    print(f"{request.model}: {said}")
    for doubt in layer.doubts:
        print(f"  in doubt   {doubt}")
    if layer.checked is not None:
        print(f"  {layer.checked}")
    if found.forbidden:
        statement = f"labels that must not win can {what}"
        _print_some("can win", found.possible, "possible", statement, facts, seconds)
    else:
        statement = f"labels can never {what}"
        _print_some("never", found.impossible, "impossible", statement, facts, seconds)
    if "ranks" in facts:
        _print_ranks(cast("dict[str, Any]", facts["ranks"]))
    if "confidence" in facts:
        _print_sure(cast("dict[str, Any]", facts["confidence"]), request.temperature)
    for written in (request.certificate, request.report):
        if written is not None:
            print(f"  written    {written}")


def _print_ranks(ranks: dict[str, Any]) -> None:
    parts = [f"place {k}: {number:,}" for k, number in ranks["places"].items() if number]
    parts += [f"beyond place {ranks['up_to']}: {ranks['beyond']:,}"] * bool(ranks["beyond"])
    parts += [f"between two bounds: {ranks['open']:,}"] * bool(ranks["open"])
    print(f"  at best    {', '.join(parts)}")


def _print_sure(sure: dict[str, Any], temperature: str) -> None:
    from arrangements.decide.one_by_one.softmax_probability import never_more

    parts = [f"{p}: {n:,}" for p, n in sure["never_more_than"].items()]
    least = sure["least"]
    print(f"  never more than a probability of {', '.join(parts)} (temperature {temperature})")
    print(f"  least      {least['label']} {never_more(least['at_most'], 6)}")


def _print_some(
    head: str,
    labels: Sequence[str],
    kind: str,
    statement: str,
    facts: dict[str, object],
    seconds: float,
) -> None:
    print(
        f"  {facts[kind]} of {facts['questions']} {statement}; all are settled exactly, in {seconds:.1f} s"
    )
    if labels:
        more = f"  ... ({len(labels)} in all: --list {kind})" if len(labels) > 20 else ""
        print(f"  {head:<10} {'  '.join(labels[:20])}{more}")
