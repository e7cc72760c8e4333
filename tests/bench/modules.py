"""How many modules of the project a command enters: ``python -m tests.bench.modules``; with a folder
of another version after it, those of that one.

A module is entered when one of its functions runs; that it is imported, with its class bodies and
its constants, does not count. Each command runs in a process of its own, on a small example, with
one worker, so that no module is missed; ``--list`` prints their names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

__all__ = ["COMMANDS", "entered"]

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "patterns": "patterns MODEL --kind argmax",
    "patterns --kind ranking": "patterns MODEL --kind ranking",
    "decide": "decide MODEL --argmax owl",
    "decide --questions": "decide MODEL --questions QUESTIONS --workers 1",
    "audit": "audit MODEL --workers 1",
}
_MODEL = "label,x,y\ncat,2,0\ndog,0,2\nfox,-2,-1\nowl,0.5,0.5\n"
_QUESTIONS = "owl\ntop-set cat,dog\nranking fox>dog\n"
_TRACER = """
import sys
from pathlib import Path

root, seen = sys.argv[1], set()
packages = (f"{root}/arrangements/", f"{root}/proofs/")  # not an environment beside them

def entered(frame, event, argument):
    file = frame.f_code.co_filename
    if event != "call" or not file.startswith(packages) or file in seen:
        return
    while frame.f_back is not None:
        if frame.f_code.co_name == "<module>":
            return  # what runs when a module is imported
        frame = frame.f_back
    seen.add(file)

from arrangements.cli import main

sys.argv = ["arrangements", *sys.argv[2:]]
sys.setprofile(entered)
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
print(*sorted(file[len(root) + 1:] for file in seen), sep="\\n", file=sys.stderr)
"""


def entered(command: str, root: Path = ROOT) -> list[str]:
    """The modules that a command enters, by their paths."""
    with tempfile.TemporaryDirectory() as folder:
        model, questions = Path(folder, "model.csv"), Path(folder, "questions.txt")
        model.write_text(_MODEL)
        questions.write_text(_QUESTIONS)
        given = {"MODEL": str(model), "QUESTIONS": str(questions)}
        words = [given.get(word, word) for word in command.split()]
        run = [sys.executable, "-c", _TRACER, str(root), *words]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        done = subprocess.run(
            run, capture_output=True, text=True, cwd=root, env=environment, check=True
        )
    return [line for line in done.stderr.splitlines() if line.endswith(".py")]


if __name__ == "__main__":
    roots = [Path(word).resolve() for word in sys.argv[1:] if word != "--list"]
    for name, command in COMMANDS.items():
        modules = entered(command, *roots[:1])
        print(f"{len(modules):>4}  {name}")
        if "--list" in sys.argv[1:]:
            print(*(f"      {module}" for module in modules), sep="\n")
