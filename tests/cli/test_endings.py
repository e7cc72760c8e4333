"""How commands end when somebody or something ends them: signals, a worker that dies, the clock, a
full disk, no streams, no home.

All commands of ``tests/commands.py``, whose rows are checked against the options that the commands
define.
"""

from __future__ import annotations

import json
import os
import re
import resource
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, nullcontext, suppress
from pathlib import Path
from types import ModuleType

import psutil
import pytest

from arrangements import cli
from arrangements.cli import count
from proofs.search.counterexamples import map as maps
from tests import commands
from tests.commands import ROWS, files, options, written
from tests.processes import called, family, marked, started, untraced, wait_for

_CODES = {
    signal.SIGTERM: (-15, 143),
    signal.SIGHUP: (-1, 129),
    signal.SIGINT: (-2, 130),
    signal.SIGKILL: (-9,),
}
LONG = {name: row.long for name, row in ROWS.items() if row.long is not None}
STORED = {name: row.store for name, row in ROWS.items() if row.store is not None}
WORKERS = [name for name, long in LONG.items() if "--workers" in long]


def complaints() -> list[str]:
    """What the table lacks of what the commands define."""
    names = {module.__name__.rpartition(".")[2] for door in cli.DOORS.values() for module in door}
    found = [f"{name} has no row" for name in sorted(names ^ ROWS.keys())]
    for name in sorted(names & ROWS.keys()):
        row, has = ROWS[name], options(name)
        if "workers" in has and "--workers" not in (row.long or ""):
            found.append(f"{name} has --workers, but no long work with workers")
        if "store" in has and row.store is None:
            found.append(f"{name} has --store, but no work that is kept")
        if missing := written(name) - set(" ".join(row.writes).split()):
            found.append(f"{name} has {' '.join(sorted(missing))}, but does not write there")
    return found


def test_every_command_has_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    assert complaints() == []
    new, bare = ModuleType("arrangements.cli.new"), ROWS["show"]
    new.run = count.run  # type: ignore[attr-defined]
    monkeypatch.setitem(cli.DOORS, "Others", (new,))
    commands._modules.cache_clear()
    assert complaints() == ["new has no row"]
    monkeypatch.setitem(ROWS, "new", bare)
    assert complaints() == [
        "new has --workers, but no long work with workers",
        "new has --store, but no work that is kept",
    ]
    commands._modules.cache_clear()


def command(name: str, arguments: str, folder: Path, *more: object) -> list[str]:
    return [sys.executable, "-m", "arrangements", name, *files(folder, arguments), *map(str, more)]


@contextmanager
def running(arguments: list[str], folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    mark = secrets.token_hex(8)
    try:
        with started(
            arguments,
            cwd=folder,
            env=marked(mark),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        ) as process:
            yield process, mark
    finally:
        for pid in family(mark):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def computing(mark: str, number: int, *, least: float = 0.5) -> list[int]:
    """So many workers, or processes below the first one if it has none, that have used more time of
    a processor than they need to start; otherwise none.
    """
    found = []
    for pid in workers(mark) or sorted(family(mark))[1:]:
        with suppress(psutil.Error):
            if sum(psutil.Process(pid).cpu_times()[:2]) > least:
                found.append(pid)
    return found if len(found) >= number else []


def workers(mark: str) -> list[int]:
    """The processes that work for another one: they are started afresh by multiprocessing."""
    found = []
    for pid in sorted(family(mark)):
        with suppress(psutil.Error):
            if "--multiprocessing-fork" in psutil.Process(pid).cmdline():
                found.append(pid)
    return found


def clean(said: str) -> None:
    for word in ("Traceback", "resource_tracker", "internal error", "Exception", "Warning"):
        assert word not in said, said


# Who passes signals on and who ends workers is the same for all commands: each signal meets one
# command with workers, one signal a command without, and the rest of the pairs is slow.
_SIGNALS = {*zip(WORKERS, _CODES, strict=False), ("patterns", signal.SIGTERM)}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(
            name,
            number,
            marks=[] if (name, number) in _SIGNALS else pytest.mark.slow,
            id=f"{name}-{number.name}",
        )
        for name in LONG
        for number in _CODES
    ],
)
def test_a_signal_ends_all_processes(name: str, number: signal.Signals, tmp_path: Path) -> None:
    with running(command(name, LONG[name], tmp_path), tmp_path) as (process, mark):
        number_of = 2 if name in WORKERS else 1
        assert wait_for(lambda: computing(mark, number_of) or process.poll() is not None)
        assert process.poll() is None, process.communicate()
        process.send_signal(number)
        out, said = process.communicate()
        assert process.returncode in _CODES[number], said
        clean(out + said)
        assert wait_for(lambda: not family(mark)), [
            psutil.Process(pid).cmdline() for pid in family(mark)
        ]


def test_signals_that_are_ignored_from_the_start_stay_ignored(tmp_path: Path) -> None:
    """As by ``nohup``, or in the background of a script, where Ctrl-C means the foreground."""
    ignored = (signal.SIGINT, signal.SIGHUP)
    code = f"""
import os, signal, sys
for number in {tuple(map(int, ignored))}:
    signal.signal(number, signal.SIG_IGN)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
    work = command("count", "threshold:10 --workers 2 --store long.db", tmp_path)
    with running([sys.executable, "-c", code, *work[1:]], tmp_path) as (process, mark):
        assert wait_for(lambda: computing(mark, 2) or process.poll() is not None)
        for pid in family(mark):
            for number in ignored:
                with suppress(OSError):
                    os.kill(pid, number)
        used = [sum(psutil.Process(pid).cpu_times()[:2]) for pid in workers(mark)]
        # They go on: both have computed since.
        assert wait_for(lambda: computing(mark, 2, least=max(used) + 0.3) or process.poll())
        assert process.poll() is None, process.communicate()
        process.terminate()  # which is not ignored
        _, said = process.communicate()
    assert process.returncode in _CODES[signal.SIGTERM], said


def answer(out: str) -> object:
    """Without the seconds that it took."""
    return re.sub(r"\d+\.\d+|\d+ s\b", "", out)


# Workers of audits settle the questions of signature and decide, too; that one of an audit may die
# is tried in tests/decide/batches/test_processes.py.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ("count", "verify") else pytest.mark.slow)
        for name in STORED
    ],
)
def test_a_worker_that_is_killed_does_not_change_the_answer(name: str, tmp_path: Path) -> None:
    arguments = command(name, STORED[name], tmp_path)
    whole = subprocess.run(
        [*arguments, "--store", "whole.db"], cwd=tmp_path, capture_output=True, text=True
    )
    assert whole.returncode == 0, whole.stderr
    with running([*arguments, "--store", "killed.db"], tmp_path) as (process, mark):
        assert wait_for(lambda: workers(mark) or process.poll() is not None)
        for pid in workers(mark)[:1]:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        out, said = process.communicate()
    clean(out + said)
    if process.returncode == 0:
        assert answer(out) == answer(whole.stdout)
    else:
        assert process.returncode == 3, said
        assert len(said.splitlines()) == 1


# One clock is that of all commands: those with workers, and those without.
_TIMED = ("audit", "patterns")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in _TIMED else pytest.mark.slow)
        for name in LONG
        if "timeout" in options(name)
    ],
)
def test_the_clock_ends_all_processes(name: str, tmp_path: Path) -> None:
    seconds = 2 if name in WORKERS else 1
    arguments = command(name, LONG[name], tmp_path, "--timeout", seconds, "--quiet")
    with running(arguments, tmp_path) as (process, mark):
        out, said = process.communicate()  # of work that takes minutes
        assert process.returncode == 3, (process.returncode, said, out[:200])
        assert f"time must be at most {seconds} s" in said.splitlines()[-1]
        clean(out + said)
        assert wait_for(lambda: not family(mark))


# Tried of a few commands, by default: the first is refused before a command begins.
STREAMS = [">&-", "2>&-", "<&-", ">&- 2>&- <&-", ">/dev/full"]
_TRIED = {"2>&-": ("audit", "explore", "patterns")}


@pytest.mark.parametrize(
    ("name", "streams"),
    [
        pytest.param(
            name,
            streams,
            marks=[] if name in _TRIED.get(streams, ("patterns",)) else pytest.mark.slow,
        )
        for name in ROWS
        for streams in STREAMS
    ],
)
def test_a_stream_that_is_closed_is_no_crash(name: str, streams: str, tmp_path: Path) -> None:
    arguments = command(name, ROWS[name].short, tmp_path)
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    clean(done.stdout + done.stderr)
    assert done.returncode in (
        (0, 3) if streams == "2>&-" else (0,) if streams == "<&-" else (3,)
    ), (done.returncode, done.stderr)
    assert len(done.stderr.splitlines()) <= 1
    assert (
        done.returncode == 0
        or "2>&-" in streams
        or "standard output" in done.stderr
        or "No space left" in done.stderr
    )


@contextmanager
def small_files() -> Iterator[None]:
    """This process, and those that it starts, can write 40 bytes to a file."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def ended(arguments: list[str], folder: Path, *, alone: bool) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, or, much sooner, in this one."""
    if alone:
        return subprocess.run(arguments, cwd=folder, env=untraced(), capture_output=True, text=True)
    with chdir(folder):
        return called(*arguments[3:])


# In this process, but for a command.
WRITES = [
    (name, arguments, name == "chirotope") for name, row in ROWS.items() for arguments in row.writes
]


@pytest.mark.parametrize(("name", "arguments", "alone"), WRITES)
def test_a_full_disk_leaves_what_was_there(
    name: str, arguments: str, alone: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maps, "unproved", frozenset)  # what takes time in it is not writing
    folder, rest = tmp_path / "answers", tmp_path / "rest"
    folder.mkdir()
    rest.mkdir()
    given = [
        word.replace("FILE", str(folder / "answer")) for word in command(name, arguments, rest)
    ]
    earlier = next(Path(word) for word in given if word.startswith(str(folder)))
    before = b"an earlier answer\n" * 100
    earlier.write_bytes(before)
    with small_files():
        done = ended(given, rest, alone=alone)
    clean(done.stdout + done.stderr)
    assert done.returncode == 3, (done.returncode, done.stderr)
    assert done.stderr.splitlines()[-1].startswith("arrangements: disk must have room for")
    assert earlier.read_bytes() == before
    assert list(folder.iterdir()) == [earlier]


@pytest.mark.parametrize(("name", "arguments", "alone"), WRITES)
def test_a_folder_that_cannot_be_written_is_named(
    name: str, arguments: str, alone: bool, tmp_path: Path
) -> None:
    # Nobody creates files there, not even the superuser.
    place = "/proc/self/answer"
    given = [word.replace("FILE", place) for word in command(name, arguments, tmp_path)]
    done = ended(given, tmp_path, alone=alone)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"arrangements: file must be writable, not '{place}.")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", STORED)
def test_a_store_where_nothing_can_be_written_is_refused(name: str, tmp_path: Path) -> None:
    arguments = command(name, STORED[name], tmp_path)
    for place, limit in (
        ("/proc/self/store.db", nullcontext()),
        (tmp_path / "store.db", small_files()),
    ):
        with limit:
            done = ended([*arguments, "--store", str(place)], tmp_path, alone=name == "count")
        clean(done.stdout + done.stderr)
        assert done.returncode in (2, 3), done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert "store" in done.stderr


# A command that keeps nothing, one that keeps compiled code (chirotope), and one that asks
# matplotlib, which has a folder of its own (plot).
_HOMELESS = ("chirotope", "patterns", "plot")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in _HOMELESS else pytest.mark.slow) for name in ROWS],
)
def test_no_home_and_a_folder_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    bare = {
        key: value for key, value in os.environ.items() if key in ("PATH", "PYTHONPATH", "LANG")
    }
    arguments = command(name, ROWS[name].short, tmp_path)
    results = []
    for environment in (
        bare,
        {**bare, "HOME": "/proc/none", "TMPDIR": "/proc/none", "XDG_CACHE_HOME": "/proc/none"},
    ):
        done = subprocess.run(
            arguments, cwd="/proc", env=environment, capture_output=True, text=True
        )
        clean(done.stderr)
        assert done.returncode == 0, done.stderr
        results.append(done.stdout)
    assert results[0]


def test_types_out_of_time_are_marked_as_partial(tmp_path: Path) -> None:
    arguments = command("types", "oriented:4x8", tmp_path, "--timeout", 1, "--json")
    told = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == 3
    assert "partial" in told.stderr
    assert json.loads(told.stdout)["partial"] is True
