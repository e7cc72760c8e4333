"""The checker of a layer by design: that all its rows lie on a curve, by a program of its own, which
imports nothing of the project.

A certificate names a curve, a number K, whether sets are top sets, and whether rows have offsets.
The layer is given; its rows are compared with the curve, entry by entry, in fractions.

``moment``. Row i is (t, t^2, .., t^2K) for a number t_i of its own, with a column of ones before it
(sets of active labels), or offsets -1 (the same; no t_i is 0), or neither (top sets), or it is
(t, .., t^(2K-1)) with offset -t^2K (top sets). Then the logits at an input are the values at t_1, ..,
t_N of a polynomial of degree 2K or less with few other conditions, and for each set S of at most K
labels e minus the product over S of (t - t_i)^2 is of this kind (the latter, for top sets with
offsets, with a factor repeated until the degree is 2K): it is e on S, and negative at all other
t_j for small e > 0.

``trigonometric``. Row i is (c_1, s_1, .., c_K, s_K), where c_k + i s_k is the k-th power of c_1 + i
s_1, a point of the unit circle of its own, again with ones, with offsets -1, or, for top sets, with
neither. The product over S of 1 - cos(t - t_i) is in the place of that of the squares.

So acceptance implies that every set of at most K labels is possible, whatever their number is: at
some input these labels are active and all others not (their logits above and below 0); or, for top
sets, of one label or more but not of all, these are above all others. Theorems ``design_moment``
and ``design_circle`` of ``proofs/coq/designs.v`` say so from the same hypotheses.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

__all__ = ["FORMAT", "Refused", "check"]

FORMAT = "arrangements design"
KEYS = {"format", "version", "curve", "active", "neighbourly", "offsets"}
_LARGEST = 1 << 16  # characters

Row = Sequence[Fraction]


class Refused(Exception):
    """A certificate that does not prove its statement of this layer."""


def demand(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


def readable(condition: object, message: str) -> None:
    if not condition:
        raise ValueError(message)


def check(text: str, rows: Sequence[Row], offsets: Row | None) -> str:
    """The statement that the certificate proves of the layer, in one line. Refused, or ValueError if
    it cannot be read.
    """
    readable(len(text) <= _LARGEST, "the certificate must be short")
    try:
        given: Any = json.loads(text, object_pairs_hook=_once)
    except RecursionError:
        raise ValueError("the certificate must not be nested deeply") from None
    readable(type(given) is dict and given.keys() == KEYS, "keys must be those of a design")
    version = given["version"]
    readable(
        given["format"] == FORMAT and type(version) is int and version == 1,
        "the format must be known",
    )
    active, curve = given["active"], given["curve"]
    readable(type(active) is int and active >= 1, "active must be a positive integer")
    readable(curve in ("moment", "trigonometric"), "the curve must be known")
    readable(
        type(given["neighbourly"]) is type(given["offsets"]) is bool,
        "neighbourly and offsets must be true or false",
    )
    top, has = given["neighbourly"], given["offsets"]
    readable(
        not (top and has and curve == "trigonometric"),
        "top sets with offsets must be on the moment curve",
    )
    demand(rows, "a layer must have rows")
    demand(has == (offsets is not None), "offsets must be there if and only if they are named")
    width = 2 * active + (not top) - has
    places = set[Row]()
    for k, row in enumerate(rows):
        demand(len(row) == width, f"rows must have {width} entries")
        values = list(row)
        if not top and not has:
            demand(values.pop(0) == 1, "the first column must be of ones")
        if top and offsets is not None:
            values.append(-offsets[k])
        elif offsets is not None:
            demand(offsets[k] == -1, "offsets must be -1")
        if curve == "moment":
            demand(_powers(values), "rows must be powers of one number")
            demand(values[0] or top or not has, "a number of the curve must not be 0")
            place = tuple(values[:1])
        else:
            demand(_turns(values), "rows must be powers of a point of the unit circle")
            place = tuple(values[:2])
        demand(place not in places, "points of the curve must be distinct")
        places.add(place)
    what = "be above all others" if top else "be active, all others not"
    number = f"{active} label{'s' * (active != 1)}"
    return f"every set of at most {number} can {what}, as all rows are on a curve ({curve}, {len(rows)} x {width})"


def _powers(values: Row) -> bool:
    t = values[0]
    return all(after == before * t for before, after in pairwise(values))


def _turns(values: Row) -> bool:
    c, s = values[:2]
    x, y = Fraction(1), Fraction(0)
    for a, b in zip(values[::2], values[1::2], strict=True):
        x, y = x * c - y * s, x * s + y * c
        if (a, b) != (x, y):
            return False
    return c * c + s * s == 1


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    readable(len(found) == len(pairs), "a key must be there once")
    return found
