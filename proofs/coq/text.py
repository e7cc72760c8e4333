"""The files that a reader audits, those of ``WORDS`` and ``statements.v``, as text.

Every theorem of the table has its statement in ``statements.v``, in words of Mathematical
Components and of ``WORDS``. These files may hold plain definitions only, so that what they say can
be read off: no notations or numerals but those listed here, no canonical structures, coercions,
implicit arguments of their own, sections, hypotheses, tactics, attributes or lookalike letters, and
all of them under the same imports and options. The program that some statements name may have
sections; nothing in it may change how another file is read (``far_reaching``). Who calls it:
``proofs.coq.statements`` and the tests.

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
    "far_reaching",
    "imported",
    "irregular",
    "opens_as_others",
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
# Every plain file opens with these, after its imports: all are read under the same options.
OPENING = PREAMBLE[-5:]
# What a file of the program may hold beside plain definitions. `Arguments` must be of its own names.
PROGRAM = re.compile(
    r"From Coq Require Import ZArith List\.|From Formal Require Import [\w ]+\.|Import ListNotations\."
    r"|Local Open Scope (?:Z|bool)_scope\.|(?:Section|End) \w+\.|Context [^.]*\.|Arguments (\w+) \{T\}\."
)
HEAD = re.compile(r"(Definition|Fixpoint|Inductive|Record) ([A-Za-z]\w*'*)(?= )")
# Bodies that tactics or plugins make, notations, attributes, binders that are not written out, and
# functions whose names `bound_names` would not see.
UNREADABLE = re.compile(r"\bwhere\b|\w:[({\[]|#\[|`[({\[]|\b(?:co)?fix\b")
BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


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
    faults = [
        f"the character U+{ord(letter):04X} is not allowed here"
        for letter in sorted(set(re.findall(r"[^\n -~]", text)))
    ]
    places = [-1]
    for sentence in sentences(text):
        line = " ".join(sentence.split())
        if line in PREAMBLE and places[-1] < PREAMBLE.index(line):
            places.append(PREAMBLE.index(line))
        elif line in NOTATIONS or _is_plain(line):
            places.append(len(PREAMBLE))
        else:
            faults.append(f"{line} is not allowed here")
    return faults


def far_reaching(text: str) -> list[str]:
    """Commands in a file of the program that could change what another file means: nothing if it
    has none.
    """
    own, faults = defined_names(text), []
    for sentence in sentences(text):
        line = " ".join(sentence.split())
        allowed = PROGRAM.fullmatch(line)
        if allowed and allowed[1] not in (None, *own):
            allowed = None
        if not allowed and not _is_plain(line, implicit=True):
            faults.append(f"{line} is not allowed here")
    return faults


def imported(text: str) -> list[str]:
    """The files of ours that a plain file or one of the program requires."""
    lines = (" ".join(sentence.split()) for sentence in sentences(text))
    found = (re.match(r"From Formal Require (?:Import )?([^.]*)\.", line) for line in lines)
    return [name for line in found if line for name in line[1].split()]


def opens_as_others(text: str) -> bool:
    """Whether the imports and options that all plain files have come first."""
    lines = [" ".join(sentence.split()) for sentence in sentences(text)]
    head = [line for line in lines if line in PREAMBLE]
    return lines[: len(head)] == head and tuple(head[-len(OPENING) :]) == OPENING


def _is_plain(line: str, implicit: bool = False) -> bool:
    """Whether a sentence defines one thing, and does nothing else.

    A coercion is declared by ``:>`` among constructors and fields, or by ``>`` in front of a name;
    ``with`` without a ``match`` defines a second thing; a brace or bracket in place of a
    parenthesis makes an argument that is not written where the name is used (``implicit``: this is
    allowed).

    >>> _is_plain("Inductive box := Box { content :> nat }.")
    False
    >>> _is_plain("Fixpoint f (n : nat) : nat := n with g (n : nat) : nat := n.")
    False
    >>> _is_plain("Definition f {n : nat} : nat := n."), _is_plain("Definition f (n : nat) := n.")
    (False, True)
    """
    code = re.sub(r'"(?:[^"]|"")*"', '""', line)
    head = HEAD.match(code)
    if head is None or UNREADABLE.search(code) or len(_split(code, ":=")) < 2:
        return False
    if len(re.findall(r"\bmatch\b", code)) != len(re.findall(r"\bwith\b", code)):
        return False
    if head[1] in ("Inductive", "Record") and (code.count(":=") > 1 or ":>" in code):
        return False
    if implicit:
        return True
    binders = [head.end(), *(found.end() for found in re.finditer(r"\b(?:forall|fun)\b", code))]
    return not any(_hides_an_argument(code[start:]) for start in binders)


def _hides_an_argument(binders: str) -> bool:
    """Whether a brace or bracket stands for a parenthesis in a list of binders, which ends at its
    colon, comma or arrow; ``{struct n}`` is no argument.
    """
    depth = 0
    for place, letter in enumerate(binders):
        if depth == 0 and letter in ":,=":
            return False
        if depth == 0 and letter in "{[" and not binders.startswith("{struct ", place):
            return True
        depth += BRACKETS.get(letter, 0)
    return False


def _split(code: str, separator: str) -> list[str]:
    """The parts between separators that stand outside of all brackets.

    >>> _split("Record r (n := 1) := R", ":=")
    ['Record r (n := 1) ', ' R']
    """
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(code):
        depth += BRACKETS.get(letter, 0)
        if depth == 0 and code.startswith(separator, place):
            parts.append(code[start:place])
            start = place + len(separator)
    return [*parts, code[start:]]


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
    """The names that a file defines: constants, types, constructors, fields, and the principles of
    induction that Coq adds.

    >>> defined_names("Record r := { f (n : nat) : nat; g' : bool }.")
    ['r', 'Build_r', 'f', "g'"]
    """
    names = []
    for sentence in sentences(text):
        head = HEAD.match(" ".join(sentence.split()))
        if head is None:
            continue
        names.append(head[2])
        body = sentence.partition(":=")[2]
        if head[1] == "Inductive":
            names += map(_first_name, _split(body, "|"))
            names += [f"{head[2]}_{end}" for end in ("ind", "rec", "rect", "sind")]
        elif head[1] == "Record":
            constructor, _, fields = body.partition("{")
            names.append(_first_name(constructor) or f"Build_{head[2]}")
            names += map(_first_name, _split(fields.rpartition("}")[0], ";"))
    return [name for name in names if name]


def _first_name(text: str) -> str:
    found = re.match(r"\s*([\w']+)", text)
    return found[1] if found else ""
