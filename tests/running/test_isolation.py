"""What kills a process is a typed error for the caller of ``isolated``, and never reaches a library
through the package.
"""

from __future__ import annotations

import re
import signal
import subprocess
import time
from math import factorial
from pathlib import Path
from typing import Any

import pytest

from arrangements.errors import BadInput, InternalError, LimitReached, OutOfTime
from arrangements.running import emit, limited, memory_size
from arrangements.running.isolation import isolated

PACKAGE = Path(__file__).parents[2] / "arrangements"


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("import flint; flint.fmpz_mat(-1, 2)", "signal SIG"),
        ("import flint; flint.fmpz(2) ** (10 ** 13)", "signal SIG"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGBUS)", "signal SIGBUS"),
        ("raise SystemExit(3)", "exit code 3"),
        ("import os; os._exit(0)", "exit code 0"),
        ("print('noise'); 1 / 0", "ZeroDivisionError"),
        ("def f(): f()\nf()", "RecursionError"),
    ],
)
def test_deaths_are_internal_errors(code: str, end: str) -> None:
    with pytest.raises(
        InternalError, match=rf"the process must end with an answer, not with {end}.*, for the test"
    ):
        isolated(exec, code, {}, instance="the test")


@pytest.mark.parametrize(
    "code", ["x = bytearray(10 ** 10)", "import flint; flint.fmpz(2) ** (10 ** 10)"]
)
def test_memory_is_limited(code: str) -> None:
    with pytest.raises(LimitReached, match="memory must be at most 400 MB for the test"):
        isolated(exec, code, {}, instance="the test", memory=memory_size("400M"))


def test_time_is_limited_even_inside_a_library() -> None:
    endless = 'import re; re.fullmatch("(a*)*b", "a" * 100)'
    with pytest.raises(LimitReached, match=r"time must be at most 0.6 s for the test"):
        isolated(exec, endless, {}, instance="the test", timeout=0.6)


def test_processor_time_is_limited() -> None:
    """Time in which the child sleeps does not count."""
    isolated(time.sleep, 1.5, instance="the test", processor=1)
    with pytest.raises(LimitReached, match="time must be at most 1 s for the test"):
        isolated(exec, "while True: pass", {}, instance="the test", timeout=500, processor=1)


def test_the_clock_of_the_scope_ends_the_child_too() -> None:
    for timeout in (None, 50):
        with limited("a nap", timeout=0.5):
            emit("a dream")
            with pytest.raises(OutOfTime, match=r"time must be at most 0\.5 s for a nap") as over:
                isolated(time.sleep, 60, instance="the test", timeout=timeout)
        assert over.value.settled == ("a dream",)
    with (
        pytest.raises(LimitReached, match=r"time must be at most 0\.4 s for the test"),
        limited("a nap", timeout=50),
    ):
        isolated(time.sleep, 60, instance="the test", timeout=0.4)


@pytest.mark.parametrize("stop", [LimitReached, KeyboardInterrupt])
def test_a_child_that_is_not_waited_for_is_killed(
    monkeypatch: pytest.MonkeyPatch, stop: type[BaseException]
) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Child(subprocess.Popen[bytes]):
        def communicate(self, *args: Any, **options: Any) -> tuple[bytes, bytes]:
            started.append(self)
            if stop is KeyboardInterrupt:
                raise KeyboardInterrupt
            return super().communicate(*args, **options)

    monkeypatch.setattr(subprocess, "Popen", Child)
    with pytest.raises(stop, match="time must be" if stop is LimitReached else None):
        isolated(time.sleep, 20, instance="the test", timeout=0.2)
    (child,) = started
    assert child.returncode == -signal.SIGKILL


def test_answers_and_errors_of_the_package_pass_through() -> None:
    assert isolated(factorial, 30, instance="30!") == factorial(30)
    with pytest.raises(BadInput, match="memory must be a size such as 500M or 4G, not 'much'"):
        isolated(memory_size, "much", instance="the test")


@pytest.mark.parametrize("text", ["", "0", "-1G", "1.5G", "1 G", "5X", "٣G", "9999999999"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(BadInput, match="memory must be a size"):
        memory_size(text)


def test_flint_has_a_gateway_to_its_numbers_its_polynomials_and_its_matrices() -> None:

    def importers(name: str, where: Path) -> set[str]:
        pattern = re.compile(rf"^\s*(import|from) {name}\b", re.MULTILINE)
        return {
            path.name
            for path in where.rglob("*.py")
            if pattern.search(path.read_text(encoding="utf-8"))
        }

    assert importers("flint", PACKAGE) == {
        "_flint.py",
        "several_variables.py",
        "flint_matrices.py",
    }
