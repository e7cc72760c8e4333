"""What one command refuses about a configuration, every command that reads one and the library
refuse, in the same words.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from arrangements import BadInput, load
from arrangements.cli import main

READING = [
    "show {}",
    "patterns {}",
    "count {}",
    "chirotope {}",
    "cosines {}",
    "decide {} --argmax 1",
    "plot {} -o PICTURE",
    "compare {} {}",
]


def said(
    arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    monkeypatch.setattr("sys.argv", ["arrangements", *arguments.split()])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0), capsys.readouterr().err.strip().removeprefix("arrangements: ")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("nan.csv", "1,nan\n"),
        ("ragged.csv", "1,2\n3\n"),
        ("equal-labels.json", '{"rows": [[1], [2]], "labels": ["a", "a"]}'),
        ("function.json", '{"rows": [["exp(1)"]]}'),
        ("absent.csv", None),
        ("threshhold:4", None),
        ("random:5x2:bound=x", None),
    ],
)
def test_everywhere(
    name: str,
    content: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = name
    if ":" not in name:
        source = str(tmp_path / name)
        if content is not None:
            Path(source).write_text(content)
    with pytest.raises(BadInput) as refused:
        load(source)
    for command in READING:
        asked = command.replace("{}", source).replace("PICTURE", str(tmp_path / "picture.svg"))
        assert said(asked, monkeypatch, capsys) == (2, str(refused.value)), asked
