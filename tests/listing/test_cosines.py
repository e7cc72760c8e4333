"""Cosine matrices: exact entries, what is refused and why, and the patterns recovered from them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from arrangements import load
from arrangements.cli import app
from arrangements.errors import BadInput
from arrangements.layers.configuration import Configuration
from arrangements.listing.cosines import (
    CosineMatrix,
    load_cosines,
    patterns_from_cosines,
    rankings_from_difference_cosines,
)
from arrangements.listing.patterns import ranking_pattern, sign_pattern

PAPER = [
    "paper/C.1",
    "paper/C.2",
    "paper/C.3",
    "paper/5.5-model-1",
    "paper/5.5-model-2",
    "paper/H.1-A",
    "paper/H.1-B",
]


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
    "not symmetric": (
        [[1, "1/2"], ["1/3", 1]],
        r"must be symmetric, not 1/2 at \(1, 2\) and 1/3 at \(2, 1\)",
    ),
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
    with pytest.raises(
        BadInput, match=r"row must be non-zero to have cosines, not zero \(label 'b'\)"
    ):
        CosineMatrix.of(Configuration([[1], [0]], ["a", "b"]))


def test_a_dimension_that_is_too_small_is_refused() -> None:
    with pytest.raises(BadInput, match="rank must be at most 1, not 2"):
        CosineMatrix.from_cosines([[1, 0], [0, 1]], dimension=1)
    for dimension in (None, 2, 3):
        assert CosineMatrix.from_cosines([[1, 0], [0, 1]], dimension=dimension).rank == 2
        assert CosineMatrix.from_signed_squares([[1, 0], [0, 1]], dimension=dimension).rank == 2


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


INSTANCES = {
    **{
        name: name
        for name in [
            *PAPER,
            "cyclic:6x3",
            "cross-polytope:3",
            "threshold:2",
            "random:5x5:bound=3:seed=4",
        ]
    },
    "orthogonal blocks": [[1, 0, 0], [2, 1, 0], [0, 0, 3], [0, 0, -1], [1, -2, 0]],
    "all orthogonal": [[1, 0, 0], [0, 2, 0], [0, 0, 3]],
    "parallel and antiparallel": [[1, 2], [-2, -4], [3, 6], [1, 0]],
    "rank below the dimension": [[1, 2, 3], [-2, -4, -6], [2, 4, 6.5]],
    "two fields": [["sqrt(2)", 1], [1, "sqrt(3)"], [-1, "sqrt(2)"], [0, 2]],
    "a chain of orthogonal pairs": [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, -3]],
    "one label": [[-3]],
}


def configuration(name: str) -> Configuration:
    source = INSTANCES[name]
    return load(source) if isinstance(source, str) else Configuration(source)


@pytest.mark.parametrize("name", INSTANCES)
def test_the_cosines_alone_give_the_sign_pattern(name: str) -> None:
    c = configuration(name)
    assert patterns_from_cosines(CosineMatrix.of(c)) == sign_pattern(c, method="lp")


@pytest.mark.parametrize("name", INSTANCES)
def test_the_cosines_of_the_differences_alone_give_the_rankings(name: str) -> None:
    c = configuration(name)
    assert rankings_from_difference_cosines(
        CosineMatrix.of(c.differences()), c.labels
    ) == ranking_pattern(c, method="lp")


def test_a_name_of_the_catalogue_is_no_cosine_matrix() -> None:
    with pytest.raises(
        BadInput,
        match=r"must be in a file or on standard input, not the name 'paper/C\.1' of the catalogue",
    ):
        load_cosines("paper/C.1")


def test_rows_do_for_the_matrix_and_nothing_else_does() -> None:
    assert (
        len(
            rankings_from_difference_cosines(
                [[1, "1/2", "-1/2"], ["1/2", 1, "1/2"], ["-1/2", "1/2", 1]], "abc"
            )
        )
        == 6
    )
    for wrong in (5, "abc", [1, 2], None):
        with pytest.raises(BadInput, match="cosine matrix must be a list of rows"):
            patterns_from_cosines(wrong)
    with pytest.raises(BadInput, match="diagonal of a cosine matrix must be 1, not 2"):
        patterns_from_cosines([[2]])


def test_scaling_rows_changes_no_cosine_and_no_sign_pattern() -> None:
    c = load("paper/H.1-A")
    assert CosineMatrix.of(c) == CosineMatrix.of(c.scaled([1, 2, "1/3", "sqrt(2)", 7]))


@pytest.mark.parametrize(
    "labels",
    [
        ("1", "2", "3", "4"),
        ("a", "b", "c", "d"),
        ("cat", "dog", "owl", "fox"),
        ("-", "--", "a-b", "1"),
        ("x-1", "x-2", "x-1-2", "y"),
    ],
)
def test_labels_are_read_off_the_pairs(labels: tuple[str, ...]) -> None:
    c = Configuration([[0, 1], [2, 5], [1, 1], [7, 3]], labels)
    found = rankings_from_difference_cosines(CosineMatrix.of(c.differences()))
    assert len(found) == len(ranking_pattern(c))
    assert found == ranking_pattern(c)


def test_no_differences_at_all() -> None:
    assert list(rankings_from_difference_cosines(CosineMatrix.from_cosines([]), ["only"])) == [
        ("only",)
    ]


def test_cosines_of_no_differences_are_refused() -> None:
    """Three orthogonal vectors are differences of nothing: the first two would have to add up to
    the third.
    """
    orthogonal = CosineMatrix.from_cosines([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    with pytest.raises(BadInput, match="no lengths close the triangles"):
        rankings_from_difference_cosines(orthogonal)
    # In the plane lengths exist, but one of them would be negative.
    c = Configuration([[1, 0], [1, 1], [-1, 0]])
    with pytest.raises(BadInput, match="no lengths close the triangles"):
        rankings_from_difference_cosines(CosineMatrix.of(c))


def test_the_number_of_differences_must_be_triangular() -> None:
    four = CosineMatrix.of(Configuration([[1], [2], [3], [4]]))
    with pytest.raises(BadInput, match=r"n\(n-1\)/2 rows for some n, not 4"):
        rankings_from_difference_cosines(four)
    with pytest.raises(BadInput, match="= 6 rows for 4 labels, not 4"):
        rankings_from_difference_cosines(four, ["a", "b", "c", "d"])


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    st.integers(1, 3).flatmap(
        lambda d: st.lists(
            st.lists(st.integers(-3, 3), min_size=d, max_size=d), min_size=1, max_size=5
        )
    )
)
def test_small_integer_rows(rows: list[list[int]]) -> None:
    c = Configuration(rows)
    if not c.zero_rows:
        assert patterns_from_cosines(CosineMatrix.of(c)) == sign_pattern(c)
    if not c.equal_groups:
        assert rankings_from_difference_cosines(
            CosineMatrix.of(c.differences()), c.labels
        ) == ranking_pattern(c)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["cosines", *arguments])


def test_the_command_prints_cosines_and_what_they_determine() -> None:
    result = run("paper/C.3")
    assert result.exit_code == 0
    assert "6 x 6 cosine matrix of rank 2" in result.stdout
    assert "-161/200" in result.stdout
    assert result.stdout.endswith("6 sign vectors, from the cosines alone\n")


def test_the_command_reads_back_what_it_prints(tmp_path: Path) -> None:
    for option, key in (([], "cosines"), (["--signed-squares"], "signed_squares")):
        report = json.loads(run("paper/5.5-model-2", "--differences", "--json", "--list").stdout)
        (tmp_path / "matrix.json").write_text(
            json.dumps({"rows": report[key], "labels": report["labels"]})
        )
        again = json.loads(
            run(
                str(tmp_path / "matrix.json"),
                "--matrix",
                "--differences",
                "--json",
                "--list",
                *option,
            ).stdout
        )
        assert again == report
        assert report["count"] == len(report["members"]) == 28


def test_the_command_refuses_what_is_no_cosine_matrix(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("1,1/2\n1/3,1\n")
    result = run(str(tmp_path / "c.csv"), "--matrix")
    assert isinstance(result.exception, BadInput)
    assert "must be symmetric" in str(result.exception)
