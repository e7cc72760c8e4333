"""The report of a suite as one page that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TypedDict

from arrangements.layers.patterns.displays import document

__all__ = ["as_html"]

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 100rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #bbb; padding: .4rem .5rem; text-align: left; vertical-align: top }
.wide { overflow-x: auto }
td:first-child { min-width: 9rem } td:nth-child(2) { min-width: 8rem }
table { font-size: .875rem }
td.n { text-align: right; font-variant-numeric: tabular-nums } pre { overflow-x: auto; margin: 0 }
.refuted { color: #a00; font-weight: bold } .not { color: #850 }
"""
_COLUMNS = (
    "check",
    "family",
    "verdict",
    "classes",
    "matrices",
    "in domain",
    "groups",
    "pairs",
    "alone",
)


class Exhibit(TypedDict):
    """Two members with equal P and different Q."""

    positions: list[int]
    equal: str
    different: str
    first: list[list[str]]
    second: list[list[str]]


class Loss(TypedDict):
    """A shard that was given up."""

    id: str
    family: str
    shard: int
    start: int
    stop: int
    reason: str


class Grouped(TypedDict, total=False):
    """Findings of checks of determinations besides the verdict."""

    groups: int
    largest_group: int
    groups_contradicting: int
    pairs_contradicting: int
    members_contradicting_themselves: int


class Result(Grouped):
    """One check on one family."""

    id: str
    claims: list[str]
    statement: str
    family: str
    range: str
    means: str
    members: int
    matrices: int
    members_in_domain: int
    matrices_in_domain: int
    with_big_integers: int
    failed: int
    programs: int
    second_opinions: int
    failures: list[list[list[str]]]
    counterexamples: list[Exhibit]
    verdict: str
    reason: str
    as_expected: bool
    rests_on: list[str]


class Report(TypedDict):
    """The report as ``report.as_json`` makes it."""

    format: str
    version: int
    arrangements: str
    code: str
    suite: str
    jobs: str
    claims: list[Result]
    lost: list[Loss]


def as_html(report: Report) -> str:
    """The page for the result of ``report.as_json``."""
    rests = sorted({text for result in report["claims"] for text in result["rests_on"]})
    shapes = [shape for result in report["claims"] for shape in _shapes(result)]
    lost = [
        f"{x['id']} on {x['family']}, positions {x['start']} to {x['stop']}: {x['reason']}"
        for x in report["lost"]
    ]
    return document(
        f"Suite {report['suite']}",
        _STYLE,
        [
            f"<h1>Suite {escape(report['suite'])}</h1>",
            f"<p>Written by arrangements {escape(report['arrangements'])}, code {escape(report['code'][:16])}.</p>",
            f'<div class="wide"><table><thead><tr>{"".join(f"<th>{column}</th>" for column in _COLUMNS)}</tr></thead><tbody>',
            *map(_row, report["claims"]),
            "</tbody></table></div>",
            "<p>Pairs: pairs of classes with equal P and different Q. Alone: classes of which a relabelling keeps P and changes Q.</p>",
            "<p>The table rests on:</p>",
            _list(rests),
            f"<p>{_opinions(report['claims'])}</p>",
            *(["<h2>Given up</h2>", _list(lost)] if lost else []),
            *(["<h2>First counter-examples</h2>", *shapes] if shapes else []),
        ],
    )


def _opinions(results: Sequence[Result]) -> str:
    """How many exact programs cddlib decided as well."""
    given, programs = (
        sum(count)
        for count in zip(*((r["second_opinions"], r["programs"]) for r in results), strict=True)
    )
    return (
        f"cddlib decided {given:,} of {programs:,} exact programs as well, with the same answers."
    )


def _row(result: Result) -> str:
    names = (
        "members",
        "matrices",
        "matrices_in_domain",
        "groups",
        "pairs_contradicting",
        "members_contradicting_themselves",
    )
    known: Mapping[str, object] = result
    cells = "".join(
        f'<td class="n">{known[name]:,}</td>' if name in known else "<td></td>" for name in names
    )
    family = escape(result["family"]).replace(":", ":<wbr>")
    verdict = escape(result["verdict"]) + (
        f"<br>{escape(result['reason'])}" if result["reason"] else ""
    )
    return (
        f"<tr><td><b>{escape(result['id'])}</b><br>{escape(result['statement'])}</td><td>{family}</td>"
        f'<td class="{result["verdict"].partition(" ")[0]}">{verdict}</td>{cells}</tr>'
    )


def _shapes(result: Result) -> list[str]:
    """Counter-examples side by side, and members for which a statement fails."""
    shapes = []
    for c in result["counterexamples"]:
        where = f"{result['family']}, positions {c['positions'][0]} and {c['positions'][1]}"
        rows = [
            f"{' '.join(x):24} | {' '.join(y)}"
            for x, y in zip(c["first"], c["second"], strict=True)
        ]
        shapes.append(_shape(f"equal {c['equal']}, different {c['different']} ({where})", rows))
    return shapes + [
        _shape(f"{result['id']} fails for", [" ".join(row) for row in rows])
        for rows in result["failures"]
    ]


def _shape(title: str, rows: list[str]) -> str:
    return f"<h3>{escape(title)}</h3><pre>{escape(chr(10).join(rows))}</pre>"


def _list(texts: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ul>"
