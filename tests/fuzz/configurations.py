"""Random configurations of the kinds that break programs: degenerate, huge, tiny and wide ones, and
all of these together.
"""

from __future__ import annotations

import random
from fractions import Fraction

from arrangements import Configuration

KINDS = ("degenerate", "huge", "tiny", "mixed", "wide", "near")
_SIZES = {
    "huge": (10**30, 2**63, 2**62 - 1, 10**400, 1, 2),
    "tiny": (Fraction(1, 10**30), Fraction(1, 2**1074), Fraction(1, 3), 1, 2),
    "mixed": (10**30, 10**18, 1, 2, Fraction(1, 10**12)),
    "near": (2**53, 2**53 + 1, 2**31, 2**31 - 1, 2**62, 2**64),
}


def rows(chance: random.Random, kind: str, n: int, d: int) -> list[list[Fraction]]:
    """n rows; some are zero, equal, opposite, or sums of two others, exactly or nearly."""
    made: list[list[Fraction]] = []
    for _ in range(n):
        if kind in _SIZES:
            row = [chance.choice((-1, 0, 1, 1)) * chance.choice(_SIZES[kind]) for _ in range(d)]
        else:
            row = [chance.randint(-2, 2) for _ in range(d)]
        turn = chance.random()
        if made and turn < 0.35:
            a, b = chance.choice(made), chance.choice(made)
            row = [
                [-x, 2 * x, x + y, x - y, Fraction(x + y, 2), 0 * x][int(turn * 17) % 6]
                for x, y in zip(a, b, strict=True)
            ]
            if d and chance.random() < 0.4:
                row[chance.randrange(d)] += chance.choice(_SIZES.get(kind, (1,)))
        made.append([Fraction(x) for x in row])
    chance.shuffle(made)
    return made


def configuration(chance: random.Random, most: int = 5, dimension: int = 3) -> Configuration:
    kind = chance.choice(KINDS)
    n = chance.randint(0, most)
    d = chance.randint(8, 30) if kind == "wide" and n < 4 else chance.randint(0, dimension)
    return Configuration(rows(chance, kind, n, d), dimension=d)
