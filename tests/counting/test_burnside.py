"""Numbers of regions against the symmetry of the arrangement: published ones, and those of
``data/counts.toml``.
"""

from __future__ import annotations

import tomllib
from itertools import permutations
from math import factorial, lcm
from pathlib import Path

import pytest

from arrangements import load, sign_pattern
from tests.counting.burnside import ELEVEN, closure, cycle_types, resonance_sum, threshold_sum
from tests.published import published

ENTRIES = tomllib.loads(Path("data/counts.toml").read_text("utf-8"))["counts"]
COUNTS = {entry["name"]: sum(entry["whitney"]) for entry in ENTRIES if entry["whole"]}
# All permutations where that is quick, and what subgroups say of eleven coordinates.
WHOLE = range(2, 9)


def test_the_groups() -> None:
    orders = {name: len(closure(generators, 11)) for name, generators in ELEVEN.items()}
    assert orders == {"M11": 7920, "27": 27, "25": 25, "7": 7}
    for generators in ELEVEN.values():
        types = cycle_types(closure(generators, 11))
        assert types.pop((1,) * 11) == 1
        assert max(map(len, types)) <= 7


@pytest.mark.parametrize("coordinates", WHOLE)
def test_classes_of_threshold_functions(coordinates: int) -> None:
    """OEIS A001532: self-dual threshold functions up to signs and order of their variables."""
    total = threshold_sum(
        set(permutations(range(coordinates))), published("topes")[f"threshold:{coordinates - 1}"]
    )
    classes = published("self-dual-classes")[str(coordinates)]
    assert total == classes * 2**coordinates * factorial(coordinates)


@pytest.mark.parametrize("coordinates", WHOLE)
def test_classes_of_resonance_chambers(coordinates: int) -> None:
    number = published("topes")[f"resonance:{coordinates - 1}"]
    group = set(permutations(range(coordinates)))
    assert resonance_sum(group, number) % len(group) == 0
    assert resonance_sum(group, number + 2) % len(group) != 0 or coordinates == 2


@pytest.mark.parametrize("coordinates", [3, 4, 5])
def test_classes_by_listing(coordinates: int) -> None:
    """The chambers themselves, under permutations of all coordinates, the dependent one
    included.
    """
    configuration = load(f"resonance:{coordinates - 1}")
    sets = [frozenset(i for i, x in enumerate(row) if x) for row in configuration.rows]
    place = {members: at for at, members in enumerate(sets)}
    everything, opposite = frozenset(range(coordinates)), {"+": "-", "-": "+"}

    def image(covector: str, order: tuple[int, ...]) -> str:
        signs = []
        for members in sets:
            moved = frozenset(order[i] for i in members)
            # A sum over a set is minus the sum over the others.
            signs.append(
                covector[place[moved]]
                if moved in place
                else opposite[covector[place[everything - moved]]]
            )
        return "".join(signs)

    group = list(permutations(range(coordinates)))
    chambers = [str(covector) for covector in sign_pattern(configuration)]
    classes = {min(image(chamber, order) for order in group) for chamber in chambers}
    assert len(classes) * len(group) == resonance_sum(set(group), len(chambers))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["threshold:10", "resonance:10"])
def test_new_terms(name: str) -> None:
    """Divisible by numbers whose least common multiple is above a million: a wrong even number
    passes with a chance of less than that.
    """
    if name not in COUNTS:
        pytest.skip(f"the regions of {name} are not known")
    family = name.partition(":")[0]
    # All signs for one family; a common one, which fixes no region, for the other.
    fixed, signs = (threshold_sum, 2**11) if family == "threshold" else (resonance_sum, 2)
    groups = [closure(generators, 11) for generators in ELEVEN.values()]
    assert (
        lcm(*(signs * len(group) for group in groups))
        == {"threshold": 1_703_116_800, "resonance": 1_663_200}[family]
    )

    def fits(number: int) -> bool:
        return all(fixed(group, number) % (signs * len(group)) == 0 for group in groups)

    assert fits(COUNTS[name])
    assert not any(
        fits(COUNTS[name] + wrong) for wrong in (2, 2**11, 2**11 * factorial(8), 27 * 25 * 7 * 11)
    )
