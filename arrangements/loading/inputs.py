"""Inputs from the text of an option or from a file: ``load_inputs`` is the way in, for the command
and for Python.

============================= ====================================================================================
``everything``                all of R^d
``nonnegative``               h >= 0, what a ReLU gives
``h >= -0.2785``, ``h <= 6``  the same bound for every coordinate
``box:-1:1``                  the same two bounds for every coordinate; one may be left out
``box:FILE``                  one line or row of two bounds, low and high, for every coordinate
``simplex``                   h >= 0 and sum 1, mixtures
``ball:R``                    |h| <= R, a number such as 6 or sqrt(768)
``ball:R:FILE``               |h - c| <= R for the vector c in the file
``ellipsoid:R:MATRIX:CENTRE`` c + A z with |z| <= R, for the matrix A, with a row for each coordinate of h, and the
                              vector c in two files; c may be left out
``layernorm:GAINS:SHIFT``     what LayerNorm puts out: c + g z with |z|^2 <= d and the sum of z zero, for the
                              vectors g and c in two files; c may be left out
``rmsnorm:GAINS:SHIFT``       the same for RMSNorm, whatever the sum of z
``unit``                      |h| = 1, what L2 normalisation gives
``sphere``                    after ``;``: the border of the ball alone, or a norm without epsilon
several, joined by ``;``      what is in all of them, one ball or norm at most: ``ball:5; h >= 0``
``FILE.json``, ``FILE.toml``  ``inequalities`` and ``equations`` (rows c, a_1, .., a_d for c + <a, h> >= 0 and = 0), or
                              ``points`` and ``rays``, or ``low`` and ``high`` (in JSON null is an
                              open end)
``FILE.ine``, ``FILE.ext``    the formats of cddlib
another matrix                the convex hull of its rows
============================= ====================================================================================

>>> load_inputs("box:-1:1", 2)
<Inputs box:-1:1: 4 inequalities in dimension 2>
>>> load_inputs("h >= -0.2785", 1).inequalities
((Fraction(557, 2000), Fraction(1, 1)),)
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from functools import reduce
from operator import and_
from pathlib import Path
from typing import Any

from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import parse
from arrangements.io.readers.polyhedral import parse as parse_cdd
from arrangements.io.readers.text import check_toml, unique_keys
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.polyhedra import named
from arrangements.loading.configurations import read_table
from arrangements.running.sources import from_file, read_text
from arrangements.running.validated import INTEGER, validated

__all__ = ["load_inputs"]

_BOUND = re.compile(r"h\s*(>=|<=)\s*(\S.*)")
_NAMES = ("everything", "nonnegative", "simplex", "unit")
_MOST = 1 << 20  # bytes of a file that describes a polyhedron


@validated(dimension=INTEGER)
def load_inputs(source: str | os.PathLike[str], dimension: int) -> Inputs:
    """Read the set that inputs come from, from its description or a file.

    Parameters
    ----------
    source
        A name such as "nonnegative" or "simplex", a bound such as "h >= -0.2785", "box:-1:1",
        "ball:6", several joined by ";", or a file.
    dimension
        How many coordinates h has.

    Returns
    -------
    The set, whose name is the description.

    Raises
    ------
    BadInput
        If the description is none, or of another dimension; the message names the part that does
        not fit.

    Examples
    --------
    >>> load_inputs("h >= -1/2", 2) == load_inputs("h>=-0.5", 2)
    True
    """
    text = os.fspath(source).strip() if isinstance(source, str | os.PathLike) else ""
    if not isinstance(text, str) or not text:
        raise BadInput(f"inputs must be a name, a bound, a box or a file, not {short_repr(source)}")
    if ";" in text and not os.path.lexists(text):
        words = [part.strip() for part in text.split(";")]
        joined = reduce(and_, (load_inputs(x, dimension) for x in words if x != "sphere"))
        return named(joined.on_sphere() if "sphere" in words else joined, text)
    if text.startswith("ball:"):
        return _ball(text[5:], dimension, text)
    if text.startswith("ellipsoid:"):
        return _ellipsoid(text[10:], dimension, text)
    word, _, files = text.partition(":")
    if word in ("layernorm", "rmsnorm"):
        return _norm(word, files, dimension, text)
    if (bound := _BOUND.fullmatch(text)) is not None:
        ends: list[Any] = [[parse(bound[2], "inputs")] * dimension, [None] * dimension]
        low, high = ends if bound[1] == ">=" else ends[::-1]
        return Inputs.box(low, high, text)
    match text:
        case "everything":
            return Inputs(dimension, name=text)
        case "nonnegative":
            return Inputs.nonnegative(dimension)
        case "simplex":
            return Inputs.simplex(dimension)
        case "unit":
            return Inputs.unit(dimension)
    inputs = (
        _box(text[4:], dimension, text) if text.startswith("box:") else _from_path(text, dimension)
    )
    if inputs.dimension != dimension:
        raise BadInput(
            f"inputs must have dimension {dimension}, that of the rows, not {inputs.dimension} ({text})"
        )
    return inputs


def _box(text: str, dimension: int, name: str) -> Inputs:
    if not os.path.lexists(text) and text.count(":") == 1:
        low, high = (parse(end.strip(), name) if end.strip() else None for end in text.split(":"))
        return Inputs.box([low] * dimension, [high] * dimension, name)
    if Path(text).suffix.lower() in (".json", ".toml"):
        return _from_path(text, dimension)
    table, _ = read_table(text)
    if any(len(row) != 2 for row in table.rows):
        raise BadInput(f"box must have two bounds in every row, low and high ({text})")
    return Inputs.box([row[0] for row in table.rows], [row[1] for row in table.rows], name)


def _ball(text: str, dimension: int, name: str) -> Inputs:
    radius, _, path = text.partition(":")
    if not path:
        return Inputs.ball(parse(radius.strip(), name), dimension, name=name)
    centre = _vector(path, dimension, "centre of the ball")
    return Inputs.ball(parse(radius.strip(), name), dimension, centre=centre, name=name)


def _ellipsoid(text: str, dimension: int, name: str) -> Inputs:
    radius, _, files = text.partition(":")
    matrix, centre = _two(files)
    table, _ = read_table(matrix)
    if len(table.rows) != dimension:
        raise BadInput(
            f"matrix of the ellipsoid must have {dimension} rows, one for each coordinate, not {len(table.rows)} ({matrix})"
        )
    moved = _vector(centre, dimension, "centre of the ellipsoid") if centre else None
    size = parse(radius.strip(), name)
    return Inputs.ellipsoid(table.rows, centre=moved, radius=size, name=name)


def _two(files: str) -> tuple[str, str]:
    """Names of files may have colons; a second file begins after the first colon from which on the
    rest is the name of one.
    """
    for place, letter in enumerate(files):
        rest = files[place + 1 :]
        if letter == ":" and not os.path.lexists(files) and os.path.lexists(rest.partition(":")[0]):
            return files[:place], rest
    return files, ""


def _norm(word: str, files: str, dimension: int, name: str) -> Inputs:
    gains, shift = _two(files)
    make = Inputs.layernorm if word == "layernorm" else Inputs.rmsnorm
    factors = _vector(gains, dimension, "gains of the norm")
    moved = _vector(shift, dimension, "shift of the norm") if shift else None
    return make(factors, moved, name=name)


def _vector(path: str, dimension: int, what: str) -> list[Any]:
    table, _ = read_table(path, vector=True)
    entries = [x for row in table.rows for x in row]
    if len(entries) != dimension:
        raise BadInput(f"{what} must have {dimension} coordinates, not {len(entries)} ({path})")
    return entries


def _from_path(path: str, dimension: int) -> Inputs:
    suffix = Path(path).suffix.lower()
    if suffix not in (".json", ".toml", ".ine", ".ext"):
        if not os.path.lexists(path) and not re.search(r"\.(npz|safetensors):", path):
            names = ", ".join(_NAMES)
            raise BadInput(
                f"inputs must be one of {names}, `h >= number`, `box:low:high`, `ball:radius`, `ellipsoid:radius:matrix`, `layernorm:gains:shift` or a file, not {short_repr(path)}"
            )
        table, name = read_table(path)
        return named(Inputs.hull(table.rows, dimension=dimension), name)
    with from_file(path) as source:
        text = read_text(source, _MOST)
        if suffix in (".ine", ".ext"):
            return _cdd(text, source.name)
        return Inputs.from_json(_object(text, suffix, source.name), dimension, source.name)


def _object(text: str, suffix: str, name: str) -> Any:
    try:
        if suffix == ".json":
            value = json.loads(
                text,
                parse_float=str,
                parse_int=str,
                parse_constant=str,
                object_pairs_hook=unique_keys,
            )
        else:
            check_toml(text, name)
            value = tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{suffix[1:].upper()} must be valid: {' '.join(str(error).split())[:200]} ({name})"
        ) from None
    return {"points": value} if isinstance(value, list) else value


def _cdd(text: str, name: str) -> Inputs:
    """A polyhedron file of cddlib: rows b a with b + <a, h> >= 0, or rows 1 p and 0 r, some of them
    marked as linear.
    """
    system = parse_cdd(text, name)
    rows, free, dimension = system.rows, system.linear, system.width - 1
    if not system.generators:
        weak, equal = (
            [row for i, row in enumerate(rows) if (i in free) is chosen] for chosen in (False, True)
        )
        return Inputs(dimension, weak, equal, name)
    points = [row[1:] for row in rows if row[0] == 1]
    rays = [row[1:] for row in rows if row[0] == 0] + [
        [-x for x in row[1:]] for i, row in enumerate(rows) if i in free and row[0] == 0
    ]
    return named(Inputs.hull(points, rays, dimension=dimension), name)
