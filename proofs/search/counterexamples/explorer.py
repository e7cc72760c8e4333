"""Questions of the explorer to the theory: which invariants agree, what determines what,
thresholds, and counter-examples to load.

>>> from arrangements import load
>>> first, second = load("paper/5.5-model-1"), load("paper/5.5-model-2")
>>> [light["name"] for light in Theory().lights(first, second) if light["agrees"]]
['C(U)', 'X(U)', 'S(U)']
>>> Theory().lengths(first, "3")["words"]
'label 3 is an argmax label exactly for lengths > 5*sqrt(2)/2'
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from arrangements.errors import ArrangementsError, BadInput
from arrangements.exact.numbers import text
from arrangements.layers.configuration import Configuration
from arrangements.running import report_progress
from proofs.search.counterexamples.arrows import chain
from proofs.search.invariants.table import MAPPED, Invariant, find

__all__ = ["MOST_LABELS", "Theory"]

MOST_LABELS = 12  # of configurations whose invariants are all computed while somebody waits
_QUICK = ("U", "G(U)", "D(U)", "C(U)")  # of these for many more
_SECONDS = 10.0


class Theory:
    """The answers to ``arrangements.explore.session.Invariants``."""

    def __init__(self) -> None:
        self._key = lru_cache(maxsize=256)(_key)

    def lights(self, start: Configuration, now: Configuration) -> list[dict[str, object]]:
        """One for each invariant of the map; ``agrees`` is None where one of the two has no such
        thing, and ``why`` says which.
        """
        return [self._light(find(name), start, now) for name in MAPPED]

    def _light(
        self, invariant: Invariant, start: Configuration, now: Configuration
    ) -> dict[str, object]:
        report_progress(f"invariants; {invariant.name}")
        light: dict[str, object] = {
            "name": invariant.name,
            "means": invariant.means,
            "agrees": None,
            "why": "",
        }
        most = 20 * MOST_LABELS if invariant.name in _QUICK else MOST_LABELS
        if max(start.n, now.n) > most:
            return {**light, "why": f"asked of at most {most} labels"}
        try:
            light["agrees"] = self._key(invariant.name, start) == self._key(invariant.name, now)
        except ArrangementsError as error:
            light["why"] = str(error)
        return light

    def arrows(self) -> list[tuple[str, str]]:
        """The proved arrows between the invariants of the map, without those that follow from
        others; equals determine each other.
        """
        import networkx

        proved = {(a, b) for a in MAPPED for b in MAPPED if a != b and chain(a, b) is not None}
        first = {
            a: min((b for b in MAPPED if b == a or {(a, b), (b, a)} <= proved), key=MAPPED.index)
            for a in MAPPED
        }
        graph = networkx.DiGraph([(first[a], first[b]) for a, b in proved if first[a] != first[b]])
        mutual = [(a, b) for a, b in proved if (b, a) in proved]
        return sorted({*networkx.transitive_reduction(graph).edges, *mutual})

    def lengths(self, configuration: Configuration, label: str) -> dict[str, object]:
        """For which lengths of its row a label can win, and the factors from the present length to
        the ends of the others.
        """
        from proofs.search.counterexamples.near import argmax_lengths

        found = argmax_lengths(configuration, label)
        return {
            **found.to_json(),
            "words": str(found),
            "factors": [None if f is None else text(f) for f in found.factors],
        }

    def counterexample(self, first: str, second: str) -> tuple[Configuration, Configuration, str]:
        """The smallest counter-example, and how it differs."""
        import time

        from proofs.search.counterexamples.answer import asked, determines

        answer = determines(asked(f"{first} -> {second}"), deadline=time.monotonic() + _SECONDS)
        if not answer.pairs:
            why = (
                "it is proved" if answer.arrows is not None else f"none was found in {_SECONDS:g} s"
            )
            raise BadInput(
                f"arrow must have a counter-example to be shown: {first} -> {second}: {why}"
            )
        pair = answer.pairs[0]
        small = ", the smallest there is" if answer.least else ""
        return (
            pair.first,
            pair.second,
            f"{first} agrees and {second} differs: {pair.first.n} labels in dimension {pair.first.d}{small}.",
        )


def _key(name: str, configuration: Configuration) -> Any:
    invariant = find(name)
    if invariant.rows_not_zero and configuration.zero_rows:
        raise BadInput(f"rows must be non-zero to have {invariant.means}, not zero")
    if invariant.rows_distinct and configuration.equal_groups:
        raise BadInput(f"rows must be distinct to have {invariant.means}, not equal")
    return invariant.key(configuration)
