"""Check the certificate of an audit with integers alone. Needs NumPy and nothing of this project.

    python checker.py audit.npz rows.npy

``rows.npy`` holds the rows (b_i, u_i) of the layer, floats of at most 64 bits or integers; row i is the function b_i + u_i . h. Exit code
0: accepted, 1: refused (it does not prove its answers), 2: unreadable.

What acceptance implies. The rows have the hash in the certificate. Inputs h satisfy c + a . h >= 0 for its inequalities and = 0 for its
equations. With x = (q, q h), q > 0, a question asks for strict comparisons of rows r_i . x > r_j . x, or with zero, and that some rows are
level; ``compared`` is the definition.

- Answer yes: the integer x in the certificate was put into the conditions of the inputs and into every comparison. All hold. Rows that
  are asked to be level are so.
- Answer no: the certificate has weights, positive for comparisons and inequalities, any for equations and level rows, such that the
  weighted sum of all these vectors is (-m, 0, .., 0) with m >= 0; and a comparison has a weight, or m > 0. For any x with q > 0 that meets
  the conditions the sum of the products would be at least 0, and more if a comparison has a weight, while it is -m q. So there is no such
  x. Here rows are those of the layer times the least power of two, 1 or more, that makes them all integers.
- Every question has one of the two, and the questions are those that the certificate lists: all labels, or a list.

How it computes. Products of rows with all points are taken in float64 on integers, after rounding each row down to integers T of one unit
so coarse that the sum of |T| times the largest coordinate is at most 2^53: then no partial sum is rounded, in any order. What was rounded
away lies in [0, 1) a coordinate, so two products differ from those of T by less than the sum of |x|. Closer comparisons are made with
Python's integers.
"""

import hashlib
import json
import sys
import zipfile
from itertools import pairwise

import numpy as np

__all__ = ["Refused", "check", "fingerprint", "main"]

FORMAT = "arrangements audit certificate"
LIMIT = 1 << 53  # float64 holds every integer up to here
CHUNK = 1 << 22  # products at a time


class Refused(Exception):
    """A certificate that does not prove its answers."""


def demand(condition, message):
    if not condition:
        raise Refused(message)


def readable(condition, message):
    if not condition:
        raise ValueError(message)


def fingerprint(rows):
    """The hash of rows: of their shape, and of their entries as little-endian float64 without negative zeros."""
    digest = hashlib.sha256(f"{rows.shape[0]} {rows.shape[1]}\n".encode())
    for start in range(0, len(rows), 4096):
        digest.update(np.ascontiguousarray(rows[start : start + 4096] + 0.0, "<f8").tobytes())
    return digest.hexdigest()


def check(certificate, rows):
    """What the certificate proves about the rows, in one line. Refused, or ValueError if it is no certificate."""
    about, points, holder, rest = opened(certificate)
    readable(rows.ndim == 2 and rows.dtype.kind in "fiu" and rows.dtype.itemsize <= 8, "rows must be a matrix of plain numbers")
    rows = rows.astype(np.float64)
    n, width = rows.shape
    readable(np.isfinite(rows).all() and n > 0, "rows must be finite")
    demand(fingerprint(rows) == about["weights"], "the certificate must be about these rows")
    inequalities, equations = (whole(about["inputs"][key], width) for key in ("inequalities", "equations"))
    questions = about["questions"]
    number = n if questions == "first" else len(questions)
    readable(holder.shape == (number,) and points.shape[1:] == (width,), "there must be a place for each question")
    exact = Exact(rows)
    held = np.flatnonzero(holder >= 0)
    readable(not len(held) or holder.max() < len(points), "points must be in the certificate")
    readable(set(map(int, rest)) == set(np.flatnonzero(holder < 0).tolist()), "each question must have one answer")
    used = points[holder[held]].astype(np.int64)
    inside(used, inequalities, equations)
    witnesses(exact, used, held, questions)
    yes = len(held)
    for key, evidence in rest.items():
        place = int(key)
        plus, minus, level = compared(questions, place, n)
        if set(evidence) == {"point"}:
            point = integers(evidence["point"])
            demand(len(point) == width and point[0] > 0, "a point must fit the rows, with q > 0")
            for vectors, holds in ((inequalities, lambda v: v >= 0), (equations, lambda v: v == 0)):
                demand(all(holds(dot(vector, point)) for vector in vectors), f"the point of question {place + 1} must be an input")
            values = [*exact.values(point), 0]
            pairs = zip(plus, minus, strict=True)
            held_level = all(values[i] == values[j] for i, j in level)
            demand(held_level and all(values[i] > values[j] for i, j in pairs), f"the point of question {place + 1} must answer it")
            yes += 1
        else:
            readable(set(evidence) == {"comparisons", "inputs"}, "an answer must be a point, or weights")
            equal = [*equations, *map(exact.difference, level)]
            refute(exact, evidence, plus, minus, inequalities, equal, f"the weights of question {place + 1}")
    what = "labels can be strictly first" if questions == "first" else "questions have the answer yes"
    given = f"{len(inequalities)} inequalities and {len(equations)} equations" if inequalities or equations else "all inputs"
    return f"{yes} of {number} {what}, {number - yes} never ({n} x {width - 1}, {given}, weights {about['weights'][:16]})"


def opened(path):
    """The parts of the file."""
    try:
        with np.load(path, allow_pickle=False) as parts:
            readable(set(parts.files) == {"about", "points", "holder", "rest"}, "a certificate must have four parts")
            about, rest = (json.loads(parts[key].tobytes().decode("ascii"), object_pairs_hook=once) for key in ("about", "rest"))
            points, holder = parts["points"], parts["holder"]
    except (OSError, EOFError, KeyError, zipfile.BadZipFile, RecursionError) as error:
        raise ValueError(f"it must be a complete npz file: {error}") from None
    keys = {"format", "version", "weights", "inputs", "questions"}
    readable(isinstance(about, dict) and keys <= set(about) and about["format"] == FORMAT and about["version"] == 1, "an unknown format")
    readable(points.ndim == 2 and points.dtype == np.int32 and holder.dtype == np.int64, "points must be integers of 32 bits")
    readable(isinstance(rest, dict) and all(key.isdecimal() and isinstance(value, dict) for key, value in rest.items()), "rest is no map")
    readable(about["questions"] == "first" or isinstance(about["questions"], list), "questions must be a list")
    return about, points, holder, rest


def once(pairs):
    readable(len(dict(pairs)) == len(pairs), "a key must not be repeated")
    return dict(pairs)


def integers(texts):
    readable(isinstance(texts, list) and all(isinstance(text, str) for text in texts), "integers must be hexadecimal texts")
    return [int(text, 16) for text in texts]


def whole(vectors, width):
    found = [integers(vector) for vector in vectors]
    readable(all(len(vector) == width for vector in found), "conditions of the inputs must fit the rows")
    return found


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


def compared(questions, place, n):
    """The meaning of a question: the row plus[k] is larger than the row minus[k], the rows of each pair are level; -1 is zero."""
    if questions == "first":
        return [place] * (n - 1), [j for j in range(n) if j != place], []
    kind, value = questions[place]
    readable(isinstance(value, list) and all(type(x) is int for x in value), "a question must have a list of integers")
    if kind == "signs":
        readable(len(value) == n and set(value) <= {1, -1, 0, 2}, "signs must be 1, -1, 0 (free) or 2 (zero) for each row")
        strict = [(i, s) for i, s in enumerate(value) if s in (1, -1)]
        zero = [(i, -1) for i, s in enumerate(value) if s == 2]
        return [i if s > 0 else -1 for i, s in strict], [-1 if s > 0 else i for i, s in strict], zero
    if kind == "weak ranking":  # groups of equal rows, with -1 between them
        ends = [k for k, i in enumerate(value) if i == -1]
        members = [i for i in value if i != -1]
        readable(len(set(members)) == len(members) > 0 and set(members) <= set(range(n)), "labels must be distinct rows")
        readable(all(0 < k < len(value) - 1 and value[k - 1] != -1 for k in ends), "groups must not be empty")
        level = [(a, b) for a, b in pairwise(value) if -1 not in (a, b)]
        return [value[k - 1] for k in ends], [value[k + 1] for k in ends], level
    readable(len(set(value)) == len(value) > 0 and set(value) <= set(range(n)), "labels must be distinct rows")
    named = set(value)
    rest = [j for j in range(n) if j not in named]
    if kind == "top set":  # these before all others
        return [i for i in value for _ in rest], rest * len(value), []
    if kind == "tie":  # these two level, and before all others
        readable(len(value) == 2, "a tie must have two labels")
        return [value[0]] * len(rest), rest, [(value[0], value[1])]
    readable(kind in ("top", "ranking"), "a question must be of a known kind")
    below = rest if kind == "top" else []  # in this order; top: and the last of them before all others
    return value[:-1] + [value[-1]] * len(below), value[1:] + below, []


class Exact:
    """Rows as integers: times 2^power, rounded down to ``tops`` in float64 for bulk, without loss one by one."""

    def __init__(self, rows):
        self.rows = rows
        _, exponents = np.frexp(np.abs(rows).sum(axis=1).max(initial=0.0))
        self.largest = int(exponents)  # sums of moduli are below 2^largest, but for rounding
        powers: list[int] = [0]
        for start in range(0, len(rows), 4096):
            part = rows[start : start + 4096]
            mantissas, places = np.frexp(part[part != 0])
            digits = np.ldexp(mantissas, 53).astype(np.int64)
            lowest = places - 53 + np.log2((digits & -digits).astype(np.float64)).astype(np.int64)
            powers.append(int(-lowest.min(initial=0)))
        self.power = max(powers)
        readable(self.power < 1 << 12, "entries must have less than 4096 binary places")

    def tops(self, coordinate):
        """T, and whether it is all there is."""
        unit = min(self.power, 52 - int(coordinate).bit_length() - self.largest)
        while True:
            tops = np.floor(np.ldexp(self.rows, unit))
            if int(np.abs(tops).sum(axis=1).max(initial=0)) * int(coordinate) <= LIMIT:
                return tops, unit == self.power
            unit -= 1

    def integers(self, i):
        ratios = [x.as_integer_ratio() for x in self.rows[i].tolist()]
        return [(numerator << self.power) // denominator for numerator, denominator in ratios]

    def difference(self, pair):
        left, right = (self.integers(i) if i >= 0 else [0] * self.rows.shape[1] for i in pair)
        return [a - b for a, b in zip(left, right, strict=True)]

    def values(self, point):
        """The products of all rows with one point of any size."""
        if not hasattr(self, "all"):
            self.all = [self.integers(i) for i in range(len(self.rows))] if self.rows.size <= CHUNK else None
        return [dot(self.all[i] if self.all else self.integers(i), point) for i in range(len(self.rows))]


def inside(points, inequalities, equations):
    demand((points[:, 0] > 0).all(), "points must have q > 0")
    largest = int(np.abs(points).max(initial=0))
    for vectors, holds in ((inequalities, np.greater_equal), (equations, np.equal)):
        for vector in vectors:
            places = [j for j, a in enumerate(vector) if a]
            # Plain int64 where no sum can leave it.
            kind = np.int64 if sum(map(abs, vector)) * largest < 1 << 62 else object
            total = points[:, places].astype(kind) @ np.array([vector[j] for j in places], kind)
            demand(bool(np.all(holds(total, 0))), "points must be inputs")


def witnesses(exact, points, places, questions):
    """The points of bulk answer their questions."""
    coordinate = int(np.abs(points).max(initial=1))
    tops, complete = exact.tops(coordinate)
    n = len(tops)
    step = max(1, CHUNK // n)
    for start in range(0, len(points), step):
        part, asked = points[start : start + step], places[start : start + step]
        products = part.astype(np.float64) @ tops.T
        slack = np.zeros(len(part), np.int64) if complete else np.abs(part).sum(axis=1)
        if questions == "first":
            line = np.arange(len(part))
            own = products[line, asked]
            products[line, asked] = -np.inf
            close = own - products.max(axis=1) <= slack
            for k in np.flatnonzero(close).tolist():
                rivals = np.flatnonzero(products[k] >= own[k] - slack[k])
                point = part[k].tolist()
                value = dot(exact.integers(asked[k]), point)
                demand(all(dot(exact.integers(j), point) < value for j in rivals), f"the point of label {asked[k] + 1} must make it first")
            continue
        for k, place in enumerate(asked.tolist()):
            values = np.append(products[k], 0.0)
            plus, minus, level = compared(questions, place, n)
            plus, minus = np.array(plus, np.int64), np.array(minus, np.int64)
            point = part[k].tolist()
            demand(not any(dot(exact.difference(pair), point) for pair in level), f"the point of question {place + 1} must answer it")
            for c in np.flatnonzero(values[plus] - values[minus] <= slack[k]):
                left, right = (dot(exact.integers(i), point) if i >= 0 else 0 for i in (plus[c], minus[c]))
                demand(left > right, f"the point of question {place + 1} must answer it")


def refute(exact, evidence, plus, minus, inequalities, equations, what):
    terms, strict = dict[int, int](), 0
    for position, text in evidence["comparisons"]:
        weight = int(text, 16)
        demand(type(position) is int and 0 <= position < len(plus) and weight > 0, f"{what} must be positive, of its comparisons")
        strict += 1
        for row, signed in ((plus[position], weight), (minus[position], -weight)):
            if row >= 0:
                terms[row] = terms.get(row, 0) + signed
    width = exact.rows.shape[1]
    total = [0] * width
    vectors = [*inequalities, *equations]
    for position, text in evidence["inputs"]:
        weight = int(text, 16)
        demand(type(position) is int and 0 <= position < len(vectors), f"{what} must be of conditions of the inputs")
        demand(weight > 0 or position >= len(inequalities), f"{what} must be positive for inequalities")
        total = [t + weight * a for t, a in zip(total, vectors[position], strict=True)]
    for row, weight in terms.items():
        total = [t + weight * a for t, a in zip(total, exact.integers(row), strict=True)]
    demand(not any(total[1:]) and total[0] <= 0, f"{what} must add up to zero")
    demand(strict or total[0] < 0, f"{what} must use a strict condition")


def main(arguments):
    if len(arguments) != 2:
        print("checker: the certificate and the rows must be given", file=sys.stderr)
        return 2
    try:
        print("accepted:", check(arguments[0], np.load(arguments[1], allow_pickle=False)))
    except Refused as error:
        print("refused:", error, file=sys.stderr)
        return 1
    except (ValueError, OSError, TypeError, KeyError, AttributeError) as error:
        print("unreadable:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
