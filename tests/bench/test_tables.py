"""Export of the 15,028,134 topes of threshold:6: time against pyarrow writing the same bytes from
its own arrays, and memory.
"""

from __future__ import annotations

import resource
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from arrangements import export, load, read_table, sign_pattern, table_of
from arrangements.io.tables.row_batches import BATCH
from tests.bench.figures import record

pytestmark = pytest.mark.bench
COUNT = 15_028_134


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


@pytest.fixture(scope="module")
def table():
    c = load("threshold:6")
    return table_of(sign_pattern(c), configuration=c)


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_export(form: str, table, tmp_path: Path) -> None:
    path, again = tmp_path / f"t.{form}", tmp_path / f"again.{form}"
    before, start, used = _peak(), time.perf_counter(), time.process_time()
    export(table, path)
    ours, ours_used, memory = (
        time.perf_counter() - start,
        time.process_time() - used,
        _peak() - before,
    )

    batch = table_batch(table, form)
    start, used = time.perf_counter(), time.process_time()
    options = {"compression": "NONE", "use_dictionary": False} if form == "parquet" else {}
    with (pq.ParquetWriter if form == "parquet" else pa.csv.CSVWriter)(
        again, batch.schema, **options
    ) as writer:
        for at in range(0, COUNT, BATCH):
            writer.write_batch(batch.slice(0, min(BATCH, COUNT - at)))
    theirs, theirs_used = time.perf_counter() - start, time.process_time() - used
    size = path.stat().st_size
    print(
        f"\n{form:8} {size / 1e6:8.0f} MB  {ours:6.2f} s ({ours_used:.2f} s of processor), memory beyond the list {memory:.2f} GiB"
    )
    record(
        f"write threshold:6 as {form}", ours_used, count=COUNT, peer="pyarrow", theirs=theirs_used
    )
    print(f"         pyarrow alone {theirs:6.2f} s ({theirs_used:.2f} s of processor)")
    assert abs(again.stat().st_size - size) < 0.02 * size
    assert ours_used < 3 * theirs_used
    assert memory < 1
    start = time.perf_counter()
    assert read_table(path).pattern == table.pattern
    print(f"         read back in {time.perf_counter() - start:.2f} s")


def table_batch(table, form: str) -> pa.RecordBatch:
    """Some of the members in arrays of pyarrow."""
    from arrangements.io.tables.row_batches import sign_bits

    bits = sign_bits(table.pattern, len(table) // 2 - BATCH // 2, len(table) // 2 + BATCH // 2)
    kind = pa.bool_() if form == "parquet" else pa.uint8()
    return pa.RecordBatch.from_arrays(
        [pa.array(column, pa.uint8()).cast(kind) for column in bits.T.copy()],
        names=list(table.labels),
    )
