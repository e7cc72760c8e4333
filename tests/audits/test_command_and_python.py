"""What the command writes and how it ends is what Python writes and says, byte for byte; and every
option of ``audit``, ``signature`` and ``repair`` has a parameter in Python, by the parser's own list.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import typer

from arrangements import Audit, audit, limited
from arrangements.audits.answered import Answered
from arrangements.audits.least_change import LeastChange
from arrangements.audits.log_answers import LogAnswers
from arrangements.audits.model_audit import Answers
from arrangements.audits.summaries import FORMATS
from arrangements.cli import app
from arrangements.running.executors import Processes
from tests.audits.test_model_audit import ASKED, REPAIRED, files, folder
from tests.processes import called

__all__ = ["folder"]

MODELS = Path(__file__).parents[1] / "models" / "files"
LABELS = ("--labels", "labels.txt")

#: Of each option the function of Python that does the same, and its parameter.
COMMON: dict[str, tuple[Callable[..., object] | type, str]] = {
    "model": (audit, "model"),
    "--weights": (audit, "weights"),
    "--bias": (audit, "bias"),
    "--labels": (audit, "labels"),
    "--inputs": (audit, "inputs"),
    "--workers": (audit, "executor"),
    "--timeout": (limited, "timeout"),
    "--memory": (limited, "memory"),
    "--quiet": (limited, "progress"),
}
ANSWERED: dict[str, tuple[Callable[..., object] | type, str]] = {
    **COMMON,
    "--adapter": (audit, "adapter"),
    "--method": (audit, "method"),
    "--cluster": (audit, "executor"),
    "--store": (audit, "store"),
    "--summary": (Answered.summary, "path"),
    "--fail-on": (Answered.verdict, "fail_on"),
    "--baseline": (Answered.verdict, "baseline"),
}
PYTHON: dict[str, dict[str, tuple[Callable[..., object] | type, str]]] = {
    "audit": {
        **ANSWERED,
        "--questions": (Audit.ask, "questions"),
        "--threshold": (Audit.on, "threshold"),
        "--min-p": (Audit.kept, "share"),
        "--rank": (Audit.best_places, "up_to"),
        "--confidence": (Audit.confidence, "self"),
        "--temperature": (Audit.confidence, "temperature"),
        "--only": (Audit.first, "labels"),
        "--must-not-win": (Audit.must_not_win, "labels"),
        "--ties": (audit, "ties"),
        "--certificate": (Answers.save, "path"),
        "--report": (Answers.report, "folder"),
        "--list": (Answers, "impossible"),
        "--all": (Answers.to_json, "self"),
        "--json": (Answers, "whole"),
    },
    "signature": {
        **ANSWERED,
        "log": (Audit.log, "path"),
        "--first": (Audit.log, "first"),
        "--scores": (Audit.log, "scores"),
        "--stop": (LogAnswers.stop, "self"),
        "--certificate": (LogAnswers.save, "path"),
        "--report": (LogAnswers.report, "folder"),
        "--list": (LogAnswers, "impossible"),
        "--all": (LogAnswers.to_json, "self"),
        "--json": (LogAnswers, "whole"),
    },
    "repair": {
        **COMMON,
        "--questions": (Audit.repair, "questions"),
        "--change": (Audit.repair, "change"),
        "--skip-equal": (Audit.repair, "skip_equal"),
        "--least": (Audit.repair, "least"),
        "--at-most": (Audit.repair, "at_most"),
        "--margin": (Audit.repair, "margin"),
        "--output": (LeastChange.save, "output"),
        "--json": (LeastChange, "facts"),
    },
}


@pytest.mark.parametrize("command", PYTHON)
def test_every_option_has_a_parameter_in_python(command: str) -> None:
    parser: Any = typer.main.get_command(app)
    parameters = [p for p in parser.commands[command].params if p.name != "help"]
    assert {max(p.opts, key=len) for p in parameters} == {*PYTHON[command]}
    for thing, name in PYTHON[command].values():
        if isinstance(thing, type):
            assert hasattr(thing, name)
        else:
            assert name in inspect.signature(thing).parameters


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arrangements.audits.answered.time.perf_counter", lambda: 0.0)


def _summaries(stem: str) -> list[str]:
    return [f"{stem}{suffix}" for suffix in FORMATS]


def _options(name: str, values: Iterable[object]) -> list[str]:
    return [part for value in values for part in (name, str(value))]


@pytest.mark.parametrize("what", ASKED)
def test_reports_summaries_and_gates(folder: Path, what: str) -> None:
    """The report where there is one, all summaries, the lists, and the exit codes of three gates."""
    options, how, ask = ASKED[what]
    kind = "must-not-win" if what == "must not win" else "impossible"
    line = ("audit", "m.npz", *LABELS, *options)
    about_labels = "--questions" not in options and "--ties" not in options
    written = _options("--summary", _summaries("command")) + ["--report", "c"] * about_labels
    done = called(*line, "--json", "--all", *written)
    assert (done.returncode, done.stderr) == (0, "")
    found = ask(audit("m.npz", labels="labels.txt", **how))
    for path in _summaries("python"):
        found.summary(path)
        assert Path(path).read_bytes() == Path(path.replace("python", "command")).read_bytes()
    if about_labels:
        found.report("p")
        assert files("p") == files("c")
    printed = json.loads(done.stdout)
    assert printed["answers"] == json.loads(json.dumps(found.to_json()))
    assert printed["gate"] == found.verdict([]).to_json()
    for fail_on in (kind, f"{kind}>2", f"{kind}>99"):
        verdict = found.verdict(fail_on)
        ended = called(*line, "--fail-on", fail_on)
        assert ended.returncode == int(verdict.failed)
        assert str(verdict) in ended.stderr
    if what not in ("places", "places of two", "places by order"):  # no lists of these
        for listed, names in (("impossible", found.impossible), ("possible", found.possible)):
            assert called(*line, "--list", listed).stdout.split("\n")[:-1] == [*names]


def test_a_baseline_and_a_store(folder: Path) -> None:
    line = ("audit", "m.npz", *LABELS)
    assert called(*line, "--store", "c.db", "--summary", "old.json").returncode == 0
    seen = audit("m.npz", labels="labels.txt", store="p.db")
    seen.winners.summary("own.json")
    assert Path("own.json").read_bytes() == Path("old.json").read_bytes()
    before = json.loads(Path("old.json").read_text())
    for answer in before["answers"][:3]:
        answer["possible"] = not answer["possible"]
    Path("old.json").write_text(json.dumps(before))
    done = called(*line, "--store", "p.db", "--baseline", "old.json", "--summary", "c.sarif")
    again = audit("m.npz", labels="labels.txt", store="c.db")
    verdict = again.winners.verdict(baseline="old.json")
    again.winners.summary("p.sarif", verdict)
    assert (done.returncode, str(verdict) in done.stderr) == (int(verdict.failed), True)
    assert Path("p.sarif").read_bytes() == Path("c.sarif").read_bytes()


def test_layers_that_options_choose(folder: Path) -> None:
    """Tensors by name, an adapter, workers: the certificates are the same bytes."""
    for source, options, how in (
        ("m.npz", ("--weights", "weight", "--bias", "none"), {"weights": "weight", "bias": "none"}),
        (MODELS / "llama", ("--adapter", MODELS / "adapter"), {"adapter": MODELS / "adapter"}),
        ("m.npz", ("--workers", 2), {}),
    ):
        called("audit", source, *options, "--certificate", "c.npz", "--summary", "c.json")
        with Processes(2) as executor:
            found = audit(str(source), executor=executor, **how).winners
            found.save("p.npz")
        found.summary("p.json")
        for name in ("npz", "json"):
            assert Path(f"p.{name}").read_bytes() == Path(f"c.{name}").read_bytes()


@pytest.mark.parametrize(
    ("options", "how"),
    [((), {}), (("--first", "2"), {"first": 2}), (("--scores", "1/4"), {"scores": "1/4"})],
)
def test_reports_summaries_and_gates_of_a_log(
    folder: Path, options: tuple[str, ...], how: dict[str, object]
) -> None:
    lines = [[["a", 1.5], ["b", 1.25]], [["i", 2.0], ["c", 1.0]], [["b", 3.0], ["a", 1.0]]]
    Path("log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    line = ("signature", "m.npz", "log.jsonl", *LABELS, *options)
    written = _options("--summary", _summaries("command"))
    done = called(*line, "--json", "--all", "--report", "c", *written)
    found = audit("m.npz", labels="labels.txt").log("log.jsonl", **how)  # type: ignore[arg-type]
    for path in _summaries("python"):
        found.summary(path)
        assert Path(path).read_bytes() == Path(path.replace("python", "command")).read_bytes()
    found.report("p")
    assert files("p") == files("c")
    assert json.loads(done.stdout)["answers"] == found.to_json()
    for fail_on in ("impossible", "impossible>9"):
        ended = called(*line, "--fail-on", fail_on)
        assert ended.returncode == int(found.verdict(fail_on).failed)
        assert str(found.verdict(fail_on)) in ended.stderr
    listed = called(*line, "--list", "impossible").stdout.split()
    assert [f"line {number}" for number in listed] == [*found.impossible]
    stopped = audit("m.npz", labels="labels.txt").log("log.jsonl", **how)  # type: ignore[arg-type]
    for one in stopped:
        if not one:
            stopped.stop()
            break
    ended = called(*line, "--stop", "--json", "--certificate", "c.npz")
    stopped.save("p.npz")
    assert Path("p.npz").read_bytes() == Path("c.npz").read_bytes()
    assert {key: json.loads(ended.stdout)[key] for key in stopped.facts} == stopped.facts


def test_each_option_is_compared(folder: Path) -> None:
    """Those that are not in a line of these tests say how long and where work is done."""
    text = Path(__file__).read_text("utf-8") + Path(inspect.getfile(files)).read_text("utf-8")
    for options in PYTHON.values():
        for name in options:
            if name not in ("--cluster", "--timeout", "--memory", "--quiet", "model", "log"):
                assert text.count(f'"{name}"') > 1 or any(
                    name in line for line, *_ in [*ASKED.values(), *REPAIRED.values()]
                ), name
