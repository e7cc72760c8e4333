"""Pictures for print: PDF, titles, widths, colours of neighbours, names without folders."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from matplotlib.image import imread

from arrangements import Configuration, load, plot
from arrangements.errors import BadInput
from arrangements.figures.palette import apart


def test_pdf_is_the_same_every_time(tmp_path: Path) -> None:
    picture = plot(load("paper/C.2"), regions="argmax")
    picture.save(str(tmp_path / "a.pdf"))
    data = (tmp_path / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data == plot(load("paper/C.2"), regions="argmax").pdf()


def test_titles_are_ours_or_given_or_none(tmp_path: Path) -> None:
    file = tmp_path / "model.csv"
    file.write_text("1,0\n0,1\n-1,-2\n")
    assert plot(load(file)).title == "model: 6 sign vectors"
    assert ">Rows of a model<" in plot(load(file), title="Rows of a model").svg()
    assert "model:" not in plot(load(file), title="").svg()


@pytest.mark.parametrize("kind", ["regions", "cosines", "ties", "tope-graph"])
@pytest.mark.parametrize("size", [2, 9])
def test_the_width_is_as_asked(kind: str, size: float) -> None:
    png = plot(load("paper/5.5-model-2"), kind, size=size).png(dpi=100)
    assert abs(imread(io.BytesIO(png)).shape[1] - 100 * size) <= 0.08 * 100 * size


def test_what_is_left_out_is_said() -> None:
    assert "never first: 3<" in plot(load("paper/5.5-model-2"), regions="argmax").svg()
    assert "never first" not in plot(load("paper/5.5-model-1"), regions="argmax").svg()
    assert "67 regions are too many to be named" in plot(load("random:12x3")).svg()
    assert "104 vertices are too many" not in plot(load("threshold:3"), "tope-graph").svg()
    assert "260 vertices are too many to be named" in plot(load("random:10x4"), "tope-graph").svg()


def test_pgf_needs_a_latex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(
        BadInput, match="one of pdflatex, xelatex, lualatex must be installed to write PGF"
    ):
        plot(load("paper/C.2")).pgf()


def test_neighbours_have_different_colours() -> None:
    looks = apart([("#a0c6dd", "")] * 5)
    assert all(looks[k][0] != looks[k - 1][0] for k in range(5))


@pytest.mark.parametrize(
    ("size", "words"), [(0, "size must be a width"), ("x", "size must be a width")]
)
def test_refused(size: object, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        plot(Configuration([[1]]), size=size)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="configuration must be a Configuration"):
        plot("paper/C.2")  # type: ignore[arg-type]
