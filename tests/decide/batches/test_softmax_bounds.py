"""The largest probabilities of all labels, against single exact ones; claims that are moved are
refused.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from mpmath import mp, mpf

from arrangements import BadInput, Inputs, confidence, decide_argmax
from arrangements.audits.audit_certificate import save_sure
from arrangements.checker import batches as checker
from arrangements.decide.batches.softmax_bounds import UNIT, surest
from arrangements.decide.dyadic.integer_inputs import laid_out
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs.polyhedra import Ball
from arrangements.loading.inputs import load_inputs
from tests.cli.test_audit_command import run
from tests.decide.batches.test_balls import configuration
from tests.decide.batches.test_checker import packed, parts_of
from tests.decide.batches.test_mutants import changed, content, respelled
from tests.seeds import fewer

__all__ = ["run"]


def drawn(chance: random.Random) -> tuple[np.ndarray, Inputs, Fraction]:
    n, d = chance.randint(2, 7), chance.randint(1, 4)
    rows = np.array(
        [[chance.randint(-8, 8) / 4 for _ in range(d + 1)] for _ in range(n)], np.float64
    )
    square = Fraction(chance.choice((1, 2, 9, 50)), chance.choice((1, 4)))
    centre = tuple(Fraction(chance.randint(-4, 4), 2) for _ in range(d))
    gains = tuple(Fraction(chance.randint(-3, 6), 2) for _ in range(d))
    ball = chance.choice((Ball(centre, square), Ball(centre, square, gains, d > 1)))
    return rows, Inputs(d, within=ball), Fraction(chance.choice(("1", "1/3", "4", "1/20")))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scale", [1e2, 3e3, 1e4, 1e6])
def test_margins_far_beyond_the_range_of_exponentials(scale: float, tmp_path: Path) -> None:
    """Each label can be all but certain, however far all others are behind."""
    rows = scale * np.array([[0.0, 1, 0], [0, 0, 1], [0, -1, -1], [0, -3, 1]])
    laid, domain = laid_out(rows, Inputs.ball(1, 2))
    found = surest(DyadicMatrix(laid), domain, Fraction(1), margins=1)
    assert all(low * UNIT > 1 - 1e-9 for low, _ in found.claims)
    save_sure(str(tmp_path / "sure.npz"), rows, domain, found, {})


@pytest.mark.parametrize("trials", fewer(5, 12))
def test_they_are_those_of_single_labels(trials: int, tmp_path: Path) -> None:
    chance = random.Random(9)
    refused, widths = 0, list[float]()
    for _ in range(trials):
        rows, inputs, heat = drawn(chance)
        around, domain = laid_out(rows, inputs)
        found = surest(DyadicMatrix(around), domain, heat, margins=1)
        layer = configuration(rows)
        ends = zip(found.claims, found.margins or (), strict=True)
        for label, ((low, high), (behind, ahead)) in zip(layer.labels, ends, strict=True):
            single = confidence(layer, label, inputs=inputs, temperature=heat)
            least, most = single.probability
            assert behind <= single.margin[1]
            assert single.margin[0] <= ahead
            widths.append((ahead - behind) / max(abs(ahead), abs(behind), 1e-6))
            assert low * UNIT <= most + Fraction(1, 10**10)
            assert least <= high * UNIT + Fraction(1, 10**10)
            assert (high - low) * UNIT < 0.01
        path = tmp_path / "sure.npz"
        save_sure(str(path), rows, domain, found, {})
        parts = dict(np.load(path))
        rest = json.loads(parts["rest"].tobytes())
        for _ in range(4):
            place, side = chance.randrange(len(rows)), chance.randrange(2)
            moved = json.loads(json.dumps(rest))
            low, high = moved["claims"][place]
            moved["claims"][place][side] = (
                high + (1 << 30) if side == 0 else max(0, low - (1 << 30))
            )
            if moved["claims"][place][side] > 1 << 40 or low < 1 << 30:
                continue
            text = json.dumps(moved, separators=(",", ":")).encode()
            np.savez(path, **{**parts, "rest": np.frombuffer(text, np.uint8)})
            with pytest.raises(checker.Refused, match="probability"):
                checker.check(path, rows)
            refused += 1
    assert refused > trials - 3
    assert sorted(widths)[len(widths) // 2] < 0.03


def claimed(rows: np.ndarray, parts: dict[str, bytes], known: dict[str, list[Any]]) -> None:
    """Demand that the claims of a certificate are true, by single labels."""
    about, rest = content(parts["about.npy"]), content(parts["rest.npy"])
    d, given = rows.shape[1] - 1, about["inputs"]
    key = json.dumps([rows.tolist(), given, rest["temperature"]])
    if key not in known:
        one = int(given["ball"]["one"], 16)
        numbers = {
            name: tuple(Fraction(int(x, 16), one) for x in given["ball"].get(name, []))
            for name in ("centre", "gains")
        }
        ball = Ball(
            numbers["centre"],
            Fraction(int(given["ball"]["square"], 16), one),
            numbers["gains"] or None,
            given["ball"].get("centred", False),
        )
        assert given["inequalities"] == given["equations"] == []
        layer = configuration(rows)
        heat = Fraction(*(int(x, 16) for x in rest["temperature"]))
        asked = {"inputs": Inputs(d, within=ball), "temperature": heat}
        known[key] = [confidence(layer, label, **asked).probability for label in layer.labels]
    assert len(rest["claims"]) == len(known[key])
    for (low, high), (least, most) in zip(rest["claims"], known[key], strict=True):
        assert low * UNIT <= most
        assert least <= high * UNIT


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.slow)])
def test_no_mutant_is_false(count: int, tmp_path: Path) -> None:
    chance, known, seen = random.Random(count), dict[str, list[Any]](), Counter[str]()
    made = []
    for k in range(8):
        rows, inputs, heat = drawn(chance)
        around, domain = laid_out(rows, inputs)
        path = str(tmp_path / f"sure{k}.npz")
        save_sure(path, rows, domain, surest(DyadicMatrix(around), domain, heat), {})
        made.append((rows, parts_of(path), Path(path).read_bytes()))
    path = str(tmp_path / "mutant.npz")
    for _ in range(count):
        rows, parts, whole = chance.choice(made)
        mutate = chance.choice((changed, changed, changed, respelled, None))
        if mutate is None:
            data = bytearray(whole)
            data[chance.randrange(len(data))] = chance.randrange(256)
            Path(path).write_bytes(data)
            mutant = parts
        else:
            mutant = mutate(chance, parts)
            packed(path, list(mutant.items()))
        try:
            checker.check(path, rows)
        except checker.Refused:
            seen["refused"] += 1
        except ValueError:
            seen["unreadable"] += 1
        else:
            seen["accepted and changed"] += mutant != parts
            claimed(rows, mutant, known)
    print(dict(seen))
    assert min(seen["refused"], seen["unreadable"], seen["accepted and changed"]) > count // 50


def test_exponentials() -> None:
    mp.dps = 30
    y = np.array([random.Random(3).uniform(-64, 64) for _ in range(500)] + [-64.0, 0.0, 64.0])
    for x, value in zip(y.tolist(), checker.exponentials(y).tolist(), strict=True):
        assert abs(mpf(value) / mp.exp(mpf(x)) - 1) < mpf(2) ** -40


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"temperature": ["0x0", "0x1"]}, "lowest terms"),
        ({"temperature": ["0x2", "0x2"]}, "lowest terms"),
        ({"claims": []}, "between two numbers"),
        ({"claims": [[0, 1 << 41]] * 3}, "between two numbers"),
    ],
)
def test_malformed(edit: dict[str, object], message: str, tmp_path: Path) -> None:
    rows = np.array([[0.0, 3, 0], [0, 0, 3], [-5, 1, 1]])
    _, domain = laid_out(rows, Inputs.ball(1, 2))
    path = tmp_path / "sure.npz"
    save_sure(str(path), rows, domain, surest(DyadicMatrix(rows), domain, Fraction(1)), {})
    parts = dict(np.load(path))
    rest = {**json.loads(parts["rest"].tobytes()), **edit}
    text = json.dumps(rest, separators=(",", ":")).encode()
    np.savez(path, **{**parts, "rest": np.frombuffer(text, np.uint8)})
    with pytest.raises(ValueError, match=message):
        checker.check(path, rows)


def test_what_is_refused() -> None:
    rows = DyadicMatrix(np.array([[0.0, 3, 0], [0, 0, 3]]))
    for inputs in (Inputs(2), Inputs.ball(1, 2) & Inputs.nonnegative(2)):
        with pytest.raises(BadInput, match="must be a ball or a norm without inequalities"):
            surest(rows, laid_out(rows.floats(), inputs)[1], Fraction(1))


def test_the_command(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    model, proof = tmp_path / "head.npz", tmp_path / "sure.npz"
    np.savez(model, weight=np.array([[3.0, 0], [0, 3], [1, 1]]), bias=np.array([0.0, 0, -5]))
    asked = ("audit", model, "--weights", "weight", "--bias", "bias", "--inputs", "ball:1")
    code, out, err = run(*asked, "--confidence", "--certificate", proof)
    assert code == 0, err
    assert "never more than a probability of 0.001: 0, 0.01: 1, 0.1: 1, 0.5: 1" in out
    assert run("recheck", proof, model, "--weights", "weight", "--bias", "bias")[0] == 0
    told = json.loads(run(*asked, "--confidence", "--temperature", "2", "--json", "--all")[1])
    assert len(told["answers"]) == 3
    assert told["answers"][2]["probability"][1] > 0.01
    most = [answer["probability"][1] for answer in told["answers"]]
    least = told["confidence"]["least"]
    assert most[int(least["label"]) - 1] == least["at_most"] == min(most) < max(most)
    for share, count in told["confidence"]["never_more_than"].items():
        assert count == sum(x <= float(share) for x in most)
    assert "--temperature must be used with" in run(*asked, "--temperature", "2")[2]
    assert "must be about all labels" in run(*asked, "--confidence", "--only", "1")[2]


@pytest.mark.parametrize(
    ("inputs", "impossible"), [("ball:1", ["3"]), ("layernorm:g.csv:c.csv", ["3", "4"])]
)
def test_reports(inputs, impossible, run, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    weight, bias = [[3.0, 0], [0, 3], [1, 1], [1, 0]], [0.0, 0, -5, -1]
    np.savez("head.npz", weight=np.array(weight), bias=np.array(bias))
    Path("g.csv").write_text("1\n1.5\n")
    Path("c.csv").write_text("0\n0.5\n")
    asked = ("audit", "head.npz", "--weights", "weight", "--bias", "bias", "--inputs", inputs)
    written = ("--report", "report", "--summary", "s.md", "--summary", "s.json")
    code, _, err = run(*asked, *written, "--confidence", "--temperature", "1/2")
    assert code == 0, err
    whole = json.loads(Path("report/audit.json").read_text())
    given = load_inputs(inputs, 2)
    layer = configuration(np.column_stack([bias, weight]))
    assert "no column of least biases" in whole["unmeasured"]
    assert whole["temperature"] == "1/2"
    table = pyarrow.parquet.read_table("report/audit.parquet").to_pydict()
    assert table["least_bias"] == [None] * 4
    for k, told in enumerate(whole["answers"]):
        assert told["possible"] is (told["label"] not in impossible)
        assert not {"least_bias", "least_factor"} & told.keys()
        single = confidence(
            layer,
            str(k + 1),
            inputs=given,
            temperature="1/2",
        )
        for name, pair in (("probability", single.probability), ("largest_margin", single.margin)):
            low, high = told[name]
            assert [table[f"{name}_least"][k], table[f"{name}_most"][k]] == [low, high]
            assert low <= pair[1] + Fraction(1, 10**10)
            assert pair[0] <= high + Fraction(1, 10**10)
        if told["possible"]:  # it wins at an input of that size
            size = Fraction(told["reach"]) + Fraction(1, 10**9)
            near = given & Inputs.box([-size] * 2, [size] * 2)
            assert decide_argmax(layer, told["label"], inputs=near)[0]
    assert "| p at most | margin at most |" in Path("s.md").read_text()
    listed = json.loads(Path("s.json").read_text())["answers"]
    assert [one["probability"] for one in listed] == [
        one["probability"] for one in whole["answers"]
    ]
    page = Path("report/audit.html").read_text()
    assert '"sure":true' in page
    assert '"ranked":false' in page
    assert run(*asked, *written)[0] == 0  # also without the column
    assert "probability" not in json.loads(Path("report/audit.json").read_text())["answers"][0]
    assert "p at most" not in Path("s.md").read_text()


@pytest.mark.parametrize(
    ("option", "served"),
    [
        (("--min-p", "0.1"), "largest margin in `decide --confidence LABEL` is above log M"),
        (("--threshold", "0.3"), "of the row of the label and a row of zeros"),
    ],
)
def test_where_a_ball_is_refused(option, served, run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    model = tmp_path / "head.npz"
    np.savez(model, weight=np.array([[3.0, 0], [0, 3], [1, 1]]), bias=np.array([0.0, 0, -5]))
    asked = ("audit", model, "--weights", "weight", "--bias", "bias", "--inputs", "ball:1")
    code, _, err = run(*asked, *option)
    assert code == 2
    assert served in err


def test_audits_on_a_sphere_are_for_the_ball(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    model, proof = tmp_path / "head.npz", tmp_path / "audit.npz"
    np.savez(model, weight=np.array([[3.0, 0], [0, 3], [1, 1]]), bias=np.array([0.0, 0, -5]))
    asked = ("audit", model, "--weights", "weight", "--bias", "bias")
    code, out, err = run(*asked, "--inputs", "unit", "--certificate", proof)
    assert code == 0, err
    assert "inputs unit (for the ball: a no is one on the sphere, too" in out
    assert run("recheck", proof, model, "--weights", "weight", "--bias", "bias")[0] == 0
    sphere, ball = (
        json.loads(run(*asked, "--inputs", inputs, "--json", "--all")[1])
        for inputs in ("unit", "ball:1")
    )
    assert sphere["answers"] == ball["answers"]
    assert "for the ball" in sphere["inputs"]
    assert ball["inputs"] == "ball:1"
