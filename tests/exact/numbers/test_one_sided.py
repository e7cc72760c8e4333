"""Bounds as they are printed, against exact fractions: read back, they are on their side, and near."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from arrangements.checker import repair as checker
from arrangements.exact.numbers.one_sided import at_least, at_most
from tests.seeds import fewer


def read(text: str) -> Fraction:
    """The number that is written, by the ordinary meaning of its signs."""
    if text.startswith("1 - "):
        return 1 - read(text[4:])
    if "^" in text:
        base, power = text.split("^")
        return (-1 if base == "-2" else 1) * Fraction(2) ** int(power)
    return Fraction(text)


def drawn(chance: random.Random) -> Fraction:
    size = chance.choice([1, 3, 10, 40, 200, 1100, 6000, 20_000, 70_000])
    number = Fraction(
        chance.getrandbits(size) + 1, chance.getrandbits(chance.choice([1, size])) + 1
    )
    match chance.randrange(7):
        case 0:
            number = 1 / number
        case 1:
            number = 1 - Fraction(1, 2 + chance.getrandbits(size))
        case 2:
            number = 1 + Fraction(1, 2 + chance.getrandbits(size))
        case 3:  # few digits: written as it is
            number = Fraction(chance.randrange(1, 10**6), 10 ** chance.randrange(12))
        case 4:
            number = Fraction(chance.getrandbits(60), 1 << chance.randrange(80))
    return chance.choice([1, 1, -1]) * number


@pytest.mark.parametrize("trials", fewer(1500, 60_000))
def test_what_is_written_is_on_its_side_and_near(trials: int) -> None:
    chance = random.Random(77)
    kinds = set()
    for _ in range(trials):
        x, digits = drawn(chance), chance.choice([2, 6, 7, 13])
        for text, up in (
            (at_least(x, digits), False),
            (at_most(x, digits), True),
            (checker.not_above(x), False),
        ):
            written = read(text)
            assert written >= x if up else written <= x
            kinds.add(
                "2^" if "2^" in text else "1 - " if "1 - " in text else "e" if "e" in text else ""
            )
            if "^" not in text:
                assert abs(written - x) < abs(x) * Fraction(10, 10 ** min(digits, 9))
            else:
                assert (
                    max(written, x) <= 4 * min(written, x)
                    if x > 0
                    else max(-written, -x) <= 4 * min(-written, -x)
                )
            assert (written < 1) == (x < 1) or not up
            assert written or not x
            assert text not in ("1", "0") or written == x or (text == "1" and x > 1)
        if x.denominator == 1 and abs(x) < 10**6:
            assert at_least(x) == at_most(x) == str(x)
    assert kinds == {"2^", "1 - ", "e", ""}


def test_values_that_have_few_digits_are_written_as_they_are() -> None:
    for x in (Fraction(1, 4), Fraction(-7, 8), Fraction(0), 3, 0.5, Fraction(1, 10**5)):
        assert read(at_least(x)) == read(at_most(x)) == read(checker.not_above(Fraction(x))) == x
    assert (at_least(-0.0), at_most(Fraction(0))) == ("0", "0")
    with pytest.raises(OverflowError, match="Infinity"):
        at_most(float("inf"))
