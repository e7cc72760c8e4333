"""``arrangements explore``: a page in the browser in which labels are moved by hand."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Entries, Inputting, Printing

__all__ = ["run"]

_MOST_LABELS = 1000  # that a page still draws


@dataclass(frozen=True, kw_only=True)
class Request(Entries, Inputting, Printing):
    writes = ("save",)
    suffixes: ClassVar = {"save": (".html",)}

    configuration: Annotated[
        str,
        typer.Argument(
            help="A file, a name of the catalogue, or - for standard input. Both sides are shown of the certificate of a pair."
        ),
    ] = "paper/C.2"
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write one page that works without a server, with all answers inside, and end.",
        ),
    ] = None
    stories: Annotated[
        bool, typer.Option("--stories", help="With --save: the stories work on the page, too.")
    ] = False
    port: Annotated[
        int, typer.Option(help="The port to listen on; 0 takes any free port.", min=0, max=65535)
    ] = 0
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True


@command
def run(request: Request) -> None:
    """Explore a configuration in the browser: move a label, see what becomes possible, exactly.
    Ends with Ctrl-C.

    The page is served to this machine only, at an address with a random token. JSON keys: address,
    saved.
    """
    from arrangements.errors import BadInput, LimitReached
    from arrangements.explore.session import Session, state_of
    from arrangements.loading.configurations import sides
    from proofs.search.counterexamples.explorer import Theory

    states = []
    for source in sides(request.configuration) or (request.configuration,):
        configuration = request.load(source)
        if configuration.n > _MOST_LABELS:
            raise LimitReached(
                f"configuration must have at most {_MOST_LABELS:,} labels to be explored, not {configuration.n:,}"
            )
        states.append(state_of(configuration, request.polyhedron(configuration)))
    if request.stories and request.save is None:
        raise BadInput("--stories needs --save; a page that is served has the stories anyway")
    state, start = states[-1], states[0] if len(states) > 1 else None
    session = Session(Theory())
    if request.save is not None:
        from arrangements.explore.saved import page
        from arrangements.running.files import write_atomically

        write_atomically(request.save, page(session, state, request.stories, start))
        _say(request, None, f"{configuration.name or 'configuration'}, written to {request.save}")
        return
    from arrangements.explore.server import Server

    try:
        server = Server(session, state, request.port, start)
    except OSError as error:
        raise BadInput(
            f"port must be free to be listened on, not {request.port} ({error.strerror})"
        ) from None
    _serve(server, request)


def _say(request: Request, address: str | None, words: str) -> None:
    typer.echo(
        json.dumps({"address": address, "saved": request.save}) if request.as_json else words
    )
    sys.stdout.flush()


def _serve(server: Any, request: Request) -> None:
    import threading
    import webbrowser

    try:
        _say(request, server.address, f"{server.address}\nCtrl-C ends.")
        if request.browser:
            # Some browsers keep the caller waiting until they are closed.
            threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        typer.echo("\nended", err=True)
    finally:
        server.server_close()
