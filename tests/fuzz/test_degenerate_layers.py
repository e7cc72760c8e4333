"""Degenerate layers (equal, zero, opposite rows, one label, no columns) and inputs (empty, a point,
flat, touching a ball) through the commands: an answer or one line, and certificates are accepted.
"""

from __future__ import annotations

import json
import random
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.processes import called
from tests.seeds import fewer

SEED = 4105
INPUTS = [None, None, "nonnegative", "h <= 0", "box:-1:1", "box:0:0", "box:1:0", "simplex"]
INPUTS += ["point.json", "flat.json", "everything", "nonnegative; h <= 0"]
BALLS = ["ball:0", "ball:1", "ball:sqrt(2); h >= 1", "ball:1; sphere", "unit", "ball:1; point.json"]
BALLS += ["layernorm:gains.npy", "layernorm:gains.npy; sphere", "rmsnorm:gains.npy:shift.npy"]


def drawn(chance: random.Random) -> tuple[int, int]:
    """Files of a layer and of inputs, in the current folder; the numbers of labels and columns."""
    n, d = chance.choice([0, 1, 2, 2, 3, 4, 6]), chance.choice([0, 1, 1, 2, 3, 5])
    rows = [[chance.choice([0, 0, 1, -1, 0.5]) for _ in range(d)] for _ in range(n)]
    for i in range(n):
        factor = chance.choice([None, None, 0, 1, 1, -1, 2])
        if factor is not None:
            rows[i] = [factor * x for x in rows[chance.randrange(n)]]
    kind = chance.choice(["float16", "float32", "float64"])
    tensors = {"weight": np.array(rows, kind).reshape(n, d)}
    if chance.random() < 0.4:
        tensors["bias"] = np.array([chance.choice([0, 0, 1, -1]) for _ in range(n)], kind)
    np.savez("m.npz", **tensors)  # type: ignore[arg-type]
    one, normal = (
        [[chance.choice([0, 1, 0.5])] + [chance.choice([-1, 0, 1]) for _ in range(d)] for _ in "ab"]
        for _ in "ab"
    )
    Path("point.json").write_text(json.dumps({"points": [one[0][1:]]}))
    Path("flat.json").write_text(json.dumps({"inequalities": normal[:1], "equations": normal[1:]}))
    np.save("gains.npy", np.array([chance.choice([0, 1, 2]) for _ in range(d)], float))
    np.save("shift.npy", np.array([chance.choice([0, 1]) for _ in range(d)], float))
    return n, d


def asked(chance: random.Random, n: int) -> tuple[list[str], str | None]:
    """A command about the layer, and the certificate that it writes."""
    label = [str(chance.randrange(max(1, n))) for _ in range(3)]
    what = chance.choice(["audit", "repair", "signature", "decide"])
    inputs = chance.choice(INPUTS if what == "repair" else INPUTS + BALLS)
    given = [] if inputs is None else ["--inputs", inputs]
    given += ["--timeout", "100"]
    if what == "repair":
        given += chance.choice([[], ["--change", "factors"], ["--change", "rows"]])
        given += chance.choice([[], ["--least", "largest"], ["--least", "number"]])
        return ["repair", "m.npz", *given, *chance.choice([[], ["--skip-equal"]])], None
    proof = chance.choice([None, "proof.npz"])
    written = [] if proof is None else ["--certificate", proof]
    if what == "signature":
        Path("log.txt").write_text(f"{label[0]}\n{'>'.join(dict.fromkeys(label))}\n")
        return ["signature", "m.npz", "log.txt", *given, *written], proof
    if what == "audit":
        given += chance.choice(
            [[], [], ["--threshold", "0.3"], ["--rank", "2"], ["--confidence"], ["--min-p", "0.1"]]
        )
        given += chance.choice([[], [], ["--ties", "first"], ["--report", "report"], ["--json"]])
        return ["audit", "m.npz", *given, *written], proof
    question = chance.choice(
        [["--argmax", label[0]], ["--tie", ",".join(label[:2])], ["--best-rank", label[0]]]
    )
    question = chance.choice(
        [question, ["--signs", "".join(chance.choice("+-0?") for _ in range(n))]]
    )
    return ["decide", "m.npz", *given, *question], None


@pytest.mark.parametrize("trials", fewer(150, 5000))
def test_an_answer_or_one_line(
    trials: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chance, codes = random.Random(SEED), Counter[Any]()
    for trial in range(trials):
        monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
        n, _ = drawn(chance)
        command, proof = asked(chance, n)
        Path("proof.npz").unlink(missing_ok=True)
        done = called(*command)
        told = (SEED, trial, command, done.stderr)
        assert done.returncode in (0, 1, 2, 3), told
        assert "internal error" not in done.stderr, told
        assert "Traceback" not in done.stderr, told
        codes[command[0], done.returncode] += 1
        if proof is not None and done.returncode == 0:
            checked = called("recheck", proof, "m.npz")
            assert checked.returncode == 0, (told, checked.stderr)
            codes["accepted"] += 1
    assert {(name, 0) for name in ("audit", "repair", "signature", "decide")} <= codes.keys()
    assert codes["repair", 1]
    assert codes["accepted"]
