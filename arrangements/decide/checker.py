"""Check a certificate with integers alone: no solver, no floating point, nothing but the standard
library.

    python checker.py certificate.json [configuration.json]

exits 0 for accepted, 1 for refused (it does not prove its answer), 2 for unreadable. There is one
way to accept: ``check`` returns.

What acceptance implies. The certificate holds the rows u_i of a configuration. A question is a list
of conditions v . x > 0 or v . x = 0 on a real vector x, where every v is a row, its negative, or a
difference of two rows; ``system`` is the definition. In version 2 rows may have offsets b_i, and
inputs h may be confined by inequalities c + a . h >= 0 and equations c + a . h = 0. Rows are then
(u_i, b_i), x is (h, 1), and the inequalities, the equations and 1 > 0, in this order, join the
conditions of every question, after its own. In version 3 inputs may besides lie in a ball, |h -
c|^2 <= square.

- Answer true: the x in the certificate was put into every condition, and each held. What was asked
  for occurs.
- Answer false: the weights w give sum w_i v_i = 0; w_i > 0 where v_i . x > 0 or >= 0 was asked, and
  there is a strict i. For any real x the sum of w_i (v_i . x) would be positive and zero at once,
  so there is none (Gordan, Motzkin). What was asked for does not occur. In a ball the sum need not
  vanish. It is a function of h, with value g at c and gradient v, and on the ball at most g + r
  |v|; that is shown to be 0 or less. So it is not positive, though there is a strict i; or it is
  negative; or it is 0 at one point of the ball only, which was put into the conditions, and failed.
- A whole pattern of version 1: every member listed has a witness x, its opposite has -x, and
  together they are as many as the arrangement has regions, or faces where zeros and ties are listed
  too, counted here by deletion and restriction. Of version 2: every sign vector, row by row, and
  every ranking, label by label, is listed with its witness or begins with something refuted as
  above. The list is complete.
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
from itertools import combinations, pairwise, permutations, zip_longest
from math import gcd, lcm

__all__ = ["Refused", "check", "fingerprint", "main"]

FORMAT, END = "arrangements certificate", "end of certificate"
PATTERNS = ("sign pattern", "ranking pattern", "covectors", "weak rankings")
LARGEST_FILE, LONGEST_NUMBER = 1 << 28, 200_000
NUMBER = re.compile(r"(0|-?[1-9][0-9]*)(/[1-9][0-9]*)?")


class Refused(Exception):
    """A certificate that does not prove its answer."""


def demand(condition, message, error=Refused):
    if not condition:
        raise error(message)


def readable(condition, message):
    demand(condition, message, ValueError)  # also what json, int and zip raise


# Numbers are int, or Element: an integer polynomial in an isolated real root. Both have + - * and
# sign().


def bounds(p, a, b, q):
    """Integers around q^degree times p(x), for all x from a / q to b / q; a tight pair if a = b."""
    low, high, power = 0, 0, 1
    for c in reversed(p):
        products = (low * a, low * b, high * a, high * b)
        low, high, power = min(products) + c * power, max(products) + c * power, power * q
    return low, high


def remainder(p, m):
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
        factor, shifted = p[-1] if m[-1] > 0 else -p[-1], [0] * (len(p) - len(m)) + m
        p = [abs(m[-1]) * c - factor * e for c, e in zip(p, shifted, strict=True)]


class Root:
    """The only root of an integer polynomial between a / q and b / q; the interval shrinks as signs
    are asked for.
    """

    def __init__(self, value):
        polynomial, interval = keys(value, "polynomial", "interval")
        readable(
            isinstance(polynomial, list) and isinstance(interval, list) and len(polynomial) > 1,
            "a field must have a polynomial",
        )
        self.p, self.degree = vector(polynomial, None, len(polynomial)), len(polynomial) - 1
        self.a, self.b, self.q = vector([*interval, "1"], None, 3)
        demand(
            self.p[-1] and self.a < self.b and self.changes_sign(self.p),
            "the polynomial must change sign in the interval",
        )
        low, high = bounds([k * c for k, c in enumerate(self.p)][1:], self.a, self.b, self.q)
        demand(
            low > 0 or high < 0,
            "the interval must be so short that the polynomial plainly is monotone in it",
        )

    def changes_sign(self, p):
        return bounds(p, self.a, self.a, self.q)[0] * bounds(p, self.b, self.b, self.q)[0] < 0

    def sign(self, p):
        p = common = remainder(p, self.p)
        other = self.p
        while common:
            common, other = remainder(other, common), common
        # the common divisor has the root; a simple one, so it shows
        if not p or self.changes_sign(other):
            return 0
        while True:
            low, high = bounds(p, self.a, self.b, self.q)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            a, b, self.q = 4 * self.a, 4 * self.b, 4 * self.q
            middle = (a + b) // 2
            middle += bounds(self.p, middle, middle, self.q)[0] == 0  # beside the root, not on it
            self.a, self.b = a, middle
            if not self.changes_sign(self.p):
                self.a, self.b = middle, b


class Element:
    def __init__(self, coefficients, root):
        self.c, self.root = coefficients, root

    def __add__(self, other):
        return Element(
            [a + b for a, b in zip_longest(self.c, getattr(other, "c", [other]), fillvalue=0)],
            self.root,
        )

    def __mul__(self, other):
        factors = getattr(other, "c", [other])
        product = [0] * (len(self.c) + len(factors) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(factors):
                product[i + j] += a * b
        return Element(product, self.root)

    def __sub__(self, other):
        return self + other * -1

    __radd__, __rmul__ = __add__, __mul__


def sign(x):
    return x.root.sign(x.c) if isinstance(x, Element) else (x > 0) - (x < 0)


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


def minus(u, v):
    return [a - b for a, b in zip(u, v, strict=True)]


def length(parts):
    return sum(map(len, parts))


def differences(rows):
    return [minus(u, v) for u, v in combinations(rows, 2)]


# Reading. Numbers are texts in lowest terms, and keys come in one order only, so that the end mark
# is the end.


def keys(value, *names):
    readable(
        isinstance(value, dict) and tuple(value) == names,
        f"an object must have the keys {', '.join(names)}, in this order",
    )
    return value.values()


def all_lists(value, length):
    return isinstance(value, list) and all(
        isinstance(item, list) and len(item) == length for item in value
    )


def fraction(text):
    limit = sys.get_int_max_str_digits() or LONGEST_NUMBER
    readable(
        isinstance(text, str) and len(text) <= limit and NUMBER.fullmatch(text),
        "a number must be a text such as -4/5, not too long",
    )
    top, _, under = text.partition("/")
    top, bottom = int(top), int(under or "1")
    readable(gcd(top, bottom) == 1 and under != "1", "a fraction must be in lowest terms")
    return top, bottom


def integral(tables, root):
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
    scaled = [
        [
            [[top * (scale // bottom) for top, bottom in map(fraction, x)] for x in v]
            for v in vectors
        ]
        for vectors in split
    ]
    return [
        [[Element(x, root) if root else x[0] for x in v] for v in vectors] for vectors in scaled
    ]


def vector(value, root, length):
    """A positive multiple of a vector."""
    x = integral([[value]], root)[0][0]
    demand(len(x) == length, f"a vector must have {length} entries, not {len(x)}")
    return x


def understood(configurations, inputs=(), balls=False):
    """(labels, rows, dimension, root, given) of each configuration, in one field and on one scale;
    ``given`` are conditions on every x, the last of them, where there is a ball, its centre and
    square with the relation 'o'."""
    for value in configurations:
        bias = isinstance(value, dict) and "bias" in value
        *offsets, dimension, field, labels, rows = keys(
            value, *["bias"] * bias, "dimension", "field", "labels", "rows"
        )
        readable(isinstance(rows, list), "rows must be a list")
        readable(
            not bias or (inputs and isinstance(offsets[0], list) and len(offsets[0]) == len(rows)),
            "offsets must be one for each row",
        )
        readable(
            isinstance(labels, list) and all(isinstance(x, str) and x for x in labels),
            "labels must be texts",
        )
        readable(
            type(dimension) is int
            and 0 <= dimension <= LARGEST_FILE
            and all_lists(rows, dimension),
            "rows must fit the dimension",
        )
        readable(
            len(set(labels)) == len(labels) == len(rows),
            "labels must be distinct, one for each row",
        )
        readable(
            field == configurations[0]["field"], "the configurations of a pair must be in one field"
        )
    readable(
        inputs == () or (isinstance(inputs, list) and len(inputs) == len(configurations)),
        "each configuration must have its inputs",
    )
    root = None if field is None else Root(field)
    tables, relations = [value["rows"] for value in configurations], [""] * len(configurations)
    for k, (c, polyhedron) in enumerate(zip(configurations, inputs, strict=False)):
        weak, equal, *more = (
            ([], [])
            if polyhedron is None
            else keys(polyhedron, "inequalities", "equations", *["ball"] * balls)
        )
        readable(
            all(all_lists(part, c["dimension"] + 1) for part in (weak, equal)),
            "conditions of the inputs must fit the dimension",
        )
        rows = [
            [*u, b]
            for u, b in zip(
                c["rows"], c.get("bias", [plain("0", root)] * len(c["rows"])), strict=True
            )
        ]
        tables[k] = [
            *rows,
            *([*a, b] for b, *a in [*weak, *equal]),
            [plain("0", root)] * c["dimension"] + [plain("1", root)],
        ]
        relations[k] = "≥" * len(weak) + "=" * len(equal) + ">"
        for ball in more:
            if ball is not None:
                centre, square = keys(ball, "centre", "square")
                readable(
                    all_lists([centre], c["dimension"]),
                    "the centre of a ball must fit the dimension",
                )
                tables[k].append([*centre, square])
                relations[k] += "o"
    readable(
        not balls or any(signs.endswith("o") for signs in relations),
        "inputs of version 3 must be in a ball",
    )
    whole = zip(configurations, integral(tables, root), relations, strict=True)
    parts = [
        (
            c["labels"],
            v[: len(c["rows"])],
            c["dimension"] + bool(inputs),
            v[len(c["rows"]) :],
            signs,
        )
        for c, v, signs in whole
    ]
    return [
        (labels, rows, width, root, list(zip(given, signs, strict=True)))
        for labels, rows, width, given, signs in parts
    ]


def plain(text, root):
    return [text] + ["0"] * (root.degree - 1) if root else text


def positive(configuration, point):
    """A positive multiple of the x of a witness."""
    _, _, dimension, root, given = configuration
    return vector(
        [*point, plain("1", root)] if given and isinstance(point, list) else point, root, dimension
    )


def named(value, labels, least=1):
    """Distinct labels as positions."""
    readable(
        isinstance(value, list) and all(isinstance(x, str) for x in value), "labels must be texts"
    )
    readable(
        least <= len(value) == len(set(value)) and set(value) <= set(labels),
        "labels must be distinct labels of the configuration",
    )
    return [labels.index(x) for x in value]


def system(question, labels, rows):
    """The conditions (v, relation), relation '>' or '='; '' leaves v free. This is the meaning of
    every question.
    """
    readable(
        isinstance(question, dict) and len(question) == 2 and next(iter(question)) == "kind",
        "a question must have two keys",
    )
    (_, kind), (key, value) = question.items()
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
        first = named([x for group in value for x in group], labels, 0)
        relations = [relation for group in value for relation in [">"] + ["="] * (len(group) - 1)][
            1:
        ]
        return [
            (minus(rows[i], rows[j]), relation)
            for (i, j), relation in zip(pairwise(first), relations, strict=True)
        ]
    readable(
        kind in ("ranking", "top", "top set", "tie") and key == "labels",
        "a question must be of a known kind",
    )
    first = named(value, labels)
    rest = [j for j in range(len(rows)) if j not in first]
    if kind == "top set":  # these labels before all others, in any order
        pairs = [(i, j, ">") for i in first for j in rest]
    elif kind == "tie":  # these two equal, before all others
        readable(len(first) == 2, "a tie must have two labels")
        pairs = [(*first, "="), *((first[0], j, ">") for j in rest)]
    else:  # each of these labels before the next; top: and the last of them before all others
        pairs = [(i, j, ">") for i, j in pairwise(first)] + [
            (first[-1], j, ">") for j in rest if kind == "top"
        ]
    return [(minus(rows[i], rows[j]), relation) for i, j, relation in pairs]


def check_answer(question, configuration, answer, evidence):
    conditions = system(question, *configuration[:2])
    readable(isinstance(answer, bool), "the answer must be true or false")
    if not answer:
        return refute(conditions, configuration, *keys(evidence, "refutation"))
    x = positive(configuration, *keys(evidence, "witness"))
    demand(meets(conditions, configuration, x), "the witness must meet every condition")


def meets(conditions, configuration, x):
    signs = {">": (1,), "=": (0,), "≥": (0, 1), "": (-1, 0, 1)}
    given, ball = parted(configuration)
    return all(sign(dot(v, x)) in signs[relation] for v, relation in conditions + given) and all(
        holds(each, x) for each in ball
    )


def parted(configuration):
    """The linear conditions on every x; and (one, centre, square) of a ball, if there is one, all
    three times ``one``.
    """
    given = configuration[4]
    linear = [(v, relation) for v, relation in given if relation != "o"]
    return linear, [(linear[-1][0][-1], v[:-1], v[-1]) for v, relation in given if relation == "o"]


def holds(ball, x):
    """Whether x / x_last is in the ball."""
    one, centre, square = ball
    apart = [one * c - x[-1] * m for c, m in zip(x[:-1], centre, strict=True)]
    return sign(one * square * x[-1] * x[-1] - dot(apart, apart)) >= 0


def refute(conditions, configuration, pairs):
    _, _, dimension, root, _ = configuration
    given, ball = parted(configuration)
    asked, conditions = conditions, conditions + given
    readable(
        all_lists(pairs, 2) and all(type(place) is int for place, _ in pairs),
        "weights must be pairs",
    )
    places, weights = (
        [place for place, _ in pairs],
        vector([weight for _, weight in pairs], root, len(pairs)),
    )
    demand(
        places == sorted({*places} & {*range(len(conditions))}),
        "weights must name conditions, in increasing order",
    )
    used = [(w, *conditions[place]) for w, place in zip(weights, places, strict=True)]
    demand(
        all(relation == "=" or (relation and sign(w) > 0) for w, _, relation in used),
        "weights of inequalities must be positive",
    )
    strict, total = (
        any(relation == ">" for _, _, relation in used),
        [sum(w * v[k] for w, v, _ in used) for k in range(dimension)],
    )
    if not ball:
        demand(strict, "a strict condition must have a weight")
        demand(not any(map(sign, total)), "the weighted sum of the conditions must vanish")
        return
    (one, centre, square), slope = ball[0], total[:-1]
    demand(sign(square) >= 0, "the square of a radius must not be negative")
    middle = dot(slope, centre) + total[-1] * one  # the value of the weighted sum at the centre
    room = sign(middle * middle - one * square * dot(slope, slope))
    demand(sign(middle) <= 0 <= room, "the weighted sum must not be positive in the ball")
    # then it is 0 in one place of the ball only, if it is not 0 everywhere
    if not strict and not room:
        demand(
            sign(middle),
            "a strict condition must have a weight, or the weighted sum be negative somewhere",
        )
        only = [one * square * v - middle * m for v, m in zip(slope, centre, strict=True)] + [
            middle * one * -1
        ]
        demand(
            not meets(asked, configuration, only),
            "the only point of the ball must fail a condition",
        )


def traced(u, rows):
    """The rows on the hyperplane of u, without a coordinate in which u is not 0; those parallel to
    u become zero.
    """
    k = next(k for k, c in enumerate(u) if sign(c))
    return [[u[k] * v[j] - v[k] * u[j] for j in range(len(u)) if j != k] for v in rows]


def regions(rows):
    """The regions of a central arrangement: one, and for each row as many as the rows before it
    have on its hyperplane.
    """
    total, seen = 1, list[list]()
    for u in rows:
        if not any(map(sign, u)):
            return 0  # every x lies on it
        traces = traced(u, seen)
        if all(any(map(sign, trace)) for trace in traces):
            total, seen = total + regions(traces), [*seen, u]
    return total


def faces(rows):
    """The faces of a central arrangement: the regions on each flat, an intersection of hyperplanes,
    known by the rows that vanish there.
    """
    total, flats, todo = 0, set[tuple](), [rows]
    while todo:
        here = todo.pop()
        flat = tuple(any(map(sign, u)) for u in here)
        if flat not in flats:
            cutting = [u for u, cuts in zip(here, flat, strict=True) if cuts]
            total, flats, todo = (
                total + regions(cutting),
                flats | {flat},
                [*todo, *(traced(u, here) for u in cutting)],
            )
    return total


def beginning(kind, part, labels, rows):
    """The beginning of a member, signs of the first rows or groups of the first labels, and what it
    asks of x.
    """
    if "ranking" not in kind:
        known = set("+-" if kind == "sign pattern" else "+-0")
        readable(
            isinstance(part, str) and len(part) <= len(rows) and set(part) <= known,
            "a beginning must be signs",
        )
        return part, system({"kind": "signs", "signs": part.ljust(len(rows), "?")}, labels, rows)
    readable(isinstance(part, list), "a beginning must be a list")
    groups = part if kind == "weak rankings" else [[label] for label in part]
    conditions = system({"kind": "weak ranking", "groups": groups}, labels, rows)
    order = tuple(tuple(sorted(named(group, labels))) for group in groups)
    demand(
        sorted(i for group in order for i in group) == [*range(length(order))],
        "a beginning must order the first labels",
    )
    return order, conditions


def check_pattern(kind, configuration, answer, evidence):
    """All sign vectors or all rankings, as a set. In version 1 half are listed: x and -x give
    opposites.
    """
    labels, rows, _, _, given = configuration
    pairs, *excluded = keys(evidence, "members", *["excluded"] * bool(given))
    readable(
        type(answer) is int and all_lists(pairs, 2), "members must be pairs and the answer a number"
    )
    found, turned = set(), str.maketrans("+-", "-+")
    for member, point in pairs:
        order, conditions = beginning(kind, member, labels, rows)
        readable(length(order) == len(rows), "a member must be complete")
        demand(
            meets(conditions, configuration, positive(configuration, point)),
            "a witness must produce its member",
        )
        demand(
            order not in found,
            "a member must be listed once, and in version 1 its opposite not at all",
        )
        opposite = (
            order if given else order.translate(turned) if isinstance(order, str) else order[::-1]
        )
        found |= {order, opposite}
    count, view = (
        (regions if kind.endswith("pattern") else faces),
        (differences if "ranking" in kind else list),
    )
    number = check_rest(kind, configuration, found, *excluded) if given else count(view(rows))
    demand(
        len(found) == number == answer,
        f"there are {number} members; {len(found)} are shown and the answer is {answer}",
    )
    return found


def check_rest(kind, configuration, found, excluded):
    """Signs of rows are chosen, or labels put into the order, one by one: what is not found must
    begin with something refuted.
    """
    labels, rows, *_ = configuration
    readable(all_lists(excluded, 2), "what is excluded must be pairs")
    out, todo = set(), list["str | tuple"]([() if "ranking" in kind else ""])
    for part, pairs in excluded:
        order, conditions = beginning(kind, part, labels, rows)
        refute(conditions, configuration, pairs)
        out.add(order)
    while todo:
        part = todo.pop()
        new, places = (length(part),), range(len(part) + 1)
        demand(
            part in out or part in found or new[0] < len(rows),
            "what is not listed must be excluded",
        )
        if part not in out and new[0] < len(rows):
            zeros = (
                [part + "0"]
                if isinstance(part, str)
                else [(*part[:k], part[k] + new, *part[k + 1 :]) for k in places[:-1]]
            )
            todo += (
                [part + s for s in "+-"]
                if isinstance(part, str)
                else [(*part[:k], new, *part[k:]) for k in places]
            )
            todo += [] if kind.endswith("pattern") else zeros
    return len(found)


def determinant(rows):
    minors = (
        (
            (c * (-1) ** k, [u[:k] + u[k + 1 :] for u in rows[1:]])
            for k, c in enumerate(rows[0])
            if sign(c)
        )
        if rows
        else ()
    )
    return sum(c * determinant(minor) for c, minor in minors) if rows else 1


def chirotope(rows, width):
    """The rank and the signs of the maximal minors on some independent columns, with the first sign
    that is not 0 made positive.
    """
    for rank in range(min(len(rows), width), -1, -1):
        for columns in combinations(range(width), rank):
            signs = [
                sign(determinant([[u[k] for k in columns] for u in choice]))
                for choice in combinations(rows, rank)
            ]
            if any(signs):
                return rank, [s * next(filter(None, signs)) for s in signs]


def projector(rows, width):
    """The orthogonal projector onto the span of the columns, times the positive number D =
    det(K'K), and D. K are independent columns, as many as there can be. The entry at i, j is D
    times row i of K, the inverse of K'K, and row j of K: minus the determinant of K'K with these
    two rows as border."""
    for rank in range(min(len(rows), width), -1, -1):
        for columns in combinations(range(width), rank):
            inner = [[sum(u[a] * u[b] for u in rows) for b in columns] for a in columns]
            if sign(scale := determinant(inner)):
                K = [[u[k] for k in columns] for u in rows]
                borders = [[[*row, c] for row, c in zip(inner, v, strict=True)] for v in K]
                return [
                    [determinant([*border, [*u, 0]]) * -1 for border in borders] for u in K
                ], scale


def agree(name, first, second):
    """Whether two configurations have the same rows, gram matrix, norms, cosines, chirotope or
    number of regions. After "difference" or "centred" the same is asked of the differences of rows
    (norms: distances; regions: rankings) or of the rows minus their mean. After "whitened" gram
    matrix and cosines are those of rows whose gram matrix is the projector onto the columns of the
    centred rows."""
    view, _, base = name.rpartition(" ")
    known = view in ("", "centred", "difference") or (
        view == "whitened" and base in ("gram", "cosines")
    )
    readable(known, "an invariant must be a known one")
    pair = [first[1], second[1]]
    if view == "difference":
        pair = [differences(rows) for rows in pair]
    elif view in ("centred", "whitened"):
        pair = [
            [minus([len(rows) * c for c in u], map(sum, zip(*rows, strict=True))) for u in rows]
            for rows in pair
        ]
    if base in ("regions", "chirotope"):
        return (
            regions(pair[0]) == regions(pair[1])
            if base == "regions"
            else chirotope(pair[0], first[2]) == chirotope(pair[1], second[2])
        )
    if base == "rows":
        return first[2] == second[2] and not any(
            sign(c) for u, v in zip(*pair, strict=True) for c in minus(u, v)
        )
    g, h = ([[dot(u, v) for v in rows] for u in rows] for rows in pair)
    if view == "whitened":
        (g, scale), (h, other) = (
            projector(rows, width) for rows, width in zip(pair, (first[2], second[2]), strict=True)
        )
        g, h = (
            [[factor * c for c in u] for u in rows] for rows, factor in ((g, other), (h, scale))
        )
    places = [(i, j) for i in range(len(g)) for j in range(i + 1)]
    if base == "cosines":  # equal signs and equal squares
        demand(
            all(sign(m[i][i]) for m in (g, h) for i in range(len(m))),
            "cosines must be of non-zero rows",
        )
        squares = (
            g[i][j] * g[i][j] * h[i][i] * h[j][j] - h[i][j] * h[i][j] * g[i][i] * g[j][j]
            for i, j in places
        )
        return all(sign(g[i][j]) == sign(h[i][j]) for i, j in places) and not any(
            map(sign, squares)
        )
    readable(base in ("gram", "norms"), "an invariant must be a known one")
    return not any(sign(g[i][j] - h[i][j]) for i, j in places if base == "gram" or i == j)


def check_pair(question, pair, alike, answer, evidence):
    """Same patterns: [count, members, members]. A same invariant such as "top of 1" (argmax
    labels), "top set of 3" or "tie of 2" is the answers to all questions of this kind about so many
    labels, or "any" number: [answer, evidence, evidence]. Others are recomputed; ``alike`` then
    says that offsets and inputs are the same."""
    (_, same, differ), (left, right) = (
        keys(question, "kind", "same", "differ"),
        keys(evidence, "same", "differ"),
    )
    readable(
        isinstance(same, str) and pair[0][0] == pair[1][0],
        "a pair must have common labels and name an invariant",
    )
    readable(
        not pair[0][4] or not isinstance(differ, str),
        "a pair of version 2 or 3 must differ about a question",
    )
    linear = [
        (labels, [u[: width - bool(given)] for u in rows], width - bool(given))
        for labels, rows, width, _, given in pair
    ]
    kind, _, size = same.rpartition(" of ")
    if same in ("sign pattern", "ranking pattern"):
        readable(all_lists([left], 3), "equal patterns must come as a count and two lists")
        first, second = (
            check_pattern(same, configuration, left[0], proof)
            for configuration, proof in zip(pair, left[1:], strict=True)
        )
        demand(first == second, "the patterns must be equal")
    elif re.fullmatch(r"(top|top set) of (any|[1-9][0-9]*)|tie of 2", same, re.ASCII):
        sizes = [k for k in range(1, len(pair[0][0]) + 1) if size in ("any", str(k))]
        choices = [
            choice
            for k in sizes
            for choice in (permutations if kind == "top" else combinations)(pair[0][0], k)
        ]
        readable(all_lists(left, 3), "answers must be triples")
        demand(len(left) == len(choices), f"there must be {len(choices)} answers, not {len(left)}")
        for choice, (both, *proofs) in zip(choices, left, strict=True):
            for configuration, proof in zip(pair, proofs, strict=True):
                check_answer({"kind": kind, "labels": list(choice)}, configuration, both, proof)
    else:
        demand(left is None and alike and agree(same, *linear), f"the {same} must be equal")
    if isinstance(differ, str):
        demand(
            answer is None and right is None and not agree(differ, *linear),
            f"the {differ} must differ",
        )
        return
    readable(isinstance(right, list), "a question must have two pieces of evidence")
    demand(answer in ([True, False], [False, True]), "the answers must differ")
    for configuration, yes, proof in zip(pair, answer, right, strict=True):
        check_answer(differ, configuration, yes, proof)


def parse(text):
    def distinct(pairs):
        readable(len({key for key, _ in pairs}) == len(pairs), "keys must be distinct")
        return dict(pairs)

    return json.loads(
        text, object_pairs_hook=distinct, parse_float=fraction, parse_constant=fraction
    )


def fingerprint(configuration):
    """The hash of a configuration as it stands in a certificate; without the field where that is
    null.
    """
    content = json.dumps(
        {key: value for key, value in configuration.items() if value is not None},
        separators=(",", ":"),
    )
    return hashlib.sha256(content.encode()).hexdigest()


def check(text, outside=None):
    """Return what is proved, or raise Refused, or ValueError if unreadable. ``outside`` is the text
    of a configuration.
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
    ready = understood(configurations, *inputs, *[version == 3] * newer)
    demand(
        hashes == [fingerprint(c) for c in configurations],
        "the hash must be that of the configuration",
    )
    if kind == "pair":
        layers = [
            [c.get("bias"), *(part[k] for part in inputs)] for k, c in enumerate(configurations)
        ]
        check_pair(question, ready, layers[0] == layers[1], answer, evidence)
    elif kind in PATTERNS:
        keys(question, "kind")
        check_pattern(kind, ready[0], answer, evidence)
    else:
        check_answer(question, ready[0], answer, evidence)
    where = f", inputs {json.dumps(inputs[0])}" if newer else ""
    return f"{json.dumps(question)} has the answer {json.dumps(answer)} for {' and '.join(h[:12] for h in hashes)}{where}"


def main(arguments):
    sys.set_int_max_str_digits(LONGEST_NUMBER)
    try:
        readable(
            1 <= len(arguments) <= 2,
            "usage: python checker.py certificate.json [configuration.json]",
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
