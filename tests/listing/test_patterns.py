"""Patterns as values, and what follows from them by either method."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product

import pytest

from arrangements import (
    BadInput,
    Configuration,
    LimitReached,
    RankingPattern,
    SignPattern,
    ranking_pattern,
    sign_pattern,
)
from arrangements.listing.argmax import (
    adjacent_pairs,
    argmax_labels,
    tie_pairs,
    top_orders,
    top_sets,
)
from arrangements.running import limited
from tests.published import published


def some_signs(r: random.Random, n: int) -> set[str]:
    half = {"".join(r.choice("+-") for _ in range(n)) for _ in range(r.randint(0, 6))}
    return half | {s.translate(str.maketrans("+-", "-+")) for s in half}


@pytest.mark.parametrize("n", [1, 3, 64, 70])
def test_sign_patterns_are_sets(n: int) -> None:
    r = random.Random(n)
    labels = [f"v{i}" for i in range(n)]
    for _ in range(30):
        a, b = some_signs(r, n), some_signs(r, n)
        p, q = (SignPattern.from_strings(labels, sorted(x)) for x in (a, b))
        assert set(p) == a
        assert len(p) == len(a)
        assert list(p) == sorted(a, key=lambda s: s.replace("+", "1").replace("-", "0"))
        for ours, theirs in ((p | q, a | b), (p & q, a & b), (p - q, a - b), (p ^ q, a ^ b)):
            assert set(ours) == theirs
        assert (p <= q) == (a <= b)
        assert (p == q) == (a == b)
        assert hash(p) == hash(SignPattern.from_strings(labels, a))
        assert all(s in p for s in a)
        assert all((s in p) == (s in a) for s in b)
        chosen = r.sample(range(n), r.randint(0, n))
        assert set(p.projected([labels[i] for i in chosen])) == {
            "".join(s[i] for i in chosen) for s in a
        }


@pytest.mark.parametrize("n", [1, 4, 17])
def test_ranking_patterns_are_sets(n: int) -> None:
    r = random.Random(n)
    labels = [f"v{i}" for i in range(n)]
    for _ in range(30):
        a, b = ({tuple(r.sample(labels, n)) for _ in range(r.randint(0, 6))} for _ in range(2))
        p, q = (RankingPattern.from_rankings(labels, x) for x in (a, b))
        assert set(p) == a
        assert list(p) == sorted(a, key=lambda ranking: [labels.index(x) for x in ranking])
        for ours, theirs in ((p | q, a | b), (p & q, a & b), (p - q, a - b), (p ^ q, a ^ b)):
            assert set(ours) == theirs
        assert all((x in p) == (x in a) for x in b)
        chosen = r.sample(labels, r.randint(0, n))
        assert set(p.projected(chosen)) == {
            tuple(x for x in ranking if x in chosen) for ranking in a
        }
        assert set(p.with_winner(labels[0])) == {x for x in a if x[0] == labels[0]}
        assert set(p.top_orders(n // 2)) == {x[: n // 2] for x in a}


def test_both_kinds_of_members() -> None:
    p = sign_pattern(Configuration([[1, 0], [0, 1]]))
    assert (1, -1) in p
    assert "+-" in p
    r = ranking_pattern(Configuration([[1], [2]], labels=["a", "b"]))
    assert "a>b" in r
    assert ("b", "a") in r
    assert repr(r) == "<RankingPattern: 2 on 2 labels: a>b, b>a>"
    assert list(p.assignments()) == [(), ("2",), ("1",), ("1", "2")]
    assert list(r.relabelled({"a": "x"}).strings()) == ["x>b", "b>x"]


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (
            lambda p, r: p | sign_pattern(Configuration([[1]])),
            r"labels of the other pattern must be \('1', '2'\)",
        ),
        (lambda p, r: "+" in p, "sign vector must be 2 signs"),
        (lambda p, r: "+0" in p, "sign vector must be 2 signs"),
        (lambda p, r: 3 in p, "sign vector must consist of"),
        (lambda p, r: "a>a" in r, "ranking must name each of the 2 labels once"),
        (lambda p, r: r.top_sets(3), "k must be between 0 and 2"),
        (lambda p, r: r.projected(["c"]), "label must be one of"),
        (lambda p, r: r.projected(["a", "a"]), "labels must be distinct"),
        (lambda p, r: r.relabelled(["a"]), "labels must be 2 distinct names"),
        (
            lambda p, r: sign_pattern([[1, 2]]),
            r"configuration must be a Configuration, not \[\[1, 2\]\]",
        ),  # type: ignore[arg-type]
        (
            lambda p, r: sign_pattern(Configuration([[1]]), method="gurobi"),
            "method must be one of auto, chirotope, lp, not 'gurobi'",
        ),
    ],
)
def test_what_is_refused(attempt, message: str) -> None:
    p, r = (
        sign_pattern(Configuration([[1, 0], [0, 1]])),
        ranking_pattern(Configuration([[1], [2]], labels=["a", "b"])),
    )
    with pytest.raises(BadInput, match=message):
        attempt(p, r)


def test_what_does_not_fit_is_refused_with_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    from arrangements import load

    # no compilation while the clock of the quick count runs
    monkeypatch.setattr("arrangements.pure_python.choice.pure_python.spent", 0)
    refused = pytest.raises(
        LimitReached,
        match=r"must fit in 1,000 bytes .* not need up to 1,134,864 \(94,572 members\)",
    )
    with refused, limited("the test", memory=1000):
        sign_pattern(load("threshold:5"))
    # General position would not fit, the arrangement does.
    with limited("the test", memory=1_200_000):
        assert len(sign_pattern(load("threshold:5"))) == published("topes")["threshold:5"]
    # 2^60 orthants at least: nothing is counted.
    with pytest.raises(LimitReached, match=r"not need up to 10\^\d\d \(10\^\d\d members\)"):
        sign_pattern(load("random:90x60"))


def test_counting_beforehand_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    from arrangements import load
    from arrangements.listing import half_topes

    monkeypatch.setattr(half_topes, "_COUNTING_SECONDS", 0.0)
    with pytest.raises(LimitReached, match=r"not need up to 10\^21 \(10\^18 members\)"):
        sign_pattern(load("threshold:9"))


def direct_tops(c: Configuration, k: int) -> set[tuple[str, ...]]:
    """Top orders from the rankings of distinct rows, by definition."""
    return {ranking[:k] for ranking in ranking_pattern(c)}


def test_tops_by_both_methods_and_by_definition() -> None:
    r = random.Random(11)
    for _ in range(40):
        n, d = r.randint(0, 5), r.randint(0, 3)
        c = Configuration([[r.randint(-1, 1) for _ in range(d)] for _ in range(n)], dimension=d)
        assert argmax_labels(c, "chirotope") == argmax_labels(c, "lp"), c.rows
        assert tie_pairs(c, "chirotope") == tie_pairs(c, "lp"), c.rows
        for k in range(n + 1):
            assert top_sets(c, k, "chirotope") == top_sets(c, k, "lp"), (c.rows, k)
            assert top_orders(c, k, "chirotope") == top_orders(c, k, "lp"), (c.rows, k)
            if not c.equal_groups:
                assert set(top_orders(c, k)) == direct_tops(c, k), (c.rows, k)


def test_tops_of_equal_rows() -> None:
    c = Configuration([[0], [1], [1]], labels=list("abc"))
    assert argmax_labels(c) == ("a",)
    assert top_sets(c, 2) == (("b", "c"),)
    assert tie_pairs(c) == (("b", "c"),)
    assert top_orders(c, 2) == ()


def test_simplex_and_line() -> None:
    simplex = Configuration([[0, 0], [1, 0], [0, 1]], labels=list("abc"))
    assert set(ranking_pattern(simplex)) == set(permutations("abc"))
    assert adjacent_pairs(simplex) == tie_pairs(simplex) == (("a", "b"), ("a", "c"), ("b", "c"))
    line = Configuration([[0], [1], [2]], labels=list("abc"))
    assert argmax_labels(line) == ("a", "c")
    assert tie_pairs(line) == ()
    assert adjacent_pairs(line) == (("a", "b"), ("b", "c"))
    cube = Configuration(list(product((0, 1), repeat=3)))
    assert len(tie_pairs(cube)) == 12


def test_patterns_that_are_not_closed_under_negation() -> None:
    """The algebra is that of sets of texts, whichever of the two forms a pattern is stored in."""
    for n in (1, 2, 66):
        labels = [f"l{i}" for i in range(n)]
        texts = ["".join(pair) + "-" * (n - 2) for pair in product("+-", repeat=min(n, 2))]
        texts += ["".join("+-"[s == "+"] for s in text) for text in texts]
        every = sorted(set(texts))[:6]
        sets = [set(part) for size in range(len(every) + 1) for part in combinations(every, size)]
        patterns = [SignPattern.from_strings(labels, part) for part in sets]
        for part, one in zip(sets, patterns, strict=True):
            assert set(one) == part
            assert len(one) == len(part)
            assert list(one) == sorted(
                part, key=lambda text: text.replace("+", "1").replace("-", "0")
            )
            assert one.antipodal is all(
                "".join("+-"[s == "+"] for s in text) in part for text in part
            )
            assert all((text in one) is (text in part) for text in every)
            assert set(one.projected(labels[::-1])) == {text[::-1] for text in part}
            for other, two in zip(sets, patterns, strict=True):
                assert set(one | two) == part | other
                assert (one & two, one - two, one ^ two) == tuple(
                    SignPattern.from_strings(labels, s)
                    for s in (part & other, part - other, part ^ other)
                )
                assert (one <= two, one == two) == (part <= other, part == other)


@pytest.mark.parametrize("rows", [[], [[1, 2]]])
def test_fewer_than_two_labels_cannot_tie(rows: list[list[int]]) -> None:
    pattern = ranking_pattern(Configuration(rows, dimension=2))
    assert pattern.ties() == pattern.adjacent_pairs() == ()
    assert len(pattern.argmax_labels()) == len(rows)


@pytest.mark.parametrize("n", [1, 63, 64, 65, 128, 129])
def test_no_sign_vectors_and_some_are_compared(n: int) -> None:
    """A row of zeros leaves none, in words as wide as those of the others."""
    rows = [[k + 1, 1] for k in range(n)]
    some = sign_pattern(Configuration(rows))
    none = sign_pattern(Configuration([*rows[:-1], [0, 0]]))
    assert (len(none), len(some)) == (0, 2 * n)
    assert none | some == some - none == some
    assert none & some == none == some - some
