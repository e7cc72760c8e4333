"""Cosine matrices: exact entries, what is refused and why, and the patterns recovered from them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from arrangements import load
from arrangements.configuration import Configuration
from arrangements.cosines import CosineMatrix, load_cosines
from arrangements.errors import BadInput

PAPER = ["paper/C.1", "paper/C.2", "paper/C.3", "paper/5.5-model-1", "paper/5.5-model-2", "paper/H.1-A", "paper/H.1-B"]


@pytest.mark.parametrize("name", PAPER)
def test_radicals_and_signed_squares_are_the_same_matrix(name: str) -> None:
    matrix = CosineMatrix.of(load(name))
    cosines = [[matrix.cosine(i, j) for j in range(matrix.n)] for i in range(matrix.n)]
    assert CosineMatrix.from_cosines(cosines, matrix.labels) == matrix
    assert CosineMatrix.from_signed_squares(matrix.signed_squares, matrix.labels) == matrix


@pytest.mark.parametrize("name", PAPER)
def test_the_rank_is_that_of_the_rows(name: str) -> None:
    assert CosineMatrix.of(load(name)).rank == load(name).rank


def test_a_representative_of_rational_rows_is_rational() -> None:
    matrix = CosineMatrix.of(load("random:8x4:bound=9:seed=3"))
    assert matrix.representative.field is None
    # Positive scaling of rows and columns keeps all cosines' signs and zeros.
    assert matrix.representative.rank == 4


def test_zero_cosines_split_the_labels_into_components() -> None:
    rows = [[1, 0, 0], [2, 1, 0], [0, 0, 3], [0, 0, -1], [1, -2, 0]]
    matrix = CosineMatrix.of(Configuration(rows))
    assert matrix.representative.rank == 3
    assert matrix.cosine(2, 3) == -1


def test_no_labels_and_one_label() -> None:
    assert CosineMatrix.from_cosines([]).rank == 0
    assert CosineMatrix.from_cosines([[1]]).rank == 1


REFUSED = {
    "not square": ([[1, 0]], "must be square"),
    "not symmetric": ([[1, "1/2"], ["1/3", 1]], r"must be symmetric, not 1/2 at \(1, 2\) and 1/3 at \(2, 1\)"),
    "diagonal": ([[1, 0], [0, "1/2"]], "diagonal of a cosine matrix must be 1, not 1/2"),
    "negative diagonal": ([[-1, 0], [0, 1]], "diagonal of a cosine matrix must be 1, not -1"),
    "beyond 1": ([[1, 2], [2, 1]], "must lie between -1 and 1, not 2"),
    "not semidefinite": (
        [[1, "-3/5", "-3/5"], ["-3/5", 1, "-3/5"], ["-3/5", "-3/5", 1]],
        r"positive semidefinite, not with a negative minor \(labels '1', '2', '3'\)",
    ),
    "zero pivot": ([[1, 1, 0], [1, 1, "1/2"], [0, "1/2", 1]], "negative minor"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_matrix_that_is_no_cosine_matrix_is_refused(case: str) -> None:
    rows, reason = REFUSED[case]
    with pytest.raises(BadInput, match=reason):
        CosineMatrix.from_cosines(rows)


def test_a_zero_row_has_no_cosines() -> None:
    with pytest.raises(BadInput, match=r"row must be non-zero to have cosines, not zero \(label 'b'\)"):
        CosineMatrix.of(Configuration([[1], [0]], ["a", "b"]))


def test_a_dimension_that_is_too_small_is_refused() -> None:
    with pytest.raises(BadInput, match="rank must be at most 1, not 2"):
        CosineMatrix.from_cosines([[1, 0], [0, 1]], dimension=1)


def test_files_hold_cosines_or_signed_squares(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("1,sqrt(2)/2\nsqrt(2)/2,1\n")
    (tmp_path / "q.csv").write_text("1,1/2\n1/2,1\n")
    expected = ((Fraction(1), Fraction(1, 2)), (Fraction(1, 2), Fraction(1)))
    assert load_cosines(str(tmp_path / "c.csv")).signed_squares == expected
    assert load_cosines(str(tmp_path / "q.csv"), signed_squares=True).signed_squares == expected


def test_a_refusal_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("1,2\n2,1\n")
    with pytest.raises(BadInput, match=r"not 2 \(labels '1', '2'\) \(.*c\.csv\)"):
        load_cosines(str(tmp_path / "c.csv"))
