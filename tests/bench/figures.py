"""The figures of a run of benchmarks: kept in a file, with what they were measured on, and compared
with those of the run before.

A figure is seconds for one piece of work, and where another program did the same or a comparable
piece in the same process, its seconds, too: a ratio that machines and their load change less than
either. ``make bench`` writes ``build/figures.json``; ``FIGURES=FILE`` names another. Nothing in it
tells whose machine it was: no host name, no user, no path.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from arrangements.cli.versions import versions

__all__ = ["DEFAULT", "changes", "made", "measured_on", "record", "write"]

DEFAULT = "build/figures.json"
_CHANGED = 1.15  # factor from which a change is worth a line: two runs in a row differ by less
_PEERS = ("pyarrow", "ml-dtypes")
made: dict[str, dict[str, Any]] = {}


def record(
    name: str,
    seconds: float,
    *,
    count: int | None = None,
    peer: str | None = None,
    theirs: float | None = None,
) -> None:
    """Keep a figure: its seconds, how many things were made in them, and the seconds of another
    program beside it.

    >>> record("an example", 0.5, count=10, peer="numpy.sort", theirs=0.25)
    >>> made.pop("an example")
    {'seconds': 0.5, 'count': 10, 'peer': 'numpy.sort', 'peer_seconds': 0.25, 'ratio': 2.0}
    """
    figure: dict[str, Any] = {"seconds": round(seconds, 9)}
    if count is not None:
        figure["count"] = count
    if peer is not None and theirs is not None:
        figure |= {
            "peer": peer,
            "peer_seconds": round(theirs, 9),
            "ratio": round(seconds / theirs, 4),
        }
    made[name] = figure


def measured_on() -> dict[str, Any]:
    """The processor, how many of them, and the system: what a figure depends on and nothing that
    tells whose it is.
    """
    model = platform.machine()
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next(
            (line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), model
        )
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def _commit() -> str | None:
    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parent,
        ).stdout.strip()

    try:
        return git("rev-parse", "--short", "HEAD") + (
            "+" if git("status", "--porcelain", "--untracked-files=no") else ""
        )
    except (OSError, subprocess.CalledProcessError):
        return None


def _versions() -> dict[str, str]:
    found = versions()
    for name in _PEERS:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def write(path: Path, figures: dict[str, dict[str, Any]]) -> list[str]:
    """Write the figures to the file, those of the run before that were not measured again included;
    what changed, a line each.
    """
    before: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        before = json.loads(path.read_text("utf-8"))
    where = {"machine": measured_on(), "versions": _versions(), "commit": _commit()}
    marked = {name: figure | {"commit": where["commit"]} for name, figure in figures.items()}
    known = before.get("figures", {}) if before.get("machine") == where["machine"] else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(where | {"figures": known | marked}, indent=1) + "\n", "utf-8")
    if not before:
        return ["there is no run before to compare with"]
    if not known:
        return ["the figures of the run before are of another machine"]
    return changes(known, marked)


def changes(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]]) -> list[str]:
    """The figures that differ by much, by their ratio to another program where both have one.

    >>> old = {"a": {"seconds": 1.0}, "b": {"seconds": 1.0, "ratio": 2.0}, "c": {"seconds": 1.0}}
    >>> changes(old, {"a": {"seconds": 1.5}, "b": {"seconds": 9.0, "ratio": 2.1}, "d": {"seconds": 1.0}})
    ['a: 1.50 times the time of the run before (1 s, now 1.5 s)']
    """
    lines = []
    for name in sorted(before.keys() & after.keys()):
        old, new = before[name], after[name]
        key = "ratio" if "ratio" in old and "ratio" in new else "seconds"
        factor = new[key] / old[key]
        if not 1 / _CHANGED <= factor <= _CHANGED:
            unit = " s" if key == "seconds" else f" times {new['peer']}"
            lines.append(
                f"{name}: {factor:.2f} times the time of the run before ({old[key]:.4g}{unit}, now {new[key]:.4g}{unit})"
            )
    return lines
