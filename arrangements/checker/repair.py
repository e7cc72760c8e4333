"""The checker of a lower bound on repairs: a program of its own, which imports nothing of the
project. Version 1 is about offsets, version 2 about rows.

A certificate names questions about rows r_k = (b_k, u_k) and inputs (conditions a with <a, (1, h)>
>= 0, or = 0), and holds refutations. Each refutation is of one question: comparisons of rows, p
above m, that the question demands, with weights w > 0, and conditions with weights v (>= 0 of
inequalities), such that the sum of w (r_p - r_m) and v a is (-g, 0, .., 0). At an input where the
question is possible with offsets b + x, all comparisons hold, so the sum of w (x_p - x_m) exceeds
g. With the positive factor of each refutation, ``times``, these sums add up to <c, x> > G. So the
largest |x_k| exceeds G over the sum of the |c_k|, and the sum of the |x_k| exceeds G over the
largest |c_k|; and if c = 0 and G >= 0, there is no such x at all. If G >= 0, one of the x_k with c_k not 0 is
not 0. So if groups of refutations have such sums, as many offsets change as are needed to meet the
sets of these k.

Factors. The logits s_k = <r_k, (1, h)> are multiplied by numbers c_k > 0; all by one number change no
answer, so let the least c_k be 1. A step is about a label i: weights K > 0, w_j > 0 of other rows,
and v of conditions, such that the sum of the w_j r_j - v a is K r_i but for a constant that is not
negative. At an input where i is first with s_i > 0, s_j < s_i c_i / c_j for all j, so K s_i <= the sum
of the w_j s_j < s_i c_i times the sum of the w_j / c_j. With c_j >= f_j known before (1 at first), c_i
exceeds K over the sum of the w_j / f_j. Without rows, s_i is never positive. Steps that are each
about one row, the label of the next one, contradict each other if the product of the K / w is at
least 1. ``always``: weights of rows and conditions such that the sum of the w_j r_j - v a is a
constant that is not negative: then some logit is not negative, so one that is before all others
is positive: it is not 0, as K s_i <= a sum of negative numbers is then wrong; without rows, as one
of the other w_j s_j is not negative.

Moves. Numbers x_kj are added to the entries u_kj of rows; y_k is the sum of the |x_kj|. A move is
about a label i, a coordinate k and a side, 1 or -1: weights w_j > 0 of other rows, with sum W, and v
such that W r_i + t side e_k is the sum of the w_j r_j - v a but for such a constant. At an input where i
is first, all (r_i + x_i - r_j - x_j)(1, h) are positive, so t side h_k < the sum of the w_j (x_i - x_j)
h <= (W y_i + the sum of the w_j y_j) times the largest |h_k|. For each label there are moves of all
coordinates and sides; of one of them side h_k is the largest |h_k|. If h is not 0, it has W > 0, so
y_i W / t plus the sum of the y_j w_j / t exceeds 1; and so it is with the largest coefficients of
all moves. If h is 0, any move with rows contradicts itself. Such sums, each with a factor, give the
bound of the sum of all y_k: the sum of the factors over the largest coefficient. No y_k is above the
number of coordinates times the largest |x_kj|, so this one exceeds the sum of the factors over the
sum of the coefficients times the number of coordinates.

Acceptance implies that this holds of the rows given, which must be those that the certificate names
by their hash. Sums are of Python integers and fractions.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

__all__ = ["FORMAT", "Refused", "check", "fingerprint"]

FORMAT = "arrangements repair"
HEAD = ("format", "version", "weights", "scale", "inputs")
KEYS = (*HEAD, "questions", "refutations", "claim")
FACTORS = (*HEAD, "steps", "always", "claim")
MOVES = (*HEAD, "moves", "claim")
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
    readable(type(loaded) is dict, "a certificate must be an object")
    version = loaded.get("version")
    readable(type(version) is int and version in (1, 2), "the version must be known")
    offsets = version == 1
    kind = KEYS if offsets else FACTORS if "steps" in loaded else MOVES
    given = keys(loaded, *kind)
    readable(
        given["format"] == FORMAT,
        "the format must be known",
    )
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
    if not offsets:
        case = Case(rows, scale, conditions, len(weak))
        about = f"({n} x {width - 1}, weights {given['weights'][:16]})"
        return (factors if kind is FACTORS else moves)(case, given, about)
    questions = [question(value, n) for value in array(given["questions"])]
    total: dict[int, Fraction] = {}
    gain = Fraction(0)
    apart: list[tuple[dict[int, Fraction], Fraction]] = []  # of each refutation
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
        apart.append((own, goal))
        for k, c in own.items():
            total[k] = total.get(k, Fraction(0)) + c
    readable(given["refutations"], "there must be refutations")
    sizes = [abs(c) for c in total.values() if c]
    about = f"{len(questions)} question{'s' * (len(questions) != 1)} ({n} x {width - 1}, weights {given['weights'][:16]})"
    readable(type(given["claim"]) is dict, "a claim must be an object")
    readable(type(given["claim"]) is dict, "a claim must be an object")
    counted = given["claim"].get("measure") == "number"
    claim = keys(given["claim"], "measure", "exceeds", *(["groups"] if counted else []))
    readable(claim["measure"] in ("largest", "sum", "number", "none"), "the measure must be known")
    if claim["measure"] == "none":
        demand(not sizes and gain >= 0, "the sum of all must contradict itself")
        return f"no change of the offsets makes all possible: {about}"
    least = ratio(claim["exceeds"])
    if counted:
        sets = [named(array(group), apart) for group in array(claim["groups"])]
        fewest = int(least) + 1
        demand(least >= 0 and sets, "there must be groups")
        demand(not met(sets, fewest - 1), "the bound must not exceed the one proved")
        return f"all possible only with changes of at least {fewest} offset{'s' * (fewest != 1)}: {about}"
    demand(sizes, "the sum of all must name an offset")
    size = sum(sizes, Fraction(0)) if claim["measure"] == "largest" else max(sizes)
    demand(least * size <= gain, "the bound must not exceed the one proved")
    what = "a largest change" if claim["measure"] == "largest" else "a sum of changes"
    return f"all possible only with {what} of offsets above {not_above(least)}: {about}"


class Case:
    """Rows and conditions, with the rows that are used as integers."""

    def __init__(
        self, rows: np.ndarray, scale: int, conditions: list[list[int]], weak: int
    ) -> None:
        self.rows, self.scale, self.conditions, self.weak = rows, scale, conditions, weak
        self.n, self.width = rows.shape
        self.known: dict[int, list[Fraction]] = {}

    def row(self, place: int) -> list[Fraction]:
        if place not in self.known:
            self.known[place] = [Fraction(x) / self.scale for x in self.rows[place].tolist()]
        return self.known[place]

    def weighted(self, value: Any, number: int) -> list[tuple[int, int]]:
        """Places, which increase, with integers that are not 0."""
        found: list[tuple[int, int]] = []
        for item in array(value):
            readable(type(item) is list and len(item) == 2, "weights must be pairs")
            k, w = item[0], integer(item[1])
            readable(type(k) is int and 0 <= k < number, "a place must be there")
            readable(w != 0 and (not found or found[-1][0] < k), "weights must be in order")
            found.append((k, w))
        return found

    def combined(
        self, one: dict[str, Any], label: int
    ) -> tuple[list[tuple[int, int]], list[Fraction]]:
        """The weights of rows, and the sum of the weighted rows less that of the conditions."""
        pairs = self.weighted(one["rows"], self.n)
        total = [Fraction(0)] * self.width
        for k, w in pairs:
            demand(w > 0 and k != label, "weights of other rows must be positive")
            total = [a + w * b if b else a for a, b in zip(total, self.row(k), strict=True)]
        for k, w in self.weighted(one["inputs"], len(self.conditions)):
            demand(w > 0 or k >= self.weak, "weights of inequalities must not be negative")
            total = [a - w * b if b else a for a, b in zip(total, self.conditions[k], strict=True)]
        return pairs, total

    def label(self, value: Any) -> int:
        readable(type(value) is int and 0 <= value < self.n, "a label must be a row")
        return int(value)


def factors(case: Case, given: dict[str, Any], about: str) -> str:
    """Of version 2 with steps."""
    known: dict[int, Fraction] = {}
    ratios: list[tuple[int, list[int], Fraction | None]] = []
    for item in array(given["steps"]):
        one = keys(item, "label", "own", "rows", "inputs", "factor")
        label, own, claimed = case.label(one["label"]), integer(one["own"]), ratio(one["factor"])
        demand(own > 0, "the multiple of the row must be positive")
        pairs, total = case.combined(one, label)
        rest = [a - own * b for a, b in zip(total, case.row(label), strict=True)]
        demand(not any(rest[1:]) and rest[0] >= 0, "weighted rows must express the row")
        share = None
        if pairs:
            share = own / sum((w / known.get(k, Fraction(1)) for k, w in pairs), Fraction(0))
            demand(claimed <= share, "a factor must not exceed the one proved")
            known[label] = max(known.get(label, Fraction(1)), claimed)
        ratios.append(
            (label, [k for k, _ in pairs], None if not pairs else Fraction(own, pairs[0][1]))
        )
    readable(ratios, "there must be steps")
    unless = " with a logit above 0"
    if given["always"] is not None:
        one = keys(given["always"], "rows", "inputs")
        pairs, total = case.combined(one, -1)
        demand(pairs and not any(total[1:]) and total[0] >= 0, "some logit must never be negative")
        alone = all(used or [k for k, _ in pairs] != [label] for label, used, _ in ratios)
        demand(alone, "a logit other than that of the label must never be negative")
        unless = ""
    claim = keys(given["claim"], "measure")
    readable(claim["measure"] in ("factors", "none"), "the measure must be known")
    if claim["measure"] == "factors":
        demand(known, "a step must be about rows")
        largest = max(known.values())
        return f"all possible{unless} only with factors of {len(known)} row{'s' * (len(known) != 1)} above the smallest one, one of them {not_above(largest)} times as large: {about}"
    parts = [part for *_, part in ratios if part is not None]
    if len(parts) < len(ratios):
        return f"no factors make all possible{unless}: {about}"
    for (_, used, _), (label, *_) in zip(ratios, [*ratios[1:], ratios[0]], strict=True):
        demand(used == [label], "each step must be about the row of the next one")
    demand(prod(parts) >= 1, "the factors must contradict each other")
    return f"no factors make all possible{unless}: {about}"


def moves(case: Case, given: dict[str, Any], about: str) -> str:
    """Of version 2 with moves."""
    total: dict[int, Fraction] = {}
    gain = Fraction(0)
    labels = set()
    for item in array(given["moves"]):
        one = keys(item, "label", "times", "along")
        label, times = case.label(one["label"]), ratio(one["times"])
        demand(times > 0, "a factor must be positive")
        along = array(one["along"])
        readable(len(along) == 2 * (case.width - 1), "there must be a move for each side")
        largest: dict[int, Fraction] = {}
        for place, move in enumerate(along):
            part = keys(move, "far", "rows", "inputs")
            far = ratio(part["far"])
            pairs, rest = case.combined(part, label)
            whole = sum(w for _, w in pairs)
            rest = [a - whole * b if b else a for a, b in zip(rest, case.row(label), strict=True)]
            rest[1 + place // 2] -= far * (1 if place % 2 == 0 else -1)
            demand(far > 0, "a move must go somewhere")
            demand(not any(rest[1:]) and rest[0] >= 0, "weighted rows must express the moved row")
            for k, w in ((label, whole), *pairs) if pairs else ():
                largest[k] = max(largest.get(k, Fraction(0)), w / far)
        demand(largest, "a move must be about rows")
        demand(label not in labels, "a label must be there once")
        labels.add(label)
        gain += times
        for k, c in largest.items():
            total[k] = total.get(k, Fraction(0)) + times * c
    readable(labels, "there must be moves")
    claim = keys(given["claim"], "measure", "exceeds")
    readable(claim["measure"] in ("sum", "largest"), "the measure must be known")
    least = ratio(claim["exceeds"])
    alone = claim["measure"] == "largest"
    size = sum(total.values()) * (case.width - 1) if alone else max(total.values())
    demand(least * size <= gain, "the bound must not exceed the one proved")
    what = "largest change of entries" if alone else "sum of changes"
    return f"all possible only with a {what} of rows above {not_above(least)}: {len(labels)} label{'s' * (len(labels) != 1)} {about}"


def named(group: list[Any], apart: list[tuple[dict[int, Fraction], Fraction]]) -> set[int]:
    """The offsets of which one changes, by the sum of these refutations."""
    readable(
        all(type(k) is int and 0 <= k < len(apart) for k in group), "refutations must be there"
    )
    total: dict[int, Fraction] = {}
    for k in group:
        for place, c in apart[k][0].items():
            total[place] = total.get(place, Fraction(0)) + c
    found = {place for place, c in total.items() if c}
    demand(found and sum(apart[k][1] for k in group) >= 0, "each group must ask for a change")
    return found


def met(sets: list[set[int]], number: int) -> bool:
    """Whether so many elements can meet all of the sets."""
    levels = [iter([sets])]  # of a search in depth; level k has chosen k elements
    while levels:
        left = next(levels[-1], None)
        room = number - len(levels) + 1
        if left is None or room < 0:
            levels.pop()
        elif not left:
            return True
        else:
            levels.append(less(left, room))
    return False


def less(sets: list[set[int]], number: int) -> Iterator[list[set[int]]]:
    """The sets that are left to be met when one more element is chosen; nothing where so many
    elements cannot meet them.
    """
    where: dict[int, int] = {}
    for place, one in enumerate(sets):
        for k in one:
            where[k] = where.get(k, 0) | 1 << place
    # Not those in whose place another element meets as many.
    best = {bits: k for k, bits in where.items()}
    kept = {k for bits, k in best.items() if not any(bits & o == bits != o for o in best)}
    sets = [one & kept for one in sets]
    apart: list[set[int]] = []  # disjoint ones need an element each
    for one in sorted(sets, key=len):
        if all(one.isdisjoint(other) for other in apart):
            apart.append(one)
    if len(apart) > number:
        return
    # The first element of a smallest set that is chosen; those before it are not.
    out: set[int] = set()
    for k in sorted(apart[0]):
        yield [one - out for one in sets if k not in one]
        out.add(k)


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


def not_above(x: Fraction) -> str:
    """Nine digits of a number that is not above x, and is x if x has no more digits; of huge and tiny
    ones a power of two.
    """
    size = abs(x.numerator).bit_length() - x.denominator.bit_length()
    if x and abs(size) > 1000:  # 2^(size - 1) < |x| < 2^(size + 1)
        return f"{'-' * (x < 0)}2^{size - 1 if x > 0 else size + 1}"
    if x.denominator.bit_length() > 3000:
        x = Fraction((x.numerator << 2000) // x.denominator, 1 << 2000)
    found = Context(9, ROUND_FLOOR).divide(Decimal(x.numerator), Decimal(x.denominator)).normalize()
    return f"{found:f}" if -6 < found.adjusted() < 16 else str(found).lower()


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    readable(len(found) == len(pairs), "a key must be there once")
    return found
