"""Best places against their definition, against lists of rankings, and against published depths."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import ceil
from pathlib import Path

import pytest

from arrangements import Configuration, Inputs, best_rank, load, recheck
from arrangements.checker import proof as checker
from arrangements.checker.places import met
from arrangements.checker.reading import Refused
from arrangements.decide.one_by_one.best_places import exact_places
from arrangements.decide.one_by_one.hitting_sets import disjoint, needed, smallest
from arrangements.errors import BadInput, CertificateRefused
from arrangements.listing.argmax import best_ranks
from tests.decide.certificates.views import proof, view
from tests.decide.elimination import best_place


def random_layer(draw: random.Random) -> tuple[Configuration, Inputs | None]:
    """Few labels with small numbers, so that rows are equal and labels level, often."""
    n, d, size = draw.randint(1, 6), draw.choice([0, 1, 1, 2, 2, 3]), draw.choice([1, 1, 2, 5])

    def number() -> Fraction:
        return Fraction(draw.randint(-size, size), draw.choice([1, 1, 2]))

    rows = [[number() for _ in range(d)] for _ in range(n)]
    if n > 1 and draw.random() < 0.3:
        rows[draw.randrange(n)] = list(draw.choice(rows))
    bias = [number() for _ in range(n)] if draw.random() < 0.4 else None
    inputs = None
    match draw.randrange(6):
        case 0:
            inputs = Inputs.nonnegative(d)
        case 1:
            inputs = Inputs.box([-1] * d, [draw.randint(0, 2)] * d)
        case 2:
            weak = [[number() for _ in range(d + 1)] for _ in range(2)]
            equal = [[number() for _ in range(d + 1)] for _ in range(draw.randint(0, 1))]
            inputs = Inputs(d, weak, equal)
    return Configuration(rows, dimension=d, bias=bias), inputs


def judged(layers: int, seed: int) -> Counter[str]:
    """All labels of random layers, by both rules for ties: brackets are closed, right, and proved."""
    draw, count = random.Random(seed), Counter[str]()
    for _ in range(layers):
        c, inputs = random_layer(draw)
        label, ties = draw.randrange(c.n), draw.choice(["strict", "first"])
        expected = best_place(c, label, inputs, ties)
        told = (
            f"{c.to_json()} {inputs and inputs.to_json()} label {label} ties {ties} (seed {seed})"
        )
        if expected is None:
            with pytest.raises(BadInput, match="inputs must have a point"):
                best_rank(c, c.labels[label], inputs=inputs, ties=ties)
            count["no input"] += 1
            continue
        found = best_rank(c, c.labels[label], inputs=inputs, ties=ties)
        assert found.place == expected, f"{found} is not {expected} of {told}"
        assert found.certificate.check(), told
        assert len(found.above) == expected - 1
        apart = disjoint([frozenset(group) for group in found.refutations])
        count["packed" if len(apart) >= expected - 1 else "searched"] += 1
        count[f"place {min(expected, 4)}"] += 1
        count[ties] += 1
        count["inputs"] += inputs is not None
        count["offsets"] += c.bias is not None
    return count


def test_best_places_are_those_of_the_definition() -> None:
    count = judged(400, 1)
    assert min(count[f"place {k}"] for k in (1, 2, 3, 4)) > 5
    assert count["no input"]
    assert count["inputs"] > 50
    assert count["offsets"] > 50


@pytest.mark.slow
def test_best_places_of_3000_layers_are_those_of_the_definition(
    capsys: pytest.CaptureFixture,
) -> None:
    count = judged(3000, 2)
    with capsys.disabled():
        print(f"\n{dict(count)}")
    assert count["searched"]


def test_lists_agree_with_the_search() -> None:
    draw = random.Random(3)
    for _ in range(60):
        c, inputs = random_layer(draw)
        listed = best_ranks(c, "chirotope", inputs=inputs)
        assert listed == best_ranks(c, "lp", inputs=inputs)
        if listed:
            assert [place for _, place in listed] == exact_places(c, inputs)


POLYGON = {  # points on a circle that are rational, in convex position and around 0
    5: [(1, 0), ("3/10", "95/100"), ("-8/10", "6/10"), ("-8/10", "-6/10"), ("3/10", "-95/100")],
    7: [(10, 0), (6, 8), (-2, 10), (-9, 4), (-9, -4), (-2, -10), (6, -8)],
}


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 8, 12])
def test_the_centre_of_a_regular_polygon(n: int) -> None:
    """Depth floor(n / 2) of the centre: a closed half-plane at it has half of the vertices, of an odd
    number at least (n - 1) / 2 (Tukey 1975; Donoho, Gasko, doi:10.1214/aos/1176348890)."""
    points = POLYGON.get(n) or [(f"cos({2 * k}*pi/{n})", f"sin({2 * k}*pi/{n})") for k in range(n)]
    found = best_rank(Configuration([*points, (0, 0)]), str(n + 1))
    assert found.place == n // 2 + 1
    assert found.certificate.check()


def test_a_pentagon_needs_more_than_disjoint_sets() -> None:
    """Two disjoint sets around the centre would have two vertices or fewer; none has."""
    found = best_rank(Configuration([*POLYGON[5], (0, 0)]), "6")
    groups = [frozenset(group) for group in found.refutations]
    assert (found.least, len(disjoint(groups))) == (3, 1)


def test_sets_that_have_shown_a_bound_do_if_later_ones_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search for sets that can be left out ends after so many cases."""
    module = sys.modules[exact_places.__module__]  # its name is that of a function, too
    monkeypatch.setattr(module, "needed", lambda *sets: None)
    assert judged(60, 1)["strict"] > 9
    found = best_rank(Configuration([*POLYGON[5], (0, 0)]), "6")
    assert found.place == 3
    assert found.certificate.check()


def test_the_centre_point_theorem() -> None:
    """Some point has depth at least n / (d + 1) (Rado 1946, doi:10.1112/jlms/s1-21.4.291); a
    simplex whose vertices have m points each attains it: no point of general position is deeper.
    """
    for d, m in ((1, 3), (2, 2), (2, 3), (3, 2)):
        corners = [[int(j == k) for j in range(d)] for k in range(d)] + [[-1] * d]
        n = m * (d + 1)
        clustered = [
            [100 * x + (draw % 3 == j % 3) for j, x in enumerate(corner)]
            for corner in corners
            for draw in range(m)
        ]
        found = best_rank(Configuration([*clustered, [0] * d]), str(n + 1))
        assert found.place == ceil(n / (d + 1)) + 1


def test_depths_of_a_grid() -> None:
    """Nine points, by hand. A half-plane at the middle of a side, turned a little, has it and a
    corner; at the centre it has at least half of the eight others.
    """
    grid = [(x, y) for x in range(3) for y in range(3)]
    c = Configuration(grid, [f"{x}{y}" for x, y in grid])
    places = dict(zip(c.labels, exact_places(c), strict=True))
    assert places == {
        **dict.fromkeys(("00", "02", "20", "22"), 1),
        **dict.fromkeys(("01", "10", "12", "21"), 2),
        "11": 5,
    }


DEGENERATE = [
    (Configuration([[3, 4]]), "1", {}, 1),  # one label
    (Configuration([[]], dimension=0), "1", {}, 1),
    (Configuration([[], [], []], dimension=0), "2", {}, 3),  # all are level
    (Configuration([[], [], []], dimension=0), "2", {"ties": "first"}, 2),
    (Configuration([[0, 0], [1, 0]]), "1", {}, 1),  # the zero row
    (Configuration([[0, 0], [1, 0], [-1, 0]]), "1", {}, 2),
    (Configuration([[0, 0], [0, 0], [0, 0]]), "1", {}, 3),
    (Configuration([[0, 0], [0, 0], [0, 0]]), "1", {"ties": "first"}, 1),
    (Configuration([[1, 2], [1, 2]]), "2", {"ties": "first"}, 2),  # equal rows
    (Configuration([[1], [-1], [0]]), "3", {"ties": "first"}, 2),
    (Configuration([[0], [1], [-1]]), "1", {"ties": "first"}, 1),  # level with all at 0
    (Configuration([[1], [0]], bias=[0, 1]), "1", {"inputs": Inputs.box([0], [1])}, 2),
    (
        Configuration([[1], [0]], bias=[0, 1]),
        "1",
        {"inputs": Inputs.box([0], [1]), "ties": "first"},
        1,
    ),
]


@pytest.mark.parametrize(("c", "label", "how", "place"), DEGENERATE)
def test_degenerate_layers(c: Configuration, label: str, how: dict, place: int) -> None:
    found = best_rank(c, label, **how)
    assert found.place == place
    assert found.certificate.check()
    assert (
        best_place(c, c.labels.index(label), how.get("inputs"), how.get("ties", "strict")) == place
    )


def test_a_ball_of_inputs() -> None:
    """On a line it is a segment; in the plane it is between polygons."""
    draw, touching = random.Random(4), 0
    for _ in range(40):
        n = draw.randint(2, 5)
        rows, bias = (
            [[draw.randint(-2, 2)] for _ in range(n)],
            [draw.randint(-2, 2) for _ in range(n)],
        )
        c, radius, centre = Configuration(rows, bias=bias), draw.randint(0, 2), draw.randint(-1, 1)
        segment = Inputs.box([centre - radius], [centre + radius])
        for ties in ("strict", "first"):
            ball = Inputs.ball(radius, 1, centre=[centre])
            found = best_rank(c, "1", inputs=ball, ties=ties)
            assert found.place == best_place(c, 0, segment, ties)
            assert found.certificate.check()
            touching += radius == 0
    assert touching
    circle = Configuration([[3, 4], [0, 0], [0, 0]], ["far", "limit", "same"], bias=[-25, 0, 0])
    assert best_rank(circle, "far", inputs=Inputs.ball(5, 2)).place == 3
    assert best_rank(circle, "far", inputs=Inputs.ball(5, 2), ties="first").place == 1
    assert best_rank(circle, "far", inputs=Inputs.ball("51/10", 2)).place == 1


def test_number_fields_and_models_in_memory() -> None:
    model = load("paper/5.5-model-2")
    places = [best_rank(model, label).place for label in model.labels]
    assert places == [best_place(model, k) for k in range(model.n)]
    assert max(places) > 1
    rows = Configuration([[1.5, 0.25], [-1.5, 0.5], [0, -1], [0, 0]], list("abcd"))
    assert best_rank(rows, "d").place == 2


def test_a_bracket_stays_open_when_programs_are_out() -> None:
    c = Configuration([*POLYGON[7], (0, 0)])
    found = best_rank(c, "8", programs=0)
    assert (found.least, found.place) == (3, None)
    assert found.most >= 4
    assert "has the answer [3, " in found.certificate.check()
    assert best_rank(c, "8").place == 4


def test_what_is_refused() -> None:
    c = Configuration([[1], [2]], ["owl", "cat"])
    with pytest.raises(BadInput, match=r"best-rank must name labels.*nearest: owl"):
        best_rank(c, "owI")
    with pytest.raises(BadInput, match="ties must be one of strict, first"):
        best_rank(c, "owl", ties="last")
    with pytest.raises(BadInput, match="inputs must have a point"):
        best_rank(c, "owl", inputs=Inputs.box([1], [0]))
    with pytest.raises(BadInput, match="programs must be a natural number"):
        best_rank(c, "owl", programs=-1)


# Sets that are met


def test_smallest_sets_that_meet_all() -> None:
    draw = random.Random(5)
    for _ in range(300):
        sets = [
            frozenset(draw.sample(range(7), draw.randint(1, 4))) for _ in range(draw.randint(0, 9))
        ]
        least = next(
            size
            for size in range(8)
            if any(
                all(not one.isdisjoint(chosen) for one in sets)
                for chosen in combinations(range(7), size)
            )
        )
        found = smallest(sets)
        assert found is not None
        assert len(found) == least
        assert all(not found.isdisjoint(one) for one in sets)
        for number in range(least + 2):
            assert met([*map(frozenset, sets)], number) is (number >= least)
        kept = needed(sets, least)
        assert kept is not None
        rest = smallest([sets[k] for k in kept])
        assert rest is not None
        assert len(rest) == least
        assert needed(sets, least + 1) is None
    assert smallest([frozenset({k, (k + 1) % 40, (k + 7) % 40}) for k in range(40)], 3) is None
    assert not met([frozenset()], 5)
    assert not met([], -1)
    assert met([], 0)


# Mutants, judged by the definition


def mutated(value: dict, draw: random.Random) -> dict:
    value = json.loads(json.dumps(value))
    evidence, block = value["evidence"], value["configurations"][0]
    labels = block["labels"]

    def number(text: str) -> str:
        x = Fraction(text) + draw.choice([-2, -1, Fraction(-1, 2), Fraction(1, 2), 1, 2])
        return str(x if draw.random() < 0.8 else -Fraction(text))

    for _ in range(draw.choice([1, 1, 2, 3])):
        groups = evidence["refutations"]
        group = draw.choice(groups) if groups else None
        match draw.randrange(13):
            case 0:
                value["answer"][0] += draw.choice([-1, 1])
            case 1:
                value["answer"][1] += draw.choice([-1, 1])
            case 2:
                value["answer"] = [x + 1 for x in value["answer"]]
            case 3:
                value["question"]["label"] = draw.choice(labels)
            case 4:
                value["question"]["ties"] = draw.choice(["strict", "first", "last"])
            case 5 if evidence["witness"]:
                k = draw.randrange(len(evidence["witness"]))
                evidence["witness"][k] = number(evidence["witness"][k])
            case 6:
                evidence["above"] = draw.sample(labels, draw.randint(0, len(labels)))
                if draw.random() < 0.5:
                    value["answer"][1] = len(evidence["above"]) + 1
            case 7 if group and group[0]:
                group[0][draw.randrange(len(group[0]))] = draw.choice(labels)
            case 8 if group and group[1]:
                pair = draw.choice(group[1])
                pair[draw.randrange(2)] = draw.choice([number(str(pair[1])), draw.randrange(6)])
            case 9 if groups:
                groups.append(json.loads(json.dumps(group)))
            case 10 if groups:
                groups.remove(group)
            case 11 if block["rows"] and block["dimension"]:
                row = draw.choice(block["rows"])
                k = draw.randrange(len(row))
                row[k] = number(row[k])
            case 12 if group and group[0]:
                group[0].pop(), group[1] and group[1].pop()
    return value


def mutants_judged(number: int, seed: int) -> Counter[str]:
    draw, count = random.Random(seed), Counter[str]()
    while sum(count.values()) < number:
        c, inputs = random_layer(draw)
        label, ties = draw.choice(c.labels), draw.choice(["strict", "first"])
        try:
            found = best_rank(c, label, inputs=inputs, ties=ties, programs=draw.choice([0, 100]))
        except BadInput:
            continue
        original = view(json.loads(found.certificate.to_text()))
        for _ in range(25):
            value = mutated(original, draw)
            if value == original:
                continue
            try:
                checker.check(json.dumps(proof(value)))
            except Refused:
                count["refused"] += 1
                continue
            except ValueError:
                count["unreadable"] += 1
                continue
            block, (least, most) = value["configurations"][0], value["answer"]
            about = Configuration(
                block["rows"], block["labels"], dimension=block["dimension"], bias=block.get("bias")
            )
            at = block["labels"].index(value["question"]["label"])
            place = best_place(about, at, inputs, value["question"]["ties"])
            assert place is not None, json.dumps(value)
            assert least <= place <= most, json.dumps(value)
            count["accepted and true"] += 1
    return count


def test_mutants_are_refused_or_true() -> None:
    count = mutants_judged(1500, 6)
    assert count["refused"] > 500
    assert count["accepted and true"] > 50


@pytest.mark.slow
def test_10000_mutants_are_refused_or_true(capsys: pytest.CaptureFixture) -> None:
    count = mutants_judged(10_000, 7)
    with capsys.disabled():
        print(f"\n{dict(count)}")


# The command

LAYER = "label,x,y,bias\ncat,2,0,0\ndog,0,2,0\nfox,-2,-1,0\nemu,0.5,0.5,-1\n"


def test_the_command(run, tmp_path: Path) -> None:
    layer, file = tmp_path / "layer.csv", tmp_path / "proof.json"
    layer.write_text(LAYER)
    asked = ("decide", layer, "--best-rank", "fox", "--inputs", "nonnegative")
    code, out, _ = run(*asked, "--certificate", file)
    assert (code, out.splitlines()) == (
        0,
        [
            "fox is at best in place 3 of 4",
            "  witness      h = (0, 0)",
            "  not below    cat, dog",
            "  refutations  never all below: {cat}, {dog}",
            f"  certificate  {file}",
        ],
    )
    assert "has the answer [3, 3]" in recheck(file.read_text(), load(layer))
    assert run("recheck", file, layer)[0] == 0
    with pytest.raises(CertificateRefused, match="the one in the proof"):
        recheck(file.read_text(), Configuration([[1]]))
    told = json.loads(run("decide", layer, "--best-rank", "#4", "--json")[1])
    assert told["answer"] == [2, 2]
    assert told["evidence"]["above"] == ["cat"]
    assert run("decide", layer, "--best-rank", "#1", "--ties", "first")[1].startswith(
        "cat is at best in place 1 of 4"
    )
    listed = run("patterns", layer, "--kind", "best-rank", "--inputs", "nonnegative")
    assert listed[1] == "cat\t1\ndog\t1\nfox\t3\nemu\t2\n"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--best-rank", "own"], "best-rank must name labels of the configuration, not 'own'"),
        (["--best-rank", "cat", "--argmax", "cat"], "question must be exactly one of"),
        (["--best-rank", "cat", "--ties", "last"], "ties must be one of strict, first"),
        (["--argmax", "cat", "--ties", "first"], "--ties must be used with --best-rank"),
        (["--best-rank", "cat", "--deep"], "without --deep and --minimal"),
        (["--best-rank", "cat", "--method", "bulk"], "must go with a method of auto, exact"),
        (["--best-rank", "cat", "--inputs", "h >= 1;h <= 0"], "inputs must have a point"),
    ],
)
def test_the_command_refuses(run, options: list[str], reason: str, tmp_path: Path) -> None:
    layer = tmp_path / "layer.csv"
    layer.write_text(LAYER)
    code, _, error = run("decide", layer, *options)
    assert code == 2
    assert reason in error


def test_other_checkers_are_told_apart(run, tmp_path: Path) -> None:
    from proofs.coq.reader import Unknown, problems_of

    text = best_rank(Configuration([[1], [-1], [0]]), "3").certificate.to_text()
    with pytest.raises(Unknown, match="places of labels"):
        problems_of(text)
    path = tmp_path / "proof.json"
    path.write_text(text)
    code, _, error = run("recheck", path, "--as", "smt2")
    assert code == 2
    assert "must be about one question for SMT-LIB" in error
