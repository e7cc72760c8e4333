"""Questions on spheres against two oracles of convexity: the nearest point, and all vertices, in exact
arithmetic that shares no code with the decision.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from typer.testing import CliRunner

from arrangements import (
    BadInput,
    Configuration,
    Inputs,
    audit,
    decide_signs,
    load_inputs,
    recheck,
    sign_pattern,
)
from arrangements.cli import app
from arrangements.decide.answers import answers
from arrangements.decide.one_by_one.decide import decide
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.errors import CertificateRefused, LimitReached, MalformedCertificate
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import conditions, every_label
from arrangements.proof.certificates import Inside
from arrangements.proof.smt_vipr import smt2
from tests.decide.certificates.views import proof, stated, view
from tests.decide.test_balls import cases, oracle


def reaches(c: Configuration, question, inputs: Inputs) -> bool:  # type: ignore[no-untyped-def]
    """Whether the conditions have a point that is not nearer than the border: one far away, in a box
    so large that it cuts whatever goes on for ever.
    """
    assert inputs.within is not None
    d, ball = c.d, inputs.within
    functions = [(b, *row) for b, row in zip(c.bias or [0] * c.n, c.rows, strict=True)]
    zero = (0,) * (1 + d)
    strict, weak, equal = [], list(inputs.inequalities), list(inputs.equations)
    for plus, minus, relation in conditions(question, c.n):
        one, other = (functions[i] if i is not None else zero for i in (plus, minus))
        row = tuple(Fraction(a) - Fraction(b) for a, b in zip(one, other, strict=True))
        {">": strict, "=": equal, ">=": weak, "": []}[relation].append(row)
    far = 10**6
    box = [(far, *(s * (j == k) for k in range(d))) for j in range(d) for s in (1, -1)]

    def value(row, point):
        return row[0] + sum(a * x for a, x in zip(row[1:], point, strict=True))

    closed = [*strict, *weak, *box, *equal, *(tuple(-x for x in row) for row in equal)]
    best = Fraction(-1)
    for chosen in combinations(closed, d):
        for point in crossing(chosen, d):
            if all(value(row, point) >= 0 for row in closed):
                apart = sum((x - m) ** 2 for x, m in zip(point, ball.centre, strict=True))
                if apart == ball.square and all(value(row, point) > 0 for row in strict):
                    return True
                best = max(best, apart)
    return best > ball.square


def crossing(rows, d):  # type: ignore[no-untyped-def]
    """The only point where all rows vanish, by elimination; nothing if there is none."""
    table = [[Fraction(x) for x in (*row[1:], -row[0])] for row in rows]
    for k in range(d):
        pivot = next((i for i in range(k, d) if table[i][k]), None)
        if pivot is None:
            return
        table[k], table[pivot] = table[pivot], table[k]
        table[k] = [x / table[k][k] for x in table[k]]
        for i in range(d):
            if i != k:
                table[i] = [x - table[i][k] * y for x, y in zip(table[i], table[k], strict=True)]
    yield [row[-1] for row in table]


@pytest.mark.parametrize("seed", range(3))
def test_random_questions_against_the_oracles(seed: int) -> None:
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(150):
        c, question, ball = cases(chance)
        inputs = ball.on_sphere()
        answer, certificate = decide(c, question, inputs=inputs)
        expected = oracle(c, question, ball) and reaches(c, question, ball)
        assert answer is expected, (c.to_json(), question, inputs.to_json())
        certificate.check()
        assert json.loads(certificate.to_text())["problems"][0]["inputs"]["ball"]["sphere"] is True
        assert Inputs.from_json(inputs.to_json()) == inputs
        seen[type(certificate.evidence).__name__] += 1
        change(certificate.to_text(), c, question, chance, seen)
    print(seen)
    assert min(seen[name] for name in ("Witness", "Refutation", "Inside", "refused")) > 5


def change(text: str, c: Configuration, question, chance: random.Random, seen) -> None:  # type: ignore[no-untyped-def]
    """Mutants: what is accepted is true."""
    for _ in range(4):
        value = view(json.loads(text))
        evidence, ball = value["evidence"], value["inputs"][0]["ball"]
        lists = [*evidence.get("refutation", []), ball["centre"]]
        lists += [evidence[key] for key in ("witness", "beyond") if key in evidence]
        places = [(part, k) for part in lists for k, x in enumerate(part) if isinstance(x, str)]
        part, key = chance.choice([*places, (ball, "square")])
        part[key] = str(chance.randint(-3, 4))
        if chance.random() < 0.1:
            value["evidence"] = {"inside": "every vertex"}
            value["answer"] = False
        try:
            recheck(json.dumps(proof(value)))
        except (CertificateRefused, MalformedCertificate):
            seen["refused"] += 1
            continue
        if ball["square"].startswith("-"):  # no point is there
            assert value["answer"] is False
            continue
        given = {"dimension": c.d, **stated(value["inputs"][0])}
        plain = Inputs.from_json({**given, "ball": {k: ball[k] for k in ("centre", "square")}})
        assert (oracle(c, question, plain) and reaches(c, question, plain)) is value["answer"]


def test_a_strip_inside_the_sphere_is_refuted_by_its_vertices() -> None:
    square = Configuration([[1, 0], [-1, 0], [0, 1], [0, -1]], bias=[1] * 4)
    for radius, answer in ((1, True), ("7/5", True), ("sqrt(2)", False), (2, False)):
        found, certificate = decide_signs(square, "++++", inputs=Inputs.ball(radius, 2).on_sphere())
        assert found is answer
        assert isinstance(certificate.evidence, Inside) is not answer
        certificate.check()
    # the corners themselves are on the sphere
    corner, _ = decide_signs(square, "+0+0", inputs=Inputs.ball("sqrt(2)", 2).on_sphere())
    assert corner


def test_where_vertices_are_many_the_answer_is_of_the_ball_and_says_so() -> None:
    d = 8
    rows = [[s * (j == k) for k in range(d)] for j in range(d) for s in (1, -1)]
    cube = Configuration(rows, bias=[1] * (2 * d))
    inputs = Inputs.ball(9, d).on_sphere()
    with pytest.raises(LimitReached, match="possible in the ball; whether it is on the sphere is"):
        decide_signs(cube, "+" * (2 * d), inputs=inputs)


def test_lists_and_normalised_embeddings() -> None:
    c = Configuration([[1, 0], [0, 1], [1, 1]])
    assert sign_pattern(c, inputs=Inputs.unit(2)) == sign_pattern(c)
    assert load_inputs("unit", 2) == Inputs.unit(2)
    assert load_inputs("ball:2; h >= 0; sphere", 2).within == Inputs.ball(2, 2).on_sphere().within
    strip = Configuration([[1, 0], [-1, 0], [0, 1], [0, -1]], bias=[1] * 4)
    inside = set(sign_pattern(strip, inputs=Inputs.ball(2, 2))) - set(
        sign_pattern(strip, inputs=Inputs.ball(2, 2).on_sphere())
    )
    assert inside == {"++++"}
    with pytest.raises(BadInput, match="lists must be certified in a ball, not on its sphere"):
        certify_pattern(c, "sign pattern", inputs=Inputs.unit(2))
    exact = audit(c, inputs=Inputs.unit(2), method="exact").winners
    assert [a.possible for a in exact] == [a.certificate.answer for a in exact] == [True] * 3
    assert exact.inputs == Inputs.unit(2)
    assert audit(c, inputs=Inputs.unit(2)).inputs == Inputs.ball(1, 2)
    with pytest.raises(BadInput, match="inputs of an audit must be a ball, not its sphere"):
        list(answers(Layer(c, Inputs.unit(2)), every_label(3), method="bulk"))
    with pytest.raises(BadInput, match="must be in a ball or behind a norm"):
        load_inputs("h >= 0; sphere", 2)


def test_the_command_says_when_it_is_the_ball(tmp_path) -> None:  # type: ignore[no-untyped-def]
    lines = ["label,x,y,bias", "a,1,0,1", "b,-1,0,1", "c,0,1,1", "d,0,-1,1"]
    (tmp_path / "strip.csv").write_text("\n".join(lines) + "\n")
    arguments = ["decide", str(tmp_path / "strip.csv"), "--signs", "++++", "--inputs"]
    for radius, told in (
        ("1", "yes: signs ++++ is possible"),
        ("2", "refutation   every vertex is inside the sphere"),
    ):
        run = CliRunner().invoke(app, [*arguments, f"ball:{radius}; sphere"])
        assert told in run.stdout, run.output
    d = 7
    head = ",".join(["label", *(f"x{j}" for j in range(d)), "bias"])
    rows = [
        ",".join([f"r{j}{s}", *(str(s * (j == k)) for k in range(d)), "1"])
        for j, s in product(range(d), (1, -1))
    ]
    (tmp_path / "cube.csv").write_text("\n".join([head, *rows]) + "\n")
    asked = ["decide", str(tmp_path / "cube.csv"), "--signs", "+" * (2 * d)]
    run = CliRunner().invoke(app, [*asked, "--inputs", "ball:9; sphere"])
    assert "whether it is on the sphere is not known" in str(run.exception)


def test_malformed() -> None:
    c = Configuration([[1, 0]])
    value = json.loads(decide_signs(c, "+", inputs=Inputs.unit(2))[1].to_text())
    recheck(json.dumps(value))
    for flaw in (
        lambda v: v["steps"][0]["of"][0].pop(),
        lambda v: v["problems"][0]["inputs"]["ball"].update(sphere=False),
        lambda v: v["problems"][0]["inputs"]["ball"].update(sphere=1),
        lambda v: v["steps"][0].update(rule="vertices", of="every vertex"),
    ):
        worse = json.loads(json.dumps(value))
        flaw(worse)
        with pytest.raises(MalformedCertificate):
            recheck(json.dumps(worse))


def test_a_script_for_solvers_is_about_the_sphere() -> None:
    c = Configuration([[3, 4]], bias=[-25])
    no = decide_signs(c, "+", inputs=Inputs.ball(5, 2).on_sphere())[1]
    assert "(assert (= (* " in smt2(no.to_text())
    yes = decide_signs(c, "+", inputs=Inputs.ball(6, 2).on_sphere())[1]
    with pytest.raises(BadInput, match="must not have two points"):
        smt2(yes.to_text())
