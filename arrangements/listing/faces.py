"""All faces: which sign vectors with zeros occur, and which rankings with ties. The choice of the
algorithm.

Both are listed by one of two methods that share no code beyond exact arithmetic:

- "chirotope" (the default): from the strict sign vectors alone, flat by flat (``levels``). Work is
  linear in the output.
- "lp": exact programs, row by row or label by label (``decide.one_by_one.lp_faces``).

>>> from arrangements import Configuration
>>> lines = Configuration([[1, 0], [0, 1], [1, 1]])
>>> len(covector_pattern(lines)), list(covector_pattern(lines, dimension=1))[:2]
(13, ['-0-', '-+0'])
>>> list(weak_ranking_pattern(Configuration([[1], [3], [1]])).strings())
['1=2=3', '1=3>2', '2>1=3']

A zero row has the sign 0 everywhere, and equal rows tie everywhere; neither leaves nothing. The
dimension of a face is that of the set of all inputs with its signs. On inputs with a border the
faces on the border count too: the polyhedron is taken apart into the relative interiors of its own
faces, and a sign vector has the largest dimension that it has on any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, get_args

import numpy as np

from arrangements.counting.whitney import label_differences
from arrangements.errors import LimitReached
from arrangements.exact.numbers import Exact
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import Homogenised, homogenised, matched
from arrangements.layers.patterns import bitset_rows
from arrangements.layers.patterns.covectors import CovectorPattern, interleaved
from arrangements.layers.patterns.weak_rankings import WeakRankingPattern
from arrangements.layers.questions.kinds import Region
from arrangements.listing.cone_topes import topes_in_cone
from arrangements.listing.half_topes import half_topes_of_chirotope
from arrangements.listing.patterns import (
    Method,
    demand_abstract,
    demand_known,
    demand_programs,
)
from arrangements.running import check_memory, memory_limit, report_progress
from arrangements.running.validated import TYPED, one_of, validated

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["covector_pattern", "levels", "listed_face_numbers", "weak_ranking_pattern"]

Planes = tuple[np.ndarray, np.ndarray]
_PAIR = 200  # bytes that the difference of two labels takes at least


@validated(configuration=TYPED, method=one_of(*get_args(Method)))
def covector_pattern(
    configuration: Configuration | Chirotope,
    method: Method = "auto",
    *,
    dimension: int | None = None,
    inputs: Inputs | None = None,
) -> CovectorPattern:
    """List all sign vectors of Uh + b, zeros included, or all covectors of an oriented matroid.

    Parameters
    ----------
    configuration
        The rows U, with their offsets b if there are any, or an oriented matroid.
    method
        "chirotope" works from the strict sign vectors, "lp" decides one exact program after the
        other; they share no code beyond exact arithmetic. "auto" is "chirotope", or "lp" for inputs
        in a ball.
    dimension
        Only the sign vectors of faces of this dimension; in an oriented matroid, of this rank.
    inputs
        The set that h comes from, its border included; all of R^d without.

    Returns
    -------
    A set of texts such as "+0-", one sign for each label, in the order of the labels.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or the method does not take what is asked: "lp" and
        inputs need coordinates, "chirotope" takes no inputs in a ball.
    LimitReached
        If the sign vectors do not fit into memory (``limited``).

    Notes
    -----
    The dimension of a face is that of the set of all inputs with its signs.

    Examples
    --------
    >>> from arrangements import load
    >>> len(covector_pattern(load("threshold:3"))), len(covector_pattern(load("threshold:3"), dimension=1))
    (593, 40)
    """
    demand_known(configuration, method)
    labels = configuration.labels
    if not isinstance(configuration, Configuration):
        demand_abstract(method, inputs)
        covectors = [
            (configuration.rank - k, planes)
            for k, planes in enumerate(_of_chirotope(configuration))
        ]
        return CovectorPattern(labels, _united(covectors, configuration.n, dimension))
    if _by_programs(method, inputs):
        from arrangements.decide.one_by_one.lp_faces import lp_covectors

        return lp_covectors(configuration, dimension, inputs)
    parts = [
        part
        for shaped in strata(configuration, inputs)
        for part in _of_layer(shaped, shaped.homogeneous.rows)
    ]
    return CovectorPattern(labels, _united(parts, configuration.n, dimension))


@validated(method=one_of(*get_args(Method)))
def weak_ranking_pattern(
    configuration: Configuration,
    method: Method = "auto",
    *,
    dimension: int | None = None,
    inputs: Inputs | None = None,
) -> WeakRankingPattern:
    """List all rankings of the labels by Uh + b, with ties.

    Parameters
    ----------
    configuration
        The rows U, with their offsets b if there are any.
    method
        As for ``covector_pattern``.
    dimension
        Only the rankings of faces of this dimension.
    inputs
        The set that h comes from, its border included; all of R^d without.

    Returns
    -------
    A set of tuples of groups, best first; labels in one group are tied.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or the method is "chirotope" for inputs in a ball.
    LimitReached
        If the rankings do not fit into memory (``limited``).

    Examples
    --------
    >>> from arrangements import load
    >>> len(weak_ranking_pattern(Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1]])))
    13
    """
    demand_known(configuration, method)
    if _by_programs(method, inputs):
        from arrangements.decide.one_by_one.lp_faces import lp_weak_rankings

        return lp_weak_rankings(configuration, dimension, inputs)
    n = configuration.n
    pairs = n * (n - 1) // 2
    check_memory("weak ranking pattern", pairs, _PAIR + 8 * configuration.d, "pairs of labels")
    parts = [
        part
        for shaped in strata(configuration, inputs)
        for part in _of_layer(shaped, label_differences(shaped.homogeneous).rows)
    ]
    pattern = CovectorPattern([""] * pairs, _united(parts, pairs, dimension))
    places = [
        _places(pattern.integers(start, start + 65536), n)
        for start in range(0, len(pattern), 65536)
    ]
    return WeakRankingPattern.of_integers(
        configuration.labels, np.concatenate([np.empty((0, n), np.int64), *places])
    )


def listed_face_numbers(
    configuration: Configuration, kind: Region = "sign", inputs: Inputs | None = None
) -> tuple[int, ...]:
    """How many members of ``covector_pattern``, or of ``weak_ranking_pattern``, have dimension 0,
    1, ..: by listing them, so also on inputs, and where there are too many flats to count by.

    >>> from arrangements import load
    >>> listed_face_numbers(load("braid:3")), listed_face_numbers(load("braid:3"), "ranking")
    ((0, 1, 6, 6), (0, 1, 6, 6))
    """
    dimensions = range(configuration.d + 1)
    if _by_programs("auto", inputs):
        listing = covector_pattern if kind == "sign" else weak_ranking_pattern
        return tuple(len(listing(configuration, dimension=k, inputs=inputs)) for k in dimensions)
    parts: list[tuple[int, Planes]] = []
    n = configuration.n
    for shaped in strata(configuration, inputs):
        rows = (
            shaped.homogeneous.rows
            if kind == "sign"
            else label_differences(shaped.homogeneous).rows
        )
        n = len(rows)
        parts += _of_layer(shaped, rows)
    return tuple(len(_united(parts, n, k)) for k in dimensions)


def _by_programs(method: Method, inputs: Inputs | None) -> bool:
    """In a ball there is no other way."""
    if inputs is not None and inputs.within is not None:
        demand_programs(method)
        return True
    return method == "lp"


def strata(configuration: Configuration, inputs: Inputs | None) -> Iterator[Homogenised]:
    """The layer on the relative interior of each face of the inputs, the inputs themselves
    first.
    """
    configuration, inputs = matched(configuration, inputs)
    if not inputs.inequalities:
        yield homogenised(configuration, None if inputs.everything else inputs)
        return
    for tight in inputs.faces():
        weak = [row for j, row in enumerate(inputs.inequalities) if j not in tight]
        equal = [
            *inputs.equations,
            *(row for j, row in enumerate(inputs.inequalities) if j in tight),
        ]
        yield homogenised(configuration, Inputs(inputs.dimension, weak, equal))


def _of_layer(shaped: Homogenised, rows: Sequence[Sequence[Exact]]) -> Iterator[tuple[int, Planes]]:
    """The faces of the open cone of a layer, with their dimensions."""
    if shaped.empty:
        return
    places = [i for i, row in enumerate(rows) if any(row)]
    cells = topes_in_cone([rows[i] for i in places], shaped.constraints)
    for rank, planes in enumerate(levels(cells, len(places))):
        yield shaped.homogeneous.d - shaped.affine - rank, _scattered(planes, places, len(rows))


def _of_chirotope(chi: Chirotope) -> Iterator[Planes]:
    places = [i for i in range(chi.n) if i not in chi.loops]
    half = half_topes_of_chirotope(chi.deletion(chi.loops))
    cells = (
        np.concatenate([bitset_rows.complement(half, len(places))[::-1], half]) if places else half
    )
    return (_scattered(planes, places, chi.n) for planes in levels(cells, len(places)))


def levels(cells: np.ndarray, n: int) -> Iterator[Planes]:
    """All faces, from the sorted words of all cells on n elements: words of their + and of their 0,
    one pair of arrays for each rank.

    Cells are the topes of an oriented matroid, or those of an arrangement inside an open convex
    set. The faces on a flat F are cells again. From the words of F alone follow the classes of
    elements that are parallel on it, each of which leads to a flat G one rank up; the words of G
    are those that two words of F leave which differ in this class only. Each G is made once.

    >>> quadrants = np.array([[0], [1], [2], [3]], np.uint64) << np.uint64(62)
    >>> [len(plus) for plus, _ in levels(quadrants, 2)]
    [4, 4, 1]
    """
    from arrangements.kernels.listing.walls import cells_on, parallel_classes

    width = cells.shape[1]
    room = memory_limit() // (48 * width)
    flats = [(np.zeros(width, np.uint64), np.ascontiguousarray(cells))] if len(cells) else []
    masks, out = np.empty((n + 1, width), np.uint64), np.empty((len(cells), width), np.uint64)
    listed, rank = 0, 0
    while flats:
        listed += sum(len(words) for _, words in flats)
        plus = np.concatenate([words for _, words in flats])
        yield (
            plus,
            np.repeat(
                np.array([flat for flat, _ in flats]), [len(words) for _, words in flats], axis=0
            ),
        )
        seen, above, made = set[bytes](), [], 0
        for at, (flat, words) in enumerate(flats):
            if not at % 256:
                report_progress(f"faces of codimension {rank + 1}", at / len(flats))
            for mask in masks[: parallel_classes(words, flat, n, masks)].copy():
                larger = flat | mask
                key = larger.tobytes()
                if key not in seen:
                    seen.add(key)
                    above.append((larger, out[: cells_on(words, mask, out)].copy()))
                    made += len(above[-1][1])
                    if listed + made > room:
                        raise LimitReached(
                            f"faces must fit in {memory_limit():,} bytes ({room:,} members), not be more than {room:,}"
                        )
        flats, rank = above, rank + 1


def _scattered(planes: Planes, places: Sequence[int], n: int) -> Planes:
    """The words for n elements, of which only those at the places were looked at; the others are
    0.
    """
    if len(places) == n:
        return planes
    width = max(1, -(-n // 64))
    scattered = []
    for words, other in zip(planes, (0, 1), strict=True):
        bits = np.zeros((len(words), 64 * width), np.uint8)
        bits[:, :n] = other
        octets = np.ascontiguousarray(words.astype(">u8")).view(np.uint8)
        bits[:, list(places)] = np.unpackbits(octets, axis=1)[:, : len(places)]
        scattered.append(np.packbits(bits, axis=1).view(">u8").astype(np.uint64))
    return scattered[0], scattered[1]


def _united(parts: Sequence[tuple[int, Planes]], n: int, dimension: int | None) -> np.ndarray:
    """Sorted words of all members, each once; with ``dimension`` only those whose largest dimension
    this is.
    """
    width = max(1, -(-n // 32))
    none = np.empty((0, width), np.uint64)
    if dimension is None:
        return bitset_rows.sorted_rows(
            np.concatenate([none, *(interleaved(*planes, n) for _, planes in parts)])
        )
    at = [interleaved(*planes, n) for d, planes in parts if d == dimension]
    above = [interleaved(*planes, n) for d, planes in parts if d > dimension]
    return bitset_rows.difference(
        bitset_rows.sorted_rows(np.concatenate([none, *at])),
        bitset_rows.sorted_rows(np.concatenate([none, *above])),
    )


def _places(signs: np.ndarray, n: int) -> np.ndarray:
    """For each label the number of labels that beat it, from the signs of all pairs."""
    places = np.zeros((len(signs), n), np.int64)
    pair = 0
    for j in range(n):
        for i in range(j):
            places[:, j] += signs[:, pair] > 0
            places[:, i] += signs[:, pair] < 0
            pair += 1
    return places
