"""The list of claims as a whole, and the command that prints it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from arrangements.cli import app
from arrangements.errors import BadInput
from proofs.claims import CLAIMS, find
from proofs.verdicts.claim import Step, conclude

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
    assert conclude(steps, means="", scope="", complete=complete, rests_on=(), findings=()).status == status


def test_the_command_prints_json_for_the_named_claims() -> None:
    result = CliRunner().invoke(app, ["verify", "lemma-3.2", "Example 3.1", "--json"])
    assert result.exit_code == 0
    claims = json.loads(result.stdout)["claims"]
    assert [claim["id"] for claim in claims] == ["lemma-3.2", "example-C.1"]
    assert [claim["verdict"] for claim in claims] == ["proved", "proved"]
    assert all({"range", "rests_on"} <= claim.keys() for claim in claims)
