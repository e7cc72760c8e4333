"""The lists of ``docs/developing/adding.md`` followed by patches: a table format, an invariant, a
family and a kind of question.

The parts of a patch are applied, in order, to a copy of what is committed here and changed since.
Before the last part the named tests fail, so nobody who follows the list can forget that part;
after it they pass, so nothing else was needed. A patch that no longer applies says that the page,
or this patch, is out of date.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

# What fails before the last part, and what passes after it besides. Tests that a patch brings fail,
# too, and doctests of modules that it brings pass.
ADDED: dict[str, tuple[list[str], list[str]]] = {
    "format": (
        ["tests/cli/test_formats_in_help.py", "-k", "page"],
        ["tests/io/tables/test_command.py", "-k", "suffix"],
    ),
    "invariant": (
        ["tests/cli/test_answers.py", "-k", "completion_knows"],
        ["tests/search/counterexamples/test_invariants.py", "-k", "hashable"],
    ),
    "family": ([], ["proofs/search/families/__init__.py"]),
    "kind": (
        ["tests/architecture/test_kinds.py"],
        ["arrangements/layers/questions/kinds.py"],
    ),
}


def new_files(name: str) -> list[str]:
    """The files that the parts of a patch make."""
    return [
        path
        for patch in sorted((HERE / name).glob("*.patch"))
        for path in re.findall(r"^--- /dev/null\n\+\+\+ b/(.*)$", patch.read_text("utf-8"), re.M)
    ]


def test_every_patch_is_run() -> None:
    assert {path.name for path in HERE.iterdir() if path.is_dir() and path.name[0] != "_"} == {
        *ADDED
    }
    assert all(len([*(HERE / name).glob("*.patch")]) > 1 for name in ADDED)


@pytest.mark.slow
@pytest.mark.parametrize("name", ADDED)
def test_what_is_added_is_held_to_its_list(name: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True,
    ).stdout  # fmt: skip
    for file in filter(None, listed.decode().split("\0")):
        source, target = ROOT / file, copy / file
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    first, more = ADDED[name]
    first = [*(file for file in new_files(name) if file.startswith("tests/")), *first]
    doctests = [file for file in new_files(name) if not file.startswith("tests/")]
    *parts, last = sorted((HERE / name).glob("*.patch"))
    for part in parts:
        _apply(part, copy)
    assert _passes(first, copy) == 1
    _apply(last, copy)
    assert _passes(first, copy) == 0
    assert _passes(more, copy) == 0
    assert not doctests or _passes(doctests, copy) == 0


def _apply(patch: Path, copy: Path) -> None:
    done = subprocess.run(
        ["patch", "--strip=1", "--no-backup-if-mismatch", f"--input={patch}"],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{patch.name} does not apply: {done.stdout}"


def _passes(arguments: list[str], copy: Path) -> int:
    """The exit code of pytest in the copy, whose packages come before those that are installed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    print(done.stdout[-3000:], done.stderr[-1000:])
    return done.returncode
