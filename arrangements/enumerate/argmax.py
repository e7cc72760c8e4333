"""What can come first: argmax labels, top-k sets and orders, pairs that can tie for the top, pairs
next to each other.

By two methods. ``chirotope`` lists all rankings and reads the answer off; ``lp`` asks one exact
linear program after another and lists no rankings, which is the way when they are too many: it
grows feasible sets or orders label by label. ``auto`` lists when there are at most 100,000
rankings, and otherwise grows, too, but settles what it can in bulk (``decide.bulk.together``).

>>> from arrangements import Configuration
>>> square = Configuration([[0, 0], [1, 0], [0, 1], [1, 1], ["1/2", "1/2"]])
>>> argmax_labels(square), tie_pairs(square)
(('1', '2', '3', '4'), (('1', '2'), ('1', '3'), ('2', '4'), ('3', '4')))
>>> top_sets(square, 2) == top_sets(square, 2, method="lp")
True

All comparisons are strict. Two equal rows always tie: neither comes first, both may be in a top
set, and they tie for the top if their common row does. With offsets and ``inputs`` all this is
asked of the inputs there are. A tie is a closed condition and may occur on the border of the inputs
alone, of which a list of rankings says nothing: where they have a border, ties are asked one by
one.

>>> from arrangements import Inputs
>>> argmax_labels(square, inputs=Inputs.box([0, -1], [None, 0]))
('2',)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from arrangements.configuration import Configuration
from arrangements.counting.bounds import ranking_bound
from arrangements.enumerate.listing import Method, ranking_pattern
from arrangements.errors import BadInput
from arrangements.questions.inputs import Inputs
from arrangements.questions.inputs.homogenised import Homogenised, homogenised
from arrangements.running import report_progress, settle, told
from arrangements.running.renamed import renamed

if TYPE_CHECKING:
    from arrangements.decide.bulk.together import Together

__all__ = [
    "adjacent_pairs",
    "argmax_labels",
    "never_argmax_labels",
    "tie_pairs",
    "top_orders",
    "top_sets",
]

Labels = tuple[str, ...]

# rankings are listed, more are not: then a program for each question
# (tests/bench/test_thresholds.py)
_FEW = 100_000


@renamed(road="method")
def argmax_labels(
    configuration: Configuration, method: Method = "auto", *, inputs: Inputs | None = None
) -> Labels:
    """The labels that are strictly first somewhere: the vertices of the convex hull of the rows, if
    all rows are distinct.
    """
    return (
        tuple(label for (label,) in top_sets(configuration, 1, method, inputs=inputs))
        if configuration.n
        else ()
    )


@renamed(road="method")
def never_argmax_labels(
    configuration: Configuration, method: Method = "auto", *, inputs: Inputs | None = None
) -> Labels:
    """The labels that are strictly first nowhere."""
    first = set(argmax_labels(configuration, method, inputs=inputs))
    return tuple(label for label in configuration.labels if label not in first)


def top_sets(
    configuration: Configuration, k: int, method: Method = "auto", *, inputs: Inputs | None = None
) -> tuple[Labels, ...]:
    """The sets of k labels that somewhere are all strictly before all others; tuples in the order
    of the labels.
    """
    _within(configuration, k)
    shaped = homogenised(configuration, inputs)
    if shaped.empty:
        return ()
    if _listed(shaped, method):
        groups, rankings = _merged(configuration, shaped, method, inputs)
        prefixes = (_first(groups, ranking, k) for ranking in rankings)
        found = {tuple(sorted(members)) for members in prefixes if members is not None}
    else:
        asked = _asked(configuration, inputs, method)
        known = (
            {(i,): possible for i, possible in _firsts(configuration, asked, k == 1)} if k else {}
        )
        # The first k of a ranking contain the first k - 1, unless equal rows tie there: those join
        # together.
        seen: set[tuple[int, ...]] = {()}
        stack: list[tuple[int, ...]] = [()]
        feasible: set[tuple[int, ...]] = {()}
        while stack:
            members = stack.pop()
            for group in _groups(shaped):
                larger = tuple(sorted({*members, *group}))
                if len(larger) > k or larger in seen:
                    continue
                seen.add(larger)
                if larger in known:
                    possible = known[larger]
                else:
                    report_progress(f"top sets; {len(seen):,} decided")
                    possible = len(larger) == configuration.n or asked.set(larger)
                    if len(larger) == k:
                        settle((_names(configuration, larger), possible))
                if possible:
                    stack.append(larger)
                    feasible.add(larger)
        found = {members for members in feasible if len(members) == k}
    return tuple(_names(configuration, members) for members in sorted(found))


@renamed(road="method")
def top_orders(
    configuration: Configuration, k: int, method: Method = "auto", *, inputs: Inputs | None = None
) -> tuple[Labels, ...]:
    """The sequences of k labels that somewhere are the first k places, strictly, and strictly
    before all others.
    """
    _within(configuration, k)
    shaped = homogenised(configuration, inputs)
    if shaped.empty:
        return ()
    if _listed(shaped, method):
        groups, rankings = _merged(configuration, shaped, method, inputs)
        heads = ([groups[g] for g in ranking[:k]] for ranking in rankings)
        found = {
            tuple(i for (i,) in head) for head in heads if all(len(group) == 1 for group in head)
        }
    else:
        asked = _asked(configuration, inputs, method)
        known = (
            {(i,): possible for i, possible in _firsts(configuration, asked, k == 1)} if k else {}
        )
        found = {()}
        for place in range(1, k + 1):
            longer = [
                (*order, i)
                for order in sorted(found)
                for i in range(configuration.n)
                if i not in order
            ]
            found = set()
            for order in told(f"top orders of {place}", longer):
                possible = known[order] if order in known else asked.order(order)
                if possible:
                    found.add(order)
                if place == k and order not in known:
                    settle((_names(configuration, order), possible))
    return tuple(_names(configuration, order) for order in sorted(found))


@renamed(road="method")
def tie_pairs(
    configuration: Configuration, method: Method = "auto", *, inputs: Inputs | None = None
) -> tuple[tuple[str, str], ...]:
    """The pairs that can tie for the top, strictly before all others: their decision regions share
    a boundary.
    """
    labels = configuration.labels
    shaped = homogenised(configuration, inputs)
    border = bool(shaped.inputs.inequalities)
    if border and method == "chirotope":
        raise BadInput("method must be auto or lp for ties on inputs with a border, not chirotope")
    if shaped.empty:
        return ()
    if border or not _listed(shaped, method):
        asked = _asked(configuration, inputs, method)
        for _ in _firsts(configuration, asked, False):  # what rules out labels rules out ties
            pass
        total, pairs_found = comb(len(labels), 2), []
        for done, (i, j) in enumerate(combinations(range(len(labels)), 2)):
            report_progress(f"ties; {done:,} of {total:,} pairs decided", done / total)
            pair = labels[i], labels[j]
            if possible := asked.tie(i, j):
                pairs_found.append(pair)
            settle((pair, possible))
        return tuple(pairs_found)
    # Where a and b beat all others is convex: there they tie somewhere iff a leads somewhere and b
    # leads somewhere.
    orders = set(top_orders(configuration, 2, method, inputs=inputs)) if len(labels) > 1 else set()
    pairs = {(a, b) for a, b in combinations(labels, 2) if {(a, b), (b, a)} <= orders}
    doubled = {labels[group[0]]: group for group in _groups(shaped) if len(group) == 2}
    for members in top_sets(configuration, 2, method, inputs=inputs) if len(labels) > 1 else ():
        if doubled.get(members[0]) == tuple(labels.index(label) for label in members):
            pairs.add((members[0], members[1]))
    return tuple(sorted(pairs, key=lambda pair: (labels.index(pair[0]), labels.index(pair[1]))))


class _OneByOne:
    """The questions of ``audit.Together``, by one program each, for numbers of any kind."""

    def __init__(self, configuration: Configuration, inputs: Inputs | None) -> None:
        self._configuration, self._inputs = configuration, inputs

    def firsts(self) -> Iterator[tuple[int, bool]]:
        for i in told("labels", range(self._configuration.n)):
            yield i, self.order((i,))

    def set(self, members: Sequence[int]) -> bool:
        from arrangements.decide import decide_top_set

        return decide_top_set(
            self._configuration, _names(self._configuration, members), inputs=self._inputs
        )[0]

    def order(self, members: Sequence[int]) -> bool:
        from arrangements.decide import decide_top

        return decide_top(
            self._configuration, _names(self._configuration, members), inputs=self._inputs
        )[0]

    def tie(self, a: int, b: int) -> bool:
        from arrangements.decide import decide_tie

        return decide_tie(
            self._configuration, _names(self._configuration, (a, b)), inputs=self._inputs
        )[0]


def _asked(
    configuration: Configuration, inputs: Inputs | None, method: Method
) -> Together | _OneByOne:
    from arrangements.decide.bulk.together import Together

    bulk = (
        Together.of(configuration, inputs or Inputs(configuration.d)) if method == "auto" else None
    )
    return bulk or _OneByOne(configuration, inputs)


def _firsts(
    configuration: Configuration, asked: Together | _OneByOne, alone: bool
) -> Iterator[tuple[int, bool]]:
    """Which labels come first; if that is all that is asked, each is settled with it."""
    for i, possible in asked.firsts():
        if alone:
            settle((_names(configuration, (i,)), possible))
        yield i, possible


def _names(configuration: Configuration, members: Iterable[int]) -> Labels:
    return tuple(configuration.labels[i] for i in members)


@renamed(road="method")
def adjacent_pairs(
    configuration: Configuration, method: Method = "auto", *, inputs: Inputs | None = None
) -> tuple[tuple[str, str], ...]:
    """The pairs that are next to each other in some strict ranking: all of them are listed."""
    return ranking_pattern(configuration, method, inputs=inputs).adjacent_pairs()


def _within(configuration: Configuration, k: int) -> None:
    if not 0 <= k <= configuration.n:
        raise BadInput(f"k must be between 0 and {configuration.n}, the number of labels, not {k}")


def _listed(shaped: Homogenised, method: Method) -> bool:
    central = shaped.central
    return method == "chirotope" or (
        method == "auto" and ranking_bound(central.n, max(0, central.affine_rank - 1)) <= _FEW
    )


def _groups(shaped: Homogenised) -> list[tuple[int, ...]]:
    """Indices of rows that are equal on all inputs together, others alone, by first members."""
    grouped = {i: group for group in shaped.central.equal_groups for i in group}
    return [grouped.get(i, (i,)) for i in range(shaped.central.n) if grouped.get(i, (i,))[0] == i]


def _merged(
    configuration: Configuration, shaped: Homogenised, method: Method, inputs: Inputs | None
) -> tuple[list[tuple[int, ...]], Iterator[list[int]]]:
    """The groups of equal rows, and all rankings of the groups."""
    groups = _groups(shaped)
    pattern = ranking_pattern(
        configuration.restricted_to(group[0] for group in groups), method, inputs=inputs
    )
    return groups, iter(pattern.indices().tolist())


def _first(groups: list[tuple[int, ...]], ranking: list[int], k: int) -> list[int] | None:
    """The members of the first groups if they are exactly k labels."""
    members: list[int] = []
    for g in ranking:
        if len(members) >= k:
            break
        members += groups[g]
    return members if len(members) == k else None
