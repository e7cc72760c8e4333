"""Whole processes: clocks and memory limits that hold, runs that are killed again and again and
lose nothing.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import started

pytestmark = [pytest.mark.attack, pytest.mark.slow]

SUITES = Path(__file__).parents[1] / "search" / "suites"
LARGE = ["random:400x6", "random:60x9", "random:100000x3", "random:3000x40:float32"]
COMMANDS = [
    ["patterns"],
    ["patterns", "--kind", "ranking"],
    ["patterns", "--kind", "argmax"],
    ["patterns", "--kind", "ties"],
    ["patterns", "--kind", "top-k", "--k", "2"],
    ["patterns", "--method", "lp"],
    ["count"],
    ["count", "--kind", "ranking"],
    ["count", "--faces"],
]


# Runs a command, and prints what it and all processes below it used: in a process of its own, since
# that of the tests has had other children.
_MEASURED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)
"""


def ended(command: list[str]) -> tuple[int, float, int, str]:
    """Exit code, seconds of processors, peak memory in bytes, and what was said on standard
    error.
    """
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *command], capture_output=True, text=True, check=True
    )
    code, seconds, memory = done.stdout.split()
    return int(code), float(seconds), int(memory), done.stderr


def test_limits(attack) -> None:
    """A command ends by an answer or with exit code 3 and one line, and does not go on computing
    when its clock has run out.
    """

    def trial(chance: random.Random) -> None:
        command = [sys.executable, "-m", "arrangements", *(arguments := chance.choice(COMMANDS))]
        command[4:4] = [chance.choice(LARGE)]
        clock = chance.choice((1, 3))
        code, seconds, memory, said = ended([*command, "--timeout", str(clock), "--memory", "600M"])
        print(f"{' '.join(command[3:])}: {code} after {seconds:.1f} s, at most {memory >> 20} MB")
        assert code in (0, 3), said
        assert "Traceback" not in said
        assert code == 0 or said.strip().splitlines()[-1].startswith("arrangements: "), said
        assert seconds < (clock + 2) * (os.cpu_count() or 1), (arguments, seconds)
        assert memory < 1.1 * 600 * 2**20

    attack(trial)


def test_kills(attack, tmp_path: Path) -> None:
    """A suite that is killed at any moment, again and again, gives the report of one that ran
    through.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(SUITES.parents[2]), str(SUITES)]),
    }

    def run(folder: Path, workers: int, seconds: float | None) -> bool:
        command = [
            sys.executable,
            str(SUITES / "small_run.py"),
            str(folder / "store.db"),
            str(folder / "report"),
            str(folder / "log"),
        ]
        with started(
            [*command, str(workers), "6"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
        ) as process:
            try:
                _, said = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                return False
            assert process.returncode == 0, said.decode()
        return True

    def reports(folder: Path) -> dict[str, bytes]:
        """All but the page of times, which names the command."""
        return {
            path.name: path.read_bytes()
            for path in sorted((folder / "report").iterdir())
            if not path.name.endswith(".times.txt")
        }

    whole = tmp_path / "whole"
    whole.mkdir()
    assert run(whole, 1, None)

    def trial(chance: random.Random) -> None:
        folder = tmp_path / "killed"
        folder.mkdir()
        deaths = 0
        while not run(
            folder, chance.choice((1, 2)), chance.uniform(0.5, 4) if deaths < 5 else None
        ):
            deaths += 1
            shutil.rmtree(folder / "report", ignore_errors=True)
        print(f"{deaths} deaths")
        assert reports(folder) == reports(whole)
        shutil.rmtree(folder)

    attack(trial)
