"""Rankings as texts: labels of a group that ties joined by =, groups by >, best first; sets and
pairs of labels joined by commas.

A label that has > or , in it, or begins with ", is written between quotes, with quotes in it
doubled; so is any label that is read.

>>> groups_of("abc", "a=c>b"), joined((("a", "c"), ("b",)))
((('a', 'c'), ('b',)), 'a=c>b')
>>> joined((("->",), ("b",))), groups_of(("->", "b"), '"->">b'), pieces('"->",b', ",")
('"->">b', (('->',), ('b',)), ['->', 'b'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

__all__ = ["groups_of", "insertions", "joined", "pieces", "quoted", "unquoted"]

T = TypeVar("T")


def quoted(label: str) -> str:
    """The label as it stands in texts.

    >>> quoted("owl"), quoted("a>b"), quoted('"')
    ('owl', '"a>b"', '\"\"\"\"')
    """
    if ">" in label or "," in label or label.startswith('"'):
        return '"' + label.replace('"', '""') + '"'
    return label


def unquoted(text: str) -> str:
    """The label that a text stands for."""
    return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else text


def pieces(text: str, separator: str) -> list[str]:
    """The labels of a text that joins them.

    >>> pieces('a>"b>c">5"', ">")
    ['a', 'b>c', '5"']
    """
    return list(map(unquoted, _split(text, separator)))


def groups_of(labels: Sequence[str], ranking: str) -> tuple[tuple[str, ...], ...]:
    """The groups of a text such as ``a=b>c``. A label that has = or > in it is one label where the
    whole piece is.

    >>> groups_of(("a=b", "c"), "a=b>c")
    (('a=b',), ('c',))
    """
    known = set(labels)
    if ranking in known:
        return ((ranking,),)
    parts = _split(ranking, ">")
    return tuple(
        (unquoted(part),) if unquoted(part) in known else tuple(pieces(part, "=")) for part in parts
    )


def joined(groups: Iterable[Sequence[str]]) -> str:
    """The text of groups of labels."""
    return ">".join("=".join(map(quoted, group)) for group in groups)


def insertions(groups: tuple[tuple[T, ...], ...], label: T) -> list[tuple[tuple[T, ...], ...]]:
    """The rankings that one more label makes of one: into each group, and into each gap.

    >>> list(map(joined, insertions((("a", "c"),), "b")))
    ['a=c=b', 'b>a=c', 'a=c>b']
    """
    tied = [(*groups[:k], (*group, label), *groups[k + 1 :]) for k, group in enumerate(groups)]
    return tied + [(*groups[:k], (label,), *groups[k:]) for k in range(len(groups) + 1)]


def _split(text: str, separator: str) -> list[str]:
    """The parts between separators that are not between quotes; a quote opens at the beginning of a
    label only.
    """
    if '"' not in text:
        return text.split(separator)
    parts, inside = [""], False
    for letter in text:
        if letter == '"':
            inside = not inside and (not parts[-1] or parts[-1][-1] in '="')
        if letter == separator and not inside:
            parts.append("")
        else:
            parts[-1] += letter
    return text.split(separator) if inside else parts
