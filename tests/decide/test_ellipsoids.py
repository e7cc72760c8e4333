"""Inputs in an ellipsoid h = c + A z, |z| <= r, against balls of the substituted layer and the oracle
of balls.
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

from arrangements import (
    BadInput,
    Configuration,
    Inputs,
    best_rank,
    confidence,
    covector_pattern,
    decide_argmax,
    decide_signs,
    load_inputs,
    ranking_pattern,
    recheck,
    sign_pattern,
)
from arrangements.cli import app
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.one_by_one.decide import decide
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.errors import CertificateRefused, MalformedCertificate
from arrangements.layers.inputs.norms import input_of
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.layers.questions.question import Question
from arrangements.proof.smt_vipr import smt2
from tests.decide.certificates.views import proof, view
from tests.decide.test_balls import cases, oracle
from tests.decide.test_norms import mutants


def behind(chance: random.Random):
    """A case of ``cases`` with an ellipsoid in place of its ball, of any rank, and of no, fewer or
    more columns than rows.
    """
    c, question, inputs = cases(chance)
    assert inputs.within is not None
    m = chance.choice((0, 1, c.d, c.d, c.d + 1))
    matrix = [[Fraction(chance.randint(-2, 2), chance.choice((1, 1, 2))) for _ in range(m)] for _ in range(c.d)]  # fmt: skip
    if chance.random() < 0.1:
        matrix = [[Fraction(0)] * m for _ in range(c.d)]
    around = Ball(inputs.within.centre, inputs.within.square, matrix=tuple(map(tuple, matrix)))
    return c, question, Inputs(c.d, inputs.inequalities, inputs.equations, within=around)


def of_z(c: Configuration, inputs: Inputs) -> tuple[Configuration, Inputs]:
    """The same in terms of z, written out."""
    around = inputs.within
    assert around is not None
    assert around.matrix is not None
    m = len(around.matrix[0]) if around.matrix else 0

    def moved(constant, row):
        there = constant + sum(a * x for a, x in zip(row, around.centre, strict=True))
        return [there, *(sum(row[j] * around.matrix[j][k] for j in range(c.d)) for k in range(m))]

    rows = [moved(b, row) for b, row in zip(c.bias or [0] * c.n, c.rows, strict=True)]
    weak = [moved(row[0], row[1:]) for row in inputs.inequalities]
    equal = [moved(row[0], row[1:]) for row in inputs.equations]
    layer = Configuration([row[1:] for row in rows], bias=[row[0] for row in rows], dimension=m)
    return layer, Inputs(m, weak, equal, within=Ball((Fraction(0),) * m, around.square))


def test_random_questions_against_the_oracle():
    chance = random.Random(2906)
    seen = Counter()
    for _ in range(300):
        c, question, inputs = behind(chance)
        answer, certificate = decide(c, question, inputs=inputs)
        layer, around = of_z(c, inputs)
        assert answer is oracle(layer, question, around), (c.to_json(), question, inputs.to_json())
        assert answer is decide(layer, question, inputs=around)[0]
        certificate.check()
        assert Inputs.from_json(json.loads(json.dumps(inputs.to_json()))) == inputs
        if answer:
            assert inputs.holds(input_of(inputs, certificate.evidence.point))
        seen[answer] += 1
    assert min(seen[True], seen[False]) > 30


def test_random_spheres_against_the_sphere_of_z():
    chance = random.Random(31)
    seen = Counter()
    for _ in range(100):
        c, question, inputs = behind(chance)
        layer, around = of_z(c, inputs)
        inputs, around = inputs.on_sphere(), around.on_sphere()
        answer, certificate = decide(c, question, inputs=inputs)
        assert answer is decide(layer, question, inputs=around)[0]
        certificate.check()
        seen[answer] += 1
    assert min(seen[True], seen[False]) > 10


def test_lists_are_those_of_the_ball_of_z():
    chance = random.Random(7)
    for _ in range(12):
        c, _, inputs = behind(chance)
        layer, around = of_z(c, inputs)
        layer = Configuration(layer.rows, c.labels, bias=layer.bias, dimension=layer.d)
        assert sign_pattern(c, inputs=inputs) == sign_pattern(layer, inputs=around)
        assert ranking_pattern(c, inputs=inputs) == ranking_pattern(layer, inputs=around)
        certify_pattern(c, "covectors", inputs=inputs).check()


def test_a_diagonal_matrix_is_a_norm():
    chance = random.Random(5)
    for _ in range(40):
        c, question, inputs = cases(chance)
        gains = tuple(Fraction(chance.randint(-2, 2)) for _ in range(c.d))
        diagonal = tuple(
            tuple(g if j == k else Fraction(0) for k in range(c.d)) for j, g in enumerate(gains)
        )
        parts = (
            Ball(inputs.within.centre, inputs.within.square, gains=gains),
            Ball(inputs.within.centre, inputs.within.square, matrix=diagonal),
        )
        norm, same = (
            Inputs(c.d, inputs.inequalities, inputs.equations, within=part) for part in parts
        )
        assert decide(c, question, inputs=norm)[0] is decide(c, question, inputs=same)[0]
        point = [chance.randint(-2, 2) for _ in range(c.d)]
        for one, other in ((norm, same), (norm.on_sphere(), same.on_sphere())):
            assert one.holds(point) is other.holds(point)


TWO = Configuration([[1, 0], [0, 1]], ["a", "b"], bias=[0, "1/2"])


@pytest.mark.parametrize(
    ("matrix", "radius", "first"),
    [
        ([[0, 0], [0, 0]], 5, "b"),  # one point, 0
        ([[], []], 5, "b"),
        ([[1, 0], [0, 1]], 0, "b"),
        ([[1], [1]], 5, "b"),  # the line a = b
        ([[1], [0]], "1/2", "b"),  # touches a tie
        ([[1], [0]], 1, "ab"),
        ([[3, 4, 0], [3, 4, 0]], 5, "b"),
        ([[1, 0, 1], [0, 1, 0]], 1, "ab"),
    ],
)
def test_degenerate_ellipsoids(matrix, radius, first):
    inputs = Inputs.ellipsoid(matrix, radius=radius)
    found = ""
    for label in TWO.labels:
        answer, certificate = decide_argmax(TWO, label, inputs=inputs)
        certificate.check()
        found += label * answer
        best = best_rank(TWO, label, inputs=inputs)
        best.certificate.check()
        assert (best.place == 1) is answer
        assert inputs.holds(best.point)
        assert bool(confidence(TWO, label, inputs=inputs).margin[0] > 0) is answer
    assert found == first


def test_no_coordinates_and_no_labels():
    nothing = Inputs.ellipsoid([], radius=1)
    assert nothing.dimension == 0
    assert nothing.holds([])
    assert not nothing.on_sphere().holds([])
    answer, certificate = decide_signs(
        Configuration([[]], bias=[1], dimension=0), "+", inputs=nothing
    )
    assert answer
    certificate.check()
    certify_pattern(
        Configuration([], dimension=1), "sign pattern", inputs=Inputs.ellipsoid([[1, 1]])
    ).check()


def test_dimensions_of_faces():
    """A flat ellipsoid has no face of the dimension of its space, and one that is lost is a point."""
    row = Configuration([[0, 0]])
    for matrix, dimension in (
        ([[1, 1], [1, 1]], 1),
        ([[0], [0]], 0),
        ([[], []], 0),
        ([[1, 2, 3], [0, 1, 1]], 2),
    ):
        inputs = Inputs.ellipsoid(matrix)
        for d in range(3):
            found = covector_pattern(row, inputs=inputs, dimension=d)
            assert len(found) == (d == dimension)


def test_points_it_holds():
    line = Inputs.ellipsoid([[3, 4], [0, 0]], centre=[1, 1])
    assert line.holds([6, 1])
    assert not line.holds([Fraction(61, 10), 1])
    assert not line.holds([1, 2])
    # z of length 1 has all of the segment, as A loses a direction
    assert line.on_sphere().holds([2, 1])
    whole = Inputs.ellipsoid([[2, 0], [0, 1]], radius="sqrt(2)").on_sphere()
    assert whole.holds([2, 1])
    assert not whole.holds([1, 1])


def test_a_number_field():
    c = Configuration([["sqrt(2)", 0], [0, 1]], bias=[-2, 0])
    for matrix, signs, answer in (
        ([["sqrt(2)", 1], [0, 1]], "+?", True),
        ([[1, 0], [1, 1]], "0?", False),
        ([[1, 1], [1, 1]], "0?", True),
    ):
        found, certificate = decide_signs(c, signs, inputs=Inputs.ellipsoid(matrix))
        assert found is answer
        certificate.check()


@pytest.mark.parametrize(
    "inputs", [Inputs.rmsnorm([1, 0], [0, -1]), Inputs.ellipsoid([[1, 0], [0, 0]], centre=[0, -1])]
)
def test_the_rows_of_a_pair_are_those_of_the_file(inputs):
    """Rows and Gram matrices that are equal as functions of z, but for offsets, are not equal."""
    layers = (Configuration([[1, x], [0, 1]], ["a", "b"]) for x in (0, 5))
    one, other = (
        view(json.loads(decide_signs(layer, "+-", inputs=inputs)[1].to_text())) for layer in layers
    )
    for key in ("configurations", "hashes", "inputs"):
        one[key] += other[key]
    one["answer"] = [True, False]
    proofs = [one["evidence"], other["evidence"]]
    for same in ("rows", "gram"):
        question = {"kind": "pair", "same": same, "differ": {"kind": "signs", "signs": "+-"}}
        pair = {**one, "question": question, "evidence": {"same": None, "differ": proofs}}
        with pytest.raises(CertificateRefused, match=f"the {same} must be equal"):
            recheck(json.dumps(proof(pair)))


def test_mutants_are_true_or_refused():
    ends = mutants(random.Random(2931), 40, 12, behind, of_z)
    assert min(ends["refused"], ends["accepted"]) > 50, ends


FLAWS = {
    "a row too few": lambda b: b["matrix"].pop(),
    "a row too many": lambda b: b["matrix"].append(["1", "1"]),
    "a row that is longer": lambda b: b["matrix"][0].append("1"),
    "a row that is a text": lambda b: b["matrix"].__setitem__(0, "11"),
    "a matrix that is a text": lambda b: b.update(matrix="11"),
    "a matrix that is a number": lambda b: b.update(matrix=3),
    "gains besides": lambda b: b.update(gains=["1", "1"]),
    "the matrix before the square": lambda b: b.update(square=b.pop("square")),
    "no centre": lambda b: b.pop("centre"),
    "a number that is no text": lambda b: b["matrix"][0].__setitem__(0, 1),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_malformed(flaw):
    inputs = Inputs.ellipsoid([[1, 2], [0, 1]])
    certificate = decide(Configuration([[3, 4]], bias=[-25]), Question("signs", (1,)), inputs=inputs)[1]  # fmt: skip
    value = json.loads(certificate.to_text())
    recheck(json.dumps(value))
    ball = value["problems"][0]["inputs"]["ball"]
    FLAWS[flaw](ball)
    with pytest.raises(MalformedCertificate):
        recheck(json.dumps(value))


def test_smt_is_about_z():
    """Of as many numbers as the matrix has columns."""
    inputs = Inputs.ellipsoid([[1, 2, 0], [0, 1, 1]])
    text = smt2(decide(Configuration([[3, 4]], bias=[-25]), Question("signs", (1,)), inputs=inputs)[1].to_text())  # fmt: skip
    assert text.count("declare-const") == 3


def test_matrices_that_do_not_fit():
    for make, message in (
        (lambda: Inputs.ellipsoid([[1, 2], [3]]), "row"),
        (lambda: Inputs.ellipsoid([[1, 2], [3, 4]], centre=[1]), "centre"),
        (lambda: Inputs.ellipsoid([[1]], radius=-1), "radius must be 0 or more, not -1"),
        (lambda: Inputs.ellipsoid([1, 2]), "matrix of the ellipsoid must be"),
        (lambda: Inputs.ellipsoid([[1]]) & Inputs.ball(1, 1), "in one ball"),
        (lambda: Inputs(2, within=Ball((Fraction(0),) * 2, Fraction(1), matrix=((),))), "2 rows"),
        (lambda: Domain(Inputs.ellipsoid([[1]])), "substitute first"),
        (
            lambda: Inputs.from_json(
                {"ball": {"centre": [0], "square": 1, "matrix": [[1]], "gains": [1]}}
            ),
            "a matrix or gains, not both",
        ),
        (lambda: Inputs.from_json({"ball": {"centre": [0], "square": 1, "matrix": 3}}), "of rows"),
        (
            lambda: Inputs.from_json({"ball": {"centre": [0], "square": 1, "matrix": []}}),
            "must have 1 rows",
        ),
    ):
        with pytest.raises(BadInput, match=message):
            make()


def test_ellipsoids_by_text(tmp_path: Path):
    matrix, centre = tmp_path / "matrix.npy", tmp_path / "centre.npy"
    np.save(matrix, np.array([[1, 0.5, 0], [0, 2, -1]]))
    np.save(centre, np.array([0.25, 1]))
    rows = ((Fraction(1), Fraction(1, 2), Fraction(0)), (Fraction(0), Fraction(2), Fraction(-1)))
    for text, at in (
        (f"ellipsoid:sqrt(3):{matrix}:{centre}", (Fraction(1, 4), Fraction(1))),
        (f"ellipsoid:sqrt(3):{matrix}", (Fraction(0),) * 2),
    ):
        assert load_inputs(text, 2).within == Ball(at, Fraction(3), matrix=rows)
        joined = load_inputs(f"{text} ; h >= 0", 2)
        assert joined.within == Ball(at, Fraction(3), matrix=rows)
        assert len(joined.inequalities) == 2
    assert load_inputs(f"ellipsoid:1:{matrix}; sphere", 2).within.sphere
    for text, dimension, message in (
        (f"ellipsoid:1:{matrix}", 3, "must have 3 rows, one for each coordinate, not 2"),
        (f"ellipsoid:1:{matrix}:{matrix}", 2, "centre of the ellipsoid"),
        ("ellipsoid:1:nowhere.npy", 2, "nowhere.npy"),
        (f"ellipsoid:-1:{matrix}", 2, "radius must be 0 or more"),
        (f"ellipsoid:{matrix}", 2, "must"),
    ):
        with pytest.raises(BadInput, match=message):
            load_inputs(text, dimension)


def test_the_commands(tmp_path: Path):
    (tmp_path / "head.csv").write_text("label,x,y,bias\na,1,0,0\nb,0,1,1/2\nc,0,-1,-3\n")
    (tmp_path / "matrix.csv").write_text("1,1\n1,-1\n")
    head, inputs = str(tmp_path / "head.csv"), f"ellipsoid:1:{tmp_path}/matrix.csv"
    for label, told in (("a", "witness      h = ("), ("b", "witness"), ("c", "in the ellipsoid")):
        file = str(tmp_path / f"{label}.json")
        run = CliRunner().invoke(
            app, ["decide", head, "--argmax", label, "--inputs", inputs, "--certificate", file]
        )
        assert run.exit_code == 0, run.output
        assert told in run.stdout
        again = CliRunner().invoke(app, ["recheck", file, head])
        assert again.exit_code == 0, again.output
    for kind, found in (("argmax", ["a", "b"]), ("never-argmax", ["c"]), ("ties", ["a,b"])):
        run = CliRunner().invoke(app, ["patterns", head, "--kind", kind, "--inputs", inputs])
        assert run.stdout.split() == found
    run = CliRunner().invoke(app, ["count", head, "--inputs", inputs])
    assert run.exit_code == 0, run.output
    run = CliRunner().invoke(app, ["audit", head, "--inputs", inputs])
    assert isinstance(run.exception, BadInput)
    assert "substitute first" in str(run.exception)
    run = CliRunner().invoke(
        app, ["plot", head, "--kind", "regions", "--inputs", inputs, "-o", str(tmp_path / "p.svg")]
    )
    assert run.exit_code == 0, run.output


def test_what_is_drawn_is_the_border():
    from arrangements.figures.layer_pictures import _round

    matrix = np.array([[2, 1, 0], [-1, 1, 3]])
    around = Inputs.ellipsoid(matrix, centre=[1, 2], radius=3).within
    assert around is not None
    corners = np.array(_round(around), dtype=float) - [1, 2]
    lengths = np.sum(corners * np.linalg.solve(matrix @ matrix.T, corners.T).T, axis=1)
    assert np.allclose(lengths, 9)
