"""Colours and hatches that survive grey-scale printing and colour-blindness.

The colours run from light to dark in even steps of lightness (CIE L*), along the blue-orange axis
that all common kinds of colour-blindness keep; black text is legible on all of them. Each round
through the colours has another hatch, so 35 styles differ even without colour.

>>> style_of(0), style_of(7)
(Style(colour='#fff8dc', hatch=''), Style(colour='#fff8dc', hatch='////'))
>>> [shade(k, 3) for k in range(3)]
['#fdf6e3', '#b9d3df', '#7ba3bd']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["COLOURS", "HATCHES", "Style", "apart", "shade", "style_of"]

COLOURS = ("#fff8dc", "#cfe8f3", "#f9cb86", "#a0c6dd", "#e49f58", "#6f9fc0", "#b87440")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx")

_LIGHT, _MIDDLE, _DARK = (253, 246, 227), (185, 211, 223), (123, 163, 189)


class Style(NamedTuple):
    """A face colour and a hatch of matplotlib."""

    colour: str
    hatch: str


def style_of(index: int) -> Style:
    """The style of the label with this index: the same in every picture."""
    turn, place = divmod(index, len(COLOURS))
    return Style(COLOURS[place], HATCHES[turn % len(HATCHES)])


def shade(step: int, steps: int) -> str:
    """The colour of a step on a scale of so many steps, from light to dark."""
    at = 2 * step / (steps - 1) if steps > 1 else 0.0
    low, high = (_LIGHT, _MIDDLE) if at <= 1 else (_MIDDLE, _DARK)
    part = at if at <= 1 else at - 1
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high, strict=True))


def apart(looks: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The looks around a circle, with another tint where neighbours would be of one colour.

    >>> apart([("#000000", ""), ("#000000", ""), ("#000000", "")])
    [('#000000', ''), ('#595959', ''), ('#8c8c8c', '')]
    >>> apart([("#fff8dc", ""), ("#fff8dc", "")])
    [('#fff8dc', ''), ('#e0dac1', '')]
    """
    pairs: list[tuple[str, str]] = []
    for k, (colour, hatch) in enumerate(looks):
        taken = {pairs[-1][0]} if pairs else set()
        if pairs and k == len(looks) - 1:
            taken.add(pairs[0][0])
        if k:
            colour = next(
                tint
                for tint in (colour, _tinted(colour, 0.35), _tinted(colour, 0.55))
                if tint not in taken
            )
        pairs.append((colour, hatch))
    return pairs


def _tinted(colour: str, part: float) -> str:
    """Lighter, or darker where the colour is nearly white."""
    parts = bytes.fromhex(colour[1:])
    goal, part = (255, part) if sum(parts) < 3 * 235 else (0, part * 0.35)
    return "#" + "".join(f"{round(x + (goal - x) * part):02x}" for x in parts)
