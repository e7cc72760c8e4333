"""The page of measurements: ``python docs/speed.py`` writes ``docs/reference/speed.md`` from
``data/measurements.csv``, one row per figure; the rows of a table stand in the order of the file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

__all__ = ["LEADS", "PAGE", "Row", "page", "read"]

_ROOT = Path(__file__).parents[1]
PAGE = _ROOT / "docs" / "reference" / "speed.md"

_TOP = """\
# Speed

*For everybody who asks how long an input of some size takes.*

Each figure is a row of `data/measurements.csv`, from which `python docs/speed.py` writes this page. `make bench`
measures again on your machine, keeps the figures in `build/figures.json` with the processor, the versions and the
commit, and says which of them differ from those of the run before; `make peers` downloads the models, installs the
other programs, and measures beside them. "By hand" stands for a command that no benchmark repeats.
"""

# what a table is about, in the order of the page
LEADS = {
    "The first question": "Processor time of the first question of a process where nothing is compiled, with the start "
    "of the program (0.3 s, and 0.2 s more where numba is imported). `make setup` compiles ahead of time.",
    "Lists, counts, decisions and files": "With compiled kernels. Other programs ran in the same run, if the note does "
    "not say otherwise. A list has one bit per sign and one vector of each opposite pair: 60 MB for `threshold:6`.",
    "Counts": "`arrangements count` without symmetry (`--method flats`) and with it. More cores divide these times.",
    "Combinatorial types": "`arrangements types` and `arrangements realize`.",
    "Audits of models": "Seconds that pass, and in parentheses seconds of processor time, summed over all processes, of "
    "whole commands: the start of the program, the reading of the model, the certificate and its check. The product "
    "W W^T of the rows in float32, the least that an audit can do, ran just before. Memory is the peak of all processes "
    "together, with shared pages counted once.",
    "Audits of random layers": "Measured as the models above, with the seed 1. Hard labels are those that do not win in "
    "the direction of their own row ([how audits decide](../explanation/audits.md)).",
    "Hard labels": "Milliseconds for each hard label of a random layer.",
    "Growth": "The cost of one label, with normal rows; the rows of hard labels are combinations of sixteen other rows.",
    "128,256 x 4,096 in parts": "An audit of a layer in bfloat16, one label in a hundred hard, which has not been run to "
    "its end: each part was run as far as the table says, in an hour and a half.",
    "Predictions of an audit": "How long an audit takes, as its progress line or a sample of its labels foretells.",
    "Label sets": "`arrangements audit --questions` of a table of label sets, whole commands; the last figure is the "
    "decision of one set.",
    "The same questions in floating point": "By HiGHS alone, which gives no proofs.",
    "Confidences": "The largest probability of every label.",
    "Best places": "`arrangements audit --rank 10`, all inputs; certificates were rechecked.",
    "Lines of a log": "Beside one float32 product of one input with all rows, in the same run.",
    "Logs, whole commands": "With the store, the certificate and its check; memory is the most of all processes "
    "together.",
    "Repairs": "`arrangements repair`: the change that was made, and the bound that is proved.",
    "Suites, searches and pictures": "`arrangements verify`, `counterexample` and `explore`.",
    "Designs rounded to floats": "How many labels a [design](../how-to/design.md) may have until rounding makes a set "
    "impossible; all sets were decided.",
}  # fmt: skip


class Row(NamedTuple):
    """One figure, and how it was measured."""

    table: str
    what: str
    size: str
    quantity: str
    figure: str
    measured: str
    machine: str
    date: str
    note: str


def read() -> list[Row]:
    with open(_ROOT / "data" / "measurements.csv", encoding="utf-8", newline="") as file:
        first, *rows = csv.reader(file)
    if tuple(first) != Row._fields:
        raise ValueError(f"columns must be {', '.join(Row._fields)}, not {', '.join(first)}")
    return [Row(*row) for row in rows]


def page(rows: list[Row]) -> str:
    """The page, one table after the other."""
    lines = [_TOP, *(line for name in LEADS for line in _section(name, rows))]
    return "\n".join(lines).rstrip() + "\n"


def _section(name: str, rows: list[Row]) -> Iterator[str]:
    rows = [row for row in rows if row.table == name]
    quantities = list(dict.fromkeys(row.quantity for row in rows))
    # how, where and when all figures of a table were measured stands once, below the table
    values_of = {field: {row._asdict()[field] for row in rows} for field in Row._fields}
    below = [f for f in ("measured", "machine", "date") if len(values_of[f]) == 1]
    hidden = {*below, *(field for field in ("size", "note") if values_of[field] == {""})}
    yield from (f"## {name}\n", fill(LEADS[name], 120) + "\n")
    before = [field for field in ("what", "size") if field not in hidden]
    after = [f for f in ("measured", "machine", "date", "note") if f not in hidden]
    yield _line([*before, *quantities, *after])
    yield "|" + "---|" * len(before) + "--:|" * len(quantities) + "---|" * len(after)
    for _, figures in groupby(rows, lambda row: (row.what, row.size)):
        group = list(figures)
        values = {row.quantity: row.figure for row in group}
        said = group[0]._asdict()
        yield _line(
            [
                *(said[field] for field in before),
                *(values.get(quantity, "") for quantity in quantities),
                *(said[field] for field in after),
            ]
        )
    origin = "; ".join(getattr(rows[0], field) for field in below)
    yield "\n" + fill(f"*Measured: {origin}.*", 120, break_on_hyphens=False) + "\n"


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(page(read()), "utf-8")
