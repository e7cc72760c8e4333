"""Coq's programs: compile the .v files in ``build/formal``, again only what changed. The rest of
the room calls these.

Only the standard library is used, and Coq.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from os import cpu_count
from pathlib import Path

__all__ = [
    "BUILD",
    "FOLDER",
    "LIBRARY",
    "Failure",
    "compile_all",
    "imports",
    "run_coq",
    "sorted_by_imports",
    "source_files",
]

FOLDER = Path(__file__).parent
BUILD = FOLDER.parent.parent / "build" / "formal"
LIBRARY = "Formal"


class Failure(Exception):
    """A proof that does not compile, is not accepted by the checker, says something else or rests
    on an assumption.
    """


def source_files(folder: Path = FOLDER) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob("*.v")))


def run_coq(
    *command: str, folder: Path = BUILD, build: Path = BUILD
) -> subprocess.CompletedProcess[str]:
    """Run one of Coq's programs in ``folder``; the files that were compiled in ``build`` are known
    as ``Formal.name``.
    """
    program, *arguments = command
    return subprocess.run(
        [program, *arguments, "-R", str(build), LIBRARY],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def compile_all(folder: Path = FOLDER, build: Path = BUILD) -> tuple[str, ...]:
    """Compile changed files, as many at a time as there are processors; the module names, each
    after the modules it imports.
    """
    build.mkdir(parents=True, exist_ok=True)
    texts = {path.stem: path.read_text(encoding="utf-8") for path in source_files(folder)}
    for stale in {path.name.split(".")[0] for path in build.glob("*.vo")} - set(texts):
        for path in build.glob(f"{stale}.*"):
            path.unlink()
    record = build / "compiled.json"
    compiled = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    version = subprocess.run(
        ["coqc", "--version"], capture_output=True, text=True, check=True
    ).stdout
    fingerprints: dict[str, str] = {}
    for name in sorted_by_imports(texts):
        parts = [version, texts[name], *(fingerprints[other] for other in imports(texts[name]))]
        fingerprints[name] = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    waiting = [
        name
        for name in fingerprints
        if compiled.get(name) != fingerprints[name] or not (build / f"{name}.vo").exists()
    ]

    def compile_one(name: str) -> str:
        print(f"compiling proofs/coq/{name}.v", flush=True)
        (build / f"{name}.v").write_text(texts[name], encoding="utf-8")
        done = run_coq("coqc", "-q", "-w", "none", f"{name}.v", folder=build, build=build)
        if done.returncode:
            raise Failure(f"proofs/coq/{name}.v must compile:\n{done.stdout}{done.stderr}")
        return name

    running: set[Future[str]] = set()
    todo = set(waiting)
    with ThreadPoolExecutor(cpu_count()) as pool:
        while todo:
            ready = [name for name in waiting if not todo & set(imports(texts[name]))]
            waiting = [name for name in waiting if name not in ready]
            running |= {pool.submit(compile_one, name) for name in ready}
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                if future.exception() is not None:
                    pool.shutdown(cancel_futures=True)
                todo.discard(name := future.result())
                compiled[name] = fingerprints[name]
                record.write_text(json.dumps(compiled, indent=1), encoding="utf-8")
    return tuple(fingerprints)


def imports(text: str) -> list[str]:
    return [
        name
        for line in re.findall(
            rf"^From {LIBRARY} Require(?: Import)? ([^.]*)\.", text, re.MULTILINE
        )
        for name in line.split()
    ]


def sorted_by_imports(texts: dict[str, str], library: dict[str, str] | None = None) -> list[str]:
    """The names of the texts, and of the files of the library that they import, each after its own
    imports.
    """
    order: list[str] = []
    known = texts if library is None else library

    def visit(name: str) -> None:
        if name not in order:
            for other in imports(known[name]):
                visit(other)
            order.append(name)

    for name in sorted(texts):
        visit(name)
    return order
