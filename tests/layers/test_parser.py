"""One question, however it is asked: by an option, a line of a file, the page, or from Python."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from arrangements.errors import BadInput
from arrangements.layers.questions.kinds import KINDS, WORDS
from arrangements.layers.questions.parser import (
    parsed,
    question_about,
    question_of,
    read_question,
    read_questions,
)
from arrangements.layers.questions.question import Question, comparisons, conditions, of_groups

LABELS = ("owl", "dog", "a>b", "x,y", "p=q", "#1", "fox")


def drawn(chance: random.Random, n: int) -> Question:
    """A question of any kind, by its positions."""
    kind = chance.choice(("signs", "ranking", "weak ranking", "top", "top set", "tie", "chosen"))
    if kind == "signs":
        return Question(kind, tuple(chance.choice((1, -1, 0, 2)) for _ in range(n)))
    chosen = chance.sample(
        range(n), 2 if kind == "tie" else 1 if kind == "chosen" else chance.randint(1, n)
    )
    if kind != "weak ranking" or len(chosen) < 2:
        return Question("ranking" if kind == "weak ranking" else kind, tuple(chosen))
    cut = chance.randint(1, len(chosen) - 1)
    return of_groups([part for part in (chosen[: cut + 1], chosen[cut + 1 :]) if part])


def spelled(asked: Question, labels: tuple[str, ...]) -> tuple[str, str]:
    """The word and what stands after it, quoted by hand where the label needs it."""

    def name(place: int) -> str:
        return '"' + labels[place] + '"' if set(labels[place]) & set(">,=") else labels[place]

    if asked.kind == "signs":
        return "signs", asked.signs
    if asked.kind == "weak ranking":
        return "ranking", ">".join("=".join(map(name, group)) for group in asked.groups)
    if asked.label is not None:
        return "chosen" if asked.kind == "chosen" else "argmax", name(asked.label)
    joint = {"top set": ",", "tie": ","}.get(asked.kind, ">")
    return asked.kind.replace(" ", "-"), joint.join(map(name, asked.positions))


@pytest.mark.parametrize("seed", range(5))
def test_every_way_to_ask_gives_the_same_question(seed: int, tmp_path: Path) -> None:
    print("seed", seed)
    chance, n = random.Random(seed), len(LABELS)
    asked = [drawn(chance, n) for _ in range(60)]
    words = [spelled(one, LABELS) for one in asked]
    assert [question_of(word, LABELS, value) for word, value in words] == asked
    lines = [f"{word}  {value} " for word, value in words]
    assert list(parsed(lines, LABELS)) == asked
    assert [read_question(line, LABELS) for line in lines] == asked
    file = tmp_path / "q.txt"
    file.write_text("# a remark\n\n" + "\n".join(lines) + "\n")
    assert list(read_questions(str(file), LABELS)) == asked
    for one, (word, _) in zip(asked, words, strict=True):
        if one.kind != "signs":  # labels, and groups of them, as Python has them
            names: list[str | tuple[str, ...]] = [
                tuple(LABELS[i] for i in group) if len(group) > 1 else LABELS[group[0]]
                for group in one.groups
            ]
            assert question_of(word, LABELS, names) == one


def test_what_needs_no_word() -> None:
    assert read_question("dog", LABELS) == read_question("#2", LABELS) == Question("top", (1,))
    assert read_question("#1", LABELS) == Question("top", (5,))  # a label of that name comes first
    assert read_question("+-0???+", LABELS).kind == "signs"
    assert read_question('owl > fox="a>b"', LABELS) == of_groups([(0,), (6, 2)])
    # a line that is a label asks about it, whatever it begins with
    assert read_question("top dog", ("top dog", "dog")) == Question("top", (0,))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cat", r"must be a label, 7 signs, a ranking .* not 'cat'$"),
        ("++", "must be a label, 7 signs"),
        ("argmax cat", "argmax must name labels of the configuration, not 'cat'$"),
        ("argmax D0G", "argmax must name labels of the configuration, not 'D0G' .nearest: dog"),
        ("argmax #8", "must name labels of the configuration, not '#8'"),
        ("signs ++", "signs must be 7 of the characters"),
        ("tie owl", "tie must have two labels, not 1"),
        ("tie owl,dog,fox", "tie must have two labels, not 3"),
        ("top owl>dog>owl", "top must name each label once, not 'owl' twice"),
        ("ranking owl=dog>owl", "ranking must name each label once"),
        ("labels owl,owl", "labels must name each label once"),
        ("top-set cat", "top-set must name labels"),
    ],
)
def test_what_cannot_be_asked(line: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_question(line, LABELS)
    with pytest.raises(BadInput, match=r"\(q, line 2\)"):
        list(parsed(["owl", line], LABELS, "q"))


def test_labels_that_are_numbers_are_told() -> None:
    words = r"not 'owl' \(labels are the numbers of rows, 1 to 12\)"
    with pytest.raises(BadInput, match=words):
        read_question("argmax owl", [str(k) for k in range(1, 13)])


def test_from_python_it_is_refused_alike() -> None:
    for word, value, words in (
        ("best", "owl", "must begin with one of signs, ranking, argmax"),
        ("ranking", [], "ranking must name a label"),
        ("argmax", ["owl", "dog"], "argmax must have one label, not 2"),
        ("tie", ["owl", 3], "tie must name labels of the configuration, not 3"),
        ("signs", ["+"] * 7, "signs must be 7 of the characters"),
    ):
        with pytest.raises(BadInput, match=words):
            question_of(word, LABELS, value)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(5))
def test_conditions_and_their_arrays_are_the_same(seed: int) -> None:
    print("seed", seed)
    chance = random.Random(seed)
    for _ in range(200):
        n = chance.randint(2, 6)
        asked = drawn(chance, n)
        written, arrays = conditions(asked, n), comparisons(asked, n)
        pairs = {"=": arrays.level.tolist(), ">=": arrays.weak.tolist()}
        pairs[">"] = np.column_stack([arrays.plus, arrays.minus]).tolist()
        for relation, found in pairs.items():
            plain = [c[:2] for c in written if c.relation == relation]
            assert [tuple(-1 if i is None else i for i in c) for c in plain] == list(
                map(tuple, found)
            )


def test_every_member_of_a_list_is_a_question() -> None:
    members = {
        "sign": "+-+",
        "ranking": ("c", "a", "b"),
        "covectors": "0-+",
        "weak-rankings": (("c",), ("a", "b")),
        "argmax": ("c",),
        "top-k": ("a", "c"),
        "top-k-orders": ("c", "a"),
        "ties": ("a", "c"),
    }
    for kind, member in members.items():
        value = member[0] if kind == "argmax" else member
        assert question_about(kind, "abc", member) == question_of(KINDS[kind].word, "abc", value)
    assert {*members} == {row.name for row in KINDS.values() if row.asks and not row.placed}
    assert {row.word for row in KINDS.values() if row.word and not row.placed} | {
        "chosen",
        "labels",
    } == {*WORDS}


def test_logs_of_rankings(tmp_path: Path) -> None:
    """A log that ``signature`` reads is a file of questions, too."""
    log = tmp_path / "log.jsonl"
    log.write_text('{"top": ["c", "a"]}\n\n["b", "c", "a"]\n"a>c"\n')
    assert [asked.text("abc") for asked in read_questions(str(log), "abc")] == [
        "top c>a",
        "top b>c>a",
        "top a>c",
    ]
    log.write_text('["c", "e"]\n')
    with pytest.raises(BadInput, match=r"line 1 \("):
        read_questions(str(log), "abc")
