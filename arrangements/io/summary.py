"""A configuration at a glance: shape, rank, field, reading and every
degeneracy, by label.

``summary`` is the content of ``arrangements show``; ``reading_differences`` says what changes when
the same entries are read in another way.

>>> from arrangements import load
>>> summary(load("paper/H.1-A"))["zero_minors"]
[['1', '3', '5']]
>>> exact = load("paper/H.1-A")
>>> reading_differences(exact, exact.as_floats())
['minor 1,3,5: 0 (exact, as written), -1.1e-16 (binary64, dyadic)']
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from arrangements.exact import linear
from arrangements.exact.numbers import Scalar, rounded
from arrangements.layers.configuration import Configuration

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["MAX_MINORS", "chirotope_summary", "minors", "reading_differences", "summary"]

MAX_MINORS = 5000  # more minors than this are not looked at for a summary
_MAX_FIELD_MINORS = 500  # the same over a number field, where one minor costs more


def summary(configuration: Configuration) -> dict[str, object]:
    """Facts as JSON values. ``zero_minors`` lists the dependent sets of rank many labels, or is
    None when there are too many sets to look at."""
    table = minors(configuration)
    return {
        "name": configuration.name,
        "n": configuration.n,
        "d": configuration.d,
        "rank": configuration.rank,
        "affine_rank": configuration.affine_rank,
        "field": configuration.field.name if configuration.field else "Q",
        "reading": configuration.reading,
        "labels": list(configuration.labels),
        "zero_rows": _named(configuration, configuration.zero_rows),
        "equal_rows": [_named(configuration, group) for group in configuration.equal_groups],
        "parallel_rows": [_sides(configuration, group) for group in configuration.parallel_groups],
        "minors": comb(configuration.n, configuration.rank),
        "zero_minors": None
        if table is None
        else [_named(configuration, chosen) for chosen, value in table.items() if value == 0],
        "content_hash": configuration.content_hash,
    }


def chirotope_summary(chi: Chirotope) -> dict[str, object]:
    """An oriented matroid at a glance: ``extreme`` is None if it is not acyclic, ``signs`` if they
    are too many.

    >>> from arrangements import load_chirotope
    >>> chirotope_summary(load_chirotope("matroid:vamos"))["bases"]
    65
    """
    return {
        "n": chi.n,
        "rank": chi.rank,
        "labels": list(chi.labels),
        "bases": int((chi.signs != 0).sum()),
        "uniform": chi.is_uniform,
        "acyclic": chi.is_acyclic,
        "loops": [chi.labels[e] for e in chi.loops],
        "coloops": [chi.labels[e] for e in chi.coloops],
        "parallel": [
            {
                "same": [chi.labels[e] for e in group if chi.orientation(group[0], e) >= 0],
                "opposite": [chi.labels[e] for e in group if chi.orientation(group[0], e) < 0],
            }
            for group in chi.parallel_classes
        ],
        "extreme": list(chi.extreme) if chi.is_acyclic else None,
        "signs": chi.text() if len(chi.signs) <= MAX_MINORS else None,
    }


def minors(configuration: Configuration) -> dict[tuple[int, ...], Scalar] | None:
    """All minors of the columns of ``column_basis``, by row indices; None when they are more than
    ``MAX_MINORS``.
    """
    r = configuration.rank
    if comb(configuration.n, r) > (
        MAX_MINORS if configuration.field is None else _MAX_FIELD_MINORS
    ):
        return None
    rows = [[row[j] for j in configuration.column_basis] for row in configuration.rows]
    return {
        chosen: linear.determinant([rows[i] for i in chosen])
        for chosen in combinations(range(configuration.n), r)
    }


def reading_differences(one: Configuration, other: Configuration, limit: int = 10) -> list[str]:
    """The degeneracies that two readings of the same entries do not share, one line each; an empty
    list when none was found.
    """
    differences: list[tuple[str, str, str]] = []
    if one.rank != other.rank:
        differences.append(("rank", str(one.rank), str(other.rank)))
    for what, attribute in (
        ("zero rows", "zero_rows"),
        ("equal rows", "equal_groups"),
        ("parallel rows", "parallel_groups"),
    ):
        ours, theirs = getattr(one, attribute), getattr(other, attribute)
        if ours != theirs:
            differences.append((what, _listed(one, ours), _listed(other, theirs)))
    if one.rank == other.rank:
        values, others = minors(one), minors(other)
        if values is None or others is None:
            return [
                *_lines(differences, one, other, limit),
                f"the {comb(one.n, one.rank)} minors were too many to compare",
            ]
        for chosen, value in values.items():
            if (value == 0) != (others[chosen] == 0):
                differences.append(
                    (
                        f"minor {','.join(_named(one, chosen))}",
                        rounded(value),
                        rounded(others[chosen]),
                    )
                )
    return _lines(differences, one, other, limit)


def _lines(
    differences: list[tuple[str, str, str]], one: Configuration, other: Configuration, limit: int
) -> list[str]:
    lines = [
        f"{what}: {ours} ({one.reading}), {theirs} ({other.reading})"
        for what, ours, theirs in differences[:limit]
    ]
    return (
        [*lines, f"{len(differences) - limit} more differences"]
        if len(differences) > limit
        else lines
    )


def _named(configuration: Configuration, indices: Sequence[int]) -> list[str]:
    return [configuration.labels[i] for i in indices]


def _sides(configuration: Configuration, group: Sequence[int]) -> dict[str, list[str]]:
    """The labels of a parallel group that point the way of its first one, and those that point the
    opposite way.
    """
    first = configuration.directions[group[0]][1]
    sides = [
        [i for i in group if (configuration.directions[i][1] == first) is chosen]
        for chosen in (True, False)
    ]
    return {"same": _named(configuration, sides[0]), "opposite": _named(configuration, sides[1])}


def _listed(configuration: Configuration, groups: Sequence[Any]) -> str:
    if not groups:
        return "none"
    return "; ".join(
        ", ".join(_named(configuration, group if isinstance(group, tuple) else (group,)))
        for group in groups[:5]
    )
