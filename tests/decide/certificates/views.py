"""A proof of one answer in the form in which the attacks of this folder are made: the configurations, their
hashes and inputs, the question, the answer, and the evidence in one object. ``view`` takes a proof apart,
``proof`` makes one of what was changed, so that a change of the question or the answer is made in claim and
steps.

Evidence is of the form that certificates had before there were steps: ``witness`` (on a sphere with
``beyond``) or ``refutation``; of a list ``members`` and ``excluded``; of a best place ``witness``, ``above``
and ``refutations``; of a confidence ``margin`` and ``probability``; of a pair ``same`` and ``differ``.
"""

from __future__ import annotations

import json
from itertools import combinations, permutations
from typing import Any

from arrangements.checker.problem import fingerprint

__all__ = ["proof", "rehashed", "stated", "text", "view"]

LISTS = {
    "sign pattern": "signs",
    "covectors": "signs",
    "ranking pattern": "ranking",
    "weak rankings": "weak ranking",
}
KEYS = {"signs": "signs", "weak ranking": "groups"}


def rehashed(value: Any) -> Any:
    """The proof with the hashes of the configurations in it."""
    for problem in value["problems"]:
        if isinstance(problem["configuration"], dict):
            problem["hash"] = fingerprint(problem["configuration"])
    return value


def text(value: Any) -> str:
    return json.dumps(value, indent=1) + "\n"


def view(value: Any) -> dict[str, Any]:
    (claim,) = value["claims"]
    problems = value["problems"]
    return {
        "configurations": [p["configuration"] for p in problems],
        "hashes": [p["hash"] for p in problems],
        "inputs": [p["inputs"] for p in problems],
        "question": claim["question"],
        "answer": claim["answer"],
        "evidence": evidence(value, claim["question"], claim["answer"], 0),
    }


def stated(inputs: Any) -> Any:
    """Inputs as the files of inputs have them, which leave out what is not so."""
    ball = inputs["ball"]
    if ball is not None:
        ball = {key: x for key, x in ball.items() if x is not None and x is not False}
        ball |= {"centred": inputs["ball"]["centred"]} if "gains" in ball else {}
    rest = {key: inputs[key] for key in ("inequalities", "equations")}
    return rest if ball is None else {**rest, "ball": ball}


def steps(value: Any, problem: int, kind: str, rule: str) -> list[Any]:
    """All that is shown by a rule of a problem, about questions of a kind."""
    found = []
    for step in value["steps"]:
        if step["rule"] == rule and (step.get("problem"), step.get("kind")) == (problem, kind):
            found += step["of"]
    return found


def evidence(value: Any, question: Any, answer: Any, problem: int) -> Any:
    kind = question["kind"]
    if kind == "pair":
        return of_pair(value, question, answer)
    if kind in LISTS:
        return of_list(value, kind, problem)
    if kind == "best rank":
        ((_, above, _), point), *_ = steps(value, problem, "place", "point")
        refuted = [[names, w] for (_, names, _), w in steps(value, problem, "ahead", "sum")]
        return {"witness": point, "above": above, "refutations": refuted}
    if kind == "confidence":
        (step,) = value["steps"]
        return {
            name: {"witness": step[name]["point"], "refutation": step[name]["weights"]}
            for name in ("margin", "probability")
        }
    asked = question[KEYS.get(kind, "labels")]
    for rule, names in (("point", ("witness", "beyond")), ("sum", ("refutation",))):
        for what, *shown in steps(value, problem, kind, rule):
            if what == asked:
                return dict(zip(names, shown, strict=False))
    return {"inside": "every vertex"}


def of_list(value: Any, name: str, problem: int) -> Any:
    kind = LISTS[name]

    def plain(member: Any) -> Any:
        return member.rstrip("?") if isinstance(member, str) else member

    members = [[plain(m), x] for m, x in steps(value, problem, kind, "point")]
    if {"rule": "count", "problem": problem, "kind": name} in value["steps"]:
        return {"members": members}
    excluded = [[plain(m), w] for m, w in steps(value, problem, kind, "sum")]
    return {"members": members, "excluded": excluded}


def choices(name: str, labels: list[str]) -> list[dict[str, Any]]:
    """The questions that a name such as "top of 1" stands for."""
    kind, _, size = name.rpartition(" of ")
    chosen = permutations if kind == "top" else combinations
    return [
        {"kind": kind, "labels": list(choice)}
        for k in range(1, len(labels) + 1)
        if size in ("any", str(k))
        for choice in chosen(labels, k)
    ]


def of_pair(value: Any, question: Any, answer: Any) -> Any:
    same, differ = question["same"], question["differ"]
    shared = None
    if same in LISTS:
        lists = [of_list(value, same, k) for k in (0, 1)]
        shared = [2 * len(lists[0]["members"]), *lists]
    elif " of " in same:
        shared = []
        for asked in choices(same, value["problems"][0]["configuration"]["labels"]):
            both = [evidence(value, asked, None, k) for k in (0, 1)]
            shared.append(["witness" in both[0], *both])
    apart = None if isinstance(differ, str) else [evidence(value, differ, None, k) for k in (0, 1)]
    return {"same": shared, "differ": apart}


class Written:
    """Steps as they are written down; those of one rule, problem and kind that follow are one."""

    def __init__(self) -> None:
        self.steps: list[Any] = []

    def add(self, rule: str, problem: int, kind: Any, item: Any) -> None:
        head = {"rule": rule, "problem": problem, "kind": kind}
        last = self.steps[-1] if self.steps else {}
        if {key: last.get(key) for key in head} != head:
            last = {**head, "of": []}
            self.steps.append(last)
        last["of"].append(item)


def proof(view: dict[str, Any], rehash: bool = True) -> Any:
    """The proof that a view shows, with the right hashes, if wanted."""
    hashes = view["hashes"]
    if rehash:
        hashes = [fingerprint(c) for c in view["configurations"]]
    written = Written()
    conclude(written, view, view["question"], view["answer"], view["evidence"], 0)
    parts = zip(hashes, view["configurations"], view["inputs"], strict=True)
    return {
        "format": "arrangements proof",
        "version": 1,
        "problems": [{"hash": h, "configuration": c, "inputs": i} for h, c, i in parts],
        "claims": [{"question": view["question"], "answer": view["answer"]}],
        "steps": written.steps,
        "end": "end of proof",
    }


def conclude(
    written: Written, view: Any, question: Any, answer: Any, evidence: Any, problem: int
) -> None:
    kind = question["kind"]
    if kind == "pair":
        conclude_pair(written, view, question, answer, evidence)
    elif kind in LISTS:
        conclude_list(written, view, kind, evidence, problem)
    elif kind == "best rank":
        label, ties = question["label"], question["ties"]
        item = [[label, evidence["above"], ties], evidence["witness"]]
        written.add("point", problem, "place", item)
        for names, weights in evidence["refutations"]:
            written.add("sum", problem, "ahead", [[label, names, ties], weights])
        written.steps.append(
            {"rule": "pack", "problem": problem, "label": label, "ties": ties, "place": answer}
        )
    elif kind == "confidence":
        head = {"label": question["label"], "temperature": question["temperature"]}
        ends = {
            name: {
                "between": answer[name],
                "point": part["witness"],
                "weights": part["refutation"],
            }
            for name, part in evidence.items()
        }
        written.steps.append({"rule": "enclose", "problem": problem, **head, **ends})
    else:
        (value,) = (question[key] for key in question if key != "kind")
        rule = {"witness": "point", "refutation": "sum", "inside": "vertices"}[next(iter(evidence))]
        item = [value, *evidence.values()]
        written.add(rule, problem, kind, value if rule == "vertices" else item)


def conclude_list(written: Written, view: Any, name: str, evidence: Any, problem: int) -> None:
    n = len(view["configurations"][problem]["rows"])

    def whole(member: Any) -> Any:
        return member.ljust(n, "?") if isinstance(member, str) else member

    for member, point in evidence["members"]:
        written.add("point", problem, LISTS[name], [whole(member), point])
    for member, weights in evidence.get("excluded", ()):
        written.add("sum", problem, LISTS[name], [whole(member), weights])
    rule = "cases" if "excluded" in evidence else "count"
    written.steps.append({"rule": rule, "problem": problem, "kind": name})


def conclude_pair(written: Written, view: Any, question: Any, answer: Any, evidence: Any) -> None:
    same, differ = question["same"], question["differ"]
    if same in LISTS:
        for k in (0, 1):
            conclude_list(written, view, same, evidence["same"][1 + k], k)
    elif " of " in same:
        asked = choices(same, view["configurations"][0]["labels"])
        for k in (0, 1):
            for one, part in zip(asked, evidence["same"], strict=False):
                conclude(written, view, one, part[0], part[1 + k], k)
    else:
        written.steps.append({"rule": "recompute", "invariant": same, "same": True})
    if isinstance(differ, str):
        written.steps.append({"rule": "recompute", "invariant": differ, "same": False})
    else:
        for k in (0, 1):
            conclude(written, view, differ, answer[k], evidence["differ"][k], k)
