"""Where pycddlib has no wheel nothing else is missing: a child process that cannot import it gives
the same answers, and says in one line what it cannot do.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.processes import called

ROOT = Path(__file__).parents[3]
WITHOUT = "import sys; sys.modules['cdd'] = sys.modules['cdd.gmp'] = None; "
SAME = [
    "patterns m.csv --kind ranking --method lp",
    "patterns m.csv --inputs hull.csv",
    "decide m.csv --argmax owl --inputs hull.csv --json",
    "decide paper/5.5-model-1 --argmax 3",
    "count m.csv --inputs hull.csv --json",
    "audit m.csv --workers 1",
    "verify mf-1 theorem-H.1",
]
CELLS = """
from arrangements import Configuration, load
from arrangements.geometry.cell_shapes import cells, rays, vertices
square = Configuration([[1, 0], [1, 0], [0, 1], [0, 1], [1, 1]], bias=[0, 1, 0, 1, "1/2"])
for found in (square, load("shi:3"), load("threshold:2"), load("braid:4")):
    print(vertices(found), rays(found), list(cells(found)))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("without")
    (found / "m.csv").write_text("label,x,y\ncat,2,0\ndog,0,2\nfox,-2,-1\nowl,0.5,0.5\n", "utf-8")
    (found / "hull.csv").write_text("0,0\n1,0\n0,1\n3,3\n1,1\n", "utf-8")
    return found


def test_the_answers_are_the_same(folder: Path) -> None:
    """One process for all lines, which are told apart by what it prints in between."""
    with chdir(folder):
        with_it = [called(*line.split()) for line in SAME]
    # With standard output elsewhere a command works in its own process instead of a child.
    main = """
from contextlib import redirect_stdout
from io import StringIO
from arrangements.cli import main
for line in sys.argv[1:]:
    sys.argv[:] = ["arrangements", *line.split()]
    try:
        with redirect_stdout(StringIO()) as out:
            main()
    except SystemExit as stop:
        assert not stop.code, (line, stop.code)
    print(out.getvalue(), end="the next line\\n")
"""
    without = _run(WITHOUT + main, folder, *SAME)
    assert without.returncode == 0, without.stderr
    answers = without.stdout.split("the next line\n")
    for line, one, other in zip(SAME, with_it, answers, strict=False):
        assert _timeless(one.stdout) == _timeless(other) != [], line
    assert "cddlib: not installed, so no exact program was decided a second time." in answers[-2]
    assert "exact programs decided a second time" in with_it[-1].stdout
    assert len(answers) == len(SAME) + 1


def test_the_cells_are_the_same(folder: Path) -> None:
    without = _run(WITHOUT + CELLS, folder)
    with redirect_stdout(StringIO()) as with_it:
        exec(CELLS, {})
    assert with_it.getvalue() == without.stdout != "", without.stderr


def test_what_is_missing_is_said_in_one_line(folder: Path) -> None:
    ask = "from arrangements.exact.programs.motzkin import motzkin; motzkin([(1, 0), (0, 1)], [], 2, 'cdd')"
    last = _run(WITHOUT + ask, folder).stderr.splitlines()[-1]
    assert "LimitReached: pycddlib must be installed, with GMP, for the method cdd" in last


def _timeless(text: str) -> list[str]:
    text = re.sub(r'in \d+\.\d s$|"seconds": [-\d.e]+', "", text, flags=re.MULTILINE)
    # whether cddlib had a second opinion is the one thing that differs
    return [
        line
        for line in text.splitlines()
        if "seconds" not in line and not line.startswith("cddlib: ")
    ]


def _run(code: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
