"""``Inputs``: the closed convex polyhedron that the inputs h of a layer come from, not necessarily
bounded or of full dimension.

There may be a ``Ball`` besides, |h - centre|^2 <= square: then inputs are the points of both. Single
questions are decided there (``decide.one_by_one.balls``); what cannot take a ball refuses it.

A polyhedron is all h in R^d with c + <a, h> >= 0 for every inequality (c, a_1, .., a_d) and c + <a,
h> = 0 for every equation. Entries are exact scalars. Patterns are open conditions, so those that
occur in a polyhedron are those of its relative interior: if a strict condition holds at h, it holds
on the way from h to any point of the relative interior, near h.

>>> relu = Inputs.nonnegative(2)
>>> relu.inequalities
((Fraction(0, 1), Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)))
>>> Inputs.box([-1, None], [1, 2])
<Inputs: 3 inequalities in dimension 2>
>>> Inputs.simplex(3).equations
((Fraction(-1, 1), Fraction(1, 1), Fraction(1, 1), Fraction(1, 1)),)
>>> [[str(x) for x in row] for row in Inputs.hull([[0, 0], [1, 0]], rays=[[1, 1]]).inequalities]
[['0', '0', '1'], ['0', '1', '-1'], ['1', '-1', '1']]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import mul
from typing import Any, TypeAlias

from arrangements.errors import BadInput, needs, short_repr
from arrangements.exact.linear import dot, over, rank, solve
from arrangements.exact.numbers import Number
from arrangements.exact.numbers.algebraic import Exact, Scalar, text
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs.ends import Ends
from arrangements.running.validated import INTEGER, POINT, some, validated

__all__ = ["Ball", "Inputs", "named"]

Rows: TypeAlias = tuple[tuple[Scalar, ...], ...]
Given: TypeAlias = Iterable[Sequence[Number]]
_FOR_THE_BALL = " (for the ball: a no is one on the sphere, too, of a yes `decide` says)"
_KEYS = ("dimension", "inequalities", "equations", "points", "rays", "low", "high", "ball")


@dataclass(frozen=True)
class Ball:
    """All points whose squared distance from the centre is at most ``square``.

    With ``gains`` what a norm puts out (``norms``): all points c + g z, coordinate by coordinate,
    with |z|^2 <= square; if it is ``centred`` those of which the coordinates of z have the sum 0.
    With ``sphere`` only |z|^2 = square. With a ``matrix``, as many rows as there are coordinates, an
    ellipsoid: all points c + A z with |z|^2 <= square, z of as many coordinates as A has columns.
    """

    centre: tuple[Scalar, ...]
    square: Scalar
    gains: tuple[Scalar, ...] | None = None
    centred: bool = False
    sphere: bool = False
    matrix: Rows | None = None

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        entries = [x for row in self.matrix or () for x in row]
        return (*self.centre, self.square, *(self.gains or ()), *entries)

    def with_numbers(self, numbers: Sequence[Scalar]) -> Ball:
        """The ball with these ``numbers`` in place of its own, as of a larger field."""
        stream = iter(numbers)
        centre, square = tuple(next(stream) for _ in self.centre), next(stream)
        gains = None if self.gains is None else tuple(next(stream) for _ in self.gains)
        matrix = (
            None
            if self.matrix is None
            else tuple(tuple(next(stream) for _ in row) for row in self.matrix)
        )
        return replace(self, centre=centre, square=square, gains=gains, matrix=matrix)

    @property
    def plain(self) -> bool:
        """Whether it is a ball of the inputs themselves, not of a z that they are made from."""
        return self.gains is None and self.matrix is None

    @property
    def width(self) -> int:
        """How many coordinates z has. A matrix without rows has no columns."""
        return len(self.centre) if self.matrix is None else len(next(iter(self.matrix), ()))

    def holds(self, point: Sequence[Exact]) -> bool:
        aside = [x - c for x, c in zip(point, self.centre, strict=True)]
        if self.matrix is not None:
            return self._reaches(self.matrix, aside)
        if self.gains is None:
            length: Exact = sum(x * x for x in aside)
            return length == self.square if self.sphere else length <= self.square
        known = [over(x, g) for x, g in zip(aside, self.gains, strict=True) if g]
        least: Exact = sum(z * z for z in known)
        if self.centred:  # coordinates without gain make up for the sum, in equal shares
            total, free = sum(known), len(aside) - len(known)
            if total and not free:
                return False
            least += over(total * total, free) if free else 0
        lost = any(x for x, g in zip(aside, self.gains, strict=True) if not g)
        # coordinates without gain may be longer, if they can vary
        exactly = self.sphere and len(aside) - len(known) <= self.centred
        return not lost and (least == self.square if exactly else least <= self.square)

    def _reaches(self, matrix: Rows, aside: Sequence[Exact]) -> bool:
        """Whether A z = ``aside`` for some z. The shortest one is A' y, where A A' y = ``aside``."""
        if not aside:
            return not self.sphere or not self.square
        shares = solve([[dot(row, other) for other in matrix] for row in matrix], aside)
        if shares is None:
            return False
        least = dot(shares, aside)
        # longer ones need a direction that A loses
        exactly = self.sphere and rank(matrix) == self.width
        return bool(least == self.square if exactly else least <= self.square)


@validated(dimension=INTEGER)
@dataclass(frozen=True, repr=False, init=False)
class Inputs:
    """The closed convex set that the inputs h of a layer come from.

    Parameters
    ----------
    dimension
        How many coordinates h has.
    inequalities
        Rows (c, a_1, .., a_d): c + <a, h> >= 0.
    equations
        Rows (c, a_1, .., a_d): c + <a, h> = 0.
    name
        The set in words; it takes no part in equality.
    within
        A ball, an ellipsoid, or what a norm puts out, which h is in besides; class methods make it.

    Raises
    ------
    BadInput
        If a row does not have 1 + d numbers, or the ball has another dimension.

    Notes
    -----
    Entries are exact scalars. The set need not be bounded, nor of full dimension. ``&`` joins two
    sets of conditions. Strict conditions that hold anywhere in a polyhedron hold in its relative
    interior.

    Examples
    --------
    >>> Inputs(1, [["0.2785", 1]]) == Inputs.at_least("-0.2785", 1)
    True
    """

    dimension: int
    inequalities: Rows
    equations: Rows
    name: str = field(compare=False)
    within: Ball | None
    ends: Ends[Scalar] | None = field(compare=False)

    def __init__(
        self,
        dimension: int,
        inequalities: Given = (),
        equations: Given = (),
        name: str = "",
        *,
        within: Ball | None = None,
    ) -> None:
        if type(dimension) is not int or dimension < 0:
            raise BadInput(
                f"dimension of the inputs must be a natural number, not {short_repr(dimension)}"
            )
        if within is not None and {len(within.centre), len(within.gains or within.centre)} != {
            dimension
        }:
            raise BadInput(
                f"centre of the ball must have {dimension} coordinates, not {len(within.centre)}"
            )
        if within is not None and within.matrix is not None:
            _demand_matrix(within.matrix, dimension)
        rows = {"inequalities": inequalities, "equations": equations}
        found: dict[str, object] = {"ends": None}
        if isinstance(inequalities, Ends) and inequalities.width == dimension + 1:
            found["ends"] = inequalities
            rows.pop("inequalities")
        found |= {what: _rows(given, dimension + 1, what) for what, given in rows.items()}
        vars(self).update(dimension=dimension, name=name, within=within, **found)

    def __getattr__(self, name: str) -> Rows:
        """The inequalities of a box, as rows: made when they are looked at, as most never are."""
        ends = vars(self).get("ends")
        if name != "inequalities" or ends is None:
            raise AttributeError(name)
        rows: Rows = tuple(ends)
        vars(self)["inequalities"] = rows
        return rows

    @classmethod
    def nonnegative(cls, dimension: int) -> Inputs:
        """All h with h_j >= 0: the outputs of a ReLU.

        Parameters
        ----------
        dimension
            How many coordinates h has.

        Returns
        -------
        The polyhedron, named nonnegative.

        Raises
        ------
        BadInput
            If the dimension is not a natural number.
        """
        return cls.at_least(0, dimension, "nonnegative")

    @classmethod
    def at_least(cls, bound: Number, dimension: int, name: str = "") -> Inputs:
        """All h with h_j >= bound for every j.

        Parameters
        ----------
        bound
            The least value of a coordinate.
        dimension
            How many coordinates h has.
        name
            The set in words; by default "h >= bound".

        Returns
        -------
        The polyhedron.

        Raises
        ------
        BadInput
            If the bound is no number, or the dimension no natural number.
        """
        return cls.box([bound] * dimension, [None] * dimension, name or f"h >= {bound}")

    @classmethod
    def box(
        cls, low: Sequence[Number | None], high: Sequence[Number | None], name: str = ""
    ) -> Inputs:
        """All h with low_j <= h_j <= high_j.

        Parameters
        ----------
        low, high
            The ends, one for each coordinate; None is an open end.
        name
            The set in words.

        Returns
        -------
        The polyhedron.

        Raises
        ------
        BadInput
            If the ends are not equally many, or one is no number.
        """
        if len(low) != len(high):
            raise BadInput(f"ends of the box must be equally many, not {len(low)} and {len(high)}")
        sides = [
            (end, j, Fraction(side))
            for j, ends in enumerate(zip(low, high, strict=True))
            for end, side in zip(ends, (1, -1), strict=True)
            if end is not None
        ]
        known = {end: _rows([[end]], 1, "box")[0][0] for end, *_ in sides}
        rows = Ends(len(low) + 1, [(-known[x] * side, j, side) for x, j, side in sides])
        return cls(len(low), rows, (), name)

    @classmethod
    @validated
    def ball(
        cls,
        radius: Number,
        dimension: int | None = None,
        *,
        centre: Sequence[Number] | None = None,
        name: str = "",
    ) -> Inputs:
        """All h with ``|h - centre| <= radius``.

        Parameters
        ----------
        radius
            A number that is not negative.
        dimension
            How many coordinates h has; needed without a centre.
        centre
            The coordinates of the centre; 0 unless it is given.
        name
            The set in words.

        Returns
        -------
        The ball.

        Raises
        ------
        BadInput
            If the radius is negative or no number, or the dimension is neither given nor that of
            the centre.

        Examples
        --------
        >>> Inputs.ball("sqrt(768)", 768).within.square
        Fraction(768, 1)
        """
        if centre is None and dimension is None:
            raise BadInput("dimension must be given when there is no centre")
        ((size,),) = _rows([[radius]], 1, "radius")
        if size < 0:
            raise BadInput(f"radius must be 0 or more, not {text(size)}")
        around: Sequence[Number] = [0] * (dimension or 0) if centre is None else centre
        (middle,) = _rows([around], len(around) if dimension is None else dimension, "centre")
        return cls(
            len(middle),
            (),
            (),
            name or f"ball of radius {radius}",
            within=Ball(middle, size * size),
        )

    @classmethod
    @validated
    def ellipsoid(
        cls,
        matrix: Sequence[Sequence[Number]],
        *,
        centre: Sequence[Number] | None = None,
        radius: Number = 1,
        name: str = "",
    ) -> Inputs:
        """All h = centre + A z with ``|z| <= radius``.

        Parameters
        ----------
        matrix
            A, with a row for each coordinate of h, of any number of columns and any rank.
        centre
            The coordinates of the centre; 0 unless it is given.
        radius
            A number that is not negative.
        name
            The set in words.

        Returns
        -------
        The ellipsoid.

        Raises
        ------
        BadInput
            If the matrix is no list of rows of one length, or the centre has another dimension.

        Examples
        --------
        >>> tilted = Inputs.ellipsoid([[1, 1], [0, 2]], centre=[1, 0])
        >>> tilted.holds([2, 0]), tilted.holds([1, 2]), tilted.holds([2, 2])
        (True, False, True)
        """
        try:
            entries = [list(row) for row in (getattr(matrix, "tolist", lambda: matrix)())]
        except TypeError:
            raise BadInput(
                f"matrix of the ellipsoid must be a list of rows, not {short_repr(matrix)}"
            ) from None
        width = len(entries[0]) if entries else 0
        rows = _rows(entries, width, "matrix of the ellipsoid")
        ball = cls.ball(radius, len(rows), centre=centre).within
        within = None if ball is None else replace(ball, matrix=rows)
        return cls(len(rows), (), (), name or "ellipsoid", within=within)

    @classmethod
    def unit(cls, dimension: int) -> Inputs:
        """All h with ``|h| = 1``, the outputs of L2 normalisation.

        Parameters
        ----------
        dimension
            How many coordinates h has.

        Returns
        -------
        The sphere.

        Raises
        ------
        BadInput
            If the dimension is not a natural number.

        Examples
        --------
        >>> Inputs.unit(2).holds([Fraction(3, 5), 0]), Inputs.unit(1).holds([-1])
        (False, True)
        """
        return cls.ball(1, dimension, name="unit").on_sphere()

    def on_sphere(self) -> Inputs:
        """The inputs on the border of the ball, or those that a norm without epsilon puts out.

        Raises
        ------
        BadInput
            If there is no ball.

        Examples
        --------
        >>> (Inputs.ball(5, 2).on_sphere() & Inputs.nonnegative(2)).holds([3, 4])
        True
        """
        if self.within is None:
            raise BadInput("inputs must be in a ball or behind a norm to be on its sphere")
        return _replaced(self, self.name, replace(self.within, sphere=True))

    def in_ball(self) -> Inputs:
        """The whole ball, where inputs are on its sphere; the name says so.

        Examples
        --------
        >>> Inputs.unit(2).in_ball() == Inputs.ball(1, 2)
        True
        >>> Inputs.unit(2).in_ball().name
        'unit (for the ball: a no is one on the sphere, too, of a yes `decide` says)'
        """
        if self.within is None or not self.within.sphere:
            return self
        within = replace(self.within, sphere=False)
        return _replaced(self, f"{self.words}{_FOR_THE_BALL}", within)

    @property
    def words(self) -> str:
        """The set in words, by its name or by how many conditions there are.

        Examples
        --------
        >>> Inputs.nonnegative(2).words, named(Inputs.nonnegative(2), "").words
        ('nonnegative', '2 inequalities in dimension 2')
        """
        return self.name or repr(self).removeprefix("<Inputs: ").removesuffix(">")

    @classmethod
    def layernorm(
        cls, gains: Sequence[Number], shift: Sequence[Number] | None = None, *, name: str = ""
    ) -> Inputs:
        """The outputs of LayerNorm: c + g z with the sum of z zero and ``|z|^2 <= d``.

        Parameters
        ----------
        gains
            g, one number for each coordinate.
        shift
            c; 0 unless it is given.
        name
            The set in words.

        Returns
        -------
        The closure of the outputs with epsilon > 0, which have ``|z|^2 < d``; those without
        epsilon, ``|z|^2 = d``, are ``on_sphere`` of it.

        Raises
        ------
        BadInput
            If an entry is no number, or the shift has another length.

        Examples
        --------
        >>> Inputs.layernorm([1, 1]).holds([1, -1]), Inputs.layernorm([1, 1]).holds([1, 1])
        (True, False)
        """
        return cls._normalised(gains, shift, True, name or "LayerNorm")

    @classmethod
    def rmsnorm(
        cls, gains: Sequence[Number], shift: Sequence[Number] | None = None, *, name: str = ""
    ) -> Inputs:
        """The outputs of RMSNorm: c + g z with ``|z|^2 <= d``.

        Parameters
        ----------
        gains
            g, one number for each coordinate.
        shift
            c; 0 unless it is given.
        name
            The set in words.

        Returns
        -------
        The closure of the outputs with epsilon > 0, as for ``layernorm``.

        Raises
        ------
        BadInput
            If an entry is no number, or the shift has another length.

        Examples
        --------
        >>> Inputs.rmsnorm([1, 2]).holds([1, 2]), Inputs.rmsnorm([1, 2]).holds([2, 2])
        (True, False)
        """
        return cls._normalised(gains, shift, False, name or "RMSNorm")

    @classmethod
    def _normalised(
        cls, gains: Sequence[Number], shift: Sequence[Number] | None, centred: bool, name: str
    ) -> Inputs:
        ((*factors,),) = _rows([gains], len(gains), "gains")
        ((*middle,),) = _rows([[0] * len(gains) if shift is None else shift], len(gains), "shift")
        square = Fraction(len(gains))
        within = Ball(tuple(middle), square, tuple(factors), centred)
        return cls(len(gains), (), (), name, within=within)

    def __and__(self, other: Inputs) -> Inputs:
        """The inputs that are in both. There is one ball at most.

        >>> Inputs.ball(2, 1) & Inputs.nonnegative(1)
        <Inputs ball of radius 2; nonnegative: 1 inequality in a ball in dimension 1>
        """
        if not isinstance(other, Inputs) or other.dimension != self.dimension:
            raise BadInput(
                f"inputs must be joined with inputs of dimension {self.dimension}, not {short_repr(other)}"
            )
        if self.within is not None and other.within is not None and self.within != other.within:
            raise BadInput("inputs must be in one ball or behind one norm, not in two")
        name = "; ".join(part for part in (self.name, other.name) if part)
        within = self.within or other.within
        single = [part.ends for part in (self, other) if part.ends is not None]
        inequalities: Given = (
            single[0]
            if len(single) == 1 and not all(map(len, (self.inequalities, other.inequalities)))
            else [*self.inequalities, *other.inequalities]
        )
        return Inputs(
            self.dimension, inequalities, [*self.equations, *other.equations], name, within=within
        )

    def demand_polyhedron(self, what: str) -> None:
        """Refuse a ball where linear conditions alone are taken.

        Parameters
        ----------
        what
            The work that needs linear conditions, for the message.

        Raises
        ------
        BadInput
            If there is a ball.
        """
        if self.within is not None:
            raise BadInput(
                f"{needs(what)} inputs with linear conditions alone, not a {'sphere' if self.within.sphere else 'ball'}, which `decide`, `patterns`, `count` and `audit` take"
            )

    @classmethod
    def simplex(cls, dimension: int) -> Inputs:
        """All h with h_j >= 0 and sum 1: mixtures.

        Parameters
        ----------
        dimension
            How many coordinates h has.

        Returns
        -------
        The polyhedron, named simplex.

        Raises
        ------
        BadInput
            If the dimension is not a natural number.
        """
        return cls(
            dimension, cls.nonnegative(dimension).inequalities, [[-1, *[1] * dimension]], "simplex"
        )

    @classmethod
    @validated(points=some(POINT, of=Sequence))
    def hull(
        cls,
        points: Sequence[Sequence[Number]],
        rays: Sequence[Sequence[Number]] = (),
        *,
        dimension: int | None = None,
    ) -> Inputs:
        """The convex hull of points, with the points that rays reach from there.

        Parameters
        ----------
        points
            The points; without any the set is empty.
        rays
            The directions in which the set is unbounded.
        dimension
            Needed where there are neither points nor rays.

        Returns
        -------
        The polyhedron, by its inequalities and equations.

        Raises
        ------
        BadInput
            If points and rays do not have one length, or the dimension is not known.
        """
        from arrangements.layers.inputs.hulls import inequalities_of

        width = next((len(row) for row in (*points, *rays)), dimension)
        if width is None:
            raise BadInput("dimension must be given when there are no points")
        return cls(
            width,
            *inequalities_of(_rows(points, width, "points"), _rows(rays, width, "rays"), width),
        )

    def generators(self) -> tuple[Rows, Rows]:
        """Points and rays of which the polyhedron is the hull; a line is two opposite rays.

        Raises
        ------
        BadInput
            If there is a ball.
        """
        from arrangements.layers.inputs.hulls import generators_of

        self.demand_polyhedron("points and rays")
        return generators_of(self.inequalities, self.equations, self.dimension)

    def faces(self) -> list[frozenset[int]]:
        """The faces, itself first, each as the places of the inequalities that are equations there.

        Of an empty set there is no face.

        Raises
        ------
        BadInput
            If there is a ball.

        Examples
        --------
        >>> sorted(map(sorted, Inputs.nonnegative(2).faces()))
        [[], [0], [0, 1], [1]]
        """
        points, rays = self.generators()
        generators = [(1, *point) for point in points] + [(0, *ray) for ray in rays]
        tight = [
            frozenset(j for j, row in enumerate(self.inequalities) if not sum(map(mul, row, g)))
            for g in generators
        ]
        # The least face around some points and rays, one of them a point, is tight where all of
        # them are.
        closed, todo = set(tight[: len(points)]), list(set(tight[: len(points)]))
        while todo:
            face = todo.pop()
            for wider in {face & other for other in tight} - closed:
                closed.add(wider)
                todo.append(wider)
        return sorted(closed, key=lambda face: (len(face), sorted(face)))

    def holds(self, point: Sequence[Exact]) -> bool:
        """Whether a point satisfies every condition.

        Parameters
        ----------
        point
            Its coordinates, exact numbers.

        Returns
        -------
        Whether it is in the set, decided exactly.

        Raises
        ------
        BadInput
            If the point has another dimension.

        Examples
        --------
        >>> Inputs.simplex(2).holds([1, 0])
        True
        """

        if len(point) != self.dimension:
            raise BadInput(f"point must have {self.dimension} coordinates, not {len(point)}")

        def value(row: Sequence[Scalar]) -> Scalar:
            return row[0] + sum(a * x for a, x in zip(row[1:], point, strict=True))

        linear = all(value(row) >= 0 for row in self.inequalities) and not any(
            value(row) for row in self.equations
        )
        return linear and (self.within is None or self.within.holds(point))

    def to_json(self) -> dict[str, object]:
        """The conditions as values that ``from_json`` reads back.

        Examples
        --------
        >>> Inputs.from_json(Inputs.simplex(2).to_json()) == Inputs.simplex(2)
        True
        """
        rows = {"inequalities": self.inequalities, "equations": self.equations}
        block = {
            "dimension": self.dimension,
            **{key: [[text(x) for x in row] for row in value] for key, value in rows.items()},
        }
        if self.within is None:
            return block
        ball: dict[str, object] = {
            "centre": list(map(text, self.within.centre)),
            "square": text(self.within.square),
        }
        if self.within.sphere:
            ball["sphere"] = True
        if self.within.gains is not None:
            ball |= {"gains": list(map(text, self.within.gains)), "centred": self.within.centred}
        if self.within.matrix is not None:
            ball["matrix"] = [list(map(text, row)) for row in self.within.matrix]
        return {**block, "ball": ball}

    @classmethod
    @validated
    def from_json(
        cls, value: Mapping[str, object], dimension: int | None = None, name: str = ""
    ) -> Inputs:
        """Read the conditions from values of JSON.

        Parameters
        ----------
        value
            An object with ``inequalities`` and ``equations`` (rows c, a_1, .., a_d), or ``points``
            and ``rays``, or ``low`` and ``high``. Besides these, or alone, ``ball``: an object with
            ``centre``, and ``radius`` or ``square``, its square; with ``gains`` and ``centred``
            where it is a norm, with ``matrix``, a list of rows, where it is an ellipsoid, with
            ``sphere``, true, for its border alone.
        dimension
            Where the object does not show it.
        name
            The set in words.

        Returns
        -------
        The set.

        Raises
        ------
        BadInput
            If the object has other keys, or its values make no set.
        """
        at = f" ({name})" if name else ""
        if not isinstance(value, Mapping) or not set(value) <= set(_KEYS):
            raise BadInput(
                f"inputs must be an object with keys among {', '.join(_KEYS)}, not {short_repr(value)}{at}"
            )
        wanted: Any = value.get("dimension")
        if isinstance(wanted, str) and wanted.isdecimal() and len(wanted) < 10:
            wanted = int(wanted)
        dimension = dimension if wanted is None else wanted
        options: dict[str, Any] = {
            key: item for key, item in value.items() if key not in ("dimension", "ball")
        }
        if "ball" in value:
            ball = _ball(value["ball"], name)
            rest = {key: item for key, item in value.items() if key != "ball"}
            linear = cls.from_json(rest, ball.dimension, name) if options else cls(ball.dimension)
            joined = linear & ball
            return cls(
                joined.dimension, joined.inequalities, joined.equations, name, within=joined.within
            )
        if any(not isinstance(item, list) for item in options.values()):
            raise BadInput(f"inputs must hold lists, not {short_repr(options)}{at}")
        groups = [{"inequalities", "equations"}, {"points", "rays"}, {"low", "high"}]
        if sum(bool(group & set(options)) for group in groups) != 1:
            raise BadInput(
                f"inputs must be inequalities and equations, or points and rays, or low and high, not {short_repr(options)}{at}"
            )
        try:
            return cls._from_keys(options, dimension, name)
        except BadInput as error:
            raise BadInput(f"{error}{at}") from None

    @classmethod
    def _from_keys(cls, given: Mapping[str, list[Any]], dimension: int | None, name: str) -> Inputs:
        if set(given) & {"points", "rays"}:
            found = cls.hull(given.get("points", []), given.get("rays", []), dimension=dimension)
        elif set(given) & {"low", "high"}:
            width = len(given.get("low", given.get("high", [])))
            low, high = (
                [None if end in (None, "") else end for end in given.get(key, [None] * width)]
                for key in ("low", "high")
            )
            found = cls.box(low, high)
        else:
            rows = [*given.get("inequalities", []), *given.get("equations", [])]
            if dimension is None and not rows:
                raise BadInput("dimension must be given when there are no conditions")
            width = (
                len(rows[0]) - 1
                if dimension is None and isinstance(rows[0], list)
                else dimension or 0
            )
            found = cls(width, given.get("inequalities", ()), given.get("equations", ()))
        if dimension is not None and found.dimension != dimension:
            raise BadInput(f"inputs must have dimension {dimension}, not {found.dimension}")
        return cls(found.dimension, found.inequalities, found.equations, name)

    @property
    def everything(self) -> bool:
        """Whether there are no conditions at all."""
        conditions = self.inequalities if self.ends is None else self.ends
        return not conditions and not self.equations and self.within is None

    def __repr__(self) -> str:
        number = len(self.inequalities if self.ends is None else self.ends)
        counts = [
            (number, "inequality", "inequalities"),
            (len(self.equations), "equation", "equations"),
        ]
        said = " and ".join(
            f"{number} {one if number == 1 else many}" for number, one, many in counts if number
        )
        norm = self.within is not None and self.within.gains is not None
        sphere = self.within is not None and self.within.sphere
        if self.within is not None and self.within.matrix is not None:
            where = f"{'on the border of' if sphere else 'in'} an ellipsoid"
            parts = " ".join(part for part in (said, where) if part)
            return f"<Inputs{' ' + self.name if self.name else ''}: {parts} in dimension {self.dimension}>"
        ball = "" if self.within is None else "behind a norm" if norm else "in a ball"
        ball = "on a sphere" if sphere and not norm else ball
        alone = "a norm" if norm else "a sphere" if sphere else "a ball" if ball else "everything"
        said = f"{said} {ball}".strip() if said else alone
        return (
            f"<Inputs{' ' + self.name if self.name else ''}: {said} in dimension {self.dimension}>"
        )

    def _repr_html_(self, limit: int = 20) -> str:
        from arrangements.layers.patterns.displays import html

        rows = [
            (_said(row), sign)
            for part, sign in ((self.inequalities, ">= 0"), (self.equations, "= 0"))
            for row in part[:limit]
        ]
        return html(
            repr(self)[1:-1],
            ("function of h", ""),
            rows,
            len(self.inequalities) + len(self.equations),
        )


def named(inputs: Inputs, name: str) -> Inputs:
    """Inputs under another name.

    >>> named(Inputs.unit(2), "after L2 normalisation")
    <Inputs after L2 normalisation: a sphere in dimension 2>
    """
    return _replaced(inputs, name, inputs.within)


def _replaced(inputs: Inputs, name: str, within: Ball | None) -> Inputs:
    weak = inputs.inequalities if inputs.ends is None else inputs.ends
    return Inputs(inputs.dimension, weak, inputs.equations, name, within=within)


def _ball(value: Any, name: str) -> Inputs:
    at = f" ({name})" if name else ""
    if isinstance(value, dict) and value.get("sphere") is True:
        return _ball({key: x for key, x in value.items() if key != "sphere"}, name).on_sphere()
    if isinstance(value, dict) and "matrix" in value:
        try:
            return _ellipsoid(value)
        except BadInput as error:
            raise BadInput(f"{error}{at}") from None
    known = isinstance(value, dict) and set(value) - {"gains", "centred"} in (
        {"centre", "radius"},
        {"centre", "square"},
    )
    if not known or not isinstance(value["centre"], list):
        raise BadInput(
            f"ball must be an object with a list centre, and radius or square, not {short_repr(value)}{at}"
        )
    try:
        if "gains" in value or "centred" in value:
            return _norm(value)
        if "radius" in value:
            return Inputs.ball(
                value["radius"], centre=value["centre"], dimension=len(value["centre"])
            )
        (middle,), ((square,),) = (
            _rows([value["centre"]], len(value["centre"]), "centre"),
            _rows([[value["square"]]], 1, "square"),
        )
        if square < 0:
            raise BadInput(f"square of the radius must be 0 or more, not {text(square)}")
        return Inputs(len(middle), within=Ball(middle, square))
    except BadInput as error:
        raise BadInput(f"{error}{at}") from None


def _ellipsoid(value: Mapping[str, Any]) -> Inputs:
    rows = value["matrix"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BadInput("matrix of the ellipsoid must be a list of rows")
    if "gains" in value or "centred" in value:
        raise BadInput("ball must have a matrix or gains, not both")
    ball = _ball({key: x for key, x in value.items() if key != "matrix"}, "").within
    assert ball is not None
    matrix = _rows(rows, len(rows[0]) if rows else 0, "matrix of the ellipsoid")
    return Inputs(len(ball.centre), within=replace(ball, matrix=matrix))


def _demand_matrix(matrix: Rows, dimension: int) -> None:
    if len(matrix) != dimension:
        raise BadInput(
            f"matrix of the ellipsoid must have {dimension} rows, one for each coordinate, not {len(matrix)}"
        )
    if len({len(row) for row in matrix}) > 1:
        raise BadInput("matrix of the ellipsoid must have rows of one length")


def _norm(value: Mapping[str, Any]) -> Inputs:
    if not isinstance(value.get("gains"), list) or type(value.get("centred")) is not bool:
        raise BadInput("norm must have a list gains, and centred, true or false")
    plain = {key: value[key] for key in value if key not in ("gains", "centred")}
    ball = _ball(plain, "").within
    assert ball is not None
    (gains,) = _rows([value["gains"]], len(ball.centre), "gains")
    return Inputs(
        len(gains), within=Ball(ball.centre, ball.square, gains, centred=value["centred"])
    )


def _said(row: Sequence[Scalar], most: int = 8) -> str:
    terms = [f"({text(x)})" + (f" h_{j}" if j else "") for j, x in enumerate(row) if x]
    return " + ".join([*terms[:most], *["..."] * (len(terms) > most)]) or "0"


def _rows(rows: Given, width: int, what: str) -> Rows:
    """Rows of exact scalars of one field."""
    try:
        table = [list(row) for row in (rows.tolist() if hasattr(rows, "tolist") else rows)]
    except TypeError:
        raise BadInput(f"{what} must be lists of numbers, not {short_repr(rows)}") from None
    if all(isinstance(x, Fraction) for row in table for x in row) and all(
        len(row) == width for row in table
    ):
        return tuple(map(tuple, table))
    return Configuration(table, dimension=width, name=what).rows
