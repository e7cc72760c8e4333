"""``arrangements repair`` as a user meets it: every kind of file, written again and audited."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from arrangements import audit

WEIGHTS = np.random.default_rng(3).standard_normal((20, 3))
BIAS = np.random.default_rng(4).standard_normal(20)


def bfloat16(values: np.ndarray) -> np.ndarray:
    import ml_dtypes

    return values.astype(ml_dtypes.bfloat16)


def safetensors(path: Path, kind: str, bias: bool) -> str:
    from safetensors.numpy import save_file

    def typed(values: np.ndarray) -> np.ndarray:
        return bfloat16(values) if kind == "bfloat16" else values.astype(kind)

    tensors = {"z.other": np.arange(5, dtype=np.int8), "head.weight": typed(WEIGHTS)}
    if bias:
        tensors["head.bias"] = typed(BIAS)
    save_file(tensors, str(path / "m.safetensors"), metadata={"format": "pt"})
    return str(path / "m.safetensors")


@pytest.mark.parametrize("bias", [True, False], ids=["bias", "none"])
@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float32", "float64"])
def test_safetensors(run, tmp_path: Path, kind: str, bias: bool) -> None:
    from safetensors import safe_open

    path, out = safetensors(tmp_path, kind, bias), tmp_path / "out"
    box = ("--inputs", "box:-2:2")
    code, said, _ = run("repair", path, "--output", out, "--json", "--workers", 1, *box)
    facts = json.loads(said)
    assert (code, facts["repaired"], facts["questions"]) == (0, True, 20)
    assert facts["impossible"] > 0
    assert facts["changed"] > 0
    assert facts["least"] <= facts["change"]
    new = str(out / "model.safetensors")
    assert run("audit", new, "--fail-on", "impossible", *box, "--workers", 1)[0] == 0
    assert run("recheck", out / "audit.npz", new)[1].startswith("accepted: 20 of 20 labels")
    if bias:
        assert run("recheck", out / "bound.json", path)[0] == 0
        assert run("recheck", out / "bound.json", new)[0] == 1
    with safe_open(path, "np") as old, safe_open(new, "np") as made:
        assert old.metadata() == made.metadata()
        names = {*old.keys()}
        assert {*made.keys()} == names | {"head.bias"}
        for name in names - {"head.bias"}:
            assert old.get_slice(name).get_dtype() == made.get_slice(name).get_dtype()
            assert old.get_tensor(name).tobytes() == made.get_tensor(name).tobytes()
        offsets = made.get_slice("head.bias")
        assert offsets.get_dtype() == {"float16": "F16", "bfloat16": "BF16"}.get(
            kind, "F" + kind[-2:]
        )
    with open(out / "changes.csv", newline="") as file:
        assert len([*csv.DictReader(file)]) == facts["changed"]


def test_arrays(run, tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", weight=WEIGHTS, bias=BIAS.astype(np.float32), more=np.arange(3))
    code, said, _ = run("repair", tmp_path / "m.npz", "--output", tmp_path / "a", "--workers", 1)
    assert code == 0
    assert "written  " in said
    with np.load(tmp_path / "a" / "model.npz") as new:
        assert sorted(new) == ["bias", "more", "weight"]
        assert new["bias"].dtype == np.float32
        assert np.array_equal(new["weight"], WEIGHTS)
    np.save(tmp_path / "m.npy", WEIGHTS)
    code, said, _ = run("repair", tmp_path / "m.npy", "--output", tmp_path / "b", "--workers", 1)
    assert code == 0
    assert "as npy holds one array" in said
    assert "the model must add" in said
    with np.load(tmp_path / "b" / "model.npz") as new:
        assert np.array_equal(new["m"], WEIGHTS)


def test_other_formats(run, tmp_path: Path) -> None:
    """The output layer alone, and text as JSON."""
    import onnx
    from onnx import helper, numpy_helper

    nodes = [helper.make_node("Gemm", ["x", "W", "b"], ["y"], transB=1)]
    tensors = [
        numpy_helper.from_array(WEIGHTS.astype(np.float32), "W"),
        numpy_helper.from_array(BIAS.astype(np.float32), "b"),
    ]
    ends = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1, size])
        for name, size in (("x", 3), ("y", 20))
    ]
    graph = helper.make_graph(nodes, "g", ends[:1], ends[1:], tensors)
    onnx.save(helper.make_model(graph), tmp_path / "m.onnx")
    code, said, _ = run("repair", tmp_path / "m.onnx", "--output", tmp_path / "a", "--workers", 1)
    assert code == 0
    assert "(safetensors, the output layer alone, offsets in float32)" in said
    written = tmp_path / "a" / "model.safetensors"
    assert run("recheck", tmp_path / "a" / "audit.npz", written)[0] == 0
    (tmp_path / "m.csv").write_text("label,x,bias\na,1,0\nb,-1,1\nc,1/2,-1\n")
    code, said, _ = run("repair", tmp_path / "m.csv", "--output", tmp_path / "b", "--workers", 1)
    assert code == 0
    assert "(JSON, with decimals)" in said
    assert run("recheck", tmp_path / "b" / "audit.npz", tmp_path / "b" / "model.json")[0] == 0


def test_bounds_are_rounded_down_and_changes_up(run, tmp_path: Path) -> None:
    """c is on top only if its offset exceeds a weighted mean of 4/3: a largest change of 2/3."""
    layer, folder = tmp_path / "m.csv", tmp_path / "repaired"
    layer.write_text("label,x,bias\na,1,2\nb,-2,0\nc,0,0\n")
    asked = ("repair", layer, "--least", "largest", "--workers", 1)
    code, said, _ = run(*asked, "--output", folder)
    assert code == 0
    assert "every repair has a largest change above 0.6666666 (proved)" in said
    whole = json.loads(run(*asked, "--json")[1])
    assert 0 < Fraction(2, 3) - Fraction(whole["least"]) < Fraction(1, 2**53)
    accepted = run("recheck", folder / "bound.json", layer)[1]
    assert "a largest change of offsets above 0.666666666: " in accepted
    largest = Fraction(said.partition("the largest by ")[2].partition(",")[0])
    with open(folder / "changes.csv", newline="") as file:
        changes = [abs(Fraction(row["change"])) for row in csv.DictReader(file)]
    assert max(changes) <= largest < Fraction(67, 100)


def test_questions_and_refusals(run, tmp_path: Path) -> None:
    layer = tmp_path / "m.csv"
    layer.write_text("label,x,bias\na,1,0\nb,-1,1\nc,1/2,-1\n")
    asked = tmp_path / "asked.txt"
    asked.write_text("labels a,c\nranking c>b>a\n")
    code, said, _ = run("repair", layer, "--questions", asked, "--json", "--workers", 1)
    assert (code, json.loads(said)["questions"]) == (0, 2)
    asked.write_text("signs +?+\nsigns -?-\nranking c>a\n")
    (tmp_path / "flat.csv").write_text("label,x,bias\na,0,0\nb,1,0\nc,0,0\n")
    layer = tmp_path / "flat.csv"
    code, said, _ = run("repair", layer, "--questions", asked, "--json", "--workers", 1)
    assert (code, json.loads(said)["repaired"]) == (1, False)
    asked.write_text("chosen a\n")
    assert "without ties" in run("repair", layer, "--questions", asked)[2]
    assert "margin must be" in run("repair", layer, "--margin", "-1")[2]
    assert "polyhedron, not a ball" in run("repair", layer, "--inputs", "ball:1")[2]
    np.savez(tmp_path / "m.npz", weight=WEIGHTS, bias=np.arange(20))
    assert "offsets must be floats" in run("repair", tmp_path / "m.npz")[2]
    (tmp_path / "e.csv").write_text("a,1,0\nb,1,0\nc,0,1\n")
    code, said, _ = run("repair", tmp_path / "e.csv", "--output", tmp_path / "e", "--workers", 1)
    assert code == 1
    assert "their rows are equal" in said
    assert run("recheck", tmp_path / "e" / "bound.json", tmp_path / "e.csv")[0] == 0
    assert run("recheck", tmp_path / "e" / "bound.json")[0] == 2
    code, said, _ = run("repair", tmp_path / "e.csv", "--skip-equal", "--workers", 1)
    assert code == 0
    assert "skipped  1" in said


def test_equal_rows_are_told_where_leaving_them_out_helps(run, tmp_path: Path) -> None:
    """``--skip-equal`` leaves out labels, and no other questions."""
    layer, asked = tmp_path / "m.csv", tmp_path / "q.txt"
    layer.write_text("label,bias,x\na,1,1\nb,1,1\nc,1,-1\nzero,1,0\n")
    for questions in ("signs ???+\nsigns ???-\n", "ranking a>b\nranking b>a\n"):
        asked.write_text(questions)
        code, said, _ = run("repair", layer, "--questions", asked, "--workers", 1)
        assert (code, said.count("\n")) == (1, 1)
    asked.write_text("argmax a\nargmax b\n")
    assert "--skip-equal" in run("repair", layer, "--questions", asked, "--workers", 1)[1]
    assert audit(str(layer)).repair(["argmax a"]).of_twins is False
    layer.write_text("label,x\na,1\nb,2\nc,-1\n")
    assert "multiples" in run("repair", layer, "--change", "factors", "--workers", 1)[1]
    said = run("repair", layer, "--change", "factors", "--skip-equal", "--workers", 1)[1]
    assert "skipped  1 whose row is a multiple of an earlier one" in said


def test_rows_whose_quotients_are_rounded_alike_are_no_multiples() -> None:
    rows = np.array([[3.0, 1.0], [1.0, 1 / 3], [6.0, 2.0], [-3.0, -1.0], [0.0, 0.0], [0.0, -0.0]])
    assert np.array_equal(rows[0] / 3, rows[1])
    found = audit(rows).repair(
        change="factors", skip_equal=True, questions=["argmax 1", "argmax 2", "argmax 3"]
    )
    assert (found.skipped, len(found.questions)) == (1, 2)


@pytest.mark.parametrize("what", ["factors", "rows"])
@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float32"])
def test_weights_are_written_again(run, tmp_path: Path, kind: str, what: str) -> None:
    from safetensors import safe_open

    path, out = safetensors(tmp_path, kind, True), tmp_path / "out"
    asked = ("repair", path, "--change", what, "--output", out, "--workers", 1)
    code, said, _ = run(*asked, "--json")
    facts = json.loads(said)
    assert (code, facts["repaired"], facts["what"]) == (0, True, what)
    assert facts["impossible"] > 0
    assert facts["least"] < facts["change"]
    new = str(out / "model.safetensors")
    assert run("audit", new, "--fail-on", "impossible", "--workers", 1)[0] == 0
    assert run("recheck", out / "audit.npz", new)[1].startswith("accepted: 20 of 20 labels")
    assert run("recheck", out / "bound.json", path)[0] == 0
    assert run("recheck", out / "bound.json", new)[0] == 1
    with safe_open(path, "np") as old, safe_open(new, "np") as made:
        assert {*made.keys()} == {*old.keys()}
        for name in [*old.keys()]:
            assert old.get_slice(name).get_dtype() == made.get_slice(name).get_dtype()
            same = old.get_tensor(name).tobytes() == made.get_tensor(name).tobytes()
            assert same is not (name == "head.weight" or (name, what) == ("head.bias", "factors"))
    with open(out / "changes.csv", newline="") as file:
        assert len([*csv.DictReader(file)]) >= facts["changed"]


def test_weights_stored_across_and_alone(run, tmp_path: Path) -> None:
    rows, bias = WEIGHTS.astype(np.float32), BIAS.astype(np.float32)
    np.savez(tmp_path / "m.npz", kernel=np.ascontiguousarray(rows.T), bias=bias)
    names = ("--weights", "kernel", "--bias", "bias")
    asked = ("--change", "factors", "--workers", 1)
    code, said, _ = run("repair", tmp_path / "m.npz", *names, *asked, "--output", tmp_path / "a")
    assert code == 0
    assert "weights in float32" in said
    with np.load(tmp_path / "a" / "model.npz") as new:
        assert new["kernel"].shape == (3, 20)
        assert new["kernel"].dtype == np.float32
        ratios = new["kernel"].T / rows
        assert np.allclose(ratios, ratios[:, :1], rtol=1e-5)
    assert run("audit", tmp_path / "a" / "model.npz", *names, "--fail-on", "impossible")[0] == 0
    (tmp_path / "m.csv").write_text("label,x,y\na,2,0\nb,0,2\nc,-2,-2\nd,1/2,1/2\n")
    for what in ("factors", "rows"):
        out = tmp_path / what
        code, said, _ = run("repair", tmp_path / "m.csv", "--change", what, "--output", out)
        assert code == 0
        assert "(JSON, with decimals)" in said
        assert run("recheck", out / "bound.json", tmp_path / "m.csv")[0] == 0
        assert run("recheck", out / "audit.npz", out / "model.json")[0] == 0


def test_factors_that_cannot_be(run, tmp_path: Path) -> None:
    model, out = tmp_path / "m.csv", tmp_path / "out"
    asked = ("repair", model, "--change", "factors", "--workers", 1)
    model.write_text("label,x,y\na,1,0\nb,2,0\nc,-1,0\nd,0,1\ne,0,-1\n")
    code, said, _ = run(*asked, "--output", out)
    assert code == 1
    assert "no: no factors make these first: b, a\n  their rows are multiples" in said
    code, told, _ = run("recheck", out / "bound.json", model)
    assert (code, "accepted: no factors make all possible: (5 x 2" in told) == (0, True)
    assert run(*asked, "--skip-equal")[0] == 0
    model.write_text("label,x,y\na,1,0\nb,0,0\nc,-1,0\nd,0,1\ne,0,-1\n")
    code, said, _ = run(*asked, "--output", out)
    assert code == 1
    assert "no factors make b first above 0: its logit is never positive" in said
    assert run("recheck", out / "bound.json", model)[0] == 0
    assert json.loads(run(*asked, "--json")[1])["contradiction"] == ["b"]
    assert "must have the least sum" in run(*asked[:2], "--change", "rows", "--least", "number")[2]
    (tmp_path / "asked.txt").write_text("labels a,b\n")
    code, _, error = run(*asked, "--questions", tmp_path / "asked.txt")
    assert code == 2
    assert "must be labels that are to be first" in error


def test_at_most(run, tmp_path: Path) -> None:
    model, out = tmp_path / "m.csv", tmp_path / "out"
    model.write_text("label,x,bias\na,1,0\nb,-1,0\nc,0,-1\nd,1/2,-1\n")
    asked = ("repair", model, "--workers", 1, "--at-most")
    code, said, _ = run(*asked, 2)
    assert code == 0
    assert "every repair changes at least 2 (proved)" in said
    code, said, _ = run(*asked, 1, "--output", out)
    assert (code, said.splitlines()[0]) == (
        1,
        "no: every repair changes at least 2 offsets (proved)",
    )
    assert "changes of at least 2 offsets" in run("recheck", out / "bound.json", model)[1]
    assert json.loads(run(*asked, 0, "--json")[1])["needed"] == 2
    assert "--at-most must be used with --least number" in run(*asked, 1, "--least", "sum")[2]
