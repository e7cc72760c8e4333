"""Inputs behind a norm by text: files of gains and shifts."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from arrangements import BadInput, load_inputs
from arrangements.cli import app
from arrangements.layers.inputs.polyhedra import Ball


def test_norms_by_text(tmp_path: Path) -> None:
    gains, shift = tmp_path / "gamma.npy", tmp_path / "beta.npy"
    np.save(gains, np.array([1, 0.5, -2], np.float32))
    np.save(shift, np.array([0, 0.25, 1], np.float32))
    np.savez(tmp_path / "norm.npz", gain=np.load(gains), bias=np.load(shift))
    g, c = (Fraction(1), Fraction(1, 2), Fraction(-2)), (Fraction(0), Fraction(1, 4), Fraction(1))
    zero = (Fraction(0),) * 3
    for text, norm in (
        (f"layernorm:{gains}:{shift}", Ball(c, Fraction(3), g, centred=True)),
        (f"layernorm:{gains}", Ball(zero, Fraction(3), g, centred=True)),
        (f"rmsnorm:{gains}", Ball(zero, Fraction(3), g, centred=False)),
        (f"rmsnorm:{tmp_path}/norm.npz:gain", Ball(zero, Fraction(3), g, centred=False)),
        (
            f"layernorm:{tmp_path}/norm.npz:gain:{tmp_path}/norm.npz:bias",
            Ball(c, Fraction(3), g, centred=True),
        ),
    ):
        assert load_inputs(text, 3).within == norm
    joined = load_inputs(f"layernorm:{gains}:{shift} ; h >= 0", 3)
    assert joined.within == Ball(c, Fraction(3), g, centred=True)
    assert len(joined.inequalities) == 3
    assert joined.holds([0, Fraction(1, 4), 1])
    assert not joined.holds([Fraction(-1, 8), Fraction(5, 16), 1])
    for text, message in (
        (f"layernorm:{gains}; ball:1", "in one ball or behind one norm, not in two"),
        ("layernorm:nowhere.npy", "nowhere.npy"),
        ("rmsnorm:", "must"),
    ):
        with pytest.raises(BadInput, match=message):
            load_inputs(text, 3)
    with pytest.raises(BadInput, match="gains of the norm must have 2 coordinates, not 3"):
        load_inputs(f"rmsnorm:{gains}", 2)


def test_the_command_decides_behind_a_norm(tmp_path: Path) -> None:
    (tmp_path / "head.csv").write_text("label,x,y,bias\na,1,0,0\nb,0,1,1/2\nc,0,-1,-3\n")
    (tmp_path / "gamma.csv").write_text("1\n1\n")
    (tmp_path / "beta.csv").write_text("0\n1\n")
    norm = f"layernorm:{tmp_path}/gamma.csv:{tmp_path}/beta.csv"
    for label, answer, told in (
        ("a", True, "witness      h = (1, 0)"),
        ("b", True, "witness      h = "),
        ("c", False, "<= 0 behind the norm"),
    ):
        arguments = ["decide", str(tmp_path / "head.csv"), "--argmax", label, "--inputs", norm]
        run = CliRunner().invoke(app, arguments)
        assert run.exit_code == 0, run.output
        assert run.stdout.startswith("yes" if answer else "no")
        assert told in run.stdout
        file = str(tmp_path / f"{label}.json")
        run = CliRunner().invoke(app, [*arguments, "--certificate", file, "--json"])
        assert json.loads(run.stdout)["answer"] is answer
        again = CliRunner().invoke(app, ["recheck", file, str(tmp_path / "head.csv")])
        assert again.exit_code == 0, again.output
    for kind, found in (("argmax", ["a", "b"]), ("never-argmax", ["c"]), ("ties", ["a,b"])):
        run = CliRunner().invoke(
            app, ["patterns", str(tmp_path / "head.csv"), "--kind", kind, "--inputs", norm]
        )
        assert run.stdout.split() == found
