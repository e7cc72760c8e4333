"""Words that the shell completes after an argument or option: names of the catalogue, claims,
suites and invariants. Files are left to the shell.

>>> invariants("C(")
['C(U)', 'C(centred U)', 'C(whitened U)', 'C(B U)']
>>> invariants("C(U) -> R")
['C(U) -> R(U)']
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["catalogue", "claims", "invariants", "suites"]


def catalogue(incomplete: str) -> list[str]:
    from arrangements.catalogue import names

    return _beginning(names(), incomplete)


def claims(incomplete: str) -> list[str]:
    from proofs.names import CLAIMS

    return _beginning(CLAIMS, incomplete)


def suites(incomplete: str) -> list[str]:
    from proofs.names import SUITES

    return _beginning(SUITES, incomplete)


def invariants(incomplete: str) -> list[str]:
    """The first invariant, or after an arrow the second."""
    from proofs.names import INVARIANTS

    first, arrow, second = incomplete.partition("->")
    if not arrow:
        return _beginning(INVARIANTS, incomplete)
    return [f"{first.strip()} -> {name}" for name in _beginning(INVARIANTS, second.strip())]


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
