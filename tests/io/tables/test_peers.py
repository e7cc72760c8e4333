"""Tables as the programs read them that they are for. Those that this project does not install run
as peers.
"""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

import networkx
import numpy as np
import pandas
import pytest

from arrangements import (
    Configuration,
    load,
    plot,
    ranking_graph,
    ranking_pattern,
    sign_pattern,
    tope_graph,
)
from arrangements.listing.tables import export, table_of
from arrangements.matroids.chirotopes import chirotope
from proofs.pages.figures import figure_1
from tests.io.tables.test_round_trip import CONTROL, HOSTILE
from tests.processes import called

C = load("paper/H.1-A")
SIGNS = [[sign == "+" for sign in member] for member in sign_pattern(C)]
HOSTILE_LABELS = Configuration([[i, i * i % 7, 1] for i in range(len(HOSTILE))], HOSTILE)


def test_pandas(tmp_path: Path) -> None:
    for c in (C, HOSTILE_LABELS):
        signs, rankings = sign_pattern(c), ranking_pattern(c.restricted_to(range(5)))
        export(c, tmp_path / "s.csv")
        export(c, tmp_path / "s.parquet")
        export(rankings, tmp_path / "r.parquet")
        wide = pandas.read_csv(tmp_path / "s.csv", skiprows=1)
        assert (wide == 1).to_numpy().tolist() == signs.to_frame().to_numpy().tolist()
        assert pandas.read_parquet(tmp_path / "s.parquet").equals(signs.to_frame())
        assert (
            pandas.read_parquet(tmp_path / "r.parquet").to_numpy().tolist()
            == rankings.to_frame().to_numpy().tolist()
        )
    export(C, tmp_path / "s.jsonl")
    lines = pandas.read_json(tmp_path / "s.jsonl", lines=True)
    assert list(lines["signs"]) == list(sign_pattern(C))


def test_parquet_answers_a_query(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    export(C, tmp_path / "s.parquet")
    found = pq.read_table(
        tmp_path / "s.parquet", columns=["3"], filters=[("1", "==", True), ("2", "==", False)]
    )
    assert found.num_rows == sum(a and not b for a, b, *_ in SIGNS)


def test_numpy(tmp_path: Path) -> None:
    export(C, tmp_path / "s.npz")
    with np.load(tmp_path / "s.npz", allow_pickle=False) as loaded:
        half = np.unpackbits(loaded["words"].astype(">u8").view("u1"), axis=1)[:, : C.n]
        assert json.loads(loaded["head"].tobytes())["content_hash"] == C.content_hash
    assert half.tolist() == [row for row in SIGNS if row[0]]


def test_networkx(tmp_path: Path) -> None:
    for c in (C, HOSTILE_LABELS.restricted_to(range(5))):
        for kind, graph in (("sign", tope_graph(c)), ("ranking", ranking_graph(c))):
            export(table_of(c, kind), tmp_path / "g.graphml")
            back = networkx.read_graphml(tmp_path / "g.graphml")
            names = networkx.get_node_attributes(back, "label")
            assert set(names.values()) == set(graph)
            edges = {
                frozenset((names[a], names[b])): facts["crosses"]
                for a, b, facts in back.edges(data=True)
            }
            assert edges == {
                frozenset((a, b)): facts["crosses"] for a, b, facts in graph.edges(data=True)
            }


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    for kind in ("sign", "ranking", "ties"):
        export(table_of(HOSTILE_LABELS.restricted_to(range(8)), kind), tmp_path / "t.csv")
        with open(tmp_path / "t.csv", encoding="utf-8", newline="") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        assert not [cell for cell in cells if cell[:1] in "=+-@\t\r\n"]


def test_text_formats_hide_nothing(tmp_path: Path) -> None:
    for suffix in ("md", "tex", "dot"):
        export(table_of(HOSTILE_LABELS, "ties"), tmp_path / f"t.{suffix}")
        text = (tmp_path / f"t.{suffix}").read_text("utf-8")
        body = text.partition("\n")[2]  # the head stands in a comment
        assert "\u202e" not in text
        if suffix == "dot":  # where these mean nothing between quotes
            assert '"\\"quoted\\", label"' in body
            continue
        assert "<script>" not in body
        assert "\\input" not in body


SCRIPT = """
import sys, json
import duckdb, polars
folder, signs, rankings = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3])
assert polars.read_parquet(folder + "/s.parquet").rows() == [tuple(row) for row in signs]
assert polars.read_csv(folder + "/s.csv", skip_rows=1).rows() == [tuple(map(int, row)) for row in signs]
assert [list(row) for row in polars.read_parquet(folder + "/r.parquet").with_columns(polars.all().cast(polars.String)).rows()] == rankings
sql = duckdb.sql
assert sql(f"select * from '{folder}/s.parquet'").fetchall() == [tuple(row) for row in signs]
assert sql(f"select * from read_csv('{folder}/s.csv', skip=1)").fetchall() == [tuple(map(int, row)) for row in signs]
assert sql(f"select count(*) from '{folder}/r.parquet' where winner = '=1+1'").fetchall() == [(sum(r[0] == "=1+1" for r in rankings),)]
first = "".join("-+"[x] for x in signs[0])
assert sql(f"select signs from read_json('{folder}/s.jsonl')").fetchall()[0] == (first,)
print("read")
"""


@pytest.mark.peer
def test_polars_and_duckdb(tmp_path: Path) -> None:
    """With the interpreter named in ARRANGEMENTS_PEERS, or this one."""
    import os

    python = os.environ.get("ARRANGEMENTS_PEERS", sys.executable)
    if subprocess.run(
        [python, "-c", "import polars, duckdb"], capture_output=True, check=False
    ).returncode:
        pytest.skip("polars and duckdb are not installed")
    c = HOSTILE_LABELS.restricted_to(range(7))
    for suffix in ("csv", "parquet", "jsonl"):
        export(c, tmp_path / f"s.{suffix}")
    export(table_of(c, "ranking"), tmp_path / "r.parquet")
    signs = json.dumps([[sign == "+" for sign in member] for member in sign_pattern(c)])
    rankings = json.dumps([list(member) for member in ranking_pattern(c)])
    done = subprocess.run(
        [python, "-c", SCRIPT, str(tmp_path), signs, rankings],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "read\n", done.stderr


@pytest.mark.peer
def test_latex(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    c = HOSTILE_LABELS.restricted_to(
        [i for i, label in enumerate(HOSTILE) if label.isascii() or "\u202e" in label]
    )
    inputs = []
    for kind in ("sign", "ranking", "ties"):
        export(table_of(c, kind, witnesses=kind == "sign"), tmp_path / f"{kind}.tex")
        inputs.append(f"\\input{{{kind}.tex}}")
    packages = "\\usepackage[T1]{fontenc}\\usepackage{booktabs}\\usepackage{longtable}"
    packages += "\\usepackage[paperwidth=60cm,paperheight=60cm]{geometry}"
    _compiled(
        f"\\documentclass{{article}}{packages}\\begin{{document}}{''.join(inputs)}\\end{{document}}\n",
        tmp_path,
    )


def _compiled(text: str, folder: Path) -> None:
    (folder / "main.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert b"Missing character" not in (folder / "main.log").read_bytes()


@pytest.mark.peer
def test_latex_in_two_columns(tmp_path: Path) -> None:
    """A table that fits a page stands in a column of a paper; a picture as PGF takes the paper's
    fonts, and labels are no commands.
    """
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    export(table_of(load("paper/C.2"), "ties"), tmp_path / "ties.tex")
    export(table_of(load("paper/C.2"), "ranking"), tmp_path / "long.tex", "longtable")
    labels = [label for label in HOSTILE if label.isascii()][:5]
    for name, kind in (("regions", "regions"), ("cosines", "cosines"), ("graph", "tope-graph")):
        picture = plot(
            Configuration(
                [[2, 0], [0, 2], [-2, -1], ["1/2", "1/2"], [1, 3]][: len(labels)], labels
            ),
            kind,
            size=3,
        )
        picture.save(str(tmp_path / f"{name}.pgf"))
    near = ["counterexample", "C -> R", "--near", "paper/5.5-model-1", "--output"]
    for suffix in ("tex", "pgf"):
        assert called(*near, str(tmp_path / f"near.{suffix}")).returncode == 0
    figure_1().save(str(tmp_path / "figure-1.pgf"))
    names = (
        "ties.tex",
        "near.tex",
        "near.pgf",
        "figure-1.pgf",
        "regions.pgf",
        "cosines.pgf",
        "graph.pgf",
    )
    parts = "\n\n".join(f"\\input{{{part}}}" for part in names)
    packages = "\\usepackage[T1]{fontenc}\\usepackage{booktabs}\\usepackage{pgf}"
    _compiled(
        f"\\documentclass[twocolumn]{{article}}{packages}\\begin{{document}}{parts}\\end{{document}}\n",
        tmp_path,
    )
    assert "\\begin{longtable}" in (tmp_path / "long.tex").read_text("utf-8")


@pytest.mark.peer
def test_topcom(tmp_path: Path) -> None:
    program = shutil.which("chiro2circuits") or shutil.which("topcom-chiro2circuits")
    if program is None:
        pytest.skip("TOPCOM is not installed")
    export(C, tmp_path / "c.chirotope")
    done = subprocess.run(
        [program],
        input=(tmp_path / "c.chirotope").read_text(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("[{") == len(chirotope(C).circuits())


@pytest.mark.peer
def test_polymake(tmp_path: Path) -> None:
    program = shutil.which("polymake")
    if program is None:
        pytest.skip("polymake is not installed")
    export(C, tmp_path / "c.poly")
    code = f'use application "fan"; my $a = load("{tmp_path}/c.poly");'
    code += 'print $a->HYPERPLANES->rows, " ", $a->CHAMBER_DECOMPOSITION->N_MAXIMAL_CONES;'
    done = subprocess.run([program, code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == [str(C.n), str(len(sign_pattern(C)))], done.stderr


@pytest.mark.peer
def test_graphviz(tmp_path: Path) -> None:
    program = shutil.which("dot")
    if program is None:
        pytest.skip("Graphviz is not installed")
    export(table_of(HOSTILE_LABELS.restricted_to(range(6)), "ranking"), tmp_path / "g.dot")
    done = subprocess.run(
        [program, "-Tplain", str(tmp_path / "g.dot")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_labels_of_the_tests_are_hostile() -> None:
    assert {label[:1] for label in HOSTILE} >= set("=@+-'")
    assert {"\n", "\t", "\r"} <= {character for label in CONTROL for character in label}
