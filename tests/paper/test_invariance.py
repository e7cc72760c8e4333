"""The invariance table, cell by cell, against the table as it should be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs.paper.claims import invariance
from proofs.paper.invariance.cells import Cell

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
