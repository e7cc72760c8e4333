"""``arrangements verify``: settle the claims of the paper and print the verdicts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli import completion
from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running
from arrangements.errors import BadInput
from arrangements.running import tell
from proofs.names import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.formal.status import FormalTheorem
    from proofs.verdicts.claim import Claim, Verdict

__all__ = ["run"]

_COLOURS = {"proved": "green", "settled for a stated range": "blue", "refuted": "red", "not settled": "yellow"}


@dataclass(frozen=True, kw_only=True)
class Request(Running, Printing):
    claims: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CLAIM]...", help=f"Ids or aliases; all if none is named. {', '.join(CLAIMS)}.", autocompletion=completion.claims
        ),
    ] = None
    report: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write claims.html and claims.json, with all steps and certificates.")
    ] = None
    suite: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Run a suite instead: quick, standard, long, or CHECK on FAMILY.", autocompletion=completion.suites
        ),
    ] = None
    workers: Annotated[int | None, typer.Option(metavar="N", help="Local processes of a suite; by default as many as there are cores.")] = (
        None
    )
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Run a suite on the Dask cluster with this scheduler.")] = None
    store: Annotated[str | None, typer.Option(metavar="FILE", help="Keep the results of a suite, and go on from those that are there.")] = (
        None
    )
    resume: Annotated[bool, typer.Option(help="Go on from an existing store.")] = True
    plan: Annotated[bool, typer.Option("--plan", help="Print what a suite would run, with sizes and predicted work, and stop.")] = False

    def check(self) -> None:
        super().check()
        if self.suite is not None and self.claims:
            raise BadInput("claims must not be named together with a suite")
        if self.suite is None and (self.plan or any(option is not None for option in (self.workers, self.cluster, self.store))):
            raise BadInput("a suite must be named with --suite for --workers, --cluster, --store and --plan")

    @property
    def title(self) -> str:
        return f"suite {self.suite}" if self.suite is not None else "the claims"


@command(unread=141)
def run(request: Request) -> int:
    """Settle the claims of the paper: one line a claim, what was proved and for what range.

    The exit code is 1 if a claim comes out other than the paper says. Conditions that the paper does not state are marked "needs".
    """
    if request.suite is not None:
        from proofs.suites.command import verify

        return verify(
            request.suite, workers=request.workers, address=request.cluster, store_path=request.store, resume=request.resume,
            folder=request.report, as_json=request.as_json, plan=request.plan,
        )  # fmt: skip
    from proofs.claims import CLAIMS as every
    from proofs.claims import find
    from proofs.pages import report as reports

    chosen = tuple(dict.fromkeys(find(name) for name in request.claims)) if request.claims else every
    width = max(len(claim.id) for claim in chosen)
    results = []
    for done, claim in enumerate(chosen):
        tell(claim.id, done / len(chosen))
        verdict = claim.settle()
        results.append((claim, verdict))
        if not request.as_json:
            typer.echo(_line(claim, verdict, width))
    if request.as_json:
        typer.echo(json.dumps(reports.as_json(results), indent=2, ensure_ascii=False))
    elif len(results) > 1 and not request.quiet:
        typer.echo(reports.summary(results))
    if request.report is not None:
        reports.write(results, request.report)
    return 1 if any(verdict.status in ("refuted", "not settled") for _, verdict in results) else 0


def _line(claim: Claim, verdict: Verdict, width: int) -> str:
    from proofs.formal.status import formal_theorems
    from proofs.pages.typeset import plain

    needs = "; ".join(condition.text for condition in claim.needs)
    words = verdict.status if verdict.status != "settled for a stated range" else "settled"
    status = typer.style((words + " if" * bool(needs)).ljust(11), fg=_COLOURS[verdict.status], bold=True)
    text = verdict.reason or f"for {verdict.scope}, by {verdict.means}"
    text += _formal(formal_theorems(claim.id))
    return plain(f"{claim.id.ljust(width)}  {status}  {text}" + typer.style(f"  [needs: {needs}]" if needs else "", bold=True))


def _formal(theorems: Sequence[FormalTheorem]) -> str:
    """The formal theorems that settle a claim as a whole or, if there are none, those that settle a part of it."""
    whole = [theorem for theorem in theorems if theorem.covers == "whole"]
    chosen = whole or list(theorems)
    if not chosen:
        return ""
    files = ", ".join(dict.fromkeys(f"proofs/formal/{theorem.file}" for theorem in chosen))
    checked = "checked" if all(theorem.checked for theorem in chosen) else "not checked"
    return f"; Coq{'' if whole else ', in part'}: {', '.join(theorem.name for theorem in chosen)} ({files}, {checked} on this machine)"
