"""How the 125,273 allowable sequences of six labels in the plane are settled, from the data file
alone: ``python -m tests.combinatorial_types.six_labels``, in the main folder.

It prints how many lines of ``data/types/rankings-6.txt.xz`` there are of each kind, and judges some
of each kind with the independent checker: whether the certificate is of this sequence, and accepted.
``--all`` judges all that are not integer points, and compares the changes of order of those.
"""

from __future__ import annotations

import json
import random
import sys

from arrangements.combinatorial_types import RankingTypes
from arrangements.combinatorial_types.ranking_types import _lines
from arrangements.combinatorial_types.sequences import (
    Sequence,
    allowable_sequences,
    chirotope,
    least,
    sequence_of,
)

__all__ = ["judge", "kind_of", "kinds", "main"]

SEED, SOME = 20261118, 16
REFUTED = ("five labels", "slopes")


def kind_of(line: str) -> str:
    if line.startswith("{"):
        return f"field of degree {len(json.loads(line)['polynomial']) - 1}"
    if ":" not in line:
        return "points"
    return "slopes" if " " in line else "five labels"


def kinds() -> dict[str, list[int]]:
    """The positions of each kind."""
    found: dict[str, list[int]] = {}
    for position, line in enumerate(_lines(6)):
        found.setdefault(kind_of(line), []).append(position)
    return found


def judge(types: RankingTypes, position: int, half: Sequence) -> None:
    """The certificate is about this sequence, and the checker accepts it."""
    certificate, member = types.certificate(position), types[position]
    assert certificate.signs == chirotope(half).text()
    assert certificate.realizable == member.realizable
    said = "is realizable" if certificate.realizable else "is not realizable"
    assert certificate.check().endswith(said)
    if member.points is not None:
        assert least(sequence_of(member.points)) == half


def judged(found: dict[str, list[int]], every: bool) -> int:
    """How many certificates were judged: 16 of each kind, or all but those of integer points, whose
    changes of order are compared.
    """
    chance, types, sequences = random.Random(SEED), RankingTypes(6), allowable_sequences(6)
    number = 0
    for kind, places in found.items():
        for position in places if every else chance.sample(places, SOME):
            if every and kind == "points":
                assert types[position].rankings == sequences[position][:-1]
                continue
            judge(types, position, sequences[position])
            assert types[position].realizable == (kind not in REFUTED)
            number += 1
    return number


def main(every: bool) -> None:
    found = kinds()
    for kind, places in sorted(found.items()):
        print(f"{len(places):7,} {kind}")
    refuted = sum(len(found[kind]) for kind in REFUTED)
    total = sum(map(len, found.values()))
    print(f"{total:7,} sequences: {total - refuted:,} with points, {refuted:,} without", flush=True)
    print(f"{judged(found, every):7,} certificates accepted by the checker")


if __name__ == "__main__":
    main("--all" in sys.argv[1:])
