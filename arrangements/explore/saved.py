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
from hashlib import sha256
from typing import Any

from arrangements.explore.server import SCRIPTS, content
from arrangements.explore.session import Session
from arrangements.figures import REGIONS
from arrangements.running import told

__all__ = ["page"]

_MOST_DETAILS = 600  # more regions than this come without witness, facets and certificate
_LINKS = re.compile(
    r'<link rel="icon".*?<script type="module" src="main.js"></script>\n', re.DOTALL
)
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def page(session: Session, state: dict[str, object]) -> str:
    """The text of the file."""
    script = "".join(
        _EXPORT.sub("", _IMPORT.sub("", content(f"{name}.js").decode())) for name in SCRIPTS
    )
    style = content("explore.css").decode()
    icon = f"data:image/svg+xml;base64,{b64encode(content('icon.svg')).decode()}"
    policy = f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; img-src data: blob:; base-uri 'none'"
    # No text of the answers can end the element that holds them.
    answers = json.dumps({"replies": replies(session, state)}, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<link rel="icon" href="{icon}">\n<style>{style}</style>\n'
        f'<script type="application/json" id="saved">{answers}</script>\n'
    )
    whole = _LINKS.sub(lambda _: head, content("index.html").decode())
    return whole.replace("</body>", f'<script type="module">{script}</script>\n</body>')


def replies(session: Session, state: dict[str, object]) -> dict[str, object]:
    """Every answer that the page may look for, by kind, regions and name."""
    both = {"now": state, "start": state}
    found: dict[str, Any] = {
        "map": {**session.answer("map", {}), "stories": [], "catalogue": []},
        "first": {"state": state},
    }
    found["explain"] = session.answer("explain", both)
    for regions in reversed(REGIONS):
        seen: dict[str, Any] = session.answer("look", {**both, "regions": regions, "both": True})
        found[f"look|{regions}"] = seen
        names = [region[0] for region in seen["view"]["regions"]]
        for name in told("regions", names if len(names) <= _MOST_DETAILS else []):
            found[f"region|{regions}|{name}"] = session.answer(
                "region", {"now": state, "regions": regions, "name": name}
            )
    return found


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
