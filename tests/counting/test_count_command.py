"""``arrangements count`` and the numbers it prints."""

from __future__ import annotations

import json
from functools import partial

import pytest

from arrangements import (
    BadInput,
    Configuration,
    LimitReached,
    characteristic_polynomial,
    covector_pattern,
    face_numbers,
    load,
    load_inputs,
    weak_ranking_pattern,
    whitney_numbers,
)
from arrangements.counting.region_counts import count
from arrangements.listing.faces import listed_face_numbers
from tests.processes import called


def test_json():
    done = called("count", "paper/H.1-A", "--kind", "ranking", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found.pop("seconds") >= 0
    assert found == {
        "kind": "ranking",
        "labels": ["1", "2", "3", "4", "5"],
        "count": 14,
        "whitney": [1, 7, 6],
        "polynomial": [0, 6, -7, 1],
        "affine_whitney": None,
        "bounded": 0,
        "unbounded": 14,
        "relatively_bounded": 0,
        "empty_because": None,
    }


def test_relatively_bounded_regions():
    # SageMath 10.8, n_bounded_regions
    assert count(load("shi:4")).relatively_bounded == 27
    assert count(load("semiorder:3")).relatively_bounded == 7
    assert count(load("threshold:2"), affine=True).relatively_bounded == 1
    assert (count(load("braid:4")).relatively_bounded, count(load("shi:4")).bounded) == (0, 0)
    assert "  relatively bounded 27\n" in called("count", "shi:4").stdout


def test_text_names_the_rows_that_leave_nothing():
    assert (
        "no sign vector is strict, because these rows are zero: b"
        in called("count", "-", text="label,x\na,1\nb,0\n").stdout
    )
    done = called("count", "-", "--kind", "ranking", text="label,x\na,1\nb,2\nc,1\n")
    assert "0 rankings" in done.stdout
    assert "no ranking is strict, because these rows are equal: a = c" in done.stdout


def test_memory_limit_has_its_exit_code():
    done = called("count", "threshold:6", "--method", "flats", "--memory", "1M")
    assert done.returncode == 3
    assert done.stderr.startswith("arrangements: number of flats must fit into")


def test_time_limit_has_its_exit_code():
    done = called("count", "random:40x8:bound=9:seed=1", "--timeout", "0.05")
    assert done.returncode == 3
    assert done.stderr.startswith("arrangements: time must be at most 0.05 s for random:40x8")


def test_show(tmp_path):
    """A store is shown, and nothing is counted."""
    kept = "resonance:5", "--store", str(tmp_path / "a.db")
    assert (
        "--show needs --store with the file of a count" in called("count", *kept, "--show").stderr
    )
    counted = called("count", *kept)
    shown = called("count", *kept, "--show")
    assert shown.returncode == 0
    assert (shown.stdout.splitlines()[0], shown.stderr) == (
        counted.stdout.splitlines()[0],
        counted.stderr,
    )
    nothing = called("count", *kept, "--seed", "1", "--show")
    assert nothing.returncode == 3
    assert (
        nothing.stderr
        == "arrangements: store must hold some of this count to show it, not nothing\n"
    )


def test_faces():
    found = json.loads(called("count", "braid:4", "--faces", "--json").stdout)
    assert found["faces"] == [0, 1, 14, 36, 24]


def test_faces_on_inputs_and_of_rankings_with_offsets():
    """They are those that ``patterns`` lists, dimension by dimension; without inputs, those of the
    flats.
    """
    layers = [
        ("threshold:2", "nonnegative", covector_pattern, "sign"),
        ("shi:3", "h >= -1/2", weak_ranking_pattern, "ranking"),
        ("braid:3", "ball:1", covector_pattern, "sign"),
        ("shi:3", None, weak_ranking_pattern, "ranking"),
        ("shi:3", None, covector_pattern, "sign"),
    ]
    for name, asked, listing, kind in layers:
        c = load(name)
        inputs = None if asked is None else load_inputs(asked, c.d)
        expected = [len(listing(c, dimension=k, inputs=inputs)) for k in range(c.d + 1)]
        options = [] if asked is None else ["--inputs", asked]
        found = json.loads(
            called("count", name, "--faces", "--kind", kind, *options, "--json").stdout
        )
        assert found["faces"] == expected, name
        assert found["count"] == expected[-1]
        assert list(listed_face_numbers(c, kind, inputs)) == expected


def test_faces_are_listed_where_flats_are_too_many(monkeypatch):
    c = load("random:9x4:bound=9:seed=3")
    counted = list(face_numbers(c))
    few = partial(face_numbers, most=20)
    with pytest.raises(LimitReached, match="flats of rank 2 must be at most 20"):
        few(c)
    monkeypatch.setattr("arrangements.counting.face_counts.face_numbers", few)
    found = json.loads(called("count", c.name, "--faces", "--json").stdout)
    assert found["faces"] == counted


def test_polynomials_of_rows_and_of_offsets():
    assert characteristic_polynomial([[1, 0], [0, 1], [1, 1]]) == (2, -3, 1)
    for name in ("shi:3", "linial:4", "semiorder:3"):
        counted = count(load(name))
        assert whitney_numbers(load(name)) == counted.whitney
        assert characteristic_polynomial(load(name)) == counted.polynomial
    assert whitney_numbers(Configuration([[0, 0]], bias=[1])) == (1,)
    assert whitney_numbers(Configuration([[0, 0]], bias=[0])) == (0,)


def test_affine_regions_by_dimension():
    """Three lines of a triangle; two parallel lines; no lines at all; a point that is the
    origin.
    """
    triangle = count(Configuration.affine([[1, 0], [0, 1], [1, 1]]), affine=True)
    assert (triangle.count, triangle.affine_whitney, triangle.bounded, triangle.unbounded) == (
        8,
        (1, 3, 3),
        1,
        6,
    )
    strip = count(Configuration.affine([[1, 0], [-1, 0]]), affine=True)
    assert (strip.count, strip.bounded, strip.unbounded) == (4, 0, 3)
    assert count(Configuration.affine([[0]]), affine=True).unbounded == 1
    nothing = count(Configuration([], dimension=3), affine=True)
    assert (nothing.count, nothing.bounded, nothing.unbounded) == (1, 0, 1)


def test_regions_of_a_point():
    """R^0 is one point: bounded."""
    assert (
        count(Configuration([], dimension=0)).bounded,
        count(Configuration([], dimension=0)).unbounded,
    ) == (1, 0)


def test_intervals_of_a_line():
    for n in range(1, 6):
        counted = count(Configuration.affine([[k] for k in range(1, n + 1)]), affine=True)
        assert (counted.bounded, counted.unbounded) == (n - 1, 2)


def test_kind_is_checked():
    with pytest.raises(BadInput, match="kind must be 'sign' or 'ranking', not 'both'"):
        count(Configuration([[1]]), "both")
