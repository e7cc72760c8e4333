"""Layers by design: exhaustively where they are small, by the witnesses of the proof where not."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from arrangements import BadInput, Configuration, Design, load
from arrangements.checker.design import Refused, check
from arrangements.cli import app
from arrangements.decide.answers import answers
from arrangements.experimental.designs import CURVES
from arrangements.layers.layer import Layer
from arrangements.loading.layers import load_layer

KINDS = [
    (neighbourly, offsets, curve)
    for neighbourly, offsets, curve in product((False, True), (False, True), CURVES)
    if not (neighbourly and offsets and curve == "trigonometric")
]


def shows(made: Design, members: tuple[int, ...]) -> bool:
    """Whether the witness has this set, by the exact rows themselves."""
    point = made.witness(members)
    logits = [made.logit(i, point) for i in range(made.labels)]
    inside = [logits[i] for i in members]
    outside = [z for i, z in enumerate(logits) if i not in members]
    if made.neighbourly:
        return min(inside) > max(outside)
    return all(z > 0 for z in inside) and all(z < 0 for z in outside)


def decided(layer: Configuration, made: Design) -> list[bool]:
    asked = map(made.question, made.sets())
    return [answer.possible for answer in answers(Layer(layer), asked)]


@pytest.mark.parametrize(("neighbourly", "offsets", "curve"), KINDS)
def test_every_set_of_small_designs_by_witness_and_by_decision(
    neighbourly: bool, offsets: bool, curve: str
) -> None:
    for labels, active in product(range(1, 8), range(1, 4)):
        made = Design(labels, active, neighbourly=neighbourly, offsets=offsets, curve=curve)
        sets = list(made.sets())
        assert len(sets) == len(set(sets)) == made.promised
        assert made.configuration.d == made.dimension == 2 * active + (not neighbourly) - offsets
        assert (made.configuration.bias is not None) == offsets
        assert all(shows(made, members) for members in sets)
        assert all(decided(made.configuration, made))


def test_sets_are_all_of_their_sizes() -> None:
    assert list(Design(3, 2).sets()) == [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    assert list(Design(3, 5, neighbourly=True).sets()) == [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    assert list(Design(1, 1, neighbourly=True).sets()) == []


def test_a_smaller_dimension_does_not() -> None:
    """As theorem design_least of Coq says; here for the rows of designs and for random ones."""
    source = random.Random(5)
    for neighbourly, offsets, active in product((False, True), (False, True), (1, 2)):
        made = Design(2 * active + 1, active, neighbourly=neighbourly, offsets=offsets)
        assert made.least
        assert not Design(2 * active, active).least
        width = made.dimension - 1
        rows = [row[:width] for row in made.configuration.rows]
        others = [[source.randint(-9, 9) for _ in range(width)] for _ in rows]
        for smaller in (rows, others):
            layer = Configuration(smaller, dimension=width, bias=made.configuration.bias)
            assert not all(decided(layer, made))


@pytest.mark.parametrize(("neighbourly", "offsets", "curve"), KINDS)
def test_large_designs_by_the_proof(neighbourly: bool, offsets: bool, curve: str) -> None:
    made = Design(150, 4, neighbourly=neighbourly, offsets=offsets, curve=curve)
    source = random.Random(7)
    for size in (1, 2, 4, 4, 4):
        assert shows(made, tuple(sorted(source.sample(range(150), size))))
    assert shows(made, (0, 1, 148, 149))


def test_rounding_is_for_the_audit_to_judge() -> None:
    fine = Design(24, 2, rounded="float32")
    assert fine.curve == "trigonometric"
    assert all(decided(fine.configuration, fine))
    coarse = Design(64, 2, rounded="float16")
    found = decided(coarse.configuration, coarse)
    assert not all(found)
    assert found[0]
    for made in (fine, coarse):
        kind = np.dtype(made.rounded).type
        for row, exact in zip(made.configuration.rows, map(made.exact_row, range(9)), strict=False):
            assert [Fraction(float(kind(float(x)))) for x in exact[:4]] == list(row)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"labels": 0, "active": 1}, "labels must be at least 1, not 0"),
        ({"labels": 3, "active": 0}, "active labels must be at least 1, not 0"),
        ({"labels": 3, "active": 1, "curve": "line"}, "curve must be one of moment, trig"),
        ({"labels": 3, "active": 1, "rounded": "int8"}, "rounded to one of exact, float64"),
        ({"labels": 3, "active": 1, "neighbourly": 1}, "neighbourly must be True or False, not 1"),
        ({"labels": 3, "active": 1, "offsets": 0}, "offsets must be True or False or None, not 0"),
        (
            {
                "labels": 3,
                "active": 1,
                "neighbourly": True,
                "offsets": True,
                "curve": "trigonometric",
            },
            "must be moment for top sets with offsets",
        ),
        ({"labels": 10**9, "active": 9}, "entries must have at most"),
        (
            {"labels": 99, "active": 9, "curve": "moment", "rounded": "float16"},
            "at most the largest float16",
        ),
    ],
)
def test_refusals(call: dict, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        assert Design(**call).configuration


def test_a_set_that_is_not_promised_has_no_witness() -> None:
    with pytest.raises(BadInput, match=r"at most 1 of the labels, each once, not \[0, 1\]"):
        Design(4, 1).witness((0, 1))


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["design", *arguments])
    return done.exit_code, done.output


@pytest.mark.parametrize("suffix", ["csv", "json", "npz"])
def test_what_is_written_is_what_was_made(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"made.{suffix}"
    kind = ("--type", "float32") if suffix == "npz" else ()
    for neighbourly in ((), ("--neighbourly",)):
        code, _ = run("--labels", "6", "--active", "2", *neighbourly, *kind, "--output", str(path))
        made = Design(
            6, 2, neighbourly=bool(neighbourly), rounded="float32" if kind else "exact"
        ).configuration
        if suffix == "npz":
            bias = None if neighbourly else "bias"
            layer = load_layer(str(path), weights="weight", bias=bias).configuration()
        else:
            layer = load(path)
        assert code == 0
        assert (layer.rows, layer.bias) == (made.rows, made.bias)


@pytest.mark.parametrize("kind", ["bfloat16", "float16", "float32", "float64"])
def test_safetensors(kind: str, tmp_path: Path) -> None:
    from safetensors import safe_open

    path = tmp_path / "made.safetensors"
    arguments = ("--labels", "9", "--active", "2", "--type", kind, "--output", str(path))
    for neighbourly in ((), ("--neighbourly",)):
        code, _ = run(*arguments, *neighbourly)
        made = Design(9, 2, neighbourly=bool(neighbourly), rounded=kind).configuration
        bias = None if neighbourly else "bias"
        layer = load_layer(str(path), weights="weight", bias=bias).configuration()
        assert code == 0
        assert (layer.rows, layer.bias) == (made.rows, made.bias)
        with safe_open(path, "np") as file:
            own = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16"}[kind]
            assert file.get_slice("weight").get_dtype() == own


def test_bfloat16_is_that_of_others() -> None:
    import ml_dtypes

    made = Design(40, 3, rounded="bfloat16")
    for i, row in enumerate(made.configuration.rows):
        exact = [float(x) for x in made.exact_row(i)][: len(row)]
        assert [float(x) for x in row] == np.array(exact).astype(ml_dtypes.bfloat16).astype(
            float
        ).tolist()


def test_the_exit_code_is_the_answer_of_the_audit() -> None:
    code, text = run("--labels", "64", "--active", "2", "--type", "float16", "--audit", "--json")
    facts = json.loads(text)
    assert code == 1
    assert facts["sets"] == 1 + 64 + 2016 > facts["possible"]
    assert len(facts["impossible"]) == 3
    made = Design(64, 2, rounded="float16")
    never = [tuple(int(label) - 1 for label in members) for members in facts["impossible"]]
    asked = map(made.question, never)
    exact = answers(Layer(made.configuration), asked, method="exact")
    assert not any(answer.possible for answer in exact)
    assert run("--labels", "64", "--active", "2", "--type", "float16")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--workers", "2"), "--workers must be used with --audit"),
        (("--certificate", "x.npz"), "ends in .npz must be used with --audit"),
        (("--certificate", "x.txt"), "must be a file that ends in .npz or .json"),
        (("--type", "float32", "--certificate", "x.json"), "numbers must be exact"),
        (
            ("--output", "x.onnx"),
            "suffix of the output must be one of .csv, .json, .npz, .safetensors",
        ),
        (("--output", "x.npz"), "--type must not be exact"),
        (("--output", "x.safetensors"), "--type must not be exact"),
        (("--output", "x.npz", "--type", "bfloat16"), ".safetensors takes bfloat16"),
    ],
)
def test_what_cannot_be_asked(arguments: tuple[str, ...], message: str) -> None:
    done = CliRunner().invoke(app, ["design", "--labels", "4", "--active", "1", *arguments])
    assert done.exit_code != 0
    assert message in str(done.exception) + done.output


def test_the_sets_of_size_two_are_pairs() -> None:
    assert list(Design(5, 2).sets())[6:] == list(combinations(range(5), 2))


@pytest.mark.parametrize(
    ("more", "sets"),
    [
        ((), "22 of 22 questions have the answer yes"),
        (("--neighbourly",), "21 of 21 questions have the answer yes"),
        (("--curve", "trigonometric", "--type", "float32"), "22 of 22 questions"),
    ],
)
def test_every_set_with_its_proof(more: tuple[str, ...], sets: str, tmp_path: Path) -> None:
    """The certificate is accepted with the layer as it was written, and with no other."""
    layer, proofs = tmp_path / "layer.csv", tmp_path / "sets.npz"
    asked = ("--labels", "6", "--active", "2", *more, "--audit", "--workers", "1")
    code, text = run(*asked, "--output", str(layer), "--certificate", str(proofs))
    assert code == 0
    assert f"proofs    {proofs}" in text
    done = CliRunner().invoke(app, ["recheck", str(proofs), str(layer)])
    assert (done.exit_code, sets in done.output) == (0, True), done.output
    layer.write_text(layer.read_text().rstrip()[:-1] + "7\n")
    assert CliRunner().invoke(app, ["recheck", str(proofs), str(layer)]).exit_code != 0


@pytest.mark.parametrize(("neighbourly", "offsets", "curve"), KINDS)
def test_the_proof_by_the_curve(
    neighbourly: bool, offsets: bool, curve: str, tmp_path: Path
) -> None:
    """Accepted for the rows of the design, and refused for others: each hypothesis of the theorem is
    looked at.
    """
    layer, proof = tmp_path / "layer.json", tmp_path / "curve.json"
    kind = ["--neighbourly"] * neighbourly + ["--offsets" if offsets else "--no-offsets"]
    asked = ("--labels", "40", "--active", "3", "--curve", curve, *kind)
    code, text = run(*asked, "--output", str(layer), "--certificate", str(proof))
    assert (code, f"proofs    {proof}" in text) == (0, True)
    done = CliRunner().invoke(app, ["recheck", str(proof), str(layer)])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("accepted: every set of at most 3 labels can be ")
    made = Design(40, 3, neighbourly=neighbourly, offsets=offsets, curve=curve)
    certificate = proof.read_text()
    rows, bias = [list(row) for row in made.configuration.rows], made.configuration.bias
    check(certificate, rows, bias)
    for i, j in ((0, 0), (7, made.dimension - 1), (39, 1)):
        other = [list(row) for row in rows]
        other[i][j] += Fraction(1, 10**9)
        with pytest.raises(Refused):
            check(certificate, other, bias)
    with pytest.raises(Refused, match="must be distinct"):
        check(certificate, [*rows, rows[3]], None if bias is None else (*bias, bias[3]))
    with pytest.raises(Refused, match="if and only if"):
        check(certificate, rows, None if offsets else [Fraction(-1)] * 40)
    with pytest.raises(Refused, match="must have"):
        check(certificate.replace('"active": 3', '"active": 4'), rows, bias)
    with pytest.raises(ValueError, match="the format must be known"):
        check(certificate.replace('"version": 1', '"version": 2'), rows, bias)
    for version in ("1.0", "true"):
        with pytest.raises(ValueError, match="the format must be known"):
            check(certificate.replace('"version": 1', f'"version": {version}'), rows, bias)
    with pytest.raises(ValueError, match="a key must be there once"):
        check(certificate.replace('"version": 1', '"version": 1, "version": 1'), rows, bias)
    if bias is not None:
        with pytest.raises(Refused, match=r"offsets must be|must be powers"):
            check(certificate, rows, (*bias[:-1], bias[-1] * 2))


def test_no_number_of_the_curve_is_zero_with_offsets() -> None:
    """At t = 0 the logit is the offset, which is never positive."""
    text = json.dumps(
        {
            "format": "arrangements design",
            "version": 1,
            "curve": "moment",
            "active": 1,
            "neighbourly": False,
            "offsets": True,
        }
    )
    rows = [[Fraction(t), Fraction(t * t)] for t in range(3)]
    with pytest.raises(Refused, match="must not be 0"):
        check(text, rows, [Fraction(-1)] * 3)
    assert "(moment, 2 x 2)" in check(text, rows[1:], [Fraction(-1)] * 2)
    with pytest.raises(ValueError, match="must be those of a design"):
        check("[]", rows, None)
