"""Count in small pieces and print W_0, .., W_r, and a dot for each piece: ``kept_run.py NAME STORE
WORKERS ADDRESS``. For tests to kill.
"""

from __future__ import annotations

import sys

from arrangements import load
from arrangements.counting.checkpoint import Checkpoint
from arrangements.counting.orbit_store import Store
from arrangements.counting.whitney import whitney_numbers
from arrangements.running import limited
from arrangements.running.executors import workers_for


def main(name: str, path: str, workers: str, address: str) -> None:
    def told(step: str, part: float | None) -> None:
        print(".", flush=True)

    with Store(path) as store, limited("the count", progress=told):
        checkpoint = Checkpoint(
            store, lambda: workers_for(int(workers) or None, address or None), pairs=300, part=1000
        )
        print(*whitney_numbers(load(name), checkpoint=checkpoint), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
