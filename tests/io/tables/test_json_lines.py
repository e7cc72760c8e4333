"""JSON Lines: rows only, the head in a file beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pandas
import pytest

from arrangements import BadInput, Configuration, export, load, read_table, table_of
from arrangements.cli import main
from arrangements.io.tables.json_format import head_beside
from arrangements.running import files

C = load("paper/H.1-A")


def answered(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["arrangements", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    return stop.value.code or 0  # type: ignore[return-value]


@pytest.mark.parametrize(("kind", "extra"), [("sign", True), ("ranking", True), ("ties", False)])
def test_every_line_is_a_row(kind: str, extra: bool, tmp_path: Path) -> None:
    table = table_of(C, kind, facts=extra, witnesses=extra)
    path = tmp_path / "t.jsonl"
    export(table, path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == len(table)
    assert len({tuple(line) for line in lines}) == 1
    assert len(pandas.read_json(path, lines=True).dropna()) == len(table)
    assert json.loads(head_beside(path).read_text())["content_hash"] == C.content_hash
    back = read_table(path)
    assert (back.members(), back.points, back.content_hash) == (
        table.members(),
        table.points,
        table.content_hash,
    )


def test_the_head_may_be_first_as_in_older_files(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    export(table_of(C, "ranking"), path)
    beside = head_beside(path)
    path.write_bytes(beside.read_bytes() + path.read_bytes())
    beside.unlink()
    assert read_table(path).pattern == table_of(C, "ranking").pattern
    path.write_text(path.read_text() + "5\n")
    with pytest.raises(BadInput, match=r"not '5' \(.*t\.jsonl, line 16\)"):
        read_table(path)


def test_lines_without_their_head_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    export(table_of(C, "ties"), path)
    head = head_beside(path).read_bytes()
    for damaged, message in (
        (b"", "file must not be empty"),
        (b"\xff", r"head must be UTF-8 text \(.*t.jsonl.head.json\)"),
        (b"{", r"head of the table must be JSON.*t.jsonl.head.json"),
        (b"{}", "head must be an object with the key 'arrangements table'"),
        (head.replace(b'"count": 4', b'"count": 5'), "must have 5 different members"),
    ):
        head_beside(path).write_bytes(damaged)
        with pytest.raises(BadInput, match=message):
            read_table(path)
    head_beside(path).unlink()
    with pytest.raises(
        BadInput, match=r"must be beside it, in t\.jsonl\.head\.json \(.*t\.jsonl\)"
    ):
        read_table(path)
    assert path.read_bytes()


def test_no_members_are_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    table = table_of(Configuration([[0, 0], [1, 0]]), "sign")
    export(table, path)
    assert path.read_bytes() == b""
    assert read_table(path).pattern == table.pattern
    export(table_of(Configuration([[1], [2], [2]]), "sign"), path)
    assert len(read_table(path)) == 2
    path.write_bytes(b"")
    with pytest.raises(BadInput, match="must have 2 different members, as its head says, not 0"):
        read_table(path)


def test_lines_never_stand_beside_the_head_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever rename is the last one, what is read is the old table, the new one, or refused."""
    path = tmp_path / "t.jsonl"
    old, new = table_of(C, "argmax"), table_of(load("paper/H.1-B"), "argmax")
    real, done = files.os.replace, []  # type: ignore[attr-defined]

    def stopped(source: str, target: Path) -> None:
        if len(done) == last:
            raise KeyboardInterrupt
        done.append(target)
        real(source, target)

    assert (old.members(), len(old)) == (new.members(), len(new))
    for last in range(3):
        export(old, path)
        done.clear()
        with monkeypatch.context() as patch:
            patch.setattr(files.os, "replace", stopped)  # type: ignore[attr-defined]
            if last < 2:
                with pytest.raises(KeyboardInterrupt):
                    export(new, path)
            else:
                export(new, path)
        if last == 2:
            assert read_table(path).content_hash == new.content_hash
        else:
            with pytest.raises(BadInput, match="must be beside it"):
                read_table(path)
    assert {p.name for p in tmp_path.iterdir()} == {"t.jsonl", "t.jsonl.head.json"}


def test_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = (str(tmp_path / f"{name}.jsonl") for name in "ab")
    for name, path in (("paper/H.1-A", one), ("paper/H.1-B", other)):
        assert answered(monkeypatch, "patterns", name, "--kind", "ranking", "--output", path) == 0
    assert answered(monkeypatch, "compare", one, other) == 1
    assert "41325" in capsys.readouterr().out.replace(">", "")
    assert answered(monkeypatch, "compare", one, one) == 0
    capsys.readouterr()
    answered(monkeypatch, "patterns", "paper/C.2", "--kind", "ties", "--format", "jsonl")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == {"labels": ["0", "1"]}
    assert len(lines) == 5
