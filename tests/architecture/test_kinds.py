"""No module but the registry defines how a kind is called, and the registry keeps what it says.

The checkers and the reader of the proved program stay apart on purpose: they share no code with
what they check.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import arrangements
from arrangements.decide import answers
from arrangements.layers.patterns import (
    CovectorPattern,
    RankingPattern,
    SignPattern,
    WeakRankingPattern,
)
from arrangements.layers.questions import kinds, question
from arrangements.layers.questions.kinds import (
    ASKED,
    CERTIFIED,
    KINDS,
    TIES,
    WORDS,
    PlotKind,
    Region,
)

ROOT = Path(__file__).parents[2]
APART = ("arrangements/layers/questions/", "arrangements/checker/", "proofs/coq/")
MODULES = sorted(
    path
    for path in (*ROOT.glob("arrangements/**/*.py"), *ROOT.glob("proofs/**/*.py"))
    if not any(part in path.relative_to(ROOT).as_posix() for part in APART)
)
# The word "labels" is that of many other things.
CALLED = {
    name
    for row in (*KINDS.values(), *WORDS.values())
    for name in (row.name, row.word, row.option, row.asks, row.certified, row.pairs)
} - {"", "labels"}
SAID = {
    text
    for row in (*KINDS.values(), *WORDS.values())
    for text in (row.means, row.help, row.strict)
    if text
}


def defined(tree: ast.AST) -> Iterator[tuple[int, list[str]]]:
    """Collections, classes, types and patterns in which two or more kinds are called by name, and
    what the registry says of a kind, said again.
    """

    def names(nodes: list[ast.expr | None]) -> list[str]:
        values = [node.value for node in nodes if isinstance(node, ast.Constant)]
        return sorted({value for value in values if isinstance(value, str)} & CALLED)

    for node in ast.walk(tree):
        found: list[str] = []
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            found = names([*node.elts])
        elif isinstance(node, ast.Dict):
            found = names(node.keys)
        elif isinstance(node, ast.ClassDef):
            found = names([part.value for part in node.body if isinstance(part, ast.Assign)])
        elif isinstance(node, ast.MatchOr):
            found = names([p.value for p in node.patterns if isinstance(p, ast.MatchValue)])
        elif isinstance(node, ast.Match):
            patterns = [case.pattern for case in node.cases]
            found = names([p.value for p in patterns if isinstance(p, ast.MatchValue)])
        if len(found) > 1:
            yield node.lineno, found  # type: ignore[attr-defined]
        if isinstance(node, ast.Constant) and node.value in SAID:
            yield node.lineno, [str(node.value)]


def test_nothing_outside_defines_how_a_kind_is_called() -> None:
    assert len(MODULES) > 300
    found = {
        f"{path.relative_to(ROOT)}:{line}": names
        for path in MODULES
        for line, names in defined(ast.parse(path.read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        'KINDS = ("sign", "ranking")',
        'NOUNS = {"top-k": 1, "ties": 2}',
        'class Kind:\n a = "argmax"\n b = "ties"',
        'Kind = Literal["sign", "argmax"]',
        'match k:\n case "top set" | "tie":\n  pass',
        'match k:\n case "top set":\n  pass\n case "tie":\n  pass',
        'x = "all strict sign vectors"',
    ],
)
def test_a_second_definition_is_seen(source: str) -> None:
    assert list(defined(ast.parse(source)))


def test_what_lists_decides_and_counts_is_there() -> None:
    for row in KINDS.values():
        for name in filter(None, (row.lists, row.counts)):
            module, _, function = f"arrangements.{name}".rpartition(".")
            assert inspect.isfunction(getattr(import_module(module), function)), name
        signature = inspect.signature(
            getattr(
                import_module(f"arrangements.{row.lists.rpartition('.')[0]}"),
                row.lists.rpartition(".")[2],
            )
        )
        assert ("k" in signature.parameters) is (row.takes == "k"), row
        assert ("dimension" in signature.parameters) is row.faces, row
    decided = {row.decides for row in KINDS.values() if row.decides}
    assert all(inspect.isfunction(getattr(arrangements, name)) for name in decided)
    asked = {name for name in answers.__all__ if name.startswith("decide_")}
    assert decided == asked | {"best_rank"}


def test_kinds_of_questions_that_no_word_asks_are_told() -> None:
    table = (question.__doc__ or "").split("=\n")[2]
    means = {line[:12].strip() for line in table.splitlines() if not line.startswith("=")}
    assert {"signs", "ranking", "scores"} < means
    silent = means - {row.asks for row in (*KINDS.values(), *WORDS.values())}
    told = re.search(r"kinds of ``question`` have no row.*", kinds.__doc__ or "", re.DOTALL)
    assert told is not None
    assert silent == {"on", "listed", "scores"} == {*re.findall(r"``(\w+)``", told[0])} & means


def test_names_of_patterns_pictures_and_counts_are_those_of_the_registry() -> None:
    patterns = (SignPattern, RankingPattern, CovectorPattern, WeakRankingPattern)
    assert {pattern.kind for pattern in patterns} == {row.name for row in CERTIFIED.values()}
    assert list(get_args(Region)) == [row.name for row in KINDS.values() if row.regions]
    assert {*get_args(PlotKind)} <= {*KINDS}
    assert {*TIES.values()} <= {row.asks for row in WORDS.values()}
    assert {*ASKED} <= {row.asks for row in KINDS.values()} | {"signs"}
