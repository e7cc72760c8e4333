"""Numbers that follow from those of threshold functions: against published terms, all functions of
four variables, and walls of regions.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

from arrangements import InternalError, face_numbers, load, sign_pattern
from arrangements.experimental.threshold_functions import (
    SEQUENCES,
    mean_specification_numbers,
    numbers_from,
)
from tests.published import published

DATA = Path(__file__).parents[2] / "data"
DOCS = DATA.parent / "docs"
FACTS = tomllib.loads((DATA / "threshold.toml").read_text("utf-8"))
COUNTS = tomllib.loads((DATA / "counts.toml").read_text("utf-8"))["counts"]
NEW = {block["name"]: sum(block["whitney"]) for block in COUNTS}
TOPES = published("topes")
THRESHOLD = [*(TOPES[f"threshold:{n}"] for n in range(10)), NEW["threshold:10"]]
RESONANCE = [*(TOPES[f"resonance:{n}"] for n in range(1, 10)), NEW["resonance:10"]]

# The terms in OEIS by these names.
PUBLISHED = {
    "A000615": [2, 2, 8, 72, 1536, 86080, 14487040, 8274797440, 17494930604032],
    "A002079": [2, 1, 2, 9, 96, 2690, 226360, 64646855, 68339572672],
    "A002078": [2, 3, 6, 20, 150, 3287, 244158, 66291591, 68863243522],
    "A002077": [1, 0, 1, 4, 46, 1322, 112519, 32267168, 34153652752],
    "A002080": [1, 2, 4, 12, 81, 1684, 122921, 33207256, 34448225389],
}

# Of n = 9, from an enumeration by others: github.com/guillochon/oeis-results, September 2026.
NINE = {
    "A000615": 143972777957019648,
    "A002078": 281814234754247,
    "A002079": 281196831947304,
}


@pytest.mark.parametrize("name", NINE)
def test_terms_that_others_have_found(name: str) -> None:
    assert numbers_from(THRESHOLD)[name][9] == NINE[name]


@pytest.mark.parametrize("name", SEQUENCES)
def test_the_file_and_published_terms(name: str) -> None:
    (block,) = [block for block in FACTS["sequences"] if block["name"] == name]
    found = numbers_from(THRESHOLD)[name]
    assert found == [int(term) for term in block["terms"]]
    assert found[: block["published"]] == PUBLISHED[name]
    assert len(found) == 11


def test_numbers_of_the_pages_are_those_of_the_files() -> None:
    """The table of the sequences, the means, and the table of the Whitney numbers."""
    page = (DOCS / "threshold-functions.md").read_text("utf-8")
    head, *lines = re.findall(r"^\| (.*) \|$", page, re.MULTILINE)
    names = head.split(" | ")[1:]
    found, seen = numbers_from(THRESHOLD), 0
    for line in lines[1:] if lines[0].startswith("-") else lines:
        n, *cells = (cell.strip().replace(",", "") for cell in line.split("|"))
        for name, cell in zip(names, cells, strict=True):
            if cell:
                (block,) = (block for block in FACTS["sequences"] if block["name"] == name)
                assert found[name][int(n) - block["first"]] == int(cell), (name, n)
                seen += 1
    assert seen == 17
    means = mean_specification_numbers(THRESHOLD, RESONANCE)
    assert f"from {means[0]} for n = 1 over {float(means[8]):.4f} for n = 9" in page
    assert f"**{float(means[9]):.4f} for n = 10**" in page.replace("\n", " ")
    page = (DOCS / "new-terms.md").read_text("utf-8")
    rows = [line.split("|") for line in re.findall(r"^\| \d+ \|.*\|$", page, re.MULTILINE)][:12]
    for place, name in ((2, "threshold:10"), (4, "resonance:10")):
        (block,) = (block for block in COUNTS if block["name"] == name)
        told = [int(row[place].replace(",", "")) for row in rows if row[place].strip()]
        assert told == block["whitney"]
        assert f"**{sum(told):,}**" in page


def test_mean_specification_numbers() -> None:
    found = mean_specification_numbers(THRESHOLD, RESONANCE)
    assert list(map(str, found)) == FACTS["mean_specification_number"]["terms"]
    assert [float(round(x, 4)) for x in found[8:]] == [13.8913, 15.6168]
    # Anthony, arXiv 2606.29477
    assert all(mean <= 2 * n for n, mean in enumerate(found, 1))
    for n in range(1, 6):
        *_, walls, regions = face_numbers(load(f"threshold:{n}"))
        assert found[n - 1] == Fraction(2 * walls, regions)


def test_all_functions_of_few_variables() -> None:
    """Counted one by one: which variables a function depends on, and its images when variables are
    negated.
    """
    for n in range(5):
        points = list(product((0, 1), repeat=n))
        functions = {tuple(s == "+" for s in text) for text in sign_pattern(load(f"threshold:{n}"))}
        found = numbers_from(THRESHOLD)
        exactly = [f for f in functions if len(used(f, points)) == n]
        assert len(exactly) == found["A000615"][n]
        assert len({negated(f, points) for f in exactly}) == found["A002079"][n]
        assert len({negated(f, points) for f in functions}) == found["A002078"][n]
        dual = [f for f in functions if n and all(a != b for a, b in zip(f, f[::-1], strict=True))]
        assert len({negated(f, points) for f in dual}) == (found["A002080"][n - 1] if n else 0)
        assert len({negated(f, points) for f in dual if len(used(f, points)) == n}) == (
            found["A002077"][n - 1] if n else 0
        )


def used(f: tuple[bool, ...], points: list[tuple[int, ...]]) -> set[int]:
    values = dict(zip(points, f, strict=True))
    pairs = (
        (p, q)
        for p, q in combinations(points, 2)
        if sum(a != b for a, b in zip(p, q, strict=True)) == 1
    )
    return {
        next(i for i, (a, b) in enumerate(zip(p, q, strict=True)) if a != b)
        for p, q in pairs
        if values[p] != values[q]
    }


def negated(f: tuple[bool, ...], points: list[tuple[int, ...]]) -> tuple[bool, ...]:
    """The least of all functions that arise by negating variables."""
    values = dict(zip(points, f, strict=True))
    return min(
        tuple(values[tuple(a ^ b for a, b in zip(p, turned, strict=True))] for p in points)
        for turned in points
    )


def test_numbers_that_cannot_be() -> None:
    with pytest.raises(InternalError, match="number of functions must be a multiple of 2, not 1"):
        numbers_from([2, 3])
