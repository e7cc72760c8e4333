"""The catalogue: names that stand for a configuration wherever one is expected.

``paper/...`` are the paper's matrices, files of ``data/paper``. The other names are a family and its parameters, such as ``threshold:4``.
Families are made here, exactly and always the same; ``random`` too, from its own generator (SHA-256 in counter mode), which no version of
Python or NumPy changes.

>>> named("cyclic:3x2").integer_rows()
((1, 1), (1, 2), (1, 3))
>>> named("threshold:1").labels
('0', '1')
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import count, islice, product
from pathlib import Path
from typing import NamedTuple

from arrangements.configuration import Configuration
from arrangements.errors import BadInput, shown
from arrangements.readers import source, text

__all__ = ["Family", "families", "is_name", "named", "names", "nearest"]

_MAX_POWER_BITS = 1 << 28  # bits of all entries of a cyclic configuration


class Family(NamedTuple):
    """Names of one form: the form, an example, and what the rows are."""

    form: str
    example: str
    description: str


def families() -> list[Family]:
    """Everything the catalogue knows: the paper's matrices, then the families with parameters.

    >>> families()[-1].form
    'random:NxD[:bound=B|:float16|:float32|:float64][:seed=S]'
    """
    paper = [Family(name, name, tomllib.loads(path.read_text("utf-8"))["title"]) for name, path in _paper().items()]
    return paper + [family for family, _ in _FAMILIES.values()]


def names() -> list[str]:
    """One valid name for each entry of the catalogue."""
    return [*_paper(), *(family.example for family, _ in _FAMILIES.values())]


def is_name(name: str) -> bool:
    """Whether the text is meant for the catalogue: a paper matrix, or a known family before the colon."""
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
        with source.from_file(str(path)) as opened:
            table = text.read_toml(opened)
        return Configuration(table.rows, table.labels, dimension=table.dimension, reading=table.reading, name=name)
    family, _, parameters = name.partition(":")
    if family not in _FAMILIES:
        near = nearest(name)
        raise BadInput(f"name must be in the catalogue, not {shown(name)}{f'; did you mean {near!r}?' if near else ''}")
    known, make = _FAMILIES[family]
    try:
        rows, labels, d, reading = make(parameters)
    except ValueError:
        raise BadInput(f"name must have the form {known.form}, such as {known.example}, not {shown(name)}") from None
    return Configuration(rows, labels, dimension=d, reading=reading, name=name)


@cache
def _paper() -> dict[str, Path]:
    """The names of the paper's matrices and their files: beside the package in a checkout, inside it when installed from a wheel."""
    package = Path(__file__).parent
    for folder in (package / "_data" / "paper", package.parent / "data" / "paper"):
        if folder.is_dir():
            return {f"paper/{path.stem}": path for path in sorted(folder.glob("*.toml"))}
    return {}


# A maker returns rows, labels, dimension and reading. It raises ValueError when it cannot read the parameters.
_Rows = list[tuple[int, ...]] | list[tuple[Fraction, ...]]
_Made = tuple[_Rows, list[str] | None, int, str]


def _exact(rows: list[tuple[int, ...]], d: int, labels: list[str] | None = None) -> _Made:
    return rows, labels, d, "exact"


def _sized(parameter: str, entries: Callable[[int], int], least: int = 0) -> int:
    """The parameter as a number, once the number of entries that it leads to is known to be allowed."""
    if not re.fullmatch("[0-9]{1,4}", parameter) or int(parameter) < least:
        raise ValueError
    number = int(parameter)
    if entries(number) > source.MAX_ENTRIES:
        raise BadInput(f"configuration must have at most {source.MAX_ENTRIES} entries, which the parameter {number} exceeds")
    return number


def _shape(parameter: str) -> tuple[int, int]:
    match = re.fullmatch("([0-9]{1,9})x([0-9]{1,9})", parameter)
    if not match:
        raise ValueError
    n, d = int(match[1]), int(match[2])
    source.check_shape(n, d, parameter)
    return n, d


def _bits(m: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=m))


def _text(bits: tuple[int, ...]) -> str:
    return "".join(map(str, bits))


def _threshold(parameter: str) -> _Made:
    m = _sized(parameter, lambda m: (m + 1) << m)
    cube = _bits(m)
    return _exact([(1, *x) for x in cube], m + 1, [_text(x) for x in cube] if m else None)


def _resonance(parameter: str) -> _Made:
    d = _sized(parameter, lambda d: d << d, 1)
    vectors = _bits(d)[1:]
    return _exact(vectors, d, [_text(x) for x in vectors])


def _demicube(parameter: str) -> _Made:
    m = _sized(parameter, lambda m: (m + 1) << m, 1)
    even = [x for x in _bits(m) if sum(x) % 2 == 0]
    return _exact([(1, *x) for x in even], m + 1, [_text(x) for x in even])


def _braid(parameter: str) -> _Made:
    m = _sized(parameter, lambda m: m * m * (m - 1) // 2, 1)
    pairs = [(i, j) for i in range(m) for j in range(i + 1, m)]
    rows = [tuple((k == i) - (k == j) for k in range(m)) for i, j in pairs]
    return _exact(rows, m, [f"{i + 1}-{j + 1}" for i, j in pairs])


def _cross_polytope(parameter: str) -> _Made:
    m = _sized(parameter, lambda m: 2 * m * (m + 1), 1)
    rows = [(1, *(s * (k == i) for k in range(m))) for i in range(m) for s in (1, -1)]
    return _exact(rows, m + 1, [f"{s}{i + 1}" for i in range(m) for s in "+-"])


def _cyclic(parameters: str) -> _Made:
    n, d = _shape(parameters)
    if n * d * d * n.bit_length() > _MAX_POWER_BITS:
        raise BadInput(f"configuration must have entries of at most {_MAX_POWER_BITS} bits in all, which {parameters} exceeds")
    return _exact([tuple(t**k for k in range(d)) for t in range(1, n + 1)], d)


def _random(parameters: str) -> _Made:
    size, *options = parameters.split(":")
    pattern = r"(bound=(?P<bound>[0-9]{1,18})|(?P<float>float16|float32|float64)|seed=(?P<seed>[0-9]{1,18}))"
    found: dict[str, str] = {}
    for option in options:
        match = re.fullmatch(pattern, option)
        given = {key: value for key, value in match.groupdict().items() if value is not None} if match else {}
        if not given or given.keys() & found.keys():
            raise ValueError
        found |= given
    if {"bound", "float"} <= found.keys():
        raise ValueError
    n, d = _shape(size)
    seed = int(found.get("seed", 1))
    if "float" in found:
        # Numbers k / 2**p in [-1, 1) with p the precision: each is a float of this kind.
        precision = {"float16": 11, "float32": 24, "float64": 53}[found["float"]]
        unit = 1 << precision
        floats = [Fraction(k - unit, unit) for k in islice(_draws(seed, 2 * unit), n * d)]
        return [tuple(floats[i * d : i * d + d]) for i in range(n)], None, d, f"{found['float']}, dyadic"
    bound = int(found.get("bound", 99))
    integers = [k - bound for k in islice(_draws(seed, 2 * bound + 1), n * d)]
    return _exact([tuple(integers[i * d : i * d + d]) for i in range(n)], d)


def _draws(seed: int, size: int) -> Iterator[int]:
    """Uniform numbers below ``size``: the 64-bit big-endian words of SHA-256("seed/0"), SHA-256("seed/1"), ..., modulo ``size``.

    The words from the largest multiple of ``size`` up are skipped.
    """
    usable = (1 << 64) // size * size
    for block in count():
        digest = sha256(f"{seed}/{block}".encode("ascii")).digest()
        for start in range(0, 32, 8):
            word = int.from_bytes(digest[start : start + 8], "big")
            if word < usable:
                yield word % size


_FAMILIES: dict[str, tuple[Family, Callable[[str], _Made]]] = {
    family.form.partition(":")[0]: (family, make)
    for family, make in (
        (Family("threshold:M", "threshold:4", "rows (1, x) for x in {0,1}^M; its topes are the threshold functions"), _threshold),
        (Family("resonance:D", "resonance:4", "the non-zero vectors of {0,1}^D"), _resonance),
        (Family("braid:N", "braid:4", "rows e_i - e_j for i < j; its topes are the rankings of N labels"), _braid),
        (Family("demicube:M", "demicube:5", "rows (1, x) for the x in {0,1}^M with an even sum"), _demicube),
        (Family("cross-polytope:M", "cross-polytope:6", "rows (1, e_i) and (1, -e_i)"), _cross_polytope),
        (Family("cyclic:NxD", "cyclic:8x4", "rows (1, t, ..., t^(D-1)) for t = 1..N; uniform"), _cyclic),
        (
            Family(
                "random:NxD[:bound=B|:float16|:float32|:float64][:seed=S]",
                "random:40x6:bound=9:seed=1",
                "integers in -B..B (default 99), or floats k/2^p in [-1, 1); seed 1 by default; no general position is promised",
            ),
            _random,
        ),
    )
}
