"""``renamed``: a function that still takes an argument by its former name.

>>> @renamed(road="method")
... def count(rows: int, *, method: str = "auto") -> str:
...     return f"{rows} by {method}"
>>> import warnings
>>> with warnings.catch_warnings(record=True) as caught:
...     warnings.simplefilter("always")
...     count(3, road="flats")
'3 by flats'
>>> [str(warning.message) for warning in caught]
["count: the argument 'road' is called 'method' now"]
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

__all__ = ["renamed"]

F = TypeVar("F", bound=Callable[..., object])


def renamed(**names: str) -> Callable[[F], F]:
    """For ``former="present"``: a call with ``former=`` warns and goes on with ``present=``. Type
    checkers see the present name alone. Both names at once are a ``TypeError``.
    """

    pairs = tuple(names.items())

    def decorated(function: F) -> F:
        @wraps(function)
        def call(*args: Any, **named: Any) -> object:
            for former, present in pairs:
                if former not in named:
                    continue
                if present in named:
                    raise TypeError(
                        f"{function.__name__}() got both {present!r} and its former name {former!r}"
                    )
                warnings.warn(
                    f"{function.__name__}: the argument {former!r} is called {present!r} now",
                    DeprecationWarning,
                    stacklevel=2,
                )
                named[present] = named.pop(former)
            return function(*args, **named)

        return cast("F", call)

    return decorated
