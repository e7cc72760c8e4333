"""Writes the certificates about chirotopes in accept/, reject/ and malformed/ anew: ``python -m
tests.combinatorial_types.certificates.make``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arrangements.catalogue.matroids import named_matroid
from arrangements.combinatorial_types import RankingTypes, realize
from arrangements.combinatorial_types.realizing import Realizability
from arrangements.combinatorial_types.sequences import allowable_sequences
from arrangements.combinatorial_types.slopes import refutation
from arrangements.matroids.chirotopes import Chirotope

HERE = Path(__file__).parent
Value = dict[str, Any]
Edit = Callable[[Value], Any]


def certificates() -> dict[str, Realizability]:
    """Both answers, number fields, ranks 0 and 1, elements that are 0."""
    rankings = RankingTypes(5)
    found = {
        f"rankings-{kind}": rankings.certificate(position)
        for kind, position in (("points", 40), ("golden", 153), ("refuted", 142))
    }
    asked = {
        "vamos": named_matroid("matroid:vamos"),
        "non-pappus": named_matroid("matroid:non-pappus"),
        "five-points": Chirotope.from_text("+++++-++++", 5, 3),
        "rank-0": Chirotope(2, 0, [1]),
        "rank-1": Chirotope(3, 1, [1, 0, -1]),
        "loop": Chirotope(3, 2, [1, 0, 0]),
    }
    for name, chi in asked.items():
        certificate = realize(chi)[1]
        assert certificate is not None
        found[name] = certificate
    half = allowable_sequences(5)[54]
    for name, start in (("slopes", 0), ("slopes-turned", 2)):
        slopes = refutation(half, (1, 0), start=start)
        assert slopes is not None
        found[name] = slopes.certificate(half)
    return found


def _rows(value: Value) -> list[Any]:
    return value["evidence"]["rows"] if isinstance(value["evidence"], dict) else value["evidence"]


def _terms(value: Value) -> list[Any]:
    terms: list[Any] = value["evidence"]["terms"]
    return terms


def _flip(value: Value) -> None:
    value["signs"] = ("-" if value["signs"][0] == "+" else "+") + value["signs"][1:]


REJECT: dict[str, tuple[str, Edit]] = {
    "refuted-signs-of-points": ("vamos", lambda c: c.update(signs="+" * len(c["signs"]))),
    "refuted-another-sign": ("rankings-refuted", _flip),
    "refuted-by-nothing": ("vamos", lambda c: c.update(evidence=[])),
    "refuted-one-less": ("vamos", lambda c: c["evidence"].pop()),
    "refuted-another-weight": ("vamos", lambda c: c["evidence"][0].__setitem__(-1, 7)),
    "refuted-negative-weights": (
        "vamos",
        lambda c: [row.__setitem__(-1, -row[-1]) for row in c["evidence"]],
    ),
    "refuted-zero-weights": ("vamos", lambda c: [row.__setitem__(-1, 0) for row in c["evidence"]]),
    "refuted-element-twice": (
        "vamos",
        lambda c: c["evidence"][0].__setitem__(0, c["evidence"][0][1]),
    ),
    "refuted-element-unknown": ("vamos", lambda c: c["evidence"][0].__setitem__(0, 8)),
    "refuted-turned-around": (
        "vamos",
        lambda c: [
            row.__setitem__(slice(2, 6), [row[2], row[4], row[3], row[5]]) for row in c["evidence"]
        ],
    ),
    "refuted-only-zeros": ("vamos", lambda c: c.update(signs="0" * len(c["signs"]))),
    "refuted-too-few-signs": ("vamos", lambda c: c.update(signs=c["signs"][1:])),
    "slopes-another-sign": (  # of points 1, 2 and direction a
        "slopes",
        lambda c: c.update(signs=c["signs"][:3] + "+-"[c["signs"][3] == "+"] + c["signs"][4:]),
    ),
    "slopes-by-nothing": ("slopes", lambda c: _terms(c).clear()),
    "slopes-one-less": ("slopes", lambda c: _terms(c).pop()),
    "slopes-another-factor": ("slopes", lambda c: _terms(c)[0].__setitem__(0, 2)),
    "slopes-another-step": ("slopes", lambda c: _terms(c)[0].__setitem__(4, [0])),
    "slopes-a-step-of-slopes": ("slopes", lambda c: _terms(c)[0].__setitem__(5, [0])),
    "slopes-zero-factors": ("slopes", lambda c: [term.__setitem__(0, 0) for term in _terms(c)]),
    "slopes-negative": ("slopes", lambda c: [term.__setitem__(0, -term[0]) for term in _terms(c)]),
    "slopes-places-turned": ("slopes", lambda c: _terms(c)[0].__setitem__(slice(1, 4), [3, 1, 0])),
    "slopes-place-unknown": ("slopes", lambda c: _terms(c)[0].__setitem__(3, 5)),
    "slopes-step-unknown": ("slopes", lambda c: _terms(c)[0].__setitem__(4, [4])),
    "slopes-not-turned": ("slopes-turned", lambda c: c["evidence"].update(turned=[])),
    "slopes-all-turned": ("slopes-turned", lambda c: c["evidence"].update(turned=list(range(10)))),
    "slopes-points-exchanged": ("slopes", lambda c: c["evidence"].update(points=[1, 0, 2, 3, 4])),
    "slopes-point-twice": ("slopes", lambda c: c["evidence"].update(points=[0, 1, 2, 3, 3])),
    "slopes-point-a-direction": ("slopes", lambda c: c["evidence"].update(points=[0, 1, 2, 3, 5])),
    "slopes-direction-missing": ("slopes", lambda c: c["evidence"]["directions"].pop()),
    "slopes-one-direction": (
        "slopes",
        lambda c: c["evidence"].update(points=[0, 1], directions=[5]),
    ),
    "slopes-directions-a-point": (
        "slopes",
        lambda c: c["evidence"].update(points=[0], directions=[1, 2, 3]),
    ),
    "points-another-sign": ("five-points", _flip),
    "points-one-moved": ("rankings-points", lambda c: c["evidence"][0].__setitem__(1, 1000)),
    "points-all-zero": ("five-points", lambda c: c.update(evidence=[[0, 0, 0]] * 5)),
    "root-another-sign": ("rankings-golden", _flip),
    "root-not-in-the-interval": (
        "rankings-golden",
        lambda c: c["evidence"].update(interval=[1, 2, 1]),
    ),
    "root-the-other-one": ("rankings-golden", lambda c: c["evidence"].update(interval=[-2, 0, 1])),
    "root-two-in-the-interval": (
        "rankings-golden",
        lambda c: c["evidence"].update(interval=[-2, 1, 1]),
    ),
    "root-interval-turned": ("rankings-golden", lambda c: c["evidence"].update(interval=[1, 0, 1])),
    "root-denominator-negative": (
        "rankings-golden",
        lambda c: c["evidence"].update(interval=[0, 1, -1]),
    ),
    "root-leading-coefficient": (
        "rankings-golden",
        lambda c: c["evidence"].update(polynomial=[-1, 1, 2]),
    ),
    "root-of-another-field": (
        "rankings-golden",
        lambda c: c["evidence"].update(polynomial=[-2, 0, 1], interval=[1, 2, 1]),
    ),
    "root-a-fraction": (
        "rankings-golden",
        lambda c: c["evidence"].update(polynomial=[-1, 2], interval=[0, 1, 1]),
    ),
    "root-coefficient": ("rankings-golden", lambda c: _rows(c)[4].__setitem__(1, [0, -2])),
}
MALFORMED: dict[str, tuple[str, Edit]] = {
    "float-weight": ("vamos", lambda c: c["evidence"][0].__setitem__(-1, 1.0)),
    "true-weight": ("vamos", lambda c: c["evidence"][0].__setitem__(-1, True)),
    "short-comparison": ("vamos", lambda c: c["evidence"][0].pop()),
    "negative-rank": ("vamos", lambda c: c.update(rank=-1)),
    "rank-too-large": ("vamos", lambda c: c.update(rank=9)),
    "letters": ("vamos", lambda c: c.update(signs="x" * len(c["signs"]))),
    "other-answer": ("vamos", lambda c: c.update(realizable=True)),
    "answer-a-number": ("vamos", lambda c: c.update(realizable=0)),
    "no-evidence": ("vamos", lambda c: c.update(evidence=None)),
    "version": ("vamos", lambda c: c.update(version=2)),
    "version-true": ("vamos", lambda c: c.update(version=True)),
    "no-end": ("vamos", lambda c: c.update(end="")),
    "further-key": ("vamos", lambda c: c.update(more=1)),
    "slopes-without-points": ("slopes", lambda c: c["evidence"].pop("points")),
    "slopes-points-none": ("slopes", lambda c: c["evidence"].update(points=None)),
    "slopes-terms-none": ("slopes", lambda c: c["evidence"].update(terms=None)),
    "slopes-short-term": ("slopes", lambda c: _terms(c)[0].pop()),
    "slopes-float-factor": ("slopes", lambda c: _terms(c)[0].__setitem__(0, -1.0)),
    "slopes-true-place": ("slopes", lambda c: _terms(c)[0].__setitem__(1, False)),
    "slopes-steps-a-number": ("slopes", lambda c: _terms(c)[0].__setitem__(4, 1)),
    "row-missing": ("five-points", lambda c: c["evidence"].pop()),
    "row-short": ("five-points", lambda c: c["evidence"][0].pop()),
    "row-of-floats": ("five-points", lambda c: c["evidence"].__setitem__(0, [1.0, 0.0, 0.0])),
    "polynomials-without-root": ("rankings-golden", lambda c: c.update(evidence=_rows(c))),
    "root-without-rows": ("rankings-golden", lambda c: c["evidence"].pop("rows")),
    "root-of-floats": ("rankings-golden", lambda c: c["evidence"].update(polynomial=[-1.0, 1, 1])),
    "root-of-a-constant": ("rankings-golden", lambda c: c["evidence"].update(polynomial=[1])),
    "root-half-an-interval": ("rankings-golden", lambda c: c["evidence"].update(interval=[0, 1])),
    "coefficients-none": ("rankings-golden", lambda c: _rows(c)[4].__setitem__(1, [])),
    "coefficient-float": ("rankings-golden", lambda c: _rows(c)[4].__setitem__(1, [0, -1.0])),
}
# texts that no value has
REPEATED = {
    "repeated-version": ("five-points", '"version": 1,', '"version": 1, "version": 1,'),
    "repeated-answer": ("vamos", '"realizable": false', '"realizable": true, "realizable": false'),
    "repeated-points": ("slopes", '{"points"', '{"points": [], "points"'),
}


def main() -> None:
    texts = {name: certificate.to_text() for name, certificate in certificates().items()}
    made = {f"accept/{name}": text for name, text in texts.items()}
    for folder, edits in (("reject", REJECT), ("malformed", MALFORMED)):
        for name, (source, edit) in edits.items():
            value = json.loads(texts[source])
            edit(value)
            made[f"{folder}/{name}"] = json.dumps(value) + "\n"
    for name, (source, old, new) in REPEATED.items():
        assert old in texts[source]
        made[f"malformed/{name}"] = texts[source].replace(old, new)
    for place, text in made.items():
        path = HERE / f"{place}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
