"""Seeds of tests that are parametrised by them: a few in the ordinary run, which stays short, the
others in the slow one.
"""

from __future__ import annotations

from typing import Any

import pytest

__all__ = ["few"]


def few(number: int, ordinary: int) -> list[Any]:
    """The seeds from 0 on, of which all but the first are slow."""
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(ordinary, number)]
    return [*range(ordinary), *slow]
