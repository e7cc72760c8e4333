"""Compiled checks of single configurations against the exact ones, and against sabotage: each must
be able to fail.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from arrangements.decide.answers import decide_signs
from arrangements.layers.configuration import Configuration
from proofs.search.determinations import instances, shards
from proofs.search.determinations.checks import CHECKS, find
from proofs.search.determinations.instances import FAILS, HOLDS, LARGE, OUTSIDE
from proofs.search.families import family
from proofs.search.invariants.keys import cosines as cosines_key
from proofs.search.kernels.cosine_codes import (
    cosine_bound,
    cosines,
    decode,
    from_cosines,
    square_free_parts,
)
from proofs.search.kernels.small_topes import list_topes, workspace

COMPILED = {check.id: check.compiled for check in CHECKS if check.compiled}


@pytest.mark.parametrize("id", COMPILED)
@pytest.mark.parametrize(
    "name",
    [
        "grid:1x1:1",
        "grid:3x1:1",
        "grid:2x2:1",
        "grid-affine:3x1:1",
        "random:4x3:bound=2:seed=5:count=15",
    ],
)
def test_compiled_and_exact_agree(id: str, name: str) -> None:
    made = family(name)
    status = np.concatenate([COMPILED[id](batch.rows) for batch in made.batches(0, made.span)])  # type: ignore[attr-defined]
    assert status.tolist() == [find(id).status(c) for _, c in made.configurations(0, made.span)]
    assert set(status.tolist()) <= {HOLDS, OUTSIDE}


def pattern(rows: np.ndarray) -> list[int]:
    n, d = rows.shape
    work = workspace(n, d)
    count = list_topes(rows, n, d, work)
    assert count >= 0
    return work.out[:count].tolist()


def test_cosines_are_exact() -> None:
    rows = np.random.default_rng(2).integers(-5, 6, (50, 4, 3))
    codes = np.empty((4, 4), np.int64)
    for u in rows:
        if cosines(u, 4, 3, codes):
            expected = cosines_key(Configuration(u.tolist()))
            assert [[decode(int(code)) for code in row] for row in codes] == [
                [x.as_integer_ratio() for x in row] for row in expected
            ]  # type: ignore[attr-defined]


def test_the_matrix_from_cosines_knows_no_lengths() -> None:
    """Rows of other lengths give the same codes, hence the same matrix: nothing but cosines goes
    in.
    """
    table = square_free_parts(1 << 20)
    for u in np.random.default_rng(4).integers(-3, 4, (100, 5, 3)):
        made = []
        for factors in ([1, 1, 1, 1, 1], [1, 2, 3, 2, 1]):
            codes, matrix = np.empty((5, 5), np.int64), np.empty((5, 3), np.int64)
            scaled = u * np.array(factors)[:, None]
            if cosines(scaled, 5, 3, codes):
                rank = from_cosines(codes, 5, 3, table, matrix)
                assert rank == np.linalg.matrix_rank(u)
                made.append(matrix)
                assert pattern(matrix) == pattern(u)
        assert not made or (made[0] == made[1]).all()


def test_cosines_in_several_components_and_of_low_rank() -> None:
    table = square_free_parts(1 << 12)
    for rows in (
        [[1, 0, 0], [0, 2, 0], [0, 0, 3]],
        [[1, 2, 0], [0, 0, 5], [2, -1, 0]],
        [[1, 1, 0], [-2, -2, 0], [3, 3, 0]],
        [[1, 1, 1]],
    ):
        u = np.array(rows)
        n = len(u)
        codes, matrix = np.empty((n, n), np.int64), np.empty((n, 3), np.int64)
        assert cosines(u, n, 3, codes)
        assert from_cosines(codes, n, 3, table, matrix) == np.linalg.matrix_rank(u)
        assert pattern(matrix) == pattern(u)


def test_codes_that_no_integer_rows_have_are_refused() -> None:
    codes = np.array(
        [
            [1 << 31 | 1, 1 << 31 | 3, 1 << 31 | 3],
            [0, 1 << 31 | 1, 1 << 31 | 7],
            [0, 0, 1 << 31 | 1],
        ]
    )
    codes = np.maximum(codes, codes.T)
    assert from_cosines(codes, 3, 3, square_free_parts(100), np.empty((3, 3), np.int64)) == -1


def test_square_free_parts() -> None:
    parts = square_free_parts(5000)
    for x in range(1, 5000):
        root = round((x // parts[x]) ** 0.5)
        assert root * root * parts[x] == x
        assert all(parts[x] % (p * p) for p in range(2, 71))


def test_the_bound_of_codes() -> None:
    assert cosine_bound(2, 152)
    assert not cosine_bound(2, 153)
    for d, k in ((2, 152), (4, 107)):
        assert ((d * k * k) ** 2 < 1 << 31) is cosine_bound(d, k)


@pytest.mark.parametrize("id", COMPILED)
def test_each_check_can_fail(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Break one side of each comparison, in the Python run of the same loop."""
    rows = np.array([[[1, 0], [1, 1], [-1, 2], [2, 1]]])
    loop = {
        "lemma-5.3:instances": "_cosine_loop",
        "theorem-5.6:instances": "_cosine_loop",
        "argmax-G.1": "_argmax_loop",
    }
    monkeypatch.setattr(
        instances,
        loop.get(id, "_counting_loop"),
        getattr(instances, loop.get(id, "_counting_loop")).py_func,
    )
    assert COMPILED[id](rows).tolist() == [HOLDS]

    def other_matrix(codes, n, d, table, matrix):  # type: ignore[no-untyped-def]
        return from_cosines(np.ascontiguousarray(codes[::-1, ::-1]), n, d, table, matrix)

    monkeypatch.setattr(instances, "from_cosines", other_matrix)
    monkeypatch.setattr(instances, "_holds_origin", lambda points, count, d: False)
    monkeypatch.setattr(instances, "_regions", lambda *_: (99, 2, False))
    assert COMPILED[id](rows).tolist() == [FAILS]


def test_the_origin_in_a_hull_by_linear_programs() -> None:
    """The origin is outside the hull of points iff some x is positive on all of them."""
    generator = np.random.default_rng(6)
    seen = set()
    for d, _ in product((1, 2, 3), range(40)):
        points = generator.integers(-2, 3, (generator.integers(1, 6), d))
        inside = instances._holds_origin(points, len(points), d)
        assert inside != decide_signs(Configuration(points.tolist()), "+" * len(points))[0]
        seen.add((d, bool(inside)))
    assert len(seen) == 6
    assert instances._holds_origin(np.empty((1, 1), np.int64), 1, 0)
    assert not instances._holds_origin(np.empty((1, 1), np.int64), 0, 0)


def test_large_members_are_decided_with_big_integers() -> None:
    rows = np.array([[[10**9, 1], [3, 10**9], [-1, 1]]])
    assert all(
        COMPILED[id](rows).tolist() == [LARGE]
        for id in ("lemma-5.3:instances", "argmax-G.1", "counting")
    )
    part = shards.evaluate(
        find("lemma-5.3:instances"), family("random:3x2:bound=900000:seed=1:count=5"), 0, 5
    )
    assert (part.members, part.large, part.failed) == (5, 5, 0)


def test_the_compiled_loop_of_winners_is_for_small_shapes() -> None:
    """It has orders of at most 11 labels in a word, and hulls in at most 3 dimensions."""
    draw = np.random.default_rng(7)
    for n, d, status in ((5, 3, HOLDS), (5, 4, LARGE), (11, 2, HOLDS), (12, 2, LARGE)):
        rows = draw.integers(-9, 10, (1, n, d))
        assert instances.argmax(rows).tolist() == [status]
    constant = np.insert(draw.integers(-9, 10, (1, 5, 3)), 0, 2, axis=2)
    assert instances.argmax(constant).tolist() == [HOLDS]  # without the constant column


def test_every_check_runs_on_every_kind_of_family() -> None:
    for check in CHECKS:
        for name in ("grid:2x1:1", "random:3x2:bound=3:seed=1:count=4", "threshold:1..2"):
            made = family(name)
            part = shards.evaluate(check, made, 0, made.span)
            assert (part.members, part.matrices) == (made.size, made.matrices)
            assert part.failed == 0
            assert int(part.records[:, 5].sum()) == (part.inside if check.what else 0)
