"""The wiring diagram of an allowable sequence: how the ranking of planar labels changes while the
input turns by half a turn.

Each label is a wire, the winner on top; where inputs are perpendicular to a difference of two rows,
their wires cross, and more than two cross in one point if more rows tie. The other half of the turn
is the same upside down. Many crossings are packed: each is then drawn as early as its wires allow,
so that the order of crossings without a common wire is not shown.

>>> turns([[0, 1, 2], [1, 0, 2], [2, 0, 1]])
[[(0, 1)], [(0, 2)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from arrangements.errors import BadInput, LimitReached
from arrangements.figures.canvas import INK, Picture, board, name_of, settings, write
from arrangements.figures.sectors import demand_strict, plane_points, rank_of
from arrangements.layers.configuration import Configuration
from arrangements.matroids.rank2_sweep import sweep_rankings

__all__ = ["MAX_WIRES", "packed", "turns", "wired", "wiring_picture"]

MAX_WIRES = 60  # that can be told apart
_PACKED = 60  # more crossings than this are packed
_LOOKS = tuple(
    (colour, style)
    for style in ("-", (0, (5, 1.5)), (0, (1, 1)))
    for colour in (INK, "#1f5f8b", "#a65410", "#7a7a7a")
)

# blocks of places, first and last, that are reversed at the same input
Turn = list[tuple[int, int]]


def wiring_picture(configuration: Configuration) -> Picture:
    """The wiring diagram of labels whose differences have rank at most 2."""
    demand_strict(configuration, "ranking")
    if (rank := rank_of(configuration, "ranking")) > 2:
        raise BadInput(
            f"configuration must have differences of rank at most 2 for a wiring diagram, not {rank}"
        )
    if configuration.n > MAX_WIRES:
        raise LimitReached(
            f"wiring diagram must have at most {MAX_WIRES} wires, not {configuration.n}"
        )
    rankings = sweep_rankings(plane_points(configuration, "ranking"))
    half_turn = rankings if rankings[-1] == rankings[0][::-1] else [*rankings, rankings[0][::-1]]
    events = turns(half_turn)
    crossings = sum(map(len, events))
    title = f"{name_of(configuration)}: wiring diagram, {crossings} crossings, {2 * len(events) or 1} rankings"
    return wired(configuration.labels, rankings[0], events, title, crossings)


def wired(
    labels: Sequence[str], order: Sequence[int], events: Sequence[Turn], title: str, crossings: int
) -> Picture:
    """Wires that start in this order from the top, and reverse blocks of places one event after
    another.
    """
    n, order = len(labels), list(order)
    tight = len(events) > _PACKED
    columns = packed(events) if tight else events
    with settings():
        step = 0.34 if n > 14 else 0.45
        figure, (axes,) = board(1, 1, 1.0)
        width, height = step * (len(columns) + 1), 0.24 * max(n, 2)
        figure.set_size_inches(width + 3, height + 1.4)
        axes.set_position(
            (1.5 / (width + 3), 0.6 / (height + 1.4), width / (width + 3), height / (height + 1.4))
        )
        axes.set(xlim=(-0.5, len(columns) + 0.5), ylim=(n - 0.5, -0.5), aspect="auto")
        paths: dict[int, list[tuple[float, float]]] = {
            label: [(-0.5, place), (0, place)] for place, label in enumerate(order)
        }
        for column, blocks in enumerate(columns):
            for first, last in blocks:
                order[first : last + 1] = order[first : last + 1][::-1]
                axes.plot(
                    [column + 0.5],
                    [(first + last) / 2],
                    "o",
                    markersize=2.5,
                    color=INK,
                    zorder=3,
                    clip_on=False,
                )
            for place, label in enumerate(order):
                paths[label] += [
                    (column + 0.12, paths[label][-1][1]),
                    (column + 0.88, place),
                    (column + 1, place),
                ]
            if not tight:
                text = ", ".join(
                    "-".join(labels[k] for k in sorted(order[a : b + 1])) for a, b in blocks
                )
                write(
                    axes,
                    column + 0.5,
                    n - 0.3,
                    text,
                    fontsize=7,
                    rotation=90,
                    va="top",
                    style="italic",
                )
        for label, path in paths.items():
            colour, style = _LOOKS[label % len(_LOOKS)]
            xs, ys = zip(*path, (len(columns) + 0.5, path[-1][1]), strict=True)
            axes.plot(xs, ys, color=colour, linestyle=style, linewidth=1.3, zorder=2, clip_on=False)
            write(axes, -0.6, path[0][1], labels[label], ha="right")
            write(axes, len(columns) + 0.6, path[-1][1], labels[label], ha="left")
        order_note = (
            "\ncrossings are packed: their order is that of each wire only" if tight else ""
        )
        write(axes, (len(columns)) / 2, -0.9, title + order_note, fontsize=10, va="bottom")
    return Picture(figure, title, crossings)


def turns(rankings: Sequence[Sequence[int]]) -> list[Turn]:
    """For each two consecutive rankings the blocks of places that are reversed between them."""
    result = []
    for before, after in pairwise(rankings):
        blocks: Turn = []
        place = {label: k for k, label in enumerate(after)}
        k = 0
        while k < len(before):
            last = place[before[k]]
            if last > k:
                blocks.append((k, last))
            k = max(k, last) + 1
        result.append(blocks)
    return result


def packed(events: Sequence[Turn]) -> list[Turn]:
    """The reversals in as few columns as their places allow.

    >>> packed([[(0, 1)], [(2, 3)], [(1, 2)]])
    [[(0, 1), (2, 3)], [(1, 2)]]
    """
    columns: list[Turn] = []
    free: dict[int, int] = {}
    for blocks in events:
        for first, last in blocks:
            column = max((free.get(k, 0) for k in range(first, last + 1)), default=0)
            if column == len(columns):
                columns.append([])
            columns[column].append((first, last))
            free.update(dict.fromkeys(range(first, last + 1), column + 1))
    return columns
