"""One function from a request of the page to a reply, both JSON values; it holds nothing but who
asked for a picture last.

A configuration travels as texts that read back exactly. ``look`` is asked while a hand moves and
only draws; ``explain``, which says who never wins and which invariants still agree, is asked when
the hand rests. A newer ``look`` of the same tab ends an older one.

>>> session = Session()
>>> state = session.answer("open", {"text": "label,x,y\\na,1,0\\nb,0,1"})["state"]
>>> state["labels"], session.answer("look", {"now": state, "start": state, "regions": "argmax"})["view"]["count"]
(['a', 'b'], 2)
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from arrangements.errors import BadInput, LimitReached, OutOfTime, short_repr
from arrangements.exact.numbers import text
from arrangements.explore import explanations
from arrangements.explore.moves import moved
from arrangements.explore.stories import STORIES
from arrangements.explore.views import View, view
from arrangements.figures import REGIONS
from arrangements.figures.palette import shade, style_of
from arrangements.figures.planes import COUNTED
from arrangements.figures.sectors import Regions
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.parser import read_question
from arrangements.loading.configurations import load_text
from arrangements.running import limited

__all__ = ["Cancelled", "Invariants", "Session", "state_of"]

SECONDS = 20.0  # for one answer
MOST_TEXT = 1 << 20  # characters of a configuration that is opened on the page
_LISTED = 200  # more names of a change are counted only
_MOVED = ", moved"
_REGIONS: dict[str, Regions] = {name: name for name in REGIONS}


class Cancelled(LimitReached):
    """A newer request of the same tab took the place of this one.

    >>> Cancelled("picture must be the newest one asked for").exit_code
    3
    """


class Invariants(Protocol):
    """Questions of the page to the theory of determinations, which the engine does not know."""

    def lights(self, start: Configuration, now: Configuration) -> list[dict[str, object]]:
        """For each invariant of the map whether the two agree."""

    def arrows(self) -> list[tuple[str, str]]:
        """The arrows of the map: what determines what."""

    def lengths(self, configuration: Configuration, label: str) -> dict[str, object]:
        """For which lengths of its row a label can win."""

    def counterexample(self, first: str, second: str) -> tuple[Configuration, Configuration, str]:
        """The smallest pair with equal first and different second invariant, and words about it;
        ``BadInput`` if there is none.
        """


class Session:
    """Answers requests of several tabs, from several threads."""

    def __init__(self, invariants: Invariants | None = None) -> None:
        self._invariants = invariants
        self._newest: dict[str, int] = {}
        self._lock = threading.Lock()

    def answer(self, kind: str, request: Mapping[str, object]) -> dict[str, object]:
        """The reply; ``ArrangementsError`` where the request cannot be answered."""
        kinds: dict[str, Callable[[Mapping[str, object]], dict[str, object]]] = {
            "look": self._look, "explain": self._explain, "region": self._region, "ask": self._ask, "open": self._open,
            "cancel": lambda request: {}, "map": self._map, "lengths": self._lengths, "counterexample": self._counterexample,
            "picture": self._picture,
        }  # fmt: skip
        if kind not in kinds:
            raise BadInput(f"request must be one of {', '.join(kinds)}, not {short_repr(kind)}")
        if not isinstance(request, Mapping):
            raise BadInput(f"request must be an object, not {short_repr(request)}")
        tab, number = str(request.get("tab", ""))[:40], request.get("number")
        watched = self._watch(tab, number) if isinstance(number, int) else None
        start = time.perf_counter()
        with (
            _stopped_after(SECONDS, "one answer"),
            limited("one answer", timeout=SECONDS, progress=watched),
        ):
            reply = kinds[kind](request)
        return {**reply, "milliseconds": round(1000 * (time.perf_counter() - start), 1)}

    def _watch(self, tab: str, number: int) -> Callable[[str, float | None], None]:
        with self._lock:
            self._newest[tab] = max(number, self._newest.pop(tab, 0))
            while len(self._newest) > 100:  # tabs that were closed
                del self._newest[next(iter(self._newest))]

        def watched(step: str, part: float | None) -> None:
            if self._newest.get(tab, number) > number:
                raise Cancelled("picture must be the newest one asked for")

        return watched

    def _look(self, request: Mapping[str, object]) -> dict[str, object]:
        """The picture of ``now``, after a move if there is one, and which names appeared and
        vanished since the start.
        """
        now, inputs = read_state(request.get("now"))
        if (move := request.get("move")) is not None:
            if not isinstance(move, Mapping):
                raise BadInput(f"move must be an object, not {short_repr(move)}")
            now, name = moved(now, move), now.name
            said = name if not name or name.endswith(_MOVED) else name + _MOVED
            now = Configuration(now.rows, now.labels, bias=now.bias, dimension=now.d, name=said)
        regions = _regions(request)
        start, start_inputs = (
            (now, inputs) if request.get("start") is None else read_state(request["start"])
        )
        seen, before = view(now, inputs, regions), view(start, start_inputs, regions)
        here, there = set(seen.names()), set(before.names())
        appeared, vanished = sorted(here - there), sorted(there - here)
        reply = {
            "state": state_of(now, inputs),
            "view": drawn(seen, regions),
            "appeared": appeared[:_LISTED],
            "vanished": vanished[:_LISTED],
            "changes": [len(appeared), len(vanished)],
            "comparable": "none" not in (seen.kind, before.kind)
            and (regions == "sign" or start.labels == now.labels)
            and start.n == now.n,
        }
        if request.get("both"):
            reply["startView"] = drawn(before, regions)
        return reply

    def _explain(self, request: Mapping[str, object]) -> dict[str, object]:
        now, inputs = read_state(request.get("now"))
        reply = explanations.impossible(now, inputs)
        start, _ = read_state(request.get("start"))
        plain = now.bias is None and start.bias is None and inputs is None
        if self._invariants is not None and plain and start.labels == now.labels and now.n:
            reply["lights"] = self._invariants.lights(start, now)
        return reply

    def _region(self, request: Mapping[str, object]) -> dict[str, object]:
        now, inputs = read_state(request.get("now"))
        return explanations.region(now, inputs, _regions(request), _text(request, "name"))

    def _ask(self, request: Mapping[str, object]) -> dict[str, object]:
        now, inputs = read_state(request.get("now"))
        return explanations.asked(
            now, inputs, read_question(_text(request, "question"), now.labels)
        )

    def _open(self, request: Mapping[str, object]) -> dict[str, object]:
        """A configuration from the catalogue, or from a text that the page read: never from a
        path.
        """
        from arrangements import catalogue

        if "name" in request:
            name = _text(request, "name")
            if not catalogue.is_name(name):
                raise BadInput(f"name must be one of the catalogue, not {short_repr(name)}")
            return {"state": state_of(catalogue.named(name), None)}
        content = _text(request, "text")
        if len(content) > MOST_TEXT:
            raise BadInput(f"text must have at most {MOST_TEXT:,} characters, not {len(content):,}")
        return {"state": state_of(load_text(content), None)}

    def _map(self, request: Mapping[str, object]) -> dict[str, object]:
        from arrangements import catalogue

        names = [[family.example, family.description] for family in catalogue.families()]
        return {
            "arrows": self._invariants.arrows() if self._invariants else [],
            "catalogue": names,
            "stories": STORIES,
        }

    def _lengths(self, request: Mapping[str, object]) -> dict[str, object]:
        now, inputs = read_state(request.get("now"))
        now.demand_linear("lengths")
        if self._invariants is None or inputs is not None:
            raise BadInput("lengths need all inputs, not limited ones")
        return self._invariants.lengths(now, _text(request, "label"))

    def _counterexample(self, request: Mapping[str, object]) -> dict[str, object]:
        if self._invariants is None:
            raise BadInput(
                "counter-examples need the map of invariants, which this page does not have"
            )
        first, second, words = self._invariants.counterexample(
            _text(request, "first"), _text(request, "second")
        )
        return {"start": state_of(first, None), "now": state_of(second, None), "words": words}

    def _picture(self, request: Mapping[str, object]) -> dict[str, object]:
        """The figure that ``arrangements plot`` makes."""
        from arrangements.figures import plot

        now, inputs = read_state(request.get("now"))
        if inputs is not None:
            raise BadInput("figure must be of all inputs, not of limited ones")
        return {"svg": plot(now, "regions", _regions(request)).svg()}


class _TimeIsOver(BaseException):
    """Raised in a thread from outside; no ``except Exception`` takes it."""


@contextmanager
def _stopped_after(seconds: float, what: str) -> Iterator[None]:
    """Work in this thread that nobody reports on ends, too, at its next step in Python."""
    lock, thread = threading.Lock(), threading.get_ident()
    done = fired = heard = False

    def fire() -> None:
        nonlocal fired
        with lock:
            if not done:
                fired = True
                raised = ctypes.py_object(_TimeIsOver)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)

    timer = threading.Timer(seconds, fire)
    timer.daemon = True
    timer.start()
    try:
        try:
            yield
        except _TimeIsOver:
            heard = True
            raise
        finally:
            with lock:
                done = True
            timer.cancel()
            for _ in range(100 * (fired and not heard)):
                time.sleep(0.001)  # it is heard here, and nowhere later
    except _TimeIsOver:
        raise OutOfTime(f"time must be at most {seconds:g} s for {what}") from None


def read_state(value: Any) -> tuple[Configuration, Inputs | None]:
    """The configuration and the inputs of a state."""
    if not isinstance(value, Mapping):
        raise BadInput(f"state must be an object, not {short_repr(value)}")
    name = value.get("name")
    configuration = Configuration.from_json(value, name=name if isinstance(name, str) else "")
    given = value.get("inputs")
    return configuration, None if given is None else Inputs.from_json(given, configuration.d)


def state_of(configuration: Configuration, inputs: Inputs | None) -> dict[str, object]:
    """The inverse; ``floats`` are the rows for the screen."""
    return {
        **configuration.to_json(),
        "name": configuration.name,
        "inputs": None if inputs is None else inputs.to_json(),
        "floats": [[_rounded(x) for x in row] for row in configuration.rows],
        "offsets": None
        if configuration.bias is None
        else [_rounded(x) for x in configuration.bias],
        "polyhedron": None
        if inputs is None
        else [[_rounded(x) for x in row] for row in inputs.inequalities],
    }


def drawn(seen: View, regions: Regions) -> dict[str, object]:
    """A view as JSON, with colours and hatches as in the figures."""
    groups = [region.group for region in seen.regions]
    low, high = min(groups, default=0), max(groups, default=0)

    def look(group: int) -> tuple[str, int]:
        if regions == "sign":
            return shade(group - low, high - low + 1), 0
        return style_of(group).colour, group // 7 % 5

    looks = {group: look(group) for group in set(groups)}
    return {
        "kind": seen.kind,
        "why": seen.why,
        "axes": list(seen.axes),
        "count": len(seen.regions),
        "counted": COUNTED[regions][len(seen.regions) != 1],
        "corners": seen.corners,
        "walls": seen.walls,
        "regions": [[r.name, r.group, r.point, r.pieces, *looks[r.group]] for r in seen.regions],
    }


def _rounded(x: Any) -> float:
    try:
        return float(x)
    except OverflowError:
        raise LimitReached(
            f"entry must be below 10^300 to be drawn, not {short_repr(text(x), 30)}"
        ) from None


def _regions(request: Mapping[str, object]) -> Regions:
    name = request.get("regions")
    if not isinstance(name, str) or name not in _REGIONS:
        raise BadInput(f"regions must be one of {', '.join(_REGIONS)}, not {short_repr(name)}")
    return _REGIONS[name]


def _text(request: Mapping[str, object], key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise BadInput(f"{key} must be a text, not {short_repr(value)}")
    return value
