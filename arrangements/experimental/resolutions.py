"""Minimal free resolutions of modules of logarithmic derivations, by linear algebra, degree by
degree.

>>> from arrangements.layers.configuration import Configuration
>>> generic = Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]])
>>> found = resolution(generic)
>>> found.degrees, found.projective_dimension
(((1, 2, 2, 2), (3,)), 1)

The relations are polynomials in the coordinates of the configuration; ``relations[0]`` are those of
``derivations``, ``relations[1]`` those of these, and so on. Without offsets only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb

from arrangements.exact.numbers import Exact, NumberField, Scalar
from arrangements.geometry.derivations import (
    Derivation,
    Monomial,
    Polynomial,
    lifted,
    logarithmic_module,
    monomials,
    product_of_powers,
    solutions,
)
from arrangements.geometry.operations import simplified
from arrangements.layers.configuration import Configuration
from arrangements.running import check_memory, report_progress
from arrangements.running.validated import validated

__all__ = ["Resolution", "resolution"]

_BYTES = 100  # of an entry of a matrix of conditions
_Graded = list[tuple[int, list[Exact]]]  # elements of a free module, each with its degree


@dataclass(frozen=True)
class Resolution:
    """``degrees``: those of the generators, of their minimal relations, of the minimal relations of
    these, ..; how many there are of each are the Betti numbers. Each relation has one polynomial
    for each element of the step before, and the products with these add up to 0.
    """

    generators: tuple[Derivation, ...]
    relations: tuple[tuple[tuple[Polynomial, ...], ...], ...]
    degrees: tuple[tuple[int, ...], ...]

    @property
    def betti_numbers(self) -> tuple[int, ...]:
        return tuple(map(len, self.degrees))

    @property
    def projective_dimension(self) -> int:
        """0 iff the arrangement is free."""
        return len(self.degrees) - 1


@validated
def resolution(configuration: Configuration) -> Resolution:
    """The minimal free resolution of the module of logarithmic derivations.

    The module of n hyperplanes of rank r has regularity at most n - r + 1 (Derksen and Sidman
    2004): the relations of step i are generated in degrees up to n - r + 1 + i. ``LimitReached``
    if the conditions in such a degree do not fit.

    >>> from arrangements import load
    >>> resolution(load("coxeter:B3")).degrees, resolution(load("cyclic:5x3")).betti_numbers
    (((1, 3, 5),), (5, 2))
    """
    module = logarithmic_module(configuration)
    last = max(1, len(module.rows) - module.rank + 1)
    own: _Graded = [(k, v) for k in range(1, last + 1) for v in module.generators(k)]
    generators = tuple(lifted(configuration, module, own))
    # Constant derivations and Euler's have no relations, as the others have no coefficient there.
    free = len(generators) - len(own)
    steps: list[_Graded] = [own]
    shifts: Sequence[int] = (1,) * (module.rank - 1)
    if len(own) >= module.rank:
        while steps[-1]:
            last += 1
            elements = list(_relations(steps[-1], shifts, module.rank, last, module.field))
            shifts = [degree for degree, _ in steps[-1]]
            steps.append(elements)
        steps.pop()
    rows = simplified(configuration).rows
    frame = [rows[i] for i in module.frame]
    relations = []
    for at, (before, step) in enumerate(pairwise(steps)):
        none: tuple[Polynomial, ...] = ({},) * (free if at == 0 else 0)
        relations.append(
            tuple(
                (*none, *_entries(degree, vector, [d for d, _ in before], frame, configuration.d))
                for degree, vector in step
            )
        )
    degrees = [tuple(theta.degree for theta in generators)]
    degrees += [tuple(degree for degree, _ in step) for step in steps[1:]]
    return Resolution(generators, tuple(relations), tuple(degrees))


def _relations(
    elements: _Graded, shifts: Sequence[int], r: int, last: int, field: NumberField | None
) -> Iterator[tuple[int, list[Exact]]]:
    """Minimal relations between elements of a free module whose generators have degrees ``shifts``,
    up to a degree: each by the coefficients of its polynomials, one after the other.
    """
    before: list[list[Exact]] = []
    for degree in range(min((d for d, _ in elements), default=last) + 1, last + 1):
        report_progress(f"relations of degree {degree}", degree / (last + 1))
        widths = [_number(r, degree - d) for d, _ in elements]
        heights = [_number(r, degree - a) for a in shifts]
        size = 1 if field is None else field.degree
        check_memory(
            f"relations of degree {degree}",
            sum(widths) * sum(heights) * size * size,
            _BYTES,
            "entries",
        )
        rows: list[list[Exact]] = [[0] * sum(widths) for _ in range(sum(heights))]
        column = 0
        for d, vector in elements:
            for m in monomials(r, degree - d):
                for place, c in _times(vector, m, [d - a for a in shifts], r):
                    rows[place][column] = c
                column += 1
        basis, pivots = solutions(rows, sum(widths), field)
        alone = sorted({*range(sum(widths))} - {*pivots})
        multiples = [
            _dense(_times(vector, m, [degree - 1 - d for d, _ in elements], r), sum(widths))
            for vector in before
            for m in monomials(r, 1)
        ]
        every = [*multiples, *basis]
        coordinates = [[vector[k] for vector in every] for k in alone]
        _, kept = solutions(coordinates, len(every), field)
        yield from ((degree, every[k]) for k in kept if k >= len(multiples))
        before = basis


def _number(r: int, degree: int) -> int:
    """Of monomials of a degree."""
    return comb(degree + r - 1, r - 1) if degree >= 0 else 0


def _times(
    vector: Sequence[Exact], m: Monomial, degrees: Sequence[int], r: int
) -> Iterator[tuple[int, Exact]]:
    """The places and coefficients of a monomial times a vector of polynomials of these degrees."""
    start = at = 0
    for degree in degrees:
        index = {p: k for k, p in enumerate(monomials(r, degree + sum(m)))}
        for p in monomials(r, degree):
            if vector[at]:
                yield start + index[tuple(a + b for a, b in zip(p, m, strict=True))], vector[at]
            at += 1
        start += len(index)


def _dense(entries: Iterator[tuple[int, Exact]], width: int) -> list[Exact]:
    row: list[Exact] = [0] * width
    for place, c in entries:
        row[place] = c
    return row


def _entries(
    degree: int,
    vector: Sequence[Exact],
    degrees: Sequence[int],
    frame: Sequence[Sequence[Scalar]],
    d: int,
) -> Iterator[Polynomial]:
    """The polynomials of a relation, in the coordinates of the configuration."""
    at = 0
    for before in degrees:
        total: Polynomial = {}
        for m in monomials(len(frame), degree - before):
            if vector[at]:
                for n, c in product_of_powers(frame, m, d).items():
                    total[n] = total.get(n, 0) + vector[at] * c
            at += 1
        yield {n: c for n, c in total.items() if c}
