"""Any pair of invariants on any family: the exact method against compiled code, and against a
dictionary of all labelled matrices.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from arrangements.errors import LimitReached
from arrangements.layers.configuration import Configuration
from proofs.search.counterexamples.answer import asked, search
from proofs.search.determinations import shards
from proofs.search.determinations.checks import find
from proofs.search.determinations.groups import Judgement, judge
from proofs.search.families import Grid, family
from proofs.search.invariants.table import INVARIANTS


def judgement(arrow: str, name: str) -> Judgement:
    made = family(name)
    return judge(shards.evaluate(find(arrow), made, 0, made.span).records)


@pytest.mark.parametrize("name", ["grid:3x1:1", "grid:2x2:1", "grid-affine:3x1:1"])
@pytest.mark.parametrize(
    "arrow", ["C -> S", "C -> R", "C(B U) -> R", "X(B U) -> argmax", "S -> R", "S -> argmax"]
)
def test_compiled_records_say_what_exact_ones_say(
    arrow: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = judgement(arrow, name)
    monkeypatch.setattr(shards, "compiled", lambda what: False)
    assert judgement(arrow, name) == compiled


@pytest.mark.parametrize(
    "name",
    ["grid:2x1:1", pytest.param("grid:2x2:1", marks=pytest.mark.slow), "grid-affine:3x1:1"],
)
def test_every_pair_of_invariants_on_a_grid(name: str) -> None:
    """Whether P determines Q on all matrices, with no representatives and no hashes."""
    grid = family(name)
    assert isinstance(grid, Grid)
    points = [
        (1,) * grid.affine + point
        for point in product(range(-grid.k, grid.k + 1), repeat=grid.dimension)
    ]
    everything = [Configuration(rows) for rows in product(points, repeat=grid.n)]
    seen = set()
    for p, q in product(INVARIANTS, repeat=2):
        what = find(f"{p} -> {q}").what
        assert what
        found: dict[object, set[object]] = {}
        for c in filter(what.admits, everything):
            found.setdefault(p.key(c), set()).add(q.key(c))
        contradicted = any(len(values) > 1 for values in found.values())
        result = judgement(str(what), name)
        assert bool(result.violated) == contradicted, str(what)
        for a, b in result.examples:
            first, second = shards.exhibit(what, grid, a, b)
            assert p.key(first) == p.key(second)
            assert q.key(first) != q.key(second)
        seen.add(contradicted)
    assert seen == {True, False}


def test_counterexamples_in_a_family(tmp_path: Path) -> None:
    answer = search(asked("C -> R"), of="grid:3x1:2")
    (pair,) = answer.pairs
    assert pair.certificate
    assert pair.certificate.check()
    assert "members of grid:3x1:2" in answer.searched[0]
    (tmp_path / "mine.jsonl").write_text(
        "\n".join(json.dumps(rows) for rows in ([[1], [2], [3]], [[5, 0], [0, 1]], [[2], [1], [3]]))
    )
    (pair,) = search(asked("C -> R"), of=f"file:{tmp_path / 'mine.jsonl'}").pairs
    assert [[str(x) for (x,) in c.rows] for c in (pair.first, pair.second)] == [
        ["1", "2", "3"],
        ["2", "1", "3"],
    ]
    nothing = search(asked("S -> R"), of="grid-affine:3x2:1")
    assert (nothing.pairs, nothing.status) == ((), "open")
    assert search(asked("argmax -> R"), of="random:4x2:bound=2:seed=1:count=200").pairs


def test_relabellings_without_end_are_refused() -> None:
    with pytest.raises(
        LimitReached,
        match="relabellings of a member of grid:9x1:1 must number at most 50000, not 362880",
    ):
        shards.refuse_early(find("D -> C"), family("grid:9x1:1"))
