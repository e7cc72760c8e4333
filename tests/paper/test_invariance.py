"""The invariance table, cell by cell, against the table as it should be."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from math import acos, hypot, pi, sqrt
from statistics import mean, pstdev

import pytest

from proofs.paper.claims import invariance
from proofs.paper.invariance import repairs
from proofs.paper.invariance.cells import Cell

Vector = tuple[float, ...]

# Columns: translation, linear, rescaling, row scaling, diagonal, rotation; i for invariant, c for
# changes.
EXPECTED = {
    "cosine": "cciici",
    "dot product": "ccccci",
    "Euclidean distance": "icccci",
    "norm-scaled cosine": "ccccci",
    "word rotator's distance": "ccccci",
    "soft cosine": "cciicc",
    "query-normalised similarity": "cciici",
    "mean-centring": "icicci",
    "whitening": "iiicii",
    "removal of the top k principal components": "icicci",
}


@pytest.fixture(scope="module")
def cells() -> list[Cell]:
    return invariance.table()


def test_the_table(cells: list[Cell]) -> None:
    found: dict[str, str] = {}
    for cell in cells:
        found[cell.measure] = found.get(cell.measure, "") + cell.verdict[0]
    assert found == EXPECTED


def test_every_change_has_an_example(cells: list[Cell]) -> None:
    assert all("becomes" in cell.evidence for cell in cells if cell.verdict == "changes")
    assert all("identity" in cell.evidence for cell in cells if cell.verdict == "invariant")


def test_an_open_cell_leaves_the_claim_open(cells: list[Cell]) -> None:
    verdict = invariance.prove(
        [replace(cells[0], verdict="open", evidence="no small example"), *cells[1:]]
    )
    assert verdict.status == "not settled"
    assert verdict.reason.startswith("cosine under translation: open")


def number(value: str) -> float:
    """A printed value as a float, with a = 3/8 and l = 5/8."""
    for name, code in (("a", "0.375"), ("l", "0.625"), ("pi", str(pi))):
        value = re.sub(rf"\b{name}\b", code, value)
    value = re.sub(r"(?<=[\d)]) (?=[\d(a])", " * ", value)
    return eval(value, {"__builtins__": {}, "sqrt": sqrt, "arccos": acos})


def cosine(x: Vector, y: Vector, weights: Vector = (1, 1)) -> float:
    def inner(v: Vector, w: Vector) -> float:
        return sum(s * a * b for s, a, b in zip(weights, v, w, strict=True))

    return inner(x, y) / sqrt(inner(x, x) * inner(y, y))


def query_normalised(q: Vector, x: Vector, rows: list[Vector]) -> float:
    cosines = [cosine(q, row) for row in rows]
    return (cosine(q, x) - mean(cosines)) / pstdev(cosines)


MEASURES = {
    "cosine": cosine,
    "dot product": lambda x, y: x[0] * y[0] + x[1] * y[1],
    "Euclidean distance": lambda x, y: hypot(x[0] - y[0], x[1] - y[1]),
    "norm-scaled cosine": lambda x, y: 0.375 * cosine(x, y) + 0.625 * (hypot(*x) + hypot(*y)),
    "word rotator's distance": lambda x, y: (
        hypot(*x) - hypot(*y) + 0.625 * acos(min(1, cosine(x, y)))
    ),
    "soft cosine": lambda x, y: cosine(x, y, (1, 4)),
}


def vectors(evidence: str) -> dict[str, Vector]:
    return {
        name: tuple(map(float, text.split(", ")))
        for name, text in re.findall(r"\b([qxyz]) = \(([^)]*)\)", evidence)
    }


def moved(evidence: str, rows: list[Vector]) -> list[Vector]:
    """The rows after the change that the evidence names."""
    if found := re.search(r"v = \(([^)]*)\)", evidence):
        by = tuple(map(float, found[1].split(", ")))
        return [(x + by[0], y + by[1]) for x, y in rows]
    if found := re.search(r"λ = \(([^)]*)\)", evidence):
        factors = map(float, found[1].split(", "))
        return [(f * x, f * y) for f, (x, y) in zip(factors, rows, strict=True)]
    found = re.search(r"matrix \[(.*?)\]", evidence)
    assert found
    (a, b), (c, d) = (
        [float(Fraction(entry)) for entry in row.split(", ")] for row in found[1].split("; ")
    )
    return [(x * a + y * c, x * b + y * d) for x, y in rows]


def test_printed_values_are_those_of_the_measures(cells: list[Cell]) -> None:
    """Each example once more, in floats and by the definition of the measure."""
    seen = 0
    for cell in cells:
        if cell.verdict != "changes" or cell.measure in repairs.REPAIRS:
            continue
        printed = [
            tuple(map(number, pair))
            for pair in re.findall(r"(?:: |row )([^:;]*?) becomes ([^:;]*)", cell.evidence)
        ]
        rows = list(vectors(cell.evidence).values())
        for side, now in enumerate((rows, moved(cell.evidence, rows))):
            if cell.measure == "query-normalised similarity":
                q, *others = now
                values = [query_normalised(q, others[0], docs) for docs in (others, [*others, q])]
            else:
                values = [MEASURES[cell.measure](*now)]
            assert [pair[side] for pair in printed] == pytest.approx(values), cell
        seen += 1
    assert seen == 29
    repaired = [cell.evidence for cell in cells if cell.measure in repairs.REPAIRS]
    assert not any("cos·|cos|" in evidence for evidence in repaired)


def test_printed_values_are_exact(cells: list[Cell]) -> None:
    told = {(cell.measure, cell.change): cell.evidence.rpartition(": ")[2] for cell in cells}
    assert told["Euclidean distance", "linear"] == "sqrt(2) becomes 1"
    assert told["norm-scaled cosine", "rescaling"] == "2 - a becomes 4 - 3 a"
    assert told["word rotator's distance", "translation"] == "l pi/2 becomes l arccos(4/5)"
    assert "0 < a < 1" in invariance.CLAIM.statement
    assert "l > 0" in invariance.CLAIM.statement
