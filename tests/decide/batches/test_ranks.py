"""Best places in bulk against their definition; certificates of version 7 and their mutants."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arrangements import Configuration, Inputs, best_rank
from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.ranks import Ranked, _View, ahead, heights, ranked
from arrangements.decide.batches.store import Store, identity
from arrangements.decide.dyadic.integer_inputs import Domain, laid_out
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.exact.linear import dot
from arrangements.layers.questions.question import every_label
from tests.decide.elimination import best_place, feasible
from tests.exact.hints.test_least_norm import by_faces


def layer(draw: random.Random) -> tuple[np.ndarray, Inputs]:
    """Rows (b, u) of small numbers, often equal or level."""
    n, d, size = draw.randint(1, 7), draw.choice([1, 2, 2, 3]), draw.choice([1, 2, 4])
    rows = np.array([[draw.randint(-size, size) / 2 for _ in range(d + 1)] for _ in range(n)])
    if draw.random() < 0.5:
        rows[:, 0] = 0
    if n > 1 and draw.random() < 0.3:
        rows[draw.randrange(n)] = rows[draw.randrange(n)]
    inputs = [Inputs(d), Inputs(d), Inputs.nonnegative(d), Inputs.box([-1] * d, [1] * d)]
    if draw.random() < 0.2:
        return rows, Inputs(d, (), [[draw.randint(-1, 1) for _ in range(d)] + [1]])
    return rows, draw.choice(inputs)


def in_ball(draw: random.Random, inputs: Inputs) -> Inputs:
    """The inputs in a ball, which may touch borders or be one point, if some of them are there."""
    d = inputs.dimension
    radius, centre = draw.choice([0, 1, 1, 2, 5]), [draw.choice([0, 0, 1]) for _ in range(d)]
    within = inputs & Inputs.ball(radius, d, centre=centre)
    return inputs if Domain(within).empty else within


def places(rows: np.ndarray, inputs: Inputs, up_to: int, listed: bool = False) -> list[Ranked]:
    laid, domain = laid_out(rows, inputs)
    exact = DyadicMatrix(laid)
    asked = every_label(len(rows), "chosen" if listed else "top")
    first = {
        asked.positions[0]: tuple(map(int, outcome.point))
        for asked, outcome in answered(exact, domain, asked)
        if isinstance(outcome, IntegerWitness)
    }
    return list(ranked(exact, domain, first, range(len(rows)), up_to, listed=listed))


def as_configuration(rows: np.ndarray) -> Configuration:
    numbers = [[Fraction(x) for x in row] for row in rows.tolist()]
    return Configuration(
        [row[1:] for row in numbers], bias=[row[0] for row in numbers], dimension=rows.shape[1] - 1
    )


def defined(rows: np.ndarray, inputs: Inputs, listed: bool = False) -> list[int | None]:
    c, ties = as_configuration(rows), "first" if listed else "strict"
    if inputs.within is not None:
        return [place_in_ball(rows, label, inputs, listed) for label in range(len(rows))]
    return [best_place(c, label, inputs, ties) for label in range(len(rows))]


def place_in_ball(rows: np.ndarray, label: int, inputs: Inputs, listed: bool) -> int | None:
    """By the definition: the distance of the centre from where some rows are below by a slack, which
    falls to a limit as the slack does.
    """
    ball, others = inputs.within, [j for j in range(len(rows)) if j != label]
    assert ball is not None
    whole = [[Fraction(x) for x in row] for row in rows.tolist()]

    def moved(row: Any, slack: Fraction) -> tuple[Any, ...]:
        return (row[0] + dot(row[1:], ball.centre) - slack, *row[1:])

    equal = [moved(row, Fraction(0)) for row in inputs.equations]
    for size in range(len(others) + 1):
        for left_out in combinations(others, size):
            for slack in (Fraction(1), Fraction(1, 10**3), Fraction(1, 10**9), Fraction(1, 10**18)):
                closed = [moved(row, Fraction(0)) for row in inputs.inequalities]
                for j in others:
                    if j not in left_out:
                        apart = [a - b for a, b in zip(whole[label], whole[j], strict=True)]
                        level = listed and j > label
                        closed.append(moved(apart, Fraction(0) if level else slack))
                least = by_faces(closed, equal, inputs.dimension)
                if least is not None and least <= ball.square:
                    return size + 1
    return None


def compared(draw: random.Random, number: int, path: str, balls: bool) -> Counter[str]:
    """Brackets of random layers against the definition, with certificates."""
    count = Counter[str]()
    for _ in range(number):
        rows, inputs = layer(draw)
        if balls:
            rows, inputs = rows[:5], in_ball(draw, inputs)
        up_to, listed = draw.choice([1, 2, 3, 10]), draw.random() < 0.5
        found = places(rows, inputs, up_to, listed)
        for one, place in zip(found, defined(rows, inputs, listed), strict=True):
            assert place is not None
            assert one.least <= place <= one.most, (rows.tolist(), inputs, listed)
            closed = one.least == one.most or one.least > up_to
            count["closed" if closed else "open"] += 1
            count[f"place {min(place, 3)}"] += 1
            count["weights"] += any(never.weights for never in one.never)
            count["around"] += any(not never.weights for never in one.never)
            count["none"] += any(0 in never.weights for never in one.never)
        audit_certificate.save_ranks(path, rows, Domain(inputs), list(enumerate(found)), {}, listed)
        told = audit_certificate.recheck(path, rows)
        assert f"best places of {len(rows)} labels{', ties broken by order' * listed}: " in told
        count["balls"] += inputs.within is not None
        count["listed"] += listed
    return count


def test_brackets_hold_the_place_of_the_definition(tmp_path: Path) -> None:
    count = compared(random.Random(1), 120, str(tmp_path / "ranks.npz"), False)
    assert count["open"] <= count["closed"] / 50
    assert min(count["place 2"], count["place 3"]) > 30
    assert min(count["weights"], count["around"], count["listed"]) > 30


def test_brackets_in_a_ball_hold_the_place_of_the_definition(tmp_path: Path) -> None:
    count = compared(random.Random(1), 25, str(tmp_path / "ranks.npz"), True)
    print(dict(count))
    assert count["open"] <= count["closed"] / 50
    assert min(count["place 2"], count["place 3"], count["balls"]) > 8
    assert min(count["weights"], count["around"], count["listed"]) > 4


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("balls", [False, True])
def test_thousands_hold_the_place_of_the_definition(
    tmp_path: Path, balls: bool, trials: Any
) -> None:
    seed = random.randrange(10**9)
    print(f"seed {seed}")
    print(dict(compared(random.Random(seed), trials(3000), str(tmp_path / "r.npz"), balls)))


def test_behind_a_norm(tmp_path: Path) -> None:
    """As one by one; the certificate says what stands before the rows."""
    draw, path = np.random.default_rng(3), str(tmp_path / "ranks.npz")
    rows = np.round(draw.normal(size=(24, 4)) * 4) / 4
    rows[12:] /= 4  # never first without offsets
    inputs = Inputs.layernorm([1, 0.5, 2], [0.25, 0, -1])
    c = as_configuration(rows)
    for listed in (False, True):
        found = places(rows, inputs, 30, listed)
        assert sum(one.least == one.most for one in found) > 20
        assert max(one.least for one in found) > 3
        for label in range(0, 24, 4):
            own = best_rank(c, c.labels[label], inputs=inputs, ties=("strict", "first")[listed])
            assert own.place is not None
            assert found[label].least <= own.place <= found[label].most
        domain = laid_out(rows, inputs)[1]
        audit_certificate.save_ranks(path, rows, domain, list(enumerate(found)), {}, listed)
        assert "behind a norm" in audit_certificate.recheck(path, rows)


def test_a_store_keeps_places_and_is_not_believed(tmp_path: Path) -> None:
    """A second time the same, from the store alone; and with any text of it changed, too."""
    draw, kept, mutants = random.Random(8), 0, 0
    for turn in range(12):
        rows, inputs = layer(draw)
        exact, domain = DyadicMatrix(rows), Domain(inputs)
        first = {
            asked.positions[0]: tuple(map(int, outcome.point))
            for asked, outcome in answered(exact, domain, every_label(len(rows)))
            if isinstance(outcome, IntegerWitness)
        }
        asked = exact, domain, first, range(len(rows)), 10
        with Store(str(tmp_path / f"{turn}.db"), identity("rows", domain)) as store:
            found = list(ranked(*asked, store=store))
            keys = [f"rank 10 {k}" for k in range(len(rows)) if k not in first]
            texts = {key: store.text(key) for key in keys}
            assert list(ranked(*asked, store=store)) == found
            for key in keys:
                text = (texts[key] or b"").decode()
                assert text
                kept += 1
                for _ in range(6):
                    place = draw.randrange(len(text))
                    other = text[:place] + draw.choice('0123[],"x-') + text[place + 1 :]
                    store.put_texts([(key, other)])
                    again = list(ranked(*asked, store=store))
                    for one, place_ in zip(again, defined(rows, inputs), strict=True):
                        assert place_ is not None
                        assert one.least <= place_ <= one.most
                    mutants += other != text
            store.put_texts((key, "[1, 1, [], []]") for key in keys)
            assert list(ranked(*asked, store=store)) == found
    assert kept > 10
    assert mutants > 50


def test_many_rows() -> None:
    """In the plane a row is ahead of nothing but what is behind a line: counted for every line."""
    draw = np.random.default_rng(2)
    rows = np.hstack([np.zeros((60, 1)), draw.normal(size=(60, 2))])
    found = places(rows, Inputs(2), 60)
    angles = np.linspace(0, 2 * np.pi, 100_001)
    products = np.column_stack([np.cos(angles), np.sin(angles)]) @ rows[:, 1:].T
    best = [1 + int((products > products[:, [k]]).sum(axis=1).min()) for k in range(len(rows))]
    for one, place in zip(found, best, strict=True):
        assert one.least <= place <= one.most
    assert sum(one.least == one.most for one in found) > 20


def test_rows_are_left_out_until_few_are_ahead() -> None:
    """Of labels inside a cloud, which has offsets, in all inputs and in some: points of the inputs,
    with fewer rows ahead than where points move by what is nearly level.
    """
    draw = np.random.default_rng(4)
    rows = draw.normal(size=(500, 13)).round(3)
    rows[:8] *= 0.6
    for inputs in (Inputs(12), Inputs.nonnegative(12)):
        view = _View(DyadicMatrix(rows), Domain(inputs))
        looked, fewer, before = heights(view, range(8)), 0, 0
        for label in range(8):
            point = view._lowered(label)
            assert point is not None
            assert view.domain.holds(list(point))
            fewer += len(ahead(view.rows, label, point))
            before += len(ahead(view.rows, label, looked[label]))
        assert 0 < fewer < 0.85 * before


def test_rows_that_are_ahead() -> None:
    rows = DyadicMatrix(np.array([[0, 1.0], [0, 2], [0, 1], [0, 0.5]]))
    assert ahead(rows, 0, (1, 1)).tolist() == [1, 2]
    assert ahead(rows, 0, (1, 1 << 40)).tolist() == [1, 2]
    assert ahead(rows, 3, (1, -1)).tolist() == []


def test_only_exact_combinations_surround() -> None:
    """By their definition in fractions, also of rows in special position."""
    draw, count = random.Random(3), Counter[bool]()
    for _ in range(5000):
        d = draw.choice([1, 2, 3])
        size = draw.choice([1, 2, 9])
        rows = np.array([[draw.randint(-size, size) for _ in range(d + 1)] for _ in range(d + 3)])
        given = np.array([[1.0] + [0.0] * d, [0.0, 1.0] + [0.0] * (d - 1)])
        chosen = [k for k in (0, 1) if draw.random() < 0.3]
        right = min(d + 2, max(1, d + 2 - len(chosen)))
        others = draw.sample(range(1, len(rows)), draw.choice([right, right, 1, d + 2]))
        apart = (rows[0] - rows[sorted(others)]).astype(float)
        told = checker.surrounded(apart, given[chosen])
        count[told] += 1
        if told:
            # positive weights would be refuted by a point at which all are less
            strict = [(tuple(Fraction(int(x)) for x in rows[0] - rows[j]), True) for j in others]
            weak = [(tuple(map(Fraction, given[k].tolist())), k == 0) for k in chosen]
            assert not feasible([*strict, *weak, ((Fraction(1), *[Fraction(0)] * d), True)])
    assert count[True] > 50


def mutated(rest: dict[str, Any], n: int, draw: random.Random) -> dict[str, Any]:
    rest = json.loads(json.dumps(rest))
    for _ in range(draw.choice([1, 1, 2])):
        if not rest:
            return rest
        key = draw.choice(list(rest))
        item = rest[key]
        never = item["never"]
        part = draw.choice(never) if never else None
        match draw.randrange(9):
            case 0:
                item["place"][0] += draw.choice([-1, 1, 1])
            case 1:
                item["place"][1] += draw.choice([-1, 1])
            case 2:
                item["place"] = [x + draw.choice([-1, 1]) for x in item["place"]]
            case 3:
                del rest[key]
            case 4 if never:
                never.append(part)
                item["place"][0] += 1
            case 5 if never:
                never.remove(part)
                item["place"][0] -= draw.choice([0, 1])
            case 6 if part and "rows" in part and part["rows"]:
                part["rows"][draw.randrange(len(part["rows"]))] = draw.randrange(n)
                part["rows"] = sorted(set(part["rows"]))
            case 7 if part:
                name = draw.choice(list(part))
                if part[name]:
                    part[name].pop(draw.randrange(len(part[name])))
            case 8 if part and part.get("comparisons"):
                pair = draw.choice(part["comparisons"])
                pair[draw.randrange(2)] = draw.choice([draw.randrange(n), "0x1", "0x2", "-0x1"])
    return rest


def attacked(number: int, seed: int, path: Path) -> Counter[str]:
    """Mutants of certificates: what is accepted must be true."""
    draw, count = random.Random(seed), Counter[str]()
    while sum(count.values()) < number:
        rows, inputs = layer(draw)
        if draw.random() < 0.3:
            rows, inputs = rows[:5], in_ball(draw, inputs)
        listed = draw.random() < 0.5
        found = places(rows, inputs, 10, listed)
        audit_certificate.save_ranks(
            str(path), rows, Domain(inputs), list(enumerate(found)), {}, listed
        )
        parts = dict(np.load(path))
        rest = json.loads(parts["rest"].tobytes())
        true = defined(rows, inputs, listed)
        for _ in range(30 if rest else 2):
            changed, other = mutated(rest, len(rows), draw), dict(parts)
            if draw.random() < 0.2 and parts["points"].size:
                other["points"] = parts["points"].copy()
                k = draw.randrange(other["points"].size)
                other["points"].flat[k] += draw.choice([-5000, -1, 1, 5000])
            elif changed == rest:
                continue
            other["rest"] = np.frombuffer(
                json.dumps(changed, separators=(",", ":")).encode(), np.uint8
            )
            np.savez(path, **other)
            try:
                checker.check(path, rows)
            except checker.Refused:
                count["refused"] += 1
                continue
            except ValueError:
                count["unreadable"] += 1
                continue
            for k, place in enumerate(true):
                least, most = changed.get(str(k), {"place": [1, 1]})["place"]
                assert place is not None
                assert least <= place <= most, (rows.tolist(), changed, seed)
            count["accepted and true"] += 1
    return count


def test_mutants_are_refused_or_true(tmp_path: Path) -> None:
    count = attacked(300, 4, tmp_path / "ranks.npz")
    assert count["refused"] > 90
    assert count["accepted and true"] > 6


@pytest.mark.slow
def test_10000_mutants_are_refused_or_true(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    count = attacked(10_000, random.randrange(10**9), tmp_path / "ranks.npz")
    with capsys.disabled():
        print(f"\n{dict(count)}")


LAYER = "label,x,y,bias\ncat,2,0,0\ndog,0,2,0\nfox,-2,-1,0\nemu,0.5,0.5,-1\n"


def test_the_command(run, tmp_path: Path) -> None:
    model, proof, report = tmp_path / "layer.csv", tmp_path / "ranks.npz", tmp_path / "report"
    model.write_text(LAYER)
    asked = ("audit", model, "--inputs", "nonnegative", "--rank", 2, "--workers", 1)
    code, out, _ = run(*asked, "--certificate", proof, "--report", report)
    assert code == 0
    assert "  at best    place 1: 2, place 2: 1, beyond place 2: 1\n" in out
    code, out, _ = run("recheck", proof, model)
    assert code == 0
    assert "best places of 4 labels: place 1: 2, place 2: 1, place 3: 1 (4 x 2" in out
    told = json.loads(run(*asked, "--json", "--all")[1])
    assert told["ranks"] == {"up_to": 2, "places": {"1": 2, "2": 1}, "beyond": 1, "open": 0}
    assert [answer["best_place"] for answer in told["answers"]] == [[1, 1], [1, 1], [3, 3], [2, 2]]
    written = json.loads((report / "audit.json").read_text())
    assert written["answers"][2]["best_place"] == [3, 3]
    assert written["ranks"]["beyond"] == 1
    assert '"best place", PLACE' in (report / "audit.html").read_text()
    for _ in range(2):
        assert (
            json.loads(run(*asked, "--store", tmp_path / "kept.db", "--json", "--all")[1])[
                "answers"
            ]
            == (told["answers"])
        )
    only = json.loads(run(*asked, "--only", "fox", "--json", "--certificate", proof)[1])
    assert only["ranks"]["beyond"] == 1
    assert "best places of 1 labels" in run("recheck", proof, model)[1]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--list", "possible"], "--rank must go without"),
        (["--certificate", "x.json"], "certificate of places must be a file that ends in .npz"),
    ],
)
def test_the_command_refuses(run, options: list[str], reason: str, tmp_path: Path) -> None:
    model = tmp_path / "layer.csv"
    model.write_text(LAYER)
    code, _, error = run("audit", model, "--rank", 2, *options)
    assert code == 2
    assert reason in error
