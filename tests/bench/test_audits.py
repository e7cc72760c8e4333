"""The layers that audits are measured with are what they are said to be, and a small one is measured."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import every_label
from arrangements.loading.layers import load_layer
from tests.bench import audits, growth, highs


def possible(rows: np.ndarray) -> int:
    table = np.hstack([np.zeros((len(rows), 1)), rows])
    found = answered(DyadicMatrix(table), Domain(Inputs(rows.shape[1])), every_label(len(rows)))
    return sum(isinstance(outcome, IntegerWitness) for _, outcome in found)


def test_layers_by_chance() -> None:
    """What was planted is never first, exactly."""
    n = 240
    rows = audits.mixed(n, 8)
    assert rows.dtype == np.float32
    assert len(np.unique(rows, axis=0)) == n - 12
    assert n // 5 < possible(rows) <= n - n // 2 - n // 10
    rows = audits.interior(n, 8, 24, 15)
    assert len(np.unique(rows, axis=0)) == n - 15
    assert possible(rows) <= n - 24 - 15


def test_the_worst_kind_of_layer() -> None:
    """All labels on a sphere can be first, one on a chord cannot; off it by a rounding it can."""
    assert growth.worst(150, 4, 0.0)[1] == 149
    assert growth.worst(150, 4, 2.0**-22)[1] == 150
    assert round(growth.exponent([10, 100, 1000], [2, 200, 20000]), 6) == 2
    rows = highs.chords(150, 4, 40)
    assert 110 < possible(rows) < 150


def test_highs_cannot_tell() -> None:
    """Of labels that float32 has moved off a chord, in or out, HiGHS calls none possible that it
    should."""
    pytest.importorskip("highspy")
    found = highs.compared("chords", highs.chords(150, 4, 40), 20)
    assert found["labels"] == 20
    assert found["wrong"]


def test_bfloat16(tmp_path) -> None:
    """What is written is read as the same numbers, by the reader of the project."""
    rows = audits.bfloat16(audits.interior(40, 6, 3))
    audits.write_bfloat16(tmp_path / "rows.safetensors", rows)
    assert np.array_equal(load_layer(tmp_path / "rows.safetensors").rows[:, 1:], rows)


def test_processes_are_measured() -> None:
    """Children of a process count, and one that takes too long is ended."""
    work = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', sys.argv[1]])"
    more = "import time\nx = bytearray(1 << 28)\nx[::4096] = b'1' * len(x[::4096])\ntime.sleep(1)"
    found = audits.measured([sys.executable, "-c", work, more], 60)
    assert found.done
    assert found.seconds > 1
    assert found.memory > 1 << 28
    assert not audits.measured([sys.executable, "-c", "import time\ntime.sleep(60)"], 1).done


def test_a_sample_predicts() -> None:
    """The labels of a sample are settled, and the parts of the prediction add up."""
    rows = audits.interior(400, 8, 100)
    found = audits.sampled(np.hstack([np.zeros((400, 1), np.float32), rows]), 12, 1.0)
    assert found.settled == 12
    assert 0.25 <= found.hard / found.each / 400 < 1
    parts = found.directions, found.ellipsoid, found.hard, found.recheck
    assert found.audit == sum(parts)
    assert min(parts) > 0


@pytest.mark.peer
@pytest.mark.parametrize("name", ["recognizer", "recognizer-silu", "characters", "vectors"])
def test_real_models_beside_a_float_product(name: str) -> None:
    """Audited by the command, with a certificate that is checked again, in less memory than 6 GiB."""
    found = audits.audit(name, 900)
    print(json.dumps(found))
    assert found["done"]
    assert found["accepted"]
    assert float(str(found["memory"])) < 6 << 30
