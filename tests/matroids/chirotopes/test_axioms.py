"""The axioms: every map to signs on small sets against the definition, and one failing example for
each axiom.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from arrangements.matroids.chirotopes import Chirotope
from arrangements.matroids.chirotopes.axioms import BadExchange, BadRelation
from arrangements.matroids.chirotopes.subsets import subset_words


def is_chirotope(chi: Chirotope) -> bool:
    """Axiom (B2'''): for all x_1..x_r, y_1..y_r with chi(x) chi(y) != 0 some i has the sign of
    chi(y_i, x_2..) chi(y_1, .., x_1, ..).
    """
    if chi.rank == 0:
        return True
    sign = {order: chi.sign(*order) for order in product(range(chi.n), repeat=chi.rank)}
    bases = [order for order in sign if sign[order]]
    for x, y in product(bases, repeat=2):
        exchanged = (sign[y[i], *x[1:]] * sign[*y[:i], x[0], *y[i + 1 :]] for i in range(chi.rank))
        if sign[x] * sign[y] not in exchanged:
            return False
    return True


@pytest.mark.parametrize(
    ("n", "r"), [(1, 0), (1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3), (4, 3)]
)
def test_every_sign_map(n: int, r: int) -> None:
    size = len(list(combinations(range(n), r)))
    for signs in product((-1, 0, 1), repeat=size):
        if any(signs):
            chi = Chirotope(n, r, signs)
            violation = chi.violation()
            assert (violation is None) == is_chirotope(chi)
            if violation is not None:
                assert violation.verify(chi)


def test_certificates() -> None:
    # bases 12 and 34 alone: nothing to exchange
    chi = Chirotope.from_text("+0000+", 4, 2)
    found = chi.violation()
    assert isinstance(found, BadExchange)
    assert str(found) == "of the bases 34 and 12 no element of the second can replace 4"
    assert not found.verify(Chirotope.from_text("++++++", 4, 2))
    # one relation with three products of one sign
    chi = Chirotope.from_text("++++-+", 4, 2)
    found = chi.violation()
    assert found == BadRelation((), (0, 1, 2, 3))
    assert found.products(chi) == (1, 1, 1)
    assert not found.verify(Chirotope.from_text("++++++", 4, 2))


def test_one_changed_sign() -> None:
    """The alternating oriented matroid of rank 4 on 9 elements with one sign changed, against all
    relations one by one.
    """
    outcomes = set()
    for i in range(126):
        chi = Chirotope.from_text("+" * i + "-" + "+" * (125 - i), 9, 4)
        violation = chi.violation()
        assert violation is None or violation.verify(chi)
        assert (violation is None) == all_relations_hold(chi)
        outcomes.add(violation is None)
    # some changes are mutations, which lead to another oriented matroid
    assert outcomes == {True, False}


def all_relations_hold(chi: Chirotope) -> bool:
    sign = dict(zip(combinations(range(chi.n), chi.rank), chi.signs.tolist(), strict=True))
    for common in combinations(range(chi.n), chi.rank - 2):
        others = [e for e in range(chi.n) if e not in common]
        # The parity of moving common elements past the others is the same in all three products.
        for a, b, c, d in combinations(others, 4):
            pairs = [((a, b), (c, d), 1), ((a, c), (b, d), -1), ((a, d), (b, c), 1)]
            products = {
                s * sign[tuple(sorted(common + p))] * sign[tuple(sorted(common + q))]
                for p, q, s in pairs
            }
            if len(products | {0}) == 2:
                return False
    return True


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 128, 129, 200])
def test_subsets_as_words_by_definition(n: int) -> None:
    subsets = np.array(list(combinations(range(0, n, 31), 2)), np.int64).reshape(-1, 2)
    words = subset_words(subsets, n)
    assert words.shape == (len(subsets), max(1, (n + 63) // 64))
    for subset, row in zip(subsets.tolist(), words.tolist(), strict=True):
        bits = "".join(f"{word:064b}" for word in row)
        assert [e for e, bit in enumerate(bits) if bit == "1"] == subset
