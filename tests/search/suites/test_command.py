"""``arrangements verify --suite``: the quick suite in full, its report, exit codes, refusals;
memory over many configurations.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

import proofs.search.suites
from arrangements.layers.configuration import Configuration
from arrangements.running.executors import Inline
from proofs.search.determinations.checks import Check
from proofs.search.invariants.table import find
from proofs.search.suites import catalogue, report
from proofs.search.suites.runner import run
from proofs.search.suites.store import Store
from proofs.search.suites.suite import Job, Suite
from tests.processes import called

SCHEMA = json.loads((Path(proofs.search.suites.__file__).parent / "suite.schema.json").read_text())


Verify = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verify(run: Callable[..., tuple[int, str, str]]) -> Verify:
    """The command in this process, which has loaded what it needs."""
    return lambda *arguments: run("verify", *arguments)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store and the report of the quick suite."""
    folder = tmp_path_factory.mktemp("quick")
    given = ("--suite", "quick", "--workers", 1, "--store", folder / "a.db", "--report", folder)
    done = called("verify", *given)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == len(catalogue.find("quick").jobs)
    assert lines[0].split()[:2] == ["lemma-5.3", "settled"]
    assert "C(U) determines S(U): all 244140625 matrices of grid:6x2:2 (75258 classes)" in lines[0]
    return folder


def results(folder: Path) -> dict[tuple[str, str], dict[str, object]]:
    whole = json.loads((folder / "suite-quick.json").read_text())
    return {(result["id"], result["family"]): result for result in whole["claims"]}


def test_quick_comes_out_as_the_paper_says(quick: Path) -> None:
    found = results(quick)
    assert all(result["as_expected"] for result in found.values())
    for check in ("lemma-5.3", "lemma-5.3:instances", "theorem-5.6", "theorem-5.6:instances"):
        for family, matrices in (("grid:6x2:2", 5**12), ("grid:5x3:1", 3**15)):
            result = found[check, family]
            assert (result["verdict"], result["matrices"]) == (
                "settled for a stated range",
                matrices,
            )
    assert found["theorem-5.5", "grid:3x2:2"]["verdict"] == "proved"
    assert found["theorem-H.1", "grid-affine:4x2:2"]["verdict"] == "proved"
    assert found["theorem-H.1", "grid-affine:3x2:4"]["verdict"] == "settled for a stated range"


def test_report_is_as_documented_and_says_nothing_of_time_or_place(quick: Path) -> None:
    text = (quick / "suite-quick.json").read_text()
    jsonschema.validate(json.loads(text), SCHEMA)
    page = (quick / "suite-quick.html").read_text()
    for part in (text, page):
        assert str(quick) not in part
        assert os.uname().nodename not in part
    assert "http" not in page.replace("http-equiv", "")
    assert "seconds" not in text
    assert " s for " in (quick / "suite-quick.times.txt").read_text()
    assert sorted(path.name for path in quick.iterdir()) == [
        "a.db",
        *(f"suite-quick.{kind}" for kind in ("html", "json", "times.txt")),
    ]


def test_a_second_run_computes_nothing_and_reports_the_same(
    quick: Path, tmp_path: Path, verify: Verify
) -> None:
    code, out, _ = verify(
        "--suite", "quick", "--store", quick / "a.db", "--report", tmp_path, "--json"
    )
    assert code == 0
    for kind in ("json", "html"):
        assert (tmp_path / f"suite-quick.{kind}").read_bytes() == (
            quick / f"suite-quick.{kind}"
        ).read_bytes()
    assert " 0 shards" in (tmp_path / "suite-quick.times.txt").read_text()
    assert json.loads(out) == json.loads((quick / "suite-quick.json").read_text())
    code, out, said = verify("--suite", "lemma-5.3 on grid:2x1:1", "--store", quick / "a.db")
    assert (code, out) == (2, "")
    assert "store must be of suite lemma-5.3 on grid:2x1:1, not quick" in said
    code, _, said = verify("--suite", "quick", "--store", quick / "a.db", "--no-resume")
    assert code == 2
    assert "store must not exist yet with --no-resume" in said


def test_counterexamples_in_the_report_are_counterexamples(quick: Path) -> None:
    """From the text of the report alone."""
    number = 0
    for result in results(quick).values():
        for pair in result["counterexamples"]:  # type: ignore[attr-defined]
            one, other = (
                Configuration([[Fraction(x) for x in row] for row in pair[side]])
                for side in ("first", "second")
            )
            assert find(pair["equal"]).key(one) == find(pair["equal"]).key(other)
            assert find(pair["different"]).key(one) != find(pair["different"]).key(other)
            number += 1
    assert number > 10


def test_a_false_statement_is_refuted_with_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from proofs.search.suites.command import verify as verified

    wrong = (Job("C(U) -> R(U)", "grid:3x1:2", True), Job("lemma-5.3", "grid:2x1:1", False))
    monkeypatch.setattr(catalogue, "SUITES", (Suite("wrong", wrong),))
    assert verified("wrong", as_json=True) == 1
    first, second = json.loads(capsys.readouterr().out)["claims"]
    assert (first["statement"], first["verdict"], first["as_expected"]) == (
        "C(U) determines R(U)",
        "refuted",
        False,
    )
    assert (second["statement"], second["verdict"], second["as_expected"]) == (
        "C(U) does not determine S(U)",
        "not settled",
        False,
    )
    assert second["reason"] == "the family has no counter-example"


def test_a_counterexample_confirms_a_theorem_that_denies(verify: Verify) -> None:
    name = "theorem-5.5 on grid:3x1:2; theorem-H.1 on grid-affine:3x2:2; S(U) -> R(U) on grid-affine:4x2:2"
    code, out, _ = verify("--suite", name, "--workers", 1, "--json")
    confirmed, small, arrow = json.loads(out)["claims"]
    assert code == 1  # of the arrow
    assert (confirmed["statement"], confirmed["verdict"], confirmed["as_expected"]) == (
        "C(U) does not determine R(U)",
        "proved",
        True,
    )
    assert small["statement"] == "S(U) determines R(U) here: too small a family for theorem-H.1"
    assert (small["verdict"], small["as_expected"]) == ("settled for a stated range", True)
    assert (arrow["statement"], arrow["verdict"], arrow["as_expected"]) == (
        "S(U) determines R(U)",
        "refuted",
        False,
    )


def test_failures_of_single_configurations_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Check, "status", lambda check, member: 0 if member.n == 3 else 1)
    with Store(Suite("x", (Job("counting", "resonance:1..3", True),)), None) as store:
        run(store, Inline())
        whole = report.as_json(store)
    result = whole["claims"][0]
    jsonschema.validate(whole, SCHEMA)
    assert (result["verdict"], result["failed"], result["failures"]) == (
        "refuted",
        1,
        [[["0", "1"], ["1", "0"], ["1", "1"]]],
    )
    assert "counting fails for" in report.as_html(whole)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--suite", "quik"],
            "suite must be one of quick, standard, long, conjectures, not 'quik' (nearest: quick)",
        ),
        (["--suite", "quick", "--workers", "0"], "workers must number at least 1, not 0"),
        (
            ["--suite", "quick", "--workers", "2", "--cluster", "tcp://127.0.0.1:9"],
            "workers must be left to the cluster",
        ),
        (["--suite", "quick", "lemma-5.3"], "claims must not be named together with a suite"),
        (["--workers", "2"], "a suite must be named with --suite"),
        (["--suite", "quick", "--store", "/"], "store must be a file, not a folder (/)"),
    ],
)
def test_refusals(arguments: list[str], message: str, verify: Verify) -> None:
    code, out, said = verify(*arguments)
    assert (code, out) == (2, "")
    assert message in said
    assert said.count("\n") == 1


def test_a_suite_of_ones_own(tmp_path: Path, verify: Verify) -> None:
    (tmp_path / "mine.jsonl").write_text(
        '[[1, 2], [3, "sqrt(2)"]]\n{"rows": [[1, 0], [0, 1], [1, 1]]}\n'
    )
    name = f"C(U) -> R(U) on grid:2x2:1; counting on file:{tmp_path / 'mine.jsonl'}"
    code, out, _ = verify("--suite", name, "--workers", 1, "--report", tmp_path)
    assert code == 0
    assert "all 2 configurations of file:mine.jsonl" in out
    assert (tmp_path / "suite-C-U-R-U-on-grid-2x2-1-counting-on-file-mine.jsonl.json").exists()
    code, out, said = verify("--suite", "C(U) -> Q on grid:2x2:1")
    assert (code, out) == (2, "")
    assert "invariant must be one of U, G(U), D(U), C(U)," in said
    said = verify("--suite", "counting on grid:2x2")[2]
    assert "grid must be spelled like grid:6x2:2 or grid-affine:4x2:2, not 'grid:2x2'" in said


@pytest.mark.slow
def test_a_plan_runs_nothing_long_is_sized_and_standard_fits(verify: Verify) -> None:
    """One test, as sizes take seconds and are kept."""
    code, out, _ = verify("--suite", "long", "--plan")
    assert code == 0
    assert "8,035,087,727 members for 1,853,020,188,851,841 matrices" in out
    assert out.splitlines()[-1].startswith("suite long: ")
    standard, long = catalogue.find("standard"), catalogue.find("long")
    assert 600 < standard.seconds < 3600
    assert long.seconds > 86400
    assert max(b - a for job in standard.jobs for a, b in job.shards) < 20_000_000


def test_memory_stays_flat() -> None:
    program = """
import resource
from arrangements.running.executors import Inline
from proofs.search.suites.runner import run
from proofs.search.suites.store import Store
from proofs.search.suites.suite import Job, Suite
suite = Suite("memory", (Job("lemma-5.3", "grid:7x2:2", True, 40), Job("theorem-5.6:instances", "grid:6x2:2", True, 20)))
peaks, members = [], []
def note(seconds, seen):
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    members.append(seen)
with Store(suite, None) as store:
    run(store, Inline(), note)
print(peaks[4], peaks[39], sum(members))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    early, late, members = map(int, done.stdout.split())
    assert members > 400_000
    assert late - early < 20


def test_on_a_terminal_lines_break_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from proofs.search.suites.command import verify as verified

    lines = {}
    for terminal in (True, False):
        monkeypatch.setenv("COLUMNS", "80")
        with monkeypatch.context() as patch:
            patch.setattr(sys.stdout, "isatty", lambda on=terminal: on)
            assert verified("theorem-5.5 on grid:3x1:2", workers=1) == 0
        lines[terminal] = capsys.readouterr().out.splitlines()
    assert len(lines[False]) == 1
    assert len(lines[True]) > 1
    assert max(map(len, lines[True])) <= 80
    assert " ".join(lines[True]).split() == lines[False][0].split()
