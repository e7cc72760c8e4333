"""The help of every command that writes files lists the formats of the tables of formats, and a
format that is added to a table appears there.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arrangements.audits.summaries import FORMATS as SUMMARIES
from arrangements.io.formats import (
    FORMATS,
    LINES,
    PICTURES,
    RECORDS,
    WRITTEN,
    suffixes_of,
)
from tests.processes import called

LISTS = {
    "patterns": suffixes_of(FORMATS),
    "compare": (*suffixes_of(LINES), *PICTURES),
    "counterexample": (*suffixes_of(LINES), *PICTURES),
    "chirotope": suffixes_of(form for form in RECORDS if form != "json"),
    "count": suffixes_of(RECORDS),
    "types": (*suffixes_of(RECORDS), *PICTURES),
    "plot": PICTURES,
    "figures": [suffix.removeprefix(".") for suffix in PICTURES],
    "audit": SUMMARIES,
    "signature": SUMMARIES,
    "show": suffixes_of(WRITTEN),
}

ADDED = """
from arrangements.io import formats
formats.FORMATS["fancy"] = (".fancy",)
formats.RECORDS += ("fancy",)
formats.LINES += ("fancy",)
formats.PICTURES += (".drawn",)
import sys
sys.argv = ["arrangements", sys.argv[1], "--help"]
from arrangements.cli import main
main()
"""


def words(text: str) -> set[str]:
    """The words of a help text, with their dots in front, if any."""
    return set(re.findall(r"\.?\w[\w-]*", text))


@pytest.mark.parametrize("name", LISTS)
def test_the_help_has_every_format(name: str) -> None:
    assert set(LISTS[name]) - words(called(name, "--help").stdout) == set()


@pytest.mark.parametrize(
    ("name", "appear"),
    {
        "patterns": [".fancy"],
        "compare": [".fancy", ".drawn"],
        "counterexample": [".fancy", ".drawn"],
        "chirotope": [".fancy"],
        "count": [".fancy"],
        "types": [".fancy", ".drawn"],
        "plot": [".drawn"],
        "figures": ["drawn"],
    }.items(),
)
def test_a_new_format_appears(name: str, appear: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", ADDED, name], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert set(appear) - words(done.stdout) == set()


def test_the_page_of_tables_has_every_format() -> None:
    page = (Path(__file__).parents[2] / "docs/how-to/tables.md").read_text(encoding="utf-8")
    for form in FORMATS:
        assert f"`{form}`" in page
        assert all(f"`{suffix}`" in page for suffix in FORMATS[form][:1])
