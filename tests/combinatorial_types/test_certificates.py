"""Certificates about chirotopes: files that must be accepted, refused, or not read, and every small
change of the accepted ones.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arrangements import Configuration
from arrangements.checker import realizability as checker
from arrangements.cli import app
from arrangements.combinatorial_types.realizing import final_polynomial
from arrangements.errors import BadInput
from arrangements.exact.numbers import exact
from arrangements.matroids.chirotopes import Chirotope, chirotope

FILES = Path(__file__).parent / "certificates"


def files(folder: str) -> list[Path]:
    found = sorted((FILES / folder).glob("*.json"))
    assert len(found) > 8
    return found


@pytest.mark.parametrize("path", files("accept"), ids=lambda path: path.stem)
def test_accepted(path: Path) -> None:
    assert checker.check(path.read_text("utf-8")).endswith("realizable")


@pytest.mark.parametrize("path", files("reject"), ids=lambda path: path.stem)
def test_rejected(path: Path) -> None:
    with pytest.raises(checker.Refused, match=r"\w"):
        checker.check(path.read_text("utf-8"))


@pytest.mark.parametrize("path", files("malformed"), ids=lambda path: path.stem)
def test_malformed(path: Path) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        checker.check(path.read_text("utf-8"))


@pytest.mark.parametrize("path", files("accept")[:2], ids=lambda path: path.stem)
def test_the_verified_checker_knows_rows_only(path: Path) -> None:
    with pytest.raises(BadInput, match="certificate must be about rows for --verified"):
        CliRunner().invoke(
            app, ["recheck", str(path), "--verified"], catch_exceptions=False, standalone_mode=False
        )


def mutants(text: str) -> Iterator[str]:
    """Each digit and sign changed, each line dropped, doubled or swapped with the next, cut
    anywhere.
    """
    for place, letter in enumerate(text):
        others = "+-0" if letter in "+-" else "0279-" if letter.isdigit() else ""
        yield from (text[:place] + other + text[place + 1 :] for other in others if other != letter)
        if place % 7 == 0:
            yield text[:place]
    lines = text.splitlines(keepends=True)
    for k in range(len(lines)):
        yield "".join(lines[:k] + lines[k + 1 :])
        yield "".join(lines[: k + 1] + lines[k:])
        yield "".join([*lines[:k], *lines[k : k + 2][::-1], *lines[k + 2 :]])


def _true(text: str, original: str) -> bool:
    """Whether what an accepted text says is so, by the engine."""
    value, before = json.loads(text), json.loads(original)
    chi = Chirotope.from_text(value["signs"], value["elements"], value["rank"])
    if not value["realizable"]:
        unchanged = all(value[key] == before[key] for key in ("signs", "elements", "rank"))
        return unchanged or chi.violation() is not None or final_polynomial(chi) is not None
    evidence = value["evidence"]
    if isinstance(evidence, dict):
        (low, high, under), terms = (
            evidence["interval"],
            "+".join(f"({c})*x^{k}" for k, c in enumerate(evidence["polynomial"])),
        )
        t = exact(f"root({terms}, {low}/{under}, {high}/{under})")
        evidence = [
            [sum((t**k * c for k, c in enumerate(entry)), exact(0)) for entry in row]
            for row in evidence["rows"]
        ]
    return chi.rank < 2 or chirotope(Configuration(evidence)).same_oriented_matroid(chi)


@pytest.mark.parametrize(
    "name", ["vamos", "five-points", "rankings-golden", "rank-1", "slopes-turned"]
)
def test_mutants(name: str) -> None:
    """What is accepted after a change still is true: an order of comparisons, other points with the
    same signs.
    """
    original = (FILES / "accept" / f"{name}.json").read_text("utf-8")
    verdicts: Counter[str] = Counter()
    for text in mutants(original):
        try:
            checker.check(text)
        except checker.Refused:
            verdicts["refused"] += 1
        except (ValueError, RecursionError):
            verdicts["unreadable"] += 1
        else:
            verdicts["accepted"] += 1
            assert _true(text, original), text
    print(name, dict(verdicts))
    assert verdicts["refused"] > verdicts["accepted"] // 4
    assert verdicts["refused"] > 5


NEGATIVE = ["vamos", "non-pappus", "rankings-refuted"]


def refutation(chance: random.Random, value: dict[str, Any]) -> dict[str, Any]:
    """A refutation in which comparisons, their elements or weights, or signs are others; mostly so
    that sums still vanish.
    """
    made = json.loads(json.dumps(value))
    listed, signs = made["evidence"], list(made["signs"])
    for _ in range(chance.choice((1, 1, 2))):
        k, other = chance.randrange(len(listed)), chance.randrange(len(listed))
        row = listed[k]
        match chance.randrange(9):
            case 0:
                row[-1] += chance.choice((-2, -1, 1))
            case 1:
                row[-1] = -row[-1]
            case 2:
                at, to = chance.randrange(len(row) - 1), chance.randrange(len(row) - 1)
                row[at], row[to] = row[to], row[at]
            case 3:
                row[chance.randrange(len(row) - 1)] = chance.randrange(-1, made["elements"] + 1)
            case 4:
                listed.append(list(listed[other]))
            case 5 if len(listed) > 1:
                del listed[k]
            case 6:
                for entry in listed:  # a renaming of two elements, and of the signs or not
                    entry[:-1] = [{0: 1, 1: 0}.get(e, e) for e in entry[:-1]]
            case 7:
                factor = chance.choice((-1, 2, 10**30, 0))
                made["evidence"] = listed = [[*entry[:-1], factor * entry[-1]] for entry in listed]
            case _:
                at = chance.randrange(len(signs))
                signs[at] = chance.choice("+-0".replace(signs[at], ""))
    made["signs"] = "".join(signs)
    return made


def refuted_mutants(count: int, seed: int) -> Counter[str]:
    """What is accepted is about signs of no rows: those of the original, those that a program
    refutes, too, or those of no chirotope.
    """
    print("seed", seed)
    chance, verdicts, known = random.Random(seed), Counter[str](), dict[str, bool]()
    originals = [
        json.loads((FILES / "accept" / f"{name}.json").read_text("utf-8")) for name in NEGATIVE
    ]
    for _ in range(count):
        original = chance.choice(originals)
        made = refutation(chance, original)
        if chance.random() < 0.1:  # signs that rows have
            rows = [
                [chance.randint(-3, 3) for _ in range(made["rank"])]
                for _ in range(made["elements"])
            ]
            if (chi := chirotope(Configuration(rows))).rank < made["rank"]:
                continue
            made["signs"] = "".join(
                "0+-"[chi.sign(*basis)] for basis in combinations(range(chi.n), chi.rank)
            )
            known[made["signs"]] = False
        try:
            checker.check(json.dumps(made))
        except checker.Refused:
            verdicts["refused"] += 1
        except ValueError:
            verdicts["unreadable"] += 1
        else:
            verdicts["accepted"] += 1
            verdicts["accepted with other signs"] += made["signs"] != original["signs"]
            if made["signs"] not in known:
                chi = Chirotope.from_text(made["signs"], made["elements"], made["rank"])
                unchanged = made["signs"] == original["signs"]
                known[made["signs"]] = (
                    unchanged or chi.violation() is not None or final_polynomial(chi) is not None
                )
            assert known[made["signs"]], made
    print(dict(verdicts))
    return verdicts


def test_mutants_of_refutations() -> None:
    verdicts = refuted_mutants(400, 20261119)
    assert verdicts["refused"] > 100
    assert verdicts["accepted"] > 5


@pytest.mark.slow
def test_ten_thousand_mutants_of_refutations() -> None:
    verdicts = refuted_mutants(10_000, random.randrange(10**9))
    assert verdicts["refused"] > 2000
    assert verdicts["accepted with other signs"] > 5
