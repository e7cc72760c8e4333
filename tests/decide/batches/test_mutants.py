"""Mutants of certificates of audits: whatever the checker still accepts is true, as single
decisions say that share nothing with it.

A mutant changes what stands in the parts (and is packed again as the checker wants it, so that it
is looked at), the text of a part, or bytes of the file. Of an accepted one the rows are those
given, so that its statement is about its inputs and its questions; these are read here once more
and decided one by one.
"""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arrangements import Configuration
from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.log_thresholds import Rule
from arrangements.decide.batches.thresholds import decided, in_bulk, kept
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Tilted,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.dyadic.row_directions import Aimed
from arrangements.decide.labels import walks
from arrangements.decide.one_by_one.decide import decide
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.parser import parsed
from arrangements.layers.questions.question import Question, every_label, under
from arrangements.loading.layers import OutputLayer
from tests.decide.batches.test_checker import as_array, packed, parts_of

_TEXTS = [
    "top #1>#2",
    "top-set #1,#2",
    "ranking #2>#1",
    "ranking #1=#2>#3",
    "tie #1,#2",
    "signs ++-?0?",
    "top #6",
    "labels #1,#2",
]
_SMALL = np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5], [1, 0.25, 0.75], [0, 0, 0]])
_CLOSE = np.array(
    [
        [0.0, 1, 1],
        [0, 1, np.nextafter(1.0, 2)],
        [1e9, 0, 0],
        [0, 0.5, 0.5],
        [0, -1, 2.0**-40],
        [2.0**-50, 1, 1],
    ]
)
_MANY = np.round(np.random.default_rng(7).normal(size=(70, 3)), 2)
CASES: dict[str, tuple[np.ndarray, Inputs, list[str] | None]] = {
    "labels": (_SMALL, Inputs.box([-1, None], [None, 5]), None),
    "questions": (_SMALL, Inputs(2, [[1, 2, -1]], [[0, 1, -1]]), _TEXTS),
    "close": (_CLOSE, Inputs.nonnegative(2), None),
    "far": (_CLOSE, Inputs.at_least(10**6, 2), _TEXTS),
    "enclosed": (_MANY, Inputs(2), None),
}
_THRESHOLDS = [Fraction(1, 5), Fraction(1, 2), Fraction(2, 3), Fraction(3, 10)]
RULES: dict[str, Rule] = {
    "thresholds": Rule.thresholds([*_THRESHOLDS, Fraction(1, 3), Fraction(1, 5)]),
    "on": Rule.thresholds([Fraction(9, 10), Fraction(1, 10)] * 3),
    "kept": Rule.min_p(Fraction(2, 3)),
}
CASES |= {
    "thresholds": (
        _SMALL,
        Inputs.box([-1, -1], [1, 1]),
        [
            "signs ++?+?+",
            "signs +-???+",
            "signs ?-?--+",
            "labels #1,#6",
            "signs +?????",
            "signs +-+-?-",
        ],
    ),
    "on": (_SMALL, Inputs(2, [[1, 2, -1]], [[0, 1, -1]]), None),
    "kept": (_SMALL, Inputs.box([1, 0], [2, 1]), None),
}
_SHIFTED = np.hstack([np.round(np.random.default_rng(8).normal(size=(12, 1)), 1), _MANY[:12, 1:]])
AIMED: dict[str, tuple[np.ndarray, Inputs, list[str] | None]] = {
    "aimed": (_SHIFTED, Inputs.box([-1, "1/3"], [None, 5]), None),
    "aimed anywhere": (_SHIFTED[:8], Inputs(2), None),
    "aimed, enclosed": (_MANY, Inputs.nonnegative(2), None),
}
CASES |= AIMED
_SETS = [f"signs {i:08b}".replace("0", "-").replace("1", "+") for i in range(0, 256, 5)]
SETS: dict[str, tuple[np.ndarray, Inputs, list[str] | None]] = {
    "sets": (_SHIFTED[:8], Inputs.box([-1, "1/3"], [None, 5]), _SETS),
    "sets, level": (_MANY[:8], Inputs(2, [[0, 1, -2]]), _SETS),
    "sets, odd": (np.vstack([_SMALL[:5], _SMALL[:2] * 2, -_SMALL[:1]]), Inputs(2), _SETS),
}
CASES |= SETS
_WIDE = np.random.default_rng(9).normal(size=(90, 13)).astype(np.float32).astype(np.float64)
_WIDE[:, 0] *= 0
_WIDE[:30] *= 0.25
CASES |= {
    "wide, enclosed": (_WIDE, Inputs.nonnegative(12), None),
    "tilted": (_MANY, Inputs(2), None),
}
_SCALE = 2  # of rows that are decided by a rule


@cache
def certificate(case: str, folder: Path) -> dict[str, bytes]:
    rows, inputs, texts = CASES[case]
    labels, domain = [str(i) for i in range(len(rows))], Domain(inputs)
    asked = every_label(len(labels)) if texts is None else parsed(texts, labels)
    rule = RULES.get(case)
    if case == "tilted":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(walks, "inward", lambda *_: ({}, []))
            patch.setattr(walks, "steps_worthwhile", lambda *_: 200)
            answers = list(answered(DyadicMatrix(rows), domain, asked))
    elif rule is None:
        answers = list(answered(DyadicMatrix(rows), domain, asked))
    else:
        layer = OutputLayer(rows, tuple(labels), "by hand", "weight", "bias", _SCALE)
        questions = under("on", asked) if case == "on" else asked
        answers = [*in_bulk(layer, questions, rule, inputs)]
    kinds = Counter(type(outcome) for _, outcome in answers)
    assert kinds[IntegerWitness] + kinds[Aimed]
    assert kinds[IntegerRefutation] or kinds[Enclosed] or kinds[Clash] or kinds[Tilted]
    assert (kinds[Tilted] > 9) is (case == "tilted")
    assert (kinds[Clash] > 0) is (case in SETS)
    assert (kinds[Enclosed] > 9) is case.endswith("enclosed")
    if case not in AIMED:  # with the points themselves, as they were written before version 6
        answers = [(x, IntegerWitness(y.point) if isinstance(y, Aimed) else y) for x, y in answers]
    by = None if rule is None else (rule, _SCALE)
    audit_certificate.save(str(folder / "audit.npz"), rows, domain, answers, {}, by)
    return parts_of(str(folder / "audit.npz"))


# Reading once more, for the oracle


def content(part: bytes) -> Any:
    return json.loads(part[part.index(b"\n") + 1 :])


def numbers(part: bytes) -> np.ndarray:
    return np.asarray(np.load(io.BytesIO(part)))


_TRUTH: dict[str, str] = {}


def _condition(row: list[Any], width: int) -> list[Fraction]:
    if type(row[1]) is int:  # a constant, and a factor of one coordinate
        constant, place, factor = int(row[0], 16), row[1], int(row[2], 16)
        return [Fraction(constant), *(Fraction(factor * (j == place)) for j in range(width - 1))]
    return [Fraction(int(x, 16)) for x in row]


def truth(case: str, parts: dict[str, bytes]) -> str:
    """How the checker's sentence must begin."""
    rows, about = CASES[case][0], content(parts["about.npy"])
    if about["questions"] == "sets":  # eight labels: a byte each
        bits = [f"{byte:08b}" for byte in numbers(parts["sets.npy"]).reshape(-1).tolist()]
        about["questions"] = [["signs", [1 if x == "1" else -1 for x in byte]] for byte in bits]
    key = case + json.dumps([about["inputs"], about["questions"], about.get("rule")])
    if key not in _TRUTH:
        n, width = rows.shape
        conditions = [
            [_condition(row, width) for row in about["inputs"][name]]
            for name in ("inequalities", "equations")
        ]
        asked = (
            [["on" if about["questions"] == "on" else "top", [i]] for i in range(n)]
            if about["questions"] in ("first", "on")
            else about["questions"]
        )
        names = [f"label {i}" for i in range(n)]
        whole = [[Fraction(x) for x in row] for row in rows.tolist()]
        layer = Configuration(
            [row[1:] for row in whole], names, bias=[row[0] for row in whole], dimension=width - 1
        )
        inputs = Inputs(width - 1, *conditions)
        if "rule" in about:
            _TRUTH[key] = _ruled(layer, about["rule"], asked, about["questions"], inputs)
            return _TRUTH[key]
        yes = sum(
            decide(layer, Question(kind, tuple(value)), inputs=inputs)[0] for kind, value in asked
        )
        what = (
            "labels can be strictly first"
            if about["questions"] == "first"
            else "questions have the answer yes"
        )
        _TRUTH[key] = f"{yes} of {len(asked)} {what}, {len(asked) - yes} never"
    return _TRUTH[key]


def _ruled(
    layer: Configuration, rule: dict[str, Any], asked: Any, told: Any, inputs: Inputs
) -> str:
    scale = _SCALE
    rows = [[x / scale for x in row] for row in layer.rows]
    offsets = [b / scale for b in layer.bias or ()]
    layer = Configuration(rows, layer.labels, bias=offsets, dimension=layer.d)
    values = [Fraction(*(int(x, 16) for x in pair)) for pair in rule["values"]]
    if rule["kind"] == "min-p":
        answers = [kept(layer, layer.labels[place], values[0], inputs) for _, [place] in asked]
        how = f"where p > {values[0]} times the largest"
    else:
        questions = [Question(kind, tuple(value)) for kind, value in asked]
        answers = decided(layer, questions, [values[k] for k in rule["of"]], inputs)
        how = f"where p > {values[0]}" if len(values) == 1 else f"at {len(values)} thresholds"
    what = {"first": "labels can be kept", "on": "labels can be on"}.get(
        told if isinstance(told, str) else "", "questions have the answer yes"
    )
    yes = sum(answer.possible for answer in answers)
    return f"{yes} of {len(asked)} {what} {how}, {len(asked) - yes} never"


# Mutants


def changed(chance: random.Random, parts: dict[str, bytes]) -> dict[str, bytes]:
    """A change of what the parts say, in their one form: what was a number is another."""
    made = dict(parts)
    name = chance.choice(
        [*["rest"] * 4, *["about"] * 2, "points", "points", "holder", *sorted(set(parts) - _PLAIN)]
    ).removesuffix(".npy")
    if name in ("about", "rest"):
        value = content(parts[f"{name}.npy"])
        for _ in range(chance.choice((1, 1, 2))):
            _change(chance, value)
        made[f"{name}.npy"] = as_array(json.dumps(value, separators=(",", ":")).encode())
        return made
    table = numbers(parts[f"{name}.npy"]).copy()
    flat = table.reshape(-1)
    if len(flat) and chance.random() < 0.8:
        for _ in range(chance.choice((1, 1, 2))):
            at, other = chance.randrange(len(flat)), chance.randrange(len(flat))
            with np.errstate(over="ignore"):
                flat[at] = chance.choice(
                    (-flat[at], flat[at] + 1, flat[at] - 1, flat[other], 0, flat[at] // 2)
                )
    elif len(table):
        at, other = chance.randrange(len(table)), chance.randrange(len(table))
        table = chance.choice(
            (
                np.delete(table, at, 0),
                np.insert(table, at, table[other], 0),
                table[chance.sample(range(len(table)), len(table))],
            )
        )
    made[f"{name}.npy"] = as_array(np.ascontiguousarray(table))
    return made


_PLAIN = {"about.npy", "points.npy", "holder.npy", "rest.npy"}


def _change(chance: random.Random, root: Any) -> None:
    """One leaf, or one item, of a JSON value."""
    here = root
    while True:
        keys = list(here) if isinstance(here, dict) else range(len(here))
        if not len(keys):
            return
        key = chance.choice(keys)
        if not isinstance(here[key], dict | list) or not here[key] or chance.random() < 0.1:
            break
        here = here[key]
    value = here[key]
    turn = chance.random()
    if turn < 0.15:
        del here[key]
    elif turn < 0.3 and isinstance(here, list):
        here.insert(key, value)
    elif turn < 0.4 and isinstance(here, list):
        here[key] = chance.choice(here)
    elif turn < 0.5 and isinstance(here, dict) and isinstance(root, dict):
        here[key] = chance.choice(list(here.values()))
    elif isinstance(value, str) and value.lstrip("-").startswith("0x"):
        number = int(value, 16) + chance.choice((-1, 1, 1, 2))
        here[key] = hex(
            chance.choice(
                (number, -number, 2 * number, 0, 1, int(value, 16) + 2 ** chance.randrange(60))
            )
        )
    elif type(value) is int:
        here[key] = value + chance.choice((-1, 1, 2))
    else:
        here[key] = chance.choice((None, True, 0, "", [], {}, "first", [["top", [0]]], "0x1"))


_LETTERS = b'0123456789abcdefx-+,:[]{}" _.eE\x00\xd9'


def respelled(chance: random.Random, parts: dict[str, bytes]) -> dict[str, bytes]:
    """A change of letters of a part."""
    name = chance.choice(("about.npy", "rest.npy"))
    text = bytearray(parts[name][parts[name].index(b"\n") + 1 :])
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(text) + 1)
        text[at : at + chance.randrange(3)] = bytes(chance.choices(_LETTERS, k=chance.randrange(3)))
    return {**parts, name: as_array(bytes(text))}


def judged(case: str, count: int, seed: int, folder: Path) -> Counter[str]:
    print(f"{case}: seed {seed}")
    chance, rows, parts, seen = (
        random.Random(seed),
        CASES[case][0],
        certificate(case, folder),
        Counter[str](),
    )
    scale = _SCALE if case in RULES else 1
    path = folder / "mutant.npz"
    whole = Path(packed(str(path), list(parts.items()))).read_bytes()
    for _ in range(count):
        mutate: Callable[..., dict[str, bytes]] | None = chance.choice(
            (changed, changed, changed, changed, respelled, None)
        )
        if mutate is None:
            data = bytearray(whole)
            for _ in range(chance.choice((1, 1, 2, 8))):
                data[chance.randrange(len(data))] = chance.randrange(256)
            path.write_bytes(data[: chance.choice((None, None, None, chance.randrange(len(data))))])
            made = parts
        else:
            made = mutate(chance, parts)
            packed(str(path), list(made.items()))
        try:
            said = checker.check(str(path), rows, scale)
        except checker.Refused:
            seen["refused"] += 1
        except ValueError:
            seen["unreadable"] += 1
        else:
            seen["accepted"] += 1
            seen["accepted and changed"] += made != parts
            assert said.startswith(f"{truth(case, made)} (")
    print(dict(seen))
    return seen


@pytest.mark.parametrize("case", CASES)
def test_no_mutant_is_false(case: str, tmp_path: Path) -> None:
    seen = judged(case, 250, 20261119, tmp_path)
    assert seen["refused"] > 20
    assert seen["unreadable"] > 20


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_no_mutant_of_thousands_is_false(
    case: str, tmp_path: Path, trials: Callable[[int], int]
) -> None:
    number = trials(4000)
    seen = judged(case, number, random.randrange(10**9), tmp_path)
    assert seen["refused"] > number // 10
    assert seen["accepted and changed"] > 10


def test_positions_whose_differences_leave_int64(tmp_path: Path) -> None:
    """Each is larger than the one before it by less than 2^63, but in the arithmetic of 64 bits."""
    parts = certificate("tilted", tmp_path)
    tilted = numbers(parts["tilted.npy"]).copy()
    assert len(tilted) > 3
    tilted[1:3, 0] = 6 * 10**18, -9 * 10**18
    assert (np.diff(tilted[:, 0]) > 0).all()
    path = packed(
        str(tmp_path / "wrapped.npz"), [*(parts | {"tilted.npy": as_array(tilted)}).items()]
    )
    with pytest.raises(ValueError, match="in the order of their questions"):
        checker.check(path, CASES["tilted"][0])
