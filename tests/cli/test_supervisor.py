"""Commands as real processes: clocks, memory, interrupts and deaths of the child that does the
work, and the bar on a terminal.
"""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from arrangements import decide_tie, load
from arrangements.cli.options import Entries, Merging, OneSource, Printing, Request, Running
from arrangements.cli.supervisor import out_of_time
from arrangements.errors import BadInput, InternalError, LimitReached, OutOfTime
from tests.processes import started

ARRANGEMENTS = [sys.executable, "-m", "arrangements"]
# What the work is, in place of that of ``show``: neither signals nor clocks get into it, and nobody
# waits for its end.
STUCK = 'import re; re.fullmatch("(a*)*b", "a" * 100)'


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ARRANGEMENTS, *map(str, arguments)], capture_output=True, text=True, check=False
    )


def doing(work: str, *options: str) -> list[str]:
    """The command ``show paper/C.2`` with other work."""
    code = f"""
import sys
from arrangements.cli import options
def load(self, source=None):
    from arrangements.running import emit, report_progress
    {work}
options.OneSource.load_any = load
sys.argv = ["arrangements", "show", "paper/C.2", *{list(options)!r}]
from arrangements.cli import main
main()
"""
    return [sys.executable, "-c", code]


def test_the_clock_is_heard_inside_a_library() -> None:
    done = subprocess.run(
        doing(STUCK, "--timeout", "1"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "arrangements: time must be at most 1 s for paper/C.2\n"


def test_a_child_that_cannot_end_is_ended() -> None:
    """A thread that nobody stops, as those of a pool of workers, keeps Python from leaving."""
    work = "import threading, time; threading.Thread(target=time.sleep, args=(10**6,)).start()\n    while True: report_progress('a nap')"
    done = subprocess.run(
        doing(work, "--timeout", "1"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        3,
        "",
        "arrangements: time must be at most 1 s for paper/C.2\n",
    )


def test_an_error_that_replaces_the_clocks_without_a_word_is_the_clocks() -> None:
    """NumPy says that types cannot be compared where a signal interrupts their comparison."""
    work = """while True:
        try:
            while True: report_progress('a comparison')
        except Exception as error:
            replaced = type(error)
            break
    raise TypeError(f'no common type in place of {replaced.__name__}')"""
    done = subprocess.run(
        doing(work, "--timeout", "1"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        3,
        "",
        "arrangements: time must be at most 1 s for paper/C.2\n",
    )


# Seconds that no test waits for: the clock strikes when a condition is met.
AGES = 10**6


@pytest.mark.parametrize("options", [pytest.param([], marks=pytest.mark.slow), ["--json"]])
def test_what_is_settled_is_printed_as_partial(options: list[str]) -> None:
    """The alarm of the child rings when thirty answers are settled."""
    arguments = ["patterns", "random:150x6:seed=1", "--kind", "ties", "--method", "lp"]
    code = f"""
import signal, sys
from arrangements.cli import main, supervisor
class Teller(supervisor._Teller):
    told = 0
    def emitted(self, answer):
        super().emitted(answer)
        self.told += 1
        if self.told == 30:
            signal.setitimer(signal.ITIMER_REAL, 1e-6, 0.2)
supervisor._Teller = Teller
sys.argv = ["arrangements", *{[*arguments, "--timeout", str(AGES), *options]!r}]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr.startswith(
        f"arrangements: time must be at most {AGES:g} s for the ties patterns of random:150x6:seed=1; partial: "
    )
    if options:
        answer = json.loads(done.stdout)
        assert answer["partial"] is True
        assert answer["count"] == len(answer["patterns"]) <= answer["settled"]
        assert answer["settled"] >= 30
        found = answer["patterns"]
    else:
        found = done.stdout.split()
    assert found
    c = load("random:150x6:seed=1")
    assert all(decide_tie(c, pair)[0] for pair in found[::20])


def test_a_child_that_does_not_listen_loses_nothing_that_was_settled() -> None:
    """Its time is over when all that it settled has been heard."""
    code = f"""
import sys, time
from arrangements.cli import watch
from arrangements.listing import argmax as tops
from arrangements.running import emit, report_progress
class Watch(watch.Watch):
    def _hear(self, data):
        super()._hear(data)
        if len(self._emitted) == 3:
            self._end = time.monotonic()
watch.Watch = Watch
def argmax_labels(*_, **__):
    report_progress("labels", 0.0)
    emit((("a",), True)); emit((("b",), False))
    time.sleep(0.2); emit((("c",), True))
    {STUCK}
tops.argmax_labels = argmax_labels
sys.argv = ["arrangements", "patterns", "paper/C.2", "--kind", "argmax", "--timeout", "{AGES}"]
from arrangements.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "a\nc\n")
    assert done.stderr.endswith(
        "patterns of paper/C.2; partial: 3 were settled by then, 2 of them possible\n"
    )


@pytest.mark.parametrize("work", ["bytearray(10**10)", "import flint; flint.fmpz(2) ** (10**11)"])
def test_memory_is_limited(work: str) -> None:
    done = subprocess.run(
        doing(work, "--memory", "100M"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert (
        done.stderr.splitlines()[-1] == "arrangements: memory must be at most 100 MB for paper/C.2"
    )


@pytest.mark.parametrize(
    ("work", "end"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "signal SIGSEGV"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGBUS)", "signal SIGBUS"),
    ],
)
def test_a_crash_is_one_line(work: str, end: str) -> None:
    done = subprocess.run(doing(work), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    assert (
        done.stderr
        == f"arrangements: the process must end with an answer, not with {end}, for paper/C.2\n"
    )


def test_the_child_speaks_and_ends_as_it_likes() -> None:
    work = "import os; os.write(2, b'noise\\n'); print('out', flush=True); os._exit(7)"
    done = subprocess.run(doing(work), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (7, "out\n", "noise\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_signal_leaves_a_child_behind(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "work").write_text("")
    with started(
        doing(f"print('ready', flush=True); {STUCK}"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        children = psutil.Process(process.pid).children(recursive=True)
        assert len(children) == 1
        process.send_signal(number)
        assert process.wait() in (-number, 130, 1)
        assert not psutil.wait_procs(children, timeout=240)[1]


def test_an_interrupt_of_the_process_alone_reaches_its_child() -> None:
    work = "import time; print('ready', flush=True)\n    while True: time.sleep(0.01)"
    with started(doing(work), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() in (1, 130, -signal.SIGINT)


def seen_on_terminal(arguments: list[str], told: Callable[[str], object] = lambda _: None) -> str:
    """All that a terminal receives; ``told`` is called with it again and again."""
    master, slave = pty.openpty()
    with started(
        arguments, stdout=slave, stderr=slave, env={**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    ) as process:
        os.close(slave)
        seen = b""
        try:
            while data := os.read(master, 1 << 16):
                seen += data
                told(seen.decode(errors="replace"))
        except OSError:  # Linux says so when the last writer has left
            pass
        process.wait()
    os.close(master)
    return seen.decode()


def screen(seen: str) -> list[str]:
    """The lines that a terminal shows after all that it has received."""
    lines, row, column = [""], 0, 0
    for word, number, letter in re.findall(r"(\x1b\[\??(\d*)[\d;]*([A-Za-z])|[\s\S])", seen):
        if letter == "A":
            row = max(0, row - int(number or 1))
        elif letter == "K":
            lines[row] = ""
        elif word == "\r":
            column = 0
        elif word == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif not letter:
            line = lines[row].ljust(column)
            lines[row] = line[:column] + word + line[column + 1 :]
            column += 1
    return [line for line in lines if line.strip()]


def test_a_bar_says_what_is_done_and_goes_before_the_answer(tmp_path: Path) -> None:
    """The work ends once the bar has said what it is and how much of it is done; without a bar after
    more time than one waits for it.
    """
    sign = tmp_path / "seen"
    work = f"""import os, time
    k, quiet = 0, "--quiet" in sys.argv
    while k < 45 if quiet else not os.path.exists({str(sign)!r}):
        report_progress("turning the handle", k / (k + 9))
        k += 1
        time.sleep(0.1)
    print("the answer")
    raise SystemExit"""

    def told(seen: str) -> None:
        if "turning the handle" in seen and "%" in seen:
            sign.touch()

    with ThreadPoolExecutor() as both:
        quiet = both.submit(seen_on_terminal, doing(work, "--quiet"))
        seen = seen_on_terminal(doing(work), told)
    assert "turning the handle" in seen.partition("the answer")[0]
    assert screen(seen) == ["the answer"]  # the bar may come back after it, and is erased again
    assert screen(quiet.result()) == ["the answer"]
    assert "turning" not in quiet.result()


def test_a_bar_that_is_cleared_late_does_not_take_the_answer_with_it(tmp_path: Path) -> None:
    """Who clears it does nothing for more than a second, as on a busy machine."""
    sign = tmp_path / "seen"
    work = f"""import os, time
    while not os.path.exists({str(sign)!r}):
        report_progress("turning the handle", 0.5)
        time.sleep(0.1)
    print("the answer")
    raise SystemExit"""
    late = """
import time
from arrangements.cli import watch
class Bar(watch.Bar):
    def clear(self):
        time.sleep(2 if self._shown else 0)
        super().clear()
watch.Bar = Bar
"""

    def told(seen: str) -> None:
        if "turning the handle" in seen:
            sign.touch()

    python, option, code = doing(work)
    seen = seen_on_terminal([python, option, late + code], told)
    assert "turning the handle" in seen.partition("the answer")[0]
    assert screen(seen) == ["the answer"]


def test_what_waits_without_a_word_has_a_bar_too(tmp_path: Path) -> None:
    """The work says nothing, and waits until its title has been seen."""
    sign = tmp_path / "seen"
    work = f"import os, time\n    while not os.path.exists({str(sign)!r}): time.sleep(0.1)\n    raise SystemExit"

    def told(seen: str) -> None:
        if "paper/C.2" in seen:
            sign.touch()

    assert "paper/C.2" in seen_on_terminal(doing(work), told)


def test_the_groups_of_options_are_requests() -> None:
    for group in (Entries, Merging, OneSource, Printing, Running):
        assert issubclass(group, Request)


def raised(late: Exception, error: Exception, how: str) -> Exception:
    """An error of a library that was interrupted by the clock, as Python marks it."""
    error.__context__ = late
    error.__cause__ = late if how == "from" else None
    error.__suppress_context__ = how != "while handled"
    return error


@pytest.mark.parametrize("how", ["from", "while handled"])
@pytest.mark.parametrize("kind", [RuntimeError, InternalError])
def test_an_error_that_the_clock_has_caused_is_the_clocks(kind: type[Exception], how: str) -> None:
    late = OutOfTime("time must be at most 1 s for this", ())
    assert out_of_time(late) is late
    assert out_of_time(raised(late, kind("of a library"), how)) is late
    outer = raised(late, kind("of a library"), how)
    assert out_of_time(raised(outer, kind("of another"), how)) is late


def test_other_errors_are_not_the_clocks() -> None:
    late = OutOfTime("time must be at most 1 s for this", ())
    assert out_of_time(RuntimeError("alone")) is None
    assert out_of_time(RuntimeError("after the alarm"), late) is late
    assert out_of_time(BadInput("after the alarm"), late) is None
    assert out_of_time(raised(late, RuntimeError("apart"), "from None")) is None
    for refused in (BadInput("rows must be rational"), LimitReached("memory must suffice")):
        assert out_of_time(raised(late, refused, "from")) is None
