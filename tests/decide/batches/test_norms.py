"""Whole audits behind a norm: against exact programs about z that is written out, and mutants of their
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
from arrangements.decide.answers import chosen
from arrangements.decide.batches.as_certificate import certificate_of
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain, laid_out
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import proves
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import comparisons, every_label
from tests.decide.batches.test_balls import as_part, by_programs, configuration, drawn, parts
from tests.decide.test_norms import of_z


def behind(chance: random.Random) -> tuple[np.ndarray, Inputs, list]:
    """A case of balls with a norm of dyadic numbers in place of the ball."""
    rows, inputs, asked = drawn(chance)
    assert inputs.within is not None
    d = inputs.dimension
    gains = tuple(Fraction(chance.randint(-3, 3), chance.choice((1, 2, 4))) for _ in range(d))
    tiny = Fraction(1, 1 << 70) if chance.random() < 0.3 else 0
    centre = tuple(x + tiny for x in inputs.within.centre)
    norm = Ball(centre, inputs.within.square, gains, chance.random() < 0.5)
    weak = inputs.inequalities if inputs.ends is None else inputs.ends
    return rows, Inputs(d, weak, inputs.equations, within=norm), asked


def exactly(rows: np.ndarray, inputs: Inputs, asked) -> bool:  # type: ignore[no-untyped-def]
    layer, around = of_z(configuration(rows), inputs)
    whole = np.array([[*row] for row in layer.functions], object)
    return by_programs(whole, around, asked)


@pytest.mark.parametrize("seed", range(3))
def test_answers_are_those_of_exact_programs(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    seen: Counter[tuple[str, bool]] = Counter()
    wide = 0
    for _ in range(40):
        rows, inputs, asked = behind(chance)
        laid, domain = laid_out(rows, inputs)
        wide += laid.shape[1] > rows.shape[1]
        if domain.empty:
            assert not any(exactly(rows, inputs, one) for one in asked)
            continue
        exact = DyadicMatrix(laid)
        found = list(answered(exact, domain, asked))
        for one, outcome in found:
            assert proves(exact, domain, outcome, *comparisons(one, len(rows)))
            seen[one.kind, isinstance(outcome, IntegerWitness)] += 1
            assert isinstance(outcome, IntegerWitness) == exactly(rows, inputs, one)
            if isinstance(outcome, IntegerWitness):
                assert inputs.holds(domain.input(outcome.point))
        save(str(tmp_path / "audit.npz"), rows, domain, found, {})
        labels = [str(i) for i in range(len(rows))]
        for one, outcome in found:
            if one.kind not in ("chosen", "on"):
                proof = certificate_of(rows, labels, domain, [(one, outcome)])
                assert proof.answer is isinstance(outcome, IntegerWitness)
    assert all(seen[kind, answer] for kind in ("top", "chosen", "on") for answer in (True, False))
    assert wide > 3


def mutated(whole: dict[str, np.ndarray], chance: random.Random) -> dict[str, np.ndarray]:
    """One number of the norm, of a condition, of a point, or of weights is another."""
    out = dict(whole)
    about, rest = (json.loads(out[name].tobytes()) for name in ("about", "rest"))
    ball, where = about["inputs"]["ball"], chance.randrange(6)
    lists = [ball["centre"], ball["gains"], *about["inputs"]["equations"]]
    if where == 0:
        old = int(ball["square"], 16)
        ball["square"] = hex(max(0, old + chance.choice((-2, -1, 1, 2))))
    elif where == 1:
        ball["centred"] = not ball["centred"]
    elif where == 2:
        part = chance.choice(lists)
        k = chance.randrange(len(part))
        part[k] = hex(int(part[k], 16) + chance.choice((-int(ball["one"], 16), -1, 1)))
    elif where == 3 and out["points"].size:
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


def judged(chance: random.Random, number: int, each: int, folder: Path) -> Counter[bool]:
    """Mutants that are accepted, and refused; of those that are accepted every answer is true."""
    counts: Counter[bool] = Counter()
    path, other = folder / "audit.npz", folder / "mutant.npz"
    for _ in range(number):
        rows, inputs, _ = behind(chance)
        laid, domain = laid_out(rows, inputs)
        if domain.empty:
            continue
        found = list(answered(DyadicMatrix(laid), domain, every_label(len(rows))))
        save(str(path), rows, domain, found, {})
        whole = parts(path)
        for _ in range(each):
            mutant = mutated(whole, chance)
            np.savez(other, **mutant)  # type: ignore[arg-type]
            try:
                told = checker.check(str(other), rows)
            except (checker.Refused, ValueError):
                counts[False] += 1
                continue
            counts[True] += 1
            given = json.loads(mutant["about"].tobytes())["inputs"]
            again = stated(given, inputs.dimension)
            true = sum(exactly(rows, again, one) for one in every_label(len(rows)))
            assert told.startswith(f"{true} of {len(rows)} "), (told, true, again.to_json())
    return counts


def stated(given: dict, d: int) -> Inputs:  # type: ignore[type-arg]
    """The inputs of a certificate."""
    ball = given["ball"]
    one = int(ball["one"], 16)
    centre, gains = (
        tuple(Fraction(int(x, 16), one) for x in ball[key]) for key in ("centre", "gains")
    )
    norm = Ball(centre, Fraction(int(ball["square"], 16), one), gains, ball["centred"])

    def row(vector: list) -> list[int]:  # type: ignore[type-arg]
        if len(vector) == 3 and type(vector[1]) is int:
            line = [int(vector[0], 16), *[0] * d]
            line[1 + vector[1]] = int(vector[2], 16)
            return line
        return [int(x, 16) for x in vector]

    weak, equal = ([row(v) for v in given[key]] for key in ("inequalities", "equations"))
    return Inputs(d, weak, equal, within=norm)


@pytest.mark.parametrize("seed", range(2))
def test_an_accepted_mutant_is_true(seed: int, tmp_path: Path) -> None:
    counts = judged(random.Random(200 + seed), 25, 20, tmp_path)
    print(counts)
    assert min(counts[True], counts[False]) > 20


def test_the_command_audits_behind_a_norm(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    weight, bias = rng.normal(size=(90, 8)).astype(np.float32), rng.normal(size=90) * 3
    gains, shift = (1 + rng.normal(size=(2, 8)) / 4).astype(np.float32)
    np.savez(tmp_path / "model.npz", weight=weight, bias=bias.astype(np.float32))
    np.save(tmp_path / "gains.npy", gains)
    np.save(tmp_path / "shift.npy", shift)
    norm, file = f"layernorm:{tmp_path}/gains.npy:{tmp_path}/shift.npy", str(tmp_path / "a.npz")
    model = str(tmp_path / "model.npz")
    run = CliRunner().invoke(
        app, ["audit", model, "--inputs", norm, "--certificate", file, "--json"]
    )
    assert run.exit_code == 0, run.output
    told = json.loads(run.stdout)
    exact = Configuration(
        [[Fraction(float(x)) for x in row] for row in weight],
        bias=[Fraction(float(x)) for x in bias.astype(np.float32)],
    )
    inputs = Inputs.layernorm([*map(Fraction, gains.tolist())], [*map(Fraction, shift.tolist())])
    by_norm = [answer.possible for answer in audit(exact, inputs=inputs).winners]
    assert told["possible"] == sum(by_norm)
    assert 0 < sum(by_norm) < 90
    for label in range(0, 90, 15):
        assert decide_argmax(exact, exact.labels[label], inputs=inputs)[0] is by_norm[label]
    again = CliRunner().invoke(app, ["recheck", file, model])
    assert again.exit_code == 0, again.output
    assert "behind a norm" in again.stdout
    one = str(tmp_path / "one.json")
    run = CliRunner().invoke(
        app, ["audit", model, "--inputs", norm, "--only", "1", "--certificate", one]
    )
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(app, ["recheck", one]).exit_code == 0


def test_what_floats_do_not_hold_is_left_to_programs_or_refused() -> None:
    third = Inputs.rmsnorm(["1/3", 1])
    assert chosen(Layer(Configuration([[1, 0], [0, 1]]), third)) == "exact"
    assert chosen(Layer(Configuration([[1, 0], [0, 1]]), Inputs.rmsnorm([1, 2]))) == "single"
    found = [a.possible for a in audit(Configuration([[1, 0], [0, 1]]), inputs=third).winners]
    assert found == [True, True]
    rows = np.array([[0.0, 1 + 2.0**-52], [0.0, 1]])
    for inputs, message in (
        (Inputs.rmsnorm(["1/3"]), "gains that are floats"),
        (Inputs.rmsnorm([1], ["1/3"]), "a shift that is dyadic"),
        (Inputs.rmsnorm([Fraction(1 + 2.0**-40)]), "at most 53 bits"),
        (Inputs.rmsnorm(["sqrt(2)"]), "rational gains and shift"),
    ):
        with pytest.raises(BadInput, match=message):
            laid_out(rows, inputs)


def test_what_does_not_substitute_refuses_a_norm() -> None:
    with pytest.raises(BadInput, match="must not be behind a norm here"):
        Domain(Inputs.rmsnorm([1, 2]))
