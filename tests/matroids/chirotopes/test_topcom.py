"""The same chirotopes, duals, circuits and cocircuits as TOPCOM, where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from arrangements import Configuration
from arrangements.matroids.chirotopes import Chirotope, chirotope

pytestmark = pytest.mark.peer

CONFIGURATIONS = {
    "pentagon and its centre": Configuration.affine(
        [[0, 4], [4, 1], [2, -4], [-2, -4], [-4, 1], [0, 0]]
    ),
    "cube": Configuration.affine([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]),
    "parallel rows": Configuration(
        [[1, 0, 2], [-2, 0, -4], [0, 1, 0], [0, 1, 1], [3, 0, 6], [1, 1, 1]]
    ),
}


def topcom(program: str, text: str) -> str:
    path = shutil.which(program) or shutil.which(f"topcom-{program}")
    if path is None:
        pytest.skip("TOPCOM is not installed")
    return subprocess.run([path], input=text, capture_output=True, text=True, check=True).stdout


def sign_vectors(text: str, n: int) -> list[str]:
    """Lines such as [{0,2},{1,3}], one of each opposite pair, as texts that start with +."""
    found = []
    for line in re.findall(r"\[\{([0-9,]*)\},\{([0-9,]*)\}\]", text):
        plus, minus = ([int(e) for e in part.split(",") if e] for part in line)
        if minus and (not plus or minus[0] < plus[0]):
            plus, minus = minus, plus
        found.append("".join("+" if e in plus else "-" if e in minus else "0" for e in range(n)))
    return sorted(set(found))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_same_answers(name: str) -> None:
    c = CONFIGURATIONS[name]
    chi = chirotope(c)
    text = topcom("points2chiro", str([list(row) for row in c.integer_rows()]))
    assert Chirotope.from_topcom(text) == chi
    assert Chirotope.from_topcom(topcom("chiro2dual", text)).same_oriented_matroid(chi.dual())
    assert sign_vectors(topcom("chiro2circuits", text), c.n) == list(chi.circuits())
    assert sign_vectors(topcom("chiro2cocircuits", text), c.n) == list(chi.cocircuits())
