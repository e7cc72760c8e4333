"""A progress bar in a notebook, for work whose progress no caller listens to: the step, the part that
is done, the time that has passed and the time that is left, as the command shows them in a terminal.

The bar appears when work in a cell has taken half a second, and goes when the cell is done. Other
threads than that of the cells show nothing.

>>> bar("rank 3 of 6 <b>", 0.25, 30.0)
'<progress value="0.25"></progress> rank 3 of 6 &lt;b&gt; 25% 0:00:30, 0:01:30 left'
>>> bar("reading weights.csv", None, 2.0)
'<progress></progress> reading weights.csv 0:00:02'
"""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = ["NotebookBar", "bar"]

_PATIENCE = 0.5  # seconds of work before there is a bar
_PAUSE = 0.2  # seconds between two of its pictures


def bar(step: str, part: float | None, seconds: float) -> str:
    """The bar after so many seconds of a step, as HTML."""
    passed = timedelta(seconds=int(seconds))
    if part is None:
        return f"<progress></progress> {escape(step)} {passed}"
    left = f", {timedelta(seconds=int(seconds * (1 - part) / part))} left" if part else ""
    done = f'<progress value="{part}"></progress>'
    return f"{done} {escape(step)} {int(100 * part)}% {passed}{left}"


class NotebookBar:
    """The bar of the cell that runs; ``shell``: that of IPython."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._clear()

    def _clear(self) -> None:
        self._work = self._step_began = self._shown = 0.0  # on the clock; 0: no work in this cell
        self._name = ""
        self._display: Any = None

    def __call__(self, step: str, part: float | None) -> None:
        """A report of progress."""
        if threading.current_thread() is not threading.main_thread():
            return
        now, name = time.monotonic(), step.partition("; ")[0]
        if not self._work:
            self._work = now
            self._shell.events.register("post_run_cell", self._end)
        if name != self._name:
            self._name, self._step_began = name, now
        if now - self._work < _PATIENCE or now - self._shown < _PAUSE:
            return
        from IPython.display import HTML, display

        self._shown, picture = now, HTML(bar(step, part, now - self._step_began))
        if self._display is None:
            self._display = display(picture, display_id=True)
        else:
            self._display.update(picture)

    def _end(self, *_: object) -> None:
        self._shell.events.unregister("post_run_cell", self._end)
        if self._display is not None:
            from IPython.display import HTML

            self._display.update(HTML(""))
        self._clear()
