"""The list of claims as a whole, and the command that prints it."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from arrangements.cli import app
from arrangements.errors import BadInput
from proofs.pages.explained import line
from proofs.pages.typeset import plain
from proofs.paper.claims import CLAIMS, find
from proofs.paper.claims.words import LONGEST_RANGE, every, words_of
from proofs.paper.verdicts.claim import Step, conclude
from proofs.paper.verdicts.owners import OWNERS

IDS = """
    lemma-3.1 lemma-3.2 lemma-3.3 theorem-3.4 introduction-2 example-C.1 example-C.2 example-C.3 appendix-D discussion-embeddings
    word2vec-E.1 proposition-E.2 counting-5.1 counting-5.2 lemma-5.3 theorem-5.5 theorem-5.6 theorem-H.1 argmax-G.1 headline
    mf-1 mf-2 mf-3 mf-4 mf-5 mf-6 mf-clusters invariance-table
    cosines-rows cosines-differences unit-rows projector projector-cosines counting-at-most rule-monotone rule-min-p rule-nucleus
    offsets-signs offsets-rankings offsets-apart offsets-map order-types
"""


def test_every_claim_is_listed_once() -> None:
    assert sorted(claim.id for claim in CLAIMS) == sorted(IDS.split())


def test_ids_and_aliases_do_not_clash() -> None:
    names = [name.lower() for claim in CLAIMS for name in (claim.id, *claim.aliases)]
    assert len(names) == len(set(names))


def test_claims_stand_in_the_order_of_their_owners() -> None:
    assert Counter(claim.owner for claim in CLAIMS) == {
        "paper": 20, "Steck": 7, "K. You": 1, "ours": 14,
    }  # fmt: skip
    order = [list(OWNERS).index(claim.owner) for claim in CLAIMS]
    assert order == sorted(order)


def test_a_claim_of_a_source_says_which_place_it_words() -> None:
    for claim in CLAIMS:
        assert bool(words_of(claim.id).of) == (claim.owner != "ours"), claim.id


def test_what_was_not_read_is_not_said_to_be_silent() -> None:
    """Of two works slides were read, so a condition is missing from the slides."""
    for claim in CLAIMS:
        told = {claim.whose(condition) for condition in claim.needs}
        text = "the paper" if claim.owner == "paper" else "the slides"
        assert told <= {
            f"ours: needed, and {text} does not state it",
            f"ours: needed, and {text} do not state it",
        }
    assert find("example-C.2").needs[0].text.startswith("equal probability")


def test_every_claim_is_told() -> None:
    assert list(every()) == [claim.id for claim in CLAIMS]
    for id, texts in every().items():
        assert 0 < len(texts.range) <= LONGEST_RANGE, id
        assert texts.symbols.endswith("."), id
        assert len(texts.proof) > 1, id
        assert all(text.count("`") % 2 == 0 for text in (texts.symbols, *texts.proof)), id


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Lemma 5.3", "lemma-5.3"),
        ("Thm 5.6", "theorem-5.6"),
        ("thm. h.1", "theorem-H.1"),
        ("Prop. E.2", "proposition-E.2"),
        ("Lemma 2.1", "lemma-3.1"),
        ("Figure 3", "theorem-5.5"),
        ("Appendix E.1", "word2vec-E.1"),
        ("MF-3", "mf-3"),
    ],
)
def test_claims_are_found_as_people_spell_them(name: str, id: str) -> None:
    assert find(name).id == id


def test_a_line_a_claim_and_no_word_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    chosen = ["lemma-3.2", "theorem-5.6", "mf-3", "discussion-embeddings"]
    out = CliRunner().invoke(app, ["verify", *chosen]).stdout.splitlines()
    assert [line.split()[0] for line in out[:4]] == chosen
    assert all(len(line) <= 80 for line in out)
    assert out[1].split()[1:4] == ["paper", "proved", "if"]
    assert sum("proved if:" in line for line in out) == 1
    told = CliRunner().invoke(app, ["verify", "Lemma 5.3", "--explain"]).stdout
    assert all(len(line) <= 80 for line in told.splitlines())
    heads = [line for line in told.splitlines() if line and line[0] != " "]
    assert heads[1:] == [
        "Owner", "Statement, our wording of Lemma 5.3", "Symbols", "Proof", "Conditions", "Range of the verdict", "Second opinion", "Rests on", "Computed: identities",
        "Computed: instances", "Proved in Coq", "Findings",
    ]  # fmt: skip
    words = set(" ".join(told.split()).split())
    assert set(plain(find("lemma-5.3").statement).split()) <= words


def test_a_line_says_why_a_claim_is_not_proved() -> None:
    claim = find("mf-1")
    failed = claim.prove()
    verdict = conclude(
        [Step("a step", "fails", "a counter-example " * 9, ())],
        means="",
        scope="",
        complete=True,
        rests_on=(),
        findings=(),
    )
    assert failed.status == "proved"
    assert line(claim, verdict).startswith(
        "mf-1                  Steck  refuted     a step: a counter-example"
    )
    assert len(line(claim, verdict)) <= 80


@pytest.mark.parametrize(
    "arguments",
    [["--explain"], ["lemma-3.2", "--explain", "--json"], ["--explain", "--suite", "quick"]],
)
def test_what_is_explained_has_to_be_named(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["verify", *arguments])
    assert "claims must be named for --explain, without --suite and --json" in str(result.exception)


def test_an_unknown_claim_names_the_nearest() -> None:
    with pytest.raises(BadInput, match=r"nearest: theorem-5\.6"):
        find("theorem-5.66")


@pytest.mark.parametrize(
    ("outcomes", "complete", "status"),
    [
        (["holds", "holds"], True, "proved"),
        (["holds", "holds"], False, "settled for a stated range"),
        (["holds", "open"], True, "not settled"),
        (["open", "fails"], False, "refuted"),
        ([], True, "not settled"),
    ],
)
def test_the_steps_decide_the_verdict(outcomes: list, complete: bool, status: str) -> None:
    steps = [Step("a step", outcome, "as computed", ()) for outcome in outcomes]
    assert (
        conclude(steps, means="", scope="", complete=complete, rests_on=(), findings=()).status
        == status
    )


def test_the_command_prints_json_for_the_named_claims() -> None:
    result = CliRunner().invoke(app, ["verify", "lemma-3.2", "Example 3.1", "--json"])
    assert result.exit_code == 0
    claims = json.loads(result.stdout)["claims"]
    assert [claim["id"] for claim in claims] == ["lemma-3.2", "example-C.1"]
    assert [claim["verdict"] for claim in claims] == ["proved", "proved"]
    assert all({"range", "rests_on"} <= claim.keys() for claim in claims)


@pytest.mark.parametrize("id", ["theorem-5.5", "theorem-H.1"])
def test_steps_name_questions_in_words(id: str) -> None:
    details = [step.detail for step in find(id).prove().steps]
    pairs = [detail for detail in details if "in one checked certificate" in detail]
    assert pairs
    assert not any("(kind=" in detail for detail in pairs)
