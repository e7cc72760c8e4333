"""Labels that can come first: argmax labels, top-k sets and orders, pairs that can tie for the top,
pairs next to each other; and how near to the first place each label can come.

By two methods. ``chirotope`` lists all rankings and reads the answer off; ``lp`` asks one exact
linear program after another and lists no rankings, which is the way when they are too many: it
grows feasible sets or orders label by label. ``auto`` lists when there are at most 100,000
rankings, and otherwise grows, too; floats suggest then, and integers conclude (``decide.answers``).

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
one. In a ball everything is, and ``chirotope`` is no method.

>>> from arrangements import Inputs
>>> argmax_labels(square, inputs=Inputs.box([0, -1], [None, 0]))
('2',)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product, tee
from math import comb

from arrangements.counting.largest_counts import ranking_bound
from arrangements.errors import BadInput
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import Homogenised, homogenised
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import Question, comparisons, every_label
from arrangements.listing.patterns import Method, demand_programs, ranking_pattern
from arrangements.running import emit, report_progress

__all__ = [
    "adjacent_pairs",
    "argmax_labels",
    "best_ranks",
    "never_argmax_labels",
    "tie_pairs",
    "top_orders",
    "top_sets",
]

Labels = tuple[str, ...]

# rankings are listed, more are not: then a program for each question
# (tests/bench/test_thresholds.py)
_FEW = 100_000


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
    shaped = _shaped(configuration, inputs, method)
    if shaped.empty:
        return ()
    if _listed(shaped, method, inputs):
        groups, rankings = _merged(configuration, shaped, method, inputs)
        prefixes = (_first(groups, ranking, k) for ranking in rankings)
        sets = {tuple(sorted(members)) for members in prefixes if members is not None}
    else:
        asked = _Winners(configuration, inputs, method, k == 1) if k else None
        known = {(): True, tuple(range(configuration.n)): True} | (asked.firsts if asked else {})
        # The first k of a ranking contain the first k - 1, unless equal rows tie there: those join
        # together.
        sphere = inputs is not None and inputs.within is not None and inputs.within.sphere
        by_size: list[set[tuple[int, ...]]] = [{()}, *(set() for _ in range(k))]
        for size, candidates in enumerate(by_size):
            sets = {members for members in candidates if known.get(members)}
            rest = (Question("top set", m) for m in sorted(candidates) if m not in known)
            for question, possible in asked(rest) if asked else ():
                report_progress(f"top sets of {size} labels")
                if possible:
                    sets.add(question.positions)
                if size == k:
                    emit((_names(configuration, question.positions), possible))
            if sphere:  # on a sphere all that come first may tie wherever they do
                by_size[k] = set(combinations(range(configuration.n), k))
                continue
            for members, group in product(sets, _groups(shaped)):
                larger = tuple(sorted({*members, *group}))
                if size < len(larger) <= k:
                    by_size[len(larger)].add(larger)
    return tuple(_names(configuration, members) for members in sorted(sets))


def top_orders(
    configuration: Configuration, k: int, method: Method = "auto", *, inputs: Inputs | None = None
) -> tuple[Labels, ...]:
    """The sequences of k labels that somewhere are the first k places, strictly, and strictly
    before all others.
    """
    _within(configuration, k)
    shaped = _shaped(configuration, inputs, method)
    if shaped.empty:
        return ()
    if _listed(shaped, method, inputs):
        groups, rankings = _merged(configuration, shaped, method, inputs)
        heads = ([groups[g] for g in ranking[:k]] for ranking in rankings)
        orders = {
            tuple(i for (i,) in head) for head in heads if all(len(group) == 1 for group in head)
        }
    else:
        orders = {()}
        if k:
            asked = _Winners(configuration, inputs, method, k == 1)
            orders = {order for order, possible in asked.firsts.items() if possible}
        for place in range(2, k + 1):
            longer = [
                Question("top", (*order, i))
                for order in sorted(orders)
                for i in range(configuration.n)
                if i not in order
            ]
            orders = set()
            for done, (question, possible) in enumerate(asked(longer)):
                report_progress(f"top orders of {place}", done / len(longer))
                if possible:
                    orders.add(question.positions)
                if place == k:
                    emit((_names(configuration, question.positions), possible))
    return tuple(_names(configuration, order) for order in sorted(orders))


def tie_pairs(
    configuration: Configuration, method: Method = "auto", *, inputs: Inputs | None = None
) -> tuple[tuple[str, str], ...]:
    """The pairs that can tie for the top, strictly before all others: their decision regions share
    a boundary.
    """
    labels = configuration.labels
    shaped = _shaped(configuration, inputs, method)
    border = bool(shaped.inputs.inequalities) or _in_ball(inputs)
    if border and method == "chirotope":
        raise BadInput("method must be auto or lp for ties on inputs with a border, not chirotope")
    if shaped.empty:
        return ()
    if border or not _listed(shaped, method, inputs):
        asked = _Winners(configuration, inputs, method, False)
        total, pairs_found = comb(len(labels), 2), []
        every = (Question("tie", pair) for pair in combinations(range(len(labels)), 2))
        for done, (question, possible) in enumerate(asked(every), 1):
            report_progress(f"ties; {done:,} of {total:,} pairs decided", done / total)
            i, j = question.positions
            if possible:
                pairs_found.append((labels[i], labels[j]))
            emit(((labels[i], labels[j]), possible))
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


class _Winners:
    """Many questions about labels that come first, each answered exactly, without certificates.

    A label that is never first has a refutation, a few other labels that never all stay behind it;
    so it is in a set that comes first only together with one of them, which settles most questions
    without a program.
    """

    def __init__(
        self, configuration: Configuration, inputs: Inputs | None, method: Method, alone: bool
    ) -> None:
        """``alone``: nothing is asked but which labels are first, each of which is then settled."""
        from arrangements.decide.answers import chosen

        self._layer = Layer(configuration, inputs)
        # batches do not say which labels never stay behind
        self._method = "exact" if method == "lp" or chosen(self._layer) == "exact" else "single"
        # of which one is always ahead of or level with a label that is never first
        self._behind: dict[int, frozenset[int]] = {}
        self.firsts = self._firsts(alone)

    def _firsts(self, alone: bool) -> dict[tuple[int, ...], bool]:
        from arrangements.decide.answers import answers
        from arrangements.decide.dyadic.outcomes import IntegerRefutation

        labels, n, found = self._layer.labels, self._layer.n, dict[tuple[int, ...], bool]()

        def heard(asked: Question, possible: bool) -> None:
            found[asked.positions] = possible
            report_progress(f"labels; {len(found):,} of {n:,}", len(found) / n)
            if alone:
                emit(((labels[asked.positions[0]],), possible))

        for answer in answers(self._layer, every_label(n), method=self._method, heard=heard):
            # the only point of a ball may refute by itself, and rules out nothing else
            if isinstance(answer.outcome, IntegerRefutation) and answer.outcome.comparisons:
                others = comparisons(answer.asked, n).minus
                weights = answer.outcome.comparisons
                self._behind[answer.asked.positions[0]] = frozenset(
                    int(others[k]) for k, _ in weights
                )
        return found

    def __call__(self, questions: Iterable[Question]) -> Iterator[tuple[Question, bool]]:
        """Each with its answer, in order."""
        from arrangements.decide.answers import answers

        every, to_ask = tee(questions)
        answered = answers(self._layer, filter(self._open, to_ask), method=self._method)
        return ((asked, self._open(asked) and bool(next(answered))) for asked in every)

    def _open(self, asked: Question) -> bool:
        """Nothing known rules out that these labels are strictly before all that are not named."""
        first = asked.positions[-1:] if asked.kind == "top" else asked.positions
        behind = (self._behind[i] for i in first if i in self._behind)
        return all(not others.isdisjoint(asked.positions) for others in behind)


def _names(configuration: Configuration, members: Iterable[int]) -> Labels:
    return tuple(configuration.labels[i] for i in members)


def adjacent_pairs(
    configuration: Configuration, method: Method = "auto", *, inputs: Inputs | None = None
) -> tuple[tuple[str, str], ...]:
    """The pairs that are next to each other in some strict ranking: all of them are listed."""
    return ranking_pattern(configuration, method, inputs=inputs).adjacent_pairs()


def best_ranks(
    configuration: Configuration, method: Method = "auto", *, inputs: Inputs | None = None
) -> tuple[tuple[str, int], ...]:
    """Each label with its best place: one more than the least number of labels that are above it or
    level with it.
    """
    from arrangements.decide.one_by_one.best_places import exact_places

    shaped = _shaped(configuration, inputs, method)
    if not configuration.n or shaped.empty:
        return ()
    if not _listed(shaped, method, inputs):
        places = exact_places(configuration, inputs)
        return tuple(zip(configuration.labels, places, strict=True))
    # Strict comparisons that hold somewhere hold in a strict ranking of the groups, too.
    groups, rankings = _merged(configuration, shaped, method, inputs)
    best = [configuration.n] * configuration.n
    for ranking in rankings:
        place = 0
        for g in ranking:
            place += len(groups[g])
            for i in groups[g]:
                best[i] = min(best[i], place)
    return tuple(zip(configuration.labels, best, strict=True))


def _within(configuration: Configuration, k: int) -> None:
    if not 0 <= k <= configuration.n:
        raise BadInput(f"k must be between 0 and {configuration.n}, the number of labels, not {k}")


def _in_ball(inputs: Inputs | None) -> bool:
    return inputs is not None and inputs.within is not None


def _shaped(configuration: Configuration, inputs: Inputs | None, method: Method) -> Homogenised:
    """The layer in homogeneous form; of inputs in a ball that of linear conditions instead, which
    tells what is equal on all inputs.
    """
    if inputs is None or inputs.within is None:
        return homogenised(configuration, inputs)
    from arrangements.decide.one_by_one.spanning import spanning

    demand_programs(method)
    return homogenised(*spanning(configuration, inputs))


def _listed(shaped: Homogenised, method: Method, inputs: Inputs | None) -> bool:
    homogeneous = shaped.homogeneous
    if _in_ball(inputs):
        return False
    return method == "chirotope" or (
        method == "auto"
        and ranking_bound(homogeneous.n, max(0, homogeneous.affine_rank - 1)) <= _FEW
    )


def _groups(shaped: Homogenised) -> list[tuple[int, ...]]:
    """Indices of rows that are equal on all inputs together, others alone, by first members."""
    grouped = {i: group for group in shaped.homogeneous.equal_groups for i in group}
    return [
        grouped.get(i, (i,)) for i in range(shaped.homogeneous.n) if grouped.get(i, (i,))[0] == i
    ]


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
