"""Every kernel, found by discovery, runs here compiled and as the plain Python function that it is
made from, with equal answers.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import arrangements.kernels
import proofs
from arrangements import (
    Configuration,
    covector_pattern,
    face_numbers,
    load,
    ranking_pattern,
    weak_ranking_pattern,
    whitney_numbers,
)
from arrangements.combinatorial_types import OrientedTypes
from arrangements.combinatorial_types.oriented import leaves, symmetries_of, tables
from arrangements.combinatorial_types.placing import Placing, extended
from arrangements.counting import flat_counting, images, orbit_pieces
from arrangements.counting.checkpoint import Checkpoint
from arrangements.counting.orbit_store import Store
from arrangements.experimental.further_points import with_a_further
from arrangements.kernels import sorting
from arrangements.kernels.combinatorial_types import forms, polygons, sequences
from arrangements.kernels.counting import flat_table
from arrangements.kernels.hulls import margins, min_norm
from arrangements.kernels.listing import narrow, tie_lines, wide
from arrangements.listing import pairs_to_rankings
from arrangements.listing.cone_topes import topes_in_cone
from arrangements.matroids.chirotopes import Chirotope, chirotope, cocircuit_words
from arrangements.running.executors import Inline
from proofs.search.determinations import instances
from proofs.search.determinations.determination import determination
from proofs.search.determinations.records import records
from proofs.search.families import family


def _modules() -> list[Any]:
    for found in pkgutil.walk_packages(arrangements.kernels.__path__, "arrangements.kernels."):
        import_module(found.name)
    for path in Path(proofs.__path__[0]).rglob("*.py"):
        if "kernels.jit import kernel" in path.read_text(encoding="utf-8"):
            import_module(
                ".".join(("proofs", *path.relative_to(proofs.__path__[0]).with_suffix("").parts))
            )
    return [
        module
        for name, module in sorted(sys.modules.items())
        if name.split(".")[0] in ("arrangements", "proofs")
    ]


def _kernels() -> dict[str, Dispatcher]:
    found = (
        value
        for module in _modules()
        for value in vars(module).values()
        if isinstance(value, Dispatcher)
    )
    return {f"{kernel.py_func.__module__}.{kernel.py_func.__name__}": kernel for kernel in found}


SEEN: set[str] = set()


@contextmanager
def _plain() -> Iterator[None]:
    """All kernels everywhere replaced by their Python functions, which note that they ran."""

    def noted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            SEEN.add(name)
            return function(*arguments)

        return run

    with pytest.MonkeyPatch.context() as patch, np.errstate(all="ignore"):
        for module in _modules():
            for name, value in list(vars(module).items()):
                if isinstance(value, Dispatcher):
                    patch.setattr(
                        module,
                        name,
                        noted(
                            f"{value.py_func.__module__}.{value.py_func.__name__}", value.py_func
                        ),
                    )
        yield


def _rows(n: int, d: int, bound: int = 2) -> list[list[int]]:
    rows = np.random.default_rng(n * d).integers(-bound, bound + 1, (n, d))
    rows[0, 0] = 1
    return rows[rows.any(axis=1)].tolist()


def _listing() -> Any:
    answers = []
    for n, d in [(7, 3), (8, 4), (7, 5)]:
        rows = _rows(n, d)
        words = cocircuit_words.words_from_rows(rows)
        answers += [narrow.half_topes(rows), narrow.half_topes_of_cocircuits(*words, len(rows), d)]
        answers += [
            wide.half_topes_wide(rows),
            wide.half_topes_of_cocircuits_wide(*words, len(rows), d),
        ]
    return [words.tolist() for words in answers]


def _two_and_three_words() -> Any:
    """Many parallel rows: more words than one, few topes."""
    answers = []
    for n in (70, 130):
        rows = [[1, i % 3, (i % 2) * (1 - i % 3), i // (n - 1)] for i in range(n)]
        words = cocircuit_words.words_from_rows([row[:3] for row in rows])
        answers += [wide.half_topes_wide(rows), wide.half_topes_of_cocircuits_wide(*words, n, 3)]
    return [words.tolist() for words in answers]


def _merging() -> Any:
    """A list that is divided among threads by its first bits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(narrow, "_SMALL", 1)
        patch.setattr("numba.get_num_threads", lambda: 2)
        return narrow.half_topes(_rows(9, 4)).tolist()


def _cones() -> Any:
    rows, forced = _rows(7, 4), [[int(i == j) for j in range(4)] for i in range(4)]
    large = [[10**20 * x + (x == 2) for x in row] for row in rows]
    return [topes_in_cone(some, forced).tolist() for some in (rows, large)]


def _faces() -> Any:
    wide = Configuration([[1, k % 5] for k in range(70)])
    return [list(covector_pattern(c)) for c in (Configuration(_rows(6, 3)), wide)], list(
        weak_ranking_pattern(Configuration(_rows(4, 3)))
    )


def _rankings() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairs_to_rankings, "_FEW", 0)
        patch.setattr(pairs_to_rankings, "_TINY", 0)
        answers = [ranking_pattern(Configuration(_rows(n, 3))).words.tolist() for n in (5, 13)]
    points = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 1, 1), (1, 2, 1), (5, 1, 2)]
    return answers, tie_lines.rankings(points).tolist()


def _counting() -> Any:
    answers: list[Any] = [
        whitney_numbers(_rows(9, d), method=method)
        for d in (4, 6)
        for method in ("flats", "orbits")
    ]
    with pytest.MonkeyPatch.context() as patch:
        for module in (flat_counting, orbit_pieces):
            patch.setattr(module, "small_columns", lambda image: None)
        patch.setattr(images, "SMALL", 0)
        answers += [
            whitney_numbers(load(name), method=method)
            for name in ("braid:5", "cyclic:7x4")
            for method in ("flats", "orbits")
        ]
    with Store(None) as store:
        answers.append(
            whitney_numbers(
                load("braid:6"), checkpoint=Checkpoint(store, Inline, "trivial", pairs=50, part=20)
            )
        )
    return *answers, face_numbers(load("braid:4"))


def _chirotopes() -> Any:
    rows = [
        [1, 2, 0, 1],
        [0, 1, 1, 2],
        [3, 0, 1, 0],
        [1, 1, 1, 1],
        [0, 0, 0, 0],
        [-1, -2, 0, -1],
        [2, 5, 1, 4],
    ]
    answers = []
    for factor in (1, 10**20):
        chi = chirotope(
            Configuration(
                [[factor * x + (factor > 1) * (i == 2) for x in row] for i, row in enumerate(rows)]
            )
        )
        answers.append((chi.signs.tolist(), chi.text("revlex"), chi.cocircuits(), chi.violation()))
    words = cocircuit_words.words_from_signs(
        np.array(chirotope(Configuration([[1, x, x * x % 7] for x in range(66)])).signs), 66, 3
    )
    return (
        answers,
        [word.tolist() for word in words],
        Chirotope.from_text("++++-+", 4, 2).violation(),
    )


def _suites() -> Any:
    rows = np.random.default_rng(11).integers(-2, 3, (6, 4, 2))
    deep = np.random.default_rng(12).integers(-2, 3, (4, 4, 3))
    pairs = [
        pair
        for pair in product(("C(U)", "C(B U)", "X(B U)", "S(U)"), ("S(U)", "R(U)", "argmax(U)"))
        if len(set(pair)) == 2
    ]
    answers = [
        records(determination(f"{p} -> {q}"), np.arange(len(some)), some)
        for p, q in pairs
        for some in (rows, deep)
    ]
    loops = (
        instances.cosine_signs,
        instances.cosine_rankings,
        instances.counting,
        instances.argmax,
    )
    checks = [check(some) for check in loops for some in (rows, deep)]
    return [[a.tolist() for a in pair] for pair in answers], [check.tolist() for check in checks]


def _families() -> Any:
    names = ("grid:3x2:1", "random:4x2:bound=3:seed=9:count=5")
    return [
        [(batch.positions.tolist(), batch.rows.tolist()) for batch in family(name).batches(0, 5)]  # type: ignore[attr-defined]
        for name in names
    ]


def _types() -> Any:
    named = ("oriented:3x5", "oriented:4x5:uniform", "oriented:3x5:signed", "oriented:3x5:acyclic")
    found = [
        [(m.colex.tolist(), m.facts(), m.is_neighbourly) for m in OrientedTypes.read(name)]
        for name in named
    ]
    seen = extended(Placing(3, [((0, 0), (1, 0), (0, 1))]), 3, 1)
    t = tables(5, 3)
    changes = np.zeros((160, 11), np.int64)
    count = sequences.sequences(5, changes)
    leaf = [array.tolist() for array in leaves(np.array(found[0][0][0], np.int8), t)]
    swept = int(count), changes.tolist()
    left, sizes = np.empty((5, 5), np.int64), np.empty((3, 6), np.int64)
    polygons.sides(np.array(found[3][0][0], np.int8), left)
    polygons.edges(left, sizes[0, :5])
    for empty in (0, 1):
        polygons.polygons(left, bool(empty), sizes[1 + empty])
    made = np.empty((2, 10), np.int8)
    forms.forms(np.array([found[0][0][0], found[0][1][0]], np.int8), t, made)
    swept = (*swept, left.tolist(), sizes[1:].tolist(), int(polygons.inside(left)), made.tolist())
    return (
        found,
        swept,
        sorted(map(str, vars(seen))),
        sorted(with_a_further([(0, 0), (1, 0), (0, 1)])),
        leaf,
        symmetries_of(np.array(found[0][0][0], np.int8), t),
    )


def _tables() -> Any:
    keys, slots = np.arange(1, 9, dtype=np.uint64)[:, None], np.zeros(32, np.uint64)
    flat_table.rehash(keys, 8, slots)
    rows = np.arange(180, dtype=np.uint64).reshape(60, 3) * np.uint64(7) % np.uint64(4)
    return slots.tolist(), sorting.sorted_rows(rows).tolist()


def _hulls() -> Any:
    rows = np.array(
        [[1, 1, 0], [1, -1, 0], [3, 0, 1], [3, 0, -1], [1, 1, 0], [2, 2, 0], [0, 0, 1]], np.float64
    )
    found: list[Any] = []
    for flags in ([1] * 7, [1, 1, 1, 0, 0, 0, 0]):
        for shift in (0.0, 1.5):
            moved = rows - shift * np.array(flags)[:, None] * np.array([1.0, 0, 0])
            for first in (0, 2):
                weights = (np.arange(7) == first).astype(np.float64)
                square, done = min_norm.min_norm_weights(
                    moved @ moved.T, np.array(flags, np.float64), weights, 0.0, 50
                )
                found.append((round(square, 6), done, np.round(weights @ moved, 6).tolist()))
                again, upper = (np.arange(7) == first).astype(np.float64), np.zeros((1, 1))
                upper[0, 0] = np.sqrt(moved[first] @ moved[first] + flags[first])
                square, done = min_norm.min_norm_continued(
                    moved @ moved.T, np.array(flags, np.float64), again, 0.0, 50, upper
                )
                assert np.allclose(again, weights)
    gram = np.diag([1.0, 4.0, 16.0])
    upper = np.ascontiguousarray(np.linalg.cholesky(gram + 1).T)
    assert np.allclose(min_norm.nearest_in_span(np.ones(3), upper) * 21, [16, 4, 1])
    around = np.array([[1.0, 0], [0, 1], [-1, -1], [1, 1], [1, -3], [-2, 1]])
    x, shares = margins.separated(around, np.ones(6))
    assert x is None
    assert shares is not None
    assert np.count_nonzero(shares) == 3
    assert np.allclose(shares @ around, 0)
    x, _ = margins.separated(around[[0, 1, 3, 4]] + [2, 0], np.ones(4))
    assert x is not None
    assert ((around[[0, 1, 3, 4]] + [2, 0]) @ x > 0).all()
    signs = np.array([[1, 1, 1, 1, 1, 1, 1], [1, -1, 0, 0, -1, 1, 1], [0] * 7], np.float64)
    several, squares, least = min_norm.min_norm_of_signs(rows @ rows.T, signs, 50)
    points = np.round(several * signs @ rows, 6) + 0.0
    return [*found, (points.tolist(), squares.round(6).tolist(), least.tolist())]


WORK = [
    _listing,
    _two_and_three_words,
    _merging,
    _cones,
    _faces,
    _rankings,
    _counting,
    _chirotopes,
    _suites,
    _families,
    _types,
    _tables,
]
WORK += [_hulls]


@pytest.mark.filterwarnings("ignore:.*encountered in scalar:RuntimeWarning")
def test_compiled_and_plain() -> None:
    """One test, so that one process sees all that ran."""
    for work in WORK:
        compiled = work()
        with _plain():
            assert work() == compiled, work.__name__
    assert sorted(set(_kernels()) - SEEN) == []


# Numbers rather than arrays, in the innermost loops.
_MANY = {"_add_above", "_planar_count", "expand_orbits", "finish_orbits_small"}


def test_arguments_come_in_bundles() -> None:
    counts = {name: kernel.py_func.__code__.co_argcount for name, kernel in _kernels().items()}
    assert {
        name
        for name, count in counts.items()
        if count > 10 and name.rpartition(".")[2] not in _MANY
    } == set()
