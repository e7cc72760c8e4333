"""Random degenerate layers: all methods against brute force, and every certificate against the
checker.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from arrangements import (
    Configuration,
    Inputs,
    count_rankings,
    count_topes,
    ranking_pattern,
    sign_pattern,
)
from arrangements.decide.answers import (
    decide_argmax,
    decide_ranking,
    decide_signs,
    decide_tie,
    decide_top_set,
)
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.layers.inputs.homogenised import homogenised
from arrangements.listing.argmax import (
    adjacent_pairs,
    argmax_labels,
    tie_pairs,
    top_orders,
    top_sets,
)
from tests.layers.inputs import brute
from tests.seeds import until

Layer = tuple[list[list[int]], list[int], list[list[int]], list[list[int]], int]


def drawn(r: random.Random, d: int) -> Layer:
    """Rows, offsets, inequalities, equations: zero and equal rows, flat, empty, unbounded polyhedra
    and single points are frequent.
    """

    def row(width: int) -> list[int]:
        return [r.choice((0, 0, 1, 1, -1, 2, -2)) for _ in range(width)]

    rows = [row(d) for _ in range(r.randint(0, 4 if d < 3 else 2))]
    if rows and r.random() < 0.2:
        rows.append(list(r.choice(rows)))
    bias = [r.choice((0, 0, 1, -1, 2)) for _ in rows] if r.random() < 0.7 else [0] * len(rows)
    kind = r.choice(
        ("everything", "nonnegative", "cone", "few", "few", "flat", "flat", "point", "opposite")
    )
    inequalities, equations = [], []
    if kind == "nonnegative":
        inequalities = [[0, *(int(i == j) for j in range(d))] for i in range(d)]
    elif kind == "cone":
        inequalities = [[0, *row(d)] for _ in range(r.randint(1, 3))]
    elif kind in ("few", "flat", "opposite"):
        inequalities = [row(d + 1) for _ in range(r.randint(1, 3))]
    if kind == "flat":
        equations = [row(d + 1)]
    elif kind == "point":
        equations = [[r.randint(-1, 1), *(int(i == j) for j in range(d))] for i in range(d)]
    elif kind == "opposite":
        inequalities.append([-x for x in inequalities[0]])
    return rows, bias, inequalities, equations, d


@pytest.mark.parametrize(
    ("dimensions", "count"),
    [
        ((1, 2, 2), 400),
        pytest.param((1, 2, 2), 2000, marks=pytest.mark.slow),
        pytest.param((2, 2, 3), 1000, marks=pytest.mark.slow),
    ],
)
def test_all_methods_against_brute_force(dimensions: tuple[int, ...], count: int) -> None:
    seed = random.randrange(10**9)
    print(f"seed {seed}")
    r = random.Random(seed)
    seen = Counter[str]()
    for _ in until(seen, dict.fromkeys(("empty", "flat"), count // 20 + 1), count):
        rows, bias, inequalities, equations, d = drawn(r, r.choice(dimensions))
        labels = "abcdefg"[: len(rows)]
        c = Configuration(rows, list(labels), bias=bias, dimension=d)
        p = Inputs(d, inequalities, equations)  # type: ignore[arg-type]
        said = (rows, bias, inequalities, equations)
        values = brute.face_values(*said, d)
        shaped = homogenised(c, p)
        seen["empty"] += shaped.empty
        seen["flat"] += not shaped.empty and shaped.homogeneous.d < d + shaped.affine
        assert shaped.empty is (not values), said
        signs, rankings = brute.strict_signs(values), brute.strict_rankings(values, labels)
        for method in ("chirotope", "lp"):
            assert set(sign_pattern(c, method, inputs=p)) == signs, (method, said)
            assert set(ranking_pattern(c, method, inputs=p)) == rankings, (method, said)
        assert (count_topes(c, inputs=p), count_rankings(c, inputs=p)) == (
            len(signs),
            len(rankings),
        ), said
        if not signs:
            assert shaped.reason("sign"), said
        if not rankings:
            assert shaped.reason("ranking"), said


def test_what_comes_first_against_brute_force() -> None:
    seed = 20261119
    print(f"seed {seed}")
    r = random.Random(seed)
    for _ in range(50):
        rows, bias, inequalities, equations, d = drawn(r, r.choice((1, 2)))
        labels = "abcdefg"[: len(rows)]
        c = Configuration(rows, list(labels), bias=bias, dimension=d)
        p = Inputs(d, inequalities, equations)  # type: ignore[arg-type]
        said = (rows, bias, inequalities, equations)
        values = brute.face_values(*said, d)
        for method in ("chirotope", "lp", "auto"):
            assert set(argmax_labels(c, method, inputs=p)) == brute.winners(values, labels), (
                method,
                said,
            )
            for k in range(len(rows) + 1):
                assert set(top_sets(c, k, method, inputs=p)) == brute.top_sets(values, labels, k), (
                    method,
                    k,
                    said,
                )
                assert set(top_orders(c, k, method, inputs=p)) == brute.top_orders(
                    values, labels, k
                ), (method, k, said)
            if method != "chirotope" or not inequalities:
                assert set(tie_pairs(c, method, inputs=p)) == brute.ties(values, labels), (
                    method,
                    said,
                )
        near = {
            tuple(sorted(pair))
            for order in brute.strict_rankings(values, labels)
            for pair in pairwise(order)
        }
        assert set(adjacent_pairs(c, inputs=p)) == near


def test_every_decision_is_right_and_its_certificate_accepted() -> None:
    seed = 20261119
    print(f"seed {seed}")
    r = random.Random(seed)
    for _ in range(120):
        rows, bias, inequalities, equations, d = drawn(r, r.choice((1, 2)))
        labels = "abcdefg"[: len(rows)]
        c = Configuration(rows, list(labels), bias=bias, dimension=d)
        p = Inputs(d, inequalities, equations)  # type: ignore[arg-type]
        values = brute.face_values(rows, bias, inequalities, equations, d)
        covectors = {"".join("-0+"[(v > 0) - (v < 0) + 1] for v in point) for point in values}
        asked = "".join(r.choice("+-0?") for _ in rows)
        fits = any(
            all(s in (t, "?") for s, t in zip(asked, covector, strict=True))
            for covector in covectors
        )
        results = [(decide_signs(c, asked, inputs=p, minimal=r.random() < 0.5), fits)]
        for label in labels:
            results.append(
                (decide_argmax(c, label, inputs=p), label in brute.winners(values, labels))
            )
        for i, j in combinations(range(len(labels)), 2):
            pair = [labels[i], labels[j]]
            results.append(
                (
                    decide_ranking(c, pair, inputs=p, deep=r.random() < 0.2),
                    any(point[i] > point[j] for point in values),
                )
            )
            results.append(
                (
                    decide_tie(c, pair, inputs=p, minimal=True),
                    tuple(pair) in brute.ties(values, labels),
                )
            )
            results.append(
                (
                    decide_top_set(c, pair, inputs=p),
                    tuple(pair) in brute.top_sets(values, labels, 2),
                )
            )
        for (answer, certificate), expected in results:
            assert answer is expected, (rows, bias, inequalities, equations, certificate.question)
            certificate.check()
            assert not answer or p.holds(certificate.evidence.point)
        for kind in ("sign pattern", "ranking pattern"):
            whole = certify_pattern(c, kind, inputs=p)
            whole.check()
            found = (
                brute.strict_signs(values)
                if kind == "sign pattern"
                else brute.strict_rankings(values, labels)
            )
            assert whole.answer == len(found)
