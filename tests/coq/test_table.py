"""The formal proofs as text: the table, the headers, the mutants and the stamp agree with the
files. Coq itself runs in ``make formal``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from arrangements import load, ranking_pattern, sign_pattern
from proofs.coq.coq import FOLDER, source_files
from proofs.coq.statements import demand_plain_files
from proofs.coq.status import formal_theorems, record, source_hash, write_record, write_stamp
from proofs.coq.text import WORDS, statements, without_comments
from proofs.paper.claims import CLAIMS, invariance
from tests.coq.guard import load_mutants, piece

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in source_files()}


def header(text: str) -> str:
    """The words of the comment at the top of a file."""
    comment = text[: text.index("\n\n")]
    return " ".join(
        line.removeprefix("(*").removesuffix("*)").strip() for line in comment.splitlines()
    )


def test_table_lists_every_theorem_of_every_file() -> None:
    in_files = {
        (name, file)
        for file, text in TEXTS.items()
        for name in re.findall(r"^Theorem (\w+)", text, re.MULTILINE)
    }
    table = [(theorem.name, theorem.file) for theorem in formal_theorems()]
    assert set(table) == in_files
    assert len(table) == len(in_files)


def test_statements_and_definitions_are_plain_and_follow_the_table() -> None:
    demand_plain_files(
        {file: TEXTS[file] for file in WORDS},
        TEXTS["statements.v"],
        [theorem.name for theorem in formal_theorems()],
    )


def test_table_names_claims_that_exist() -> None:
    assert {theorem.claim for theorem in formal_theorems()} - {None} <= {
        claim.id for claim in CLAIMS
    }


@pytest.mark.parametrize("claim", [claim.id for claim in CLAIMS])
def test_claim_follows_from_one_theorem(claim: str) -> None:
    assert [theorem.covers for theorem in formal_theorems(claim)][:1] == ["whole"]


@pytest.mark.parametrize("file", TEXTS)
def test_header_speaks_of_every_theorem_and_of_the_field(file: str) -> None:
    words = header(TEXTS[file])
    assert re.search(r"Fields?\.|Field ", words)
    missing = [
        name
        for name in re.findall(r"^Theorem (\w+)", TEXTS[file], re.MULTILINE)
        if not re.search(rf"\b{name}\b", words)
    ]
    assert not missing


@pytest.mark.parametrize("file", TEXTS)
def test_nothing_is_admitted_or_assumed(file: str) -> None:
    code = without_comments(TEXTS[file])
    assert not re.findall(
        r"\b(?:Admitted|admit|Axioms?|Parameters?|Conjecture|Unset Guard|bypass_check|Abort)\b",
        code,
    )
    assert code.count("\nProof") == code.count("Qed.")


def test_each_mutant_changes_one_place_and_names_a_proof() -> None:
    mutants = load_mutants()
    assert len({mutant.why for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        text = TEXTS[mutant.within] if mutant.within else mutant.applied()
        assert mutant.applied() != TEXTS[mutant.file]
        assert piece(text, mutant.fails).proof.startswith("Proof.")


def test_every_theorem_has_a_mutant() -> None:
    assert {theorem.name for theorem in formal_theorems()} <= {
        mutant.fails for mutant in load_mutants()
    }


def test_a_mutant_that_does_not_apply_is_an_error() -> None:
    mutant = load_mutants()[0]
    with pytest.raises(ValueError, match=r"must contain the text once, not 0 times"):
        type(mutant)(mutant.why, "gordan.v", "gordan", mutant.old, mutant.new).applied()
    with pytest.raises(
        ValueError, match=r"statement must be in the file, with a proof, not 'nothing'"
    ):
        piece(TEXTS["gordan.v"], "nothing")


def test_stamp_holds_for_the_checked_files_only(tmp_path: Path) -> None:
    folder, build = tmp_path / "formal", tmp_path / "build"
    folder.mkdir()
    build.mkdir()
    for path in FOLDER.glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())

    def checked() -> set[str]:
        return {
            theorem.name
            for theorem in formal_theorems(folder=folder, build=build)
            if theorem.checked
        }

    assert not checked()
    write_stamp(["lemma_5_3"], folder, build)
    assert checked() == {"lemma_5_3"}
    edited = folder / "covectors.v"
    edited.write_text(edited.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert source_hash(folder) != source_hash()
    assert not checked()
    (build / "checked.json").write_text("{", encoding="utf-8")
    assert not checked()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('covers = "part"', 'covers = "whole"'),
        ('claim = "lemma-5.3"', 'claim = "theorem-5.6"'),
        ('words = "Over any ordered field', 'words = "Over any field'),
    ],
)
def test_stamp_and_record_hold_for_the_table_that_was_checked(
    old: str, new: str, tmp_path: Path
) -> None:
    folder, build = tmp_path / "formal", tmp_path / "build"
    folder.mkdir()
    build.mkdir()
    for path in FOLDER.glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    write_stamp(["lemma_5_3"], folder, build)
    write_record("0" * 40, "2026-01-01", "Coq 8.16.1", folder)
    table = folder / "theorems.toml"
    text = table.read_text(encoding="utf-8")
    assert old in text
    for present, edited in ((True, text), (False, text.replace(old, new, 1)), (True, text)):
        table.write_text(edited, encoding="utf-8")
        kept = record(folder)
        assert kept is not None
        assert kept.present is present
        assert any(t.checked for t in formal_theorems(folder=folder, build=build)) is present


def rows_of(definition: str) -> list[list[Fraction]]:
    """The entries of a matrix that is written out in definitions.v, without the first column."""
    text = TEXTS["definitions.v"]
    body = text[text.index(f"Definition {definition} ") :]
    rows = re.findall(r"\[:: ([^\[\]]*)\]", body[: body.index("]].") + 1])
    return [
        [Fraction(re.sub(r"%:R|[ ()]", "", entry)) for entry in row.split(";")][1:] for row in rows
    ]


def texts_of(definition: str) -> list[str]:
    text = TEXTS["definitions.v"]
    body = text[text.index(f"Definition {definition} ") :]
    return re.findall(r'"([^"]*)"', body[: body.index("]")])


@pytest.mark.parametrize("which", ["A", "B"])
def test_matrices_and_lists_of_theorem_h1_are_those_of_the_engine(which: str) -> None:
    configuration = load(f"paper/H.1-{which}")
    assert rows_of(f"H_1_{which}") == [list(row[1:]) for row in configuration.rows]
    opposite = str.maketrans("+-", "-+")
    signs = texts_of("H_1_signs")
    assert {*signs, *(s.translate(opposite) for s in signs)} == set(sign_pattern(configuration))
    rankings = texts_of(f"H_1_rankings_{which}")
    assert {*rankings, *(r[::-1] for r in rankings)} == {
        "".join(ranking) for ranking in ranking_pattern(configuration)
    }


def test_cells_of_the_invariance_table_are_those_of_the_claim() -> None:
    formal = re.findall(
        r"cells \(?.*?((?:(?:true|false) ?){6})",
        statements(TEXTS["statements.v"])["invariance_table"],
    )
    cells = invariance.table()
    assert " ".join(formal).split() == [
        "true" if cell.verdict == "invariant" else "false" for cell in cells
    ]
    shown = (FOLDER.parent.parent / "docs" / "explanation" / "formal-tables.md").read_text(
        encoding="utf-8"
    )
    for measure in dict.fromkeys(cell.measure for cell in cells):
        signs = " | ".join(
            "=" if cell.verdict == "invariant" else "≠" for cell in cells if cell.measure == measure
        )
        assert f"\n| {measure} | {signs} |\n" in shown
