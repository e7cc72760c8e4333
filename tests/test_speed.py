"""The page of measurements is that of the data, and every figure says how it was measured."""

from __future__ import annotations

from itertools import groupby

from docs.speed import LEADS, PAGE, page, read  # type: ignore[attr-defined]


def test_the_page_is_that_of_the_data() -> None:
    assert PAGE.read_text("utf-8") == page(read()), "write it again: python docs/speed.py"


def test_every_table_is_on_the_page() -> None:
    assert list(dict.fromkeys(row.table for row in read())) == list(LEADS)


def test_every_figure_says_where_it_is_from() -> None:
    for row in read():
        assert all((row.what, row.quantity, row.figure, row.machine, row.date)), row
        assert row.measured.startswith(("`", "by hand")), row


def test_a_line_of_a_table_has_one_origin() -> None:
    """So that the page can say it once, and no figure of a line hides another."""
    for _, line in groupby(read(), lambda row: (row.table, row.what, row.size)):
        figures = list(line)
        assert len({(r.measured, r.machine, r.date, r.note) for r in figures}) == 1, figures
        assert len({r.quantity for r in figures}) == len(figures), figures
