"""Patterns as data frames and in notebooks.

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

__all__ = ["frame", "html"]


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
