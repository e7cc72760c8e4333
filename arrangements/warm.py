"""Compile ahead of time the kernels of lists, counts, rankings and chirotopes: ``python -m
arrangements.warm``, as ``make setup`` does.

Compiled code is kept on the disk (``kernels.cache``), for this version on this machine. Who never
runs this loses nothing but seconds, at the first question that is too large for plain Python
(``pure_python``). It asks small questions whose answers are known, and says what it does.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from arrangements import (
    Configuration,
    Inputs,
    covector_pattern,
    load,
    ranking_pattern,
    sign_pattern,
    whitney_numbers,
)
from arrangements.errors import InternalError
from arrangements.matroids.chirotopes import chirotope
from arrangements.pure_python.choice import pure_python

__all__ = ["STEPS", "warm"]

Step = tuple[Callable[[], object], int]


def _cone() -> int:
    return len(sign_pattern(load("random:9x4:bound=9:seed=1"), inputs=Inputs.nonnegative(4)))


def _minors() -> int:
    return len(chirotope(load("random:9x4:bound=9:seed=1")).signs)


def _large() -> int:
    """Entries whose minors no float holds."""
    return len(
        sign_pattern(Configuration([[(x + 10**20) ** k for k in range(4)] for x in range(9)]))
    )


# What is asked, and the number that must come out, as counting says without listing.
STEPS: dict[str, Step] = {
    "lists": (lambda: len(sign_pattern(load("resonance:6"))), 1_066_044),
    "lists of many labels": (
        lambda: sum(len(sign_pattern(load(f"random:{n}x4:bound=9:seed=1"))) for n in (70, 130)),
        810_022,
    ),
    "lists of large entries": (_large, 186),
    "lists on a cone": (_cone, 13),
    "lists of faces": (lambda: len(covector_pattern(load("threshold:3"))), 593),
    "rankings": (lambda: len(ranking_pattern(load("random:12x5:bound=9:seed=1"))), 718_644),
    "rankings of many labels": (
        lambda: len(ranking_pattern(load("random:40x3:bound=9999:seed=1"))),
        587_862,
    ),
    "counts": (lambda: sum(whitney_numbers(load("threshold:5"))), 94_572),
    "counts of large entries": (
        lambda: sum(whitney_numbers(load("random:12x5:bound=999:seed=1"))),
        1_124,
    ),
    "counts by symmetry": (
        lambda: sum(whitney_numbers(load("threshold:5"), method="orbits")),
        94_572,
    ),
    "chirotopes": (_minors, 126),
}


def warm(
    say: Callable[[str], None] = lambda text: print(text, file=sys.stderr, flush=True),
) -> None:
    """Ask everything once, by compiled code."""
    spent, pure_python.spent = pure_python.spent, sys.maxsize
    try:
        for name, (ask, answer) in STEPS.items():
            say(f"arrangements: compiling {name}, once for this machine ...")
            start = time.perf_counter()
            found = ask()
            if found != answer:
                raise InternalError(f"the answer for {name} must be {answer}, not {found}")
            say(f"arrangements: {name} are ready after {time.perf_counter() - start:.1f} s")
    finally:
        pure_python.spent = spent


if __name__ == "__main__":
    warm()
