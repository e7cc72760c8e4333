"""Every argument of a public function has a check, and the check agrees with its annotation."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import arrangements
from arrangements.errors import BadInput
from arrangements.running.validated import (
    ANYTHING,
    INTEGER,
    TEXT,
    either,
    one_of,
    optional,
    some,
    validated,
)


def checked() -> Iterator[tuple[str, str, Any]]:
    """Each parameter of each function that ``validated`` made, with its check or None."""
    for module in pkgutil.walk_packages(arrangements.__path__, "arrangements."):
        if module.name.endswith(("__main__", "pytest_plugin")):
            continue
        for thing in vars(importlib.import_module(module.name)).values():
            if getattr(thing, "__module__", None) != module.name:
                continue
            members = vars(thing).values() if isinstance(thing, type) else [thing]
            for member in members:
                function = getattr(member, "__func__", member)
                if not hasattr(function, "checks"):
                    continue
                for name, parameter in inspect.signature(function).parameters.items():
                    if name not in ("self", "cls") and parameter.kind is not parameter.VAR_KEYWORD:
                        yield (
                            f"{module.name} {function.__qualname__}",
                            name,
                            (function.checks.get(name), str(parameter.annotation)),
                        )


FOUND = list(checked())


def test_every_argument_has_a_check() -> None:
    assert len({where for where, *_ in FOUND}) > 180
    assert [(where, name) for where, name, (check, _) in FOUND if check is None] == []


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        ("int", "an integer"),
        ("str", "text"),
        ("bool", "True or False"),
        ("float | None", "a number or None"),
        ("np.ndarray", "a NumPy array"),
        ("int | None", "an integer or None"),
        ("str | None", "text or None"),
        ("Inputs | None", "Inputs (`load_inputs` reads them) or None"),
        ("Configuration", "a Configuration (`load` reads names and files)"),
        ("Chirotope", "a Chirotope (`load_chirotope` reads names and files)"),
        ("str | os.PathLike[str]", "text or a path"),
        ("Iterable[str]", "some of: text"),
        ("Iterable[Element]", "some of: an integer or text"),
        ("Sequence[Element]", "some of: an integer or text"),
    ],
)
def test_checks_agree_with_annotations(annotation: str, words: str) -> None:
    told = {check.words for _, _, (check, said) in FOUND if said == annotation}
    assert told == {words}


def test_members_and_unions() -> None:
    names = either(TEXT, some(TEXT))
    assert names.fits("a")
    assert names.misfit("ab") is None
    assert names.misfit(["a", 1]) == (1,)
    assert not names.fits(b"a")
    assert not some(INTEGER).fits("12")
    pairs = some(TEXT, INTEGER, of=dict)
    assert pairs.misfit({"a": 1}) is None
    assert (pairs.misfit({"a": "b"}), pairs.misfit({1: 1})) == (("b",), (1,))
    assert optional(INTEGER).fits(None)
    assert not optional(INTEGER).fits(True)
    assert one_of("a", 1).fits(1)
    assert not one_of("a", 1).fits(True)
    assert some(some(INTEGER)).misfit([[1], ["1"]]) == ("1",)
    assert ANYTHING.fits(None)


def test_an_error_that_no_argument_explains_stays() -> None:
    @validated(one=INTEGER)
    def broken(one: int) -> float:
        return one / 0

    with pytest.raises(ZeroDivisionError):
        broken(1)
    with pytest.raises(BadInput, match="one must be an integer, not 'a'"):
        broken("a")  # type: ignore[arg-type]
