"""Tables for the column of a paper: the bound of their width, and what pdflatex makes of it."""

from __future__ import annotations

import re
import shutil
import string
import subprocess
from pathlib import Path

import pytest

from arrangements import Configuration, export, load, table_of
from arrangements.io.tables.latex_width import COLUMN, separation, total, width

# Measured by pdflatex 1.40.24 (ecrm1000, cmmi10), in points.
MEASURED = {
    "W": 10.27527, "M": 9.16443, "m": 8.3313, "G": 7.8453, "&": 7.77588, "H": 7.49817, "C": 7.22046, "E": 6.8039,
    "F": 6.52618, "L": 6.24847, "Z": 6.10962, "d": 5.5542, "k": 5.27649, "J": 5.13763, "a": 4.99878, "7": 4.99878,
    "c": 4.44336, "s": 3.94348, "r": 3.91571, "t": 3.88794, "I": 3.61023, "f": 3.05481, "l": 2.7771, "-1/2": 22.77785,
    "x1": 10.2014, "x10": 14.18753, "-": 7.7778, "+": 7.7778,
}  # fmt: skip
PAPER = ("C.1", "C.2", "C.3", "H.1-A", "H.1-B", "5.5-model-1", "5.5-model-2")


@pytest.mark.parametrize(("text", "points"), MEASURED.items())
def test_no_text_is_wider_than_its_bound(text: str, points: float) -> None:
    assert points <= width(text) <= 1.4 * points + 0.5


def test_columns_stand_closer_only_where_they_must() -> None:
    assert separation([]) == separation([COLUMN]) == separation([COLUMN / 2 - 6] * 2) == 6
    assert separation([COLUMN + 1]) is separation([COLUMN / 2 - 1] * 2) is None
    for n in range(2, 30):
        for each in range(1, 120):
            space = separation([each] * n)
            assert (space is None) == (total([each] * n, 2) > COLUMN)
            if space is not None:
                assert total([each] * n, space) <= COLUMN
                assert space == 6 or total([each] * n, space + 0.5) > COLUMN


def _written(name: str, folder: Path) -> str:
    c = load(f"paper/{name}")
    export(table_of(c, "ranking", witnesses=True), folder / f"{name}.tex")
    return (folder / f"{name}.tex").read_text("utf-8")


def test_rankings_of_seven_labels_take_less_space(tmp_path: Path) -> None:
    assert "\\setlength{\\tabcolsep}" not in _written("H.1-A", tmp_path)
    text = _written("5.5-model-2", tmp_path)
    assert text.count("{") == text.count("}")
    assert re.search(r"\n\{\\setlength\{\\tabcolsep\}\{4\.5pt\}%\n\\begin\{tabular\}", text)
    assert text.endswith("\\bottomrule\n\\end{tabular}}\n\\end{table}\n")


def test_a_table_that_cannot_fit_says_so(tmp_path: Path) -> None:
    labels = [word * 6 for word in string.ascii_uppercase[:5]]
    export(
        table_of(Configuration([[i, i * i] for i in range(5)], labels), "ranking"),
        tmp_path / "t.tex",
    )
    second = (tmp_path / "t.tex").read_text().splitlines()[1]
    found = re.search(r"; about (\d+) points wide, a column of a paper has 219$", second)
    assert found is not None
    assert int(found[1]) > 219


def test_tables_of_the_paper_fit_a_column(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    for name in PAPER:
        _written(name, tmp_path)
    boxes = "".join(
        f"\\sbox\\B{{\\input{{{name}}}}}\\typeout{{WIDTH \\the\\wd\\B}}\n" for name in PAPER
    )
    (tmp_path / "main.tex").write_text(
        "\\documentclass[twocolumn]{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}\n"
        f"\\renewenvironment{{table}}{{}}{{}}\\renewcommand\\caption[1]{{}}\\newsavebox\\B\\begin{{document}}\n{boxes}\\end{{document}}\n"
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    widths = [float(w) for w in re.findall(rb"WIDTH ([0-9.]+)pt", done.stdout)]
    print(dict(zip(PAPER, widths, strict=True)))
    assert len(widths) == len(PAPER)
    assert 100 < min(widths) <= max(widths) <= COLUMN
