"""A counter-example as a value: two configurations, what they agree in, what they differ in, and the certificate of both.

>>> from arrangements.configuration import Configuration
>>> from proofs.determinations.determination import determination
>>> first, second = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])
>>> pair = make(determination("C -> R"), first, second)
>>> pair.difference
{'kind': 'ranking', 'labels': ['1', '2', '3'], 'first': True, 'second': False}
>>> pair.certificate.check()[:40]
'{"kind": "pair", "same": "cosines", "dif'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arrangements.configuration import Configuration
from arrangements.errors import BadInput
from arrangements.feasibility import Certificate, certify_pair
from arrangements.feasibility.questions import Question
from arrangements.numbers import text
from proofs.determinations.determination import Determination

__all__ = ["Pair", "make"]


@dataclass(frozen=True)
class Pair:
    """Equal P, different Q. The certificate is missing where the checker does not know one of the two invariants."""

    what: Determination
    first: Configuration
    second: Configuration
    certificate: Certificate | None

    @property
    def difference(self) -> dict[str, Any]:
        """What tells the two apart: a question with the answer for each, or the invariant that differs."""
        if self.certificate is None:
            return {"kind": self.what.second.name}
        differ = self.certificate.question["differ"]
        if isinstance(differ, str):
            return {"kind": differ}
        assert isinstance(self.certificate.answer, tuple)
        first, second = self.certificate.answer
        return {**differ, "first": first, "second": second}

    def to_json(self) -> dict[str, Any]:
        rows = [[[text(x) for x in row] for row in c.rows] for c in (self.first, self.second)]
        return {
            "n": self.first.n,
            "d": self.first.d,
            "labels": list(self.first.labels),
            "first": rows[0],
            "second": rows[1],
            "difference": self.difference,
            "certificate": None if self.certificate is None else self.certificate.to_json(),
        }


def make(what: Determination, first: Configuration, second: Configuration, question: Question | None = None) -> Pair:
    """The pair with its certificate, checked; ``BadInput`` if it is no counter-example. ``question``: the difference to show."""
    p, q = what.first, what.second
    if question is None and q.key(first) == q.key(second):
        raise BadInput(f"configurations must differ in {q}")
    if not p.same or not (q.same or q.differ):
        if p.key(first) != p.key(second):
            raise BadInput(f"configurations must agree in {p}")
        return Pair(what, first, second, None)
    return Pair(what, first, second, certify_pair(first, second, p.same, question or q.difference(first, second)))
