"""What each entry point imports, measured in a new process. Nothing heavy is loaded before it is
needed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import untraced

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
    "arrangements.layers.configuration": "",
    "arrangements.loading.configurations": "",
    "arrangements.catalogue": "",
    "arrangements.io.summary": "",
    "arrangements.matroids.rank2_sweep": "",
    "arrangements.listing.cosines": "",
    "arrangements.decide": "",
    "arrangements.counting": "",
    "arrangements.counting.largest_counts": "",
    "arrangements.figures": "",
    "arrangements.explore": "",
    "arrangements.layers.patterns": "numpy",
    "arrangements.listing.patterns": "numpy",
    "arrangements.listing.argmax": "numpy",
    "arrangements.listing.region_points": "numpy",
    "arrangements.geometry.adjacency_graphs": "numpy",
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
    "patterns paper/H.1-A --method lp": "typer flint numpy",
    "patterns paper/H.1-A": "typer flint numpy",
    "patterns resonance:6 --limit 0": "typer flint numpy numba",
    "compare paper/C.1 paper/C.1": "typer flint numpy",
    "count paper/H.1-A": "typer flint numpy",
}
CERTIFICATE = Path(__file__).parents[1] / "decide" / "certificates" / "accept" / "H.1-A-41325.json"


def _groups(table: dict[str, str]) -> list[object]:
    """Entries that may load the same, which are looked at in one process."""
    found: dict[str, list[str]] = {}
    for name, allowed in table.items():
        found.setdefault(allowed, []).append(name)
    return [pytest.param(*pair, id=pair[0] or "nothing") for pair in found.items()]


def _loaded(lines: list[str]) -> list[set[str]]:
    """What is loaded after each of these lines, one after the other in a new process."""
    # Where the package coverage is installed, numba imports it, and it imports sqlite3.
    code = "import sys\nsys.modules['coverage'] = None\n"
    for line in lines:
        code += f"{line}\nprint(); print('loaded', *sys.modules)\n"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=untraced(),
        capture_output=True,
        text=True,
        check=True,
    )
    said = [line.split() for line in done.stdout.splitlines() if line.startswith("loaded ")]
    assert len(said) == len(lines)
    return [HEAVY & set(words) for words in said]


def _beyond(allowed: str, names: list[str], loaded: list[set[str]]) -> list[object]:
    """The names that load more, with what they load."""
    more = [(name, some - set(allowed.split())) for name, some in zip(names, loaded, strict=True)]
    return [(name, some) for name, some in more if some]


@pytest.mark.parametrize(("allowed", "modules"), _groups(MODULES))
def test_modules(allowed: str, modules: list[str]) -> None:
    loaded = _loaded([f"import {module}" for module in modules])
    assert _beyond(allowed, modules, loaded) == []


@pytest.mark.parametrize(("allowed", "commands"), _groups(COMMANDS))
def test_commands(allowed: str, commands: list[str]) -> None:
    lines = []
    for command in commands:
        arguments = command.format(certificate=CERTIFICATE).split()
        # With standard output elsewhere a command works in its own process instead of a child.
        lines.append(
            f"import contextlib, io\nsys.argv = {['arrangements', *arguments]!r}\n"
            "from arrangements.cli import main\n"
            "try:\n    with contextlib.redirect_stdout(io.StringIO()):\n        main()\n"
            "except SystemExit as stop:\n    assert not stop.code, (sys.argv, stop.code)"
        )
    loaded = _loaded(lines)
    assert _beyond(allowed, commands, loaded) == []
    assert ("numba" in loaded[-1]) == ("numba" in allowed), "the work must be seen"
