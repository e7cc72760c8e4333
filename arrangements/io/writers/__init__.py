"""Configurations and chirotopes as files of this and of other programs: one writer per format, and
``save``, which chooses it.

What ``load`` and ``load_chirotope`` read back is equal, labels included, except where a format has
no room for them (TOPCOM, text).

>>> from arrangements.layers.configuration import Configuration
>>> print(as_text(Configuration([[1, "1/2"]], ["a"], bias=[3]), "ine"), end="")
* labels: ["a"]
H-representation
begin
1 3 rational
3 1 1/2
end
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput
from arrangements.io.formats import WRITTEN, format_of
from arrangements.io.writers import algebra, plain
from arrangements.layers.configuration import Configuration
from arrangements.running.files import write_atomically
from arrangements.running.validated import TYPED, validated

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["as_text", "save"]


@validated(what=TYPED)
def save(
    what: Configuration | Chirotope, path: str | os.PathLike[str], format: str | None = None
) -> None:
    """Write a configuration, or an oriented matroid, to a file that other programs read.

    Parameters
    ----------
    what
        The configuration or the chirotope.
    path
        The file; its suffix chooses the format.
    format
        The name of a format, whatever the suffix.

    Raises
    ------
    BadInput
        If there is no such format, or it needs coordinates that a chirotope lacks.

    Examples
    --------
    >>> import tempfile
    >>> from arrangements import load
    >>> path = tempfile.mkdtemp() + "/shi.ine"
    >>> save(load("shi:3"), path)
    >>> load(path) == load("shi:3")
    True
    """
    write_atomically(path, as_text(what, format_of(path, format, WRITTEN)))


def as_text(what: Configuration | Chirotope, format: str) -> str:
    """The content of the file."""
    if format in ("chirotope", "circuits", "cocircuits"):
        chi: Any = what
        if isinstance(what, Configuration):
            from arrangements.matroids.chirotopes import chirotope

            chi = chirotope(what)
        return str(chi.to_topcom() if format == "chirotope" else chi.to_topcom_vectors(format))
    if not isinstance(what, Configuration):
        raise BadInput(
            f"format must be chirotope, circuits or cocircuits for a chirotope, which has no coordinates, not {format}"
        )
    if format == "json":
        return json.dumps(what.to_json()) + "\n"
    writers = {
        "csv": plain.comma_separated,
        "ine": plain.inequalities,
        "ext": plain.generators,
        "polymake": plain.polymake,
        "points": plain.points,
        "matrix": plain.matrix,
        "sage": algebra.sage,
        "macaulay2": algebra.macaulay2,
    }
    return writers[format](what)
