"""The files of the page, which the server and the saved page read.

>>> content("explore.css").decode().count("{") > 10
True
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["PAGES", "SCRIPTS", "content"]

SCRIPTS = ("shapes", "draw", "engine", "panels", "main")
PAGES = ("index.html", "explore.css", "icon.svg", *(f"{name}.js" for name in SCRIPTS))


@cache
def content(name: str) -> bytes:
    """A file of the page, one of ``PAGES``."""
    return (files("arrangements.explore.page") / name).read_bytes()
