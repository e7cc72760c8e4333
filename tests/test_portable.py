"""The command where the system is not Linux: without ``fork``, signals, limits and files that POSIX
has and Windows lacks, and with a terminal of another encoding.

This shows that no module needs these names, not that another system was tried
(``docs/install.md``). Names that the standard library itself uses here stay.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Modules of the standard library that need the names are loaded before these are taken away.
POOR = """
import concurrent.futures.process, multiprocessing.popen_spawn_posix, subprocess, tempfile
import os, signal, sys
for name in ("fork", "sysconf", "sched_getaffinity", "O_NONBLOCK", "getuid", "setsid"):
    delattr(os, name)
for name in ("SIGHUP", "SIGALRM", "SIGPIPE", "SIGXCPU", "setitimer", "pthread_sigmask"):
    delattr(signal, name)
for name in ("resource", "fcntl", "termios", "pwd", "grp", "readline"):
    sys.modules[name] = None
from arrangements.cli import main
if __name__ == "__main__":
    for line in sys.stdin:
        sys.argv[:] = ["arrangements", *line.split()]
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
        print("ended with", code, flush=True)
"""

COMMANDS = [
    ("patterns m.csv --kind ranking --limit 2", 0, "cat>dog>owl>fox\n"),
    ("decide m.csv --argmax owl --certificate owl.json", 0, "no: argmax owl is impossible\n"),
    ("recheck owl.json", 0, "accepted: "),
    ("audit m.csv --workers 2 --timeout 3600", 0, "4 labels"),
    ("count threshold:6", 0, "15,028,134 sign vectors"),
    ("show m.csv", 0, "m.csv: 4 labels"),
    ("verify lemma-3.2 --timeout 3600", 0, "lemma-3.2"),
    ("count threshold:9 --timeout 0.5", 3, ""),
    ("patterns threshold:8 --memory 1", 3, ""),
    ("decide paper/H.1-B --ranking 1>4>3>5>2", 0, "yes: "),
]


def test_a_system_without_posix(tmp_path: Path) -> None:
    """All commands one after the other in one process, which has nothing else to work in."""
    (tmp_path / "m.csv").write_text(
        "label,x,y\ncat,2,0\ndog,0,2\nfox,-2,-1\nowl,0.5,0.5\n", "utf-8"
    )
    start = tmp_path / "start.py"
    start.write_text(POOR, "utf-8")
    done = subprocess.run(
        [sys.executable, str(start)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input="".join(f"{line}\n" for line, _, _ in COMMANDS),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *said, rest = re.split(r"ended with (\d+)\n", done.stdout)
    assert rest == ""
    for (line, code, begins), out, ended in zip(COMMANDS, said[::2], said[1::2], strict=True):
        assert int(ended) == code, (line, done.stderr)
        assert begins in out, line
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1"])
def test_output_is_utf_8_whatever_the_terminal(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("label,x\na ≠ b,2\nnaïve,-1\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "arrangements", "patterns", "m.csv", "--kind", "argmax"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert done.stdout == "a ≠ b\nnaïve\n".encode()
