"""Covectors and topes lead back to their oriented matroid, and nothing else does."""

from __future__ import annotations

import random

import pytest

from arrangements import (
    BadInput,
    Chirotope,
    Configuration,
    LimitReached,
    covector_pattern,
    load_chirotope,
    sign_pattern,
)
from arrangements.matroids.chirotopes import chirotope


def test_there_and_back() -> None:
    """Loops, parallel elements and those without coordinates among them."""
    seed = 4
    draw = random.Random(seed)
    found = [load_chirotope("matroid:vamos"), load_chirotope("matroid:rs8")]
    for _ in range(30):
        rows = [[draw.randint(-1, 1) for _ in range(3)] for _ in range(draw.randint(1, 6))]
        found.append(chirotope(Configuration(rows)))
    for chi in found:
        plain = chi.relabelled(map(str, range(1, chi.n + 1)))
        covectors = list(covector_pattern(chi))
        assert Chirotope.from_covectors(chi.n, covectors).same_oriented_matroid(plain), (seed, chi)
        most = max(len(text) - text.count("0") for text in covectors)
        topes = [text for text in covectors if len(text) - text.count("0") == most]
        assert Chirotope.from_topes(chi.n, topes).same_oriented_matroid(plain), (seed, chi)
        if not chi.loops:
            assert set(topes) == set(sign_pattern(chi))


def test_nothing_else() -> None:
    """Each vector that is left out, and a flipped tope, is noticed."""
    chi = load_chirotope("matroid:non-pappus").deletion(["8", "9"])
    covectors, topes = list(covector_pattern(chi)), list(sign_pattern(chi))
    draw = random.Random(1)
    for left in draw.sample(range(len(covectors)), 12):
        with pytest.raises(BadInput, match="covectors must be those of an oriented matroid"):
            Chirotope.from_covectors(chi.n, covectors[:left] + covectors[left + 1 :])
    for left in draw.sample(range(len(topes)), 12):
        with pytest.raises(BadInput, match="topes must be those of an oriented matroid"):
            Chirotope.from_topes(chi.n, topes[:left] + topes[left + 1 :])
    with pytest.raises(BadInput, match="sign vector must be 2 signs"):
        Chirotope.from_topes(2, ["+"])
    with pytest.raises(LimitReached, match="sign vectors must be at most 1000, not 1024"):
        Chirotope.from_topes(
            10, [f"{k:010b}".replace("0", "-").replace("1", "+") for k in range(1024)]
        )
