"""``arrangements verify``: settle the claims and print the verdicts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import fill
from typing import Annotated

import typer

from arrangements.cli import completion
from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running, Shared
from arrangements.errors import BadInput
from arrangements.running import report_progress
from arrangements.running.files import made_folder
from proofs.names import CLAIMS

__all__ = ["run"]

_COLOURS = {
    "proved": "green",
    "settled for a stated range": "blue",
    "refuted": "red",
    "not settled": "yellow",
}
_WIDEST = 100  # columns that lines of prose use at most


@dataclass(frozen=True, kw_only=True)
class Request(Shared, Running, Printing):
    claims: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAIM",
            help=f"Ids or aliases; all if none is named. {', '.join(CLAIMS)}.",
            autocompletion=completion.claims,
        ),
    ] = None
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write claims.html and claims.json into this folder, with all steps and certificates.",
        ),
    ] = None
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Print all about the named claims: statement, symbols, proof, computations, conditions.",
        ),
    ] = False
    suite: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Run a suite instead: quick, standard, long, conjectures, or CHECK on FAMILY.",
            autocompletion=completion.suites,
        ),
    ] = None
    resume: Annotated[bool, typer.Option(help="Go on from an existing store.")] = True
    plan: Annotated[
        bool,
        typer.Option(
            "--plan", help="Print what a suite would run, with sizes and predicted work, and stop."
        ),
    ] = False

    def check(self) -> None:
        super().check()
        if self.suite is not None and self.claims:
            raise BadInput("claims must not be named together with a suite")
        if self.explain and (self.suite is not None or self.as_json or not self.claims):
            raise BadInput("claims must be named for --explain, without --suite and --json")
        if self.suite is None and (
            self.plan
            or any(option is not None for option in (self.workers, self.cluster, self.store))
        ):
            raise BadInput(
                "a suite must be named with --suite for --workers, --cluster, --store and --plan"
            )

    @property
    def title(self) -> str:
        return f"suite {self.suite}" if self.suite is not None else "the claims"


@command(unread=141)
def run(request: Request) -> int:
    """Settle the claims of the paper, of two works beside it, and ours: owner, verdict and range.

    The exit code is 1 if a claim is refuted or not settled. "proved if" marks a claim that needs
    a condition which the paper, or the slides about the other works, do not state.
    """
    if request.report is not None:
        made_folder(request.report)
    if request.suite is not None:
        from proofs.search.suites.command import verify

        return verify(
            request.suite, workers=request.workers, address=request.cluster, store_path=request.store, resume=request.resume,
            folder=request.report, as_json=request.as_json, plan=request.plan,
        )  # fmt: skip
    from proofs.pages import explained
    from proofs.pages import report as reports
    from proofs.paper.claims import CLAIMS as every
    from proofs.paper.claims import find

    columns = min(get_terminal_size().columns, _WIDEST)
    chosen = (
        tuple(dict.fromkeys(find(name) for name in request.claims)) if request.claims else every
    )
    results = []
    for done, claim in enumerate(chosen):
        report_progress(claim.id, done / len(chosen))
        verdict = claim.settle()
        results.append((claim, verdict))
        if request.explain:
            typer.echo(("\n" if done else "") + explained.explain(claim, verdict, columns))
        elif not request.as_json:
            head, status, rest = explained.line(claim, verdict, columns).partition(
                explained.words(claim, verdict)
            )
            typer.echo(head + typer.style(status, fg=_COLOURS[verdict.status], bold=True) + rest)
    if request.as_json:
        typer.echo(json.dumps(reports.as_json(results), indent=2, ensure_ascii=False))
    elif not request.explain and not request.quiet:
        notes = [reports.summary(results)] if len(results) > 1 else []
        notes += [explained.needs_line(chosen)]
        notes += [explained.seconded(verdict for _, verdict in results), explained.coq_line(chosen)]
        for note in filter(None, notes):
            typer.echo(fill(note, columns, break_long_words=False, break_on_hyphens=False))
    if request.report is not None:
        reports.write(results, request.report)
    return 1 if any(verdict.status in ("refuted", "not settled") for _, verdict in results) else 0
