"""The kernel cache notices every change of what the machine code was made from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from arrangements.kernels.cache import sources, stamp

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import user
print(int(user.twice(21)), sum(user.twice.stats.cache_hits.values()))
"""
IMPORT = "from arrangements.kernels.jit import kernel\n"
INNER = "@kernel\ndef inner(x):\n    return x\n"
TWICE = "@kernel\ndef twice(x):\n    return inner(x) * 2\n"


def run(folder: Path) -> str:
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_cache_is_used_and_never_stale_and_survives_damage(tmp_path: Path) -> None:
    source = tmp_path / "user.py"
    source.write_text(IMPORT + INNER + TWICE)
    assert run(tmp_path) == "42 0\n"
    assert run(tmp_path) == "42 1\n"
    source.write_text(source.read_text().replace("return x\n", "return x + 1\n"))
    assert run(tmp_path) == "44 0\n"
    for file in (tmp_path / "cache").rglob("*.nb?"):
        file.write_bytes(file.read_bytes()[:10])
    assert run(tmp_path) == "44 0\n"


def test_kernels_of_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(IMPORT + INNER)
    (tmp_path / "user.py").write_text(IMPORT + "from other import inner\n" + TWICE)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True
    )
    assert "must be in its own file or in a folder of kernels, not in other.py" in done.stderr


def test_compiling_is_told(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(IMPORT + TWICE.replace("inner(x)", "x"))
    program = f"""
from arrangements.running import limited
with limited("an example", progress=lambda step, part: print(step)):
{"".join(f"    {line}{chr(10)}" for line in PROGRAM.strip().splitlines())}"""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-c", program, str(tmp_path)]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    assert first == "compiling twice\n42 0\n"
    assert second == "42 1\n"


def test_kernels_of_the_packages_that_a_file_is_in_are_part_of_the_key(tmp_path: Path) -> None:
    package, user = tmp_path / "outer", tmp_path / "outer" / "inner" / "user.py"
    for folder in (user.parent, package / "kernels", tmp_path / "kernels"):
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    (package / "__init__.py").touch()
    user.write_text(IMPORT + TWICE)

    def stamps() -> str:
        sources.cache_clear()
        stamp.cache_clear()
        return stamp(str(user))

    first = stamps()
    (tmp_path / "kernels" / "other.py").write_text(INNER)  # whose folder is no package's
    assert stamps() == first
    (package / "kernels" / "inner.py").write_text(INNER)
    assert stamps() != first
