"""Every public function and method takes what its page says or refuses it in one line of our own,
whatever it is given.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arrangements
from arrangements import ArrangementsError, CosineMatrix, Inputs, InternalError

C = arrangements.load("paper/C.2")
SIGNS, RANKINGS = arrangements.sign_pattern(C), arrangements.ranking_pattern(C)
COVECTORS, WEAK = arrangements.covector_pattern(C), arrangements.weak_ranking_pattern(C)
CERTIFICATE = arrangements.decide_argmax(C, "1")[1]
TABLE = arrangements.table_of(SIGNS)
CHIROTOPE = arrangements.load_chirotope("paper/H.1-A")

GIVEN: dict[str, Any] = {
    "None": None, "a number": 3, "a fraction": 2.5, "a negative number": -1, "a truth value": True, "a name": "paper/C.2",
    "text that is nothing": "no such thing", "a path": Path("no/such.csv"), "bytes": b"x", "an array": np.eye(3),
    "an array of text": np.array(["a"]), "a list": [[1, 2], [3, 4]],
    "an empty list": [], "a ragged list": [[1], [2, 3]], "a dict": {"a": 1},
    "a set": {1, 2}, "an iterator": range(1, 3), "an object": object(),
    "a type": int, "a configuration": C, "a chirotope": CHIROTOPE,
    "a pattern": SIGNS, "rankings": RANKINGS, "a certificate": CERTIFICATE, "cosines": CosineMatrix.of(C), "inputs": Inputs.nonnegative(2),
    "a table": TABLE,
}  # fmt: skip

# An argument that is right, by the name of its parameter; 1 for all others.
RIGHT: dict[str, Any] = {
    "active": 1, "answer": True, "body": SIGNS, "bound": 0, "certificate": CERTIFICATE, "chirotope": CHIROTOPE, "cocircuits": ["+0", "0+"],
    "configuration": C, "configurations": (C,), "content_hash": "", "cosines": CosineMatrix.of(C), "differ": "ranking pattern",
    "dimension": 2,
    "element": 1, "elements": [1], "evidence": CERTIFICATE.evidence, "first": C,
    "high": 1, "i": 0, "j": 1, "k": 1, "kind": "sign pattern", "label": "1", "labels": ["1", "2"], "layer": arrangements.load_layer(C), "low": 0,
    "members": ["1"], "n": 2, "order": ["1"], "other": C, "pair": ["1", "2"], "path": "x.csv", "pattern": SIGNS, "places": np.zeros((1, 2)),
    "point": [1, 0], "points": [[1, 0]], "question": {"kind": "top", "labels": ["1"]}, "rank": 2, "ranking": C.labels,
    "rankings": [("1", "2")], "rows": C.rows, "same": "cosines", "second": C, "signed_squares": [[1]], "signs": "+" * C.n,
    "source": "paper/C.2", "start": 0, "stop": 1, "strings": ["++"], "table": TABLE, "text": "++", "value": SIGNS, "what": C,
    "words": SIGNS.words,
}  # fmt: skip

VALUES = {
    "Audit": arrangements.audit(C),
    "Certificate": CERTIFICATE, "Chirotope": CHIROTOPE, "Configuration": C, "CosineMatrix": CosineMatrix.of(C),
    "CovectorPattern": COVECTORS, "Design": arrangements.Design(3, 1), "Inputs": Inputs.nonnegative(2), "RankingPattern": RANKINGS,
    "SignPattern": SIGNS, "Table": TABLE, "WeakRankingPattern": WEAK,
}  # fmt: skip
ROOMS = {"geometry"}  # subpackages
# plain values without work to do
FIELDS_ONLY = {
    "BestRank",
    "Confidence",
    "Decision",
    "OutputLayer",
    "Refutation",
    "Witness",
}


def _callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in arrangements.__all__:
        thing = getattr(arrangements, name)
        if name in FIELDS_ONLY | ROOMS or name == "Scalar" or isinstance(thing, str):
            continue
        if not isinstance(thing, type):
            yield name, thing
        elif not issubclass(thing, Exception):
            yield name, thing
            for method in dir(thing):
                static = inspect.getattr_static(thing, method)
                if not method.startswith("_") and (
                    inspect.isfunction(static) or isinstance(static, classmethod | staticmethod)
                ):
                    yield f"{name}.{method}", getattr(VALUES[name], method)


def _arguments(
    parameters: list[inspect.Parameter], tried: inspect.Parameter, value: object
) -> tuple[list[Any], dict[str, Any]]:
    """The tried parameter with this value, all that must be given with one that is right."""
    positional, named = [], {}
    for parameter in parameters:
        needed = parameter.default is parameter.empty and parameter.kind in (
            parameter.POSITIONAL_OR_KEYWORD,
            parameter.KEYWORD_ONLY,
        )
        if parameter.kind is parameter.VAR_POSITIONAL and parameter is tried:
            positional.append(value)
        elif parameter is tried or needed:
            given = value if parameter is tried else RIGHT.get(parameter.name, 1)
            if parameter.kind is parameter.KEYWORD_ONLY or not needed:
                named[parameter.name] = given
            else:
                positional.append(given)
    return positional, named


def test_the_sweep_meets_every_public_name() -> None:
    names = {name.partition(".")[0] for name, _ in _callables()}
    others = {name for name in arrangements.__all__ if name not in names}
    errors = {
        name
        for name in others - ROOMS - {"Scalar", "__version__"}
        if issubclass(getattr(arrangements, name), Exception)
    }
    assert others == FIELDS_ONLY | ROOMS | {"Scalar", "__version__"} | errors
    assert len(names) > 40


@pytest.mark.parametrize(
    ("name", "function"), [pytest.param(*pair, id=pair[0]) for pair in _callables()]
)
@pytest.mark.filterwarnings("ignore")
def test_whatever_is_given(
    name: str, function: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    parameters = list(inspect.signature(function).parameters.values())
    raw = []
    for tried in parameters:
        for kind, value in GIVEN.items():
            positional, named = _arguments(
                parameters, tried, iter(value) if isinstance(value, range) else value
            )
            try:
                answer = function(*positional, **named)
                if isinstance(answer, AbstractContextManager):
                    with answer:
                        pass
                elif inspect.isgenerator(answer):
                    next(answer, None)
            except InternalError as error:
                raw.append((tried.name, kind, error))
            except Exception as error:
                said = isinstance(error, ArrangementsError) and " must " in str(error)
                if not said or "\n" in str(error):
                    raw.append((tried.name, kind, error))
            else:
                if type(value) is object and not _takes_anything(name, tried):
                    raw.append((tried.name, kind, "taken"))
    assert raw == []


# Parameters that take an object without any meaning, for it decides nothing.
ANYTHING = {
    "fields, which are what they are given": {
        *(f"Certificate {field}" for field in ("configurations", "question", "answer", "evidence", "inputs")),
        *(f"Table {field}" for field in ("kind", "labels", "body", "k", "content_hash", "reading")),
        *(f"Table {field}" for field in ("version", "points", "facts", "inputs", "dimension")),
    },
    "words that are only shown": {
        *("Configuration reading", "Configuration name", "Inputs name", "Inputs.at_least name"),
        *("Configuration.demand_linear what", "Inputs.demand_polyhedron what", "limited what"),
        *("plot title", "Chirotope.extensions label"),
    },
    "not needed by the arguments beside it": {
        *("Inputs.hull dimension", "export configuration", "face_numbers most"),
        *("load_layer adapter", "Chirotope.to_topcom_vectors kind"),
    },
}  # fmt: skip


def _takes_anything(name: str, parameter: inspect.Parameter) -> bool:
    flag = str(parameter.annotation) in ("bool", "bool | None")
    return flag or any(f"{name} {parameter.name}" in some for some in ANYTHING.values())


def test_the_table_of_what_takes_anything_is_no_longer_than_it_must_be() -> None:
    known = {
        f"{name} {parameter}"
        for name, function in _callables()
        for parameter in inspect.signature(function).parameters
    }
    assert {entry for some in ANYTHING.values() for entry in some} <= known


def test_a_bug_stays_a_bug() -> None:
    from arrangements.running.validated import INTEGER, validated

    @validated(number=INTEGER)
    def wrong(number: int) -> int:
        return number + None  # type: ignore[operator]

    with pytest.raises(TypeError, match="unsupported operand"):
        wrong(3)
    with pytest.raises(arrangements.BadInput, match="number must be an integer, not 'x'"):
        wrong("x")  # type: ignore[arg-type]
