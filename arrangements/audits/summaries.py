"""Summaries of an audit for the programs of a pipeline: Markdown for a page of checks, SARIF for
code scanning, JUnit XML for test reports, a badge in SVG, and JSON, which is a baseline, too.

>>> from arrangements.audits.gate import Item, Verdict, condition
>>> verdict = Verdict.of([Item("owl", False)], [condition("impossible")], None)
>>> about = {"model": "m.npz", "inputs": "nonnegative", "labels": 3, "questions": 3, "possible": 2, "impossible": 1}
>>> print(markdown(about, [Item("owl", False, ("cat > owl",))], verdict))
## Audit of m.npz: failed
<BLANKLINE>
1 impossible, at most 0 let through: failed
<BLANKLINE>
Inputs: nonnegative.
<BLANKLINE>
| asked | possible | impossible |
|---|---|---|
| 3 | 2 | 1 |
<BLANKLINE>
| finding | what clashes |
|---|---|
| owl | |
<BLANKLINE>
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from arrangements.audits.gate import Item, Verdict
from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers.one_sided import at_most
from arrangements.running.files import write_atomically

__all__ = ["FORMATS", "check", "markdown", "write"]

_MARKUP = re.compile(r"&(?=#?\w+;)|<(?=\S)")  # what a page might take for HTML
_MOST = 100  # findings in a table of Markdown
_TERMS = 8  # conditions of a clash that a line names
_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
_RULES = {
    "impossible": "The layer gives this answer at none of these inputs.",
    "must-not-win": "This label must not win, and it does at one of these inputs.",
    "layer": "This layer may not be the output layer of the model.",
}

About = Mapping[str, object]


def check(path: str) -> None:
    """Refuse a name that no format has."""
    if Path(path).suffix.lower() not in FORMATS:
        raise BadInput(
            f"summary must be a file that ends in one of {', '.join(FORMATS)}, not {short_repr(path)}"
        )


def write(path: str, about: About, items: Sequence[Item], verdict: Verdict) -> None:
    """Write the summary in the format of its name."""
    check(path)
    write_atomically(path, FORMATS[Path(path).suffix.lower()](about, items, verdict))


def _doubts(about: About) -> Sequence[str]:
    """Why the layer may not be the output layer, by what the audit says of it."""
    doubts = about.get("doubts", ())
    return doubts if isinstance(doubts, list) else ()


def _status(verdict: Verdict) -> str:
    if verdict.conditions:
        return "failed" if verdict.failed else "passed"
    return f"{len(verdict.findings):,} findings"


def _clash(item: Item) -> str:
    """Why the answer is no."""
    more = len(item.clash) - _TERMS
    return item.said or ", ".join(item.clash[:_TERMS]) + (f", and {more} more" if more > 0 else "")


def markdown(about: About, items: Sequence[Item], verdict: Verdict) -> str:
    """A heading, the verdict, the counts, and the findings."""

    def cell(text: str) -> str:
        plain = _MARKUP.sub(lambda match: escape(match[0]), text)
        return " ".join(plain.replace("|", "\\|").replace("`", "\\`").split())

    lines = [f"## Audit of {cell(str(about['model']))}: {_status(verdict)}", ""]
    if verdict.conditions:
        lines += [str(verdict), ""]
    lines += [cell(f"In doubt: {doubt}.") + "\n" for doubt in _doubts(about)]
    if verdict.compared:
        known, gone = len(verdict.old), len(verdict.gone)
        kept = "finding is" if known == 1 else "findings are"
        lost = "is" if gone == 1 else "are"
        lines += [f"{known:,} {kept} in the baseline, {gone:,} of the baseline {lost} gone.", ""]
    lines += [f"Inputs: {cell(str(about['inputs']))}.", ""]
    lines += ["| asked | possible | impossible |", "|---|---|---|"]
    lines += [f"| {about['questions']:,} | {about['possible']:,} | {about['impossible']:,} |", ""]
    if verdict.findings:
        sure = any(item.sure for item in verdict.findings)
        clashes = not any(item.forbidden for item in verdict.findings)
        heads = ["finding", *["what clashes"] * clashes]
        heads += ["p at most", "margin at most"] * sure
        lines += [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
        for item in verdict.findings[:_MOST]:
            ends = [
                # softmax leaves something to every rival
                "below 1" if key == "probability" and most == 1 else at_most(most, 6)
                for key, (_, most) in (item.sure or {}).items()
            ]
            cells = [cell(item.name), *[cell(_clash(item))] * clashes, *ends]
            lines.append("".join(f"| {text} " if text else "| " for text in cells) + "|")
        if len(verdict.findings) > _MOST:
            more = f"| ... {len(verdict.findings) - _MOST:,} more |"
            lines.append(more + " |" * (len(heads) - 1))
        lines.append("")
    return "\n".join(lines)


def _json(about: About, items: Sequence[Item], verdict: Verdict) -> str:
    """The audit with all answers and the verdict."""
    answers = [
        {
            "label" if item.label else "question": item.name,
            "possible": item.possible,
            **({"clash": list(item.clash)} if item.clash else {}),
            **({"proved": item.said} if item.said else {}),
            **(item.sure or {}),
        }
        for item in items
    ]
    whole = {**about, "gate": verdict.to_json(), "answers": answers}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _sarif(about: About, items: Sequence[Item], verdict: Verdict) -> str:
    """Findings as results about the file of the model. They are known again by their names."""
    from arrangements import __version__

    uri = Path(str(about["model"])).as_posix()
    rules = [{"id": key, "shortDescription": {"text": text}} for key, text in _RULES.items()]

    def result(item: Item, state: str | None) -> dict[str, object]:
        counts = verdict.exceeded and state != "unchanged"
        rule = "must-not-win" if item.forbidden else "impossible"
        clash = f" These conditions contradict each other: {_clash(item)}." if item.clash else ""
        clash = f" Proved: {item.said}." if item.said else clash
        return {
            "ruleId": rule,
            "ruleIndex": list(_RULES).index(rule),
            "level": "error" if counts else "note",
            "message": {"text": f"{item.name}: {_RULES[rule]} Inputs: {about['inputs']}.{clash}"},
            "locations": [
                {
                    "physicalLocation": {"artifactLocation": {"uri": uri}},
                    "logicalLocations": [
                        {"name": item.name, "kind": "label" if item.label else "question"}
                    ],
                }
            ],
            "partialFingerprints": {"name/v1": sha256(f"{rule} {item.name}".encode()).hexdigest()},
            **({} if state is None else {"baselineState": state}),
        }

    new = "new" if verdict.compared else None
    results = [result(item, new) for item in verdict.findings]
    results += [result(item, "unchanged") for item in verdict.old]
    results += [
        {
            "ruleId": "layer",
            "ruleIndex": list(_RULES).index("layer"),
            "level": "error" if verdict.failed and verdict.doubts else "note",
            "message": {"text": f"{_RULES['layer']} In doubt: {doubt}."},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}}}],
            "partialFingerprints": {"name/v1": sha256(f"layer {doubt}".encode()).hexdigest()},
            **({} if new is None else {"baselineState": new}),
        }
        for doubt in _doubts(about)
    ]
    driver = {"name": "arrangements", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "properties": dict(about), "results": results}
    return json.dumps({"$schema": _SARIF, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _junit(about: About, items: Sequence[Item], verdict: Verdict) -> str:
    """A test for each answer; the findings fail where the gate does."""
    # by what they are: `argmax a` and `chosen a` have one name
    failing = {id(item) for item in verdict.findings} if verdict.exceeded else set()
    suite = _attribute(f"audit of {about['model']}")
    doubts = verdict.doubts if verdict.failed else ()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites><testsuite name={suite} tests="{len(items) + len(doubts)}" failures="{len(failing) + len(doubts)}" '
        f'errors="0" skipped="0" time="{about.get("seconds", 0)}">',
    ]
    for item in items:
        head = f"<testcase classname={suite} name={_attribute(item.name)}"
        if id(item) in failing:
            rule = _RULES["must-not-win" if item.forbidden else "impossible"]
            said = _attribute(f"{rule} Inputs: {about['inputs']}.")
            clash = escape(_printable(_clash(item)))
            lines.append(f"{head}><failure message={said}>{clash}</failure></testcase>")
        else:
            lines.append(f"{head}/>")
    for doubt in doubts:
        head = f"<testcase classname={suite} name={_attribute('output layer')}"
        rule, why = _attribute(_RULES["layer"]), escape(_printable(doubt))
        lines.append(f"{head}><failure message={rule}>{why}</failure></testcase>")
    lines.append("</testsuite></testsuites>")
    return "\n".join(lines) + "\n"


def _printable(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return "".join(c if c.isprintable() else "�" for c in text)


def _attribute(text: str) -> str:
    return quoteattr(_printable(text))


def _badge(about: About, items: Sequence[Item], verdict: Verdict) -> str:
    """Two fields: what was asked, and how many of it are impossible."""
    forbidden = any(item.forbidden for item in items)
    count = len(verdict.findings) + len(verdict.old)
    left = "must not win" if forbidden else "labels" if all(i.label for i in items) else "questions"
    right = f"{count:,} can" if forbidden else f"{count:,} of {len(items):,} impossible"
    color = "#b3261e" if verdict.failed else "#2e7d32" if not count else "#8a6d00"
    widths = [12 + 7 * len(text) for text in (left, right)]
    total = sum(widths)
    text = "".join(
        f'<text x="{x}" y="14" textLength="{width - 12}">{escape(part)}</text>'
        for x, width, part in ((6, widths[0], left), (widths[0] + 6, widths[1], right))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="20" role="img" aria-label="{left}: {right}">'
        f"<title>{left}: {right}</title>"
        f'<rect width="{widths[0]}" height="20" fill="#444"/>'
        f'<rect x="{widths[0]}" width="{widths[1]}" height="20" fill="{color}"/>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">{text}</g></svg>\n'
    )


FORMATS: dict[str, Callable[[About, Sequence[Item], Verdict], str]] = {
    ".json": _json,
    ".md": markdown,
    ".sarif": _sarif,
    ".xml": _junit,
    ".svg": _badge,
}
