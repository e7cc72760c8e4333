"""No public name asks for ``Any`` or answers with it: neither parameters, nor results, nor fields
that are written out.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property

import pytest

import arrangements


def signatures(name: str) -> Iterator[tuple[str, object]]:
    """Every annotation of a public function, or of the constructor, the public methods and the
    fields of a public class.
    """
    value = getattr(arrangements, name)
    functions = {name: value}
    if inspect.isclass(value):
        yield from (
            (f"{name}.{field}", kind)
            for field, kind in getattr(value, "__annotations__", {}).items()
            if field[0] != "_"
        )
        functions = {
            f"{name}.{key}": member
            for key, member in inspect.getmembers(value)
            if key == "__init__" or key[0] != "_"
        }
    for label, member in functions.items():
        function = (
            member.fget
            if isinstance(member, property)
            else member.func
            if isinstance(member, cached_property)
            else member
        )
        try:
            signature = inspect.signature(inspect.unwrap(function)) if callable(function) else None
        except ValueError:  # a constructor of the standard library
            continue
        if signature is not None:
            yield from (
                (f"{label}({key})", parameter.annotation)
                for key, parameter in signature.parameters.items()
            )
            yield f"{label} ->", signature.return_annotation


@pytest.mark.parametrize("name", arrangements.__all__)
def test_no_public_name_says_any(name: str) -> None:
    assert [
        (label, kind)
        for label, kind in signatures(name)
        if "Any" in str(kind).replace("AnyStr", "")
    ] == []


def test_any_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def loose(rows: Any) -> None:  # type: ignore[name-defined]  # noqa: F821
        """Unused."""

    monkeypatch.setattr(arrangements, "loose", loose, raising=False)
    assert ("loose(rows)", "Any") in list(signatures("loose"))
