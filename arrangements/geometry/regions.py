"""Neighbouring and distant regions: the distance is the number of hyperplanes between two regions,
where parallel rows count as one. For chirotopes, too.

>>> from arrangements import Configuration, load
>>> braid = load("braid:3")
>>> distance(braid, "+++", "-++"), distance_enumerator(braid, "+++")
(1, (1, 2, 2, 1))
>>> lines = Configuration([[1, 0], [0, 1]], ["a", "b"])
>>> [[", ".join(sorted(entry)) for entry in row] for row in varchenko_matrix(lines)]
[['', 'b', 'a', 'a, b'], ['b', '', 'a, b', 'a'], ['a', 'a, b', '', 'b'], ['a, b', 'a', 'b', '']]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

from arrangements.counting.face_counts import face_numbers
from arrangements.decide.answers import decide_signs
from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.exact.numbers import Exact, Number, Scalar, exact, sign
from arrangements.geometry.flats import intersections
from arrangements.layers.configuration import Configuration
from arrangements.listing.patterns import sign_pattern
from arrangements.running.validated import POINT, SCALAR, TEXT, TYPED, some, validated
from arrangements.sign_text import text_of

if TYPE_CHECKING:
    import networkx

    from arrangements.matroids.chirotopes import Chirotope

__all__ = [
    "distance",
    "distance_enumerator",
    "is_simplicial",
    "poset_of_regions",
    "separating",
    "sign_vector",
    "varchenko_matrix",
    "weighted_varchenko_matrix",
]

_MOST = 4096  # regions of a matrix or poset


@validated(point=POINT)
def sign_vector(configuration: Configuration, point: Sequence[Number]) -> str:
    """The signs of the rows at a point: of the face that contains it.

    >>> sign_vector(Configuration([[1, 0], [0, 1]], bias=[0, -1]), ["1/2", 1])
    '+0'
    """
    if len(point) != configuration.d:
        raise BadInput(f"point must have {configuration.d} coordinates, not {len(point)}")
    x = [exact(value) for value in point]
    bias = configuration.bias or [Fraction(0)] * configuration.n
    return text_of(
        sign(b + sum(map(mul, row, x))) for row, b in zip(configuration.rows, bias, strict=True)
    )


@validated(configuration=TYPED, one=TEXT, other=TEXT)
def separating(
    configuration: Configuration | Chirotope, one: str, other: str
) -> tuple[tuple[str, ...], ...]:
    """The hyperplanes between two regions, each as the labels of its rows."""
    for signs in (one, other):
        if len(signs) != configuration.n or set(signs) - set("+-"):
            raise BadInput(
                f"region must be {configuration.n} signs + or -, not {short_repr(signs)}"
            )
        if not _is_region(configuration, signs):
            raise BadInput(f"region must be one of the arrangement, not {short_repr(signs)}")
    groups = _hyperplanes(configuration)
    return tuple(
        tuple(configuration.labels[i] for i in group)
        for group in groups
        if one[group[0]] != other[group[0]]
    )


@validated(configuration=TYPED, one=TEXT, other=TEXT)
def distance(configuration: Configuration | Chirotope, one: str, other: str) -> int:
    """How many hyperplanes lie between two regions."""
    return len(separating(configuration, one, other))


@validated(configuration=TYPED)
def distance_enumerator(configuration: Configuration | Chirotope, base: str) -> tuple[int, ...]:
    """How many regions are 0, 1, 2, ... hyperplanes away from one."""
    regions, at = _regions(configuration, base)
    counts: list[int] = []
    for region in regions:
        apart = (region ^ regions[at]).bit_count()
        counts += [0] * (apart + 1 - len(counts))
        counts[apart] += 1
    return tuple(counts)


@validated(configuration=TYPED)
def poset_of_regions(configuration: Configuration | Chirotope, base: str) -> networkx.DiGraph:
    """The order of regions by the sets of hyperplanes between them and one: an edge from each to
    those next to it that are farther.

    Vertices are texts of signs with the attribute ``rank``, the distance.
    """
    import networkx

    regions, at = _regions(configuration, base, _MOST)
    names = list(sign_pattern(configuration))
    graph = networkx.DiGraph()
    known = {region ^ regions[at]: name for region, name in zip(regions, names, strict=True)}
    for apart, name in sorted(known.items(), key=lambda item: item[0].bit_count()):
        graph.add_node(name, rank=apart.bit_count())
        rest = apart
        while rest:
            bit = rest & -rest
            rest ^= bit
            if apart ^ bit in known:
                graph.add_edge(known[apart ^ bit], name)
    return graph


@validated(configuration=TYPED)
def varchenko_matrix(configuration: Configuration | Chirotope) -> list[list[frozenset[str]]]:
    """For every two regions the set of hyperplanes between them, by the first label of each: the
    entry is the product of their weights.
    """
    names = [configuration.labels[group[0]] for group in _hyperplanes(configuration)]
    regions, _ = _regions(configuration, None, _MOST)
    return [
        [frozenset(name for k, name in enumerate(names) if (a ^ b) >> k & 1) for b in regions]
        for a in regions
    ]


@validated(configuration=TYPED, weights=some(TEXT, SCALAR, of=Mapping))
def weighted_varchenko_matrix(
    configuration: Configuration | Chirotope, weights: Mapping[str, Number]
) -> list[list[Scalar]]:
    """The Varchenko matrix with numbers for the hyperplanes, by the first label of each; 1 where
    none is given.

    >>> [[str(x) for x in row] for row in weighted_varchenko_matrix(Configuration([[1]], ["a"]), {"a": "1/2"})]
    [['1', '1/2'], ['1/2', '1']]
    """
    values = {label: exact(weight) for label, weight in weights.items()}

    def product(names: frozenset[str]) -> Scalar:
        total: Scalar = Fraction(1)
        for name in names:
            total = total * values.get(name, 1)
        return total

    return [[product(entry) for entry in row] for row in varchenko_matrix(configuration)]


@validated(configuration=TYPED)
def is_simplicial(configuration: Configuration | Chirotope) -> bool:
    """Whether every region of a central arrangement, or every tope, is a simplex: for regions up to
    the directions that all share.

    A region has at least as many walls as the rank, and each wall two sides: so it suffices to
    count faces.

    >>> from arrangements import load
    >>> is_simplicial(load("braid:4")), is_simplicial(load("threshold:3"))
    (True, False)
    """
    rank = configuration.rank
    if isinstance(configuration, Configuration):
        configuration.demand_linear("simplicial arrangement")
        numbers = face_numbers(configuration)
    else:
        numbers = intersections(configuration).face_numbers()
    return rank == 0 or 2 * numbers[-2] == rank * numbers[-1]


def _is_region(configuration: Configuration | Chirotope, signs: str) -> bool:
    """Whether some point has these signs; of a chirotope, whether it is acyclic once the negative
    elements are turned.
    """
    if isinstance(configuration, Configuration):
        return decide_signs(configuration, signs).answer
    return configuration.reorientation([e for e, s in enumerate(signs) if s == "-"]).is_acyclic


def _hyperplanes(configuration: Configuration | Chirotope) -> list[list[int]]:
    """The rows of each hyperplane; rows without a normal vector are none."""
    if not isinstance(configuration, Configuration):
        classes = {members[0]: list(members) for members in configuration.parallel_classes}
        seen = {e for members in configuration.parallel_classes for e in members[1:]} | set(
            configuration.loops
        )
        return [classes.get(e, [e]) for e in range(configuration.n) if e not in seen]
    groups: dict[tuple[Exact, ...], list[int]] = {}
    for i, (line, _) in enumerate(configuration.directions):
        if any(configuration.rows[i]):
            groups.setdefault(line, []).append(i)
    return list(groups.values())


def _regions(
    configuration: Configuration | Chirotope, base: str | None, most: int | None = None
) -> tuple[list[int], int]:
    """The regions as one bit for each hyperplane, the first lowest, in canonical order, and which
    of them is the base.
    """
    groups, pattern = _hyperplanes(configuration), sign_pattern(configuration)
    if most is not None and len(pattern) > most:
        raise LimitReached(f"regions must be at most {most:,}, not {len(pattern):,}")
    if base is not None and base not in pattern:
        raise BadInput(f"region must be one of the arrangement, not {short_repr(base)}")
    names = list(pattern)
    regions = [
        sum(1 << k for k, group in enumerate(groups) if name[group[0]] == "+") for name in names
    ]
    return regions, names.index(base) if base is not None else 0
