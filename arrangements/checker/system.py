"""The meaning of every question: a list of conditions on differences of rows.

A question has a kind and a value. ``system`` says in which form the value is kept, so that two ways of
writing one question are one, and which conditions it means.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from arrangements.checker.numbers import Rows, minus
from arrangements.checker.problem import Condition, Problem, named
from arrangements.checker.reading import Json, demand, readable

__all__ = ["KINDS", "system"]

# Of each kind the key of its value in a question.
KINDS = {
    "signs": "signs",
    "weak ranking": "groups",
    "ranking": "labels",
    "top": "labels",
    "top set": "labels",
    "tie": "labels",
}


def system(kind: Json, value: Json, problem: Problem) -> tuple[Any, list[Condition]]:
    """The question as it is kept, and its conditions."""
    rows, labels = problem.rows, problem.labels
    if kind == "signs":
        return value, signs(value, rows)
    if kind == "weak ranking":
        readable(
            isinstance(value, list) and all(isinstance(group, list) and group for group in value),
            "groups must be lists of labels",
        )
        groups = [named(group, labels) for group in value]
        named([x for group in value for x in group], labels, 0)
        return tuple(tuple(sorted(group)) for group in groups), weak_ranking(groups, rows)
    if kind in ("ahead", "place"):
        return ahead(kind, value, problem)
    readable(isinstance(kind, str) and kind in KINDS, "a question must be of a known kind")
    first = named(value, labels, kind != "ranking")
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
    kept = sorted(first) if kind in ("top set", "tie") else first
    return tuple(kept), compared(pairs, rows)


def compared(pairs: list[tuple[int, int, str]], rows: Rows) -> list[Condition]:
    return [(minus(rows[i], rows[j]), relation) for i, j, relation in pairs]


def signs(value: Json, rows: Rows) -> list[Condition]:
    """+ - 0 for each row, ? for any."""
    readable(
        isinstance(value, str) and len(value) == len(rows) and set(value) <= set("+-0?"),
        "signs must be + - 0 ? for each row",
    )
    return [
        ([c * -1 for c in u] if s == "-" else u, {"0": "=", "?": ""}.get(s, ">"))
        for u, s in zip(rows, value, strict=True)
    ]


def weak_ranking(groups: list[list[int]], rows: Rows) -> list[Condition]:
    """Labels of a group are equal, and each group is before the next."""
    order = [i for group in groups for i in group]
    relations = "".join(">" + "=" * (len(group) - 1) for group in groups)[1:]
    return compared([(i, j, r) for (i, j), r in zip(pairwise(order), relations, strict=True)], rows)


def ahead(kind: str, value: Json, problem: Problem) -> tuple[Any, list[Condition]]:
    """[label, others, ties]: the others are behind the label. By ties "strict" a label is behind if its
    value is less; by "first" also if it is equal and the label is listed later. Of the kind "place" the
    others are those that are not behind, and all that are not named are.
    """
    readable(
        isinstance(value, list) and len(value) == 3, "a place must have a label, others and ties"
    )
    label, some, ties = value
    readable(ties in ("strict", "first"), "ties must be strict or first")
    (own,), others = named([label], problem.labels), named(some, problem.labels, 0)
    demand(own not in others, "a label must be compared with others")
    pairs = []
    for j in range(len(problem.rows)) if kind == "place" else others:
        weak = ties == "first" and own < j
        if kind == "ahead" or j not in (own, *others):
            pairs.append((own, j, "≥" if weak else ">"))
        elif j != own:
            pairs.append((j, own, ">" if weak else "≥"))
    return (own, frozenset(others), ties), compared(pairs, problem.rows)
