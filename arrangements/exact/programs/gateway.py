"""Whether cddlib is there: a second opinion and a fast double description, which everything else
does without.
"""

from __future__ import annotations

from functools import cache

from arrangements.errors import LimitReached

__all__ = ["has_cddlib"]


@cache
def has_cddlib() -> bool:
    """Whether pycddlib is installed, built with GMP. The first call imports it."""
    try:
        from arrangements.exact.programs import _cdd  # noqa: F401
    except LimitReached:
        return False
    return True
