"""A server in a thread, and a browser if there is one."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from arrangements import Configuration, Inputs
from arrangements.explore import session
from arrangements.explore.server import Server
from arrangements.explore.session import Session, state_of
from proofs.search.counterexamples import explorer
from proofs.search.counterexamples.explorer import Theory
from tests.processes import DEADLINE

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
]
FLAGS += ["--disable-background-networking", "--disable-component-update"]


@contextmanager
def serving(
    configuration: Configuration, inputs: Inputs | None = None, start: Configuration | None = None
) -> Iterator[Server]:
    before = None if start is None else state_of(start, None)
    server = Server(Session(Theory()), state_of(configuration, inputs), start=before)
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="`make browser` installs Playwright")
    if CHROMIUM is None:
        pytest.skip("`make browser` installs Chromium")
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer takes as long as it needs on a busy machine."""
    monkeypatch.setattr(session, "SECONDS", DEADLINE)
    monkeypatch.setattr(explorer, "_SECONDS", DEADLINE)


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open an address in a new profile; at the end nothing may have been said on the console, but
    by a page that ``may_complain``.
    """
    said: list[str] = []
    contexts = []

    def visit(address: str, *, may_complain: bool = False, **options: Any) -> Any:
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "accept_downloads": True, **options}
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * DEADLINE)
        if not may_complain:
            page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(f"dialog {dialog.message}"))
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not said
