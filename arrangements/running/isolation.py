"""Run exact work in a child process with a memory limit and a clock.

Exact libraries end the process when memory runs out, and do not listen to signals while they
compute. ``isolated`` calls a function of a module in a fresh interpreter, hands back what it
returns, and turns every other end into a typed error that names the instance: errors of the package
pass through, a limit is LimitReached, a crash is InternalError. The caller lives on.

>>> from math import factorial
>>> isolated(factorial, 5, instance="5!")
120
>>> from time import sleep
>>> isolated(sleep, 60, instance="a long nap", timeout=0.5)
Traceback (most recent call last):
...
arrangements.errors.LimitReached: time must be at most 0.5 s for a long nap
"""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import TypeVar, cast

from arrangements.errors import ArrangementsError, InternalError, LimitReached, OutOfTime
from arrangements.running.limits import die_with_parent, limit_memory
from arrangements.running.scope import current

__all__ = ["death", "isolated"]

T = TypeVar("T")
_SERVE = "from arrangements.running.isolation import _serve; _serve()"
_NO_MEMORY = re.compile(
    rb"MemoryError|bad_alloc|annot (re)?allocate memory|ut of memory|emory allocation",
    re.IGNORECASE,
)


def isolated(
    function: Callable[..., T],
    *arguments: object,
    instance: str,
    timeout: float | None = None,
    processor: int | None = None,
    memory: int | None = None,
) -> T:
    """``function(*arguments)``, computed in a child process.

    The function must be importable, arguments and result must pickle. ``timeout`` is in seconds,
    ``processor`` in seconds of processor time, which pass more slowly on a busy machine, ``memory``
    in bytes; the memory of the interpreter itself, some 100 MB, counts. ``instance``
    says in error messages what was being computed. The clock of the scope ends the child, too.
    """
    scope = current()
    left = max(0.01, scope.end - time.monotonic())
    last = left < (inf if timeout is None else timeout)  # the clock of the scope ends first
    timeout = left if last else timeout
    task = pickle.dumps((function, arguments, timeout, processor, memory))
    environment = {
        "OPENBLAS_NUM_THREADS": "1",
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
    }
    with tempfile.TemporaryFile() as tasks, tempfile.TemporaryFile() as errors:
        tasks.write(task)
        tasks.seek(0)
        command = [sys.executable, "-c", _SERVE]
        with subprocess.Popen(
            command, stdin=tasks, stdout=subprocess.PIPE, stderr=errors, env=environment
        ) as child:
            try:
                output, _ = child.communicate(timeout=timeout)
            except BaseException as error:
                # Also on KeyboardInterrupt: the child may not hear it.
                child.kill()
                if isinstance(error, subprocess.TimeoutExpired) and last:
                    raise OutOfTime(scope.reason, tuple(scope.emitted[0])) from None
                if isinstance(error, subprocess.TimeoutExpired):
                    raise LimitReached(
                        f"time must be at most {timeout:g} s for {instance}"
                    ) from None
                raise
        errors.seek(0)
        said = errors.read()
    if child.returncode == 0 and output:
        outcome, value = pickle.loads(output)
        if outcome == "result":
            return cast("T", value)
        if outcome == "error":
            raise value
        said = value.encode()
    seconds = timeout if processor is None else processor
    raise death(child.returncode, said, instance, seconds, memory)


def death(
    code: int, said: bytes, instance: str, timeout: float | None, memory: int | None
) -> ArrangementsError:
    """The cause of death of a child that ended with this code, a negative one for a signal, after
    these last words on standard error.
    """
    last = said.strip().splitlines()[-1:] or [b""]
    killer = signal.Signals(-code).name if code < 0 else ""  # Windows has exit codes only
    if _NO_MEMORY.search(last[0]) or killer == "SIGKILL":
        limit = f"at most {memory / 2**20:.0f} MB" if memory else "what the machine has"
        return LimitReached(f"memory must be {limit} for {instance}")
    if killer == "SIGXCPU":
        return LimitReached(f"time must be at most {timeout} s for {instance}")
    how = f"signal {killer}" if killer else last[0].decode(errors="replace") or f"exit code {code}"
    return InternalError(f"the process must end with an answer, not with {how}, for {instance}")


def _serve() -> None:
    """The child: read a task from standard input, write its outcome to standard output, which
    nobody else may use.
    """
    die_with_parent()
    function, arguments, timeout, processor, memory = pickle.load(sys.stdin.buffer)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if memory is not None:
        limit_memory(memory)
    with suppress(ImportError):  # Windows has no such limits
        import resource

        if timeout is not None or processor is not None:
            # of the timeout: should the parent be unable to stop this process
            seconds = int(timeout) + 2 if processor is None else processor
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        outcome: tuple[str, object] = ("result", function(*arguments))
    except ArrangementsError as error:
        outcome = ("error", error)
    except Exception as error:
        outcome = ("exception", f"{type(error).__name__}: {error}")
    answers.write(pickle.dumps(outcome))
    answers.close()
    sys.stdout.flush()
    os._exit(0)
