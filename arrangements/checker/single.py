"""Check a certificate with integers alone: no solver, no floating point, nothing but the standard
library.

    python single.py certificate.json [configuration.json]

exits 0 for accepted, 1 for refused (it does not prove its answer), 2 for unreadable. There is one
way to accept: ``check`` returns.

What acceptance implies. The certificate holds the rows u_i of a configuration. A question is a list
of conditions v . x > 0 or v . x = 0 on a real vector x, where every v is a row, its negative, or a
difference of two rows; ``system`` is the definition. In version 2 rows may have offsets b_i, and
inputs h may be confined by inequalities c + a . h >= 0 and equations c + a . h = 0. Rows are then
(u_i, b_i), x is (h, 1), and the inequalities, the equations and 1 > 0, in this order, join the
conditions of every question, after its own. In version 3 inputs may besides lie in a ball, |h -
c|^2 <= square. If the ball has gains g, inputs are h = c + g z, coordinate by coordinate, with |z|^2
<= square; all conditions are put in terms of z here (``behind_norm``), x is (z, 1), and where the
ball is centred one equation more, that the coordinates of z have the sum 0, precedes 1 > 0. If it
has a matrix A, inputs are h = c + A z, and so is all else (``in_ellipsoid``). A ball that is a sphere
has the inputs with = for <=.

- Answer true: the x in the certificate was put into every condition, and each held. What was asked
  for occurs.
- Answer false: the weights w give sum w_i v_i = 0; w_i > 0 where v_i . x > 0 or >= 0 was asked, and
  there is a strict i. For any real x the sum of w_i (v_i . x) would be positive and zero at once,
  so there is none (Gordan, Motzkin). What was asked for does not occur. In a ball the sum need not
  vanish. It is a function of h, with value g at c and gradient v, and on the ball at most g + r
  |v|; that is shown to be 0 or less. So it is not positive, though there is a strict i; or it is
  negative; or it is 0 at one point of the ball only, which was put into the conditions, and failed.
- On a sphere an answer true has two points, one in the ball and one that is not inside: both meet
  all conditions, and so does what is between them, which crosses the sphere. An answer false has
  weights as in the ball, or every vertex of what the conditions leave was found, inside.
- A whole pattern of version 1: every member listed has a witness x, its opposite has -x, and
  together they are as many as the arrangement has regions, or faces where zeros and ties are listed
  too, counted here by deletion and restriction. Of version 2: every sign vector, row by row, and
  every ranking, label by label, is listed with its witness or begins with something refuted as
  above. The list is complete.
- A best place [m, k] of a label: at the x in the certificate it is ahead of all others but k - 1,
  which are named and not behind. And there are sets of labels, of each of which some label is never
  behind: all of them behind is refuted as above. No m - 2 labels meet all of these sets, which was
  tried; so at every x at least m - 1 labels are not behind. By ties "strict" a label is behind if
  its value is less; by "first" also if it is equal and the label is listed later.
- The confidence of a label i in a ball, over the rationals: the largest margin, which is the most
  that the least of all s_i - s_j is at any input, and the largest probability exp(s_i / T) / sum of
  exp(s_j / T), each between two numbers. They are at least what they are at two witnesses. Weights
  w_j >= 0 of sum 1 bound both: on the ball the sum of w_j (s_i - s_j), with conditions on inputs
  added, is at most g + r |v|; so is the margin. And by the concavity of the logarithm the sum of
  exp((s_j - s_i) / T) is at least exp of H - (g + r |v|) / T, where H is the entropy of the
  weights, the sum of w_j log(1 / w_j); the probability is 1 / (1 + the sum). Exponentials and
  logarithms are enclosed by integers.
- A pair: two configurations agree in the invariant "same", which was recomputed (from the u_i;
  offsets and inputs are equal), or shown by equal certified answers to all its questions, or by two
  complete patterns; they disagree in the invariant "differ", or about the question there, with
  proof on both sides.
- A configuration in a second file is the one in the certificate, or has its hash. A number field
  has exactly one root in its interval.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence, ValuesView
from itertools import combinations, pairwise, permutations, zip_longest
from math import comb, gcd, isqrt, lcm
from typing import Any, NamedTuple, TypeAlias, Union, cast

__all__ = ["Refused", "check", "fingerprint", "main"]

FORMAT = "arrangements certificate"
END = "end of certificate"
PATTERNS = ("sign pattern", "ranking pattern", "covectors", "weak rankings")

# Characters of a file, and digits of a number.
LARGEST_FILE = 1 << 28
LONGEST_NUMBER = 200_000
PIECE = 512  # digits that Python converts whatever it has been told
# Choices of conditions among which vertices are looked for, and dimensions.
MOST_VERTICES, WIDEST = 5000, 6
# Bits to which exponentials and logarithms are known, and the largest exponent.
BITS, MOST_EXPONENT = 128, 1 << 12

NUMBER = re.compile(r"(0|-?[1-9][0-9]*)(/[1-9][0-9]*)?")

Json: TypeAlias = (
    Any  # a value that json.loads has made; nothing is known of it before it is checked
)
Polynomial: TypeAlias = list[int]  # coefficients, the constant one first
Number: TypeAlias = Union[int, "Element"]  # an element of a number field; both have + - * and sign
Vector: TypeAlias = list[Number]
Rows: TypeAlias = list[Vector]
Condition: TypeAlias = tuple[Vector, str]  # (v, relation): of v . x, see ALLOWED

# The signs that v . x may have.
ALLOWED = {">": (1,), "=": (0,), "≥": (0, 1), "": (-1, 0, 1)}


class Refused(Exception):
    """A certificate that does not prove its answer."""


def demand(condition: object, message: str) -> None:
    """Refuse a certificate that does not prove its answer."""
    if not condition:
        raise Refused(message)


def readable(condition: object, message: str) -> None:
    """Refuse a text that is no certificate, by a ValueError, which json, int and zip raise, too."""
    if not condition:
        raise ValueError(message)


# Exact numbers: integers, and elements of a number field, which are integer polynomials in one real
# root of an integer polynomial.


def bounds(p: Polynomial, a: int, b: int, q: int) -> tuple[int, int]:
    """Integers around q^degree times p(x), for all x from a / q to b / q; a tight pair if a = b."""
    low, high, power = 0, 0, 1
    for c in reversed(p):
        products = (low * a, low * b, high * a, high * b)
        low = min(products) + c * power
        high = max(products) + c * power
        power *= q
    return low, high


def remainder(p: Polynomial, m: Polynomial) -> Polynomial:
    """A positive multiple of p modulo m, without common factor: it has the sign of p at every root
    of m.
    """
    while True:
        while p and p[-1] == 0:
            p = p[:-1]
        content = gcd(*p)
        p = [c // content for c in p]
        if len(p) < len(m):
            return p

        factor = p[-1] if m[-1] > 0 else -p[-1]
        shifted = [0] * (len(p) - len(m)) + m
        p = [abs(m[-1]) * c - factor * e for c, e in zip(p, shifted, strict=True)]


class Root:
    """The only root of the integer polynomial ``p`` between a / q and b / q; the interval shrinks
    as signs are asked for.
    """

    def __init__(self, value: Json) -> None:
        polynomial, interval = keys(value, "polynomial", "interval")
        readable(
            isinstance(polynomial, list) and isinstance(interval, list) and len(polynomial) > 1,
            "a field must have a polynomial",
        )
        self.p = integers(polynomial, len(polynomial))
        self.degree = len(polynomial) - 1
        self.a, self.b, self.q = integers([*interval, "1"], 3)
        demand(
            self.p[-1] and self.a < self.b and self.changes_sign(self.p),
            "the polynomial must change sign in the interval",
        )
        derivative = [k * c for k, c in enumerate(self.p)][1:]
        low, high = bounds(derivative, self.a, self.b, self.q)
        demand(
            low > 0 or high < 0,
            "the interval must be so short that the polynomial plainly is monotone in it",
        )

    def changes_sign(self, p: Polynomial) -> bool:
        """Whether p has opposite signs, not 0, at the ends of the interval."""
        left, _ = bounds(p, self.a, self.a, self.q)
        right, _ = bounds(p, self.b, self.b, self.q)
        return left * right < 0

    def sign(self, p: Polynomial) -> int:
        """The sign of p at the root."""
        p = common = remainder(p, self.p)
        other = self.p
        while common:
            common, other = remainder(other, common), common
        # ``other`` is the greatest common divisor. If it has the root, then as a simple one, so its
        # sign changes there.
        if not p or self.changes_sign(other):
            return 0

        while True:
            low, high = bounds(p, self.a, self.b, self.q)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            self.halve()

    def halve(self) -> None:
        """Go on with the half of the interval that has the root, about."""
        a, b, self.q = 4 * self.a, 4 * self.b, 4 * self.q
        middle = (a + b) // 2
        middle += bounds(self.p, middle, middle, self.q)[0] == 0  # beside the root, not on it
        self.a, self.b = a, middle
        if not self.changes_sign(self.p):
            self.a, self.b = middle, b


class Element:
    """The value of an integer polynomial at a root."""

    def __init__(self, coefficients: Polynomial, root: Root) -> None:
        self.c = coefficients
        self.root = root

    def __add__(self, other: Number) -> "Element":
        pairs = zip_longest(self.c, coefficients(other), fillvalue=0)
        return Element([a + b for a, b in pairs], self.root)

    def __mul__(self, other: Number) -> "Element":
        factors = coefficients(other)
        product = [0] * (len(self.c) + len(factors) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(factors):
                product[i + j] += a * b
        return Element(product, self.root)

    def __sub__(self, other: Number) -> "Element":
        return self + other * -1

    def __rsub__(self, other: int) -> "Element":
        return self * -1 + other

    __radd__ = __add__
    __rmul__ = __mul__


def coefficients(x: Number) -> Polynomial:
    return x.c if isinstance(x, Element) else [x]


def sign(x: Number) -> int:
    return x.root.sign(x.c) if isinstance(x, Element) else (x > 0) - (x < 0)


def dot(u: Vector, v: Vector) -> Number:
    return sum((a * b for a, b in zip(u, v, strict=True)), 0)


def minus(u: Vector, v: Vector) -> Vector:
    return [a - b for a, b in zip(u, v, strict=True)]


def differences(rows: Rows) -> Rows:
    return [minus(u, v) for u, v in combinations(rows, 2)]


def vanishes(v: Vector) -> bool:
    return not any(map(sign, v))


def determinant(rows: Rows) -> Number:
    """By expansion along the first row."""
    if not rows:
        return 1
    total: Number = 0
    for k, c in enumerate(rows[0]):
        if sign(c):
            total = total + c * (-1) ** k * determinant([u[:k] + u[k + 1 :] for u in rows[1:]])
    return total


# Reading JSON. Numbers are texts in lowest terms, and keys come in one order only, so that the end
# mark is the end.


def keys(value: Json, *names: str) -> ValuesView[Json]:
    """The values of an object that has these keys."""
    readable(
        isinstance(value, dict) and tuple(value) == names,
        f"an object must have the keys {', '.join(names)}, in this order",
    )
    values: ValuesView[Json] = value.values()
    return values


def all_lists(value: Json, length: int) -> bool:
    """Whether a value is a list of lists of this length."""
    return isinstance(value, list) and all(
        isinstance(item, list) and len(item) == length for item in value
    )


def whole(digits: str) -> int:
    """The integer that is written, whatever number of digits Python has been told to refuse."""
    readable(len(digits) <= LONGEST_NUMBER, "an integer must not be too long")
    if digits.startswith("-"):
        return -whole(digits[1:])
    if len(digits) <= PIECE:
        return int(digits)
    low = len(digits) // 2
    return whole(digits[:-low]) * int(10**low) + whole(digits[-low:])


def fraction(text: Json) -> tuple[int, int]:
    """Numerator and denominator."""
    readable(
        isinstance(text, str) and len(text) <= LONGEST_NUMBER and NUMBER.fullmatch(text),
        "a number must be a text such as -4/5, not too long",
    )
    over, _, under = text.partition("/")
    top, bottom = whole(over), whole(under or "1")
    readable(gcd(top, bottom) == 1 and under != "1", "a fraction must be in lowest terms")
    return top, bottom


def integral(tables: Sequence[Sequence[Json]], root: Root | None) -> list[Rows]:
    """Lists of vectors of texts as numbers, all multiplied by one positive integer. In a field a
    number is the list of its coefficients.
    """
    readable(
        all(isinstance(v, list) for vectors in tables for v in vectors), "a vector must be a list"
    )
    split = [
        [[x if root and isinstance(x, list) else [x] for x in v] for v in vectors]
        for vectors in tables
    ]
    entries = [x for vectors in split for v in vectors for x in v]
    readable(
        all(len(x) == (root.degree if root else 1) for x in entries),
        "a number must have one coefficient for each power of the root",
    )
    scale = lcm(*(fraction(c)[1] for x in entries for c in x))

    def number(texts: list[Json]) -> Number:
        scaled = [top * (scale // bottom) for top, bottom in map(fraction, texts)]
        return Element(scaled, root) if root else scaled[0]

    return [[[number(x) for x in v] for v in vectors] for vectors in split]


def vector(value: Json, root: Root | None, length: int) -> Vector:
    """A positive multiple of a vector."""
    x = integral([[value]], root)[0][0]
    demand(len(x) == length, f"a vector must have {length} entries, not {len(x)}")
    return x


def integers(value: Json, length: int) -> list[int]:
    """A positive multiple of a vector of rational numbers."""
    return cast(list[int], vector(value, None, length))


def named(value: Json, labels: list[str], least: int = 1) -> list[int]:
    """Distinct labels as positions."""
    readable(
        isinstance(value, list) and all(isinstance(x, str) for x in value), "labels must be texts"
    )
    readable(
        least <= len(value) == len(set(value)) and set(value) <= set(labels),
        "labels must be distinct labels of the configuration",
    )
    return [labels.index(x) for x in value]


# Configurations.


class Ball(NamedTuple):
    """The inputs with |h - c|^2 <= square. ``centre`` and ``square`` are those times ``one``."""

    one: Number
    centre: Vector
    square: Number
    sphere: bool


class Layer(NamedTuple):
    """A configuration with the conditions on its inputs, on one scale.

    ``rows`` and every x have ``width`` entries. From version 2 on the last one is the offset, and
    ``given`` are the conditions that every x meets; in version 1 there are none. ``vectors`` are the
    u_i as they stand in the file, with ``dimension`` entries, also where ``rows`` are functions of z.
    """

    labels: list[str]
    rows: Rows
    width: int
    root: Root | None
    given: list[Condition]
    ball: Ball | None
    vectors: Rows
    dimension: int


def understood(configurations: list[Json], inputs: Json = (), balls: bool = False) -> list[Layer]:
    """The configurations in one field. ``inputs``: one for each, from version 2 on, null for all;
    ``balls``: of version 3.
    """
    for value in configurations:
        check_form(value, configurations[0], bool(inputs))
    readable(
        inputs == () or (isinstance(inputs, list) and len(inputs) == len(configurations)),
        "each configuration must have its inputs",
    )
    field = configurations[-1]["field"]
    root = None if field is None else Root(field)

    tables = [value["rows"] for value in configurations]
    relations = [""] * len(configurations)
    for k, (value, polyhedron) in enumerate(zip(configurations, inputs, strict=False)):
        conditions, relations[k] = conditions_of(value, polyhedron, balls, root)
        zero = [plain("0", root)] * len(value["rows"])
        offsets = value.get("bias", zero)
        rows = [[*u, b] for u, b in zip(value["rows"], offsets, strict=True)]
        tables[k] = [*rows, *conditions]
    readable(
        not balls or any(signs.endswith(("o", "g", "c", "m")) for signs in relations),
        "inputs of version 3 must be in a ball",
    )

    layers = []
    for value, vectors, signs in zip(
        configurations, integral(tables, root), relations, strict=True
    ):
        n, dimension = len(value["rows"]), value["dimension"]
        stated = [u[:dimension] for u in vectors[:n]]
        ball, sphere = None, signs.count("o") > 1
        signs = signs.replace("oo", "o")
        if signs.endswith("o"):
            one, (*centre, square) = vectors[n + signs.index(">")][-1], vectors[-1]
            ball = Ball(one, centre, square, sphere)
        elif signs.endswith(("g", "c")):
            *_, (*centre, square), (*gains, one) = vectors
            vectors = [behind_norm(v, gains, centre, one) for v in vectors[:-2]]
            ball = Ball(one * one, [c * 0 for c in centre], one * square, sphere)
        elif signs.endswith("m"):
            # the last vectors are the centre with the square, the rows of the matrix, and 1
            (*centre, square), *matrix, (one,) = vectors[-dimension - 2 :]
            columns = [list(column) for column in zip(*matrix, strict=True)]
            vectors = [in_ellipsoid(v, columns, centre, one) for v in vectors[: -dimension - 2]]
            dimension = len(columns)
            ball = Ball(one * one, [one * 0] * dimension, one * square, sphere)
        pairs = list(zip(vectors[n:], signs, strict=False))
        given = [(v, relation) for v, relation in pairs if relation in ALLOWED]
        if signs.endswith("c"):
            *sums, last = given[-1][0]
            given.insert(-1, ([*[last] * len(sums), last * 0], "="))
        width = dimension + bool(inputs)
        rows, lasting = vectors[:n], (stated, value["dimension"])
        layers.append(Layer(value["labels"], rows, width, root, given, ball, *lasting))
    return layers


def check_form(value: Json, first: Json, newer: bool) -> None:
    """Whether a configuration has all its parts, and the field of the first one."""
    bias = isinstance(value, dict) and "bias" in value
    names = ("bias", "dimension", "field", "labels", "rows")
    *offsets, dimension, field, labels, rows = keys(value, *names[not bias :])
    readable(isinstance(rows, list), "rows must be a list")
    readable(
        not bias or (newer and isinstance(offsets[0], list) and len(offsets[0]) == len(rows)),
        "offsets must be one for each row",
    )
    readable(
        isinstance(labels, list) and all(isinstance(x, str) and x for x in labels),
        "labels must be texts",
    )
    readable(
        type(dimension) is int and 0 <= dimension <= LARGEST_FILE and all_lists(rows, dimension),
        "rows must fit the dimension",
    )
    readable(
        len(set(labels)) == len(labels) == len(rows), "labels must be distinct, one for each row"
    )
    readable(field == first["field"], "the configurations of a pair must be in one field")


def conditions_of(
    value: Json, polyhedron: Json, balls: bool, root: Root | None
) -> tuple[list[Json], str]:
    """The vectors of the conditions on all inputs, and their relations: inequalities, equations,
    1 > 0, and where there is a ball its centre and square, with the relation "o"; where it is a
    norm also its gains, with the relation "g", or "c" if it is centred; where it is an ellipsoid the
    rows of its matrix and 1, with the relation "m". A second "o" makes it a sphere.
    """
    names = ("inequalities", "equations", "ball") if balls else ("inequalities", "equations")
    weak, equal, *more = ([], []) if polyhedron is None else keys(polyhedron, *names)
    dimension = value["dimension"]
    readable(
        all(all_lists(part, dimension + 1) for part in (weak, equal)),
        "conditions of the inputs must fit the dimension",
    )
    zero, unit = plain("0", root), plain("1", root)
    vectors = [*([*a, c] for c, *a in [*weak, *equal]), [*[zero] * dimension, unit]]
    relations = "≥" * len(weak) + "=" * len(equal) + ">"
    for ball in more:
        if ball is not None:
            sphere = isinstance(ball, dict) and ball.get("sphere") is True
            ellipsoid = isinstance(ball, dict) and "matrix" in ball
            norm = isinstance(ball, dict) and not ellipsoid and len(ball) > 2 + sphere
            more_keys = (
                *["sphere"] * sphere,
                *["matrix"] * ellipsoid,
                *("gains", "centred") * norm,
            )
            centre, square, *rest = keys(ball, "centre", "square", *more_keys)
            readable(all_lists([centre], dimension), "the centre of a ball must fit the dimension")
            vectors.append([*centre, square])
            relations += "oo" if sphere else "o"
            if norm:
                gains, centred = rest[sphere:]
                readable(all_lists([gains], dimension), "gains must fit the dimension")
                readable(isinstance(centred, bool), "a norm must be centred or not")
                vectors.append([*gains, unit])
                relations += "c" if centred else "g"
            if ellipsoid:
                (matrix,) = rest[sphere:]
                readable(
                    isinstance(matrix, list) and len(matrix) == dimension,
                    "a matrix must have one row for each coordinate",
                )
                readable(
                    all(isinstance(row, list) and len(row) == len(matrix[0]) for row in matrix),
                    "the rows of a matrix must be lists of one length",
                )
                vectors += [*matrix, [unit]]
                relations += "m"
    return vectors, relations


def behind_norm(function: Vector, gains: Vector, centre: Vector, one: Number) -> Vector:
    """The function (u, b) of h = c + g z as a function of z, (g u, b + u c)."""
    *u, b = function
    return [*(a * g for a, g in zip(u, gains, strict=True)), one * b + dot(u, centre)]


def in_ellipsoid(function: Vector, columns: Rows, centre: Vector, one: Number) -> Vector:
    """The function (u, b) of h = c + A z as a function of z, (A' u, b + u c)."""
    *u, b = function
    return [*(dot(u, column) for column in columns), one * b + dot(u, centre)]


def plain(text: str, root: Root | None) -> Json:
    """A rational number as it is written in the field."""
    return [text] + ["0"] * (root.degree - 1) if root else text


# Questions, and answers to one question.


def system(question: Json, labels: list[str], rows: Rows) -> list[Condition]:
    """The conditions of a question. This is the meaning of every question."""
    readable(
        isinstance(question, dict) and len(question) == 2 and next(iter(question)) == "kind",
        "a question must have two keys",
    )
    (_, kind), (key, value) = question.items()

    # + - 0 for each row, ? for any
    if (kind, key) == ("signs", "signs"):
        readable(
            isinstance(value, str) and len(value) == len(rows) and set(value) <= set("+-0?"),
            "signs must be + - 0 ? for each row",
        )
        return [
            ([c * -1 for c in u] if s == "-" else u, {"0": "=", "?": ""}.get(s, ">"))
            for u, s in zip(rows, value, strict=True)
        ]

    # labels of a group are equal, and each group is before the next
    if (kind, key) == ("weak ranking", "groups"):
        readable(
            isinstance(value, list) and all(isinstance(group, list) and group for group in value),
            "groups must be lists of labels",
        )
        order = named([x for group in value for x in group], labels, 0)
        relations = [relation for group in value for relation in ">" + "=" * (len(group) - 1)]
        return [
            (minus(rows[i], rows[j]), relation)
            for (i, j), relation in zip(pairwise(order), relations[1:], strict=True)
        ]

    readable(
        kind in ("ranking", "top", "top set", "tie") and key == "labels",
        "a question must be of a known kind",
    )
    first = named(value, labels)
    rest = [j for j in range(len(rows)) if j not in first]
    pairs: list[tuple[int, int, str]]
    if kind == "top set":  # these labels before all others, in any order
        pairs = [(i, j, ">") for i in first for j in rest]
    elif kind == "tie":  # these two equal, before all others
        readable(len(first) == 2, "a tie must have two labels")
        pairs = [(first[0], first[1], "="), *((first[0], j, ">") for j in rest)]
    else:  # each of these labels before the next; top: and the last of them before all others
        pairs = [(i, j, ">") for i, j in pairwise(first)]
        pairs += [(first[-1], j, ">") for j in rest if kind == "top"]
    return [(minus(rows[i], rows[j]), relation) for i, j, relation in pairs]


def check_answer(question: Json, layer: Layer, answer: Json, evidence: Json) -> None:
    """A question that has one answer, true or false."""
    conditions = system(question, layer.labels, layer.rows)
    readable(isinstance(answer, bool), "the answer must be true or false")
    sphere = on_sphere(layer)
    if answer and sphere:
        near, far = (point(layer, x) for x in keys(evidence, "witness", "beyond"))
        demand(meets(conditions, layer, near), "the witness must meet every condition")
        demand(meets(conditions, without_ball(layer), far), "beyond must meet every condition")
        demand(distance(layer, far) >= 0, "beyond must not be inside the sphere")
    elif answer:
        (witness,) = keys(evidence, "witness")
        demand(
            meets(conditions, layer, point(layer, witness)), "the witness must meet every condition"
        )
    elif sphere and isinstance(evidence, dict) and "inside" in evidence:
        (said,) = keys(evidence, "inside")
        readable(said == "every vertex", "inside must be shown by every vertex")
        stays_inside(conditions, layer)
    else:
        (refutation,) = keys(evidence, "refutation")
        refute(conditions, layer, refutation)


def check_best_rank(question: Json, layer: Layer, answer: Json, evidence: Json) -> None:
    """The least number of labels that are not behind a label, for all x, and one more: between
    least and most.
    """
    _, name, ties = keys(question, "kind", "label", "ties")
    witness, above, refutations = keys(evidence, "witness", "above", "refutations")
    readable(ties in ("strict", "first"), "ties must be strict or first")
    readable(
        all_lists([answer], 2) and all(type(x) is int for x in answer),
        "the answer must be two numbers",
    )
    readable(all_lists(refutations, 2), "refutations must be pairs")
    readable(not on_sphere(layer), "inputs of a best place must be a ball, not its sphere")
    least, most = answer
    (own,) = named([name], layer.labels)

    def behind(others: list[int]) -> list[Condition]:
        demand(own not in others, "a label must be compared with others")
        return [
            (
                minus(layer.rows[own], layer.rows[j]),
                "≥" if ties == "first" and own < j else ">",
            )
            for j in others
        ]

    x = point(layer, witness)
    ahead = named(above, layer.labels, 0)
    rest = [j for j in range(len(layer.rows)) if j != own and j not in ahead]
    demand(meets(behind(rest), layer, x), "the witness must leave all others behind")
    demand(
        not any(meets([condition], layer, x) for condition in behind(ahead)),
        "the witness must leave none behind that is named",
    )
    demand(1 <= least <= most == len(ahead) + 1, "the answer must be the place at the witness")

    groups: list[set[int]] = []
    for part, pairs in refutations:
        group = named(part, layer.labels, 0)
        refute(behind(group), layer, pairs)
        groups.append(set(group))
    demand(not met(groups, least - 2), "too few labels meet all refuted sets")


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
            levels.append(less(left, room))
    return False


def less(groups: list[set[int]], number: int) -> Iterator[list[set[int]]]:
    """The sets that are left to be met when one more element is chosen; nothing where so many
    elements cannot meet them.
    """
    apart: list[set[int]] = []  # disjoint ones need an element each
    for group in groups:
        if all(group.isdisjoint(other) for other in apart):
            apart.append(group)
    if len(apart) > number:
        return
    # The first element of a smallest set that is chosen; those before it are not.
    out: set[int] = set()
    _, smallest = min((len(group), k) for k, group in enumerate(groups))
    for k in sorted(groups[smallest]):
        yield [group - out for group in groups if k not in group]
        out.add(k)


def check_confidence(question: Json, layer: Layer, answer: Json, evidence: Json) -> None:
    """The largest margin and the largest probability that a label has in the ball, each between two
    numbers: [low, high].
    """
    _, name, heat = keys(question, "kind", "label", "temperature")
    claims = [*keys(answer, "margin", "probability")]
    readable(all_lists(claims, 2), "the answer must be two pairs")
    (low, high), (least, most) = ([*map(fraction, pair)] for pair in claims)
    temperature = fraction(heat)
    readable(temperature[0] > 0, "the temperature must be positive")
    readable(layer.root is None, "a confidence must be over the rationals")
    ball = layer.ball
    if ball is None or ball.sphere:
        raise ValueError("a confidence must be in a ball, not on its sphere")
    (own,) = named([name], layer.labels)
    rivals = [minus(layer.rows[own], v) for j, v in enumerate(layer.rows) if j != own]
    readable(rivals, "a label must have a rival")
    demand(sign(ball.square) >= 0, "the square of a radius must not be negative")
    readable(least[0] >= 0 and most[0] <= most[1], "probabilities must be between 0 and 1")

    margin, probability = keys(evidence, "margin", "probability")
    scores, one = scores_at(rivals, layer, margin)
    demand(
        all(value * low[1] >= low[0] * one for value in scores),
        "the witness of the margin must have it",
    )
    weights, steep, middle, unit = weighted(rivals, layer, margin)
    room = sum(weights) * unit * high[0] - middle * high[1]
    demand(
        room >= 0 and steep * high[1] ** 2 <= room**2,
        "the weighted sum must not exceed the largest margin in the ball",
    )

    top, bottom = temperature
    scores, one = scores_at(rivals, layer, probability)
    if least[0]:
        readable(
            all(-value * bottom <= MOST_EXPONENT * one * top for value in scores),
            "exponents must be moderate",
        )
        total = sum(exponential(-value * bottom, one * top) for value in scores)
        demand(
            total * least[0] <= (least[1] - least[0]) << BITS,
            "the witness of the probability must have it",
        )
    weights, steep, middle, unit = weighted(rivals, layer, probability)
    if most[0] < most[1]:
        demand(most[0] > 0, "a probability must be positive")
        whole = sum(weights)
        entropy = whole * logarithm(whole)[0] - sum(w * logarithm(w)[1] for w in weights if w)
        entropy += whole * (logarithm(most[0])[0] - logarithm(most[1] - most[0])[1])
        value = (middle << BITS) + isqrt(steep << 2 * BITS) + 1
        demand(
            value * bottom <= entropy * unit * top,
            "the weights must show the largest probability",
        )


def scores_at(rivals: Rows, layer: Layer, evidence: Json) -> tuple[list[int], int]:
    """The differences of scores at a witness, all times one positive integer, and this."""
    witness, _ = keys(evidence, "witness", "refutation")
    x = point(layer, witness)
    demand(meets([], layer, x), "a witness must be an input")
    # 1 > 0 is the last condition, on the scale of all others
    return [cast(int, dot(v, x)) for v in rivals], cast(int, layer.given[-1][0][-1] * x[-1])


def weighted(rivals: Rows, layer: Layer, evidence: Json) -> tuple[list[int], int, int, int]:
    """Weights of rivals and conditions on inputs, by positions: those of all rivals. Of the weighted
    sum, times a positive integer, the square of r times the gradient and the value at the centre;
    and this integer.
    """
    _, pairs = keys(evidence, "witness", "refutation")
    conditions = [*((v, "≥") for v in rivals), *layer.given]
    readable(
        all_lists(pairs, 2) and all(type(place) is int for place, _ in pairs),
        "weights must be pairs",
    )
    places = [place for place, _ in pairs]
    weights = integers([weight for _, weight in pairs], len(pairs))
    demand(
        places == sorted({*places} & {*range(len(conditions))}),
        "weights must name conditions, in increasing order",
    )
    used = [(w, *conditions[place]) for w, place in zip(weights, places, strict=True)]
    demand(
        all(relation == "=" or w > 0 for w, _, relation in used),
        "weights of inequalities must be positive",
    )
    ball = cast(Ball, layer.ball)
    total = [dot([*weights], [v[k] for _, v, _ in used]) for k in range(layer.width)]
    middle = dot(total[:-1], ball.centre) + total[-1] * ball.one
    steep = ball.one * ball.square * dot(total[:-1], total[:-1])
    unit = layer.given[-1][0][-1] * ball.one
    found = {place: w for place, w in zip(places, weights, strict=True) if place < len(rivals)}
    demand(found, "a rival must have a weight")
    own = [found.get(k, 0) for k in range(len(rivals))]
    return own, cast(int, steep), cast(int, middle), cast(int, unit)


def exponential(top: int, bottom: int) -> int:
    """An integer above 2^BITS exp(top / bottom).

    The argument is halved until it is below 1 / 2, and the value squared as often. Powers are
    rounded up, or down for the inverse where the argument is negative; where a term is 1 unit at
    most, all that follow are less than another one.
    """
    if top < -BITS * bottom:
        return 1
    halvings = (abs(top) // bottom).bit_length() + 1
    scale = 2 * BITS + 2 * halvings
    up = top > 0
    argument = rounded(abs(top) << scale, bottom << halvings, up)
    term = total = 1 << scale
    terms = 0
    while term > up:
        terms += 1
        term = rounded(term * argument, terms << scale, up)
        total += term
    total += up
    for _ in range(halvings):
        total = rounded(total * total, 1 << scale, up)
    return rounded(total, 1 << scale - BITS, True) if up else -(-(1 << scale + BITS) // total)


def rounded(top: int, bottom: int, up: bool) -> int:
    return -(-top // bottom) if up else top // bottom


def logarithm(q: int) -> tuple[int, int]:
    """Integers below and above 2^BITS log q, for q > 0.

    With q = 2^k m, 1 <= m < 2: log q = 2 k artanh(1 / 3) + 2 artanh((m - 1) / (m + 1)).
    """
    k, guard = q.bit_length() - 1, 32
    two = artanh(1, 3, BITS + guard)
    rest = artanh(q - (1 << k), q + (1 << k), BITS + guard)
    low, high = (2 * (k * a + b) for a, b in zip(two, rest, strict=True))
    return low >> guard, -(-high >> guard)


def artanh(a: int, b: int, bits: int) -> tuple[int, int]:
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


def point(layer: Layer, witness: Json) -> Vector:
    """A positive multiple of the x of a witness."""
    if layer.given and isinstance(witness, list):
        witness = [*witness, plain("1", layer.root)]
    return vector(witness, layer.root, layer.width)


def meets(conditions: list[Condition], layer: Layer, x: Vector) -> bool:
    """Whether x, of which the last entry is positive where there are inputs, meets the conditions
    and those on all inputs.
    """
    return all(
        sign(dot(v, x)) in ALLOWED[relation] for v, relation in conditions + layer.given
    ) and (layer.ball is None or in_ball(layer.ball, x))


def in_ball(ball: Ball, x: Vector) -> bool:
    """Whether x / x_last is in the ball."""
    return from_border(ball, x) <= 0


def from_border(ball: Ball, x: Vector) -> int:
    """1 if x / x_last is beyond the ball, 0 if it is on its border, -1 if it is inside."""
    last = x[-1]
    apart = [ball.one * c - last * m for c, m in zip(x[:-1], ball.centre, strict=True)]
    return -sign(ball.one * ball.square * last * last - dot(apart, apart))


def on_sphere(layer: Layer) -> bool:
    return layer.ball is not None and layer.ball.sphere


def without_ball(layer: Layer) -> Layer:
    return layer._replace(ball=None)


def distance(layer: Layer, x: Vector) -> int:
    return 0 if layer.ball is None else from_border(layer.ball, x)


def stays_inside(asked: list[Condition], layer: Layer) -> None:
    """Demand that what the conditions leave, with >= for >, is bounded, and that its vertices are
    inside the sphere, or on it and fail a condition: no other point is farther than all of them.

    With the last coordinate the conditions make a cone, of which the rays are the kernels of as
    many rows as leave a line.
    """
    rows = [v for v, relation in asked + layer.given if relation in (">", "≥")]
    equal = [v for v, relation in asked + layer.given if relation == "="]
    readable(layer.width <= WIDEST + 1, "vertices must be in few dimensions")
    fixed = independent_of(equal, layer.width)
    size = layer.width - 1 - len(fixed)
    readable(comb(len(rows), max(0, size)) <= MOST_VERTICES, "vertices must be few")
    demand(
        len(independent_of([*equal, *rows], layer.width)) == layer.width,
        "the conditions must leave no line",
    )
    for c in combinations(rows, max(0, size)):
        ray = crossing([*fixed, *c], layer.width)
        for x in (ray, [a * -1 for a in ray]):
            if vanishes(x) or any(sign(dot(v, x)) < 0 for v in rows):
                continue
            demand(sign(x[-1]) > 0, "the conditions must leave no ray")
            outside = distance(layer, x)
            demand(
                outside < 0 or (outside == 0 and not meets(asked, without_ball(layer), x)),
                "a vertex must be inside the sphere",
            )


def independent_of(rows: Rows, width: int) -> Rows:
    """Independent rows of these, as many as there are."""
    found: Rows = []
    for row in rows:
        longer = [*found, row]
        if any(
            sign(determinant([[v[k] for k in columns] for v in longer]))
            for columns in combinations(range(width), len(longer))
        ):
            found = longer
    return found


def crossing(rows: Rows, width: int) -> Vector:
    """A vector on which so many rows less one vanish; zero if they are dependent."""
    minors = (
        determinant([[v for j, v in enumerate(row) if j != k] for row in rows])
        for k in range(width)
    )
    return [minor * (-1) ** k for k, minor in enumerate(minors)]


def refute(asked: list[Condition], layer: Layer, pairs: Json) -> None:
    """Demand that the conditions, with those on all inputs, contradict each other. ``pairs``: the
    positions of some conditions, each with its weight.
    """
    conditions = asked + layer.given
    readable(
        all_lists(pairs, 2) and all(type(place) is int for place, _ in pairs),
        "weights must be pairs",
    )
    places = [place for place, _ in pairs]
    weights = vector([weight for _, weight in pairs], layer.root, len(pairs))
    demand(
        places == sorted({*places} & {*range(len(conditions))}),
        "weights must name conditions, in increasing order",
    )
    used = [(w, *conditions[place]) for w, place in zip(weights, places, strict=True)]
    demand(
        all(relation == "=" or (relation and sign(w) > 0) for w, _, relation in used),
        "weights of inequalities must be positive",
    )
    strict = any(relation == ">" for _, _, relation in used)
    total = [dot(weights, [v[k] for _, v, _ in used]) for k in range(layer.width)]
    if layer.ball is not None:
        not_in_ball(total, strict, layer.ball, asked, layer)
        return
    demand(strict, "a strict condition must have a weight")
    demand(vanishes(total), "the weighted sum of the conditions must vanish")


def not_in_ball(
    total: Vector, strict: bool, ball: Ball, asked: list[Condition], layer: Layer
) -> None:
    """Demand that the weighted sum of conditions is not positive in the ball, and not 0 where all
    of them hold. ``strict``: a strict condition has a weight, so that the sum is positive there.
    """
    slope, square = total[:-1], ball.one * ball.square
    demand(sign(ball.square) >= 0, "the square of a radius must not be negative")
    middle = dot(slope, ball.centre) + total[-1] * ball.one  # the value at the centre
    room = sign(middle * middle - square * dot(slope, slope))
    demand(sign(middle) <= 0 <= room, "the weighted sum must not be positive in the ball")
    if strict or room:
        return  # the sum is positive where all conditions hold, or negative in the whole ball
    # Now the sum is 0 in one place of the ball only, if it is not 0 everywhere.
    demand(
        sign(middle),
        "a strict condition must have a weight, or the weighted sum be negative somewhere",
    )
    only = [square * v - middle * m for v, m in zip(slope, ball.centre, strict=True)]
    only.append(middle * ball.one * -1)
    demand(not meets(asked, layer, only), "the only point of the ball must fail a condition")


# Counting regions and faces, by deletion and restriction.


def traced(u: Vector, rows: Rows) -> Rows:
    """The rows on the hyperplane of u, without a coordinate in which u is not 0; those parallel to
    u become zero.
    """
    k = next(k for k, c in enumerate(u) if sign(c))
    return [[u[k] * v[j] - v[k] * u[j] for j in range(len(u)) if j != k] for v in rows]


def regions(rows: Rows) -> int:
    """The regions of a central arrangement: one, and for each row as many as the rows before it
    have on its hyperplane.
    """
    total = 1
    seen: Rows = []
    for u in rows:
        if vanishes(u):
            return 0  # every x lies on it
        traces = traced(u, seen)
        if not any(map(vanishes, traces)):  # a row parallel to an earlier one cuts nothing
            total += regions(traces)
            seen.append(u)
    return total


def faces(rows: Rows) -> int:
    """The faces of a central arrangement: the regions on each flat, an intersection of hyperplanes,
    known by the rows that vanish there.
    """
    total = 0
    flats: set[tuple[bool, ...]] = set()
    todo = [rows]
    while todo:
        here = todo.pop()
        flat = tuple(map(vanishes, here))
        if flat not in flats:
            flats.add(flat)
            cutting = [u for u, lost in zip(here, flat, strict=True) if not lost]
            total += regions(cutting)
            todo += [traced(u, here) for u in cutting]
    return total


# Whole patterns. A member, or the beginning of one, is a text of signs, or the groups of equal
# labels, in their order, as positions.

Order: TypeAlias = tuple[tuple[int, ...], ...]
Member: TypeAlias = str | Order


def length(member: Member) -> int:
    """How many rows, or labels, a beginning has."""
    return len(member) if isinstance(member, str) else sum(map(len, member))


def beginning(
    kind: str, part: Json, labels: list[str], rows: Rows
) -> tuple[Member, list[Condition]]:
    """The beginning of a member, signs of the first rows or groups of the first labels, and its
    conditions.
    """
    if "ranking" not in kind:
        known = set("+-" if kind == "sign pattern" else "+-0")
        readable(
            isinstance(part, str) and len(part) <= len(rows) and set(part) <= known,
            "a beginning must be signs",
        )
        signs = part.ljust(len(rows), "?")
        return part, system({"kind": "signs", "signs": signs}, labels, rows)

    readable(isinstance(part, list), "a beginning must be a list")
    groups = part if kind == "weak rankings" else [[label] for label in part]
    conditions = system({"kind": "weak ranking", "groups": groups}, labels, rows)
    order = tuple(tuple(sorted(named(group, labels))) for group in groups)
    demand(
        sorted(i for group in order for i in group) == [*range(length(order))],
        "a beginning must order the first labels",
    )
    return order, conditions


def check_pattern(kind: str, layer: Layer, answer: Json, evidence: Json) -> set[Member]:
    """All sign vectors or all rankings. In version 1 half of them are listed, and x and -x give
    opposites.
    """
    names = ("members", "excluded") if layer.given else ("members",)
    pairs, *excluded = keys(evidence, *names)
    readable(
        type(answer) is int and all_lists(pairs, 2), "members must be pairs and the answer a number"
    )
    readable(not on_sphere(layer), "inputs of a list must be a ball, not its sphere")
    found: set[Member] = set()
    for part, witness in pairs:
        member, conditions = beginning(kind, part, layer.labels, layer.rows)
        readable(length(member) == len(layer.rows), "a member must be complete")
        demand(meets(conditions, layer, point(layer, witness)), "a witness must produce its member")
        demand(
            member not in found,
            "a member must be listed once, and in version 1 its opposite not at all",
        )
        found |= {member} if layer.given else {member, opposite(member)}

    if layer.given:
        check_rest(kind, layer, found, excluded[0])
        number = len(found)
    else:
        count = regions if kind.endswith("pattern") else faces
        number = count(differences(layer.rows) if "ranking" in kind else layer.rows)
    demand(
        len(found) == number == answer,
        f"there are {number} members; {len(found)} are shown and the answer is {answer}",
    )
    return found


def opposite(member: Member) -> Member:
    if isinstance(member, str):
        return member.translate(str.maketrans("+-", "-+"))
    return member[::-1]


def check_rest(kind: str, layer: Layer, found: set[Member], excluded: Json) -> None:
    """Signs of rows are chosen, or labels put into the order, one by one: whatever is not found
    must begin with something refuted.
    """
    readable(all_lists(excluded, 2), "what is excluded must be pairs")
    out: set[Member] = set()
    for part, pairs in excluded:
        member, conditions = beginning(kind, part, layer.labels, layer.rows)
        refute(conditions, layer, pairs)
        out.add(member)

    todo: list[Member] = [() if "ranking" in kind else ""]
    while todo:
        member = todo.pop()
        if member in out:
            continue
        if length(member) < len(layer.rows):
            todo += longer(kind, member)
        else:
            demand(member in found, "what is not listed must be excluded")


def longer(kind: str, member: Member) -> list[Member]:
    """The beginnings with one more row, or label. Ties and zeros do not occur in a pattern."""
    strict = kind.endswith("pattern")
    if isinstance(member, str):
        return [member + s for s in ("+-" if strict else "+-0")]
    new = (length(member),)
    longer: list[Member] = [(*member[:k], new, *member[k:]) for k in range(len(member) + 1)]
    if not strict:
        longer += [(*member[:k], member[k] + new, *member[k + 1 :]) for k in range(len(member))]
    return longer


# Pairs of configurations.


def independent(rows: Rows, width: int) -> Iterable[tuple[int, tuple[int, ...]]]:
    """Each choice of columns that could be a basis, with its number, the largest first."""
    for rank in range(min(len(rows), width), -1, -1):
        for columns in combinations(range(width), rank):
            yield rank, columns


def chirotope(rows: Rows, width: int) -> tuple[int, list[int]]:
    """The rank and the signs of the maximal minors on some independent columns, with the first sign
    that is not 0 made positive.
    """
    for rank, columns in independent(rows, width):
        signs = [
            sign(determinant([[u[k] for k in columns] for u in choice]))
            for choice in combinations(rows, rank)
        ]
        if any(signs):
            return rank, [s * next(filter(None, signs)) for s in signs]
    raise AssertionError("the minor without rows is 1")


def projector(rows: Rows, width: int) -> tuple[Rows, Number]:
    """The orthogonal projector onto the span of the columns, times the positive number D =
    det(K'K), and D. K are independent columns, as many as there can be. The entry at i, j is D
    times row i of K, the inverse of K'K, and row j of K: minus the determinant of K'K with these
    two rows as border.
    """
    for _, columns in independent(rows, width):
        inner = [
            [dot([u[a] for u in rows], [u[b] for u in rows]) for b in columns] for a in columns
        ]
        scale = determinant(inner)
        if sign(scale):
            K = [[u[k] for k in columns] for u in rows]
            borders = [[[*row, c] for row, c in zip(inner, v, strict=True)] for v in K]
            return [[determinant([*border, [*u, 0]]) * -1 for border in borders] for u in K], scale
    raise AssertionError("the determinant without rows is 1")


def agree(name: str, first: Rows, second: Rows, widths: tuple[int, int]) -> bool:
    """Whether two configurations, of vectors with so many entries, have the same rows, gram matrix,
    norms, cosines, chirotope or number of regions. After "difference" or "centred" the same is
    asked of the differences of rows (norms: distances; regions: rankings) or of the rows minus
    their mean. After "whitened" gram matrix and cosines are those of rows whose gram matrix is the
    projector onto the columns of the centred rows.
    """
    view, _, base = name.rpartition(" ")
    known = view in ("", "centred", "difference") or (
        view == "whitened" and base in ("gram", "cosines")
    )
    readable(known, "an invariant must be a known one")
    if view == "difference":
        first, second = differences(first), differences(second)
    elif view in ("centred", "whitened"):
        first, second = centred(first), centred(second)

    if base == "regions":
        return regions(first) == regions(second)
    if base == "chirotope":
        return chirotope(first, widths[0]) == chirotope(second, widths[1])
    if base == "rows":
        return widths[0] == widths[1] and all(
            vanishes(minus(u, v)) for u, v in zip(first, second, strict=True)
        )

    if view == "whitened":
        (g, scale), (h, other) = projector(first, widths[0]), projector(second, widths[1])
        g = [[other * c for c in u] for u in g]
        h = [[scale * c for c in u] for u in h]
    else:
        g = [[dot(u, v) for v in first] for u in first]
        h = [[dot(u, v) for v in second] for u in second]
    if base == "cosines":
        return equal_cosines(g, h)
    readable(base in ("gram", "norms"), "an invariant must be a known one")
    places = ((i, j) for i in range(len(g)) for j in range(i + 1))
    return not any(sign(g[i][j] - h[i][j]) for i, j in places if base == "gram" or i == j)


def centred(rows: Rows) -> Rows:
    """The rows minus their mean, times their number."""
    total = [dot([1] * len(rows), [*column]) for column in zip(*rows, strict=True)]
    return [minus([len(rows) * c for c in u], total) for u in rows]


def equal_cosines(g: Rows, h: Rows) -> bool:
    """Whether two Gram matrices have equal cosines: equal signs and equal squares."""
    demand(
        all(sign(m[i][i]) for m in (g, h) for i in range(len(m))),
        "cosines must be of non-zero rows",
    )
    places = [(i, j) for i in range(len(g)) for j in range(i + 1)]
    return all(sign(g[i][j]) == sign(h[i][j]) for i, j in places) and not any(
        sign(g[i][j] * g[i][j] * h[i][i] * h[j][j] - h[i][j] * h[i][j] * g[i][i] * g[j][j])
        for i, j in places
    )


def check_pair(
    question: Json, left: Layer, right: Layer, alike: bool, answer: Json, evidence: Json
) -> None:
    """Two configurations that have an invariant in common, and another not. ``alike`` says that
    their offsets and inputs are the same.
    """
    _, same, differ = keys(question, "kind", "same", "differ")
    shared, apart = keys(evidence, "same", "differ")
    readable(
        isinstance(same, str) and left.labels == right.labels,
        "a pair must have common labels and name an invariant",
    )
    readable(
        not left.given or not isinstance(differ, str),
        "a pair of version 2 or 3 must differ about a question",
    )
    check_same(same, left, right, alike, shared)
    if isinstance(differ, str):
        demand(
            answer is None and apart is None and not agree_linearly(differ, left, right),
            f"the {differ} must differ",
        )
        return
    readable(isinstance(apart, list), "a question must have two pieces of evidence")
    demand(answer in ([True, False], [False, True]), "the answers must differ")
    for layer, yes, proof in zip((left, right), answer, apart, strict=True):
        check_answer(differ, layer, yes, proof)


def check_same(same: str, left: Layer, right: Layer, alike: bool, shared: Json) -> None:
    """Same patterns: [count, members, members]. A same invariant such as "top of 1" (argmax
    labels), "top set of 3" or "tie of 2" is the answers to all questions of this kind about so many
    labels, or "any" number: [answer, evidence, evidence]. Others are recomputed.
    """
    kind, _, size = same.rpartition(" of ")
    if same in ("sign pattern", "ranking pattern"):
        readable(all_lists([shared], 3), "equal patterns must come as a count and two lists")
        count, *proofs = shared
        first = check_pattern(same, left, count, proofs[0])
        second = check_pattern(same, right, count, proofs[1])
        demand(first == second, "the patterns must be equal")

    elif re.fullmatch(r"(top|top set) of (any|[1-9][0-9]*)|tie of 2", same, re.ASCII):
        chosen = permutations if kind == "top" else combinations
        choices = [
            choice
            for k in range(1, len(left.labels) + 1)
            if size in ("any", str(k))
            for choice in chosen(left.labels, k)
        ]
        readable(all_lists(shared, 3), "answers must be triples")
        demand(
            len(shared) == len(choices), f"there must be {len(choices)} answers, not {len(shared)}"
        )
        for choice, (both, *proofs) in zip(choices, shared, strict=True):
            question = {"kind": kind, "labels": list(choice)}
            check_answer(question, left, both, proofs[0])
            check_answer(question, right, both, proofs[1])

    else:
        demand(
            shared is None and alike and agree_linearly(same, left, right),
            f"the {same} must be equal",
        )


def agree_linearly(name: str, left: Layer, right: Layer) -> bool:
    """Whether the vectors u_i agree, without their offsets."""
    first, second = left.vectors, right.vectors
    return agree(name, first, second, (left.dimension, right.dimension))


# Certificates.


def parse(text: str) -> Json:
    def distinct(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        readable(len({key for key, _ in pairs}) == len(pairs), "keys must be distinct")
        return dict(pairs)

    return json.loads(
        text,
        object_pairs_hook=distinct,
        parse_int=whole,
        parse_float=fraction,
        parse_constant=fraction,
    )


def fingerprint(configuration: dict[str, object]) -> str:
    """The hash of a configuration as it stands in a certificate; without the field where that is
    null.
    """
    content = json.dumps(
        {key: value for key, value in configuration.items() if value is not None},
        separators=(",", ":"),
    )
    return hashlib.sha256(content.encode()).hexdigest()


def check(text: str, outside: str | None = None) -> str:
    """Return the statement that is proved, or raise Refused, or ValueError if unreadable.
    ``outside`` is the text of a configuration.
    """
    value = parse(text)
    newer = isinstance(value, dict) and value.get("version") in (2, 3)
    names = f"format version configurations hashes {'inputs ' * newer}question answer evidence end"
    form, version, configurations, hashes, *inputs, question, answer, evidence, end = keys(
        value, *names.split()
    )
    whole = (form, type(version), end) == (FORMAT, int, END) and version in (1, 2, 3)
    readable(whole, "a certificate must be complete, of version 1, 2 or 3")
    readable(
        isinstance(configurations, list) and isinstance(question, dict),
        "a certificate must have configurations and a question",
    )
    if outside is not None:
        given = parse(outside)
        configurations = [given if c is None else c for c in configurations]
        demand(
            given in configurations, "the configuration given must be the one in the certificate"
        )
    kind = question.get("kind")
    readable(
        len(configurations) == 1 + (kind == "pair"),
        "a pair must have two configurations, any other question one",
    )
    layers = understood(configurations, *inputs, *[version == 3] * newer)
    demand(
        hashes == [fingerprint(c) for c in configurations],
        "the hash must be that of the configuration",
    )

    if kind == "pair":
        offsets, polyhedra = [c.get("bias") for c in configurations], [*inputs, [None] * 2][0]
        alike = offsets[0] == offsets[1] and polyhedra[0] == polyhedra[1]
        check_pair(question, layers[0], layers[1], alike, answer, evidence)
    elif kind in PATTERNS:
        keys(question, "kind")
        check_pattern(kind, layers[0], answer, evidence)
    elif kind == "best rank":
        check_best_rank(question, layers[0], answer, evidence)
    elif kind == "confidence":
        check_confidence(question, layers[0], answer, evidence)
    else:
        check_answer(question, layers[0], answer, evidence)

    where = f", inputs {json.dumps(inputs[0])}" if newer else ""
    what = f"{json.dumps(question)} has the answer {json.dumps(answer)}"
    return f"{what} for {' and '.join(h[:12] for h in hashes)}{where}"


def main(arguments: list[str]) -> int:
    """The exit code."""
    try:
        readable(
            1 <= len(arguments) <= 2,
            "usage: python single.py certificate.json [configuration.json]",
        )
        texts = []
        for path in arguments:
            with open(path, encoding="utf-8") as file:
                texts.append(file.read(LARGEST_FILE + 1))
            readable(len(texts[-1]) <= LARGEST_FILE, "the file must be smaller")
        print("accepted:", check(*texts))
        return 0
    except Refused as error:
        print("refused:", error, file=sys.stderr)
        return 1
    except (ValueError, OSError, RecursionError) as error:
        print("unreadable:", error, file=sys.stderr)
        return 2
    except Exception as error:  # a fault of this program: not 1, which says refused
        print("fault:", type(error).__name__, error, file=sys.stderr)
        return 4


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
