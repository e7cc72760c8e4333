"""Questions about a configuration, and the conditions on x that each one means.

Every question is answered by yes or no and has two fields, as in a certificate: a kind and a value.

========= ================ ==========================================================================================
kind      value            is there an x such that, with s_i = u_i . x,
========= ================ ==========================================================================================
signs     one of + - 0 ?   s_i > 0 for +, s_i < 0 for -, s_i = 0 for 0, anything for ?
ranking   labels           s_a > s_b > s_c ...; labels that are not named may be anywhere
weak      groups           a ranking in which the labels of a group are equal
top       labels           s_a > s_b > ... > all other s_j; a single label: it is an argmax label
top set   labels           s_i > s_j for all i in the set and j outside
tie       two labels       s_a = s_b > all other s_j: they share the top
========= ================ ==========================================================================================

>>> ranking(("a", "b", "c"), "c>a")
Question(kind='ranking', value=('c', 'a'))
>>> conditions(signs(3, "+-?"), ("a", "b", "c"))
[Condition(plus=0, minus=None, relation='>'), Condition(plus=None, minus=1, relation='>'), Condition(plus=2, minus=None, relation='')]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, cast

from arrangements.errors import BadInput, shown
from arrangements.ranking_text import groups_of, joined, pieces, quoted, unquoted

__all__ = [
    "Condition",
    "Question",
    "argmax",
    "conditions",
    "ranking",
    "signs",
    "tie",
    "top",
    "top_set",
    "weak",
]

Labels = Sequence[str]


@dataclass(frozen=True)
class Question:
    """``value`` is a text for signs, groups of labels for weak rankings, otherwise labels. The
    functions here make and check it.
    """

    kind: str
    value: str | tuple[str, ...] | tuple[tuple[str, ...], ...]

    def to_json(self) -> dict[str, object]:
        if isinstance(self.value, str):
            return {"kind": self.kind, "signs": self.value}
        if self.kind == "weak ranking":
            return {"kind": self.kind, "groups": list(map(list, self.value))}
        return {"kind": self.kind, "labels": list(self.value)}

    def __str__(self) -> str:
        if isinstance(self.value, str):
            return f"signs {self.value}"
        if self.kind == "weak ranking":
            return f"ranking {joined(self.value)}"
        if self.kind == "top" and len(self.value) == 1:
            return f"argmax {quoted(cast('str', self.value[0]))}"
        sign = {"tie": "=", "top set": ", "}.get(self.kind, ">")
        return f"{self.kind} {sign.join(map(quoted, cast('tuple[str, ...]', self.value)))}"


class Condition(NamedTuple):
    """u_plus - u_minus (a missing index counts as the zero vector), and '>' or '=' or '' for
    free.
    """

    plus: int | None
    minus: int | None
    relation: str


def signs(n: int, text: str) -> Question:
    if len(text) != n or not set(text) <= set("+-0?"):
        raise BadInput(f"signs must be {n} of the characters + - 0 ?, not {shown(text)}")
    return Question("signs", text)


def ranking(labels: Labels, order: str | Sequence[str]) -> Question:
    """Texts may join labels by = where they shall tie; a ranking without ties is strict.

    >>> ranking(("a", "b", "c"), "c=a>b")
    Question(kind='weak ranking', value=(('c', 'a'), ('b',)))
    """
    groups = groups_of(labels, order) if isinstance(order, str) else ()
    if any(len(group) > 1 for group in groups):
        _named(labels, [label for group in groups for label in group], ">", "ranking")
        return weak(groups)
    return Question("ranking", _named(labels, order, ">", "ranking"))


def weak(groups: Sequence[Sequence[str]]) -> Question:
    """A ranking with ties, of groups of distinct labels that the caller has checked."""
    return Question("weak ranking", tuple(map(tuple, groups)))


def top(labels: Labels, order: str | Sequence[str]) -> Question:
    return Question("top", _named(labels, order, ">", "top"))


def argmax(labels: Labels, label: str) -> Question:
    return Question(
        "top", _named(labels, [label if label in labels else unquoted(label)], "", "argmax label")
    )


def top_set(labels: Labels, members: str | Sequence[str]) -> Question:
    return Question("top set", _named(labels, members, ",", "top set"))


def tie(labels: Labels, pair: str | Sequence[str]) -> Question:
    names = _named(labels, pair, ",", "tie")
    if len(names) != 2:
        raise BadInput(f"tie must have two labels, not {len(names)}")
    return Question("tie", names)


def _named(
    labels: Labels, names: str | Sequence[str], separator: str, what: str
) -> tuple[str, ...]:
    """Distinct labels, given as a sequence or joined by a separator. A text that is itself a label
    is that label; labels may be quoted.
    """
    known = set(labels)
    found = (
        ((names,) if names in known else tuple(pieces(names, separator)))
        if isinstance(names, str)
        else tuple(names)
    )
    for place, name in enumerate(found):
        if name not in known:
            raise BadInput(f"{what} must name labels of the configuration, not {shown(name)}")
        if name in found[:place]:
            raise BadInput(f"{what} must name each label once, not {shown(name)} twice")
    if not found:
        raise BadInput(f"{what} must name a label")
    return found


def conditions(question: Question, labels: Labels) -> list[Condition]:
    """The meaning of a question, in the order in which refutations weigh the conditions."""
    if isinstance(question.value, str):
        relation = {"+": ">", "-": ">", "0": "=", "?": ""}
        return [
            Condition(None, i, ">") if s == "-" else Condition(i, None, relation[s])
            for i, s in enumerate(question.value)
        ]
    place = {label: i for i, label in enumerate(labels)}
    if question.kind == "weak ranking":
        ordered = [(place[label], place[group[0]]) for group in question.value for label in group]
        joined = [">" if i == lead else "=" for i, lead in ordered[1:]]
        return [
            Condition(i, j, relation)
            for ((i, _), (j, _)), relation in zip(pairwise(ordered), joined, strict=True)
        ]
    first = [place[label] for label in cast("tuple[str, ...]", question.value)]
    named = set(first)
    rest = [j for j in range(len(labels)) if j not in named]
    if question.kind == "top set":
        return [Condition(i, j, ">") for i in first for j in rest]
    if question.kind == "tie":
        return [Condition(first[0], first[1], "="), *(Condition(first[0], j, ">") for j in rest)]
    below = rest if question.kind == "top" else []
    return [
        *(Condition(i, j, ">") for i, j in pairwise(first)),
        *(Condition(first[-1], j, ">") for j in below),
    ]
