"""What tests of processes rest on."""

from __future__ import annotations

import signal
import subprocess
import sys

import psutil
import pytest

from tests.processes import SIGNALS, started, untraced

_TELL = "import signal; print(*(signal.getsignal(n) is signal.SIG_IGN for n in {0}), bool(set({0}) & signal.pthread_sigmask(0, [])))"


@pytest.mark.parametrize("give_back", [False, True])
def test_programs_of_a_deaf_process_hear_signals(give_back: bool) -> None:
    tell = _TELL.format([int(number) for number in SIGNALS])
    code = f"""
import signal, subprocess, sys
from tests.processes import SIGNALS, give_back_signals
for number in SIGNALS:
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
{"give_back_signals()" if give_back else ""}
sys.exit(subprocess.run([sys.executable, "-c", {tell!r}]).returncode)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=untraced(), capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(not give_back)] * (len(SIGNALS) + 1)


def test_a_process_does_not_outlive_a_test_that_fails() -> None:
    with (
        pytest.raises(ZeroDivisionError),
        started([sys.executable, "-c", "import time; time.sleep(1000)"]) as process,
    ):
        raise ZeroDivisionError
    assert process.returncode == -signal.SIGKILL
    assert not psutil.pid_exists(process.pid)


def test_a_test_has_a_time_limit(request: pytest.FixtureRequest) -> None:
    assert (
        0
        < float(request.config.getini("timeout"))
        < float(request.config.getini("faulthandler_timeout"))
    )
    assert request.config.getini("faulthandler_exit_on_timeout") is True
    # unless the run was started with --timeout 0
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
