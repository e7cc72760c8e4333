"""Numbers in LaTeX: formulas with fractions and roots, and captions that say what a table is of."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from arrangements import Configuration, export, load, table_of
from arrangements.io.tables.formulas import flat, formula
from arrangements.io.tables.lines import write
from arrangements.io.tables.table import caption_of


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("0", "0"),
        ("-12", "-12"),
        ("-1/2", r"-\frac{1}{2}"),
        ("5*sqrt(2)/2", r"\frac{5\sqrt{2}}{2}"),
        ("-5*sqrt(2)/2", r"-\frac{5\sqrt{2}}{2}"),
        ("(10 + 5*sqrt(2))/4", r"\frac{10 + 5\sqrt{2}}{4}"),
        ("1 - sqrt(2)/2", r"1 - \frac{\sqrt{2}}{2}"),
        ("sqrt((27 + 3*sqrt(5))/19)", r"\sqrt{\frac{27 + 3\sqrt{5}}{19}}"),
        ("cbrt(2)*sqrt(3)", r"\sqrt[3]{2}\sqrt{3}"),
        ("cos(2*pi/7)", r"\cos(2\pi/7)"),
        ("2^(3/4)", r"2^{3/4}"),
        ("(1 + sqrt(2))*(1 - sqrt(3))", r"(1 + \sqrt{2})(1 - \sqrt{3})"),
        ("2*3", r"2 \cdot 3"),
    ],
)
def test_numbers_are_formulas(text: str, set_as: str) -> None:
    assert formula(text) == set_as


@pytest.mark.parametrize("text", ["", "owl", "a_b", "1//2", "$x$"])
def test_other_texts_are_none(text: str) -> None:
    assert formula(text) is None
    assert flat(text) == text


def test_every_entry_of_the_papers_models_is_a_formula() -> None:
    out = io.BytesIO()
    c = load("paper/5.5-model-1")
    write(table_of(c, witnesses=True).sheet(), "latex", out)
    text = out.getvalue().decode()
    assert "sqrt(" not in text
    assert "{*}" not in text


def test_a_caption_says_kind_labels_dimension_and_count(tmp_path: Path) -> None:
    export(load("paper/H.1-A"), tmp_path / "a.tex")
    text = (tmp_path / "a.tex").read_text("utf-8")
    assert r"\caption{All strict sign vectors (kind sign): n = 5 labels, d = 3, 20 in all.}" in text
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 1
    assert caption_of(table_of(load("paper/C.1"), "top-k", 2), 2, "lp").endswith(
        "(kind top-k, k = 2): n = 5 labels, d = 2, 5 in all, method lp."
    )


def test_a_long_table_has_its_caption_once(tmp_path: Path) -> None:
    export(Configuration([[1, k, k * k] for k in range(8)]), tmp_path / "a.tex")
    text = (tmp_path / "a.tex").read_text("utf-8")
    assert text.count(r"\caption{") == 1
    assert text.index(r"\caption{") < text.index(r"\endfirsthead") < text.index(r"\endhead")
    assert r"\begin{table}" not in text
