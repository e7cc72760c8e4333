"""Offsets and inputs from files and texts: what is taken for what, and what is refused in one
line.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from operator import mul
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from arrangements import BadInput, Configuration, Inputs, load, load_inputs, sign_pattern, table_of
from arrangements.io.tables import read_table
from arrangements.layers.inputs.hulls import generators_of, inequalities_of
from arrangements.listing.tables import export

ROWS = [[2, 0], [0, 2], [-2, -1]]
SHIFTED = Configuration(ROWS, ["a", "b", "c"], bias=[0, "-1/2", 1])


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_header_or_a_key_makes_offsets(tmp_path: Path) -> None:
    sources = [
        written(tmp_path, "a.csv", "label,x,y,bias\na,2,0,0\nb,0,2,-0.5\nc,-2,-1,1\n"),
        written(tmp_path, "b.tsv", "label\tBias\tx\ty\na\t0\t2\t0\nb\t-1/2\t0\t2\nc\t1\t-2\t-1\n"),
        written(
            tmp_path,
            "c.json",
            json.dumps({"rows": ROWS, "labels": ["a", "b", "c"], "bias": [0, "-1/2", 1]}),
        ),
        written(
            tmp_path,
            "d.toml",
            'rows = [[2, 0], [0, 2], [-2, -1]]\nlabels = ["a", "b", "c"]\nbias = [0, -0.5, 1]\n',
        ),
    ]
    for source in sources:
        assert load(source) == SHIFTED
        assert "offsets from the" in load(source).reading
    plain = written(tmp_path, "plain.csv", "label,x,y,z\na,2,0,0\nb,0,2,-0.5\nc,-2,-1,1\n")
    assert (load(plain).d, load(plain).bias) == (3, None)
    assert load(plain, bias="z") == SHIFTED
    assert load(written(tmp_path, "bare.csv", "2,0,0\n0,2,-0.5\n-2,-1,1\n")).d == 3


def test_offsets_from_another_file(tmp_path: Path) -> None:
    matrix = written(tmp_path, "m.csv", "label,x,y\na,2,0\nb,0,2\nc,-2,-1\n")
    vector = np.array([0, -0.5, 1])
    np.save(tmp_path / "b.npy", vector)
    np.savez(tmp_path / "b.npz", one=vector, two=vector + 1)
    save_file({"head.bias": vector, "head.weight": np.eye(3)}, tmp_path / "b.safetensors")
    sources = [
        written(tmp_path, "b.csv", "0\n-1/2\n1\n"),
        written(tmp_path, "row.csv", "0,-1/2,1\n"),
        written(tmp_path, "named.csv", "label,bias\na,0\nb,-1/2\nc,1\n"),
        written(tmp_path, "b.json", "[0, -0.5, 1]"),
        written(tmp_path, "key.json", '{"bias": [0, -0.5, 1]}'),
        str(tmp_path / "b.npy"),
        str(tmp_path / "b.npz:one"),
        str(tmp_path / "b.safetensors:head.bias"),
    ]
    for source in sources:
        assert load(matrix, bias=source) == SHIFTED, source
    assert load("braid:3", bias=sources[0]).bias == SHIFTED.bias


@pytest.mark.parametrize(
    ("text", "bias", "message"),
    [
        ("label,x,bias\na,1,2\nb,2,x\n", None, "line 3, column 3"),
        ("label,x,bias\na,1,nan\nb,2,1\n", None, "line 2, column 3"),
        (
            "label,x,bias,bias\na,1,1,1\n",
            None,
            "column 'bias' must occur once in the header, not 2 times",
        ),
        ("label,x,bias\na,1,2\n", "b.json", "bias must be given once"),
        ("label,x\na,1\n", "b.json", "bias must have 1 entries, not 2"),
        ("label,x\na,1\nb,1\n", "named.csv", "labels of the bias must be those of the rows"),
        ("label,x\na,1\n", "square.csv", "bias must be a vector, not a matrix of 2 x 2"),
        ("label,x\na,1\n", "nowhere.csv", "must exist"),
        ("label,x\na,1\n", "z", "must be a file or a name"),
    ],
)
def test_offsets_that_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, bias: str | None, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "b.json", "[1, 2]")
    written(tmp_path, "named.csv", "label,value\nb,1\na,2\n")
    written(tmp_path, "square.csv", "1,2\n3,4\n")
    with pytest.raises(BadInput, match=message) as caught:
        load(written(tmp_path, "m.csv", text), bias=bias)
    assert "\n" not in str(caught.value)


def test_inputs_from_texts(tmp_path: Path) -> None:
    relu, box = Inputs.nonnegative(2), Inputs.box([-1, -1], [1, 1])
    assert (
        load_inputs("nonnegative", 2) == load_inputs("h>=0", 2) == load_inputs("box:0:", 2) == relu
    )
    assert load_inputs("everything", 2).everything
    assert load_inputs("box:-1:1", 2) == box
    assert load_inputs("simplex", 2) == Inputs.simplex(2)
    assert load_inputs("h <= 1/2", 1) == Inputs(1, [["1/2", -1]])  # type: ignore[list-item]
    sources = {
        "box.csv": "-1,1\n-1,1\n",
        "box.json": '{"low": [-1, -1], "high": [1, 1]}',
        "points.json": "[[1, 1], [1, -1], [-1, 1], [-1, -1]]",
        "points.csv": "1,1\n1,-1\n-1,1\n-1,-1\n0,0\n",
        "rows.toml": "inequalities = [[1, 1, 0], [1, -1, 0], [1, 0, 1], [1, 0, -1]]\n",
        "cube.ine": "* a square\nH-representation\nbegin\n4 3 integer\n1 1 0\n1 -1 0\n1 0 1\n1 0 -1\nend\n",
        "cube.ext": "V-representation\nbegin\n4 3 rational\n1 1 1\n1 1 -1\n1 -1 1\n1 -1 -1\nend\n",
    }
    for name, text in sources.items():
        path = written(tmp_path, name, text)
        found = load_inputs(f"box:{path}" if name.startswith("box.") else path, 2)
        assert set(found.inequalities) == set(box.inequalities), name
        assert not found.equations
    line = load_inputs(
        written(tmp_path, "line.ine", "linearity 1 2\nbegin\n2 3 integer\n0 1 0\n1 1 1\nend\n"), 2
    )
    assert (len(line.inequalities), line.equations) == (1, ((1, 1, 1),))
    strip = load_inputs(
        written(
            tmp_path,
            "s.ext",
            "V-representation\nlinearity 1 2\nbegin\n2 3 integer\n1 5 1\n0 1 0\nend\n",
        ),
        2,
    )
    assert (strip.inequalities, strip.equations) == ((), ((-1, 0, 1),))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("positive", "inputs must be one of everything, nonnegative, simplex, unit, `h >= number`"),
        ("", "inputs must be a name, a bound, a box or a file"),
        ("h >= pi", "inputs"),
        ("box:nan:1", "box:nan:1"),
        ("box:1:2:3", "must be a file"),
        ("wide.json", "inputs must have dimension 2, not 1"),
        ("keys.json", "inputs must be an object with keys among"),
        (
            "both.json",
            "inputs must be inequalities and equations, or points and rays, or low and high",
        ),
        ("inf.json", "inequalities, row 1, column 1"),
        ("bad.ine", "must have 2 rows of 3 numbers, as it says"),
        ("none.ine", "must have one representation, a begin and an end"),
        ("broken.json", "JSON must be valid"),
        ("three.csv", "inputs must have dimension 2, that of the rows, not 3|row must have"),
    ],
)
def test_inputs_that_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "wide.json": '{"low": [1]}',
        "keys.json": '{"rows": [[1, 2, 3]]}',
        "both.json": '{"points": [[1, 2]], "low": [1, 2]}',
        "inf.json": '{"inequalities": [["inf", 1, 1]]}',
        "bad.ine": "begin\n2 3 integer\n1 1 1\nend\n",
        "none.ine": "begin\n",
        "broken.json": "{",
        "three.csv": "1,2,3\n",
    }
    for name, text in files.items():
        written(tmp_path, name, text)
    with pytest.raises(BadInput, match=message) as caught:
        load_inputs(source, 2)
    assert "\n" not in str(caught.value)


def test_hulls_and_generators_are_inverse() -> None:
    seed = 20261119
    print(f"seed {seed}")
    r = random.Random(seed)
    for _ in range(200):
        d = r.randint(1, 3)
        points = [[r.randint(-2, 2) for _ in range(d)] for _ in range(r.randint(1, 5))]
        rays = [[r.randint(-1, 1) for _ in range(d)] for _ in range(r.randint(0, 2))]
        rays = [ray for ray in rays if any(ray)]
        hull = Inputs.hull(points, rays)
        assert all(hull.holds(point) for point in points)
        assert all(
            hull.holds([p + 7 * x for p, x in zip(points[0], ray, strict=True)]) for ray in rays
        )
        corners, directions = generators_of(hull.inequalities, hull.equations, d)
        again = inequalities_of(corners, directions, d)
        assert (hull.inequalities, hull.equations) == again
        # What is outside is cut off by a condition that every corner satisfies, so the hull is no
        # larger than it must be.
        assert all(hull.holds(corner) for corner in corners)
        assert not rays or directions
        assert set(corners) <= {tuple(map(Fraction, point)) for point in points} or directions


def test_a_table_says_which_inputs(tmp_path: Path) -> None:
    relu = load_inputs("nonnegative", 2)
    for kind in ("sign", "ranking", "argmax"):
        table = table_of(
            SHIFTED, kind, inputs=relu, witnesses=kind != "argmax", facts=kind != "argmax"
        )
        for suffix in (".csv", ".json", ".jsonl", ".npz", ".parquet"):
            export(table, tmp_path / f"t{suffix}")
            back = read_table(tmp_path / f"t{suffix}")
            assert (back.members(), back.inputs, back.points) == (
                table.members(),
                relu,
                table.points,
            ), suffix
            assert back.inputs is not None
            assert back.inputs.name == "nonnegative"
    assert table_of(SHIFTED, "sign", inputs=relu).body == sign_pattern(SHIFTED, inputs=relu)


def test_facets_on_the_border_are_none() -> None:
    """The quadrant cut by one line: two regions, each with one facet."""
    table = table_of(Configuration([[1, -1]]), inputs=Inputs.nonnegative(2), facts=True)
    assert table.facts is not None
    assert table.facts.facets.tolist() == [1, 1]


def test_double_description_agrees_with_cddlib() -> None:
    from arrangements.exact.programs._cdd import dual_cone as by_cddlib
    from arrangements.exact.programs.double_description import dual_cone

    seed = 20261119
    print(f"seed {seed}")
    r = random.Random(seed)
    for _ in range(200):
        width = r.randint(1, 4)
        weak, equal = (
            [tuple(r.randint(-2, 2) for _ in range(width)) for _ in range(r.randint(0, most))]
            for most in (5, 1)
        )
        weak, equal = ([row for row in rows if any(row)] for rows in (weak, equal))
        rays, lines = dual_cone(weak, equal, width, "own")
        others, across = by_cddlib(weak, equal, width)
        assert (len(rays), len(lines)) == (len(others), len(across)), (weak, equal)
        # Modulo the lines the extreme rays are the same: they vanish on the same rows.
        patterns = [
            sorted([tuple(sum(map(mul, row, v)) > 0 for row in weak) for v in found])
            for found in (rays, others)
        ]
        assert patterns[0] == patterns[1], (weak, equal)


def test_a_dimension_of_many_digits(tmp_path) -> None:
    (tmp_path / "p.json").write_text(f'{{"inequalities": [[0, 1]], "dimension": {"9" * 5000}}}')
    with pytest.raises(BadInput, match="dimension of the inputs must be a natural number"):
        load_inputs(str(tmp_path / "p.json"), 1)


def test_rays_of_long_numbers(tmp_path) -> None:
    """Longer than cddlib can be given: by plain double description."""
    (tmp_path / "rays.json").write_text('{"points": [[0, 0]], "rays": [[1, "1e9990"], [1, 0]]}')
    found = load_inputs(str(tmp_path / "rays.json"), 2)
    assert found == Inputs(2, [[0, 0, 1], [0, 10**9990, -1]])
    assert found.generators() == (((0, 0),), ((1, 0), (1, 10**9990)))
