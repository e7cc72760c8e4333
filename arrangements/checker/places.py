"""Best places: sets of labels that are never all behind, and how few labels meet all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["met"]


def met(groups: Sequence[frozenset[int]], number: int) -> bool:
    """Whether so many elements can meet all of the sets."""
    levels = [iter([[*groups]])]  # of a search in depth; level k has chosen k elements
    while levels:
        left = next(levels[-1], None)
        room = number - len(levels) + 1
        if left is None or room < 0:
            levels.pop()
        elif not left:
            return True
        else:
            levels.append(less(essential(left), room))
    return False


def less(groups: list[frozenset[int]], number: int) -> Iterator[list[frozenset[int]]]:
    """The sets that are left to be met when one more element is chosen; nothing where so many
    elements cannot meet them.
    """
    apart: list[frozenset[int]] = []  # disjoint ones need an element each
    for group in sorted(groups, key=len):
        if all(group.isdisjoint(other) for other in apart):
            apart.append(group)
    if len(apart) > number:
        return
    # The first element of a smallest set that is chosen; those before it are not.
    out: set[int] = set()
    for k in sorted(apart[0]):
        yield [group - out for group in groups if k not in group]
        out.add(k)


def essential(groups: list[frozenset[int]]) -> list[frozenset[int]]:
    """The sets without elements in whose place another one meets as many of them."""
    where: dict[int, int] = {}
    for place, group in enumerate(groups):
        for k in group:
            where[k] = where.get(k, 0) | 1 << place
    one = {bits: k for k, bits in where.items()}
    kept = {k for bits, k in one.items() if not any(bits & o == bits != o for o in one)}
    return [group & kept for group in groups]
