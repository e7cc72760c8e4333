"""The first commands on a machine where nothing is compiled: what they compile, and that they do
not even load the compiler.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MODEL = "label,x,y\ncat,2,0\ndog,0,2\nfox,-2,-1\nowl,0.5,0.5\n"
PROGRAM = """
import os, sys
from arrangements.cli import main
for line in sys.stdin.read().splitlines():
    if child := os.fork():
        assert os.waitpid(child, 0)[1] == 0, line
        continue
    sys.argv[1:] = line.split()
    try:
        main()
    except SystemExit as end:
        assert not end.code, end.code
    print("numba" in sys.modules, line, file=sys.stderr)
    sys.exit()
"""
FIRST = [
    "patterns model.csv --kind argmax",
    "patterns model.csv --kind ranking --limit 3",
    "patterns model.csv",
    "decide model.csv --ranking fox>owl>cat>dog",
    "count model.csv",
    "patterns threshold:4 --limit 0",
    "patterns random:40x4:bound=9:seed=1 --limit 0",
    "patterns random:8x4:bound=9:seed=1 --kind ranking --limit 2",
    "count threshold:4",
    "count resonance:5",
    "count random:8x4:bound=9:seed=1 --kind ranking",
]


def test_small_questions_compile_nothing(tmp_path: Path) -> None:
    """Each command begins in a copy of one process, which has loaded no more than the command line."""
    (tmp_path / "model.csv").write_text(MODEL)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        cwd=tmp_path,
        input="\n".join(FIRST),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "".join(f"False {line}\n" for line in FIRST)
    assert not list(tmp_path.glob("cache/**/*.nbi"))
