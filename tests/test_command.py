"""The command as a user meets it: a process with an exit code and two streams."""

from __future__ import annotations

import subprocess
import sys


def test_version() -> None:
    done = subprocess.run([sys.executable, "-m", "arrangements", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("arrangements ")
