"""The files that a reader audits, those of ``WORDS`` and ``statements.v``, as text.

Every theorem of the table has its statement in ``statements.v``, in words of Mathematical
Components and of ``WORDS``. These files may hold plain definitions only, so that what they say can
be read off: no notations or numerals but those listed here, no canonical structures, coercions,
sections, hypotheses, tactics or attributes. Who calls it: ``proofs.coq.check`` and the tests.

>>> statements('(* Definition a : Prop := False. *)\\nDefinition a : Prop := 1 = 1.\\n')
{'a': 'Definition a : Prop := 1 = 1.'}
>>> irregular("Definition a := 1.\\nLocal Notation b := 2.\\n")
['Local Notation b := 2. is not allowed here']
"""

from __future__ import annotations

import re

__all__ = [
    "PREAMBLE",
    "WORDS",
    "defined_names",
    "irregular",
    "sentences",
    "statements",
    "without_comments",
]

WORDS = ("definitions.v", "measures.v", "invariants.v", "layers.v", "points.v", "norms.v")
PREAMBLE = (
    "From Coq Require Import String.",
    "From Coq Require Import Ascii String.",
    "From Coq Require BinInt List.",
    "From mathcomp Require Import all_ssreflect fingroup perm all_algebra realalg.",
    f"From Formal Require Import {' '.join(file.removesuffix('.v') for file in WORDS)}.",
    "From Formal Require Import definitions.",
    "From Formal Require roots program whole beginnings in_balls pairs.",
    "Set Implicit Arguments.",
    "Unset Strict Implicit.",
    "Unset Printing Implicit Defensive.",
    "Import Order.Theory GRing.Theory Num.Theory.",
    "Local Open Scope ring_scope.",
)
# Two fields by name, and numerals for lists of integers.
NOTATIONS = (
    "Notation rationals := rat_realFieldType.",
    "Notation real_algebraics := [rcfType of realalg].",
    "Declare Scope integers_scope.",
    "Delimit Scope integers_scope with integers.",
    "Number Notation int integer_of_numeral numeral_of_integer : integers_scope.",
)
PLAIN = ("Definition", "Fixpoint", "Inductive", "Record")
# A body given by tactics or by a plugin is not read off; `:>` in a record declares a coercion.
UNREADABLE = re.compile(r"ltac:|\bltac2:|#\[|^Record.*:>", re.DOTALL)


def without_comments(text: str) -> str:
    """The text with every comment replaced by a space; comments nest, strings count in and outside
    of them. ValueError if one is open.
    """
    kept: list[str] = []
    depth = position = 0
    for token in re.finditer(r'\(\*|\*\)|"(?:[^"]|"")*"|"', text):
        if depth == 0:
            kept.append(text[position : token.start()])
        position = token.end()
        if token[0] == "(*":
            depth += 1
        elif token[0] == "*)" and depth:
            depth -= 1
            kept += [" "] if depth == 0 else []
        elif token[0] == '"':
            raise ValueError("a string must be closed")
        elif depth == 0:
            kept.append(token[0])
    if depth:
        raise ValueError("a comment must be closed")
    return "".join(kept) + text[position:]


def sentences(text: str) -> list[str]:
    """The sentences of a .v file without its comments. A full stop ends one if white space follows,
    outside of strings.
    """
    found, current = [], ""
    for part in re.split(r'("(?:[^"]|"")*"|\.(?=\s|$))', without_comments(text)):
        current += part
        if part == ".":
            found.append(current.strip())
            current = ""
    if current.strip():
        raise ValueError(f"a sentence must end in a full stop, not {current.strip()!r}")
    return found


def irregular(text: str) -> list[str]:
    """Commands in one of these files that are not allowed: nothing if a reader can take it
    literally.
    """
    faults = []
    for sentence in sentences(text):
        line = " ".join(sentence.split())
        plain = line.split(" ", 1)[0] in PLAIN and (":=" in line) and not UNREADABLE.search(line)
        if line not in PREAMBLE and line not in NOTATIONS and not plain:
            faults.append(f"{line} is not allowed here")
    return faults


def statements(text: str) -> dict[str, str]:
    """Each statement of ``statements.v`` by its name. ValueError if something else is defined
    there, or one name twice.
    """
    found: dict[str, str] = {}
    for sentence in sentences(text):
        if " ".join(sentence.split()) in PREAMBLE:
            continue
        head = re.match(r"Definition ([a-zA-Z]\w*) : Prop :=\s", sentence)
        if head is None or head[1] in found:
            raise ValueError(
                f"statements.v must define each statement once, as a Prop, not {sentence.splitlines()[0]!r}"
            )
        found[head[1]] = sentence
    return found


def defined_names(text: str) -> list[str]:
    """The names that a file defines: constants, types, constructors and fields."""
    names = []
    for sentence in sentences(text):
        head = re.match(r"(Definition|Fixpoint|Inductive|Record) (\w+)", sentence)
        if head is None:
            continue
        names.append(head[2])
        body = sentence.partition(":=")[2]
        if head[1] == "Inductive":
            names += [
                re.split(r"\W", part.strip(), maxsplit=1)[0]
                for part in body.rstrip(".").split("|")
                if part.strip()
            ]
        elif head[1] == "Record":
            constructor, _, fields = body.partition("{")
            names += [constructor.strip(), *re.findall(r"(\w+)\s*:[^:]", fields)]
    return [name for name in names if name]
