"""Times of counting, warm, against the goals: threshold:6 in 0.2 s, resonance:7 in 4 s,
threshold:7 in minutes.
"""

from __future__ import annotations

import resource
import time

import pytest

from arrangements import load, whitney_numbers
from tests.bench.figures import record
from tests.published import published

pytestmark = pytest.mark.bench

METHODS = [(name, "flats") for name in ("threshold:6", "resonance:7", "threshold:7")]
METHODS += [(name, "orbits") for name in ("threshold:7", "threshold:8", "resonance:8")]
COUNTS = {
    **{(name, method): published("topes")[name] for name, method in METHODS},
    ("random:40x6:bound=9:seed=1", "flats"): 1335762,
    ("random:64x7:bound=9:seed=1", "flats"): 151221652,
}


@pytest.mark.parametrize(("name", "method"), COUNTS)
def test_count(name, method):
    whitney_numbers(load("threshold:5"), method=method)
    whitney_numbers(load("random:9x5:bound=99:seed=1"), method=method)
    rows = load(name)
    start, used = time.perf_counter(), time.process_time()
    assert sum(whitney_numbers(rows, method=method)) == COUNTS[name, method]
    seconds, used = time.perf_counter() - start, time.process_time() - used
    record(f"count {name} by {method}", used)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"\n{name:<28} {method:<7} {COUNTS[name, method]:>18,}  {seconds:8.3f} s, processor {used:8.3f} s, peak memory so far {peak:.2f} GiB"
    )
