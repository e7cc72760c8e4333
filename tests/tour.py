"""The first page with an installed package, as a stranger meets it: its commands and examples, then
its three doors, each with the pages that it leads to (``--first-page``: without them). A script that needs Python and the package
alone, run by ``make tour`` outside of the checkout, where no compiler is; what comes out otherwise
than its page says is printed, and ends the tour with exit code 1.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
EXAMPLES = f"import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], False, optionflags={OPTIONS}).failed > 0)"
COMPILERS = ("cc", "gcc", "c++", "g++", "clang", "tcc")


def wrong_commands(text: str, folder: Path) -> Iterator[str]:
    """Each ``$ command`` of a text that prints something else, with what it prints; one folder."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    blocks = "".join(re.findall(r"^```\n(\$ .*?)^```$", text, re.MULTILINE | re.DOTALL))
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", blocks, re.MULTILINE):
        done = subprocess.run(
            ["sh", "-c", command], cwd=folder, text=True, check=False,
            env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        if not doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS):
            yield f"$ {command}\n{done.stdout}instead of\n{expected}"


def wrong_examples(page: Path, folder: Path) -> Iterator[str]:
    """What the examples in Python of a page print that the page does not say."""
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES, page], cwd=folder, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        yield done.stdout


def doors(readme: str) -> dict[str, str]:
    """The rows of the first table of the first page, by the bold words that they begin with."""
    rows = re.findall(r"<tr.*?</tr>", readme.partition("</table>")[0], re.DOTALL)
    found = {re.findall(r"\*\*(\w+):\*\*", row)[0]: row for row in rows}
    assert len(found) == len(rows) == 3
    return found


def strange_surroundings(folder: Path) -> Iterator[str]:
    """Which premises of the tour do not hold."""
    done = subprocess.run(
        [sys.executable, "-c", "import arrangements, proofs; print(arrangements.__file__)"],
        cwd=folder, text=True, check=True, capture_output=True,
    )  # fmt: skip
    if not Path(done.stdout.strip()).is_relative_to(sys.prefix):
        yield f"the package must be the installed one, not {done.stdout.strip()}"
    if here := [name for name in COMPILERS if shutil.which(name)]:
        yield f"no compiler must be here, not {', '.join(here)}"


def main(first_page: bool) -> int:
    readme = README.read_text("utf-8")
    cells = doors(readme)
    first = readme
    for cell in cells.values():
        first = first.replace(cell, "")
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def told(where: str, problems: Iterator[str]) -> None:
            nonlocal wrong
            start = time.monotonic()
            found = list(problems)
            wrong += len(found)
            verdict = f"{len(found)} wrong" if found else "right"
            print(f"  {where}: {verdict}, {time.monotonic() - start:.0f} s", flush=True)
            print(*found, sep="\n", end="\n" if found else "")

        told("surroundings", strange_surroundings(folder))
        told("the first tour", wrong_commands(first, folder))
        told("the first page in Python", wrong_examples(README, folder))
        for heading, cell in cells.items():
            told(f"the door of {heading.lower()}", wrong_commands(cell, folder))
            for target in [] if first_page else re.findall(r"\]\(([^)#]+)", cell):
                page = ROOT / target
                told(f"  {target}", wrong_commands(page.read_text("utf-8"), folder))
                told(f"  {target} in Python", wrong_examples(page, folder))
    return wrong > 0


if __name__ == "__main__":
    raise SystemExit(main("--first-page" in sys.argv[1:]))
