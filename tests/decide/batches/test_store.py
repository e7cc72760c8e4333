"""A store of an audit that is damaged, made up or another's: it may be refused, and it changes no
answer.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from arrangements import BadInput, Configuration, audit
from arrangements.audits import audit_certificate
from arrangements.decide.batches import search, tasks
from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.store import Store, identity
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels import space
from arrangements.decide.labels.ellipsoid import Inner
from arrangements.errors import InternalError
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.parser import parsed
from arrangements.layers.questions.question import every_label

ROWS = np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5], [1, 0.25, 0.75], [0, 0, 0]])
LABELS = "abcdef"
TEXTS = [
    *LABELS,
    "top a>b",
    "top-set a,b",
    "ranking b>a",
    "ranking a=b>c",
    "tie a,b",
    "signs ++-?0?",
    "labels a,b",
    "top f>a",
]
DOMAIN = Domain(Inputs.box([-1, None], [None, 5]))


def settled(path: Path) -> list[bool]:
    with Store(str(path), identity("a layer", DOMAIN)) as store:
        return [
            isinstance(outcome, IntegerWitness)
            for _, outcome in answered(
                DyadicMatrix(ROWS), DOMAIN, parsed(TEXTS, LABELS), store=store
            )
        ]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bool]]:
    path = tmp_path_factory.mktemp("store") / "audit.db"
    expected = settled(path)
    assert True in expected
    assert False in expected
    return path, expected


def test_what_is_kept_is_not_settled_again(
    kept: tuple[Path, list[bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "decide_one", lambda *_: pytest.fail("settled again"))
    assert settled(kept[0]) == kept[1]


@pytest.mark.parametrize(
    "outcome",
    [
        {"point": ["0x1", "0x0", "0x0"]},
        {"point": ["0x1"]},
        {"comparisons": [[0, "0x1"]], "domain": []},
    ],
)
def test_any_outcome_for_all_questions(
    outcome: dict[str, object], kept: tuple[Path, list[bool]], tmp_path: Path
) -> None:
    """A point in the place of a refutation turned a no into a yes, with exit code 0."""
    shutil.copy(kept[0], path := tmp_path / "audit.db")
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE outcomes SET outcome = ?", (json.dumps(outcome),))
    assert settled(path) == kept[1]


def test_outcomes_of_other_questions(kept: tuple[Path, list[bool]], tmp_path: Path) -> None:
    shutil.copy(kept[0], path := tmp_path / "audit.db")
    with closing(sqlite3.connect(path)) as base, base:
        rows = base.execute("SELECT question, outcome FROM outcomes ORDER BY question").fetchall()
        moved = [(question, rows[k - 1][1]) for k, (question, _) in enumerate(rows)]
        base.executemany("INSERT OR REPLACE INTO outcomes VALUES (?, ?)", moved)
    assert settled(path) == kept[1]


def test_another_layer_and_another_file(kept: tuple[Path, list[bool]], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="about the same weights"):
        Store(str(kept[0]), identity("another layer", DOMAIN))
    (tmp_path / "text").write_text("no store")
    with pytest.raises(BadInput, match="store must be"):
        Store(str(tmp_path / "text"), "")
    with closing(sqlite3.connect(tmp_path / "other.db")) as base, base:
        base.execute("CREATE TABLE outcomes (x)")
    with pytest.raises(BadInput, match="not another database"):
        Store(str(tmp_path / "other.db"), "")


def mutated(path: Path, draw: random.Random) -> None:
    """One change of a row, as somebody with SQLite makes it, or of bytes."""
    if draw.random() < 0.3:
        content = bytearray(path.read_bytes())
        for _ in range(draw.choice((1, 2, 8))):
            content[draw.randrange(len(content))] = draw.randrange(256)
        path.write_bytes(
            content[: draw.choice((None, None, None, draw.randrange(len(content)))) or len(content)]
        )
        return
    with closing(sqlite3.connect(path)) as base, base:
        rows = base.execute("SELECT question, outcome FROM outcomes ORDER BY question").fetchall()
        question, outcome = draw.choice(rows)
        changes: list[Callable[[], object]] = [
            lambda: draw.choice(rows)[1],
            lambda: _number(outcome, draw),
            lambda: _dropped(outcome, draw),
            lambda: _letter(outcome, draw),
            lambda: draw.choice(
                (
                    None,
                    0,
                    1.5,
                    b"\0\xff",
                    "",
                    "null",
                    "[]",
                    "{}",
                    '{"point":[]}',
                    '{"comparisons":[],"domain":[]}',
                )
            ),
            lambda: json.dumps(
                {"point": [hex(draw.randint(-3, 3)) for _ in range(draw.randint(0, 5))]}
            ),
            lambda: json.dumps(
                {
                    "comparisons": [[k, "0x1"] for k in range(draw.randint(0, 9))],
                    "domain": [[draw.randint(-2, 9), "-0x1"]],
                }
            ),
        ]
        base.execute(
            "UPDATE outcomes SET outcome = ? WHERE question = ?", (draw.choice(changes)(), question)
        )


def _number(text: str, draw: random.Random) -> str:
    value = json.loads(text)
    listed = draw.choice([part for part in value.values() if part] or [[]])
    if listed:
        k = draw.randrange(len(listed))
        if isinstance(listed[k], str):
            listed[k] = hex(draw.choice((-1, 1, 2)) * int(listed[k], 16) + draw.choice((-1, 0, 1)))
        else:
            listed[k] = draw.choice(
                (
                    [listed[k][0] + draw.choice((-1, 1)), listed[k][1]],
                    [listed[k][0], hex(draw.randint(-9, 9))],
                )
            )
    return json.dumps(value)


def _dropped(text: str, draw: random.Random) -> str:
    value = json.loads(text)
    listed = draw.choice(list(value.values()))
    if listed:
        k = draw.randrange(len(listed))
        listed[k : k + 1] = draw.choice(([], [listed[k]] * 2))
    return json.dumps(value)


def _letter(text: str, draw: random.Random) -> str:
    at = draw.randrange(len(text))
    return text[:at] + draw.choice('0123456789abcdefx-+[]{},": ') + text[at + draw.randrange(2) :]


def mutants(kept: tuple[Path, list[bool]], folder: Path, number: int, seed: int) -> None:
    print("seed", seed)
    draw, seen, whole, path = (
        random.Random(seed),
        Counter[str](),
        kept[0].read_bytes(),
        folder / "audit.db",
    )
    for _ in range(number):
        path.write_bytes(whole)
        mutated(path, draw)
        try:
            assert settled(path) == kept[1]
            seen["read"] += 1
        except BadInput:
            seen["refused"] += 1
    print(dict(seen))
    assert seen["read"] > number // 2
    assert seen["refused"] > 0


def test_a_hundred_mutants(kept: tuple[Path, list[bool]], tmp_path: Path) -> None:
    mutants(kept, tmp_path, 100, 20261119)


@pytest.mark.slow
def test_ten_thousand_mutants(kept: tuple[Path, list[bool]], tmp_path: Path) -> None:
    mutants(kept, tmp_path, 10_000, random.randrange(10**9))


def test_the_iterator_with_a_made_up_store(tmp_path: Path) -> None:
    layer, path = Configuration([[1], [-1], [0]]), tmp_path / "audit.db"
    assert [answer.possible for answer in audit(layer, store=path).winners] == [True, True, False]
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE outcomes SET outcome = ?", ('{"point": ["0x1", "0x1"]}',))
    answers = list(audit(layer, store=path).winners)
    assert [answer.possible for answer in answers] == [True, True, False]
    assert [answer.certificate.answer for answer in answers] == [True, True, False]


def test_a_false_outcome_writes_no_certificate(tmp_path: Path) -> None:
    """Should a wrong outcome come from anywhere, the certificate is put to the checker before it is
    there.
    """
    wrong = [
        (asked, IntegerWitness((1, 1, 1)) if k else IntegerRefutation((), ()))
        for k, asked in enumerate(every_label(6))
    ]
    (tmp_path / "audit.npz").write_text("before")
    with pytest.raises(InternalError, match="must prove its answers, not be refused"):
        audit_certificate.save(str(tmp_path / "audit.npz"), ROWS, DOMAIN, wrong, {})
    assert [file.name for file in tmp_path.iterdir()] == ["audit.npz"]
    assert (tmp_path / "audit.npz").read_text() == "before"


def test_what_is_enclosed_is_put_to_its_label(tmp_path: Path) -> None:
    """Weights of one label in the place of another's, and weights that are none."""
    rows = np.random.default_rng(5).normal(size=(90, 4)).astype(np.float32).astype(np.float64)
    domain, path, asked = (
        Domain(Inputs(3)),
        tmp_path / "audit.db",
        every_label(90),
    )

    def outcomes(method: str = "bulk") -> list[object]:
        with Store(str(path), "rows") as store:
            return [
                outcome
                for _, outcome in answered(
                    DyadicMatrix(rows), domain, asked, store=store, method=method
                )
            ]

    expected = outcomes()
    assert sum(isinstance(outcome, Enclosed) for outcome in expected) > 9
    refuted = [outcome for outcome in expected if not isinstance(outcome, IntegerWitness)]
    # as they were kept
    assert [
        outcome for outcome in outcomes("single") if not isinstance(outcome, IntegerWitness)
    ] == refuted
    with closing(sqlite3.connect(path)) as base:
        question = (
            "SELECT question, outcome FROM outcomes WHERE typeof(outcome) = 'text' ORDER BY 1"
        )
        whole = base.execute(question).fetchall()
    kept = [text for _, text in whole if "beyond" in text]
    for change in (
        lambda k, value: json.loads(kept[k % len(kept)]),
        lambda k, value: {**value, "beyond": hex(10**k)},
        lambda k, value: {**value, "beyond": "-0x1"},
        lambda k, value: {**value, "rows": [[row + k, weight] for row, weight in value["rows"]]},
        lambda k, value: {**value, "rows": [[row, hex(10**k)] for row, weight in value["rows"]]},
        lambda k, value: {**value, "inputs": [[k % 3 - 1, hex(10**k)]]},
    ):
        with closing(sqlite3.connect(path)) as base, base:
            made = [
                (question, json.dumps(change(k, json.loads(text))))
                for k, (question, text) in enumerate(whole)
                if "beyond" in text
            ]
            base.executemany("INSERT OR REPLACE INTO outcomes VALUES (?, ?)", made)
        assert [isinstance(outcome, IntegerWitness) for outcome in outcomes()] == [
            isinstance(outcome, IntegerWitness) for outcome in expected
        ]


def test_directions_and_the_ellipsoid_are_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are sealed: who has the store but not the key changes no answer, and wastes no more than
    time.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rows = np.random.default_rng(5).normal(size=(90, 4)).astype(np.float32).astype(np.float64)
    path, domain = tmp_path / "audit.db", Domain(Inputs(3))
    calls = list[str]()

    def counted(place: object, name: str) -> None:
        before = getattr(place, name)

        def called(*arguments: object) -> object:
            calls.append(name)
            return before(*arguments)

        monkeypatch.setattr(place, name, called)

    counted(search, "tried")
    counted(Inner, "of")

    def outcomes(about: str = "rows") -> list[Outcome]:
        calls.clear()
        space._KEPT.clear()
        with Store(str(path), about) as store:
            found = answered(DyadicMatrix(rows), domain, every_label(90), store=store)
            return [outcome for _, outcome in found]

    expected = outcomes()
    assert set(calls) == {"tried", "of"}
    assert outcomes() == expected
    assert not calls
    with closing(sqlite3.connect(path)) as base:
        whole = base.execute("SELECT question, outcome FROM outcomes").fetchall()
    sealed = {name: data for name, data in whole if isinstance(data, bytes)}
    assert [name.partition(" ")[0] for name in sealed].count("ellipsoid") == 1
    assert len(sealed) > 1
    draw = random.Random(7)

    def changed(data: bytes) -> bytes:
        place = draw.randrange(len(data))
        return data[:place] + bytes([data[place] ^ 1 << draw.randrange(8)]) + data[place + 1 :]

    for change in (
        {name: changed(data) for name, data in sealed.items()},
        dict(zip(sealed, [*list(sealed.values())[1:], *list(sealed.values())[:1]], strict=True)),
        dict.fromkeys(sealed, b""),
    ):
        with closing(sqlite3.connect(path)) as base, base:
            base.executemany(
                "UPDATE outcomes SET outcome = ? WHERE question = ?",
                [(data, name) for name, data in change.items()],
            )
        assert outcomes() == expected
        assert set(calls) == {"tried", "of"}
    with closing(sqlite3.connect(path)) as base, base:  # a store of another layer in its place
        base.execute("UPDATE about SET identity = 'others'")
    assert outcomes("others") == expected
    assert set(calls) == {"tried", "of"}
    key = tmp_path / "cache" / "arrangements" / "key"
    for made in (lambda: key.chmod(0o644), lambda: key.unlink()):
        made()
        assert outcomes("others") == expected
        assert set(calls) == {"tried", "of"}
