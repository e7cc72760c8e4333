"""Points for sets of rankings, found by adding one point to sets of points.

``with_a_further`` tries a point in each face of the lines through one of the points that are
parallel to two of them: there, and only there, the further point changes the sequence. Floating
point suggests a place for each sequence (``turning``); fractions near it are kept if
the points have the sequence exactly.

>>> found = with_a_further([(0, 0), (3, 0), (0, 3)])
>>> len(found)
5
>>> from arrangements.combinatorial_types.sequences import allowable_sequences
>>> len(found[allowable_sequences(4)[4]])
4
"""

from __future__ import annotations

from collections.abc import Sequence as Row
from fractions import Fraction
from math import lcm

import numpy as np

from arrangements.combinatorial_types.sequences import (
    Sequence,
    changes_of,
    least,
    sequence_of,
)
from arrangements.errors import BadInput
from arrangements.experimental import turning

__all__ = ["with_a_further"]

_CLOSEST = 1e-11
_DENOMINATORS = (1, 2, 6, 60, 3000, 10**6)
_MOST = 1_000_000  # places for a further point
Points = tuple[tuple[int, int], ...]


def with_a_further(points: Row[tuple[int, int]]) -> dict[Sequence, Points]:
    """Integer points for the classes of sequences that these points, scaled, have with one more.

    Classes for which no fraction near the place does are left out.
    """
    n = len(set(points))
    if n < 3 or n != len(points) or len(sequence_of(points)) < 3:
        raise BadInput("points must be at least three, different, and not on one line")
    pairs, lines = n * (n + 1) // 2, n * n * (n - 1) // 2
    room = min(_MOST, 6 * lines * (lines + 1))
    places, changes = np.empty((room, 2)), np.zeros((room, pairs), np.int64)
    count = turning.further(np.array(points, float), _CLOSEST, places, changes)
    _, first = np.unique(changes[:count], axis=0, return_index=True)
    points_of_sequences: dict[Sequence, Points] = {}
    for place in sorted(first.tolist()):
        for most in _DENOMINATORS:
            x, y = (Fraction(c).limit_denominator(most) for c in places[place].tolist())
            scale = lcm(x.denominator, y.denominator)
            made = [(scale * a, scale * b) for a, b in points] + [(int(scale * x), int(scale * y))]
            if len(set(made)) == n + 1:
                half = least(sequence_of(made))
                words = changes_of(half)
                if [*words, *[0] * (pairs - len(words))] == changes[place].tolist():
                    points_of_sequences.setdefault(half, tuple(made))
                    break
    return points_of_sequences
