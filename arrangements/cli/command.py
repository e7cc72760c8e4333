"""``command`` makes a typer command of a function of one request: its arguments are those of the
groups that the request extends and then its own; its options are the fields, nearest class first.

The function returns the exit code, None for 0. ``unread`` is the exit code when the reader of
standard output has left: 0, except where the exit code is an answer that must not be taken for yes.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from functools import partial
from typing import Any, TypeVar, get_type_hints, overload

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import ArgumentInfo

from arrangements.cli.options import Request, Running
from arrangements.cli.supervisor import supervised
from arrangements.errors import ReadingWarning

__all__ = ["Plain", "PlainGroup", "ReaderLeft", "command"]

R = TypeVar("R", bound=Request)
Body = Callable[[R], int | None]
Command = Callable[..., None]


class ReaderLeft(Exception):
    """Standard output was closed at its other end. No OSError, for which typer would exit with
    1.
    """

    def __init__(self, exit_code: int) -> None:
        super().__init__("reader left")
        self.exit_code = exit_code


class Plain(TyperCommand):
    """A command whose help shows a flag as a flag, an option with the word for its value, and an
    argument in capitals.
    """

    def get_params(self, ctx: Any) -> Any:
        return _plain(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """The command as a whole, whose help shows flags and options alike."""

    def get_params(self, ctx: Any) -> Any:
        return _plain(super().get_params(ctx))


def _plain(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            _in_capitals(parameter)
            continue
        flag = getattr(parameter, "is_flag", False)
        if flag or parameter.metavar is not None:
            parameter.display_type_rich = partial(_shown, None if flag else parameter.metavar)
    return parameters


def _in_capitals(argument: Any) -> None:
    """The name of an argument, in brackets where the argument may be left out."""
    if "display_type_rich" in vars(argument):  # parameters are asked for more than once
        return
    word = argument.metavar or argument.name.upper()
    usage = word if argument.required else f"[{word}]"
    usage += "..." if argument.nargs != 1 else ""
    if hasattr(argument, "_usage_display_name"):
        argument.metavar, argument._usage_display_name = word, partial(str, usage)
    else:  # older versions of typer print the word as it stands
        argument.metavar = usage
    argument.display_type_rich = partial(_shown, None)


def _shown(text: str | None, ctx: object) -> str | None:
    return text


@overload
def command(body: Body[R]) -> Command: ...
@overload
def command(*, unread: int) -> Callable[[Body[R]], Command]: ...
def command(
    body: Body[R] | None = None, *, unread: int = 0
) -> Command | Callable[[Body[R]], Command]:
    if body is None:
        return lambda function: _command(function, unread)
    return _command(body, unread)


def _command(body: Body[R], unread: int) -> Command:
    kind: type[R] = get_type_hints(body)["request"]

    def run(**options: object) -> None:
        request = kind(**options)
        warnings.showwarning = partial(_note, warnings.showwarning)

        def work() -> int | None:
            try:
                try:
                    return body(request)
                finally:
                    sys.stdout.flush()
            except BrokenPipeError:
                raise ReaderLeft(unread) from None

        code = supervised(request, work) if isinstance(request, Running) else work()
        if code:
            raise typer.Exit(code)

    parameters = list(_parameters(kind))
    run.__doc__, run.__name__ = _filled(inspect.getdoc(body) or ""), body.__name__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _filled(help: str) -> str:
    """Each paragraph on one line, so that it breaks where the terminal ends.

    >>> _filled("One\\ntwo.\\n\\nThree.")
    'One two.\\n\\nThree.'
    """
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in help.split("\n\n"))


def _note(
    others: Callable[..., None], message: Warning | str, *where: object, **more: object
) -> None:
    """A warning of ours is one line."""
    if isinstance(message, ReadingWarning):
        print(f"arrangements: note: {message}", file=sys.stderr)
    else:
        others(message, *where, **more)


def _parameters(kind: type[Request]) -> Iterator[inspect.Parameter]:
    defaults = {field.name: field.default for field in fields(kind)}
    hints = kind.hints()
    arguments = [name for name in defaults if _is_argument(hints[name])]
    nearest = [name for base in kind.__mro__ for name in inspect.get_annotations(base)]
    for name in dict.fromkeys([*arguments, *nearest]):
        if name in defaults:
            default = inspect.Parameter.empty if defaults[name] is MISSING else defaults[name]
            yield inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hints[name]
            )


def _is_argument(hint: Any) -> bool:
    return any(isinstance(entry, ArgumentInfo) for entry in getattr(hint, "__metadata__", ()))
