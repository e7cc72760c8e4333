"""The question as a user asks it, and its answer: pairs, or why there are none, or how far was searched.

>>> p, q, affine = asked("C(B U) -> R")
>>> answer = search(p, q)
>>> answer.none
'theorem-5.6: C(B U) -> R(U)'
>>> search(*asked("theorem-5.5")[:2]).pairs[0].first.n
3
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from arrangements.configuration import Configuration
from arrangements.errors import BadInput, InternalError, LimitReached, shown
from proofs.counterexamples.drawn import draw
from proofs.counterexamples.exhaustive import LARGEST_ENTRY, MOST_LABELS, Grid, compare, smallest
from proofs.counterexamples.pairs import Pair
from proofs.determinations.arrows import Arrow, Range, because, chain, one_orbit
from proofs.invariants.table import Invariant, find

__all__ = ["Answer", "asked", "search"]

_RELABELLED = 7  # labels whose relabellings are all tried


@dataclass(frozen=True)
class Answer:
    """``none`` says why there is no counter-example, with the ``proof`` line by line; ``smaller`` why no smaller pair exists or how far
    that was searched, ``least`` whether it is proved; ``searched`` how far was looked; ``notes`` are further names and texts.
    """

    p: Invariant
    q: Invariant
    affine: bool
    pairs: tuple[Pair, ...] = ()
    none: str = ""
    proof: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    smaller: tuple[str, ...] = ()
    least: bool = False
    searched: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    interval: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "question": f"{self.p} -> {self.q}",
            "affine": self.affine,
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


def asked(question: str) -> tuple[Invariant, Invariant, bool]:
    """The two invariants of "P -> Q" or of a claim that has this form, and whether the claim is about affine configurations."""
    from proofs.determinations.checks import CHECKS

    if "->" not in question.replace("→", "->"):
        named = {check.id.lower(): check for check in CHECKS if check.groups}
        check = named.get(question.strip().lower())
        if check is None:
            raise BadInput(f'question must be "P -> Q" or one of {", ".join(named)}, not {shown(question)}')
        return find(check.first), find(check.second), check.id.startswith("theorem-H.1")
    first, _, second = question.replace("→", "->").partition("->")
    return find(first.strip()), find(second.strip()), False


def search(
    p: Invariant, q: Invariant, *, labels: int | None = None, dimension: int | None = None, affine: bool = False, every: bool = False,
    count: int | None = None, relabelling: bool = False, near: str | None = None, lose_argmax: str | None = None,
    equal_rows: bool = False, entries: int | None = None, seed: int = 1, seconds: float = 60.0,
) -> Answer:  # fmt: skip
    """Answer the question: by a proof, by a change of a given configuration, at random, or by looking at everything small.

    The search among everything small has ``seconds``; where it finds nothing, a random search has half as much again.
    """
    equal_rows = equal_rows and "C(B U)" not in (p.name, q.name)  # equal rows have no such cosines
    where = Range(labels, dimension, affine, equal_rows)
    deadline = time.monotonic() + seconds
    if near is None and (arrows := chain(p.name, q.name, where)) is not None:
        return _none(p, q, where, arrows)
    if near is None and relabelling and (reason := one_orbit(q.name, where)):
        return Answer(p, q, affine, none=reason)
    if (relabelling or every) and labels and labels > _RELABELLED:
        raise LimitReached(f"labels must number at most {_RELABELLED} to try all relabellings, not {labels}")
    if near is not None:
        return _near(p, q, near, lose_argmax, affine)
    if count is not None:
        n, d = labels or 4, dimension or 2
        drawn = draw(
            p, q, n=n, d=d, count=count, affine=affine, relabelling=relabelling, entries=entries or 9, seed=seed, deadline=deadline
        )
        pairs = tuple(drawn)
        far = f"{n} labels in dimension {d}, entries up to {entries or 9}, seed {seed}: {len(pairs)} of {count} pairs"
        return Answer(p, q, affine, pairs, searched=(far,))
    if every:
        grid = Grid(labels or 3, dimension or 1, entries or 1, affine, equal_rows)
        found = compare(p, q, grid, most=None, relabelling=relabelling, deadline=deadline)
        far = f"{found.seen:,} of {grid.size:,} configurations ({grid})"
        return Answer(p, q, affine, found.pairs, searched=(far,))
    result = smallest(p, q, where, relabelling=relabelling, entries=entries or LARGEST_ENTRY, deadline=deadline)
    if result.pair:
        family = f"{result.grid}, in order of largest entry, sum of entries and number of negative ones"
        return Answer(p, q, affine, (result.pair,), smaller=result.smaller, least=result.proved, searched=(family,))
    n, d = labels or MOST_LABELS, dimension or 2
    drawn = draw(p, q, n=n, d=d, count=1, affine=affine, relabelling=relabelling, seed=seed, deadline=time.monotonic() + seconds / 2)
    far = f"random configurations of {n} labels in dimension {d}, entries up to 9, seed {seed}"
    return Answer(p, q, affine, tuple(drawn), searched=(*result.smaller, far))


def _none(p: Invariant, q: Invariant, where: Range, arrows: tuple[Arrow, ...]) -> Answer:
    """The proof is computed again before it is cited."""
    lines = []
    for arrow in arrows:
        lines.append(because((arrow,)))
        for step in arrow.settle():
            if step.outcome != "holds":
                raise InternalError(f"proof of {arrow} must come out, not fail: {step.says}: {step.detail}")
            lines.append(f"  {step.says}: {step.detail}")
    claims = tuple(dict.fromkeys(arrow.claim for arrow in arrows if arrow.claim))
    route = ", ".join(map(str, arrows)) or "it is the same invariant"
    return Answer(p, q, where.affine, none=f"{', '.join(claims)}: {route}" if claims else route, proof=tuple(lines), rests_on=claims)


def _near(p: Invariant, q: Invariant, source: str, label: str | None, affine: bool) -> Answer:
    from arrangements.reading import load
    from proofs.counterexamples.near import lose_argmax, nearest

    configuration = load(source)
    if affine and any(row[:1] != (1,) for row in configuration.rows):
        configuration = Configuration.affine(configuration)
    interval: dict[str, Any] | None = None
    notes: list[tuple[str, str]] = []
    if label is None:
        found = nearest(p, q, configuration, affine)
    else:
        lengths, found = lose_argmax(p, q, configuration, label)
        interval = lengths.to_json()
        notes.append(("lengths", str(lengths)))
    if found is None:
        return Answer(p, q, affine, searched=(f"all changes of one row of {source} along lines",), notes=tuple(notes), interval=interval)
    notes += [("change", f"label {found.label}: {found.change}"), ("how small", found.size)]
    return Answer(p, q, affine, (found.pair,), notes=tuple(notes), interval=interval)
