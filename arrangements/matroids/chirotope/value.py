"""Chirotopes: oriented matroids given by the sign of every r-subset of n elements.

A ``Chirotope`` is a frozen value. It comes from a configuration (signs of its maximal minors), from
text, or from cocircuits, and need not be realizable. Signs are stored for ascending subsets in
lexicographic order; for any other order of the elements ``sign`` follows the alternating rule. Two
chirotopes are equal if n, rank, signs and labels agree; chi and -chi are the same oriented matroid
(``same_oriented_matroid``).

>>> square = chirotope(Configuration.affine([[0, 0], [1, 0], [1, 1], [0, 1]]))
>>> square
<Chirotope: 4 elements, rank 3, ++++>
>>> square.sign(0, 2, 1), square.circuits()
(-1, ('+-+-',))

Where a method takes elements, a text is a label and an integer is an index from 0, whatever the
labels are: with labels "1", "2", ... the element "1" is element 0. A list has one or the other, and
a text alone is no list (``arrangements.exact.input_checks``). The axioms are not checked when a
value is made, but by ``violation``; operations on signs that violate them mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.exact.input_checks import Element, place_of, places_of
from arrangements.layers.configuration import Configuration
from arrangements.matroids.chirotope import (
    axioms,
    canonical,
    convexity,
    extensions,
    formats,
    operations,
    programs,
    vector_sets,
    vectors,
)
from arrangements.matroids.chirotope.axioms import Violation
from arrangements.matroids.chirotope.canonical import Isomorphism
from arrangements.matroids.chirotope.minors import check_size, minor_signs
from arrangements.matroids.chirotope.signs import Signs
from arrangements.matroids.chirotope.subsets import lex_numbers
from arrangements.running.validated import (
    ARRAY,
    CHIROTOPE,
    ELEMENT,
    INTEGER,
    TEXT,
    either,
    one_of,
    optional,
    some,
    validated,
)

__all__ = ["Chirotope", "chirotope"]

_DISPLAYED = 20  # signs in a notebook


@validated
def chirotope(configuration: Configuration) -> Chirotope:
    """The signs of all maximal minors of the rows, restricted to the configuration's column
    basis.

    >>> chirotope(Configuration([[1, 0], [0, 1], [1, 1]]))
    <Chirotope: 3 elements, rank 2, ++->
    """
    configuration.demand_linear("chirotope")
    check_size(configuration.n, configuration.rank)
    signs = minor_signs(configuration.reduced_rows())
    return Chirotope(configuration.n, configuration.rank, signs, configuration.labels)


@validated(
    other=CHIROTOPE,
    first=ELEMENT,
    second=ELEMENT,
    label=optional(TEXT),
    kind=one_of("circuits", "cocircuits"),
    signs=either(some(INTEGER), ARRAY),
    labels=optional(some(TEXT)),
)
class Chirotope(Signs):
    """n elements, a rank, and one sign (int8) for each subset of that size, in lexicographic order;
    at least one is not 0.

    >>> Chirotope.from_text("----0+-+++", 5, 3).sign("1", "3", "5")
    0
    """

    labels: tuple[str, ...]

    def __init__(
        self,
        n: int,
        rank: int,
        signs: Iterable[int] | np.ndarray,
        labels: Iterable[str] | None = None,
    ) -> None:
        super().__init__(n, rank, signs)
        names = tuple(str(i + 1) for i in range(n)) if labels is None else tuple(labels)
        if len(names) != n or len(set(names)) != n:
            raise BadInput(f"labels must be {n} distinct texts, not {short_repr(names)}")
        vars(self).update(labels=names)

    def __reduce__(self) -> tuple[object, ...]:
        return Chirotope, (self.n, self.rank, self.signs, self.labels)

    # --- as a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chirotope):
            return NotImplemented
        mine, yours = (self.n, self.rank, self.labels), (other.n, other.rank, other.labels)
        return mine == yours and bool(np.array_equal(self.signs, other.signs))

    def __hash__(self) -> int:
        return hash((self.n, self.rank, self.labels, self.signs.tobytes()))

    def __neg__(self) -> Chirotope:
        return Chirotope(self.n, self.rank, -self.signs, self.labels)

    def same_oriented_matroid(self, other: Chirotope) -> bool:
        """Whether the two are equal up to the sign of all bases together, labels included."""
        return self in (other, -other)

    def __repr__(self) -> str:
        text = self.text() if len(self.signs) <= 40 else f"{len(self.signs)} signs"
        return (
            f"<Chirotope: {self.n} element{'' if self.n == 1 else 's'}, rank {self.rank}, {text}>"
        )

    def _repr_html_(self) -> str:
        from itertools import combinations, islice

        from arrangements.layers.patterns.displays import html

        bases = islice(combinations(self.labels, self.rank), _DISPLAYED)
        rows = [
            (", ".join(basis), "0+-"[sign])
            for basis, sign in zip(bases, self.signs[:_DISPLAYED].tolist(), strict=True)
        ]
        return html(repr(self)[1:-1], ("elements", "sign"), rows, len(self.signs))

    def _labelled(self, made: Signs, labels: Iterable[str]) -> Chirotope:
        return Chirotope(made.n, made.rank, made.signs, labels)

    # --- signs

    def index(self, element: Element) -> int:
        """The index of an element given by label or index."""
        return place_of(self.labels, element)

    def indices(self, elements: Iterable[Element]) -> list[int]:
        """Sorted indices without repetition."""
        return sorted({*places_of(self.labels, elements)})

    @validated(elements=ELEMENT)
    def sign(self, *elements: Element) -> int:
        """chi of the elements in the given order: -1, 0 or 1."""
        if len(elements) != self.rank:
            raise BadInput(f"number of elements must be the rank, {self.rank}, not {len(elements)}")
        return super().sign(*places_of(self.labels, elements))

    # --- other chirotopes

    def dual(self) -> Chirotope:
        """The dual, of rank n - rank: chi*(E - B) is chi(B) times the sign of the permutation (B, E
        - B).
        """
        return self._labelled(operations.dual(self), self.labels)

    def deletion(self, elements: Iterable[Element]) -> Chirotope:
        """The chirotope without the elements; the rank drops if they meet every basis."""
        gone = self.indices(elements)
        return self._labelled(
            operations.deletion(self, gone),
            [label for i, label in enumerate(self.labels) if i not in gone],
        )

    def contraction(self, elements: Iterable[Element]) -> Chirotope:
        """The contraction by the elements: for a configuration, the others projected along them."""
        gone = self.indices(elements)
        return self._labelled(
            operations.contraction(self, gone),
            [label for i, label in enumerate(self.labels) if i not in gone],
        )

    def reorientation(self, elements: Iterable[Element]) -> Chirotope:
        """The elements replaced by their opposites."""
        return self._labelled(operations.reorientation(self, self.indices(elements)), self.labels)

    @validated(order=some(ELEMENT, of=Sequence))
    def reordered(self, order: Sequence[Element]) -> Chirotope:
        """The elements in another order, each with its label: element i of the result is
        ``order[i]``.
        """
        places = places_of(self.labels, order, "order")
        return self._labelled(operations.reordered(self, places), [self.labels[i] for i in places])

    @validated(labels=some(TEXT))
    def relabelled(self, labels: Iterable[str]) -> Chirotope:
        """Other names for the elements, in the same order."""
        return Chirotope(self.n, self.rank, self.signs, labels)

    # --- sign vectors, as texts of + - 0; ``LimitReached`` if they do not fit into memory

    def cocircuits(self) -> tuple[str, ...]:
        """The minimal non-zero covectors, one of each opposite pair (the one that starts with +),
        sorted.
        """
        return vectors.cocircuits(self)

    def circuits(self) -> tuple[str, ...]:
        """The minimal signed dependences, one of each opposite pair (the one that starts with +),
        sorted.
        """
        return vectors.cocircuits(self.dual())

    def covectors(self, most: int = 100_000) -> tuple[str, ...]:
        """All covectors, zero included, in the order of patterns: sign vectors of all points.
        ``LimitReached`` if more than ``most``.
        """
        return vectors.covectors(self, most)

    # --- facts

    @property
    def is_uniform(self) -> bool:
        """Whether every subset of rank many elements is a basis."""
        return bool((self.signs != 0).all())

    @property
    def is_acyclic(self) -> bool:
        """Whether no circuit is positive; for a configuration, whether some linear function is
        positive on every row.
        """
        return vectors.is_acyclic(self)

    @cached_property
    def loops(self) -> tuple[int, ...]:
        """Indices of the elements in no basis: zero rows."""
        return operations.loops(self)

    @cached_property
    def coloops(self) -> tuple[int, ...]:
        """Indices of the elements in every basis."""
        return operations.coloops(self)

    @cached_property
    def parallel_classes(self) -> tuple[tuple[int, ...], ...]:
        """Classes (two or more indices) of elements, not loops, that no basis contains two of;
        ``orientation`` says which are opposite.
        """
        return operations.parallel_classes(self)

    def orientation(self, first: Element, second: Element) -> int:
        """1 if the two elements are parallel, -1 if antiparallel, 0 otherwise (and for loops)."""
        i, j = places_of(self.labels, (first, second))
        if i == j:
            return 0 if i in self.loops else 1
        return (
            operations.orientation(self, i, j)
            if any({i, j} <= set(members) for members in self.parallel_classes)
            else 0
        )

    def violation(self) -> Violation | None:
        """A basis exchange or three-term Grassmann-Pluecker relation that fails; None if this is a
        chirotope.
        """
        return axioms.violation(self)

    def extensions(self, label: str | None = None) -> Iterator[Chirotope]:
        """Every chirotope of the same rank that has one more element, the last one, and this
        chirotope as its deletion.
        """
        name = str(self.n + 1) if label is None else label
        if name in self.labels:
            raise BadInput(f"label must be new, not {name!r}")
        return (
            self._labelled(extended, [*self.labels, name])
            for extended in extensions.extensions(self)
        )

    @validated(label=optional(TEXT))
    def lexicographic_extension(
        self, elements: Iterable[Element], signs: str, label: str | None = None
    ) -> Chirotope:
        """The chirotope with one more element, the last one: with signs ``+-`` and elements a, b it
        is just off a, towards the opposite of b. Its sign on a cocircuit is that of the first of
        these elements that is not 0 there, or the opposite; for vectors it is a - e b + e^2 c - ...
        with small e.

        >>> Chirotope.from_text("+++", 3, 2).lexicographic_extension(["1", "2"], "+-").text()
        '++-+--'
        """
        chosen = places_of(self.labels, elements)
        if len(signs) != len(chosen) or set(signs) - {"+", "-"}:
            raise BadInput(
                f"signs must be + or -, one for each of {len(chosen)} elements, not {short_repr(signs)}"
            )
        name = str(self.n + 1) if label is None else label
        if name in self.labels:
            raise BadInput(f"label must be new, not {name!r}")
        sides = [(e, 1 if s == "+" else -1) for e, s in zip(chosen, signs, strict=True)]
        return self._labelled(extensions.lexicographic(self, sides), [*self.labels, name])

    def mutations(self) -> tuple[tuple[str, ...], ...]:
        """The bases, as labels, whose sign alone may be turned: in the uniform case the simplices
        among the topes.

        >>> Chirotope.from_text("++++++", 4, 2).mutations()
        (('1', '2'), ('1', '4'), ('2', '3'), ('3', '4'))
        """
        return tuple(tuple(self.labels[e] for e in basis) for basis in convexity.mutations(self))

    def mutated(self, *basis: Element) -> Chirotope:
        """The chirotope with the sign of one basis turned; ``BadInput`` if the result is none."""
        chosen = places_of(self.labels, basis)
        place = (
            int(lex_numbers(np.array([sorted(chosen)], np.int64), self.n)[0])
            if self.sign(*chosen)
            else -1
        )
        signs = self.signs.copy()
        signs[place] = -signs[place]
        made = Chirotope(self.n, self.rank, signs, self.labels)
        if place < 0 or made.violation() is not None:
            raise BadInput(
                f"basis must be a mutation, not {short_repr([self.labels[e] for e in chosen])}"
            )
        return made

    def is_weak_map(self, image: Chirotope) -> bool:
        """Whether the other, on the same labels and of the same rank, arises by making signs 0, up
        to one sign for all.

        >>> Chirotope.from_text("+++", 3, 2).is_weak_map(Chirotope.from_text("-0-", 3, 2))
        True
        """
        return self.labels == image.labels and convexity.is_weak_map(self, image)

    def hull(self, elements: Iterable[Element]) -> tuple[str, ...]:
        """The labels of the elements in the convex hull of the given ones, themselves included."""
        return tuple(self.labels[e] for e in convexity.hull(self, self.indices(elements)))

    @property
    def extreme(self) -> tuple[str, ...]:
        """The labels of the elements that are not in the convex hull of the others.

        >>> chirotope(Configuration.affine([[0, 0], [3, 0], [0, 3], [1, 1]])).extreme
        ('1', '2', '3')
        """
        return tuple(self.labels[e] for e in convexity.extreme(self))

    # --- programs

    @property
    def is_euclidean(self) -> bool:
        """Whether no linear program on this oriented matroid can cycle while it increases; true if
        it has coordinates.
        """
        return programs.is_euclidean(self)

    def cycle(self, infinity: Element, objective: Element) -> tuple[str, ...]:
        """Cocircuits in a cycle of edges along which the program's objective increases, or is the
        same and increases once; () if none.

        >>> from arrangements import load_chirotope
        >>> len(load_chirotope("matroid:efm8").cycle("1", "2"))
        6
        """
        return programs.cycle(self, *places_of(self.labels, (infinity, objective)))

    # --- up to relabelling and reorientation

    def canonical(self) -> tuple[Chirotope, Isomorphism]:
        """The representative of the class under relabelling, reorientation and negation, and the
        map that leads there; for small n.
        """
        return canonical.canonical(self)

    def isomorphism(self, other: Chirotope) -> Isomorphism | None:
        """How this one becomes the other by reordering, reorientation and negation, labels aside;
        None if it cannot.
        """
        return canonical.isomorphism(self, other)

    # --- text

    def text(self, order: str = "lex") -> str:
        """The signs as one text of + - 0, in ``lex`` or ``revlex`` (largest element first) order of
        the bases.
        """
        return formats.to_text(self, order)

    def to_topcom(self) -> str:
        """As TOPCOM's ``points2chiro`` prints it."""
        return formats.to_topcom(self)

    def to_topcom_vectors(self, kind: Literal["circuits", "cocircuits"]) -> str:
        """As TOPCOM's ``chiro2circuits`` and ``chiro2cocircuits`` print them, elements counted from
        0.
        """
        return formats.to_topcom_vectors(
            self.n, self.rank, self.circuits() if kind == "circuits" else self.cocircuits()
        )

    def to_json(self) -> dict[str, object]:
        """n, rank, labels and the text of the signs."""
        return {"n": self.n, "rank": self.rank, "labels": list(self.labels), "signs": self.text()}

    @classmethod
    def from_text(
        cls, text: str, n: int, rank: int, order: str = "lex", labels: Iterable[str] | None = None
    ) -> Chirotope:
        """From the signs as a text of + - 0 in ``lex`` or ``revlex`` order.

        >>> Chirotope.from_text("+-+", 3, 2)
        <Chirotope: 3 elements, rank 2, +-+>
        """
        return cls(n, rank, formats.from_text(text, n, rank, order), labels)

    @classmethod
    def from_topcom(cls, text: str, labels: Iterable[str] | None = None) -> Chirotope:
        """From TOPCOM's format: ``n,r:`` and the signs in lexicographic order.

        >>> Chirotope.from_topcom("3,2:\\n+-+\\n").sign(0, 2)
        -1
        """
        return cls(*formats.from_topcom(text), labels)

    @classmethod
    def from_topcom_vectors(
        cls, text: str, kind: Literal["circuits", "cocircuits"], labels: Iterable[str] | None = None
    ) -> Chirotope:
        """From circuits or cocircuits in TOPCOM's format, the first basis positive.

        >>> Chirotope.from_topcom_vectors("3,2:\\n{\\n[{0,2},{1}]\\n}\\n", "circuits").text()
        '+++'
        """
        n, vectors = formats.from_topcom_vectors(text)
        made = cls.from_cocircuits(n, vectors, labels)
        return made if kind == "cocircuits" else made.dual()

    @classmethod
    def from_cocircuits(
        cls, n: int, cocircuits: Iterable[str], labels: Iterable[str] | None = None
    ) -> Chirotope:
        """The chirotope with these cocircuits (one or both of each opposite pair), its first basis
        positive.

        ``BadInput`` if they are not the cocircuits of an oriented matroid.

        >>> Chirotope.from_cocircuits(3, ["0++", "+0-", "++0"]).text()
        '+++'
        """
        made = vectors.from_cocircuits(n, cocircuits)
        return cls(made.n, made.rank, made.signs, labels)

    @classmethod
    def from_covectors(
        cls, n: int, covectors: Iterable[str], labels: Iterable[str] | None = None
    ) -> Chirotope:
        """The chirotope with exactly these covectors, zero among them; ``BadInput`` if there is
        none.

        >>> Chirotope.from_covectors(1, ["0", "+", "-"]).rank
        1
        """
        made = vector_sets.from_covectors(n, covectors)
        return cls(made.n, made.rank, made.signs, labels)

    @classmethod
    def from_topes(
        cls, n: int, topes: Iterable[str], labels: Iterable[str] | None = None
    ) -> Chirotope:
        """The chirotope with exactly these maximal covectors; ``BadInput`` if there is none.

        >>> Chirotope.from_topes(2, ["++", "--"]).parallel_classes
        ((0, 1),)
        """
        made = vector_sets.from_topes(n, topes)
        return cls(made.n, made.rank, made.signs, labels)
