"""Points that a certificate does not hold: made again by the checker, with code of its own, and
attacks on them by name. And products in float32, which decide nothing that rounding could change.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import POINT_BITS, DyadicMatrix
from arrangements.decide.dyadic.row_directions import Aimed, Aims
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import every_label, under

BOXES = [
    Inputs(3),
    Inputs.nonnegative(3),
    Inputs.box(["-1/3", None, 0], ["1/3", 7, None]),
    Inputs.at_least("-0.2785", 3),
    Inputs(3, [[1, 2, 0, 0], [10**30, 0, -1, 0], [0, 0, 0, 3], [3, 0, 0, -(10**25)]]),
]


def rows_of(draw: np.random.Generator, kind: str) -> np.ndarray:
    """Rows of all sizes, zeros of both signs and subnormal numbers among them."""
    rows = draw.normal(size=(9, 4))
    if kind == "i8":
        return np.rint(rows * 9).astype(np.int64)
    rows *= 10.0 ** draw.integers(-3, 3, size=(9, 1))
    rows[draw.random(rows.shape) < 0.2] = -0.0
    rows[0] = 0.0
    rows = rows.astype(kind)
    rows[1, :2] = 1e-200 if kind == "f8" else np.finfo(rows.dtype).smallest_subnormal
    return rows


def case_of(rows: np.ndarray, domain: Domain) -> checker.Case:
    inequalities = [[hex(x) for x in row] for row in domain.weak]
    about = {
        "format": checker.FORMAT,
        "version": 6,
        "weights": checker.fingerprint(rows),
        "inputs": {"inequalities": inequalities, "equations": []},
        "questions": "first",
        "source": {},
    }
    return checker.Case(about, rows, [], aimed=True)


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i8"])
@pytest.mark.parametrize("seed", range(4))
def test_made_alike(kind: str, seed: int) -> None:
    """By its definition with rationals, by the audit and by the checker: the same points."""
    print("seed", seed)
    rows = rows_of(np.random.default_rng(seed), kind)
    labels = np.arange(len(rows))
    for inputs in BOXES:
        domain = Domain(inputs)
        aims = Aims.of(DyadicMatrix(rows), domain)
        assert aims is not None
        aim = checker.Aim(case_of(rows, domain), aims.centre)
        for power in (0, 3, 11, 16):
            made = aims.points(labels, power)
            assert made.tolist() == [by_definition(aims, domain, i, power) for i in labels.tolist()]
            near = np.abs(made).max(axis=1) <= 1 << POINT_BITS
            assert np.array_equal(aim.points(labels[near], power), made[near])
            for label in labels[~near].tolist():
                with pytest.raises(checker.Refused, match="moderate"):
                    aim.points(np.array([label]), power)


def by_definition(aims: Aims, domain: Domain, label: int, power: int) -> list[int]:
    own = aims.rows.floats([label])[0][1:].tolist()
    apart = [float(u) - float(m) for u, m in zip(own, aims.centre.tolist(), strict=True)]
    largest, e = max(Fraction(abs(v)) for v in apart), 0
    while largest and Fraction(2) ** e <= largest:
        e += 1
    while largest and Fraction(2) ** (e - 1) > largest:
        e -= 1
    point = [round(Fraction(v) * Fraction(2) ** (15 - e)) for v in apart]
    far = 1 << (POINT_BITS + 1)
    for sign in (1, -1):
        for c, *factors in domain.weak:
            (j,) = [j for j, a in enumerate(factors) if a]
            bound = -Fraction(c << power, factors[j])
            if sign * factors[j] > 0:
                near = max(-far, min(far, -((-bound) // 1) if sign > 0 else bound // 1))
                point[j] = max(point[j], near) if sign > 0 else min(point[j], near)
    return [1 << power, *map(int, point)]


def test_a_byte_for_each_point(tmp_path: Path) -> None:
    """Of 400 labels in 64 dimensions: the certificate is smaller than the layer in float16."""
    rows = np.random.default_rng(1).normal(size=(400, 65)).astype(np.float16)
    rows[:, 0] = 0
    rows[3, 1:] = rows[4, 1:] / 2 + rows[5, 1:] / 4
    domain, path = Domain(Inputs(64)), str(tmp_path / "audit.npz")
    answers = list(answered(DyadicMatrix(rows), domain, every_label(400)))
    aimed = [outcome for _, outcome in answers if isinstance(outcome, Aimed)]
    assert len(aimed) > 390
    audit_certificate.save(path, rows, domain, answers, {})
    kept = Path(path).stat().st_size
    old = [(x, IntegerWitness(y.point) if isinstance(y, Aimed) else y) for x, y in answers]
    audit_certificate.save(path, rows, domain, old, {})
    assert kept < 30_000 < rows.nbytes < Path(path).stat().st_size
    assert checker.check(path, rows).startswith("399 of 400 labels can be strictly first, 1 never")


# The first, second, third and the last five of ten labels can be first, the fourth and fifth cannot.
_ROUND = [[0.0, 1, 1], [0, -1, 1], [0, 0, -1.5], [0, 0, 0], [0, 0, 0.5]]
ROWS = np.array([*_ROUND, [0, 2, 0], [0, -2, 0], [0, 1.5, -1], [0, -1.5, -1], [0, 0, 1.5]])


def parts(path: Path, kind: str = "top") -> dict[str, np.ndarray]:
    domain = Domain(Inputs(2))
    asked = list(under(kind, every_label(10)))
    audit_certificate.save(
        str(path), ROWS, domain, list(answered(DyadicMatrix(ROWS), domain, asked)), {}
    )
    with np.load(path) as kept:
        return {key: kept[key] for key in kept.files}


def packed(path: Path, made: dict[str, np.ndarray]) -> str:
    with zipfile.ZipFile(path, "w") as archive:
        for name, value in made.items():
            out = io.BytesIO()
            np.save(out, value)
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                file.write(out.getvalue())
    return str(path)


def test_honest_ones_are_accepted(tmp_path: Path) -> None:
    """So that what the attacks below change is what they are refused for."""
    made = parts(tmp_path / "audit.npz")
    assert made["recipes"].tolist() == [0, 0, 1, 0, 0, 1, 1, 1, 1, 1]
    assert checker.check(packed(tmp_path / "again.npz", made), ROWS).startswith("8 of 10 labels")


def _set(name: str, place: int, value: float) -> Callable[[dict[str, np.ndarray]], None]:
    def change(made: dict[str, np.ndarray]) -> None:
        made[name] = made[name].copy()
        made[name][place] = value

    return change


def _about(**values: object) -> Callable[[dict[str, np.ndarray]], None]:
    def change(made: dict[str, np.ndarray]) -> None:
        about = json.loads(made["about"].tobytes()) | values
        text = json.dumps(about, separators=(",", ":")).encode()
        made["about"] = np.frombuffer(text, np.uint8)

    return change


def _cut(name: str) -> Callable[[dict[str, np.ndarray]], None]:
    def change(made: dict[str, np.ndarray]) -> None:
        made[name] = made[name][:-1]

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("recipes", 3, 1), "must make it first"),
        (_set("recipes", 4, 1), "must make it first"),
        (_set("recipes", 5, 0), "other questions must follow"),
        (_set("recipes", 5, 18), "power of two"),
        (_set("recipes", 5, 255), "power of two"),
        (_set("holder", 5, 0), "must have its question|no point"),
        (_set("centre", 0, np.nan), "finite"),
        (_set("centre", 1, np.inf), "finite"),
        (_set("centre", 0, 5.0), "must make it first"),
        (_set("centre", 0, 1e300), "must make it first"),
        (_cut("centre"), "fit the rows"),
        (_cut("recipes"), "for each question"),
        (_about(version=1), "of its version"),
        (_about(version=2), "of its version"),
        (_about(questions=[["top", [k]] for k in range(10)]), "whether labels are first"),
        (_about(questions="on"), "whether labels are first"),
        (lambda made: made.pop("centre"), "must have the parts"),
        (lambda made: made.update(recipes=made["recipes"] * 0), "power of two"),
    ],
)
def test_attacks(change: Callable[..., object], message: str, tmp_path: Path) -> None:
    made = parts(tmp_path / "audit.npz")
    change(made)
    with pytest.raises((checker.Refused, ValueError), match=message):
        checker.check(packed(tmp_path / "false.npz", made), ROWS)


def test_of_equal_rows_the_first_is_chosen(tmp_path: Path) -> None:
    """The same points prove less under the other rule, and more is asked of them."""
    rows = np.vstack([ROWS, ROWS[:1]])
    domain, path = Domain(Inputs(2)), str(tmp_path / "audit.npz")
    for kind, yes in (("top", 7), ("chosen", 8)):
        asked = list(under(kind, every_label(11)))
        audit_certificate.save(
            path, rows, domain, list(answered(DyadicMatrix(rows), domain, asked)), {}
        )
        assert checker.check(path, rows).startswith(f"{yes} of 11 labels can be ")
    with np.load(path) as kept:
        made = {key: kept[key] for key in kept.files}
    _about(questions="first")(made)
    with pytest.raises(checker.Refused, match="must make it first"):
        checker.check(packed(tmp_path / "false.npz", made), rows)


@pytest.mark.parametrize("kind", ["f2", "f4", "f8"])
def test_leaders_where_float32_cannot_tell(kind: str) -> None:
    """Rows one rounding apart, equal rows and ties, beside rows that are far away: as integers say."""
    draw = np.random.default_rng(3)
    rows = draw.normal(size=(40, 30)).astype(kind)
    rows[1] = rows[0]
    rows[1, 7] = np.nextafter(rows[0, 7], np.float64(np.inf).astype(kind))
    rows[3] = rows[2]
    rows[5] = -rows[4]
    points = draw.integers(-1000, 1000, size=(80, 30))
    points[:6] = np.rint(np.ldexp(rows[:6].astype(float), 10)).astype(int)
    points[6] = 0
    exact = DyadicMatrix(rows)
    truth, lowest, told = [], [], 0
    for point in points.tolist():
        values = exact.exact(range(40), point)
        best = max(values)
        truth.append(values.index(best) if values.count(best) == 1 else -1)
        lowest.append(values.index(best))
    assert exact.leaders(points).tolist() == truth
    assert exact.leaders(points, lowest=True).tolist() == lowest
    assert truth[2] == truth[6] == -1
    first, sure = exact._surely(points)
    assert np.array_equal(first[sure], np.array(truth)[sure])
    assert sure.mean() > 0.5
    assert not sure[[0, 2, 6]].any()
    case = checker.Exact(rows if kind != "f2" else rows.astype(np.float32))
    for label in range(40):
        told += int(case.surely(points, np.full(80, label)).sum())
    assert told > 40
    for place, label in enumerate(truth):
        others = np.delete(np.arange(40), label) if label >= 0 else np.arange(40)
        same = np.repeat(points[place : place + 1], len(others), axis=0)
        assert not case.surely(same, others).any()


@pytest.mark.parametrize("power", [-120, -70, -50, 0, 50, 70, 120])
def test_sizes_that_float32_does_not_bear(power: int) -> None:
    """Beyond 2^60 either way float32 is not asked, and answers are the same."""
    draw = np.random.default_rng(5)
    rows = np.ldexp(draw.normal(size=(20, 6)), power)
    points = draw.integers(-9, 9, size=(50, 6))
    exact = DyadicMatrix(rows)
    assert np.isfinite(exact._light_error) == (abs(power) < 60)
    plain = DyadicMatrix(np.ldexp(rows, -power)).leaders(points)
    assert np.array_equal(exact.leaders(points), plain)
    assert np.isfinite(checker.Exact(rows).off) == (abs(power) < 60)


def test_small_entries_are_flushed_at_worst() -> None:
    """A bound that counts entries below the least normal float32, and products that underflow."""
    rows = np.full((2, 1000), 2.0**-140)
    rows[0, 0] = rows[1, 0] = 2.0**-59
    rows[1, 1:] = -(2.0**-140)
    points = np.full((1, 1000), 1 << POINT_BITS)
    exact = DyadicMatrix(rows)
    assert not exact._surely(points)[1].any()
    assert exact.leaders(points).tolist() == [0]
