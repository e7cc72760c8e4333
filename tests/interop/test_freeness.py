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
from arrangements.experimental.resolutions import resolution
from arrangements.geometry.derivations import derivations
from arrangements.geometry.free_arrangements import freeness
from arrangements.geometry.operations import essentialised, simplified
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


def macaulay2(
    chosen: list[tuple[str, Configuration]], wanted: str, folder: Path
) -> tuple[str, list[tuple[str, float]]]:
    """The version of Macaulay2, and its answer for each arrangement A with the seconds that the
    answer took.
    """
    path = program("M2")
    script = ['needsPackage "HyperplaneArrangements"', '<< "version " << version#"VERSION" << endl']
    for i, (_, c) in enumerate(chosen):
        save(c, folder / f"{i}.m2")
        script += [
            f'load "{folder}/{i}.m2"',
            f"answer = elapsedTiming ({wanted})",
            '<< "answer " << toString last toList answer << " " << first toList answer << endl',
        ]
    (folder / "all.m2").write_text("\n".join(script) + "\nexit 0\n")
    out = ran([path, "--script", str(folder / "all.m2")])
    answers = re.findall(r"^answer (\{.*\}) (\S+)$", out, re.MULTILINE)
    version = (re.search(r"version (\S+)", out) or ["", "?"])[1]
    return f"Macaulay2 {version}", [(answer, float(seconds)) for answer, seconds in answers]


def test_macaulay2(tmp_path: Path) -> None:
    chosen = instances()
    version, answers = macaulay2(chosen, "degrees source mingens image der A", tmp_path)
    differences, ours, theirs = [], 0.0, 0.0
    for (name, c), (answer, seconds) in zip(chosen, answers, strict=True):
        found, more = measured(lambda c=c: [theta.degree for theta in derivations(c)])
        ours, theirs = ours + more, theirs + seconds
        wanted = sorted(map(int, re.findall("[0-9]+", answer)))
        if found != wanted or freeness(c).free != (len(wanted) == c.d):
            differences.append(f"{name}: {found} here, {wanted} there  {c.to_json()}")
    report(version, "minimal generators of derivations", ours, theirs, len(chosen), differences)


def test_resolutions_beside_macaulay2(tmp_path: Path) -> None:
    """The degrees of all steps of 120 minimal free resolutions."""
    chosen = [(name, c) for name, c in instances() if c.n <= 8][:120]
    steps_of = "C = res image mingens image der A; apply(1 + length C, i -> degrees C_i)"
    version, answers = macaulay2(chosen, steps_of, tmp_path)
    differences, ours, theirs = [], 0.0, 0.0
    for (name, c), (answer, seconds) in zip(chosen, answers, strict=True):
        found, more = measured(lambda c=c: resolution(c).degrees)
        ours, theirs = ours + more, theirs + seconds
        steps = json.loads(answer.replace("{", "[").replace("}", "]"))
        wanted = tuple(tuple(sorted(degree for (degree,) in step)) for step in steps if step)
        if found != wanted:
            differences.append(f"{name}: {found} here, {wanted} there  {c.to_json()}")
    assert sum(len(resolution(c).degrees) > 1 for _, c in chosen) > 40
    report(version, "resolutions of derivations", ours, theirs, len(chosen), differences)
