"""What a notebook shows: small, escaped HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from arrangements import (
    BestRank,
    Certificate,
    Chirotope,
    Confidence,
    Configuration,
    CosineMatrix,
    Decision,
    Inputs,
    RankingPattern,
    best_rank,
    certify_pattern,
    confidence,
    covector_pattern,
    decide_argmax,
    decide_tie,
    load,
    load_chirotope,
    plot,
    ranking_pattern,
    sign_pattern,
    table_of,
    weak_ranking_pattern,
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
    [
        EVIL,
        sign_pattern(EVIL),
        ranking_pattern(EVIL),
        covector_pattern(EVIL),
        weak_ranking_pattern(EVIL),
        decide_argmax(EVIL, "<script>"),
        decide_argmax(EVIL, "<script>")[1],
        decide_tie(EVIL, ["<script>", "&amp;"])[1],
        best_rank(EVIL, "<script>"),
        confidence(EVIL, "<script>", inputs=Inputs.layernorm([1, 1], [1, 1])),
        CosineMatrix.of(EVIL),
        table_of(EVIL, "ranking"),
        Chirotope.from_text("+++", 3, 2).relabelled(EVIL.labels),
    ],
    ids=lambda value: type(value).__name__,
)
def test_labels_are_escaped(value) -> None:
    page = Tags(value._repr_html_())
    assert set(page.seen) <= {"table", "caption", "tr", "th", "td", "pre", "p"}
    if isinstance(value, Confidence):
        assert "<script>: margin at most" in page.text
    elif not isinstance(value, BestRank | Certificate | Decision):
        assert "<script>" in page.text
        assert "&amp;" in page.text


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (decide_argmax(EVIL, "<script>")[1].evidence, "Witness"),
        (decide_tie(load("paper/C.2"), ["2", "4"])[1].evidence, "condition"),
        (CosineMatrix.of(load("paper/5.5-model-1")), "sqrt(2)/2"),
        (CosineMatrix.of(load("resonance:4")), "3 more"),
        (Inputs.simplex(2), "= 0"),
        (table_of(load("braid:4"), "ranking"), "52 more"),
        (load_chirotope("threshold:3"), "50 more"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_show_what_they_are(value, words: str) -> None:
    assert words in Tags(value._repr_html_()).text


def test_large_values_are_cut() -> None:
    assert "… 94,552 more" in sign_pattern(load("threshold:5"))._repr_html_()
    assert len(certify_pattern(load("braid:4"), "sign pattern")._repr_html_()) < 5000
    assert "0 rankings of 2 labels" in RankingPattern.from_rankings("ab", [])._repr_html_()


def test_pictures() -> None:
    """A picture is SVG that can be read, and has all labels as texts."""
    labels = ["owl", "<script>", "&amp;"]
    picture = ElementTree.fromstring(
        plot(Configuration([[3, 1], [0, 2], [-2, 1]], labels))._repr_svg_()
    )
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    texts = {"".join(element.itertext()).strip() for element in picture.iter()}
    assert set(labels) <= texts
    assert not [element for element in picture.iter() if "script" in str(element.tag)]
