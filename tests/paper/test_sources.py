"""Every statement of the sources has become a claim, or a row of docs/sources.md says what became
of it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs.paper.algebra.vectors import Space
from proofs.paper.claims import CLAIMS

ROOT = Path(__file__).parents[2]
STATEMENTS = ROOT / "data" / "paper" / "statements.md"
SHARED = ROOT.parent / "shared" / "sources.md"
PAGE = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d+) \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE)


def numbers(path: Path) -> list[int]:
    """The numbers of the statements in a list."""
    return [
        int(number)
        for number in re.findall(r"^(\d+)\. ", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]


def test_the_list_is_the_one_that_was_given() -> None:
    if not SHARED.exists():
        pytest.skip("the list beside the repository is not there; the copy in it is what is tested")
    assert STATEMENTS.read_text(encoding="utf-8") == SHARED.read_text(encoding="utf-8")


def test_every_statement_has_a_row() -> None:
    listed = numbers(STATEMENTS)
    assert listed == list(range(1, len(listed) + 1))
    assert sorted({int(number) for number, *_ in ROWS}) == listed
    assert len(ROWS) > len(listed)


def test_every_row_says_what_became_of_the_statement() -> None:
    known = {claim.id for claim in CLAIMS}
    for _, statement, became in ROWS:
        assert statement
        named = {word for word in re.findall(r"`([\w.-]+)`", became) if re.search(r"[-]", word)}
        assert {word for word in named if not word.startswith("--")} <= known, statement
        said = (
            "definition",
            "defined",
            "no theorem",
            "open question",
            "not treated",
            "identities",
            "chosen by us",
            "replaced",
            "advice",
        )
        assert named & known or any(word in became for word in said), statement


# What a statement has in several parts, by words of the list and of the page.
PARTS = (
    (22, "the gradient of the cosine", "gradient of the cosine lies in the tangent space"),
    (22, "gradient steps make z_i longer", "gradient steps lengthen vectors"),
    (22, "ground truth", "The ground truth in figure 1"),
    (25, "Frequency bias", "Frequency bias"),
    (26, "with and without", "Query-normalised similarity"),
    (27, "equal probability", "equal probability"),
    (27, "figure 1a", "figure 1a"),
)


@pytest.mark.parametrize(("number", "listed", "row"), PARTS)
def test_every_part_of_a_statement_has_a_row(number: int, listed: str, row: str) -> None:
    text = " ".join(STATEMENTS.read_text(encoding="utf-8").split())
    entry = re.split(r"(?<= )\d+\. (?=\S)", text[text.index(f" {number}. ") :])[1]
    assert listed in entry.replace("*", "")
    assert any(int(found) == number and row in statement for found, statement, _ in ROWS)


def test_the_gradient_of_the_cosine_is_tangent_and_lengthens() -> None:
    """With p = 1/(|z||w|) and |z|² = zz, the gradient is p w - p zw/zz z."""
    space = Space("z w", "p t")
    z, w = space.vectors
    p, t = space.scalars
    g = p * w - (p * z.dot(w) / z.dot(z)) * z
    step = z + t * g
    for says, left, right in (
        ("tangent", g.dot(z), 0 * p),
        ("longer", step.dot(step), z.dot(z) + t**2 * g.dot(g)),
    ):
        assert space.identity(says, left, right).outcome == "holds"


def test_every_claim_of_a_source_is_in_the_table() -> None:
    told = " ".join(became for *_, became in ROWS)
    assert [
        claim.id for claim in CLAIMS if claim.owner != "ours" and f"`{claim.id}`" not in told
    ] == []
