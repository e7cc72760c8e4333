"""Tables of records: merging is a sum, parts are independent, and the judgement is what a
dictionary would say.
"""

from __future__ import annotations

import numpy as np

from proofs.search.determinations.groups import Judgement, collapse, judge, merge, part_of


def random_records(seed: int, size: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    out = np.zeros((size, 5), np.uint64)
    out[:, 0] = generator.integers(0, 12, size)
    out[:, 1] = generator.integers(0, 2, size)
    out[:, 2] = (generator.integers(0, 10, size) == 0) * 7
    out[:, 4] = np.arange(size) * 2 + (generator.integers(0, 15, size) == 0)
    return out


def by_dictionary(records: np.ndarray) -> Judgement:
    found: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for p, p2, q, _, place in records.tolist():
        found.setdefault((p, p2), []).append((q, place >> 1, place & 1))
    pairs = violated = splits = 0
    examples = []
    for rows in found.values():
        least = sorted(
            min(place for r, place, _ in rows if r == q) for q in {q for q, _, _ in rows}
        )
        own = [place for _, place, split in rows if split]
        pairs += sum(a[0] != b[0] for i, a in enumerate(rows) for b in rows[:i])
        splits += len(own)
        violated += len(least) > 1 or bool(own)
        if own:
            examples.append((min(own), min(own)))
        if len(least) > 1:
            examples.append((least[0], least[1]))
    examples.sort(key=lambda pair: (max(pair), pair))
    return Judgement(
        len(records),
        len(found),
        pairs,
        splits,
        violated,
        max(map(len, found.values())),
        tuple(examples[:3]),
    )


def test_judgement_is_the_definition() -> None:
    for seed in range(30):
        records = random_records(seed, 80)
        assert judge(collapse(records)) == by_dictionary(records), seed


def test_any_way_of_cutting_gives_the_same_table() -> None:
    records = random_records(99, 500)
    whole = collapse(records)
    cut = [collapse(part) for part in np.array_split(records, 7)]
    assert (merge(cut) == whole).all()
    assert (merge([merge(cut[4:]), *cut[:4]]) == whole).all()
    parts = part_of(whole, 8)
    assert len(set(parts.tolist())) > 4
    assert sum((judge(whole[parts == part]) for part in range(8)), Judgement()) == judge(whole)


def test_nothing_is_judged_to_be_nothing() -> None:
    empty = collapse(np.empty((0, 5), np.uint64))
    assert empty.shape == (0, 6)
    assert judge(empty) == Judgement() == judge(merge([]))


def test_numbers_of_classes_whose_squares_exceed_64_bits() -> None:
    table = np.array([[1, 0, q, 0, 2 * q, 3 << 32] for q in (1, 2)], np.uint64)
    assert judge(table).pairs == (3 << 32) ** 2
