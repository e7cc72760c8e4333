"""Certificates of more than one answer: whole patterns, and pairs of configurations that agree in
one thing and differ in another.

A whole pattern is certified by a witness for every member (from linear programs) and by its count,
which the checker makes for itself. That suits hundreds or thousands of members, not millions.

A pair certifies a counter-example to "``same`` determines ``differ``". Names of ``same``, as the
checker knows them:

- recomputed by the checker: ``rows``, ``gram``, ``norms``, ``cosines``, ``chirotope`` (up to its
  sign), ``regions`` (how many topes), each also of the differences of rows or of the centred rows:
  ``difference norms`` are the squared distances, ``difference regions`` the number of rankings;
  ``whitened gram`` is the projector onto the columns of the centred rows, ``whitened cosines`` are
  those of its rows;
- ``sign pattern`` and ``ranking pattern``: two complete certified lists;
- ``top of 1`` (the argmax labels), ``top of K`` (the orders of the first K), ``top set of K``
  (``any``: for all K), ``tie of 2`` (the pairs that can tie at the top): every question of the
  kind, answered alike for both; none where there are fewer labels.

``differ`` is one of the same names or a ``Question``. For patterns and question kinds the first
question that tells the two apart is put into the certificate, answered with a witness on one side
and a refutation on the other. Layers with offsets or inputs differ in a question.

>>> from arrangements.layers.configuration import Configuration
>>> first, second = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])
>>> pair = certify_pair(first, second, "cosines", "ranking pattern")
>>> pair.question["differ"], pair.answer
({'kind': 'ranking', 'labels': ['1', '2', '3']}, (True, False))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import Any

from arrangements.decide.one_by_one.decide import decide
from arrangements.decide.one_by_one.lp_listing import ranking_witnesses, tope_witnesses
from arrangements.decide.one_by_one.prefix_tree import walk
from arrangements.errors import BadInput, CertificateRefused, short_repr
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import matched
from arrangements.layers.questions.kinds import CERTIFIED, KINDS
from arrangements.layers.questions.parser import question_about
from arrangements.layers.questions.question import Question
from arrangements.proof.certificates import Certificate, Members, Refutation, Witness
from arrangements.running.validated import validated

__all__ = ["certify_pair", "certify_pattern"]

Pair = tuple[Configuration, Configuration]

_PATTERNS = tuple(name for name, row in CERTIFIED.items() if row.regions)
_PAIRED = {row.pairs: row for row in KINDS.values() if row.pairs}
_VIEWED = ("rows", "gram", "norms", "cosines", "chirotope", "regions")
_RECOMPUTED = re.compile(rf"(difference |centred )?({'|'.join(_VIEWED)})|whitened (gram|cosines)")
_ASKED = re.compile(
    "|".join(
        f"{name} of {'(any|[1-9][0-9]*)' if row.takes else row.size}"
        for name, row in _PAIRED.items()
    ),
    re.ASCII,
)
_NAMES = (
    f"{', '.join(_VIEWED)} (also with 'difference ' or 'centred ' before), whitened gram, whitened cosines, {', '.join(_PATTERNS)}, "
    + ", ".join(f"{name} of {'K' if row.takes else row.size}" for name, row in _PAIRED.items())
)


@validated
def certify_pattern(
    configuration: Configuration, kind: str = "sign pattern", *, inputs: Inputs | None = None
) -> Certificate:
    """List all members of a pattern, with a proof that each occurs and that no other does.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    kind
        "sign pattern", "ranking pattern", or, for all faces, "covectors" (sign vectors with zeros)
        or "weak rankings" (rankings with ties).
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    The certificate, whose answer is the number of members.

    Raises
    ------
    BadInput
        If there is no such kind, or inputs are on a sphere.

    Notes
    -----
    Each member has a witness. That the list is complete the checker sees by a count of its own;
    with offsets or inputs by refutations of the beginnings that no member has, one for each branch
    that ends.

    Examples
    --------
    >>> certify_pattern(Configuration([[1, 0], [0, 1], [1, 1]])).answer
    6
    >>> certify_pattern(Configuration([[1], [2]]), "weak rankings").answer
    3
    """
    if kind not in CERTIFIED:
        raise BadInput(f"pattern must be one of {', '.join(CERTIFIED)}, not {short_repr(kind)}")
    if inputs is None and configuration.bias is None:
        if CERTIFIED[kind].faces:
            whole = _members_and_rest(configuration, kind, None).members
            half = tuple((member, witness) for member, witness in whole if _first_of_two(member))
            return Certificate((configuration,), {"kind": kind}, len(whole), Members(half))
        members = _members(configuration, kind)
        return Certificate(
            (configuration,), {"kind": kind}, _size(configuration, kind, members), members
        )
    configuration, inputs = matched(configuration, inputs)
    if inputs.within is not None and inputs.within.sphere:
        raise BadInput(
            "lists must be certified in a ball, not on its sphere, of which single questions are"
        )
    members = _members_and_rest(configuration, kind, inputs)
    return Certificate((configuration,), {"kind": kind}, len(members.members), members, (inputs,))


@validated
def certify_pair(
    first: Configuration,
    second: Configuration,
    same: str,
    differ: str | Question,
    *,
    inputs: Inputs | None = None,
) -> Certificate:
    """Certify a counter-example to "``same`` determines ``differ``".

    Parameters
    ----------
    first, second
        The configurations, with the same labels, and the same offsets if there are any.
    same
        The invariant that both share. With offsets or inputs it is one of the rows u_i that the
        checker recomputes.
    differ
        The invariant, or the question, in which they differ. With offsets or inputs it is a
        question.
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    The certificate.

    Raises
    ------
    BadInput
        If the configurations have different labels, differ in ``same``, or agree in ``differ``.

    Examples
    --------
    >>> from arrangements import load
    >>> certify_pair(load("paper/H.1-A"), load("paper/H.1-B"), same="sign pattern", differ="ranking pattern").answer
    (False, True)
    """
    if first.labels != second.labels:
        raise BadInput("configurations of a pair must have the same labels")
    for name in (same, *([differ] if isinstance(differ, str) else [])):
        if name not in _PATTERNS and not _RECOMPUTED.fullmatch(name) and not _ASKED.fullmatch(name):
            raise BadInput(f"invariant must be one of {_NAMES}, not {short_repr(name)}")
    pair, given = _layers(first, second, same, differ, inputs)
    left = _agreement(pair, same)
    if isinstance(differ, str) and _RECOMPUTED.fullmatch(differ):
        question: Any = differ
        answers, right = None, None
    else:
        asked = differ if isinstance(differ, Question) else _difference(pair, differ)
        results = [decide(c, asked, inputs=inputs) for c in pair]
        answers, right = (
            tuple(answer for answer, _ in results),
            tuple(c.evidence for _, c in results),
        )
        question = asked.to_json(first.labels)
        if answers[0] is answers[1]:
            raise BadInput(
                f"configurations must differ in {asked.text(first.labels)}, not both answer {'yes' if answers[0] else 'no'}"
            )
    certificate = Certificate(
        pair,
        {"kind": "pair", "same": same, "differ": question},
        answers,
        {"same": left, "differ": right},
        given,
    )
    try:
        certificate.check()
    except CertificateRefused as error:
        # The checker alone computes the invariants of which there is no evidence.
        if left is None or right is None:
            raise BadInput(
                str(error).replace(
                    "certificate must prove its answer: ", "configurations must make a pair: "
                )
            ) from None
        raise
    return certificate


def _layers(
    first: Configuration,
    second: Configuration,
    same: str,
    differ: str | Question,
    inputs: Inputs | None,
) -> tuple[Pair, tuple[Inputs, ...]]:
    """The two and their inputs; none of these without offsets and inputs."""
    if inputs is None and first.bias is None and second.bias is None:
        return (first, second), ()
    if first.bias != second.bias:
        raise BadInput("configurations of a pair must have the same offsets")
    if not _RECOMPUTED.fullmatch(same) or not isinstance(differ, Question):
        raise BadInput(
            "pair of layers must agree in an invariant that is recomputed and differ in a question"
        )
    (first, one), (second, other) = matched(first, inputs), matched(second, inputs)
    return (first, second), (one, other)


def _members(configuration: Configuration, kind: str) -> Members:
    found: Iterable[tuple[Any, Any]] = (
        tope_witnesses if CERTIFIED[kind].member == "signs" else ranking_witnesses
    )(configuration)
    return Members(tuple((member, Witness(point)) for member, point in found))


def _first_of_two(member: Any) -> bool:
    """Whether a member, and not its opposite, stands for both; what is its own opposite does."""
    if isinstance(member, str):
        return not member.lstrip("0").startswith("-")
    return [sorted(group) for group in member] <= [sorted(group) for group in reversed(member)]


def _members_and_rest(configuration: Configuration, kind: str, inputs: Inputs | None) -> Members:
    """The members with their witnesses, and the beginnings of no member with their refutations."""
    labels = configuration.labels

    def named(part: Any) -> Any:
        if isinstance(part, int):
            return labels[part]
        return part if isinstance(part, str) else tuple(map(named, part))

    members: list[tuple[Any, Witness]] = []
    excluded: list[tuple[Any, Refutation]] = []
    for part, certificate in walk(configuration, CERTIFIED[kind], inputs):
        if isinstance(certificate.evidence, Refutation):
            excluded.append((named(part), certificate.evidence))
        elif isinstance(certificate.evidence, Witness):
            members.append((named(part), certificate.evidence))
    return Members(tuple(members), tuple(excluded))


def _size(configuration: Configuration, kind: str, members: Members) -> int:
    """The number of members, each of which stands for its opposite too, unless it is its own:
    nothing or one label to order.
    """
    alone = configuration.n < (1 if CERTIFIED[kind].member == "signs" else 2)
    return len(members.members) * (1 if alone else 2)


def _agreement(pair: Pair, same: str) -> Any:
    """The evidence that a pair agrees; None for what the checker recomputes."""
    if same in _PATTERNS:
        lists = [_members(c, same) for c in pair]
        if _difference_of_lists(lists) is not None:
            raise BadInput(f"configurations must have the same {same}")
        return (_size(pair[0], same, lists[0]), *lists)
    if _RECOMPUTED.fullmatch(same):
        return None
    evidence = []
    for asked in _questions(pair[0].n, same):
        results = [decide(c, asked) for c in pair]
        if results[0][0] is not results[1][0]:
            raise BadInput(
                f"configurations must agree in {asked.text(pair[0].labels)} to have the same {same}"
            )
        evidence.append((results[0][0], results[0][1].evidence, results[1][1].evidence))
    return tuple(evidence)


def _questions(n: int, name: str) -> Iterator[Question]:
    kind, _, size = name.rpartition(" of ")
    choices = permutations if _PAIRED[kind].member == "ranking" else combinations
    for k in range(1, n + 1):
        if size in ("any", str(k)):
            yield from (Question(_PAIRED[kind].asks, choice) for choice in choices(range(n), k))


def _difference(pair: Pair, name: str) -> Question:
    """The first question that tells the two apart."""
    first, second = pair
    if name in _PATTERNS:
        member = _difference_of_lists([_members(c, name) for c in pair])
        if member is not None:
            return question_about(CERTIFIED[name].name, first.labels, member)
    else:
        for asked in _questions(first.n, name):
            if decide(first, asked)[0] is not decide(second, asked)[0]:
                return asked
    raise BadInput(f"configurations must differ in {name}")


def _difference_of_lists(lists: Iterable[Members]) -> Any:
    """The least member of one of two lists that is not in the other. The halves listed are
    comparable: both start alike.
    """
    first, second = ({member for member, _ in members.members} for members in lists)
    return min(first ^ second, default=None)
