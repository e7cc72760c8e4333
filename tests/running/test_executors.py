"""Workers do not outlive whoever started them, whatever they compute then, and a block that fails
does not wait for them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from arrangements.running.executors import Processes, finished
from tests.processes import wait_for

# A worker that holds the lock of the interpreter, as FLINT does, hears of no thread of its own.
_PARENT = """
import re, sys
from arrangements.running.executors import Processes
if __name__ == "__main__":
    with Processes(2) as executor:
        import os
        print(executor.submit(os.getpid).result(), flush=True)
        [executor.submit(re.fullmatch, "(a*)*b", "a" * 40) for _ in range(2)]
        print(executor.submit(os.getpid).result(), flush=True)
"""


def alive(pid: int) -> bool:
    with suppress(OSError):
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    return False


def gone(pids: set[int]) -> bool:
    return wait_for(lambda: not any(map(alive, pids)))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker notices when it is idle")
def test_busy_workers_end_with_their_parent(tmp_path) -> None:  # type: ignore[no-untyped-def]
    script = tmp_path / "parent.py"
    script.write_text(_PARENT)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        first = int(parent.stdout.readline())
        family = psutil.Process(parent.pid)

        def busy() -> int:
            """Workers that have computed for longer than they take to start."""
            return sum(sum(child.cpu_times()[:2]) > 1 for child in family.children())

        assert wait_for(lambda: busy() == 2)
        children = {child.pid for child in family.children()}
        assert first in children
        parent.send_signal(signal.SIGKILL)
        assert gone(children)


def test_a_block_that_fails_does_not_wait(tmp_path: Path) -> None:
    pid, sign = 0, tmp_path / "begun"
    with suppress(KeyError), Processes(1) as executor:
        pid = executor.submit(os.getpid).result()
        executor.submit(_never_end, sign)
        assert wait_for(sign.exists)
        raise KeyError
    assert gone({pid})


def _never_end(sign: Path) -> None:
    sign.touch()
    while True:
        time.sleep(1000)


def test_results_in_the_order_in_which_they_come(tmp_path: Path) -> None:
    """The first task waits until the other two have come."""
    came, sign = [], tmp_path / "come"
    with Processes(2) as executor:
        tasks = finished(
            ["first", "second", "third"],
            executor,
            lambda name: executor.submit(_wait_for, sign if name == "first" else tmp_path),
            lambda *_: None,
        )
        for name, _ in tasks:
            came.append(name)
            if len(came) == 2:
                sign.touch()
    assert came == ["second", "third", "first"]


def _wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


def test_a_task_that_cannot_be_sent_is_an_error_of_its_own() -> None:
    with Processes(1) as executor:
        assert executor.submit(lambda: 1).exception() is not None
        assert executor.submit(os.getppid).result() == os.getpid()


def test_deaths_are_counted() -> None:
    lost: list[tuple[int, str]] = []
    with Processes(1) as executor:
        tasks = finished(
            [9, 1], executor, lambda t: executor.submit(_die, t), lambda *what: lost.append(what)
        )
        assert list(tasks) == [(1, 1)]
    assert lost == [(9, "its worker died 3 times")]


def _die(number: int) -> int:
    if number == 9:
        os.kill(os.getpid(), signal.SIGKILL)
    return number
