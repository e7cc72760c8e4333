"""Margins and probabilities in a ball, against the oracle of faces, against points that are tried,
and against exponentials of mpmath; what the checker accepts after mutations must still be true.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from fractions import Fraction
from math import exp, log

import pytest
from mpmath import mp, mpf

from arrangements import BadInput, Configuration, Inputs, confidence, recheck
from arrangements.checker import enclosures
from arrangements.checker import proof as checker
from arrangements.checker.reading import Refused
from arrangements.errors import CertificateRefused, MalformedCertificate
from arrangements.exact.linear import dot
from arrangements.layers.inputs.norms import substituted
from arrangements.layers.inputs.polyhedra import Ball
from tests.decide.certificates.views import proof, view
from tests.exact.hints.test_least_norm import by_faces
from tests.seeds import until

LAYER = Configuration([[1, 0], [0, 1], [1, 1]], ["a", "b", "rare"], bias=[0, 0, -3])
NORM = Inputs.layernorm([1, 1], [1, 1])


def cases(chance: random.Random) -> tuple[Configuration, Inputs, str, Fraction]:
    d, n = chance.randint(0, 3), chance.randint(2, 4)
    rows = [[chance.randint(-2, 2) for _ in range(d)] for _ in range(n)]
    bias = [chance.randint(-3, 3) for _ in range(n)] if chance.random() < 0.7 else None
    c = Configuration(rows, bias=bias, dimension=d)
    weak = [
        [chance.randint(-1, 3), *(chance.randint(-1, 1) for _ in range(d))]
        for _ in range(chance.choice((0, 0, 1, 2)))
    ]
    equal = [[chance.randint(-1, 1), *(chance.randint(-1, 1) for _ in range(d))]] * chance.choice(
        (0, 0, 0, 1)
    )
    square = Fraction(chance.choice((0, 1, 2, 4, 9, 13, Fraction(1, 4), Fraction(9, 5))))
    centre = tuple(Fraction(chance.randint(-2, 2)) for _ in range(d))
    gains = tuple(Fraction(chance.randint(-1, 2)) for _ in range(d))
    norm = chance.random() < 0.4
    within = Ball(centre, square, gains, chance.random() < 0.5) if norm else Ball(centre, square)
    inputs = Inputs(d, weak, equal, within=within)
    return c, inputs, chance.choice(c.labels), Fraction(chance.choice(("1", "1/3", "2", "1/50")))


def functions(c: Configuration, inputs: Inputs, label: str):  # type: ignore[no-untyped-def]
    """Differences to rivals, inequalities and equations, of the distance from the centre."""
    layer, around = substituted(c, inputs)
    assert around is not None
    assert around.within is not None
    rows = [(b, *row) for b, row in zip(layer.bias or [0] * c.n, layer.rows, strict=True)]
    own = rows[c.labels.index(label)]
    rivals = [
        tuple(a - b for a, b in zip(own, row, strict=True))
        for name, row in zip(c.labels, rows, strict=True)
        if name != label
    ]
    return [
        [(dot(row, (1, *around.within.centre)), *row[1:]) for row in part]
        for part in (rivals, around.inequalities, around.equations)
    ], around.within


def probability(rivals, z, heat):  # type: ignore[no-untyped-def]
    return 1 / (
        1
        + sum(
            mp.exp(-mpf(dot(row, (1, *z)).numerator) / dot(row, (1, *z)).denominator / heat)
            for row in rivals
        )
    )


def test_random_layers_against_the_oracles() -> None:
    against_the_oracles(30)


def against_the_oracles(number: int) -> None:
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance, seen = random.Random(seed), Counter[str]()
    mp.dps = 40
    enough = number // 10 + 1
    needed = {"settled": number, "empty": enough, "tried": enough}
    for _ in until(seen, needed, number):
        c, inputs, label, heat = cases(chance)
        (rivals, weak, equal), ball = functions(c, inputs, label)
        least = by_faces(weak, equal, len(ball.centre))
        if least is None or least > ball.square:
            with pytest.raises(BadInput, match="inputs must have a point, not be empty"):
                confidence(c, label, inputs=inputs, temperature=heat)
            seen["empty"] += 1
            continue
        try:
            found = confidence(c, label, inputs=inputs, temperature=heat)
        except BadInput:
            slack = [(row[0] - Fraction(1, 10**9), *row[1:]) for row in weak]
            inner = by_faces(slack, equal, len(ball.centre))
            assert inner is None or inner >= ball.square - Fraction(1, 10**6)
            seen["flat"] += 1
            continue
        seen["settled"] += 1
        low, high = found.margin
        assert 0 <= high - low < Fraction(1, 10**6), (c.to_json(), inputs.to_json())
        for value, reached in ((low, True), (high + Fraction(1, 10**8), False)):
            moved = [(row[0] - value, *row[1:]) for row in rivals]
            least = by_faces([*moved, *weak], equal, len(ball.centre))
            assert (least is not None and least <= ball.square) is reached
        low, high = found.probability
        assert 0 <= high - low < Fraction(1, 10**3)
        seen["wide"] += high - low > Fraction(1, 10**6)
        needed["settled"] = max(number, 100 * seen["wide"])  # one in a hundred at most
        evidence = found.certificate.evidence["probability"]  # type: ignore[index]
        z = [x - y for x, y in zip(evidence.witness.point, ball.centre, strict=True)]
        heat_ = mpf(heat.numerator) / heat.denominator
        assert probability(rivals, z, heat_) >= mpf(low.numerator) / low.denominator
        for _ in range(20):
            x = [Fraction(chance.randint(-64, 64), 16) for _ in ball.centre]
            z = [(a + b) / 2 for a, b in zip(x, z, strict=True)]
            if (
                dot(z, z) <= ball.square
                and all(dot(r, (1, *z)) >= 0 for r in weak)
                and not any(dot(r, (1, *z)) for r in equal)
            ):
                seen["tried"] += 1
                assert probability(rivals, z, heat_) <= mpf(high.numerator) / high.denominator


@pytest.mark.slow
def test_many_random_layers_against_the_oracles() -> None:
    against_the_oracles(2000)


def mutated(text: str, chance: random.Random) -> str:
    """One number, position or label of the question, the answer or the evidence changed."""
    value = view(json.loads(text))
    places: list[tuple[object, object]] = []

    def walk(part: object) -> None:
        pairs = part.items() if isinstance(part, dict) else enumerate(part)  # type: ignore[arg-type]
        for key, item in pairs:
            if isinstance(item, dict | list):
                walk(item)
            elif key != "kind":
                places.append((part, key))

    for key in ("question", "answer", "evidence"):
        walk(value[key])
    for _ in range(chance.randint(1, 2)):
        part, key = chance.choice(places)
        old = part[key]  # type: ignore[index]
        new: object
        if isinstance(old, int):
            new = old + chance.choice((-1, 1))
        elif key == "label":
            new = chance.choice(value["configurations"][0]["labels"])
        else:
            number = Fraction(old)
            new = str(
                chance.choice(
                    (
                        number + Fraction(chance.choice((-1, 1)), 10 ** chance.randint(0, 14)),
                        number * 2,
                        -number,
                        number / 2,
                        Fraction(0),
                    )
                )
            )
        part[key] = new  # type: ignore[index]
    return json.dumps(proof(value))


def test_mutants_do_not_prove_more() -> None:
    mutants_judged(200)


def mutants_judged(number: int) -> None:
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance, seen = random.Random(seed), Counter[str]()
    kinds = dict.fromkeys(("refused", "unreadable", "accepted"), number // 100 + 1)
    for _ in until(seen, {"judged": number, **kinds}, number // 20):
        c, inputs, label, heat = cases(chance)
        try:
            found = confidence(c, label, inputs=inputs, temperature=heat)
        except BadInput:
            continue
        text = found.certificate.to_text()
        for _ in range(20):
            mutant = mutated(text, chance)
            seen["judged"] += 1
            value = view(json.loads(mutant))
            try:
                checker.check(mutant)
            except Refused:
                seen["refused"] += 1
                continue
            except ValueError:
                seen["unreadable"] += 1
                continue
            seen["accepted"] += 1
            asked = value["question"]
            true = confidence(
                c, asked["label"], inputs=inputs, temperature=Fraction(asked["temperature"])
            )
            for name, (low, high) in (("margin", true.margin), ("probability", true.probability)):
                least, most = map(Fraction, value["answer"][name])
                assert least <= high
                assert low <= most


@pytest.mark.slow
def test_many_mutants_do_not_prove_more() -> None:
    mutants_judged(10_000)


def test_what_is_known() -> None:
    """Two opposite rows at distance r: margin 2 r, probability 1 / (1 + exp(-2 r / T))."""
    for radius, heat in ((1, 1), (3, 2), (Fraction(1, 5), Fraction(1, 7))):
        found = confidence(
            Configuration([[1], [-1]], list("ab")),
            "a",
            inputs=Inputs.ball(radius, 1),
            temperature=heat,
        )
        assert found.margin == (2 * radius, 2 * radius)
        low, high = found.probability
        assert low <= Fraction(1 / (1 + exp(-2 * radius / heat))) <= high
        assert high - low < Fraction(1, 10**9)


def test_margins_say_who_can_win() -> None:
    """The margin of RMSNorm without offsets is the length of the shortest combination of
    differences; a label inside the hull never wins.
    """
    c = Configuration([[2, 0], [0, 2], [-2, -2], ["1/4", "1/4"]], list("abcd"))
    for label in "abcd":
        found = confidence(c, label, inputs=Inputs.rmsnorm([1, 1]))
        assert (found.margin[0] > 0) is (label != "d")
        assert (found.margin[1] <= 0) is (label == "d")
        assert (found.probability[1] < Fraction(1, 2)) is (label == "d")


def test_equal_rows_share() -> None:
    c = Configuration([[1, 0], [1, 0], [0, 0]], list("abc"))
    found = confidence(c, "a", inputs=Inputs.ball(50, 2))
    assert found.margin == (0, 0)
    assert found.probability[0] < Fraction(1, 2) <= found.probability[1] + Fraction(1, 10**9)


def test_extreme_temperatures() -> None:
    cold = confidence(LAYER, "rare", inputs=NORM, temperature="1/100000")
    assert cold.probability[0] == 0
    assert cold.probability[1] < Fraction(1, 10**300)
    hot = confidence(LAYER, "rare", inputs=NORM, temperature=10**9)
    assert abs(hot.probability[1] - Fraction(1, 3)) < Fraction(1, 10**8)
    sure = confidence(LAYER, "a", inputs=Inputs.ball(10**6, 2))
    assert sure.probability[1] == 1
    assert sure.probability[0] > 1 - Fraction(1, 10**9)


def test_exponentials_and_logarithms_are_enclosed() -> None:
    mp.dps = 300
    chance = random.Random(31)
    for _ in range(200):
        x = Fraction(chance.randint(-(10**4), 10**4), chance.randint(1, 10**4))
        above = enclosures.exponential(x.numerator, x.denominator)
        true = mp.exp(mpf(x.numerator) / x.denominator) * mpf(2) ** enclosures.BITS
        assert true <= above <= true * (1 + mpf(2) ** -100) + 2
        q = chance.randint(1, 10 ** chance.randint(1, 40))
        low, high = enclosures.logarithm(q)
        true = mp.log(q) * mpf(2) ** enclosures.BITS
        assert low <= true <= high <= low + 2
    assert enclosures.exponential(0, 1) == 1 << enclosures.BITS
    assert enclosures.exponential(-(10**40), 3) == 1  # at once
    assert log(2) == pytest.approx(enclosures.logarithm(2)[0] / 2**enclosures.BITS)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            lambda v: v["answer"]["margin"].__setitem__(0, "-199/100"),
            "point of the margin must have it",
        ),
        (
            lambda v: v["answer"]["margin"].__setitem__(1, "-201/100"),
            "must not exceed the largest margin",
        ),
        (
            lambda v: v["answer"]["probability"].__setitem__(0, "1/15"),
            "point of the probability must have it",
        ),
        (
            lambda v: v["answer"]["probability"].__setitem__(1, "1/16"),
            "must show the largest probability",
        ),
        (
            lambda v: v["answer"]["probability"].__setitem__(1, "0"),
            "a probability must be positive",
        ),
        (
            lambda v: v["evidence"]["margin"].update(witness=["9", "9"]),
            "a point must be an input",
        ),
        (lambda v: v["evidence"]["margin"].update(refutation=[]), "a rival must have a weight"),
        (
            lambda v: v["evidence"]["margin"].update(refutation=[[0, "-1"], [1, "2"]]),
            "must be positive",
        ),
        (
            lambda v: v["evidence"]["margin"].update(refutation=[[1, "1"], [0, "1"]]),
            "increasing order",
        ),
    ],
)
def test_each_demand(edit, message: str) -> None:  # type: ignore[no-untyped-def]
    value = view(json.loads(confidence(LAYER, "rare", inputs=NORM).certificate.to_text()))
    edit(value)
    with pytest.raises(CertificateRefused, match=message):
        recheck(json.dumps(proof(value)))


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda v: v["question"].update(temperature="0"), "the temperature must be positive"),
        (lambda v: v["question"].update(temperature=1), "a number must be a text"),
        (lambda v: v["answer"].update(margin=["1"]), "must be between two numbers"),
        (lambda v: v["answer"]["probability"].__setitem__(1, "2"), "between 0 and 1"),
        (
            lambda v: v["inputs"][0]["ball"].update(centre=["0", "0"], square="2", sphere=True),
            "not on its sphere",
        ),
        (lambda v: v["evidence"]["margin"].update(refutation=1), "weights must be pairs"),
    ],
)
def test_each_form(edit, message: str) -> None:  # type: ignore[no-untyped-def]
    value = view(json.loads(confidence(LAYER, "rare", inputs=NORM).certificate.to_text()))
    edit(value)
    with pytest.raises(MalformedCertificate, match=message):
        recheck(json.dumps(proof(value)))


@pytest.mark.parametrize(
    ("layer", "inputs", "temperature", "message"),
    [
        (LAYER, Inputs(2), 1, "must be in a ball or behind a norm, as only bounded inputs"),
        (LAYER, Inputs.unit(2), 1, "a sphere has no more confidence than its ball"),
        (LAYER, NORM, 0, "temperature must be a positive rational number, not 0"),
        (LAYER, NORM, "sqrt(2)", "temperature must be a positive rational number"),
        (Configuration([[1, 1]], ["rare"]), NORM, 1, "label must have a rival"),
        (Configuration([["sqrt(2)", 1], [1, 1]], ["rare", "b"]), NORM, 1, "must be rational"),
        (LAYER, Inputs(2, [[-9, 1, 0]]) & Inputs.ball(1, 2), 1, "inputs must have a point"),
        (LAYER, Inputs(2, [[-1, 1, 0]]) & Inputs.ball(1, 2), 1, "state equalities as equations"),
    ],
)
def test_what_is_refused(
    layer: Configuration, inputs: Inputs, temperature: object, message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        confidence(layer, "rare", inputs=inputs, temperature=temperature)  # type: ignore[arg-type]


@pytest.mark.parametrize("exponent", [3, 20, 69, 800, 3000, 9000])
def test_probabilities_that_are_nearly_one_or_nearly_zero(exponent: int, run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Of two labels, 1 / (1 + exp -x) and 1 / (1 + exp x): both ends of each, and what is printed."""
    layer = Configuration([[exponent], [0]], ["sure", "rare"])
    path = tmp_path / "layer.csv"
    path.write_text(f"label,x\nsure,{exponent}\nrare,0\n")
    power = exponent / math.log(10)  # 10^-power is exp -x
    low, high = confidence(layer, "sure", inputs=Inputs.ball(1, 1)).probability
    asked = ("decide", path, "--inputs", "ball:1", "--confidence")
    said = run(*asked, "sure")[1]
    assert low < high <= 1
    if exponent < 4000:
        lacking = -digits_of(1 - high)
        assert abs(lacking - power) < 2.5
        assert 1 - high < Fraction(10) ** -int(power)  # less than is really lacking
        printed = said.partition("never gets more than ")[2].partition(" at ")[0]
        rest = 1 - Fraction(printed) if "1 - " not in printed else Fraction(printed[4:])
        assert 0 < rest <= 1 - high
    else:
        assert said.startswith("sure always gets less than 1 at temperature 1\n")
    assert "more than 1 at" not in said
    below = Inputs(1, [[2, 1]]) & Inputs.ball(1, 1)
    low, high = confidence(
        Configuration([[0], [1]], ["rare", "sure"], bias=[-exponent, 0]), "rare", inputs=below
    ).probability
    assert 0 <= low < high
    assert (low > 0) == (exponent < 4000)
    path.write_text(f"label,x,bias\nrare,0,{-exponent}\nsure,0,0\n")
    said = run(*asked, "rare")[1]
    reached = said.partition("reached")[2].split(" at h")[0].strip()
    assert reached == "more than 0" if exponent > 4000 else Fraction(reached) > 0


def digits_of(x: Fraction) -> float:
    return (math.log2(x.numerator) - math.log2(x.denominator)) / math.log2(10)


def test_command(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    path, kept = tmp_path / "layer.csv", tmp_path / "sure.json"
    path.write_text("label,x,y,bias\na,1,0,0\nb,0,1,0\nrare,1,1,-3\n")
    asked = ("decide", path, "--confidence", "rare", "--inputs", "ball:2")
    code, out, _ = run(*asked, "--certificate", kept)
    assert code == 0
    assert out.startswith("rare never gets more than 0.092882762")
    assert run("recheck", kept, path)[0] == 0
    told = json.loads(run(*asked, "--temperature", "1/2", "--json")[1])
    assert told["question"]["temperature"] == "1/2"
    assert run(*asked, "--certificate", "-")[1] == kept.read_text("utf-8")
    for more, message in (
        (("--method", "bulk"), "--confidence must go without --method"),
        (("--argmax", "a"), "question must be exactly one of"),
        (("--inputs", "h >= 0"), "must be in a ball"),
    ):
        code, _, err = run(*asked, *more)
        assert code == 2
        assert message in err
    assert "must have --inputs" in run("decide", path, "--confidence", "a")[2]
    assert "used with --confidence" in run("decide", path, "--argmax", "a", "--temperature", "2")[2]


def test_a_confidence_on_a_sphere_is_unreadable() -> None:
    value = json.loads(confidence(LAYER, "rare", inputs=Inputs.ball(2, 2)).certificate.to_text())
    recheck(json.dumps(value))
    value["problems"][0]["inputs"]["ball"].update(sphere=True)
    with pytest.raises(MalformedCertificate, match="must be in a ball, not on its sphere"):
        recheck(json.dumps(value))
