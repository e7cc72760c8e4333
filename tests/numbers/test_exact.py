"""What is read, what is refused, and how both end: a table of each."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrangements.errors import BadInput
from arrangements.numbers import exact


@pytest.mark.parametrize(("value", "expected"), [("1", Fraction(1)), ("-0.8", Fraction(-4, 5)), ("1e400", Fraction(10**400))])
def test_accepted(value: object, expected: object) -> None:
    assert exact(value) == expected


@pytest.mark.parametrize("value", ["1/0", "0/0", "--1", "1,5", "0x10", "1_000", "pi", "", "1 / 2"])
def test_refused(value: object) -> None:
    with pytest.raises(BadInput, match="number must be"):
        exact(value)
