"""Where a report comes from: version, commit, libraries, command, and a hash of the sources.

It is a text file beside the page and the JSON, which stay the same bytes for the same results.
"""

from __future__ import annotations

import platform
import shlex
import subprocess
import sys
from pathlib import Path

import arrangements
from arrangements.running.code import code_hash, libraries

__all__ = ["provenance"]

_UNKNOWN = "unknown: not a checkout"


def provenance() -> str:
    """The lines of the file."""
    engine = Path(arrangements.__file__ or "").parent
    sources = code_hash(
        path for root in (engine, engine.parent / "proofs") for path in sorted(root.rglob("*.py"))
    )
    lines = {
        "version": arrangements.__version__,
        "commit": _commit(engine.parent),
        "python": platform.python_version(),
        "libraries": libraries(),
        "command": shlex.join(["arrangements", *sys.argv[1:]]),
        "sources": sources,
    }
    return "".join(f"{name + ':':11}{value}\n" for name, value in lines.items())


def _commit(root: Path) -> str:
    """The commit that is checked out, with + where files differ from it."""
    try:
        if not (root / ".git").exists():
            return _UNKNOWN
        return _git(root, "rev-parse", "HEAD") + (
            "+" if _git(root, "status", "--porcelain", "--untracked-files=no") else ""
        )
    except (OSError, subprocess.SubprocessError):
        return _UNKNOWN


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()
