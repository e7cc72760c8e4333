"""An attack is a trial made again and again with other seeds until its time is over: with the seeds
from 0 on in the ordinary run, which can be repeated, with fresh ones where ``--attack`` gives the
time. A failure names the seed, and how to repeat it.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable

import pytest

ORDINARY, MOST = 0.5, 100  # seconds, and trials: a fast machine tries no others
Trial = Callable[[random.Random], None]


@pytest.fixture
def attack(request: pytest.FixtureRequest) -> Callable[[Trial], None]:
    def run(trial: Trial) -> None:
        only, seconds = request.config.getoption("--seed"), request.config.getoption("--attack")
        first = only or 0
        if only is None and seconds is not None:
            first = secrets.randbelow(10**9)
        end = time.monotonic() + (ORDINARY if seconds is None else seconds)
        seed = first
        last = first + (MOST if seconds is None else 10**9)
        while seed == first or (only is None and seed < last and time.monotonic() < end):
            try:
                trial(random.Random(seed))
            except BaseException:
                print(f"repeat with: pytest '{request.node.nodeid}' -m attack --seed {seed}")
                raise
            seed += 1
        print(f"{seed - first} trials from seed {first}")

    return run
