"""The page and its questions over HTTP, for a browser on this machine and nobody else.

The standard library's server is enough: a handful of files that are known by name, and questions
that are posted as JSON and answered as JSON. It listens on 127.0.0.1 only; every address begins
with a random token; the header ``Host``, and ``Origin`` where there is one, must name this server,
so that neither another site nor a name that was bent to this machine gets an answer. No path of the
file system is ever made from a request. The page may load from this server only, and runs no inline
script.
"""

from __future__ import annotations

import gc
import hmac
import json
import secrets
import sys
import traceback
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from typing import Any

from arrangements.errors import ArrangementsError
from arrangements.explore.explanations import Unanswerable
from arrangements.explore.page import PAGES, content
from arrangements.explore.session import Cancelled, Session

__all__ = ["POLICY", "Server"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_MOST = 1 << 22  # bytes of a request
_KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_LONGEST = 1000  # digits of an integer of a request


def _value(raw: bytes) -> Any:
    """The value of a request; ValueError or RecursionError if it is none, or holds half of a
    character, which no text has.
    """
    value = json.loads(raw, parse_int=_integer)
    json.dumps(value, ensure_ascii=False).encode()
    return value


def _integer(digits: str) -> int:
    """ValueError beyond a thousand digits, whatever limit this process has for texts of integers."""
    if len(digits) > _LONGEST:
        raise ValueError(f"integer must have at most {_LONGEST} digits, not {len(digits)}")
    return int(digits)


class Server(ThreadingHTTPServer):
    """``address`` is the one that the browser opens. ``state`` is what the page shows first, a
    state or None for the catalogue's first; beside ``start``, if one is given.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(
        self,
        session: Session,
        state: Mapping[str, object] | None = None,
        port: int = 0,
        start: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.session, self.state, self.start = session, state, start
        self.token = secrets.token_urlsafe(18)
        # A picture makes many small objects and no cycles: looking for cycles all the time would be
        # felt.
        gc.freeze()
        gc.set_threshold(100_000, 20, 20)

    @property
    def hosts(self) -> tuple[str, ...]:
        port = self.server_address[1]
        return (f"127.0.0.1:{port}", f"localhost:{port}")

    @property
    def address(self) -> str:
        return f"http://{self.hosts[0]}/{self.token}/"

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: object) -> None:
        """A browser that has gone is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 120  # seconds of silence before a connection is closed
    server: Server

    def do_GET(self) -> None:
        name = self._place()
        if name is None:
            return
        if name in ("", *PAGES):
            name = name or "index.html"
            self._reply(HTTPStatus.OK, content(name), _KINDS[name.rpartition(".")[2]])
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "page must be one that exists")

    def do_POST(self) -> None:
        kind = self._place()
        if kind is None:
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > 20 or int(length) > _MOST:
            self._refuse(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"request must have a length of at most {_MOST:,} bytes",
            )
            return
        if self.headers.get_content_type() != "application/json":
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "request must be JSON")
            return
        try:
            request = _value(self.rfile.read(int(length)))
        except (ValueError, RecursionError):  # also of an integer of thousands of digits
            self._json(HTTPStatus.BAD_REQUEST, {"error": "request must be valid JSON"})
            return
        try:
            reply = (
                {"state": self.server.state, "start": self.server.start}
                if kind == "first"
                else self.server.session.answer(kind, request)
            )
            self._json(HTTPStatus.OK, reply)
        except Cancelled:
            self._json(HTTPStatus.OK, {"cancelled": True})
        except Unanswerable as error:
            self._json(HTTPStatus.BAD_REQUEST, {"error": str(error)})
        except ArrangementsError as error:
            # An answer too: what is typed may be no number.
            self._json(HTTPStatus.OK, {"error": str(error)})
        except ConnectionError:
            raise
        except Exception as error:
            self._bug(error)

    def _bug(self, error: Exception) -> None:
        traceback.print_exception(error, file=sys.stderr)
        self._json(
            HTTPStatus.INTERNAL_SERVER_ERROR,
            {"error": f"internal error, please report it: {type(error).__name__}: {error}"},
        )

    def _place(self) -> str | None:
        """The part of the path after the token; None if the request was refused."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        if host not in self.server.hosts:
            self._refuse(HTTPStatus.MISDIRECTED_REQUEST, "host must be this machine")
        elif origin is not None and origin != f"http://{host}":
            self._refuse(HTTPStatus.FORBIDDEN, "origin must be this page")
        else:
            token, slash, place = self.path.partition("?")[0][1:].partition("/")
            if slash and hmac.compare_digest(token.encode(), self.server.token.encode()):
                return place
            self._refuse(
                HTTPStatus.FORBIDDEN, "address must be the one that was printed, with its token"
            )
        return None

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        self.close_connection = True  # what was posted is left unread
        self._reply(status, f"{words}\n".encode(), "text/plain")

    def _json(self, status: HTTPStatus, value: Any) -> None:
        self._reply(status, json.dumps(value, separators=(",", ":")).encode(), "application/json")

    def _reply(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cache-Control", "no-store")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        return "arrangements"

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: the terminal belongs to the command."""
