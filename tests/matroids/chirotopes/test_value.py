"""Chirotopes as values: from configurations and text, and operations against the same operations on
the rows.
"""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from arrangements import Configuration, load
from arrangements.errors import BadInput, LimitReached
from arrangements.exact.linear import determinant, rank
from arrangements.exact.numbers import sign
from arrangements.matroids.chirotopes import Chirotope, chirotope
from arrangements.running import limited

SEED = 20260303

DEGENERATE = {
    "nothing": Configuration([], dimension=0),
    "no rows in the plane": Configuration([], dimension=2),
    "loops only": Configuration([[0, 0], [0, 0]]),
    "one element": Configuration([[-2]]),
    "coloops only": Configuration([[1, 0, 0], [0, -1, 0], [1, 1, 1]]),
    "parallel, antiparallel and loop": Configuration([[1, 2], [-2, -4], [0, 0], [3, 6], [1, 0]]),
    "rank deficient": Configuration([[1, 1, 2], [2, 0, 2], [0, 1, 1], [1, -1, 0]]),
    "square": Configuration.affine([[0, 0], [1, 0], [1, 1], [0, 1]]),
    "with a coloop": Configuration([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]]),
    "number field": Configuration(
        [["1", "sqrt(2)"], ["sqrt(2)", "2"], ["1", "1"], ["-1", "1-sqrt(2)"]]
    ),
}


def some_configurations() -> list[Configuration]:
    print("seed", SEED)
    rng = random.Random(SEED)
    found = list(DEGENERATE.values())
    for n, d, size in [(5, 2, 1), (6, 3, 1), (6, 3, 5), (6, 4, 1), (7, 3, 2)]:
        found.append(
            Configuration([[rng.randint(-size, size) for _ in range(d)] for _ in range(n)])
        )
    return found


CONFIGURATIONS = some_configurations()


def test_theorem_h1() -> None:
    # facts: both chirotopes of theorem-H.1; read as binary floats the minor 1,3,5 differs
    a, b = (load(f"paper/H.1-{x}") for x in "AB")
    assert chirotope(a).text() == chirotope(b).text() == "----0+-+++"
    floats = [chirotope(load(f"paper/H.1-{x}").as_floats()) for x in "AB"]
    assert [chi.sign("1", "3", "5") for chi in floats] == [-1, 1]


def test_value() -> None:
    chi = Chirotope.from_text("+-+", 3, 2, labels=["a", "b", "c"])
    assert chi == Chirotope(3, 2, [1, -1, 1], ["a", "b", "c"])
    assert hash(chi) == hash(pickle.loads(pickle.dumps(chi)))
    assert chi != Chirotope.from_text("+-+", 3, 2)
    assert chi != "+-+"
    assert chi.same_oriented_matroid(-chi)
    assert not chi.same_oriented_matroid(chi.reorientation(["a"]))
    assert chi.sign("c", "a") == 1
    assert chi.sign(1, 1) == 0
    assert type(chi.sign(0, 1)) is int
    with pytest.raises(AttributeError, match="immutable"):
        chi.n = 4
    with pytest.raises(ValueError, match="read-only"):
        chi.signs[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        chi.bases[0] = 0
    assert repr(Chirotope(1, 0, [1])) == "<Chirotope: 1 element, rank 0, +>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 4, []), "rank must be between 0 and n = 3, not 4"),
        ((3, 2, [1, 1]), r"signs must be 3 \(rank 2 on 3 elements\), not 2"),
        ((3, 2, [1, 1, 2]), "signs must be -1, 0 or 1"),
        ((3, 2, [0.5, 1, 1]), "signs must be -1, 0 or 1"),
        ((3, 2, [0, 0, 0]), "must not all be 0"),
        ((3, 2, [1, 1, 1], ["a", "b", "a"]), "labels must be 3 distinct texts"),
    ],
)
def test_refusals(arguments: tuple, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Chirotope(*arguments)


def test_element_refusals() -> None:
    chi = Chirotope.from_text("+-+", 3, 2)
    with pytest.raises(BadInput, match="elements must be a label or an index below 3, not 'x'"):
        chi.sign("x", "1")
    with pytest.raises(BadInput, match="number of elements must be the rank, 2, not 1"):
        chi.sign(0)
    with pytest.raises(BadInput, match="order must name each of the 3 elements once"):
        chi.reordered([0, 1, 1])
    with pytest.raises(LimitReached, match="signs"), limited("the test", memory=10**6):
        chirotope(load("random:40x6"))


@pytest.mark.parametrize("c", CONFIGURATIONS, ids=repr)
def test_operations_follow_the_rows(c: Configuration) -> None:
    chi = chirotope(c)
    assert chi.violation() is None
    assert chi.rank == c.rank
    assert chi.loops == c.zero_rows
    assert chi.parallel_classes == c.parallel_groups
    assert chi.coloops == tuple(
        e for e in range(c.n) if rank([row for i, row in enumerate(c.rows) if i != e]) < c.rank
    )
    assert chi.is_uniform == all(rank(rows) == c.rank for rows in combinations(c.rows, c.rank))
    rng = random.Random(SEED)
    order = rng.sample(range(c.n), c.n)
    assert chi.reordered(order) == chirotope(c.restricted_to(order))
    for e, f in product(range(c.n), repeat=2):
        (line, side), (other, other_side) = c.directions[e], c.directions[f]
        assert chi.orientation(e, f) == (side * other_side if line == other else 0)
    for size in range(c.n + 1):
        chosen = sorted(rng.sample(range(c.n), size))
        rest = [e for e in range(c.n) if e not in chosen]
        flipped = c.scaled([-1 if e in chosen else 1 for e in range(c.n)])
        assert chi.reorientation(chosen) == chirotope(flipped)
        assert chi.deletion(chosen).same_oriented_matroid(chirotope(c.restricted_to(rest)))
        assert chi.contraction(chosen).same_oriented_matroid(chi.dual().deletion(chosen).dual())


@pytest.mark.parametrize("c", CONFIGURATIONS, ids=repr)
def test_dual(c: Configuration) -> None:
    chi = chirotope(c)
    dual = chi.dual()
    assert dual.rank == c.n - c.rank
    assert dual.violation() is None
    assert dual.dual() == (-chi if c.rank * (c.n - c.rank) % 2 else chi)
    assert dual.loops == chi.coloops
    # Signs of (B, E - B) as permutations, one by one.
    for basis in combinations(range(c.n), c.rank):
        rest = [e for e in range(c.n) if e not in basis]
        inversions = sum(1 for b in basis for e in rest if e < b)
        assert dual.sign(*rest) == chi.sign(*basis) * (-1) ** inversions
    for circuit, cocircuit in product(chi.circuits(), chi.cocircuits()):
        signs = {x + y for x, y in zip(circuit, cocircuit, strict=True) if "0" not in x + y}
        assert not signs or (signs & {"++", "--"} and signs & {"+-", "-+"})


def test_contraction_projects() -> None:
    # contracting (0, 0, 1) forgets the last coordinate
    rows = [[1, 2, 5], [3, -1, 0], [-1, 1, 2], [2, 2, -7], [0, 0, 1]]
    projected = chirotope(Configuration([row[:2] for row in rows[:4]]))
    assert chirotope(Configuration(rows)).contraction(["5"]).same_oriented_matroid(projected)


def test_all_reorientations_and_orders_of_a_small_one() -> None:
    chi = chirotope(Configuration([[1, 0], [1, 1], [0, 0], [-1, -1]]))
    classes = {
        moved.text()
        for order in permutations(range(4))
        for size in range(5)
        for chosen in combinations(range(4), size)
        for moved in [chi.reordered(order).reorientation(chosen).relabelled("abcd")]
        if moved.violation() is None
    }
    assert len({Chirotope.from_text(text, 4, 2).canonical()[0] for text in classes}) == 1


def test_invariance() -> None:
    """Row scaling by positive numbers changes nothing, a column map multiplies all signs by that of
    its determinant.
    """
    print("seed", SEED)
    rng = random.Random(SEED)
    for _ in range(300):
        n, d = rng.choice([(4, 2), (5, 3), (6, 3), (6, 4)])
        c = Configuration([[rng.randint(-2, 2) for _ in range(d)] for _ in range(n)])
        if c.rank < d:
            continue
        chi = chirotope(c)
        assert (
            chirotope(c.scaled([Fraction(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(n)]))
            == chi
        )
        matrix = [[rng.randint(-2, 2) for _ in range(d)] for _ in range(d)]
        side = sign(determinant(matrix))
        if side:
            assert chirotope(c.transformed(matrix)) == (chi if side > 0 else -chi)
