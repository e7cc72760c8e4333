"""Configurations: construction, facts, views, identity, and every degenerate shape."""

from __future__ import annotations

import json
import pickle
from decimal import Decimal
from fractions import Fraction as F
from hashlib import sha256
from typing import Any

import numpy as np
import pandas
import pytest
import sympy

from arrangements import BadInput, Configuration
from arrangements.exact.numbers import exact
from arrangements.io.summary import summary
from tests.processes import soon

ROOT = exact("sqrt(2)")


@pytest.mark.parametrize(
    ("rows", "reading"),
    [
        ([[1, F(1, 2)], [0, -3]], "exact"),
        ((("1", "0.5"), ("0", "-3")), "exact"),
        ([[1, Decimal("0.5")], [0, -3]], "exact"),
        ([[1, 0.5], [-0.0, -3.0]], "binary64, dyadic"),
        ((row for row in [iter([1, 0.5]), (0, -3)]), "binary64, dyadic"),
        (np.array([[1, 0.5], [0, -3]], dtype=np.float16), "float16, dyadic"),
        (np.array([[1, F(1, 2)], [0, -3]], dtype=object), "exact"),
        (sympy.Matrix([[1, sympy.Rational(1, 2)], [0, -3]]), "exact"),
        (sympy.ImmutableMatrix([[1, sympy.Rational(1, 2)], [0, -3]]), "exact"),
        (pandas.DataFrame({"x": [1, 0], "y": [0.5, -3]}), "float64, dyadic"),
    ],
)
def test_the_same_rows_from_everything(rows: object, reading: str) -> None:
    c = Configuration(rows)
    assert c.rows == ((1, F(1, 2)), (0, -3))
    assert all(type(x) is F for row in c.rows for x in row)
    assert (c.n, c.d, len(c), c.labels, c.field, c.reading) == (2, 2, 2, ("1", "2"), None, reading)


def test_irrational_entries_share_one_field() -> None:
    c = Configuration([["sqrt(2)", sympy.sqrt(3)], [1, "sqrt(6)"]])
    assert c.field is not None
    assert c.rows[0][0] * c.rows[0][1] == c.rows[1][1]
    assert all(isinstance(x, F) or x.field == c.field for row in c.rows for x in row)


# name, configuration, rank, affine rank, zero rows, equal groups, parallel groups
FACTS = [
    ("0 x 0", Configuration([], dimension=0), 0, 0, (), (), ()),
    ("0 x 3", Configuration([], dimension=3), 0, 0, (), (), ()),
    ("2 x 0", Configuration([[], []], dimension=0), 0, 1, (0, 1), ((0, 1),), ()),
    ("one row", Configuration([[0, 2]]), 1, 1, (), (), ()),
    ("one zero row", Configuration([[0, 0]]), 0, 1, (0,), (), ()),
    (
        "zero rows are equal, not parallel",
        Configuration([[0], [0], [1]]),
        1,
        2,
        (0, 1),
        ((0, 1),),
        (),
    ),
    (
        "parallel and antiparallel",
        Configuration([[1, 2], [2, 4], [-1, -2], [1, 0]]),
        2,
        3,
        (),
        (),
        ((0, 1, 2),),
    ),
    ("rank deficient", Configuration([[1, 2, 3], [2, 4, 6.5], [0, 0, 1]]), 2, 3, (), (), ()),
    ("points on a line", Configuration([[0, 1], [1, 2], [2, 3]]), 2, 2, (), (), ()),
    (
        "irrational",
        Configuration([["sqrt(2)", 2], [1, "sqrt(2)"], ["-sqrt(2)", -2], [0, 0]]),
        1,
        2,
        (3,),
        (),
        ((0, 1, 2),),
    ),
]


@pytest.mark.parametrize(
    ("name", "c", "rank", "affine_rank", "zero", "equal", "parallel"),
    FACTS,
    ids=[row[0] for row in FACTS],
)
def test_facts(
    name: str,
    c: Configuration,
    rank: int,
    affine_rank: int,
    zero: tuple,
    equal: tuple,
    parallel: tuple,
) -> None:
    assert (c.rank, c.affine_rank, c.zero_rows, c.equal_groups, c.parallel_groups) == (
        rank,
        affine_rank,
        zero,
        equal,
        parallel,
    )
    assert len(c.column_basis) == rank
    assert [len(row) for row in c.reduced_rows()] == [rank] * c.n
    # Views of every shape are defined, and the ones that undo each other do.
    assert Configuration.affine(c).rank == affine_rank
    assert Configuration.affine(c).d == c.d + 1
    assert c.differences().n == c.n * (c.n - 1) // 2
    assert c.differences().rank == c.centred().rank == max(affine_rank - 1, 0)
    assert c.translated([1] * c.d).translated([-1] * c.d) == c
    assert c.scaled([2] * c.n).scaled([F(1, 2)] * c.n) == c
    assert c.restricted_to(c.labels) == c
    identity = Configuration([[int(i == j) for j in range(c.d)] for i in range(c.d)], dimension=c.d)
    assert c.transformed(identity) == c
    assert c.merged().n == len(set(c.rows))
    again = Configuration.from_json(json.loads(json.dumps(c.to_json())))
    assert (again, hash(again), again.content_hash) == (c, hash(c), c.content_hash)
    assert pickle.loads(pickle.dumps(c)) == c
    assert repr(c).startswith("<Configuration: ")
    assert "<table>" in c._repr_html_()


def test_integer_and_reduced_rows() -> None:
    c = Configuration([["1/2", "1/2", "-3/4"], [4, 4, 8], [0, 0, 0]])
    assert c.integer_rows() == ((2, 2, -3), (1, 1, 2), (0, 0, 0))
    assert c.column_basis == (0, 2)
    assert c.reduced_rows() == ((2, -3), (1, 2), (0, 0))
    assert all(type(x) is int for row in (*c.integer_rows(), *c.reduced_rows()) for x in row)
    irrational = Configuration([["sqrt(2)", 1]])
    assert irrational.reduced_rows() == ((ROOT,),)
    with pytest.raises(BadInput, match=r"configuration must be rational, not over Q\(sqrt\(2\)\)"):
        irrational.integer_rows()


def test_sides_of_a_line() -> None:
    c = Configuration([[0, -2], [0, 1], [0, 0], ["-sqrt(2)", 0]])
    assert [side for _, side in c.directions] == [-1, 1, 0, -1]
    assert c.directions[0][0] == c.directions[1][0] == (0, 1)


def test_views() -> None:
    c = Configuration([[1, 2], [3, 4], [3, 4]], labels=["a", "b", "c"])
    assert Configuration.affine(c).rows == ((1, 1, 2), (1, 3, 4), (1, 3, 4))
    assert Configuration.affine([[5]], labels=["p"]) == Configuration([[1, 5]], labels=["p"])
    assert Configuration.affine(c, labels=["x", "y", "z"]).labels == ("x", "y", "z")
    assert c.centred().rows == ((F(-4, 3), F(-4, 3)), (F(2, 3), F(2, 3)), (F(2, 3), F(2, 3)))
    differences = c.differences()
    assert (differences.labels, differences.rows) == (
        ("a-b", "a-c", "b-c"),
        ((-2, -2), (-2, -2), (0, 0)),
    )
    assert c.translated(["1/2", -2]).rows[0] == (F(3, 2), 0)
    assert c.scaled([-1, 0, 2]).rows == ((-1, -2), (0, 0), (6, 8))
    assert c.transformed([[1], [-1]]).rows == ((-1,), (-1,), (-1,))
    assert (
        c.restricted_to([2, 0])
        == c.restricted_to(["c", "a"])
        == Configuration([[3, 4], [1, 2]], labels=["c", "a"])
    )
    assert c.merged() == Configuration([[1, 2], [3, 4]], labels=["a", "b=c"])
    assert c.translated([ROOT, "sqrt(3)"]).rows[0][1] == exact("2+sqrt(3)")
    assert Configuration([["sqrt(2)"]]).scaled(["sqrt(3)"]).rows == ((exact("sqrt(6)"),),)
    assert Configuration([["sqrt(2)"]]).scaled(["sqrt(2)"]).field is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.translated([1]), "vector must have 2 entries, not 1"),
        (lambda c: c.translated(["x", 1]), r"vector, entry 1"),
        (lambda c: c.scaled([1]), "factors must have 3 entries, not 1"),
        (lambda c: c.scaled("111"), "factors must be a list of numbers"),
        (
            lambda c: c.transformed([[1]]),
            "matrix must have 2 rows, the dimension of the configuration, not 1",
        ),
        (
            lambda c: c.restricted_to(["q"]),
            "selection must be a label or an index below 3, not 'q'",
        ),
        (lambda c: c.restricted_to([3]), "not 3"),
        (lambda c: c.restricted_to([-1]), "not -1"),
        (lambda c: c.restricted_to([0, 0]), "label must be unique"),
        (
            lambda c: Configuration(c.rows, labels=["a"]),
            "labels must be 3, one for each row, not 1",
        ),
        (lambda c: Configuration(c.rows, labels="abc"), "labels must be a list of texts"),
        (
            lambda c: Configuration(c.rows, labels=["a", "b", "a"]),
            r"label must be unique, not a second 'a' \(row 3\)",
        ),
        (lambda c: Configuration(c.rows, labels=["a", "b\x1b", "c"]), "free of control characters"),
        (
            lambda c: Configuration(c.rows, labels=["a", "", "c"]),
            r"label must not be empty \(row 2\)",
        ),
        (lambda c: Configuration(c.rows, labels=["a", 2, "c"]), "label must be text, not 2"),
        (
            lambda c: Configuration(c.rows, dimension=3),
            "dimension must be 2, the length of the rows, not 3",
        ),
        (lambda c: Configuration([], dimension=-1), "dimension must be"),
        (lambda c: Configuration.from_json([[1]]), "configuration must be an object"),  # type: ignore[arg-type]
        (lambda c: Configuration([], dimension="2"), "dimension must be a natural number, not '2'"),
        (
            lambda c: Configuration(c.rows, dimension=10**5000),
            "dimension must be 2, the length of the rows, not an unprintable int",
        ),
        (lambda c: c.translated([1, "1/0"]), "vector, entry 2"),
    ],
)
def test_refused_views(change: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        change(Configuration([[1, 2], [3, 4], [5, 6]]))  # type: ignore[operator]


def test_joined_labels_stay_distinct() -> None:
    c = Configuration([[1], [2], [3], [4]], labels=["a", "b-c", "a-b", "c"])
    assert c.differences().labels == (
        "(a)-(b-c)",
        "(a)-(a-b)",
        "(a)-(c)",
        "(b-c)-(a-b)",
        "(b-c)-(c)",
        "(a-b)-(c)",
    )
    assert Configuration([[1], [2], [1]], labels=["a", "a=b", "b"]).merged().labels == (
        "(a)=(b)",
        "(a=b)",
    )
    hopeless = Configuration(
        [[k] for k in range(8)], labels=["a", "b-c", "a-b", "c", "x", "y)-(z", "x)-(y", "z"]
    )
    with pytest.raises(BadInput, match="labels must stay distinct when joined by '-'"):
        hopeless.differences()


def test_identity_is_by_value() -> None:
    c = Configuration([["sqrt(2+sqrt(2))"], ["sqrt(2)"]])
    alone = Configuration([["sqrt(2)"]], labels=["2"])
    part = c.restricted_to(["2"])
    assert part.field != alone.field  # written in a larger field, the same all the same
    assert (part, hash(part), part.content_hash) == (alone, hash(alone), alone.content_hash)
    assert Configuration([[1]]) != Configuration([[1]], labels=["a"])
    assert Configuration([], dimension=1) != Configuration([], dimension=2)
    assert Configuration([[0.5]], reading="x", name="y") == Configuration([["1/2"]])
    assert Configuration([[1]]) != ((1,),)


def test_content_hash_is_the_documented_text() -> None:
    text = '{"dimension":2,"labels":["\\u00e9"],"rows":[["-1/2","3"]]}'
    assert (
        Configuration([["-1/2", 3]], labels=["é"]).content_hash == sha256(text.encode()).hexdigest()
    )
    text = '{"dimension":1,"labels":["1"],"rows":[["root(-2,0,1;1)"]]}'
    assert Configuration([["sqrt(2)"]]).content_hash == sha256(text.encode()).hexdigest()
    text = '{"bias":["root(-8,0,1;0)"],"dimension":1,"labels":["1"],"rows":[["root(-2,0,1;1)"]]}'
    shifted = Configuration([["sqrt(2)"]], bias=["-2*sqrt(2)"])
    assert shifted.content_hash == sha256(text.encode()).hexdigest()


def test_immutable() -> None:
    c = Configuration([[1]])
    with pytest.raises(AttributeError, match="immutable"):
        c.d = 2
    with pytest.raises(AttributeError, match="immutable"):
        del c.rows


def test_display_is_short_and_escaped() -> None:
    c = Configuration([["sqrt(2)"] * 30] * 2, labels=["<script>", "b"], name="m.json")
    assert repr(c) == "<Configuration m.json: 2 labels, dimension 30, field Q(sqrt(2))>"
    html = c._repr_html_()
    assert "<script>" not in html
    assert html.count("<td>") == 2 * 21
    assert "80 more rows" in Configuration([[i] for i in range(100)])._repr_html_()


def test_offsets_belong_to_the_functions() -> None:
    """Every view says of the affine functions what it says of rows: tried at a point."""
    c = Configuration([[1, 2], ["1/2", 0], [0, "sqrt(2)"]], ["a", "b", "c"], bias=[1, "-1/3", 0])
    h = [F(3), F(-5, 7)]

    def values(shown: Configuration, at: list[Any] = h) -> list[Any]:
        offsets = shown.bias or [0] * shown.n
        return [
            sum(x * y for x, y in zip(row, at, strict=True)) + b
            for row, b in zip(shown.rows, offsets, strict=True)
        ]

    a, b, d = values(c)
    mean = (a + b + d) / 3
    assert values(c.differences()) == [a - b, a - d, b - d]
    assert values(c.scaled([2, -1, 0])) == [2 * a, -b, 0]
    assert values(c.restricted_to(["c", "a"])) == [d, a]
    assert values(c.centred()) == [a - mean, b - mean, d - mean]
    assert values(c.translated([1, 1])) == [x + sum(h) for x in (a, b, d)]
    assert values(c.transformed([[1, 0], [1, 1]]), [h[0], h[1] - h[0]]) == [a, b, d]
    assert values(Configuration.affine(c), [F(0), *h]) == [a, b, d]
    twice = Configuration([[1], [1], [1]], bias=[1, 2, 1])
    assert (twice.merged().rows, twice.merged().bias) == (((1,), (1,)), (1, 2))
    assert twice.equal_groups == ((0, 2),)
    assert Configuration([["1/3"]], bias=["1/3"]).as_floats().bias == (F(1 / 3),)


def test_offsets_as_a_value() -> None:
    plain, shifted = Configuration([[1], [2]]), Configuration([[1], [2]], bias=[0, 1])
    assert plain == Configuration([[1], [2]], bias=[0, "0"])
    assert plain != shifted
    assert len({plain, shifted}) == 2
    assert (
        plain.content_hash
        == Configuration.from_json(plain.to_json()).content_hash
        != shifted.content_hash
    )
    for c in (
        plain,
        shifted,
        Configuration([["sqrt(2)"]], bias=["1/2"]),
        Configuration([[1]], bias=["sqrt(3)"]),
    ):
        assert Configuration.from_json(json.loads(json.dumps(c.to_json()))) == c
        assert pickle.loads(pickle.dumps(c)) == c
    assert "with offsets" in repr(shifted)
    with pytest.raises(BadInput, match="bias must have 2 entries, not 1 \\(m\\)"):
        Configuration([[1], [2]], bias=[1], name="m")
    with pytest.raises(BadInput, match="bias, entry 2"):
        Configuration([[1], [2]], bias=[1, float("nan")])
    for ask in (Configuration.integer_rows, Configuration.reduced_rows):
        with pytest.raises(BadInput, match=r"needs? rows without offsets"):
            ask(shifted)


def test_groups_of_many_rows_in_time_that_grows_as_they_do():
    def groups() -> None:
        c = Configuration([[1, 2], [-2, -4], [0, 0], [1, 2]] * 25_000)
        (parallel,) = summary(c)["parallel_rows"]
        assert (len(parallel["same"]), parallel["opposite"][:2]) == (50_000, ["2", "6"])
        assert [group[:2] for group in c.equal_groups] == [(0, 3), (1, 5), (2, 6)]

    soon(groups, 10)


def test_groups_by_definition():
    """Rational rows, which are compared as integers, against rows of a field, which are compared as
    they are.
    """
    rows = [
        [0, 0],
        ["1/2", 1],
        [1, 2],
        ["-1/2", -1],
        [0, 0],
        [1, 2],
        ["1/2", 1],
        [3, 0],
        [-1, 0],
        [0, 0],
    ]
    c, offsets = Configuration(rows), Configuration(rows, bias=[0, 1, 2, -1, 1, 2, 1, 0, 0, 0])
    for one in (c, offsets, c.scaled(["sqrt(2)"] * 10), offsets.scaled(["sqrt(2)"] * 10)):
        table = one.functions
        first = {i: min(j for j in range(10) if table[j] == table[i]) for i in range(10)}
        assert one.equal_groups == tuple(
            tuple(i for i in first if first[i] == j)
            for j in range(10)
            if sum(k == j for k in first.values()) > 1
        )
    assert (
        c.parallel_groups == c.scaled(["sqrt(2)"] * 10).parallel_groups == ((1, 2, 3, 5, 6), (7, 8))
    )
    assert offsets.parallel_groups == ((1, 2, 3, 5, 6), (7, 8))


def test_lines_of_a_field_that_have_rational_rows_are_one() -> None:
    """(2 sqrt(2), sqrt(2)) is parallel to (2, 1), whichever comes first, and with an offset, too."""
    rows = [[2 * ROOT, ROOT], [2, 1], [-4 * ROOT, -2 * ROOT], [F(1, 3), F(1, 6)], [ROOT, 1]]
    c = Configuration(rows)
    assert c.parallel_groups == ((0, 1, 2, 3),)
    assert [side for _, side in c.directions] == [1, 1, -1, 1, 1]
    assert Configuration(rows, bias=[4 * ROOT, 4, 0, 0, 0]).parallel_groups == ((0, 1), (2, 3))
    assert Configuration(rows[::-1]).parallel_groups == ((1, 2, 3, 4),)
