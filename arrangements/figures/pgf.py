"""Pictures as commands of PGF, a package of LaTeX, by matplotlib's backend; a LaTeX on this machine
measures the texts.

Labels are texts, never commands: whatever LaTeX would read in them is escaped. pdflatex knows Latin
letters; for others xelatex and lualatex are tried, which set every letter that their fonts have.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput
from arrangements.io.tables.typeset import latex_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["written"]

_ENGINES = ("pdflatex", "xelatex", "lualatex")
_FAMILIES = {"DejaVu Sans": "sans-serif", "DejaVu Sans Mono": "monospace"}


def written(figure: Figure, pad: float) -> bytes:
    """The figure as PGF in the settings that hold, ``pad`` inches around it, measured by the first
    LaTeX that can set its texts.
    """
    engines = [name for name in _ENGINES if shutil.which(name)]
    if not engines:
        raise BadInput(
            f"one of {', '.join(_ENGINES)} must be installed to write PGF (Debian: texlive-pictures)"
        )
    for engine in engines:
        try:
            return _measured(figure, engine, pad)
        except (RuntimeError, ValueError) as error:
            failure = error
    raise BadInput(
        f"labels must be texts that LaTeX can set, but {' and '.join(engines)} with pgf failed"
    ) from failure


def _measured(figure: Figure, engine: str, pad: float) -> bytes:
    import matplotlib

    out = io.BytesIO()
    with matplotlib.rc_context(), _escaped(figure):
        matplotlib.rcParams.update(
            {"pgf.texsystem": engine, "pgf.rcfonts": False, "pgf.preamble": _preamble(engine)}
        )
        figure.savefig(out, format="pgf", bbox_inches="tight", pad_inches=pad)
    return out.getvalue()


def _preamble(engine: str) -> str:
    return r"\usepackage[T1]{fontenc}" if engine == "pdflatex" else ""


@contextmanager
def _escaped(figure: Figure) -> Iterator[None]:
    """Every text of the figure as LaTeX sets it, in the families of the document; afterwards as it
    was.
    """
    from matplotlib.text import Text

    texts: list[Any] = [artist for artist in figure.findobj(Text) if artist.get_text()]
    before = [(text.get_text(), text.get_fontfamily()) for text in texts]
    try:
        for text, (content, family) in zip(texts, before, strict=True):
            text.set_text(
                "\n".join(map(latex_text, content.split("\n"))).replace("√", r"\ensuremath{\surd}")
            )
            text.set_fontfamily(_FAMILIES.get(family[0], family[0]))
        yield
    finally:
        for text, (content, family) in zip(texts, before, strict=True):
            text.set_text(content)
            text.set_fontfamily(family)
