"""The checker on the files of ``certificates/``, as a function, as the command and as a lonely
script.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arrangements import Configuration, load
from arrangements.checker import batches as bulk_checker
from arrangements.checker import proof as checker
from arrangements.checker import realizability as types_checker
from arrangements.checker.numbers import Root
from arrangements.checker.problem import problems_of
from arrangements.checker.reading import LONGEST_NUMBER, Refused
from arrangements.checker.regions import regions
from arrangements.checker.system import KINDS, system
from arrangements.decide.answers import decide_argmax, decide_signs
from arrangements.errors import CertificateRefused, MalformedCertificate
from arrangements.layers.questions.question import (
    Question,
    comparisons,
    conditions,
    of_groups,
    of_signs,
)
from arrangements.proof.certificates import recheck
from arrangements.proof.joined_checker import joined, modules_of
from tests.published import published

FILES = Path(__file__).parent / "certificates"
ROOM = Path(str(checker.__file__)).parent


def files(folder: str) -> list[Path]:
    found = sorted(
        path
        for path in (FILES / folder).glob("*.json")
        if not path.name.endswith(".configuration.json")
    )
    assert len(found) > 30
    return found


def outside(path: Path) -> str | None:
    other = path.with_name(f"{path.stem}.configuration.json")
    return other.read_text(encoding="utf-8") if other.exists() else None


@pytest.mark.parametrize("name", modules_of())
def test_the_checker_is_integer_arithmetic(name: str) -> None:
    source = (ROOM / f"{name}.py").read_text(encoding="utf-8")
    tree = ast.parse(source)
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {one for one in imported if not one.startswith("arrangements.checker.")} <= {
        *("__future__", "collections.abc", "hashlib", "itertools", "json", "math", "re", "sys"),
        "typing",
    }
    # No division but of integers, no power but by one, and no floating-point constant or function.
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Div)]
    assert not [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert not [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in ("float", "complex", "eval", "exec", "round")
    ]
    # There is one way to accept.
    assert source.count('"accepted:"') == (name == "proof")


@pytest.mark.parametrize("path", files("accept"), ids=lambda path: path.stem)
def test_accepted(path: Path) -> None:
    assert "has the answer" in checker.check(path.read_text(encoding="utf-8"), outside(path))


@pytest.mark.parametrize("path", files("reject"), ids=lambda path: path.stem)
def test_rejected(path: Path) -> None:
    with pytest.raises(Refused, match=r"\w"):
        checker.check(path.read_text(encoding="utf-8"), outside(path))


@pytest.mark.parametrize("path", files("malformed"), ids=lambda path: path.stem)
def test_malformed(path: Path) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        checker.check(path.read_bytes().decode("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"format": "' + "x" * 10_000_000,
        '{"format": ' + "1" * 1_000_000,
    ],
)
def test_monstrous_texts_are_malformed(text: str) -> None:
    with pytest.raises(MalformedCertificate, match="certificate must be readable"):
        recheck(text)


def test_a_number_beyond_the_limit_is_malformed() -> None:
    text = (
        (FILES / "accept" / "top-2.json")
        .read_text(encoding="utf-8")
        .replace('"2"', f'"{"9" * (LONGEST_NUMBER + 1)}"', 1)
    )
    with pytest.raises(MalformedCertificate, match="not too long"):
        recheck(text)


@pytest.mark.parametrize("limit", [0, 640, 100_000])
def test_numbers_beyond_the_limit_of_python_are_read(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That limit is of the whole process, threads included: it is neither asked nor changed."""
    before = sys.get_int_max_str_digits()
    changed = sys.set_int_max_str_digits
    answer, certificate = decide_signs(Configuration([[10**9000 + 1, 1], [-(10**9000), -1]]), "++")
    assert answer
    changed(limit)
    try:
        monkeypatch.setattr(sys, "set_int_max_str_digits", lambda _: pytest.fail("changed"))
        certificate.check()
    finally:
        changed(before)


def run(*arguments: object, cwd: Path) -> tuple[int, str]:
    """The checker as a lonely file: another folder, no packages, no path."""
    command = [sys.executable, "-I", "-S", "-W", "error", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
    return done.returncode, done.stdout + done.stderr


def alone(folder: Path) -> Path:
    """The checker in one file."""
    file = folder / "checker.py"
    file.write_text(joined(), encoding="utf-8")
    return file


def test_the_checker_in_one_file_runs_alone(tmp_path: Path) -> None:
    file = alone(tmp_path)
    good = FILES / "accept" / "5.5-model-2-argmax-3.json"
    by_hash = FILES / "accept" / "by-hash-alone.json"
    code, output = run(file, good, cwd=tmp_path)
    assert (code, output[:9]) == (0, "accepted:")
    assert (
        run(file, by_hash, by_hash.with_name("by-hash-alone.configuration.json"), cwd=tmp_path)[0]
        == 0
    )
    code, output = run(file, FILES / "reject" / "refutation-empty.json", cwd=tmp_path)
    assert (code, output[:8]) == (1, "refused:")
    for bad in (
        FILES / "malformed" / "nan.json",
        FILES / "malformed" / "latin-1.json",
        FILES,
        tmp_path / "none.json",
    ):
        code, output = run(file, bad, cwd=tmp_path)
        assert (code, output[:11]) == (2, "unreadable:")
    assert run(file, cwd=tmp_path)[0] == 2


def test_the_checker_in_one_file_is_the_same() -> None:
    """No name stands twice, and all files are judged alike."""
    text = joined()
    names = [
        node.name
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    assert len(names) == len(set(names)) > 60
    space: dict[str, Any] = {"__name__": "checker"}
    exec(compile(text, "checker.py", "exec"), space)
    for folder in ("accept", "reject", "malformed"):
        for path in files(folder):
            judged = []
            for check, refused in ((checker.check, Refused), (space["check"], space["Refused"])):
                try:
                    check(path.read_bytes().decode("utf-8"), outside(path))
                    judged.append("accept")
                except refused:
                    judged.append("reject")
                except ValueError:
                    judged.append("malformed")
            assert judged == [folder, folder], path.stem


def test_the_module_is_a_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "arrangements.checker"]
    for code, name in enumerate(
        ("accept/top-2", "reject/refutation-empty", "malformed/label-unknown")
    ):
        path = FILES / f"{name}.json"
        done = subprocess.run([*command, path], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == code, done.stderr


def test_the_configuration_given_must_be_the_one_of_the_certificate() -> None:
    c = load("paper/C.2")
    certificate = decide_argmax(c, "2")[1]
    for text in (certificate.to_text(), certificate.to_text(embed=False)):
        recheck(text, c)
        for other in (
            c.restricted_to(range(4)),
            load("paper/C.1"),
            Configuration.affine(c),
            Configuration(c.rows),
        ):
            with pytest.raises(CertificateRefused, match=r"must be (the one in|that of) the"):
                recheck(text, other)
    with pytest.raises(MalformedCertificate, match="an object must have the keys"):
        recheck(certificate.to_text(embed=False))


def test_hashes_of_rational_configurations_are_content_hashes() -> None:
    c = load("paper/H.1-A")
    (problem,) = decide_argmax(c, "1")[1].to_json()["problems"]  # type: ignore[misc]
    assert problem["hash"] == c.content_hash


def test_engine_and_checker_agree_about_what_a_question_means() -> None:
    """The conditions are written down twice, independently."""
    labels = ["a", "b", "c", "d"]
    rows = Configuration([[int(j == k) for j in range(4)] for k in range(4)], labels)
    block = decide_signs(rows, "++++")[1].to_json()["problems"]
    (problem,) = problems_of(block, None)
    asked = [
        of_signs("+-0?"),
        Question("ranking", (2, 0, 3)),
        Question("ranking", (1,)),
        Question("top", (1,)),
        Question("top", (3, 1, 0)),
        Question("top", (3, 2, 1, 0)),
        Question("top set", (3, 1)),
        Question("top set", (0, 1, 2, 3)),
        Question("tie", (2, 1)),
        of_groups([(3, 0), (2,)]),
        of_groups([(1,), (2, 3, 0)]),
    ]
    for question in asked:
        mine = []
        written = conditions(question, len(labels))
        arrays = comparisons(question, len(labels))
        for wanted, pairs in (
            ("=", arrays.level.tolist()),
            (">", zip(arrays.plus, arrays.minus, strict=True)),
        ):
            plain = [
                [-1 if i is None else i for i in c[:2]] for c in written if c.relation == wanted
            ]
            assert plain == list(map(list, pairs)), question
        for plus, minus, relation in written:
            mine.append(([(k == plus) - (k == minus) for k in range(4)], relation))
        asked_for = json.loads(json.dumps(question.to_json(labels)))
        kind = asked_for["kind"]
        assert mine == system(kind, asked_for[KINDS[kind]], problem)[1], question


@pytest.mark.parametrize(
    ("polynomial", "interval", "value", "expected"),
    [
        ([-2, 0, 1], (1, 2), [-3, 2], -1),  # 2 sqrt 2 < 3
        ([-2, 0, 1], (1, 2), [-14142135623730950488, 10**19], 1),
        ([-2, 0, 1], (1, 2), [-14142135623730950489, 10**19], -1),
        ([-2, 0, 1], (1, 2), [-2, 0, 1], 0),
        ([-2, 0, 1], (1, 2), [2, 0, -1, 2, 0, -1], 0),
        ([2, 0, -1], (1, 2), [-1, 1], 1),  # the same number from the negative polynomial
        ([2, 0, -1], (1, 2), [1, -1], -1),
        # reducible: 2 (x^2 - 2)(x - 1), and the root is sqrt 2
        ([4, -4, -2, 2], ("4/3", "3/2"), [-2, 0, 1], 0),
        ([4, -4, -2, 2], ("4/3", "3/2"), [-1, 1], 1),
        ([4, -4, -2, 2], ("4/3", "3/2"), [1, -1], -1),
        ([-3, 2], (1, 2), [-3, 2], 0),  # a rational number in disguise
        ([-3, 2], (1, 2), [-15000001, 10**7], -1),
        ([-1, -1, 0, 1], (1, "3/2"), [-1, 0, 0, 1], 1),
        ([-1, -1, 0, 1], (1, "3/2"), [-1, -1, 0, 1], 0),
        ([-1, -1, 0, 1], (1, "3/2"), [0], 0),
        ([-1, -1, 0, 1], (1, "3/2"), [-5], -1),
    ],
)
def test_signs_in_a_field(
    polynomial: list[int], interval: tuple, value: list[int], expected: int
) -> None:
    root = Root(
        {"polynomial": [str(c) for c in polynomial], "interval": [str(x) for x in interval]}
    )
    assert root.sign(value) == expected
    assert root.sign([-c for c in value]) == -expected


def test_regions_are_the_published_numbers() -> None:
    topes = published("topes")
    for name in (
        "threshold:1",
        "threshold:2",
        "threshold:3",
        "threshold:4",
        "resonance:3",
        "resonance:4",
    ):
        assert regions([list(row) for row in load(name).integer_rows()]) == topes[name]
    assert regions([]) == 1
    assert regions([[]]) == regions([[1], [0]]) == 0


def test_the_configuration_file_is_what_the_checker_reads(tmp_path: Path) -> None:
    c = load("paper/5.5-model-1")
    certificate = decide_argmax(c, "3")[1]
    (tmp_path / "certificate.json").write_text(certificate.to_text(embed=False), encoding="utf-8")
    (tmp_path / "configuration.json").write_text(
        json.dumps(certificate.to_json()["problems"][0]["configuration"]), encoding="utf-8"
    )
    file = alone(tmp_path)
    assert run(file, "certificate.json", "configuration.json", cwd=tmp_path)[0] == 0


@pytest.mark.parametrize(
    "module",
    [checker, bulk_checker, types_checker],
    ids=["certificates", "audits", "realizability"],
)
def test_a_fault_of_a_checker_is_no_refusal(
    module: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fault(*_: object) -> str:
        raise ZeroDivisionError("of a mistake")

    monkeypatch.setattr(module, "check", fault)
    paths = [tmp_path / "certificate.json", tmp_path / "rows.npy"]
    paths[0].write_text("{}")
    np.save(paths[1], np.zeros((1, 1)))
    named = [str(path) for path in (paths if module is bulk_checker else paths[:1])]
    assert module.main(named) == 4
    assert capsys.readouterr() == ("", "fault: ZeroDivisionError of a mistake\n")
