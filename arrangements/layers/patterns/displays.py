"""Values as data frames, in notebooks, and the frame of every report that is a page.

>>> list(frame({"a": [True, False]}).columns)
['a']
>>> html("2 things", ["a", "<b>"], [["+", "-"]], 1)
'<table><caption>2 things</caption><tr><th>a</th><th>&lt;b&gt;</th></tr><tr><td>+</td><td>-</td></tr></table>'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from arrangements.errors import BadInput

if TYPE_CHECKING:
    import pandas

__all__ = ["document", "frame", "html"]


def frame(columns: Mapping[str, object]) -> pandas.DataFrame:
    """A pandas data frame, or a polars one where only polars is installed."""
    try:
        import pandas
    except ImportError:
        try:
            import polars
        except ImportError:
            raise BadInput("pandas or polars must be installed for data frames") from None
        return polars.DataFrame(dict(columns))
    return pandas.DataFrame(dict(columns))


def html(caption: str, names: Sequence[str], rows: Iterable[Sequence[str]], count: int) -> str:
    """A table of the given rows, which may be fewer than ``count``."""

    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    lines = [line(names, "th")] if names else []
    shown = [line(row, "td") for row in rows]
    if len(shown) < count:
        shown.append(
            f"<tr><td colspan={max(1, len(names))}>… {count - len(shown):,} more</td></tr>"
        )
    return f"<table><caption>{escape(caption)}</caption>{''.join(lines + shown)}</table>"


def document(title: str, style: str, parts: Iterable[str]) -> str:
    """A page that needs nothing else: its policy forbids every request, pictures are data."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{style}</style></head><body><main>",
    )
    return "\n".join([*head, *parts, "</main></body></html>\n"])
