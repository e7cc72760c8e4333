"""Lists by their beginnings: the signs of the first rows, or an order of the first labels, strict or
with ties. One exact program decides whether a beginning occurs; one that does is made longer in
every way, one that does not is refuted, and with it all that begin so.

``lp_faces`` lists faces so, ``patterns_and_pairs`` certifies whole lists: the witnesses of the members and
the refutations of the beginnings that end prove together that the list is complete.

>>> from arrangements.layers.configuration import Configuration
>>> from arrangements.layers.questions.kinds import CERTIFIED
>>> for part, certificate in walk(Configuration([[1], [2]]), CERTIFIED["weak rankings"], None):
...     print(part, type(certificate.evidence).__name__)
((0,), (1,)) Witness
((1,), (0,)) Witness
((0, 1),) Witness
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arrangements.decide.one_by_one.decide import decide
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.kinds import Kind
from arrangements.layers.questions.question import Question, of_groups, of_signs
from arrangements.proof.certificates import Certificate
from arrangements.ranking_text import insertions
from arrangements.running import report_progress

__all__ = ["Beginning", "asked", "walk"]

# Signs, positions in order, or groups of positions that tie.
Beginning = str | tuple[int, ...] | tuple[tuple[int, ...], ...]


def walk(
    configuration: Configuration, kind: Kind, inputs: Inputs | None
) -> Iterator[tuple[Beginning, Certificate]]:
    """The members of the list of a kind, each with the certificate of a yes, and beginnings of no
    member, each with that of a no. Labels are positions.
    """
    n = configuration.n
    todo: list[Any] = ["" if kind.member == "signs" else ()]
    while todo:
        part = todo.pop()
        report_progress("branches left", None)
        occurs, certificate = decide(configuration, asked(part, kind, n), inputs=inputs)
        length = sum(map(len, part)) if kind.member == "places" else len(part)
        if not occurs or length == n:
            yield part, certificate
        elif kind.member == "signs":
            todo += [part + sign for sign in ("+-0" if kind.faces else "+-")]
        elif kind.member == "places":
            todo += insertions(part, length)
        else:
            todo += [(*part[:k], length, *part[k:]) for k in range(length + 1)]


def asked(part: Beginning, kind: Kind, n: int) -> Question:
    """The question whether a beginning occurs."""
    if isinstance(part, str):
        return of_signs(part.ljust(n, "?"))
    places: Any = part
    return of_groups(places) if kind.member == "places" else Question("ranking", places)
