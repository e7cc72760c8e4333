"""The report of an audit: one HTML page that needs nothing else, and beside it the same as JSON and
Parquet.

The page holds all labels and shows those in view, so that a hundred thousand open as quickly as
ten. A content security policy forbids every request. ``audit.json`` has the exact least
biases and factors, ``audit.parquet`` one row per label.

The report of a log (``write_log``) has the same three files: its page has a table of the lines that
are refuted, each with its core; JSON and Parquet have all lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from arrangements.audits.findings import FAR, Finding, boxes, findings, findings_by, groups
from arrangements.audits.least_bias import Distance
from arrangements.decide.batches.log_thresholds import Rule
from arrangements.decide.batches.softmax_bounds import Sure
from arrangements.decide.dyadic.integer_inputs import Domain, laid_out
from arrangements.decide.dyadic.outcomes import Outcome
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.exact.numbers.one_sided import float_at_least
from arrangements.layers.questions.question import Question
from arrangements.ranking_text import joined
from arrangements.running.files import made_folder, opened_atomically, write_atomically

__all__ = ["page", "write", "write_log"]

_UNMEASURED = (
    "In a ball, or behind a norm, there is no column of least biases: the least bias of a label is its largest margin with the other sign, "
    "which may be irrational and which --confidence bounds; and no method is known for its least factor."
)
_TERMS = 12  # of a combination that the page names
_LINES = 1000  # refuted lines of a log that the page names
_SIZES = {
    "smallest": "no fewer comparisons of the line clash",
    "minimal": "none of these comparisons can be left out",
    "some": "perhaps fewer clash",
}


def write(
    folder: str,
    rows: np.ndarray,
    labels: Sequence[str],
    domain: Domain,
    answers: Sequence[tuple[Question, Outcome]],
    about: Mapping[str, object],
    executor: Executor | None = None,
    rule: tuple[Rule, int] | None = None,
    ranks: Mapping[int, tuple[int, int]] | None = None,
    sure: Sure | None = None,
) -> None:
    """Write ``audit.html``, ``audit.json`` and ``audit.parquet`` to the folder,
    which is made if missing. ``rule``: of answers by a rule, with the scale of the rows.
    ``ranks``: bounds of the best place of each label. ``sure``: of its probability and its margin.
    """
    made_folder(folder)
    exact = DyadicMatrix(rows)
    if domain.ball is not None:
        about = {**about, "unmeasured": _UNMEASURED}
    if rule is None:
        behind = DyadicMatrix(laid_out(rows, domain.stated)[0])
        found = findings(behind, domain, answers, executor)
    else:
        found = findings_by(rule[0], exact, rule[1], domain, answers)
        done = "on" if rule[0].kind == "threshold" else "kept"
        about = {**about, "done": f"{done} ({rule[0]})"}
    equal, near = groups(exact)
    whole = {
        **about,
        "boxes": [{"within": size, "at_least": number} for size, number in boxes(found)],
        "equal_rows": [[labels[i] for i in group] for group in equal],
        "near_rows": [[labels[i] for i in group] for group in near],
        "answers": [
            _record(item, labels, domain)
            | ({} if ranks is None else {"best_place": list(ranks[item.row])})
            | ({} if sure is None else sure.record(item.row))
            for item in found
        ],
    }
    write_atomically(
        Path(folder) / "audit.json", json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    )
    write_atomically(
        Path(folder) / "audit.html",
        page(found, labels, {**about, "equal": equal, "near": near}, _flat(rows), ranks, sure),
    )
    _parquet(Path(folder) / "audit.parquet", found, labels, ranks, sure)


def _record(item: Finding, labels: Sequence[str], domain: Domain) -> dict[str, object]:
    """One label in JSON; numbers that are exact are texts."""
    head = {"label": labels[item.row], "row": item.row + 1, "possible": item.possible}
    if item.possible:
        return {
            **head,
            "reach": item.reach,
            "margin": item.margin,
            **({"on_paper_only": item.paper} if item.paper else {}),
        }
    combination = [[labels[k], weight] for k, weight in item.dominated_by]
    out = {**head, "dominated_by": combination}
    if domain.ball is not None:
        return out
    for name, distance in (("least_bias", item.bias), ("least_factor", item.factor)):
        out[name] = item.least_bias if distance is item.bias else _rounded(distance)
        if distance.least is None:
            out[f"{name}_missing"] = distance.why
        else:
            # Long integers in hexadecimal: decimal digits would take quadratic time.
            out[f"{name}_exact"] = f"{distance.least.numerator:#x}/{distance.least.denominator:#x}"
    if item.ratio != 1 and item.bias.least is not None:
        out["least_bias_exact"] = f"{out['least_bias_exact']} + log({item.ratio})"
    return out


def _rounded(distance: Distance) -> float | None:
    """Not above the distance, as more than this is needed."""
    return None if distance.least is None else float_at_least(distance.least)


def _flat(rows: np.ndarray) -> list[list[float]]:
    """Two coordinates of every row: its own where there are two, else those along the two longest
    axes of all rows.
    """
    vectors = rows[:, 1:]
    if vectors.shape[1] > 2:
        centred = vectors - vectors.mean(axis=0)
        _, axes = np.linalg.eigh(centred.T @ centred)
        vectors = centred @ axes[:, ::-1][:, :2]
    flat = np.zeros((len(rows), 2))
    flat[:, : vectors.shape[1]] = vectors
    return np.round(flat / max(float(np.abs(flat).max(initial=0)), 1e-300), 4).tolist()


def page(
    found: Sequence[Finding],
    labels: Sequence[str],
    about: Mapping[str, object],
    flat: Sequence[Sequence[float]],
    ranks: Mapping[int, tuple[int, int]] | None = None,
    sure: Sure | None = None,
) -> str:
    """The page as text."""
    table = [
        [
            item.row,
            int(item.possible),
            item.least_bias,
            _rounded(item.factor),
            item.reach,
            item.margin,
            item.paper,
            _terms(item),
            *([] if ranks is None else [ranks[item.row][0], ranks[item.row][1]]),
            *([] if sure is None else _flattened(sure, item.row)),
        ]
        for item in found
    ]
    data = {
        "about": about,
        "labels": list(labels),
        "table": table,
        "flat": flat,
        "far": FAR,
        "boxes": boxes(found),
        "ranked": ranks is not None,
        "sure": sure is not None,
    }
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    never = sum(not item.possible for item in found)
    title = f"{never:,} of {len(found):,} labels can never be {about.get('done', 'first')}"
    template = files("arrangements.audits").joinpath("page.html").read_text("utf-8")
    return template.replace("{{title}}", escape(title)).replace("{{data}}", text)


def _flattened(sure: Sure, row: int) -> list[float]:
    return [x for pair in sure.record(row).values() for x in pair]


def _terms(item: Finding) -> list[Any]:
    """The heaviest terms of the combination, and how many there are."""
    shares = [x for k, weight in item.dominated_by[:_TERMS] for x in (k, float(f"{weight:.4g}"))]
    return [len(item.dominated_by), *shares] if shares else []


def _parquet(
    path: Path,
    found: Sequence[Finding],
    labels: Sequence[str],
    ranks: Mapping[int, tuple[int, int]] | None = None,
    sure: Sure | None = None,
) -> None:
    """One row per label."""
    columns: dict[str, Sequence[object]] = {
        "label": [labels[item.row] for item in found],
        "row": [item.row + 1 for item in found],
        "possible": [item.possible for item in found],
        "reach": [item.reach if item.possible else None for item in found],
        "margin": [item.margin if item.possible else None for item in found],
        "on_paper_only": [item.paper or None for item in found],
        "least_bias": [item.least_bias for item in found],
        "least_factor": [_rounded(item.factor) for item in found],
        "dominated_by": [[labels[k] for k, _ in item.dominated_by] for item in found],
        "weights": [[weight for _, weight in item.dominated_by] for item in found],
    }
    for k, name in enumerate(("best_place_least", "best_place_most") if ranks is not None else ()):
        columns[name] = [ranks[item.row][k] for item in found] if ranks is not None else []
    if sure is not None:
        records = [sure.record(item.row) for item in found]
        for name in records[0] if records else ():
            for k, end in enumerate(("least", "most")):
                columns[f"{name}_{end}"] = [record[name][k] for record in records]
    _saved(path, columns)


def _saved(path: Path, columns: Mapping[str, Sequence[object]]) -> None:
    """Write the Parquet file, unless its library is missing; the JSON has it all."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return
    with opened_atomically(path) as file:  # Arrow takes a path with a colon for an address
        pyarrow.parquet.write_table(pyarrow.table(dict(columns)), file)


def write_log(
    folder: str, about: Mapping[str, object], lines: Sequence[Mapping[str, object]]
) -> None:
    """Write ``signature.html``, ``signature.json`` and ``signature.parquet`` to the folder, which is
    made if missing. ``lines``: of each its number, whether it is possible, and the core of one that
    is not.
    """
    made_folder(folder)
    whole = json.dumps({**about, "answers": lines}, ensure_ascii=False, indent=1)
    write_atomically(Path(folder) / "signature.json", whole + "\n")
    write_atomically(Path(folder) / "signature.html", log_page(about, lines))
    _saved(
        Path(folder) / "signature.parquet",
        {
            "line": [one["line"] for one in lines],
            "possible": [one["possible"] for one in lines],
            "core": [_core(one) or None for one in lines],
            "clash": [one.get("clash") for one in lines],
            "size": [one.get("size") for one in lines],
        },
    )


def log_page(about: Mapping[str, object], lines: Sequence[Mapping[str, object]]) -> str:
    """The page of a log as text."""
    never: list[Mapping[str, Any]] = [one for one in lines if not one["possible"]]
    title = f"{len(never):,} of {len(lines):,} lines of {about['log']} are impossible"
    layer = f"{about['weights']} of {about['model']}, {about['labels']:,} labels, dimension {about['dimension']}, inputs {about['inputs']}"
    said = "The layer can have given each line of the log."
    if never:
        said = "The log is not from this layer: no input gives the labels of these lines in their order, whatever the other labels are."
    rows = [
        f"<tr><td>{one['line']}</td><td class=no>{escape(_core(one))}</td><td><details><summary>{len(one['clash']):,} conditions; {_SIZES[one['size']]}</summary>{escape(', '.join(one['clash']))}</details></td></tr>"
        for one in never[:_LINES]
    ]
    if len(never) > _LINES:
        rows.append(f"<tr><td>...</td><td>{len(never) - _LINES:,} more</td><td></td></tr>")
    head = "<table><tr><th>line</th><th>labels that clash in this order</th><th>what contradicts each other</th></tr>"
    template = files("arrangements.audits").joinpath("log.html").read_text("utf-8")
    for name, text in (
        ("title", escape(title)),
        ("about", escape(layer)),
        ("said", said),
        ("table", "\n".join([head, *rows, "</table>"]) if rows else ""),
    ):
        template = template.replace(f"{{{{{name}}}}}", text)
    return template


def _core(line: Mapping[str, Any]) -> str:
    return joined([one] if isinstance(one, str) else one for one in line.get("core", ()))
