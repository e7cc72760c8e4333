"""What ``make lint`` asks of the pages: ``python -m tests.prose``.

Links lead to files and headings that exist, without a network. Rows of a table have as many cells
as its head. Pages of the book say at their top for whom they are. Phrases of ``AVOIDED`` do not
occur, in pages, messages and docstrings: ``docs/style.md`` has the reasons. The faults that it
finds are printed as lines ``file:line: fault``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Avoided(NamedTuple):
    """A pattern, the better words, and a sentence that it finds."""

    pattern: str
    better: str
    example: str
    in_code: bool = False  # looked for in modules, too: messages, help texts and docstrings


_THING = (
    r"(?:line|row|column|vector|proof|file|label|object|witness|entry|word|bit|page|core|machine|claim|process|test"
    r"|module|walk|writer|program|sign|status|transaction|configuration|place)s?"
)
AVOIDED = (
    Avoided(r"must be asked of", "needs", "rank must be asked of a configuration", True),
    Avoided(r"can be had again", "can be reproduced", "Every line can be had again"),
    Avoided(
        rf"\b(?:one|an?|two|four|many|\d+) {_THING} an? (?:label|line|claim|row|machine|core|node|flat|shard|point|pair"
        r"|file|vector|member|tope|format|branch|element|ranking|coordinate)\b",
        "per",
        "prints one line a claim",
        True,
    ),
    Avoided(r"\bone a (?:line|label)\b", "one per", "prints labels, one a line", True),
    Avoided(
        r"\bwhat one has and another has not\b", "comparing", "What one has and another has not"
    ),
    Avoided(r"\bof ours\b|\bof theirs\b", "our, their", "an error of ours"),
    Avoided(
        r"\bwhat they are said to\b", "name what they prove", "they show what they are said to"
    ),
    Avoided(r"\bdo for (?:theorem|lemma)\b", "suffice for", "Three labels do for theorem 5.5"),
    Avoided(
        r"\b(?:in order to|utilize|leverage|simply put)\b", "shorter words", "in order to list"
    ),
    Avoided(r"\b(\w{2,}) \1\b(?<!that that)(?<!had had)", "one word once", "the the rows"),
    Avoided(r"\bwithout a word about\b", "by default", "without a word about it, all of R^d"),
    Avoided(r"\bwould not do\b", "do not suffice", "cosines would not do"),
)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_EVERYBODY = ("docs/index.md", "docs/paper/paper.md")  # table of contents; form of a journal


def pages(root: Path = ROOT) -> list[Path]:
    """The top pages, the book, and those of the hosting."""
    found = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / ".github").rglob("*.md")]
    return sorted(found)


def without_code(text: str) -> str:
    """The prose, line by line where it was."""
    return _FENCE.sub(lambda match: "\n" * match[0].count("\n"), text)


def anchors(text: str) -> set[str]:
    """The names by which headings of a page can be linked to, as MyST and the hosting make them."""
    heads = re.findall(r"^#{1,3} (.*)$", without_code(text), re.MULTILINE)
    plain = (re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", head).strip().lower() for head in heads)
    return {re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head in plain}


def broken_links(page: Path) -> Iterator[str]:
    """Links of a page that lead nowhere; addresses of the web are not asked."""
    text = page.read_text("utf-8")
    for number, line in enumerate(without_code(text).splitlines(), 1):
        for match in _LINK.finditer(line):
            target, _, anchor = (match[1] or match[2]).partition("#")
            if "://" in target or target.startswith("mailto:"):
                continue
            other = page.parent / target if target else page
            if not other.exists():
                yield f"{number}: {target} is not there"
            elif (
                anchor and other.suffix == ".md" and anchor not in anchors(other.read_text("utf-8"))
            ):
                yield f"{number}: {target or 'this page'} has no heading {anchor}"


def uneven_tables(text: str) -> Iterator[str]:
    """Rows with more or fewer cells than the head of their table, as by a bar that is not escaped."""
    cells = 0
    for number, line in enumerate(without_code(text).splitlines(), 1):
        found = len(re.findall(r"(?<!\\)\|", line)) - 1 if line.startswith("|") else 0
        if cells and found and found != cells:
            yield f"{number}: the row must have {cells} cells, not {found}; a bar in a cell is \\|"
        cells = cells if cells and found else found


def avoided(text: str, rules: Iterable[Avoided] = AVOIDED) -> Iterator[str]:
    """Phrases that the style page replaces; inside code of pages nothing is looked at."""
    for number, line in enumerate(without_code(text).splitlines(), 1):
        words = re.sub(r"`[^`]*`", "``", line)
        for rule in rules:
            if match := re.search(rule.pattern, words, re.IGNORECASE):
                yield f"{number}: {match[0]!r}: {rule.better}"


def audience(page: Path) -> Iterator[str]:
    """A page of the book begins with its title and, in italics, for whom it is."""
    text = page.read_text("utf-8")
    if not re.match(r"# .*\n\n\*For [^*]+\*", text):
        yield "3: the page must say for whom it is: *For ...* below its title"


def faults(root: Path = ROOT) -> Iterator[str]:
    for page in pages(root):
        name = page.relative_to(root).as_posix()
        found = [*broken_links(page), *uneven_tables(page.read_text("utf-8"))]
        if name != "docs/style.md":
            found += avoided(page.read_text("utf-8"))
        if name.startswith("docs/") and name not in _EVERYBODY:
            found += audience(page)
        yield from (f"{name}:{fault}" for fault in found)
    rules = [rule for rule in AVOIDED if rule.in_code]
    for module in sorted(
        [*(root / "arrangements").rglob("*.py"), *(root / "proofs").rglob("*.py")]
    ):
        name = module.relative_to(root).as_posix()
        yield from (f"{name}:{fault}" for fault in avoided(module.read_text("utf-8"), rules))


if __name__ == "__main__":
    found = list(faults())
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    raise SystemExit(1 if found else 0)
