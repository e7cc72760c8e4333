"""Label sets where p > t decides: against critical points with many digits, with relations between
logarithms, and very near a border.
"""

import json
import math
import random
import sqlite3
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import mpmath
import numpy as np
import pytest
from flint import arb, ctx

from arrangements import Configuration, Inputs, load_layer, recheck
from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.log_thresholds import Logarithms, Rule
from arrangements.decide.batches.thresholds import decided, in_bulk, kept, read_thresholds
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.errors import BadInput, CertificateRefused
from arrangements.exact.linear.bounds import logarithm
from arrangements.layers.questions.parser import parsed
from arrangements.layers.questions.question import Question, every_label
from arrangements.loading.layers import OutputLayer
from tests.decide.batches.test_checker import as_array, packed, parts_of
from tests.seeds import fewer

SEED = 3032


@pytest.mark.parametrize("bits", [8, 64, 500])
def test_logarithms_lie_between_their_ends(bits):
    draw = random.Random(SEED)
    ctx.prec = bits + 200
    for q in [1, 2, 3, 4, 7, 1023, 1024, 1025, *(draw.randrange(1, 10**12) for _ in range(100))]:
        low, high = logarithm(q, bits)
        true = arb(q).log()
        ends = [arb(end.numerator) / arb(end.denominator) for end in (low, high)]
        assert (ends[0] < true < ends[1]) if q > 1 else low == high == 0
        assert high - low < Fraction(q.bit_length(), 2**bits)
    ctx.prec = 53
    with pytest.raises(ValueError, match="positive integer, not 0"):
        logarithm(0, 10)


def test_a_base_of_coprime_integers():
    thresholds = [
        Fraction(1, 5),
        Fraction(1, 2),
        Fraction(1, 3),
        Fraction(6, 7),
        Fraction(12, 13),
        Fraction(3, 1000),
    ]
    found = Rule.thresholds(thresholds).logarithms
    for t, row in zip(thresholds, found.exponents, strict=True):
        assert np.prod([Fraction(q) ** e for q, e in zip(found.base, row, strict=True)]) == t / (
            1 - t
        )
    assert all(np.gcd(a, b) == 1 for a in found.base for b in found.base if a != b)
    assert Rule.thresholds([Fraction(1, 2)]).logarithms == Logarithms((), ((),))


def certified(layer: OutputLayer, asked, rule: Rule, inputs: Inputs, path) -> list[bool]:
    """The answers in bulk, which the checker has accepted."""
    answers = in_bulk(layer, asked, rule, inputs)
    audit_certificate.save(str(path), layer.rows, Domain(inputs), answers, {}, (rule, layer.scale))
    found = [isinstance(outcome, IntegerWitness) for _, outcome in answers]
    said = checker.check(path, layer.rows, layer.scale)
    assert said.startswith(f"{sum(found)} of {len(found)} ")
    return found


def possible(
    rows: list[int], offsets: list[Fraction], thresholds: list[Fraction], signs: tuple[int, ...]
) -> bool:
    """In dimension 1, with sixty digits: between the points where a label changes, and beyond
    them.
    """
    with mpmath.workdps(60):
        logs = [
            mpmath.log(mpmath.mpf(t.numerator) / (t.denominator - t.numerator)) for t in thresholds
        ]
        gaps = [
            mpmath.mpf(b.numerator) / b.denominator - x for b, x in zip(offsets, logs, strict=True)
        ]
        points = sorted(-gap / u for u, gap in zip(rows, gaps, strict=True) if u)
        tiny = mpmath.mpf(10) ** -40
        tried = [(a + b) / 2 for a, b in pairwise(points) if b - a > tiny]
        tried += [points[0] - 1, points[-1] + 1] if points else [mpmath.mpf(0)]
        return any(
            all(s * (u * h + gap) > tiny for s, u, gap in zip(signs, rows, gaps, strict=True) if s)
            for h in tried
        )


@pytest.mark.parametrize("trials", fewer(20, 60))
def test_random_layers_of_dimension_one(trials, tmp_path):
    draw = random.Random(SEED)
    answers = set()
    for _ in range(trials):
        n = draw.randint(1, 4)
        rows, offsets = (
            [draw.randint(-2, 2) for _ in range(n)],
            [Fraction(draw.randint(-8, 8), 4) for _ in range(n)],
        )
        thresholds = [
            draw.choice(
                (Fraction(1, 2), Fraction(1, 5), Fraction(1, 3), Fraction(2, 3), Fraction(3, 10))
            )
            for _ in range(n)
        ]
        layer = Configuration([[u] for u in rows], bias=offsets)
        asked = [Question("signs", signs) for signs in product((1, -1, 0), repeat=n)]
        wanted = [possible(rows, offsets, thresholds, one.positions) for one in asked]
        found = decided(layer, asked, thresholds)
        assert [one.possible for one in found] == wanted, (SEED, rows, offsets, thresholds)
        rule = Rule.thresholds(thresholds)
        path = tmp_path / "certificate.npz"
        assert certified(load_layer(layer), asked, rule, Inputs(1), path) == wanted
        for one in found[:4]:
            recheck(one.certificate.to_text())
        answers.update(wanted)
    assert answers == {True, False}


def test_inputs_matter(tmp_path):
    layer, half = Configuration([[1], [2]], bias=[-1, -3]), [Fraction(3, 10)] * 2
    asked = list(parsed(["labels 1", "labels 1,2", "labels none"], layer.labels))
    everything = [one.possible for one in decided(layer, asked, half)]
    assert everything == [True, True, True]
    for inputs, wanted in (
        (Inputs.box([0], ["1/10"]), [False, False, True]),
        (Inputs.box([2], [3]), [False, True, False]),
    ):
        assert [one.possible for one in decided(layer, asked, half, inputs)] == wanted
        rule, path = Rule.thresholds(half), tmp_path / "certificate.npz"
        assert certified(load_layer(layer), asked, rule, inputs, path) == wanted


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("bits", [30, 100, 400])
def test_enclosures_are_refined_until_they_decide(above, bits, tmp_path):
    """h > L and h < B - L have a common point if B > 2 L; B is a rational number 2^-bits from 2
    L.
    """
    low, high = logarithm(3, bits + 60)
    lows, highs = logarithm(7, bits + 60)
    tiny = Fraction(1, 2**bits)
    border = 2 * (high - lows) + tiny if above else 2 * (low - highs) - tiny
    layer = Configuration([[1], [-1]], bias=[0, border])
    (answer,) = decided(layer, parsed(["labels 1,2"], layer.labels), [Fraction(3, 10)] * 2)
    assert answer.possible is above
    assert answer.bits >= bits // 2
    recheck(answer.certificate.to_text())
    # The same in bulk, where rows are floats: the long number is in the inputs, h + k = B.
    rows, asked = [[1, 0], [0, 1]], list(parsed(["labels 1,2"], ("1", "2")))
    inputs = Inputs(2, [], [[-border, 1, 1]])
    rule, path = Rule.thresholds([Fraction(3, 10)] * 2), tmp_path / "certificate.npz"
    assert certified(load_layer(Configuration(rows)), asked, rule, inputs, path) == [above]


def test_relations_between_logarithms_need_no_refinement(tmp_path):
    """log(1/4) = -2 log 2 and log 2: 2 h > -2 log 2 and -h > log 2 contradict each other at one
    point, which no enclosure shows.
    """
    layer = Configuration([[2], [-1]])
    (answer,) = decided(
        layer, parsed(["labels 1,2"], layer.labels), [Fraction(1, 5), Fraction(2, 3)]
    )
    assert (answer.possible, answer.bits) == (False, 64)
    asked, rule = (
        parsed(["labels 1,2"], layer.labels),
        Rule.thresholds([Fraction(1, 5), Fraction(2, 3)]),
    )
    path = tmp_path / "certificate.npz"
    assert certified(load_layer(layer), asked, rule, Inputs(1), path) == [False]


def test_a_layer_of_floats_in_bulk(tmp_path):
    draw = np.random.default_rng(SEED)
    layer = load_layer((draw.normal(size=(12, 4)).astype("f4"), draw.normal(size=12).astype("f4")))
    thresholds = [Fraction(draw.integers(1, 100), 100) for _ in range(12)]
    thresholds = [Fraction(int(t.numerator), int(t.denominator)) for t in thresholds]
    asked = [
        Question("signs", tuple(int(x) for x in draw.choice((1, -1, 0), 12))) for _ in range(30)
    ] + every_label(layer.n, "on")
    for inputs in (Inputs(4), Inputs.box([0] * 4, [1] * 4)):
        found = certified(layer, asked, Rule.thresholds(thresholds), inputs, tmp_path / "c.npz")
        assert found == [
            one.possible for one in decided(layer.configuration(), asked, thresholds, inputs)
        ]
        assert set(found) == {True, False}


def test_thresholds_are_read(tmp_path):
    assert read_thresholds("1/4", "abc") == [Fraction(1, 4)] * 3
    (tmp_path / "t.txt").write_text("0.3\n1/2\n0.9\n")
    assert read_thresholds(str(tmp_path / "t.txt"), "abc") == [
        Fraction(3, 10),
        Fraction(1, 2),
        Fraction(9, 10),
    ]
    for text, message in (
        ("0", "between 0 and 1, not '0'"),
        ("1.5", "between 0 and 1"),
        ("sqrt(2)/2", "rational"),
        ("x", "threshold"),
    ):
        with pytest.raises(BadInput, match=message):
            read_thresholds(text, "abc")
    with pytest.raises(BadInput, match="thresholds must be 2, one for each label, not 3"):
        read_thresholds(str(tmp_path / "t.txt"), "ab")
    with pytest.raises(BadInput, match="threshold must go with label sets"):
        decided(Configuration([[1], [2]]), parsed(["top 1>2"], ("1", "2")), [Fraction(1, 2)] * 2)


def test_the_command(capsys, monkeypatch, tmp_path):
    from arrangements.cli import main

    np.savez(tmp_path / "m.npz", weight=np.array([[1.0], [-1.0]]), bias=np.array([-0.5, -0.5]))
    (tmp_path / "q.txt").write_text("labels 1,2\nlabels 1\n")

    def run(*options: str) -> tuple[int, str]:
        monkeypatch.setattr(
            "sys.argv", ["arrangements", "audit", str(tmp_path / "m.npz"), *options]
        )
        with pytest.raises(SystemExit) as stopped:
            main()
        captured = capsys.readouterr()
        return int(stopped.value.code or 0), captured.out + captured.err

    # Both on: h - 1/2 > L and -h - 1/2 > L, so L < -1/2, so t < 1 / (1 + e^(1/2)) = 0.3775.
    for threshold, answer in (("0.37", "yes"), ("0.38", "no")):
        out = run("--threshold", threshold, "--questions", str(tmp_path / "q.txt"))[1]
        clash = "" if answer == "yes" else "\t1 on, 2 on"
        assert out.startswith(f"{answer}\tsigns ++{clash}\nyes\tsigns +-\n")
    code, out = run("--threshold", "0.3", "--inputs", "box:-0.3:0", "--json", "--all")
    found = json.loads(out)
    assert (code, found["threshold"], found["possible"], found["impossible"]) == (
        0,
        "p > 3/10",
        2,
        0,
    )
    assert "0 of 2 labels can never be on, p > 1/2;" in run("--threshold", "0.5")[1]
    code, out = run("--threshold", "0.3", "--certificate", "x.json")
    assert (code, "must be a file that ends in .npz" in out) == (2, True)
    # Each label is e^(h - 1/2) or e^(-h - 1/2): with h in [1, 2] the second is e^-2 = 0.1353 of the
    # first at most.
    for share, kept_ones in (("0.135", "1\n2\n"), ("0.136", "1\n")):
        assert run("--min-p", share, "--inputs", "box:1:2", "--list", "possible")[1] == kept_ones
    assert (
        "1 of 2 labels can never be kept, p > 17/125 times the largest;"
        in run("--min-p", "0.136", "--inputs", "box:1:2")[1]
    )
    assert run("--min-p", "0.5", "--threshold", "0.5")[0] == 2


def test_labels_that_sampling_keeps(tmp_path):
    """Row i is kept where s_i - log(share) > s_j for all j: against points with sixty digits, in
    dimension 1.
    """
    draw = random.Random(SEED)
    answers = set()
    for _ in range(60):
        n = draw.randint(2, 5)
        rows, offsets = (
            [draw.randint(-2, 2) for _ in range(n)],
            [Fraction(draw.randint(-8, 8), 4) for _ in range(n)],
        )
        share = draw.choice((Fraction(1, 2), Fraction(1, 20), Fraction(2, 3)))
        layer = Configuration([[u] for u in rows], bias=offsets)
        for place, label in enumerate(layer.labels):
            others = [j for j in range(n) if j != place]
            differences = [rows[place] - rows[j] for j in others]
            gaps = [offsets[place] - offsets[j] for j in others]
            wanted = possible(
                differences, gaps, [share / (1 + share)] * len(others), (1,) * len(others)
            )
            answer = kept(layer, label, share)
            assert answer.possible == wanted, (SEED, rows, offsets, share, label)
            recheck(answer.certificate.to_text())
            answers.add(wanted)
        wanted_all = [kept(layer, label, share).possible for label in layer.labels]
        rule, path = Rule.min_p(share), tmp_path / "certificate.npz"
        asked = every_label(layer.n)
        assert certified(load_layer(layer), asked, rule, Inputs(1), path) == wanted_all
    assert answers == {True, False}


def test_certificates_and_stores_in_the_command(run, tmp_path):
    """Label 3 is on nowhere at t = 3/4, as h stays below log 3 = 1.0986, and somewhere at t = 7/10."""
    model, proof, kept_in = (str(tmp_path / name) for name in ("m.npz", "proof.npz", "kept.db"))
    np.savez(model, weight=np.array([[1.0, 0], [-1, 0], [0.5, 0.5]]), bias=np.zeros(3))
    box = ("--inputs", "box:0:1")
    for threshold, never in (("0.75", "3"), ("0.7", "")):
        code, out, err = run(
            "audit", model, *box, "--threshold", threshold, "--certificate", proof, "--store",
            f"{kept_in}{threshold}", "--list", "impossible",
        )  # fmt: skip
        assert (code, out.split()) == (0, ["1", "2", "3"] if never else ["2"]), err
        code, out, err = run("recheck", proof, model)
        assert code == 0, err
        assert f"where p > {Fraction(threshold)}" in out
        # What is kept is proved anew before it counts; of another threshold it is not taken at all.
        again = run(
            "audit",
            model,
            *box,
            "--threshold",
            threshold,
            "--store",
            f"{kept_in}{threshold}",
            "--json",
        )
        assert json.loads(again[1])["impossible"] == (3 if never else 1)
    code, _, err = run("audit", model, *box, "--threshold", "0.7", "--store", f"{kept_in}0.75")
    assert (code, "same weights and inputs" in err) == (2, True)
    with sqlite3.connect(f"{kept_in}0.7") as opened:
        forged = json.dumps({"point": ["0x1", "0x0", "0x0"]})
        opened.execute("UPDATE outcomes SET outcome = ?", (forged,))
    opened.close()
    again = run("audit", model, *box, "--threshold", "0.7", "--store", f"{kept_in}0.7", "--json")
    assert json.loads(again[1])["impossible"] == 1
    code, out, err = run("audit", model, *box, "--min-p", "0.3", "--certificate", proof)
    assert (code, "written" in out) == (0, True), err
    assert "where p > 3/10 times the largest" in run("recheck", proof, model)[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"values": [["0x1", "0x4"]]}, "the product of powers"),
        ({"values": [["0x6", "0x14"]]}, "lowest terms"),
        ({"values": [["0x4", "0x3"]]}, "between 0 and 1"),
        ({"exponents": [["0x1", "0x1"]]}, "the product of powers"),
        ({"exponents": [["-0x1", "-0x40000000"]]}, "of its own ratio"),
        ({"exponents": []}, "its exponents"),
        ({"base": ["0x1", "0x7"]}, "integers above 1"),
        ({"scale": "0x0"}, "scale must be positive"),
        ({"scale": "0x2"}, "rows of this scale"),
        ({"of": [0, 0, 1]}, "must have its value"),
        ({"of": [0, 0]}, "must have its value"),
        ({"bits": 1 << 40}, "number of bits"),
        ({"bits": True}, "number of bits"),
        ({"kind": "min-p"}, "must have its value"),
        ({"kind": "none"}, "known kind"),
    ],
)
def test_rules_that_are_refused(change, message, tmp_path):
    layer = load_layer((np.array([[1.0, 0], [-1, 0], [0.5, 0.5]]), np.zeros(3)))
    rule, path = Rule.thresholds([Fraction(3, 10)] * 3), tmp_path / "c.npz"
    inputs = Inputs.box([-1, 0], ["-0.9", 1])
    assert certified(layer, every_label(layer.n, "on"), rule, inputs, path) == [
        False,
        True,
        True,
    ]
    parts = parts_of(str(path))
    head = parts["about.npy"]
    about = json.loads(head[head.index(b"\n") + 1 :])
    assert about["rule"]["base"] == ["0x3", "0x7"]
    about["rule"] |= change
    parts["about.npy"] = as_array(json.dumps(about, separators=(",", ":")).encode())
    packed(str(path), list(parts.items()))
    with pytest.raises((checker.Refused, ValueError), match=message):
        checker.check(str(path), layer.rows)


def test_rows_of_another_scale(tmp_path):
    """Rows in thirds are integers times 1/3: a certificate that takes the integers themselves proves
    answers of another layer.
    """
    layer = load_layer(Configuration([["1/3"], ["2/3"]], bias=["-1/3", "-1"]))
    assert layer.scale == 3
    rule, inputs, path = (
        Rule.thresholds([Fraction(3, 10)] * 2),
        Inputs.box([0], [1]),
        tmp_path / "c.npz",
    )
    asked = every_label(2, "on")
    assert certified(layer, asked, rule, inputs, path) == [True, True]
    assert audit_certificate.recheck(str(path), layer.rows, 3).startswith("2 of 2 labels can be on")
    with pytest.raises(CertificateRefused, match="about rows of this scale"):
        audit_certificate.recheck(str(path), layer.rows)
    other = replace(layer, scale=1)
    assert certified(other, asked, rule, inputs, path) == [True, False]
    with pytest.raises(CertificateRefused, match="about rows of this scale"):
        audit_certificate.recheck(str(path), layer.rows, layer.scale)


def test_thresholds_of_thousands_of_digits(tmp_path):
    layer, path = load_layer(Configuration([[1], [-1]])), tmp_path / "c.npz"
    rule = Rule.thresholds([Fraction(1, 10**5000)] * 2)
    assert certified(layer, every_label(2, "on"), rule, Inputs.box([-1], [1]), path) == [True, True]
    assert "where p > a number of 16610 bits" in checker.check(path, layer.rows)


def test_logarithms_of_the_checker():
    draw = random.Random(SEED)
    for bits in (1, 8, 64, 500):
        ctx.prec = bits + 400
        for q in [2, 3, 4, 7, 1023, 1024, 1025, *(draw.randrange(2, 10**40) for _ in range(100))]:
            low, high = checker.logarithm(q, bits)
            true = arb(q).log() * arb(2) ** bits
            assert arb(low) < true < arb(high)
            assert high - low <= 2
    ctx.prec = 53


def test_the_report_tells_how_much_bias_is_missing(run, tmp_path):
    """Of label i on: log(t / (1 - t)) less its largest value; of label i kept: log p more than the
    least bias with which it is first.
    """
    model, folder = str(tmp_path / "m.npz"), tmp_path / "report"
    np.savez(model, weight=np.array([[1.0], [-1], [0.5]]), bias=np.zeros(3))
    code, _, err = run(
        "audit", model, "--inputs", "box:0:1", "--threshold", "0.75", "--report", folder
    )
    assert code == 0, err
    found = json.loads((folder / "audit.json").read_text())
    told = {one["label"]: (one["least_bias_exact"], one["least_bias"]) for one in found["answers"]}
    assert [text for text, _ in told.values()] == [
        "-0x1/0x1 + log(3)",
        "0x0/0x1 + log(3)",
        "-0x1/0x2 + log(3)",
    ]
    assert [about for _, about in told.values()] == pytest.approx(
        [math.log(3) - x for x in (1, 0, 0.5)]
    )
    page = (folder / "audit.html").read_text()
    assert "3 of 3 labels can never be on (p &gt; 3/4)" in page
    code, _, err = run(
        "audit", model, "--inputs", "box:0.75:1", "--min-p", "0.3", "--report", folder
    )
    assert code == 0, err
    first, second, third = json.loads((folder / "audit.json").read_text())["answers"]
    assert (first["possible"], third["possible"]) == (True, True)
    assert third["margin"] == pytest.approx(
        (-0.5 * third["reach"] - math.log(0.3))
        / max(0.5 * third["reach"], third["reach"] + math.log(0.3))
    )
    assert sum(weight for _, weight in second["dominated_by"]) == pytest.approx(1)
    assert second["least_bias_exact"] == "0x3/0x2 + log(3/10)"
    assert second["least_bias"] == pytest.approx(1.5 + math.log(0.3))
