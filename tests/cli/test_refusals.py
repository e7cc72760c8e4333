"""Options that do not go together: each command says so in one line, before it writes anything."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest

from arrangements.io.formats import LINES, PICTURES, suffixes_of
from tests.processes import called

FILES = {
    "layer.csv": "label,x,y\ncat,2,0\ndog,0,2\nfox,-2,-1\n",
    "ties.txt": "tie cat,dog\n",
    "places.txt": "best-rank fox\n",
    "log.txt": "cat>dog\n",
    "signs.chirotope": "4,3:\n++++\n",
}
REFUSED = {
    "audit layer.csv --questions ties.txt --report r": "--report must be about labels",
    "audit layer.csv --list impossible --json": "--list must not be used with --json",
    "audit layer.csv --questions ties.txt --ties first": "ties must be strict with --questions",
    "audit layer.csv --questions ties.txt --rank 2": "--rank must be about labels",
    "audit layer.csv --questions places.txt --threshold 1/2": "best-rank in --questions must go without",
    "audit layer.csv --questions places.txt --certificate p.json": "certificate of places must be a file",
    "compare paper/C.1 paper/C.2 --json --format csv": "--json must not be combined with --format",
    "compare paper/C.1 paper/C.2 --output x.html": f"output must end in one of {', '.join((*suffixes_of(LINES), *PICTURES))}, not",
    "compare signs.chirotope signs.chirotope --up-to softmax": "--up-to softmax needs two configurations",
    "compare paper/C.1 layer.csv --up-to softmax": "labels of both must be the same",
    "compare signs.chirotope signs.chirotope --output x.svg": "picture must be of two configurations",
    "cosines layer.csv --matrix --affine": "--affine must not be combined with --matrix",
    "count braid:4 --workers 2": "store must be named with --store for --workers and --cluster",
    "count braid:4 --store s.db --seed 1000": "seed must be at least 0 and below 1000, not 1000",
    "count braid:4 --store s.db --method chromatic": "method must be auto, flats or orbits",
    "counterexample C->R --output - --json": "--json must not be given together with --output -",
    "decide layer.csv --questions places.txt --store s.db": "best places must be asked without --store",
    "map --affine --gallery g": "--gallery must not be given together with --affine",
    "patterns layer.csv --kind ties --inputs nonnegative --method chirotope": "method must be auto or lp",
    "patterns signs.chirotope --inputs nonnegative": "--inputs must not be used with a chirotope",
    "signature layer.csv log.txt --inputs h>=1;h<=0": "inputs must have a point, not be empty",
    "types oriented:3x5 --output x.svg": "types must have points to be drawn",
    "types points:5 --by crossings --output x.csv": "--by must not be used with --output",
    "types rankings:4x2 --find layer.csv": "filters must be for oriented matroids and points",
}


@pytest.mark.parametrize("line", REFUSED)
def test_refusals(line: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    with chdir(tmp_path):
        done = called(*line.split())
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith(f"arrangements: {REFUSED[line]}")
    assert len(done.stderr.splitlines()) == 1
    assert {path.name for path in tmp_path.iterdir()} == FILES.keys()
