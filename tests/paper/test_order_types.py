"""The claim on order types: what is computed can fail, and every type with two R's has its
certificate.
"""

from __future__ import annotations

import pytest

from arrangements.proof.certificates import recheck
from proofs.paper.claims import order_types
from proofs.search.determinations import order_types as theorem


def test_proved_with_a_certificate_for_each_other_type() -> None:
    verdict = order_types.prove({3: 1, 4: 2, 5: 3})
    assert verdict.status == "proved"
    files = [attachment for step in verdict.steps for attachment in step.attachments]
    assert len(files) == (3 - 2) + (11 - 3)
    assert len({attachment.name for attachment in files}) == len(files)
    for attachment in files:
        assert '"pair"' in attachment.content
        recheck(attachment.content)


@pytest.mark.parametrize("numbers", [{3: 0}, {4: 1}, {5: 4}])
def test_other_numbers_are_refuted(numbers: dict[int, int]) -> None:
    verdict = order_types.prove(numbers)
    assert verdict.status == "refuted"
    assert "points" in verdict.reason


def test_another_criterion_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the hull is a triangle is not enough."""
    monkeypatch.setattr(theorem, "only_one", lambda chi: len(chi.extreme) == 3)
    monkeypatch.setattr(order_types, "only_one", lambda chi: len(chi.extreme) == 3)
    assert order_types.prove({5: 3}).status == "refuted"
