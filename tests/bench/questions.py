"""Random question lines over random layers, answered by this version and by another commit:
``python -m tests.bench.questions COMMIT [NUMBER [SEED]]``.

Each version answers in a process of its own, from files, by the public ``audit``; the answers
must be the same, line by line, but for what only one of the two understands. Certificates of single
decisions must be the same bytes.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

__all__ = ["compared", "made"]

HERE = Path(__file__).parents[2]
_EACH = 25  # lines about one layer
_ANSWERING = """
import json, sys
from arrangements import Configuration, Inputs, audit, decide_argmax, decide_ranking, decide_signs, decide_tie, decide_top, decide_top_set

ASKS = {"signs": decide_signs, "ranking": decide_ranking, "argmax": decide_argmax, "tie": decide_tie, "top": decide_top, "top-set": decide_top_set}
for text in open(sys.argv[1], encoding="utf-8"):
    case = json.loads(text)
    layer = Configuration(case["rows"], case["labels"], bias=case["bias"], dimension=case["d"])
    inputs = None if case["inputs"] is None else Inputs.from_json(case["inputs"], case["d"])
    found = []
    for line in case["lines"]:
        try:
            (answer,) = audit(layer, inputs=inputs).ask([line])
            found.append(answer.possible)
        except Exception as error:
            found.append(f"{type(error).__name__}: {error}")
    word, value = case["single"]
    proof = ASKS[word](layer, value, inputs=inputs)[1].to_text()
    print(json.dumps([found, proof]))
"""


def made(number: int, seed: int) -> list[dict[str, object]]:
    """Layers, each with lines, some of which cannot be asked."""
    chance, cases = random.Random(seed), list[dict[str, object]]()
    while number > 0:
        n, d = chance.randint(1, 7), chance.randint(0, 4)
        odd = ["owl", "a>b", "x,y", "p=q", "top z", "#9", "é", '"']
        labels = (
            chance.sample(odd, n) if chance.random() < 0.3 else [str(k) for k in range(1, n + 1)]
        )

        def entry() -> str:
            return str(Fraction(chance.randint(-3, 3), chance.choice((1, 1, 2, 3))))

        def condition(d: int = d) -> list[str]:
            return [entry() for _ in range(d + 1)]

        inputs = None
        if chance.random() < 0.5:
            weak = [condition() for _ in range(chance.randint(0, 3))]
            equal = [condition() for _ in range(chance.choice((0, 0, 1)))]
            inputs = {"inequalities": weak, "equations": equal}
        asked = [_line(chance, labels) for _ in range(_EACH)]
        word, value = (
            next((w, v) for w, v in asked if w in _SINGLE)
            if any(w in _SINGLE for w, _ in asked)
            else ("argmax", labels[0])
        )
        cases.append(
            {
                "rows": [[entry() for _ in range(d)] for _ in range(n)],
                "labels": labels,
                "bias": [entry() for _ in range(n)] if chance.random() < 0.5 else None,
                "d": d,
                "inputs": inputs,
                "lines": [f"{word} {value}" if word else value for word, value in asked],
                "single": [word, value],
            }
        )
        number -= _EACH
    return cases


_SINGLE = ("signs", "ranking", "argmax", "tie", "top", "top-set")


def _line(chance: random.Random, labels: list[str]) -> tuple[str, str]:
    """A word, which may be missing, and what stands after it."""

    def name(label: str) -> str:
        return '"' + label.replace('"', '""') + '"' if set(label) & set('>,="') else label

    word = chance.choice((*_SINGLE, "labels", ""))
    if word == "signs":
        return word, "".join(chance.choice("+-0??") for _ in labels)
    if word in ("argmax", ""):
        return word, chance.choice(labels)
    size = min(2, len(labels)) if word == "tie" else chance.randint(1, len(labels))
    chosen = chance.sample(labels, size)
    if word == "tie" and size < 2:
        return "argmax", labels[0]
    joint = {"ranking": ">", "top": ">"}.get(word, ",")
    text = name(chosen[0])
    for label in chosen[1:]:
        text += (chance.choice((">", "=")) if word == "ranking" else joint) + name(label)
    return word, text


def compared(commit: str, number: int, seed: int) -> list[str]:
    """What differs, and how many lines were answered."""
    cases = made(number, seed)
    with tempfile.TemporaryDirectory() as folder:
        other, file = Path(folder, "other"), Path(folder, "cases")
        file.write_text("".join(json.dumps(case) + "\n" for case in cases), "utf-8")
        add = ["git", "-C", str(HERE), "worktree", "add", "--detach", str(other), commit]
        subprocess.run(add, check=True, capture_output=True)
        try:
            here, there = (_answers(root, file) for root in (HERE, other))
        finally:
            remove = ["git", "-C", str(HERE), "worktree", "remove", "--force", str(other)]
            subprocess.run(remove, check=True, capture_output=True)
    lines, refused, both, proofs = list[str](), 0, 0, 0
    for case, (now, proof), (then, before) in zip(cases, here, there, strict=True):
        if proof != before:
            lines.append(f"certificate differs: {json.dumps(case)}")
        proofs += 1
        for line, new, old in zip(case["lines"], now, then, strict=True):  # type: ignore[call-overload]
            if isinstance(new, bool) and isinstance(old, bool):
                both += 1
                if new is not old:
                    lines.append(f"{line}: {old} then, {new} now: {json.dumps(case)}")
            elif isinstance(new, bool) or isinstance(old, bool):
                lines.append(f"{line!r} of {case['labels']}: {old} then, {new} now")
            else:
                refused += 1
    same = f"{both:,} lines answered by both, {refused:,} refused by both, {proofs:,} certificates"
    return [*lines, f"{same}, {len(lines):,} differences (seed {seed})"]


def _answers(root: Path, file: Path) -> list[tuple[list[bool | str], str]]:
    done = subprocess.run(
        [sys.executable, "-c", _ANSWERING, str(file)],
        cwd=root,
        env={"PYTHONPATH": str(root), "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    commit, *numbers = sys.argv[1:]
    number, seed = [*map(int, numbers), *(10_000, random.randrange(1 << 32))[len(numbers) :]]
    print(*compared(commit, number, seed), sep="\n")
