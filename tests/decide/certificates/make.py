"""Make the certificate files of this folder: ``python -m tests.decide.certificates.make`` from the
root of the repository.

``accept/`` holds certificates as the engine writes them; a file ``NAME.configuration.json`` beside
one is given to the checker as the second file. ``reject/`` holds attacks, each named by what is
wrong with it: complete files, hashes recomputed where an attacker would do so. ``malformed/`` holds
files that are no certificates. The files are kept: a later checker must still judge them alike.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from arrangements import Configuration, Inputs, best_rank, confidence, load
from arrangements.decide.answers import (
    decide_argmax,
    decide_ranking,
    decide_signs,
    decide_tie,
    decide_top,
    decide_top_set,
)
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pair, certify_pattern
from arrangements.proof.certificates import Certificate
from tests.decide.certificates.views import proof, rehashed, text, view

HERE = Path(__file__).parent


def accepted() -> dict[str, Certificate]:
    a, b = load("paper/H.1-A"), load("paper/H.1-B")
    first, second = load("paper/5.5-model-1"), load("paper/5.5-model-2")
    plane = Configuration(
        [[2, 0], [1, 2], ["-1/3", "0.7"], [-2, -1], [0, -3], [0, 0]], labels=list("abcdef")
    )
    cubic = Configuration(
        [["root(x^3-x-1, 1, 2)", 1], [1, "root(x^3-x-1, 1, 2)^2"], [-1, -1], [1, "-1/2"]]
    )
    equal = Configuration([[1, 2], [1, 2], [0, 0]])
    c3 = load("paper/C.3")
    animals = Configuration(
        [[2, 0], [0, 2], [-2, -1], ["1/2", "1/2"]], ["cat", "dog", "fox", "emu"], bias=[0, 0, 0, -1]
    )
    relu, mixture = Inputs.nonnegative(2), Inputs.simplex(2)
    none, point = Inputs(2, [[-1, 1, 0], [0, -1, 0]]), Inputs(2, (), [[-1, 1, 0], [-1, 0, 1]])  # type: ignore[arg-type]
    rooted = Configuration([["sqrt(2)", 1], [1, "sqrt(2)"]], ["a", "b"], bias=[0, "sqrt(2)"])
    nine = Configuration(
        [[10, 0], [6, 8], [-2, 10], [-9, 4], [-9, -4], [-2, -10], [6, -8], [0, 0], [0, 0]]
    )
    return {
        "best-rank": best_rank(nine, "8").certificate,
        "best-rank-by-order": best_rank(nine, "8", ties="first").certificate,
        "best-rank-bracket": best_rank(nine, "8", programs=0).certificate,
        "best-rank-first": best_rank(plane, "a").certificate,
        "best-rank-one-label": best_rank(Configuration([[7]]), "1").certificate,
        "best-rank-field": best_rank(second, "3").certificate,
        "best-rank-layer": best_rank(animals, "fox", inputs=relu).certificate,
        "layer-argmax-yes": decide_argmax(animals, "cat", inputs=relu)[1],
        "layer-argmax-no": decide_argmax(animals, "fox", inputs=relu)[1],
        "layer-bias-alone": decide_argmax(animals, "emu")[1],
        "layer-equations": decide_ranking(animals, "dog>cat>emu", inputs=mixture)[1],
        "layer-equations-no": decide_ranking(animals, "emu>cat>dog", inputs=mixture)[1],
        "layer-tie-on-the-border": decide_tie(
            Configuration([[1, 0], [0, 0]]), "1,2", inputs=Inputs.nonnegative(2)
        )[1],
        "layer-no-input": decide_signs(animals, "????", inputs=none)[1],
        "layer-one-input": decide_signs(animals, "++-0", inputs=point)[1],
        "layer-field": decide_argmax(rooted, "a", inputs=Inputs.box([0, "sqrt(2)"], [None, None]))[
            1
        ],
        "layer-signs": certify_pattern(animals, "sign pattern", inputs=relu),
        "layer-rankings": certify_pattern(animals, "ranking pattern", inputs=mixture),
        "layer-covectors": certify_pattern(
            animals.restricted_to(["cat", "fox", "emu"]), "covectors", inputs=relu
        ),
        "layer-weak-rankings": certify_pattern(
            animals.restricted_to(["cat", "fox", "emu"]), "weak rankings", inputs=relu
        ),
        "layer-no-covectors": certify_pattern(animals, "covectors", inputs=none),
        "covectors": certify_pattern(
            Configuration([[1, 0], [0, 1], [1, 1], [2, 2], [0, 0]]), "covectors"
        ),
        "weak-rankings": certify_pattern(plane.restricted_to(["a", "b", "f"]), "weak rankings"),
        "field-covectors": certify_pattern(rooted.restricted_to(["a"]), "covectors"),
        "equal-rows-weak-rankings": certify_pattern(equal, "weak rankings"),
        "no-rows-weak-rankings": certify_pattern(Configuration([], dimension=1), "weak rankings"),
        "weak-ranking": decide_ranking(plane, "a=b>c")[1],
        "weak-ranking-no": decide_ranking(plane, "a=b=c>d")[1],
        "layer-no-signs": certify_pattern(animals, "sign pattern", inputs=none),
        "5.5-model-1-argmax-3": decide_argmax(first, "3")[1],
        "5.5-model-2-argmax-3": decide_argmax(second, "3")[1],
        "5.5-model-2-rankings": certify_pattern(second, "ranking pattern"),
        "5.5-pair-cosines-argmax": certify_pair(first, second, "cosines", "top of 1"),
        "5.5-pair-patterns": certify_pair(first, second, "sign pattern", "ranking pattern"),
        "H.1-A-14352": decide_ranking(a, "1>4>3>5>2")[1],
        "H.1-A-25341": decide_ranking(a, "2>5>3>4>1")[1],
        "H.1-A-41325": decide_ranking(a, "4>1>3>2>5")[1],
        "H.1-B-14352": decide_ranking(b, "1>4>3>5>2")[1],
        "H.1-B-41325": decide_ranking(b, "4>1>3>2>5")[1],
        "H.1-B-52314": decide_ranking(b, "5>2>3>1>4")[1],
        "H.1-A-signs": certify_pattern(a, "sign pattern"),
        "H.1-A-rankings": certify_pattern(a, "ranking pattern"),
        "H.1-pair-chirotope": certify_pair(a, b, "chirotope", "ranking pattern"),
        "H.1-pair-argmax": certify_pair(a, b, "top of 1", "difference chirotope"),
        "C.3-signs": certify_pattern(c3, "sign pattern"),
        "C.3-tie-yes": decide_tie(c3, "0,1")[1],
        "C.3-tie-no": decide_tie(c3, "1,3")[1],
        "cubic-yes": decide_signs(cubic, "+-+?")[1],
        "cubic-no": decide_signs(cubic, "+++?")[1],
        "cubic-boundary-yes": decide_signs(cubic, "0?+?")[1],
        "cubic-boundary-no": decide_signs(cubic, "0?+-")[1],
        "partial-signs-yes": decide_signs(plane, "+?0-??")[1],
        "partial-signs-no": decide_signs(plane, "0+-+??")[1],
        "partial-ranking": decide_ranking(plane, "c>f>a")[1],
        "interior-label": decide_argmax(plane, "f")[1],
        "top-2": decide_top(plane, "b>a")[1],
        "top-2-no": decide_top(plane, "b>d")[1],
        "top-set-2": decide_top_set(plane, "a,b")[1],
        "top-set-2-no": decide_top_set(plane, "b,e")[1],
        "tie": decide_tie(plane, "a,b")[1],
        "tie-no": decide_tie(plane, "a,d")[1],
        "equal-rows": decide_ranking(equal, "1>2")[1],
        "equal-rows-tie": decide_tie(equal, "1,2")[1],
        "equal-rows-no-rankings": certify_pattern(equal, "ranking pattern"),
        "zero-row": decide_signs(equal, "++-")[1],
        "zero-row-no-signs": certify_pattern(equal, "sign pattern"),
        "no-rows": decide_signs(Configuration([], dimension=2), "")[1],
        "no-rows-signs": certify_pattern(Configuration([], dimension=2), "sign pattern"),
        "no-columns": decide_signs(Configuration([[], []], dimension=0), "?+")[1],
        "one-label": certify_pattern(Configuration([[7]]), "ranking pattern"),
        "floats": decide_ranking(a.as_floats(), "4>1>3>2>5")[1],
        "distances-not-signs": certify_pair(
            Configuration([[1], [2], [3]]),
            Configuration([["-3/2"], ["-1/2"], ["1/2"]]),
            "difference norms",
            "sign pattern",
        ),
        "whitened-gram-not-cosines": certify_pair(
            Configuration([[0, 1], [1, 0], [2, 2], ["sqrt(2)", 1]]),
            Configuration([[1, 3], [2, 1], [3, 5], ["1+sqrt(2)", 3]]),
            "whitened gram",
            "difference cosines",
        ),
        "whitened-cosines-not-rankings": certify_pair(
            Configuration([[-1], [1], [2]]),
            Configuration([[-1], [2], [1]]),
            "whitened cosines",
            "ranking pattern",
        ),
        "gram-not-rows": certify_pair(
            Configuration([[1, 0], [0, 1]]), Configuration([[0, 1], [1, 0]]), "gram", "rows"
        ),
        "norms-not-gram": certify_pair(
            Configuration([[1, 0], [0, 1]]), Configuration([[1, 0], [1, 0]]), "norms", "gram"
        ),
        "whitened-flat": certify_pair(
            Configuration([[1, 2], [2, 4], [4, 8]]),
            Configuration([[0, 1], [0, 2], [0, 4]]),
            "whitened gram",
            "norms",
        ),
        "confidence": confidence(animals, "emu", inputs=Inputs.ball(2, 2)).certificate,
        "confidence-cold": confidence(
            animals, "cat", inputs=Inputs.ball(1, 2), temperature="1/8"
        ).certificate,
        "confidence-nonnegative": confidence(
            animals, "fox", inputs=Inputs.ball(2, 2) & relu
        ).certificate,
        "confidence-norm": confidence(
            animals, "dog", inputs=Inputs.layernorm([1, 2], [0, "1/2"])
        ).certificate,
        "confidence-point": confidence(animals, "dog", inputs=Inputs.ball(0, 2)).certificate,
        "regions-not-signs": certify_pair(
            Configuration([[1], [2]]), Configuration([[1], [-2]]), "regions", "sign pattern"
        ),
    }


Edit = Callable[[dict[str, Any]], Any]


def edited(name: str, edit: Edit, rehash: bool = True) -> str:
    """An accepted file with a change to its view, its hashes made right again."""
    value = view(json.loads((HERE / "accept" / f"{name}.json").read_text(encoding="utf-8")))
    edit(value)
    return text(proof(value, rehash))


def changed(name: str, edit: Edit, rehash: bool = True) -> str:
    """An accepted file with a change to its JSON value, its hashes made right again."""
    value = json.loads((HERE / "accept" / f"{name}.json").read_text(encoding="utf-8"))
    edit(value)
    return text(rehashed(value) if rehash else value)


def put(*path: Any, to: Any) -> Edit:
    def edit(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = to

    return edit


FREE = {"inequalities": [], "equations": [], "ball": None}


def recomputed(name: str, *steps: tuple[str, bool]) -> str:
    """A pair with these steps instead of its own, and what they would show as its claim."""
    (same, _), (differ, _) = steps

    def edit(value: Any) -> None:
        asked = value["claims"][0]["question"]
        asked["same"], asked["differ"] = same, differ
        value["steps"] = [
            {"rule": "recompute", "invariant": one, "same": alike} for one, alike in steps
        ]

    return changed(name, edit)


def pair_of(first: list[list[str]], second: list[list[str]], same: str, differ: str) -> str:
    """A pair of these rows that claims to have something in common, and something else not."""

    def edit(value: Any) -> None:
        for problem, rows in zip(value["problems"], (first, second), strict=True):
            problem["configuration"].update(dimension=len(rows[0]), rows=rows)
        asked = value["claims"][0]["question"]
        asked["same"], asked["differ"] = same, differ
        value["steps"] = [
            {"rule": "recompute", "invariant": one, "same": alike}
            for one, alike in ((same, True), (differ, False))
        ]

    return changed("gram-not-rows", edit)


def false_confidences() -> dict[str, str]:
    """One for each demand on a confidence."""

    def between(name: str, end: int, value: str) -> Edit:
        return put("answer", name, end, to=value)

    margin, probability = ("evidence", "margin"), ("evidence", "probability")
    return {
        "confidence-margin-larger": edited("confidence", between("margin", 0, "2")),
        "confidence-margin-smaller": edited("confidence", between("margin", 1, "-2")),
        "confidence-less-probable": edited("confidence", between("probability", 1, "1/100")),
        "confidence-more-probable": edited("confidence", between("probability", 0, "1/2")),
        "confidence-impossible": edited("confidence", between("probability", 1, "0")),
        "confidence-point-outside": edited("confidence", put(*margin, "witness", to=["9", "9"])),
        "confidence-other-point-outside": edited(
            "confidence", put(*probability, "witness", to=["9", "9"])
        ),
        "confidence-negative-weight": edited(
            "confidence", put(*margin, "refutation", to=[[0, "-1"], [1, "2"]])
        ),
        "confidence-no-weight": edited("confidence", put(*margin, "refutation", to=[])),
        "confidence-weights-of-inputs-alone": edited(
            "confidence-nonnegative", put(*margin, "refutation", to=[[3, "1"]])
        ),
        "confidence-hotter": edited("confidence-cold", put("question", "temperature", to="8")),
        "confidence-of-another-label": edited("confidence", put("question", "label", to="cat")),
    }


def rejected() -> dict[str, str]:
    witness, weights, members = (
        ("evidence", "witness"),
        ("evidence", "refutation"),
        ("evidence", "members"),
    )

    def other_evidence(value: Any) -> None:
        other = (HERE / "accept" / "H.1-A-14352.json").read_text(encoding="utf-8")
        value["evidence"] = view(json.loads(other))["evidence"]

    nearly = str(Fraction((16 + 28 * 2**0.5) / 41).limit_denominator(10**6))

    def opposite(value: Any) -> None:
        signs, point = value["evidence"]["members"][0]
        turned = ["".join("+-"[s == "+"] for s in signs), [str(-Fraction(c)) for c in point]]
        value["evidence"]["members"][1] = turned

    strict, condition = ("configurations", 0, "bias"), ("inputs", 0, "inequalities")
    above, groups = ("evidence", "above"), ("evidence", "refutations")

    def claimed(least: int) -> Edit:
        return put("answer", 0, to=least)

    return {
        "best-rank-better-than-refuted": edited(
            "best-rank", lambda v: v["answer"].__setitem__(1, 2)
        ),
        "best-rank-worse-than-shown": edited("best-rank", put("answer", to=[6, 6])),
        "best-rank-least-not-proved": edited("best-rank-bracket", put("answer", 0, to=5)),
        "best-rank-least-zero": edited("best-rank-one-label", claimed(0)),
        "best-rank-least-above-most": edited("best-rank-first", claimed(2)),
        "best-rank-refutation-missing": edited(
            "best-rank", lambda v: v["evidence"]["refutations"].pop()
        ),
        "best-rank-refutation-twice-for-another": edited(
            "best-rank-layer",
            lambda v: put(*groups, 1, to=v["evidence"]["refutations"][0])(v),
        ),
        "best-rank-of-another-label": edited("best-rank-layer", put("question", "label", to="dog")),
        "best-rank-by-another-rule": edited(
            "best-rank-by-order", put("question", "ties", to="strict")
        ),
        "best-rank-label-above-itself": edited("best-rank-first", put(*above, to=["a"])),
        "best-rank-above-left-out": edited("best-rank", lambda v: v["evidence"]["above"].pop()),
        "best-rank-above-but-below": edited(
            "best-rank-first", lambda v: (put(*above, to=["b"])(v), put("answer", 1, to=2)(v))
        ),
        "best-rank-refuted-by-itself": edited("best-rank-layer", put(*groups, 0, 0, to=["fox"])),
        "best-rank-refutation-of-others": edited("best-rank-layer", put(*groups, 0, 0, to=["emu"])),
        "best-rank-refutation-of-no-labels": edited(
            "best-rank-layer", put(*groups, 0, to=[[], [[0, "1"], [1, "1"]]])
        ),
        "best-rank-witness-is-no-input": edited("best-rank-layer", put(*witness, to=["-1", "0"])),
        "layer-witness-is-no-input": edited("layer-argmax-yes", put(*witness, to=["1", "-1/100"])),
        "layer-witness-off-an-equation": edited(
            "layer-equations", put(*witness, to=["2/5", "7/10"])
        ),
        "layer-witness-too-long": edited("layer-argmax-yes", put(*witness, to=["1", "0", "1"])),
        "layer-offset-changed": edited("layer-bias-alone", put(*strict, 3, to="2")),
        "layer-offsets-left-out": edited(
            "layer-bias-alone", lambda v: v["configurations"][0].pop("bias")
        ),
        "layer-inequality-left-out": edited(
            "layer-argmax-no", lambda v: v["inputs"][0]["inequalities"].pop()
        ),
        "layer-inequality-turned": edited(
            "layer-argmax-no", put(*condition, 0, to=["0", "-1", "0"])
        ),
        "layer-inequality-moved": edited("layer-argmax-no", put(*condition, 0, to=["5", "1", "0"])),
        "layer-inputs-left-out": edited("layer-argmax-no", put("inputs", 0, to=None)),
        "layer-negative-weight-of-an-inequality": edited(
            "layer-argmax-no",
            lambda v: put(*weights, 1, 1, to="-" + v["evidence"]["refutation"][1][1])(v),
        ),
        "layer-refutation-of-inequalities-alone": edited(
            "layer-argmax-no", put(*weights, to=[[3, "1"], [4, "1"]])
        ),
        "layer-refutation-without-the-constant": edited(
            "layer-bias-alone", lambda v: v["evidence"]["refutation"].pop()
        ),
        "layer-negative-constant": edited(
            "layer-bias-alone",
            lambda v: put(*weights, -1, 1, to="-" + v["evidence"]["refutation"][-1][1])(v),
        ),
        "weak-ranking-of-a-tie": edited(
            "weak-ranking", put("question", "groups", to=[["a"], ["b"], ["c"]])
        ),
        "covectors-member-missing-and-counted": edited(
            "covectors",
            lambda v: (v["evidence"]["members"].pop(), put("answer", to=v["answer"] - 1)(v)),
        ),
        "topes-as-covectors": edited("H.1-A-signs", put("question", "kind", to="covectors")),
        "covectors-twice": edited(
            "covectors", lambda v: v["evidence"]["members"].append(v["evidence"]["members"][0])
        ),
        "weak-rankings-tie-missing": edited(
            "weak-rankings", lambda v: v["evidence"]["members"].pop(0)
        ),
        "layer-covectors-exclusion-missing": edited(
            "layer-covectors", lambda v: v["evidence"]["excluded"].pop()
        ),
        "layer-weak-rankings-member-missing": edited(
            "layer-weak-rankings",
            lambda v: (v["evidence"]["members"].pop(), put("answer", to=v["answer"] - 1)(v)),
        ),
        "layer-pattern-member-missing": edited(
            "layer-signs", lambda v: v["evidence"]["members"].pop()
        ),
        "layer-pattern-member-missing-and-counted": edited(
            "layer-signs",
            lambda v: (v["evidence"]["members"].pop(), put("answer", to=v["answer"] - 1)(v)),
        ),
        "layer-pattern-exclusion-missing": edited(
            "layer-rankings", lambda v: v["evidence"]["excluded"].pop()
        ),
        "layer-pattern-exclusion-of-everything": edited(
            "layer-signs", lambda v: v["evidence"]["excluded"].append(["", [[0, "1"]]])
        ),
        "layer-pattern-exclusion-unproved": edited(
            "layer-signs", put("evidence", "excluded", 0, 1, to=[[4, "1"]])
        ),
        "layer-pattern-member-incomplete-order": edited(
            "layer-rankings", put("evidence", "excluded", 0, 0, to=["emu", "dog"])
        ),
        "witness-zero": edited("top-2", put(*witness, to=["0", "0"])),
        "witness-opposite": edited(
            "top-2", lambda v: put(*witness, to=["-" + c for c in v["evidence"]["witness"]])(v)
        ),
        "witness-on-the-boundary": edited("top-2", put(*witness, to=["1", "1/2"])),
        "witness-off-the-tie": edited("tie", put(*witness, to=["2001", "1000"])),
        "witness-too-short": edited("top-2", put(*witness, to=["1"])),
        "witness-too-long": edited("top-2", put(*witness, to=["1", "2", "0"])),
        "witness-nearly-on-the-boundary-of-a-field": edited(
            "cubic-boundary-yes",
            put(*witness, to=[["-1", "0", "0"], ["1324717957/1000000000", "0", "0"]]),
        ),
        "refutation-empty": edited("interior-label", put(*weights, to=[])),
        "refutation-negative": edited(
            "interior-label",
            lambda v: put(*weights, 0, 1, to="-" + v["evidence"]["refutation"][0][1])(v),
        ),
        "refutation-all-negative": edited(
            "interior-label",
            lambda v: put(*weights, to=[[k, "-" + w] for k, w in v["evidence"]["refutation"]])(v),
        ),
        "refutation-zero-weight": edited("equal-rows", put(*weights, to=[[0, "0"]])),
        "refutation-does-not-vanish": edited(
            "interior-label", lambda v: v["evidence"]["refutation"].pop()
        ),
        "refutation-of-a-condition-that-is-not-there": edited(
            "interior-label", put(*weights, 0, 0, to=99)
        ),
        "refutation-with-a-place-from-the-end": edited("equal-rows", put(*weights, to=[[-1, "1"]])),
        "refutation-out-of-order": edited(
            "interior-label", lambda v: v["evidence"]["refutation"].reverse()
        ),
        "refutation-twice-the-same-condition": edited(
            "equal-rows", put(*weights, to=[[0, "1"], [0, "1"]])
        ),
        "refutation-with-a-free-row": edited("no-columns", put(*weights, to=[[0, "1"], [1, "1"]])),
        "refutation-of-equalities-alone": edited(
            "equal-rows-tie",
            lambda v: (
                put("answer", to=False)(v),
                put("evidence", to={"refutation": [[0, "1"]]})(v),
            ),
        ),
        "refutation-of-another-instance": edited("H.1-A-25341", other_evidence),
        "refutation-nearly-vanishes-in-a-field": edited(
            "5.5-model-2-argmax-3", put(*weights, 1, 1, to=[nearly, "0"])
        ),
        "hash-of-another": edited(
            "H.1-A-25341",
            put("hashes", to=["f3482bd1a2370000000000000000000000000000000000000000000000000000"]),
            rehash=False,
        ),
        "hash-missing": changed("H.1-A-25341", put("problems", 0, "hash", to=""), rehash=False),
        "covectors-as-topes": edited("covectors", put("question", "kind", to="sign pattern")),
        "covectors-member-with-a-question-mark": edited(
            "covectors", put("evidence", "members", 0, 0, to="???++")
        ),
        "answer-turned": changed("top-2", put("claims", 0, "answer", to=False)),
        "claim-of-no-step": changed("top-2", put("steps", to=[])),
        "step-twice": changed("top-2", lambda v: v["steps"].append(v["steps"][0])),
        "pair-answers-swapped": changed(
            "5.5-pair-cosines-argmax", put("claims", 0, "answer", to=[False, True])
        ),
        "configuration-changed": edited(
            "H.1-A-25341", put("configurations", 0, "rows", 0, 1, to="-3/5"), rehash=False
        ),
        "configuration-changed-and-hashed": edited(
            "H.1-A-25341", put("configurations", 0, "rows", 2, 1, to="7/20")
        ),
        "field-with-two-roots": edited(
            "5.5-model-1-argmax-3", put("configurations", 0, "field", "interval", to=["-2", "2"])
        ),
        "field-without-root": edited(
            "5.5-model-1-argmax-3", put("configurations", 0, "field", "interval", to=["2", "3"])
        ),
        "field-of-another-number": edited(
            "cubic-no", put("configurations", 0, "field", "polynomial", to=["-2", "0", "0", "1"])
        ),
        "field-interval-reversed": edited(
            "5.5-model-1-argmax-3", put("configurations", 0, "field", "interval", to=["2", "1"])
        ),
        "field-not-plainly-monotone": edited(
            "5.5-model-1-argmax-3",
            put("configurations", 0, "field", "interval", to=["-1/100", "2"]),
        ),
        "pattern-member-missing": edited("H.1-A-signs", lambda v: v["evidence"]["members"].pop()),
        "pattern-member-missing-and-counted": edited(
            "H.1-A-signs", lambda v: (v["evidence"]["members"].pop(), put("answer", to=18)(v))
        ),
        "pattern-member-twice": edited(
            "H.1-A-signs", lambda v: put(*members, 1, to=v["evidence"]["members"][0])(v)
        ),
        "pattern-opposite-listed": edited("H.1-A-signs", opposite),
        "pattern-witness-of-another-member": edited(
            "H.1-A-rankings", lambda v: put(*members, 0, 1, to=v["evidence"]["members"][1][1])(v)
        ),
        "pattern-member-renamed": edited("H.1-A-signs", put(*members, 0, 0, to="+-+-+")),
        "pattern-answer-wrong": edited("H.1-A-rankings", put("answer", to=16)),
        "pattern-of-nothing": edited(
            "H.1-A-rankings", lambda v: (put("answer", to=0)(v), put(*members, to=[])(v))
        ),
        "pair-not-the-same": edited("5.5-pair-cosines-argmax", put("question", "same", to="gram")),
        "pair-same-twice": changed(
            "5.5-pair-cosines-argmax", lambda v: v["steps"].append(v["steps"][0])
        ),
        "pair-twice-the-same-configuration": edited(
            "5.5-pair-cosines-argmax",
            lambda v: put("configurations", 0, to=v["configurations"][1])(v),
        ),
        "pair-answers-alike": edited(
            "5.5-pair-cosines-argmax",
            lambda v: (
                put("answer", to=[False, False])(v),
                put("evidence", "differ", 0, to=v["evidence"]["differ"][1])(v),
            ),
        ),
        "pair-whitened-not-the-same": edited(
            "whitened-cosines-not-rankings", put("question", "same", to="whitened gram")
        ),
        "pair-differs-in-nothing": edited(
            "H.1-pair-argmax", put("question", "differ", to="chirotope")
        ),
        "pair-patterns-incomplete": edited(
            "5.5-pair-patterns",
            lambda v: (
                *(v["evidence"]["same"][k]["members"].pop() for k in (1, 2)),
                put("evidence", "same", 0, to=6)(v),
            ),
        ),
        "pair-questions-incomplete": edited(
            "H.1-pair-argmax", lambda v: v["evidence"]["same"].pop()
        ),
        **false_confidences(),
        "pair-rows-that-differ": recomputed("gram-not-rows", ("rows", True), ("chirotope", False)),
        "pair-gram-of-equal-norms": recomputed("norms-not-gram", ("gram", True), ("rows", False)),
        "pair-norms-that-differ": changed(
            "norms-not-gram",
            lambda v: (
                put("problems", 1, "configuration", "rows", 1, to=["2", "0"])(v),
                put("claims", 0, "question", "same", to="norms")(v),
            ),
        ),
        "pair-cosines-of-other-squares": pair_of(
            [["1", "0"], ["1", "1"]], [["1", "0"], ["1", "2"]], "cosines", "rows"
        ),
        "pair-cosines-of-other-signs": pair_of(
            [["1", "0"], ["1", "1"]], [["1", "0"], ["-1", "1"]], "cosines", "rows"
        ),
        "pair-cosines-of-no-direction": pair_of([["0"], ["1"]], [["0"], ["2"]], "cosines", "rows"),
        "pair-rows-of-other-dimension": pair_of(
            [["1"], ["2"]], [["1", "0"], ["2", "0"]], "rows", "chirotope"
        ),
        "pair-of-other-inputs": changed(
            "gram-not-rows",
            lambda v: put("problems", 0, "inputs", to=FREE)(v),
        ),
        "another-configuration-given": (HERE / "accept" / "top-2.json").read_text("utf-8"),
        "pair-cosines-of-a-zero-row": edited(
            "5.5-pair-cosines-argmax",
            lambda v: [put("configurations", k, "rows", 0, to=[["0", "0"]] * 2)(v) for k in (0, 1)],
        ),
    }


def malformed() -> dict[str, bytes]:
    text = (HERE / "accept" / "top-2.json").read_text(encoding="utf-8")
    field = (HERE / "accept" / "5.5-model-1-argmax-3.json").read_text(encoding="utf-8")

    def swapped(old: str, new: str, source: str = text) -> bytes:
        assert source.count(old) >= 1, old
        return source.replace(old, new, 1).encode()

    layer = (HERE / "accept" / "layer-argmax-no.json").read_text(encoding="utf-8")
    return {
        "version-0": swapped('"version": 1', '"version": 0', layer),
        "best-rank-without-ties": changed(
            "best-rank", lambda v: v["claims"][0]["question"].pop("ties")
        ).encode(),
        "best-rank-unknown-ties": edited("best-rank", put("question", "ties", to="last")).encode(),
        "best-rank-one-number": edited("best-rank", put("answer", to=4)).encode(),
        "best-rank-true-for-one": edited("best-rank-first", put("answer", to=[True, 1])).encode(),
        "best-rank-unknown-label": edited("best-rank", put("question", "label", to="x")).encode(),
        "best-rank-above-twice": edited(
            "best-rank", put("evidence", "above", to=["1", "1"])
        ).encode(),
        "best-rank-refutation-no-pair": changed(
            "best-rank", put("steps", 1, "of", 0, to=[["1"]])
        ).encode(),
        "best-rank-without-witness": changed(
            "best-rank", lambda v: v["steps"][0]["of"][0].pop()
        ).encode(),
        "layer-inputs-missing": changed(
            "layer-argmax-no", lambda v: v["problems"][0].pop("inputs")
        ).encode(),
        "layer-inputs-too-many": changed(
            "layer-argmax-no", put("problems", 0, "inputs", to=[None, None])
        ).encode(),
        "layer-inequality-too-long": edited(
            "layer-argmax-no", put("inputs", 0, "inequalities", 0, to=["0", "1", "0", "0"])
        ).encode(),
        "layer-equations-missing": edited(
            "layer-argmax-no", lambda v: v["inputs"][0].pop("equations")
        ).encode(),
        "layer-offset-missing": edited(
            "layer-argmax-no", lambda v: v["configurations"][0]["bias"].pop()
        ).encode(),
        "layer-offsets-null": edited(
            "layer-argmax-no", put("configurations", 0, "bias", to=None)
        ).encode(),
        "layer-offset-a-number": edited(
            "layer-argmax-no", put("configurations", 0, "bias", 0, to=1)
        ).encode(),
        "weak-ranking-group-empty": edited(
            "weak-ranking", put("question", "groups", to=[["a"], [], ["b"]])
        ).encode(),
        "weak-ranking-group-a-text": edited(
            "weak-ranking", put("question", "groups", to=["ab", "c"])
        ).encode(),
        "weak-ranking-label-twice": edited(
            "weak-ranking", put("question", "groups", to=[["a", "a"]])
        ).encode(),
        "weak-rankings-member-flat": edited(
            "weak-rankings", put("evidence", "members", 0, 0, to=["a", "b", "f"])
        ).encode(),
        "layer-list-by-count": edited(
            "layer-signs", lambda v: v["evidence"].pop("excluded")
        ).encode(),
        "empty": b"",
        "not-json": b"certificate\n",
        "list": b"[]\n",
        "number": b"1\n",
        "cut": text[: len(text) // 2].encode(),
        "without-end": swapped(',\n "end": "end of proof"', ""),
        "with-more-after-the-end": swapped('"end of proof"', '"end of proof", "more": 1'),
        "two-objects": (text + text).encode(),
        "end-first": text.replace(',\n "end": "end of proof"', "")
        .replace("{\n", '{\n "end": "end of proof",\n', 1)
        .encode(),
        "another-format": swapped("arrangements proof", "arrangement proof"),
        "version-2": swapped('"version": 1', '"version": 2'),
        "version-true": swapped('"version": 1', '"version": true'),
        "version-text": swapped('"version": 1', '"version": "1"'),
        "duplicate-key": swapped('"version": 1', '"version": 1, "version": 1'),
        "duplicate-answer": swapped('"answer": true', '"answer": false, "answer": true'),
        "unknown-key": swapped('"version": 1', '"version": 1, "note": ""'),
        "unknown-kind": swapped('"kind": "top"', '"kind": "best"'),
        "question-with-three-keys": swapped('"kind": "top"', '"kind": "top", "k": 2'),
        "plain-number": swapped('"2"', "2"),
        "float": swapped('"2"', "2.0"),
        "nan": swapped('"2"', "NaN"),
        "infinity": swapped('"2"', "-Infinity"),
        "exponent": swapped('"2"', '"2e0"'),
        "decimal": swapped('"7/10"', '"0.7"'),
        "not-in-lowest-terms": swapped('"7/10"', '"14/20"'),
        "zero-denominator": swapped('"7/10"', '"7/0"'),
        "denominator-one": swapped('"2"', '"2/1"'),
        "negative-denominator": swapped('"7/10"', '"7/-10"'),
        "minus-zero": swapped('"0"', '"-0"'),
        "plus": swapped('"2"', '"+2"'),
        "leading-zero": swapped('"2"', '"02"'),
        "space": swapped('"2"', '" 2"'),
        "newline": swapped('"2"', '"2\\n"'),
        "underscore": swapped('"2"', '"1_0"'),
        "arabic-digit": swapped('"2"', '"\u0662"'),
        "long-plain-number": swapped('"version": 1', '"version": ' + "1" * 5_000),
        "byte-order-mark": b"\xef\xbb\xbf" + text.encode(),
        "utf-16": text.encode("utf-16"),
        "latin-1": swapped('"a"', '"\u00e4"').decode().encode("latin-1"),
        "confidence-of-temperature-0": edited(
            "confidence", put("question", "temperature", to="0")
        ).encode(),
        "confidence-below-0": edited(
            "confidence", put("answer", "probability", 0, to="-1")
        ).encode(),
        "confidence-above-1": edited(
            "confidence", put("answer", "probability", 1, to="2")
        ).encode(),
        "confidence-of-one-end": edited("confidence", put("answer", "margin", to=["1"])).encode(),
        "confidence-on-a-sphere": edited(
            "confidence", put("inputs", 0, "ball", "sphere", to=True)
        ).encode(),
        "confidence-without-a-ball": edited(
            "confidence", put("inputs", 0, "ball", to=None)
        ).encode(),
        "labels-that-are-numbers": changed(
            "zero-row", put("problems", 0, "configuration", "labels", to=[1, 2, 3])
        ).encode(),
        "labels-that-are-empty": changed(
            "zero-row", put("problems", 0, "configuration", "labels", to=["", "b", "c"])
        ).encode(),
        "labels-that-are-a-text": changed(
            "zero-row", put("problems", 0, "configuration", "labels", to="abc")
        ).encode(),
        "rows-that-are-a-number": changed(
            "layer-argmax-no", put("problems", 0, "configuration", "rows", to=5)
        ).encode(),
        "dimension-that-is-a-truth-value": changed(
            "one-label", put("problems", 0, "configuration", "dimension", to=True)
        ).encode(),
        "problems-that-are-an-object": changed("top-2", put("problems", to={})).encode(),
        "weights-that-are-texts": edited(
            "interior-label", put("evidence", "refutation", to=["01", "11"])
        ).encode(),
        "place-that-is-a-truth-value": edited(
            "equal-rows", put("evidence", "refutation", 0, 0, to=False)
        ).encode(),
        "witness-that-is-a-text": edited("top-2", put("evidence", "witness", to="12")).encode(),
        "layer-witness-that-is-a-text": edited(
            "layer-argmax-yes", put("evidence", "witness", to="12")
        ).encode(),
        "question-about-a-text": edited(
            "partial-ranking", put("question", "labels", to="cfa")
        ).encode(),
        "answer-number": swapped('"answer": true', '"answer": 1'),
        "answer-null": swapped('"answer": true', '"answer": null'),
        "steps-null": changed("top-2", put("steps", to=None)).encode(),
        "claims-none": changed("top-2", put("claims", to=[])).encode(),
        "step-of-no-rule": changed("top-2", lambda v: v["steps"][0].pop("rule")).encode(),
        "step-of-an-unknown-rule": changed("top-2", put("steps", 0, "rule", to="trust")).encode(),
        "step-of-a-rule-that-is-a-list": changed("top-2", put("steps", 0, "rule", to=[])).encode(),
        "step-of-a-kind-that-is-a-list": changed("top-2", put("steps", 0, "kind", to=[])).encode(),
        "step-about-no-problem": changed("top-2", put("steps", 0, "problem", to=1)).encode(),
        "step-about-the-last-problem": changed("top-2", put("steps", 0, "problem", to=-1)).encode(),
        "step-with-another-key": changed("top-2", put("steps", 0, "note", to="")).encode(),
        "evidence-of-both-kinds": changed(
            "top-2", lambda v: v["steps"][0]["of"][0].append([])
        ).encode(),
        "configuration-null-and-none-given": changed(
            "top-2", put("problems", 0, "configuration", to=None), rehash=False
        ).encode(),
        "no-configuration": changed("top-2", put("problems", to=[])).encode(),
        "label-unknown": edited("top-2", put("question", "labels", to=["b", "z"])).encode(),
        "label-twice": edited("top-2", put("question", "labels", to=["b", "b"])).encode(),
        "labels-empty": edited("top-2", put("question", "labels", to=[])).encode(),
        "labels-not-distinct": edited(
            "top-2", put("configurations", 0, "labels", 0, to="b")
        ).encode(),
        "labels-too-few": edited(
            "top-2", lambda v: v["configurations"][0]["labels"].pop()
        ).encode(),
        "rows-ragged": edited("top-2", lambda v: v["configurations"][0]["rows"][1].pop()).encode(),
        "dimension-wrong": edited("top-2", put("configurations", 0, "dimension", to=3)).encode(),
        "tie-of-three": edited("tie", put("question", "labels", to=["a", "b", "c"])).encode(),
        "signs-too-short": edited("zero-row", put("question", "signs", to="++")).encode(),
        "signs-unknown": edited("zero-row", put("question", "signs", to="++x")).encode(),
        "field-constant": edited(
            "5.5-model-1-argmax-3", put("configurations", 0, "field", "polynomial", to=["2"])
        ).encode(),
        "field-missing": edited(
            "5.5-model-1-argmax-3", put("configurations", 0, "field", to=None)
        ).encode(),
        "field-coefficient-missing": swapped('["5", "0"]', '["5"]', field),
        "field-entry-plain": swapped('["5", "0"]', '"5"', field),
        "two-configurations-one-question": changed(
            "top-2", lambda v: v["problems"].append(v["problems"][0])
        ).encode(),
        "pair-of-one": changed("5.5-pair-cosines-argmax", lambda v: v["problems"].pop()).encode(),
        "pair-with-other-labels": edited(
            "5.5-pair-cosines-argmax", put("configurations", 1, "labels", 0, to="x")
        ).encode(),
        "pair-in-two-fields": edited(
            "5.5-pair-cosines-argmax",
            put("configurations", 1, "field", "interval", to=["1", "3/2"]),
        ).encode(),
        "pair-unknown-invariant": edited(
            "5.5-pair-cosines-argmax", put("question", "same", to="difference beauty")
        ).encode(),
        "pair-unknown-view": edited(
            "5.5-pair-cosines-argmax", put("question", "same", to="scaled cosines")
        ).encode(),
    }


def main() -> None:
    for folder in ("accept", "reject", "malformed"):
        (HERE / folder).mkdir(exist_ok=True)
        for old in (HERE / folder).glob("*.json"):
            old.unlink()
    for name, certificate in accepted().items():
        certificate.save(HERE / "accept" / f"{name}.json")
    by_hash = decide_argmax(load("paper/C.2"), "2")[1]
    by_hash.save(HERE / "accept" / "by-hash-alone.json", embed=False)
    block = json.dumps(by_hash.to_json()["problems"][0]["configuration"], indent=1)
    (HERE / "accept" / "by-hash-alone.configuration.json").write_text(
        block + "\n", encoding="utf-8"
    )
    for name, attack in rejected().items():
        (HERE / "reject" / f"{name}.json").write_text(attack, encoding="utf-8")
    (HERE / "reject" / "another-configuration-given.configuration.json").write_text(
        block + "\n", encoding="utf-8"
    )
    for name, content in malformed().items():
        (HERE / "malformed" / f"{name}.json").write_bytes(content)


if __name__ == "__main__":
    main()
