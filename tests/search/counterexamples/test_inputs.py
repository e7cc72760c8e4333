"""Counter-examples among layers whose inputs come from a polyhedron."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from arrangements import Configuration, Inputs, decide_argmax
from arrangements.cli import app
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pair
from arrangements.errors import BadInput
from arrangements.layers.questions.parser import question_of
from arrangements.proof.certificates import recheck
from proofs.search.invariants.inputs import on_inputs
from proofs.search.invariants.table import find


def run(*arguments: str):
    return CliRunner().invoke(app, ["counterexample", *arguments, "--quiet"])


@pytest.mark.parametrize("question", ["C -> S", "G -> S", "C -> argmax", "C -> top-2 orders"])
def test_rotations_show_on_the_orthant(question: str, tmp_path) -> None:
    path = tmp_path / "pair.json"
    result = run(question, "--inputs", "nonnegative", "--output", str(path))
    assert result.exit_code == 0
    assert "accepted" not in result.stdout
    assert '"pair"' in recheck(path.read_text(encoding="utf-8"))


def test_what_a_pair_says_is_so() -> None:
    asked = ("C -> argmax", "--inputs", "h >= -1/2", "--labels", "3", "--dim", "1", "--json")
    found = json.loads(run(*asked).stdout)["pairs"][0]
    first, second = (Configuration(found[name]) for name in ("first", "second"))
    (label,) = found["difference"]["labels"]
    inputs = Inputs.at_least("-1/2", found["d"])
    assert find("C").key(first) == find("C").key(second)
    answers = [decide_argmax(c, label, inputs=inputs)[0] for c in (first, second)]
    assert answers == [found["difference"]["first"], found["difference"]["second"]]
    assert answers[0] is not answers[1]


def test_pairs_of_layers_must_share_their_offsets() -> None:
    first, second = Configuration([[1], [1]], bias=[1, 2]), Configuration([[1], [4]], bias=[1, 2])
    pair = certify_pair(first, second, "cosines", question_of("signs", first.labels, "-+"))
    assert pair.answer == (True, False)
    assert recheck(pair.to_text())
    with pytest.raises(BadInput, match="same offsets"):
        certify_pair(
            first,
            Configuration([[1], [4]], bias=[1, 3]),
            "cosines",
            question_of("signs", first.labels, "-+"),
        )
    with pytest.raises(BadInput, match="differ in a question"):
        certify_pair(first, second, "cosines", "sign pattern")


def test_what_inputs_cannot_confine_is_refused_or_left_alone() -> None:
    assert on_inputs(find("G"), "nonnegative") is find("G")
    with pytest.raises(BadInput, match="must be a pattern"):
        on_inputs(find("#S"), "nonnegative")
    with pytest.raises(BadInput, match="--affine"):
        CliRunner().invoke(
            app,
            ["counterexample", "C -> S", "--inputs", "nonnegative", "--affine"],
            catch_exceptions=False,
        )
