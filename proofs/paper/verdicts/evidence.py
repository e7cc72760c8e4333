"""Steps made from computed facts and from certified answers of the engine.

>>> from arrangements import load, decide_tie
>>> decided("labels 0 and 1 can tie for the top", decide_tie(load("paper/C.2"), "0,1"), True, "tie-0-1").outcome
'holds'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.paper.verdicts.claim import Attachment, Step

if TYPE_CHECKING:
    from arrangements.layers.configuration import Configuration
    from arrangements.layers.questions.question import Question
    from arrangements.proof.certificates import Certificate
    from proofs.search.determinations.determination import Determination

__all__ = ["attached", "decided", "fact", "separated"]


def fact(says: str, holds: bool, detail: str) -> Step:
    """A sentence that a computation decided; ``detail`` is what was found."""
    return Step(says, "holds" if holds else "fails", detail, ())


def decided(says: str, answer: tuple[bool, Certificate], expected: bool, name: str) -> Step:
    """An answer of the engine against the one that the claim expects. The certificate is checked
    independently, and attached.
    """
    found, certificate = answer
    certificate.check()
    shown = "possible" if found else "impossible"
    kind = "witness" if found else "refutation"
    return Step(
        says,
        "holds" if found == expected else "fails",
        f"{shown}, with a checked {kind}",
        (attached(name, certificate),),
    )


def separated(
    says: str,
    what: Determination,
    first: Configuration,
    second: Configuration,
    differ: Question | str,
    name: str,
) -> Step:
    """Two configurations that agree in P and disagree about a question of Q, or in an invariant, in
    one certificate.
    """
    from arrangements.decide.one_by_one.patterns_and_pairs import certify_pair
    from arrangements.errors import BadInput

    same = what.first.same
    try:
        certificate = certify_pair(first, second, same, differ)
    except BadInput as error:
        return Step(says, "fails", str(error), ())
    answers = "different"
    if isinstance(certificate.answer, tuple):
        answers = " and ".join(
            "possible" if answer else "impossible" for answer in certificate.answer
        )
    asked = differ if isinstance(differ, str) else differ.text(first.labels)
    return Step(
        says,
        "holds",
        f"same {same}; {asked}: {answers}, in one checked certificate",
        (attached(name, certificate),),
    )


def attached(name: str, certificate: Certificate) -> Attachment:
    """A certificate as a file to download."""
    return Attachment(f"{name}.json", certificate.to_text())
