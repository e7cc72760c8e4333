"""Labels refuted by weights of all rows that come from one vector: against exact programs, and
changed certificates of them.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.audits.findings import findings
from arrangements.checker import batches as checker
from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.store import Store
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness, Outcome, Tilted
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels import exponential_weights, walks
from arrangements.decide.labels.space import Space
from arrangements.decide.labels.walks import steps_worthwhile
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import every_label
from tests.audits.test_reasons import Printed
from tests.decide.batches.test_walks import layer
from tests.seeds import few


@pytest.fixture(autouse=True)
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small layers are tilted, too, and at once."""
    monkeypatch.setattr(walks, "inward", lambda *_: ({}, []))
    monkeypatch.setattr(walks, "steps_worthwhile", lambda *_: 200)


def domains(d: int) -> list[Domain]:
    every = [Inputs(d), Inputs.nonnegative(d), Inputs.at_least("-0.25", d)]
    return [Domain(inputs) for inputs in [*every, Inputs.box([-1] * d, [1] * d)]]


def settled(rows: DyadicMatrix, domain: Domain, ties: str = "strict", method: str = "bulk"):
    asked = every_label(rows.n, "chosen" if ties == "first" else "top")
    return list(answered(rows, domain, asked, method=method))


def as_one_by_one(
    rows: DyadicMatrix, domain: Domain, folder: Path, ties: str = "strict"
) -> list[Outcome]:
    """The outcomes of all labels in bulk, which are those of one exact program a label, and whose
    certificate is accepted.
    """
    single = [isinstance(x, IntegerWitness) for _, x in settled(rows, domain, ties, "single")]
    answers = settled(rows, domain, ties)
    assert [isinstance(outcome, IntegerWitness) for _, outcome in answers] == single
    path = str(folder / "audit.npz")
    audit_certificate.save(path, rows.floats(), domain, answers, {})
    assert audit_certificate.recheck(path, rows.floats()).startswith(f"{sum(single)} of {rows.n} ")
    return [outcome for _, outcome in answers]


@pytest.mark.parametrize("seed", few(8, 2))
@pytest.mark.parametrize("ties", ["strict", "first"])
def test_as_one_by_one(seed: int, ties: str, tmp_path) -> None:
    print("seed", seed)
    draw = np.random.default_rng(seed)
    d = int(draw.integers(2, 7))
    rows = DyadicMatrix(layer(draw, int(draw.integers(20 + 4 * d, 90)), d))
    tilted = 0
    for domain in domains(d):
        outcomes = as_one_by_one(rows, domain, tmp_path, ties)
        tilted += sum(isinstance(outcome, Tilted) for outcome in outcomes)
    assert tilted


def planted() -> tuple[DyadicMatrix, Domain]:
    draw = np.random.default_rng(4)
    rows = np.round(draw.normal(size=(150, 5)) * 64) / 64
    rows[:60] *= 0.25
    return DyadicMatrix(np.hstack([np.round(draw.normal(size=(150, 1)) * 4) / 4, rows])), Domain(
        Inputs.at_least("-1", 5)
    )


def test_most_are_tilted(tmp_path) -> None:
    rows, domain = planted()
    answers = settled(rows, domain)
    assert sum(isinstance(outcome, Tilted) for _, outcome in answers) > 30
    path = str(tmp_path / "audit.npz")
    audit_certificate.save(path, rows.floats(), domain, answers, {})
    with np.load(path) as parts:
        assert json.loads(parts["about"].tobytes())["version"] == 6
        assert parts["tilts"].dtype == np.int16
        assert len(parts["tilts"]) == sum(isinstance(outcome, Tilted) for _, outcome in answers)
    with Store(str(tmp_path / "s.db"), "x") as store:
        tilted = {str(k): x for k, (_, x) in enumerate(answers) if isinstance(x, Tilted)}
        store.put(tilted.items())
        assert all(store.get(k) == x for k, x in tilted.items())
    # A report names few other rows, of which an average dominates.
    printed = Printed(rows.floats(), domain.stated)
    for found in findings(rows, domain, [answers[int(k)] for k in list(tilted)[:3]]):
        assert 1 < len(found.dominated_by) <= rows.k + 1
        printed.average(found.row, found.dominated_by)


def test_rows_that_win_are_offered() -> None:
    """In the direction in which the walk goes away."""
    rows, domain = planted()
    space = Space.of(rows, domain)
    assert space is not None
    found, ahead = exponential_weights.tilted(space, range(rows.n), 200)
    possible = {
        k
        for k, (_, outcome) in enumerate(settled(rows, domain))
        if isinstance(outcome, IntegerWitness)
    }
    assert not possible & set(found)
    everywhere = settled(rows, Domain(Inputs(5)))
    wins = {k for k, (_, outcome) in enumerate(everywhere) if isinstance(outcome, IntegerWitness)}
    assert {label for label, _ in ahead} <= wins
    assert len(ahead) > 3


def certified(seed: int, path: str):
    draw = np.random.default_rng(seed)
    rows = np.round(draw.normal(size=(60, 3)) * 8) / 8
    rows[:20] *= 0.5
    offsets = np.round(draw.normal(size=(60, 1)) * 4) / 4 * (seed % 3 > 0)
    exact = DyadicMatrix(np.hstack([offsets, rows]))
    domain = domains(3)[seed % 4]
    answers: list[tuple[object, Outcome]] = settled(exact, domain)  # type: ignore[assignment]
    audit_certificate.save(path, exact.floats(), domain, answers, {})  # type: ignore[arg-type]
    possible = [i for i, (_, outcome) in enumerate(answers) if isinstance(outcome, IntegerWitness)]
    with np.load(path) as parts:
        return exact.floats(), possible, {key: parts[key] for key in parts.files}


@pytest.mark.parametrize("seed", range(8))
def test_vectors_prove_nothing_false(seed: int, tmp_path) -> None:
    """No vector, shares or frame refutes a label of which a witness is known; of those that are
    impossible some changed vectors still do.
    """
    print("seed", seed)
    chance = np.random.default_rng(seed)
    rows, possible, kept = certified(seed, str(tmp_path / "audit.npz"))
    about = json.loads(kept["about"].tobytes())
    more = [kept[key] for key in ("shares", "frame", "tilts", "tilted")]
    case = checker.Case(about, rows, more, aimed="recipes" in kept)
    tilts, accepted = kept["tilts"].astype(float), 0
    own = kept["tilted"][:, 0]
    for turn in range(40):
        scale = 2.0 ** chance.integers(-20, -8)
        vectors = tilts * scale * (1 + chance.normal(size=tilts.shape) * 0.1 * (turn % 3))
        if turn % 4 == 3:
            vectors = chance.normal(size=(20, tilts.shape[1])) * 2.0 ** chance.integers(-3, 6)
        far = 2.0 ** chance.uniform(-40, 19.9, size=len(vectors))
        if turn % 4 == 1:
            _, powers, beyond = kept["tilted"].T
            vectors = np.ldexp(
                tilts * (1 + chance.normal(size=tilts.shape) * 1e-3), -powers[:, None]
            )
            far = beyond * 2.0**-40
        for labels in (chance.choice(possible, len(vectors)), np.resize(own, len(vectors))):
            found = case.ellipsoid.tilts(labels, vectors, far)
            assert not (found & np.isin(labels, possible)).any()
            accepted += int(found.sum())
        if turn % 5 == 0:
            shares, frame = kept["shares"].copy(), kept["frame"].copy()
            shares[chance.integers(len(shares))] = chance.integers(1, 1 << 50)
            frame[tuple(chance.integers(len(frame), size=2))] *= chance.uniform(0.5, 2)
            try:
                other = checker.Case(
                    about, rows, [shares, frame, *more[2:]], aimed="recipes" in kept
                )
            except checker.Refused:
                continue
            labels = chance.choice(possible, len(vectors))
            assert not other.ellipsoid.tilts(labels, vectors, far).any()
    assert accepted


def _one(key: str, place: tuple[int, int], value: int):
    def change(parts: dict[str, np.ndarray]) -> None:
        parts[key] = parts[key].copy()
        parts[key][place] = value

    return change


def _without(key: str):
    def change(parts: dict[str, np.ndarray]) -> None:
        parts[key] = parts[key][:0]

    return change


def _to_zero(parts: dict[str, np.ndarray]) -> None:
    parts["tilts"] = parts["tilts"] * np.int16(0)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (_to_zero, checker.Refused),
        (_one("tilted", (0, 2), 1), checker.Refused),
        (_one("tilted", (0, 2), 1 << 62), checker.Refused),
        (_one("tilted", (0, 2), -1), ValueError),
        (_one("tilted", (0, 1), 65), ValueError),
        (_one("tilted", (0, 1), -(1 << 63)), ValueError),
        (_one("tilted", (0, 0), -1), ValueError),
        (_one("tilted", (-1, 0), 10_000), ValueError),
        (_one("tilted", (1, 0), 0), ValueError),
        (_one("tilted", (0, 1), -64), checker.Refused),
        (_without("tilts"), ValueError),
        (_without("tilted"), ValueError),
        (lambda parts: parts.update(tilts=parts["tilts"][:, :-1]), ValueError),
        (lambda parts: parts.update(tilts=parts["tilts"][:-1]), ValueError),
        (lambda parts: parts.update(tilted=parts["tilted"][:, :2]), ValueError),
        (
            lambda parts: parts.update(tilts=parts["tilts"][:-1], tilted=parts["tilted"][:-1]),
            ValueError,
        ),
        (lambda parts: parts.update(tilts=parts["tilts"].astype("<i4")), ValueError),
        (lambda parts: parts.pop("tilted"), ValueError),
    ],
)
def test_changed_and_refused(change, error, tmp_path) -> None:
    rows, domain = planted()
    path = str(tmp_path / "audit.npz")
    audit_certificate.save(path, rows.floats(), domain, settled(rows, domain), {})
    with np.load(path) as old:
        parts = {key: old[key] for key in old.files}
    change(parts)
    np.savez(path, **parts)
    with pytest.raises(error):
        checker.check(path, rows.floats())


def test_a_question_about_two_labels_has_no_tilt(tmp_path) -> None:
    rows, domain = planted()
    path = str(tmp_path / "audit.npz")
    answers = [
        (x, IntegerWitness(y.point) if isinstance(y, IntegerWitness) else y)
        for x, y in settled(rows, domain)
    ]
    audit_certificate.save(path, rows.floats(), domain, answers, {})
    with np.load(path) as old:
        parts = {key: old[key] for key in old.files}
    about = json.loads(parts["about"].tobytes())
    assert about["version"] == 4
    first = int(parts["tilted"][0, 0])
    for question, error in ((["top", [first, 1]], ValueError), (["top", [-1]], ValueError)):
        about["questions"] = [["top", [k]] for k in range(rows.n)]
        about["questions"][first] = question
        text = json.dumps(about, separators=(",", ":")).encode()
        np.savez(path, **(parts | {"about": np.frombuffer(text, np.uint8)}))
        with pytest.raises(error):
            checker.check(path, rows.floats())


def test_worthwhile_where_walks_are_long() -> None:
    assert steps_worthwhile(20_000, 64) == 0
    assert steps_worthwhile(32_000, 2_048) > 500


def test_mutants_of_tilts(tmp_path) -> None:
    """Changed in a few places, a certificate is refused or still true."""
    chance = random.Random(7)
    rows, domain = planted()
    path = str(tmp_path / "audit.npz")
    answers = settled(rows, domain)
    audit_certificate.save(path, rows.floats(), domain, answers, {})
    true = sum(isinstance(outcome, IntegerWitness) for _, outcome in answers)
    with np.load(path) as old:
        parts = {key: old[key] for key in old.files}
    accepted = 0
    for _ in range(60):
        changed = {key: value.copy() for key, value in parts.items()}
        key = chance.choice(["tilts", "tilted", "shares", "frame"])
        place = tuple(chance.randrange(size) for size in changed[key].shape)
        if key == "frame":
            changed[key][place] *= chance.choice([1 + 2.0**-20, 1.5, -1])
        else:
            limits = np.iinfo(changed[key].dtype)
            more = chance.choice([1, -1, 1 << 8, -(1 << 14)])
            changed[key][place] = max(limits.min, min(limits.max, int(changed[key][place]) + more))
        np.savez(path, **changed)
        try:
            said = checker.check(path, rows.floats())
        except (checker.Refused, ValueError):
            continue
        accepted += 1
        assert said.startswith(f"{true} of {rows.n} ")
    assert accepted
