"""Vectors for a chirotope with zeros, by solving the equations that its zeros are; in a number field
if need be.

Elements that lie on a flat which others span, and are free there, are put aside, one after another;
the rest, the core, has the equations. A basis of the core is the coordinate vectors, further
coordinates are scaled to 1 or -1, and the others are variables, positive, times their signs. Each
minor with the sign 0 is an equation, and the factors of all other minors do not vanish. Equations
that are linear in a variable are solved for it. Otherwise resultants lead to a polynomial in one
variable, and one of its roots, of degree ``MOST_DEGREE`` at most, is adjoined. Free variables get
values by chance, and elements that were put aside are placed in the cells that the signs leave. The
signs of all minors decide, exactly.

None proves nothing: degrees may be too large, equations too long, or chance unlucky.

>>> from arrangements.matroids.chirotopes import Chirotope
>>> solve(Chirotope.from_text("+++0++", 4, 2))
[(1, -1), (1, 0), (1, 0), (0, 1)]
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING, Any

from arrangements.combinatorial_types.vector_cells import cell
from arrangements.exact.linear import over
from arrangements.exact.numbers import Exact, sign
from arrangements.exact.numbers.roots import number_of_root
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.running import report_progress

if TYPE_CHECKING:
    from arrangements.exact.numbers.several_variables import Key, Polynomial

__all__ = ["MOST_DEGREE", "core", "solve"]

MOST_DEGREE = 4  # of a number field
_LONGEST = 3000  # terms of an equation
_STEPS = 300  # of a search for solutions, from one frame
_FRAMES = 3  # bases that are tried
_VALUES = 200  # of the free variables
_MARGIN = 1e-6  # below 0 in floating point; the exact signs decide
_PLACINGS = 20  # of the elements that were put aside


def solve(chi: Signs, seed: int = 1) -> list[tuple[Exact, ...]] | None:
    """Rows with these signs, or None if none were found."""
    if chi.rank == 0:
        return [()] * chi.n
    chance = random.Random(seed)
    kept, aside = core(chi)
    for frame in _frames(chi, kept):
        steps = _STEPS
        for solution in _solutions(frame.system, chance):
            for rows in _valued(frame, solution, chance):
                placed = _completed(chi, dict(zip(kept, rows, strict=True)), aside, chance)
                if placed is not None:
                    return placed
            steps -= 1
            if not steps:
                break
    return None


# The core


def core(chi: Signs) -> tuple[list[int], list[int]]:
    """The elements that have equations, and the others in an order in which each can be placed on a
    flat that is spanned by the elements before it.
    """
    elements, aside = list(range(chi.n)), list[int]()
    while True:
        free = next(
            (e for e in elements if _is_free(chi, e, [f for f in elements if f != e])), None
        )
        if free is None:
            return elements, aside[::-1]
        elements.remove(free)
        aside.append(free)


def _is_free(chi: Signs, element: int, others: Sequence[int]) -> bool:
    """Whether the hyperplanes of the others that hold the element are those that hold some flat of
    the others, and the rank is that of the others.
    """
    on, off = set[frozenset[int]](), set[frozenset[int]]()
    for subset in combinations(others, chi.rank - 1):
        signs = {f: chi.sign(*subset, f) for f in others if f not in subset}
        if any(signs.values()):
            plane = frozenset([*subset, *(f for f, s in signs.items() if not s)])
            (off if chi.sign(*subset, element) else on).add(plane)
    if not on | off:
        return False
    flat = reduce(frozenset.intersection, on, frozenset(others))
    return not any(flat <= plane for plane in off)


def _completed(
    chi: Signs,
    rows: dict[int, tuple[Exact, ...]],
    aside: Sequence[int],
    chance: random.Random,
) -> list[tuple[Exact, ...]] | None:
    """The rows of all elements, once those that were put aside are placed."""
    for attempt in range(_PLACINGS):
        placed = dict(rows)
        for e in aside:
            row = cell(chi, placed, e, chance, attempt > 0)
            if row is None:
                break
            placed[e] = tuple(row)
        else:
            return [placed[e] for e in range(chi.n)]
    return None


# Equations


@dataclass(frozen=True)
class _System:
    """``equations`` hold, ``nonzero`` are irreducible and do not vanish; variables that were
    eliminated are quotients of two polynomials in those that were not, and one variable may be a
    root of an irreducible polynomial.
    """

    equations: tuple[Polynomial, ...]
    nonzero: Mapping[Key, Polynomial]
    quotients: tuple[tuple[int, Polynomial, Polynomial], ...] = ()
    root: tuple[int, tuple[int, ...]] | None = None


@dataclass(frozen=True)
class _Frame:
    """The rows of the core in a basis of it, entries being polynomials, the signs of their minors,
    and the number of variables.
    """

    rows: list[list[Polynomial]]
    signs: list[int]
    variables: int
    system: _System


def _frames(chi: Signs, elements: Sequence[int]) -> Iterator[_Frame]:
    """In bases that leave few variables."""
    bases = [b for b in combinations(elements, chi.rank) if chi.sign(*b)]
    bases.sort(key=lambda b: sum(map(abs, map(sum, _coordinates(chi, elements, b, absolute=True)))))
    for basis in islice(bases, _FRAMES):
        yield _frame(chi, elements, basis)


def _coordinates(
    chi: Signs, elements: Sequence[int], basis: Sequence[int], absolute: bool = False
) -> list[list[int]]:
    """The signs of the coordinates of each element."""
    way = chi.sign(*basis)
    rows = [
        [
            way * chi.sign(*(e if k == i else b for k, b in enumerate(basis)))
            for i in range(chi.rank)
        ]
        for e in elements
    ]
    return [[abs(s) for s in row] for row in rows] if absolute else rows


def _frame(chi: Signs, elements: Sequence[int], basis: tuple[int, ...]) -> _Frame:
    from arrangements.exact.numbers import several_variables as many

    if chi.sign(*basis) < 0 and chi.rank > 1:
        basis = (basis[1], basis[0], *basis[2:])
    signs = _coordinates(chi, elements, basis)
    if chi.rank == 1:
        signs = [[chi.sign(e)] for e in elements]
    # A spanning forest of the graph of rows and columns: the entries that scaling makes 1 or -1.
    part = {node: node for node in range(-chi.rank, len(elements))}

    def top(node: int) -> int:
        while part[node] != node:
            node = part[node]
        return node

    unknown = []
    for e, row in enumerate(signs):
        for i, s in enumerate(row):
            one, other = top(e), top(i - chi.rank)
            if s and one == other:
                unknown.append((e, i))
            elif s:
                part[one] = other
    xs = dict(zip(unknown, many.variables(max(len(unknown), 1)), strict=False))
    zero = many.variables(max(len(unknown), 1))[0] * 0
    rows = [
        [zero + s if (e, i) not in xs else xs[e, i] * s for i, s in enumerate(row)]
        for e, row in enumerate(signs)
    ]
    equations: list[Polynomial] = []
    nonzero = {many.key(x): x for x in xs.values()}
    wanted = []
    for subset in combinations(range(len(elements)), chi.rank):
        minor = _determinant([rows[e] for e in subset])
        wanted.append(chi.sign(*(elements[e] for e in subset)))
        if not wanted[-1]:
            equations.append(minor)
        else:
            nonzero |= {many.key(f): f for f in many.factors(minor)}
    return _Frame(rows, wanted, len(unknown), _System(tuple(equations), nonzero))


def _determinant(rows: Sequence[Sequence[Any]]) -> Any:
    """Of few rows, by permutations."""
    total = rows[0][0] * 0
    for order in permutations(range(len(rows))):
        term: Any = 1
        for row, k in zip(rows, order, strict=True):
            if not row[k]:
                break
            term = row[k] * term
        else:
            turns = sum(a > b for a, b in combinations(order, 2))
            total = total - term if turns % 2 else total + term
    return total


def _solutions(system: _System, chance: random.Random, depth: int = 0) -> Iterator[_System]:
    """Systems without equations, one for each way to solve them that is found."""
    from arrangements.exact.numbers import several_variables as many

    report_progress("solving for coordinates", 0.0)
    choices = []
    for equation in system.equations:
        kept = _simplified(system, equation)
        if kept is None or depth > _STEPS:
            return
        if kept:
            choices.append(kept)
    if not choices:
        yield replace(system, equations=())
        return
    choices.sort(key=lambda kept: (len(kept) == 1, len(kept), sum(map(many.size, kept))))
    if len(choices[0]) > 1:
        rest = [reduce(lambda p, q: p * q, kept) for kept in choices[1:]]
        known = system.nonzero
        for factor in choices[0]:
            yield from _solutions(
                replace(system, equations=(factor, *rest), nonzero=known), chance, depth + 1
            )
            known = {**known, many.key(factor): factor}
        return
    system = replace(
        system, equations=tuple({many.key(kept[0]): kept[0] for kept in choices}.values())
    )
    further: tuple[Callable[[], list[_System] | None], ...] = (
        lambda: _linear(system),
        lambda: _rooted(system),
        lambda: _eliminated(system),
        lambda: _specialised(system, chance),
    )
    for way in further:
        systems = way()
        if systems is not None:
            for smaller in systems:
                yield from _solutions(smaller, chance, depth + 1)
            return


def _simplified(system: _System, equation: Polynomial) -> list[Polynomial] | None:
    """The factors of which one vanishes, none if the equation holds anyhow; None if it cannot hold,
    or is too long.
    """
    from arrangements.exact.numbers import several_variables as many

    if system.root is not None:
        equation = many.reduced(equation, *system.root)
    if equation.is_zero():
        return []
    if many.size(equation) > _LONGEST:
        return None
    return [f for f in many.factors(equation) if not _never_zero(system, f)] or None


def _never_zero(system: _System, factor: Polynomial) -> bool:
    """Whether an irreducible polynomial, reduced if there is a root, is known not to vanish."""
    from arrangements.exact.numbers import several_variables as many

    return (
        many.key(factor) in system.nonzero
        or many.one_signed(factor)
        or (system.root is not None and many.occurring(factor) == [system.root[0]])
    )


def _linear(system: _System) -> list[_System] | None:
    """Solved for a variable that an equation is linear in; the other case is that both its
    coefficients vanish.
    """
    from arrangements.exact.numbers import several_variables as many

    best = None
    for place, equation in enumerate(system.equations):
        for k in many.occurring(equation):
            if many.degree(equation, k) > 1 or (system.root is not None and k == system.root[0]):
                continue
            rest, slope = many.by_powers(equation, k)
            unsure = [
                all(_never_zero(system, f) for f in many.factors(p)) for p in (slope, rest)
            ] == [False, False]
            order = unsure, many.size(slope), many.size(equation)
            if best is None or order < best[0]:
                best = order, place, k, slope, rest
    if best is None:
        return None
    (unsure, *_), place, k, slope, rest = best
    others = [p for at, p in enumerate(system.equations) if at != place]

    def without(p: Polynomial) -> Polynomial:
        return many.substituted(p, k, -rest, slope) if many.degree(p, k) > 0 else p

    known = [*many.factors(slope), *many.factors(rest)]
    for p in system.nonzero.values():
        known += many.factors(without(p)) if many.degree(p, k) > 0 else [p]
    systems = [
        replace(
            system,
            equations=tuple(map(without, others)),
            nonzero={many.key(f): f for f in known},
            quotients=(*system.quotients, (k, -rest, slope)),
        )
    ]
    if unsure:
        systems.append(replace(system, equations=(slope, rest, *others)))
    return systems


def _rooted(system: _System) -> list[_System] | None:
    """A root of an equation in one variable adjoined; or, over a root, the common divisor of all
    equations in one variable more.
    """
    from arrangements.exact.numbers import several_variables as many

    alone: dict[int, list[Polynomial]] = {}
    at = None if system.root is None else system.root[0]
    for p in system.equations:
        others = [k for k in many.occurring(p) if k != at]
        if len(others) == 1:
            alone.setdefault(others[0], []).append(p)
    if system.root is None:
        for k, (p, *_) in alone.items():
            coefficients = many.univariate(p, k)
            if len(coefficients) > MOST_DEGREE + 1:
                return []
            rest = tuple(q for q in system.equations if q != p)
            return [replace(system, equations=rest, root=(k, coefficients))]
        return None
    for k, polynomials in alone.items():
        common = polynomials[0]
        for p in polynomials[1:]:
            common = _common_divisor(system, common, p, k)
        if many.degree(common, k) < min(many.degree(p, k) for p in polynomials):
            rest = tuple(q for q in system.equations if q not in polynomials)
            return [replace(system, equations=(common, *rest))]
    return [] if alone else None


def _common_divisor(system: _System, p: Polynomial, q: Polynomial, k: int) -> Polynomial:
    """The greatest common divisor of two polynomials in the variable k over the field of the
    root, by remainders.
    """
    from arrangements.exact.numbers import several_variables as many

    assert system.root is not None
    x = p.context().gens()[k]
    while not q.is_zero():
        while not p.is_zero() and many.degree(p, k) >= many.degree(q, k):
            lead, last = many.by_powers(q, k)[-1], many.by_powers(p, k)[-1]
            shift = many.degree(p, k) - many.degree(q, k)
            p = many.reduced(p * lead - q * last * x**shift, *system.root)
        p, q = q, p
    return p


def _eliminated(system: _System) -> list[_System] | None:
    """With one resultant more, if there are at least as many equations as variables."""
    from arrangements.exact.numbers import several_variables as many

    occurring = {k for p in system.equations for k in many.occurring(p)}
    if system.root is not None or len(system.equations) < min(2, len(occurring)):
        return None
    pairs = sorted(
        combinations(system.equations, 2), key=lambda pair: many.size(pair[0]) * many.size(pair[1])
    )
    for p, q in pairs:
        shared = {*many.occurring(p)} & {*many.occurring(q)}
        for k in sorted(shared, key=lambda k: many.degree(p, k) + many.degree(q, k)):
            resultant = many.resultant(p, q, k)
            if resultant.is_zero():
                continue
            kept = _simplified(system, resultant)
            if kept is None:
                return []
            if not any(f in system.equations for f in kept):
                return [replace(system, equations=(*system.equations, resultant))]
    return None


def _specialised(system: _System, chance: random.Random) -> list[_System] | None:
    """With small numbers for one of the variables."""
    from arrangements.exact.numbers import several_variables as many

    at = None if system.root is None else system.root[0]
    times: dict[int, int] = {}
    for p in system.equations:
        for k in many.occurring(p):
            if k != at:
                times[k] = times.get(k, 0) + many.degree(p, k)
    if not times:
        return None
    k = max(times, key=lambda k: times[k])
    one = system.equations[0] * 0 + 1
    made = []
    for _ in range(4):
        above, below = one * chance.randint(1, 6), one * chance.randint(1, 6)
        known = [
            f
            for p in system.nonzero.values()
            for f in many.factors(many.substituted(p, k, above, below))
        ]
        made.append(
            replace(
                system,
                equations=tuple(
                    many.substituted(p, k, above, below) if many.degree(p, k) > 0 else p
                    for p in system.equations
                ),
                nonzero={many.key(f): f for f in known},
                quotients=(*system.quotients, (k, above, below)),
            )
        )
    return made


# Values


def _valued(
    frame: _Frame, solution: _System, chance: random.Random
) -> Iterator[list[tuple[Exact, ...]]]:
    """Rows of the core with the right signs, for values of the free variables."""
    from arrangements.exact.numbers import root_isolation

    roots: Iterable[Exact | None] = [None]
    if solution.root is not None:
        p = solution.root[1]
        roots = [number_of_root(p, k) for k in range(root_isolation.root_count(p))]
    bound = {k for k, *_ in solution.quotients}
    bound |= set() if solution.root is None else {solution.root[0]}
    free = [k for k in range(frame.variables) if k not in bound]
    for root in roots:
        if root is not None and sign(root) <= 0:
            continue
        for _ in range(_VALUES if free else 1):
            values: list[Exact | None] = [None] * max(frame.variables, 1)
            if solution.root is not None:
                values[solution.root[0]] = root
            for k in free:
                values[k] = over(chance.randint(1, 12), chance.randint(1, 12))
            rows = _rows_at(frame, solution, values)
            if rows is not None:
                yield rows


def _rows_at(
    frame: _Frame, solution: _System, values: Sequence[Exact | None]
) -> list[tuple[Exact, ...]] | None:
    """The rows at these values, if their minors have the right signs; those that are not 0 are
    looked at in floating point first.
    """
    rough = _evaluated(frame, solution, [None if x is None else float(x) for x in values])
    if rough is None or any(
        wanted * minor < -_MARGIN for minor, wanted in zip(_minors(rough), frame.signs, strict=True)
    ):
        return None
    rows = _evaluated(frame, solution, list(values))
    if rows is None or [sign(minor) for minor in _minors(rows)] != frame.signs:
        return None
    return rows


def _minors(rows: Sequence[Sequence[Any]]) -> Iterator[Any]:
    return map(_determinant, combinations(rows, len(rows[0])))


def _evaluated(frame: _Frame, solution: _System, at: list[Any]) -> list[tuple[Any, ...]] | None:
    """The rows once quotients have their values; None if one has none, or is clearly not
    positive.
    """
    from arrangements.exact.numbers import several_variables as many

    for k, above, below in reversed(solution.quotients):
        top, divisor = many.value(above, at), many.value(below, at)
        if not divisor:
            return None
        at[k] = top / divisor if isinstance(divisor, float) else over(top, divisor)
        if float(at[k]) < -_MARGIN:
            return None
    return [tuple(many.value(entry, at) for entry in row) for row in frame.rows]
