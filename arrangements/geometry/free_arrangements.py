"""Modular chains, relations of few hyperplanes, and whether an arrangement is free.

>>> from arrangements import load
>>> modular_chain(load("braid:4")).exponents, freeness(load("coxeter:D4"))
((1, 2, 3), Freeness(free=True, exponents=(1, 3, 3, 5), because='characteristic polynomials divide: restricted to 1-2'))
>>> freeness(load("threshold:3")).because
'the characteristic polynomial does not factor into t - e with natural numbers e'

Without offsets only. Zero rows are no hyperplanes, and rows on one line are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from math import comb

from arrangements.counting.whitney import characteristic_polynomial
from arrangements.errors import InternalError
from arrangements.exact import linear
from arrangements.exact.numbers import Exact
from arrangements.geometry.derivations import (
    Derivation,
    LogarithmicModule,
    derivations,
    saito_factor,
)
from arrangements.geometry.flats import Flat, Intersections, intersections
from arrangements.geometry.operations import essentialised, restriction, simplified
from arrangements.layers.configuration import Configuration
from arrangements.running.validated import validated

__all__ = [
    "Freeness",
    "ModularChain",
    "basis",
    "freeness",
    "is_formal",
    "minimal_generated_number",
    "modular_chain",
]


@dataclass(frozen=True)
class ModularChain:
    """A maximal chain of modular flats, R^d first, and how many hyperplanes are new in each."""

    flats: tuple[Flat, ...]
    exponents: tuple[int, ...]


@dataclass(frozen=True)
class Freeness:
    """``exponents`` are those of a free arrangement, sorted: the degrees of a basis (``basis``)."""

    free: bool
    exponents: tuple[int, ...] | None
    because: str


@validated
def modular_chain(configuration: Configuration) -> ModularChain | None:
    """A maximal chain of modular flats, which makes the arrangement supersolvable; None if there is
    none.

    A flat of corank one is modular iff every flat of rank two meets it in a hyperplane at least.
    Below a modular flat of a supersolvable lattice the lattice is supersolvable again (Stanley
    1972), so the first modular flat that is found will do at each step.
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
        longer = next(
            (flat for flat in below if flat.rank == 0 or all(line & flat.rows for line in lines)),
            None,
        )
        if longer is None:
            return None
        chain.append(longer)
    chain.reverse()
    new = (above.rows.bit_count() - below.rows.bit_count() for below, above in pairwise(chain))
    return ModularChain(tuple(chain), tuple(new))


@validated
def minimal_generated_number(configuration: Configuration) -> int:
    """The least k such that relations among at most k normal vectors generate all; 0 if there are
    none (Yuzvinsky 1993).

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
        for relation in linear.kernel(
            list(zip(*(plain.rows[i] for i in members), strict=True)), len(members)
        ):
            whole: list[object] = [0] * plain.n
            for i, x in zip(members, relation, strict=True):
                whole[i] = x
            relations.append(whole)
        if linear.rank(relations) == wanted:  # type: ignore[arg-type]
            return flat.rank + 1
    raise AssertionError("the last flat has all relations")


@validated
def is_formal(configuration: Configuration) -> bool:
    """Whether relations of at most three hyperplanes generate all."""
    return minimal_generated_number(configuration) <= 3


@validated
def freeness(configuration: Configuration) -> Freeness:
    """Whether the module of logarithmic derivations is free.

    Parameters
    ----------
    configuration
        The hyperplanes, rows without offsets.

    Returns
    -------
    The answer, with its exponents if it is yes, and the reason.

    Raises
    ------
    BadInput
        If there are offsets.

    Notes
    -----
    The characteristic polynomial of a free arrangement is the product of t - e over its exponents
    (Terao 1981). In rank three there is a criterion for yes and no (``_multiexponents``). Above it,
    an arrangement is free if the characteristic polynomial of its restriction to some hyperplane
    divides its own, and that restriction is free (Abe 2016); this has all that are inductively
    free, supersolvable ones and reflection arrangements among them. Free arrangements are formal
    (Yuzvinsky 1993), and free wherever they are localised. What is left is decided by minimal
    generators of the module, found by linear algebra (``derivations``).

    Examples
    --------
    >>> from arrangements import load
    >>> freeness(load("coxeter:B3")).exponents, freeness(load("cyclic:5x3")).free
    ((1, 3, 5), False)
    """
    configuration.demand_linear("freeness")
    plain = essentialised(simplified(configuration))
    answer = _essential_freeness(plain)
    if answer.exponents is None:
        return answer
    return Freeness(
        True,
        tuple(sorted([*(0,) * (configuration.d - plain.d), *answer.exponents])),
        answer.because,
    )


@validated
def basis(configuration: Configuration) -> tuple[Derivation, ...] | None:
    """A basis of the module of logarithmic derivations, by degree; None if the arrangement is not
    free. ``saito_factor`` verifies it.

    >>> from arrangements import load
    >>> saito_factor(load("braid:4"), basis(load("braid:4")))
    Fraction(1, 1)
    """
    exponents = freeness(configuration).exponents
    if exponents is None:
        return None
    module = derivations(configuration, max(exponents, default=0))
    if [theta.degree for theta in module] != list(exponents) or not saito_factor(
        configuration, module
    ):
        raise InternalError(f"minimal generators of degrees {exponents} must be a basis")
    return module


def _essential_freeness(plain: Configuration) -> Freeness:
    roots = _natural_roots(characteristic_polynomial(plain))
    if roots is None:
        return Freeness(
            False,
            None,
            "the characteristic polynomial does not factor into t - e with natural numbers e",
        )
    if plain.rank <= 2:
        return Freeness(True, tuple(sorted(roots)), "its rank is at most two")
    if plain.rank == 3:
        lower, upper = _multiexponents(plain)
        name = plain.labels[0]
        if sorted(roots) == sorted((1, lower, upper)):
            return Freeness(
                True,
                tuple(sorted(roots)),
                f"exponents {lower} and {upper} of the multirestriction to {name} are roots",
            )
        return Freeness(
            False,
            None,
            f"exponents {lower} and {upper} of the multirestriction to {name} are no roots",
        )
    chain = _divided(plain, roots)
    if chain is not None:
        return Freeness(
            True,
            tuple(sorted(roots)),
            f"characteristic polynomials divide: restricted to {', then '.join(chain)}",
        )
    poset = intersections(plain)
    for flat in poset.flats:
        if flat.rank == 3 < flat.rows.bit_count():
            part = essentialised(
                plain.restricted_to(i for i in range(plain.n) if flat.rows >> i & 1)
            )
            if _essential_freeness(part).free is False:
                return Freeness(
                    False, None, f"the localisation at {', '.join(flat.labels)} is not free"
                )
    if _generated_number(plain, poset) > 3:
        return Freeness(
            False, None, "relations of three hyperplanes do not generate all: it is not formal"
        )
    return _by_derivations(plain, sorted(roots))


def _by_derivations(plain: Configuration, roots: Sequence[int]) -> Freeness:
    """By minimal generators, one degree after the other: if there is a basis, its degrees are the
    roots, and it is one of these sets.
    """
    module = LogarithmicModule(plain)
    chosen: list[tuple[int, Sequence[Exact]]] = []
    for degree in range(1, roots[-1] + 1):
        generators = module.generators(degree)
        wanted = roots.count(degree)
        if len(generators) + (degree == 1) != wanted:
            count = f"minimal generators of degree {degree} are {len(generators) + (degree == 1)}"
            return Freeness(False, None, f"{count}; those of a basis would be {wanted}")
        chosen += ((degree, known) for known in generators)
    degrees = ", ".join(map(str, roots))
    if not module.are_independent(chosen):
        return Freeness(False, None, f"minimal generators of degrees {degrees} are dependent")
    return Freeness(
        True, tuple(roots), f"derivations of degrees {degrees} are independent (Saito's criterion)"
    )


def _divided(plain: Configuration, roots: tuple[int, ...]) -> list[str] | None:
    """Hyperplanes to restrict to, one in the other, down to rank three; None if there are none."""
    if plain.rank == 3:
        return [] if _essential_freeness(plain).free else None
    for label in plain.labels:
        smaller = simplified(restriction(plain, [label]))
        rest = list(roots)
        if plain.n - smaller.n not in rest:
            continue
        rest.remove(plain.n - smaller.n)
        if _natural_roots(characteristic_polynomial(smaller)) == tuple(sorted(rest)):
            chain = _divided(smaller, tuple(sorted(rest)))
            if chain is not None:
                return [label, *chain]
    return None


def _multiexponents(plain: Configuration) -> tuple[int, int]:
    """The exponents of the restriction of an essential arrangement of rank three to its first
    hyperplane, with multiplicities.

    The lines on that hyperplane count as often as other hyperplanes meet it in them; theta = f d/dx
    + g d/dy of degree e belongs to the module if theta of each line is divisible by the power of
    the line. That module is always free; its exponents add up to one less than the number of
    hyperplanes, so the least degree of an element tells both. The arrangement is free iff its
    characteristic polynomial has 1 and them as roots (Yoshinaga 2005).
    """
    lines = Counter(line for line, _ in restriction(plain, plain.labels[:1]).directions)
    for degree in count():
        rows = [row for line, times in lines.items() for row in _conditions(line, times, degree)]
        if linear.rank(rows) < 2 * (degree + 1):
            return degree, plain.n - 1 - degree
    raise AssertionError


def _conditions(line: Sequence[Exact], times: int, degree: int) -> Iterator[list[Exact]]:
    """Linear conditions on the coefficients of f and g, by powers of x, for a f + b g to be
    divisible by (a x + b y)^times.
    """
    a, b = line
    for k in range(min(times, degree + 1)):
        if a:  # x = (u - b y) / a, times a^degree: the coefficient of u^k
            powers = [
                comb(j, k) * (-b) ** (j - k) * a ** (degree - j) if j >= k else 0
                for j in range(degree + 1)
            ]
        else:
            powers = [int(j == degree - k) for j in range(degree + 1)]
        yield [*(a * x for x in powers), *(b * x for x in powers)]


def _natural_roots(polynomial: tuple[int, ...]) -> tuple[int, ...] | None:
    """All roots with their multiplicities, if they are natural numbers."""
    rest, roots = list(polynomial), []
    while len(rest) > 1:
        # The sum of the roots bounds each of them.
        root = next(
            (e for e in range(abs(rest[-2]) + 1) if not sum(c * e**k for k, c in enumerate(rest))),
            None,
        )
        if root is None:
            return None
        roots.append(root)
        quotient, carry = [], 0
        for c in reversed(rest[1:]):
            carry = carry * root + c
            quotient.append(carry)
        rest = quotient[::-1]
    return tuple(roots)
