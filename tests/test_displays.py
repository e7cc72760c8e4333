"""What a notebook shows: small, escaped HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from arrangements import (
    Configuration,
    RankingPattern,
    certify_pattern,
    decide_argmax,
    decide_tie,
    load,
    plot,
    ranking_pattern,
    sign_pattern,
)

EVIL = Configuration([[1, 0], [0, 1], [1, 1]], ["<script>", 'a"b', "&amp;"])


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    "value",
    [EVIL, sign_pattern(EVIL), ranking_pattern(EVIL), decide_argmax(EVIL, "<script>")[1], decide_tie(EVIL, ["<script>", "&amp;"])[1]],
    ids=lambda value: type(value).__name__,
)
def test_labels_are_escaped(value) -> None:
    page = Tags(value._repr_html_())
    assert set(page.seen) <= {"table", "caption", "tr", "th", "td", "pre"}
    if not hasattr(value, "evidence"):
        assert "<script>" in page.text
        assert "&amp;" in page.text


def test_large_values_are_cut() -> None:
    assert "… 94,552 more" in sign_pattern(load("threshold:5"))._repr_html_()
    assert len(certify_pattern(load("braid:4"), "sign pattern")._repr_html_()) < 5000
    assert "0 rankings of 2 labels" in RankingPattern.from_rankings("ab", [])._repr_html_()


def test_pictures() -> None:
    assert plot(load("paper/C.2"))._repr_svg_().startswith("<?xml")
