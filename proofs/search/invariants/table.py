"""The one table of invariants: claims, determinations, suites, searches and the map take names,
keys and domains from here.

``find`` knows the invariants by name, ``3 in argmax(U)`` among them for every label;
``Invariant(name, means, key)`` makes another from a small function:

>>> from arrangements.layers.configuration import Configuration
>>> first, second = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])
>>> find("C(U)").key(first) == find("C").key(second), find("R(U)").key(first) == find("R").key(second)
(True, False)
>>> spread = Invariant("spread", "largest minus smallest entry", lambda c: max(map(max, c.rows)) - min(map(min, c.rows)))
>>> spread.key(first)
Fraction(2, 1)

Keys are of labelled configurations: ``relabelled_keys`` gives those under all relabellings.
``same`` and ``differ`` say how a certificate shows that two configurations agree or differ; an
invariant without them takes part in searches, and its pairs carry no certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import permutations

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.parser import question_about, question_of
from arrangements.layers.questions.question import Question
from arrangements.listing import argmax
from arrangements.listing.patterns import sign_pattern
from proofs.search.invariants import keys

__all__ = [
    "INVARIANTS",
    "MAPPED",
    "Invariant",
    "find",
    "ranking_places",
    "relabelled_keys",
    "reordered",
]

Differ = Callable[[Configuration, Configuration], "str | Question"]


@dataclass(frozen=True)
class Invariant:
    """One row. ``same`` is the checker's name for "they agree"; ``differ`` gives what tells two
    configurations apart, if not this name.

    ``rows_not_zero`` and ``rows_distinct``: what it asks of the rows to say something; ``defined``
    says whether a configuration that has non-zero rows has a key at all. ``code`` names it in
    compiled code for families, if there is some; ``turns``: a rotation keeps it (if not, rotations
    must take equal keys to equal keys, as they do for the rows: families list one configuration of
    many that rotations make of it); ``inputs``: the inputs that it is about, by the dimension, if
    not all of R^d; ``of_chirotopes``: its key takes a chirotope as well.
    """

    name: str
    means: str
    key: keys.Key
    same: str = ""
    differ: Differ | None = None
    spellings: tuple[str, ...] = ()
    rows_not_zero: bool = False
    rows_distinct: bool = False
    defined: Callable[[Configuration], bool] = lambda configuration: True
    code: str = ""
    turns: bool = True
    inputs: Callable[[int], Inputs] | None = None
    of_chirotopes: bool = False

    def __str__(self) -> str:
        return self.name

    def difference(self, first: Configuration, second: Configuration) -> str | Question:
        """The difference between the two, for the checker."""
        return self.differ(first, second) if self.differ else self.same


def reordered(configuration: Configuration, order: tuple[int, ...]) -> Configuration:
    """The rows in another order under the same labels."""
    return Configuration(
        [configuration.rows[i] for i in order], configuration.labels, dimension=configuration.d
    )


def relabelled_keys(invariant: Invariant, configuration: Configuration) -> Iterator[Hashable]:
    """The keys under all orders of the rows."""
    return (
        invariant.key(reordered(configuration, order))
        for order in permutations(range(configuration.n))
    )


def find(name: str) -> Invariant:
    """The invariant of this name, spaces and capitals aside; ``top-K sets`` and ``top-K orders``
    for every K.
    """
    plain = _plain(name)
    for invariant in INVARIANTS:
        if plain in map(_plain, (invariant.name, *invariant.spellings)):
            return invariant
    for kind in ("sets", "orders"):
        number = plain.removeprefix("top-").removesuffix(kind)
        if (
            plain == f"top-{number}{kind}"
            and number.isascii()
            and number.isdecimal()
            and len(number) < 3
            and 0 < int(number) < 100
        ):
            return find("argmax") if number == "1" else _top(int(number), kind)
    label, _, rest = name.rpartition(" in ")
    if label and _plain(rest) in ("argmaxu", "argmax"):
        return _first_somewhere(label.strip())
    near = get_close_matches(name, [invariant.name for invariant in INVARIANTS], 1, 0.0)
    known = ", ".join(
        [
            *(invariant.name for invariant in INVARIANTS),
            "top-K sets",
            "top-K orders",
            "LABEL in argmax(U)",
        ]
    )
    raise BadInput(f"invariant must be one of {known}, not {short_repr(name)} (nearest: {near[0]})")


def _plain(name: str) -> str:
    text = (
        "".join(name.split())
        .lower()
        .replace("·", "")
        .replace("b_n", "b")
        .replace("bn", "b")
        .replace("ᵀ", "'")
    )
    return text.replace("(", "").replace(")", "")


# What tells two configurations apart


def _sign_question(first: Configuration, second: Configuration) -> Question:
    return question_about(
        "sign", first.labels, next(iter((sign_pattern(first) ^ sign_pattern(second)).strings()))
    )


def _ranking_question(first: Configuration, second: Configuration) -> Question:
    return question_about(
        "ranking", first.labels, next(iter(keys.rankings(first) ^ keys.rankings(second)))
    )


def _argmax_question(first: Configuration, second: Configuration) -> Question:
    (label, *_) = sorted(set(argmax.argmax_labels(first)) ^ set(argmax.argmax_labels(second)))
    return question_about("argmax", first.labels, (label,))


def _tie_question(first: Configuration, second: Configuration) -> Question:
    return question_about(
        "ties", first.labels, min(set(argmax.tie_pairs(first)) ^ set(argmax.tie_pairs(second)))
    )


def _top_set_question(first: Configuration, second: Configuration) -> Question:
    for k in range(1, first.n):
        if different := set(argmax.top_sets(first, k)) ^ set(argmax.top_sets(second, k)):
            return question_about("top-k", first.labels, min(different))
    raise BadInput("configurations must differ in their top sets")


def _top(k: int, kind: str) -> Invariant:
    """Top-k sets or top-k orders for one k; in configurations of fewer labels there are none."""
    listed = argmax.top_sets if kind == "sets" else argmax.top_orders
    name = "top-k" if kind == "sets" else "top-k-orders"

    def found(configuration: Configuration) -> tuple[tuple[str, ...], ...]:
        return listed(configuration, k) if k <= configuration.n else ()

    def differ(first: Configuration, second: Configuration) -> Question:
        return question_about(name, first.labels, min(set(found(first)) ^ set(found(second))))

    same = f"top set of {k}" if kind == "sets" else f"top of {k}"
    means = f"the possible {kind} of the first {k} labels"
    return Invariant(
        f"top-{k} {kind}",
        means,
        lambda c: keys.members(c, found(c)),
        same,
        differ,
        rows_distinct=True,
    )


def _first_somewhere(label: str) -> Invariant:
    """Whether one label can come first; there is no such thing without the label."""

    def found(configuration: Configuration) -> bool:
        return label in argmax.argmax_labels(configuration)

    return Invariant(
        f"{label} in argmax(U)", f"whether label {label} can come first", found,
        differ=lambda first, second: question_of("argmax", first.labels, label), rows_distinct=True, defined=lambda c: label in c.labels,
    )  # fmt: skip


def ranking_places(configuration: Configuration) -> tuple[tuple[int, ...], ...]:
    """For each label how many rankings have it first, second, ...; sorted, they are unchanged by
    relabelling.
    """
    table, n = keys.rankings(configuration).indices(), configuration.n
    counts = np.zeros((n, n), int)
    for place in range(n):
        counts[:, place] = np.bincount(table[:, place], minlength=n)
    return tuple(map(tuple, counts.tolist()))


def _no_row_is_the_mean(configuration: Configuration) -> bool:
    return all(map(any, keys.centred_rows(configuration)))


INVARIANTS: tuple[Invariant, ...] = (
    Invariant("U", "the rows themselves", lambda c: (c.d, c.rows), "rows", spellings=("rows",), turns=False),
    Invariant("G(U)", "Gram matrix: U up to rotation", keys.gram, "gram", spellings=("G", "gram", "gram matrix")),
    Invariant(
        "D(U)", "squared distances: U up to rotation and translation", keys.distances, "difference norms",
        spellings=("D", "distances", "squared distances"),
    ),
    Invariant("C(U)", "cosine matrix", keys.cosines, "cosines", spellings=("C", "cosines"), rows_not_zero=True, code="C"),
    Invariant(
        "C(centred U)", "cosine matrix of the centred rows, none of which is zero", keys.centred_cosines, "centred cosines",
        defined=_no_row_is_the_mean,
    ),
    Invariant(
        "P(U)", "projector onto the span of the centred columns: U up to translation and invertible linear maps", keys.projector,
        "whitened gram", spellings=("P", "projector"),
    ),
    Invariant(
        "C(whitened U)", "cosine matrix of the whitened rows, whose Gram matrix is P(U)", keys.whitened_cosines, "whitened cosines",
        spellings=("C(P)", "C(P(U))", "whitened cosines"), defined=_no_row_is_the_mean,
    ),
    Invariant(
        "C(B U)", "cosine matrix of the differences", keys.difference_cosines, "difference cosines", rows_distinct=True, code="CB",
        defined=lambda c: not c.equal_groups,
    ),
    Invariant("X(U)", "chirotope", keys.chirotope_signs, "chirotope", spellings=("X", "chirotope", "chirotope(U)"), of_chirotopes=True),
    Invariant(
        "X(B U)", "chirotope of the differences", lambda c: keys.chirotope_signs(c.differences()), "difference chirotope",
        spellings=("chirotope(B U)",), rows_distinct=True, code="XB",
    ),
    Invariant(
        "S(U)", "sign pattern", keys.signs, "sign pattern", _sign_question, spellings=("S", "sign pattern"), rows_not_zero=True, code="S",
        of_chirotopes=True,
    ),
    Invariant(
        "R(U)", "ranking pattern", lambda c: (c.n, keys.rankings(c).words.tobytes()), "ranking pattern", _ranking_question,
        spellings=("R", "ranking pattern"), rows_distinct=True, code="R",
    ),
    Invariant(
        "argmax(U)", "labels that can come first", keys.argmax, "top of 1", _argmax_question,
        spellings=("argmax", "argmax set", "argmax labels"), rows_distinct=True, code="argmax",
    ),
    Invariant(
        "tops(U)", "top-k sets for all k", keys.top_sets, "top set of any", _top_set_question,
        spellings=("tops", "top sets", "top-k sets"), rows_distinct=True,
    ),
    Invariant(
        "ties(U)", "pairs that can tie for the top", lambda c: keys.members(c, argmax.tie_pairs(c)), "tie of 2", _tie_question,
        spellings=("ties", "tie graph"), rows_distinct=True,
    ),
    Invariant(
        "#S(U)", "number of sign vectors", lambda c: len(sign_pattern(c)), "regions", spellings=("#S", "number of topes"),
        rows_not_zero=True, of_chirotopes=True,
    ),
    Invariant(
        "#R(U)", "number of rankings", lambda c: len(keys.rankings(c)), "difference regions", spellings=("#R", "number of rankings"),
        rows_distinct=True,
    ),
)  # fmt: skip

# The invariants of the map, in the order of the claims.
MAPPED = (
    "U", "G(U)", "D(U)", "P(U)", "C(U)", "C(centred U)", "C(whitened U)", "C(B U)", "X(U)", "X(B U)", "S(U)", "R(U)", "argmax(U)",
    "tops(U)",
)  # fmt: skip
