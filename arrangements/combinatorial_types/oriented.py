"""Oriented matroids without loops and parallel elements, one of each class.

``OrientedTypes(rank, n)`` lists the classes under relabelling and reorientation; ``uniform`` those
without a sign 0 alone; with ``signed`` the classes under relabelling only, and with ``acyclic``
those of them that have no positive circuit: the order types of points, abstract ones included. chi
and -chi are one oriented matroid, so a point set and its mirror image have one type.

Generation is orderly: each class is made once, from the one class with an element less that is its
parent, and no list of all is needed to see that it is new. A position is one extension of one
parent. Parents come in a fixed order, so any range of positions can be made anywhere, and it is
made in the same way everywhere.

>>> [OrientedTypes(3, n).count() for n in range(3, 8)]
[1, 2, 4, 17, 143]
>>> [OrientedTypes(3, n, uniform=True, acyclic=True).count() for n in range(3, 7)]
[1, 2, 3, 16]
>>> next(iter(OrientedTypes(3, 5, uniform=True))).chirotope.text()
'+++++-++++'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice
from math import comb

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.kernels.combinatorial_types import children, localizations
from arrangements.kernels.combinatorial_types.colines import Tables
from arrangements.kernels.combinatorial_types.signings import (
    circuits,
    extremes,
    mutations,
    neighbourly,
    signings,
    still,
)
from arrangements.matroids.chirotopes import Chirotope
from arrangements.matroids.chirotopes.subsets import binomials, colex_subsets
from arrangements.running import with_progress

__all__ = ["MOST_ELEMENTS", "Member", "OrientedTypes"]

MOST_ELEMENTS = 15  # patterns on a coline are bits of one word, and so are sets of elements
_FLAGS = ("uniform", "acyclic", "signed")


@lru_cache
def tables(n: int, rank: int) -> Tables:
    lower, middle, bases, above = (
        np.array(colex_subsets(n, k), np.int64).reshape(comb(n, k), k)
        for k in range(rank - 2, rank + 2)
    )
    return Tables(n, rank, lower, middle, bases, above, binomials(n + 1, rank + 1))


@dataclass(frozen=True, eq=False)
class Member:
    """One type: a position, the signs of one representative, and the number of its symmetries.

    ``signs`` are in lexicographic order, as those of its ``chirotope``; ``colex``, in
    colexicographic order, is what kernels work on. Unless the type is ``signed`` it stands for all
    reorientations, and what depends on them is None or False. ``points``: in lists that have
    coordinates, points of this type.
    """

    position: int
    n: int
    rank: int
    colex: np.ndarray = field(repr=False)
    symmetries: int
    signed: bool
    made: Callable[[], tuple[tuple[int, ...], ...]] | None = field(default=None, repr=False)

    @property
    def signs(self) -> np.ndarray:
        return self.chirotope.signs

    @cached_property
    def points(self) -> tuple[tuple[int, ...], ...] | None:
        return None if self.made is None else self.made()

    @cached_property
    def chirotope(self) -> Chirotope:
        from arrangements.matroids.chirotopes.chirotope_texts import from_text, sign_text

        return Chirotope(
            self.n, self.rank, from_text(sign_text(self.colex), self.n, self.rank, "revlex")
        )

    def facts(self) -> dict[str, object]:
        """Position, signs in lexicographic order, symmetries; extreme elements and mutations, or
        None where they have no meaning.
        """
        facts = {
            "position": self.position,
            "signs": self.chirotope.text(),
            "symmetries": self.symmetries,
        }
        return facts | {"extreme": self.extreme, "mutations": self.mutations}

    @property
    def is_uniform(self) -> bool:
        return bool(self.colex.all())

    @cached_property
    def _circuits(self) -> tuple[np.ndarray, np.ndarray]:
        t = tables(self.n, self.rank)
        plus, minus = np.empty((2, len(t.above)), np.int64)
        count = circuits(self.colex, t, plus, minus)
        return plus[:count], minus[:count]

    @property
    def is_acyclic(self) -> bool:
        return self.signed and all(part.all() for part in self._circuits)

    @property
    def extreme(self) -> int | None:
        """How many elements are extreme; None if there are positive circuits."""
        return int(extremes(*self._circuits, self.n)).bit_count() if self.is_acyclic else None

    @property
    def is_neighbourly(self) -> bool:
        """Whether it is acyclic and every (rank - 1) // 2 elements are a face."""
        return self.is_acyclic and bool(neighbourly(*self._circuits, self.rank))

    @property
    def mutations(self) -> int | None:
        """How many bases can change their sign; None if some subset is no basis."""
        return int(mutations(self.colex, tables(self.n, self.rank))) if self.is_uniform else None


@dataclass(frozen=True)
class OrientedTypes:
    """All types on n elements of a rank; iterating makes them one after another, and nothing is
    kept.
    """

    rank: int
    n: int
    uniform: bool = False
    acyclic: bool = False
    signed: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.rank <= self.n:
            raise BadInput(
                f"rank must be between 2 and the number of elements, {self.n}, not {self.rank}"
            )
        if self.n > MOST_ELEMENTS:
            raise BadInput(f"number of elements must be at most {MOST_ELEMENTS}, not {self.n}")

    @classmethod
    def read(cls, name: str) -> OrientedTypes:
        """``oriented:RxN``, followed by any of ``:uniform``, ``:acyclic``, ``:signed``.

        >>> OrientedTypes.read("oriented:3x7:uniform")
        OrientedTypes(rank=3, n=7, uniform=True, acyclic=False, signed=False)
        """
        match = re.fullmatch(r"oriented:([1-9])x([1-9][0-9]?)((?::[a-z]+)*)", name)
        flags = match[3].split(":")[1:] if match else []
        if match is None or not set(flags) <= set(_FLAGS) or len(set(flags)) < len(flags):
            raise BadInput(
                f"types must be spelled like oriented:3x7 or oriented:3x7:uniform:acyclic, not {short_repr(name)}"
            )
        return cls(int(match[1]), int(match[2]), **dict.fromkeys(flags, True))

    @property
    def name(self) -> str:
        return f"oriented:{self.rank}x{self.n}" + "".join(
            f":{flag}" for flag in _FLAGS if getattr(self, flag)
        )

    # --- the classes under reorientation

    @property
    def _parents(self) -> list[np.ndarray]:
        return _parents(self.rank, self.n, self.uniform)

    @property
    def _starts(self) -> np.ndarray:
        return _starts(self.rank, self.n, self.uniform)

    @property
    def span(self) -> int:
        """The number of positions; there are about as many classes as positions divided by n."""
        return 1 if self.n == self.rank else int(self._starts[-1])

    def classes(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, np.ndarray]]:
        """Position and signs of the classes under relabelling and reorientation, at positions
        ``start <= p < stop``.
        """
        if self.n == self.rank:
            yield from [(0, np.ones(1, np.int8))][start:stop]
            return
        first, last = 0, len(self._parents)
        if start > 0 or stop is not None:
            stop = self.span if stop is None else stop
            first = int(np.searchsorted(self._starts, start, "right")) - 1
            last = int(np.searchsorted(self._starts, stop, "left"))
        position = int(self._starts[first]) if first else 0
        for signs in with_progress(
            f"extending types to {self.n} elements", self._parents[first:last]
        ):
            span, found = _children(signs, self.n, self.rank, self.uniform)
            for place, child in enumerate(found, position):
                if start <= place and (stop is None or place < stop):
                    yield place, child
            position += span

    # --- the members

    def __iter__(self) -> Iterator[Member]:
        return self.members()

    def members(self, start: int = 0, stop: int | None = None) -> Iterator[Member]:
        """The types whose class is at positions ``start <= p < stop``."""
        for position, signs in self.classes(start, stop):
            yield from self.members_of(position, signs)

    def members_of(self, position: int, signs: np.ndarray) -> Iterator[Member]:
        """The types of a class, which is given by its form."""
        t = tables(self.n, self.rank)
        _, orders, flips = leaves(signs, t)
        if not (self.acyclic or self.signed):
            yield Member(position, self.n, self.rank, signs, len(orders), False)
            return
        words = np.empty(1 << self.n, np.int64)
        words = words[: signings(signs, t, orders, flips, self.acyclic, words)]
        odd = (words[:, None, None] >> t.bases & 1).sum(axis=2) % 2 == 1
        images = flips ^ ((words[:, None, None] >> orders & 1) << np.arange(self.n)).sum(axis=2)
        symmetries = np.isin(images ^ words[:, None], still(signs, t)).sum(axis=1)
        for turned, number in zip(np.where(odd, -signs, signs), symmetries.tolist(), strict=True):
            yield Member(position, self.n, self.rank, turned, number, True)

    def __len__(self) -> int:
        """The number of types, which are all made for it, once."""
        return self._number

    def __getitem__(self, k: int) -> Member:
        """The type with so many before it, which are made for it; from the end for k < 0.

        >>> uniform = OrientedTypes(3, 7, uniform=True)
        >>> len(uniform), uniform[10].position == uniform[-1].position
        (11, True)
        """
        found = next(islice(self, range(len(self))[k] if k < 0 else k, None), None)
        if found is None:
            raise IndexError(k)
        return found

    def facts(self, member: Member) -> dict[str, object]:
        """Facts about a type, by name."""
        return member.facts()

    def count(self) -> int:
        """The number of types, by making them all."""
        return self._number

    @cached_property
    def _number(self) -> int:
        if not (self.acyclic or self.signed):
            return sum(1 for _ in self.classes())
        return sum(1 for _ in self)


@lru_cache(maxsize=8)
def _parents(rank: int, n: int, uniform: bool) -> list[np.ndarray]:
    """The classes with an element less, in order: a far shorter list, whose order numbers the
    positions.
    """
    if n == rank:
        return []
    return [signs for _, signs in OrientedTypes(rank, n - 1, uniform).classes()]


@lru_cache(maxsize=64)
def _starts(rank: int, n: int, uniform: bool) -> np.ndarray:
    """The first position of each parent, and the end: one position an extension, which are quickly
    counted.
    """
    t = tables(n - 1, rank)
    none = np.empty((0, len(t.middle)), np.int8)
    counts = [
        localizations.extensions(signs, t, uniform, True, none)
        for signs in _parents(rank, n, uniform)
    ]
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])


def _children(signs: np.ndarray, n: int, rank: int, uniform: bool) -> tuple[int, np.ndarray]:
    """The number of extensions of a class, and its children on n elements, sorted."""
    before, t = tables(n - 1, rank), tables(n, rank)
    new = np.empty((1024, len(before.middle)), np.int8)
    count = localizations.extensions(signs, before, uniform, True, new)
    if count > len(new):
        new = np.empty((count, len(before.middle)), np.int8)
        localizations.extensions(signs, before, uniform, True, new)
    out = np.empty((count, len(t.bases)), np.int8)
    found = children.children(signs, new[:count], t, out)
    return count, np.unique(out[:found], axis=0)


def leaves(signs: np.ndarray, t: Tables) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The form of an oriented matroid under relabelling and reorientation, and all relabellings and
    reorientations that lead to it.
    """
    form, orders, flips = all_leaves(signs, t)
    return form, orders, flips & ((1 << t.n) - 1)


def all_leaves(signs: np.ndarray, t: Tables) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All leaves, with bit n of a reorientation for the sign of all bases."""
    room = 64
    while True:
        form = np.empty(len(t.bases), np.int8)
        orders, flips = np.empty((room, t.n), np.int64), np.empty(room, np.int64)
        count = children.symmetries(signs, t, form, orders, flips)
        if count <= room:
            return form, orders[:count], flips[:count]
        room = count


def symmetries_of(signs: np.ndarray, t: Tables) -> int:
    """How many relabellings leave an oriented matroid as it is, up to the sign of all bases."""
    form, _, flips = leaves(signs, t)
    return int(np.isin(flips ^ flips[0], still(form, t)).sum())
