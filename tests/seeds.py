"""Seeds, numbers of trials and sizes of tests that are parametrised by them: few and small in the
ordinary run, which stays short, the others in the slow one.
"""

from __future__ import annotations

from typing import Any

import pytest

__all__ = ["few", "fewer"]


def few(number: int, ordinary: int) -> list[Any]:
    """The seeds from 0 on, of which all but the first are slow."""
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(ordinary, number)]
    return [*range(ordinary), *slow]


def fewer(ordinary: int, all_: int) -> list[Any]:
    """The trials or rows of a random test: in the ordinary run, and in the slow one."""
    return [ordinary, pytest.param(all_, marks=pytest.mark.slow)]
