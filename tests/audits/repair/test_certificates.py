"""Certificates of lower bounds: accepted as they are, refused when anything in them is changed."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from fractions import Fraction

import numpy as np
import pytest

from arrangements import Configuration, Inputs
from arrangements.audits.repair.bias import repaired
from arrangements.audits.repair.bound_certificates import bound_text, recheck
from arrangements.audits.repair.float_grids import Binary
from arrangements.audits.repair.refutation_inequalities import Impossible
from arrangements.checker import batches as bulk_checker
from arrangements.checker import repair as checker
from arrangements.checker.places import met
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.errors import CertificateRefused, MalformedCertificate
from arrangements.layers.questions.question import every_label
from arrangements.loading.layers import load_layer

LAYER = load_layer(Configuration([[2, 0], [0, 2], [-2, -1], ["1/2", "1/2"]], bias=[0, 0, 0, -1]))
BOX = Domain(Inputs.box([0, 0], [1, 1]))


def made() -> tuple[str, dict]:
    found = repaired(LAYER, BOX, every_label(4), Binary(53, -1074, 1024))
    text = bound_text(LAYER, BOX, every_label(4), found.proof, "largest", found.least)
    return text, json.loads(text)


def refusal(whole: object) -> str:
    try:
        return f"accepted {checker.check(json.dumps(whole), LAYER.rows, LAYER.scale)}"
    except checker.Refused as error:
        return f"refused {error}"
    except ValueError as error:
        return f"unreadable {error}"


def test_it_is_accepted() -> None:
    text, whole = made()
    assert len(whole["refutations"]) == 2
    assert recheck(text, LAYER).startswith("all possible only with a largest change of offsets")


def test_attacks() -> None:
    _, whole = made()
    first = whole["refutations"][0]
    bound = next(k for k, one in enumerate(whole["refutations"]) if one["inputs"])
    inputs = whole["refutations"][bound]["inputs"]

    def changed(change) -> str:
        other = deepcopy(whole)
        change(other)
        return refusal(other)

    exceeds = whole["claim"]["exceeds"]
    more = [hex(int(exceeds[0], 16) * 1000 + 1), hex(int(exceeds[1], 16) * 1000)]
    assert "bound must not exceed" in changed(lambda w: w["claim"].update(exceeds=more))
    assert "contradict itself" in changed(lambda w: w["claim"].update(measure="none"))
    assert "other rows" in changed(lambda w: w.update(weights="0" * 64))
    assert "another scale" in changed(lambda w: w.update(scale="0x7"))
    assert "must be positive" in changed(
        lambda w: w["refutations"][0]["comparisons"][0].__setitem__(2, "-0x1")
    )
    assert "must be positive" in changed(lambda w: w["refutations"][0].update(times=["0x0", "0x1"]))
    assert "must have comparisons" in changed(lambda w: w["refutations"][0].update(comparisons=[]))
    assert "one that is asked" in changed(
        lambda w: w["refutations"][0].update(
            comparisons=[[m, p, w_] for p, m, w_ in first["comparisons"]]
        )
    )
    assert "must be there" in changed(
        lambda w: w["refutations"][0]["comparisons"][0].__setitem__(1, 4)
    )
    assert "constant" in changed(lambda w: w["refutations"][bound].update(inputs=[]))
    assert "not be negative" in changed(
        lambda w: w["refutations"][bound].update(inputs=[[k, "-" + v] for k, v in inputs])
    )
    assert "there must be refutations" in changed(lambda w: w.update(refutations=[]))
    for version in (1.0, True, 2.0, "1", None, [1], 3):
        words = changed(lambda w, v=version: w.update(version=v))
        assert words == "unreadable the version must be known"
    assert "a claim must be an object" in changed(lambda w: w.update(claim=["largest"]))
    for power in (3000, 300_000):  # beyond float64
        below = ["-0x1" + "0" * power, "0x1"]
        words = changed(lambda w, v=below: w["claim"].update(exceeds=v))
        assert words.startswith(
            f"accepted all possible only with a largest change of offsets above -2^{4 * power + 1}: "
        )
    assert "a key" in refusal_text('{"format": 1, "format": 2}')
    assert "nested" in refusal_text("[" * 100_000)


def refusal_text(text: str) -> str:
    with pytest.raises(ValueError, match=r"a key|nested") as error:
        checker.check(text, LAYER.rows, LAYER.scale)
    return str(error.value)


def test_every_mutant_of_a_number_is_refused_or_says_less() -> None:
    """Any number changed: what is accepted claims at most what was proved."""
    text, whole = made()
    proved = Fraction(*(int(x, 16) for x in whole["claim"]["exceeds"]))
    places = [k for k in range(len(text)) if text[k] in "0123456789abcdef" and k > 20]
    accepted = 0
    for k in places:
        for digit in "0137f":
            mutant = text[:k] + digit + text[k + 1 :]
            if mutant == text:
                continue
            try:
                checker.check(mutant, LAYER.rows, LAYER.scale)
            except (checker.Refused, ValueError):
                continue
            claimed = json.loads(mutant)["claim"]["exceeds"]
            assert Fraction(*(int(x, 16) for x in claimed)) <= proved
            accepted += 1
    assert accepted < len(places)


def test_the_number_of_offsets() -> None:
    """Refutations that name no common offset prove as many; a doubled one proves nothing more."""
    layer = load_layer(
        Configuration([[1], [-1], [0]], bias=[-1, -1, -1])  # 0 > s where it is on
    )
    flat, asked = Domain(Inputs.box([0], [0])), every_label(3, "on")
    found = repaired(layer, flat, asked, Binary(53, -1074, 1024), measure="number")
    assert (found.change, found.least) == (3, 2)
    text = bound_text(layer, flat, asked, found.proof, "number", found.least, found.groups)
    assert "at least 3 offsets" in recheck(text, layer)
    whole = json.loads(text)
    whole["refutations"][0] = whole["refutations"][1]
    with pytest.raises(CertificateRefused, match="must not exceed"):
        recheck(json.dumps(whole), layer)
    whole = json.loads(text)
    whole["claim"]["groups"].pop()
    with pytest.raises(CertificateRefused, match="must not exceed"):
        recheck(json.dumps(whole), layer)
    whole["claim"]["groups"][0] = []
    with pytest.raises(CertificateRefused, match="must ask for a change"):
        recheck(json.dumps(whole), layer)
    whole["claim"]["groups"][0] = [7]
    with pytest.raises(MalformedCertificate, match="must be there"):
        recheck(json.dumps(whole), layer)


def test_no_change_at_all() -> None:
    equal = load_layer(Configuration([[1, 0], [1, 0], [0, 1]]))
    everywhere = Domain(Inputs(2))
    with pytest.raises(Impossible) as impossible:
        repaired(equal, everywhere, every_label(3), Binary(53, -1074, 1024))
    text = bound_text(
        equal, everywhere, every_label(3), impossible.value.demands, "none", Fraction(0)
    )
    assert recheck(text, equal).startswith("no change of the offsets makes all possible")
    different = load_layer(Configuration([[1, 0], [1, 1], [0, 1]]))
    with pytest.raises(CertificateRefused, match="other rows"):
        recheck(text, different)
    forged = json.loads(text) | {"weights": checker.fingerprint(different.rows)}
    with pytest.raises(CertificateRefused, match="vanish"):
        recheck(json.dumps(forged), different)
    with pytest.raises(MalformedCertificate, match="one of a repair"):
        recheck("{}", equal)


def test_bounds_are_rounded_down() -> None:
    _, whole = made()
    whole["claim"]["exceeds"] = ["0x1", "0xf4240000000"]
    words = checker.check(json.dumps(whole), LAYER.rows, LAYER.scale)
    stated = words.partition(" above ")[2].partition(":")[0]
    assert Fraction(stated) <= Fraction(1, 0xF4240000000)
    assert stated != "0"


def test_a_search_that_is_deep() -> None:
    """Sets, each of which needs an element of its own, more than Python's stack is deep."""
    sets = [{k} for k in range(150)] + [{150, 151}, {151, 152}, {150, 152}]
    modules = (checker, bulk_checker)
    with shallow_stack():
        for number in (152, 151):
            assert [module.met(sets, number) for module in modules] == [number == 152] * 2
            assert met([*map(frozenset, sets)], number) is (number == 152)


@contextmanager
def shallow_stack() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def test_rows_must_be_numbers() -> None:
    text, _ = made()
    with pytest.raises(ValueError, match="finite"):
        checker.check(text, np.full((4, 3), np.nan), 1)


def test_meanings_of_questions() -> None:
    """The checker's own reading of the kinds agrees with that of questions."""
    from arrangements.layers.questions.question import Question, comparisons

    n = 4
    cases = [
        ("top", (2,)), ("top", (2, 0)), ("top set", (1, 3)), ("ranking", (3, 0, 1)), ("on", (2,)),
        ("signs", (1, -1, 0, 1)),
    ]  # fmt: skip
    for kind, places in cases:
        plus, minus, *_ = comparisons(Question(kind, places), n)
        asked = set(zip(plus.tolist(), minus.tolist(), strict=True))
        while more := {(a, d) for a, b in asked for c, d in asked if b == c} - asked:
            asked |= more
        found = {
            (p, m)
            for p in range(-1, n)
            for m in range(-1, n)
            if checker.asks((kind, list(places)), p, m, n)
        }
        if kind == "signs":  # that a row above zero is above one below is not used
            asked = {pair for pair in asked if -1 in pair}
        assert found == asked, kind
