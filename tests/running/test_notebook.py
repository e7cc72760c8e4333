"""Work whose progress nobody listens to has a bar in a notebook, and only there."""

from __future__ import annotations

import sys
import threading
from itertools import count
from types import SimpleNamespace

import IPython
import IPython.display
import numpy as np
import pytest

from arrangements import audit, limited
from arrangements.running import notebook, report_progress, scope, with_progress


class Shell:
    """What the bar uses of the shell of a kernel: the events of its cells."""

    kernel = object()
    shown: list[str]

    def __init__(self) -> None:
        self.events, self.ends = self, list[object]()

    def register(self, event: str, function: object) -> None:
        assert event == "post_run_cell"
        self.ends.append(function)

    def unregister(self, event: str, function: object) -> None:
        self.ends.remove(function)

    def end_cell(self) -> None:
        for function in [*self.ends]:
            function("result")


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A notebook, with a clock on which every look takes a second; ``shown`` has its pictures."""
    found = Shell()
    found.shown, clock = [], count(1)

    def display(picture, display_id):
        assert display_id is True
        found.shown.append(picture.data)
        return SimpleNamespace(update=lambda new: found.shown.append(new.data))

    monkeypatch.setitem(sys.modules, "ipykernel", SimpleNamespace())
    monkeypatch.setattr(IPython, "get_ipython", lambda: found)
    monkeypatch.setattr(IPython.display, "display", display)
    monkeypatch.setattr(notebook, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    scope._notebook_bar.cache_clear()
    yield found
    scope._notebook_bar.cache_clear()


def test_a_cell_has_a_bar_until_it_ends(shell: Shell) -> None:
    for _ in with_progress("squares", range(4)):
        pass
    report_progress("cubes; 3 of them")
    assert shell.shown == [
        '<progress value="0.25"></progress> squares 25% 0:00:01, 0:00:03 left',
        '<progress value="0.5"></progress> squares 50% 0:00:02, 0:00:02 left',
        '<progress value="0.75"></progress> squares 75% 0:00:03, 0:00:01 left',
        "<progress></progress> cubes; 3 of them 0:00:00",
    ]
    shell.end_cell()
    assert shell.shown[4:] == [""]
    assert shell.ends == []
    for _ in with_progress("next cell", range(2)):
        pass
    assert shell.shown[5:] == [
        '<progress value="0.5"></progress> next cell 50% 0:00:01, 0:00:01 left'
    ]


def test_an_audit_has_it(shell: Shell) -> None:
    rows = np.array([[k % 7 - 3, k % 5 - 2, k % 11 - 5] for k in range(100)])
    assert audit(rows).never
    assert any("<progress" in picture for picture in shell.shown)


def test_who_listens_hears_and_the_notebook_does_not_show(shell: Shell) -> None:
    heard = []
    with limited("work", progress=lambda step, part: heard.append(step)):
        for _ in with_progress("squares", range(4)):
            pass
    assert (heard, shell.shown) == (["squares"] * 4, [])


def test_no_bar_of_other_threads_nor_outside_of_notebooks(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work() -> None:
        for _ in with_progress("squares", range(4)):
            pass

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    scope._notebook_bar.cache_clear()
    monkeypatch.setattr(IPython, "get_ipython", lambda: None)
    work()
    monkeypatch.delitem(sys.modules, "ipykernel")
    work()
    assert shell.shown == []
