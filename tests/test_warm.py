"""What is compiled ahead of time is what questions then use."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arrangements import warm
from arrangements.errors import InternalError
from arrangements.pure_python.choice import pure_python

AFTER = """
import sys
from arrangements.pure_python.choice import pure_python
pure_python.spent = sys.maxsize
from arrangements import Configuration, count_rankings, count_topes, load, ranking_pattern, sign_pattern
from arrangements.matroids.chirotopes import chirotope
print(len(sign_pattern(load("threshold:5"))), count_topes(load("resonance:5")), len(chirotope(load("cyclic:8x4")).signs))
print(len(ranking_pattern(load("random:7x4:bound=9:seed=1"))) == count_rankings(load("random:7x4:bound=9:seed=1")))
"""


def test_says_what_it_does_and_leaves_the_choice_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pure_python, "spent", 7)
    monkeypatch.setattr(warm, "STEPS", {"sums": (lambda: pure_python.spent, sys.maxsize)})
    said: list[str] = []
    warm.warm(said.append)
    assert said[0] == "arrangements: compiling sums, once for this machine ..."
    assert said[1].startswith("arrangements: sums are ready after ")
    assert pure_python.spent == 7
    monkeypatch.setattr(warm, "STEPS", {"sums": (lambda: 1, 2)})
    with pytest.raises(InternalError, match="the answer for sums must be 2, not 1"):
        warm.warm(said.append)
    assert pure_python.spent == 7


@pytest.mark.slow
def test_nothing_is_left_to_compile(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-m", "arrangements.warm"],
        env=environment,
        check=True,
        capture_output=True,
    )
    made = sorted(path.name for path in tmp_path.rglob("*.nbc"))
    assert len(made) > 20
    done = subprocess.run(
        [sys.executable, "-c", AFTER], env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout == "94572 11292 70\nTrue\n"
    assert sorted(path.name for path in tmp_path.rglob("*.nbc")) == made
