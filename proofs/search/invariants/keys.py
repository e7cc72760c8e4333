"""Exact keys: hashable values of labelled configurations, equal if and only if the invariants are
equal.

They go by the order of the rows; names of labels do not matter. ``rankings`` remembers the last
configurations, for several keys of one are asked for in turn.

>>> from arrangements.layers.configuration import Configuration
>>> [[str(x) for x in row] for row in cosines(Configuration([[1, 0], [1, 1]]))]
[['1', '1/2'], ['1/2', '1']]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import Any

from arrangements.errors import BadInput, short_repr
from arrangements.exact import linear
from arrangements.exact.linear import dot, minus, over
from arrangements.exact.numbers import Scalar, sign
from arrangements.layers.configuration import Configuration
from arrangements.listing import argmax as enumerated
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from arrangements.matroids.chirotopes.value import Chirotope, chirotope

__all__ = [
    "argmax",
    "centred_cosines",
    "centred_rows",
    "chirotope_signs",
    "cosines",
    "difference_cosines",
    "distances",
    "gram",
    "members",
    "projector",
]
__all__ += ["rankings", "signs", "top_sets", "whitened_cosines"]

Key = Callable[..., Hashable]  # of a configuration; of a chirotope, too, where the table says so

rankings = lru_cache(maxsize=64)(ranking_pattern)


def gram(configuration: Configuration) -> Hashable:
    """The Gram matrix, below and on its diagonal."""
    rows = configuration.rows
    return tuple(tuple(dot(v, w) for w in rows[: i + 1]) for i, v in enumerate(rows))


def distances(configuration: Configuration) -> Hashable:
    """The squared distances below the diagonal."""
    rows: tuple[tuple[Any, ...], ...] = configuration.rows
    return tuple(
        tuple(sum((x - y) ** 2 for x, y in zip(v, w, strict=True)) for w in rows[:i])
        for i, v in enumerate(rows)
    )


def cosines(configuration: Configuration) -> tuple[tuple[Scalar, ...], ...]:
    """All signed squares of cosines."""
    return _signed_squares(linear.cleared(configuration.rows))


def _signed_squares(rows: linear.Matrix) -> tuple[tuple[Scalar, ...], ...]:
    """The signed squares of the cosines of rows; a positive factor of all rows changes none."""
    n = range(len(rows))
    below: list[list[Any]] = [[dot(rows[i], w) for w in rows[: i + 1]] for i in n]
    half = [
        [over(sign(x) * x * x, below[i][i] * below[j][j]) for j, x in enumerate(below[i])]
        for i in n
    ]
    return tuple(tuple(half[max(i, j)][min(i, j)] for j in n) for i in n)


def centred_rows(configuration: Configuration) -> linear.Matrix:
    """A positive multiple of the rows less their mean: integers, if the rows are rational."""
    rows = linear.cleared(configuration.rows)
    total: list[Any] = [sum(column) for column in zip(*rows, strict=True)]
    return [
        tuple([configuration.n * x - t for x, t in zip(row, total, strict=True)]) for row in rows
    ]


def centred_cosines(configuration: Configuration) -> Hashable:
    """The cosines of the rows less their mean; ``BadInput`` if a row is the mean."""
    centred = centred_rows(configuration)
    if zero := [i for i, row in enumerate(centred) if not any(row)]:
        raise BadInput(
            f"row must not be the mean to have cosines when centred (label {short_repr(configuration.labels[zero[0]])})"
        )
    return _signed_squares(centred)


def projector(configuration: Configuration) -> tuple[tuple[Scalar, ...], ...]:
    """The orthogonal projector onto the span of the columns of the centred rows: K (K'K)⁻¹ K' for
    independent columns K.

    Translating the rows, or multiplying them by an invertible matrix, leaves it alone.

    >>> [str(x) for x in projector(Configuration([[1, 5], [2, 5], [3, 5]]))[0]]
    ['1/2', '0', '-1/2']
    """
    return tuple(map(tuple, linear.projector(centred_rows(configuration))))


def whitened_cosines(configuration: Configuration) -> Hashable:
    """The signed squares of the cosines of the whitened rows, whose Gram matrix is the projector;
    ``BadInput`` if a row is the mean.
    """
    P = projector(configuration)
    n = range(configuration.n)
    if zero := [i for i in n if not P[i][i]]:
        raise BadInput(
            f"row must not be the mean to have cosines when whitened (label {short_repr(configuration.labels[zero[0]])})"
        )
    return tuple(tuple(sign(P[i][j]) * P[i][j] ** 2 / (P[i][i] * P[j][j]) for j in n) for i in n)


def difference_cosines(configuration: Configuration) -> Hashable:
    """The cosines of all differences of two rows; ``BadInput`` if two rows are equal."""
    if configuration.equal_groups:
        labels = ", ".join(
            short_repr(configuration.labels[i]) for i in configuration.equal_groups[0]
        )
        raise BadInput(
            f"rows must be distinct for their differences to have cosines, not equal (labels {labels})"
        )
    rows = linear.cleared(configuration.rows)
    return _signed_squares([minus(v, w) for v, w in combinations(rows, 2)])


def chirotope_signs(configuration: Configuration | Chirotope) -> Hashable:
    """Rank and signs, the first that is not zero made positive: chirotopes are defined up to their
    sign.
    """
    value = chirotope(configuration) if isinstance(configuration, Configuration) else configuration
    found = value.signs.tolist()
    lead = next(filter(None, found), 1)
    return value.rank, tuple(lead * s for s in found)


def signs(configuration: Configuration | Chirotope) -> Hashable:
    """The sign pattern."""
    return configuration.n, sign_pattern(configuration).words.tobytes()


def argmax(configuration: Configuration) -> Hashable:
    """For each row whether it comes first somewhere."""
    found = (
        enumerated.argmax_labels(configuration)
        if configuration.equal_groups
        else rankings(configuration).argmax_labels()
    )
    return tuple(label in found for label in configuration.labels)


def top_sets(configuration: Configuration) -> Hashable:
    """The top-k sets for k = 1, ..., n - 1."""
    listed = (
        rankings(configuration).top_sets
        if not configuration.equal_groups
        else lambda k: enumerated.top_sets(configuration, k)
    )
    return tuple(members(configuration, listed(k)) for k in range(1, configuration.n))


def members(configuration: Configuration, found: Iterable[Iterable[str]]) -> Hashable:
    """Sets or sequences of labels as places."""
    place = {label: i for i, label in enumerate(configuration.labels)}
    return tuple(tuple(place[label] for label in labels) for labels in found)
