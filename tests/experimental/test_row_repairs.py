"""Repairs of rows against their definition: every label possible by exact decisions, and no change
that is tried and suffices is below what is said to be least.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from arrangements import Configuration, Inputs, decide_argmax
from arrangements.audits.repair.bound_certificates import recheck
from arrangements.audits.repair.row_changes import NoFactors, RowRepair
from arrangements.checker import repair as checker
from arrangements.decide.answers import answers
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.errors import BadInput, CertificateRefused, LimitReached
from arrangements.experimental.row_repair_proofs import factors_text, rows_text
from arrangements.experimental.row_repairs import repair_rows
from arrangements.layers.layer import Layer
from arrangements.layers.questions.parser import parsed
from arrangements.layers.questions.question import every_label
from arrangements.loading.layers import OutputLayer, load_layer
from tests.audits.repair.test_bias import FLOAT16, FLOAT64, INPUTS, layer_of
from tests.seeds import fewer


def with_factors(layer: Configuration, factors: list[Fraction]) -> Configuration:
    bias = layer.bias or [0] * layer.n
    return Configuration(
        [[f * x for x in row] for f, row in zip(factors, layer.rows, strict=True)],
        bias=[f * b for f, b in zip(factors, bias, strict=True)],
        dimension=layer.d,
    )


def first(layer: Configuration, inputs: Inputs) -> list[bool]:
    return [bool(decide_argmax(layer, label, inputs=inputs)) for label in layer.labels]


def floors(found: RowRepair) -> dict[int, Fraction]:
    out: dict[int, Fraction] = {}
    for step in found.steps:
        out[step.label] = max(out.get(step.label, Fraction(1)), step.factor)
    return out


@pytest.mark.parametrize("named", INPUTS)
def test_factors_are_least(named: str) -> None:
    drawn, count = random.Random(f"factors {named}"), Counter[str]()
    for _ in range(40):
        layer = layer_of(drawn)
        inputs = INPUTS[named](layer.d)
        source, domain, asked = load_layer(layer), Domain(inputs), every_label(layer.n)
        try:
            found = repair_rows(source, domain, asked, FLOAT64, "factors")
        except NoFactors as error:
            never = error
        except LimitReached:
            count["limit"] += 1
            continue
        else:
            never = None
        if never is not None:
            text = factors_text(source, domain, never.steps, never.always, "none")
            assert recheck(text, source).startswith("no factors make all possible")
            count["never"] += 1
            for _ in range(20):
                factors = [
                    Fraction(drawn.randint(1, 12), drawn.randint(1, 4)) for _ in layer.labels
                ]
                possible = first(with_factors(layer, factors), inputs)
                if never.always is not None:
                    assert not all(possible[step.label] for step in never.steps)
            continue
        new = found.repaired.configuration()
        assert all(first(new, inputs))
        if not found.before:
            continue
        count["repaired"] += 1
        least = floors(found)
        text = factors_text(source, domain, found.steps, found.always, "factors")
        assert "only with factors" in recheck(text, source)
        for k, f in found.factors.items():
            assert least[k] < f <= least[k] * (1 + Fraction(1, 1 << 12))
        if found.always is None:
            assert "with a logit above 0" in recheck(text, source)
            continue
        count["always"] += 1
        for k in least:  # a little less for one row alone
            factors = [found.factors.get(j, Fraction(1)) for j in range(layer.n)]
            factors[k] = least[k]
            assert not all(first(with_factors(layer, factors), inputs))
        for _ in range(10):
            factors = [Fraction(drawn.randint(1, 12), drawn.randint(1, 4)) for _ in layer.labels]
            if all(first(with_factors(layer, factors), inputs)):
                count["others"] += 1
                for k, f in least.items():
                    assert factors[k] / min(factors) > f
    assert count["limit"] <= 3, count
    assert count["repaired"] > 2, count
    if named == "all":
        assert min(count["never"], count["always"], count["others"]) > 2, count


def moved(layer: Configuration, by: dict[tuple[int, int], Fraction]) -> Configuration:
    rows = [[x + by.get((k, j), 0) for j, x in enumerate(row)] for k, row in enumerate(layer.rows)]
    return Configuration(rows, bias=layer.bias, dimension=layer.d)


@pytest.mark.parametrize("trials", fewer(8, 16))
@pytest.mark.parametrize("named", INPUTS)
def test_rows_change_by_little(named: str, trials: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arrangements.experimental.row_repairs._ROUNDS", 12)
    drawn, count = random.Random(f"rows {named}"), Counter[str]()
    for turn in range(trials):
        n, d = drawn.randint(4, 7), 2 + turn % 2
        layer = Configuration(
            [[drawn.randint(-4, 4) for _ in range(d)] for _ in range(n)],
            bias=[drawn.randint(-1, 1) for _ in range(n)],
        )
        inputs = INPUTS[named](layer.d)
        source, domain, asked = load_layer(layer), Domain(inputs), every_label(layer.n)
        try:
            found = repair_rows(source, domain, asked, FLOAT64, "rows")
        except LimitReached:
            count["limit"] += 1
            continue
        assert all(first(found.repaired.configuration(), inputs))
        if not found.before:
            continue
        count["repaired"] += 1
        by = {(k, j - 1): x for k, own in found.entries.items() for j, x in own}
        total = sum(map(abs, by.values()))
        assert moved(layer, by).rows == found.repaired.configuration().rows
        assert found.least <= total
        if not found.moves:
            continue
        count["bounded"] += 1
        text = rows_text(source, domain, found, found.least)
        assert "sum of changes of rows above" in recheck(text, source)
        if found.before == 1 and len(found.entries) == 1 and len(by) == 1:
            # one row alone: what was found is least
            count["alone"] += 1
            ((k, _),) = by
            for _ in range(30):
                parts = [drawn.random() for _ in range(layer.d)]
                scale = Fraction(999, 1000) * total / Fraction(sum(parts))
                other = {
                    (k, j): Fraction(x) * scale * drawn.choice([1, -1]) for j, x in enumerate(parts)
                }
                assert not first(moved(layer, other), inputs)[k]
        for _ in range(40):  # other repairs
            others = {
                (k, j): x * Fraction(drawn.randint(0, 5), 4)
                + Fraction(drawn.choice([0, 0, 1, -1]), drawn.randint(1, 9))
                for (k, j), x in {
                    (k, j): by.get((k, j), Fraction(0))
                    for k in range(layer.n)
                    for j in range(layer.d)
                }.items()
            }
            if all(first(moved(layer, others), inputs)):
                count["others"] += 1
                assert sum(map(abs, others.values())) > found.least
    assert count["limit"] <= 4, count
    assert count["repaired"] > 0, count
    assert trials < 16 or min(count["repaired"], count["bounded"], count["others"]) > 2, count


def test_rounding_to_sixteen_bits_is_part_of_it() -> None:
    for seed in range(3):
        rows = np.random.default_rng(seed).standard_normal((30, 4)).astype(np.float16)
        rows[:, 0] = 0
        layer = OutputLayer(rows.astype(np.float64), tuple(map(str, range(30))), "", "w", None)
        for what in ("factors", "rows"):
            found = repair_rows(layer, Domain(Inputs(3)), every_label(30), FLOAT16, what)
            new = found.repaired.rows
            assert found.before > 0
            assert (new.astype(np.float16) == new).all()
            touched = {*found.factors, *found.entries}
            kept = [k for k in range(30) if k not in touched]
            assert np.array_equal(new[kept], layer.rows[kept])


def test_degenerate_layers() -> None:
    one = load_layer(Configuration([[0, 0]]))
    zero = load_layer(Configuration([[0, 0], [1, 0], [-1, 0]]))
    for what in ("factors", "rows"):
        assert repair_rows(one, Domain(Inputs(2)), every_label(1), FLOAT64, what).before == 0
        assert repair_rows(one, Domain(Inputs(2)), [], FLOAT64, what).answers == ()
        asked = ["labels 1"] if what == "factors" else ["labels 1", "tie 2,3"]
        refusal = (
            "labels that are to be first" if what == "factors" else "without ties, not tie 2=3"
        )
        with pytest.raises(BadInput, match=refusal):
            repair_rows(zero, Domain(Inputs(2)), [*parsed(asked, "123")], FLOAT64, what)
        with pytest.raises(BadInput, match="must have a point"):
            repair_rows(
                zero, Domain(Inputs(2, [[-1, 0, 0], [0, 0, 0]][:1])), every_label(3), FLOAT64, what
            )
    with pytest.raises(NoFactors) as never:
        repair_rows(zero, Domain(Inputs(2)), every_label(3), FLOAT64, "factors")
    assert [step.label for step in never.value.steps] == [0]
    assert len(repair_rows(zero, Domain(Inputs(2)), every_label(3), FLOAT64, "rows").entries) == 1
    equal = load_layer(Configuration([[1, 0], [2, 0], [-1, 0], [0, 1], [0, -1]]))
    with pytest.raises(NoFactors) as never:
        repair_rows(equal, Domain(Inputs(2)), every_label(5), FLOAT64, "factors")
    assert {step.label for step in never.value.steps} == {0, 1}
    text = factors_text(equal, Domain(Inputs(2)), never.value.steps, never.value.always, "none")
    assert recheck(text, equal).startswith("no factors make all possible: (5 x 2")
    assert len(repair_rows(equal, Domain(Inputs(2)), every_label(5), FLOAT64, "rows").entries) == 1
    flat = Domain(Inputs(1, equations=[[0, 1]]))
    for what in ("rows",):
        with pytest.raises(BadInput, match="more than h = 0"):
            repair_rows(load_layer(Configuration([[1], [2]])), flat, every_label(2), FLOAT64, what)
    wide = load_layer(Configuration(np.eye(60, dtype=int).tolist() + [[0] * 60] * 60))
    with pytest.raises(LimitReached, match="linear programs"):
        repair_rows(wide, Domain(Inputs(60)), every_label(120), FLOAT64, "rows")


def certificates() -> list[tuple[OutputLayer, str]]:
    layer = load_layer(
        Configuration([[2, 0], [0, 2], [-2, -1], ["1/2", "1/2"], ["1/4", "1/2"]], bias=[0] * 5)
    )
    box, made = Domain(Inputs.box([-1, -2], [2, 1])), []
    for domain in (Domain(Inputs(2)), box):
        found = repair_rows(layer, domain, every_label(5), FLOAT64, "factors")
        made.append((layer, factors_text(layer, domain, found.steps, found.always, "factors")))
        found = repair_rows(layer, domain, every_label(5), FLOAT64, "rows")
        made.append((layer, rows_text(layer, domain, found, found.least)))
    return made


def test_mutants_claim_no_more() -> None:
    """One character changed anywhere: refused, unreadable, or the claim is no larger."""
    draw, count = random.Random(4), Counter[str]()
    for layer, text in certificates():
        said = checker.check(text, layer.rows, layer.scale)
        whole = json.loads(text)
        proved = [s["factor"] for s in whole["steps"]] if "steps" in whole else []
        for place in draw.sample(range(len(text)), 400):
            other = text[:place] + draw.choice("0123456789abcdefx-,[]") + text[place + 1 :]
            if other == text:
                continue
            try:
                again = checker.check(other, layer.rows, layer.scale)
            except checker.Refused:
                count["refused"] += 1
                continue
            except ValueError:
                count["unreadable"] += 1
                continue
            count["accepted"] += 1
            now = json.loads(other)
            if proved:
                for old, new in zip(proved, [s["factor"] for s in now["steps"]], strict=True):
                    assert ratio(new) <= ratio(old), (said, again)
            else:
                assert ratio(now["claim"]["exceeds"]) <= ratio(whole["claim"]["exceeds"]), again
    assert count["refused"] > 100, count


def ratio(value: list[str]) -> Fraction:
    return Fraction(int(value[0], 16), int(value[1], 16))


def test_attacks() -> None:
    (layer, factors), (_, rows), *_ = certificates()

    def refusal(text: str, change) -> str:
        whole = json.loads(text)
        change(whole)
        try:
            return checker.check(json.dumps(whole), layer.rows, layer.scale)
        except (checker.Refused, ValueError) as error:
            return str(error)

    step, move = "steps", "moves"
    assert "must not exceed" in refusal(factors, lambda w: w[step][0].update(factor=["0x9", "0x1"]))
    assert "express the row" in refusal(factors, lambda w: w[step][0].update(own="0x3"))
    assert "must be positive" in refusal(factors, lambda w: w[step][0].update(own="-0x3"))
    assert "there must be steps" in refusal(factors, lambda w: w.update(steps=[]))
    assert "row of the next" in refusal(factors, lambda w: w["claim"].update(measure="none"))
    assert "measure must be known" in refusal(factors, lambda w: w["claim"].update(measure="all"))
    assert "never be negative" in refusal(factors, lambda w: w["always"].update(rows=[]))
    assert "with a logit above 0" in refusal(factors, lambda w: w.update(always=None))
    assert "must not exceed" in refusal(rows, lambda w: w["claim"].update(exceeds=["0x9", "0x1"]))
    assert "for each side" in refusal(rows, lambda w: w[move][0]["along"].pop())
    assert "moved row" in refusal(rows, lambda w: w[move][0]["along"][0].update(far=["0x9", "0x1"]))
    assert "go somewhere" in refusal(
        rows, lambda w: w[move][0]["along"][0].update(far=["0x0", "0x1"])
    )
    assert "there once" in refusal(rows, lambda w: w[move].append(w[move][0]))
    assert "factor must be positive" in refusal(
        rows, lambda w: w[move][0].update(times=["0x0", "0x1"])
    )
    assert "there must be moves" in refusal(rows, lambda w: w.update(moves=[]))
    assert "other rows" in refusal(rows, lambda w: w.update(weights="0" * 64))


@pytest.mark.parametrize("trials", fewer(5, 16))
def test_rows_for_label_sets_and_rankings(trials: int) -> None:
    """Each question by exact decisions on the repaired rows, which differ where it is said."""
    drawn, count = random.Random(41), Counter[str]()
    for turn in range(trials):
        n, d = drawn.randint(4, 6), 2 + turn % 2
        layer = Configuration(
            [[drawn.randint(-4, 4) for _ in range(d)] for _ in range(n)],
            bias=[drawn.randint(-1, 1) for _ in range(n)],
        )
        names = list(layer.labels)
        drawn.shuffle(names)
        lines = [f"labels {names[0]},{names[1]}", f"ranking {'>'.join(names)}"]
        lines.append(f"top-set {names[2]},{names[3]}")
        asked = [*parsed(lines, layer.labels)]
        for measure in ("sum", "largest"):
            try:
                found = repair_rows(
                    load_layer(layer), Domain(Inputs(d)), asked, FLOAT64, "rows", measure=measure
                )
            except LimitReached:
                count["limit"] += 1
                continue
            new = found.repaired.configuration()
            assert all(answer.possible for answer in answers(Layer(new), asked, method="exact"))
            by = {(k, j - 1): x for k, own in found.entries.items() for j, x in own}
            assert moved(layer, by).rows == new.rows
            assert new.bias == layer.bias
            assert bool(by) == bool(found.before)
            count[measure] += bool(by)
    assert count["limit"] <= 4, count
    assert min(count["sum"], count["largest"]) > trials // 4, count


def test_rows_with_the_least_largest_change() -> None:
    """NoFactors above that of the least sum, and above a bound that is certified."""
    drawn, count = random.Random(43), Counter[str]()
    while count["tried"] < 8:
        n, d = drawn.randint(4, 7), drawn.randint(2, 3)
        layer = Configuration(
            [[drawn.randint(-4, 4) for _ in range(d)] for _ in range(n)],
            bias=[drawn.randint(-1, 1) for _ in range(n)],
        )
        source, asked = load_layer(layer), (Domain(Inputs(d)), every_label(n), FLOAT64, "rows")
        summed = repair_rows(source, *asked)
        if not summed.entries:
            continue
        count["tried"] += 1
        found = repair_rows(source, *asked, measure="largest")
        assert all(first(found.repaired.configuration(), Inputs(d)))
        assert found.largest() <= summed.largest()
        assert found.least < found.largest()
        if found.moves:
            count["bounded"] += 1
            text = rows_text(source, asked[0], found, found.least)
            assert "a largest change of entries of rows above" in recheck(text, source)
            whole = json.loads(text)
            p, q = (int(x, 16) for x in whole["claim"]["exceeds"])
            whole["claim"]["exceeds"] = [hex(p * 1001), hex(q * 1000)]
            with pytest.raises(CertificateRefused, match="must not exceed"):
                recheck(json.dumps(whole), source)
    assert count["bounded"] > 3, count


def test_rows_whose_moves_do_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixed inputs do what moves of single rows do not."""
    monkeypatch.setattr("arrangements.experimental.row_repairs._PATIENCE", 1)
    layer = Configuration([[2, 0], [0, 2], [-2, -2], ["1/2", "1/2"], ["1/4", "1/2"]])
    found = repair_rows(load_layer(layer), Domain(Inputs(2)), every_label(5), FLOAT64, "rows")
    assert found.audits == 2
    assert all(first(found.repaired.configuration(), Inputs(2)))
    assert 0 < found.least < sum(abs(x) for own in found.entries.values() for _, x in own)
    equal = Configuration([[1, 0], [1, 0], [0, 1], [-1, -1]])
    found = repair_rows(load_layer(equal), Domain(Inputs(2)), every_label(4), FLOAT64, "rows")
    assert all(first(found.repaired.configuration(), Inputs(2)))
