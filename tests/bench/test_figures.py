"""The file of figures: what is in it, what is not, and what is said of a second run."""

from __future__ import annotations

import getpass
import json
import platform
from pathlib import Path

from tests.bench.figures import write


def test_file_and_comparison(tmp_path: Path) -> None:
    path = tmp_path / "new" / "figures.json"
    first = write(
        path,
        {
            "a": {"seconds": 1.0},
            "b": {"seconds": 2.0, "peer": "sort", "peer_seconds": 1.0, "ratio": 2.0},
        },
    )
    assert first == ["there is no run before to compare with"]
    told = write(path, {"b": {"seconds": 1.0, "peer": "sort", "peer_seconds": 1.0, "ratio": 1.0}})
    assert told == ["b: 0.50 times the time of the run before (2 times sort, now 1 times sort)"]
    kept = json.loads(path.read_text())
    assert kept["figures"]["a"]["seconds"] == 1.0
    assert kept["figures"]["b"]["ratio"] == 1.0
    assert kept["machine"]["cores"] >= 1
    assert kept["machine"]["processor"]
    assert {"arrangements", "python", "numpy", "numba", "pycddlib"} <= kept["versions"].keys()
    text = path.read_text()
    for private in (platform.node(), str(Path.home()), str(Path(__file__).parents[2])):
        assert private not in text
    assert f'"{getpass.getuser()}"' not in text


def test_another_machine_is_not_compared(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    write(path, {"a": {"seconds": 1.0}})
    kept = json.loads(path.read_text())
    kept["machine"]["processor"] = "another"
    path.write_text(json.dumps(kept))
    assert write(path, {"a": {"seconds": 9.0}}) == [
        "the figures of the run before are of another machine"
    ]
    path.write_text("{")
    assert write(path, {"a": {"seconds": 9.0}}) == ["there is no run before to compare with"]
