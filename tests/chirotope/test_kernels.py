"""The kernels as plain Python functions: the same bodies, not compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arrangements import Configuration
from arrangements.chirotope import Chirotope, axioms, chirotope, cocircuit_words, expansion
from arrangements.kernels.chirotopes import axioms as kernel_axioms
from arrangements.kernels.chirotopes import cocircuits, minors


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    def replace(module: Any, name: str) -> None:
        monkeypatch.setattr(module, name, getattr(module, name).py_func)

    for module, name in [(minors, "combine"), (minors, "next_top"), (cocircuits, "next_top")]:
        replace(module, name)
    for name in ("_bits", "_add", "_add_above"):
        replace(cocircuits, name)
    for name in ("_row", "_sign", "_side"):
        replace(kernel_axioms, name)
    replace(axioms, "first_bad_relation")
    for name in ("extend_minors", "maximal_minors"):
        replace(expansion, name)
    for name in ("lex_to_colex", "pack", "words_of_signs"):
        replace(cocircuit_words, name)


ROWS = [[1, 2, 0, 1], [0, 1, 1, 2], [3, 0, 1, 0], [1, 1, 1, 1], [0, 0, 0, 0], [-1, -2, 0, -1], [2, 5, 1, 4]]


@pytest.mark.parametrize("factor", [1, 10**20])
def test_same_answers(factor: int, request: pytest.FixtureRequest) -> None:
    c = Configuration([[factor * x + (factor > 1) * (i == 2) for x in row] for i, row in enumerate(ROWS)])
    chi = chirotope(c)
    expected = chi.signs.tolist(), chi.text("revlex"), chi.cocircuits(), chi.violation()
    request.getfixturevalue("plain")
    again = chirotope(c)
    assert (again.signs.tolist(), again.text("revlex"), again.cocircuits(), again.violation()) == expected
    assert Chirotope.from_text("++++-+", 4, 2).violation() is not None


def test_more_than_one_word(request: pytest.FixtureRequest) -> None:
    c = Configuration([[1, x, x * x % 7] for x in range(66)])
    expected = cocircuit_words.words_from_rows(c.reduced_rows())
    request.getfixturevalue("plain")
    signs = np.array(chirotope(c).signs)
    for words, again in zip(expected, cocircuit_words.words_from_signs(signs, 66, 3), strict=True):
        assert words.tolist() == again.tolist()
