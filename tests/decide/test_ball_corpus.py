"""The files about balls, norms and spheres are judged as they were when they were written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arrangements.checker import batches as bulk
from arrangements.checker import proof as checker
from arrangements.checker.reading import Refused
from tests.decide.certificates.make_balls import HERE

FILES = sorted(path for path in HERE.glob("*/*") if path.suffix in (".json", ".npz"))


def judged(path: Path) -> str:
    """By the checker that the file is for."""
    try:
        if path.suffix == ".npz":
            bulk.check(path, np.load(path.with_suffix(".npy")))
        else:
            checker.check(path.read_text(encoding="utf-8"))
    except (Refused, bulk.Refused):
        return "reject"
    except ValueError:
        return "malformed"
    return "accept"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_judged_alike(path: Path) -> None:
    assert judged(path) == path.parent.name


def test_there_are_files_of_every_kind() -> None:
    kinds = {(path.parent.name, path.stem.partition("-")[0]) for path in FILES}
    every = {"ball", "norm", "ellipsoid", "sphere", "audit"}
    assert kinds == {
        (folder, kind) for folder in ("accept", "reject", "malformed") for kind in every
    }
    assert len(FILES) > 60
