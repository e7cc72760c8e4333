"""Certificates of whole patterns and of pairs."""

from __future__ import annotations

import pytest

from arrangements import BadInput, Configuration, certify_pair, certify_pattern, load
from arrangements.layers.questions.parser import question_of
from tests.published import published

LINE, TURNED = Configuration([[1], [2], [3]]), Configuration([[2], [1], [3]])


@pytest.mark.parametrize(
    ("same", "differ"),
    [
        ("cosines", "ranking pattern"),
        ("cosines", "top of 2"),
        ("cosines", "top set of 1"),
        ("cosines", "difference cosines"),
        ("cosines", "difference chirotope"),
        ("cosines", "gram"),
        ("cosines", "norms"),
        ("cosines", "rows"),
        ("chirotope", "centred chirotope"),
        ("sign pattern", "centred rows"),
        ("sign pattern", "tie of 2"),
        ("regions", "difference norms"),
        ("difference regions", "difference gram"),
    ],
)
def test_three_numbers_on_a_line(same: str, differ: str) -> None:
    """1, 2, 3 against 2, 1, 3: what the first of the two invariants does not see, the second
    does.
    """
    if differ == "tie of 2":
        with pytest.raises(BadInput, match="configurations must differ in tie of 2"):
            certify_pair(LINE, TURNED, same, differ)
        return
    certify_pair(LINE, TURNED, same, differ).check()


@pytest.mark.parametrize(
    "same",
    [
        "top of 1",
        "top set of 2",
        "top set of any",
        "tie of 2",
        "sign pattern",
        "chirotope",
        "regions",
        "difference regions",
    ],
)
def test_theorem_h1_by_other_names(same: str) -> None:
    a, b = load("paper/H.1-A"), load("paper/H.1-B")
    pair = certify_pair(a, b, same, "ranking pattern")
    assert pair.question["differ"] == {"kind": "ranking", "labels": ["1", "4", "3", "5", "2"]}
    assert pair.answer == (False, True)
    asked = question_of("ranking", a.labels, "4>1>3>2>5")
    assert certify_pair(a, b, same, asked).answer == (True, False)


@pytest.mark.parametrize(
    ("first", "second", "same", "differ", "error", "message"),
    [
        (LINE, Configuration([[1], [2]]), "cosines", "rows", BadInput, "must have the same labels"),
        (
            LINE,
            TURNED,
            "beauty",
            "rows",
            BadInput,
            "invariant must be one of rows, gram, .*, tie of 2, not 'beauty'",
        ),
        (
            LINE,
            TURNED,
            "cosines",
            "beauty",
            BadInput,
            "invariant must be one of rows, gram, .*, tie of 2, not 'beauty'",
        ),
        (LINE, TURNED, "top of 0", "rows", BadInput, "invariant must be one of .*, not 'top of 0'"),
        (LINE, TURNED, "cosines", "top of 4", BadInput, "must differ in top of 4"),
        (
            LINE,
            TURNED,
            "tie of any",
            "rows",
            BadInput,
            "invariant must be one of .*, not 'tie of any'",
        ),
        (
            LINE,
            TURNED,
            "top set of any",
            "rows",
            BadInput,
            "must agree in top set 1 to have the same top set of any",
        ),
        (LINE, TURNED, "tie of 3", "rows", BadInput, "invariant must be one of .*, not 'tie of 3'"),
        (LINE, TURNED, "ranking pattern", "rows", BadInput, "must have the same ranking pattern"),
        (
            LINE,
            TURNED,
            "top of 2",
            "rows",
            BadInput,
            "must agree in top 1>2 to have the same top of 2",
        ),
        (
            LINE,
            TURNED,
            "gram",
            "rows",
            BadInput,
            "configurations must make a pair: the gram must be equal",
        ),
        (
            LINE,
            TURNED,
            "cosines",
            "chirotope",
            BadInput,
            "configurations must make a pair: the chirotope must differ",
        ),
        (LINE, TURNED, "cosines", "sign pattern", BadInput, "must differ in sign pattern"),
        (
            LINE,
            TURNED,
            "cosines",
            question_of("argmax", LINE.labels, "3"),
            BadInput,
            "must differ in argmax 3, not both answer yes",
        ),
        (
            LINE,
            Configuration([[0], [2], [3]]),
            "cosines",
            "rows",
            BadInput,
            "cosines must be of non-zero rows",
        ),
        (
            Configuration([["sqrt(2)"]]),
            Configuration([["sqrt(3)"]]),
            "cosines",
            "rows",
            BadInput,
            "must be in one number field",
        ),
    ],
)
def test_no_pair(
    first: Configuration,
    second: Configuration,
    same: str,
    differ,
    error: type[Exception],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        certify_pair(first, second, same, differ)


@pytest.mark.parametrize("same", ["top of 2", "top set of 3", "top of any", "tie of 2"])
def test_few_labels_leave_nothing_to_ask(same: str) -> None:
    """Every name that is documented may be asked of every number of labels; one label has no
    ties.
    """
    for differ in ("rows", "gram"):
        pair = certify_pair(Configuration([[1]]), Configuration([[2]]), same, differ)
        pair.check()
        assert len(pair.evidence["same"]) == (same == "top of any")


def test_a_pair_of_a_rational_and_an_irrational_configuration() -> None:
    pair = certify_pair(LINE, Configuration([["sqrt(2)"], [1], [3]]), "cosines", "ranking pattern")
    problems = pair.to_json()["problems"]
    assert [part["configuration"]["field"] for part in problems] == [  # type: ignore[attr-defined]
        {"polynomial": ["-2", "0", "1"], "interval": ["1", "2"]}
    ] * 2


def test_whole_patterns_are_complete_or_refused() -> None:
    with pytest.raises(
        BadInput,
        match="pattern must be one of sign pattern, ranking pattern, covectors, weak rankings, not 'all'",
    ):
        certify_pattern(LINE, "all")
    assert certify_pattern(load("threshold:4")).answer == published("topes")["threshold:4"]
    assert (
        certify_pattern(load("paper/5.5-model-2"), "ranking pattern")
        .check()
        .startswith('{"kind": "ranking pattern"} has the answer 28')
    )
