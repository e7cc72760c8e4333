"""How answers read: labels as they are, long numbers rounded, flags as flags, names completed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arrangements import Configuration, decide_argmax, ranking_pattern
from arrangements.cli import app, completion
from arrangements.layers.questions.parser import question_of
from arrangements.ranking_text import groups_of, joined
from proofs import names
from proofs.paper.claims import CLAIMS
from proofs.search.invariants.table import INVARIANTS
from proofs.search.suites.catalogue import SUITES

ODD = ("a>b", "x,y", '"', "plain", "p=q", 'in"side')


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    return done.output


def test_a_decision_is_true_for_yes_and_unpacks() -> None:
    c = Configuration([[1, 0], [0, 1], [0, 0], [-1, -1]], labels=list("abcd"))
    yes, no = decide_argmax(c, "a"), decide_argmax(c, "c")
    assert yes
    assert not no
    answer, certificate = no
    assert (answer, certificate) == no == (no.answer, no.certificate)
    assert "impossible" in no._repr_html_()


def test_odd_labels_are_quoted_and_accepted_quoted() -> None:
    c = Configuration([[k, k * k] for k in range(len(ODD))], labels=ODD)
    pattern = ranking_pattern(c)
    for text, member in zip(pattern.strings(), pattern, strict=True):
        assert question_of("ranking", ODD, text).to_json(ODD)["labels"] == list(member)
        assert text in pattern
        assert groups_of(ODD, text) == tuple((label,) for label in member)
    groups = (("a>b", "plain"), ('"', "x,y"), ('in"side',))
    assert groups_of(ODD, joined(groups)) == groups
    assert question_of("tie", ODD, '"a>b","x,y"').positions == (0, 1)
    assert question_of("top-set", ODD, ["x,y", "plain"]).text(ODD) == 'top set "x,y", plain'


def test_long_numbers_are_rounded_and_labels_are_never_cut(tmp_path: Path) -> None:
    label = "a label of some length that is longer than any number"
    file = tmp_path / "m.csv"
    file.write_text(
        f"label,x,y\n{label},2,0\ndog,0,2\nfox,-2,-1\nowl,0.5,0.51234567890123456789012345678901\n"
    )
    out = run("decide", str(file), "--argmax", "owl")
    assert f"(u_owl - u_{label}) + 0.79 (u_owl - u_dog) + 0.44 (u_owl - u_fox) = 0" in out
    assert "rounded" in out
    report = json.loads(run("decide", str(file), "--argmax", "owl", "--json"))
    terms = report["evidence"]["refutation"]
    assert [(term["plus"], term["minus"]) for term in terms] == [
        ("owl", label),
        ("owl", "dog"),
        ("owl", "fox"),
    ]
    certificate = json.loads(run("decide", str(file), "--argmax", "owl", "--certificate", "-"))
    assert [term["weight"] for term in terms] == [
        weight for _, weight in certificate["steps"][0]["of"][0][1]
    ]


@pytest.mark.parametrize("command", ["decide", "patterns", "verify", "counterexample"])
def test_flags_are_flags(command: str) -> None:
    out = run(command, "--help")
    assert "<bool>" not in out
    assert "--json" in out


def test_verify_names_the_claims() -> None:
    out = " ".join(run("verify", "--help").replace("│", " ").split())
    assert all(claim.id in out for claim in CLAIMS)


def test_completion_knows_the_names() -> None:
    assert tuple(claim.id for claim in CLAIMS) == names.CLAIMS
    assert tuple(suite.name for suite in SUITES) == names.SUITES
    assert tuple(invariant.name for invariant in INVARIANTS) == names.INVARIANTS
    assert completion.claims("theorem-5") == ["theorem-5.5", "theorem-5.6"]
    assert completion.suites("q") == ["quick"]
    assert "paper/H.1-A" in completion.catalogue("paper/")
    assert completion.invariants("S(U) -> argmax") == ["S(U) -> argmax(U)"]


def test_a_verdict_says_that_it_needs_a_condition() -> None:
    out = run("verify", "mf-3", "lemma-3.2")
    assert "proved if" in out
    assert (
        "2 claims, 1 of the paper, 1 of Steck, Ekanadham and Kallus: 1 proved under a condition "
        "that the slides do not state, 1 proved." in " ".join(out.split())
    )


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        ("show", "[OPTIONS] CONFIGURATION"),
        ("compare", "[OPTIONS] A [B]"),
        ("verify", "[OPTIONS] [CLAIM]..."),
        ("counterexample", "[OPTIONS] [P -> Q]"),
        ("signature", "[OPTIONS] LAYER LOG"),
    ],
)
def test_usage_names_arguments_in_capitals(command: str, usage: str) -> None:
    words = run(command, "--help").split("╭")[0].split()
    assert " ".join(words).startswith(f"Usage: arrangements {command} {usage} ")
