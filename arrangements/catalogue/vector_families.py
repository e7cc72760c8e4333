"""Families of vectors: corners of cubes, moment curves, random rows, and the arrangements that
every book begins with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, count, islice, product
from math import comb

from arrangements.catalogue.family import Family, Made, Maker, shape, sized
from arrangements.errors import BadInput
from arrangements.exact.linear import column_basis, determinant
from arrangements.exact.numbers import Number, exact
from arrangements.io.readers.entry_table import check_shape
from arrangements.sign_text import text_of

__all__ = ["FAMILIES", "near_pencil"]

_MAX_POWER_BITS = 1 << 28  # bits of all entries of a cyclic configuration
_MAX_DISCRIMINANTAL = 100_000  # minors
_MAX_CHECKED = 2_000_000  # sets of planes that are checked to be independent: a few seconds


def _bits(m: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=m))


def _text(bits: tuple[int, ...]) -> str:
    return "".join(map(str, bits))


def _threshold(parameter: str) -> Made:
    m = sized(parameter, lambda m: (m + 1) << m)
    cube = _bits(m)
    return Made([(1, *x) for x in cube], m + 1, [_text(x) for x in cube] if m else None)


def _resonance(parameter: str) -> Made:
    d = sized(parameter, lambda d: d << d, 1)
    vectors = _bits(d)[1:]
    return Made(vectors, d, [_text(x) for x in vectors])


def _ternary(parameter: str) -> Made:
    d = sized(parameter, lambda d: d * 3**d, 1)
    vectors = [x for x in product((1, 0, -1), repeat=d) if next((y for y in x if y), -1) == 1]
    return Made(vectors, d, [text_of(x) for x in vectors])


def _demicube(parameter: str) -> Made:
    m = sized(parameter, lambda m: (m + 1) << m, 1)
    even = [x for x in _bits(m) if sum(x) % 2 == 0]
    return Made([(1, *x) for x in even], m + 1, [_text(x) for x in even])


def _cross_polytope(parameter: str) -> Made:
    m = sized(parameter, lambda m: 2 * m * (m + 1), 1)
    rows = [(1, *(s * (k == i) for k in range(m))) for i in range(m) for s in (1, -1)]
    return Made(rows, m + 1, [f"{s}{i + 1}" for i in range(m) for s in "+-"])


def _boolean(parameter: str) -> Made:
    n = sized(parameter, lambda n: n * n)
    return Made([[int(i == k) for k in range(n)] for i in range(n)], n)


def near_pencil(parameter: str) -> Made:
    """All planes but one through a line."""
    n = sized(parameter, lambda n: 3 * n, 3)
    return Made([*((1, t, 0) for t in range(n - 1)), (0, 0, 1)], 3)


def _curve(parameters: str, first: int) -> Made:
    n, d = shape(parameters)
    if n * d * d * n.bit_length() > _MAX_POWER_BITS:
        raise BadInput(
            f"configuration must have entries of at most {_MAX_POWER_BITS} bits in all, which {parameters} exceeds"
        )
    return Made(
        [tuple(t ** (k + first) for k in range(d)) for t in range(1, n + 1)],
        d,
        bias=[1] * n if first else None,
    )


def _cyclic(parameters: str) -> Made:
    return _curve(parameters, 0)


def _generic(parameters: str) -> Made:
    return _curve(parameters, 1)


def _on_the_curve(parameters: str) -> Made:
    n, k = shape(parameters)
    _demand_minors(n, k)
    return _discriminantal(n, [[t**j for j in range(k)] for t in range(1, n + 1)], parameters)


def _very_generic(parameters: str) -> Made:
    """Normals are drawn until they are very generic: until all sets of N - K planes that can be
    independent are.
    """
    n, k = shape(parameters)
    _demand_minors(n, k)
    bases = comb(comb(n, k + 1), n - k) if k < n else 0
    if bases > _MAX_CHECKED:
        raise BadInput(
            f"very generic normals must be checked on at most {_MAX_CHECKED:,} sets of {n - k} planes, not {bases:,}"
        )
    for seed in count(1):
        bound = 4 + seed
        drawn = [x - bound for x in islice(_draws(seed, 2 * bound + 1), n * k)]
        made = _discriminantal(n, [drawn[i * k : i * k + k] for i in range(n)], parameters)
        if k >= n or _is_very_generic(made.rows, n, k):
            return made
    raise AssertionError("almost all normals are very generic")


def _demand_minors(n: int, k: int) -> None:
    minors = comb(n, k + 1) * (k + 1)
    if minors > _MAX_DISCRIMINANTAL:
        raise BadInput(
            f"configuration must be made of at most {_MAX_DISCRIMINANTAL} minors, not {minors}"
        )


def _discriminantal(n: int, normals: Sequence[Sequence[int]], parameters: str) -> Made:
    """Where K + 1 of N hyperplanes with these normals meet, by their offsets: the relation of each
    K + 1 normals.
    """
    k = len(normals[0]) if normals else 0
    check_shape(comb(n, k + 1), n, parameters)
    rows, labels = [], []
    for chosen in combinations(range(n), k + 1):
        row = [0] * n
        for place, i in enumerate(chosen):
            minor = determinant([normals[j] for j in chosen if j != i]) if k else 1
            row[i] = int((-1) ** place * minor)
        rows.append(row)
        labels.append(",".join(str(i + 1) for i in chosen))
    return Made(rows, n, labels)


def _is_very_generic(rows: Sequence[Sequence[Number]], n: int, k: int) -> bool:
    """Whether the planes of these rows, one for each K + 1 of N hyperplanes, are as independent as
    those of any normals.

    A set of planes can be independent only if any i of them involve at least K + i of the
    hyperplanes, and then it is for almost all normals (Crapo 1985; Athanasiadis 1999). So it
    suffices that these sets of N - K planes are bases: smaller ones follow.
    """
    import numpy as np

    from arrangements.matroids.chirotopes.minors import minor_signs
    from arrangements.matroids.chirotopes.subsets import lex_subsets

    basis = column_basis([[exact(x) for x in row] for row in rows])
    if len(basis) < n - k:
        return False
    signs = minor_signs([[exact(row[c]) for c in basis] for row in rows])
    planes = np.array([sum(1 << i for i, x in enumerate(row) if x) for row in rows], np.uint64)
    if any(int(plane).bit_count() <= k for plane in planes):
        return False
    chosen = planes[lex_subsets(len(rows), n - k)]
    free = np.ones(len(chosen), np.bool_)
    for size in range(2, n - k + 1):
        for some in combinations(range(n - k), size):
            free &= np.bitwise_count(np.bitwise_or.reduce(chosen[:, some], axis=1)) >= k + size
    return bool((free == (signs != 0)).all())


def _random(parameters: str) -> Made:
    size, *options = parameters.split(":")
    pattern = r"(bound=(?P<bound>[0-9]{1,18})|(?P<float>float16|float32|float64)|seed=(?P<seed>[0-9]{1,18}))"
    found: dict[str, str] = {}
    for option in options:
        match = re.fullmatch(pattern, option)
        given = (
            {key: value for key, value in match.groupdict().items() if value is not None}
            if match
            else {}
        )
        if not given or given.keys() & found.keys():
            raise ValueError
        found |= given
    if {"bound", "float"} <= found.keys():
        raise ValueError
    n, d = shape(size)
    seed = int(found.get("seed", 1))
    if "float" in found:
        # Numbers k / 2**p in [-1, 1) with p the precision: each is a float of this kind.
        precision = {"float16": 11, "float32": 24, "float64": 53}[found["float"]]
        unit = 1 << precision
        floats = [Fraction(k - unit, unit) for k in islice(_draws(seed, 2 * unit), n * d)]
        return Made(
            [tuple(floats[i * d : i * d + d]) for i in range(n)],
            d,
            reading=f"{found['float']}, dyadic",
        )
    bound = int(found.get("bound", 99))
    integers = [k - bound for k in islice(_draws(seed, 2 * bound + 1), n * d)]
    return Made([tuple(integers[i * d : i * d + d]) for i in range(n)], d)


def _draws(seed: int, size: int) -> Iterator[int]:
    """Uniform numbers below ``size``: the 64-bit big-endian words of SHA-256("seed/0"),
    SHA-256("seed/1"), ..., modulo ``size``.

    The words from the largest multiple of ``size`` up are skipped.
    """
    usable = (1 << 64) // size * size
    for block in count():
        digest = sha256(f"{seed}/{block}".encode("ascii")).digest()
        for start in range(0, 32, 8):
            word = int.from_bytes(digest[start : start + 8], "big")
            if word < usable:
                yield word % size


_CUBES, _GENERAL = "vectors of cubes", "standard arrangements"

FAMILIES: list[tuple[Family, Maker]] = [
    (
        Family(
            "threshold:M",
            "threshold:4",
            "rows (1, x) for x in {0,1}^M; topes: threshold functions",
            _CUBES,
            "OEIS A000609",
        ),
        _threshold,
    ),
    (
        Family(
            "resonance:D", "resonance:4", "the non-zero vectors of {0,1}^D", _CUBES, "OEIS A034997"
        ),
        _resonance,
    ),
    (
        Family(
            "ternary:D",
            "ternary:4",
            "the vectors of {-1,0,1}^D, one of each opposite pair; regions: 2^D D! times the comparative probability orderings",
            _CUBES,
            "OEIS A009997",
        ),
        _ternary,
    ),
    (
        Family(
            "demicube:M",
            "demicube:5",
            "rows (1, x) for the x in {0,1}^M with an even sum",
            _CUBES,
            "Brysiewicz, Eble, Kuehne 2021",
        ),
        _demicube,
    ),
    (
        Family(
            "cross-polytope:M",
            "cross-polytope:6",
            "rows (1, e_i) and (1, -e_i)",
            _CUBES,
            "Brysiewicz, Eble, Kuehne 2021",
        ),
        _cross_polytope,
    ),
    (
        Family(
            "boolean:N",
            "boolean:4",
            "the N coordinate hyperplanes; 2^N regions",
            _GENERAL,
            "Orlik, Terao 1992",
        ),
        _boolean,
    ),
    (
        Family(
            "near-pencil:N",
            "near-pencil:6",
            "N - 1 planes through a line, and one across",
            _GENERAL,
            "Gruenbaum 2009, A(n, 0)",
        ),
        near_pencil,
    ),
    (
        Family(
            "cyclic:NxD",
            "cyclic:8x4",
            "rows (1, t, ..., t^(D-1)) for t = 1..N; uniform",
            _GENERAL,
            "Ziegler 1995",
        ),
        _cyclic,
    ),
    (
        Family(
            "generic:NxD",
            "generic:6x3",
            "1 + t x_1 + ... + t^D x_D for t = 1..N; general position",
            _GENERAL,
            "Buck 1943",
        ),
        _generic,
    ),
    (
        Family(
            "discriminantal:NxK",
            "discriminantal:5x2",
            "where K + 1 of N translated hyperplanes of R^K meet, their normals very generic: the most flats that there can be",
            _GENERAL,
            "Manin, Schechtman 1989; Athanasiadis 1999",
        ),
        _very_generic,
    ),
    (
        Family(
            "discriminantal-curve:NxK",
            "discriminantal-curve:5x2",
            "the same with normals on the moment curve, which are not very generic: fewer regions than discriminantal:NxK from N = 6",
            _GENERAL,
            "Falk 1994",
        ),
        _on_the_curve,
    ),
    (
        Family(
            "random:NxD[:bound=B|:float16|:float32|:float64][:seed=S]",
            "random:40x6:bound=9:seed=1",
            "integers in -B..B (default 99), or floats k/2^p in [-1, 1); seed 1 by default; no general position is promised",
            _GENERAL,
            "here",
        ),
        _random,
    ),
]
