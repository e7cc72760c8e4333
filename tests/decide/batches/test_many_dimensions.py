"""Few labels in many dimensions, and conditions on single coordinates that stay short."""

from __future__ import annotations

import json
import pickle
import resource
from fractions import Fraction

import numpy as np

from arrangements.audits import audit_certificate
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.ends import Ends
from arrangements.layers.questions.question import every_label


def test_conditions_as_rows() -> None:
    """A box is what its rows say, whichever way they are written."""
    box = Inputs.box([-1, None, "1/2"], [1, 2, None])
    rows = tuple(box.inequalities)
    dense = Inputs(3, rows)
    assert box.ends is not None
    assert dense.ends is None
    assert list(box.ends) == list(rows)
    assert (box.ends, hash(box.ends)) == (rows, hash(rows))
    assert (box, hash(box)) == (dense, hash(dense))
    assert dense == box
    assert pickle.loads(pickle.dumps(box)) == box
    assert Inputs(3, rows[:-1]) != box
    assert list(box.ends[1:3]) == list(rows[1:3])
    assert Inputs.from_json(box.to_json()) == box
    one, other = Domain(box), Domain(dense)
    assert list(one.weak) == list(other.weak)
    assert one.ends == other.ends
    points = np.array([[-3.0, 0.3, 0], [0.2, 5, 1]])
    for found, expected in zip(one.near(points), other.near(points), strict=True):
        assert (found == expected).all()
    for point in ((1, 1, 2, 1), (2, 2, 4, 1), (2, 3, 4, 1), (4, 1, 1, 1), (0, 0, 0, 0)):
        assert one.holds(point) is other.holds(point)


def test_whether_a_box_is_empty() -> None:
    for low, high in ((1, 2), (1, 1), (2, 1), (None, 1), ("1/3", "1/3")):
        box = Inputs.box([0, low], [1, high])
        assert Domain(box).empty is Domain(Inputs(2, tuple(box.inequalities))).empty
    twice = Ends(2, [(Fraction(-1), 0, Fraction(1)), (Fraction(0), 0, Fraction(-1))])
    assert Domain(Inputs(1, twice)).empty


def test_many_dimensions(tmp_path) -> None:
    """Of 40 labels in 3,000 dimensions, h >= 0: in little memory, as conditions have one number."""
    draw = np.random.default_rng(2)
    rows = np.hstack([draw.normal(size=(40, 1)), draw.gamma(0.3, size=(40, 3000))])
    rows = rows.astype(np.float32)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    inputs = Inputs.nonnegative(3000)
    domain = Domain(inputs)
    answers = list(answered(DyadicMatrix(rows), domain, every_label(40)))
    assert all(isinstance(outcome, IntegerWitness) for _, outcome in answers)
    path = str(tmp_path / "audit.npz")
    audit_certificate.save(path, rows, domain, answers, {})
    assert audit_certificate.recheck(path, rows).startswith("40 of 40 labels can be strictly first")
    with np.load(path) as parts:
        about = json.loads(parts["about"].tobytes())
    assert about["inputs"]["inequalities"][7] == ["0x0", 7, "0x1"]
    assert "inequalities" not in vars(inputs)
    assert "3000 inequalities" in repr(inputs)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 80 << 10  # kilobytes; 9 million numbers would be 72 MB, or more as objects
