"""Minimal generators of 500 modules of derivations beside Macaulay2's: their degrees, and so which
arrangements are free.
"""

from __future__ import annotations

import json
import random
import re
from itertools import product
from pathlib import Path

import pytest

from arrangements import Configuration, load, save
from arrangements.geometry.derivations import derivations
from arrangements.geometry.freeness import freeness
from arrangements.geometry.operations import essentialised, simplified
from arrangements.geometry.resolutions import resolution
from tests.interop.instances import SEED
from tests.interop.test_answers import measured, program, ran, report

pytestmark = pytest.mark.peer

_NAMED = [
    "braid:4",
    "braid:5",
    "coxeter:B3",
    "coxeter:D4",
    "coxeter:B4",
    "near-pencil:7",
    "resonance:3",
    "threshold:2",
    "graphical:C6",
]


def instances() -> list[tuple[str, Configuration]]:
    """Named ones, and subsets of the vectors of -1, 0, 1 in dimension 3 and 4; essential, as
    Macaulay2 gives no constant derivations.
    """
    draw = random.Random(SEED)
    made = [(name, essentialised(load(name))) for name in _NAMED]
    while len(made) < 500:
        d = draw.choice((3, 3, 4))
        vectors = [v for v in product((-1, 0, 1), repeat=d) if next((x for x in v if x), 0) == 1]
        rows = draw.sample(vectors, draw.randint(3, 9 if d == 3 else 8))
        made.append((f"random {len(made)}", essentialised(simplified(Configuration(rows)))))
    return made


def test_macaulay2(tmp_path: Path) -> None:
    path, chosen = program("M2"), instances()
    script = ['needsPackage "HyperplaneArrangements"', '<< "version " << version#"VERSION" << endl']
    for i, (_, c) in enumerate(chosen):
        save(c, tmp_path / f"{i}.m2")
        script += [
            f'load "{tmp_path}/{i}.m2"',
            "answer = elapsedTiming degrees source mingens image der A",
        ]
        script.append(
            '<< "answer " << toString last toList answer << " " << first toList answer << endl'
        )
    (tmp_path / "all.m2").write_text("\n".join(script) + "\nexit 0\n")
    out = ran([path, "--script", str(tmp_path / "all.m2")])
    version = "Macaulay2 " + (re.search(r"version (\S+)", out) or ["", "?"])[1]
    answers = re.findall(r"^answer (\{.*\}) (\S+)$", out, re.MULTILINE)
    differences, ours, theirs = [], 0.0, 0.0
    for (name, c), (answer, seconds) in zip(chosen, answers, strict=True):
        found, more = measured(lambda c=c: [theta.degree for theta in derivations(c)])
        ours, theirs = ours + more, theirs + float(seconds)
        wanted = sorted(map(int, re.findall("[0-9]+", answer)))
        if found != wanted or freeness(c).free != (len(wanted) == c.d):
            differences.append(f"{name}: {found} here, {wanted} there  {c.to_json()}")
    report(version, "minimal generators of derivations", ours, theirs, len(chosen), differences)


def test_resolutions_beside_macaulay2(tmp_path: Path) -> None:
    """The degrees of all steps of 120 minimal free resolutions."""
    path = program("M2")
    chosen = [(name, c) for name, c in instances() if c.n <= 8][:120]
    script = ['needsPackage "HyperplaneArrangements"', '<< "version " << version#"VERSION" << endl']
    for i, (_, c) in enumerate(chosen):
        save(c, tmp_path / f"{i}.m2")
        script += [
            f'load "{tmp_path}/{i}.m2"',
            "answer = elapsedTiming (C = res image mingens image der A; apply(1 + length C, i -> degrees C_i))",
        ]
        script.append(
            '<< "answer " << toString last toList answer << " " << first toList answer << endl'
        )
    (tmp_path / "all.m2").write_text("\n".join(script) + "\nexit 0\n")
    out = ran([path, "--script", str(tmp_path / "all.m2")])
    version = "Macaulay2 " + (re.search(r"version (\S+)", out) or ["", "?"])[1]
    answers = re.findall(r"^answer (\{.*\}) (\S+)$", out, re.MULTILINE)
    differences, ours, theirs = [], 0.0, 0.0
    for (name, c), (answer, seconds) in zip(chosen, answers, strict=True):
        found, more = measured(lambda c=c: resolution(c).degrees)
        ours, theirs = ours + more, theirs + float(seconds)
        steps = json.loads(answer.replace("{", "[").replace("}", "]"))
        wanted = tuple(tuple(sorted(degree for (degree,) in step)) for step in steps if step)
        if found != wanted:
            differences.append(f"{name}: {found} here, {wanted} there  {c.to_json()}")
    assert sum(len(resolution(c).degrees) > 1 for _, c in chosen) > 40
    report(version, "resolutions of derivations", ours, theirs, len(chosen), differences)
