"""Points on disk are those that were kept, from the file and before they are in the file."""

from __future__ import annotations

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic import spooled
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.dyadic.spooled import Kept, Packed, Points
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question


@pytest.mark.parametrize("part", [1, 2, 5, 100])
def test_points_are_those_that_were_kept(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spooled, "_PART", part)
    draw, points, given = np.random.default_rng(part), Points(3), list[tuple[int, ...]]()
    for turn in range(12):
        given.append(tuple(map(int, draw.integers(-(1 << 16), 1 << 16, size=3))))
        points.append(given[-1])
        assert [points.point(k) for k in range(len(given))] == given
        if turn % 5 == 0:
            assert points.table().tolist() == [list(point) for point in given]
    assert Points(4).table().shape == (0, 4)


def test_certificates_are_the_same(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """Of answers as they are, and of answers whose points are on disk."""
    monkeypatch.setattr(spooled, "_PART", 3)
    rows = np.random.default_rng(1).normal(size=(40, 4))
    domain = Domain(Inputs.nonnegative(3))
    scores = np.random.default_rng(2).uniform(size=(20, 3)) @ rows[:, 1:].T + rows[:, 0]
    asked = [Question("top", tuple(one[:3].tolist())) for one in np.argsort(-scores, axis=1)]
    asked += [Question("top", (k, (7 * k + 1) % 40)) for k in range(20)]
    answers = list(answered(DyadicMatrix(rows), domain, asked))
    long = IntegerWitness((1 << 40, *(x << 40 for x in (1, 1, 1))))
    kept = Kept(4)
    for pair in answers:
        kept.append(*pair)
    assert [x for _, x in kept] == [x for _, x in answers]
    assert {type(x) for _, x in kept if x.possible} == {Packed}
    assert kept[:2] == [kept[0], kept[1]]
    kept.append(Question("top", (0,)), long)
    assert kept[len(kept) - 1][1] is long
    one, other = tmp_path / "one.npz", tmp_path / "other.npz"
    audit_certificate.save(str(one), rows, domain, answers, {})
    audit_certificate.save(str(other), rows, domain, kept[:-1], {})
    with np.load(one) as first, np.load(other) as second:
        assert all((first[key] == second[key]).all() for key in first.files)
