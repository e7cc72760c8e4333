"""Certificates of labels and label sets that are possible: refutations of neighbours, such as the
same label with its row moved inside by a hair, and many changes of them. The checker accepts none.

    pytest -m slow tests/decide/batches/test_tempting_mutants.py --attack 1 --trials 20000

makes so many of each kind, with fresh seeds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pytest

from arrangements import Configuration
from arrangements.audits import audit_certificate
from arrangements.checker import batches as checker
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Clash, Enclosed, IntegerWitness, Tilted
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels import exponential_weights
from arrangements.decide.labels.ellipsoid import SHARE
from arrangements.decide.labels.space import Space
from arrangements.decide.labels.walks import decided_labels
from arrangements.decide.one_by_one.decide import decide
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import Question, every_label

_HAIRS = (1, 1 + 2.0**-20, 1 + 2.0**-12, 1.001, 1.01, 1.1, 0.999, 0.5)
_ALL = tuple[checker.Case, Space, list[int], list[dict[str, object]]]


def asked_of(chance: random.Random) -> tuple[DyadicMatrix, Domain]:
    """Rows of which many are near the border of the hull, on either side."""
    draw = np.random.default_rng(chance.randrange(1 << 60))
    d = chance.choice([2, 3, 6, 12])
    n = chance.randint(5 * d + 30, 5 * d + 60)
    rows = draw.normal(size=(n, d + 1))
    rows[:, 0] *= chance.choice([0, 1])
    for i in range(n // 2):
        some = rows[draw.choice(np.arange(n // 2, n), chance.choice([2, 2, 3, d]), replace=False)]
        rows[i] = some.mean(axis=0)
        rows[i, 1:] *= chance.choice(_HAIRS)
    domain = Domain(
        chance.choice([Inputs(d), Inputs(d), Inputs.nonnegative(d), Inputs.box([-2] * d, [2] * d)])
    )
    return DyadicMatrix(rows.astype(np.float32)), domain


def certified(chance: random.Random, path: str) -> _ALL:
    """The certificate of a layer as the checker holds it, the labels that can win, by exact
    programs, and the refutations of the others.
    """
    while True:
        rows, domain = asked_of(chance)
        asked = every_label(rows.n)
        answers = list(answered(rows, domain, asked, method="bulk"))
        space = Space.of(rows, domain)
        if space is None or not any(isinstance(outcome, Enclosed) for _, outcome in answers):
            continue
        single = answered(rows, domain, asked, method="single")
        possible = [i for i, (_, x) in enumerate(single) if isinstance(x, IntegerWitness)]
        assert possible == [
            i for i, (_, outcome) in enumerate(answers) if isinstance(outcome, IntegerWitness)
        ]
        audit_certificate.save(path, rows.floats(), domain, answers, {})
        with np.load(path) as parts:
            kept = {key: parts[key] for key in parts.files}
        about, rest = (json.loads(kept[key].tobytes()) for key in ("about", "rest"))
        more = [kept["shares"], kept["frame"]]
        case = checker.Case(about, rows.floats(), more, aimed="recipes" in kept)
        return case, space, possible, [value for value in rest.values() if "beyond" in value]


def written(outcome: Enclosed) -> dict[str, object]:
    both = {"rows": outcome.rows, "inputs": outcome.inputs}
    return {
        **{key: [[k, hex(c)] for k, c in pairs] for key, pairs in both.items()},
        "beyond": hex(outcome.beyond),
    }


def changed(chance: random.Random, value: dict[str, object], n: int) -> dict[str, object]:
    """Weights a little larger or smaller, another row, another T."""
    rows = {k: int(w, 16) for k, w in value["rows"]}  # type: ignore[attr-defined]
    inputs = {k: int(w, 16) for k, w in value["inputs"]}  # type: ignore[attr-defined]
    beyond = int(str(value["beyond"]), 16)
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        turn, part = chance.randrange(6), 2.0 ** -chance.randint(1, 40)
        at = chance.choice(list(rows))
        if turn < 2:
            other = chance.choice(list(rows))
            moved = int(min(rows[at], 1 / SHARE) * part)
            rows[at], rows[other] = rows[at] - moved, rows[other] + moved
        elif turn == 2:
            rows[chance.randrange(n)] = rows.pop(at)
        elif turn == 3:
            beyond = max(1, int(beyond * chance.choice((1 + part, 1 - part, 2, 0.5, 16))))
        elif turn == 4 and inputs:
            at = chance.choice(list(inputs))
            inputs[at] = max(1, int(inputs[at] * chance.choice((1 + part, 1 - part, 2))))
        else:
            rows[at] = max(1, rows[at] + chance.choice((-1, 1, int(part / SHARE))))
    rows = {k: w for k, w in rows.items() if w > 0}
    return {
        "rows": [[k, hex(w)] for k, w in sorted(rows.items())],
        "inputs": [[k, hex(w)] for k, w in sorted(inputs.items())],
        "beyond": hex(beyond),
    }


def moved_in(
    chance: random.Random, space: Space, possible: list[int]
) -> Iterator[tuple[int, Enclosed]]:
    """Refutations of labels that can win, in layers where their rows are moved inside by a hair."""
    for _ in range(6):
        table = space.rows.floats()
        middle, moved = table.mean(axis=0), [k for k in possible if k < len(table) // 2]
        hair = 2.0 ** -chance.randint(3, 12)
        table[moved] += hair * (middle - table[moved])
        rows = DyadicMatrix(table)
        other = Space.of(rows, space.domain)
        assert other is not None
        for label, outcome in decided_labels(other, moved).items():
            if isinstance(outcome, Enclosed):
                power = space.rows.scale - rows.scale  # weights of conditions are on this scale
                inputs = [(k, max(1, int(v * Fraction(2) ** power))) for k, v in outcome.inputs]
                yield label, Enclosed(outcome.rows, tuple(inputs), outcome.beyond)


def enclosed_mutants(chance: random.Random, number: int, path: str) -> int:
    accepted, made = 0, 0
    while made < number:
        case, space, possible, told = certified(chance, path)
        n = len(case.exact.rows)
        offered = [(k, written(x)) for k, x in moved_in(chance, space, possible)]
        some = [(chance.choice(possible), value) for value in told]
        for _ in range(min(number - made, 4000)):
            label, value = chance.choice(offered if offered and chance.random() < 0.7 else some)
            if chance.random() < 0.1:
                label = chance.choice(possible)
            value = changed(chance, value, n)
            made += 1
            with pytest.raises((checker.Refused, ValueError)):
                list(checker.enclosed_in_bulk(case, [(label, value.values())]))
        # what is true is accepted, so that what is refused was looked at
        rest = [i for i in range(n) if i not in set(possible)]
        for value in told:
            for label in rest:
                try:
                    accepted += len(list(checker.enclosed_in_bulk(case, [(label, value.values())])))
                except checker.Refused:
                    continue
    assert accepted
    return made


def tilted_mutants(chance: random.Random, number: int, path: str) -> int:
    made, true = 0, 0
    while made < number:
        case, space, possible, _ = certified(chance, path)
        offered: list[tuple[int, Tilted]] = []

        def collected(self, outcomes, offered=offered):  # type: ignore[no-untyped-def]
            offered += outcomes
            return [False] * len(outcomes)

        every = list(range(len(case.exact.rows)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Space, "proves_tilted", collected)
            patch.setattr(exponential_weights, "_SURE", 30.0)  # offered from far away
            exponential_weights.tilted(space, every, 20)
        if not offered:
            continue
        draw, size = np.random.default_rng(chance.randrange(1 << 60)), min(4000, 2 * number)
        at = draw.integers(len(offered), size=size)
        labels = np.array([offered[k][0] for k in at])
        vectors = np.array([np.ldexp(offered[k][1].vector, -offered[k][1].power) for k in at])
        far = np.array([offered[k][1].beyond for k in at]) * SHARE
        far *= 2.0 ** draw.choice([0, 0, -1, 1, -4, 4, -10], size=size)
        off = 2.0 ** draw.integers(-30, 2, size=(size, 1))
        vectors = vectors * (1 + off * draw.normal(size=vectors.shape))
        other = draw.random(size) < 0.6
        labels[other] = draw.choice(possible, int(other.sum()))
        found = case.ellipsoid.tilts(labels, vectors, np.clip(far, 2.0**-40, 2.0**19))
        assert not found[np.isin(labels, possible)].any()
        made += int(np.isin(labels, possible).sum())
        true += int(found.sum())
    assert true
    return made


def sets_mutants(chance: random.Random, number: int, path: str) -> int:
    """Label sets with the places that surround others, changed; of some signs at these places."""
    made, true = 0, 0
    while made < number:
        draw = np.random.default_rng(chance.randrange(1 << 60))
        d = chance.choice([2, 3, 5])
        n = chance.randint(d + 4, 14)
        rows = np.round(draw.normal(size=(n, d + 1)) * 8) / 8
        domain = Domain(
            chance.choice([Inputs(d), Inputs.nonnegative(d), Inputs.box([-1] * d, [2] * d)])
        )
        # sets that are seen at inputs, and with one or two signs turned
        inside = np.abs(draw.normal(size=(60, d))).clip(0, 2)
        seen = rows[:, 0] + inside @ rows[:, 1:].T
        signs = np.where(seen > 0, 1, -1)
        signs = np.unique(np.vstack([signs[(seen != 0).all(axis=1)]]), axis=0)
        turned = signs.copy()
        turned[np.arange(len(turned)), draw.integers(n, size=len(turned))] *= -1
        sets = np.unique(np.vstack([signs, turned, -signs]), axis=0)
        asked = [Question("signs", tuple(one)) for one in sets.tolist()]
        answers = list(answered(DyadicMatrix(rows), domain, asked))
        possible = [k for k, (_, x) in enumerate(answers) if isinstance(x, IntegerWitness)]
        around = [x for _, x in answers if isinstance(x, Clash)]
        if not possible or not around:
            continue
        whole = [[Fraction(x) for x in row] for row in rows.tolist()]
        layer = Configuration(
            [row[1:] for row in whole], bias=[row[0] for row in whole], dimension=d
        )
        assert all(decide(layer, asked[k], inputs=domain.stated)[0] for k in possible[:5])
        audit_certificate.save(path, rows, domain, answers, {})
        with np.load(path) as parts:
            kept = {key: parts[key] for key in parts.files}
        case = checker.Case(json.loads(kept["about"].tobytes()), rows, [], sets=kept["sets"])
        most, none = n + 1 + len(domain.weak), np.full(len(sets), -1)
        for _ in range(min(2000, number - made)):
            line = list(kept["around"][chance.randrange(len(kept["around"]))])
            for _ in range(chance.choice((0, 0, 1, 1, 2))):
                line[chance.randrange(len(line))] = chance.randrange(-1, most)
            told = np.array([sorted(line)], np.int32), np.array([chance.choice(possible)])
            made += 1
            with pytest.raises((checker.Refused, ValueError)):
                list(checker.around_in_bulk(case, none, *told))
        true += len(list(checker.around_in_bulk(case, none, kept["around"], kept["surrounded"])))
    assert true
    return made


KINDS: dict[str, Callable[[random.Random, int, str], int]] = {
    "enclosed": enclosed_mutants,
    "tilted": tilted_mutants,
    "sets": sets_mutants,
}


@pytest.mark.parametrize("kind", KINDS)
def test_none_is_accepted(kind: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    print(KINDS[kind](random.Random(7), 400, str(tmp_path / "audit.npz")), "refused")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_none_of_thousands_is_accepted(kind: str, tmp_path, trials) -> None:  # type: ignore[no-untyped-def]
    seed = random.randrange(10**9)
    print(f"{kind}: seed {seed}")
    made = KINDS[kind](random.Random(seed), trials(20_000), str(tmp_path / "audit.npz"))
    print(made, "refused")
