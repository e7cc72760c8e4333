"""The report of ``arrangements verify --report FOLDER``: one HTML page that needs nothing else, the
same as JSON, and where it is from.

``claims.html`` holds everything: statements, verdicts, steps, figures, and certificates as
data links that download without a server; a content security policy forbids every request.
``claims.json`` has the form of ``proofs/claims.schema.json``. Both are written
in one step, and depend on nothing but the claims: the same verdicts give the same bytes.
``claims.provenance.txt`` holds what may differ.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from arrangements import __version__
from arrangements.layers.patterns.displays import document
from proofs.coq.status import FormalTheorem, formal_theorems
from proofs.pages.explained import seconded, stated
from proofs.pages.typeset import html, plain
from proofs.paper.claims.words import words_of
from proofs.paper.verdicts.claim import Attachment, Claim, Step, Verdict
from proofs.paper.verdicts.owners import OWNERS, OwnerName
from proofs.search.suites.provenance import provenance

__all__ = ["as_html", "as_json", "summary", "write"]

Results = Sequence[tuple[Claim, Verdict]]

_TITLE = "Claims about cosines of label representations, settled"

# The figures of the paper that belong to a claim, by their names in ``proofs.pages.figures``.
FIGURES = {
    "example-C.1": (
        "figure_1",
        "three models with equal probabilities; cos(0, 1) is 4/5, −1 and +1",
    ),
    "example-C.2": (
        "figure_2",
        "examples C.2 (left) and C.3 (right): decision regions, cosines and ties",
    ),
    "example-C.3": (
        "figure_2",
        "examples C.2 (left) and C.3 (right): decision regions, cosines and ties",
    ),
    "theorem-5.5": ("figure_3", "two models with equal cosines; the second never predicts label 3"),
    "mf-clusters": (
        "clusters",
        "source B: cosines of one set of data after objective (1), three choices of D, and after (2)",
    ),
    "theorem-H.1": (
        "figure_4",
        "two point configurations with equal sign patterns, and their rankings",
    ),
}


def write(results: Results, folder: str) -> None:
    """Write ``claims.html`` and ``claims.json`` to the folder, which is made if
    missing. BadInput if that is not possible.
    """

    from arrangements.running.files import made_folder, write_atomically

    place = made_folder(folder)
    write_atomically(place / "claims.html", as_html(results))
    write_atomically(place / "claims.provenance.txt", provenance())
    write_atomically(
        place / "claims.json",
        json.dumps(as_json(results, full=True), indent=1, ensure_ascii=False) + "\n",
    )


def as_json(results: Results, full: bool = False) -> dict[str, object]:
    """The verdicts as JSON values; ``full`` adds statements, steps and attachments."""
    return {
        "format": "arrangements verdicts",
        "version": 1,
        "arrangements": __version__,
        "claims": [_object(c, v, full) for c, v in results],
    }


def _object(claim: Claim, verdict: Verdict, full: bool) -> dict[str, object]:
    short: dict[str, object] = {
        "id": claim.id,
        "owner": claim.owner,
        "verdict": verdict.status,
        "range": plain(verdict.scope),
        "means": plain(verdict.means),
        "rests_on": [plain(text) for text in verdict.rests_on],
        "needs": [plain(c.text) for c in claim.needs],
        "findings": [plain(text) for text in verdict.findings],
        "formal": [
            {"name": t.name, "covers": t.covers, "checked": t.checked}
            for t in formal_theorems(claim.id)
        ],
        "reason": plain(verdict.reason),
        "programs": verdict.programs,
        "second_opinions": verdict.seconded,
    }
    if not full:
        return short
    return short | {
        "aliases": list(claim.aliases),
        "source": OWNERS[claim.owner].work,
        "of": words_of(claim.id).of,
        "statement": plain(claim.statement),
        "conditions": [
            {
                "text": plain(c.text),
                "stated": c.whose == "source",
                "whose": c.whose,
                "without": plain(c.without),
            }
            for c in claim.conditions
        ],
        "steps": [
            {
                "says": plain(step.says),
                "outcome": step.outcome,
                "detail": plain(step.detail),
                "attachments": [
                    {"name": a.name, "content": json.loads(a.content)} for a in step.attachments
                ],
            }
            for step in verdict.steps
        ],
    }


def as_html(results: Results) -> str:
    """The page."""
    findings = [(claim, text) for claim, verdict in results for text in verdict.findings]
    parts = [
        f"<h1>{escape(_TITLE)}</h1>",
        "<p>Claims of a paper, of two works beside it, and our own. Every statement is in our wording; none is quoted.</p>",
        f"<p>{summary(results)} Written by arrangements {escape(__version__)}.</p>",
        "<h2>Verdicts</h2><table><thead><tr><th>claim</th><th>owner</th><th>verdict</th><th>range</th><th>means</th></tr></thead><tbody>",
        *_rows(results),
        "</tbody></table>",
        "<h2>Findings</h2><p>What the exact computation shows beyond the statements.</p><ul>",
        *(
            f'<li><a href="#{escape(claim.id)}">{escape(claim.id)}</a>: {html(text)}</li>'
            for claim, text in findings
        ),
        "</ul>",
        *(_section(claim, verdict) for claim, verdict in results),
        "<h2>Sources</h2><ul>",
        *(f"<li>{escape(owner.name)}: {escape(owner.work)}</li>" for owner in OWNERS.values()),
        "</ul>",
    ]
    return document("arrangements: the claims, settled", _STYLE, parts)


def summary(results: Results) -> str:
    """How many claims are whose, and how many have which verdict; those that need a condition that
    the text that was read does not state are told apart.
    """
    verdicts = Counter(_verdict(claim, verdict) for claim, verdict in results)
    owners = Counter(claim.owner for claim, _ in results)
    whose = [
        f"{owners[name]} {'ours' if name == 'ours' else 'of ' + _of(name)}"
        for name in OWNERS
        if owners[name]
    ]
    how = ", ".join(f"{number} {words}" for words, number in verdicts.items())
    return f"{len(results)} claims, {', '.join(whose)}: {how}."


def _of(name: OwnerName) -> str:
    return "the paper" if name == "paper" else OWNERS[name].people


def _verdict(claim: Claim, verdict: Verdict) -> str:
    needs = f" under a condition that {OWNERS[claim.owner].silent}" if claim.needs else ""
    return f"{verdict.status}{needs}"


def _badge(claim: Claim, verdict: Verdict) -> str:
    return f'<span class="badge {verdict.status.partition(" ")[0]}">{escape(_verdict(claim, verdict))}</span>'


def _rows(results: Results) -> Iterator[str]:
    """One row per claim, under a heading where another owner's begin."""
    for name, group in groupby(results, key=lambda result: result[0].owner):
        yield f'<tr class="owner"><th colspan="5">{escape(OWNERS[name].people)}</th></tr>'
        yield from (_row(claim, verdict) for claim, verdict in group)


def _row(claim: Claim, verdict: Verdict) -> str:
    needs = "".join(f'<div class="needs">needs: {html(c.text)}</div>' for c in claim.needs)
    return (
        f'<tr><td><a href="#{escape(claim.id)}">{escape(claim.id)}</a></td><td>{escape(claim.owner)}</td><td>{_badge(claim, verdict)}</td>'
        f"<td>{html(verdict.scope)}{needs}</td><td>{html(verdict.means)}</td></tr>"
    )


def _section(claim: Claim, verdict: Verdict) -> str:
    aliases = f" <small>({escape(', '.join(claim.aliases))})</small>" if claim.aliases else ""
    lines = [
        f'<section id="{escape(claim.id)}"><h2>{escape(claim.id)}{aliases} {_badge(claim, verdict)}</h2>',
        f"<h3>{escape(stated(claim))}</h3>",
        f'<p class="statement">{html(claim.statement)}</p>',
        f"<p>Owner: {escape(OWNERS[claim.owner].people)}.</p>",
    ]
    if verdict.reason:
        lines.append(f'<p class="reason">{html(verdict.reason)}</p>')
    texts = words_of(claim.id)
    lines.append(
        f"<p>{html(texts.symbols)}</p><h3>Proof</h3><ol>{''.join(f'<li>{html(step)}</li>' for step in texts.proof)}</ol>"
    )
    if claim.id in FIGURES:
        lines.append(_figure(*FIGURES[claim.id]))
    rests = "; ".join(html(text) for text in verdict.rests_on) or "nothing but exact arithmetic"
    identities = [step for step in verdict.steps if step.symbolic]
    instances = [step for step in verdict.steps if not step.symbolic]
    lines += [
        "<h3>What was computed</h3>",
        f"<dl><dt>Range</dt><dd>{html(verdict.scope)}</dd><dt>Means</dt><dd>{html(verdict.means)}</dd>",
        *(
            [f"<dt>Second opinion</dt><dd>{escape(seconded([verdict]))}</dd>"]
            if verdict.programs
            else []
        ),
        f"<dt>Rests on</dt><dd>{rests}</dd></dl>",
        *_table(
            identities,
            "identities, expanded for all values"
            if len(identities) != 1
            else "identity, expanded for all values",
        ),
        *_table(
            instances,
            "computations on instances" if len(instances) != 1 else "computation on an instance",
        ),
        *map(_formal, formal_theorems(claim.id)),
    ]
    for condition in claim.conditions:
        css = "needs" if condition.whose == "ours" else "stated"
        lines.append(
            f'<p class="{css}">Condition ({escape(claim.whose(condition))}): {html(condition.text)}. Without it, {html(condition.without)}.</p>'
        )
    lines.append("</section>")
    return "\n".join(lines)


def _table(steps: Sequence[Step], title: str) -> list[str]:
    """The steps of one kind, folded; nothing if there are none."""
    if not steps:
        return []
    return [
        f"<details><summary>{len(steps)} {title}</summary>",
        "<table><thead><tr><th></th><th>step</th><th>computed</th></tr></thead><tbody>",
        *(
            f'<tr><td><span class="outcome {s.outcome}">{s.outcome}</span></td><td>{html(s.says)}</td>'
            f"<td>{html(s.detail)}{''.join(map(_link, s.attachments))}</td></tr>"
            for s in steps
        ),
        "</tbody></table></details>",
    ]


def _formal(theorem: FormalTheorem) -> str:
    """A formal statement beside the words of the source, and whether it was checked where the
    report was written.
    """
    kind = "Formal theorem" if theorem.covers == "whole" else "Formal theorem for a part"
    statement = f"<p>{escape(str(theorem))}</p><pre>{escape(theorem.statement)}</pre>"
    return f"<details><summary>{kind}: {html(theorem.words)}</summary>{statement}</details>"


def _figure(name: str, caption: str) -> str:
    from proofs.pages import figures

    data = base64.b64encode(getattr(figures, name)().svg().encode()).decode()
    text = escape(caption)
    return f'<figure><img alt="{text}" src="data:image/svg+xml;base64,{data}"><figcaption>{text}</figcaption></figure>'


def _link(attachment: Attachment) -> str:
    data = base64.b64encode(attachment.content.encode()).decode()
    name = escape(attachment.name)
    return f' <a class="certificate" download="{name}" href="data:application/json;base64,{data}">{name}</a>'


_STYLE = """:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h2 { margin-top: 2.5rem; font-size: 1.2rem; }
.statement { margin: 0.5rem 0; padding: 0.2rem 1rem; border-left: 4px solid #8886; font-size: 1.05rem; }
.formula { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", Georgia, serif; white-space: nowrap; }
.statement .formula, td .formula { white-space: normal; }
sub, sup { font-size: 0.75em; line-height: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
td:first-child, .outcome { white-space: nowrap; } .badge { display: inline-block; }
.badge { padding: 0.05rem 0.5rem; border: 1px solid; border-radius: 0.6rem; font-size: 0.85rem; font-weight: 600; }
.badge::before { content: "✓ "; } .badge.refuted::before { content: "✗ "; } .badge.not::before { content: "? "; }
.badge.proved { color: #0b6e4f; } .badge.settled { color: #0057a8; } .badge.refuted { color: #b00020; } .badge.not { color: #7a5c00; }
.needs { color: #9a4a00; font-weight: 600; } .reason { color: #b00020; font-weight: 600; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: 0.2rem 1rem; } dt { font-weight: 600; } dd { margin: 0; }
summary { cursor: pointer; }
pre { overflow-x: auto; margin: 0.3rem 0; padding: 0.5rem; border: 1px solid #8884; }
 .certificate { font-size: 0.85rem; }
figure { margin: 1rem 0; } img { max-width: 100%; height: auto; background: white; } figcaption { font-size: 0.9rem; }
@media (prefers-color-scheme: dark) {
  .badge.proved { color: #5fd3a8; } .badge.settled { color: #7ab8ff; } .badge.refuted, .reason { color: #ff8a9a; }
  .badge.not { color: #e8c96a; } .needs { color: #ffb070; } a { color: #9cc4ff; }
}
@media (max-width: 40rem) {
  main { padding: 0.5rem 0.8rem 3rem; } thead { display: none; } td { display: block; border: 0; padding: 0.1rem 0; }
  tr { display: block; border-bottom: 1px solid #8884; padding: 0.4rem 0; } dl { grid-template-columns: 1fr; }
}
@media print { details > * { display: revert; } }
"""
