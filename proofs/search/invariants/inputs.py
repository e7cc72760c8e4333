"""Invariants of layers whose inputs come from a polyhedron: the label sets, rankings, winners and
ties that occur there.

>>> from arrangements.layers.configuration import Configuration
>>> from proofs.search.invariants.table import find
>>> first, second = Configuration([[1, 0], [0, 1]]), Configuration([[0, 1], [-1, 0]])
>>> relu = on_inputs(find("S"), "nonnegative")
>>> str(relu), find("S").key(first) == find("S").key(second), relu.key(first) == relu.key(second)
('S(U) on nonnegative', True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from arrangements.errors import BadInput
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.parser import question_about
from arrangements.layers.questions.question import Question
from arrangements.listing import argmax
from arrangements.listing.patterns import ranking_pattern, sign_pattern
from arrangements.loading.inputs import load_inputs
from proofs.search.invariants.table import Invariant

__all__ = ["on_inputs"]

Members = frozenset[Any]


def on_inputs(invariant: Invariant, source: str) -> Invariant:
    """The invariant for the inputs that ``source`` describes, if they matter to it; rows and their
    products do not depend on inputs.
    """
    size, _, kind = invariant.name.removeprefix("top-").partition(" ")
    if invariant.name in _LISTED:
        listed, ask = _LISTED[invariant.name]
    elif kind in ("sets", "orders"):
        listed, ask = _top(int(size), kind)
    elif invariant.name.startswith(("X", "#", "tops")):
        raise BadInput(
            f"{invariant} must be a pattern, argmax labels, ties or top-K sets or orders to be asked of some inputs only"
        )
    else:
        return invariant

    @lru_cache(maxsize=16)
    def polyhedron(dimension: int) -> Inputs:
        return load_inputs(source, dimension)

    def members(configuration: Configuration) -> Members:
        return frozenset(listed(configuration, polyhedron(configuration.d)))

    def key(configuration: Configuration) -> Hashable:
        place = {label: i for i, label in enumerate(configuration.labels)}
        return frozenset(
            m if isinstance(m, str) else tuple(place[label] for label in m)
            for m in members(configuration)
        )

    def differ(first: Configuration, second: Configuration) -> Question:
        return ask(first, min(members(first) ^ members(second)))

    return replace(
        invariant, name=f"{invariant.name} on {source}", means=f"{invariant.means}, inputs {source}", key=key, same="", differ=differ,
        spellings=(), code="", turns=False, inputs=polyhedron,
    )  # fmt: skip


def _top(k: int, kind: str) -> tuple[Callable[..., Any], Callable[..., Question]]:
    listed = argmax.top_sets if kind == "sets" else argmax.top_orders
    name = "top-k" if kind == "sets" else "top-k-orders"
    return (
        lambda c, p: listed(c, k, inputs=p) if k <= c.n else (),
        lambda c, member: question_about(name, c.labels, member),
    )


_LISTED: dict[str, tuple[Callable[..., Any], Callable[..., Question]]] = {
    "S(U)": (
        lambda c, p: sign_pattern(c, inputs=p).strings(),
        lambda c, member: question_about("sign", c.labels, member),
    ),
    "R(U)": (
        lambda c, p: ranking_pattern(c, inputs=p),
        lambda c, member: question_about("ranking", c.labels, member),
    ),
    "argmax(U)": (
        lambda c, p: ((x,) for x in argmax.argmax_labels(c, inputs=p)),
        lambda c, member: question_about("argmax", c.labels, member),
    ),
    "ties(U)": (
        lambda c, p: argmax.tie_pairs(c, inputs=p),
        lambda c, member: question_about("ties", c.labels, member),
    ),
}
