"""Graphs from files, by networkx: ``SUFFIXES`` are what is read; ``.net`` is Pajek, ``.json``
node-link data.

Networkx raises whatever its parsers meet; here it becomes one error. The two formats that name a
number of vertices without listing them are asked for it first, because networkx would make them
all. Directions and parallel edges are passed over.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from arrangements.errors import BadInput, LimitReached
from arrangements.running.sources import from_file, read_text

if TYPE_CHECKING:
    from types import ModuleType

    from networkx import Graph

__all__ = ["SUFFIXES", "read_graph"]

SUFFIXES = (".graphml", ".gexf", ".gml", ".net", ".g6", ".s6", ".adjlist", ".edgelist", ".json")
_MOST = 1 << 22  # bytes of a file
_VERTICES = 1 << 12  # of a graph


def read_graph(path: str) -> Graph:
    """The undirected graph of a file, with loops and attributes, without parallel edges.
    ``BadInput`` for anything else.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise BadInput(
            f"suffix of a graph must be one of {', '.join(SUFFIXES)}, not {suffix!r} ({path})"
        )
    with from_file(path) as source:
        text = read_text(source, _MOST)
        if suffix in (".g6", ".s6"):
            _check_vertices(text.strip(), source.name)
        try:
            import networkx

            graph = networkx.Graph(_parsed(networkx, suffix, text))
        except (LimitReached, MemoryError):
            raise  # says nothing of the graph
        except Exception as error:
            # Anything at all: parsers of networkx raise KeyError, StopIteration, ParseError and
            # more.
            reason = " ".join(str(error).split())[:200] or type(error).__name__
            raise BadInput(f"graph must be valid {suffix[1:]}: {reason} ({source.name})") from None
    if len(graph) > _VERTICES:
        raise BadInput(f"graph must have at most {_VERTICES} vertices, not {len(graph)} ({path})")
    return graph


def _parsed(networkx: ModuleType, suffix: str, text: str) -> Graph:
    data, lines = io.BytesIO(text.encode()), text.splitlines()
    match suffix:
        case ".graphml":
            return networkx.read_graphml(data)
        case ".gexf":
            return networkx.read_gexf(data)
        case ".gml":
            return networkx.parse_gml(lines, label="label" if "label" in text else "id")
        case ".net":
            return networkx.parse_pajek(lines)
        case ".g6":
            return networkx.from_graph6_bytes(text.strip().encode("ascii"))
        case ".s6":
            return networkx.from_sparse6_bytes(text.strip().encode("ascii"))
        case ".adjlist":
            return networkx.parse_adjlist(lines)
        case ".edgelist":
            signs = [line.split("#")[0].split() for line in lines]
            if any(len(words) == 3 for words in signs):
                return networkx.parse_edgelist(lines, data=(("sign", str),))
            return networkx.parse_edgelist(lines, data=False)
        case _:
            value = json.loads(text)
            return networkx.node_link_graph(value, edges="edges" if "edges" in value else "links")


def _check_vertices(text: str, name: str) -> None:
    """Refuse a graph that claims more vertices than we take. One character says up to 62; ``~``
    and three more up to 2^18.
    """
    body = text.removeprefix(">>graph6<<").removeprefix(">>sparse6<<").removeprefix(":")
    if body.startswith("~~") or (body.startswith("~") and _number(body[1:4]) > _VERTICES):
        raise BadInput(f"graph must have at most {_VERTICES} vertices ({name})")


def _number(text: str) -> int:
    value = 0
    for character in text:
        value = value << 6 | (ord(character) - 63)
    return value
