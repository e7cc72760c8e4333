"""The catalogue: names that stand for a configuration wherever one is expected.

``paper/...`` are the paper's matrices, files of ``data/paper``. The other names are a family and
its parameters, such as ``threshold:4``. Families are made here, exactly and always the same;
``random`` too, from its own generator (SHA-256 in counter mode), which no version of Python or
NumPy changes. A family says which group of the literature it belongs to and where it is from.

Configurations and chirotopes are made here; nothing is listed, counted or decided: those rooms are
not imported.

>>> named("cyclic:3x2").integer_rows()
((1, 1), (1, 2), (1, 3))
>>> named("shi:2").labels, named("shi:2").bias
(('1-2=0', '1-2=1'), (Fraction(0, 1), Fraction(-1, 1)))
>>> [family.example for family in search("Humphreys")]
['coxeter:H3']
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from arrangements.catalogue import matroids, root_systems, solids, vector_families
from arrangements.catalogue.family import Family, Maker
from arrangements.errors import BadInput, short_repr
from arrangements.io.readers import text
from arrangements.layers.configuration import Configuration
from arrangements.running.files import shipped
from arrangements.running.sources import from_file

__all__ = ["Family", "families", "is_name", "named", "names", "nearest", "search"]

_FAMILIES: dict[str, tuple[Family, Maker]] = {
    family.form.partition(":")[0]: (family, make)
    for family, make in (*vector_families.FAMILIES, *root_systems.FAMILIES, *solids.FAMILIES)
}


def families() -> list[Family]:
    """Everything the catalogue knows: the paper's matrices, then the families with parameters,
    group by group.

    >>> families()[-1].form
    'facets:SOLID'
    """
    paper = []
    for name, path in _paper().items():
        facts = tomllib.loads(path.read_text("utf-8"))
        paper.append(Family(name, name, facts["title"], "the paper's matrices", facts["source"]))
    return paper + [family for family, _ in _FAMILIES.values()]


def search(words: str) -> list[Family]:
    """The entries that have every one of the words in their name, description, group or source, in
    any case.
    """
    wanted = words.lower().split()
    return [
        family
        for family in [*families(), *matroids.MATROIDS]
        if all(word in " ".join(family).lower() for word in wanted)
    ]


def names() -> list[str]:
    """One valid name for each entry of the catalogue."""
    return [*_paper(), *(family.example for family, _ in _FAMILIES.values())]


def is_name(name: str) -> bool:
    """Whether the text is meant for the catalogue: a paper matrix, or a known family before the
    colon.
    """
    return name in _paper() or (":" in name and name.partition(":")[0] in _FAMILIES)


def nearest(name: str) -> str | None:
    """The valid name that is most like this one, if any is."""
    family, colon, parameters = name.partition(":")
    if colon and (near := get_close_matches(family, _FAMILIES, 1)):
        known, make = _FAMILIES[near[0]]
        try:
            make(parameters)
        except (ValueError, BadInput):
            return known.example
        return f"{near[0]}:{parameters}"
    folded = {valid.lower(): valid for valid in names()}
    near = get_close_matches(name.lower(), folded, 1, 0.5)
    return folded[near[0]] if near else None


def named(name: str) -> Configuration:
    """The configuration of this name; ``BadInput`` with the nearest valid name otherwise."""
    if path := _paper().get(name):
        with from_file(str(path)) as opened:
            table = text.read_toml(opened)
        return Configuration(
            table.rows, table.labels, dimension=table.dimension, reading=table.reading, name=name
        )
    family, _, parameters = name.partition(":")
    if family not in _FAMILIES:
        near = nearest(name)
        raise BadInput(
            f"name must be in the catalogue, not {short_repr(name)}{f'; did you mean {near!r}?' if near else ''}"
        )
    known, make = _FAMILIES[family]
    try:
        made = make(parameters)
    except ValueError:
        raise BadInput(
            f"name must have the form {known.form}, such as {known.example}, not {short_repr(name)}"
        ) from None
    return Configuration(
        made.rows, made.labels, bias=made.bias, dimension=made.d, reading=made.reading, name=name
    )


@cache
def _paper() -> dict[str, Path]:
    """The names of the paper's matrices and their files."""
    return {f"paper/{path.stem}": path for path in sorted(shipped("paper").glob("*.toml"))}
