"""Limits, the clock and progress, for all work that may run long.

The caller who starts the work states once how much time and memory the work may take, and who hears
of its progress; code far below asks for the limits and reports, and no arguments are passed along.
``limited`` opens such a scope, ``memory_limit`` and ``check_memory`` say what fits,
``report_progress`` reports and looks at the clock. ``isolation`` runs work in a child process,
where neither clock nor limit needs its cooperation.

Nothing here knows a number, a row or a label.

>>> from arrangements import count_topes, load
>>> heard = set()
>>> with limited("an example", timeout=60, memory=10**9, progress=lambda step, part: heard.add(step)):
...     count_topes(load("threshold:5"))
94572
>>> sorted(step.partition(";")[0] for step in heard)[:2]
['rank 1 of 6', 'rank 2 of 6']
"""

from arrangements.running.limits import check_memory, check_timeout, memory_limit, memory_size
from arrangements.running.scope import Progress, emit, limited, report_progress, with_progress

__all__ = [
    "Progress",
    "check_memory",
    "check_timeout",
    "emit",
    "limited",
    "memory_limit",
    "memory_size",
    "report_progress",
    "with_progress",
]
