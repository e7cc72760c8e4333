"""Repairs of small layers against exact programs in all variables at once: the changes, and one
input for each question.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from arrangements import Configuration, Inputs, decide_argmax
from arrangements.audits.repair import cutting_planes
from arrangements.audits.repair.bias import repaired
from arrangements.audits.repair.bound_certificates import bound_text, recheck
from arrangements.audits.repair.change_programs import Measure, bound, least
from arrangements.audits.repair.cutting_planes import Cuts, Planned
from arrangements.audits.repair.float_grids import Binary, Decimal
from arrangements.audits.repair.refutation_inequalities import Impossible, with_bias
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import BadInput, CertificateRefused, LimitReached, OutOfTime
from arrangements.exact.numbers.one_sided import at_least
from arrangements.exact.programs.motzkin import motzkin
from arrangements.layers.questions.parser import parsed
from arrangements.layers.questions.question import Question, comparisons, every_label
from arrangements.loading.layers import OutputLayer, load_layer
from arrangements.running import limited
from tests.seeds import fewer

FLOAT16, FLOAT64 = Binary(11, -24, 16), Binary(53, -1074, 1024)
INPUTS = {
    "all": lambda d: Inputs(d),
    "nonnegative": lambda d: Inputs.nonnegative(d),
    "box": lambda d: Inputs.box([-2] * d, [3] * d),
    "flat": lambda d: Inputs(d, equations=[[-1, *[1] * d]]),
}


def can_be(
    layer: Configuration,
    inputs: Inputs,
    questions: list[Question],
    measure: str,
    most: Fraction | None,
    kept: Collection[int] = (),
) -> bool:
    """Whether changes whose measure is at most that make all questions possible: one program, whose
    columns are q, the changes, sizes of these, and an input for each question. ``kept``: offsets
    that must not change.
    """
    n, d = layer.n, layer.d
    width = 1 + 2 * n + len(questions) * d
    strict, weak = [[1, *[0] * (width - 1)]], []
    equal = [[int(j == 1 + k) for j in range(width)] for k in kept]
    for k, asked in enumerate(questions):
        begin = 1 + 2 * n + k * d
        plus, minus, *_ = comparisons(asked, n)
        for p, m in zip(plus.tolist(), minus.tolist(), strict=True):
            row = [Fraction(0)] * width
            for place, side in ((p, 1), (m, -1)):
                if place >= 0:
                    row[0] += side * (layer.bias[place] if layer.bias else 0)
                    row[1 + place] += side
                    for j in range(d):
                        row[begin + j] += side * layer.rows[place][j]
            strict.append(row)
        for given, into in ((inputs.inequalities, weak), (inputs.equations, equal)):
            for c, *a in given:
                row = [Fraction(0)] * width
                row[0], row[begin : begin + d] = Fraction(c), a
                into.append(row)
    if most is not None:
        for k in range(n):
            for side in (1, -1):
                row = [Fraction(0)] * width
                row[1 + k], row[1 + n + k] = Fraction(side), Fraction(1)
                weak.append(row)
            if measure == "largest":
                row = [Fraction(0)] * width
                row[0], row[1 + n + k] = most, Fraction(-1)
                weak.append(row)
        if measure == "sum":
            weak.append([most, *[0] * n, *[-1] * n, *[0] * (len(questions) * d)])
    return motzkin(strict, equal, width, "pivot", weak)[0]


def layer_of(drawn: random.Random) -> Configuration:
    n, d = drawn.randint(1, 5), drawn.randint(1, 2)
    rows = [[drawn.randint(-2, 2) for _ in range(d)] for _ in range(n)]
    return Configuration(rows, bias=[drawn.randint(-2, 2) for _ in range(n)], dimension=d)


@pytest.mark.parametrize("trials", fewer(7, 20))
@pytest.mark.parametrize("measure", ["largest", "sum"])
@pytest.mark.parametrize("named", INPUTS)
def test_repairs_are_least(named: str, measure: str, trials: int) -> None:
    """All labels possible with the change, by exact decisions; none with what is said to be least,
    by one exact program; and no repair where that program says that there is none.
    """
    drawn, outcomes = random.Random(f"{named} {measure}"), [0, 0, 0]
    for _ in range(trials):
        layer = layer_of(drawn)
        inputs, questions = INPUTS[named](layer.d), every_label(layer.n)
        try:
            found = repaired(load_layer(layer), Domain(inputs), questions, FLOAT64, measure=measure)
        except Impossible as impossible:
            assert not can_be(layer, inputs, questions, measure, None)
            total: dict[int, Fraction] = {}
            gain = Fraction(0)
            for weight, demand in impossible.demands:
                assert weight > 0
                gain += weight * demand.least
                for k, x in demand.changes.items():
                    total[k] = total.get(k, Fraction(0)) + weight * x
            assert not any(total.values())
            assert gain >= 0
            outcomes[0] += 1
            continue
        new = with_bias(load_layer(layer), found.changes).configuration()
        for label in new.labels:
            assert decide_argmax(new, label, inputs=inputs, method="pivot")
        assert can_be(layer, inputs, questions, measure, found.change)
        outcomes[1 + bool(found.changes)] += 1
        if found.changes:
            assert found.least < found.change <= found.least * (1 + 1e-4) + Fraction(1, 10**4)
            assert not can_be(layer, inputs, questions, measure, found.least)
    assert sum(outcomes) == trials
    assert trials < 20 or min(outcomes) > 0, outcomes


@pytest.mark.parametrize("trials", fewer(8, 25))
def test_few_offsets(trials: int) -> None:
    """Against all sets of offsets, with the certificate that fewer do not suffice."""
    drawn, tried = random.Random(11), 0
    while tried < trials:
        layer = layer_of(drawn)
        questions, inputs = every_label(layer.n), Inputs(layer.d)
        try:
            found = repaired(
                load_layer(layer), Domain(inputs), questions, FLOAT64, measure="number"
            )
        except Impossible:
            continue
        if not found.changes:
            continue
        tried += 1
        fewest = next(
            size
            for size in range(layer.n + 1)
            for kept in combinations(range(layer.n), layer.n - size)
            if can_be(layer, inputs, questions, "number", None, kept)
        )
        assert found.least + 1 == fewest == len(found.changes) == found.change
        source = load_layer(layer)
        text = bound_text(
            source, Domain(inputs), questions, found.proof, "number", found.least, found.groups
        )
        assert f"changes of at least {fewest} offset" in recheck(text, source)
        whole = json.loads(text)
        whole["claim"]["exceeds"] = [hex(fewest), "0x1"]
        with pytest.raises(CertificateRefused, match="must not exceed"):
            recheck(json.dumps(whole), source)


def test_refutations_that_only_together_demand_an_offset() -> None:
    drawn = random.Random(59)
    n, d = drawn.randint(5, 9), drawn.randint(1, 2)
    rows = [[drawn.randint(-3, 3) for _ in range(d)] for _ in range(n)]
    layer = load_layer(Configuration(rows, bias=[drawn.randint(-4, 4) for _ in range(n)]))
    asked = Domain(Inputs(d)), every_label(n)
    found = repaired(layer, *asked, FLOAT64, measure="number")
    assert (found.change, found.least) == (3, 2)
    assert max(map(len, found.groups)) > 1
    text = bound_text(layer, *asked, found.proof, "number", found.least, found.groups)
    assert "at least 3 offsets" in recheck(text, layer)


@pytest.mark.parametrize("trials", fewer(12, 30))
def test_label_sets_and_rankings(trials: int) -> None:
    drawn, repairs = random.Random(5), 0
    for _ in range(trials):
        layer = layer_of(drawn)
        if layer.n < 3:
            continue
        names = list(layer.labels)
        drawn.shuffle(names)
        asked = [
            *parsed(
                [
                    f"labels {names[0]}",
                    f"ranking {'>'.join(names)}",
                    f"top-set {names[1]},{names[2]}",
                ],
                layer.labels,
            )
        ]
        try:
            found = repaired(load_layer(layer), Domain(Inputs(layer.d)), asked, FLOAT64)
        except Impossible:
            assert not can_be(layer, Inputs(layer.d), asked, "largest", None)
            continue
        assert can_be(layer, Inputs(layer.d), asked, "largest", found.change)
        if found.changes:
            repairs += 1
            assert not can_be(layer, Inputs(layer.d), asked, "largest", found.least)
    assert repairs > (5 if trials == 30 else 0)


def test_a_margin_is_kept_and_costs_that_much() -> None:
    layer = load_layer(Configuration([[1], [-1], ["1/2"]], bias=[0, 1, -1]))
    found = repaired(
        layer, Domain(Inputs(1)), every_label(3), FLOAT64, measure="sum", margin=Fraction(1, 2)
    )
    assert found.least == Fraction(5, 4)
    assert found.change == Fraction(7, 4)


def test_rounding_to_sixteen_bits_is_part_of_it() -> None:
    """The changed offsets are numbers of the type, and the others are what they were."""
    for seed in range(5):
        rows = np.random.default_rng(seed).standard_normal((30, 4)).astype(np.float16)
        layer = OutputLayer(rows.astype(np.float64), tuple(map(str, range(30))), "", "w", "b")
        found = repaired(layer, Domain(Inputs(3)), every_label(30), FLOAT16)
        new = with_bias(layer, found.changes).rows
        assert found.before > 0
        assert (new.astype(np.float16) == new).all()
        assert np.array_equal(new[:, 1:], layer.rows[:, 1:])
        assert found.least < found.change < found.least * Fraction(101, 100)


def test_the_numbers_of_a_type() -> None:
    for bits, lowest, largest, kind in ((11, -24, 16, np.float16), (24, -149, 128, np.float32)):
        grid = Binary(bits, lowest, largest)
        for x in (0.1, -3.7, 2.0**-20, 1e-7, 60000.0, 1 / 3):
            near = grid.nearest(Fraction(x))
            assert near == Fraction(float(kind(x)))
            assert grid.unit(near) <= Fraction(float(abs(np.spacing(kind(x))))) * 2
        with pytest.raises(OverflowError):
            grid.nearest(Fraction(2) ** largest)
    assert Decimal(Fraction(1, 300)).nearest(Fraction(1, 3)) == Fraction(333, 1000)


def test_degenerate_layers() -> None:
    one = load_layer(Configuration([[0, 0]]))
    assert repaired(one, Domain(Inputs(2)), every_label(1), FLOAT64).changes == {}
    assert repaired(one, Domain(Inputs(2)), [], FLOAT64).answers == ()
    flat = load_layer(Configuration([[], []], dimension=0))
    with pytest.raises(Impossible):
        repaired(flat, Domain(Inputs(0)), every_label(2), FLOAT64)
    below = load_layer(Configuration([[1, 0], [2, 0], [3, 0]]))  # rank below d
    assert len(repaired(below, Domain(Inputs(2)), every_label(3), FLOAT64).changes) == 3
    with pytest.raises(BadInput, match="without ties"):
        repaired(one, Domain(Inputs(2)), every_label(1, "chosen"), FLOAT64)
    empty = Inputs(1, [[-1, 0]])
    with pytest.raises(BadInput, match="must have a point"):
        repaired(load_layer(Configuration([[1]])), Domain(empty), every_label(1), FLOAT64)
    vast = load_layer(Configuration([[1], [-1], ["1/2"]], bias=[100, 100, -100]))
    with pytest.raises(LimitReached, match="fit in the type"):
        repaired(vast, Domain(Inputs(1)), every_label(3), Binary(4, -4, 5), measure="sum")


@pytest.mark.parametrize("trials", fewer(60, 600))
def test_equal_rows_of_layers_with_few_labels_for_their_width(trials: int) -> None:
    """Offsets make all labels possible exactly if no two rows are equal: u_i wins at u_i with offsets
    -|u|^2 / 2.
    """
    chance = random.Random(3119)
    equal = 0
    for _ in range(trials):
        n, d = chance.randint(2, 6), chance.randint(1, 8)
        rows = [[chance.choice([-1, 0, 0, 1]) for _ in range(d)] for _ in range(n)]
        rows[0] = rows[chance.randrange(n)]
        layer = load_layer(Configuration(rows))
        measure: Measure = chance.choice(("largest", "sum"))
        if len(set(map(tuple, rows))) < n:
            equal += 1
            with pytest.raises(Impossible):
                repaired(layer, Domain(Inputs(d)), every_label(n), FLOAT64, measure=measure)
        else:
            found = repaired(layer, Domain(Inputs(d)), every_label(n), FLOAT64, measure=measure)
            assert all(outcome.possible for _, outcome in found.answers)
    assert equal > trials / 3


@pytest.mark.parametrize("trials", fewer(40, 150))
@pytest.mark.parametrize("measure", ["largest", "sum"])
def test_programs_against_exact_ones(measure: str, trials: int) -> None:
    """The bound is attained, and what is a little less is not; by exact pivoting."""
    drawn, none = random.Random(measure), 0
    for _ in range(trials):
        m, n = drawn.randint(1, 6), drawn.randint(1, 5)
        rows = [
            {k: Fraction(drawn.randint(-3, 3), drawn.randint(1, 4)) for k in range(n)}
            for _ in range(m)
        ]
        right = [Fraction(drawn.randint(-2, 6), drawn.randint(1, 3)) for _ in range(m)]

        def holds(most: Fraction | None, n: int = n, rows=rows, right=right) -> bool:
            weak = [
                [-g, *(row[k] for k in range(n)), *[0] * n]
                for row, g in zip(rows, right, strict=True)
            ]
            for k in range(n):
                for side in (1, -1):
                    unit = [Fraction(0)] * (2 * n + 1)
                    unit[1 + k], unit[1 + n + k] = Fraction(side), Fraction(1)
                    weak.append(unit)
                    if most is not None and measure == "largest":
                        size = [Fraction(0)] * (2 * n + 1)
                        size[0], size[1 + n + k] = most, Fraction(-1)
                        weak.append(size)
            if most is not None and measure == "sum":
                weak.append([most, *[Fraction(0)] * n, *[Fraction(-1)] * n])
            return motzkin([[1, *[0] * (2 * n)]], [], 2 * n + 1, "pivot", weak)[0]

        found = least(rows, right, measure)
        if found is None:
            assert not holds(None)
            none += 1
            continue
        least_of_all = bound(rows, right, found.weights, measure)
        assert holds(least_of_all)
        if least_of_all:
            assert not holds(least_of_all * Fraction(10**9 - 1, 10**9))
    assert none > trials // 30


@pytest.mark.parametrize(
    ("named", "measure"),
    [
        ("all", "sum"),
        ("box", "largest"),
        *(
            pytest.param(*rest, marks=pytest.mark.slow)
            for rest in (
                ("all", "largest"),
                ("box", "sum"),
                ("nonnegative", "largest"),
                ("nonnegative", "sum"),
            )
        ),
    ],
)
def test_cuts_of_large_layers(named: str, measure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cuts in floating point end where exact demands of all refutations do, in fewer audits, and the
    proof of the bound is accepted.
    """
    n, d = 70, 3
    rows = np.random.default_rng(len(named)).standard_normal((n, d + 1)).astype(np.float32)
    rows[5, 1:] = rows[4, 1:] * np.float32(0.5) + rows[3, 1:] * np.float32(0.5)
    layer = OutputLayer(rows.astype(np.float64), tuple(map(str, range(n))), "", "w", "b")
    asked = Domain(INPUTS[named](d)), every_label(n), Binary(24, -149, 128)
    found = repaired(layer, *asked, measure=measure)
    text = bound_text(layer, *asked[:2], found.proof, measure, found.least)
    assert f" above {at_least(found.least, 9)}: " in recheck(text, layer)
    monkeypatch.setattr("arrangements.audits.repair.bias.by_size", lambda n: "single")
    slowly = repaired(layer, *asked, measure=measure)
    assert found.before == slowly.before > 10
    assert found.audits < slowly.audits
    for one, other in ((found, slowly), (slowly, found)):
        assert one.least < other.change < one.least * Fraction(10001, 10000)


@pytest.mark.parametrize("ended", ["work", "time"])
def test_the_best_so_far_is_a_repair(ended: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After much work, or when half of the time is over, the smallest sum that suffices is taken, and
    what is proved of all repairs is what the last program proves.
    """
    rows = np.random.default_rng(6).standard_normal((120, 6)).astype(np.float32)
    layer, domain = load_layer((rows[:, 1:], rows[:, 0])), Domain(Inputs(5))
    questions, programs = every_label(120), list[int]()
    grid, solve = Binary(24, -149, 128), Cuts._least
    whole = repaired(layer, domain, questions, grid, measure="sum")

    def counted(self: Cuts, *how: Any) -> Planned:
        programs.append(1)
        if ended == "time" and len(programs) == 3:
            raise OutOfTime("time must be at most half of it")
        return solve(self, *how)

    monkeypatch.setattr(Cuts, "_least", counted)
    if ended == "work":
        monkeypatch.setattr(cutting_planes, "_WORK", 0)
    with limited("the test", timeout=10**6):
        found = repaired(layer, domain, questions, grid, measure="sum")
    assert len(programs) < 30
    assert 0 < found.least <= whole.change
    assert whole.least < found.change
    again = answered(DyadicMatrix(with_bias(layer, found.changes).rows), domain, questions)
    assert all(outcome.possible for _, outcome in again)
    text = bound_text(layer, domain, questions, found.proof, "sum", found.least)
    assert f" above {at_least(found.least, 9)}: " in recheck(text, layer)


def test_equal_rows_of_large_layers() -> None:
    """The contradiction is proved, where floating point has found the labels that are part of it."""
    rows = np.random.default_rng(1).standard_normal((80, 3))
    rows[7] = rows[70]
    layer = OutputLayer(rows, tuple(map(str, range(80))), "", "w", "b")
    asked = Domain(Inputs(2)), every_label(80)
    with pytest.raises(Impossible) as raised:
        repaired(layer, *asked, FLOAT64)
    text = bound_text(layer, *asked, raised.value.demands, "none", Fraction(0))
    assert "no change of the offsets makes all possible: 2 questions" in recheck(text, layer)


def test_rows_that_are_nearly_equal() -> None:
    """Ten rows about one point, a millionth apart: their refutations by each other decide."""
    drawn = np.random.default_rng(8)
    rows = drawn.standard_normal((80, 5))
    rows[60:70] = [-1, 0.1, 0.1, 0, 0] + 1e-6 * drawn.standard_normal((10, 5))
    layer = OutputLayer(rows, tuple(map(str, range(80))), "", "w", "b")
    asked = Domain(Inputs(4)), every_label(80)
    found = repaired(layer, *asked, FLOAT64, measure="sum")
    assert found.before >= 10
    assert found.audits < 6
    assert set(range(60, 70)) <= set(found.changes)
    assert found.least < found.change < found.least * Fraction(101, 100)
    text = bound_text(layer, *asked, found.proof, "sum", found.least)
    assert "a sum of changes of offsets" in recheck(text, layer)


@pytest.mark.parametrize("named", ["all", "nonnegative"])
def test_the_largest_change_of_rows_that_rounding_hardly_tells_apart(named: str) -> None:
    """Six rows some units in the last place apart are raised together, as far as rounding needs."""
    n, d = 80, 4
    drawn = np.random.default_rng(3)
    rows = drawn.standard_normal((n, d + 1)).astype(np.float32)
    near = rows[0, 1:] * np.float32(0.1)
    for k in range(60, 66):
        rows[k, 1:] = near * (
            1 + np.float32(2.0**-23) * drawn.integers(-100, 101, d).astype(np.float32)
        )
        rows[k, 0] = -1
    layer = OutputLayer(rows.astype(np.float64), tuple(map(str, range(n))), "", "w", "b")
    asked = Domain(INPUTS[named](d)), every_label(n), Binary(24, -149, 128)
    found = repaired(layer, *asked, measure="largest")
    assert found.before >= 6
    assert found.least < found.change < found.least * Fraction(102, 100)
    text = bound_text(layer, *asked[:2], found.proof, "largest", found.least)
    assert "a largest change of offsets" in recheck(text, layer)
    mended = with_bias(layer, found.changes)
    single = answered(DyadicMatrix(mended.rows), *asked[:2], method="single")
    assert all(isinstance(outcome, IntegerWitness) for _, outcome in single)


@pytest.mark.parametrize(("bias", "name"), [("b", "b"), ("", "bias")])
def test_offsets_keep_their_name(bias: str, name: str) -> None:
    layer = OutputLayer(np.array([[0.0, 1.0], [0.0, 2.0]]), ("a", "b"), "", "w", bias)
    mended = with_bias(layer, {1: Fraction(1, 4)})
    assert (mended.bias, mended.rows[:, 0].tolist()) == (name, [0, 0.25])
    assert with_bias(layer, {}) is layer


@pytest.mark.parametrize("measure", ["sum", "largest"])
def test_many_rows_that_rounding_hardly_tells_apart(measure: Measure) -> None:
    """Eighteen rows, each some units in the last place from some other, are raised together; for a
    least sum other labels are lowered, too.
    """
    n, d, m = 100, 5, 18
    drawn = np.random.default_rng(3)
    rows = drawn.standard_normal((n, d + 1)).astype(np.float32)
    near = rows[0, 1:] * np.float32(0.1)
    for k in range(60, 60 + m):
        some = drawn.integers(-100, 101, d).astype(np.float32)
        rows[k, 1:] = near * (1 + np.float32(2.0**-23) * some)
        rows[k, 0] = -1
    layer = OutputLayer(rows.astype(np.float64), tuple(map(str, range(n))), "", "w", "b")
    asked = Domain(Inputs(d)), every_label(n), Binary(24, -149, 128)
    found = repaired(layer, *asked, measure=measure)
    assert found.before >= m
    assert found.audits < 5
    # what is proved does not know of rounding
    assert (
        found.least < found.change < found.least * (2 if measure == "largest" else Fraction(6, 5))
    )
    assert measure == "largest" or min(found.changes.values()) < 0
    text = bound_text(layer, *asked[:2], found.proof, measure, found.least)
    said = recheck(text, layer)
    assert ("a sum of changes" if measure == "sum" else "a largest change") in said
    single = answered(
        DyadicMatrix(with_bias(layer, found.changes).rows), *asked[:2], method="single"
    )
    assert all(isinstance(outcome, IntegerWitness) for _, outcome in single)


def clusters(seed: int) -> tuple[OutputLayer, Inputs]:
    """Random rows, and one to three groups of rows that differ by some units in the last place."""
    drawn, chance = np.random.default_rng(seed), random.Random(seed)
    d, n, groups = chance.randint(2, 7), chance.randint(66, 130), chance.randint(1, 3)
    rows = drawn.standard_normal((n, d + 1)).astype(np.float32)
    if chance.random() < 0.3:
        rows[:, 0] = 0
    last = n - 1
    for _ in range(groups):
        number, units = chance.randint(2, 20), chance.choice([10, 100, 1000, 5000])
        centre = rows[chance.randrange(20), 1:] * np.float32(chance.choice([0.1, 0.5, 1.0]))
        for _ in range(number):
            some = drawn.integers(-units, units + 1, d).astype(np.float32)
            rows[last, 1:] = centre * (1 + np.float32(2.0**-23) * some)
            rows[last, 0] = chance.choice([-1, -0.5, 0.01])
            last -= 1
    layer = OutputLayer(rows.astype(np.float64), tuple(map(str, range(n))), "", "w", "b")
    return layer, INPUTS[chance.choice(["all", "box", "nonnegative"])](d)


@pytest.mark.parametrize(
    ("seeds", "most"),
    [
        ((23, 24), Fraction(101, 100)),
        ((35,), Fraction(101, 100)),
        pytest.param(range(20, 37), None, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("measure", ["largest", "sum"])
def test_groups_of_rows(seeds: Sequence[int], most: Fraction | None, measure: Measure) -> None:
    """What is found is a repair, by single decisions, with a bound that is proved; where floats are too
    coarse for a group, that is said.
    """
    repairs = 0
    for seed in seeds:
        layer, inputs = clusters(seed)
        asked = Domain(inputs), every_label(layer.n)
        try:
            found = repaired(layer, *asked, Binary(24, -149, 128), measure=measure)
        except LimitReached:
            continue
        repairs += 1
        assert most is None or found.least < found.change < found.least * most
        if found.least:
            text = bound_text(layer, *asked, found.proof, measure, found.least)
            assert (
                "changes of offsets" in (said := recheck(text, layer)) or "largest change" in said
            )
        mended = DyadicMatrix(with_bias(layer, found.changes).rows)
        single = answered(mended, *asked, method="single")
        assert all(isinstance(outcome, IntegerWitness) for _, outcome in single)
    assert repairs == len(seeds) if most is not None else 2 * repairs > len(seeds)


def test_rows_that_are_too_near_for_the_type() -> None:
    """One unit in the last place apart, around one point inside: no float32 offsets tell them apart."""
    drawn = np.random.default_rng(4)
    rows = drawn.standard_normal((70, 3)).astype(np.float32)
    for k, apart in enumerate([(0, 0), (0, 1), (1, 0), (1, 1), (0, -1), (-1, 0)]):
        unit = np.array(apart, np.float32) * np.float32(2.0**-24)
        rows[64 + k, 1:] = np.array([0.5, 0.5], np.float32) * np.float32(0.1) + unit / 8
        rows[64 + k, 0] = -1
    layer = OutputLayer(rows.astype(np.float64), tuple(map(str, range(70))), "", "w", "b")
    asked = Domain(INPUTS["box"](2)), every_label(70), Binary(24, -149, 128)
    with pytest.raises(LimitReached, match="hardly differ; wider floats may do"):
        repaired(layer, *asked)
