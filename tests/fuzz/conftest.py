"""An attack is a trial made again and again with fresh seeds until its time is over. A failure
names the seed, and how to repeat it.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable

import pytest

Trial = Callable[[random.Random], None]


@pytest.fixture
def attack(request: pytest.FixtureRequest) -> Callable[[Trial], None]:
    def run(trial: Trial) -> None:
        only = request.config.getoption("--seed")
        first = secrets.randbelow(10**9) if only is None else only
        end = time.monotonic() + request.config.getoption("--attack")
        seed = first
        while seed == first or (only is None and time.monotonic() < end):
            try:
                trial(random.Random(seed))
            except BaseException:
                print(f"repeat with: pytest '{request.node.nodeid}' -m attack --seed {seed}")
                raise
            seed += 1
        print(f"{seed - first} trials from seed {first}")

    return run
