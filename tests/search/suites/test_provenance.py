"""Where a report comes from is said of the program, wherever it was started."""

from __future__ import annotations

from pathlib import Path

import pytest

from arrangements.running.code import code_hash
from proofs.search.suites.provenance import provenance

ROOT = Path(__file__).parents[3]


def test_provenance_is_that_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.py").write_text("other = 1\n")
    monkeypatch.chdir(tmp_path)
    lines = dict(line.split(":", 1) for line in provenance().splitlines())
    ours = [
        path for name in ("arrangements", "proofs") for path in sorted((ROOT / name).rglob("*.py"))
    ]
    assert lines["sources"].strip() == code_hash(ours)
    assert (lines["commit"].strip() == "unknown: not a checkout") is not (ROOT / ".git").exists()
