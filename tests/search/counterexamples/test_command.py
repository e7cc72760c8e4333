"""``arrangements counterexample`` and ``arrangements map`` as a user meets them."""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from arrangements import (
    BadInput,
    Configuration,
    cli,
    decide_argmax,
    load,
    ranking_pattern,
    recheck,
    sign_pattern,
)
from proofs.paper.verdicts.claim import Step
from proofs.search.counterexamples import answer, compare, random_search, smallest
from proofs.search.counterexamples import map as maps
from proofs.search.counterexamples.arrows import ARROWS, Arrow
from proofs.search.invariants.table import find

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arrangements", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        out, err = capsys.readouterr()
        return int(stopped.value.code or 0), out, err

    return call


def test_pairs_as_json(run: Run) -> None:
    code, out, _ = run("counterexample", "theorem-H.1", "--smallest", "--json")
    found = json.loads(out)
    (pair,) = found["pairs"]
    assert (code, found["answer"], found["smallest"], pair["n"], pair["d"]) == (
        0,
        "found",
        True,
        4,
        3,
    )
    first, second = (
        Configuration([[Fraction(x) for x in row] for row in pair[name]], pair["labels"])
        for name in ("first", "second")
    )
    assert sign_pattern(first) == sign_pattern(second)
    ranking = tuple(pair["difference"]["labels"])
    assert (ranking in ranking_pattern(first), ranking in ranking_pattern(second)) == (False, True)
    assert (pair["difference"]["first"], pair["difference"]["second"]) == (False, True)
    recheck(json.dumps(pair["certificate"]))


def test_none_rests_on_a_proof(run: Run) -> None:
    code, out, _ = run("counterexample", "C(U) -> S")
    assert (code, out.partition("\n")[0]) == (
        0,
        "C(U) -> S(U): none, because lemma-5.3: C(U) -> S(U)",
    )
    code, out, _ = run("counterexample", "S -> R", "--affine", "--labels", 3, "--json")
    found = json.loads(out)
    assert (code, found["answer"], found["pairs"]) == (0, "none", [])
    assert found["because"] == "S(U) -> tops(U), tops(U) -> argmax(U), argmax(U) -> R(U)"


def test_a_proof_that_does_not_come_out_is_not_cited(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Arrow("C(B U)", "R(U)", "broken", lambda: (Step("1 = 2", "fails", "0 = 1", ()),))
    monkeypatch.setattr(answer, "chain", lambda *_: (failing,))
    code, out, err = run("counterexample", "C(B U) -> R")
    assert (code, out) == (4, "")
    assert "proof of C(B U) -> R(U) must come out, not fail" in err


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which a hundred configurations are drawn in a second, and everything else takes no
    time, however busy the machine is.
    """
    begin = time.monotonic()
    drawing = itertools.count(begin, 0.01)
    for module in (answer, compare, smallest):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: begin))
    monkeypatch.setattr(random_search, "time", SimpleNamespace(monotonic=lambda: next(drawing)))


@pytest.mark.usefixtures("clock")
def test_nothing_found_is_not_none(run: Run) -> None:
    question = (
        "counterexample",
        "#R -> argmax",
        "--labels",
        3,
        "--dim",
        2,
        "--entries",
        1,
        "--up-to",
        "relabelling",
        "--seconds",
        1,
    )
    code, out, err = run(*question)
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert (
        "counter-example to #R(U) -> argmax(U) must lie beyond what was searched: 3 labels in dimension 2: none with entries"
        in err
    )
    code, out, _ = run(*question, "--json")
    assert (code, json.loads(out)["answer"]) == (3, "nothing found")
    code, out, _ = run("counterexample", "#R -> argmax", "--dim", 1, "--up-to", "relabelling")
    assert (code, out.partition(" in dim")[0]) == (0, "#R(U) -> argmax(U): none, because")


def test_files(run: Run, tmp_path: Path) -> None:
    one, many = tmp_path / "one.json", tmp_path / "many"
    assert run("counterexample", "theorem-5.5", "--output", one)[0] == 0
    assert run("recheck", one)[0] == 0
    assert run("counterexample", "theorem-5.5", "--output", "-")[1] == one.read_text("utf-8")
    assert (
        run("counterexample", "theorem-H.1", "--labels", 5, "--count", 12, "--output", many)[0] == 0
    )
    assert sorted(path.name for path in many.iterdir()) == [f"{i:02}.json" for i in range(1, 13)]
    assert run("recheck", many)[1] == f"accepted: all 12 certificates in {many}\n"
    (many / "07.json").write_text((many / "07.json").read_text("utf-8").replace("false", "true"))
    code, _, err = run("recheck", many)
    assert code == 1
    assert "07.json" in err
    (tmp_path / "empty").mkdir()
    assert run("recheck", tmp_path / "empty")[0] == 2


def test_lengths_as_json(run: Run) -> None:
    code, out, _ = run(
        "counterexample", "--near", "paper/5.5-model-1", "--lose-argmax", 3, "--json"
    )
    assert code == 0
    assert json.loads(out)["interval"] == {
        "label": "3",
        "length": "5",
        "not_argmax_from": "0",
        "not_argmax_to": "5*sqrt(2)/2",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), 'question must be given, such as "S -> R" or theorem-5.5'),
        (("S -> Q",), "invariant must be one of U, G(U)"),
        (("S -> R", "--up-to", "scaling"), "--up-to must be relabelling, not 'scaling'"),
        (("S -> R", "--all"), "--labels and --dim must be given with --all"),
        (
            ("#S -> X", "--family", "types:oriented:3x4"),
            "family of a counter-example must have coordinates, not be types:oriented:3x4",
        ),
        (
            ("S -> R", "--smallest", "--count", 3),
            "only one of --smallest, --all, --count, --near and --family must be given",
        ),
        (
            ("--lose-argmax", "owl"),
            "--lose-argmax must be a label from 1 without --near, not 'owl'",
        ),
        (
            ("--lose-argmax", 5, "--labels", 4),
            "--lose-argmax must be a label of 1 to 4 without --near, not '5'",
        ),
        (
            ("S -> R", "--points", 4, "--labels", 4),
            "--points must not be given together with --labels, which is the same number",
        ),
        (
            ("S -> R", "--unit-rows", "--points", 4),
            "--unit-rows must not be given together with --affine, --points or --family",
        ),
        (
            ("theorem-H.1", "--unit-rows"),
            "--unit-rows must not be given for theorem-H.1, which is about points",
        ),
        (
            ("S -> R", "--unit-rows", "--near", "paper/C.3"),
            "near must not be given for rows of length 1",
        ),
        (
            ("--near", "paper/C.1", "--integer"),
            "--integer must not be given together with --near or --family",
        ),
        (
            ("--near", "paper/C.1", "--entries", 2),
            "--entries must not be given together with --near or --family",
        ),
        (("S -> R", "--labels", 0), "--labels must be at least 1, not 0"),
        (
            ("S -> R", "--near", "paper/C.1", "--lose-argmax", "owl"),
            "label must be one of the configuration, not 'owl'",
        ),
        (
            ("theorem-H.1", "--labels", 5, "--count", 2, "--output", "-"),
            "pairs must number 1 to be written to standard output, not 2",
        ),
    ],
)
def test_refusals(run: Run, arguments: tuple[object, ...], message: str) -> None:
    code, out, err = run("counterexample", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_rows_of_length_1(run: Run) -> None:
    code, out, _ = run("counterexample", "C -> argmax", "--lose-argmax", 2, "--unit-rows")
    said = "C(U) -> 2 in argmax(U) (rows of length 1): none, because <u_2,u_2> = 1 > <u_2,u_j>: at x = u_2 label 2 comes first"
    assert (code, out.partition("\n")[0]) == (0, said)
    code, out, _ = run("counterexample", "S -> R", "--unit-rows", "--json")
    (pair,) = json.loads(out)["pairs"]
    assert (code, pair["n"], pair["d"]) == (0, 4, 2)
    rows = [[Fraction(x) for x in row] for name in ("first", "second") for row in pair[name]]
    assert all(sum(x * x for x in row) == 1 for row in rows)
    assert max(x.denominator for row in rows for x in row) == 5
    recheck(json.dumps(pair["certificate"]))


@pytest.mark.parametrize(
    "more",
    [
        (),
        ("--count", 3),
        ("--labels", 4, "--dim", 2),
        ("--all", "--labels", 3, "--dim", 1, "--entries", 2),
    ],
)
def test_a_label_that_loses(run: Run, more: tuple[object, ...]) -> None:
    code, out, _ = run("counterexample", "--lose-argmax", 2, *more, "--json")
    pairs = json.loads(out)["pairs"]
    assert code == 0
    assert pairs
    for pair in pairs:
        first, second = (
            Configuration([[Fraction(x) for x in row] for row in pair[name]])
            for name in ("first", "second")
        )
        assert find("C").key(first) == find("C").key(second)
        assert decide_argmax(first, "2")
        assert not decide_argmax(second, "2")


def test_integers_and_points(run: Run) -> None:
    code, out, _ = run(
        "counterexample", "S -> R", "--points", 5, "--dim", 2, "--integer", "--count", 3, "--json"
    )
    found = json.loads(out)
    assert (code, found["affine"], {(pair["n"], pair["d"]) for pair in found["pairs"]}) == (
        0,
        True,
        {(5, 3)},
    )
    assert all(
        "/" not in x
        for pair in found["pairs"]
        for name in ("first", "second")
        for row in pair[name]
        for x in row
    )


@pytest.mark.usefixtures("clock")
def test_too_few_pairs_are_said(run: Run) -> None:
    code, out, err = run(
        "counterexample", "theorem-5.5", "--labels", 3, "--dim", 1, "--count", 50, "--seconds", 1
    )
    assert code == 3
    assert "3 labels in dimension 1" in out
    assert "pairs must number 50 within 1 s, not" in err


def test_map_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "unproved", frozenset)
    assert run("map", "--output", tmp_path / "map.svg")[0] == 0
    assert "#C-to-R" in (tmp_path / "map.svg").read_text("utf-8")
    assert '<a id="C-to-R">' in (tmp_path / "map.md").read_text("utf-8")
    assert run("map", "--output", tmp_path / "map.json")[0] == 0
    assert len(json.loads((tmp_path / "map.json").read_text("utf-8"))["verdicts"]) == 182
    code, _, err = run("map", "--output", tmp_path / "map.txt")
    assert (code, err.count("output must end in .svg, .json or .md")) == (2, 1)


def test_a_broken_proof_shows_on_the_map(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        maps,
        "unproved",
        lambda: frozenset(arrow for arrow in ARROWS if arrow.claim == "theorem-5.6"),
    )
    code, out, _ = run("map", "--seconds", 0.1)
    assert code == 1
    assert "proof does not come out: C(B U) -> R(U)" in out
    assert "open" in out


def test_a_pair_as_a_table_a_picture_and_something_to_go_on_with(run: Run, tmp_path: Path) -> None:
    for suffix in ("csv", "tex", "svg", "json"):
        assert run("counterexample", "theorem-5.5", "--output", tmp_path / f"pair.{suffix}")[0] == 0
    lines = (tmp_path / "pair.csv").read_text().splitlines()
    assert lines[1:] == ["label,first 1,second 1", "1,-1,-1", "2,1,2", "3,2,1"]
    assert "1 & $-1$ & $-1$ \\\\" in (tmp_path / "pair.tex").read_text()
    assert "<svg" in (tmp_path / "pair.svg").read_text()
    first, second = (load(str(tmp_path / f"pair.json:{side}")) for side in ("first", "second"))
    assert (first.rows, second.rows) == (((-1,), (1,), (2,)), ((-1,), (2,), (1,)))
    with pytest.raises(
        BadInput, match=r"one side of the pair must be named, .*pair\.json:first or"
    ):
        load(str(tmp_path / "pair.json"))
    with pytest.raises(BadInput, match="one side of the pair must be named"):
        load(str(tmp_path / "pair.json:third"))
    code, out, _ = run("compare", tmp_path / "pair.json", "--kind", "ranking")
    assert (code, out.splitlines()[0].partition(": ")[2].partition(" only in")[0]) == (
        1,
        "0 in both, 2",
    )
    assert run("compare", tmp_path / "pair.json", "--up-to", "softmax")[0] == 1
    code, out, _ = run("show", tmp_path / "pair.json")
    heads = [line.partition(": 3 labels")[0] for line in out.splitlines() if "3 labels" in line]
    assert heads == [f"{tmp_path / 'pair.json'}:first", f"{tmp_path / 'pair.json'}:second"]
    picture = ("plot", tmp_path / "pair.json", "--regions", "ranking", "--output")
    assert run(*picture, tmp_path / "drawn.svg")[0] == 0
    assert "3&gt;2&gt;1" in (tmp_path / "drawn.svg").read_text().replace("3>2>1", "3&gt;2&gt;1")
    code, _, err = run(*picture, tmp_path / "drawn.svg", "--title", "x")
    assert code == 2
    assert "--title must not be used with both sides of a pair" in err
    code, _, err = run("compare", "paper/C.2")
    assert code == 2
    assert "B must be given, the configuration or table to compare with paper/C.2" in err
    (tmp_path / "rows.json").write_text("[[1]]")
    with pytest.raises(BadInput, match="name after the colon must be of a pair"):
        load(str(tmp_path / "rows.json:first"))


def test_a_label_that_loses_already_is_told_when_it_would_win(run: Run) -> None:
    """In both configurations it would lose: nothing of it can be lost."""
    code, _, err = run("counterexample", "--near", "paper/5.5-model-2", "--lose-argmax", "3")
    assert code == 2
    assert "not '3', which loses in both: its length is 2, and label 3 is an argmax label" in err
    assert "exactly for lengths > 5*sqrt(2)/2" in err


def test_a_pair_in_a_number_field_is_read() -> None:
    folder = next(
        path
        for path in Path(__file__).parents[2].rglob("accept")
        if (path / "5.5-pair-cosines-argmax.json").exists()
    )
    for side, name in (("first", "paper/5.5-model-1"), ("second", "paper/5.5-model-2")):
        assert load(f"{folder / '5.5-pair-cosines-argmax.json'}:{side}").rows == load(name).rows


def test_points_whose_order_type_decides_have_no_neighbour(run: Run, tmp_path: Path) -> None:
    (tmp_path / "triangle.csv").write_text("0,0\n4,0\n0,4\n1,1\n")
    code, out, _ = run("counterexample", "theorem-H.1", "--near", tmp_path / "triangle.csv")
    assert (code, "none, because order-types" in out) == (0, True)
    (tmp_path / "square.csv").write_text("0,0\n4,0\n4,3\n0,2\n")
    assert (
        "difference" in run("counterexample", "theorem-H.1", "--near", tmp_path / "square.csv")[1]
    )


def test_losing_the_top_needs_an_invariant_that_tells_it(run: Run) -> None:
    code, _, err = run(
        "counterexample", "C -> S", "--near", "paper/5.5-model-1", "--lose-argmax", "3"
    )
    assert (code, "second invariant must tell the argmax labels" in err) == (2, True)
