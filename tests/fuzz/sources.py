"""Files of every kind that the package reads, each with the way it is read: the seeds of mutants.

One row a kind; a kind that is not here is not attacked, which ``test_files.py`` notices for the
suffixes of ``formats`` and of models.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import safetensors.numpy

from arrangements import Configuration, load, load_chirotope, load_layer, save
from arrangements.decide.answers import answers
from arrangements.io.formats import SIGNS, SOURCES, WRITTEN
from arrangements.layers.layer import Layer
from arrangements.layers.questions.parser import read_questions
from arrangements.listing.cosines import load_cosines
from arrangements.loading.configurations import load_any
from arrangements.loading.inputs import load_inputs
from arrangements.models import tensors
from arrangements.models.labels import read_labels

__all__ = ["Seed", "seeds"]

ROWS = Configuration(
    [[1, "1/3", 0], [-3, 0, 2], [1, "1/3", 0], [0, "7/2", 1]], ["a", "b", "c", "d"]
)
ROOTS = Configuration([["sqrt(2)", 1], [1, 0], [0, 1]])


@dataclass(frozen=True)
class Seed:
    """``read`` takes the path of a file that ends in ``suffix``; ``content`` is one that it
    takes.
    """

    name: str
    suffix: str
    content: bytes
    read: Callable[[str], Any]


def _npy(array: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def _npz(**arrays: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def _saved(c: Any, suffix: str, folder: Path) -> bytes:
    path = folder / f"whole{suffix}"
    save(c, path)
    return path.read_bytes()


def _onnx() -> bytes:
    from onnx import helper, numpy_helper

    weights = np.arange(6, dtype="f4").reshape(2, 3)
    nodes = [
        helper.make_node("Identity", ["w"], ["v"]),
        helper.make_node("MatMul", ["x", "v"], ["z"]),
        helper.make_node("Add", ["z", "b"], ["y"]),
        helper.make_node("Gemm", ["y", "u", "c"], ["t"], transB=1),
        helper.make_node(
            "Constant", [], ["c"], value=numpy_helper.from_array(np.ones(4, "i8"), "c")
        ),
    ]
    given = [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(weights[0], "b")]
    given.append(helper.make_tensor("u", 10, [4, 3], [1.0] * 12))
    model = helper.make_model(helper.make_graph(nodes, "g", [], [], given))
    model.metadata_props.add(key="names", value="a\nb")
    return bytes(model.SerializeToString())


def _whole_model(path: str) -> None:
    """All tensors, then the layer."""
    for tensor in tensors(path).values():
        tensor.read()
    load_layer(path)


def _asked(path: str) -> None:
    list(answers(Layer(ROWS), read_questions(path, ROWS.labels)))


def _restricted(path: str) -> None:
    load_inputs(path, 2).generators()


def seeds(folder: Path) -> Iterator[Seed]:
    """All of them; some are written in the folder first."""
    exact = b'{"rows": [[1, "1/3", -0.25], [0, 2, "-7/2"], ["1e3", 0, 1]], "labels": ["a", "b", "c"], "bias": [1, 2, "1/2"]}'
    field = b'{"rows": [["sqrt(2)", 1], ["1-sqrt(2)", "cos(pi/4)"], ["root(x^3-2, 1, 2)", 0]]}'
    array = np.array([[1.5, -2.0], [0.1, 3.0], [1e-300, 7.0]])
    texts = {
        ".json": [exact, field],
        ".toml": [b'title = "t"\nrows = [[1, -0.5, "1/3"], [0x10, 2, 1e3]]\nlabels = ["a", "b"]\n'],
        ".csv": [b'label,x,y,bias\na,1,-1/2,0\nb,0.25,2e3,1\n"c,d",-3,4,2\n'],
        ".tsv": [b"1\t2\t3\n-4\t5/6\t0.7\n"],
        ".npy": [_npy(array)],
        ".npz": [_npz(w=array)],
        ".safetensors": [safetensors.numpy.save({"w": array.astype(np.float32)})],
    }
    for form, (suffix, *_) in SOURCES.items():
        if form in SIGNS or form not in WRITTEN or suffix == ".json":
            continue
        texts[suffix] = [
            _saved(Configuration.affine(ROWS) if suffix == ".ext" else ROWS, suffix, folder)
        ]
    texts[".m2"].append(_saved(ROOTS, ".m2", folder))
    texts[".poly"].append(_saved(ROOTS, ".poly", folder))
    for suffix, contents in texts.items():
        for content in contents:
            yield Seed(f"matrix {suffix}", suffix, content, load)
            if suffix != ".points":  # a list of points is known by its suffix alone
                yield Seed(f"matrix of unknown suffix, {suffix}", ".data", content, load)
    chi = load_chirotope("paper/H.1-A")
    for suffix in (".chirotope", ".circuits", ".cocircuits"):
        yield Seed(f"signs {suffix}", suffix, _saved(chi, suffix, folder), load_any)
    yield Seed(
        "cosines .json", ".json", b"[[1, 0.5, 0], [0.5, 1, -0.5], [0, -0.5, 1]]", load_cosines
    )
    yield Seed("cosines .csv", ".csv", b"1,sqrt(2)/2\nsqrt(2)/2,1\n", load_cosines)
    graph = networkx.Graph([("a", "b"), ("b", "c"), ("a", "c")])
    for suffix, write in (
        (".graphml", networkx.write_graphml), (".gexf", networkx.write_gexf), (".gml", networkx.write_gml), (".net", networkx.write_pajek),
        (".g6", networkx.write_graph6), (".s6", networkx.write_sparse6), (".adjlist", networkx.write_adjlist),
        (".edgelist", networkx.write_edgelist),
    ):  # fmt: skip
        out = folder / f"graph{suffix}"
        write(
            graph
            if suffix not in (".g6", ".s6")
            else networkx.convert_node_labels_to_integers(graph),
            out,
        )
        yield Seed(
            f"graph {suffix}", suffix, out.read_bytes(), lambda path: load(f"graphical:{path}")
        )
    linked = json.dumps(networkx.node_link_data(graph, edges="links")).encode()
    yield Seed("graph .json", ".json", linked, lambda path: load(f"graphical:{path}"))
    inputs = {
        ".json": b'{"inequalities": [[0, 1, 0], ["1/2", 0, -1]], "equations": [[1, 1, 1]]}',
        ".toml": b'points = [[0, "1/2"], [1, 1]]\nrays = [[1, 0]]\n',
        ".csv": b"0,1\n2,1/2\n3,3\n",
        ".npy": _npy(array),
        ".ine": b"H-representation\nlinearity 1 2\nbegin\n3 3 rational\n0 1 0\n1 -1/2 1\n4 -1 0\nend\n",
        ".ext": b"V-representation\nbegin\n3 3 rational\n1 0 0\n1 1/2 3\n0 1 0\nend\n",
    }
    for suffix, content in inputs.items():
        yield Seed(f"inputs {suffix}", suffix, content, _restricted)
    yield Seed("inputs box", ".json", b'{"low": [0, null], "high": ["1/2", 3]}', _restricted)
    yield Seed("box .csv", ".csv", b"0,1\n-1,1/2\n", lambda path: load_inputs(f"box:{path}", 2))
    asked = (
        b"argmax a\ntie a,b\n# a remark\nsigns +?0?\nranking a=c>b\ntop-set a,d\nlabels a,b\nd\n"
    )
    yield Seed("questions .txt", ".txt", asked, _asked)
    yield Seed("questions .csv", ".csv", b"a,b,c,d\n1,0,0,1\n0,1,1,0\n", _asked)
    for name, content in {
        "labels .txt": b"a\n b\n\nc\n",
        "labels .json": b'{"id2label": {"0": "no", "1": "yes"}}',
        "tokenizer .json": b'{"model": {"vocab": {"a": 0, "b": 1}}, "added_tokens": [{"id": 2, "content": "<s>"}]}',
        "unigram .json": b'{"model": {"vocab": [["a", -1.0], ["b", -2.0]]}}',
    }.items():
        yield Seed(name, Path(name.split()[-1]).suffix or name.split()[-1], content, read_labels)
    for name, content in {
        "model .onnx": _onnx(),
        "model .safetensors": safetensors.numpy.save(
            {"lm_head.weight": array.astype(np.float16), "lm_head.bias": array[:, 0]}
        ),
        "model .npz": _npz(weight=array, bias=array[:, 0]),
        "model .npy": _npy(array.astype(">f4")),
    }.items():
        yield Seed(name, name.split()[-1], content, _whole_model)
    yield Seed("layer .csv", ".csv", texts[".csv"][0], load_layer)
    yield Seed("layer .json", ".json", exact, load_layer)
