"""What the commands answer, frozen, so that a change of the code that should change no answer can
show that it changes none:

    python -m tests.bench.frozen freeze THEN COMMIT           what that version answers
    python -m tests.bench.frozen freeze NOW HEAD COMMIT       the same commands, answered by HEAD
    python -m tests.bench.frozen compare THEN NOW             differences, equal ones together

Frozen are exit code, standard output and errors, tables and certificates: of the catalogue, of
random questions about random layers, and of the corpora of certificates, README and book of the
last commit named. Seconds are left out. Each version is asked in processes of its own, one for each
group of commands.

>>> scrub('{"count": 3, "seconds": 0.25}  seconds            0.034')
'{"count": 3, "seconds": S}  seconds S'
>>> for line in differences({"a": ["top b"], "b": ["x"]}, {"a": ["argmax b"], "b": ["x"]}):
...     print(line)
1 of 2 commands differ
1 x: -top b
     +argmax b
     in a
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import io
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

__all__ = ["differences", "scrub"]

HERE = Path(__file__).parents[2]
CLOCK = 600  # seconds for a group of commands, on a machine that is busy
LAYERS, QUESTIONS = 100, 100  # random layers, and questions about each
LONG = 20_000  # characters; of longer answers only the hash is kept

NAMES = (
    *(
        f"paper/{name}"
        for name in ("5.5-model-1", "5.5-model-2", "C.1", "C.2", "C.3", "H.1-A", "H.1-B")
    ),
    *("threshold:3", "resonance:3", "demicube:3", "cross-polytope:3", "boolean:4", "near-pencil:5"),
    *("cyclic:6x3", "generic:5x3", "discriminantal:4x1", "random:6x3:bound=9:seed=1", "coxeter:A3"),
    *("coxeter:B3", "braid:4", "shi:3", "catalan:3", "linial:4", "semiorder:3", "ish:3"),
    *(
        "graphical:K4",
        "graphical:C5",
        "signed-graphical:K3",
        "simplicial:A(7,1)",
        "simplicial:A(10,2)",
    ),
    *("coxeter:H3", "matroid:non-pappus", "matroid:vamos", "matroid:rs8"),
)
KINDS = (
    *(
        "sign",
        "ranking",
        "covectors",
        "weak-rankings",
        "argmax",
        "never-argmax",
        "ties",
        "adjacent",
    ),
    *("top-k --k 2", "top-k-orders --k 2"),
)
TABLES = ("csv", "json", "jsonl", "md", "tex", "npz", "parquet")
CORPORA = tuple(  # the former and the present places
    f"tests/{place}/certificates"
    for place in ("feasibility", "types", "decide", "combinatorial_types")
)


def scrub(text: str) -> str:
    """The text without seconds and rates."""
    text = re.sub(r'("seconds": )[0-9.e-]+', r"\1S", text)
    text = re.sub(r"(\bseconds) +[0-9.]+", r"\1 S", text)
    return re.sub(r"\b[0-9.]+ s\b", "S s", text)


def groups(pages: Path) -> Iterator[tuple[str, list[str]]]:
    """Commands that share a process and a folder, with the name of the group."""
    for name in NAMES:
        quoted = shlex.quote(name)
        lines = [
            f"{command} {quoted} --json" for command in ("show", "count", "chirotope", "cosines")
        ]
        lines += [f"count {quoted} --faces", f"count {quoted} --kind ranking --json"]
        lines += [f"patterns {quoted} --kind {kind} --json" for kind in KINDS]
        lines += [f"patterns {quoted} --kind {kind} --affine" for kind in KINDS]
        lines += [f"patterns {quoted} --witnesses --output table.{form}" for form in TABLES]
        lines += [f"patterns {quoted} --certificate -", "recheck -"]
        lines += [f"decide {quoted} --argmax 1 --certificate one.json", "recheck one.json"]
        lines += [f"decide {quoted} --tie 1,2 --json", f"decide {quoted} --top '2>1' --json"]
        lines += [
            f"decide {quoted} --top-set 1,2 --deep",
            f"decide {quoted} --ranking '3>1>2' --minimal",
        ]
        lines += [f"decide {quoted} --argmax 1 --inputs nonnegative --json"]
        lines += [f"patterns {quoted} --inputs box:-1:2 --kind {kind}" for kind in KINDS[:2]]
        yield name, lines
    for k in range(LAYERS):
        asked = f"{layer(k)} --questions {questions(k)} --workers 1"
        yield (
            f"layer {k}",
            [
                f"decide {asked}",
                f"decide {asked} --json",
                f"audit {asked} --json --all",
                f"audit {layer(k)} --json --all --workers 1",
            ],
        )
    for folder in CORPORA:
        for part in ("accept", "reject", "malformed"):
            files = sorted((pages / folder / part).glob("*.json"))
            if files:
                yield f"{folder}/{part}", [f"recheck {shlex.quote(str(file))}" for file in files]


def layer(k: int) -> str:
    """A file with random rows, degenerate ones among them; every third has offsets."""
    chance = random.Random(k)
    n, d = chance.randint(4, 8), chance.randint(1, 4)
    rows = [[str(chance.randint(-3, 3)) for _ in range(d)] for _ in range(n)]
    content: dict[str, object] = {"labels": [f"l{i}" for i in range(n)], "rows": rows}
    if k % 3 == 0:
        content["bias"] = [str(chance.randint(-2, 2)) for _ in range(n)]
    path = Path(f"layer-{k}.json")
    path.write_text(json.dumps(content))
    return str(path)


def questions(k: int) -> str:
    """A file with random questions about it."""
    labels = json.loads(Path(f"layer-{k}.json").read_text())["labels"]
    chance = random.Random(1000 + k)
    lines = []
    for _ in range(QUESTIONS):
        few = chance.sample(labels, chance.randint(2, 4))
        kind = chance.choice(("argmax", "top", "top-set", "ranking", "tie", "signs", "labels"))
        lines.append(
            {
                "argmax": f"argmax {few[0]}",
                "top": f"top {'>'.join(few)}",
                "top-set": f"top-set {','.join(few)}",
                "ranking": f"ranking {'>'.join(few[:-1])}={few[-1]}",
                "tie": f"tie {few[0]},{few[1]}",
                "signs": f"signs {''.join(chance.choice('++--0?') for _ in labels)}",
                "labels": f"labels {','.join(few)}",
            }[kind]
        )
    path = Path(f"questions-{k}.txt")
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def sessions(pages: Path) -> Iterator[tuple[str, list[str]]]:
    """The commands of each page, for a shell."""
    for page in (pages / "README.md", *sorted((pages / "docs").rglob("*.md"))):
        blocks = re.findall(
            r"^```\n(\$ .*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
        )
        commands = re.findall(r"^\$ (.*)\n", "".join(blocks), re.MULTILINE)
        if commands:
            yield str(page.relative_to(pages)), commands


def _answers(name: str, pages: Path) -> None:
    """Of a group, by the version that Python imports, in the current folder."""
    from arrangements.cli import main

    last, shown = "", warnings.showwarning
    for line in dict(groups(pages))[name]:
        out, err = io.StringIO(), io.StringIO()
        sys.argv, sys.stdin = ["arrangements", *shlex.split(line)], io.StringIO(last)
        warnings.showwarning, code = shown, 0
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main()
            except SystemExit as stop:
                code = int(stop.code or 0) if not isinstance(stop.code, str) else 1
            except Exception as error:
                code, _ = 70, err.write(repr(error))
        last = out.getvalue()
        answer = [f"exit code {code}", *scrub(last + err.getvalue()).splitlines()]
        for path in sorted(Path().glob("table.*")):
            if path.suffix in (".npz", ".parquet"):
                answer.append(f"{path}: {hashlib.sha256(path.read_bytes()).hexdigest()}")
            else:
                answer += path.read_text().splitlines()
            path.unlink()
        if line.endswith("one.json") and line.startswith("decide") and Path("one.json").exists():
            answer += Path("one.json").read_text().splitlines()
        if sum(map(len, answer)) > LONG:
            answer = [answer[0], hashlib.sha256("\n".join(answer).encode()).hexdigest()]
        key = f"{name}: {line}".replace(str(pages), "PAGES")
        print(json.dumps([key, [x.replace(str(pages), "PAGES") for x in answer]]), flush=True)


def _session(name: str, commands: list[str], version: Path) -> Iterator[tuple[str, list[str]]]:
    for command in commands:
        script = f'arrangements() {{ PYTHONPATH="{version}" "{sys.executable}" -m arrangements "$@"; }}\n{command}'
        try:
            done = subprocess.run(
                ["sh", "-c", script], text=True, check=False, timeout=CLOCK, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
            yield (
                f"{name}: {command}",
                [f"exit code {done.returncode}", *scrub(done.stdout).splitlines()],
            )
        except subprocess.TimeoutExpired:
            yield f"{name}: {command}", ["out of time"]


def _frozen(version: Path, pages: Path) -> Iterator[tuple[str, list[str]]]:
    environment = os.environ | {"PYTHONPATH": str(version), "COLUMNS": "100"}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, _ in groups(pages):
            command = [sys.executable, str(Path(__file__)), "group", name, str(pages)]
            with tempfile.TemporaryDirectory() as here:
                try:
                    done = subprocess.run(
                        command, cwd=here, env=environment, check=False, timeout=CLOCK, text=True,
                        stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                    )  # fmt: skip
                    yield from map(json.loads, done.stdout.splitlines())
                    ending = [f"exit code {done.returncode}"]
                except subprocess.TimeoutExpired:
                    ending = ["out of time"]
                yield f"{name}: end", ending
        for name, commands in sessions(pages):
            with tempfile.TemporaryDirectory() as here:
                os.chdir(here)
                yield from _session(name, commands, version)
                os.chdir(folder)


def freeze(path: Path, version: str, pages: str) -> None:
    """The answers of a commit to the commands of the pages of another, or the same."""
    with contextlib.ExitStack() as stack, path.open("w") as file:
        folders = [stack.enter_context(_checked_out(commit)) for commit in (version, pages)]
        for line in _frozen(*folders):
            file.write(json.dumps(line) + "\n")
            file.flush()


@contextlib.contextmanager
def _checked_out(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other"
        add = ["git", "worktree", "add", "--quiet", "--detach", str(other), commit]
        subprocess.run(add, cwd=HERE, check=True)
        try:
            yield other
        finally:
            remove = ["git", "worktree", "remove", "--force", str(other)]
            subprocess.run(remove, cwd=HERE, check=True)


def expanded(lines: list[str]) -> list[str]:
    """Lines, those of JSON with a line for each entry."""
    found = []
    for line in lines:
        try:
            found += json.dumps(json.loads(line), indent=0).splitlines()
        except ValueError:
            found.append(line)
    return found


def differences(then: dict[str, list[str]], now: dict[str, list[str]]) -> Iterator[str]:
    """What was and is answered where that is not the same, equal changes together."""
    changes: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for command in then.keys() | now.keys():
        before, after = then.get(command, ["not asked"]), now.get(command, ["not asked"])
        if before != after:
            _, _, *lines = difflib.unified_diff(expanded(before), expanded(after), n=0)
            lines = [line for line in lines if line.startswith(("-", "+"))]
            changes[tuple(lines[:6])].append(command)
    yield f"{sum(map(len, changes.values()))} of {len(then.keys() | now.keys())} commands differ"
    for some, commands in sorted(changes.items(), key=lambda change: (-len(change[1]), change[0])):
        first = f"{len(commands)} x: "
        yield first + f"\n{' ' * len(first)}".join(line[:300] for line in some)
        yield f"{' ' * len(first)}in {min(commands)}"


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["freeze"] and 3 <= len(arguments) <= 4:
        freeze(Path(arguments[1]).resolve(), arguments[2], arguments[-1])
    elif arguments[:1] == ["compare"] and len(arguments) == 3:
        then, now = (
            dict(json.loads(line) for line in Path(path).read_text().splitlines())
            for path in arguments[1:]
        )
        print("\n".join(differences(then, now)))
    elif arguments[:1] == ["group"] and len(arguments) == 3:
        _answers(arguments[1], Path(arguments[2]))
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
