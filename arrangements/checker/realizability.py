"""Check with integers alone whether a certificate proves that signs are, or are not, those of the
maximal minors of a real matrix.

    python realizability.py certificate.json

exits 0 for accepted, 1 for refused (it does not prove its answer), 2 for unreadable. There is one
way to accept: ``check`` returns.

What acceptance implies. The certificate holds a number of elements, a rank r and a sign for each
r-subset, in lexicographic order.

- Realizable: the r x r minors of the rows in the certificate were computed; their signs are these,
  or all opposite ones. Rows hold integers, or polynomials in a real number t, lists of coefficients
  from t^0 on; t is a root of a polynomial of which the sign changes from a/q to b/q.
- Not realizable: for r-2 rows X and four rows a, b, c, d of any matrix [Xab][Xcd] + [Xad][Xbc] =
  [Xac][Xbd]. Where the three products have one sign the first is smaller in size than the last;
  where the second is 0, as large. The certificate lists such comparisons, each with a weight,
  positive if it is strict. Raised to their weights and multiplied they would say 1 < 1, as every
  minor, none of them 0, is as often on the left as on the right. So no matrix has these signs (a
  bi-quadratic final polynomial, Bokowski and Richter-Gebert 1990).
- Not realizable, by slopes (rank 3): some elements are called points, others directions, and some
  of them turned to their opposites. Signs say that directions are in one plane, with all points on
  one side, so that the plane is at infinity; that slopes increase from each direction to the next;
  and that the line from a point to each later one has one of the directions. So in suitable
  coordinates points (1, x, y) have increasing x, directions are (0, 1, slope), and with i < j < k
  (x_j - x_i)(slope_ik - slope_ij) = (x_k - x_j)(slope_jk - slope_ik). The certificate lists such
  identities, each with a factor: an integer, and steps from one x or slope to the next. All steps
  are positive. Multiplied out in steps and added, left side minus right side, the identities would
  say that a polynomial with no negative coefficient, and not 0, vanishes.
"""

import json
import sys
from collections import Counter
from itertools import combinations, product
from math import comb
from typing import Any, TypeAlias

__all__ = ["FORMAT", "Refused", "check", "main"]

FORMAT = "arrangements realizability"
END = "end of certificate"

# Characters of a file, and digits of a number.
LARGEST_FILE = 1 << 28
LONGEST_NUMBER = 200_000
PIECE = 512  # digits that Python converts whatever it has been told

Json: TypeAlias = (
    Any  # a value that json.loads has made; nothing is known of it before it is checked
)
Polynomial: TypeAlias = list[int]  # coefficients, the constant one first


class Refused(Exception):
    """A certificate that does not prove its answer."""


def demand(condition: object, message: str) -> None:
    """Refuse a certificate that does not prove its answer."""
    if not condition:
        raise Refused(message)


def readable(condition: object, message: str) -> None:
    """Refuse a text that is no certificate, by a ValueError, which json and int raise, too."""
    if not condition:
        raise ValueError(message)


def integers(value: Json) -> bool:
    return isinstance(value, list) and all(type(c) is int for c in value)


def determinant(rows: list[list[Polynomial]]) -> Polynomial:
    """Of entries that are polynomials, lists of coefficients."""
    if not rows:
        return [1]
    total = [0] * (1 + sum(max(len(c) for c in u) - 1 for u in rows))
    for k, entry in enumerate(rows[0]):
        if any(entry):
            minor = determinant([u[:k] + u[k + 1 :] for u in rows[1:]])
            for (i, a), (j, b) in product(enumerate(entry), enumerate(minor)):
                total[i + j] += -a * b if k % 2 else a * b
    return total


class Root:
    """A root t of an integer polynomial, leading coefficient 1, between a / q and b / q; the
    interval shrinks as signs are asked for.
    """

    def __init__(self, polynomial: Json, interval: Json) -> None:
        readable(
            integers(polynomial)
            and len(polynomial) > 1
            and integers(interval)
            and len(interval) == 3,
            "a root must be of integers",
        )
        self.p: Polynomial = polynomial
        self.a, self.b, self.q = interval
        demand(
            self.p[-1] == 1 and self.q > 0 and self.a < self.b,
            "a root must have a leading coefficient 1 and an interval",
        )
        demand(
            self.value(self.p, self.a) * self.value(self.p, self.b) < 0,
            "the polynomial must change its sign in the interval",
        )

    def value(self, p: Polynomial, a: int) -> int:
        """q^degree p(a/q)."""
        total, power = 0, 1
        for c in reversed(p):
            total = total * a + c * power
            power *= self.q
        return total

    def sign(self, p: Polynomial) -> int:
        """The sign of p(t), one for every root t that is left in the interval."""
        for k in range(len(p) - len(self.p), -1, -1):  # the remainder, which is the same at t
            p = [
                c - p[k + len(self.p) - 1] * self.p[i - k] if k <= i < k + len(self.p) else c
                for i, c in enumerate(p)
            ]
        p = p[: len(self.p) - 1]
        for _ in range(1000 * any(p)):
            start = self.value(p, self.a)
            # |p(t) - p(a/q)| is at most the width of the interval times the size of p' there.
            size = max(abs(self.a), abs(self.b))
            radius = (self.b - self.a) * sum(
                abs(c) * k * size ** (k - 1) * self.q ** (len(p) - 1 - k)
                for k, c in enumerate(p)
                if k
            )
            if abs(start) > radius:
                return 1 if start > 0 else -1
            self.halve()
        demand(not any(p), "signs must be decided by the interval")
        return 0

    def halve(self) -> None:
        middle = self.a + self.b
        self.a, self.b, self.q = 2 * self.a, 2 * self.b, 2 * self.q
        demand(self.value(self.p, middle), "the root must not be a fraction")
        if self.value(self.p, self.a) * self.value(self.p, middle) < 0:
            self.b = middle
        else:
            self.a = middle


def check_rows(evidence: Json, n: int, rank: int, signs: list[int]) -> None:
    """Demand that the evidence has rows with these signs."""
    rows, root = evidence, None
    if isinstance(evidence, dict):
        readable(
            tuple(evidence) == ("polynomial", "interval", "rows"),
            "evidence must be rows, or have a polynomial, an interval and rows",
        )
        root = Root(evidence["polynomial"], evidence["interval"])
        rows = evidence["rows"]
    readable(isinstance(rows, list) and len(rows) == n, "there must be a row for each element")
    readable(
        all(isinstance(u, list) and len(u) == rank for u in rows),
        "rows must be as long as the rank",
    )
    rows = [[[c] if type(c) is int else c for c in u] for u in rows]
    readable(
        all(integers(c) and c and (root or len(c) == 1) for u in rows for c in u),
        "rows must be of integers",
    )
    minors = [determinant(list(choice)) for choice in combinations(rows, rank)]
    found = [root.sign(m) if root else (m[0] > 0) - (m[0] < 0) for m in minors]
    demand(found in (signs, [-s for s in signs]), "the rows must have these signs")


def check_comparisons(comparisons: Json, n: int, rank: int, signs: list[int]) -> None:
    """Demand that these comparisons follow from the signs, and contradict each other."""
    chi = dict(zip(combinations(range(n), rank), signs, strict=True))
    readable(
        isinstance(comparisons, list) and all(isinstance(x, list) for x in comparisons),
        "comparisons must be lists",
    )
    readable(
        all(len(x) == rank + 3 for x in comparisons),
        "comparisons must have rank - 2 common elements, four others and a weight",
    )
    strict = False
    total = dict.fromkeys(chi, 0)  # how often each minor is on the left, minus on the right
    for *common, a, b, c, d, weight in comparisons:
        readable(
            all(type(e) is int for e in (*common, a, b, c, d, weight)),
            "elements and weights must be integers",
        )
        minors = [(*common, *pair) for pair in ((a, b), (c, d), (a, d), (b, c), (a, c), (b, d))]
        sets = [tuple(sorted(x)) for x in minors]
        demand(all(x in chi for x in sets), "elements must be different ones of those given")
        s = [-chi[y] if odd(x) else chi[y] for x, y in zip(minors, sets, strict=True)]

        first, second, last = s[0] * s[1], s[2] * s[3], s[4] * s[5]
        demand(
            first * last > 0 and (second == 0 or (second == last and weight > 0)),
            "a comparison must follow from the signs",
        )
        strict = strict or second != 0
        for x in sets[:2]:
            total[x] += weight
        for x in sets[4:]:
            total[x] -= weight
    demand(
        strict and not any(total.values()),
        "one comparison must be strict, and each minor as often on the left as on the right",
    )


def check_slopes(evidence: Json, n: int, rank: int, signs: list[int]) -> None:
    """Demand that multiples of identities about slopes add up to a positive polynomial."""
    readable(
        tuple(evidence) == ("points", "directions", "turned", "terms"),
        "evidence must be comparisons, or have points, directions, turned and terms",
    )
    points, directions, turned, terms = evidence.values()
    readable(
        all(map(integers, (points, directions, turned))) and isinstance(terms, list),
        "points, directions and turned ones must be elements, terms a list",
    )
    used = [*points, *directions]
    demand(
        rank == 3 and len(set(used)) == len(used) and set(used) <= set(range(n)),
        "points and directions must be different elements, of rank 3",
    )
    demand(len(directions) > 1, "there must be two directions")
    chi = dict(zip(combinations(range(n), rank), signs, strict=True))

    def sign(*elements: int) -> int:
        turns = odd(elements) + sum(e in turned for e in elements)
        return -chi[tuple(sorted(elements))] if turns % 2 else chi[tuple(sorted(elements))]

    demand(
        not any(sign(*three) for three in combinations(directions, 3)),
        "directions must be in one plane",
    )
    demand(
        all(sign(p, *two) > 0 for p in points for two in combinations(directions, 2)),
        "slopes must increase, seen from each point",
    )
    slope: dict[tuple[int, int], int] = {}  # of the line through two points, by their places
    for (i, p), (j, q) in combinations(enumerate(points), 2):
        seen = [sign(p, q, d) for d in directions]
        demand(0 in seen, "the line through two points must have a direction")
        slope[i, j] = k = seen.index(0)
        demand(
            seen == [-1] * k + [0] + [1] * (len(seen) - k - 1),
            "directions before and after that of a line must be on its two sides",
        )
    total: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for term in terms:
        readable(isinstance(term, list) and len(term) == 6, "a term must have six parts")
        c, i, j, k, widths, rises = term
        readable(
            integers([c, i, j, k]) and integers(widths) and integers(rises),
            "a term must have an integer, three places, steps of x and steps of slopes",
        )
        demand(
            0 <= i < j < k < len(points)
            and all(0 <= x < len(points) - 1 for x in widths)
            and all(0 <= s < len(directions) - 1 for s in rises),
            "places and steps must be there, places in their order",
        )
        for (a, b), start, end, side in (
            ((i, j), slope[i, j], slope[i, k], c),
            ((j, k), slope[i, k], slope[j, k], -c),
        ):
            low, high, way = (start, end, side) if start < end else (end, start, -side)
            for x, s in product(range(a, b), range(low, high)):
                total[tuple(sorted([*widths, x])), tuple(sorted([*rises, s]))] += way
    demand(
        any(total.values()) and min(total.values()) >= 0,
        "the sum must be a polynomial without negative coefficients, and not 0",
    )


def odd(elements: tuple[int, ...]) -> bool:
    """Whether an odd number of exchanges sorts them."""
    return sum(e > f for e, f in combinations(elements, 2)) % 2 == 1


def whole(digits: str) -> int:
    """The integer that is written, whatever number of digits Python has been told to refuse."""
    readable(len(digits) <= LONGEST_NUMBER, "an integer must not be too long")
    if digits.startswith("-"):
        return -whole(digits[1:])
    if len(digits) <= PIECE:
        return int(digits)
    low = len(digits) // 2
    return whole(digits[:-low]) * int(10**low) + whole(digits[-low:])


def distinct(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    readable(len({key for key, _ in pairs}) == len(pairs), "keys must be distinct")
    return dict(pairs)


def check(text: str) -> str:
    """Return the statement that is proved, or raise Refused, or ValueError if unreadable."""
    value = json.loads(text, object_pairs_hook=distinct, parse_int=whole)
    names = ("format", "version", "elements", "rank", "signs", "realizable", "evidence", "end")
    readable(
        isinstance(value, dict) and tuple(value) == names,
        f"a certificate must have the keys {', '.join(names)}, in this order",
    )
    form, version, n, rank, texts, answer, evidence, end = value.values()
    readable(
        (form, version, type(version), end) == (FORMAT, 1, int, END),
        "a certificate must be complete, of version 1",
    )
    readable(
        type(n) is type(rank) is int and 0 <= rank <= n < 100 and type(answer) is bool,
        "there must be elements, a rank and an answer",
    )
    readable(isinstance(texts, str) and set(texts) <= set("+-0"), "signs must be + - 0")
    demand(
        len(texts) == comb(n, rank) and texts.strip("0"),
        "there must be a sign for each subset, not all 0",
    )
    signs = ["-0+".index(s) - 1 for s in texts]
    if answer:
        check_rows(evidence, n, rank, signs)
    elif isinstance(evidence, dict):
        check_slopes(evidence, n, rank, signs)
    else:
        check_comparisons(evidence, n, rank, signs)
    return f"{n},{rank}:{texts} is {'' if answer else 'not '}realizable"


def main(arguments: list[str]) -> int:
    """The exit code."""
    try:
        readable(len(arguments) == 1, "usage: python realizability.py certificate.json")
        with open(arguments[0], encoding="utf-8") as file:
            text = file.read(LARGEST_FILE + 1)
        readable(len(text) <= LARGEST_FILE, "the file must be smaller")
        print("accepted:", check(text))
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
