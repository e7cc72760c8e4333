"""Whose a claim is: the paper's, that of one of two works beside it, or ours.

>>> [owner.name for owner in OWNERS.values()]
['paper', 'Steck', 'K. You', 'ours']
>>> OWNERS["Steck"].silent
'the slides do not state'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["OWNERS", "Owner", "OwnerName"]

OwnerName = Literal["paper", "Steck", "K. You", "ours"]


@dataclass(frozen=True)
class Owner:
    """``name`` is for tables and JSON, ``people`` for sentences, ``work`` for the list of sources.

    ``read`` is the text that was read, and ``silent`` begins a clause about what it lacks: of two
    works only slides about them were read, so nothing is said of what these works state.
    """

    name: OwnerName
    people: str
    work: str
    read: str
    silent: str


# In the order in which claims are listed.
OWNERS: dict[OwnerName, Owner] = {
    owner.name: owner
    for owner in (
        Owner(
            "paper",
            "Nielsen and Grivas",
            "B. M. G. Nielsen and A. Grivas, What Cosine Similarity of Label Representations Can and Cannot Tell us (arXiv 2603.29488 v2)",
            "the paper",
            "the paper does not state",
        ),
        Owner(
            "Steck",
            "Steck, Ekanadham and Kallus",
            "H. Steck, C. Ekanadham, N. Kallus, Is Cosine-Similarity of Embeddings Really About Similarity? (WWW 2024), "
            "which the paper cites as related work; slides about it were read",
            "the slides",
            "the slides do not state",
        ),
        Owner(
            "K. You",
            "K. You",
            "K. You, Semantics at an Angle: When Cosine Similarity Works Until It Doesn’t, which the paper does not cite; "
            "slides about it were read",
            "the slides",
            "the slides do not state",
        ),
        Owner(
            "ours",
            "ours",
            "beyond the sources: our own",
            "our statement",
            "our statement does not state",
        ),
    )
}
