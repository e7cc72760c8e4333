"""Make the certificate files about balls, norms and spheres, of version 3, and of audits, version 5:
``python -m tests.decide.certificates.make_balls`` from the root of the repository.

They are in ``balls/accept``, ``balls/reject`` and ``balls/malformed``, as the files of ``make`` are; of
an audit NAME.npz with its rows in NAME.npy. The files are kept: a later checker must still judge them
alike.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from arrangements import Configuration, Inputs, best_rank, decide_argmax, decide_signs, decide_tie
from arrangements.audits.audit_certificate import save
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import laid_out
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pattern
from arrangements.layers.questions.question import every_label
from arrangements.proof.certificates import Certificate
from tests.decide.certificates.views import proof, text, view

HERE = Path(__file__).parent / "balls"

EDGE = Configuration([[3, 4]], ["edge"], bias=[-25])
ANIMALS = Configuration(
    [[2, 0], [0, 2], [-2, -1], ["1/2", "1/2"]], ["cat", "dog", "fox", "emu"], bias=[0, 0, 0, -1]
)
SQUARE = Configuration([[1, 0], [-1, 0], [0, 1], [0, -1]], list("abcd"), bias=[1] * 4)
ROOT = Configuration([["sqrt(2)", 0], [0, 1]], ["a", "b"], bias=[-2, 0])
ELLIPSOID = Inputs.ellipsoid([[1, 1, 0], [1, -1, 1]], centre=[2, "1/2"], radius="1/2")
LAYERNORM, RMSNORM = Inputs.layernorm([1, 2], [0, "1/2"]), Inputs.rmsnorm([1, 0], [0, 1])


def accepted() -> dict[str, Certificate]:
    two = Inputs.ball(2, 2)
    point = Inputs(2, [[-1, 1, 0]]) & Inputs.ball(1, 2)
    return {
        "ball-touches": decide_signs(EDGE, "0", inputs=Inputs.ball(5, 2))[1],
        "ball-touches-no": decide_signs(EDGE, "+", inputs=Inputs.ball(5, 2))[1],
        "ball-point-yes": decide_signs(EDGE, "-", inputs=point)[1],
        "ball-point-no": decide_signs(Configuration([[0, 1]]), "+", inputs=point)[1],
        "ball-radius-0": decide_signs(EDGE, "-", inputs=Inputs.ball(0, 2))[1],
        "ball-root": decide_argmax(ANIMALS, "emu", inputs=Inputs.ball("sqrt(3)", 2))[1],
        "ball-field": decide_signs(ROOT, "0?", inputs=Inputs.ball("sqrt(2)", 2))[1],
        "ball-field-no": decide_signs(ROOT, "+?", inputs=Inputs.ball("sqrt(2)", 2))[1],
        "ball-nonnegative": decide_tie(ANIMALS, "cat,dog", inputs=two & Inputs.nonnegative(2))[1],
        "ball-signs": certify_pattern(ANIMALS, "sign pattern", inputs=Inputs.ball("1/2", 2)),
        "ball-best-rank": best_rank(ANIMALS, "emu", inputs=two).certificate,
        "norm-yes": decide_argmax(ANIMALS, "cat", inputs=LAYERNORM)[1],
        "norm-no": decide_argmax(ANIMALS, "emu", inputs=LAYERNORM)[1],
        "norm-zero-gain": decide_argmax(ANIMALS, "dog", inputs=RMSNORM)[1],
        "norm-zero-gain-no": decide_argmax(ANIMALS, "fox", inputs=RMSNORM)[1],
        "norm-rankings": certify_pattern(ANIMALS, "ranking pattern", inputs=LAYERNORM),
        "sphere-yes": decide_signs(SQUARE, "+-++", inputs=Inputs.ball(2, 2).on_sphere())[1],
        "sphere-corner": decide_signs(SQUARE, "+0+0", inputs=Inputs.ball("sqrt(2)", 2).on_sphere())[
            1
        ],
        "sphere-inside": decide_signs(SQUARE, "++++", inputs=Inputs.ball(2, 2).on_sphere())[1],
        "sphere-no": decide_signs(EDGE, "+", inputs=Inputs.ball(5, 2).on_sphere())[1],
        "ellipsoid-yes": decide_argmax(ANIMALS, "cat", inputs=ELLIPSOID)[1],
        "ellipsoid-no": decide_argmax(ANIMALS, "fox", inputs=ELLIPSOID)[1],
        "ellipsoid-flat": decide_tie(ANIMALS, "cat,dog", inputs=Inputs.ellipsoid([[1], [1]]))[1],
        "ellipsoid-point": decide_argmax(ANIMALS, "cat", inputs=Inputs.ellipsoid([[], []]))[1],
        "ellipsoid-rankings": certify_pattern(ANIMALS, "ranking pattern", inputs=ELLIPSOID),
        "sphere-norm": decide_signs(SQUARE, "-+++", inputs=LAYERNORM.on_sphere())[1],
    }


Edit = Callable[[dict[str, Any]], Any]


def edited(name: str, edit: Edit) -> str:
    value = view(json.loads((HERE / "accept" / f"{name}.json").read_text(encoding="utf-8")))
    edit(value)
    return text(proof(value))


def ball(**changes: Any) -> Edit:
    return lambda value: value["inputs"][0]["ball"].update(changes)


def evidence(**changes: Any) -> Edit:
    return lambda value: value["evidence"].update(changes)


def rejected() -> dict[str, str]:
    return {
        "ball-larger": edited("ball-touches-no", ball(square="26")),
        "ball-smaller": edited("ball-touches", ball(square="24")),
        "ball-elsewhere": edited("ball-touches-no", ball(centre=["1", "0"])),
        "ball-of-negative-square": edited("ball-touches-no", ball(square="-25")),
        "ball-point-that-meets-all": edited(
            "ball-point-no", lambda v: v["question"].update(signs="0")
        ),
        "ball-without-a-member": edited(
            "ball-signs",
            lambda v: (v["evidence"]["members"].pop(), v.update(answer=v["answer"] - 1)),
        ),
        "norm-not-centred": edited("norm-no", ball(centred=False, square="50")),
        "norm-longer-gains": edited("norm-no", ball(gains=["10", "20"])),
        "norm-other-shift": edited("norm-yes", ball(centre=["0", "100"])),
        "norm-sum-not-zero": edited("norm-yes", evidence(witness=["1", "0"])),
        "norm-weight-below-zero": edited("norm-no", evidence(refutation=[[0, "-1"]])),
        "ellipsoid-larger": edited("ellipsoid-no", ball(square="100")),
        "ellipsoid-other-matrix": edited(
            "ellipsoid-no", ball(matrix=[["9", "9", "0"], ["9", "-9", "9"]])
        ),
        "ellipsoid-other-centre": edited("ellipsoid-yes", ball(centre=["-9", "0"])),
        "sphere-beyond-is-inside": edited("sphere-yes", evidence(beyond=["-3/2", "0"])),
        "sphere-beyond-fails": edited("sphere-yes", evidence(beyond=["-3", "0"])),
        "sphere-witness-outside": edited("sphere-yes", evidence(witness=["3", "0"])),
        "sphere-smaller-than-the-vertices": edited("sphere-inside", ball(square="2/3")),
        "sphere-through-a-ray": edited(
            "sphere-inside", lambda v: v["question"].update(signs="+++?")
        ),
        "sphere-through-a-line": edited(
            "sphere-inside", lambda v: v["question"].update(signs="++??")
        ),
        "sphere-corner-is-strict": edited(
            "sphere-corner", lambda v: v["question"].update(signs="++++")
        ),
    }


def malformed() -> dict[str, str]:
    def swapped(name: str) -> Edit:
        def edit(value: dict[str, Any]) -> None:
            given = value["inputs"][0]
            given["ball"] = dict(reversed(given["ball"].items()))

        return edit

    def in_norm(**changes: Any) -> Edit:
        def edit(value: dict[str, Any]) -> None:
            norm = value["inputs"][0]["ball"]
            value["inputs"][0]["ball"] = {name: {**norm, **changes}[name] for name in norm}

        return edit

    return {
        "ball-keys-turned": edited("ball-touches", swapped("ball-touches")),
        "ball-centred": edited("ball-touches", ball(centred=True)),
        "ball-without-square": edited(
            "ball-touches", lambda v: v["inputs"][0]["ball"].pop("square")
        ),
        "ball-centre-too-long": edited("ball-touches", ball(centre=["0", "0", "0"])),
        "norm-gains-too-long": edited("norm-yes", ball(gains=["1", "1", "1"])),
        "norm-centred-by-1": edited("norm-yes", ball(centred=1)),
        "norm-without-gains": edited("norm-yes", lambda v: v["inputs"][0]["ball"].pop("gains")),
        "norm-with-epsilon": edited("norm-yes", ball(epsilon="0")),
        "ellipsoid-of-three-rows": edited("ellipsoid-yes", ball(matrix=[["1"], ["1"], ["1"]])),
        "ellipsoid-of-uneven-rows": edited("ellipsoid-yes", ball(matrix=[["1", "1"], ["1"]])),
        "ellipsoid-without-a-list": edited("ellipsoid-yes", ball(matrix="11")),
        "ellipsoid-with-gains": edited("ellipsoid-yes", ball(gains=["1", "1"], centred=False)),
        "sphere-false": edited("sphere-yes", ball(sphere=False)),
        "sphere-without-beyond": edited("sphere-yes", lambda v: v["evidence"].pop("beyond")),
        "sphere-inside-of-a-ball": edited("sphere-inside", ball(sphere=False)),
        "sphere-of-a-list": edited("ball-signs", ball(sphere=True)),
        "sphere-of-rankings": edited("norm-rankings", in_norm(sphere=True)),
        "sphere-of-a-best-rank": edited("ball-best-rank", ball(sphere=True)),
        "ball-with-beyond": edited("ball-touches", evidence(beyond=["3", "4"])),
    }


def audits() -> dict[str, tuple[np.ndarray, Inputs]]:
    rows = np.array([[0, 2, 0], [0, 0, 2], [0, -2, -1], [-1, 0.5, 0.5], [0.25, 0, 0]])
    dyadic = [Fraction(1), Fraction(1, 2)], [Fraction(0), Fraction(1, 2**70)]
    return {
        "audit-ball": (rows, Inputs.ball(1, 2)),
        "audit-ball-nonnegative": (rows, Inputs.ball("3/2", 2) & Inputs.nonnegative(2)),
        "audit-layernorm": (rows, Inputs.layernorm(*dyadic)),
        "audit-rmsnorm": (rows.astype(np.float32), Inputs.rmsnorm([2, 0], [0, "1/4"])),
    }


def changed(name: str, edit: Edit, to: Path) -> None:
    with np.load(HERE / "accept" / f"{name}.npz") as archive:
        parts = {key: archive[key] for key in archive.files}
    about = json.loads(parts["about"].tobytes())
    edit(about)
    content = json.dumps(about, separators=(",", ":")).encode("ascii")
    parts["about"] = np.frombuffer(content, np.uint8)
    np.savez(to, **parts)


def main() -> None:
    for folder in ("accept", "reject", "malformed"):
        (HERE / folder).mkdir(exist_ok=True, parents=True)
        for old in (HERE / folder).iterdir():
            old.unlink()
    for name, certificate in accepted().items():
        certificate.save(HERE / "accept" / f"{name}.json")
    for folder, texts in (("reject", rejected()), ("malformed", malformed())):
        for name, attack in texts.items():
            (HERE / folder / f"{name}.json").write_text(attack, encoding="utf-8")
    for name, (rows, inputs) in audits().items():
        np.save(HERE / "accept" / f"{name}.npy", rows)
        laid, domain = laid_out(rows, inputs)
        found = list(answered(DyadicMatrix(laid), domain, every_label(len(rows))))
        save(str(HERE / "accept" / f"{name}.npz"), rows, domain, found, {})

    def ball_of(about: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = about["inputs"]["ball"]
        return found

    wrong: dict[str, tuple[str, Edit]] = {
        "audit-ball-smaller": ("audit-ball", lambda a: ball_of(a).update(square="0x0")),
        "audit-ball-larger": ("audit-ball", lambda a: ball_of(a).update(square="0x400")),
        "audit-norm-other-gains": (
            "audit-layernorm",
            lambda a: ball_of(a).update(gains=["-" + x for x in ball_of(a)["gains"]]),
        ),
        "audit-norm-centred": ("audit-rmsnorm", lambda a: ball_of(a).update(centred=True)),
    }
    unreadable: dict[str, tuple[str, Edit]] = {
        "audit-ball-of-version-1": ("audit-ball", lambda a: a.update(version=1)),
        "audit-norm-thirds": ("audit-layernorm", lambda a: ball_of(a).update(one="0x3")),
        "audit-norm-centred-by-1": ("audit-layernorm", lambda a: ball_of(a).update(centred=1)),
        "audit-norm-short": ("audit-layernorm", lambda a: ball_of(a)["gains"].pop()),
    }
    for folder, edits in (("reject", wrong), ("malformed", unreadable)):
        for name, (source, edit) in edits.items():
            changed(source, edit, HERE / folder / f"{name}.npz")
            np.save(HERE / folder / f"{name}.npy", audits()[source][0])


if __name__ == "__main__":
    main()
