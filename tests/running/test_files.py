"""Files that appear complete or not at all, also where a signal ends the process that writes them."""

from __future__ import annotations

import ast
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from arrangements.errors import BadInput
from arrangements.running.files import check_writable, opened_atomically, write_atomically
from tests.processes import started, untraced

ROOT = Path(__file__).parents[2]
ENDINGS = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]

# Writes a half of two files, one in the block of the other, then waits for the signal.
WRITER = """
import sys
from arrangements.running.files import opened_atomically
with opened_atomically("one.txt") as one, opened_atomically("two.txt") as two:
    for file in (one, two):
        file.write(b"half")
        file.flush()
    while True:
        sys.stdin.read(1)
"""
# The command, stopped where the whole certificate is on the disk and is being checked.
COMMAND = """
import sys, time
from arrangements.cli import main
from arrangements.checker import batches as checker
checker.check = lambda *_: time.sleep(3600)
sys.argv = ["arrangements", *sys.argv[1:]]
main()
"""


def parts(folder: Path, name: str = "*") -> list[Path]:
    return [path for path in folder.glob(f".{name}.*.part") if path.stat().st_size]


def until(folder: Path, name: str, alive: object) -> Iterator[None]:
    """Looks until the file is being written; the process must live as long."""
    while not parts(folder, name):
        assert callable(alive)
        assert alive() is None, "the process ended before it wrote"
        time.sleep(0.01)
        yield


@pytest.mark.parametrize("number", ENDINGS)
def test_a_writer_that_is_ended_leaves_nothing(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER]
    with started(command, cwd=tmp_path, env=untraced(), stdin=-1, stderr=-1) as process:
        for name in ("one.txt", "two.txt"):
            list(until(tmp_path, name, process.poll))
        process.send_signal(number)
        process.communicate()
    assert process.returncode == -number
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ENDINGS)
def test_a_command_that_is_ended_leaves_nothing(number: signal.Signals, tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", weight=np.array([[1.0, 0], [0, 1], [-1, -1]]))
    (tmp_path / "proof.npz").write_bytes(b"what was there before")
    command = [sys.executable, "-c", COMMAND, "audit", "m.npz", "--certificate", "proof.npz"]
    with started(command, cwd=tmp_path, env=untraced(), stdout=-1, stderr=-1) as process:
        list(until(tmp_path, "proof.npz", process.poll))
        process.send_signal(number)
        process.communicate()
    assert process.returncode in (-number, 128 + number)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.npz", "proof.npz"]
    assert (tmp_path / "proof.npz").read_bytes() == b"what was there before"


def test_signals_are_as_before(tmp_path: Path) -> None:
    """Also those that somebody hears or ignores, which are left alone meanwhile."""
    heard: list[int] = []

    def hear(number: int, _: object) -> None:
        heard.append(number)

    for handler in (signal.SIG_DFL, signal.SIG_IGN, hear):
        old = [signal.signal(number, handler) for number in (signal.SIGTERM, signal.SIGHUP)]
        try:
            with opened_atomically(tmp_path / "a") as file:
                if handler is not signal.SIG_DFL:
                    signal.raise_signal(signal.SIGTERM)
                file.write(b"all")
            assert signal.getsignal(signal.SIGTERM) is signal.getsignal(signal.SIGHUP) is handler
        finally:
            for number, was in zip((signal.SIGTERM, signal.SIGHUP), old, strict=True):
                signal.signal(number, was)
    assert heard == [signal.SIGTERM]
    assert (tmp_path / "a").read_bytes() == b"all"


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError, match="by zero"), opened_atomically(tmp_path / "a"):
        _ = 1 // 0
    check_writable(tmp_path / "a")
    for path in (tmp_path / "no" / "a", tmp_path / "a\0b"):
        with pytest.raises(BadInput, match="file must be writable, not"):
            write_atomically(path, "")
    assert list(tmp_path.iterdir()) == []


# What opens a file for writing without ``files``: the streams of the process, a key, memory shared by
# workers; and the formal proofs, which are built in a folder of their own.
_OWN = {
    "arrangements/running/files.py",
    "arrangements/running/keys.py",
    "arrangements/running/sharing.py",
    "arrangements/running/executors.py",
    "arrangements/running/isolation.py",
    "arrangements/cli/__init__.py",
}


def writing(source: str) -> list[int]:
    """The lines that open or write a file by themselves."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        given = [*node.args, *(one.value for one in node.keywords)]
        modes = [x.value for x in given if isinstance(x, ast.Constant) and type(x.value) is str]
        opens = name in ("open", "fdopen") and any(
            len(mode) < 4 and set(mode) & set("wax") for mode in modes
        )
        if opens or name in ("write_text", "write_bytes", "mkstemp", "NamedTemporaryFile"):
            found.append(node.lineno)
    return found


def test_one_module_writes_files() -> None:
    assert writing('open(path, "wb")\npath.write_text("")\nopen(path)\nopen("it", "rb")') == [1, 2]
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for package in ("arrangements", "proofs")
        for path in (ROOT / package).rglob("*.py")
        if str(path.relative_to(ROOT)) not in _OWN and "coq" not in path.parts
        for line in writing(path.read_text("utf-8"))
    }
    assert found == set()
