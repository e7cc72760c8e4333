"""Tables read back are equal, and the same answer is the same bytes."""

from __future__ import annotations

import html
import re
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from arrangements import Configuration, RankingPattern, SignPattern, limited, load
from arrangements.io.formats import READ_BACK
from arrangements.io.tables import FORMATS, Table, is_table, read_table, to_frame
from arrangements.io.tables.foreign import dot_text
from arrangements.listing.tables import export, table_of
from tests.published import published

HOSTILE = [
    "=1+1",
    "@x",
    '"quoted", label',
    "'",
    "\\input{x} %&_#~^$",
    "<script>alert(1)</script>",
    "\u202eabc",
    "a|b>c",
]
HOSTILE += ["+", "-1", " padded ", "日本"]
# labels that a pattern may have, though no configuration
CONTROL = ["new\nline", "tab\t", "cr\r", "\n", ",", "\ufeffbom"]

CASES = {
    "paper": load("paper/H.1-A"),
    "field": load("paper/5.5-model-2"),
    "two words": load("random:70x2:bound=9:seed=1").merged(),
    "hostile": Configuration([[i, i * i % 7, 1] for i in range(len(HOSTILE))], HOSTILE),
    "zero row": Configuration([[1, 0], [0, 0], [1, 0]]),
    "one row": Configuration([[1]]),
    "no rows": Configuration([], dimension=2),
}
GRAPHS = ("sign", "ranking", "ties")
KINDS = [
    ("sign", None),
    ("ranking", None),
    ("argmax", None),
    ("top-k", 1),
    ("top-k-orders", 1),
    ("ties", None),
    ("adjacent", None),
    ("best-rank", None),
]


def written(table: Table, path: Path, **options: object) -> bytes:
    export(table, path, **options)  # type: ignore[arg-type]
    return path.read_bytes()


def same(one: Table, other: Table) -> bool:
    facts = (one.facts is None) == (other.facts is None)
    if one.facts is not None and other.facts is not None:
        facts = np.array_equal(one.facts.starts, other.facts.starts) and np.array_equal(
            one.facts.adjacent, other.facts.adjacent
        )
    return (
        one.head() == other.head()
        and one.members() == other.members()
        and one.points == other.points
        and facts
    )


@pytest.mark.parametrize("form", READ_BACK)
@pytest.mark.parametrize("case", CASES)
def test_every_kind_comes_back(case: str, form: str, tmp_path: Path) -> None:
    for kind, k in KINDS:
        if (k is not None and CASES[case].n == 0) or (case == "two words" and kind != "sign"):
            continue
        table = table_of(CASES[case], kind, k)
        path = tmp_path / f"{kind}{FORMATS[form][0]}"
        data = written(table, path)
        assert is_table(path)
        back = read_table(path)
        assert same(back, table)
        if kind in ("sign", "ranking"):
            assert back.pattern == table.pattern
        assert written(back, path) == data


@pytest.mark.parametrize("form", READ_BACK)
@pytest.mark.parametrize("kind", ["sign", "ranking"])
@pytest.mark.parametrize("case", ["paper", "field", "hostile", "zero row", "one row"])
def test_facts_and_witnesses_come_back(case: str, kind: str, form: str, tmp_path: Path) -> None:
    c = CASES[case].restricted_to(range(min(6, CASES[case].n)))
    table = table_of(c, kind, witnesses=True, facts=True)
    path = tmp_path / f"t{FORMATS[form][0]}"
    data = written(table, path)
    assert same(read_table(path), table)
    assert written(read_table(path), path) == data


@pytest.mark.parametrize("form", READ_BACK)
def test_labels_of_patterns_may_be_anything(form: str, tmp_path: Path) -> None:
    labels = HOSTILE + CONTROL
    path = tmp_path / f"t{FORMATS[form][0]}"
    for pattern in (
        SignPattern.from_strings(labels, ["+-" * 9, "-+" * 9]),
        RankingPattern.from_rankings(labels, [labels, labels[::-1]]),
    ):
        export(table_of(pattern), path)
        assert read_table(path).pattern == pattern


@pytest.mark.parametrize("form", FORMATS)
def test_methods_write_the_same_bytes(form: str, tmp_path: Path) -> None:
    for kind, k in KINDS:
        for name in ("paper/H.1-A", "threshold:3"):
            c = load(name)
            if kind not in {"topcom": ("sign",), "polymake": ("sign",)}.get(
                form, GRAPHS if form in ("graphml", "dot") else (kind,)
            ):
                continue
            tables = [table_of(c, kind, k, method=method) for method in ("chirotope", "lp")]
            assert (
                len(
                    {
                        written(table, tmp_path / "t", format=form, configuration=c)
                        for table in tables
                    }
                )
                == 1
            ), (kind, name)


def test_facts_are_those_of_the_graph() -> None:
    from arrangements import ranking_graph, tope_graph

    for c in (
        load("paper/H.1-A"),
        load("threshold:3"),
        Configuration([[1, 0], [0, 1], [-2, 0], [1, 1], [2, 2]]),
    ):
        for kind, graph in (("sign", tope_graph(c)), ("ranking", ranking_graph(c.merged()))):
            table = (
                table_of(c.merged(), kind, facts=True)
                if kind == "ranking"
                else table_of(c, kind, facts=True)
            )
            vertices = list(graph)
            assert table.facts is not None
            assert table.facts.facets.tolist() == [graph.degree(v) for v in vertices]
            for i, v in enumerate(vertices):
                assert {vertices[j - 1] for j in table.facts.of(i)} == set(graph[v])


def test_frames() -> None:
    frame = to_frame(table_of(load("paper/H.1-A"), "sign", witnesses=True, facts=True))
    assert list(frame.columns) == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "facets",
        "adjacent",
        "x_1",
        "x_2",
        "x_3",
    ]
    assert len(frame[frame["1"] & ~frame["2"]]) == 4
    assert (
        to_frame(
            table_of(Configuration([[1], [2]], ["x_1", "facets"]), witnesses=True, facts=True)
        ).columns.tolist()[-1]
        == "x_1_"
    )


def test_writing_takes_little_memory(tmp_path: Path) -> None:
    table = table_of(load("threshold:5"))
    for form in ("csv", "parquet"):
        tracemalloc.start()
        export(table, tmp_path / f"t.{form}")
        assert tracemalloc.get_traced_memory()[1] < 3 * 32 * published("topes")["threshold:5"]
        tracemalloc.stop()


def test_a_killed_export_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("old")
    code = """
import os, signal, sys
from arrangements import export, limited, load, table_of
with limited("a table", progress=lambda step, part: os.kill(os.getpid(), signal.SIGKILL) if step == "writing" else None):
    export(table_of(load("paper/H.1-A")), sys.argv[1])
"""
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert (done.returncode, path.read_text()) == (-signal.SIGKILL, "old")


def test_a_failed_export_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("old")

    def fail(step: str, part: float | None) -> None:
        if step == "writing":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), limited("a table", progress=fail):
        export(table_of(load("paper/H.1-A")), path)
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("t.csv", "old")]


def test_sign_tables_of_more_than_one_batch(tmp_path):
    """Every line of every batch: the vectors of 19 signs that begin with a plus, and one more."""
    n, half = 19, 1 << 18
    members = np.append(np.arange(half, 2 * half), 5).astype(np.uint64)
    words = np.sort(members)[:, None] << np.uint64(64 - n)
    pattern = SignPattern.of_all([f"s{k}" for k in range(n)], words)
    assert len(pattern) == half + 1
    content = written(table_of(pattern), tmp_path / "many.csv")
    lines = content.decode().split("\n")
    assert lines[-1] == ""
    wanted = [",".join(f"{5:0{n}b}"), *(",".join(f"{k:0{n}b}") for k in range(half, 2 * half))]
    assert lines[2:-1] == wanted
    assert read_table(tmp_path / "many.csv").pattern == pattern


@pytest.mark.parametrize(
    "label", [*HOSTILE, "a\\b", "\\N", '\\"', "&amp;", "&#34;", "a&b", "\\\\n"]
)
def test_texts_of_graphviz_are_read_as_they_were(label):
    """Between quotes a backslash is an escape of Graphviz, and an ampersand begins an entity."""
    quoted = dot_text(label)
    assert (quoted[0], quoted[-1]) == ('"', '"')
    plain = re.sub(r"\\(.)", r"\1", quoted[1:-1])
    assert re.fullmatch(r'([^"\\]|\\.)*', quoted[1:-1])
    assert html.unescape(plain) == label
