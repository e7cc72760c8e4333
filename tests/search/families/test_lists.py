"""Random, listed and file families: the same members however they are cut, and named errors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arrangements.errors import BadInput
from proofs.search.families import Family, IntegerFamily, RandomFamily, family


def members(made: Family, cuts: list[int]) -> list[tuple[int, object]]:
    return [
        (p, c.rows)
        for a, b in zip(cuts, [*cuts[1:], made.span], strict=True)
        for p, c in made.configurations(a, b)
    ]


@pytest.mark.parametrize(
    "name",
    [
        "random:4x3:bound=2:seed=7:count=50",
        "paper",
        "threshold:1..4",
        "grid:3x2:1",
        "grid-affine:3x1:3",
    ],
)
def test_a_range_does_not_depend_on_how_it_was_cut(name: str) -> None:
    made = family(name)
    assert made.name == name
    whole = members(made, [0])
    assert len(whole) == made.size
    assert members(made, [0, 1, 3, 3, 4]) == whole
    assert family(name).source == made.source


def test_random_entries_are_uniform_and_depend_on_the_seed() -> None:
    one = RandomFamily(3, 2, 4, 1, 30_000)
    rows = np.concatenate([batch.rows for batch in one.batches(0, one.span)])
    counts = np.bincount(rows.ravel() + 4)
    assert len(counts) == 9
    # Nine bins of 20,000: five standard deviations are about 700.
    assert np.abs(counts - 20_000).max() < 700
    for correlated in (rows[:, 0, 0] * rows[:, 2, 1], rows[1:, 0, 0] * rows[:-1, 0, 0]):
        assert abs(float(np.mean(correlated))) < 0.25
    other = np.concatenate([batch.rows for batch in RandomFamily(3, 2, 4, 2, 100).batches(0, 100)])
    assert (other != rows[:100]).any()
    assert (
        np.concatenate([batch.rows for batch in one.batches(0, 100, most=7)]) == rows[:100]
    ).all()


def test_random_members_stay_the_same() -> None:
    """Positions are identities: results in stores refer to them."""
    (batch,) = RandomFamily(2, 2, 9, 1, 10).batches(9, 10)
    assert batch.rows.tolist() == [[[-8, -5], [-2, -6]]]


def test_lines(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(
        '[[1, 0], [0, 1]]\n\n{"rows": [["sqrt(2)"]], "labels": ["a"]}\n[["1/3", "0.5"]]',
        encoding="utf-8",
    )
    made = family(f"file:{path}")
    assert not isinstance(made, IntegerFamily)
    assert (made.name, made.span, made.matrices) == ("file:some.jsonl", 3, 3)
    assert members(made, [0, 1, 2]) == members(made, [0])
    assert [c.labels for _, c in made.configurations(1, 2)] == [("a",)]
    (tmp_path / "copy.jsonl").write_bytes(path.read_bytes())
    assert family(f"file:{tmp_path / 'copy.jsonl'}").source == made.source
    path.write_text("[[1, 0]]\n[[1, 0], [1]]\n")
    with pytest.raises(BadInput, match=r"some\.jsonl, configuration 2"):
        members(family(f"file:{path}"), [0])
    path.write_text("\n\n")
    with pytest.raises(BadInput, match="file must not be empty"):
        family(f"file:{path}")
    with pytest.raises(BadInput, match="file must exist"):
        family(f"file:{tmp_path / 'missing'}")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("random:4x3:bound=2", "random family must be spelled like"),
        ("random:4x3:bound=2:seed=-1:count=5", "random family must be spelled like"),
        ("threshold:3..1", "range of the catalogue must be spelled like"),
        ("nothing:1..3", "range of the catalogue must be spelled like"),
        ("papers", "family must be spelled like grid:6x2:2,"),
        ("threshold:3", "family must be spelled like grid:6x2:2,"),
        ("", "family must be spelled like"),
    ],
)
def test_bad_spelling(name: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        family(name)
