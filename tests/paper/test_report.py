"""The report: JSON after its schema, HTML that needs nothing from outside, certificates that
download and pass the checker.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from typer.testing import CliRunner

import proofs
from arrangements import recheck
from arrangements.cli import app
from proofs.pages.report import FIGURES
from proofs.paper.claims import CLAIMS

SCHEMA = json.loads((Path(proofs.__file__).parent / "claims.schema.json").read_text())
QUICK = ["lemma-3.2", "lemma-3.3", "example-C.2", "mf-3"]  # one of them has a figure


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
        self.addresses += [
            value
            for name, value in attrs
            if name in ("href", "src", "srcset", "action", "data") and value
        ]
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
    return {
        name: base64.b64decode(address.removeprefix(prefix)).decode()
        for name, address in page.downloads.items()
    }


def test_the_json_follows_its_schema(folder: Path) -> None:
    report = json.loads((folder / "claims.json").read_text())
    jsonschema.validate(report, SCHEMA)
    assert [claim["id"] for claim in report["claims"]] == QUICK
    assert [claim["owner"] for claim in report["claims"]] == ["paper", "paper", "paper", "Steck"]
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
        assert address.startswith("data:") or (
            address.startswith("#") and address[1:] in page.ids
        ), address
    assert "url(" not in (folder / "claims.html").read_text()


def test_certificates_in_the_page_pass_the_checker(folder: Path) -> None:
    found = certificates(Page((folder / "claims.html").read_text()))
    assert found
    for content in found.values():
        recheck(content)


def test_formal_statements_stand_beside_the_words(folder: Path) -> None:
    text = (folder / "claims.html").read_text()
    assert "Definition lemma_3_2 : Prop" in text
    formal = {
        claim["id"]: [theorem["name"] for theorem in claim["formal"]]
        for claim in json.loads((folder / "claims.json").read_text())["claims"]
    }
    assert "lemma_3_2" in formal["lemma-3.2"]
    assert formal["mf-3"] == ["mf_3", "mf_3_tie"]


def test_owners_stand_beside_statements_and_nothing_is_quoted(folder: Path) -> None:
    text = (folder / "claims.html").read_text()
    assert "Statement, our wording of Lemma 3.2" in text
    assert text.index(">Nielsen and Grivas</th>") < text.index(">Steck, Ekanadham and Kallus</th>")
    assert "<h1>What Cosine" not in text  # the title of the paper is not that of the report
    assert not {"blockquote", "q", "cite"} & Page(text).tags


def test_conditions_and_findings_are_prominent(folder: Path) -> None:
    text = (folder / "claims.html").read_text()
    assert "Condition (ours: needed, and the slides do not state it)" in text
    assert "Condition (ours: needed, and the paper does not state it)" in text
    assert "false without a condition" in text


def test_the_same_verdicts_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    CliRunner().invoke(app, ["verify", *QUICK, "--report", str(tmp_path)])
    for name in ("claims.html", "claims.json"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_the_file_beside_the_page_says_where_it_is_from(folder: Path) -> None:
    lines = dict(
        line.split(":", 1) for line in (folder / "claims.provenance.txt").read_text().splitlines()
    )
    assert list(lines) == ["version", "commit", "python", "libraries", "command", "sources"]
    assert "numpy" in lines["libraries"]
    assert len(lines["sources"].strip()) == 64


def test_the_page_tells_the_proof_before_what_was_computed(folder: Path) -> None:
    text = (folder / "claims.html").read_text()
    section = text[text.index('<section id="lemma-3.2">') :]
    assert (
        0
        < section.index("<h3>Proof</h3>")
        < section.index("<h3>What was computed</h3>")
        < section.index("Formal theorem")
    )


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(app, ["verify", "lemma-3.2", "--report", str(tmp_path / "file")])
    assert "report folder must be writable" in str(result.exception)


def test_every_statement_has_paired_marks() -> None:
    for claim in CLAIMS:
        texts = [
            claim.statement,
            *(c.text for c in claim.conditions),
            *(c.without for c in claim.conditions),
        ]
        assert all(text.count("`") % 2 == 0 for text in texts), claim.id


def test_figures_are_embedded_drawings(folder: Path) -> None:
    page = Page((folder / "claims.html").read_text())
    prefix = "data:image/svg+xml;base64,"
    drawings = [
        base64.b64decode(address.removeprefix(prefix))
        for address in page.addresses
        if address.startswith(prefix)
    ]
    assert len(drawings) == 1
    assert ElementTree.fromstring(drawings[0]).tag.endswith("svg")


@pytest.mark.peer
def test_a_browser_draws_all_figures(tmp_path: Path) -> None:
    """Needs Chromium. A copy of the page without its policy, and with a script that reports the
    width of every image as loaded.
    """
    CliRunner().invoke(app, ["verify", *FIGURES, "--report", str(tmp_path)])
    text = (tmp_path / "claims.html").read_text()
    text = re.sub(r"<meta http-equiv[^>]*>", "", text)
    script = "onload = () => { document.title = [...document.images].map(image => image.naturalWidth).join() }"
    (tmp_path / "copy.html").write_text(
        text.replace("</body>", f"<script>{script}</script></body>")
    )
    title = re.search("<title>(.*)</title>", _visit(tmp_path / "copy.html", tmp_path)[0])
    assert title
    assert all(int(width) > 100 for width in title[1].split(","))
    assert len(title[1].split(",")) == len(FIGURES)


@pytest.mark.peer
def test_a_browser_shows_the_page_without_a_request(folder: Path, tmp_path: Path) -> None:
    """Needs Chromium. What the browser shows has all claims, and certificates to download that pass
    the checker.
    """
    shown, requests = _visit(folder / "claims.html", tmp_path)
    page = Page(shown)
    assert set(QUICK) <= page.ids
    assert certificates(page)
    for content in certificates(page).values():
        recheck(content)
    assert requests == set()


@pytest.mark.peer
def test_the_browser_would_have_noticed_a_request(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<!DOCTYPE html><img src="http://example.invalid/x.png">')
    assert _visit(tmp_path / "page.html", tmp_path)[1] == {"http://example.invalid/x.png"}


def _visit(page: Path, folder: Path) -> tuple[str, set[str]]:
    """The document as Chromium shows it, and the addresses that it asked the network for (not those
    of the browser's own affairs).
    """
    browser = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    assert browser, "chromium must be installed (Debian: apt-get install chromium)"
    log = folder / "net.json"
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        f"--user-data-dir={folder / 'profile'}",
    ]
    command = [browser, *options, f"--log-net-log={log}", "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    events = [event.get("params", {}) for event in json.loads(log.read_text())["events"]]
    return done.stdout, {
        e["url"]
        for e in events
        if "url" in e and e.get("initiator", "not an origin") != "not an origin"
    }
