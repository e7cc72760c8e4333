"""Files of models in tests: a library in a process of its own may take minutes, as it has to start
there, and the machine may be busy.
"""

from __future__ import annotations

import pytest

from arrangements.models import keras_format
from tests.processes import DEADLINE


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keras_format, "_SECONDS", DEADLINE)
