"""The catalogue: the paper's matrices have the numbers that the paper states, families their
shapes, wrong names a hint.
"""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import combinations

import pytest

from arrangements import BadInput, catalogue, load
from arrangements.catalogue.matroids import MATROIDS
from arrangements.exact.linear import determinant
from arrangements.exact.numbers import Scalar, exact, sign
from tests.processes import called

RANDOM_INTEGERS = [[-8, -7, 7, -7], [1, 5, 5, 6], [5, 7, -3, 0]]
RANDOM_FLOATS = [-7698006, -15657091]


def _dot(name: str, a: str, b: str) -> Scalar:
    c = load(name)
    x, y = (c.rows[c.labels.index(label)] for label in (a, b))
    total: Scalar = F(0)
    for p, q in zip(x, y, strict=True):
        total = total + p * q
    return total


@pytest.mark.parametrize("name", catalogue.names())
def test_every_example_loads_under_its_name(name: str) -> None:
    c = load(name)
    assert c.name == name
    assert c.n > 0
    assert load(name) == c


def test_paper_matrices_state_their_source() -> None:
    entries = [entry for entry in catalogue.families() if entry.form.startswith("paper/")]
    stems = ["5.5-model-1", "5.5-model-2", "C.1", "C.2", "C.3", "H.1-A", "H.1-B"]
    assert [entry.form for entry in entries] == [f"paper/{stem}" for stem in stems]
    for path in catalogue._paper().values():
        assert 'source = "arXiv 2603.29488 v2, ' in path.read_text("utf-8")


def test_theorem_h1() -> None:
    for name in ("paper/H.1-A", "paper/H.1-B"):
        c = load(name)
        signs = "".join("-0+"[1 + sign(determinant(chosen))] for chosen in combinations(c.rows, 3))
        assert signs == "----0+-+++"
        assert (c.labels, c.d, {row[0] for row in c.rows}) == (("1", "2", "3", "4", "5"), 3, {F(1)})


def test_theorem_5_5() -> None:
    one, two = load("paper/5.5-model-1"), load("paper/5.5-model-2")
    assert (one.n, one.d, str(one.field), one.labels) == (7, 2, "Q(sqrt(2))", tuple("1234567"))
    assert [_dot("paper/5.5-model-1", label, label) for label in one.labels] == [25] * 7
    assert two.rows == one.scaled([1, 1, F(2, 5), 1, 1, 1, 1]).rows
    # Consecutive angles of 45 degrees from label 1 to label 5, and from label 7 to label 1.
    for a, b in ("12", "23", "34", "45", "56", "71"):
        assert _dot("paper/5.5-model-1", a, b) == 25 * exact("sqrt(2)/2")


def test_examples() -> None:
    assert _dot("paper/C.1", "0", "1") == F(4, 5) * F(5, 4)  # both have squared length 5/4
    assert _dot("paper/C.2", "0", "1") / _dot("paper/C.2", "0", "0") == F(12, 37)
    assert _dot("paper/C.2", "1", "2") < 0
    assert _dot("paper/C.2", "2", "4") / _dot("paper/C.2", "2", "2") == F(4, 5)
    assert [_dot("paper/C.3", label, label) for label in "012345"] == [1] * 6
    assert (_dot("paper/C.3", "0", "1"), _dot("paper/C.3", "1", "3")) == (F(-161, 200), F(161, 200))
    for name in ("paper/C.2", "paper/C.3"):
        assert load(name).centred() == load(name)


@pytest.mark.parametrize(
    ("name", "n", "d", "rank"),
    [
        ("threshold:0", 1, 1, 1),
        ("threshold:3", 8, 4, 4),
        ("resonance:1", 1, 1, 1),
        ("resonance:5", 31, 5, 5),
        ("braid:1", 0, 1, 0),
        ("braid:5", 10, 5, 4),
        ("demicube:1", 1, 2, 1),
        ("demicube:5", 16, 6, 6),
        ("cross-polytope:6", 12, 7, 7),
        ("cyclic:8x4", 8, 4, 4),
        ("cyclic:0x4", 0, 4, 0),
        ("random:0x0", 0, 0, 0),
        ("random:40x6:bound=9", 40, 6, 6),
        ("random:5x3:float16:seed=2", 5, 3, 3),
    ],
)
def test_shapes(name: str, n: int, d: int, rank: int) -> None:
    c = load(name)
    assert (c.n, c.d, c.rank) == (n, d, rank)


def test_families_by_definition() -> None:
    assert load("threshold:2").integer_rows() == ((1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1))
    assert load("resonance:2").integer_rows() == ((0, 1), (1, 0), (1, 1))
    assert load("braid:3").integer_rows() == ((1, -1, 0), (1, 0, -1), (0, 1, -1))
    assert load("braid:3").labels == ("1-2", "1-3", "2-3")
    assert load("demicube:2").integer_rows() == ((1, 0, 0), (1, 1, 1))
    assert load("cross-polytope:1").integer_rows() == ((1, 1), (1, -1))
    assert load("cyclic:2x3").integer_rows() == ((1, 1, 1), (1, 2, 4))
    assert all(determinant(chosen) > 0 for chosen in combinations(load("cyclic:8x4").rows, 4))


def test_random_never_changes() -> None:
    """These rows follow from the documented generator; a change here breaks published instances."""
    assert [
        [int(x) for x in row] for row in load("random:3x4:bound=9:seed=1").rows
    ] == RANDOM_INTEGERS
    assert load("random:1x2:float32:seed=7").rows == (
        (F(RANDOM_FLOATS[0], 2**24), F(RANDOM_FLOATS[1], 2**24)),
    )
    assert load("random:4x3") == load("random:4x3:seed=1:bound=99")
    assert load("random:4x3:seed=2") != load("random:4x3")


@pytest.mark.parametrize(("kind", "bits"), [("float16", 11), ("float32", 24), ("float64", 53)])
def test_random_floats_are_floats(kind: str, bits: int) -> None:
    c = load(f"random:50x4:{kind}:seed=3")
    assert c.reading == f"{kind}, dyadic"
    assert all(-1 <= x < 1 and (x * 2**bits).denominator == 1 for row in c.rows for x in row)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("paper/h.1-a", "did you mean 'paper/H.1-A'"),
        ("paper/C.4", "did you mean 'paper/C"),
        ("treshold:x", "did you mean 'threshold:4'"),
        ("cyclic:2x2000000", "at most 268435456 bits"),
        ("brade:4", "did you mean 'braid:4'"),
        ("threshold:", "must have the form threshold:M, such as threshold:4, not 'threshold:'"),
        ("threshold:3.5", "must have the form"),
        ("threshold:٣", "must have the form"),
        ("threshold:20", "at most 4194304 entries"),
        ("cyclic:8", "must have the form cyclic:NxD"),
        ("random:3x3:bound=9:bound=8", "must have the form random"),
        ("random:3x3:bound=9:float32", "must have the form random"),
        ("random:3x3:", "must have the form random"),
        ("coxeter:E9", "must have the form coxeter:TYPE, such as coxeter:H3, not 'coxeter:E9'"),
        ("coxeter:H2", "must have the form coxeter:TYPE"),
        ("coxeter:I2(0)", "must have the form coxeter:TYPE"),
        ("coxeter:I2(61)", "m must be at most 60 for I2(m), not 61"),
        ("coxeter:A3000", "matrix must have at most 1048576 rows"),
        ("shi:H3", "must have the form shi:OF"),
        ("shi:900", "at most 4194304 entries, which the parameter 900 exceeds"),
        ("ish:C3", "must have the form ish:OF"),
        (
            "graphical:petersn",
            "must have the form graphical:GRAPH, such as graphical:petersen, not 'graphical:petersn'",
        ),
        ("graphical:C2", "must have the form graphical:GRAPH"),
        ("graphical:K999", "matrix must have at most 1048576 rows"),
        (
            "simplicial:A(11,2)",
            "must be A(11,1) or a family, A(n,0), A(2m,1), A(4m+1,1), A(7,1), A(13,2), A(15,1), not 'A(11,2)'",
        ),
        ("simplicial:A(38,2)", "must be sporadic, or A(n,0), A(2m,1)"),
        ("simplicial:A(122,1)", "must be at most 121, not 122"),
        ("facets:13-cell", "must have the form facets:SOLID"),
        ("discriminantal:90x9", "at most 100000 minors"),
        ("near-pencil:2", "must have the form near-pencil:N"),
        ("zzzzzz", "`arrangements catalogue` lists the names"),
    ],
)
def test_names_that_are_none(name: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        load(name)
    assert message in str(caught.value)


def test_the_command_lists_them() -> None:
    def run(*options: str) -> str:
        return called("catalogue", *options).stdout

    entries = json.loads(run("--json"))
    matroids = [family.example for family in MATROIDS]
    assert [entry["example"] for entry in entries] == [*catalogue.names(), *matroids]
    lines = run().splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == [
        *catalogue.names(),
        *matroids,
    ]
    assert [line.removesuffix(":") for line in lines if not line.startswith("  ")] == list(
        dict.fromkeys(e["group"] for e in entries)
    )
    assert [line.split()[0] for line in run("Shi", "1986").splitlines()] == [
        "deformations:",
        "shi:4",
    ]
    assert run("no-such-word") == ""
    assert all(entry["source"] and entry["group"] for entry in entries)
