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
from arrangements.matroids.chirotopes import (
    axioms,
    canonical,
    chirotope_texts,
    convexity,
    extensions,
    operations,
    programs,
    sign_vectors,
    vector_sets,
)
from arrangements.matroids.chirotopes.axioms import Violation
from arrangements.matroids.chirotopes.canonical import Isomorphism
from arrangements.matroids.chirotopes.minors import check_size, minor_signs
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.matroids.chirotopes.subsets import lex_numbers
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
    """The oriented matroid of a configuration: the signs of all maximal minors of its rows.

    Parameters
    ----------
    configuration
        Rows without offsets; only the columns of its ``column_basis`` count.

    Returns
    -------
    The chirotope, with the labels of the configuration.

    Raises
    ------
    BadInput
        If there are offsets.
    LimitReached
        If the minors are too many to keep.

    Examples
    --------
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
    """An oriented matroid, given by the sign of every subset of rank many elements.

    Parameters
    ----------
    n
        The number of elements.
    rank
        The size of a basis.
    signs
        1, 0 or -1 for each subset of that size, in lexicographic order; at least one is not 0.
    labels
        One text for each element, distinct; by default "1" to "n".

    Attributes
    ----------
    n
        The number of elements.
    rank
        The size of a basis.
    signs
        The signs, an array of int8 that cannot be written to.
    labels
        The labels, in the order of the elements.

    Raises
    ------
    BadInput
        If the rank is not between 0 and n, signs are not as many as subsets, or labels are not
        distinct.

    Notes
    -----
    Where a method takes elements, a text is a label and an integer is an index from 0, whatever the
    labels are; a list has one or the other. Sign vectors are texts of + - 0, one sign for each
    element. The axioms are checked by ``violation``, not here; operations on signs that violate
    them mean nothing. Equality goes by n, rank, signs and labels; chi and -chi are the same
    oriented matroid (``same_oriented_matroid``).

    Examples
    --------
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
        """Whether the two are equal up to the sign of all bases together, labels included.

        Parameters
        ----------
        other
            The other chirotope.

        Returns
        -------
        Whether this is the other, or the other with all signs turned.

        Raises
        ------
        BadInput
            If the other is no chirotope.
        """
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
        """The index of an element, from 0.

        Parameters
        ----------
        element
            Its label, or the index itself.

        Returns
        -------
        The index.

        Raises
        ------
        BadInput
            If there is no such element.
        """
        return place_of(self.labels, element)

    def indices(self, elements: Iterable[Element]) -> list[int]:
        """The indices of elements, sorted and without repetition.

        Parameters
        ----------
        elements
            Labels, or indices from 0.

        Returns
        -------
        The indices.

        Raises
        ------
        BadInput
            If there is no such element.
        """
        return sorted({*places_of(self.labels, elements)})

    @validated(elements=ELEMENT)
    def sign(self, *elements: Element) -> int:
        """chi of elements in the given order, by the alternating rule.

        Parameters
        ----------
        *elements
            As many labels, or indices from 0, as the rank says.

        Returns
        -------
        -1, 0 or 1.

        Raises
        ------
        BadInput
            If there is no such element, or the elements are not rank many.
        """
        if len(elements) != self.rank:
            raise BadInput(f"number of elements must be the rank, {self.rank}, not {len(elements)}")
        return super().sign(*places_of(self.labels, elements))

    # --- other chirotopes

    def dual(self) -> Chirotope:
        """The dual, of rank n - rank.

        chi*(E - B) is chi(B) times the sign of the permutation (B, E - B).
        """
        return self._labelled(operations.dual(self), self.labels)

    def deletion(self, elements: Iterable[Element]) -> Chirotope:
        """Leave elements out; the rank drops if they meet every basis.

        Parameters
        ----------
        elements
            Labels, or indices from 0.

        Returns
        -------
        The chirotope of the other elements.

        Raises
        ------
        BadInput
            If there is no such element.
        """
        gone = self.indices(elements)
        return self._labelled(
            operations.deletion(self, gone),
            [label for i, label in enumerate(self.labels) if i not in gone],
        )

    def contraction(self, elements: Iterable[Element]) -> Chirotope:
        """Contract elements: for a configuration, project the others along them.

        Parameters
        ----------
        elements
            Labels, or indices from 0.

        Returns
        -------
        The chirotope of the other elements.

        Raises
        ------
        BadInput
            If there is no such element.
        """
        gone = self.indices(elements)
        return self._labelled(
            operations.contraction(self, gone),
            [label for i, label in enumerate(self.labels) if i not in gone],
        )

    def reorientation(self, elements: Iterable[Element]) -> Chirotope:
        """Replace elements by their opposites.

        Parameters
        ----------
        elements
            Labels, or indices from 0.

        Returns
        -------
        The chirotope with the same labels.

        Raises
        ------
        BadInput
            If there is no such element.
        """
        return self._labelled(operations.reorientation(self, self.indices(elements)), self.labels)

    @validated(order=some(ELEMENT, of=Sequence))
    def reordered(self, order: Sequence[Element]) -> Chirotope:
        """Put the elements into another order, each with its label.

        Parameters
        ----------
        order
            Labels, or indices from 0; element i of the result is ``order[i]``.

        Returns
        -------
        The chirotope in that order.

        Raises
        ------
        BadInput
            If there is no such element.
        """
        places = places_of(self.labels, order, "order")
        return self._labelled(operations.reordered(self, places), [self.labels[i] for i in places])

    @validated(labels=some(TEXT))
    def relabelled(self, labels: Iterable[str]) -> Chirotope:
        """Give the elements other names, in the same order.

        Parameters
        ----------
        labels
            One text for each element, distinct.

        Returns
        -------
        The chirotope with these labels.

        Raises
        ------
        BadInput
            If the labels are not n distinct texts.
        """
        return Chirotope(self.n, self.rank, self.signs, labels)

    # --- sign vectors, as texts of + - 0; ``LimitReached`` if they do not fit into memory

    def cocircuits(self) -> tuple[str, ...]:
        """The minimal non-zero covectors, sorted.

        Of each opposite pair there is one, which starts with +.

        Raises
        ------
        LimitReached
            If they do not fit into memory.
        """
        return sign_vectors.cocircuits(self)

    def circuits(self) -> tuple[str, ...]:
        """The minimal signed dependences, sorted.

        Of each opposite pair there is one, which starts with +.

        Raises
        ------
        LimitReached
            If they do not fit into memory.
        """
        return sign_vectors.cocircuits(self.dual())

    def covectors(self, most: int = 100_000) -> tuple[str, ...]:
        """All covectors, zero included: the sign vectors of all points.

        Parameters
        ----------
        most
            How many there may be.

        Returns
        -------
        Texts of + - 0, in the order of patterns.

        Raises
        ------
        BadInput
            If ``most`` is not an integer.
        LimitReached
            If there are more than ``most``.
        """
        return sign_vectors.covectors(self, most)

    # --- facts

    @property
    def is_uniform(self) -> bool:
        """Whether every subset of rank many elements is a basis."""
        return bool((self.signs != 0).all())

    @property
    def is_acyclic(self) -> bool:
        """Whether no circuit is positive.

        For a configuration: whether some linear function is positive on every row.
        """
        return sign_vectors.is_acyclic(self)

    @cached_property
    def loops(self) -> tuple[int, ...]:
        """Indices of the elements in no basis, which are the zero rows."""
        return operations.loops(self)

    @cached_property
    def coloops(self) -> tuple[int, ...]:
        """Indices of the elements in every basis."""
        return operations.coloops(self)

    @cached_property
    def parallel_classes(self) -> tuple[tuple[int, ...], ...]:
        """Classes (two or more indices) of elements, not loops, that no basis contains two of.

        ``orientation`` says which are opposite.
        """
        return operations.parallel_classes(self)

    def orientation(self, first: Element, second: Element) -> int:
        """How two elements are parallel.

        Parameters
        ----------
        first, second
            Labels, or indices from 0.

        Returns
        -------
        1 if the two are parallel, -1 if antiparallel, 0 otherwise and for loops.

        Raises
        ------
        BadInput
            If there is no such element.
        """
        i, j = places_of(self.labels, (first, second))
        if i == j:
            return 0 if i in self.loops else 1
        return (
            operations.orientation(self, i, j)
            if any({i, j} <= set(members) for members in self.parallel_classes)
            else 0
        )

    def violation(self) -> Violation | None:
        """A basis exchange or three-term Grassmann-Pluecker relation that fails.

        None says that the signs satisfy the axioms.
        """
        return axioms.violation(self)

    def extensions(self, label: str | None = None) -> Iterator[Chirotope]:
        """Every chirotope of the same rank with one more element, the last one.

        Parameters
        ----------
        label
            The name of the new element; by default its number, from 1.

        Returns
        -------
        The chirotopes that have this one as their deletion, one after the other.

        Raises
        ------
        BadInput
            If the label is not new.
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
        """The chirotope with one more element, the last one, just off a given one.

        Parameters
        ----------
        elements
            Labels, or indices from 0.
        signs
            Of each of the elements + or -: with signs ``+-`` and elements a, b the new one is just
            off a, towards the opposite of b.
        label
            The name of the new element; by default its number, from 1.

        Returns
        -------
        The extension.

        Raises
        ------
        BadInput
            If there is no such element, signs are not as many as elements, or the label is not new.

        Notes
        -----
        The sign of the new element on a cocircuit is that of the first of the elements that is not
        0 there, or the opposite; for vectors it is a - e b + e^2 c - ... with small e.

        Examples
        --------
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
        """The bases, as labels, whose sign alone may be turned.

        In the uniform case these are the simplices among the topes.

        Examples
        --------
        >>> Chirotope.from_text("++++++", 4, 2).mutations()
        (('1', '2'), ('1', '4'), ('2', '3'), ('3', '4'))
        """
        return tuple(tuple(self.labels[e] for e in basis) for basis in convexity.mutations(self))

    def mutated(self, *basis: Element) -> Chirotope:
        """Turn the sign of one basis.

        Parameters
        ----------
        *basis
            Labels, or indices from 0, of a mutation.

        Returns
        -------
        The chirotope with that sign turned.

        Raises
        ------
        BadInput
            If there is no such element, or the result violates the axioms.
        """
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
        """Whether another chirotope arises by making signs 0, up to one sign for all.

        Parameters
        ----------
        image
            The other one.

        Returns
        -------
        Whether it does; False if labels or ranks differ.

        Raises
        ------
        BadInput
            If the other is no chirotope.

        Examples
        --------
        >>> Chirotope.from_text("+++", 3, 2).is_weak_map(Chirotope.from_text("-0-", 3, 2))
        True
        """
        return self.labels == image.labels and convexity.is_weak_map(self, image)

    def hull(self, elements: Iterable[Element]) -> tuple[str, ...]:
        """The labels of the elements in the convex hull of some elements.

        Parameters
        ----------
        elements
            Labels, or indices from 0.

        Returns
        -------
        The labels, those of the given elements included.

        Raises
        ------
        BadInput
            If there is no such element.
        """
        return tuple(self.labels[e] for e in convexity.hull(self, self.indices(elements)))

    @property
    def extreme(self) -> tuple[str, ...]:
        """The labels of the elements that are not in the convex hull of the others.

        Examples
        --------
        >>> chirotope(Configuration.affine([[0, 0], [3, 0], [0, 3], [1, 1]])).extreme
        ('1', '2', '3')
        """
        return tuple(self.labels[e] for e in convexity.extreme(self))

    # --- programs

    @property
    def is_euclidean(self) -> bool:
        """Whether no linear program on this oriented matroid can cycle while it increases.

        It is true if the oriented matroid has coordinates.
        """
        return programs.is_euclidean(self)

    def cycle(self, infinity: Element, objective: Element) -> tuple[str, ...]:
        """Find a cycle of edges along which the objective of a program increases.

        Parameters
        ----------
        infinity
            The element at infinity, a label or an index from 0.
        objective
            The element that is increased.

        Returns
        -------
        The cocircuits of a cycle on which the objective never decreases, and increases at least
        once; () if there is none.

        Raises
        ------
        BadInput
            If there is no such element.

        Examples
        --------
        >>> from arrangements import load_chirotope
        >>> len(load_chirotope("matroid:efm8").cycle("1", "2"))
        6
        """
        return programs.cycle(self, *places_of(self.labels, (infinity, objective)))

    # --- up to relabelling and reorientation

    def canonical(self) -> tuple[Chirotope, Isomorphism]:
        """The representative of the class under relabelling, reorientation and negation.

        The map that leads there is its second part. For small n.
        """
        return canonical.canonical(self)

    def isomorphism(self, other: Chirotope) -> Isomorphism | None:
        """How this one becomes another by reordering, reorientation and negation, labels aside.

        Parameters
        ----------
        other
            The other chirotope.

        Returns
        -------
        The map, or None if there is none.

        Raises
        ------
        BadInput
            If the other is no chirotope.
        """
        return canonical.isomorphism(self, other)

    # --- text

    def text(self, order: str = "lex") -> str:
        """The signs as one text of + - 0.

        Parameters
        ----------
        order
            Of the bases: "lex", or "revlex", by the largest element first.

        Returns
        -------
        One sign for each subset of rank many elements.

        Raises
        ------
        BadInput
            If the order has another name.
        """
        return chirotope_texts.to_text(self, order)

    def to_topcom(self) -> str:
        """As TOPCOM's ``points2chiro`` prints it."""
        return chirotope_texts.to_topcom(self)

    def to_topcom_vectors(self, kind: Literal["circuits", "cocircuits"]) -> str:
        """The circuits or cocircuits as TOPCOM prints them, elements counted from 0.

        Parameters
        ----------
        kind
            "circuits", as by ``chiro2circuits``, or "cocircuits", as by ``chiro2cocircuits``.

        Returns
        -------
        The content of the file.

        Raises
        ------
        BadInput
            If the kind has another name.
        """
        return chirotope_texts.to_topcom_vectors(
            self.n, self.rank, self.circuits() if kind == "circuits" else self.cocircuits()
        )

    def to_json(self) -> dict[str, object]:
        """n, rank, labels and the text of the signs."""
        return {"n": self.n, "rank": self.rank, "labels": list(self.labels), "signs": self.text()}

    @classmethod
    def from_text(
        cls, text: str, n: int, rank: int, order: str = "lex", labels: Iterable[str] | None = None
    ) -> Chirotope:
        """Read signs from a text of + - 0.

        Parameters
        ----------
        text
            One sign for each subset of rank many elements.
        n
            The number of elements.
        rank
            The size of a basis.
        order
            Of the bases: "lex", or "revlex", by the largest element first.
        labels
            One text for each element; by default "1" to "n".

        Returns
        -------
        The chirotope; the axioms are not checked.

        Raises
        ------
        BadInput
            If the text does not have one sign for each subset.

        Examples
        --------
        >>> Chirotope.from_text("+-+", 3, 2)
        <Chirotope: 3 elements, rank 2, +-+>
        """
        return cls(n, rank, chirotope_texts.from_text(text, n, rank, order), labels)

    @classmethod
    def from_topcom(cls, text: str, labels: Iterable[str] | None = None) -> Chirotope:
        """Read TOPCOM's format: ``n,r:`` and the signs in lexicographic order.

        Parameters
        ----------
        text
            The content of the file.
        labels
            One text for each element; by default "1" to "n".

        Returns
        -------
        The chirotope; the axioms are not checked.

        Raises
        ------
        BadInput
            If the text has another form.

        Examples
        --------
        >>> Chirotope.from_topcom("3,2:\\n+-+\\n").sign(0, 2)
        -1
        """
        return cls(*chirotope_texts.from_topcom(text), labels)

    @classmethod
    def from_topcom_vectors(
        cls, text: str, kind: Literal["circuits", "cocircuits"], labels: Iterable[str] | None = None
    ) -> Chirotope:
        """Read circuits or cocircuits in TOPCOM's format.

        Parameters
        ----------
        text
            The content of the file.
        kind
            "circuits" or "cocircuits".
        labels
            One text for each element; by default "1" to "n".

        Returns
        -------
        The chirotope with these; its first basis is positive.

        Raises
        ------
        BadInput
            If the text has another form, or these are not those of an oriented matroid.

        Examples
        --------
        >>> Chirotope.from_topcom_vectors("3,2:\\n{\\n[{0,2},{1}]\\n}\\n", "circuits").text()
        '+++'
        """
        n, cocircuits = chirotope_texts.from_topcom_vectors(text)
        made = cls.from_cocircuits(n, cocircuits, labels)
        return made if kind == "cocircuits" else made.dual()

    @classmethod
    def from_cocircuits(
        cls, n: int, cocircuits: Iterable[str], labels: Iterable[str] | None = None
    ) -> Chirotope:
        """The chirotope with these cocircuits.

        Parameters
        ----------
        n
            The number of elements.
        cocircuits
            Texts of + - 0, one or both of each opposite pair.
        labels
            One text for each element; by default "1" to "n".

        Returns
        -------
        The chirotope; its first basis is positive.

        Raises
        ------
        BadInput
            If these are not the cocircuits of an oriented matroid.

        Examples
        --------
        >>> Chirotope.from_cocircuits(3, ["0++", "+0-", "++0"]).text()
        '+++'
        """
        made = sign_vectors.from_cocircuits(n, cocircuits)
        return cls(made.n, made.rank, made.signs, labels)

    @classmethod
    def from_covectors(
        cls, n: int, covectors: Iterable[str], labels: Iterable[str] | None = None
    ) -> Chirotope:
        """The chirotope with exactly these covectors.

        Parameters
        ----------
        n
            The number of elements.
        covectors
            Texts of + - 0, zero among them.
        labels
            One text for each element; by default "1" to "n".

        Returns
        -------
        The chirotope.

        Raises
        ------
        BadInput
            If no oriented matroid has these covectors.

        Examples
        --------
        >>> Chirotope.from_covectors(1, ["0", "+", "-"]).rank
        1
        """
        made = vector_sets.from_covectors(n, covectors)
        return cls(made.n, made.rank, made.signs, labels)

    @classmethod
    def from_topes(
        cls, n: int, topes: Iterable[str], labels: Iterable[str] | None = None
    ) -> Chirotope:
        """The chirotope with exactly these maximal covectors.

        Parameters
        ----------
        n
            The number of elements.
        topes
            Texts of + - 0.
        labels
            One text for each element; by default "1" to "n".

        Returns
        -------
        The chirotope.

        Raises
        ------
        BadInput
            If no oriented matroid has these topes.

        Examples
        --------
        >>> Chirotope.from_topes(2, ["++", "--"]).parallel_classes
        ((0, 1),)
        """
        made = vector_sets.from_topes(n, topes)
        return cls(made.n, made.rank, made.signs, labels)
