"""Seeds, numbers of trials and sizes of tests that are parametrised by them: few and small in the
ordinary run, which stays short, the others in the slow one; and trials that go on until what they
look for has occurred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from itertools import count
from typing import Any, TypeVar

import pytest

__all__ = ["few", "fewer", "until"]

_MOST = 50  # times as many trials as usual
Thing = TypeVar("Thing", bound=Hashable)


def few(number: int, ordinary: int) -> list[Any]:
    """The seeds from 0 on, of which all but the first are slow."""
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(ordinary, number)]
    return [*range(ordinary), *slow]


def fewer(ordinary: int, all_: int) -> list[Any]:
    """The trials or rows of a random test: in the ordinary run, and in the slow one."""
    return [ordinary, pytest.param(all_, marks=pytest.mark.slow)]


def until(seen: Counter[Thing], needed: Mapping[Thing, int], usual: int) -> Iterator[int]:
    """The numbers of the trials of a random test: the ``usual`` ones, and more until each thing has
    been ``seen`` as often as ``needed``, whatever the seed; far too many without it are a failure.

    >>> seen = Counter()
    >>> for trial in until(seen, {"even": 3}, 2):
    ...     seen["odd" if trial % 2 else "even"] += 1
    >>> dict(seen)
    {'even': 3, 'odd': 2}
    """
    for trial in count():
        missing = {thing: least for thing, least in needed.items() if seen[thing] < least}
        if trial >= usual and not missing:
            return
        if trial >= _MOST * usual:
            pytest.fail(f"{trial} trials must make at least {missing}, not {dict(seen)}")
        yield trial
