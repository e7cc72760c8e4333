"""Whole audits in a ball: floating point and integers against exact programs, and mutants of their
certificates.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from arrangements import BadInput, Configuration, Inputs, audit, decide_argmax
from arrangements.audits.audit_certificate import save
from arrangements.checker import batches as checker
from arrangements.cli import app
from arrangements.decide.batches.as_certificate import certificate_of
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.balls import min_norm_in_ball
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import proves
from arrangements.decide.one_by_one.balls import in_ball
from arrangements.decide.one_by_one.decide import decide
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.layers.questions.question import Question, comparisons, every_label

Case = tuple[np.ndarray, Inputs, list[Question]]


def drawn(chance: random.Random) -> Case:
    """Small integers: centres on borders, radius 0, borders that only touch the ball, equal rows."""
    n, d = chance.randint(2, 6), chance.randint(1, 3)
    rows = np.array([[chance.randint(-3, 3) for _ in range(d + 1)] for _ in range(n)], float)
    centre = [Fraction(chance.randint(-4, 4), chance.choice((1, 2))) for _ in range(d)]
    square = Fraction(chance.choice((0, 1, 2, 4, 5, 9)), chance.choice((1, 1, 4)))
    inputs = Inputs(d, within=Ball(tuple(centre), square))
    if chance.random() < 0.4:
        inputs = inputs & Inputs.nonnegative(d)
    if chance.random() < 0.2:
        inputs = inputs & Inputs(d, equations=[[chance.randint(-2, 2) for _ in range(d + 1)]])
    signs = tuple(chance.choice((1, -1, 0, 2)) for _ in range(n))
    order = chance.sample(range(n), n)
    asked = [*every_label(n), *(Question("chosen", (i,)) for i in range(n)), Question("on", (0,))]
    asked += [Question("tie", (0, 1)), Question("signs", signs), Question("ranking", tuple(order))]
    return rows, inputs, asked


def configuration(rows: np.ndarray) -> Configuration:
    whole = [[Fraction(x) for x in row] for row in rows.tolist()]
    return Configuration([row[1:] for row in whole], bias=[row[0] for row in whole])


def by_programs(rows: np.ndarray, inputs: Inputs, asked: Question) -> bool:
    """The exact answer, without floating point."""
    if asked.kind == "on":
        asked = Question("signs", tuple(int(i == asked.positions[0]) for i in range(len(rows))))
    if asked.kind != "chosen":
        return decide(configuration(rows), asked, inputs=inputs)[0]
    assert inputs.within is not None
    (label,), width = asked.positions, rows.shape[1]
    ahead = [
        tuple(Fraction(a) - Fraction(b) for a, b in zip(rows[label].tolist(), row, strict=True))
        for row in rows.tolist()
    ]
    strict = [(Fraction(1), *[Fraction(0)] * (width - 1)), *ahead[:label]]
    weak, equal = [*ahead[label + 1 :], *inputs.inequalities], list(inputs.equations)
    found, point = motzkin(strict, equal, width, weak=weak)
    return found and in_ball(strict, equal, weak, point, inputs.within)[0]


@pytest.mark.parametrize("seed", range(3))
def test_answers_are_those_of_exact_programs(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    seen: Counter[tuple[str, bool]] = Counter()
    for _ in range(40):
        rows, inputs, asked = drawn(chance)
        domain, exact = Domain(inputs), DyadicMatrix(rows)
        if domain.empty:
            assert not decide(
                configuration(rows), Question("signs", (0,) * len(rows)), inputs=inputs
            )[0]
            seen["empty", True] += 1
            continue
        found = list(answered(exact, domain, asked))
        for one, outcome in found:
            assert proves(exact, domain, outcome, *comparisons(one, len(rows)))
            seen[one.kind, isinstance(outcome, IntegerWitness)] += 1
            assert isinstance(outcome, IntegerWitness) == by_programs(rows, inputs, one)
        save(str(tmp_path / "audit.npz"), rows, domain, found, {})
        labels = [str(i) for i in range(len(rows))]
        for one, outcome in found:
            if one.kind not in ("chosen", "on"):
                assert certificate_of(rows, labels, domain, [(one, outcome)]).answer is isinstance(
                    outcome, IntegerWitness
                )
    kinds = {kind for kind, _ in seen} - {"empty"}
    assert all(seen[kind, answer] for kind in kinds for answer in (True, False))
    assert seen["empty", True]


def test_a_chosen_label_ties_with_labels_listed_later_only() -> None:
    # on the disc of radius 1 both rows are 1 at (1, 0) alone
    rows = np.array([[1.0, 0, 0], [0, 1, 0]])
    domain, exact = Domain(Inputs.ball(1, 2)), DyadicMatrix(rows)
    asked = [*every_label(2), Question("chosen", (0,)), Question("chosen", (1,))]
    outcomes = [outcome for _, outcome in answered(exact, domain, asked)]
    assert [isinstance(outcome, IntegerWitness) for outcome in outcomes] == [
        True,
        False,
        True,
        False,
    ]
    turned = DyadicMatrix(rows[::-1].copy())
    answer = [isinstance(o, IntegerWitness) for _, o in answered(turned, domain, asked)]
    assert answer == [False, True, True, True]
    (point,) = (
        o.point for a, o in answered(turned, domain, asked[2:3]) if isinstance(o, IntegerWitness)
    )
    assert [Fraction(x, point[0]) for x in point[1:]] == [1, 0]


def test_a_hint_is_a_point_or_weights() -> None:
    rng = np.random.default_rng(3)
    kinds = set()
    for _ in range(200):
        rows = rng.normal(size=(8, 4))
        z, weights = min_norm_in_ball(rows, 0.7, 1e-9)
        kinds.add(z is None)
        if z is not None:
            assert np.linalg.norm(z) <= 0.7 * (1 + 1e-8)
            assert (rows[:, 1:] @ z + rows[:, 0] > -1e-9).all()
        else:
            total = sum(w * rows[k] for k, w in weights.items())
            assert total[0] + 0.7 * np.linalg.norm(total[1:]) <= 1e-8 * sum(weights.values())
    assert kinds == {True, False}


def parts(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files}


def as_part(value: object) -> np.ndarray:
    return np.frombuffer(json.dumps(value, separators=(",", ":")).encode(), np.uint8)


def mutated(whole: dict[str, np.ndarray], chance: random.Random) -> dict[str, np.ndarray]:
    """One number of the ball, of a point, or of weights is another."""
    out = dict(whole)
    about, rest = (json.loads(out[name].tobytes()) for name in ("about", "rest"))
    where = chance.choice(("one", "centre", "square", "points", "rest", "rest"))
    if where in ("one", "square"):
        old = int(about["inputs"]["ball"][where], 16)
        about["inputs"]["ball"][where] = hex(max(0, old + chance.choice((-2, -1, 1, 2))))
    elif where == "centre":
        centre = about["inputs"]["ball"]["centre"]
        k = chance.randrange(len(centre))
        centre[k] = hex(int(centre[k], 16) + chance.choice((-1, 1)))
    elif where == "points" and out["points"].size:
        points = out["points"].copy()
        points.flat[chance.randrange(points.size)] += chance.choice((-1, 1, 7, 1000))
        out["points"] = points
    else:
        pairs = [
            pair
            for evidence in rest.values()
            for name in evidence
            if name != "point"
            for pair in evidence[name]
        ]
        if pairs:
            pair = chance.choice(pairs)
            old = int(pair[1], 16)
            pair[1] = hex(chance.choice((old + 1, old - 1, -old, 2 * old, old // 2)))
    out["about"], out["rest"] = as_part(about), as_part(rest)
    return out


@pytest.mark.parametrize("seed", range(2))
def test_an_accepted_mutant_is_true(seed: int, tmp_path: Path) -> None:
    chance = random.Random(100 + seed)
    counts: Counter[bool] = Counter()
    path, other = tmp_path / "audit.npz", tmp_path / "mutant.npz"
    for _ in range(25):
        rows, inputs, _ = drawn(chance)
        domain = Domain(inputs)
        if domain.empty:
            continue
        found = list(answered(DyadicMatrix(rows), domain, every_label(len(rows))))
        save(str(path), rows, domain, found, {})
        whole = parts(path)
        for _ in range(20):
            mutant = mutated(whole, chance)
            np.savez(other, **mutant)  # type: ignore[arg-type]
            try:
                checker.check(str(other), rows)
            except (checker.Refused, ValueError):
                counts[False] += 1
                continue
            counts[True] += 1
            ball = json.loads(mutant["about"].tobytes())["inputs"]["ball"]
            one, square = int(ball["one"], 16), int(ball["square"], 16)
            centre = tuple(Fraction(int(c, 16), one) for c in ball["centre"])
            claimed = Inputs(
                inputs.dimension,
                inputs.inequalities,
                inputs.equations,
                within=Ball(centre, Fraction(square, one)),
            )
            for asked, outcome in found:
                assert by_programs(rows, claimed, asked) is isinstance(outcome, IntegerWitness)
    assert counts[True]
    assert counts[False]


def test_a_ball_is_in_version_5_alone(tmp_path: Path) -> None:
    rows, path = np.array([[0.0, 1], [1, 0]]), tmp_path / "audit.npz"
    domain = Domain(Inputs.ball(2, 1))
    save(str(path), rows, domain, list(answered(DyadicMatrix(rows), domain, every_label(2))), {})
    assert checker.check(str(path), rows).startswith(
        "2 of 2 labels can be strictly first, 0 never (2 x 1, a ball"
    )
    whole = parts(path)
    about = json.loads(whole["about"].tobytes())
    assert about["version"] == 5
    for version in (1, 2, 3, 4):
        np.savez(path, **{**whole, "about": as_part({**about, "version": version})})  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="of its version"):
            checker.check(str(path), rows)
    for ball, message in (
        ({"one": "0x0", "centre": ["0x0"], "square": "0x4"}, "a ball must have a radius"),
        ({"one": "0x1", "centre": ["0x0"], "square": "-0x4"}, "a ball must have a radius"),
        ({"one": "0x1", "centre": [], "square": "0x4"}, "a vector must have 1 integers"),
        (None, "an object must have the keys one, centre, square"),
    ):
        inputs = {**about["inputs"], "ball": ball}
        np.savez(path, **{**whole, "about": as_part({**about, "inputs": inputs})})  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=message):
            checker.check(str(path), rows)


def test_the_command_and_python_audit_in_a_ball(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    vectors, bias = (
        rng.normal(size=(90, 6)).astype(np.float32),
        rng.normal(size=90).astype(np.float32),
    )
    np.savez(tmp_path / "model.npz", weight=vectors, bias=bias)
    file = str(tmp_path / "audit.npz")
    run = CliRunner().invoke(
        app,
        [
            "audit",
            str(tmp_path / "model.npz"),
            "--inputs",
            "ball:sqrt(2)",
            "--certificate",
            file,
            "--json",
        ],
    )
    assert run.exit_code == 0, run.output
    told = json.loads(run.stdout)
    rows = [[Fraction(float(x)) for x in row] for row in vectors]
    exact = Configuration(rows, bias=[Fraction(float(x)) for x in bias])
    inputs = Inputs.ball("sqrt(2)", 6)
    got = [answer.possible for answer in audit(exact, inputs=inputs).winners]
    assert told["possible"] == sum(got)
    assert 0 < sum(got) < 90
    for label in range(0, 90, 30):
        assert decide_argmax(exact, exact.labels[label], inputs=inputs)[0] is got[label]
    again = CliRunner().invoke(app, ["recheck", file, str(tmp_path / "model.npz")])
    assert again.exit_code == 0, again.output
    written = CliRunner().invoke(
        app,
        [
            "audit",
            str(tmp_path / "model.npz"),
            "--inputs",
            "ball:sqrt(2)",
            "--report",
            str(tmp_path / "r"),
        ],
    )
    assert written.exit_code == 0, written.output
    report = json.loads((tmp_path / "r" / "audit.json").read_text())
    assert [answer["possible"] for answer in report["answers"]] == got
    for answer in report["answers"]:
        if answer["possible"]:
            assert answer["reach"] ** 2 <= 2


def test_an_irrational_centre_is_refused() -> None:
    with pytest.raises(BadInput, match="ball of an audit must have a rational centre"):
        Domain(Inputs.ball(1, centre=["sqrt(2)"]))


def test_an_inequality_that_says_nothing_is_no_hindrance() -> None:
    c = Configuration([[1], [-1]])
    inputs = Inputs(1, [[0, 0]]) & Inputs.ball(1, 1)
    assert [answer.possible for answer in audit(c, inputs=inputs, method="single").winners] == [
        True,
        True,
    ]
    at_zero = Inputs(1, [[0, 0]]) & Inputs.ball(0, 1)
    assert not any(audit(c, inputs=at_zero, method="single").winners)


def test_weights_of_another_ball_prove_nothing() -> None:
    rows = DyadicMatrix(np.array([[-2.0, 1], [0, 0]]))  # h > 2
    asked = comparisons(Question("top", (0,)), 2)
    refuted = IntegerRefutation(((0, 1),), ())
    assert proves(rows, Domain(Inputs.ball(2, 1)), refuted, *asked)
    assert not proves(rows, Domain(Inputs.ball("5/2", 1)), refuted, *asked)
    assert not proves(rows, Domain(Inputs(1)), refuted, *asked)
