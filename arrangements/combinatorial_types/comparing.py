"""Whether two configurations or oriented matroids have one type, keys that say so for many, and
where a type stands in a list.

Up to ``relabelling`` a type is an order type: for points, rows (1, p), what lies on which side. Up
to ``reorientation`` vectors may be turned to their opposites, too: it is a type of arrangement. A
mirror image (all signs of bases negated) has the same type unless ``reflection`` is False.

>>> from arrangements import Configuration
>>> square, kite = (Configuration.affine(p) for p in ([[0, 0], [1, 0], [1, 1], [0, 1]], [[0, 0], [4, 0], [0, 4], [1, 1]]))
>>> same_type(square, kite), same_type(square, kite, up_to="reorientation")
(False, True)
>>> type_key(square) == type_key(square.restricted_to([2, 0, 3, 1]))
True
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb
from typing import Literal

import numpy as np

from arrangements.combinatorial_types import placing
from arrangements.combinatorial_types.oriented import (
    MOST_ELEMENTS,
    Member,
    OrientedTypes,
    all_leaves,
    leaves,
    tables,
)
from arrangements.combinatorial_types.point_numbers import colex_signs_of
from arrangements.combinatorial_types.points import PointTypes
from arrangements.errors import BadInput, short_repr
from arrangements.kernels.combinatorial_types import forms
from arrangements.kernels.combinatorial_types.signings import still
from arrangements.layers.configuration import Configuration
from arrangements.matroids.chirotopes import Chirotope, chirotope
from arrangements.running.validated import ARRAY, INTEGER, TYPED, either, some, validated

__all__ = ["UpTo", "canonical_forms", "find", "same_type", "type_key"]

UpTo = Literal["relabelling", "reorientation"]
Typed = Configuration | Chirotope


@validated(one=TYPED, other=TYPED)
def same_type(
    one: Typed, other: Typed, *, up_to: UpTo = "relabelling", reflection: bool = True
) -> bool:
    """Whether two differ by relabelling alone, or by relabelling and reorientation.

    Parameters
    ----------
    one, other
        Configurations or oriented matroids.
    up_to
        "relabelling", or "reorientation" for both.
    reflection
        Whether mirror images are alike.

    Returns
    -------
    Whether the two have one type, decided exactly.

    Raises
    ------
    BadInput
        If there are loops, parallel elements, or more elements than ``type_key`` takes.

    Examples
    --------
    >>> same_type(Chirotope.from_text("+++-", 4, 3), Chirotope.from_text("+-++", 4, 3), reflection=False)
    True
    """
    return type_key(one, up_to=up_to, reflection=reflection) == type_key(
        other, up_to=up_to, reflection=reflection
    )


@validated
def type_key(
    thing: Typed, *, up_to: UpTo = "relabelling", reflection: bool = True
) -> tuple[int, int, bytes, int]:
    """A key that two oriented matroids share iff they have the same type.

    Parameters
    ----------
    thing
        A configuration, whose rows are vectors (``Configuration.affine`` makes them of points), or
        an oriented matroid.
    up_to
        "relabelling", or "reorientation" for both.
    reflection
        Whether mirror images are alike.

    Returns
    -------
    A value for sets, dictionaries and sorting; versions may differ in it.

    Raises
    ------
    BadInput
        If there are loops, parallel elements, or more than 15 elements.

    Examples
    --------
    >>> len({type_key(Configuration([[1, 0], [0, 1], [k, k]])) for k in (1, 2, -1)})
    2
    """
    if up_to not in ("relabelling", "reorientation"):
        raise BadInput(f"up_to must be relabelling or reorientation, not {short_repr(up_to)}")
    chi = thing if isinstance(thing, Chirotope) else chirotope(thing)
    _demand_simple(chi)
    if chi.rank < 2:
        return chi.n, chi.rank, b"", 0
    signs, t = colex_signs_of(chi), tables(chi.n, chi.rank)
    form, _, words = all_leaves(signs, t)
    if up_to == "reorientation" and reflection:
        return chi.n, chi.rank, form.tobytes(), 0
    # Bit n of a word says that all signs are negated; a reorientation that changes all signs is one
    # that also does that.
    whole = 1 << chi.n
    first = int(np.flatnonzero(form)[0])
    odd = (still(form, t)[:, None] >> t.bases[first] & 1).sum(axis=1) % 2
    unmoved = still(form, t) | odd * whole
    images = words[:, None] ^ unmoved[None, :]
    if up_to == "reorientation":
        # Of chi and its mirror image the form is one: whether some reorientation leads there
        # without negation.
        return chi.n, chi.rank, form.tobytes(), int((images >> chi.n).min())
    return (
        chi.n,
        chi.rank,
        form.tobytes(),
        int((images & (whole - 1) if reflection else images).min()),
    )


@validated(signs=either(some(some(INTEGER)), ARRAY))
def canonical_forms(signs: Iterable[Iterable[int]] | np.ndarray, n: int, rank: int) -> np.ndarray:
    """For each row of signs of bases, in lexicographic order, those of the representative of its
    class under relabelling and reorientation.

    Two rows have one form iff they are of one class. Some ten thousand a second where
    ``Chirotope.canonical``, whose form is Finschi's, makes hundreds.

    >>> canonical_forms([[1, 1, 1, 1, 1, -1, 1, 1, 1, 1], [1, -1, 1, 1, -1, 1, 1, 1, -1, 1]], 5, 3).tolist()[0][:5]
    [1, 1, 1, 1, 1]
    """
    rows = np.array(
        signs if isinstance(signs, np.ndarray) else [list(row) for row in signs], np.int8
    ).reshape(-1, comb(n, rank))
    if not 2 <= rank <= n <= MOST_ELEMENTS:
        raise BadInput(
            f"rank must be from 2 to n, and n at most {MOST_ELEMENTS}, not {rank} and {n}"
        )
    for row in rows:
        if not row.any() or (np.abs(row) > 1).any():
            raise BadInput("signs must be -1, 0 or 1, not all 0")
    lex = _lex_places(n, rank)
    found = np.empty_like(rows)
    forms.forms(np.ascontiguousarray(rows[:, lex]), tables(n, rank), found)
    back = np.empty_like(found)
    back[:, lex] = found
    return back


@validated
def find(types: OrientedTypes | PointTypes, thing: Typed) -> Member | None:
    """The member of a list that has the type of this; rows one shorter than the rank are points.

    >>> find(PointTypes(5), Configuration([[0, 0], [5, 0], [9, 9], [0, 7], [3, 4]])).position
    0
    """
    rank = 3 if isinstance(types, PointTypes) else types.rank
    if isinstance(thing, Configuration):
        thing = chirotope(Configuration.affine(thing) if thing.d == rank - 1 else thing)
    if (thing.n, thing.rank) != (types.n, rank):
        raise BadInput(
            f"elements must be {types.n} of rank {rank} to be found in {types.name}, not {thing.n} of rank {thing.rank}"
        )
    _demand_simple(thing)
    if isinstance(types, PointTypes):
        if types.by_classes:
            return _with_key(
                types.members_of_class(leaves(colex_signs_of(thing), tables(thing.n, 3))[0]),
                type_key(thing),
            )
        position = _positions(types.name).get(
            placing.type_key(colex_signs_of(thing), tables(thing.n, 3))
        )
        return None if position is None else next(types.members(position, position + 1))
    form, _, _ = leaves(colex_signs_of(thing), tables(thing.n, rank))
    for position, signs in types.classes():
        if np.array_equal(signs, form):
            members = types.members_of(position, signs)
            if not (types.acyclic or types.signed):
                return next(members)
            return _with_key(members, type_key(thing))
    return None


def _with_key(members: Iterable[Member], key: tuple[int, int, bytes, int]) -> Member | None:
    return next((member for member in members if type_key(member.chirotope) == key), None)


@cache
def _positions(name: str) -> dict[placing.Key, int]:
    listed = PointTypes.read(name)
    t = tables(listed.n, 3)
    return {
        placing.type_key(placing.colex_signs(listed.points(k)), t): k for k in range(listed.count())
    }


def _demand_simple(chi: Chirotope) -> None:
    if chi.n > MOST_ELEMENTS:
        raise BadInput(f"type must have at most {MOST_ELEMENTS} elements, not {chi.n}")
    if chi.loops or chi.parallel_classes:
        raise BadInput("type must have elements that are not zero, equal or opposite")


def _lex_places(n: int, rank: int) -> np.ndarray:
    """For each subset in colexicographic order its place in lexicographic order."""
    from arrangements.matroids.chirotopes.subsets import colex_subsets, lex_numbers

    return np.asarray(lex_numbers(np.array(colex_subsets(n, rank), np.int64).reshape(-1, rank), n))
