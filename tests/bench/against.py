"""Small calls of this version beside those of another commit, in the same run: ``python -m
tests.bench.against COMMIT``.

Each version runs in processes of its own, in turns, by the Python that runs this; the least
processor time counts. What one of the two does not have is left out. Every kernel is loaded
beforehand, and none of them is compiled more than once on a machine.

>>> table({"a": 2e-6, "c": 1.0}, {"a": 1e-6, "b": 1.0})
['a: 2.0 us then, 1.0 us now, 0.50 times']
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

__all__ = ["CALLS", "measured", "table"]

HERE = Path(__file__).parents[2]
# measurements in a process, processes of each version, seconds of a measurement
ROUNDS, TURNS, SHARE = 5, 4, 0.01

# What is timed, and what makes it: statements that define ``call``, the first of them that runs.
_PATTERN = "c = load({!r})\ncall = lambda: {}"
_RECORDS = """
from proofs.search.families import family
batch = next(iter(family("grid:4x2:2").batches(0, 2000)))
"""
CALLS: dict[str, tuple[str, ...]] = {
    **{
        f"load {name}": (f"call = lambda: load({name!r})",)
        for name in ("threshold:4", "paper/H.1-A")
    },
    "Configuration": ("call = lambda: Configuration([[1, 0], [0, 1], [1, 1]])",),
    **{
        f"sign_pattern {name}": (_PATTERN.format(name, "sign_pattern(c)"),)
        for name in ("paper/H.1-A", "threshold:4", "braid:5")
    },
    **{
        f"ranking_pattern {name}": (_PATTERN.format(name, "ranking_pattern(c)"),)
        for name in ("paper/H.1-A", "braid:4")
    },
    "decide_signs threshold:4": (_PATTERN.format("threshold:4", "decide_signs(c, '+' * 16)"),),
    "decide_ranking paper/H.1-A": (
        _PATTERN.format("paper/H.1-A", "decide_ranking(c, '>'.join(c.labels))"),
    ),
    "decide_argmax paper/H.1-A": (_PATTERN.format("paper/H.1-A", "decide_argmax(c, c.labels[0])"),),
    **{
        f"count_topes {name}": (_PATTERN.format(name, "count_topes(c)"),)
        for name in ("threshold:4", "threshold:6", "braid:9")
    },
    "count_rankings paper/H.1-A": (_PATTERN.format("paper/H.1-A", "count_rankings(c)"),),
    **{
        f"records of {p} -> {q}, a member": (
            f"""{_RECORDS}
from proofs.search.determinations.determination import determination
from proofs.search.determinations.records import records
what = determination({f"{p} -> {q}"!r})
call, pieces = lambda: records(what, batch.positions, batch.rows), 2000""",
            f"""{_RECORDS}
from proofs.search.determinations.grouping import records
call, pieces = lambda: records({p!r}, {q!r}, batch.positions, batch.rows), 2000""",
        )
        for p, q in (("C(U)", "S(U)"), ("C(B U)", "R(U)"), ("S(U)", "argmax(U)"))
    },
}


def measured(statements: tuple[str, ...]) -> float | None:
    """Seconds of one call, or None if there is no such call."""
    for text in statements:
        names: dict[str, object] = {"pieces": 1}
        with suppress(Exception):
            exec("from arrangements import *\n" + text, names)
            call = names["call"]
            call()  # type: ignore[operator]
            return _least(call) / names["pieces"]  # type: ignore[operator]
    return None


def _least(call: object) -> float:
    best = float("inf")
    count = 1
    for _ in range(ROUNDS + 1):  # the first says how often to call
        start = time.process_time()
        for _ in range(count):
            call()  # type: ignore[operator]
        best = min(best, (time.process_time() - start) / count)
        count = max(1, int(SHARE / max(best, 1e-7)))
    return best


def table(then: dict[str, float], now: dict[str, float]) -> list[str]:
    return [
        f"{name}: {then[name] * 1e6:.1f} us then, {now[name] * 1e6:.1f} us now, {now[name] / then[name]:.2f} times"
        for name in now
        if name in then
    ]


def _here() -> None:
    """All calls by the version in the current folder, by compiled code."""
    with suppress(ImportError):
        from arrangements.pure_python import choice

        names = vars(choice)  # its former name in older versions
        (names.get("pure_python") or names["plain"]).spent = sys.maxsize
    for name, statements in CALLS.items():
        seconds = measured(statements)
        if seconds is not None:
            print(f"{seconds}\t{name}", flush=True)


def _run(folder: Path, found: dict[str, float]) -> None:
    environment = os.environ | {"PYTHONPATH": str(folder)}
    command = [sys.executable, str(Path(__file__)), "--here"]
    for line in subprocess.run(
        command, cwd=folder, env=environment, check=True, capture_output=True, text=True
    ).stdout.splitlines():
        seconds, name = line.split("\t")
        found[name] = min(found.get(name, float("inf")), float(seconds))


def main(commit: str) -> None:
    then: dict[str, float] = {}
    now: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(other), commit],
            cwd=HERE,
            check=True,
        )
        try:
            for _ in range(TURNS):
                _run(other, then)
                _run(HERE, now)
        finally:
            subprocess.run(
                ["git", "worktree", "remove", "--force", str(other)], cwd=HERE, check=True
            )
    print("\n".join(table(then, now)))


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        _here()
    elif len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        sys.exit(__doc__)
