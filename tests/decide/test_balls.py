"""Questions in a ball against an oracle: the least norm over all flats of the conditions, by
enumeration, which shares no code with it.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from arrangements import (
    BadInput,
    Configuration,
    Inputs,
    decide_argmax,
    decide_signs,
    load_inputs,
    recheck,
)
from arrangements.decide.answers import answers
from arrangements.decide.one_by_one.decide import decide
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.errors import CertificateRefused, MalformedCertificate
from arrangements.exact.linear import dot
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import Question, conditions, of_groups, of_signs
from tests.decide.certificates.views import proof, view
from tests.exact.hints.test_least_norm import by_faces
from tests.seeds import until


def oracle(c: Configuration, question: Question, inputs: Inputs) -> bool:
    """Open conditions with slack e > 0: the squared distance to {s >= e} falls to a limit as e
    does; it is compared on the way there.

    A system of > and = has a point in the ball exactly if, for some e > 0, the closed system with s
    >= e has one.
    """
    assert inputs.within is not None
    ball = inputs.within
    functions = [(b, *row) for b, row in zip(c.bias or [0] * c.n, c.rows, strict=True)]
    zero = (0,) * (1 + c.d)
    weak, equal, strict = list(inputs.inequalities), list(inputs.equations), []
    for plus, minus, relation in conditions(question, c.n):
        one, other = (functions[i] if i is not None else zero for i in (plus, minus))
        {">": strict, "=": equal, ">=": weak, "": []}[relation].append(
            tuple(a - b for a, b in zip(one, other, strict=True))
        )

    def moved(rows, slack):
        return [(row[0] + dot(row[1:], ball.centre) - slack, *row[1:]) for row in rows]

    for e in (Fraction(1), Fraction(1, 10**3), Fraction(1, 10**9), Fraction(1, 10**18)):
        least = by_faces([*moved(strict, e), *moved(weak, 0)], moved(equal, 0), c.d)
        if least is not None and least <= ball.square:
            return True
    return False


def cases(chance: random.Random):
    """Small integers, so that balls touch, centres lie on hyperplanes, and inputs are flat or
    empty.
    """
    d, n = chance.randint(0, 3), chance.randint(1, 4)
    rows = [[chance.randint(-2, 2) for _ in range(d)] for _ in range(n)]
    bias = [chance.randint(-3, 3) for _ in range(n)] if chance.random() < 0.8 else None
    c = Configuration(rows, bias=bias, dimension=d)
    weak = [
        [chance.randint(-3, 3), *(chance.randint(-1, 1) for _ in range(d))]
        for _ in range(chance.choice((0, 0, 1, 2)))
    ]
    equal = [
        [chance.randint(-1, 1), *(chance.randint(-1, 1) for _ in range(d))]
        for _ in range(chance.choice((0, 0, 0, 1)))
    ]
    centre = tuple(Fraction(chance.randint(-2, 2)) for _ in range(d))
    square = Fraction(
        chance.choice((0, 1, 2, 4, 5, 8, 9, 13, Fraction(1, 2), Fraction(1, 4), Fraction(9, 5)))
    )
    inputs = Inputs(d, weak, equal, within=Ball(centre, square))
    kind = chance.choice(("signs", "top", "ranking", "tie"))
    if kind == "signs" or n < 2:
        return c, of_signs("".join(chance.choice("+-0??") for _ in range(n))), inputs
    size = 2 if kind == "tie" else chance.randint(1, n)
    return c, Question(kind, tuple(chance.sample(range(c.n), size))), inputs


def test_random_questions_against_the_oracle():
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    seen = Counter()
    for _ in until(seen, {True: 51, False: 51}, 400):
        c, question, inputs = cases(chance)
        answer, certificate = decide(c, question, inputs=inputs)
        assert answer is oracle(c, question, inputs), (c.to_json(), question, inputs.to_json())
        certificate.check()
        assert json.loads(certificate.to_text())["problems"][0]["inputs"]["ball"] is not None
        seen[answer] += 1


@pytest.mark.parametrize(
    ("radius", "signs", "answer"),
    [
        (5, "0", True),  # the line 3x + 4y = 25 touches the circle at (3, 4)
        (5, "+", False),
        ("24/5", "0", False),
        ("501/100", "+", True),
        (0, "-", True),
        (0, "0", False),
        (0, "+", False),
    ],
)
def test_touching(radius, signs, answer):
    c = Configuration([[3, 4]], bias=[-25])
    found, certificate = decide_signs(c, signs, inputs=Inputs.ball(radius, 2))
    assert found is answer
    certificate.check()
    if (radius, signs) == (5, "0"):
        assert certificate.evidence.point == (3, 4)


def test_one_point_that_fails_something_else():
    """x >= 1 leaves (1, 0) of the unit disc: no weights make a strict contradiction, but the only
    point has y = 0.
    """
    c, inputs = Configuration([[0, 1], [1, 0]]), Inputs(2, [[-1, 1, 0]]) & Inputs.ball(1, 2)
    for signs, answer in (("0+", True), ("+?", False), ("-?", False), ("?-", False)):
        found, certificate = decide_signs(c, signs, inputs=inputs)
        assert found is answer
        certificate.check()
    weights = view(json.loads(decide_signs(c, "+?", inputs=inputs)[1].to_text()))
    assert weights["evidence"] == {"refutation": [[2, "1"]]}
    weights["question"]["signs"] = "0+"
    with pytest.raises(
        CertificateRefused, match="the only point of the ball must fail a condition"
    ):
        recheck(json.dumps(proof(weights)))


def test_a_number_field():
    # sqrt(2) x = 2 touches at x = sqrt(2)
    c = Configuration([["sqrt(2)", 0], [0, 1]], bias=[-2, 0])
    for radius, signs, answer in (
        ("sqrt(2)", "0?", True),
        ("sqrt(2)", "+?", False),
        ("sqrt(2)", "0+", False),
        ("3/2", "++", True),
    ):
        found, certificate = decide_signs(c, signs, inputs=Inputs.ball(radius, 2))
        assert found is answer
        certificate.check()


@pytest.mark.parametrize(
    "inputs",
    [
        Inputs.ball(1, 2, centre=["sqrt(2)", 0]),
        Inputs.ball("1+sqrt(2)", 2, centre=["5/2", 0]),
        Inputs.ball(1, 2, centre=[3, 0]) & Inputs(2, [["-sqrt(2)", 1, 0]]),
        Inputs(2, [], [["-sqrt(2)", 1, 0]]),
    ],
)
def test_inputs_in_a_number_field_with_rational_rows(inputs):
    c = Configuration([[1, 0], [0, 1]])
    for signs, answer in (("+0", True), ("++", True), ("-?", False), ("0?", False)):
        found, certificate = decide_signs(c, signs, inputs=inputs)
        assert found is answer
        certificate.check()
    certify_pattern(c, "sign pattern", inputs=inputs).check()


def test_a_radius_that_is_a_root_stays_rational():
    inputs = Inputs.ball("sqrt(768)", 2, centre=["1/3", 0])
    assert inputs.within == Ball((Fraction(1, 3), Fraction(0)), Fraction(768))


def test_mutants_are_true_or_refused():
    """Numbers of the evidence, the ball and the conditions changed: what is still accepted is true,
    by the engine asked anew.
    """
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    ends = Counter()
    for _ in range(60):
        c, question, inputs = cases(chance)
        whole = view(json.loads(decide(c, question, inputs=inputs)[1].to_text()))
        for _ in range(20):
            value = json.loads(json.dumps(whole))
            places, todo = [], [value["evidence"], value["inputs"], value["configurations"]]
            while todo:
                item = todo.pop()
                for key in item if isinstance(item, dict) else range(len(item)):
                    if isinstance(item[key], dict | list):
                        todo.append(item[key])
                    elif (
                        isinstance(item[key], str)
                        and key != "labels"
                        and item[key].lstrip("-").replace("/", "").isdigit()
                    ):
                        places.append((item, key))
            places = [
                (item, key)
                for item, key in places
                if item is not value["configurations"][0]["labels"]
            ]
            if not places:
                continue
            item, key = chance.choice(places)
            item[key] = str(chance.randint(-4, 4))
            try:
                recheck(json.dumps(proof(value)))
            except (CertificateRefused, MalformedCertificate):
                ends["refused"] += 1
                continue
            ends["accepted"] += 1
            block, given = value["configurations"][0], value["inputs"][0]
            again = Configuration(
                block["rows"], block["labels"], bias=block.get("bias"), dimension=block["dimension"]
            )
            ball = Ball(
                tuple(map(Fraction, given["ball"]["centre"])), Fraction(given["ball"]["square"])
            )
            around = Inputs(again.d, given["inequalities"], given["equations"], within=ball)
            assert oracle(again, question, around) is value["answer"], value
    print(ends)
    assert min(ends["refused"], ends["accepted"]) > 20


FLAWS = {
    "no ball": lambda v: v["problems"][0]["inputs"].pop("ball"),
    "a ball that is a number": lambda v: v["problems"][0]["inputs"].update(ball=3),
    "a centre that is too long": lambda v: v["problems"][0]["inputs"]["ball"]["centre"].append("0"),
    "a centre that is a text": lambda v: v["problems"][0]["inputs"]["ball"].update(centre="00"),
    "a square that is a list": lambda v: v["problems"][0]["inputs"]["ball"].update(square=["1"]),
    "keys in another order": lambda v: v["problems"][0]["inputs"].update(
        ball=dict(reversed(v["problems"][0]["inputs"]["ball"].items()))
    ),
    "a version that is not": lambda v: v.update(version=2),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_malformed(flaw):
    c = Configuration([[3, 4]], bias=[-25])
    value = json.loads(decide_signs(c, "+", inputs=Inputs.ball(5, 2))[1].to_text())
    recheck(json.dumps(value))
    FLAWS[flaw](value)
    with pytest.raises(MalformedCertificate):
        recheck(json.dumps(value))


def test_a_negative_square_proves_nothing():
    value = json.loads(
        decide_signs(Configuration([[3, 4]], bias=[-25]), "+", inputs=Inputs.ball(4, 2))[
            1
        ].to_text()
    )
    value["problems"][0]["inputs"]["ball"]["square"] = "-1"
    with pytest.raises(CertificateRefused, match="must not be negative"):
        recheck(json.dumps(value))


def test_inputs_by_text(tmp_path):
    (tmp_path / "centre.csv").write_text("1\n-1/2\n")
    (tmp_path / "ball.json").write_text(
        '{"ball": {"centre": [1, "-1/2"], "square": 3}, "inequalities": [[0, 1, 0]]}'
    )
    ball = Ball((Fraction(1), Fraction(-1, 2)), Fraction(3))
    assert load_inputs(f"ball:sqrt(3):{tmp_path}/centre.csv", 2).within == ball
    joined = load_inputs(f"h >= 0 ; ball:sqrt(3):{tmp_path}/centre.csv", 2)
    assert (joined.within, joined.inequalities) == (ball, Inputs.nonnegative(2).inequalities)
    found = load_inputs(str(tmp_path / "ball.json"), 2)
    assert (found.within, found.inequalities) == (ball, ((0, 1, 0),))
    assert (
        Inputs.from_json(found.to_json()["ball"] and json.loads(json.dumps(found.to_json())))
        == found
    )
    for text, message in (
        ("ball:-1", "radius must be 0 or more, not -1"),
        ("ball:x", "ball:x"),
        ("ball:1; ball:2", "in one ball or behind one norm, not in two"),
        (f"ball:1:{tmp_path}/ball.json", "inputs|bias|key must be"),
    ):
        with pytest.raises(BadInput, match=message):
            load_inputs(text, 2)


def test_what_takes_no_ball_says_so():
    """In one line, with the method that can."""
    from arrangements import count_topes, covector_pattern
    from arrangements.listing.argmax import argmax_labels

    c, inputs = Configuration([[1, 0], [0, 1]]), Inputs.ball(1, 2)
    for ask, message in (
        (inputs.generators, "linear conditions alone, not a ball"),
        (inputs.faces, "linear conditions alone, not a ball"),
        (
            lambda: count_topes(c, method="flats", inputs=inputs),
            "method must be auto for inputs in",
        ),
        (lambda: argmax_labels(c, "chirotope", inputs=inputs), "method must be auto or lp"),
        (lambda: covector_pattern(c, "chirotope", inputs=inputs), "method must be auto or lp"),
    ):
        with pytest.raises(BadInput, match=message):
            ask()
    assert decide_argmax(c, "1", inputs=inputs)


def test_lists_in_a_ball_against_the_oracle():
    """Every sign vector and every order is put to the oracle."""
    from arrangements import ranking_pattern, sign_pattern

    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    sizes = set()
    for _ in range(25):
        c, _, inputs = cases(chance)
        every = {"".join(s) for s in product("+-", repeat=c.n)}
        expected = {s for s in every if oracle(c, of_signs(s), inputs)}
        assert set(sign_pattern(c, inputs=inputs)) == expected
        orders = {
            tuple(c.labels[i] for i in order)
            for order in permutations(range(c.n))
            if oracle(c, Question("ranking", order), inputs)
        }
        assert set(ranking_pattern(c, inputs=inputs, method="lp")) == orders
        sizes |= {len(expected), len(orders)}
    assert len(sizes) > 2
    with pytest.raises(
        BadInput, match="method must be auto or lp for inputs in a ball, not chirotope"
    ):
        sign_pattern(c, method="chirotope", inputs=inputs)


@pytest.mark.parametrize("kind", ["sign pattern", "ranking pattern", "covectors", "weak rankings"])
def test_certified_lists_in_a_ball(kind):
    """The checker walks through all beginnings; a list without one of its members is refused."""
    c = Configuration([[1, 0], [0, 1], [-1, -1]], bias=[0, 0, -1])
    for inputs in (
        Inputs.ball(1, 2),
        Inputs.ball(0, 2),
        Inputs.ball("1/2", 2) & Inputs(2, [["-1/2", 1, 0]]),
    ):
        certificate = certify_pattern(c, kind, inputs=inputs)
        certificate.check()
        value = view(json.loads(certificate.to_text()))
        assert value["answer"] == len(value["evidence"]["members"])
        if value["answer"]:
            value["evidence"]["members"].pop()
            value["answer"] -= 1
            with pytest.raises(CertificateRefused):
                recheck(json.dumps(proof(value)))


def test_what_comes_first_in_a_ball_against_the_oracle():
    """Winners, top sets, orders, ties and faces, each member put to the oracle."""
    from arrangements import count_rankings, count_topes, covector_pattern, weak_ranking_pattern
    from arrangements.listing import argmax

    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    sizes = Counter()
    for _ in range(12):
        c, _, inputs = cases(chance)
        n = range(c.n)

        def names(members, c=c):
            return tuple(c.labels[i] for i in members)

        def listed(kind, members, c=c, inputs=inputs, names=names):
            return {names(m) for m in members if oracle(c, Question(kind, tuple(m)), inputs)}

        firsts = listed("top", [(i,) for i in n])
        assert {(label,) for label in argmax.argmax_labels(c, inputs=inputs)} == firsts
        never = argmax.never_argmax_labels(c, inputs=inputs)
        assert set(never) == set(c.labels) - {label for (label,) in firsts}
        for k in range(1, c.n + 1):
            sets = listed("top set", combinations(n, k))
            assert set(argmax.top_sets(c, k, inputs=inputs)) == sets
            orders = listed("top", permutations(n, k))
            assert set(argmax.top_orders(c, k, inputs=inputs, method="lp")) == orders
        ties = listed("tie", combinations(n, 2))
        assert set(argmax.tie_pairs(c, inputs=inputs)) == ties
        faces = {
            "".join(s)
            for s in product("+-0", repeat=c.n)
            if oracle(c, of_signs("".join(s)), inputs)
        }
        assert set(covector_pattern(c, inputs=inputs)) == faces
        by_dimension = [covector_pattern(c, dimension=k, inputs=inputs) for k in range(c.d + 1)]
        assert sorted(s for part in by_dimension for s in part) == sorted(faces)
        assert count_topes(c, inputs=inputs) == sum("0" not in s for s in faces)
        weak = weak_ranking_pattern(c, inputs=inputs)
        strict = sum("=" not in text for text in weak.strings())
        assert count_rankings(c, inputs=inputs) == strict
        sizes |= {len(firsts): 1, len(ties): 1}
    assert len(sizes) > 1


def test_faces_that_touch_the_ball_are_points():
    from arrangements import covector_pattern

    edge = Configuration([[3, 4]], bias=[-25])
    in_dimension = [
        list(covector_pattern(edge, dimension=k, inputs=Inputs.ball(5, 2))) for k in range(3)
    ]
    assert in_dimension == [["0"], [], ["-"]]
    wide = [list(covector_pattern(edge, dimension=k, inputs=Inputs.ball(6, 2))) for k in range(3)]
    assert wide == [[], ["0"], ["-", "+"]]


KINDS = ("top", "top set", "ranking", "tie", "chosen", "on", "signs", "weak ranking")


@pytest.mark.parametrize("method", ["bulk", "single", "exact", "pivot", "cdd"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_answered_in_a_ball_or_refused(kind, method):
    """By every method that takes it with the same answer, for touching balls, too."""
    c = Configuration([[3, 4], [0, 0], [-1, 2]], bias=[-25, 0, -3])
    for radius in (0, 5, "501/100"):
        asked = {
            "signs": [of_signs("0-?"), of_signs("+??"), of_signs("---")],
            "weak ranking": [of_groups(((0, 1), (2,))), of_groups(((1,), (0, 2)))],
            **{
                kind: [Question(kind, m) for m in permutations(range(3), 2 if kind in KINDS[1:4] else 1)]
                for kind in KINDS[:6]
            },
        }[kind]  # fmt: skip
        layer = Layer(c, Inputs.ball(radius, 2))
        if kind in ("chosen", "on") and method not in ("bulk", "single"):
            with pytest.raises(BadInput, match=f"rows must be rational .* for `{kind}`"):
                list(answers(layer, asked, method=method))
            continue
        found = [answer.possible for answer in answers(layer, asked, method=method)]
        assert found == [answer.possible for answer in answers(layer, asked)]
        assert found == [oracle(c, question, layer.inputs) for question in asked]
