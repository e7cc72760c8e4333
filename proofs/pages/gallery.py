"""The gallery: the smallest counter-example for each non-arrow of the map, each with certificate
and figure.

``arrangements map --gallery data/gallery`` writes ``data/gallery``: ``README.md`` with the map,
``map.svg``, and for each non-arrow ``C-to-R.json`` (the certificate, which ``arrangements recheck``
accepts) and ``C-to-R.svg``. Theorem H.1, which is about points, and both theorems up to relabelling
come on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arrangements.errors import InternalError
from arrangements.running.files import made_folder, write_atomically
from proofs.search.counterexamples.answer import asked, search
from proofs.search.counterexamples.map import markdown, rows_text, slug
from proofs.search.counterexamples.pairs import Answer, Pair

__all__ = ["Entry", "entries", "page", "write"]

_MORE = (("theorem-5.5", True), ("theorem-H.1", False), ("theorem-H.1", True))


@dataclass(frozen=True)
class Entry:
    """One counter-example under the name of its files."""

    name: str
    title: str
    pair: Pair


def entries(verdicts: tuple[Answer, ...]) -> Iterator[Entry]:
    """The counter-examples of the map, and those of the theorems."""
    for v in verdicts:
        if v.pair:
            yield Entry(
                slug(*v.what.names), v.what.says.replace("determines", "does not determine"), v.pair
            )
    for claim, relabelling in _MORE:
        found = search(asked(claim), relabelling=relabelling)
        if not found.pairs:
            raise InternalError(f"counter-example to {claim} must be found, not missing")
        ending = ", up to relabelling" if relabelling else ""
        yield Entry(claim + "-relabelling" * relabelling, f"{claim}{ending}", found.pairs[0])


def page(verdicts: tuple[Answer, ...]) -> str:
    """The text of the gallery's README.md."""
    last = list(entries(verdicts))[-len(_MORE) :]
    more = [
        f"- {e.title}: {rows_text(e.pair)} ([certificate]({e.name}.json), [figure]({e.name}.svg))"
        for e in last
    ]
    made = "Made by `arrangements map --gallery data/gallery`; `tests/search/counterexamples/test_map.py` makes it again.\n"
    return markdown(verdicts, files=True) + "\n## Theorems\n\n" + "\n".join(more) + "\n\n" + made


def write(verdicts: tuple[Answer, ...], folder: str) -> int:
    """Write everything; the number of counter-examples."""
    from proofs.pages.diagrams import hasse, side_by_side

    place = made_folder(folder, "folder of the gallery")
    found = list(entries(verdicts))
    for entry in found:
        if entry.pair.certificate is None:
            raise InternalError(f"counter-example {entry.name} must have a certificate")
        entry.pair.certificate.save(place / f"{entry.name}.json")
        side_by_side(entry.pair, entry.title).save(str(place / f"{entry.name}.svg"))
    hasse(verdicts, links="./").save(str(place / "map.svg"))
    write_atomically(place / "README.md", page(verdicts))
    return len(found)
