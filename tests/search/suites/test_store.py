"""The store keeps what it was given, belongs to one suite and one code, has one writer, and notices
damage.
"""

from __future__ import annotations

import resource
import shutil
import sqlite3
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from arrangements.errors import BadInput, LimitReached
from arrangements.running import code as running_code
from proofs.search.determinations.shards import Part, evaluate
from proofs.search.suites import code
from proofs.search.suites import store as stores
from proofs.search.suites.store import Store
from proofs.search.suites.suite import Job, Suite

SUITE = Suite(
    "small", (Job("theorem-5.5", "grid:3x2:1", False, 5), Job("counting", "grid:3x1:1", True, 2))
)
PLACES = [(j, s) for j, job in enumerate(SUITE.jobs) for s in range(len(job.shards))]


def part(j: int, s: int) -> Part:
    return evaluate(SUITE.jobs[j].check, SUITE.jobs[j].family, *SUITE.jobs[j].shards[s])


def filled(path: Path | None) -> Store:
    store = Store(SUITE, path)
    for j, s in reversed(PLACES):
        store.add(j, s, part(j, s))
    return store


def test_what_went_in_comes_out(tmp_path: Path) -> None:
    with filled(tmp_path / "a.db") as store:
        judgement, tally = store.judgement(0), store.tally(1)
    with Store(SUITE, tmp_path / "a.db") as store:
        assert store.done() == set(PLACES)
        assert (store.judgement(0), store.tally(1)) == (judgement, tally)
        assert store.tally(0)["matrices"] == 3**6
        with pytest.raises(BadInput, match="UNIQUE"):
            store.add(0, 0, part(0, 0))


def test_records_are_kept_in_parts_that_share_no_p(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with filled(None) as store:
        whole = np.concatenate(list(store.tables(0)))
    monkeypatch.setattr("proofs.search.suites.suite._PART_ROWS", 4)
    with filled(tmp_path / "a.db") as store:
        tables = list(store.tables(0))
        assert len(tables) == SUITE.jobs[0].parts == 8
        keys = [{tuple(row[:2]) for row in table.tolist()} for table in tables]
        assert sum(map(len, keys)) == len(set().union(*keys)) == store.judgement(0).keys
        assert sorted(np.concatenate(tables).tolist()) == sorted(whole.tolist())


def test_results_say_which_code_and_input_made_them(tmp_path: Path) -> None:
    filled(tmp_path / "a.db").close()
    rows = list(sqlite3.connect(tmp_path / "a.db").execute("SELECT code, input FROM results"))
    assert {code for code, _ in rows} == {stores.code_hash()}  # type: ignore[attr-defined]
    assert len({given for _, given in rows}) == len(PLACES)


@pytest.mark.parametrize("key", ["suite", "code", "libraries"])
def test_what_a_store_says_of_itself_stays_on_one_line(tmp_path: Path, key: str) -> None:
    path = tmp_path / "a.db"
    filled(path).close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE meta SET value = ? WHERE key = ?", ("some\nother\x1b[2J", key))
    with pytest.raises(BadInput, match=r"store must be .*, not (by |with )?some\\nother") as caught:
        Store(SUITE, path)
    assert str(caught.value).isprintable()


def test_another_suite_or_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.db"
    filled(path).close()
    before = path.read_bytes()
    with pytest.raises(BadInput, match="store must be of suite other, not small"):
        Store(Suite("other", SUITE.jobs), path)
    with pytest.raises(BadInput, match="store must be of the same jobs as suite small has now"):
        Store(Suite("small", SUITE.jobs[:1]), path)
    with monkeypatch.context() as patch:
        patch.setattr(stores, "code_hash", lambda: "f" * 64)
        with pytest.raises(
            BadInput,
            match=r"store must be made by this version of the code \(ffffffffffff\), not by [0-9a-f]{12} ",
        ):
            Store(SUITE, path)
    with monkeypatch.context() as patch:
        patch.setattr(stores, "libraries", lambda: "numpy 0.1")
        with pytest.raises(
            BadInput,
            match=r"store must be made with numpy 0.1, not with llvmlite .*, numpy .*, python-flint ",
        ):
            Store(SUITE, path)
    with monkeypatch.context() as patch:
        patch.setattr(stores, "SCHEMA", 9)
        with pytest.raises(BadInput, match="store must have layout 9, not 4"):
            Store(SUITE, path)
    assert path.read_bytes() == before
    Store(SUITE, path).close()


def test_the_hash_of_the_code_covers_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {code.code_hash.__wrapped__()}
    for name in ("numba", "numpy", "python-flint", "pycddlib"):
        with monkeypatch.context() as patch:
            patch.setattr(
                running_code,
                "version",
                lambda other, name=name: "0" if other == name else version(other),
            )
            patch.setattr(running_code, "libraries", running_code.libraries.__wrapped__)
            seen.add(code.code_hash.__wrapped__())
    assert len(seen) == 5


def test_the_hash_of_the_code_covers_what_computes_and_not_what_shows() -> None:
    root = Path(__file__).parents[3]
    hashed = {path.relative_to(root).as_posix() for path in code._modules()}
    computing = {
        "arrangements/kernels/jit.py",
        "arrangements/io/readers/text.py",
        "proofs/search/determinations/shards.py",
        "proofs/search/families/grid.py",
        "proofs/search/invariants/keys.py",
        "proofs/search/kernels/small_topes.py",
    }
    assert computing <= hashed
    folders = {name.rpartition("/")[0] for name in hashed}
    assert not {"arrangements/cli", "arrangements/io/tables", "proofs/search/suites"} & folders


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    program = f"""
import sys
sys.path[:0] = {[str(Path(__file__).parent)]}
from test_store import *
try:
    Store(SUITE, {str(path)!r})
except BadInput as error:
    print(error)
"""
    with filled(path) as store:
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        assert "store must not be in use by another run" in done.stdout
        with pytest.raises(BadInput, match="store must not be in use"):
            Store(SUITE, path)
        assert len(store.done()) == len(PLACES)
    Store(SUITE, path).close()


def damaged(path: Path, start: float, stop: float) -> None:
    data = bytearray(path.read_bytes())
    a, b = int(len(data) * start), int(len(data) * stop)
    data[a:b] = b"\xa5" * (b - a)
    path.write_bytes(data)


@pytest.mark.parametrize(
    "damage", ["half", "a page short", "head", "middle", "text", "zeros", "other database"]
)
def test_damage_is_named(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    filled(path).close()
    size = path.stat().st_size
    if damage == "half":
        path.write_bytes(path.read_bytes()[: size // 2])
    elif damage == "a page short":
        path.write_bytes(path.read_bytes()[:-4096])
    elif damage == "head":
        damaged(path, 0, 0.01)
    elif damage == "middle":
        damaged(path, 0.3, 0.9)
    elif damage == "text":
        path.write_text("not a store\n" * 100)
    elif damage == "zeros":
        path.write_bytes(bytes(size))
    else:
        path.unlink()
        sqlite3.connect(path).execute("CREATE TABLE other (x)")
    with pytest.raises(
        BadInput, match=r"store must be (an undamaged|undamaged|a store of results)"
    ):
        Store(SUITE, path).close()


def test_a_changed_number_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    filled(path).close()
    other = sqlite3.connect(path)
    for table, column in (("results", "tally"), ("records", "data")):
        shutil.copy(path, tmp_path / "b.db")
        with sqlite3.connect(tmp_path / "b.db") as changed:
            (value,) = changed.execute(f"SELECT {column} FROM {table} WHERE job = 0").fetchone()
            changed.execute(
                f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (b"9" + value[1:], value)
            )
        changed.close()
        with (
            Store(SUITE, tmp_path / "b.db") as store,
            pytest.raises(BadInput, match="a result differs from its checksum"),
        ):
            store.tally(0) if table == "results" else store.judgement(0)
    other.close()


def test_places_that_cannot_hold_a_store(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="store must be a file, not a folder"):
        Store(SUITE, tmp_path)
    with pytest.raises(BadInput, match="store must be a file that can be written: unable to open"):
        Store(SUITE, tmp_path / "missing" / "a.db")
    with pytest.raises(BadInput, match="store must be a file that can be written"):
        Store(SUITE, "/proc/arrangements.db")


def test_a_full_disk_is_named_and_earlier_results_stay(tmp_path: Path) -> None:
    """A limit on the size of files stands in for a small disk."""
    path = tmp_path / "a.db"
    program = f"""
import resource, sys
sys.path[:0] = {[str(Path(__file__).parent)]}
from test_store import *
store = Store(SUITE, {str(path)!r})
store.add(*PLACES[0], part(*PLACES[0]))
big = part(0, 1)
big = Part(**{{**vars(big), "records": np.zeros((40_000, 6), np.uint64)}})
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))
try:
    store.add(0, 1, big)
except LimitReached as error:
    print(error)
store.close()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "disk must have room for the store" in done.stdout, done
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 500_000
    with Store(SUITE, path) as store:
        assert store.done() == {PLACES[0]}
        for j, s in PLACES[1:]:
            store.add(j, s, part(j, s))
        with filled(None) as whole:
            assert store.judgement(0) == whole.judgement(0)


@pytest.mark.slow
def test_a_full_file_system_is_named(tmp_path: Path) -> None:
    """The same on a file system of one megabyte, where one may be mounted."""
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)], capture_output=True
    ).returncode:
        pytest.skip("no right to mount")
    try:
        store = Store(SUITE, tmp_path / "a.db")
        store.add(*PLACES[0], part(*PLACES[0]))
        big = part(0, 1)
        with pytest.raises(LimitReached, match="disk must have room for the store"):
            store.add(0, 1, Part(**{**vars(big), "records": np.zeros((40_000, 6), np.uint64)}))
        store.close()
        with Store(SUITE, tmp_path / "a.db") as again:
            assert again.done() == {PLACES[0]}
            again.add(0, 1, big)
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_given_up_shards_are_remembered_until_done() -> None:
    with Store(SUITE, None) as store:
        store.lose(0, 1, "its worker died 3 times")
        store.lose(0, 1, "its worker died 3 times")
        assert store.losses() == [(0, 1, "its worker died 3 times")]
        store.add(0, 1, part(0, 1))
        assert store.losses() == []
