"""Invariants: what can be asked of a configuration, each with an exact, hashable key that is equal iff the invariant is.

``find`` knows the invariants by name; ``Invariant(name, means, key)`` makes another from a small function:

>>> from arrangements.configuration import Configuration
>>> first, second = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])
>>> find("C(U)").key(first) == find("C").key(second), find("R(U)").key(first) == find("R").key(second)
(True, False)
>>> spread = Invariant("spread", "largest minus smallest entry", lambda c: max(map(max, c.rows)) - min(map(min, c.rows)))
>>> spread.key(first)
Fraction(2, 1)

Keys are of labelled configurations: ``relabelled_keys`` gives those under all relabellings. Domain: rows non-zero and, unless a caller says
otherwise, pairwise distinct. ``same`` and ``differ`` say how a certificate shows that two configurations agree or differ; an invariant
without them takes part in searches, and its pairs carry no certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import permutations
from typing import Any

from arrangements import tops
from arrangements.chirotope import chirotope
from arrangements.configuration import Configuration
from arrangements.errors import BadInput, shown
from arrangements.feasibility import questions
from arrangements.feasibility.questions import Question
from arrangements.listing import ranking_pattern, sign_pattern
from proofs.determinations import exact

__all__ = ["INVARIANTS", "MAPPED", "Invariant", "find", "relabelled_keys", "reordered"]

Key = Callable[[Configuration], Hashable]
Differ = Callable[[Configuration, Configuration], "str | Question"]


@dataclass(frozen=True)
class Invariant:
    """``same`` is the checker's name for "they agree"; ``differ`` gives what tells two configurations apart, for the checker.

    ``defined`` says of a configuration with non-zero rows whether it has this invariant; ``spellings`` are other names.
    """

    name: str
    means: str
    key: Key
    same: str = ""
    differ: Differ | None = None
    spellings: tuple[str, ...] = ()
    defined: Callable[[Configuration], bool] = lambda configuration: True

    def __str__(self) -> str:
        return self.name


def reordered(configuration: Configuration, order: tuple[int, ...]) -> Configuration:
    """The rows in another order under the same labels."""
    return Configuration([configuration.rows[i] for i in order], configuration.labels, dimension=configuration.d)


def relabelled_keys(invariant: Invariant, configuration: Configuration) -> Iterator[Hashable]:
    """The keys under all orders of the rows."""
    return (invariant.key(reordered(configuration, order)) for order in permutations(range(configuration.n)))


def find(name: str) -> Invariant:
    """The invariant of this name, spaces and capitals aside; ``top-K sets`` and ``top-K orders`` for every K."""
    plain = _plain(name)
    for invariant in INVARIANTS:
        if plain in map(_plain, (invariant.name, *invariant.spellings)):
            return invariant
    for kind in ("sets", "orders"):
        number = plain.removeprefix("top-").removesuffix(kind)
        if plain == f"top-{number}{kind}" and number.isdecimal() and 0 < int(number) < 100:
            return find("argmax") if number == "1" else _top(int(number), kind)
    near = get_close_matches(name, [invariant.name for invariant in INVARIANTS], 1, 0.0)
    known = ", ".join(invariant.name for invariant in INVARIANTS)
    raise BadInput(f"invariant must be one of {known}, top-K sets, top-K orders, not {shown(name)} (nearest: {near[0]})")


def _plain(name: str) -> str:
    text = "".join(name.split()).lower().replace("·", "").replace("b_n", "b").replace("bn", "b").replace("ᵀ", "'")
    return text.replace("(", "").replace(")", "")


# Keys


def _gram(configuration: Configuration) -> Hashable:
    rows: Any = configuration.rows
    return tuple(tuple(sum(x * y for x, y in zip(v, w, strict=True)) for w in rows[: i + 1]) for i, v in enumerate(rows))


def _norms(configuration: Configuration) -> Hashable:
    rows: Any = configuration.rows
    return tuple(tuple(sum((x - y) ** 2 for x, y in zip(v, w, strict=True)) for w in rows[:i]) for i, v in enumerate(rows))


def _chirotope(configuration: Configuration) -> Hashable:
    """Rank and signs, the first that is not zero made positive."""
    value = chirotope(configuration)
    signs = value.signs.tolist()
    lead = next(filter(None, signs), 1)
    return value.rank, tuple(lead * s for s in signs)


# A search asks for the rankings of the same configuration several times.
_ranked = lru_cache(maxsize=64)(ranking_pattern)


def _of(name: str) -> Key:
    return lambda configuration: exact.key(name, configuration)


def _centred_cosines(configuration: Configuration) -> Hashable:
    centred = configuration.centred()
    if centred.zero_rows:
        raise BadInput(f"row must not be the mean to have cosines when centred (label {shown(centred.labels[centred.zero_rows[0]])})")
    return exact.key("C(U)", centred)


def _difference_cosines(configuration: Configuration) -> Hashable:
    if configuration.equal_groups:
        labels = ", ".join(shown(configuration.labels[i]) for i in configuration.equal_groups[0])
        raise BadInput(f"rows must be distinct for their differences to have cosines, not equal (labels {labels})")
    return exact.key("C(BU)", configuration)


def _top_sets(configuration: Configuration) -> Hashable:
    if configuration.equal_groups:
        return tuple(tops.top_sets(configuration, k) for k in range(1, configuration.n))
    pattern = _ranked(configuration)
    return tuple(pattern.top_sets(k) for k in range(1, configuration.n))


# What tells two configurations apart


def _recomputed(name: str) -> Differ:
    return lambda first, second: name


def _sign_question(first: Configuration, second: Configuration) -> Question:
    return questions.signs(first.n, next(iter((sign_pattern(first) ^ sign_pattern(second)).strings())))


def _ranking_question(first: Configuration, second: Configuration) -> Question:
    return questions.ranking(first.labels, next(iter(_ranked(first) ^ _ranked(second))))


def _argmax_question(first: Configuration, second: Configuration) -> Question:
    return questions.argmax(first.labels, min(set(tops.argmax_labels(first)) ^ set(tops.argmax_labels(second))))


def _tie_question(first: Configuration, second: Configuration) -> Question:
    return questions.tie(first.labels, min(set(tops.tie_pairs(first)) ^ set(tops.tie_pairs(second))))


def _top_set_question(first: Configuration, second: Configuration) -> Question:
    for k in range(1, first.n):
        if different := set(tops.top_sets(first, k)) ^ set(tops.top_sets(second, k)):
            return questions.top_set(first.labels, min(different))
    raise BadInput("configurations must differ in their top sets")


def _top(k: int, kind: str) -> Invariant:
    """Top-k sets or top-k orders for one k; in configurations of fewer labels there are none."""
    listed = tops.top_sets if kind == "sets" else tops.top_orders
    question = questions.top_set if kind == "sets" else questions.top

    def members(configuration: Configuration) -> tuple[tuple[str, ...], ...]:
        return listed(configuration, k) if k <= configuration.n else ()

    def differ(first: Configuration, second: Configuration) -> Question:
        return question(first.labels, min(set(members(first)) ^ set(members(second))))

    same = f"top set of {k}" if kind == "sets" else f"top of {k}"
    return Invariant(f"top-{k} {kind}", f"the possible {kind} of the first {k} labels", members, same, differ)


# Profiles: unchanged by relabelling


def ranking_places(configuration: Configuration) -> tuple[tuple[int, ...], ...]:
    """For each label how many rankings have it first, second, ..."""
    import numpy as np

    table, n = _ranked(configuration).indices(), configuration.n
    counts = np.zeros((n, n), int)
    for place in range(n):
        counts[:, place] = np.bincount(table[:, place], minlength=n)
    return tuple(map(tuple, counts.tolist()))


INVARIANTS: tuple[Invariant, ...] = (
    Invariant("U", "the rows themselves", lambda c: (c.d, c.rows), "rows", _recomputed("rows"), spellings=("rows",)),
    Invariant("G(U)", "Gram matrix: U up to rotation", _gram, "gram", _recomputed("gram"), spellings=("G", "gram", "gram matrix")),
    Invariant(
        "D(U)", "squared distances: U up to rotation and translation", _norms, "difference norms", _recomputed("difference norms"),
        spellings=("D", "distances", "squared distances"),
    ),
    Invariant("C(U)", "cosine matrix", _of("C(U)"), "cosines", _recomputed("cosines"), spellings=("C", "cosines")),
    Invariant(
        "C(centred U)", "cosine matrix of the centred rows", _centred_cosines, "centred cosines",
        _recomputed("centred cosines"), defined=lambda c: not c.centred().zero_rows,
    ),
    Invariant(
        "C(B U)", "cosine matrix of the differences", _difference_cosines, "difference cosines", _recomputed("difference cosines"),
        defined=lambda c: not c.equal_groups,
    ),
    Invariant("X(U)", "chirotope", _chirotope, "chirotope", _recomputed("chirotope"), spellings=("X", "chirotope", "chirotope(U)")),
    Invariant(
        "X(B U)", "chirotope of the differences", _of("chirotope(BU)"), "difference chirotope", _recomputed("difference chirotope"),
        spellings=("chirotope(B U)",),
    ),
    Invariant("S(U)", "sign pattern", _of("S(U)"), "sign pattern", _sign_question, spellings=("S", "sign pattern")),
    Invariant(
        "R(U)", "ranking pattern", lambda c: (c.n, _ranked(c).words.tobytes()), "ranking pattern", _ranking_question,
        spellings=("R", "ranking pattern"),
    ),
    Invariant(
        "argmax(U)", "labels that can come first", tops.argmax_labels, "top of 1", _argmax_question,
        spellings=("argmax", "argmax set", "argmax labels"),
    ),
    Invariant(
        "tops(U)", "top-k sets for all k", _top_sets, "top set of any", _top_set_question, spellings=("tops", "top sets", "top-k sets"),
    ),
    Invariant("ties(U)", "pairs that can tie for the top", tops.tie_pairs, "tie of 2", _tie_question, spellings=("ties", "tie graph")),
    Invariant(
        "#S(U)", "number of sign vectors", lambda c: len(sign_pattern(c)), "regions", _recomputed("regions"),
        spellings=("#S", "number of topes"),
    ),
    Invariant(
        "#R(U)", "number of rankings", lambda c: len(_ranked(c)), "difference regions", _recomputed("difference regions"),
        spellings=("#R", "number of rankings"),
    ),
)  # fmt: skip

# The invariants of the map, in the order of the claims.
MAPPED = ("U", "G(U)", "D(U)", "C(U)", "C(B U)", "X(U)", "X(B U)", "S(U)", "R(U)", "argmax(U)", "tops(U)")
