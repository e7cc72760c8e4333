"""The formats of other programs: what we write is read back equal, what they print is read, damaged
files give one line.
"""

from __future__ import annotations

import io
import random
from fractions import Fraction as F
from pathlib import Path

import numpy as np
import pytest

from arrangements import BadInput, Chirotope, Configuration, load, load_chirotope, save
from arrangements.io.formats import SIGNS, SOURCES, WRITTEN
from arrangements.io.writers import as_text
from arrangements.loading.configurations import load_any
from tests.io.readers.test_accepted import _from_stdin
from tests.mutants import counted, mutants

HALF = Configuration([[1, "1/2", 0], [-3, 0, 2], [1, "1/2", 0]], ["a", 'b"]', "c, é"])
POINTS = Configuration.affine([[0, 0], ["1/3", 1], [5, -2]], ["p", "q", "r"])
CASES = [
    HALF,
    POINTS,
    load("shi:3"),
    load("coxeter:H3"),
    load("paper/5.5-model-1"),
    load("coxeter:I2(7)"),
    load("generic:4x2"),
]
ROWS = [form for form in WRITTEN if form not in SIGNS]


def writable(c: Configuration, form: str) -> bool:
    """Which formats have room for what."""
    if c.field is not None:
        return form in ("json", "sage", "macaulay2") or (form == "polymake" and c.field.degree == 2)
    if c.bias is not None:
        return form in ("json", "sage", "ine", "macaulay2")
    return form != "ext" or all(row[0] in (0, 1) for row in c.rows)


@pytest.mark.parametrize("form", ROWS)
@pytest.mark.parametrize("c", CASES, ids=lambda c: c.name or repr(c.labels))
def test_there_and_back(c: Configuration, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"m{SOURCES[form][0]}"
    if not writable(c, form):
        with pytest.raises(
            BadInput, match=r"must be rational|needs? rows without offsets|must begin with 1"
        ):
            save(c, path)
        assert not path.exists()
        return
    save(c, path)
    back = load(path)
    assert (back.rows, back.bias, back.d) == (c.rows, c.bias, c.d)
    if form not in ("points", "matrix"):
        assert back.labels == c.labels
        assert _from_stdin(path.read_bytes()) == back


def test_random_ones(tmp_path: Path) -> None:
    print("seed 3")
    draw = random.Random(3)
    for _ in range(40):
        n, d = draw.randint(1, 5), draw.randint(1, 4)
        rows = [[F(draw.randint(-4, 4), draw.randint(1, 3)) for _ in range(d)] for _ in range(n)]
        c = Configuration(
            [row if any(row) else [1] * d for row in rows], bias=[draw.randint(-1, 1) for _ in rows]
        )
        for form in ("ine", "sage", "macaulay2", "json"):
            save(c, tmp_path / "m", form)
            back = load(tmp_path / "m")
            assert (back.rows, back.bias) == (c.rows, c.bias), form


@pytest.mark.parametrize("form", SIGNS)
def test_oriented_matroids_there_and_back(form: str, tmp_path: Path) -> None:
    for c in (
        load("paper/H.1-A"),
        load("cyclic:6x3"),
        Configuration([[1, 0], [0, 1], [2, 0], [0, 0]]),
    ):
        path = tmp_path / f"m{SOURCES[form][0]}"
        save(c, path)
        chi = load_chirotope(c_path := path)
        assert isinstance(load_any(c_path), Chirotope)
        assert chi.same_oriented_matroid(load_chirotope_of(c).relabelled(chi.labels))
        save(chi, path)
        assert load_chirotope(path) == chi
        with pytest.raises(BadInput, match=r"configuration must have rows, not signs alone"):
            load(path)
        with pytest.raises(BadInput, match="affine must not be given for signs"):
            load_any(path, affine=True)
    with pytest.raises(
        BadInput,
        match="format must be chirotope, circuits or cocircuits for a chirotope, which has no coordinates, not ine",
    ):
        save(chi, tmp_path / "m.ine")


def load_chirotope_of(c: Configuration) -> Chirotope:
    return Chirotope.from_topcom(as_text(c, "chirotope"))


# What the programs of the field print, by the name of the file, with the rows and offsets that it
# means.
PRINTED: dict[str, tuple[str, list[list[object]], list[object] | None]] = {
    "lrs 7.1.ext": (
        "*lrs:lrslib v.7.1\na\nV-representation\nbegin\n***** 3 rational\n 1  1  0 \n 1  0  1/2 \n 0  0  2 \nend\n*Totals: vertices=3\n",
        [[1, 1, 0], [1, 0, F(1, 2)], [0, 0, 2]],
        None,
    ),
    "cdd real.ine": (
        "H-representation\nlinearity 1 2\nbegin\n2 2 real\n1.5 -1\n0 1e0\nend\n",
        [[-1], [1]],
        [F(3, 2), 0],
    ),
    "polymake 4.6.poly": (
        '{"_type":"polytope::PointConfiguration<Rational>","_id":"p","POINTS":[["1","0","0"],["1","1","1/2"]]}',
        [[1, 0, 0], [1, 1, F(1, 2)]],
        None,
    ),
    "polymake sparse.poly": (
        '{"BOUNDED":true,"FACETS":[{"0":"1","1":"1"},{"0":"1","2":"-1"},{"cols":3}],"_type":"polytope::Polytope<Rational>"}',
        [[1, 0], [0, -1]],
        [1, 1],
    ),
    "polymake plain.poly": (
        "_application fan\n_version 2.9\n_type HyperplaneArrangement<Rational>\n\nHYPERPLANES\n1 0 0\n0 1 -1/3\n\nDIM\n3\n",
        [[1, 0, 0], [0, 1, F(-1, 3)]],
        None,
    ),
    "topcom.points": ("[[1,0],\n [1, 1/2]]\n[[1,0]]\n", [[1, 0], [1, F(1, 2)]], None),
    "sage 10.8.sage": (
        "Arrangement <3*x1 + 2 | x0 | 2*x0 - 2*x1 + 1>\n",
        [[0, 3], [1, 0], [2, -2]],
        [2, 0, 1],
    ),
    "sage hyperplanes.sage": (
        "(Hyperplane 0*t0 + 3*t1 + 2, Hyperplane t0 - 1/2*t1 + 0)\n",
        [[0, 3], [1, F(-1, 2)]],
        [2, 0],
    ),
    "sage letters.sage": (
        "Arrangement <y | x | x + y - z>",
        [[0, 1, 0], [1, 0, 0], [1, 1, -1]],
        None,
    ),
    "macaulay 1.21.m2": (
        "new CentralArrangement from {hyperplanes => {x_1, -x_1+x_2, x_1+(1/2)*x_3}, ring => R, cache => CacheTable{...0...}}",
        [[1, 0, 0], [-1, 1, 0], [1, 0, F(1, 2)]],
        None,
    ),
    "macaulay ring.m2": (
        "R = QQ[x_1..x_3]\nA = arrangement {x_1, 2*x_2-1/3}\n",
        [[1, 0, 0], [0, 2, 0]],
        [0, F(-1, 3)],
    ),
    # Coordinates that no form has are coordinates.
    "macaulay unused.m2": (
        "R = QQ[x,y,z,w]\nA = arrangement {x, y-2*w}\n",
        [[1, 0, 0, 0], [0, 1, 0, -2]],
        None,
    ),
    "macaulay letters.m2": (
        "S = ZZ/2[u]\nR = QQ[a..d, MonomialOrder => Lex]\narrangement({b-a}, R)",
        [[-1, 1, 0, 0]],
        None,
    ),
    "macaulay comment.m2": ("R = QQ[x,y] -- not ZZ/2[x,y]\narrangement {y}", [[0, 1]], None),
    "sage space.sage": (
        "Hyperplane arrangements in 3-dimensional linear space over Rational Field with coordinates x, y, z\nArrangement <y | x>",
        [[0, 1, 0], [1, 0, 0]],
        None,
    ),
    "numpy.txt": (
        "# saved\n1.500000000000000000e+00 -2.000000000000000000e+00\n0 1\n",
        [[F(3, 2), -2], [0, 1]],
        None,
    ),
}


@pytest.mark.parametrize("name", PRINTED)
def test_what_they_print(name: str, tmp_path: Path) -> None:
    text, rows, bias = PRINTED[name]
    (tmp_path / name).write_text(text)
    found = load(tmp_path / name)
    assert [list(row) for row in found.rows] == rows
    assert found.bias == (tuple(bias) if bias and any(bias) else None)


def test_quadratic_extensions(tmp_path: Path) -> None:
    expected = Configuration([[1, "1+2*sqrt(5)"], [1, 0]]).rows
    (tmp_path / "json.poly").write_text(
        '{"HYPERPLANES":[[["1","0","0"],["1","2","5"]],[["1","0","0"],["0","0","0"]]]}'
    )
    (tmp_path / "text.poly").write_text("HYPERPLANES\n1 1+2r5\n1 0\n")
    assert load(tmp_path / "json.poly").rows == load(tmp_path / "text.poly").rows == expected


def test_what_numpy_saves(tmp_path: Path) -> None:
    array = np.array([[0.5, -3], [0.125, 7]])
    np.savetxt(tmp_path / "m.txt", array, header="a header")
    assert load(tmp_path / "m.txt").rows == ((F(1, 2), -3), (F(1, 8), 7))
    out = io.StringIO(as_text(HALF, "matrix").replace("1/2", "0.5"))
    assert np.loadtxt(out).tolist() == [[1, 0.5, 0], [-3, 0, 2], [1, 0.5, 0]]


def test_circuits_as_topcom_prints_them(tmp_path: Path) -> None:
    (tmp_path / "a.circuits").write_text("C[0] := [{1,2},{3}];\n")
    chi = load_chirotope(tmp_path / "a.circuits")
    assert (chi.n, chi.rank, chi.circuits(), chi.coloops) == (4, 3, ("0++-",), (0,))


REFUSED = {
    "a.poly": ('{"DIM": "3"}', "file of polymake must have one of HYPERPLANES, VECTORS"),
    "b.poly": (
        '{"HYPERPLANES": [{"0": "1"}]}',
        r"row must be a list of numbers, not \{'0': '1'\} \(.*b.poly, HYPERPLANES, row 1\)",
    ),
    "c.points": ("[1,2]", "points of TOPCOM must be a list of lists"),
    "d.points": ("[[1,x]]", r"d.points, row 1, number 2"),
    "e.sage": (
        "Arrangement of 12 hyperplanes of dimension 4 and rank 3",
        r"must be printed with its hyperplanes: print\(A.hyperplanes\(\)\)",
    ),
    "f.sage": (
        "Arrangement <x*y>",
        r"term must be a number, a variable or their product, not 'x\*y'",
    ),
    "g.sage": ("Arrangement <x + x>", "variable must occur once in a linear form, not 'x' again"),
    "h.sage": ("Arrangement <(a + 1)*x + y>", "h.sage, row 1, number 1"),
    "i.m2": (
        "R = QQ[x_1..x_2]\narrangement {x_3}",
        "variables must be those of the ring, x_1, x_2, not 'x_3'",
    ),
    "i2.m2": (
        "R = ZZ/31991[x,y,z]\nA = arrangement {x, y, z, x+y}",
        "ring must be over QQ, .* not over 'ZZ/31991'",
    ),
    "i3.m2": (
        "K = ZZ/2;\nR = K[x_1..x_3]\nA = arrangement({x_1, x_2}, R)",
        "ring must be over QQ, .* not over 'ZZ/2'",
    ),
    "i4.m2": (
        "R = GF(4, Variable => a)[x,y]\narrangement {x, x+a*y}",
        "ring must be over QQ, .* not over 'GF",
    ),
    "i5.m2": ("R = CC[x,y]\narrangement {x, y}", "ring must be over QQ, .* not over 'CC'"),
    "i6.m2": (
        "K = toField(QQ[i]/(i^2+1))\nR = K[x,y]\narrangement {x, x+i*y}",
        "ring must be over QQ, .* not over 'toField",
    ),
    "i7.m2": (
        "hyperplanes => {x, y, x+y}, ring => ZZ/3[x,y]",
        r"ring must be over real numbers, not 'ZZ/3\[x'",
    ),
    "i8.sage": (
        "Hyperplane arrangements in 2-dimensional linear space over Finite Field of size 3 with coordinates x, y\nArrangement <x | y>",
        "arrangement must be over real numbers, not over 'Finite Field of size 3",
    ),
    "i9.poly": (
        '{"_type":"fan::HyperplaneArrangement<GF2>","HYPERPLANES":[["1","0"]]}',
        "numbers of polymake must be rational",
    ),
    "i10.poly": (
        "_type HyperplaneArrangement<PuiseuxFraction<Min>>\n\nHYPERPLANES\n1 0\n",
        "must be rational or of a Quad",
    ),
    "j.m2": ("x_1", r"file must hold an arrangement \{...\} of Macaulay2"),
    "k.ine": (
        "* labels: [1]\nbegin\n1 2 integer\n1 1\nend\n",
        "labels in a comment must be a list of texts",
    ),
    "l.txt": (
        "1 2\n3\n",
        r"line must have 2 cells, as the first one has, not 1 \(.*l.txt, line 2\)",
    ),
    "m.chirotope": ("4,2:\n++++-+\n", "signs must satisfy the axioms of a chirotope"),
    "n.circuits": ("[{0,1},{1}]", "element must occur once in a circuit"),
    "o.circuits": ("2,1:[{0,7},{1}]", "element of a circuit must be below 2, not 7"),
    "p.cocircuits": (
        "hello",
        r"circuits of TOPCOM must be lines such as \[\{0,2\},\{1,3\}\], not 'hello'",
    ),
    "q.cocircuits": ("3,2:[{0},{1}]\n[{0},{2}]", "must be those of an oriented matroid"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    text, message = REFUSED[name]
    (tmp_path / name).write_text(text)
    with pytest.raises(BadInput, match=message) as caught:
        load_any(tmp_path / name)
    assert name in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        *PRINTED,
        "own.sage",
        "own.m2",
        "own.ine",
        "own.poly",
        "own.chirotope",
        "own.circuits",
        "own.cocircuits",
    ],
)
def test_damaged_files(name: str, tmp_path: Path) -> None:
    if name.startswith("own"):
        c = load("coxeter:I2(5)") if name.endswith("sage") else load("random:5x3:bound=2")
        save(c, tmp_path / name)
        content = (tmp_path / name).read_bytes()
    else:
        content = PRINTED[name][0].encode()
    path = tmp_path / f"damaged {name}"

    def read(mutant: bytes) -> None:
        path.write_bytes(mutant)
        load_any(path)

    print("seed 11")
    assert counted(read, mutants(content, 120, 11))["refused"] > 20


_BODY = "begin\n1 2 integer\n1 -1\nend\n"


@pytest.mark.parametrize(
    "content",
    [
        "H-representation\nbegin\n1 2 integer\n1 -1\n",
        "H-representation\n1 2 integer\n1 -1\nend\n",
        f"H-representation\n{_BODY}{_BODY}",
        f"H-representation\n{_BODY}end\n",
        f"H-representation\nbegin\n{_BODY}",
        f"H-representation\nV-representation\n{_BODY}",
        f"V-representation\n{_BODY}V-representation\n",
    ],
)
def test_a_file_of_cddlib_has_one_representation_with_one_beginning_and_one_end(content, tmp_path):
    (tmp_path / "m.ine").write_text(content)
    with pytest.raises(BadInput, match="one representation, a begin and an end"):
        load(tmp_path / "m.ine")
    (tmp_path / "m.ine").write_text(f"H-representation\n{_BODY}")
    assert load(tmp_path / "m.ine").rows == ((-1,),)
