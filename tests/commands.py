"""All commands in one table, for tests of how commands end: killed, told to stop, out of time,
without disk, streams or a home.

Which options a command has is read from its own definition. A command that gets ``--workers``,
``--store``, ``--timeout`` or an option that names a file to be written, and has no row here, fails
``tests/cli/test_endings.py``.
"""

from __future__ import annotations

import inspect
import random
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from arrangements import cli, decide_argmax, load
from arrangements.cli.options import Request

__all__ = ["ROWS", "Row", "files", "options", "written"]


@dataclass(frozen=True)
class Row:
    """``short``: takes seconds at most and answers; ``long``: takes minutes, or None where nothing
    does. Names in capitals are files of ``files``. ``writes``: for each option that names a file to
    be written, arguments that write FILE. ``store``: work that a store keeps.
    """

    short: str
    long: str | None
    writes: tuple[str, ...] = ()
    store: str | None = None


ROWS = {
    "show": Row("paper/C.2", None, ("paper/C.2 --output FILE.json",)),
    "catalogue": Row("", None),
    "audit": Row(
        "LAYER",
        "random:4000x60:float32 --questions QUESTIONS --workers 2",
        ("LAYER --workers 1 --certificate FILE.npz",),
        "LAYER --workers 2",
    ),
    "signature": Row(
        "LAYER LOG --workers 2",
        "random:4000x60:float32 LONG --workers 2 --method single",
        ("LAYER LOG --workers 1 --certificate FILE.npz",),
        "LAYER LOG --workers 2",
    ),
    "repair": Row("BIASED --workers 1", "random:2000x6:float32 --workers 2"),
    "patterns": Row(
        "paper/C.2",
        "random:80x6 --method lp",
        (
            "paper/C.2 --output FILE.csv",
            "paper/C.2 --output other.csv --provenance FILE.json",
            "paper/C.2 --certificate FILE.json",
        ),
    ),
    "compare": Row(
        "paper/H.1-A paper/H.1-B",
        "random:60x7:seed=1 random:60x7:seed=2",
        ("paper/H.1-A paper/H.1-B --output FILE.csv",),
    ),
    "chirotope": Row("paper/C.2", "random:60x7", ("paper/C.2 --output FILE.csv",)),
    "cosines": Row("paper/C.2", "random:500x40"),
    "count": Row(
        "paper/C.2",
        "threshold:10 --workers 2 --store long.db",
        ("paper/C.2 --output FILE.csv",),
        "resonance:7 --workers 2",
    ),
    "decide": Row(
        "paper/C.2 --argmax 1",
        "random:300x80 --questions QUESTIONS --workers 2",
        ("paper/C.2 --argmax 1 --certificate FILE.json",),
        "LAYER --questions FEW --workers 2",
    ),
    "design": Row(
        "--labels 8 --active 2 --audit --workers 1",
        "--labels 300 --active 3 --audit --type float32 --workers 2",
        (
            "--labels 6 --active 2 --output FILE.csv",
            "--labels 6 --active 2 --audit --workers 1 --certificate FILE.npz",
        ),
    ),
    "figures": Row("paper PAGES", None),
    "plot": Row("paper/C.2 --output PICTURE", None, ("paper/C.2 --output FILE.svg",)),
    "explore": Row("paper/C.2 --save PAGE", None, ("paper/C.2 --save FILE.html",)),
    "types": Row("points:5", "oriented:4x8", ("points:5 --output FILE.csv",)),
    "realize": Row("CHIROTOPE", None, ("CHIROTOPE --certificate FILE.json",)),
    "recheck": Row("CERTIFICATE", None),
    "verify": Row(
        "--suite 'lemma-5.3 on grid:3x2:1' --workers 1",
        "--suite 'lemma-5.3 on grid:7x2:3' --workers 2",
        (),
        "--suite 'lemma-5.3 on grid:5x2:1' --workers 2",
    ),
    "counterexample": Row("'C(U) -> R(U)'", None),
    "map": Row("--seconds 0.01", None, ("--seconds 0.01 --output FILE.md",)),
}


def _set(seed: int) -> list[int]:
    return sorted(random.Random(seed).sample(range(1, 300), 20))


# What stands for a name in capitals: a file, and what is in it.
_FILES = {
    "LAYER": (
        "layer.csv",
        "".join(f"{(7 * k) % 11 - 5},{(5 * k) % 13 - 6},{(3 * k) % 7 - 3}\n" for k in range(40)),
    ),
    "BIASED": ("biased.csv", "label,x,y,bias\na,2,0,0\nb,0,2,0\nc,-2,-1,0\nd,1,1,-1\n"),
    "QUESTIONS": (
        "questions.txt",
        "".join(f"top-set {','.join(map(str, _set(k)))}\n" for k in range(3000)),
    ),
    "LOG": ("log.txt", "".join(f"{k}>{k % 40 + 1}\n" for k in range(1, 41))),
    "LONG": ("long.txt", "".join(">".join(map(str, _set(k))) + "\n" for k in range(3000))),
    "FEW": ("few.txt", "".join(f"argmax {k}\n" for k in range(1, 41))),
    "CHIROTOPE": ("chirotope.txt", "4,2:++++++"),
    "CERTIFICATE": ("certificate.json", ""),
    "PICTURE": ("picture.svg", ""),
    "PAGE": ("page.html", ""),
    "PAGES": ("pages", ""),
}


def files(folder: Path, arguments: str) -> list[str]:
    """The arguments, with the files that they name written to a folder."""
    found = []
    for word in shlex.split(arguments):
        if word not in _FILES:
            found.append(word)
            continue
        name, content = _FILES[word]
        path = folder / name
        if word == "CERTIFICATE":
            content = decide_argmax(load("paper/C.2"), "1")[1].to_text()
        if content:
            path.write_text(content)
        found.append(str(path))
    return found


@cache
def _modules() -> dict[str, ModuleType]:
    return {
        module.__name__.rpartition(".")[2]: module for door in cli.DOORS.values() for module in door
    }


def options(name: str) -> frozenset[str]:
    """The options of a command, as it defines them; without a name, those of all commands."""
    return frozenset(inspect.signature(_modules()[name].run).parameters)


def written(name: str) -> frozenset[str]:
    """The options of a command that name files to be written, as it defines them."""
    module = _modules()[name]
    requests = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Request)
    ]
    return frozenset(
        f"--{option}"
        for request in requests
        if request.__module__ == module.__name__
        for option in request.writes
    )
