"""Pictures as data: exact regions with their names, an exact point of each, and
corners rounded for the screen only.

There are three kinds of picture. In a ``plane`` inputs turn around the origin and regions are
sectors: rank at most 2. On a ``sphere`` the rank is 3. A ``map`` is the plane, or the line, of
inputs h of a layer with offsets or of limited inputs, in homogeneous coordinates (1, h): a cone is
a polygon. Where nothing can be drawn the kind is ``none``, and ``why`` says why.

>>> from arrangements import Configuration
>>> seen = view(Configuration([[1, 0], [0, 1]]), None, "argmax")
>>> seen.kind, [(region.name, region.point) for region in seen.regions], seen.neighbours("2")
('plane', [('2', '(-1, 1)'), ('1', '(1, -1)')], [('1 = 2', '1')])
>>> view(Configuration([[1, 0], [0, 1]], bias=[0, -1]), None, "sign").names()
['++', '+-', '-+', '--']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from arrangements.exact import linear
from arrangements.exact.numbers import Exact, Scalar, text
from arrangements.explore.sphere import Subdivision, subdivision
from arrangements.figures.sectors import Regions, Sector, rank_of, sectors
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import Homogenised, homogenised, with_offsets
from arrangements.running import report_progress
from arrangements.sign_text import text_of

__all__ = ["MOST_PLANES", "Region", "View", "called", "view"]

MOST_PLANES = 130  # more planes than this have too many corners for a picture
_MOST_LINES = 1000  # the same in the plane
Row = tuple[Exact, ...]


class Region(NamedTuple):
    """``group``: index of the winner, or number of + signs. ``point``: an exact input, as text.
    ``pieces``: corners in order, and the wall after each.
    """

    name: str
    group: int
    point: str
    pieces: list[tuple[list[int], list[int]]]


@dataclass(frozen=True)
class View:
    """``corners``: unit vectors, rounded. ``walls``: what vanishes on each wall, "" for a cut that
    is none, and the normal of the wall.

    ``axes``: the columns of the rows that are the coordinates of the picture, those of (1, h) after
    the first on a map. ``neighbours(name)``: what is equal or zero on each facet, and the region
    behind it, None where no inputs are.
    """

    kind: str
    regions: Sequence[Region] = ()
    corners: list[list[float]] = field(default_factory=list)
    walls: list[tuple[str, list[float]]] = field(default_factory=list)
    why: str = ""
    axes: Sequence[int] = ()
    near: Callable[[str], Iterable[tuple[str, str | None]]] = lambda name: ()

    def neighbours(self, name: str) -> list[tuple[str, str | None]]:
        return list(dict.fromkeys(self.near(name)))

    def names(self) -> list[str]:
        return sorted(region.name for region in self.regions)


@lru_cache(maxsize=8)
def view(configuration: Configuration, inputs: Inputs | None, regions: Regions) -> View:
    """The picture of the regions; ``none`` with the reason where there is none."""
    shaped = homogenised(configuration, inputs)
    why = (
        shaped.reason("sign" if regions == "sign" else "ranking")
        if configuration.n
        else "there are no labels"
    )
    if regions == "argmax" and configuration.equal_groups and configuration.n and not shaped.empty:
        why = f"equal rows never win strictly: {' = '.join(configuration.labels[i] for i in configuration.equal_groups[0])}"
    if why:
        return View("none", why=why)
    if regions == "ranking" and (names := called(configuration.labels)) != configuration.labels:
        renamed = Configuration(
            configuration.rows, names, bias=configuration.bias, dimension=configuration.d
        )
        shaped, configuration = homogenised(renamed, inputs), renamed
    if shaped.affine or shaped.constraints or shaped.basis is not None:
        if shaped.basis is not None:
            return View(
                "none", why="the inputs have no interior, so that there is no plane to draw"
            )
        if configuration.d > 2:
            return View(
                "none",
                why=f"the inputs of a layer are drawn in dimension 1 and 2, not {configuration.d}",
            )
        return _map(shaped, regions)
    if (rank := rank_of(configuration, regions)) <= 2:
        return _plane(configuration, regions)
    if rank > 3:
        return View("none", why=f"regions are drawn up to rank 3, not {rank}")
    basis = _columns(configuration, regions)
    rows = [tuple(row[c] for c in basis) for row in configuration.rows]

    def point(x: Sequence[Exact]) -> str:
        place = dict(zip(basis, _small(x), strict=True))
        return _text(place.get(c, 0) for c in range(configuration.d))

    return replace(_space("sphere", rows, [], configuration, regions, point), axes=basis)


def called(labels: Sequence[str]) -> tuple[str, ...]:
    """How labels are called in a ranking: a label with the sign > in it by its number.

    >>> called(["a", "b>c", "#1"])
    ('a', '#2', '#3')
    """
    return tuple(
        f"#{i}" if ">" in label or label.startswith("#") else label
        for i, label in enumerate(labels, 1)
    )


def _columns(configuration: Configuration, regions: Regions) -> tuple[int, ...]:
    if regions == "sign" or configuration.d == 3:
        return configuration.column_basis if configuration.d != 3 else (0, 1, 2)
    return configuration.translated([-x for x in configuration.rows[0]]).column_basis


# In the plane


def _plane(configuration: Configuration, regions: Regions) -> View:
    labels = configuration.labels
    count = configuration.n if regions == "sign" else configuration.n * (configuration.n - 1) // 2
    if regions != "argmax" and count > _MOST_LINES:
        return View(
            "none", why=f"lines must number at most {_MOST_LINES:,} to be drawn, not {count:,}"
        )
    parts = sectors(configuration, regions)
    rays = [s.start for s in parts if s.start is not None]
    corners = [_unit(ray) for ray in rays]
    # One wall for each ray: what is zero or equal there.
    said = [_on_ray(labels, regions, parts[k - 1], parts[k]) for k in range(len(rays))]
    basis = _plane_columns(configuration, regions)
    made = []
    for k, sector in enumerate(parts):
        place = dict(zip(basis, sector.inside, strict=False))
        pieces = [([k, (k + 1) % len(rays)], [k, (k + 1) % len(rays)])] if rays else [([], [])]
        made.append(
            Region(
                sector.name,
                sector.group,
                _text(place.get(c, 0) for c in range(configuration.d)),
                pieces,
            )
        )
    names = [sector.name for sector in parts]

    def near(name: str) -> Iterator[tuple[str, str | None]]:
        if rays:
            k = names.index(name)
            after = (k + 1) % len(rays)
            yield said[k], names[k - 1]
            yield said[after], names[after]

    walls = [(words, [-c[1], c[0]]) for words, c in zip(said, corners, strict=True)]
    return View("plane", made, corners, walls, axes=basis[:2], near=near)


def _plane_columns(configuration: Configuration, regions: Regions) -> tuple[int, ...]:
    if configuration.d == 2:
        return (0, 1)
    rows = configuration.rows
    if regions != "sign":
        return linear.column_basis(
            [[x - y for x, y in zip(row, rows[0], strict=True)] for row in rows]
        )
    return configuration.column_basis


def _on_ray(
    labels: Sequence[str],
    regions: Regions,
    before: Sector,
    after: Sector,
) -> str:
    if regions == "argmax":
        return (
            f"{before.name} = {after.name}"
            if labels.index(before.name) < labels.index(after.name)
            else f"{after.name} = {before.name}"
        )
    if regions == "sign":
        return ", ".join(
            label for label, a, b in zip(labels, before.name, after.name, strict=True) if a != b
        )
    return _swapped(before.name.split(">"), after.name.split(">"), labels)


def _swapped(before: Sequence[str], after: Sequence[str], labels: Sequence[str]) -> str:
    """The blocks of labels that are reversed between two rankings."""
    place, blocks, k = {label: i for i, label in enumerate(after)}, [], 0
    while k < len(before):
        last = place[before[k]]
        if last > k:
            blocks.append(" = ".join(sorted(before[k : last + 1], key=list(labels).index)))
        k = max(k, last) + 1
    return ", ".join(blocks)


# In space


def _map(shaped: Homogenised, regions: Regions) -> View:
    configuration, inputs = shaped.configuration, shaped.inputs
    pad: Row = (Fraction(0),) * (2 - configuration.d)
    rows = [(*row, *pad) for row in with_offsets(configuration)]
    constraints: list[Row] = [
        (Fraction(1), Fraction(0), Fraction(0)),
        *((*row, *pad) for row in inputs.inequalities if any(row[1:])),
    ]

    def point(x: Sequence[Exact]) -> str:
        return _text(_over(c, x[0]) for c in x[1 : 1 + configuration.d])

    return replace(
        _space("map", rows, constraints, configuration, regions, point), axes=range(configuration.d)
    )


def _space(
    kind: str,
    rows: Sequence[Row],
    constraints: Sequence[Row],
    configuration: Configuration,
    regions: Regions,
    point: Callable[[Sequence[Exact]], str],
) -> View:
    """Regions of rows of length 3 inside the open cone of the constraints."""
    n, labels = configuration.n, configuration.labels
    if regions == "argmax":
        parts = []
        for i in range(n):
            report_progress(f"regions; {i} of {n} labels", i / n)
            others = [j for j in range(n) if j != i]
            cuts = [
                (linear.minus(rows[i], rows[j]), " = ".join(labels[k] for k in sorted((i, j))))
                for j in others
            ]
            if n + len(constraints) > MOST_PLANES:
                return View(
                    "none", why=f"labels must number at most {MOST_PLANES} to be drawn, not {n}"
                )
            parts.append(
                (i, _Arranged([row for row, _ in cuts], constraints), [name for _, name in cuts])
            )
        return _winners(kind, parts, labels, point)
    if regions == "sign":
        planes, names = list(rows), list(labels)
    else:
        pairs = list(combinations(range(n), 2))
        planes = [linear.minus(rows[i], rows[j]) for i, j in pairs]
        names = [f"{labels[i]} = {labels[j]}" for i, j in pairs]
    arranged = _Arranged(planes, constraints)
    if len(arranged.lines) > MOST_PLANES:
        return View(
            "none",
            why=f"planes must number at most {MOST_PLANES} to be drawn, not {len(arranged.lines):,}",
        )
    found = arranged.divided
    inside, kept = arranged.inside(), arranged.kept()
    if regions == "sign":
        table = arranged.row_signs()
        words = [text_of(line) for line in table.tolist()]
        groups = (table > 0).sum(axis=1).tolist()
    else:
        orders = _orders(inside, rows)
        words = [">".join(labels[i] for i in order) for order in orders]
        groups = [order[0] if order else 0 for order in orders]
    said = arranged.said(names)
    own: dict[str, list[int]] = {}
    for k in kept:
        own.setdefault(words[k], []).append(k)
    inputs = set(kept)

    def near(name: str) -> Iterator[tuple[str, str | None]]:
        for k in own[name]:
            for wall, other in found.across(k):
                if wall < arranged.cuts:
                    yield (
                        said[wall] or "border of the inputs",
                        words[other] if other in inputs else None,
                    )

    wall_of = [edge[2] for edge in found.edges]
    made = []
    for name, cells in own.items():
        pieces = [(found.cycles[k][0], [wall_of[e] for e in found.cycles[k][1]]) for k in cells]
        made.append(Region(name, groups[cells[0]], point(inside[cells[0]]), pieces))
    walls = [(text_, _unit(line)) for text_, line in zip(said, arranged.lines, strict=True)]
    return View(kind, made, _units(found.corners), walls, near=near)


def _winners(
    kind: str,
    parts: Sequence[tuple[int, _Arranged, list[str]]],
    labels: Sequence[str],
    point: Callable[[Row], str],
) -> View:
    """Each label's region is where all its differences are positive: one cell of its own
    arrangement.
    """
    corners: list[list[float]] = []
    walls: list[tuple[str, list[float]]] = []
    made = []
    beyond: dict[str, list[tuple[str, list[str]]]] = {}
    for i, arranged, names in parts:
        found = arranged.divided
        table = arranged.row_signs()
        own = [k for k in arranged.kept() if (table[k] > 0).all()]
        if not own:
            continue
        start, base = len(walls), len(corners)
        said, behind = (
            arranged.said(names),
            arranged.behind([label for label in labels if label != labels[i]]),
        )
        walls += [(words, _unit(line)) for words, line in zip(said, arranged.lines, strict=True)]
        used: dict[int, int] = {}
        pieces = []
        for k in own:
            cycle, edges = found.cycles[k]
            bounds = [found.edges[e][2] for e in edges]
            pieces.append(
                ([base + used.setdefault(c, len(used)) for c in cycle], [start + w for w in bounds])
            )
            facets = (
                (said[w] or "border of the inputs", behind[w]) for w in bounds if w < arranged.cuts
            )
            beyond.setdefault(labels[i], []).extend(facets)
        corners += _units(found.corners[list(used)])
        made.append(Region(labels[i], i, point(arranged.inside()[own[0]]), pieces))
    winners = {region.name for region in made}

    def near(name: str) -> Iterator[tuple[str, str | None]]:
        # Of several labels that tie on one wall the farthest wins behind it, and the others
        # nowhere.
        for words, others in beyond[name]:
            other = next((label for label in others if label in winners), None)
            yield (
                words if other is None else " = ".join(sorted((name, other), key=labels.index)),
                other,
            )

    return View(kind, made, corners, walls, near=near)


class _Arranged:
    """Rows and constraints as distinct planes, and as many more cuts as are needed to span space;
    the cuts come last.
    """

    def __init__(self, rows: Sequence[Row], constraints: Sequence[Row]) -> None:
        sided = Configuration([*rows, *constraints], dimension=3).directions
        lines: dict[Row, int] = {}
        for line, side in sided:
            if side:
                lines.setdefault(line, len(lines))
        self.of = [(lines[line], side) if side else (-1, 0) for line, side in sided]
        self.count = len(rows)
        self.cuts = len(lines)
        free = linear.kernel(list(lines), 3) if lines else np.eye(3, dtype=int).tolist()
        self.lines = [_primitive(line) for line in (*lines, *free)]
        self._divided: Subdivision | None = None

    @property
    def divided(self) -> Subdivision:
        if self._divided is None:
            self._divided = subdivision(self.lines)
        return self._divided

    def _signs(self, of: Sequence[tuple[int, int]]) -> np.ndarray:
        if not of:
            return np.zeros((len(self.divided.signs), 0), np.int8)
        return self.divided.signs[:, [k for k, _ in of]] * np.array(
            [side for _, side in of], np.int8
        )

    def row_signs(self) -> np.ndarray:
        """The signs of the rows in every region."""
        return self._signs(self.of[: self.count])

    def kept(self) -> list[int]:
        """The regions in the open cone of the constraints."""
        return np.flatnonzero((self._signs(self.of[self.count :]) > 0).all(axis=1)).tolist()

    def inside(self) -> np.ndarray:
        """A point inside each region: the sum of its corners, as exact objects."""
        corners = self.divided.corners.astype(object)
        sums = np.empty((len(self.divided.cycles), 3), dtype=object)
        for k, (cycle, _) in enumerate(self.divided.cycles):
            sums[k] = corners[cycle].sum(axis=0)
        return sums

    def said(self, names: Sequence[str]) -> list[str]:
        """For each plane the names of its rows."""
        words: list[list[str]] = [[] for _ in self.lines]
        for name, (k, side) in zip(names, self.of, strict=False):
            if side:
                words[k].append(name)
        return [", ".join(part) for part in words]

    def behind(self, labels: Sequence[str]) -> list[list[str]]:
        """For each plane the labels of its rows; none where the inputs end."""
        found: list[list[str]] = [[] for _ in self.lines]
        border = {k for k, _ in self.of[self.count :]}
        for label, (k, _) in zip(labels, self.of, strict=False):
            if k not in border:
                found[k].append(label)
        return found


def _orders(points: np.ndarray, rows: Sequence[Row]) -> list[list[int]]:
    """The labels at each point, best first."""
    table = np.array(linear.cleared(rows), dtype=object).reshape(len(rows), 3)
    values: list[list[Any]] = (points @ table.T).tolist()
    return [sorted(range(len(rows)), key=line.__getitem__, reverse=True) for line in values]


def _primitive(row: Sequence[Exact]) -> Row:
    return tuple(linear.primitive(row)) if linear.is_rational([row]) else tuple(row)


def _exact(x: Any) -> Scalar:
    return Fraction(int(x)) if isinstance(x, int | np.integer) else x


def _over(x: Any, y: Any) -> Scalar:
    return _exact(x) / _exact(y)


def _small(x: Sequence[Any]) -> Sequence[Any]:
    """The direction in small integers, if it has some."""
    if all(isinstance(c, int) for c in x):
        divisor = gcd(*x)
        return [c // divisor for c in x]
    return _primitive(x)


def _text(point: Iterable[Any]) -> str:
    return f"({', '.join(str(x) if isinstance(x, int) else text(x) for x in point)})"


def _unit(row: linear.Row) -> list[float]:
    return [round(x, 6) for x in linear.unit(row)]


def _units(rays: np.ndarray) -> list[list[float]]:
    if rays.dtype == object:
        return [_unit(ray) for ray in rays.tolist()]
    floats = rays.astype(float)
    return np.round(floats / np.linalg.norm(floats, axis=1, keepdims=True), 6).tolist()
