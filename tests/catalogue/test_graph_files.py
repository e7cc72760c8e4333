"""Graphs from files: every format of networkx gives the same arrangement, and damaged files one
line.
"""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import networkx
import pytest

from arrangements import BadInput, load
from arrangements.errors import OutOfTime
from arrangements.io.readers import graph_files
from arrangements.io.readers.graph_files import SUFFIXES, read_graph
from tests.mutants import counted, mutants


def written(suffix: str, path: Path) -> Path:
    graph = networkx.petersen_graph()
    path = path / f"graph{suffix}"
    match suffix:
        case ".graphml":
            networkx.write_graphml_xml(graph, path)
        case ".gexf":
            networkx.write_gexf(graph, path)
        case ".gml":
            networkx.write_gml(graph, path)
        case ".net":
            networkx.write_pajek(graph, path)
        case ".g6":
            networkx.write_graph6(graph, path)
        case ".s6":
            networkx.write_sparse6(graph, path)
        case ".adjlist":
            networkx.write_adjlist(graph, path)
        case ".edgelist":
            networkx.write_edgelist(graph, path, data=False)
        case _:
            path.write_text(json.dumps(networkx.node_link_data(graph, edges="edges")))
    return path


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_format(suffix: str, tmp_path: Path) -> None:
    path = written(suffix, tmp_path)
    assert networkx.is_isomorphic(read_graph(str(path)), networkx.petersen_graph())
    c = load(f"graphical:{path}")
    assert (c.n, c.d, c.rank) == (15, 10, 9)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_damaged_files(suffix: str, tmp_path: Path) -> None:
    content = written(suffix, tmp_path).read_bytes()
    damaged = tmp_path / f"damaged{suffix}"

    def read(mutant: bytes) -> None:
        damaged.write_bytes(mutant)
        load(f"graphical:{damaged}")

    print("seed 5")
    assert counted(read, mutants(content, 60, 5))["refused"] > 5


def test_signs_of_edges(tmp_path: Path) -> None:
    path = tmp_path / "signed.edgelist"
    path.write_text("a b +1\nb c -1\nc c 1\n")
    c = load(f"signed-graphical:{path}")
    assert (c.labels, [[int(x) for x in row] for row in c.rows]) == (
        ("a-b", "b+c", "c"),
        [[1, -1, 0], [0, 1, 1], [0, 0, 1]],
    )
    with pytest.raises(BadInput, match="graph must have no loop, such as that at 'c'"):
        load(f"graphical:{path}")
    path.write_text("a b 2\n")
    with pytest.raises(BadInput, match="sign of an edge must be 1 or -1, not '2'"):
        load(f"signed-graphical:{path}")


def test_numbers_of_vertices_that_are_too_large(tmp_path: Path) -> None:
    for name, text in (("g.s6", ":~~??????"), ("g.s6", ":~}}}"), ("g.g6", "~~~~~~~~")):
        (tmp_path / name).write_text(text)
        with pytest.raises(BadInput, match="graph must have at most 4096 vertices"):
            load(f"graphical:{tmp_path / name}")
    (tmp_path / "g.dot").write_text("graph { a -- b }")
    with pytest.raises(
        BadInput, match=r"suffix of a graph must be one of \.graphml, .* not '\.dot'"
    ):
        load(f"graphical:{tmp_path / 'g.dot'}")


def test_a_limit_is_no_fault_of_the_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.gml"
    path.write_text("graph [ node [ id 0 ] ]")
    for error in (MemoryError(), OutOfTime("time must be at most 1 s")):
        monkeypatch.setattr(graph_files, "_parsed", Mock(side_effect=error))
        with pytest.raises(type(error)):
            graph_files.read_graph(str(path))
