"""Exact keys: hashable values of labelled configurations that are equal iff the invariant is.

They go by the order of the rows; names of labels do not matter. ``rankings`` remembers the last
configurations, for several keys of one are asked for in turn.

>>> from arrangements.configuration import Configuration
>>> [[str(x) for x in row] for row in cosines(Configuration([[1, 0], [1, 1]]))]
[['1', '1/2'], ['1/2', '1']]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import Any

from arrangements.configuration import Configuration
from arrangements.enumerate import argmax as tops
from arrangements.enumerate.listing import ranking_pattern, sign_pattern
from arrangements.errors import BadInput, shown
from arrangements.exact import linear
from arrangements.exact.linear import dot
from arrangements.exact.numbers import Scalar, sign
from arrangements.oriented_matroids.chirotope import Chirotope, chirotope

__all__ = [
    "argmax",
    "centred_cosines",
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
    products: list[list[Any]] = [
        [dot(v, w) for w in configuration.rows] for v in configuration.rows
    ]
    n = range(configuration.n)
    return tuple(
        tuple(
            sign(products[i][j]) * products[i][j] ** 2 / (products[i][i] * products[j][j])
            for j in n
        )
        for i in n
    )


def centred_cosines(configuration: Configuration) -> Hashable:
    """The cosines of the rows less their mean; ``BadInput`` if a row is the mean."""
    centred = configuration.centred()
    if centred.zero_rows:
        raise BadInput(
            f"row must not be the mean to have cosines when centred (label {shown(centred.labels[centred.zero_rows[0]])})"
        )
    return cosines(centred)


def projector(configuration: Configuration) -> tuple[tuple[Scalar, ...], ...]:
    """The orthogonal projector onto the span of the columns of the centred rows: K (K'K)⁻¹ K' for
    independent columns K.

    Translating the rows, or multiplying them by an invertible matrix, leaves it alone.

    >>> [str(x) for x in projector(Configuration([[1, 5], [2, 5], [3, 5]]))[0]]
    ['1/2', '0', '-1/2']
    """
    return tuple(map(tuple, linear.projector(configuration.centred().rows)))


def whitened_cosines(configuration: Configuration) -> Hashable:
    """The signed squares of the cosines of the whitened rows, whose Gram matrix is the projector;
    ``BadInput`` if a row is the mean.
    """
    P = projector(configuration)
    n = range(configuration.n)
    if zero := [i for i in n if not P[i][i]]:
        raise BadInput(
            f"row must not be the mean to have cosines when whitened (label {shown(configuration.labels[zero[0]])})"
        )
    return tuple(tuple(sign(P[i][j]) * P[i][j] ** 2 / (P[i][i] * P[j][j]) for j in n) for i in n)


def difference_cosines(configuration: Configuration) -> Hashable:
    """The cosines of all differences of two rows; ``BadInput`` if two rows are equal."""
    if configuration.equal_groups:
        labels = ", ".join(shown(configuration.labels[i]) for i in configuration.equal_groups[0])
        raise BadInput(
            f"rows must be distinct for their differences to have cosines, not equal (labels {labels})"
        )
    return cosines(configuration.differences())


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
        tops.argmax_labels(configuration)
        if configuration.equal_groups
        else rankings(configuration).argmax_labels()
    )
    return tuple(label in found for label in configuration.labels)


def top_sets(configuration: Configuration) -> Hashable:
    """The top-k sets for k = 1, ..., n - 1."""
    listed = (
        rankings(configuration).top_sets
        if not configuration.equal_groups
        else lambda k: tops.top_sets(configuration, k)
    )
    return tuple(members(configuration, listed(k)) for k in range(1, configuration.n))


def members(configuration: Configuration, found: Iterable[Iterable[str]]) -> Hashable:
    """Sets or sequences of labels as places."""
    place = {label: i for i, label in enumerate(configuration.labels)}
    return tuple(tuple(place[label] for label in labels) for labels in found)
