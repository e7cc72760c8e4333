"""One field for several numbers: adjoining a root to a field, and rewriting numbers.

To adjoin g to Q(theta), both algebraic integers, take gamma = theta + s*g with a small integer s such that all sums of conjugates differ.
N(x) = prod (x - sum of conjugates) is computed from power sums; it has integer coefficients and is factored; the factor that has gamma as a
root is found by narrowing an enclosure of gamma until one root of one factor is left. Its degree is the degree of the new field, and theta
is a quotient of polynomials in gamma (the rational univariate representation): with G(x) = sum theta' * N(x)/(x - gamma') over all
conjugates, theta = G(gamma)/N'(gamma).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from arrangements.errors import InternalError
from arrangements.numbers import _flint, isolation, roots
from arrangements.numbers.algebraic import Algebraic, Scalar
from arrangements.numbers.fields import NumberField
from arrangements.numbers.limits import check_adjoined, check_factored
from arrangements.numbers.texts import Generator

__all__ = ["common_field", "in_own_field"]


def common_field(scalars: list[Scalar]) -> tuple[NumberField, list[Scalar]]:
    """The field of all numbers, at least one irrational, and the numbers in it."""
    fields = list(dict.fromkeys(value.field for value in scalars if isinstance(value, Algebraic)))
    if len(fields) == 1:
        return fields[0], list(scalars)
    generators = tuple(sorted({g for field in fields for g in field.generators}, key=Generator.rank))
    field, images = _adjoined(generators)
    where = dict(zip(generators, images, strict=True))
    thetas = {}
    for old in fields:
        terms = [where[g] * w for g, w in zip(old.generators, old.weights, strict=True)]
        thetas[old] = sum(terms[1:], start=terms[0])
    return field, [_moved(value, field, thetas) for value in scalars]


def _moved(value: Scalar, field: NumberField, thetas: dict[NumberField, Any]) -> Scalar:
    if not isinstance(value, Algebraic):
        return value
    return field.element(_flint.composed(value.coefficients, thetas[value.field], field.polynomial))


@lru_cache(maxsize=1024)
def _adjoined(generators: tuple[Generator, ...]) -> tuple[NumberField, tuple[Any, ...]]:
    """The field of some generators and each of them as a polynomial in its theta."""
    if len(generators) == 1:
        field = roots.simple_field(generators[0])
        return field, (_flint.element((0, 1)),)
    smaller, images = _adjoined(generators[:-1])
    step = _adjoin(smaller, generators[-1])
    moved = [_flint.composed(_flint.coefficients(image, smaller.degree), step.theta, step.field.polynomial) for image in images]
    return step.field, (*map(_flint.element, moved), step.generator)


class _Step(NamedTuple):
    """A field, and the former theta and the new generator as polynomials in its theta."""

    field: NumberField
    theta: Any
    generator: Any


def _adjoin(field: NumberField, new: Generator) -> _Step:
    degree = field.degree * (len(new.polynomial) - 1)
    bits = max(isolation.reach(field.polynomial), isolation.reach(new.polynomial)) + 1
    check_factored(degree, bits)
    s, norm, cofactor = _flint.composed_sum(field.polynomial, new.polynomial)

    def enclosure(bits: int) -> tuple[Fraction, Fraction]:
        more = bits + s.bit_length() + 1
        left = isolation.root_floor(field.polynomial, field.index, more)
        right = isolation.root_floor(new.polynomial, new.index, more)
        ends = sorted((s * right, s * (right + 1)))
        return Fraction(left + ends[0], 2**more), Fraction(left + 1 + ends[1], 2**more)

    polynomial, index = isolation.locate(_flint.factors(norm), enclosure)
    size = len(polynomial) - 1
    check_adjoined(size, bits)
    theta = _flint.quotient(cofactor, norm, polynomial)
    generator = (_flint.element((0, 1)) - theta) * _flint.rational(Fraction(1, s))
    for image, root in ((theta, field.polynomial), (generator, new.polynomial)):
        if any(_flint.composed(root, image, polynomial)):
            raise InternalError(f"image of a generator must be a root of {root} modulo {polynomial}")
    if size == field.degree:  # the new number lies in the field
        coefficients = _flint.solved(generator, theta, polynomial)
        return _Step(field, _flint.element((0, 1)), _flint.element(coefficients))
    if size == len(new.polynomial) - 1:  # the field lies in that of the new number
        larger = roots.simple_field(new)
        return _Step(larger, _flint.element(_flint.solved(theta, generator, polynomial)), _flint.element((0, 1)))
    images = tuple(tuple(_flint.composed(image, theta, polynomial)) for image in field.images)
    larger = NumberField(
        polynomial,
        index,
        (*field.generators, new),
        (*field.weights, s),
        (*images, _flint.coefficients(generator, size)),
    )
    return _Step(larger, theta, generator)


def in_own_field(value: Algebraic) -> Algebraic:
    """The same number in the field that it generates, which may be smaller than the one that it came in."""
    if value.generates_field():
        return value
    polynomial, index = value.minimal()
    own = roots.number_of_root(polynomial, index, "expression", str(value))
    assert isinstance(own, Algebraic)
    return own
