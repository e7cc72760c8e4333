"""The formal map of what determines what: the table in Coq, its base, the page that shows it, and
the map of the engine agree.
"""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from string import ascii_lowercase

from proofs.coq.coq import FOLDER
from proofs.coq.reader import problems_of
from proofs.coq.status import formal_theorems
from proofs.coq.verified import accepts, binary
from proofs.search.counterexamples.arrows import chain
from proofs.search.counterexamples.map import slug
from proofs.search.invariants import table as invariants

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "formal-tables.md").read_text(encoding="utf-8")
PROOFS = (FOLDER / "determinations.v").read_text(encoding="utf-8")
WORDS = (FOLDER / "invariants.v").read_text(encoding="utf-8")

Pair = tuple[str, str]


def named(word: str) -> str:
    """The invariant that Coq calls inv_C, inv_CB, ..., or inv_argmax.

    >>> named("inv_CB"), named("inv_CZ"), named("inv_CW"), named("inv_tops"), named("inv_U")
    ('C(B U)', 'C(centred U)', 'C(whitened U)', 'tops(U)', 'U')
    """
    name = word.removeprefix("inv_")
    if name == "U":
        return name
    if name in ("CZ", "CW"):
        return "C(centred U)" if name == "CZ" else "C(whitened U)"
    return f"{name[:-1]}(B U)" if name.endswith("B") else f"{name}(U)"


def body(text: str, definition: str) -> str:
    start = re.search(rf"^Definition {definition}\b", text, re.MULTILINE)
    assert start
    return text[start.end() : text.index(".\n", start.end())]


# The invariants of the engine's map that the table in Coq has, in their order.
TABLE = body(WORDS, "determined_by")
MAPPED = [
    name for name in invariants.MAPPED if name in map(named, re.findall(r"\| (inv_\w+) =>", TABLE))
]


def pairs_of(definition: str) -> list[Pair]:
    return [
        (named(a), named(b))
        for a, b in re.findall(r"\((inv_\w+), (inv_\w+)\)", body(PROOFS, definition))
    ]


def table() -> set[Pair]:
    """The pairs of ``determined_by``."""
    rows = re.findall(r"\| (inv_\w+) => \[::([^\]]*)\]", body(WORDS, "determined_by"))
    assert len(rows) == len(MAPPED)
    return {
        (named(first), named(second))
        for first, others in rows
        for second in re.findall(r"inv_\w+", others)
    }


def compositions(arrows: list[Pair]) -> dict[Pair, tuple[int, ...]]:
    """For each pair that arrows join the numbers of a shortest chain; the empty chain from each
    invariant to itself.
    """
    found: dict[Pair, tuple[int, ...]] = {(name, name): () for name in MAPPED}
    level = dict(found)
    while level:
        longer = {
            (a, d): (*way, k)
            for (a, b), way in level.items()
            for k, (c, d) in enumerate(arrows)
            if b == c
        }
        level = {pair: way for pair, way in longer.items() if pair not in found}
        found |= level
    return found


def counter_example(
    pair: Pair, joined: dict[Pair, tuple[int, ...]], refuted: list[Pair]
) -> int | None:
    """The first base counter-example that is one for this pair: it agrees in what determines the
    first, and not in what the second does.
    """
    return next(
        (
            k
            for k, (a, b) in enumerate(refuted)
            if (a, pair[0]) in joined and (pair[1], b) in joined
        ),
        None,
    )


def grid() -> list[str]:
    """The map as a table: the letters of the composed arrows, or the number of a
    counter-example.
    """
    joined, refuted = compositions(pairs_of("proved")), pairs_of("refuted")

    def cell(a: str, b: str) -> str:
        if a == b:
            return "="
        if (a, b) in joined:
            return "".join(ascii_lowercase[k] for k in joined[a, b])
        k = counter_example((a, b), joined, refuted)
        return "not formal" if k is None else str(k + 1)

    rows = [
        ["", *MAPPED],
        ["---"] * (len(MAPPED) + 1),
        *([a, *(cell(a, b) for b in MAPPED)] for a in MAPPED),
    ]
    return ["|" + "".join(f" {text} |" if text else " |" for text in row) for row in rows]


def test_the_table_of_the_theorem_is_the_map_of_the_engine() -> None:
    assert table() == {pair for pair in permutations(MAPPED, 2) if chain(*pair) is not None}
    assert len(table()) == 53
    assert set(MAPPED) == set(invariants.MAPPED)


def test_base_arrows_and_counter_examples_settle_every_pair() -> None:
    joined, refuted = compositions(pairs_of("proved")), pairs_of("refuted")
    assert {pair for pair in joined if pair[0] != pair[1]} == table()
    left = [pair for pair in permutations(MAPPED, 2) if pair not in table()]
    assert len(left) == 129
    assert all(counter_example(pair, joined, refuted) is not None for pair in left)


def test_without_a_base_arrow_or_counter_example_something_is_not_settled() -> None:
    proved, refuted = pairs_of("proved"), pairs_of("refuted")
    joined = compositions(proved)
    left = [pair for pair in permutations(MAPPED, 2) if pair not in joined]
    for k in range(len(proved)):
        assert len(compositions(proved[:k] + proved[k + 1 :])) < len(joined)
    for k in range(len(refuted)):
        fewer = refuted[:k] + refuted[k + 1 :]
        assert any(counter_example(pair, joined, fewer) is None for pair in left)


def test_the_page_shows_the_map() -> None:
    assert "\n".join(grid()) in PAGE
    assert "not formal" not in "".join(grid())


def test_the_page_names_the_theorem_of_each_arrow_and_counter_example() -> None:
    arrows = re.findall(r"^\| ([a-z]) \| (\S.*?) → (\S.*?) \| `(\w+)` \|", PAGE, re.MULTILINE)
    assert [(a, b) for _, a, b, _ in arrows] == pairs_of("proved")
    theorems = {theorem.name for theorem in formal_theorems()}
    assert {name for *_, name in arrows} <= theorems
    assert "map_of_determinations" in theorems
    examples = re.findall(r"^\| (\d+) \| (\S.*?) ↛ (\S.*?) \| `(\w+)` \|", PAGE, re.MULTILINE)
    assert [(a, b) for _, a, b, _ in examples] == pairs_of("refuted")
    for _, a, b, name in examples:
        assert re.search(
            rf"^Lemma {name} : leaves_open R (inv_\w+) (inv_\w+)\.", PROOFS, re.MULTILINE
        ), (a, b)


def test_the_proved_checker_accepts_the_smallest_pairs() -> None:
    # the program compares the other twelve
    compared = [name for name in MAPPED if name not in ("P(U)", "C(whitened U)")]
    files = [
        ROOT / "data" / "gallery" / f"{slug(*pair)}.json"
        for pair in permutations(compared, 2)
        if pair not in table()
    ]
    problems = [
        problem for file in files for problem in problems_of(file.read_text(encoding="utf-8"))
    ]
    assert len(files) == 90
    program = binary()
    assert program is None or accepts(problems, program)
