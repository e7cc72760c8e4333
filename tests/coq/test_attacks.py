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
from proofs.coq.statements import (
    assumptions,
    bound_names,
    demand_harmless_program,
    demand_plain_files,
    demand_statements,
    shadowing,
)
from proofs.coq.text import (
    defined_names,
    far_reaching,
    irregular,
    opens_as_others,
    sentences,
    statements,
    without_comments,
)

with_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")

HEAD = """From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

"""
PROGRAM = ("roots", "program", "whole", "beginnings", "in_balls", "pairs")
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

    program: str | None = None

    def check(self, folder: Path) -> None:
        """What ``make formal`` asks of the real files, but for coqchk. Failure if it is refused."""
        source, build = folder / "source", folder / "build"
        source.mkdir()
        texts = {
            "definitions": self.definitions,
            "statements": self.statements,
            "proof": self.proof,
        }
        if self.program is not None:
            texts |= dict.fromkeys(PROGRAM, "Definition nothing := tt.\n")
            texts["roots"] = self.program
        for name, text in texts.items():
            (source / f"{name}.v").write_text(text, encoding="utf-8")
        words = {"definitions.v": self.definitions}
        demand_plain_files(words, self.statements, ["claim"])
        demand_harmless_program(texts, words, self.statements)
        names = compile_all(source, build)
        shadowing(words, self.statements, build)
        demand_statements([("proof", "claim")], names, build)
        answers = assumptions(["claim"], build)
        if answers != {"claim": "Closed under the global context"}:
            raise Failure(f"every theorem must be closed, not {answers}")


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


def with_program(program: str) -> Toy:
    """The toy, its statement read after a program."""
    line = f"From Formal Require {' '.join(PROGRAM)}.\n"
    stated = TOY.statements.replace("definitions.\n", f"definitions.\n{line}")
    return Toy(TOY.definitions, stated, TOY.proof, program)


def proved(statement: str, proof: str = "by []") -> str:
    return f"Theorem claim : {statement}.\nProof. {proof}. Qed.\n"


SHADOWED = "forall (even_number : nat -> bool := fun=> true) (n : nat), even_number n == true"
EQUALITY = 'Local Notation "a == b" := (a = a) : type_scope.\n'

# Each would prove something false, or nothing, if one demand were missing: that demand is named.
ATTACKS = {
    "a theorem in a section with a hypothesis that Coq fills in": (
        toy(f"Section S.\nContext {{hidden : {FALSE}}}.\n{proved(FALSE, 'exact: hidden')}End S.\n"),
        "must say what",
    ),
    "a theorem on an axiom": (
        toy(f"Axiom all_even : {FALSE}.\n{proved(FALSE, 'exact: all_even')}"),
        "must be closed",
    ),
    "a notation behind a fixpoint": (
        toy(
            proved(FALSE),
            definitions=TOY.definitions
            + 'Fixpoint same (n : nat) : nat := n where "a == b" := (a = a) : type_scope.\n',
        ),
        "must hold plain definitions",
    ),
    "a second function of one fixpoint, which shadows the library": (
        toy(
            proved("odd 1%N == false"),
            "odd 1%N == false",
            TOY.definitions
            + "Fixpoint same (n : nat) : nat := n\nwith odd (n : nat) : bool := false.\n",
        ),
        "must hold plain definitions",
    ),
    "a definition that shadows an abbreviation of the library": (
        toy(
            proved("forall s : seq nat, count_mem 0%N s = 0%N"),
            "forall s : seq nat, count_mem 0%N s = 0%N",
            TOY.definitions + "Definition count_mem (x : nat) (s : seq nat) : nat := 0%N.\n",
        ),
        "no definition may hide",
    ),
    "a field with arguments that shadows the library": (
        toy(
            proved("forall b : box, odd b 0 = odd b 0"),
            "forall b : box, odd b 0 = odd b 0",
            TOY.definitions + "Record box := Box { odd (n : nat) : bool }.\n",
        ),
        "no definition may hide",
    ),
    "definitions that are read in another scope": (
        toy(
            proved("none = 0%N"),
            "none = 0%N",
            TOY.definitions.replace("Local Open Scope ring_scope.\n", "")
            + "Definition none : nat := 1 - 2.\n",
        ),
        "must open with",
    ),
    "a coercion in an inductive type": (
        toy(proved("True"), "True", TOY.definitions + "Inductive box := Box { content :> nat }.\n"),
        "must hold plain definitions",
    ),
    "a constructor that is a coercion": (
        toy(proved("True"), "True", TOY.definitions + "Inductive box := Box (n : nat) :> box.\n"),
        "must hold plain definitions",
    ),
    "a program that hides an argument of the library": (
        with_program("Global Arguments andb {b1} b2.\n"),
        "must leave other files",
    ),
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


# None of these can be read off, or changes how something else is read.
NOT_PLAIN = (
    'Fixpoint f (n : nat) : nat := n where "a == b" := (a = a) : type_scope.',
    'Inductive t := A where "a == b" := (a = a) : type_scope.',
    'Record r := R { f : nat where "a == b" := (a = a) : type_scope }.',
    "Record r := R { f :> nat }.",
    "Record > r := R { f : nat }.",
    "Record r := R { #[canonical=yes] f : nat }.",
    "Inductive t := { f :> nat }.",
    "Inductive t := A (n : nat) :> t.",
    "Inductive > t := A (n : nat).",
    "Inductive t := A with odd := B.",
    "Inductive t (n := 1) := odd.",
    "Fixpoint f (n : nat) : nat := n with odd (n : nat) : bool := false.",
    "Fixpoint f {n : nat} : nat := n.",
    "Definition f {n : nat} : nat := n.",
    "Definition f (m : nat) [n] : nat := n.",
    "Definition f : forall {n : nat}, nat := fun n => n.",
    "Definition f := fun {n : nat} => n.",
    "Definition f `{n = m} := n.",
    "Definition f (n : nat := 1) : nat.",
    "Definition f@{u} : Type@{u} := nat.",
    "Definition f := fix odd (n : nat) : bool := false.",
    "Definition f := cofix odd : t := A odd.",
    "Definition f := ltac:(exact 1).",
    "Definition f := ltac2:(exact 1).",
    "Definition f := elpi:{{ x }}.",
    "#[global] Definition f := 1.",
    "#[local, canonical] Definition f := 1.",
    "Local Definition f := 1.",
    "Program Definition f := 1.",
    "Polymorphic Definition f := 1.",
    "Canonical f := 1.",
    "Canonical Structure f := 1.",
    "Coercion f := 1.",
    "Identity Coercion f : t >-> u.",
    "Arguments f {n}.",
    "Arguments f _%nat_scope.",
    "Implicit Types n : nat.",
    "Hint Resolve f : core.",
    "#[export] Hint Unfold f : core.",
    "Existing Instance f.",
    "Instance f : c := 1.",
    "Notation f := 1.",
    'Infix "==" := f.',
    'Reserved Notation "a == b".',
    "Bind Scope nat_scope with t.",
    "Delimit Scope nat_scope with N.",
    "Open Scope nat_scope.",
    "Undelimit Scope ring_scope.",
    "Global Set Asymmetric Patterns.",
    "Set Implicit Arguments. Unset Implicit Arguments.",
    "Unset Guard Checking.",
    "Opaque f.",
    "Strategy opaque [f].",
    "Include f.",
    "Module M.",
    "Section S.",
    "Variable n : nat.",
    "Let f := 1.",
    "Export f.",
    "Load f.",
    'Declare ML Module "f".',
    "Eval compute in 1.",
    "Definition f := 1. Local Open Scope ring_scope.",
    "Local Open Scope ring_scope. Set Implicit Arguments.",
    "Definition \N{GREEK SMALL LETTER OMICRON}dd := 1.",
    "Definition f\N{NO-BREAK SPACE}:= 1.",
    "Definition f := 1. (* \N{RIGHT-TO-LEFT OVERRIDE} *)",
    "Definition f := 1. (* \r *)",
)


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_what_cannot_be_read_off_is_not_plain(text: str) -> None:
    assert irregular(text)


def test_plain_definitions_of_many_forms() -> None:
    for text in (
        "Definition f (n : nat) (A : {set nat}) : {poly nat} := if n is 0 then [:: n] else [set n].",
        "Definition f : Prop := forall (A : {set nat}) n, A = [set x | x == n :> nat].",
        'Definition f := "where {n} := fix"%string.',
        "Fixpoint f (n : nat) {struct n} : nat := match n with 0 => 1 | n'.+1 => f n' end.",
        "Inductive t (n : nat) := A of nat & nat | B (m : nat) : t n.",
        "Record r (n : nat) := R { f : nat; g (m : nat) : f = m }.",
    ):
        assert irregular(text) == []


def test_files_open_alike() -> None:
    assert opens_as_others(TOY.definitions)
    assert opens_as_others(TOY.statements)
    for line in HEAD.splitlines()[2:]:
        assert not line or not opens_as_others(TOY.definitions.replace(f"{line}\n", ""))
    assert not opens_as_others(f"Definition f := 1.\n{TOY.definitions}")


def test_a_program_may_have_sections_and_arguments_of_its_own() -> None:
    text = "Section S.\nContext {T : Type}.\nDefinition f (x : T) : T := x.\nEnd S.\nArguments f {T}.\n"
    assert far_reaching(text) == []
    for line in (
        "Arguments andb {T}.",
        "Global Arguments f {T}.",
        "Local Open Scope ring_scope.",
        "Notation g := f.",
        "Record r := R { g :> nat }.",
        "From mathcomp Require Import all_ssreflect.",
        "Global Set Asymmetric Patterns.",
        "Ltac g := idtac.",
    ):
        assert far_reaching(f"{text}{line}\n") == [f"{line} is not allowed here"]


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
    principles = ["t_ind", "t_rec", "t_rect", "t_sind"]
    assert defined_names(text) == ["t", "A", "B", *principles, "r", "R", "f", "g", "h"]
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
