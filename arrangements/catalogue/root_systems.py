"""Reflection arrangements: positive roots of the finite Coxeter groups, and the deformations of the
crystallographic ones and of graphs.

``positive_roots("B3")`` are vectors in the coordinates of Bourbaki, those of H3 and H4 over Q(sqrt
5), those of I2(m) over a field of cosines. Those of a crystallographic group are a positive system:
where the sum of two of them is a root, it is one of them. A deformation puts hyperplanes <root, x>
= c for some integers c beside each other: Shi 0 and 1, Catalan -1, 0 and 1, Linial 1, semiorder -1
and 1; Ish is x_i = x_j and x_1 - x_j = i for i < j.

>>> len(positive_roots("E8")), len(positive_roots("H4")), positive_roots("A2")
(120, 60, [(1, -1, 0), (1, 0, -1), (0, 1, -1)])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product

from arrangements.catalogue.family import Family, Made, Maker, sized
from arrangements.catalogue.named_graphs import Graph, edges_of
from arrangements.errors import BadInput
from arrangements.exact.numbers import Number, exact
from arrangements.io.readers.entry_table import check_shape

__all__ = ["FAMILIES", "even_permutations", "positive_roots"]

Root = tuple[Number, ...]

_TAU, _INVERSE = "1/2*sqrt(5)+1/2", "1/2*sqrt(5)-1/2"  # the golden ratio and its inverse
_MOST_EDGES = 500  # of a bigraphical arrangement, whose offsets have twice as many bits
_MOST_LINES = 60  # of I2(m), whose field has a degree that grows with m
_LEAST = {"A": 1, "B": 1, "C": 1, "D": 2, "E": 6, "F": 4, "G": 2, "H": 3}
_LARGEST = {"E": 8, "F": 4, "G": 2, "H": 4}


def positive_roots(group: str) -> list[Root]:
    """A positive root for each reflection; ValueError for what is no finite Coxeter group of these
    names.
    """
    if match := re.fullmatch(r"I2\(([0-9]{1,4})\)", group):
        return _dihedral(int(match[1]))
    match = re.fullmatch("([A-H])([0-9]{1,4})", group)
    if not match or not _LEAST[match[1]] <= (n := int(match[2])) <= _LARGEST.get(match[1], 9999):
        raise ValueError
    kind = match[1]
    check_shape(n * n, n + 1, group)
    match kind:
        case "A":
            return [_vector(n + 1, {i: 1, j: -1}) for i, j in combinations(range(n + 1), 2)]
        case "B" | "C":
            return [_vector(n, {i: 1 if kind == "B" else 2}) for i in range(n)] + _plus_minus(n)
        case "D":
            return _plus_minus(n)
        case "E":
            return _exceptional(n)
        case "F":
            halves = [
                (Fraction(1, 2), *(s * Fraction(1, 2) for s in signs))
                for signs in product((1, -1), repeat=3)
            ]
            return [*positive_roots("B4"), *halves]
        case "G":
            long = [(2, -1, -1), (1, -2, 1), (1, 1, -2)]
            return [*positive_roots("A2"), *long]
        case _:
            return _icosahedral(n)


def _vector(n: int, entries: dict[int, int]) -> Root:
    return tuple(entries.get(k, 0) for k in range(n))


def _plus_minus(n: int) -> list[Root]:
    return [_vector(n, {i: 1, j: s}) for i, j in combinations(range(n), 2) for s in (-1, 1)]


def _exceptional(n: int) -> list[Root]:
    """E8, and its roots that are orthogonal to e_7 + e_8 (E7), and to e_6 - e_7 too (E6).

    The last entry of a root that is not 0 is positive (Bourbaki, plates V to VII): so sums of
    positive roots are positive.
    """
    half = Fraction(1, 2)
    pairs = [_vector(8, {i: s, j: 1}) for i, j in combinations(range(8), 2) for s in (-1, 1)]
    spinors = [
        (*(half * s for s in signs), half)
        for signs in product((1, -1), repeat=7)
        if signs.count(-1) % 2 == 0
    ]
    roots = pairs + spinors
    if n <= 7:
        roots = [root for root in roots if root[6] == -exact(root[7])]
    return [root for root in roots if root[5] == root[6]] if n == 6 else roots


def _icosahedral(n: int) -> list[Root]:
    """H3 and H4: unit vectors, halves of signs (H4), and even permutations of (tau, 1, 1/tau, 0) /
    2 with signs (H3: the last entry 0).
    """
    a, b, c = f"({_TAU})/2", "1/2", f"({_INVERSE})/2"
    units = [_vector(n, {i: 1}) for i in range(n)]
    if n == 3:
        return units + [
            tuple(x) for p in even_permutations(3) for x in _signed(_permuted((a, b, c), p))
        ]
    halves = [("1/2", *(f"{s}1/2" for s in signs)) for signs in product(("", "-"), repeat=3)]
    return (
        units
        + halves
        + [tuple(x) for p in even_permutations(4) for x in _signed(_permuted((a, b, c, 0), p))]
    )


def _permuted(values: Sequence[Number], p: Sequence[int]) -> list[Number]:
    return [values[i] for i in p]


def even_permutations(n: int) -> list[tuple[int, ...]]:
    """The permutations of 0, .., n - 1 with an even number of inversions, in lexicographic
    order.
    """
    return [
        p
        for p in permutations(range(n))
        if sum(p[i] > p[j] for i, j in combinations(range(n), 2)) % 2 == 0
    ]


def _signed(values: Sequence[Number]) -> Iterable[list[Number]]:
    """All choices of signs of the entries that are not 0, the first of them positive."""
    places = [i for i, x in enumerate(values) if x != 0][1:]
    for signs in product(("", "-"), repeat=len(places)):
        chosen = list(values)
        for i, s in zip(places, signs, strict=True):
            chosen[i] = f"{s}{values[i]}"
        yield chosen


def _dihedral(m: int) -> list[Root]:
    if m < 1:
        raise ValueError
    if m > _MOST_LINES:
        raise BadInput(f"m must be at most {_MOST_LINES} for I2(m), not {m}")
    return [(f"cos({k}*pi/{m})", f"cos({abs(2 * k - m)}*pi/{2 * m})") for k in range(m)]


def _labels(roots: Sequence[Root]) -> list[str] | None:
    """``1-2`` for e_1 - e_2, ``1`` for e_1; none where other entries occur."""
    if any(x not in (0, 1, -1) for root in roots for x in root):
        return None
    return [
        "".join(f"{'+' if x == 1 else '-'}{i + 1}" for i, x in enumerate(root) if x).removeprefix(
            "+"
        )
        for root in roots
    ]


def _coxeter(parameter: str) -> Made:
    roots = positive_roots(parameter)
    return Made(roots, len(roots[0]) if roots else 1, _labels(roots))


def _braid(parameter: str) -> Made:
    m = sized(parameter, lambda m: m * m * (m - 1) // 2, 1)
    roots = positive_roots(f"A{m - 1}") if m > 1 else []
    return Made(roots, m, _labels(roots))


def _differences(parameter: str) -> tuple[list[Root], int, list[str]]:
    """The roots that are deformed: of N labels, of a group, or of the edges of a graph."""
    if re.fullmatch("[0-9]{1,4}", parameter):
        made = _braid(parameter)
    elif re.fullmatch("[A-G][0-9]{1,4}", parameter):
        made = _coxeter(parameter)
    else:
        return _of_graph(edges_of(parameter))
    labels = made.labels or [f"r{i}" for i in range(1, len(made.rows) + 1)]
    return [tuple(row) for row in made.rows], made.d, list(labels)


def _of_graph(graph: Graph) -> tuple[list[Root], int, list[str]]:
    n = len(graph.vertices)
    roots = [_vector(n, {i: 1, j: -1}) for i, j, _ in graph.edges]
    return roots, n, [f"{graph.vertices[i]}-{graph.vertices[j]}" for i, j, _ in graph.edges]


def _deformed(offsets: Sequence[int], parameter: str) -> Made:
    roots, d, names = _differences(parameter)
    check_shape(len(roots) * len(offsets), d, parameter)
    rows = [root for root in roots for _ in offsets]
    labels = [f"{name}={c}" for name in names for c in offsets]
    return Made(rows, d, labels, [-c for _ in roots for c in offsets])


def _ish(parameter: str) -> Made:
    roots, d, names = _differences(parameter)
    if re.fullmatch("B[0-9]+", parameter):
        extra = [(j, k) for j in range(d) for k in range(j + 1 - d, d - j + 1) if k]
        rows = roots + [_vector(d, {j: 1}) for j, _ in extra]
        labels = [f"{name}=0" for name in names] + [f"x{j + 1}={k}" for j, k in extra]
        return Made(rows, d, labels, [0] * len(roots) + [-k for _, k in extra])
    if any(
        root.count(1) != 1 or root.count(-1) != 1 or root.count(0) != len(root) - 2
        for root in roots
    ):
        raise ValueError
    pairs = [tuple(i for i, x in enumerate(root) if x) for root in roots]
    rows = roots + [_vector(d, {0: 1, j: -1}) for _, j in pairs]
    labels = [f"{name}=0" for name in names] + [f"x1-x{j + 1}={i + 1}" for i, j in pairs]
    return Made(rows, d, labels, [0] * len(roots) + [-(i + 1) for i, _ in pairs])


def _bigraphical(parameter: str) -> Made:
    roots, d, names = _of_graph(edges_of(parameter))
    if len(roots) > _MOST_EDGES:
        raise BadInput(f"edges must be at most {_MOST_EDGES}, not {len(roots)}")
    rows, labels, bias = [], [], []
    for k, (root, name) in enumerate(zip(roots, names, strict=True)):
        # Powers of two: the sum around a cycle, with any signs, is not 0.
        for offset in (1 << 2 * k, -(2 << 2 * k)):
            rows.append(root)
            labels.append(f"{name}={offset}")
            bias.append(-offset)
    return Made(rows, d, labels, bias)


def _graphical(parameter: str) -> Made:
    roots, d, labels = _of_graph(edges_of(parameter))
    return Made(roots, d, labels)


def _signed_graphical(parameter: str) -> Made:
    graph = edges_of(parameter, signed=True)
    n = len(graph.vertices)
    rows = [_vector(n, {i: 1} if i == j else {i: 1, j: -s}) for i, j, s in graph.edges]
    names = graph.vertices
    labels = [
        names[i] if i == j else f"{names[i]}{'-' if s > 0 else '+'}{names[j]}"
        for i, j, s in graph.edges
    ]
    return Made(rows, n, labels)


_COXETER, _DEFORMED, _GRAPHS = "reflection arrangements", "deformations", "graphs"
_OF = "for N labels, a root system (B3) or the edges of a graph (petersen, FILE)"

FAMILIES: list[tuple[Family, Maker]] = [
    (
        Family(
            "coxeter:TYPE",
            "coxeter:H3",
            "roots of A to D, E6-E8, F4, G2, H3, H4, I2(m); regions: the group",
            _COXETER,
            "Humphreys 1990",
        ),
        _coxeter,
    ),
    (
        Family(
            "braid:N",
            "braid:4",
            "rows e_i - e_j for i < j; its topes are the rankings of N labels",
            _COXETER,
            "OEIS A000142",
        ),
        _braid,
    ),
    (
        Family("shi:OF", "shi:4", f"x_i - x_j = 0, 1 {_OF}", _DEFORMED, "Shi 1986; Stanley 2007"),
        partial(_deformed, (0, 1)),
    ),
    (
        Family("catalan:OF", "catalan:4", f"x_i - x_j = -1, 0, 1 {_OF}", _DEFORMED, "Stanley 2007"),
        partial(_deformed, (-1, 0, 1)),
    ),
    (
        Family(
            "linial:OF", "linial:4", f"x_i - x_j = 1 {_OF}", _DEFORMED, "Stanley 2007; OEIS A007889"
        ),
        partial(_deformed, (1,)),
    ),
    (
        Family(
            "semiorder:OF",
            "semiorder:4",
            f"x_i - x_j = -1, 1 {_OF}",
            _DEFORMED,
            "Stanley 2007; OEIS A006531",
        ),
        partial(_deformed, (-1, 1)),
    ),
    (
        Family(
            "ish:OF",
            "ish:4",
            "x_i = x_j and x_1 - x_j = i for i < j, of N labels or a graph; for BN the reflections and x_j = j - N, ..., N - j + 1",
            _DEFORMED,
            "Armstrong 2013; Tran, Tsujie 2025",
        ),
        _ish,
    ),
    (
        Family(
            "bigraphical:GRAPH",
            "bigraphical:K4",
            "x_i - x_j = a, -b for the edges, a and b distinct powers of two: generic",
            _GRAPHS,
            "Hopkins, Perkinson 2016",
        ),
        _bigraphical,
    ),
    (
        Family(
            "graphical:GRAPH",
            "graphical:petersen",
            "x_i = x_j for the edges; regions: acyclic orientations",
            _GRAPHS,
            "Greene 1977",
        ),
        _graphical,
    ),
    (
        Family(
            "signed-graphical:GRAPH",
            "signed-graphical:K4",
            "x_i = s x_j for the edges with sign s (without signs: both), x_i = 0 for loops",
            _GRAPHS,
            "Zaslavsky 1982",
        ),
        _signed_graphical,
    ),
]
