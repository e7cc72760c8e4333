"""``arrangements recheck``: let the independent checker judge a certificate."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Entries, Printing, Running
from arrangements.errors import (
    BadInput,
    CertificateRefused,
    LimitReached,
    MalformedCertificate,
    short_repr,
)
from arrangements.running import with_progress

if TYPE_CHECKING:
    from arrangements.layers.configuration import Configuration
    from arrangements.loading.layers import OutputLayer

__all__ = ["run"]

# The keys of ``proof.smt_vipr.FORMS``, which is not imported for --help.
Form = StrEnum("Form", ["smt2", "vipr"])
_SECONDS = 60  # by default, and for each megabyte
_MEMORY = 200 << 20
_REPAIR = re.compile(r'\s*\{\s*"format"\s*:\s*"arrangements repair"')
_DESIGN = re.compile(r'\s*\{\s*"format"\s*:\s*"arrangements design"')
_REALIZABILITY = re.compile(r'\s*\{\s*"format"\s*:\s*"arrangements realizability"')


@dataclass(frozen=True, kw_only=True)
class Request(Entries, Running, Printing):
    certificate: Annotated[
        str,
        typer.Argument(
            help="The certificate: a file, - for standard input, a folder with .json files; .npz for an audit."
        ),
    ]
    configuration: Annotated[
        str | None,
        typer.Argument(
            help="The configuration that the certificate must be about: a file, a name, or -; for an audit the model."
        ),
    ] = None
    weights: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="For an audit: the tensor of the output layer."),
    ] = None
    adapter: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="For an audit: the LoRA adapter that was merged."),
    ] = None
    labels: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="For a single no of an audit with --labels: the file of labels that was given there.",
        ),
    ] = None
    verified: Annotated[
        bool,
        typer.Option(
            "--verified", help="The checker proved in Coq (make formal) must accept as well."
        ),
    ] = False

    foreign: Annotated[
        Form | None,
        typer.Option(
            "--as",
            help="Print an accepted certificate in the language of other checkers: SMT-LIB, or VIPR for a refutation.",
        ),
    ] = None

    @property
    def title(self) -> str:
        return (
            self.certificate
            if self.timeout is not None
            else f"{self.certificate} (--timeout and --memory allow more)"
        )

    @cached_property
    def _megabytes(self) -> int:
        """The size of the input, roughly: the certificates, and what they are about; of a model all
        files beside it, which it may name.
        """
        folder = Path(self.certificate)
        files = {*folder.glob("*.json")} if folder.is_dir() else {folder}
        if self.configuration is not None:
            about = next(
                (
                    path
                    for path in map(
                        Path, (self.configuration, self.configuration.rpartition(":")[0])
                    )
                    if path.exists()
                ),
                None,
            )
            files |= {about} if about and about.is_file() else set()
            if about and self.of_an_audit:
                files |= {*(about if about.is_dir() else about.parent).iterdir()}
        return sum(file.stat().st_size for file in files if file.is_file()) >> 20

    @cached_property
    def model(self) -> OutputLayer:
        """The output layer of the model that a certificate is about."""
        from arrangements.loading.layers import load_layer

        return load_layer(
            self.configuration,
            weights=self.weights,
            bias=self.bias,
            labels=self.labels,
            adapter=self.adapter,
        )

    @property
    def of_an_audit(self) -> bool:
        return self.certificate.endswith(".npz")

    @property
    def clock(self) -> float:
        """A certificate may be made to keep its checker busy for ever. Honest ones take less than a
        second for a megabyte.
        """
        return _SECONDS * (1 + self._megabytes) if self.timeout is None else self.timeout

    @property
    def memory_bytes(self) -> int | None:
        """The memory that the work may take; for an audit bounded by its file, which is not
        compressed.
        """
        asked = super().memory_bytes
        return _MEMORY * (1 + self._megabytes) if asked is None and not self.of_an_audit else asked


@command(unread=141)
def run(request: Request) -> int:
    """Check a certificate, without the code that made it. Exit code 0: accepted; 1: refused; 2:
    unreadable.
    """
    certificate = request.certificate
    if request.foreign is not None:
        _print_foreign(request.foreign, request)
        return 0
    if request.of_an_audit:
        return _checked([certificate], request, lambda file: _audit(file, request))
    if _of_a_repair(certificate):
        return _checked([certificate], request, lambda file: _bound(file, request))
    if (some := _of_some_rows(request)) is not None:
        return _checked([certificate], request, lambda file: _rows_proved(file, request, some))
    c = None if request.configuration is None else request.load(request.configuration)
    files = (
        sorted(map(str, Path(certificate).glob("*.json")))
        if Path(certificate).is_dir()
        else [certificate]
    )
    if not files:
        raise BadInput(
            f"certificate must be a file, or a folder with files that end in .json, not an empty one ({certificate})"
        )
    return _checked(files, request, lambda file: _proved(file, c, request.verified))


def _checked(files: list[str], request: Request, proved_by: Callable[[str], str]) -> int:
    """Print the statements that all files prove; the exit code."""
    try:
        proved = [proved_by(file) for file in with_progress("checking certificates", files)]
    except (CertificateRefused, MalformedCertificate) as error:
        if not request.as_json:
            raise
        typer.echo(json.dumps({"accepted": False, "reason": str(error)}))
        return error.exit_code
    if request.quiet and not request.as_json:
        return 0
    text = (
        proved[0] if len(files) == 1 else f"all {len(files)} certificates in {request.certificate}"
    )
    typer.echo(
        json.dumps({"accepted": True, "proved": text}) if request.as_json else f"accepted: {text}"
    )
    return 0


def _audit(certificate: str, request: Request) -> str:
    """The checker's verdict on all answers of an audit."""
    from arrangements.audits.audit_certificate import recheck

    layer = _model_of(certificate, request, "an audit", "an audit")
    return recheck(certificate, layer.rows, layer.scale)


def _model_of(certificate: str, request: Request, about: str, what: str) -> OutputLayer:
    """The layer of the model that is named after a certificate."""
    if request.verified:
        raise BadInput(f"certificate must be a single answer for --verified, not {about}")
    if request.configuration is None:
        raise BadInput(
            f"model must be given after the certificate of {what}, which holds its hash only ({certificate})"
        )
    return request.model


def _of_a_repair(certificate: str) -> bool:
    """Whether the file is a lower bound on repairs; standard input is not looked at."""
    if certificate == "-" or not Path(certificate).is_file():
        return False
    with open(certificate, encoding="utf-8", errors="replace") as file:
        return _REPAIR.match(file.read(200)) is not None


def _bound(certificate: str, request: Request) -> str:
    """The checker's verdict on a lower bound on repairs."""
    from arrangements.audits.repair.bound_certificates import recheck

    layer = _model_of(certificate, request, "of a repair", "a repair")
    return recheck(_read(certificate), layer, certificate)


def _of_some_rows(request: Request) -> list[str] | None:
    """The labels of a certificate of a no that holds some rows of a larger model: the rows that
    matter. No certificate of whole patterns, of signs, or of a yes is of this kind.
    """
    from arrangements.models.opening import is_model, split

    path = Path(request.certificate)
    about = request.configuration
    if about is None or not path.is_file() or not is_model(split(about)[0]):
        return None
    try:
        value = json.loads(_read(request.certificate))
        (problem,), (claim,) = value["problems"], value["claims"]
        labels = problem["configuration"]["labels"]
        # Of questions that name labels a no among some rows is a no among more.
        no = claim["answer"] is False and "labels" in claim["question"]
        named = no and isinstance(labels, list) and all(isinstance(one, str) for one in labels)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None  # for the checker to refuse
    return labels if named and len(labels) < request.model.n else None


def _rows_proved(certificate: str, request: Request, labels: list[str]) -> str:
    """The checker's verdict on the rows of the model that have these labels."""
    from arrangements.layers.configuration import Configuration

    layer = request.model
    places = {label: place for place, label in enumerate(layer.labels)}
    if unknown := [label for label in labels if label not in places]:
        raise CertificateRefused(
            f"certificate must be about labels of the model, not {short_repr(unknown[0])} ({certificate})"
        )
    table = layer.rows[[places[label] for label in labels]].tolist()
    rows = [[Fraction(x) / layer.scale for x in row] for row in table]
    some = Configuration(
        [row[1:] for row in rows], labels, bias=[row[0] for row in rows], dimension=layer.d
    )
    proved = _proved(certificate, some, request.verified)
    return f"{proved}; these are {len(labels):,} of the {layer.n:,} rows of {request.configuration}, and more rows make no more possible"


def _print_foreign(form: Form, request: Request) -> None:
    """The certificate in another language, once it is accepted."""
    from arrangements.proof.certificates import recheck
    from arrangements.proof.smt_vipr import FORMS

    if request.as_json or request.of_an_audit or Path(request.certificate).is_dir():
        raise BadInput("certificate must be one .json file or -, and without --json, for --as")
    text = _read(request.certificate)
    if _REALIZABILITY.match(text) or _DESIGN.match(text):
        raise BadInput("certificate must be about rows for --as, not about signs or a curve")
    about = None if request.configuration is None else request.load(request.configuration)
    try:
        recheck(text, about)
    except (CertificateRefused, MalformedCertificate) as error:
        raise type(error)(f"{error} ({request.certificate})") from None
    typer.echo(FORMS[form](text))


def _read(certificate: str) -> str:
    """The text of the file."""
    from arrangements.checker.reading import LARGEST_FILE

    try:
        with (
            nullcontext(sys.stdin)
            if certificate == "-"
            else open(certificate, encoding="utf-8") as file
        ):
            text = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise MalformedCertificate(
            f"certificate must be a readable file, not {short_repr(certificate)} ({reason})"
        ) from None
    if len(text) > LARGEST_FILE:
        raise MalformedCertificate(
            f"certificate must be at most {LARGEST_FILE} characters long ({certificate})"
        )
    return text


def _proved(certificate: str, c: Configuration | None, verified: bool) -> str:
    """The verdicts of the checker, and then of the verified one, on one file; their errors with the
    name of the file.
    """
    from arrangements.proof.certificates import recheck

    text = _read(certificate)
    try:
        if _REALIZABILITY.match(text):
            return _realizability(text, c, verified)
        if _DESIGN.match(text):
            return _design(text, c, verified)
        return recheck(text, c) + (
            "; the checker proved in Coq agrees" if verified and _verify(text, c) else ""
        )
    except (CertificateRefused, MalformedCertificate) as error:
        raise type(error)(f"{error} ({certificate})") from None


def _realizability(text: str, c: Configuration | None, verified: bool) -> str:
    """The checker's verdict on a chirotope."""
    from arrangements.combinatorial_types.realizing import recheck

    if c is not None or verified:
        raise BadInput(
            "certificate must be about rows for --verified or with a configuration, not about signs"
        )
    return recheck(text)


def _design(text: str, c: Configuration | None, verified: bool) -> str:
    """The checker's verdict on a layer whose rows are on a curve."""
    from arrangements.checker import design as design_checker

    if c is None or verified:
        raise BadInput(
            "layer must be given after the certificate of a design, which holds its curve only, and without --verified"
        )
    rows = [tuple(x for x in row if isinstance(x, Fraction)) for row in c.rows]
    offsets = None if c.bias is None else [x for x in c.bias if isinstance(x, Fraction)]
    if c.field is not None:
        raise BadInput("layer of a design must be rational")
    try:
        return design_checker.check(text, rows, offsets)
    except design_checker.Refused as error:
        raise CertificateRefused(f"certificate must be right about the layer: {error}") from None
    except ValueError as error:
        raise MalformedCertificate(
            f"certificate must be one of a design: {' '.join(str(error).split())[:120]}"
        ) from None


def _verify(text: str, c: Configuration | None) -> bool:
    """True if the verified checker accepts; BadInput if it is not built or has no question for this
    certificate.
    """
    from arrangements.proof.certificates import configuration_text
    from proofs.coq.coq import Failure
    from proofs.coq.reader import Unknown, Unreadable, problems_of
    from proofs.coq.verified import accepts, binary

    program = binary()
    if program is None:
        raise BadInput("the verified checker must be built, by make formal, for --verified")
    try:
        problems = problems_of(text, None if c is None else configuration_text(c))
    except Unknown as reason:
        raise BadInput(
            f"certificate must be one that the verified checker knows ({reason})"
        ) from None
    except Unreadable as reason:
        raise MalformedCertificate(
            f"certificate must be readable by the verified checker too ({reason})"
        ) from None
    except Failure as reason:
        raise CertificateRefused(
            f"certificate must be accepted by the verified checker too ({reason})"
        ) from None
    try:
        accepted = accepts(problems, program)
    except Failure as reason:
        raise LimitReached(str(reason)) from None
    if not accepted:
        raise CertificateRefused("certificate must be accepted by the verified checker too")
    return True
