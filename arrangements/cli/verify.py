"""``arrangements verify``: settle the claims of the paper and print the verdicts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proofs.claim import Claim, Verdict

__all__ = ["run"]


def run(
    claims: Annotated[
        list[str] | None, typer.Argument(metavar="[CLAIM]...", help="Claims to settle, by id or alias; all of them if none is named.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
) -> None:
    """Settle the claims of the paper and print one verdict a line. Exit code 1 if a claim comes out other than the paper says."""
    from proofs.claims import CLAIMS, find

    chosen = tuple(dict.fromkeys(find(name) for name in claims)) if claims else CLAIMS
    results = []
    width = max(len(claim.id) for claim in chosen)
    for claim, verdict in _settled(chosen):
        results.append((claim, verdict))
        if not json:
            typer.echo(_line(claim, verdict, width))
    if json:
        from json import dumps

        typer.echo(dumps({"claims": [_json(claim, verdict) for claim, verdict in results]}, indent=2, ensure_ascii=False))
    if any(verdict.status == "refuted" for _, verdict in results):
        raise typer.Exit(1)


def _settled(claims: tuple[Claim, ...]) -> Iterator[tuple[Claim, Verdict]]:
    """Settle the claims in order, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("settling", total=len(claims))
        for claim in claims:
            progress.update(task, description=claim.id)
            yield claim, claim.settle()
            progress.advance(task)


def _line(claim: Claim, verdict: Verdict, width: int) -> str:
    words = [claim.id.ljust(width), verdict.status.ljust(13)]
    if verdict.status == "not settled":
        words.append(verdict.reason if verdict.reason != "not settled yet" else "yet")
    elif verdict.status == "refuted":
        words.append(verdict.reason)
    else:
        words.append(f"{verdict.means}: {verdict.scope}")
    needs = [condition.text for condition in claim.conditions if not condition.stated]
    if needs:
        words.append(f"[needs: {'; '.join(needs)}]")
    return "  ".join(words)


def _json(claim: Claim, verdict: Verdict) -> dict[str, object]:
    return {
        "id": claim.id,
        "verdict": verdict.status,
        "range": verdict.scope,
        "means": verdict.means,
        "rests_on": list(verdict.rests_on),
        "reason": verdict.reason,
    }
