"""How many modules of the project a command enters: ``python -m tests.bench.modules``.

A module is entered when one of its functions runs; that it is imported, with its class bodies and
its constants, does not count. Each command runs in a process of its own, on a small example, with
one worker, so that no module is missed; ``--list`` prints their names.
"""

from __future__ import annotations

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

def entered(frame, event, argument):
    code = frame.f_code
    # a class body and the code of a module have the flag of no fast locals (2 is CO_NEWLOCALS)
    if event == "call" and code.co_flags & 2 and code.co_filename.startswith(root):
        seen.add(code.co_filename[len(root) + 1:])

from arrangements.cli import main

sys.argv = ["arrangements", *sys.argv[2:]]
sys.setprofile(entered)
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
print(*sorted(seen), sep="\\n", file=sys.stderr)
"""


def entered(command: str) -> list[str]:
    """The modules that a command enters, by their paths."""
    with tempfile.TemporaryDirectory() as folder:
        model, questions = Path(folder, "model.csv"), Path(folder, "questions.txt")
        model.write_text(_MODEL)
        questions.write_text(_QUESTIONS)
        given = {"MODEL": str(model), "QUESTIONS": str(questions)}
        words = [given.get(word, word) for word in command.split()]
        run = [sys.executable, "-c", _TRACER, str(ROOT), *words]
        done = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, check=True)
    return [line for line in done.stderr.splitlines() if line.endswith(".py")]


if __name__ == "__main__":
    for name, command in COMMANDS.items():
        modules = entered(command)
        print(f"{len(modules):>4}  {name}")
        if "--list" in sys.argv[1:]:
            print(*(f"      {module}" for module in modules), sep="\n")
