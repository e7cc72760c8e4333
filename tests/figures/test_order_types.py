"""Sheets of order types: what is drawn has the order type that it stands for, and is drawn with
room.
"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from arrangements.cli import main
from arrangements.combinatorial_types import PointTypes
from arrangements.figures.order_types import hull, spread


@pytest.mark.parametrize(
    ("n", "collinear", "least"),
    [(5, False, 0.1), (6, False, 0.05), (7, False, 0.01), (6, True, 0.02)],
)
def test_drawn_points_have_the_order_type(n: int, collinear: bool, least: float) -> None:
    types = PointTypes(n, collinear)
    for position in range(0, types.count(), 1 if n < 7 else 5):
        points = types.points(position)
        drawn = spread(points, hull(points))
        assert np.abs(drawn).max() == pytest.approx(1)
        for i, j, k in combinations(range(n), 3):
            turn = _turn(points[i], points[j], points[k])
            seen = _turn(drawn[i], drawn[j], drawn[k])
            assert abs(seen) < 1e-9 if turn == 0 else seen * np.sign(turn) > least


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def test_convex_position_is_drawn_regularly() -> None:
    (convex,) = (k for k in range(16) if len(hull(PointTypes(6).points(k))) == 6)
    points = PointTypes(6).points(convex)
    drawn, corners = spread(points, hull(points)), hull(points)
    sides = [
        np.hypot(*(drawn[a] - drawn[b]))
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    assert max(sides) < 1.1 * min(sides)


def test_a_sheet_has_a_panel_a_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "six.svg"
    monkeypatch.setattr(
        sys, "argv", ["arrangements", "types", "points:6", "--extreme", "3", "-o", str(path)]
    )
    with pytest.raises(SystemExit) as stopped:
        main()
    assert (stopped.value.code, capsys.readouterr().out) == (0, "6 types\n")
    texts = "".join(ElementTree.parse(path).getroot().itertext())
    assert "points:6: 6 order types" in texts
