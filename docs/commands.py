"""The directive ``{command}``: every subcommand with its arguments and options, from the requests
that the command itself is made of.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum
from typing import Any, get_args, get_origin

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.models import OptionInfo

from arrangements.cli import app

__all__ = ["Commands", "page", "setup"]

_BODIES = {command.name: command.callback for command in app.registered_commands}


def page(name: str) -> Iterator[str]:
    """Lines of MyST for one subcommand.

    >>> next(page("recheck"))
    '`arrangements recheck CERTIFICATE [CONFIGURATION] [OPTIONS]`'
    """
    body = _BODIES[name]
    assert body is not None
    parameters = list(inspect.signature(body).parameters.values())
    arguments = [p for p in parameters if not isinstance(p.annotation.__metadata__[0], OptionInfo)]
    shown = [
        _argument(p)
        if p.default is inspect.Parameter.empty
        else f"[{_argument(p)}]{'...' if 'list' in str(p.annotation.__origin__) else ''}"
        for p in arguments
    ]
    yield f"`arrangements {' '.join([name, *shown])} [OPTIONS]`"
    yield ""
    yield from (_text(part) + "\n" for part in inspect.cleandoc(body.__doc__ or "").split("\n\n"))
    for parameter in parameters:
        yield _names(parameter)
        yield f": {_text(parameter.annotation.__metadata__[0].help)}{_default(parameter)}"
        yield ""


def _argument(parameter: inspect.Parameter) -> str:
    return str(parameter.annotation.__metadata__[0].metavar or parameter.name.upper())


def _names(parameter: inspect.Parameter) -> str:
    info = parameter.annotation.__metadata__[0]
    if not isinstance(info, OptionInfo):
        return f"`{_argument(parameter)}`"
    # With Annotated, typer takes the first name for the default.
    given = [name for name in (info.default, *(info.param_decls or ())) if isinstance(name, str)]
    names = ", ".join(f"`{name}`" for name in given or [f"--{parameter.name.replace('_', '-')}"])
    kind = parameter.annotation.__origin__
    return names if kind is bool else f"{names} `{info.metavar or _kind(kind)}`"


def _kind(kind: Any) -> str:
    """What stands for a value: the choices, or the type.

    >>> _kind(int | None)
    'INT'
    """
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "|".join(str(member.value) for member in kind)
    if str(get_origin(kind)) == "typing.Literal":
        return "|".join(map(str, get_args(kind)))
    inner = [argument for argument in get_args(kind) if argument is not type(None)]
    if inner:
        return _kind(inner[0])
    return {str: "TEXT", int: "INT", float: "SECONDS"}.get(kind, "TEXT")


def _default(parameter: inspect.Parameter) -> str:
    default = getattr(parameter.default, "value", parameter.default)
    return (
        "" if default in (None, False, (), inspect.Parameter.empty) else f" By default `{default}`."
    )


def _text(text: str | None) -> str:
    """Help on one line, with what Markdown would take for its own escaped."""
    return "".join(
        "\\" + letter if letter in "*_<>[]|" else letter
        for letter in " ".join((text or "What is asked.").split())
    )


class Commands(SphinxDirective):
    """All subcommands, each under its heading."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for name in _BODIES:
            section = nodes.section(ids=[f"command-{name}"])
            section += nodes.title(name, str(name))
            section += self.parse_text_to_nodes("\n".join(page(str(name))))
            found.append(section)
        return found


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command", Commands)
    return {"parallel_read_safe": True}
