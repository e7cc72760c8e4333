"""The invariance table: which similarity measures survive which changes of parameters that leave a
model unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.paper.claims.softmax import DEFINITE
from proofs.paper.invariance import measures, repairs
from proofs.paper.invariance.cells import CHANGES, Cell
from proofs.paper.verdicts.claim import Claim, Condition, Outcome, Step, Verdict, conclude

__all__ = ["CLAIM", "prove", "table"]

_OUTCOMES: dict[str, Outcome] = {"invariant": "holds", "changes": "holds", "open": "open"}


def table() -> list[Cell]:
    """All cells, row by row."""
    cells = [
        measures.cell(measure, change.id) for measure in measures.MEASURES for change in CHANGES
    ]
    return cells + [
        repairs.cell(repair, change.id) for repair in repairs.REPAIRS for change in CHANGES
    ]


def prove(cells: Sequence[Cell] | None = None) -> Verdict:
    """Every cell must be decided; the claim of source C is the question, the table is the
    answer.
    """
    cells = table() if cells is None else cells
    steps = [repairs.whitened_simplex()]
    steps += [
        Step(
            f"{cell.measure} under {cell.change}: {cell.verdict}",
            _OUTCOMES[cell.verdict],
            cell.evidence,
            (),
        )
        for cell in cells
    ]
    changing = [
        cell.change
        for cell in cells
        if cell.measure.startswith("removal") and cell.verdict == "changes"
    ]
    steps += [repairs.more_components(change, k) for change in changing for k in (2, 3)]
    invariant = sum(cell.verdict == "invariant" for cell in cells)
    full = [name for name in repairs.REPAIRS if _survives(cells, name, "softmax")]
    return conclude(
        steps,
        means=f"{invariant} identities, {len(cells) - invariant} exact examples",
        scope=f"{len(cells)} cells; invariant cells for all real vectors and matrices of every shape",
        complete=True,
        rests_on=(DEFINITE, "|t u| = |t| |u|"),
        findings=(
            "no measure of two vectors survives every change that leaves a softmax classifier alone; of the cosines after a repair, "
            f"{', '.join(full)} does, but whitening `n` labels in dimension `n − 1` makes all cosines `−1/(n−1)`",
        ),
    )


def _survives(cells: Sequence[Cell], measure: str, model: str) -> bool:
    changes = {change.id for change in CHANGES if change.model == model}
    return all(
        cell.verdict == "invariant"
        for cell in cells
        if cell.measure == measure and cell.change in changes
    )


CLAIM = Claim(
    id="invariance-table",
    owner="K. You",
    statement=(
        "For cosine, dot product, Euclidean distance, norm-scaled cosine `a cos + (1 − a)(|x| + |y|)` with `0 < a < 1`, word "
        "rotator's distance `|x| − |y| + l arccos(cos)` with `l > 0`, soft cosine, query-normalised similarity (the query one of "
        "the rows or not), and for the cosine after mean-centring, whitening and removal of the top `k` principal components: "
        "invariant or not under translation, joint linear change and joint rescaling (softmax), positive row scaling (sigmoid "
        "regions), diagonal rescaling and rotation (factorisation)."
    ),
    conditions=(
        Condition(
            "whitening: the centred `U` has full column rank",
            "wording",
            "the covariance is singular",
        ),
        Condition(
            "removal: the `k`-th eigenvalue of the covariance exceeds the next one",
            "wording",
            "where they are equal the top `k` components are not defined",
        ),
        Condition(
            "cosines: no row is zero, before and after", "wording", "a zero row has no cosine"
        ),
    ),
    prove=prove,
)
