"""What a notebook shows: small, escaped HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import arrangements
from arrangements import (
    BestRank,
    Certificate,
    Chirotope,
    Confidence,
    Configuration,
    CosineMatrix,
    Decision,
    Design,
    Inputs,
    RankingPattern,
    audit,
    best_rank,
    certify_pattern,
    chirotope,
    confidence,
    covector_pattern,
    decide_argmax,
    decide_ranking,
    decide_tie,
    load,
    load_chirotope,
    load_layer,
    plot,
    ranking_pattern,
    sign_pattern,
    table_of,
    weak_ranking_pattern,
)
from arrangements.decide.answers import answers
from arrangements.layers.layer import Layer
from arrangements.layers.questions.parser import parsed

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


def large_values(log: str) -> dict[str, object]:
    """A large value of every public class, and of what its methods give."""
    draw = np.random.default_rng(0)
    rows = Configuration(draw.integers(-9, 10, (300, 5)).tolist())
    wide = Configuration(draw.integers(-9, 10, (40, 30)).tolist(), bias=[1] * 40)
    order = [str(k) for k in range(1, 41)]
    words = f"ranking {'>'.join(order)}"
    layer = load_layer(draw.standard_normal((49_152, 8)).astype(np.float32))
    refuted = decide_argmax(Configuration([*rows.rows, [0] * 5]), "301")
    lines = audit(wide).log(log)
    few = Configuration([*rows.rows[:20], ["1/8"] * 5])
    return {
        "configuration": rows,
        "layer": layer,
        "audit": audit(layer),
        "answers": audit(wide).ask([words]),
        "answer of an audit": next(iter(audit(wide).ask([words]))),
        "log": lines,
        "line": next(iter(lines)),
        "repair": audit(few).repair(),
        "change of offsets": audit(few).repair().found,
        "change of rows": audit(few).repair(change="rows").found,
        "inputs": Inputs(200, [[1] * 201] * 300),
        "norm": Inputs.layernorm([1] * 300, [1] * 300),
        "decision": decide_ranking(wide, order),
        "witness": decide_argmax(wide, "3").certificate.evidence,
        "refutation": refuted.certificate.evidence,
        "certificate": refuted.certificate,
        "pattern": certify_pattern(load("braid:4")),
        "answer": next(answers(Layer(wide), parsed([words], wide.labels))),
        "best rank": best_rank(rows, "3"),
        "confidence": confidence(wide, "3", inputs=Inputs.ball(2, 30)),
        "signs": sign_pattern(load("braid:5")),
        "rankings": ranking_pattern(load("braid:4")),
        "covectors": covector_pattern(load("braid:4")),
        "weak rankings": weak_ranking_pattern(load("braid:4")),
        "chirotope": chirotope(Configuration(rows.rows[:20])),
        "cosines": CosineMatrix.of(Configuration(rows.rows[:60])),
        "table": table_of(load("braid:5")),
        "design": Design(1000, 3),
    }


def test_every_public_value_is_shown_on_one_short_line(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("1>2>3")
    values = large_values(str(log))
    for name, value in values.items():
        shown = repr(value)
        assert "\n" not in shown, name
        assert len(shown) < 500, (name, len(shown))
    assert len(repr(values["layer"])) < 100
    kinds = {name for name in arrangements.__all__ if isinstance(getattr(arrangements, name), type)}
    errors = {name for name in kinds if issubclass(getattr(arrangements, name), Exception)}
    assert {type(value).__name__ for value in values.values()} >= kinds - errors
