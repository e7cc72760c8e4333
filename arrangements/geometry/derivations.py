"""Logarithmic derivations of a central arrangement: minimal generators of their module, bases, and
Saito's determinant.

A derivation theta = f_1 d_1 + ... + f_d d_d, with polynomials f of one degree, belongs to the
module of an arrangement if theta(alpha) is divisible by alpha for every hyperplane alpha = 0. The
arrangement is free if the module has a basis. That is linear algebra over the field of the rows,
degree by degree.

>>> from arrangements import Configuration, load
>>> [str(theta) for theta in derivations(load("coxeter:B2"))]
['x1*d1 + x2*d2', '(-x1^2*x2 + x2^3)*d2']
>>> four = Configuration([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]])
>>> [theta.degree for theta in derivations(four)]
[1, 2, 2, 2]

Coordinates x are those of the rows, counted from 1. Inside, the first independent hyperplanes are
coordinates y, and a derivation is theta(y_i) = y_i g_i; up to multiples of Euler's, g_1 = 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from operator import add, mul

from arrangements.errors import BadInput, InternalError, short_repr
from arrangements.exact import linear
from arrangements.exact.numbers import Algebraic, Exact, NumberField, Scalar, text
from arrangements.exact.numbers.algebraic import element
from arrangements.geometry.operations import essentialised, simplified
from arrangements.layers.configuration import Configuration
from arrangements.running import check_memory, report_progress
from arrangements.running.validated import validated

__all__ = [
    "Derivation",
    "LogarithmicModule",
    "Monomial",
    "Polynomial",
    "derivations",
    "lifted",
    "logarithmic_module",
    "monomials",
    "product_of_powers",
    "saito_factor",
    "solutions",
]

Monomial = tuple[int, ...]
Polynomial = dict[Monomial, Scalar]

_BYTES = 100  # of an entry of a matrix, in Python and in FLINT


@dataclass(frozen=True)
class Derivation:
    """``coefficients``: for each coordinate a polynomial, as exponents and number of each of its
    terms.
    """

    degree: int
    coefficients: tuple[Mapping[Monomial, Scalar], ...]

    def __str__(self) -> str:
        """A text that SymPy and SageMath read, d1 for the derivative by x1, ..."""
        parts = (
            (_written(polynomial), i)
            for i, polynomial in enumerate(self.coefficients, 1)
            if polynomial
        )
        return " + ".join(f"{p}*d{i}" if p != "1" else f"d{i}" for p, i in parts) or "0"

    def at(self, point: Sequence[Exact]) -> list[Scalar]:
        """The values of the polynomials at a point."""
        return [_value(polynomial, point) for polynomial in self.coefficients]


def _value(polynomial: Mapping[Monomial, Scalar], point: Sequence[Exact]) -> Scalar:
    terms = (
        c * prod(x**k for x, k in zip(point, m, strict=True) if k) for m, c in polynomial.items()
    )
    return sum(terms, Fraction(0))


def _written(polynomial: Mapping[Monomial, Scalar]) -> str:
    terms = []
    for m, c in sorted(polynomial.items(), reverse=True):
        names = "*".join(f"x{i}" if k == 1 else f"x{i}^{k}" for i, k in enumerate(m, 1) if k)
        number = text(c) if isinstance(c, Fraction) else f"({text(c)})"
        if names and c in (1, -1):
            number = "-" if c == -1 else ""
        terms.append(number + names if not names or number in ("", "-") else f"{number}*{names}")
    written = " + ".join(terms).replace("+ -", "- ")
    return written if len(terms) == 1 else f"({written})"


@validated
def derivations(configuration: Configuration, degree: int | None = None) -> tuple[Derivation, ...]:
    """Minimal generators of the module, by degree: all of them, or those up to a degree.

    The module of n hyperplanes of rank r has regularity at most n - r + 1 (Derksen and Sidman
    2004), so there are none beyond this degree.
    """
    module = logarithmic_module(configuration)
    last = max(1, len(module.rows) - module.rank + 1) if degree is None else degree
    pairs = [(k, known) for k in range(1, last + 1) for known in module.generators(k)]
    return tuple(theta for theta in lifted(configuration, module, pairs) if theta.degree <= last)


@validated
def saito_factor(configuration: Configuration, derivations: Iterable[Derivation]) -> Scalar:
    """The number c with det(theta_j(x_i)) = c times the product of the functions of all
    hyperplanes, each once, by its first row.

    The derivations, one for each coordinate, are a basis iff it is not 0 (Saito 1980). ``BadInput``
    if theta(alpha) is not divisible by alpha for one of them, or if their degrees do not add up to
    the number of hyperplanes: then there is no such number.
    """
    plain, chosen = simplified(configuration), list(derivations)
    configuration.demand_linear("Saito's determinant")
    if len(chosen) != plain.d or sum(theta.degree for theta in chosen) != plain.n:
        raise BadInput(
            f"derivations must be {plain.d}, of degrees with the sum {plain.n}, not of {short_repr([t.degree for t in chosen])}"
        )
    for theta in chosen:
        for row, label in zip(plain.rows, plain.labels, strict=True):
            if not _divides(row, theta):
                raise BadInput(
                    f"theta(alpha) must be divisible by alpha, not for {theta} and the hyperplane {label}"
                )
    for t in range(2, plain.n * plain.d + 3):
        point = [t**k for k in range(plain.d)]
        value = prod((_dot(row, point) for row in plain.rows), start=Fraction(1))
        if value:
            return linear.over(linear.determinant([theta.at(point) for theta in chosen]), value)
    raise InternalError("a hyperplane must miss a point of the moment curve")


def _divides(row: Sequence[Scalar], theta: Derivation) -> bool:
    """Whether the sum of a_i f_i vanishes where the sum of a_i x_i does: in terms of the other
    coordinates.
    """
    p = next(i for i, a in enumerate(row) if a)
    powers = _powers_of_the_rest(row, p, theta.degree)
    left: dict[Monomial, Exact] = {}
    for a, polynomial in zip(row, theta.coefficients, strict=True):
        for m, c in polynomial.items() if a else ():
            rest = [0 if j == p else x for j, x in enumerate(m)]
            for n, b in powers[m[p]]:
                key = tuple(map(add, rest, n))
                left[key] = left.get(key, 0) + a * row[p] ** (theta.degree - m[p]) * c * b
    return not any(left.values())


def logarithmic_module(configuration: Configuration) -> LogarithmicModule:
    configuration.demand_linear("logarithmic derivations")
    return LogarithmicModule(essentialised(simplified(configuration)))


def lifted(
    configuration: Configuration,
    module: LogarithmicModule,
    solutions: Sequence[tuple[int, Sequence[Exact]]],
) -> Iterator[Derivation]:
    """Derivatives along directions that all hyperplanes share, Euler's derivation, and these, in
    the coordinates of the rows.
    """
    d = configuration.d
    for line in linear.kernel(configuration.rows, d):
        yield Derivation(0, tuple({(0,) * d: x} if x else {} for x in line))
    if not module.rank:
        return
    plain = simplified(configuration)
    frame = [plain.rows[i] for i in module.frame]
    # Beside the frame, coordinates that are 0 on it: then the inverse takes theta(y) to theta(x).
    columns = linear.column_basis(frame)
    unit = [[Fraction(int(i == j)) for i in range(d)] for j in range(d) if j not in columns]
    back = linear.inverse([*frame, *unit])
    for degree, known in [(1, None), *solutions]:
        inner = monomials(module.rank, degree - 1)
        images: list[Polynomial] = []
        for i in range(module.rank):
            if known is None:
                own: Iterable[tuple[Exact, Monomial]] = [(1, inner[0])]
            else:
                own = (
                    zip(known[(i - 1) * len(inner) : i * len(inner)], inner, strict=True)
                    if i
                    else ()
                )
            total: Polynomial = {}
            for c, m in own:
                if c:
                    raised = [x + (j == i) for j, x in enumerate(m)]
                    for n, value in product_of_powers(frame, raised, d).items():
                        total[n] = total.get(n, 0) + c * value
            images.append(total)
        yield Derivation(degree, tuple(_combined(line[: module.rank], images) for line in back))


def product_of_powers(
    forms: Sequence[Sequence[Scalar]], exponents: Sequence[int], d: int
) -> Polynomial:
    product: Polynomial = {(0,) * d: Fraction(1)}
    for form, exponent in zip(forms, exponents, strict=True):
        for _ in range(exponent):
            larger: Polynomial = {}
            for m, c in product.items():
                for i, a in enumerate(form):
                    if a:
                        key = (*m[:i], m[i] + 1, *m[i + 1 :])
                        larger[key] = larger.get(key, 0) + c * a
            product = larger
    return product


def _combined(weights: Sequence[Scalar], polynomials: Sequence[Polynomial]) -> Polynomial:
    """The sum of the polynomials times the weights, without terms that are 0."""
    total: Polynomial = {}
    for weight, polynomial in zip(weights, polynomials, strict=True):
        for m, c in polynomial.items() if weight else ():
            total[m] = total.get(m, 0) + weight * c
    return {m: c for m, c in total.items() if c}


class LogarithmicModule:
    """The module of an essential arrangement whose hyperplanes are all different, degree by
    degree.
    """

    def __init__(self, plain: Configuration) -> None:
        self.rows = plain.rows
        self.frame = linear.row_basis(plain.rows)
        self.rank = len(self.frame)
        self.field = plain.field
        change = linear.inverse([plain.rows[i] for i in self.frame]) if self.frame else []
        others = linear.product(
            [row for i, row in enumerate(plain.rows) if i not in self.frame], change, self.rank
        )
        self.planes = [linear.scaled(row) for row in others]
        self._known: dict[int, tuple[list[list[Exact]], Sequence[int]]] = {}

    # --- degree by degree

    def elements(self, degree: int) -> list[list[Exact]]:
        """A basis of the derivations of this degree with g_1 = 0, each by the coefficients of g_2,
        g_3, ..., place by place.
        """
        return self._solved(degree)[0]

    def _solved(self, degree: int) -> tuple[list[list[Exact]], Sequence[int]]:
        """The basis, and for each of its members a place where it alone is not 0."""
        if degree not in self._known:
            width = (
                (self.rank - 1) * comb(degree + self.rank - 2, degree - 1)
                if degree > 0 < self.rank
                else 0
            )
            kernel, pivots = solutions(self._conditions(degree) if width else [], width, self.field)
            self._known[degree] = kernel, sorted({*range(width)} - {*pivots})
        return self._known[degree]

    def _conditions(self, degree: int) -> list[list[Exact]]:
        """For a_1 y_1 + .. to divide the sum of a_i y_i g_i: its coefficients once y_p is put in
        terms of the others vanish.
        """
        inner, outer = monomials(self.rank, degree - 1), monomials(self.rank, degree)
        width, height = (
            (self.rank - 1) * len(inner),
            len(self.planes) * comb(degree + self.rank - 2, degree),
        )
        size = 1 if self.field is None else self.field.degree
        check_memory(
            f"conditions on derivations of degree {degree}",
            width * height * size * size,
            _BYTES,
            "entries",
        )
        rows: list[list[Exact]] = []
        for done, plane in enumerate(self.planes):
            report_progress(f"derivations of degree {degree}", done / len(self.planes))
            p = min(
                (i for i, a in enumerate(plane) if a), key=lambda i: (plane[i] not in (1, -1), i)
            )
            powers = _powers_of_the_rest(plane, p, degree)
            index = {m: len(rows) + k for k, m in enumerate(m for m in outer if not m[p])}
            rows += ([0] * width for _ in index)
            for i in (i for i in range(1, self.rank) if plane[i]):
                for k, m in enumerate(inner):
                    exponent = m[p] + (i == p)
                    rest = [0 if j == p else x + (j == i) for j, x in enumerate(m)]
                    factor = plane[i] * plane[p] ** (degree - exponent)
                    for n, c in powers[exponent]:
                        rows[index[tuple(map(add, rest, n))]][(i - 1) * len(inner) + k] += (
                            factor * c
                        )
        return rows

    def generators(self, degree: int) -> list[list[Exact]]:
        """Minimal generators of this degree, up to multiples of Euler's derivation: a basis of what
        no multiples of lower ones give.
        """
        solved, own = self._solved(degree)
        multiples = self._multiples(degree) if solved else []
        # In the places that the members have for themselves, each element is the list of its
        # coordinates in this basis.
        coordinates = [[row[k] for k in own] for row in [*multiples, *solved]]
        _, kept = solutions(
            [list(column) for column in zip(*coordinates, strict=True)],
            len(coordinates),
            self.field,
        )
        return [solved[k - len(multiples)] for k in kept if k >= len(multiples)]

    def _multiples(self, degree: int) -> list[list[Exact]]:
        """The elements of one degree less times each coordinate."""
        lower, inner = monomials(self.rank, degree - 2), monomials(self.rank, degree - 1)
        index = {m: k for k, m in enumerate(inner)}
        made = []
        for known in self.elements(degree - 1):
            for j in range(self.rank):
                row: list[Exact] = [0] * ((self.rank - 1) * len(inner))
                for place, c in enumerate(known):
                    if c:
                        i, k = divmod(place, len(lower))
                        row[
                            i * len(inner)
                            + index[tuple(x + (at == j) for at, x in enumerate(lower[k]))]
                        ] = c
                made.append(row)
        return made

    def values(self, known: Sequence[Exact], degree: int, point: Sequence[int]) -> list[Exact]:
        """theta(y_1), theta(y_2), ... at a point y."""
        inner = monomials(self.rank, degree - 1)
        at = [prod(map(pow, point, m)) for m in inner]
        return [
            0,
            *(
                point[i + 1] * _dot(known[i * len(inner) : (i + 1) * len(inner)], at)
                for i in range(self.rank - 1)
            ),
        ]

    def are_independent(self, chosen: Sequence[tuple[int, Sequence[Exact]]]) -> bool:
        """Whether Euler's derivation and these, of degrees that add up to one less than the
        hyperplanes, are a basis.

        Their determinant is then a number times the product of the hyperplanes (Saito 1980): a
        point off these tells whether it is 0.
        """
        for t in range(2, len(self.planes) * self.rank + 3):
            point = [t**k for k in range(self.rank)]
            if all(_dot(plane, point) for plane in self.planes):
                rows = [point, *(self.values(known, degree, point) for degree, known in chosen)]
                return bool(linear.determinant(rows))
        raise InternalError("a hyperplane must miss a point of the moment curve")


def _dot(left: Iterable[Exact], right: Iterable[Exact]) -> Exact:
    total: Exact = sum(map(mul, left, right))
    return total


@cache
def monomials(variables: int, degree: int) -> tuple[Monomial, ...]:
    """The exponents of all monomials of one degree."""
    if degree < 0:
        return ()
    chosen = combinations_with_replacement(range(variables), degree)
    return tuple(tuple(m.count(i) for i in range(variables)) for m in chosen)


def _powers_of_the_rest(
    plane: Sequence[Exact], p: int, degree: int
) -> list[list[tuple[Monomial, Exact]]]:
    """The powers of a_p y_p as the hyperplane gives it: of minus the sum of all other a_i y_i."""
    rest = [
        (tuple(int(j == i) for j in range(len(plane))), -a)
        for i, a in enumerate(plane)
        if a and i != p
    ]
    powers: list[dict[Monomial, Exact]] = [{(0,) * len(plane): 1}]
    for _ in range(degree):
        product: dict[Monomial, Exact] = {}
        for m, c in powers[-1].items():
            for n, a in rest:
                key = tuple(map(add, m, n))
                product[key] = product.get(key, 0) + c * a
        powers.append(product)
    return [list(power.items()) for power in powers]


def solutions(
    rows: list[list[Exact]], width: int, field: NumberField | None
) -> tuple[list[list[Exact]], Sequence[int]]:
    """A basis of the x with row . x = 0 for all rows, one for each column outside of the column
    basis, and that column basis.
    """
    from arrangements.exact.linear.flint_matrices import reduced_kernel

    rows = [row for row in rows if any(row)]
    if field is None:
        kernel, pivots = reduced_kernel(rows, width)  # type: ignore[arg-type]
        return [list(row) for row in kernel], pivots
    # Over Q each number is m coefficients, and a vector space over the field has all m columns of
    # one number in its column basis, or none.
    m = field.degree
    powers = [element(field, [int(i == k) for i in range(m)]) for k in range(m)]
    wide = []
    for row in rows:
        parts = [[_coefficients(x * power, m) for power in powers] for x in row]
        wide += [
            linear.primitive([parts[j][k][i] for j in range(width) for k in range(m)])
            for i in range(m)
        ]
    kernel, pivots = reduced_kernel(wide, width * m)
    free = [k for k in range(width * m) if k not in set(pivots)]
    own = [vector for k, vector in zip(free, kernel, strict=True) if k % m == 0]
    return [
        [element(field, vector[j * m : (j + 1) * m]) for j in range(width)] for vector in own
    ], [k // m for k in pivots[::m]]


def _coefficients(x: Exact, length: int) -> Sequence[int | Fraction]:
    return x.coefficients if isinstance(x, Algebraic) else (x, *(0,) * (length - 1))
