"""Commands about oriented matroids as such: covectors, extensions, isomorphism, and files of signs
where rows would be.
"""

from __future__ import annotations

import json
from pathlib import Path

from arrangements import Configuration, face_numbers, load
from arrangements.matroids.chirotopes import chirotope
from tests.processes import called


def test_covectors_extensions_and_isomorphisms(tmp_path: Path) -> None:
    matrix = tmp_path / "m.csv"
    matrix.write_text("a,1,0\nb,0,1\n")
    assert len(called("chirotope", str(matrix), "--covectors").stdout.split()) == 9
    expected = ["+00", "+0-", "++-", "++0", "+++", "+0+", "+-+", "+-0", "+--"]
    assert called("chirotope", str(matrix), "--extensions").stdout.split() == expected
    found = json.loads(
        called("chirotope", "paper/H.1-A", "--isomorphism", "paper/H.1-B", "--json").stdout
    )
    chi = chirotope(load("paper/H.1-A"))
    turned = (
        chi.reordered(found["order"]).reorientation(found["reversed"])
        if found["isomorphic"]
        else None
    )
    how = chi.isomorphism(chirotope(load("paper/H.1-B")))
    assert (turned is not None) == (how is not None)
    assert (
        called("chirotope", "threshold:1", "--isomorphism", "braid:3").stdout == "not isomorphic\n"
    )


def test_files_of_signs(tmp_path: Path) -> None:
    c = load("paper/H.1-A")
    path = tmp_path / "h.chirotope"
    path.write_text(chirotope(c).to_topcom())
    for kind in ("sign", "covectors"):
        ours, theirs = (
            json.loads(called("patterns", at, "--kind", kind, "--json").stdout)
            for at in (str(path), "paper/H.1-A")
        )
        assert ours["patterns"] == theirs["patterns"]
    counted = json.loads(called("count", str(path), "--faces", "--json").stdout)
    assert counted["faces"] == list(face_numbers(c))
    assert (
        counted["whitney"] == json.loads(called("count", "paper/H.1-A", "--json").stdout)["whitney"]
    )
    refused = [
        (["--kind", "ranking"], "kind must be sign or covectors"),
        (["--affine"], "affine must not be given for signs"),
    ]
    refused.append((["--witnesses"], "--witnesses must not"))
    for options, message in refused:
        done = called("patterns", str(path), *options)
        assert done.returncode == 2
        assert message in done.stderr
    for suffix in ("circuits", "cocircuits"):
        other = tmp_path / f"h.{suffix}"
        other.write_text(chirotope(c).to_topcom_vectors(suffix))
        for command in ("show", "chirotope", "count", "patterns", "plot -o -"):
            done, before = (called(*command.split(), at) for at in (str(other), str(path)))
            assert (done.returncode, done.stderr) == (0, "")
            assert len(done.stdout.splitlines()) == len(before.stdout.splitlines())
        done = called("compare", str(path), str(other))
        assert done.stdout.startswith("equal sign vectors: 20 in both"), done
    loops = tmp_path / "loops.chirotope"
    loops.write_text(chirotope(Configuration([[1], [0]])).to_topcom())
    done = called("count", str(loops))
    assert done.stdout.startswith("0 sign vectors")
    assert "these are loops: 2" in done.stdout
    facts = json.loads(called("count", str(loops), "--json").stdout)
    assert (facts["count"], {*facts["whitney"]}, {*facts["polynomial"]}) == (0, {0}, {0})
