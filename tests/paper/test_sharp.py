"""Our own claims on what cosines tell, and those of the sources without a number: as stated, and
refuted when broken on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from arrangements import Configuration
from proofs.paper.claims import (
    closed_forms,
    counting_at_most,
    find,
    introduction,
    isometries,
    projector,
    rules,
)
from proofs.paper.verdicts.claim import Verdict
from proofs.search.invariants import keys

IDS = """
    headline cosines-rows cosines-differences unit-rows projector projector-cosines counting-at-most rule-monotone
    rule-min-p rule-nucleus introduction-2 discussion-embeddings mf-4 mf-5 mf-6 mf-clusters
"""


@pytest.mark.parametrize("id", IDS.split())
def test_as_stated(id: str) -> None:
    verdict = find(id).prove()
    assert (verdict.status, verdict.reason) == ("proved", "")


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (lambda: isometries.prove_rows(positive=-1), "signs agree"),
        (lambda: isometries.prove_differences(connected=False), "triangles connect"),
        (lambda: isometries.prove_unit_rows(equal_lengths=False), "theorem 5.5"),
        (lambda: projector.prove_projector(invertible=False), "leave the projector"),
        (lambda: counting_at_most.prove(less=1), "at most"),
        (lambda: rules.prove_monotone(cap=lambda E: E / (E**2 + 1)), "soft cap"),
        (lambda: rules.prove_min_p(at_most=False), "is in the support"),
        (lambda: rules.prove_nucleus(level=Fraction(1, 2)), "two nuclei"),
        (lambda: introduction.prove_introduction_2(factor=1), "E"),
        (lambda: introduction.prove_embeddings(orthogonal=False), "are kept iff"),
        (lambda: closed_forms.prove_mf_4(weights=(1, 3)), "smaller value"),
        (lambda: closed_forms.prove_mf_5(same_rotation=False), "D = H, items"),
        (lambda: closed_forms.prove_mf_6(shrink=2), "s > c"),
        (lambda: closed_forms.prove_mf_clusters(same=True), "four different cosines"),
    ],
)
def test_a_wrong_variant_is_refuted(broken: Callable[[], Verdict], reason: str) -> None:
    verdict = broken()
    assert verdict.status == "refuted"
    assert reason in verdict.reason


def test_the_projector_by_its_definition() -> None:
    """Symmetric, idempotent, of the rank of the centred rows, the identity on their columns; zero
    for a single row.
    """
    for rows in (
        [[1, 0], [0, 1], [2, 5], [1, 1]],
        [[1, 2, 3], [2, 4, 6], [0, 0, 0]],
        [["sqrt(2)", 1], [1, 0], [0, 0]],
    ):
        c = Configuration(rows)
        P, n = keys.projector(c), range(c.n)
        assert all(P[i][j] == P[j][i] for i in n for j in n)
        assert all(sum(P[i][k] * P[k][j] for k in n) == P[i][j] for i in n for j in n)
        assert sum(P[i][i] for i in n) == c.centred().rank
        for column in zip(*c.centred().rows, strict=True):
            assert tuple(sum(P[i][k] * column[k] for k in n) for i in n) == column
    assert keys.projector(Configuration([[5, 7]])) == ((0,),)
    assert keys.projector(Configuration([[], []], dimension=0)) == ((0, 0), (0, 0))


@pytest.mark.parametrize("read", ["_word", "_order"])
def test_each_side_of_the_regions_that_are_carried_can_fail(
    read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {step.outcome for step in isometries._regions_carried()} == {"holds"}
    monkeypatch.setattr(isometries, read, lambda *_: None)
    assert {step.outcome for step in isometries._regions_carried()} == {"fails"}
