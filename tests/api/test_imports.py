"""What each entry point imports, measured in a new process. Nothing heavy is loaded before it is
needed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = frozenset(
    [
        "numpy",
        "numba",
        "sympy",
        "matplotlib",
        "networkx",
        "flint",
        "pyarrow",
        "pandas",
        "distributed",
        "typer",
        "sqlite3",
    ]
)

# What may be loaded by an import of a module, at most.
MODULES = {
    "arrangements": "",
    "arrangements.errors": "",
    "arrangements.exact.numbers": "",
    "arrangements.configuration": "",
    "arrangements.io.reading": "",
    "arrangements.catalogue": "",
    "arrangements.io.summary": "",
    "arrangements.oriented_matroids.rank2_sweep": "",
    "arrangements.enumerate.cosines": "",
    "arrangements.decide": "",
    "arrangements.counting": "",
    "arrangements.counting.bounds": "",
    "arrangements.figures": "",
    "arrangements.explore": "",
    "arrangements.patterns": "numpy",
    "arrangements.enumerate.listing": "numpy",
    "arrangements.enumerate.argmax": "numpy",
    "arrangements.enumerate.region_points": "numpy",
    "arrangements.geometry.graphs": "numpy",
    "arrangements.io.tables": "numpy",
    "arrangements.cli": "typer",
}

# What may be loaded by a command, at most.
COMMANDS = {
    "--help": "typer",
    "decide --help": "typer",
    "verify --help": "typer",
    "explore --help": "typer",
    "catalogue": "typer",
    "show paper/H.1-A": "typer",
    "decide paper/H.1-A --argmax 1": "typer flint numpy",
    "decide paper/H.1-A --ranking 4>1>3>2>5 --json": "typer flint numpy",
    "decide paper/5.5-model-2 --argmax 3": "typer flint numpy",
    "recheck {certificate}": "typer",
    "patterns paper/C.1": "typer flint numpy",
    "patterns paper/H.1-A --method lp": "typer flint numpy flint",
    "patterns paper/H.1-A": "typer flint numpy",
    "patterns resonance:6 --limit 0": "typer flint numpy numba",
    "compare paper/C.1 paper/C.1": "typer flint numpy",
    "count paper/H.1-A": "typer flint numpy",
}
CERTIFICATE = Path(__file__).parents[1] / "decide" / "certificates" / "accept" / "H.1-A-41325.json"


def _loaded(code: str) -> set[str]:
    # Where the package coverage is installed, numba imports it, and it imports sqlite3.
    beginning = "import sys\nsys.modules['coverage'] = None\n"
    ending = "\nimport sys\nprint()\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", beginning + code + ending],
        capture_output=True,
        text=True,
        check=True,
    )
    return HEAVY & set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("module", MODULES)
def test_module(module: str) -> None:
    assert _loaded(f"import {module}") <= set(MODULES[module].split())


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command: str) -> None:
    arguments = command.format(certificate=CERTIFICATE).split()
    code = f"import contextlib, io, sys\nsys.argv = {['arrangements', *arguments]!r}\nfrom arrangements.cli import main\n"
    # With standard output elsewhere a command works in its own process instead of a child.
    code += "try:\n    with contextlib.redirect_stdout(io.StringIO()):\n        main()\n"
    code += "except SystemExit as stop:\n    assert not stop.code, stop.code"
    loaded = _loaded(code)
    assert loaded <= set(COMMANDS[command].split())
    assert "numba" in loaded or "numba" not in COMMANDS[command], "the work must be seen"
