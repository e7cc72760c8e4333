"""Files are what they are called: a name that says another format is refused before the work, and
whatever ``repair`` writes ``audit`` reads.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arrangements import save
from arrangements.io.formats import LINES, PICTURES, suffixes_of
from arrangements.layers.configuration import Configuration
from arrangements.loading.layers import load_layer
from arrangements.models.writing import write_layer
from proofs.search.counterexamples import answer
from tests.models.make_files import FILES
from tests.processes import called

ROWS = [[2, 0], [0, 2], [-2, -1], ["1/2", "1/2"]]
LABELS = ["left, or not", "up", "down", "7"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("m.csv").write_text("label,x,y\nleft,2,0\nup,0,2\ndown,-2,-1\nmid,1/2,1/2\n")
    Path("log.txt").write_text("left>up\n")
    return tmp_path


@pytest.mark.parametrize("name", ["p.parquet", "p.jpg", "p.txt", "p.html", "p.npz"])
def test_counter_examples_of_no_format(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(answer, "search")  # what is refused is not searched
    done = called("counterexample", "theorem-5.5", "--output", name)
    assert (done.returncode, done.stdout) == (2, "")
    known = ", ".join((".json", *suffixes_of(LINES), *PICTURES))
    said = f"output must be a file that ends in one of {known}, not '{name}'"
    assert done.stderr == f"arrangements: {said}\n"
    for many in ("--all", "--count=3"):
        done = called("counterexample", "theorem-H.1", many, "--output", "pairs.json")
        said = "output of more than one pair must have the name of a folder, not 'pairs.json'"
        assert (done.returncode, done.stderr) == (2, f"arrangements: {said}\n")
    assert not Path(name).exists()


@pytest.mark.parametrize(
    ("asked", "name", "said"),
    [
        ("decide m.csv --argmax up --certificate", "p.pdf", "file that ends in .json"),
        ("patterns m.csv --certificate", "p.npz", "file that ends in .json"),
        ("patterns m.csv --output x.csv --provenance", "p.txt", "file that ends in .json"),
        ("realize 3,2:+++ --certificate", "p.md", "file that ends in .json"),
        ("explore m.csv --save", "p.pdf", "file that ends in .html"),
        ("audit m.csv --certificate", "p.pdf", "file that ends in .npz or .json"),
        ("audit m.csv --certificate", "p.json", "have one answer, not 4"),
        ("audit m.csv --summary", "p.html", "file that ends in one of .json, .md, .sarif"),
        ("audit m.csv --report", "p.html", "the name of a folder"),
        ("signature m.csv log.txt --certificate", "p.json", "file that ends in .npz"),
        ("signature m.csv log.txt --report", "p.json", "the name of a folder"),
        ("verify mf-4 --report", "p.html", "the name of a folder"),
        ("repair m.csv --output", "p.npz", "a folder, or a file that ends in .json or .csv"),
        ("repair m.npz --weights weight --output", "p.csv", "a file that ends in .npz"),
        ("design --labels 6 --active 2 --output", "p.pdf", "one of .csv, .json, .npz"),
        ("design --labels 6 --active 2 --certificate", "p.pdf", "ends in .npz or .json"),
        ("compare m.csv m.csv --output", "p.npz", "must end in one of .csv"),
        ("count m.csv --output", "p.pdf", "suffix of the output must be one of"),
        ("patterns m.csv --output", "p.pdf", "suffix of the output must be one of"),
        (
            "chirotope m.csv --output",
            "p.pdf",
            "output must be a file that ends in one of .txt, .json",
        ),
        ("show m.csv --output", "p.pdf", "suffix of the output must be one of"),
        ("plot m.csv --output", "p.csv", "must end in one of .svg, .pdf"),
        ("map --output", "p.pdf", "must"),
    ],
)
def test_names_that_say_another_format(asked: str, name: str, said: str) -> None:
    np.savez("m.npz", weight=np.eye(3))
    done = called(*asked.split(), name)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not Path(name).exists()


def test_a_folder_that_is_there_may_have_any_name() -> None:
    Path("old.html").mkdir()
    assert called("audit", "m.csv", "--report", "old.html").returncode == 0
    assert Path("old.html/audit.html").exists()
    Path("old.csv").mkdir()
    assert called("repair", "m.csv", "--output", "old.csv").returncode == 0
    assert Path("old.csv/model.json").exists()


def sources(folder: Path) -> dict[str, tuple[str, list[str]]]:
    """A layer in each format, and the options that name its tensors."""
    exact = Configuration(ROWS, LABELS)
    save(exact, "rows.json")
    save(Configuration(ROWS, LABELS, bias=[0, "1/3", 0, -1]), "biased.json")
    rows, bias = (
        np.array([[float(x) for x in row] for row in exact.rows]),
        np.array([0, 0.5, 0, -1]),
    )
    named = ["--weights", "w"]
    np.savez("m.npz", w=rows.astype(np.float32), other=np.arange(3))
    np.savez("half.npz", w=rows.astype(np.float16), b=bias.astype(np.float16))
    np.save("m.npy", rows)
    for kind in ("float16", "bfloat16", "float32", "float64"):
        write_layer(f"{kind}.safetensors", kind, rows, bias)
    found = {
        "csv": ("m.csv", []),
        "json": ("rows.json", []),
        "json with bias": ("biased.json", []),
        "npz": ("m.npz", named),
        "float16": ("half.npz", [*named, "--bias", "b"]),
        "npy": ("m.npy", []),
        **{
            f"safetensors {k}": (f"{k}.safetensors", [])
            for k in ("float16", "bfloat16", "float32", "float64")
        },
    }
    others = ("model-f32.onnx", "model-f32.gguf", "model.keras", "model-f32.tflite", "model-f32.pt")
    return found | {name: (str(FILES / name), []) for name in others}


@pytest.mark.parametrize("change", ["offsets", "rows"])
def test_what_repair_writes_audit_reads(change: str, folder: Path) -> None:
    """As a file and in a folder; all that was asked is possible there, for the same labels."""
    for place, (name, (path, named)) in enumerate(sources(folder).items()):
        asked = ["repair", path, *named, "--change", change, "--skip-equal", "--json"]
        done = called(*asked, "--output", f"all-{place}")
        assert done.returncode == 0, (name, done.stderr)
        model = json.loads(done.stdout)["written"]["model"]
        suffixes = [".json", ".csv"] if name.startswith(("csv", "json")) else [Path(model).suffix]
        files = [model]
        for suffix in suffixes:
            file = f"alone-{place}{suffix}"
            done = called(*asked, "--output", file)
            assert json.loads(done.stdout)["written"] == {"model": file}, done.stderr
            files.append(file)
        first: Any = None
        for file in files:
            assert Path(file).is_file()
            alone = Path(file).suffix == ".safetensors" and not path.endswith(".safetensors")
            given = [] if alone else named
            told = called("audit", file, *given, "--json")
            assert told.returncode == 0, (name, file, told.stderr)
            found = json.loads(told.stdout)
            assert found["impossible"] == 0, (name, file, found)
            weights = given[1] if given else None
            again = load_layer(file, weights=weights)
            if Path(file).suffix in (".json", ".csv"):
                assert again.labels == load_layer(path).labels
            functions = again.configuration().functions
            first = first or functions
            assert functions == first, (name, file)
