"""Certificates of whole audits: accepted as they are written, by both checkers, and refused when
anything in them is changed.
"""

import json
import random
import shutil
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.as_certificate import certificate_of
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.errors import CertificateRefused, MalformedCertificate
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, every_label
from tests.decide.batches.test_winners import polyhedra, weak_ranking
from tests.seeds import few


def audited(rows, inputs, questions=None):
    domain = Domain(inputs)
    labels = [f"label {i}" for i in range(len(rows))]
    return (
        domain,
        labels,
        list(
            answered(
                DyadicMatrix(rows),
                domain,
                every_label(len(labels)) if questions is None else questions,
            )
        ),
    )


@pytest.mark.parametrize("seed", few(12, 6))
def test_written_and_accepted(seed, tmp_path):
    print("seed", seed)
    draw = random.Random(seed)
    d, n = draw.randint(1, 3), draw.randint(2, 7)
    rows = np.array([[draw.choice([-2, -1, 0, 0.5, 1, 3]) for _ in range(d + 1)] for _ in range(n)])
    path = str(tmp_path / "audit.npz")
    mixed = [
        Question("signs", tuple(draw.choice((-1, 0, 1, 2)) for _ in range(n))) for _ in range(4)
    ]
    mixed += [weak_ranking(draw, n), weak_ranking(draw, n)]
    for kind in ("top", "top set", "ranking", "tie", "tie"):
        value = tuple(draw.sample(range(n), 2 if kind == "tie" else draw.randint(1, n)))
        mixed.append(Question(kind, value))
    for inputs in polyhedra(draw, d):
        for questions in (None, mixed):
            domain, labels, answers = audited(rows, inputs, questions)
            audit_certificate.save(path, rows, domain, answers, {"weights": "a name"})
            yes = sum(isinstance(outcome, IntegerWitness) for _, outcome in answers)
            assert audit_certificate.recheck(path, rows).startswith(f"{yes} of {len(answers)} ")
            for answer in answers:
                assert certificate_of(rows, labels, domain, [answer]).answer is isinstance(
                    answer[1], IntegerWitness
                )


def test_long_points_and_nearly_equal_rows(tmp_path):
    # Only very far away, or by very little: bulk cannot conclude.
    rows = np.array(
        [[0.0, 1, 1], [0, 1, np.nextafter(1.0, 2)], [1e9, 0, 0], [0, 0.5, 0.5], [0, -1, 2.0**-40]]
    )
    domain, _, answers = audited(rows, Inputs.nonnegative(2))
    path = str(tmp_path / "audit.npz")
    audit_certificate.save(path, rows, domain, answers, {})
    assert [isinstance(outcome, IntegerWitness) for _, outcome in answers] == [
        False,
        True,
        True,
        False,
        False,
    ]
    assert audit_certificate.recheck(path, rows).startswith(
        "2 of 5 labels can be strictly first, 3 never"
    )


def changed(path, **parts):
    with np.load(path) as old:
        kept = {key: old[key] for key in old.files}
    for key, change in parts.items():
        if key in ("about", "rest"):
            value = json.loads(kept[key].tobytes())
            change(value)
            kept[key] = np.frombuffer(json.dumps(value, separators=(",", ":")).encode(), np.uint8)
        else:
            kept[key] = change(kept[key])
    np.savez(path, **kept)


def _weights(rest):
    return next(value["comparisons"] for value in rest.values() if "comparisons" in value)


def _negative(rest):
    _weights(rest)[0][1] = "-0x1"


def _heavier(rest):
    _weights(rest)[0][1] = hex(int(_weights(rest)[0][1], 16) + 1)


def _no_weights(rest):
    for value in rest.values():
        value.update(comparisons=[], inputs=[])


def _other_input(about):
    about["inputs"]["inequalities"][0] = ["-0x64", "0x1", "0x0"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"points": lambda points: points[::-1].copy()}, CertificateRefused),
        ({"points": lambda points: points * np.array([1, -1, 1], np.int32)}, CertificateRefused),
        ({"points": lambda points: points * 0}, CertificateRefused),
        ({"points": lambda points: points[:, :2]}, MalformedCertificate),
        ({"points": lambda points: points.astype(np.float64)}, MalformedCertificate),
        ({"holder": lambda holder: holder[:-1]}, MalformedCertificate),
        ({"holder": lambda holder: holder * 0 + 99}, MalformedCertificate),
        ({"holder": lambda holder: holder * 0 - 1}, MalformedCertificate),
        ({"rest": _negative}, CertificateRefused),
        ({"rest": _heavier}, CertificateRefused),
        ({"rest": _no_weights}, CertificateRefused),
        ({"rest": dict.clear}, MalformedCertificate),
        ({"about": lambda about: about.update(weights="0" * 64)}, CertificateRefused),
        ({"about": lambda about: about.update(version=2)}, MalformedCertificate),
        ({"about": _other_input}, CertificateRefused),
    ],
)
def test_changed_and_refused(change, error, tmp_path):
    rows = np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5], [1, 0.25, 0.75]])
    path = str(tmp_path / "audit.npz")
    domain, _, answers = audited(rows, Inputs.box([-1, None], [None, 5]))
    audit_certificate.save(path, rows, domain, answers, {})
    assert any(isinstance(outcome, IntegerRefutation) for _, outcome in answers)
    audit_certificate.recheck(path, rows)
    changed(path, **change)
    with pytest.raises(error, match="certificate must"):
        audit_certificate.recheck(path, rows)


def test_other_rows_are_refused(tmp_path):
    rows = np.array([[0.0, 2.0], [0, 1], [0, -1]])
    domain, _, answers = audited(rows, Inputs(1))
    path = str(tmp_path / "audit.npz")
    audit_certificate.save(path, rows, domain, answers, {})
    with pytest.raises(CertificateRefused, match="about these rows"):
        audit_certificate.recheck(path, rows * 2)


def test_checker_runs_alone(tmp_path):
    """A copy of the file, in a process that cannot see the package."""
    rows = np.array([[0.0, 2.0], [0, 1], [0, -1]], np.float32)
    domain, _, answers = audited(rows, Inputs(1))
    audit_certificate.save(
        str(tmp_path / "audit.npz"), rows.astype(np.float64), domain, answers, {}
    )
    np.save(tmp_path / "rows.npy", rows)
    shutil.copy(checker.__file__, tmp_path / "checker.py")
    done = subprocess.run(
        [sys.executable, "-I", "checker.py", "audit.npz", "rows.npy"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout[:50]) == (
        0,
        "accepted: 2 of 3 labels can be strictly first, 1 n"[:50],
    )
    np.save(tmp_path / "rows.npy", rows + 1)
    assert (
        subprocess.run(
            [sys.executable, "-I", "checker.py", "audit.npz", "rows.npy"],
            cwd=tmp_path,
            capture_output=True,
        ).returncode
        == 1
    )
    assert (
        subprocess.run(
            [sys.executable, "-I", "checker.py", "none.npz", "rows.npy"],
            cwd=tmp_path,
            capture_output=True,
        ).returncode
        == 2
    )


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i4"])
def test_bulk_products_of_the_checker(kind):
    """The rounded rows never exceed the bound, and the rest of every product is below the sum of
    the point.
    """
    draw = np.random.default_rng(7)
    for scale in (-3, 0, 3):
        rows = (draw.normal(size=(6, 4)) * 10.0**scale).astype(kind).astype(np.float64)
        exact = checker.Exact(rows)
        tops = np.trunc(np.ldexp(rows, exact.unit(1 << 17)))
        assert int(np.abs(tops).sum(axis=1).max()) << 17 <= checker.LIMIT
        largest = int(np.abs(tops).sum(axis=1).max())
        assert kind != "f8" or largest >= 1 << 30  # and it is not coarser than it must be
        for i, row in enumerate(rows.tolist()):
            assert [Fraction(x, 2**exact.power) for x in exact.integers(i)] == [
                Fraction(x) for x in row
            ]
