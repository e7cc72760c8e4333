"""The page as one file that works without a server: scripts, style and every answer about one
configuration inside.

It is the same page: it finds the answers where it would have asked the engine, and moves nothing.
Its policy names the digests of its own script and style and allows nothing else, so that no label,
whatever it says, becomes a program.

>>> from arrangements import load
>>> from arrangements.explore.session import Session, state_of
>>> text = page(Session(), state_of(load("paper/C.1"), None))
>>> text.count("<script"), "src=" in text
(2, False)
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from arrangements.explore.page import SCRIPTS, content
from arrangements.explore.stories import STORIES
from arrangements.figures import REGIONS
from arrangements.running import with_progress

if TYPE_CHECKING:
    from arrangements.explore.session import Session

__all__ = ["page"]

_MOST_DETAILS = 600  # more regions than this come without witness, facets and certificate
_LINKS = re.compile(
    r'<link rel="icon".*?<script type="module" src="main.js"></script>\n', re.DOTALL
)
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def page(
    session: Session,
    state: dict[str, object],
    stories: bool = False,
    start: dict[str, object] | None = None,
) -> str:
    """The text of the file; with the stories, whose pictures are made beforehand, if asked; with
    the state beside ``start``, if one is given.
    """
    script = "".join(
        _EXPORT.sub("", _IMPORT.sub("", content(f"{name}.js").decode())) for name in SCRIPTS
    )
    style = content("explore.css").decode()
    icon = f"data:image/svg+xml;base64,{b64encode(content('icon.svg')).decode()}"
    policy = f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; img-src data: blob:; base-uri 'none'"
    # No text of the answers can end the element that holds them.
    answers = json.dumps(
        {"replies": replies(session, state, stories, start)}, separators=(",", ":")
    ).replace("<", "\\u003c")
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<link rel="icon" href="{icon}">\n<style>{style}</style>\n'
        f'<script type="application/json" id="saved">{answers}</script>\n'
    )
    whole = _LINKS.sub(lambda _: head, content("index.html").decode())
    return whole.replace("</body>", f'<script type="module">{script}</script>\n</body>')


def replies(
    session: Session,
    state: dict[str, object],
    stories: bool = False,
    start: dict[str, object] | None = None,
) -> dict[str, object]:
    """Every answer that the page may look for, by kind, regions, name and place (``engine.js``)."""
    if start is not None:
        start = {**start, "saved": "start"}
    page: dict[str, Any] = {
        "map": {
            **session.answer("map", {}),
            "stories": STORIES if stories else [],
            "catalogue": [],
        },
        "first": {"state": state, "start": start},
    }
    _keep(page, session, state, start or state, "")
    if start is not None:
        _keep(page, session, start, start, "start")
    for story in STORIES if stories else ():
        _add_story(page, session, story)
    return page


def _add_story(replies: dict[str, Any], session: Session, story: Mapping[str, Any]) -> None:
    """The start of a story, the configuration it is compared with, and where each of its moves
    leads.
    """
    name = story["start"]
    start = _opened(replies, session, name)
    _keep(replies, session, start, start, name)
    if "now" in story:
        _keep(replies, session, _opened(replies, session, story["now"]), start, story["now"])
    for k, step in enumerate(story["moves"]):
        move = step.get("move")
        if move is None:
            label = step["threshold"]
            lengths: dict[str, Any] = session.answer("lengths", {"now": start, "label": label})
            replies[f"lengths|{name}"] = lengths
            move = {"kind": "ray", "label": label, "factor": lengths["factors"][1]}
        place = None if "label" not in move else start["labels"].index(move["label"])
        request = {"now": start, "start": start, "regions": story["regions"]}
        moved = session.answer("look", {**request, "move": {**move, "label": place}})["state"]
        _keep(replies, session, moved, start, f"{name}#{k}")


def _opened(replies: dict[str, Any], session: Session, name: str) -> dict[str, Any]:
    state: Any = session.answer("open", {"name": name})["state"]
    replies[f"open|{name}"] = {"state": {**state, "saved": name}}
    return {**state}


def _keep(replies: dict[str, Any], session: Session, now: Any, start: Any, place: str) -> None:
    """All answers about one state, compared with its start."""
    both = {"now": now, "start": start}
    end = f"|{place}" if place else ""
    replies[f"explain{end}"] = session.answer("explain", both)
    for regions in reversed(REGIONS):
        seen: dict[str, Any] = session.answer("look", {**both, "regions": regions, "both": True})
        if place:
            seen["state"] = {**seen["state"], "saved": place}
        replies[f"look|{regions}{end}"] = seen
        names = [region[0] for region in seen["view"]["regions"]]
        for name in with_progress("regions", names if len(names) <= _MOST_DETAILS else []):
            replies[f"region|{regions}|{name}{end}"] = session.answer(
                "region", {"now": now, "regions": regions, "name": name}
            )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
