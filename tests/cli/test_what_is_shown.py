"""What the command prints of a proof is true as it is printed."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path

from arrangements.cli import DOORS
from tests.processes import called


def value(shown: str, known: dict[str, Fraction]) -> Fraction:
    """The value of an expression such as ``2 s_a + 1/2 (h_1 + -1 h_2)``."""
    text = re.sub(r"(?<=\d) (?=[(sh])", " * ", shown)
    text = re.sub(r"(?<![\w])\d+", r"Fraction(\g<0>)", text)
    return eval(text, {"Fraction": Fraction, **known})  # type: ignore[no-any-return]


def test_refutations_are_identities(tmp_path: Path) -> None:
    """The weighted sum of rows and conditions of the inputs is 0 for every h."""
    draw = random.Random(11)
    seen = {"no": 0, "condition": 0, "weighed sum": 0}
    while min(seen.values()) < 3:
        rows = [[draw.randint(-3, 3) for _ in range(2)] for _ in range(2)]
        conditions = [[0, *(draw.randint(-3, 3) for _ in range(2))] for _ in range(2)]
        (tmp_path / "m.csv").write_text(
            "label,x,y\n"
            + "".join(f"{name},{x},{y}\n" for name, (x, y) in zip("ab", rows, strict=True))
        )
        (tmp_path / "in.json").write_text(json.dumps({"inequalities": conditions}))
        signs = draw.choice(["++", "+-", "-+", "--", "+?", "?-"])
        done = called(
            "decide",
            str(tmp_path / "m.csv"),
            "--signs",
            signs,
            "--inputs",
            str(tmp_path / "in.json"),
        )
        found = re.search(r"refutation +(.*) = 0$", done.stdout, re.MULTILINE)
        assert (found is not None) == done.stdout.startswith("no")
        if found is None:
            continue
        seen["no"] += 1
        seen["condition"] += "h_" in found[1]
        seen["weighed sum"] += bool(re.search(r"\d \(h_", found[1]))
        for _ in range(3):
            h = [Fraction(draw.randint(-9, 9), draw.randint(1, 5)) for _ in range(2)]
            known = {"h_1": h[0], "h_2": h[1]}
            known |= {
                f"s_{name}": x * h[0] + y * h[1] for name, (x, y) in zip("ab", rows, strict=True)
            }
            assert value(found[1], known) == 0, (rows, conditions, signs, found[1])


def test_the_help_groups_commands_by_the_doors_of_the_readme() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    out, at = called("--help").stdout, 0
    for title, modules in DOORS.items():
        who = title.partition(":")[0]
        assert who == "Everybody" or f"**{who}:**" in readme
        at = out.index(title, at)
        for module in modules:
            at = out.index(f" {module.__name__.rpartition('.')[2]} ", at)
