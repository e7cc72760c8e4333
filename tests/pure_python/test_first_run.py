"""The first commands on a machine where nothing is compiled: what they compile, and that they do
not even load the compiler.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODEL = "label,x,y\ncat,2,0\ndog,0,2\nfox,-2,-1\nowl,0.5,0.5\n"
PROGRAM = """
import sys
from arrangements.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
finally:
    print("numba" in sys.modules, file=sys.stderr)
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


@pytest.mark.parametrize("command", FIRST)
def test_small_questions_compile_nothing(command: str, tmp_path: Path) -> None:
    (tmp_path / "model.csv").write_text(MODEL)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    run = [sys.executable, "-c", PROGRAM, *command.split()]
    done = subprocess.run(run, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "False\n"
    assert not list(tmp_path.glob("cache/**/*.nbi"))
