"""Circuits, cocircuits and covectors against their definitions on the rows."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

import pytest

from arrangements import Configuration
from arrangements.errors import BadInput, LimitReached
from arrangements.exact.linear import determinant, rank
from arrangements.exact.numbers import sign
from arrangements.matroids.chirotopes import Chirotope, chirotope
from tests.matroids.chirotopes.test_value import CONFIGURATIONS


def cocircuits_of_rows(c: Configuration) -> set[str]:
    """The signs of the linear functions that vanish on r-1 independent rows, first sign +."""
    reduced = c.reduced_rows()
    found = set()
    for subset in combinations(reduced, c.rank - 1) if c.rank else []:
        if rank(list(subset)) == c.rank - 1:
            text = "".join("-0+"[sign(determinant([*subset, row])) + 1] for row in reduced)
            found.add(
                text if text.lstrip("0")[0] == "+" else text.translate(str.maketrans("+-", "-+"))
            )
    return found


def below(x: str, y: str) -> bool:
    return all(a in ("0", b) for a, b in zip(x, y, strict=True))


@pytest.mark.parametrize("c", CONFIGURATIONS, ids=repr)
def test_cocircuits(c: Configuration) -> None:
    chi = chirotope(c)
    texts = chi.cocircuits()
    assert list(texts) == sorted(cocircuits_of_rows(c))
    if c.rank:
        assert Chirotope.from_cocircuits(c.n, texts, c.labels).same_oriented_matroid(chi)
    assert (
        Chirotope.from_cocircuits(c.n, chi.circuits(), c.labels).dual().same_oriented_matroid(chi)
    )


@pytest.mark.parametrize("c", CONFIGURATIONS, ids=repr)
def test_covectors(c: Configuration) -> None:
    """Covectors are closed under composition, and their minimal ones are the cocircuits; acyclic
    means that + ... + is one.
    """
    chi = chirotope(c)
    covectors = chi.covectors()
    assert "0" * c.n in covectors
    minimal = [
        x
        for x in covectors
        if x.strip("0") and not any(y.strip("0") and y != x and below(y, x) for y in covectors)
    ]
    assert sorted(x for x in minimal if x.lstrip("0")[0] == "+") == list(chi.cocircuits())
    assert chi.is_acyclic == ("+" * c.n in covectors)
    if len(covectors) < 200:
        composed = {
            "".join(b if a == "0" else a for a, b in zip(x, y, strict=True))
            for x, y in product(covectors, repeat=2)
        }
        assert composed == set(covectors)


def test_generic_counts() -> None:
    # Cover 1965: topes of n rows in general position
    c = Configuration([[1, x, x * x] for x in range(6)])
    topes = [x for x in chirotope(c).covectors() if "0" not in x]
    assert len(topes) == 2 * sum(comb(5, i) for i in range(3))


@pytest.mark.parametrize(
    ("n", "texts", "message"),
    [
        (3, ["++"], "cocircuit must be 3 signs"),
        (2, ["00"], "cocircuit must be 2 signs"),
        (3, ["++0", "+0-"], "oriented matroid"),
        (3, ["+++", "0++", "+0-", "++0"], "one too many"),
        (4, ["0+++", "+0++", "++0+", "+++0"], "oriented matroid, but"),
    ],
)
def test_not_cocircuits(n: int, texts: list[str], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Chirotope.from_cocircuits(n, texts)


def test_limit() -> None:
    with pytest.raises(LimitReached, match="number of covectors must be at most 10"):
        Chirotope.from_text("++++", 4, 3).covectors(most=10)
