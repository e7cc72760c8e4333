"""Check the certificate of an audit, with integers, and with floating point where a bound on all of
its rounding is proved ("How it computes", below). Needs NumPy and nothing of this project.

    python batches.py audit.npz rows.npy [SCALE]

``rows.npy`` holds the rows (b_i, u_i) of the layer, floats of at most 64 bits or integers of at
most 2^53 in modulus, which float64 holds as they are; row i is the function b_i + u_i . h. Exit
code 0: accepted, 1: refused (it does not prove its answers), 2: unreadable.

What acceptance implies. The rows have the hash in the certificate. Inputs h satisfy c + a . h >= 0
for its inequalities and = 0 for its equations. With x = (q, q h), q > 0, a question asks for strict
comparisons of rows r_i . x > r_j . x, or with zero, that some rows are level, and weak comparisons
r_i . x >= r_j . x; ``compared`` is the definition. The questions are those that the certificate
lists: whether each label can be strictly first ("first"); whether each can be chosen where of those
with the largest value the one listed first is ("chosen"); or those of a list. Each of them has been
given one answer.

- Answer yes: the integer x in the certificate was put into the conditions of the inputs and into
  every comparison. All hold. Rows that are asked to be level are so.
- The same answer in version 6: the integer x is made here, from the row u_i of the label, a centre m
  that the certificate has, and a power of two, and put into the same conditions and comparisons;
  ``Aim`` says how. What it is made of does not matter.
- Answer no: the certificate has weights, positive for comparisons and inequalities, any for
  equations and level rows, such that the weighted sum of all these vectors is (-m, 0, .., 0) with m
  >= 0; and a strict comparison has a weight, or m > 0. For any x with q > 0 that meets the
  conditions the sum of the products would be at least 0, and more if a strict comparison has a
  weight, while it is -m q.
  So there is no such x. Here rows are those of the layer times the least power of two, 1 or more,
  that makes them all integers.
- In version 5 inputs lie in a ball, too: |one h - centre|^2 <= one square. The weighted sum of the
  vectors need not vanish then. It is a function of h with gradient v, worth g at the centre and at
  most g + r |v| in the ball, r^2 = square / one; g <= 0 and r^2 |v|^2 <= g^2 make that 0 or less.
  And a strict comparison has a weight; or r^2 |v|^2 < g^2, so that the sum is negative; or it is 0
  at one point of the ball only, which was put into conditions and comparisons, and failed. If the
  ball has gains g, inputs are h = c + g z with z in it, and all this is about z; see ``Norm``.
- Answer no to "is label i strictly first": weights w_j > 0 of rows, of sum W, v_k > 0 of q > 0 and
  of inequalities a_k, and T > 0, for which the vector E = (W + T) r_i - sum of w_j r_j - T c + sum
  of v_k a_k is shorter, in the sense below, than T allows. ``Ellipsoid`` proves that then E = T z
  where c + z is a combination of all rows with positive weights. So (W + T) r_i plus conditions is
  a combination of rows with positive weights of sum W + T: where label i is first, the product with
  x is larger on one side than on the other. Where it is only not below any other, all rows are
  level. So it is not chosen if it is not listed first; if it is, note that differences of rows then
  vanish at x and span the coordinates of the frame, so that x is 0 there: unless the frame leaves
  out q this is not an input; if it does, h = 0 must not be one.

- The same answer, where the weights w_j > 0 are of all rows and come from a vector y: they are the
  products of the shares s_j with exp(<y, B(r_j - c)>), as float64 computes them.
- Answer no to a question about an order of labels: pairs of rows i, j where i is asked to be larger
  than j (``order``), and inequalities, or q > 0. ``surrounded`` proves that their vectors add up to
  zero with positive weights. Or the number of an earlier question with such an answer, all of whose
  pairs are asked for here, too. The same of a question about scores, with q > 0 among the
  inequalities; -1 stands for the end of an interval (``ends``), and there is one coordinate more, q
  times the constant c.

- Answer no in version 8, where all questions are label sets, each row positive or negative: the
  certificate has one position more than there are coordinates, of signed rows, of q > 0 and of
  inequalities, and ``surround`` proves that weights of these alone, all positive, add up to zero;
  one of them is strict, a row or q > 0. Where no constant has a weight it is one position fewer.

In version 7 the questions are how near to the first place labels can come. A row is *below* a label
where its product is less; of "chosen rank", where of equal labels the one listed first is chosen, a
row that is listed after the label is below it where its product is not larger. A label has a place
[m, k] and a point at which exactly k - 1 other rows are not below it, compared as above. And there
are sets of other rows, of each of which at every input some row is not below. Such a set has
weights that contradict as above, where each comparison is that of the label with a row of the set,
strict or weak; rows of a set in a ball may have the weight 0. Or ``surrounded`` proves that there
are such weights. No m - 2 rows meet all of these sets, which was tried, so that at every input at
least m - 1 rows are not below.

In version 9 the question is how large the softmax probability of each label can be in a ball, or
behind a norm: at a temperature T between low and high, in units of 2^-40. Each label has a point,
at which it is at least low. Weights of all other rows, which are made here from their products with
the point, show that it is at most high on all inputs: see ``Softmax``.

Where labels are decided by thresholds, or by min-p sampling, a comparison asks for more: that one
row exceeds the other, or zero, by more than q times a logarithm of a rational number, times the
scale of the rows: SCALE, 1 if it is not given, says how many times the functions of the labels the
rows are, and a certificate of another scale is refused. ``Rule`` is the definition. Logarithms are enclosed by rationals here, from their
series: a point must do for the larger end, and weights add up to (-m, 0, .., 0) where -m must be at
most the lower end of what the logarithms add up to.

There is one way to accept: ``check`` returns. A form of evidence is a function that checks what it
reads and then names the questions it has answered; ``check`` counts how often each question is
named. There is one way to write a certificate. The archive has its parts in one order, as they are,
from its first byte to its last; arrays are little-endian; JSON has no spaces, keys in one order,
and positions that increase; a long integer is hexadecimal, without leading zeros. So a key or a
number that could be read in two ways is not read at all, and a file is never read into more memory
than a few times its size.

How it computes. Products of rows with all points are taken in float64 on integers, after cutting
each row down to integers T of one unit so coarse that the sum of |T| times the largest coordinate
is at most 2^53: then no partial sum is rounded, in any order. What was cut off is below 1 in
modulus a coordinate, so two products differ from those of T by less than twice the sum of |x|.
Closer comparisons are made with Python's integers. Where a label leads by far a product in float32
shows it, with a bound on its rounding (``Exact.surely``). Rows of float32 stay in float32, and may
stay in their file: nothing of their size is made, unless it is small.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence, ValuesView
from fractions import Fraction
from itertools import chain, pairwise
from math import gcd, prod
from os import PathLike
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Refused", "check", "fingerprint", "main"]

FORMAT = "arrangements audit certificate"
# of the archive, in this order, with the types of their entries
PARTS = {"about": "|u1", "points": "<i4", "holder": "<i8", "rest": "|u1"}
MORE = {"shares": "<i8", "frame": "<f4"}  # and in version 2 these
TILTS = {"tilts": "<i2", "tilted": "<i8"}  # and in version 4 these, too
AIMS = {"centre": "<f8", "recipes": "|u1"}  # and in version 6 these, last
SETS = {"sets": "|u1", "around": "<i4", "surrounded": "<i8"}  # in version 8 these after the first
_FORMS = (PARTS, PARTS | MORE, PARTS | MORE | TILTS)
FORMS = {tuple(form): form for one in _FORMS for form in (one, one | AIMS)}  # by their names
FORMS[*PARTS, *SETS] = PARTS | SETS
KEYS = ("format", "version", "weights", "inputs", "questions", "source")  # of about
BALL = ("one", "centre", "square")
RANKS = ("rank", "chosen rank")
# of every label
ALL = {"first": "top", "chosen": "chosen", "on": "on", **dict(zip(RANKS, RANKS, strict=True))}
RANKED = (("place", "never"), ("place", "never", "point"))  # of a best place that is not 1
SAID = {
    "top": "labels can be strictly first",
    "chosen": "labels can be chosen",
    "on": "labels can be on",
    None: "questions have the answer yes",
}
RULED = (*KEYS[:5], "rule", "source")  # in version 3
RULE = ("kind", "scale", "values", "of", "base", "exponents", "bits")
MOST_BITS = 1 << 17  # of a logarithm, and of the numbers that it is of
INTEGER = re.compile("0x0|-?0x[1-9a-f][0-9a-f]*")
NUMBER = "(0|[1-9][0-9]{0,17})"
NUMBERED = re.compile(NUMBER)
HEADER = re.compile(
    f"\\{{'descr': '([|<][a-z][0-9])', 'fortran_order': False, 'shape': \\({NUMBER},(?: {NUMBER})?\\), \\}} *\n".encode()
)
RANGE = 2.0**200  # within it and its inverse no product of four numbers leaves float64
LIMIT = 1 << 53  # float64 holds every integer up to here
CHUNK = 1 << 22  # products at a time
SMALL = 1 << 25  # entries of a matrix that is kept as integers, too
NEAR = 1 << 17  # in modulus, coordinates of points that are made here

Json: TypeAlias = (
    Any  # a value that json.loads has made; nothing is known of it before it is checked
)
Array: TypeAlias = np.ndarray
Pair: TypeAlias = tuple[int, int]
# plus and minus, the pairs of level rows, the pairs of weak comparisons: see ``compared``
Compared: TypeAlias = tuple[Array, Array, list[Pair], list[Pair]]
Answered: TypeAlias = tuple[Any, bool]  # the positions of questions, or one, and their answer


class Refused(Exception):
    """A certificate that does not prove its answers."""


def demand(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


def readable(condition: object, message: str) -> None:
    if not condition:
        raise ValueError(message)


def fingerprint(rows: Array) -> str:
    """The hash of rows: of their shape, and of their entries as little-endian float64 without
    negative zeros.
    """
    digest = hashlib.sha256(f"{rows.shape[0]} {rows.shape[1]}\n".encode())
    for start in range(0, len(rows), 4096):
        digest.update(np.ascontiguousarray(rows[start : start + 4096] + 0.0, "<f8").tobytes())
    return digest.hexdigest()


def check(certificate: str | PathLike[str], rows: Array, scale: int = 1) -> str:
    """The statement about the rows that the certificate proves, in one line. Refused, or ValueError
    (also OSError) if it cannot be read. ``scale``: rows are so many times the functions of the
    labels, which matters where a rule decides.
    """
    parts = opened(certificate)
    about = value(parts["about"])
    points, holder = parts["points"], parts["holder"]
    more = [parts[k] for k in MORE | TILTS if k in parts]
    case = Case(about, rows, more, scale, "recipes" in parts, parts.get("sets"))
    if case.ranked:
        return ranks(case, points, holder, value(parts["rest"]))
    if case.sure:
        return confidences(case, points, holder, value(parts["rest"]))
    answered = [*points_in_bulk(case, points, holder)]
    bulk = [np.zeros(0, np.int64)]  # questions without a point in the file, which follow in bulk
    if "recipes" in parts:
        answered += (aims := [*aimed_in_bulk(case, holder, parts["centre"], parts["recipes"])])
        bulk += [places for places, _ in aims]
    if "tilts" in parts:
        answered += (tilts := [*tilts_in_bulk(case, holder, parts["tilts"], parts["tilted"])])
        bulk += [places for places, _ in tilts]
    if "around" in parts:
        around = [*around_in_bulk(case, holder, parts["around"], parts["surrounded"])]
        answered += around
        bulk += [places for places, _ in around]
    left = np.setdiff1d(np.flatnonzero(holder < 0), np.concatenate(bulk))
    times, yes = np.zeros(case.number, np.int64), np.zeros(case.number, bool)
    for places, answer in chain(answered, one_by_one(case, parts["rest"], left)):
        times[places] += 1
        yes[places] = answer
    demand((times == 1).all(), "each question must have one answer")
    return case.said(int(np.count_nonzero(yes)))


# Reading


def opened(path: str | PathLike[str]) -> dict[str, Array]:
    """The arrays in the file, by their names: one after the other, as they are, and nothing before,
    between or after them.
    """
    with open(path, "rb") as file:
        data = file.read()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members, directory = archive.infolist(), archive.start_dir
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        ValueError,
        OverflowError,
        EOFError,
        OSError,
        struct.error,
    ) as error:
        raise ValueError(f"it must be a complete npz file: {error}") from None
    parts = FORMS.get(tuple(member.filename.removesuffix(".npy") for member in members), PARTS)
    names = [f"{name}.npy" for name in parts]
    readable(
        [member.filename for member in members] == names,
        f"a certificate must have the parts {', '.join(PARTS)}, in this order",
    )
    place, arrays = 0, dict[str, Array]()
    for member, (part, kind) in zip(members, parts.items(), strict=True):
        readable(
            member.header_offset == place and place + 30 < len(data), "parts must follow each other"
        )
        mark, _, flags, method, *_, name, extra = struct.unpack_from("<4s5H3L2H", data, place)
        start = place + 30 + name + extra
        plain = not (flags or method or member.flag_bits or member.compress_type)
        readable(plain, "parts must be neither compressed nor encrypted")
        named = data[place + 30 : place + 30 + name] == member.filename.encode()
        readable(mark == b"PK\3\4" and named, "a part must have its head")
        place = start + member.file_size
        content = memoryview(data)[start:place]
        readable(
            len(content) == member.compress_size and zlib.crc32(content) == member.CRC,
            "a part must have its checksum",
        )
        arrays[part] = array(content, kind)
    # The directory has 46 bytes and its texts for each part; what ends a zip file has 22, and 76
    # more where the file is long.
    tail = (
        sum(46 + len(m.orig_filename) + len(m.extra) + len(m.comment) for m in members)
        + 22
        + 76 * (place > zipfile.ZIP64_LIMIT)
    )
    readable(directory == place and len(data) == place + tail, "nothing must follow the parts")
    return arrays


def array(content: memoryview, kind: str) -> Array:
    """The array of a part in the format npy, version 1."""
    readable(
        len(content) >= 10 and bytes(content[:8]) == b"\x93NUMPY\1\0",
        "a part must be an npy file, version 1",
    )
    start = 10 + struct.unpack_from("<H", content, 8)[0]
    head = HEADER.fullmatch(bytes(content[10:start]))
    found, *lengths = head.groups() if head else [b""]
    readable(start % 64 == 0 and found.decode() == kind, f"a part must have its type, {kind}")
    shape = [int(length) for length in lengths if length is not None]
    readable(len(content) - start == prod(shape) * int(kind[-1]), "a part must have its length")
    return np.frombuffer(content, kind, offset=start).reshape(shape)


def value(part: Array) -> Json:
    """The value of a part that is JSON, in its one form."""
    text = part.tobytes().decode("ascii")
    try:
        found = json.loads(text)
        readable(
            json.dumps(found, separators=(",", ":")) == text,
            "JSON must be without spaces, each key once",
        )
    except RecursionError:
        raise ValueError("JSON must not be nested so deeply") from None
    return found


def items(part: Array) -> Iterator[tuple[str, Json]]:
    """The items of a part that is an object of JSON in its one form, one after another."""
    text, decoder, place = part.tobytes().decode("ascii"), json.JSONDecoder(), 1
    readable(text[:1] == "{" and text[-1:] == "}", "JSON must be an object")
    while text != "{}":
        try:
            key, middle = decoder.raw_decode(text, place)
            found, end = decoder.raw_decode(text, middle + 1)
            written = json.dumps({key: found}, separators=(",", ":"))
        except (json.JSONDecodeError, TypeError) as error:
            raise ValueError(f"JSON must have a key and a value: {error}") from None
        except RecursionError:
            raise ValueError("JSON must not be nested so deeply") from None
        readable(
            written[1:-1] == text[place:end] and text[end : end + 1] in (",", "}"),
            "JSON must be without spaces, each key once",
        )
        yield key, found
        place = end + 1
        if text[end] == "}":
            readable(place == len(text), "nothing must follow an object of JSON")
            return


def keys(value: Json, *names: str) -> ValuesView[Json]:
    readable(
        isinstance(value, dict) and tuple(value) == names,
        f"an object must have the keys {', '.join(names)}, in this order",
    )
    return value.values()


def integer(text: Json) -> int:
    readable(
        isinstance(text, str) and INTEGER.fullmatch(text),
        "an integer must be a hexadecimal text such as -0x1f",
    )
    return int(text, 16)


def vector(value: Json, width: int) -> list[int]:
    readable(
        isinstance(value, list) and len(value) == width, f"a vector must have {width} integers"
    )
    return [integer(text) for text in value]


def condition(value: Json, width: int) -> dict[int, int]:
    """A vector, by its places that are not zero: of all its integers, or [c, j, a] for c + a h_j."""
    if isinstance(value, list) and len(value) == 3 and type(value[1]) is int:
        constant, place, factor = integer(value[0]), value[1], integer(value[2])
        readable(0 <= place < width - 1, "a condition must be on a coordinate")
        return {j: a for j, a in ((0, constant), (place + 1, factor)) if a}
    return {j: a for j, a in enumerate(vector(value, width)) if a}


def weighted(pairs: Json, number: int, what: str) -> list[Pair]:
    """Positions below the number, in increasing order, each with its weight."""
    readable(
        isinstance(pairs, list)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs),
        f"{what} must be pairs",
    )
    places = [place for place, _ in pairs]
    readable(
        all(type(place) is int and 0 <= place < number for place in places),
        f"{what} must be of its conditions",
    )
    readable(
        all(a < b for a, b in pairwise(places)), f"{what} must be in the order of its conditions"
    )
    return [(place, integer(text)) for place, text in pairs]


# Meaning


class Case:
    """The layer that the certificate is about: rows, conditions of the inputs, questions."""

    def __init__(
        self,
        about: Json,
        rows: Array,
        more: list[Array],
        scale: int = 1,
        aimed: bool = False,
        sets: Array | None = None,
    ) -> None:
        ruled = isinstance(about, dict) and "rule" in about
        form, version, weights, inputs, questions, *rule, _ = keys(
            about, *(RULED if ruled else KEYS)
        )
        aimed = aimed or sets is not None
        balls = isinstance(inputs, dict) and "ball" in inputs and not (ruled or more or aimed)
        ranked = [
            questions == kind
            or (
                isinstance(questions, list)
                and len(questions) > 0
                and all(isinstance(asked, list) and asked[:1] == [kind] for asked in questions)
            )
            for kind in RANKS
        ]
        self.ranked, self.listed = any(ranked), ranked[1]
        plain = 6 if aimed else {0: 1, 2: 2, 4: 4}[len(more)]
        plain = plain if sets is None else 8
        self.sure = questions == "confidence"
        readable(balls or not self.sure, "a confidence must be in a ball")
        own = 9 if self.sure else 7 if self.ranked else 5 if balls else plain
        readable(
            (form, type(version), version) == (FORMAT, int, 3 if ruled else own)
            and not ((ruled or self.ranked) and (more or aimed))
            and not (ruled and self.ranked),
            "a certificate must be of an audit, of its version",
        )
        readable(
            rows.ndim == 2 and rows.dtype.kind in "fiu" and rows.dtype.itemsize <= 8,
            "rows must be a matrix of plain numbers",
        )
        readable(
            rows.shape[0] > 0 < rows.shape[1] and np.isfinite([rows.max(), rows.min()]).all(),
            "rows must be finite, at least one, and have offsets",
        )
        if rows.dtype.kind != "f":
            readable(
                max(int(rows.max()), -int(rows.min())) <= LIMIT,
                "rows of integers must be at most 2^53 in modulus",
            )
        if rows.dtype != np.float32:
            rows = rows.astype(np.float64)
        self.fingerprint, (self.n, self.width) = fingerprint(rows), rows.shape
        demand(self.fingerprint == weights, "the certificate must be about these rows")
        conditions = [*keys(inputs, "inequalities", "equations", *["ball"] * balls)]
        ball = conditions.pop() if balls else None
        self.dimension = self.width - 1
        readable(
            all(isinstance(vectors, list) for vectors in conditions),
            "conditions of the inputs must be lists",
        )
        self.inequalities, self.equations = (
            [condition(v, self.width) for v in vectors] for vectors in conditions
        )
        self.ball, self.norm = None, None
        if isinstance(ball, dict) and "gains" in ball:
            self.norm = Norm(self.dimension, *keys(ball, *BALL, "gains", "centred"))
            rows, self.ball = self.norm.rows(rows), self.norm.ball
            self.inequalities = [self.norm.condition(v) for v in self.inequalities]
            self.equations = [self.norm.condition(v) for v in self.equations]
            self.equations += self.norm.equations(rows.shape[1])
            self.ball.centre += [self.ball.one] * (rows.shape[1] - self.width)
            self.width = rows.shape[1]
        elif balls:
            self.ball = Ball(self.dimension, *keys(ball, *BALL))
        self.exact = Exact(rows)
        self.rule = Rule(self.n, *keys(*rule, *RULE)) if ruled else None
        demand(
            self.rule is None or self.rule.scale == scale,
            "a rule must be about rows of this scale",
        )
        self.all = ALL.get(questions) if isinstance(questions, str) else None
        self.sets = None if sets is None else unpacked(sets, self.n)
        self.questions: Any = questions
        if self.sets is not None:
            readable(questions == "sets", "questions must be the sets")
            self.number = len(self.sets)
        else:
            readable(
                self.all or self.sure or isinstance(questions, list), "questions must be a list"
            )
            self.number = self.n if self.all or self.sure else len(questions)
        self.ellipsoid = Ellipsoid(self, *more[:2]) if more else None
        self.clashes: dict[int, tuple[Array, Array]] = {}  # pairs of questions, by their places

    def question(self, place: int) -> tuple[str, list[int]]:
        if self.sets is not None:
            return "signs", [int(sign) for sign in self.sets[place]]
        return (self.all, [place]) if self.all else self.questions[place]

    def compared(self, place: int) -> Compared:
        return compared(self.question(place), self.n)

    def scores(self, place: int) -> tuple[int, list[tuple[int, int, int]]]:
        """Further conditions of a question about scores. Its list is a unit D > 0, and for each of
        some labels its row i and the ends l_i and h_i: scores r_i h + c, c the same for all, are
        between l_i / D and h_i / D. There is such a c if and only if for every two of them D (r_i h -
        r_j h) <= h_i - l_j, as intervals of a line have a common point if every two have one.
        """
        kind, value = self.question(place)
        if kind != "scores":
            return 1, []
        return value[0], list(zip(value[1::3], value[2::3], value[3::3], strict=True))

    def bound(self, place: int, k: int) -> dict[int, int]:
        """The inequality of this number, of two labels with scores."""
        unit, named = self.scores(place)
        (i, _, high), (j, low, _) = (named[x] for x in divmod(k, len(named)))
        pairs = zip(self.exact.integers(i), self.exact.integers(j), strict=True)
        vector = [unit * (b - a) for a, b in pairs]
        vector[0] += (high - low) << self.exact.power
        return {k: x for k, x in enumerate(vector) if x}

    def within(self, place: int, point: Sequence[int]) -> bool:
        """Whether there is a constant with which the scores at a point are as the question says."""
        unit, named = self.scores(place)
        one = point[0] << self.exact.power
        values = [unit * dot(self.exact.integers(i), point) for i, *_ in named]
        least = [low * one - value for value, (_, low, _) in zip(values, named, strict=True)]
        most = [high * one - value for value, (*_, high) in zip(values, named, strict=True)]
        return not named or max(least) <= min(most)

    def origin(self) -> bool:
        """Whether h = 0 is an input."""
        constants = (
            [v.get(0, 0) for v in vectors] for vectors in (self.inequalities, self.equations)
        )
        return all(c >= 0 for c in next(constants)) and not any(next(constants))

    def not_below(self, label: int, other: int, own: int, value: int) -> bool:
        """Whether a row with a value is not below a label with its own one."""
        return value > own or (value == own and not (self.listed and other > label))

    def input(self, point: list[int]) -> bool:
        """Whether one integer point of any size is an input."""
        return (
            point[0] > 0
            and all(at(v, point) >= 0 for v in self.inequalities)
            and not any(at(v, point) for v in self.equations)
            and (self.ball is None or self.ball.holds(point))
        )

    def answers(self, place: int, point: list[int]) -> bool:
        """Whether the products of all rows with a point answer a question."""
        plus, minus, level, weak = self.compared(place)
        values = self.exact.values(point)
        return (
            self.within(place, point)
            and all(
                values[i] > values[j] for i, j in zip(plus.tolist(), minus.tolist(), strict=True)
            )
            and all(values[i] == values[j] for i, j in level)
            and all(values[i] >= values[j] for i, j in weak)
        )

    def floats(self, given: Sequence[int]) -> Array:
        """Inequalities, counted from 1, in float64; 0 is q > 0."""
        table = np.zeros((len(given), self.width))
        for line, k in zip(table, given, strict=True):
            for j, a in ({0: 1} if k == 0 else self.inequalities[k - 1]).items():
                line[j] = nearest(a, 1)
        return table

    def margins(self, place: int) -> list[Pair]:
        """Of each comparison by what its difference is to be exceeded: the position of a logarithm
        and its sign; nothing without a rule.
        """
        return [] if self.rule is None else self.rule.margins(self.question(place), self.n)

    def said_of_ranks(self, counts: dict[Pair, int]) -> str:
        places = ", ".join(
            f"place {least}: {number}" if least == most else f"{least} to {most}: {number}"
            for (least, most), number in sorted(counts.items())
            if number
        )
        ties = ", ties broken by order" if self.listed else ""
        return f"best places of {self.number} labels{ties}: {places} ({self.about()})"

    def said(self, yes: int) -> str:
        what = SAID[self.all]
        if self.rule:
            what = "labels can be kept" if self.all == "top" else what
            what += f" {self.rule.said()}"
        return f"{yes} of {self.number} {what}, {self.number - yes} never ({self.about()})"

    def about(self) -> str:
        """The size of the rows, the inputs, and the beginning of the hash."""
        given = f"{len(self.inequalities)} inequalities and {len(self.equations)} equations"
        if self.norm is not None:
            given = f"behind a norm with {given}"
        elif not self.inequalities and not self.equations:
            given = "all inputs" if self.ball is None else "a ball"
        elif self.ball is not None:
            given += " in a ball"
        return f"{self.n} x {self.dimension}, {given}, weights {self.fingerprint[:16]}"


def unpacked(sets: Array, n: int) -> Array:
    """The signs 1 and -1 of label sets: of each as many bytes as its bits need, the first bit of a
    byte first, and zeros after the last.
    """
    width = (n + 7) // 8
    readable(sets.ndim == 2 and sets.shape[1] == width and len(sets) > 0, "sets must fit the rows")
    bits = np.unpackbits(sets, axis=1)
    readable(not bits[:, n:].any(), "sets must have zeros after their last label")
    return np.asarray(2 * bits[:, :n].astype(np.int8) - 1)


def compared(question: Json, n: int) -> Compared:
    """The meaning of a question: the row plus[k] is larger than the row minus[k], the rows of each
    pair of the third part are level, of the fourth the first is larger or equal; -1 is zero.
    """
    readable(
        isinstance(question, list | tuple) and len(question) == 2,
        "a question must have a kind and a list",
    )
    kind, value = question
    readable(
        isinstance(value, list) and all(type(x) is int for x in value),
        "a question must have a list of integers",
    )
    if kind == "signs":
        readable(
            len(value) == n and set(value) <= {1, -1, 0, 2},
            "signs must be 1, -1, 0 (free) or 2 (zero) for each row",
        )
        strict = [(i, -1) if s > 0 else (-1, i) for i, s in enumerate(value) if s in (1, -1)]
        return *sides(strict), [(i, -1) for i, s in enumerate(value) if s == 2], []
    if kind == "weak ranking":  # groups of equal rows, with -1 between them
        ends = [k for k, i in enumerate(value) if i == -1]
        distinct([i for i in value if i != -1], n)
        readable(
            all(0 < k < len(value) - 1 and value[k - 1] != -1 for k in ends),
            "groups must not be empty",
        )
        return (
            *sides([(value[k - 1], value[k + 1]) for k in ends]),
            [(a, b) for a, b in pairwise(value) if -1 not in (a, b)],
            [],
        )
    if (
        kind == "listed"
    ):  # groups, with -1 between them, each before the next, the last before all others
        ends = [k for k, i in enumerate(value) if i == -1]
        groups = [value[a + 1 : b] for a, b in pairwise([-1, *ends, len(value)])]
        rest = np.delete(np.arange(n), distinct([i for i in value if i != -1], n))
        readable(all(groups), "groups must not be empty")
        chain = [(i, j) for above, below in pairwise(groups) for i in above for j in below]
        plus, minus = sides(chain)
        return (
            np.append(plus, np.repeat(groups[-1], len(rest))).astype(int),
            np.append(minus, np.tile(rest, len(groups[-1]))).astype(int),
            [],
            [],
        )
    if kind == "scores":  # the unit; labels with ends of their scores: see ``scores``
        readable(len(value) % 3 == 1 and value[0] > 0, "scores must have a unit, labels and ends")
        rest = np.delete(np.arange(n), distinct(value[1::3], n))
        return *sides([]), [], [(value[-3], j) for j in rest.tolist()]
    rest = np.delete(np.arange(n), distinct(value, n))
    if kind == "on":  # this row positive
        readable(len(value) == 1, "one label must be on")
        return *sides([(value[0], -1)]), [], []
    if kind == "top set":  # these before all others
        return np.repeat(value, len(rest)), np.tile(rest, len(value)), [], []
    if kind == "tie":  # these two level, and before all others
        readable(len(value) == 2, "a tie must have two labels")
        return np.repeat(value[0], len(rest)), rest, [(value[0], value[1])], []
    if kind == "chosen":  # before those listed before it, not behind the others
        readable(len(value) == 1, "one label must be chosen")
        (label,) = value
        weak = [(label, j) for j in range(label + 1, n)]
        return np.repeat(label, label), np.arange(label), [], weak
    readable(kind in ("top", "ranking", *RANKS), "a question must be of a known kind")
    readable(kind not in RANKS or len(value) == 1, "one label must have a rank")
    # in this order; top: and the last of them before all others
    below = rest[:0] if kind == "ranking" else rest
    return (
        np.append(value[:-1], np.repeat(value[-1], len(below))).astype(int),
        np.append(value[1:], below).astype(int),
        [],
        [],
    )


def distinct(labels: list[int], n: int) -> list[int]:
    readable(
        0 < len(labels) == len(set(labels)) and 0 <= min(labels) <= max(labels) < n,
        "labels must be distinct rows",
    )
    return labels


def sides(pairs: Sequence[Pair]) -> Array:
    return np.array(pairs, np.int64).reshape(-1, 2).T


def at(condition: dict[int, int], point: Sequence[int]) -> int:
    """The value of a condition at a point."""
    return sum(a * point[j] for j, a in condition.items())


def dot(u: Sequence[int], v: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(u, v, strict=True))


class Ball:
    """The inputs h with |one h - centre|^2 <= one square: the square of the radius is square / one."""

    def __init__(self, width: int, one: Json, centre: Json, square: Json) -> None:
        self.one, self.centre, self.square = integer(one), vector(centre, width), integer(square)
        readable(self.one > 0 and self.square >= 0, "a ball must have a radius")

    def holds(self, point: Sequence[int]) -> bool:
        q = point[0]
        apart = [self.one * x - q * c for x, c in zip(point[1:], self.centre, strict=True)]
        return dot(apart, apart) <= self.one * self.square * q * q

    def contain(self, points: Array, coordinate: int) -> bool:
        """Whether all points are in the ball; none has an entry beyond the coordinate."""
        far = coordinate * (self.one + max(map(abs, self.centre), default=0))
        room = self.one * self.square
        # Plain int64 where no sum can leave it.
        plain = max(far * far * len(self.centre), room * coordinate * coordinate, far) < 1 << 62
        whole = points.astype(np.int64 if plain else object)
        centre = np.array(self.centre, whole.dtype)
        apart = whole[:, 1:] * self.one - whole[:, :1] * centre
        return bool(np.all((apart * apart).sum(axis=1) <= whole[:, 0] * whole[:, 0] * room))

    def contradicted(self, total: Sequence[int], strict: bool) -> bool | list[int]:
        """Whether a sum of conditions (t, v) shows that they do not hold together in the ball;
        ``strict``: a strict one has a weight. If that depends on it, the only point where the sum
        is not negative.
        """
        slope, far = total[1:], self.one * self.square
        middle = self.one * total[0] + dot(slope, self.centre)
        room = middle * middle - far * dot(slope, slope)
        if middle > 0 or room < 0:
            return False
        if strict or room > 0:
            return True
        if middle == 0:
            return False
        return [
            -middle * self.one,
            *(far * v - middle * c for v, c in zip(slope, self.centre, strict=True)),
        ]


class Norm:
    """The inputs h = c + g z, coordinate by coordinate, with |z|^2 <= square, and if they are
    centred with the sum of the coordinates of z zero. Centre, square and gains are given times
    ``one``, a power of two.

    Row (b, u) is the function b + <u, c> of (g u) at z. Everything else is checked about z. Gains
    times weights must be floats as they are; an offset is a sum of floats: the nearest one, the
    nearest one to the rest, and so on. The first column has the first of them, the others have
    columns after those of z, and there every point is 1, as the last equations say.
    """

    def __init__(
        self, width: int, one: Json, centre: Json, square: Json, gains: Json, centred: Json
    ) -> None:
        readable(isinstance(centred, bool), "a norm must be centred or not")
        self.centred = centred
        self.one, self.centre, self.gains = (
            integer(one),
            vector(centre, width),
            vector(gains, width),
        )
        readable(self.one > 0 and not self.one & (self.one - 1), "numbers of a norm must be dyadic")
        self.ball = Ball(width, one, ["0x0"] * width, square)

    def rows(self, rows: Array) -> Array:
        factors = np.array([nearest(g, self.one) for g in self.gains], np.float64)
        demand(
            all(
                Fraction(x) == Fraction(g, self.one)
                for x, g in zip(factors.tolist(), self.gains, strict=True)
            ),
            "gains must be floats",
        )
        rows = rows.astype(np.float64)
        weights = rows[:, 1:]
        if weights.size:
            demand(moderate(weights) and moderate(factors), "gains must be of moderate size")
            own = int(digits(factors).max())  # 1 is a power of two
            demand(
                own <= 1 or int(digits(weights).max()) + own <= 53,
                "gains times weights must be floats",
            )
        exact, columns = Exact(rows), list[list[float]]()
        unit = self.one << exact.power
        rest = [Fraction(x, unit) for x in exact.values([self.one, *self.centre])[:-1]]
        while any(rest) or not columns:
            demand(len(columns) < 8, "an offset must be a sum of few floats")
            columns.append([nearest(x.numerator, x.denominator) for x in rest])
            demand(np.isfinite(columns[-1]).all(), "offsets must be of moderate size")
            rest = [x - Fraction(part) for x, part in zip(rest, columns[-1], strict=True)]
        first, *others = columns
        return np.column_stack([first, weights * factors, *others])

    def condition(self, function: dict[int, int]) -> dict[int, int]:
        """A condition on h as one on z, in lowest terms."""
        constant = self.one * function.get(0, 0)
        constant += sum(a * self.centre[j - 1] for j, a in function.items() if j)
        found = {0: constant} | {j: a * self.gains[j - 1] for j, a in function.items() if j}
        divisor = gcd(*found.values()) or 1
        return {j: a // divisor for j, a in found.items() if a}

    def equations(self, width: int) -> list[dict[int, int]]:
        """The sum of z is 0; what follows z is 1."""
        first = len(self.gains) + 1
        level = [dict.fromkeys(range(1, first), 1)] if self.centred else []
        return [*level, *({0: -1, j: 1} for j in range(first, width))]


def digits(values: Array) -> Array:
    """Of each float, from its first bit to the last that is set."""
    whole = np.abs(np.ldexp(np.frexp(values)[0], 53)).astype(np.int64)
    last = np.where(whole, whole & -whole, LIMIT)
    return 53 - np.log2(last.astype(np.float64)).astype(np.int64)


class Rule:
    """The ratio that a comparison asks for beyond being larger. f_i is row i, divided by the scale.

    ``threshold``: label i is on where 1 / (1 + exp(-f_i)) > t_i, which is f_i > log(t_i / (1 -
    t_i)), and off where it is less. Questions are about signs; ``of`` names the value t_i of each
    label.

    ``min-p``: label i is kept where exp(f_i) > p exp(f_j) for all others, which is f_i > f_j + log
    p. Questions are about one label being first; p is the only value.

    The certificate writes the ratios, t / (1 - t) or p, as products of powers of integers (base),
    which is checked, so that logarithms with a relation between them cancel out. ``bits`` says how
    closely the logarithms of these integers are to be enclosed.
    """

    def __init__(
        self,
        n: int,
        kind: Json,
        scale: Json,
        values: Json,
        of: Json,
        base: Json,
        exponents: Json,
        bits: Json,
    ) -> None:
        readable(kind in ("threshold", "min-p"), "a rule must be of a known kind")
        readable(
            all(isinstance(part, list) for part in (values, of, base, exponents)),
            "a rule must have lists",
        )
        self.kind, self.scale, self.of = kind, integer(scale), of
        readable(self.scale > 0, "a scale must be positive")
        readable(type(bits) is int and 0 < bits <= MOST_BITS, "bits must be a number of bits")
        self.base = [integer(q) for q in base]
        readable(
            all(q > 1 and q.bit_length() <= MOST_BITS for q in self.base),
            "a base must be of integers above 1",
        )
        self.values = [fraction(vector(pair, 2)) for pair in values]
        readable(
            len(of) == (n if kind == "threshold" else 0)
            and all(type(place) is int and 0 <= place < len(values) for place in of)
            and (kind == "threshold" or len(values) == 1),
            "each label must have its value",
        )
        readable(len(exponents) == len(values), "each value must have its exponents")
        self.exponents = [vector(powers, len(base)) for powers in exponents]
        for value, powers in zip(self.values, self.exponents, strict=True):
            ratio = value if kind == "min-p" else value / (1 - value)
            size = max(ratio.numerator.bit_length(), ratio.denominator.bit_length())
            for sign in (1, -1):
                lengths = [
                    max(0, sign * power) * (q.bit_length() - 1)
                    for q, power in zip(self.base, powers, strict=True)
                ]
                readable(sum(lengths) <= size, "exponents must be of its own ratio")
            above, below = (
                prod(q ** max(0, sign * power) for q, power in zip(self.base, powers, strict=True))
                for sign in (1, -1)
            )
            demand(
                ratio.numerator * below == ratio.denominator * above,
                "a ratio must be the product of powers that is given",
            )
        self.ends, self.unit = [logarithm(q, bits) for q in self.base], 1 << bits
        self.known = {
            (k, sign): self.upper([sign * power for power in powers])
            for k, powers in enumerate(self.exponents)
            for sign in (1, -1)
        }

    def margins(self, question: tuple[str, list[int]], n: int) -> list[Pair]:
        kind, value = question
        if self.kind == "min-p":
            readable(kind == "top" and len(value) == 1, "a question must be about one label")
            return [(0, 1)] * (n - 1)
        if kind == "on":
            return [(self.of[value[0]], 1)]
        readable(kind == "signs" and 2 not in value, "a question must be about signs")
        return [(self.of[i], s) for i, s in enumerate(value) if s]

    def upper(self, powers: list[int]) -> int:
        """At least the sum of these multiples of the logarithms of the base, times the unit."""
        return sum(power * end[power > 0] for power, end in zip(powers, self.ends, strict=True))

    def lower(self, weighted: list[tuple[Pair, int]]) -> int:
        """At most the sum of the logarithms with these weights, times the unit."""
        total = [0] * len(self.base)
        for (k, sign), weight in weighted:
            powers = self.exponents[k]
            total = [t - weight * sign * power for t, power in zip(total, powers, strict=True)]
        return -self.upper(total)

    def float(self, margin: Pair, q: int, unit: int) -> float:
        """The margin for a point, of rows times 2^unit; infinite where that is no float."""
        try:
            ratio = Fraction(q * self.scale * self.known[margin], self.unit)
            return float(ratio * Fraction(2) ** unit)
        except OverflowError:
            return np.inf

    def said(self) -> str:
        if self.kind == "threshold" and len(self.values) > 1:
            return f"at {len(self.values)} thresholds"
        return f"where p > {', '.join(map(spelled, self.values))}" + (
            " times the largest" if self.kind == "min-p" else ""
        )


def fraction(pair: list[int]) -> Fraction:
    readable(
        0 < pair[0] < pair[1] and pair[1].bit_length() <= MOST_BITS and gcd(*pair) == 1,
        "a value must be between 0 and 1, in lowest terms",
    )
    return Fraction(*pair)


def spelled(value: Fraction) -> str:
    """Python refuses to write numbers of thousands of digits."""
    bits = value.denominator.bit_length()
    return str(value) if bits <= 2000 else f"a number of {bits} bits"


def logarithm(q: int, bits: int) -> Pair:
    """Integers below and above 2^bits log q, for q > 1.

    With q = 2^k m, 1 <= m < 2: log q = 2 k artanh(1 / 3) + 2 artanh((m - 1) / (m + 1)), in units
    of 2^-(bits + guard).
    """
    guard, k = 16 + q.bit_length().bit_length() + bits.bit_length(), q.bit_length() - 1
    two = artanh(1, 3, bits + guard)
    rest = artanh(q - (1 << k), q + (1 << k), bits + guard)
    low, high = (2 * (k * a + b) for a, b in zip(two, rest, strict=True))
    return low >> guard, -(-high >> guard)


def artanh(a: int, b: int, bits: int) -> Pair:
    """Integers below and above 2^bits (z + z^3 / 3 + z^5 / 5 + ..) for z = a / b from 0 to 1 / 3.

    Powers are rounded down, each from the one before, so by e' <= e / 9 + 1 and always less than 2
    in all; the terms by less than 3. Where a power has become 0 it was less than 2, and it and
    all that follow make up less than 3.
    """
    power, total, terms = (a << bits) // b, 0, 1
    while power:
        total += power // (2 * terms - 1)
        power = power * a * a // (b * b)
        terms += 1
    return total, total + 3 * terms if a else 0


class Exact:
    """Rows as integers: times 2^power, cut down to ``argmax`` in float64 for bulk, without loss one
    by one.
    """

    def __init__(self, rows: Array) -> None:
        self.rows, self.width = rows, rows.shape[1]
        size = int(np.frexp(np.float64(max(rows.max(), -rows.min())))[1])
        self.largest = size + self.width.bit_length()  # sums of moduli are below 2^largest
        moderate_size = -60 < size < 60 and self.width < 1 << 20
        self.power, longest = 0, 0.0
        for _, block in blocks(rows):
            mantissas, places = np.frexp(block[block != 0])
            digits = np.ldexp(mantissas, 53).astype(np.int64)
            lowest = places - 53 + np.log2((digits & -digits).astype(np.float64)).astype(np.int64)
            self.power = max(self.power, int(-lowest.min(initial=0)))
            if moderate_size:
                longest = max(longest, float(length(block).max()))
        self.known: dict[int, list[int]] = {}
        self.small: tuple[int, Array] | None = None  # T, of a matrix that is small
        # For products in float32: see ``surely``.
        self.light = rows if rows.dtype == np.float32 or not moderate_size else rows.astype("<f4")
        terms = (self.width + 2) * 2.0**-24
        self.off = 1.001 * terms / (1 - terms) * longest if moderate_size else np.inf

    def surely(self, points: Array, labels: Array) -> Array:
        """Whether a product in float32 shows that each label is strictly first at its point.

        Points are integers of at most 2^24, which float32 has. An entry of a row is rounded once,
        and a sum of k products then meets at most k roundings in any order, with fused
        multiplication or without: it is off by at most g = m u / (1 - m u) times the sum of the
        moduli of the products, m = k + 1, u = 2^-24, which is at most the product of the lengths.
        The largest entry is from 2^-60 to 2^60. So nothing overflows, and whatever underflows, or
        is flushed to zero, is less than k 2^-101, less than a part of 2^-17 of that.
        """
        if not np.isfinite(self.off) or np.abs(points).max(initial=0) > 1 << 24:
            return np.zeros(len(points), bool)
        light, place = points.astype(np.float32), np.arange(len(points))
        own, others = np.full((2, len(points)), -np.inf)
        step = max(1, CHUNK // max(self.width, len(points)))
        for start in range(0, len(self.rows), step):
            products = light @ self.light[start : start + step].T
            here = place[(labels >= start) & (labels < start + step)]
            own[here] = products[here, labels[here] - start]
            products[here, labels[here] - start] = -np.inf
            others = np.maximum(others, products.max(axis=1))
        return np.asarray(own - others > 2.01 * self.off * length(points.astype(np.float64)))

    def unit(self, coordinate: int) -> int:
        """T is rows times 2^unit, cut down; that is all there is if it is the power."""
        return min(self.power, 53 - int(coordinate).bit_length() - self.largest)

    def products(self, points: Array, unit: int) -> Array:
        """The products of T with some points."""
        whole = points.astype(np.float64)
        if self.rows.size <= SMALL:
            if self.small is None or self.small[0] != unit:
                self.small = unit, np.trunc(np.ldexp(self.rows.astype(np.float64), unit))
            return np.asarray(whole @ self.small[1].T)
        found = np.empty((len(whole), len(self.rows)))
        for start, block in blocks(self.rows):
            found[:, start : start + len(block)] = whole @ np.trunc(np.ldexp(block, unit)).T
        return found

    def integers(self, i: int) -> list[int]:
        """The row times 2^power; of a matrix that is not large, made once."""
        known = self.known.get(i)
        if known is None:
            ratios = [x.as_integer_ratio() for x in self.rows[i].tolist()]
            known = [(above << self.power) // below for above, below in ratios]
            if self.rows.size <= CHUNK:
                self.known[i] = known
        return known

    def difference(self, pair: Sequence[int]) -> list[int]:
        left, right = (self.integers(i) if i >= 0 else [0] * self.rows.shape[1] for i in pair)
        return [a - b for a, b in zip(left, right, strict=True)]

    def values(self, point: list[int]) -> list[int]:
        """The products of all rows with one point of any size, and 0 after them, which the place -1
        finds.
        """
        return [dot(self.integers(i), point) for i in range(len(self.rows))] + [0]


# Evidence: each form yields the questions that it has answered, and the answer, after it has
# checked it.


def points_in_bulk(case: Case, points: Array, holder: Array) -> Iterator[Answered]:
    """Yes: the row of ``points`` that the holder names is an input and answers the question. Each
    row is named once, in order.
    """
    readable(points.ndim == 2 and points.shape[1] == case.width, "points must fit the rows")
    readable(holder.shape == (case.number,), "there must be a place for each question")
    held = np.flatnonzero(holder >= 0)
    readable(
        np.array_equal(holder[held], np.arange(len(points))),
        "each point must have its question, in order",
    )
    readable((holder >= -1).all(), "a question without a point must have -1")
    step = max(128, CHUNK // max(case.n, case.width))
    coordinate = max(int(points.max(initial=1)), -int(points.min(initial=0)))
    for start in range(0, len(held), step):
        part, asked = points[start : start + step].astype(np.int64), held[start : start + step]
        proves(case, part, asked, coordinate)
        yield asked, True


def proves(case: Case, points: Array, asked: Array, coordinate: int) -> None:
    """Each point is an input and answers its question; none has an entry beyond the coordinate."""
    inside(case, points, coordinate)
    labels = case.rule is None and case.all in ("top", "chosen")
    if labels:
        left = ~case.exact.surely(points, asked)
        points, asked = points[left], asked[left]
    step = max(128, CHUNK // max(case.n, case.width))
    for start in range(0, len(points), step):
        part = slice(start, start + step)
        closely(case, points[part], asked[part], coordinate)


def closely(case: Case, points: Array, asked: Array, coordinate: int) -> None:
    """Each point answers its question, by products of integers."""
    labels = case.rule is None and case.all in ("top", "chosen")
    unit = case.exact.unit(coordinate)
    products = case.exact.products(points, unit)
    complete = unit == case.exact.power
    slack = np.zeros(len(points), np.int64) if complete else 2 * np.abs(points).sum(axis=1)
    if case.sets is not None:
        signs = case.sets[asked]
        close = ~(products * signs > slack[:, None])
        for k, i in zip(*(places.tolist() for places in np.nonzero(close)), strict=True):
            demand(
                dot(case.exact.integers(i), points[k].tolist()) * int(signs[k, i]) > 0,
                f"the point of question {asked[k] + 1} must answer it",
            )
    elif labels:
        first(case, points, asked, products, slack)
    else:
        meets(case, points, asked, products, slack, unit)


def around_in_bulk(
    case: Case, holder: Array, around: Array, surrounded: Array
) -> Iterator[Answered]:
    """No: the signed rows and the conditions at these positions have positive weights that add up
    to zero. Position i is row i, times its sign; n is q > 0, n + 1 + k the inequality k.
    """
    sets = case.sets
    if sets is None:
        raise ValueError("what is around must be about label sets")
    size = case.width + 1
    readable(around.ndim == 2 and around.shape[1] == size, "what is around must fit the rows")
    readable(surrounded.shape == (len(around),), "what is around must have its questions")
    readable(
        (surrounded[1:] > surrounded[:-1]).all(),
        "what is around must be in the order of its questions",
    )
    readable(
        (surrounded >= 0).all() and (surrounded < case.number).all(),
        "what is around must have its questions",
    )
    readable((holder[surrounded] == -1).all(), "a question that is surrounded must have no point")
    most = case.n + 1 + len(case.inequalities)
    readable((around[:, 1:] > around[:, :-1]).all(), "positions around must be in order")
    readable((around >= -1).all() and (around < most).all(), "positions around must be conditions")
    strict = (around >= 0) & (around <= case.n)
    demand(strict.any(axis=1).all(), "positions around must have a strict condition")
    vectors = np.zeros((1 + len(case.inequalities), case.width))
    for line, values in zip(vectors, [{0: 1}, *case.inequalities], strict=True):
        for j, a in values.items():
            line[j] = nearest(a, 1)
    step = max(1, CHUNK // (size * size))
    for start in range(0, len(around), step):
        part, places = around[start : start + step], surrounded[start : start + step]
        level = part[:, 0] < 0  # one fewer, of vectors without a constant
        for flat in (True, False):
            chosen = np.flatnonzero(level == flat)
            if not len(chosen):
                continue
            at = part[chosen, int(flat) :]
            table = signed(case.exact.rows, vectors, sets[places[chosen]], at)
            if flat:
                demand(not table[:, :, 0].any(), "one fewer must be of vectors without a constant")
                table = table[:, :, 1:]
            demand(
                surround(table.transpose(0, 2, 1)).all(),
                f"positions of questions {places[chosen[0]] + 1} and more must be around",
            )
        yield places, False


def signed(rows: Array, conditions: Array, signs: Array, places: Array) -> Array:
    """The vectors at some places, for each label set: rows times their signs, then conditions."""
    n = len(rows)
    of_rows = places < n
    at = np.where(of_rows, places, 0)
    found = rows[at].astype(np.float64) * np.take_along_axis(signs, at, 1)[:, :, None]
    found[~of_rows] = conditions[places[~of_rows] - n]
    return found


class Aim:
    """The points x = (q, ..) of labels that are tried in the direction of their rows from a centre.

    q = 2^p. Row u_i less the centre, in float64, is v; x is v 2^(15 - e), rounded, 2^e the least
    power of two above all |v_j|. Where an inequality is about one coordinate, c + a h_j >= 0, x_j
    becomes what is nearest to it of the integers with c q + a x_j >= 0: first for those with a > 0,
    then for the others.
    """

    def __init__(self, case: Case, centre: Array) -> None:
        readable(centre.shape == (case.width - 1,), "a centre must fit the rows")
        readable(np.isfinite(centre).all(), "a centre must be finite")
        self.rows, self.centre = case.exact.rows, centre
        self.ends = [
            (v.get(0, 0), *pair)
            for v in case.inequalities
            if len(pairs := [(j, a) for j, a in v.items() if j]) == 1
            for pair in pairs
        ]
        self.known: dict[int, tuple[Array, Array]] = {}

    def bounds(self, power: int) -> tuple[Array, Array]:
        """The least and the largest integer for each coordinate where q = 2^power; none beyond what
        is refused.
        """
        if power not in self.known:
            low, high = (np.full(len(self.centre) + 1, sign * 2 * NEAR) for sign in (-1, 1))
            for c, j, a in self.ends:
                if a > 0:  # x >= -c q / a
                    low[j] = max(low[j], min(-((c << power) // a), 2 * NEAR))
                else:  # x <= c q / -a
                    high[j] = min(high[j], max((c << power) // -a, -2 * NEAR))
            self.known[power] = low[1:], high[1:]
        return self.known[power]

    def points(self, labels: Array, power: int) -> Array:
        apart = self.rows[labels, 1:].astype(np.float64) - self.centre
        exponents = np.frexp(np.abs(apart).max(axis=1, initial=0.0))[1]
        found = np.empty((len(labels), 1 + len(self.centre)), np.int64)
        found[:, 0] = 1 << power
        found[:, 1:] = np.rint(np.ldexp(apart, 15 - exponents[:, None]))
        low, high = self.bounds(power)
        found[:, 1:] = np.minimum(np.maximum(found[:, 1:], low), high)
        demand(int(np.abs(found).max()) <= NEAR, "points that are made must be of moderate size")
        return found


def aimed_in_bulk(case: Case, holder: Array, centre: Array, recipes: Array) -> Iterator[Answered]:
    """Yes: the point that is made of the row of a label, by the power in its recipe less one, is an
    input and answers the question about this label.
    """
    demand(case.all in ("top", "chosen"), "recipes must be for whether labels are first")
    readable(recipes.shape == (case.number,), "there must be a recipe for each question, or 0")
    readable((recipes <= 17).all() and recipes.any(), "a recipe must be a power of two, or 0")
    readable((holder[recipes > 0] == -1).all(), "a question with a recipe must have no point")
    aim, step = Aim(case, centre), max(1024, CHUNK // max(case.n, case.width))
    for recipe in np.unique(recipes[recipes > 0]).tolist():
        labels = np.flatnonzero(recipes == recipe)
        for start in range(0, len(labels), step):
            part = labels[start : start + step]
            proves(case, aim.points(part, recipe - 1), part, NEAR)
            yield part, True


def inside(case: Case, points: Array, coordinate: int) -> None:
    demand((points[:, 0] > 0).all(), "points must have q > 0")
    for vectors, holds in ((case.inequalities, np.greater_equal), (case.equations, np.equal)):
        for vector in vectors:
            places, factors = list(vector), list(vector.values())
            # Plain int64 where no sum can leave it.
            kind = np.int64 if sum(map(abs, factors)) * coordinate < 1 << 62 else object
            total = points[:, places].astype(kind) @ np.array(factors, kind)
            demand(bool(np.all(holds(total, 0))), "points must be inputs")
    demand(case.ball is None or case.ball.contain(points, coordinate), "points must be in the ball")


def first(case: Case, points: Array, asked: Array, products: Array, slack: Array) -> None:
    """Each point makes its label strictly first, or the one that is chosen."""
    line = np.arange(len(points))
    own = products[line, asked]
    products[line, asked] = -np.inf
    for k in np.flatnonzero(own - products.max(axis=1) <= slack).tolist():
        point = points[k].tolist()
        value = dot(case.exact.integers(asked[k]), point)
        rivals = np.flatnonzero(products[k] >= own[k] - slack[k])
        demand(
            all(
                rival < value or (rival == value and case.all == "chosen" and j > asked[k])
                for j, rival in ((j, dot(case.exact.integers(j), point)) for j in rivals.tolist())
            ),
            f"the point of label {asked[k] + 1} must make it first",
        )


def meets(
    case: Case, points: Array, asked: Array, products: Array, slack: Array, unit: int
) -> None:
    """Each point meets the comparisons of its question. A margin is rounded to a float within a
    few units in its last place.
    """
    for k, place in enumerate(asked.tolist()):
        plus, minus, level, weak = case.compared(place)
        values, point = np.append(products[k], 0.0), points[k].tolist()
        least = np.full(len(plus), slack[k], float)
        known = case.margins(place)
        if case.rule is not None:
            above = {pair: case.rule.float(pair, point[0], unit) for pair in set(known)}
            least += [above[pair] + abs(above[pair]) * 2.0**-40 for pair in known]
        close = np.flatnonzero(~(values[plus] - values[minus] > least))
        strict = all(
            exceeds(case, (plus[c], minus[c]), known[c : c + 1], point) for c in close.tolist()
        )
        first, second = sides(weak)
        close = np.flatnonzero(values[first] - values[second] <= slack[k])
        weakly = all(dot(case.exact.difference(weak[c]), point) >= 0 for c in close.tolist())
        flat = not any(dot(case.exact.difference(pair), point) for pair in level)
        within = case.within(place, point)
        demand(
            strict and weakly and flat and within,
            f"the point of question {place + 1} must answer it",
        )


def exceeds(case: Case, pair: Pair, margin: list[Pair], point: list[int]) -> bool:
    """Whether the difference of two rows is positive at a point, or exceeds its margin."""
    value, rule = dot(case.exact.difference(pair), point), case.rule
    if rule is None:
        return value > 0
    return value * rule.unit > point[0] * (rule.scale << case.exact.power) * rule.known[margin[0]]


def one_by_one(case: Case, part: Array, places: Array) -> Iterator[Answered]:
    """A map from the questions that are left, in order, to a point or weights."""
    combined_rows, rest = list[tuple[int, Any]](), items(part)
    for place in places.tolist():
        following: tuple[str, Json] = next(rest, ("", None))
        key, evidence = following
        readable(key == str(place), "the other questions must follow, in order")
        readable(
            isinstance(evidence, dict) and tuple(evidence) in (*SINGLE, ENCLOSED),
            "evidence must be a point, or weights",
        )
        if tuple(evidence) == ENCLOSED:
            combined_rows.append((place, evidence.values()))
        else:
            yield place, SINGLE[tuple(evidence)](case, place, *evidence.values())
    readable(next(rest, None) is None, "the other questions must follow, in order")
    yield from enclosed_in_bulk(case, combined_rows)


def long_point(case: Case, place: int, value: Json) -> bool:
    """Yes: the point is an input and answers the question."""
    point = vector(value, case.width)
    inside(case, np.array([point], object), max(1, *map(abs, point)))
    if case.rule is not None:
        plus, minus, *_ = case.compared(place)
        pairs = zip(plus.tolist(), minus.tolist(), case.margins(place), strict=True)
        strict = all(exceeds(case, (i, j), [margin], point) for i, j, margin in pairs)
        demand(strict, f"the point of question {place + 1} must answer it")
        return True
    demand(case.answers(place, point), f"the point of question {place + 1} must answer it")
    return True


def weights(case: Case, place: int, comparisons: Json, inputs: Json) -> bool:
    """No: the weights lead to a contradiction."""
    what = f"the weights of question {place + 1}"
    plus, minus, level, weak = case.compared(place)
    needed = len(plus)  # positions of weak comparisons follow those of strict ones
    plus, minus = np.concatenate([[plus, minus], sides(weak)], axis=1)
    pairs = [dict(enumerate(case.exact.difference(pair))) for pair in level]
    vectors = [*case.inequalities, *case.equations, *pairs]
    number = len(vectors) + len(case.scores(place)[1]) ** 2
    free = range(len(case.inequalities), len(case.inequalities) + len(case.equations) + len(pairs))
    strict, others = weighted(comparisons, len(plus), what), weighted(inputs, number, what)
    demand(all(weight > 0 for _, weight in strict), f"{what} must be positive for comparisons")
    demand(
        all(weight > 0 or k in free for k, weight in others),
        f"{what} must be positive for inequalities",
    )
    terms = dict[int, int]()
    for k, weight in strict:
        for row, signed in ((int(plus[k]), weight), (int(minus[k]), -weight)):
            terms[row] = terms.get(row, 0) + signed
    total = [0] * case.width
    for place_of_row, weight in terms.items():
        if place_of_row >= 0:
            integers = case.exact.integers(place_of_row)
            total = [t + weight * a for t, a in zip(total, integers, strict=True)]
    for k, weight in others:
        own = vectors[k] if k < len(vectors) else case.bound(place, k - len(vectors))
        for j, a in own.items():
            total[j] += weight * a
    if case.ball is not None:
        only = case.ball.contradicted(total, any(k < needed for k, _ in strict))
        demand(only, f"{what} must contradict the ball")
        if isinstance(only, list):
            meets_all = case.input(only) and case.answers(place, only)
            demand(not meets_all, f"{what} must leave no point of the ball")
        return False
    most, value = 0, total[0]
    if case.rule is not None:
        margins = case.margins(place)
        lower = case.rule.lower([(margins[k], weight) for k, weight in strict])
        most = (case.rule.scale << case.exact.power) * lower
        value *= case.rule.unit
    demand(not any(total[1:]) and value <= most, f"{what} must add up to zero")
    needed = any(k < needed for k, _ in strict)
    demand(needed or value < most, f"{what} must use a strict condition")
    return False


def ranks(case: Case, points: Array, holder: Array, rest: Json) -> str:
    """The best place of each label: 1, or what ``rest`` says of its question, with sets of rows
    that are never all below it.
    """
    readable(isinstance(rest, dict), "the other questions must be in a map")
    others = [int(text) if NUMBERED.fullmatch(text) else -1 for text in rest]
    readable(
        all(0 <= place < case.number for place in others)
        and all(a < b for a, b in pairwise(others)),
        "the other questions must follow, in order",
    )
    readable(
        all(isinstance(item, dict) and tuple(item) in RANKED for item in rest.values()),
        "a best place must have its keys",
    )
    readable(points.ndim == 2 and points.shape[1] == case.width, "points must fit the rows")
    readable(holder.shape == (case.number,), "there must be a place for each question")
    held = np.flatnonzero(holder >= 0)
    long = [k for k, item in zip(others, rest.values(), strict=True) if "point" in item]
    readable(
        np.array_equal(holder[held], np.arange(len(points)))
        and (holder >= -1).all()
        and np.array_equal(np.flatnonzero(holder < 0), long),
        "each question must have one point, in order",
    )
    labels = []
    for place in range(case.number):
        case.compared(place)  # the question must have a meaning
        labels.append(case.question(place)[1][0])
    reached = dict(heights(case, points, held, labels))
    demand(
        not any(reached[place] for place in {*reached} - {*others}),
        "a label with place 1 must be first at its point",
    )
    counts = {(1, 1): case.number - len(others)}
    for place, item in zip(others, rest.values(), strict=True):
        bounds, never, *more = item.values()
        what = f"the best place of question {place + 1}"
        readable(
            isinstance(bounds, list) and len(bounds) == 2 and all(type(x) is int for x in bounds),
            f"{what} must be between two numbers",
        )
        readable(isinstance(never, list), f"{what} must have a list of sets")
        least, most = bounds
        if more:
            reached[place] = height(case, labels[place], vector(more[0], case.width))
        demand(1 <= least <= most == reached[place] + 1, f"{what} must be that at its point")
        groups = [never_below(case, labels[place], part, what) for part in never]
        demand(not met(groups, least - 2), f"{what} must be bounded by its sets")
        counts[least, most] = counts.get((least, most), 0) + 1
    return case.said_of_ranks(counts)


def confidences(case: Case, points: Array, holder: Array, rest: Json) -> str:
    """Of each label two numbers between which its largest probability is."""
    heat, claims = keys(rest, "temperature", "claims")
    readable(isinstance(heat, list) and len(heat) == 2, "a temperature must be a fraction")
    top, bottom = map(integer, heat)
    readable(top > 0 < bottom and gcd(top, bottom) == 1, "a temperature must be in lowest terms")
    readable(
        isinstance(claims, list)
        and len(claims) == case.n > 1
        and all(
            isinstance(pair, list)
            and len(pair) == 2
            and all(type(x) is int and 0 <= x <= 1 << 40 for x in pair)
            for pair in claims
        ),
        "each label must have its probability, between two numbers",
    )
    readable(points.shape == (case.n, case.width), "points must fit the rows")
    readable(np.array_equal(holder, np.arange(case.n)), "each label must have its point, in order")
    ball = case.ball
    if ball is None:
        raise ValueError("a confidence must be in a ball")
    around = ball.one, ball.centre, ball.square
    softmax = Softmax(case.exact.rows, around, case.equations, top, bottom)
    coordinate = max(int(points.max(initial=1)), -int(points.min(initial=0)))
    for start in range(0, case.n, softmax.step):
        part = points[start : start + softmax.step].astype(np.int64)
        inside(case, part, coordinate)
        labels = np.arange(start, start + len(part))
        reached, most = softmax.bounds(part, labels)
        low, high = np.array(claims[start : start + len(part)], np.float64).T * 2.0**-40
        demand((low <= reached).all(), "a point must have its probability")
        demand((high >= most).all(), "the weights must show the largest probability")
    return (
        f"largest probabilities of {case.n} labels at temperature {top}/{bottom} ({case.about()})"
    )


class Softmax:
    """Bounds of probabilities. At a point h let y_j = (s_j - s_i) / T for all rows j but i.

    There the probability of label i is 1 / (1 + sum of exp y_j). Anywhere in the ball: for weights
    w_j of sum W the logarithm of the sum of exp((s_j - s_i) / T) is at least L / T + H, where H is
    the entropy of w_j / W and L the weighted mean of s_j - s_i, a function of h. With multiples of
    the equations added, whatever they are, it is at least g - r |v| in the ball. Here w_j is exp(y_j
    - max y) where that is not below exp(-64), and 0 otherwise, so that its logarithm is known. What
    inequalities say is left out.

    Rounding: a sum of k products, each factor rounded before, is off by at most gamma(k + 4) times
    the sum of the moduli of the products. ``exponentials`` are off by 2^-40 of themselves.
    """

    def __init__(
        self,
        rows: Array,
        ball: tuple[int, Sequence[int], int],
        equations: list[dict[int, int]],
        top: int,
        bottom: int,
    ) -> None:
        one, centre, square = ball
        self.rows, (self.n, self.width) = rows, rows.shape
        self.factor = nearest(bottom, top)
        self.centre = np.array([nearest(c, one) for c in centre], np.float64)
        self.radius = np.sqrt(nearest(square, one)) * (1 + 2.0**-40)
        self.level = np.zeros((len(equations), self.width))
        for line, equation in zip(self.level, equations, strict=True):
            demand(max(map(abs, equation.values()), default=0) <= LIMIT, "equations must be short")
            line[list(equation)] = list(equation.values())
        demand(
            all(moderate(block) for _, block in blocks(rows))
            and moderate(self.centre)
            and moderate(np.array([self.radius, self.factor])),
            "rows, ball and temperature must be of moderate size",
        )
        far = max(float(length(block).max()) for _, block in blocks(rows))
        self.far = far * (1 + 2.0**-40)
        self.step = max(16, CHUNK // self.n)

    def bounds(self, points: Array, labels: Array) -> tuple[Array, Array]:
        """Of each label not more than its probability at the point, and not less than the largest
        one.
        """
        y, off = self.differences(points, labels)
        top = y.max(axis=1)

        terms = exponentials(np.clip(y, -64.0, 64.0))
        terms[np.arange(len(labels)), labels] = 0.0
        doubt = 2.0**-38 + 2 * gamma(self.n)
        total = terms.sum(axis=1) * (1 + doubt + 2 * off)
        reached = np.where((top <= 64) & (off < 2.0**-10), (1 - 2.0**-50) / (1 + total), 0.0)

        sums, mean, least = self.weighed(y - top[:, None], labels)
        least = least * self.factor - mean - 2.0**-50 * (np.abs(least) * self.factor + np.abs(mean))
        least -= 2.0**-38 + 130 * gamma(2 * self.n + 8)
        odds = np.where(least >= -64, exponentials(np.clip(least, -64.0, 64.0)), 0.0)
        most = (1 + 2.0**-50) / (1 + sums * odds * (1 - doubt))
        return reached, np.where(np.isfinite(most), np.minimum(most, 1.0), 1.0)

    def differences(self, points: Array, labels: Array) -> tuple[Array, Array]:
        """All y_j, -inf for the label itself, and by how much they may be off."""
        x = points.astype(np.float64)
        products = np.hstack([x @ block.T for _, block in blocks(self.rows)])
        held = np.arange(len(labels)), labels
        y = (products - products[held][:, None]) * (self.factor / x[:, :1])
        y[held] = -np.inf
        return y, 2 * gamma(self.width + 12) * length(x) / x[:, 0] * self.far * self.factor

    def weighed(self, y: Array, labels: Array) -> tuple[Array, Array, Array]:
        """Of y less its largest: the sums W, the weighted means of y, and not more than L anywhere
        in the ball.
        """
        some = y >= -64
        y = np.where(some, y, 0.0)
        weights = np.where(some, exponentials(y), 0.0)
        sums = weights.sum(axis=1)
        mean = (weights * y).sum(axis=1) / sums
        slope = combined(weights, self.rows) / sums[:, None] - self.rows[labels].astype(np.float64)
        wrong = 2.02 * gamma(2 * self.n + self.width + 20) * np.full(len(labels), self.far)
        if len(self.level):
            parts = np.linalg.lstsq(self.level[:, 1:].T, -slope[:, 1:].T, rcond=None)[0].T
            wrong += (
                1.01
                * gamma(len(self.level) + 8)
                * (np.abs(parts) @ length(self.level) + length(slope))
            )
            slope += parts @ self.level
        middle = slope[:, 0] + slope[:, 1:] @ self.centre
        fall = self.radius * length(slope[:, 1:]) * (1 + gamma(self.width + 8))
        spread = 1 + length(self.centre) + self.radius
        wrong = 1.01 * (wrong + gamma(self.width + 16) * length(slope)) * spread
        return sums, mean, middle - fall - wrong - 2.0**-50 * (np.abs(middle) + fall)


def exponentials(y: Array) -> Array:
    """exp of numbers from -64 to 64, off by at most 2^-40 of the value.

    With y = k log 2 + f, |f| < 0.35: k and the rounded log 2 put f off by less than 2^-45, the
    terms left out are less than f^14 / 14! < 2^-57, and 14 steps of Horner's rule are off by less
    than 2^-48. A product with a power of two is exact.
    """
    k = np.rint(y * 1.4426950408889634)
    f = y - k * 0.6931471805599453
    value = np.ones_like(f)
    for terms in range(13, 0, -1):
        value = 1 + value * f / terms
    return np.asarray(np.ldexp(value, k.astype(np.int64)))


def heights(case: Case, points: Array, held: Array, labels: list[int]) -> Iterator[tuple[int, int]]:
    """Of each question with a point how many other rows are not below its label there."""
    coordinate = max(int(points.max(initial=1)), -int(points.min(initial=0)))
    unit = case.exact.unit(coordinate)
    step = max(128, CHUNK // max(case.n, case.width))
    for start in range(0, len(held), step):
        part, asked = points[start : start + step].astype(np.int64), held[start : start + step]
        inside(case, part, coordinate)
        own = np.array([labels[place] for place in asked.tolist()], np.int64)
        sure = case.exact.surely(part, own)
        yield from ((place, 0) for place in asked[sure].tolist())
        part, asked, own = part[~sure], asked[~sure], own[~sure]
        products = case.exact.products(part, unit)
        values = products[np.arange(len(part)), own]
        slack = 2.0 * np.abs(part).sum(axis=1) * (unit != case.exact.power)
        above = (products > (values + slack)[:, None]).sum(axis=1)
        close = np.abs(products - values[:, None]) <= slack[:, None]
        for k, place in enumerate(asked.tolist()):
            point = part[k].tolist()
            near = [j for j in np.flatnonzero(close[k]).tolist() if j != own[k]]
            value = dot(case.exact.integers(own[k]), point) if near else 0
            level = sum(
                case.not_below(int(own[k]), j, value, dot(case.exact.integers(j), point))
                for j in near
            )
            yield place, int(above[k]) + level


def height(case: Case, label: int, point: list[int]) -> int:
    """The height of one point with entries of any size."""
    demand(case.input(point), "points must be inputs")
    values = case.exact.values(point)[:-1]
    own = values[label]
    return sum(case.not_below(label, j, own, x) for j, x in enumerate(values) if j != label)


def never_below(case: Case, label: int, part: Json, what: str) -> set[int]:
    """Rows of which at every input one is not below the label."""
    readable(isinstance(part, dict), f"{what} must have sets of rows")
    if tuple(part) == ("rows", "inputs"):
        places, given = part.values()
        for value, number in ((places, case.n), (given, 1 + len(case.inequalities))):
            readable(
                isinstance(value, list)
                and all(type(k) is int and 0 <= k < number for k in value)
                and all(a < b for a, b in pairwise(value)),
                f"{what} must have sets in order",
            )
        rows = case.exact.rows
        own, others = rows[label].astype(np.float64), rows[places].astype(np.float64)
        around = label not in places and surrounded(own - others, case.floats(given))
        demand(around, f"{what} must have sets around it")
        strict = not case.listed or min(places) < label or 0 in given
        demand(strict, f"{what} must use a strict condition")
        return set(places)
    comparisons, inputs = keys(part, "comparisons", "inputs")
    vectors = [*case.inequalities, *case.equations]
    strict, others = weighted(comparisons, case.n, what), weighted(inputs, len(vectors), what)
    least = 1 if case.ball is None else 0
    demand(
        all(weight >= least and j != label for j, weight in strict)
        and all(weight > 0 or k >= len(case.inequalities) for k, weight in others),
        f"{what} must have positive weights",
    )
    unit = sum(weight for _, weight in strict)
    needed = any(weight and not (case.listed and j > label) for j, weight in strict)
    total = [unit * x for x in case.exact.integers(label)]
    for j, weight in strict:
        total = [t - weight * x for t, x in zip(total, case.exact.integers(j), strict=True)]
    for k, weight in others:
        for j, a in vectors[k].items():
            total[j] += weight * a
    found = {j for j, _ in strict}
    if case.ball is not None:
        only = case.ball.contradicted(total, needed)
        demand(only, f"{what} must have weights that contradict the ball")
        if isinstance(only, list):
            own_value = dot(case.exact.integers(label), only)
            below = case.input(only) and not any(
                case.not_below(label, j, own_value, dot(case.exact.integers(j), only))
                for j in found
            )
            demand(not below, f"{what} must leave no point of the ball")
        return found
    demand(not any(total[1:]) and total[0] <= 0, f"{what} must have weights that add up to zero")
    demand(needed or total[0] < 0, f"{what} must use a strict condition")
    return found


def met(groups: list[set[int]], number: int) -> bool:
    """Whether so many elements can meet all of the sets."""
    levels = [iter([groups])]  # of a search in depth; level k has chosen k elements
    while levels:
        left = next(levels[-1], None)
        room = number - len(levels) + 1
        if left is None or room < 0:
            levels.pop()
        elif not left:
            return True
        else:
            levels.append(less(essential(left), room))
    return False


def less(groups: list[set[int]], number: int) -> Iterator[list[set[int]]]:
    """The sets that are left to be met when one more element is chosen; nothing where so many
    elements cannot meet them.
    """
    apart: list[set[int]] = []  # disjoint ones need an element each
    for group in sorted(groups, key=len):
        if all(group.isdisjoint(other) for other in apart):
            apart.append(group)
    if len(apart) > number:
        return
    # The first element of a smallest set that is chosen; those before it are not.
    out: set[int] = set()
    for k in sorted(apart[0]):
        yield [group - out for group in groups if k not in group]
        out.add(k)


def essential(groups: list[set[int]]) -> list[set[int]]:
    """The sets without elements in whose place another one meets as many of them."""
    where: dict[int, int] = {}
    for place, group in enumerate(groups):
        for k in group:
            where[k] = where.get(k, 0) | 1 << place
    one = {bits: k for k, bits in where.items()}
    kept = {k for bits, k in one.items() if not any(bits & o == bits != o for o in one)}
    return [group & kept for group in groups]


def surrounded(apart: Array, conditions: Array) -> bool:
    """Whether differences of rows, each rounded once, and conditions add up to zero with positive
    weights; see ``surround``. Where all constants are zero theirs is left out.
    """
    table = np.vstack([apart, conditions]).T
    if not table[0].any():
        table = table[1:]
    return len(apart) > 0 and table.shape[1] == len(table) + 1 and bool(surround(table[None])[0])


def surround(tables: Array, ample: float = 1.0) -> Array:
    """Of each table whether its columns, one more than there are rows, add up to zero with positive
    weights.

    So there are as many weights as equations M w = b: one for each coordinate, and that the
    weights, each times a power of two, add up to 1. Let R be what float64 takes for the inverse of
    M. If I - R M has norm e < 1 (the largest sum of a row), then M has an inverse, and the solution
    differs from any w by at most the largest entry of |R (b - M w)| / (1 - e). So it is positive if
    all of w is larger than that (``ample`` times). Columns and equations are multiplied by powers
    of two, which changes no sign.

    Rounding: entries of M are off by at most one unit, and a sum of products by gamma times the
    sum of their moduli; twice that is added, for what is rounded in the bounds.
    """
    number, _, size = tables.shape
    good = between(tables)
    tables = np.where(good[:, None, None], tables, 0.0)
    for axis in (1, 2, 1):  # to entries of about 1
        largest = np.abs(tables).max(axis=axis, keepdims=True, initial=0)
        good &= (largest > 0).all(axis=(1, 2))
        tables = np.ldexp(tables, 1 - np.frexp(largest)[1])
    tables = np.concatenate([tables, np.ones((number, 1, size))], axis=1)
    tables[~good] = np.eye(size)
    inverse, regular = inverses(tables)
    good &= regular & between(tables) & between(inverse)
    tables[~good] = inverse[~good] = np.eye(size)
    right = np.zeros(size)
    right[-1] = 1
    solution, unit = inverse[:, :, -1], 2 * gamma(size + 8)
    sizes = (np.abs(inverse) @ np.abs(tables).sum(axis=2, keepdims=True))[:, :, 0]  # sums of rows
    error = (np.abs(np.eye(size) - inverse @ tables).sum(axis=2) + unit * sizes).max(axis=1)
    apart = right - (tables @ solution[:, :, None])[:, :, 0]
    off = np.abs(apart) + unit * ((np.abs(tables) @ np.abs(solution)[:, :, None])[:, :, 0] + right)
    far = (np.abs(inverse) @ off[:, :, None])[:, :, 0].max(axis=1) * (1 + 2.0**-20) * ample
    return np.asarray(good & (error < 0.5) & (solution.min(axis=1) * (1 - error) > far))


def inverses(tables: Array) -> tuple[Array, Array]:
    """Inverses as float64 has them, and of each matrix whether it has one."""
    try:
        return np.linalg.inv(tables), np.ones(len(tables), bool)
    except np.linalg.LinAlgError:  # it does not say which
        if len(tables) == 1:
            return np.zeros_like(tables), np.zeros(1, bool)
        half = len(tables) // 2
        left, right = inverses(tables[:half]), inverses(tables[half:])
        return np.concatenate([left[0], right[0]]), np.concatenate([left[1], right[1]])


def between(tables: Array) -> Array:
    """Of each matrix whether its entries are of moderate size."""
    sizes = np.abs(tables)
    return np.asarray(((sizes == 0) | ((sizes > 1 / RANGE) & (sizes < RANGE))).all(axis=(1, 2)))


def inner_label(case: Case, place: int) -> tuple[int, Ellipsoid]:
    """The label of a question that is answered by a combination with the ellipsoid, and this."""
    what = f"question {place + 1}"
    if not case.all:
        case.compared(place)  # the question must have a meaning
    kind, value = (case.all, [place]) if case.all else case.questions[place]
    ellipsoid = case.ellipsoid
    if ellipsoid is None or kind not in ("top", "chosen") or len(value) != 1:
        raise ValueError(f"{what} must be about one label, and have an ellipsoid")
    demand(
        kind == "top" or value[0] or not ellipsoid.skipped or not case.origin(),
        f"{what} must be about a label that is not chosen at h = 0",
    )
    return value[0], ellipsoid


def tilts_in_bulk(case: Case, holder: Array, tilts: Array, tilted: Array) -> Iterator[Answered]:
    """No: the weights of all rows that the vector makes nearly express the row of the label."""
    readable(tilts.ndim == 2 and tilted.shape == (len(tilts), 3), "tilts must have their questions")
    readable(len(tilts) > 0, "tilts must not be empty")
    places, powers, beyond = tilted.T
    readable((places[1:] > places[:-1]).all(), "tilts must be in the order of their questions")
    readable(places[0] >= 0 and places[-1] < case.number, "tilts must have their questions")
    readable((holder[places] == -1).all(), "a question with a tilt must have no point")
    moderate_powers = (powers >= -64) & (powers <= 64)
    readable((moderate_powers & (beyond > 0)).all(), "tilts must be of moderate size")
    inner = [inner_label(case, place) for place in places.tolist()]
    labels, ellipsoid = np.array([label for label, _ in inner]), inner[0][1]
    readable(tilts.shape[1] == len(ellipsoid.frame), "tilts must fit the frame")
    step = max(1, CHUNK // case.n)
    for start in range(0, len(tilts), step):
        part = slice(start, start + step)
        vectors = np.ldexp(tilts[part].astype(np.float64), -powers[part, None])
        far = beyond[part].astype(np.float64) * 2.0**-40
        demand(
            ellipsoid.tilts(labels[part], vectors, far).all(),
            f"tilts of questions {places[start] + 1} and more must lead to the inside",
        )
        yield places[part], False


def enclosed_in_bulk(case: Case, evidence: list[tuple[int, Any]]) -> Iterator[Answered]:
    """No: the weights nearly express the rows of the labels, and the ellipsoid makes up for the
    rest.
    """
    step = max(1, CHUNK // max(case.n, case.width))
    for start in range(0, len(evidence), step):
        part = evidence[start : start + step]
        made = [enclosed(case, place, *values) for place, values in part]
        ellipsoid = case.ellipsoid
        vectors = np.array([vector for vector, _, _ in made])
        off, far = np.array([pair[1:] for pair in made]).T
        good = ellipsoid is not None and ellipsoid.short(vectors, off, far)
        for (place, _), short in zip(part, np.atleast_1d(good).tolist(), strict=True):
            demand(short, f"the weights of question {place + 1} must lead to the inside")
            yield place, False


def enclosed(
    case: Case, place: int, rows: Json, inputs: Json, beyond: Json
) -> tuple[Array, float, float]:
    """The vector that must be short; see ``Ellipsoid.vector``."""
    what = f"the weights of question {place + 1}"
    label, ellipsoid = inner_label(case, place)
    strict, others = (
        weighted(rows, case.n, what),
        weighted(inputs, 1 + len(case.inequalities), what),
    )
    demand(
        all(weight > 0 for _, weight in (*strict, *others)) and strict, f"{what} must be positive"
    )
    found = (
        ellipsoid.vector(label, strict, others, integer(beyond)) if integer(beyond) > 0 else None
    )
    if found is None:
        raise Refused(f"{what} must lead to the inside")
    return found


def clash(case: Case, place: int, pairs: Json, inputs: Json) -> bool:
    """No: differences of rows of which each is asked to be positive, and inequalities, add up to
    zero.
    """
    what = f"the pairs of question {place + 1}"
    readable(
        isinstance(pairs, list)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
        and all(type(k) is int and -1 <= k < case.n for pair in pairs for k in pair)
        and all(a < b for a, b in pairwise(pairs)),
        f"{what} must be of rows, in order",
    )
    readable(
        isinstance(inputs, list)
        and all(type(k) is int and 0 <= k <= len(case.inequalities) for k in inputs)
        and all(a < b for a, b in pairwise(inputs)),
        f"{what} must have inequalities, in order",
    )
    above, below = sides([(i, j) for i, j in pairs])
    case.compared(place)  # the question must have a meaning
    rows, (_, named) = case.exact.rows, case.scores(place)
    if named:
        inside, last = {i for i, *_ in named}, named[-1][0]
        fits = (
            i in inside if j == -1 else j in inside if i == -1 else i == last and j not in inside
            for i, j in pairs
        )
        demand(all(fits) and case.rule is None, f"{what} must be asked for")
        demand(inputs[:1] == [0], f"{what} must use a strict condition")
        floats = {k: rows[k].astype(np.float64) for pair in pairs for k in pair if k >= 0}
        given = np.column_stack([case.floats(inputs), np.zeros(len(inputs))])
        vectors = ends(case.question(place)[1], floats, pairs, case.width)
        demand(surrounded(vectors, given), f"{what} must add up to zero")
        return False
    readable(all(min(pair) >= 0 for pair in pairs), f"{what} must be of rows")
    demand(asked_for(case, place, above, below), f"{what} must be asked for")
    apart = rows[above].astype(np.float64) - rows[below].astype(np.float64)
    demand(surrounded(apart, case.floats(inputs)), f"{what} must add up to zero")
    case.clashes[place] = above.astype(np.int32), below.astype(np.int32)
    return False


def ends(value: list[int], floats: dict[int, Array], pairs: Sequence[Any], width: int) -> Array:
    """Conditions of a question about scores, on (q, q h, q c), each entry rounded once: of a pair
    (-1, i) that the score of i is below its upper end, of (i, -1) that it is above its lower one, of
    others that i is larger than j.
    """
    unit = value[0]
    low, high = (
        dict(zip(value[1::3], value[2::3], strict=True)),
        dict(zip(value[1::3], value[3::3], strict=True)),
    )
    found = np.zeros((len(pairs), width + 1))
    for line, (i, j) in zip(found, pairs, strict=True):
        if i >= 0 and j >= 0:
            line[:-1] = floats[i] - floats[j]
            continue
        k, sign = (j, -1) if i == -1 else (i, 1)
        line[:-1], line[-1] = sign * floats[k], sign
        end = Fraction((high if i == -1 else low)[k], unit) - Fraction(float(floats[k][0]))
        line[0] = nearest(*(-sign * end).as_integer_ratio())
    return found


def like(case: Case, place: int, other: Json) -> bool:
    """No: all that is asked for by the pairs of another question is asked for by this one, too."""
    what = f"question {place + 1}"
    readable(type(other) is int and other in case.clashes, f"{what} must be like one with pairs")
    case.compared(place)  # the question must have a meaning
    demand(asked_for(case, place, *case.clashes[other]), f"{what} must ask for the same pairs")
    return False


def asked_for(case: Case, place: int, above: Array, below: Array) -> bool:
    """Whether a question asks that each of some rows be larger than another, if only by what lies
    between.
    """
    heights = order(case.question(place), case.n)
    return case.rule is None and bool((heights[above] < heights[below]).all())


def order(question: tuple[str, list[int]], n: int) -> Array:
    """Numbers of all rows: of two rows the one with the lower number is asked to be larger. Rows
    that are not asked about have none.
    """
    kind, value = question
    readable(kind in ("top", "ranking", "listed", "top set"), "pairs must be of an order")
    heights = np.full(n, np.nan if kind == "ranking" else np.inf)
    here = 0
    for i in value:
        if i == -1:
            here += 1
        else:
            heights[i] = here
            here += kind in ("top", "ranking")
    return heights


class Ellipsoid:
    """A vector near the centre of all rows is a combination of all rows with positive weights.

    The shares s_j > 0, whole numbers of sum S, weigh the rows: c is the sum of s_j r_j / S and M
    that of s_j (r_j - c)(r_j - c)' / S. The frame is a square matrix B. If the matrix F = B M B'
    differs from the identity by a matrix of norm e < 1, then F and B have inverses. For a vector z
    let y = F^-1 B z, of length at most |B z| / (1 - e). Then B M B'y = B z, so M B'y = z: this is
    the sum of the s_j / S (1 + y'B(r_j - c)) r_j, less c. These weights have the sum 1, and are
    positive if |y| |B(r_j - c)| < 1 for all j.

    So |B z| < (1 - e) / max |B(r_j - c)| suffices; half of that is what is used, so that a few
    units of rounding more or less in the bounds themselves do not matter. Where |B z| is larger,
    y'B(r_j - c) > -1 is looked at for each row: y differs from B z by at most e / (1 - e) |B z|, and
    19 of 20 parts of 1 are used (``short``). Rows, frame and
    conditions have no entry so large or so small that a product overflows or underflows. If the
    frame has one row and column less than the layer has columns, all offsets must be equal: then
    nothing depends on q but conditions, and those with weights must have no constant.

    Rounding: a sum of k products, each factor rounded before, is off by at most gamma(k + 4) times
    the sum of the moduli of the products.
    """

    def __init__(self, case: Case, shares: Array, frame: Array) -> None:
        rows, size = case.exact.rows, len(frame)
        self.case, self.skipped = case, case.width - size
        readable(
            shares.shape == (case.n,) and frame.shape == (size, size),
            "an ellipsoid must fit the rows",
        )
        readable(self.skipped in (0, 1) and size > 0, "a frame must fit the rows")
        demand(
            not self.skipped or (rows[:, 0] == rows[0, 0]).all(),
            "a frame without offsets must be for rows with equal offsets",
        )
        demand((shares > 0).all() and sum(map(int, shares)) < 1 << 62, "shares must be positive")
        self.rows, self.frame = rows[:, self.skipped :], frame.astype(np.float64)
        demand(
            all(moderate(block) for _, block in blocks(self.rows)) and moderate(self.frame),
            "rows and frame must have entries of moderate size",
        )
        parts = shares.astype(np.float64) / sum(map(int, shares))
        self.logarithms = np.log(parts)
        self.centre = combined(parts[None], self.rows)[0]
        self.norm = length(self.frame.ravel())
        found = [length(block) for _, block in blocks(self.rows)]
        self.far = far = np.concatenate(found) * (1 + 2.0**-40)
        # How far the centre may be off, and the image of a row less the centre, in length.
        self.shift = self.norm * gamma(case.n + 4) * far.max()
        offs = self.norm * gamma(size + 8) * (far + far.max()) + self.shift
        form, reach, doubt = np.zeros((size, size)), 0.0, 0.0
        for start, block in blocks(self.rows):
            stop = start + len(block)
            images = (block - self.centre) @ self.frame.T
            share, off, found_ = parts[start:stop], offs[start:stop], length(images)
            # a product of a matrix with itself; a term is rounded twice for each factor, and once
            scaled = images * np.sqrt(share)[:, None]
            form += scaled.T @ scaled
            reach = max(reach, float((found_ + off).max()))
            doubt += float(share @ ((2 * found_ + off) * off + gamma(case.n + 8) * found_**2))
        error = (length((form - np.eye(size)).ravel()) + doubt) * (1 + 2.0**-20)
        demand(error < 0.25, "the frame must make the shares round")
        self.error, self.reach = error, reach
        self.radius = 0.5 * (1 - error) / reach

    def vector(
        self, label: int, weights: list[Pair], inputs: list[Pair], beyond: int
    ) -> tuple[Array, float, float] | None:
        """The vector E of these weights, what the frame times it may be off by, and T; all divided
        by the sum of the weights of rows. None if they are not of moderate size.
        """
        unit = sum(weight for _, weight in weights)
        if any(
            position > 0 and self.skipped and self.case.inequalities[position - 1].get(0)
            for position, _ in inputs
        ):
            return None
        if self.skipped and any(position == 0 for position, _ in inputs):
            return None
        conditions = [{0: 1} if k == 0 else self.case.inequalities[k - 1] for k, _ in inputs]
        shares = np.array([nearest(weight, unit) for _, weight in weights])
        amounts = np.array([nearest(weight, unit << self.case.exact.power) for _, weight in inputs])
        vectors = np.zeros((len(inputs), self.case.width))
        for line, values in zip(vectors, conditions, strict=True):
            for j, a in values.items():
                line[j] = nearest(a, 1)
        vectors = vectors[:, self.skipped :]
        far = nearest(beyond, unit)
        if not (
            moderate(shares)
            and moderate(amounts)
            and moderate(vectors)
            and moderate(np.array([far, 1 + far]))
        ):
            return None
        others = self.rows[[place for place, _ in weights]].astype(np.float64)
        own = self.rows[label].astype(np.float64)
        found = (1 + far) * own - shares @ others - far * self.centre + amounts @ vectors
        sizes = (
            (1 + far) * np.abs(own)
            + shares @ np.abs(others)
            + far * np.abs(self.centre)
            + amounts @ np.abs(vectors)
        )
        off = gamma(len(weights) + len(inputs) + len(own) + 16) * length(np.abs(self.frame) @ sizes)
        return found, float(off), far

    def short(self, found: Array, off: Array, far: Array) -> Array:
        """Whether each vector E, times the frame off by so much, is short enough for its T, ``far``."""
        images = found @ self.frame.T
        sizes, doubt = length(images), off + far * self.shift
        good = sizes + doubt < far * self.radius
        left = np.flatnonzero(~good & np.isfinite(sizes) & np.isfinite(doubt))
        if len(left):
            turned, least = images[left] @ self.frame, np.full(len(left), np.inf)
            for _, block in blocks(self.rows):
                least = np.minimum(least, (turned @ (block - self.centre).T).min(axis=1))
            sizes, doubt, far = sizes[left], doubt[left], far[left]
            slack = (doubt + self.error / (1 - self.error) * (sizes + doubt)) * self.reach
            slack += sizes * (gamma(2 * len(self.frame) + 8) * self.norm * 2 * self.far.max())
            slack += sizes * self.shift
            good[left] = least - 1.01 * slack > -0.95 * far
        return np.asarray(good)

    def tilts(self, labels: Array, vectors: Array, far: Array) -> Array:
        """Whether E is short enough for each label, where T is ``far`` times W.

        The weights are whatever float64 makes of exp; below 2^-64 of the largest they count as
        none, so that no product underflows. Rounding is in their sums and in what follows.
        """
        turned = vectors @ self.frame
        products = np.hstack([turned @ block.T for _, block in blocks(self.rows)])
        products += self.logarithms
        products -= products.max(axis=1)[:, None]
        weights = np.exp(products)
        weights = np.where(weights >= 2.0**-64, weights, 0.0)
        sums = weights.sum(axis=1)
        own = self.rows[labels].astype(np.float64)
        found = (1 + far)[:, None] * own - combined(weights, self.rows) / sums[:, None]
        found -= far[:, None] * self.centre
        sizes = (weights @ self.far) / sums
        sizes += (1 + far) * self.far[labels] + far * length(self.centre)
        # Sums of n terms above and below the line, a difference of three terms, the frame.
        off = 1.01 * gamma(2 * self.case.n + len(self.centre) + 20) * self.norm * sizes
        fits = (far < 2.0**20) & np.isfinite(sizes)
        return fits & self.short(found, off, far)


def blocks(rows: Array) -> Iterator[tuple[int, Array]]:
    """The rows in float64, some at a time, with the position of the first."""
    step = max(1, CHUNK // max(1, rows.shape[1]))
    for start in range(0, len(rows), step):
        yield start, rows[start : start + step].astype(np.float64)


def combined(weights: Array, rows: Array) -> Array:
    """Sums of the rows with weights, one for each line of weights; a sum of k terms is off as any
    other, in whatever order they are added.
    """
    found = np.zeros((len(weights), rows.shape[1]))
    for start, block in blocks(rows):
        found += weights[:, start : start + len(block)] @ block
    return found


def gamma(terms: int) -> float:
    return 1.001 * terms * 2.0**-53


def length(vectors: Array) -> Array:
    return np.sqrt(np.square(vectors).sum(axis=-1))


def moderate(values: Array) -> bool:
    sizes = np.abs(values)
    return bool(((sizes == 0) | ((sizes > 1 / RANGE) & (sizes < RANGE))).all())


def nearest(numerator: int, denominator: int) -> float:
    """The float64 nearest to a fraction; infinite where there is none."""
    try:
        return numerator / denominator
    except OverflowError:
        return np.inf


SINGLE: dict[tuple[str, ...], Callable[..., bool]] = {  # by their keys
    ("point",): long_point,
    ("comparisons", "inputs"): weights,
    ("pairs", "inputs"): clash,
    ("like",): like,
}
ENCLOSED = ("rows", "inputs", "beyond")  # and these, of all questions at once


def main(arguments: list[str]) -> int:
    try:
        readable(len(arguments) in (2, 3), "usage: python batches.py audit.npz rows.npy [SCALE]")
        scale = (arguments[2:] or ["1"])[0]
        readable(re.fullmatch("[1-9][0-9]{0,999}", scale), "SCALE must be a positive integer")
        print("accepted:", check(arguments[0], matrix(arguments[1]), int(scale)))
    except Refused as error:
        print("refused:", error, file=sys.stderr)
        return 1
    except (ValueError, OSError, MemoryError) as error:
        print("unreadable:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    except Exception as error:  # a fault of this program: not 1, which says refused
        print("fault:", type(error).__name__, error, file=sys.stderr)
        return 4
    return 0


def matrix(path: str) -> Array:
    """The rows of an npy file; the reader of NumPy has errors of many kinds for files that are
    none.
    """
    try:
        rows = np.load(path, mmap_mode="r", allow_pickle=False)
    except Exception as error:
        raise ValueError(f"{path} must be an npy file: {error}") from None
    readable(isinstance(rows, np.ndarray), f"{path} must be an npy file, not an archive")
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
