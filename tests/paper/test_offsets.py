"""The claims about offsets, and the same functions on what is not so."""

from __future__ import annotations

import pytest

from arrangements import Configuration
from proofs.paper.claims import offsets_map
from proofs.paper.claims.offsets import CLAIMS, prove_apart, prove_signs


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_the_claim_is_proved(claim) -> None:
    assert claim.prove().status == "proved"
    assert claim.owner == "ours"


def test_every_pair_of_the_map_has_a_verdict() -> None:
    verdict = offsets_map.prove()
    assert (verdict.status, len(verdict.steps)) == ("proved", 42)


def test_the_map_notices_a_wrong_arrow_and_a_missing_one() -> None:
    wrong = offsets_map.prove({**offsets_map.ARROWS, ("S", "R"): "hearsay"})
    assert wrong.status == "refuted"
    assert "S determines R: but not for logits" in wrong.reason
    fewer = {
        pair: reason for pair, reason in offsets_map.ARROWS.items() if pair != ("C(e_0, V)", "S")
    }
    assert offsets_map.prove(fewer).status == "not settled"


def test_the_other_side_of_e_0_gives_other_sign_vectors() -> None:
    verdict = prove_signs(positive=-1)
    assert verdict.status == "refuted"
    assert "the layer of the first screen" in verdict.reason


def test_layers_with_equal_patterns_are_no_witness() -> None:
    first = Configuration([[1], [1]], bias=[0, 1])
    assert prove_apart(first, Configuration([[1], [1]], bias=[0, 1])).status == "refuted"
    assert prove_apart(first, Configuration([[1], [-4]], bias=[1, 2])).status == "refuted"
