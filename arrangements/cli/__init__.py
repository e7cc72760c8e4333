"""The command ``arrangements``. Each subcommand is a module of this package; nothing heavy is
imported before a subcommand runs.

This is the only room that may import ``proofs``; no other room imports this one.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

import typer

from arrangements.cli import (
    audit,
    catalogue,
    chirotope,
    compare,
    cosines,
    count,
    counterexample,
    decide,
    design,
    explore,
    figures,
    map,
    patterns,
    plot,
    realize,
    recheck,
    repair,
    show,
    signature,
    types,
    verify,
)
from arrangements.cli.command import Plain, PlainGroup, ReaderLeft
from arrangements.cli.versions import versions
from arrangements.errors import ArrangementsError, InternalError, LimitReached

__all__ = ["BUGS", "DOORS", "REPORT", "app", "main"]

REPORT = (
    "with the command, its input and `arrangements --version`; ARRANGEMENTS_TRACEBACK=1 shows where"
)
BUGS = f"A bug is an exit code 4, or an answer that is wrong: please report it, {REPORT}."

app = typer.Typer(
    name="arrangements",
    cls=PlainGroup,
    help="Exact hyperplane arrangements, sign patterns and rankings, with certificates.",
    epilog="Begin with `arrangements show FILE`, which says how a matrix or a model is read; then `patterns`, "
    "`decide`, `count` or `audit` ask about it. `arrangements COMMAND --help` has the options of each.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _options(
    version: bool = typer.Option(
        False,
        "--version",
        help="Print the versions of this program and of its libraries, and exit.",
        is_eager=True,
    ),
) -> None:
    if version:
        typer.echo("\n".join(f"{name} {version}" for name, version in versions().items()))
        typer.echo(BUGS)
        raise typer.Exit


#: The commands by who asks, under the names that README.md has for them.
DOORS = {
    "Everybody: what a matrix or a layer makes possible": (show, catalogue, patterns, decide, recheck, compare),
    "Engineers: what a trained model can answer": (audit, signature, repair, design),
    "Geometers: arrangements and oriented matroids": (count, chirotope, types, realize, plot, explore),
    "Authors: claims, counter-examples, cosines": (verify, counterexample, map, cosines, figures),
}  # fmt: skip
for _door, _modules in DOORS.items():
    for _module in _modules:
        app.command(_module.__name__.rpartition(".")[2], cls=Plain, rich_help_panel=_door)(
            _module.run
        )


def main() -> None:
    """Run the command; every failure is one line on standard error and an exit code (0 done, 1
    false, 2 input, 3 limit, 4 bug).

    With ARRANGEMENTS_TRACEBACK set in the environment a bug shows its traceback instead.
    """
    _open_streams()
    try:
        app()
    except InternalError as error:
        _stop(f"{error}; this is a bug, please report it ({REPORT})", InternalError.exit_code)
    except ArrangementsError as error:
        print(f"arrangements: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except ReaderLeft as left:
        # ``| head`` has enough; leave quietly, and keep Python from flushing into the closed pipe
        # at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(left.exit_code)
    except MemoryError:
        _stop("memory must suffice, not run out", LimitReached.exit_code)
    except OSError as error:
        _stop(
            f"the system must grant what the command needs, not say: {error}",
            LimitReached.exit_code,
        )
    except Exception as error:
        if os.environ.get("ARRANGEMENTS_TRACEBACK"):
            raise
        _stop(
            f"internal error, please report it ({REPORT}): {type(error).__name__}: {error}",
            InternalError.exit_code,
        )


def _open_streams() -> None:
    """Refuse to answer without a standard output, and do without the other two.

    The first file that a process opens gets the least handle that is free: its contents would be
    mixed with answers or errors.
    """
    missing = [handle for handle in range(3) if not _is_open(handle)]
    for handle in missing:
        os.open(os.devnull, os.O_RDWR)  # gets that handle: those below are open
        if handle == 2:
            sys.stderr = sys.__stderr__ = open(2, "w", encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # on every system, as in files
    if 1 in missing:
        _stop("standard output must be open, not closed", LimitReached.exit_code)


def _is_open(handle: int) -> bool:
    try:
        os.fstat(handle)
    except OSError:
        return False
    return True


def _stop(message: str, code: int) -> NoReturn:
    print("arrangements:", " ".join(message.split()), file=sys.stderr)
    sys.exit(code)
