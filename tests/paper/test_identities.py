"""Claims proved by identities between matrices of any shape, and what becomes of them when a
hypothesis is dropped.
"""

from __future__ import annotations

import pytest

from proofs.paper.algebra.matrix_symbols import Letters
from proofs.paper.algebra.minors import cauchy_binet
from proofs.paper.claims import factorisation, find, spans


@pytest.mark.parametrize("id", ["proposition-E.2", "theorem-5.6", "mf-1", "mf-2", "mf-3"])
def test_proved_for_all_real_inputs(id: str) -> None:
    verdict = find(id).prove()
    assert (verdict.status, verdict.reason) == ("proved", "")
    assert verdict.scope.startswith("all real")


@pytest.mark.parametrize(
    ("id", "count"), [("proposition-E.2", 2), ("lemma-5.3", 7), ("theorem-5.6", 7)]
)
def test_steps_about_matrices_are_those_of_sympy_too(id: str, count: int) -> None:
    steps = [step for step in find(id).prove().steps if "SymPy" in step.detail]
    assert len(steps) == count
    assert all(step.outcome == "holds" and "SymPy: both are" in step.detail for step in steps)


def test_a_step_that_sympy_does_not_confirm_is_open() -> None:
    letters = Letters()
    letters.theirs.N = letters.theirs.M.T  # no right inverse
    step = letters.decide("N' M' z = z", lambda s: (s.N.T @ (s.M.T @ s.z), s.z))
    assert step.outcome == "open"
    assert step.detail == "both sides reduce to z; SymPy leaves M*M.T*z and z"


def test_lemma_5_3_without_positive_factors_is_refuted() -> None:
    verdict = spans.prove_lemma_5_3(row_factors=(1, -1), largest_dimension=2)
    assert verdict.status == "refuted"
    assert "S goes from {--, ++} to {-+, +-}" in verdict.reason


def test_lemma_5_3_says_how_far_it_was_expanded() -> None:
    verdict = spans.prove_lemma_5_3(largest_dimension=3)
    assert verdict.status == "proved"
    assert any("d ≤ 3" in finding for finding in verdict.findings)


def test_the_minors_identity_needs_every_subset() -> None:
    assert cauchy_binet(2, 3, drop=(0, 2)).outcome == "fails"


def test_rescaling_without_the_inverse_is_refuted() -> None:
    verdict = factorisation.prove_mf_1(inverse=False)
    assert verdict.status == "refuted"
    assert "differ for" in verdict.reason


def test_without_the_penalty_on_items_the_optimum_is_not_balanced() -> None:
    verdict = factorisation.prove_mf_3(penalise_items=False)
    assert verdict.status == "refuted"
    assert "half its gradient in B" in verdict.reason


@pytest.mark.parametrize("id", ["mf-1", "mf-2", "mf-3"])
def test_side_conditions_are_stated_as_missing_from_the_source(id: str) -> None:
    assert find(id).needs
