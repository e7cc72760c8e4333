"""The prose check finds what it is for, and finds nothing in the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import prose


def test_the_pages_pass() -> None:
    assert list(prose.faults()) == []


@pytest.mark.parametrize("rule", prose.AVOIDED, ids=lambda rule: rule.better)
def test_each_phrase_is_found(rule: prose.Avoided) -> None:
    assert [fault for fault in prose.avoided(rule.example) if fault.endswith(rule.better)]
    assert not list(prose.avoided(f"```\n{rule.example}\n```"))


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# One `two` & *three*\n\n```\n# no heading\n```\n", "utf-8")
    page = tmp_path / "b.md"
    page.write_text(
        "# Title\n[x](a.md#one-two--three) [y](a.md#no-heading)\n[z](none.md) [w](#title) [v](#no)\n"
        "[u](https://nowhere.example/#x)\n",
        "utf-8",
    )
    assert list(prose.broken_links(page)) == [
        "2: a.md has no heading no-heading",
        "3: none.md is not there",
        "3: this page has no heading no",
    ]


def test_rows_of_a_table_with_another_number_of_cells_are_found() -> None:
    table = "| a | b |\n|---|---|\n| |z| <= 1 | c |\n| \\|z\\| <= 1 | d |\n\n| alone |\n| e | f |\n"
    assert [fault.partition(":")[0] for fault in prose.uneven_tables(table)] == ["3", "7"]
    assert not list(prose.uneven_tables(f"```\n{table}\n```"))


def test_a_page_must_say_for_whom_it_is(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("# Title\n\nText.\n", "utf-8")
    assert list(prose.audience(page))
    page.write_text("# Title\n\n*For authors.*\n\nText.\n", "utf-8")
    assert not list(prose.audience(page))
