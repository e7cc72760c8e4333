"""Random layers of every kind, audited in bulk, against an exact program for each label, and their
certificates checked.

Rows in float16, bfloat16 and float32: equal ones, zero rows, negative zeros, subnormal numbers,
exponents from one end of the type to the other, combinations of others; offsets; inputs of every
kind. The exact programs share nothing with the audit but exact arithmetic. Layers of 64 to 120 rows
in 9 to 40 dimensions are those in which walks and weights of all rows decide. Run the large tests,
5,000 small layers and 5,000 with label sets, 500 wide ones, with

    pytest -m slow tests/decide/batches/test_random_layers.py --attack 1

With ``--attack`` their seeds are fresh ones; they are printed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from arrangements import Configuration
from arrangements.audits import audit_certificate
from arrangements.decide.batches import driver, label_sets
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic import products
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels import space, walks
from arrangements.decide.one_by_one.decide import decide
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, every_label
from tests.bench.audits import bfloat16
from tests.decide.batches.test_winners import polyhedra
from tests.seeds import fewer, until


def layer(seed: int) -> tuple[np.ndarray, Inputs]:
    """Rows (b, u) in float32 or float16, and inputs with a point."""
    draw, chance = np.random.default_rng(seed), random.Random(seed)
    n, d = int(draw.integers(2, 40) if chance.random() < 0.9 else 60), int(draw.integers(1, 9))
    kind = chance.choice(["f2", "bf16", "f4"])
    rows = draw.normal(size=(n, d + 1))
    style = chance.choice(["plain", "rounded", "sizes", "ends", "small"])
    if style == "rounded":
        rows = np.round(rows * chance.choice([1, 4]))
    elif style == "sizes":
        rows *= 2.0 ** draw.integers(-10, 10, size=(n, 1))
    elif style == "ends":
        rows *= 2.0 ** draw.integers(*((-24, 14) if kind == "f2" else (-140, 120)), size=rows.shape)
    elif style == "small":
        rows *= 2.0 ** (-20 if kind == "f2" else -135)
    rows[:, 0] *= chance.choice([0, 1])
    rows = rows.astype(np.float16 if kind == "f2" else np.float32)
    if kind == "bf16":
        rows = bfloat16(np.ascontiguousarray(rows))
    for i in range(n):
        turn = chance.random()
        if turn < 0.05:
            rows[i] = chance.choice([0.0, -0.0])
        elif turn < 0.15:
            rows[i] = rows[chance.randrange(n)]
        elif turn < 0.35 and style in ("plain", "rounded"):
            some = rows[[chance.randrange(n) for _ in range(chance.randint(1, 4))]]
            rows[i] = (some.mean(axis=0, dtype=np.float64) * chance.choice([1, 0.5, 0.99])).astype(
                rows.dtype
            )
    rows[draw.random(rows.shape) < 0.03] = -0.0
    inputs = chance.choice([*polyhedra(chance, d), Inputs.ball(chance.choice([0, "1/3", 2]), d)])
    return rows, inputs


def wide_layer(seed: int) -> tuple[np.ndarray, Inputs]:
    """The same with many columns: some rows inside the hull of others, by much or by little, some on
    its border, some equal.
    """
    draw, chance = np.random.default_rng(seed), random.Random(seed)
    d = int(draw.integers(9, 41))
    n = int(draw.integers(max(64, 2 * d + 10), 121))
    rows = draw.normal(size=(n, d + 1))
    if chance.random() < 0.3:
        rows *= draw.lognormal(0, 0.5, size=(n, 1))
    rows[:, 0] *= chance.choice([0, 0, 1])
    kind = chance.choice(["f2", "bf16", "f4"])
    if kind == "bf16":
        rows = bfloat16(np.ascontiguousarray(rows, np.float32))
    rows = rows.astype(np.float16 if kind == "f2" else np.float32)
    inner = n // 4
    for i in range(inner):
        some = rows[draw.choice(np.arange(inner, n), chance.choice([2, 4, d // 2]), replace=False)]
        mean = some.mean(axis=0, dtype=np.float64)
        mean[1:] *= chance.choice([1, 1, 1 - 2.0**-20, 0.999, 0.9, 0.5, 0.1])
        rows[i] = mean
    for i in draw.choice(n, 3):
        rows[i] = rows[chance.randrange(n)] if chance.random() < 0.8 else -0.0
    every = [*polyhedra(chance, d), Inputs(d), Inputs(d), Inputs.ball(chance.choice([0, 2]), d)]
    return rows, chance.choice(every)


def compared(
    seed: int, path: Path, made: Callable[[int], tuple[np.ndarray, Inputs]] = layer
) -> Counter[str]:
    """How labels of a random layer are decided; one difference is an error."""
    rows, inputs = made(seed)
    domain, seen = Domain(inputs), Counter[str]()
    if domain.empty:
        return seen
    exact, asked = DyadicMatrix(rows), every_label(len(rows))
    told = [[float(x) for x in row] for row in rows]
    configuration = Configuration(
        [row[1:] for row in told], bias=[row[0] for row in told], dimension=rows.shape[1] - 1
    )
    answers = list(answered(exact, domain, asked, method="bulk"))
    for one, outcome in answers:
        seen[type(outcome).__name__] += 1
        possible, _ = decide(configuration, one, inputs=inputs)
        seen["possible"] += possible
        assert isinstance(outcome, IntegerWitness) is possible, (
            f"seed {seed}, label {one.positions}"
        )
    audit_certificate.save(str(path), rows, domain, answers, {})
    yes = sum(isinstance(outcome, IntegerWitness) for _, outcome in answers)
    assert audit_certificate.recheck(str(path), rows).startswith(f"{yes} of {len(rows)} "), (
        f"seed {seed}"
    )
    return seen


def sets_compared(seed: int, path: Path) -> Counter[str]:
    """The same of label sets: random ones, those of some inputs, and their neighbours."""
    rows, inputs = layer(seed)
    domain, seen, draw = Domain(inputs), Counter[str](), np.random.default_rng(seed)
    if domain.empty:
        return seen
    label_sets._CONES.clear()
    whole = [[Fraction(float(x)) for x in row] for row in rows]
    points = [[Fraction(int(x), 4) for x in draw.integers(-8, 9, size=inputs.dimension)]]
    points += [[abs(x) for x in points[0]], [x / 8 for x in points[0]]]
    sets = draw.choice([-1, 1], size=(12, len(rows)))
    for line, point in zip(sets, [*points, *points, *points], strict=False):
        values = [sum(a * b for a, b in zip(row, [1, *point], strict=True)) for row in whole]
        line[:] = [1 if x > 0 else -1 if x < 0 else y for x, y in zip(values, line, strict=True)]
    for line in sets[3:6]:
        line[draw.integers(len(rows))] *= -1
    if seed % 3 == 0:
        sets[6:9] *= draw.choice([0, 1, 1, 1], size=(3, len(rows)))
    asked = [Question("signs", tuple(one)) for one in sets.tolist() if any(one)]
    configuration = Configuration(
        [row[1:] for row in whole], bias=[row[0] for row in whole], dimension=inputs.dimension
    )
    answers = list(answered(DyadicMatrix(rows), domain, asked))
    for one, outcome in answers:
        seen[type(outcome).__name__] += 1
        possible, _ = decide(configuration, one, inputs=inputs)
        assert isinstance(outcome, IntegerWitness) is possible, f"seed {seed}, {one.signs}"
    audit_certificate.save(str(path), rows, domain, answers, {})
    yes = sum(isinstance(outcome, IntegerWitness) for _, outcome in answers)
    assert audit_certificate.recheck(str(path), rows).startswith(f"{yes} of {len(asked)} "), (
        f"seed {seed}"
    )
    return seen


@pytest.fixture(autouse=True)
def small_layers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few labels are tried at once as many are."""
    monkeypatch.setattr(driver, "_SOME", 0)
    monkeypatch.setattr(driver, "_MANY", 0)


def test_some(tmp_path: Path) -> None:
    start, seen = random.randrange(10**6), Counter[str]()
    print("seeds from", start)
    for trial in until(seen, {"Aimed": 5, "IntegerRefutation": 9}, 16):
        seen += compared(start + trial, tmp_path / "audit.npz")
    print(dict(seen))


@pytest.mark.parametrize("columns", [1, 100])
def test_some_sets(columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With inputs that are looked for downhill, and without."""
    monkeypatch.setattr(label_sets, "_WIDE", columns)
    start, seen = random.randrange(10**6), Counter[str]()
    print("seeds from", start)
    for trial in until(seen, {"IntegerWitness": 11, "Clash": 3}, 25):
        seen += sets_compared(start + trial, tmp_path / "audit.npz")
    print(dict(seen))


def test_some_wide_layers(tmp_path: Path) -> None:
    """With weights of all rows, too."""
    start, seen = random.randrange(10**6), Counter[str]()
    print("seeds from", start)
    for trial in until(seen, {"possible": 31, "Enclosed": 7}, 2):
        seen += compared(start + trial, tmp_path / "audit.npz", wide_layer)
    print(dict(seen))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(20))
def test_thousands_of_sets(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trials: Callable[[int], int]
) -> None:
    monkeypatch.setattr(label_sets, "_WIDE", 1 if part % 2 else 100)
    seen, start = Counter[str](), random.randrange(10**9)
    print("seeds from", start)
    kinds = dict.fromkeys(("IntegerWitness", "IntegerRefutation", "Clash"), 1)
    for trial in until(seen, kinds, trials(250)):
        seen += sets_compared(start + trial, tmp_path / "audit.npz")
    print(dict(seen))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(20))
def test_thousands(part: int, tmp_path: Path, trials: Callable[[int], int]) -> None:
    seen, start = Counter[str](), random.randrange(10**9)
    print("seeds from", start)
    kinds = dict.fromkeys(("Aimed", "IntegerRefutation", "Enclosed"), 1)
    for trial in until(seen, kinds, trials(250)):
        seen += compared(start + trial, tmp_path / "audit.npz")
    print(dict(seen))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(10))
def test_hundreds_of_wide_layers(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trials: Callable[[int], int]
) -> None:
    """In odd parts with weights of all rows for what walks to the centre leave, and in some of these
    without such walks.
    """
    if part % 2:
        monkeypatch.setattr(walks, "steps_worthwhile", lambda *_: 100)
    if part % 4 == 3:
        monkeypatch.setattr(walks, "inward", lambda *_: ({}, []))
    seen, start = Counter[str](), random.randrange(10**9)
    print("seeds from", start)
    found = "Tilted" if part % 4 == 3 else "Aimed"
    kinds = dict.fromkeys(("IntegerRefutation", "Enclosed", found), 1)
    for trial in until(seen, kinds, trials(50)):
        seen += compared(start + trial, tmp_path / "audit.npz", wide_layer)
    print(dict(seen))


@pytest.mark.parametrize("n", fewer(150, 300))
def test_large_layers_are_settled_alike(
    n: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where nothing of the size of the rows is kept, answers are the same."""
    draw = np.random.default_rng(4)
    rows = draw.normal(size=(n, 7)).astype(np.float32)
    parts = rows.reshape(30, -1, 7)
    parts[:8] = (parts[10:18] + parts[18:26]) * np.float32(0.45)
    parts[8] = (parts[10] + parts[11]) / 2
    rows[:, 0] *= draw.choice([0, 1])
    for inputs in (Inputs(6), Inputs.nonnegative(6)):
        domain, asked, kept = Domain(inputs), every_label(n), []
        for size in (None, 0):
            if size is not None:
                monkeypatch.setattr(space, "_KEPT_UNITS", size)
                monkeypatch.setattr(walks, "_MADE_UNITS", size)
                monkeypatch.setattr(products, "_KEPT", size)
                monkeypatch.setattr(products, "_PART", 50)
                monkeypatch.setattr(space, "_PART_OF_UNITS", 50)
            space._KEPT.clear()
            for steps in (0, 100):
                monkeypatch.setattr(walks, "steps_worthwhile", lambda *_, s=steps: s)
                answers = list(answered(DyadicMatrix(rows), domain, asked))
                audit_certificate.save(str(tmp_path / "audit.npz"), rows, domain, answers, {})
                kept.append([isinstance(outcome, IntegerWitness) for _, outcome in answers])
        space._KEPT.clear()
        assert kept[0] == kept[1] == kept[2] == kept[3]
        assert n / 6 < sum(kept[0]) < n * 11 / 15
