"""Every public name says what it is, with an example; doctests run them."""

from __future__ import annotations

import pytest

import arrangements


@pytest.mark.parametrize("name", [name for name in arrangements.__all__ if not name.startswith("__")])
def test_every_public_name_has_an_example(name: str) -> None:
    assert ">>> " in (getattr(arrangements, name).__doc__ or "")
