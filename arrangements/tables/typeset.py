"""Markdown and LaTeX, for people; not read back.

Markdown is a table of the GitHub kind. LaTeX is a ``longtable`` with the rules of ``booktabs``, to be put into a document by ``\\input``;
it names the packages that it needs and compiles with pdflatex, or with xelatex or lualatex where labels have letters that pdflatex lacks.
Characters that have a meaning in the format are escaped; invisible ones (controls, marks that turn the direction of text) are shown as
``U+202E``.

>>> markdown_text("a|b <i>"), latex_text("50% of $x_1$ & \\\\input{y}")
('a\\\\|b &lt;i&gt;', '50\\\\% of \\\\$x\\\\_1\\\\$ \\\\& \\\\textbackslash{}input\\\\{y\\\\}')
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO

from arrangements.patterns import SignPattern
from arrangements.tables.rows import Progress, batches, sign_bits
from arrangements.tables.table import Table

__all__ = ["INVISIBLE", "latex_text", "longtable_opening", "markdown_text", "write_latex", "write_markdown"]

_MARKDOWN = {character: "\\" + character for character in "\\`*_{}[]()#!|~@:$"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_LATEX = {character: "\\" + character for character in "&%$#_{}"} | {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "\\textquotedbl{}",
    "`": "{`}",
    "'": "{'}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "?": "{?}",
    "!": "{!}",
}
INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(f"U+{ord(c):04X}" if unicodedata.category(c) in INVISIBLE else table.get(c, c) for c in text)


def markdown_text(text: str) -> str:
    """A text that Markdown shows as it is."""
    return _escaped(text, _MARKDOWN) if not text.isalnum() else text


def latex_text(text: str) -> str:
    """A text that LaTeX prints as it is."""
    return re.sub("-(?=-)|,(?=,)", r"\g<0>{}", _escaped(text, _LATEX))


def write_markdown(table: Table, file: BinaryIO, progress: Progress) -> None:
    """Write a line of names and then one a member."""
    lines = [f"<!-- {_safe(table)} -->", ""]
    names = _names(table, markdown_text)
    lines += ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    file.write(("\n".join(lines) + "\n").encode())
    for cells in _rows(table, markdown_text, "+-", markdown_text, progress):
        file.write(("| " + " | ".join(cells) + " |\n").encode())


def write_latex(table: Table, file: BinaryIO, progress: Progress) -> None:
    """Write a longtable."""
    names = _names(table, latex_text)
    places = "c" * len(table.labels) if table.kind == "sign" else "l" * table.width
    file.write(f"% {_safe(table)}\n{longtable_opening(places, names)}".encode())
    for cells in _rows(table, latex_text, ("$+$", "$-$"), _latex_number, progress):
        file.write((" & ".join(cells) + " \\\\\n").encode())
    file.write(b"\\end{longtable}\n")


def _latex_number(text: str) -> str:
    return f"${text}$" if re.fullmatch("-?[0-9]+(/[0-9]+)?", text) else latex_text(text)


def longtable_opening(places: str, names: Sequence[str]) -> str:
    """The beginning of a longtable; columns beyond ``places`` are flush left. The line ``\\end{longtable}`` ends it."""
    lines = [
        "% needs \\usepackage[T1]{fontenc}, \\usepackage{booktabs}, \\usepackage{longtable}",
        "\\begin{longtable}{@{}" + places + "l" * (len(names) - len(places)) + "@{}}",
        "\\toprule",
        " & ".join(names) + " \\\\",
        "\\midrule",
        "\\endhead",
        "\\bottomrule",
        "\\endfoot",
    ]
    return "\n".join(lines) + "\n"


def _safe(table: Table) -> str:
    """The head for a comment: ASCII on one line, and nothing that ends a comment."""
    return json.dumps(table.head()).replace("-->", "--\\u003e").replace("--!>", "--!\\u003e")


def _names(table: Table, escape: Callable[[str], str]) -> list[str]:
    return [escape(name) for name in table.columns()]


def _rows(
    table: Table, escape: Callable[[str], str], signs: tuple[str, str] | str, number: Callable[[str], str], progress: Progress
) -> Iterator[list[str]]:
    labels = [escape(label) for label in table.labels]
    for start, stop in batches(len(table), progress, 1 << 14):
        if isinstance(table.body, SignPattern):
            codes, texts = sign_bits(table.body, start, stop).tolist(), [signs[1], signs[0]]
        else:
            codes, texts = table.index_rows(start, stop).tolist(), labels
        for at, row in enumerate(codes, start):
            cells = [texts[code] for code in row]
            if table.facts is not None:
                adjacent = table.facts.of(at)
                cells += [str(len(adjacent)), " ".join(map(str, adjacent))]
            if table.points is not None:
                cells += [number(x) for x in table.points[at]]
            yield cells
