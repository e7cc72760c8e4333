"""The pictures of the book show what the program draws today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.pictures import PICTURES  # type: ignore[attr-defined]

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str) -> None:
    kept, drawn = (FOLDER / f"{name}.svg").read_text("utf-8"), PICTURES[name]().svg()
    for part in (r'id="region-[^"]*"', r">([^<>\n]+)</text>"):
        assert sorted(re.findall(part, kept)) == sorted(re.findall(part, drawn)), (
            "draw it again: python docs/pictures.py"
        )


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PICTURES)
