"""Theorems 5.5, 5.6 and H.1, argmax-G.1 and the counts: settled as stated, and refuted for a
readable reason when broken on purpose.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrangements import load, recheck
from arrangements.layers.configuration import Configuration
from proofs.paper.claims import argmax, counting, find, spans, theorem_5_5, theorem_h_1
from proofs.paper.claims.hulls import facets, smallest_face
from tests.published import published


def with_entry(c: Configuration, i: int, j: int, value: object) -> Configuration:
    rows = [list(row) for row in c.rows]
    rows[i][j] = value  # type: ignore[call-overload]
    return Configuration(rows, c.labels)


@pytest.mark.parametrize("id", ["theorem-5.5", "theorem-5.6", "theorem-H.1", "lemma-5.3"])
def test_as_stated(id: str) -> None:
    verdict = find(id).prove()
    assert (verdict.status, verdict.reason) == ("proved", "")


@pytest.mark.parametrize("id", ["theorem-5.5", "theorem-H.1"])
def test_certificates_are_accepted(id: str) -> None:
    attachments = [attachment for step in find(id).prove().steps for attachment in step.attachments]
    assert any("pair" in attachment.name for attachment in attachments)
    assert len({attachment.name for attachment in attachments}) == len(attachments)
    for attachment in attachments:
        recheck(attachment.content)


def test_a_rational_stand_in_for_the_square_root_of_two_is_noticed() -> None:
    """With 7/5 for sqrt(2) the labels are no longer at 45 degrees, nor on the circle."""
    models = []
    for name in ("paper/5.5-model-1", "paper/5.5-model-2"):
        c = load(name)
        models.append(Configuration([list(map(_rational, row)) for row in c.rows], c.labels))
    verdict = theorem_5_5.prove(*models)
    assert verdict.status == "refuted"
    assert "the field of the coordinates is Q;" in verdict.reason
    assert "label 2 is (7/2, 7/2), not (5*sqrt(2)/2, 5*sqrt(2)/2)" in verdict.reason


def _rational(x: object):  # type: ignore[no-untyped-def]
    a, b = getattr(x, "coefficients", (x, 0))
    return a + b * Fraction(7, 5)


def test_the_second_model_needs_the_short_label() -> None:
    model = load("paper/5.5-model-1")
    verdict = theorem_5_5.prove(model, model)
    assert verdict.status == "refuted"
    assert (
        "label 3 is not an argmax label of model 2: possible, with a checked witness"
        in verdict.reason
    )


def test_cosines_of_the_rows_do_not_do_for_theorem_5_6() -> None:
    verdict = spans.prove_theorem_5_6(view=lambda c: c)
    assert verdict.status == "refuted"
    assert (
        "the models of theorem 5.5 have the same cosine matrix, and the ranking" in verdict.reason
    )


def test_a_swapped_entry_in_h_1_separates_the_sign_patterns() -> None:
    a = load("paper/H.1-A")
    verdict = theorem_h_1.prove(with_entry(with_entry(a, 2, 1, a.rows[3][1]), 3, 1, a.rows[2][1]))
    assert verdict.status == "refuted"
    assert "S(A) = S(B): only in S(A): " in verdict.reason


def test_argmax_with_three_methods() -> None:
    verdict = argmax.prove(
        names=[
            "paper/C.2",
            "paper/5.5-model-2",
            "points on a line",
            "two equal rows at a corner",
            "rank 0",
        ]
    )
    assert (verdict.status, verdict.reason) == ("proved", "")


def test_a_third_row_on_the_segment_breaks_argmax() -> None:
    verdict = argmax.prove(strictly=False, names=["points on a line"])
    assert verdict.status == "refuted"
    assert "labels 1 and 2: programs say no, hull say yes" in verdict.reason


def test_faces_of_degenerate_hulls() -> None:
    assert facets(Configuration([[5]])) == set()
    assert facets(Configuration([[0], [0]])) == set()
    assert facets(Configuration([[1, 1], [3, 0]])) == {frozenset({0}), frozenset({1})}
    assert smallest_face(Configuration([[0], [1], [2]]), (0, 1)) == {0, 1, 2}


def test_counts_in_general_position() -> None:
    for n, row in published("generic_rankings").items():
        assert tuple(counting.cover_rankings(int(n), d) for d in range(1, int(n))) == row
    assert tuple(counting.cover_signs(5, d) for d in range(1, 6)) == published("generic_topes")["5"]


@pytest.mark.parametrize("id", ["counting-5.1", "counting-5.2", "argmax-G.1"])
def test_counts_and_ties_as_stated(id: str) -> None:
    verdict = find(id).prove()
    assert (verdict.status, verdict.reason) == ("proved", "")
