"""One field for several: adjoining a root to a field.

To adjoin g to Q(theta), both algebraic integers, take gamma = theta + s*g with a small integer s
such that all sums of conjugates differ. N(x) = prod (x - sum of conjugates) is computed from power
sums; it has integer coefficients and is factored; the factor that has gamma as a root is found by
narrowing an enclosure of gamma until one root of one factor is left. Its degree is the degree of
the new field, and theta is a quotient of polynomials in gamma (the rational univariate
representation): with G(x) = sum theta' * N(x)/(x - gamma') over all conjugates, theta =
G(gamma)/N'(gamma).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from arrangements.errors import InternalError
from arrangements.exact.numbers import _flint, root_isolation
from arrangements.exact.numbers.fields import NumberField, simple_field
from arrangements.exact.numbers.number_limits import check_adjoined, check_factored
from arrangements.exact.numbers.texts import Generator

__all__ = ["compositum"]


def compositum(fields: Sequence[NumberField]) -> tuple[NumberField, list[_flint.Element]]:
    """The field that all generators of some fields make together, and the theta of each field as a
    polynomial in its theta.
    """
    generators = tuple(
        sorted({g for field in fields for g in field.generators}, key=Generator.rank)
    )
    common, images = _adjoined(generators)
    where = dict(zip(generators, images, strict=True))
    thetas = []
    for field in fields:
        terms = [where[g] * w for g, w in zip(field.generators, field.weights, strict=True)]
        thetas.append(sum(terms[1:], start=terms[0]))
    return common, thetas


@lru_cache(maxsize=1024)
def _adjoined(generators: tuple[Generator, ...]) -> tuple[NumberField, tuple[_flint.Element, ...]]:
    """The field of some generators and each of them as a polynomial in its theta."""
    if len(generators) == 1:
        field = simple_field(generators[0])
        return field, (_flint.element((0, 1)),)
    smaller, images = _adjoined(generators[:-1])
    step = _adjoin(smaller, generators[-1])
    return step.field, (
        *(_flint.composed(image, step.theta, step.field.modulus) for image in images),
        step.generator,
    )


class _Step(NamedTuple):
    """A field, and the former theta and the new generator as polynomials in its theta."""

    field: NumberField
    theta: _flint.Element
    generator: _flint.Element


def _adjoin(field: NumberField, new: Generator) -> _Step:
    degree = field.degree * (len(new.polynomial) - 1)
    bits = max(root_isolation.reach(field.polynomial), root_isolation.reach(new.polynomial)) + 1
    check_factored(degree, bits)
    s, norm, cofactor = _flint.composed_sum(field.polynomial, new.polynomial)

    def enclosure(bits: int) -> tuple[Fraction, Fraction]:
        more = bits + s.bit_length() + 1
        left = root_isolation.root_floor(field.polynomial, field.index, more)
        right = root_isolation.root_floor(new.polynomial, new.index, more)
        ends = sorted((s * right, s * (right + 1)))
        return Fraction(left + ends[0], 2**more), Fraction(left + 1 + ends[1], 2**more)

    polynomial, index = root_isolation.locate(_flint.factors(norm), enclosure)
    size, modulus, x = len(polynomial) - 1, _flint.element(polynomial), _flint.element((0, 1))
    check_adjoined(size, bits)
    theta = _flint.quotient(cofactor, norm, modulus)
    generator = (x - theta) / s
    for image, root in ((theta, field.modulus), (generator, _flint.element(new.polynomial))):
        if _flint.composed(root, image, modulus) != 0:
            raise InternalError(
                f"image of a generator of {field} and {new.text} must be a root of its polynomial"
            )
    if size == field.degree:  # the new number lies in the field
        return _Step(field, x, _flint.solved(generator, theta, modulus))
    if size == len(new.polynomial) - 1:  # the field lies in that of the new number
        return _Step(simple_field(new), _flint.solved(theta, generator, modulus), x)
    images = [_flint.composed(_flint.element(image), theta, modulus) for image in field.images]
    coefficients = tuple(_flint.coefficients(image, size) for image in (*images, generator))
    return _Step(
        NumberField(polynomial, index, (*field.generators, new), (*field.weights, s), coefficients),
        theta,
        generator,
    )
