"""Audits by worker processes: a clock that holds, workers that are killed, and none that is left
behind.
"""

from __future__ import annotations

import json
import os
import re
import resource
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import psutil
import pytest

from arrangements.checker import batches as checker
from tests.bench.audits import interior, mixed
from tests.processes import DEADLINE, family, marked, started, wait_for


@pytest.fixture(scope="module")
def layer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half of the labels are between three others: they take exact programs, one by one, and
    minutes in all.
    """
    draw, path = np.random.default_rng(1), tmp_path_factory.mktemp("layer") / "hard.npy"
    outer = draw.normal(size=(300, 100))
    weights, chosen = draw.dirichlet(np.ones(3), size=300), draw.integers(0, 300, size=(300, 3))
    inner = (weights[:, :, None] * outer[chosen]).sum(axis=1)
    np.save(path, np.vstack([outer, inner]).astype(np.float32))
    return path


def command(layer: Path, *options: object) -> list[str]:
    return [
        sys.executable,
        "-m",
        "arrangements",
        "audit",
        str(layer),
        "--method",
        "single",
        *map(str, options),
    ]


def workers_of(process: subprocess.Popen[str], number: int = 2) -> list[psutil.Process]:
    """Those that compute: more than imports take."""
    found: list[psutil.Process] = []

    def computing() -> bool:
        with suppress(psutil.NoSuchProcess):
            found[:] = [
                child
                for child in psutil.Process(process.pid).children(recursive=True)
                if "spawn_main" in " ".join(child.cmdline())
            ]
            return len(found) >= number and all(sum(one.cpu_times()[:2]) > 0.5 for one in found)
        return False

    assert wait_for(lambda: computing() or process.poll() is not None)
    assert process.poll() is None, process.communicate()
    return found


@contextmanager
def nobody_left() -> Iterator[dict[str, str]]:
    """The environment of processes of which none stays, nor any that they have started: workers,
    and trackers of their resources.
    """
    mark = secrets.token_hex(8)
    yield marked(mark)
    assert wait_for(lambda: not family(mark)), [
        psutil.Process(pid).cmdline() for pid in family(mark)
    ]


def test_the_clock_holds_while_workers_compute(layer: Path) -> None:
    """The work takes minutes."""
    with nobody_left() as environment:
        done = subprocess.run(
            command(layer, "--workers", 2, "--timeout", 3),
            capture_output=True,
            text=True,
            env=environment,
        )
        assert (done.returncode, done.stdout) == (3, ""), done.stderr
        over = f"arrangements: time must be at most 3 s for the audit of {layer}"
        partial = r"(; partial: \d+ were settled by then, \d+ of them possible, \d+ not)?"
        assert re.fullmatch(re.escape(over) + partial + "\n", done.stderr)


@pytest.mark.bench
def test_the_clock_holds_in_each_phase(tmp_path: Path) -> None:
    """While the model is read, in products, while the ellipsoid is made, workers start, labels walk,
    the certificate is written; a machine that has more to do than it has cores may be late.
    """
    rows = interior(6000, 768, 300)
    np.save(tmp_path / "rows.npy", rows)
    options = "--workers", 2, "--certificate", tmp_path / "audit.npz"
    made = command(tmp_path / "rows.npy", *options)
    made[made.index("--method") + 1] = "bulk"
    began = time.monotonic()
    subprocess.run(made, capture_output=True, check=True)
    took, late = time.monotonic() - began, list[float]()
    (tmp_path / "audit.npz").unlink()
    for part in range(1, 12):
        with nobody_left() as environment:
            began, limit = time.monotonic(), took * part / 12
            asked = [*made, "--timeout", f"{limit:.2f}"]
            done = subprocess.run(asked, capture_output=True, env=environment)
            late.append(time.monotonic() - began - limit)
            assert done.returncode in (0, 3)
    print("late by", [round(x, 2) for x in late])
    if os.getloadavg()[0] < 3:
        assert max(late) < 1
    assert sorted(late)[5] < 3
    assert late[0] > 0


def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    rows = np.random.default_rng(2).normal(size=(130, 4))
    np.save(tmp_path / "rows.npy", rows)
    expected = subprocess.run(
        command(tmp_path / "rows.npy", "--workers", 1, "--list", "impossible"),
        capture_output=True,
        text=True,
    )
    with (
        nobody_left() as environment,
        started(
            command(tmp_path / "rows.npy", "--workers", 2, "--list", "impossible"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        ) as process,
    ):
        killed = 0
        while process.poll() is None and not killed:
            with suppress(psutil.Error):
                for child in psutil.Process(process.pid).children(recursive=True):
                    if "spawn_main" in " ".join(child.cmdline()):
                        child.kill()
                        killed += 1
                        break
            time.sleep(0.02)
        out, said = process.communicate()
    assert killed == 1
    assert (process.returncode, said, out) == (0, "", expected.stdout)
    assert expected.stdout


@pytest.mark.slow
def test_workers_that_die_again_and_again_end_the_audit_with_one_line(layer: Path) -> None:
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with (
        nobody_left() as environment,
        started(command(layer, "--workers", 2), **options, env=environment) as process,
    ):
        while process.poll() is None:
            with suppress(psutil.Error):
                for child in psutil.Process(process.pid).children(recursive=True):
                    if (
                        "spawn_main" in " ".join(child.cmdline())
                        and time.time() - child.create_time() > 0.5
                    ):
                        child.kill()
            time.sleep(0.05)
        out, said = process.communicate()
    assert (process.returncode, out, said.count("\n")) == (3, "", 1)
    assert said.startswith(
        "arrangements: worker must live until its questions are settled, but its worker died 3 times"
    )


@pytest.mark.parametrize(
    "number",
    [
        *(pytest.param(s, marks=pytest.mark.slow) for s in (signal.SIGTERM, signal.SIGHUP)),
        signal.SIGKILL,
    ],
)
def test_no_worker_stays(number: signal.Signals, layer: Path) -> None:
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with (
        nobody_left() as environment,
        started(command(layer, "--workers", 2), **options, env=environment) as process,
    ):
        workers = workers_of(process)
        process.send_signal(number)
        out, said = process.communicate()
        assert process.returncode == -number
        assert (out, said) == ("", "")
        assert not psutil.wait_procs(workers, timeout=DEADLINE)[1]


def walks(folder: Path) -> list[object]:
    """Labels that are inside, by much or by little."""
    np.save(folder / "walks.npy", mixed(1500, 64))
    return [folder / "walks.npy"]


def label_sets(folder: Path) -> list[object]:
    """Sets that were seen at some input, and others that differ from these in one label."""
    draw = np.random.default_rng(1)
    rows = draw.normal(size=(150, 40)).astype(np.float32)
    seen = np.abs(draw.normal(size=(1500, 40))) @ rows.T > 0
    other = seen.copy()
    other[np.arange(1500), draw.integers(150, size=1500)] ^= True
    names = [f"l{k}" for k in range(150)]
    lines = [",".join(map(str, one)) for one in np.vstack([seen, other]).astype(int).tolist()]
    np.save(folder / "sets.npy", rows)
    (folder / "sets.csv").write_text("\n".join([",".join(names), *lines, ""]))
    (folder / "labels.txt").write_text("\n".join([*names, ""]))
    asked = ["--labels", folder / "labels.txt", "--questions", folder / "sets.csv"]
    return [folder / "sets.npy", *asked, "--inputs", "nonnegative"]


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["border", "walks", "sets"])
def test_killed_at_ten_moments_and_resumed(kind: str, layer: Path, tmp_path: Path) -> None:
    """With a store, by two workers: the answers of a run that nobody killed, and a certificate."""
    asked = {"walks": walks, "sets": label_sets}.get(kind, lambda _: [layer])(tmp_path)

    def bulk(name: str) -> list[str]:
        store, path = tmp_path / f"{name}.db", tmp_path / f"{name}.npz"
        options = ["--workers", 2, "--store", store, "--certificate", path, "--json", "--all"]
        return [sys.executable, "-m", "arrangements", "audit", *map(str, (*asked, *options))]

    def answers(said: str) -> list[dict[str, object]]:
        return list(json.loads(said)["answers"])

    before = used_by_children()
    whole = subprocess.run(bulk("whole"), capture_output=True, text=True, check=True)
    took, killed = used_by_children() - before, 0
    for _ in range(40):
        if killed == 10:
            break
        with started(
            bulk("killed"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            while process.poll() is None and used_by(process) < took * (killed + 0.5) / 10:
                time.sleep(0.05)
            killed += process.poll() is None
        assert process.returncode in (0, -signal.SIGKILL)
        if process.returncode == 0:  # it had little left to do: once more from the beginning
            (tmp_path / "killed.db").unlink()
    assert killed == 10
    last = subprocess.run(bulk("killed"), capture_output=True, text=True, check=True)
    assert [outcome(x) for x in answers(last.stdout)] == [outcome(x) for x in answers(whole.stdout)]
    rows = rows_of(Path(str(asked[0])))
    said = [checker.check(tmp_path / f"{name}.npz", rows) for name in ("whole", "killed")]
    assert said[0] == said[1]


def used_by_children() -> float:
    """Seconds of processors that processes which have ended took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def used_by(process: subprocess.Popen[bytes]) -> float:
    """Seconds of processors that this one and those below it have taken so far."""
    total = 0.0
    with suppress(psutil.NoSuchProcess):
        top = psutil.Process(process.pid)
        for one in (top, *top.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                total += sum(one.cpu_times()[:4])
    return total


def outcome(answer: dict[str, object]) -> tuple[object, ...]:
    return tuple(answer[key] for key in answer if key in ("question", "label", "possible"))


def rows_of(layer: Path) -> np.ndarray:
    rows = np.load(layer)
    return np.hstack([np.zeros((len(rows), 1), rows.dtype), rows])
