"""The table of kinds that have a word or a list: what can be asked by name, listed and counted, and
how each is called.

A member of a list (one ranking, say) is what a question asks about: ``word`` is the word of that
question, before what is asked; ``name`` is the name of the list of all that occur. The command, the
parser of questions, tables, comparisons, certificates and invariants read these rows. Outside of
this room no module defines how a kind is called, but for the checkers, which share nothing with the
project. Three kinds of ``question`` have no row, as no word asks them: ``on``, of layers that decide
about each label by itself, and ``listed`` and ``scores``, of lines of logs.

A new kind is a row here, its meaning in ``question``, a case in each checker, and tests.

>>> row = KINDS["top-k"]
>>> row.word, row.noun, row.takes
('top-set', 'top sets', 'k')
>>> [row.name for row in KINDS.values() if row.regions], list(WORDS)
(['sign', 'ranking'], ['signs', 'ranking', 'argmax', 'top-set', 'top', 'tie', 'chosen', 'labels'])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

__all__ = [
    "ASKED",
    "CERTIFIED",
    "KINDS",
    "ORDERS",
    "PLACED",
    "TIES",
    "WORDS",
    "Kind",
    "PlotKind",
    "Region",
    "kind_names",
]

# What is counted, and what the plane is divided by in pictures.
Region = Literal["sign", "ranking"]
PlotKind = Literal["sign", "ranking", "argmax"]


@dataclass(frozen=True)
class Kind:
    """One row.

    ``noun``: the members together; ``means``: what a list of them is; ``takes``: "k" or
    "dimension", if a list needs or may have such a number. ``member``: the key of a member in JSON.
    ``asks``: the kind of ``Question`` that
    ``word`` makes; ``joint``: what joins its labels; ``size``: how many they are, if that is fixed;
    ``help``: what stands after the word.
    ``lists``, ``decides`` and ``counts``: the functions that do. ``certified``: the whole list in
    certificates; ``pairs``: how certificates of pairs call the answers of all such questions.
    ``strict``: what there is none of where rows that vanish or are equal leave the list empty.
    ``negated``: the members are those of which the answer is no; ``placed``: a member is a label
    with its best place, and so the answer of the question is a place.
    """

    name: str
    noun: str
    means: str = ""
    takes: str = ""
    member: str = "labels"
    word: str = ""
    asks: str = ""
    joint: str = ""
    size: int = 0
    help: str = ""
    lists: str = ""
    decides: str = ""
    counts: str = ""
    certified: str = ""
    pairs: str = ""
    strict: str = ""
    negated: bool = False
    placed: bool = False

    @property
    def option(self) -> str:
        """The word as an option of the command, and as a name in Python."""
        return self.word.replace("-", "_")

    @property
    def faces(self) -> bool:
        """The members are faces: sign vectors with zeros, or rankings with ties."""
        return self.takes == "dimension"

    @property
    def regions(self) -> bool:
        """The members are regions: sign vectors or rankings."""
        return bool(self.certified) and not self.faces


_ROWS = (
    Kind(
        "sign",
        "sign vectors",
        "all strict sign vectors",
        word="signs",
        asks="signs",
        help="One of + - 0 ? for each row: positive, negative, on the boundary, free.",
        lists="listing.patterns.sign_pattern",
        decides="decide_signs",
        counts="counting.whitney.whitney_numbers",
        member="signs",
        certified="sign pattern",
        strict="sign vector is strict",
    ),
    Kind(
        "ranking",
        "rankings",
        "all strict rankings, best first",
        word="ranking",
        asks="ranking",
        joint=">",
        help="Labels best first, joined by >. Labels left out may be anywhere.",
        lists="listing.patterns.ranking_pattern",
        decides="decide_ranking",
        counts="counting.whitney.ranking_whitney_numbers",
        member="ranking",
        certified="ranking pattern",
        strict="ranking is strict",
    ),
    Kind(
        "covectors",
        "covectors",
        "all sign vectors with zeros",
        "dimension",
        word="signs",
        asks="signs",
        lists="listing.faces.covector_pattern",
        decides="decide_signs",
        counts="counting.face_counts.face_numbers",
        member="signs",
        certified="covectors",
    ),
    Kind(
        "weak-rankings",
        "rankings with ties",
        "all rankings with ties; for each label its place",
        "dimension",
        word="ranking",
        asks="weak ranking",
        joint=">",
        lists="listing.faces.weak_ranking_pattern",
        decides="decide_ranking",
        counts="counting.face_counts.face_numbers",
        member="places",
        certified="weak rankings",
    ),
    Kind(
        "argmax",
        "winners",
        "all labels that come first somewhere",
        word="argmax",
        asks="top",
        size=1,
        help="A label that shall come first.",
        lists="listing.argmax.argmax_labels",
        decides="decide_argmax",
        strict="label is strictly ahead",
    ),
    Kind(
        "never-argmax",
        "labels that never win",
        "all labels that come first nowhere",
        size=1,
        lists="listing.argmax.never_argmax_labels",
        negated=True,
    ),
    Kind(
        "top-k",
        "top sets",
        "all sets of k labels that come before all others somewhere",
        "k",
        word="top-set",
        asks="top set",
        joint=",",
        help="Labels that shall come before all others in any order, joined by commas.",
        lists="listing.argmax.top_sets",
        decides="decide_top_set",
        pairs="top set",
        strict="label is strictly ahead",
    ),
    Kind(
        "top-k-orders",
        "top orders",
        "all orders of the first k places",
        "k",
        word="top",
        asks="top",
        joint=">",
        help="Labels that shall come first in this order, joined by >.",
        lists="listing.argmax.top_orders",
        decides="decide_top",
        member="ranking",
        pairs="top",
        strict="label is strictly ahead",
    ),
    Kind(
        "ties",
        "ties",
        "all pairs that can tie for the top",
        word="tie",
        asks="tie",
        joint=",",
        size=2,
        help="Two labels, joined by a comma, that shall share the top.",
        lists="listing.argmax.tie_pairs",
        decides="decide_tie",
        pairs="tie",
        strict="label is strictly ahead",
    ),
    Kind(
        "adjacent",
        "adjacent pairs",
        "all pairs that are next to each other in a strict ranking",
        joint=",",
        size=2,
        lists="listing.argmax.adjacent_pairs",
        strict="ranking is strict",
    ),
    Kind(
        "best-rank",
        "best places",
        "the best place that each label has somewhere",
        member="label",
        word="best-rank",
        asks="best rank",
        joint="\t",
        size=1,
        help="Find the best place of this label: one more than the least number of labels above it or level with it.",
        lists="listing.argmax.best_ranks",
        decides="best_rank",
        placed=True,
    ),
    Kind("", "labels chosen where ties are broken by order", word="chosen", asks="chosen", size=1),
    # The signs of a layer with many labels, by the labels that are on.
    Kind("", "label sets", word="labels", asks="signs", joint=","),
)

KINDS = {row.name: row for row in _ROWS if row.name}
# By the kind of Question, with what joins its labels.
ASKED = {row.asks: row for row in _ROWS if row.joint}
CERTIFIED = {row.certified: row for row in _ROWS if row.certified}
# Who wins a tie: nobody, as a label must be before all others, or the lowest of those that tie; and
# the kind of the question whether a label is first.
TIES = {"strict": "top", "first": "chosen"}
# The kinds of Question about an order of labels, of some before others, or of some before all others.
ORDERS = ("top", "ranking", "listed", "top set")
# The kind that a word asks about, yes or no; where there are two, the one without ties.
WORDS = {row.word: row for row in reversed(_ROWS) if row.word and not row.placed}
# The kinds whose answer is a place.
PLACED = {row.word: row for row in _ROWS if row.placed}
WORDS = {row.word: WORDS[row.word] for row in _ROWS if row.word in WORDS}


def kind_names(test: Callable[[Kind], object], joint: str = "or") -> str:
    """The names of the lists that pass a test, for messages.

    >>> kind_names(lambda row: row.certified)
    'sign, ranking, covectors or weak-rankings'
    """
    *names, last = (row.name for row in KINDS.values() if test(row))
    return f"{', '.join(names)} {joint} {last}"
