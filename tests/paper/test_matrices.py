"""The algebra of matrices of any shape: what its rules prove, and that false identities are refuted
or left open, never proved.
"""

from __future__ import annotations

import pytest

from proofs.paper.algebra.matrices import Algebra


def test_traces_turn_and_transpose() -> None:
    algebra = Algebra({"A": "n d", "B": "d n"})
    A, B = algebra.letters("A B")
    assert (
        algebra.identity("tr(AB) = tr(B'A')", (A @ B).trace, (A.T @ B.T).trace).outcome == "holds"
    )
    assert algebra.identity("tr(AB) = tr(BB')", (A @ B).trace, (B @ B.T).trace).outcome == "fails"


def test_identity_matrices_of_different_sizes_have_different_traces() -> None:
    algebra = Algebra({"V": "p k"}, orthonormal="V")
    (V,) = algebra.letters("V")
    assert (
        algebra.identity("tr(VV') = k", (V @ V.T).trace, algebra.one("k").trace).outcome == "holds"
    )
    assert (
        algebra.identity(
            "tr(1_p) = tr(1_k)", algebra.one("p").trace, algebra.one("k").trace
        ).outcome
        == "fails"
    )
    assert algebra.identity("VV' = 1", V @ V.T, algebra.one("p")).outcome == "fails"


def test_diagonal_letters_commute_and_cancel() -> None:
    algebra = Algebra({"D": "k k", "E": "k k"}, diagonal="D E", invertible="D E")
    D, E = algebra.letters("D E")
    assert (
        algebra.identity("D E D⁻¹ E⁻¹ = 1", D @ E @ D.inv @ E.inv, algebra.one("k")).outcome
        == "holds"
    )
    assert algebra.identity("D E = D", D @ E, D).outcome == "fails"
    algebra = Algebra({"D": "k k", "D2": "k k"}, diagonal="D D2", invertible="D")
    D, D2 = algebra.letters("D D2")
    assert algebra.identity("D D2 D⁻¹ = D2", D @ D2 @ D.inv, D2).outcome == "holds"


def test_symmetric_letters_do_not_commute() -> None:
    algebra = Algebra({"D": "k k", "E": "k k"}, symmetric="D E")
    D, E = algebra.letters("D E")
    assert algebra.identity("(DE)' = ED", (D @ E).T, E @ D).outcome == "holds"
    assert algebra.identity("DE = ED", D @ E, E @ D).outcome == "fails"


def test_a_right_inverse_is_no_left_inverse() -> None:
    algebra = Algebra({"M": "r d", "N": "d r"}, one=["M N"])
    M, N = algebra.letters("M N")
    assert algebra.identity("M N M = M", M @ N @ M, M).outcome == "holds"
    assert algebra.identity("N M = 1", N @ M, algebra.one("d")).outcome == "fails"


def test_shapes_must_fit() -> None:
    algebra = Algebra({"A": "n d"})
    (A,) = algebra.letters("A")
    with pytest.raises(ValueError, match="shapes must fit"):
        A @ A
    with pytest.raises(ValueError, match="shapes must fit"):
        A + A.T
