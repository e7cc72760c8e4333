"""The checker of a lower bound on repairs: a program of its own, which imports nothing of the
project.

A certificate names questions about rows r_k = (b_k, u_k) and inputs (conditions a with <a, (1, h)>
>= 0, or = 0), and holds refutations. Each refutation is of one question: comparisons of rows, p
above m, that the question demands, with weights w > 0, and conditions with weights v (>= 0 of
inequalities), such that the sum of w (r_p - r_m) and v a is (-g, 0, .., 0). At an input where the
question is possible with offsets b + x, all comparisons hold, so the sum of w (x_p - x_m) exceeds
g. With the positive factor of each refutation, ``times``, these sums add up to <c, x> > G. So the
largest |x_k| exceeds G over the sum of the |c_k|, and the sum of the |x_k| exceeds G over the
largest |c_k|; and if c = 0 and G >= 0, there is no such x at all. Refutations that have no x_k in
common, each with g >= 0, show that as many offsets change.

Acceptance implies that this holds of the rows given, which must be those that the certificate names
by their hash. Sums are of Python integers and fractions.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

__all__ = ["FORMAT", "Refused", "check", "fingerprint"]

FORMAT = "arrangements repair"
KEYS = ("format", "version", "weights", "scale", "inputs", "questions", "refutations", "claim")
_INTEGER = re.compile("-?0x(0|[1-9a-f][0-9a-f]*)")
_LARGEST = 1 << 28  # characters


class Refused(Exception):
    """A certificate that does not prove its bound."""


def demand(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


def readable(condition: object, message: str) -> None:
    if not condition:
        raise ValueError(message)


def fingerprint(rows: np.ndarray) -> str:
    """The hash of rows: of their shape, and of their entries as little-endian float64 without
    negative zeros.
    """
    digest = hashlib.sha256(f"{rows.shape[0]} {rows.shape[1]}\n".encode())
    for start in range(0, len(rows), 4096):
        digest.update(np.ascontiguousarray(rows[start : start + 4096] + 0.0, "<f8").tobytes())
    return digest.hexdigest()


def check(text: str, rows: np.ndarray, scale: int) -> str:
    """The statement that the certificate proves, in one line. ``rows``: float64, the functions of
    the layer times ``scale``. Refused, or ValueError if it cannot be read.
    """
    readable(len(text) <= _LARGEST, "the certificate must not be larger than 256 MiB")
    try:
        loaded = json.loads(text, object_pairs_hook=_once)
    except RecursionError:
        raise ValueError("the certificate must not be nested deeply") from None
    given = keys(loaded, *KEYS)
    readable(given["format"] == FORMAT and given["version"] == 1, "the format must be known")
    readable(
        rows.ndim == 2 and rows.dtype == np.float64 and np.isfinite(rows).all(),
        "rows must be finite, of float64",
    )
    demand(given["weights"] == fingerprint(rows), "it is about other rows")
    demand(integer(given["scale"]) == scale > 0, "it is about rows of another scale")
    n, width = rows.shape
    inputs = keys(given["inputs"], "inequalities", "equations")
    weak = [vector(row, width) for row in array(inputs["inequalities"])]
    conditions = [*weak, *(vector(row, width) for row in array(inputs["equations"]))]
    questions = [question(value, n) for value in array(given["questions"])]
    total: dict[int, Fraction] = {}
    gain = Fraction(0)
    apart: list[tuple[set[int], Fraction]] = []  # the offsets that each one names, and its g
    for value in array(given["refutations"]):
        one = keys(value, "question", "times", "comparisons", "inputs")
        times = ratio(one["times"])
        demand(times > 0, "a factor must be positive")
        place = one["question"]
        readable(type(place) is int and 0 <= place < len(questions), "a question must be there")
        pairs = [compared(item) for item in array(one["comparisons"])]
        demand(pairs, "a refutation must have comparisons")
        for p, m, w in pairs:
            readable(max(p, m) < n, "rows must be there")
            demand(w > 0, "weights of comparisons must be positive")
            demand(asks(questions[place], p, m, n), "a comparison must be one that is asked")
        weighted = []
        for item in array(one["inputs"]):
            readable(type(item) is list and len(item) == 2, "conditions must have weights")
            k, v = item[0], integer(item[1])
            readable(type(k) is int and 0 <= k < len(conditions), "a condition must be there")
            demand(v >= 0 or k >= len(weak), "weights of inequalities must not be negative")
            weighted.append((v, conditions[k]))
        used = sorted({k for p, m, _ in pairs for k in (p, m) if k >= 0})
        exact, shift = integers(rows[used])
        row = dict(zip(used, exact, strict=True))
        zero = [0] * width
        sums = [0] * width
        for p, m, w in pairs:
            for j, (a, b) in enumerate(zip(row.get(p, zero), row.get(m, zero), strict=True)):
                sums[j] += w * (a - b)
        for v, condition in weighted:
            for j, a in enumerate(condition):
                sums[j] += v * a * (scale << shift)
        demand(not any(sums[1:]), "a weighted sum must vanish but for the constant")
        goal = -times * Fraction(sums[0], scale << shift)
        own: dict[int, Fraction] = {}
        for p, m, w in pairs:
            for k, side in ((p, w), (m, -w)):
                if k >= 0:
                    own[k] = own.get(k, Fraction(0)) + times * side
        gain += goal
        apart.append(({k for k, c in own.items() if c}, goal))
        for k, c in own.items():
            total[k] = total.get(k, Fraction(0)) + c
    readable(given["refutations"], "there must be refutations")
    sizes = [abs(c) for c in total.values() if c]
    about = f"{len(questions)} question{'s' * (len(questions) != 1)} ({n} x {width - 1}, weights {given['weights'][:16]})"
    claim = keys(given["claim"], "measure", "exceeds")
    readable(claim["measure"] in ("largest", "sum", "number", "none"), "the measure must be known")
    if claim["measure"] == "none":
        demand(not sizes and gain >= 0, "the sum of all must contradict itself")
        return f"no change of the offsets makes all possible: {about}"
    least = ratio(claim["exceeds"])
    if claim["measure"] == "number":
        demand(
            sum(len(names) for names, _ in apart) == len(set().union(*(n for n, _ in apart))),
            "no offset may be named by two refutations",
        )
        demand(all(names and goal >= 0 for names, goal in apart), "each must ask for a change")
        demand(least < len(apart), "the bound must not exceed the one proved")
        return f"all possible only with changes of at least {len(apart)} offsets: {about}"
    demand(sizes, "the sum of all must name an offset")
    size = sum(sizes, Fraction(0)) if claim["measure"] == "largest" else max(sizes)
    demand(least * size <= gain, "the bound must not exceed the one proved")
    what = "a largest change" if claim["measure"] == "largest" else "a sum of changes"
    return f"all possible only with {what} of offsets above {float(least):.9g}: {about}"


def asks(asked: tuple[str, list[int]], p: int, m: int, n: int) -> bool:
    """Whether the question demands row p above row m; -1 is zero."""
    kind, places = asked
    if kind == "signs":
        return (m == -1 and p >= 0 and places[p] == 1) or (p == -1 and m >= 0 and places[m] == -1)
    if kind == "on":
        return p == places[0] and m == -1
    if p not in places or not 0 <= m < n or p == m:
        return False
    if kind == "top set":
        return m not in places
    if m not in places:
        return kind == "top"
    return places.index(p) < places.index(m)


def question(value: Any, n: int) -> tuple[str, list[int]]:
    readable(type(value) is list and len(value) == 2, "a question must have a kind and a list")
    kind, places = value
    readable(
        type(places) is list and all(type(k) is int for k in places), "places must be integers"
    )
    if kind == "signs":
        readable(len(places) == n and set(places) <= {-1, 0, 1}, "signs must be 1, -1 or 0")
        return kind, places
    readable(kind in ("top", "top set", "ranking", "on"), "a question must be of a known kind")
    readable(
        places and len(set(places)) == len(places) and 0 <= min(places) <= max(places) < n,
        "labels must be distinct rows",
    )
    readable(kind != "on" or len(places) == 1, "one label must be on")
    return kind, places


def compared(item: Any) -> tuple[int, int, int]:
    readable(type(item) is list and len(item) == 3, "a comparison must have two rows and a weight")
    p, m, w = item
    readable(type(p) is int and type(m) is int and min(p, m) >= -1, "rows must be places")
    return p, m, integer(w)


def integers(rows: np.ndarray) -> tuple[list[list[int]], int]:
    """Floats as integers times 2^-shift."""
    ratios = [[x.as_integer_ratio() for x in row] for row in rows.tolist()]
    shift = max((q.bit_length() - 1 for row in ratios for _, q in row), default=0)
    return [[p * ((1 << shift) // q) for p, q in row] for row in ratios], shift


def keys(value: Any, *names: str) -> dict[str, Any]:
    readable(type(value) is dict and set(value) == set(names), f"keys must be {', '.join(names)}")
    return dict(value)


def array(value: Any) -> list[Any]:
    readable(type(value) is list, "a list must be a list")
    return list(value)


def integer(text: Any) -> int:
    readable(type(text) is str and _INTEGER.fullmatch(text), "integers must be in hexadecimal")
    return int(text, 16)


def ratio(value: Any) -> Fraction:
    readable(type(value) is list and len(value) == 2, "a ratio must be two integers")
    p, q = map(integer, value)
    readable(q > 0, "a denominator must be positive")
    return Fraction(p, q)


def vector(value: Any, width: int) -> list[int]:
    found = [integer(x) for x in array(value)]
    readable(len(found) == width, f"conditions must have {width} entries")
    return found


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    readable(len(found) == len(pairs), "a key must be there once")
    return found
