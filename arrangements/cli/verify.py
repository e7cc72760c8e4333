"""``arrangements verify``: settle the claims of the paper and print the verdicts."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proofs.formal_status import FormalTheorem
    from proofs.verdicts.claim import Claim, Verdict

__all__ = ["run"]

_COLOURS = {"proved": "green", "settled for a stated range": "blue", "refuted": "red", "not settled": "yellow"}


def run(
    claims: Annotated[list[str] | None, typer.Argument(metavar="[CLAIM]...", help="Ids or aliases; all claims if none is named.")] = None,
    report: str | None = typer.Option(None, metavar="DIR", help="Write claims.html and claims.json, with all steps and certificates."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="No progress bar."),
    as_json: bool = typer.Option(False, "--json", help="Print the verdicts as JSON."),
    suite: str | None = typer.Option(None, metavar="NAME", help="Run a suite instead: quick, standard, long, or CHECK on FAMILY."),
    workers: int | None = typer.Option(None, metavar="N", help="Local processes of a suite; by default as many as there are cores."),
    cluster: str | None = typer.Option(None, metavar="ADDRESS", help="Run a suite on the Dask cluster with this scheduler."),
    store: str | None = typer.Option(None, metavar="FILE", help="Keep the results of a suite, and go on from those that are there."),
    resume: bool = typer.Option(True, help="Go on from an existing store."),
    plan: bool = typer.Option(False, "--plan", help="Print what a suite would run, with sizes and predicted work, and stop."),
) -> None:
    """Settle the claims of the paper: one line a claim, what was proved and for what range.

    The exit code is 1 if a claim comes out other than the paper says. Conditions that the paper does not state are marked "needs".
    """
    if suite is not None:
        from proofs.suites.command import verify

        if claims:
            raise BadInput("claims must not be named together with a suite")
        where = {"quiet": quiet, "store_path": store, "resume": resume, "folder": report}
        raise typer.Exit(verify(suite, workers=workers, address=cluster, **where, as_json=as_json, plan=plan))  # type: ignore[arg-type]
    if plan or any(option is not None for option in (workers, cluster, store)):
        raise BadInput("a suite must be named with --suite for --workers, --cluster, --store and --plan")
    from proofs.claims import CLAIMS, find
    from proofs.pages import report as reports

    chosen = tuple(dict.fromkeys(find(name) for name in claims)) if claims else CLAIMS
    width = max(len(claim.id) for claim in chosen)
    results = []
    for claim, verdict in _settled(chosen, quiet):
        results.append((claim, verdict))
        if not as_json:
            typer.echo(_line(claim, verdict, width))
    if as_json:
        typer.echo(json.dumps(reports.as_json(results), indent=2, ensure_ascii=False))
    if report is not None:
        reports.write(results, report)
    if any(verdict.status in ("refuted", "not settled") for _, verdict in results):
        raise typer.Exit(1)


def _settled(claims: tuple[Claim, ...], quiet: bool) -> Iterator[tuple[Claim, Verdict]]:
    """Settle the claims in order, with a progress bar on the terminal, if there is one; lines printed meanwhile go above it."""
    from rich.console import Console
    from rich.progress import Progress

    lines_too = sys.stdout.isatty()
    console = Console(stderr=not lines_too)
    with Progress(console=console, transient=True, redirect_stdout=lines_too, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task("", total=len(claims))
        for claim in claims:
            progress.update(task, description=claim.id)
            yield claim, claim.settle()
            progress.advance(task)


def _line(claim: Claim, verdict: Verdict, width: int) -> str:
    from proofs.formal_status import formal_theorems
    from proofs.pages.typeset import plain

    words = verdict.status if verdict.status != "settled for a stated range" else "settled"
    status = typer.style(words.ljust(11), fg=_COLOURS[verdict.status], bold=True)
    text = verdict.reason or f"for {verdict.scope}, by {verdict.means}"
    text += _formal(formal_theorems(claim.id))
    needs = "; ".join(condition.text for condition in claim.conditions if not condition.stated)
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
