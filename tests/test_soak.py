"""A soak runs tests in another order each time, says which failed, and leaves no process."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests import soak
from tests.processes import started, untraced

ROOT = Path(__file__).parents[1]
_ORDERED = """
import os, pathlib, pytest

told = pathlib.Path({told!r})

@pytest.mark.parametrize("number", range(30))
def test_order(number):
    with told.open("a") as file:
        file.write(f"{{number}} {{os.environ['PYTHONHASHSEED']}};")

def test_of_the_first_run():
    assert told.read_text().count(";") <= 30 if told.exists() else True
"""
# a test that leaves a process, of which it says that it runs
_LEAVING = """
import pathlib, subprocess, sys, time

def test_that_leaves_a_process():
    told = pathlib.Path({told!r})
    nap = "import time, pathlib, sys; pathlib.Path(sys.argv[1]).touch(); time.sleep(1000)"
    subprocess.Popen([sys.executable, "-c", nap, {told!r}], start_new_session=True)
    while not told.exists():
        time.sleep(0.05)
"""
_WAITING = _LEAVING + "    time.sleep(1000)\n"


def _given(folder: Path, text: str) -> list[str]:
    """The arguments for pytest: these tests alone, in one process."""
    suite = folder / "test_suite.py"
    suite.write_text(text.format(told=str(folder / "told")))
    return ["-n", "0", "-p", "no:cacheprovider", "--rootdir", str(folder), str(suite)]


def _command(folder: Path, text: str, *options: str) -> list[str]:
    options = *options, "--folder", str(folder / "soak")
    return [sys.executable, "-m", "tests.soak", *options, *_given(folder, text)]


def test_runs_differ_and_the_table_says_what_failed(tmp_path: Path) -> None:
    command = _command(tmp_path, _ORDERED, "--runs", "2", "--load", "1", "--seed", "5")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=untraced())
    assert done.returncode == 1, done
    table = (tmp_path / "soak" / "runs.md").read_text()
    assert done.stdout.endswith(table)
    draw = random.Random(5)
    seeds = [(str(draw.getrandbits(32)), str(draw.getrandbits(32))) for _ in range(2)]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    name = "test_suite::test_of_the_first_run"
    assert [row[:3] + row[4:] for row in rows] == [
        [*seeds[0], "0", "31", "0"],
        [*seeds[1], "1", "30", "1", name],
    ]
    told = [entry.split() for entry in (tmp_path / "told").read_text().split(";")[:-1]]
    runs = told[:30], told[30:]
    orders = [[int(number) for number, _ in run] for run in runs]
    assert orders[0] != sorted(orders[0]) == sorted(orders[1]) != orders[1] != orders[0]
    assert [{seed for _, seed in run} for run in runs] == [{seeds[0][1]}, {seeds[1][1]}]


def test_a_process_that_a_test_leaves_is_named_and_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "_PATIENCE", 0.5)
    run = soak._run(1, 5, 7, 0, tmp_path, _given(tmp_path, _LEAVING))
    assert (run.passed, run.failed, run.code) == (1, (), 0)
    (left,) = run.left
    assert left.endswith(str(tmp_path / "told")), left
    assert run.faults == (f"left: {left}",)
    assert not _those_of(tmp_path)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_nothing_is_left_of_a_soak_that_is_interrupted(tmp_path: Path, name: str) -> None:
    command = _command(tmp_path, _WAITING, "--runs", "1", "--idle", "0", "--load", "3")
    number = signal.Signals[name]
    with started(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=untraced()) as process:
        while not (tmp_path / "told").exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        below = psutil.Process(process.pid).children(recursive=True)
        assert len(below) >= 1 + 3, below  # pytest and the load
        process.send_signal(number)
        out, _ = process.communicate()
    assert process.returncode == 128 + number
    assert out.endswith(soak.table([]) + "\n")
    assert not [one for one in below if not soak._ended(one)]
    assert not _those_of(tmp_path)


def _those_of(folder: Path) -> list[psutil.Process]:
    """Processes whose command names the folder."""
    found = list[psutil.Process]()
    for one in psutil.process_iter(["cmdline"]):
        if any(str(folder) in word for word in one.info["cmdline"] or ()):
            found.append(one)
    return found
