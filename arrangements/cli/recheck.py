"""``arrangements recheck``: let the independent checker judge a certificate."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext

import typer

from arrangements.errors import BadInput, CertificateRefused, MalformedCertificate, shown

__all__ = ["run"]


def run(
    certificate: str = typer.Argument(help="The certificate: a file, or - for standard input."),
    configuration: str | None = typer.Argument(None, help="The configuration it must be about: a file, a name, or -."),
    affine: bool = typer.Option(False, "--affine", help="Take the rows of the configuration as points: prepend a column of ones."),
    timeout: float | None = typer.Option(None, help="Seconds after which to give up."),
    memory: str | None = typer.Option(None, help="Memory that may be used, such as 500M or 4G."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Print nothing; the exit code answers."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Check a certificate with integer arithmetic alone. Exit code 0: accepted; 1: refused; 2: unreadable."""
    from arrangements.feasibility.certificates import recheck
    from arrangements.feasibility.checker import LARGEST_FILE
    from arrangements.feasibility.isolation import isolated, memory_size
    from arrangements.reading import load

    if timeout is not None and not 0 < timeout < 10**9:
        raise BadInput(f"timeout must be a positive number of seconds, not {timeout}")
    limit = None if memory is None else memory_size(memory)
    c = None if configuration is None else load(configuration, affine=affine)
    try:
        with nullcontext(sys.stdin) if certificate == "-" else open(certificate, encoding="utf-8") as file:
            text = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise MalformedCertificate(f"certificate must be a readable file, not {shown(certificate)} ({reason})") from None
    if len(text) > LARGEST_FILE:
        raise MalformedCertificate(f"certificate must be at most {LARGEST_FILE} characters long ({certificate})")
    try:
        if timeout is None and limit is None:
            proved = recheck(text, c)
        else:
            proved = isolated(recheck, text, c, instance=str(certificate), timeout=timeout, memory=limit)
    except (CertificateRefused, MalformedCertificate) as error:
        if as_json:
            typer.echo(json.dumps({"accepted": False, "reason": str(error)}))
            raise typer.Exit(error.exit_code) from None
        raise type(error)(f"{error} ({certificate})") from None
    if quiet and not as_json:
        return
    typer.echo(json.dumps({"accepted": True, "proved": proved}) if as_json else f"accepted: {proved}")
