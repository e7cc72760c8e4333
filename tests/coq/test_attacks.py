"""Theorems that read well and say nothing: each must be refused by the check of the statements.
Needs Coq.

The project is a toy: one definition, one statement and one proof file in place of the real ones,
with the real checks.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from proofs.coq.coq import Failure, compile_all
from proofs.coq.statements import bound_names, demand_plain_files, demand_statements, shadowing
from proofs.coq.text import defined_names, irregular, sentences, statements, without_comments

with_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")

HEAD = """From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

"""
WITH_DEFINITIONS = HEAD.replace("\n\nSet", "\nFrom Formal Require Import definitions.\n\nSet")


@dataclass(frozen=True)
class Toy:
    definitions: str = HEAD + "Definition even_number (n : nat) : bool := ~~ odd n.\n"
    statements: str = (
        WITH_DEFINITIONS
        + "Definition claim : Prop := forall n : nat, even_number (n + n)%N == true.\n"
    )
    proof: str = WITH_DEFINITIONS + (
        "Theorem claim (n : nat) : even_number (n + n)%N == true.\nProof. by rewrite /even_number oddD addbb. Qed.\n"
    )

    def check(self, folder: Path) -> None:
        """What ``make formal`` asks of the real files, but for coqchk. Failure if it is refused."""
        source, build = folder / "source", folder / "build"
        source.mkdir()
        for name, text in (
            ("definitions", self.definitions),
            ("statements", self.statements),
            ("proof", self.proof),
        ):
            (source / f"{name}.v").write_text(text, encoding="utf-8")
        demand_plain_files({"definitions.v": self.definitions}, self.statements, ["claim"])
        names = compile_all(source, build)
        shadowing({"definitions.v": self.definitions}, self.statements, build)
        demand_statements([("proof", "claim")], names, build)


TOY = Toy()
FALSE = "forall n : nat, even_number n == true"


def toy(
    proof: str, statement: str = FALSE, definitions: str = TOY.definitions, before: str = ""
) -> Toy:
    """A toy with other texts; ``before`` stands in front of the statement."""
    return Toy(
        definitions,
        f"{WITH_DEFINITIONS}{before}Definition claim : Prop := {statement}.\n",
        WITH_DEFINITIONS + proof,
    )


def proved(statement: str, proof: str = "by []") -> str:
    return f"Theorem claim : {statement}.\nProof. {proof}. Qed.\n"


SHADOWED = "forall (even_number : nat -> bool := fun=> true) (n : nat), even_number n == true"
EQUALITY = 'Local Notation "a == b" := (a = a) : type_scope.\n'

# Each would prove something false, or nothing, if one demand were missing: that demand is named.
ATTACKS = {
    "a theorem in a section with a false hypothesis": (
        toy(
            f"Section S.\nHypothesis all_even : {FALSE}.\n{proved(FALSE, 'exact: all_even')}End S.\n"
        ),
        "must say what",
    ),
    "a notation that rereads ==": (toy(EQUALITY + proved(FALSE)), "must say what"),
    "a strong theorem in a comment above a trivial one": (
        toy(f"(*\n{proved(FALSE)}*)\n{proved('True')}"),
        "must say what",
    ),
    "a definition in the proof file that shadows one of the statement": (
        toy(f"Definition even_number (n : nat) : bool := true.\n{proved(FALSE)}"),
        "must say what",
    ),
    "modules that imitate the names of the statements": (
        toy(
            f"Module Formal. Module statements. Definition claim := True. End statements. End Formal.\n{proved('Formal.statements.claim')}"
        ),
        "must say what",
    ),
    "a definition that shadows the library": (
        toy(
            proved(FALSE),
            definitions=TOY.definitions.replace(
                "Definition", "Definition odd (n : nat) : bool := false.\n\nDefinition"
            ),
        ),
        "no definition may hide",
    ),
    "a bound variable that shadows a definition": (
        toy(proved(SHADOWED), SHADOWED),
        "no bound variable may hide",
    ),
    "a notation in the statements": (
        toy(EQUALITY + proved(FALSE), before=EQUALITY),
        "must hold plain definitions",
    ),
    "a statement in a section": (
        toy(
            proved("forall (P : nat -> bool) (n : nat), P n == P n"),
            "P n == P n",
            before="Section S.\nVariables (P : nat -> bool) (n : nat).\n",
        ),
        "must hold plain definitions",
    ),
    "a statement in a comment": (
        toy(
            proved("True"),
            "True",
            before=f"(*\nDefinition claim : Prop := {FALSE}.\n*)\nDefinition other : Prop := True.\n",
        ),
        "must state the theorems",
    ),
    "a coercion in the definitions": (
        toy(proved("True"), "True", TOY.definitions + "Record box := Box { content :> nat }.\n"),
        "must hold plain definitions",
    ),
    "a body that tactics make": (
        toy(proved("True"), "True", TOY.definitions + "Definition two : nat := ltac:(exact 2).\n"),
        "must hold plain definitions",
    ),
}


@with_coq
@pytest.mark.slow
def test_an_honest_theorem_passes(tmp_path: Path) -> None:
    TOY.check(tmp_path)


@with_coq
@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_attack_is_refused_by_the_demand_that_it_breaks(attack: str, tmp_path: Path) -> None:
    files, demand = ATTACKS[attack]
    with pytest.raises(Failure, match=demand):
        files.check(tmp_path)


def test_comments_nest_and_strings_do_not_end_them() -> None:
    assert without_comments('a (* b (* c *) "*)" d *) e "(*" f') == 'a   e "(*" f'
    with pytest.raises(ValueError, match="a comment must be closed"):
        without_comments("a (* b (* c *)")
    with pytest.raises(ValueError, match="a string must be closed"):
        without_comments('a "b')


def test_sentences_end_at_full_stops_with_space_behind() -> None:
    assert sentences('Definition a := x.1.\nDefinition b := "c. d". (* e. *)') == [
        "Definition a := x.1.",
        'Definition b := "c. d".',
    ]
    with pytest.raises(ValueError, match="must end in a full stop"):
        sentences("Definition a := 1")


def test_names_of_definitions() -> None:
    text = "Inductive t := A | B.\nRecord r := R {\n  f : nat;\n  g : t\n}.\nFixpoint h (n : nat) : nat := n.\n"
    assert defined_names(text) == ["t", "A", "B", "r", "R", "f", "g", "h"]
    assert irregular(text) == []


def test_a_statement_is_a_definition_of_a_proposition() -> None:
    for text in (
        "Definition a : nat := 1.\n",
        "Definition a : Prop := True.\nDefinition a : Prop := False.\n",
        "Lemma a : True.\n",
    ):
        with pytest.raises(ValueError, match="must define each statement once, as a Prop"):
            statements(text)


def test_bound_names_of_nested_terms() -> None:
    assert bound_names(
        "forall (_ : a) (U' : b (c d)), fun x : nat => match e with | S n' => f | O => g end"
    ) == {"U'", "x", "n'"}
