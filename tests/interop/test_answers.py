"""The same answers as SageMath, polymake, Macaulay2, TOPCOM and lrs for two hundred arrangements,
with the times side by side.

``make peers`` installs them and runs this. What differs fails with the peer's version and the
instance.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arrangements import (
    Chirotope,
    Configuration,
    Inputs,
    characteristic_polynomial,
    count_topes,
    covector_pattern,
    face_numbers,
    load,
    save,
    sign_pattern,
)
from arrangements.counting.region_counts import count
from arrangements.matroids.chirotopes import chirotope
from tests.bench.figures import record
from tests.interop.instances import SEED, instances

pytestmark = pytest.mark.peer

ROOT = Path(__file__).parents[2]
SAGE = ROOT / ".venv-peers" / "bin" / "python"
INSTANCES = instances()


def program(*names: str) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    pytest.skip(f"{names[0]} is not installed")


def ran(command: list[str], text: str = "", seconds: int = 900) -> str:
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, timeout=seconds
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def measured(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def report(
    version: str, what: str, ours: float, theirs: float, number: int, differences: list[str]
) -> None:
    record(
        f"{what} of {number} arrangements beside {version.split()[0]}",
        ours,
        count=number,
        peer=version,
        theirs=theirs,
    )
    print(
        f"\n{version}: {what} of {number} arrangements: {ours:.3f} s here, {theirs:.3f} s there; seed {SEED}"
    )
    assert number > 0
    assert not differences, f"{version} differs:\n" + "\n".join(differences)


def polynomial(c: Configuration) -> tuple[int, ...]:
    return count(c).polynomial if c.bias is not None else characteristic_polynomial(c)


def test_sage(tmp_path: Path) -> None:
    """Polynomials and lists of regions, central and affine, rational and over number fields; and
    its printed form is read back.
    """
    if not SAGE.exists():
        pytest.skip("SageMath is not installed in .venv-peers")
    paths = []
    for i, (_, c) in enumerate(INSTANCES):
        paths.append(tmp_path / f"{i}.sage")
        save(c, paths[-1])
    asked = [
        f"{'faces:' * faceted(c)}{path}" for (_, c), path in zip(INSTANCES, paths, strict=True)
    ]
    lines = ran(
        [str(SAGE), str(Path(__file__).parent / "sage_answers.py")], "\n".join(asked)
    ).splitlines()
    (version, _), answers = json.loads(lines[0]), [json.loads(line) for line in lines[1:]]
    differences, times, faces = [], [0.0] * 6, 0
    for (name, c), answer in zip(INSTANCES, answers, strict=True):
        if "error" in answer:
            differences.append(f"{name}: {answer['error']}  {c.to_json()}")
            continue
        mine, seconds = measured(lambda c=c: polynomial(c))
        listed, more = measured(lambda c=c: len(sign_pattern(c)))
        spent = [seconds, answer["polynomial_seconds"], more, answer["listed_seconds"], 0.0, 0.0]
        if "faces" in answer:
            covectors, spent[4] = measured(lambda c=c: list(covector_pattern(c)))
            spent[5], faces = answer["faces_seconds"], faces + len(covectors)
            if covectors != sorted(
                answer["faces"], key=lambda text: [".-0+".index(sign) for sign in text]
            ):
                differences.append(
                    f"{name}: {len(covectors)} faces here, {len(answer['faces'])} there  {c.to_json()}"
                )
        times = [a + b for a, b in zip(times, spent, strict=True)]
        if list(mine) != answer["polynomial"] or listed != answer["listed"]:
            differences.append(
                f"{name}: {mine}, {listed} here, {answer['polynomial']}, {answer['listed']} there  {c.to_json()}"
            )
        assert list(answer["labels"]) == list(c.labels)
        if c.field is None:
            (tmp_path / "printed.sage").write_text(answer["repr"])
            assert count_topes(load(tmp_path / "printed.sage")) == listed
    print(f"\n{version}: polynomials {times[0]:.3f} s here, {times[1]:.3f} s there")
    print(f"{version}: lists of {faces} faces {times[4]:.3f} s here, {times[5]:.3f} s there")
    report(version, "lists of regions", times[2], times[3], len(answers), differences)


def faceted(c: Configuration) -> bool:
    """Whether SageMath is asked for all faces: few hyperplanes with rational entries, which take it
    seconds each beyond that.
    """
    return c.field is None and c.n <= 6


def test_sage_methods_are_all_documented() -> None:
    """The first column of the table in the book names every public method of this version, and
    nothing else.
    """
    if not SAGE.exists():
        pytest.skip("SageMath is not installed in .venv-peers")
    _, methods = json.loads(
        ran([str(SAGE), str(Path(__file__).parent / "sage_answers.py")]).splitlines()[0]
    )
    page = (ROOT / "docs" / "reference" / "sage.md").read_text()
    first = re.findall(r"^\| (`.*?) \|", page.partition("## Oriented")[0], re.MULTILINE)
    named = {name for cell in first for name in re.findall(r"`(\w+)`", cell)}
    assert sorted(set(methods) - named) == []
    assert sorted(named - set(methods)) == ["base_ring"]  # this one is inherited


def test_sign_vectors() -> None:
    """Chirotopes, circuits, cocircuits, covectors and topes of rational rows of full rank."""
    chosen = [
        (name, c)
        for name, c in INSTANCES
        if c.bias is None and c.field is None and 1 < c.rank == c.d and c.n <= 10
    ]
    matrices = [
        json.dumps([[str(x) for x in column] for column in zip(*c.rows, strict=True)])
        for _, c in chosen
    ]
    if not SAGE.exists():
        pytest.skip("SageMath is not installed in .venv-peers")
    lines = ran(
        [str(SAGE), str(Path(__file__).parent / "matroid_answers.py")], "\n".join(matrices)
    ).splitlines()
    differences, ours, theirs = [], 0.0, 0.0
    for (name, c), line in zip(chosen, lines[1:], strict=True):
        answer = json.loads(line)
        mine, seconds = measured(lambda c=c: everything(c))
        ours, theirs = ours + seconds, theirs + answer.pop("seconds")
        wrong = [kind for kind, found in mine.items() if found != answer[kind]]
        if wrong:
            differences.append(f"{name}: {wrong}  {c.to_json()}")
    report(
        json.loads(lines[0]),
        "chirotopes, circuits, cocircuits and covectors",
        ours,
        theirs,
        len(chosen),
        differences,
    )


def everything(c: Configuration) -> dict[str, Any]:
    chi = chirotope(c)
    turned = str.maketrans("+-", "-+")
    pairs = {"circuits": chi.circuits(), "cocircuits": chi.cocircuits()}
    both = {
        kind: sorted({*texts, *(text.translate(turned) for text in texts)})
        for kind, texts in pairs.items()
    }
    return {
        "chirotope": chi.text(),
        **both,
        "covectors": sorted(covector_pattern(c)),
        "topes": sorted(sign_pattern(c)),
    }


def test_polymake(tmp_path: Path) -> None:
    """The numbers of faces of central arrangements, rational or over the square root of a
    number.
    """
    path = program("polymake")
    plain = [
        (name, c)
        for name, c in INSTANCES
        if c.bias is None and (c.field is None or c.field.degree == 2)
    ]
    chosen = [(name, c) for name, c in plain if c.rank > 1 and count_topes(c) < 200]
    script = [
        'use application "fan"; use Time::HiRes "time"; print "version $Polymake::Version\\n";'
    ]
    for i, (_, c) in enumerate(chosen):
        save(c, tmp_path / f"{i}.poly")
        script.append(f'{{ my $h = load("{tmp_path}/{i}.poly"); my $t = time;')
        script.append('my $n = eval { join(",", @{$h->CHAMBER_DECOMPOSITION->F_VECTOR}) };')
        script.append('print "answer ", $n // "error $@", " ", time - $t, "\\n"; }')
    (tmp_path / "all.pl").write_text("\n".join(script))
    out = ran([path, "--script", str(tmp_path / "all.pl")])
    version = "polymake " + (re.search(r"version (\S+)", out) or ["", "?"])[1]
    answers = re.findall(r"^answer (.*) (\S+)$", out, re.MULTILINE)
    differences, ours, theirs = [], 0.0, 0.0
    for (name, c), (answer, seconds) in zip(chosen, answers, strict=True):
        mine, more = measured(lambda c=c: covector_pattern(c))
        ours, theirs = ours + more, theirs + float(seconds)
        numbers = face_numbers(c)[c.d - c.rank :]
        theirs_too = answer.split(",")
        # Where all hyperplanes share a line, version 4.6 counts its rays more than once: 22, 49, 24
        # for braid:4, not 14, 36, 24.
        alike = (
            list(map(str, numbers[1:])) == theirs_too
            if c.rank == c.d
            else str(numbers[-1]) == theirs_too[-1]
        )
        if not alike or len(mine) != sum(numbers):
            differences.append(
                f"{name}: {numbers} and {len(mine)} here, {answer} there  {c.to_json()}"
            )
    report(version, "lists of faces", ours, theirs, len(chosen), differences)


def test_macaulay2(tmp_path: Path) -> None:
    """Poincare polynomials, over number fields too, and its printed form of rational ones is read
    back.
    """
    path = program("M2")
    # Version 1.21 stops with "improper weight function" at those with offsets over a number field.
    chosen = [
        (name, c) for name, c in INSTANCES if c.n <= 12 and (c.field is None or c.bias is None)
    ]
    script = ['needsPackage "HyperplaneArrangements"', '<< "version " << version#"VERSION" << endl']
    for i, (_, c) in enumerate(chosen):
        save(c, tmp_path / f"{i}.m2")
        script += [f'load "{tmp_path}/{i}.m2"', "answer = elapsedTiming toString poincare A"]
        script.append(
            '<< "answer " << last toList answer << " " << first toList answer << endl << "printed " << toString A << endl'
        )
    (tmp_path / "all.m2").write_text("\n".join(script) + "\nexit 0\n")
    out = ran([path, "--script", str(tmp_path / "all.m2")])
    version = "Macaulay2 " + (re.search(r"version (\S+)", out) or ["", "?"])[1]
    answers = re.findall(r"^answer (.*) (\S+)$", out, re.MULTILINE)
    printed = re.findall(r"^printed (.*)$", out, re.MULTILINE)
    differences, ours, theirs = [], 0.0, 0.0
    for (name, c), (answer, seconds), form in zip(chosen, answers, printed, strict=True):
        mine, more = measured(lambda c=c: [abs(x) for x in reversed(polynomial(c)) if x])
        ours, theirs = ours + more, theirs + float(seconds)
        found = [
            int(re.match(r"([0-9]*)", term)[1] or 1) for term in answer.replace(" ", "").split("+")
        ]  # type: ignore[index]
        if found != mine:
            differences.append(f"{name}: {mine} here, {answer} there  {c.to_json()}")
        if c.field is not None:
            continue
        (tmp_path / "printed.m2").write_text(form)
        assert count_topes(load(tmp_path / "printed.m2")) == sum(mine), form
    report(version, "Poincare polynomials", ours, theirs, len(chosen), differences)


def test_topcom(tmp_path: Path) -> None:
    """Chirotopes, circuits and cocircuits of rational rows of full rank, and its files are read
    back.
    """
    points, circuits, cocircuits = (
        program(f"topcom-{x}", x) for x in ("points2chiro", "chiro2circuits", "chiro2cocircuits")
    )
    chosen = [
        (name, c)
        for name, c in INSTANCES
        if c.bias is None and c.field is None and c.rank == c.d > 1 and c.n > c.d
    ]
    differences, ours, theirs = [], 0.0, 0.0
    for name, c in chosen:
        save(c, tmp_path / "a.points")
        text, seconds = measured(lambda: ran([points], (tmp_path / "a.points").read_text()))
        mine, more = measured(lambda c=c: chirotope(c))
        ours, theirs = ours + more, theirs + seconds
        if not Chirotope.from_topcom(text, c.labels).same_oriented_matroid(mine):
            differences.append(f"{name}: {mine.text()} here, {text} there  {c.to_json()}")
        for kind, tool in (("circuits", circuits), ("cocircuits", cocircuits)):
            save(mine, tmp_path / "mine.chirotope")
            back = ran([tool], (tmp_path / "mine.chirotope").read_text())
            back = (
                f"{c.n},{c.rank}:" + back.partition(":\n")[2]
                if back.startswith(f"{c.n},")
                else f"{c.n},{c.rank}:{back}"
            )
            again = Chirotope.from_topcom_vectors(back, kind, c.labels)  # type: ignore[arg-type]
            if not again.same_oriented_matroid(mine):
                differences.append(f"{name}: {kind}  {c.to_json()}")
    report(
        "TOPCOM",
        "chirotopes (there with the start of the program)",
        ours,
        theirs,
        len(chosen),
        differences,
    )


def test_lrs(tmp_path: Path) -> None:
    """The vertices and rays of the polyhedra b + <a, x> >= 0, and of their own
    V-representations.
    """
    path = program("lrs")
    chosen = [(name, c) for name, c in INSTANCES if c.field is None and c.rank == c.d > 0]
    differences, ours, theirs, version = [], 0.0, 0.0, ""
    for name, c in chosen:
        save(c, tmp_path / "a.ine")
        out, seconds = measured(lambda: ran([path, str(tmp_path / "a.ine")]))
        version = "lrs " + (re.search(r"lrslib v\.([0-9.]*[0-9])", out) or ["", "?"])[1]
        bias = c.bias or (0,) * c.n
        mine, more = measured(
            lambda c=c, bias=bias: Inputs(
                c.d, [[b, *row] for b, row in zip(bias, c.rows, strict=True)]
            ).generators()
        )
        ours, theirs = ours + more, theirs + seconds
        if "begin" not in out:
            there: tuple[set[Any], set[Any]] = (set(), set())
        else:
            (tmp_path / "a.ext").write_text(out)
            rows = load(tmp_path / "a.ext").rows
            there = (
                {row[1:] for row in rows if row[0] == 1},
                {ray(row[1:]) for row in rows if row[0] == 0},
            )
        here = set(mine[0]), {ray(row) for row in mine[1]}
        if here != there and here[0]:
            differences.append(f"{name}: {here} here, {there} there  {c.to_json()}")
        if not here[0] and there[0]:
            differences.append(f"{name}: empty here, {there} there  {c.to_json()}")
    report(
        version,
        "vertices and rays (there with the start of the program)",
        ours,
        theirs,
        len(chosen),
        differences,
    )


def ray(row: Any) -> Any:
    largest = max(map(abs, row))
    return tuple(x / largest for x in row)
