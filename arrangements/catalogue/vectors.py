"""Families of vectors: corners of cubes, moment curves, random rows, and the arrangements that every book begins with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, count, islice, product
from math import comb

from arrangements.catalogue.family import Family, Made, Maker, shape, sized
from arrangements.errors import BadInput
from arrangements.linear import determinant
from arrangements.readers import source

__all__ = ["FAMILIES", "near_pencil"]

_MAX_POWER_BITS = 1 << 28  # bits of all entries of a cyclic configuration
_MAX_DISCRIMINANTAL = 100_000  # minors


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
        raise BadInput(f"configuration must have entries of at most {_MAX_POWER_BITS} bits in all, which {parameters} exceeds")
    return Made([tuple(t ** (k + first) for k in range(d)) for t in range(1, n + 1)], d, bias=[1] * n if first else None)


def _cyclic(parameters: str) -> Made:
    return _curve(parameters, 0)


def _generic(parameters: str) -> Made:
    return _curve(parameters, 1)


def _discriminantal(parameters: str) -> Made:
    n, k = shape(parameters)
    count = comb(n, k + 1)
    if count * (k + 1) > _MAX_DISCRIMINANTAL:
        raise BadInput(f"configuration must be made of at most {_MAX_DISCRIMINANTAL} minors, not {count * (k + 1)}")
    source.check_shape(count, n, parameters)
    normals = [[t**j for j in range(k)] for t in range(1, n + 1)]
    rows, labels = [], []
    for chosen in combinations(range(n), k + 1):
        row = [0] * n
        for place, i in enumerate(chosen):
            minor = determinant([normals[j] for j in chosen if j != i]) if k else 1
            row[i] = int((-1) ** place * minor)
        rows.append(row)
        labels.append(",".join(str(i + 1) for i in chosen))
    return Made(rows, n, labels)


def _random(parameters: str) -> Made:
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
    n, d = shape(size)
    seed = int(found.get("seed", 1))
    if "float" in found:
        # Numbers k / 2**p in [-1, 1) with p the precision: each is a float of this kind.
        precision = {"float16": 11, "float32": 24, "float64": 53}[found["float"]]
        unit = 1 << precision
        floats = [Fraction(k - unit, unit) for k in islice(_draws(seed, 2 * unit), n * d)]
        return Made([tuple(floats[i * d : i * d + d]) for i in range(n)], d, reading=f"{found['float']}, dyadic")
    bound = int(found.get("bound", 99))
    integers = [k - bound for k in islice(_draws(seed, 2 * bound + 1), n * d)]
    return Made([tuple(integers[i * d : i * d + d]) for i in range(n)], d)


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


_CUBES, _GENERAL = "vectors of cubes", "standard arrangements"

FAMILIES: list[tuple[Family, Maker]] = [
    (
        Family("threshold:M", "threshold:4", "rows (1, x) for x in {0,1}^M; topes: threshold functions", _CUBES, "OEIS A000609"),
        _threshold,
    ),
    (Family("resonance:D", "resonance:4", "the non-zero vectors of {0,1}^D", _CUBES, "OEIS A034997"), _resonance),
    (
        Family("demicube:M", "demicube:5", "rows (1, x) for the x in {0,1}^M with an even sum", _CUBES, "Brysiewicz, Eble, Kuehne 2021"),
        _demicube,
    ),
    (
        Family("cross-polytope:M", "cross-polytope:6", "rows (1, e_i) and (1, -e_i)", _CUBES, "Brysiewicz, Eble, Kuehne 2021"),
        _cross_polytope,
    ),
    (Family("boolean:N", "boolean:4", "the N coordinate hyperplanes; 2^N regions", _GENERAL, "Orlik, Terao 1992"), _boolean),
    (
        Family("near-pencil:N", "near-pencil:6", "N - 1 planes through a line, and one across", _GENERAL, "Gruenbaum 2009, A(n, 0)"),
        near_pencil,
    ),
    (Family("cyclic:NxD", "cyclic:8x4", "rows (1, t, ..., t^(D-1)) for t = 1..N; uniform", _GENERAL, "Ziegler 1995"), _cyclic),
    (
        Family("generic:NxD", "generic:6x3", "1 + t x_1 + ... + t^D x_D for t = 1..N; general position", _GENERAL, "Buck 1943"),
        _generic,
    ),
    (
        Family(
            "discriminantal:NxK",
            "discriminantal:5x2",
            "where K + 1 of N translated hyperplanes of R^K meet, their normals on the moment curve",
            _GENERAL,
            "Manin, Schechtman 1989",
        ),
        _discriminantal,
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
