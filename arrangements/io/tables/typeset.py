"""Markdown and LaTeX, for people; not read back.

Markdown is a table of the GitHub kind. LaTeX is a ``tabular``, also for documents of two columns,
or where it does not fit a page or on request a ``longtable``, with the rules of ``booktabs``, to be
put into a document by ``\\input``. With a caption the ``tabular`` stands in a ``table``. A ``tabular`` that is too wide for a column of a paper
stands with less space between its columns, if that is enough. It names the packages that it needs and compiles with pdflatex,
or with xelatex or lualatex where labels have letters that pdflatex lacks. Headings of ours are
words. Characters that have a meaning in the format are escaped; invisible ones (controls, marks
that turn the direction of text) are shown as ``U+202E``.

>>> markdown_text("a|b <i>"), latex_text("50% of $x_1$ & \\\\input{y}")
('a\\\\|b &lt;i&gt;', '50\\\\% of \\\\$x\\\\_1\\\\$ \\\\& \\\\textbackslash{}input\\\\{y\\\\}')
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from itertools import chain
from typing import BinaryIO, cast

from arrangements.io.tables.formulas import flat, formula
from arrangements.io.tables.latex_width import COLUMN, USUAL, separation, total, width
from arrangements.io.tables.sheet import Sheet, Style

__all__ = ["INVISIBLE", "latex_text", "markdown_text", "write_latex", "write_markdown"]

_MARKDOWN = {character: "\\" + character for character in "\\`*_{}[]()#!|~@:$"} | {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
}
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
_PAGE = 45  # rows of a table that fits a page
INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _visible(text: str) -> str:
    return _escaped(text, {})


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(
        f"U+{ord(c):04X}" if unicodedata.category(c) in INVISIBLE else table.get(c, c) for c in text
    )


def markdown_text(text: str) -> str:
    """A text that Markdown shows as it is."""
    return _escaped(text, _MARKDOWN) if not text.isalnum() else text


def latex_text(text: str) -> str:
    """A text that LaTeX prints as it is."""
    return re.sub("-(?=-)|,(?=,)", r"\g<0>{}", _escaped(text, _LATEX))


def write_markdown(sheet: Sheet, file: BinaryIO) -> None:
    """Write a line of names and then one a row."""
    if sheet.noted:
        file.write(f"<!-- {_safe(sheet)} -->\n\n".encode())
    rule = "---|" if sheet.head is not None else " --- |"
    file.write(
        f"{_markdown_line(map(markdown_text, sheet.columns))}|{rule * len(sheet.columns)}\n".encode()
    )
    for rows in sheet.lines(Style(markdown_text, str, markdown_text, ("-", "+"))):
        file.write("".join(map(_markdown_line, rows)).encode())


def _markdown_line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def write_latex(sheet: Sheet, file: BinaryIO, long: bool = False) -> None:
    """Write a tabular, or a longtable if it is asked for or if there are more than 45 rows."""
    long = long or sheet.count > _PAGE
    if sheet.noted:
        file.write(f"% {_safe(sheet)}\n".encode())
    places = "c" * sheet.centred + "l" * (len(sheet.columns) - sheet.centred)
    kind = "longtable" if long else "tabular"
    labels = cast(
        "list[str]",
        (sheet.head or ({} if sheet.worded else {"labels": sheet.columns})).get("labels", ()),
    )
    head = [latex_text(name) if name in labels else _heading(name) for name in sheet.columns]
    space, remark = (USUAL, "") if long else _space(sheet, labels)
    narrow = space != USUAL
    float_ = bool(sheet.caption) and not long
    caption = f"\\caption{{{latex_text(sheet.caption)}}}"
    needs = "% needs \\usepackage[T1]{fontenc}, \\usepackage{booktabs}"
    lines = [needs + ", \\usepackage{longtable}" * long + remark]
    if float_:
        lines += ["\\begin{table}", "\\centering", caption]
    if narrow:
        lines.append(f"{{\\setlength{{\\tabcolsep}}{{{space:g}pt}}%")
    lines.append(f"\\begin{{{kind}}}{{@{{}}{places}@{{}}}}")
    names = ["\\toprule", " & ".join(head) + " \\\\", "\\midrule"]
    if long and sheet.caption:  # the other pages have no caption
        lines += [f"{caption}\\\\", *names, "\\endfirsthead"]
    lines += names
    if long:
        lines += ["\\endhead", "\\bottomrule", "\\endfoot"]
    file.write(("\n".join(lines) + "\n").encode())
    for rows in sheet.lines(Style(latex_text, "${}$".format, _latex_number, ("$-$", "$+$"))):
        file.write("".join([" & ".join(row) + " \\\\\n" for row in rows]).encode())
    file.write(("" if long else "\\bottomrule\n").encode())
    file.write((f"\\end{{{kind}}}" + "}" * narrow + "\n").encode())
    file.write(b"\\end{table}\n" * float_)


def _space(sheet: Sheet, labels: list[str]) -> tuple[float, str]:
    """The space between columns, and a remark where none makes the table fit a column."""
    head = [
        _visible(name) if name in labels else re.sub(r"[$_{}\\]", "", _heading(name))
        for name in sheet.columns
    ]
    rows = chain.from_iterable(sheet.lines(Style(_visible, str, flat, ("-", "+"))))
    widths = [max(map(width, column)) for column in zip(head, *rows, strict=True)]
    space = separation(widths)
    if space is not None:
        return space, ""
    return USUAL, f"; about {total(widths):.0f} points wide, a column of a paper has {COLUMN:.0f}"


def _heading(name: str) -> str:
    """A name of ours in words, short ones: rankings of eight labels with their witnesses go into
    the column of a paper.

    >>> _heading("winner"), _heading("place_2"), _heading("place_13"), _heading("x_1")
    ('1st', '2nd', '13th', '$x_{1}$')
    """
    if name == "winner":
        return "1st"
    if match := re.fullmatch("place_([0-9]+)", name):
        number = int(match[1])
        ending = (
            "th"
            if number % 100 in (11, 12, 13)
            else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        )
        return f"{number}{ending}"
    if match := re.fullmatch("([a-z])_([0-9]+)", name):
        return f"${match[1]}_{{{match[2]}}}$"
    return latex_text(name.replace("_", " "))


def _latex_number(text: str) -> str:
    """A number as a formula; a witness with a name, or an empty cell, as text."""
    typeset = formula(text)
    return latex_text(text) if typeset is None else f"${typeset}$"


def _safe(sheet: Sheet) -> str:
    """The head for a comment: ASCII on one line, and nothing that ends a comment."""
    return json.dumps(sheet.head).replace("-->", "--\\u003e").replace("--!>", "--!\\u003e")
