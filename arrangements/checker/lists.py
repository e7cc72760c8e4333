"""Lists: all sign vectors, or all rankings, that occur, shown to be complete.

A list of members is complete by ``count``, if there are as many as there are regions, or faces; or by
``cases``: signs of rows are chosen, or labels put into the order, one by one, and whatever is not shown to
occur must begin with something that is shown not to. A member, or a beginning, is a question: signs of all
rows, ? where none is chosen yet, or an order of the first labels.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from arrangements.checker.numbers import differences
from arrangements.checker.problem import Problem
from arrangements.checker.reading import Json, demand, readable
from arrangements.checker.regions import faces, regions

__all__ = ["LISTS", "by_cases", "by_count"]

Member: TypeAlias = Any  # a question as it is kept: a text of signs, positions, or groups of them
Shown: TypeAlias = dict[tuple[str, Any], bool]


class List(NamedTuple):
    """``kind``: that of its questions; ``faces``: zeros and ties are members, too."""

    kind: str
    faces: bool


LISTS = {
    "sign pattern": List("signs", False),
    "covectors": List("signs", True),
    "ranking pattern": List("ranking", False),
    "weak rankings": List("weak ranking", True),
}


def size(member: Member) -> int:
    """How many rows, or labels, a beginning has."""
    if isinstance(member, str):
        return len(member) - member.count("?")
    return sum(1 if isinstance(part, int) else len(part) for part in member)


def members(name: Json, problem: Problem, shown: Shown) -> set[Member]:
    """The members of a list that are shown to occur."""
    readable(isinstance(name, str) and name in LISTS, "a list must be of a known kind")
    readable(
        problem.ball is None or not problem.ball.sphere,
        "inputs of a list must be a ball, not its sphere",
    )
    kind, zeros = LISTS[name]
    return {
        member
        for (its, member), answer in shown.items()
        if its == kind
        and answer
        and size(member) == len(problem.rows)
        and (zeros or kind != "signs" or "0" not in member)
    }


def by_count(name: Json, problem: Problem, shown: Shown) -> set[Member]:
    """All members. One of each two opposites is shown; x and -x give opposites."""
    half = members(name, problem, shown)
    readable(not problem.common, "a list with offsets or inputs must be complete by cases")
    kind, zeros = LISTS[name]
    every = half | {opposite(member) for member in half}
    demand(
        all(opposite(member) not in half or opposite(member) == member for member in half),
        "one of two opposite members must be shown",
    )
    count = faces if zeros else regions
    number = count(problem.rows if kind == "signs" else differences(problem.rows))
    demand(len(every) == number, f"there are {number} members, not {len(every)}")
    return every


def opposite(member: Member) -> Member:
    if isinstance(member, str):
        return member.translate(str.maketrans("+-", "-+"))
    return member[::-1]


def by_cases(name: Json, problem: Problem, shown: Shown) -> set[Member]:
    """All members. Beginnings that are shown not to occur exclude what begins with them."""
    every = members(name, problem, shown)
    kind, zeros = LISTS[name]
    number = len(problem.rows)
    todo: list[Member] = ["?" * number if kind == "signs" else ()]
    while todo:
        member = todo.pop()
        if shown.get((kind, member)) is False:
            continue
        if size(member) < number:
            todo += longer(member, kind, zeros)
        else:
            demand(member in every, "what is not listed must be excluded")
    return every


def longer(member: Member, kind: str, zeros: bool) -> list[Member]:
    """The beginnings with one more row, or label."""
    if isinstance(member, str):
        return [member.replace("?", s, 1) for s in ("+-0" if zeros else "+-")]
    label = size(member)
    new = (label,) if zeros else label
    grown = [(*member[:k], new, *member[k:]) for k in range(len(member) + 1)]
    if zeros:
        grown += [(*member[:k], (*member[k], label), *member[k + 1 :]) for k in range(len(member))]
    return grown
