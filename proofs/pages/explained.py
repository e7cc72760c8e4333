"""Claims on a terminal: one line each, and the whole of one (``verify CLAIM --explain``). No word
is broken.

>>> from proofs.paper.claims import find
>>> claim = find("lemma-3.2")
>>> line(claim, claim.prove())
'lemma-3.2             paper  proved      all a ≠ b of every dimension'
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from arrangements.exact.programs._cdd import has_cddlib
from proofs.coq.status import FormalTheorem, formal_theorems, record
from proofs.names import CLAIMS
from proofs.pages.typeset import plain
from proofs.paper.claims.words import words_of
from proofs.paper.verdicts.claim import Claim, Step, Verdict
from proofs.paper.verdicts.owners import OWNERS

__all__ = ["coq_line", "explain", "line", "needs_line", "seconded", "stated", "words"]

_WIDTH = max(map(len, CLAIMS))
_OWNER = max(map(len, OWNERS))
_STATUS = len("not settled")


def words(claim: Claim, verdict: Verdict) -> str:
    """The verdict in a word or two."""
    status = "settled" if verdict.status.startswith("settled") else verdict.status
    return f"{status} if" if claim.needs and status in ("proved", "settled") else status


def line(claim: Claim, verdict: Verdict, columns: int = 80) -> str:
    """Id, owner, verdict and range; where it is not proved, why. Within the columns."""
    head = f"{claim.id.ljust(_WIDTH)} {claim.owner.ljust(_OWNER)} {words(claim, verdict).ljust(_STATUS)}"
    text = (
        plain(verdict.reason)
        if verdict.status in ("refuted", "not settled")
        else words_of(claim.id).range
    )
    return f"{head} {textwrap.shorten(text, max(columns - len(head) - 1, 20), placeholder=' ...')}"


def needs_line(claims: Sequence[Claim]) -> str:
    """What "proved if" means beside these claims; empty where none needs a condition of ours."""
    silent = dict.fromkeys(OWNERS[claim.owner].silent for claim in claims if claim.needs)
    if not silent:
        return ""
    return f"proved if: a condition is needed that {' or '.join(silent)}; --explain names it."


def coq_line(results: Sequence[Claim]) -> str:
    """How many of the claims have a formal theorem, and whether these were checked, here or at a
    commit on record.
    """
    theorems = [theorem for claim in results for theorem in formal_theorems(claim.id)]
    with_one = sum(bool(formal_theorems(claim.id)) for claim in results)
    if not theorems:
        return ""
    if all(theorem.checked for theorem in theorems):
        how = "checked on this machine"
    else:
        found = record()
        how = str(found) if found else "not checked on this machine; make formal checks them"
    return f"Coq: formal theorems for {with_one} of {len(results)} claims, {how}."


def seconded(verdicts: Iterable[Verdict]) -> str:
    """On how many exact programs cddlib gave a second opinion; empty where there were none."""
    counts = [(verdict.seconded, verdict.programs) for verdict in verdicts]
    given, programs = (sum(count[k] for count in counts) for k in (0, 1))
    if not programs:
        return ""
    if not has_cddlib():
        return "cddlib: not installed, so no exact program was decided a second time."
    return (
        f"cddlib: {given:,} of {programs:,} exact programs decided a second time, with the same answers"
        + ("." if given == programs else "; the others are over number fields, or too long for it.")
    )


def stated(claim: Claim) -> str:
    """The heading of a statement, which is worded here and quoted from nowhere."""
    place = words_of(claim.id).of
    return f"Statement, our wording of {place}" if place else "Statement"


def explain(claim: Claim, verdict: Verdict, columns: int = 80) -> str:
    """Owner, statement, symbols and proof; then, apart, what was computed, what Coq proves, and whose the
    conditions are.
    """
    lines: list[str] = []

    def section(title: str, texts: Iterable[str], numbered: bool = False) -> None:
        paragraphs = [plain(text) for text in texts]
        if not paragraphs:
            return
        lines.append(title)
        for k, text in enumerate(paragraphs, 1):
            mark = f"{k}. ".rjust(5) if numbered else "  "
            lines.extend(_wrapped(text, mark, columns))

    also = f" ({', '.join(claim.aliases)})" if claim.aliases else ""
    lines.extend(
        _wrapped(
            f"{claim.id}{also}: {words(claim, verdict)}, for {plain(words_of(claim.id).range)}",
            "",
            columns,
        )
    )
    section("Owner", [OWNERS[claim.owner].people])
    section(stated(claim), [claim.statement])
    section("Symbols", [words_of(claim.id).symbols])
    section("Proof", words_of(claim.id).proof, numbered=True)
    section(
        "Conditions",
        [f"{c.text} ({claim.whose(c)}). Without it: {c.without}." for c in claim.conditions],
    )
    section("Not settled because", [verdict.reason] if verdict.reason else [])
    section("Range of the verdict", [f"{verdict.scope}, by {verdict.means}"])
    section("Second opinion", [seconded([verdict])] if verdict.programs else [])
    section("Rests on", [", ".join(verdict.rests_on)] if verdict.rests_on else [])
    section(
        "Computed: identities",
        _steps(step for step in verdict.steps if step.symbolic),
        numbered=True,
    )
    section(
        "Computed: instances",
        _steps(step for step in verdict.steps if not step.symbolic),
        numbered=True,
    )
    section("Proved in Coq", _theorems(formal_theorems(claim.id)))
    section("Findings", verdict.findings)
    return "\n".join(lines)


def _steps(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield f"{'' if step.outcome == 'holds' else step.outcome.upper() + ': '}{step.says} [{step.detail}]"


def _theorems(theorems: Sequence[FormalTheorem]) -> Iterator[str]:
    """The theorems of the whole claim in words, those of a part by name, and once whether they were
    checked.
    """
    for theorem in theorems:
        if theorem.covers == "whole":
            yield f"{theorem.name} (proofs/coq/{theorem.file}): {theorem.words}"
    if parts := [theorem.name for theorem in theorems if theorem.covers != "whole"]:
        yield f"In part: {', '.join(parts)}."
    if theorems:
        how = theorems[0].how
        yield f"{how[:1].upper()}{how[1:]}."


def _wrapped(text: str, mark: str, columns: int) -> list[str]:
    return textwrap.wrap(
        text,
        columns,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )
