"""A counter-example as a value: two configurations, what they agree in and differ in, with the
certificate; and the answer to a question.

>>> from arrangements.layers.configuration import Configuration
>>> from proofs.search.determinations.determination import determination
>>> first, second = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])
>>> pair = make(determination("C -> R"), first, second)
>>> pair.difference
{'kind': 'ranking', 'labels': ['1', '2', '3'], 'first': True, 'second': False}
>>> pair.certificate.check()[:40]
'{"kind": "pair", "same": "cosines", "dif'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arrangements.decide.one_by_one.patterns_and_pairs import certify_pair
from arrangements.errors import BadInput
from arrangements.exact.numbers import text
from arrangements.layers.configuration import Configuration
from arrangements.layers.questions.question import Question
from arrangements.proof.certificates import Certificate
from proofs.search.determinations.determination import Determination

if TYPE_CHECKING:
    from proofs.search.counterexamples.arrows import Arrow
    from proofs.search.families import Grid

__all__ = ["Answer", "Pair", "make"]


@dataclass(frozen=True)
class Pair:
    """Equal P, different Q. The certificate is missing where the checker does not know one of the
    two invariants.
    """

    what: Determination
    first: Configuration
    second: Configuration
    certificate: Certificate | None

    @property
    def difference(self) -> dict[str, object]:
        """The difference between the two: a question with the answer for each, or the invariant
        that differs.
        """
        if self.certificate is None:
            return {"kind": self.what.second.name}
        differ: Any = self.certificate.question["differ"]
        if isinstance(differ, str):
            return {"kind": differ}
        assert isinstance(self.certificate.answer, tuple)
        first, second = self.certificate.answer
        return {**differ, "first": first, "second": second}

    def to_json(self) -> dict[str, object]:
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


def make(
    what: Determination,
    first: Configuration,
    second: Configuration,
    question: Question | None = None,
) -> Pair:
    """The pair with its certificate, checked; ``BadInput`` if it is no counter-example.
    ``question``: the difference to show.
    """
    p, q = what.first, what.second
    if question is None and q.key(first) == q.key(second):
        raise BadInput(f"configurations must differ in {q}")
    if not p.same or not (q.same or q.differ):
        if p.key(first) != p.key(second):
            raise BadInput(f"configurations must agree in {p}")
        return Pair(what, first, second, None)
    inputs = q.inputs(first.d) if q.inputs else None
    return Pair(
        what,
        first,
        second,
        certify_pair(first, second, p.same, question or q.difference(first, second), inputs=inputs),
    )


@dataclass(frozen=True)
class Answer:
    """``arrows`` prove the determination; ``none`` says why there is no counter-example, with the
    ``proof`` line by line.

    Otherwise ``pairs`` refute it, the smallest found in ``grid``; ``smaller`` says of all smaller
    shapes why they have none or how far they were searched, ``least`` whether that is a proof;
    ``searched`` how far was looked; ``notes`` are further names and texts.
    """

    what: Determination
    pairs: tuple[Pair, ...] = ()
    arrows: tuple[Arrow, ...] | None = None
    none: str = ""
    proof: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    grid: Grid | None = None
    smaller: tuple[str, ...] = ()
    least: bool = False
    searched: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    interval: dict[str, object] | None = None

    @property
    def status(self) -> str:
        return "determines" if self.arrows is not None else "does not" if self.pairs else "open"

    @property
    def pair(self) -> Pair | None:
        """The first counter-example."""
        return self.pairs[0] if self.pairs else None

    def to_json(self) -> dict[str, object]:
        return {
            "question": str(self.what),
            "affine": self.what.domain.affine,
            "answer": "found" if self.pairs else "none" if self.none else "nothing found",
            "because": self.none or None,
            "rests_on": list(self.rests_on),
            "proof": list(self.proof),
            "pairs": [pair.to_json() for pair in self.pairs],
            "smallest": self.least,
            "smaller": list(self.smaller),
            "searched": list(self.searched),
            "notes": dict(self.notes),
            "interval": self.interval,
        }
