"""``arrangements recheck``: let the independent checker judge a certificate."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arrangements.errors import BadInput, CertificateRefused, MalformedCertificate, shown

if TYPE_CHECKING:
    from arrangements.configuration import Configuration

__all__ = ["run"]


def run(
    certificate: str = typer.Argument(help="The certificate: a file, - for standard input, or a folder with .json files."),
    configuration: str | None = typer.Argument(None, help="The configuration it must be about: a file, a name, or -."),
    affine: bool = typer.Option(False, "--affine", help="Take the rows of the configuration as points: prepend a column of ones."),
    as_floats: bool = typer.Option(False, "--as-floats", help="Round each entry of the configuration to binary64 first."),
    timeout: float | None = typer.Option(None, help="Seconds after which to give up."),
    memory: str | None = typer.Option(None, help="Memory that may be used, such as 500M or 4G."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Print nothing; the exit code answers."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Check a certificate with integer arithmetic alone. Exit code 0: accepted; 1: refused; 2: unreadable."""
    from arrangements.reading import load
    from arrangements.running import check_timeout, memory_size

    check_timeout(timeout)
    limit = None if memory is None else memory_size(memory)
    c = None if configuration is None else load(configuration, affine=affine, as_floats=as_floats)
    files = sorted(map(str, Path(certificate).glob("*.json"))) if Path(certificate).is_dir() else [certificate]
    if not files:
        raise BadInput(f"certificate must be a file, or a folder with files that end in .json, not an empty one ({certificate})")
    try:
        proved = [_proved(file, c, timeout, limit) for file in files]
    except (CertificateRefused, MalformedCertificate) as error:
        if not as_json:
            raise
        typer.echo(json.dumps({"accepted": False, "reason": str(error)}))
        raise typer.Exit(error.exit_code) from None
    if quiet and not as_json:
        return
    text = proved[0] if len(files) == 1 else f"all {len(files)} certificates in {certificate}"
    typer.echo(json.dumps({"accepted": True, "proved": text}) if as_json else f"accepted: {text}")


def _proved(certificate: str, c: Configuration | None, timeout: float | None, limit: int | None) -> str:
    """What the checker says of one file; its errors with the name of the file."""
    from arrangements.feasibility.certificates import recheck
    from arrangements.feasibility.checker import LARGEST_FILE
    from arrangements.running.isolation import isolated

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
            return recheck(text, c)
        return isolated(recheck, text, c, instance=certificate, timeout=timeout, memory=limit)
    except (CertificateRefused, MalformedCertificate) as error:
        raise type(error)(f"{error} ({certificate})") from None
