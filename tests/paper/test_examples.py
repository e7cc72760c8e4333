"""Examples C.1 to C.3: settled as stated, and refuted when a number of the example is changed."""

from __future__ import annotations

import pytest

from arrangements import load, recheck
from arrangements.layers.configuration import Configuration
from proofs.paper.claims import examples, find


@pytest.mark.parametrize("id", ["example-C.1", "example-C.2", "example-C.3"])
def test_as_stated(id: str) -> None:
    verdict = find(id).prove()
    assert (verdict.status, verdict.reason) == ("proved", "")


@pytest.mark.parametrize("id", ["example-C.2", "example-C.3"])
def test_certificates_are_attached_and_accepted(id: str) -> None:
    attachments = [attachment for step in find(id).prove().steps for attachment in step.attachments]
    assert attachments
    assert len({attachment.name for attachment in attachments}) == len(attachments)
    for attachment in attachments:
        recheck(attachment.content)


def test_another_entry_in_c_1_changes_the_cosine() -> None:
    rows = [list(row) for row in load("paper/C.1").rows]
    rows[0][0] = rows[0][0] * 2
    verdict = examples.prove_c_1(Configuration(rows, load("paper/C.1").labels))
    assert verdict.status == "refuted"
    assert "cos(0, 1) = 4/5: cos(0, 1) =" in verdict.reason


def test_shrinking_label_3_in_c_2_takes_it_from_the_top() -> None:
    c = load("paper/C.2")
    verdict = examples.prove_c_2(c.scaled([1, 1, 1, "1/2", 1]))
    assert verdict.status == "refuted"
    assert (
        "labels 2 and 3 can tie for the top: impossible, with a checked refutation"
        in verdict.reason
    )
