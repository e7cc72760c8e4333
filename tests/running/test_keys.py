"""A key serves while it is one user's alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arrangements.running.keys import own_key


@pytest.mark.parametrize("bit", range(6))
def test_a_key_that_others_may_have_read_or_written_is_none(tmp_path: Path, bit: int) -> None:
    path = tmp_path / "key"
    key = own_key(path)
    assert key is not None
    assert path.stat().st_mode & 0o77 == 0
    path.chmod(0o600 | 1 << bit)
    assert own_key(path) is None
    path.chmod(0o600)
    assert own_key(path) == key


def test_a_key_of_another_user_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "key"
    own_key(path)
    monkeypatch.setattr(os, "getuid", lambda: path.stat().st_uid + 1)
    assert own_key(path) is None


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_has_one_length(tmp_path: Path, length: int) -> None:
    path = tmp_path / "key"
    path.touch(0o600)
    path.write_bytes(bytes(length))
    assert own_key(path) is None


def test_a_folder_that_cannot_be_made_has_no_key(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert own_key(tmp_path / "file" / "key") is None
