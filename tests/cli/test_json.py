"""What ``--json`` prints, and what JSON tables hold, is as the schema says."""

from __future__ import annotations

import inspect
import json
from functools import cache
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from arrangements import cli, load
from arrangements.cli import audit, main, patterns, signature, types
from arrangements.combinatorial_types import realizing
from arrangements.listing.tables import export, table_of
from proofs.search.counterexamples import map as maps

SCHEMA = json.loads((Path(cli.__file__).parent / "commands.schema.json").read_text())
ELSEWHERE = {"verify"}  # tests/paper and tests/search/suites validate its two forms

CALLS = [
    "show paper/H.1-A",
    "show paper/5.5-model-1 --as-floats",
    "show threshold:6",
    "show MODEL",
    "show matroid:vamos",
    "audit MODEL --all --workers 1",
    "audit paper/C.2 --only 0",
    "signature paper/C.2 LOG --all --workers 1",
    "catalogue",
    "patterns paper/H.1-A",
    "chirotope paper/C.1 --covectors",
    "chirotope paper/C.1 --extensions",
    "chirotope paper/C.1 --isomorphism paper/C.2",
    "chirotope paper/C.1 --mutations",
    "chirotope paper/C.1 --extreme",
    "chirotope paper/C.1 --vectors",
    "chirotope matroid:efm8 --cycle 1,2",
    "chirotope paper/C.1 --weak-map paper/C.1",
    "patterns paper/H.1-A --kind top-k --k 1 --method lp",
    "patterns paper/C.1 --kind ranking --limit 1 --witnesses",
    "patterns ZERO",
    "patterns paper/C.1 --kind covectors --dimension 1",
    "patterns paper/C.1 --kind weak-rankings --limit 3",
    "figures paper FOLDER",
    "compare paper/H.1-A paper/H.1-B --kind ranking",
    "compare paper/H.1-A paper/H.1-B --up-to softmax",
    "compare paper/H.1-A paper/H.1-A --up-to softmax",
    "compare paper/H.1-A paper/H.1-B --kind top-k-orders --k 2",
    "chirotope paper/H.1-A",
    "chirotope paper/H.1-A --dual",
    "chirotope paper/H.1-A --circuits",
    "chirotope paper/H.1-A --canonical",
    "cosines paper/C.2 --list",
    "cosines paper/C.3 --differences",
    "count paper/H.1-A --faces",
    "count ZERO --affine",
    "decide paper/5.5-model-2 --argmax 3 --certificate PROOF",
    "decide paper/C.2 --tie 0,1",
    "decide paper/C.2 --signs +?0??",
    "decide paper/C.2 --ranking 0>1>2",
    "decide paper/C.2 --top-set 0,1",
    "decide paper/C.2 --questions ASKED",
    "decide paper/C.2 --questions PLACES",
    "audit MODEL --questions PLACES",
    "repair paper/C.2 --workers 1",
    "design --labels 6 --active 2",
    "design --labels 5 --active 1 --type float32 --audit",
    "recheck PROOF",
    "recheck PROOF paper/C.1",
    "plot paper/C.2 -o PICTURE",
    "explore paper/C.1 --save PAGE",
    "types oriented:3x5",
    "types oriented:3x6:uniform --symmetric --limit 0",
    "types points:5 --limit 2",
    "types rankings:4x2",
    "types topk:4x2:2",
    "realize 5,3:+++++-++++",
    "realize 9,3:0++++++++++++------0--+0----++++++--0---+--++0-----+0--++0+++---0------+++---+++++++",
    "counterexample theorem-H.1",
    "counterexample R->D --count 2 --labels 3",
    "counterexample X->S",
    "counterexample theorem-5.5 --near paper/5.5-model-1 --lose-argmax 3",
    "map --seconds 0.01",
]


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    """Made once; ``test_the_schema_is_one_and_strict`` checks the schema."""
    return jsonschema.Draft202012Validator(SCHEMA | {"$ref": f"#/$defs/{name}"})


def validate(value: object, name: str) -> None:
    validator(name).validate(value)


def test_every_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "zero.json").write_text('{"rows": [[1, 0], [0, 0]]}')
    np.savez(tmp_path / "m.npz", weight=np.eye(3), bias=np.zeros(3))
    files = {"MODEL": str(tmp_path / "m.npz"), "ZERO": str(tmp_path / "zero.json")}
    (tmp_path / "asked.txt").write_text("tie 0,1\nranking 0>1=2\n")
    files["ASKED"] = str(tmp_path / "asked.txt")
    (tmp_path / "places.txt").write_text("best-rank #1\nbest-rank 2\n")
    files["PLACES"] = str(tmp_path / "places.txt")
    (tmp_path / "log.txt").write_text("0>1\n2>4>3\n")
    files["LOG"] = str(tmp_path / "log.txt")
    files |= {
        "PROOF": str(tmp_path / "proof.json"),
        "PICTURE": str(tmp_path / "p.svg"),
        "PAGE": str(tmp_path / "p.html"),
    }
    files["FOLDER"] = str(tmp_path / "figures")
    # its arrows are proved again in tests/search/counterexamples/test_arrows.py
    monkeypatch.setattr(maps, "unproved", frozenset)
    # and vectors are looked for longer in tests/combinatorial_types/test_realizing.py
    monkeypatch.setattr(realizing, "_FIRST", 1)
    for call in CALLS:
        monkeypatch.setattr(
            "sys.argv",
            ["arrangements", *(files.get(word, word) for word in call.split()), "--json"],
        )
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code in (0, 1, None), call
        validate(json.loads(capsys.readouterr().out), call.split()[0])


def test_a_partial_answer(capsys: pytest.CaptureFixture[str]) -> None:
    settled = [(("1", "2"), True), (("1", "3"), False)]
    for kind, k in (("ties", None), ("top-k", 2), ("top-k-orders", 2)):
        asked = patterns.Request(
            configuration="paper/C.2", kind=patterns.Kind(kind), k=k, as_json=True
        )
        assert asked.partial(settled) == "partial: 2 were settled by then, 1 of them possible"
        answer = json.loads(capsys.readouterr().out)
        assert answer["settled"] == 2
        validate(answer, "patterns")
        with pytest.raises(jsonschema.ValidationError):
            validate(answer | {"partial": False}, "patterns")


def test_partial_answers_of_audits_logs_and_types(capsys: pytest.CaptureFixture[str]) -> None:
    log = signature.Request(model="m.npz", log="log.txt", store="s.db", as_json=True)
    assert log.partial([]) is None
    said = "partial: 3 lines were settled by then, 2 of them possible, 1 not; they are kept in s.db"
    assert log.partial([True, False, True]) == said
    answer = json.loads(capsys.readouterr().out)
    assert (answer["settled"], answer["possible"], answer["impossible"]) == (3, 2, 1)
    validate(answer, "signature")
    assert audit.Request(model="m.npz", as_json=True).partial([("a", True), ("b", False)])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["settled"], answer["possible"], answer["impossible"]) == (2, 1, 1)
    validate(answer, "audit")
    with pytest.raises(jsonschema.ValidationError):
        validate({key: x for key, x in answer.items() if key != "partial"}, "audit")
    listed = [{"position": 0, "signs": "+++"}, {"position": 1, "signs": "++-"}]
    said = "partial: 2 types were listed by then, and there may be more"
    assert types.TypesRequest(name="oriented:3x4").partial(listed) == said
    assert capsys.readouterr().out == "0  +++\n1  ++-\n"
    assert types.TypesRequest(name="oriented:3x4", as_json=True).partial(listed) == said
    answer = json.loads(capsys.readouterr().out)
    assert answer["types"] == listed
    validate(answer, "types")
    assert types.TypesRequest(name="oriented:3x4", by="crossings").partial(listed) is None


def test_every_command_has_json_and_a_schema() -> None:
    for command in cli.app.registered_commands:
        name = str(command.name)
        assert command.callback is not None
        assert "as_json" in inspect.signature(command.callback).parameters, name
        if name not in ELSEWHERE:
            assert name in SCHEMA["$defs"], name
            assert name in {call.split()[0] for call in CALLS}, name


def test_the_schema_is_one_and_strict() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    with pytest.raises(jsonschema.ValidationError, match="Additional properties"):
        validate(
            [{"form": "", "example": "", "description": "", "group": "", "source": "", "more": ""}],
            "catalogue",
        )


@pytest.mark.parametrize("kind", ["sign", "ranking", "ties"])
def test_tables(kind: str, tmp_path: Path) -> None:
    table = table_of(
        load("paper/5.5-model-2"), kind, witnesses=kind != "ties", facts=kind != "ties"
    )
    export(table, tmp_path / "t.json")
    validate(json.loads((tmp_path / "t.json").read_text()), "table")
    export(table, tmp_path / "t.jsonl")
    validate(json.loads((tmp_path / "t.jsonl.head.json").read_text()), "head")
