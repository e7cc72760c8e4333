"""``arrangements audit``: which answers can the output layer of a model never give? Every one is
settled, with certificates.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

import typer

from arrangements.cli.bulk import BULK_METHODS, Bulk, Gated, Listed, OfModel, working
from arrangements.cli.command import command
from arrangements.cli.options import Forcing, Printing, Running
from arrangements.errors import BadInput
from arrangements.ranking_text import quoted
from arrangements.running import emit
from arrangements.running.files import made_folder

if TYPE_CHECKING:
    from arrangements.audits.reasons import Reasons
    from arrangements.decide.batches.integer_inputs import Domain
    from arrangements.decide.batches.log_thresholds import Rule
    from arrangements.decide.batches.outcomes import Outcome
    from arrangements.decide.batches.ranks import Ranked
    from arrangements.decide.batches.softmax_bounds import Sure
    from arrangements.layers.inputs import Inputs
    from arrangements.layers.questions.question import Question
    from arrangements.loading import OutputLayer

__all__ = ["run"]

_EXPLAINED = 1000  # labels of which it is said what clashes
_SHARES = (0.001, 0.01, 0.1, 0.5)  # of which it is said how many labels never get more


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
        if self.certificate is not None and not self.certificate.endswith((".npz", ".json")):
            raise BadInput(
                f"certificate must be a file that ends in .npz or .json, not {self.certificate!r}"
            )
        from arrangements.layers.questions.kinds import TIES

        if self.ties not in TIES:
            raise BadInput(f"ties must be one of {', '.join(TIES)}, not {self.ties!r}")
        if self.must_not_win is not None and (self.questions is not None or self.only):
            raise BadInput("--must-not-win must go without --questions and --only")
        if (self.ties != "strict" or self.must_not_win is not None) and (
            self.threshold is not None or self.min_p is not None
        ):
            raise BadInput("ties and must-not-win must go without --threshold and --min-p")
        if self.ties != "strict" and self.report is not None:
            raise BadInput("ties must be strict with --report")
        if self.rank is not None and (
            self.threshold is not None
            or self.min_p is not None
            or self.must_not_win is not None
            or self.listing is not None
            or (self.certificate or "").endswith(".json")
        ):
            raise BadInput(
                "--rank must go without --threshold, --min-p, --must-not-win, --list and certificates in .json; `decide --best-rank` writes these"
            )
        if self.confidence and (
            self.questions is not None
            or self.only
            or self.must_not_win is not None
            or self.threshold is not None
            or self.min_p is not None
            or self.rank is not None
            or (self.certificate or "").endswith(".json")
        ):
            raise BadInput(
                "--confidence must be about all labels, without --questions, --only, --must-not-win, --threshold, --min-p, --rank and certificates in .json; `decide --confidence` takes one label"
            )
        if not self.confidence and self.temperature != "1":
            raise BadInput("--temperature must be used with --confidence")
        if self.report is not None and self.questions is not None:
            raise BadInput("--report must be about labels, not about --questions")
        if self.min_p is not None and (self.questions or self.threshold):
            raise BadInput(
                "min-p must go alone or with --only, not with --questions or --threshold"
            )
        if (self.threshold or self.min_p) and (self.certificate or "").endswith(".json"):
            raise BadInput(
                f"certificate of answers that depend on logarithms must be a file that ends in .npz, not {self.certificate!r}"
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
    def title(self) -> str:
        return f"the audit of {self.model}"


@command
def run(request: Request) -> int:
    """Decide for every label of a layer, exactly, whether the label can be strictly first; or answer
    other questions, thousands at once.

    The exit code is 0 for every answer, unless --fail-on or --baseline asks for another.
    """
    from arrangements.audits import summaries
    from arrangements.audits.gate import Item, Verdict, read_baseline
    from arrangements.audits.reasons import Reason, Reasons
    from arrangements.audits.stated_inputs import stated_inputs
    from arrangements.decide.answers import answers as answers_to
    from arrangements.decide.batches.norms import laid_out
    from arrangements.decide.batches.products import DyadicMatrix
    from arrangements.decide.batches.store import Store, identity
    from arrangements.decide.batches.thresholds import in_bulk
    from arrangements.layers.layer import Layer
    from arrangements.layers.questions.kinds import TIES
    from arrangements.layers.questions.parser import named, parsed, read_placed, read_questions
    from arrangements.layers.questions.question import Question, every_label, under

    layer = request.layer(request.adapter)
    placed = None if request.questions is None else read_placed(request.questions, layer.labels)
    if placed is not None:
        request = _of_places(request, layer.n)
    elif request.questions is not None and request.ties != "strict":
        raise BadInput(
            "ties must be strict with --questions, where `chosen LABEL` asks so, but for best places"
        )
    elif request.questions is not None and request.rank is not None:
        raise BadInput("--rank must be about labels, or --questions that are all `best-rank LABEL`")
    inputs = stated_inputs(
        layer,
        request.inputs,
        linear=request.threshold is not None or request.min_p is not None,
        lengths=request.confidence,
    )
    for given, option, served in (
        (request.min_p, "--min-p", "min-p sampling at M keeps a label whose largest margin in `decide --confidence LABEL` is above log M"),
        (request.threshold, "--threshold", "the probability of a sigmoid is that in `decide --confidence LABEL` of the row of the label and a row of zeros"),
    ):  # fmt: skip
        if given is not None and inputs.within is not None:
            raise BadInput(
                f"{option} must be used with linear conditions alone, not in a ball or behind a norm; {served}"
            )
    behind, domain = laid_out(layer.rows, inputs)
    if domain.empty:
        raise BadInput(f"inputs must have a point, not be empty ({request.inputs})")
    rule = _rule(request, layer)
    reasons = Reasons(lambda: DyadicMatrix(behind), domain, layer.labels, rule)
    if request.questions is not None:
        questions = read_questions(request.questions, layer.labels)
    else:
        questions = under(
            TIES[request.ties] if request.threshold is None else "on",
            named(request.must_not_win, layer.labels)
            if request.must_not_win is not None
            else (Question("top", (label,)) for label in dict.fromkeys(placed))
            if placed is not None
            else parsed(request.only, layer.labels, "--only")
            if request.only
            else every_label(layer.n),
        )
    if (request.certificate or "").endswith(".json"):
        from arrangements.decide.batches.as_certificate import demand_single

        listed = list(questions)
        demand_single(listed)
        questions = iter(listed)
    if request.report is not None:
        made_folder(request.report)
    baseline = (
        None
        if request.baseline is None
        else read_baseline(request.baseline, _about(request, layer, inputs))
    )
    began = time.perf_counter()
    answers: list[tuple[Question, Outcome]] = []
    gated = bool(request.summary or request.conditions)
    kept = bool(request.certificate or request.report or request.every or not request.questions)
    items: list[Item] = []
    yes = total = 0

    def heard(asked: Question, possible: bool) -> None:
        emit((asked.text(layer.labels), possible))

    with ExitStack() as stack:
        executor = stack.enter_context(working(request))
        if rule is None:
            outcomes: Iterable[tuple[Question, Outcome]] = (
                answer.in_integers
                for answer in answers_to(
                    Layer(layer, inputs),
                    questions,
                    method=request.method,
                    executor=executor,
                    store=request.store,
                    heard=heard,
                    certified=request.certificate is not None,
                )
            )
        else:
            known_as = identity(f"{layer.content_hash} {layer.scale} {rule.key}", domain)
            store = request.store and stack.enter_context(Store(request.store, known_as))
            outcomes = in_bulk(
                layer,
                questions,
                rule,
                inputs,
                executor=executor,
                store=store or None,
                heard=lambda asked, outcome: heard(asked, outcome.possible),
            )
        for asked, outcome in outcomes:
            possible = outcome.possible
            yes, total = yes + possible, total + 1
            if kept:
                answers.append((asked, outcome))
            reason = Reason()
            printed = request.questions is not None and not request.as_json
            printed = printed and request.listing is None
            if printed or (gated and (total - yes <= _EXPLAINED or request.questions is not None)):
                reason = reasons.of(asked, outcome)
            if gated:
                forbidden = request.must_not_win is not None
                name = _name(asked, layer.labels)
                single, said = asked.single, reason.said
                items.append(Item(name, possible, reason.conditions, forbidden, single, said=said))
            if printed:
                line = f"{'yes' if possible else 'no'}\t{asked.text(layer.labels)}"
                why = reason.said or ", ".join(reason.conditions)
                print(line, *([why] if why else []), sep="\t", flush=True)
            elif request.listing is not None and possible is (request.listing is Listed.possible):
                print(_name(asked, layer.labels), flush=True)
        ranks = _ranks(request, layer, domain, answers, executor)
        sure = _sure(request, layer, inputs)
        seconds = time.perf_counter() - began
        facts: dict[str, object] = {
            "labels": layer.n,
            "questions": total,
            "possible": yes,
            "impossible": total - yes,
            **layer.facts,
            **({} if ranks is None else {"ranks": _histogram(ranks, cast("int", request.rank))}),
            **({} if sure is None else {"confidence": _at_most(sure, layer.labels)}),
        }
        _write(request, layer, domain, answers, facts, executor, ranks, sure)
    if sure is not None:  # items are then about all labels, in their order
        items = [replace(item, sure=sure.record(k)) for k, item in enumerate(items)]
    about = {**_about(request, layer, inputs), **facts, "seconds": round(seconds, 3)}
    verdict = Verdict.of(items, request.conditions, baseline, layer.unsure)
    for path in request.summary or ():
        summaries.write(path, about, items, verdict)
    if request.as_json:
        whole: dict[str, object] = (
            {"answers": list(_answers(request, answers, layer, reasons, ranks, sure))}
            if request.every
            else {}
        ) | _forbidden(request, answers, layer.labels, domain)
        gate = {"gate": verdict.to_json()} if gated else {}
        print(json.dumps({**about, **gate, **whole}, ensure_ascii=False))
    elif placed is not None:
        for label in placed:
            print(f"{_place(ranks, label)}\tbest-rank {quoted(layer.labels[label])}")
    elif request.listing is None:
        _print(request, layer, inputs, answers, facts, seconds)
    if request.conditions and not request.as_json:
        print(f"arrangements: gate: {verdict}", file=sys.stderr)
    return int(verdict.failed)


def _of_places(request: Request, n: int) -> Request:
    """The request of a file of questions for best places, about the labels of the file."""
    if request.threshold is not None or request.listing is not None:
        raise BadInput("best-rank in --questions must go without --threshold and --list")
    if (request.certificate or "").endswith(".json"):
        raise BadInput(
            f"certificate of places must be a file that ends in .npz, not {request.certificate!r}; `decide --best-rank` writes .json"
        )
    return replace(request, questions=None, rank=request.rank or n)


def _place(ranks: dict[int, Ranked] | None, label: int) -> str:
    """A place as it is printed, or the two between which it is."""
    assert ranks is not None
    least, most, *_ = ranks[label]
    return str(least) if least == most else f"{least} to {most}"


def _rule(request: Request, layer: OutputLayer) -> Rule | None:
    """The rule by which labels are decided, if not by being first."""
    from arrangements.decide.batches.log_thresholds import Rule
    from arrangements.decide.batches.thresholds import read_thresholds

    if request.min_p is not None:
        (share,) = read_thresholds(request.min_p, layer.labels[:1])
        return Rule.min_p(share)
    if request.threshold is not None:
        return Rule.thresholds(read_thresholds(request.threshold, layer.labels))
    return None


def _about(request: Request, layer: OutputLayer, inputs: Inputs) -> dict[str, object]:
    from arrangements.audits.stated_inputs import described

    return {
        "model": request.model,
        **described(layer, inputs),
        "ties": request.ties,
        **({} if (rule := _rule(request, layer)) is None else {"threshold": str(rule)}),
    }


def _name(asked: Question, labels: Sequence[str]) -> str:
    """The label that is asked about, if it is one, or the question."""
    return labels[asked.positions[0]] if asked.single else asked.text(labels)


def _answers(
    request: Request,
    answers: list[tuple[Question, Outcome]],
    layer: OutputLayer,
    reasons: Reasons,
    ranks: dict[int, Ranked] | None,
    sure: Sure | None,
) -> Iterator[dict[str, object]]:
    from arrangements.audits.reasons import Reason

    for asked, outcome in answers:
        key = "label" if asked.single else "question"
        reason = Reason() if request.questions is None else reasons.of(asked, outcome)
        yield {
            key: _name(asked, layer.labels),
            "possible": outcome.possible,
            **({"clash": list(reason.conditions)} if reason.conditions else {}),
            **({"proved": reason.said} if reason.said else {}),
            **({} if ranks is None else {"best_place": list(ranks[asked.positions[0]][:2])}),
            **({} if sure is None else {"probability": sure.probability(asked.positions[0])}),
        }


def _ranks(
    request: Request,
    layer: OutputLayer,
    domain: Domain,
    answers: list[tuple[Question, Outcome]],
    executor: Executor | None,
) -> dict[int, Ranked] | None:
    """The best place of every label that is asked about."""
    if request.rank is None:
        return None
    from arrangements.decide.batches.norms import laid_out
    from arrangements.decide.batches.outcomes import IntegerWitness
    from arrangements.decide.batches.products import DyadicMatrix
    from arrangements.decide.batches.ranks import ranked
    from arrangements.decide.batches.store import Store, identity

    first = {
        asked.positions[0]: tuple(map(int, outcome.point))
        for asked, outcome in answers
        if isinstance(outcome, IntegerWitness)
    }
    labels = [*dict.fromkeys(asked.positions[0] for asked, _ in answers)]
    listed = request.ties == "first"
    with ExitStack() as stack:
        store = None
        if request.store is not None:
            about = identity(layer.content_hash, domain)
            store = stack.enter_context(Store(request.store, about))
        rows = DyadicMatrix(laid_out(layer.rows, domain.stated)[0])
        found = ranked(rows, domain, first, labels, request.rank, executor, store, listed)
        return dict(zip(labels, found, strict=True))


def _sure(request: Request, layer: OutputLayer, inputs: Inputs) -> Sure | None:
    """How large the probability of every label can be."""
    if not request.confidence:
        return None
    from arrangements.decide.batches.norms import laid_out
    from arrangements.decide.batches.products import DyadicMatrix
    from arrangements.decide.batches.softmax_bounds import surest
    from arrangements.decide.confidence import read_temperature

    rows, domain = laid_out(layer.rows, inputs)
    heat = read_temperature(request.temperature) * layer.scale
    margins = None if request.report is None and not request.summary else layer.scale
    return surest(DyadicMatrix(rows), domain, heat, margins)


def _at_most(sure: Sure, labels: Sequence[str]) -> dict[str, object]:
    """How many labels never get more than some probabilities, and which gets least."""
    most = [sure.probability(k)[1] for k in range(len(labels))]
    least = min(range(len(most)), key=most.__getitem__)
    counts = {str(p): sum(x <= p for x in most) for p in _SHARES}
    return {"never_more_than": counts, "least": {"label": labels[least], "at_most": most[least]}}


def _histogram(ranks: dict[int, Ranked], up_to: int) -> dict[str, object]:
    """How many labels have each best place up to that one, as far as it is known."""
    places = Counter(x.least for x in ranks.values() if x.least == x.most <= up_to)
    beyond = sum(x.least > up_to for x in ranks.values())
    return {
        "up_to": up_to,
        "places": {str(k): places[k] for k in range(1, up_to + 1)},
        "beyond": beyond,
        "open": len(ranks) - beyond - sum(places.values()),
    }


def _forbidden(
    request: Request,
    answers: list[tuple[Question, Outcome]],
    labels: Sequence[str],
    domain: Domain,
) -> dict[str, object]:
    """Of labels that must not win: an input where each wins, if there is one."""
    from arrangements.decide.batches.outcomes import IntegerWitness

    if request.must_not_win is None:
        return {}
    listed = list[dict[str, object]]()
    for asked, outcome in answers:
        listed.append({"label": _name(asked, labels), "possible": outcome.possible})
        if isinstance(outcome, IntegerWitness):
            listed[-1]["input"] = [str(x) for x in domain.input(outcome.point)]
    return {"must_not_win": listed}


def _write(
    request: Request,
    layer: OutputLayer,
    domain: Any,
    answers: list[tuple[Question, Outcome]],
    facts: dict[str, object],
    executor: Executor | None,
    ranks: dict[int, Ranked] | None,
    sure: Sure | None,
) -> None:
    rule, about = _rule(request, layer), _about(request, layer, domain.stated)
    if request.certificate is not None:
        from arrangements.decide.batches import evidence
        from arrangements.decide.batches.as_certificate import certificate_of

        if sure is not None:
            evidence.save_sure(request.certificate, layer.rows, domain, sure, about)
        elif ranks is not None:
            places = list(ranks.items())
            evidence.save_ranks(
                request.certificate, layer.rows, domain, places, about, request.ties == "first"
            )
        elif request.certificate.endswith(".json"):
            certificate_of(layer.rows, layer.labels, domain, answers).save(request.certificate)
        else:
            by = None if rule is None else (rule, layer.scale)
            evidence.save(request.certificate, layer.rows, domain, answers, about, by)
    if request.report is not None:
        from arrangements.audits import report

        report.write(
            request.report,
            layer.rows,
            layer.labels,
            domain,
            answers,
            {
                **about,
                **facts,
                **({} if sure is None else {"temperature": request.temperature}),
            },
            executor,
            None if rule is None else (rule, layer.scale),
            None if ranks is None else {i: found[:2] for i, found in ranks.items()},
            sure,
        )


def _print(
    request: Request,
    layer: OutputLayer,
    inputs: Inputs,
    answers: list[tuple[Question, Outcome]],
    facts: dict[str, object],
    seconds: float,
) -> None:
    said = f"{layer.weights} ({layer.n} x {layer.d}{f', bias {layer.bias}' if layer.bias else ''}), inputs {inputs.words}"
    rule = _rule(request, layer)
    by = "" if rule is None else f", {rule}"
    if request.questions is not None:
        print(
            f"arrangements: {facts['possible']} of {facts['questions']} are possible{by}, {said}, {seconds:.1f} s",
            file=sys.stderr,
        )
        for doubt in layer.doubts:
            print(f"arrangements: in doubt: {doubt}", file=sys.stderr)
        return
    never = [_name(asked, layer.labels) for asked, outcome in answers if not outcome.possible]
    if rule is not None:
        what = f"{'be on' if rule.kind == 'threshold' else 'be kept'}{by}"
    else:
        what = "be first" if request.ties == "strict" else "be chosen, ties broken by order"
    print(f"{request.model}: {said}")
    for doubt in layer.doubts:
        print(f"  in doubt   {doubt}")
    if layer.checked is not None:
        print(f"  {layer.checked}")
    if request.must_not_win is None:
        _print_some("never", never, "impossible", f"labels can never {what}", facts, seconds)
    else:
        winning = [_name(asked, layer.labels) for asked, outcome in answers if outcome.possible]
        statement = f"labels that must not win can {what}"
        _print_some("can win", winning, "possible", statement, facts, seconds)
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
    from arrangements.decide.confidence import never_more

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
