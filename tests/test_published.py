"""The file of published numbers: each has a source, stands once, and does not contradict the
others.
"""

from __future__ import annotations

import re
from math import factorial, prod

from tests.published import blocks, published


def test_every_block_has_a_source() -> None:
    for kind, listed in blocks().items():
        for block in listed:
            assert set(block) == {"source", "numbers"}, kind
            assert re.search(r"A\d{6}|arXiv|doi|(19|20)\d\d|tests", block["source"])


def test_no_sequence_is_listed_twice() -> None:
    sources = [(kind, block["source"]) for kind, listed in blocks().items() for block in listed]
    assert len(set(sources)) == len(sources)
    for kind in blocks():
        assert published(kind)


def test_the_numbers_agree_with_each_other() -> None:
    topes, whitney = published("topes"), published("whitney")
    assert {name: sum(numbers) for name, numbers in whitney.items()} == {
        name: topes[name] for name in whitney
    }
    # The alternating sum vanishes: topes come in opposite pairs.
    assert all(
        sum((-1) ** k * number for k, number in enumerate(numbers)) == 0
        for numbers in whitney.values()
    )
    for name, numbers in published("generic_rankings").items():
        assert numbers[-1] == factorial(int(name)) == prod(range(1, int(name) + 1))
    for name, number in published("rankings", "threshold").items():
        m = int(name.partition(":")[2])
        assert number % (2**m * factorial(m)) == 0
