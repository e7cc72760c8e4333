"""``recheck`` of what strangers wrote: certificates made to keep it busy or to fill the memory, and
any spacing.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arrangements import Configuration, Inputs, audit, decide_argmax, decide_signs
from arrangements.checker.problem import fingerprint
from arrangements.cli.recheck import Request
from arrangements.decide.batches import as_certificate
from arrangements.proof.certificates import Certificate, Members
from tests.processes import called

CERTIFICATES = Path(__file__).parents[1]
ACCEPTED = sorted(CERTIFICATES.glob("**/certificates/accept/*.json"))


def recheck(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arrangements", "recheck", *map(str, arguments)],
        capture_output=True,
        text=True,
    )


def minors(size: int) -> dict[str, Any]:
    """A determinant by the definition takes as many steps as there are permutations."""
    draw = random.Random(1)
    rows = [[draw.randint(1, 9) for _ in range(size)] for _ in range(size)]
    head = {
        "format": "arrangements realizability",
        "version": 1,
        "elements": size,
        "rank": size,
        "signs": "+",
        "realizable": True,
    }
    return {**head, "evidence": rows, "end": "end of certificate"}


def test_what_never_ends_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "minors.json").write_text(json.dumps(minors(30)))
    draw = random.Random(1)
    rows = [[draw.randint(-9, 9) for _ in range(20)] for _ in range(60)]
    whole = Certificate((Configuration(rows),), {"kind": "sign pattern"}, 5, Members(()), ())
    (tmp_path / "regions.json").write_text(whole.to_text())
    for name in ("minors", "regions"):
        done = recheck(tmp_path / f"{name}.json", "--timeout", "1")
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr == f"arrangements: time must be at most 1 s for {tmp_path / name}.json\n"
        assert Request(certificate=str(tmp_path / f"{name}.json")).clock == 60


def test_a_dimension_without_rows(tmp_path: Path) -> None:
    """Some hundred bytes that ask for gigabytes."""
    c = Configuration([["1", "2"]])
    value = json.loads(decide_argmax(c, "1", inputs=Inputs.nonnegative(2))[1].to_text())
    (problem,) = value["problems"]
    problem["configuration"] |= {"dimension": 1 << 28, "labels": [], "rows": []}
    problem["inputs"] = {"inequalities": [], "equations": [], "ball": None}
    problem["hash"] = fingerprint(problem["configuration"])
    (tmp_path / "vast.json").write_text(json.dumps(value))
    done = recheck(tmp_path / "vast.json")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("arrangements: memory must be at most 200 MB for")
    assert done.stderr.endswith("vast.json (--timeout and --memory allow more)\n")


def test_more_may_be_allowed(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(" " * (3 << 20))
    by_default = Request(certificate=str(tmp_path / "a.json"))
    assert (by_default.clock, by_default.memory_bytes) == (240, 800 << 20)
    folder = Request(certificate=str(tmp_path), timeout=7.5, memory="1G")
    assert (folder.clock, folder.memory_bytes, folder.title) == (7.5, 1 << 30, str(tmp_path))
    assert Request(certificate="audit.npz", configuration=str(tmp_path / "a.json:x")).clock == 240
    assert Request(certificate="audit.npz").memory_bytes is None


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_honest_certificates_have_ten_times_what_they_need(path: Path) -> None:
    from arrangements.checker import proof as checker
    from arrangements.checker import realizability

    text = path.read_text("utf-8")
    judge = realizability if "arrangements realizability" in text[:60] else checker
    outside = path.with_name(f"{path.stem}-configuration.json")
    began = time.process_time()
    try:
        judge.check(text)
    except ValueError:
        assert outside.exists() or "null" in text
    assert 10 * (time.process_time() - began) < Request(certificate=str(path)).clock


@pytest.mark.parametrize("options", [{"separators": (",", ":")}, {"indent": 2}, {}])
def test_any_spacing(options: dict[str, Any], tmp_path: Path) -> None:
    for value in (
        minors(1),
        json.loads(decide_argmax(Configuration([["1"], ["2"]]), "1")[1].to_text()),
    ):
        if value["format"] == "arrangements realizability":
            value["evidence"] = [[1]]
        (tmp_path / "a.json").write_text("\n " + json.dumps(value, **options))
        done = called("recheck", tmp_path / "a.json")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("accepted: ")


def test_a_no_about_the_rows_that_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(as_certificate, "_WHOLE", 0)
    rows = np.random.default_rng(1).integers(-9, 10, (40, 2)) / 4
    rows[7] = rows[[0, 1, 2]].mean(axis=0)
    np.savez("m.npz", weight=rows)
    Path("labels.txt").write_text("\n".join(f"label {k}" for k in range(40)))
    assert called("audit", "m.npz", "--only", "8", "--certificate", "no.json").returncode == 0
    held = [
        int(label) - 1
        for label in json.loads(Path("no.json").read_text())["problems"][0]["configuration"][
            "labels"
        ]
    ]
    assert 7 in held
    assert len(held) <= 4
    done = called("recheck", "no.json", "m.npz")
    assert done.returncode == 0
    assert done.stdout.endswith(
        f"; these are {len(held)} of the 40 rows of m.npz, and more rows make no more possible\n"
    )
    free = next(k for k in range(40) if k not in held)
    for place, code in ((held[0], 1), (7, 1), (free, 0)):
        other = rows.copy()
        other[place, 0] += 0.25
        np.savez("other.npz", weight=other)
        done = called("recheck", "no.json", "other.npz")
        assert done.returncode == code, place
        if code:
            assert done.stderr.count("\n") == 1
            assert "the configuration given must be the one in the proof" in done.stderr
    options = ("--labels", "labels.txt", "--only", "label 7", "--certificate", "named.json")
    assert called("audit", "m.npz", *options).returncode == 0
    done = called("recheck", "named.json", "m.npz")
    assert done.returncode == 1
    assert "certificate must be about labels of the model, not 'label " in done.stderr
    assert called("recheck", "named.json", "m.npz", "--labels", "labels.txt").returncode == 0
    # A yes is about all rows, and signs are about the rows in their order.
    yes = next(label for label in audit("m.npz").possible)
    assert called("audit", "m.npz", "--only", yes, "--certificate", "yes.json").returncode == 0
    value = json.loads(Path("yes.json").read_text())
    assert len(value["problems"][0]["configuration"]["labels"]) == 40
    Path("yes.json").write_text(decide_argmax(Configuration(rows[:3].tolist()), "1")[1].to_text())
    assert called("recheck", "yes.json", "m.npz").returncode == 1
    signs = decide_signs(Configuration([[1, 0], [1, 0]]), "+-")[1].to_text()
    Path("signs.json").write_text(signs)
    assert called("recheck", "signs.json", "m.npz").returncode == 1
    for part in ("3", '{"labels": [[]]}', '{"labels": 3}'):
        for question in ("3", '{"labels": []}'):
            claims = f'[{{"question": {question}, "answer": false}}]'
            text = f'{{"problems": [{{"configuration": {part}}}], "claims": {claims}}}'
            Path("no.json").write_text(text)
            assert called("recheck", "no.json", "m.npz").returncode == 2
