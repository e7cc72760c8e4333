"""Claims, their steps, and the one rule by which steps make a verdict.

A ``Claim`` states one row of the paper's list and holds the function that settles it. Settling
returns a ``Verdict``, which is made of ``Step``s: every step is a computation that could have come
out otherwise. The verdict follows from the steps by one rule (``conclude``), so no module of
``proofs.paper.claims`` can write "proved" by hand. All fields are required: nothing is sound by
default.

>>> conclude([Step("1 + 1 = 2", "holds", "computed", ())], means="sum", scope="one sum", complete=True, rests_on=(), findings=()).status
'proved'
>>> conclude([Step("1 + 1 = 3", "fails", "1 + 1 = 2", ())], means="sum", scope="one sum", complete=True, rests_on=(), findings=()).reason
'1 + 1 = 3: 1 + 1 = 2'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from arrangements.exact.programs.second_opinion import second_opinions
from proofs.paper.verdicts.owners import OWNERS, OwnerName

if TYPE_CHECKING:
    from proofs.search.determinations.determination import Determination

__all__ = [
    "Attachment",
    "Claim",
    "Condition",
    "Outcome",
    "Status",
    "Step",
    "Verdict",
    "Whose",
    "conclude",
]

Status = Literal["proved", "refuted", "settled for a stated range", "not settled"]
Outcome = Literal["holds", "fails", "open"]
Whose = Literal["source", "wording", "ours"]


@dataclass(frozen=True)
class Condition:
    """A hypothesis of a claim; ``without`` says what happens when it is dropped.

    ``whose`` says who asks for it: the "source" states it (of a claim of ours: it is part of the
    statement); only the "wording" needs it, the formula as reconstructed here, since the plain text
    of the source lost its formulas; or it is "ours", for the text that was read does not state it
    and its statement needs it.
    """

    text: str
    whose: Whose
    without: str


@dataclass(frozen=True)
class Attachment:
    """A file that belongs to a step: a certificate, or the data behind a number. ``content`` is
    JSON text.
    """

    name: str
    content: str


@dataclass(frozen=True)
class Step:
    """One computation: the sentence it decides, how it came out, and what was computed.

    ``fails`` means that ``detail`` names a counter-example; ``open`` means that neither a proof nor
    a counter-example was found. ``symbolic`` tells an identity, which is expanded for all values,
    from a computation on an instance; no verdict rests on it.
    """

    says: str
    outcome: Outcome
    detail: str
    attachments: tuple[Attachment, ...]
    symbolic: bool = False


@dataclass(frozen=True)
class Verdict:
    """How a claim came out.

    ``scope`` is the range over which it did, ``rests_on`` what was taken from elsewhere, ``reason``
    the steps that did not hold. Of the exact ``programs`` behind it, cddlib ``seconded`` so many,
    with the same answers.
    """

    status: Status
    means: str
    scope: str
    rests_on: tuple[str, ...]
    findings: tuple[str, ...]
    steps: tuple[Step, ...]
    reason: str
    programs: int = 0
    seconded: int = 0


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One claim, in our wording.

    ``prove`` takes no argument here; the function behind it takes the paper's data as default
    arguments, so that tests can break the claim on purpose. ``about``: the determination that it
    asserts or denies, if it is of this form.
    """

    id: str
    aliases: tuple[str, ...] = ()
    owner: OwnerName
    statement: str
    conditions: tuple[Condition, ...]
    prove: Callable[[], Verdict]
    about: Determination | None = None

    @property
    def needs(self) -> tuple[Condition, ...]:
        """The conditions that are ours: the text that was read does not state them, and without
        them its statement is false or says nothing.
        """
        return tuple(condition for condition in self.conditions if condition.whose == "ours")

    def settle(self) -> Verdict:
        """The verdict, with cddlib's opinion on every exact program behind it that it can take."""
        with second_opinions(1) as opinions:
            verdict = self.prove()
        return replace(verdict, programs=opinions.programs, seconded=opinions.given)

    def whose(self, condition: Condition) -> str:
        """Who asks for a condition of this claim."""
        owner = OWNERS[self.owner]
        if condition.whose == "ours":
            return f"ours: needed, and {owner.silent} it"
        if self.owner == "ours":
            return "part of the statement"
        if condition.whose == "wording":
            return f"of our wording, not of {owner.read}"
        return f"stated by {owner.read}"


def conclude(
    steps: Iterable[Step],
    *,
    means: str,
    scope: str,
    complete: bool,
    rests_on: tuple[str, ...],
    findings: tuple[str, ...],
) -> Verdict:
    """The only way to a verdict: one failing step refutes, one open step leaves the claim open,
    and nothing is proved by no step at all.

    ``complete`` says whether ``scope`` is all that the claim speaks of; if not, the steps settle it
    for that range only.
    """
    steps = tuple(steps)
    failing = [step for step in steps if step.outcome == "fails"]
    open_ = [step for step in steps if step.outcome != "holds"]
    status: Status
    if failing:
        status = "refuted"
    elif open_ or not steps:
        status = "not settled"
    else:
        status = "proved" if complete else "settled for a stated range"
    reason = "; ".join(f"{step.says}: {step.detail}" for step in (failing or open_))
    return Verdict(status, means, scope, rests_on, findings, steps, reason)
