"""Every ``$ command`` of the README and the book prints what the page says (``...`` is anything).
Commands of a page share a folder.
"""

from __future__ import annotations

import ast
import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arrangements.combinatorial_types import realizing
from proofs.search.counterexamples import map as maps
from tests.processes import called

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SESSIONS = {
    str(page.relative_to(ROOT)): re.findall(
        r"^```\n(\$ .*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    for page in PAGES
}


# A command without anything that a shell does, but for a pipe at its end: words, and texts in quotes
# in which no shell replaces anything. It is run in this process, where all is loaded.
_PLAIN = re.compile(
    r"""arrangements((?:\s+(?:'[^']*'|"[^"$`\\]*"|[^\s'"$`\\|&;<>()*?#~])+)*)\s*(?:\|(?!\|)(.*))?""", re.DOTALL
)  # fmt: skip
# Commands as processes all the same, so that each way of the command on this page is walked; those
# of the first page and of the pages behind it are processes in ``make tour``.
_PROCESSES = {"docs/how-to/gate.md"}


@pytest.mark.parametrize(
    ("page", "blocks"),
    [pytest.param(name, blocks, id=name) for name, blocks in SESSIONS.items() if blocks],
)
def test_session(
    page: str, blocks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # The arrows are proved again in tests/search/counterexamples/test_arrows.py, and vectors are
    # looked for longer in tests/combinatorial_types/test_realizing.py.
    monkeypatch.setattr(maps, "unproved", frozenset)
    monkeypatch.setattr(realizing, "_FIRST", 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})  # one worker is this process
    follow(page, "".join(blocks))


@pytest.mark.slow
def test_long_session_of_the_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes longer than an example should stands in blocks of text."""
    page = "docs/paper/results.md"
    blocks = re.findall(
        r"^```text\n(\$ .*?)^```$", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert blocks
    monkeypatch.chdir(tmp_path)
    follow(page, "".join(blocks))


def follow(page: str, text: str) -> None:
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        # what a command exits with is not looked at here
        plain = None if page in _PROCESSES else _PLAIN.fullmatch(command.removesuffix(" || true"))
        if plain is None:
            printed = shell(command) if page in _PROCESSES else joined(command)
        elif plain[2] is None:
            printed = called(*shlex.split(plain[1]), together=True).stdout
        else:
            done = called(*shlex.split(plain[1]))
            printed = done.stderr + shell(plain[2], done.stdout)
        assert doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS), printed


# One of several commands joined by "&&": input from a printf, output to a file.
_JOINED = re.compile(r"(?:(printf '[^']*') \| )?(arrangements [^|]*?)(?: > (\S+))?")


def joined(command: str) -> str:
    """Commands of this kind one after the other in this process, as long as each ends well; others
    by the shell.
    """
    parts = [_JOINED.fullmatch(part) for part in command.split(" && ")]
    plain = [part and _PLAIN.fullmatch(part[2]) for part in parts]
    if not all(plain):
        return shell(command)
    printed = ""
    for part, words in zip(parts, plain, strict=True):
        assert part is not None
        assert words is not None
        given = shell(part[1]) if part[1] else ""
        done = called(*shlex.split(words[1]), text=given, together=part[3] is None)
        if part[3]:
            Path(part[3]).write_text(done.stdout, "utf-8")
        printed += done.stderr if part[3] else done.stdout
        if done.returncode:
            break
    return printed


def shell(command: str, text: str = "") -> str:
    script = f'arrangements() {{ PYTHONPATH="{ROOT}" "{sys.executable}" -m arrangements "$@"; }}\npython() {{ "{sys.executable}" "$@"; }}\n{command}'
    return subprocess.run(
        ["sh", "-c", script],
        text=True,
        check=False,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ).stdout


@pytest.mark.parametrize(
    ("command", "given", "piped"),
    [
        ("arrangements count threshold:8 | head -1", ["count", "threshold:8"], " head -1"),
        ("arrangements decide a.csv --ranking '4>1>3'", ["decide", "a.csv", "--ranking", "4>1>3"], None),
        ('arrangements map --inputs "h >= 1"', ["map", "--inputs", "h >= 1"], None),
    ],
)  # fmt: skip
def test_what_needs_no_shell(command: str, given: list[str], piped: str | None) -> None:
    found = _PLAIN.fullmatch(command)
    assert found is not None
    assert (shlex.split(found[1]), found[2]) == (given, piped)
    for other in ("x > y", "x || true", "x && y", "x; y", "$(x)", "*.csv", "x 2> y", '"$x"'):
        assert _PLAIN.fullmatch(f"arrangements {other}") is None, other
    assert _PLAIN.fullmatch("printf 'a' | arrangements show -") is None


def test_what_is_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    by_shell: list[str] = []

    def noted(text: str, given: str = "") -> str:
        by_shell.append(text)
        return "1,0\n0,1\n"

    monkeypatch.setattr("tests.test_book.shell", noted)
    ways = joined(
        "printf '1,0\\n0,1\\n' | arrangements patterns - --kind argmax > a && arrangements show paper/C.1"
    )
    assert (tmp_path / "a").read_text() == "1\n2\n"
    assert ways.startswith("paper/C.1: ")
    assert joined("arrangements show no && arrangements show paper/C.1").count("\n") == 1
    joined("arrangements show paper/C.1 | wc && arrangements show paper/C.2")
    assert by_shell == [
        "printf '1,0\\n0,1\\n'",
        "arrangements show paper/C.1 | wc && arrangements show paper/C.2",
    ]


# What the cells of each notebook show at their ends, in order.
SHOWN = {
    "arrangements": (
        "braid:4: 6 labels, dimension 4",
        "(0, -6, 11, -6, 1)",
        "tope graph, 24 vertices, 36 edges",
        "15",
    ),
    "audit": (
        "4 labels, dimension 2, with offsets",
        "(['cat', 'dog', 'fox'], ['cat', 'dog'])",
        "answer false",
        "dog cat fox emu",
        "3 winners never first: emu",
    ),
    "figures": (
        "probabilities at d = (1, −2)",
        "cos(0, 1) = −1",
        "cos(1, 3) = 161/200: never tie for the top",
        "model 2: label 3 never first",
        "bold: of A only",
        "objective (2)",
    ),
    "paper": (
        "1 5 0 2 5*sqrt(2)/2",
        "paper/5.5-model-1: 7 winners",
        "6 winners never first: 3",
        "answer false",
        "3 2 4 1 5 7 6",
    ),
}


@pytest.mark.parametrize(
    "notebook", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_notebook(notebook: Path) -> None:
    """Its cells run in order, and each ends in a value that is displayed as the table says; outputs
    are made by ``make docs``.
    """
    scope: dict[str, object] = {}
    shown = []
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            *before, last = ast.parse(cell["source"]).body
            exec(compile(ast.Module(before, []), str(notebook), "exec"), scope)
            assert isinstance(last, ast.Expr)
            value = eval(compile(ast.Expression(last.value), str(notebook), "eval"), scope)
            shown.append(displayed(value))
    for text, words in zip(shown, SHOWN[notebook.stem], strict=True):
        assert words in text


def displayed(value: object) -> str:
    """The words of a value in a notebook."""
    for form in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, form):
            return " ".join(re.sub(r"<[^>]*>", " ", getattr(value, form)()).split())
    return repr(value)
