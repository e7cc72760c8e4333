"""How good can a label get: the least number of labels that are above or level with it, over all
inputs, and one for its own place.

Sampling takes the first k, so that the question is not only whether a label can be first. Without
offsets and inputs the number of labels is the halfspace depth (Tukey depth) of its row among the
others, with its own place. It is hard to compute in general, so the answer is a bracket with proof
on both sides.

- *At best place k*: a witness, which is an input, with the k - 1 labels that are not below there.
- *Not better than m*: refutations. Each is a set of labels and weights which prove that not all of
  them are ever below at once. At every input one label of each set is not below. If m - 1 labels
  are needed to meet all sets (m - 1 disjoint sets suffice for that), as many are not below. The
  proof in Coq is ``proofs/coq/best_rank.v``.

The search: a smallest set H that meets all sets known (``hitting_sets``) is a bound. If all labels but H
are somewhere below, the bracket is closed; otherwise weights say of which labels that are not in H
one is never below, which is one more set. There are finitely many, so the bracket closes if no
limit stops the search before. Where more places lie between the bounds than there may be programs,
the sets that are disjoint are all.

``ties``: by "strict" a label that is level counts as above. By "first" only one that is listed
before, as where of equal labels the one listed first is chosen. The best place is 1 if and only if
the label can be first, or chosen. Labels with equal rows are always level.

>>> square = Configuration([[0, 0], [2, 0], [0, 2], [2, 2], [1, 1]], labels=list("abcde"))
>>> best_rank(square, "a"), best_rank(square, "e")
(BestRank(label='a', least=1, most=1), BestRank(label='e', least=3, most=3))
>>> [tuple(sorted(group)) for group in best_rank(square, "e").refutations]
[('a', 'd'), ('b', 'c')]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar, cast

from arrangements.decide.one_by_one.decide import decided
from arrangements.decide.one_by_one.hitting_sets import disjoint, needed, smallest
from arrangements.errors import BadInput, InternalError, LimitReached, short_repr
from arrangements.exact.numbers import Scalar
from arrangements.exact.programs.motzkin import METHODS, Method
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import matched
from arrangements.layers.inputs.norms import input_of
from arrangements.layers.questions.kinds import KINDS, TIES
from arrangements.layers.questions.parser import place_of
from arrangements.layers.questions.question import Condition
from arrangements.proof.certificates import Certificate, Places, Refutation, Witness
from arrangements.running import emit, report_progress
from arrangements.running.validated import one_of, validated

W = TypeVar("W")  # an input
P = TypeVar("P")  # what proves that labels are never all below

__all__ = ["PROGRAMS", "BestRank", "best_rank", "bracket", "exact_places", "rivals"]

PROGRAMS = 1000  # exact programs for one label, by default
_ENDLESS = 1 << 62
_WORD = KINDS["best-rank"].word


@dataclass(frozen=True)
class BestRank:
    """A bracket of the best place of a label; the place is known if both ends are equal.

    Attributes
    ----------
    label
        The label.
    least
        The best place is not better: refutations prove it.
    most
        The best place is not worse: an input shows it.
    certificate
        Proves both.

    Examples
    --------
    >>> layer = Configuration([[1], [-1], [0]], labels=["up", "down", "still"])
    >>> found = best_rank(layer, "still")
    >>> found.place, found.above, found.point, found.refutations
    (2, ('up',), (Fraction(1, 1),), (('up', 'down'),))
    >>> found.certificate.check()
    '{"kind": "best rank", "label": "still", "ties": "strict"} has the answer [2, 2] for ...'
    """

    label: str
    least: int
    most: int
    certificate: Certificate = field(repr=False, compare=False)

    @property
    def place(self) -> int | None:
        """The best place, if it is known."""
        return self.least if self.least == self.most else None

    @property
    def _evidence(self) -> Places:
        evidence = self.certificate.evidence
        if not isinstance(evidence, Places):
            raise InternalError("certificate must be one of a best rank")
        return evidence

    @property
    def point(self) -> tuple[Scalar, ...]:
        """An input at which the label has place ``most``."""
        (inputs,) = self.certificate.inputs or (None,)
        return input_of(inputs, self._evidence.witness.point)

    @property
    def above(self) -> tuple[str, ...]:
        """The labels that are above it there, or level with it."""
        return self._evidence.above

    @property
    def refutations(self) -> tuple[tuple[str, ...], ...]:
        """Sets of labels that are never all below it.

        ``least - 1`` labels are needed to meet all of them.
        """
        return tuple(members for members, _ in self._evidence.refutations)

    def _repr_html_(self) -> str:
        places = str(self.least) if self.place else f"{self.least} to {self.most}"
        return f"<p>best place {places}</p>{self.certificate._repr_html_()}"


class Bracket(NamedTuple, Generic[W, P]):
    """By positions: the labels that are not below at ``point``, and proofs for sets of labels of
    which always one is not below.
    """

    least: int
    point: W
    above: tuple[int, ...]
    proofs: tuple[P, ...]


# Whether a label can have all of these below it: a point with the labels that are not below there,
# or a proof that it cannot, with those of them that it is about.
Oracle = Callable[[Sequence[int]], tuple[bool, W | P, frozenset[int]]]
# Labels with the weights of their conditions and of those of the inputs.
Weighed = tuple[tuple[int, ...], tuple[Scalar, ...]]


@validated(method=one_of(*METHODS))
def best_rank(
    configuration: Configuration,
    label: str,
    *,
    inputs: Inputs | None = None,
    ties: str = "strict",
    method: Method = "auto",
    programs: int = PROGRAMS,
) -> BestRank:
    """The best place of a label, or a bracket of it, with its certificate.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    label
        The label.
    inputs
        The set that h comes from; all of R^d without.
    ties
        "strict", where labels that are level count as above, or "first", where only those that are
        listed before do.
    method
        "auto", or an exact program, "pivot" or "cdd".
    programs
        How many exact programs may be run before the bracket stays open.

    Returns
    -------
    Two places between which the best place is, which mostly are one.

    Raises
    ------
    BadInput
        If the label is unknown, or another argument is not what it must be.

    Examples
    --------
    >>> layer = Configuration([[1, 0], [0, 1], [-1, -1], [0, 0]], labels=["a", "b", "c", "zero"])
    >>> best_rank(layer, "zero"), best_rank(layer, "zero", inputs=Inputs.nonnegative(2)).above
    (BestRank(label='zero', least=2, most=2), ('a', 'b'))
    """
    place = place_of(_WORD, configuration.labels, label)
    return _best_rank(configuration, place, inputs, ties, method, programs)


def exact_places(configuration: Configuration, inputs: Inputs | None = None) -> list[int]:
    """The best place of every label; LimitReached if a bracket stays open."""
    found = []
    for label in range(configuration.n):
        one = _best_rank(configuration, label, inputs, "strict", "auto", _ENDLESS)
        if one.place is None:
            raise LimitReached(
                f"best place of {short_repr(one.label)} must be settled, not lie between {one.least} and {one.most}"
            )
        found.append(one.place)
        emit(((one.label, str(one.place)), True))
    return found


def rivals(n: int, label: int, ties: str) -> dict[int, str]:
    """How the score of the label must compare with that of every other for this to be below."""
    return {j: ">=" if ties == "first" and j > label else ">" for j in range(n) if j != label}


def _best_rank(
    configuration: Configuration,
    label: int,
    inputs: Inputs | None,
    ties: str,
    method: Method,
    programs: int,
) -> BestRank:
    if ties not in TIES:
        raise BadInput(f"ties must be one of {', '.join(TIES)}, not {short_repr(ties)}")
    if programs < 0:
        raise BadInput(f"programs must be a natural number, not {programs}")
    if inputs is not None or configuration.bias is not None:
        configuration, inputs = matched(configuration, inputs)
    if inputs is not None and inputs.within is not None and inputs.within.sphere:
        raise BadInput("inputs of a best place must be a ball, not its sphere")
    oracle = _oracle(configuration, label, inputs, ties, method)
    if not oracle(())[0]:
        raise BadInput("inputs must have a point, not be empty")
    names = configuration.labels
    found: Bracket[tuple[Scalar, ...], Weighed] = bracket(configuration.n, label, oracle, programs)
    proofs = tuple(
        (tuple(names[j] for j in members), Refutation(weights)) for members, weights in found.proofs
    )
    least, most = found.least, len(found.above) + 1
    evidence = Places(Witness(found.point), tuple(names[j] for j in found.above), proofs)
    block = {"kind": "best rank", "label": names[label], "ties": ties}
    certificate = Certificate((configuration,), block, (least, most), evidence, (inputs,))
    return BestRank(names[label], least, most, certificate)


def _oracle(
    configuration: Configuration, label: int, inputs: Inputs | None, ties: str, method: Method
) -> Oracle[tuple[Scalar, ...], Weighed]:
    """By exact programs."""
    relations = rivals(configuration.n, label, ties)
    ball = inputs is not None and inputs.within is not None

    def above(point: Sequence[Scalar]) -> frozenset[int]:
        rows, bias, point = configuration.rows, configuration.bias, input_of(inputs, point)
        scores = [
            sum((a * b for a, b in zip(row, point, strict=True) if a and b), start=0)
            + (0 if bias is None else bias[j])
            for j, row in enumerate(rows)
        ]
        own = scores[label]
        return frozenset(
            j
            for j, relation in relations.items()
            if not (own > scores[j] or (relation == ">=" and own == scores[j]))
        )

    def asked(wanted: Sequence[int]) -> tuple[bool, tuple[Scalar, ...] | Weighed, frozenset[int]]:
        chosen = sorted(wanted)
        conditions = [Condition(label, j, relations[j]) for j in chosen]
        answer, values = decided(configuration, conditions, inputs, method=method)
        if answer:
            return True, values, above(values)
        members = frozenset(j for j, weight in zip(chosen, values, strict=False) if weight)
        if ball and len(members) < len(chosen):
            return _of_few(chosen, members)
        kept = [k for k, j in enumerate(chosen) if j in members]
        weights = (*(values[k] for k in kept), *values[len(chosen) :])
        return False, (tuple(chosen[k] for k in kept), weights), members

    def _of_few(
        chosen: list[int], members: frozenset[int]
    ) -> tuple[bool, tuple[Scalar, ...] | Weighed, frozenset[int]]:
        """In a ball conditions without weights may matter, too: they join one by one."""
        while True:
            found = asked(sorted(members)) if len(members) < len(chosen) else None
            if found is None:
                answer, values = decided(
                    configuration,
                    [Condition(label, j, relations[j]) for j in chosen],
                    inputs,
                    method=method,
                )
                return answer, (tuple(chosen), values), members
            if not found[0]:
                return found
            failing = sorted(found[2] & set(chosen) - members)
            if not failing:
                raise InternalError("a point of the labels asked must have one that is not below")
            members |= {failing[0]}

    return asked


def bracket(
    n: int,
    label: int,
    oracle: Oracle[W, P],
    programs: int,
    start: tuple[W, frozenset[int]] | None = None,
    up_to: int | None = None,
    cases: int = 1_000_000,
    known: Callable[[], tuple[W, frozenset[int]]] | None = None,
) -> Bracket[W, P]:
    """The search, with at most so many questions to the oracle; but the first sets, which are
    disjoint, are all found. ``start``: a point that is known, with the labels that are not below
    there. It ends where the place is beyond ``up_to``. ``cases``: of a search for a smallest set.
    ``known``: the best point that the oracle has met, if it keeps one.
    """
    every = frozenset(j for j in range(n) if j != label)
    enough = n if up_to is None else up_to + 1
    sets: list[frozenset[int]] = []
    proofs: list[P] = []
    if start is None:
        _, point, above = oracle(())
        best = cast("W", point)
    else:
        best, above = start
    least, out = 1, frozenset[int]()
    shown: list[int] = []  # positions of the sets that have shown ``least``
    while len(above) >= least and least < enough:
        left, answer, found = out, False, frozenset[int]()
        # Sets that are disjoint to each other and to those that are out, as many as there are.
        while not answer and (not out or programs > 0):
            report_progress(f"best place of one label; {len(sets):,} refutations")
            answer, proof, found = oracle(sorted(every - left))
            programs -= 1
            if known is not None and len(known()[1]) < len(above):
                best, above = known()
            if answer:
                if len(found) < len(above):
                    best, above = cast("W", proof), found
                break
            sets.append(found)
            proofs.append(cast("P", proof))
            left |= found
            if not out and len(apart := disjoint(sets)) >= least:
                least, shown = len(apart) + 1, apart
            if len(above) < least or least >= enough:
                break
        if len(apart := disjoint(sets)) >= least:
            least, shown = len(apart) + 1, apart
        if len(above) < least or least >= enough or programs <= 0:
            break
        # One more set shows at most one more place, so that the bracket would stay open.
        if len(above) + 1 - least > programs:
            break
        out = smallest(sets, cases) or frozenset()
        if not out:
            break  # too many cases
        if len(out) >= least:
            least, shown = len(out) + 1, list(range(len(sets)))
    # With the sets that came later there can be too many cases to see the same again.
    kept = needed(sets, least - 1, cases) or shown
    return Bracket(least, best, tuple(sorted(above)), tuple(proofs[k] for k in kept))
