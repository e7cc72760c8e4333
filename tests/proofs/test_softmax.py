"""Lemmas 3.2 and 3.3, and what becomes of them when they are broken."""

from __future__ import annotations

from proofs.claims.softmax import settle_cosine_after_translation


def test_a_wrong_translation_is_refuted_with_vectors_that_show_it() -> None:
    verdict = settle_cosine_after_translation(-1, lambda a, b: -(a + b) / 3)
    assert verdict.status == "refuted"
    assert "at a = (" in verdict.reason


def test_the_wrong_sign_is_refuted() -> None:
    verdict = settle_cosine_after_translation(-1, lambda a, b: -a + (b - a) / 2)
    assert verdict.status == "refuted"
    assert "negative multiple of |a−b|²: the factor is 3/4" in verdict.reason
