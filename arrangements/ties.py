"""Rankings with ties as texts: labels of a group joined by =, groups by >, best first.

>>> groups_of("abc", "a=c>b"), joined((("a", "c"), ("b",)))
((('a', 'c'), ('b',)), 'a=c>b')
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["groups_of", "insertions", "joined"]


def groups_of(labels: Sequence[str], ranking: str) -> tuple[tuple[str, ...], ...]:
    """The groups of a text such as ``a=b>c``. A label that has = or > in it is one label where the whole piece is.

    >>> groups_of(("a=b", "c"), "a=b>c")
    (('a=b',), ('c',))
    """
    known = set(labels)
    if ranking in known:
        return ((ranking,),)
    return tuple((part,) if part in known else tuple(part.split("=")) for part in ranking.split(">"))


def joined(groups: Sequence[Sequence[str]]) -> str:
    """The text of groups of labels."""
    return ">".join(map("=".join, groups))


def insertions(groups: tuple[tuple[str, ...], ...], label: str) -> list[tuple[tuple[str, ...], ...]]:
    """The rankings that one more label makes of one: into each group, and into each gap.

    >>> list(map(joined, insertions((("a", "c"),), "b")))
    ['a=c=b', 'b>a=c', 'a=c>b']
    """
    tied = [(*groups[:k], (*group, label), *groups[k + 1 :]) for k, group in enumerate(groups)]
    return tied + [(*groups[:k], (label,), *groups[k:]) for k in range(len(groups) + 1)]
