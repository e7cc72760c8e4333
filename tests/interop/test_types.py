"""Types beside nauty, which knows them as graphs of their cocircuits: no two of a list are the same,
each has as many symmetries, and random points have the type that ``find`` says.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from arrangements import Configuration, chirotope
from arrangements.combinatorial_types import find, type_key, types
from arrangements.matroids.chirotopes import Chirotope
from tests.interop.instances import SEED
from tests.interop.test_answers import SAGE, measured, ran, report

pytestmark = pytest.mark.peer

LISTS = [
    "oriented:2x6",
    "oriented:3x6",
    "oriented:3x7",
    "oriented:3x8",
    "oriented:4x6",
    "oriented:4x7",
    "oriented:5x7",
    "oriented:3x9:uniform",
    "oriented:4x8:uniform",
    "oriented:3x6:signed",
    "oriented:3x7:acyclic",
    "points:6:collinear",
    "points:7",
    "points:8",
]


def asked(chirotopes: Iterable[Chirotope], signed: bool) -> tuple[str, list[dict[str, Any]]]:
    """The version of nauty, and what it says."""
    if not SAGE.exists():
        pytest.skip("there is no .venv-peers")
    lines = [json.dumps([c.n, c.rank, c.text(), signed]) for c in chirotopes]
    out = ran(
        [str(SAGE), str(Path(__file__).parent / "nauty_answers.py")], "\n".join(lines) + "\n"
    ).splitlines()
    answers = [json.loads(line) for line in out[1:]]
    assert len(answers) == len(lines)
    return json.loads(out[0]), answers


@pytest.mark.parametrize("name", LISTS)
def test_lists_have_no_type_twice_and_all_symmetries(name: str) -> None:
    members, seconds = measured(lambda: list(types(name)))
    version, answers = asked((member.chirotope for member in members), members[0].signed)
    differences = [
        f"{member.chirotope.text()}: {member.symmetries} here, {answer['symmetries']} there"
        for member, answer in zip(members, answers, strict=True)
        if member.symmetries != answer["symmetries"]
    ]
    assert len({answer["key"] for answer in answers}) == len(members)
    theirs = sum(answer["seconds"] for answer in answers)
    report(version, f"types of {name}", seconds, theirs, len(members), differences)


@pytest.mark.parametrize("reorientation", [False, True])
def test_equal_types_are_equal(reorientation: bool) -> None:
    """Random rows with many dependences, each also in another order, reoriented or not."""
    draw = random.Random(SEED)
    chosen: list[Chirotope] = []
    while len(chosen) < 600:
        n, rank = draw.choice([(5, 2), (5, 3), (6, 3), (7, 3), (6, 4)])
        c = Configuration([[draw.randint(-1, 1) for _ in range(rank)] for _ in range(n)])
        chi = chirotope(c)
        if chi.rank == rank and not chi.loops and not chi.parallel_classes:
            moved = chi.reordered(draw.sample(range(n), n))
            turned = [e for e in range(n) if draw.random() < 0.5] if reorientation else []
            chosen += [chi, moved.reorientation(turned)]
    up_to = "reorientation" if reorientation else "relabelling"
    keys, seconds = measured(lambda: [type_key(chi, up_to=up_to) for chi in chosen])
    version, answers = asked(chosen, not reorientation)
    theirs = [answer["key"] for answer in answers]
    pairs = len(set(zip(keys, theirs, strict=True)))
    differences = [] if len({*keys}) == len({*theirs}) == pairs else ["keys tell others apart"]
    assert theirs[::2] == theirs[1::2]
    spent = sum(answer["seconds"] for answer in answers)
    report(version, f"type keys up to {up_to}", seconds, spent, len(chosen), differences)


def test_random_points_have_the_type_that_is_found() -> None:
    draw = random.Random(SEED)
    listed = types("points:8")
    sets = []
    while len(sets) < 300:
        c = Configuration.affine([[draw.randrange(99), draw.randrange(99)] for _ in range(8)])
        if chirotope(c).is_uniform:
            sets.append(c)
    found, seconds = measured(lambda: [find(listed, c) for c in sets])
    version, answers = asked(map(chirotope, sets), signed=True)
    _, members = asked((member.chirotope for member in found), signed=True)
    differences = [
        c.to_json()
        for c, one, other in zip(sets, answers, members, strict=True)
        if one["key"] != other["key"]
    ]
    spent = sum(answer["seconds"] for answer in answers)
    report(version, "places of points", seconds, spent, len(sets), differences)
