"""The command as a user meets it: a process with an exit code and two streams."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arrangements import cli
from arrangements.errors import CertificateRefused, InternalError, LimitReached
from tests.processes import called, started


def _run(*arguments: str, code: str | None = None) -> subprocess.CompletedProcess[str]:
    start = ["-m", "arrangements"] if code is None else ["-c", code]
    return subprocess.run(
        [sys.executable, *start, *arguments], capture_output=True, text=True, check=False
    )


def test_version() -> None:
    assert _run("--version").stdout.startswith("arrangements ")


def test_versions_are_those_of_the_libraries() -> None:
    *pairs, bugs = _run("--version").stdout.splitlines()
    lines = dict(line.split() for line in pairs)
    assert "please report it, with the command" in bugs
    import flint

    assert lines["python-flint"] == flint.__version__
    assert {"arrangements", "pycddlib", "sympy", "numpy"} <= set(lines)


@pytest.mark.parametrize(
    "arguments",
    ["resonance:5", "resonance:5 --format csv", "resonance:5 --json", "threshold:5 --format npz"],
)
def test_a_reader_may_leave(arguments: str) -> None:
    command = [sys.executable, "-m", "arrangements", "patterns", *arguments.split()]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert len(process.stdout.read(10)) == 10
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_near_names_are_suggested() -> None:
    for arguments, name in [
        (("paterns",), "patterns"),
        (("show", "threshhold:4"), "threshold"),
        (("show", "x", "--jsn"), "--json"),
    ]:
        done = called(*arguments)
        assert done.returncode == 2
        assert name in done.stderr


def test_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    # Otherwise the shell is that of the parent processes, if there is one.
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert "complete" in _run("--show-completion", "bash").stdout


def test_exit_codes_of_real_processes(tmp_path: Path) -> None:
    (tmp_path / "nan.csv").write_text("1,nan\n")
    for arguments, code in [
        (("show", "paper/C.1"), 0),
        (("show", str(tmp_path / "nan.csv")), 2),
        (("show",), 2),
        (("nonsense",), 2),
    ]:
        done = _run(*arguments)
        assert done.returncode == code
        assert "Traceback" not in done.stderr
        assert bool(done.stdout) == (code == 0)


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (
            CertificateRefused("weights must be positive"),
            1,
            "arrangements: weights must be positive\n",
        ),
        (LimitReached("too many"), 3, "arrangements: too many\n"),
        (
            InternalError("two methods differ"),
            4,
            f"arrangements: two methods differ; this is a bug, please report it ({cli.REPORT})\n",
        ),
        (MemoryError(), 3, "arrangements: memory must suffice, not run out\n"),
        (OSError(28, "No space left on device"), 3, "No space left on device\n"),
        (
            ZeroDivisionError("by\nzero"),
            4,
            f"arrangements: internal error, please report it ({cli.REPORT}): ZeroDivisionError: by zero\n",
        ),
    ],
    ids=repr,
)
def test_every_failure_is_one_line(
    error: Exception,
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(cli, "app", fail)
    monkeypatch.delenv("ARRANGEMENTS_TRACEBACK", raising=False)
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    err = capsys.readouterr().err
    assert (stopped.value.code, err.count("\n")) == (code, 1)
    assert err.endswith(line)


def test_a_bug_can_show_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError("why")

    monkeypatch.setattr(cli, "app", fail)
    monkeypatch.setenv("ARRANGEMENTS_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError, match="why"):
        cli.main()


def test_help_and_reading_import_nothing_heavy() -> None:
    """This is what keeps ``--help`` under 0.3 s and ``show`` of a rational file quick."""
    heavy = "{'numpy', 'sympy', 'numba', 'flint', 'networkx', 'matplotlib', 'cdd', 'pyarrow'}"
    for arguments in (("--help",), ("show", "--help"), ("show", "paper/H.1-A"), ("catalogue",)):
        code = f"""
import atexit, sys
atexit.register(lambda: print("heavy:", sorted({heavy} & set(sys.modules))))
from arrangements.cli import main
main()
"""
        assert _run(*arguments, code=code).stdout.endswith("heavy: []\n")
