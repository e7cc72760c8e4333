"""Formulas in plain text, set legibly in HTML.

Between backquotes, text is a formula: single letters are set in italics, ``_`` and ``^`` start a
subscript and a superscript (one character, a signed number or what stands in brackets), ``sqrt``
becomes a root. Everything else stays as written.

>>> print(html("For `u_i ≠ 0`, cos is `cos(a+v) = −1`"))
For <span class="formula"><i>u</i><sub><i>i</i></sub> ≠ 0</span>, cos is <span class="formula">cos(<i>a</i>+<i>v</i>) = −1</span>
>>> plain("For `u_i ≠ u_j`")
'For u_i ≠ u_j'
"""

from __future__ import annotations

import re
from html import escape

__all__ = ["html", "plain"]

_SCRIPT = re.compile(r"([_^])(\(([^()]*)\)|[−-]?\d+|[A-Za-z0-9])")


def plain(text: str) -> str:
    """The text without the marks of formulas."""
    return text.replace("`", "")


def html(text: str) -> str:
    """The text as HTML, safe to embed."""
    parts = text.split("`")
    return "".join(
        f'<span class="formula">{_formula(part)}</span>' if k % 2 else escape(part)
        for k, part in enumerate(parts)
    )


def _formula(text: str) -> str:
    result, end = [], 0
    for match in _SCRIPT.finditer(text):
        tag = "sub" if match[1] == "_" else "sup"
        result += [
            _letters(text[end : match.start()]),
            f"<{tag}>{_letters(match[3] or match[2])}</{tag}>",
        ]
        end = match.end()
    return "".join([*result, _letters(text[end:])])


def _letters(text: str) -> str:
    pieces = re.split(r"([A-Za-z]+)", text.replace("sqrt", "√"))
    return "".join(
        f"<i>{piece}</i>"
        if len(piece) == 1 and piece.isalpha() and piece.isascii()
        else escape(piece)
        for piece in pieces
    )
