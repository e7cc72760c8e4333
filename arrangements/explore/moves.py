"""Moves of a hand on a configuration: every result is exact, whatever the screen rounds.

>>> from arrangements import Configuration
>>> c = Configuration([[1, 0], [0, 1], [1, 1]])
>>> [str(x) for x in moved(c, {"kind": "ray", "label": 2, "factor": "3/5"}).rows[2]]
['3/5', '3/5']
>>> [str(x) for x in moved(c, {"kind": "cell", "label": 2, "to": ["3", "-1"]}).rows[2]]
['63/32', '1/32']
>>> [str(x) for x in moved(c, {"kind": "rotate", "tangent": "1/2", "axes": [0, 1]}).rows[0]]
['3/5', '4/5']

``cell`` goes straight towards its goal, as far as all sign patterns stay: to the last of 64 steps
before some minor would change its sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.exact import linear
from arrangements.exact.numbers import Scalar, parse, sign
from arrangements.layers.configuration import Configuration

__all__ = ["moved"]

_STEPS = 64  # into which a move is divided
_MOST_MINORS = 20_000  # that are followed while a hand moves


def moved(configuration: Configuration, move: Mapping[str, object]) -> Configuration:
    """The configuration after one move: free, cell, offset, ray, scale, rotate or translate."""
    match move.get("kind"):
        case "free":
            return _with_row(
                configuration, _index(configuration, move), _vector(configuration, move)
            )
        case "offset":
            return _with_offset(configuration, _index(configuration, move), _number(move, "to"))
        case "cell":
            return _in_cell(
                configuration, _index(configuration, move), _vector(configuration, move)
            )
        case "ray":
            i, factor = _index(configuration, move), _positive(move)
            return configuration.scaled([factor if k == i else 1 for k in range(configuration.n)])
        case "scale":
            return configuration.scaled([_positive(move)] * configuration.n)
        case "rotate":
            return _rotated(configuration, move)
        case "translate":
            return configuration.translated(_vector(configuration, move))
    raise BadInput(
        f"move must be free, cell, offset, ray, scale, rotate or translate, not {short_repr(move.get('kind'))}"
    )


def _index(configuration: Configuration, move: Mapping[str, object]) -> int:
    i = move.get("label")
    if type(i) is not int or not 0 <= i < configuration.n:
        raise BadInput(
            f"label of a move must be an index below {configuration.n}, not {short_repr(i)}"
        )
    return i


def _number(move: Mapping[str, object], key: str) -> Scalar:
    value = move.get(key)
    if not isinstance(value, str):
        raise BadInput(f"{key} of a move must be the text of a number, not {short_repr(value)}")
    return parse(value, key)


def _positive(move: Mapping[str, object]) -> Scalar:
    factor = _number(move, "factor")
    if sign(factor) <= 0:
        raise BadInput(f"factor of a move must be positive, not {short_repr(move['factor'])}")
    return factor


def _vector(configuration: Configuration, move: Mapping[str, object]) -> list[Scalar]:
    entries = move.get("to")
    if (
        not isinstance(entries, list)
        or len(entries) != configuration.d
        or not all(isinstance(x, str) for x in entries)
    ):
        raise BadInput(
            f"goal of a move must be {configuration.d} texts of numbers, not {short_repr(entries)}"
        )
    return [parse(x, "goal of a move") for x in entries]


def _with_row(configuration: Configuration, i: int, row: Sequence[Scalar]) -> Configuration:
    rows = [row if k == i else other for k, other in enumerate(configuration.rows)]
    return Configuration(
        rows,
        configuration.labels,
        bias=configuration.bias,
        dimension=configuration.d,
        name=configuration.name,
    )


def _with_offset(configuration: Configuration, i: int, offset: Scalar) -> Configuration:
    bias = [*(configuration.bias or [Fraction(0)] * configuration.n)]
    bias[i] = offset
    return Configuration(
        configuration.rows,
        configuration.labels,
        bias=bias,
        dimension=configuration.d,
        name=configuration.name,
    )


def _rotated(configuration: Configuration, move: Mapping[str, object]) -> Configuration:
    """By twice the angle whose tangent is given, in the plane of two axes; a rational tangent makes
    a rational rotation.
    """
    axes = move.get("axes")
    known = range(configuration.d)
    if (
        not isinstance(axes, list)
        or len(axes) != 2
        or axes[0] == axes[1]
        or not all(type(a) is int and a in known for a in axes)
    ):
        raise BadInput(
            f"axes of a rotation must be two of {configuration.d}, not {short_repr(axes)}"
        )
    t = _number(move, "tangent")
    whole = 1 + t * t
    cosine, sine = (1 - t * t) / whole, 2 * t / whole
    a, b = axes
    matrix: list[list[Scalar]] = [
        [Fraction(int(i == j)) for j in range(configuration.d)] for i in range(configuration.d)
    ]
    matrix[a][a], matrix[a][b], matrix[b][a], matrix[b][b] = cosine, sine, -sine, cosine
    return configuration.transformed(matrix)


def _in_cell(configuration: Configuration, i: int, goal: Sequence[Scalar]) -> Configuration:
    """As far towards the goal as all signs of minors with this row stay as they are, and the sign
    pattern with them.
    """
    from arrangements.listing.patterns import sign_pattern

    whole = _with_row(configuration, i, goal)
    parts = _minors(configuration, whole, i)
    last = _STEPS
    for before, after in parts:
        # A minor is an affine function of the way.
        while last and sign(before * (_STEPS - last) + after * last) != sign(before):
            last -= 1
    while last:
        moved = _part(configuration, whole, i, Fraction(last, _STEPS))
        if sign_pattern(moved) == sign_pattern(configuration):
            return moved
        last //= 2
    return configuration


def _part(
    configuration: Configuration, whole: Configuration, i: int, part: Fraction
) -> Configuration:
    row = [x + (y - x) * part for x, y in zip(configuration.rows[i], whole.rows[i], strict=True)]
    return _with_row(configuration, i, row)


def _minors(
    configuration: Configuration, whole: Configuration, i: int
) -> list[tuple[Scalar, Scalar]]:
    """All maximal minors with this row, before and after; with offsets the plane at infinity is one
    more row.
    """
    one, two = list(configuration.functions), list(whole.functions)
    if configuration.bias is not None:
        infinity = (Fraction(1), *[Fraction(0)] * configuration.d)
        one, two = [*one, infinity], [*two, infinity]
    width = len(one[i])
    others = [k for k in range(len(one)) if k != i]
    if comb(len(others), max(0, width - 1)) > _MOST_MINORS:
        raise LimitReached(
            f"minors must number at most {_MOST_MINORS:,} to move within a cell, not {comb(len(others), width - 1):,}"
        )
    result = []
    for choice in combinations(others, width - 1) if width else ():
        rest = [one[k] for k in choice]
        result.append((linear.determinant([*rest, one[i]]), linear.determinant([*rest, two[i]])))
    return result
