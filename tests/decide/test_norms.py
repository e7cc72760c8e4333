"""Inputs behind a norm against an oracle that substitutes by itself: least norms over all flats of the
conditions on z.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction

import pytest

from arrangements import Configuration, Inputs, best_rank, decide_argmax, recheck
from arrangements.decide.one_by_one.decide import decide
from arrangements.errors import CertificateRefused, MalformedCertificate
from arrangements.layers.inputs.norms import input_of
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.layers.questions.question import Question
from arrangements.listing.argmax import top_sets
from tests.decide.certificates.views import proof, stated, view
from tests.decide.test_balls import cases, oracle
from tests.seeds import until


def behind(chance: random.Random):
    """A case of ``cases`` with a norm in place of its ball; gains may be zero or negative."""
    c, question, inputs = cases(chance)
    assert inputs.within is not None
    gains = tuple(Fraction(chance.randint(-2, 2), chance.choice((1, 1, 2))) for _ in range(c.d))
    norm = Ball(inputs.within.centre, inputs.within.square, gains, chance.random() < 0.5)
    return c, question, Inputs(c.d, inputs.inequalities, inputs.equations, within=norm)


def of_z(c: Configuration, inputs: Inputs) -> tuple[Configuration, Inputs]:
    """The same in terms of z, written out."""
    norm = inputs.within
    assert norm is not None
    assert norm.gains is not None
    n, d = c.n, c.d
    matrix = [[norm.gains[j] if j == k else 0 for k in range(d)] for j in range(d)]

    def moved(constant, row):
        there = constant + sum(a * m for a, m in zip(row, norm.centre, strict=True))
        return [there, *(sum(row[j] * matrix[j][k] for j in range(d)) for k in range(d))]

    rows = [moved(b, row) for b, row in zip(c.bias or [0] * n, c.rows, strict=True)]
    weak = [moved(row[0], row[1:]) for row in inputs.inequalities]
    equal = [moved(row[0], row[1:]) for row in inputs.equations]
    if norm.centred:
        equal.append([0] + [1] * d)
    layer = Configuration([row[1:] for row in rows], bias=[row[0] for row in rows], dimension=d)
    return layer, Inputs(d, weak, equal, within=Ball((Fraction(0),) * d, norm.square))


def test_random_questions_against_the_oracle():
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    seen = Counter()
    for _ in until(seen, {True: 31, False: 31}, 300):
        c, question, inputs = behind(chance)
        answer, certificate = decide(c, question, inputs=inputs)
        layer, around = of_z(c, inputs)
        assert answer is oracle(layer, question, around), (c.to_json(), question, inputs.to_json())
        certificate.check()
        assert Inputs.from_json(json.loads(json.dumps(inputs.to_json()))) == inputs
        if answer:
            h = input_of(inputs, certificate.evidence.point)
            assert inputs.holds(h)
        seen[answer] += 1


def test_what_a_norm_holds():
    """Whether there is a z, with and without gains, and with the sum that is zero."""
    flat = Inputs.layernorm([1, 0, 0])
    assert flat.holds([Fraction(7, 5), 0, 0])  # z = (7/5, -7/10, -7/10): 147/50 <= 3
    assert not flat.holds([Fraction(3, 2), 0, 0])  # 27/8 > 3
    assert not flat.holds([1, 1, 0])
    assert not Inputs.layernorm([1]).holds([1])
    assert Inputs.rmsnorm([0, 2], [5, 0]).holds([5, Fraction(14, 5)])
    assert not Inputs.rmsnorm([0, 2], [5, 0]).holds([5, 3])


def test_layernorm_of_two_coordinates_is_a_segment():
    """h = c + g z with z = (t, -t), |t| <= 1."""
    c = Configuration([[1, 0], [0, 1]], ["a", "b"], bias=[0, "1/2"])
    norm = Inputs.layernorm([1, 1], [0, 1])
    # s_a = t, s_b = 1 - t + 1/2: a wins for t > 3/4
    assert decide_argmax(c, "a", inputs=norm)[0]
    lower = Configuration([[1, 0], [0, 1]], ["a", "b"], bias=[0, 1])
    assert not decide_argmax(lower, "a", inputs=norm)[0]  # t > 1 would be needed


def test_rmsnorm_changes_nothing_without_offsets():
    """Regions are cones; so are the closed conditions of ties."""
    chance = random.Random(31)
    for _ in range(40):
        d, n = chance.randint(1, 3), chance.randint(2, 4)
        c = Configuration([[chance.randint(-2, 2) for _ in range(d)] for _ in range(n)])
        gains = [chance.choice((-2, -1, 1, 3)) for _ in range(d)]
        for kind, size in (("top", 1), ("tie", 2), ("ranking", n)):
            question = Question(kind, tuple(chance.sample(range(n), size)))
            norm = Inputs.rmsnorm(gains)
            assert decide(c, question, inputs=norm)[0] is decide(c, question)[0]


def test_best_places_behind_a_norm():
    """Against lists of rankings there, and with a certificate."""
    chance = random.Random(8)
    for _ in range(15):
        d, n = chance.randint(1, 2), chance.randint(2, 4)
        rows = [[chance.randint(-2, 2) for _ in range(d)] for _ in range(n)]
        c = Configuration(rows, bias=[chance.randint(-2, 2) for _ in range(n)])
        norm = Inputs.rmsnorm([chance.choice((-2, 0, 1)) for _ in range(d)], [1] * d)
        for label in c.labels:
            best = best_rank(c, label, inputs=norm)
            best.certificate.check()
            assert norm.holds(best.point)
            for k in range(1, n + 1):
                sets = {m for m in top_sets(c, k, inputs=norm) if label in m}
                assert not sets or best.least <= k
                if k == best.place:
                    assert sets


def test_a_number_field():
    c = Configuration([["sqrt(2)", 0], [0, 1]], bias=[-2, 0])
    for gains, signs, answer in ((["sqrt(2)", 1], "+?", True), ([1, 1], "0?", True), ([1, 1], "+?", False)):  # fmt: skip
        from arrangements import decide_signs

        found, certificate = decide_signs(c, signs, inputs=Inputs.rmsnorm(gains))
        assert found is answer
        certificate.check()


def test_mutants_are_true_or_refused():
    seed = random.randrange(1 << 32)
    print("seed", seed)
    ends = mutants(random.Random(seed), 60, 15)
    print(ends)
    assert min(ends["refused"], ends["accepted"]) > 20


def mutants(
    chance: random.Random, number: int, each: int, behind=behind, of_z=of_z
) -> Counter[str]:
    """Numbers of the evidence, the norm or ellipsoid and the conditions changed: accepted ones are
    true.
    """
    ends: Counter[str] = Counter()
    for _ in range(number):
        c, question, inputs = behind(chance)
        whole = view(json.loads(decide(c, question, inputs=inputs)[1].to_text()))
        for _ in range(each):
            value = json.loads(json.dumps(whole))
            block, given = value["configurations"][0], value["inputs"][0]
            lists = [value["evidence"].get("witness", [])]
            lists += list(value["evidence"].get("refutation", []))
            ball = given["ball"]
            lists += ball["matrix"] if ball["gains"] is None else [ball["gains"]]
            lists += [ball["centre"], block.get("bias", [])]
            lists += [*given["inequalities"], *given["equations"], *block["rows"]]
            places = [(part, k) for part in lists for k, x in enumerate(part) if isinstance(x, str)]
            places.append((ball, "square"))
            refused = (CertificateRefused, *[MalformedCertificate] * (ball["gains"] is not None))
            if ball["gains"] is not None and chance.random() < 0.1:
                ball["centred"] = not ball["centred"]
            else:
                part, key = chance.choice(places)
                part[key] = str(chance.randint(-4, 4))
            try:
                recheck(json.dumps(proof(value)))
            except refused:
                ends["refused"] += 1
                continue
            ends["accepted"] += 1
            again = Configuration(
                block["rows"], block["labels"], bias=block.get("bias"), dimension=block["dimension"]
            )
            layer, around = of_z(again, Inputs.from_json({"dimension": again.d, **stated(given)}))
            assert oracle(layer, question, around) is value["answer"], value
    return ends


FLAWS = {
    "gains without centred": lambda b: b.pop("centred"),
    "centred without gains": lambda b: b.pop("gains"),
    "gains that are too long": lambda b: b["gains"].append("1"),
    "gains that are a text": lambda b: b.update(gains="11"),
    "centred by a number": lambda b: b.update(centred=1),
    "one key more": lambda b: b.update(epsilon="0"),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_malformed(flaw):
    c = Configuration([[3, 4]], bias=[-25])
    certificate = decide(c, Question("signs", (1,)), inputs=Inputs.layernorm([1, 2]))[1]
    value = json.loads(certificate.to_text())
    recheck(json.dumps(value))
    FLAWS[flaw](value["problems"][0]["inputs"]["ball"])
    with pytest.raises(MalformedCertificate):
        recheck(json.dumps(value))
