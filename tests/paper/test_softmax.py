"""Lemmas 3.1 to 3.3, theorem 3.4, appendices D and E.1: proved, and refuted with a readable reason
when they are broken.
"""

from __future__ import annotations

import pytest

from proofs.paper.claims import find, measures, sigmoid, softmax
from proofs.paper.verdicts.claim import Verdict


@pytest.mark.parametrize(
    "id", ["lemma-3.1", "lemma-3.2", "lemma-3.3", "theorem-3.4", "appendix-D", "word2vec-E.1"]
)
def test_proved_for_all_real_inputs(id: str) -> None:
    verdict = find(id).prove()
    assert (verdict.status, verdict.reason) == ("proved", "")
    assert verdict.scope.startswith("all real")


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (softmax.prove_cosine_after_translation(-1, lambda a, b: -(a + b) / 3), "at a = ("),
        (
            softmax.prove_cosine_after_translation(-1, lambda a, b: -a + (b - a) / 2),
            "negative multiple of |a−b|²: the factor is 3/4",
        ),
        (
            softmax.prove_lemma_3_1(every_label_moves=False),
            "differ at E = 1, R = 1, C = 2: 2/3 against 1/2",
        ),
        (measures.prove(inputs_rescaled=False), "(t U)(x / t) = U x: differ for U = [1], x = [1]"),
        (sigmoid.prove(lambda E: E / (2 + E)), "differ at E = 1: 1/3 against 2/3"),
    ],
)
def test_a_broken_claim_is_refuted_with_an_example(broken: Verdict, reason: str) -> None:
    assert broken.status == "refuted"
    assert reason in broken.reason
