"""A gate: the findings that an audit must not have, those that are new since a baseline, and
whether the audit fails.

A *finding* is a label or a question that the layer can never give; of labels that must not win, one
that can. A condition such as ``impossible>10`` says how many findings are let through.

>>> conditions = [condition("impossible>1")]
>>> items = [Item("a", True), Item("b", False, ("b > a",)), Item("c", False)]
>>> verdict = Verdict.of(items, conditions, None)
>>> verdict.failed, str(verdict)
(True, '2 impossible, at most 1 let through: failed')
>>> Verdict.of(items, conditions, {"b": False, "c": True}).failed  # only c is new
False
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arrangements.errors import BadInput, short_repr
from arrangements.running.sources import from_file, read_text

__all__ = ["Condition", "Item", "Verdict", "condition", "read_baseline"]

_CONDITION = re.compile(r"(impossible|must-not-win)(?:\s*>\s*(0|[1-9][0-9]{0,11}))?")
_SAME = ("inputs", "ties", "threshold")  # of a baseline and of what is compared with it


class Condition(NamedTuple):
    """``what``: impossible or must-not-win; ``most``: how many findings are let through."""

    what: str
    most: int

    def __str__(self) -> str:
        return f"{self.what}>{self.most}" if self.most else self.what


@dataclass(frozen=True)
class Item:
    """One answer, by the name of its label or the words of its question. ``clash``: conditions that
    contradict each other, where the answer is no; ``forbidden``: whether the label must not win;
    ``label``: whether the name is that of a label; ``sure``: the two ends of its largest probability
    and margin; ``said``: what was proved where no few conditions were worked out.
    """

    name: str
    possible: bool
    clash: tuple[str, ...] = ()
    forbidden: bool = False
    label: bool = True
    sure: Mapping[str, list[float]] | None = None
    said: str = ""

    @property
    def found(self) -> bool:
        """Whether this is a finding."""
        return self.possible is self.forbidden


@dataclass(frozen=True)
class Verdict:
    """``findings``: those that count, which are the new ones where there is a baseline; ``old``:
    those of the baseline that are findings still; ``gone``: names of those that no longer are.
    ``doubts``: why the layer may not be the output layer of the model; with a doubt it fails.
    """

    conditions: tuple[Condition, ...]
    findings: tuple[Item, ...]
    old: tuple[Item, ...] = ()
    gone: tuple[str, ...] = ()
    compared: bool = False
    doubts: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        items: Sequence[Item],
        conditions: Sequence[Condition],
        baseline: Mapping[str, bool] | None,
        doubts: Sequence[str] = (),
    ) -> Verdict:
        """``baseline``: which names were possible then. ``doubts``: of a layer that was not named."""
        known = {} if baseline is None else baseline
        found = [item for item in items if item.found]
        gone = (item for item in items if not item.found)
        return cls(
            tuple(conditions),
            tuple(item for item in found if known.get(item.name) is not item.possible),
            tuple(item for item in found if known.get(item.name) is item.possible),
            tuple(
                item.name
                for item in gone
                if known.get(item.name) is not item.possible and item.name in known
            ),
            baseline is not None,
            tuple(doubts),
        )

    @property
    def failed(self) -> bool:
        return self.exceeded or bool(self.conditions and self.doubts)

    @property
    def exceeded(self) -> bool:
        """Whether there are more findings than a condition lets through."""
        return any(len(self.findings) > condition.most for condition in self.conditions)

    def __str__(self) -> str:
        new = "new " if self.compared else ""
        counts = [
            f"{len(self.findings):,} {new}{_words(c.what)}, at most {c.most:,} let through: "
            f"{'failed' if len(self.findings) > c.most else 'passed'}"
            for c in self.conditions
        ]
        if self.doubts:
            why = "; ".join(self.doubts)
            counts.append(f"perhaps not the output layer, and not named ({why}): failed")
        return "; ".join(counts)

    def to_json(self) -> dict[str, object]:
        return {
            "failed": self.failed,
            "conditions": list(map(str, self.conditions)),
            "findings": [item.name for item in self.findings],
            **({"doubts": list(self.doubts)} if self.doubts else {}),
            **(
                {"unchanged": [item.name for item in self.old], "gone": list(self.gone)}
                if self.compared
                else {}
            ),
        }


def _words(what: str) -> str:
    return "impossible" if what == "impossible" else "that must not win and can"


def condition(text: str) -> Condition:
    """``impossible``, ``impossible>10``, ``must-not-win``, ``must-not-win>10``."""
    match = _CONDITION.fullmatch(text.strip())
    if match is None:
        raise BadInput(
            f"--fail-on must be impossible or must-not-win, or such as 'impossible>10', not {short_repr(text)}"
        )
    return Condition(match[1], int(match[2] or 0))


def read_baseline(path: str, about: Mapping[str, object]) -> dict[str, bool]:
    """Which names were possible in an earlier audit: what ``--json --all``, ``--summary`` or
    ``--report`` wrote. It must have been about the same inputs, ties and threshold.
    """
    with from_file(path) as source:
        text = read_text(source)
    try:
        earlier: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"baseline must be JSON of an audit: {' '.join(str(error).split())[:80]} ({path})"
        ) from None
    answers = (
        earlier.get("answers", earlier.get("must_not_win")) if isinstance(earlier, dict) else None
    )
    if not isinstance(answers, list):
        raise BadInput(
            f"baseline must be JSON of an audit with all its answers, as --summary FILE.json writes it ({path})"
        )
    for key in _SAME:
        if earlier.get(key) != about.get(key):
            raise BadInput(
                f"baseline must be about the same {key}, {short_repr(about.get(key))}, not {short_repr(earlier.get(key))} ({path})"
            )
    found = {}
    for answer in answers:
        name = answer.get("label", answer.get("question")) if isinstance(answer, dict) else None
        possible = answer.get("possible") if isinstance(answer, dict) else None
        if not isinstance(name, str) or not isinstance(possible, bool):
            raise BadInput(
                f"baseline must have a label or question and possible in each answer, not {short_repr(answer)} ({path})"
            )
        found[name] = possible
    return found
