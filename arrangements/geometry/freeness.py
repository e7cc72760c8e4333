"""Modular chains, relations of few hyperplanes, and whether an arrangement is free, where a sure criterion decides.

>>> from arrangements import load
>>> modular_chain(load("braid:4")).exponents, freeness(load("braid:4"))
((1, 2, 3), Freeness(free=True, exponents=(0, 1, 2, 3), because='it is supersolvable'))
>>> freeness(load("threshold:3")).because
'the characteristic polynomial does not factor into t - e with natural numbers e'

Without offsets only. Zero rows are no hyperplanes, and rows on one line are one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from arrangements import linear
from arrangements.configuration import Configuration
from arrangements.geometry.flats import Flat, Intersections, intersections
from arrangements.geometry.operations import simplified

__all__ = ["Freeness", "ModularChain", "freeness", "is_formal", "minimal_generated_number", "modular_chain"]


@dataclass(frozen=True)
class ModularChain:
    """A maximal chain of modular flats, R^d first, and how many hyperplanes are new in each."""

    flats: tuple[Flat, ...]
    exponents: tuple[int, ...]


@dataclass(frozen=True)
class Freeness:
    """``free``: None where no criterion decides. ``exponents`` are those of a free arrangement, sorted."""

    free: bool | None
    exponents: tuple[int, ...] | None
    because: str


def modular_chain(configuration: Configuration) -> ModularChain | None:
    """A maximal chain of modular flats, which makes the arrangement supersolvable; None if there is none.

    A flat of corank one is modular iff every flat of rank two meets it in a hyperplane at least. Below a modular flat of a supersolvable
    lattice the lattice is supersolvable again (Stanley 1972), so the first modular flat that is found will do at each step.
    """
    configuration.demand_linear("modular chain")
    return _chain(intersections(simplified(configuration)))


def _chain(poset: Intersections) -> ModularChain | None:
    by_rank: dict[int, list[Flat]] = {}
    for flat in poset.flats:
        by_rank.setdefault(flat.rank, []).append(flat)
    chain = [poset.flats[-1]]
    while chain[-1].rank:
        top = chain[-1].rows
        lines = [flat.rows for flat in by_rank.get(2, []) if flat.rows & top == flat.rows]
        below = (flat for flat in by_rank[chain[-1].rank - 1] if flat.rows & top == flat.rows)
        found = next((flat for flat in below if flat.rank == 0 or all(line & flat.rows for line in lines)), None)
        if found is None:
            return None
        chain.append(found)
    chain.reverse()
    new = (above.rows.bit_count() - below.rows.bit_count() for below, above in pairwise(chain))
    return ModularChain(tuple(chain), tuple(new))


def minimal_generated_number(configuration: Configuration) -> int:
    """The least k such that relations among at most k normal vectors generate all; 0 if there are none (Yuzvinsky 1993).

    >>> from arrangements import load
    >>> minimal_generated_number(load("braid:4"))
    3
    """
    configuration.demand_linear("relations of hyperplanes")
    plain = simplified(configuration)
    return _generated_number(plain, intersections(plain))


def _generated_number(plain: Configuration, poset: Intersections) -> int:
    wanted = plain.n - plain.rank
    if not wanted:
        return 0
    relations: list[list[object]] = []
    for flat in poset.flats:
        # All relations inside a flat come from those of at most one more than its rank.
        members = [i for i in range(plain.n) if flat.rows >> i & 1]
        if len(members) == flat.rank:
            continue
        for relation in linear.kernel(list(zip(*(plain.rows[i] for i in members), strict=True)), len(members)):
            whole: list[object] = [0] * plain.n
            for i, x in zip(members, relation, strict=True):
                whole[i] = x
            relations.append(whole)
        if linear.rank(relations) == wanted:  # type: ignore[arg-type]
            return flat.rank + 1
    raise AssertionError("the last flat has all relations")


def is_formal(configuration: Configuration) -> bool:
    """Whether relations of at most three hyperplanes generate all."""
    return minimal_generated_number(configuration) <= 3


def freeness(configuration: Configuration) -> Freeness:
    """Whether the module of logarithmic derivations is free.

    Supersolvable arrangements and those of rank at most two are free (Jambu and Terao 1984). The characteristic polynomial of a free
    arrangement is the product of t - e over its exponents (Terao 1981), and free arrangements are formal (Yuzvinsky 1993).
    """
    configuration.demand_linear("freeness")
    plain = simplified(configuration)
    poset = intersections(plain)
    roots = _natural_roots(poset.characteristic_polynomial())
    chain = _chain(poset)
    if chain is not None:
        shared = (0,) * (plain.d - plain.rank)
        return Freeness(True, tuple(sorted([*shared, *chain.exponents])), "it is supersolvable")
    if roots is None:
        return Freeness(False, None, "the characteristic polynomial does not factor into t - e with natural numbers e")
    if _generated_number(plain, poset) > 3:
        return Freeness(False, None, "relations of three hyperplanes do not generate all: it is not formal")
    return Freeness(None, None, "it is formal, not supersolvable, and its characteristic polynomial factors")


def _natural_roots(polynomial: tuple[int, ...]) -> tuple[int, ...] | None:
    """All roots with their multiplicities, if they are natural numbers."""
    rest, roots = list(polynomial), []
    while len(rest) > 1:
        # The sum of the roots bounds each of them.
        root = next((e for e in range(abs(rest[-2]) + 1) if not sum(c * e**k for k, c in enumerate(rest))), None)
        if root is None:
            return None
        roots.append(root)
        quotient, carry = [], 0
        for c in reversed(rest[1:]):
            carry = carry * root + c
            quotient.append(carry)
        rest = quotient[::-1]
    return tuple(roots)
