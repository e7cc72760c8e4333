"""A reader of VIPR 1.0, written from its description alone: linear programs that are claimed to be
infeasible, and derivations by linear combination (``lin``).

K. K. H. Cheung, A. Gleixner, D. E. Steffy, Verifying Integer Programming Results, IPCO 2017. It
knows nothing of this project; ``viprchk`` of the authors reads the same files.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple


class Refused(Exception):
    """The file does not show what it claims."""


class Constraint(NamedTuple):
    sense: str  # E, G or L
    right: Fraction
    left: dict[int, Fraction]


def demand(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


def check(text: str) -> int:
    """Refused, or the number of constraints of a linear program that has no solution."""
    lines = [line for line in text.splitlines() if not line.startswith("%")]
    words = iter(" ".join(lines).split())
    demand([next(words), next(words)] == ["VER", "1.0"], "version")
    demand(next(words) == "VAR", "VAR")
    names = [next(words) for _ in range(int(next(words)))]
    demand(len(set(names)) == len(names), "variables must be distinct")
    demand([next(words), next(words)] == ["INT", "0"], "no integer variables are read")
    demand(next(words) == "OBJ" and next(words) in ("min", "max"), "OBJ")
    entries(words, len(names))
    demand(next(words) == "CON", "CON")
    number, _ = int(next(words)), int(next(words))
    known = [constraint(words, len(names)) for _ in range(number)]
    demand([next(words), next(words)] == ["RTP", "infeas"], "only infeasibility is read")
    demand([next(words), next(words)] == ["SOL", "0"], "an infeasible program has no solution")
    demand(next(words) == "DER", "DER")
    for _ in range(int(next(words))):
        claimed = constraint(words, len(names))
        demand([next(words), next(words)] == ["{", "lin"], "only lin is read")
        weights = entries(words, len(known))
        demand(next(words) == "}", "}")
        next(words)  # the last use
        demand(follows(claimed, weights, known), "derivation")
        known.append(claimed)
    demand(next(words, None) is None, "the end")
    last = known[-1]
    demand(not any(last.left.values()), "the last constraint must have no variables")
    absurd = {"E": last.right != 0, "G": last.right > 0, "L": last.right < 0}[last.sense]
    demand(len(known) > number and absurd, "the last constraint must be a contradiction")
    return number


def entries(words: Iterator[str], size: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for _ in range(int(next(words))):
        place, value = int(next(words)), Fraction(next(words))
        demand(0 <= place < size and place not in found, "places must be in range and distinct")
        found[place] = value
    return found


def constraint(words: Iterator[str], size: int) -> Constraint:
    _, sense, right = next(words), next(words), Fraction(next(words))
    demand(sense in ("E", "G", "L"), "sense")
    return Constraint(sense, right, entries(words, size))


def follows(claimed: Constraint, weights: dict[int, Fraction], known: list[Constraint]) -> bool:
    """Whether the combination is of one sense and says at least what is claimed."""
    left: dict[int, Fraction] = {}
    right = Fraction(0)
    senses = set()
    for place, weight in weights.items():
        row = known[place]
        right += weight * row.right
        for k, c in row.left.items():
            left[k] = left.get(k, Fraction(0)) + weight * c
        if weight and row.sense != "E":
            senses.add(row.sense if weight > 0 else {"G": "L", "L": "G"}[row.sense])
    zero = {k: c for k, c in left.items() if c} == {k: c for k, c in claimed.left.items() if c}
    stronger = {
        "E": right == claimed.right,
        "G": right >= claimed.right,
        "L": right <= claimed.right,
    }
    return zero and senses <= {claimed.sense} and stronger[claimed.sense]
