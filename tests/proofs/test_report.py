"""The report: JSON after its schema, HTML that needs nothing from outside, certificates that download and pass the checker."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

import proofs
from arrangements import recheck
from arrangements.cli import app
from proofs.claims import CLAIMS

SCHEMA = json.loads((Path(proofs.__file__).parent / "claims.schema.json").read_text())
QUICK = ["lemma-3.2", "lemma-3.3", "example-C.2", "mf-3"]


class Page(HTMLParser):
    """Collects what a browser would look at."""

    VOID = ("meta", "link", "img", "br", "hr", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.downloads: dict[str, str] = {}
        self.ids: set[str] = set()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        self.addresses += [value for name, value in attrs if name in ("href", "src", "srcset", "action", "data") and value]
        if found.get("id"):
            self.ids.add(str(found["id"]))
        if "download" in found:
            self.downloads[str(found["download"])] = str(found["href"])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("report") / "new" / "folder"
    result = CliRunner().invoke(app, ["verify", *QUICK, "--report", str(target)])
    assert result.exit_code == 0, result.output
    return target


def certificates(page: Page) -> dict[str, str]:
    prefix = "data:application/json;base64,"
    return {name: base64.b64decode(address.removeprefix(prefix)).decode() for name, address in page.downloads.items()}


def test_the_json_follows_its_schema(folder: Path) -> None:
    report = json.loads((folder / "claims.json").read_text())
    jsonschema.validate(report, SCHEMA)
    assert [claim["id"] for claim in report["claims"]] == QUICK
    assert all("statement" in claim and claim["steps"] for claim in report["claims"])


def test_what_the_command_prints_follows_the_schema() -> None:
    result = CliRunner().invoke(app, ["verify", "mf-3", "--json"])
    jsonschema.validate(json.loads(result.stdout), SCHEMA)
    assert json.loads(result.stdout)["claims"][0]["needs"]


def test_the_page_refers_to_nothing_outside(folder: Path) -> None:
    page = Page((folder / "claims.html").read_text())
    assert page.open == []
    assert not page.tags & {"script", "link", "iframe", "object", "form"}
    for address in page.addresses:
        assert address.startswith("data:") or (address.startswith("#") and address[1:] in page.ids), address
    assert "url(" not in (folder / "claims.html").read_text()


def test_certificates_in_the_page_pass_the_checker(folder: Path) -> None:
    found = certificates(Page((folder / "claims.html").read_text()))
    assert found
    for content in found.values():
        recheck(content)


def test_conditions_and_findings_are_prominent(folder: Path) -> None:
    text = (folder / "claims.html").read_text()
    assert "Needed, and not stated by the source" in text
    assert "false without a condition" in text


def test_the_same_verdicts_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    CliRunner().invoke(app, ["verify", *QUICK, "--report", str(tmp_path)])
    for name in ("claims.html", "claims.json"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(app, ["verify", "lemma-3.2", "--report", str(tmp_path / "file")])
    assert "report folder must be writable" in str(result.exception)


def test_every_statement_has_paired_marks() -> None:
    for claim in CLAIMS:
        texts = [claim.statement, *(c.text for c in claim.conditions), *(c.without for c in claim.conditions)]
        assert all(text.count("`") % 2 == 0 for text in texts), claim.id


def _chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.peer
def test_a_browser_shows_the_page_without_a_request(folder: Path, tmp_path: Path) -> None:
    """Needs Chromium; the net log of the browser must hold no address but that of the page."""
    browser = _chromium()
    assert browser, "chromium must be installed (Debian: apt-get install chromium)"
    log = tmp_path / "net.json"
    address = (folder / "claims.html").as_uri()
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", f"--log-net-log={log}"]
    quiet = ["--disable-background-networking", "--disable-component-update", "--no-first-run", "--dump-dom"]
    done = subprocess.run([browser, *options, *quiet, address], capture_output=True, text=True, timeout=120, check=True)
    page = Page(done.stdout)
    assert set(QUICK) <= page.ids
    for content in certificates(page).values():
        recheck(content)
    events = json.loads(log.read_text())["events"]
    requested = {event["params"]["url"] for event in events if "url" in event.get("params", {})}
    assert not {url for url in requested if url.startswith(("http:", "https:", "ws:")) and "google" not in url}
