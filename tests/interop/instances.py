"""Two hundred arrangements for the comparison with peers: random and degenerate, central and
affine, rational and over number fields.

Rows are never zero: no peer has a hyperplane without a normal.
"""

from __future__ import annotations

import random
from fractions import Fraction

from arrangements import Configuration, Scalar, load
from arrangements.exact.numbers import exact

__all__ = ["NAMED", "SEED", "instances"]

SEED = 20
FIELDS = ["sqrt(2)", "sqrt(3)", "1/2*sqrt(5)+1/2", "root(x^3-x-1, 1, 2)"]
NAMED = [
    *(
        "braid:4",
        "coxeter:B3",
        "coxeter:D4",
        "coxeter:H3",
        "coxeter:I2(5)",
        "shi:3",
        "shi:4",
        "catalan:3",
        "linial:4",
        "semiorder:3",
        "ish:3",
    ),
    *(
        "graphical:K4",
        "graphical:house",
        "near-pencil:6",
        "simplicial:A(13,2)",
        "simplicial:A(10,1)",
        "discriminantal:5x2",
        "generic:6x3",
    ),
    *(
        "facets:cube",
        "facets:octahedron",
        "boolean:5",
        "resonance:4",
        "threshold:3",
        "cross-polytope:3",
        "paper/H.1-A",
        "paper/5.5-model-2",
    ),
]


def instances(count: int = 200) -> list[tuple[str, Configuration]]:
    """The named ones, then random ones of small entries, every second with offsets, every fourth
    irrational, with repetitions.
    """
    draw = random.Random(SEED)
    made = [(name, load(name)) for name in NAMED][:count]
    while len(made) < count:
        k = len(made)
        n, d, bound = draw.randint(1, 7), draw.randint(1, 4), draw.choice((1, 1, 2, 9))
        unit = draw.choice(FIELDS) if k % 4 == 3 else None
        rows = [[_entry(draw, bound, unit) for _ in range(d)] for _ in range(n)]
        rows = [row if any(row) else [exact(1)] * d for row in rows]
        bias = [_entry(draw, bound, unit) for _ in range(n)] if k % 2 else [exact(0)] * n
        # the same hyperplane again, turned around, or moved
        for _ in range(draw.choice((0, 0, 1, 2))):
            i = draw.randrange(n)
            factor = draw.choice((1, -1, 2))
            rows.append([factor * x for x in rows[i]])
            bias.append(factor * bias[i] if draw.randrange(2) or not k % 2 else exact(1))
        made.append((f"random {k}", Configuration(rows, bias=bias)))
    return made


def _entry(draw: random.Random, bound: int, unit: str | None) -> Scalar:
    x = Fraction(draw.randint(-bound, bound), draw.choice((1, 1, 2)))
    return (
        x if unit is None or draw.randrange(3) else exact(f"({x})+({draw.randint(-1, 1)})*({unit})")
    )
